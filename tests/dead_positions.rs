//! Who can still mate: nothing claimed wrongly, and most of it proved.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use jadoube::chess::dead::{Effort, Proof, Search, Verdict};
use jadoube::chess::{Color, Position};

#[test]
fn the_published_table() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/cases/dead_positions.tsv");
    let Ok(table) = std::fs::read_to_string(&path) else {
        eprintln!("skipped: no table of dead positions beside the project");
        return;
    };
    let mut search = Search::new();
    let (mut wanted, mut proved, mut worst, mut total, mut count) = (0, 0, Duration::ZERO, Duration::ZERO, 0u32);
    let mut ways: BTreeMap<String, usize> = BTreeMap::new();
    for line in table.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let (fen, class) = line.split_once('\t').unwrap();
        let fields: Vec<&str> = fen.split(' ').chain(["-", "-"]).take(4).collect();
        let position = Position::from_fen(&format!("{} 0 1", fields.join(" "))).unwrap();
        for side in Color::ALL {
            let can = match side {
                Color::White => class.starts_with('W'),
                Color::Black => class.ends_with('B'),
            };
            let start = Instant::now();
            let verdict = search.verdict(&position, side, Effort::Full);
            let time = start.elapsed();
            total += time;
            count += 1;
            worst = worst.max(time);
            match verdict {
                Verdict::Unwinnable(_) => assert!(!can, "{fen}: {side:?} can mate, but {verdict:?}"),
                Verdict::Winnable => assert!(can, "{fen}: {side:?} cannot mate, but a line was found"),
                Verdict::Undecided => {}
            }
            wanted += usize::from(!can);
            let way = match verdict {
                Verdict::Unwinnable(Proof::Exhausted { .. }) => "exhausted".into(),
                other => format!("{other:?}"),
            };
            *ways.entry(format!("{can} {way}")).or_default() += 1;
            if let Verdict::Unwinnable(_) = verdict {
                proved += 1;
            }
        }
    }
    eprintln!("{proved} of {wanted} proved; mean {:?}, worst {worst:?}; {ways:?}", total / count);
    assert!(proved * 100 >= wanted * 93, "{proved} of {wanted} proved");
}

/// Positions composed for this project. Who can mate is plain to a person; the comment says why.
const COMPOSED: &[(&str, &str)] = &[
    // Bare kings, a lone minor piece.
    ("8/8/4k3/8/8/3K4/8/8 w", "--"),
    ("8/8/4k3/8/8/3KN3/8/8 w", "--"),
    ("8/8/4k3/8/8/3KB3/8/8 b", "--"),
    // Two knights can, with help; so can knight against pawn, bishop against knight, opposite bishops.
    ("8/8/4k3/8/8/2NKN3/8/8 w", "W-"),
    ("8/8/3bk3/8/8/3KN3/8/8 w", "WB"),
    ("8/8/3bk3/8/8/3K1B2/8/8 w", "WB"),
    // Bishops of one colour, however many.
    ("8/2b5/3bk3/8/8/3KB3/1B6/8 w", "--"),
    // A queen does not help a knight, a rook does.
    ("8/8/3qk3/8/8/3KN3/8/8 w", "-B"),
    ("8/8/3rk3/8/8/3KN3/8/8 w", "WB"),
    // Walls of pawns that nobody can pass; with a bishop each that cannot hurt them.
    ("4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w", "--"),
    ("8/8/3k4/p1p1p1p1/P1P1P1P1/3K4/8/8 b", "--"),
    // A wall with a hole.
    ("8/8/3k4/2p1p1p1/2P1P1P1/3K4/8/8 b", "WB"),
    // The only move takes the last man.
    ("1k6/8/8/8/8/8/1r6/K7 w", "--"),
    // Stalemate and mate.
    ("7k/5Q2/6K1/8/8/8/8/8 b", "--"),
    ("R5k1/5ppp/8/8/8/8/8/6K1 b", "W-"),
    // The start.
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", "WB"),
];

#[test]
fn composed_positions() {
    let mut search = Search::new();
    for (fen, class) in COMPOSED {
        let position = Position::from_fen(&format!("{fen} - - 0 1")).unwrap();
        for (side, mark) in Color::ALL.into_iter().zip(class.chars()) {
            let unwinnable = matches!(search.verdict(&position, side, Effort::Full), Verdict::Unwinnable(_));
            assert_eq!(unwinnable, mark == '-', "{fen} for {}", side.name());
        }
        assert_eq!(search.dead(&position, Color::White, Effort::Full).is_some(), *class == "--", "{fen}");
    }
}
