//! A repair as a proposal: what it says to a person, and the edits that make it.

use super::{CONVINCING, Found, Kind, Search};
use crate::finding::{Edit, Proposal, Span};
use crate::go::{Color, Point};

const fn letter(color: Color) -> char {
    match color {
        Color::Black => 'B',
        Color::White => 'W',
    }
}

fn value(point: Point) -> Vec<u8> {
    format!("[{point}]").into_bytes()
}

/// The proposal of a repair; `None` if it cannot be written without touching anything else.
pub(super) fn proposal(search: &Search<'_>, found: &Found) -> Option<Proposal> {
    let steps = search.steps;
    let mover = |at: usize| steps[at].act.mover().map_or('?', letter);
    let written = |at: usize| format!("`{}{}`", mover(at), String::from_utf8_lossy(steps[at].span.of(search.bytes)));
    let place = |at: usize| if at == search.stop { String::new() } else { format!(" at ply {}", steps[at].ply + 1) };
    let replace = |at: usize, point: Point| Edit { span: steps[at].span, text: value(point) };
    let (title, edits, next) = match &found.kind {
        Kind::Replace { at, point } => {
            let title = format!("`{}[{point}]` instead of {}{}", mover(*at), written(*at), place(*at));
            (title, vec![replace(*at, *point)], at + 1)
        }
        Kind::Recolour { at, color } => {
            let title = format!("{}{} is {}'s move", written(*at), place(*at), color.name());
            (
                title,
                vec![Edit { span: property(search.bytes, steps[*at].span)?, text: letter(*color).to_string().into() }],
                at + 1,
            )
        }
        Kind::Drop { at, count, doubled } => {
            let last = at + count - 1;
            let what = if *count == 1 { written(*at) } else { format!("{} to {}", written(*at), written(last)) };
            let why = if *doubled { "written twice" } else { "too many" };
            let title = format!("{what}{} {} {why}", place(*at), if *count == 1 { "is" } else { "are" });
            if !steps[*at..=last].iter().all(|step| is_bare_move(search.bytes, step.node)) {
                return None;
            }
            let span = Span { start: steps[*at].node.start, end: trimmed(search.bytes, steps[last].node).end };
            (title, vec![Edit { span, text: Vec::new() }], at + count)
        }
        Kind::Insert { at, color, point } => {
            let title = format!("`{}[{point}]` is missing before {}{}", letter(*color), written(*at), place(*at));
            let start = steps[*at].node.start as usize;
            let text = format!(";{}[{point}]", letter(*color)).into_bytes();
            (title, vec![Edit { span: Span::new(start, start), text }], *at)
        }
        Kind::Swap { first, second } => {
            let (a, b) = (steps[*first].act.point()?, steps[*second].act.point()?);
            let title = format!("{} and {} have changed places", written(*first), written(*second));
            (title, vec![replace(*first, b), replace(*second, a)], second + 1)
        }
        Kind::Handicap { stones, place } => {
            let points: String = stones.iter().map(|point| format!("[{point}]")).collect();
            let title = format!("the {} handicap stones are missing", stones.len());
            (title, vec![Edit { span: Span::new(*place, *place), text: format!("AB{points}").into_bytes() }], 0)
        }
        Kind::Columns { edits } => {
            let title = "the columns are named without the letter i, so that those behind it are one too far".to_owned();
            (title, edits.clone(), 0)
        }
    };
    let moves = |until: usize| steps[next..until].iter().filter(|step| step.act.mover().is_some()).count() as u32;
    let here = match found.kind {
        Kind::Replace { at, .. } | Kind::Recolour { at, .. } | Kind::Insert { at, .. } => at == search.stop,
        Kind::Drop { at, count, doubled } => doubled || at + count > search.stop,
        Kind::Swap { .. } => false,
        // Nothing short of the start explains what these do.
        Kind::Handicap { .. } | Kind::Columns { .. } => true,
    };
    let convinces = here || found.reached > search.stop + CONVINCING;
    Some(Proposal { title, edits, replays: moves(found.reached), follow: moves(steps.len()), convinces })
}

/// The name of the property before a value, if it is the one letter of a colour.
fn property(bytes: &[u8], span: Span) -> Option<Span> {
    let start = span.start.checked_sub(2)?;
    let named = matches!(bytes.get(start as usize..span.start as usize)?, [before, b'B' | b'W'] if !before.is_ascii_alphabetic());
    named.then_some(Span { start: start + 1, end: span.start })
}

/// A node without the white space behind it.
fn trimmed(bytes: &[u8], node: Span) -> Span {
    let text = node.of(bytes);
    let blank = text.iter().rev().take_while(|b| b.is_ascii_whitespace()).count() as u32;
    Span { start: node.start, end: node.end - blank }
}

/// Whether a node is a single move and nothing else, so that nothing is lost with it.
fn is_bare_move(bytes: &[u8], node: Span) -> bool {
    let text = trimmed(bytes, node).of(bytes);
    matches!(text, [b';', b'B' | b'W', b'[', inner @ .., b']'] if inner.len() <= 4 && !inner.contains(&b']'))
}
