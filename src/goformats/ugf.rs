//! UGF and UGI, the formats of the PANDA-IGS server and its programs.
//!
//! Sections in brackets: `[Header]` with `Name=value`, `[Data]` with one move a line (`QP,B1,1,0`: column Q, row P, Black, move 1, seconds),
//! `[Figure]` with comments (`.Text,45` … `.EndText`) and diagrams (`.Fig,45,…` … `.EndFig`), `[ReviewNode]` with the moves of a review.
//! Rows count from the bottom if `CoordinateType=IGS`, else from the top. Moves with the number 0 are stones that stand before the game.

mod figure;
mod header;

use encoding_rs::Encoding;

use super::charset::{decode, detect};
use super::lines::{Line, lines};
use super::model::{FaultKind, Game};
use crate::finding::Span;
use crate::go::{Color, Point};
use crate::record::{Format, GoAction, GoActionKind};

/// Reads a UGF or UGI file.
pub(super) fn read(text: &[u8]) -> Game {
    let mut game = Game::new(Format::Ugf, 19);
    let declared = declared(text);
    game.charset = match declared {
        // The software writes SJIS whatever it does; text beyond ASCII that is valid UTF-8 is nothing else.
        Some(_) if !text.is_ascii() && simdutf8::basic::from_utf8(text).is_ok() => encoding_rs::UTF_8,
        Some((encoding, _)) if encoding.decode_without_bom_handling_and_without_replacement(text).is_some() => encoding,
        other => detect(text, other.map(|(e, _)| e).or(Some(encoding_rs::SHIFT_JIS))),
    };
    if let Some((encoding, span)) = declared.filter(|(e, _)| e.name() != game.charset.name()) {
        let message = format!("the charset {} is declared, the text is {}", encoding.name(), game.charset.name());
        game.fault(FaultKind::Charset, span, message);
    }
    let mut reader = Reader {
        game,
        section: Section::Start,
        from_bottom: false,
        node: 0,
        last: 0,
        moves: vec![0],
        color: None,
        block: None,
        review: Vec::new(),
        stones: Vec::new(),
        cleared: 0,
        players: [Vec::new(), Vec::new()],
    };
    // Size and direction of the rows must be known before the first point.
    for line in lines(text) {
        reader.geometry(line.trimmed());
    }
    for line in lines(text) {
        reader.line(line.behind(b"\xEF\xBB\xBF").filter(|_| line.start == 0).unwrap_or(line));
    }
    reader.finish()
}

/// The charset that `Lang=` names.
fn declared(text: &[u8]) -> Option<(&'static Encoding, Span)> {
    let line = lines(text).take(200).find(|l| l.bytes.get(..5).is_some_and(|k| k.eq_ignore_ascii_case(b"Lang=")))?;
    let label = line.bytes[5..].trim_ascii();
    let encoding = match label {
        b"SJIS" => encoding_rs::SHIFT_JIS,
        other => Encoding::for_label(other)?,
    };
    Some((encoding, line.span()))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Section {
    Start,
    Header,
    Data,
    Figure,
    Review,
    ReviewComment,
    /// Parts that hold no game: pictures, messages, addresses.
    Other,
    End,
}

/// A part of `[Figure]` that is being read.
enum Block {
    /// `.Text` in the game: the node it is about.
    Text(u32),
    /// `.Fig`: its setup node, its last node, and whether its text is being read.
    Figure { last: u32, text: bool, any: bool },
    /// A part about a move that is not there.
    Lost,
}

struct Reader {
    game: Game,
    section: Section,
    from_bottom: bool,
    node: u32,
    last: u32,
    /// The node of each move number of the game.
    moves: Vec<u32>,
    color: Option<Color>,
    block: Option<Block>,
    review: Vec<(u32, Color, u8, u8, Span)>,
    /// The points of the stones that stand before the game, once a figure asks.
    stones: Vec<Point>,
    /// How many stones figures took off so far.
    cleared: usize,
    /// Names and ranks of Black and of White: more than one each in pair go.
    players: [Vec<(String, Option<String>, Span)>; 2],
}

impl Reader {
    fn text(&mut self, line: Line<'_>) -> String {
        let (text, faults) = decode(self.game.charset, line.bytes);
        if faults {
            self.game.fault(FaultKind::Encoding, line.span(), format!("some bytes are no {} text", self.game.charset.name()));
        }
        text
    }

    fn line(&mut self, line: Line<'_>) {
        let bytes = line.bytes.trim_ascii();
        if bytes.is_empty() && !matches!(self.block, Some(Block::Text(_) | Block::Figure { text: true, .. })) {
            return;
        }
        if bytes.starts_with(b"[") && bytes.ends_with(b"]") && self.begin(bytes, line) {
            return;
        }
        match self.section {
            Section::Start if bytes.starts_with(b"#") => {}
            Section::Start => self.game.fault(FaultKind::Before, line.span(), "text stands in front of the first section"),
            Section::Header => self.header(line.trimmed()),
            Section::Data => self.data(line.trimmed()),
            Section::Figure => self.figure(line),
            Section::Review => self.review(line.trimmed()),
            Section::ReviewComment => self.review_comment(line.trimmed()),
            Section::Other => {}
            Section::End => self.game.fault(FaultKind::Behind, line.span(), "text stands behind the end of the game"),
        }
    }

    /// Begins a section; false if the line only looks like one.
    fn begin(&mut self, name: &[u8], line: Line<'_>) -> bool {
        let section = match name.to_ascii_lowercase().as_slice() {
            b"[header]" => Section::Header,
            b"[data]" => Section::Data,
            b"[figure]" => Section::Figure,
            b"[reviewnode]" => Section::Review,
            b"[reviewcomment]" => Section::ReviewComment,
            b"[remote]" | b"[files]" | b"[comment]" | b"[messageline]" => Section::Other,
            b"[end]" => Section::End,
            _ if self.block.is_some() => return false,
            _ => {
                let name: String = String::from_utf8_lossy(name).chars().take(30).collect();
                self.game.fault(FaultKind::Unknown, line.span(), format!("the section {name} is not known"));
                Section::Other
            }
        };
        if self.block.take().is_some() {
            self.game.fault(FaultKind::Open, line.span(), "a text or figure is not ended before this section");
        }
        if section == Section::Other {
            self.game.keep("section", String::from_utf8_lossy(name));
        }
        self.section = section;
        true
    }

    /// `QP,B1,1,0`, `YA,B1,221,0` (a pass), `FC,W1,1,0 '00:00:31`.
    fn data(&mut self, line: Line<'_>) {
        if line.bytes.starts_with(b".") {
            let text = self.text(line);
            self.game.keep("Data", text);
            return self.game.fault(FaultKind::Unknown, line.span(), "a line that is no move stands among the moves");
        }
        let Some(found) = self.parse(line) else {
            let color = self.color.map_or_else(|| self.first_color(), Color::other);
            self.color = Some(color);
            self.game.fault(
                FaultKind::Move,
                line.span(),
                "this move cannot be read: it is written column and row, side, number, seconds",
            );
            self.node = self.game.add(self.node, Some(GoActionKind::Unreadable(color)), line.span());
            return self.moves.push(self.node);
        };
        let color = found.color.unwrap_or_else(|| self.color.map_or_else(|| self.first_color(), Color::other));
        if found.number == 0
            && self.node == 0
            && let GoActionKind::Play(_, point) = found.kind(&self.game, color)
        {
            let action = GoAction { kind: GoActionKind::SetUp(Some(color), point), span: line.span() };
            return self.game.nodes[0].actions.push(action);
        }
        if found.number != self.last + 1 {
            self.game.fault(FaultKind::Value, line.span(), format!("move {} follows move {}", found.number, self.last));
        }
        self.last = found.number;
        self.color = Some(color);
        let kind = found.kind(&self.game, color);
        self.node = self.game.add(self.node, Some(kind), line.span());
        self.game.nodes[self.node as usize].seconds = Some(found.seconds).filter(|s| *s > 0);
        self.moves.push(self.node);
    }

    fn first_color(&self) -> Color {
        if self.game.nodes[0].actions.is_empty() { Color::Black } else { Color::White }
    }

    fn parse(&self, line: Line<'_>) -> Option<Move> {
        let mut parts = line.split(b',');
        let point = parts.next()?.bytes.trim_ascii();
        let side = parts.next()?.bytes.trim_ascii();
        let number = parts.next()?.number()?;
        let seconds = parts.next().map(|p| p.bytes.trim_ascii()).unwrap_or_default();
        let seconds = super::lines::number(seconds.split(|b| *b == b' ').next().unwrap_or_default()).unwrap_or(0);
        let &[column, row] = point else { return None };
        if !column.is_ascii_alphabetic() || !row.is_ascii_alphabetic() {
            return None;
        }
        let (column, row) = (column.to_ascii_uppercase() - b'A', row.to_ascii_uppercase() - b'A');
        let color = match side.first() {
            Some(b'B' | b'b') => Some(Color::Black),
            Some(b'W' | b'w') => Some(Color::White),
            // A marker of the software in the place of a side.
            Some(b'M') => None,
            _ => return None,
        };
        Some(Move { color, column, row: self.row(row), number, seconds, is_pass: column >= b'Y' - b'A' })
    }

    /// A row from the top.
    fn row(&self, row: u8) -> u8 {
        if !self.from_bottom {
            return row;
        }
        // A row that is on no board stays on none.
        self.game.height.checked_sub(row + 1).unwrap_or(u8::MAX)
    }

    /// A point given by numbers from 1.
    fn point(&self, column: u32, row: u32) -> Option<Point> {
        let (column, row) = (u8::try_from(column.checked_sub(1)?).ok()?, u8::try_from(row.checked_sub(1)?).ok()?);
        let row = if row < self.game.height { self.row(row) } else { return None };
        (column < self.game.width).then_some(Point { column, row })
    }

    /// `NODE,2,1,17,16`: number, side (0: none), column, row.
    fn review(&mut self, line: Line<'_>) {
        let numbers: Option<Vec<u32>> = line.behind(b"NODE,").and_then(|l| l.split(b',').map(Line::number).collect());
        match numbers.as_deref() {
            Some([_, 0, ..]) => {}
            Some(&[id, side @ 1..=2, column, row]) => {
                let color = if side == 1 { Color::Black } else { Color::White };
                let limit = |n: u32| n.saturating_sub(1).min(255) as u8;
                self.review.push((id, color, limit(column), limit(row), line.span()));
            }
            _ => {
                let text = self.text(line);
                self.game.keep("ReviewNode", text);
                self.game.fault(FaultKind::Unknown, line.span(), "this line of the review is not known");
            }
        }
    }

    /// Comments of a review: a number of a node, if there is one, and text.
    fn review_comment(&mut self, line: Line<'_>) {
        let text = self.text(line);
        let mut parts = text.splitn(3, ',');
        let (first, second, third) = (parts.next(), parts.next(), parts.next());
        let numbered = |n: Option<&str>| n.and_then(|n| n.trim().parse::<u32>().ok());
        let (id, body) = match (numbered(first), numbered(second), second, third) {
            (Some(id), _, Some(_), _) => (id, text.split_once(',').map_or("", |(_, b)| b)),
            (None, Some(id), _, Some(body)) => (id, body),
            _ => (1, text.as_str()),
        };
        // The root of the review is number 1, the first move number 2.
        let node = self.moves.get(id.saturating_sub(1) as usize).copied().unwrap_or(0);
        let body = body.to_owned();
        self.game.comment(node, &body);
    }

    /// The moves of a review: as a rule those of the game again; where they leave it, a variation begins.
    fn finish_review(&mut self) {
        let review = std::mem::take(&mut self.review);
        let mut node = 0;
        let mut on_main = true;
        for (index, &(_, color, column, row, span)) in review.iter().enumerate() {
            let kind = self.game.move_to(color, column, self.row(row));
            if on_main {
                let next = self.moves.get(index + 1).copied();
                if let Some(next) = next.filter(|n| self.game.nodes[*n as usize].actions.first().is_some_and(|a| a.kind == kind))
                {
                    node = next;
                    continue;
                }
                on_main = false;
            }
            node = self.game.add(node, Some(kind), span);
        }
    }

    fn finish(mut self) -> Game {
        if self.block.is_some() {
            let end = self.game.nodes.last().map_or(0, |n| n.span.end as usize);
            self.game.fault(FaultKind::Open, Span::new(end, end), "a text or figure is not ended");
        }
        self.finish_players();
        self.finish_review();
        let stones =
            self.game.nodes[0].actions.iter().filter(|a| matches!(a.kind, GoActionKind::SetUp(Some(Color::Black), _))).count();
        if stones > 0 {
            let span = self.game.nodes[0].actions[0].span;
            self.game.nodes[0].actions.push(GoAction { kind: GoActionKind::ToPlay(Color::White), span });
        }
        self.game
    }
}

/// A move as it is written.
struct Move {
    color: Option<Color>,
    column: u8,
    row: u8,
    number: u32,
    seconds: u32,
    is_pass: bool,
}

impl Move {
    fn kind(&self, game: &Game, color: Color) -> GoActionKind {
        if self.is_pass { GoActionKind::Pass(color) } else { game.move_to(color, self.column, self.row) }
    }
}
