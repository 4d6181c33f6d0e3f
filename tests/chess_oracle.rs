//! The engine against an independent one, and against tables of facts.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeSet;
use std::path::Path;

use jadoube::chess::{Castling, Color, Fen, FenDoubt, FenError, Move, MoveList, Position, San};

/// SplitMix64: the same games on every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

fn full() -> bool {
    std::env::var_os("JADOUBE_FULL").is_some()
}

fn moves_of(position: &Position) -> Vec<Move> {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    list.to_vec()
}

/// A starting array of Chess960, drawn without regard to its number.
fn array(random: &mut Random) -> String {
    loop {
        let mut men = *b"RNBQKBNR";
        for i in (1..8).rev() {
            men.swap(i, random.below(i + 1));
        }
        let at = |letter: u8| men.iter().position(|&m| m == letter).unwrap();
        let last = |letter: u8| men.iter().rposition(|&m| m == letter).unwrap();
        if at(b'R') < at(b'K') && at(b'K') < last(b'R') && at(b'B') % 2 != last(b'B') % 2 {
            let white = String::from_utf8(men.to_vec()).unwrap();
            let files = |a: usize, b: usize| [(b'a' + a as u8) as char, (b'a' + b as u8) as char];
            let rights: String = files(last(b'R'), at(b'R')).iter().collect();
            let upper = rights.to_uppercase();
            return format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{white} w {upper}{rights} - 0 1", white.to_lowercase());
        }
    }
}

fn squares(moves: &[Move]) -> BTreeSet<String> {
    moves.iter().map(|mv| mv.uci(true).to_string()).collect()
}

fn oracle_moves(board: &cozy_chess::Board) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    board.generate_moves(|moves| {
        all.extend(moves.into_iter().map(|mv| mv.to_string()));
        false
    });
    all
}

/// Everything one position is compared by.
fn compare(position: &Position, board: &cozy_chess::Board, random: &mut Random) {
    let moves = moves_of(position);
    let fen = position.fen();
    assert_eq!(squares(&moves), oracle_moves(board), "{fen}");
    assert_eq!(position.is_check(), !board.checkers().is_empty(), "{fen}");
    assert_eq!(position.halfmove_clock(), u32::from(board.halfmove_clock()), "{fen}");
    assert_eq!(position.has_legal_move(), !moves.is_empty(), "{fen}");

    // What is kept up to date must equal what is worked out anew.
    let anew = Fen::read(&fen, Castling::Chess960).unwrap().position;
    assert_eq!(anew.key(), position.key(), "{fen}");
    assert_eq!(anew.checkers(), position.checkers(), "{fen}");
    assert_eq!(anew.fen(), fen);

    let mut words = BTreeSet::new();
    for &mv in &moves {
        let word = position.san(mv);
        let san = San::parse(word.as_bytes()).unwrap_or_else(|| panic!("{fen}: {word}"));
        assert_eq!(position.resolve(&san), Ok(mv), "{fen}: {word}");
        assert!(words.insert(word.to_string()), "{fen}: {word} twice");
        assert!(position.is_legal(mv));
    }
    // Any other pair of squares is no legal move.
    let (from, to) = (random.below(64) as u8, random.below(64) as u8);
    let mv = Move::normal(jadoube::chess::Square::new(from), jadoube::chess::Square::new(to));
    assert_eq!(position.is_legal(mv), moves.contains(&mv), "{fen}: {mv:?}");
}

#[test]
fn random_games_agree_with_another_engine() {
    let wanted = if full() { 100_000 } else { 10_000 };
    let mut random = Random(20_240_102);
    let mut positions = 0;
    let mut game = 0;
    while positions < wanted {
        game += 1;
        let chess960 = game % 2 == 0;
        let start = if chess960 { array(&mut random) } else { Position::STANDARD.fen() };
        let mut position = Fen::read(&start, Castling::Either).unwrap().position;
        let standard = position.king(Color::White).file() == 4 && start.contains("HAha");
        assert_eq!(position.needs_chess960(), chess960 && !standard, "{start}");
        let mut board = cozy_chess::Board::from_fen(&start, chess960).unwrap();
        for _ in 0..200 {
            compare(&position, &board, &mut random);
            positions += 1;
            let moves = moves_of(&position);
            if moves.is_empty() || position.halfmove_clock() >= 100 {
                break;
            }
            // Castle and take in passing whenever possible: chance alone seldom gets there.
            let rare = moves.iter().find(|mv| mv.is_castling() || mv.is_en_passant());
            let mv = *rare.filter(|_| random.below(2) == 0).unwrap_or(&moves[random.below(moves.len())]);
            board.play(mv.uci(true).to_string().parse().unwrap());
            position.play(mv);
        }
    }
}

/// Rows of the table on which this reader differs on purpose.
///
/// * A square for a capture in passing that no pawn has just passed is doubtful, not a fault: whoever wrote it, the game is
///   played on the board without it, and a record is not lost for it.
/// * A check that cannot have come from the double step named in the FEN: without that square the position is possible.
/// * `17` for eight empty squares is badly written, but adds up.
fn differs_on_purpose(kinds: &str, doubts: &[FenDoubt]) -> bool {
    doubts.iter().any(|doubt| match doubt {
        FenDoubt::EnPassantWithoutPawn(_) => kinds == "INVALID_EP_SQUARE",
        FenDoubt::EnPassantImpossible(_) => kinds == "IMPOSSIBLE_CHECK",
        FenDoubt::SplitNumber => kinds == "SYNTAX",
        _ => false,
    })
}

#[test]
fn validity_table() {
    let table = Path::new("../shared/cases/fen_validity.tsv");
    if !table.exists() {
        eprintln!("skipped: the acceptance tables are not beside the project");
        return;
    }
    let text = std::fs::read_to_string(table).unwrap();
    let mut on_purpose = 0;
    let mut wrong = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let (valid, chess960, fen, kinds) = (cells[0] == "valid", cells[1] == "1", cells[2], cells[3]);
        let castling = if chess960 { Castling::Chess960 } else { Castling::Standard };
        let read = Fen::read(fen, castling);
        if read.as_ref().is_ok_and(|read| differs_on_purpose(kinds, &read.doubts)) {
            on_purpose += 1;
        } else if read.is_ok() != valid {
            wrong.push(format!("{line}: {:?}", read.map(|fen| fen.doubts)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(on_purpose < 20, "{on_purpose}");
}

#[test]
fn faults_have_names() {
    let fault = |fen: &str| Fen::read(fen, Castling::Standard).unwrap_err();
    use Color::{Black, White};
    assert_eq!(fault(""), FenError::Empty);
    assert_eq!(fault("8/8/8/8/8/8/8 w - - 0 1"), FenError::RankCount(7));
    assert_eq!(fault("4k3/8/8/9/8/8/8/4K3 w - - 0 1"), FenError::RankLength { rank: 5, squares: 9 });
    assert_eq!(fault("4k3/8/8/3X4/8/8/8/4K3 w - - 0 1"), FenError::Letter('X'));
    assert_eq!(fault("8/8/8/8/8/8/8/4K3 w - - 0 1"), FenError::NoKing(Black));
    assert_eq!(fault("4k3/8/8/8/8/8/8/K3K3 w - - 0 1"), FenError::ManyKings(White, 2));
    assert!(matches!(fault("4k2P/8/8/8/8/8/8/4K3 w - - 0 1"), FenError::PawnOnBackRank(_)));
    assert_eq!(fault("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1"), FenError::ManyPawns(White, 9));
    assert_eq!(fault("4k3/8/8/8/8/QQQQQQQQ/PPPPPPPP/4K3 b - - 0 1"), FenError::ManyMen(White, 17));
    assert_eq!(fault("4k3/8/8/8/8/8/8/4K3"), FenError::NoSideToMove);
    assert_eq!(fault("4k3/8/8/8/8/8/8/4K3 x - - 0 1"), FenError::SideToMove("x".into()));
    assert_eq!(fault("4k3/8/8/8/8/8/8/4K3 w XY - 0 1"), FenError::Rights("XY".into()));
    assert_eq!(fault("4k3/8/8/8/8/8/8/4K3 w - x 0 1"), FenError::EnPassant("x".into()));
    assert_eq!(fault("4k3/8/8/8/8/8/8/4K3 w - - a 1"), FenError::HalfmoveClock("a".into()));
    assert_eq!(fault("4k3/8/8/8/8/8/8/4K3 w - - 0 b"), FenError::MoveNumber("b".into()));
    assert!(matches!(fault("7k/7R/8/8/8/8/8/K7 w - - 0 1"), FenError::OpponentInCheck { .. }));
    assert_eq!(fault("k3R3/8/1N6/8/8/8/8/B3K2B b - - 0 1"), FenError::ManyCheckers(3));
    assert!(matches!(fault("4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1"), FenError::ImpossibleCheck(..)));
}

#[test]
fn doubts_have_names() {
    let doubts = |fen: &str| Fen::read(fen, Castling::Standard).unwrap().doubts;
    let only = |fen: &str, doubt: FenDoubt| assert_eq!(doubts(fen), [doubt], "{fen}");
    let square = |letters: &[u8; 2]| jadoube::chess::Square::from_letters(letters[0], letters[1]).unwrap();
    assert_eq!(doubts("4k3/8/8/8/8/8/4P3/4K3 w - - 5 40"), []);
    only("4k3/8/8/8/8/8/8/4K3 w", FenDoubt::FieldsMissing(2));
    only("4k3/8/8/8/8/8/8/4K3 w -", FenDoubt::FieldsMissing(3));
    only("4k3/8/8/8/8/8/8/4K3 w - -", FenDoubt::FieldsMissing(4));
    only("4k3/8/8/8/8/8/8/4K3 w - - 0", FenDoubt::FieldsMissing(5));
    only("4k3/8/8/8/8/8/8/4K3 w - - 0 1 bm", FenDoubt::TextAfter);
    only("4k3/8/8/8/8/8/8/4K3 W - - 0 1", FenDoubt::SideToMoveCapital);
    only("4k3/44/8/8/8/8/8/4K3 w - - 0 1", FenDoubt::SplitNumber);
    only("r3k3/8/8/8/8/8/8/4K2R w qK - 0 1", FenDoubt::RightsSpelling);
    only("4k3/8/8/8/8/8/8/4K3 w K - 0 1", FenDoubt::RightWithoutRook('K'));
    only("4k3/8/8/8/8/8/8/5K1R w K - 0 1", FenDoubt::RightWithoutKing('K'));
    only("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", FenDoubt::EnPassantWithoutPawn(square(b"e6")));
    only("8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1", FenDoubt::EnPassantImpossible(square(b"d3")));
    only("4k3/8/8/8/8/8/8/4K3 w - - -3 1", FenDoubt::HalfmoveClock("-3".into()));
    only("4k3/8/8/8/8/8/8/4K3 w - - 0 0", FenDoubt::MoveNumber("0".into()));
    only("4k3/8/8/8/8/8/8/4K3 w - - 9 2", FenDoubt::ClockBeyondGame { clock: 9, plies: 2 });
    only("4k3/8/8/8/4P3/8/8/4K3 b - e3 4 9", FenDoubt::ClockAfterPawnMove(4));
    only("QQQ1k3/8/8/8/8/8/PPPPPPPP/4K3 b - - 0 30", FenDoubt::ManyPromotions(Color::White));
}
