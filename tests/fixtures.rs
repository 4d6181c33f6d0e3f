//! Every check has a page with all its sections, a record that raises it and one that does not.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use jadoube::checks::Check;

const SECTIONS: [&str; 5] = ["## What it finds", "## Why it matters", "## Example", "## What to do", "## Law"];

fn folder(check: Check) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/checks").join(check.name())
}

/// The one file of the check's folder that is called `stem`, whatever its extension.
fn fixture(check: Check, stem: &str) -> Option<PathBuf> {
    let entries = std::fs::read_dir(folder(check)).unwrap_or_else(|e| panic!("{}: no fixtures: {e}", check.name()));
    let start = format!("{stem}.");
    let mut found: Vec<_> =
        entries.map(|e| e.unwrap().path()).filter(|p| p.file_name().unwrap().to_string_lossy().starts_with(&start)).collect();
    assert!(found.len() <= 1, "{}: more than one {stem} fixture", check.name());
    found.pop()
}

/// The words of a small text file beside the fixtures, none if it is absent.
fn words(check: Check, file: &str) -> Vec<String> {
    let text = std::fs::read_to_string(folder(check).join(file)).unwrap_or_default();
    text.split_whitespace().map(str::to_owned).collect()
}

/// The names of all findings on a file, with their severities.
fn findings(check: Check, file: &Path) -> BTreeSet<(String, String)> {
    let output = Command::new(env!("CARGO_BIN_EXE_jadoube"))
        .args(["check", "--output-format", "ndjson", "--isolated", "--no-progress", "--fail-on", "never"])
        .args(words(check, "args"))
        .arg(file)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let objects: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let last = objects.last().unwrap_or_else(|| panic!("{}: no report: {:?}", file.display(), output.stderr));
    assert_eq!(last["type"], "summary", "{}", file.display());
    objects
        .iter()
        .filter_map(|object| object["findings"].as_array())
        .flatten()
        .map(|f| (f["name"].as_str().unwrap().to_owned(), f["severity"].as_str().unwrap().to_owned()))
        .collect()
}

#[test]
fn every_page_has_its_sections() {
    for &check in Check::ALL {
        let page = check.page();
        assert!(page.starts_with(&format!("# {}\n", check.name())), "{}: title", check.name());
        let places: Vec<_> = SECTIONS.iter().map(|s| page.find(s)).collect();
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{}: sections {places:?}", check.name());
        assert_eq!(page.matches("```").count() % 2, 0, "{}: open code block", check.name());
        let lines = page.lines().count();
        assert!((12..=45).contains(&lines), "{}: {lines} lines", check.name());
    }
}

/// `bad` raises its finding; anything graver than a note beside it is named in the file `also`.
#[test]
fn bad_fixtures_raise_their_finding() {
    for &check in Check::ALL {
        let file = fixture(check, "bad").unwrap_or_else(|| panic!("{}: no bad fixture", check.name()));
        let found = findings(check, &file);
        assert!(found.iter().any(|(name, _)| name == check.name()), "{}: only {found:?}", file.display());
        let also = words(check, "also");
        for (name, severity) in &found {
            let expected = name == check.name() || severity == "note" || also.contains(name);
            assert!(expected, "{}: {name} beside it: {found:?}", file.display());
        }
        for name in also {
            assert!(found.iter().any(|(n, _)| *n == name), "{}: {name} did not come", file.display());
        }
    }
}

/// What `fix` makes of `bad` is `fixed`, byte for byte; where there is no such file, it leaves `bad` alone.
#[test]
fn fix_writes_the_fixed_fixture() {
    let folder = tempfile::tempdir().unwrap();
    for &check in Check::ALL {
        let bad = fixture(check, "bad").unwrap();
        let expected = std::fs::read(fixture(check, "fixed").unwrap_or_else(|| bad.clone())).unwrap();
        let copy = folder.path().join(bad.file_name().unwrap());
        std::fs::copy(&bad, &copy).unwrap();
        // Twice: what is fixed stays as it is.
        for run in 1..=2 {
            let output = Command::new(env!("CARGO_BIN_EXE_jadoube"))
                .args(["fix", "--output-format", "ndjson", "--isolated", "--no-progress"])
                .arg(&copy)
                .output()
                .unwrap();
            let found = std::fs::read(&copy).unwrap();
            let as_text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            assert!(
                found == expected,
                "{}, run {run}:\n{}\nexpected\n{}\n{}",
                bad.display(),
                as_text(&found),
                as_text(&expected),
                as_text(&output.stderr)
            );
        }
    }
}

/// `good` and, where there is one, `fixed` raise nothing graver than a note, and not the finding itself.
#[test]
fn good_fixtures_are_clean() {
    for &check in Check::ALL {
        assert!(fixture(check, "good").is_some(), "{}: no good fixture", check.name());
        for file in ["good", "fixed"].iter().filter_map(|stem| fixture(check, stem)) {
            let found = findings(check, &file);
            let clean = found.iter().all(|(name, severity)| name != check.name() && severity == "note");
            assert!(clean, "{}: {found:?}", file.display());
        }
    }
}
