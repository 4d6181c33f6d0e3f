//! Who can still mate: nothing claimed wrongly, and most of it proved.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use jadoube::chess::dead::{Proof, Search, Verdict};
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
            let verdict = search.verdict(&position, side);
            let time = start.elapsed();
            total += time;
            count += 1;
            if time > worst {
                worst = time;
                eprintln!("worst {time:?} {fen} {side:?} {verdict:?} can {can}");
            }
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
            } else if !can {
                eprintln!("unproved: {fen} for {}", side.name());
            }
        }
    }
    eprintln!("{proved} of {wanted} proved; mean {:?}, worst {worst:?}; {ways:?}", total / count);
    assert!(proved * 100 >= wanted * 99, "{proved} of {wanted} proved");
    assert!(proved * 100 >= wanted * 90);
}
