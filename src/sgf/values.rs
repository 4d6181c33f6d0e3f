//! Reads values: points, numbers, text.

use std::borrow::Cow;

use encoding_rs::Encoding;

use super::token::Token;

/// Column and row of a point, from 0, the origin at the upper left.
pub type Place = (u8, u8);

/// A coordinate: `a` to `z` is 0 to 25, `A` to `Z` is 26 to 51.
const fn coordinate(letter: u8) -> Option<u8> {
    match letter {
        b'a'..=b'z' => Some(letter - b'a'),
        b'A'..=b'Z' => Some(letter - b'A' + 26),
        _ => None,
    }
}

/// The letter of a coordinate below 52.
pub const fn letter(coordinate: u8) -> u8 {
    if coordinate < 26 { b'a' + coordinate } else { b'A' + coordinate.wrapping_sub(26) }
}

/// Reads a point: two letters.
pub const fn point(text: &[u8]) -> Option<Place> {
    match *text {
        [x, y] => match (coordinate(x), coordinate(y)) {
            (Some(x), Some(y)) => Some((x, y)),
            _ => None,
        },
        _ => None,
    }
}

/// A point, or a rectangle of points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Area {
    /// Its first corner.
    pub from: Place,
    /// Its last corner, right and below, or the same.
    pub to: Place,
    /// The corners were written in another order, or are the same.
    pub odd: bool,
}

/// Reads a point or a rectangle `aa:cc`.
pub fn area(text: &[u8]) -> Option<Area> {
    if let Some(place) = point(text) {
        return Some(Area { from: place, to: place, odd: false });
    }
    let [a, b, b':', c, d] = *text else { return None };
    let (p, q) = (point(&[a, b])?, point(&[c, d])?);
    let (from, to) = ((p.0.min(q.0), p.1.min(q.1)), (p.0.max(q.0), p.1.max(q.1)));
    Some(Area { from, to, odd: from != p || from == to })
}

/// White space around a value says nothing where no text is wanted.
pub fn trim(text: &[u8]) -> &[u8] {
    text.trim_ascii()
}

/// Reads a whole number with an optional sign, as FF\[4\] writes them.
pub fn number(text: &[u8]) -> Option<i64> {
    let (sign, digits) = match text {
        [b'+', rest @ ..] => (1, rest),
        [b'-', rest @ ..] => (-1, rest),
        _ => (1, text),
    };
    if digits.is_empty() || digits.len() > 18 || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    Some(sign * digits.iter().fold(0, |n, d| n * 10 + i64::from(d - b'0')))
}

/// Whether a text is a real number: digits with an optional fraction behind a dot.
pub fn is_real(text: &[u8]) -> bool {
    let digits = text.strip_prefix(b"-").or_else(|| text.strip_prefix(b"+")).unwrap_or(text);
    let (whole, fraction) = match digits.iter().position(|&b| b == b'.') {
        Some(dot) => (&digits[..dot], Some(&digits[dot + 1..])),
        None => (digits, None),
    };
    let all_digits = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
    all_digits(whole) && fraction.is_none_or(all_digits)
}

/// The two halves of a composed value, split at the first colon that is not escaped.
pub fn compose(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut escaped = false;
    for (i, &byte) in text.iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b':' => return Some((&text[..i], &text[i + 1..])),
            _ => {}
        }
    }
    None
}

/// Decodes the text of a value and takes the escapes away; line breaks become blanks, as in a SimpleText.
pub fn simple_text<'a>(bytes: &'a [u8], token: Token, encoding: &'static Encoding) -> Cow<'a, str> {
    decode(bytes, token, encoding, false)
}

/// Decodes the text of a value and takes the escapes away; line breaks stay.
pub fn text<'a>(bytes: &'a [u8], token: Token, encoding: &'static Encoding) -> Cow<'a, str> {
    decode(bytes, token, encoding, true)
}

fn decode<'a>(bytes: &'a [u8], token: Token, encoding: &'static Encoding, lines: bool) -> Cow<'a, str> {
    let raw = token.inner().of(bytes);
    let decoded =
        if token.has(Token::FOREIGN) { encoding.decode_without_bom_handling(raw).0 } else { String::from_utf8_lossy(raw) };
    let plain = !token.has(Token::ESCAPES) && !raw.iter().any(|&b| matches!(b, b'\n' | b'\r' | b'\t' | 0x0B | 0x0C));
    if plain { decoded } else { Cow::Owned(unescape(&decoded, lines)) }
}

/// Takes the escapes out of decoded text. Every style of line end counts as one.
pub fn unescape(text: &str, lines: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some(line @ ('\n' | '\r')) => {
                    chars.next_if(|&next| matches!(next, '\n' | '\r') && next != line);
                }
                Some(blank @ ('\t' | '\u{B}' | '\u{C}')) => out.push(if blank == '\t' || !lines { ' ' } else { blank }),
                Some(other) => out.push(other),
                None => {}
            },
            '\n' | '\r' => {
                chars.next_if(|&next| matches!(next, '\n' | '\r') && next != c);
                out.push(if lines { '\n' } else { ' ' });
            }
            '\t' | '\u{B}' | '\u{C}' => out.push(' '),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_rectangles() {
        assert_eq!(point(b"aa"), Some((0, 0)));
        assert_eq!(point(b"zA"), Some((25, 26)));
        assert_eq!((point(b"a1"), point(b"a"), point(b"")), (None, None, None));
        for i in 0..52 {
            assert_eq!(coordinate(letter(i)), Some(i));
        }
        assert_eq!(area(b"aa:cb"), Some(Area { from: (0, 0), to: (2, 1), odd: false }));
        assert_eq!(area(b"ca:ab"), Some(Area { from: (0, 0), to: (2, 1), odd: true }));
        assert_eq!(area(b"aa:aa").map(|a| a.odd), Some(true));
        assert_eq!(area(b"aa:"), None);
    }

    #[test]
    fn numbers() {
        assert_eq!((number(b"12"), number(b"+3"), number(b"-4")), (Some(12), Some(3), Some(-4)));
        for bad in ["", "-", "1.5", "x", "9999999999999999999", " 1"] {
            assert_eq!(number(bad.as_bytes()), None, "{bad}");
        }
        for good in ["0", "1779.066", "-3.5", "+2"] {
            assert!(is_real(good.as_bytes()), "{good}");
        }
        for bad in ["", ".", "1.", ".5", "1,5", "1e3", "soon", "--1"] {
            assert!(!is_real(bad.as_bytes()), "{bad}");
        }
    }

    #[test]
    fn escapes() {
        assert_eq!(unescape("a\\]b\\\\c\\:d", true), "a]b\\c:d");
        assert_eq!(unescape("soft\\\nbreak\\\r\nhere\n\rand\tthere\rend", true), "softbreakhere\nand there\nend");
        assert_eq!(unescape("x\r\ny\\", false), "x y");
        assert_eq!(compose(b"a\\:b:c:d"), Some((&b"a\\:b"[..], &b"c:d"[..])));
        assert_eq!(compose(b"abc"), None);
    }
}
