//! A unified diff of one file, written as its changes come in. `patch -p0` makes of the file what `fix` would write.
//!
//! The file is read a second time beside the changes: lines of a diff are lines of the file, wherever its records begin. What is
//! held is a hunk, and of that no more than a limit.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use jadoube::input::open_single;
use jadoube::input::utf16::{Utf16, Utf16Reader};
use jadoube::report::printable;
use similar::{Algorithm, DiffOp, capture_diff_slices};

/// Lines of context.
const CONTEXT: usize = 3;
/// A hunk that grows beyond this is ended where it is; the next one begins right behind it.
const LARGE: usize = 4 << 20;
/// In a change of more lines the shortest difference is not looked for: that takes time by the square of what differs.
const MANY: usize = 2000;

/// What goes wrong.
pub(crate) enum Trouble {
    /// With the file.
    Source(io::Error),
    /// With the output.
    Output(io::Error),
}

/// The diff of one file.
pub(crate) struct Diff {
    source: Box<dyn BufRead>,
    /// The source was UTF-16, and is shown in UTF-8.
    wide: bool,
    /// The byte of the source that comes next.
    at: u64,
    /// The file before its charset was changed: line by line what the source was.
    raw: Option<Box<dyn BufRead>>,
    /// The lines around what changes, as far as they are known: as they were, and as they will be.
    old: Vec<u8>,
    new: Vec<u8>,
    dirty: bool,
    hunks: Hunks,
}

impl Diff {
    /// Begins the diff of the file `name`, whose text is read from `path`; from `raw` it was decoded, if its charset changes.
    pub(crate) fn begin(name: &str, path: &Path, raw: Option<&Path>, drop_mark: bool) -> io::Result<Diff> {
        const MARK: &[u8] = b"\xEF\xBB\xBF";
        let (source, _, head) = open_single(File::open(path)?)?;
        let layout = Utf16::detect(&head);
        let source: Box<dyn BufRead> = match layout {
            None => Box::new(BufReader::with_capacity(64 << 10, source)),
            Some(layout) => Box::new(BufReader::with_capacity(64 << 10, Utf16Reader::new(source, layout))),
        };
        let raw = match raw {
            None => None,
            Some(raw) => Some(Box::new(BufReader::with_capacity(64 << 10, open_single(File::open(raw)?)?.0)) as Box<dyn BufRead>),
        };
        let mut diff = Diff {
            source,
            wide: layout.is_some(),
            at: 0,
            raw,
            old: Vec::new(),
            new: Vec::new(),
            dirty: false,
            hunks: Hunks::new(name),
        };
        if drop_mark && head.starts_with(MARK) {
            diff.source.read_exact(&mut [0; MARK.len()])?;
            diff.old.extend_from_slice(MARK);
            (diff.at, diff.dirty) = (MARK.len() as u64, true);
        }
        Ok(diff)
    }

    /// The text `old` at `offset` becomes `new`. Calls come in order of place.
    pub(crate) fn replace(&mut self, offset: u64, old: &[u8], new: &[u8], out: &mut impl Write) -> Result<(), Trouble> {
        self.copy_to(offset, out)?;
        let mut there = vec![0; old.len()];
        self.source.read_exact(&mut there).map_err(Trouble::Source)?;
        if there != old {
            return Err(changed());
        }
        self.at += if self.wide { Utf16::source_len(old) } else { old.len() as u64 };
        self.old.extend_from_slice(old);
        self.new.extend_from_slice(new);
        self.dirty = true;
        if self.old.ends_with(b"\n") && self.new.ends_with(b"\n") { self.settle(out) } else { Ok(()) }
    }

    /// Writes what is left.
    pub(crate) fn finish(mut self, out: &mut impl Write) -> Result<(), Trouble> {
        self.copy_to(u64::MAX, out)?;
        self.settle(out)?;
        self.hunks.close(out).and_then(|()| out.flush()).map_err(Trouble::Output)
    }

    /// Passes text that stays, up to a place of the source.
    fn copy_to(&mut self, offset: u64, out: &mut impl Write) -> Result<(), Trouble> {
        loop {
            let chunk = self.source.fill_buf().map_err(Trouble::Source)?;
            if chunk.is_empty() || (self.at >= offset && !self.wide) {
                break;
            }
            let (length, measured) = covered(chunk, offset - self.at.min(offset), self.wide);
            let (chunk, ended) = (chunk[..length].to_vec(), length < chunk.len());
            self.source.consume(length);
            self.at += measured;
            self.equal(&chunk, out)?;
            if ended {
                break;
            }
        }
        if self.at == offset || offset == u64::MAX { Ok(()) } else { Err(changed()) }
    }

    /// Passes text that stays.
    fn equal(&mut self, mut text: &[u8], out: &mut impl Write) -> Result<(), Trouble> {
        while !text.is_empty() {
            let end = memchr::memchr(b'\n', text).map_or(text.len(), |i| i + 1);
            let (line, rest) = text.split_at(end);
            text = rest;
            if self.new.is_empty() && !self.dirty && line.ends_with(b"\n") {
                self.line(line, out)?;
                continue;
            }
            self.old.extend_from_slice(line);
            self.new.extend_from_slice(line);
            if line.ends_with(b"\n") {
                self.settle(out)?;
            }
        }
        Ok(())
    }

    /// One whole line that stays, but for its charset.
    fn line(&mut self, line: &[u8], out: &mut impl Write) -> Result<(), Trouble> {
        match self.raw_lines(1)? {
            Some(raw) if raw != line => self.hunks.change(&[&raw], &[line], out),
            _ => self.hunks.equal(line, out),
        }
        .map_err(Trouble::Output)
    }

    /// So many lines of the file as they were before its charset changed.
    fn raw_lines(&mut self, count: usize) -> Result<Option<Vec<u8>>, Trouble> {
        let Some(raw) = &mut self.raw else { return Ok(None) };
        let mut text = Vec::new();
        for _ in 0..count {
            raw.read_until(b'\n', &mut text).map_err(Trouble::Source)?;
        }
        Ok(Some(text))
    }

    /// Writes the lines that are complete now.
    fn settle(&mut self, out: &mut impl Write) -> Result<(), Trouble> {
        let (mut old, new) = (std::mem::take(&mut self.old), std::mem::take(&mut self.new));
        self.dirty = false;
        let count = lines(&old).count();
        if let Some(raw) = self.raw_lines(count)? {
            old = raw;
        }
        let (old, new): (Vec<&[u8]>, Vec<&[u8]>) = (lines(&old).collect(), lines(&new).collect());
        self.hunks.lines(&old, &new, out).map_err(Trouble::Output)
    }
}

fn changed() -> Trouble {
    Trouble::Source(io::Error::other("it was changed by another program meanwhile"))
}

/// How many bytes of a text cover so many bytes of its source, and how many they cover.
fn covered(text: &[u8], wanted: u64, wide: bool) -> (usize, u64) {
    if !wide {
        let length = text.len().min(usize::try_from(wanted).unwrap_or(usize::MAX));
        return (length, length as u64);
    }
    let mut measured = 0;
    for (at, byte) in text.iter().enumerate() {
        let width = Utf16::source_len(std::slice::from_ref(byte));
        if measured + width > wanted {
            return (at, measured);
        }
        measured += width;
    }
    (text.len(), measured)
}

/// Lines with their ends; only LF ends one, as `patch` sees it.
fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split_inclusive(|&b| b == b'\n')
}

/// Gathers lines into hunks.
struct Hunks {
    /// The lines that name the file, until they are written.
    header: Option<String>,
    /// Lines passed.
    old_lines: u64,
    new_lines: u64,
    /// Lines that stay, since the last change: too few to end a hunk, or context for the next.
    run: VecDeque<Vec<u8>>,
    /// The hunk that is open: where it starts, how many lines it has, and the lines.
    start: (u64, u64),
    count: (u64, u64),
    body: Vec<u8>,
    /// How many bytes and lines of the body are context before the first change.
    lead: (usize, u64),
}

impl Hunks {
    fn new(name: &str) -> Hunks {
        let name = printable(name);
        Hunks {
            header: Some(format!("--- {name}\n+++ {name}\n")),
            old_lines: 0,
            new_lines: 0,
            run: VecDeque::new(),
            start: (0, 0),
            count: (0, 0),
            body: Vec::new(),
            lead: (0, 0),
        }
    }

    /// Lines of which some stay and some change.
    fn lines(&mut self, old: &[&[u8]], new: &[&[u8]], out: &mut impl Write) -> io::Result<()> {
        if old.len().max(new.len()) > MANY {
            if old.len() != new.len() {
                return self.change(old, new, out);
            }
            return old.iter().zip(new).try_for_each(|(old, new)| match old == new {
                true => self.equal(old, out),
                false => self.change(&[old], &[new], out),
            });
        }
        capture_diff_slices(Algorithm::Myers, old, new).into_iter().try_for_each(|op| match op {
            DiffOp::Equal { old_index, len, .. } => {
                old[old_index..old_index + len].iter().try_for_each(|line| self.equal(line, out))
            }
            _ => self.change(&old[op.old_range()], &new[op.new_range()], out),
        })
    }

    fn equal(&mut self, line: &[u8], out: &mut impl Write) -> io::Result<()> {
        let most = if self.body.is_empty() { CONTEXT } else { 2 * CONTEXT };
        // The buffer of the line that is too many serves the new one.
        let mut buffer = Vec::new();
        if self.run.len() == most {
            if !self.body.is_empty() {
                self.context(CONTEXT);
                self.emit(out)?;
            }
            buffer = self.run.pop_front().unwrap_or_default();
            buffer.clear();
        }
        buffer.extend_from_slice(line);
        self.run.push_back(buffer);
        while self.body.is_empty() && self.run.len() > CONTEXT {
            self.run.pop_front();
        }
        self.old_lines += 1;
        self.new_lines += 1;
        Ok(())
    }

    fn change(&mut self, old: &[&[u8]], new: &[&[u8]], out: &mut impl Write) -> io::Result<()> {
        if self.body.is_empty() {
            let lead = self.run.len();
            self.start = (self.old_lines - lead as u64, self.new_lines - lead as u64);
            self.context(lead);
            self.lead = (self.body.len(), lead as u64);
        } else {
            self.context(self.run.len());
        }
        for (sign, lines) in [(b'-', old), (b'+', new)] {
            lines.iter().for_each(|line| self.push(sign, line));
        }
        self.count.0 += old.len() as u64;
        self.count.1 += new.len() as u64;
        self.old_lines += old.len() as u64;
        self.new_lines += new.len() as u64;
        if self.body.len() < LARGE {
            return Ok(());
        }
        // Without context behind it, `patch` wants none before it either.
        let (bytes, lines) = self.lead;
        self.body.drain(..bytes);
        self.start = (self.start.0 + lines, self.start.1 + lines);
        self.count = (self.count.0 - lines, self.count.1 - lines);
        self.emit(out)
    }

    /// Ends the hunk that is open.
    fn close(&mut self, out: &mut impl Write) -> io::Result<()> {
        if self.body.is_empty() {
            return Ok(());
        }
        self.context(CONTEXT.min(self.run.len()));
        self.emit(out)
    }

    /// Moves lines that stay into the hunk.
    fn context(&mut self, count: usize) {
        for line in self.run.drain(..count).collect::<Vec<_>>() {
            self.push(b' ', &line);
            self.count = (self.count.0 + 1, self.count.1 + 1);
        }
    }

    fn push(&mut self, sign: u8, line: &[u8]) {
        self.body.push(sign);
        self.body.extend_from_slice(line);
        if !line.ends_with(b"\n") {
            self.body.extend_from_slice(b"\n\\ No newline at end of file\n");
        }
    }

    fn emit(&mut self, out: &mut impl Write) -> io::Result<()> {
        if let Some(header) = self.header.take() {
            out.write_all(header.as_bytes())?;
        }
        // A side without lines names the line before it.
        let place = |start: u64, count: u64| format!("{},{count}", start + u64::from(count > 0));
        writeln!(out, "@@ -{} +{} @@", place(self.start.0, self.count.0), place(self.start.1, self.count.1))?;
        out.write_all(&self.body)?;
        self.body.clear();
        (self.count, self.lead) = ((0, 0), (0, 0));
        out.flush()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// The diff between two texts that change where the lines differ, told as one change a line.
    fn diff(old: &[&str], new: &[&str]) -> String {
        let mut hunks = Hunks::new("a");
        let mut out = Vec::new();
        for (old, new) in old.iter().zip(new) {
            if old == new {
                hunks.equal(old.as_bytes(), &mut out).unwrap();
            } else {
                hunks.change(&[old.as_bytes()], &[new.as_bytes()], &mut out).unwrap();
            }
        }
        hunks.close(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn context_joins_what_is_near_and_parts_what_is_far() {
        let old = ["a\n", "b\n", "c\n", "d\n", "e\n", "f\n", "g\n", "h\n", "i\n", "j"];
        let mut new = old;
        (new[0], new[7]) = ("A\n", "H\n");
        let one =
            "--- a\n+++ a\n@@ -1,10 +1,10 @@\n-a\n+A\n b\n c\n d\n e\n f\n g\n-h\n+H\n i\n j\n\\ No newline at end of file\n";
        assert_eq!(diff(&old, &new), one);
        (new[7], new[8]) = (old[7], "I\n");
        let two = "@@ -1,4 +1,4 @@\n-a\n+A\n b\n c\n d\n@@ -6,5 +6,5 @@\n f\n g\n h\n-i\n+I\n j\n\\ No newline at end of file\n";
        assert_eq!(diff(&old, &new), format!("--- a\n+++ a\n{two}"));
        assert_eq!(diff(&old, &old), "");
    }

    #[test]
    fn a_large_hunk_is_ended_without_context_on_either_side() {
        let mut hunks = Hunks::new("a");
        let mut out = Vec::new();
        let (old, new) = ([b'x'; 3000], [b'y'; 3000]);
        hunks.equal(b"before\n", &mut out).unwrap();
        for _ in 0..1000 {
            hunks.change(&[&old, b"\n"], &[&new, b"\n"], &mut out).unwrap();
        }
        assert!(hunks.body.len() < LARGE);
        let text = String::from_utf8(out).unwrap();
        assert!(text.starts_with("--- a\n+++ a\n@@ -2,"), "{}", &text[..40]);
        assert!(!text.contains("before"));
    }
}
