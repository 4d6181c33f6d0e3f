//! One Go record through all its stages: charset, tokens, properties, replay, judgement.

use super::Findings;
use crate::record::{RawRecord, RecordReport};
use crate::settings::Settings;
use crate::sgf::{Stepping, Token, lex};

/// Buffers that are used again from record to record.
#[derive(Debug, Default)]
pub struct Scratch {
    tokens: Vec<Token>,
}

/// Checks a Go record: SGF, or one of the formats of the servers.
pub fn check(settings: &Settings, record: &RawRecord<'_>, scratch: &mut Scratch) -> RecordReport {
    let mut report = RecordReport::new(record.format, "go");
    let mut findings = Findings::new(settings.selection.clone());
    lex(record.bytes, Stepping::Bytes, &mut scratch.tokens);
    report.findings = findings.take();
    report
}
