//! The vocabulary of results in four languages.

use crate::go::Color;
use crate::values::text::joins;

/// What a word contributes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    /// A side.
    Side(Color),
    /// Both sides.
    Both,
    Wins,
    Loses,
    /// A way of winning or losing, as a noun or adverb: by resignation.
    By(Manner),
    /// The side that is named did this and lost by it: resigns, timed out.
    Gives(Manner),
    /// Half a point; behind a number, half a point more.
    Half,
    /// The unit of a margin.
    Unit,
    /// The unit 子.
    Zi,
    Draw,
    Void,
    Unknown,
    /// Says nothing by itself.
    Filler,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    Resignation,
    Time,
    Forfeit,
}

use Manner::{Forfeit, Resignation, Time};

/// The words, folded, by what they say. A longer word goes before a shorter one it begins with, wherever they stand.
pub(super) const WORDS: &[(Word, &[&str])] = &[
    (Word::Side(Color::Black), &["black", "b", "black's", "黑", "黒", "흑", "先番"]),
    (Word::Side(Color::White), &["white", "w", "white's", "白", "백"]),
    (Word::Both, &["double", "both", "双方", "雙方", "両者", "両", "双", "雙", "兩", "쌍방", "양", "each"]),
    (
        Word::Wins,
        &[
            "+", "win", "wins", "won", "winner", "victory", "wins by", "胜", "勝", "贏", "赢", "勝ち", "勝利", "胜利", "获胜",
            "獲勝", "승", "승리", "이김", "かち", "胜出", "判胜", "判勝",
        ],
    ),
    (
        Word::Loses,
        &[
            "lose", "loses", "lost", "loss", "负", "負", "負け", "败", "敗", "输", "輸", "패", "まけ", "判负", "判負", "losers",
            "loser",
        ],
    ),
    (
        Word::By(Resignation),
        &[
            "resign",
            "resignation",
            "resig",
            "res",
            "r",
            "中盘",
            "中盤",
            "中押",
            "中押し",
            "ちゅうおし",
            "不计点",
            "불계",
            "不計",
            "不计",
            "不計点",
            "기권",
        ],
    ),
    (
        Word::Gives(Resignation),
        &["resigns", "resigned", "认输", "認輸", "投子", "投了", "投子认输", "投子認輸", "投降", "돌던짐", "推枰"],
    ),
    (Word::By(Time), &["time", "t", "timeout", "time out", "time-out", "overtime", "時間", "时间", "시간"]),
    (
        Word::Gives(Time),
        &[
            "timed out",
            "times out",
            "ran out of time",
            "runs out of time",
            "out of time",
            "timeouts",
            "超时",
            "超時",
            "逾时",
            "逾時",
            "時間切れ",
            "時間切",
            "时间到",
            "時間到",
            "读秒超时",
            "讀秒超時",
            "시간초과",
            "超时间",
        ],
    ),
    (
        Word::By(Forfeit),
        &[
            "棄権",
            "棄権",
            "forfeit",
            "forfeiture",
            "f",
            "forf",
            "default",
            "不戦",
            "不战",
            "不戰",
            "反則",
            "반칙",
            "부전",
            "몰수",
        ],
    ),
    (Word::Gives(Forfeit), &["forfeits", "forfeited", "defaults", "弃权", "棄權", "犯规", "犯規", "掉线", "强退", "逃跑"]),
    (Word::Unit, &["point", "points", "pt", "pts", "moku", "目", "집", "点", "點", "호"]),
    (Word::Zi, &["子", "zi"]),
    (Word::Half, &["half", "半", "반", "半目", "반집", "半子"]),
    (
        Word::Draw,
        &[
            "draw",
            "drawn",
            "jigo",
            "tie",
            "tied",
            "0",
            "和棋",
            "和局",
            "平局",
            "和",
            "平",
            "握手言和",
            "持碁",
            "持棋",
            "ジゴ",
            "じご",
            "引き分け",
            "引分",
            "引分け",
            "무승부",
            "빅",
            "비김",
            "even",
        ],
    ),
    (
        Word::Void,
        &[
            "void",
            "no result",
            "no-result",
            "annulled",
            "suspended",
            "unfinished",
            "left unfinished",
            "not finished",
            "adjourned",
            "无胜负",
            "無勝負",
            "无结果",
            "無結果",
            "打挂",
            "打掛",
            "打ち掛け",
            "打掛け",
            "封棋",
            "未完",
            "未终局",
            "未下完",
            "무효",
            "무승부 (삼패)",
        ],
    ),
    (
        Word::Filler,
        &[
            "sides",
            "agreement",
            "agreed",
            "mutual",
            "play",
            "循环",
            "循環",
            "打劫循环",
            "打劫循環",
            "全局同形",
            "三コウ",
            "三劫",
            "三劫循环",
            "三劫循環",
            "四劫循环",
            "四劫循環",
            "triple ko",
            "by",
            "on",
            "the",
            "a",
            "game",
            "of",
            "player",
            "has",
            "result",
            "players",
            "is",
            "with",
            "结果",
            "結果",
            "番",
            "方",
            "棋",
            "の",
            "で",
            "으로",
            "로",
            "이",
            "은",
            "执",
            "執",
            "于",
            "因",
            "以",
            "了",
            "的",
            "for",
            "in",
            "to",
        ],
    ),
    (Word::Unknown, &["?", "unknown", "not known", "不明", "未知", "不详", "결과없음", "result unknown", "이상"]),
];

/// The longest known word at the start of the text, and what stands behind it.
pub(super) fn next_word(text: &str) -> Option<(Word, &str)> {
    let mut best: Option<(&str, Word)> = None;
    for (spelling, word) in WORDS.iter().flat_map(|&(word, spellings)| spellings.iter().map(move |&s| (s, word))) {
        if best.is_some_and(|(longest, _)| longest.len() >= spelling.len()) {
            continue;
        }
        let Some(rest) = text.strip_prefix(spelling) else { continue };
        // A word of letters ends where the letters end: "b" is not the start of "beats".
        if !(spelling.ends_with(|c: char| c.is_ascii_alphabetic()) && joins(rest)) {
            best = Some((spelling, word));
        }
    }
    best.map(|(spelling, word)| (word, &text[spelling.len()..]))
}
