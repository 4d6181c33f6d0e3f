//! One record in, one report out.

use crate::checks;
use crate::record::{Format, RawRecord, RecordReport};
use crate::settings::Settings;

/// Buffers that are reused from record to record. Keep one for each thread.
#[derive(Debug, Default)]
pub struct Scratch {
    /// Conversion reads the facts of the record that was checked last.
    pub(crate) chess: checks::chess::Scratch,
    go: checks::go::Scratch,
}

/// Parses, replays and judges one record.
pub fn check(settings: &Settings, record: &RawRecord<'_>, scratch: &mut Scratch) -> RecordReport {
    match record.format {
        Format::Pgn => checks::chess::check(settings, record, &mut scratch.chess),
        Format::Sgf | Format::Gib | Format::Ngf | Format::Ugf => checks::go::check(settings, record, &mut scratch.go),
    }
}
