#![allow(clippy::unwrap_used)]

use super::*;

/// Tokens as a line of text: values in brackets, names as they are, text in braces, what is not terminated with a `!`.
fn shown(text: &[u8], stepping: Stepping) -> String {
    let mut tokens = Vec::new();
    lex(text, stepping, &mut tokens);
    let mut out = String::new();
    for token in tokens {
        let piece = String::from_utf8_lossy(token.span.of(text));
        match token.kind {
            TokenKind::Text => out.push_str(&format!("{{{piece}}}")),
            TokenKind::Value => {
                out.push_str(&format!("<{}>", String::from_utf8_lossy(token.inner().of(text))));
                if token.has(Token::UNTERMINATED) {
                    out.push('!');
                }
            }
            _ => out.push_str(&piece),
        }
    }
    out
}

fn plain(text: &str) -> String {
    shown(text.as_bytes(), Stepping::Bytes)
}

#[test]
fn clean_records() {
    assert_eq!(plain("(;GM[1]FF[4];B[pd];W[]\n(;B[aa])( ; W [bb]))"), "(;GM<1>FF<4>;B<pd>;W<>(;B<aa>)(;W<bb>))");
    assert_eq!(plain("(;AB[aa] [bb]\r\n[cc:dd])"), "(;AB<aa><bb><cc:dd>)");
    assert_eq!(plain("(;C[a\\]b \\\\];W[ff])"), "(;C<a\\]b \\\\>;W<ff>)");
}

#[test]
fn text_around_the_tree() {
    assert_eq!(plain("From: x@y (me; you)\n\n(;GM[1])  bye ;-)\n"), "{From: x@y (me; you)}(;GM<1>){bye ;-)}");
    assert_eq!(plain("(;B[ee])))"), "(;B<ee>)))");
    assert_eq!(plain("(;B[ee]);W[ff])"), "(;B<ee>){;W[ff])}");
    assert_eq!(plain("; GM[1];B[aa]) x"), ";GM<1>;B<aa>){x}");
    assert_eq!(plain("GM[1];B[aa])"), "GM<1>;B<aa>)");
    assert_eq!(plain("(GM[1];B[aa])"), "(GM<1>;B<aa>)");
}

#[test]
fn brackets_are_told_by_what_follows() {
    assert_eq!(plain("(;PW[foo[3k]]PB[bar];B[ee])"), "(;PW<foo[3k]>PB<bar>;B<ee>)");
    assert_eq!(plain("(;C[take [B] here];B[ee])"), "(;C<take [B] here>;B<ee>)");
    assert_eq!(plain("(;C[see A[aa] and B[bb]];B[ee])"), "(;C<see A[aa] and B[bb]>;B<ee>)");
    assert_eq!(plain("(;C[a [b] [c] d];B[ee])"), "(;C<a [b] [c] d>;B<ee>)");
    assert_eq!(plain("(;C[one][two];B[ee])"), "(;C<one><two>;B<ee>)");
    assert_eq!(plain("(;B[ee]C[(;B[aa])];W[ff])"), "(;B<ee>C<(;B[aa])>;W<ff>)");
    assert_eq!(plain("(;C[:-]];B[ee])"), "(;C<:-]>;B<ee>)");
    assert_eq!(plain("(;C[a] , b];B[ee])"), "(;C<a] , b>;B<ee>)");
}

#[test]
fn unterminated_values_end_where_play_goes_on() {
    assert_eq!(plain("(;B[ee]C[no end\n;W[ff];B[gg])"), "(;B<ee>C<no end\n>!;W<ff>;B<gg>)");
    assert_eq!(plain("(;B[ee;W[ff])"), "(;B<ee>!;W<ff>)");
    assert_eq!(plain("(;B[ee]C[no end)"), "(;B<ee>C<no end)>!");
    assert_eq!(plain("(;B[ee]C[no end)\n(;GM[1]FF[4];B[aa])"), "(;B<ee>C<no end)\n>!(;GM<1>FF<4>;B<aa>)");
    assert_eq!(plain("(;PB[Alpha PW[Beta];B[ee])"), "(;PB<Alpha >!PW<Beta>;B<ee>)");
    assert_eq!(plain("(;KM[6.5\nPB[a]PW[b];B[ee])"), "(;KM<6.5\n>!PB<a>PW<b>;B<ee>)");
    assert_eq!(plain("(;C[see PW[Beta];B[ee])"), "(;C<see PW[Beta>;B<ee>)");
    // A comment may speak of moves as long as it does not open a node.
    assert_eq!(plain("(;B[ee]C[W[ff];W[ff])"), "(;B<ee>C<W[ff>;W<ff>)");
}

#[test]
fn second_halves_of_characters_are_no_brackets() {
    assert_eq!(plain("(;PB[x])"), "(;PB<x>)");
    let cases: [(&[u8], Stepping); 5] = [
        (b"\x81\x5C\x82\x5C\x81\x5D\x82\x5D\x81\x5B", Stepping::Gb),
        (b"\x81\x39\xEE\x39\x81\x5D;W[aa\x81\x5D", Stepping::Gb),
        (b"\xA4\x5C\xCA\x5C\xA4\x5D", Stepping::Double),
        (b"\x97\x5C\x97\x5D\x83\x5B", Stepping::ShiftJis),
        (b"\x1B$B]][[;;\x1B(B", Stepping::Iso2022),
    ];
    for (inner, stepping) in cases {
        let text = [b"(;PB[", inner, b"]PW[b];B[aa])"].concat();
        let mut tokens = Vec::new();
        lex(&text, stepping, &mut tokens);
        assert_eq!(tokens[3].inner().of(&text), inner, "{stepping:?}");
        assert_eq!(tokens.len(), 10, "{stepping:?}");
    }
}

#[test]
fn names_of_all_dialects() {
    assert_eq!(plain("(;GaMe[1]Black[ee]X1[a]N;W[aa])"), "(;GaMe<1>Black<ee>X1<a>N;W<aa>)");
    assert_eq!(plain("(;N C[x])"), "(;NC<x>)");
    assert_eq!(plain("(;B[ee] some words X-1[a];[b])"), "(;B<ee>{some words X-1}<a>;<b>)");
}

#[test]
fn every_byte_is_covered() {
    let text = b"\xEF\xBB\xBF x (;GM[1]\0 ?? B[aa] ] ()( \xA0 ;;W[\\]] C[\x1B$Bx] ) ) ) y";
    let mut tokens = Vec::new();
    for stepping in [Stepping::Bytes, Stepping::Gb, Stepping::Double, Stepping::ShiftJis, Stepping::Iso2022] {
        for cut in 0..=text.len() {
            let text = &text[..cut];
            lex(text, stepping, &mut tokens);
            let mut at = 0;
            for token in &tokens {
                assert!(token.span.start as usize >= at && token.span.end > token.span.start);
                assert!(text[at..token.span.start as usize].iter().all(|&b| is_space(b)), "{stepping:?} {cut}");
                at = token.span.end as usize;
            }
            assert!(text[at..].iter().all(|&b| is_space(b)));
        }
    }
}

#[test]
fn depth_costs_a_counter() {
    let text = "(;C[x]".repeat(100_000);
    let mut tokens = Vec::new();
    lex(text.as_bytes(), Stepping::Bytes, &mut tokens);
    assert_eq!(tokens.len(), 400_000);
}
