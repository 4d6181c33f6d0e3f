//! The members of an input, one after another, whatever they are packed in.

use std::cell::Cell;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::ops::ControlFlow;

use zip::CompressionMethod as Method;

use super::ahead::{Ahead, read_retrying};
use super::decode::{self, LAYER_HEAD, Layer};
use super::fault::{Fault, FaultKind, Unreadable, carried};
use super::names::{is_hidden, is_record_name};
use super::salvage;
use super::sniff::{Sniff, sniff};
use super::{Input, Source};

/// How many layers (compression and archives) may lie in one another. Nobody packs more than four; bombs do.
const DEPTH: u32 = 12;
/// How much of an archive without random access is kept in memory before it goes to a temporary file.
const SPOOL: usize = 4 << 20;
/// The largest archive that is put aside because it lies inside something else.
const SPOOL_LIMIT: u64 = 4 << 30;
/// How much of a member with a foreign name is looked at to see whether it is a record after all.
const LOOK: usize = 4 << 10;

/// What [`visit`] tells its caller.
pub(crate) type See<'s> = dyn FnMut(Result<Member<'_>, Unreadable>) -> ControlFlow<()> + 's;

/// One stream of records: a plain or decompressed file, or a member of an archive.
///
/// It is read as a stream, and what is not read is passed over. An error comes after all that could be read; what it means says
/// [`Fault::of`].
pub struct Member<'a> {
    name: &'a str,
    data: Ahead<'a>,
}

impl Member<'_> {
    /// Its name in reports: `games.pgn.zst`, `archive.zip!dir/game.sgf`.
    pub fn name(&self) -> &str {
        self.name
    }

    /// Its first bytes without reading them, up to `wanted`: fewer only where it ends or cannot be read on.
    pub fn peek(&mut self, wanted: usize) -> &[u8] {
        self.data.peek(wanted)
    }
}

impl Read for Member<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        read_retrying(&mut self.data, buf)
    }
}

/// Shows the members of an input in their order, and what could not be read in its place. It stops early when told to break.
///
/// A zip archive that has lost its directory is read by the headers of its members, as far as they go. An archive in which
/// nothing is a record is reported, so that it does not look like a clean one.
pub fn visit(input: &Input, see: &mut dyn FnMut(Result<Member<'_>, Unreadable>) -> ControlFlow<()>) -> ControlFlow<()> {
    let name = &input.name;
    match input.open() {
        Err(error) => see(Err(Unreadable::new(name, Fault::of(&error)))),
        Ok(Source::Stream(stream)) => stream_members(name, Ahead::new(stream), 0, true, see),
        Ok(Source::File(mut file)) => {
            let mut head = [0; 4];
            let is_zip = match read_retrying(&mut file, &mut head) {
                Ok(n) => decode::layer(&head[..n]) == Some(Layer::Zip),
                Err(error) => return see(Err(Unreadable::new(name, Fault::of(&error)))),
            };
            if let Err(error) = file.rewind() {
                return see(Err(Unreadable::new(name, Fault::of(&error))));
            }
            if is_zip {
                zip_members(name, BufReader::new(file), 0, see)
            } else {
                stream_members(name, Ahead::new(Box::new(file)), 0, true, see)
            }
        }
    }
}

/// The members of a stream. `listed`: it was named, or has the name of a record; else it is only shown if it looks like one.
pub(crate) fn stream_members(
    name: &str,
    mut data: Ahead<'_>,
    mut depth: u32,
    listed: bool,
    see: &mut See<'_>,
) -> ControlFlow<()> {
    if !listed {
        let head = data.peek(LOOK);
        let is_record = decode::layer(head).is_none() && matches!(sniff(head, ""), Sniff::Record(_));
        return if is_record { see(Ok(Member { name, data })) } else { ControlFlow::Continue(()) };
    }
    loop {
        let Some(layer) = decode::layer(data.peek(LAYER_HEAD)) else { return see(Ok(Member { name, data })) };
        depth += 1;
        if depth > DEPTH {
            let message = format!("{DEPTH} layers of archives and compression lie in one another, and there are more");
            return see(Err(Unreadable::new(name, Fault::new(FaultKind::TooDeep, message))));
        }
        match layer {
            Layer::Foreign(what) => {
                let fault = Fault::new(FaultKind::Unsupported, format!("it is {what}, which is not read"));
                return see(Err(Unreadable::new(name, fault)));
            }
            Layer::Tar => return tar_members(name, data, depth, see),
            Layer::Zip => {
                return match spool(data) {
                    Ok(file) => zip_members(name, file, depth, see),
                    Err(error) => see(Err(Unreadable::new(name, Fault::of(&error)))),
                };
            }
            Layer::Packed(packing) => match decode::peel(packing, data) {
                Ok(inner) => data = Ahead::new(inner),
                Err(error) => return see(Err(Unreadable::new(name, Fault::of(&error)))),
            },
        }
    }
}

/// Puts an archive that needs random access aside, in memory or in a temporary file without a name.
fn spool(data: Ahead<'_>) -> io::Result<tempfile::SpooledTempFile> {
    let mut file = tempfile::spooled_tempfile(SPOOL);
    // What fails on the way fails again as a damaged archive, whose members are still read.
    let copied = match io::copy(&mut data.take(SPOOL_LIMIT), &mut file) {
        Ok(copied) => copied,
        Err(error) if carried(&error).is_some_and(Fault::is_partial) => 0,
        Err(error) => return Err(error),
    };
    if copied == SPOOL_LIMIT {
        let message = format!("a zip archive of more than {} GiB inside something else is not read", SPOOL_LIMIT >> 30);
        return Err(Fault::new(FaultKind::Unsupported, message).into_error());
    }
    file.seek(SeekFrom::Start(0))?;
    Ok(file)
}

/// The members of a tar archive.
fn tar_members(name: &str, data: Ahead<'_>, depth: u32, see: &mut See<'_>) -> ControlFlow<()> {
    let mut shown = Shown { see, any: false };
    let mut archive = tar::Archive::new(data);
    // Archives that were joined have blocks of zeros between them.
    archive.set_ignore_zeros(true);
    let entries = match archive.entries() {
        Ok(entries) => entries,
        Err(error) => return shown.fault(name, tar_fault(&error)),
    };
    for entry in entries {
        let mut entry = match entry {
            Ok(entry) => entry,
            Err(error) => return shown.fault(name, tar_fault(&error)),
        };
        if !matches!(
            entry.header().entry_type(),
            tar::EntryType::Regular | tar::EntryType::Continuous | tar::EntryType::GNUSparse
        ) {
            continue;
        }
        let inner = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        if is_hidden(&inner) || inner.ends_with('/') {
            continue;
        }
        let failed = Cell::new(false);
        let left = entry.size();
        let part = Part { inner: &mut entry, left, failed: &failed };
        let full = format!("{name}!{inner}");
        stream_members(&full, Ahead::new(Box::new(part)), depth, is_record_name(&inner), &mut |m| shown.see(m))?;
        if failed.get() {
            // The member has told it; nothing behind it can be found.
            return ControlFlow::Continue(());
        }
    }
    shown.end(name)
}

/// The data of a member of a tar archive, which must be as long as its header says.
struct Part<'a, R> {
    inner: &'a mut R,
    left: u64,
    failed: &'a Cell<bool>,
}

impl<R: Read> Read for Part<'_, R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        match read_retrying(self.inner, buf) {
            Ok(0) if self.left > 0 && !buf.is_empty() => {
                self.failed.set(true);
                Err(Fault::new(FaultKind::Truncated, "the tar archive ends inside this member").into_error())
            }
            Ok(n) => {
                self.left = self.left.saturating_sub(n as u64);
                Ok(n)
            }
            Err(error) => {
                self.failed.set(true);
                Err(error)
            }
        }
    }
}

fn tar_fault(error: &io::Error) -> Fault {
    if carried(error).is_some() || error.raw_os_error().is_some() {
        return Fault::of(error);
    }
    let text = error.to_string();
    if error.kind() == io::ErrorKind::UnexpectedEof
        || text.contains("unexpected EOF")
        || text.contains("failed to read entire block")
    {
        return Fault::new(FaultKind::Truncated, "the tar archive ends early");
    }
    Fault::new(FaultKind::Corrupt, format!("the tar archive is damaged: {text}"))
}

/// The members of a zip archive, by its directory.
fn zip_members<R: Read + Seek>(name: &str, mut file: R, depth: u32, see: &mut See<'_>) -> ControlFlow<()> {
    let mut shown = Shown { see, any: false };
    let mut archive = match zip::ZipArchive::new(&mut file) {
        Ok(archive) => archive,
        Err(zip::result::ZipError::Io(error)) if error.raw_os_error().is_some() => return shown.fault(name, Fault::of(&error)),
        Err(error) => {
            let fault = Fault::new(FaultKind::Truncated, format!("the zip archive was cut or damaged: {}", zip_words(&error)));
            if file.seek(SeekFrom::Start(0)).is_ok() {
                salvage::members(name, Ahead::new(Box::new(file)), depth, &mut |m| shown.see(m))?;
            }
            return shown.fault(name, fault);
        }
    };
    // One stretch of data under many names is how a small file becomes petabytes.
    if archive.has_overlapping_files().unwrap_or(true) {
        let fault = Fault::new(FaultKind::Corrupt, "members of the zip archive overlap, as in a zip bomb; none is read");
        return shown.fault(name, fault);
    }
    for index in 0..archive.len() {
        let Ok(about) = archive.by_index_data(index) else { continue };
        let inner = match std::str::from_utf8(about.name_raw()) {
            Ok(inner) => inner.to_owned(),
            Err(_) => {
                about.name().map_or_else(|_| String::from_utf8_lossy(about.name_raw()).into_owned(), std::borrow::Cow::into_owned)
            }
        };
        if !about.is_file() || is_hidden(&inner) {
            continue;
        }
        let (full, listed, encrypted) = (format!("{name}!{inner}"), is_record_name(&inner), about.encrypted());
        if encrypted {
            if listed {
                shown.fault(&full, Fault::new(FaultKind::Encrypted, "the member of the zip archive needs a password"))?;
            }
            continue;
        }
        // These methods write the marks of their own formats: they are peeled off like any other layer.
        let raw = [Method::BZIP2, Method::ZSTD, Method::XZ].contains(&about.compression());
        let opened = if raw { archive.by_index_raw(index) } else { archive.by_index(index) };
        match opened {
            Ok(member) => {
                let member = decode::named("zip", member);
                stream_members(&full, Ahead::new(member), depth, listed, &mut |m| shown.see(m))?;
            }
            Err(error) if listed => shown.fault(&full, zip_fault(&error))?,
            Err(_) => {}
        }
    }
    shown.end(name)
}

fn zip_fault(error: &zip::result::ZipError) -> Fault {
    use zip::result::ZipError;
    match error {
        ZipError::Io(error) => Fault::of(error),
        ZipError::UnsupportedArchive(_) | ZipError::CompressionMethodNotSupported(_) => {
            Fault::new(FaultKind::Unsupported, format!("the member of the zip archive is not read: {}", zip_words(error)))
        }
        _ => Fault::new(FaultKind::Corrupt, format!("the member of the zip archive is damaged: {}", zip_words(error))),
    }
}

fn zip_words(error: &zip::result::ZipError) -> String {
    match error {
        zip::result::ZipError::InvalidArchive(text) if text.contains("EOCD") => "the directory at its end is missing".to_owned(),
        zip::result::ZipError::InvalidArchive(text) => text.to_string(),
        zip::result::ZipError::UnsupportedArchive(text) => (*text).to_owned(),
        other => other.to_string(),
    }
}

/// Remembers whether anything of an archive was shown.
struct Shown<'s, 'f> {
    see: &'s mut See<'f>,
    any: bool,
}

impl Shown<'_, '_> {
    fn see(&mut self, member: Result<Member<'_>, Unreadable>) -> ControlFlow<()> {
        self.any = true;
        (self.see)(member)
    }

    fn fault(&mut self, name: &str, fault: Fault) -> ControlFlow<()> {
        self.see(Err(Unreadable::new(name, fault)))
    }

    fn end(&mut self, name: &str) -> ControlFlow<()> {
        if self.any {
            return ControlFlow::Continue(());
        }
        self.fault(name, Fault::new(FaultKind::NoRecords, "the archive holds no game record"))
    }
}
