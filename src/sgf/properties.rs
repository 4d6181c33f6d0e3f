//! The properties of SGF: what each is called, what its values are, where it may stand, since and until when.
//!
//! The table holds FF\[1\] to FF\[4\] (general, Go, and the known ones of other games) and the private properties of programs whose
//! records are common. A private property is named and kept; it is no fault of the record.

mod table;

pub use table::PROPERTIES;

/// What the values of a property are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// No value: `KO[]`.
    None,
    /// A whole number.
    Number,
    /// A number.
    Real,
    /// `1` (normal) or `2` (emphasized).
    Double,
    /// `B` or `W`.
    Color,
    /// Text in one line.
    SimpleText,
    /// Text.
    Text,
    /// A move: a point or a pass.
    Move,
    /// Stones: a list of points, at least one.
    Stones,
    /// A list of points, at least one.
    Points,
    /// A list of points, or one empty value.
    PointsOrNone,
    /// Points with a label each.
    Labels,
    /// Pairs of different points.
    PointPairs,
    /// A label for each point of old formats, a to z in order.
    Letters,
    /// A board size: a number, or two with a colon.
    Size,
    /// A program and its version, with a colon.
    Application,
    /// A figure: nothing, or flags and a name with a colon.
    Figure,
    /// Anything, in any number: private properties.
    Any,
}

impl Kind {
    /// Whether more than one value may stand behind one name.
    pub const fn is_list(self) -> bool {
        matches!(
            self,
            Kind::Stones | Kind::Points | Kind::PointsOrNone | Kind::Labels | Kind::PointPairs | Kind::Letters | Kind::Any
        )
    }
}

/// Where a property may stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// In the root only.
    Root,
    /// Once on each path, usually in the root.
    Info,
    /// In a node without a move.
    SetUp,
    /// In a node with a move, or is one.
    Move,
    /// Says something about a move: wants one in its node.
    Annotation,
    /// Anywhere.
    Any,
}

/// A property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Property {
    /// Its name.
    pub name: &'static str,
    /// What it means.
    pub about: &'static str,
    /// What its values are.
    pub kind: Kind,
    /// Where it may stand.
    pub place: Place,
    /// The first version of the format that has it.
    pub since: u8,
    /// The last version that has it.
    pub until: u8,
    /// What is written instead today.
    pub instead: &'static str,
    /// The game it belongs to, by its `GM` number; 0 is all.
    pub game: u8,
    /// The programs that use it, if it is private.
    pub private: &'static str,
}

impl Property {
    const fn new(name: &'static str, about: &'static str, kind: Kind, place: Place) -> Self {
        Property { name, about, kind, place, since: 1, until: 4, instead: "", game: 0, private: "" }
    }

    const fn since(mut self, version: u8) -> Self {
        self.since = version;
        self
    }

    const fn until(mut self, version: u8, instead: &'static str) -> Self {
        self.until = version;
        self.instead = instead;
        self
    }

    const fn of_game(mut self, game: u8) -> Self {
        self.game = game;
        self
    }

    const fn used_by(name: &'static str, about: &'static str, programs: &'static str) -> Self {
        let mut property = Property::new(name, about, Kind::Any, Place::Any);
        property.private = programs;
        property
    }
}

/// A property of the table, by its place in it. 0 is a property that is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(u8);

impl Id {
    /// A property that is not known.
    pub const UNKNOWN: Id = Id(0);
    /// How many identities there are.
    pub const COUNT: usize = PROPERTIES.len();

    /// The property with this name, or `UNKNOWN`. For constants of properties that are in the table.
    pub const fn named(name: &str) -> Id {
        let name = name.as_bytes();
        if let Some(slot) = slot(name) {
            return Id(BY_NAME[slot]);
        }
        let mut i = FIRST_LONG;
        while i < PROPERTIES.len() {
            if same(PROPERTIES[i].name.as_bytes(), name) {
                return Id(i as u8);
            }
            i += 1;
        }
        Id::UNKNOWN
    }

    /// What the table says of it.
    pub fn property(self) -> &'static Property {
        &PROPERTIES[self.0 as usize]
    }

    /// Its number, below [`Id::COUNT`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// Names of one or two capital letters have a place in an array of their own.
const fn slot(name: &[u8]) -> Option<usize> {
    match *name {
        [a @ b'A'..=b'Z'] => Some((a - b'A') as usize),
        [a @ b'A'..=b'Z', b @ b'A'..=b'Z'] => Some(26 + (a - b'A') as usize * 26 + (b - b'A') as usize),
        _ => None,
    }
}

const SLOTS: usize = 26 + 26 * 26;

/// Names longer than two letters stand behind all others in the table.
const FIRST_LONG: usize = {
    let mut i = 1;
    while i < PROPERTIES.len() && PROPERTIES[i].name.len() <= 2 {
        i += 1;
    }
    i
};

static BY_NAME: [u8; SLOTS] = {
    let mut map = [0; SLOTS];
    let mut i = 1;
    while i < PROPERTIES.len() {
        if let Some(slot) = slot(PROPERTIES[i].name.as_bytes()) {
            map[slot] = i as u8;
        }
        i += 1;
    }
    map
};

/// How the name of a property was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Spelling {
    /// Capital letters, or a private name as its program writes it.
    Plain,
    /// With small letters, which FF\[1\] to FF\[3\] ignored: `GaMe`, `Black`.
    SmallLetters,
    /// Spelled out in capitals: `BLACK`.
    SpelledOut,
    /// With digits or other characters.
    Bad,
}

/// Reads the name of a property.
pub fn read_name(name: &[u8]) -> (Id, Spelling) {
    if let Some(slot) = slot(name) {
        return (Id(BY_NAME[slot]), Spelling::Plain);
    }
    if let Some(i) = (FIRST_LONG..PROPERTIES.len()).find(|&i| PROPERTIES[i].name.as_bytes() == name) {
        return (Id(i as u8), Spelling::Plain);
    }
    if !name.iter().all(u8::is_ascii_alphabetic) {
        return (Id::UNKNOWN, Spelling::Bad);
    }
    let spelling = if name.iter().any(u8::is_ascii_lowercase) { Spelling::SmallLetters } else { Spelling::SpelledOut };
    let word = name.to_ascii_uppercase();
    if let Some((_, short)) = SPELLED_OUT.iter().find(|(long, _)| long.as_bytes() == word) {
        return (Id::named(short), spelling);
    }
    // The rule of FF[3]: small letters say nothing.
    let capitals: Vec<u8> = name.iter().copied().filter(u8::is_ascii_uppercase).collect();
    let id = match slot(&capitals) {
        Some(slot) if spelling == Spelling::SmallLetters => Id(BY_NAME[slot]),
        _ if capitals.is_empty() => slot(&word).map_or(Id::UNKNOWN, |slot| Id(BY_NAME[slot])),
        _ => Id::UNKNOWN,
    };
    // More than two capital letters are a name like any other, if not a known one.
    let unknown = id == Id::UNKNOWN && spelling == Spelling::SpelledOut;
    (id, if unknown { Spelling::Plain } else { spelling })
}

/// Names spelled out, in capitals, that do not follow from the capital letters of the usual mixed spelling.
const SPELLED_OUT: [(&str, &str); 41] = [
    ("BLACK", "B"),
    ("WHITE", "W"),
    ("COMMENT", "C"),
    ("NAME", "N"),
    ("NODENAME", "N"),
    ("VALUE", "V"),
    ("LETTERS", "L"),
    ("LETTER", "L"),
    ("MARK", "M"),
    ("MARKS", "M"),
    ("ADDBLACK", "AB"),
    ("ADDWHITE", "AW"),
    ("ADDEMPTY", "AE"),
    ("PLAYER", "PL"),
    ("GAME", "GM"),
    ("FILEFORMAT", "FF"),
    ("SIZE", "SZ"),
    ("VIEW", "VW"),
    ("BLACKSPEC", "BS"),
    ("WHITESPEC", "WS"),
    ("EVALCOMP", "EL"),
    ("EXPECTED", "EX"),
    ("GAMENAME", "GN"),
    ("GAMECOMMENT", "GC"),
    ("EVENT", "EV"),
    ("ROUND", "RO"),
    ("DATE", "DT"),
    ("PLACE", "PC"),
    ("PLAYERBLACK", "PB"),
    ("PLAYERWHITE", "PW"),
    ("RESULT", "RE"),
    ("USER", "US"),
    ("TIMELIMIT", "TM"),
    ("SOURCE", "SO"),
    ("HANDICAP", "HA"),
    ("KOMI", "KM"),
    ("RULES", "RU"),
    ("BLACKRANK", "BR"),
    ("WHITERANK", "WR"),
    ("BLACKLEFT", "BL"),
    ("WHITELEFT", "WL"),
];

/// The games of `GM`, from 1 on.
const GAMES: [&str; 40] = [
    "go",
    "othello",
    "chess",
    "gomoku",
    "nine-mens-morris",
    "backgammon",
    "chinese-chess",
    "shogi",
    "lines-of-action",
    "ataxx",
    "hex",
    "jungle",
    "neutron",
    "philosophers-football",
    "quadrature",
    "trax",
    "tantrix",
    "amazons",
    "octi",
    "gess",
    "twixt",
    "zertz",
    "plateau",
    "yinsh",
    "punct",
    "gobblet",
    "hive",
    "exxit",
    "hnefatal",
    "kuba",
    "tripples",
    "chase",
    "tumbling-down",
    "sahara",
    "byte",
    "focus",
    "dvonn",
    "tamsk",
    "gipf",
    "kropki",
];

/// The name of a game by its `GM` number.
pub fn game_name(number: u32) -> Option<&'static str> {
    GAMES.get((number as usize).checked_sub(1)?).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_found_by_its_name() {
        for (i, property) in PROPERTIES.iter().enumerate().skip(1) {
            let (id, spelling) = read_name(property.name.as_bytes());
            assert_eq!((id.index(), spelling), (i, Spelling::Plain), "{}", property.name);
            assert_eq!(Id::named(property.name), id);
            assert!(property.since <= property.until && property.until <= 4, "{}", property.name);
            assert!((property.until < 4) || property.instead.is_empty(), "{}", property.name);
        }
        assert!(PROPERTIES[FIRST_LONG..].iter().all(|p| p.name.len() > 2));
        assert!(PROPERTIES.len() < 256);
    }

    #[test]
    fn names_of_all_dialects() {
        let read = |name: &str| {
            let (id, spelling) = read_name(name.as_bytes());
            (id.property().name, spelling)
        };
        assert_eq!(read("AB"), ("AB", Spelling::Plain));
        assert_eq!(read("GaMe"), ("GM", Spelling::SmallLetters));
        assert_eq!(read("AddBlack"), ("AB", Spelling::SmallLetters));
        assert_eq!(read("PlayerBlack"), ("PB", Spelling::SmallLetters));
        assert_eq!(read("CoPyright"), ("CP", Spelling::SmallLetters));
        assert_eq!(read("b"), ("B", Spelling::SmallLetters));
        assert_eq!(read("black"), ("B", Spelling::SmallLetters));
        assert_eq!(read("BLACK"), ("B", Spelling::SpelledOut));
        assert_eq!(read("X1"), ("", Spelling::Bad));
        assert_eq!(read("QQ"), ("", Spelling::Plain));
        assert_eq!(read("ABCDE"), ("", Spelling::Plain));
        assert_eq!(read("KGSDE"), ("KGSDE", Spelling::Plain));
        for (long, short) in SPELLED_OUT {
            assert_ne!(Id::named(short), Id::UNKNOWN, "{long}");
        }
    }

    #[test]
    fn games_by_number() {
        assert_eq!(game_name(1), Some("go"));
        assert_eq!(game_name(21), Some("twixt"));
        assert_eq!((game_name(0), game_name(41)), (None, None));
    }
}
