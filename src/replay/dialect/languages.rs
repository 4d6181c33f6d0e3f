//! The letters of the men in the languages of the world's chess.

use crate::chess::Role;

/// A language, or a group of languages with the same letters.
#[derive(Debug, PartialEq, Eq)]
pub struct Language {
    /// Its English name.
    pub name: &'static str,
    /// The letters of king, queen, rook, bishop, knight and pawn; an empty one is not used.
    letters: [&'static str; 6],
}

/// The order of [`Language::letters`].
const ORDER: [Role; 6] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// The language of the export format.
pub static ENGLISH: Language = Language { name: "English", letters: ["K", "Q", "R", "B", "N", "P"] };

macro_rules! languages {
    ($($name:literal: $k:literal $q:literal $r:literal $b:literal $n:literal;)*) => {
        /// All other languages. Those with the same letters share an entry under the name of the most frequent.
        pub static FOREIGN: &[Language] = &[$(Language { name: $name, letters: [$k, $q, $r, $b, $n, ""] }),*];
    };
}

// Only English has a letter for the pawn here. Elsewhere it is hardly ever written, and then it is a knight's in the next language:
// `Sf3` must not be a pawn's move because Finnish could have it so.
//
// German stands for Danish, Norwegian, Swedish, Slovene, Croatian and Serbian in Latin letters, Spanish for Italian and Catalan,
// Portuguese for Galician, Czech for Slovak, Dutch for Luxembourgish.
languages! {
    "German": "K" "D" "T" "L" "S";
    "Dutch": "K" "D" "T" "L" "P";
    "French": "R" "D" "T" "F" "C";
    "Spanish": "R" "D" "T" "A" "C";
    "Portuguese": "R" "D" "T" "B" "C";
    "Romanian": "R" "D" "T" "N" "C";
    "Finnish": "K" "D" "T" "L" "R";
    "Icelandic": "K" "D" "H" "B" "R";
    "Hungarian": "K" "V" "B" "F" "H";
    "Polish": "K" "H" "W" "G" "S";
    "Czech": "K" "D" "V" "S" "J";
    "Estonian": "K" "L" "V" "O" "R";
    "Latvian": "K" "D" "T" "L" "Z";
    "Lithuanian": "K" "V" "B" "R" "Ž";
    "Afrikaans": "K" "D" "T" "L" "R";
    "Indonesian": "R" "M" "B" "G" "K";
    "Turkish": "Ş" "V" "K" "F" "A";
    "Russian": "Кр" "Ф" "Л" "С" "К";
    "Ukrainian": "Кр" "Ф" "Т" "С" "К";
    "Bulgarian": "Ц" "Д" "Т" "О" "К";
    "Serbian": "К" "Д" "Т" "Л" "С";
    "Greek": "Ρ" "Β" "Π" "Α" "Ι";
}

impl Language {
    /// Whether it is English.
    pub fn is_english(&self) -> bool {
        *self == ENGLISH
    }

    /// Whether a man has the same letter as in English.
    pub fn shares_letter(&self, role: Role) -> bool {
        ORDER.into_iter().zip(self.letters).zip(ENGLISH.letters).any(|((man, own), english)| man == role && own == english)
    }

    /// The man whose letter stands at the start of `text`, how many characters the letter takes, and whether it is a small letter.
    /// `Кр` is a king before `К` is a knight.
    pub fn man_at(&self, text: &[char]) -> Option<(Role, usize, bool)> {
        let mut best: Option<(Role, usize, bool)> = None;
        for (role, letters) in ORDER.into_iter().zip(self.letters) {
            let length = letters.chars().count();
            if length == 0 || best.is_some_and(|(_, longer, _)| longer >= length) {
                continue;
            }
            let Some(start) = text.get(..length) else { continue };
            let same = start.iter().zip(letters.chars()).all(|(&a, b)| a == b || lower(a) == lower(b));
            if same {
                let small = start.first().is_some_and(|first| first.is_lowercase());
                best = Some((role, length, small));
            }
        }
        best
    }

    /// The letter of a man; empty for a pawn, which no language but English gives one.
    pub fn letter(&self, man: Role) -> &'static str {
        ORDER.into_iter().zip(self.letters).find(|(role, _)| *role == man).map_or("", |(_, letter)| letter)
    }

    /// The man with this letter, capital or small.
    pub fn man(&self, letter: char) -> Option<Role> {
        self.man_at(&[letter]).map(|(role, ..)| role)
    }
}

/// The small letter, for letters that have one of a single character.
fn lower(letter: char) -> char {
    letter.to_lowercase().next().unwrap_or(letter)
}
