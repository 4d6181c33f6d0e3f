//! Forsyth-Edwards Notation, read with X-FEN and Shredder castling rights, and written.

use std::fmt;

use super::bitboard::Bitboard;
use super::position::Position;
use super::types::{Color, Man, Role, Square, Wing};

pub use super::fen_faults::{FenDoubt, FenError};
use super::fen_faults::{check_checkers, check_counts, check_men, doubt_men};

/// How castling rights are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Castling {
    /// King on the e-file, rooks in the corners; other rights are doubtful and dropped.
    Standard,
    /// Chess960: the king anywhere between its rooks.
    Chess960,
    /// As Chess960 if the position is an array of Chess960 or names rooks by their files, else as standard chess.
    #[default]
    Either,
}

/// A FEN that could be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fen {
    /// The position it describes, doubtful parts left out.
    pub position: Position,
    /// What about it is doubtful.
    pub doubts: Vec<FenDoubt>,
    /// Whether castling is by the rules of Chess960.
    pub chess960: bool,
}

impl Fen {
    /// Reads a FEN.
    ///
    /// # Errors
    ///
    /// The first reason why no game can be played from it.
    pub fn read(text: &str, castling: Castling) -> Result<Fen, FenError> {
        let fen = Fen::read_composed(text, castling)?;
        check_counts(&fen.position)?;
        check_checkers(&fen.position)?;
        Ok(fen)
    }

    /// Reads a FEN, and lets pass what no game can lead to although moves can be made from it: composed positions and test suites
    /// have more men than a game, or checks that no last move can have given.
    ///
    /// # Errors
    ///
    /// As for [`Fen::read`], but for these.
    pub fn read_composed(text: &str, castling: Castling) -> Result<Fen, FenError> {
        let mut fields = text.split_ascii_whitespace();
        let mut doubts = Vec::new();
        let mut position = Position::EMPTY;

        read_board(fields.next().ok_or(FenError::Empty)?, &mut position, &mut doubts)?;
        check_men(&position)?;
        position.turn = match fields.next() {
            Some("w") => Color::White,
            Some("b") => Color::Black,
            Some(side @ ("W" | "B")) => {
                doubts.push(FenDoubt::SideToMoveCapital);
                if side == "W" { Color::White } else { Color::Black }
            }
            Some(other) => return Err(FenError::SideToMove(short(other))),
            None => return Err(FenError::NoSideToMove),
        };
        let (rights, passed) = (fields.next(), fields.next());
        let chess960 = read_rights(rights, castling, &mut position, &mut doubts)?;
        read_passed(passed, &mut position, &mut doubts)?;
        let clocks = (fields.next(), fields.next());
        read_clocks(clocks, &mut position, &mut doubts)?;
        match (rights, passed, clocks) {
            (None, ..) => doubts.push(FenDoubt::FieldsMissing(2)),
            (_, None, _) => doubts.push(FenDoubt::FieldsMissing(3)),
            (.., (None, _)) => doubts.push(FenDoubt::FieldsMissing(4)),
            (.., (_, None)) => doubts.push(FenDoubt::FieldsMissing(5)),
            _ => {}
        }
        if fields.next().is_some() {
            doubts.push(FenDoubt::TextAfter);
        }
        position.settle();
        check_waiting_king(&position)?;
        doubt_men(&position, &mut doubts);
        Ok(Fen { position, doubts, chess960 })
    }
}

/// A field, short enough for a sentence.
fn short(text: &str) -> String {
    if text.chars().count() <= 20 { text.to_owned() } else { text.chars().take(19).chain(['…']).collect() }
}

fn read_board(text: &str, position: &mut Position, doubts: &mut Vec<FenDoubt>) -> Result<(), FenError> {
    let ranks = text.split('/').count();
    if ranks != 8 {
        return Err(FenError::RankCount(ranks));
    }
    for (row, line) in text.split('/').enumerate() {
        let rank = 7 - row as u8;
        let mut file = 0usize;
        let mut after_digit = false;
        for letter in line.chars() {
            let digit = letter.to_digit(10);
            match (digit, u8::try_from(letter).ok().and_then(Man::from_letter)) {
                (Some(n @ 1..=9), _) => {
                    if after_digit && !doubts.contains(&FenDoubt::SplitNumber) {
                        doubts.push(FenDoubt::SplitNumber);
                    }
                    file += n as usize;
                }
                (None, Some(man)) => {
                    if file < 8 {
                        position.put(Square::at(file as u8, rank), man);
                    }
                    file += 1;
                }
                _ => return Err(FenError::Letter(letter)),
            }
            after_digit = digit.is_some();
        }
        if file != 8 {
            return Err(FenError::RankLength { rank: rank + 1, squares: file });
        }
    }
    Ok(())
}

/// Reads the rights and says whether they are those of Chess960.
fn read_rights(
    text: Option<&str>,
    castling: Castling,
    position: &mut Position,
    doubts: &mut Vec<FenDoubt>,
) -> Result<bool, FenError> {
    let text = text.unwrap_or("-");
    let by_file = |letter: char| matches!(letter.to_ascii_lowercase(), 'a'..='h');
    let chess960 = match castling {
        Castling::Standard => false,
        Castling::Chess960 => true,
        Castling::Either => needs_chess960(text, position),
    };
    if text == "-" {
        return Ok(chess960);
    }
    if text.len() > 8 {
        return Err(FenError::Rights(short(text)));
    }
    let mut odd = false;
    let mut previous = None;
    for letter in text.chars() {
        if letter == '-' {
            odd = true;
            continue;
        }
        if !by_file(letter) && !matches!(letter, 'K' | 'Q' | 'k' | 'q') {
            return Err(FenError::Rights(short(text)));
        }
        // White's rights come first.
        odd |= previous.is_some_and(|last: char| last.is_ascii_lowercase() && letter.is_ascii_uppercase());
        previous = Some(letter);
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match rook_of(letter, color, position, chess960) {
            Some(rook) => {
                let wing = if rook.file() > position.king(color).file() { Wing::King } else { Wing::Queen };
                if position.castling_rook(color, wing).is_some() {
                    odd = true;
                } else {
                    position.rights |= Bitboard::of(rook);
                }
            }
            None if !king_at_home(position, color, chess960) => doubts.push(FenDoubt::RightWithoutKing(letter)),
            None => doubts.push(FenDoubt::RightWithoutRook(letter)),
        }
    }
    if odd {
        doubts.push(FenDoubt::RightsSpelling);
    }
    Ok(chess960)
}

fn king_at_home(position: &Position, color: Color, chess960: bool) -> bool {
    let king = position.king(color);
    king.rank() == color.rank(0) && (chess960 || king.file() == 4)
}

/// The rook that a letter of the rights means.
fn rook_of(letter: char, color: Color, position: &Position, chess960: bool) -> Option<Square> {
    if !king_at_home(position, color, chess960) {
        return None;
    }
    let king = position.king(color);
    let rooks = position.men(color, Role::Rook) & Bitboard::rank(color.rank(0));
    let has = |square: Square| rooks.has(square).then_some(square);
    let rank = color.rank(0);
    match letter.to_ascii_uppercase() {
        // X-FEN: K and Q mean the outermost rook.
        'K' if chess960 => Some(rooks.last()).filter(|r| rooks.nonempty() && r.file() > king.file()),
        'Q' if chess960 => Some(rooks.first()).filter(|r| rooks.nonempty() && r.file() < king.file()),
        'K' => has(Square::at(7, rank)),
        'Q' => has(Square::at(0, rank)),
        file => {
            let file = (file as u8).wrapping_sub(b'A');
            let corner = file == 0 || file == 7;
            has(Square::at(file, rank)).filter(|r| r.file() != king.file() && (chess960 || corner))
        }
    }
}

/// Whether the rights make sense only in Chess960: rooks named by files other than the corners', or `KQkq` in an array of
/// Chess960 other than the standard one.
fn needs_chess960(text: &str, position: &Position) -> bool {
    if text.chars().any(|letter| matches!(letter.to_ascii_lowercase(), 'b'..='g')) {
        return true;
    }
    let named = text.chars().any(|letter| matches!(letter, 'a' | 'h' | 'A' | 'H'));
    let off_file = Color::ALL.into_iter().any(|color| position.king(color).file() != 4);
    (named && off_file) || (is_array(position) && *position.roles_of_standard() != position.board)
}

/// Whether this is a starting array of Chess960 (the standard one among them).
fn is_array(position: &Position) -> bool {
    let home = |color: Color| {
        position.men(color, Role::Pawn) == Bitboard::rank(color.rank(1))
            && (position.color(color) & Bitboard::rank(color.rank(0))).count() == 8
    };
    let men = |role| position.men(Color::White, role);
    let rooks = men(Role::Rook);
    let king = position.king(Color::White).file();
    home(Color::White)
        && home(Color::Black)
        && (0..8).all(|file| position.role_at(Square::at(file, 0)) == position.role_at(Square::at(file, 7)))
        && men(Role::Knight).count() == 2
        && men(Role::Queen).count() == 1
        && rooks.count() == 2
        && rooks.first().file() < king
        && king < rooks.last().file()
        && (men(Role::Bishop) & Bitboard::LIGHT).count() == 1
        && (men(Role::Bishop) & Bitboard::DARK).count() == 1
}

fn read_passed(text: Option<&str>, position: &mut Position, doubts: &mut Vec<FenDoubt>) -> Result<(), FenError> {
    let text = match text {
        None | Some("-") => return Ok(()),
        Some(text) => text,
    };
    let square = match *text.as_bytes() {
        [file, rank] => Square::from_letters(file, rank),
        _ => None,
    };
    let Some(square) = square else { return Err(FenError::EnPassant(short(text))) };
    let them = position.turn.other();
    let pawn = square.ahead(them);
    let origin = square.ahead(position.turn);
    let stood = square.rank() == them.rank(2)
        && position.man_at(pawn) == Some(Man { color: them, role: Role::Pawn })
        && position.man_at(square).is_none()
        && position.man_at(origin).is_none();
    if !stood {
        doubts.push(FenDoubt::EnPassantWithoutPawn(square));
        return Ok(());
    }
    position.passed = Some(square);
    // Before the double step, with the pawn back at its origin, the king of the side to move now cannot have been in check. The
    // square is believed all the same: the pawn stands where it must.
    let king = position.king(position.turn);
    let before = (position.occupied() ^ Bitboard::of(pawn)) | Bitboard::of(origin);
    let checkers = position.attackers(king, before) & position.color(them) & !Bitboard::of(pawn);
    if checkers.nonempty() {
        doubts.push(FenDoubt::EnPassantImpossible(square));
    }
    Ok(())
}

fn read_clocks(
    (half, full): (Option<&str>, Option<&str>),
    position: &mut Position,
    doubts: &mut Vec<FenDoubt>,
) -> Result<(), FenError> {
    const MOST: u32 = 20_000;
    if let Some(text) = half {
        match text.parse::<u32>() {
            Ok(clock) if clock <= MOST => position.halfmove_clock = clock,
            Ok(_) => doubts.push(FenDoubt::HalfmoveClock(short(text))),
            Err(_) if text == "-" || text.parse::<i64>().is_ok() => doubts.push(FenDoubt::HalfmoveClock(short(text))),
            Err(_) => return Err(FenError::HalfmoveClock(short(text))),
        }
    }
    if let Some(text) = full {
        match text.parse::<u32>() {
            Ok(number @ 1..=MOST) => position.fullmove_number = number,
            Ok(_) => doubts.push(FenDoubt::MoveNumber(short(text))),
            Err(_) if text == "-" || text.parse::<i64>().is_ok() => doubts.push(FenDoubt::MoveNumber(short(text))),
            Err(_) => return Err(FenError::MoveNumber(short(text))),
        }
    }
    // A clock cannot have run for longer than the game, nor while a pawn has just moved.
    let played = 2 * (position.fullmove_number - 1) + u32::from(position.turn == Color::Black);
    if half.is_some() && full.is_some() && position.halfmove_clock > played {
        doubts.push(FenDoubt::ClockBeyondGame { clock: position.halfmove_clock, plies: played });
    }
    if position.passed.is_some() && position.halfmove_clock > 0 {
        doubts.push(FenDoubt::ClockAfterPawnMove(position.halfmove_clock));
    }
    Ok(())
}

fn check_waiting_king(position: &Position) -> Result<(), FenError> {
    let waiting = position.turn.other();
    let king = position.king(waiting);
    let attackers = position.attackers(king, position.occupied()) & position.color(position.turn);
    if attackers.nonempty() {
        return Err(FenError::OpponentInCheck { king, checker: attackers.first() });
    }
    Ok(())
}

impl Position {
    /// Reads a FEN, doubtful or not, by the rights of either chess or Chess960.
    ///
    /// # Errors
    ///
    /// The first reason why no game can be played from it.
    pub fn from_fen(text: &str) -> Result<Position, FenError> {
        Fen::read(text, Castling::Either).map(|fen| fen.position)
    }

    fn roles_of_standard(&self) -> &'static [Option<Role>; 64] {
        static STANDARD: Position = Position::STANDARD;
        &STANDARD.board
    }

    /// The FEN of the position: rights as X-FEN, the square for a capture in passing only if there is a legal one.
    pub fn fen(&self) -> String {
        self.display_fen().to_string()
    }

    /// The same, written without an intermediate string.
    pub fn display_fen(&self) -> impl fmt::Display + '_ {
        DisplayFen(self)
    }
}

struct DisplayFen<'a>(&'a Position);

impl fmt::Display for DisplayFen<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write as _;
        let position = self.0;
        for rank in (0..8).rev() {
            let mut empty = 0;
            for file in 0..8 {
                match position.man_at(Square::at(file, rank)) {
                    None => empty += 1,
                    Some(man) => {
                        if empty > 0 {
                            write!(f, "{empty}")?;
                            empty = 0;
                        }
                        f.write_char(man.letter() as char)?;
                    }
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if rank > 0 {
                f.write_char('/')?;
            }
        }
        f.write_str(if position.turn == Color::White { " w " } else { " b " })?;
        if position.rights.is_empty() {
            f.write_char('-')?;
        }
        for color in Color::ALL {
            for wing in Wing::ALL {
                if let Some(rook) = position.castling_rook(color, wing) {
                    f.write_char(right_letter(position, color, wing, rook))?;
                }
            }
        }
        match position.en_passant {
            Some(square) => write!(f, " {square}")?,
            None => f.write_str(" -")?,
        }
        write!(f, " {} {}", position.halfmove_clock, position.fullmove_number)
    }
}

/// `K` or `Q` for the outermost rook, else the letter of its file.
fn right_letter(position: &Position, color: Color, wing: Wing, rook: Square) -> char {
    let rooks = position.men(color, Role::Rook) & Bitboard::rank(color.rank(0));
    let letter = match wing {
        Wing::King if rooks.last() == rook => b'K',
        Wing::Queen if rooks.first() == rook => b'Q',
        _ => rook.file_letter().to_ascii_uppercase(),
    };
    (if color == Color::White { letter } else { letter.to_ascii_lowercase() }) as char
}
