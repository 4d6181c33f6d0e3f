//! Where a `{` comment ends, if its closing brace may be another game's.
//!
//! Braces do not nest, so the first `}` closes a comment; but a comment that was never closed must not swallow the games behind
//! it, and one that is closed may quote a tag. The question only arises when a line that looks like a tag stands before the `}`.

use memchr::{memchr, memrchr2};

use super::chars::is_blank;
use super::{tag, terminator};

/// How far behind the first tag a closing brace is looked for. Beyond it the comment counts as never closed, so that no file has
/// to be held in memory to be sure.
pub(super) const REACH: usize = 1 << 18;

/// Whether the comment that holds (or is cut off by) the tag at `tag` is closed by the brace at `close`.
pub(super) fn is_closed(text: &[u8], tag: usize, close: usize) -> bool {
    if close < tag {
        return true;
    }
    // The brace is too far away, it belongs to a comment that opens behind the tag, or it stands in the value of a tag.
    if close - tag > REACH || memchr(b'{', &text[tag..close]).is_some() {
        return false;
    }
    let line = memrchr2(b'\n', b'\r', &text[tag..close]).map_or(tag, |at| tag + at + 1);
    let line_text = text[line..].trim_ascii_start();
    if tag::opens(line_text) && tag::read(&line_text[..super::chars::line_length(line_text)], 0).whole.len() > close - line {
        return false;
    }
    // A result right before the tag: here a game ends and the next begins.
    terminator::at_end(&text[..tag]).is_none()
}

/// The next line from `from` on that begins with a tag: where its `[` stands.
pub(super) fn next_tag_line(text: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        at += memchr(b'[', text.get(at..)?)?;
        if tag::opens(&text[at..]) && begins_line(text, at) {
            return Some(at);
        }
        at += 1;
    }
}

/// Whether only blanks stand between the start of the line and `at`.
pub(super) fn begins_line(text: &[u8], at: usize) -> bool {
    let before = &text[at.saturating_sub(64)..at];
    match before.iter().rposition(|b| !is_blank(*b) || matches!(b, b'\n' | b'\r')) {
        Some(last) => matches!(before[last], b'\n' | b'\r') || before[..=last].ends_with(b"\xef\xbb\xbf"),
        None => before.len() == at,
    }
}
