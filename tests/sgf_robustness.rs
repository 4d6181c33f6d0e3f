//! SGF that is cut, flipped or made to hurt: no panic, no lost byte, no time or memory out of proportion.

#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

use std::path::Path;
use std::time::{Duration, Instant};

use jadoube::checks::go;
use jadoube::record::{Cut, Format, RawRecord, Split};
use jadoube::settings::Settings;
use jadoube::sgf::Splitter;

/// Splits a text, checks every record, and returns how many there are. Every byte must belong to a record, every finding must lie
/// in its record, and every repair must be in order.
fn run(text: &[u8], scratch: &mut go::Scratch) -> usize {
    let settings = Settings { estimate: false, ..Settings::default() };
    let mut splitter = Splitter::new();
    let (mut at, mut records) = (0, 0);
    while at < text.len() {
        match splitter.cut(&text[at..], true) {
            Cut::Record(length) => {
                assert!(length > 0 && at + length <= text.len());
                let record = RawRecord { format: Format::Sgf, bytes: &text[at..at + length], charset: Default::default() };
                let report = go::check(&settings, &record, scratch);
                for finding in &report.findings {
                    let end = finding.span.end as usize;
                    assert!(finding.span.start as usize <= end && end <= length, "{finding:?}");
                    for edits in finding.fix.iter().map(|f| &f.edits) {
                        assert!(edits.windows(2).all(|w| w[0].span.end <= w[1].span.start), "{finding:?}");
                        assert!(edits.iter().all(|e| e.span.start <= e.span.end && e.span.end as usize <= length), "{finding:?}");
                    }
                }
                at += length;
                records += 1;
            }
            Cut::Junk(length) => {
                assert_eq!((at, length), (0, text.len()));
                at += length;
            }
            Cut::More => panic!("all of the text has been shown"),
        }
    }
    records
}

/// The fixtures of SGF checks, and a few records that have everything in them.
fn texts() -> Vec<Vec<u8>> {
    let mut texts: Vec<Vec<u8>> = vec![
        b"mail\n(;GM[1]FF[4]CA[UTF-8]SZ[9]AP[a:b]AB[aa:bb][cc]PL[W]KM[6.5]RE[W+R];W[ee]C[x\\]y\\\\ [z](;B[gg]LB[aa:1]AR[aa:bb])(;B[]TE[1]N[n]);B[tt]) end".to_vec(),
        b"(;CA[GBK]PB[\x81\x5C\x82\x5D\xB6\xCE]C[\xBA\xDA\xD6\xD0\xC5\xCC\xCA\xA4];B[ee];W[ff])".to_vec(),
        b"(;GM[1]PB[\x1B$B]][[\x1B(B];B[pd])(;FF[3]GaMe[1]Black[jj];White[ ];KO[]B[a1]L[aa][bb])".to_vec(),
    ];
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/checks");
    for check in std::fs::read_dir(root).unwrap() {
        for file in std::fs::read_dir(check.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            let text = std::fs::read(&path).unwrap();
            if path.extension().is_some_and(|e| e == "sgf") && text.len() < 2000 {
                texts.push(text);
            }
        }
    }
    texts
}

#[test]
fn cut_at_every_byte() {
    let mut scratch = go::Scratch::default();
    for text in texts() {
        for end in 0..text.len() {
            run(&text[..end], &mut scratch);
        }
    }
}

#[test]
fn bytes_flipped() {
    let mut scratch = go::Scratch::default();
    let mut seed = 0x9E37_79B9_7F4A_7C15u64;
    let mut random = |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed % below as u64) as usize
    };
    const LIKELY: &[u8] = b"()[];\\:\x00\x1B\x81\xFF\xE5 BWaz1\n";
    for text in texts() {
        for _ in 0..200 {
            let mut text = text.clone();
            for _ in 0..=random(4) {
                let at = random(text.len());
                match random(3) {
                    0 => text[at] = LIKELY[random(LIKELY.len())],
                    1 => text.insert(at, LIKELY[random(LIKELY.len())]),
                    _ => text[at] ^= 1 << random(8),
                }
            }
            run(&text, &mut scratch);
        }
    }
}

/// Texts that are hard on readers which look ahead, look back, or call themselves.
#[test]
fn hard_texts_take_linear_time() {
    let root = "(;GM[1]FF[4]SZ[52]";
    let hard = [
        format!("{root}{}", "(;C[x]".repeat(100_000)),
        format!("{root}{}{})", "(;C[x]".repeat(50_000), ")".repeat(50_000)),
        format!("{root}{})", ";C[x]".repeat(200_000)),
        format!("{root}C[{}])", "] ".repeat(200_000)),
        format!("{root}C[{}])", "[ ] x ".repeat(100_000)),
        format!("{root}C[{}", "(;GM[1] x".repeat(50_000)),
        format!("{root}C[{}", "\\".repeat(300_001)),
        format!("{root}{}", "]".repeat(300_000)),
        format!("{root}{}", "(".repeat(300_000)),
        format!("{root}{}", " (".repeat(150_000)),
        format!("{root}C[{} x]", "] x".repeat(50_000) + &" ".repeat(200_000)),
        format!("{root}{})", "A".repeat(300_000)),
        format!("{root}{})", "AB[aa]".repeat(50_000)),
        format!("{root}{})", ";AB[aa:ZZ]".repeat(20_000)),
        format!("{root}AB{})", "[aa:ZY]".repeat(40_000)),
        format!("{root}{})", "(;B[aa]ZZ[])(;TE[1])".repeat(15_000)),
        format!("{root}{})", "(;B[aa](;W[aa]TE[x]BM[y]".repeat(10_000)),
        format!("{root}C[{}])", "&amp;\\u003c".repeat(30_000)),
        format!("{root}AR{})", "[aa:bb]".repeat(40_000)),
    ];
    let mut scratch = go::Scratch::default();
    for text in hard {
        let start = Instant::now();
        run(text.as_bytes(), &mut scratch);
        let head = &text[..40.min(text.len())];
        assert!(start.elapsed() < Duration::from_secs(20), "{head}… took {:?}", start.elapsed());
    }
}
