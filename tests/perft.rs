//! Counts of the legal move tree against known numbers.
//!
//! A short set runs always. With `JADOUBE_FULL=1` and the acceptance tables beside the project, every row of the long table runs.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::Path;

use jadoube::chess::{Castling, Fen, MoveList, Position};

/// The number of leaves of the legal move tree.
fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    if depth == 1 {
        return list.len() as u64;
    }
    let mut nodes = 0;
    for &mv in list.iter() {
        let mut next = *position;
        next.play(mv);
        nodes += perft(&next, depth - 1);
    }
    nodes
}

fn read(fen: &str, chess960: bool) -> Position {
    let castling = if chess960 { Castling::Chess960 } else { Castling::Standard };
    Fen::read_composed(fen, castling).unwrap_or_else(|e| panic!("{fen}: {e}")).position
}

/// Positions that chess programmers have exchanged for decades, each for a kind of mistake.
const KNOWN: &[(&str, bool, &[u64])] = &[
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false, &[20, 400, 8902, 197_281]),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", false, &[48, 2039, 97_862, 4_085_603]),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", false, &[14, 191, 2812, 43_238, 674_624]),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", false, &[6, 264, 9467, 422_333]),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", false, &[44, 1486, 62_379]),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", false, &[46, 2079, 89_890]),
    ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", false, &[24, 496, 9483, 182_838]),
    ("8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1", false, &[8, 104, 736, 9287]),
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", true, &[21, 528, 12_189, 326_672]),
    ("nrbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBNR w HBhb - 0 1", true, &[19, 361, 7735]),
];

#[test]
fn known_positions() {
    for &(fen, chess960, counts) in KNOWN {
        let position = read(fen, chess960);
        for (depth, &nodes) in counts.iter().enumerate() {
            assert_eq!(perft(&position, depth as u32 + 1), nodes, "{fen} at depth {}", depth + 1);
        }
    }
}

#[test]
fn long_table() {
    let table = Path::new("../shared/cases/perft.tsv");
    if std::env::var_os("JADOUBE_FULL").is_none() || !table.exists() {
        eprintln!("skipped: set JADOUBE_FULL=1 with the acceptance tables beside the project");
        return;
    }
    let text = std::fs::read_to_string(table).unwrap();
    let mut rows = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let mut cells = line.split('\t');
        let mut cell = || cells.next().unwrap();
        let (chess960, fen, depth, nodes) = (cell() == "1", cell(), cell(), cell());
        let found = perft(&read(fen, chess960), depth.parse().unwrap());
        assert_eq!(found, nodes.parse::<u64>().unwrap(), "{fen} at depth {depth}");
        rows += 1;
    }
    assert!(rows > 2000, "only {rows} rows");
}
