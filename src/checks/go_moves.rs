//! The findings of the family "Go moves": what each says, under which ruleset, with which severity.

use std::borrow::Cow;

use super::Check;
use crate::finding::{Finding, Severity, Span};
use crate::go::rules::{Ko, Repetition, Suicide};
use crate::go::{Color, Point, Ruleset};

/// The letter of a colour in SGF.
const fn letter(color: Color) -> char {
    match color {
        Color::Black => 'B',
        Color::White => 'W',
    }
}

/// Names in a row: "a, b and c".
fn listed(names: &[&str]) -> String {
    match names {
        [] => "no ruleset".to_string(),
        [one] => (*one).to_string(),
        [head @ .., last] => format!("{} and {last}", head.join(", ")),
    }
}

/// The rulesets that meet a condition.
fn those(condition: impl Fn(Ruleset) -> bool) -> String {
    let names: Vec<_> = Ruleset::ALL.into_iter().filter(|r| condition(*r)).map(Ruleset::name).collect();
    listed(&names)
}

/// What `KO[]` in the node means: the record knows that the move is illegal.
fn forced(finding: Finding, forced: bool) -> Finding {
    if !forced {
        return finding;
    }
    let severity = finding.severity.min(Severity::Warning);
    finding.severity(severity).help("KO[] in this node says that the move is played although it is illegal")
}

fn count(n: u32, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

const EXECUTED: &str = "the move is executed, as FF[4] asks of readers, and the rest is read from there";

/// A stone is played on a stone.
pub(crate) fn occupied(span: Span, color: Color, point: Point, stone: Color, ko: bool) -> Finding {
    let message = format!(
        "{}[{point}] is played on a point where {} stone stands, which every ruleset forbids",
        letter(color),
        if stone == Color::Black { "a black" } else { "a white" },
    );
    let finding = Finding::new(Check::OccupiedPoint, span, message).help(EXECUTED).law("Chinese rules 2002 2; SGF FF[4] B, W");
    forced(finding, ko)
}

/// A move that names no point of the board.
pub(crate) fn off_board(span: Span, color: Color, name: &str, size: (u8, u8)) -> Finding {
    let message = format!("{}{name} is no point of the {}×{} board", letter(color), size.0, size.1);
    Finding::new(Check::OffBoardMove, span, message)
        .help("no stone is placed; the turn passes to the other side")
        .law("SGF FF[4] Go, move")
}

/// An immediate recapture in a ko.
pub(crate) fn ko_violation(span: Span, color: Color, point: Point, ruleset: Option<Ruleset>, ko: bool) -> Finding {
    let message = match ruleset {
        Some(r) => format!("{}[{point}] retakes a ko at once, which {} rules forbid like all others", letter(color), r.name()),
        None => format!("{}[{point}] retakes a ko at once, which every ruleset forbids", letter(color)),
    };
    let law = ruleset.map_or("Chinese rules 2002 20.1; Japanese rules 1989 6", |r| r.rules().ko_law);
    forced(Finding::new(Check::KoViolation, span, message).help(EXECUTED).law(law), ko)
}

/// How grave a suicide of so many stones is; `None` if it is plainly legal.
pub(crate) fn suicide_severity(ruleset: Option<Ruleset>, stones: u32) -> Option<Severity> {
    let Some(ruleset) = ruleset else { return Some(Severity::Warning) };
    match (ruleset.rules().suicide, stones) {
        (Suicide::Forbidden, _) | (Suicide::TwoOrMore, 1) => Some(Severity::Error),
        // Legal by the letter: it leaves the board as it was and so is a pass.
        (Suicide::Allowed, 1) if ruleset.rules().ko == Ko::Situational => Some(Severity::Note),
        _ => None,
    }
}

/// A move that leaves its own chain without a liberty and captures nothing.
pub(crate) fn suicide(
    span: Span,
    color: Color,
    point: Point,
    stones: u32,
    ruleset: Option<Ruleset>,
    severity: Severity,
    ko: bool,
) -> Finding {
    let allowed = |r: Ruleset| match r.rules().suicide {
        Suicide::Forbidden => false,
        Suicide::TwoOrMore => stones > 1,
        // A single stone gives the same board again, which positional superko forbids.
        Suicide::Allowed => stones > 1 || r.rules().ko != Ko::Positional,
    };
    let (legal, illegal) = (those(allowed), those(|r| !allowed(r)));
    let what = format!("{}[{point}] takes the last liberty of its own {}", letter(color), count(stones, "stone"));
    let message = match (ruleset, severity) {
        (None, _) => format!("{what}: suicide, illegal under {illegal}, legal under {legal}"),
        (Some(r), Severity::Note) => format!("{what}, which is legal by the letter of {} rules and acts as a pass", r.name()),
        (Some(r), _) => format!("{what}: suicide, illegal under {} rules, legal under {legal}", r.name()),
    };
    let law: Cow<'static, str> = ruleset.map_or("Chinese rules 2002 5; Japanese rules 1989 5", |r| r.rules().suicide_law).into();
    let finding = Finding::new(Check::Suicide, span, message)
        .severity(severity)
        .help("the stones without liberty are taken off and the rest is read from there")
        .law(law);
    forced(finding, ko)
}

/// How grave a repeated position is; `None` if the ruleset has nothing to say on it. `situational`: the same side was to move.
pub(crate) fn repetition_severity(ruleset: Option<Ruleset>, situational: bool) -> Option<Severity> {
    let Some(ruleset) = ruleset else { return Some(Severity::Note) };
    match (ruleset.rules().repetition, ruleset.rules().ko) {
        (Repetition::Forbidden, Ko::Situational) => situational.then_some(Severity::Error),
        (Repetition::Forbidden, _) => Some(Severity::Error),
        (Repetition::Discouraged, _) => Some(Severity::Warning),
        (Repetition::Allowed, _) => Some(Severity::Note),
    }
}

/// A repetition: the ply that made it, the ply after which the position stood before, and whether the same side was to move.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Repeat {
    pub(crate) ply: u32,
    pub(crate) earlier: u32,
    pub(crate) situational: bool,
}

/// A move that brings an earlier whole-board position back.
pub(crate) fn repeated(
    span: Span,
    color: Color,
    point: Point,
    repeat: Repeat,
    ruleset: Option<Ruleset>,
    severity: Severity,
    ko: bool,
) -> Finding {
    let Repeat { ply, earlier, situational } = repeat;
    let cycle = ply.saturating_sub(earlier);
    let before = if earlier == 0 { "from before the first move".to_string() } else { format!("after move {earlier}") };
    let what =
        format!("{}[{point}] repeats the whole-board position {before}, a cycle of {}", letter(color), count(cycle, "move"));
    let is = |r: Ruleset, s| repetition_severity(Some(r), situational) == s;
    let illegal = those(|r| is(r, Some(Severity::Error)));
    let legal = those(|r| !is(r, Some(Severity::Error)) && !is(r, Some(Severity::Warning)));
    let message = match (ruleset, severity) {
        (None, _) => format!("{what}; illegal under {illegal}, a matter for the event under chinese, legal under {legal}"),
        (Some(r), Severity::Error) => format!("{what}; illegal under {} rules, legal under {legal}", r.name()),
        (Some(r), Severity::Warning) => {
            format!("{what}; under {} rules the event forbids it or calls the game off", r.name())
        }
        (Some(r), Severity::Note) => format!("{what}; legal under {} rules, where the game may end without result", r.name()),
    };
    let law = ruleset.map_or("Chinese rules 2002 6; Japanese rules 1989 12", |r| r.rules().repetition_law);
    forced(Finding::new(Check::RepeatedPosition, span, message).severity(severity).law(law), ko)
}

/// A move by the side whose turn it is not. `last`: who moved before, and what.
pub(crate) fn out_of_turn(span: Span, color: Color, name: &str, last: Option<&(Color, String)>, ply: u32) -> Finding {
    let message = match last {
        Some((before, what)) if *before == color => format!(
            "{} moves twice in a row: {}{name} at move {ply} follows {}{what}",
            color.name(),
            letter(color),
            letter(*before)
        ),
        Some(_) => format!("{}{name} at move {ply} is played though it is {}'s turn", letter(color), color.other().name()),
        None => format!("{}{name} is the first move, but it is {}'s turn", letter(color), color.other().name()),
    };
    Finding::new(Check::OutOfTurn, span, message)
        .help("a move or a pass of the other side may be missing; the move is executed")
        .law("Chinese rules 2002 2; SGF FF[4] PL")
}

/// A move after both sides have passed.
pub(crate) fn moves_after_end(span: Span, color: Color, ply: u32, pass: bool) -> Finding {
    let (message, help) = if pass {
        (
            format!("{} passes at move {ply}, after both sides have passed", color.name()),
            "the game was over; one more pass changes nothing",
        )
    } else {
        (
            format!("play goes on with move {ply} by {} after both sides have passed", color.name()),
            "read as a resumption, as when life and death are disputed",
        )
    };
    Finding::new(Check::MovesAfterEnd, span, message).help(help).law("Chinese rules 2002 7 and 21.1")
}

/// `HA` against the stones.
pub(crate) fn handicap_mismatch(span: Span, declared: u32, set_up: u32, first: u32) -> Finding {
    let found = match (set_up, first) {
        (0, 0) => "no handicap stone is on the board before White's first move".to_string(),
        (0, n) => format!("{} before White's first", count(n, "black move")),
        (n, _) if n > declared => format!("{n} black stones are set up"),
        (n, 0) => format!("{} set up", if n == 1 { "1 black stone is".to_string() } else { format!("{n} black stones are") }),
        (n, m) => format!("{n} black stones are set up and {} before White's first", count(m, "black move")),
    };
    let found = if set_up == 0 && first > 0 { format!("there {} {found}", if first == 1 { "is" } else { "are" }) } else { found };
    let message = format!("HA says {}, but {found}", count(declared, "handicap stone"));
    Finding::new(Check::HandicapMismatch, span, message)
        .help("the game is replayed from the stones that are there")
        .law("SGF FF[4] HA")
}

/// Set-up that leaves a stone without a liberty.
pub(crate) fn impossible_setup(span: Span, color: Color, stone: Point) -> Finding {
    let message = format!("set-up leaves the {} stone at {stone} without a liberty", color.name().to_lowercase());
    Finding::new(Check::ImpossibleSetup, span, message)
        .help("the position is replayed as it is written; no stone is taken off")
        .law("Chinese rules 2002 3; SGF FF[4] AB, AW")
}

/// Set-up that changes nothing.
pub(crate) fn redundant_setup(span: Span, n: u32) -> Finding {
    let message = if n == 1 {
        "set-up of a point that is so already".to_string()
    } else {
        format!("set-up of {n} points that are so already")
    };
    Finding::new(Check::RedundantSetup, span, message).law("SGF FF[4] setup properties")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn severities_of_suicide_follow_the_ruleset() {
        use Severity::{Error, Note, Warning};
        assert_eq!(suicide_severity(None, 1), Some(Warning));
        assert_eq!(suicide_severity(None, 5), Some(Warning));
        let of = |r, n| suicide_severity(Some(r), n);
        assert_eq!(of(Ruleset::Chinese, 2), Some(Error));
        assert_eq!(of(Ruleset::NewZealand, 1), Some(Note));
        assert_eq!(of(Ruleset::NewZealand, 2), None);
        assert_eq!(of(Ruleset::Ing, 1), Some(Error));
        assert_eq!(of(Ruleset::Ing, 2), None);
        assert_eq!(of(Ruleset::TrompTaylor, 1), None); // a repetition instead
    }

    #[test]
    fn severities_of_repetition_follow_the_ruleset() {
        use Severity::{Error, Note, Warning};
        let of = |r, s| repetition_severity(Some(r), s);
        assert_eq!(repetition_severity(None, true), Some(Note));
        assert_eq!(of(Ruleset::Japanese, true), Some(Note));
        assert_eq!(of(Ruleset::Chinese, false), Some(Warning));
        assert_eq!(of(Ruleset::Aga, true), Some(Error));
        assert_eq!(of(Ruleset::Aga, false), None);
        assert_eq!(of(Ruleset::TrompTaylor, false), Some(Error));
    }

    #[test]
    fn messages_name_the_rulesets() {
        let point = Point { column: 0, row: 0 };
        let span = Span::default();
        let text = suicide(span, Color::Black, point, 1, None, Severity::Warning, false).message;
        assert!(text.contains("illegal under chinese, chinese-2002, japanese, korean, aga, ing and tromp-taylor"), "{text}");
        assert!(text.contains("legal under new-zealand"), "{text}");
        let text =
            repeated(span, Color::White, point, Repeat { ply: 6, earlier: 0, situational: false }, None, Severity::Note, false)
                .message;
        assert!(text.contains("a cycle of 6 moves; illegal under chinese-2002, ing and tromp-taylor"), "{text}");
        assert!(text.contains("legal under japanese, korean, aga and new-zealand"), "{text}");
    }

    #[test]
    fn a_forced_move_is_no_error() {
        let point = Point { column: 0, row: 0 };
        let finding = occupied(Span::default(), Color::Black, point, Color::White, true);
        assert_eq!(finding.severity, Severity::Warning);
    }
}
