//! The findings on results of Go games that need the moves or the board.

use super::Check;
use crate::finding::{Finding, Span};
use crate::go::rules::{Ruleset, Scoring};
use crate::go::{Color, Grid};
use crate::judge::go_score::{Evidence, Score};
use crate::values::go_result::{By, GoResult};
use crate::values::points::Points;

/// A lead of Black in half points as a result.
fn result(lead: i32) -> GoResult {
    let by = |halves| By::Points(Points::from_halves(halves));
    match lead {
        0 => GoResult::Draw,
        1.. => GoResult::Win { winner: Color::Black, by: by(lead) },
        _ => GoResult::Win { winner: Color::White, by: by(-lead) },
    }
}

/// What each kind of count gives: "B+3.5 by area and W+0.5 by territory".
fn given(score: &Score) -> String {
    let by = |kind, name| score.plain(kind).map(|lead| format!("{} by {name}", result(lead)));
    match (by(Scoring::Area, "area"), by(Scoring::Territory, "territory")) {
        (Some(area), Some(territory)) => format!("{area} and {territory}"),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => "no count".to_string(),
    }
}

/// A count of the final board beside the claim.
pub(crate) struct Count<'a> {
    pub(crate) claimed: i32,
    pub(crate) komi: i32,
    pub(crate) ruleset: Option<Ruleset>,
    pub(crate) evidence: Evidence,
    pub(crate) score: &'a Score,
}

impl Count<'_> {
    fn sentence(&self) -> String {
        let on = match self.evidence {
            Evidence::Marks | Evidence::DoubtfulMarks => "with the dead stones as marked in the last node",
            Evidence::Proof | Evidence::Open => "where every stone is provably alive or dead",
        };
        let rules = self.ruleset.map_or("no ruleset is known".to_string(), |r| format!("{} rules", r.name()));
        format!(
            "the record claims {}, but the final board, {on}, gives {} (komi {}, {rules})",
            result(self.claimed),
            given(self.score),
            Points::from_halves(self.komi),
        )
    }
}

/// Why a count that differs from the claim is no proof against it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Doubt {
    /// Points between both sides are still open.
    Open,
    /// The marks do not cover the board as a count would.
    Marks,
    /// A move was illegal or is missing, or stones were edited.
    Moves,
    /// The komi was inferred, or lost.
    Komi,
}

/// The count differs from the claim, but proves nothing.
pub(crate) fn undecided_score(span: Span, count: &Count<'_>, doubt: Doubt) -> Finding {
    let why = match doubt {
        Doubt::Open => "points between both sides are still open, and play has not ended",
        Doubt::Marks => "the marks do not cover the board as a count would: ground is left out, or marked for both sides",
        Doubt::Moves => "a move of this record is illegal or missing, so the board may be another",
        Doubt::Komi => "the komi is not certain, and another in use would give the claim",
    };
    Finding::new(Check::UndecidedScore, span, count.sentence()).help(format!("not called wrong: {why}"))
}

/// The claim differs from the count.
pub(crate) fn contradicts_score(span: Span, count: &Count<'_>, board: &Grid) -> Finding {
    let law = match count.ruleset.map(|r| r.rules().scoring) {
        Some(Scoring::Territory) => "Japanese rules 1989 10",
        Some(Scoring::Area) => "Chinese rules 2002 9 and 11",
        None => "Chinese rules 2002 9 and 11; Japanese rules 1989 10",
    };
    Finding::new(Check::ResultContradictsScore, span, count.sentence())
        .help("the result, the komi or the last moves are wrong; a result that was signed stands (Chinese rules 2002 16.4)")
        .law(law)
        .position(board.diagram())
}

/// The side that resigned also made the last move.
pub(crate) fn resigner_moved_last(span: Span, loser: Color, ply: u32) -> Finding {
    let message = format!("{} resigned, but also made the last move: a player resigns instead of moving", loser.name());
    Finding::new(Check::ResignerMovedLast, span, message)
        .ply(ply)
        .help("a move of the winner may be missing, or the result may be the wrong way round")
        .law("Chinese rules 2002 7.2")
}

/// Only one kind of count gives the claim, and the record names no ruleset.
pub(crate) fn score_reading(span: Span, claimed: i32, score: &Score) -> Finding {
    let kind = score.readings.iter().find(|r| r.lead == claimed).map_or(Scoring::Area, |r| r.scoring);
    let name = if kind == Scoring::Area { "area" } else { "territory" };
    let message = format!("the final board gives {}: the claim is the count by {name}", given(score));
    Finding::new(Check::ScoreReading, span, message).help("name the ruleset in RU")
}
