//! The buffers that text is read into. They go to a worker with what they hold and come back when it is checked: fresh memory
//! would be cleared by the system first and by the reader once more.

use std::io::{self, Read};
use std::sync::{Mutex, PoisonError};

/// Buffers that are free.
#[derive(Default)]
pub(super) struct Spare(Mutex<Vec<Vec<u8>>>);

impl Spare {
    fn take(&self) -> Vec<u8> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    /// Takes a buffer back. A few of common size are kept.
    pub(super) fn give(&self, buffer: Vec<u8>, common: usize) {
        const MOST: usize = 16;
        let mut spare = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if buffer.capacity() <= 2 * common && spare.len() < MOST {
            spare.push(buffer);
        }
    }
}

/// A buffer that is being filled.
pub(super) struct Room<'s> {
    spare: &'s Spare,
    /// The text, and behind it what was left in the buffer by its last use.
    bytes: Vec<u8>,
    filled: usize,
}

impl<'s> Room<'s> {
    pub(super) fn new(spare: &'s Spare) -> Self {
        Room { spare, bytes: spare.take(), filled: 0 }
    }

    /// What has been read.
    pub(super) fn text(&self) -> &[u8] {
        &self.bytes[..self.filled]
    }

    /// Reads on until there are `wanted` bytes; `true` when there is no more, or when an error ended it. What was read before is
    /// kept.
    pub(super) fn fill(&mut self, reader: &mut dyn Read, wanted: usize, error: &mut Option<io::Error>) -> bool {
        if self.bytes.len() < wanted {
            self.bytes.resize(wanted, 0);
        }
        while self.filled < wanted {
            match reader.read(&mut self.bytes[self.filled..wanted]) {
                Ok(0) => return true,
                Ok(n) => self.filled += n,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => {
                    *error = Some(e);
                    return true;
                }
            }
        }
        false
    }

    /// Drops the first bytes.
    pub(super) fn drop_front(&mut self, length: usize) {
        self.bytes.copy_within(length..self.filled, 0);
        self.filled -= length;
    }

    /// Hands out the first bytes in their buffer; the rest goes on in another one.
    pub(super) fn hand_out(&mut self, length: usize) -> Vec<u8> {
        let mut next = self.spare.take();
        let rest = &self.bytes[length..self.filled];
        if next.len() < rest.len() {
            next.resize(rest.len(), 0);
        }
        next[..rest.len()].copy_from_slice(rest);
        self.filled = rest.len();
        let mut text = std::mem::replace(&mut self.bytes, next);
        text.truncate(length);
        text
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn what_was_in_a_buffer_before_is_never_shown() {
        let spare = Spare::default();
        spare.give(b"left over".to_vec(), 16);
        let (mut room, mut error) = (Room::new(&spare), None);
        assert!(!room.fill(&mut &b"abcdef"[..], 6, &mut error));
        room.drop_front(1);
        spare.give(b"other rest".to_vec(), 16);
        assert_eq!(room.hand_out(3), b"bcd");
        assert_eq!(room.text(), b"ef");
        assert!(room.fill(&mut &b"gh"[..], 8, &mut error));
        assert_eq!(room.text(), b"efgh");
        assert!(error.is_none());
    }
}
