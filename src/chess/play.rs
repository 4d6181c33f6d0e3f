//! Making moves.

use super::attacks;
use super::bitboard::Bitboard;
use super::moves::{Move, MoveKind};
use super::position::Position;
use super::types::{Color, Role, Square};
use super::zobrist;

impl Position {
    /// Makes a legal move. Nothing is checked: a move that is not legal here gives a position without meaning (but no panic).
    #[inline]
    pub fn play(&mut self, mv: Move) {
        let us = self.turn;
        let them = us.other();
        let Move { from, to, kind } = mv;
        let role = self.board[from.index()].unwrap_or(Role::Pawn);

        if let Some(square) = self.en_passant {
            self.key ^= zobrist::passing(square.file());
        }
        self.en_passant = None;
        self.passed = None;
        self.halfmove_clock += 1;
        self.fullmove_number += us as u32;

        let mut lost = self.rights & (Bitboard::of(from) | Bitboard::of(to));
        let mut arrived = role;
        match kind {
            MoveKind::Normal => {
                // Most of what follows happens in some moves only, but the processor cannot guess in which: it is done always,
                // with nothing to do in the others.
                let victim = self.board[to.index()];
                let (taken, key) = match victim {
                    Some(victim) => (Bitboard::of(to), zobrist::man(them, victim, to)),
                    None => (Bitboard::EMPTY, 0),
                };
                self.colors[them as usize] ^= taken;
                self.roles[victim.unwrap_or(Role::Pawn) as usize] ^= taken;
                self.key ^= key;
                self.shift(us, role, from, to);
                let (king, pawn) = (role == Role::King, role == Role::Pawn);
                self.kings[us as usize] = if king { to } else { self.kings[us as usize] };
                lost |= if king { self.rights & Bitboard::rank(us.rank(0)) } else { Bitboard::EMPTY };
                self.halfmove_clock = if pawn | victim.is_some() { 0 } else { self.halfmove_clock };
                let double = pawn & (from.index().abs_diff(to.index()) == 16);
                self.passed = if double { Some(from.ahead(us)) } else { None };
            }
            MoveKind::Promotion(promoted) => {
                if let Some(victim) = self.board[to.index()] {
                    self.take(them, victim, to);
                }
                self.halfmove_clock = 0;
                arrived = promoted;
                self.take(us, Role::Pawn, from);
                self.place(us, promoted, to);
            }
            MoveKind::EnPassant => {
                self.halfmove_clock = 0;
                self.take(them, Role::Pawn, to.ahead(them));
                self.shift(us, Role::Pawn, from, to);
            }
            MoveKind::Castle => {
                let king_to = mv.target();
                let rook_to = Square::at(mv.wing().rook_file(), from.rank());
                self.take(us, Role::King, from);
                self.take(us, Role::Rook, to);
                self.place(us, Role::King, king_to);
                self.place(us, Role::Rook, rook_to);
                self.kings[us as usize] = king_to;
                lost |= self.rights & Bitboard::rank(us.rank(0));
            }
        }
        if lost.nonempty() {
            self.rights &= !lost;
            for rook in lost {
                self.key ^= zobrist::right(rook);
            }
        }
        self.turn = them;
        self.key ^= zobrist::black();

        let king = self.king(them);
        self.checkers = attacks::leaper(us, arrived, to) & Bitboard::of(king);
        if self.checkers.nonempty() {
            self.checkers = Bitboard::of(to);
        }
        // Before the move this king was not attacked. A sliding man can give check only from the square it reached, or along a
        // line that the move opened; both are rare, so look for sliding men in line with the king first.
        let diagonals = attacks::diagonals(king);
        let straights = attacks::straights(king);
        let queens = self.role(Role::Queen);
        let snipers =
            self.color(us) & ((diagonals & (self.role(Role::Bishop) | queens)) | (straights & (self.role(Role::Rook) | queens)));
        let opened = (diagonals | straights) & Bitboard::of(from);
        let odd = matches!(kind, MoveKind::EnPassant | MoveKind::Castle);
        if snipers.nonempty() && (odd || (opened | (snipers & Bitboard::of(to))).nonempty()) {
            self.checkers |= self.sliders(us, king, self.occupied());
        }
        if let Some(passed) = self.passed {
            self.offer_en_passant(passed);
        }
    }

    /// Passes the turn without a move, as analysis does (`--`). The other side's king must not be in check.
    pub fn play_null(&mut self) {
        if let Some(square) = self.en_passant {
            self.key ^= zobrist::passing(square.file());
        }
        self.en_passant = None;
        self.passed = None;
        self.halfmove_clock += 1;
        self.fullmove_number += self.turn as u32;
        self.turn = self.turn.other();
        self.key ^= zobrist::black();
        let king = self.king(self.turn);
        self.checkers = self.attackers(king, self.occupied()) & self.color(self.turn.other());
    }

    /// After a double step: a capture in passing counts only if it is legal, and few double steps come next to a pawn at all.
    #[inline]
    fn offer_en_passant(&mut self, passed: Square) {
        if (attacks::pawn(self.turn.other(), passed) & self.men(self.turn, Role::Pawn)).nonempty() {
            self.set_en_passant(passed);
            if let Some(square) = self.en_passant {
                self.key ^= zobrist::passing(square.file());
            }
        }
    }

    #[inline]
    fn take(&mut self, color: Color, role: Role, square: Square) {
        self.colors[color as usize].toggle(square);
        self.roles[role as usize].toggle(square);
        self.board[square.index()] = None;
        self.key ^= zobrist::man(color, role, square);
    }

    #[inline]
    fn place(&mut self, color: Color, role: Role, square: Square) {
        self.colors[color as usize].toggle(square);
        self.roles[role as usize].toggle(square);
        self.board[square.index()] = Some(role);
        self.key ^= zobrist::man(color, role, square);
    }

    #[inline]
    fn shift(&mut self, color: Color, role: Role, from: Square, to: Square) {
        let both = Bitboard::of(from) | Bitboard::of(to);
        self.colors[color as usize] ^= both;
        self.roles[role as usize] ^= both;
        self.board[from.index()] = None;
        self.board[to.index()] = Some(role);
        self.key ^= zobrist::man(color, role, from) ^ zobrist::man(color, role, to);
    }
}
