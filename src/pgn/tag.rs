//! Tag pairs, whole or damaged.

use memchr::{memchr, memchr2, memrchr};
use nom::{IResult, Parser, bytes::complete::take_while};

use super::chars::{ends_plain_value, is_letter, is_name, is_space};
use super::token::{Flaws, Tag, TagName};
use crate::finding::Span;

/// A tag name and the blanks behind it.
fn name(input: &[u8]) -> IResult<&[u8], (&[u8], &[u8])> {
    (take_while(is_name), take_while(is_space)).parse(input)
}

/// Where the known names are found: by their first and last letter and their length, in a table with room enough that few
/// names share a place.
const PLACES: [u8; 256] = {
    let mut table = [TagName::Other as u8; 256];
    let mut index = 0;
    while index < TagName::KNOWN.len() {
        let mut place = place(TagName::KNOWN[index].name().as_bytes());
        while table[place] != TagName::Other as u8 {
            place = (place + 1) % 256;
        }
        table[place] = index as u8;
        index += 1;
    }
    table
};

const fn place(name: &[u8]) -> usize {
    match (name.first(), name.last()) {
        (Some(&first), Some(&last)) => ((first | 0x20) as usize * 5 + (last | 0x20) as usize * 3 + name.len() * 17) % 256,
        _ => 0,
    }
}

impl TagName {
    /// The known name with this spelling, whatever the case of its letters.
    pub fn find(name: &[u8]) -> TagName {
        let mut place = place(name);
        loop {
            let Some(&known) = TagName::KNOWN.get(PLACES[place] as usize) else { return TagName::Other };
            if known.name().as_bytes().eq_ignore_ascii_case(name) {
                return known;
            }
            place = (place + 1) % 256;
        }
    }
}

/// Whether a line that begins with this text opens a tag pair: `[Name "`, or `[Name` with a name the program knows.
/// `text` must begin with `[`.
pub(super) fn opens(text: &[u8]) -> bool {
    let Some(inside) = text.strip_prefix(b"[") else { return false };
    let inside = &inside[inside.iter().take_while(|b| is_space(**b)).count()..];
    let Ok((rest, (name, blanks))) = name(inside) else { return false };
    if !name.first().is_some_and(|b| is_letter(*b)) {
        return false;
    }
    match rest.first() {
        Some(b'"') => true,
        Some(b'\n' | b'\r') | None => TagName::find(name) != TagName::Other,
        _ => !blanks.is_empty() && TagName::find(name) != TagName::Other,
    }
}

/// Whether the line is a tag pair that lost its `[`: a known name, a quote, and a `]` at its end.
pub(super) fn opens_without_bracket(line: &[u8]) -> bool {
    let Ok((rest, (name, _))) = name(line) else { return false };
    rest.first() == Some(&b'"')
        && super::chars::trim_end(line).ends_with(b"]")
        && name.first().is_some_and(|b| is_letter(*b))
        && TagName::find(name) != TagName::Other
}

/// Reads the tag pair at the start of `line`, which ends where its line ends. `at` is where `line` stands in the record.
pub(super) fn read(line: &[u8], at: usize) -> Tag {
    if let Some(tag) = plain(line, at) {
        return tag;
    }
    let tag = scan(line, at);
    // An HTML line end ends a tag too.
    match markup_in(&line[..tag.whole.len()]) {
        Some(end) => scan(&line[..end], at),
        None => tag,
    }
}

/// Where the first HTML line end stands.
fn markup_in(line: &[u8]) -> Option<usize> {
    let mut from = 0;
    while let Some(at) = memchr(b'<', &line[from..]) {
        if super::line::markup_at(&line[from + at..]) > 0 {
            return Some(from + at);
        }
        from += at + 1;
    }
    None
}

/// Reads the tag pair at the start of `line`, which ends where its line ends. `at` is where `line` stands in the record.
fn scan(line: &[u8], at: usize) -> Tag {
    let mut flaws = Flaws::default();
    let open = usize::from(line.first() == Some(&b'['));
    if open == 0 {
        flaws = flaws.with(Flaws::NO_OPEN);
    }
    let inside = line.get(open..).unwrap_or_default();
    let indent = inside.iter().take_while(|b| is_space(**b)).count();
    let inside = &inside[indent..];
    let start = open + indent;
    let (rest, (mut name_text, mut blanks)) = name(inside).unwrap_or((inside, (&[], &[])));
    // Whatever else stands before the quote is meant as part of the name; without a quote the value begins behind the blank.
    if rest.first() != Some(&b'"')
        && let Some(quote) = memchr2(b'"', b']', rest).filter(|&at| rest[at] == b'"' && !has_value_before(rest, at))
    {
        let all = &inside[..name_text.len() + blanks.len() + quote];
        name_text = all.trim_ascii_end();
        blanks = &all[name_text.len()..];
        flaws = flaws.with(Flaws::BAD_NAME);
    }
    if !name_text.first().is_some_and(|b| is_letter(*b)) {
        flaws = flaws.with(Flaws::BAD_NAME);
    }
    let value_at = start + name_text.len() + blanks.len();
    let (value, whole, more) = match line.get(value_at) {
        Some(b'"') => quoted(line, value_at + 1),
        _ => unquoted(line, value_at),
    };
    let value_text = &line[value.0..value.1];
    Tag {
        known: TagName::find(name_text),
        flaws: flaws.with(more),
        escaped: memchr(b'\\', value_text).is_some(),
        name: Span::new(at + start, at + start + name_text.len()),
        value: Span::new(at + value.0, at + value.1),
        whole: Span::new(at, at + whole),
    }
}

/// `[Event T" …`: a word stands between the name and the quote, so the quote closes a value rather than opens one.
fn has_value_before(rest: &[u8], quote: usize) -> bool {
    rest[quote + 1..].trim_ascii_start().first() == Some(&b']')
}

type Value = ((usize, usize), usize, Flaws);

/// The value that begins at `start`, behind its quote.
fn quoted(line: &[u8], start: usize) -> Value {
    let mut flaws = Flaws::default();
    let mut from = start;
    while let Some(found) = line.get(from..).and_then(|rest| memchr2(b'"', b'\\', rest)) {
        let here = from + found;
        if line[here] == b'\\' {
            match line.get(here + 1) {
                Some(b'\\') => from = here + 2,
                Some(b'"') if !closes_after_backslash(line, here + 1) => from = here + 2,
                // The quote behind this backslash can only be the closing one.
                Some(b'"') => return ((start, here + 1), close(line, here + 2).0, flaws.with(Flaws::BARE_BACKSLASH)),
                _ => {
                    flaws = flaws.with(Flaws::BARE_BACKSLASH);
                    from = here + 1;
                }
            }
            continue;
        }
        let behind = line[here + 1..].trim_ascii_start();
        match behind.first() {
            Some(b']') => return ((start, here), close(line, here + 1).0, flaws),
            None => return ((start, here), here + 1, flaws.with(Flaws::NO_CLOSE)),
            Some(b'[') if opens(behind) => return ((start, here), here + 1, flaws.with(Flaws::NO_CLOSE)),
            _ => {}
        }
        // `[A "foo] [B "bar"]`: this quote opens the next value.
        if let Some(end) = next_tag_before(&line[from..here]) {
            let value = line[start..from + end].trim_ascii_end();
            return ((start, start + value.len()), from + end + 1, flaws.with(Flaws::NO_CLOSE_QUOTE));
        }
        match memchr2(b'"', b']', behind) {
            Some(next) if behind[next] == b'"' => {
                flaws = flaws.with(Flaws::BARE_QUOTE);
                from = here + 1;
            }
            Some(next) => {
                let end = line.len() - behind.len() + next + 1;
                return ((start, here), end, flaws.with(Flaws::TRAILING_TEXT));
            }
            None => return ((start, here), here + 1, flaws.with(Flaws::NO_CLOSE)),
        }
    }
    let text = super::chars::trim_end(line);
    let flaws = flaws.with(Flaws::NO_CLOSE_QUOTE);
    match text.strip_suffix(b"]") {
        Some(inner) if inner.len() >= start => ((start, start + inner[start..].trim_ascii_end().len()), text.len(), flaws),
        _ => ((start, text.len().max(start)), text.len().max(start), flaws.with(Flaws::NO_CLOSE)),
    }
}

/// Whether the quote at `quote`, behind a backslash, closes the value: a `]` and the end of the line or another tag follow, and
/// no better closing quote comes later.
fn closes_after_backslash(line: &[u8], quote: usize) -> bool {
    let behind = line[quote + 1..].trim_ascii_start();
    let Some(rest) = behind.strip_prefix(b"]") else { return behind.is_empty() };
    let rest = rest.trim_ascii_start();
    if rest.is_empty() || opens(rest) {
        return true;
    }
    memchr(b'"', rest).is_none()
}

/// Where the `]` stands in a text that ends like `foo] [Name `, so that a quote behind it opens a value of its own.
fn next_tag_before(text: &[u8]) -> Option<usize> {
    let open = memrchr(b'[', text)?;
    let name = text[open + 1..].trim_ascii();
    let before = text[..open].trim_ascii_end();
    (before.ends_with(b"]") && !name.is_empty() && name.iter().all(|b| is_name(*b))).then(|| before.len() - 1)
}

/// The end of the tag whose value ends before `from`: behind the `]` that follows, if it does.
fn close(line: &[u8], from: usize) -> (usize, bool) {
    match line[from..].iter().position(|b| !is_space(*b)) {
        Some(blanks) if line[from + blanks] == b']' => (from + blanks + 1, true),
        _ => (from, false),
    }
}

/// A value without an opening quote: to the `]` of the line, or to its end.
fn unquoted(line: &[u8], start: usize) -> Value {
    let rest = line.get(start..).unwrap_or_default();
    let flaws = Flaws::NO_OPEN_QUOTE;
    let (text, whole, flaws) = match memchr(b']', rest) {
        Some(end) => (&rest[..end], start + end + 1, flaws),
        None => {
            let text = super::chars::trim_end(rest);
            (text, start + text.len(), flaws.with(Flaws::NO_CLOSE))
        }
    };
    let text = text.trim_ascii_end();
    match text.strip_suffix(b"\"") {
        Some(inner) => ((start, start + inner.len()), whole, flaws),
        None => {
            let (skip, length) = strip_other_quotes(text);
            ((start + skip, start + skip + length), whole, flaws.with(Flaws::NO_CLOSE_QUOTE))
        }
    }
}

/// Typographic or single quotes around a value: how many bytes to skip, and how many to take.
fn strip_other_quotes(text: &[u8]) -> (usize, usize) {
    const PAIRS: &[(&str, &str)] = &[("“", "”"), ("„", "“"), ("«", "»"), ("‘", "’"), ("'", "'"), ("”", "”")];
    for (open, close) in PAIRS {
        if text.len() >= open.len() + close.len() && text.starts_with(open.as_bytes()) && text.ends_with(close.as_bytes()) {
            return (open.len(), text.len() - open.len() - close.len());
        }
    }
    (0, text.len())
}

/// The tag at the start of `text` if it has the common shape `[Name "value"]` with nothing to mend; the fast road of [`read`].
/// `text` may go on behind the line.
pub(super) fn plain(text: &[u8], at: usize) -> Option<Tag> {
    let (name, value, whole) = plain_parts(text)?;
    Some(Tag {
        known: TagName::find(&text[name.0..name.1]),
        flaws: Flaws::default(),
        escaped: false,
        name: Span::new(at + name.0, at + name.1),
        value: Span::new(at + value.0, at + value.1),
        whole: Span::new(at, at + whole),
    })
}

/// Where name and value of a plain tag stand, and how long it is.
type Parts = ((usize, usize), (usize, usize), usize);

/// The parts of a plain tag.
pub(super) fn plain_parts(text: &[u8]) -> Option<Parts> {
    let [b'[', inside @ ..] = text else { return None };
    let name = inside.iter().position(|b| !is_name(*b))?;
    let blanks = inside[name..].iter().position(|b| !is_space(*b))?;
    let value_at = 1 + name + blanks + 1;
    if text[value_at - 1] != b'"' || !is_letter(inside[0]) {
        return None;
    }
    let value = &text[value_at..];
    let length = value.iter().position(|b| ends_plain_value(*b))?;
    if value[length] != b'"' || value.get(length + 1) != Some(&b']') {
        return None;
    }
    Some(((1, 1 + name), (value_at, value_at + length), value_at + length + 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(line: &str) -> (String, String, String, Flaws) {
        let bytes = line.as_bytes();
        let tag = scan(bytes, 0);
        if let Some(plain) = plain(bytes, 0) {
            assert_eq!(plain, tag, "{line}");
        }
        let text = |span: Span| String::from_utf8_lossy(span.of(bytes)).into_owned();
        (text(tag.name), text(tag.value), text(tag.whole), tag.flaws)
    }

    fn is(line: &str, name: &str, value: &str, whole: &str, flaws: &[Flaws]) {
        let expected = flaws.iter().fold(Flaws::default(), |all, f| all.with(*f));
        assert_eq!(parts(line), (name.into(), value.into(), whole.into(), expected), "{line}");
    }

    #[test]
    fn good_tags() {
        is("[Event \"T\"]", "Event", "T", "[Event \"T\"]", &[]);
        is("[ Event  \"T\" ] x", "Event", "T", "[ Event  \"T\" ]", &[]);
        is("[Event\"\"]", "Event", "", "[Event\"\"]", &[]);
        is(r#"[A "a \"q\" b \\ c"]"#, "A", r#"a \"q\" b \\ c"#, r#"[A "a \"q\" b \\ c"]"#, &[]);
        is("[A \"a ] b [ c\"]", "A", "a ] b [ c", "[A \"a ] b [ c\"]", &[]);
        is("[A \"x\"] [B \"y\"]", "A", "x", "[A \"x\"]", &[]);
        is(r#"[A "x \\"]"#, "A", r"x \\", r#"[A "x \\"]"#, &[]);
        is(r#"[A "say \"x\"]"]"#, "A", r#"say \"x\"]"#, r#"[A "say \"x\"]"]"#, &[]);
    }

    #[test]
    fn damaged_tags_keep_their_value() {
        is("Event \"T\"]", "Event", "T", "Event \"T\"]", &[Flaws::NO_OPEN]);
        is("[Event \"T\"", "Event", "T", "[Event \"T\"", &[Flaws::NO_CLOSE]);
        is("[Event \"T", "Event", "T", "[Event \"T", &[Flaws::NO_CLOSE, Flaws::NO_CLOSE_QUOTE]);
        is("[Event \"T]", "Event", "T", "[Event \"T]", &[Flaws::NO_CLOSE_QUOTE]);
        is("[Event T\"]", "Event", "T", "[Event T\"]", &[Flaws::NO_OPEN_QUOTE]);
        is("[Event T]", "Event", "T", "[Event T]", &[Flaws::NO_OPEN_QUOTE, Flaws::NO_CLOSE_QUOTE]);
        is("[Event “T”]", "Event", "T", "[Event “T”]", &[Flaws::NO_OPEN_QUOTE, Flaws::NO_CLOSE_QUOTE]);
        is("[Event T", "Event", "T", "[Event T", &[Flaws::NO_OPEN_QUOTE, Flaws::NO_CLOSE_QUOTE, Flaws::NO_CLOSE]);
        is("[A \"5th \"X\" cup\"]", "A", "5th \"X\" cup", "[A \"5th \"X\" cup\"]", &[Flaws::BARE_QUOTE]);
        is(r#"[A "foo\"]"#, "A", r"foo\", r#"[A "foo\"]"#, &[Flaws::BARE_BACKSLASH]);
        is(r#"[A "foo\"] [B "bar"]"#, "A", r"foo\", r#"[A "foo\"]"#, &[Flaws::BARE_BACKSLASH]);
        is(r#"[A "C:\games"]"#, "A", r"C:\games", r#"[A "C:\games"]"#, &[Flaws::BARE_BACKSLASH]);
        is("[A \"x\" [B \"y\"]", "A", "x", "[A \"x\"", &[Flaws::NO_CLOSE]);
        is("[A \"x] [B \"y\"]", "A", "x", "[A \"x]", &[Flaws::NO_CLOSE_QUOTE]);
        is("[A \"x\" y]", "A", "x", "[A \"x\" y]", &[Flaws::TRAILING_TEXT]);
        is("[A \"x\" 1. e4", "A", "x", "[A \"x\"", &[Flaws::NO_CLOSE]);
        is("[My Tag \"x\"]", "My Tag", "x", "[My Tag \"x\"]", &[Flaws::BAD_NAME]);
        is("[\"x\"]", "", "x", "[\"x\"]", &[Flaws::BAD_NAME]);
    }

    #[test]
    fn what_opens_a_tag() {
        for line in ["[Event \"T\"]", "[Foo\"x", "[Event T]", "[ Site \"S\"]", "[Event"] {
            assert!(opens(line.as_bytes()), "{line}");
        }
        for line in ["[%clk 0:01]", "[1. e4]", "[foo bar]", "[", "[]", "[see Event \"x\"]", "Event"] {
            assert!(!opens(line.as_bytes()), "{line}");
        }
        assert!(opens_without_bracket(b"Event \"T\"]"));
        assert!(!opens_without_bracket(b"Event \"T\""));
        assert!(!opens_without_bracket(b"Hello \"T\"]"));
    }

    #[test]
    fn names_are_found_whatever_their_case() {
        assert_eq!(TagName::find(b"whiteelo"), TagName::WhiteElo);
        assert_eq!(TagName::find(b"FEN"), TagName::FEN);
        assert_eq!(TagName::find(b""), TagName::Other);
        assert_eq!(TagName::find(b"Elo"), TagName::Other);
    }
}
