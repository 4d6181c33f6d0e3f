//! The neutral side of a record: which format and game it is, what a report says of it, and a Go game as a flat list.
//!
//! A chess record needs no such list of its own: replay reads the tokens of [`crate::pgn`] as they are.

use std::borrow::Cow;

use crate::finding::{Finding, Span};
use crate::go::{Color, Point};
use crate::input::charset::Charset;

/// The format of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Format {
    /// Portable Game Notation.
    Pgn,
    /// Smart Game Format.
    Sgf,
    /// The format of the Cyberoro and Tygem servers.
    Gib,
    /// The format of the WBaduk server.
    Ngf,
    /// The format of the PANDA-IGS server's software (UGF and UGI).
    Ugf,
}

impl Format {
    /// The name used in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Pgn => "pgn",
            Format::Sgf => "sgf",
            Format::Gib => "gib",
            Format::Ngf => "ngf",
            Format::Ugf => "ugf",
        }
    }
}

/// What the record proves about the result it claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The record proves it.
    Verified,
    /// An estimate agrees; never called proof.
    Supported,
    /// Nothing contradicts it.
    Consistent,
    /// The record proves another result, or an impossible one.
    Contradicted,
    /// Nothing can be said.
    Undecided,
}

impl Verdict {
    /// The name used in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Verified => "verified",
            Verdict::Supported => "supported",
            Verdict::Consistent => "consistent",
            Verdict::Contradicted => "contradicted",
            Verdict::Undecided => "undecided",
        }
    }
}

/// What the final position itself says under the laws chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// Neither side can mate by any legal moves.
    DeadPosition,
    /// The same position for the fifth time.
    FivefoldRepetition,
    /// Seventy-five moves by each side without capture or pawn move.
    SeventyFiveMoves,
    /// The same position for the third time, where that ends the game at once.
    ThreefoldRepetition,
    /// Fifty moves by each side without capture or pawn move, where that ends the game at once.
    FiftyMoves,
    /// Both players passed in succession.
    TwoPasses,
}

impl Ending {
    /// The name used in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Ending::Checkmate => "checkmate",
            Ending::Stalemate => "stalemate",
            Ending::DeadPosition => "dead-position",
            Ending::FivefoldRepetition => "fivefold-repetition",
            Ending::SeventyFiveMoves => "seventy-five-moves",
            Ending::ThreefoldRepetition => "threefold-repetition",
            Ending::FiftyMoves => "fifty-moves",
            Ending::TwoPasses => "two-passes",
        }
    }
}

/// What `check` says of one record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordReport {
    /// The format.
    pub format: Format,
    /// `chess`, `go`, or the SGF name of another game.
    pub game: Cow<'static, str>,
    /// `standard`, `chess960`, or another variant's name; for Go the ruleset or `standard`.
    pub variant: Cow<'static, str>,
    /// Main-line plies (chess: replayed; Go: read).
    pub plies: u32,
    /// Main-line moves after the first that could not be replayed, that one included.
    pub unreplayed: u32,
    /// The claimed result in normal form.
    pub result: Option<String>,
    /// What the record proves about it.
    pub verdict: Option<Verdict>,
    /// What the final position says.
    pub ending: Option<Ending>,
    /// The findings, in order of place.
    pub findings: Vec<Finding>,
    /// What the game is recognised by: its start and its main line. Made only where `duplicate-record` is selected.
    pub game_key: Option<u128>,
}

impl RecordReport {
    /// A report with nothing in it yet.
    pub fn new(format: Format, game: impl Into<Cow<'static, str>>) -> Self {
        RecordReport {
            format,
            game: game.into(),
            variant: Cow::Borrowed("standard"),
            plies: 0,
            unreplayed: 0,
            result: None,
            verdict: None,
            ending: None,
            findings: Vec::new(),
            game_key: None,
        }
    }
}

/// A piece of game information: its text, decoded, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field<'a> {
    /// The text.
    pub text: Cow<'a, str>,
    /// Its place in the record.
    pub span: Span,
}

/// What a node of a Go record does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GoActionKind {
    /// A stone is played; the point may lie off the board of the record.
    Play(Color, Point),
    /// A move that names no point of the board: column and row as written, from 0.
    PlayOffBoard(Color, u8, u8),
    /// A move whose value names no point at all. It has been reported; it takes its turn and counts as a ply, nothing else.
    Unreadable(Color),
    /// A pass.
    Pass(Color),
    /// A set-up stone (`None`: the point is emptied).
    SetUp(Option<Color>, Point),
    /// Whose turn it is.
    ToPlay(Color),
    /// Play the move of this node even if it is illegal (`KO[]`).
    Forced,
    /// A point marked as a side's territory (`TB`, `TW`).
    Territory(Color, Point),
}

/// One thing a node does, and where that stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GoAction {
    /// What is done.
    pub kind: GoActionKind,
    /// The value's place in the record.
    pub span: Span,
}

/// A node of a Go record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GoNode {
    /// The node before it, by index; `u32::MAX` for the root.
    pub parent: u32,
    /// Its first action; they run to the first action of the next node.
    pub first_action: u32,
    /// The node's place in the record.
    pub span: Span,
}

/// What a player's clock shows after a node of the main line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GoClock {
    /// The node, by index.
    pub node: u32,
    /// Whose clock.
    pub color: Color,
    /// The time left, in hundredths of a second (`BL`, `WL`).
    pub left: Option<i64>,
    /// Periods or moves left in overtime (`OB`, `OW`).
    pub moves: Option<u32>,
    /// The value's place in the record.
    pub span: Span,
}

/// A Go game as a flat list of nodes in the order of the record, the main line first at each branch.
///
/// Buffers are reused from record to record: see [`GoRecord::clear`].
#[derive(Debug, Clone, Default)]
pub struct GoRecord {
    /// Columns of the board, 1 to 52.
    pub width: u8,
    /// Rows of the board, 1 to 52.
    pub height: u8,
    /// The nodes; the root first.
    pub nodes: Vec<GoNode>,
    /// The actions of all nodes.
    pub actions: Vec<GoAction>,
    /// The clocks along the main line.
    pub clocks: Vec<GoClock>,
    /// The ruleset (`RU`).
    pub rules: Option<Field<'static>>,
    /// The komi (`KM`).
    pub komi: Option<Field<'static>>,
    /// The result (`RE`).
    pub result: Option<Field<'static>>,
    /// The handicap (`HA`).
    pub handicap: Option<Field<'static>>,
    /// The program that wrote it (`AP`).
    pub application: Option<Field<'static>>,
    /// Where it was played (`PC`).
    pub place: Option<Field<'static>>,
    /// When it was played (`DT`).
    pub date: Option<Field<'static>>,
    /// The time limit in seconds (`TM`).
    pub time_limit: Option<Field<'static>>,
    /// The overtime (`OT`).
    pub overtime: Option<Field<'static>>,
    /// The rank of Black (`BR`).
    pub black_rank: Option<Field<'static>>,
    /// The rank of White (`WR`).
    pub white_rank: Option<Field<'static>>,
}

impl GoRecord {
    /// Empties the record and keeps its buffers.
    pub fn clear(&mut self) {
        let (mut nodes, mut actions) = (std::mem::take(&mut self.nodes), std::mem::take(&mut self.actions));
        let mut clocks = std::mem::take(&mut self.clocks);
        nodes.clear();
        actions.clear();
        clocks.clear();
        *self = GoRecord { nodes, actions, clocks, ..GoRecord::default() };
    }

    /// The actions of a node.
    pub fn actions_of(&self, node: usize) -> &[GoAction] {
        let start = self.nodes[node].first_action as usize;
        let end = self.nodes.get(node + 1).map_or(self.actions.len(), |n| n.first_action as usize);
        &self.actions[start..end]
    }
}

/// The bytes of one record as they were cut from an input.
#[derive(Debug, Clone, Copy)]
pub struct RawRecord<'a> {
    /// The format it was cut as.
    pub format: Format,
    /// All its bytes: from the end of the record before it to the start of the next.
    pub bytes: &'a [u8],
    /// How text that is not UTF-8 is to be read, as far as it is known. (SGF records tell their own.)
    pub charset: Charset,
}

/// What a splitter says about the text it is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    /// The next record does not end inside this text: show more of it.
    More,
    /// The next record is this many bytes long (never 0), everything up to the next record's start included.
    Record(usize),
    /// This many bytes belong to no record: there is none in the whole input.
    Junk(usize),
}

/// Cuts an input into records. A splitter remembers how far it has looked, so text is scanned once.
pub trait Split {
    /// Looks for the end of the record that starts at the first byte of `text`. After [`Cut::More`] the next call shows the
    /// same text with more behind it; after [`Cut::Record`] it shows the text behind that record. `last`: nothing follows `text`.
    fn cut(&mut self, text: &[u8], last: bool) -> Cut;
}

/// The splitter of formats that hold one record a file.
#[derive(Debug, Clone, Copy, Default)]
pub struct OneRecord;

impl Split for OneRecord {
    fn cut(&mut self, text: &[u8], last: bool) -> Cut {
        if last { Cut::Record(text.len()) } else { Cut::More }
    }
}
