//! Copies a file while some of its parts are replaced. The copy is written beside the file and renamed over it when it is whole, so
//! that at any moment there is either the old file or the new one.

mod recode;

use std::fs::{File, Metadata};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::input::utf16::Utf16;
use crate::input::{Packing, open_single};

pub use recode::{Recoded, recode};

/// The byte order mark of UTF-8.
const MARK: &[u8] = b"\xEF\xBB\xBF";

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
    /// Begins to rewrite a file, without the byte order mark of UTF-8 at its start if `drop_mark`.
    ///
    /// # Errors
    /// When the file cannot be read or is read-only, when it is an archive or compressed more than once
    /// ([`io::ErrorKind::Unsupported`]), or when no file can be written beside it.
    pub fn begin(path: &Path, drop_mark: bool) -> io::Result<Rewrite> {
        let Opened { path, before, mut source, packing, head } = Opened::new(path)?;
        let copy = Copy::new(packing, beside(&path)?)?;
        let mut at = 0;
        if drop_mark && head.starts_with(MARK) {
            at = io::copy(&mut source.by_ref().take(MARK.len() as u64), &mut io::sink())?;
        }
        Ok(Rewrite { before, source, copy, path, at, wide: Utf16::detect(&head) })
    }

    /// Replaces the text `old` at `offset` (of the decompressed file) by `new`. Calls come in order of place.
    ///
    /// # Errors
    /// What reading and writing say, and [`io::ErrorKind::InvalidInput`] for a place that was passed already. Also when something
    /// else stands there: then the file has changed since it was read.
    pub fn replace(&mut self, offset: u64, old: &[u8], new: &[u8]) -> io::Result<()> {
        self.copy_to(offset)?;
        let recoded =
            self.wide.map(|wide| (wide.encode(&String::from_utf8_lossy(old)), wide.encode(&String::from_utf8_lossy(new))));
        let (old, new) = recoded.as_ref().map_or((old, new), |(old, new)| (old.as_slice(), new.as_slice()));
        let mut there = Vec::with_capacity(old.len());
        self.source.by_ref().take(old.len() as u64).read_to_end(&mut there)?;
        if there != old {
            return Err(changed(&self.path));
        }
        self.at += old.len() as u64;
        self.copy.write_all(new)
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

    /// Copies what is left and puts the copy in the place of the file, with its owner and permissions.
    ///
    /// # Errors
    /// What reading and writing say; also when the file has changed in the meantime. Then the file stays as it is.
    pub fn finish(mut self) -> io::Result<()> {
        io::copy(&mut self.source, &mut self.copy)?;
        let copy = self.copy.finish()?;
        copy.as_file().sync_all()?;
        put(copy.into_temp_path(), &self.path, &self.before)
    }
}

/// A file that can be written again.
struct Opened {
    /// The file itself, not a link to it.
    path: PathBuf,
    before: Metadata,
    source: Box<dyn Read>,
    packing: Option<Packing>,
    /// The first bytes of the text.
    head: Vec<u8>,
}

impl Opened {
    fn new(path: &Path) -> io::Result<Opened> {
        let path = path.canonicalize()?;
        let file = File::open(&path)?;
        let before = file.metadata()?;
        if before.permissions().readonly() {
            // A file beside it could be renamed over it; but whoever made it read-only meant something by it.
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
        }
        let (source, packing, head) = open_single(file)?;
        Ok(Opened { path, before, source, packing, head })
    }
}

/// A temporary file in the folder of a file. Its name is hidden, so that what a killed run leaves is never taken for an input.
fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let folder = path.parent().unwrap_or(Path::new("."));
    tempfile::Builder::new().prefix(".jadoube-").tempfile_in(folder)
}

/// Puts a finished copy in the place of a file, unless that has changed since `before`.
fn put(copy: tempfile::TempPath, path: &Path, before: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, chown};
        let now = copy.metadata()?;
        if (now.uid(), now.gid()) != (before.uid(), before.gid()) {
            // Only the superuser may give a file away; for others it becomes their own, as with every editor.
            let _ = chown(&copy, Some(before.uid()), Some(before.gid()));
        }
    }
    std::fs::set_permissions(&copy, before.permissions())?;
    let now = path.metadata()?;
    if now.len() != before.len() || now.modified().ok() != before.modified().ok() {
        return Err(changed(path));
    }
    copy.persist(path).map_err(|e| e.error)
}

fn changed(path: &Path) -> io::Error {
    io::Error::other(format!("{} was changed by another program meanwhile", path.display()))
}
