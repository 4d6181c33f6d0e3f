//! A move, and a list of moves that needs no heap.

use super::types::{Role, Square, Wing};

/// What sets a move apart from a plain step or capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// A man goes from one square to another, perhaps taking what stands there.
    Normal,
    /// A pawn takes a pawn that has just passed it.
    EnPassant,
    /// King and rook move; the move's target is the square of the rook, as Chess960 needs it.
    Castle,
    /// A pawn reaches the last rank and becomes another man.
    Promotion(Role),
}

/// A move. It names squares, not men: it has a meaning only in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where it starts.
    pub from: Square,
    /// Where it goes; in castling the square of the rook.
    pub to: Square,
    /// What is special about it.
    pub kind: MoveKind,
}

impl Move {
    /// A plain move.
    #[inline]
    pub const fn normal(from: Square, to: Square) -> Move {
        Move { from, to, kind: MoveKind::Normal }
    }

    /// The man a pawn becomes.
    #[inline]
    pub const fn promotion(self) -> Option<Role> {
        match self.kind {
            MoveKind::Promotion(role) => Some(role),
            _ => None,
        }
    }

    /// Whether king and rook move.
    #[inline]
    pub const fn is_castling(self) -> bool {
        matches!(self.kind, MoveKind::Castle)
    }

    /// Whether it takes a pawn in passing.
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        matches!(self.kind, MoveKind::EnPassant)
    }

    /// The side of castling; of another move, without meaning.
    #[inline]
    pub const fn wing(self) -> Wing {
        if self.to.file() > self.from.file() { Wing::King } else { Wing::Queen }
    }

    /// Where the man that moves ends: in castling, the square the king goes to.
    #[inline]
    pub const fn target(self) -> Square {
        match self.kind {
            MoveKind::Castle => Square::at(self.wing().king_file(), self.from.rank()),
            _ => self.to,
        }
    }
}

/// The most moves a position of a game can have is 218; composed boards full of queens stay below this too.
const CAPACITY: usize = 512;

/// Moves, kept on the stack.
#[derive(Clone)]
pub struct MoveList {
    len: usize,
    moves: [Move; CAPACITY],
}

impl MoveList {
    /// An empty list.
    pub const fn new() -> MoveList {
        MoveList { len: 0, moves: [Move::normal(Square::new(0), Square::new(0)); CAPACITY] }
    }

    /// Empties it.
    pub const fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a move. A list that is full stays as it is; no position fills it.
    #[inline]
    pub(crate) fn push(&mut self, mv: Move) {
        if let Some(slot) = self.moves.get_mut(self.len) {
            *slot = mv;
            self.len += 1;
        }
    }
}

impl Default for MoveList {
    fn default() -> Self {
        MoveList::new()
    }
}

impl std::ops::Deref for MoveList {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.moves[..self.len.min(CAPACITY)]
    }
}
