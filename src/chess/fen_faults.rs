//! What can be wrong with a FEN: faults that leave no game to play, and doubts that leave one meaning.

use super::attacks;
use super::bitboard::Bitboard;
use super::position::Position;
use super::types::{Color, Role, Square};

/// Why no game can be played from a FEN.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// Nothing is there.
    #[error("the FEN is empty")]
    Empty,
    /// Not eight ranks.
    #[error("the board has {0} ranks instead of 8")]
    RankCount(usize),
    /// A rank that does not fill the board.
    #[error("rank {rank} has {squares} squares instead of 8")]
    RankLength {
        /// The rank, from 1.
        rank: u8,
        /// How many squares it describes.
        squares: usize,
    },
    /// A letter that is no man.
    #[error("`{0}` is no man")]
    Letter(char),
    /// A side without its king.
    #[error("{} has no king", .0.name())]
    NoKing(Color),
    /// A side with more than one king.
    #[error("{side} has {1} kings", side = .0.name())]
    ManyKings(Color, u32),
    /// A pawn where no pawn can stand.
    #[error("a pawn stands on {0}, and no pawn can be on the first or the last rank")]
    PawnOnBackRank(Square),
    /// More than eight pawns.
    #[error("{side} has {1} pawns, more than the 8 of a game", side = .0.name())]
    ManyPawns(Color, u32),
    /// More than sixteen men.
    #[error("{side} has {1} men, more than the 16 of a game", side = .0.name())]
    ManyMen(Color, u32),
    /// It does not say who is to move.
    #[error("it does not say which side is to move")]
    NoSideToMove,
    /// The side to move is neither `w` nor `b`.
    #[error("the side to move is `{0}`, neither w nor b")]
    SideToMove(String),
    /// Castling rights that cannot be read.
    #[error("the castling rights `{0}` cannot be read")]
    Rights(String),
    /// A square for a capture in passing that cannot be read.
    #[error("the en passant square `{0}` cannot be read")]
    EnPassant(String),
    /// A half-move clock that cannot be read.
    #[error("the halfmove clock `{0}` is no number")]
    HalfmoveClock(String),
    /// A move number that cannot be read.
    #[error("the move number `{0}` is no number")]
    MoveNumber(String),
    /// The side that has just moved stands in check.
    #[error("the side that is not to move is in check: its king on {king} is attacked from {checker}")]
    OpponentInCheck {
        /// The king.
        king: Square,
        /// A man that attacks it.
        checker: Square,
    },
    /// More than two men give check.
    #[error("{0} men give check at once, and no move can give more than a double check")]
    ManyCheckers(u32),
    /// Two men give check, and no last move can have brought that about.
    #[error("the checks from {0} and {1} cannot come from one move")]
    ImpossibleCheck(Square, Square),
}

/// What is doubtful about a FEN that still has one meaning.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FenDoubt {
    /// Fields are missing at the end; so many are there.
    #[error("it has {0} of the 6 fields")]
    FieldsMissing(u8),
    /// Something stands behind the sixth field.
    #[error("there is text after the sixth field")]
    TextAfter,
    /// `W` or `B` for the side to move.
    #[error("the side to move is written with a capital letter")]
    SideToMoveCapital,
    /// Two digits side by side in a rank.
    #[error("empty squares in a row are counted by more than one digit")]
    SplitNumber,
    /// Castling rights out of order, doubled, or mixed with `-`.
    #[error("the castling rights are oddly spelt")]
    RightsSpelling,
    /// A right to castle without a king on its square.
    #[error("castling right `{0}`, but the king is not where it castles from")]
    RightWithoutKing(char),
    /// A right to castle without a rook on its square.
    #[error("castling right `{0}`, but there is no rook to castle with")]
    RightWithoutRook(char),
    /// A square for a capture in passing that no pawn has just passed.
    #[error("en passant square {0}, but no pawn can just have passed it")]
    EnPassantWithoutPawn(Square),
    /// A square for a capture in passing in a check that a double step cannot have left.
    #[error("en passant square {0}, but the king was already in check before such a double step")]
    EnPassantImpossible(Square),
    /// An impossible half-move clock.
    #[error("halfmove clock `{0}`")]
    HalfmoveClock(String),
    /// An impossible move number.
    #[error("move number `{0}`")]
    MoveNumber(String),
    /// A half-move clock longer than the game.
    #[error("the halfmove clock stands at {clock}, but only {plies} half-moves have been played")]
    ClockBeyondGame {
        /// The clock.
        clock: u32,
        /// Half-moves played by the move number.
        plies: u32,
    },
    /// A half-move clock above zero though a pawn has just moved.
    #[error("the halfmove clock stands at {0}, but a pawn has just moved")]
    ClockAfterPawnMove(u32),
    /// More pieces than promotions can explain.
    #[error("{} has more pieces than promoted pawns can explain", .0.name())]
    ManyPromotions(Color),
}

/// Whether each side has its king, and every pawn a rank to stand on.
pub(super) fn check_men(position: &Position) -> Result<(), FenError> {
    for color in Color::ALL {
        match position.men(color, Role::King).count() {
            1 => {}
            0 => return Err(FenError::NoKing(color)),
            n => return Err(FenError::ManyKings(color, n)),
        }
    }
    let astray = position.role(Role::Pawn) & Bitboard::BACK_RANKS;
    if astray.nonempty() {
        return Err(FenError::PawnOnBackRank(astray.first()));
    }
    Ok(())
}

/// Whether there are not more men than a game begins with.
pub(super) fn check_counts(position: &Position) -> Result<(), FenError> {
    for color in Color::ALL {
        let (pawns, men) = (position.men(color, Role::Pawn).count(), position.color(color).count());
        if pawns > 8 {
            return Err(FenError::ManyPawns(color, pawns));
        }
        if men > 16 {
            return Err(FenError::ManyMen(color, men));
        }
    }
    Ok(())
}

/// Adds what is doubtful about the men.
pub(super) fn doubt_men(position: &Position, doubts: &mut Vec<FenDoubt>) {
    for color in Color::ALL {
        let men = |role| position.men(color, role);
        let bishops = men(Role::Bishop);
        let surplus = |count: u32, initial: u32| count.saturating_sub(initial);
        let promoted = surplus(men(Role::Queen).count(), 1)
            + surplus(men(Role::Rook).count(), 2)
            + surplus(men(Role::Knight).count(), 2)
            + surplus((bishops & Bitboard::LIGHT).count(), 1)
            + surplus((bishops & Bitboard::DARK).count(), 1);
        if promoted > 8 - men(Role::Pawn).count().min(8) {
            doubts.push(FenDoubt::ManyPromotions(color));
        }
    }
}

/// Whether one move can have given the checks on the board.
pub(super) fn check_checkers(position: &Position) -> Result<(), FenError> {
    let checkers = position.checkers;
    match checkers.count() {
        0 | 1 => return Ok(()),
        2 => {}
        n => return Err(FenError::ManyCheckers(n)),
    }
    let (first, second) = (checkers.first(), checkers.last());
    let king = position.king(position.turn);
    let slides = |square| matches!(position.role_at(square), Some(Role::Bishop | Role::Rook | Role::Queen));
    // Double check means that a man moved and opened a line: one of the two slides, and the other is the man that moved (or
    // both slide, where a pawn was taken in passing or promoted). Two that slide along one line shield each other's check, or
    // stood on both sides of the king; two that do not slide cannot both be new.
    let one_line = slides(first) && slides(second) && attacks::aligned(king, first, second);
    if (!slides(first) && !slides(second)) || one_line {
        return Err(FenError::ImpossibleCheck(first, second));
    }
    Ok(())
}
