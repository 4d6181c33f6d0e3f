//! A game of chess as a list: tags, moves of all lines, comments, all in Unicode.

use std::borrow::Cow;
use std::collections::HashSet;

use super::options::SortBy;
use crate::chess::{Move, Packed, Position};
use crate::finding::Span;
use crate::pgn::{Lexed, Outcome, TagName, Token, TokenKind, nag};
use crate::record::RawRecord;
use crate::replay::{ChessReplay, Made, Variant};
use crate::values::chess_result::ChessResult;

/// A piece of movetext.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Item<'a> {
    /// A move and its word in the export format, in the position that the moves before it lead to.
    Move(Move, &'a str),
    /// A null move.
    Null,
    /// A word that could not be replayed, as it was written.
    Raw(Cow<'a, str>),
    /// A comment.
    Comment(Cow<'a, str>),
    /// A Numeric Annotation Glyph.
    Nag(u16),
    /// A variation begins: it replaces the move before it.
    Open,
    /// A variation ends.
    Close,
}

/// A tag. Two that say the same are equal.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Tag<'a> {
    /// Its name, if known.
    pub(super) known: TagName,
    /// Its name, spelled as the standard does if it is known.
    pub(super) name: Cow<'a, str>,
    /// Its value, without escapes.
    pub(super) value: Cow<'a, str>,
}

impl<'a> Tag<'a> {
    fn new(known: TagName, value: &'a str) -> Self {
        Tag { known, name: Cow::Borrowed(known.name()), value: Cow::Borrowed(value) }
    }
}

/// A game. It borrows what it can from the record and from its replay.
#[derive(Debug, Clone)]
pub(super) struct ChessGame<'a> {
    /// The tags in the order of the record.
    pub(super) tags: Vec<Tag<'a>>,
    /// The rules it is played by.
    pub(super) variant: Variant,
    /// The position it starts from.
    pub(super) start: Position,
    /// The movetext.
    pub(super) items: Vec<Item<'a>>,
    /// The game termination marker in normal form.
    pub(super) result: &'static str,
}

/// What reading a record gave.
#[derive(Debug, Clone)]
pub(super) struct Read<'a> {
    /// The game.
    pub(super) game: ChessGame<'a>,
    /// Whether the main line was replayed to its end and nothing stands where it should not.
    pub(super) complete: bool,
}

/// The result of a marker as it is written in normal form. Results the standard has no marker for stay open, and the tag keeps them.
const fn marker(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::White | Outcome::WhiteByForfeit => "1-0",
        Outcome::Black | Outcome::BlackByForfeit => "0-1",
        Outcome::Draw => "1/2-1/2",
        Outcome::Open | Outcome::BothLose | Outcome::HalfToWhite | Outcome::HalfToBlack | Outcome::BothForfeit => "*",
    }
}

/// The bytes of a record that is copied, with one blank line behind it.
pub(super) fn verbatim(record: &RawRecord<'_>) -> Vec<u8> {
    let mut text = record.bytes.trim_ascii_end().to_vec();
    text.extend_from_slice(b"\n\n");
    text
}

impl<'a> ChessGame<'a> {
    /// Reads a record that was cut into tokens and replayed, with the moves of all lines kept.
    pub(super) fn read(record: &RawRecord<'a>, lexed: &'a Lexed, replay: &'a ChessReplay) -> Read<'a> {
        // Nearly every record is UTF-8 as a whole; that is seen once and not for every word.
        let text = simdutf8::basic::from_utf8(record.bytes).ok();
        let decode = |span: Span| decode(record, text, span);
        let mut tags: Vec<Tag<'a>> = Vec::with_capacity(lexed.tags.len() + 7);
        tags.extend(lexed.tags.iter().map(|tag| {
            let name = match tag.known {
                TagName::Other => decode(tag.name),
                known => Cow::Borrowed(known.name()),
            };
            let value = match tag.text(record.bytes) {
                Cow::Borrowed(_) => decode(tag.value),
                Cow::Owned(text) => Cow::Owned(record.charset.decode(&text).into_owned()),
            };
            Tag { known: tag.known, name, value }
        }));
        let mut reader = Reader {
            record: *record,
            text,
            moves: replay.all_lines.as_deref().unwrap_or_default(),
            items: Vec::with_capacity(lexed.moves().len()),
            ended: None,
            clean: true,
            depth: 0,
        };
        for (index, token) in lexed.tokens.iter().enumerate() {
            reader.token(index as u32, token);
        }
        for _ in 0..std::mem::take(&mut reader.depth) {
            reader.items.push(Item::Close);
        }
        let Reader { items, ended, clean, .. } = reader;
        let stated = tags.iter().find(|tag| tag.known == TagName::Result).map(|tag| ChessResult::read(&tag.value));
        let result = match (ended, stated.and_then(|s| s.value())) {
            (Some(outcome), _) => marker(outcome),
            (None, Some(result)) => result.text(),
            (None, None) => "*",
        };
        normalize_tags(&mut tags, result);
        let complete = replay.is_complete() && clean;
        Read { game: ChessGame { tags, variant: replay.variant, start: replay.start, items, result }, complete }
    }

    /// The value of a tag, or nothing.
    pub(super) fn tag(&self, known: TagName) -> &str {
        self.tags.iter().find(|tag| tag.known == known).map_or("", |tag| &tag.value)
    }

    /// Takes out the main line from the first word that could not be replayed on, and all that hangs on it.
    pub(super) fn truncate(&mut self) {
        let mut depth = 0_u32;
        let at = self.items.iter().position(|item| {
            match item {
                Item::Open => depth += 1,
                Item::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && matches!(item, Item::Raw(_))
        });
        if let Some(at) = at {
            self.items.truncate(at);
        }
        self.result = "*";
    }

    /// What it is told apart from others by.
    pub(super) fn sorted_by(&self, key: SortBy) -> &str {
        match key {
            SortBy::Event => self.tag(TagName::Event),
            SortBy::Year => {
                let year = self.tag(TagName::Date).get(..4);
                year.filter(|y| y.bytes().all(|b| b.is_ascii_digit())).unwrap_or_default()
            }
            SortBy::Player => self.tag(TagName::White),
            SortBy::Result => self.result,
        }
    }
}

/// Up to how many tags are compared each with each; a record with more is a strange one.
const FEW_TAGS: usize = 40;

/// Gives a game the tags that every game has, in the spelling of the standard.
fn normalize_tags(tags: &mut Vec<Tag<'_>>, result: &'static str) {
    for tag in tags.iter_mut().filter(|tag| tag.known == TagName::Result) {
        if let Some(read) = ChessResult::read(&tag.value).value() {
            tag.value = Cow::Borrowed(read.text());
        }
    }
    let mut at = 0;
    for &roster in TagName::KNOWN.iter().filter(|t| t.is_roster()) {
        match tags.iter().position(|tag| tag.known == roster) {
            Some(found) => at = found + 1,
            None => {
                let value = match roster {
                    TagName::Date => "????.??.??",
                    TagName::Result => result,
                    _ => "?",
                };
                tags.insert(at, Tag::new(roster, value));
                at += 1;
            }
        }
    }
    if let Some(at) = tags.iter().position(|tag| tag.known == TagName::FEN)
        && !tags.iter().any(|tag| tag.known == TagName::SetUp)
    {
        tags.insert(at, Tag::new(TagName::SetUp, "1"));
    }
    // A tag that says the same twice says it once.
    if tags.len() <= FEW_TAGS {
        for at in (1..tags.len()).rev() {
            if tags[..at].contains(&tags[at]) {
                tags.remove(at);
            }
        }
    } else {
        let new: Vec<bool> = {
            let mut seen = HashSet::new();
            tags.iter().map(|tag| seen.insert(tag)).collect()
        };
        let mut new = new.into_iter();
        tags.retain(|_| new.next().unwrap_or(true));
    }
}

/// The text of a place. `text` is the whole record, if it is UTF-8.
fn decode<'a>(record: &RawRecord<'a>, text: Option<&'a str>, span: Span) -> Cow<'a, str> {
    match text.and_then(|text| text.get(span.start as usize..span.end as usize)) {
        Some(text) => Cow::Borrowed(text),
        None => record.charset.decode(span.of(record.bytes)),
    }
}

struct Reader<'a> {
    record: RawRecord<'a>,
    text: Option<&'a str>,
    /// The moves that are still to come.
    moves: &'a [Made],
    items: Vec<Item<'a>>,
    ended: Option<Outcome>,
    /// Nothing stands where it cannot be kept in its place.
    clean: bool,
    depth: u32,
}

impl<'a> Reader<'a> {
    fn text(&self, span: Span) -> Cow<'a, str> {
        decode(&self.record, self.text, span)
    }

    /// The move that was read from a token, if one was made.
    #[inline]
    fn made(&mut self, token: u32) -> Option<&'a Made> {
        let (made, rest) = self.moves.split_first()?;
        (made.token == token).then(|| {
            self.moves = rest;
            made
        })
    }

    fn comment(&mut self, span: Span) {
        let text = self.text(span);
        self.items.push(Item::Comment(text));
    }

    fn token(&mut self, index: u32, token: &Token) {
        if self.ended.is_some()
            && !matches!(token.kind, TokenKind::Comment | TokenKind::LineComment | TokenKind::Mark | TokenKind::OddBlank)
        {
            self.clean = false;
        }
        match token.kind {
            TokenKind::Move | TokenKind::NullMove => match self.made(index) {
                Some(&Made { mv: Some(mv), respelled: None, .. }) => {
                    let word = match self.text(token.span) {
                        Cow::Borrowed(word) => word,
                        // A word of SAN is ASCII.
                        Cow::Owned(_) => "",
                    };
                    self.items.push(Item::Move(mv, word));
                }
                Some(Made { mv: Some(mv), respelled: Some(san), .. }) => self.items.push(Item::Move(*mv, san.as_str())),
                Some(Made { mv: None, .. }) => self.items.push(Item::Null),
                None => {
                    let word = self.text(token.span);
                    self.items.push(Item::Raw(word));
                }
            },
            TokenKind::Suffix | TokenKind::Glyph => {
                let text = self.text(token.span);
                match nag::of_glyph(&text) {
                    Some(number) => self.items.push(Item::Nag(number)),
                    None => self.items.push(Item::Comment(text)),
                }
            }
            TokenKind::Nag => match std::str::from_utf8(&token.span.of(self.record.bytes)[1..]).ok().and_then(|d| d.parse().ok())
            {
                Some(number) => self.items.push(Item::Nag(number)),
                None => self.comment(token.span),
            },
            TokenKind::Comment | TokenKind::LineComment => self.comment(token.inner_span()),
            // What the export format has no place for is kept as a comment.
            TokenKind::DrawOffer | TokenKind::Escape | TokenKind::Reserved | TokenKind::MailHeader => self.comment(token.span),
            TokenKind::Stray => {
                self.comment(token.span);
                self.clean = false;
            }
            TokenKind::Open => {
                self.depth += 1;
                self.items.push(Item::Open);
            }
            TokenKind::Close if self.depth > 0 => {
                self.depth -= 1;
                self.items.push(Item::Close);
            }
            TokenKind::Result(outcome) if self.depth == 0 && self.ended.is_none() => self.ended = Some(outcome),
            TokenKind::Result(_) if self.depth > 0 => self.comment(token.span),
            TokenKind::Tag
            | TokenKind::MoveNumber
            | TokenKind::Dots
            | TokenKind::CheckMark
            | TokenKind::EnPassant
            | TokenKind::Markup
            | TokenKind::Mark
            | TokenKind::OddBlank
            | TokenKind::Nul
            | TokenKind::Close
            | TokenKind::Result(_) => {}
        }
    }
}

/// Walks through the items of a game with the position before each.
#[derive(Debug)]
pub(super) struct Board {
    /// The position now.
    pub(super) now: Position,
    before: Position,
    stack: Vec<(Packed, Packed)>,
}

impl Board {
    pub(super) fn new(start: Position) -> Board {
        Board { now: start, before: start, stack: Vec::new() }
    }

    pub(super) fn step(&mut self, item: &Item<'_>) {
        match item {
            Item::Move(mv, _) => {
                self.before = self.now;
                self.now.play(*mv);
            }
            Item::Null => {
                self.before = self.now;
                self.now.play_null();
            }
            Item::Open => {
                self.stack.push((self.before.pack(), self.now.pack()));
                self.now = self.before;
            }
            Item::Close => {
                if let Some((before, now)) = self.stack.pop() {
                    (self.before, self.now) = (Position::unpack(&before), Position::unpack(&now));
                }
            }
            Item::Raw(_) | Item::Comment(_) | Item::Nag(_) => {}
        }
    }
}
