//! A position: what stands where, and everything that decides which moves are legal. It has no history.

use super::attacks;
use super::bitboard::Bitboard;
use super::types::{Color, Man, Role, Square, Wing};
use super::zobrist;

/// A position of chess or Chess960. A plain value: copying it is how a line of play is left and returned to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// The men of each side.
    pub(super) colors: [Bitboard; 2],
    /// The men of each kind.
    pub(super) roles: [Bitboard; 6],
    /// The kind of man on each square.
    pub(super) board: [Option<Role>; 64],
    pub(super) kings: [Square; 2],
    pub(super) turn: Color,
    /// The square a pawn has just passed over by its double step.
    pub(super) passed: Option<Square>,
    /// The same square, if a pawn can legally take there.
    pub(super) en_passant: Option<Square>,
    /// The rooks whose king may still castle with them.
    pub(super) rights: Bitboard,
    /// The men that give check.
    pub(super) checkers: Bitboard,
    pub(super) key: u64,
    pub(super) halfmove_clock: u32,
    pub(super) fullmove_number: u32,
}

impl Position {
    /// The standard starting position.
    pub const STANDARD: Position = standard();

    /// An empty board for set-up; not a position to play from.
    pub(super) const EMPTY: Position = Position {
        colors: [Bitboard::EMPTY; 2],
        roles: [Bitboard::EMPTY; 6],
        board: [None; 64],
        kings: [Square::new(0); 2],
        turn: Color::White,
        passed: None,
        en_passant: None,
        rights: Bitboard::EMPTY,
        checkers: Bitboard::EMPTY,
        key: 0,
        halfmove_clock: 0,
        fullmove_number: 1,
    };

    /// Whose turn it is.
    #[inline]
    pub const fn side_to_move(&self) -> Color {
        self.turn
    }

    /// The men that give check to the side to move.
    #[inline]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Whether the side to move is in check.
    #[inline]
    pub const fn is_check(&self) -> bool {
        self.checkers.nonempty()
    }

    /// A number that is equal for positions with the same men on the same squares, the same side to move, the same rights to
    /// castle and the same legal captures in passing, and almost surely different otherwise.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Half-moves since the last capture or pawn move.
    #[inline]
    pub const fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }

    /// The number of the move, as the players count.
    #[inline]
    pub const fn fullmove_number(&self) -> u32 {
        self.fullmove_number
    }

    /// The men of one side.
    #[inline]
    pub const fn color(&self, color: Color) -> Bitboard {
        self.colors[color as usize]
    }

    /// The men of one kind, of both sides.
    #[inline]
    pub const fn role(&self, role: Role) -> Bitboard {
        self.roles[role as usize]
    }

    /// The men of one side and kind.
    #[inline]
    pub fn men(&self, color: Color, role: Role) -> Bitboard {
        self.color(color) & self.role(role)
    }

    /// All occupied squares.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The kind of man on a square.
    #[inline]
    pub const fn role_at(&self, square: Square) -> Option<Role> {
        self.board[square.index()]
    }

    /// The man on a square.
    #[inline]
    pub const fn man_at(&self, square: Square) -> Option<Man> {
        match self.board[square.index()] {
            Some(role) => {
                let color = if self.colors[0].has(square) { Color::White } else { Color::Black };
                Some(Man { color, role })
            }
            None => None,
        }
    }

    /// The square of a king.
    #[inline]
    pub const fn king(&self, color: Color) -> Square {
        self.kings[color as usize]
    }

    /// The square on which a pawn can legally be taken in passing.
    #[inline]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// The square a pawn has just passed over by a double step, whether or not it can be taken there.
    #[inline]
    pub const fn passed(&self) -> Option<Square> {
        self.passed
    }

    /// The rooks with which a king may still castle.
    #[inline]
    pub const fn castling_rooks(&self) -> Bitboard {
        self.rights
    }

    /// The rook with which a side may still castle on a wing.
    pub fn castling_rook(&self, color: Color, wing: Wing) -> Option<Square> {
        let king = self.king(color);
        let own = self.rights & Bitboard::rank(color.rank(0));
        own.into_iter().find(|rook| (rook.file() > king.file()) == (wing == Wing::King))
    }

    /// Whether castling here needs the rules of Chess960: a king off the e-file or a rook off the corner has its right.
    pub fn needs_chess960(&self) -> bool {
        const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);
        Color::ALL.into_iter().any(|color| {
            let own = self.rights & Bitboard::rank(color.rank(0));
            own.nonempty() && (self.king(color) != Square::at(4, color.rank(0)) || (own & !CORNERS).nonempty())
        })
    }

    /// The men of both sides that attack a square, for a given set of occupied squares.
    #[inline]
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let queens = self.role(Role::Queen);
        (attacks::knight(square) & self.role(Role::Knight))
            | (attacks::king(square) & self.role(Role::King))
            | (attacks::pawn(Color::Black, square) & self.men(Color::White, Role::Pawn))
            | (attacks::pawn(Color::White, square) & self.men(Color::Black, Role::Pawn))
            | (attacks::bishop(square, occupied) & (self.role(Role::Bishop) | queens))
            | (attacks::rook(square, occupied) & (self.role(Role::Rook) | queens))
    }

    /// The sliding men of `color` that attack a square, for a given set of occupied squares.
    #[inline]
    pub(super) fn sliders(&self, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        let own = self.color(color);
        let queens = self.role(Role::Queen);
        let diagonal = own & (self.role(Role::Bishop) | queens);
        let straight = own & (self.role(Role::Rook) | queens);
        (attacks::bishop(square, occupied) & diagonal) | (attacks::rook(square, occupied) & straight)
    }

    /// The men of `us` that stand between their king and a sliding man that would give check without them.
    pub fn pinned(&self, us: Color) -> Bitboard {
        let king = self.king(us);
        let theirs = self.color(us.other());
        let queens = self.role(Role::Queen);
        let snipers = theirs
            & ((attacks::diagonals(king) & (self.role(Role::Bishop) | queens))
                | (attacks::straights(king) & (self.role(Role::Rook) | queens)));
        let mut pinned = Bitboard::EMPTY;
        for sniper in snipers {
            let blockers = attacks::between(king, sniper) & self.occupied();
            if blockers.nonempty() && !blockers.many() {
                pinned |= blockers & self.color(us);
            }
        }
        pinned
    }

    /// Puts a man on an empty square.
    pub(super) fn put(&mut self, square: Square, man: Man) {
        self.colors[man.color as usize] |= Bitboard::of(square);
        self.roles[man.role as usize] |= Bitboard::of(square);
        self.board[square.index()] = Some(man.role);
        self.key ^= zobrist::man(man.color, man.role, square);
        if man.role == Role::King {
            self.kings[man.color as usize] = square;
        }
    }

    /// Works out what follows from men, turn, rights and the passed square: checkers, the legal capture in passing, the key.
    pub(super) fn settle(&mut self) {
        let king = self.king(self.turn);
        self.checkers = self.attackers(king, self.occupied()) & self.color(self.turn.other());
        self.en_passant = None;
        if let Some(passed) = self.passed {
            self.set_en_passant(passed);
        }
        let mut key = 0;
        for square in self.occupied() {
            if let Some(man) = self.man_at(square) {
                key ^= zobrist::man(man.color, man.role, square);
            }
        }
        for rook in self.rights {
            key ^= zobrist::right(rook);
        }
        if let Some(square) = self.en_passant {
            key ^= zobrist::passing(square.file());
        }
        if self.turn == Color::Black {
            key ^= zobrist::black();
        }
        self.key = key;
    }

    /// Whether a pawn of the side to move on `from` may take in passing on `passed` without leaving its king in check.
    pub(super) fn may_take_in_passing(&self, from: Square, passed: Square) -> bool {
        let us = self.turn;
        let victim = passed.ahead(us.other());
        let king = self.king(us);
        let occupied = (self.occupied() ^ Bitboard::of(from) ^ Bitboard::of(victim)) | Bitboard::of(passed);
        let theirs = self.color(us.other()) & !Bitboard::of(victim);
        (self.attackers(king, occupied) & theirs).is_empty()
    }

    /// Remembers `passed` as the square for a capture in passing if the side to move has a legal one.
    pub(super) fn set_en_passant(&mut self, passed: Square) {
        let us = self.turn;
        let takers = attacks::pawn(us.other(), passed) & self.men(us, Role::Pawn);
        if takers.into_iter().any(|from| self.may_take_in_passing(from, passed)) {
            self.en_passant = Some(passed);
        }
    }
}

impl Default for Position {
    fn default() -> Self {
        Position::STANDARD
    }
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Position({})", self.fen())
    }
}

const fn standard() -> Position {
    const BACK: [Role; 8] =
        [Role::Rook, Role::Knight, Role::Bishop, Role::Queen, Role::King, Role::Bishop, Role::Knight, Role::Rook];
    let mut position = Position::EMPTY;
    let mut file = 0;
    while file < 8 {
        let mut side = 0;
        while side < 2 {
            let color = Color::ALL[side];
            let men = [(BACK[file], color.rank(0)), (Role::Pawn, color.rank(1))];
            let mut i = 0;
            while i < 2 {
                let (role, rank) = men[i];
                let square = Square::at(file as u8, rank);
                position.colors[side].0 |= 1 << square.index();
                position.roles[role as usize].0 |= 1 << square.index();
                position.board[square.index()] = Some(role);
                position.key ^= zobrist::man(color, role, square);
                i += 1;
            }
            side += 1;
        }
        file += 1;
    }
    position.kings = [Square::at(4, 0), Square::at(4, 7)];
    position.rights = Bitboard(0x8100_0000_0000_0081);
    position.key ^= zobrist::right(Square::at(0, 0))
        ^ zobrist::right(Square::at(7, 0))
        ^ zobrist::right(Square::at(0, 7))
        ^ zobrist::right(Square::at(7, 7));
    position
}
