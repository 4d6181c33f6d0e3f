//! Writes a whole file in UTF-8: all its text changes, so it is done only where that was asked for.

use std::fs::Metadata;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use tempfile::TempPath;

use super::{Copy, MARK, Opened, beside, put};
use crate::input::charset::{Charset, Evidence, Verdict};
use crate::input::sniff::{Sniff, sniff};
use crate::input::utf16::{Utf16, Utf16Reader};
use crate::record::Format;

/// A copy of a file in UTF-8, beside it. It is gone with this value, unless it is put in its place.
#[derive(Debug)]
pub struct Recoded {
    path: PathBuf,
    before: Metadata,
    copy: TempPath,
    /// Whether a line of the file is a line of the copy, byte by byte comparable: not so with UTF-16.
    pub by_line: bool,
}

impl Recoded {
    /// The copy, compressed as the file is.
    pub fn path(&self) -> &Path {
        &self.copy
    }

    /// Puts the copy in the place of the file, with its owner and permissions.
    ///
    /// # Errors
    /// What the file system says; also when the file has changed in the meantime. Then the file stays as it is.
    pub fn finish(self) -> io::Result<()> {
        put(self.copy, &self.path, &self.before)
    }
}

/// Makes a copy in UTF-8 of a file that is UTF-16, or PGN in a charset that it does not declare. `None` for other files, and where
/// some bytes mean nothing in the charset: then nothing could be written without loss.
///
/// # Errors
/// What reading and writing say; [`io::ErrorKind::Unsupported`] for an archive and for compression inside compression.
pub fn recode(path: &Path) -> io::Result<Option<Recoded>> {
    let Opened { path, before, source, packing, head } = Opened::new(path)?;
    let layout = Utf16::detect(&head);
    let verdict = match layout {
        Some(_) => None,
        None if sniff(&head, &path.to_string_lossy()) != Sniff::Record(Format::Pgn) => return Ok(None),
        None => {
            let verdict = verdict(source)?;
            if verdict.charset == Charset::Utf8 || verdict.declaration_holds() == Some(true) || !verdict.unexplained.is_empty() {
                return Ok(None);
            }
            Some(verdict)
        }
    };
    let mut copy = Copy::new(packing, beside(&path)?)?;
    let source = Opened::new(&path)?.source;
    let whole = match (layout, verdict) {
        (Some(layout), _) => from_utf16(source, layout, &mut copy)?,
        (None, Some(verdict)) => from_lines(source, &verdict, &mut copy)?,
        (None, None) => false,
    };
    let copy = copy.finish()?;
    copy.as_file().sync_all()?;
    Ok(whole.then(|| Recoded { path, before, copy: copy.into_temp_path(), by_line: layout.is_none() }))
}

/// What the text as a whole says about its charset.
fn verdict(source: impl Read) -> io::Result<Verdict> {
    let mut source = BufReader::with_capacity(256 << 10, source);
    let mut evidence = Evidence::new();
    skip_mark(&mut source)?;
    loop {
        let piece = source.fill_buf()?;
        let length = piece.len();
        if length == 0 {
            return Ok(evidence.finish());
        }
        evidence.feed(piece);
        source.consume(length);
    }
}

/// Takes off a byte order mark: the offsets of a verdict count from behind it.
fn skip_mark(source: &mut impl BufRead) -> io::Result<bool> {
    let marked = source.fill_buf()?.starts_with(MARK);
    source.consume(if marked { MARK.len() } else { 0 });
    Ok(marked)
}

/// `false` if some of it was no text.
fn from_utf16(source: impl Read, layout: Utf16, copy: &mut Copy) -> io::Result<bool> {
    let mut text = BufReader::with_capacity(64 << 10, Utf16Reader::new(source, layout));
    skip_mark(&mut text)?;
    io::copy(&mut text, copy)?;
    Ok(text.get_ref().damaged() == 0)
}

/// Line by line: what is UTF-8 already stays as it is. `false` if some of it was no text.
fn from_lines(source: impl Read, verdict: &Verdict, copy: &mut Copy) -> io::Result<bool> {
    let mut source = BufReader::with_capacity(256 << 10, source);
    if skip_mark(&mut source)? {
        copy.write_all(MARK)?;
    }
    let mut offset = 0;
    let mut line = Vec::new();
    loop {
        line.clear();
        let length = source.read_until(b'\n', &mut line)?;
        if length == 0 {
            return Ok(true);
        }
        let was_utf8 = std::str::from_utf8(&line).is_ok();
        let mut text = verdict.charset.decode(&line).into_owned();
        if !was_utf8 && text.contains(char::REPLACEMENT_CHARACTER) {
            return Ok(false);
        }
        if let Some(declared) = &verdict.declared
            && (offset..offset + length as u64).contains(&declared.offset)
        {
            text = text.replacen(&declared.label, "UTF-8", 1);
        }
        copy.write_all(text.as_bytes())?;
        offset += length as u64;
    }
}
