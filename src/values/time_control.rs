//! The `TimeControl` tag: the grammar of the PGN standard (9.6.1), and the other spellings that have one meaning.
//!
//! The standard knows `?`, `-`, `moves/seconds`, `seconds`, `seconds+increment` and `*seconds`, joined by `:`. Programs add
//! fractions of seconds (`10+0.1`) and increments before the last period (`40/5400+30:1800+30`): both are taken as they are.
//! People write `90'+30"`, `G/30;d5`, `15|10`, `40 moves in 2 hours`: these are understood and given a normal form.

mod wild;

use std::fmt;

use super::clock::Millis;

/// What a move adds to a clock, or spares it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Bonus {
    /// Nothing.
    #[default]
    None,
    /// Added for every move.
    Increment(Millis),
    /// The clock waits so long before it runs; what is not used is lost.
    Delay(Millis),
}

/// One field of a time control.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Period {
    /// `?`: not known.
    Unknown,
    /// `-`: the game is played without a limit.
    Unlimited,
    /// A stretch of the game: `moves` of it, or the rest of it.
    Timed {
        /// How many moves must be made; `None` for the rest of the game.
        moves: Option<u32>,
        /// The time given for them.
        time: Millis,
        /// What each move adds.
        bonus: Bonus,
    },
    /// `*`: an hourglass; what one side uses the other gets.
    Hourglass(Millis),
}

/// A whole time control.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TimeControl {
    /// Its periods, the first played first; the last repeats. Never empty.
    pub periods: Vec<Period>,
}

/// What reading a `TimeControl` value came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reading {
    /// By the standard.
    Standard(TimeControl),
    /// In another spelling, with one meaning.
    Understood(TimeControl),
    /// No meaning, or more than one.
    Unreadable,
}

impl Reading {
    /// The time control, if there is one.
    pub fn control(&self) -> Option<&TimeControl> {
        match self {
            Reading::Standard(control) | Reading::Understood(control) => Some(control),
            Reading::Unreadable => None,
        }
    }
}

/// The longest time that is believed: a hundred years.
const MAX_SECONDS: u64 = 100 * 366 * 24 * 3600;

impl TimeControl {
    /// Reads the value of a `TimeControl` tag.
    ///
    /// ```
    /// use jadoube::values::time_control::{Reading, TimeControl};
    /// assert!(matches!(TimeControl::read("40/9000:3600"), Reading::Standard(_)));
    /// let Reading::Understood(control) = TimeControl::read("90 min + 30 s") else { unreachable!() };
    /// assert_eq!(control.to_string(), "5400+30");
    /// assert_eq!(TimeControl::read("blitz"), Reading::Unreadable);
    /// ```
    pub fn read(text: &str) -> Reading {
        if let Some(control) = standard(text) {
            return Reading::Standard(control);
        }
        let text = text.trim();
        // Only blanks were wrong.
        let bare: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let digits_apart = text
            .split_whitespace()
            .zip(text.split_whitespace().skip(1))
            .any(|(left, right)| left.ends_with(|c: char| c.is_ascii_digit()) && right.starts_with(|c: char| c.is_ascii_digit()));
        if !digits_apart && let Some(control) = standard(&bare) {
            return Reading::Understood(control);
        }
        wild::read(text).map_or(Reading::Unreadable, Reading::Understood)
    }

    /// The time of the first period; nothing where that is not a time.
    pub fn first_time(&self) -> Millis {
        match self.periods.first() {
            Some(Period::Timed { time, .. } | Period::Hourglass(time)) => *time,
            _ => 0,
        }
    }

    /// Whether the normal form is by the standard: it has no word for a delay.
    pub fn is_standard(&self) -> bool {
        !self.periods.iter().any(|period| matches!(period, Period::Timed { bonus: Bonus::Delay(_), .. }))
    }
}

/// Reads by the standard alone.
fn standard(text: &str) -> Option<TimeControl> {
    let periods: Option<Vec<Period>> = text.split(':').map(standard_period).collect();
    let periods = periods?;
    // `?` and `-` say something about the whole game, so they stand alone.
    let whole = |period: &Period| matches!(period, Period::Unknown | Period::Unlimited);
    if periods.len() > 1 && periods.iter().any(whole) {
        return None;
    }
    Some(TimeControl { periods })
}

fn standard_period(field: &str) -> Option<Period> {
    match field {
        "?" => return Some(Period::Unknown),
        "-" => return Some(Period::Unlimited),
        _ => {}
    }
    if let Some(time) = field.strip_prefix('*') {
        return seconds(time).filter(|time| *time > 0).map(Period::Hourglass);
    }
    let (moves, rest) = match field.split_once('/') {
        Some((moves, rest)) => (Some(whole_number(moves).filter(|moves| *moves > 0)?), rest),
        None => (None, field),
    };
    let (time, bonus) = match rest.split_once('+') {
        Some((time, increment)) => (seconds(time)?, increment_of(seconds(increment)?)),
        None => (seconds(rest)?, Bonus::None),
    };
    if time == 0 && bonus == Bonus::None {
        return None;
    }
    Some(Period::Timed { moves, time, bonus })
}

/// An increment of nothing is none.
const fn increment_of(time: Millis) -> Bonus {
    if time == 0 { Bonus::None } else { Bonus::Increment(time) }
}

fn whole_number(text: &str) -> Option<u32> {
    if text.is_empty() || text.len() > 6 || !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}

/// Seconds, with a fraction or without, in thousandths.
fn seconds(text: &str) -> Option<Millis> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    if whole.is_empty() || whole.len() > 10 || !whole.bytes().chain(fraction.bytes()).all(|b| b.is_ascii_digit()) {
        return None;
    }
    let whole: u64 = whole.parse().ok()?;
    if whole > MAX_SECONDS || fraction.is_empty() || fraction.len() > 9 {
        return None;
    }
    let digits: String = fraction.chars().chain("000".chars()).take(3).collect();
    Some(whole * 1000 + digits.parse::<u64>().ok()?)
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, period) in self.periods.iter().enumerate() {
            if index > 0 {
                f.write_str(":")?;
            }
            write!(f, "{period}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Period::Unknown => f.write_str("?"),
            Period::Unlimited => f.write_str("-"),
            Period::Hourglass(time) => write!(f, "*{}", Seconds(time)),
            Period::Timed { moves, time, bonus } => {
                if let Some(moves) = moves {
                    write!(f, "{moves}/")?;
                }
                write!(f, "{}", Seconds(time))?;
                match bonus {
                    Bonus::None => Ok(()),
                    Bonus::Increment(increment) => write!(f, "+{}", Seconds(increment)),
                    Bonus::Delay(delay) => write!(f, "d{}", Seconds(delay)),
                }
            }
        }
    }
}

/// Thousandths written as seconds.
struct Seconds(Millis);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 / 1000)?;
        match self.0 % 1000 {
            0 => Ok(()),
            millis => write!(f, ".{}", format!("{millis:03}").trim_end_matches('0')),
        }
    }
}

#[cfg(test)]
mod tests;
