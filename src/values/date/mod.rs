//! Dates: `YYYY.MM.DD` of PGN, the date lists of SGF, and the other spellings that have one meaning.

mod sgf;
mod spelling;

pub use sgf::{DateList, sgf};

use std::fmt;

/// A date of which parts may be unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Date {
    /// The year, 1 to 9999.
    pub year: Option<u16>,
    /// The month, 1 to 12.
    pub month: Option<u8>,
    /// The day, 1 to 31.
    pub day: Option<u8>,
}

impl Date {
    /// A whole date.
    pub const fn new(year: u16, month: u8, day: u8) -> Self {
        Date { year: Some(year), month: Some(month), day: Some(day) }
    }

    /// Year, month and day, if all are known.
    pub const fn whole(self) -> Option<(u16, u8, u8)> {
        match (self.year, self.month, self.day) {
            (Some(year), Some(month), Some(day)) => Some((year, month, day)),
            _ => None,
        }
    }

    /// Why no calendar has this date, if none has.
    pub fn fault(self) -> Option<DateFault> {
        if self.year == Some(0) {
            return Some(DateFault::Year);
        }
        let month = match self.month {
            Some(month) if !(1..=12).contains(&month) => return Some(DateFault::Month(month)),
            month => month,
        };
        let day = self.day?;
        (day == 0 || day > month_length(self.year, month)).then_some(DateFault::Day { day, month, year: self.year })
    }

    /// The date in the form of PGN: `2024.05.??`.
    pub fn pgn(self) -> String {
        let two = |part: Option<u8>| part.map_or_else(|| "??".to_owned(), |p| format!("{p:02}"));
        let year = self.year.map_or_else(|| "????".to_owned(), |y| format!("{y:04}"));
        format!("{year}.{}.{}", two(self.month), two(self.day))
    }

    /// The date in the form of SGF: `2024-05`. Without a year there is none.
    pub fn sgf(self) -> Option<String> {
        let year = self.year?;
        Some(match (self.month, self.day) {
            (Some(month), Some(day)) => format!("{year:04}-{month:02}-{day:02}"),
            (Some(month), None) => format!("{year:04}-{month:02}"),
            (None, _) => format!("{year:04}"),
        })
    }
}

/// Why no calendar has a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DateFault {
    /// There is no year 0.
    Year,
    /// There is no such month.
    Month(u8),
    /// The month has no such day.
    Day {
        /// The day.
        day: u8,
        /// The month, if it is known.
        month: Option<u8>,
        /// The year, if it is known.
        year: Option<u16>,
    },
}

impl fmt::Display for DateFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            DateFault::Year => f.write_str("there is no year 0"),
            DateFault::Month(month) => write!(f, "there is no month {month}"),
            DateFault::Day { day, month: Some(month), year } => {
                let name = MONTHS.get(usize::from(month).wrapping_sub(1)).copied().unwrap_or("that month");
                let days = month_length(year, Some(month));
                match year {
                    Some(year) => write!(f, "{name} {year} has {days} days, not {day}"),
                    None => write!(f, "{name} has {days} days, not {day}"),
                }
            }
            DateFault::Day { day, .. } => write!(f, "no month has a day {day}"),
        }
    }
}

const MONTHS: [&str; 12] =
    ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

/// How many days the month has; the most it can have where month or year is unknown.
fn month_length(year: Option<u16>, month: Option<u8>) -> u8 {
    match month {
        Some(4 | 6 | 9 | 11) => 30,
        Some(2) => match year {
            // Before the calendar of Gregory every fourth year was a leap year, and countries changed at different times.
            Some(y) if y % 4 != 0 || (y > 1923 && y % 100 == 0 && y % 400 != 0) => 28,
            Some(y) if (1753..=1923).contains(&y) && y % 100 == 0 && y % 400 != 0 => 28,
            _ => 29,
        },
        _ => 31,
    }
}

/// How a date was understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DateReading<T> {
    /// Written as the standard asks, and in the calendar.
    Ok(T),
    /// Not written as the standard asks.
    Malformed(Option<Understood<T>>),
    /// It names a date that no calendar has.
    Impossible(DateFault),
}

/// The one meaning of a date in another spelling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Understood<T> {
    /// The date.
    pub date: T,
    /// Whether the text says more (an hour), which the standard's form cannot hold.
    pub loses: bool,
}

impl<T> DateReading<T> {
    /// The date, if it has one meaning.
    pub fn value(self) -> Option<T> {
        match self {
            DateReading::Ok(date) => Some(date),
            DateReading::Malformed(understood) => understood.map(|u| u.date),
            DateReading::Impossible(_) => None,
        }
    }
}

/// Reads the value of a PGN date tag: `YYYY.MM.DD`, with `?` for each digit that is not known.
pub fn pgn(text: &str) -> DateReading<Date> {
    let bytes = text.as_bytes();
    let shape = bytes.len() == 10
        && bytes.iter().enumerate().all(|(i, b)| if matches!(i, 4 | 7) { *b == b'.' } else { b.is_ascii_digit() || *b == b'?' });
    if !shape {
        return match spelling::read(text) {
            Some(Ok(understood)) => DateReading::Malformed(Some(understood)),
            Some(Err(fault)) => DateReading::Impossible(fault),
            None => DateReading::Malformed(None),
        };
    }
    let (year, month, day) = (&bytes[..4], &bytes[5..7], &bytes[8..]);
    // Partly unknown digits: possible if any month and day fit.
    let months = |m: &u8| fits(month, u16::from(*m));
    if number(month).is_none() && !(1..=12u8).any(|m| months(&m)) {
        return DateReading::Malformed(None);
    }
    if number(day).is_none() && !(1..=31u8).any(|d| fits(day, u16::from(d))) {
        return DateReading::Malformed(None);
    }
    let date = Date { year: number(year), month: number(month).map(|m| m as u8), day: number(day).map(|d| d as u8) };
    match date.fault() {
        Some(fault) => DateReading::Impossible(fault),
        None => DateReading::Ok(date),
    }
}

/// The number that all-digit text stands for.
fn number(digits: &[u8]) -> Option<u16> {
    digits.iter().try_fold(0u16, |n, b| b.is_ascii_digit().then(|| n * 10 + u16::from(b - b'0')))
}

/// Whether a pattern of digits and `?` can stand for a number of two digits.
fn fits(pattern: &[u8], value: u16) -> bool {
    let digits = [b'0' + (value / 10 % 10) as u8, b'0' + (value % 10) as u8];
    pattern.iter().zip(digits).all(|(p, d)| *p == b'?' || *p == d)
}

#[cfg(test)]
mod tests;
