//! What the rows of tables say: one a game, or one a ply.

use super::Source;
use super::chess::{ChessGame, Item};
use super::go::GoGame;
use super::lines::uci_moves;
use super::table::Rows;
use crate::finding::Severity;
use crate::go::Color;
use crate::pgn::TagName;
use crate::record::{RawRecord, RecordReport};
use crate::values::{clock, date, rating};

/// A whole date as a day; partial dates stay text.
fn day(value: Option<date::Date>) -> Option<i32> {
    let (year, month, day) = value.and_then(|d| d.whole())?;
    // Days from the civil date, by the algorithm of Howard Hinnant (public domain).
    let y = i64::from(year) - i64::from(month <= 2);
    let era = y.div_euclid(400);
    let of_era = y.rem_euclid(400);
    let month = i64::from(month);
    let of_year = (153 * (month + if month > 2 { -3 } else { 9 }) + 2) / 5 + i64::from(day) - 1;
    let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468;
    i32::try_from(days).ok()
}

fn number(value: &str) -> Option<i64> {
    rating::read(value).value().flatten().map(i64::from)
}

fn findings(rows: &mut Rows, report: &RecordReport) {
    for severity in [Severity::Error, Severity::Warning, Severity::Note] {
        rows.int(report.findings.iter().filter(|f| f.severity == severity).count() as u32);
    }
}

/// Texts by name as a JSON object, the names in order. Of two with one name the later counts.
fn object<'t>(pairs: impl Iterator<Item = (&'t str, &'t str)>, out: &mut Vec<u8>) {
    let mut pairs: Vec<(&str, &str)> = pairs.collect();
    pairs.sort_by_key(|(name, _)| *name);
    out.push(b'{');
    let mut first = true;
    for (i, (name, value)) in pairs.iter().enumerate() {
        if pairs.get(i + 1).is_some_and(|(next, _)| next == name) {
            continue;
        }
        if !std::mem::take(&mut first) {
            out.push(b',');
        }
        string(name, out);
        out.push(b':');
        string(value, out);
    }
    out.push(b'}');
}

/// A text in JSON.
pub(super) fn string(text: &str, out: &mut Vec<u8>) {
    if text.bytes().all(|b| b >= b' ' && b != b'"' && b != b'\\') {
        out.push(b'"');
        out.extend_from_slice(text.as_bytes());
        out.push(b'"');
    } else {
        // Writing to memory cannot fail.
        let _ = serde_json::to_writer(out, text);
    }
}

/// The rows of a game of chess.
pub(super) fn chess(
    game: &ChessGame<'_>,
    source: &Source,
    record: &RawRecord<'_>,
    report: &RecordReport,
    every_ply: bool,
    rows: &mut Rows,
) {
    if every_ply {
        return chess_plies(game, source, rows);
    }
    rows.word(&source.file);
    rows.int(source.number as i64);
    rows.word(record.format.name());
    rows.word("chess");
    rows.word(game.variant.name());
    for tag in [TagName::Event, TagName::Site, TagName::Round] {
        rows.known(game.tag(tag));
    }
    rows.maybe_day(day(date::pgn(game.tag(TagName::Date)).value()));
    rows.known(game.tag(TagName::Date));
    rows.known(game.tag(TagName::White));
    rows.known(game.tag(TagName::Black));
    rows.maybe_int(number(game.tag(TagName::WhiteElo)));
    rows.maybe_int(number(game.tag(TagName::BlackElo)));
    rows.known(game.tag(TagName::WhiteTitle));
    rows.known(game.tag(TagName::BlackTitle));
    rows.word(report.result.as_deref().unwrap_or(game.result));
    verdict(rows, report);
    for tag in [TagName::Termination, TagName::ECO, TagName::TimeControl] {
        rows.known(game.tag(tag));
    }
    rows.int(8);
    // No komi, handicap or ruleset.
    (0..3).for_each(|_| rows.none());
    match game.start_fen() {
        Some(fen) => rows.word(&fen),
        None => rows.none(),
    }
    rows.int(game.main_moves().count() as u32);
    rows.int(report.unreplayed);
    rows.with(|out| uci_moves(game, out));
    findings(rows, report);
    rows.with(|out| object(game.tags.iter().map(|tag| (&*tag.name, &*tag.value)), out));
}

/// What judgement says of the result, and how the game ended on the board.
fn verdict(rows: &mut Rows, report: &RecordReport) {
    rows.known(report.verdict.map_or("", |v| v.name()));
    rows.known(report.ending.map_or("", |e| e.name()));
}

/// The argument of a command in a comment: `[%clk 0:05:00]`.
fn command<'a>(comment: &'a str, name: &str) -> Option<&'a str> {
    let start = comment.find(&format!("[%{name} "))? + name.len() + 3;
    let end = start + comment[start..].find(']')?;
    Some(comment[start..end].trim())
}

/// What the comments behind a ply say of it.
#[derive(Default)]
struct Said<'a> {
    clock: Option<f64>,
    evaluation: &'a str,
}

fn chess_plies(game: &ChessGame<'_>, source: &Source, rows: &mut Rows) {
    let mut depth = 0_u32;
    let mut ply = 0_u32;
    let mut said = Said::default();
    let mut line = game.main_line();
    for item in &game.items {
        match item {
            Item::Open => depth += 1,
            Item::Close => depth = depth.saturating_sub(1),
            Item::Move(..) | Item::Null if depth == 0 => {
                let Some((before, item)) = line.next() else { continue };
                finish_ply(ply, &mut said, rows);
                ply += 1;
                rows.word(&source.file);
                rows.int(source.number as i64);
                rows.int(ply);
                rows.word(if before.side_to_move() == crate::chess::Color::White { "white" } else { "black" });
                match item {
                    Item::Move(mv, san) => {
                        rows.with(|out| mv.uci(game.is_chess960()).push_to(out));
                        rows.word(san);
                    }
                    _ => {
                        rows.word("0000");
                        rows.word("--");
                    }
                }
                rows.word(&before.fen());
            }
            Item::Comment(comment) if depth == 0 => {
                let clock = command(comment, "clk").and_then(|t| clock::read(t.as_bytes()));
                said.clock = clock.map(|time| time as f64 / 1000.0).or(said.clock);
                said.evaluation = command(comment, "eval").unwrap_or(said.evaluation);
            }
            _ => {}
        }
    }
    finish_ply(ply, &mut said, rows);
}

/// The cells at the end of the row of a ply. What is said before the first ply is about none.
fn finish_ply(ply: u32, said: &mut Said<'_>, rows: &mut Rows) {
    let Said { clock, evaluation } = std::mem::take(said);
    if ply > 0 {
        rows.maybe_float(clock);
        match evaluation {
            "" => rows.none(),
            evaluation => rows.word(evaluation),
        }
    }
}

/// The rows of a game of Go.
pub(super) fn go(
    game: &GoGame,
    source: &Source,
    record: &RawRecord<'_>,
    report: &RecordReport,
    every_ply: bool,
    rows: &mut Rows,
) {
    let line = game.main_line();
    let played = line.iter().flat_map(|&n| game.moves(n).map(move |m| (n, m)));
    if every_ply {
        for (i, (node, (side, point))) in played.enumerate() {
            rows.word(&source.file);
            rows.int(source.number as i64);
            rows.int(i as i64 + 1);
            rows.word(if side == Color::Black { "black" } else { "white" });
            rows.word(if point.is_empty() { "pass" } else { point });
            // No SAN, no FEN.
            rows.none();
            rows.none();
            let clock = if side == Color::Black { "BL" } else { "WL" };
            rows.maybe_float(game.document.text(node as u32, clock).and_then(|t| t.trim().parse().ok()));
            rows.none();
        }
        return;
    }
    let info = |name| game.info(name);
    rows.word(&source.file);
    rows.int(source.number as i64);
    rows.word(record.format.name());
    rows.word(&game.game);
    rows.word(&report.variant);
    for name in ["EV", "PC", "RO"] {
        rows.known(info(name));
    }
    rows.maybe_day(day(date::sgf(info("DT")).value().and_then(|list| list.0.first().copied())));
    for name in ["DT", "PW", "PB"] {
        rows.known(info(name));
    }
    // Ranks, no ratings.
    rows.none();
    rows.none();
    rows.known(info("WR"));
    rows.known(info("BR"));
    rows.known(report.result.as_deref().unwrap_or_default());
    verdict(rows, report);
    // No termination, no opening.
    rows.none();
    rows.none();
    match (info("TM"), info("OT")) {
        ("", "") => rows.none(),
        (tm, "") => rows.word(tm),
        (tm, ot) => rows.word(&format!("{tm} + {ot}")),
    }
    rows.int(game.width);
    rows.maybe_float(info("KM").parse().ok());
    rows.maybe_int(info("HA").parse().ok());
    rows.known(info("RU"));
    rows.none();
    rows.int(report.plies);
    rows.int(report.unreplayed);
    rows.with(|out| {
        for (i, (_, (_, point))) in played.enumerate() {
            if i > 0 {
                out.push(b' ');
            }
            out.extend_from_slice(if point.is_empty() { b"pass" } else { point.as_bytes() });
        }
    });
    findings(rows, report);
    let root = game.document.nodes.first().map(|n| n.properties.as_slice()).unwrap_or_default();
    let single = root.iter().filter(|property| property.values.len() == 1);
    let texts = single.filter_map(|property| Some((property.name.as_str(), game.document.text(0, &property.name)?)));
    rows.with(|out| object(texts, out));
}
