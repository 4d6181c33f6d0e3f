//! One PGN record through all its stages: tokens, tags, replay, judgement.

use super::Findings;
use crate::pgn::{Lexed, lex};
use crate::record::{RawRecord, RecordReport};
use crate::settings::Settings;

/// Buffers that are used again from record to record.
#[derive(Debug, Default)]
pub struct Scratch {
    lexed: Lexed,
}

/// Checks a chess record.
pub fn check(settings: &Settings, record: &RawRecord<'_>, scratch: &mut Scratch) -> RecordReport {
    let mut report = RecordReport::new(record.format, "chess");
    let mut findings = Findings::new(settings.selection.clone());
    lex(record.bytes, &mut scratch.lexed);
    report.findings = findings.take();
    report
}
