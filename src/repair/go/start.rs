//! Slips about the whole game: handicap stones that were lost, columns named as on a wooden board.

use crate::finding::Edit;
use crate::go::{Color, Point};
use crate::record::{GoActionKind, GoRecord};

use super::line::{Act, Step};
use super::slip::named;

/// The column that boards leave out when they name their columns with letters: I.
const SKIPPED: u8 = 8;

/// The handicap stones that `HA` tells of and nobody has set up, and where they go: behind the value of `HA`.
pub(super) fn lost_handicap(bytes: &[u8], record: &GoRecord, steps: &[Step]) -> Option<(Vec<Point>, usize)> {
    let field = record.handicap.as_ref()?;
    let count = field.text.trim().parse::<u32>().ok().filter(|count| (2..=9).contains(count))?;
    if steps.iter().any(|step| matches!(step.act, Act::Set(Some(Color::Black), _))) {
        return None;
    }
    let stones = handicap_stones(count, record.width, record.height);
    let end = field.span.end as usize;
    let place = end + bytes.get(end..)?.iter().position(|&b| b == b']').filter(|&bracket| bracket < 2)? + 1;
    (!stones.is_empty()).then_some((stones, place))
}

/// Where the stones of a handicap stand on boards that have star points for them.
pub(super) fn handicap_stones(count: u32, width: u8, height: u8) -> Vec<Point> {
    let edge = if width >= 13 { 3 } else { 2 };
    if width != height || width.is_multiple_of(2) || width < 9 {
        return Vec::new();
    }
    let (low, middle, high) = (edge, width / 2, width - 1 - edge);
    let point = |column, row| Point { column, row };
    let corners = [point(high, low), point(low, high), point(high, high), point(low, low)];
    let sides = [point(low, middle), point(high, middle), point(middle, low), point(middle, high)];
    let mut stones: Vec<Point> = corners.into_iter().take(count.min(4) as usize).collect();
    stones.extend(sides.into_iter().take(match count {
        6 | 7 => 2,
        8 | 9 => 4,
        _ => 0,
    }));
    if matches!(count, 5 | 7 | 9) {
        stones.push(point(middle, middle));
    }
    stones
}

/// The steps, and the edits that write them, if the whole record names its columns without I, so that those behind it are one too far.
pub(super) fn skipped_column(bytes: &[u8], record: &GoRecord, steps: &[Step]) -> Option<(Vec<Step>, Vec<Edit>)> {
    let mut edits = Vec::new();
    for action in &record.actions {
        if !matches!(
            action.kind,
            GoActionKind::Play(..) | GoActionKind::PlayOffBoard(..) | GoActionKind::SetUp(..) | GoActionKind::Territory(..)
        ) {
            continue;
        }
        let point = named(action.span.of(bytes))?;
        if point.column == SKIPPED || point.column > record.width {
            return None;
        }
        if point.column > SKIPPED {
            let mut text = action.span.of(bytes).to_vec();
            *text.get_mut(1)? -= 1;
            edits.push(Edit { span: action.span, text });
        }
    }
    let shifted = |point: Point| Point { column: point.column - u8::from(point.column > SKIPPED), ..point };
    let steps = steps
        .iter()
        .map(|step| {
            let act = match step.act {
                Act::Set(stone, point) => Act::Set(stone, shifted(point)),
                Act::Stone(color, point) => Act::Stone(color, shifted(point)),
                Act::Nowhere(color) => named(step.span.of(bytes)).map_or(step.act, |point| Act::Stone(color, shifted(point))),
                Act::Pass(_) => step.act,
            };
            Step { act, ..*step }
        })
        .collect();
    Some((steps, edits))
}
