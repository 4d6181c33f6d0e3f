//! How plausible a word is in a charset: letters between letters, capitals at the start, scripts that do not mix, and the
//! pairs of letters that names of each language really have.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::Charset;

/// What the list of names teaches.
struct Model {
    /// How common a letter beyond ASCII is, 0 to 1.
    letters: HashMap<char, f32>,
    /// Pairs of neighbours of which one at least is beyond ASCII, in small letters; `^` and `$` are the ends of a word.
    pairs: HashSet<(char, char)>,
    /// The words themselves, in small letters.
    words: HashSet<String>,
}

static MODEL: LazyLock<Model> = LazyLock::new(|| {
    let mut counts: HashMap<char, f32> = HashMap::new();
    let (mut pairs, mut words) = (HashSet::new(), HashSet::new());
    let text = include_str!("names.txt");
    for word in text.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace).filter(|w| !w.is_ascii()) {
        let word = word.to_lowercase();
        let mut before = '^';
        for c in word.chars().chain(['$']) {
            if !c.is_ascii() || !before.is_ascii() {
                pairs.insert((before, c));
            }
            if !c.is_ascii() {
                *counts.entry(c).or_default() += 1.0;
            }
            before = c;
        }
        words.insert(word);
    }
    let most = counts.values().copied().fold(1.0, f32::max);
    let letters = counts.into_iter().map(|(c, n)| (c, (1.0 + n).ln() / (1.0 + most).ln())).collect();
    Model { letters, pairs, words }
});

/// Russian letters, the common ones first.
const RUSSIAN: &str = "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё";
/// Greek letters, the common ones first.
const GREEK: &str = "αοιετνσηρκπυμλςωάδέίγόχθφήβύώξζψϊϋΐΰ";

/// What a character counts for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Latin,
    Cyrillic,
    Greek,
    Symbol,
}

fn kind(c: char) -> Kind {
    match c {
        'A'..='Z' | 'a'..='z' => Kind::Latin,
        'ª' | 'º' => Kind::Symbol,
        '\u{370}'..='\u{3FF}' if c.is_alphabetic() => Kind::Greek,
        '\u{400}'..='\u{4FF}' => Kind::Cyrillic,
        _ if c.is_alphabetic() && c < '\u{250}' => Kind::Latin,
        _ => Kind::Symbol,
    }
}

/// How well a charset explains a word with bytes beyond ASCII: above 0 if it could be one, far below if it could not.
pub(super) fn word_score(charset: Charset, word: &[u8]) -> f32 {
    /// A byte the charset does not have.
    const UNDEFINED: f32 = -6.0;

    let mut score = 0.0;
    let mut folded = String::with_capacity(word.len() * 2);
    for (at, &byte) in word.iter().enumerate() {
        let Some(c) = charset.char_of(byte) else {
            score += UNDEFINED;
            folded.push('\u{FFFD}');
            continue;
        };
        folded.extend(c.to_lowercase());
        if byte.is_ascii() {
            continue;
        }
        let before = at.checked_sub(1).and_then(|i| charset.char_of(word[i]));
        let after = word.get(at + 1).and_then(|&b| charset.char_of(b));
        score += match kind(c) {
            Kind::Symbol => symbol_score(c, before, after),
            own => letter_score(c, own, before, after),
        };
    }
    if MODEL.words.contains(&folded) {
        score += 4.0;
    }
    score
}

/// The same for a charset of several bytes: above 0 for common characters of its language.
pub(super) fn multibyte_score(charset: Charset, word: &[u8]) -> f32 {
    /// Bytes that are no character, which one wrong cut of a word may bring too.
    const BROKEN: f32 = -4.0;

    let Some(encoding) = charset.encoding() else { return BROKEN };
    let Some(text) = encoding.decode_without_bom_handling_and_without_replacement(word) else { return BROKEN };
    let mut score = 0.0;
    for c in text.chars().filter(|c| !c.is_ascii()) {
        let mut utf8 = [0; 4];
        let lead = encoding.encode(c.encode_utf8(&mut utf8)).0.first().copied().unwrap_or_default();
        // Each standard has its common characters first.
        score += match (charset, c) {
            (Charset::Gb18030, _) if (0xB0..=0xD7).contains(&lead) => 1.0,
            (Charset::Big5, _) if (0xA4..=0xC6).contains(&lead) => 1.0,
            (Charset::ShiftJis, '\u{3040}'..='\u{30FF}') | (Charset::EucJp, '\u{3040}'..='\u{30FF}') => 1.0,
            (Charset::ShiftJis, '\u{FF61}'..='\u{FF9F}') => -1.5,
            (Charset::ShiftJis, _) if (0x88..=0x97).contains(&lead) => 1.0,
            (Charset::EucJp, _) if (0xB0..=0xCF).contains(&lead) => 1.0,
            (Charset::EucKr, '\u{AC00}'..='\u{D7A3}') if (0xB0..=0xC8).contains(&lead) => 1.0,
            _ => -0.7,
        };
    }
    score
}

fn symbol_score(c: char, before: Option<char>, after: Option<char>) -> f32 {
    let in_word = [before, after].map(|n| n.is_some_and(|c| kind(c) != Kind::Symbol));
    match c {
        '’' if in_word == [true, true] => 0.5,
        '–' | '—' => 0.1,
        _ if in_word == [true, true] => -3.0,
        '’' | '‘' | '“' | '”' | '„' | '«' | '»' | '…' | '‚' => 0.1,
        '½' | '±' | '°' | '§' | '¿' | '¡' | '´' | '\u{A0}' | '•' | '©' | '®' | '™' | '€' | '£' | 'º' | 'ª' | '№' => {
            -0.1
        }
        '\u{2500}'..='\u{25FF}' => -2.0,
        _ => -1.0,
    }
}

fn letter_score(c: char, own: Kind, before: Option<char>, after: Option<char>) -> f32 {
    let mut score = 0.0;
    let neighbours = [before, after];
    for neighbour in neighbours.into_iter().flatten() {
        let other = kind(neighbour);
        // Letters of two scripts do not stand in one word, and accented Latin letters are mostly alone.
        if other != Kind::Symbol && other != own {
            score -= 3.0;
        } else if own == Kind::Latin && other == Kind::Latin && !neighbour.is_ascii() {
            score -= 1.0;
        }
    }
    if c.is_uppercase() {
        match before.filter(|&b| kind(b) != Kind::Symbol) {
            Some(b) if b.is_lowercase() => score -= 3.0,
            Some(_) if after.is_some_and(char::is_lowercase) => score -= 1.0,
            _ => {}
        }
    } else if before.is_some_and(char::is_uppercase) && after.is_some_and(char::is_uppercase) {
        score -= 2.0;
    }
    let small = c.to_lowercase().next().unwrap_or(c);
    match own {
        Kind::Latin => {
            let model = &*MODEL;
            let Some(common) = model.letters.get(&small) else { return score - 1.0 };
            let fold = |n: Option<char>, end| {
                n.filter(|&n| kind(n) != Kind::Symbol).map_or(end, |n| n.to_lowercase().next().unwrap_or(n))
            };
            let left = model.pairs.contains(&(fold(before, '^'), small));
            let right = model.pairs.contains(&(small, fold(after, '$')));
            score + 0.3 + common * 0.7 + if left { 0.8 } else { -0.4 } + if right { 0.8 } else { -0.4 }
        }
        Kind::Cyrillic => score + rank_score(RUSSIAN, small),
        Kind::Greek => score + rank_score(GREEK, small),
        Kind::Symbol => score,
    }
}

/// From 1.5 for the commonest letter down to 0; below for one that the language does not have.
fn rank_score(letters: &str, c: char) -> f32 {
    let (rank, all) =
        letters.chars().enumerate().fold((None, 0), |(found, _), (i, l)| (if l == c { Some(i) } else { found }, i + 1));
    rank.map_or(-0.8, |rank| 1.5 * (all - rank) as f32 / all as f32)
}
