//! The grammar of PGN: what is cut off, in the wrong place, or nothing at all.

use std::collections::HashMap;

use super::{Check, Findings, annotations};
use crate::finding::{Edit, Finding, Fix, Grade, Severity, Span};
use crate::pgn::{Flaws, Lexed, Outcome, Tag, Token, TokenKind};
use crate::record::RawRecord;

/// Looks at the tokens of a record. A record in which nothing is unusual costs a look at its last token.
pub(super) fn check(record: &RawRecord<'_>, lexed: &Lexed, findings: &mut Findings) {
    for tag in lexed.tags.iter().filter(|tag| !tag.flaws.is_empty()) {
        malformed_tag(record, tag, findings);
    }
    if lexed.has_commands() {
        annotations::check(record.bytes, &lexed.tokens, findings);
    }
    if !lexed.is_plain() {
        Syntax { record, lexed, findings, opened: Vec::new(), moved: false }.walk();
    }
}

/// A walk over the tokens of a record in which something is unusual.
struct Syntax<'a, 'f> {
    record: &'a RawRecord<'a>,
    lexed: &'a Lexed,
    findings: &'f mut Findings,
    /// The open parentheses.
    opened: Vec<Span>,
    /// Whether a move has been seen.
    moved: bool,
}

impl Syntax<'_, '_> {
    fn walk(&mut self) {
        let tokens = &self.lexed.tokens;
        let mut end = tokens.len();
        let mut played = false;
        let mut cut_off = false;
        let mut last_stray: Option<usize> = None;
        let (mut odd_numbers, mut strays) = (Vec::new(), Vec::new());
        for (index, token) in tokens.iter().enumerate() {
            match token.kind {
                TokenKind::Move | TokenKind::NullMove => {
                    self.moved = true;
                    played = true;
                }
                TokenKind::MoveNumber if token.is_odd() => odd_numbers.push(*token),
                TokenKind::Comment if token.is_unterminated() => {
                    cut_off = true;
                    self.unterminated_comment(token, false);
                }
                TokenKind::Open => {
                    self.opened.push(token.span);
                }
                TokenKind::Close if self.opened.pop().is_none() => self.unmatched(token),
                TokenKind::Nag => self.nag(token),
                TokenKind::Suffix if token.is_odd() || !self.moved => self.suffix(token),
                TokenKind::Reserved => self.reserved(token),
                TokenKind::Stray | TokenKind::MailHeader => {
                    // Neighbours are one fault.
                    if last_stray.is_none_or(|last| last + 1 != index) {
                        strays.push(index);
                    }
                    last_stray = Some(index);
                }
                TokenKind::Result(outcome) => {
                    if token.is_odd() {
                        self.misspelled_result(token, outcome);
                    }
                    if self.opened.is_empty() {
                        played = true;
                        end = index + 1;
                        break;
                    }
                }
                _ => {}
            }
        }
        self.odd_numbers(&odd_numbers);
        self.strays(&strays);
        self.markup();
        let terminated = end < tokens.len() || matches!(tokens.last(), Some(t) if matches!(t.kind, TokenKind::Result(_)));
        if cut_off {
            // Whatever else is missing was swallowed by the comment.
        } else if !self.opened.is_empty() {
            self.unterminated_variation();
        } else if !played {
            if !self.lexed.tags.is_empty() {
                self.missing_movetext();
            }
        } else if !terminated {
            self.missing_terminator();
        }
        self.after_terminator(end);
    }

    fn text(&self, span: Span) -> String {
        shorten(&self.record.charset.decode(span.of(self.record.bytes)))
    }

    /// One finding for all move numbers with a sign of their own behind them: a habit, not many faults.
    fn odd_numbers(&mut self, tokens: &[Token]) {
        let Some(first) = tokens.first() else { return };
        if !self.findings.wants(Check::WrongMoveNumber) {
            return;
        }
        let bytes = self.record.bytes;
        let (number, sign) = number_and_sign(first.span.of(bytes));
        let more = match tokens.len() {
            1 => String::new(),
            n => format!(", and so are {} more", n - 1),
        };
        let message = match sign.as_str() {
            "" => format!("move number {number} is written without its period{more}"),
            sign => format!("move number {number} is written with `{sign}` instead of a period{more}"),
        };
        let edits = tokens.iter().map(|token| {
            let (number, sign) = number_and_sign(token.span.of(bytes));
            Edit { span: token.span, text: format!("{number}{}", if sign == "…" { "..." } else { "." }).into_bytes() }
        });
        let fix = Fix { grade: Grade::Safe, title: "write periods behind the numbers".into(), edits: edits.collect() };
        self.findings.push(
            Finding::new(Check::WrongMoveNumber, first.span, message).help("read as a move number").law("PGN 8.2.2").fix(fix),
        );
    }

    fn unterminated_comment(&mut self, token: &Token, behind_result: bool) {
        // It has swallowed the result, if there is one.
        let text = token.span.of(self.record.bytes).trim_ascii_end();
        let last = text.rsplit(u8::is_ascii_whitespace).next().unwrap_or_default();
        let is_result = matches!(last, b"1-0" | b"0-1" | b"1/2-1/2" | b"*");
        let result = claimed(self.lexed, self.record.bytes).unwrap_or("*");
        let (length, close) = match behind_result {
            true => (text.len(), "}".to_owned()),
            false if is_result => (text.len() - last.len(), "} ".to_owned()),
            false => (text.len(), format!("}} {result}")),
        };
        let place = token.span.start + length as u32;
        let span = Span { start: token.span.start, end: token.span.start + 1 };
        self.findings.push(
            Finding::new(Check::UnterminatedComment, span, "the comment that begins here is never closed")
                .help("everything to the end of this record was taken for comment; put a `}` where the comment ends")
                .law("PGN 5")
                .fix(Fix {
                    grade: Grade::Unsafe,
                    title: "close the comment at the end of the record".to_owned(),
                    edits: vec![Edit { span: Span { start: place, end: place }, text: close.into_bytes() }],
                }),
        );
    }

    fn unmatched(&mut self, token: &Token) {
        self.findings.push(
            Finding::new(Check::UnmatchedParenthesis, token.span, "a variation is closed here that was never opened")
                .help("passed over; the moves around it were read as one line")
                .law("PGN 8.2.5")
                .fix(replace(Grade::Unsafe, token.span, String::new())),
        );
    }

    /// However many are open, one thing was forgotten: the outermost is reported.
    fn unterminated_variation(&mut self) {
        let Some(&first) = self.opened.first() else { return };
        let count = self.opened.len();
        let message = match count {
            1 => "the variation that begins here is never closed".to_owned(),
            n => format!("{n} variations are never closed, this one first"),
        };
        let place = match self.lexed.tokens.last() {
            Some(last) if matches!(last.kind, TokenKind::Result(_)) => last.span.start,
            Some(last) => last.span.end,
            None => return,
        };
        let before_result = matches!(self.lexed.tokens.last(), Some(last) if matches!(last.kind, TokenKind::Result(_)));
        let text = format!("{}{}", ")".repeat(count), if before_result { " " } else { "" });
        self.findings.push(
            Finding::new(Check::UnterminatedVariation, first, message)
                .help("the moves to the end of this record were read as part of the variation")
                .law("PGN 8.2.5")
                .fix(replace(Grade::Unsafe, Span { start: place, end: place }, text)),
        );
    }

    fn nag(&mut self, token: &Token) {
        let text = token.span.of(self.record.bytes);
        let digits = &text[1..];
        let message = if digits.is_empty() {
            "no number follows the `$` of this annotation".to_owned()
        } else if digits.len() > 3 || digits.iter().fold(0u16, |n, d| n * 10 + u16::from(d - b'0')) > 255 {
            format!("`{}` is no annotation: their numbers go from 0 to 255", self.text(token.span))
        } else if !self.moved {
            format!("the annotation `{}` stands before any move", self.text(token.span))
        } else {
            return;
        };
        self.findings.push(Finding::new(Check::BadNag, token.span, message).help("passed over").law("PGN 8.2.4"));
    }

    fn suffix(&mut self, token: &Token) {
        let text = self.text(token.span);
        let message = match self.moved {
            true => format!("`{text}` is none of the six assessments `!` `?` `!!` `??` `!?` `?!`"),
            false => format!("the assessment `{text}` stands before any move"),
        };
        self.findings.push(Finding::new(Check::BadNag, token.span, message).help("passed over").law("PGN 8.2.3.8"));
    }

    fn reserved(&mut self, token: &Token) {
        let text = self.text(token.span);
        self.findings.push(
            Finding::new(Check::ReservedCharacter, token.span, format!("`{text}` uses angle brackets, which are reserved"))
                .help("passed over; the standard gives `<` and `>` no meaning yet")
                .law("PGN 7"),
        );
    }

    /// Runs of stray tokens, each by its first. The same text again and again is one habit, not many faults.
    fn strays(&mut self, runs: &[usize]) {
        if !self.findings.wants(Check::StrayText) {
            return;
        }
        let is_stray = |t: &&Token| matches!(t.kind, TokenKind::Stray | TokenKind::MailHeader);
        let mut counts: HashMap<&[u8], (usize, usize)> = HashMap::new();
        for &first in runs {
            let run = self.lexed.tokens[first..].iter().take_while(is_stray).count();
            let tokens = &self.lexed.tokens[first..first + run];
            let span = Span { start: tokens[0].span.start, end: tokens[run - 1].span.end };
            counts.entry(span.of(self.record.bytes)).or_insert((first, 0)).1 += 1;
        }
        let mut runs: Vec<_> = counts.into_iter().map(|(text, (first, count))| (first, text.len(), count)).collect();
        runs.sort_unstable();
        for (first, length, count) in runs {
            self.stray(first, length, count);
        }
    }

    fn stray(&mut self, first: usize, length: usize, count: usize) {
        let start = self.lexed.tokens[first].span.start;
        let span = Span { start, end: start + length as u32 };
        let text = span.of(self.record.bytes);
        let mail =
            self.lexed.tokens[first..].iter().take_while(|t| t.span.end <= span.end).all(|t| t.kind == TokenKind::MailHeader);
        let (message, help) = if mail {
            ("a mail header stands before the game".to_owned(), "passed over; it is no part of the game")
        } else if first < self.lexed.movetext {
            (format!("`{}` stands outside the tags", self.text(span)), "passed over; put it in a comment if it should stay")
        } else if text.starts_with(b"%") {
            ("`%` escapes a line only in its first column".to_owned(), "passed over; what follows it was read as movetext")
        } else if text.starts_with(b"[%") {
            (format!("the command `{}` stands outside a comment", self.text(span)), "passed over; put it in braces")
        } else if text.starts_with(b"}") {
            ("a comment is closed here that was never opened".to_owned(), "passed over")
        } else if text.ends_with(b"}") && text.len() > 1 {
            (
                "braces do not nest: the comment ended before this text".to_owned(),
                "passed over; it was taken for the rest of the comment",
            )
        } else {
            (format!("`{}` is nothing the movetext knows", self.text(span)), "passed over")
        };
        let law = if text.ends_with(b"}") { "PGN 5" } else { "PGN 7" };
        let message = match count {
            1 => message,
            n => format!("{message}, and again {} times", n - 1),
        };
        let mut finding = Finding::new(Check::StrayText, span, message).help(help).law(law);
        if mail {
            finding = finding.severity(Severity::Warning);
        }
        self.findings.push(finding);
    }

    /// One finding for all HTML line ends.
    fn markup(&mut self) {
        let all = || self.lexed.tokens.iter().filter(|t| t.kind == TokenKind::Markup);
        let Some(first) = all().next() else { return };
        let text = self.text(first.span);
        let message = match all().count() {
            1 => format!("`{text}` is HTML, not PGN"),
            n => format!("`{text}` is HTML, not PGN, and so are {} more such marks", n - 1),
        };
        let bytes = self.record.bytes;
        let edits = all().map(|t| {
            let line_ends = matches!(bytes.get(t.span.end as usize), None | Some(b'\r' | b'\n'));
            Edit { span: t.span, text: if line_ends { Vec::new() } else { b"\n".to_vec() } }
        });
        let fix = Fix { grade: Grade::Safe, title: "write plain line ends".into(), edits: edits.collect() };
        self.findings.push(
            Finding::new(Check::StrayText, first.span, message)
                .severity(Severity::Warning)
                .help("read as the end of a line")
                .law("PGN 7")
                .fix(fix),
        );
    }

    fn misspelled_result(&mut self, token: &Token, outcome: Outcome) {
        let text = self.text(token.span);
        let finding = match outcome.standard() {
            Some(right) => Finding::new(
                Check::MalformedResult,
                token.span,
                format!("the result `{text}` is not written as the standard has it"),
            )
            .help(format!("read as `{right}`"))
            .fix(replace(Grade::Safe, token.span, right.to_owned())),
            None => Finding::new(Check::MalformedResult, token.span, format!("the standard has no termination marker `{text}`"))
                .help(format!(
                    "read as: {}; the standard's word for it is `*` with the reason in the tag `Termination`",
                    outcome.meaning()
                )),
        };
        self.findings.push(finding.law("PGN 8.2.6"));
    }

    fn missing_movetext(&mut self) {
        let Some(last) = self.lexed.tags.last() else { return };
        self.findings.push(
            Finding::new(Check::MissingMovetext, last.whole, "the tags are followed by no movetext, not even a result")
                .help("a game that was not played has its result as its only movetext")
                .law("PGN 8"),
        );
    }

    fn missing_terminator(&mut self) {
        let Some(last) = self.lexed.tokens.last() else { return };
        let place = last.span.end;
        let right = claimed(self.lexed, self.record.bytes).unwrap_or("*");
        let separator = if last.kind == TokenKind::LineComment || last.kind == TokenKind::Escape { "\n" } else { " " };
        let span = Span { start: last.span.start, end: place };
        self.findings.push(
            Finding::new(Check::MissingTerminator, span, "the movetext ends without a result")
                .help(format!("write `{right}` behind the last move"))
                .law("PGN 8.2.6")
                .fix(Fix {
                    grade: Grade::Safe,
                    title: format!("write `{right}`"),
                    edits: vec![Edit {
                        span: Span { start: place, end: place },
                        text: format!("{separator}{right}").into_bytes(),
                    }],
                }),
        );
    }

    /// What stands behind the result: comments may, everything else is one fault.
    fn after_terminator(&mut self, end: usize) {
        let harmless = |t: &&Token| {
            matches!(
                t.kind,
                TokenKind::Comment
                    | TokenKind::LineComment
                    | TokenKind::Escape
                    | TokenKind::Mark
                    | TokenKind::OddBlank
                    | TokenKind::Nul
                    | TokenKind::Markup
            )
        };
        let rest = &self.lexed.tokens[end..];
        for comment in rest.iter().filter(|t| t.kind == TokenKind::Comment && t.is_unterminated()) {
            self.unterminated_comment(comment, true);
        }
        let mut faults = rest.iter().filter(|t| !harmless(t));
        let Some(first) = faults.next() else { return };
        let last = faults.next_back().unwrap_or(first);
        let span = Span { start: first.span.start, end: last.span.end };
        let text = self.text(span);
        self.findings.push(
            Finding::new(Check::TextAfterTerminator, span, format!("`{text}` stands behind the result that ends the game"))
                .help("not read as part of the game; put it in a comment if it should stay")
                .law("PGN 8.2.6"),
        );
    }
}

/// A move number apart from what stands for its periods.
fn number_and_sign(text: &[u8]) -> (String, String) {
    let digits = text.iter().take_while(|b| b.is_ascii_digit()).count();
    let string = |bytes| String::from_utf8_lossy(bytes).into_owned();
    (string(&text[..digits]), string(&text[digits..]))
}

/// The result that the tag claims, if it is a standard one.
fn claimed(lexed: &Lexed, bytes: &[u8]) -> Option<&'static str> {
    let tag = lexed.tag(crate::pgn::TagName::Result)?;
    crate::values::chess_result::ChessResult::read(&tag.lossy(bytes)).value().map(|result| result.text())
}

fn malformed_tag(record: &RawRecord<'_>, tag: &Tag, findings: &mut Findings) {
    if !findings.wants(Check::MalformedTag) {
        return;
    }
    let name = shorten(&record.charset.decode(tag.name.of(record.bytes)));
    let has = |flaw| tag.flaws.has(flaw);
    let mut faults = Vec::new();
    for (flaw, text) in [
        (Flaws::NO_OPEN, "the opening bracket is missing"),
        (Flaws::BAD_NAME, "the name is not made of letters, digits and `_`"),
        (Flaws::NO_OPEN_QUOTE, "the quote before the value is missing"),
        (Flaws::BARE_QUOTE, "a quote in the value is not escaped"),
        (Flaws::BARE_BACKSLASH, "a backslash in the value escapes nothing"),
        (Flaws::NO_CLOSE_QUOTE, "the quote behind the value is missing"),
        (Flaws::TRAILING_TEXT, "text stands between the value and the closing bracket"),
        (Flaws::NO_CLOSE, "the closing bracket is missing"),
    ] {
        if has(flaw) {
            faults.push(text);
        }
    }
    if has(Flaws::NO_OPEN_QUOTE) && has(Flaws::NO_CLOSE_QUOTE) {
        faults.retain(|text| !text.starts_with("the quote "));
        faults.insert(0, "the value is not in quotes");
    }
    let message = format!("in the tag `{name}` {}", faults.join(", "));
    let mut finding = Finding::new(Check::MalformedTag, tag.whole, message).law("PGN 8.1.1");
    if tag.flaws == Flaws::BARE_BACKSLASH {
        finding = finding.severity(Severity::Warning);
    }
    if !has(Flaws::BAD_NAME) {
        // Where the value ends is a guess if text was left over or the line ran out.
        let sure = !(has(Flaws::TRAILING_TEXT) || has(Flaws::NO_CLOSE_QUOTE) && has(Flaws::NO_CLOSE));
        let value = quote(&tag.text(record.bytes));
        let mut text = vec![b'['];
        text.extend_from_slice(tag.name.of(record.bytes));
        text.push(b' ');
        text.extend_from_slice(&value);
        text.push(b']');
        let shown = shorten(&record.charset.decode(&value));
        finding = finding.help(format!("read as {shown}")).fix(Fix {
            grade: if sure { Grade::Safe } else { Grade::Unsafe },
            title: "write the tag as the standard has it".into(),
            edits: vec![Edit { span: tag.whole, text }],
        });
    }
    findings.push(finding);
}

/// A tag value in quotes, with its escapes.
pub(super) fn quote(value: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(value.len() + 2);
    text.push(b'"');
    for &byte in value {
        if matches!(byte, b'"' | b'\\') {
            text.push(b'\\');
        }
        text.push(byte);
    }
    text.push(b'"');
    text
}

/// A repair that replaces one span.
pub(super) fn replace(grade: Grade, span: Span, text: String) -> Fix {
    let title = match text.trim() {
        "" => "remove it".to_owned(),
        text => format!("write `{text}`"),
    };
    Fix { grade, title, edits: vec![Edit { span, text: text.into_bytes() }] }
}

/// A text short enough for a message, on one line.
pub(super) fn shorten(text: &str) -> String {
    const MOST: usize = 40;
    let mut words = text.split_whitespace().flat_map(|word| [" ", word]).skip(1).flat_map(str::chars);
    let mut short: String = words.by_ref().take(MOST).collect();
    if words.next().is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests;
