//! The job of `fix`: each record is checked, repaired and reported as it is then; what changed goes along.

use std::sync::Arc;

use super::checking::{Batch, Checking, oversized};
use super::{InputEnd, Job, Record};
use crate::check::Scratch;
use crate::checks::Check;
use crate::input::utf16::Utf16;
use crate::record::RawRecord;
use crate::repair::{Applied, Policy, repair};

/// Repairs records and reports what is left.
#[derive(Debug)]
pub struct Fixing<'a> {
    /// How what is left is reported.
    pub checking: Checking<'a>,
    /// Which fixes are wanted.
    pub policy: Policy,
    /// Whether the old text of changed records is wanted, for a diff.
    pub keep_old: bool,
}

/// A record that was changed.
#[derive(Debug, Clone)]
pub struct Change {
    /// The line of the input it starts on, from 1.
    pub line: u64,
    /// The byte of the decompressed input it starts at.
    pub offset: u64,
    /// How many bytes it had there.
    pub length: u64,
    /// What it was, if that was asked for.
    pub old: Vec<u8>,
    /// What it is now.
    pub new: Vec<u8>,
    /// The checks whose findings were fixed.
    pub fixed: Vec<Check>,
}

/// What `fix` does to an input, in order.
#[derive(Debug, Clone)]
pub enum Step {
    /// A record changes.
    Change(Arc<str>, Change),
    /// The input is done; `true` if it was read to its end.
    End(Arc<str>, bool),
}

/// What a batch of records gave.
#[derive(Debug, Default)]
pub struct Fixed {
    /// The report on what is left.
    pub batch: Batch,
    /// What changes.
    pub steps: Vec<Step>,
}

impl Job for Fixing<'_> {
    type Scratch = Scratch;
    type Out = Fixed;

    fn record(&self, record: &Record<'_>, scratch: &mut Scratch, out: &mut Fixed) {
        if record.oversized {
            self.checking.report(record, oversized(self.checking.settings, record), &mut out.batch);
            return;
        }
        let bytes = record.raw.bytes;
        // Half a pair of UTF-16 cannot be written again from UTF-8: such a record stays as it is.
        let damaged = record.wide && memchr::memmem::find(bytes, "\u{FFFD}".as_bytes()).is_some();
        let policy =
            if damaged { &Policy { unsafe_fixes: false, only: Some(crate::checks::Selection::none()) } } else { &self.policy };
        let (report, applied) = repair(self.checking.settings, &record.raw, policy, scratch);
        let Some(Applied { text, fixed }) = applied else {
            self.checking.report(record, report, &mut out.batch);
            return;
        };
        let now = Record { raw: RawRecord { bytes: &text, ..record.raw }, ..*record };
        self.checking.report(&now, report, &mut out.batch);
        let change = Change {
            line: record.line,
            offset: record.offset,
            length: if record.wide { Utf16::source_len(bytes) } else { bytes.len() as u64 },
            old: if self.keep_old { bytes.to_vec() } else { Vec::new() },
            new: text,
            fixed,
        };
        out.steps.push(Step::Change(Arc::clone(record.file), change));
    }

    fn end(&self, end: InputEnd, out: &mut Fixed) {
        out.steps.push(Step::End(Arc::clone(&end.file), !end.failed));
        self.checking.end(end, &mut out.batch);
    }

    fn finish(&self, out: &mut Fixed) {
        self.checking.finish(&mut out.batch);
        // Nobody settles which games came before: no fix could mend that.
        if out.batch.pieces.is_empty() {
            self.checking.render(&mut out.batch);
        }
    }
}
