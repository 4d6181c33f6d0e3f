//! A zip archive without its directory: what its members' own headers still tell.

use std::io::{self, BufRead, Read};
use std::ops::ControlFlow;

use super::ahead::Ahead;
use super::decode;
use super::fault::{Fault, FaultKind};
use super::members::{See, stream_members};
use super::names::{is_hidden, is_record_name};

/// A member's own header.
struct Header {
    flags: u16,
    method: u16,
    packed: u64,
    name: String,
}

const ENCRYPTED: u16 = 1;
/// The sizes follow the data.
const STREAMED: u16 = 8;

/// Shows the members from the first on, until the headers end.
pub(crate) fn members(name: &str, mut data: Ahead<'_>, depth: u32, see: &mut See<'_>) -> ControlFlow<()> {
    while let Some(header) = read_header(&mut data) {
        let full = format!("{name}!{}", header.name);
        let wanted = !header.name.ends_with('/') && !is_hidden(&header.name) && header.flags & ENCRYPTED == 0;
        let listed = is_record_name(&header.name);
        let known_size = header.flags & STREAMED == 0;
        // A method that ends by itself (deflate) needs no size; any other does.
        let complete = if known_size {
            let mut part = Exact { inner: &mut data, left: header.packed };
            if wanted {
                match header.method {
                    8 => {
                        let inner = decode::named("zip", flate2::read::DeflateDecoder::new(&mut part));
                        stream_members(&full, Ahead::new(inner), depth, listed, see)?;
                    }
                    0 | 12 | 93 | 95 => stream_members(&full, Ahead::new(Box::new(&mut part)), depth, listed, see)?,
                    _ => {}
                }
            }
            io::copy(&mut part, &mut io::sink()).is_ok()
        } else if header.method == 8 {
            let mut inflate = flate2::bufread::DeflateDecoder::new(&mut data);
            if wanted {
                let inner = decode::named("zip", &mut inflate);
                stream_members(&full, Ahead::new(inner), depth, listed, see)?;
            }
            io::copy(&mut inflate, &mut io::sink()).is_ok() && skip_sizes(&mut data)
        } else {
            false
        };
        if !complete {
            break;
        }
    }
    ControlFlow::Continue(())
}

/// Data that must have a stated length.
struct Exact<'a, 'b> {
    inner: &'a mut Ahead<'b>,
    left: u64,
}

impl Read for Exact<'_, '_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let most = usize::try_from(self.left).unwrap_or(usize::MAX).min(buf.len());
        if most == 0 {
            return Ok(0);
        }
        let n = self.inner.read(&mut buf[..most])?;
        if n == 0 {
            return Err(Fault::new(FaultKind::Truncated, "the zip archive ends inside this member").into_error());
        }
        self.left -= n as u64;
        Ok(n)
    }
}

fn read_header(data: &mut Ahead<'_>) -> Option<Header> {
    let fixed = data.peek(30);
    if fixed.len() < 30 || fixed[..4] != *b"PK\x03\x04" {
        return None;
    }
    let u16_at = |at: usize| u16::from_le_bytes([fixed[at], fixed[at + 1]]);
    let u32_at = |at: usize| u32::from_le_bytes([fixed[at], fixed[at + 1], fixed[at + 2], fixed[at + 3]]);
    let (flags, method, packed) = (u16_at(6), u16_at(8), u32_at(18));
    let (name_len, extra_len) = (usize::from(u16_at(26)), usize::from(u16_at(28)));
    let whole = data.peek(30 + name_len + extra_len);
    let name = String::from_utf8_lossy(whole.get(30..30 + name_len)?).into_owned();
    let extra = whole.get(30 + name_len..30 + name_len + extra_len)?;
    let packed = if packed == u32::MAX { zip64_packed(extra)? } else { u64::from(packed) };
    data.consume(30 + name_len + extra_len);
    Some(Header { flags, method, packed, name })
}

/// The packed size in the extra field of zip64, where the plain size stands before it.
fn zip64_packed(mut extra: &[u8]) -> Option<u64> {
    while let [id0, id1, len0, len1, rest @ ..] = extra {
        let len = usize::from(u16::from_le_bytes([*len0, *len1]));
        let field = rest.get(..len)?;
        if (*id0, *id1) == (1, 0) {
            return field.get(8..16)?.try_into().ok().map(u64::from_le_bytes);
        }
        extra = &rest[len..];
    }
    None
}

/// Passes over the sizes behind streamed data: with or without a mark, of 32 or 64 bits. What follows tells which.
fn skip_sizes(data: &mut Ahead<'_>) -> bool {
    let ahead = data.peek(28);
    let marked = ahead.starts_with(b"PK\x07\x08");
    let lengths: [usize; 2] = if marked { [16, 24] } else { [12, 20] };
    let fits = |&n: &usize| ahead.len() == n || ahead.get(n..).is_some_and(|next| next.starts_with(b"PK"));
    let Some(n) = lengths.into_iter().find(fits) else { return false };
    data.consume(n);
    true
}
