//! Ratings of chess players.

use super::Reading;

/// The highest rating that a person or program has ever been given anywhere, with room to spare.
const HIGHEST: u16 = 5000;

/// Reads a rating. `-` (unrated) and `?` (unknown) are standard and give no number, as does the `0` that databases write.
pub fn read(text: &str) -> Reading<Option<u16>> {
    if matches!(text, "-" | "?" | "0") {
        return Reading::Standard(None);
    }
    if let Some(rating) = number(text) {
        return if text.starts_with('0') { Reading::Understood(Some(rating)) } else { Reading::Standard(Some(rating)) };
    }
    let trimmed = text.trim();
    if let Some(rating) = number(trimmed) {
        return Reading::Understood(Some(rating));
    }
    match trimmed.to_ascii_lowercase().as_str() {
        "--" | "---" | "n/a" | "na" | "none" | "unr" | "unr." | "unrated" | "nil" => return Reading::Understood(None),
        _ => {}
    }
    // Servers mark a provisional rating with a question mark or a letter P; a list may be named in front or behind.
    let lean = trimmed.strip_suffix(['?', 'P', 'p', '*']).unwrap_or(trimmed).trim();
    let lean = ["FIDE", "Elo", "ELO"].iter().fold(lean, |t, list| t.strip_prefix(list).unwrap_or(t));
    let lean = ["FIDE", "(FIDE)", "Elo", "ELO"].iter().fold(lean, |t, list| t.strip_suffix(list).unwrap_or(t));
    let lean = lean.trim_matches([' ', ':', '.']);
    if let Some(rating) = number(lean) {
        return Reading::Understood(Some(rating));
    }
    // Letters that look like digits, if digits stand beside them.
    if lean.bytes().filter(u8::is_ascii_digit).count() >= 2 {
        let digits: String = lean
            .chars()
            .map(|c| match c {
                'O' | 'o' => '0',
                'l' | 'I' => '1',
                other => other,
            })
            .collect();
        if let Some(rating) = number(&digits) {
            return Reading::Understood(Some(rating));
        }
    }
    Reading::Unreadable
}

fn number(text: &str) -> Option<u16> {
    let digits = !text.is_empty() && text.len() <= 5 && text.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten().filter(|r| (1..=HIGHEST).contains(r))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_ratings() {
        for (text, standard, value) in [
            ("2700", true, Some(2700)),
            ("-", true, None),
            ("?", true, None),
            ("0", true, None),
            ("964", true, Some(964)),
            ("27OO", false, Some(2700)),
            ("1500?", false, Some(1500)),
            (" 2400", false, Some(2400)),
            ("02400", false, Some(2400)),
            ("unrated", false, None),
            ("2400 (FIDE)", false, Some(2400)),
            ("FIDE 2400", false, Some(2400)),
        ] {
            let reading = read(text);
            assert_eq!((reading.is_standard(), reading.value()), (standard, Some(value)), "{text}");
        }
        for bad in ["GM", "", "99999", "27.00", "-100", "2700/2650", "27000", "strong", "OO"] {
            assert_eq!(read(bad), Reading::Unreadable, "{bad}");
        }
    }
}
