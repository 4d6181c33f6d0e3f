//! How fast bytes arrive: small files, decompression against the bare decoder, archives, charsets, sniffing.
//!
//! Everything is made here; where the real collection of the project's makers is at hand, it is measured too.

#![allow(missing_docs, clippy::unwrap_used)]

use std::fs;
use std::io::{Read, Write};
use std::ops::ControlFlow;

use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};
use jadoube::input::charset::Evidence;
use jadoube::input::sniff::sniff;
use jadoube::input::{Input, Plain, Walk, read_plain, visit};

fn main() {
    divan::main();
}

/// A folder of small Go records.
fn small_files(count: usize) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for n in 0..count {
        let text = format!("(;GM[1]FF[4]SZ[19]GN[{n}]{})\n", ";B[pd];W[dp]".repeat(100));
        fs::write(folder.path().join(format!("{n:06}.sgf")), text).unwrap();
    }
    folder
}

/// Masters' games, or something like them.
fn games() -> Vec<u8> {
    let path = "../shared/data/pgn/masters.pgn.zst";
    if let Ok(file) = fs::File::open(path) {
        let mut text = Vec::new();
        zstd::stream::read::Decoder::new(file).unwrap().read_to_end(&mut text).unwrap();
        return text;
    }
    let mut text = Vec::new();
    let mut seed = 1_u64;
    while text.len() < 32 << 20 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        write!(text, "[White \"Player {}\"]\n\n1. e4 c5 2. Nf3 d{} *\n\n", seed >> 40, seed >> 61).unwrap();
    }
    text
}

/// Reads all members of a file through a buffer as the pipeline does.
fn drain(input: &Input, buffer: &mut [u8]) -> u64 {
    let mut total = 0;
    let _ = visit(input, &mut |member| {
        let mut member = member.unwrap();
        loop {
            match member.read(buffer).unwrap() {
                0 => break,
                n => total += n as u64,
            }
        }
        ControlFlow::Continue(())
    });
    total
}

#[divan::bench]
fn small_files_at_once(bencher: Bencher<'_, '_>) {
    let folder = small_files(2000);
    let inputs: Vec<Input> = Walk::new([folder.path().to_owned()]).map(Result::unwrap).collect();
    let mut buffer = Vec::new();
    bencher.counter(ItemsCount::new(inputs.len())).bench_local(|| {
        for input in &inputs {
            assert_eq!(read_plain(input, 1 << 20, &mut buffer).unwrap(), Plain::Whole);
            black_box(&buffer);
        }
    });
}

#[divan::bench]
fn small_files_as_streams(bencher: Bencher<'_, '_>) {
    let folder = small_files(2000);
    let inputs: Vec<Input> = Walk::new([folder.path().to_owned()]).map(Result::unwrap).collect();
    let mut buffer = vec![0; 64 << 10];
    bencher.counter(ItemsCount::new(inputs.len())).bench_local(|| {
        for input in &inputs {
            black_box(drain(input, &mut buffer));
        }
    });
}

#[divan::bench]
fn walk_a_folder(bencher: Bencher<'_, '_>) {
    let folder = small_files(2000);
    bencher.counter(ItemsCount::new(2000_usize)).bench(|| Walk::new([folder.path().to_owned()]).count());
}

#[divan::bench]
fn members_of_a_tar_zst(bencher: Bencher<'_, '_>) {
    let folder = small_files(2000);
    let mut tar = tar::Builder::new(zstd::stream::write::Encoder::new(Vec::new(), 3).unwrap());
    tar.append_dir_all(".", folder.path()).unwrap();
    let path = folder.path().join("all.tar.zst");
    fs::write(&path, tar.into_inner().unwrap().finish().unwrap()).unwrap();
    let mut buffer = vec![0; 64 << 10];
    let input = Input::file(path);
    bencher.counter(ItemsCount::new(2000_usize)).bench_local(|| drain(&input, &mut buffer));
}

#[divan::bench(sample_count = 10)]
fn zstd_bare_decoder(bencher: Bencher<'_, '_>) {
    let text = games();
    let packed = zstd::encode_all(&text[..], 6).unwrap();
    let mut buffer = vec![0; 1 << 20];
    bencher.counter(BytesCount::new(text.len())).bench_local(|| {
        let mut reader = zstd::stream::read::Decoder::with_buffer(&packed[..]).unwrap();
        while reader.read(&mut buffer).unwrap() > 0 {}
    });
}

#[divan::bench(sample_count = 10)]
fn zstd_visited(bencher: Bencher<'_, '_>) {
    packed(bencher, |text| zstd::encode_all(text, 6).unwrap());
}

#[divan::bench(sample_count = 10)]
fn gzip_bare_decoder(bencher: Bencher<'_, '_>) {
    let text = games();
    let packed = gzip(&text);
    let mut buffer = vec![0; 1 << 20];
    bencher.counter(BytesCount::new(text.len())).bench_local(|| {
        let mut reader = flate2::bufread::MultiGzDecoder::new(&packed[..]);
        while reader.read(&mut buffer).unwrap() > 0 {}
    });
}

#[divan::bench(sample_count = 10)]
fn gzip_visited(bencher: Bencher<'_, '_>) {
    packed(bencher, gzip);
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(6));
    writer.write_all(text).unwrap();
    writer.finish().unwrap()
}

fn packed(bencher: Bencher<'_, '_>, pack: impl Fn(&[u8]) -> Vec<u8>) {
    let text = games();
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), pack(&text)).unwrap();
    let mut buffer = vec![0; 1 << 20];
    let input = Input::file(file.path());
    bencher.counter(BytesCount::new(text.len())).bench_local(|| drain(&input, &mut buffer));
}

#[divan::bench(sample_count = 10)]
fn charset_of_ascii(bencher: Bencher<'_, '_>) {
    charset(bencher, games());
}

#[divan::bench(sample_count = 10)]
fn charset_of_utf8(bencher: Bencher<'_, '_>) {
    charset(bencher, String::from_utf8_lossy(&games()).replace("[White \"", "[White \"Müller ").into_bytes());
}

#[divan::bench(sample_count = 10)]
fn charset_of_latin1(bencher: Bencher<'_, '_>) {
    let text = String::from_utf8_lossy(&games()).replace("[White \"", "[White \"Müller ");
    charset(bencher, text.chars().map(|c| c as u32 as u8).collect());
}

fn charset(bencher: Bencher<'_, '_>, text: Vec<u8>) {
    bencher.counter(BytesCount::new(text.len())).bench(|| {
        let mut evidence = Evidence::new();
        text.chunks(1 << 20).for_each(|piece| evidence.feed(piece));
        evidence.finish()
    });
}

#[divan::bench(args = ["sgf", "pgn", "ngf"])]
fn sniff_a_record(bencher: Bencher<'_, '_>, format: &str) {
    let text = match format {
        "sgf" => "(;GM[1]FF[4]SZ[19];B[pd];W[dp]".repeat(60),
        "pgn" => "[Event \"T\"]\n[Site \"S\"]\n\n1. e4 e5 *\n".repeat(60),
        _ => format!("Rated game\n19\nwhite\nblack\n{}", "PMABBREER\n".repeat(200)),
    };
    bencher.bench(|| sniff(black_box(text.as_bytes()), "x"));
}
