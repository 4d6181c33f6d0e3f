//! What replay tells about the main line of a Go game.

use crate::go::Color;

/// A whole-board position that came again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repetition {
    /// The ply that brought it back.
    pub ply: u32,
    /// The ply after which it stood before.
    pub earlier: u32,
}

/// What replay tells about the main line. The board at its end is [`Scratch::end`](super::Scratch::end).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GoReplay {
    /// Moves read: passes and illegal moves too.
    pub plies: u32,
    /// How many nodes the main line has: it is the nodes before this index.
    pub nodes: usize,
    /// Who made the last move, or passed last.
    pub last_mover: Option<Color>,
    /// Whether the last two moves are passes by both sides.
    pub two_passes: bool,
    /// Stones taken off by captures (own stones by suicide too), by the colour of the stones.
    pub prisoners: [u32; 2],
    /// Passes by colour.
    pub passes: [u32; 2],
    /// Black's handicap stones, set up or placed before White's first stone; 0 in an even game.
    pub handicap: u32,
    /// Illegal moves of any kind.
    pub illegal: u32,
    /// Moves by the side whose turn it was not.
    pub out_of_turn: u32,
    /// Whether stones were set up or taken off after the first move.
    pub edited: bool,
    /// Whether play went on after two passes.
    pub resumed: bool,
    /// The last repetition, if positions came again.
    pub repetition: Option<Repetition>,
}

impl GoReplay {
    /// Whether the board at the end may not be the board of the game: a move was illegal or is missing, or stones were edited.
    pub const fn is_doubtful(&self) -> bool {
        self.illegal > 0 || self.out_of_turn > 0 || self.edited
    }
}
