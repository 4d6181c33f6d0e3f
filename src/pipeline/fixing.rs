//! The job of `fix`: each record is checked, repaired and reported as it is then; what changed goes along.

use std::sync::Arc;

use super::checking::{Batch, Checking, oversized};
use super::{InputEnd, Job, Record};
use crate::check::Scratch;
use crate::checks::{Check, Selection};
use crate::finding::Grade;
use crate::record::RawRecord;
use crate::repair::{Applied, Policy, repair};

/// Repairs records and reports what is left.
#[derive(Debug)]
pub struct Fixing<'a> {
    /// How what is left is reported.
    pub checking: Checking<'a>,
    /// Which fixes are wanted.
    pub policy: Policy,
}

/// A record that was changed.
#[derive(Debug, Clone)]
pub struct Change {
    /// The byte of the decompressed input it starts at.
    pub offset: u64,
    /// What it was (in UTF-8 if the input is UTF-16).
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
    /// The input is done.
    End {
        /// The input as shown.
        file: Arc<str>,
        /// It was read to its end.
        whole: bool,
        /// The byte order mark at its start is to be taken off.
        mark: bool,
    },
}

/// What a batch of records gave.
#[derive(Debug, Default)]
pub struct Fixed {
    /// The report on what is left.
    pub batch: Batch,
    /// What changes.
    pub steps: Vec<Step>,
}

impl Fixing<'_> {
    /// Whether byte order marks at the start of inputs are taken off.
    pub fn drops_marks(&self) -> bool {
        let selected = self.checking.settings.selection.has(Check::ByteOrderMark);
        selected && self.policy.allows(Check::ByteOrderMark, Grade::Safe)
    }
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
        let only = if damaged { Some(Selection::none()) } else { self.policy.only.clone() };
        let policy = Policy { only, keep_label: record.wide, ..self.policy };
        let (report, applied) = repair(self.checking.settings, &record.raw, &policy, scratch);
        let Some(Applied { text, fixed }) = applied else {
            self.checking.report(record, report, &mut out.batch);
            return;
        };
        let now = Record { raw: RawRecord { bytes: &text, ..record.raw }, ..*record };
        self.checking.report(&now, report, &mut out.batch);
        let change = Change { offset: record.offset, old: bytes.to_vec(), new: text, fixed };
        out.steps.push(Step::Change(Arc::clone(record.file), change));
    }

    fn end(&self, mut end: InputEnd, out: &mut Fixed) {
        let said = end.findings.len();
        if !end.failed && self.drops_marks() {
            end.findings.retain(|p| p.finding.check != Check::ByteOrderMark);
        }
        let mark = end.findings.len() < said;
        out.steps.push(Step::End { file: Arc::clone(&end.file), whole: !end.failed, mark });
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
