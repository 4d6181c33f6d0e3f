//! Chess replay in plies a second: from words of SAN, and from the tokens of records.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use jadoube::checks::{Findings, Selection};
use jadoube::chess::{MoveList, Position, San};
use jadoube::input::charset::Charset;
use jadoube::pgn::{Lexed, lex};
use jadoube::record::{Format, RawRecord};
use jadoube::replay::ChessReplay;
use jadoube::replay::chess::replay;

fn main() {
    divan::main();
}

/// The "evergreen game" of 1852, with check marks, captures, castling and a mate.
const GAME: &str = "[Event \"Berlin\"]\n[Result \"1-0\"]\n\n\
1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. b4 Bxb4 5. c3 Ba5 6. d4 exd4 7. O-O d3 8. Qb3 Qf6 9. e5 Qg6 10. Re1 Nge7 11. Ba3 b5 \
12. Qxb5 Rb8 13. Qa4 Bb6 14. Nbd2 Bb7 15. Ne4 Qf5 16. Bxd3 Qh5 17. Nf6+ gxf6 18. exf6 Rg8 19. Rad1 Qxf3 20. Rxe7+ Nxe7 \
21. Qxd7+ Kxd7 22. Bf5+ Ke8 23. Bd7+ Kf8 24. Bxe7# 1-0\n";

#[divan::bench]
fn words(bencher: Bencher<'_, '_>) {
    let words: Vec<&[u8]> = GAME
        .split_ascii_whitespace()
        .filter(|word| !word.contains(['.', '[', ']', '"']) && *word != "1-0")
        .map(str::as_bytes)
        .collect();
    bencher.counter(ItemsCount::new(words.len())).bench(|| {
        let mut position = Position::STANDARD;
        for word in &words {
            if let Some(san) = San::parse(black_box(word))
                && let Ok(mv) = position.resolve(&san)
            {
                position.play(mv);
            }
        }
        position.key()
    });
}

#[divan::bench]
fn tokens(bencher: Bencher<'_, '_>) {
    let record = RawRecord { format: Format::Pgn, bytes: GAME.as_bytes(), charset: Charset::Utf8 };
    let mut lexed = Lexed::default();
    lex(record.bytes, &mut lexed);
    let mut out = ChessReplay::default();
    let mut findings = Findings::new(Selection::default());
    replay(&record, &lexed, &mut out, &mut findings);
    bencher.counter(ItemsCount::new(out.plies.len())).bench_local(|| {
        replay(black_box(&record), &lexed, &mut out, &mut findings);
        out.end.key()
    });
}

#[divan::bench]
fn perft_4(bencher: Bencher<'_, '_>) {
    fn count(position: &Position, depth: u32) -> usize {
        let mut list = MoveList::new();
        position.legal_moves(&mut list);
        if depth == 1 {
            return list.len();
        }
        list.iter()
            .map(|&mv| {
                let mut next = *position;
                next.play(mv);
                count(&next, depth - 1)
            })
            .sum()
    }
    bencher.counter(ItemsCount::new(197_281usize)).bench(|| count(black_box(&Position::STANDARD), 4));
}
