//! What may have been meant where a move of a Go game is illegal.
//!
//! A stone on the wrong point is legal more often than not, and shows only when a later move falls on it. So each move up to the
//! illegal one is tried at the points one slip of the hand away (the next line, coordinates swapped or mirrored, one letter wrong),
//! in the other colour, exchanged with the move behind it, and left out; the move that is missing is tried where a colour moves
//! twice, the handicap stones that `HA` tells of are set up, and columns named without I are counted so. What leaves the longest
//! legal game is ranked first, then the likelihood of the slip decides. The work is bounded by a number of moves made.

mod likely;
mod line;
mod slip;
mod start;
mod wording;

#[cfg(test)]
mod tests;

use crate::finding::{Edit, Proposal, Span};
use crate::go::{Board, Color, Mark, Point};
use crate::record::GoRecord;
use line::{Act, After, Replay, Run, Step, main_line};

/// So many moves are made at most in search of the repairs of one record.
const BUDGET: u32 = 400_000;
/// So many proposals are made at most.
const PROPOSALS: usize = 3;
/// The cost of the least likely single slip.
const FAR: i32 = 24;
/// So many moves must follow a repair that supposes more than that.
const CONVINCING: usize = 6;
/// So many moves in a row may be written twice.
const LONGEST_DOUBLE: usize = 40;

/// A repair that is tried.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Kind {
    /// Another point.
    Replace { at: usize, point: Point },
    /// The other colour.
    Recolour { at: usize, color: Color },
    /// Moves that are there twice, or do not belong there.
    Drop { at: usize, count: usize, doubled: bool },
    /// A move that is missing before a written one.
    Insert { at: usize, color: Color, point: Point },
    /// Two moves whose points have changed places.
    Swap { first: usize, second: usize },
    /// Handicap stones, and the place in the record for them.
    Handicap { stones: Vec<Point>, place: usize },
    /// Columns named without I.
    Columns { edits: Vec<Edit> },
}

/// A repair that helps.
#[derive(Debug, Clone)]
struct Found {
    kind: Kind,
    /// The first step that is illegal after it.
    reached: usize,
    /// The unlikelihood of the slip and of what it leaves, in tenths.
    cost: i32,
}

/// What may have been meant at an illegal move of the main line, by the place of its value; the likeliest first.
/// `suicide_is_legal`: whether the rules in force let a move take the last liberty of its own stones.
pub fn propose(bytes: &[u8], record: &GoRecord, illegal: Span, suicide_is_legal: bool) -> Vec<Proposal> {
    let Some(steps) = main_line(record) else { return Vec::new() };
    let is_meant = |step: &Step| step.span == illegal && step.act.mover().is_some() && !step.forced;
    let Some(stop) = steps.iter().position(is_meant) else { return Vec::new() };
    let board = Board::new(record.width, record.height);
    let replay = Replay { board, suicide_is_legal, budget: BUDGET };
    let mut search = Search { bytes, record, steps: &steps, stop, replay, found: Vec::new() };
    search.whole_game();
    search.single_moves();
    search.ranked().iter().filter_map(|one| wording::proposal(&search, one)).collect()
}

struct Search<'a> {
    bytes: &'a [u8],
    record: &'a GoRecord,
    steps: &'a [Step],
    /// The illegal step.
    stop: usize,
    replay: Replay,
    found: Vec<Found>,
}

/// A moment before a step, that the board can return to.
#[derive(Debug, Clone, Copy)]
struct Before {
    at: usize,
    mark: Mark,
    after: After,
}

impl Search<'_> {
    /// Slips that are about the whole game.
    fn whole_game(&mut self) {
        if let Some((stones, place)) = start::lost_handicap(self.bytes, self.record, self.steps) {
            self.replay.board.reset(self.record.width, self.record.height);
            for &point in &stones {
                self.replay.board.set_up(Some(Color::Black), point);
            }
            let run = self.replay.run(self.steps, &[], 0, After { ko: None, last: Some(Color::Black) });
            self.keep(Kind::Handicap { stones, place }, run, 4);
        }
        if let Some((steps, edits)) = start::skipped_column(self.bytes, self.record, self.steps) {
            self.replay.board.reset(self.record.width, self.record.height);
            let run = self.replay.run(&steps, &[], 0, After::default());
            self.keep(Kind::Columns { edits }, run, 8);
        }
    }

    /// Slips at one move or two, from the illegal one backwards.
    fn single_moves(&mut self) {
        self.replay.board.reset(self.record.width, self.record.height);
        let mut before = Vec::with_capacity(self.stop + 1);
        let mut after = After::default();
        for at in 0..=self.stop {
            before.push(Before { at, mark: self.replay.board.mark(), after });
            if let Some(step) = self.steps.get(at).filter(|_| at < self.stop) {
                // What a ruleset merely frowns on is executed like everything else.
                self.replay.act(step.act, step.forced, &mut after, &mut 0);
            }
        }
        for moment in before.into_iter().rev() {
            self.replay.board.undo(moment.mark);
            if self.replay.budget == 0 {
                break;
            }
            self.replaced(moment);
            self.recoloured(moment);
            self.dropped(moment);
            self.swapped(moment);
            self.inserted(moment);
        }
    }

    /// Tries acts instead of the steps from `at` up to `next`.
    fn try_acts(&mut self, before: Before, instead: &[Act], next: usize) -> Option<Run> {
        let run = self.replay.run(self.steps, instead, next, before.after);
        self.replay.board.undo(before.mark);
        run
    }

    /// Keeps a repair if it helps.
    fn keep(&mut self, kind: Kind, run: Option<Run>, slip: i32) {
        let Some(Run { reached, odd }) = run.filter(|run| run.reached > self.stop) else { return };
        if slip > FAR && reached - self.stop <= CONVINCING {
            return;
        }
        let cost = 10 * (slip + 8 * odd.min(3) as i32) - self.likelihood(&kind);
        self.found.push(Found { kind, reached, cost });
    }

    /// How much likelier the points that a repair supposes are than those that are written, in tenths of the cost of a slip.
    fn likelihood(&self, kind: &Kind) -> i32 {
        let act = |at: Option<usize>| at.and_then(|at| self.steps.get(at)).map(|step| step.act);
        // `at`, `next`: the moves before the first and from the second on surround the point.
        let likely = |at: usize, next: usize, point: Point| {
            let around = [[act(at.checked_sub(1)), act(Some(next))], [act(at.checked_sub(2)), act(Some(next + 1))]];
            likely::likelihood(point, around, self.record.width, self.record.height)
        };
        let gain = |at: usize, point: Option<Point>| {
            let written = act(Some(at)).and_then(Act::point).map_or(0, |point| likely(at, at + 1, point));
            point.map_or(0, |point| likely(at, at + 1, point)) - written
        };
        match *kind {
            Kind::Replace { at, point } => gain(at, Some(point)),
            Kind::Insert { at, point, .. } => likely(at, at, point),
            Kind::Drop { at, count: 1, doubled: false } => gain(at, None),
            Kind::Swap { first, second } => {
                let point = |at: usize| act(Some(at)).and_then(Act::point);
                gain(first, point(second)) + gain(second, point(first))
            }
            // No move in that column: the odds of that by chance are 18 to 19 a move.
            Kind::Columns { .. } => 3 * self.steps.len() as i32 / 2,
            Kind::Drop { .. } | Kind::Recolour { .. } | Kind::Handicap { .. } => 0,
        }
    }

    fn replaced(&mut self, before: Before) {
        let at = before.at;
        let step = self.steps[at];
        let (width, height) = (self.record.width, self.record.height);
        let (color, points) = match step.act {
            Act::Stone(color, point) => (color, slip::slips(point, width, height)),
            Act::Nowhere(color) => {
                let Some(meant) = slip::named(step.span.of(self.bytes)) else { return };
                let mut points = slip::slips(meant, width, height);
                if meant.column < width && meant.row < height {
                    points.insert(0, (meant, 6));
                }
                (color, points)
            }
            Act::Set(..) | Act::Pass(_) => return,
        };
        // The stone that the illegal move falls on is the likeliest to stand wrong.
        let hit = at < self.stop && self.steps[self.stop].act.point().is_some_and(|point| step.act.point() == Some(point));
        let suspect = at == self.stop || hit;
        for (point, slip) in points {
            // Far slips are tried only where something points at the move.
            if suspect || slip <= slip::NEAR {
                let run = self.try_acts(before, &[Act::Stone(color, point)], at + 1);
                self.keep(Kind::Replace { at, point }, run, slip + if suspect { 3 } else { 0 });
            }
        }
    }

    fn recoloured(&mut self, before: Before) {
        let at = before.at;
        let Act::Stone(color, point) = self.steps[at].act else { return };
        if before.after.last == Some(color) {
            let color = color.other();
            let run = self.try_acts(before, &[Act::Stone(color, point)], at + 1);
            self.keep(Kind::Recolour { at, color }, run, 6);
        }
    }

    fn dropped(&mut self, before: Before) {
        let at = before.at;
        if !matches!(self.steps[at].act, Act::Stone(..) | Act::Nowhere(_)) {
            return;
        }
        let acts = |from: usize, count: usize| self.steps.get(from..from + count).map(|s| s.iter().map(|step| step.act));
        let doubled = (1..=LONGEST_DOUBLE.min(at)).find(|&count| {
            let again = acts(at - count, count).zip(acts(at, count));
            again.is_some_and(|(first, second)| first.eq(second))
        });
        if let Some(count) = doubled.filter(|_| at == self.stop) {
            let run = self.try_acts(before, &[], at + count);
            self.keep(Kind::Drop { at, count, doubled: true }, run, 2);
        } else {
            let run = self.try_acts(before, &[], at + 1);
            let again = at.checked_sub(2).is_some_and(|i| self.steps[i].act == self.steps[at].act);
            self.keep(Kind::Drop { at, count: 1, doubled: again }, run, if again { 12 } else { 40 });
        }
    }

    /// The points of this move and the next, or the next but one, have changed places.
    fn swapped(&mut self, before: Before) {
        let first = before.at;
        for second in [first + 1, first + 2] {
            let Some(run) = self.steps.get(first..=second) else { return };
            let acts: Vec<Act> = run.iter().map(|step| step.act).collect();
            let (Some(Act::Stone(one, a)), Some(Act::Stone(two, b))) = (acts.first().copied(), acts.last().copied()) else {
                continue;
            };
            let mut instead = acts;
            instead[0] = Act::Stone(one, b);
            instead[second - first] = Act::Stone(two, a);
            let run = self.try_acts(before, &instead, second + 1);
            self.keep(Kind::Swap { first, second }, run, 22);
        }
    }

    /// A move is missing where a colour moves twice.
    fn inserted(&mut self, before: Before) {
        let Some(color) = before.after.last.filter(|_| self.steps[before.at].act.mover() == before.after.last) else { return };
        let color = color.other();
        for row in 0..self.record.height {
            for column in 0..self.record.width {
                let point = Point { column, row };
                let run = self.try_acts(before, &[Act::Stone(color, point)], before.at);
                self.keep(Kind::Insert { at: before.at, color, point }, run, 14);
            }
        }
    }

    /// The best repairs, the likeliest first.
    fn ranked(&mut self) -> Vec<Found> {
        let mut found = std::mem::take(&mut self.found);
        let all = self.steps.len();
        found.sort_by_key(|one| (all - one.reached, one.cost));
        let best = found.first().map_or(0, |one| one.reached);
        found.retain(|one| 2 * (best - one.reached) <= best.saturating_sub(self.stop));
        found.truncate(PROPOSALS);
        found
    }
}
