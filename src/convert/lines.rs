//! Chess as text: PGN, and what engines and test suites read.

use std::fmt::Write as _;

use super::chess::{Board, ChessGame, Item};
use crate::chess::{Move, Position, Role, Wing};
use crate::pgn::TagName;
use crate::pgn::write::Writer;
use crate::replay::Variant;

impl ChessGame {
    /// The tags in the order they are written: the roster first, the others sorted by ASCII, or as they came.
    fn ordered_tags(&self, keep_order: bool) -> Vec<&(String, String)> {
        let rank = |name: &str| TagName::KNOWN.iter().filter(|t| t.is_roster()).position(|t| t.name() == name);
        let mut tags: Vec<&(String, String)> = self.tags.iter().collect();
        if keep_order {
            tags.sort_by_key(|(name, _)| rank(name).unwrap_or(usize::MAX));
        } else {
            tags.sort_by(|(a, _), (b, _)| {
                rank(a).unwrap_or(usize::MAX).cmp(&rank(b).unwrap_or(usize::MAX)).then_with(|| a.as_bytes().cmp(b.as_bytes()))
            });
        }
        tags
    }

    /// Writes the export format of PGN.
    pub(super) fn write_pgn(&self, keep_order: bool, out: &mut Vec<u8>, lost: &mut Vec<String>) {
        self.write_with(keep_order, out, lost, |position, mv, word| {
            let _ = write!(word, "{}", position.san(mv));
        });
    }

    fn write_with(
        &self,
        keep_order: bool,
        out: &mut Vec<u8>,
        lost: &mut Vec<String>,
        spell: impl Fn(&Position, Move, &mut String),
    ) {
        let mut writer = Writer::new(out);
        for (name, value) in self.ordered_tags(keep_order) {
            if value.contains(|c: char| c.is_control()) {
                lost.push(format!("control characters in the tag {name}"));
            }
            writer.tag(name, value);
        }
        writer.end_tags();
        let mut board = Board::new(self.start);
        // A number stands before each move of White, and before one of Black that does not follow its move of White.
        let mut numbered = false;
        let mut word = String::new();
        for item in &self.items {
            match item {
                Item::Move(_) | Item::Null => {
                    let black = board.now.side_to_move() == crate::chess::Color::Black;
                    if !black || !numbered {
                        word.clear();
                        let _ = write!(word, "{}{}", board.now.fullmove_number(), if black { "..." } else { "." });
                        writer.word(&word);
                    }
                    numbered = true;
                    word.clear();
                    match item {
                        Item::Move(mv) => spell(&board.now, *mv, &mut word),
                        _ => word.push_str("--"),
                    }
                    writer.word(&word);
                }
                Item::Raw(text) => {
                    numbered = false;
                    writer.word(text);
                }
                Item::Comment(text) => {
                    numbered = false;
                    writer.comment(text);
                }
                Item::Nag(number) => {
                    word.clear();
                    let _ = write!(word, "${number}");
                    writer.word(&word);
                }
                Item::Open => {
                    numbered = false;
                    writer.open();
                }
                Item::Close => {
                    numbered = false;
                    writer.close();
                }
            }
            board.step(item);
        }
        writer.finish(self.result);
    }

    /// The moves of the main line with the position before each.
    pub(super) fn main_line(&self) -> impl Iterator<Item = (Position, &Item)> {
        let mut depth = 0_u32;
        let mut position = self.start;
        self.items.iter().filter_map(move |item| {
            match item {
                Item::Open => depth += 1,
                Item::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth > 0 || !matches!(item, Item::Move(_) | Item::Null) {
                return None;
            }
            let before = position;
            match item {
                Item::Move(mv) => position.play(*mv),
                _ => position.play_null(),
            }
            Some((before, item))
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
fn lose_lines(game: &ChessGame, lost: &mut Vec<String>) {
    let count = |what: fn(&Item) -> bool| game.items.iter().filter(|i| what(i)).count();
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

/// A `position` command of the UCI protocol.
pub(super) fn uci(game: &ChessGame, out: &mut Vec<u8>, lost: &mut Vec<String>) {
    let mut line = match game.start_fen() {
        Some(fen) => format!("position fen {fen}"),
        None => "position startpos".to_owned(),
    };
    let mut moves = String::new();
    for (_, item) in game.main_line() {
        match item {
            Item::Move(mv) => {
                let _ = write!(moves, " {}", mv.uci(game.is_chess960()));
            }
            _ => moves.push_str(" 0000"),
        }
    }
    if !moves.is_empty() {
        line.push_str(" moves");
        line.push_str(&moves);
    }
    line.push('\n');
    out.extend_from_slice(line.as_bytes());
    lost.push("the tags and the result".to_owned());
    lose_lines(game, lost);
}

/// PGN with moves in long algebraic notation: `e2-e4`, `Ng1-f3`, `e4xd5`.
pub(super) fn lan(game: &ChessGame, keep_order: bool, out: &mut Vec<u8>, lost: &mut Vec<String>) {
    game.write_with(keep_order, out, lost, |position, mv, word| {
        let mut after = *position;
        after.play(mv);
        if mv.is_castling() {
            word.push_str(if mv.wing() == Wing::King { "O-O" } else { "O-O-O" });
        } else {
            match position.role_at(mv.from) {
                Some(Role::Pawn) | None => {}
                Some(role) => word.push(char::from(role.letter())),
            }
            let sign = if position.is_capture(mv) { 'x' } else { '-' };
            let _ = write!(word, "{}{sign}{}", mv.from, mv.to);
            if let Some(role) = mv.promotion() {
                let _ = write!(word, "={}", char::from(role.letter()));
            }
        }
        if after.is_check() {
            word.push(if after.has_legal_move() { '+' } else { '#' });
        }
    });
}

/// The position after the last move, or every position of the main line.
fn positions(game: &ChessGame, every: bool) -> Vec<(Position, Option<Move>)> {
    let mut end = game.start;
    let mut all = Vec::new();
    for (before, item) in game.main_line() {
        let mv = match item {
            Item::Move(mv) => Some(*mv),
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
pub(super) fn fen(game: &ChessGame, every: bool, out: &mut Vec<u8>, lost: &mut Vec<String>) {
    for (position, _) in positions(game, every) {
        out.extend_from_slice(position.fen().as_bytes());
        out.push(b'\n');
    }
    lost.push("all but the positions".to_owned());
}

/// An EPD a line: the position with its counters, the move played from it, who played, and the result.
pub(super) fn epd(game: &ChessGame, every: bool, out: &mut Vec<u8>, lost: &mut Vec<String>) {
    let text = |value: &str| value.replace(['"', '\n', '\r'], "'");
    for (position, mv) in positions(game, every) {
        let fen = position.fen();
        let mut fields = fen.split(' ');
        let board: Vec<&str> = fields.by_ref().take(4).collect();
        let mut line = board.join(" ");
        for (code, value) in ["hmvc", "fmvn"].iter().zip(fields) {
            let _ = write!(line, " {code} {value};");
        }
        if let Some(mv) = mv {
            let _ = write!(line, " sm {};", position.san(mv));
        }
        let _ = write!(
            line,
            " id \"{} - {}, {} {}\";",
            text(game.tag("White")),
            text(game.tag("Black")),
            text(game.tag("Event")),
            text(game.tag("Date"))
        );
        let _ = writeln!(line, " c0 \"{}\";", game.result);
        out.extend_from_slice(line.as_bytes());
    }
    lost.push("the moves behind the positions, and most tags".to_owned());
    lose_lines(game, lost);
}
