//! Handicap (`HA`): the number of stones.

use super::text::fold;
use super::{Reading, number};

/// Reads a number of handicap stones. `0` and `1` are written for even games and for games without komi, and let pass.
pub fn read(text: &str) -> Reading<u16> {
    if !text.is_empty() && text.len() <= 4 && text.bytes().all(|b| b.is_ascii_digit()) {
        return text.parse().map_or(Reading::Unreadable, Reading::Standard);
    }
    if text.len() > 60 {
        return Reading::Unreadable;
    }
    let folded = fold(text);
    let text = folded.trim_matches([' ', '.', '(', ')', '"']);
    if matches!(
        text,
        "none" | "no" | "even" | "互先" | "分先" | "无" | "無" | "なし" | "호선" | "no handicap" | "-" | "定先" | "先"
    ) {
        return Reading::Understood(0);
    }
    let front = ["handicap", "让", "讓", "授", "受", "置", "h", "被让"]
        .iter()
        .find_map(|f| text.strip_prefix(f))
        .unwrap_or(text)
        .trim_start_matches([' ', ':']);
    let Some((stones, rest)) = number::integer(front.strip_prefix('+').unwrap_or(front)) else {
        let end = front.bytes().take_while(u8::is_ascii_lowercase).count();
        return match number::word(&front[..end]) {
            Some(stones) if unit(&front[end..]) => Reading::Understood(stones as u16),
            _ => Reading::Unreadable,
        };
    };
    match u16::try_from(stones) {
        Ok(stones) if unit(rest) && stones < 1000 => Reading::Understood(stones),
        _ => Reading::Unreadable,
    }
}

/// What may stand behind the number.
fn unit(rest: &str) -> bool {
    let rest = rest.trim_matches([' ', '.', ',']);
    matches!(
        rest,
        "" | "stones"
            | "stone"
            | "handicap"
            | "handicap stones"
            | "stone handicap"
            | "stones handicap"
            | "子"
            | "目"
            | "점"
            | "子局"
            | "子棋"
            | "점 접바둑"
            | "0"
            | "00"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_numbers_of_stones() {
        for text in ["0", "1", "2", "9", "13"] {
            assert!(read(text).is_standard(), "{text}");
        }
        for (text, stones) in [
            ("2 stones", 2),
            ("三子", 3),
            ("让4子", 4),
            ("two", 2),
            ("4점", 4),
            ("H3", 3),
            ("even", 0),
            (" 2", 2),
            ("２", 2),
            ("2.0", 2),
            ("二子局", 2),
            ("9 stone handicap", 9),
        ] {
            assert_eq!(read(text), Reading::Understood(stones), "{text}");
        }
        for text in ["", "-1", "2.5", "two or three", "many", "2-3", "12345"] {
            assert_eq!(read(text), Reading::Unreadable, "{text}");
        }
    }
}
