//! Why a move is not legal, in the words of a person who looks at the board, with the article of the Laws.

use super::attacks;
use super::bitboard::Bitboard;
use super::position::Position;
use super::types::{Role, Square, Wing};

/// A move that somebody tried to make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attempt {
    /// Castling.
    Castle(Wing),
    /// A man of this kind, from one of these squares, to a square.
    Man {
        /// What was to move.
        role: Role,
        /// The squares it may have been meant to come from.
        from: Bitboard,
        /// Where it was to go.
        to: Square,
        /// Whether the move was written as a capture.
        capture: bool,
        /// What a pawn was to become.
        promotion: Option<Role>,
    },
}

/// A reason and the article it rests on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Why {
    /// The reason, a clause: "the knight on c3 is pinned by the bishop on b4".
    pub reason: String,
    /// The article.
    pub law: &'static str,
}

const SAME_COLOR: &str = "FIDE 2023 3.1";
const NO_JUMP: &str = "FIDE 2023 3.5";
const PAWN_STEP: &str = "FIDE 2023 3.7.1";
const PAWN_DOUBLE: &str = "FIDE 2023 3.7.2";
const PAWN_TAKES: &str = "FIDE 2023 3.7.3";
const PASSING: &str = "FIDE 2023 3.7.3.2";
const PROMOTION: &str = "FIDE 2023 3.7.3.3";
const CASTLING: &str = "FIDE 2023 3.8.2";
const RIGHT_LOST: &str = "FIDE 2023 3.8.2.1";
const CASTLING_ATTACKED: &str = "FIDE 2023 3.8.2.2.1";
const CASTLING_BLOCKED: &str = "FIDE 2023 3.8.2.2.2";
const IN_CHECK: &str = "FIDE 2023 3.9.2";

/// The article on how a man moves.
const fn article(role: Role) -> &'static str {
    match role {
        Role::Bishop => "FIDE 2023 3.2",
        Role::Rook => "FIDE 2023 3.3",
        Role::Queen => "FIDE 2023 3.4",
        Role::Knight => "FIDE 2023 3.6",
        Role::Pawn => "FIDE 2023 3.7",
        Role::King => "FIDE 2023 3.8.1",
    }
}

fn why(reason: String, law: &'static str) -> Why {
    Why { reason, law }
}

impl Position {
    /// Why an attempt is not legal here. If it is legal after all, the reason says only that it is not.
    pub fn why_illegal(&self, attempt: Attempt) -> Why {
        match attempt {
            Attempt::Castle(wing) => self.why_no_castling(wing),
            Attempt::Man { role: Role::Pawn, from, to, capture, promotion } => {
                self.why_no_pawn_move(from, to, capture, promotion)
            }
            Attempt::Man { role, from, to, promotion, .. } => match promotion {
                Some(_) => why(format!("a {} is not promoted", role.name()), PROMOTION),
                None => self.why_no_piece_move(role, from, to),
            },
        }
    }

    /// "the bishop on b4"
    fn named(&self, square: Square) -> String {
        match self.role_at(square) {
            Some(role) => format!("the {} on {square}", role.name()),
            None => format!("{square}"),
        }
    }

    /// "the white bishop on b4"
    fn named_in_full(&self, square: Square) -> String {
        match self.man_at(square) {
            Some(man) => format!("the {man} on {square}"),
            None => format!("{square}"),
        }
    }

    fn why_no_castling(&self, wing: Wing) -> Why {
        let us = self.side_to_move();
        let king = self.king(us);
        let side = match wing {
            Wing::King => "king's side",
            Wing::Queen => "queen's side",
        };
        let Some(rook) = self.castling_rook(us, wing) else {
            let rank = Bitboard::rank(us.rank(0));
            let any_rook =
                (self.men(us, Role::Rook) & rank).into_iter().any(|rook| (rook.file() > king.file()) == (wing == Wing::King));
            let reason = if king.rank() != us.rank(0) {
                format!("castling is lost: the {} king has moved to {king}", us.adjective())
            } else if !any_rook {
                format!("there is no {} rook to castle with on the {side}", us.adjective())
            } else {
                format!("{} has lost the right to castle on the {side}: king or rook has moved", us.name())
            };
            return why(reason, RIGHT_LOST);
        };
        if self.is_check() {
            let checker = self.checkers().first();
            return why(format!("castling out of check by {}", self.named(checker)), CASTLING_ATTACKED);
        }
        let rank = king.rank();
        let (king_to, rook_to) = (Square::at(wing.king_file(), rank), Square::at(wing.rook_file(), rank));
        let castlers = Bitboard::of(king) | Bitboard::of(rook);
        let king_path = attacks::between(king, king_to);
        let goals = Bitboard::of(king_to) | Bitboard::of(rook_to);
        let paths = king_path | attacks::between(rook, rook_to) | attacks::between(king, rook) | goals;
        let blockers = paths & self.occupied() & !castlers;
        if blockers.nonempty() {
            return why(format!("{} stands in the way of castling", self.named(blockers.first())), CASTLING_BLOCKED);
        }
        let theirs = self.color(us.other());
        let without = self.occupied() & !castlers;
        for square in king_path {
            let attackers = self.attackers(square, without | Bitboard::of(rook)) & theirs;
            if attackers.nonempty() {
                let attacker = self.named(attackers.first());
                return why(format!("castling through {square}, attacked by {attacker}"), CASTLING_ATTACKED);
            }
        }
        let attackers = self.attackers(king_to, without | Bitboard::of(rook_to)) & theirs;
        if attackers.nonempty() {
            let attacker = self.named(attackers.first());
            return why(format!("castling into check: {king_to} is attacked by {attacker}"), CASTLING_ATTACKED);
        }
        why("castling is not legal here".to_owned(), CASTLING)
    }

    fn why_no_piece_move(&self, role: Role, from: Bitboard, to: Square) -> Why {
        let us = self.side_to_move();
        let men = self.men(us, role);
        let (name, side) = (role.name(), us.adjective());
        if men.is_empty() {
            return why(format!("there is no {side} {name} on the board"), article(role));
        }
        let candidates = men & from;
        if candidates.is_empty() {
            return why(self.none_there(role, from), article(role));
        }
        if self.color(us).has(to) {
            let reason = match candidates.has(to) {
                true => format!("{} already stands there", self.named_in_full(to)),
                false => format!("{to} is occupied by {}", self.named_in_full(to)),
            };
            return why(reason, SAME_COLOR);
        }
        let in_line = attacks::of(role, us, to, Bitboard::EMPTY) & candidates;
        if in_line.is_empty() {
            let reason = match (candidates.many(), role) {
                (_, Role::King) => format!("the {side} king on {} cannot reach {to}", candidates.first()),
                (true, _) => format!("no {side} {name} can reach {to}"),
                (false, _) => format!("{} cannot reach {to}", self.named_in_full(candidates.first())),
            };
            return why(reason, article(role));
        }
        let reaching = attacks::of(role, us, to, self.occupied()) & candidates;
        let Some(man) = reaching.into_iter().next() else {
            let man = in_line.first();
            let blocker = (attacks::between(man, to) & self.occupied()).into_iter().next();
            let blocker = blocker.map_or_else(String::new, |square| format!(" by {}", self.named(square)));
            return why(format!("the way of {} to {to} is blocked{blocker}", self.named(man)), NO_JUMP);
        };
        if role == Role::King {
            let occupied = self.occupied() ^ Bitboard::of(man);
            let attackers = self.attackers(to, occupied) & self.color(us.other());
            let attacker = self.named(attackers.first());
            return why(format!("{to} is attacked by {attacker}"), IN_CHECK);
        }
        self.why_unsafe(man, to)
    }

    /// The man could go there, were it not for its king.
    fn why_unsafe(&self, man: Square, to: Square) -> Why {
        let us = self.side_to_move();
        let king = self.king(us);
        let occupied = (self.occupied() ^ Bitboard::of(man)) | Bitboard::of(to);
        let attackers = self.attackers(king, occupied) & self.color(us.other()) & !Bitboard::of(to);
        let old = attackers & self.checkers();
        let reason = match (old.nonempty(), attackers.into_iter().next()) {
            (true, _) => {
                let checker = self.named(old.first());
                format!("it leaves the king on {king} in check by {checker}")
            }
            (false, Some(pinner)) => format!("{} is pinned by {}", self.named(man), self.named(pinner)),
            (false, None) => format!("{} may not go to {to}", self.named(man)),
        };
        why(reason, IN_CHECK)
    }

    fn none_there(&self, role: Role, from: Bitboard) -> String {
        let (name, side) = (role.name(), self.side_to_move().adjective());
        let square = from.first();
        match from.count() {
            1 => format!("there is no {side} {name} on {square}"),
            _ if from == Bitboard::file(square.file()) => {
                format!("no {side} {name} stands on the {}-file", square.file_letter() as char)
            }
            _ if from == Bitboard::rank(square.rank()) => format!("no {side} {name} stands on rank {}", square.rank() + 1),
            _ => format!("there is no {side} {name} to move"),
        }
    }

    fn why_no_pawn_move(&self, from: Bitboard, to: Square, capture: bool, promotion: Option<Role>) -> Why {
        let us = self.side_to_move();
        let them = us.other();
        let side = us.adjective();
        let last_rank = to.rank() == us.rank(7);
        match promotion {
            Some(role @ (Role::King | Role::Pawn)) => {
                return why(format!("a pawn cannot become a {}", role.name()), PROMOTION);
            }
            Some(_) if !last_rank => return why(format!("a pawn is promoted on the last rank, not on {to}"), PROMOTION),
            _ => {}
        }
        let pawns = self.men(us, Role::Pawn);
        if pawns.is_empty() {
            return why(format!("there is no {side} pawn on the board"), article(Role::Pawn));
        }
        if (pawns & from).is_empty() {
            return why(self.none_there(Role::Pawn, from), article(Role::Pawn));
        }
        if self.color(us).has(to) {
            return why(format!("{to} is occupied by {}", self.named_in_full(to)), SAME_COLOR);
        }
        let takers = attacks::pawn(them, to) & pawns & from;
        if let Some(taker) = takers.into_iter().next()
            && (capture || self.color(them).has(to))
        {
            return self.why_no_pawn_capture(taker, to);
        }
        if capture {
            return why(format!("no {side} pawn can take on {to}"), PAWN_TAKES);
        }
        self.why_no_pawn_step(pawns & from, to)
    }

    fn why_no_pawn_capture(&self, taker: Square, to: Square) -> Why {
        let them = self.side_to_move().other();
        if self.color(them).has(to) {
            return self.why_unsafe(taker, to);
        }
        let victim = to.ahead(them);
        let enemy_pawn = self.men(them, Role::Pawn).has(victim) && to.rank() == them.rank(2);
        if !enemy_pawn {
            return why(format!("there is nothing to take on {to}"), PAWN_TAKES);
        }
        if self.passed() != Some(to) {
            return why(format!("{} has not just moved two squares and cannot be taken en passant", self.named(victim)), PASSING);
        }
        let king = self.king(them.other());
        let occupied = (self.occupied() ^ Bitboard::of(taker) ^ Bitboard::of(victim)) | Bitboard::of(to);
        let attackers = self.attackers(king, occupied) & self.color(them) & !Bitboard::of(victim);
        let old = attackers & self.checkers();
        let reason = match old.nonempty() {
            true => format!("taking en passant leaves the king on {king} in check by {}", self.named(old.first())),
            false => {
                format!("taking en passant would expose the king on {king} to {}", self.named(attackers.first()))
            }
        };
        why(reason, IN_CHECK)
    }

    fn why_no_pawn_step(&self, pawns: Bitboard, to: Square) -> Why {
        let us = self.side_to_move();
        let side = us.adjective();
        let one = to.ahead(us.other());
        let two = one.ahead(us.other());
        let double = to.rank() == us.rank(3);
        let ahead = to.rank() != us.rank(0) && pawns.has(one);
        let far = double && pawns.has(two) && !ahead;
        if !ahead && !far {
            return why(format!("no {side} pawn can reach {to}"), PAWN_STEP);
        }
        let law = if ahead { PAWN_STEP } else { PAWN_DOUBLE };
        if self.occupied().has(to) {
            let reason = format!("{} blocks {}", self.named_in_full(to), self.named(if ahead { one } else { two }));
            return why(reason, law);
        }
        if far && self.occupied().has(one) {
            return why(format!("{} stands in the way of {}", self.named_in_full(one), self.named(two)), law);
        }
        self.why_unsafe(if ahead { one } else { two }, to)
    }
}
