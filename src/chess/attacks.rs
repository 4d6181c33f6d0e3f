//! Which squares a man attacks.
//!
//! Sliding men use obstruction difference: on a line through the square, the nearest man below and the nearest man above are
//! found with one bit scan and one subtraction. Its tables take 4 KiB and stay in the first cache, where the tables of magic
//! bitboards (800 KiB) would compete with the text of the games.

use super::bitboard::Bitboard;
use super::types::{Color, Role, Square};

/// Directions as steps of file and rank, each with its opposite next to it; the first of a pair leads to lower squares.
const RAYS: [(i8, i8); 8] = [(0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, 1), (1, -1), (-1, 1)];

/// A knight's leaps.
const LEAPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

const fn ray(square: Square, (files, ranks): (i8, i8)) -> u64 {
    let mut set = 0;
    let mut at = square;
    while let Some(next) = at.offset(files, ranks) {
        set |= 1 << next.index();
        at = next;
    }
    set
}

/// The two halves of a line through a square.
#[derive(Clone, Copy)]
struct Line {
    below: u64,
    above: u64,
}

/// For each square its file, rank, diagonal and antidiagonal.
const LINES: [[Line; 4]; 64] = {
    let mut table = [[Line { below: 0, above: 0 }; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut line = 0;
        while line < 4 {
            let at = Square::new(square as u8);
            table[square][line] = Line { below: ray(at, RAYS[2 * line]), above: ray(at, RAYS[2 * line + 1]) };
            line += 1;
        }
        square += 1;
    }
    table
};

const fn steps(offsets: &[(i8, i8)]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < offsets.len() {
            if let Some(to) = Square::new(square as u8).offset(offsets[i].0, offsets[i].1) {
                table[square] |= 1 << to.index();
            }
            i += 1;
        }
        square += 1;
    }
    table
}

static LINE_TABLE: [[Line; 4]; 64] = LINES;
/// The squares a man reaches on the empty board, by kind; a pawn is not in it.
static REACH: [[u64; 64]; 6] = {
    let mut table = [[0; 64]; 6];
    let mut square = 0;
    while square < 64 {
        let lines = &LINES[square];
        let straight = lines[0].below | lines[0].above | lines[1].below | lines[1].above;
        let diagonal = lines[2].below | lines[2].above | lines[3].below | lines[3].above;
        table[Role::Bishop as usize][square] = diagonal;
        table[Role::Rook as usize][square] = straight;
        table[Role::Queen as usize][square] = diagonal | straight;
        square += 1;
    }
    table[Role::Knight as usize] = steps(&LEAPS);
    table[Role::King as usize] = steps(&RAYS);
    table
};

/// The squares that pawns and knights attack, by colour and kind; other kinds attack none here.
static LEAPERS: [[[u64; 64]; 6]; 2] = {
    let mut table = [[[0; 64]; 6]; 2];
    let mut color = 0;
    while color < 2 {
        let pawn: [u64; 64] = if color == 0 { steps(&[(-1, 1), (1, 1)]) } else { steps(&[(-1, -1), (1, -1)]) };
        table[color][Role::Pawn as usize] = pawn;
        table[color][Role::Knight as usize] = steps(&LEAPS);
        color += 1;
    }
    table
};

/// The squares strictly between two squares of one line.
static BETWEEN: [[u64; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 8 {
            let mut passed = 0;
            let mut at = Square::new(square as u8);
            while let Some(next) = at.offset(RAYS[direction].0, RAYS[direction].1) {
                table[square][next.index()] = passed;
                passed |= 1 << next.index();
                at = next;
            }
            direction += 1;
        }
        square += 1;
    }
    table
};

#[inline]
fn line(square: Square, index: usize, occupied: u64) -> u64 {
    let Line { below, above } = LINE_TABLE[square.index()][index & 3];
    let lower = (occupied & below) | 1;
    let upper = occupied & above;
    // From the nearest man below to the nearest man above, both included.
    let nearest_below = (!0u64) << (63 - lower.leading_zeros());
    let nearest_above = upper & upper.wrapping_neg();
    (below | above) & nearest_above.wrapping_mul(2).wrapping_add(nearest_below)
}

/// The squares a knight attacks.
#[inline]
pub fn knight(square: Square) -> Bitboard {
    reach(Role::Knight, square)
}

/// The squares a king attacks.
#[inline]
pub fn king(square: Square) -> Bitboard {
    reach(Role::King, square)
}

/// The squares a pawn of `color` attacks.
#[inline]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    leaper(color, Role::Pawn, square)
}

/// The squares a bishop attacks, up to and including the first man in each direction.
#[inline]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(line(square, 2, occupied.0) | line(square, 3, occupied.0))
}

/// The squares a rook attacks, up to and including the first man in each direction.
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(line(square, 0, occupied.0) | line(square, 1, occupied.0))
}

/// The squares a queen attacks, up to and including the first man in each direction.
#[inline]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}

/// The squares a man of this kind attacks; `color` matters for pawns only.
#[inline]
pub fn of(role: Role, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => pawn(color, square),
        Role::Knight => knight(square),
        Role::Bishop => bishop(square, occupied),
        Role::Rook => rook(square, occupied),
        Role::Queen => queen(square, occupied),
        Role::King => king(square),
    }
}

/// The squares a man other than a pawn reaches on the empty board.
#[inline]
pub(crate) fn reach(role: Role, square: Square) -> Bitboard {
    Bitboard(REACH[role as usize][square.index()])
}

/// The squares a pawn or a knight attacks; of another kind, none.
#[inline]
pub(super) fn leaper(color: Color, role: Role, square: Square) -> Bitboard {
    Bitboard(LEAPERS[color as usize][role as usize][square.index()])
}

/// The squares on the diagonals through a square.
#[inline]
pub fn diagonals(square: Square) -> Bitboard {
    reach(Role::Bishop, square)
}

/// The squares on the file and the rank of a square.
#[inline]
pub fn straights(square: Square) -> Bitboard {
    reach(Role::Rook, square)
}

/// The squares strictly between two squares; none if they are not on one rank, file or diagonal.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    Bitboard(BETWEEN[a.index()][b.index()])
}

/// Whether `c` lies on the whole line through `a` and `b` (which are on one rank, file or diagonal).
#[inline]
pub fn aligned(a: Square, b: Square, c: Square) -> bool {
    (0..4).any(|index| {
        let Line { below, above } = LINE_TABLE[a.index()][index];
        let line = below | above | 1 << a.index();
        line >> b.index() & 1 == 1 && line >> c.index() & 1 == 1
    })
}
