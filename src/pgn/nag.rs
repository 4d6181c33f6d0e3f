//! Numeric Annotation Glyphs and the signs they stand for.

/// The glyph numbers of signs that have one meaning, by the standard and by the use of the common programs.
const SIGNS: &[(&str, u16)] = &[
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("‼", 3),
    ("??", 4),
    ("⁇", 4),
    ("!?", 5),
    ("⁉", 5),
    ("?!", 6),
    ("⁈", 6),
    ("□", 7),
    ("=", 10),
    ("∞", 13),
    ("+=", 14),
    ("+/=", 14),
    ("⩲", 14),
    ("=+", 15),
    ("=/+", 15),
    ("⩱", 15),
    ("+/-", 16),
    ("±", 16),
    ("-/+", 17),
    ("∓", 17),
    ("+-", 18),
    ("+−", 18),
    ("-+", 19),
    ("−+", 19),
    ("⨀", 22),
    ("○", 26),
    ("⟳", 32),
    ("↑", 36),
    ("→", 40),
    ("⯹", 44),
    ("=∞", 44),
    ("⇆", 132),
    ("⊕", 138),
    ("⨁", 138),
    ("∆", 140),
    ("△", 140),
    ("⌓", 142),
    ("N", 146),
    ("TN", 146),
    ("D", 220),
];

/// The number of a sign.
pub fn of_glyph(sign: &str) -> Option<u16> {
    SIGNS.iter().find(|(s, _)| *s == sign).map(|&(_, number)| number)
}

#[cfg(test)]
mod tests {
    use super::of_glyph;

    #[test]
    fn signs_have_numbers() {
        assert_eq!((of_glyph("!?"), of_glyph("±"), of_glyph("!!!")), (Some(5), Some(16), None));
    }
}
