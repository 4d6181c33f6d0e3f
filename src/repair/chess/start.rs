//! Other starts: the other side to move, the columns of White and Black swapped, the board turned round, another array.

use super::Search;
use super::line::{Budget, MainLine, Odd, Reading};
use super::slip::{mirror_file, mirror_rank};
use crate::chess::{Castling, Color, Fen, Position};
use crate::finding::{Edit, Span};
use crate::pgn::{Lexed, TagName};
use crate::replay::dialect::ENGLISH;

/// A slip about the whole game shows in its first moves.
const EARLY: usize = 3;

/// An undeclared array of Chess960 shows when castling or a first move of a piece fails.
const OPENING: usize = 40;

/// So many moves must be replayed from an array of Chess960 before it is proposed.
const ARRAY_MOVES: usize = 16;

/// Another start, and the edits that make it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Other {
    pub(super) title: String,
    pub(super) edits: Vec<Edit>,
}

/// The other starts that were tried: how far each comes, what does not fit, and what it costs to suppose it.
pub(super) fn others(search: &mut Search<'_>, lexed: &Lexed) -> Vec<(Other, usize, Odd, u32)> {
    let mut all = Vec::new();
    let fen_tag = lexed.tag(TagName::FEN);
    let line = search.line;
    let start = search.facts.start;
    if let Some(position) = other_side(&start) {
        let run = line.replay(position, 0, |place| place, &mut search.budget);
        let edits = set_start(search.record.bytes, lexed, &position);
        all.push((Other { title: format!("{} moves first", position.side_to_move().name()), edits }, run.reached, run.odd, 20));
    }
    if fen_tag.is_some() && start != Position::STANDARD {
        let run = line.replay(Position::STANDARD, 0, |place| place, &mut search.budget);
        let edits = set_start(search.record.bytes, lexed, &Position::STANDARD);
        all.push((Other { title: "the game starts from the standard position".to_owned(), edits }, run.reached, run.odd, 20));
    }
    if search.stop <= EARLY {
        let last = line.len() - 1;
        let run = line.replay(
            start,
            0,
            |place| if place == last && last.is_multiple_of(2) { place } else { place ^ 1 },
            &mut search.budget,
        );
        let title = "the columns of White and Black are swapped".to_owned();
        all.push((Other { title, edits: swapped_columns(search) }, run.reached, run.odd, 24));
        for (files, ranks, title) in TURNS {
            let (turned, edits) = turned(search, files, ranks);
            let run = turned.replay(start, 0, |place| place, &mut search.budget);
            all.push((Other { title: title.to_owned(), edits }, run.reached, run.odd, 24));
        }
    }
    all
}

const TURNS: [(bool, bool, &str); 3] = [
    (false, true, "the colours are swapped: ranks count from the other side"),
    (true, true, "the board is turned round: files and ranks count from the other corner"),
    (true, false, "the board is mirrored: files count from the other side"),
];

/// The same position with the other side to move, if that can be.
fn other_side(position: &Position) -> Option<Position> {
    let fen = position.fen();
    let mut fields: Vec<&str> = fen.split(' ').collect();
    if let [_, side, _, passed, ..] = fields.as_mut_slice() {
        *side = if position.side_to_move() == Color::White { "b" } else { "w" };
        *passed = "-";
    }
    Fen::read(&fields.join(" "), Castling::Either).ok().map(|fen| fen.position)
}

/// The edits that write another start into the tags.
fn set_start(bytes: &[u8], lexed: &Lexed, position: &Position) -> Vec<Edit> {
    let fen = position.fen();
    match (lexed.tag(TagName::FEN), lexed.tags.last()) {
        (Some(tag), _) => vec![Edit { span: tag.value, text: fen.into_bytes() }],
        (None, Some(last)) => {
            let end = last.whole.end as usize;
            vec![Edit { span: Span::new(end, end), text: format!("\n[SetUp \"1\"]\n[FEN \"{fen}\"]").into_bytes() }]
        }
        (None, None) => {
            let start = bytes.iter().position(|b| !b.is_ascii_whitespace()).unwrap_or(0);
            vec![Edit { span: Span::new(start, start), text: format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n").into_bytes() }]
        }
    }
}

fn swapped_columns(search: &Search<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    for pair in search.line.steps.chunks_exact(2) {
        if let [white, black] = pair {
            edits.push(Edit { span: white.span, text: black.span.of(search.record.bytes).to_vec() });
            edits.push(Edit { span: black.span, text: white.span.of(search.record.bytes).to_vec() });
        }
    }
    edits
}

/// The main line with its squares mirrored, and the edits that write it so.
fn turned(search: &Search<'_>, files: bool, ranks: bool) -> (MainLine, Vec<Edit>) {
    let mut line = search.line.clone();
    let mut edits = Vec::new();
    for (index, step) in line.steps.iter_mut().enumerate() {
        let word = search.word(index);
        // The check mark of mate is no letter of a file, and castling has none.
        let text: String = word
            .chars()
            .map(|letter| match u8::try_from(letter) {
                Ok(byte @ b'a'..=b'h') if files => mirror_file(byte) as char,
                Ok(byte @ b'1'..=b'8') if ranks => mirror_rank(byte) as char,
                _ => letter,
            })
            .collect();
        step.reading = Reading::of(&text, &ENGLISH);
        if text != word {
            edits.push(Edit { span: step.span, text: text.into_bytes() });
        }
    }
    (line, edits)
}

/// The one array of Chess960 from which the whole game can be replayed.
pub(super) fn array(search: &Search<'_>, lexed: &Lexed) -> Option<(Other, usize, Odd, u32)> {
    if lexed.tag(TagName::FEN).is_some() || search.stop >= OPENING || search.line.len() < ARRAY_MOVES {
        return None;
    }
    // Most arrays fail at the first moves, so that all of them cost little; they have a budget of their own.
    let mut budget = Budget::new(30_000);
    let mut only = None;
    for number in 0..960 {
        let fen = array_fen(number);
        let Ok(read) = Fen::read(&fen, Castling::Chess960) else { continue };
        let run = search.line.replay(read.position, 0, |place| place, &mut budget);
        if run.reached == search.line.len() && only.replace((number, fen, run)).is_some() {
            return None;
        }
    }
    let (number, fen, run) = only?;
    let mut edits = Vec::new();
    if let Some(last) = lexed.tags.last() {
        let end = last.whole.end as usize;
        let variant = if lexed.tag(TagName::Variant).is_none() { "\n[Variant \"Chess960\"]" } else { "" };
        let text = format!("{variant}\n[SetUp \"1\"]\n[FEN \"{fen}\"]").into_bytes();
        edits.push(Edit { span: Span::new(end, end), text });
    }
    Some((Other { title: format!("the game starts from array {number} of Chess960"), edits }, run.reached, run.odd, 20))
}

/// The start of Chess960 with this number, as a FEN.
fn array_fen(number: usize) -> String {
    let mut rank = [b' '; 8];
    let (number, light) = (number / 4, number % 4);
    let (number, dark) = (number / 4, number % 4);
    let (knights, queen) = (number / 6, number % 6);
    rank[2 * light + 1] = b'b';
    rank[2 * dark] = b'b';
    let mut place = |nth: usize, man: u8| {
        if let Some(slot) = rank.iter_mut().filter(|slot| **slot == b' ').nth(nth) {
            *slot = man;
        }
    };
    place(queen, b'q');
    let (mut first, mut second) = (0, knights + 1);
    while second > 4 {
        // The pairs in order: 01 02 03 04 12 13 14 23 24 34.
        first += 1;
        second = second + first - 4;
    }
    place(second, b'n');
    place(first, b'n');
    for man in [b'r', b'k', b'r'] {
        place(0, man);
    }
    let black = String::from_utf8_lossy(&rank).into_owned();
    format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{} w KQkq - 0 1", black.to_uppercase())
}

#[cfg(test)]
mod tests {
    use super::array_fen;

    #[test]
    fn arrays_have_their_numbers() {
        assert!(array_fen(518).starts_with("rnbqkbnr/"));
        assert!(array_fen(0).starts_with("bbqnnrkr/"));
        assert!(array_fen(959).starts_with("rkrnnqbb/"));
        let all: std::collections::BTreeSet<String> = (0..960).map(array_fen).collect();
        assert_eq!(all.len(), 960);
    }
}
