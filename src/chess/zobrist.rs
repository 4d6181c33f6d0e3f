//! Random numbers that stand for the parts of a position; their sum without carry is its key.

use super::types::{Color, Role, Square};

/// The next number of SplitMix64, a generator good enough for hashing and short enough to run at compile time.
const fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

struct Keys {
    men: [[[u64; 64]; 6]; 2],
    rights: [u64; 64],
    passing: [u64; 8],
    black: u64,
}

const TABLE: Keys = {
    let mut state = 0x006a_6164_6f75_6265;
    let mut keys = Keys { men: [[[0; 64]; 6]; 2], rights: [0; 64], passing: [0; 8], black: 0 };
    let mut i = 0;
    while i < 2 * 6 * 64 {
        keys.men[i / 384][i / 64 % 6][i % 64] = next(&mut state);
        i += 1;
    }
    i = 0;
    while i < 64 {
        keys.rights[i] = next(&mut state);
        i += 1;
    }
    i = 0;
    while i < 8 {
        keys.passing[i] = next(&mut state);
        i += 1;
    }
    keys.black = next(&mut state);
    keys
};

static KEYS: Keys = TABLE;

/// A man on a square.
#[inline]
pub(super) const fn man(color: Color, role: Role, square: Square) -> u64 {
    KEYS.men[color as usize][role as usize][square.index()]
}

/// The right to castle with the rook on a square.
#[inline]
pub(super) const fn right(rook: Square) -> u64 {
    KEYS.rights[rook.index()]
}

/// A pawn can be taken in passing on this file.
#[inline]
pub(super) const fn passing(file: u8) -> u64 {
    KEYS.passing[(file & 7) as usize]
}

/// Black is to move.
#[inline]
pub(super) const fn black() -> u64 {
    KEYS.black
}
