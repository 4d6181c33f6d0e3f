//! What is wanted of a conversion.

use super::removal::Removal;
use crate::checks::Check;
use crate::finding::{Finding, Severity};
use crate::record::Format;

/// The forms a record can be written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Target {
    /// PGN export format.
    Pgn,
    /// SGF FF\[4\].
    Sgf,
    /// One JSON document with all games.
    Json,
    /// One JSON object a game and line.
    Ndjson,
    /// A table in CSV.
    Csv,
    /// A table in Parquet.
    Parquet,
    /// A `position` command of the UCI protocol a game.
    Uci,
    /// PGN with moves in long algebraic notation.
    Lan,
    /// FEN, a line a position.
    Fen,
    /// EPD, a line a position.
    Epd,
    /// Commands of the Go Text Protocol.
    Gtp,
}

impl Target {
    /// The normal form of records of a format.
    pub const fn normal_of(format: Format) -> Target {
        match format {
            Format::Pgn => Target::Pgn,
            Format::Sgf | Format::Gib | Format::Ngf | Format::Ugf => Target::Sgf,
        }
    }

    /// Its name, which is also the ending of its files.
    pub const fn name(self) -> &'static str {
        match self {
            Target::Pgn => "pgn",
            Target::Sgf => "sgf",
            Target::Json => "json",
            Target::Ndjson => "ndjson",
            Target::Csv => "csv",
            Target::Parquet => "parquet",
            Target::Uci => "uci",
            Target::Lan => "lan",
            Target::Fen => "fen",
            Target::Epd => "epd",
            Target::Gtp => "gtp",
        }
    }

    /// Whether a game of chess can be written in it.
    pub const fn takes_chess(self) -> bool {
        !matches!(self, Target::Sgf | Target::Gtp)
    }

    /// Whether a game of Go can be written in it.
    pub const fn takes_go(self) -> bool {
        matches!(self, Target::Sgf | Target::Json | Target::Ndjson | Target::Csv | Target::Parquet | Target::Gtp)
    }

    /// Whether it is a table of rows.
    pub const fn is_table(self) -> bool {
        matches!(self, Target::Csv | Target::Parquet)
    }
}

/// What is done with a record that cannot be replayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OnError {
    /// It is copied byte for byte.
    Copy,
    /// It is written up to the fault and marked as incomplete.
    Truncate,
    /// It is left out.
    Skip,
}

/// Which findings keep a record out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Without {
    /// Those of this severity or graver.
    Severity(Severity),
    /// Those of this check.
    Check(Check),
}

impl Without {
    /// Whether a finding is meant.
    pub fn matches(self, finding: &Finding) -> bool {
        match self {
            Without::Severity(severity) => finding.severity >= severity,
            Without::Check(check) => finding.check == check,
        }
    }
}

/// What records are told apart by when they are split over files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SortBy {
    /// The event.
    Event,
    /// The year of the date, if it is known.
    Year,
    /// White's name.
    Player,
    /// The result.
    Result,
}

/// What is wanted.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The form; `None`: the normal form of each record's own format.
    pub target: Option<Target>,
    /// What is done with a record that cannot be replayed; `None`: copied in PGN and SGF, cut in other forms.
    pub on_error: Option<OnError>,
    /// Findings that keep a record out.
    pub without: Vec<Without>,
    /// Keep the order of tags in place of the order of the standard.
    pub keep_tag_order: bool,
    /// What is taken out.
    pub removal: Removal,
    /// Write SGF for readers of FF\[3\].
    pub sgf_ff3: bool,
    /// A row or line for every ply in place of one for the game.
    pub every_ply: bool,
    /// What records are to be told apart by: [`super::Converted::sort_key`] says it.
    pub sort_by: Option<SortBy>,
}

impl Options {
    /// What is done with a record that cannot be replayed. A form that is not the record's own cannot take a copy of it.
    pub(super) fn on_error(&self, target: Target) -> OnError {
        match (self.on_error, target) {
            (None | Some(OnError::Copy), Target::Pgn | Target::Sgf) => OnError::Copy,
            (None | Some(OnError::Copy), _) => OnError::Truncate,
            (Some(other), _) => other,
        }
    }
}
