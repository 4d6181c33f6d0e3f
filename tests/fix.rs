//! `fix` through the binary: what is found and can be mended is mended, nothing else is touched, and what cannot be written is
//! left as it is.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use jadoube::checks::Check;

const GAME: &str = "[Event \"E\"]\n[Site \"S\"]\n[Date \"2024.01.02\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n\
                    1. e2-e4 e5 *\n\n";

fn fixed() -> String {
    GAME.replace("e2-e4", "e4")
}

fn jadoube(folder: &Path, args: &[&str]) -> Output {
    let mut all = vec![args[0], "--isolated", "--no-progress"];
    all.extend(&args[1..]);
    Command::new(env!("CARGO_BIN_EXE_jadoube")).args(all).current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

fn piped(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_jadoube"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// How often each finding stands on a file, and the grades of the fixes that each of them carries.
fn findings(folder: &Path, file: &str, args: &[String]) -> BTreeMap<String, (usize, Vec<String>)> {
    let mut all = vec!["check", "--output-format", "ndjson", "--exit-zero"];
    all.extend(args.iter().map(String::as_str));
    all.push(file);
    let mut found: BTreeMap<String, (usize, Vec<String>)> = BTreeMap::new();
    for line in text(&jadoube(folder, &all).stdout).lines() {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        for finding in object["findings"].as_array().into_iter().flatten() {
            let entry = found.entry(finding["name"].as_str().unwrap().to_owned()).or_default();
            entry.0 += 1;
            entry.1.extend(finding["fix"]["grade"].as_str().map(str::to_owned));
        }
    }
    found
}

/// The fixture that raises a check, copied to a folder, and the arguments it needs.
fn bad(check: Check, folder: &Path) -> (String, Vec<String>) {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/checks").join(check.name());
    let is_bad = |p: &PathBuf| p.file_name().unwrap().to_str().unwrap().starts_with("bad.");
    let file = fs::read_dir(&from).unwrap().map(|e| e.unwrap().path()).find(is_bad).unwrap();
    let name = file.file_name().unwrap().to_str().unwrap().to_owned();
    fs::copy(&file, folder.join(&name)).unwrap();
    let args = fs::read_to_string(from.join("args")).unwrap_or_default();
    (name, args.split_whitespace().map(str::to_owned).collect())
}

/// Fixes the fixture of a check in some way; what is said about it before and after.
fn mend(check: Check, options: &[&str]) -> [BTreeMap<String, (usize, Vec<String>)>; 2] {
    let folder = tempfile::tempdir().unwrap();
    let (name, args) = bad(check, folder.path());
    let before = findings(folder.path(), &name, &args);
    let mut all = vec!["fix", "-q", "--output-format", "concise"];
    all.extend(args.iter().map(String::as_str));
    all.extend(options);
    all.push(&name);
    jadoube(folder.path(), &all);
    let once = fs::read(folder.path().join(&name)).unwrap();
    let after = findings(folder.path(), &name, &args);
    jadoube(folder.path(), &all);
    assert!(fs::read(folder.path().join(&name)).unwrap() == once, "{} {options:?}: a second run changes it again", check.name());
    for (found, (n, _)) in &after {
        let had = before.get(found).map_or(0, |(n, _)| *n);
        assert!(*n <= had, "{} {options:?}: {found} is new", check.name());
    }
    [before, after]
}

#[test]
fn what_carries_a_fix_is_gone_after_it_and_nothing_new_comes() {
    let mut mended = 0;
    for &check in Check::ALL {
        for (options, grades) in [(&[][..], &["safe"][..]), (&["--unsafe"], &["safe", "unsafe"])] {
            let [_, after] = mend(check, options);
            for (name, (_, left)) in after {
                let left: Vec<_> = left.iter().filter(|grade| grades.contains(&grade.as_str())).collect();
                assert!(left.is_empty(), "{} {options:?}: {name} still carries {left:?}", check.name());
            }
        }
        let [before, after] = mend(check, &["--only", check.name()]);
        let Some((had, grades)) = before.get(check.name()).filter(|(_, grades)| !grades.is_empty()) else { continue };
        let left = after.get(check.name()).map_or(0, |(n, _)| *n);
        assert!(left + grades.len() <= *had, "{}: {left} of {had} are left, {} carried a fix", check.name(), grades.len());
        mended += 1;
    }
    assert!(mended >= 54, "only {mended} checks have a fix");
}

/// What `patch` makes of a text.
fn patched(old: &str, diff: &str) -> String {
    let old: Vec<&str> = old.split_inclusive('\n').collect();
    let (mut at, mut new) = (0, String::new());
    let mut lines = diff.split_inclusive('\n').peekable();
    assert!(lines.next().unwrap().starts_with("--- ") && lines.next().unwrap().starts_with("+++ "));
    while let Some(line) = lines.next() {
        let (sign, mut rest) = line.split_at(1);
        if sign == "@" {
            let start: usize = rest[3..].split([',', ' ']).next().unwrap().parse().unwrap();
            new.extend(old[at..start - 1].iter().copied());
            at = start - 1;
            continue;
        }
        if lines.next_if(|next| next.starts_with('\\')).is_some() {
            rest = rest.strip_suffix('\n').unwrap();
        }
        if sign != "+" {
            assert_eq!(old[at], rest);
            at += 1;
        }
        if sign != "-" {
            new.push_str(rest);
        }
    }
    new.extend(old[at..].iter().copied());
    new
}

#[test]
fn a_diff_makes_of_the_file_what_fix_writes() {
    let folder = tempfile::tempdir().unwrap();
    let sgf = "(;FF[4]SZ[9]KM[7];B[ee];W[tt])(;FF[4]SZ[9]KM[7];b[ee]\n;W[ff])\n(;FF[4]SZ[9]KM[7];B[ee](;W[ff])";
    let pgn = format!("\u{feff}{}{}{}", GAME.repeat(2), fixed().repeat(3), GAME.trim_end());
    for (name, old) in [("a.sgf", sgf), ("b.pgn", &pgn), ("c.pgn", &GAME.replace('\n', "\r\n"))] {
        let file = folder.path().join(name);
        fs::write(&file, old).unwrap();
        let diff = text(&jadoube(folder.path(), &["fix", "-q", "--diff", name]).stdout);
        assert_eq!(fs::read_to_string(&file).unwrap(), old, "a diff writes nothing");
        jadoube(folder.path(), &["fix", "-q", name]);
        let new = fs::read_to_string(&file).unwrap();
        assert!(new != old && diff.contains("\n+"), "{diff}");
        assert_eq!(patched(old, &diff), new, "{diff}");
    }
}

#[test]
fn a_move_before_the_size_of_the_board_stays_in_the_root() {
    for rest in ["SZ[9]", "KM[6.5]", "AW[cc]"] {
        let sgf = format!("(;GM[1]FF[4]B[aa]{rest};W[bb])");
        assert_eq!(text(&piped(&["fix", "-q", "--isolated", "-"], sgf.as_bytes()).stdout), sgf);
    }
    let done = piped(&["fix", "-q", "--isolated", "-"], b"(;GM[1]FF[4]SZ[9]KM[7]B[aa]C[x];W[bb])");
    assert_eq!(text(&done.stdout), "(;GM[1]FF[4]SZ[9]KM[7];B[aa]C[x];W[bb])");
}

#[test]
fn a_root_without_its_semicolon_keeps_its_first_property() {
    for sgf in ["(SZ[9];W[cc];B[gg])", "SZ[9];W[cc];B[gg])"] {
        let done =
            piped(&["fix", "-q", "--isolated", "--only", "version-mismatch", "--stdin-filename", "x.sgf", "-"], sgf.as_bytes());
        assert_eq!(text(&done.stdout), sgf);
        let done = piped(&["fix", "-q", "--isolated", "--stdin-filename", "x.sgf", "-"], sgf.as_bytes());
        assert!(text(&done.stdout).contains("SZ[9]"), "{}", text(&done.stdout));
    }
}

#[test]
fn standard_input_comes_out_fixed() {
    let done = piped(&["fix", "--isolated", "-"], GAME.as_bytes());
    assert_eq!((text(&done.stdout), done.status.code()), (fixed(), Some(0)));
    assert!(text(&done.stderr).contains("fixed 1 finding"));
    let clean = piped(&["fix", "-q", "--isolated", "-"], fixed().as_bytes());
    assert_eq!(text(&clean.stdout), fixed());
    let diff = piped(&["fix", "-q", "--isolated", "--diff", "-"], GAME.as_bytes());
    assert!(text(&diff.stdout).contains("\n+1. e4 e5 *\n"));
}

#[test]
fn a_file_named_twice_is_fixed_once() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.pgn"), GAME.repeat(3)).unwrap();
    let done = jadoube(folder.path(), &["fix", "a.pgn", "./a.pgn", "."]);
    assert!(text(&done.stderr).contains("in 3 records of 1 file:"), "{}", text(&done.stderr));
    assert_eq!(fs::read_to_string(folder.path().join("a.pgn")).unwrap(), fixed().repeat(3));
}

#[test]
fn a_mark_before_the_text_is_taken_off_and_named_alone_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.pgn");
    for (options, new) in [(&["--only", "byte-order-mark"][..], GAME.to_owned()), (&[], fixed())] {
        fs::write(&file, format!("\u{feff}{GAME}")).unwrap();
        let mut args = vec!["fix", "-q"];
        args.extend(options);
        args.push("a.pgn");
        jadoube(folder.path(), &args);
        assert_eq!(fs::read_to_string(&file).unwrap(), new, "{options:?}");
    }
}

#[test]
fn a_file_becomes_utf8_only_when_that_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.pgn");
    let game = format!("% encoding: koi8-r\n{}", fixed().replace("\"A\"", "\"Müller, Jürgen\"").replace("e5", "{schön} e5"));
    let latin1: Vec<u8> = game.chars().map(|c| c as u8).collect();
    let wide: Vec<u8> = [0xFEFF].into_iter().chain(game.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let new = game.replace("koi8-r", "UTF-8");
    for (old, new) in [(latin1, new), (wide, game)] {
        fs::write(&file, &old).unwrap();
        jadoube(folder.path(), &["fix", "-q", "--unsafe", "a.pgn"]);
        assert_eq!(fs::read(&file).unwrap(), old, "nobody asked for it");
        let diff = jadoube(folder.path(), &["fix", "-q", "--diff", "--only", "wrong-charset", "a.pgn"]);
        assert_eq!(fs::read(&file).unwrap(), old, "a diff writes nothing");
        assert!(old.starts_with(b"\xFF\xFE") || String::from_utf8_lossy(&diff.stdout).contains("+[White \"Müller, Jürgen\"]\n"));
        let done = jadoube(folder.path(), &["fix", "--only", "wrong-charset", "a.pgn"]);
        assert_eq!(fs::read_to_string(&file).unwrap(), new, "{}", text(&done.stderr));
        assert!(text(&done.stderr).contains("1 wrong-charset"));
        assert!(!findings(folder.path(), "a.pgn", &[]).contains_key("wrong-charset"));
    }
    let strays: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(strays.len(), 1, "{strays:?}");
}

#[test]
fn what_cannot_be_written_is_left_as_it_is_and_said() {
    let folder = tempfile::tempdir().unwrap();
    let locked = folder.path().join("locked.pgn");
    fs::write(&locked, GAME).unwrap();
    let mut permissions = fs::metadata(&locked).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&locked, permissions).unwrap();
    let mut tar = tar::Builder::new(fs::File::create(folder.path().join("b.tar")).unwrap());
    for name in ["one.pgn", "two.pgn"] {
        let mut header = tar::Header::new_gnu();
        header.set_size(GAME.len() as u64);
        tar.append_data(&mut header, name, GAME.as_bytes()).unwrap();
    }
    tar.finish().unwrap();
    let old = fs::read(folder.path().join("b.tar")).unwrap();
    for options in [&["fix", "."][..], &["fix", "--diff", "b.tar"]] {
        let done = jadoube(folder.path(), options);
        let said = text(&done.stderr);
        assert_eq!(done.status.code(), Some(2), "{said}");
        assert_eq!(said.matches("b.tar is left as it is: archives are read and not written").count(), 1, "{said}");
        assert!(options.len() == 3 || said.contains("locked.pgn is left as it is: it is read-only"), "{said}");
    }
    assert_eq!(fs::read_to_string(&locked).unwrap(), GAME);
    assert_eq!(fs::read(folder.path().join("b.tar")).unwrap(), old);
}
