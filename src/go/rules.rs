//! Rulesets of Go as values: what a game may do, how it is counted.
//!
//! The engine knows no ruleset by name; it asks the fields of [`Rules`].

use crate::settings::GoRules;

/// What may not be repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ko {
    /// Only the immediate recapture in a ko is forbidden.
    Simple,
    /// No move may recreate an earlier whole-board position.
    Positional,
    /// No move may recreate an earlier whole-board position with the same side to move.
    Situational,
}

/// What a repetition of the whole board means where the ko rule does not forbid it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// It is illegal.
    Forbidden,
    /// Events forbid it, or let a referee decide.
    Discouraged,
    /// It is legal; the game may end without result.
    Allowed,
}

/// Whether a move may take the last liberty of its own chain without capturing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Suicide {
    /// Never.
    Forbidden,
    /// With two stones or more.
    TwoOrMore,
    /// Always, a single stone included.
    Allowed,
}

/// How a game is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// Living stones and the points they surround.
    Area,
    /// Surrounded points and prisoners.
    Territory,
}

/// What White gets for Black's handicap stones in an area count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bonus {
    /// Nothing.
    None,
    /// One point for each stone.
    Each,
    /// One point for each stone but the first.
    EachButFirst,
    /// Sources differ between nothing and one point for each stone.
    Disputed,
}

impl Bonus {
    /// The points White gets for `stones` handicap stones; two readings where sources differ.
    pub fn points(self, stones: u32) -> [u32; 2] {
        match self {
            Bonus::None => [0, 0],
            Bonus::Each => [stones, stones],
            Bonus::EachButFirst => [stones.saturating_sub(1); 2],
            Bonus::Disputed => [0, stones],
        }
    }
}

/// A ruleset with a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Ruleset {
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

/// The rules of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The name used on the command line and in messages.
    pub name: &'static str,
    /// What may not be repeated.
    pub ko: Ko,
    /// What a repetition means.
    pub repetition: Repetition,
    /// Whether suicide is legal.
    pub suicide: Suicide,
    /// How the game is counted.
    pub scoring: Scoring,
    /// What White gets for handicap stones.
    pub bonus: Bonus,
    /// Whether a pass costs a stone, which makes the territory count agree with the area count.
    pub pass_stones: bool,
    /// Whether points in seki count (they do in an area count).
    pub seki_points: bool,
    /// Whether the two sides agree on dead stones; without agreement every stone on the board is alive.
    pub removal: bool,
    /// The usual komi of an even game, in half points.
    pub usual_komi: i32,
    /// Whether komi and margins may be given in 子, each of them two points.
    pub counts_in_zi: bool,
    /// Where the rule on repetition stands.
    pub repetition_law: &'static str,
    /// Where the rule on suicide stands.
    pub suicide_law: &'static str,
    /// Where the rule on recapturing a ko stands.
    pub ko_law: &'static str,
}

impl Ruleset {
    /// All of them.
    pub const ALL: [Ruleset; 8] = [
        Ruleset::Chinese,
        Ruleset::Chinese2002,
        Ruleset::Japanese,
        Ruleset::Korean,
        Ruleset::Aga,
        Ruleset::NewZealand,
        Ruleset::Ing,
        Ruleset::TrompTaylor,
    ];

    /// The ruleset that `--go-rules` names; `None` for `auto`.
    pub const fn from_settings(rules: GoRules) -> Option<Ruleset> {
        Some(match rules {
            GoRules::Auto => return None,
            GoRules::Chinese => Ruleset::Chinese,
            GoRules::Chinese2002 => Ruleset::Chinese2002,
            GoRules::Japanese => Ruleset::Japanese,
            GoRules::Korean => Ruleset::Korean,
            GoRules::Aga => Ruleset::Aga,
            GoRules::NewZealand => Ruleset::NewZealand,
            GoRules::Ing => Ruleset::Ing,
            GoRules::TrompTaylor => Ruleset::TrompTaylor,
        })
    }

    /// Its rules.
    pub const fn rules(self) -> &'static Rules {
        &TABLE[self as usize]
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        self.rules().name
    }
}

const AREA: Rules = Rules {
    name: "chinese",
    ko: Ko::Simple,
    repetition: Repetition::Discouraged,
    suicide: Suicide::Forbidden,
    scoring: Scoring::Area,
    bonus: Bonus::Each,
    pass_stones: false,
    seki_points: true,
    removal: true,
    usual_komi: 15,
    counts_in_zi: true,
    repetition_law: "Chinese rules 2002 6 and 20.3",
    suicide_law: "Chinese rules 2002 5",
    ko_law: "Chinese rules 2002 20.1",
};

const JAPANESE: Rules = Rules {
    name: "japanese",
    repetition: Repetition::Allowed,
    scoring: Scoring::Territory,
    bonus: Bonus::None,
    seki_points: false,
    usual_komi: 13,
    counts_in_zi: false,
    repetition_law: "Japanese rules 1989 12",
    suicide_law: "Japanese rules 1989 5",
    ko_law: "Japanese rules 1989 6",
    ..AREA
};

const TABLE: [Rules; 8] = [
    AREA,
    Rules {
        name: "chinese-2002",
        ko: Ko::Positional,
        repetition: Repetition::Forbidden,
        bonus: Bonus::Disputed, // the text is silent on handicap games
        repetition_law: "Chinese rules 2002 6",
        ..AREA
    },
    JAPANESE,
    Rules {
        name: "korean",
        repetition_law: "Korean rules, repetition",
        suicide_law: "Korean rules, forbidden points",
        ko_law: "Korean rules, ko",
        ..JAPANESE
    },
    Rules {
        name: "aga",
        ko: Ko::Situational,
        repetition: Repetition::Forbidden,
        bonus: Bonus::EachButFirst,
        pass_stones: true,
        counts_in_zi: false,
        repetition_law: "AGA rules 6",
        suicide_law: "AGA rules 5",
        ko_law: "AGA rules 6",
        ..AREA
    },
    Rules {
        name: "new-zealand",
        ko: Ko::Situational,
        repetition: Repetition::Forbidden,
        suicide: Suicide::Allowed,
        bonus: Bonus::None,
        usual_komi: 14,
        counts_in_zi: false,
        repetition_law: "New Zealand rules, repetition",
        suicide_law: "New Zealand rules, suicide",
        ko_law: "New Zealand rules, repetition",
        ..AREA
    },
    Rules {
        name: "ing",
        ko: Ko::Positional, // the fighting and disturbing kos of the Ing text are approximated
        repetition: Repetition::Forbidden,
        suicide: Suicide::TwoOrMore,
        bonus: Bonus::Disputed,
        usual_komi: 16,
        counts_in_zi: false,
        repetition_law: "Ing rules, ko",
        suicide_law: "Ing rules, suicide",
        ko_law: "Ing rules, ko",
        ..AREA
    },
    Rules {
        name: "tromp-taylor",
        ko: Ko::Positional,
        repetition: Repetition::Forbidden,
        suicide: Suicide::Allowed,
        bonus: Bonus::None,
        removal: false,
        counts_in_zi: false,
        repetition_law: "Tromp-Taylor rules 6",
        suicide_law: "Tromp-Taylor rules 7",
        ko_law: "Tromp-Taylor rules 6",
        ..AREA
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_the_one_of_the_command_line() {
        let names: Vec<_> = Ruleset::ALL.iter().map(|r| r.name()).collect();
        assert_eq!(names, ["chinese", "chinese-2002", "japanese", "korean", "aga", "new-zealand", "ing", "tromp-taylor"]);
    }

    #[test]
    fn compensation_for_handicap_stones() {
        let bonus = |r: Ruleset| r.rules().bonus.points(2);
        assert_eq!(bonus(Ruleset::Chinese), [2, 2]);
        assert_eq!(bonus(Ruleset::Aga), [1, 1]);
        assert_eq!(bonus(Ruleset::NewZealand), [0, 0]);
        assert_eq!(bonus(Ruleset::Japanese), [0, 0]);
        assert_eq!(Ruleset::Aga.rules().bonus.points(0), [0, 0]);
    }

    #[test]
    fn a_repetition_is_forbidden_exactly_where_a_superko_rule_stands() {
        for r in Ruleset::ALL {
            assert_eq!(r.rules().repetition == Repetition::Forbidden, r.rules().ko != Ko::Simple, "{}", r.name());
        }
    }
}
