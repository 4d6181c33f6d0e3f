//! Moves as engines write them: `e2e4`, `e7e8q`, castling as `e1g1` or (Chess960) as king takes rook.

use std::fmt;

use super::moves::{Move, MoveKind, MoveList};
use super::position::Position;
use super::types::{Role, Square};

impl Move {
    /// The move in UCI; castling as king takes rook in Chess960, else with the square the king goes to.
    #[inline]
    pub fn uci(self, chess960: bool) -> UciText {
        let to = if chess960 { self.to } else { self.target() };
        let squares = [self.from.file_letter(), self.from.rank_letter(), to.file_letter(), to.rank_letter()];
        UciText { squares, promotion: self.promotion().map(|role| role.letter().to_ascii_lowercase()) }
    }
}

/// A move in UCI, as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UciText {
    squares: [u8; 4],
    promotion: Option<u8>,
}

impl UciText {
    /// Adds its bytes, all ASCII, to a text.
    #[inline]
    pub fn push_to(self, text: &mut Vec<u8>) {
        text.extend_from_slice(&self.squares);
        text.extend(self.promotion);
    }
}

impl fmt::Display for UciText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.squares.iter().chain(&self.promotion).try_for_each(|&byte| fmt::Write::write_char(f, char::from(byte)))
    }
}

/// A move in UCI, taken apart: from, to, promotion.
pub fn parse(text: &[u8]) -> Option<(Square, Square, Option<Role>)> {
    let (squares, promotion) = match *text {
        [a, b, c, d] => ([a, b, c, d], None),
        [a, b, c, d, letter] => {
            let role = Role::from_letter(letter.to_ascii_uppercase());
            ([a, b, c, d], Some(role.filter(|role| Role::PROMOTIONS.contains(role))?))
        }
        _ => return None,
    };
    let [a, b, c, d] = squares;
    Some((Square::from_letters(a, b)?, Square::from_letters(c, d)?, promotion))
}

impl Position {
    /// The legal move from one square to another. Castling may be written either way: king takes rook, or the king's two steps.
    pub fn find_move(&self, from: Square, to: Square, promotion: Option<Role>) -> Option<Move> {
        let mut list = MoveList::new();
        self.legal_moves(&mut list);
        let exact = list.iter().copied().find(|mv| mv.from == from && mv.to == to && mv.promotion() == promotion);
        exact.or_else(|| {
            let far = from.file().abs_diff(to.file()) == 2;
            let castling = |mv: &&Move| mv.kind == MoveKind::Castle && mv.from == from && mv.target() == to && far;
            list.iter().find(castling).copied().filter(|_| promotion.is_none())
        })
    }

    /// Reads a legal move in UCI.
    pub fn read_uci(&self, text: &[u8]) -> Option<Move> {
        let (from, to, promotion) = parse(text)?;
        self.find_move(from, to, promotion)
    }
}
