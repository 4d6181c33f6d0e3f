//! The job of `check`: each record becomes an event, the events of a task become pieces of the reports.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{InputEnd, Job, Record};
use crate::baseline::{self, Baseline, Key};
use crate::check::{Scratch, check};
use crate::checks::Check;
use crate::finding::{Finding, Severity, Span};
use crate::record::{Format, RecordReport};
use crate::report::{Event, InputEvent, Piece, Placed, Placer, RecordEvent, Style, Summary};
use crate::settings::Settings;

/// Checks records and renders what is found.
#[derive(Debug)]
pub struct Checking<'a> {
    /// How records are checked.
    pub settings: &'a Settings,
    /// The reports to render.
    pub styles: &'a [Style],
    /// Findings that are known and left out.
    pub baseline: Option<&'a Baseline>,
    /// Whether lines for a new baseline are wanted.
    pub write_baseline: bool,
    /// For whoever shows progress.
    pub progress: &'a Progress,
    /// From which severity on a finding rejects its record, if clean and rejected records are to be told apart.
    pub reject: Option<Severity>,
}

/// How far a run has come. Counts only grow.
#[derive(Debug, Default)]
pub struct Progress {
    /// Bytes of inputs, decompressed, whose records are checked.
    pub bytes: AtomicU64,
    /// Records checked.
    pub records: AtomicU64,
}

/// What a batch of records gave.
#[derive(Debug, Default)]
pub struct Batch {
    /// One piece for each report.
    pub pieces: Vec<Piece>,
    /// What it adds to the counts.
    pub summary: Summary,
    /// Lines for a new baseline.
    pub baseline: String,
    /// The records, if they are to be told apart: the input, the byte it starts at, whether it is rejected.
    pub records: Vec<(Arc<str>, u64, bool)>,
    events: Vec<Event>,
}

impl Job for Checking<'_> {
    type Scratch = Scratch;
    type Out = Batch;

    fn record(&self, record: &Record<'_>, scratch: &mut Scratch, out: &mut Batch) {
        let report = if record.oversized { oversized(self.settings, record) } else { check(self.settings, &record.raw, scratch) };
        self.report(record, report, out);
    }

    fn end(&self, end: InputEnd, out: &mut Batch) {
        let InputEnd { file, mut findings, failed } = end;
        out.summary.inputs += 1;
        out.summary.failed |= failed;
        findings.retain(|p| {
            self.settings.selection.has(p.finding.check) && self.keeps(&file, 0, || 0, &p.finding, &p.place.text, out)
        });
        out.events.push(Event::Input(InputEvent { file, findings }));
    }

    fn finish(&self, out: &mut Batch) {
        out.pieces = self.styles.iter().map(|style| style.render(&out.events)).collect();
        out.events = Vec::new();
        self.progress.bytes.fetch_add(out.summary.bytes, Ordering::Relaxed);
        self.progress.records.fetch_add(out.summary.records, Ordering::Relaxed);
    }
}

impl Checking<'_> {
    /// Adds the report on a record to a batch.
    pub(super) fn report(&self, record: &Record<'_>, mut report: RecordReport, out: &mut Batch) {
        let bytes = record.raw.bytes;
        out.summary.bytes += bytes.len() as u64;
        out.summary.records += 1;
        out.summary.plies += u64::from(report.plies);
        let mut findings = Vec::new();
        if !report.findings.is_empty() {
            let wants_source = self.styles.iter().any(Style::wants_source);
            let mut placer = Placer::new(bytes, record.raw.charset, record.line, record.offset, record.wide);
            let mut hash = None;
            for finding in std::mem::take(&mut report.findings) {
                let place = placer.place(finding.span);
                let hash = || *hash.get_or_insert_with(|| baseline::record_hash(bytes));
                if self.keeps(record.file, record.number, hash, &finding, &place.text, out) {
                    let source = wants_source.then(|| placer.source(finding.span));
                    findings.push(Placed { finding, place, source });
                }
            }
        }
        if let Some(severity) = self.reject {
            let rejected = findings.iter().any(|p| p.finding.severity >= severity);
            out.records.push((Arc::clone(record.file), record.offset, rejected));
        }
        out.events.push(Event::Record(RecordEvent {
            file: Arc::clone(record.file),
            number: record.number,
            line: record.line,
            offset: record.offset,
            report,
            findings,
        }));
    }

    /// Counts a finding, unless it is known.
    fn keeps(
        &self,
        file: &str,
        record: u64,
        hash: impl FnOnce() -> u128,
        finding: &Finding,
        text: &str,
        out: &mut Batch,
    ) -> bool {
        if self.baseline.is_some() || self.write_baseline {
            let key = Key::new(file, hash(), finding, text);
            if self.write_baseline {
                baseline::entry(key, finding, file, record, &mut out.baseline);
            }
            if self.baseline.is_some_and(|b| b.knows(key)) {
                return false;
            }
        }
        out.summary.count(finding.check, finding.severity);
        true
    }
}

/// What is said of a record that is too large to be read.
pub(super) fn oversized(settings: &Settings, record: &Record<'_>) -> RecordReport {
    let format = record.raw.format;
    let mut report = RecordReport::new(format, if format == Format::Pgn { "chess" } else { "go" });
    if settings.selection.has(Check::OversizedRecord) {
        let limit = settings.max_record >> 20;
        let span = Span::new(0, record.raw.bytes.len().min(80));
        let finding = Finding::new(Check::OversizedRecord, span, format!("a record of more than {limit} MiB is not read"));
        report.findings.push(finding.help("raise the limit with --max-record, or look for a comment or value that never ends"));
    }
    report
}
