//! UTF-16 text, with or without a mark, read as UTF-8.

use std::io::{self, Read};

/// How UTF-16 text is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Utf16 {
    /// The high byte of a unit comes first.
    pub big_endian: bool,
    /// It starts with a byte order mark.
    pub mark: bool,
}

impl Utf16 {
    /// The name of the charset.
    pub const fn name(self) -> &'static str {
        if self.big_endian { "UTF-16BE" } else { "UTF-16LE" }
    }

    /// Whether text that starts with these bytes is UTF-16. Without a mark it is told by the NULs in every other byte, which
    /// no record in another charset has: tags, property names and moves are ASCII in every language.
    pub fn detect(head: &[u8]) -> Option<Self> {
        match head {
            [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..] => return None,
            [0xFF, 0xFE, ..] => return Some(Utf16 { big_endian: false, mark: true }),
            [0xFE, 0xFF, ..] => return Some(Utf16 { big_endian: true, mark: true }),
            _ => {}
        }
        let pairs = head.get(..head.len().min(512) & !1).filter(|h| h.len() >= 4)?.chunks_exact(2);
        let all = pairs.len();
        let (mut little, mut big) = (0, 0);
        for pair in pairs {
            let is_text = |b: u8| matches!(b, b'\t' | b'\n' | b'\r' | b' '..=b'~');
            little += usize::from(pair[1] == 0 && is_text(pair[0]));
            big += usize::from(pair[0] == 0 && is_text(pair[1]));
        }
        // The first character is always one of markup; half of the others may be names in another script.
        if head[1] == 0 && head[0] != 0 && little * 2 >= all && big == 0 {
            Some(Utf16 { big_endian: false, mark: false })
        } else if head[0] == 0 && head[1] != 0 && big * 2 >= all && little == 0 {
            Some(Utf16 { big_endian: true, mark: false })
        } else {
            None
        }
    }

    /// Text in this layout, without a mark.
    pub fn encode(self, text: &str) -> Vec<u8> {
        text.encode_utf16().flat_map(|unit| if self.big_endian { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect()
    }

    /// How many bytes of UTF-16 (without the mark) became this text. Cutting the text at a place tells that place's offset.
    pub fn source_len(text: &[u8]) -> u64 {
        // One unit a character, two where UTF-8 takes four bytes; a byte that continues a character adds none.
        text.iter().map(|&b| if b >= 0xF0 { 4 } else { 2 * u64::from(b & 0xC0 != 0x80) }).sum()
    }
}

/// Reads UTF-16 as UTF-8. The mark, if there is one, is kept as U+FEFF; a half of a pair becomes U+FFFD and is counted.
#[derive(Debug)]
pub struct Utf16Reader<R> {
    inner: R,
    big_endian: bool,
    /// Bytes of UTF-16 not yet transcoded.
    raw: Vec<u8>,
    raw_len: usize,
    /// Text not yet handed out.
    text: Vec<u8>,
    given: usize,
    damaged: u64,
    ended: bool,
}

impl<R: Read> Utf16Reader<R> {
    /// Reads from `inner`, from its first byte on.
    pub fn new(inner: R, layout: Utf16) -> Self {
        const ROOM: usize = 16 << 10;
        Utf16Reader {
            inner,
            big_endian: layout.big_endian,
            raw: vec![0; ROOM],
            raw_len: 0,
            text: Vec::with_capacity(ROOM * 2),
            given: 0,
            damaged: 0,
            ended: false,
        }
    }

    /// How many halves of pairs, and bytes left over at the end, were replaced so far.
    pub fn damaged(&self) -> u64 {
        self.damaged
    }

    /// Transcodes the next piece of text.
    fn refill(&mut self) -> io::Result<()> {
        self.text.clear();
        self.given = 0;
        while self.text.is_empty() && !self.ended {
            let n = super::ahead::read_retrying(&mut self.inner, &mut self.raw[self.raw_len..])?;
            self.raw_len += n;
            self.ended = n == 0;
            let mut used = self.raw_len & !1;
            // A high half at the end waits for its other half.
            if !self.ended && used >= 2 && (0xD800..0xDC00).contains(&self.unit(used - 2)) {
                used -= 2;
            }
            let (mut text, mut damaged) = (std::mem::take(&mut self.text), 0);
            let units = (0..used).step_by(2).map(|at| self.unit(at));
            for decoded in char::decode_utf16(units) {
                let c = decoded.unwrap_or_else(|_| {
                    damaged += 1;
                    char::REPLACEMENT_CHARACTER
                });
                text.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            }
            if self.ended && used < self.raw_len {
                damaged += 1;
                text.extend_from_slice("\u{FFFD}".as_bytes());
                used = self.raw_len;
            }
            self.text = text;
            self.damaged += damaged;
            self.raw.copy_within(used..self.raw_len, 0);
            self.raw_len -= used;
        }
        Ok(())
    }

    fn unit(&self, at: usize) -> u16 {
        let pair = [self.raw[at], self.raw[at + 1]];
        if self.big_endian { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) }
    }
}

impl<R: Read> Read for Utf16Reader<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        if self.given == self.text.len() {
            self.refill()?;
        }
        let n = buf.len().min(self.text.len() - self.given);
        buf[..n].copy_from_slice(&self.text[self.given..self.given + n]);
        self.given += n;
        Ok(n)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn encode(text: &str, big: bool) -> Vec<u8> {
        text.encode_utf16().flat_map(|u| if big { u.to_be_bytes() } else { u.to_le_bytes() }).collect()
    }

    /// Hands out one byte at a time.
    struct Drops<'a>(&'a [u8]);

    impl Read for Drops<'_> {
        fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
            let n = self.0.len().min(1).min(buf.len());
            buf[..n].copy_from_slice(&self.0[..n]);
            self.0 = &self.0[n..];
            Ok(n)
        }
    }

    #[test]
    fn text_comes_back_as_it_was() {
        let text = "\u{FEFF}[White \"Müller, 李\"]\n{\u{1F600} \u{10FFFF}}".repeat(2000);
        for big in [false, true] {
            let raw = encode(&text, big);
            let layout = Utf16::detect(&raw).unwrap();
            assert_eq!(layout, Utf16 { big_endian: big, mark: true });
            let (mut fast, mut slow) = (String::new(), String::new());
            Utf16Reader::new(&raw[..], layout).read_to_string(&mut fast).unwrap();
            Utf16Reader::new(Drops(&raw), layout).read_to_string(&mut slow).unwrap();
            assert_eq!(fast, text);
            assert_eq!(slow, text);
            assert_eq!(Utf16::source_len(fast.as_bytes()), raw.len() as u64);
        }
    }

    #[test]
    fn layout_is_told_without_a_mark() {
        for text in ["[Event \"T\"]\n", "(;GM[1]PB[李昌镐])", "\n\n1. e4 *"] {
            for big in [false, true] {
                assert_eq!(Utf16::detect(&encode(text, big)), Some(Utf16 { big_endian: big, mark: false }), "{text}");
            }
        }
        for other in [&b"(;GM[1])"[..], b"1. e4\0 e5 *", b"", b"a", b"\0\0\0\0", b"\xFF\xFE\0\0(\0\0\0"] {
            assert_eq!(Utf16::detect(other), None, "{other:?}");
        }
    }

    #[test]
    fn halves_of_pairs_are_replaced_and_counted() {
        let raw = [b'a', 0, 0x00, 0xD8, b'b', 0, 0x00, 0xDC, b'c'];
        let mut reader = Utf16Reader::new(&raw[..], Utf16 { big_endian: false, mark: false });
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap();
        assert_eq!(text, "a\u{FFFD}b\u{FFFD}\u{FFFD}");
        assert_eq!(reader.damaged(), 3);
    }
}
