//! What may have been meant where a chess game cannot be replayed further.
//!
//! A slip at one move often shows only later, when some other move has become impossible. So every move up to the one that cannot
//! be made is tried with each legal move that lies one slip of the hand away, and with the moves around it missing, doubled or
//! transposed; at the move itself any legal move is tried. What lets the whole rest of the game be replayed is ranked first, then
//! what comes farthest; then the likelihood of the slip decides, and how well captures, checks, disambiguation and move numbers
//! fit the words of the record. What is cheap to try and likely comes first, and the search ends when what remains cannot do
//! better. The work is bounded by a number of moves made.

mod likely;
mod line;
mod slip;
mod start;
mod wording;

#[cfg(test)]
mod tests;

use crate::chess::{Color, Mark, Move, MoveList, Position, Role};
use crate::finding::Proposal;
use crate::pgn::Lexed;
use crate::record::RawRecord;
use crate::replay::dialect::{ENGLISH, FOREIGN, Language};
use crate::replay::{ChessReplay, Stop, StopReason};
use line::{Budget, Habits, MainLine, Odd, mark_fits};
use slip::{Core, Least, ONE_SLIP};

/// So many moves are made at most in search of the repairs of one record.
const BUDGET: u32 = 150_000;

/// So many moves back a missing move is searched.
const MISSING_WINDOW: usize = 40;

/// So many proposals are made at most.
const PROPOSALS: usize = 3;

/// So many moves must follow a repair before it may rest on them alone.
const CONVINCING: usize = 6;

/// A repair of this cost that lets the whole rest be replayed is not searched further.
const STRONG: i32 = 14;

/// How much move numbers that run ahead of the moves speak for a missing move.
const NUMBERS_TELL: i32 = 5;

/// A repair that is tried.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Kind {
    /// Another move instead of a written one.
    Replace { at: usize, mv: Move },
    /// A move that is missing before a written one.
    Insert { at: usize, mv: Move },
    /// Written moves that do not belong there.
    Drop { at: usize, count: usize },
    /// Two written moves that change places.
    Swap { first: usize, second: usize },
    /// Another start.
    Start(start::Other),
}

impl Kind {
    /// The first written move that the repair is about.
    const fn at(&self) -> usize {
        match self {
            Kind::Replace { at, .. } | Kind::Insert { at, .. } | Kind::Drop { at, .. } => *at,
            Kind::Swap { first, .. } => *first,
            Kind::Start(_) => 0,
        }
    }
}

/// A repair that helps.
#[derive(Debug, Clone)]
struct Found {
    kind: Kind,
    /// The first step that cannot be made after it.
    reached: usize,
    cost: i32,
}

/// What may have been meant where the main line stopped, the likeliest first; nothing if there is no good guess.
pub fn propose(record: &RawRecord<'_>, lexed: &Lexed, facts: &ChessReplay) -> Vec<Proposal> {
    let Some(stop) = facts.stop.filter(|stop| stop.reason != StopReason::AfterEnd) else { return Vec::new() };
    let language = FOREIGN.iter().find(|l| Some(l.name) == facts.language).unwrap_or(&ENGLISH);
    let Some(line) = MainLine::read(record, lexed, language) else { return Vec::new() };
    let Some(mut search) = Search::new(record, &line, facts, stop, language) else { return Vec::new() };
    search.all_families(lexed);
    let found = search.ranked();
    found.iter().map(|one| wording::proposal(record, lexed, &search, one)).collect()
}

struct Search<'a> {
    record: &'a RawRecord<'a>,
    line: &'a MainLine,
    facts: &'a ChessReplay,
    /// The language of the piece letters.
    language: &'static Language,
    /// The step that cannot be made.
    stop: usize,
    /// The positions before each step up to that one.
    before: Vec<Position>,
    /// What does not fit in the steps before each step.
    odd: Vec<Odd>,
    habits: Habits,
    budget: Budget,
    found: Vec<Found>,
}

impl<'a> Search<'a> {
    fn new(
        record: &'a RawRecord<'a>,
        line: &'a MainLine,
        facts: &'a ChessReplay,
        stop: Stop,
        language: &'static Language,
    ) -> Option<Self> {
        let stop = line.steps.iter().position(|step| step.token == stop.token as usize)?;
        let mut before = vec![facts.start];
        let mut odd = vec![Odd::default()];
        let mut position = facts.start;
        let mut so_far = Odd::default();
        for index in 0..stop {
            if !line.make(index, &mut position, &mut so_far) {
                return None;
            }
            before.push(position);
            odd.push(so_far);
        }
        let habits = Habits::of(line, &before);
        Some(Search { record, line, facts, language, stop, before, odd, habits, budget: Budget::new(BUDGET), found: Vec::new() })
    }

    /// Tries the families of slips, and stops where the ones that remain cannot do better.
    fn all_families(&mut self, lexed: &Lexed) {
        self.replace_here();
        if self.is_mended(STRONG) {
            return;
        }
        // If the whole rest fits with the sides as they are, it does not with the sides changed, and the other way round.
        let sides_fit = self.is_mended(i32::MAX);
        if !sides_fit {
            self.dropped();
            if self.is_mended(STRONG) {
                return;
            }
        }
        let sides_change = !sides_fit && self.is_mended(i32::MAX);
        self.other_starts(lexed);
        if !sides_change {
            self.transposed();
            self.replace_earlier();
        }
        if sides_change || !self.is_mended(i32::MAX) {
            self.inserted();
        }
        if !self.found.iter().any(|one| one.reached == self.line.len()) {
            self.array(lexed);
        }
    }

    /// Whether a repair of at most this cost lets the whole rest be replayed, and enough of it to tell.
    fn is_mended(&self, cost: i32) -> bool {
        let all = self.line.len();
        all > self.stop + CONVINCING && self.found.iter().any(|one| one.reached == all && one.cost <= cost)
    }

    /// The word of a step.
    fn word(&self, at: usize) -> String {
        let span = self.line.steps.get(at).map_or_else(Default::default, |step| step.span);
        self.record.charset.decode(span.of(self.record.bytes)).into_owned()
    }

    /// The bytes of a step.
    fn written(&self, at: usize) -> &[u8] {
        self.line.steps.get(at).map_or(&[], |step| step.span.of(self.record.bytes))
    }

    /// Keeps a repair if it helps: it must get past the stop, and what it rests on must be worth the slip it supposes.
    fn keep(&mut self, kind: Kind, reached: usize, odd: Odd, slip: u32) {
        if reached <= self.stop {
            return;
        }
        let behind = reached - self.stop - 1;
        let complete = reached == self.line.len();
        let (bold, gain) = match kind {
            Kind::Insert { at, mv } => (!self.numbers_tell(at), self.likelihood(at, mv)),
            _ => (slip > ONE_SLIP, 0),
        };
        if bold && behind < CONVINCING || !complete && behind < 2 && slip > ONE_SLIP / 2 {
            return;
        }
        let before = self.odd.get(kind.at()).copied().unwrap_or_default();
        let cost = (slip + before.with(odd).cost(self.habits)) as i32 - gain;
        self.found.push(Found { kind, reached, cost });
    }

    /// How likely a missing move is, by the board and by the numbers around it.
    fn likelihood(&self, at: usize, mv: Move) -> i32 {
        let Some(position) = self.before.get(at) else { return 0 };
        let mut after = *position;
        after.play(mv);
        let before = at.checked_sub(1).and_then(|index| self.facts.plies.get(index)).and_then(|ply| ply.mv);
        let answer = self.line.steps.get(at).and_then(|step| step.reading.resolve(&after)).flatten();
        likely::likelihood(position, mv, before, answer) + if self.numbers_tell(at) { NUMBERS_TELL } else { 0 }
    }

    /// Whether the move numbers near a step say that a move is missing before it.
    fn numbers_tell(&self, at: usize) -> bool {
        let first = self.facts.start.side_to_move();
        let (Some(step), rest) = (self.line.steps.get(at), self.line.steps.iter().enumerate().skip(at + 1).take(2)) else {
            return false;
        };
        let turn = |index: usize| if index.is_multiple_of(2) { first } else { first.other() };
        let wrong = |index: usize, side: Option<Color>| side.map(|side| side != turn(index));
        match wrong(at, step.side) {
            Some(true) => true,
            _ => rest.filter_map(|(index, step)| wrong(index, step.side)).next() == Some(true),
        }
    }

    /// Any legal move instead of the one that cannot be made.
    fn replace_here(&mut self) {
        self.replace(self.stop, 70);
    }

    /// A move one slip away instead of one that could be made, but need not be the one meant.
    fn replace_earlier(&mut self) {
        for at in (0..self.stop).rev() {
            if self.budget.is_spent() {
                return;
            }
            self.replace(at, ONE_SLIP);
        }
    }

    fn replace(&mut self, at: usize, limit: u32) {
        let Some(&position) = self.before.get(at) else { return };
        let Some(step) = self.line.steps.get(at).copied() else { return };
        let word = self.word(at);
        let core = Core::of(&word, self.language);
        let least = Least::of(&core);
        let takes = word.contains(['x', ':']);
        let mut list = MoveList::new();
        position.legal_moves(&mut list);
        let played = self.facts.plies.get(at).and_then(|ply| ply.mv).filter(|_| at < self.stop);
        for &mv in list.iter().filter(|&&mv| Some(mv) != played) {
            if least.cost(&position, mv) > limit {
                continue;
            }
            let slip = slip::cost(&core, &position, mv);
            if slip > limit {
                continue;
            }
            let mut after = position;
            after.play(mv);
            let run = self.line.replay(after, at + 1, |place| place, &mut self.budget);
            if run.reached <= self.stop {
                continue;
            }
            let mut slip = slip.min(60);
            if self.habits.marks && !mark_fits(&after, step.reading.mark(), at + 1 == self.line.len()) {
                slip += 10;
            }
            if self.habits.takes && takes != position.is_capture(mv) {
                slip += 8;
            }
            if self.is_careless(&after, mv, position.is_capture(mv), at) {
                slip += 3;
            }
            let side = u32::from(step.side.is_some_and(|side| side != position.side_to_move()));
            slip += if self.habits.numbers { 7 * side } else { 0 };
            slip += u32::from(at < self.stop) + u32::from(mv.promotion().is_some_and(|role| role != Role::Queen));
            self.keep(Kind::Replace { at, mv }, run.reached, run.odd, slip);
        }
    }

    /// Whether a move that takes nothing puts a piece where a lesser man takes it, and the game goes on without that.
    fn is_careless(&self, after: &Position, mv: Move, takes: bool, at: usize) -> bool {
        let to = mv.target();
        let Some(role) = after.role_at(to).filter(|role| !takes && !matches!(role, Role::King | Role::Pawn)) else {
            return false;
        };
        let enemies = after.attackers(to, after.occupied()) & after.color(after.side_to_move());
        let guarded = (after.attackers(to, after.occupied()) & after.color(after.side_to_move().other())).nonempty();
        let lesser = enemies.into_iter().filter_map(|square| after.role_at(square)).any(|enemy| value(enemy) < value(role));
        let hangs = lesser || (enemies.nonempty() && !guarded);
        hangs && !self.word(at + 1).contains(&to.to_string())
    }

    /// Two moves of one side, or the two of one move, that have changed places.
    fn transposed(&mut self) {
        let last = self.line.len();
        for second in 1..last.min(self.stop + 3) {
            for first in [second.checked_sub(2), second.checked_sub(1)].into_iter().flatten() {
                if first > self.stop || self.budget.is_spent() {
                    continue;
                }
                let Some(&position) = self.before.get(first) else { continue };
                let order = |place: usize| match place {
                    _ if place == first => second,
                    _ if place == second => first,
                    _ => place,
                };
                if self.comes_to_the_same(first, second) {
                    continue;
                }
                let run = self.line.replay(position, first, order, &mut self.budget);
                self.keep(Kind::Swap { first, second }, run.reached, run.odd, if second - first == 2 { 20 } else { 18 });
            }
        }
    }

    /// Whether two moves in the other order lead to the same position, or cannot be made so, short of the stop.
    fn comes_to_the_same(&mut self, first: usize, second: usize) -> bool {
        let (Some(&(mut position)), Some(after)) = (self.before.get(first), self.before.get(second + 1)) else { return false };
        let mut odd = Odd::default();
        for index in std::iter::once(second).chain(first + 1..second).chain([first]) {
            if !self.budget.take(1) || !self.line.make(index, &mut position, &mut odd) {
                return true;
            }
        }
        position.key() == after.key()
    }

    /// Moves that are there twice, or do not belong there.
    fn dropped(&mut self) {
        for at in (0..=self.stop).rev() {
            let Some(&position) = self.before.get(at) else { continue };
            if self.budget.is_spent() {
                return;
            }
            let same = |one: Option<usize>, other: usize| one.is_some_and(|one| self.written(one) == self.written(other));
            let (one_back, two_back) = (same(at.checked_sub(1), at), same(at.checked_sub(2), at));
            let pair = two_back && at + 1 < self.line.len() && same(at.checked_sub(1), at + 1);
            let slip = match (one_back, two_back) {
                (true, _) => 8,
                (false, true) => 12,
                (false, false) => 40,
            };
            self.drop_at(at, 1, position, slip);
            if pair {
                self.drop_at(at, 2, position, 10);
            }
        }
    }

    fn drop_at(&mut self, at: usize, count: usize, position: Position, slip: u32) {
        // Of two equal words side by side the second is dropped; without the first the text would be the same.
        if count == 1 && at < self.stop && self.written(at) == self.written(at + 1) {
            return;
        }
        let run = self.line.replay(position, at + count, |place| place, &mut self.budget);
        self.keep(Kind::Drop { at, count }, run.reached, run.odd, slip);
    }

    /// A move that was left out.
    fn inserted(&mut self) {
        for at in (self.stop.saturating_sub(MISSING_WINDOW)..=self.stop).rev() {
            let Some(&position) = self.before.get(at) else { continue };
            let Some(step) = self.line.steps.get(at).copied() else { continue };
            if !step.reading.has_man(&position, position.side_to_move().other()) {
                continue;
            }
            let mut list = MoveList::new();
            position.legal_moves(&mut list);
            for &mv in list.iter() {
                if self.budget.is_spent() {
                    return;
                }
                let mut after = position;
                after.play(mv);
                let mut run = self.line.replay(after, at, |place| place, &mut self.budget);
                if run.reached <= self.stop {
                    continue;
                }
                // A number before the word belongs to the missing move if that is White's.
                if step.side == Some(position.side_to_move()) {
                    run.odd = run.odd.without_number();
                }
                self.keep(Kind::Insert { at, mv }, run.reached, run.odd, ONE_SLIP);
            }
        }
    }

    /// Another start than the record's.
    fn other_starts(&mut self, lexed: &Lexed) {
        for (other, reached, odd, slip) in start::others(self, lexed) {
            self.keep(Kind::Start(other), reached, odd, slip);
        }
    }

    /// An array of Chess960 from which the whole game can be replayed.
    fn array(&mut self, lexed: &Lexed) {
        if let Some((other, reached, odd, slip)) = start::array(self, lexed) {
            self.keep(Kind::Start(other), reached, odd, slip);
        }
    }

    /// The best repairs, the likeliest first.
    fn ranked(&mut self) -> Vec<Found> {
        let complete = self.line.len();
        let mut found = std::mem::take(&mut self.found);
        found.sort_by_key(|one| (complete - one.reached, one.cost, self.stop.abs_diff(one.kind.at())));
        // What leaves much more unreplayed than the best is no alternative to it.
        let best = found.first().map_or(0, |one| one.reached);
        found.retain(|one| 2 * (best - one.reached) <= best - self.stop.min(best));
        found.truncate(PROPOSALS);
        found
    }
}

impl Habits {
    /// What a record does as a rule, by the moves that could be made.
    fn of(line: &MainLine, before: &[Position]) -> Habits {
        let (mut checks, mut marked, mut takes, mut written, mut numbers, mut wrong) = (0u32, 0u32, 0u32, 0u32, 0u32, 0u32);
        for (step, pair) in line.steps.iter().zip(before.windows(2)) {
            let [position, after] = pair else { continue };
            if after.is_check() {
                checks += 1;
                marked += u32::from(step.reading.mark() != Mark::None);
            }
            if let line::Reading::San(san) = step.reading
                && let crate::chess::Body::Man { capture, .. } = san.body
                && (after.occupied().count() < position.occupied().count())
            {
                takes += 1;
                written += u32::from(capture);
            }
            if let Some(side) = step.side {
                numbers += 1;
                wrong += u32::from(side != position.side_to_move());
            }
        }
        let mostly = |few: u32, all: u32| 4 * few >= 3 * all;
        Habits { marks: mostly(marked, checks), takes: mostly(written, takes), numbers: 4 * wrong <= numbers }
    }
}

/// The usual worth of a man.
const fn value(role: Role) -> u32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 100,
    }
}
