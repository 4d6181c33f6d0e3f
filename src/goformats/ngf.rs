//! NGF, the format of the Cyberoro and WBaduk servers.
//!
//! Twelve lines without names (title, size, White, Black, server, handicap, a number, komi without its half, date, minutes, result
//! in words, number of moves), then one line a move: `PM`, two letters of its number, side, point, and the point backwards.
//! Columns and rows start at `B`, so that `AA` is a pass. An older form has `GI` in front of each line and another order.

use super::charset::{decode, detect};
use super::handicap;
use super::lines::{Line, lines};
use super::model::{FaultKind, Game};
use crate::finding::Span;
use crate::go::Color;
use crate::record::{Format, GoAction, GoActionKind};
use crate::values::{date, go_result, rank};

/// Reads an NGF file.
pub(super) fn read(text: &[u8]) -> Game {
    let mut game = Game::new(Format::Ngf, 19);
    game.charset = detect(text, None);
    let mut head: Vec<Line<'_>> = Vec::with_capacity(12);
    let mut reader = Reader { game, node: 0, moves: 0, passes: 0, color: None, shift: None, announced: None };
    let mut header_done = false;
    for line in lines(text).map(strip_mark) {
        if !header_done {
            if head.len() < 12 && !is_move(line.bytes) {
                head.push(line);
                continue;
            }
            header_done = true;
            reader.header(&head);
        }
        reader.line(line.trimmed());
    }
    if !header_done {
        reader.header(&head);
    }
    reader.finish()
}

/// A mark of Unicode may stand at the start.
fn strip_mark(line: Line<'_>) -> Line<'_> {
    line.behind(b"\xEF\xBB\xBF").filter(|_| line.start == 0).unwrap_or(line)
}

fn is_move(line: &[u8]) -> bool {
    line.len() >= 7 && line.starts_with(b"PM") && line[2..4].iter().all(u8::is_ascii_uppercase) && matches!(line[4], b'B' | b'W')
}

struct Reader {
    game: Game,
    node: u32,
    moves: u32,
    passes: u32,
    color: Option<Color>,
    /// How far the number of a move is from its place, once it was reported.
    shift: Option<i64>,
    /// How many moves the header says there are.
    announced: Option<(u32, Span)>,
}

/// Where the header lines stand in one of the two forms.
struct Layout {
    size: usize,
    white: usize,
    black: usize,
    place: Option<usize>,
    handicap: usize,
    komi: usize,
    date: usize,
    minutes: Option<usize>,
    result: Option<usize>,
    moves: usize,
}

const NAMELESS: Layout = Layout {
    size: 1,
    white: 2,
    black: 3,
    place: Some(4),
    handicap: 5,
    komi: 7,
    date: 8,
    minutes: Some(9),
    result: Some(10),
    moves: 11,
};

const WITH_GI: Layout =
    Layout { size: 6, white: 1, black: 2, place: None, handicap: 7, komi: 9, date: 5, minutes: None, result: None, moves: 10 };

impl Reader {
    fn text(&mut self, line: Line<'_>) -> String {
        let (text, faults) = decode(self.game.charset, line.bytes);
        if faults {
            self.game.fault(FaultKind::Encoding, line.span(), format!("some bytes are no {} text", self.game.charset.name()));
        }
        text
    }

    fn header(&mut self, head: &[Line<'_>]) {
        let old =
            head.first().is_some_and(|l| l.bytes.starts_with(b"GI")) && head.get(6).is_some_and(|l| l.bytes.starts_with(b"GI"));
        let layout = if old { WITH_GI } else { NAMELESS };
        let lines: Vec<Line<'_>> = head.iter().map(|l| if old { l.behind(b"GI").unwrap_or(*l) } else { *l }.trimmed()).collect();
        let get = |i: usize| lines.get(i).copied().filter(|l| !l.bytes.is_empty());
        self.game.nodes[0].span = head.first().map_or_else(Span::default, Line::span);
        if let Some(line) = get(0) {
            let text = self.text(line);
            self.game.set("GN", text, line.span());
        }
        self.size(get(layout.size));
        for (index, name, rank) in [(layout.white, "PW", "WR"), (layout.black, "PB", "BR")] {
            if let Some(line) = get(index) {
                self.player(line, name, rank);
            }
        }
        if let Some(line) = layout.place.and_then(get) {
            let text = self.text(line);
            self.game.set("PC", text, line.span());
        }
        let stones = self.handicap(get(layout.handicap));
        self.komi(get(layout.komi), stones);
        if let Some(line) = get(layout.date) {
            self.date(line);
        }
        if let Some(line) = layout.minutes.and_then(get) {
            match line.number() {
                // Above a day it is no time limit: some files count seconds or the length of the game there.
                Some(minutes) if minutes > 0 && minutes <= 24 * 60 => {
                    self.game.set("TM", (minutes * 60).to_string(), line.span())
                }
                Some(_) => {}
                None => self.game.fault(FaultKind::Value, line.span(), "the time is no number of minutes"),
            }
        }
        if let Some(line) = layout.result.and_then(get) {
            self.result(line);
        }
        self.announced = get(layout.moves).and_then(|l| l.number().map(|n| (n, l.span())));
    }

    fn size(&mut self, line: Option<Line<'_>>) {
        match line.map(|l| (l.number(), l.span())) {
            Some((Some(size @ 2..=25), _)) => (self.game.width, self.game.height) = (size as u8, size as u8),
            Some((_, span)) => self.game.fault(FaultKind::Size, span, "the second line of the header is no size of a board"),
            None => {
                self.game.fault(FaultKind::Size, Span::default(), "the header does not give the size of the board; 19 is taken")
            }
        }
    }

    /// `name   7D*`: the rank stands behind the last blank.
    fn player(&mut self, line: Line<'_>, name_property: &'static str, rank_property: &'static str) {
        let text = self.text(line);
        let parted = text.rsplit_once([' ', '\u{3000}', '\t']).and_then(|(name, last)| {
            let rank = rank::read(last).or_else(|| professional(last))?;
            Some((name.trim_end().to_owned(), rank))
        });
        match parted {
            Some((name, rank)) => {
                self.game.set(name_property, name, line.span());
                self.game.set(rank_property, rank.to_string(), line.span());
            }
            None => self.game.set(name_property, text, line.span()),
        }
    }

    fn handicap(&mut self, line: Option<Line<'_>>) -> u32 {
        let Some(line) = line else { return 0 };
        let Some(stones) = line.number() else {
            self.game.fault(FaultKind::Value, line.span(), "the handicap is no number");
            return 0;
        };
        let span = line.span();
        match stones {
            0 | 1 => {}
            2..=9 if self.game.width == 19 => {
                self.game.set("HA", stones.to_string(), span);
                for point in handicap::stones(stones) {
                    self.game.nodes[0].actions.push(GoAction { kind: GoActionKind::SetUp(Some(Color::Black), point), span });
                }
                self.game.nodes[0].actions.push(GoAction { kind: GoActionKind::ToPlay(Color::White), span });
            }
            _ => self.game.fault(FaultKind::Handicap, span, format!("where {stones} handicap stones stand is not known")),
        }
        stones
    }

    /// The komi is written without its half point in even games.
    fn komi(&mut self, line: Option<Line<'_>>, stones: u32) {
        let Some(line) = line else { return };
        let text = String::from_utf8_lossy(line.bytes).into_owned();
        let whole = text.bytes().all(|b| b.is_ascii_digit()) && text.len() < 4;
        let decimal = text.split_once('.').is_some_and(|(a, b)| {
            a.len() < 4 && !b.is_empty() && b.len() < 3 && (a.to_owned() + b).bytes().all(|c| c.is_ascii_digit())
        });
        if whole && stones == 0 {
            self.game.set("KM", format!("{text}.5"), line.span());
        } else if whole || decimal {
            self.game.set("KM", text, line.span());
        } else {
            self.game.fault(FaultKind::Value, line.span(), "the komi is no number");
        }
    }

    /// `20170316 [09:51]`, `2006-9-5`.
    fn date(&mut self, line: Line<'_>) {
        let text = self.text(line);
        let day = text.split('[').next().unwrap_or_default().trim();
        // The eight digits of this format are year, month and day.
        let eight = day.len() == 8 && day.bytes().all(|b| b.is_ascii_digit());
        let parted = if eight { format!("{}-{}-{}", &day[..4], &day[4..6], &day[6..]) } else { day.to_owned() };
        match date::sgf(&parted) {
            date::DateReading::Ok(date) => self.game.set("DT", date.to_string(), line.span()),
            date::DateReading::Malformed(Some(u)) => self.game.set("DT", u.date.to_string(), line.span()),
            date::DateReading::Malformed(None) => {
                self.game.fault(FaultKind::Value, line.span(), format!("the date \"{day}\" cannot be read"));
            }
            date::DateReading::Impossible(fault) => {
                self.game.fault(FaultKind::Date, line.span(), format!("the date is in no calendar: {fault}"));
            }
        }
    }

    /// `White wins by  resign!`, `黒5.5目勝！ >> 白(64):黒(76)`, `197手完、黒中押し勝ち`. There is no code, so the words count.
    fn result(&mut self, line: Line<'_>) {
        let text = self.text(line);
        let words = text.split(">>").next().unwrap_or_default();
        let words = words.rsplit_once(['、', ',']).filter(|(front, _)| front.ends_with('完')).map_or(words, |(_, words)| words);
        let words = words.trim();
        let lower = words.to_lowercase();
        if lower.is_empty() || lower.starts_with("progress") {
            return self.game.set("RE", "?", line.span());
        }
        // "Black wins by 1win", "White 19Win".
        let lower = lower.replace("wins by ", "wins ");
        let lower = lower.strip_suffix("win").filter(|front| front.ends_with(|c: char| c.is_ascii_digit())).map_or(
            lower.clone(),
            |front| {
                if front.contains("wins") { front.to_owned() } else { format!("{front} wins") }
            },
        );
        match go_result::read(&lower).value() {
            Some(result) => self.game.set("RE", result.to_string(), line.span()),
            None => self.game.fault(FaultKind::Result, line.span(), format!("the result \"{text}\" cannot be read")),
        }
    }

    fn line(&mut self, line: Line<'_>) {
        if line.bytes.is_empty() {
            return;
        }
        if let Some(comment) = line.behind(b"ID") {
            return self.note(comment);
        }
        if line.bytes.starts_with(b"GI") {
            // How many comments follow.
            return;
        }
        if !line.bytes.starts_with(b"PM") {
            let what: String = String::from_utf8_lossy(line.bytes).chars().take(20).collect();
            let text = self.text(line);
            self.game.keep("NGF", text);
            return self.game.fault(FaultKind::Unknown, line.span(), format!("the line \"{what}\" is not known"));
        }
        self.play(line);
    }

    /// `IDB[211] text[EndTxt]`: a comment on a move.
    fn note(&mut self, line: Line<'_>) {
        let text = self.text(line);
        let text = text.strip_suffix("[EndTxt]").unwrap_or(&text);
        let parted = text.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
        let (node, body) = match parted.and_then(|(number, body)| Some((number.trim().parse::<u32>().ok()?, body))) {
            Some((number, body)) if number <= self.node => (number, body),
            Some((_, body)) => (self.node, body),
            None => (self.node, text),
        };
        self.game.comment(node, body.trim());
    }

    fn play(&mut self, line: Line<'_>) {
        self.moves += 1;
        let color = match line.bytes.get(4) {
            Some(b'B') => Some(Color::Black),
            Some(b'W') => Some(Color::White),
            _ => None,
        };
        let point = line.bytes.get(5..7).filter(|p| p.iter().all(u8::is_ascii_uppercase));
        let (Some(color), Some(&[column, row])) = (color, point) else {
            let first = if self.game.info("HA").is_some() { Color::White } else { Color::Black };
            let color = color.unwrap_or_else(|| self.color.map_or(first, Color::other));
            self.color = Some(color);
            self.game.fault(
                FaultKind::Move,
                line.span(),
                "this move cannot be read: it is written `PM`, number, side, point, point backwards",
            );
            self.node = self.game.add(self.node, Some(GoActionKind::Unreadable(color)), line.span());
            return;
        };
        if let Some(&[back_row, back_column]) = line.bytes.get(7..9)
            && (back_row, back_column) != (row, column)
        {
            self.game.fault(FaultKind::Value, line.span(), "the point and its mirror image differ; the first is taken");
        }
        self.number(line);
        self.color = Some(color);
        let kind = if (column, row) == (b'A', b'A') {
            self.passes += 1;
            GoActionKind::Pass(color)
        } else {
            // Row or column A alone lies off the board.
            self.game.move_to(color, column.wrapping_sub(b'B'), row.wrapping_sub(b'B'))
        };
        self.node = self.game.add(self.node, Some(kind), line.span());
    }

    /// Two letters count the moves, from `AB`.
    fn number(&mut self, line: Line<'_>) {
        let Some(&[high, low]) = line.bytes.get(2..4).filter(|n| n.iter().all(u8::is_ascii_uppercase)) else { return };
        let number = i64::from(high - b'A') * 26 + i64::from(low - b'A');
        // Beyond ZZ the count starts again.
        let shift = number - i64::from(self.moves) % (26 * 26);
        if shift != self.shift.unwrap_or(0) {
            let message = format!("this is move {} and is numbered {number}", self.moves);
            self.game.fault(FaultKind::Value, line.span(), message);
        }
        self.shift = Some(shift);
    }

    fn finish(mut self) -> Game {
        // The servers count passes or not, and some count the end of the game.
        let counts = [self.moves, self.moves - self.passes, self.moves + 1];
        if let Some((count, span)) = self.announced.filter(|(count, _)| !counts.contains(count)) {
            self.game.fault(FaultKind::Value, span, format!("{count} moves are announced, there are {}", self.moves));
        }
        self.game
    }
}

/// `5段P`.
fn professional(text: &str) -> Option<rank::Rank> {
    let rank = rank::read(text.strip_suffix(['P', 'p', 'Ｐ'])?)?;
    (rank.grade == rank::Grade::Dan).then_some(rank::Rank { grade: rank::Grade::Pro, ..rank })
}
