//! In what charset a PGN file is written: told from the text itself, as it streams by.
//!
//! The standard of 1994 asks for Latin-1, programs of today write UTF-8, and forty years of archives hold all that their
//! makers' systems used. [`Evidence`] collects what the bytes say; [`Charset`] decodes.

mod evidence;
mod model;
mod tables;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt;

pub use evidence::{Declared, Evidence, Verdict};

/// A charset of PGN files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Charset {
    /// UTF-8, and ASCII as a part of it.
    #[default]
    Utf8,
    /// ISO 8859-1, Western Europe.
    Latin1,
    /// Windows, Western Europe.
    Windows1252,
    /// Windows, Central Europe.
    Windows1250,
    /// Windows, Cyrillic.
    Windows1251,
    /// Macintosh, Western Europe.
    MacRoman,
    /// DOS, United States.
    Cp437,
    /// DOS, Western Europe.
    Cp850,
    /// DOS, Central Europe.
    Cp852,
    /// DOS, Cyrillic.
    Cp866,
    /// Unix, Cyrillic.
    Koi8R,
    /// ISO 8859-2, Central Europe.
    Latin2,
    /// ISO 8859-15, Western Europe with the euro.
    Latin9,
    /// Windows, Greek.
    Windows1253,
    /// Windows, Turkish.
    Windows1254,
    /// Windows, Baltic.
    Windows1257,
    /// Macintosh, Central Europe.
    MacCentralEurope,
    /// Macintosh, Cyrillic.
    MacCyrillic,
    /// Chinese, in simplified characters (GBK and GB 2312 are parts of it).
    Gb18030,
    /// Chinese, in traditional characters.
    Big5,
    /// Japanese, on personal computers.
    ShiftJis,
    /// Japanese, on Unix.
    EucJp,
    /// Korean.
    EucKr,
}

impl Charset {
    /// The charsets of one byte, the likelier ones first: of two that explain a text alike the first is believed.
    pub const LEGACY: [Charset; 17] = [
        Charset::Latin1,
        Charset::Windows1252,
        Charset::Windows1250,
        Charset::Windows1251,
        Charset::Cp437,
        Charset::Cp850,
        Charset::MacRoman,
        Charset::Cp852,
        Charset::Cp866,
        Charset::Koi8R,
        Charset::Windows1254,
        Charset::Latin2,
        Charset::Latin9,
        Charset::Windows1257,
        Charset::Windows1253,
        Charset::MacCentralEurope,
        Charset::MacCyrillic,
    ];

    /// The charsets of several bytes a character, beside UTF-8.
    pub const MULTIBYTE: [Charset; 5] = [Charset::Gb18030, Charset::Big5, Charset::ShiftJis, Charset::EucJp, Charset::EucKr];

    /// How much likelier than others it is before the text has said anything, on the scale of a letter of a name. A few words
    /// outweigh it.
    const fn prior(self) -> f32 {
        match self {
            Charset::Latin1 | Charset::Windows1252 => 1.2,
            Charset::Windows1250 | Charset::Windows1251 => 1.0,
            Charset::MacRoman | Charset::Cp437 | Charset::Cp850 => 0.5,
            Charset::Cp852 | Charset::Cp866 | Charset::Koi8R | Charset::Latin2 => 0.3,
            _ => 0.0,
        }
    }

    /// Its usual name.
    pub const fn name(self) -> &'static str {
        match self {
            Charset::Utf8 => "UTF-8",
            Charset::Latin1 => "ISO-8859-1",
            Charset::Windows1252 => "Windows-1252",
            Charset::Windows1250 => "Windows-1250",
            Charset::Windows1251 => "Windows-1251",
            Charset::MacRoman => "MacRoman",
            Charset::Cp437 => "CP437",
            Charset::Cp850 => "CP850",
            Charset::Cp852 => "CP852",
            Charset::Cp866 => "CP866",
            Charset::Koi8R => "KOI8-R",
            Charset::Latin2 => "ISO-8859-2",
            Charset::Latin9 => "ISO-8859-15",
            Charset::Windows1253 => "Windows-1253",
            Charset::Windows1254 => "Windows-1254",
            Charset::Windows1257 => "Windows-1257",
            Charset::MacCentralEurope => "MacCentralEurope",
            Charset::MacCyrillic => "MacCyrillic",
            Charset::Gb18030 => "GB18030",
            Charset::Big5 => "Big5",
            Charset::ShiftJis => "Shift_JIS",
            Charset::EucJp => "EUC-JP",
            Charset::EucKr => "EUC-KR",
        }
    }

    /// The charset a name stands for, in the spellings that files use.
    pub fn from_label(label: &str) -> Option<Self> {
        let plain: String = label.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
        Some(match plain.as_str() {
            "utf8" | "ascii" | "usascii" | "utf8nobom" | "utf8bom" | "utf8sig" => Charset::Utf8,
            "iso88591" | "latin1" | "isolatin1" | "88591" | "l1" | "ibm819" | "cp819" => Charset::Latin1,
            "windows1252" | "cp1252" | "win1252" | "1252" | "ansi" | "xcp1252" => Charset::Windows1252,
            "windows1250" | "cp1250" | "win1250" | "1250" | "xcp1250" => Charset::Windows1250,
            "windows1251" | "cp1251" | "win1251" | "1251" | "xcp1251" => Charset::Windows1251,
            "macroman" | "macintosh" | "mac" | "xmacroman" => Charset::MacRoman,
            "cp437" | "ibm437" | "437" | "dos437" | "oem" => Charset::Cp437,
            "cp850" | "ibm850" | "850" | "dos850" => Charset::Cp850,
            "cp852" | "ibm852" | "852" | "dos852" => Charset::Cp852,
            "cp866" | "ibm866" | "866" | "dos866" => Charset::Cp866,
            "koi8r" | "koi8" | "koi" => Charset::Koi8R,
            "iso88592" | "latin2" | "88592" | "l2" => Charset::Latin2,
            "iso885915" | "latin9" | "latin0" | "885915" => Charset::Latin9,
            "windows1253" | "cp1253" | "win1253" | "1253" => Charset::Windows1253,
            "windows1254" | "cp1254" | "win1254" | "1254" | "iso88599" | "latin5" => Charset::Windows1254,
            "windows1257" | "cp1257" | "win1257" | "1257" => Charset::Windows1257,
            "maccentraleurope" | "macce" | "xmacce" | "maclatin2" => Charset::MacCentralEurope,
            "maccyrillic" | "xmaccyrillic" => Charset::MacCyrillic,
            "gb18030" | "gbk" | "gb2312" | "gb" | "cp936" | "936" => Charset::Gb18030,
            "big5" | "cp950" | "950" | "big5hkscs" => Charset::Big5,
            "shiftjis" | "sjis" | "cp932" | "932" | "windows31j" => Charset::ShiftJis,
            "eucjp" => Charset::EucJp,
            "euckr" | "cp949" | "949" | "ksc5601" | "uhc" => Charset::EucKr,
            _ => return None,
        })
    }

    /// The library's name for a charset of several bytes a character.
    const fn encoding(self) -> Option<&'static encoding_rs::Encoding> {
        Some(match self {
            Charset::Gb18030 => encoding_rs::GB18030,
            Charset::Big5 => encoding_rs::BIG5,
            Charset::ShiftJis => encoding_rs::SHIFT_JIS,
            Charset::EucJp => encoding_rs::EUC_JP,
            Charset::EucKr => encoding_rs::EUC_KR,
            _ => return None,
        })
    }

    /// Whether a character may take several bytes, and it is not UTF-8.
    pub fn is_multibyte(self) -> bool {
        self.encoding().is_some()
    }

    /// Where characters of a charset of several bytes start in a text, if one starts at `from`.
    pub fn starts(self, text: &[u8], from: usize) -> impl Iterator<Item = usize> {
        std::iter::successors((from < text.len()).then_some(from), move |&at| {
            let length = match text[at] {
                0..=0x80 | 0xFF => 1,
                0xA0..=0xDF if self == Charset::ShiftJis => 1,
                0x8F if self == Charset::EucJp => 3,
                _ if self == Charset::Gb18030 && text.get(at + 1).is_some_and(u8::is_ascii_digit) => 4,
                _ => 2,
            };
            (at + length < text.len()).then_some(at + length)
        })
    }

    /// The character of a byte; `None` where the charset has none there, and beyond ASCII where a character takes several.
    pub fn char_of(self, byte: u8) -> Option<char> {
        if byte < 0x80 {
            return Some(char::from(byte));
        }
        let table = match self {
            Charset::Utf8 | Charset::Gb18030 | Charset::Big5 | Charset::ShiftJis | Charset::EucJp | Charset::EucKr => {
                return None;
            }
            Charset::Latin1 => return (byte >= 0xA0).then(|| char::from(byte)),
            Charset::Windows1252 => &tables::WINDOWS_1252,
            Charset::Windows1250 => &tables::WINDOWS_1250,
            Charset::Windows1251 => &tables::WINDOWS_1251,
            Charset::MacRoman => &tables::MAC_ROMAN,
            Charset::Cp437 => &tables::CP437,
            Charset::Cp850 => &tables::CP850,
            Charset::Cp852 => &tables::CP852,
            Charset::Cp866 => &tables::CP866,
            Charset::Koi8R => &tables::KOI8_R,
            Charset::Latin2 => &tables::LATIN2,
            Charset::Latin9 => &tables::LATIN9,
            Charset::Windows1253 => &tables::WINDOWS_1253,
            Charset::Windows1254 => &tables::WINDOWS_1254,
            Charset::Windows1257 => &tables::WINDOWS_1257,
            Charset::MacCentralEurope => &tables::MAC_CE,
            Charset::MacCyrillic => &tables::MAC_CYRILLIC,
        };
        let c = table[usize::from(byte & 0x7F)];
        (c != char::REPLACEMENT_CHARACTER).then_some(c)
    }

    /// The text that bytes are. UTF-8 is believed wherever it is right, since files are joined from many sources and other
    /// text hardly ever passes for it; the rest is read in this charset. A byte that it does not explain is shown as `\x81`.
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        if let Ok(text) = simdutf8::basic::from_utf8(bytes) {
            return Cow::Borrowed(text);
        }
        if let Some(encoding) = self.encoding() {
            return encoding.decode_without_bom_handling(bytes).0;
        }
        let mut text = String::with_capacity(bytes.len() * 2);
        if self == Charset::Utf8 {
            for chunk in bytes.utf8_chunks() {
                text.push_str(chunk.valid());
                chunk.invalid().iter().for_each(|&b| push_escaped(&mut text, b));
            }
        } else {
            for &byte in bytes {
                match self.char_of(byte) {
                    Some(c) => text.push(c),
                    None => push_escaped(&mut text, byte),
                }
            }
        }
        Cow::Owned(text)
    }
}

impl fmt::Display for Charset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

fn push_escaped(text: &mut String, byte: u8) {
    const HEX: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'];
    text.extend(['\\', 'x', HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]]);
}
