//! Results of Go games: the grammar of SGF (`RE`) and the wordings of the wild in English, Chinese, Japanese and Korean.

mod vocabulary;
mod words;

use super::number;
use super::points::Points;
use super::text::fold;
use crate::go::Color;
use std::fmt;

/// How a game was won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum By {
    /// By this many points. (A margin in 子 is turned into points.)
    Points(Points),
    /// The loser resigned.
    Resignation,
    /// The loser ran out of time.
    Time,
    /// Forfeit.
    Forfeit,
    /// Not said.
    Unsaid,
}

/// The result of a Go game. `Display` gives the normal form: `B+3.5 W+R B+T W+F B+ 0 Void ?`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GoResult {
    /// One side won.
    Win {
        /// Who.
        winner: Color,
        /// How.
        by: By,
    },
    /// A draw.
    Draw,
    /// No result, or play was suspended.
    Void,
    /// Unknown.
    Unknown,
}

impl GoResult {
    /// The margin of a win by points.
    pub const fn margin(self) -> Option<(Color, Points)> {
        match self {
            GoResult::Win { winner, by: By::Points(points) } => Some((winner, points)),
            _ => None,
        }
    }

    /// Who won.
    pub const fn winner(self) -> Option<Color> {
        match self {
            GoResult::Win { winner, .. } => Some(winner),
            _ => None,
        }
    }
}

impl fmt::Display for GoResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (winner, by) = match self {
            GoResult::Win { winner, by } => (winner, by),
            GoResult::Draw => return f.write_str("0"),
            GoResult::Void => return f.write_str("Void"),
            GoResult::Unknown => return f.write_str("?"),
        };
        f.write_str(if *winner == Color::Black { "B+" } else { "W+" })?;
        match by {
            By::Points(points) => write!(f, "{points}"),
            By::Resignation => f.write_str("R"),
            By::Time => f.write_str("T"),
            By::Forfeit => f.write_str("F"),
            By::Unsaid => Ok(()),
        }
    }
}

/// Why a result cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unreadable {
    /// Both players lost: SGF has no value for it.
    BothLose,
    /// A winner, and a margin of nothing: a draw, or a win whose margin was lost.
    ZeroMargin,
    /// No meaning, or more than one.
    Unclear,
}

/// How a result was understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// Written as FF\[4\] asks, in its normal form.
    Standard(GoResult),
    /// Another spelling or wording with one meaning.
    Understood {
        /// The meaning.
        result: GoResult,
        /// Whether the margin was counted in 子, so that its number doubles.
        zi: bool,
        /// Whether the text also holds a remark, which the normal form would lose.
        remark: bool,
    },
    /// Not readable.
    Unreadable(Unreadable),
}

impl Reading {
    /// The result, if there is one meaning.
    pub const fn value(self) -> Option<GoResult> {
        match self {
            Reading::Standard(result) | Reading::Understood { result, .. } => Some(result),
            Reading::Unreadable(_) => None,
        }
    }
}

/// Reads a result in any wording that has one meaning.
pub fn read(text: &str) -> Reading {
    if let Some(reading) = grammar(text) {
        return reading;
    }
    if text.len() > 400 {
        return Reading::Unreadable(Unreadable::Unclear);
    }
    let folded = fold(text);
    let whole = folded.trim_matches(['.', '!', '"', '\'', ' ', ',', ';']);
    match words::read(whole) {
        Ok((result, zi)) => checked(result, zi, false),
        Err(Unreadable::Unclear) => remarked(whole),
        Err(reason) => Reading::Unreadable(reason),
    }
}

/// A result with a remark behind it: `B+R (moves beyond 200 not known)`.
fn remarked(folded: &str) -> Reading {
    let unclear = Reading::Unreadable(Unreadable::Unclear);
    let Some(at) = folded.find(['(', '{', '[', ';', '|']).filter(|&at| at > 0) else { return unclear };
    let front = folded[..at].trim_end();
    // Only the grammar itself may stand in front: words in front of a bracket may be qualified by what is in it.
    let graph = front.starts_with("b+") || front.starts_with("w+") || matches!(front, "void" | "draw" | "jigo" | "0" | "?");
    match words::read(front) {
        Ok((result, zi))
            if graph && words::read(folded[at..].trim_matches(['(', ')', '{', '}', '[', ']', ';', ' ', '|', '.'])).is_err() =>
        {
            checked(result, zi, true)
        }
        _ => unclear,
    }
}

/// A result that was understood: a margin in 子 is doubled, one of nothing says nothing.
fn checked(result: GoResult, zi: bool, remark: bool) -> Reading {
    let GoResult::Win { winner, by: By::Points(points) } = result else { return Reading::Understood { result, zi, remark } };
    if points == Points::ZERO {
        return Reading::Unreadable(Unreadable::ZeroMargin);
    }
    // Only a count in 子 gives quarters.
    let zi = zi || points.is_quarter();
    let points = if zi { points.doubled() } else { points };
    Reading::Understood { result: GoResult::Win { winner, by: By::Points(points) }, zi, remark }
}

/// Reads the grammar of FF\[4\] itself.
fn grammar(text: &str) -> Option<Reading> {
    match text {
        "?" => return Some(Reading::Standard(GoResult::Unknown)),
        "Void" => return Some(Reading::Standard(GoResult::Void)),
        "0" | "Draw" => return Some(Reading::Standard(GoResult::Draw)),
        // Nothing is claimed, which is what the question mark says.
        "" => return Some(Reading::Understood { result: GoResult::Unknown, zi: false, remark: false }),
        _ => {}
    }
    let winner = match text.as_bytes() {
        [b'B', b'+', ..] => Color::Black,
        [b'W', b'+', ..] => Color::White,
        _ => return None,
    };
    let (by, standard) = match &text[2..] {
        "R" => (By::Resignation, true),
        "T" => (By::Time, true),
        "F" => (By::Forfeit, true),
        "" => (By::Unsaid, true),
        "Resign" => (By::Resignation, false),
        "Time" => (By::Time, false),
        "Forfeit" => (By::Forfeit, false),
        score => {
            if !score.bytes().all(|b| b.is_ascii_digit() || b == b'.') || !score.starts_with(|c: char| c.is_ascii_digit()) {
                return None;
            }
            let (hundredths, "") = number::take(score)? else { return None };
            let points = Points::from_hundredths(hundredths);
            if points == Points::ZERO || points.is_quarter() {
                return Some(checked(GoResult::Win { winner, by: By::Points(points) }, false, false));
            }
            let normal = score.len() == printed_length(hundredths);
            (By::Points(points), normal)
        }
    };
    let result = GoResult::Win { winner, by };
    Some(if standard { Reading::Standard(result) } else { Reading::Understood { result, zi: false, remark: false } })
}

/// How long the shortest spelling of an amount is.
const fn printed_length(hundredths: i32) -> usize {
    let mut length = 1;
    let mut whole = hundredths / 1000;
    while whole > 0 {
        (whole, length) = (whole / 10, length + 1);
    }
    match hundredths % 100 {
        0 => length,
        p if p % 10 == 0 => length + 2,
        _ => length + 3,
    }
}

#[cfg(test)]
mod tests;
