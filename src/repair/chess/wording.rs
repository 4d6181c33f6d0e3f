//! A repair as a proposal: what it says to a person, and the edits that make it.

use super::{CONVINCING, Found, Kind, Search};
use crate::chess::{Color, Move, Role, uci};
use crate::finding::{Edit, Proposal, Span};
use crate::pgn::{Lexed, TokenKind};
use crate::record::RawRecord;
use crate::replay::dialect::{ENGLISH, figurine};

/// The proposal of a repair.
pub(super) fn proposal(record: &RawRecord<'_>, lexed: &Lexed, search: &Search<'_>, found: &Found) -> Proposal {
    let at = found.kind.at();
    let steps = &search.line.steps;
    let span = |at: usize| steps.get(at).map_or_else(Span::default, |step| step.span);
    let bytes = record.bytes;
    let place = if at == search.stop { String::new() } else { format!(" at ply {}", at + 1) };
    let (title, edits, last) = match &found.kind {
        Kind::Replace { mv, .. } => {
            let text = spelling(search, at, *mv);
            (
                format!("`{text}` instead of `{}`{place}", search.word(at)),
                vec![Edit { span: span(at), text: text.into_bytes() }],
                at,
            )
        }
        Kind::Insert { mv, .. } => {
            let text = spelling(search, at, *mv);
            let title = format!("`{text}` is missing before `{}`{place}", search.word(at));
            let edit = insertion(lexed, search, at, &text);
            // The written move itself is replayed too.
            return finish(search, found, title, vec![edit], at);
        }
        Kind::Drop { count, .. } => {
            let what = search.word(at);
            let twice = at > 0 && (search.word(at - 1) == what || at > 1 && search.word(at - 2) == what);
            let title = match (count, twice) {
                (2, _) => format!("`{what} {}` is written twice", search.word(at + 1)),
                (_, true) => format!("`{what}` is written twice"),
                (_, false) => format!("`{what}`{place} does not belong there"),
            };
            (title, vec![removal(bytes, lexed, search, at, *count)], at + count - 1)
        }
        Kind::Swap { first, second } => {
            let edit = |at: usize, other: usize| Edit { span: span(at), text: span(other).of(bytes).to_vec() };
            let title = format!("`{}` and `{}` have changed places", search.word(*first), search.word(*second));
            (title, vec![edit(*first, *second), edit(*second, *first)], *second)
        }
        Kind::Start(other) => return finish(search, found, other.title.clone(), other.edits.clone(), 0),
    };
    finish(search, found, title, edits, last + 1)
}

/// Counts the moves behind the repair.
fn finish(search: &Search<'_>, found: &Found, title: String, edits: Vec<Edit>, next: usize) -> Proposal {
    let replays = found.reached.saturating_sub(next) as u32;
    let follow = search.line.len().saturating_sub(next) as u32;
    let convinces = found.kind.at() == search.stop || found.reached > search.stop + CONVINCING;
    Proposal { title, edits, replays, follow, convinces }
}

/// A move as the record writes its moves.
fn spelling(search: &Search<'_>, at: usize, mv: Move) -> String {
    let Some(position) = search.before.get(at) else { return String::new() };
    if writes_uci(search, at) {
        return mv.uci(position.needs_chess960()).to_string();
    }
    let san = if search.habits.marks { position.san(mv).to_string() } else { position.san_without_mark(mv).to_string() };
    let figurines = figurines(search, at);
    let man = |letter: char| ENGLISH.man(letter).filter(|_| letter.is_ascii_uppercase());
    san.chars()
        .map(|letter| match (man(letter), figurines) {
            (None, _) => letter.to_string(),
            (Some(man), Some(set)) => set(man).to_string(),
            (Some(man), None) => search.language.letter(man).to_owned(),
        })
        .collect()
}

/// The figurines that the record has for men, if it has any; those of the side that moves at a step first.
fn figurines(search: &Search<'_>, at: usize) -> Option<fn(Role) -> char> {
    let indices = || 0..search.line.len();
    let mut words = indices().filter(|index| index % 2 == at % 2).chain(indices().filter(|index| index % 2 != at % 2));
    let letter = words.find_map(|index| search.word(index).chars().next().filter(|&letter| figurine(letter).is_some()))?;
    Some(if letter < '♚' { white_figurine } else { black_figurine })
}

const fn white_figurine(man: Role) -> char {
    match man {
        Role::King => '♔',
        Role::Queen => '♕',
        Role::Rook => '♖',
        Role::Bishop => '♗',
        Role::Knight => '♘',
        Role::Pawn => '♙',
    }
}

const fn black_figurine(man: Role) -> char {
    match man {
        Role::King => '♚',
        Role::Queen => '♛',
        Role::Rook => '♜',
        Role::Bishop => '♝',
        Role::Knight => '♞',
        Role::Pawn => '♟',
    }
}

/// Whether the words around a step are in the notation of engines.
fn writes_uci(search: &Search<'_>, at: usize) -> bool {
    let near = at.saturating_sub(3)..(at + 4).min(search.line.len());
    let count = near.len();
    count > 0 && 2 * near.filter(|&index| uci::parse(search.word(index).as_bytes()).is_some()).count() > count
}

/// A missing move: White's goes before the word that follows, behind its number; Black's goes behind the word before.
fn insertion(lexed: &Lexed, search: &Search<'_>, at: usize, text: &str) -> Edit {
    let steps = &search.line.steps;
    let white = search.before.get(at).is_some_and(|position| position.side_to_move() == Color::White);
    if let Some(step) = steps.get(at)
        && (white || at == 0)
    {
        let start = step.span.start as usize;
        return Edit { span: Span::new(start, start), text: format!("{text} ").into_bytes() };
    }
    let before = at.checked_sub(1).and_then(|index| steps.get(index));
    let mut end = before.map_or(0, |step| step.span.end as usize);
    for token in lexed.tokens.iter().skip(before.map_or(0, |step| step.token + 1)) {
        match token.kind {
            TokenKind::Suffix | TokenKind::Glyph | TokenKind::CheckMark | TokenKind::EnPassant | TokenKind::Nag => {
                end = token.span.end as usize;
            }
            _ => break,
        }
    }
    Edit { span: Span::new(end, end), text: format!(" {text}").into_bytes() }
}

/// Takes words out, with the blank before them, and with their number if it is there twice as well.
fn removal(bytes: &[u8], lexed: &Lexed, search: &Search<'_>, at: usize, count: usize) -> Edit {
    let steps = &search.line.steps;
    let (Some(first), Some(last)) = (steps.get(at), steps.get(at + count - 1)) else {
        return Edit { span: Span::default(), text: Vec::new() };
    };
    let (mut start, mut end) = (first.span.start as usize, last.span.end as usize);
    let number_text = |number: Option<Span>| number.map(|span| span.of(bytes));
    let doubled_number = first.number.is_some()
        && (count == 2
            || at.checked_sub(1).and_then(|i| steps.get(i)).is_some_and(|s| number_text(s.number) == number_text(first.number)));
    if let Some(number) = first.number.filter(|_| doubled_number) {
        start = number.start as usize;
    }
    let blank = |b: &u8| b.is_ascii_whitespace();
    let follows_move =
        lexed.tokens.iter().take(first.token).rfind(|token| (token.span.end as usize) <= start).is_some_and(|token| {
            matches!(token.kind, TokenKind::Move | TokenKind::NullMove | TokenKind::Suffix | TokenKind::Comment)
        });
    if follows_move {
        start -= bytes.get(..start).map_or(0, |head| head.iter().rev().take_while(|b| blank(b)).count());
    } else {
        end += bytes.get(end..).map_or(0, |tail| tail.iter().take_while(|b| blank(b)).count());
    }
    Edit { span: Span::new(start, end), text: Vec::new() }
}
