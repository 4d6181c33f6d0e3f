//! A reader that can be looked into without being read.

use std::io::{self, BufRead, Read};

/// Room for the first look: enough for the mark of every format, one page of the system.
const FIRST: usize = 8 << 10;
/// Room for the rest of what does not fit there: decoders like large pieces.
const ROOM: usize = 128 << 10;

/// A buffered reader whose next bytes can be peeked at. Large reads go past the buffer.
pub(crate) struct Ahead<'a> {
    inner: Box<dyn Read + 'a>,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    /// An error met while peeking: told once the bytes before it are read.
    error: Option<io::Error>,
}

impl<'a> Ahead<'a> {
    /// Reads from `inner`.
    pub(crate) fn new(inner: Box<dyn Read + 'a>) -> Self {
        Ahead { inner, buffer: vec![0; FIRST], start: 0, end: 0, error: None }
    }

    /// The next `wanted` bytes, fewer only where the data end or fail.
    pub(crate) fn peek(&mut self, wanted: usize) -> &[u8] {
        if self.end - self.start < wanted {
            if self.buffer.len() - self.start < wanted {
                self.buffer.copy_within(self.start..self.end, 0);
                self.end -= self.start;
                self.start = 0;
                if self.buffer.len() < wanted {
                    self.buffer.resize(wanted, 0);
                }
            }
            while self.end - self.start < wanted && self.error.is_none() {
                match read_retrying(&mut self.inner, &mut self.buffer[self.end..]) {
                    Ok(0) => break,
                    Ok(n) => self.end += n,
                    Err(error) => self.error = Some(error),
                }
            }
        }
        &self.buffer[self.start..self.end.min(self.start + wanted)]
    }
}

impl Read for Ahead<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        if self.start == self.end && self.error.is_none() && buf.len() >= self.buffer.len() {
            return self.inner.read(buf);
        }
        let ready = self.fill_buf()?;
        let n = ready.len().min(buf.len());
        buf[..n].copy_from_slice(&ready[..n]);
        self.consume(n);
        Ok(n)
    }
}

impl BufRead for Ahead<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.start == self.end {
            if let Some(error) = self.error.take() {
                return Err(error);
            }
            if self.end == self.buffer.len() && self.end < ROOM {
                self.buffer.resize(ROOM, 0);
            }
            (self.start, self.end) = (0, 0);
            self.end = read_retrying(&mut self.inner, &mut self.buffer)?;
        }
        Ok(&self.buffer[self.start..self.end])
    }

    fn consume(&mut self, amount: usize) {
        self.start = (self.start + amount).min(self.end);
    }
}

/// Reads once, again if a signal came between.
pub(crate) fn read_retrying(reader: &mut (impl Read + ?Sized), buf: &mut [u8]) -> io::Result<usize> {
    loop {
        match reader.read(buf) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            other => return other,
        }
    }
}
