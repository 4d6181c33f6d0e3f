//! The job of `check`: each record becomes an event, the events of a task become pieces of the reports.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{InputEnd, Job, Record};
use crate::baseline::{self, Baseline, Key};
use crate::check::{Scratch, check};
use crate::checks::Check;
use crate::finding::{Finding, Severity, Span};
use crate::input::charset::Charset;
use crate::record::{Format, RawRecord, RecordReport};
use crate::report::{Event, InputEvent, Piece, Placed, Placer, RecordEvent, Style, Summary};
use crate::settings::Settings;
use crate::sgf;

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
    /// The records, if they are to be told apart.
    pub sorted: Vec<Sorted>,
    events: Vec<Event>,
    /// The games that could be the same as others: the event, what the game is recognised by, and what is said if it is.
    games: Vec<(usize, u128, Placed)>,
}

/// What telling records apart needs to know, in the order of the input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sorted {
    /// A record.
    Record {
        /// The input it stands in.
        file: Arc<str>,
        /// The byte of the decompressed input it starts at.
        offset: u64,
        /// It is not clean.
        rejected: bool,
    },
    /// The input is done. An archive can hold two members of one name.
    End(Arc<str>),
}

/// The games of a run so far, and where each stands first.
#[derive(Debug, Default)]
pub struct Seen {
    games: HashMap<u128, (Arc<str>, u64)>,
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
        if self.reject.is_some() {
            out.sorted.push(Sorted::End(Arc::clone(&file)));
        }
        out.events.push(Event::Input(InputEvent { file, findings }));
    }

    fn finish(&self, out: &mut Batch) {
        // What is the same as an earlier game is known only in the order of the input: see `settle`.
        if !self.settings.selection.has(Check::DuplicateRecord) {
            self.render(out);
        }
        self.progress.bytes.fetch_add(out.summary.bytes, Ordering::Relaxed);
        self.progress.records.fetch_add(out.summary.records, Ordering::Relaxed);
    }
}

impl Checking<'_> {
    /// Finds the games that came before, where that is asked for. Batches must come in the order of the input.
    pub fn settle(&self, batch: &mut Batch, seen: &mut Seen) {
        if !self.settings.selection.has(Check::DuplicateRecord) {
            return;
        }
        for (index, key, mut placed) in std::mem::take(&mut batch.games) {
            let Some(Event::Record(event)) = batch.events.get(index) else { continue };
            let (file, number) = (Arc::clone(&event.file), event.number);
            let Some((first_file, first_number)) = seen.games.get(&key) else {
                seen.games.insert(key, (file, number));
                continue;
            };
            placed.finding.message = match *first_file == file {
                true => format!("the same start and the same moves as record {first_number} of this input"),
                false => format!("the same start and the same moves as record {first_number} of {first_file}"),
            };
            if !self.keeps(&file, number, || key, &placed.finding, &placed.place.text, batch) {
                continue;
            }
            if let Some(Event::Record(event)) = batch.events.get_mut(index) {
                let at = event.findings.partition_point(|f| f.place.offset < placed.place.offset);
                event.findings.insert(at, placed);
            }
        }
        self.render(batch);
    }

    /// Turns the events of a batch into pieces of the reports.
    pub(super) fn render(&self, batch: &mut Batch) {
        batch.pieces = self.styles.iter().map(|style| style.render(&batch.events)).collect();
        batch.events = Vec::new();
        batch.games = Vec::new();
    }

    /// Adds the report on a record to a batch.
    pub(super) fn report(&self, record: &Record<'_>, mut report: RecordReport, out: &mut Batch) {
        let bytes = record.raw.bytes;
        if record.cut {
            report.findings.retain(|f| !comes_of_the_cut(f, bytes.trim_ascii_end(), report.plies));
        }
        out.summary.bytes += bytes.len() as u64;
        out.summary.records += 1;
        out.summary.plies += u64::from(report.plies);
        if let Some(key) = report.game_key {
            // The first line stands for the record.
            let start = bytes.len() - bytes.trim_ascii_start().len();
            let length = bytes[start..].iter().take(80).position(|b| matches!(b, b'\n' | b'\r')).unwrap_or(0);
            let span = Span::new(start, start + length);
            let mut placer = Placer::new(bytes, charset_of(&record.raw), record.line, record.offset, record.wide);
            let place = placer.place(span);
            let source = self.styles.iter().any(Style::wants_source).then(|| placer.source(span));
            let finding = Finding::new(Check::DuplicateRecord, span, "").help("keep the one that says more");
            out.games.push((out.events.len(), key, Placed { finding, place, source }));
        }
        let mut findings = Vec::new();
        if !report.findings.is_empty() {
            let wants_source = self.styles.iter().any(Style::wants_source);
            let mut placer = Placer::new(bytes, charset_of(&record.raw), record.line, record.offset, record.wide);
            let mut hash = None;
            for mut finding in std::mem::take(&mut report.findings) {
                if record.wide && matches!(finding.check, Check::WrongCharset | Check::MissingCharset) {
                    // A label for what the text is now would be wrong in the file, which is UTF-16.
                    finding.fix = None;
                }
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
            out.sorted.push(Sorted::Record { file: Arc::clone(record.file), offset: record.offset, rejected });
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

/// The charset in which the text of a record is shown.
fn charset_of(record: &RawRecord<'_>) -> Charset {
    if record.format != Format::Sgf || simdutf8::basic::from_utf8(record.bytes).is_ok() {
        return record.charset;
    }
    // Such a record tells its own.
    Charset::from_label(sgf::Charset::of(record.bytes).encoding.name()).unwrap_or_default()
}

/// Whether a finding on a record whose end could not be read is nothing but that: the input has a finding of its own.
fn comes_of_the_cut(finding: &Finding, text: &[u8], plies: u32) -> bool {
    let behind = text.get(finding.span.start as usize..).unwrap_or_default();
    match finding.check {
        Check::UnterminatedComment
        | Check::UnterminatedVariation
        | Check::UnmatchedParenthesis
        | Check::MissingTerminator
        | Check::MissingMovetext
        | Check::WrongPlyCount
        | Check::MissingResult
        | Check::UnclosedTree
        | Check::UnterminatedValue => true,
        Check::MissingRosterTag => plies == 0,
        // The last word may be the half of one.
        Check::MalformedTag | Check::StrayText => memchr::memchr(b'\n', behind).is_none(),
        _ => finding.span.len() >= behind.len() && !finding.span.is_empty(),
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
