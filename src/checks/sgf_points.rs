//! Points of a Go record: moves, set-up, marks.

use super::Check;
use super::sgf_properties::Context;
use super::sgf_syntax::{edit, quoted};
use super::sgf_values::bad;
use crate::finding::{Finding, Grade, Span};
use crate::sgf::game::{Play, id, play as read_play};
use crate::sgf::properties::{Id, Kind};
use crate::sgf::values::{Area, area, compose, letter, point, trim};
use crate::sgf::{Entry, Token};

/// The points of a board as bits, enough for 52 by 52.
#[derive(Debug, Clone)]
struct Points([u64; 52]);

impl Points {
    const fn new() -> Self {
        Points([0; 52])
    }

    /// Adds the points of a rectangle; returns one that was there already.
    fn add(&mut self, area: Area) -> Option<(u8, u8)> {
        let mask = row_mask(area);
        let mut again = None;
        for row in area.from.1..=area.to.1 {
            let Some(bits) = self.0.get_mut(row as usize) else { break };
            let both = *bits & mask;
            if both != 0 && again.is_none() {
                again = Some((both.trailing_zeros() as u8, row));
            }
            *bits |= mask;
        }
        again
    }
}

/// The columns of a rectangle as bits.
const fn row_mask(area: Area) -> u64 {
    let width = area.to.0 - area.from.0 + 1;
    let low = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
    low << area.from.0
}

/// The points of the properties of one node that may not share them.
#[derive(Debug)]
pub(super) struct PointSets {
    stones: Points,
    marks: Points,
    territory: Points,
    own: Points,
}

impl Default for PointSets {
    fn default() -> Self {
        PointSets { stones: Points::new(), marks: Points::new(), territory: Points::new(), own: Points::new() }
    }
}

/// A point as it is written.
fn name((x, y): (u8, u8)) -> String {
    format!("{}{}", letter(x) as char, letter(y) as char)
}

/// Checks the value of a move.
pub(super) fn play(context: &mut Context<'_, '_>, entry: &Entry) {
    let Some(&token) = context.source.values(entry).first() else { return };
    let text = token.inner().of(context.source.bytes);
    let (width, height) = (context.header.width, context.header.height);
    match read_play(text, width, height) {
        Play::On(..) | Play::Off(..) if text.len() == 2 => {}
        Play::Pass => {}
        Play::On(x, y) | Play::Off(x, y) => {
            let found = name((x, y));
            bad(context, token, format!("a point is two letters, without the blanks of {}", quoted(text)), Some(found));
        }
        Play::OddPass => {
            let shown = if text.trim_ascii().is_empty() { "blanks".to_owned() } else { quoted(text) };
            let found = Finding::new(Check::NonstandardPass, token.span, format!("a pass is written {shown} here"))
                .help("read as a pass; FF[4] writes `[]`, older versions also `[tt]` on boards up to 19 by 19")
                .fix(edit(Grade::Safe, "write `[]`", token.span, "[]"));
            context.push(found.law("SGF FF[4] Go: pass"));
        }
        Play::Unreadable => unreadable(context, token, text),
    }
}

fn unreadable(context: &mut Context<'_, '_>, token: Token, text: &[u8]) {
    let mut found =
        Finding::new(Check::BadPoint, token.span, format!("{} is no point: two letters, column and row", quoted(text)))
            .law("SGF FF[4] Go: point");
    if let Some(place) = map_grid(trim(text), context.header.height) {
        let point = name(place);
        found = found
            .help(format!("it looks like the point {point} by the letters and numbers at the edge of the board"))
            .fix(edit(Grade::DisplayOnly, format!("write `{point}`"), token.inner(), point));
    }
    context.push(found);
}

/// Reads a point as players call it, `Q16`: letters without I from the left, numbers from below.
fn map_grid(text: &[u8], height: u8) -> Option<(u8, u8)> {
    let (&column, row) = text.split_first()?;
    let column = column.to_ascii_uppercase();
    if !column.is_ascii_uppercase() || column == b'I' {
        return None;
    }
    let row = u8::try_from(crate::sgf::values::number(row)?).ok().filter(|r| (1..=height).contains(r))?;
    Some((column - b'A' - u8::from(column > b'I'), height - row))
}

/// Checks the points of a node.
pub(super) fn node(context: &mut Context<'_, '_>, entries: &[Entry], sets: &mut PointSets) {
    let (mut stones, mut marks, mut territory) = (false, false, false);
    for entry in entries {
        match entry.id.property().kind {
            Kind::Move if entry.id == id::B || entry.id == id::W => play(context, entry),
            Kind::Stones | Kind::Points | Kind::PointsOrNone | Kind::Letters => {
                let shared = match entry.id {
                    id::AB | id::AW | id::AE => Some((&mut sets.stones, &mut stones, Check::RepeatedPoint)),
                    id::CR | id::MA | id::SL | id::SQ | id::TR => Some((&mut sets.marks, &mut marks, Check::ConflictingMarkup)),
                    id::TB | id::TW => Some((&mut sets.territory, &mut territory, Check::ConflictingMarkup)),
                    _ => None,
                };
                list(context, entry, &mut sets.own, shared);
            }
            Kind::Labels => labels(context, entry, &mut sets.own),
            Kind::PointPairs => pairs(context, entry),
            _ => {}
        }
    }
}

/// A list of points. `shared`: the points of the properties it may not share them with, and what to call it if it does.
fn list(context: &mut Context<'_, '_>, entry: &Entry, own: &mut Points, shared: Option<(&mut Points, &mut bool, Check)>) {
    let values = context.source.values(entry);
    let property = entry.id.property();
    *own = Points::new();
    let (mut repeated, mut conflict) = (None, None);
    let mut shared = shared.map(|(set, used, check)| {
        if !std::mem::replace(used, true) {
            *set = Points::new();
        }
        (set, check)
    });
    for &token in values {
        let text = trim(token.inner().of(context.source.bytes));
        if text.is_empty() {
            if property.kind != Kind::PointsOrNone || values.len() > 1 {
                bad(context, token, format!("{} wants points, and this value is empty", property.name), None);
            }
            continue;
        }
        let Some(area) = area(text) else {
            unreadable(context, token, text);
            continue;
        };
        if area.odd {
            odd_rectangle(context, token, area);
        }
        if !on_board(context, token, area) {
            continue;
        }
        if let Some(place) = own.add(area) {
            repeated = repeated.or(Some((token, place)));
        } else if let Some((set, _)) = &mut shared
            && let Some(place) = set.add(area)
        {
            conflict = conflict.or(Some((token, place)));
        }
    }
    if let Some((token, place)) = repeated {
        repeat(context, entry.id, token, place);
    }
    if let (Some((token, place)), Some((_, check))) = (conflict, shared) {
        let place = name(place);
        let message = match check {
            Check::RepeatedPoint => format!("the point {place} stands in more than one of AB, AW and AE"),
            _ if matches!(entry.id, id::TB | id::TW) => format!("the point {place} is marked as the territory of both sides"),
            _ => format!("the point {place} carries more than one mark"),
        };
        context.push(Finding::new(check, token.span, message).law("SGF FF[4]: points in a node are unique"));
    }
}

fn repeat(context: &mut Context<'_, '_>, id: Id, token: Token, place: (u8, u8)) {
    let place = name(place);
    let mut found =
        Finding::new(Check::RepeatedPoint, token.span, format!("the point {place} stands twice in {}", id.property().name))
            .law("SGF FF[4]: points in a list are unique");
    if point(trim(token.inner().of(context.source.bytes))).is_some() {
        found = found.fix(edit(Grade::Safe, "remove the second", token.span, ""));
    }
    context.push(found);
}

fn odd_rectangle(context: &mut Context<'_, '_>, token: Token, area: Area) {
    let text = if area.from == area.to { name(area.from) } else { format!("{}:{}", name(area.from), name(area.to)) };
    let message = if area.from == area.to {
        "a rectangle of one point is written as a point"
    } else {
        "the corners of a rectangle are upper left, then lower right"
    };
    bad(context, token, message.to_owned(), Some(text));
}

/// Whether a rectangle lies on the board; reports it if not.
fn on_board(context: &mut Context<'_, '_>, token: Token, area: Area) -> bool {
    let (width, height) = (context.header.width, context.header.height);
    if area.to.0 < width && area.to.1 < height {
        return true;
    }
    let shown = quoted(trim(token.inner().of(context.source.bytes)));
    context.push(
        Finding::new(Check::OffBoardPoint, token.span, format!("{shown} lies outside the board of {width} by {height}"))
            .help("what lies on the board is kept")
            .law("SGF FF[4] Go: point"),
    );
    false
}

fn labels(context: &mut Context<'_, '_>, entry: &Entry, own: &mut Points) {
    *own = Points::new();
    for &token in context.source.values(entry) {
        let text = token.inner().of(context.source.bytes);
        let Some((place, _)) = compose(text) else {
            bad(context, token, format!("a label is a point and a text with a colon, not {}", quoted(text)), None);
            continue;
        };
        let Some((x, y)) = point(trim(place)) else {
            unreadable(context, token, place);
            continue;
        };
        let area = Area { from: (x, y), to: (x, y), odd: false };
        if on_board(context, token, area)
            && let Some(place) = own.add(area)
        {
            let message = format!("the point {} has two labels", name(place));
            context.push(Finding::new(Check::RepeatedPoint, token.span, message).law("SGF FF[4] LB: points are unique"));
        }
    }
}

fn pairs(context: &mut Context<'_, '_>, entry: &Entry) {
    let values = context.source.values(entry);
    let mut seen: Vec<&[u8]> = Vec::new();
    for &token in values {
        let text = token.inner().of(context.source.bytes);
        let ends = compose(text).map(|(a, b)| (point(trim(a)), point(trim(b))));
        let Some((Some(a), Some(b))) = ends else {
            bad(
                context,
                token,
                format!("{} wants two points with a colon, not {}", entry.id.property().name, quoted(text)),
                None,
            );
            continue;
        };
        if a == b {
            let message = format!("it goes from {} to the same point", name(a));
            context.push(Finding::new(Check::ConflictingMarkup, token.span, message).law("SGF FF[4] AR, LN"));
        } else {
            let area = Area { from: (a.0.min(b.0), a.1.min(b.1)), to: (a.0.max(b.0), a.1.max(b.1)), odd: false };
            on_board(context, token, area);
        }
        if seen.len() < 256 {
            if seen.contains(&text) {
                let span: Span = token.span;
                context.push(Finding::new(Check::RepeatedPoint, span, "the same line stands twice").law("SGF FF[4] AR, LN"));
            } else {
                seen.push(text);
            }
        }
    }
}
