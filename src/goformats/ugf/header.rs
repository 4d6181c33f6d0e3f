//! The header of a UGF file.

use super::Reader;
use crate::goformats::lines::Line;
use crate::goformats::model::FaultKind;
use crate::values::points::Points;
use crate::values::{date, komi, rank, ruleset};

impl Reader {
    /// Size and direction of the rows, wherever they stand.
    pub(super) fn geometry(&mut self, line: Line<'_>) {
        if let Some(size) = line.behind(b"Size=") {
            match size.number() {
                Some(size @ 2..=25) => (self.game.width, self.game.height) = (size as u8, size as u8),
                _ => self.game.fault(FaultKind::Size, size.span(), "this is no size of a board; 19 is taken"),
            }
        } else if let Some(kind) = line.behind(b"CoordinateType=") {
            self.from_bottom = kind.bytes.eq_ignore_ascii_case(b"IGS");
        }
    }

    pub(super) fn header(&mut self, line: Line<'_>) {
        let Some((name, value)) = line.cut(b'=') else {
            return self.game.fault(FaultKind::Value, line.span(), "a line of the header has no `=`");
        };
        let span = value.span();
        match name.bytes {
            b"Size" | b"CoordinateType" | b"Lang" | b"Ver" | b"Crypt" | b"Moves" => {}
            b"PlayerB" | b"PlayerB2" | b"BMemb1" | b"PlayerW" | b"PlayerW2" | b"WMemb1" => {
                let black = name.bytes.ends_with(b"B") || name.bytes.ends_with(b"B2") || name.bytes.starts_with(b"B");
                self.player(value, usize::from(!black));
            }
            b"Hdcp" => self.handicap_and_komi(value),
            b"Winner" => self.winner(value),
            b"Date" => self.dates(value),
            b"Ptime" => self.time(value),
            b"Rule" => {
                let text = self.text(value);
                let text = ruleset::read(&text).value().map_or(text, |rules| ruleset::name(rules).to_owned());
                self.game.set("RU", text, span);
            }
            b"Title" => {
                let text = self.text(value);
                let parts: Vec<&str> = text.split(',').map(str::trim).filter(|p| !p.is_empty()).collect();
                self.game.set("EV", parts.join(", "), span);
            }
            b"Place" => self.plain("PC", value),
            b"Writer" => self.plain("US", value),
            b"Commentator" => self.plain("AN", value),
            b"Copyright" => self.plain("CP", value),
            b"Comment" => self.plain("GC", value),
            other => {
                let name = String::from_utf8_lossy(other).into_owned();
                let text = self.text(value);
                self.game.keep(&name, text);
            }
        }
    }

    fn plain(&mut self, property: &'static str, value: Line<'_>) {
        let text = self.text(value);
        self.game.set(property, text, value.span());
    }

    /// `name,7d,country,address`.
    fn player(&mut self, value: Line<'_>, side: usize) {
        let text = self.text(value);
        let mut parts = text.split(',').map(str::trim);
        let name = parts.next().unwrap_or_default().to_owned();
        let rank = parts.next().filter(|r| !r.is_empty()).map(|r| rank::read(r).map_or(r.to_owned(), |rank| rank.to_string()));
        let more: Vec<&str> = parts.filter(|p| !p.is_empty()).collect();
        self.game.keep(if side == 0 { "PlayerB" } else { "PlayerW" }, more.join(","));
        if !name.is_empty() {
            self.players[side].push((name, rank, value.span()));
        }
    }

    /// Two players a side play pair go: then each keeps the rank beside the name.
    pub(super) fn finish_players(&mut self) {
        for (side, (name, rank)) in [("PB", "BR"), ("PW", "WR")].into_iter().enumerate() {
            match std::mem::take(&mut self.players[side]).as_slice() {
                [] => {}
                [(player, level, span)] => {
                    self.game.set(name, player.as_str(), *span);
                    self.game.set(rank, level.clone().unwrap_or_default(), *span);
                }
                several @ [(_, _, span), ..] => {
                    let names: Vec<String> = several
                        .iter()
                        .map(|(player, level, _)| match level {
                            Some(level) => format!("{player} {level}"),
                            None => player.clone(),
                        })
                        .collect();
                    self.game.set(name, names.join(" & "), *span);
                }
            }
        }
    }

    /// `2,0.50`: stones, komi.
    fn handicap_and_komi(&mut self, value: Line<'_>) {
        let Some((stones, komi)) = value.cut(b',') else {
            return self.game.fault(FaultKind::Value, value.span(), "handicap and komi are not parted by a comma");
        };
        match stones.number() {
            Some(count) if count >= 2 => self.game.set("HA", count.to_string(), stones.span()),
            Some(_) => {}
            None => self.game.fault(FaultKind::Value, stones.span(), "the handicap is no number"),
        }
        let text = String::from_utf8_lossy(komi.bytes).replace(',', ".");
        match komi::read(text.trim(), komi::Surroundings::default()) {
            komi::Reading::Komi(found) => self.game.set("KM", found.points.to_string(), komi.span()),
            komi::Reading::Empty => {}
            komi::Reading::Unreadable => self.game.fault(FaultKind::Value, komi.span(), "the komi is no number"),
        }
    }

    /// `B,7.50`, `W,C` (resignation), `B,T`, `B,F2`, `D,`, `N1,E`, `A,` (unfinished), `O,` (both lost), `P,` (in play).
    fn winner(&mut self, value: Line<'_>) {
        let span = value.span();
        let text = String::from_utf8_lossy(value.bytes).trim().to_owned();
        if text.is_empty() {
            return;
        }
        let (who, how) = text.split_once(',').unwrap_or((&text, ""));
        let how = how.trim();
        let result = match who.as_bytes().first() {
            Some(side @ (b'B' | b'W')) => {
                let by = match how.as_bytes().first() {
                    None => Some(String::new()),
                    Some(b'C' | b'c' | b'R' | b'r') => Some("R".to_owned()),
                    Some(b'T' | b't') => Some("T".to_owned()),
                    Some(b'F' | b'f') => Some("F".to_owned()),
                    Some(_) => margin(how).map(|m| m.to_string()),
                };
                by.map(|by| format!("{}+{by}", *side as char))
            }
            Some(b'D') => Some("0".to_owned()),
            Some(b'N' | b'A') => Some("Void".to_owned()),
            Some(b'E' | b'P') => Some("?".to_owned()),
            _ => None,
        };
        match result {
            Some(result) => self.game.set("RE", result, span),
            None if who == "O" => {
                self.game.keep("Winner", text.as_str());
                self.game.fault(FaultKind::Result, span, "the result says that both players lost, for which SGF has no value");
            }
            None => self.game.fault(FaultKind::Result, span, format!("the result \"{text}\" is not known")),
        }
    }

    /// `2019/03/08,22:09:00,2019/03/09,07:16:59`: the days of the beginning and of the end.
    fn dates(&mut self, value: Line<'_>) {
        let text = self.text(value);
        let mut days = date::DateList::default();
        for day in text.split(',').step_by(2).take(2).map(str::trim).filter(|d| !d.is_empty() && *d != "//") {
            match date::sgf(day) {
                date::DateReading::Ok(found) => days.0.extend(found.0),
                date::DateReading::Malformed(Some(u)) => days.0.extend(u.date.0),
                date::DateReading::Malformed(None) => {
                    self.game.fault(FaultKind::Value, value.span(), format!("the date \"{day}\" cannot be read"));
                }
                date::DateReading::Impossible(fault) => {
                    self.game.fault(FaultKind::Date, value.span(), format!("the date is in no calendar: {fault}"));
                }
            }
        }
        days.0.dedup();
        self.game.set("DT", days.to_string(), value.span());
    }

    /// `A;30;10;25,…`: the kind of clock and the minutes of each side. Only minutes that both sides share are a time limit.
    fn time(&mut self, value: Line<'_>) {
        // `N` says that there is no clock, whatever the numbers behind it.
        let minutes = |side: Option<Line<'_>>| {
            let side = side.filter(|s| !s.bytes.trim_ascii().starts_with(b"N"))?;
            side.split(b';').nth(1).and_then(Line::number)
        };
        let mut sides = value.split(b',');
        let (black, white) = (minutes(sides.next()), minutes(sides.next()));
        if let Some(minutes) = black.filter(|m| *m > 0 && *m <= 6000 && white.is_none_or(|w| w == *m)) {
            self.game.set("TM", (minutes * 60).to_string(), value.span());
        }
        let text = self.text(value);
        self.game.keep("Ptime", text);
    }
}

/// `7.50`.
fn margin(text: &str) -> Option<Points> {
    match komi::read(text, komi::Surroundings::default()) {
        komi::Reading::Komi(found) if found.standard && found.unit == komi::Unit::Points => Some(found.points),
        _ => None,
    }
}
