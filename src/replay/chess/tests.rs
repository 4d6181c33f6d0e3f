#![allow(clippy::unwrap_used, clippy::panic)]

use super::replay;
use crate::checks::{Check, Findings, Selection};
use crate::chess::{Move, Position};
use crate::finding::{Finding, Severity};
use crate::input::charset::Charset;
use crate::pgn::{Lexed, lex};
use crate::record::{Format, RawRecord};
use crate::replay::{ChessReplay, StopReason, Variant};

const ROSTER: &str = "[Event \"T\"]\n[Result \"*\"]\n";

fn record(text: &str) -> (ChessReplay, Vec<Finding>) {
    let raw = RawRecord { format: Format::Pgn, bytes: text.as_bytes(), charset: Charset::Utf8 };
    let mut lexed = Lexed::default();
    lex(text.as_bytes(), &mut lexed);
    let mut out = ChessReplay::default();
    let mut findings = Findings::new(Selection::default());
    replay(&raw, &lexed, &mut out, &mut findings);
    (out, findings.take())
}

/// A game without more tags than it needs.
fn game(moves: &str) -> (ChessReplay, Vec<Finding>) {
    record(&format!("{ROSTER}\n{moves} *\n"))
}

/// A game from a position.
fn from(fen: &str, moves: &str) -> (ChessReplay, Vec<Finding>) {
    record(&format!("{ROSTER}[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{moves} *\n"))
}

fn names(findings: &[Finding]) -> Vec<(&'static str, Option<u32>)> {
    findings.iter().map(|f| (f.check.name(), f.ply)).collect()
}

/// The main line in SAN.
fn line(out: &ChessReplay) -> String {
    let mut position = out.start;
    let mut words = Vec::new();
    for ply in &out.plies {
        match ply.mv {
            Some(mv) => {
                words.push(position.san(mv).to_string());
                position.play(mv);
            }
            None => {
                words.push("--".to_owned());
                position.play_null();
            }
        }
        assert_eq!(ply.key, position.key());
        assert_eq!(ply.check, position.is_check());
    }
    assert_eq!(position, out.end);
    words.join(" ")
}

/// The record with all its repairs made.
fn repaired(text: &str, findings: &[Finding]) -> String {
    let mut edits: Vec<_> = findings.iter().filter_map(|f| f.fix.as_ref()).flat_map(|fix| fix.edits.clone()).collect();
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut bytes = text.as_bytes().to_vec();
    for edit in edits.iter().rev() {
        bytes.splice(edit.span.range(), edit.text.iter().copied());
    }
    String::from_utf8(bytes).unwrap()
}

/// A game whose every fault has a repair: repaired, it says nothing more and its moves are the same.
fn mends(moves: &str, expected: &str) -> Vec<Finding> {
    let text = format!("{ROSTER}\n{moves} *\n");
    let (out, findings) = record(&text);
    let shown: Vec<_> = findings.iter().map(|f| &f.message).collect();
    assert_eq!(line(&out), expected, "{moves}: {shown:?}");
    assert!(out.is_complete());
    assert!(findings.iter().all(|f| f.severity <= Severity::Warning));
    let mended = repaired(&text, &findings);
    let (again, left) = record(&mended);
    assert_eq!(line(&again), expected, "{mended}");
    assert_eq!(names(&left), [], "{mended}");
    findings
}

#[test]
fn a_clean_game_is_silent() {
    let (out, findings) = game("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O Bg4 6. h3 Bxf3 7. Qxf3 Qf6");
    assert_eq!(names(&findings), []);
    assert_eq!(out.plies.len(), 14);
    assert_eq!((out.unreplayed, out.stop), (0, None));
    assert_eq!(line(&out), "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O Bg4 h3 Bxf3 Qxf3 Qf6");
}

#[test]
fn dialects_mean_one_move() {
    for (moves, expected, count) in [
        ("1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6", "e4 e5 Nf3 Nc6", 4),
        ("1. e2e4 e7e5 2. g1f3 b8c6", "e4 e5 Nf3 Nc6", 4),
        ("1. e4 d5 2. e4xd5 Qd8xd5", "e4 d5 exd5 Qxd5", 2),
        ("1. e4 d5 2. ed5 Qd5", "e4 d5 exd5 Qxd5", 2),
        ("1. e4 d5 2. ed Q:d5", "e4 d5 exd5 Qxd5", 2),
        ("1. e4 d5 2. e:d5 QXd5", "e4 d5 exd5 Qxd5", 2),
        ("1. e4 d5 2. ed5: Qd5:", "e4 d5 exd5 Qxd5", 2),
        ("1. Pe4 Pe5 2. Nf3", "e4 e5 Nf3", 2),
        ("1. E4 E5 2. NF3 NC6", "e4 e5 Nf3 Nc6", 4),
        ("1. e4 e5 2. nf3 nc6 3. bc4 bc5", "e4 e5 Nf3 Nc6 Bc4 Bc5", 4),
        ("1. e4 e5 2. ♘f3 ♞c6", "e4 e5 Nf3 Nc6", 2),
        ("1. e4 e5 2. Ngf3 Nbc6 3. Bf1c4", "e4 e5 Nf3 Nc6 Bc4", 3),
        ("1. e4 e5 2. N-f3 Nc6", "e4 e5 Nf3 Nc6", 1),
        ("1. e4 e5 2. Nxf3 Nc6", "e4 e5 Nf3 Nc6", 1),
        ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 Nf6", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6", 1),
        ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. OO Nf6", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6", 1),
        ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. o-o Nf6", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6", 1),
        ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. e1g1 Nf6", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6", 1),
        ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. Kg1 Nf6", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6", 1),
        ("1. e4 a6 2. e5 d5 3. exd6e.p. a5", "e4 a6 e5 d5 exd6 a5", 1),
        ("1. e4 a6 2. e5 d5 3. exd6 e.p. a5", "e4 a6 e5 d5 exd6 a5", 1),
        ("1. e4 a6 2. e5 d5 3. ed a5", "e4 a6 e5 d5 exd6 a5", 1),
        ("1. e4 f6 2. Qh5 + g6", "e4 f6 Qh5+ g6", 1),
        ("1. e4 f6 2. Qh5++ g6", "e4 f6 Qh5+ g6", 1),
        ("1. e4 f6 2. d1h5 g6", "e4 f6 Qh5+ g6", 1),
    ] {
        let findings = mends(moves, expected);
        let odd = findings.iter().filter(|f| f.check == Check::NonstandardMove).count();
        assert_eq!((odd, findings.len()), (count, count), "{moves}: {:?}", names(&findings));
    }
}

#[test]
fn promotions_in_every_spelling() {
    for word in ["e8Q", "e8(Q)", "e8/Q", "e8=q", "e8q", "e7e8q", "e7-e8=Q", "e8=(Q)", "e8=♕", "Pe8=Q"] {
        let (out, findings) = from("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", &format!("1. {word}"));
        assert_eq!(line(&out), "e8=Q", "{word}");
        assert_eq!(names(&findings), [("nonstandard-move", Some(1))], "{word}");
    }
    for word in ["e8", "e8=", "e7-e8", "e7e8"] {
        let (out, findings) = from("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", &format!("1. {word} Kf7"));
        assert_eq!(names(&findings), [("missing-promotion", Some(1))], "{word}");
        assert_eq!((out.plies.len(), out.unreplayed), (0, 2), "{word}");
    }
    for word in ["e8=K", "e8=P"] {
        let (_, findings) = from("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", &format!("1. {word}"));
        assert_eq!(names(&findings), [("illegal-move", Some(1))], "{word}");
    }
}

#[test]
fn languages_are_inferred_over_the_whole_game() {
    for (language, moves) in [
        ("German", "1. e4 e5 2. Sf3 Sc6 3. Lc4 Lc5 4. De2 Sf6 5. 0-0 0-0 6. Te1"),
        ("Dutch", "1. e4 e5 2. Pf3 Pc6 3. Lc4 Lc5 4. De2 Pf6 5. 0-0 0-0 6. Te1"),
        ("French", "1. e4 e5 2. Cf3 Cc6 3. Fc4 Fc5 4. De2 Cf6 5. 0-0 0-0 6. Te1"),
        ("Spanish", "1. e4 e5 2. Cf3 Cc6 3. Ac4 Ac5 4. De2 Cf6 5. 0-0 0-0 6. Te1"),
        ("Portuguese", "1. e4 e5 2. Cf3 Cc6 3. Bc4 Bc5 4. De2 Cf6 5. 0-0 0-0 6. Te1"),
        ("Romanian", "1. e4 e5 2. Cf3 Cc6 3. Nc4 Nc5 4. De2 Cf6 5. 0-0 0-0 6. Te1"),
        ("Finnish", "1. e4 e5 2. Rf3 Rc6 3. Lc4 Lc5 4. De2 Rf6 5. 0-0 0-0 6. Te1"),
        ("Hungarian", "1. e4 e5 2. Hf3 Hc6 3. Fc4 Fc5 4. Ve2 Hf6 5. 0-0 0-0 6. Be1"),
        ("Polish", "1. e4 e5 2. Sf3 Sc6 3. Gc4 Gc5 4. He2 Sf6 5. 0-0 0-0 6. We1"),
        ("Czech", "1. e4 e5 2. Jf3 Jc6 3. Sc4 Sc5 4. De2 Jf6 5. 0-0 0-0 6. Ve1"),
        ("Russian", "1. e4 e5 2. Кf3 Кc6 3. Сc4 Сc5 4. Фe2 Кf6 5. 0-0 0-0 6. Лe1"),
        ("Icelandic", "1. e4 e5 2. Rf3 Rc6 3. Bc4 Bc5 4. De2 Rf6 5. 0-0 0-0 6. He1"),
    ] {
        let expected = "e4 e5 Nf3 Nc6 Bc4 Bc5 Qe2 Nf6 O-O O-O Re1";
        let findings = mends(moves, expected);
        assert!(findings.iter().any(|f| f.message.contains(language)), "{language}: {:?}", findings[0].message);
        // Two castlings with zeros; letters that are English ones by chance are right.
        let bishops = if matches!(language, "Portuguese" | "Icelandic") { 2 } else { 0 };
        assert_eq!(findings.len(), 9 - bishops, "{language}");
    }
}

#[test]
fn the_russian_king_has_two_letters() {
    let findings = mends("1. e4 e5 2. Крe2 Крe7 3. Кf3 Кf6", "e4 e5 Ke2 Ke7 Nf3 Nf6");
    assert_eq!(findings.len(), 4);
}

#[test]
fn a_letter_of_another_language_is_never_a_pawn() {
    // Two knights of German hidden in a game that does not replay: nothing is guessed.
    let (out, findings) = game("1. e4 e5 2. Sf3 Sc6 3. Lxh7");
    assert_eq!(names(&findings), [("unreadable-move", Some(3))]);
    assert_eq!((out.plies.len(), out.unreplayed), (2, 3));
    assert!(findings[0].help.as_ref().unwrap().contains("German"), "{:?}", findings[0].help);
}

#[test]
fn a_word_that_is_no_move_lacks_no_number() {
    let (_, findings) = game("1. e4 e5 resigns");
    assert_eq!(names(&findings), [("unreadable-move", Some(3))]);
    // A move without its number is still told, and only that one is mended.
    let (_, findings) = game("1. e4 e5 Nf3 Nc6 resigns");
    assert_eq!(names(&findings), [("missing-move-number", Some(3)), ("unreadable-move", Some(5))]);
    assert_eq!(findings[0].fix.as_ref().unwrap().edits.len(), 1);
}

#[test]
fn descriptive_notation_is_not_guessed_at() {
    for word in ["P-K4", "P-B4", "P-QB4", "N-KB3", "B-B4", "PxP", "Kt-KB3", "N-B3ch"] {
        let (_, findings) = game(&format!("1. {word} e5"));
        assert_eq!(names(&findings), [("unreadable-move", Some(1))], "{word}");
        assert!(findings[0].help.as_ref().unwrap().contains("descriptive"), "{word}");
    }
}

#[test]
fn a_promotion_alone_can_tell_the_language() {
    let (out, findings) = from("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "1. e8=D Kf6 2. Kd2");
    assert_eq!((line(&out).as_str(), names(&findings)), ("e8=Q Kf6 Kd2", vec![("nonstandard-move", Some(1))]));
}

#[test]
fn two_languages_that_fit_are_ambiguous() {
    // Dutch has its knight where English writes out the pawn.
    let (out, findings) = game("1. e4 e5 2. Pf3 Pc6");
    assert_eq!(names(&findings), [("ambiguous-move", Some(3))]);
    assert_eq!(out.stop.unwrap().reason, StopReason::Ambiguous);
}

#[test]
fn a_small_b_may_be_pawn_or_bishop() {
    let fen = "4k3/8/8/8/2p5/1P1B4/8/4K3 w - - 0 1";
    let (_, findings) = from(fen, "1. bc4");
    assert_eq!(names(&findings), [("ambiguous-move", Some(1))]);
    let (out, findings) = from(fen, "1. bxc4");
    assert_eq!((line(&out).as_str(), findings.len()), ("bxc4", 0));
    let (out, findings) = from("4k3/8/8/8/2p5/3B4/8/4K3 w - - 0 1", "1. bxc4");
    assert_eq!((line(&out).as_str(), names(&findings)), ("Bxc4", vec![("nonstandard-move", Some(1))]));
}

#[test]
fn illegal_moves_say_why() {
    for (fen, word, reason, law) in [
        ("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", "Nd5", "the knight on c3 is pinned by the bishop on b4", "3.9.2"),
        ("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "castling through f1, attacked by the rook on f8", "3.8.2.2.1"),
        ("6k1/8/8/8/4r3/8/8/4K2R w K - 0 1", "O-O", "castling out of check by the rook on e4", "3.8.2.2.1"),
        ("4k3/8/8/8/8/8/6r1/R3K2R w KQ - 0 1", "O-O", "castling into check: g1 is attacked by the rook on g2", "3.8.2.2.1"),
        ("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "O-O-O", "the knight on b1 stands in the way of castling", "3.8.2.2.2"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "O-O-O", "White has lost the right to castle on the queen's side", "3.8.2.1"),
        ("4k3/8/8/8/8/8/8/4K2R b K - 0 1", "Rd5", "there is no black rook on the board", "3.3"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Rd5", "the white rook on h1 cannot reach d5", "3.3"),
        ("4k3/8/8/8/8/8/P7/R3K3 w - - 0 1", "Ra5", "the way of the rook on a1 to a5 is blocked by the pawn on a2", "3.5"),
        ("4k3/8/8/8/8/8/P7/R3K3 w - - 0 1", "Ra2", "a2 is occupied by the white pawn on a2", "3.1"),
        ("4k3/8/8/8/8/8/4r3/K7 w - - 0 1", "Kb2", "b2 is attacked by the rook on e2", "3.9.2"),
        ("4k3/8/8/8/8/8/8/K6r w - - 0 1", "Kb1", "b1 is attacked by the rook on h1", "3.9.2"),
        ("k6r/8/8/8/8/8/6B1/K7 b - - 0 1", "Rh7", "it leaves the king on a8 in check by the bishop on g2", "3.9.2"),
        ("4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e4", "the black knight on e3 stands in the way of the pawn on e2", "3.7.2"),
        ("4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1", "exe5", "no white pawn can take on e5", "3.7.3"),
        ("4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1", "e5", "the black pawn on e5 blocks the pawn on e4", "3.7.1"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2", "exd6", "the pawn on d5 has not just moved two squares", "3.7.3.2"),
        ("8/8/8/K2pP2r/8/8/8/7k w - d6 0 2", "exd6", "would expose the king on a5 to the rook on h5", "3.9.2"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e5", "no white pawn can reach e5", "3.7.1"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "exd3", "there is nothing to take on d3", "3.7.3"),
        ("4k3/8/8/8/8/2N5/8/4K3 w - - 0 1", "Ngd5", "no white knight stands on the g-file", "3.6"),
        ("4k3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8=Q", "the black king on e8 blocks the pawn on e7", "3.7.1"),
    ] {
        let moves = if fen.contains(" b ") { format!("1... {word}") } else { format!("1. {word}") };
        let (out, findings) = from(fen, &moves);
        let moves: Vec<_> = findings.iter().filter(|f| f.check == Check::IllegalMove).collect();
        let [finding] = moves[..] else { panic!("{fen} {word}: {:?}", names(&findings)) };
        assert!(finding.message.contains(reason), "{fen} {word}: {}", finding.message);
        assert_eq!(finding.law.as_deref(), Some(format!("FIDE 2023 {law}").as_str()), "{fen} {word}");
        assert_eq!(finding.position, Some(out.start.fen()), "{fen} {word}");
        assert_eq!((out.plies.len(), out.unreplayed), (0, 1));
    }
}

#[test]
fn after_an_illegal_move_the_line_is_silent() {
    let (out, findings) = game("1. e4 e5 2. Ke3 (2. Nf3 Nc6 3. Qa5 Zz) Nc6 (2... Qz9) 9. Nf3 garbage");
    assert_eq!(names(&findings), [("illegal-move", Some(3)), ("illegal-move", Some(5))]);
    assert_eq!(findings[1].variation.as_deref(), Some("3.1"));
    assert_eq!((out.plies.len(), out.unreplayed), (2, 4));
    assert!(!out.is_complete());
}

#[test]
fn variations_start_before_the_move_they_replace() {
    let moves = "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5 (2... Nf6 3. e5) 3. exd5) (2. d4) 2... d6) (1... e6) 2. Nf3";
    let (out, findings) = game(moves);
    assert_eq!(names(&findings), []);
    assert_eq!(line(&out), "e4 e5 Nf3");
    let (_, findings) = game("1. e4 e5 (1... c5 2. Nf3 (2. c3) (2. Ke3) 2... d6) 2. Nf3");
    assert_eq!(names(&findings), [("illegal-move", Some(3))]);
    assert_eq!(findings[0].variation.as_deref(), Some("2.1/3.2"));
}

#[test]
fn deep_variations_cost_little() {
    let depth = 100_000;
    let (out, findings) = game(&format!("1. e4 {} {}", "(1. d4 ".repeat(depth), ")".repeat(depth)));
    assert_eq!((out.plies.len(), findings.len()), (1, 0));
    let (out, findings) = game(&format!("1. e4 {} (1. Ke3", "(1. d4 ".repeat(100)));
    assert_eq!(out.plies.len(), 1);
    let path = findings[0].variation.as_ref().unwrap();
    assert!(path.len() < 100 && path.contains('…'), "{path}");
}

#[test]
fn a_variation_before_any_move_is_misplaced() {
    let (out, findings) = game("(1. d4 d5) 1. e4 e5");
    assert_eq!(names(&findings), [("misplaced-variation", Some(1))]);
    assert_eq!(line(&out), "e4 e5");
    let (out, findings) = game("1. e4 () e5 ( ) 2. Nf3");
    assert_eq!((line(&out).as_str(), findings.len()), ("e4 e5 Nf3", 0));
}

#[test]
fn check_marks() {
    for (moves, mended) in [
        ("1. e4+ e5", "e4 e5"),
        ("1. e4# e5", "e4 e5"),
        ("1. f3 e5 2. g4 Qh4", "f3 e5 g4 Qh4#"),
        ("1. f3 e5 2. g4 Qh4+", "f3 e5 g4 Qh4#"),
        ("1. e4 f6 2. Qh5 g6", "e4 f6 Qh5+ g6"),
        ("1. e4 f6 2. Qh5# g6", "e4 f6 Qh5+ g6"),
    ] {
        let findings = mends(moves, mended);
        assert_eq!(findings.len(), 1, "{moves}");
        assert_eq!(findings[0].check, Check::WrongCheckMark, "{moves}");
    }
    // In a variation the end of the line is looked at too.
    let (_, findings) = game("1. f3 e5 2. g4 (2. g3) Qh4# (2... d6 3. e4 Qh4+)");
    assert_eq!(names(&findings), []);
    let (_, findings) = game("1. f3 e5 2. g3 (2. g4 Qh4+) d5");
    assert_eq!(names(&findings), [("wrong-check-mark", Some(4))]);
}

#[test]
fn the_end_of_the_game() {
    let (out, findings) = game("1. f3 e5 2. g4 Qh4# 3. a3 a6");
    assert_eq!(names(&findings), [("move-after-end", Some(5))]);
    assert_eq!((out.plies.len(), out.unreplayed, out.checkmate), (4, 2, true));
    let (out, findings) = from("7k/8/8/6Q1/8/8/8/K7 w - - 0 1", "1. Qg6 Kh7");
    assert_eq!(names(&findings), [("move-after-end", Some(2))]);
    assert!(out.stalemate && findings[0].message.contains("stalemate"));
}

#[test]
fn kings_in_the_centre_are_a_sign() {
    let ended = |moves: &str| record(&format!("[Result \"1-0\"]\n\n{moves} 1-0\n"));
    for moves in ["1. e4 e5 2. Ke4", "1. e4 e5 2. Ke4 Kd5", "1. f3 e5 2. g4 Qh4# 3. Kd4 Ke5"] {
        let (out, findings) = ended(moves);
        assert!(out.is_complete() && out.unreplayed == 0, "{moves}");
        assert_eq!(names(&findings).iter().map(|f| f.0).collect::<Vec<_>>(), ["king-to-centre"], "{moves}");
    }
    let (_, findings) = ended("1. e4 e5 2. Ke4 Nf6 3. Nf3");
    assert_eq!(names(&findings), [("illegal-move", Some(3))]);
    // A king next to the square makes an illegal move.
    let (_, findings) = from("8/8/8/3k4/8/3K4/8/8 w - - 0 1", "1. Kd4");
    assert_eq!(names(&findings), [("illegal-move", Some(1))]);
}

#[test]
fn move_numbers() {
    for (moves, expected) in [
        ("1. e4 e5 7. Nf3 Nc6 8. Bb5", "e4 e5 Nf3 Nc6 Bb5"),
        ("1. e4 e5 1... Nf3 Nc6", "e4 e5 Nf3 Nc6"),
        ("e4 e5 Nf3 Nc6", "e4 e5 Nf3 Nc6"),
        ("1. e4 e5 2... Nf3 (2... d4) Nc6", "e4 e5 Nf3 Nc6"),
        ("2. e4 e5 3. Nf3 (3. d4 exd4 4. c3) Nc6", "e4 e5 Nf3 Nc6"),
    ] {
        let findings = mends(moves, expected);
        assert_eq!(findings.iter().filter(|f| f.variation.is_none()).count(), 1, "{moves}: {:?}", names(&findings));
    }
    for moves in ["1.e4 1...e5 2.Nf3 2...Nc6", "1. e4 {comment} e5 2 Nf3 Nc6", "1. e4 e5 (1... c5) 2. Nf3"] {
        assert_eq!(names(&game(moves).1), [], "{moves}");
    }
    let black = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(names(&from(black, "1. ... e5 2. Nf3").1), []);
    assert_eq!(names(&from(black, "1... e5 2. Nf3").1), []);
    assert_eq!(names(&from(black, "2... e5 3. Nf3").1), [("wrong-move-number", Some(1))]);
}

#[test]
fn null_moves() {
    let (out, findings) = game("1. e4 -- 2. d4 Z0 3. Nf3");
    assert_eq!(names(&findings), [("null-move", Some(2)), ("null-move", Some(4))]);
    assert_eq!(line(&out), "e4 -- d4 -- Nf3");
    let (out, findings) = game("1. e4 e5 (1... -- 2. d4) 2. Nf3");
    assert_eq!((out.plies.len(), findings.len()), (3, 0));
    let (out, findings) = game("1. e4 f6 2. Qh5+ -- 3. a3");
    assert_eq!(names(&findings), [("illegal-move", Some(4))]);
    assert_eq!(out.unreplayed, 2);
}

#[test]
fn ambiguous_moves_name_both() {
    let (out, findings) = from("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "1. Ne2 Kd7");
    assert_eq!(names(&findings), [("ambiguous-move", Some(1))]);
    assert!(findings[0].message.contains("Nge2") && findings[0].message.contains("Nce2"), "{}", findings[0].message);
    assert_eq!(out.unreplayed, 2);
    // The pin settles it.
    let (_, findings) = from("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "1. Ne2");
    assert_eq!(names(&findings), []);
    let (_, findings) = from("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "1. Nge2");
    assert_eq!(names(&findings), [("nonstandard-move", Some(1))]);
    let (_, findings) = from("7k/8/8/8/8/1N6/8/4KN2 w - - 0 1", "1. N3d2");
    assert_eq!(names(&findings), [("nonstandard-move", Some(1))]);
}

#[test]
fn positions_and_variants() {
    let (out, findings) = from("4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", "1. Kf2");
    assert_eq!(names(&findings), [("suspicious-fen", None)]);
    assert_eq!(out.plies.len(), 1);
    let (out, findings) = from("4k3/8/8/9/8/8/8/4K3 w - - 0 1", "1. Kf2 Kd7");
    assert_eq!(names(&findings), [("invalid-fen", None)]);
    assert!(!out.playable && out.unreplayed == 2);

    let variant = |tags: &str, moves: &str| record(&format!("{ROSTER}{tags}\n\n{moves} *\n"));
    let (out, findings) = variant("[Variant \"Crazyhouse\"]", "1. e4 d5 2. exd5 Qxd5 3. P@e6");
    assert_eq!(names(&findings), [("unknown-variant", None)]);
    assert_eq!((out.variant, out.plies.len(), out.unreplayed), (Variant::Known("crazyhouse"), 0, 5));
    let (_, findings) = variant("[Variant \"Foo\"]", "1. e4 e5");
    assert_eq!(names(&findings), [("unknown-variant", None)]);
    let (_, findings) = game("1. e4 d5 2. exd5 Qxd5 3. P@e6 Zz");
    assert_eq!(names(&findings), [("unknown-variant", None)]);
    let (_, findings) = from("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1", "1. e4");
    assert_eq!(names(&findings), [("unknown-variant", None)]);
    for name in ["Standard", "From Position", "chess"] {
        let (out, findings) = variant(&format!("[Variant \"{name}\"]"), "1. e4");
        assert_eq!((out.plies.len(), findings.len(), out.variant), (1, 0, Variant::Standard), "{name}");
    }
}

#[test]
fn chess960() {
    let tags = |fen: &str| format!("[Variant \"Chess 960\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]");
    let play = |fen: &str, moves: &str| record(&format!("{ROSTER}{}\n\n{moves} *\n", tags(fen)));
    let (out, findings) = play("4k3/8/8/8/8/8/8/6KR w H - 0 1", "1. O-O");
    assert_eq!((out.plies.len(), findings.len(), out.variant), (1, 0, Variant::Chess960));
    let (_, findings) = play("4k3/8/8/8/8/8/8/5KRr w G - 0 1", "1. O-O");
    assert_eq!(names(&findings), [("illegal-move", Some(1))]);
    let (out, findings) = play("4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1", "1. Kxg1");
    assert_eq!(names(&findings), [("nonstandard-move", Some(1))]);
    assert_eq!(line(&out), "O-O");
    // A king's step to the square it would castle to is the step.
    let (out, _) = play("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "1. Kg1");
    assert!(!out.plies[0].mv.unwrap().is_castling());
    // Without the tag, the array tells.
    let (out, findings) = from("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1", "1. e4 e5");
    assert_eq!(names(&findings), [("variant-mismatch", None)]);
    assert_eq!(out.variant, Variant::Chess960);
    // Without its array, a game that does not fit the standard one is not judged.
    let (out, findings) = record(&format!("{ROSTER}[Variant \"Chess960\"]\n\n1. Nb3 e5 *\n"));
    assert_eq!(names(&findings), [("variant-mismatch", None)]);
    assert_eq!((out.plies.len(), out.unreplayed), (0, 2));
}

#[test]
fn unwanted_findings_are_not_made() {
    let text = format!("{ROSTER}\n1. e2e4 e7e5 *\n");
    let raw = RawRecord { format: Format::Pgn, bytes: text.as_bytes(), charset: Charset::Utf8 };
    let mut lexed = Lexed::default();
    lex(text.as_bytes(), &mut lexed);
    let mut out = ChessReplay::default();
    let mut findings = Findings::new(Selection::none());
    replay(&raw, &lexed, &mut out, &mut findings);
    assert_eq!(out.plies.len(), 2);
    assert!(findings.as_slice().is_empty());
}

/// Words that look like moves, and numbers, parentheses and marks, thrown together: nothing may panic, and every main-line move is
/// either replayed or counted as unreplayed.
#[test]
fn no_heap_of_words_is_too_odd() {
    const PARTS: &[&str] = &[
        "K", "Q", "R", "B", "N", "P", "S", "L", "D", "Кр", "♘", "a", "b", "c", "d", "e", "f", "g", "h", "1", "2", "3", "4", "5",
        "6", "7", "8", "x", "-", "=", "+", "#", "O-O", "0-0-0", "e.p.", "@", ":", "é", "(Q)", "e4", "Nf3", "e7e5",
    ];
    const WORDS: &[&str] =
        &["1.", "2...", "(", ")", "--", "e4", "e5", "Nf3", "d2d4", "+", "{c}", "$1", "Bb5", "O-O", "9.", "exd5"];
    let mut state = 7u64;
    let mut below = |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n
    };
    for _ in 0..5_000 {
        let mut moves = String::from("1. e4");
        for _ in 0..below(20) {
            moves.push(' ');
            match below(3) {
                0 => (0..1 + below(5)).for_each(|_| moves.push_str(PARTS[below(PARTS.len())])),
                _ => moves.push_str(WORDS[below(WORDS.len())]),
            }
        }
        let text = format!("{ROSTER}\n{moves} *\n");
        let (out, findings) = record(&text);
        let raw = text.as_bytes();
        let mut lexed = Lexed::default();
        lex(raw, &mut lexed);
        let counted = super::walker::count_moves(&lexed);
        let centred = findings.iter().any(|f| f.check == Check::KingToCentre);
        assert!(centred || out.plies.len() as u32 + out.unreplayed == counted, "{moves}");
        assert_eq!(out.stop.is_some(), out.unreplayed > 0, "{moves}");
        // Every stop has its finding.
        let told = |f: &Finding| f.severity == Severity::Error || f.check == Check::UnknownVariant;
        assert!(out.stop.is_none() || findings.iter().any(told), "{moves}: {:?}", names(&findings));
        repaired(&text, &findings);
    }
}

#[test]
fn packing_keeps_everything() {
    let mut position = Position::STANDARD;
    for word in ["e2e4", "c7c5", "e4e5", "d7d5", "e1e2", "d5d4", "c2c4", "b8c6"] {
        let mv: Move = position.read_uci(word.as_bytes()).unwrap();
        position.play(mv);
        assert_eq!(Position::unpack(&position.pack()), position, "{word}");
    }
}
