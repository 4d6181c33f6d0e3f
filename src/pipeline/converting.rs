//! The job of `convert`: each record becomes text or rows, with a word on what was lost.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::checking::Progress;
use super::{InputEnd, Job, Record};
use crate::convert::{Converted, Fate, Options, Scratch, Source, Target, convert, from_json};
use crate::record::RawRecord;
use crate::report::Placed;
use crate::settings::Settings;

/// Converts records.
#[derive(Debug)]
pub struct Converting<'a> {
    /// How records are judged, where that is needed.
    pub settings: &'a Settings,
    /// What is wanted.
    pub options: &'a Options,
    /// For whoever shows progress.
    pub progress: &'a Progress,
}

/// A record in its new form, and where it came from.
#[derive(Debug)]
pub struct Out {
    /// The input.
    pub file: Arc<str>,
    /// The number of the record in it.
    pub number: u64,
    /// The line it starts on.
    pub line: u64,
    /// What it became, or why it could not be read.
    pub result: Result<Converted, String>,
}

/// What a batch of records gave, in order.
#[derive(Debug, Default)]
pub struct ConvertedBatch {
    /// The records.
    pub records: Vec<Out>,
    /// The inputs that ended; each with the number of records of this batch that came before its end.
    pub ends: Vec<(usize, Arc<str>, Vec<Placed>, bool)>,
    bytes: u64,
}

impl Job for Converting<'_> {
    type Scratch = Scratch;
    type Out = ConvertedBatch;

    fn record(&self, record: &Record<'_>, scratch: &mut Scratch, out: &mut ConvertedBatch) {
        out.bytes += record.raw.bytes.len() as u64;
        let source = Source { file: Arc::clone(record.file), number: record.number };
        let result = if record.oversized {
            Err(format!("a record of more than {} MiB is not read", self.settings.max_record >> 20))
        } else if record.json {
            from_json(super::json::object(record.raw.bytes)).map_err(|e| e.to_string()).map(|(format, text)| {
                let raw = RawRecord { format, bytes: &text, charset: Default::default() };
                convert(self.settings, self.options, &source, &raw, scratch)
            })
        } else {
            Ok(convert(self.settings, self.options, &source, &record.raw, scratch))
        };
        out.records.push(Out { file: source.file, number: source.number, line: record.line, result });
    }

    fn end(&self, end: InputEnd, out: &mut ConvertedBatch) {
        out.ends.push((out.records.len(), end.file, end.findings, end.failed));
    }

    fn finish(&self, out: &mut ConvertedBatch) {
        self.progress.bytes.fetch_add(out.bytes, Ordering::Relaxed);
        self.progress.records.fetch_add(out.records.len() as u64, Ordering::Relaxed);
    }
}

impl Out {
    /// Whether the record is in the output whole.
    pub fn is_whole(&self) -> bool {
        self.result.as_ref().is_ok_and(|c| c.fate == Fate::Whole)
    }

    /// The form it was written in, if it was read.
    pub fn target(&self) -> Option<Target> {
        self.result.as_ref().ok().map(|c| c.format)
    }
}
