//! Games in JSON: the objects of NDJSON, or of a document that holds them in a list.

use crate::record::{Cut, Split};

/// Whether a text is JSON and not a PGN tag or a comment.
pub(super) fn is_json(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text).trim_ascii_start();
    let after = |n: usize| text.get(n..).unwrap_or_default().trim_ascii_start().first().copied();
    match text.first() {
        Some(b'{') => after(1) == Some(b'"'),
        Some(b'[') => matches!(after(1), Some(b'{' | b']')),
        _ => false,
    }
}

/// Cuts JSON into the games in it: the objects that have a `type`, wherever they stand in lists.
#[derive(Debug, Default)]
pub(super) struct Splitter {
    at: usize,
    depth: u32,
    in_string: bool,
    escaped: bool,
    /// Where the object began that is being read.
    start: Option<usize>,
}

impl Split for Splitter {
    fn cut(&mut self, text: &[u8], last: bool) -> Cut {
        while let Some(&byte) = text.get(self.at) {
            self.at += 1;
            if self.in_string {
                match byte {
                    _ if self.escaped => self.escaped = false,
                    b'\\' => self.escaped = true,
                    b'"' => self.in_string = false,
                    _ => {}
                }
                continue;
            }
            match byte {
                b'"' => self.in_string = true,
                b'{' => {
                    self.depth += 1;
                    self.start.get_or_insert(self.at - 1);
                }
                // The object that holds the list of games is no game itself.
                b'[' if self.depth == 1 && self.start.is_some_and(|s| is_frame(&text[s..self.at])) => {
                    self.depth = 0;
                    self.start = None;
                }
                b'}' if self.depth > 0 => {
                    self.depth -= 1;
                    if self.depth == 0 {
                        let end = self.at;
                        *self = Splitter::default();
                        return Cut::Record(end);
                    }
                }
                _ => {}
            }
        }
        match (last, self.start) {
            (false, _) => Cut::More,
            (true, Some(_)) => Cut::Record(text.len()),
            (true, None) => Cut::Junk(text.len()),
        }
    }
}

/// The object in a piece that was cut: without the commas, brackets and the frame before it.
pub(super) fn object(piece: &[u8]) -> &[u8] {
    let start = |from: usize| memchr::memchr(b'{', &piece[from..]).map_or(piece.len(), |i| from + i);
    let first = start(0);
    match memchr::memchr(b'[', &piece[first..]) {
        Some(list) if is_frame(&piece[first..=first + list]) => &piece[start(first + list)..],
        _ => &piece[first..],
    }
}

/// Whether the text up to a list is the frame that `--to json` writes around games.
fn is_frame(text: &[u8]) -> bool {
    let compact: Vec<u8> = text.iter().copied().filter(|b| !b.is_ascii_whitespace()).collect();
    compact.ends_with(b"\"games\":[") && !compact.windows(12).any(|w| w == b"\"properties\"") && compact.len() < 200
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cuts(text: &str) -> Vec<&str> {
        let mut splitter = Splitter::default();
        let mut at = 0;
        let mut out = Vec::new();
        while at < text.len() {
            match splitter.cut(&text.as_bytes()[at..], true) {
                Cut::Record(n) => {
                    out.push(text[at..at + n].trim_start_matches([',', '\n', '[', ' ']));
                    at += n;
                }
                Cut::Junk(_) | Cut::More => break,
            }
        }
        out
    }

    #[test]
    fn objects_are_cut_wherever_they_stand() {
        assert_eq!(cuts("{\"a\":1}\n{\"b\":\"}{\\\"\"}\n"), ["{\"a\":1}", "{\"b\":\"}{\\\"\"}"]);
        assert_eq!(cuts("[{\"a\":[{}]},\n{\"b\":2}]"), ["{\"a\":[{}]}", "{\"b\":2}"]);
        let framed = cuts("{\"schema\":1,\"games\":[{\"a\":[1]},{\"b\":2}]}");
        let objects: Vec<&[u8]> = framed.iter().map(|piece| object(piece.as_bytes())).collect();
        assert_eq!(objects, [b"{\"a\":[1]}".as_slice(), b"{\"b\":2}"]);
    }

    #[test]
    fn a_comment_or_a_tag_is_no_json() {
        assert!(!is_json(b"{ a comment } 1. e4"));
        assert!(!is_json(b"[Event \"x\"]"));
        assert!(is_json(b" {\"type\":\"game\"}") && is_json(b"[\n{}]"));
    }
}
