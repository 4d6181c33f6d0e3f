//! Whatever is cut off or overwritten in a record: findings, never a panic, in bounded time, and no byte is lost.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use jadoube::checks;
use jadoube::input::charset::Charset;
use jadoube::record::{Cut, Format, RawRecord, Split};
use jadoube::settings::Settings;
use jadoube::{pgn, sgf};

/// Far above what any of these small inputs needs, and far below what a quadratic blow-up would take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(5);

/// Above this size a fixture is not cut at every byte but at every so many that the number of cuts stays the same.
const CUTS: usize = 1500;

/// The checker of both games with its buffers, as a worker of the pipeline holds it.
struct Checker {
    settings: Settings,
    chess: checks::chess::Scratch,
    go: checks::go::Scratch,
}

impl Checker {
    fn new() -> Self {
        // Play-outs cost much and read the board, not the text.
        let settings = Settings { estimate: false, ..Settings::default() };
        Checker { settings, chess: checks::chess::Scratch::default(), go: checks::go::Scratch::default() }
    }

    fn check(&mut self, format: Format, bytes: &[u8]) {
        let record = RawRecord { format, bytes, charset: Charset::Utf8 };
        let report = match format {
            Format::Pgn => checks::chess::check(&self.settings, &record, &mut self.chess),
            _ => checks::go::check(&self.settings, &record, &mut self.go),
        };
        for finding in &report.findings {
            let span = finding.span;
            assert!(span.start <= span.end && span.end as usize <= bytes.len(), "{finding:?} lies outside the record");
        }
    }

    /// Cuts the text into records and checks each of them.
    fn run(&mut self, format: Format, text: &[u8]) {
        for piece in pieces(format, text, |rest, _| rest) {
            self.check(format, piece);
        }
    }
}

fn splitter(format: Format) -> Option<Box<dyn Split>> {
    match format {
        Format::Pgn => Some(Box::new(pgn::Splitter::new())),
        Format::Sgf => Some(Box::new(sgf::Splitter::new())),
        Format::Gib | Format::Ngf | Format::Ugf => None,
    }
}

/// The records of a text; `show` says how much more of it the splitter is shown after it has asked for more, given the length of
/// the rest and how much it has seen.
fn pieces(format: Format, text: &[u8], mut show: impl FnMut(usize, usize) -> usize) -> Vec<&[u8]> {
    let Some(mut splitter) = splitter(format) else { return vec![text] };
    let (mut rest, mut pieces, mut seen) = (text, Vec::new(), 0);
    while !rest.is_empty() {
        seen = (seen + show(rest.len(), seen).max(1)).min(rest.len());
        let last = seen == rest.len();
        let length = match splitter.cut(&rest[..seen], last) {
            Cut::More => {
                assert!(!last, "the splitter asks for more than there is");
                continue;
            }
            Cut::Record(length) => length,
            Cut::Junk(length) => {
                assert!(pieces.is_empty() && length == rest.len(), "junk in an input that holds a record");
                length
            }
        };
        assert!(0 < length && length <= seen, "a record of {length} bytes in {seen}");
        let (piece, behind) = rest.split_at(length);
        pieces.push(piece);
        rest = behind;
        seen -= length;
    }
    assert_eq!(pieces.iter().map(|p| p.len()).sum::<usize>(), text.len(), "bytes were lost between records");
    pieces
}

fn format_of(path: &Path) -> Option<Format> {
    match path.extension()?.to_str()? {
        "pgn" => Some(Format::Pgn),
        "sgf" => Some(Format::Sgf),
        "gib" => Some(Format::Gib),
        "ngf" => Some(Format::Ngf),
        "ugf" => Some(Format::Ugf),
        _ => None,
    }
}

/// All plain records under `fixtures`, in order.
fn fixtures() -> Vec<(PathBuf, Format, Vec<u8>)> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if let Some(format) = format_of(&path) {
                files.push((path.clone(), format, std::fs::read(path).unwrap()));
            }
        }
    }
    assert!(files.len() > 200, "the fixtures are not where they should be");
    files.sort();
    files
}

/// Runs one damaged input and says which it was if something goes wrong.
fn survive(checker: &mut Checker, path: &Path, format: Format, text: &[u8], what: &str) {
    let start = Instant::now();
    let result = catch_unwind(AssertUnwindSafe(|| checker.run(format, text)));
    assert!(result.is_ok(), "{} {what}: {:?}", path.display(), String::from_utf8_lossy(text));
    assert!(start.elapsed() < PATIENCE, "{} {what}: took {:?}", path.display(), start.elapsed());
}

/// A small generator, so that a failure can be repeated (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }
}

#[test]
fn cut_at_every_byte() {
    let mut checker = Checker::new();
    for (path, format, text) in fixtures() {
        for end in (0..=text.len()).step_by(text.len() / CUTS + 1) {
            survive(&mut checker, &path, format, &text[..end], &format!("cut at {end}"));
        }
    }
}

#[test]
fn beginning_at_every_byte() {
    let mut checker = Checker::new();
    for (path, format, text) in fixtures() {
        for start in (0..=text.len()).step_by(text.len() / CUTS + 1) {
            survive(&mut checker, &path, format, &text[start..], &format!("from {start}"));
        }
    }
}

#[test]
fn random_bytes_overwritten() {
    // Bytes with a meaning in one of the formats hit more branches than any byte at random.
    const MEANING: &[u8] = b"[](){};\\\"%$.*+#=-/<>:, \n\r\t\0x1aBWNKQOP";
    let mut checker = Checker::new();
    for (path, format, text) in fixtures().into_iter().filter(|(_, _, text)| !text.is_empty()) {
        for seed in 1..=400_u64 {
            let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
            let mut damaged = text.clone();
            for _ in 0..1 + random.below(8) {
                let at = random.below(damaged.len());
                damaged[at] = if random.below(3) == 0 { random.below(256) as u8 } else { MEANING[random.below(MEANING.len())] };
            }
            survive(&mut checker, &path, format, &damaged, &format!("seed {seed}"));
        }
    }
}

/// A splitter that is shown its input bit by bit cuts it where it cuts the whole.
#[test]
fn splitters_are_resumable() {
    for (path, format, text) in fixtures() {
        let whole = pieces(format, &text, |rest, _| rest);
        for seed in 1..=20_u64 {
            let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
            let parts = pieces(format, &text, |_, _| 1 + random.below(if seed % 2 == 0 { 7 } else { 400 }));
            assert_eq!(parts, whole, "{} seed {seed}", path.display());
        }
    }
}
