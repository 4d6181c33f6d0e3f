//! From byte spans to what a person is told: line, column, and the text that stands there.

use std::borrow::Cow;

use crate::finding::{Finding, Span};
use crate::input::charset::Charset;
use crate::input::utf16::Utf16;

/// The longest excerpt quoted in a report, in bytes.
const EXCERPT: usize = 200;

/// Where a finding stands in its input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Line, from 1.
    pub line: u64,
    /// Column in characters, from 1.
    pub column: u64,
    /// Offset in bytes of the decompressed input.
    pub offset: u64,
    /// Length in bytes.
    pub length: u64,
    /// The text there, shortened if it is long; bytes that no charset explains are escaped.
    pub text: String,
}

/// A finding and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed {
    /// What was found.
    pub finding: Finding,
    /// Where.
    pub place: Place,
    /// The line it stands on, without its end, if a report shows it: text, and the span of the finding in characters.
    pub source: Option<SourceLine>,
}

/// One line of a record, for a snippet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceLine {
    /// The line, or the part of a long line around the finding.
    pub text: String,
    /// The finding in it, as a range of bytes of `text`.
    pub marked: std::ops::Range<usize>,
}

/// Finds lines and columns in one record. Findings must come in order of place.
#[derive(Debug)]
pub struct Placer<'a> {
    text: &'a [u8],
    charset: Charset,
    at: usize,
    line: u64,
    line_start: usize,
    base: u64,
    wide: bool,
}

impl<'a> Placer<'a> {
    /// A placer for a record that starts at `line` and byte `offset` of its input. `wide`: the input is UTF-16 and offsets count
    /// its bytes, though the text shown here is UTF-8.
    pub fn new(text: &'a [u8], charset: Charset, line: u64, offset: u64, wide: bool) -> Self {
        Placer { text, charset, at: 0, line, line_start: 0, base: offset, wide }
    }

    fn measure(&self, text: &[u8]) -> u64 {
        if self.wide { Utf16::source_len(text) } else { text.len() as u64 }
    }

    fn advance(&mut self, to: usize) {
        let to = to.min(self.text.len());
        if to < self.at {
            return;
        }
        for i in memchr::memchr2_iter(b'\n', b'\r', &self.text[self.at..to]) {
            let end = self.at + i + 1;
            // A CR before an LF ends no line of its own.
            if self.text[end - 1] == b'\r' && self.text.get(end) == Some(&b'\n') {
                continue;
            }
            self.line += 1;
            self.line_start = end;
        }
        self.at = to;
    }

    /// The place of a span.
    pub fn place(&mut self, span: Span) -> Place {
        let start = (span.start as usize).min(self.text.len());
        self.advance(start);
        let column = 1 + self.charset.decode(&self.text[self.line_start.min(start)..start]).chars().count() as u64;
        let end = (span.end as usize).clamp(start, self.text.len());
        Place {
            line: self.line,
            column,
            offset: self.base + self.measure(&self.text[..start]),
            length: self.measure(&self.text[start..end]),
            text: self.excerpt(start, end).into_owned(),
        }
    }

    /// The last place at or before `at` where a character starts, if one starts at `from`.
    fn floor(&self, from: usize, at: usize) -> usize {
        match self.charset.is_multibyte() {
            true => self.charset.starts(self.text, from).take_while(|&start| start <= at).last().unwrap_or(from),
            false => floor_boundary(self.text, at),
        }
    }

    /// The first place at or behind `at` where a character starts, if one starts at `from`.
    fn ceil(&self, from: usize, at: usize) -> usize {
        match self.charset.is_multibyte() {
            true => self.charset.starts(self.text, from).find(|&start| start >= at).unwrap_or(self.text.len()),
            false => ceil_boundary(self.text, at),
        }
    }

    fn excerpt(&self, start: usize, end: usize) -> Cow<'a, str> {
        if end - start <= EXCERPT {
            return self.charset.decode(&self.text[start..end]);
        }
        let mut text = self.charset.decode(&self.text[start..self.floor(start, start + EXCERPT)]).into_owned();
        text.push('…');
        Cow::Owned(text)
    }

    /// The line the finding last placed stands on, cut to a readable width around it.
    pub fn source(&self, span: Span) -> SourceLine {
        const BEFORE: usize = 60;
        const AFTER: usize = 100;
        let start = (span.start as usize).min(self.text.len());
        let line_start = self.line_start.min(start);
        let line_end = memchr::memchr2(b'\n', b'\r', &self.text[start..]).map_or(self.text.len(), |i| start + i);
        let end = (span.end as usize).clamp(start, line_end);
        let from = if start - line_start > BEFORE { self.ceil(line_start, start - BEFORE) } else { line_start };
        let to = if line_end - start > AFTER { self.floor(start, start + AFTER) } else { line_end };
        let end = end.min(to);
        let mut text = String::new();
        if from > line_start {
            text.push('…');
        }
        text.push_str(&self.charset.decode(&self.text[from..start]));
        let marked_start = text.len();
        text.push_str(&self.charset.decode(&self.text[start..end]));
        let marked_end = text.len();
        text.push_str(&self.charset.decode(&self.text[end..to]));
        if to < line_end {
            text.push('…');
        }
        SourceLine { text, marked: marked_start..marked_end }
    }
}

/// The last place at or before `at` that is not inside a UTF-8 character.
fn floor_boundary(text: &[u8], at: usize) -> usize {
    let mut i = at.min(text.len());
    while i > 0 && at - i < 4 && text.get(i).is_some_and(|b| b & 0xC0 == 0x80) {
        i -= 1;
    }
    i
}

/// The first place at or after `at` that is not inside a UTF-8 character.
fn ceil_boundary(text: &[u8], at: usize) -> usize {
    let mut i = at.min(text.len());
    while i < text.len() && i - at < 4 && text[i] & 0xC0 == 0x80 {
        i += 1;
    }
    i
}

/// Text from a record made harmless for a terminal: control and direction-changing characters are escaped.
pub fn printable(text: &str) -> Cow<'_, str> {
    let harmful = |c: char| {
        c.is_control()
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{061c}' | '\u{feff}')
    };
    if !text.contains(harmful) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if harmful(c) { out.extend(c.escape_unicode()) } else { out.push(c) }
    }
    Cow::Owned(out)
}
