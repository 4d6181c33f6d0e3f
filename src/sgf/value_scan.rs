//! Finds the end of a value, byte by byte, resumable.

use memchr::memchr2;

use super::Token;
use super::scan::{Follow, Stepping, ends_in_header, ends_in_move, follow, is_terse, starts_record, utf8_before};

/// What a scan has found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ValueEnd {
    /// The value ends with the closing bracket at this place.
    Closed(usize),
    /// The value ends before this place, without a bracket.
    Cut(usize),
    /// The text ends first: show more.
    More,
}

/// A value being read.
#[derive(Debug, Clone, Copy)]
pub(super) struct ValueScan {
    /// The first byte behind the opening bracket.
    start: usize,
    /// How far it has been read.
    at: usize,
    /// Opening brackets inside that are not closed yet.
    inner: u32,
    /// The flags of the token so far.
    pub(super) flags: u8,
}

/// What a byte means inside a value.
const CLASS: [u8; 256] = {
    let mut class = [0; 256];
    class[b']' as usize] = 1;
    class[b'\\' as usize] = 2;
    class[b'[' as usize] = 3;
    class[b'(' as usize] = 4;
    class[0x1B] = 5;
    let mut high = 0x80;
    while high < 256 {
        class[high] = 6;
        high += 1;
    }
    class
};

impl ValueScan {
    /// A value whose text starts at `start`.
    pub(super) const fn new(start: usize) -> Self {
        ValueScan { start, at: start, inner: 0, flags: 0 }
    }

    /// Reads on. `stepping`: how bytes make characters, `None` while that is not known. `last`: nothing follows `bytes`.
    pub(super) fn run(&mut self, bytes: &[u8], stepping: Option<Stepping>, last: bool) -> ValueEnd {
        loop {
            while bytes.get(self.at).is_some_and(|&b| CLASS[b as usize] == 0) {
                self.at += 1;
            }
            let Some(&byte) = bytes.get(self.at) else {
                return if last { ValueEnd::Cut(bytes.len()) } else { ValueEnd::More };
            };
            let at = self.at;
            match CLASS[byte as usize] {
                1 => match self.bracket(bytes, at, last) {
                    Some(end) => return end,
                    None => self.at = at + 1,
                },
                2 => match self.backslash(bytes, at, stepping, last) {
                    Some(end) => return end,
                    None => continue,
                },
                3 => {
                    self.inner += 1;
                    self.at = at + 1;
                }
                4 => match starts_record(bytes, at, last) {
                    None => return ValueEnd::More,
                    Some(true) => return ValueEnd::Cut(at),
                    Some(false) => self.at = at + 1,
                },
                5 => {
                    self.flags |= Token::FOREIGN;
                    self.at = at + 1;
                    // Pairs of seven-bit bytes may be brackets; every line returns to ASCII before it ends.
                    if bytes.get(at + 1) == Some(&b'$')
                        && let Some(back) = memchr2(0x1B, b'\n', &bytes[at + 1..])
                        && bytes[at + 1 + back] == 0x1B
                    {
                        self.at = at + 1 + back + usize::from(bytes.get(at + 2 + back) == Some(&b'('));
                    }
                }
                _ => {
                    self.flags |= Token::FOREIGN;
                    self.at = at + stepping.map_or(1, |s| s.step(bytes, at));
                }
            }
        }
    }

    /// A closing bracket at `at`: does it end the value?
    fn bracket(&mut self, bytes: &[u8], at: usize, last: bool) -> Option<ValueEnd> {
        match follow(bytes, at + 1, last) {
            Follow::Unknown => return Some(ValueEnd::More),
            Follow::Value if self.inner == 0 => {}
            Follow::Syntax => {}
            Follow::Text if at == self.start || is_terse(bytes, self.start - 1) => {}
            Follow::Value | Follow::Text => {
                self.flags |= Token::BARE_BRACKET;
                self.inner = self.inner.saturating_sub(1);
                return None;
            }
        }
        if self.inner > 0 {
            let play = ends_in_move(&bytes[self.start..at]).map(|end| self.start + end);
            if let Some(end) = play.or_else(|| ends_in_header(bytes, self.start - 1, at)) {
                return Some(ValueEnd::Cut(end));
            }
        }
        Some(ValueEnd::Closed(at))
    }

    /// A backslash at `at`: takes the character behind it along.
    fn backslash(&mut self, bytes: &[u8], at: usize, stepping: Option<Stepping>, last: bool) -> Option<ValueEnd> {
        let Some(&next) = bytes.get(at + 1) else {
            self.at = at + 1;
            return (!last).then(|| {
                self.at = at;
                ValueEnd::More
            });
        };
        // While the charset is unknown, a backslash behind a high byte may be half a character: what follows the bracket decides.
        if stepping.is_none() && next == b']' && at > self.start && !bytes[at - 1].is_ascii() && !utf8_before(bytes, at) {
            match follow(bytes, at + 2, last) {
                Follow::Unknown => return Some(ValueEnd::More),
                Follow::Syntax => return Some(ValueEnd::Closed(at + 1)),
                Follow::Value | Follow::Text => {}
            }
        }
        self.flags |= Token::ESCAPES;
        self.at = at + 1;
        if next == b'(' {
            return None;
        }
        self.at += if next.is_ascii() { 1 } else { stepping.map_or(1, |s| s.step(bytes, at + 1)) };
        None
    }
}
