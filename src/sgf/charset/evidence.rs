//! How well a charset explains a text.
//!
//! Both sides of the evidence count: characters that Go records are full of, in the script of the language, speak for a charset;
//! characters that nobody uses, letters where none belong, and brackets of the grammar eaten by a character speak against it.

use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, KOI8_R, SHIFT_JIS, UTF_8, WINDOWS_1251, WINDOWS_1252};

use super::stepping_of;
use super::words::{Weight, weight};
use crate::sgf::scan::{Follow, Stepping, follow};

/// The charsets that are tried, besides UTF-8.
pub(super) const CANDIDATES: [&Encoding; 8] = [GB18030, BIG5, SHIFT_JIS, EUC_KR, EUC_JP, WINDOWS_1252, WINDOWS_1251, KOI8_R];

/// Most bytes of a record that are looked at.
const SAMPLE_LIMIT: usize = 8192;

/// The parts of a record that are not ASCII, with what follows each.
#[derive(Debug, Clone, Default)]
pub(super) struct Sample {
    text: Vec<u8>,
}

impl Sample {
    /// Takes the sample: runs of text around bytes beyond ASCII, up to six bytes of ASCII behind each.
    pub(super) fn of(bytes: &[u8]) -> Sample {
        let mut text = Vec::new();
        let mut at = 0;
        while let Some(next) = bytes[at..].iter().position(|b| !b.is_ascii())
            && text.len() < SAMPLE_LIMIT
        {
            let start = (at + next).saturating_sub(2).max(at);
            let mut end = at + next;
            let mut plain = 0;
            while end < bytes.len() && plain < 6 && end - start < SAMPLE_LIMIT {
                plain = if bytes[end].is_ascii() { plain + 1 } else { 0 };
                end += 1;
            }
            text.extend_from_slice(&bytes[start..end]);
            text.push(b'\n');
            at = end;
        }
        Sample { text }
    }
}

/// How well a charset does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Score {
    /// The more the better.
    pub(super) points: i32,
    /// Some bytes are no text.
    pub(super) broken: bool,
}

/// What a broken sequence costs.
const BROKEN: i32 = -12;
/// What it costs in UTF-8 if a question mark stands beside it, as servers leave them.
const REPLACED: i32 = -2;
/// What a bracket of the grammar inside a character costs.
const EATEN: i32 = -10;

/// Scores a charset on a sample.
pub(super) fn score(sample: &Sample, encoding: &'static Encoding) -> Score {
    let (text, broken) = encoding.decode_without_bom_handling(&sample.text);
    let mut points = eaten(&sample.text, stepping_of(encoding));
    let single = encoding.is_single_byte();
    let mut before = '\n';
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let after = chars.peek().copied().unwrap_or('\n');
        points += match c {
            '\0'..='\x7F' => 0,
            '\u{FFFD}' if encoding == UTF_8 && (before == '?' || after == '?') => REPLACED,
            // Several signs can stand for one broken character.
            '\u{FFFD}' if before == '\u{FFFD}' && encoding == UTF_8 => BROKEN / 4,
            '\u{FFFD}' => BROKEN,
            '\u{80}'..='\u{9F}' => -8,
            _ if single => letter(c, before, after),
            _ => wide(c, before, encoding),
        };
        before = c;
    }
    Score { points, broken }
}

/// Brackets of the grammar that a charset takes for the second half of a character.
fn eaten(text: &[u8], stepping: Stepping) -> i32 {
    if !matches!(stepping, Stepping::Gb | Stepping::Double | Stepping::ShiftJis) {
        return 0;
    }
    let (mut at, mut points) = (0, 0);
    while at < text.len() {
        let step = if text[at].is_ascii() { 1 } else { stepping.step(text, at) };
        if step == 2 && text[at + 1] == b']' && at + 2 < text.len() && follow(text, at + 2, false) == Follow::Syntax {
            points += EATEN;
        }
        at += step;
    }
    points
}

/// A letter of an alphabet, by its neighbours.
fn letter(c: char, before: char, after: char) -> i32 {
    let beside = |c: char| c.is_alphabetic();
    match c {
        // Latin: a letter among plain ones. Several accents in a row are hardly a word.
        '\u{C0}'..='\u{24F}' if c.is_alphabetic() => {
            let plain = u8::from(before.is_ascii_alphabetic()) + u8::from(after.is_ascii_alphabetic());
            let accents = u8::from(!before.is_ascii() && beside(before)) + u8::from(!after.is_ascii() && beside(after));
            let shouted = c.is_uppercase() && before.is_lowercase();
            2 * i32::from(plain) - 3 * i32::from(accents) - if shouted { 4 } else { 0 }
        }
        // Cyrillic: small letters in words, capitals at their start.
        '\u{400}'..='\u{4FF}' => {
            let cyrillic = |c: char| ('\u{400}'..='\u{4FF}').contains(&c);
            let run = i32::from(cyrillic(before)) + i32::from(cyrillic(after));
            let common = ('\u{410}'..='\u{44F}').contains(&c);
            match (c.is_uppercase(), before.is_alphabetic()) {
                _ if !common => -1,
                (true, true) if before.is_lowercase() => -4,
                (true, true) => -1,
                _ if run == 0 => 0,
                _ => run,
            }
        }
        '«' | '»' | '„' | '“' | '”' | '’' | '–' | '—' | '№' | '…' => 0,
        _ => -2,
    }
}

/// A character of a script of many signs.
fn wide(c: char, before: char, encoding: &'static Encoding) -> i32 {
    let japanese = encoding == SHIFT_JIS || encoding == EUC_JP || encoding == UTF_8;
    match c {
        // Hiragana and katakana: the GB charsets have them too, and Chinese players like them in names.
        '\u{3041}'..='\u{3096}' => {
            if japanese {
                5
            } else {
                1
            }
        }
        '\u{30A1}'..='\u{30FC}' => {
            if japanese {
                4
            } else {
                0
            }
        }
        '\u{AC00}'..='\u{D7A3}' => match weight(c) {
            Weight::Go => 8,
            Weight::Common => 5,
            Weight::Other => 1,
        },
        '\u{4E00}'..='\u{9FFF}' => {
            let base = match weight(c) {
                Weight::Go => 8,
                Weight::Common => 4,
                Weight::Other => rank(c, encoding),
            };
            // Hanja among hangul, or after kana in small numbers, is usual; alone in EUC-KR it is not.
            if encoding == EUC_KR { base - 3 } else { base }
        }
        '，' | '。' | '、' | '：' | '！' | '？' | '（' | '）' | '；' | '“' | '”' | '《' | '》' | '「' | '」' | '『' | '』'
        | '\u{3000}' => 2,
        '０'..='９' | 'Ａ'..='Ｚ' | 'ａ'..='ｚ' | '～' | '—' | '…' | '·' | '×' => 1,
        '\u{FF61}'..='\u{FF9F}' => -2,
        '\u{E000}'..='\u{F8FF}' => -8,
        _ if encoding == UTF_8 => letter(c, before, '\n').max(0) + 1,
        _ => -3,
    }
}

/// A Chinese character that is not a frequent one: the charsets order them in a first plane of common ones and a second of rare
/// ones.
fn rank(c: char, encoding: &'static Encoding) -> i32 {
    let mut utf8 = [0; 4];
    let (bytes, _, lost) = encoding.encode(c.encode_utf8(&mut utf8));
    let [lead, trail, ..] = *bytes else { return 0 };
    if lost {
        return 0;
    }
    let first = match encoding {
        e if e == GB18030 => {
            if trail < 0xA1 {
                return -2;
            }
            (0xB0..=0xD7).contains(&lead)
        }
        e if e == BIG5 => (0xA4..=0xC6).contains(&lead),
        e if e == SHIFT_JIS => (0x88..=0x97).contains(&lead),
        e if e == EUC_JP => (0xB0..=0xCF).contains(&lead),
        _ => true,
    };
    if first { 1 } else { -1 }
}
