//! What splitter and lexer share: where a value ends, where a record starts.

use nom::Parser;
use nom::bytes::take_while;
use nom::character::char;
use nom::error::Error;
use nom::sequence::preceded;

/// How the bytes of a record make characters, as far as cutting values needs to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Stepping {
    /// No byte below 0x80 is part of another character: ASCII, UTF-8, Latin, Cyrillic, EUC.
    #[default]
    Bytes,
    /// Two bytes after a lead byte of 0x81 to 0xFE, four when the second is a digit: GBK and GB18030.
    Gb,
    /// Two bytes after a lead byte of 0x81 to 0xFE: Big5, and the Korean code page 949.
    Double,
    /// Two bytes after a lead byte of 0x81 to 0x9F and 0xE0 to 0xFC: Shift_JIS.
    ShiftJis,
    /// Escape sequences switch to pairs of seven-bit bytes: ISO-2022-JP and its kin.
    Iso2022,
}

impl Stepping {
    /// The length of the character that starts at `at`, which is not ASCII; never past the end.
    ///
    /// A lead byte whose second byte cannot be one stands alone, so a damaged character does not eat a bracket.
    pub(super) fn step(self, bytes: &[u8], at: usize) -> usize {
        let (lead, trail) = (bytes[at], bytes.get(at + 1).copied().unwrap_or(0));
        match self {
            Stepping::Gb if (0x81..=0xFE).contains(&lead) => match trail {
                0x40..=0x7E | 0x80..=0xFE => 2,
                0x30..=0x39 if matches!(bytes.get(at + 2..at + 4), Some([0x81..=0xFE, 0x30..=0x39])) => 4,
                _ => 1,
            },
            Stepping::Double if (0x81..=0xFE).contains(&lead) && matches!(trail, 0x40..=0x7E | 0x80..=0xFE) => 2,
            Stepping::ShiftJis if matches!(lead, 0x81..=0x9F | 0xE0..=0xFC) && matches!(trail, 0x40..=0x7E | 0x80..=0xFC) => 2,
            _ => 1,
        }
    }
}

/// White space between tokens. NUL counts as such, for it is reported by itself.
pub(super) const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C | 0)
}

/// Letters and digits that can make up the name of a property in any dialect.
const fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The first place from `at` on that is not white space.
pub(super) fn skip_space(bytes: &[u8], at: usize) -> usize {
    let mut at = at;
    while bytes.get(at).is_some_and(|&b| is_space(b)) {
        at += 1;
    }
    at
}

/// Longest name of a property that is looked for; the longest known is `MULTIGOGM`, the longest spelled out is shorter than this.
const NAME_LIMIT: usize = 32;

/// The end of the name that starts at `at`: equal to `at` if there is none.
pub(super) fn name_end(bytes: &[u8], at: usize) -> usize {
    if !bytes.get(at).is_some_and(u8::is_ascii_alphabetic) {
        return at;
    }
    let mut end = at + 1;
    while end - at <= NAME_LIMIT && bytes.get(end).is_some_and(|&b| is_name(b)) {
        end += 1;
    }
    if end - at > NAME_LIMIT { at } else { end }
}

/// What stands behind a closing bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Follow {
    /// The text ends before it can be told.
    Unknown,
    /// Something that can only follow a value that has ended.
    Syntax,
    /// Another value.
    Value,
    /// Something that cannot follow a value: the bracket is part of the text.
    Text,
}

/// Tells by what follows whether the bracket before `at` ends a value.
pub(super) fn follow(bytes: &[u8], at: usize, last: bool) -> Follow {
    let ended = if last { Follow::Syntax } else { Follow::Unknown };
    let next = skip_space(bytes, at);
    match bytes.get(next) {
        None => ended,
        Some(b';') => Follow::Syntax,
        // A tree in brackets inside a text: the bracket of the value is still to come.
        Some(b')') => match bytes.get(skip_space(bytes, next + 1)) {
            Some(b']') => Follow::Text,
            None => ended,
            Some(_) => Follow::Syntax,
        },
        Some(b'(') => {
            let inside = skip_space(bytes, next + 1);
            match bytes.get(inside) {
                None => ended,
                Some(b';' | b'(' | b')') => Follow::Syntax,
                Some(_) => match named_value(bytes, inside, last) {
                    None => Follow::Unknown,
                    Some(true) => Follow::Syntax,
                    Some(false) => Follow::Text,
                },
            }
        }
        Some(b'[') => Follow::Value,
        Some(b) if b.is_ascii_alphabetic() => {
            let name = name_end(bytes, next);
            if name == next {
                return Follow::Text;
            }
            let behind = skip_space(bytes, name);
            match bytes.get(behind) {
                None if !last => Follow::Unknown,
                Some(b'[') => Follow::Syntax,
                // A property without a value; a word of running text is longer or in small letters.
                Some(b';' | b')' | b'(') | None if name - next <= 2 && bytes[next..name].iter().all(u8::is_ascii_uppercase) => {
                    Follow::Syntax
                }
                _ => Follow::Text,
            }
        }
        Some(_) => Follow::Text,
    }
}

/// Root properties: a node with one of them starts a record.
const ROOT: [&[u8]; 9] = [b"GM", b"FF", b"CA", b"SZ", b"AP", b"GaMe", b"FileFormat", b"SiZe", b"GAME"];

/// Whether a tree starts at `at`: `(;`, or `(` and a property. `None`: the text ends before it can be told.
pub(super) fn starts_tree(bytes: &[u8], at: usize, last: bool) -> Option<bool> {
    let unknown = if last { Some(false) } else { None };
    if bytes.get(at) != Some(&b'(') {
        return Some(false);
    }
    let mut next = skip_space(bytes, at + 1);
    // A bracket typed twice; no more than twice, for this is asked at every bracket.
    if bytes.get(next) == Some(&b'(') {
        next = skip_space(bytes, next + 1);
    }
    match bytes.get(next) {
        None => unknown,
        Some(b';') => Some(true),
        Some(_) => named_value(bytes, next, last),
    }
}

/// Whether `NAME[` stands at `at`.
fn named_value(bytes: &[u8], at: usize, last: bool) -> Option<bool> {
    let end = name_end(bytes, at);
    if end == at {
        return Some(false);
    }
    match bytes.get(skip_space(bytes, end)) {
        None if !last => None,
        next => Some(next == Some(&b'[')),
    }
}

/// Whether a record starts at `at` that cannot be a variation of the one before: `(;` and a root property whose value is closed
/// as values are. `None`: the text ends before it can be told.
///
/// A comment that quotes such a record has its brackets escaped, so it is not taken for one.
pub(super) fn starts_record(bytes: &[u8], at: usize, last: bool) -> Option<bool> {
    let unknown = if last { Some(false) } else { None };
    let rest = &bytes[at..];
    let mut head =
        preceded((char::<_, Error<&[u8]>>('('), take_while(is_space), char(';'), take_while(is_space)), take_while(is_name));
    let start = head.parse_complete(rest);
    let Ok((behind, name)) = start else {
        let looks_like = rest.len() < 16 && rest.iter().all(|&b| matches!(b, b'(' | b';') || is_space(b));
        return if looks_like { unknown } else { Some(false) };
    };
    if behind.is_empty() && name.len() < 12 {
        return unknown;
    }
    if !ROOT.contains(&name) {
        return Some(false);
    }
    let open = skip_space(behind, 0);
    let value = match behind.get(open) {
        None => return unknown,
        Some(b'[') => &behind[open + 1..],
        Some(_) => return Some(false),
    };
    // The values of root properties are short and hold no brackets.
    for (i, &byte) in value.iter().take(200).enumerate() {
        match byte {
            b'\\' | b'[' => return Some(false),
            b']' => {
                return match follow(value, i + 1, last) {
                    Follow::Unknown => None,
                    found => Some(found == Follow::Syntax),
                };
            }
            _ => {}
        }
    }
    if value.len() < 200 { unknown } else { Some(false) }
}

/// Whether a node that has lost its `(` starts a record at `at`: `;` and a root property.
pub(super) fn starts_bare(bytes: &[u8], at: usize, last: bool) -> Option<bool> {
    if bytes.get(at) != Some(&b';') {
        return Some(false);
    }
    is_root_property(bytes, skip_space(bytes, at + 1), last)
}

/// Whether a root property stands at `at`, with a value.
pub(super) fn is_root_property(bytes: &[u8], at: usize, last: bool) -> Option<bool> {
    let end = name_end(bytes, at);
    if end == bytes.len() && !last {
        return None;
    }
    if !ROOT.contains(&&bytes[at..end]) {
        return Some(false);
    }
    named_value(bytes, at, last)
}

/// Properties whose values hold no free text: the first closing bracket ends them, whatever follows.
const TERSE: [&[u8]; 29] = [
    b"B", b"W", b"AB", b"AW", b"AE", b"TB", b"TW", b"CR", b"TR", b"SQ", b"MA", b"SL", b"DD", b"VW", b"GM", b"FF", b"SZ", b"CA",
    b"ST", b"KM", b"HA", b"BL", b"WL", b"OB", b"OW", b"MN", b"PL", b"TM", b"KO",
];

/// Whether the bracket at `open` opens the value of such a property.
pub(super) fn is_terse(bytes: &[u8], open: usize) -> bool {
    // The few blanks before the bracket, no more: this is asked for every bracket of a value.
    let end = open - bytes[..open].iter().rev().take(8).take_while(|&&b| is_space(b)).count();
    let name = bytes[..end].iter().rev().take(3).take_while(|b| b.is_ascii_uppercase()).count();
    TERSE.contains(&&bytes[end - name..end])
}

/// Whether `bytes` ends in an open node with a move: `;B[` and at most a point. Then the value they stand in was never closed,
/// and the bracket that comes next is that of the move.
pub(super) fn ends_in_move(bytes: &[u8]) -> Option<usize> {
    let point = bytes.iter().rev().take(3).take_while(|b| b.is_ascii_alphabetic()).count();
    let head = &bytes[..bytes.len() - point];
    let [before @ .., b'B' | b'W', b'['] = head else { return None };
    let end = before.iter().rposition(|&b| !is_space(b))?;
    (point != 1 && point != 3 && before[end] == b';').then_some(end)
}

/// Properties of text in one line that stand side by side in a root.
const HEADER: [&[u8]; 24] = [
    b"PB", b"PW", b"BR", b"WR", b"BT", b"WT", b"RE", b"DT", b"KM", b"HA", b"RU", b"TM", b"OT", b"EV", b"RO", b"PC", b"GN", b"SO",
    b"US", b"AN", b"CP", b"SZ", b"AP", b"CA",
];

/// Whether the value that opens at `open` ends, at `end`, in another property of the root: `PB[Alpha PW[Beta`. Then it was never
/// closed, and goes up to that name.
pub(super) fn ends_in_header(bytes: &[u8], open: usize, end: usize) -> Option<usize> {
    let own = bytes[..open].len().checked_sub(2).map(|at| &bytes[at..open])?;
    if !HEADER.contains(&own) && !is_terse(bytes, open) {
        return None;
    }
    let bracket = open + 1 + bytes[open + 1..end].iter().rposition(|&b| b == b'[')?;
    let name = bracket.checked_sub(2).filter(|&at| at > open)?;
    let apart = bytes[name - 1] != b'\\' && !bytes[name - 1].is_ascii_alphanumeric();
    (apart && HEADER.contains(&&bytes[name..bracket])).then_some(name)
}

/// Whether the high byte before `at` is the last of whole UTF-8 characters, as far back as the next plain byte (or 12 bytes).
pub(super) fn utf8_before(bytes: &[u8], at: usize) -> bool {
    let run = bytes[..at].iter().rev().take_while(|b| !b.is_ascii()).take(12).count();
    let tail = &bytes[at - run..at];
    match tail.iter().position(|&b| b & 0xC0 != 0x80) {
        Some(0) => std::str::from_utf8(tail).is_ok(),
        Some(first) if run == 12 => std::str::from_utf8(&tail[first..]).is_ok(),
        _ => false,
    }
}

/// The places of closing brackets in a value that are not escaped.
pub fn unescaped_brackets(text: &[u8], stepping: Stepping) -> impl Iterator<Item = usize> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while let Some(&byte) = text.get(at) {
            let here = at;
            at += match byte {
                b'\\' => 1 + text.get(at + 1).map_or(0, |b| if b.is_ascii() { 1 } else { stepping.step(text, at + 1) }),
                b if b.is_ascii() => 1,
                _ => stepping.step(text, at),
            };
            if byte == b']' {
                return Some(here);
            }
        }
        None
    })
}
