//! The workers' part: records in, what they gave out.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

use super::cutter::Slot;
use super::feed::{self, SMALL, Task, Unit};
use super::{Batch, Origin, Run};
use crate::baseline::{self, Key};
use crate::check::{Scratch, check};
use crate::checks::Check;
use crate::finding::{Finding, Span};
use crate::input::charset::Charset;
use crate::input::{Fault, Input, Plain, Unreadable, read_plain};
use crate::record::{Format, RawRecord, RecordReport};
use crate::report::{Event, InputEvent, Placed, Placer, RecordEvent};

pub(super) struct Workers<'a> {
    run: &'a Run<'a>,
    wants_source: bool,
    /// Buffers, at most as many as there are threads.
    spare: Mutex<Vec<Buffers>>,
}

#[derive(Default)]
struct Buffers {
    scratch: Scratch,
    text: Vec<u8>,
    slots: Vec<Slot>,
}

/// What is made of a task while it is worked on.
#[derive(Default)]
struct Work {
    events: Vec<Event>,
    batch: Batch,
}

impl<'a> Workers<'a> {
    pub(super) fn new(run: &'a Run<'a>) -> Self {
        Workers { run, wants_source: run.styles.iter().any(|s| s.wants_source()), spare: Mutex::default() }
    }

    pub(super) fn process(&self, task: Task) -> Batch {
        let mut buffers = self.spare.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
        let mut work = Work::default();
        match task {
            Task::Units(units) => {
                for unit in units {
                    self.unit(unit, &mut buffers.scratch, &mut work);
                }
            }
            Task::Files(files) => {
                for file in files {
                    self.file(&file, &mut buffers, &mut work);
                }
            }
        }
        self.spare.lock().unwrap_or_else(PoisonError::into_inner).push(buffers);
        let Work { events, mut batch } = work;
        batch.pieces = self.run.styles.iter().map(|style| style.render(&events)).collect();
        self.run.progress.bytes.fetch_add(batch.summary.bytes, Ordering::Relaxed);
        self.run.progress.records.fetch_add(batch.summary.records, Ordering::Relaxed);
        batch
    }

    fn unit(&self, unit: Unit, scratch: &mut Scratch, work: &mut Work) {
        match unit {
            Unit::Chunk { origin, charset, text, slots } => self.records(&origin, charset, &text, &slots, scratch, work),
            Unit::End { file, findings, failed } => self.input(file, findings, failed, work),
        }
    }

    /// A small file, read here.
    fn file(&self, input: &Input, buffers: &mut Buffers, work: &mut Work) {
        match read_plain(input, SMALL as usize, &mut buffers.text) {
            Ok(Plain::Visit) => {
                feed::read(self.run.settings, input, &mut |unit| {
                    self.unit(unit, &mut buffers.scratch, work);
                    std::ops::ControlFlow::Continue(())
                });
            }
            Ok(Plain::Whole) => {
                let mut opened = feed::open(self.run.settings, &input.name, &mut buffers.text);
                if let Ok(opened) = &mut opened {
                    opened.recode(&mut buffers.text);
                    buffers.slots.clear();
                    opened.cutter.cut(&buffers.text, true, &mut buffers.slots);
                    let (origin, charset) = (opened.cutter.origin.clone(), opened.cutter.charset());
                    self.records(&origin, charset, &buffers.text, &buffers.slots, &mut buffers.scratch, work);
                }
                self.unit(feed::end(&input.name, opened, None), &mut buffers.scratch, work);
            }
            Err(error) => {
                let unit = feed::unread(Unreadable::new(input.name.as_str(), Fault::of(&error)));
                self.unit(unit, &mut buffers.scratch, work);
            }
        }
    }

    fn records(&self, origin: &Origin, charset: Charset, text: &[u8], slots: &[Slot], scratch: &mut Scratch, work: &mut Work) {
        work.batch.summary.bytes += text.len() as u64;
        for slot in slots {
            let bytes = &text[slot.bytes.clone()];
            let mut report = if slot.oversized {
                self.oversized(origin.format, bytes)
            } else {
                check(self.run.settings, &RawRecord { format: origin.format, bytes, charset }, scratch)
            };
            work.batch.summary.records += 1;
            work.batch.summary.plies += u64::from(report.plies);
            let mut findings = Vec::new();
            if !report.findings.is_empty() {
                let mut placer = Placer::new(bytes, charset, slot.line, slot.offset, origin.wide);
                let mut hash = None;
                for finding in std::mem::take(&mut report.findings) {
                    let place = placer.place(finding.span);
                    let hash = || *hash.get_or_insert_with(|| baseline::record_hash(bytes));
                    if !self.keeps(&origin.file, slot.number, hash, &finding, &place.text, work) {
                        continue;
                    }
                    let source = self.wants_source.then(|| placer.source(finding.span));
                    findings.push(Placed { finding, place, source });
                }
            }
            work.events.push(Event::Record(RecordEvent {
                file: Arc::clone(&origin.file),
                number: slot.number,
                line: slot.line,
                offset: slot.offset,
                report,
                findings,
            }));
        }
    }

    fn oversized(&self, format: Format, bytes: &[u8]) -> RecordReport {
        let game = if format == Format::Pgn { "chess" } else { "go" };
        let mut report = RecordReport::new(format, game);
        if self.run.settings.selection.has(Check::OversizedRecord) {
            let limit = self.run.settings.max_record >> 20;
            let finding = Finding::new(
                Check::OversizedRecord,
                Span::new(0, bytes.len().min(80)),
                format!("a record of more than {limit} MiB is not read"),
            );
            report.findings.push(finding.help("raise the limit with --max-record, or look for a missing end of a comment or value"));
        }
        report
    }

    fn input(&self, file: Arc<str>, mut findings: Vec<Placed>, failed: bool, work: &mut Work) {
        work.batch.summary.inputs += 1;
        work.batch.summary.failed |= failed;
        findings.retain(|p| {
            self.run.settings.selection.has(p.finding.check) && self.keeps(&file, 0, || 0, &p.finding, &p.place.text, work)
        });
        work.events.push(Event::Input(InputEvent { file, findings }));
    }

    /// Counts a finding, unless it is known.
    fn keeps(
        &self,
        file: &str,
        record: u64,
        hash: impl FnOnce() -> u128,
        finding: &Finding,
        text: &str,
        work: &mut Work,
    ) -> bool {
        if self.run.baseline.is_some() || self.run.write_baseline {
            let key = Key::new(file, hash(), finding, text);
            if self.run.write_baseline {
                baseline::entry(key, finding, file, record, &mut work.batch.baseline);
            }
            if self.run.baseline.is_some_and(|b| b.knows(key)) {
                return false;
            }
        }
        work.batch.summary.count(finding.check, finding.severity);
        true
    }
}
