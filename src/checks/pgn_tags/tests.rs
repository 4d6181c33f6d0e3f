#![allow(clippy::unwrap_used)]

use super::*;
use crate::checks::Selection;
use crate::input::charset::Charset;
use crate::pgn::lex;
use crate::record::Format;

const ROSTER: &str =
    "[Event \"T\"]\n[Site \"S\"]\n[Date \"2024.01.02\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n";

fn run(text: &str) -> (Option<ChessResult>, Vec<Finding>) {
    let mut lexed = Lexed::default();
    lex(text.as_bytes(), &mut lexed);
    let record = RawRecord { format: Format::Pgn, bytes: text.as_bytes(), charset: Charset::Utf8 };
    let mut findings = Findings::new(Selection::default());
    check(&record, &lexed, &mut findings);
    let result = result(&record, &lexed, &mut findings);
    (result, findings.take())
}

fn names(text: &str) -> Vec<&'static str> {
    run(text).1.iter().map(|f| f.check.name()).collect()
}

fn mended(text: &str) -> String {
    let mut edits: Vec<Edit> = run(text).1.into_iter().filter_map(|f| f.fix).flat_map(|fix| fix.edits).collect();
    edits.sort_by_key(|e| e.span.start);
    let mut out = text.as_bytes().to_vec();
    for edit in edits.into_iter().rev() {
        out.splice(edit.span.range(), edit.text);
    }
    String::from_utf8(out).unwrap()
}

/// One more tag behind a whole roster.
fn with(tag: &str) -> String {
    format!("{ROSTER}{tag}\n\n1. e4 *\n")
}

#[test]
fn good_tags_are_silent() {
    for tag in [
        "[WhiteElo \"2700\"]",
        "[WhiteElo \"-\"]",
        "[ECO \"B90\"]",
        "[TimeControl \"40/9000:3600\"]",
        "[EventDate \"2024.??.??\"]",
        "[Foo \"\"]",
        "[SetUp \"0\"]",
        "[SetUp \"1\"]\n[FEN \"x\"]",
    ] {
        assert_eq!(names(&with(tag)), Vec::<&str>::new(), "{tag}");
    }
}

#[test]
fn missing_roster_tags_are_put_in_their_places() {
    let text = "[Site \"S\"]\n[White \"A\"]\n[Result \"1-0\"]\n[ECO \"B90\"]\n\n1. e4 1-0\n";
    assert_eq!(names(text), ["missing-roster-tag"]);
    assert_eq!(
        mended(text),
        "[Event \"?\"]\n[Site \"S\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A\"]\n[Black \"?\"]\n[Result \"1-0\"]\n[ECO \"B90\"]\n\n1. e4 1-0\n"
    );
    assert_eq!(names(&mended(text)), Vec::<&str>::new());
    let bare = mended("1. e4 0-1\n");
    assert!(bare.starts_with("[Event \"?\"]\n[Site \"?\"]\n") && bare.ends_with("[Result \"0-1\"]\n\n1. e4 0-1\n"), "{bare}");
    assert_eq!(names(&bare), Vec::<&str>::new());
    let crlf = mended("[White \"A\"]\r\n\r\n1. e4 *\r\n");
    assert!(!crlf.replace("\r\n", "").contains('\n'), "{crlf}");
}

#[test]
fn names_of_tags() {
    assert_eq!(names(&with("[White \"Z\"]")), ["duplicate-tag"]);
    assert_eq!(names(&with("[Foo \"1\"]\n[foo \"2\"]")), ["duplicate-tag"]);
    assert_eq!(mended(&with("[White \"A\"]")), with("").replace("\n\n\n", "\n\n"));
    let lower = ROSTER.replace("[Event", "[event") + "\n*\n";
    assert_eq!(names(&lower), ["tag-name-case"]);
    assert_eq!(mended(&lower), ROSTER.to_owned() + "\n*\n");
    assert_eq!(names(&with("[WhiteElo \"\"]")), ["empty-tag"]);
    assert_eq!(mended(&with("[WhiteElo \"\"]")), with("[WhiteElo \"?\"]"));
}

#[test]
fn values_of_tags() {
    for (tag, name, fixed) in [
        ("[EventDate \"2024-1-2\"]", "malformed-date", Some("[EventDate \"2024.01.02\"]")),
        ("[UTCDate \"2023.02.30\"]", "impossible-date", None),
        ("[WhiteElo \"27OO\"]", "bad-rating", Some("[WhiteElo \"2700\"]")),
        ("[BlackElo \"GM\"]", "bad-rating", None),
        ("[ECO \"b90\"]", "bad-eco", Some("[ECO \"B90\"]")),
        ("[ECO \"Z99\"]", "bad-eco", None),
        ("[TimeControl \"90 min + 30 s\"]", "malformed-time-control", Some("[TimeControl \"5400+30\"]")),
        ("[TimeControl \"slow\"]", "malformed-time-control", None),
        ("[SetUp \"1\"]", "setup-without-fen", None),
        ("[FEN \"x\"]", "fen-without-setup", Some("[SetUp \"1\"]\n[FEN \"x\"]")),
        ("[SetUp \"0\"]\n[FEN \"x\"]", "fen-without-setup", Some("[SetUp \"1\"]\n[FEN \"x\"]")),
    ] {
        let text = with(tag);
        assert_eq!(names(&text), [name], "{tag}");
        assert_eq!(mended(&text), with(fixed.unwrap_or(tag)), "{tag}");
    }
}

#[test]
fn results() {
    let text = |tag: &str, end: &str| format!("{}\n1. e4 {end}\n", ROSTER.replace("\"*\"", &format!("\"{tag}\"")));
    for (tag, end, result, expected) in [
        ("1-0", "1-0", Some(ChessResult::WhiteWins), &[][..]),
        ("1/2", "1/2-1/2", Some(ChessResult::Draw), &["malformed-result"]),
        ("Black wins", "0-1", Some(ChessResult::BlackWins), &["malformed-result"]),
        ("what", "0-1", Some(ChessResult::BlackWins), &["malformed-result"]),
        ("0-0", "*", Some(ChessResult::Unknown), &["malformed-result"]),
        ("1-0", "0-1", Some(ChessResult::WhiteWins), &["result-tag-mismatch"]),
        ("1-0", "*", Some(ChessResult::WhiteWins), &["result-tag-mismatch"]),
        ("1-0", "", Some(ChessResult::WhiteWins), &[]),
        ("", "0-1", Some(ChessResult::BlackWins), &["empty-tag"]),
    ] {
        let (read, findings) = run(&text(tag, end));
        assert_eq!(read, result, "{tag} {end}");
        assert_eq!(findings.iter().map(|f| f.check.name()).collect::<Vec<_>>(), expected, "{tag} {end}");
    }
    assert_eq!(run(&text("what", "*")).1[0].severity, Severity::Error);
    assert_eq!(run(&text("0-0", "*")).1[0].severity, Severity::Warning);
    assert_eq!(mended(&text("1-0", "*")), text("1-0", "1-0"));
    assert_eq!(run("1. e4 (1. d4 0-1) 1-0").0, Some(ChessResult::WhiteWins));
}
