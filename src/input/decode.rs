//! Layers of compression, told by their first bytes and peeled off one by one.

use std::io::{self, BufRead, Read};

use super::ahead::Ahead;
use super::fault::{Fault, FaultKind, carried};

/// What the first bytes of a stream say it is wrapped in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layer {
    /// Compression.
    Packed(Packing),
    /// A zip archive.
    Zip,
    /// A tar archive.
    Tar,
    /// A format that is known by its mark and not read here.
    Foreign(&'static str),
}

/// The methods of compression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packing {
    /// Zstandard, in any number of frames, skippable ones (`pzstd`) included.
    Zstd,
    /// Gzip, in any number of members.
    Gzip,
    /// Bzip2, in any number of streams.
    Bzip2,
    /// XZ, in any number of streams.
    Xz,
}

/// How many bytes [`layer`] needs to see: a header of tar.
pub(crate) const LAYER_HEAD: usize = 512;

/// The longest window of zstd and dictionary of xz that is granted memory, in KiB: what the highest ordinary levels use.
const WINDOW_KB: u32 = 128 << 10;

/// The layer that starts with these bytes, `None` for plain data.
pub(crate) fn layer(head: &[u8]) -> Option<Layer> {
    let is_skippable = |h: &[u8]| h.len() >= 4 && h[0] & 0xF0 == 0x50 && h[1..4] == [0x2A, 0x4D, 0x18];
    match head {
        [0x28, 0xB5, 0x2F, 0xFD, ..] => Some(Layer::Packed(Packing::Zstd)),
        _ if is_skippable(head) => Some(Layer::Packed(Packing::Zstd)),
        [0x1F, 0x8B, 0x08, ..] => Some(Layer::Packed(Packing::Gzip)),
        [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, ..]
        | [b'B', b'Z', b'h', b'1'..=b'9', 0x17, 0x72, 0x45, 0x38, 0x50, 0x90, ..] => Some(Layer::Packed(Packing::Bzip2)),
        [0xFD, b'7', b'z', b'X', b'Z', 0x00, ..] => Some(Layer::Packed(Packing::Xz)),
        [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] | [b'P', b'K', 7, 8, b'P', b'K', ..] => Some(Layer::Zip),
        [b'7', b'z', 0xBC, 0xAF, 0x27, 0x1C, ..] => Some(Layer::Foreign("a 7z archive")),
        [b'R', b'a', b'r', b'!', 0x1A, 0x07, ..] => Some(Layer::Foreign("a RAR archive")),
        [b'L', b'Z', b'I', b'P', 0 | 1, ..] => Some(Layer::Foreign("compressed by lzip")),
        [0x04, 0x22, 0x4D, 0x18, ..] => Some(Layer::Foreign("compressed by lz4")),
        [0x1F, 0x9D, ..] => Some(Layer::Foreign("compressed by compress (.Z)")),
        _ if is_tar(head) => Some(Layer::Tar),
        _ => None,
    }
}

/// Whether a header of tar stands here: its checksum is right, which also finds the oldest kind that has no mark.
fn is_tar(head: &[u8]) -> bool {
    let Some(header) = head.get(..512) else { return false };
    let field = &header[148..156];
    let Some(stated) = octal(field) else { return false };
    let sum: u32 = header.iter().map(|&b| u32::from(b)).sum();
    let blanked: u32 = field.iter().map(|&b| u32::from(b)).sum();
    header[0] != 0 && sum - blanked + 8 * u32::from(b' ') == stated
}

/// A number in octal digits between blanks and NULs.
fn octal(field: &[u8]) -> Option<u32> {
    let text = field.trim_ascii_start();
    let digits = text.iter().take_while(|b| (b'0'..=b'7').contains(b)).count();
    let rest = &text[digits..];
    (digits > 0 && rest.iter().all(|b| matches!(b, 0 | b' ')))
        .then(|| text[..digits].iter().fold(0_u32, |n, b| n.wrapping_mul(8).wrapping_add(u32::from(b - b'0'))))
}

/// What one file holds once its compression is taken off; that compression; the first bytes of what it holds.
pub type Single = (Box<dyn Read>, Option<Packing>, Vec<u8>);

/// Opens a file that holds one text, compressed once or not at all: what can be written again in the same form.
///
/// # Errors
/// What reading says; [`io::ErrorKind::Unsupported`] for an archive, for compression inside compression, and for what is not read here.
pub fn open_single(file: std::fs::File) -> io::Result<Single> {
    const HEAD: usize = 4 << 10;
    let refuse = |what: &str| io::Error::new(io::ErrorKind::Unsupported, format!("it is {what}, which is not written here"));
    let mut data = Ahead::new(Box::new(file));
    let packing = match layer(data.peek(LAYER_HEAD)) {
        None => None,
        Some(Layer::Packed(packing)) => Some(packing),
        Some(Layer::Zip) => return Err(refuse("a zip archive")),
        Some(Layer::Tar) => return Err(refuse("a tar archive")),
        Some(Layer::Foreign(what)) => return Err(refuse(what)),
    };
    if let Some(packing) = packing {
        data = Ahead::new(peel(packing, data)?);
        if layer(data.peek(LAYER_HEAD)).is_some() {
            return Err(refuse("an archive or compressed twice"));
        }
    }
    let head = data.peek(HEAD).to_vec();
    Ok((Box::new(data), packing, head))
}

/// The data inside a layer of compression.
pub(crate) fn peel<'a>(packing: Packing, data: Ahead<'a>) -> io::Result<Box<dyn Read + 'a>> {
    Ok(match packing {
        Packing::Zstd => named("zstd", zstd::stream::read::Decoder::with_buffer(data)?),
        Packing::Gzip => named("gzip", Streams::<flate2::bufread::GzDecoder<Ahead<'a>>>::new(data)),
        Packing::Bzip2 => named("bzip2", Streams::<bzip2::bufread::BzDecoder<Ahead<'a>>>::new(data)),
        Packing::Xz => named("xz", lzma_rust2::XzReader::new_mem_limit(data, true, WINDOW_KB)),
    })
}

/// A decoder of one stream that leaves what follows it.
trait OneStream<'a>: Read + Sized {
    /// The bytes a stream starts with.
    const MARK: &'static [u8];
    fn start(data: Ahead<'a>) -> Self;
    fn rest(self) -> Ahead<'a>;
}

impl<'a> OneStream<'a> for flate2::bufread::GzDecoder<Ahead<'a>> {
    const MARK: &'static [u8] = &[0x1F, 0x8B];
    fn start(data: Ahead<'a>) -> Self {
        Self::new(data)
    }
    fn rest(self) -> Ahead<'a> {
        self.into_inner()
    }
}

impl<'a> OneStream<'a> for bzip2::bufread::BzDecoder<Ahead<'a>> {
    const MARK: &'static [u8] = b"BZh";
    fn start(data: Ahead<'a>) -> Self {
        Self::new(data)
    }
    fn rest(self) -> Ahead<'a> {
        self.into_inner()
    }
}

/// Streams one after another, with zeros between them and behind them as tapes leave them.
struct Streams<D>(State<D>);

enum State<D> {
    In(D),
    Done,
}

impl<'a, D: OneStream<'a>> Streams<D> {
    fn new(data: Ahead<'a>) -> Self {
        Streams(State::In(D::start(data)))
    }
}

impl<'a, D: OneStream<'a>> Read for Streams<D> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        loop {
            let State::In(decoder) = &mut self.0 else { return Ok(0) };
            let n = decoder.read(buf)?;
            if n > 0 || buf.is_empty() {
                return Ok(n);
            }
            let State::In(decoder) = std::mem::replace(&mut self.0, State::Done) else { return Ok(0) };
            let mut rest = decoder.rest();
            loop {
                let ready = rest.fill_buf()?;
                if ready.is_empty() {
                    return Ok(0);
                }
                let zeros = ready.iter().take_while(|&&b| b == 0).count();
                if zeros == 0 {
                    break;
                }
                rest.consume(zeros);
            }
            if !rest.peek(D::MARK.len()).starts_with(D::MARK) {
                return Err(Fault::new(FaultKind::Corrupt, "something else follows the compressed data").into_error());
            }
            self.0 = State::In(D::start(rest));
        }
    }
}

/// A decoder whose errors say which layer failed and come after everything it delivered.
struct Named<R> {
    inner: R,
    what: &'static str,
    delivered: u64,
    error: Option<io::Error>,
}

impl<R: Read> Read for Named<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        let mut filled = 0;
        while filled < buf.len() {
            // A decoder that meets damage drops what it made in that call. So calls are small at the start, where a short record
            // would be lost whole, and never lose more than a thirtieth; large ones are faster by a third.
            let step = (self.delivered / 32).clamp(256, 64 << 10) as usize;
            let end = buf.len().min(filled + step);
            match self.inner.read(&mut buf[filled..end]) {
                Ok(0) => break,
                Ok(n) => {
                    filled += n;
                    self.delivered += n as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    let error = explain(self.what, error);
                    if filled == 0 {
                        return Err(error);
                    }
                    self.error = Some(error);
                    break;
                }
            }
        }
        Ok(filled)
    }
}

/// The error of a decoder in words: it ends early, it is damaged, or it asks too much.
fn explain(what: &str, error: io::Error) -> io::Error {
    if carried(&error).is_some() {
        return error;
    }
    let text = error.to_string();
    let fault = if error.kind() == io::ErrorKind::UnexpectedEof {
        Fault::new(FaultKind::Truncated, format!("the {what} data end early"))
    } else if error.kind() == io::ErrorKind::OutOfMemory || text.contains("too much memory") {
        Fault::new(FaultKind::Unsupported, format!("the {what} data need a window of more than {} MiB", WINDOW_KB >> 10))
    } else if error.raw_os_error().is_some() {
        return error;
    } else {
        Fault::new(FaultKind::Corrupt, format!("the {what} data are damaged: {text}"))
    };
    fault.into_error()
}

/// The same data with errors that say what failed and come after everything that was delivered.
pub(crate) fn named<'a>(what: &'static str, inner: impl Read + 'a) -> Box<dyn Read + 'a> {
    Box::new(Named { inner, what, delivered: 0, error: None })
}
