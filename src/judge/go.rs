//! The verdict on the claimed result of a Go game, and what the end of the record says by itself.
//!
//! The ladder: a margin that no count can give, or a lost komi, is settled before the board is looked at. Then dead stones are
//! taken from marks in the last node, else from proof, else from an estimate; only marks and proof may verify or contradict.

use super::go_score::{self, Evidence, Score};
use crate::checks::go_info::{Fit, GoInfo};
use crate::checks::go_results::{self, Doubt};
use crate::checks::{Check, Findings};
use crate::go::rules::Ruleset;
use crate::record::{Ending, GoRecord, Verdict};
use crate::replay::go::{GoReplay, Scratch};
use crate::settings::Settings;
use crate::values::go_result::{By, GoResult};
use crate::values::komi::Komi;

/// Komi that are in use, in half points: a lost komi (`KM[0]`) may have been any of them.
const USUAL_KOMI: [i32; 12] = [1, 5, 7, 9, 10, 11, 12, 13, 14, 15, 16, 17];

/// Judges the claimed result against the board at the end of the main line.
pub fn judge(
    settings: &Settings,
    record: &GoRecord,
    info: &GoInfo,
    replay: &GoReplay,
    scratch: &Scratch,
    findings: &mut Findings,
) -> (Option<Verdict>, Option<Ending>) {
    let ending = replay.two_passes.then_some(Ending::TwoPasses);
    let Some(result) = info.result else { return (None, ending) };
    let verdict = match result {
        GoResult::Unknown => return (None, ending),
        GoResult::Void => Verdict::Consistent,
        GoResult::Win { by: By::Resignation | By::Time | By::Forfeit | By::Unsaid, .. } => {
            resigner(record, result, replay, findings);
            Verdict::Consistent
        }
        GoResult::Draw | GoResult::Win { .. } => match info.fit {
            Fit::Impossible => Verdict::Contradicted,
            Fit::KomiMissing => Verdict::Undecided,
            Fit::Possible => margin(settings, record, info, replay, scratch, findings),
        },
    };
    (Some(verdict), ending)
}

/// Black's lead that a result claims, in half points.
fn claimed_lead(result: GoResult) -> Option<i32> {
    match result {
        GoResult::Draw => Some(0),
        GoResult::Win { winner, by: By::Points(points) } => {
            let halves = points.halves()?;
            Some(if winner == crate::go::Color::Black { halves } else { -halves })
        }
        _ => None,
    }
}

/// A player who gives up does so instead of moving.
fn resigner(record: &GoRecord, result: GoResult, replay: &GoReplay, findings: &mut Findings) {
    let (GoResult::Win { winner, by: By::Resignation }, Some(field)) = (result, &record.result) else { return };
    if replay.last_mover == Some(winner.other()) && findings.wants(Check::ResignerMovedLast) {
        findings.push(go_results::resigner_moved_last(field.span, winner.other(), replay.plies));
    }
}

fn margin(
    settings: &Settings,
    record: &GoRecord,
    info: &GoInfo,
    replay: &GoReplay,
    scratch: &Scratch,
    findings: &mut Findings,
) -> Verdict {
    let Some(claimed) = claimed_lead(info.result.unwrap_or(GoResult::Unknown)) else { return Verdict::Undecided };
    let komi = info.komi.map_or(Some(0), |k: Komi| k.points.halves());
    let Some(komi) = komi else { return Verdict::Undecided };
    let ruleset = Ruleset::from_settings(info.rules);
    let score = go_score::Counter::new(record, ruleset, komi, replay, &scratch.end);

    let (evidence, score) = match score.from_marks().or_else(|| score.from_proof()) {
        Some(found) => found,
        None => return supported(settings, &score, claimed),
    };
    if score.gives(claimed) {
        name_reading(record, ruleset, &score, claimed, findings);
        return if evidence == Evidence::Open { Verdict::Supported } else { Verdict::Verified };
    }
    let doubt = match evidence {
        Evidence::Open => Some(Doubt::Open),
        Evidence::DoubtfulMarks => Some(Doubt::Marks),
        _ if replay.is_doubtful() => Some(Doubt::Moves),
        _ if info.komi.is_some_and(|k| !k.sure) || komi_explains(info, komi, &score, claimed) => Some(Doubt::Komi),
        Evidence::Marks | Evidence::Proof => None,
    };
    if let Some(field) = &record.result {
        let count = go_results::Count { claimed, komi, ruleset, evidence, score: &score };
        findings.push(match doubt {
            None => go_results::contradicts_score(field.span, &count, &scratch.end),
            Some(doubt) => go_results::undecided_score(field.span, &count, doubt),
        });
    }
    if doubt.is_some() { Verdict::Undecided } else { Verdict::Contradicted }
}

/// Whether the claim would be right under a komi that is in use, where the record gives none.
fn komi_explains(info: &GoInfo, komi: i32, score: &Score, claimed: i32) -> bool {
    info.komi.is_none_or(|_| komi == 0) && USUAL_KOMI.iter().any(|usual| score.gives(claimed + usual))
}

/// Without marks and without proof: the board as it stands, then play-outs. Agreement supports, disagreement says nothing.
fn supported(settings: &Settings, counter: &go_score::Counter<'_>, claimed: i32) -> Verdict {
    let agrees = counter.as_it_stands().gives(claimed) || (settings.estimate && counter.from_estimate().gives(claimed));
    if agrees { Verdict::Supported } else { Verdict::Undecided }
}

/// Without a known ruleset the reader should know which count gives the claim, if only one does.
fn name_reading(record: &GoRecord, ruleset: Option<Ruleset>, score: &Score, claimed: i32, findings: &mut Findings) {
    if ruleset.is_none()
        && score.differ()
        && findings.wants(Check::ScoreReading)
        && let Some(field) = &record.result
    {
        findings.push(go_results::score_reading(field.span, claimed, score));
    }
}

#[cfg(test)]
mod tests;
