//! Where records go: every one once, no file half written, no input written over.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::*;

fn game(event: &str, date: &str, white: &str, result: &str) -> String {
    format!(
        "[Event \"{event}\"]\n[Date \"{date}\"]\n[White \"{white}\"]\n[Result \"{result}\"]\n\n1. e4 {{{event}}} {result}\n\n"
    )
}

/// Games whose keys are hard on the names of files.
fn hard_games() -> String {
    let events = [
        "Cup",
        "cup",
        "CUP",
        "a/b",
        "a_b",
        "..",
        ".",
        "",
        "?",
        "../../etc/passwd",
        "tab\there",
        "Con",
        "x\u{202e}y",
        "Cup",
        " Cup ",
    ];
    let mut text: String = events.iter().map(|event| game(event, "2024.01.02", event, "1-0")).collect();
    text.push_str(&game(&"棋".repeat(200), "1999.??.??", "W", "*"));
    text.push_str(&game("last", "????.??.??", "W", "1/2-1/2"));
    text.push_str(&game("bad date", "someday", "W", "0-1"));
    text
}

/// The games of a text of PGN, in order of their text.
fn games(text: &str) -> Vec<String> {
    let mut games: Vec<String> = text.split("[Event ").skip(1).map(str::to_owned).collect();
    games.sort();
    games
}

#[test]
fn every_record_is_once_in_all_files_together() {
    let whole = games(&whole(&[], &hard_games()));
    assert_eq!(whole.len(), 18);
    for (key, count) in [("event", 16), ("player", 14), ("year", 3), ("result", 4), ("7", 3), ("1", 18)] {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        let args = ["-q", "--split-by", key, "-o", out.to_str().unwrap()];
        let done = piped(&args, hard_games().as_bytes());
        assert_eq!(done.status.code(), Some(0), "{key}: {}", String::from_utf8_lossy(&done.stderr));
        let files = files_of(&out);
        let together: String = files.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(games(&together), whole, "split by {key}");
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names.len(), count, "split by {key}: {names:?}");
        let mut small: Vec<String> = names.iter().map(|name| name.to_lowercase()).collect();
        small.dedup();
        assert_eq!(small.len(), names.len(), "names that differ in case only: {names:?}");
        for name in names {
            assert!(name.ends_with(".pgn") && name.len() <= 255 && !name.starts_with('.'), "{name}");
            assert!(!name.chars().any(|c| c.is_control() || "/\\:*?\"<>|\u{202e}".contains(c)), "{name}");
        }
        let inside = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(inside, 1, "something was written outside the folder");
    }
}

#[test]
fn years_and_results_name_their_files() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    piped(&["-q", "--split-by", "year", "-o", out], hard_games().as_bytes());
    let names: Vec<String> = files_of(folder.path()).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["1999.pgn", "2024.pgn", "unknown.pgn"]);
    let go = "(;GM[1]FF[4]SZ[9]DT[2001-05-06]RE[W+R];B[ee])(;GM[1]FF[4]SZ[9]DT[2001]RE[B+R];B[ee])";
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    piped(&["-q", "--split-by", "year", "--stdin-filename", "x.sgf", "-o", out], go.as_bytes());
    let files = files_of(folder.path());
    assert_eq!(files.len(), 1);
    assert_eq!((files[0].0.as_str(), files[0].1.matches("RE[").count()), ("2001.sgf", 2));
}

#[test]
fn more_files_than_may_be_open_at_once() {
    let text: String = (0..450).chain(0..450).map(|n| game(&format!("event {n}"), "2024.01.02", "W", "*")).collect();
    let folder = tempfile::tempdir().unwrap();
    let done = piped(&["-q", "--split-by", "event", "-o", folder.path().to_str().unwrap()], text.as_bytes());
    assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
    let files = files_of(folder.path());
    assert_eq!(files.len(), 450);
    assert!(files.iter().all(|(_, text)| games(text).len() == 2));
}

#[test]
fn a_folder_gets_a_file_for_each_input() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::create_dir_all(at.join("in/sub")).unwrap();
    fs::write(at.join("in/a.pgn"), CHESS).unwrap();
    fs::write(at.join("in/sub/b.sgf"), GO).unwrap();
    let done = convert_in(at, &["-q", "-o", "out/", "in"]);
    assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
    assert_eq!(fs::read_to_string(at.join("out/in/a.pgn")).unwrap(), whole(&[], CHESS));
    assert!(fs::read_to_string(at.join("out/in/sub/b.sgf")).unwrap().starts_with("(;FF[4]GM[1]CA[UTF-8]SZ[9]"));
    let done = convert_in(at, &["-q", "--to", "json", "-o", "out/", "in/sub/../a.pgn"]);
    assert_eq!(done.status.code(), Some(0));
    assert!(at.join("out/in/sub/a.json").exists() || at.join("out/in/a.json").exists());
}

#[test]
fn a_file_is_replaced_when_all_is_written_and_not_before() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("a.pgn"), CHESS).unwrap();
    fs::write(at.join("b.sgf"), GO).unwrap();
    fs::write(at.join("old.pgn"), "what was there before").unwrap();
    // Records of both formats cannot go to one file: the run fails after the first was written.
    let done = convert_in(at, &["-q", "-o", "old.pgn", "a.pgn", "b.sgf"]);
    assert_eq!(done.status.code(), Some(2));
    assert_eq!(fs::read_to_string(at.join("old.pgn")).unwrap(), "what was there before");
    assert_eq!(fs::read_dir(at).unwrap().count(), 3, "a temporary file was left");
    let done = convert_in(at, &["-q", "-o", "old.pgn", "a.pgn"]);
    assert_eq!(done.status.code(), Some(0));
    assert_eq!(fs::read_to_string(at.join("old.pgn")).unwrap(), whole(&[], CHESS));
}

#[test]
fn an_input_is_not_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let spaced = CHESS.replace("1. e4", "1.e4");
    fs::write(at.join("a.pgn"), &spaced).unwrap();
    fs::write(at.join("b.pgn"), CHESS).unwrap();
    for args in [
        &["-o", "a.pgn", "a.pgn"][..],
        &["-o", "./a.pgn", "a.pgn"],
        &["-o", "a.pgn", "b.pgn", "a.pgn"],
        &["-o", ".", "a.pgn"],
        &["-o", "a.pgn", "."],
    ] {
        let done = convert_in(at, args);
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        assert_eq!(done.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains("a.pgn is read and cannot be written at once"), "{args:?}: {said}");
        assert_eq!(fs::read_to_string(at.join("a.pgn")).unwrap(), spaced, "{args:?}");
        assert_eq!(fs::read_dir(at).unwrap().count(), 2, "{args:?}");
    }
}

#[test]
fn a_record_that_cannot_be_replayed_is_dealt_with_as_asked() {
    let copy = piped(&["--stdin-filename", "in.pgn"], ILLEGAL.as_bytes());
    assert_eq!((String::from_utf8(copy.stdout).unwrap(), copy.status.code()), (format!("{ILLEGAL}\n"), Some(1)));
    assert!(String::from_utf8_lossy(&copy.stderr).contains("in.pgn:1: game 1: copied as it is: it cannot be replayed"));
    let cut = piped(&["--on-error", "truncate"], ILLEGAL.as_bytes());
    let text = String::from_utf8(cut.stdout).unwrap();
    assert!(text.ends_with("\n\n1. e4 e5 *\n\n"), "{text}");
    assert_eq!(cut.status.code(), Some(1));
    let skip = piped(&["--on-error", "skip"], format!("{ILLEGAL}\n{CHESS}").as_bytes());
    assert_eq!((String::from_utf8(skip.stdout).unwrap(), skip.status.code()), (whole(&[], CHESS), Some(1)));
    // A form that has no room for a copy is cut.
    for (form, line) in [
        ("uci", "position startpos moves e2e4 e7e5\n"),
        ("fen", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n"),
    ] {
        let cut = piped(&["--to", form], ILLEGAL.as_bytes());
        assert_eq!((String::from_utf8(cut.stdout).unwrap().as_str(), cut.status.code()), (line, Some(1)));
    }
    let json = piped(&["--to", "ndjson"], ILLEGAL.as_bytes());
    let object: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!((&object["complete"], &object["result"]), (&serde_json::json!(false), &serde_json::json!("*")));
}

#[test]
fn records_with_findings_are_left_out_where_that_is_asked() {
    let text = format!("{ILLEGAL}\n{CHESS}");
    for (without, written) in
        [("error", 1), ("illegal-move", 1), ("CHS101", 1), ("note", 1), ("ambiguous-move", 2), ("warning,error", 1)]
    {
        let done = piped(&["-q", "--without", without], text.as_bytes());
        let out = String::from_utf8(done.stdout).unwrap();
        assert_eq!((out.matches("[Event ").count(), done.status.code()), (written, Some(1)), "{without}");
        assert!(out.contains("Spring/Cup"), "{without}");
    }
    assert_eq!(piped(&["--without", "no-such-check"], b"").status.code(), Some(2));
}

#[test]
fn the_exit_status_says_what_became_of_the_records() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("good.pgn"), CHESS).unwrap();
    fs::write(at.join("bad.pgn"), ILLEGAL).unwrap();
    let status = |args: &[&str]| convert_in(at, &[&["-q"], args].concat()).status.code();
    assert_eq!(status(&["good.pgn"]), Some(0));
    assert_eq!(status(&["good.pgn", "bad.pgn"]), Some(1));
    assert_eq!(status(&["missing.pgn", "good.pgn"]), Some(2));
    assert_eq!(status(&["--to", "nothing", "good.pgn"]), Some(2));
    assert_eq!(status(&["--split-by", "event", "good.pgn"]), Some(2), "split without a folder");
    assert_eq!(status(&["--split-by", "0", "-o", "x/", "good.pgn"]), Some(2));
    // What could be read is written all the same.
    let done = convert_in(at, &["-q", "missing.pgn", "good.pgn"]);
    assert_eq!(String::from_utf8(done.stdout).unwrap(), whole(&[], CHESS));
}

#[test]
fn nobody_listening_is_no_failure() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("many.pgn");
    fs::write(&file, CHESS.repeat(20_000)).unwrap();
    for form in ["pgn", "ndjson", "csv", "parquet"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_jadoube"))
            .args(["convert", "-q", "--isolated", "--to", form, file.to_str().unwrap()])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let done = child.wait_with_output().unwrap();
        assert_eq!((done.status.code(), String::from_utf8_lossy(&done.stderr).as_ref()), (Some(0), ""), "{form}");
    }
}

#[test]
fn games_in_json_are_found_in_folders() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for (name, form) in [("a.ndjson", "ndjson"), ("b.json", "json")] {
        fs::write(at.join(name), whole(&["--to", form], &format!("{CHESS}{CHESS}"))).unwrap();
    }
    let done = convert_in(at, &["-q", "--to", "pgn", "."]);
    assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
    assert_eq!(String::from_utf8(done.stdout).unwrap(), whole(&[], CHESS).repeat(4));
    // A report is no game: it is said once, not for each of its lines, and the games are written.
    let report = Command::new(env!("CARGO_BIN_EXE_jadoube"))
        .args(["check", "--isolated", "--output-format", "ndjson", "--exit-zero", "-"])
        .stdin(Stdio::from(pgn_file(at)))
        .output()
        .unwrap();
    fs::write(at.join("report.ndjson"), report.stdout).unwrap();
    let done = convert_in(at, &["--to", "pgn", "."]);
    assert_eq!(done.status.code(), Some(1));
    let said = String::from_utf8(done.stderr).unwrap();
    assert!(said.contains("left out: a JSON object of the type `record`, not a game"), "{said}");
    assert!(said.lines().count() < 20, "{said}");
    assert_eq!(String::from_utf8(done.stdout).unwrap(), whole(&[], CHESS).repeat(4));
}

fn pgn_file(folder: &Path) -> fs::File {
    let path = folder.join("many.txt");
    fs::write(&path, CHESS.repeat(50)).unwrap();
    fs::File::open(path).unwrap()
}

#[test]
fn archives_are_read() {
    let zip = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/archives/mixed.zip");
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let done = convert(&["-q", "--to", "ndjson", "-o", &format!("{}/", out.display()), zip]);
    assert!(done.status.code().is_some_and(|code| code < 2), "{}", String::from_utf8_lossy(&done.stderr));
    let one = convert(&["-q", "--to", "ndjson", zip]);
    let count = String::from_utf8(one.stdout).unwrap().lines().count();
    assert!(count > 1);
    let mut found = 0;
    let mut folders = vec![out];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                assert!(path.extension().is_some_and(|e| e == "ndjson"), "{}", path.display());
                found += fs::read_to_string(path).unwrap().lines().count();
            }
        }
    }
    assert_eq!(found, count);
}

#[test]
fn what_stands_outside_the_tree_is_copied_or_told() {
    // A torn move is lost text: the record is copied as it is.
    let torn = "(;GM[1]FF[4]CA[UTF-8]SZ[9];B[ee];WSbb])";
    let done = piped(&["--stdin-filename", "x.sgf"], torn.as_bytes());
    assert_eq!((done.status.code(), String::from_utf8_lossy(&done.stdout).trim()), (Some(1), torn));
    let mail = "From: a friend\n(;GM[1]FF[4]CA[UTF-8]SZ[9];B[ee])\nyours";
    let done = piped(&["--stdin-filename", "x.sgf"], mail.as_bytes());
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(said.contains("the text before the tree") && said.contains("the text behind the tree"), "{said}");
}
