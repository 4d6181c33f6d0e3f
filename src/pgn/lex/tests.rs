#![allow(clippy::unwrap_used)]

use super::*;
use crate::pgn::Outcome;

/// The tokens as `kind text`, one a line.
fn show(text: &str) -> String {
    let mut lexed = Lexed::default();
    lex(text.as_bytes(), &mut lexed);
    covers(text.as_bytes(), &lexed);
    let line = |token: &Token| {
        let odd = if token.is_odd() { "~" } else { "" };
        let cut = if token.is_unterminated() { "^" } else { "" };
        format!("{odd}{cut}{:?} {}", token.kind, String::from_utf8_lossy(token.span.of(text.as_bytes())))
    };
    lexed.tokens.iter().map(line).collect::<Vec<_>>().join("|")
}

/// Tokens are in order, do not overlap, are not empty, and leave out nothing but blanks.
fn covers(bytes: &[u8], lexed: &Lexed) {
    let mut at = 0;
    for token in &lexed.tokens {
        let range = token.span.range();
        assert!(range.start >= at && range.end > range.start && range.end <= bytes.len(), "{token:?}");
        assert!(bytes[at..range.start].iter().all(|b| is_blank(*b)), "dropped before {token:?}");
        at = range.end;
    }
    assert!(bytes[at..].iter().all(|b| is_blank(*b)), "dropped at the end");
    assert_eq!(lexed.tags.len(), lexed.tokens.iter().filter(|t| t.kind == TokenKind::Tag).count());
}

#[test]
fn a_plain_game() {
    assert_eq!(
        show("[Event \"T\"]\n\n1. e4 e5 2.Nf3 Nc6 1/2-1/2\n"),
        "Tag [Event \"T\"]|MoveNumber 1.|Move e4|Move e5|MoveNumber 2.|Move Nf3|Move Nc6|Result(Draw) 1/2-1/2"
    );
}

#[test]
fn glued_tokens_come_apart() {
    assert_eq!(
        show("1.e4{x}e5$1 2.Nc6*"),
        "MoveNumber 1.|Move e4|Comment {x}|Move e5|Nag $1|MoveNumber 2.|Move Nc6|Result(Open) *"
    );
    assert_eq!(show("1. e4!? Nc61-0"), "MoveNumber 1.|Move e4|Suffix !?|Move Nc6|Result(White) 1-0");
    assert_eq!(show("1e4 e5 2Nf3"), "~MoveNumber 1|Move e4|Move e5|~MoveNumber 2|Move Nf3");
    assert_eq!(show("1. ... e5"), "MoveNumber 1.|Dots ...|Move e5");
    assert_eq!(show("4.0-0 0-0-0+"), "MoveNumber 4.|Move 0-0|Move 0-0-0+");
    assert_eq!(show("1. Qxf7+- Kd8+/="), "MoveNumber 1.|Move Qxf7|Glyph +-|Move Kd8|Glyph +/=");
}

#[test]
fn promotions_and_en_passant_stay_whole() {
    assert_eq!(show("8. e8(Q) e8/Q e8=Q+ e8Q"), "MoveNumber 8.|Move e8(Q)|Move e8/Q|Move e8=Q+|Move e8Q");
    assert_eq!(show("4. exd6e.p. exd6 e.p. exd6ep"), "MoveNumber 4.|Move exd6e.p.|Move exd6|~EnPassant e.p.|Move exd6ep");
    assert_eq!(
        show("1. e4 (e5) (Q) e8 (1. d4)"),
        "MoveNumber 1.|Move e4|Open (|Move e5|Close )|Open (|Move Q|Close )|Move e8|Open (|MoveNumber 1.|Move d4|Close )"
    );
}

#[test]
fn results_in_every_spelling() {
    for (text, outcome) in [
        ("1–0", Outcome::White),
        ("1:0", Outcome::White),
        ("1-O", Outcome::White),
        ("1 - 0", Outcome::White),
        ("O-1", Outcome::Black),
        ("½-½", Outcome::Draw),
        ("½", Outcome::Draw),
        ("1/2", Outcome::Draw),
        ("1/2 - 1/2", Outcome::Draw),
        ("0.5-0.5", Outcome::Draw),
        (".5-.5", Outcome::Draw),
        ("0:0", Outcome::BothLose),
        ("0-1/2", Outcome::HalfToBlack),
    ] {
        assert_eq!(show(&format!("1. e4 e5 {text}")), format!("MoveNumber 1.|Move e4|Move e5|~Result({outcome:?}) {text}"));
    }
    assert_eq!(show("1. e4 e5 0-1"), "MoveNumber 1.|Move e4|Move e5|Result(Black) 0-1");
}

#[test]
fn signs_that_are_results_only_where_the_tag_says_so() {
    assert_eq!(show("[Result \"0-0\"]\n\n1. e4 0-0"), "Tag [Result \"0-0\"]|MoveNumber 1.|Move e4|~Result(BothLose) 0-0");
    assert_eq!(show("[Result \"*\"]\n\n1. e4 0-0"), "Tag [Result \"*\"]|MoveNumber 1.|Move e4|Move 0-0");
    assert_eq!(show("[Result \"*\"]\n\n+/- {x}"), "Tag [Result \"*\"]|~Result(WhiteByForfeit) +/-|Comment {x}");
    assert_eq!(show("1. e4 e5 +/-"), "MoveNumber 1.|Move e4|Move e5|Glyph +/-");
    assert_eq!(show("1. e4 e5 draw"), "MoveNumber 1.|Move e4|Move e5|~Result(Draw) draw");
}

#[test]
fn signs_and_glyphs() {
    assert_eq!(show("e4 ± = +/- ∞ □ N !!! ‼"), "Move e4|Glyph ±|Glyph =|Glyph +/-|Glyph ∞|Glyph □|~Glyph N|~Suffix !!!|Suffix ‼");
    assert_eq!(show("Bxf7 + Kxf7 #"), "Move Bxf7|~CheckMark +|Move Kxf7|~CheckMark #");
    assert_eq!(show("e4 (=) e5 ( = )"), "Move e4|DrawOffer (=)|Move e5|~DrawOffer ( = )");
    assert_eq!(show("-- Z0 <> @@@@ 0000"), "NullMove --|NullMove Z0|NullMove <>|NullMove @@@@|NullMove 0000");
    assert_eq!(show("e4 $ $300 <foo> < e4 >"), "Move e4|Nag $|Nag $300|Reserved <foo>|Reserved < e4 >");
    assert_eq!(show("e4± Nf3□"), "Move e4|Glyph ±|Move Nf3|Glyph □");
}

#[test]
fn words_of_other_scripts() {
    assert_eq!(show("1. ♘f3 Кf6 Сb4"), "MoveNumber 1.|Move ♘f3|Move Кf6|Move Сb4");
    assert_eq!(show("1, e4 2) d4 3: c4"), "~MoveNumber 1,|Move e4|~MoveNumber 2)|Move d4|~MoveNumber 3:|Move c4");
    assert_eq!(show("1…e5"), "~MoveNumber 1…|Move e5");
}

#[test]
fn lines() {
    assert_eq!(
        show("1. e4 ; a { b\n% x {\ne5 % y"),
        "MoveNumber 1.|Move e4|LineComment ; a { b|Escape % x {|Move e5|Stray %|Move y"
    );
    assert_eq!(show("1. e4 ;x\r% y\re5"), "MoveNumber 1.|Move e4|LineComment ;x|Escape % y|Move e5");
    assert_eq!(show("e4 <br>\ne5<BR/>"), "Move e4|Markup <br>|Move e5|Markup <BR/>");
}

#[test]
fn odd_bytes_are_tokens() {
    assert_eq!(
        show("\u{feff}[Event \"T\"]\u{a0}\n1. e4\u{200b} e5\0 *"),
        "Mark \u{feff}|Tag [Event \"T\"]|OddBlank \u{a0}|MoveNumber 1.|Move e4|OddBlank \u{200b}|Move e5|Nul \0|Result(Open) *"
    );
    assert_eq!(
        show("1. e4 &nbsp; e5 &amp; , } \""),
        "MoveNumber 1.|Move e4|OddBlank &nbsp;|Move e5|Stray &amp;|Stray ,|Stray }|Stray \""
    );
}

#[test]
fn the_tag_section() {
    assert_eq!(show("[A \"x\"] [B \"y\"] 1. e4"), "Tag [A \"x\"]|Tag [B \"y\"]|MoveNumber 1.|Move e4");
    assert_eq!(show("Event \"T\"]\n[Site \"S\"]\n\ne4"), "Tag Event \"T\"]|Tag [Site \"S\"]|Move e4");
    assert_eq!(
        show("From: me\n\nHello there\n[Site \"S\"]\n\ne4"),
        "MailHeader From: me|Stray Hello there|Tag [Site \"S\"]|Move e4"
    );
    assert_eq!(
        show("{c}\n[A \"x\"]\nfoo bar\n{d}[B \"y\"]\n1. e4"),
        "Comment {c}|Tag [A \"x\"]|Stray foo bar|Comment {d}|Tag [B \"y\"]|MoveNumber 1.|Move e4"
    );
    assert_eq!(show("[A \"foo\n\n1. e4 e5"), "Tag [A \"foo|MoveNumber 1.|Move e4|Move e5");
    assert_eq!(show("[A \"x\"]<br>[B \"y<br>\n1. e4"), "Tag [A \"x\"]|Markup <br>|Tag [B \"y|Markup <br>|MoveNumber 1.|Move e4");
    assert_eq!(show("A game:\n1. e4 e5"), "Stray A game:|MoveNumber 1.|Move e4|Move e5");
}

#[test]
fn unterminated_comments_run_to_the_end() {
    assert_eq!(show("1. e4 { open\n e5 *\n"), "MoveNumber 1.|Move e4|^Comment { open\n e5 *");
    assert_eq!(show("{"), "^Comment {");
}

#[test]
fn braces_do_not_nest_but_the_game_goes_on() {
    assert_eq!(show("1. e4 { a { b } c } e5 *"), "MoveNumber 1.|Move e4|Comment { a { b }|Stray c }|Move e5|Result(Open) *");
    assert_eq!(show("1. e4 { a { b } e5 {c} *"), "MoveNumber 1.|Move e4|Comment { a { b }|Move e5|Comment {c}|Result(Open) *");
}

#[test]
fn plain_records_are_known_as_such() {
    let plain = |text: &str| {
        let mut lexed = Lexed::default();
        lex(text.as_bytes(), &mut lexed);
        lexed.is_plain()
    };
    assert!(plain("[A \"x\"]\n\n1. e4 {x} e5 1-0\n"));
    for text in [
        "1. e4",
        "1. e4 1-0 1-0",
        "1. e4 1-0 e5",
        "1. e4 (1. d4) *",
        "1. e4! *",
        "1. e4 1/2",
        "1. e4 * {",
        "1, e4 *",
        "1. e4 \0*",
    ] {
        assert!(!plain(text), "{text}");
    }
}

#[test]
fn coverage_holds_for_any_bytes() {
    let alphabet: Vec<&str> = "e4 Nf3 O-O 0-0 1. 1 12... 1-0 1/2 ½ * ( ) { } ; % \n \r [ ] [Event \"x\"] \" \\ $ $1 ! ? < > <br> . … + # = - – -- e.p. \u{a0} \u{feff} \0 é ♘ ± & &nbsp; , : / @ _ ' Z0"
        .split(' ')
        .collect();
    let mut seed = 7u64;
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..12 {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            text += alphabet[(seed >> 33) as usize % alphabet.len()];
            if seed >> 60 & 1 == 1 {
                text.push(' ');
            }
        }
        show(&text);
        // Cut anywhere, also inside a character.
        let bytes = &text.as_bytes()[..(seed >> 40) as usize % (text.len() + 1)];
        let mut lexed = Lexed::default();
        lex(bytes, &mut lexed);
        covers(bytes, &lexed);
    }
}
