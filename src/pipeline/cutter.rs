//! One input cut into records, with the line and the byte each starts at.

use std::ops::Range;

use memchr::memmem;

use super::Origin;
use crate::checks::Check;
use crate::finding::{Finding, Fix, Grade, Span};
use crate::input::charset::{Charset, Evidence, Verdict};
use crate::input::utf16::Utf16;
use crate::record::{Cut, Format, OneRecord, Split};
use crate::report::{Place, Placed};
use crate::{pgn, sgf};

/// How many bytes that are not UTF-8 are told one by one.
const STRAYS: usize = 100;

/// Where one record lies in a chunk, and in its input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Slot {
    /// Its bytes in the chunk.
    pub(super) bytes: Range<usize>,
    /// Its number in the input, from 1.
    pub(super) number: u64,
    /// The line it starts on, from 1.
    pub(super) line: u64,
    /// The byte of the input it starts at.
    pub(super) offset: u64,
    /// It is larger than the limit: only its beginning is in the chunk.
    pub(super) oversized: bool,
    /// The input could not be read on behind it.
    pub(super) cut: bool,
}

/// Follows one input from its first byte to its last.
pub(super) struct Cutter {
    pub(super) origin: Origin,
    max_record: usize,
    state: State,
    number: u64,
    line: u64,
    offset: u64,
    /// A CR was the last byte that was counted: an LF behind it belongs to it.
    after_cr: bool,
    evidence: Evidence,
    /// The first places that are not UTF-8, with their lines.
    foreign: Vec<Place>,
    /// Bytes before the first record that are no part of it.
    skipped: u64,
}

enum State {
    Cutting(Box<dyn Split + Send>),
    /// Inside a record that is too large: looking for the start of the next.
    Skipping,
    /// All that is left belongs to no record.
    Done,
}

/// What the records of an input look like at their start, at the start of a line: where to go on after one that is too large.
fn start_mark(origin: &Origin) -> &'static [u8] {
    match origin.format {
        _ if origin.json => b"\n{",
        Format::Pgn => b"\n[Event ",
        _ => b"\n(;",
    }
}

fn splitter(origin: &Origin) -> Box<dyn Split + Send> {
    match origin.format {
        _ if origin.json => Box::new(super::json::Splitter::default()),
        Format::Pgn => Box::new(pgn::Splitter::new()),
        Format::Sgf => Box::new(sgf::Splitter::new()),
        Format::Gib | Format::Ngf | Format::Ugf => Box::new(OneRecord),
    }
}

impl Cutter {
    /// A cutter for an input whose first `skipped` bytes (a byte order mark) are no part of any record.
    pub(super) fn new(origin: Origin, skipped: u64, max_record: usize) -> Self {
        Cutter {
            state: State::Cutting(splitter(&origin)),
            origin,
            max_record,
            number: 0,
            line: 1,
            offset: skipped,
            after_cr: false,
            evidence: Evidence::new(),
            foreign: Vec::new(),
            skipped,
        }
    }

    /// Cuts what can be cut from `text`, and says how many bytes are dealt with. The rest must be shown again with more behind
    /// it, unless this was the `last`.
    pub(super) fn cut(&mut self, text: &[u8], last: bool, slots: &mut Vec<Slot>) -> usize {
        let (line, offset) = (self.line, self.offset);
        let used = self.records_of(text, last, slots);
        self.look(&text[..used], line, offset);
        used
    }

    fn records_of(&mut self, text: &[u8], last: bool, slots: &mut Vec<Slot>) -> usize {
        let mut at = 0;
        while at < text.len() {
            let rest = &text[at..];
            let (length, oversized) = match &mut self.state {
                State::Done => {
                    self.pass(rest);
                    return text.len();
                }
                State::Skipping => {
                    let mark = start_mark(&self.origin);
                    let Some(i) = memmem::find(rest, mark) else {
                        // The mark may be cut in two by the end of the text.
                        let keep = if last { 0 } else { mark.len().min(rest.len()) };
                        self.pass(&rest[..rest.len() - keep]);
                        return text.len() - keep;
                    };
                    self.state = State::Cutting(splitter(&self.origin));
                    self.pass(&rest[..=i]);
                    at += i + 1;
                    continue;
                }
                State::Cutting(splitter) => match splitter.cut(rest, last) {
                    Cut::Record(n) if n > 0 => (n.min(rest.len()), n > self.max_record),
                    Cut::Record(_) | Cut::Junk(_) => {
                        self.state = State::Done;
                        continue;
                    }
                    Cut::More if rest.len() > self.max_record => {
                        self.state = State::Skipping;
                        (rest.len(), true)
                    }
                    Cut::More if last => (rest.len(), false),
                    Cut::More => return at,
                },
            };
            let record = &rest[..length];
            let blank = record.iter().take_while(|b| b.is_ascii_whitespace()).count();
            self.pass(&record[..blank]);
            if blank < length {
                self.number += 1;
                slots.push(Slot {
                    bytes: at + blank..at + length,
                    number: self.number,
                    line: self.line,
                    offset: self.offset,
                    oversized,
                    cut: false,
                });
            }
            self.pass(&record[blank..]);
            at += length;
        }
        at
    }

    /// Collects what the text says about its charset; it starts at `line` and byte `offset`.
    fn look(&mut self, text: &[u8], line: u64, offset: u64) {
        if self.origin.format != Format::Pgn || self.origin.wide || text.is_empty() {
            return;
        }
        self.evidence.feed(text);
        if self.foreign.len() < STRAYS && !text.is_ascii() {
            foreign(text, line, offset, &mut self.foreign);
        }
    }

    /// Counts bytes and lines.
    fn pass(&mut self, text: &[u8]) {
        if text.is_empty() {
            return;
        }
        self.line += lines(text, self.after_cr);
        self.after_cr = text.last() == Some(&b'\r');
        self.offset += if self.origin.wide { Utf16::source_len(text) } else { text.len() as u64 };
    }

    /// The charset, as far as it is known.
    pub(super) fn charset(&self) -> Charset {
        self.evidence.charset()
    }

    /// How many records were cut.
    pub(super) fn records(&self) -> u64 {
        self.number
    }

    /// What is to be said about the input as a whole, now that it is read.
    pub(super) fn finish(self) -> Vec<Placed> {
        let mut findings = Vec::new();
        if !self.foreign.is_empty() {
            charset_findings(&self.evidence.finish(), self.skipped, &self.foreign, &mut findings);
        }
        if self.number == 0 {
            let message = format!("no {} record in it", self.origin.format.name().to_ascii_uppercase());
            findings.push(whole(Finding::new(Check::UnreadableInput, Span::default(), message)));
        }
        findings
    }
}

/// The repair of a charset that is not UTF-8: all text changes, so nothing but its name asks for it.
pub(super) fn to_utf8() -> Fix {
    Fix { grade: Grade::DisplayOnly, title: "write the file in UTF-8".to_owned(), edits: Vec::new() }
}

/// A finding about an input as a whole: it stands at its beginning.
pub(super) fn whole(finding: Finding) -> Placed {
    placed(finding, Place { line: 1, column: 1, offset: 0, length: 0, text: String::new() })
}

fn placed(finding: Finding, place: Place) -> Placed {
    Placed { finding, place, source: None }
}

/// How many lines end in `text`: at LF, CRLF or CR. After a CR an LF ends no second line.
fn lines(text: &[u8], after_cr: bool) -> u64 {
    let feeds = memchr::memchr_iter(b'\n', text).count();
    let continued = usize::from(after_cr && text.first() == Some(&b'\n'));
    let Some(first) = memchr::memchr(b'\r', text) else { return (feeds - continued) as u64 };
    // A CR alone ends a line too; with an LF behind it, the LF counts. (An LF may follow in the next text: then it is `continued`.)
    let alone = memchr::memchr_iter(b'\r', &text[first..]).filter(|i| text.get(first + i + 1) != Some(&b'\n')).count();
    (feeds - continued + alone) as u64
}

/// Adds the places in `text` that are not UTF-8, as many as are told.
fn foreign(text: &[u8], line: u64, offset: u64, places: &mut Vec<Place>) {
    let mut end = 0;
    // Line and byte where the line starts, of the place before.
    let (mut line, mut start) = (line, 0);
    for chunk in text.utf8_chunks() {
        let at = end + chunk.valid().len();
        end = at + chunk.invalid().len();
        if at == end || places.len() >= STRAYS {
            return;
        }
        line += lines(&text[start..at], false);
        start = memchr::memrchr2(b'\n', b'\r', &text[start..at]).map_or(start, |i| start + i + 1);
        places.push(Place {
            line,
            column: 1 + String::from_utf8_lossy(&text[start..at]).chars().count() as u64,
            offset: offset + at as u64,
            length: (end - at) as u64,
            text: text[at..end].escape_ascii().to_string(),
        });
    }
}

/// What is to be said about the charset of a file that is not UTF-8: one finding, and one more for bytes that mean nothing.
fn charset_findings(verdict: &Verdict, skipped: u64, places: &[Place], findings: &mut Vec<Placed>) {
    let Some(place) = places.first() else { return };
    if verdict.stray {
        for (i, place) in places.iter().enumerate() {
            let more = if i + 1 == STRAYS { ", and there may be more" } else { "" };
            let message = format!("{} is no text in UTF-8, which the rest of the file is{more}", place.text);
            let finding = Finding::new(Check::InvalidEncoding, Span::default(), message)
                .help("a character was lost or put in here by another program")
                .law("PGN 4.1");
            findings.push(placed(finding, place.clone()));
        }
        return;
    }
    let bytes = |n: u64| format!("{n} byte{}", if n == 1 { "" } else { "s" });
    let said = verdict.declared.as_ref().map(|d| d.label.as_str());
    if verdict.charset != Charset::Utf8 && verdict.declaration_holds() != Some(true) {
        let assumed = match said {
            Some(label) => format!("the file calls itself {label}"),
            None => "the text is not UTF-8".to_owned(),
        };
        let message = format!("{assumed}, but reads as {} ({} beyond ASCII)", verdict.charset, bytes(verdict.foreign));
        let finding = Finding::new(Check::WrongCharset, Span::default(), message)
            .help(format!("it is read as {}", verdict.charset))
            .fix(to_utf8())
            .law("PGN 4.1");
        findings.push(placed(finding, place.clone()));
    }
    if let Some((offset, byte, _)) = verdict.unexplained.first() {
        let total = verdict.unexplained.iter().map(|&(_, _, n)| u64::from(n)).sum();
        let message = format!("{} of no charset that is known here, the first 0x{byte:02X}", bytes(total));
        let finding = Finding::new(Check::InvalidEncoding, Span::default(), message)
            .help("they are shown escaped, as \\x and two digits")
            .law("PGN 4.1");
        findings.push(placed(finding, Place { offset: skipped + *offset, ..place.clone() }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_end_counts_once() {
        assert_eq!(lines(b"a\nb\nc", false), 2);
        assert_eq!(lines(b"a\r\nb\r\n", false), 2);
        assert_eq!(lines(b"a\rb\r", false), 2);
        assert_eq!(lines(b"\nb", true), 0);
        assert_eq!(lines(b"a\r", false) + lines(b"\nb", true), 1);
        assert_eq!(lines(b"a\r\rb\n", false), 3);
    }

    #[test]
    fn foreign_bytes_have_their_lines_and_columns() {
        let found = |text: &[u8]| {
            let mut places = Vec::new();
            foreign(text, 7, 100, &mut places);
            places.into_iter().map(|p| (p.line, p.column, p.offset, p.text)).collect::<Vec<_>>()
        };
        assert_eq!(found(b"ab\r\nc\xfcd"), [(8, 2, 105, "\\xfc".to_owned())]);
        assert_eq!(
            found(b"\xc3\xa9\xfc\n\xc3\xa9 \xe4\xb8\n"),
            [(7, 2, 102, "\\xfc".to_owned()), (8, 3, 107, "\\xe4\\xb8".to_owned())]
        );
        assert_eq!(found("é".as_bytes()), []);
    }
}
