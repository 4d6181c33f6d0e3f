#![allow(clippy::unwrap_used)]

use super::*;
use crate::pgn::{Lexed, TokenKind, lex};
use proptest::prelude::*;

/// A piece of movetext.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Item {
    Word(String),
    Comment(String),
    Escape(String),
    Open,
    Close,
}

fn write_all(tags: &[(String, String)], items: &[Item]) -> String {
    let mut out = Vec::new();
    let mut writer = Writer::new(&mut out);
    tags.iter().for_each(|(name, value)| writer.tag(name, value));
    writer.end_tags();
    for item in items {
        match item {
            Item::Word(text) => writer.word(text),
            Item::Comment(text) => writer.comment(text),
            Item::Escape(text) => writer.escape(text),
            Item::Open => writer.open(),
            Item::Close => writer.close(),
        }
    }
    writer.finish("*");
    String::from_utf8(out).unwrap()
}

fn movetext(items: &[Item]) -> String {
    write_all(&[], items)
}

/// A game as the lexer sees it, ready to be written again.
fn read(text: &str) -> (Vec<(String, String)>, Vec<Item>) {
    let bytes = text.as_bytes();
    let mut lexed = Lexed::default();
    lex(bytes, &mut lexed);
    let string = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let tags = lexed.tags.iter().map(|tag| (string(tag.name.of(bytes)), tag.lossy(bytes).into_owned())).collect();
    let item = |token: &crate::pgn::Token| match token.kind {
        TokenKind::Comment | TokenKind::LineComment => Some(Item::Comment(string(token.inner(bytes)))),
        TokenKind::Escape => Some(Item::Escape(string(token.span.of(bytes)))),
        TokenKind::Open => Some(Item::Open),
        TokenKind::Close => Some(Item::Close),
        TokenKind::Tag | TokenKind::Result(_) => None,
        _ => Some(Item::Word(string(token.span.of(bytes)))),
    };
    (tags, lexed.tokens.iter().filter_map(item).collect())
}

fn w(text: &str) -> Item {
    Item::Word(text.into())
}

fn c(text: &str) -> Item {
    Item::Comment(text.into())
}

#[test]
fn pieces_go_where_the_standard_wants_them() {
    let items = [
        w("1."),
        w("e4"),
        w("$1"),
        c(" good "),
        w("1..."),
        w("e5"),
        Item::Open,
        w("1..."),
        w("c5"),
        Item::Open,
        c("x"),
        w("c6"),
        Item::Close,
        Item::Close,
        Item::Open,
        Item::Close,
    ];
    assert_eq!(movetext(&items), "1. e4 $1 {good} 1... e5 (1... c5 ({x} c6)) () *\n\n");
    assert_eq!(movetext(&[]), "*\n\n");
}

#[test]
fn tags_are_escaped() {
    let tags = [("White".to_owned(), "a\"b\\c".to_owned()), ("Annotator".to_owned(), "x\ny".to_owned())];
    assert_eq!(write_all(&tags, &[]), "[White \"a\\\"b\\\\c\"]\n[Annotator \"x y\"]\n\n*\n\n");
}

#[test]
fn no_line_is_longer_than_79_and_none_is_left_too_early() {
    let mut items = Vec::new();
    for number in 1..200 {
        items.extend([w(&format!("{number}.")), w("Nbxd7+"), w("Kf8"), Item::Open, w("O-O-O"), Item::Close, Item::Close]);
        items.push(c("äöü words of [%clk 0:01:00] some length [note] %x"));
    }
    let text = movetext(&items);
    let lines: Vec<&str> = text.lines().collect();
    for line in &lines {
        assert!(line.chars().count() <= WIDTH && !line.starts_with("[n") && !line.starts_with('%'), "{line}");
    }
    let full = |pair: &&[&str]| {
        let mut words = pair[1].split(' ');
        let mut next = words.next().unwrap_or_default().chars().count();
        // A command is one word; some words stick to the one before.
        for word in words.take_while(|word| pair[1].starts_with("[%") && word.contains(']') || word.starts_with(['[', '%'])) {
            next += 1 + word.chars().count();
        }
        pair[1].is_empty() || pair[0].chars().count() + 1 + next > WIDTH
    };
    assert!(lines.windows(2).filter(|pair| !full(pair)).count() == 0);
}

#[test]
fn comments_keep_their_words() {
    assert_eq!(movetext(&[c("a   b\n  c")]), "{a b c} *\n\n");
    assert_eq!(movetext(&[c("a } b"), w("e4")]), "; a } b\ne4 *\n\n");
    assert_eq!(movetext(&[w("e4"), Item::Escape("% x".into()), w("e5")]), "e4\n% x\ne5 *\n\n");
    assert_eq!(movetext(&[c("")]), "{} *\n\n");
    assert_eq!(movetext(&[Item::Open, c("}"), Item::Close]), "(; }\n) *\n\n");
    let long = movetext(&[c(&format!("{} [%clk 0:05:00] [%csl Ga1, Rb2]", "x".repeat(70)))]);
    assert!(long.contains("\n[%clk 0:05:00] [%csl Ga1, Rb2]}"), "{long}");
}

#[test]
fn comments_may_stand_behind_the_result() {
    let mut out = Vec::new();
    let mut writer = Writer::new(&mut out);
    writer.word("e4");
    writer.finish_with("1-0", &["a", "b }"]);
    assert_eq!(String::from_utf8(out).unwrap(), "e4 1-0 {a} ; b }\n\n");
}

fn item() -> impl Strategy<Value = Item> {
    let words = prop::collection::vec(
        prop::sample::select(vec![
            "a",
            "word",
            "[%clk",
            "0:01]",
            "%",
            "  ",
            "\n",
            "é",
            "(",
            "{",
            ";",
            "1-0",
            "Nf3",
            "[x",
            "longer-word-than-most",
            "[%csl Ga1]",
        ]),
        0..30,
    );
    prop_oneof![
        prop::sample::select(vec!["1.", "12...", "e4", "Nf3+", "O-O", "exd8=Q#", "--", "$1", "$255"]).prop_map(w),
        words.clone().prop_map(|words| c(&words.join(" "))),
        words.prop_map(|words| c(&(words.join(" ").replace('\n', "") + "}"))),
        Just(Item::Escape("% escaped {".into())),
        Just(Item::Open),
        Just(Item::Close),
    ]
}

proptest! {
    #[test]
    fn writing_again_changes_nothing(items in prop::collection::vec(item(), 0..60), value in "[ -~é]{0,20}") {
        let once = write_all(&[("Event".into(), value.clone())], &items);
        let (tags, again) = read(&once);
        prop_assert_eq!(&tags, &[("Event".to_owned(), value)]);
        prop_assert_eq!(write_all(&tags, &again), once);
    }

    #[test]
    fn what_is_written_is_read_back(items in prop::collection::vec(item(), 0..60)) {
        // Blanks in a comment mean no more than one.
        let folded = |items: Vec<Item>| items.into_iter().map(|item| match item {
            Item::Comment(text) => Item::Comment(text.split_whitespace().collect::<Vec<_>>().join(" ")),
            item => item,
        }).collect::<Vec<_>>();
        let (_, back) = read(&movetext(&items));
        prop_assert_eq!(folded(back), folded(items));
    }
}
