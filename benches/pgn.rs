//! How fast PGN is cut into games and lexed, in bytes a second.
//!
//! Reads the records named by `JADOUBE_BENCH_PGN` (decompressed PGN); without it, a text made of the bundled games.

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use jadoube::pgn::{Lexed, Splitter, lex};
use jadoube::record::{Cut, Split};

fn main() {
    divan::main();
}

/// The text to measure on, at least eight megabytes of it.
fn text() -> Vec<u8> {
    if let Some(path) = std::env::var_os("JADOUBE_BENCH_PGN") {
        match std::fs::read(&path) {
            Ok(bytes) => return bytes,
            Err(error) => eprintln!("{}: {error}; measuring on made-up games", path.display()),
        }
    }
    let game = "[Event \"Bench\"]\n[Site \"?\"]\n[Date \"2024.01.02\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n\
        1.e4 e6 2.d4 d5 3.Nd2 Nf6 4.e5 Nfd7 5.f4 c5 6.c3 Nc6 7.Ndf3 cxd4 8.cxd4 f6\n\
        9.Bd3 Bb4+ 10.Bd2 Qb6 11.Ne2 fxe5 12.fxe5 O-O 13.a3 Be7 14.Qc2 Rxf3 15.gxf3 Nxd4\n\
        16.Nxd4 Qxd4 17.O-O-O Nxe5 18.Bxh7+ Kh8 19.Kb1 Qh4 20.Bc3 Bf6 1-0\n\n";
    game.repeat((8 << 20) / game.len()).into_bytes()
}

fn games(text: &[u8]) -> Vec<&[u8]> {
    let (mut games, mut splitter, mut rest) = (Vec::new(), Splitter::new(), text);
    while let Cut::Record(length) = splitter.cut(rest, true) {
        games.push(&rest[..length]);
        rest = &rest[length..];
        if rest.is_empty() {
            break;
        }
    }
    games
}

#[divan::bench(max_time = 3)]
fn split(bencher: Bencher) {
    let text = text();
    bencher.counter(BytesCount::new(text.len())).bench_local(|| games(black_box(&text)).len());
}

#[divan::bench(max_time = 3)]
fn lex_all(bencher: Bencher) {
    let text = text();
    let games = games(&text);
    let mut lexed = Lexed::default();
    bencher.counter(BytesCount::new(text.len())).bench_local(|| {
        let mut tokens = 0;
        for game in &games {
            lex(black_box(game), &mut lexed);
            tokens += lexed.tokens.len();
        }
        tokens
    });
}
