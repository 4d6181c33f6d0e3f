//! What a run needs to know to check a record.

use crate::checks::Selection;

/// Which laws of chess apply (`--laws`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Laws {
    /// Chosen for each game: a server named in Site or Link plays by its own rules, else the edition in force on Date.
    #[default]
    Auto,
    /// FIDE Laws in force since 1 January 2023.
    Fide2023,
    /// FIDE Laws in force from 1 January 2018.
    Fide2018,
    /// FIDE Laws in force from 1 July 2014.
    Fide2014,
    /// FIDE Laws in force from 1 July 1997, in the text of 2001.
    Fide2001,
    /// The Laws before 1 July 1997.
    Fide1984,
    /// The rules of Lichess.
    Lichess,
    /// The rules of Chess.com.
    ChessCom,
}

/// Which Go ruleset applies (`--go-rules`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum GoRules {
    /// From the record's `RU`.
    #[default]
    Auto,
    /// Chinese rules as practised.
    Chinese,
    /// Chinese rules of 2002 by the letter.
    Chinese2002,
    /// Japanese rules of 1989.
    Japanese,
    /// Korean rules.
    Korean,
    /// AGA, BGA and French rules.
    Aga,
    /// New Zealand rules.
    NewZealand,
    /// Ing rules.
    Ing,
    /// Tromp-Taylor rules.
    TrompTaylor,
}

/// How records are checked.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Which checks are wanted.
    pub selection: Selection,
    /// The laws of chess.
    pub laws: Laws,
    /// The Go ruleset.
    pub go_rules: GoRules,
    /// Whether a Go score may be estimated by play-outs.
    pub estimate: bool,
    /// After how many moves by each side a draw can be claimed, where event rules extend the fifty.
    pub fifty_moves: u32,
    /// The largest record that is read, in bytes.
    pub max_record: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            selection: Selection::default(),
            laws: Laws::Auto,
            go_rules: GoRules::Auto,
            estimate: true,
            fifty_moves: 50,
            max_record: 16 << 20,
        }
    }
}
