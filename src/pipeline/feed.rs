//! The reader's part: inputs in, tasks for workers out.

use std::io::{self, Read};
use std::ops::ControlFlow;

use super::cutter::{Cutter, Slot, to_utf8, whole};
use super::json;
use super::room::{Room, Spare};
use super::{InputEnd, Origin, Reading};
use crate::checks::Check;
use crate::finding::{Edit, Finding, Fix, Grade, Span};
use crate::input::charset::Charset;
use crate::input::sniff::{SNIFF_HEAD, Sniff, sniff};
use crate::input::utf16::{Utf16, Utf16Reader};
use crate::input::{Fault, Input, Unreadable, visit};
use crate::record::Format;
use crate::report::Placed;

/// How much text a chunk holds, unless a record is longer.
pub(super) const CHUNK: usize = 512 << 10;

/// A plain file up to this size is read by a worker.
pub(super) const SMALL: u64 = 256 << 10;

/// The byte order mark of UTF-8.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// What a worker gets.
pub(super) enum Task {
    /// Parts of inputs, in order.
    Units(Vec<Unit>),
    /// Small files to be read whole.
    Files(Vec<Input>),
}

/// A part of an input.
pub(super) enum Unit {
    /// Records.
    Chunk { origin: Origin, charset: Charset, text: Vec<u8>, slots: Vec<Slot> },
    /// The end of an input.
    End(InputEnd),
}

/// Reads all inputs.
pub(super) fn feed(
    reading: Reading,
    spare: &Spare,
    inputs: impl Iterator<Item = Result<Input, Unreadable>>,
    emit: &mut dyn FnMut(Task) -> ControlFlow<()>,
) {
    let mut gather = Gather { emit, units: Vec::new(), bytes: 0, files: Vec::new(), broken: false };
    for input in inputs {
        match input {
            Ok(input) if input.size().is_some_and(|n| n <= SMALL) => gather.file(input),
            Ok(input) => {
                gather.flush();
                read(reading, spare, &input, &mut |unit| gather.unit(unit));
            }
            Err(unreadable) => {
                gather.flush_files();
                let _ = gather.unit(Unit::End(unread(&unreadable)));
            }
        }
        if gather.broken {
            return;
        }
    }
    gather.flush();
}

/// Collects small parts into tasks that are worth a worker's while.
struct Gather<'a> {
    emit: &'a mut dyn FnMut(Task) -> ControlFlow<()>,
    units: Vec<Unit>,
    bytes: usize,
    files: Vec<Input>,
    broken: bool,
}

impl Gather<'_> {
    fn file(&mut self, input: Input) {
        const MOST: usize = 64;
        self.flush_units();
        self.files.push(input);
        if self.files.len() >= MOST {
            self.flush_files();
        }
    }

    fn unit(&mut self, unit: Unit) -> ControlFlow<()> {
        self.bytes += match &unit {
            Unit::Chunk { text, .. } => text.len(),
            Unit::End(_) => 64,
        };
        self.units.push(unit);
        if self.bytes >= CHUNK / 2 {
            self.flush_units();
        }
        if self.broken { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn flush(&mut self) {
        self.flush_files();
        self.flush_units();
    }

    fn flush_files(&mut self) {
        if !self.files.is_empty() && !self.broken {
            self.broken = (self.emit)(Task::Files(std::mem::take(&mut self.files))).is_break();
        }
    }

    fn flush_units(&mut self) {
        self.bytes = 0;
        if !self.units.is_empty() && !self.broken {
            self.broken = (self.emit)(Task::Units(std::mem::take(&mut self.units))).is_break();
        }
    }
}

/// What is said of an input that cannot be read.
pub(super) fn unread(unreadable: &Unreadable) -> InputEnd {
    InputEnd { file: unreadable.name.as_str().into(), findings: vec![fault(&unreadable.fault)], failed: true }
}

fn fault(fault: &Fault) -> Placed {
    whole(Finding::new(Check::UnreadableInput, Span::default(), fault.to_string()))
}

/// Reads one input, each member of it if it is an archive, and hands out its parts.
pub(super) fn read(reading: Reading, spare: &Spare, input: &Input, emit: &mut dyn FnMut(Unit) -> ControlFlow<()>) {
    let _ = visit(input, &mut |member| match member {
        Ok(mut member) => {
            let name = member.name().to_owned();
            stream(reading, spare, &name, &mut member, emit)
        }
        Err(unreadable) => emit(Unit::End(unread(&unreadable))),
    });
}

fn stream(
    reading: Reading,
    spare: &Spare,
    name: &str,
    reader: &mut dyn Read,
    emit: &mut dyn FnMut(Unit) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut error = None;
    let mut room = Room::new(spare);
    let last = room.fill(reader, SNIFF_HEAD, &mut error);
    let mut head = room.text().to_vec();
    let mut opened = open(reading, name, &mut head);
    if let Ok(Opened { cutter, layout, .. }) = &mut opened {
        match *layout {
            None => {
                // A mark that is no part of a record has been taken off.
                room.drop_front(room.text().len() - head.len());
                pump(cutter, reader, room, last, &mut error, emit)?;
            }
            Some(layout) => {
                let mut wide = Utf16Reader::new(head.as_slice().chain(reader), layout);
                let mut room = Room::new(spare);
                let last = room.fill(&mut wide, SNIFF_HEAD, &mut error);
                if room.text().starts_with(MARK) {
                    room.drop_front(MARK.len());
                }
                pump(cutter, &mut wide, room, last, &mut error, emit)?;
            }
        }
    }
    emit(Unit::End(end(name, opened, error.as_ref())))
}

/// Cuts a stream of which the first bytes are read already, and hands out its chunks.
fn pump(
    cutter: &mut Cutter,
    reader: &mut dyn Read,
    mut room: Room<'_>,
    mut last: bool,
    error: &mut Option<io::Error>,
    emit: &mut dyn FnMut(Unit) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut wanted = CHUNK;
    loop {
        if !last {
            last = room.fill(reader, wanted, error);
        }
        let mut slots = Vec::new();
        let used = cutter.cut(room.text(), last, &mut slots);
        if let Some(slot) = slots.last_mut().filter(|_| last) {
            slot.cut = error.is_some();
        }
        if slots.is_empty() {
            room.drop_front(used);
            wanted = room.text().len() + CHUNK;
        } else {
            let (origin, charset) = (cutter.origin.clone(), cutter.charset());
            emit(Unit::Chunk { origin, charset, text: room.hand_out(used), slots })?;
            wanted = CHUNK.max(room.text().len() + CHUNK / 2);
        }
        if last {
            return ControlFlow::Continue(());
        }
    }
}

/// UTF-16 keeps its mark when it becomes UTF-8; it is no part of a record.
fn strip_mark(text: &mut Vec<u8>) {
    if text.starts_with(MARK) {
        text.drain(..MARK.len());
    }
}

/// An input whose format is known.
pub(super) struct Opened {
    pub(super) cutter: Cutter,
    /// It is UTF-16.
    layout: Option<Utf16>,
    findings: Vec<Placed>,
}

impl Opened {
    /// For an input that is read whole: makes its text UTF-8.
    pub(super) fn recode(&self, text: &mut Vec<u8>) {
        if let Some(layout) = self.layout {
            let raw = std::mem::take(text);
            // Reading from memory cannot fail; what is damaged is replaced.
            let _ = Utf16Reader::new(raw.as_slice(), layout).read_to_end(text);
            strip_mark(text);
        }
    }
}

/// Tells the format of an input by its first bytes, and takes off a mark that is no part of a record. `Err`: what it is instead.
pub(super) fn open(reading: Reading, name: &str, text: &mut Vec<u8>) -> Result<Opened, Box<Placed>> {
    let junk = |message: String| Box::new(whole(Finding::new(Check::UnreadableInput, Span::default(), message)));
    let json = reading.json && json::is_json(text);
    let format = match sniff(text, name) {
        // The games in it tell their formats themselves.
        _ if json => Format::Pgn,
        Sniff::Record(format) => format,
        Sniff::Blank => return Err(junk("there is nothing in it".to_owned())),
        Sniff::Junk(what) => return Err(junk(format!("no game record: it is {what}"))),
    };
    let mut findings = Vec::new();
    let layout = Utf16::detect(text);
    let mut skipped = 0;
    if let Some(layout) = layout {
        skipped = if layout.mark { 2 } else { 0 };
        let message = "the text is UTF-16; game records are written in UTF-8";
        findings
            .push(whole(Finding::new(Check::WrongCharset, Span::default(), message).help("it is read as UTF-16").fix(to_utf8())));
    } else if text.starts_with(MARK) {
        text.drain(..MARK.len());
        skipped = MARK.len() as u64;
        let message = "a byte order mark stands before the text";
        let finding = Finding::new(Check::ByteOrderMark, Span::new(0, 3), message);
        let fix = Fix {
            grade: Grade::Safe,
            title: "take it off".to_owned(),
            edits: vec![Edit { span: Span::new(0, MARK.len()), text: Vec::new() }],
        };
        let mut placed = whole(finding.help("leave it out: UTF-8 needs none, and some readers stumble over it").fix(fix));
        placed.place.length = 3;
        findings.push(placed);
    }
    let origin = Origin { file: name.into(), format, json, wide: layout.is_some() };
    Ok(Opened { cutter: Cutter::new(origin, skipped, reading.max_record), layout, findings })
}

/// The end of an input: what is said about it as a whole.
pub(super) fn end(name: &str, opened: Result<Opened, Box<Placed>>, error: Option<&io::Error>) -> InputEnd {
    let mut findings = Vec::new();
    match opened {
        Ok(opened) => {
            findings = opened.findings;
            let records = opened.cutter.records();
            let rest = opened.cutter.finish();
            // An input that broke off before its first record has one fault, not two.
            if error.is_none() || records > 0 {
                findings.extend(rest);
            }
        }
        Err(junk) if error.is_none() => findings.push(*junk),
        Err(_) => {}
    }
    if let Some(error) = error {
        findings.push(fault(&Fault::of(error)));
    }
    InputEnd { file: name.into(), findings, failed: error.is_some() }
}
