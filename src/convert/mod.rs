//! Records in another form, or in the normal form of their own.
//!
//! A record becomes a list of tags and movetext with every move in its right spelling, or for Go a
//! [`Document`](crate::sgf::document::Document); that is written out.
//! What a form cannot hold is said, never dropped in silence.

mod chess;
mod csv;
mod go;
mod gtp;
mod json;
mod lines;
mod obsolete;
mod options;
mod parquet;
mod removal;
mod rows;
mod table;

use std::sync::Arc;

pub use csv::csv_header;
pub use json::{JsonFault, SCHEMA, from_json, schema};
pub use options::{OnError, Options, SortBy, Target, Without};
pub use parquet::Table;
pub use removal::Removal;
pub use table::{COLUMNS_VERSION, Column, Rows, columns};

use chess::{ChessGame, Read};

use crate::check::check;
use crate::checks::{self, Findings, Selection};
use crate::finding::{Finding, Severity};
use crate::pgn::lex;
use crate::record::{Format, RawRecord, RecordReport};
use crate::replay::chess::replay;
use crate::settings::Settings;
use crate::sgf::write::Layout;

/// Buffers that are used again from record to record.
#[derive(Debug, Default)]
pub struct Scratch {
    check: crate::check::Scratch,
    text: Vec<u8>,
    rows: Rows,
}

/// What became of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fate {
    /// It was written whole.
    Whole,
    /// It could not be replayed and was copied byte for byte.
    Copied,
    /// It was written up to the move that could not be replayed.
    Cut,
    /// It was left out.
    LeftOut,
}

/// A record in its new form.
#[derive(Debug, Clone)]
pub struct Converted {
    /// Its text, for forms that are text.
    pub text: Vec<u8>,
    /// Its rows, for tables.
    pub rows: Rows,
    /// What became of it.
    pub fate: Fate,
    /// What the new form does not hold, each in a few words.
    pub lost: Vec<String>,
    /// The form it was written in.
    pub format: Target,
    /// What it is told apart from other records by, where [`Options::sort_by`] asks for it.
    pub sort_key: String,
}

/// Where a record comes from, for the columns of tables that say so.
#[derive(Debug, Clone)]
pub struct Source {
    /// The input as shown.
    pub file: Arc<str>,
    /// The number of the record in it.
    pub number: u64,
}

/// Converts one record.
pub fn convert(
    settings: &Settings,
    options: &Options,
    source: &Source,
    record: &RawRecord<'_>,
    scratch: &mut Scratch,
) -> Converted {
    let target = options.target.unwrap_or_else(|| Target::normal_of(record.format));
    let blank = Converted {
        text: Vec::new(),
        rows: Rows::default(),
        fate: Fate::LeftOut,
        lost: Vec::new(),
        format: target,
        sort_key: String::new(),
    };
    // Findings are needed where records are left out by them, and in tables. Checking replays the game; it is not replayed twice.
    scratch.check.chess.replay.all_lines.get_or_insert_default();
    let report = (!options.without.is_empty() || target.is_table()).then(|| check(settings, record, &mut scratch.check));
    if let Some(report) = &report
        && options.without.iter().any(|w| report.findings.iter().any(|f| w.matches(f)))
    {
        return blank;
    }
    match record.format {
        Format::Pgn => chess_record(options, source, record, report.as_ref(), scratch, blank),
        Format::Sgf | Format::Gib | Format::Ngf | Format::Ugf => {
            go_record(settings, options, source, record, report, scratch, blank)
        }
    }
}

fn chess_record(
    options: &Options,
    source: &Source,
    record: &RawRecord<'_>,
    report: Option<&RecordReport>,
    scratch: &mut Scratch,
    mut out: Converted,
) -> Converted {
    let target = out.format;
    if !target.takes_chess() {
        out.lost.push(format!("a game of chess cannot be written as {}", target.name()));
        return out;
    }
    let Scratch { check, text, rows } = scratch;
    let facts = &mut check.chess;
    if report.is_none() {
        lex(record.bytes, &mut facts.lexed);
        replay(record, &facts.lexed, &mut facts.replay, &mut Findings::new(Selection::none()));
    }
    let Read { mut game, complete } = ChessGame::read(record, &facts.lexed, &facts.replay);
    if let Some(key) = options.sort_by {
        game.sorted_by(key).clone_into(&mut out.sort_key);
    }
    out.fate = Fate::Whole;
    if !complete {
        match options.on_error(target) {
            OnError::Copy => {
                out.text = crate::convert::chess::verbatim(record);
                out.fate = Fate::Copied;
                return out;
            }
            OnError::Truncate => {
                game.truncate();
                out.fate = Fate::Cut;
            }
            OnError::Skip => {
                out.fate = Fate::LeftOut;
                return out;
            }
        }
    }
    game.remove(&options.removal);
    text.clear();
    match (target, report) {
        (Target::Pgn, _) => game.write_pgn(options.keep_tag_order, text, &mut out.lost),
        (Target::Json | Target::Ndjson, _) => json::chess(&game, out.fate == Fate::Cut, text),
        (Target::Uci, _) => lines::uci(&game, text, &mut out.lost),
        (Target::Lan, _) => lines::lan(&game, options.keep_tag_order, text, &mut out.lost),
        (Target::Fen, _) => lines::fen(&game, options.every_ply, text, &mut out.lost),
        (Target::Epd, _) => lines::epd(&game, options.every_ply, text, &mut out.lost),
        (Target::Csv | Target::Parquet, Some(report)) => {
            rows.clear();
            rows::chess(&game, source, record, report, options.every_ply, rows);
            lines::lose_lines(&game, &mut out.lost);
            out.take_rows(rows, options, text);
        }
        (Target::Csv | Target::Parquet | Target::Sgf | Target::Gtp, _) => {}
    }
    // A copy of the right size, for many wait to be written.
    out.text = text.clone();
    out
}

impl Converted {
    /// Takes rows as they are, or as lines of CSV.
    fn take_rows(&mut self, rows: &Rows, options: &Options, text: &mut Vec<u8>) {
        match self.format {
            Target::Csv => csv::rows(rows, options.every_ply, text),
            _ => self.rows = rows.clone(),
        }
    }
}

fn go_record(
    settings: &Settings,
    options: &Options,
    source: &Source,
    record: &RawRecord<'_>,
    report: Option<RecordReport>,
    scratch: &mut Scratch,
    mut out: Converted,
) -> Converted {
    let target = out.format;
    if !target.takes_go() {
        out.lost.push(format!("a game of Go cannot be written as {}", target.name()));
        return out;
    }
    let mut read = go::read(record);
    if let Some(key) = options.sort_by {
        read.sorted_by(key).clone_into(&mut out.sort_key);
    }
    out.fate = Fate::Whole;
    // Illegal moves are played on the board, as FF[4] asks of readers: only where nothing can be understood is a record not written.
    let report = report.unwrap_or_else(|| {
        let quiet = Settings { selection: quiet(), estimate: false, ..settings.clone() };
        check(&quiet, record, &mut scratch.check)
    });
    if report.findings.iter().any(|f| f.severity == Severity::Error && is_fatal(f)) {
        match options.on_error(target) {
            OnError::Copy if target == Target::normal_of(record.format) => {
                out.text = record.bytes.to_vec();
                out.fate = Fate::Copied;
                return out;
            }
            OnError::Copy | OnError::Truncate => {
                read.truncate_at(&report);
                out.fate = Fate::Cut;
            }
            OnError::Skip => {
                out.fate = Fate::LeftOut;
                return out;
            }
        }
    }
    out.lost.append(&mut read.document.lost);
    let outside = OUTSIDE.iter().filter(|(check, _)| report.findings.iter().any(|f| f.check == *check));
    out.lost.extend(outside.map(|(_, what)| (*what).to_owned()));
    read.remove(&options.removal);
    match target {
        Target::Sgf => {
            let layout = Layout { ff3: options.sgf_ff3, ..Layout::default() };
            out.text = crate::sgf::write::write(&read.document, layout).into_bytes();
        }
        Target::Json | Target::Ndjson => json::go(&read, &mut out.text),
        Target::Gtp => gtp::write(&read, &mut out.text, &mut out.lost),
        Target::Csv | Target::Parquet => {
            read.lose_all_but_moves(&mut out.lost);
            let mut rows = Rows::default();
            rows::go(&read, source, record, &report, options.every_ply, &mut rows);
            let mut text = Vec::new();
            out.take_rows(&rows, options, &mut text);
            out.text = text;
        }
        Target::Pgn | Target::Uci | Target::Lan | Target::Fen | Target::Epd => {}
    }
    out
}

/// The checks that say whether the moves of a Go record can be understood, and all of it be written.
fn quiet() -> Selection {
    let mut selection = Selection::none();
    FATAL.iter().chain(OUTSIDE.iter().map(|(check, _)| check)).for_each(|&check| selection.set(check, true));
    selection
}

const FATAL: &[checks::Check] = &[
    checks::Check::UnterminatedValue,
    checks::Check::BadPoint,
    checks::Check::OffBoardMove,
    checks::Check::BadBoardSize,
    checks::Check::ValueWithoutProperty,
    checks::Check::StrayText,
];

/// What stands outside the tree, which no form of a game has a place for.
const OUTSIDE: &[(checks::Check, &str)] =
    &[(checks::Check::TextBeforeTree, "the text before the tree"), (checks::Check::TextAfterTree, "the text behind the tree")];

fn is_fatal(finding: &Finding) -> bool {
    FATAL.contains(&finding.check)
}
