//! Bounds on where each man can ever stand, and whether any mate fits into them.
//!
//! For every man a set of squares is grown from the one it stands on. A man may step to a square if that square can ever be
//! empty, or if an enemy man can ever stand there (then that man can be taken); a king must not step where a man stands guard
//! that can neither move nor be taken. Sliding men go one square at a time: what is empty enough to slide over is empty enough
//! to stop on. Whose turn it is, pins and checks are left out. All of these only make the sets larger, and the sets are the least
//! ones closed under these rules; so by induction over the moves of any legal line, no man ever stands outside its set.
//!
//! A mate then needs a square for the king, a man that attacks it, and for each square around it an attacker, or a man of the
//! king's own side to block it. The attacking king covers what one square lets it cover, and each blocker blocks one square.
//! If the mated side has only its king to move, that king has come from a square beside, which the attacking king left free.

use crate::chess::attacks;
use crate::chess::{Bitboard, Color, MoveList, Position, Role, Square, Wing};

const NOT_A: u64 = !0x0101_0101_0101_0101;
const NOT_H: u64 = !0x8080_8080_8080_8080;

/// The squares one step away in each of the eight directions; straight ones first.
const fn step(set: u64, direction: usize) -> u64 {
    match direction {
        0 => set << 8,
        1 => set >> 8,
        2 => (set & NOT_H) << 1,
        3 => (set & NOT_A) >> 1,
        4 => (set & NOT_H) << 9,
        5 => (set & NOT_A) << 7,
        6 => (set & NOT_H) >> 7,
        _ => (set & NOT_A) >> 9,
    }
}

const STRAIGHT: std::ops::Range<usize> = 0..4;
const DIAGONAL: std::ops::Range<usize> = 4..8;
const ALL: std::ops::Range<usize> = 0..8;

fn steps(set: u64, directions: std::ops::Range<usize>) -> u64 {
    directions.fold(0, |sum, direction| sum | step(set, direction))
}

const fn leaps(set: u64) -> u64 {
    let one = (set & NOT_H) << 1 | (set & NOT_A) >> 1;
    let two = (set & NOT_H & NOT_H >> 1) << 2 | (set & NOT_A & NOT_A << 1) >> 2;
    one << 16 | one >> 16 | two << 8 | two >> 8
}

const fn pawn_attacks(set: u64, color: Color) -> u64 {
    let ahead = ahead(set, color);
    (ahead & NOT_H) << 1 | (ahead & NOT_A) >> 1
}

const fn ahead(set: u64, color: Color) -> u64 {
    match color {
        Color::White => set << 8,
        Color::Black => set >> 8,
    }
}

/// A man and what it may do.
#[derive(Clone, Copy)]
struct Man {
    color: Color,
    role: Role,
    start: u64,
    /// Where it may ever stand, as what it is now.
    reach: u64,
    /// Where it may ever stand after a promotion.
    promoted: u64,
    /// Whether it may ever be taken.
    falls: bool,
}

impl Man {
    fn stands(&self) -> u64 {
        self.reach | self.promoted
    }

    /// Whether it stays where it is for good.
    fn is_fixed(&self) -> bool {
        self.reach == self.start && self.promoted == 0 && !self.falls
    }

    /// The squares it attacks from where it may stand, one step of a line at a time.
    fn attacks(&self) -> u64 {
        let own = match self.role {
            Role::Pawn => pawn_attacks(self.reach, self.color),
            Role::Knight => leaps(self.reach),
            Role::Bishop => steps(self.reach, DIAGONAL),
            Role::Rook => steps(self.reach, STRAIGHT),
            Role::Queen | Role::King => steps(self.reach, ALL),
        };
        match self.promoted {
            0 => own,
            set => own | steps(set, ALL) | leaps(set),
        }
    }

    /// The same, with lines going on one square behind a square they attack: where a checked king may flee along the line.
    fn attacks_through(&self) -> u64 {
        let lines = match self.role {
            Role::Bishop => DIAGONAL,
            Role::Rook => STRAIGHT,
            Role::Queen => ALL,
            _ => 0..0,
        };
        let through = |set, directions: std::ops::Range<usize>| {
            directions.fold(0, |sum, direction| sum | step(step(set, direction), direction))
        };
        self.attacks() | through(self.reach, lines) | through(self.promoted, ALL)
    }
}

/// All men of a position.
struct Bounds {
    men: [Man; 32],
    count: usize,
}

/// Whether it is proved that `side` cannot mate.
pub(super) fn proves(position: &Position, side: Color) -> bool {
    let Some(mut bounds) = Bounds::new(position) else { return false };
    let castlings = Castling::all(position);
    // Once a mate fits it fits for good, for the sets only grow; so it is tried at every step.
    while !bounds.mate_fits(side, false) {
        if !bounds.grow(&castlings) {
            return true;
        }
    }
    if castlings.iter().any(Option::is_some) || bounds.spare_moves(side.other()) {
        return false;
    }
    // The other side has only its king to move. A mate then needs a square the king came from.
    while !bounds.mate_fits(side, true) {
        if !bounds.grow(&castlings) {
            return !mates_at_once(position, side);
        }
    }
    false
}

/// Whether `side` has mated, or is to move and has a mate in one.
fn mates_at_once(position: &Position, side: Color) -> bool {
    if position.side_to_move() != side {
        return position.is_checkmate();
    }
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves.iter().any(|mv| {
        let mut next = *position;
        next.play(*mv);
        next.is_checkmate()
    })
}

/// A castling that the rights still allow: where king and rook stand, where they go, and what must be empty for it.
#[derive(Clone, Copy)]
struct Castling {
    moves: [(u64, u64); 2],
    path: u64,
}

impl Castling {
    /// The castlings of both sides that have a right to them. Attacks on the way are not asked about.
    fn all(position: &Position) -> [Option<Castling>; 4] {
        let mut all = [None; 4];
        if position.castling_rooks().is_empty() {
            return all;
        }
        let pairs = Color::ALL.into_iter().flat_map(|color| Wing::ALL.map(|wing| (color, wing)));
        for (slot, (color, wing)) in all.iter_mut().zip(pairs) {
            *slot = position.castling_rook(color, wing).map(|rook| {
                let king = position.king(color);
                let (king_to, rook_to) = (Square::at(wing.king_file(), king.rank()), Square::at(wing.rook_file(), king.rank()));
                let set = |square| Bitboard::of(square).0;
                let path = attacks::between(king, king_to).0 | attacks::between(rook, rook_to).0 | set(king_to) | set(rook_to);
                let moves = [(set(king), set(king_to)), (set(rook), set(rook_to))];
                Castling { moves, path: path & !set(king) & !set(rook) }
            });
        }
        all
    }
}

impl Bounds {
    /// The men where they stand; `None` if there are more than a game can have.
    fn new(position: &Position) -> Option<Bounds> {
        if position.occupied().count() > 32 {
            return None;
        }
        let none = Man { color: Color::White, role: Role::Pawn, start: 0, reach: 0, promoted: 0, falls: false };
        let mut bounds = Bounds { men: [none; 32], count: 0 };
        // A pawn that can be taken in passing can be taken where it has passed.
        let passed = position.en_passant().map(|square| (Bitboard::of(square).0, square.ahead(position.side_to_move().other())));
        for square in position.occupied() {
            let man = position.man_at(square)?;
            let start = Bitboard::of(square).0;
            let also = passed.filter(|(_, pawn)| *pawn == square).map_or(0, |(passed, _)| passed);
            bounds.men[bounds.count] = Man { color: man.color, role: man.role, start, reach: start | also, ..none };
            bounds.count += 1;
        }
        Some(bounds)
    }

    fn men(&self) -> &[Man] {
        &self.men[..self.count]
    }

    /// Grows all sets by one step; whether any did.
    fn grow(&mut self, castlings: &[Option<Castling>; 4]) -> bool {
        let mut grown = false;
        let fixed = self.men().iter().filter(|man| man.is_fixed()).fold(0, |sum, man| sum | man.start);
        let clear = !fixed;
        // Where men that can be taken may stand.
        let mut targets = [0; 2];
        for man in self.men().iter().filter(|man| man.role != Role::King) {
            targets[man.color as usize] |= man.stands();
        }
        let guarded = [self.guarded(Color::Black), self.guarded(Color::White)];
        let mut taken_on = [0; 2];
        for man in &mut self.men[..self.count] {
            let (us, them) = (man.color as usize, man.color.other() as usize);
            let open = clear | targets[them];
            let (reach, promoted) = (man.reach, man.promoted);
            let attacks = man.attacks();
            match man.role {
                Role::Pawn => {
                    let takes = pawn_attacks(reach, man.color) & targets[them];
                    man.reach |= ahead(reach, man.color) & clear | takes;
                    taken_on[us] |= takes;
                    man.promoted |= man.reach & Bitboard::BACK_RANKS.0 & !man.start;
                    if promoted != 0 {
                        let goes = (steps(promoted, ALL) | leaps(promoted)) & open;
                        man.promoted |= goes;
                        taken_on[us] |= goes;
                    }
                }
                Role::King => {
                    let goes = attacks & open & !guarded[us];
                    man.reach |= goes;
                    taken_on[us] |= goes;
                }
                _ => {
                    let goes = attacks & open;
                    man.reach |= goes;
                    taken_on[us] |= goes;
                }
            }
            grown |= man.reach != reach || man.promoted != promoted;
        }
        for man in self.men[..self.count].iter_mut().filter(|man| man.role != Role::King && !man.falls) {
            if man.stands() & taken_on[man.color.other() as usize] != 0 {
                man.falls = true;
                grown = true;
            }
        }
        for castling in castlings.iter().flatten().filter(|castling| castling.path & fixed == 0) {
            for man in &mut self.men[..self.count] {
                let to = castling.moves.iter().find(|(from, _)| *from == man.start).map_or(0, |(_, to)| *to);
                grown |= to & !man.reach != 0;
                man.reach |= to;
            }
        }
        grown
    }

    /// The squares that men of `color` guard for good: men that never leave, and lines from them that nobody can ever enter.
    fn guarded(&self, color: Color) -> u64 {
        let visited = self.men().iter().fold(0, |sum, man| sum | man.stands());
        let mut guarded = 0;
        for man in self.men().iter().filter(|man| man.color == color && man.is_fixed()) {
            let directions = match man.role {
                Role::Bishop => DIAGONAL,
                Role::Rook => STRAIGHT,
                Role::Queen => ALL,
                _ => {
                    guarded |= man.attacks();
                    continue;
                }
            };
            for direction in directions {
                let mut at = step(man.start, direction);
                guarded |= at;
                while at & !visited != 0 {
                    at = step(at, direction);
                    guarded |= at;
                }
            }
        }
        guarded
    }

    /// Whether any man of `color` but its king can ever move.
    fn spare_moves(&self, color: Color) -> bool {
        self.men().iter().any(|man| man.color == color && man.role != Role::King && man.stands() != man.start)
    }

    /// Whether a mate by `side` has room in the bounds. `tempo`: whether the moves before the mate are looked at as well; only
    /// asked if `side` cannot mate at once and cannot castle.
    fn mate_fits(&self, side: Color, tempo: bool) -> bool {
        let officers = || self.men().iter().filter(move |man| man.color == side && man.role != Role::King);
        let king_of =
            |color| self.men().iter().find(|man| man.color == color && man.role == Role::King).map_or(0, |king| king.reach);
        let checks = officers().fold(0, |sum, man| sum | man.attacks());
        let covers = officers().fold(0, |sum, man| sum | man.attacks_through());
        let lines = officers().fold(Lines::default(), Lines::with);
        let (king, prey) = (king_of(side), king_of(side.other()));
        let mut blockers = [0u64; 16];
        let mut count = 0;
        for man in self.men().iter().filter(|man| man.color != side && man.role != Role::King) {
            // A side of more than sixteen men is no game; nothing is claimed of it.
            let Some(slot) = blockers.get_mut(count) else { return true };
            *slot = man.stands();
            count += 1;
        }
        let blockers = &blockers[..count];
        let tempo = tempo && !self.spare_moves(side.other());
        Bitboard(prey & checks).into_iter().any(|square| {
            let around = steps(Bitboard::of(square).0, ALL);
            let bare = around & !covers;
            // Where the king can have come from, if nothing else of its side can move.
            let before = around & prey;
            if blocked(bare, blockers) && (!tempo || before != 0) {
                return true;
            }
            // The attacking king helps from two squares away, or not at all.
            let near = steps(around, ALL) & !around & !Bitboard::of(square).0 & king;
            Bitboard(near).into_iter().any(|at| {
                let beside = |square: Square| steps(Bitboard::of(square).0, ALL) | Bitboard::of(square).0;
                // The move before the mate was not the attacking king's, or it was, and opened a line.
                let comes = || {
                    before & !beside(at) != 0
                        || Bitboard(beside(at) & king & !around & lines.through(square))
                            .into_iter()
                            .any(|at| before & !beside(at) != 0)
                };
                blocked(bare & !beside(at), blockers) && (!tempo || comes())
            })
        })
    }
}

/// Along which lines a side's men may give check.
#[derive(Clone, Copy, Default)]
struct Lines {
    straight: bool,
    diagonal: bool,
}

impl Lines {
    fn with(self, man: &Man) -> Lines {
        Lines {
            straight: self.straight || man.promoted != 0 || matches!(man.role, Role::Rook | Role::Queen),
            diagonal: self.diagonal || man.promoted != 0 || matches!(man.role, Role::Bishop | Role::Queen),
        }
    }

    /// The squares on these lines through a square.
    fn through(self, square: Square) -> u64 {
        let straight = if self.straight { attacks::straights(square).0 } else { 0 };
        let diagonal = if self.diagonal { attacks::diagonals(square).0 } else { 0 };
        straight | diagonal
    }
}

/// Whether each of these squares (eight at most) can have a blocker of its own.
fn blocked(bare: u64, blockers: &[u64]) -> bool {
    let squares: [Square; 8] = {
        let mut squares = [Square::new(0); 8];
        for (slot, square) in squares.iter_mut().zip(Bitboard(bare)) {
            *slot = square;
        }
        squares
    };
    let count = bare.count_ones() as usize;
    // Augmenting paths; `holds[b]` is the square that blocker `b` blocks.
    let mut holds = [usize::MAX; 16];
    (0..count).all(|square| assign(square, &squares, blockers, &mut holds, &mut 0))
}

/// Finds a blocker for a square, moving others if need be. Each call marks a blocker, so the depth is 16 at most.
fn assign(square: usize, squares: &[Square; 8], blockers: &[u64], holds: &mut [usize; 16], tried: &mut u32) -> bool {
    for (index, reach) in blockers.iter().enumerate() {
        if reach >> squares[square & 7].index() & 1 == 0 || *tried >> index & 1 == 1 {
            continue;
        }
        *tried |= 1 << index;
        if holds[index] == usize::MAX || assign(holds[index], squares, blockers, holds, tried) {
            holds[index] = square;
            return true;
        }
    }
    false
}
