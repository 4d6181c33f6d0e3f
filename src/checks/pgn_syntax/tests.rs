#![allow(clippy::unwrap_used)]

use super::*;
use crate::checks::Selection;
use crate::input::charset::Charset;
use crate::pgn::lex;
use crate::record::Format;

fn found(text: &[u8]) -> Vec<Finding> {
    let mut lexed = Lexed::default();
    lex(text, &mut lexed);
    let record = RawRecord { format: Format::Pgn, bytes: text, charset: Charset::Utf8 };
    let mut findings = Findings::new(Selection::default());
    check(&record, &lexed, &mut findings);
    findings.take()
}

/// The names of what is found, each with the text it stands at.
fn names(text: &str) -> Vec<String> {
    found(text.as_bytes())
        .iter()
        .map(|f| format!("{} {}", f.check.name(), String::from_utf8_lossy(f.span.of(text.as_bytes()))))
        .collect()
}

/// The text after all repairs.
fn mended(text: &str) -> String {
    let mut edits: Vec<Edit> = found(text.as_bytes()).into_iter().filter_map(|f| f.fix).flat_map(|fix| fix.edits).collect();
    edits.sort_by_key(|e| e.span.start);
    let mut out = text.as_bytes().to_vec();
    for edit in edits.into_iter().rev() {
        out.splice(edit.span.range(), edit.text);
    }
    String::from_utf8(out).unwrap()
}

fn is(text: &str, expected: &[&str]) {
    assert_eq!(names(text), expected, "{text}");
}

/// Its repair gives `to`, in which nothing is left to report.
fn mends(text: &str, to: &str) {
    assert_eq!(mended(text), to, "{text}");
    is(to, &[]);
}

#[test]
fn good_movetext_is_silent() {
    for good in [
        "[A \"x\"]\n\n1. e4 e5 (1... c5 {x} (1... c6) 2. Nf3) 2. Nf3! $1 $255 ; c\n% d\nNc6 *",
        "1. e4 () e5 (=) 1/2-1/2 {the end} ; and more",
        "1. e4 ± e5 += 2. Nf3 1-0",
        "1-0",
    ] {
        is(good, &[]);
    }
}

#[test]
fn what_is_cut_off_is_reported_once() {
    is("1. e4 { open e5 *", &["unterminated-comment {"]);
    is("1. e4 (1. d4 (1. c4 *", &["unterminated-variation ("]);
    is("1. e4 e5", &["missing-terminator e5"]);
    is("1. e4 e5) 2. Nf3 *", &["unmatched-parenthesis )"]);
    is("[A \"x\"]\n", &["missing-movetext [A \"x\"]"]);
    is("[A \"x\"]\n\n{only a comment}", &["missing-movetext [A \"x\"]"]);
    is("[A \"x\"]\n\n{open", &["unterminated-comment {"]);
    mends("1. e4 (1. d4 (1. c4 *", "1. e4 (1. d4 (1. c4 )) *");
    mends("1. e4 e5) 2. Nf3 *", "1. e4 e5 2. Nf3 *");
    mends("[Result \"1-0\"]\n\n1. e4 e5", "[Result \"1-0\"]\n\n1. e4 e5 1-0");
    mends("1. e4 e5 ; c\n", "1. e4 e5 ; c\n*\n");
}

#[test]
fn text_behind_the_result_is_one_fault() {
    is("1. e4 1-0 2. Nf3 ) $999 x", &["text-after-terminator 2. Nf3 ) $999 x"]);
    is("1. e4 1-0 0-1", &["text-after-terminator 0-1"]);
    is("1. e4 * {fine} ; fine\n% fine", &[]);
    is("1. e4 *\n\nHere comes\nround two.", &["text-after-terminator Here comes\nround two."]);
    is("1. e4 * {open", &["unterminated-comment {"]);
}

#[test]
fn text_that_is_nothing_is_reported() {
    is("1. e4 % x *", &["stray-text %"]);
    is("1. e4 } e5 *", &["stray-text }"]);
    is("1. e4 { a { b } c } e5 *", &["stray-text c }"]);
    is("1. e4 [%clk 0:01:00] e5 *", &["stray-text [%clk 0:01:00]"]);
    is("1. e4 \"see here\" e5 *", &["stray-text \"see here\""]);
    is("1. e4, e5, 2. Nf3, *", &["stray-text ,"]);
    is("1. e4 (1. d4 {open *", &["unterminated-comment {"]);
    is("From: a\nSubject: b\n\n[A \"x\"]\n\n*", &["stray-text From: a\nSubject: b"]);
    is("Hello\nthere\n[A \"x\"]\n\n*", &["stray-text Hello\nthere"]);
    assert_eq!(found(b"From: a\n[A \"x\"]\n\n*")[0].severity, Severity::Warning);
    mends("[A \"x\"]<br>\n1. e4<br>e5 *<br>", "[A \"x\"]\n1. e4\ne5 *");
}

#[test]
fn signs_and_numbers() {
    is("1. e4 $300 e5 $ *", &["bad-nag $300", "bad-nag $"]);
    is("$1 1. e4 *", &["bad-nag $1"]);
    is("1. e4!!! *", &["bad-nag !!!"]);
    is("1. e4 <foo> e5 *", &["reserved-character <foo>"]);
    mends("1, e4 e5 2) Nf3 3Nc3 1–0", "1. e4 e5 2. Nf3 3.Nc3 1-0");
    mends("1. e4 e5 1/2", "1. e4 e5 1/2-1/2");
    is("1. e4 e5 0:0", &["malformed-result 0:0"]);
}

#[test]
fn damaged_tags_are_mended() {
    for (bad, good) in [
        ("Event \"T\"]\n\n*", "[Event \"T\"]\n\n*"),
        ("[Event \"T\"\n\n*", "[Event \"T\"]\n\n*"),
        ("[Event T]\n\n*", "[Event \"T\"]\n\n*"),
        ("[Event T\"]\n\n*", "[Event \"T\"]\n\n*"),
        ("[Event \"T]\n\n*", "[Event \"T\"]\n\n*"),
        ("[Event \"T\n\n*", "[Event \"T\"]\n\n*"),
        ("[Event \"a \"q\" b\"]\n\n*", "[Event \"a \\\"q\\\" b\"]\n\n*"),
        ("[Event \"foo\\\"]\n\n*", "[Event \"foo\\\\\"]\n\n*"),
        ("[Event \"C:\\x\"]\n\n*", "[Event \"C:\\\\x\"]\n\n*"),
    ] {
        assert_eq!(found(bad.as_bytes()).len(), 1, "{bad}");
        mends(bad, good);
    }
    assert!(found(b"[My Tag \"x\"]\n\n*")[0].fix.is_none());
}

#[test]
fn floods_give_few_findings() {
    for unit in ["(", ")", "{ ", "}", "<br>", "% ", "$ "] {
        let text = format!("1. e4 {}", unit.repeat(2000));
        assert!(found(text.as_bytes()).len() <= 2001, "{unit}");
    }
    assert_eq!(found("1. e4 (".repeat(2000).as_bytes()).len(), 1);
}
