//! Standard Algebraic Notation: read without a list of moves, and written as the export format wants it.

use std::fmt;

use super::attacks;
use super::bitboard::Bitboard;
use super::moves::{Move, MoveKind};
use super::position::Position;
use super::types::{Role, Square, Wing};

/// The mark behind a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// No mark.
    None,
    /// `+`
    Check,
    /// `#`
    Mate,
}

/// A word of SAN, taken apart. It says nothing about any position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct San {
    /// What moves where.
    pub body: Body,
    /// The mark behind it.
    pub mark: Mark,
}

/// What a word of SAN says moves where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Body {
    /// Castling.
    Castle(Wing),
    /// Any other move.
    Man {
        /// What moves.
        role: Role,
        /// The squares it may come from, by what is written.
        from: Bitboard,
        /// Whether a file or rank of origin is written (a pawn's file in a capture does not count).
        hint: bool,
        /// Whether an `x` is written.
        capture: bool,
        /// Where it goes.
        to: Square,
        /// What a pawn becomes.
        promotion: Option<Role>,
    },
}

/// Why a word of SAN is no legal move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SanError {
    /// No legal move fits.
    Illegal,
    /// Two legal moves fit, perhaps more.
    Ambiguous(Move, Move),
    /// A pawn reaches the last rank, and what it becomes is missing.
    MissingPromotion,
}

/// The kinds of men by the first byte of a word without disambiguation: a file for a pawn, else a letter.
static FIRST: [Option<Role>; 256] = {
    let mut table = [None; 256];
    let mut file = 0;
    while file < 8 {
        table[(b'a' + file) as usize] = Some(Role::Pawn);
        file += 1;
    }
    let mut kind = 1;
    while kind < Role::ALL.len() {
        table[Role::ALL[kind].letter() as usize] = Some(Role::ALL[kind]);
        kind += 1;
    }
    table
};

impl San {
    /// Reads the word of `length` bytes at the start of `text` if it is one of the common: without disambiguation and promotion.
    /// `None` says nothing about it.
    ///
    /// Nothing here branches on what is played, for the processor cannot guess that; this saves a tenth of the time of replay.
    #[inline(always)]
    pub(crate) fn plain(text: &[u8], length: usize) -> Option<San> {
        let word = u64::from_le_bytes(*text.first_chunk::<8>()?);
        let byte = |at: usize| (word >> (at.wrapping_mul(8) & 63)) as u8;
        let mark = match byte(length.wrapping_sub(1)) {
            b'+' => Mark::Check,
            b'#' => Mark::Mate,
            _ => Mark::None,
        };
        let length = length.wrapping_sub((mark != Mark::None) as usize);
        if !(2..8).contains(&length) {
            return None;
        }
        let to = Square::from_letters(byte(length - 2), byte(length - 1));
        let role = FIRST[word as usize & 0xff];
        let (Some(to), Some(role)) = (to, role) else { return None };
        // The byte before the square; 0 if there is none.
        let capture = ((word << 8) >> (8 * (length - 2))) as u8 == b'x';
        let pawn = role == Role::Pawn;
        if length != 2 + !pawn as usize + capture as usize + (pawn & capture) as usize {
            return None;
        }
        let from = if pawn & capture { Bitboard::file((word as u8).wrapping_sub(b'a')) } else { Bitboard::ALL };
        Some(San { body: Body::Man { role, from, hint: false, capture, to, promotion: None }, mark })
    }

    /// Reads a word in the spelling of the export format, with any disambiguation and any mark.
    #[inline(always)]
    pub fn parse(word: &[u8]) -> Option<San> {
        // Nearly every word ends in a rank; that is seen first.
        let (mut core, mut mark) = (word, Mark::None);
        let (mut rest, mut last) = split_last(word)?;
        if matches!(last, b'+' | b'#') {
            mark = if last == b'+' { Mark::Check } else { Mark::Mate };
            core = rest;
            (rest, last) = split_last(core)?;
        }
        let mut promotion = None;
        if !last.is_ascii_digit() {
            if last == b'O' {
                return castling(core, mark);
            }
            let [squares @ .., b'='] = rest else { return None };
            promotion = Some(Role::from_letter(last).filter(|role| !matches!(role, Role::Pawn | Role::King))?);
            (rest, last) = split_last(squares)?;
        }
        let (prefix, file) = split_last(rest)?;
        let to = Square::from_letters(file, last)?;
        let body = match *prefix {
            [] => Body::Man { role: Role::Pawn, from: Bitboard::ALL, hint: false, capture: false, to, promotion },
            [letter @ b'A'..=b'Z', ref middle @ ..] if promotion.is_none() => {
                let role = Role::from_letter(letter).filter(|role| *role != Role::Pawn)?;
                let (hint, capture) = match middle {
                    [hint @ .., b'x'] => (hint, true),
                    hint => (hint, false),
                };
                let from = origin(hint)?;
                Body::Man { role, from, hint: !hint.is_empty(), capture, to, promotion: None }
            }
            [file @ b'a'..=b'h', b'x'] => {
                Body::Man { role: Role::Pawn, from: Bitboard::file(file - b'a'), hint: false, capture: true, to, promotion }
            }
            _ => return None,
        };
        Some(San { body, mark })
    }
}

#[inline]
const fn split_last(word: &[u8]) -> Option<(&[u8], u8)> {
    match word {
        [rest @ .., last] => Some((rest, *last)),
        [] => None,
    }
}

/// The squares that what is written of the origin leaves.
#[inline]
fn origin(hint: &[u8]) -> Option<Bitboard> {
    Some(match *hint {
        [] => Bitboard::ALL,
        [file @ b'a'..=b'h'] => Bitboard::file(file - b'a'),
        [rank @ b'1'..=b'8'] => Bitboard::rank(rank - b'1'),
        [file, rank] => Bitboard::of(Square::from_letters(file, rank)?),
        _ => return None,
    })
}

fn castling(core: &[u8], mark: Mark) -> Option<San> {
    let wing = match core {
        b"O-O" => Wing::King,
        b"O-O-O" => Wing::Queen,
        _ => return None,
    };
    Some(San { body: Body::Castle(wing), mark })
}

impl Position {
    /// The one legal move that a word of SAN means here.
    ///
    /// An `x` too many or too few and needless disambiguation do not matter: see [`Position::san`] for the right spelling.
    ///
    /// # Errors
    ///
    /// When no legal move fits, or more than one.
    #[inline(always)]
    pub fn resolve(&self, san: &San) -> Result<Move, SanError> {
        match san.body {
            Body::Castle(wing) => self.castling(wing).ok_or(SanError::Illegal),
            Body::Man { role: Role::Pawn, from, to, promotion, .. } => self.resolve_pawn(from, to, promotion),
            Body::Man { role, from, to, promotion: None, .. } => self.resolve_piece(role, from, to),
            Body::Man { .. } => Err(SanError::Illegal),
        }
    }

    #[inline(always)]
    fn resolve_piece(&self, role: Role, from: Bitboard, to: Square) -> Result<Move, SanError> {
        let own = self.color(self.turn);
        if own.has(to) {
            return Err(SanError::Illegal);
        }
        // In nearly every position one man of the kind can reach the square at all, so it is cheaper to look between that man and
        // the square than to work out what the square attacks.
        let occupied = self.occupied();
        let mut candidates = attacks::reach(role, to) & self.men(self.turn, role) & from;
        let mut found = None;
        while candidates.nonempty() {
            let from = candidates.first();
            candidates = candidates.rest();
            if (attacks::between(from, to) & occupied).nonempty() {
                continue;
            }
            let safe = if role == Role::King { self.king_safe_on(from, to) } else { self.keeps_king_safe(from, to) };
            if safe {
                match found {
                    None => found = Some(Move::normal(from, to)),
                    Some(other) => return Err(SanError::Ambiguous(other, Move::normal(from, to))),
                }
            }
        }
        found.ok_or(SanError::Illegal)
    }

    #[inline]
    fn resolve_pawn(&self, from: Bitboard, to: Square, promotion: Option<Role>) -> Result<Move, SanError> {
        let us = self.turn;
        let pawns = self.men(us, Role::Pawn);
        let occupied = self.occupied();
        let kind = match promotion {
            Some(role) => MoveKind::Promotion(role),
            None => MoveKind::Normal,
        };
        let fits = |from: Square, kind: MoveKind| match kind {
            MoveKind::EnPassant => self.may_take_in_passing(from, to),
            _ => self.keeps_king_safe(from, to),
        };
        let last_rank = to.rank() == us.rank(7);
        let finish = |mv: Move| match (last_rank, promotion) {
            (true, None) => Err(SanError::MissingPromotion),
            (false, Some(_)) => Err(SanError::Illegal),
            _ => Ok(mv),
        };
        let (takes, kind) = match self.en_passant == Some(to) {
            true => (true, MoveKind::EnPassant),
            false => (self.color(us.other()).has(to), kind),
        };
        if takes {
            let candidates = attacks::pawn(us.other(), to) & pawns & from;
            let mut found = None;
            for from in candidates {
                if fits(from, kind) {
                    let mv = Move { from, to, kind };
                    match found {
                        None => found = Some(mv),
                        Some(other) => return Err(SanError::Ambiguous(other, mv)),
                    }
                }
            }
            return finish(found.ok_or(SanError::Illegal)?);
        }
        let one = to.ahead(us.other());
        let two = one.ahead(us.other());
        let start = if occupied.has(to) {
            return Err(SanError::Illegal);
        } else if pawns.has(one) {
            one
        } else if to.rank() == us.rank(3) && pawns.has(two) && !occupied.has(one) {
            two
        } else {
            return Err(SanError::Illegal);
        };
        if !from.has(start) || !fits(start, kind) {
            return Err(SanError::Illegal);
        }
        finish(Move { from: start, to, kind })
    }

    /// Whether a legal move takes something.
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        match mv.kind {
            MoveKind::Castle => false,
            MoveKind::EnPassant => true,
            _ => self.role_at(mv.to).is_some(),
        }
    }

    /// What of the origin must be written for a legal move: file, rank.
    pub fn disambiguation(&self, mv: Move) -> (bool, bool) {
        let role = self.role_at(mv.from).unwrap_or(Role::Pawn);
        if mv.is_castling() || role == Role::Pawn || role == Role::King {
            return (false, false);
        }
        let same = attacks::of(role, self.turn, mv.to, self.occupied()) & self.men(self.turn, role);
        let mut rivals = same & !Bitboard::of(mv.from);
        for from in rivals {
            if !self.keeps_king_safe(from, mv.to) {
                rivals.toggle(from);
            }
        }
        let one_file = (rivals & Bitboard::file(mv.from.file())).nonempty();
        let one_rank = (rivals & Bitboard::rank(mv.from.rank())).nonempty();
        (rivals.nonempty() && (!one_file || one_rank), one_file)
    }

    /// A legal move in the SAN of the export format, with its mark.
    pub fn san(&self, mv: Move) -> SanText {
        let mut text = self.san_without_mark(mv);
        let mut after = *self;
        after.play(mv);
        if after.is_check() {
            text.push(if after.has_legal_move() { b'+' } else { b'#' });
        }
        text
    }

    /// A legal move in the SAN of the export format, without `+` or `#`.
    pub fn san_without_mark(&self, mv: Move) -> SanText {
        let mut text = SanText { len: 0, bytes: [0; 8] };
        if mv.is_castling() {
            text.extend(mv.wing().san().as_bytes());
            return text;
        }
        let role = self.role_at(mv.from).unwrap_or(Role::Pawn);
        let capture = self.is_capture(mv);
        if role == Role::Pawn {
            if capture {
                text.push(mv.from.file_letter());
            }
        } else {
            text.push(role.letter());
            let (file, rank) = self.disambiguation(mv);
            if file {
                text.push(mv.from.file_letter());
            }
            if rank {
                text.push(mv.from.rank_letter());
            }
        }
        if capture {
            text.push(b'x');
        }
        text.extend(&[mv.to.file_letter(), mv.to.rank_letter()]);
        if let Some(role) = mv.promotion() {
            text.extend(&[b'=', role.letter()]);
        }
        text
    }
}

/// A move in SAN; at most eight bytes (`Qa1xb2=Q` never happens, `Qa1xb2#` and `axb8=Q+` do).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SanText {
    len: u8,
    bytes: [u8; 8],
}

impl SanText {
    /// A word of SAN with another mark behind it.
    pub fn marked(word: &[u8], mark: Mark) -> SanText {
        let mut text = SanText { len: 0, bytes: [0; 8] };
        text.extend(word);
        while matches!(text.as_bytes(), [.., b'+' | b'#']) {
            text.len -= 1;
        }
        match mark {
            Mark::None => {}
            Mark::Check => text.push(b'+'),
            Mark::Mate => text.push(b'#'),
        }
        text
    }

    fn push(&mut self, byte: u8) {
        if let Some(slot) = self.bytes.get_mut(self.len as usize) {
            *slot = byte;
            self.len += 1;
        }
    }

    fn extend(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.push(byte);
        }
    }

    /// Its bytes, all ASCII.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len).min(8)]
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(self.as_bytes()).unwrap_or_default()
    }
}

impl fmt::Display for SanText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for SanText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words behind which a blank and a move follow, as in a game.
    fn plain(word: &str) -> Option<San> {
        San::plain(format!("{word} Nf3 12. e4").as_bytes(), word.len())
    }

    #[test]
    fn the_common_word_is_read_as_any_other() {
        let heads = ["", "N", "B", "R", "Q", "K", "P", "O", "x", "a", "h", "e", "i", "Nb", "R1", "Qa1", "bx", "exd", "8"];
        let tails = ["", "+", "#", "++", "=Q", "=Q+", "!"];
        let mut read = 0;
        for head in heads {
            for middle in ["", "x", "-", "xx"] {
                for to in ["e4", "h8", "a1", "i4", "e9", "e0"] {
                    for tail in tails {
                        let word = format!("{head}{middle}{to}{tail}");
                        if let Some(san) = plain(&word) {
                            assert_eq!(Some(san), San::parse(word.as_bytes()), "{word}");
                            read += 1;
                        }
                    }
                }
            }
        }
        // A push, five kinds with and without a capture, captures by the pawns on a, e, h and b; to three squares, three marks.
        assert_eq!(read, (1 + 5 * 2 + 4) * 3 * 3);
    }

    #[test]
    fn other_words_are_left_to_the_full_reading() {
        for word in ["", "e", "+", "O-O", "Nbd2", "R1a3", "e8=Q", "exd8=Q+", "Qa1xb2#", "e4!"] {
            assert_eq!(plain(word), None, "{word}");
        }
        assert_eq!(San::plain(b"e4", 2), None, "too near the end for one look");
    }
}
