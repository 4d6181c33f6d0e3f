//! What is said of text that is not what it should be: stray bytes, other charsets, inputs that break off.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

fn check(name: &str, bytes: &[u8], format: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(name), bytes).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_jadoube"))
        .args(["check", "--isolated", "--no-progress", "--exit-zero", "--output-format", format, name])
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// The name, line, column and text of each finding.
fn findings(name: &str, bytes: &[u8]) -> Vec<(String, u64, u64, String)> {
    let report = check(name, bytes, "ndjson");
    let objects = report.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let found = objects.flat_map(|o| o["findings"].as_array().cloned().unwrap_or_default());
    let text = |f: &Value, key: &str| f[key].as_str().unwrap().to_owned();
    found.map(|f| (text(&f, "name"), f["line"].as_u64().unwrap(), f["column"].as_u64().unwrap(), text(&f, "text"))).collect()
}

const ROSTER: &str = "[Event \"Ö\"]\n[Site \"Zürich\"]\n[Date \"2024.01.02\"]\n[Round \"1\"]\n[White \"Müller, Jürgen\"]\n[Black \"Čapek\"]\n[Result \"*\"]\n\n";

#[test]
fn a_stray_byte_in_utf8_is_reported_where_it_stands_and_the_rest_is_read() {
    let mut pgn = format!("{ROSTER}1. e4 {{schön ? gut ? höher, größer, für}} e5 *\n").into_bytes();
    let places: Vec<usize> = (0..pgn.len()).filter(|&i| pgn[i] == b'?').collect();
    pgn[places[0]] = 0xFF;
    let one = ("invalid-encoding".to_owned(), 9, 14, "\\xff".to_owned());
    assert_eq!(findings("a.pgn", &pgn), std::slice::from_ref(&one));
    pgn[places[1]] = 0xE4;
    let two = ("invalid-encoding".to_owned(), 9, 20, "\\xe4".to_owned());
    assert_eq!(findings("a.pgn", &pgn), [one, two]);
    // A file of another charset has no whole characters of UTF-8.
    let latin1: Vec<u8> = ROSTER.replace('Č', "C").chars().map(|c| c as u8).chain(*b"1. e4 *\n").collect();
    assert_eq!(findings("a.pgn", &latin1).iter().map(|f| f.0.as_str()).collect::<Vec<_>>(), ["wrong-charset"]);

    let mut sgf = "(;FF[4]CA[UTF-8]SZ[9]PB[Müller, Jürgen]PW[Čapek]EV[Zürich]C[ein ? Zug];B[ee])".as_bytes().to_vec();
    let at = sgf.iter().position(|&b| b == b'?').unwrap();
    sgf[at] = 0xFF;
    let found = findings("a.sgf", &sgf);
    assert_eq!((found[0].0.as_str(), found[0].2), ("invalid-encoding", 65));
    assert!(found.iter().all(|f| !f.0.ends_with("charset")), "{found:?}");
}

#[test]
fn snippets_of_a_record_in_another_charset_are_read_in_it() {
    let text = "(;FF[4]CA[GB2312]SZ[9]PB[古力]PW[李世石]GC[黑中盘胜。白棋在中腹的作战过于缓慢]XX[x];B[ee];W[ee])";
    let (bytes, _, lost) = encoding_rs::GB18030.encode(text);
    assert!(!lost);
    let report = check("a.sgf", &bytes, "human");
    assert!(report.contains("中腹的作战过于缓慢]XX[x];B[ee];W[ee])") && !report.contains("\\x"), "{report}");
    let column = text.chars().position(|c| c == 'X').unwrap() as u64 + 1;
    assert!(findings("a.sgf", &bytes).contains(&("unknown-property".to_owned(), 1, column, "XX".to_owned())));
}

#[test]
fn a_record_cut_short_by_its_archive_has_no_fault_of_its_own() {
    let names = |name: &str, text: &str, cut: &str| {
        let mut tar = tar::Builder::new(Vec::new());
        let mut header = tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        tar.append_data(&mut header, name, text.as_bytes()).unwrap();
        let mut tar = tar.into_inner().unwrap();
        tar.truncate(512 + text.find(cut).unwrap());
        findings("a.tar", &tar).into_iter().map(|f| f.0).collect::<Vec<_>>()
    };
    let game = format!("{ROSTER}1. e2-e4 {{a comment}} e5 2. Nf3 (2. d4 exd4) Nc6 *\n");
    let once = "nonstandard-move";
    for (cut, said) in [("comment}", &[once][..]), ("exd4)", &[once]), ("f3 (", &[once]), ("e2-e4", &[]), ("hite \"M", &[])] {
        let mut want = said.to_vec();
        want.push("unreadable-input");
        assert_eq!(names("a.pgn", &game, cut), want, "{cut}");
    }
    let sgf = "(;FF[4]SZ[9]GM[1]KM[7];B[ee](;W[ef]C[some text]))";
    for cut in [";B", "f]C", "text]", "))"] {
        assert_eq!(names("a.sgf", sgf, cut), ["unreadable-input"], "{cut}");
    }
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::none());
    gzip.write_all(game.repeat(2).as_bytes()).unwrap();
    let mut bytes = gzip.finish().unwrap();
    bytes.truncate(bytes.len() - 40);
    let found = findings("a.pgn.gz", &bytes).into_iter().map(|f| f.0).collect::<Vec<_>>();
    assert_eq!(found, [once, once, "unreadable-input"]);
}
