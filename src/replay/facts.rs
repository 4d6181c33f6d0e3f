//! The facts that replay makes of a chess game, computed once and read by judgement and conversion.

use crate::chess::{Move, Position, SanText};
use crate::finding::Span;

/// Which rules of play a record is replayed by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Variant {
    /// Chess by the Laws of FIDE, from whatever position.
    #[default]
    Standard,
    /// Chess960.
    Chess960,
    /// Another variant with a name of its own; it is not replayed.
    Known(&'static str),
    /// A name that means nothing to the program; it is not replayed.
    Unknown,
}

impl Variant {
    /// The name used in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Standard => "standard",
            Variant::Chess960 => "chess960",
            Variant::Known(name) => name,
            Variant::Unknown => "unknown",
        }
    }

    /// Whether its games are replayed.
    pub const fn is_replayed(self) -> bool {
        matches!(self, Variant::Standard | Variant::Chess960)
    }
}

/// One half-move of the main line, as it was played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ply {
    /// The key of the position after it.
    pub key: u64,
    /// The token it was read from, as an index into the tokens of the record.
    pub token: u32,
    /// Half-moves since the last capture or pawn move, this one included: 0 after such a move.
    pub halfmove_clock: u32,
    /// The move; `None` for a null move.
    pub mv: Option<Move>,
    /// Whether it gives check.
    pub check: bool,
}

/// A move that was made, in whatever line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Made {
    /// The token it was read from, as an index into the tokens of the record.
    pub token: u32,
    /// The move; `None` for a null move.
    pub mv: Option<Move>,
    /// Its word in the export format, where the record writes it otherwise.
    pub respelled: Option<SanText>,
}

/// Why the main line could not be replayed to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopReason {
    /// A move that the Laws forbid.
    Illegal,
    /// A word with two meanings here, or a promotion that does not say to what.
    Ambiguous,
    /// A word with no meaning.
    Unreadable,
    /// The move before it mated or stalemated.
    AfterEnd,
}

/// Where and why the main line could not be replayed further.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stop {
    /// Why.
    pub reason: StopReason,
    /// The token of the move that could not be made.
    pub token: u32,
    /// Its place.
    pub span: Span,
}

/// A chess game, replayed. Its buffers are reused from record to record.
#[derive(Debug, Clone, Default)]
pub struct ChessReplay {
    /// The rules it was replayed by.
    pub variant: Variant,
    /// The position it starts from.
    pub start: Position,
    /// Whether it could be replayed at all: the variant is one that is replayed, and a FEN, if any, can be played from.
    pub playable: bool,
    /// The main line, up to the first move that could not be made.
    pub plies: Vec<Ply>,
    /// The position after the last of `plies`.
    pub end: Position,
    /// Whether `end` is checkmate.
    pub checkmate: bool,
    /// Whether `end` is stalemate.
    pub stalemate: bool,
    /// Where the main line stopped short, if it did.
    pub stop: Option<Stop>,
    /// How many main-line moves were not replayed.
    pub unreplayed: u32,
    /// The language of the piece letters if it is not English.
    pub language: Option<&'static str>,
    /// Every move that was made, in all lines, in the order of the record: filled only if it is there.
    pub all_lines: Option<Vec<Made>>,
}

impl ChessReplay {
    /// Empties it and keeps the buffers.
    pub fn clear(&mut self) {
        let mut plies = std::mem::take(&mut self.plies);
        plies.clear();
        let mut all_lines = self.all_lines.take();
        all_lines.iter_mut().for_each(Vec::clear);
        *self = ChessReplay { plies, all_lines, ..ChessReplay::default() };
    }

    /// Whether the main line was replayed to its end.
    pub const fn is_complete(&self) -> bool {
        self.playable && self.stop.is_none()
    }
}
