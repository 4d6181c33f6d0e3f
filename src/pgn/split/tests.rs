#![allow(clippy::unwrap_used)]

use super::*;

const TAGS: &str =
    "[Event \"T\"]\n[Site \"S\"]\n[Date \"2024.01.02\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n";

/// The records of a whole input, `None` if it holds none.
fn whole(text: &[u8]) -> Option<Vec<&[u8]>> {
    chunked(text, text.len().max(1))
}

/// The same, shown `size` more bytes at a time.
fn chunked(text: &[u8], size: usize) -> Option<Vec<&[u8]>> {
    let (mut records, mut splitter, mut start, mut end) = (Vec::new(), Splitter::new(), 0, 0);
    while start < text.len() {
        match splitter.cut(&text[start..end], end == text.len()) {
            Cut::More => {
                assert!(end < text.len(), "asks for more than there is");
                end = text.len().min(end + size);
            }
            Cut::Record(length) => {
                assert!(length > 0 && start + length <= end);
                records.push(&text[start..start + length]);
                start += length;
            }
            Cut::Junk(length) => {
                assert_eq!((start, length), (0, text.len()));
                return None;
            }
        }
    }
    Some(records)
}

/// Splits and shows the first bytes of what stands in each record behind its tags.
fn starts(text: &str) -> Vec<String> {
    let records = whole(text.as_bytes()).unwrap_or_default();
    for size in [1, 7, 600] {
        assert_eq!(chunked(text.as_bytes(), size).unwrap_or_default(), records, "by {size}: {text}");
    }
    records.iter().map(|r| String::from_utf8_lossy(r).replace(TAGS, "T ").trim().to_owned()).collect()
}

fn cuts(text: &str, expected: &[&str]) {
    assert_eq!(starts(&text.replace("T ", TAGS)), expected, "{text}");
}

#[test]
fn games_with_tags() {
    cuts("T 1. e4 *\n\nT 1. d4 *\n", &["T 1. e4 *", "T 1. d4 *"]);
    cuts("T 1. e4 *\nT 1. d4 *\n", &["T 1. e4 *", "T 1. d4 *"]);
    cuts("T 1. e4 * T 1. d4 *", &["T 1. e4 *", "T 1. d4 *"]);
    cuts("T 1. e4\n\nT 1. d4", &["T 1. e4", "T 1. d4"]);
    cuts("T 1. e4 *\n \u{feff}T 1. d4 *\n", &["T 1. e4 *", "\u{feff}T 1. d4 *"]);
    cuts("T 1. e4 e5\n\n2. Nf3 *\n\nT 1. d4 *", &["T 1. e4 e5\n\n2. Nf3 *", "T 1. d4 *"]);
    cuts("T 1. e4 * 2. d4\n\nT 1. d4 *", &["T 1. e4 * 2. d4", "T 1. d4 *"]);
    cuts("T 1. e4 *\n\nHere comes round two.\n\nT *", &["T 1. e4 *\n\nHere comes round two.", "T *"]);
    cuts("T 1. e4 *\n\nFrom: me\nSubject: x\n\nT *", &["T 1. e4 *", "From: me\nSubject: x\n\nT *"]);
    cuts("T 1. e4 *\n\nEvent \"x\"]\n[Site \"y\"]\n\n*", &["T 1. e4 *", "Event \"x\"]\n[Site \"y\"]\n\n*"]);
    cuts("T 1. e4 *\n\n[Event x]\n\n*", &["T 1. e4 *", "[Event x]\n\n*"]);
}

#[test]
fn games_without_movetext() {
    cuts("T T *", &["T", "T *"]);
    cuts("[Event \"a\"]\n[White \"b\"]\n\n[Event \"c\"]\n\n*", &["[Event \"a\"]\n[White \"b\"]", "[Event \"c\"]\n\n*"]);
    cuts(
        "[Event \"a\"]\n[Site \"b\"]\n\n[White \"c\"]\n[Black \"d\"]\n\n1. e4 *",
        &["[Event \"a\"]\n[Site \"b\"]\n\n[White \"c\"]\n[Black \"d\"]\n\n1. e4 *"],
    );
    cuts(
        "[Event \"a\"]\n[Result \"*\"]\n[White \"x\"]\n[White \"y\"]\n\n*",
        &["[Event \"a\"]\n[Result \"*\"]\n[White \"x\"]\n[White \"y\"]\n\n*"],
    );
    cuts("[Event \"a\"]\n[Event \"b\"]\n[Site \"c\"]\n\n*", &["[Event \"a\"]\n[Event \"b\"]\n[Site \"c\"]\n\n*"]);
}

#[test]
fn games_without_tags() {
    cuts("1. e4 e5 1-0\n\n1. d4 d5 0-1\n", &["1. e4 e5 1-0", "1. d4 d5 0-1"]);
    cuts("1. e4 e5 1-0\n1. d4 d5 0-1\n", &["1. e4 e5 1-0", "1. d4 d5 0-1"]);
    cuts("1. e4 e5 1-0 1. d4 d5 0-1", &["1. e4 e5 1-0", "1. d4 d5 0-1"]);
    cuts("T 1. e4 e5 1-0 1. d4 d5 0-1", &["T 1. e4 e5 1-0 1. d4 d5 0-1"]);
    cuts("1. e4 e5 1/2\n1. d4 d5 1:0", &["1. e4 e5 1/2", "1. d4 d5 1:0"]);
    cuts("e4 e5 1-0\nd4 d5 *\n", &["e4 e5 1-0", "d4 d5 *"]);
    cuts("1. e4 e5\n\n1. d4 d5\n", &["1. e4 e5", "1. d4 d5"]);
    cuts("1. e4\n1... e5\n1. ... e5 *", &["1. e4\n1... e5\n1. ... e5 *"]);
    cuts("1. e4 1-0\n2. Nf3", &["1. e4 1-0\n2. Nf3"]);
    cuts("1. e4 1-0 {x}\n1. d4 *", &["1. e4 1-0 {x}", "1. d4 *"]);
    cuts("1. e4 1-0\n\nT *", &["1. e4 1-0", "T *"]);
    cuts("T 1. e4 1-0\n\n1. d4 *", &["T 1. e4 1-0", "1. d4 *"]);
}

#[test]
fn what_is_never_closed_ends_with_its_game() {
    cuts("T 1. e4 { open\n\nT 1. d4 *", &["T 1. e4 { open", "T 1. d4 *"]);
    cuts("T 1. e4 { open *\n\nT 1. d4 { fine } *", &["T 1. e4 { open *", "T 1. d4 { fine } *"]);
    cuts("T 1. e4 { open *\n\nT 1. d4 *\n\nT 1. c4 { fine } *", &["T 1. e4 { open *", "T 1. d4 *", "T 1. c4 { fine } *"]);
    cuts("T 1. e4 { open *\n\nT 1. d4 } *", &["T 1. e4 { open *", "T 1. d4 } *"]);
    cuts("T 1. e4 (1. d4 *\n\nT *", &["T 1. e4 (1. d4 *", "T *"]);
    cuts("1. e4 { open 1-0\n\n1. d4 { fine } 0-1", &["1. e4 { open 1-0", "1. d4 { fine } 0-1"]);
    cuts("1. e4 { open 1-0\n\n1. d4 0-1", &["1. e4 { open 1-0", "1. d4 0-1"]);
    cuts("1. e4 (1. d4 1-0\n\n1. d4 0-1", &["1. e4 (1. d4 1-0", "1. d4 0-1"]);
    cuts("T 1. e4 { open\n\n[Event \"a}\"]\n[Site \"x\"]\n\n*", &["T 1. e4 { open", "[Event \"a}\"]\n[Site \"x\"]\n\n*"]);
    cuts("[A \"foo\n\n1. e4 *\n\nT *", &["[A \"foo\n\n1. e4 *", "T *"]);
    cuts("[Event \"a\"]\n{ open\n\nT *", &["[Event \"a\"]\n{ open", "T *"]);
}

#[test]
fn what_looks_like_a_game_and_is_none() {
    cuts("T 1. e4 { a\n\n[Event \"no\"]\n\nb } e5 *\n\nT *", &["T 1. e4 { a\n\n[Event \"no\"]\n\nb } e5 *", "T *"]);
    cuts("T 1. e4 { a\n\nT 1. c4 c5 1-0\n\n } e5 *\n\nT *", &["T 1. e4 { a\n\nT 1. c4 c5 1-0\n\n } e5 *", "T *"]);
    cuts("T 1. e4 ; {\ne5 *\n\nT *", &["T 1. e4 ; {\ne5 *", "T *"]);
    cuts("T 1. e4\n% { [Event \"x\"]\ne5 *\n\nT *", &["T 1. e4\n% { [Event \"x\"]\ne5 *", "T *"]);
    cuts("{ file }\n\nT 1. e4 *\n", &["{ file }\n\nT 1. e4 *"]);
    cuts("{ open\n\nT 1. e4 *\n\nT *", &["{ open\n\nT 1. e4 *", "T *"]);
    cuts("My games 1. first\n\nT 1. e4 *", &["My games 1. first\n\nT 1. e4 *"]);
    cuts("[Event \"{\"]\n[Site \";\"]\n\n1. e4 *\n\nT *", &["[Event \"{\"]\n[Site \";\"]\n\n1. e4 *", "T *"]);
    cuts("T 1. e4 [see] e5 *\n\nT *", &["T 1. e4 [see] e5 *", "T *"]);
    cuts("[A \"x\"]\nfoo bar\n[B \"y\"]\n\n1. e4 *", &["[A \"x\"]\nfoo bar\n[B \"y\"]\n\n1. e4 *"]);
}

#[test]
fn line_ends_of_every_kind() {
    for end in ["\r", "\r\n", "<br>", "<br>\n"] {
        let text = format!("{TAGS}1. e4 e5\n2. Nf3 *\n\n{TAGS}1. d4 *\n").replace('\n', end);
        let records = whole(text.as_bytes()).unwrap();
        assert_eq!(records.len(), 2, "{end:?}");
        assert_eq!(chunked(text.as_bytes(), 1).unwrap(), records, "{end:?}");
    }
}

#[test]
fn inputs_without_a_game_are_junk() {
    for text in ["Dear diary", "{ a comment }", "\n\n", "% x", "; x"] {
        assert!(whole(text.as_bytes()).is_none(), "{text}");
        assert!(chunked(text.as_bytes(), 1).is_none(), "{text}");
    }
    assert_eq!(whole(b"*").unwrap().len(), 1);
}

#[test]
fn damage_costs_linear_time() {
    let floods = [
        "{ [Event \"x\"]\n",
        "[Event \"x\"]\n{",
        "{",
        "(",
        "}",
        "[",
        "[a",
        "\n1. e4 {",
        "1.\n\n",
        "[A \"\"\"",
        "<",
        "<br",
        "{\n[",
        "\"]",
        "\\\"",
        "* [",
        "*\n1. e4 {",
        "1,",
        "–",
        "1-",
        "[A \"\\\"]",
        "\n%",
        "e4 {[%clk 0:00:01]} ",
    ];
    for unit in floods {
        let text = unit.repeat(2_000_000 / unit.len());
        let started = std::time::Instant::now();
        let records = whole(text.as_bytes()).unwrap_or_default();
        let mut lexed = crate::pgn::Lexed::default();
        records.iter().for_each(|record| crate::pgn::lex(record, &mut lexed));
        crate::pgn::lex(text.as_bytes(), &mut lexed);
        assert!(started.elapsed().as_secs_f32() < 5.0, "{unit:?} took {:?}", started.elapsed());
    }
}
