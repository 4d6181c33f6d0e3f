//! How fast SGF is split, cut into tokens, and checked.

use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};
use jadoube::checks::go;
use jadoube::record::{Cut, Format, RawRecord, Split};
use jadoube::settings::Settings;
use jadoube::sgf::{Charset, Splitter, Stepping, lex};

fn main() {
    divan::main();
}

/// A clean game of 200 moves, as servers write it: the points in a fixed order that captures nothing.
fn game() -> String {
    let mut text =
        String::from("(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[Alder]PW[Birch]BR[5d]WR[6d]KM[6.5]RU[Japanese]DT[2024-03-09]RE[B+R]\n");
    for i in 0..201u32 {
        let (x, y) = (i % 18, i / 18);
        let color = if i % 2 == 0 { 'B' } else { 'W' };
        let letter = |n: u32| char::from_u32('a' as u32 + n).unwrap_or('a');
        text.push_str(&format!(";{color}[{}{}]", letter(x), letter(y)));
    }
    text.push_str(")\n");
    text
}

/// A game with a comment on each move, in Chinese.
fn commented() -> String {
    game().replace("];", "]C[黑棋在中腹的作战过于缓慢，白棋先手定形后全局领先。];")
}

#[divan::bench(args = ["clean", "commented"])]
fn split(bencher: Bencher<'_, '_>, kind: &str) {
    let text = record(kind).repeat(100);
    bencher.counter(BytesCount::new(text.len())).bench(|| {
        let mut splitter = Splitter::new();
        let (mut at, mut records) = (0, 0);
        while let Cut::Record(length) = splitter.cut(&black_box(text.as_bytes())[at..], true) {
            at += length;
            records += 1;
            if at == text.len() {
                break;
            }
        }
        records
    });
}

#[divan::bench(args = ["clean", "commented"])]
fn tokens(bencher: Bencher<'_, '_>, kind: &str) {
    let text = record(kind);
    let mut tokens = Vec::new();
    bencher.counter(BytesCount::new(text.len())).bench_local(|| {
        lex(black_box(text.as_bytes()), Stepping::Bytes, &mut tokens);
        tokens.len()
    });
}

#[divan::bench(args = ["clean", "commented"])]
fn charset(bencher: Bencher<'_, '_>, kind: &str) {
    let text = record(kind);
    bencher.counter(BytesCount::new(text.len())).bench(|| Charset::of(black_box(text.as_bytes())));
}

#[divan::bench]
fn detect_gbk(bencher: Bencher<'_, '_>) {
    let text = record("commented").replace("CA[UTF-8]", "");
    let bytes = encoding_rs::GB18030.encode(&text).0.into_owned();
    bencher.counter(BytesCount::new(bytes.len())).bench(|| Charset::of(black_box(&bytes)));
}

#[divan::bench(args = ["clean", "commented"])]
fn check(bencher: Bencher<'_, '_>, kind: &str) {
    let text = record(kind);
    let settings = Settings { estimate: false, ..Settings::default() };
    let mut scratch = go::Scratch::default();
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        let record = RawRecord { format: Format::Sgf, bytes: black_box(text.as_bytes()), charset: Default::default() };
        go::check(&settings, &record, &mut scratch)
    });
}

fn record(kind: &str) -> String {
    if kind == "clean" { game() } else { commented() }
}
