//! Clock times as comments carry them: `[%clk 1:23:45]`, `[%emt 0:00:05.3]`, `[%clk 4:58]`.

/// A span of time in thousandths of a second.
pub type Millis = u64;

/// Reads a clock time: `h:mm:ss`, `m:ss` or `s`, the last part with a fraction or without. Blanks around it do not count.
///
/// The last two of three parts must lie below 60, and so must the last of two; a lone number of seconds may be any.
///
/// ```
/// use jadoube::values::clock::read;
/// assert_eq!(read(b"0:05:00"), Some(300_000));
/// assert_eq!(read(b"4:58.5"), Some(298_500));
/// assert_eq!(read(b"0:75:00"), None);
/// ```
pub fn read(text: &[u8]) -> Option<Millis> {
    let text = text.trim_ascii();
    // Nearly every clock has this shape.
    if let &[hour, b':', tens, ones, b':', ten, one] = text
        && let digits = [hour, tens, ones, ten, one].map(|byte| u64::from(byte.wrapping_sub(b'0')))
        && let [hour @ 0..=9, tens @ 0..=5, ones @ 0..=9, ten @ 0..=5, one @ 0..=9] = digits
    {
        return Some(1000 * (3600 * hour + 60 * (10 * tens + ones) + 10 * ten + one));
    }
    let (whole, fraction) = match text.iter().position(|b| matches!(b, b'.' | b',')) {
        Some(at) => (&text[..at], fraction(&text[at + 1..])?),
        None => (text, 0),
    };
    let mut seconds: u64 = 0;
    let mut parts = 0;
    for part in whole.split(|b| *b == b':') {
        parts += 1;
        // Nine digits of seconds are thirty years: more is no clock.
        if part.is_empty() || part.len() > 9 || !part.iter().all(u8::is_ascii_digit) || parts > 3 {
            return None;
        }
        let value = part.iter().fold(0u64, |sum, digit| sum * 10 + u64::from(digit - b'0'));
        if parts > 1 && value > 59 {
            return None;
        }
        seconds = seconds * 60 + value;
    }
    Some(seconds * 1000 + fraction)
}

/// Thousandths from the digits behind the point; further digits are cut off.
fn fraction(digits: &[u8]) -> Option<Millis> {
    if digits.is_empty() || digits.len() > 9 || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let mut value = 0;
    for place in 0..3 {
        value = value * 10 + digits.get(place).map_or(0, |digit| u64::from(digit - b'0'));
    }
    Some(value)
}

/// A time in the form `h:mm:ss`, with a fraction only where there is one.
///
/// ```
/// assert_eq!(jadoube::values::clock::Clock(298_500).to_string(), "0:04:58.5");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Clock(pub Millis);

impl std::fmt::Display for Clock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (seconds, millis) = (self.0 / 1000, self.0 % 1000);
        write!(f, "{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)?;
        if millis == 0 {
            return Ok(());
        }
        let digits = format!("{millis:03}");
        write!(f, ".{}", digits.trim_end_matches('0'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_of_the_wild_are_read() {
        for (text, millis) in [
            ("0:05:00", 300_000),
            ("00:04:57", 297_000),
            ("0:04:59.9", 299_900),
            ("4:58", 298_000),
            (" 1:40:00 ", 6_000_000),
            ("59", 59_000),
            ("3.25", 3_250),
            ("0:00:00", 0),
            ("12:00:00", 43_200_000),
            ("336:00:00", 1_209_600_000),
            ("0:00:01,5", 1_500),
            ("0:00:01.0056", 1_005),
            ("90:00", 5_400_000),
        ] {
            assert_eq!(read(text.as_bytes()), Some(millis), "{text}");
        }
    }

    #[test]
    fn what_is_no_time_is_not_guessed() {
        for text in ["", ":", "1:", ":05", "0:60", "0:75:00", "1:2:3:4", "-0:01", "five", "1:00:0x", "0:05.", "99999999999"] {
            assert_eq!(read(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn times_are_written_as_clocks() {
        for (millis, text) in [(0, "0:00:00"), (61_000, "0:01:01"), (3_600_050, "1:00:00.05"), (1_209_600_000, "336:00:00")] {
            assert_eq!(Clock(millis).to_string(), text);
            assert_eq!(read(text.as_bytes()), Some(millis));
        }
    }
}
