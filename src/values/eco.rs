//! ECO codes of chess openings.

use super::Reading;
use std::fmt;

/// A code of the Encyclopaedia of Chess Openings: `B90`, or with the standard's sub-code `B90/03`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Eco {
    letter: u8,
    number: u8,
    sub: Option<u8>,
}

impl fmt::Display for Eco {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:02}", self.letter as char, self.number)?;
        self.sub.map_or(Ok(()), |sub| write!(f, "/{sub:02}"))
    }
}

/// Reads an ECO code. `?` and `-`, the standard's signs for unknown and for none, are standard and give no code.
pub fn read(text: &str) -> Reading<Option<Eco>> {
    if matches!(text, "?" | "-") {
        return Reading::Standard(None);
    }
    if let Some(eco) = exact(text.as_bytes()) {
        return Reading::Standard(Some(eco));
    }
    // A lower-case letter, blanks, or the letter of a database's own sub-class behind the code.
    let mut clean: Vec<u8> = text.trim().bytes().map(|b| b.to_ascii_uppercase()).collect();
    if clean.len() == 4 && clean[3].is_ascii_alphabetic() {
        clean.pop();
    }
    match exact(&clean) {
        Some(eco) => Reading::Understood(Some(eco)),
        None => Reading::Unreadable,
    }
}

fn exact(text: &[u8]) -> Option<Eco> {
    let two = |a: u8, b: u8| (a.is_ascii_digit() && b.is_ascii_digit()).then(|| (a - b'0') * 10 + (b - b'0'));
    let (letter, number, sub) = match *text {
        [letter, a, b] => (letter, two(a, b)?, None),
        [letter, a, b, b'/', c, d] => (letter, two(a, b)?, Some(two(c, d)?)),
        _ => return None,
    };
    matches!(letter, b'A'..=b'E').then_some(Eco { letter, number, sub })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_codes_from_other_text() {
        assert!(read("B90").is_standard());
        assert!(read("C42/07").is_standard());
        assert!(read("?").is_standard());
        assert_eq!(read("b90").value().flatten().map(|e| e.to_string()).as_deref(), Some("B90"));
        assert_eq!(read("B90a").value().flatten().map(|e| e.to_string()).as_deref(), Some("B90"));
        for bad in ["Z99", "F00", "B9", "B900", "", "90", "B9O", "é9"] {
            assert_eq!(read(bad), Reading::Unreadable, "{bad}");
        }
    }
}
