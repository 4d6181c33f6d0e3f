//! From paths to inputs, and small files read at once.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use jadoube::input::{FaultKind, Input, Place, Plain, Walk, read_list, read_plain, visit};

use super::pack::*;

/// The names and faults of a walk, without the folder.
fn walk(folder: &Path, paths: &[&str]) -> Vec<Result<String, (String, FaultKind)>> {
    let prefix = format!("{}/", folder.display());
    Walk::new(paths.iter().map(|p| folder.join(p)))
        .map(|item| match item {
            Ok(input) => Ok(input.name.replace(&prefix, "")),
            Err(unreadable) => Err((unreadable.name.replace(&prefix, ""), unreadable.fault.kind)),
        })
        .collect()
}

fn touch(folder: &Path, name: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, PGN).unwrap();
}

#[test]
fn a_folder_is_searched_in_the_order_of_names() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for name in
        ["b/2.pgn", "b/10.sgf", "a.pgn", "c.tar.gz", "b.zip", "B.PGN", "a/x.gib", "a/x.ngf", "a/y.ugi", "z.zst", "x.sgf.xz"]
    {
        touch(at, name);
    }
    for name in ["notes.txt", "log.txt.gz", ".hidden.pgn", ".git/x.pgn", "a/noextension"] {
        touch(at, name);
    }
    fs::write(at.join(".gitignore"), "*.pgn\n").unwrap();
    let expected =
        ["B.PGN", "a/x.gib", "a/x.ngf", "a/y.ugi", "a.pgn", "b/10.sgf", "b/2.pgn", "b.zip", "c.tar.gz", "x.sgf.xz", "z.zst"];
    let found: Vec<String> = walk(at, &["."]).into_iter().map(|r| r.unwrap().replace("./", "")).collect();
    assert_eq!(found, expected);
}

#[test]
fn a_named_file_is_read_whatever_its_name() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["notes.txt", ".hidden"] {
        touch(folder.path(), name);
    }
    assert_eq!(walk(folder.path(), &["notes.txt", ".hidden"]), [Ok("notes.txt".into()), Ok(".hidden".into())]);
}

#[test]
fn what_cannot_be_found_is_told_in_its_place() {
    let folder = tempfile::tempdir().unwrap();
    touch(folder.path(), "a.pgn");
    fs::create_dir(folder.path().join("empty")).unwrap();
    assert_eq!(
        walk(folder.path(), &["missing.pgn", "a.pgn", "empty"]),
        [Err(("missing.pgn".into(), FaultKind::Missing)), Ok("a.pgn".into()), Err(("empty".into(), FaultKind::NoRecords))]
    );
}

#[cfg(unix)]
#[test]
fn links_to_files_are_read_and_loops_are_not_entered() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    touch(at, "dir/a.pgn");
    symlink(at.join("dir/a.pgn"), at.join("dir/link.pgn")).unwrap();
    symlink(at, at.join("dir/loop")).unwrap();
    symlink("../.git/annex/objects/x/y.pgn", at.join("dir/stub.pgn")).unwrap();
    assert_eq!(
        walk(at, &["dir"]),
        [Ok("dir/a.pgn".into()), Ok("dir/link.pgn".into()), Err(("dir/stub.pgn".into(), FaultKind::BrokenLink))]
    );
    // A folder named through a link is searched.
    symlink(at.join("dir"), at.join("alias")).unwrap();
    assert_eq!(walk(at, &["alias"])[0], Ok("alias/a.pgn".into()));
}

#[cfg(unix)]
#[test]
fn a_pipe_is_read_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&path).status();
    if !made.is_ok_and(|s| s.success()) {
        eprintln!("skipped: no mkfifo");
        return;
    }
    let writer = {
        let path = path.clone();
        // An archive that needs random access, from something that has none.
        std::thread::spawn(move || fs::write(path, zip_of(&[("a.pgn", PGN)])).unwrap())
    };
    let input = Walk::new([path.clone()]).next().unwrap().unwrap();
    assert_eq!(input.place, Place::Pipe(path));
    let mut buffer = Vec::new();
    assert_eq!(read_plain(&input, 1 << 20, &mut buffer).unwrap(), Plain::Visit);
    let mut names = Vec::new();
    let _ = visit(&input, &mut |member| {
        names.push(member.unwrap().name().to_owned());
        ControlFlow::Continue(())
    });
    writer.join().unwrap();
    assert_eq!(names, [format!("{}!a.pgn", input.name)]);
}

#[test]
fn standard_input_has_its_name() {
    let inputs: Vec<_> = Walk::new(["-".into()]).stdin_name(Some("games.pgn".into())).collect();
    assert_eq!(inputs, [Ok(Input { name: "games.pgn".into(), place: Place::Stdin })]);
    let inputs: Vec<_> = Walk::new(["-".into()]).collect();
    assert_eq!(inputs, [Ok(Input { name: "-".into(), place: Place::Stdin })]);
}

#[test]
fn lists_of_files_are_read_by_lines_or_by_nul() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list");
    let paths = |text: &[u8]| {
        fs::write(&list, text).unwrap();
        read_list(&list).unwrap()
    };
    let expected: Vec<PathBuf> = vec!["a.pgn".into(), "dir/b c.pgn".into()];
    assert_eq!(paths(b"a.pgn\ndir/b c.pgn\n"), expected);
    assert_eq!(paths(b"a.pgn\r\n\r\ndir/b c.pgn"), expected);
    assert_eq!(paths(b"a.pgn\0dir/b c.pgn\0"), expected);
    assert_eq!(paths(b"a\nb.pgn\0"), [PathBuf::from("a\nb.pgn")]);
    assert_eq!(paths(b""), Vec::<PathBuf>::new());
    assert!(read_list(&folder.path().join("missing")).is_err());
}

#[test]
fn small_plain_files_are_read_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pgn");
    let mut buffer = vec![1; 10];
    for (bytes, limit, expected) in [
        (PGN.to_vec(), 1000, Plain::Whole),
        (Vec::new(), 1000, Plain::Whole),
        (long_text(300), 1 << 20, Plain::Whole),
        (PGN.to_vec(), PGN.len(), Plain::Whole),
        (PGN.to_vec(), PGN.len() - 1, Plain::Visit),
        (Gzip.pack(PGN), 1000, Plain::Visit),
        (zip_of(&[("a.pgn", PGN)]), 1000, Plain::Visit),
        (tar_of(&[("a.pgn", PGN)]), 1 << 20, Plain::Visit),
    ] {
        fs::write(&path, &bytes).unwrap();
        assert_eq!(read_plain(&Input::file(&path), limit, &mut buffer).unwrap(), expected);
        if expected == Plain::Whole {
            assert_eq!(buffer, bytes);
        }
    }
    assert!(read_plain(&Input::file(folder.path().join("missing")), 10, &mut buffer).is_err());
}
