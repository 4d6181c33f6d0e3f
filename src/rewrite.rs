//! Copies a file while some of its parts are replaced. The copy is written beside the file and renamed over it when it is whole, so
//! that at any moment there is either the old file or the new one.

use std::fs::{File, Metadata};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::input::utf16::Utf16;
use crate::input::{Packing, open_single};

/// A file that is being rewritten.
pub struct Rewrite {
    /// The file itself, not a link to it.
    path: PathBuf,
    before: Metadata,
    source: Box<dyn Read>,
    copy: Copy,
    /// The byte of the decompressed source that comes next.
    at: u64,
    wide: Option<Utf16>,
}

impl std::fmt::Debug for Rewrite {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rewrite").field("path", &self.path).field("at", &self.at).finish_non_exhaustive()
    }
}

/// The copy: the file's own compression around a temporary file.
enum Copy {
    Plain(BufWriter<NamedTempFile>),
    Gzip(flate2::write::GzEncoder<BufWriter<NamedTempFile>>),
    Bzip2(bzip2::write::BzEncoder<BufWriter<NamedTempFile>>),
    Xz(Box<lzma_rust2::XzWriter<BufWriter<NamedTempFile>>>),
    Zstd(zstd::stream::write::Encoder<'static, BufWriter<NamedTempFile>>),
}

impl Copy {
    fn new(packing: Option<Packing>, file: NamedTempFile) -> io::Result<Copy> {
        let file = BufWriter::with_capacity(256 << 10, file);
        Ok(match packing {
            None => Copy::Plain(file),
            Some(Packing::Gzip) => Copy::Gzip(flate2::write::GzEncoder::new(file, flate2::Compression::default())),
            Some(Packing::Bzip2) => Copy::Bzip2(bzip2::write::BzEncoder::new(file, bzip2::Compression::best())),
            Some(Packing::Xz) => Copy::Xz(Box::new(lzma_rust2::XzWriter::new(file, lzma_rust2::XzOptions::default())?)),
            Some(Packing::Zstd) => Copy::Zstd(zstd::stream::write::Encoder::new(file, 0)?),
        })
    }

    fn finish(self) -> io::Result<NamedTempFile> {
        let file = match self {
            Copy::Plain(file) => file,
            Copy::Gzip(encoder) => encoder.finish()?,
            Copy::Bzip2(encoder) => encoder.finish()?,
            Copy::Xz(encoder) => encoder.finish()?,
            Copy::Zstd(encoder) => encoder.finish()?,
        };
        file.into_inner().map_err(io::IntoInnerError::into_error)
    }
}

impl Write for Copy {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        match self {
            Copy::Plain(w) => w.write(buf),
            Copy::Gzip(w) => w.write(buf),
            Copy::Bzip2(w) => w.write(buf),
            Copy::Xz(w) => w.write(buf),
            Copy::Zstd(w) => w.write(buf),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Copy::Plain(w) => w.flush(),
            Copy::Gzip(w) => w.flush(),
            Copy::Bzip2(w) => w.flush(),
            Copy::Xz(w) => w.flush(),
            Copy::Zstd(w) => w.flush(),
        }
    }
}

impl Rewrite {
    /// Begins to rewrite a file.
    ///
    /// # Errors
    /// When the file cannot be read, when it is an archive or compressed more than once ([`io::ErrorKind::Unsupported`]), or when no
    /// file can be written beside it.
    pub fn begin(path: &Path) -> io::Result<Rewrite> {
        let path = path.canonicalize()?;
        let file = File::open(&path)?;
        let before = file.metadata()?;
        let (source, packing, head) = open_single(file)?;
        let folder = path.parent().unwrap_or(Path::new("."));
        let copy = tempfile::Builder::new().prefix(".jadoube-").tempfile_in(folder)?;
        let wide = Utf16::detect(&head);
        Ok(Rewrite { before, source, copy: Copy::new(packing, copy)?, path, at: 0, wide })
    }

    /// Replaces `length` bytes at `offset` (of the decompressed file) by `text`. Calls come in order of place.
    ///
    /// # Errors
    /// What reading and writing say, and [`io::ErrorKind::InvalidInput`] for a place that was passed already.
    pub fn replace(&mut self, offset: u64, length: u64, text: &[u8]) -> io::Result<()> {
        self.copy_to(offset)?;
        let skipped = io::copy(&mut self.source.by_ref().take(length), &mut io::sink())?;
        if skipped < length {
            return Err(changed(&self.path));
        }
        self.at += length;
        match self.wide {
            None => self.copy.write_all(text),
            Some(wide) => self.copy.write_all(&wide.encode(&String::from_utf8_lossy(text))),
        }
    }

    fn copy_to(&mut self, offset: u64) -> io::Result<()> {
        let Some(length) = offset.checked_sub(self.at) else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "edits out of order"));
        };
        if io::copy(&mut self.source.by_ref().take(length), &mut self.copy)? < length {
            return Err(changed(&self.path));
        }
        self.at = offset;
        Ok(())
    }

    /// Copies what is left and puts the copy in the place of the file, with its permissions.
    ///
    /// # Errors
    /// What reading and writing say; also when the file has changed in the meantime. Then the file stays as it is.
    pub fn finish(mut self) -> io::Result<()> {
        io::copy(&mut self.source, &mut self.copy)?;
        let copy = self.copy.finish()?;
        copy.as_file().set_permissions(self.before.permissions())?;
        copy.as_file().sync_all()?;
        let now = self.path.metadata()?;
        if now.len() != self.before.len() || now.modified().ok() != self.before.modified().ok() {
            return Err(changed(&self.path));
        }
        copy.persist(&self.path).map_err(|e| e.error)?;
        Ok(())
    }
}

fn changed(path: &Path) -> io::Error {
    io::Error::other(format!("{} was changed by another program meanwhile; it is left as it is", path.display()))
}
