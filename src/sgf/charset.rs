//! The charset of a record: what it declares, what its text bears out.
//!
//! A declaration is believed only if the text agrees with it. ASCII needs no charset; valid UTF-8 is UTF-8, whatever is declared,
//! unless the declared charset explains the text better, which happens with a few short words. Everything else is decoded in each
//! charset that SGF files are found in, and the reading that looks most like the language of Go records wins.

mod evidence;
mod labels;
mod words;

use std::ops::Range;

use encoding_rs::{Encoding, UTF_8};

pub use labels::encoding_of;
use labels::stepping_of;

use self::evidence::{Sample, score};
use super::scan::{Stepping, skip_space};
use crate::finding::Span;

/// What the charset of a record was decided by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Basis {
    /// There is nothing but ASCII.
    Ascii,
    /// The record declares it, and the text agrees.
    Declared,
    /// The record declares none, and the text shows it.
    Detected,
    /// The record declares another one, and the text shows this one.
    Corrected,
}

/// What a record declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Declared {
    /// The place of the value of `CA`.
    pub span: Span,
    /// The charset, if the label is known.
    pub encoding: Option<&'static Encoding>,
    /// The label means one of the UTF-16s: the bytes before us were decoded from it, or it is wrong.
    pub utf16: bool,
}

/// The charset of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Charset {
    /// How its text is decoded.
    pub encoding: &'static Encoding,
    /// How its bytes make characters.
    pub stepping: Stepping,
    /// What that was decided by.
    pub basis: Basis,
    /// What the record declares.
    pub declared: Option<Declared>,
    /// Whether some bytes are not text in this charset.
    pub broken: bool,
}

impl Charset {
    /// Decides the charset of a record.
    pub fn of(bytes: &[u8]) -> Charset {
        let ascii = bytes.is_ascii();
        let declared = declaration(bytes);
        let escapes = ascii && memchr::memchr(0x1B, bytes).is_some_and(|at| has_iso_2022(&bytes[at..]));
        if ascii && !escapes {
            return Charset { encoding: UTF_8, stepping: Stepping::Bytes, basis: Basis::Ascii, declared, broken: false };
        }
        let label = declared.and_then(|d| d.encoding);
        if escapes {
            return Charset::settled(encoding_rs::ISO_2022_JP, declared, false);
        }
        let valid = simdutf8::basic::from_utf8(bytes).is_ok();
        let known_utf8 = label == Some(UTF_8) || declared.is_some_and(|d| d.utf16);
        if valid && (known_utf8 || has_long_sequence(bytes)) {
            return Charset::settled(UTF_8, declared, false);
        }
        if !valid && is_damaged_utf8(bytes) {
            return Charset::settled(UTF_8, declared, true);
        }
        let sample = Sample::of(bytes);
        let (encoding, broken) = best(&sample, label, valid);
        Charset::settled(encoding, declared, broken)
    }

    fn settled(encoding: &'static Encoding, declared: Option<Declared>, broken: bool) -> Charset {
        let basis = match declared {
            None => Basis::Detected,
            Some(d) if d.encoding == Some(encoding) || (d.utf16 && encoding == UTF_8) => Basis::Declared,
            Some(_) => Basis::Corrected,
        };
        Charset { encoding, stepping: stepping_of(encoding), basis, declared, broken }
    }

    /// The places of bytes that are no text in this charset, at most so many.
    pub fn broken_places(&self, bytes: &[u8], limit: usize) -> Vec<Range<usize>> {
        let mut places = Vec::new();
        if self.encoding == UTF_8 {
            let mut at = 0;
            for chunk in bytes.utf8_chunks() {
                let start = at + chunk.valid().len();
                at = start + chunk.invalid().len();
                if start < at && places.len() < limit {
                    places.push(start..at);
                }
            }
            return places;
        }
        // Decoding tells how long the fault is, and leaves off behind it.
        let mut decoder = self.encoding.new_decoder_without_bom_handling();
        let mut buffer = [0u8; 4096];
        let mut at = 0;
        while at <= bytes.len() && places.len() < limit {
            let (result, read, _) = decoder.decode_to_utf8_without_replacement(&bytes[at..], &mut buffer, true);
            at += read;
            match result {
                encoding_rs::DecoderResult::InputEmpty => break,
                encoding_rs::DecoderResult::OutputFull => {}
                encoding_rs::DecoderResult::Malformed(length, behind) => {
                    let end = at.saturating_sub(behind as usize);
                    places.push(end.saturating_sub(length as usize)..end);
                }
            }
        }
        places
    }
}

/// The value of `CA`, found before anything is cut: its label is ASCII in every charset.
fn declaration(bytes: &[u8]) -> Option<Declared> {
    memchr::memmem::find_iter(bytes, b"CA").find_map(|at| {
        let open = skip_space(bytes, at + 2);
        let before = at.checked_sub(1).map_or(b'(', |b| bytes[b]);
        if bytes.get(open) != Some(&b'[') || before.is_ascii_alphabetic() || before == b'\\' {
            return None;
        }
        let rest = &bytes[open + 1..bytes.len().min(open + 42)];
        let length = rest.iter().position(|&b| b == b']')?;
        let label = rest[..length].trim_ascii();
        let utf16 = labels::is_utf16(label);
        Some(Declared { span: Span::new(open + 1, open + 1 + length), encoding: encoding_of(label), utf16 })
    })
}

/// Whether an escape sequence of ISO-2022-JP starts here.
fn has_iso_2022(bytes: &[u8]) -> bool {
    bytes.windows(3).any(|w| matches!(w, [0x1B, b'$', b'@' | b'B' | b'('] | [0x1B, b'(', b'J' | b'I']))
}

/// Whether valid UTF-8 has characters of three or more bytes: other charsets hardly ever make whole texts of these.
fn has_long_sequence(bytes: &[u8]) -> bool {
    bytes.iter().any(|&b| b >= 0xE0)
}

/// Whether whole characters of three or more bytes are at least as many as the faults between them, or those of two bytes clearly
/// more. In text of another charset the first are rare accidents; the second are common ones, but not without faults between.
fn is_damaged_utf8(bytes: &[u8]) -> bool {
    const CLEARLY: usize = 4;
    let (mut whole, mut long, mut broken) = (0, 0, 0);
    for chunk in bytes.utf8_chunks() {
        whole += chunk.valid().bytes().filter(|&b| b >= 0xC0).count();
        long += chunk.valid().bytes().filter(|&b| b >= 0xE0).count();
        broken += usize::from(!chunk.invalid().is_empty());
    }
    (long >= 2 && long >= broken) || (whole >= CLEARLY && whole >= CLEARLY * broken)
}

/// How much better another charset must explain the text than the one declared.
const MARGIN: i32 = 6;

/// The charset that explains the sample best, and whether it leaves bytes unexplained.
fn best(sample: &Sample, label: Option<&'static Encoding>, valid: bool) -> (&'static Encoding, bool) {
    let mut winner = (UTF_8, score(sample, UTF_8));
    if valid {
        // Valid UTF-8 is no accident.
        winner.1.points += 4;
    }
    let declared = label.map(|encoding| (encoding, score(sample, encoding)));
    for encoding in evidence::CANDIDATES {
        let found = score(sample, encoding);
        if found.points > winner.1.points {
            winner = (encoding, found);
        }
    }
    if let Some((encoding, found)) = declared
        && found.points + MARGIN >= winner.1.points
        && (encoding != UTF_8 || valid || found.points >= winner.1.points)
    {
        winner = (encoding, found);
    }
    (winner.0, winner.1.broken)
}

#[cfg(test)]
mod tests;
