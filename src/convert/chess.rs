//! A game of chess as an owned list: tags, moves of all lines, comments, all in Unicode.

use super::Sorting;
use crate::checks::{Findings, Selection};
use crate::chess::{Move, Packed, Position};
use crate::pgn::{Lexed, Outcome, TagName, Token, TokenKind, lex, nag};
use crate::record::RawRecord;
use crate::replay::{ChessReplay, Variant, chess};
use crate::values::chess_result::ChessResult;

/// Buffers that are used again from record to record.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    lexed: Lexed,
    replay: ChessReplay,
}

/// A piece of movetext.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// A move, with the position it is played in told by the moves before it.
    Move(Move),
    /// A null move.
    Null,
    /// A word that could not be replayed, as it was written.
    Raw(String),
    /// A comment.
    Comment(String),
    /// A Numeric Annotation Glyph.
    Nag(u16),
    /// A variation begins: it replaces the move before it.
    Open,
    /// A variation ends.
    Close,
}

/// What is taken out of games.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Removal {
    /// Comments.
    pub comments: bool,
    /// Variations.
    pub variations: bool,
    /// Numeric Annotation Glyphs.
    pub nags: bool,
    /// Clock times: `[%clk]`, `[%emt]` and their like; in SGF `BL WL OB OW`.
    pub clocks: bool,
    /// Evaluations: `[%eval]`; in SGF what engines write.
    pub evaluations: bool,
    /// Tags or properties of these names.
    pub tags: Vec<String>,
    /// All tags but the seven-tag roster and what the moves need (`FEN`, `SetUp`, `Variant`).
    pub roster_only: bool,
}

/// A game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChessGame {
    /// The tags in the order of the record, values without escapes.
    pub tags: Vec<(String, String)>,
    /// The rules it is played by.
    pub variant: Variant,
    /// The position it starts from.
    pub start: Position,
    /// The movetext.
    pub items: Vec<Item>,
    /// The game termination marker in normal form.
    pub result: &'static str,
}

/// What reading a record gave.
#[derive(Debug, Clone)]
pub struct Read {
    /// The game.
    pub game: ChessGame,
    /// Whether the main line was replayed to its end and nothing stands where it should not.
    pub complete: bool,
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

impl ChessGame {
    /// Reads a record.
    pub(super) fn read(record: &RawRecord<'_>, buffers: &mut Buffers) -> Read {
        let Buffers { lexed, replay } = buffers;
        lex(record.bytes, lexed);
        replay.all_lines = Some(replay.all_lines.take().unwrap_or_default());
        chess::replay(record, lexed, replay, &mut Findings::new(Selection::none()));
        let decode = |bytes: &[u8]| record.charset.decode(bytes).into_owned();
        let mut tags: Vec<(String, String)> = lexed
            .tags
            .iter()
            .map(|tag| {
                let name = match tag.known {
                    TagName::Other => decode(tag.name.of(record.bytes)),
                    known => known.name().to_owned(),
                };
                (name, decode(&tag.text(record.bytes)))
            })
            .collect();
        let mut reader = Reader {
            record,
            moves: replay.all_lines.as_deref().unwrap_or_default().iter().copied().peekable(),
            items: Vec::new(),
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
        let stated = tags.iter().find(|(name, _)| name == "Result").map(|(_, value)| ChessResult::read(value));
        let result = match (ended, stated.and_then(|s| s.value())) {
            (Some(outcome), _) => marker(outcome),
            (None, Some(result)) => result.text(),
            (None, None) => "*",
        };
        normalize_tags(&mut tags, result);
        let complete = replay.is_complete() && clean;
        let start = replay.start;
        Read { game: ChessGame { tags, variant: replay.variant, start, items, result }, complete }
    }

    /// The value of a tag, or nothing.
    pub fn tag(&self, name: &str) -> &str {
        self.tags.iter().find(|(n, _)| n == name).map_or("", |(_, value)| value)
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

    pub(super) fn sorting(&self) -> Sorting {
        let date = self.tag("Date");
        Sorting {
            event: self.tag("Event").to_owned(),
            year: date.get(..4).filter(|y| y.bytes().all(|b| b.is_ascii_digit())).unwrap_or_default().to_owned(),
            white: self.tag("White").to_owned(),
            black: self.tag("Black").to_owned(),
            result: self.result.to_owned(),
        }
    }

    /// Takes out what is not wanted.
    pub(super) fn remove(&mut self, removal: &Removal) {
        if *removal == Removal::default() {
            return;
        }
        const NEEDED: [&str; 3] = ["FEN", "SetUp", "Variant"];
        self.tags.retain(|(name, _)| {
            let roster = TagName::KNOWN.iter().any(|t| t.is_roster() && t.name() == name);
            let kept = !removal.roster_only || roster || NEEDED.contains(&name.as_str());
            kept && !removal.tags.iter().any(|t| t.eq_ignore_ascii_case(name))
        });
        let mut depth = 0_u32;
        self.items.retain_mut(|item| {
            match item {
                Item::Open => depth += 1,
                Item::Close => {
                    depth -= 1;
                    return !removal.variations;
                }
                _ => {}
            }
            if depth > 0 && removal.variations {
                return false;
            }
            match item {
                Item::Nag(_) => !removal.nags,
                Item::Comment(text) => {
                    if removal.clocks || removal.evaluations {
                        let stripped = strip_commands(text, removal);
                        if stripped != *text && stripped.trim().is_empty() {
                            return false;
                        }
                        *text = stripped;
                    }
                    if removal.comments {
                        // Clocks and evaluations are kept for those who take out words only.
                        let commands = commands_only(text);
                        *text = commands;
                        return !text.is_empty();
                    }
                    true
                }
                _ => true,
            }
        });
    }
}

/// The commands in a comment: `[%name …]`.
fn commands(text: &str) -> impl Iterator<Item = (std::ops::Range<usize>, &str)> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let start = from + text.get(from..)?.find("[%")?;
        let end = start + text[start..].find(']')? + 1;
        from = end;
        let inner = &text[start + 2..end - 1];
        Some((start..end, inner.split([' ', '\t', '\n']).next().unwrap_or_default()))
    })
}

fn strip_commands(text: &str, removal: &Removal) -> String {
    let unwanted = |name: &str| {
        (removal.clocks && matches!(name, "clk" | "emt" | "egt" | "mct" | "timestamp"))
            || (removal.evaluations && matches!(name, "eval" | "evp" | "depth"))
    };
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (range, _) in commands(text).filter(|(_, name)| unwanted(name)) {
        out.push_str(&text[at..range.start]);
        at = range.end;
        // One of the blanks around goes with it.
        if (out.is_empty() || out.ends_with(' ')) && text[at..].starts_with(' ') {
            at += 1;
        }
    }
    out.push_str(&text[at..]);
    out
}

fn commands_only(text: &str) -> String {
    commands(text).map(|(range, _)| &text[range]).collect::<Vec<_>>().join(" ")
}

/// Gives a game the tags that every game has, in the spelling of the standard.
fn normalize_tags(tags: &mut Vec<(String, String)>, result: &str) {
    for (name, value) in tags.iter_mut() {
        if name == "Result"
            && let Some(read) = ChessResult::read(value).value()
        {
            *value = read.text().to_owned();
        }
    }
    let mut at = 0;
    for roster in TagName::KNOWN.iter().filter(|t| t.is_roster()) {
        match tags.iter().position(|(name, _)| name == roster.name()) {
            Some(found) => at = found + 1,
            None => {
                let value = match roster {
                    TagName::Date => "????.??.??",
                    TagName::Result => result,
                    _ => "?",
                };
                tags.insert(at, (roster.name().to_owned(), value.to_owned()));
                at += 1;
            }
        }
    }
    if tags.iter().any(|(name, _)| name == "FEN") && !tags.iter().any(|(name, _)| name == "SetUp") {
        let at = tags.iter().position(|(name, _)| name == "FEN").unwrap_or(tags.len());
        tags.insert(at, ("SetUp".to_owned(), "1".to_owned()));
    }
    // A tag that says the same twice says it once.
    let mut seen: Vec<(String, String)> = Vec::new();
    tags.retain(|tag| {
        let new = !seen.contains(tag);
        if new {
            seen.push(tag.clone());
        }
        new
    });
}

struct Reader<'a, I: Iterator> {
    record: &'a RawRecord<'a>,
    moves: std::iter::Peekable<I>,
    items: Vec<Item>,
    ended: Option<Outcome>,
    /// Nothing stands where it cannot be kept in its place.
    clean: bool,
    depth: u32,
}

impl<I: Iterator<Item = (u32, Option<Move>)>> Reader<'_, I> {
    fn text(&self, bytes: &[u8]) -> String {
        self.record.charset.decode(bytes).into_owned()
    }

    fn comment(&mut self, bytes: &[u8]) {
        let text = self.text(bytes);
        self.items.push(Item::Comment(text));
    }

    fn token(&mut self, index: u32, token: &Token) {
        let bytes = token.span.of(self.record.bytes);
        if self.ended.is_some()
            && !matches!(token.kind, TokenKind::Comment | TokenKind::LineComment | TokenKind::Mark | TokenKind::OddBlank)
        {
            self.clean = false;
        }
        match token.kind {
            TokenKind::Move | TokenKind::NullMove => match self.moves.next_if(|(i, _)| *i == index) {
                Some((_, Some(mv))) => self.items.push(Item::Move(mv)),
                Some((_, None)) => self.items.push(Item::Null),
                None => {
                    let word = self.text(bytes);
                    self.items.push(Item::Raw(word));
                }
            },
            TokenKind::Suffix | TokenKind::Glyph => {
                let text = self.text(bytes);
                match nag::of_glyph(&text) {
                    Some(number) => self.items.push(Item::Nag(number)),
                    None => self.items.push(Item::Comment(text)),
                }
            }
            TokenKind::Nag => match std::str::from_utf8(&bytes[1..]).ok().and_then(|d| d.parse().ok()) {
                Some(number) => self.items.push(Item::Nag(number)),
                None => self.comment(bytes),
            },
            TokenKind::Comment | TokenKind::LineComment => self.comment(token.inner(self.record.bytes)),
            // What the export format has no place for is kept as a comment.
            TokenKind::DrawOffer | TokenKind::Escape | TokenKind::Reserved | TokenKind::MailHeader => self.comment(bytes),
            TokenKind::Stray => {
                self.comment(bytes);
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
            TokenKind::Result(_) if self.depth > 0 => self.comment(bytes),
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

    pub(super) fn step(&mut self, item: &Item) {
        match item {
            Item::Move(mv) => {
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
