//! The Go engine: pure values, no input or output.

/// A player, or the colour of a stone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// Black moves first.
    Black,
    /// White.
    White,
}

/// A point of the board: column and row from 0, the origin at the upper left as in SGF.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// Column, from the left.
    pub column: u8,
    /// Row, from the top.
    pub row: u8,
}
