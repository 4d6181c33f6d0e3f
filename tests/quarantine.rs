//! `check --split-to`: what goes in comes out once, clean or rejected, and nothing else does.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const GOOD: &str = "[Event \"E\"]\n[Result \"*\"]\n\n1. e4 e5 *\n\n";
const BAD: &str = "[Event \"E\"]\n[Result \"*\"]\n\n1. e4 e5 2. Ke3 *\n\n\n";

/// Sorts what `inputs` name in `folder` into `folder/out`.
fn sort(folder: &Path, inputs: &[&str], piped: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_jadoube"))
        .args(["check", "-q", "--isolated", "--no-progress", "--output-format", "concise", "--split-to", "out"])
        .args(inputs)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(piped).unwrap();
    child.wait_with_output().unwrap()
}

/// The files below a folder, by their names in order.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        let Ok(entries) = fs::read_dir(next) else { continue };
        for entry in entries {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => found.push((path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned(), fs::read(path).unwrap())),
            }
        }
    }
    found.sort();
    found
}

fn strings(files: Vec<(String, Vec<u8>)>) -> Vec<(String, String)> {
    files.into_iter().map(|(name, text)| (name, String::from_utf8(text).unwrap())).collect()
}

fn pairs(list: &[(&str, &str)]) -> Vec<(String, String)> {
    list.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
}

#[test]
fn inputs_of_one_name_keep_apart_and_every_byte_comes_once() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    fs::create_dir_all(root.join("x/y")).unwrap();
    fs::write(root.join("a.pgn"), format!("\u{feff}% a line before\n{GOOD}{BAD}{GOOD}")).unwrap();
    fs::write(root.join("x/a.pgn"), format!("{BAD}{GOOD}")).unwrap();
    fs::write(root.join("x/y/a.pgn"), "").unwrap();
    fs::write(root.join("x/b.sgf"), "noise (;FF[4]SZ[9];B[ee]) text between (;FF[4]SZ[9];B[ee];W[ee]) tail").unwrap();
    let mut gzip = flate2::write::GzEncoder::new(fs::File::create(root.join("a.pgn.gz")).unwrap(), flate2::Compression::fast());
    gzip.write_all(GOOD.as_bytes()).unwrap();
    gzip.finish().unwrap();
    let inputs = ["a.pgn", "x", "a.pgn.gz", "./a.pgn"];
    let done = sort(root, &inputs, b"");
    assert!(done.stderr.is_empty(), "{}", String::from_utf8_lossy(&done.stderr));
    let before = format!("\u{feff}% a line before\n{GOOD}{GOOD}");
    assert_eq!(
        strings(files(&root.join("out/clean"))),
        pairs(&[
            ("a-2.pgn", GOOD),
            ("a.pgn", &before),
            ("x/a.pgn", GOOD),
            ("x/b.sgf", "noise (;FF[4]SZ[9];B[ee]) text between "),
        ])
    );
    assert_eq!(
        strings(files(&root.join("out/rejected"))),
        pairs(&[("a.pgn", BAD), ("x/a.pgn", BAD), ("x/b.sgf", "(;FF[4]SZ[9];B[ee];W[ee]) tail"), ("x/y/a.pgn", "")])
    );
    let report = fs::read_to_string(root.join("out/findings.ndjson")).unwrap();
    assert_eq!(report.matches("\"illegal-move\"").count(), 2 + 1, "two records and the summary");
    assert_eq!(files(&root.join("out")).len(), 4 + 4 + 1, "nothing else is left");
}

#[test]
fn standard_input_and_members_of_archives_come_out_too() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let mut tar = tar::Builder::new(fs::File::create(root.join("t.tar")).unwrap());
    // One name twice: both members count.
    for text in [format!("{GOOD}{BAD}"), format!("{BAD}{GOOD}{GOOD}")] {
        let mut header = tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        tar.append_data(&mut header, "d/g.pgn", text.as_bytes()).unwrap();
    }
    tar.finish().unwrap();
    let done = sort(root, &["-", "t.tar"], format!("{BAD}{GOOD}").as_bytes());
    assert!(done.stderr.is_empty(), "{}", String::from_utf8_lossy(&done.stderr));
    let twice = GOOD.repeat(2);
    assert_eq!(
        strings(files(&root.join("out/clean"))),
        pairs(&[("stdin", GOOD), ("t.tar/d/g-2.pgn", &twice), ("t.tar/d/g.pgn", GOOD)])
    );
    assert_eq!(
        strings(files(&root.join("out/rejected"))),
        pairs(&[("stdin", BAD), ("t.tar/d/g-2.pgn", BAD), ("t.tar/d/g.pgn", BAD)])
    );
}

#[test]
fn a_second_run_into_the_folder_it_reads_does_not_read_what_it_writes() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    fs::write(root.join("a.pgn"), format!("{GOOD}{BAD}")).unwrap();
    sort(root, &["."], b"");
    assert_eq!(strings(files(&root.join("out/clean"))), pairs(&[("a.pgn", GOOD)]));
    assert_eq!(strings(files(&root.join("out/rejected"))), pairs(&[("a.pgn", BAD)]));
}
