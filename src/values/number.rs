//! Numbers as people write them: decimals with point or comma, fractions, Chinese numerals, English words.

/// The largest whole number read, far above anything a record can mean.
const LIMIT: u32 = 1_000_000;

/// Reads a number without a sign at the start of folded text: its hundredths and the text behind it. Numbers that are no whole
/// count of hundredths are not read.
pub(super) fn take(text: &str) -> Option<(i32, &str)> {
    if let Some((part, rest)) = fraction(text) {
        return Some((part, rest));
    }
    let (whole, rest) = integer(text)?;
    if let Some((part, rest)) = decimals(rest) {
        return Some((whole as i32 * 100 + part?, rest));
    }
    let base = whole as i32 * 100;
    let joint = ["又", "と", "+", "-", " and ", " "].iter().find_map(|j| rest.strip_prefix(j)).unwrap_or(rest);
    match fraction(joint) {
        Some((part, rest)) if part < 100 => Some((base + part, rest)),
        _ => Some((base, rest)),
    }
}

/// Reads a whole number in ASCII digits or Chinese numerals.
pub(super) fn integer(text: &str) -> Option<(u32, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 {
        let value = text[..digits].parse().ok().filter(|&v| v < LIMIT)?;
        return Some((value, &text[digits..]));
    }
    chinese(text)
}

/// Reads Chinese numerals: `三`, `十`, `二十一`, `一百零五`, `廿`, also plain rows of digits such as `一九九六`.
fn chinese(text: &str) -> Option<(u32, &str)> {
    let (mut total, mut digit, mut row, mut used) = (0u32, None::<u32>, 0u32, 0usize);
    for (at, c) in text.char_indices() {
        if let Some(d) = chinese_digit(c) {
            // A digit behind a digit: a number spelled digit by digit.
            digit = match digit {
                // 一百零五: the zero only says that no tens come.
                Some(0) if total > 0 => Some(d),
                Some(before) if total == 0 && row < 5 => Some(before * 10 + d),
                Some(_) => return None,
                None => Some(d),
            };
            row += 1;
        } else if let Some(unit) = chinese_unit(c) {
            if row > 1 && digit != Some(0) {
                return None;
            }
            total += digit.unwrap_or(1) * unit;
            (digit, row) = (None, 0);
        } else {
            break;
        }
        used = at + c.len_utf8();
    }
    let value = total + digit.unwrap_or(0);
    (used > 0 && value < LIMIT).then(|| (value, &text[used..]))
}

fn chinese_digit(c: char) -> Option<u32> {
    Some(match c {
        '〇' | '零' | '○' => 0,
        '一' | '壹' => 1,
        '二' | '两' | '兩' | '贰' => 2,
        '三' | '叁' => 3,
        '四' => 4,
        '五' => 5,
        '六' => 6,
        '七' => 7,
        '八' => 8,
        '九' => 9,
        _ => return None,
    })
}

fn chinese_unit(c: char) -> Option<u32> {
    Some(match c {
        '十' => 10,
        '廿' => 20,
        '卅' => 30,
        '百' => 100,
        '千' => 1000,
        _ => return None,
    })
}

/// Reads `.5`, `,50`, `.750`: `None` where there is none, `Some((None, …))` where it is finer than hundredths.
fn decimals(text: &str) -> Option<(Option<i32>, &str)> {
    let rest = text.strip_prefix(['.', ','])?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 {
        return None;
    }
    let (shown, rest) = rest.split_at(digits);
    let fine = shown.bytes().skip(2).any(|b| b != b'0');
    let at = |i: usize| shown.as_bytes().get(i).map_or(0, |b| i32::from(b - b'0'));
    Some(((!fine).then(|| at(0) * 10 + at(1)), rest))
}

/// Reads `3/4`, `¾`, `四分之三`: hundredths.
fn fraction(text: &str) -> Option<(i32, &str)> {
    for (sign, part) in [('½', 50), ('¼', 25), ('¾', 75)] {
        if let Some(rest) = text.strip_prefix(sign) {
            return Some((part, rest));
        }
    }
    let (first, rest) = integer(text)?;
    let (over, under, rest) = if let Some(rest) = rest.strip_prefix('/') {
        let (under, rest) = integer(rest)?;
        (first, under, rest)
    } else {
        let (over, rest) = integer(rest.strip_prefix("分之").or_else(|| rest.strip_prefix("分の"))?)?;
        (over, first, rest)
    };
    let hundredths = over.checked_mul(100)?;
    (under > 0 && hundredths % under == 0 && hundredths < LIMIT).then(|| ((hundredths / under) as i32, rest))
}

/// The number an English word stands for.
pub(super) fn word(text: &str) -> Option<u32> {
    const WORDS: [&str; 21] = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
    ];
    WORDS.iter().position(|&w| w == text).map(|n| n as u32)
}

/// Reads `five and a half`, `two`, `half`, `a quarter` at the start of folded text.
pub(super) fn take_words(text: &str) -> Option<(i32, &str)> {
    let end = |t: &str| t.bytes().take_while(u8::is_ascii_lowercase).count();
    let (mut rest, mut total) = (text, None);
    if let Some(value) = word(&rest[..end(rest)]) {
        total = Some(value as i32 * 100);
        rest = &rest[end(rest)..];
    }
    let mut tail = rest.trim_start();
    for filler in ["and ", "a ", "one "] {
        if total.is_some() || filler != "and " {
            tail = tail.strip_prefix(filler).unwrap_or(tail);
        }
    }
    let part = match &tail[..end(tail)] {
        "half" => 50,
        "quarter" => 25,
        _ => 0,
    };
    if part > 0 {
        rest = &tail[end(tail)..];
        total = Some(total.unwrap_or(0) + part);
    }
    total.map(|t| (t, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_people_write() {
        for (text, value) in [
            ("2.5", 250),
            ("2,5", 250),
            ("3.50", 350),
            ("0.500000", 50),
            ("2½", 250),
            ("½", 50),
            ("1/4", 25),
            ("2又3/4", 275),
            ("2 3/4", 275),
            ("四分之三", 75),
            ("三又四分之一", 325),
            ("十二", 1200),
            ("二十一", 2100),
            ("一百零五", 10500),
            ("12", 1200),
        ] {
            assert_eq!(take(text), Some((value, "")), "{text}");
        }
    }

    #[test]
    fn leaves_what_it_cannot_hold() {
        assert_eq!(take("1/3"), Some((100, "/3")), "a third is no count of hundredths: the caller sees the rest");
        assert_eq!(take("3.333"), None);
        assert_eq!(take("x"), None);
        assert_eq!(take("99999999999"), None);
    }

    #[test]
    fn reads_english_words() {
        assert_eq!(take_words("five and a half points"), Some((550, " points")));
        assert_eq!(take_words("half a point"), Some((50, " a point")));
        assert_eq!(take_words("two"), Some((200, "")));
        assert_eq!(take_words("nothing"), None);
    }
}
