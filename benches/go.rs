//! How fast Go is replayed, counted, proved and estimated.
//!
//! The games are made up: random moves that fill no point twice, with the captures and kos that come of them. The folder named by
//! `JADOUBE_BENCH_SGF` (SGF files) is measured from bytes to report, if it is given.

use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};
use jadoube::checks::{Findings, Selection};
use jadoube::finding::Span;
use jadoube::go::{Board, Color, Grid, Point, Ruleset, count, estimate, life};
use jadoube::input::charset::Charset;
use jadoube::record::{Format, GoAction, GoActionKind, GoNode, GoRecord, RawRecord};
use jadoube::replay::go::{Scratch, replay};
use jadoube::settings::Settings;

fn main() {
    divan::main();
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

/// A game of so many random moves, none of them on a stone, on 19×19.
fn game(seed: u64, moves: usize) -> GoRecord {
    let mut random = Random(seed);
    let mut board = Board::new(19, 19);
    let mut record = GoRecord { width: 19, height: 19, ..GoRecord::default() };
    let mut color = Color::Black;
    for i in 0..moves {
        let span = Span::new(i * 6, i * 6 + 4);
        let parent = if i == 0 { u32::MAX } else { i as u32 - 1 };
        record.nodes.push(GoNode { parent, first_action: i as u32, span });
        let point = loop {
            let point = Point { column: random.below(19) as u8, row: random.below(19) as u8 };
            if board.get(point).is_none() {
                break point;
            }
        };
        board.play(color, point);
        record.actions.push(GoAction { kind: GoActionKind::Play(color, point), span });
        color = color.other();
    }
    record
}

/// The board after such a game.
fn board(seed: u64, moves: usize) -> Grid {
    let mut findings = Findings::new(Selection::none());
    let mut scratch = Scratch::default();
    replay(&game(seed, moves), Some(Ruleset::Chinese), &mut findings, &mut scratch);
    scratch.end
}

#[divan::bench(args = [100, 240, 340])]
fn replay_a_game(bencher: Bencher<'_, '_>, moves: usize) {
    let record = game(7, moves);
    let mut findings = Findings::new(Selection::none());
    let mut scratch = Scratch::default();
    bencher
        .counter(ItemsCount::new(moves))
        .bench_local(|| replay(black_box(&record), Some(Ruleset::Chinese), &mut findings, &mut scratch));
}

#[divan::bench]
fn replay_with_variations(bencher: Bencher<'_, '_>) {
    // A branch of ten moves at every tenth move.
    let mut record = game(7, 240);
    let moves = record.actions.clone();
    for at in (0..230).rev().step_by(10) {
        let mut parent = at as u32;
        for i in 0..10 {
            let node = record.nodes.len() as u32;
            let first_action = record.actions.len() as u32;
            record.nodes.push(GoNode { parent, first_action, span: Span::default() });
            record.actions.push(moves[(at + 3 + i) % 240]);
            parent = node;
        }
    }
    let mut findings = Findings::new(Selection::none());
    let mut scratch = Scratch::default();
    bencher
        .counter(ItemsCount::new(record.actions.len()))
        .bench_local(|| replay(black_box(&record), Some(Ruleset::Chinese), &mut findings, &mut scratch));
}

#[divan::bench]
fn count_by_area(bencher: Bencher<'_, '_>) {
    let grid = board(7, 240);
    bencher.bench_local(|| count::area(black_box(&grid), &[]));
}

#[divan::bench]
fn prove_life(bencher: Bencher<'_, '_>) {
    let grid = board(7, 240);
    bencher.bench_local(|| life::pass_alive(black_box(&grid), false));
}

#[divan::bench]
fn estimate_the_score(bencher: Bencher<'_, '_>) {
    let grid = board(7, 200);
    let life = life::pass_alive(&grid, false);
    bencher.bench_local(|| estimate::estimate(black_box(&grid), &life, Color::Black));
}

#[divan::bench]
fn check_sgf(bencher: Bencher<'_, '_>) {
    let Some(folder) = std::env::var_os("JADOUBE_BENCH_SGF") else { return };
    let Ok(entries) = std::fs::read_dir(&folder) else { return };
    let files: Vec<Vec<u8>> = entries.flatten().filter_map(|e| std::fs::read(e.path()).ok()).collect();
    let settings = Settings::default();
    let mut scratch = jadoube::checks::go::Scratch::default();
    bencher
        .counter(BytesCount::new(files.iter().map(Vec::len).sum::<usize>()))
        .counter(ItemsCount::new(files.len()))
        .bench_local(|| {
            for bytes in &files {
                let record = RawRecord { format: Format::Sgf, bytes, charset: Charset::Utf8 };
                black_box(jadoube::checks::go::check(&settings, &record, &mut scratch));
            }
        });
}
