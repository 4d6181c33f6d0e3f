//! Results, draws, terminations and clocks of chess, each case a record of its own.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use jadoube::checks::Check;
use jadoube::checks::chess::{Scratch, check};
use jadoube::finding::Finding;
use jadoube::record::{Format, RawRecord, RecordReport};
use jadoube::settings::{Laws, Settings};

/// Checks a record with the given laws, tags beyond the roster, and movetext (whose last word is the result).
fn judge(laws: Laws, tags: &str, moves: &str) -> RecordReport {
    let result = moves.split_whitespace().last().unwrap();
    let roster = "[Event \"T\"]\n[Site \"S\"]\n[Date \"2024.01.02\"]\n[Round \"1\"]\n[White \"Anna\"]\n[Black \"Bert\"]\n";
    let text = format!("{roster}[Result \"{result}\"]\n{tags}\n\n{moves}\n");
    let record = RawRecord { format: Format::Pgn, bytes: text.as_bytes(), charset: Default::default() };
    let mut settings = Settings { laws, ..Settings::default() };
    // The positions of these tests have numbers of their own.
    settings.selection.set(Check::WrongMoveNumber, false);
    check(&settings, &record, &mut Scratch::default())
}

fn fen(fen: &str) -> String {
    format!("[SetUp \"1\"]\n[FEN \"{fen}\"]")
}

fn names(report: &RecordReport) -> Vec<String> {
    let name = |finding: &Finding| match finding.ply {
        Some(ply) => format!("{}@{ply}/{}", finding.check.name(), finding.severity.name()),
        None => format!("{}/{}", finding.check.name(), finding.severity.name()),
    };
    report.findings.iter().map(name).collect()
}

/// Verdict, ending and findings in one line.
fn line(report: &RecordReport) -> String {
    let verdict = report.verdict.map_or("-", |verdict| verdict.name());
    let ending = report.ending.map_or("-", |ending| ending.name());
    format!("{verdict} {ending} {}", names(report).join(" ")).trim_end().to_owned()
}

const TO_AND_FRO: &str = "1. Nf3 Nf6 2. Ng1 Ng8";

fn shuffle(times: usize) -> String {
    (0..times).map(|round| format!("{}. Nf3 Nf6 {}. Ng1 Ng8 ", 2 * round + 1, 2 * round + 2)).collect()
}

#[test]
fn repetitions_by_edition() {
    let third = "threefold-repetition@8/note";
    for (laws, rounds, tail, expected) in [
        (Laws::Auto, 1, "1/2-1/2", "consistent -".to_owned()),
        (Laws::Auto, 2, "1/2-1/2", format!("consistent - {third}")),
        (Laws::Auto, 3, "1-0", format!("consistent - {third}")),
        (
            Laws::Auto,
            4,
            "1-0",
            format!("contradicted fivefold-repetition {third} fivefold-repetition@16/note result-contradicts-board@16/error"),
        ),
        (Laws::Auto, 4, "1/2-1/2", format!("verified fivefold-repetition {third} fivefold-repetition@16/note")),
        (Laws::Auto, 4, "*", format!("- fivefold-repetition {third} fivefold-repetition@16/note missing-result@16/warning")),
        (Laws::Fide2014, 4, "1/2-1/2", format!("verified fivefold-repetition {third} fivefold-repetition@16/note")),
        (Laws::Fide2001, 4, "1-0", format!("consistent - {third}")),
        (Laws::Fide1984, 4, "1/2-1/2", format!("consistent - {third}")),
        (
            Laws::Auto,
            4,
            "9. e4 1-0",
            format!("undecided - {third} fivefold-repetition@16/note move-after-automatic-draw@17/warning"),
        ),
        (Laws::Lichess, 3, "1-0", format!("consistent - {third}")),
        (Laws::ChessCom, 2, "1/2-1/2", format!("verified threefold-repetition {third}")),
        (Laws::ChessCom, 2, "5. e4 *", format!("- - {third} move-after-automatic-draw@9/warning")),
    ] {
        let report = judge(laws, "", &format!("{}{tail}", shuffle(rounds)));
        assert_eq!(line(&report), expected, "{laws:?} {rounds} {tail}");
    }
    assert_eq!(shuffle(1).trim(), TO_AND_FRO);
}

#[test]
fn five_occurrences_that_are_not_in_a_row() {
    // The start position comes back five times, but the knights take different ways of different length between.
    let moves =
        "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Nd4 Nd5 5. Nf3 Nf6 6. Ng1 Ng8 7. Nc3 Nc6 8. Nb1 Nb8 9. Na3 Na6 10. Nb1 Nb8 1-0";
    let consecutive = judge(Laws::Fide2014, "", moves);
    assert_eq!(line(&consecutive), "consistent - threefold-repetition@10/note");
    let any = judge(Laws::Fide2018, "", moves);
    assert!(line(&any).starts_with("contradicted fivefold-repetition"), "{}", line(&any));
}

#[test]
fn a_null_move_breaks_the_chain() {
    let report = judge(Laws::Auto, "", "1. Nf3 Nf6 2. Ng1 Ng8 3. -- -- 4. Nf3 Nf6 5. Ng1 Ng8 *");
    assert!(!names(&report).iter().any(|name| name.starts_with("threefold")), "{}", line(&report));
}

#[test]
fn positions_are_the_same_by_rights_and_legal_captures() {
    // The pawn on e5 is pinned to its king by the rook on e8: there never was a capture in passing.
    let pinned = fen("k3r3/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
    let report = judge(Laws::Auto, &pinned, "1... d5 2. Kf2 Kb8 3. Ke1 Ka8 4. Kf2 Kb8 5. Ke1 Ka8 *");
    assert!(names(&report).contains(&"threefold-repetition@9/note".to_owned()), "{}", line(&report));
    let free = fen("k7/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
    let report = judge(Laws::Auto, &free, "1... d5 2. Kf2 Kb8 3. Ke1 Ka8 4. Kf2 Kb8 5. Ke1 Ka8 *");
    assert!(!names(&report).iter().any(|name| name.starts_with("threefold")), "{}", line(&report));
}

#[test]
fn counts_of_moves_by_edition() {
    let at = |clock: u32| fen(&format!("8/8/8/3k4/8/8/8/R3K3 w - - {clock} 130"));
    for (laws, clock, moves, expected) in [
        (Laws::Auto, 97, "1. Ra2 Kd6 1/2-1/2", "consistent -"),
        (Laws::Auto, 98, "1. Ra2 Kd6 1/2-1/2", "consistent - fifty-moves@2/note"),
        (Laws::Auto, 98, "1. Ra2 Kd6 1-0", "consistent - fifty-moves@2/note"),
        (Laws::Auto, 148, "1. Ra2 Kd6 1/2-1/2", "verified seventy-five-moves fifty-moves@1/note seventy-five-moves@2/note"),
        (
            Laws::Fide2014,
            148,
            "1. Ra2 Kd6 0-1",
            "contradicted seventy-five-moves fifty-moves@1/note seventy-five-moves@2/note result-contradicts-board@2/error",
        ),
        (Laws::Fide2001, 148, "1. Ra2 Kd6 1-0", "consistent - fifty-moves@1/note"),
        (Laws::Lichess, 98, "1. Ra2 Kd6 1/2-1/2", "verified fifty-moves fifty-moves@2/note"),
        (Laws::Lichess, 98, "1. Ra2 Kd6 1-0", "contradicted fifty-moves fifty-moves@2/note result-contradicts-board@2/error"),
        (
            Laws::ChessCom,
            98,
            "1. Ra2 Kd6 2. Ra3 *",
            "- fifty-moves fifty-moves@2/note move-after-automatic-draw@3/warning missing-result@3/warning",
        ),
    ] {
        let report = judge(laws, &at(clock), moves);
        assert_eq!(line(&report), expected, "{laws:?} {clock} {moves}");
    }
    // Mate on the last move comes first.
    let mate = fen("7k/8/6K1/8/8/8/8/R7 w - - 149 120");
    assert_eq!(
        line(&judge(Laws::Auto, &mate, "1. Ra8# 1-0")),
        "verified checkmate fifty-moves@1/note".replace(" fifty-moves@1/note", "")
    );
}

#[test]
fn the_fifty_can_be_extended() {
    let settings = Settings { laws: Laws::Fide1984, fifty_moves: 75, ..Settings::default() };
    for (clock, found) in [(98, false), (148, true)] {
        let text = format!("[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"8/8/8/3k4/8/8/8/R3K3 w - - {clock} 130\"]\n\n1. Ra2 Kd6 *\n");
        let record = RawRecord { format: Format::Pgn, bytes: text.as_bytes(), charset: Default::default() };
        let report = check(&settings, &record, &mut Scratch::default());
        assert_eq!(names(&report).contains(&"fifty-moves@2/note".to_owned()), found, "{}", line(&report));
    }
}

#[test]
fn dead_positions_by_edition() {
    let wall = fen("8/8/3k4/1p2p1p1/pP1pP1P1/P2P4/8/2K5 w - - 30 61");
    let knight = fen("8/8/8/3k4/8/8/3r4/1N2K3 w - - 0 1");
    let knights = fen("8/8/8/3k4/2n5/8/3r4/1N2K3 w - - 0 1");
    for (laws, tags, moves, expected) in [
        (Laws::Auto, &wall, "1. Kb2 1-0", "contradicted dead-position dead-position@1/note result-contradicts-board@1/error"),
        (Laws::Fide1984, &wall, "1. Kb2 1-0", "consistent -"),
        (Laws::Lichess, &wall, "1. Kb2 1-0", "consistent -"),
        (Laws::Auto, &knight, "1. Nxd2 1/2-1/2", "verified dead-position dead-position@1/note"),
        (Laws::Fide1984, &knight, "1. Nxd2 1/2-1/2", "verified dead-position dead-position@1/note"),
        (Laws::Lichess, &knight, "1. Nxd2 1/2-1/2", "verified dead-position dead-position@1/note"),
        (Laws::ChessCom, &knight, "1. Nxd2 1/2-1/2", "verified dead-position dead-position@1/note"),
        (Laws::Auto, &knights, "1. Nxd2 1/2-1/2", "consistent -"),
        (Laws::ChessCom, &knights, "1. Nxd2 1/2-1/2", "verified dead-position dead-position@1/note"),
        (
            Laws::Auto,
            &knight,
            "1. Nxd2 Kd4 2. Nf3+ 1/2-1/2",
            "verified dead-position dead-position@1/note move-after-automatic-draw@2/warning",
        ),
    ] {
        let report = judge(laws, tags, moves);
        assert_eq!(line(&report), expected, "{laws:?} {moves}");
    }
}

#[test]
fn wins_by_those_who_cannot_win() {
    let bare = "8/8/4k3/8/8/8/3QP3/4K3 w - - 0 1";
    let knight = "8/8/4k3/8/6n1/8/3Q4/4K3 w - - 0 1";
    let rook = "8/8/4k3/8/6n1/8/3R4/4K3 w - - 0 1";
    let time = "\n[Termination \"Time forfeit\"]";
    let normal = "\n[Termination \"normal\"]";
    let infraction = "\n[Termination \"rules infraction\"]";
    let error = "contradicted - winner-cannot-mate/error";
    let warning = "consistent - winner-cannot-mate/warning";
    let fine = "consistent -";
    for (laws, position, termination, expected) in [
        (Laws::Fide2023, bare, time, error),
        (Laws::Fide2023, bare, normal, error),
        (Laws::Fide2023, bare, "", error),
        (Laws::Fide2023, bare, infraction, error),
        (Laws::Fide2023, knight, time, error),
        (Laws::Fide2023, rook, time, fine),
        (Laws::Fide2018, bare, time, error),
        (Laws::Fide2018, bare, normal, fine),
        (Laws::Fide2018, bare, "", warning),
        (Laws::Fide2014, bare, infraction, error),
        (Laws::Fide2001, bare, time, error),
        (Laws::Fide2001, bare, infraction, fine),
        (Laws::Fide2001, knight, "", warning),
        (Laws::Fide1984, bare, time, error),
        (Laws::Fide1984, bare, "", error),
        (Laws::Fide1984, knight, time, fine),
        (Laws::Fide1984, knight, "", fine),
        (Laws::Lichess, bare, time, error),
        (Laws::Lichess, bare, normal, fine),
        (Laws::Lichess, rook, time, fine),
        (Laws::ChessCom, knight, time, error),
        (Laws::ChessCom, rook, time, error),
    ] {
        let report = judge(laws, &format!("{}{termination}", fen(position)), "0-1");
        assert_eq!(line(&report), expected, "{laws:?} {position} {termination}");
    }
    let report = judge(Laws::Auto, &format!("{}{time}", fen(bare)), "0-1");
    assert_eq!(report.findings[0].law.as_deref(), Some("FIDE 2023 6.9"));
}

#[test]
fn mates_and_stalemates() {
    let mate = "1. f3 e5 2. g4 Qh4#";
    let stalemate = fen("7k/8/8/8/8/8/5Q2/K7 w - - 0 1");
    for (tags, moves, expected) in [
        ("", format!("{mate} 0-1"), "verified checkmate"),
        ("", format!("{mate} 1-0"), "contradicted checkmate result-contradicts-board@4/error"),
        ("", format!("{mate} 1/2-1/2"), "contradicted checkmate result-contradicts-board@4/error"),
        ("", format!("{mate} *"), "- checkmate missing-result@4/warning"),
        (&stalemate, "1. Qf7 1/2-1/2".to_owned(), "verified stalemate stalemate@1/note"),
        (&stalemate, "1. Qf7 1-0".to_owned(), "contradicted stalemate stalemate@1/note result-contradicts-board@1/error"),
    ] {
        assert_eq!(line(&judge(Laws::Auto, tags, &moves)), expected, "{moves}");
    }
    let report = judge(Laws::Auto, "", &format!("{mate} *"));
    let fix = report.findings[0].fix.as_ref().unwrap();
    assert_eq!(fix.edits.len(), 2);
    assert!(fix.edits.iter().all(|edit| edit.text == b"0-1"));
}

#[test]
fn terminations_against_the_record() {
    let open = "1. e4 e5";
    let mate = "1. f3 e5 2. g4 Qh4#";
    for (termination, moves, mismatch) in [
        ("Anna won by checkmate", format!("{open} 1-0"), true),
        ("Anna won by resignation", format!("{open} 1-0"), false),
        ("Anna won by resignation", format!("{open} 0-1"), true),
        ("Bert won on time", format!("{open} 1-0"), true),
        ("Bert won on time", format!("{open} 0-1"), false),
        ("Somebody won on time", format!("{open} 0-1"), false),
        ("White resigns", format!("{open} 1-0"), true),
        ("Black forfeits on time", format!("{open} 1-0"), false),
        ("Game drawn by agreement", format!("{open} 1/2-1/2"), false),
        ("Game drawn by agreement", format!("{open} 1-0"), true),
        ("Game drawn by repetition", format!("{open} 1/2-1/2"), true),
        ("Game drawn by repetition", format!("{}1/2-1/2", shuffle(2)), false),
        // One move short of the third time: it may have been announced.
        ("3-Fold Repetition", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 1/2-1/2".to_owned(), false),
        ("Game drawn by 50-move rule", format!("{open} 1/2-1/2"), true),
        ("Game drawn by insufficient material", format!("{open} 1/2-1/2"), true),
        ("Game drawn by stalemate", format!("{open} 1/2-1/2"), true),
        ("unterminated", format!("{open} *"), false),
        ("unterminated", format!("{open} 1-0"), true),
        ("Time forfeit", format!("{open} 1/2-1/2"), true),
        ("Time forfeit", format!("{open} *"), true),
        ("Bert won on time", format!("{mate} 0-1"), true),
        ("Bert won by checkmate", format!("{mate} 0-1"), false),
        ("normal", format!("{open} *"), false),
        ("abandoned", format!("{open} *"), false),
        ("adjudication", format!("{open} 1-0"), false),
    ] {
        let report = judge(Laws::Auto, &format!("[Termination \"{termination}\"]"), &moves);
        let found = names(&report).contains(&"termination-mismatch/warning".to_owned());
        assert_eq!(found, mismatch, "{termination}: {moves}: {}", line(&report));
    }
}

#[test]
fn clocks() {
    for (control, moves, expected) in [
        ("300+3", "1. e4 {[%clk 0:05:00]} e5 {[%clk 0:04:58]} 2. Nf3 {[%clk 0:05:02]} *", ""),
        (
            "300+3",
            "1. e4 {[%clk 0:05:00]} e5 {[%clk 0:04:58]} 2. Nf3 {[%clk 0:05:03]} Nc6 {[%clk 0:05:12]} *",
            "clock-increases@4",
        ),
        ("600", "1. e4 {[%clk 0:05:00]} e5 {[%clk 0:05:00]} 2. Nf3 {[%clk 0:05:05]} *", "clock-increases@3"),
        ("300", "1. e4 {[%clk 0:10:00]} e5 {[%clk 0:05:00]} *", "clock-exceeds-control@1"),
        ("300", "1. e4 {[%clk 0:05:00]} e5 {[%clk 0:05:00]} *", ""),
        ("5400+30", "1. e4 {[%clk 1:30:30]} e5 {[%clk 1:30:55]} 2. d4 {[%clk 1:30:58]} *", ""),
        ("2/60:60", "1. e4 {[%clk 0:00:30]} e5 {[%clk 0:00:30]} 2. d4 {[%clk 0:01:20]} d5 {[%clk 0:00:20]} *", ""),
        ("40/5400:1800", "1. e4 {[%clk 0:30:00]} e5 {[%clk 0:30:00]} 2. d4 {[%clk 0:59:00]} *", "clock-increases@3"),
        ("?", "1. e4 {[%clk 0:30:00]} e5 {[%clk 0:30:00]} 2. d4 {[%clk 0:30:30]} *", ""),
        ("?", "1. e4 {[%clk 0:30:00]} e5 {[%clk 0:30:00]} 2. d4 {[%clk 0:50:30]} *", "clock-increases@3"),
        ("*180", "1. e4 {[%clk 0:03:00]} e5 {[%clk 0:02:00]} 2. d4 {[%clk 0:04:00]} *", ""),
        (
            "300",
            "1. e4 {[%clk 0:05:00]} e5 {[%clk 0:04:59]} 2. Nf3 Nc6 {[%clk 0:04:55]} 3. Bb5 {[%clk 0:04:50]} *",
            "clock-missing@3",
        ),
        ("300", "1. e4 e5 2. Nf3 {[%clk 0:04:55]} Nc6 {[%clk 0:04:55]} 3. Bb5 {[%clk 0:04:50]} a6 *", ""),
        ("300", "1. e4 {[%clk 0:05:00]} e5 2. Nf3 {[%clk 0:04:55]} Nc6 3. Bb5 {[%clk 0:04:50]} a6 *", ""),
        ("300", "1. e4 {[%clk 0:05:00]} (1. d4 {[%clk 0:09:00]}) e5 {[%clk 0:04:59]} *", ""),
        ("300", "1. e4 {[%clk 0:05:00]} e5 {[%clk 0:05:00]} 2. Nf3 {[%clk 0:00:00]} Nc6 {[%clk 0:04:50]} *", "clock-run-out@3"),
        ("300", "1. e4 {[%clk 0:05:00]} e5 {[%clk 0:05:00]} 2. Nf3 {[%clk 0:00:00]} 0-1", ""),
        (
            "60",
            "1. e4 {[%emt 0:00:50]} e5 {[%emt 0:00:01]} 2. Nf3 {[%emt 0:00:50]} Nc6 {[%emt 0:00:01]} 3. Bc4 *",
            "clock-run-out@3",
        ),
        ("60", "1. e4 {[%emt 0:00:20]} e5 {[%emt 0:00:01]} 2. Nf3 {[%emt 0:00:20]} Nc6 {[%emt 0:00:01]} *", ""),
    ] {
        let report = judge(Laws::Auto, &format!("[TimeControl \"{control}\"]"), moves);
        let found: Vec<String> = names(&report).into_iter().filter(|name| name.starts_with("clock")).collect();
        let expected: Vec<String> = expected.split_whitespace().map(|name| format!("{name}/warning")).collect();
        assert_eq!(found, expected, "{control}: {moves}");
    }
}

#[test]
fn the_flag_that_fell_is_the_losers() {
    let tags = "[TimeControl \"300\"]\n[Termination \"time forfeit\"]";
    let moves = "1. e4 {[%clk 0:05:00]} e5 {[%clk 0:05:00]} 2. Nf3 {[%clk 0:00:00]} Nc6 {[%clk 0:04:50]}";
    let right = judge(Laws::Auto, tags, &format!("{moves} 0-1"));
    assert_eq!(line(&right), "consistent -");
    let wrong = judge(Laws::Auto, tags, &format!("{moves} 1-0"));
    assert_eq!(line(&wrong), "consistent - termination-mismatch/warning");
}

#[test]
fn the_last_second_is_long() {
    // Whole seconds show the last one as zero: a player of blitz makes some moves in it.
    let tags = "[TimeControl \"60\"]\n[Termination \"Time forfeit\"]";
    let moves =
        "1. e4 {[%clk 0:00:02]} e5 {[%clk 0:00:09]} 2. Nf3 {[%clk 0:00:00]} Nc6 {[%clk 0:00:08]} 3. Bb5 {[%clk 0:00:00]} a6 0-1";
    assert_eq!(line(&judge(Laws::Auto, tags, moves)), "consistent -");
    let untold = judge(Laws::Auto, "[TimeControl \"60\"]", moves);
    assert_eq!(line(&untold), "consistent - clock-run-out@3/warning");
}
