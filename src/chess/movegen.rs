//! Which moves are legal.

use super::attacks;
use super::bitboard::Bitboard;
use super::moves::{Move, MoveKind, MoveList};
use super::position::Position;
use super::types::{Role, Square, Wing};

impl Position {
    /// Fills `list` with all legal moves.
    pub fn legal_moves(&self, list: &mut MoveList) {
        list.clear();
        self.each_legal_move(|mv| {
            list.push(mv);
            false
        });
    }

    /// Whether the side to move has any legal move.
    pub fn has_legal_move(&self) -> bool {
        self.each_legal_move(|_| true)
    }

    /// Whether the side to move is mated.
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_legal_move()
    }

    /// Whether the side to move has no legal move and is not in check.
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_legal_move()
    }

    /// Whether this very move is legal.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.each_legal_move(|legal| legal == mv)
    }

    /// Shows every legal move to `stop` until it says true; whether it did.
    pub(in crate::chess) fn each_legal_move(&self, mut stop: impl FnMut(Move) -> bool) -> bool {
        let us = self.turn;
        let own = self.color(us);
        let occupied = self.occupied();
        let king = self.king(us);

        for to in attacks::king(king) & !own {
            if self.king_safe_on(king, to) && stop(Move::normal(king, to)) {
                return true;
            }
        }
        if self.checkers.many() {
            return false;
        }
        // With one man giving check, the others must take it or stand in its way.
        let wanted = match self.checkers.is_empty() {
            true => !own,
            false => self.checkers | attacks::between(king, self.checkers.first()),
        };
        let pinned = self.pinned(us);

        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for from in self.men(us, role) {
                for to in attacks::of(role, us, from, occupied) & wanted & !own {
                    if (!pinned.has(from) || attacks::aligned(king, from, to)) && stop(Move::normal(from, to)) {
                        return true;
                    }
                }
            }
        }
        for from in self.men(us, Role::Pawn) {
            let one = from.ahead(us);
            let mut targets = attacks::pawn(us, from) & self.color(us.other());
            if !occupied.has(one) {
                targets |= Bitboard::of(one);
                let two = one.ahead(us);
                if from.rank() == us.rank(1) && !occupied.has(two) {
                    targets |= Bitboard::of(two);
                }
            }
            for to in targets & wanted {
                if pinned.has(from) && !attacks::aligned(king, from, to) {
                    continue;
                }
                if to.rank() == us.rank(7) {
                    for role in Role::PROMOTIONS {
                        if stop(Move { from, to, kind: MoveKind::Promotion(role) }) {
                            return true;
                        }
                    }
                } else if stop(Move::normal(from, to)) {
                    return true;
                }
            }
            if let Some(passed) = self.en_passant
                && attacks::pawn(us, from).has(passed)
                && self.may_take_in_passing(from, passed)
                && stop(Move { from, to: passed, kind: MoveKind::EnPassant })
            {
                return true;
            }
        }
        Wing::ALL.into_iter().any(|wing| self.castling(wing).is_some_and(&mut stop))
    }

    /// The castling move on a wing, if it is legal now.
    pub fn castling(&self, wing: Wing) -> Option<Move> {
        let rook = self.castling_rook(self.turn, wing)?;
        let king = self.king(self.turn);
        let rank = king.rank();
        let (king_to, rook_to) = (Square::at(wing.king_file(), rank), Square::at(wing.rook_file(), rank));
        let castlers = Bitboard::of(king) | Bitboard::of(rook);
        let goals = Bitboard::of(king_to) | Bitboard::of(rook_to);
        let king_path = attacks::between(king, king_to);
        let paths = king_path | attacks::between(rook, rook_to) | goals;
        if self.is_check() || (paths & self.occupied() & !castlers).nonempty() {
            return None;
        }
        let theirs = self.color(self.turn.other());
        let without = self.occupied() & !castlers;
        // Squares on the way are tested with the king gone from its square, the rook still on its own: it cannot be attacked
        // through. On arrival the rook has left: in Chess960 it may have shielded the king.
        let unsafe_way =
            king_path.into_iter().any(|square| (self.attackers(square, without | Bitboard::of(rook)) & theirs).nonempty());
        let unsafe_goal = (self.attackers(king_to, without | Bitboard::of(rook_to)) & theirs).nonempty();
        let mv = Move { from: king, to: rook, kind: MoveKind::Castle };
        (!unsafe_way && !unsafe_goal).then_some(mv)
    }

    /// Whether the king may step from `king` to `to`, as far as attacks go.
    #[inline]
    pub(super) fn king_safe_on(&self, king: Square, to: Square) -> bool {
        let occupied = self.occupied() ^ Bitboard::of(king);
        (self.attackers(to, occupied) & self.color(self.turn.other())).is_empty()
    }

    /// Whether a man other than the king may go from `from` to `to` without leaving its king in check.
    #[inline]
    pub(super) fn keeps_king_safe(&self, from: Square, to: Square) -> bool {
        let us = self.turn;
        let king = self.king(us);
        if self.checkers.nonempty() {
            if self.checkers.many() {
                return false;
            }
            let checker = self.checkers.first();
            if to != checker && !attacks::between(king, checker).has(to) {
                return false;
            }
        }
        // The man may go unless it uncovers a sliding man in line with the king; most stand on no such line, and on most lines
        // there is no such man.
        let diagonals = attacks::diagonals(king);
        let straights = attacks::straights(king);
        let queens = self.role(Role::Queen);
        let theirs = self.color(us.other()) & !Bitboard::of(to);
        let (line, snipers) = match diagonals.has(from) {
            true => (diagonals, theirs & diagonals & (self.role(Role::Bishop) | queens)),
            false => (straights, theirs & straights & (self.role(Role::Rook) | queens)),
        };
        if !line.has(from) || snipers.is_empty() {
            return true;
        }
        let occupied = (self.occupied() ^ Bitboard::of(from)) | Bitboard::of(to);
        snipers.into_iter().all(|sniper| (attacks::between(king, sniper) & occupied).nonempty())
    }
}
