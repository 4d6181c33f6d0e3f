//! Cuts an input into records.

use memchr::memchr2;

use super::scan::{is_root_property, skip_space, starts_bare, starts_record, starts_tree};
use super::value_scan::{ValueEnd, ValueScan};
use crate::record::{Cut, Split};

/// Where the splitter is.
#[derive(Debug, Clone, Copy)]
enum State {
    /// Before the first bracket of the record.
    Before,
    /// In the tree, outside values, this many trees deep.
    Tree(u32),
    /// In a value.
    Value(u32, ValueScan),
    /// Behind the closing bracket.
    After,
}

/// Cuts an SGF collection into records.
///
/// A record ends where its brackets close, or where another record begins that cannot be a variation of it: what is not closed
/// in one record does not swallow the next. Text between two records goes to the one before, text before the first to the first.
#[derive(Debug, Clone)]
pub struct Splitter {
    state: State,
    at: usize,
    /// Whether a value of this record has been seen.
    begun: bool,
}

impl Default for Splitter {
    fn default() -> Self {
        Splitter::new()
    }
}

impl Splitter {
    /// A splitter at the start of an input.
    pub const fn new() -> Self {
        Splitter { state: State::Before, at: 0, begun: false }
    }

    /// The record is `len` bytes long; the next one starts there.
    fn finish(&mut self, len: usize) -> Cut {
        *self = Splitter::new();
        Cut::Record(len)
    }

    /// Looks for the start of the first tree. `Err` is the answer when there is none.
    fn before(&mut self, text: &[u8], last: bool) -> Result<(), Cut> {
        if self.at == 0 {
            let first = skip_space(text, 0);
            match is_root_property(text, first, last) {
                None => return Err(Cut::More),
                Some(true) => {
                    self.state = State::Tree(1);
                    return Ok(());
                }
                Some(false) => {}
            }
        }
        while let Some(next) = memchr2(b'(', b';', &text[self.at..]) {
            self.at += next;
            let found = if text[self.at] == b'(' { starts_tree(text, self.at, last) } else { starts_bare(text, self.at, last) };
            match found {
                None => return Err(Cut::More),
                Some(true) => {
                    self.at += 1;
                    self.state = State::Tree(1);
                    return Ok(());
                }
                Some(false) => self.at += 1,
            }
        }
        self.at = text.len();
        Err(if last && !text.is_empty() { Cut::Junk(text.len()) } else { Cut::More })
    }

    /// Reads on in the tree, outside values.
    fn tree(&mut self, text: &[u8], depth: u32, last: bool) -> Result<(), Cut> {
        let mut depth = depth;
        while let Some(&byte) = text.get(self.at) {
            match byte {
                b'[' => {
                    self.at += 1;
                    self.begun = true;
                    self.state = State::Value(depth, ValueScan::new(self.at));
                    return Ok(());
                }
                b'(' => match starts_record(text, self.at, last) {
                    None => {
                        self.state = State::Tree(depth);
                        return Err(Cut::More);
                    }
                    Some(true) if self.begun => return Err(self.finish(self.at)),
                    Some(_) => depth += 1,
                },
                // A record that has lost its bracket behind one that has lost its own.
                b';' if self.begun
                    && depth == 1
                    && self.at > 0
                    && matches!(text[self.at - 1], b'\n' | b'\r')
                    && names_game(text, self.at) =>
                {
                    match starts_bare(text, self.at, last) {
                        None => {
                            self.state = State::Tree(depth);
                            return Err(Cut::More);
                        }
                        Some(true) => return Err(self.finish(self.at)),
                        Some(false) => {}
                    }
                }
                b')' => {
                    depth -= 1;
                    if depth == 0 {
                        self.at += 1;
                        self.state = State::After;
                        return Ok(());
                    }
                }
                _ => {}
            }
            self.at += 1;
        }
        self.state = State::Tree(depth);
        Err(if last { self.finish(text.len()) } else { Cut::More })
    }

    /// Looks for the start of the next record.
    fn after(&mut self, text: &[u8], last: bool) -> Cut {
        while let Some(next) = memchr2(b'(', b';', &text[self.at..]) {
            self.at += next;
            let found = if text[self.at] == b'(' { starts_tree(text, self.at, last) } else { starts_bare(text, self.at, last) };
            match found {
                None => return Cut::More,
                Some(true) => return self.finish(self.at),
                Some(false) => self.at += 1,
            }
        }
        self.at = text.len();
        if last { self.finish(text.len()) } else { Cut::More }
    }
}

/// Whether the node at `at` says which game or version it is, or the text ends before that can be told.
fn names_game(text: &[u8], at: usize) -> bool {
    let name = skip_space(text, at + 1);
    text.get(name..name + 2).is_none_or(|name| matches!(name, b"GM" | b"FF"))
}

impl Split for Splitter {
    fn cut(&mut self, text: &[u8], last: bool) -> Cut {
        loop {
            let step = match self.state {
                State::Before => self.before(text, last),
                State::Tree(depth) => self.tree(text, depth, last),
                State::Value(depth, mut scan) => match scan.run(text, None, last) {
                    ValueEnd::Closed(bracket) => {
                        self.at = bracket + 1;
                        self.state = State::Tree(depth);
                        Ok(())
                    }
                    // The tree goes on there: with a move, with the next record, or not at all.
                    ValueEnd::Cut(end) => {
                        self.at = end;
                        self.state = State::Tree(depth);
                        Ok(())
                    }
                    ValueEnd::More => {
                        self.state = State::Value(depth, scan);
                        Err(Cut::More)
                    }
                },
                State::After => Err(self.after(text, last)),
            };
            if let Err(cut) = step {
                return cut;
            }
        }
    }
}

#[cfg(test)]
mod tests;
