#![allow(clippy::panic)]

use super::*;

fn understood(text: &str) -> Option<String> {
    match read(text) {
        Reading::Understood { result, .. } => Some(result.to_string()),
        _ => None,
    }
}

#[test]
fn the_grammar_is_standard() {
    for text in ["B+3.5", "W+R", "B+T", "W+F", "B+", "W+", "0", "Void", "?", "W+12", "B+0.5", "W+100.5", "B+361", "B+10"] {
        assert_eq!(read(text), Reading::Standard(read(text).value().unwrap_or(GoResult::Void)), "{text}");
        assert_eq!(read(text).value().map(|r| r.to_string()).as_deref(), Some(text));
    }
    assert_eq!(read("Draw"), Reading::Standard(GoResult::Draw));
}

#[test]
fn english() {
    for (text, normal) in [
        ("B+Resign", "B+R"),
        ("W+Time", "W+T"),
        ("W+Forfeit", "W+F"),
        ("W+3.50", "W+3.5"),
        ("B+2,5", "B+2.5"),
        ("B+03.5", "B+3.5"),
        ("b+r", "B+R"),
        ("B+ 2.5", "B+2.5"),
        ("B + 2.5", "B+2.5"),
        ("draw", "0"),
        ("Jigo", "0"),
        ("void", "Void"),
        ("VOID", "Void"),
        ("Left unfinished", "Void"),
        ("unfinished", "Void"),
        ("Unknown", "?"),
        ("Play suspended", "Void"),
        ("Draw by agreement", "0"),
        ("", "?"),
        ("Black wins by 2.5 points", "B+2.5"),
        ("White won by resignation", "W+R"),
        ("Black wins on time", "B+T"),
        ("White resigns", "B+R"),
        ("Black resigned", "W+R"),
        ("white lost on time", "B+T"),
        ("Black by 3 1/2", "B+3.5"),
        ("W by resignation", "W+R"),
        ("White wins by half a point", "W+0.5"),
        ("White wins by two and a half points", "W+2.5"),
        ("B", "B+"),
        ("White", "W+"),
        ("Black wins", "B+"),
        ("Winner: Black", "B+"),
        ("B+2.5 points", "B+2.5"),
        ("W+res", "W+R"),
        ("B+resignation", "B+R"),
        ("White forfeits", "B+F"),
        ("White forfeits on time", "B+T"),
        ("Black wins by forfeit", "B+F"),
        ("No result", "Void"),
        ("Ｂ＋２．５", "B+2.5"),
        ("W+½", "W+0.5"),
        ("B+2½", "B+2.5"),
        ("White wins by 1 point", "W+1"),
        ("White ran out of time", "B+T"),
        ("Black wins, White resigned", "B+R"),
        ("B+Resignation.", "B+R"),
        ("tie", "0"),
        ("W+timeout", "W+T"),
        ("0.0", "0"),
        ("White wins by resign!", "W+R"),
    ] {
        assert_eq!(understood(text).as_deref(), Some(normal), "{text}");
    }
}

#[test]
fn chinese() {
    for (text, normal) in [
        ("黑中盘胜", "B+R"),
        ("白中盤勝", "W+R"),
        ("黑胜", "B+"),
        ("白勝", "W+"),
        ("白胜1/4子", "W+0.5"),
        ("黑胜3/4子", "B+1.5"),
        ("黑胜2又3/4子", "B+5.5"),
        ("白胜43.5目", "W+43.5"),
        ("黑超时负", "W+T"),
        ("白超时", "B+T"),
        ("黑超时胜", "B+T"),
        ("和棋", "0"),
        ("和局", "0"),
        ("双方和棋", "0"),
        ("白因超时判负", "B+T"),
        ("黑以2.5目获胜", "B+2.5"),
        ("打劫循环，无胜负", "Void"),
        ("平局", "0"),
        ("黑胜四分之三子", "B+1.5"),
        ("白勝三又四分之一子", "W+6.5"),
        ("黑认输", "W+R"),
        ("白投子认输", "B+R"),
        ("白中盘负", "B+R"),
        ("黑方中盘胜", "B+R"),
        ("黑棋胜3.5目", "B+3.5"),
        ("白胜半目", "W+0.5"),
        ("白胜十二目半", "W+12.5"),
        ("黑弃权", "W+F"),
        ("无胜负", "Void"),
        ("白胜3子", "W+6"),
        ("黑胜１又１／４子", "B+2.5"),
        ("黑中盘胜。", "B+R"),
        ("黑逾時負", "W+T"),
        ("白勝２目半", "W+2.5"),
        ("白胜半子", "W+1"),
        ("白胜2子半", "W+5"),
        ("黑胜2.75子", "B+5.5"),
        ("W+0.25", "W+0.5"),
        ("B+0.75", "B+1.5"),
        ("黑胜1子3/4", "B+3.5"),
        ("黑 中盘胜", "B+R"),
        ("三劫循环 无胜负", "Void"),
        ("黑+R", "B+R"),
        ("黑胜3.5", "B+3.5"),
        ("白胜3点", "W+3"),
    ] {
        assert_eq!(understood(text).as_deref(), Some(normal), "{text}");
    }
    assert!(matches!(read("白胜1/4子"), Reading::Understood { zi: true, .. }));
}

#[test]
fn japanese_and_korean() {
    for (text, normal) in [
        ("黒中押し勝ち", "B+R"),
        ("白中押勝", "W+R"),
        ("白3目半勝ち", "W+3.5"),
        ("白3目半勝", "W+3.5"),
        ("持碁", "0"),
        ("白半目勝ち", "W+0.5"),
        ("黒番中押し勝ち", "B+R"),
        ("黒の時間切れ負け", "W+T"),
        ("白時間切れ勝ち", "W+T"),
        ("先番5目勝ち", "B+5"),
        ("白番２目半勝ち", "W+2.5"),
        ("無勝負", "Void"),
        ("黒投了", "W+R"),
        ("打ち掛け", "Void"),
        ("黒反則負け", "W+F"),
        ("黒不戦勝", "B+F"),
        ("ジゴ", "0"),
        ("引き分け", "0"),
        ("白三目半勝", "W+3.5"),
        ("黒棄権負け", "W+F"),
        ("흑 불계승", "B+R"),
        ("백 2집반승", "W+2.5"),
        ("흑불계승", "B+R"),
        ("백 불계승", "W+R"),
        ("흑 시간승", "B+T"),
        ("백 시간패", "B+T"),
        ("백 반집승", "W+0.5"),
        ("흑 3집반 승", "B+3.5"),
        ("무승부", "0"),
        ("흑 불계패", "W+R"),
        ("백 1집 반 승", "W+1.5"),
        ("빅", "0"),
        ("흑 기권승", "B+R"),
        ("백 반칙승", "W+F"),
    ] {
        assert_eq!(understood(text).as_deref(), Some(normal), "{text}");
    }
}

#[test]
fn no_meaning_or_several_is_left_alone() {
    for text in [
        "W+J",
        "B+W",
        "W+-3",
        "B+1.5?",
        "黑中盘",
        "W+AW",
        "B+X",
        "B+R+",
        "Black and White",
        "B+3.5 W+2.5",
        "win",
        "3.5",
        "resign",
        "超时",
        "R",
        "B-3.5x",
        "B+3.333",
        "maybe Black",
        "黑中盘胜 白胜",
        "黑超时 认输",
        "W+R B+R",
        "B+3 W wins",
        "白胜，黑胜",
        "+",
        "B++",
        "2子",
        "黑185子",
        "黑胜 黑负",
        "Black wins or draw",
    ] {
        assert_eq!(read(text), Reading::Unreadable(Unreadable::Unclear), "{text}");
    }
    for text in ["Both lose", "Both sides lose", "double forfeit", "both lost", "双方负", "両者負け", "Both players lose", "双负"]
    {
        assert_eq!(read(text), Reading::Unreadable(Unreadable::BothLose), "{text}");
    }
    for text in ["W+0.0", "B+0", "W+0.00"] {
        assert_eq!(read(text), Reading::Unreadable(Unreadable::ZeroMargin), "{text}");
    }
}

#[test]
fn a_remark_is_kept_apart() {
    assert!(matches!(read("B+R (moves beyond 200 not known)"), Reading::Understood { remark: true, .. }));
    assert!(matches!(read("W+2.5 {game replayed}"), Reading::Understood { remark: true, .. }));
    assert_eq!(read("B+R (W+R)"), Reading::Unreadable(Unreadable::Unclear));
}

#[test]
fn any_cut_of_any_wording_is_read_without_a_panic() {
    for text in [
        "黑胜2又3/4子",
        "White wins by two and a half points",
        "백 2집반승",
        "B+R (moves beyond 200 not known)",
        "白勝三又四分之一子",
    ] {
        for (at, _) in text.char_indices() {
            let _ = (read(&text[..at]), read(&text[at..]));
        }
    }
}
