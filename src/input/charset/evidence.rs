//! What the bytes of a file say about its charset.

use super::Charset;
use super::model;

/// How many words are weighed. More would not change the verdict, only cost time.
const WORDS: u32 = 5_000;
/// How many bytes on each side of a foreign byte are looked at.
const CONTEXT: usize = 24;
/// How much text is kept to tell Chinese, Japanese and Korean apart.
const SAMPLE: usize = 4 << 10;
/// The longest piece that is kept back until the next call completes it.
const KEEP: usize = 256;

/// Collects what the bytes of a file say about its charset, piece by piece. Pieces of ASCII and UTF-8 cost one fast scan.
#[derive(Debug, Clone)]
pub struct Evidence {
    /// Bytes seen, those kept back not counted.
    offset: u64,
    /// The end of the last piece, if a word may be cut there.
    kept: Vec<u8>,
    /// How often each byte stood outside UTF-8, and where first.
    count: [u32; 128],
    first: [u64; 128],
    /// How well each charset explains the words seen.
    score: [f32; Charset::LEGACY.len()],
    multi: [f32; Charset::MULTIBYTE.len()],
    /// Words as they were, for the charsets of several bytes.
    sample: Vec<u8>,
    words: u32,
    first_non_ascii: Option<u64>,
    /// Characters beyond ASCII that are UTF-8, and places that are not.
    whole: u64,
    faults: u64,
    declared: Option<Declared>,
}

/// A charset that a file names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declared {
    /// The name as written.
    pub label: String,
    /// The charset, if the name is known.
    pub charset: Option<Charset>,
    /// Where the name stands in the file, and how long it is.
    pub offset: u64,
}

/// What [`Evidence`] comes to.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// The charset of what is not UTF-8; [`Charset::Utf8`] if all is, or if no charset explains the rest.
    pub charset: Charset,
    /// The charset the file names, believed or not.
    pub declared: Option<Declared>,
    /// Some text beyond ASCII is UTF-8.
    pub has_utf8: bool,
    /// The text is UTF-8, but for a few stray bytes.
    pub stray: bool,
    /// How many bytes are not UTF-8.
    pub foreign: u64,
    /// Where the first of them stands.
    pub first_foreign: Option<u64>,
    /// Where the first byte beyond ASCII stands, in whatever charset.
    pub first_non_ascii: Option<u64>,
    /// Bytes that no charset explains: where each value stands first (in order of place), its value, and how often.
    pub unexplained: Vec<(u64, u8, u32)>,
}

impl Verdict {
    /// Whether the charset that is declared is the real one; `None` if none is declared.
    pub fn declaration_holds(&self) -> Option<bool> {
        let declared = self.declared.as_ref()?;
        Some(match declared.charset {
            Some(Charset::Utf8) => self.foreign == 0,
            Some(charset) => !self.has_utf8 && (self.foreign == 0 || charset == self.charset),
            None => false,
        })
    }
}

impl Default for Evidence {
    fn default() -> Self {
        Evidence {
            offset: 0,
            kept: Vec::new(),
            count: [0; 128],
            first: [0; 128],
            score: [0.0; Charset::LEGACY.len()],
            multi: [0.0; Charset::MULTIBYTE.len()],
            sample: Vec::new(),
            words: 0,
            first_non_ascii: None,
            whole: 0,
            faults: 0,
            declared: None,
        }
    }
}

impl Evidence {
    /// Nothing seen yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Looks at the next piece of the file.
    pub fn feed(&mut self, mut piece: &[u8]) {
        if self.offset == 0 && self.kept.is_empty() {
            self.declared = find_declaration(piece);
        }
        if !self.kept.is_empty() {
            let upto = piece.iter().take(KEEP).position(|&b| is_gap(b)).unwrap_or(piece.len().min(KEEP));
            let mut whole = std::mem::take(&mut self.kept);
            whole.extend_from_slice(&piece[..upto]);
            piece = &piece[upto..];
            if piece.is_empty() && whole.len() < KEEP {
                self.kept = whole;
                return;
            }
            self.look(&whole);
            whole.clear();
            self.kept = whole;
        }
        let word = piece.iter().rev().take(KEEP).position(|&b| is_gap(b));
        let cut = piece.len() - word.unwrap_or_else(|| if piece.len() < KEEP { piece.len() } else { partial(piece) });
        self.look(&piece[..cut]);
        self.kept.extend_from_slice(&piece[cut..]);
    }

    /// The charset that explains best what was seen so far, for text outside UTF-8.
    pub fn charset(&self) -> Charset {
        if self.words == 0 || self.is_utf8_with_strays() {
            return Charset::Utf8;
        }
        let declared = self.declared.as_ref().and_then(|d| d.charset);
        let scores = Charset::LEGACY.into_iter().zip(self.score).chain(Charset::MULTIBYTE.into_iter().zip(self.multi));
        let mut best = Charset::Utf8;
        // Worse than nothing is not believed: noise ends here.
        let mut best_score = 0.0;
        for (charset, score) in scores {
            let score = if score > 0.0 { score + charset.prior() } else { score };
            // A declaration tips the scales between charsets that explain the text about as well.
            let score = if declared == Some(charset) { score + 1.0 + score.abs() * 0.25 } else { score };
            if score > best_score {
                (best, best_score) = (charset, score);
            }
        }
        if Charset::MULTIBYTE.contains(&best) && declared != Some(best) { self.east_asian(best) } else { best }
    }

    /// Whether whole characters of UTF-8 outnumber by far what is none: text of another charset hardly ever has one.
    fn is_utf8_with_strays(&self) -> bool {
        const CLEARLY: u64 = 4;
        self.faults > 0 && self.whole >= CLEARLY && self.whole / CLEARLY >= self.faults
    }

    /// Which of the charsets of several bytes it is: they share most of their bytes, so a model of the languages decides.
    fn east_asian(&self, best: Charset) -> Charset {
        let mut detector = chardetng::EncodingDetector::new(chardetng::Iso2022JpDetection::Deny);
        detector.feed(&self.sample, true);
        let guess = detector.guess(None, chardetng::Utf8Detection::Deny);
        let known = Charset::MULTIBYTE.into_iter().zip(self.multi).find(|(c, score)| {
            let same = c.encoding() == Some(guess) || *c == Charset::Gb18030 && guess == encoding_rs::GBK;
            same && *score > 0.0
        });
        known.map_or(best, |(charset, _)| charset)
    }

    /// The verdict on all that was seen.
    pub fn finish(mut self) -> Verdict {
        let kept = std::mem::take(&mut self.kept);
        self.look(&kept);
        let (charset, stray) = (self.charset(), self.is_utf8_with_strays());
        let mut unexplained = Vec::new();
        let mut first_foreign: Option<u64> = None;
        for (at, (&count, &first)) in self.count.iter().zip(&self.first).enumerate().filter(|(_, (count, _))| **count > 0) {
            let byte = at as u8 | 0x80;
            first_foreign = Some(first_foreign.map_or(first, |f| f.min(first)));
            if charset.encoding().is_none() && charset.char_of(byte).is_none() {
                unexplained.push((first, byte, count));
            }
        }
        unexplained.sort_unstable();
        Verdict {
            charset,
            declared: self.declared,
            has_utf8: self.whole > 0,
            stray,
            foreign: self.count.iter().map(|&n| u64::from(n)).sum(),
            first_foreign,
            first_non_ascii: self.first_non_ascii,
            unexplained,
        }
    }

    /// Looks at a piece that cuts no word.
    fn look(&mut self, piece: &[u8]) {
        if !piece.is_ascii() {
            if self.first_non_ascii.is_none() {
                self.first_non_ascii = piece.iter().position(|b| !b.is_ascii()).map(|at| self.offset + at as u64);
            }
            if simdutf8::basic::from_utf8(piece).is_ok() {
                self.whole += characters(piece);
            } else {
                self.look_closely(piece);
            }
        }
        self.offset += piece.len() as u64;
    }

    /// Looks at each place that is not UTF-8.
    fn look_closely(&mut self, piece: &[u8]) {
        for chunk in piece.utf8_chunks() {
            self.whole += characters(chunk.valid().as_bytes());
            self.faults += u64::from(!chunk.invalid().is_empty());
        }
        let mut from = 0;
        while let Err(error) = std::str::from_utf8(&piece[from..]) {
            let bad = from + error.valid_up_to();
            let is_word = |b: &&u8| b.is_ascii_alphabetic() || !b.is_ascii();
            let start = bad - piece[from..bad].iter().rev().take(CONTEXT).take_while(is_word).count();
            let end = bad + piece[bad..].iter().take(CONTEXT).take_while(is_word).count();
            for (at, &byte) in piece.iter().enumerate().take(end).skip(bad).filter(|(_, b)| !b.is_ascii()) {
                let slot = usize::from(byte & 0x7F);
                if self.count[slot] == 0 {
                    self.first[slot] = self.offset + at as u64;
                }
                self.count[slot] = self.count[slot].saturating_add(1);
            }
            if self.words < WORDS {
                self.words += 1;
                for (charset, score) in Charset::LEGACY.into_iter().zip(&mut self.score) {
                    *score += model::word_score(charset, &piece[start..end]);
                }
                for (charset, score) in Charset::MULTIBYTE.into_iter().zip(&mut self.multi) {
                    *score += model::multibyte_score(charset, &piece[start..end]);
                }
                if self.sample.len() < SAMPLE {
                    self.sample.extend_from_slice(&piece[start..end]);
                    self.sample.push(b' ');
                }
            }
            from = end;
        }
    }
}

/// How many characters beyond ASCII a text in UTF-8 has.
fn characters(text: &[u8]) -> u64 {
    text.iter().filter(|&&b| b >= 0xC0).count() as u64
}

/// Whether a byte stands between words in every charset.
fn is_gap(byte: u8) -> bool {
    byte.is_ascii() && !byte.is_ascii_alphabetic()
}

/// How many bytes at the end may belong to a character of UTF-8 that is not complete.
fn partial(piece: &[u8]) -> usize {
    piece.iter().rev().take(3).position(|&b| b >= 0xC0).map_or(0, |at| at + 1)
}

/// Looks for the charset that the first bytes of a file declare: `% encoding: UTF-8`, `% -*- coding: latin-1 -*-`,
/// `{ charset=windows-1252 }`, `[Encoding "UTF-8"]`.
fn find_declaration(head: &[u8]) -> Option<Declared> {
    /// Declarations stand at the top.
    const LINES: usize = 12;

    let mut offset = 0;
    let head = &head[..head.len().min(4096)];
    for line in head.split_inclusive(|&b| b == b'\n' || b == b'\r').take(LINES) {
        if let Some((at, label)) = label_in(line) {
            return Some(Declared { charset: Charset::from_label(label), label: label.to_owned(), offset: (offset + at) as u64 });
        }
        offset += line.len();
    }
    None
}

/// The name of a charset that a line declares, and where in the line it stands.
fn label_in(line: &[u8]) -> Option<(usize, &str)> {
    let line = line.strip_prefix(b"\xEF\xBB\xBF").map_or((0, line), |rest| (3, rest));
    let (base, line) = line;
    if !matches!(line.trim_ascii_start().first(), Some(b'%' | b';' | b'{' | b'[')) {
        return None;
    }
    let lower = line.to_ascii_lowercase();
    let (at, key) = ["encoding", "charset", "coding", "codepage"]
        .iter()
        .find_map(|key| memchr::memmem::find(&lower, key.as_bytes()).map(|at| (at, key)))?;
    if lower.trim_ascii_start().starts_with(b"[") && !lower[..at].trim_ascii().ends_with(b"[") {
        // The value of a tag, not its name.
        return None;
    }
    let from = at + key.len();
    let separators = lower[from..].iter().take_while(|b| matches!(b, b' ' | b':' | b'=' | b'"' | b'\t')).count();
    let is_stated = lower[from..from + separators].iter().any(|b| matches!(b, b':' | b'=' | b'"'));
    let from = from + separators;
    let is_label = |b: &&u8| b.is_ascii_alphanumeric() || matches!(**b, b'-' | b'_' | b'.' | b':');
    let len = line[from..].iter().take_while(is_label).count();
    let label = std::str::from_utf8(&line[from..from + len]).ok()?;
    (len > 1 && (is_stated || separators > 0 && Charset::from_label(label).is_some())).then_some((base + from, label))
}
