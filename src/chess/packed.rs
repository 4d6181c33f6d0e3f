//! A position in 48 bytes, for keeping many.

use super::bitboard::Bitboard;
use super::position::Position;
use super::types::{Color, Man, Role, Square};

/// A position, packed. Two positions that differ in nothing but clocks have equal [`Packed::identity`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Packed {
    white: u64,
    /// The kind of man on each square, spread over three words; 0 is an empty square, 1 a pawn, 6 a king.
    planes: [u64; 3],
    /// The rooks that may castle: the files of the first rank, then of the last.
    rights: [u8; 2],
    /// The square just passed by a pawn, 64 for none.
    passed: u8,
    /// The square for a legal capture in passing, 64 for none.
    en_passant: u8,
    black_to_move: bool,
    halfmove_clock: u32,
    fullmove_number: u32,
}

impl Packed {
    /// Everything that tells positions apart by the Laws, exactly: men, turn, rights, legal capture in passing.
    pub const fn identity(&self) -> ([u64; 4], [u8; 4]) {
        let [a, b, c] = self.planes;
        ([self.white, a, b, c], [self.rights[0], self.rights[1], self.en_passant, self.black_to_move as u8])
    }
}

impl Position {
    /// Packs it.
    pub fn pack(&self) -> Packed {
        let mut planes = [0; 3];
        for role in Role::ALL {
            let number = role as usize + 1;
            for (bit, plane) in planes.iter_mut().enumerate() {
                if number >> bit & 1 == 1 {
                    *plane |= self.role(role).0;
                }
            }
        }
        let number = |square: Option<Square>| square.map_or(64, |square| square.index() as u8);
        Packed {
            white: self.color(Color::White).0,
            planes,
            rights: [self.rights.0 as u8, (self.rights.0 >> 56) as u8],
            passed: number(self.passed),
            en_passant: number(self.en_passant),
            black_to_move: self.turn == Color::Black,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
        }
    }

    /// Unpacks a position.
    pub fn unpack(packed: &Packed) -> Position {
        let mut position = Position::EMPTY;
        let [a, b, c] = packed.planes;
        for square in Bitboard(a | b | c) {
            let bit = |plane: u64| (plane >> square.index() & 1) as usize;
            let number = bit(a) | bit(b) << 1 | bit(c) << 2;
            if let Some(&role) = Role::ALL.get(number.wrapping_sub(1)) {
                let white = Bitboard(packed.white).has(square);
                let color = if white { Color::White } else { Color::Black };
                position.put(square, Man { color, role });
            }
        }
        position.turn = if packed.black_to_move { Color::Black } else { Color::White };
        position.rights = Bitboard(u64::from(packed.rights[0]) | u64::from(packed.rights[1]) << 56);
        position.passed = (packed.passed < 64).then_some(Square::new(packed.passed));
        position.halfmove_clock = packed.halfmove_clock;
        position.fullmove_number = packed.fullmove_number;
        position.settle();
        position
    }
}
