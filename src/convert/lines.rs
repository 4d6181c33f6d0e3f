//! Chess as text: PGN, and what engines and test suites read.

use std::io::Write as _;

use super::chess::{Board, ChessGame, Item, Tag};
use crate::chess::{Color, Move, Position, Role, Wing};
use crate::pgn::TagName;
use crate::pgn::write::Writer;
use crate::replay::Variant;

/// Whose move it is, and its number.
#[derive(Debug, Clone, Copy)]
struct Turn {
    number: u32,
    black: bool,
}

impl Turn {
    const fn next(self) -> Turn {
        Turn { number: self.number + self.black as u32, black: !self.black }
    }
}

impl<'a> ChessGame<'a> {
    /// The tags in the order they are written: the roster first, the others sorted by ASCII, or as they came.
    fn ordered_tags(&self, keep_order: bool) -> Vec<&Tag<'a>> {
        let rank = |tag: &Tag<'_>| if tag.known.is_roster() { tag.known as u8 } else { u8::MAX };
        let mut tags: Vec<&Tag<'a>> = self.tags.iter().collect();
        if keep_order {
            tags.sort_by_key(|tag| rank(tag));
        } else {
            tags.sort_by(|a, b| rank(a).cmp(&rank(b)).then_with(|| a.name.as_bytes().cmp(b.name.as_bytes())));
        }
        tags
    }

    /// Writes the export format of PGN.
    pub(super) fn write_pgn(&self, keep_order: bool, out: &mut Vec<u8>, lost: &mut Vec<String>) {
        let mut writer = Writer::new(out);
        for tag in self.ordered_tags(keep_order) {
            if tag.value.contains(|c: char| c.is_control()) {
                lost.push(format!("control characters in the tag {}", tag.name));
            }
            writer.tag(&tag.name, &tag.value);
        }
        writer.end_tags();
        let mut now = Turn { number: self.start.fullmove_number(), black: self.start.side_to_move() == Color::Black };
        let mut before = now;
        let mut left = Vec::new();
        // A number stands before each move of White, and before one of Black that does not follow its move of White.
        let mut numbered = false;
        for item in &self.items {
            match item {
                Item::Move(..) | Item::Null => {
                    if !now.black || !numbered {
                        writer.number(now.number, now.black);
                    }
                    numbered = true;
                    writer.word(if let Item::Move(_, san) = item { san } else { "--" });
                    before = now;
                    now = now.next();
                    continue;
                }
                Item::Nag(number) => {
                    writer.glyph(*number);
                    continue;
                }
                Item::Raw(text) => writer.word(text),
                Item::Comment(text) => writer.comment(text),
                Item::Open => {
                    writer.open();
                    left.push((before, now));
                    now = before;
                }
                Item::Close => {
                    writer.close();
                    if let Some(line) = left.pop() {
                        (before, now) = line;
                    }
                }
            }
            numbered = false;
        }
        writer.finish(self.result);
    }

    /// The moves of the main line with the position before each.
    pub(super) fn main_line(&self) -> impl Iterator<Item = (Position, &Item<'a>)> {
        let mut position = self.start;
        self.main_moves().map(move |item| {
            let before = position;
            match item {
                Item::Move(mv, _) => position.play(*mv),
                _ => position.play_null(),
            }
            (before, item)
        })
    }

    /// The moves of the main line, null moves too.
    pub(super) fn main_moves(&self) -> impl Iterator<Item = &Item<'a>> {
        let mut depth = 0_u32;
        self.items.iter().filter(move |item| {
            match item {
                Item::Open => depth += 1,
                Item::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && matches!(item, Item::Move(..) | Item::Null)
        })
    }

    pub(super) fn is_chess960(&self) -> bool {
        self.variant == Variant::Chess960
    }

    /// The FEN it starts from, unless that is the standard array.
    pub(super) fn start_fen(&self) -> Option<String> {
        (self.start != Position::STANDARD).then(|| self.start.fen())
    }
}

/// What forms that hold the main line only leave out.
pub(super) fn lose_lines(game: &ChessGame<'_>, lost: &mut Vec<String>) {
    let count = |what: fn(&Item<'_>) -> bool| game.items.iter().filter(|i| what(i)).count();
    for (n, what) in [
        (count(|i| matches!(i, Item::Comment(_))), "comment"),
        (count(|i| matches!(i, Item::Open)), "variation"),
        (count(|i| matches!(i, Item::Nag(_))), "glyph"),
    ] {
        if n > 0 {
            lost.push(format!("{n} {what}{}", if n == 1 { "" } else { "s" }));
        }
    }
}

/// The moves of the main line as engines write them, with a blank between.
pub(super) fn uci_moves(game: &ChessGame<'_>, out: &mut Vec<u8>) {
    for (i, item) in game.main_moves().enumerate() {
        if i > 0 {
            out.push(b' ');
        }
        match item {
            Item::Move(mv, _) => mv.uci(game.is_chess960()).push_to(out),
            _ => out.extend_from_slice(b"0000"),
        }
    }
}

/// A `position` command of the UCI protocol.
pub(super) fn uci(game: &ChessGame<'_>, out: &mut Vec<u8>, lost: &mut Vec<String>) {
    match game.start_fen() {
        Some(fen) => {
            out.extend_from_slice(b"position fen ");
            out.extend_from_slice(fen.as_bytes());
        }
        None => out.extend_from_slice(b"position startpos"),
    }
    if game.main_moves().next().is_some() {
        out.extend_from_slice(b" moves ");
        uci_moves(game, out);
    }
    out.push(b'\n');
    lost.push("the tags and the result".to_owned());
    lose_lines(game, lost);
}

/// PGN with moves in long algebraic notation: `e2-e4`, `Ng1-f3`, `e4xd5`.
pub(super) fn lan(game: &ChessGame<'_>, keep_order: bool, out: &mut Vec<u8>, lost: &mut Vec<String>) {
    let mut board = Board::new(game.start);
    let words: Vec<String> = game
        .items
        .iter()
        .map(|item| {
            let word = if let Item::Move(mv, _) = item { long_word(&board.now, *mv) } else { String::new() };
            board.step(item);
            word
        })
        .collect();
    let mut respelled: ChessGame<'_> = game.clone();
    for (item, word) in respelled.items.iter_mut().zip(&words) {
        if let Item::Move(_, san) = item {
            *san = word;
        }
    }
    respelled.write_pgn(keep_order, out, lost);
}

/// A move in long algebraic notation.
fn long_word(position: &Position, mv: Move) -> String {
    let mut after = *position;
    after.play(mv);
    let mut word = String::new();
    if mv.is_castling() {
        word.push_str(if mv.wing() == Wing::King { "O-O" } else { "O-O-O" });
    } else {
        match position.role_at(mv.from) {
            Some(Role::Pawn) | None => {}
            Some(role) => word.push(char::from(role.letter())),
        }
        let sign = if position.is_capture(mv) { 'x' } else { '-' };
        word.push_str(&format!("{}{sign}{}", mv.from, mv.to));
        if let Some(role) = mv.promotion() {
            word.extend(['=', char::from(role.letter())]);
        }
    }
    if after.is_check() {
        word.push(if after.has_legal_move() { '+' } else { '#' });
    }
    word
}

/// The position after the last move, or every position of the main line.
fn positions(game: &ChessGame<'_>, every: bool) -> Vec<(Position, Option<Move>)> {
    let mut end = game.start;
    let mut all = Vec::new();
    for (before, item) in game.main_line() {
        let mv = match item {
            Item::Move(mv, _) => Some(*mv),
            _ => None,
        };
        if every {
            all.push((before, mv));
        }
        end = before;
        match mv {
            Some(mv) => end.play(mv),
            None => end.play_null(),
        }
    }
    all.push((end, None));
    all
}

/// A FEN a line.
pub(super) fn fen(game: &ChessGame<'_>, every: bool, out: &mut Vec<u8>, lost: &mut Vec<String>) {
    for (position, _) in positions(game, every) {
        out.extend_from_slice(position.fen().as_bytes());
        out.push(b'\n');
    }
    lost.push("all but the positions".to_owned());
}

/// An EPD a line: the position with its counters, the move played from it, who played, and the result.
pub(super) fn epd(game: &ChessGame<'_>, every: bool, out: &mut Vec<u8>, lost: &mut Vec<String>) {
    let text = |value: &str| value.replace(['"', '\n', '\r'], "'");
    for (position, mv) in positions(game, every) {
        let fen = position.fen();
        let mut fields = fen.split(' ');
        let board: Vec<&str> = fields.by_ref().take(4).collect();
        // Writing to memory cannot fail.
        let _ = write!(out, "{}", board.join(" "));
        for (code, value) in ["hmvc", "fmvn"].iter().zip(fields) {
            let _ = write!(out, " {code} {value};");
        }
        if let Some(mv) = mv {
            let _ = write!(out, " sm {};", position.san(mv));
        }
        let _ = write!(
            out,
            " id \"{} - {}, {} {}\";",
            text(game.tag(TagName::White)),
            text(game.tag(TagName::Black)),
            text(game.tag(TagName::Event)),
            text(game.tag(TagName::Date))
        );
        let _ = writeln!(out, " c0 \"{}\";", game.result);
    }
    lost.push("the moves behind the positions, and most tags".to_owned());
    lose_lines(game, lost);
}
