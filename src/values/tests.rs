//! What must hold of every reader, whatever the text.

use super::chess_result::ChessResult;
use super::date::{self, DateReading};
use super::komi::Surroundings;
use super::{Reading, eco, go_result, handicap, komi, main_time, overtime, rank, rating, ruleset};

/// Texts of every kind, good and bad.
const TEXTS: &[&str] = &[
    "B+3.5",
    "W+R",
    "黑胜2又3/4子",
    "White wins by two and a half points",
    "백 2집반승",
    "B+R (moves beyond 200 not known)",
    "白勝三又四分之一子",
    "197手完、黒中押し勝ち",
    "三劫循环 无胜负",
    "1996-05-06,07,08",
    "平成30年5月6日",
    "令和元年",
    "1996年5月6、7日",
    "Mon May 6 12:30:00 1996",
    "2018-05-10T16:19:34Z",
    "2015年3月10日下午2:22",
    "12/31/1999",
    "????.??.??",
    "3又3/4子",
    "five and a half",
    "-100.00",
    "375",
    "黑贴3又3/4子",
    "1:00:00(5x1:00)",
    "10:00:00+1:00/5",
    "25/600 Canadian",
    "30 second countdown 3 time",
    "5x30 byo-yomi",
    "fischer 10",
    "各3小时",
    "1時間半",
    "P9段",
    "职业九段",
    "アマ6段",
    "13k*",
    "让4子",
    "9 stone handicap",
    "27OO",
    "2400 (FIDE)",
    "b90a",
    "C42/07",
    "½–½",
    "1F-0F",
    "White wins on time",
    "中国规则",
    "Ing Rules",
    "９９９９９９９９９９９",
    "一二三四五六七八九十百千",
    "1/0",
    "0/0",
    "1/3子",
    "½½½",
    "半半半",
    "...",
    ":::",
    "---",
    "+++",
    "//",
    "(((",
    "\u{feff}\u{200b}",
    "\u{0}\u{1}",
    "é",
    "🀄",
    "年月日",
    "0年0月0日",
    "99999999999999999999年",
    "4294967296:00:00",
];

/// Reads a text with every reader.
fn read_all(text: &str) {
    let result = go_result::read(text);
    if let Some(value) = result.value() {
        let normal = value.to_string();
        assert_eq!(go_result::read(&normal), go_result::Reading::Standard(value), "{text}: the normal form is standard");
    }
    if let Some(value) = komi::read(text, Surroundings::default()).value() {
        // A komi of a quarter would be read as 子 again; none comes out.
        let again = komi::read(&value.points.to_string(), Surroundings::default()).value().map(|k| k.points);
        assert!(again == Some(value.points) || value.points.hundredths().abs() >= 10_000, "{text}");
    }
    match date::sgf(text) {
        DateReading::Ok(list) => assert_eq!(date::sgf(&list.to_string()), DateReading::Ok(list), "{text}"),
        DateReading::Malformed(Some(u)) => assert_eq!(date::sgf(&u.date.to_string()), DateReading::Ok(u.date), "{text}"),
        _ => {}
    }
    match date::pgn(text) {
        DateReading::Malformed(Some(u)) => assert_eq!(date::pgn(&u.date.pgn()), DateReading::Ok(u.date), "{text}"),
        DateReading::Ok(date) => assert_eq!(date.fault(), None),
        _ => {}
    }
    if let Reading::Understood(value) = ChessResult::read(text) {
        assert_eq!(ChessResult::read(value.text()), Reading::Standard(value), "{text}");
    }
    if let Some(value) = rank::read(text).filter(|r| r.is_possible()) {
        assert_eq!(rank::read(&value.to_string()), Some(value), "{text}");
    }
    if let Some(value) = overtime::read(text) {
        assert_eq!(overtime::read(&value.to_string()), Some(value), "{text}");
    }
    if let Some(value) = eco::read(text).value().flatten() {
        assert_eq!(eco::read(&value.to_string()), Reading::Standard(Some(value)), "{text}");
    }
    if let Reading::Understood(time) = main_time::read(text) {
        assert!(main_time::read(&time.seconds()).is_standard(), "{text}");
    }
    if let Some(rules) = ruleset::read(text).value() {
        assert_eq!(ruleset::read(ruleset::name(rules)), Reading::Standard(rules), "{text}");
    }
    let _ = (rating::read(text), handicap::read(text));
}

#[test]
fn cut_doubled_and_joined_texts_are_read_without_harm() {
    for text in TEXTS {
        for (at, _) in text.char_indices() {
            read_all(&text[..at]);
            read_all(&text[at..]);
            read_all(&format!("{}{text}", &text[..at]));
        }
        for other in TEXTS {
            read_all(&format!("{text}{other}"));
        }
    }
}

#[test]
fn long_texts_end_soon() {
    for unit in ["1", "黑胜", "半", "三", "9/", "1:", "+", " ", "a ", "2024-", "年", "B+", ","] {
        read_all(&unit.repeat(20_000));
    }
}
