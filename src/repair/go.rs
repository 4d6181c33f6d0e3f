//! What may have been meant where a move of a Go game is illegal.
//!
//! A stone on the wrong point is legal more often than not, and shows only when a later move falls on it. So each move up to the
//! illegal one is tried at the points one slip of the hand away (the next line, coordinates swapped or mirrored, one letter wrong)
//! and left out, the move that is missing is tried where a colour moves twice, and the handicap stones that `HA` tells of are set
//! up. What leaves the longest legal game is ranked first, then the likelihood of the slip decides. The work is bounded by a number
//! of moves made.

#[cfg(test)]
mod tests;

use crate::finding::{Edit, Proposal, Span};
use crate::go::{Board, Color, Mark, Point};
use crate::record::{GoActionKind, GoRecord};

/// So many moves are made at most in search of the repairs of one record.
const BUDGET: u32 = 400_000;
/// A main line longer than any game is not searched.
const LONGEST: usize = 2_000;
/// So many proposals are made at most.
const PROPOSALS: usize = 3;
/// So many moves must follow a repair that supposes more than one slip of the hand.
const CONVINCING: usize = 6;

/// What a step of the main line does to the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Act {
    Set(Option<Color>, Point),
    Stone(Color, Point),
    /// A move that names no point of the board.
    Nowhere(Color),
    Pass(Color),
}

impl Act {
    const fn mover(self) -> Option<Color> {
        match self {
            Act::Set(..) => None,
            Act::Stone(color, _) | Act::Nowhere(color) | Act::Pass(color) => Some(color),
        }
    }
}

#[derive(Debug, Clone, Copy)]
struct Step {
    act: Act,
    /// The value, with its brackets.
    span: Span,
    /// The node it stands in.
    node: Span,
    /// How many moves come before it.
    ply: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Kind {
    Replace { at: usize, point: Point },
    Drop { at: usize },
    Insert { at: usize, color: Color, point: Point },
    Handicap { stones: Vec<Point>, place: u32 },
}

#[derive(Debug, Clone)]
struct Found {
    kind: Kind,
    reached: usize,
    cost: u32,
}

/// What may have been meant at an illegal move of the main line, by the place of its value; the likeliest first.
pub fn propose(bytes: &[u8], record: &GoRecord, illegal: Span, suicide_is_legal: bool) -> Vec<Proposal> {
    let Some(steps) = main_line(record) else { return Vec::new() };
    let Some(stop) = steps.iter().position(|step| step.span == illegal && step.act.mover().is_some()) else { return Vec::new() };
    let mut search = Search {
        bytes,
        record,
        steps: &steps,
        stop,
        suicide_is_legal,
        board: Board::new(record.width, record.height),
        before: Vec::new(),
        budget: BUDGET,
        found: Vec::new(),
    };
    search.handicap();
    search.prepare();
    search.all();
    let found = search.ranked();
    found.iter().filter_map(|one| search.proposal(one)).collect()
}

/// The steps of the main line; `None` if it is too long.
fn main_line(record: &GoRecord) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    let mut ply = 0;
    for (index, node) in record.nodes.iter().enumerate() {
        if index > 0 && node.parent as usize != index - 1 {
            break;
        }
        for action in record.actions_of(index) {
            let on = |point: Point| point.column < record.width && point.row < record.height;
            let act = match action.kind {
                GoActionKind::SetUp(stone, point) => Act::Set(stone, point),
                GoActionKind::Play(color, point) if on(point) => Act::Stone(color, point),
                GoActionKind::Play(color, _) | GoActionKind::PlayOffBoard(color, ..) | GoActionKind::Unreadable(color) => {
                    Act::Nowhere(color)
                }
                GoActionKind::Pass(color) => Act::Pass(color),
                GoActionKind::ToPlay(_) | GoActionKind::Forced | GoActionKind::Territory(..) => continue,
            };
            if steps.len() == LONGEST {
                return None;
            }
            steps.push(Step { act, span: action.span, node: node.span, ply });
            ply += u32::from(act.mover().is_some());
        }
    }
    Some(steps)
}

struct Search<'a> {
    bytes: &'a [u8],
    record: &'a GoRecord,
    steps: &'a [Step],
    /// The illegal step.
    stop: usize,
    suicide_is_legal: bool,
    board: Board,
    /// The board before each step up to that one, and the point where the ko may not be retaken.
    before: Vec<(Mark, Option<Point>)>,
    budget: u32,
    found: Vec<Found>,
}

impl Search<'_> {
    /// Does one thing to the board; `false` if it is illegal.
    fn act(&mut self, act: Act, ko: &mut Option<Point>) -> bool {
        self.budget = self.budget.saturating_sub(1);
        let forbidden = ko.take();
        match act {
            Act::Set(stone, point) => {
                self.board.set_up(stone, point);
                true
            }
            Act::Pass(_) => true,
            Act::Nowhere(_) => false,
            Act::Stone(color, point) => {
                if !self.board.holds(point) || self.board.get(point).is_some() || forbidden == Some(point) {
                    return false;
                }
                let played = self.board.play(color, point);
                *ko = played.ko;
                played.suicide == 0 || self.suicide_is_legal
            }
        }
    }

    /// The first step from `from` on that is illegal, and how often a colour moves twice before it.
    fn replay(&mut self, from: usize, mut ko: Option<Point>, mut last: Option<Color>) -> (usize, u32) {
        let mut odd = 0;
        for at in from..self.steps.len() {
            let act = self.steps[at].act;
            if self.budget == 0 || !self.act(act, &mut ko) {
                return (at, odd);
            }
            let mover = act.mover();
            odd += u32::from(mover.is_some() && mover == last);
            last = mover.or(last);
        }
        (self.steps.len(), odd)
    }

    /// Plays up to the illegal step and keeps the way back to each step.
    fn prepare(&mut self) {
        self.board.reset(self.record.width, self.record.height);
        let mut ko = None;
        for at in 0..=self.stop {
            let mark = self.board.mark();
            self.before.push((mark, ko));
            if at < self.stop && !self.act(self.steps[at].act, &mut ko) {
                // An earlier move is illegal in a way that has no finding of its own; it is executed.
                ko = None;
            }
        }
    }

    fn last_mover(&self, at: usize) -> Option<Color> {
        self.steps[..at].iter().rev().find_map(|step| step.act.mover())
    }

    /// All repairs of single moves, from the illegal one backwards.
    fn all(&mut self) {
        while let Some((mark, ko)) = self.before.pop() {
            let at = self.before.len();
            self.board.undo(mark);
            let last = self.last_mover(at);
            if self.budget == 0 {
                continue;
            }
            self.replace(at, mark, ko, last);
            self.drop_step(at, mark, ko, last);
            self.insert(at, mark, ko, last);
        }
    }

    fn keep(&mut self, kind: Kind, (reached, odd): (usize, u32), slip: u32) {
        if reached <= self.stop || (slip > 24 && reached - self.stop <= CONVINCING) {
            return;
        }
        self.found.push(Found { kind, reached, cost: slip + 8 * odd.min(3) });
    }

    fn replace(&mut self, at: usize, mark: Mark, ko: Option<Point>, last: Option<Color>) {
        let step = self.steps[at];
        let (color, points) = match step.act {
            Act::Stone(color, point) => (color, slips(point, self.record.width, self.record.height)),
            Act::Nowhere(color) => (color, self.slips_of_text(step.span)),
            Act::Set(..) | Act::Pass(_) => return,
        };
        // The stone that the illegal move falls on is the likeliest to stand wrong.
        let hit = at < self.stop && self.steps[self.stop].act.point().is_some_and(|point| step.act.point() == Some(point));
        for (point, slip) in points {
            // Far slips are tried only where something points at the move.
            if at < self.stop && !hit && slip > 17 {
                continue;
            }
            let mut ko = ko;
            let mut run = (at, 0);
            if self.act(Act::Stone(color, point), &mut ko) {
                run = self.replay(at + 1, ko, Some(color));
                run.1 += u32::from(last == Some(color));
            }
            self.board.undo(mark);
            self.keep(Kind::Replace { at, point }, run, slip + if at == self.stop || hit { 0 } else { 2 });
        }
    }

    /// The points that a value off the board may mean.
    fn slips_of_text(&self, span: Span) -> Vec<(Point, u32)> {
        let text: Vec<u8> = span.of(self.bytes).iter().copied().filter(u8::is_ascii_alphabetic).collect();
        let [column, row] = text.as_slice() else { return Vec::new() };
        let number = |letter: u8| if letter.is_ascii_lowercase() { letter - b'a' } else { letter - b'A' };
        let meant = Point { column: number(*column), row: number(*row) };
        let (width, height) = (self.record.width, self.record.height);
        let mut points = slips(meant, width, height);
        if meant.column < width && meant.row < height {
            points.insert(0, (meant, 6));
        }
        points
    }

    fn drop_step(&mut self, at: usize, mark: Mark, ko: Option<Point>, last: Option<Color>) {
        let step = self.steps[at];
        let before = |back: usize| at.checked_sub(back).map(|i| self.steps[i].act.point());
        let slip = match step.act {
            Act::Set(..) | Act::Pass(_) => return,
            Act::Stone(_, point) if before(1) == Some(Some(point)) => 8,
            Act::Stone(_, point) if before(2) == Some(Some(point)) => 12,
            _ => 40,
        };
        let run = self.replay(at + 1, ko, last);
        self.board.undo(mark);
        if removable(self.bytes, step.node) {
            self.keep(Kind::Drop { at }, run, slip);
        }
    }

    /// A move is missing where a colour moves twice.
    fn insert(&mut self, at: usize, mark: Mark, ko: Option<Point>, last: Option<Color>) {
        let Some(color) = last.filter(|_| self.steps[at].act.mover() == last) else { return };
        for row in 0..self.record.height {
            for column in 0..self.record.width {
                let point = Point { column, row };
                let mut ko = ko;
                let mut run = (at, 0);
                if self.budget > 0 && self.act(Act::Stone(color.other(), point), &mut ko) {
                    run = self.replay(at, ko, Some(color.other()));
                }
                self.board.undo(mark);
                self.keep(Kind::Insert { at, color: color.other(), point }, run, 28);
            }
        }
    }

    /// The handicap stones that `HA` tells of and nobody has set up.
    fn handicap(&mut self) {
        let Some(field) = &self.record.handicap else { return };
        let Some(count) = field.text.trim().parse::<u32>().ok().filter(|count| (2..=9).contains(count)) else { return };
        if self.steps.iter().any(|step| matches!(step.act, Act::Set(Some(Color::Black), _))) {
            return;
        }
        let stones = handicap_stones(count, self.record.width, self.record.height);
        if stones.is_empty() {
            return;
        }
        self.board.reset(self.record.width, self.record.height);
        stones.iter().for_each(|&point| {
            self.board.set_up(Some(Color::Black), point);
        });
        let run = self.replay(0, None, Some(Color::Black));
        // Behind the closing bracket of the value of HA.
        self.keep(Kind::Handicap { stones, place: field.span.end + 1 }, run, 14);
    }

    fn ranked(&mut self) -> Vec<Found> {
        let mut found = std::mem::take(&mut self.found);
        let all = self.steps.len();
        found.sort_by_key(|one| (all - one.reached, one.cost));
        // The next point on any side is as likely: of equal guesses, one for each move comes before a second for the same move.
        let mut seen: Vec<(usize, usize, usize)> = Vec::new();
        let mut turn = |one: &Found| {
            let Kind::Replace { at, .. } = one.kind else { return 0 };
            match seen.iter_mut().find(|(a, reached, _)| (*a, *reached) == (at, one.reached)) {
                Some((.., count)) => {
                    *count += 1;
                    *count
                }
                None => {
                    seen.push((at, one.reached, 0));
                    0
                }
            }
        };
        let mut turns: Vec<(usize, Found)> = found.into_iter().map(|one| (turn(&one), one)).collect();
        turns.sort_by_key(|(turn, one)| (all - one.reached, one.cost, *turn));
        let mut found: Vec<Found> = turns.into_iter().map(|(_, one)| one).collect();
        let best = found.first().map_or(0, |one| one.reached);
        found.retain(|one| 2 * (best - one.reached) <= best.saturating_sub(self.stop));
        found.truncate(PROPOSALS);
        found
    }

    fn proposal(&self, found: &Found) -> Option<Proposal> {
        let letter = |color: Color| if color == Color::Black { 'B' } else { 'W' };
        let written = |at: usize| {
            let step = self.steps[at];
            let value = String::from_utf8_lossy(step.span.of(self.bytes)).into_owned();
            format!("`{}{value}`", step.act.mover().map_or('?', letter))
        };
        let place = |at: usize| if at == self.stop { String::new() } else { format!(" at ply {}", self.steps[at].ply + 1) };
        let (title, edit, next) = match &found.kind {
            Kind::Replace { at, point } => {
                let mover = self.steps[*at].act.mover().map_or('?', letter);
                let title = format!("`{mover}[{point}]` instead of {}{}", written(*at), place(*at));
                (title, Edit { span: self.steps[*at].span, text: format!("[{point}]").into_bytes() }, at + 1)
            }
            Kind::Drop { at } => {
                let title = format!("{}{} is written twice or does not belong there", written(*at), place(*at));
                (title, Edit { span: trimmed(self.bytes, self.steps[*at].node), text: Vec::new() }, at + 1)
            }
            Kind::Insert { at, color, point } => {
                let title = format!("`{}[{point}]` is missing before {}{}", letter(*color), written(*at), place(*at));
                let start = self.steps[*at].node.start as usize;
                let text = format!(";{}[{point}]", letter(*color)).into_bytes();
                (title, Edit { span: Span::new(start, start), text }, *at)
            }
            Kind::Handicap { stones, place } => {
                let at = *place as usize;
                if self.bytes.get(at.checked_sub(1)?) != Some(&b']') {
                    return None;
                }
                let text: String = stones.iter().map(|point| format!("[{point}]")).collect();
                let title = format!("the {} handicap stones are missing", stones.len());
                (title, Edit { span: Span::new(at, at), text: format!("AB{text}").into_bytes() }, 0)
            }
        };
        let moves = |until: usize| self.steps[next..until].iter().filter(|step| step.act.mover().is_some()).count() as u32;
        Some(Proposal { title, edits: vec![edit], replays: moves(found.reached), follow: moves(self.steps.len()) })
    }
}

impl Act {
    const fn point(self) -> Option<Point> {
        match self {
            Act::Stone(_, point) => Some(point),
            Act::Set(..) | Act::Nowhere(_) | Act::Pass(_) => None,
        }
    }
}

/// The points one slip of the hand away, and how unlikely each slip is.
fn slips(point: Point, width: u8, height: u8) -> Vec<(Point, u32)> {
    let Point { column, row } = point;
    let mut points: Vec<(Point, u32)> = Vec::with_capacity(48);
    let mut add = |column: u8, row: u8, cost: u32| {
        let new = Point { column, row };
        if column >= width || row >= height || new == point {
            return;
        }
        match points.iter_mut().find(|(old, _)| *old == new) {
            Some((_, old)) => *old = cost.min(*old),
            None => points.push((new, cost)),
        }
    };
    for (dc, dr, cost) in
        [(1, 0, 10), (255, 0, 10), (0, 1, 10), (0, 255, 10), (1, 1, 17), (1, 255, 17), (255, 1, 17), (255, 255, 17)]
    {
        add(column.wrapping_add(dc), row.wrapping_add(dr), cost);
    }
    add(row, column, 11);
    let (far_column, far_row) = (width.wrapping_sub(1).wrapping_sub(column), height.wrapping_sub(1).wrapping_sub(row));
    add(far_column, row, 14);
    add(column, far_row, 14);
    add(far_column, far_row, 16);
    (0..width).for_each(|other| add(other, row, 20));
    (0..height).for_each(|other| add(column, other, 20));
    points
}

/// Where the stones of a handicap stand on boards that have star points for them.
fn handicap_stones(count: u32, width: u8, height: u8) -> Vec<Point> {
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

/// A node without the white space behind it.
fn trimmed(bytes: &[u8], node: Span) -> Span {
    let text = node.of(bytes);
    let blank = text.iter().rev().take_while(|b| b.is_ascii_whitespace()).count() as u32;
    Span { start: node.start, end: node.end - blank }
}

/// Whether a node is a single move and nothing else, so that nothing is lost with it.
fn removable(bytes: &[u8], node: Span) -> bool {
    let text = trimmed(bytes, node).of(bytes);
    matches!(text, [b';', b'B' | b'W', b'[', inner @ .., b']'] if inner.len() <= 4 && !inner.contains(&b']'))
}
