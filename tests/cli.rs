//! The command as scripts and people use it: exit status, streams, order, selection, files of known findings.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const CLEAN: &str = "[Event \"T\"]\n[Site \"S\"]\n[Date \"2024.01.02\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n\
                     1. e4 e5 2. Nf3 Nc6 *\n";

fn fixtures(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(path)
}

fn jadoube() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jadoube"));
    command.stdin(Stdio::null()).env_remove("NO_COLOR");
    command
}

/// `jadoube check --isolated` with these arguments.
fn check(arguments: &[&str]) -> Output {
    jadoube().arg("check").arg("--isolated").args(arguments).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn status(output: &Output) -> i32 {
    output.status.code().unwrap_or_else(|| panic!("killed: {output:?}"))
}

/// The objects of an NDJSON report.
fn objects(output: &Output) -> Vec<Value> {
    stdout(output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn names(objects: &[Value]) -> Vec<String> {
    let findings = objects.iter().filter_map(|o| o["findings"].as_array()).flatten();
    findings.map(|f| f["name"].as_str().unwrap().to_owned()).collect()
}

/// Runs with this text on standard input.
fn piped(text: &[u8], arguments: &[&str]) -> Output {
    let mut child = jadoube()
        .args(["check", "--isolated", "--output-format", "ndjson"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(text).unwrap();
    child.wait_with_output().unwrap()
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn the_exit_status_follows_the_gravest_finding() {
    let clean = fixtures("chess/opera.pgn");
    let note = fixtures("checks/threefold-repetition/bad.pgn");
    let warning = fixtures("checks/nonstandard-move/bad.pgn");
    let error = fixtures("checks/illegal-move/bad.pgn");
    for (file, fail_on, expected) in [
        (&clean, "note", 0),
        (&warning, "error", 0),
        (&warning, "warning", 1),
        (&note, "warning", 0),
        (&note, "note", 1),
        (&error, "error", 1),
        (&error, "never", 0),
    ] {
        assert_eq!(status(&check(&["--fail-on", fail_on, path(file)])), expected, "{} at {fail_on}", file.display());
    }
    assert_eq!(status(&check(&[path(&error)])), 1, "the default is error");
    assert_eq!(status(&check(&["--exit-zero", path(&error)])), 0);
}

#[test]
fn a_failed_run_is_status_two_and_reads_what_it_can() {
    let error = fixtures("checks/illegal-move/bad.pgn");
    let missing = fixtures("no-such-file.pgn");
    let output = check(&["--output-format", "ndjson", path(&missing), path(&error)]);
    assert_eq!(status(&output), 2);
    assert!(names(&objects(&output)).contains(&"illegal-move".to_owned()), "{}", stdout(&output));

    let cut = fixtures("checks/unreadable-input/bad.pgn.gz.part");
    let output = check(&["--output-format", "ndjson", "--fail-on", "never", path(&cut)]);
    assert_eq!(status(&output), 2);
    let objects = objects(&output);
    assert!(objects.iter().any(|o| o["type"] == "record" && o["plies"] == 6), "the game before the damage is lost: {objects:?}");

    for arguments in [&["--no-such-option"][..], &["--select", "no-such-check"], &["--fail-on", "sometimes"]] {
        let output = check(arguments);
        assert_eq!(status(&output), 2, "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?} says nothing");
    }
}

#[test]
fn every_number_of_jobs_gives_the_same_report() {
    let folder = fixtures("");
    let mut reports = ["1", "2", "5"].map(|jobs| {
        let order = ["--extend-select", "duplicate-record", "-j", jobs];
        let output = check(&[&["--output-format", "ndjson", "--fail-on", "never"], &order[..], &[path(&folder)]].concat());
        assert_eq!(status(&output), 0, "{}", String::from_utf8_lossy(&output.stderr));
        let mut objects = objects(&output);
        let summary = objects.last_mut().unwrap();
        assert!(summary["records"].as_u64().unwrap() > 250, "{summary}");
        summary.as_object_mut().unwrap().remove("elapsed_ms").unwrap();
        objects
    });
    let [one, two, five] = &mut reports;
    assert_eq!(one, two);
    assert_eq!(one, five);
}

#[test]
fn the_summary_counts_what_was_written() {
    let output = check(&["--output-format", "ndjson", "--fail-on", "never", path(&fixtures("checks"))]);
    let objects = objects(&output);
    let (summary, rest) = objects.split_last().unwrap();
    let records: Vec<_> = rest.iter().filter(|o| o["type"] == "record").collect();
    assert_eq!(summary["records"], records.len());
    let plies: u64 = records.iter().map(|r| r["plies"].as_u64().unwrap()).sum();
    assert_eq!(summary["plies"], plies);
    let names = names(rest);
    let by_name = summary["by_name"].as_object().unwrap();
    for (name, count) in by_name {
        assert_eq!(*count, names.iter().filter(|n| *n == name).count(), "{name}");
    }
    let total: u64 = ["errors", "warnings", "notes"].iter().map(|s| summary[s].as_u64().unwrap()).sum();
    assert_eq!(total, names.len() as u64);
}

#[test]
fn standard_input_has_a_name() {
    let output = piped(CLEAN.as_bytes(), &["-"]);
    assert_eq!(status(&output), 0);
    assert_eq!(objects(&output)[0]["file"], "-");
    let output = piped(CLEAN.as_bytes(), &["--stdin-filename", "round5.pgn"]);
    assert_eq!(objects(&output)[0]["file"], "round5.pgn");
    // What it is, its content tells.
    let output = piped(b"(;GM[1]FF[4]CA[UTF-8]SZ[9];B[ee];W[gc])", &["-"]);
    assert_eq!(objects(&output)[0]["format"], "sgf");
    let packed = std::fs::read(fixtures("archives/two-members.pgn.gz")).unwrap();
    assert_eq!(objects(&piped(&packed, &["-"])).len(), 4 + 1, "four games and the summary");
}

#[test]
fn members_of_archives_are_inputs_of_their_own() {
    let output = check(&["--output-format", "ndjson", path(&fixtures("archives"))]);
    assert_eq!(status(&output), 0, "{}", stdout(&output));
    let objects = objects(&output);
    let files: Vec<_> = objects.iter().filter_map(|o| o["file"].as_str()).collect();
    for member in [
        "mixed.zip!chess/opera.pgn",
        "mixed.zip!go/ear-reddening.sgf",
        "mixed.zip!go/tygem.gib",
        "games.tar.gz!games/immortal.pgn",
    ] {
        assert!(files.iter().any(|f| f.ends_with(member)), "{member} is not in {files:?}");
    }
    for four in ["two-members.pgn.gz", "two-streams.pgn.bz2", "two-frames.pgn.zst", "famous.pgn.xz"] {
        assert_eq!(files.iter().filter(|f| f.ends_with(four)).count(), 4, "{four}");
    }
    assert!(files.iter().all(|f| !f.ends_with("readme.txt")));
    let formats: std::collections::BTreeSet<_> = objects.iter().filter_map(|o| o["format"].as_str()).collect();
    assert_eq!(formats.into_iter().collect::<Vec<_>>(), ["gib", "pgn", "sgf"]);
}

#[test]
fn selection_by_code_prefix_and_name() {
    let folder = fixtures("checks");
    let run = |arguments: &[&str]| {
        let mut all = vec!["--output-format", "ndjson", "--fail-on", "never"];
        all.extend(arguments);
        all.push(path(&folder));
        let mut names = names(&objects(&check(&all)));
        names.sort();
        names.dedup();
        names
    };
    assert_eq!(run(&["--select", "illegal-move"]), ["illegal-move"]);
    assert_eq!(run(&["--select", "CHS101,ko-violation"]), ["illegal-move", "ko-violation"]);
    let family = run(&["--select", "CHS1", "--ignore", "illegal-move"]);
    assert!(family.contains(&"ambiguous-move".to_owned()) && !family.contains(&"illegal-move".to_owned()), "{family:?}");
    assert!(!family.contains(&"wrong-charset".to_owned()), "{family:?}");
    let all = run(&[]);
    assert!(all.len() > 100, "only {} kinds", all.len());
}

#[test]
fn lists_of_files_and_several_reports() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list");
    let (one, two) = (fixtures("chess/opera.pgn"), fixtures("go/handicap.sgf"));
    std::fs::write(&list, format!("{}\n{}\n", path(&one), path(&two))).unwrap();
    let (json, text) = (folder.path().join("report.json"), folder.path().join("report.txt"));
    let output = check(&[
        "--files-from",
        path(&list),
        "--output-format",
        "json",
        "--output-file",
        path(&json),
        "--output-format",
        "concise",
        "--output-file",
        path(&text),
    ]);
    assert_eq!(status(&output), 0, "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(stdout(&output), "");
    let report: Value = serde_json::from_slice(&std::fs::read(json).unwrap()).unwrap();
    assert_eq!(report["records"].as_array().unwrap().len(), 2);
    assert!(text.exists());
}

#[test]
fn a_baseline_hides_what_is_known_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let (known, games) = (folder.path().join("known.json"), folder.path().join("games.pgn"));
    std::fs::copy(fixtures("checks/illegal-move/bad.pgn"), &games).unwrap();
    check(&["--write-baseline", path(&known), path(&games)]);
    let output = check(&["--baseline", path(&known), path(&games)]);
    assert_eq!(status(&output), 0, "{}", stdout(&output));
    let mut text = std::fs::read_to_string(&games).unwrap();
    text.push('\n');
    text.push_str(&std::fs::read_to_string(fixtures("checks/result-tag-mismatch/bad.pgn")).unwrap());
    std::fs::write(&games, text).unwrap();
    let output = check(&["--baseline", path(&known), "--output-format", "ndjson", path(&games)]);
    assert_eq!(status(&output), 1);
    assert_eq!(names(&objects(&output)), ["result-tag-mismatch"]);
}

#[test]
fn a_closed_pipe_is_no_error() {
    let folder = fixtures("checks");
    let mut child = jadoube()
        .args(["check", "--isolated", "--output-format", "concise", "--fail-on", "never", path(&folder)])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut complaint = String::new();
    child.stderr.take().unwrap().read_to_string(&mut complaint).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0), "{complaint}");
    assert_eq!(complaint, "");
}

#[test]
fn nothing_of_a_record_controls_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bad.pgn");
    let text = CLEAN.replace("e5", "\u{1b}[31mNj9\u{202e}").replace("[Site \"S\"]", "[Site \"\u{1b}]0;x\u{7}\" oops]");
    std::fs::write(&file, text).unwrap();
    for format in ["human", "concise", "github", "junit"] {
        let output = check(&["--output-format", format, "--color", "never", path(&file)]);
        let text = stdout(&output);
        assert!(!text.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{format}: {text:?}");
        assert!(!text.is_empty(), "{format}");
    }
}

#[test]
fn colour_only_where_it_is_wanted() {
    let file = fixtures("checks/illegal-move/bad.pgn");
    let plain = stdout(&check(&[path(&file)]));
    assert!(!plain.contains('\u{1b}'), "no terminal, no colour");
    let coloured = stdout(&check(&["--color", "always", path(&file)]));
    assert!(coloured.contains("\u{1b}["), "{coloured}");
}

#[test]
fn explain_knows_codes_and_names() {
    let by_name = jadoube().args(["explain", "illegal-move"]).output().unwrap();
    let by_code = jadoube().args(["explain", "chs101"]).output().unwrap();
    assert_eq!(status(&by_name), 0);
    assert_eq!(by_name.stdout, by_code.stdout);
    assert!(stdout(&by_name).contains("What to do"));
    let unknown = jadoube().args(["explain", "ilegal-move"]).output().unwrap();
    assert_eq!(status(&unknown), 2);
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("illegal-move"), "no suggestion: {unknown:?}");
}

#[test]
fn rules_lists_every_check_once() {
    let output = jadoube().args(["rules", "--output-format", "json"]).output().unwrap();
    let list: Value = serde_json::from_slice(&output.stdout).unwrap();
    let codes: Vec<_> = list.as_array().unwrap().iter().map(|r| r["code"].as_str().unwrap()).collect();
    let expected: Vec<_> = jadoube::checks::Check::ALL.iter().map(|c| c.code()).collect();
    assert_eq!(codes, expected);
}

#[cfg(unix)]
#[test]
fn a_pipe_is_written_to_and_never_replaced() {
    use std::os::unix::fs::FileTypeExt;
    let folder = tempfile::tempdir().unwrap();
    let (pipe, game) = (folder.path().join("pipe"), folder.path().join("a.pgn"));
    std::fs::write(&game, "[Event \"T\"]\n\n1. e4 e5 *\n").unwrap();
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    // Open for both, so that neither side waits for the other.
    let mut reader = std::fs::OpenOptions::new().read(true).write(true).open(&pipe).unwrap();
    for (args, begins) in [
        (&["convert", "--isolated", "-o"][..], "[Event \"T\"]"),
        (&["convert", "--isolated", "--to", "csv", "-o"], "file,"),
        (&["check", "--isolated", "--output-format", "ndjson", "--output-file"], "{\"type\":\"record\""),
        (&["check", "--isolated", "--write-baseline"], "# jadoube baseline"),
    ] {
        let done = jadoube().args(args).arg(&pipe).arg(&game).output().unwrap();
        assert_eq!(done.status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&done.stderr));
        assert!(std::fs::metadata(&pipe).unwrap().file_type().is_fifo(), "{args:?} replaced the pipe");
        let mut text = [0; 65536];
        let length = reader.read(&mut text).unwrap();
        assert!(text[..length].starts_with(begins.as_bytes()), "{args:?}: {}", String::from_utf8_lossy(&text[..length]));
    }
}
