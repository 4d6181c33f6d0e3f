//! The charset of a file that does not declare one.

use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, SHIFT_JIS, UTF_8};

/// Words that games are full of. A charset in which the text has them is the right one.
const WORDS: &[&str] = &[
    "黑",
    "白",
    "胜",
    "勝",
    "负",
    "中盘",
    "中盤",
    "段",
    "级",
    "級",
    "目",
    "对局",
    "對局",
    "让",
    "讓",
    "先",
    "贴",
    "无",
    "每方",
    "小时",
    "战",
    "戦",
    "戰",
    "赛",
    "賽",
    "黒",
    "押し",
    "勝ち",
    "時間",
    "半",
    "持",
    "対局",
    "プロ",
    "アマ",
    "흑",
    "백",
    "승",
    "불계",
    "집",
    "단",
    "급",
    "시간",
    "대국",
    "덤",
    "접바둑",
    "호선",
    "년",
    "월",
    "日",
    "月",
    "年",
    "第",
    "局",
    "杯",
    "棋",
    "韩国",
    "中国",
    "日本",
    "한국",
    "野狐",
    "弈",
    "数",
];

/// The charset in which the text is most likely written: UTF-8 if it is valid, else the one of East Asia that explains all bytes
/// and gives the most words of the game. `hint` wins between equals.
pub(super) fn detect(text: &[u8], hint: Option<&'static Encoding>) -> &'static Encoding {
    if simdutf8::basic::from_utf8(text).is_ok() {
        return UTF_8;
    }
    let foreign: Vec<u8> = foreign_runs(text);
    let mut best: Option<(i64, &'static Encoding)> = None;
    for encoding in hint.into_iter().chain([GB18030, BIG5, SHIFT_JIS, EUC_KR, EUC_JP]) {
        let Some(decoded) = encoding.decode_without_bom_handling_and_without_replacement(&foreign) else { continue };
        let score = score(&decoded);
        if best.is_none_or(|(before, _)| score > before) {
            best = Some((score, encoding));
        }
    }
    match best {
        Some((_, encoding)) => encoding,
        // Damaged text: the detector of browsers copes with faults.
        None => hint.unwrap_or_else(|| {
            let mut detector = chardetng::EncodingDetector::new(chardetng::Iso2022JpDetection::Deny);
            detector.feed(text, true);
            detector.guess(None, chardetng::Utf8Detection::Deny)
        }),
    }
}

/// The lines of a text that are not ASCII: moves say nothing about a charset.
fn foreign_runs(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for line in super::lines::lines(text).filter(|l| !l.bytes.is_ascii()).take(400) {
        out.extend_from_slice(line.bytes);
        out.push(b'\n');
    }
    out
}

/// How much the text looks like text about Go.
fn score(text: &str) -> i64 {
    let words: usize = WORDS.iter().map(|w| text.matches(w).count() * w.chars().count() * w.chars().count()).sum();
    // Characters that no one writes: half-width kana, private use, rare ideographs.
    let odd = text
        .chars()
        .filter(|c| matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{ff61}'..='\u{ff9f}' | '\u{3400}'..='\u{4dbf}' | '\u{20000}'..))
        .count();
    let common =
        text.chars().filter(|c| matches!(c, '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | '\u{3040}'..='\u{30ff}')).count();
    words as i64 * 20 + common as i64 - odd as i64 * 10
}

/// Decodes a piece of text; the flag says that some bytes are not of this charset.
pub(super) fn decode(encoding: &'static Encoding, bytes: &[u8]) -> (String, bool) {
    let (text, faults) = encoding.decode_without_bom_handling(bytes);
    (text.trim().to_owned(), faults)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_game_tell_the_charset() {
        for (text, encoding) in [
            ("黑中盘胜 柯洁九段 对局", GB18030),
            ("黑中盤勝 周俊勳九段 對局", BIG5),
            ("黒中押し勝ち 井山裕太九段 対局", SHIFT_JIS),
            ("흑 불계승 이세돌 9단", EUC_KR),
            ("黒中押し勝ち 井山裕太九段", EUC_JP),
        ] {
            let (bytes, _, lost) = encoding.encode(text);
            assert!(!lost);
            assert_eq!(detect(&bytes, None).name(), encoding.name(), "{text}");
            assert_eq!(detect(text.as_bytes(), None), UTF_8);
        }
    }
}
