//! One PGN record through all its stages: tokens, tags, replay, judgement.

use super::Findings;
use crate::pgn::{Lexed, lex};
use crate::record::{RawRecord, RecordReport};
use crate::replay::ChessReplay;
use crate::replay::chess::replay;
use crate::settings::Settings;

/// Buffers that are used again from record to record.
#[derive(Debug, Default)]
pub struct Scratch {
    lexed: Lexed,
    replay: ChessReplay,
}

/// Checks a chess record.
pub fn check(settings: &Settings, record: &RawRecord<'_>, scratch: &mut Scratch) -> RecordReport {
    let mut report = RecordReport::new(record.format, "chess");
    let mut findings = Findings::new(settings.selection.clone());
    lex(record.bytes, &mut scratch.lexed);
    replay(record, &scratch.lexed, &mut scratch.replay, &mut findings);
    report.variant = scratch.replay.variant.name().into();
    report.plies = scratch.replay.plies.len() as u32;
    report.unreplayed = scratch.replay.unreplayed;
    report.findings = findings.take();
    report
}
