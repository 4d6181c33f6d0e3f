//! The grammar of moves in every spelling: a word to the readings it allows, without looking at any position.

use super::languages::{ENGLISH, Language};
use crate::chess::{Bitboard, Mark, Role, Square, Wing};

/// How a word departs from the export format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Traits(u32);

macro_rules! traits {
    ($($name:ident = $text:literal;)*) => {
        impl Traits {
            traits!(@constants 1; $($name = $text;)*);

            const TEXTS: &'static [(Traits, &'static str)] = &[$((Traits::$name, $text)),*];
        }
    };
    (@constants $bit:expr; $name:ident = $text:literal; $($rest:tt)*) => {
        #[doc = $text]
        pub const $name: Traits = Traits($bit);
        traits!(@constants $bit << 1; $($rest)*);
    };
    (@constants $bit:expr;) => {};
}

traits! {
    ZEROS = "castling with zeros";
    SMALL_CASTLING = "castling with small letters";
    NO_DASHES = "castling without dashes";
    OTHER_DASH = "castling with other dashes";
    KING_STEPS = "castling as a king's move";
    KING_TAKES_ROOK = "castling as king takes rook";
    LONG = "long algebraic notation";
    UCI = "notation of engines";
    FIGURINE = "a figurine";
    LOCALIZED = "piece letters of another language";
    SMALL_LETTER = "a small piece letter";
    CAPITAL_SQUARE = "capital letters for a square";
    EXPLICIT_PAWN = "a letter for the pawn";
    OTHER_TAKES = "another sign for a capture";
    NO_TAKES = "a capture without x";
    NEEDLESS_TAKES = "an x although nothing is taken";
    SHORT_CAPTURE = "a pawn capture without its rank";
    PROMOTION = "a promotion without =";
    SMALL_PROMOTION = "a small letter for the promoted man";
    EN_PASSANT = "e.p. behind the move";
    WRONG_EN_PASSANT = "e.p. behind a move that is none";
    DRAW_SIGN = "an equals sign behind the move";
    OTHER_MARK = "another check mark";
    MARK_APART = "a check mark apart from its move";
    DASH = "a dash between piece and square";
    NEEDLESS_ORIGIN = "needless disambiguation";
    OTHER_ORIGIN = "another disambiguation than the export format has";
    PAWN_ORIGIN = "the origin of a pawn that takes nothing";
}

impl Traits {
    /// None.
    pub const NONE: Traits = Traits(0);

    /// Whether all of `other` are among them.
    pub const fn has(self, other: Traits) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether any of `other` is among them.
    pub const fn intersects(self, other: Traits) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Adds others.
    pub const fn add(&mut self, other: Traits) {
        self.0 |= other.0;
    }

    /// Both together.
    #[must_use]
    pub const fn with(self, other: Traits) -> Traits {
        Traits(self.0 | other.0)
    }

    /// In words: "castling with zeros, another check mark".
    pub fn describe(self) -> String {
        let texts: Vec<&str> = Self::TEXTS.iter().filter(|(one, _)| self.has(*one)).map(|(_, text)| *text).collect();
        texts.join(", ")
    }
}

/// One way to read a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    /// What moves where.
    pub spec: Spec,
    /// How its spelling departs.
    pub traits: Traits,
}

/// What a reading says moves where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spec {
    /// Castling.
    Castle(Wing),
    /// Any other move.
    Man {
        /// What moves; `None` when only its square is named.
        role: Option<Role>,
        /// Where it may come from.
        from: Bitboard,
        /// Where it may go: a square, or a file.
        to: Bitboard,
        /// Whether a capture is written.
        capture: bool,
        /// What a pawn becomes.
        promotion: Option<Role>,
    },
}

/// What the end of a word says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tail {
    /// The check mark.
    pub mark: Mark,
    /// `++`, which old books write for double check and for mate.
    pub doubled: bool,
    /// How the end departs from the export format.
    pub traits: Traits,
}

/// A word, taken apart as far as that can be done without a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word {
    readings: [Option<Reading>; 3],
    /// Its end.
    pub tail: Tail,
}

impl Word {
    /// The ways to read it, the likeliest first.
    pub fn readings(&self) -> impl Iterator<Item = Reading> + '_ {
        self.readings.iter().flatten().copied()
    }

    /// Takes a word apart; `None` if it is no move in any spelling.
    pub fn parse(text: &str, language: &Language) -> Option<Word> {
        let mut buffer = ['\0'; 24];
        let mut length = 0;
        for letter in text.chars().filter(|c| !matches!(c, '\u{fe0e}' | '\u{fe0f}')) {
            *buffer.get_mut(length)? = letter;
            length += 1;
        }
        let (core, tail) = split_tail(&buffer[..length]);
        let mut word = Word { readings: [None; 3], tail };
        let mut count = 0;
        let mut add = |reading: Option<Reading>| {
            if let (Some(reading), Some(slot)) = (reading, word.readings.get_mut(count)) {
                *slot = Some(reading);
                count += 1;
            }
        };
        if let Some(castle) = castling(core) {
            add(Some(castle));
        } else {
            let piece = piece_reading(core, language);
            let plain = plain_reading(core, language);
            // A small letter is first of all a file, a capital first of all a man.
            if core.first().is_some_and(|c| c.is_lowercase()) {
                add(plain);
                add(piece);
            } else {
                add(piece);
                add(plain);
            }
        }
        (count > 0).then_some(word)
    }
}

/// Parts marks and remarks from the end of a word.
fn split_tail(mut text: &[char]) -> (&[char], Tail) {
    let mut tail = Tail { mark: Mark::None, doubled: false, traits: Traits::NONE };
    loop {
        text = match text {
            [rest @ .., '+', '+'] => {
                tail.doubled = true;
                tail.mark = Mark::Check;
                tail.traits.add(Traits::OTHER_MARK);
                rest
            }
            [rest @ .., '+'] => {
                tail.mark = tail.mark.max(Mark::Check);
                rest
            }
            [rest @ .., '#', '#'] => {
                tail.mark = Mark::Mate;
                tail.traits.add(Traits::OTHER_MARK);
                rest
            }
            [rest @ .., '#'] => {
                tail.mark = Mark::Mate;
                rest
            }
            [rest @ .., 'd', 'b', 'l', 'c', 'h'] | [rest @ .., '†'] | [rest @ .., 'c', 'h'] => {
                tail.mark = tail.mark.max(Mark::Check);
                tail.traits.add(Traits::OTHER_MARK);
                rest
            }
            [rest @ .., '‡' | '≠'] | [rest @ .., 'm', 'a', 't', 'e'] | [rest @ .., 'm', 'a', 't'] => {
                tail.mark = Mark::Mate;
                tail.traits.add(Traits::OTHER_MARK);
                rest
            }
            [rest @ .., 'e', '.', 'p', '.'] | [rest @ .., 'e', '.', 'p'] | [rest @ .., 'e', 'p'] => {
                tail.traits.add(Traits::EN_PASSANT);
                rest
            }
            _ => return (text, tail),
        };
    }
}

/// Castling in every spelling.
fn castling(core: &[char]) -> Option<Reading> {
    let mut traits = Traits::NONE;
    let mut kings = 0;
    let mut dashes = 0;
    let mut after_dash = true;
    for &letter in core {
        match letter {
            'O' => {}
            '0' => traits.add(Traits::ZEROS),
            'o' => traits.add(Traits::SMALL_CASTLING),
            // Cyrillic, which looks the same.
            'О' | 'о' => traits.add(Traits::LOCALIZED),
            _ if is_dash(letter) && !after_dash => {
                if letter != '-' {
                    traits.add(Traits::OTHER_DASH);
                }
                dashes += 1;
                after_dash = true;
                continue;
            }
            _ => return None,
        }
        kings += 1;
        after_dash = false;
    }
    let wing = match (kings, dashes) {
        (2, 0 | 1) => Wing::King,
        (3, 0 | 2) => Wing::Queen,
        _ => return None,
    };
    if dashes == 0 {
        traits.add(Traits::NO_DASHES);
    }
    (!after_dash).then_some(Reading { spec: Spec::Castle(wing), traits })
}

/// A word that begins with a man.
fn piece_reading(core: &[char], language: &Language) -> Option<Reading> {
    let mut traits = Traits::NONE;
    let (role, length) = match core.first().and_then(|&c| figurine(c)) {
        Some(role) => {
            traits.add(Traits::FIGURINE);
            (role, 1)
        }
        None => {
            let (role, length, small) = language.man_at(core)?;
            if small {
                traits.add(Traits::SMALL_LETTER);
            }
            // German and English have the same king.
            if !language.shares_letter(role) {
                traits.add(Traits::LOCALIZED);
            }
            (role, length)
        }
    };
    if role == Role::Pawn {
        traits.add(Traits::EXPLICIT_PAWN);
    }
    let rest = core.get(length..)?;
    squares(rest, Some(role), traits, language)
}

/// A word that begins with a square or a file.
fn plain_reading(core: &[char], language: &Language) -> Option<Reading> {
    // `Bc4` is no pawn's move; `BXC4` and `E4` may be, in a text of capitals.
    let first = core.first()?;
    if first.is_uppercase() && core.iter().any(|c| c.is_lowercase()) {
        return None;
    }
    squares(core, None, Traits::NONE, language)
}

/// A piece of the squares of a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    File(u8),
    Rank(u8),
    Takes,
    Dash,
}

fn squares(text: &[char], role: Option<Role>, mut traits: Traits, language: &Language) -> Option<Reading> {
    use Part::{Dash, File, Rank, Takes};
    let (text, promotion) = split_promotion(text, &mut traits, language);
    let mut parts = [Takes; 6];
    let mut count = 0;
    for &letter in text {
        let part = match letter {
            'a'..='h' => File(letter as u8 - b'a'),
            'A'..='H' => {
                traits.add(Traits::CAPITAL_SQUARE);
                File(letter as u8 - b'A')
            }
            // Cyrillic, which looks the same.
            'а' | 'с' | 'е' => {
                traits.add(Traits::LOCALIZED);
                File(match letter {
                    'а' => 0,
                    'с' => 2,
                    _ => 4,
                })
            }
            '1'..='8' => Rank(letter as u8 - b'1'),
            'x' => Takes,
            'X' | ':' | '×' | '*' | 'х' | 'Х' => {
                traits.add(Traits::OTHER_TAKES);
                Takes
            }
            _ if is_dash(letter) => Dash,
            _ => return None,
        };
        *parts.get_mut(count)? = part;
        count += 1;
    }
    let mut parts = &parts[..count];
    let mut capture = false;
    if let ([rest @ .., Takes], Some(':')) = (parts, text.last()) {
        parts = rest;
        capture = true;
    }
    capture |= parts.contains(&Takes);
    let pawn = role.is_none_or(|role| role == Role::Pawn);
    let square = |file, rank| Bitboard::of(Square::at(file, rank));
    let (from, to) = match *parts {
        [File(f), Rank(r)] => (Bitboard::ALL, square(f, r)),
        [Takes, File(f), Rank(r)] => (Bitboard::ALL, square(f, r)),
        // In `B-B4` and `P-QB4` a capital is a piece of descriptive notation, not a file.
        [Dash, File(f), Rank(r)] if role.is_some() && !traits.has(Traits::CAPITAL_SQUARE) => {
            traits.add(Traits::DASH);
            (Bitboard::ALL, square(f, r))
        }
        [File(g), File(f), Rank(r)] | [File(g), Takes, File(f), Rank(r)] => (Bitboard::file(g), square(f, r)),
        [File(g), Dash, File(f), Rank(r)] if !pawn => (Bitboard::file(g), square(f, r)),
        [Rank(s), File(f), Rank(r)] | [Rank(s), Takes | Dash, File(f), Rank(r)] if !pawn => (Bitboard::rank(s), square(f, r)),
        [File(g), Rank(s), File(f), Rank(r)] => {
            // `g1f3` is what engines write; with a letter before it (`Ng1f3`) it is disambiguation to the full.
            if role.is_none() {
                traits.add(Traits::UCI);
            }
            (square(g, s), square(f, r))
        }
        [File(g), Rank(s), Takes | Dash, File(f), Rank(r)] => {
            if parts.contains(&Dash) || pawn {
                traits.add(Traits::LONG);
            }
            (square(g, s), square(f, r))
        }
        [File(g), File(f)] | [File(g), Takes, File(f)] if pawn => {
            traits.add(Traits::SHORT_CAPTURE);
            capture = true;
            (Bitboard::file(g), Bitboard::file(f))
        }
        _ => return None,
    };
    // With its whole origin given, a word without a letter may move any man; else it moves a pawn.
    let role = match role {
        None if from.count() == 1 => None,
        None => Some(Role::Pawn),
        named => named,
    };
    Some(Reading { spec: Spec::Man { role, from, to, capture, promotion }, traits })
}

/// Parts what a pawn becomes from the end: `=Q` `Q` `q` `(Q)` `/Q` `=(Q)`.
fn split_promotion<'a>(text: &'a [char], traits: &mut Traits, language: &Language) -> (&'a [char], Option<Role>) {
    let (rest, letter, plain) = match *text {
        [ref rest @ .., '(', letter, ')'] => (rest, letter, false),
        [ref rest @ .., '=', letter] => (rest, letter, true),
        [ref rest @ .., '/' | ':' | '-', letter] if !letter.is_ascii_digit() => (rest, letter, false),
        [ref rest @ .., '='] => {
            traits.add(Traits::DRAW_SIGN);
            return (rest, None);
        }
        [ref rest @ .., letter] if rest.last().is_some_and(|c| matches!(c, '1' | '8')) => (rest, letter, false),
        _ => return (text, None),
    };
    let small_english = letter.is_ascii_lowercase().then(|| ENGLISH.man(letter)).flatten();
    let Some(role) = figurine(letter).or_else(|| language.man(letter)).or(small_english) else { return (text, None) };
    if !plain {
        traits.add(Traits::PROMOTION);
    }
    if letter.is_lowercase() {
        traits.add(Traits::SMALL_PROMOTION);
    }
    if figurine(letter).is_some() {
        traits.add(Traits::FIGURINE);
    }
    if !language.shares_letter(role) && ENGLISH.man(letter) != Some(role) {
        traits.add(Traits::LOCALIZED);
    }
    (rest.strip_suffix(&['=']).unwrap_or(rest), Some(role))
}

/// Whether a word looks like English descriptive notation: `P-K4`, `N-KB3`, `BxP`. It is told from moves only, not read.
pub fn looks_descriptive(text: &str) -> bool {
    let Some((man, target)) = text.split_once(['-', 'x']) else { return false };
    let men = |text: &str| text.bytes().all(|b| matches!(b, b'K' | b'Q' | b'R' | b'B' | b'N' | b'P' | b'k' | b't'));
    let target = target.trim_end_matches(['+', '#', 'c', 'h']).trim_end_matches(|c: char| c.is_ascii_digit());
    (1..=4).contains(&man.len()) && men(man) && !target.is_empty() && men(target)
}

/// The kind of man of a chess symbol, white or black.
pub fn figurine(letter: char) -> Option<Role> {
    let index = (letter as u32).checked_sub('♔' as u32)?;
    const KINDS: [Role; 6] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
    if index < 12 { KINDS.get(index as usize % 6).copied() } else { None }
}

const fn is_dash(letter: char) -> bool {
    matches!(letter, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}
