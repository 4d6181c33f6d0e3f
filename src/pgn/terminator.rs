//! Game termination markers and how people misspell them.

use super::chars::{char_at, is_dash};
use super::token::Outcome;

/// Reads a word as a termination marker: what it says, and whether it is written as the standard has it.
///
/// `0-0` is castling and is not read here; `0:0` is.
pub(super) fn read(word: &[u8]) -> Option<(Outcome, bool)> {
    match word {
        b"1-0" => Some((Outcome::White, true)),
        b"0-1" => Some((Outcome::Black, true)),
        b"1/2-1/2" => Some((Outcome::Draw, true)),
        b"*" => Some((Outcome::Open, true)),
        b"0-0" | b"O-O" | b"o-o" => None,
        _ => misspelled(word).map(|outcome| (outcome, false)),
    }
}

/// Reads what is a result only in the right place: alone, or where the tag says the same.
pub(super) fn at_end_only(text: &[u8]) -> Option<Outcome> {
    match text {
        b"0-0" => Some(Outcome::BothLose),
        b"+/-" | b"+-" => Some(Outcome::WhiteByForfeit),
        b"-/+" | b"-+" => Some(Outcome::BlackByForfeit),
        b"-/-" => Some(Outcome::BothForfeit),
        _ => None,
    }
}

/// Reads a tag value that states a result, also one that the standard has no marker for.
pub(crate) fn outcome(text: &[u8]) -> Option<Outcome> {
    at_end_only(text).or_else(|| read(text).map(|(outcome, _)| outcome))
}

/// One side of a score.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Points {
    None,
    Half,
    One,
}

/// The longest misspelling worth reading: `1/2 – 1/2` in full-width dashes and blanks.
const LONGEST: usize = 24;

fn misspelled(word: &[u8]) -> Option<Outcome> {
    // A score holds a digit or a half; words of a game that hold none are dismissed at once.
    let holds_points = |&b: &u8| matches!(b, b'0' | b'1' | b'5' | 0xbd);
    if word.is_empty() || word.len() > LONGEST || !word.iter().any(holds_points) {
        return words(word);
    }
    if !begins_score(word[0]) {
        return None;
    }
    let word = word.strip_suffix(b".").or_else(|| word.strip_suffix(b",")).unwrap_or(word);
    let (white, rest) = points(word)?;
    if rest.is_empty() {
        return (white == Points::Half).then_some(Outcome::Draw);
    }
    let (black, rest) = points(divider(rest)?)?;
    if !rest.is_empty() {
        return None;
    }
    match (white, black) {
        (Points::One, Points::None) => Some(Outcome::White),
        (Points::None, Points::One) => Some(Outcome::Black),
        (Points::Half, Points::Half) => Some(Outcome::Draw),
        // With a dash of any kind it is castling.
        (Points::None, Points::None) => word.contains(&b':').then_some(Outcome::BothLose),
        (Points::Half, Points::None) => Some(Outcome::HalfToWhite),
        (Points::None, Points::Half) => Some(Outcome::HalfToBlack),
        _ => None,
    }
}

/// Forfeits and words.
fn words(word: &[u8]) -> Option<Outcome> {
    match word {
        b"+:-" => Some(Outcome::WhiteByForfeit),
        b"-:+" => Some(Outcome::BlackByForfeit),
        b"-:-" => Some(Outcome::BothForfeit),
        b"draw" | b"Draw" | b"DRAW" | b"drawn" | b"Drawn" | b"remis" | b"Remis" => Some(Outcome::Draw),
        _ => None,
    }
}

/// Whether a score can begin with this byte: moves, which nearly all words are, do not.
const fn begins_score(byte: u8) -> bool {
    !super::chars::is_letter(byte) || matches!(byte, b'l' | b'I' | b'O' | b'o')
}

/// The points at the start and what follows them.
fn points(word: &[u8]) -> Option<(Points, &[u8])> {
    const SPELLINGS: &[(&[u8], Points)] = &[
        (b"1/2", Points::Half),
        (b"0.5", Points::Half),
        (b"0,5", Points::Half),
        (b".5", Points::Half),
        ("½".as_bytes(), Points::Half),
        (b"\xbd", Points::Half),
        (b"1.0", Points::One),
        (b"0.0", Points::None),
        (b"1", Points::One),
        (b"l", Points::One),
        (b"I", Points::One),
        (b"0", Points::None),
        (b"O", Points::None),
        (b"o", Points::None),
    ];
    SPELLINGS.iter().find_map(|(text, points)| word.strip_prefix(*text).map(|rest| (*points, rest)))
}

/// What follows the sign between two scores; blanks around it do not matter.
fn divider(word: &[u8]) -> Option<&[u8]> {
    let word = word.trim_ascii_start();
    let (c, length) = char_at(word)?;
    let rest = match c {
        '-' if word.starts_with(b"--") => &word[2..],
        '-' | ':' => &word[1..],
        c if is_dash(c) => &word[length..],
        _ => return None,
    };
    Some(rest.trim_ascii_start())
}

/// The termination marker at the end of the text, blanks behind it left aside: the outcome and where the marker begins.
pub(super) fn at_end(text: &[u8]) -> Option<(Outcome, usize)> {
    let text = super::chars::trim_end(text);
    if text.last() == Some(&b'*') {
        return Some((Outcome::Open, text.len() - 1));
    }
    let reach = text.len().saturating_sub(LONGEST);
    let tail = &text[reach..];
    let start = tail
        .iter()
        .rposition(|&b| super::chars::is_blank(b) || matches!(b, b'}' | b')' | b'{' | b'(' | b']' | b'>'))
        .map_or(reach, |at| reach + at + 1);
    if let Some((outcome, _)) = read(&text[start..]) {
        return Some((outcome, start));
    }
    // The score may be set apart: "1 - 0".
    if !text.get(start).is_some_and(|byte| begins_score(*byte)) {
        return None;
    }
    let words = tail.rsplitn(4, |&b| b == b' ').take(3).map(<[u8]>::len).sum::<usize>() + 2;
    let start = text.len().checked_sub(words)?;
    read(&text[start..]).map(|(outcome, _)| (outcome, start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standard_markers_are_told_from_misspelled_ones() {
        for (word, outcome) in
            [("1-0", Outcome::White), ("0-1", Outcome::Black), ("1/2-1/2", Outcome::Draw), ("*", Outcome::Open)]
        {
            assert_eq!(read(word.as_bytes()), Some((outcome, true)), "{word}");
        }
        for (word, outcome) in [
            ("1–0", Outcome::White),
            ("1—0", Outcome::White),
            ("1:0", Outcome::White),
            ("1-O", Outcome::White),
            ("l-0", Outcome::White),
            ("O-1", Outcome::Black),
            ("0:1", Outcome::Black),
            ("½-½", Outcome::Draw),
            ("½", Outcome::Draw),
            ("1/2", Outcome::Draw),
            ("0.5-0.5", Outcome::Draw),
            ("1/2 - 1/2", Outcome::Draw),
            ("1 - 0", Outcome::White),
            ("0:0", Outcome::BothLose),
            ("1/2-0", Outcome::HalfToWhite),
            ("1-0.", Outcome::White),
            ("+:-", Outcome::WhiteByForfeit),
        ] {
            assert_eq!(read(word.as_bytes()), Some((outcome, false)), "{word}");
        }
        for word in ["0-0", "O-O", "0-0-0", "1-1", "12", "e4", "", "1-", "-0", "1-0-1", "Nf3", "1"] {
            assert_eq!(read(word.as_bytes()), None, "{word}");
        }
    }

    #[test]
    fn the_marker_at_the_end_is_found() {
        assert_eq!(at_end(b"1. e4 e5 1-0 \r\n\r\n"), Some((Outcome::White, 9)));
        assert_eq!(at_end(b"1. e4 e5*"), Some((Outcome::Open, 8)));
        assert_eq!(at_end(b"1. e4 e5 1 - 0"), Some((Outcome::White, 9)));
        assert_eq!(at_end(b"{x}0-1"), Some((Outcome::Black, 3)));
        assert_eq!(at_end(b"1. e4 e5 O-O"), None);
        assert_eq!(at_end(b"  "), None);
    }
}
