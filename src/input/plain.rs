//! Small plain files, read at once.

use std::fs::File;
use std::io::{self, Read};

use super::decode;
use super::{Input, Place};

/// What [`read_plain`] found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plain {
    /// The buffer holds the whole file.
    Whole,
    /// More than the limit, compressed, an archive, or no regular file: use [`visit`](super::visit). The buffer is of no use.
    Visit,
}

/// Reads a small plain file into `buffer`, which is emptied first and keeps its room from file to file.
///
/// Nothing is asked of the system beyond opening, reading and closing: on a folder of small files that is most of the cost.
///
/// # Errors
/// When the file cannot be opened or read.
pub fn read_plain(input: &Input, limit: usize, buffer: &mut Vec<u8>) -> io::Result<Plain> {
    /// Room that holds most records.
    const ROOM: usize = 32 << 10;

    buffer.clear();
    let Place::File(path) = &input.place else { return Ok(Plain::Visit) };
    buffer.reserve(ROOM);
    let read = File::open(path)?.take(limit as u64 + 1).read_to_end(buffer)?;
    Ok(if read > limit || decode::layer(buffer).is_some() { Plain::Visit } else { Plain::Whole })
}
