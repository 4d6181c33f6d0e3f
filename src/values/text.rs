//! Folding of text before it is read: width, case, dashes and spaces carry no meaning in the values we read.

use std::borrow::Cow;

/// The text with full-width forms made ASCII, letters made lower case, every kind of dash made `-`, every run of blanks one
/// space, and no blank at either end. Borrowed when there is nothing to change.
pub(super) fn fold(text: &str) -> Cow<'_, str> {
    let trimmed = text.trim_matches(blank);
    let plain = |c: char| c.is_ascii() && !c.is_ascii_uppercase() && (!c.is_ascii_whitespace() || c == ' ');
    if trimmed.chars().all(plain) && !trimmed.contains("  ") {
        return Cow::Borrowed(trimmed);
    }
    let mut out = String::with_capacity(trimmed.len());
    for c in trimmed.chars() {
        let c = ascii(c);
        if blank(c) {
            if !out.ends_with(' ') {
                out.push(' ');
            }
        } else if c.is_ascii() {
            out.push(c.to_ascii_lowercase());
        } else {
            out.extend(c.to_lowercase());
        }
    }
    Cow::Owned(out)
}

/// Whether the character is a blank, or stands for nothing.
fn blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200b}' | '\u{feff}' | '\u{2060}')
}

/// The ASCII character that a wide or typographic one stands for, else the character itself.
fn ascii(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' => '-',
        '\u{2044}' | '\u{2215}' => '/',
        '\u{2236}' | '\u{fe55}' => ':',
        '。' | '・' | '·' => '.',
        '、' | '﹐' => ',',
        _ => c,
    }
}

/// A character that stands inside words of this script, so that a word may not end before it: only ASCII letters do.
pub(super) fn joins(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folds_width_case_dashes_and_blanks() {
        assert_eq!(fold("　Ｂ＋２．５　"), "b+2.5");
        assert_eq!(fold("1–0"), "1-0");
        assert_eq!(fold("a \t\n b"), "a b");
        assert!(matches!(fold("b+2.5"), Cow::Borrowed("b+2.5")));
    }
}
