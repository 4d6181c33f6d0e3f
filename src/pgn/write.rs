//! Lays out a game in the export format of the standard: tags one a line, movetext in lines of at most 79 columns, the result last.
//!
//! What is written is already canonical: moves in export notation, numbers where they belong. This module knows only where pieces
//! of text go, and what it writes it would write again in the same way.

use std::borrow::Cow;
use std::io::Write as _;

/// The longest line, in columns.
const WIDTH: usize = 79;

/// Lays out one game: tags first, then movetext in the order of the calls, then [`Writer::finish`].
///
/// ```
/// use jadoube::pgn::write::Writer;
///
/// let mut out = Vec::new();
/// let mut writer = Writer::new(&mut out);
/// writer.tag("White", "Alder \"A\"");
/// writer.end_tags();
/// writer.word("1.");
/// writer.word("e4");
/// writer.comment(" best by test ");
/// writer.finish("*");
/// assert_eq!(out, b"[White \"Alder \\\"A\\\"\"]\n\n1. e4 {best by test} *\n\n");
/// ```
#[derive(Debug)]
pub struct Writer<'a> {
    out: &'a mut Vec<u8>,
    /// How many columns of the line are taken, the last word not counted.
    column: usize,
    /// Whether there is a last word that may still grow: a closing parenthesis may yet belong to it. It stands in `out`.
    held: bool,
    /// Where the blank before it stands, which becomes a line end if the word has no room; none at the start of a line.
    blank: Option<usize>,
    /// How many columns it takes.
    width: usize,
    /// The next word goes on where the held one ends.
    glue: bool,
    tagged: bool,
}

impl<'a> Writer<'a> {
    /// A writer that adds to `out`.
    pub fn new(out: &'a mut Vec<u8>) -> Self {
        Writer { out, column: 0, held: false, blank: None, width: 0, glue: false, tagged: false }
    }

    /// A tag pair. Quotes and backslashes in the value are escaped; line ends and other control characters become blanks, for a
    /// value ends with its line.
    pub fn tag(&mut self, name: &str, value: &str) {
        self.end_line();
        self.tagged = true;
        self.out.push(b'[');
        self.out.extend_from_slice(name.as_bytes());
        self.out.extend_from_slice(b" \"");
        if value.bytes().all(|b| matches!(b, b' '..=b'~') && b != b'"' && b != b'\\') {
            self.out.extend_from_slice(value.as_bytes());
        } else {
            for c in value.chars() {
                match c {
                    '"' | '\\' => {
                        self.out.push(b'\\');
                        self.out.push(c as u8);
                    }
                    c if c.is_control() => self.out.push(b' '),
                    c => self.out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
                }
            }
        }
        self.out.extend_from_slice(b"\"]\n");
    }

    /// The blank line between tags and movetext.
    pub fn end_tags(&mut self) {
        self.end_line();
        if self.tagged {
            self.out.push(b'\n');
        }
    }

    /// A word of movetext: a number, a move, a glyph.
    pub fn word(&mut self, word: &str) {
        self.next_word();
        self.hold(word);
    }

    /// A move number: `12.` before a move of White, `12...` before one of Black.
    pub fn number(&mut self, number: u32, black: bool) {
        self.next_word();
        self.hold("");
        let start = self.out.len();
        // Writing to memory cannot fail.
        let _ = match (number, black) {
            (0..=9, false) => self.out.write_all(&[b'0' + number as u8, b'.']),
            (10..=99, false) => self.out.write_all(&[b'0' + (number / 10) as u8, b'0' + (number % 10) as u8, b'.']),
            (_, false) => write!(self.out, "{number}."),
            (_, true) => write!(self.out, "{number}..."),
        };
        self.width += self.out.len() - start;
    }

    /// A Numeric Annotation Glyph.
    pub fn glyph(&mut self, number: u16) {
        self.next_word();
        self.hold("$");
        let start = self.out.len();
        let _ = write!(self.out, "{number}");
        self.width += self.out.len() - start;
    }

    /// `(`: the next word touches it.
    pub fn open(&mut self) {
        self.word("(");
        self.glue = true;
    }

    /// `)`: it touches the word before it.
    pub fn close(&mut self) {
        self.glue = false;
        self.hold(")");
    }

    /// A comment. White space in it is folded, and lines break at its blanks but not inside a command. A text with a closing brace
    /// is written to the end of the line, as no comment in braces can hold it.
    pub fn comment(&mut self, text: &str) {
        let text = fold(text);
        let words = Words { rest: &text };
        if text.contains('}') {
            self.word(";");
            for word in words {
                self.hold(" ");
                self.hold(word);
            }
            self.end_line();
            return;
        }
        self.word("{");
        for (index, word) in words.enumerate() {
            if index > 0 {
                // A line of a comment should not begin with what careless readers take for a tag or an escaped line.
                let misleads = word.starts_with('%') || word.starts_with('[') && !word.starts_with("[%");
                if misleads && self.width + 2 + columns(word) <= WIDTH {
                    self.hold(" ");
                } else {
                    self.flush();
                }
            }
            self.hold(word);
        }
        self.hold("}");
    }

    /// A line that is escaped with `%`, on a line of its own.
    pub fn escape(&mut self, line: &str) {
        self.end_line();
        self.glue = false;
        self.out.extend_from_slice(line.trim_end().as_bytes());
        self.out.push(b'\n');
    }

    /// The result, and the blank line behind the game.
    pub fn finish(self, result: &str) {
        self.finish_with(result, &[]);
    }

    /// As [`Writer::finish`], with comments behind the result.
    pub fn finish_with(mut self, result: &str, comments: &[&str]) {
        self.glue = false;
        self.word(result);
        comments.iter().for_each(|comment| self.comment(comment));
        self.end_line();
        self.out.push(b'\n');
    }

    /// Makes room for the next word: apart from the last one, unless it touches it.
    #[inline]
    fn next_word(&mut self) {
        if !std::mem::take(&mut self.glue) {
            self.flush();
        }
    }

    #[inline]
    fn hold(&mut self, text: &str) {
        if !self.held {
            self.held = true;
            self.blank = (self.column > 0).then_some(self.out.len());
            if self.column > 0 {
                self.out.push(b' ');
            }
        }
        self.out.extend_from_slice(text.as_bytes());
        self.width += columns(text);
    }

    /// The last word is whole: it stays on this line if it has room, else it goes to the next.
    #[inline]
    fn flush(&mut self) {
        if !std::mem::take(&mut self.held) {
            return;
        }
        let width = std::mem::take(&mut self.width);
        match self.blank {
            Some(blank) if self.column + 1 + width > WIDTH => {
                if let Some(byte) = self.out.get_mut(blank) {
                    *byte = b'\n';
                }
                self.column = width;
            }
            Some(_) => self.column += 1 + width,
            None => self.column = width,
        }
    }

    fn end_line(&mut self) {
        self.flush();
        if self.column > 0 {
            self.out.push(b'\n');
            self.column = 0;
        }
    }
}

/// How many columns a text takes; a byte is a column where all is ASCII.
fn columns(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().count() }
}

/// The text with one blank wherever it has any, and none at its ends.
fn fold(text: &str) -> Cow<'_, str> {
    let trimmed = text.trim_matches(BLANKS);
    let plain = !trimmed.contains(&BLANKS[1..]) && !trimmed.contains("  ");
    if plain {
        return Cow::Borrowed(trimmed);
    }
    Cow::Owned(trimmed.split(BLANKS).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "))
}

/// The words of a folded comment; a command in brackets is one word, whatever blanks it holds.
struct Words<'a> {
    rest: &'a str,
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let blank = |text: &str| text.find(' ').unwrap_or(text.len());
        let mut end = blank(self.rest);
        if let Some(at) = self.rest[..end].find("[%") {
            // A command that is not closed nearby is text like any other.
            let near = self.rest[at..].bytes().take(WIDTH).position(|b| b == b']');
            if let Some(close) = near.filter(|close| at + close >= end) {
                end = at + close + 1;
                end += blank(&self.rest[end..]);
            }
        }
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.strip_prefix(' ').unwrap_or(rest);
        Some(word)
    }
}

/// The blanks of the standard. A no-break space in a comment is part of its text.
const BLANKS: [char; 6] = [' ', '\t', '\n', '\r', '\u{b}', '\u{c}'];

#[cfg(test)]
mod tests;
