//! Dates in the spellings of people and other programs, where they have one meaning.

use super::{Date, DateFault, Understood};
use crate::values::number;
use crate::values::text::fold;

/// The months by their names in the languages of most records, folded; the first three letters must fit at least.
const MONTH_NAMES: &[(&str, u8)] = &[
    ("january", 1),
    ("jan", 1),
    ("januar", 1),
    ("jänner", 1),
    ("janvier", 1),
    ("enero", 1),
    ("gennaio", 1),
    ("januari", 1),
    ("janeiro", 1),
    ("января", 1),
    ("february", 2),
    ("feb", 2),
    ("februar", 2),
    ("février", 2),
    ("febrero", 2),
    ("febbraio", 2),
    ("februari", 2),
    ("fevereiro", 2),
    ("февраля", 2),
    ("march", 3),
    ("mar", 3),
    ("märz", 3),
    ("mars", 3),
    ("marzo", 3),
    ("maart", 3),
    ("março", 3),
    ("марта", 3),
    ("april", 4),
    ("apr", 4),
    ("avril", 4),
    ("abril", 4),
    ("aprile", 4),
    ("апреля", 4),
    ("may", 5),
    ("mai", 5),
    ("mayo", 5),
    ("maggio", 5),
    ("mei", 5),
    ("maio", 5),
    ("мая", 5),
    ("june", 6),
    ("jun", 6),
    ("juni", 6),
    ("juin", 6),
    ("junio", 6),
    ("giugno", 6),
    ("junho", 6),
    ("июня", 6),
    ("july", 7),
    ("jul", 7),
    ("juli", 7),
    ("juillet", 7),
    ("julio", 7),
    ("luglio", 7),
    ("julho", 7),
    ("июля", 7),
    ("august", 8),
    ("aug", 8),
    ("août", 8),
    ("agosto", 8),
    ("augustus", 8),
    ("августа", 8),
    ("september", 9),
    ("sep", 9),
    ("sept", 9),
    ("septembre", 9),
    ("septiembre", 9),
    ("settembre", 9),
    ("setembro", 9),
    ("сентября", 9),
    ("october", 10),
    ("oct", 10),
    ("oktober", 10),
    ("okt", 10),
    ("octobre", 10),
    ("octubre", 10),
    ("ottobre", 10),
    ("outubro", 10),
    ("октября", 10),
    ("november", 11),
    ("nov", 11),
    ("novembre", 11),
    ("noviembre", 11),
    ("novembro", 11),
    ("ноября", 11),
    ("december", 12),
    ("dec", 12),
    ("dezember", 12),
    ("dez", 12),
    ("décembre", 12),
    ("diciembre", 12),
    ("dicembre", 12),
    ("dezembro", 12),
    ("декабря", 12),
];

/// Eras of Japan, Korea and China: name, year before its first, first and last year in the common calendar.
const ERAS: &[(&str, u16, u16, u16)] = &[
    ("令和", 2018, 2019, 2100),
    ("平成", 1988, 1989, 2019),
    ("昭和", 1925, 1926, 1989),
    ("大正", 1911, 1912, 1926),
    ("明治", 1867, 1868, 1912),
    ("中華民國", 1911, 1912, 2100),
    ("民國", 1911, 1912, 2100),
    ("民国", 1911, 1912, 2100),
];

/// Reads a date: `None` without one meaning, an error if its one meaning is in no calendar.
pub(super) fn read(text: &str) -> Option<Result<Understood<Date>, DateFault>> {
    if text.len() > 64 {
        return None;
    }
    let folded = fold(text);
    let (rest, loses) = without_clock(&folded);
    let date = cjk(rest).or_else(|| numeric(rest)).or_else(|| named_month(rest))?;
    Some(date.and_then(|date| date.fault().map_or(Ok(Understood { date, loses }), Err)))
}

/// Cuts the time of day off: `2018-05-10t16:19:34z`, `2017.08.22 23:36`, `mon may 6 12:30:00 1996` keeps its year.
fn without_clock(text: &str) -> (&str, bool) {
    let Some(colon) = text.find(':') else { return (text, false) };
    // A year may stand behind the clock: then the words are sorted out one by one.
    if text[colon..].split(' ').any(|w| w.len() == 4 && w.bytes().all(|b| b.is_ascii_digit())) {
        return (text, true);
    }
    let head = text[..colon].trim_end_matches(|c: char| c.is_ascii_digit());
    // What stands in front must be a date; what stands behind only clock and zone.
    let tail = &text[head.len()..];
    let clock = |c: char| c.is_ascii_digit() || matches!(c, ':' | '.' | '+' | '-' | ' ' | 'z');
    let tail = ["utc", "gmt", "cst", "jst", "kst", "cet", "pm", "am"].iter().fold(tail, |t, zone| t.trim_end_matches(zone));
    let halves = ["下午", "上午", "午後", "午前", "오후", "오전"];
    let date = match halves.iter().find_map(|half| head.trim_end().strip_suffix(half)) {
        Some(date) => Some(date),
        None => head.strip_suffix(['t', ' ', '-', ',']),
    };
    match date {
        Some(date) if tail.chars().all(clock) && tail.len() <= 20 && date.chars().any(|c| c.is_ascii_digit()) => {
            (date.trim_end(), true)
        }
        _ => (text, false),
    }
}

/// Reads a day alone: `7日`.
pub(super) fn day(text: &str) -> Option<u8> {
    let folded = fold(text);
    let (day, rest) = number::integer(&folded)?;
    matches!(rest, "日" | "일" | "号" | "號").then(|| u8::try_from(day).ok()).flatten()
}

/// Reads dates made of numbers and marks only.
fn numeric(text: &str) -> Option<Result<Date, DateFault>> {
    if text.len() == 8 && text.bytes().all(|b| b.is_ascii_digit()) {
        return compact(text).map(Ok);
    }
    if text.len() == 4 && text.bytes().all(|b| b.is_ascii_digit()) {
        return text.parse().ok().map(|year| Ok(Date { year: Some(year), ..Date::default() }));
    }
    if !text.is_empty() && text.bytes().all(|b| b == b'?') {
        return Some(Ok(Date::default()));
    }
    let mark = text.chars().find(|c| !c.is_ascii_digit() && *c != '?')?;
    if !matches!(mark, '-' | '/' | '.' | ' ' | '_') {
        return None;
    }
    let text = text.trim_end_matches('.');
    let parts: Vec<&str> = text.split(mark).map(str::trim).collect();
    let value = |part: &str| {
        (!part.is_empty() && part.len() <= 4 && part.bytes().all(|b| b.is_ascii_digit()))
            .then(|| part.parse::<u16>().ok())
            .flatten()
    };
    let small = |part: &str| (part.len() <= 2).then(|| value(part)).flatten().map(|v| v as u8);
    let unknown = |part: &str| !part.is_empty() && part.bytes().all(|b| b == b'?');
    let maybe = |part: &str| if unknown(part) { Some(None) } else { small(part).map(Some) };
    match *parts.as_slice() {
        [year, month] if year.len() == 4 && unknown(year) => maybe(month).map(|month| Ok(Date { year: None, month, day: None })),
        [year, month] if year.len() == 4 => Some(Ok(Date { year: Some(value(year)?), month: maybe(month)?, day: None })),
        [month, year] if year.len() == 4 => Some(Ok(Date { year: Some(value(year)?), month: maybe(month)?, day: None })),
        [year, month, day] if year.len() == 4 && unknown(year) => {
            Some(Ok(Date { year: None, month: maybe(month)?, day: maybe(day)? }))
        }
        [year, month, day] if year.len() == 4 => {
            Some(Ok(Date { year: Some(value(year)?), month: maybe(month)?, day: maybe(day)? }))
        }
        [a, b, year] if year.len() == 4 => either_order(small(a)?, small(b)?, value(year)?),
        _ => None,
    }
}

/// Day and month in an unknown order: one meaning only if one of the orders is no date, or both are the same.
fn either_order(a: u8, b: u8, year: u16) -> Option<Result<Date, DateFault>> {
    let (day_first, month_first) = (Date::new(year, b, a), Date::new(year, a, b));
    match (day_first.fault(), month_first.fault()) {
        (None, None) if a == b => Some(Ok(day_first)),
        (None, None) => None,
        (None, Some(_)) => Some(Ok(day_first)),
        (Some(_), None) => Some(Ok(month_first)),
        (Some(fault), Some(_)) if a > 12 => Some(Err(fault)),
        (Some(_), Some(fault)) => Some(Err(fault)),
    }
}

/// Eight digits: year first, unless the year may as well stand last.
fn compact(text: &str) -> Option<Date> {
    let n = |range: std::ops::Range<usize>| text.get(range).and_then(|t| t.parse::<u16>().ok());
    let (year, month, day) = (n(0..4)?, n(4..6)? as u8, n(6..8)? as u8);
    let (a, b, last) = (n(0..2)? as u8, n(2..4)? as u8, n(4..8)?);
    let plausible = |y: u16| (1400..=2100).contains(&y);
    let first = Date::new(year, month, day);
    let other = plausible(last) && (Date::new(last, b, a).fault().is_none() || Date::new(last, a, b).fault().is_none());
    (plausible(year) && first.fault().is_none() && !other).then_some(first)
}

/// Reads `1996年5月6日`, `平成30年5月6日`, `昭和六十年`, `1996년 5월 6일`.
fn cjk(text: &str) -> Option<Result<Date, DateFault>> {
    let squeezed: String = text.chars().filter(|c| *c != ' ').collect();
    let mut rest = squeezed.as_str();
    for front in ["西暦", "西元", "公元", "서기"] {
        rest = rest.strip_prefix(front).unwrap_or(rest);
    }
    let era = ERAS.iter().find_map(|&(name, base, first, last)| rest.strip_prefix(name).map(|r| (r, base, first, last)));
    let (number, behind) = match era {
        Some((behind, ..)) if behind.starts_with('元') => (1, &behind['元'.len_utf8()..]),
        Some((behind, ..)) => number::integer(behind)?,
        None => number::integer(rest)?,
    };
    rest = behind.strip_prefix('年').or_else(|| behind.strip_prefix('년'))?;
    let year = u16::try_from(number).ok()?;
    let year = match era {
        Some((_, base, first, last)) => {
            let year = base.checked_add(year)?;
            if year <= base || !(first..=last).contains(&year) {
                return None;
            }
            year
        }
        None if (1000..=2100).contains(&year) => year,
        None => return None,
    };
    let mut date = Date { year: Some(year), ..Date::default() };
    if let Some((month, behind)) = number::integer(rest) {
        date.month = u8::try_from(month).ok();
        rest = behind.strip_prefix('月').or_else(|| behind.strip_prefix('월'))?;
        if let Some((day, behind)) = number::integer(rest) {
            date.day = u8::try_from(day).ok();
            let named = ["日", "일", "号", "號"].iter().find_map(|d| behind.strip_prefix(d));
            rest = if behind.is_empty() { behind } else { named? };
        }
    }
    // A day of the week in brackets behind it says nothing new.
    let rest = rest.trim_matches(['(', ')', '.', ',']);
    let week = ["日", "月", "火", "水", "木", "金", "土", "일", "월", "화", "수", "목", "금", "토"];
    let known = rest.is_empty()
        || week.contains(&rest)
        || rest.strip_suffix("曜日").is_some_and(|d| week.contains(&d))
        || rest.starts_with("星期") && rest.chars().count() == 3;
    known.then_some(Ok(date))
}

/// Reads `6 may 1996`, `may 6th, 1996`, `6-may-1996`, `mon may 6 12:30:00 1996`, `may 1996`.
fn named_month(text: &str) -> Option<Result<Date, DateFault>> {
    let (mut date, mut numbers) = (Date::default(), [0u8; 2]);
    let mut count = 0;
    for word in text.split([' ', ',', '-', '/', '.', '_']).filter(|w| !w.is_empty()) {
        if let Some(&(_, month)) = MONTH_NAMES.iter().find(|(name, _)| *name == word) {
            if date.month.replace(month).is_some() {
                return None;
            }
        } else if matches!(word, "of" | "the" | "de" | "den" | "г" | "года" | "del")
            || weekday(word)
            || (word.contains(':') && clock(word))
        {
            continue;
        } else {
            let digits = ["st", "nd", "rd", "th", "er"].iter().find_map(|s| word.strip_suffix(s)).unwrap_or(word);
            if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
                return None;
            }
            if digits.len() == 4 {
                if date.year.replace(digits.parse().ok()?).is_some() {
                    return None;
                }
            } else if digits.len() <= 2 && count < 1 {
                numbers[count] = digits.parse().ok()?;
                count += 1;
            } else {
                return None;
            }
        }
    }
    date.day = (count == 1).then_some(numbers[0]);
    (date.month.is_some() && date.year.is_some()).then_some(Ok(date))
}

fn weekday(word: &str) -> bool {
    ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].iter().any(|day| {
        word.starts_with(day) && (word.len() == 3 || word.ends_with("day") || matches!(word, "tues" | "thur" | "thurs"))
    })
}

fn clock(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_digit() || b == b':')
}
