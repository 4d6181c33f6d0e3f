//! What the first bytes of a file are: content first, name second.

use std::borrow::Cow;

use memchr::memmem;

use super::names::format_extension;
use super::utf16::Utf16;
use crate::record::Format;

/// How much of a file [`sniff`] likes to see: mail headers or a web page may stand before a record.
pub const SNIFF_HEAD: usize = 64 << 10;

/// What a file is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sniff {
    /// Records of a format.
    Record(Format),
    /// Nothing, or nothing but white space.
    Blank,
    /// No record. What it is instead, as the end of a sentence that starts with "it is": "a pointer of git-lfs …".
    Junk(Cow<'static, str>),
}

/// Tells what a file is from its first bytes (up to [`SNIFF_HEAD`]) and its name.
///
/// The content decides: a `\HS` file is GIB also when it is named `.sgf`. UTF-16 is looked through. Where the content says
/// nothing, the name does, so that a damaged file is still read by the reader that can say what is wrong with it.
pub fn sniff(head: &[u8], name: &str) -> Sniff {
    if let Some(layout) = Utf16::detect(head) {
        let mut text = Vec::new();
        let _ = std::io::Read::read_to_end(&mut super::utf16::Utf16Reader::new(head, layout), &mut text);
        return sniff_text(&text, name);
    }
    sniff_text(head, name)
}

fn sniff_text(head: &[u8], name: &str) -> Sniff {
    let text = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
    if text.is_empty() {
        return Sniff::Blank;
    }
    if let Some(format) = by_mark(text) {
        return Sniff::Record(format);
    }
    if let Some(what) = foreign(text) {
        return Sniff::Junk(Cow::Borrowed(what));
    }
    if let Some(format) = by_pattern(text) {
        return Sniff::Record(format);
    }
    if let Some(what) = junk(text) {
        return Sniff::Junk(what);
    }
    if has_chess_moves(text) {
        return Sniff::Record(Format::Pgn);
    }
    by_name(name).map_or(Sniff::Junk(Cow::Borrowed("text without a game record")), Sniff::Record)
}

/// The format a name stands for.
pub fn by_name(name: &str) -> Option<Format> {
    Some(match format_extension(name).to_ascii_lowercase().as_str() {
        "pgn" => Format::Pgn,
        "sgf" => Format::Sgf,
        "gib" => Format::Gib,
        "ngf" => Format::Ngf,
        "ugf" | "ugi" => Format::Ugf,
        _ => return None,
    })
}

/// Formats that say what they are at their start.
fn by_mark(text: &[u8]) -> Option<Format> {
    if text.starts_with(b"\\HS") || text.starts_with(b"\\[GAME") {
        return Some(Format::Gib);
    }
    let line = text.split(|&b| b == b'\n' || b == b'\r').next().unwrap_or(text).trim_ascii();
    if line.eq_ignore_ascii_case(b"[Header]") || line.eq_ignore_ascii_case(b"[Remote]") {
        return Some(Format::Ugf);
    }
    None
}

/// Formats that are told by what stands in them, the first that appears. Each look goes no further than the one before it found.
fn by_pattern(text: &[u8]) -> Option<Format> {
    let is_page = text[0] == b'<';
    let mut end = text.len();
    let mut found = None;
    let mut look = |find: &dyn Fn(&[u8]) -> Option<usize>, format| {
        // A pattern that starts before `end` may reach beyond it.
        if let Some(at) = find(&text[..text.len().min(end + 64)]).filter(|&at| at < end) {
            (end, found) = (at, Some(format));
        }
    };
    look(&|text| find_tree(text, is_page), Format::Sgf);
    look(&find_tag, Format::Pgn);
    if !is_page {
        look(&find_gib, Format::Gib);
        look(&find_ngf, Format::Ngf);
    }
    found
}

/// A tag pair of PGN at the start of a line: `[Event "`.
fn find_tag(text: &[u8]) -> Option<usize> {
    memchr::memchr_iter(b'[', text).find(|&at| {
        let before = text[..at].iter().rev().find(|b| !matches!(b, b' ' | b'\t'));
        if !matches!(before, None | Some(b'\n' | b'\r' | b'>' | 0xBF | b']')) {
            return false;
        }
        let tag = text[at + 1..].trim_ascii_start();
        let name = tag.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
        let rest = tag[name..].trim_ascii_start();
        name > 0 && tag[0].is_ascii_alphabetic() && (rest.starts_with(b"\"") || rest.starts_with(b"&quot;"))
    })
}

/// The start of an SGF tree: `(;`, or a node that has lost its parenthesis at the very start.
fn find_tree(text: &[u8], is_page: bool) -> Option<usize> {
    if is_property(text.strip_prefix(b";").unwrap_or(text).trim_ascii_start(), text[0] == b';') {
        return Some(0);
    }
    memchr::memchr_iter(b'(', text).find(|&at| {
        let inside = text[at + 1..].trim_ascii_start();
        let Some(node) = inside.strip_prefix(b";") else {
            // FF[1] files and damaged ones: `(GM[1]`.
            return !is_page && is_property(inside, false);
        };
        let node = node.trim_ascii_start();
        is_property(node, !is_page) || !is_page && matches!(node.first(), None | Some(b')' | b';' | b'(' | b'['))
    })
}

/// Whether a property with a value stands here; `any`: also a private or lower-case one.
fn is_property(text: &[u8], any: bool) -> bool {
    let name = text.iter().take_while(|b| b.is_ascii_alphanumeric()).count();
    if name == 0 || name > 20 || !text[name..].trim_ascii_start().starts_with(b"[") {
        return false;
    }
    if any {
        return text[0].is_ascii_alphabetic();
    }
    const COMMON: [&[u8]; 20] = [
        b"GM", b"FF", b"SZ", b"CA", b"AP", b"PB", b"PW", b"KM", b"RE", b"DT", b"EV", b"GN", b"C", b"B", b"W", b"AB", b"AW",
        b"ST", b"HA", b"RU",
    ];
    COMMON.contains(&&text[..name])
}

/// A line of GIB: its header or a move `STO 0 2 1 3 15`.
fn find_gib(text: &[u8]) -> Option<usize> {
    memmem::find(text, b"\\[GAME")
        .or_else(|| memmem::find(text, b"\nSTO 0 "))
        .or_else(|| text.starts_with(b"STO 0 ").then_some(0))
}

/// A move of NGF at the start of a line: `PMABBQDQD`, upper-case letters with the colour in the fifth place.
fn find_ngf(text: &[u8]) -> Option<usize> {
    memmem::find_iter(text, b"PM").find(|&at| {
        let starts_line = at == 0 || matches!(text[at - 1], b'\n' | b'\r');
        starts_line
            && text.get(at..at + 9).is_some_and(|m| m[2..].iter().all(u8::is_ascii_alphanumeric) && matches!(m[4], b'B' | b'W'))
    })
}

/// Files of other programs that are told by their mark.
fn foreign(text: &[u8]) -> Option<&'static str> {
    const MARKS: [(&[u8], &str); 16] = [
        (b"version https://git-lfs", "a pointer of git-lfs, not the file it points to"),
        (b"/annex/objects/", "a pointer of git-annex, not the file it points to"),
        (b"%PDF-", "a PDF document"),
        (b"\x89PNG", "a PNG image"),
        (b"GIF8", "a GIF image"),
        (b"\xFF\xD8\xFF", "a JPEG image"),
        (b"\x7FELF", "a program"),
        (b"MZ\x90", "a program"),
        (b"SQLite format 3\0", "an SQLite database"),
        (b"7z\xBC\xAF\x27\x1C", "a 7z archive"),
        (b"Rar!\x1A\x07", "a RAR archive"),
        (b"\xD0\xCF\x11\xE0", "an Office document"),
        (b"{\\rtf", "an RTF document"),
        (b"#!/", "a script"),
        (b"!<arch>", "an archive of a compiler"),
        (b"LZIP", "data compressed by lzip"),
    ];
    MARKS.iter().find(|(mark, _)| text.starts_with(mark)).map(|&(_, what)| what)
}

/// What text without any pattern of a record is, if that can be said.
fn junk(text: &[u8]) -> Option<Cow<'static, str>> {
    if text.len() < 1024 && memmem::find(text, b"annex/objects").is_some() {
        return Some(Cow::Borrowed("a link of git-annex, not the file it points to"));
    }
    if let Some(target) = link_stub(text) {
        return Some(Cow::Owned(format!("the text of a link to {target}, not the file it points to")));
    }
    let start: Vec<u8> = text.iter().take(4096).map(u8::to_ascii_lowercase).collect();
    if start.starts_with(b"<!doctype html")
        || start.starts_with(b"<html")
        || start[0] == b'<' && memmem::find(&start, b"<html").is_some()
    {
        return Some(Cow::Borrowed("an HTML page"));
    }
    if start.starts_with(b"<?xml") {
        return Some(Cow::Borrowed("an XML document"));
    }
    if start.starts_with(b"{\"") || start.starts_with(b"[{") {
        return Some(Cow::Borrowed("a JSON document"));
    }
    // Text in any charset has next to no control characters.
    let look = &text[..text.len().min(4096)];
    let control = look.iter().filter(|&&b| b < 0x20 && !matches!(b, b'\t' | b'\n' | b'\r' | 0x0C | 0x1A | 0x1B)).count();
    (control * 20 > look.len()).then_some(Cow::Borrowed("binary data"))
}

/// The target of a symbolic link that was checked out as a file: one short line, a relative path, nothing else.
fn link_stub(text: &[u8]) -> Option<&str> {
    let line = std::str::from_utf8(text).ok()?.trim_end();
    let plausible = line.len() < 512
        && line.contains('/')
        && !line.contains(['\n', '\r', '\t', '"', '[', ']', '{', '}', '(', ')', ';', '*'])
        && by_name(line).is_some();
    plausible.then_some(line)
}

/// Whether text without tags has a chess move with its number: `1. e4`, `1.Nf3`, `12... Qxd5`.
fn has_chess_moves(text: &[u8]) -> bool {
    memchr::memchr_iter(b'.', text).any(|at| {
        let number = text[..at].iter().rev().take_while(|b| b.is_ascii_digit()).count();
        let dots = text[at..].iter().take_while(|&&b| b == b'.').count();
        let word = text[at + dots..].trim_ascii_start();
        let word = &word[..word.iter().take_while(|b| b.is_ascii_alphanumeric() || b"-=+#".contains(b)).count()];
        (1..=3).contains(&number) && is_move(word)
    })
}

/// Whether a word is shaped like a move: it ends in a square, or castles.
fn is_move(word: &[u8]) -> bool {
    let word = word.strip_suffix(b"+").or_else(|| word.strip_suffix(b"#")).unwrap_or(word);
    match word {
        b"O-O" | b"O-O-O" | b"0-0" | b"0-0-0" => true,
        [piece @ .., b'a'..=b'h', b'1'..=b'8'] => {
            // Pieces have other letters in other languages.
            let rest = if piece.first().is_some_and(u8::is_ascii_uppercase) { &piece[1..] } else { piece };
            rest.len() <= 3 && rest.iter().all(|b| b"xabcdefgh12345678-:".contains(b))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests;
