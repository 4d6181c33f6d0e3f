//! GIB, the format of the Tygem server.
//!
//! ```text
//! \HS                                     header
//! \[GAMEBLACKNAME=…\]                     texts in the language of the client, and behind them the codes:
//! \[GAMEINFOMAIN=GBKIND:3,…,GRLT:3,ZIPSU:0,DUM:0,GONGJE:65,TCNT:119,AUSZ:0\]
//! \[GAMETAG=S1,R3,D5,G65,W3,Z0,T30-3-1200,C2016:03:26:17:29,I:…,L:8,M:…,N:3,A:…,B:…,J:0,K:0\]
//! \HE
//! \GS                                     game
//! 2 1 0
//! 119 0 &4                                how many entries follow
//! INI 0 1 3 &4                            the third number is the handicap
//! STO 0 2 2 15 15                         entry 2: White plays in column 15, row 15, from 0, from the upper left
//! SKI 0 3                                 a pass
//! \GE
//! ```

use encoding_rs::{BIG5, EUC_KR, Encoding, GB18030, SHIFT_JIS};

use super::charset::{decode, detect};
use super::handicap;
use super::lines::{Line, lines, number};
use super::model::{FaultKind, Game};
use crate::finding::Span;
use crate::go::Color;
use crate::record::{Format, GoAction, GoActionKind};
use crate::values::rank::{Grade, Rank};
use crate::values::{date, go_result, points::Points, rank};

/// Reads a GIB file. Boards of this server have 19 lines.
pub(super) fn read(text: &[u8]) -> Game {
    let mut game = Game::new(Format::Gib, 19);
    game.charset = detect(text, kind(text));
    let mut reader =
        Reader { game, part: Part::Start, expected: None, last: 0, node: 0, color: None, entries: 0, codes: Codes::default() };
    let mut open: Option<(usize, usize)> = None;
    for line in lines(text) {
        // A header entry may run over several lines.
        let (line, joined) = match open {
            Some((start, count)) => (Line { bytes: &text[start..line.start + line.bytes.len()], start }, count),
            None => (line, 0),
        };
        let line = line.trimmed();
        if line.bytes.starts_with(b"\\[") && !line.bytes.ends_with(b"\\]") && joined < 4 && reader.part != Part::Game {
            open = Some((line.start, joined + 1));
            continue;
        }
        open = None;
        reader.line(line);
    }
    if let Some((start, _)) = open {
        let span = Span::new(start, text.len());
        reader.game.fault(FaultKind::Open, span, "an entry of the header is not ended by `\\]`");
    }
    reader.finish(text.len())
}

/// The client that wrote the file tells the charset of its country.
fn kind(text: &[u8]) -> Option<&'static Encoding> {
    let at = memchr::memmem::find(text, b"\\[GIBOKIND=")?;
    let kind = &text[at + 11..];
    [(&b"China"[..], GB18030), (b"Korea", EUC_KR), (b"Japan", SHIFT_JIS), (b"Taiwan", BIG5)]
        .into_iter()
        .find(|(name, _)| kind.starts_with(name))
        .map(|(_, encoding)| encoding)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Start,
    Header,
    Between,
    Game,
    End,
}

/// Codes that more than one entry gives.
#[derive(Default)]
struct Codes {
    result: Option<(u32, Span)>,
    margin: Option<u32>,
    komi: Option<(u32, Span)>,
    result_text: Option<(String, Span)>,
    date_text: Option<(String, Span)>,
    handicap: Option<(u32, Span)>,
}

struct Reader {
    game: Game,
    part: Part,
    /// How many entries the game says it has.
    expected: Option<(u32, Span)>,
    /// The number of the last entry.
    last: u32,
    node: u32,
    color: Option<Color>,
    entries: u32,
    codes: Codes,
}

impl Reader {
    fn line(&mut self, line: Line<'_>) {
        match line.bytes {
            b"" => return,
            b"\\HS" => return self.part = Part::Header,
            b"\\HE" => return self.part = Part::Between,
            b"\\GS" if self.part == Part::End => {}
            b"\\GS" => return self.part = Part::Game,
            b"\\GE" => return self.part = Part::End,
            _ => {}
        }
        if let Some(entry) = line.behind(b"\\[").filter(|_| self.part != Part::End) {
            return self.header(entry);
        }
        match self.part {
            Part::Game => self.entry(line),
            Part::Start => self.game.fault(FaultKind::Before, line.span(), "text stands in front of the header"),
            Part::End => self.game.fault(FaultKind::Behind, line.span(), "text stands behind the end of the game"),
            Part::Header | Part::Between => {
                self.game.fault(FaultKind::Value, line.span(), "a line of the header is not written as `\\[NAME=value\\]`");
            }
        }
    }

    fn text(&mut self, line: Line<'_>) -> String {
        let (text, faults) = decode(self.game.charset, line.bytes);
        if faults {
            self.game.fault(FaultKind::Encoding, line.span(), format!("some bytes are no {} text", self.game.charset.name()));
        }
        text
    }

    fn header(&mut self, entry: Line<'_>) {
        let bytes = entry.bytes.strip_suffix(b"\\]").unwrap_or(entry.bytes);
        let Some((name, value)) = (Line { bytes, start: entry.start }).cut(b'=') else {
            return self.game.fault(FaultKind::Value, entry.span(), "a line of the header has no `=`");
        };
        let span = value.span();
        match name.bytes {
            b"GAMEBLACKNAME" | b"GAMEWHITENAME" => self.named(value, name.bytes == b"GAMEBLACKNAME"),
            b"GAMEPLACE" => {
                let text = self.text(value);
                self.game.set("PC", text, span);
            }
            b"GAMENAME" => {
                let text = self.text(value);
                self.game.set("GN", text, span);
            }
            b"GAMECOMMENT" => {
                let text = self.text(value);
                self.game.set("GC", text, span);
            }
            b"GAMERESULT" => self.codes.result_text = Some((self.text(value), span)),
            b"GAMEDATE" => self.codes.date_text = Some((self.text(value), span)),
            b"GAMEINFOMAIN" | b"GAMEINFOSUB" | b"WUSERINFO" | b"BUSERINFO" => {
                for code in value.split(b',') {
                    if let Some((key, value)) = code.cut(b':') {
                        self.code(key.bytes, value);
                    }
                }
            }
            b"GAMETAG" => {
                for code in value.split(b',') {
                    self.tag(code);
                }
            }
            // What follows is said again by the codes.
            b"GAMEZIPSU" | b"GAMEGONGJE" | b"GAMETOTALNUM" | b"GAMEBLACKLEVEL" | b"GAMEWHITELEVEL" | b"GAMETIME" => {}
            other => {
                let name = String::from_utf8_lossy(other).into_owned();
                let text = self.text(value);
                self.game.keep(&name, text);
            }
        }
    }

    /// `name (7D)`, and the name may hold brackets itself.
    fn named(&mut self, value: Line<'_>, black: bool) {
        let text = self.text(value);
        let (mut name, mut rank) = (text.as_str(), None);
        if let Some((front, inner)) = text.strip_suffix(')').and_then(|t| t.rsplit_once('('))
            && let Some(found) = rank::read(inner)
        {
            (name, rank) = (front.trim_end(), Some(found));
        }
        self.game.set(if black { "PB" } else { "PW" }, name, value.span());
        if let Some(rank) = rank.filter(|r| r.is_possible()) {
            self.game.set(if black { "BR" } else { "WR" }, rank.to_string(), value.span());
        }
    }

    fn code(&mut self, key: &[u8], value: Line<'_>) {
        let span = value.span();
        match (key, value.number()) {
            (b"GRLT", Some(code)) => self.codes.result = Some((code, span)),
            (b"ZIPSU", Some(margin)) => self.codes.margin = Some(margin),
            (b"GONGJE", Some(komi)) => self.codes.komi = Some((komi, span)),
            (b"WLV" | b"BLV", Some(level)) => self.level(level, key == b"BLV", span),
            (b"GDATE", _) => {
                let text = self.text(value);
                self.date(&text, span);
            }
            (b"GTIME", None) => self.time(value),
            (b"WID" | b"BID", _) => {
                let text = self.text(value);
                self.game.set(if key == b"BID" { "PB" } else { "PW" }, text, span);
            }
            (b"GRLT" | b"ZIPSU" | b"GONGJE", None) => {
                self.game.fault(FaultKind::Value, span, format!("the code {} is no number", String::from_utf8_lossy(key)));
            }
            (b"DUM", Some(points)) if points > 0 => self.game.keep("DUM", points.to_string()),
            _ => {}
        }
    }

    fn tag(&mut self, code: Line<'_>) {
        let Some((&key, value)) = code.bytes.split_first() else { return };
        let value = Line { bytes: value, start: code.start + 1 };
        let span = value.span();
        match (key, value.number()) {
            (b'W', Some(result)) => self.codes.result = self.codes.result.or(Some((result, span))),
            (b'Z', Some(margin)) => self.codes.margin = self.codes.margin.or(Some(margin)),
            (b'G', Some(komi)) => self.codes.komi = self.codes.komi.or(Some((komi, span))),
            (b'T', None) => {
                // Seconds of a period, periods, main time.
                let parts: Vec<u32> = value.split(b'-').filter_map(Line::number).collect();
                if let [period, periods, main] = *parts.as_slice() {
                    self.set_time(main, period, periods, span);
                }
            }
            (b'C', None) => {
                let text = String::from_utf8_lossy(value.bytes).replace(':', "-");
                self.date(&text, span);
            }
            _ => {}
        }
    }

    /// `1200-30-3`: main time, seconds of a period, periods.
    fn time(&mut self, value: Line<'_>) {
        let parts: Vec<u32> = value.split(b'-').filter_map(Line::number).collect();
        if let [main, period, periods] = *parts.as_slice() {
            self.set_time(main, period, periods, value.span());
        }
    }

    fn set_time(&mut self, main: u32, period: u32, periods: u32, span: Span) {
        self.game.set("TM", main.to_string(), span);
        if period > 0 && periods > 0 {
            self.game.set("OT", format!("{periods}x{period} byo-yomi"), span);
        }
    }

    /// `2016- 3-26-17-29-25`: the day is enough.
    fn date(&mut self, text: &str, span: Span) {
        let parts: Vec<Option<u16>> = text.split('-').take(3).map(|p| p.trim().parse().ok()).collect();
        let [Some(year), Some(month), Some(day)] = *parts.as_slice() else { return };
        let date = date::Date::new(year, month.min(255) as u8, day.min(255) as u8);
        match date.fault() {
            None => self.game.set("DT", date.sgf().unwrap_or_default(), span),
            Some(fault) if self.game.info("DT").is_none() => {
                self.game.fault(FaultKind::Date, span, format!("the date is in no calendar: {fault}"));
            }
            Some(_) => {}
        }
    }

    /// Levels 0 to 17 are 18 kyu to 1 kyu, from 18 on come the dans. Those above 9 dan have no one meaning.
    fn level(&mut self, level: u32, black: bool, span: Span) {
        let rank = match level {
            0..=17 => Rank { grade: Grade::Kyu, number: (18 - level) as u8 },
            18..=26 => Rank { grade: Grade::Dan, number: (level - 17) as u8 },
            _ => return,
        };
        self.game.set(if black { "BR" } else { "WR" }, rank.to_string(), span);
    }

    fn entry(&mut self, line: Line<'_>) {
        let mut parts = line.split(b' ').filter(|p| !p.bytes.is_empty());
        let Some(first) = parts.next() else { return };
        let rest: Vec<Line<'_>> = parts.collect();
        let n = |i: usize| rest.get(i).and_then(|p| number(p.bytes));
        match first.bytes {
            b"INI" => self.start(line, &rest),
            b"STO" => match (n(1), n(2), n(3), n(4)) {
                (Some(index), Some(side @ 1..=2), Some(column), Some(row)) => {
                    let color = if side == 1 { Color::Black } else { Color::White };
                    let kind = self.game.move_to(color, column.min(255) as u8, row.min(255) as u8);
                    self.play(kind, color, index, line);
                    self.message(&rest[5..]);
                }
                _ => self.unreadable(line, n(2)),
            },
            b"SKI" => match n(1) {
                Some(index) => {
                    // A pass does not say whose: it is the turn of the side that did not move last.
                    let color = match n(2) {
                        Some(1) => Color::Black,
                        Some(2) => Color::White,
                        _ => self.color.map_or(self.first_color(), Color::other),
                    };
                    self.play(GoActionKind::Pass(color), color, index, line);
                }
                None => self.unreadable(line, None),
            },
            // `2 1 0` and `119 0 &4` in front of the entries.
            digits if number(digits).is_some() => {
                if rest.last().is_some_and(|p| p.bytes.starts_with(b"&")) && self.entries == 0 {
                    self.expected = number(digits).map(|count| (count, first.span()));
                }
            }
            other => {
                let name: String = String::from_utf8_lossy(other).chars().take(20).collect();
                self.game.fault(FaultKind::Unknown, line.span(), format!("the entry {name} is not known"));
                let text = self.text(line);
                self.game.keep("GS", text);
            }
        }
    }

    fn first_color(&self) -> Color {
        if self.codes.handicap.is_some_and(|(h, _)| h >= 2) { Color::White } else { Color::Black }
    }

    /// `INI 0 1 handicap &4 text`.
    fn start(&mut self, line: Line<'_>, rest: &[Line<'_>]) {
        self.entries += 1;
        self.last = 1;
        self.game.nodes[0].span = line.span();
        let Some((count, place)) = rest.get(2).and_then(|p| number(p.bytes).map(|n| (n, p.span()))) else {
            return self.game.fault(FaultKind::Value, line.span(), "the entry INI does not say the handicap");
        };
        self.codes.handicap = Some((count, place));
        match count {
            0 | 1 => {}
            2..=9 => {
                self.game.set("HA", count.to_string(), place);
                for point in handicap::stones(count) {
                    self.game.nodes[0]
                        .actions
                        .push(GoAction { kind: GoActionKind::SetUp(Some(Color::Black), point), span: place });
                }
                self.game.nodes[0].actions.push(GoAction { kind: GoActionKind::ToPlay(Color::White), span: place });
            }
            _ => self.game.fault(FaultKind::Handicap, place, format!("the server knows no fixed handicap of {count} stones")),
        }
        self.message(rest.get(3..).unwrap_or_default());
    }

    /// What stands behind an entry: `&4` and a message of the server or a comment.
    fn message(&mut self, rest: &[Line<'_>]) {
        let (Some(first), Some(last)) = (rest.first(), rest.last()) else { return };
        let Some(body) = first.bytes.strip_prefix(b"&") else {
            let span = Span::new(first.start, last.start + last.bytes.len());
            return self.game.fault(FaultKind::Unknown, span, "something unknown stands behind the move");
        };
        let mut text = Vec::from(body.trim_ascii_start().strip_prefix(b"4").unwrap_or(body));
        for part in &rest[1..] {
            text.push(b' ');
            text.extend_from_slice(part.bytes);
        }
        let (text, _) = decode(self.game.charset, &text);
        self.game.comment(self.node, &text);
    }

    fn play(&mut self, kind: GoActionKind, color: Color, index: u32, line: Line<'_>) {
        self.entries += 1;
        if index != self.last + 1 {
            let message = format!("entry {index} follows entry {}", self.last);
            self.game.fault(FaultKind::Value, line.span(), message);
        }
        self.last = index;
        self.color = Some(color);
        self.node = self.game.add(self.node, Some(kind), line.span());
    }

    fn unreadable(&mut self, line: Line<'_>, side: Option<u32>) {
        self.entries += 1;
        self.last += 1;
        let color = match side {
            Some(1) => Color::Black,
            Some(2) => Color::White,
            _ => self.color.map_or(self.first_color(), Color::other),
        };
        self.color = Some(color);
        self.game.fault(FaultKind::Move, line.span(), "this move cannot be read: it is written `STO 0 number side column row`");
        self.node = self.game.add(self.node, Some(GoActionKind::Unreadable(color)), line.span());
    }

    fn finish(mut self, length: usize) -> Game {
        if matches!(self.part, Part::Game | Part::Header) {
            let span = Span::new(length, length);
            let end = if self.part == Part::Game { "\\GE" } else { "\\HE" };
            self.game.fault(FaultKind::Open, span, format!("the part is not ended by `{end}`"));
        }
        if let Some((count, span)) = self.expected.filter(|(count, _)| *count != self.entries) {
            self.game.fault(FaultKind::Value, span, format!("{count} entries are announced, there are {}", self.entries));
        }
        if let Some((komi, span)) = self.codes.komi {
            self.game.set("KM", Points::from_hundredths(komi.min(100_000) as i32 * 10).to_string(), span);
        }
        self.result();
        if let Some((text, span)) = self.codes.date_text.take().filter(|_| self.game.info("DT").is_none()) {
            self.date_in_words(&text, span);
        }
        self.game
    }

    /// The date as the client shows it, if no code gives it: `2012年11月22日 下午 6:3`, `2016- 3-26-17-29-25`.
    fn date_in_words(&mut self, text: &str, span: Span) {
        self.date(text, span);
        let day = text.find(['日', '일']).map_or(text, |at| &text[..at + '日'.len_utf8()]);
        match date::sgf(day) {
            date::DateReading::Ok(date) => self.game.set("DT", date.to_string(), span),
            date::DateReading::Malformed(Some(u)) => self.game.set("DT", u.date.to_string(), span),
            date::DateReading::Malformed(None) if !text.is_empty() && self.game.info("DT").is_none() => {
                self.game.fault(FaultKind::Value, span, format!("the date \"{text}\" cannot be read"));
            }
            date::DateReading::Impossible(fault) if self.game.info("DT").is_none() => {
                self.game.fault(FaultKind::Date, span, format!("the date is in no calendar: {fault}"));
            }
            _ => {}
        }
    }

    fn result(&mut self) {
        if let Some((code, span)) = self.codes.result {
            let margin = self.codes.margin.unwrap_or(0).min(100_000) as i32 * 10;
            let result = match code {
                0 | 1 if margin > 0 => format!("{}+{}", if code == 0 { 'B' } else { 'W' }, Points::from_hundredths(margin)),
                0 => "B+".to_owned(),
                1 => "W+".to_owned(),
                2 => "0".to_owned(),
                3 => "B+R".to_owned(),
                4 => "W+R".to_owned(),
                7 => "B+T".to_owned(),
                8 => "W+T".to_owned(),
                255 => "?".to_owned(),
                _ => {
                    self.game.fault(FaultKind::Result, span, format!("the result code {code} is not known"));
                    return;
                }
            };
            return self.game.set("RE", result, span);
        }
        let Some((text, span)) = self.codes.result_text.take() else { return };
        match go_result::read(&text).value() {
            Some(result) if !text.is_empty() => self.game.set("RE", result.to_string(), span),
            Some(_) => {}
            None => self.game.fault(FaultKind::Result, span, format!("the result \"{text}\" cannot be read")),
        }
    }
}
