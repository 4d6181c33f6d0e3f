//! Ranks of Go players.

use super::number;
use super::text::fold;
use std::fmt;

/// A class of ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Grade {
    /// Pupils: 30 up to 1.
    Kyu,
    /// Amateur masters, 1 to 9 (servers: 10).
    Dan,
    /// Professionals, 1 to 9 (servers: 10).
    Pro,
}

/// A rank such as `5k`, `7d`, `9p`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rank {
    /// The class.
    pub grade: Grade,
    /// The number in the class.
    pub number: u8,
}

impl Rank {
    /// Whether any list of ranks has it.
    pub const fn is_possible(self) -> bool {
        let most = match self.grade {
            Grade::Kyu => 50,
            Grade::Dan | Grade::Pro => 10,
        };
        self.number >= 1 && self.number <= most
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.grade {
            Grade::Kyu => 'k',
            Grade::Dan => 'd',
            Grade::Pro => 'p',
        };
        write!(f, "{}{letter}", self.number)
    }
}

/// Reads a rank. `9段` is `9d`: whether an amateur or a professional is meant only the record as a whole can tell.
pub fn read(text: &str) -> Option<Rank> {
    if text.len() > 40 {
        return None;
    }
    let folded = fold(text);
    // Servers mark ranks that are not settled; and some write the rank in brackets.
    let mut rest = folded.trim_matches(['?', '*', '+', '(', ')', '[', ']', ' ', '~', '.']);
    let mut pro = false;
    for front in ["职业", "職業", "プロ", "프로", "pro ", "professional "] {
        if let Some(behind) = rest.strip_prefix(front) {
            (rest, pro) = (behind.trim_start(), true);
        }
    }
    for front in ["业余", "業餘", "業余", "アマ", "아마", "amateur "] {
        rest = rest.strip_prefix(front).map_or(rest, str::trim_start);
    }
    if let Some(behind) = rest.strip_prefix('p') {
        (rest, pro) = (behind.trim_start(), true);
    }
    let (number, unit) = match rest.strip_prefix('初') {
        Some(unit) => (1, unit),
        None => number::integer(rest)?,
    };
    let unit = unit.trim_matches([' ', '-', '.']);
    let grade = match unit {
        "k" | "kyu" | "kyū" | "gup" | "级" | "級" | "급" | "gupp" => Grade::Kyu,
        "" if pro => Grade::Pro,
        "d" | "dan" | "段" | "단" | "a" | "ama" | "d ama" | "dan amateur" => Grade::Dan,
        "p" | "pro" | "dan pro" | "d pro" | "dp" | "p段" | "dan professional" | "professional dan" => Grade::Pro,
        _ => return None,
    };
    let grade = if pro && grade == Grade::Dan { Grade::Pro } else { grade };
    (!(pro && grade == Grade::Kyu)).then_some(Rank { grade, number: u8::try_from(number).unwrap_or(u8::MAX) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_ranks() {
        for (text, rank) in [
            ("7d", "7d"),
            ("9段", "9d"),
            ("P9段", "9p"),
            ("P9", "9p"),
            ("9P", "9p"),
            ("13k*", "13k"),
            ("11k+", "11k"),
            ("12k ", "12k"),
            ("初段", "1d"),
            ("九段", "9d"),
            ("职业九段", "9p"),
            ("アマ6段", "6d"),
            ("3级", "3k"),
            ("5급", "5k"),
            ("7 dan", "7d"),
            ("9 dan pro", "9p"),
            ("3k?", "3k"),
            ("P9p", "9p"),
            ("５級", "5k"),
            ("業餘5段", "5d"),
            ("十八級", "18k"),
        ] {
            assert_eq!(read(text).map(|r| r.to_string()).as_deref(), Some(rank), "{text}");
        }
        for text in ["", "-", "NR", "strong", "7", "honinbo", "d7", "P"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn no_list_has_a_99_dan() {
        assert!(!read("99d").is_some_and(Rank::is_possible));
        assert!(!read("0k").is_some_and(Rank::is_possible));
        assert!(read("30k").is_some_and(Rank::is_possible));
    }
}
