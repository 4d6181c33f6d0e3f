//! The lexer: the bytes of one record to flat tokens.
//!
//! It never refuses anything. What it does not know becomes a [`TokenKind::Stray`] token, what has one meaning in spite of its
//! looks becomes the token that was meant, marked as odd. LF, CR and CRLF end a line alike. Nesting is not its business: a
//! parenthesis is a token, so no depth of variations can cost a stack.

mod words;

use memchr::{memchr, memchr2, memchr3, memmem};
use nom::{IResult, Parser, bytes::complete::take_while, combinator::recognize, sequence::pair};

use super::chars::{char_at, is_blank, is_digit, is_line_end, is_odd_blank, line_length, mark_at, skip_blank};
use super::comment;
use super::line;
use super::tag;
use super::terminator;
use super::token::{Lexed, Token, TokenKind};

/// Lexes one record into `lexed`, whose buffers are reused.
pub fn lex(bytes: &[u8], lexed: &mut Lexed) {
    lexed.clear();
    let mut lexer = Lexer { bytes, at: 0, tokens: &mut lexed.tokens, rare: false, comments: false, results: 0 };
    lexer.head(&mut lexed.tags, &mut lexed.movetext);
    lexer.movetext();
    lexer.settle_end(&lexed.tags);
    let may_comment = lexer.comments || lexer.rare;
    (lexed.rare, lexed.results) = (lexer.rare, lexer.results);
    lexed.commands = may_comment && memmem::find(bytes, b"[%").is_some();
}

/// No tag and no line of moves follows.
const NOTHING: (usize, bool) = (usize::MAX, false);

/// A position in a record and the tokens read so far.
struct Lexer<'a, 't> {
    bytes: &'a [u8],
    at: usize,
    tokens: &'t mut Vec<Token>,
    rare: bool,
    comments: bool,
    results: u32,
}

impl<'a> Lexer<'a, '_> {
    fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// Adds a token of the common kinds: a tag, a number, a move, a closed comment.
    #[inline]
    fn push_plain(&mut self, kind: TokenKind, length: usize) {
        self.tokens.push(Token::new(kind, self.at, self.at + length));
        self.at += length;
    }

    /// Adds a token that asks for a closer look.
    fn push(&mut self, kind: TokenKind, length: usize) {
        self.rare = true;
        self.push_plain(kind, length);
    }

    /// Adds a token that is not written as the standard has it.
    fn push_odd(&mut self, kind: TokenKind, length: usize) {
        self.rare = true;
        self.tokens.push(Token::new(kind, self.at, self.at + length).odd());
        self.at += length;
    }

    /// Adds a comment that is never closed and ends before `end`.
    fn push_open_comment(&mut self, end: usize) {
        let length = trim_blanks(&self.bytes[self.at..end]).len().max(1);
        self.rare = true;
        self.comments = true;
        self.tokens.push(Token::new(TokenKind::Comment, self.at, self.at + length).unterminated());
        self.at = end;
    }

    /// Whether only blanks stand between the start of the line and here.
    fn at_line_start(&self) -> bool {
        self.at == 0 || self.bytes.get(self.at - 1).is_some_and(|b| is_line_end(*b)) || mark_at(self.bytes) == self.at
    }

    /// The tag section and what stands before it. Ends before the movetext.
    fn head(&mut self, tags: &mut Vec<super::Tag>, movetext: &mut usize) {
        // Prose can only be told from the movetext of a game without tags by what follows it.
        let mut next = None;
        let mut fresh = true;
        let mut line_end = 0;
        loop {
            let start = self.at;
            self.blanks();
            let Some(&byte) = self.bytes.get(self.at) else { return };
            fresh |= self.bytes[start..self.at].iter().any(|b| is_line_end(*b)) || self.at == 0;
            let rest = self.rest();
            if let Some(tag) = tag::plain(rest, self.at) {
                tags.push(tag);
                self.push_plain(TokenKind::Tag, tag.whole.len());
                *movetext = self.tokens.len();
                fresh = false;
                continue;
            }
            // Many tags may share a line; its end is looked for once.
            if line_end <= self.at {
                line_end = self.at + line_length(rest);
            }
            let length = line_end - self.at;
            let bracket = byte == b'[' && (tag::opens(rest) || is_tag_like(&rest[..length]));
            if bracket || fresh && tag::opens_without_bracket(&rest[..length]) {
                let tag = tag::read(&rest[..length], self.at);
                tags.push(tag);
                self.push_plain(TokenKind::Tag, tag.whole.len());
                *movetext = self.tokens.len();
                fresh = false;
                continue;
            }
            fresh = false;
            match byte {
                b'{' => self.comment_in_head(),
                b';' => self.push(TokenKind::LineComment, length),
                b'%' if self.at_line_start() => self.push(TokenKind::Escape, length),
                b'<' if line::markup_at(rest) > 0 => {
                    self.push(TokenKind::Markup, line::markup_at(rest));
                    fresh = true;
                }
                _ => {
                    let text = &rest[..length];
                    let prose = line::is_prose(text);
                    if !prose && !tags.is_empty() {
                        return;
                    }
                    if next.is_none_or(|(at, _)| at <= self.at) {
                        next = Some(self.next_start());
                    }
                    // Before the tags nothing is movetext; between them prose is not, and before a game without tags.
                    let (tag_follows, moves_follow) = (next.is_some_and(|(_, tag)| tag), next != Some(NOTHING));
                    let passed_over = if tags.is_empty() { tag_follows || prose && moves_follow } else { prose && tag_follows };
                    if !passed_over {
                        return;
                    }
                    self.prose(text);
                }
            }
        }
    }

    /// One line of prose, or what of it stands before a tag on the same line.
    fn prose(&mut self, text: &[u8]) {
        let length = prose_length(text);
        let kind = if line::is_mail_header(text) { TokenKind::MailHeader } else { TokenKind::Stray };
        self.push(kind, trim_blanks(&text[..length]).len().max(1));
    }

    /// Where the next tag stands, or, if there is none, the next line that begins a game without tags; and whether it is a tag.
    fn next_start(&self) -> (usize, bool) {
        let mut at = self.at;
        while let Some(found) = memchr2(b'[', b'{', &self.bytes[at..]) {
            at += found;
            let rest = &self.bytes[at..];
            if rest[0] == b'{' {
                let Some(end) = memchr(b'}', rest) else { break };
                at += end + 1;
            } else if tag::opens(rest) {
                return (at, true);
            } else {
                at += 1;
            }
        }
        let mut at = self.at;
        loop {
            at += line_length(&self.bytes[at..]);
            at += skip_blank(&self.bytes[at..]);
            let rest = &self.bytes[at..];
            if rest.is_empty() {
                return NOTHING;
            }
            if line::opens_moves(&rest[..line_length(rest)]) {
                return (at, false);
            }
        }
    }

    /// Blanks of the standard are passed over; what only looks like one is a token.
    fn blanks(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b if is_blank(b) => self.at += 1,
                0 => self.nul(),
                0x80.. => match char_at(self.rest()) {
                    Some(('\u{feff}', length)) => self.push(TokenKind::Mark, length),
                    Some((c, length)) if is_odd_blank(c) => self.odd_blank(length),
                    _ => return,
                },
                _ => return,
            }
        }
    }

    fn nul(&mut self) {
        let length = self.rest().iter().take_while(|b| **b == 0).count();
        self.push(TokenKind::Nul, length);
    }

    /// A run of odd blanks is one token.
    fn odd_blank(&mut self, first: usize) {
        let mut length = first;
        while let Some((c, more)) = char_at(&self.rest()[length..]) {
            if !is_odd_blank(c) {
                break;
            }
            length += more;
        }
        self.push(TokenKind::OddBlank, length);
    }

    /// A comment before or between the tags. One that is never closed must not swallow them.
    fn comment_in_head(&mut self) {
        let close = memchr(b'}', self.rest()).map(|at| self.at + at);
        let tag = comment::next_tag_line(&self.bytes[..close.unwrap_or(self.bytes.len())], self.at + 1);
        let Some(tag) = tag.filter(|&tag| !close.is_some_and(|close| comment::is_closed(self.bytes, tag, close))) else {
            return self.comment();
        };
        self.push_open_comment(tag);
    }

    /// A comment: to the first closing brace, for braces do not nest. If another one opened inside, the text from there to the
    /// brace that was meant is stray, and no part of the game.
    fn comment(&mut self) {
        let inside = &self.rest()[1..];
        let Some(mut end) = memchr2(b'{', b'}', inside) else { return self.push_open_comment(self.bytes.len()) };
        let nested = inside[end] == b'{';
        if nested {
            match memchr(b'}', inside) {
                Some(close) => end = close,
                None => return self.push_open_comment(self.bytes.len()),
            }
        }
        self.comments = true;
        self.push_plain(TokenKind::Comment, end + 2);
        if nested
            && let Some(next) = memchr3(b'{', b'}', b';', self.rest())
            && self.rest()[next] == b'}'
        {
            let blanks = self.rest().iter().take_while(|b| is_blank(**b)).count();
            self.at += blanks;
            self.push(TokenKind::Stray, next + 1 - blanks);
        }
    }

    fn movetext(&mut self) {
        let bytes = self.bytes;
        let mut at = self.at;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b' ' | b'\n' | b'\r' => {
                    at += 1;
                    continue;
                }
                b'a'..=b'z' | b'A'..=b'Z' => {
                    let length = plain_move(&bytes[at..]);
                    if length > 0 {
                        self.tokens.push(Token::new(TokenKind::Move, at, at + length));
                        // A blank follows such a word.
                        at += length + 1;
                        continue;
                    }
                }
                b'1'..=b'9' => {
                    let length = plain_number(&bytes[at..]);
                    if length > 0 {
                        self.tokens.push(Token::new(TokenKind::MoveNumber, at, at + length));
                        at += length;
                        continue;
                    }
                }
                _ => {}
            }
            self.at = at;
            self.token(byte);
            at = self.at;
        }
        self.at = at;
    }

    /// Signs at the very end that are a result only if the tag says so too, or if there are no moves: `0-0` is castling else, and
    /// `+/-` an evaluation.
    fn settle_end(&mut self, tags: &[super::Tag]) {
        let bytes = self.bytes;
        let spoken = |t: &Token| matches!(t.kind, TokenKind::Move | TokenKind::Glyph | TokenKind::Stray | TokenKind::Result(_));
        if self.results > 0 {
            return;
        }
        let Some(last) = self.tokens.iter().rposition(spoken) else { return };
        let text = self.tokens[last].span.of(bytes);
        let Some(outcome) = terminator::at_end_only(text) else { return };
        let tagged = tags.iter().find(|tag| tag.known == super::TagName::Result);
        let says_so = tagged.is_some_and(|tag| tag.value.of(bytes) == text);
        let moves = self.tokens[..last].iter().any(|t| t.kind == TokenKind::Move);
        if says_so || !moves {
            let range = self.tokens[last].span.range();
            self.tokens[last] = Token::new(TokenKind::Result(outcome), range.start, range.end).odd();
            self.results = 1;
            self.rare = true;
        }
    }

    /// One token of any kind.
    fn token(&mut self, byte: u8) {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' => self.word(),
            b'1'..=b'9' => self.number(),
            b'{' => self.comment(),
            b'(' => self.open(),
            b')' => self.push(TokenKind::Close, 1),
            b'$' => {
                let length = leaf(nag, self.rest());
                self.push(TokenKind::Nag, length);
            }
            b'!' | b'?' => self.suffix(),
            _ => self.rare(byte),
        }
    }

    /// Digits, and what they turn out to be.
    fn number(&mut self) {
        let rest = self.rest();
        let digits = leaf(take_while(is_digit), rest);
        match rest.get(digits) {
            Some(b'.') if rest[0] != b'0' => {
                let dots = leaf(take_while(|b| b == b'.'), &rest[digits..]);
                self.push_plain(TokenKind::MoveNumber, digits + dots);
            }
            _ => self.odd_number(digits),
        }
    }

    fn open(&mut self) {
        let inside = &self.rest()[1..];
        if let [b'=', b')', ..] = inside {
            return self.push(TokenKind::DrawOffer, 3);
        }
        let trimmed = inside.trim_ascii_start();
        if let Some(behind) = trimmed.strip_prefix(b"=") {
            let behind = behind.trim_ascii_start();
            if behind.first() == Some(&b')') {
                let length = self.rest().len() - behind.len() + 1;
                return self.push_odd(TokenKind::DrawOffer, length);
            }
        }
        self.push(TokenKind::Open, 1);
    }

    fn suffix(&mut self) {
        let length = leaf(take_while(|b| matches!(b, b'!' | b'?')), self.rest());
        if length > 2 {
            self.push_odd(TokenKind::Suffix, length);
        } else {
            self.push(TokenKind::Suffix, length);
        }
    }

    /// Everything that is seldom met.
    fn rare(&mut self, byte: u8) {
        let rest = self.rest();
        match byte {
            b if is_blank(b) => self.at += 1,
            b'0' => self.number(),
            0 => self.nul(),
            b'*' => self.result(1),
            b';' => self.push(TokenKind::LineComment, line_length(rest)),
            b'%' if self.at_line_start() => self.push(TokenKind::Escape, line_length(rest)),
            b'.' => {
                let length = leaf(take_while(|b| b == b'.'), rest);
                self.dots(length);
            }
            b'<' => self.angle(),
            b'>' => self.push(TokenKind::Reserved, 1),
            b'[' => self.bracket(),
            b'&' => self.entity(),
            b'"' => self.quoted(),
            b'@' | b'_' | b'\'' => self.word(),
            b'+' | b'#' | b'=' | b'-' | b'/' | b':' | b'~' | b'^' | b'\\' | b'|' => self.signs(),
            0x80.. => self.non_ascii(),
            _ => self.stray(),
        }
    }

    /// `.5-.5` is a result, other periods are what is left of a move number.
    fn dots(&mut self, length: usize) {
        let word = self.run();
        if length == 1 && word > 1 && terminator::read(&self.rest()[..word]).is_some() {
            return self.result(word);
        }
        self.push(TokenKind::Dots, length);
    }

    /// `<`, and what it begins.
    fn angle(&mut self) {
        let rest = self.rest();
        if rest.starts_with(b"<>") {
            return self.push(TokenKind::NullMove, 2);
        }
        let markup = line::markup_at(rest);
        if markup > 0 {
            return self.push(TokenKind::Markup, markup);
        }
        // The standard gives the pair no meaning yet; its end is looked for on the same line and not through other brackets.
        let end = rest.iter().skip(1).position(|b| is_line_end(*b) || matches!(b, b'>' | b'<' | b'{' | b'}' | b'(' | b')'));
        match end {
            Some(end) if rest[end + 1] == b'>' => self.push(TokenKind::Reserved, end + 2),
            _ => self.push(TokenKind::Reserved, 1),
        }
    }

    /// A bracket in the movetext: to its mate on the same line, as one token.
    fn bracket(&mut self) {
        let rest = self.rest();
        let end = rest.iter().skip(1).position(|b| is_line_end(*b) || matches!(b, b']' | b'[' | b'{' | b'}' | b'(' | b')'));
        match end {
            Some(end) if rest[end + 1] == b']' => self.push(TokenKind::Stray, end + 2),
            _ => self.push(TokenKind::Stray, 1),
        }
    }

    /// Text in quotes on one line, as one token.
    fn quoted(&mut self) {
        let near = self.rest().get(..80).unwrap_or(self.rest());
        let end = near.iter().skip(1).position(|b| is_line_end(*b) || matches!(b, b'"' | b'{' | b'}' | b'(' | b')'));
        match end {
            Some(end) if near[end + 1] == b'"' => self.push(TokenKind::Stray, end + 2),
            _ => self.push(TokenKind::Stray, 1),
        }
    }

    /// `&nbsp;` is a blank, other entities are nothing PGN knows.
    fn entity(&mut self) {
        let rest = self.rest();
        let end = rest.iter().take(10).skip(1).position(|b| !b.is_ascii_alphanumeric() && *b != b'#');
        match end {
            Some(end) if rest[end + 1] == b';' && rest.starts_with(b"&nbsp;") => self.push(TokenKind::OddBlank, end + 2),
            Some(end) if end > 0 && rest[end + 1] == b';' => self.push(TokenKind::Stray, end + 2),
            _ => self.push(TokenKind::Stray, 1),
        }
    }

    /// Bytes that begin nothing, as one token.
    fn stray(&mut self) {
        let length = self.rest().iter().position(|b| !matches!(b, b',' | b'}' | b']' | b'`' | b'%' | 1..=8 | 14..=31 | 127));
        let length = length.unwrap_or(self.rest().len()).max(1);
        self.push(TokenKind::Stray, length);
    }
}

/// The length of a move at the start that is nothing but letters and digits, a `+` perhaps, with a blank behind it: nine of ten.
/// 0 for any other word.
///
/// Eight bytes are classed at once: a loop over the bytes of a word is left at another place for each word, and the processor
/// guesses wrong where. This halves the time of the whole lexer.
#[inline]
fn plain_move(text: &[u8]) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x80 * ONES;
    let Some(eight) = text.first_chunk::<8>() else { return 0 };
    // Small letters and digits keep their bit 0x20, capitals get it; no other character becomes a letter or digit by that. The
    // sums set the high bit of each byte that is at least the first, at most the last of a range; carries only reach later bytes.
    let x = u64::from_le_bytes(*eight);
    let y = x | (0x20 * ONES);
    let letter = y.wrapping_add((0x80 - b'a' as u64) * ONES) & !y.wrapping_add((0x7f - b'z' as u64) * ONES);
    let digit = y.wrapping_add((0x80 - b'0' as u64) * ONES) & !y.wrapping_add((0x7f - b'9' as u64) * ONES);
    let other = !(letter | digit) & HIGH;
    let length = other.trailing_zeros() / 8;
    if !(2..=6).contains(&length) {
        return 0;
    }
    let byte = |at: u32| (x >> (8 * at)) as u8;
    let is_end = |b: u8| b == b' ' || b == b'\n' || b == b'\r';
    let rank = byte(length - 1).wrapping_sub(b'1') < 8;
    if rank && is_end(byte(length)) {
        length as usize
    } else if rank && byte(length) == b'+' && is_end(byte(length + 1)) {
        length as usize + 1
    } else {
        0
    }
}

/// The length of a move number of up to three digits and one period at the start; 0 for anything else.
#[inline]
fn plain_number(text: &[u8]) -> usize {
    let Some(&[_, a, b, c, d]) = text.first_chunk::<5>() else { return 0 };
    let (length, next) = match (a, b, c) {
        (b'.', next, _) => (2, next),
        (b'0'..=b'9', b'.', next) => (3, next),
        (b'0'..=b'9', b'0'..=b'9', b'.') => (4, d),
        _ => return 0,
    };
    if next == b'.' { 0 } else { length }
}

/// `$` and its digits.
fn nag(input: &[u8]) -> IResult<&[u8], &[u8]> {
    recognize(pair(nom::bytes::complete::tag(&b"$"[..]), take_while(is_digit))).parse(input)
}

/// How many bytes a parser takes at the start of `input`.
#[inline]
fn leaf<'a>(mut parser: impl Parser<&'a [u8], Output = &'a [u8], Error = nom::error::Error<&'a [u8]>>, input: &'a [u8]) -> usize {
    parser.parse(input).map_or(1, |(_, taken)| taken.len())
}

/// The text without the standard's blanks at its end.
fn trim_blanks(text: &[u8]) -> &[u8] {
    &text[..text.iter().rposition(|b| !is_blank(*b)).map_or(0, |last| last + 1)]
}

/// In the tag section also `[Foo bar]` and `["x"]` are meant as tags.
fn is_tag_like(line: &[u8]) -> bool {
    let second = line.get(1).copied().unwrap_or_default();
    second == b'"' || super::chars::is_letter(second) && memchr(b']', line).is_some()
}

/// How much of a line is prose: all of it, unless a tag follows.
fn prose_length(text: &[u8]) -> usize {
    let mut from = 0;
    while let Some(at) = memchr::memchr3(b'[', b'{', b'<', &text[from..]) {
        let at = from + at;
        if at > 0 && (text[at] == b'{' || tag::opens(&text[at..]) || line::markup_at(&text[at..]) > 0) {
            return at;
        }
        from = at + 1;
    }
    text.len()
}

#[cfg(test)]
mod tests;
