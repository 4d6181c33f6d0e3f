//! The names of charsets, in the spellings that records use.

use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, ISO_2022_JP, SHIFT_JIS, UTF_8, WINDOWS_1252};

use crate::sgf::scan::Stepping;

/// The label without what spellings differ in.
fn plain(label: &[u8]) -> String {
    label.iter().filter(|b| b.is_ascii_alphanumeric()).map(|b| char::from(b.to_ascii_lowercase())).collect()
}

/// Whether a label names one of the UTF-16s.
pub(super) fn is_utf16(label: &[u8]) -> bool {
    matches!(plain(label).as_str(), "utf16" | "utf16le" | "utf16be" | "ucs2" | "unicode" | "iso10646ucs2")
}

/// The charset of a label. GB2312 and GBK are read as GB18030, which contains them.
pub fn encoding_of(label: &[u8]) -> Option<&'static Encoding> {
    let plain = plain(label);
    let found = match plain.as_str() {
        "utf8" | "ascii" | "usascii" | "utf8bom" | "utf8sig" | "cp65001" | "65001" => UTF_8,
        "gb2312" | "gbk" | "gb18030" | "gb" | "cp936" | "936" | "ms936" | "windows936" | "gb231280" | "euccn" | "xgbk"
        | "hzgb2312" => GB18030,
        "big5" | "big5hkscs" | "cp950" | "950" | "ms950" | "windows950" | "xbig5" | "cnbig5" => BIG5,
        "shiftjis" | "sjis" | "xsjis" | "mskanji" | "cp932" | "932" | "ms932" | "windows31j" | "windows932" => SHIFT_JIS,
        "eucjp" | "xeucjp" | "ujis" => EUC_JP,
        "euckr" | "ksc5601" | "ksc56011987" | "ksc56011992" | "kscode" | "cp949" | "949" | "ms949" | "uhc" | "korean"
        | "windows949" => EUC_KR,
        "iso2022jp" | "jis" | "csiso2022jp" => ISO_2022_JP,
        "latin1" | "iso88591" | "88591" | "l1" | "isolatin1" | "ansi" | "cp1252" | "1252" | "windows1252" | "western" => {
            WINDOWS_1252
        }
        _ => {
            let label = label.trim_ascii();
            let windows = plain.strip_prefix("cp").or_else(|| plain.strip_prefix("win")).map(|n| format!("windows-{n}"));
            let found =
                Encoding::for_label_no_replacement(label).or_else(|| Encoding::for_label_no_replacement(windows?.as_bytes()))?;
            if found == GBK { GB18030 } else { found }
        }
    };
    Some(found)
}

/// How the bytes of a charset make characters.
pub(super) fn stepping_of(encoding: &'static Encoding) -> Stepping {
    match encoding {
        e if e == GB18030 || e == GBK => Stepping::Gb,
        e if e == BIG5 => Stepping::Double,
        e if e == SHIFT_JIS => Stepping::ShiftJis,
        e if e == ISO_2022_JP => Stepping::Iso2022,
        _ => Stepping::Bytes,
    }
}
