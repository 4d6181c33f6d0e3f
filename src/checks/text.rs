//! Bytes and characters of a PGN record that no game needs: NUL bytes, marks, blanks of other kinds, lost characters.

use memchr::{memchr2, memchr2_iter};

use super::{Check, Findings};
use crate::finding::{Edit, Finding, Fix, Grade, Span};
use crate::pgn::{Lexed, Token, TokenKind};

/// Looks at the bytes of a record. Nearly every record holds neither a NUL nor the byte that marks and lost characters begin with.
pub(super) fn check(bytes: &[u8], lexed: &Lexed, findings: &mut Findings) {
    if memchr2(0, 0xef, bytes).is_some() {
        nul(bytes, findings);
        damaged(bytes, findings);
    }
    if lexed.is_plain() {
        return;
    }
    marks(&lexed.tokens, findings);
    odd_blanks(bytes, &lexed.tokens, findings);
}

/// One finding for all NUL bytes of a record.
fn nul(bytes: &[u8], findings: &mut Findings) {
    let places: Vec<usize> = memchr2_iter(0, 0, bytes).collect();
    let Some(&first) = places.first() else { return };
    if !findings.wants(Check::NulByte) {
        return;
    }
    let message = match places.len() {
        1 => "the record holds a NUL byte".to_owned(),
        n => format!("the record holds {n} NUL bytes"),
    };
    let edits = runs(&places).map(|span| Edit { span, text: Vec::new() }).collect();
    let length = places.iter().enumerate().take_while(|(i, at)| **at == first + i).count();
    findings.push(
        Finding::new(Check::NulByte, Span::new(first, first + length), message)
            .help("NUL is no character of a text; what stood there before may be lost")
            .law("PGN 4.1")
            .fix(Fix { grade: Grade::Unsafe, title: "remove the NUL bytes".into(), edits }),
    );
}

/// Neighbouring places as spans.
fn runs(places: &[usize]) -> impl Iterator<Item = Span> {
    places.chunk_by(|a, b| a + 1 == *b).map(|run| Span::new(run[0], run[0] + run.len()))
}

/// One finding for all replacement characters of a record.
fn damaged(bytes: &[u8], findings: &mut Findings) {
    const LOST: &[u8] = "\u{fffd}".as_bytes();
    let mut places = memchr::memmem::find_iter(bytes, LOST);
    let Some(first) = places.next() else { return };
    let count = 1 + places.count();
    let message = match count {
        1 => "a character was lost before this text was written".to_owned(),
        n => format!("{n} characters were lost before this text was written"),
    };
    let help = "U+FFFD stands where a program could not read a character of another charset; look for the text at its source";
    findings.push(Finding::new(Check::DamagedText, Span::new(first, first + LOST.len()), message).help(help));
}

/// Byte order marks inside a record, where two files were joined.
fn marks(tokens: &[Token], findings: &mut Findings) {
    let mut edits = Vec::new();
    let mut first = None;
    for token in tokens.iter().filter(|t| t.kind == TokenKind::Mark) {
        first.get_or_insert(token.span);
        edits.push(Edit { span: token.span, text: Vec::new() });
    }
    let Some(span) = first else { return };
    findings.push(
        Finding::new(Check::ByteOrderMark, span, "a byte order mark stands inside the text")
            .help("files with a mark were joined; the mark means nothing here")
            .fix(Fix { grade: Grade::Safe, title: "remove the mark".into(), edits }),
    );
}

/// One finding for all characters of a record that look like blanks and are none of the standard.
fn odd_blanks(bytes: &[u8], tokens: &[Token], findings: &mut Findings) {
    let odd = || tokens.iter().filter(|t| t.kind == TokenKind::OddBlank);
    let Some(first) = odd().next() else { return };
    if !findings.wants(Check::OddWhitespace) {
        return;
    }
    let count = odd().count();
    let what = name(first.span.of(bytes));
    let message = match count {
        1 => format!("a {what} stands between tokens"),
        n => format!("a {what} stands between tokens, and {} more such characters follow", n - 1),
    };
    let edits = odd().map(|token| Edit { span: token.span, text: b" "[..usize::from(separates(bytes, token.span))].to_vec() });
    findings.push(
        Finding::new(Check::OddWhitespace, first.span, message)
            .help("read as a blank; many programs take it for part of the move")
            .law("PGN 7")
            .fix(Fix { grade: Grade::Safe, title: "write plain blanks".into(), edits: edits.collect() }),
    );
}

/// Whether taking the character out would join what stands beside it.
fn separates(bytes: &[u8], span: Span) -> bool {
    let solid = |byte: Option<&u8>| byte.is_some_and(|b| !b.is_ascii_whitespace());
    let range = span.range();
    solid(range.start.checked_sub(1).and_then(|at| bytes.get(at))) && solid(bytes.get(range.end))
}

fn name(text: &[u8]) -> String {
    let first = std::str::from_utf8(text).ok().and_then(|t| t.chars().next());
    match first.unwrap_or('\u{a0}') {
        '\u{a0}' | '&' => "no-break space".into(),
        '\u{200b}' => "zero-width space".into(),
        '\u{ad}' => "soft hyphen".into(),
        '\u{3000}' => "full-width space".into(),
        c => format!("blank of another kind (U+{:04X})", c as u32),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::checks::Selection;
    use crate::pgn::lex;

    fn found(text: &str) -> Vec<Finding> {
        let mut lexed = Lexed::default();
        lex(text.as_bytes(), &mut lexed);
        let mut findings = Findings::new(Selection::default());
        check(text.as_bytes(), &lexed, &mut findings);
        findings.take()
    }

    fn fixed(text: &str) -> String {
        let mut out = text.as_bytes().to_vec();
        for finding in found(text).into_iter().rev() {
            for edit in finding.fix.unwrap().edits.into_iter().rev() {
                out.splice(edit.span.range(), edit.text);
            }
        }
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn each_kind_is_found_once_and_mended() {
        assert_eq!(fixed("1. e4\0\0 e5\0 *"), "1. e4 e5 *");
        assert_eq!(fixed("1. e4\u{200b} e5\u{a0}2. d4 *"), "1. e4 e5 2. d4 *");
        assert_eq!(fixed("\u{feff}1. e4 *"), "1. e4 *");
        assert_eq!(found("1. e4\u{200b} e5\u{a0}2. d4 *").len(), 1);
        assert_eq!(found("1. e4 {a\u{fffd}b\u{fffd}} *")[0].check, Check::DamagedText);
        assert!(found("1. e4 {é\u{a0}} *").is_empty());
    }
}
