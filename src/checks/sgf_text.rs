//! The bytes of an SGF record as text: charset, damage, marks.

use std::ops::Range;

use memchr::memmem;

use super::sgf_syntax::{edit, quoted};
use super::{Check, Findings};
use crate::finding::{Edit, Finding, Fix, Grade, Span};
use crate::sgf::game::Source;
use crate::sgf::{Basis, Charset, Declared, Token, TokenKind};

const LAW: &str = "SGF FF[4] CA";

/// The name of a charset as records write it.
fn name(encoding: &'static encoding_rs::Encoding) -> &'static str {
    match encoding.name() {
        "gb18030" => "GB18030",
        "windows-1252" => "ISO-8859-1",
        "windows-1251" => "Windows-1251",
        other => other,
    }
}

/// Reports what the text of a record shows.
pub(super) fn check(source: &Source<'_>, charset: &Charset, findings: &mut Findings) {
    declaration(source, charset, findings);
    damage(source, charset, findings);
    nul_bytes(source.bytes, findings);
    if charset.basis != Basis::Ascii {
        marks(source, findings);
    }
    foreign_escapes(source, findings);
}

/// What is declared against what is there.
fn declaration(source: &Source<'_>, charset: &Charset, findings: &mut Findings) {
    let found = name(charset.encoding);
    match (charset.basis, charset.declared) {
        (_, Some(Declared { span, encoding: None, utf16: false })) => {
            let label = quoted(span.of(source.bytes));
            let (check, help) = match charset.basis {
                Basis::Ascii => (Check::BadValue, "the text is plain ASCII".to_owned()),
                _ => (Check::WrongCharset, format!("the text is {found}")),
            };
            let right = if charset.basis == Basis::Ascii { "UTF-8" } else { found };
            let message = format!("{label} is no known name of a charset");
            findings.push(Finding::new(check, span, message).help(help).law(LAW).fix(edit(
                Grade::Safe,
                format!("write CA[{right}]"),
                span,
                right,
            )));
        }
        (Basis::Corrected, Some(declared)) => {
            let label = quoted(declared.span.of(source.bytes));
            findings.push(
                Finding::new(Check::WrongCharset, declared.span, format!("CA says {label}, and the text is {found}"))
                    .help(format!("read as {found}"))
                    .law(LAW)
                    .fix(edit(Grade::Safe, format!("write CA[{found}]"), declared.span, found)),
            );
        }
        (Basis::Detected, _) => {
            let at = first_foreign(source);
            let mut finding = Finding::new(
                Check::MissingCharset,
                at,
                format!("no CA names the charset of text that is not ASCII: it is {found}"),
            )
            .help(format!("read as {found}"))
            .law(LAW);
            if let Some(node) = source.tree.nodes.first() {
                let behind = node.start as usize + usize::from(source.bytes.get(node.start as usize) == Some(&b';'));
                let behind = Span::new(behind, behind);
                finding = finding.fix(edit(Grade::Safe, format!("write CA[{found}]"), behind, format!("CA[{found}]")));
            }
            findings.push(finding);
        }
        _ => {}
    }
}

/// The first value with text beyond ASCII.
fn first_foreign(source: &Source<'_>) -> Span {
    let start = source.tree.nodes.first().map_or(0, |n| n.start);
    source.tokens.iter().find(|t| t.has(Token::FOREIGN)).map_or(Span { start, end: start }, |t| t.inner())
}

/// Most places of damage that are counted.
const PLACES: usize = 1000;

/// Text that was lost, or that nothing explains.
fn damage(source: &Source<'_>, charset: &Charset, findings: &mut Findings) {
    let bytes = source.bytes;
    if charset.broken {
        let places = charset.broken_places(bytes, PLACES);
        if !places.is_empty() {
            broken(source, charset, &places, findings);
            return;
        }
    }
    if charset.encoding == encoding_rs::UTF_8
        && charset.basis != Basis::Ascii
        && let Some(at) = memmem::find(bytes, "\u{FFFD}".as_bytes())
    {
        let count = memmem::find_iter(bytes, "\u{FFFD}".as_bytes()).count();
        findings.push(
            Finding::new(
                Check::DamagedText,
                Span::new(at, at + 3),
                match count {
                    1 => "a character is lost: the sign for unreadable ones stands there".to_owned(),
                    _ => format!("{count} characters are lost: the sign for unreadable ones stands there"),
                },
            )
            .help("they were lost before this file was written; the rest of the text is kept"),
        );
    }
}

/// Bytes that are no text: what is left of characters that were cut, once for all, and what was never part of one.
fn broken(source: &Source<'_>, charset: &Charset, places: &[Range<usize>], findings: &mut Findings) {
    /// So many stray bytes are told one by one.
    const STRAYS: usize = 20;
    let bytes = source.bytes;
    let encoding = name(charset.encoding);
    let whole = bytes.iter().filter(|b| !b.is_ascii()).count() > 2 * places.iter().map(|p| p.len()).sum::<usize>();
    let replaced = |place: &Range<usize>| {
        bytes.get(place.end) == Some(&b'?') || place.start.checked_sub(1).is_some_and(|before| bytes[before] == b'?')
    };
    let is_part = |place: &&Range<usize>| match charset.encoding == encoding_rs::UTF_8 {
        // Servers cut text after so many bytes, and write a question mark for a byte.
        true => replaced(place) || place.len() > 1 || matches!(bytes.get(place.end), None | Some(b']')),
        // Whole characters beside it tell that the charset is right, and that something was cut out of the text.
        false => replaced(place) || whole,
    };
    let (lost, stray): (Vec<_>, Vec<_>) = places.iter().partition(is_part);
    let others = |n: usize| match n {
        1 => String::new(),
        PLACES => format!(", here and in more than {} other places", PLACES - 1),
        n => format!(", here and in {} other places", n - 1),
    };
    if let Some(first) = lost.first() {
        let message = format!("parts of {encoding} characters are lost{}", others(lost.len()));
        findings.push(
            Finding::new(Check::DamagedText, Span::new(first.start, first.end), message)
                .help("they were lost before this file was written; the rest of the text is kept"),
        );
    }
    for (i, place) in stray.iter().take(STRAYS).enumerate() {
        let span = Span::new(place.start, place.end);
        let shown = quoted(span.of(bytes));
        let more = if i + 1 == STRAYS { others(stray.len() - i) } else { String::new() };
        let message = format!("{shown} is no text in {encoding} or another known charset{more}");
        findings.push(Finding::new(Check::InvalidEncoding, span, message));
    }
}

fn nul_bytes(bytes: &[u8], findings: &mut Findings) {
    let Some(first) = memchr::memchr(0, bytes) else { return };
    let places: Vec<_> = memchr::memchr_iter(0, &bytes[first..]).map(|at| at + first).collect();
    let message = match places.len() {
        1 => "a NUL byte stands in the text".to_owned(),
        n => format!("{n} NUL bytes stand in the text"),
    };
    let edits = places.iter().map(|&at| Edit { span: Span::new(at, at + 1), text: Vec::new() }).collect();
    findings.push(
        Finding::new(Check::NulByte, Span::new(first, first + 1), message)
            .help("read as if they were not there; what stood there before may be lost")
            .fix(Fix { grade: Grade::Unsafe, title: "remove them".to_owned(), edits }),
    );
}

/// Byte order marks inside values; those between tokens are reported by the grammar.
fn marks(source: &Source<'_>, findings: &mut Findings) {
    const MARK: &[u8] = "\u{FEFF}".as_bytes();
    if memmem::find(source.bytes, MARK).is_none() {
        return;
    }
    for token in source.tokens.iter().filter(|t| t.kind == TokenKind::Value && t.has(Token::FOREIGN)) {
        if let Some(at) = memmem::find(token.inner().of(source.bytes), MARK) {
            let at = at + token.inner().start as usize;
            let span = Span::new(at, at + MARK.len());
            let found = Finding::new(Check::ByteOrderMark, span, "a byte order mark stands inside a text");
            findings.push(found.fix(edit(Grade::Safe, "remove it", span, "")));
        }
    }
}

/// Escapes of web pages and of JSON, left in the text by the programs it came through.
const ENTITIES: [(&str, &str); 8] =
    [("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"), ("nbsp", " "), ("#39", "'"), ("#34", "\"")];

fn foreign_escapes(source: &Source<'_>, findings: &mut Findings) {
    if memchr::memchr2(b'&', b'\\', source.bytes).is_none() {
        return;
    }
    let mut edits = Vec::new();
    for token in source.tokens.iter().filter(|t| t.kind == TokenKind::Value) {
        let span = token.inner();
        let text = span.of(source.bytes);
        for at in memchr::memchr2_iter(b'&', b'\\', text) {
            let found = if text[at] == b'&' { entity(&text[at..]) } else { json_escape(text, at) };
            if let Some((length, plain)) = found {
                let start = span.start as usize + at;
                edits.push(Edit { span: Span::new(start, start + length), text: plain });
            }
        }
    }
    let Some(first) = edits.first() else { return };
    let shown = quoted(first.span.of(source.bytes));
    let message = match edits.len() {
        1 => format!("{shown} is an escape of a web page or a program, left in the text"),
        n => format!("{n} escapes of a web page or a program are left in the text, {shown} first"),
    };
    findings.push(Finding::new(Check::DamagedText, first.span, message).fix(Fix {
        grade: Grade::Unsafe,
        title: "write the characters themselves".to_owned(),
        edits,
    }));
}

/// An entity of HTML at the start of a text: its length, and the character it stands for as SGF writes it.
fn entity(text: &[u8]) -> Option<(usize, Vec<u8>)> {
    // `&amp;lt;` has been escaped twice.
    let mut twice = 0;
    while text[1 + twice..].starts_with(b"amp;") && entity_name(&text[1 + twice + 4..]).is_some() {
        twice += 4;
    }
    let (length, plain) = entity_name(&text[1 + twice..])?;
    Some((1 + twice + length, escaped(&plain)))
}

/// The name of an entity with its semicolon at the start of a text: its length, and the character.
fn entity_name(text: &[u8]) -> Option<(usize, String)> {
    let end = text.iter().take(9).position(|&b| b == b';')?;
    let name = std::str::from_utf8(text.get(..end)?).ok()?;
    let plain = match ENTITIES.iter().find(|(entity, _)| *entity == name) {
        Some((_, plain)) => (*plain).to_owned(),
        None => {
            let number = name.strip_prefix('#')?;
            let hex = number.strip_prefix(['x', 'X']);
            let code = hex.map_or_else(|| number.parse().ok(), |hex| u32::from_str_radix(hex, 16).ok())?;
            char::from_u32(code).filter(|c| !c.is_control())?.to_string()
        }
    };
    Some((end + 1, plain))
}

/// `\u003c` as JSON writes it, at `at` in a text.
fn json_escape(text: &[u8], at: usize) -> Option<(usize, Vec<u8>)> {
    let [b'u', digits @ ..] = text.get(at + 1..at + 6)? else { return None };
    let before = text[..at].iter().rev().take_while(|&&b| b == b'\\').count();
    let code = u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    let plain = char::from_u32(code).filter(|c| !c.is_control())?;
    (before % 2 == 0 && digits.iter().all(u8::is_ascii_hexdigit)).then(|| (6, escaped(&plain.to_string())))
}

/// A text with what SGF escapes escaped.
fn escaped(text: &str) -> Vec<u8> {
    text.replace('\\', "\\\\").replace(']', "\\]").into_bytes()
}
