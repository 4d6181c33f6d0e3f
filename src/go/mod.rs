//! The Go engine: pure values, no input or output.
//!
//! [`rules`] says what a game may do, [`Board`] holds stones and takes moves (and takes them back), [`History`] sits on top and
//! knows which positions have been. [`Grid`] is a board at rest, for counting.

mod board;
pub mod count;
pub mod estimate;
pub(crate) mod grid;
mod history;
pub mod life;
pub mod rules;

pub use board::{Board, Mark, Played};
pub use grid::Grid;
pub use history::{Earlier, History, HistoryMark};
pub use rules::{Rules, Ruleset};

/// A player, or the colour of a stone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// Black moves first.
    Black,
    /// White.
    White,
}

impl Color {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// `Black` or `White`.
    pub const fn name(self) -> &'static str {
        match self {
            Color::Black => "Black",
            Color::White => "White",
        }
    }
}

/// A point of the board: column and row from 0, the origin at the upper left as in SGF.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// Column, from the left.
    pub column: u8,
    /// Row, from the top.
    pub row: u8,
}

/// Writes the point as SGF does: two letters, `a` to `z`, then `A` to `Z`.
impl std::fmt::Display for Point {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for n in [self.column, self.row] {
            match n {
                0..26 => write!(f, "{}", (b'a' + n) as char)?,
                26..52 => write!(f, "{}", (b'A' + n - 26) as char)?,
                _ => f.write_str("?")?,
            }
        }
        Ok(())
    }
}
