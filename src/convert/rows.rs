//! Rows for tables: one a game, or one a ply.
//!
//! Column names and types are a contract: see [`columns`]. They only grow; a change of meaning raises [`super::CSV_VERSION`].

use super::chess::{ChessGame, Item};
use super::go::GoGame;
use super::{Sorting, Source};
use crate::finding::Severity;
use crate::go::Color;
use crate::record::{RawRecord, RecordReport};
use crate::values::{clock, date, rating};

/// A cell.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Nothing is known.
    None,
    /// A text.
    Text(String),
    /// A whole number.
    Int(i64),
    /// A number.
    Float(f64),
    /// A day, as days since 1 January 1970.
    Day(i32),
}

/// The type of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Column {
    /// Text.
    Text,
    /// Whole numbers of 64 bits.
    Int,
    /// Numbers of double precision.
    Float,
    /// Days.
    Day,
}

/// A row: a value for each of [`columns`].
pub type Row = Vec<Value>;

/// One row a game.
const GAME: &[(&str, Column)] = &[
    ("file", Column::Text),
    ("record", Column::Int),
    ("format", Column::Text),
    ("game", Column::Text),
    ("variant", Column::Text),
    ("event", Column::Text),
    ("site", Column::Text),
    ("round", Column::Text),
    ("date", Column::Day),
    ("date_text", Column::Text),
    ("white", Column::Text),
    ("black", Column::Text),
    ("white_rating", Column::Int),
    ("black_rating", Column::Int),
    ("white_rank", Column::Text),
    ("black_rank", Column::Text),
    ("result", Column::Text),
    ("verdict", Column::Text),
    ("ending", Column::Text),
    ("termination", Column::Text),
    ("eco", Column::Text),
    ("time_control", Column::Text),
    ("board_size", Column::Int),
    ("komi", Column::Float),
    ("handicap", Column::Int),
    ("rules", Column::Text),
    ("start_fen", Column::Text),
    ("plies", Column::Int),
    ("unreplayed", Column::Int),
    ("moves", Column::Text),
    ("errors", Column::Int),
    ("warnings", Column::Int),
    ("notes", Column::Int),
    ("tags", Column::Text),
];

/// One row a ply.
const PLY: &[(&str, Column)] = &[
    ("file", Column::Text),
    ("record", Column::Int),
    ("ply", Column::Int),
    ("color", Column::Text),
    ("move", Column::Text),
    ("san", Column::Text),
    ("fen", Column::Text),
    ("clock", Column::Float),
    ("evaluation", Column::Text),
];

/// The names and types of the columns.
pub const fn columns(every_ply: bool) -> &'static [(&'static str, Column)] {
    if every_ply { PLY } else { GAME }
}

fn text(value: &str) -> Value {
    if value.is_empty() || value == "?" { Value::None } else { Value::Text(value.to_owned()) }
}

fn count(report: Option<&RecordReport>, severity: Severity) -> Value {
    report.map_or(Value::None, |r| Value::Int(r.findings.iter().filter(|f| f.severity == severity).count() as i64))
}

/// A whole date as a day; partial dates stay text.
fn day(value: Option<date::Date>) -> Value {
    let Some((year, month, day)) = value.and_then(|d| d.whole()) else { return Value::None };
    // Days from the civil date, by the algorithm of Howard Hinnant (public domain).
    let y = i64::from(year) - i64::from(month <= 2);
    let era = y.div_euclid(400);
    let of_era = y.rem_euclid(400);
    let month = i64::from(month);
    let of_year = (153 * (month + if month > 2 { -3 } else { 9 }) + 2) / 5 + i64::from(day) - 1;
    let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468;
    i32::try_from(days).map_or(Value::None, Value::Day)
}

fn number(value: &str) -> Value {
    rating::read(value).value().flatten().map_or(Value::None, |r| Value::Int(i64::from(r)))
}

/// The rows of a game of chess.
pub(super) fn chess(
    game: &ChessGame,
    source: &Source,
    record: &RawRecord<'_>,
    report: Option<&RecordReport>,
    every_ply: bool,
) -> Vec<Row> {
    if every_ply {
        return chess_plies(game, source);
    }
    let mut moves = String::new();
    let mut plies = 0;
    for (_, item) in game.main_line() {
        if plies > 0 {
            moves.push(' ');
        }
        plies += 1;
        match item {
            Item::Move(mv) => moves.push_str(&mv.uci(game.is_chess960()).to_string()),
            _ => moves.push_str("0000"),
        }
    }
    let extra: serde_json::Map<String, serde_json::Value> =
        game.tags.iter().map(|(name, value)| (name.clone(), serde_json::Value::String(value.clone()))).collect();
    vec![vec![
        Value::Text(source.file.to_string()),
        Value::Int(source.number as i64),
        Value::Text(record.format.name().to_owned()),
        Value::Text("chess".to_owned()),
        Value::Text(game.variant.name().to_owned()),
        text(game.tag("Event")),
        text(game.tag("Site")),
        text(game.tag("Round")),
        day(date::pgn(game.tag("Date")).value()),
        text(game.tag("Date")),
        text(game.tag("White")),
        text(game.tag("Black")),
        number(game.tag("WhiteElo")),
        number(game.tag("BlackElo")),
        text(game.tag("WhiteTitle")),
        text(game.tag("BlackTitle")),
        Value::Text(report.and_then(|r| r.result.clone()).unwrap_or_else(|| game.result.to_owned())),
        report.and_then(|r| r.verdict).map_or(Value::None, |v| Value::Text(v.name().to_owned())),
        report.and_then(|r| r.ending).map_or(Value::None, |e| Value::Text(e.name().to_owned())),
        text(game.tag("Termination")),
        text(game.tag("ECO")),
        text(game.tag("TimeControl")),
        Value::Int(8),
        Value::None,
        Value::None,
        Value::None,
        game.start_fen().map_or(Value::None, Value::Text),
        Value::Int(plies),
        report.map_or(Value::None, |r| Value::Int(i64::from(r.unreplayed))),
        Value::Text(moves),
        count(report, Severity::Error),
        count(report, Severity::Warning),
        count(report, Severity::Note),
        Value::Text(serde_json::Value::Object(extra).to_string()),
    ]]
}

/// The argument of a command in a comment: `[%clk 0:05:00]`.
fn command<'a>(comment: &'a str, name: &str) -> Option<&'a str> {
    let start = comment.find(&format!("[%{name} "))? + name.len() + 3;
    let end = start + comment[start..].find(']')?;
    Some(comment[start..end].trim())
}

fn chess_plies(game: &ChessGame, source: &Source) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let mut depth = 0_u32;
    let mut line = game.main_line();
    for item in &game.items {
        match item {
            Item::Open => depth += 1,
            Item::Close => depth = depth.saturating_sub(1),
            Item::Move(_) | Item::Null if depth == 0 => {
                let Some((before, item)) = line.next() else { continue };
                let (uci, san) = match item {
                    Item::Move(mv) => (mv.uci(game.is_chess960()).to_string(), before.san(*mv).to_string()),
                    _ => ("0000".to_owned(), "--".to_owned()),
                };
                let color = if before.side_to_move() == crate::chess::Color::White { "white" } else { "black" };
                rows.push(vec![
                    Value::Text(source.file.to_string()),
                    Value::Int(source.number as i64),
                    Value::Int(rows.len() as i64 + 1),
                    Value::Text(color.to_owned()),
                    Value::Text(uci),
                    Value::Text(san),
                    Value::Text(before.fen()),
                    Value::None,
                    Value::None,
                ]);
            }
            Item::Comment(comment) if depth == 0 => {
                if let Some(row) = rows.last_mut() {
                    if let Some(time) = command(comment, "clk").and_then(|t| clock::read(t.as_bytes())) {
                        row[7] = Value::Float(time as f64 / 1000.0);
                    }
                    if let Some(evaluation) = command(comment, "eval") {
                        row[8] = Value::Text(evaluation.to_owned());
                    }
                }
            }
            _ => {}
        }
    }
    rows
}

/// The rows of a game of Go.
pub(super) fn go(game: &GoGame, source: &Source, record: &RawRecord<'_>, report: &RecordReport, every_ply: bool) -> Vec<Row> {
    let color = |c: Color| if c == Color::Black { "black" } else { "white" };
    let line = game.main_line();
    let played = line.iter().flat_map(|&n| game.moves(n).map(move |m| (n, m)));
    if every_ply {
        return played
            .enumerate()
            .map(|(i, (node, (side, point)))| {
                let clock = if side == Color::Black { "BL" } else { "WL" };
                let left = game.document.text(node as u32, clock).and_then(|t| t.trim().parse().ok());
                vec![
                    Value::Text(source.file.to_string()),
                    Value::Int(source.number as i64),
                    Value::Int(i as i64 + 1),
                    Value::Text(color(side).to_owned()),
                    Value::Text(if point.is_empty() { "pass".to_owned() } else { point.to_owned() }),
                    Value::None,
                    Value::None,
                    left.map_or(Value::None, Value::Float),
                    Value::None,
                ]
            })
            .collect();
    }
    let moves: Vec<&str> = played.map(|(_, (_, point))| if point.is_empty() { "pass" } else { point }).collect();
    let info = |name| text(game.info(name));
    let mut extra = serde_json::Map::new();
    for property in game.document.nodes.first().map(|n| n.properties.as_slice()).unwrap_or_default() {
        if let Some(value) = game.document.text(0, &property.name).filter(|_| property.values.len() == 1) {
            extra.insert(property.name.clone(), serde_json::Value::String(value.to_owned()));
        }
    }
    let Sorting { event, .. } = game.sorting();
    let first_day = date::sgf(game.info("DT")).value().and_then(|list| list.0.first().copied());
    vec![vec![
        Value::Text(source.file.to_string()),
        Value::Int(source.number as i64),
        Value::Text(record.format.name().to_owned()),
        Value::Text(game.game.to_string()),
        Value::Text(report.variant.to_string()),
        text(&event),
        info("PC"),
        info("RO"),
        day(first_day),
        info("DT"),
        info("PW"),
        info("PB"),
        Value::None,
        Value::None,
        info("WR"),
        info("BR"),
        report.result.as_deref().map_or(Value::None, text),
        report.verdict.map_or(Value::None, |v| Value::Text(v.name().to_owned())),
        report.ending.map_or(Value::None, |e| Value::Text(e.name().to_owned())),
        Value::None,
        Value::None,
        match (game.info("TM"), game.info("OT")) {
            ("", "") => Value::None,
            (tm, "") => Value::Text(tm.to_owned()),
            (tm, ot) => Value::Text(format!("{tm} + {ot}")),
        },
        Value::Int(i64::from(game.width)),
        game.info("KM").parse().map_or(Value::None, Value::Float),
        game.info("HA").parse().map_or(Value::None, Value::Int),
        info("RU"),
        Value::None,
        Value::Int(i64::from(report.plies)),
        Value::Int(i64::from(report.unreplayed)),
        Value::Text(moves.join(" ")),
        count(Some(report), Severity::Error),
        count(Some(report), Severity::Warning),
        count(Some(report), Severity::Note),
        Value::Text(serde_json::Value::Object(extra).to_string()),
    ]]
}
