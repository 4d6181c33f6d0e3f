//! The date lists of SGF (`DT`): `1996-05-06,07,08`, `1996-12-27,28,1997-01-03,04`, `1996-05,06`, `1996,1997`.

use super::{Date, DateReading, Understood, spelling};
use std::fmt;

/// The days on which a game was played.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DateList(
    /// The dates in the order of the record; each has a year.
    pub Vec<Date>,
);

impl fmt::Display for DateList {
    /// Writes the list with the shortcuts of FF\[4\].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before: Option<Date> = None;
        for &date in &self.0 {
            if before.is_some() {
                f.write_str(",")?;
            }
            let same_shape = |b: &Date| (b.month.is_some(), b.day.is_some()) == (date.month.is_some(), date.day.is_some());
            match (before.filter(same_shape).filter(|b| b.year == date.year), date.month, date.day) {
                (Some(b), Some(_), Some(day)) if b.month == date.month => write!(f, "{day:02}")?,
                (Some(_), Some(month), Some(day)) => write!(f, "{month:02}-{day:02}")?,
                (Some(_), Some(month), None) => write!(f, "{month:02}")?,
                _ => f.write_str(&date.sgf().unwrap_or_default())?,
            }
            before = Some(date);
        }
        Ok(())
    }
}

/// Reads the value of `DT`.
pub fn sgf(text: &str) -> DateReading<DateList> {
    match list(text, ",") {
        Some(Ok(dates)) => return DateReading::Ok(dates),
        Some(Err(fault)) => return DateReading::Impossible(fault),
        None => {}
    }
    // The same list with blanks around the commas, or dates of which each has its own spelling.
    if text.contains(',') || text.contains('，') {
        let squeezed: String = text.chars().filter(|c| !c.is_whitespace()).map(|c| if c == '，' { ',' } else { c }).collect();
        match list(&squeezed, ",") {
            Some(Ok(date)) => return DateReading::Malformed(Some(Understood { date, loses: false })),
            Some(Err(fault)) => return DateReading::Impossible(fault),
            None => {}
        }
    }
    // The same list with other marks inside the dates.
    if text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'/' | b'.' | b',' | b' ')) && text.contains(',') {
        let dashed: String = text
            .chars()
            .filter(|c| *c != ' ')
            .map(|c| {
                if c == ',' {
                    ','
                } else if c.is_ascii_digit() {
                    c
                } else {
                    '-'
                }
            })
            .collect();
        match list(&dashed, ",") {
            Some(Ok(date)) => return DateReading::Malformed(Some(Understood { date, loses: false })),
            Some(Err(fault)) => return DateReading::Impossible(fault),
            None => {}
        }
    }
    match spelling::read(text) {
        Some(Ok(Understood { date, loses })) if date.year.is_some() => {
            DateReading::Malformed(Some(Understood { date: DateList(vec![date]), loses }))
        }
        Some(Err(fault)) => DateReading::Impossible(fault),
        _ => several(text),
    }
}

/// Several whole dates, each in its own spelling: `2018/05/06, 2018/05/07`.
fn several(text: &str) -> DateReading<DateList> {
    let mut dates = DateList::default();
    let mut loses = false;
    for part in text.split([',', ';', '、', '，', '・']) {
        // 1996年5月6日、7日: the day of the same month.
        if let Some(day) = dates.0.last().filter(|d| d.day.is_some()).zip(spelling::day(part)) {
            let date = Date { day: Some(day.1), ..*day.0 };
            if let Some(fault) = date.fault() {
                return DateReading::Impossible(fault);
            }
            dates.0.push(date);
            continue;
        }
        match spelling::read(part) {
            Some(Ok(understood)) if understood.date.year.is_some() => {
                dates.0.push(understood.date);
                loses |= understood.loses;
            }
            Some(Err(fault)) => return DateReading::Impossible(fault),
            _ => return DateReading::Malformed(None),
        }
    }
    DateReading::Malformed((dates.0.len() > 1).then_some(Understood { date: dates, loses }))
}

/// Reads the list by the grammar; `None` if it is not written so.
fn list(text: &str, separator: &str) -> Option<Result<DateList, super::DateFault>> {
    let mut dates = DateList::default();
    let mut fault = None;
    for part in text.split(separator) {
        let date = entry(part, dates.0.last().copied())?;
        fault = fault.or_else(|| date.fault());
        dates.0.push(date);
    }
    Some(match fault {
        Some(fault) => Err(fault),
        None => Ok(dates),
    })
}

/// Reads one entry; what it leaves out comes from the entry before, of which it must be a shortcut.
fn entry(part: &str, before: Option<Date>) -> Option<Date> {
    let mut fields = part.split('-');
    let first = fields.next()?;
    let second = fields.next().map(two).map_or(Some(None), |m| m.map(Some))?;
    let third = fields.next().map(two).map_or(Some(None), |d| d.map(Some))?;
    if fields.next().is_some() {
        return None;
    }
    if first.len() == 4 {
        let year = first.bytes().all(|b| b.is_ascii_digit()).then(|| first.parse().ok()).flatten()?;
        return Some(Date { year: Some(year), month: second, day: third });
    }
    let (first, before) = (two(first)?, before?);
    match (second, before.month, before.day) {
        // MM-DD behind a whole date.
        (Some(day), Some(_), Some(_)) if third.is_none() => Some(Date { month: Some(first), day: Some(day), ..before }),
        // DD behind a whole date.
        (None, Some(_), Some(_)) => Some(Date { day: Some(first), ..before }),
        // MM behind a month.
        (None, Some(_), None) => Some(Date { month: Some(first), ..before }),
        _ => None,
    }
}

/// Two digits.
fn two(text: &str) -> Option<u8> {
    (text.len() == 2 && text.bytes().all(|b| b.is_ascii_digit())).then(|| text.parse().ok()).flatten()
}
