//! Lines of a text with their places.

use crate::finding::Span;

/// A line without its end, and where it stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) start: usize,
}

impl<'a> Line<'a> {
    /// Its place.
    pub(super) fn span(&self) -> Span {
        Span::new(self.start, self.start + self.bytes.len())
    }

    /// The line without blanks at its ends.
    pub(super) fn trimmed(self) -> Line<'a> {
        let front = self.bytes.iter().take_while(|b| b.is_ascii_whitespace()).count();
        Line { bytes: self.bytes.trim_ascii(), start: self.start + front }
    }

    /// What stands behind a prefix.
    pub(super) fn behind(self, prefix: &[u8]) -> Option<Line<'a>> {
        self.bytes.strip_prefix(prefix).map(|bytes| Line { bytes, start: self.start + prefix.len() })
    }

    /// Cuts the line at a byte: what stands before and what behind its first occurrence.
    pub(super) fn cut(self, at: u8) -> Option<(Line<'a>, Line<'a>)> {
        let index = memchr::memchr(at, self.bytes)?;
        let (front, rest) = self.bytes.split_at(index);
        Some((Line { bytes: front, start: self.start }, Line { bytes: &rest[1..], start: self.start + index + 1 }))
    }

    /// The parts between a byte.
    pub(super) fn split(self, at: u8) -> impl Iterator<Item = Line<'a>> {
        let mut start = self.start;
        self.bytes.split(move |b| *b == at).map(move |bytes| {
            let line = Line { bytes, start };
            start += bytes.len() + 1;
            line
        })
    }

    /// The whole line as a number.
    pub(super) fn number(self) -> Option<u32> {
        number(self.bytes.trim_ascii())
    }
}

/// Digits as a number.
pub(super) fn number(text: &[u8]) -> Option<u32> {
    if text.is_empty() || text.len() > 9 || !text.iter().all(u8::is_ascii_digit) {
        return None;
    }
    Some(text.iter().fold(0, |n, b| n * 10 + u32::from(b - b'0')))
}

/// The lines of a text, whatever ends them: LF, CRLF or CR.
pub(super) fn lines(text: &[u8]) -> impl Iterator<Item = Line<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        if at >= text.len() {
            return None;
        }
        let start = at;
        let length = memchr::memchr2(b'\n', b'\r', &text[start..]).unwrap_or(text.len() - start);
        at = start + length;
        if text.get(at) == Some(&b'\r') && text.get(at + 1) == Some(&b'\n') {
            at += 1;
        }
        at += 1;
        Some(Line { bytes: &text[start..start + length], start })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_end() {
        let found: Vec<_> = lines(b"a\r\nb\nc\rd\n\ne").map(|l| (l.start, l.bytes)).collect();
        assert_eq!(found, [(0, &b"a"[..]), (3, b"b"), (5, b"c"), (7, b"d"), (9, b""), (10, b"e")]);
        assert_eq!(lines(b"").count(), 0);
    }

    #[test]
    fn parts_know_their_places() {
        let line = Line { bytes: b"ab,,c", start: 10 };
        let parts: Vec<_> = line.split(b',').map(|l| (l.start, l.bytes)).collect();
        assert_eq!(parts, [(10, &b"ab"[..]), (13, b""), (14, b"c")]);
    }
}
