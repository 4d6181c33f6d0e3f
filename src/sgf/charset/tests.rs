#![allow(clippy::unwrap_used)]

use encoding_rs::{BIG5, EUC_JP, EUC_KR, GB18030, ISO_2022_JP, SHIFT_JIS, WINDOWS_1251, WINDOWS_1252};

use super::*;

fn record(declared: Option<&str>, text: &str, encoding: &'static Encoding) -> Vec<u8> {
    let ca = declared.map_or(String::new(), |label| format!("CA[{label}]"));
    let source = format!("(;GM[1]FF[4]{ca}SZ[19]{text};B[pd];W[dp])");
    if encoding == ISO_2022_JP {
        return [b"(;GM[1]PB[\x1B$B".as_slice(), b"\x48\x56\x3E\x21]]", b"\x1B(B];B[pd])"].concat();
    }
    let (bytes, _, lost) = encoding.encode(&source);
    assert!(!lost, "{text} in {}", encoding.name());
    bytes.into_owned()
}

/// Texts as they stand in records, each with the charsets they come in.
const TEXTS: [(&str, &[&Encoding]); 14] = [
    ("PB[张三]BR[9段]PW[李四]WR[业余5段]RE[黑中盘胜]", &[GB18030]),
    ("PB[柯洁]PW[古力]", &[GB18030]),
    ("GN[首届世界智能围棋大赛预赛4轮]PB[わたこう]PW[天下无狗20]", &[GB18030]),
    ("C[黑方布局采用中国流，白方打入左边，双方形成转换。]", &[GB18030]),
    ("PB[張栩]BR[九段]PW[陳詩淵]RE[黑中盤勝]EV[棋王賽]", &[BIG5]),
    ("C[黑先手定形後全局領先，白無法追回差距。]", &[BIG5]),
    ("PB[井山裕太]PW[羽根直樹]RE[黒中押し勝ち]", &[SHIFT_JIS, EUC_JP]),
    ("C[序盤は黒が主導権を握った。白の打ち込みは無理。]", &[SHIFT_JIS, EUC_JP]),
    ("PB[이창호]BR[9단]PW[조훈현]RE[흑 불계승]", &[EUC_KR]),
    ("C[흑이 우세한 바둑을 놓쳤다.]", &[EUC_KR]),
    ("PB[Müller]PW[Jérôme Salignon]PC[Orléans]", &[WINDOWS_1252]),
    ("PB[José]PW[René]", &[WINDOWS_1252]),
    ("PB[Александр Динерштейн]PW[Илья Шикшин]PC[Москва]", &[WINDOWS_1251]),
    ("PB[Иванов]PW[Петров]EV[Кубок]", &[WINDOWS_1251]),
];

#[test]
fn charsets_are_told_by_the_text() {
    for (text, encodings) in TEXTS {
        for &encoding in encodings {
            let bytes = record(None, text, encoding);
            let found = Charset::of(&bytes);
            assert_eq!(found.encoding.name(), encoding.name(), "{text}");
            assert_eq!(found.basis, Basis::Detected);
            assert!(!found.broken);
        }
        let found = Charset::of(&record(None, text, UTF_8));
        assert_eq!(found.encoding.name(), "UTF-8", "{text}");
    }
}

#[test]
fn declarations_are_believed_if_the_text_agrees() {
    for (text, encodings) in TEXTS {
        for &encoding in encodings {
            let found = Charset::of(&record(Some(encoding.name()), text, encoding));
            assert_eq!((found.encoding.name(), found.basis), (encoding.name(), Basis::Declared), "{text}");
            for wrong in ["UTF-8", "EUC-TW", "ISO-8859-1"] {
                let found = Charset::of(&record(Some(wrong), text, encoding));
                if encoding != WINDOWS_1252 || wrong != "ISO-8859-1" {
                    assert_eq!((found.encoding.name(), found.basis), (encoding.name(), Basis::Corrected), "{text} as {wrong}");
                }
            }
        }
        if !text.contains("Jos") && !text.contains("M\u{fc}ller") {
            let found = Charset::of(&record(Some("GB2312"), text, UTF_8));
            assert_eq!((found.encoding.name(), found.basis), ("UTF-8", Basis::Corrected), "{text}");
        }
    }
}

#[test]
fn the_two_gb_charsets_are_not_told_from_big5_by_their_bytes() {
    let found = Charset::of(&record(Some("big5-hkscs"), "PB[張栩]", BIG5));
    assert_eq!(found.encoding.name(), "Big5");
    let found = Charset::of(&record(Some("gbk"), "PB[张栩]", GB18030));
    assert_eq!(found.encoding.name(), "gb18030");
}

#[test]
fn seven_bit_escapes() {
    let bytes = record(None, "", ISO_2022_JP);
    let found = Charset::of(&bytes);
    assert_eq!((found.encoding.name(), found.stepping), ("ISO-2022-JP", Stepping::Iso2022));
}

#[test]
fn ascii_needs_no_charset() {
    for label in ["UTF-8", "GBK", "nonsense", ""] {
        let bytes = format!("(;CA[{label}]PB[x])");
        assert_eq!(Charset::of(bytes.as_bytes()).basis, Basis::Ascii);
    }
}

#[test]
fn damaged_utf8_stays_utf8() {
    // A server put `?` in the place of single bytes.
    let bytes = b"(;GM[1]PB[\xE7\x8E\x8B\xE5\x85\x83\xE5?\x87]PW[\xE7\x99\xBE\xE5\x90?\xE6\x9D?];B[pd])";
    let found = Charset::of(bytes);
    assert_eq!((found.encoding.name(), found.broken), ("UTF-8", true));
    assert_eq!(found.broken_places(bytes, 10).len(), 4);
}

#[test]
fn broken_places_are_counted_in_bytes() {
    let bytes = b"(;CA[GBK]PB[\xD5\xC5\xFF];B[aa])";
    let charset = Charset { encoding: GB18030, ..Charset::of(b"x") };
    assert_eq!(charset.broken_places(bytes, 10).first(), Some(&(14..15)));
}

#[test]
fn labels_in_all_spellings() {
    for (label, name) in [
        ("utf8", "UTF-8"),
        ("UTF_8", "UTF-8"),
        ("GB2312", "gb18030"),
        ("gb_2312-80", "gb18030"),
        ("CP936", "gb18030"),
        ("big5-hkscs", "Big5"),
        ("SJIS", "Shift_JIS"),
        ("x-sjis", "Shift_JIS"),
        ("euc_kr", "EUC-KR"),
        ("ks_c_5601-1987", "EUC-KR"),
        ("EUCJP", "EUC-JP"),
        ("latin1", "windows-1252"),
        ("ISO8859-1", "windows-1252"),
        ("cp1251", "windows-1251"),
        ("KOI8-R", "KOI8-R"),
    ] {
        assert_eq!(encoding_of(label.as_bytes()).map(|e| e.name()), Some(name), "{label}");
    }
    assert_eq!(encoding_of(b"xyz-123"), None);
}
