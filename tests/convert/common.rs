//! Running the program on texts and files.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A game of chess with a clock, an evaluation, a variation and a glyph.
pub(crate) const CHESS: &str = "[Event \"Spring/Cup\"]\n[Site \"Nowhere\"]\n[Date \"2024.05.17\"]\n[Round \"1\"]\n\
    [White \"Alder, Ann\"]\n[Black \"Birch \\\"B\\\", Bo\"]\n[Result \"1-0\"]\n[WhiteElo \"2400\"]\n\n\
    1. e4 {[%clk 0:10:00] [%eval 0.2] good} e5 {[%clk 0:09:58]} 2. Nf3 $1 (2. f4 exf4) 2... Nc6 3. Bb5 1-0\n\n";

/// A game of Go with a handicap, a pass, a clock and a variation.
pub(crate) const GO: &str = "(;GM[1]FF[4]SZ[9]KM[5.5]RE[B+R]PB[a]PW[b]HA[2]AB[cc][gg]DT[2020-01-02]\
    ;W[ee]WL[59.5];B[](;W[ff])(;W[ab]))\n";

/// A game with a move that cannot be played.
pub(crate) const ILLEGAL: &str = "[Event \"E\"]\n[Result \"1-0\"]\n\n1. e2-e4 e5 2. Ke3 Nc6 1-0\n";

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jadoube"));
    command.args(["convert", "--isolated"]).stdin(Stdio::null());
    command
}

/// `convert` with these arguments.
pub(crate) fn convert(args: &[&str]) -> Output {
    program().args(args).output().unwrap()
}

/// `convert` with these arguments, in a folder.
pub(crate) fn convert_in(folder: &Path, args: &[&str]) -> Output {
    program().args(args).current_dir(folder).output().unwrap()
}

/// `convert` with these arguments, of a text on standard input.
pub(crate) fn piped(args: &[&str], input: &[u8]) -> Output {
    let mut child =
        program().args(args).arg("-").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // The program may have seen enough before all is written.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// What a text becomes; the conversion must be whole.
pub(crate) fn whole(args: &[&str], input: &str) -> String {
    let done = piped(args, input.as_bytes());
    assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).unwrap()
}

/// The normal form of a record of SGF.
pub(crate) fn normal_sgf(text: &str) -> String {
    let once = whole(&["--stdin-filename", "x.sgf"], text);
    assert_eq!(whole(&["--stdin-filename", "x.sgf"], &once), once, "the normal form of the normal form");
    once
}

/// All fixtures with this ending.
pub(crate) fn fixtures(ending: &str) -> Vec<PathBuf> {
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
    assert!(!files.is_empty(), "no fixtures of {ending}");
    files
}

/// The files of a folder by name, with their text.
pub(crate) fn files_of(folder: &Path) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(path).unwrap())
        })
        .collect();
    files.sort();
    files
}
