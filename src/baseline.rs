//! Which findings are known already, so that only new ones are shown.
//!
//! A finding is recognised by its input, its check, its text and the bytes of the record it stands in, not by its line: records
//! may move, be added and be taken away. A record that was edited is judged afresh.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::{self, BufRead};

use xxhash_rust::xxh3::{Xxh3, xxh3_128};

use crate::finding::Finding;

const HEADER: &str = "# jadoube baseline 1";

/// What a finding is recognised by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(u128);

impl Key {
    /// The key of a finding in an input, in a record whose bytes hash to `record` (0 for the input as a whole).
    pub fn new(file: &str, record: u128, finding: &Finding, text: &str) -> Key {
        let mut hash = Xxh3::new();
        for part in [file, finding.check.name(), text, &finding.message] {
            hash.update(part.as_bytes());
            hash.update(&[0]);
        }
        hash.update(&record.to_le_bytes());
        hash.update(&finding.ply.unwrap_or(0).to_le_bytes());
        Key(hash.digest128())
    }
}

/// The hash of a record's bytes, without white space around it: what stands between records is not theirs.
pub fn record_hash(bytes: &[u8]) -> u128 {
    xxh3_128(bytes.trim_ascii())
}

/// The findings that are known.
#[derive(Debug, Clone, Default)]
pub struct Baseline {
    known: HashSet<Key>,
}

impl Baseline {
    /// Reads what [`entry`] wrote.
    ///
    /// # Errors
    /// What the reader says, and [`io::ErrorKind::InvalidData`] with the line for text that is no baseline.
    pub fn read(reader: impl BufRead) -> io::Result<Baseline> {
        let invalid = |n: usize, what: &str| io::Error::new(io::ErrorKind::InvalidData, format!("line {n}: {what}"));
        let mut known = HashSet::new();
        let mut begun = false;
        for (i, line) in reader.lines().enumerate() {
            let line = line?;
            if i == 0 {
                if line.trim_end() != HEADER {
                    return Err(invalid(1, &format!("expected `{HEADER}`")));
                }
                begun = true;
                continue;
            }
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let word = line.split_ascii_whitespace().next().unwrap_or_default();
            let key = u128::from_str_radix(word, 16).map_err(|_| invalid(i + 1, "expected a key of 32 hexadecimal digits"))?;
            known.insert(Key(key));
        }
        if !begun {
            return Err(invalid(1, &format!("expected `{HEADER}`")));
        }
        Ok(Baseline { known })
    }

    /// Whether a finding is known.
    pub fn knows(&self, key: Key) -> bool {
        self.known.contains(&key)
    }
}

/// The first line of a baseline file.
pub fn header() -> String {
    format!("{HEADER}\n# Known findings: key, name, input and record. Written by `jadoube check --write-baseline`.\n")
}

/// One line of a baseline file.
pub fn entry(key: Key, finding: &Finding, file: &str, record: u64, out: &mut String) {
    let file: String = file.chars().map(|c| if c.is_control() { '?' } else { c }).collect();
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{:032x} {} {file}#{record}", key.0, finding.check.name());
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::checks::Check;
    use crate::finding::Span;

    #[test]
    fn what_was_written_is_known() {
        let finding = Finding::new(Check::IllegalMove, Span::new(3, 6), "no").ply(3);
        let key = Key::new("a.pgn", record_hash(b" 1. e4 *\n"), &finding, "Kd1");
        assert_eq!(key, Key::new("a.pgn", record_hash(b"1. e4 *"), &finding, "Kd1"), "white space around is not the record's");
        let mut text = header();
        entry(key, &finding, "a.pgn", 1, &mut text);
        let baseline = Baseline::read(text.as_bytes()).unwrap();
        assert!(baseline.knows(key));
        assert!(!baseline.knows(Key::new("b.pgn", record_hash(b"1. e4 *"), &finding, "Kd1")));
        assert!(!baseline.knows(Key::new("a.pgn", record_hash(b"1. d4 *"), &finding, "Kd1")));
    }

    #[test]
    fn other_text_is_no_baseline() {
        assert!(Baseline::read(&b""[..]).is_err());
        assert!(Baseline::read(&b"hello\n"[..]).is_err());
        let error = Baseline::read(format!("{HEADER}\nxyz a b\n").as_bytes()).unwrap_err();
        assert!(error.to_string().contains("line 2"), "{error}");
    }
}
