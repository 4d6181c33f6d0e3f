//! Main time (`TM`): seconds in SGF; hours, minutes and clock times in the wild.

use super::overtime::{self, Overtime};
use super::text::fold;
use super::{Reading, number};

/// A main time as it was understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MainTime {
    /// In hundredths of a second.
    pub hundredths: u64,
    /// The overtime that some programs write into the same value.
    pub overtime: Option<Overtime>,
}

impl MainTime {
    /// The normal form: seconds.
    pub fn seconds(self) -> String {
        match self.hundredths % 100 {
            0 => (self.hundredths / 100).to_string(),
            part => format!("{}.{part:02}", self.hundredths / 100),
        }
    }
}

/// Reads a real number of seconds as `TM`, `BL` and `WL` hold it, in hundredths (finer parts are cut off).
pub fn real(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let good = |t: &str| !t.is_empty() && t.len() <= 12 && t.bytes().all(|b| b.is_ascii_digit());
    if !good(whole) || part.is_empty() || !part.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let at = |i: usize| part.as_bytes().get(i).map_or(0, |b| i64::from(b - b'0'));
    let size = whole.parse::<i64>().ok()? * 100 + at(0) * 10 + at(1);
    Some(if text.starts_with('-') { -size } else { size })
}

/// Reads the value of `TM`.
pub fn read(text: &str) -> Reading<MainTime> {
    if let Some(hundredths) = real(text) {
        return match u64::try_from(hundredths) {
            Ok(hundredths) => Reading::Standard(MainTime { hundredths, overtime: None }),
            Err(_) => Reading::Unreadable,
        };
    }
    if text.len() > 80 {
        return Reading::Unreadable;
    }
    let folded = fold(text);
    let mut rest = folded.as_ref();
    if let Some(hundredths) = real(rest).and_then(|h| u64::try_from(h).ok()) {
        return Reading::Understood(MainTime { hundredths, overtime: None });
    }
    // Clock time and overtime in one: 1:00:00(5x1:00), 10:00:00+1:00/5.
    let mut over = None;
    if let Some(at) = rest.find(['(', '+']) {
        over = overtime::read(rest[at..].trim_matches(['(', ')', '+', ' ']));
        if over.is_none() {
            return Reading::Unreadable;
        }
        rest = rest[..at].trim_end();
    }
    match duration(rest) {
        Some((seconds, "" | "each" | "per player" | "per side" | "a side" | "a player" | "apiece" | "ずつ")) => {
            Reading::Understood(MainTime { hundredths: u64::from(seconds) * 100, overtime: over })
        }
        _ => Reading::Unreadable,
    }
}

/// Reads a duration with units at the start of folded text: `3 hours`, `1:30:00`, `2h 30m`, `2時間30分`, `90 min`: seconds, and the
/// text behind it.
pub(super) fn duration(text: &str) -> Option<(u32, &str)> {
    if let Some(found) = clock(text) {
        return Some(found);
    }
    let (mut seconds, mut last) = (0u32, u32::MAX);
    let mut rest = ["各", "each "].iter().find_map(|f| text.strip_prefix(f)).unwrap_or(text);
    while let Some((hundredths, behind)) = number::take(rest).or_else(|| number::take_words(rest)) {
        let behind = behind.trim_start();
        let Some((size, behind)) = unit(behind) else { break };
        // Units go down: 2 hours 30 minutes.
        if size >= last {
            return None;
        }
        last = size;
        let part = u32::try_from(hundredths).ok()?.checked_mul(size)? / 100;
        seconds = seconds.checked_add(part)?;
        rest = behind.trim_start();
        if size == 3600
            && let Some(behind) = rest.strip_prefix('半')
        {
            (seconds, rest) = (seconds.checked_add(1800)?, behind);
        }
        rest = rest.strip_prefix("and ").unwrap_or(rest);
    }
    (last != u32::MAX).then_some((seconds, rest))
}

/// Reads `1:30:00` or `50:00`.
fn clock(text: &str) -> Option<(u32, &str)> {
    let end = text.bytes().take_while(|b| b.is_ascii_digit() || *b == b':').count();
    let (shown, rest) = text.split_at(end);
    let parts: Vec<u32> = shown.split(':').map(|p| if p.len() <= 4 { p.parse().ok() } else { None }).collect::<Option<_>>()?;
    let seconds = match *parts.as_slice() {
        [hours, minutes, seconds] if minutes < 60 && seconds < 60 => hours * 3600 + minutes * 60 + seconds,
        [minutes, seconds] if seconds < 60 => minutes * 60 + seconds,
        _ => return None,
    };
    Some((seconds, rest.trim_start()))
}

/// Reads a unit of time: its seconds and the text behind it.
pub(super) fn unit(text: &str) -> Option<(u32, &str)> {
    const UNITS: &[(&str, u32)] = &[
        ("hours", 3600),
        ("hour", 3600),
        ("hrs", 3600),
        ("hr", 3600),
        ("h", 3600),
        ("小时", 3600),
        ("小時", 3600),
        ("時間", 3600),
        ("시간", 3600),
        ("时", 3600),
        ("minutes", 60),
        ("minute", 60),
        ("mins", 60),
        ("min", 60),
        ("m", 60),
        ("分钟", 60),
        ("分鐘", 60),
        ("分", 60),
        ("분", 60),
        ("'", 60),
        ("seconds", 1),
        ("second", 1),
        ("secs", 1),
        ("sec", 1),
        ("s", 1),
        ("秒", 1),
        ("초", 1),
        ("\"", 1),
    ];
    UNITS.iter().find_map(|&(name, size)| {
        let rest = text.strip_prefix(name)?;
        (!super::text::joins(rest) || !name.is_ascii()).then(|| (size, rest.strip_prefix('.').unwrap_or(rest)))
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::panic)]

    use super::*;

    #[test]
    fn seconds_are_standard() {
        for (text, seconds) in [("1800", "1800"), ("0", "0"), ("1779.066", "1779.06"), ("60.5", "60.50")] {
            let Reading::Standard(time) = read(text) else { panic!("{text}") };
            assert_eq!(time.seconds(), seconds);
        }
    }

    #[test]
    fn other_spellings_have_seconds_as_their_normal_form() {
        for (text, seconds) in [
            ("3 hours each", "10800"),
            ("3h", "10800"),
            ("90 min", "5400"),
            ("2h 30m", "9000"),
            ("2時間30分", "9000"),
            ("1:00:00(5x1:00)", "3600"),
            ("50:00", "3000"),
            ("各3小时", "10800"),
            ("10:00:00+1:00/5", "36000"),
            ("30 minutes", "1800"),
            ("two hours", "7200"),
            ("1 hour and 30 minutes", "5400"),
            ("3시간", "10800"),
            ("1時間半", "5400"),
            ("1.5 hours", "5400"),
        ] {
            let Reading::Understood(time) = read(text) else { panic!("{text}") };
            assert_eq!(time.seconds(), seconds, "{text}");
        }
        let Reading::Understood(MainTime { overtime, .. }) = read("1:00:00(5x1:00)") else { panic!("clock") };
        assert_eq!(overtime, Some(Overtime::ByoYomi { periods: 5, seconds: 60 }));
    }

    #[test]
    fn the_rest_is_not_guessed() {
        for text in ["-", "", "long", "3 hours or so", "-5", "3", "1:99:00", "3 apples"] {
            if text == "3" {
                assert!(read(text).is_standard());
                continue;
            }
            assert_eq!(read(text), Reading::Unreadable, "{text}");
        }
    }
}
