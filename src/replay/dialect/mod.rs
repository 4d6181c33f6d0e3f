//! Moves in other spellings than the export format has, read against a position.
//!
//! This is the slow path: a word comes here only after [`crate::chess::San::parse`] or [`Position::resolve`] has refused it. Every
//! reading that its spelling allows is held against the legal moves. One legal move in all is what was meant; two are an ambiguity,
//! never a guess.

mod languages;
mod word;

pub use languages::{ENGLISH, FOREIGN, Language};
pub use word::{Reading, Spec, Traits, Word, figurine, looks_descriptive};

use crate::chess::{Attempt, Bitboard, Move, MoveList, Position, Role};

/// What became of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It means one legal move.
    Move(Move, Traits),
    /// A pawn reaches the last rank, and the word does not say what it becomes.
    MissingPromotion,
    /// It means either of two legal moves, perhaps more.
    Ambiguous(Move, Move),
    /// It means no legal move.
    Illegal(Attempt),
}

/// Holds a word against a position.
pub fn resolve(position: &Position, word: &Word) -> Outcome {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    let mut found: Option<(Move, Traits)> = None;
    let mut missing = false;
    for reading in word.readings() {
        for &mv in list.iter() {
            match fits(position, &reading.spec, mv) {
                Fit::No => continue,
                Fit::NoPromotion => {
                    missing = true;
                    continue;
                }
                Fit::Yes => {}
            }
            match found {
                Some((other, _)) if other == mv => {}
                Some((other, _)) => return settle_two(position, word, other, mv),
                None => found = Some((mv, reading.traits.with(departures(position, &reading, mv)))),
            }
        }
    }
    match found {
        Some((mv, traits)) => {
            let mut tail = word.tail.traits;
            if tail.has(Traits::EN_PASSANT) && !mv.is_en_passant() {
                tail = tail.with(Traits::WRONG_EN_PASSANT);
            }
            Outcome::Move(mv, traits.with(tail))
        }
        None if missing => Outcome::MissingPromotion,
        None => Outcome::Illegal(attempt(position, word)),
    }
}

/// Castling written as a king's move may fit beside the very king's move in Chess960; the plain move is what the words say.
fn settle_two(position: &Position, word: &Word, first: Move, second: Move) -> Outcome {
    let king = |mv: Move| position.role_at(mv.from) == Some(Role::King);
    if king(first) && king(second) && first.is_castling() != second.is_castling() {
        let plain = if first.is_castling() { second } else { first };
        let traits = word.readings().next().map_or(Traits::NONE, |reading| reading.traits);
        return Outcome::Move(plain, traits.with(word.tail.traits));
    }
    Outcome::Ambiguous(first, second)
}

enum Fit {
    Yes,
    No,
    NoPromotion,
}

fn fits(position: &Position, spec: &Spec, mv: Move) -> Fit {
    let yes = |yes: bool| if yes { Fit::Yes } else { Fit::No };
    match *spec {
        Spec::Castle(wing) => yes(mv.is_castling() && mv.wing() == wing),
        Spec::Man { role, from, to, promotion, .. } => {
            let same_role = role.is_none() || role == position.role_at(mv.from);
            if !same_role || !from.has(mv.from) {
                return Fit::No;
            }
            if mv.is_castling() {
                let two_steps = mv.from.file() == 4 && to == Bitboard::of(mv.target());
                return yes(promotion.is_none() && (two_steps || to == Bitboard::of(mv.to)));
            }
            if !to.has(mv.to) || (to.count() > 1 && !position.is_capture(mv)) {
                return Fit::No;
            }
            match (mv.promotion(), promotion) {
                (Some(_), None) => Fit::NoPromotion,
                (wanted, given) => yes(wanted == given),
            }
        }
    }
}

/// How the spelling departs from the export format, as far as only the position tells.
fn departures(position: &Position, reading: &Reading, mv: Move) -> Traits {
    let mut traits = Traits::NONE;
    let Spec::Man { role, from, to, capture, .. } = reading.spec else { return traits };
    if mv.is_castling() {
        let takes = to == Bitboard::of(mv.to) && mv.to != mv.target();
        traits.add(if takes { Traits::KING_TAKES_ROOK } else { Traits::KING_STEPS });
        return traits;
    }
    let takes = position.is_capture(mv);
    let whole = reading.traits.has(Traits::UCI);
    match (takes, capture) {
        (true, false) if !whole && !reading.traits.has(Traits::LONG) => traits.add(Traits::NO_TAKES),
        (false, true) => traits.add(Traits::NEEDLESS_TAKES),
        _ => {}
    }
    if !whole && !reading.traits.has(Traits::LONG) {
        traits.add(origin_departure(position, role.unwrap_or(Role::Pawn), from, mv));
    }
    traits
}

/// How the written origin of a move departs from the one the export format has.
pub fn origin_departure(position: &Position, role: Role, from: Bitboard, mv: Move) -> Traits {
    if role == Role::Pawn {
        let right = if position.is_capture(mv) { Bitboard::file(mv.from.file()) } else { Bitboard::ALL };
        return match (from == right, from.count()) {
            (true, _) => Traits::NONE,
            (false, 1) => Traits::LONG,
            // A capture whose file is missing has its own trait: the x is missing too, or a sign stands alone.
            (false, 64) => Traits::OTHER_ORIGIN,
            (false, _) => Traits::PAWN_ORIGIN,
        };
    }
    let (file, rank) = position.disambiguation(mv);
    let mut right = Bitboard::ALL;
    if file {
        right &= Bitboard::file(mv.from.file());
    }
    if rank {
        right &= Bitboard::rank(mv.from.rank());
    }
    match from {
        _ if from == right => Traits::NONE,
        _ if (from & right) == from => Traits::NEEDLESS_ORIGIN,
        _ => Traits::OTHER_ORIGIN,
    }
}

/// What to explain when no reading is legal: the first, with the man that stands on its square if only that is named.
fn attempt(position: &Position, word: &Word) -> Attempt {
    let Some(reading) = word.readings().next() else {
        return Attempt::Man {
            role: Role::Pawn,
            from: Bitboard::EMPTY,
            to: position.king(position.side_to_move()),
            capture: false,
            promotion: None,
        };
    };
    match reading.spec {
        Spec::Castle(wing) => Attempt::Castle(wing),
        Spec::Man { role, from, to, capture, promotion } => {
            let own = position.color(position.side_to_move());
            let standing = Some(from.first()).filter(|&square| own.has(square)).and_then(|square| position.role_at(square));
            let role = role.or(standing).unwrap_or(Role::Pawn);
            // `ed` names a file; the square meant is the one next to a pawn of the e-file.
            Attempt::Man { role, from, to: to.first(), capture, promotion }
        }
    }
}
