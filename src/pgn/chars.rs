//! Bytes and characters: which are blanks, which belong to a word, which are signs.

/// A byte that may stand inside a word of movetext: a move in any dialect, or what was meant as one.
const WORD: u8 = 1;
/// A blank of the standard: space, tab, line ends, vertical tab, form feed.
const BLANK: u8 = 2;
/// A digit.
const DIGIT: u8 = 4;
/// A letter.
const LETTER: u8 = 8;

/// A digit, a letter or `_`: what a tag name is made of.
const NAME: u8 = 16;
/// A blank that ends no line.
const SPACE: u8 = 32;
/// What ends the value of a tag with nothing to mend, or asks for a closer look: a quote, a backslash, the end of the line.
const VALUE_END: u8 = 64;

const CLASS: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'0'..=b'9' => WORD | DIGIT | NAME,
            b'a'..=b'z' | b'A'..=b'Z' => WORD | LETTER | NAME,
            b'_' => WORD | NAME,
            b'+' | b'#' | b'=' | b'-' | b'/' | b':' | b'@' | b'\'' => WORD,
            b' ' | b'\t' | 0x0b | 0x0c => BLANK | SPACE,
            b'\n' | b'\r' => BLANK | VALUE_END,
            b'"' | b'\\' => VALUE_END,
            _ => 0,
        };
        byte += 1;
    }
    table
};

/// Whether it is an ASCII byte that may stand inside a word of movetext.
pub(super) const fn is_word(byte: u8) -> bool {
    CLASS[byte as usize] & WORD != 0
}

/// Whether it is a blank of the standard.
pub(super) const fn is_blank(byte: u8) -> bool {
    CLASS[byte as usize] & BLANK != 0
}

/// Whether it is a digit.
pub(super) const fn is_digit(byte: u8) -> bool {
    CLASS[byte as usize] & DIGIT != 0
}

/// Whether it is an ASCII letter.
pub(super) const fn is_letter(byte: u8) -> bool {
    CLASS[byte as usize] & LETTER != 0
}

/// Whether it ends a line.
pub(super) const fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Whether it may stand in a tag name.
pub(super) const fn is_name(byte: u8) -> bool {
    CLASS[byte as usize] & NAME != 0
}

/// Whether it is a blank that ends no line.
pub(super) const fn is_space(byte: u8) -> bool {
    CLASS[byte as usize] & SPACE != 0
}

/// Whether it ends the value of a tag with nothing to mend, or asks for a closer look.
pub(super) const fn ends_plain_value(byte: u8) -> bool {
    CLASS[byte as usize] & VALUE_END != 0
}

/// The first character and its length in bytes. A byte that is no UTF-8 is read as Latin-1, so that a `±` or a no-break space
/// of the old code pages is seen too. `None` at the end.
pub(super) fn char_at(bytes: &[u8]) -> Option<(char, usize)> {
    let &first = bytes.first()?;
    let length = match first {
        0..0x80 => return Some((first as char, 1)),
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => return Some((first as char, 1)),
    };
    let character =
        bytes.get(..length).and_then(|sequence| std::str::from_utf8(sequence).ok()).and_then(|text| text.chars().next());
    Some(character.map_or((first as char, 1), |c| (c, length)))
}

/// The length of the UTF-8 byte order mark at the start, 0 if there is none.
pub(super) fn mark_at(bytes: &[u8]) -> usize {
    if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 }
}

/// Whether the character looks like a blank, or like nothing, and is no blank of the standard.
pub(super) const fn is_odd_blank(c: char) -> bool {
    matches!(c, '\u{85}' | '\u{a0}' | '\u{ad}' | '\u{1680}' | '\u{180e}' | '\u{2000}'..='\u{200f}' | '\u{2028}'..='\u{202f}'
        | '\u{205f}'..='\u{2064}' | '\u{2066}'..='\u{206f}' | '\u{3000}')
}

/// Whether the character is a sign that assesses a move: `‼` and its like.
pub(super) const fn is_assessment(c: char) -> bool {
    matches!(c, '‼' | '⁇' | '⁉' | '⁈')
}

/// Whether the character is a sign of the Informator or one used like it.
pub(super) const fn is_glyph(c: char) -> bool {
    matches!(
        c,
        '±' | '∓'
            | '⩲'
            | '⩱'
            | '∞'
            | '□'
            | '→'
            | '↑'
            | '⇆'
            | '⇄'
            | '⟳'
            | '⨀'
            | '○'
            | '◻'
            | '⯹'
            | '∆'
            | 'Δ'
            | '△'
            | '▽'
            | '∇'
            | '⌓'
            | '⊕'
            | '⊙'
            | '≤'
            | '≥'
            | '≠'
            | '≅'
            | '≈'
            | '⟪'
            | '⟫'
            | '»'
            | '«'
            | '⊞'
            | '⊥'
            | '⌊'
            | '⌋'
            | '┴'
            | '┘'
            | '╝'
            | '╚'
            | '⇔'
            | '⇗'
            | '↔'
            | '←'
            | '↓'
            | '↻'
            | '⟂'
            | '◆'
            | '■'
            | '●'
            | '×'
            | '∥'
            | '⁂'
            | '🞅'
            | '✕'
            | '☐'
            | '⬒'
            | '⯺'
            | '⟸'
    )
}

/// Whether the character is a dash of some other length than the hyphen of the standard.
pub(super) const fn is_dash(c: char) -> bool {
    matches!(c, '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe63}' | '\u{ff0d}' | '\u{ad}')
}

/// How many bytes at the start are blanks of the standard, marks, NUL bytes or odd blanks.
pub(super) fn skip_blank(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        at += match byte {
            b if is_blank(b) => 1,
            0 => 1,
            0x80.. => match char_at(&bytes[at..]) {
                Some((c, length)) if is_odd_blank(c) || c == '\u{feff}' => length,
                _ => break,
            },
            _ => break,
        };
    }
    at
}

/// The length of the first line, its end not included.
pub(super) fn line_length(bytes: &[u8]) -> usize {
    memchr::memchr2(b'\r', b'\n', bytes).unwrap_or(bytes.len())
}

/// The bytes without the blanks (also odd ones) at their end.
pub(super) fn trim_end(mut bytes: &[u8]) -> &[u8] {
    while let Some((&last, before)) = bytes.split_last() {
        if is_blank(last) || last == 0 {
            bytes = before;
            continue;
        }
        let odd = (2..=3).find(|&n| {
            bytes.len() >= n
                && char_at(&bytes[bytes.len() - n..])
                    .is_some_and(|(c, length)| length == n && (is_odd_blank(c) || c == '\u{feff}'))
        });
        match odd {
            Some(n) if last >= 0x80 => bytes = &bytes[..bytes.len() - n],
            _ => break,
        }
    }
    bytes
}
