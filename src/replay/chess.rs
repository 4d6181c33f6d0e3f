//! One chess record through the engine: the main line and every variation, in the order of the record.
//!
//! The common word costs a parse, one attack set and a pin test. Whatever fails there goes the slow way, through
//! [`super::dialect`]. A variation is left by taking the packed position from before it off a stack, so ten thousand nested ones
//! cost ten thousand small entries and no recursion.

mod inference;
mod numbers;
mod start;
mod walker;

#[cfg(test)]
mod tests;

use super::dialect::ENGLISH;
use super::facts::ChessReplay;
use crate::checks::Findings;
use crate::pgn::Lexed;
use crate::record::RawRecord;
use walker::{Walk, Walker};

/// Replays a record: makes its facts, and pushes what there is to say about its position, its variant and its moves.
pub fn replay(record: &RawRecord<'_>, lexed: &Lexed, replay: &mut ChessReplay, findings: &mut Findings) {
    replay.clear();
    let start = start::read(record, lexed, findings);
    replay.variant = start.variant;
    replay.start = start.position;
    replay.end = start.position;
    replay.playable = start.playable;
    if !start.playable {
        replay.unreplayed = walker::count_moves(lexed);
        return;
    }
    let mut pending = Vec::new();
    let mut walker = Walker::new(record, lexed, replay, findings, &mut pending, &ENGLISH);
    walker.guess_start = start.missing_fen.is_some();
    if walker.run() == Walk::NeedsLanguage {
        let choice = inference::infer(record, lexed, replay, findings);
        pending.clear();
        let mut walker = Walker::new(record, lexed, replay, findings, &mut pending, choice.language);
        walker.settle_language(&choice);
        walker.guess_start = start.missing_fen.is_some();
        walker.run();
    }
    if let Some(span) = start.missing_fen
        && replay.stop.is_some()
    {
        // The array is not recorded, and the standard one is a wrong guess: nothing that follows from it may be reported.
        let unreplayed = replay.unreplayed + replay.plies.len() as u32;
        let variant = replay.variant;
        replay.clear();
        replay.variant = variant;
        replay.unreplayed = unreplayed;
        findings.push(start::missing_array(span));
        return;
    }
    for finding in pending {
        findings.push(finding);
    }
}
