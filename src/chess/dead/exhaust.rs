//! Visits every position that can be reached, with exact keys and a cap.

use super::{Proof, Verdict, locked, material};
use crate::chess::{Color, MoveList, Position, Role};

/// How much work is done at most, counted in moves made: a few milliseconds.
pub(super) const QUICK: usize = 50_000;
/// The same where much hangs on the answer: a tenth of a second.
pub(super) const FULL: usize = 1_000_000;
/// What a visit costs beside its moves.
const VISIT_COST: usize = 8;
/// What a look for locked men costs, in moves made.
const LOCKED_COST: usize = 10;

/// All that tells a position from another: four planes, and side, rights and the capture in passing.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Key {
    planes: [u64; 4],
    rest: u64,
}

impl Key {
    /// Every position has two kings, so no position has this key.
    const NONE: Key = Key { planes: [0; 4], rest: 0 };

    fn of(position: &Position) -> Key {
        let role = |role| position.role(role).0;
        // Three planes number the kinds 1 to 6; the fourth has the white men.
        let planes = [
            position.color(Color::White).0,
            role(Role::Pawn) | role(Role::Bishop) | role(Role::Queen),
            role(Role::Knight) | role(Role::Bishop) | role(Role::King),
            role(Role::Rook) | role(Role::Queen) | role(Role::King),
        ];
        let passing = position.en_passant().map_or(64, |square| square.index() as u64);
        // Rights lie on the two back ranks; nothing else stands in the middle of the word.
        let rights = position.castling_rooks().0;
        Key { planes, rest: rights ^ (passing << 16) ^ ((position.side_to_move() as u64) << 24) }
    }

    /// Where to look first; the key itself decides.
    fn hash(&self) -> u64 {
        let mixed =
            self.planes.iter().fold(self.rest, |sum, plane| (sum ^ plane).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29));
        mixed ^ mixed >> 32
    }
}

/// The memory of a search; kept from one to the next.
#[derive(Default)]
pub struct Search {
    table: Vec<Key>,
    /// Positions to visit, by how near to a mate they look.
    open: Vec<Vec<Position>>,
    visited: usize,
    work: usize,
}

impl std::fmt::Debug for Search {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Search").field("visited", &self.visited).finish_non_exhaustive()
    }
}

impl Search {
    /// A search that has no memory yet.
    pub fn new() -> Search {
        Search::default()
    }

    /// Visits what can be reached from `position` until `side` mates, nothing is left, or the cap is reached.
    pub(super) fn exhaust(&mut self, position: &Position, side: Color, cap: usize) -> Verdict {
        self.table.clear();
        self.table.resize(1024, Key::NONE);
        self.open.iter_mut().for_each(Vec::clear);
        self.open.resize_with(NEARNESS, Vec::new);
        self.visited = 0;
        self.work = 0;
        self.enter(position);
        let mut nearest = nearness(position, side);
        self.open[nearest].push(*position);
        let mut moves = MoveList::new();
        loop {
            let Some(position) = self.open[nearest].pop() else {
                // The nearest are tried first: where there is a mate, most searches find it long before the cap.
                let Some(lower) = nearest.checked_sub(1) else { break };
                nearest = lower;
                continue;
            };
            moves.clear();
            position.legal_moves(&mut moves);
            if moves.is_empty() && position.is_check() && position.side_to_move() != side {
                return Verdict::Winnable;
            }
            self.work += moves.len() + VISIT_COST;
            for mv in moves.iter() {
                let mut next = position;
                next.play(*mv);
                // A man less or a pawn move can make it plain; between such moves the answer of the root holds.
                if self.enter(&next) && !(next.halfmove_clock() == 0 && self.is_plain(&next, side)) {
                    let near = nearness(&next, side);
                    self.open[near].push(next);
                    nearest = nearest.max(near);
                }
            }
            if self.work > cap {
                self.table = Vec::new();
                self.open.clear();
                return Verdict::Undecided;
            }
        }
        Verdict::Unwinnable(Proof::Exhausted { positions: self.visited as u32 })
    }

    /// Whether a position needs no visit: it is proved by other means that `side` cannot mate from it.
    fn is_plain(&mut self, position: &Position, side: Color) -> bool {
        if material(position, side) {
            return true;
        }
        self.work += LOCKED_COST;
        locked::proves(position, side)
    }

    /// Notes a position; whether it is new.
    fn enter(&mut self, position: &Position) -> bool {
        let key = Key::of(position);
        let mask = self.table.len() - 1;
        let mut slot = key.hash() as usize & mask;
        while self.table[slot] != Key::NONE {
            if self.table[slot] == key {
                return false;
            }
            slot = (slot + 1) & mask;
        }
        self.table[slot] = key;
        self.visited += 1;
        if self.visited * 2 > self.table.len() {
            self.grow();
        }
        true
    }

    fn grow(&mut self) {
        let old = std::mem::take(&mut self.table);
        self.table.resize(old.len() * 2, Key::NONE);
        let mask = self.table.len() - 1;
        for key in old.into_iter().filter(|key| *key != Key::NONE) {
            let mut slot = key.hash() as usize & mask;
            while self.table[slot] != Key::NONE {
                slot = (slot + 1) & mask;
            }
            self.table[slot] = key;
        }
    }
}

/// How many grades of nearness there are.
const NEARNESS: usize = 64;

/// How near to a mate by `side` a position looks. It decides only what is visited first.
fn nearness(position: &Position, side: Color) -> usize {
    let own = position.color(side);
    let majors = (own & (position.role(Role::Queen) | position.role(Role::Rook))).nonempty();
    let pawns = own & position.role(Role::Pawn);
    let advanced = match side {
        _ if pawns.is_empty() => 0,
        Color::White => pawns.last().rank(),
        Color::Black => 7 - pawns.first().rank(),
    };
    let (king, prey) = (position.king(side), position.king(side.other()));
    let to_edge = |line: u8| line.min(7 - line);
    let edge = to_edge(prey.file()).min(to_edge(prey.rank()));
    let apart = king.file().abs_diff(prey.file()).max(king.rank().abs_diff(prey.rank()));
    let guards = position.color(side.other()).count().min(16) as u8;
    let score = 16 * u8::from(majors) + 2 * advanced + (16 - guards) + 2 * (3 - edge) + (7 - apart.min(7));
    usize::from(score).min(NEARNESS - 1)
}
