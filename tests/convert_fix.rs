//! `convert` and `fix` through the binary: nothing is lost, nothing is half written, a second run changes nothing.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use jadoube::check::{Scratch, check};
use jadoube::record::{Format, RawRecord};
use jadoube::settings::Settings;

fn jadoube(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_jadoube")).args(args).stdin(Stdio::null()).output().unwrap()
}

fn piped(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_jadoube"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn fixtures(ending: &str) -> Vec<PathBuf> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == ending) {
                files.push(path);
            }
        }
    }
    files.sort();
    assert!(files.len() > 5, "no fixtures of {ending}");
    files
}

fn facts(bytes: &[u8], format: Format) -> (u32, Option<String>, Option<&'static str>) {
    let settings = Settings { estimate: false, ..Settings::default() };
    let report = check(&settings, &RawRecord { format, bytes, charset: Default::default() }, &mut Scratch::default());
    (report.plies, report.result, report.ending.map(|e| e.name()))
}

#[test]
fn normal_forms_are_stable_and_json_carries_everything() {
    for ending in ["pgn", "sgf"] {
        for file in fixtures(ending) {
            let name = file.to_str().unwrap();
            let once = jadoube(&["convert", "-q", "--isolated", name]);
            assert!(once.status.code().is_some_and(|c| c < 2), "{name}: {}", String::from_utf8_lossy(&once.stderr));
            // What was copied as it is need not be normal; what was written must be.
            if once.status.code() != Some(0) {
                continue;
            }
            let dialect = format!("x.{ending}");
            let twice = piped(&["convert", "-q", "--isolated", "--stdin-filename", &dialect, "-"], &once.stdout);
            assert_eq!(
                String::from_utf8_lossy(&twice.stdout),
                String::from_utf8_lossy(&once.stdout),
                "{name}: the normal form of the normal form"
            );
            for form in ["json", "ndjson"] {
                let json = jadoube(&["convert", "-q", "--isolated", "--to", form, name]);
                let back = piped(&["convert", "-q", "--isolated", "--to", ending, "-"], &json.stdout);
                assert_eq!(
                    String::from_utf8_lossy(&back.stdout),
                    String::from_utf8_lossy(&once.stdout),
                    "{name}: by way of {form}; {}",
                    String::from_utf8_lossy(&back.stderr)
                );
            }
        }
    }
}

#[test]
fn a_normal_game_plays_the_same() {
    let text =
        b"(;GaMe[1]SZ[9]RU[Chinese]KM[3.75]RE[\xe7\x99\xbd\xe8\x83\x9c1/4\xe5\xad\x90];B[ee];W[gc](;B[cc];W[])(;B[dd]C[a\\]b]))";
    let normal = piped(&["convert", "-q", "--isolated", "--stdin-filename", "x.sgf", "-"], text);
    assert_eq!(facts(text, Format::Sgf), facts(&normal.stdout, Format::Sgf));
    assert!(String::from_utf8_lossy(&normal.stdout).contains("C[a\\]b]"), "{:?}", normal);
}

#[test]
fn what_is_taken_out_is_gone_and_nothing_else() {
    let game =
        b"[Event \"E\"]\n[Result \"*\"]\n[ECO \"C20\"]\n\n1. e4 $1 {good [%clk 0:05:00] [%eval 0.3]} e5 (1... c5) 2. Nf3 *\n";
    let run = |args: &[&str]| {
        let mut all = vec!["convert", "-q", "--isolated"];
        all.extend(args);
        all.push("-");
        String::from_utf8(piped(&all, game).stdout).unwrap()
    };
    assert!(run(&[]).contains("1. e4 $1 {good [%clk 0:05:00] [%eval 0.3]} 1... e5 (1... c5) 2. Nf3 *"), "{}", run(&[]));
    assert!(run(&["--no-comments"]).contains("1. e4 $1 {[%clk 0:05:00] [%eval 0.3]} 1... e5"), "{}", run(&["--no-comments"]));
    assert!(run(&["--no-clocks"]).contains("{good [%eval 0.3]}"), "{}", run(&["--no-clocks"]));
    assert!(run(&["--no-evaluations"]).contains("{good [%clk 0:05:00]}"), "{}", run(&["--no-evaluations"]));
    assert!(!run(&["--no-variations"]).contains("c5"));
    assert!(!run(&["--no-nags"]).contains("$1"));
    assert!(!run(&["--roster-only"]).contains("ECO") && run(&["--roster-only"]).contains("[Event \"E\"]"));
    assert!(!run(&["--no-tags", "ECO"]).contains("ECO"));
}

#[test]
fn a_record_that_cannot_be_replayed_is_copied_cut_or_left_out() {
    let game = b"[Event \"E\"]\n[Result \"1-0\"]\n\n1. e2-e4 e5 2. Ke3 Nc6 1-0\n";
    let copy = piped(&["convert", "--isolated", "-"], game);
    assert_eq!((copy.stdout.as_slice(), copy.status.code()), (&[game.as_slice(), b"\n"].concat()[..], Some(1)));
    let cut = piped(&["convert", "--isolated", "--to", "ndjson", "-"], game);
    let object: serde_json::Value = serde_json::from_slice(&cut.stdout).unwrap();
    assert_eq!((&object["complete"], object["moves"].as_array().unwrap().len()), (&serde_json::json!(false), 2));
    let skip = piped(&["convert", "--isolated", "--on-error", "skip", "-"], game);
    assert_eq!((skip.stdout.len(), skip.status.code()), (0, Some(1)));
}

#[test]
fn tables_have_their_columns() {
    let game = b"[White \"Alder, A\"]\n[WhiteElo \"2500\"]\n[Date \"2024.01.31\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n";
    let csv = piped(&["convert", "-q", "--isolated", "--to", "csv", "-"], game);
    let text = String::from_utf8(csv.stdout).unwrap();
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    assert_eq!(names.len(), jadoube::convert::columns(false).len());
    let row = lines.next().unwrap();
    assert!(
        row.contains("\"Alder, A\"") && row.contains("2024-01-31") && row.contains(",2500,") && row.contains("e2e4 e7e5"),
        "{row}"
    );
    let parquet = piped(&["convert", "-q", "--isolated", "--to", "parquet", "-"], game);
    assert!(parquet.stdout.starts_with(b"PAR1") && parquet.stdout.ends_with(b"PAR1"));
}

/// Copies the PGN and SGF fixtures to a folder.
fn copy_of_fixtures(folder: &Path) -> Vec<PathBuf> {
    let mut copies = Vec::new();
    for (i, file) in fixtures("pgn").into_iter().chain(fixtures("sgf")).enumerate() {
        let copy = folder.join(format!("{i}-{}", file.file_name().unwrap().to_str().unwrap()));
        fs::copy(&file, &copy).unwrap();
        copies.push(copy);
    }
    copies
}

#[test]
fn a_second_fix_changes_nothing_and_clean_files_are_not_touched() {
    let folder = tempfile::tempdir().unwrap();
    let files = copy_of_fixtures(folder.path());
    let before: Vec<Vec<u8>> = files.iter().map(|f| fs::read(f).unwrap()).collect();
    let root = folder.path().to_str().unwrap();
    jadoube(&["fix", "-q", "--isolated", root]);
    let once: Vec<Vec<u8>> = files.iter().map(|f| fs::read(f).unwrap()).collect();
    jadoube(&["fix", "-q", "--isolated", root]);
    for ((file, once), before) in files.iter().zip(&once).zip(&before) {
        assert_eq!(&fs::read(file).unwrap(), once, "{} changed again", file.display());
        assert!(once == before || !file.to_str().unwrap().contains("good."), "{} was clean", file.display());
    }
    assert!(once.iter().zip(&before).any(|(a, b)| a != b), "nothing was fixed at all");
    let strays = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(strays, files.len(), "temporary files were left");
}

#[test]
fn a_diff_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.pgn");
    fs::write(&file, "[Result \"1-0\"]\n\n1. e2-e4 e5 1-0\n").unwrap();
    let diff = jadoube(&["fix", "--diff", "--isolated", file.to_str().unwrap()]);
    let text = String::from_utf8(diff.stdout).unwrap();
    assert!(text.contains("\n-1. e2-e4 e5 1-0\n+1. e4 e5 1-0\n"), "{text}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "[Result \"1-0\"]\n\n1. e2-e4 e5 1-0\n");
}

#[test]
fn compressed_files_stay_compressed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.pgn.gz");
    let mut encoder = flate2::write::GzEncoder::new(fs::File::create(&file).unwrap(), flate2::Compression::default());
    encoder.write_all(b"1. e2-e4 *\n").unwrap();
    encoder.finish().unwrap();
    jadoube(&["fix", "-q", "--isolated", file.to_str().unwrap()]);
    let mut text = String::new();
    std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(fs::File::open(&file).unwrap()), &mut text).unwrap();
    assert!(text.ends_with("\n\n1. e4 *\n"), "{text}");
}

#[test]
fn a_fix_that_is_killed_leaves_every_file_old_or_new() {
    let folder = tempfile::tempdir().unwrap();
    let old = "[Event \"E\"]\n[Site \"S\"]\n[Date \"2024.01.02\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. e2-e4 e5 *\n\n".repeat(2000);
    let new = old.replace("e2-e4", "e4");
    let files: Vec<PathBuf> = (0..6).map(|i| folder.path().join(format!("{i}.pgn"))).collect();
    for delay in [1, 5, 10, 20, 40, 60, 90, 120] {
        files.iter().for_each(|f| fs::write(f, &old).unwrap());
        let mut child = Command::new(env!("CARGO_BIN_EXE_jadoube"))
            .args(["fix", "-q", "--isolated", folder.path().to_str().unwrap()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(delay));
        let _ = child.kill();
        child.wait().unwrap();
        for file in &files {
            let text = fs::read_to_string(file).unwrap();
            assert!(text == old || text == new, "{} is neither old nor new after {delay} ms", file.display());
        }
    }
}
