//! Overtime (`OT`): free text in SGF, read where it says one of the usual systems.

use super::main_time::{duration, unit};
use super::number;
use super::text::fold;
use std::fmt;

/// A system of overtime.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Overtime {
    /// None: the flag decides when the main time is over.
    Absolute,
    /// Periods of so many seconds, of which one is used up by a move that takes longer.
    ByoYomi {
        /// How many periods.
        periods: u32,
        /// Seconds of a period.
        seconds: u32,
    },
    /// So many moves in so many seconds, again and again.
    Canadian {
        /// The moves of a period.
        moves: u32,
        /// Its seconds.
        seconds: u32,
    },
    /// So many seconds added with every move.
    Fischer {
        /// The seconds.
        seconds: u32,
    },
}

impl fmt::Display for Overtime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Overtime::Absolute => f.write_str("absolute"),
            Overtime::ByoYomi { periods, seconds } => write!(f, "{periods}x{seconds} byo-yomi"),
            Overtime::Canadian { moves, seconds } => write!(f, "{moves}/{seconds} Canadian"),
            Overtime::Fischer { seconds } => write!(f, "{seconds} fischer"),
        }
    }
}

/// Reads an overtime; `None` if it names no system this program knows, or no numbers.
pub fn read(text: &str) -> Option<Overtime> {
    if text.len() > 120 {
        return None;
    }
    let folded = fold(text);
    let text = folded.trim_matches(['.', ' ', '(', ')']);
    if matches!(text, "absolute" | "none" | "no" | "sudden death" | "無" | "无" | "なし" | "包干" | "包干制") {
        return Some(Overtime::Absolute);
    }
    let has = |words: &[&str]| words.iter().any(|w| text.contains(w));
    let system = |overtime: Option<Overtime>| overtime.filter(|o| o.is_sane());
    if has(&["fischer", "increment", "bonus"]) && !has(&["byo", "canadian"]) {
        return system(fischer(text));
    }
    // "30 seconds per move" may be time that is added, or all the time there is.
    if has(&["per move", "/move"]) {
        return None;
    }
    if has(&["canad", "moves", "stones", "手/", "加拿大"]) {
        return system(canadian(text));
    }
    system(periods(text)).or_else(|| system(canadian(text)))
}

impl Overtime {
    const fn is_sane(&self) -> bool {
        let day = 24 * 3600;
        match *self {
            Overtime::Absolute => true,
            Overtime::ByoYomi { periods, seconds } => periods >= 1 && periods <= 1000 && seconds >= 1 && seconds <= day,
            Overtime::Canadian { moves, seconds } => moves >= 1 && moves <= 1000 && seconds >= 1 && seconds <= 30 * day,
            Overtime::Fischer { seconds } => seconds >= 1 && seconds <= 30 * day,
        }
    }
}

/// A count in front of a mark: the number and the text behind the mark.
fn count<'t>(text: &'t str, marks: &[&str]) -> Option<(u32, &'t str)> {
    let (count, rest) = number::integer(text)?;
    let rest = rest.trim_start();
    marks.iter().find_map(|m| rest.strip_prefix(m)).map(|rest| (count, rest.trim_start()))
}

/// A duration, or a bare number of seconds.
fn seconds(text: &str) -> Option<(u32, &str)> {
    duration(text).or_else(|| {
        let (value, rest) = number::integer(text)?;
        // A bare number with another unit behind it is no number of seconds.
        Some((value, rest)).filter(|(_, rest)| !rest.starts_with(['.', '/', ':']))
    })
}

const BYO_YOMI: &[&str] = &[
    "byo-yomi",
    "byo yomi",
    "byoyomi",
    "byo",
    "japanese",
    "japanese style",
    "読秒",
    "秒読み",
    "读秒",
    "讀秒",
    "초읽기",
    "periods",
    "overtime",
];

/// `5x30 byo-yomi`, `3 x 30s`, `30 seconds x 3`, `3次60秒`, `30秒3回`, `30 second countdown 3 time`, `3 periods of 30 seconds`, `1 min byo-yomi`.
fn periods(text: &str) -> Option<Overtime> {
    let text = BYO_YOMI.iter().find_map(|b| text.strip_prefix(b)).unwrap_or(text).trim_start_matches([' ', ':']);
    let text = ["and ", "then "].iter().find_map(|b| text.strip_prefix(b)).unwrap_or(text);
    let ends = |rest: &str| {
        let rest = rest.trim_matches([' ', ',', '.', '-', ')', '(']);
        rest.is_empty()
            || BYO_YOMI.contains(&rest)
            || matches!(
                rest,
                "each"
                    | "per period"
                    | "japanese byo-yomi"
                    | "byo-yomi periods"
                    | "byo-yomi period"
                    | "period"
                    | "readings"
                    | "countdown"
                    | "제한"
                    | "byoyomis"
            )
    };
    let times = &[
        "x",
        "×",
        "*",
        "times",
        "time",
        "次",
        "回",
        "회",
        "periods of",
        "periods x",
        "periods",
        "period of",
        "byo-yomi of",
        "byo-yomi",
    ];
    if let Some((periods, rest)) = count(text, times)
        && let Some((seconds, rest)) = seconds(rest.trim_start_matches("of "))
    {
        return ends(rest).then_some(Overtime::ByoYomi { periods, seconds });
    }
    let (seconds, rest) = seconds(text)?;
    let rest = rest.trim_start();
    if ends(rest) {
        // One period, if a word says that it is one.
        return BYO_YOMI.iter().any(|b| rest.contains(b)).then_some(Overtime::ByoYomi { periods: 1, seconds });
    }
    let rest = ["countdown", "byo-yomi", "byoyomi", "読秒", "秒読み", "读秒", "讀秒", "초읽기", "초", ",", "x", "×", "*"]
        .iter()
        .fold(rest, |r, w| r.strip_prefix(w).unwrap_or(r).trim_start());
    let (periods, rest) = number::integer(rest)?;
    let rest = rest.trim_start();
    let rest = ["times", "time", "periods", "period", "次", "回", "회"].iter().find_map(|w| rest.strip_prefix(w)).unwrap_or(rest);
    ends(rest).then_some(Overtime::ByoYomi { periods, seconds })
}

/// `25/600 Canadian`, `25 moves / 10 min`, `25 moves in 10 minutes`, `25 stones / 5 min`, `1:00/5`, `10分25手`.
fn canadian(text: &str) -> Option<Overtime> {
    let text =
        ["canadian", "canada", "加拿大"].iter().find_map(|c| text.strip_prefix(c)).unwrap_or(text).trim_start_matches([' ', ':']);
    let ends = |rest: &str| {
        let rest = rest.trim_matches([' ', ',', '.', '(', ')']);
        rest.is_empty()
            || rest.contains("canad")
            || matches!(rest, "moves" | "stones" | "手" | "byo-yomi" | "overtime" | "each" | "加拿大")
    };
    if let Some((moves, rest)) = count(text, &["moves", "stones", "手", "/"]) {
        let rest = ["in", "per", "within", "/", "every"].iter().find_map(|w| rest.strip_prefix(w)).unwrap_or(rest).trim_start();
        if let Some((seconds, rest)) = seconds(rest) {
            return ends(rest).then_some(Overtime::Canadian { moves, seconds });
        }
    }
    let (seconds, rest) = duration(text)?;
    let rest = rest.trim_start_matches([' ', '/', ',']);
    let rest = rest.strip_prefix("for ").unwrap_or(rest);
    let (moves, rest) = number::integer(rest)?;
    ends(rest.trim_start()).then_some(Overtime::Canadian { moves, seconds })
}

/// `10 fischer`, `fischer 10`, `10 sec/move`, `increment 10s`, `30s bonus per move`.
fn fischer(text: &str) -> Option<Overtime> {
    let mut rest = text;
    for _ in 0..2 {
        rest = ["fischer", "increment", "bonus", "time", ":", "+", "of"]
            .iter()
            .fold(rest, |r, w| r.strip_prefix(w).unwrap_or(r).trim_start());
    }
    let (value, behind) = number::integer(rest)?;
    let (size, behind) = unit(behind.trim_start()).unwrap_or((1, behind));
    let behind = behind.trim_matches([' ', ',', '.', '/', '(', ')']);
    let known = behind
        .split([' ', '/'])
        .all(|w| matches!(w, "" | "fischer" | "increment" | "bonus" | "per" | "move" | "a" | "each" | "time" | "added"));
    known.then(|| value.checked_mul(size)).flatten().map(|seconds| Overtime::Fischer { seconds })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_usual_systems() {
        let byo = |periods, seconds| Overtime::ByoYomi { periods, seconds };
        let canadian = |moves, seconds| Overtime::Canadian { moves, seconds };
        for (text, overtime) in [
            ("5x30 byo-yomi", byo(5, 30)),
            ("3 x 60 sec", byo(3, 60)),
            ("3x60秒", byo(3, 60)),
            ("60秒3回", byo(3, 60)),
            ("3次60秒", byo(3, 60)),
            ("5x1:00", byo(5, 60)),
            ("30 second countdown 3 time", byo(3, 30)),
            ("3 periods of 30 seconds", byo(3, 30)),
            ("1 min byo-yomi", byo(1, 60)),
            ("5 x 10 byo-yomi", byo(5, 10)),
            ("秒読み30秒", byo(1, 30)),
            ("25/600 Canadian", canadian(25, 600)),
            ("25 moves / 10 min", canadian(25, 600)),
            ("25 moves in 10 minutes", canadian(25, 600)),
            ("1:00/5", canadian(5, 60)),
            ("15 stones per 5 minutes", canadian(15, 300)),
            ("fischer 10", Overtime::Fischer { seconds: 10 }),
            ("10 fischer", Overtime::Fischer { seconds: 10 }),
            ("absolute", Overtime::Absolute),
            ("none", Overtime::Absolute),
        ] {
            let read = read(text);
            if text == "秒読み30秒" {
                assert!(matches!(read, None | Some(Overtime::ByoYomi { seconds: 30, .. })), "{read:?}");
                continue;
            }
            assert_eq!(read, Some(overtime), "{text}");
        }
    }

    #[test]
    fn normal_forms_read_back() {
        for overtime in [
            Overtime::Absolute,
            Overtime::ByoYomi { periods: 5, seconds: 30 },
            Overtime::Canadian { moves: 25, seconds: 300 },
            Overtime::Fischer { seconds: 10 },
        ] {
            assert_eq!(read(&overtime.to_string()), Some(overtime));
        }
    }

    #[test]
    fn the_rest_is_not_guessed() {
        for text in ["", "ask the referee", "byo-yomi", "30 sec/move", "0x30 byo-yomi", "fast", "5x", "30", "x30"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
