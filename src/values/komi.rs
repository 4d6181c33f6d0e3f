//! Komi (`KM`): in points, in 子, in hundredths of either, and in words.

use super::number;
use super::points::Points;
use super::text::fold;

/// What a komi was counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Points, as FF\[4\] says.
    Points,
    /// 子: `3.75` is 7.5 points.
    Zi,
    /// Hundredths of a point: `650`.
    Hundredths,
    /// Hundredths of a 子: `375` is 7.5 points.
    HundredthsOfZi,
}

/// A komi as it was understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Komi {
    /// In points.
    pub points: Points,
    /// What it was counted in.
    pub unit: Unit,
    /// Whether it is a real number as FF\[4\] asks (its unit aside).
    pub standard: bool,
    /// Whether the unit follows from the value itself, not only from the surroundings.
    pub sure: bool,
}

/// How a komi was understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// A number, or words that mean one.
    Komi(Komi),
    /// There is a property and nothing in it.
    Empty,
    /// No meaning, or more than one.
    Unreadable,
}

impl Reading {
    /// The komi, if there is one meaning.
    pub const fn value(self) -> Option<Komi> {
        match self {
            Reading::Komi(komi) => Some(komi),
            _ => None,
        }
    }
}

/// What else in the record tells about the unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Surroundings {
    /// A program that is known to write hundredths wrote it (Fox).
    pub scales: bool,
    /// Black has handicap stones.
    pub handicap: bool,
}

/// Whether a program or server of this name (`AP`, `PC`, `SO`) writes komi in hundredths.
pub fn scales(application: &str) -> bool {
    let folded = fold(application);
    ["foxwq", "fox", "野狐", "yuanyu", "sgfc:2.0"].iter().any(|name| folded.starts_with(name))
}

/// Reads a komi. The value decides the unit: an odd number of quarters is 子, a whole number of 100 and more is hundredths.
pub fn read(text: &str, around: Surroundings) -> Reading {
    if text.len() > 80 {
        return Reading::Unreadable;
    }
    if let Some((value, whole)) = real(text) {
        return Reading::Komi(unit(value, whole, true, around));
    }
    let folded = fold(text);
    if folded.is_empty() {
        return Reading::Empty;
    }
    match wording(&folded) {
        Some((value, zi)) => {
            let komi = if zi {
                Komi { points: Points::from_hundredths(value).doubled(), unit: Unit::Zi, standard: false, sure: true }
            } else {
                unit(value, false, false, around)
            };
            Reading::Komi(komi)
        }
        None => Reading::Unreadable,
    }
}

/// The real numbers of FF\[4\]: an optional sign, digits, and digits behind a point. The flag says that there is no point.
fn real(text: &str) -> Option<(i32, bool)> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (whole, part) = digits.split_once('.').map_or((digits, None), |(w, p)| (w, Some(p)));
    let only_digits = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
    if !only_digits(whole) || !part.is_none_or(only_digits) {
        return None;
    }
    let (value, "") = number::take(digits)? else { return None };
    Some((if text.starts_with('-') { -value } else { value }, part.is_none()))
}

fn unit(value: i32, whole: bool, standard: bool, around: Surroundings) -> Komi {
    let points = Points::from_hundredths(value);
    let plain = Komi { points, unit: Unit::Points, standard, sure: true };
    if points.is_quarter() {
        // Above ten 子 the fraction may as well be a slip.
        return Komi { points: points.doubled(), unit: Unit::Zi, sure: points.hundredths().abs() <= 1000, ..plain };
    }
    // Hundredths are always written without a point; -100.00 is a komi of the KGS server.
    if whole && points.hundredths().abs() >= 100 * 100 {
        let points = Points::from_hundredths(value / 100);
        return if points.is_quarter() {
            Komi { points: points.doubled(), unit: Unit::HundredthsOfZi, ..plain }
        } else {
            Komi { points, unit: Unit::Hundredths, sure: points.halves().is_some() && points.hundredths().abs() <= 2000, ..plain }
        };
    }
    // The half point of a handicap game, scaled.
    if whole && value == 50 * 100 && (around.scales || around.handicap) {
        return Komi { points: Points::from_halves(1), unit: Unit::Hundredths, sure: false, ..plain };
    }
    plain
}

/// Reads wordings: `5,5`, `6½`, `3又3/4子`, `five and a half`, `6目半`, `6집반`, `黑贴3又3/4子`, `0.5 points`, `none`.
fn wording(folded: &str) -> Option<(i32, bool)> {
    let mut rest = folded.trim_start_matches([' ', '(', '"']).trim_end_matches([' ', '.', ')', '"']);
    if matches!(rest, "none" | "no komi" | "no" | "なし" | "コミなし" | "无" | "無" | "不贴目" | "不貼目" | "없음")
    {
        return Some((0, false));
    }
    for front in ["先番", "komi", "コミ", "黑贴", "黑貼", "贴", "貼", "덤", "黑", "黒"] {
        rest = rest.strip_prefix(front).unwrap_or(rest).trim_start_matches([' ', ':', '=']);
    }
    let negative = rest.starts_with('-');
    rest = rest.strip_prefix(['-', '+']).unwrap_or(rest);
    let dotted;
    let (mut value, mut rest) = if rest.starts_with('.') {
        dotted = format!("0{rest}");
        let (value, behind) = number::take(&dotted)?;
        (value, &rest[rest.len() - behind.len()..])
    } else if let Some(behind) = rest.strip_prefix('半').or_else(|| rest.strip_prefix('반')) {
        (50, behind)
    } else {
        number::take(rest).or_else(|| number::take_words(rest))?
    };
    rest = rest.trim_start();
    let units = ["目", "집", "子", "points", "point", "pts", "pt", "moku", "zi", "点", "點", "호"];
    let mut zi = false;
    if let Some(unit) = units.iter().find(|u| rest.starts_with(**u)) {
        zi = matches!(*unit, "子" | "zi");
        rest = rest[unit.len()..].trim_start();
    }
    if value % 100 == 0
        && let Some(behind) = rest.strip_prefix('半').or_else(|| rest.strip_prefix('반'))
    {
        value += 50;
        rest = behind.trim_start();
    }
    if let Some(unit) = units.iter().find(|u| rest.starts_with(**u)) {
        zi |= matches!(*unit, "子" | "zi");
        rest = &rest[unit.len()..];
    }
    let rest = rest.trim_matches([' ', '.', 'は']);
    (rest.is_empty() || matches!(rest, "komi" | "コミ" | "for white" | "a point" | "コミ出し"))
        .then_some((if negative { -value } else { value }, zi))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::panic)]

    use super::*;

    fn points(text: &str, around: Surroundings) -> Option<(String, Unit)> {
        read(text, around).value().map(|k| (k.points.to_string(), k.unit))
    }

    #[test]
    fn the_value_tells_the_unit() {
        let alone = Surroundings::default();
        for (text, value, unit) in [
            ("6.5", "6.5", Unit::Points),
            ("6.50", "6.5", Unit::Points),
            ("0", "0", Unit::Points),
            ("7", "7", Unit::Points),
            ("0.500000", "0.5", Unit::Points),
            ("-10.00", "-10", Unit::Points),
            ("-100.00", "-100", Unit::Points),
            ("30.50", "30.5", Unit::Points),
            ("3.75", "7.5", Unit::Zi),
            ("2.75", "5.5", Unit::Zi),
            ("3.25", "6.5", Unit::Zi),
            ("375", "7.5", Unit::HundredthsOfZi),
            ("325", "6.5", Unit::HundredthsOfZi),
            ("275", "5.5", Unit::HundredthsOfZi),
            ("750", "7.5", Unit::Hundredths),
            ("650", "6.5", Unit::Hundredths),
            ("550", "5.5", Unit::Hundredths),
            ("450", "4.5", Unit::Hundredths),
            ("700", "7", Unit::Hundredths),
            ("-650", "-6.5", Unit::Hundredths),
            ("50", "50", Unit::Points),
            ("+6.5", "6.5", Unit::Points),
        ] {
            assert_eq!(points(text, alone), Some((value.to_owned(), unit)), "{text}");
            assert!(read(text, alone).value().is_some_and(|k| k.standard), "{text}");
        }
        let fox = Surroundings { scales: true, handicap: false };
        let Reading::Komi(komi) = read("50", fox) else { panic!("half a point") };
        assert_eq!((komi.points, komi.unit, komi.sure), (Points::from_halves(1), Unit::Hundredths, false));
    }

    #[test]
    fn other_spellings_are_understood_and_not_standard() {
        for (text, value) in [
            ("5,5", "5.5"),
            ("five and a half", "5.5"),
            ("6½", "6.5"),
            ("3又3/4子", "7.5"),
            ("3 3/4", "7.5"),
            ("6目半", "6.5"),
            ("6집반", "6.5"),
            ("6.5目", "6.5"),
            ("黑贴3又3/4子", "7.5"),
            ("0.5 points", "0.5"),
            (" 6.5", "6.5"),
            (".5", "0.5"),
            ("六目半", "6.5"),
            ("none", "0"),
            ("６．５", "6.5"),
            ("半目", "0.5"),
            ("コミ6目半", "6.5"),
            ("7.5 komi", "7.5"),
            ("half a point", "0.5"),
            ("seven", "7"),
            ("3¾", "7.5"),
            ("2.75子", "5.5"),
            ("3子", "6"),
        ] {
            let Reading::Komi(komi) = read(text, Surroundings::default()) else { panic!("{text}") };
            assert_eq!((komi.points.to_string().as_str(), komi.standard), (value, false), "{text}");
        }
    }

    #[test]
    fn nothing_and_nonsense() {
        assert_eq!(read("", Surroundings::default()), Reading::Empty);
        assert_eq!(read("  ", Surroundings::default()), Reading::Empty);
        for text in ["x", "6.5.5", "six or seven", "5-6", "6.5b", "--5", "1e3", "Infinity", "NaN", "99999999999", "5 5", "6;5"] {
            assert_eq!(read(text, Surroundings::default()), Reading::Unreadable, "{text}");
        }
    }
}
