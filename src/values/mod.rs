//! What both formats say: dates, results and their wordings, clocks, ratings.
//!
//! Every reader here is a pure function from decoded text to a small value. It tells apart what is written as the standard asks,
//! what departs from it and still has one meaning, and what has none or several. The value's `Display` is the normal form.

pub mod chess_result;
pub mod clock;
pub mod date;
pub mod eco;
pub mod go_result;
pub mod handicap;
pub mod komi;
pub mod main_time;
mod number;
pub mod overtime;
pub mod points;
pub mod rank;
pub mod rating;
pub mod ruleset;
pub mod termination;
mod text;
pub mod time_control;

/// How a text was understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading<T> {
    /// Written as the standard asks.
    Standard(T),
    /// Not the standard's spelling, but one meaning.
    Understood(T),
    /// No meaning, or more than one.
    Unreadable,
}

impl<T> Reading<T> {
    /// The value, if there is one meaning.
    pub fn value(self) -> Option<T> {
        match self {
            Reading::Standard(value) | Reading::Understood(value) => Some(value),
            Reading::Unreadable => None,
        }
    }

    /// Whether it is written as the standard asks.
    pub const fn is_standard(&self) -> bool {
        matches!(self, Reading::Standard(_))
    }
}

#[cfg(test)]
mod tests;
