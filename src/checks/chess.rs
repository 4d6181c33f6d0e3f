//! One PGN record through all its stages: tokens, tags, replay, judgement.

use super::{Check, Findings, chess_results, duplicates, pgn_syntax, pgn_tags, text};
use crate::pgn::{Lexed, lex};
use crate::record::{RawRecord, RecordReport};
use crate::repair;
use crate::replay::ChessReplay;
use crate::replay::chess::replay;
use crate::settings::Settings;

/// Buffers that are used again from record to record.
#[derive(Debug, Default)]
pub struct Scratch {
    /// The tokens of the last record.
    pub(crate) lexed: Lexed,
    /// What its replay came to.
    pub(crate) replay: ChessReplay,
    results: chess_results::Scratch,
}

/// Checks a chess record.
pub fn check(settings: &Settings, record: &RawRecord<'_>, scratch: &mut Scratch) -> RecordReport {
    let mut report = RecordReport::new(record.format, "chess");
    let mut findings = Findings::new(settings.selection.clone());
    let Scratch { lexed, replay: facts, results } = scratch;
    lex(record.bytes, lexed);
    text::check(record.bytes, lexed, &mut findings);
    pgn_syntax::check(record, lexed, &mut findings);
    pgn_tags::check(record, lexed, &mut findings);
    replay(record, lexed, facts, &mut findings);
    propose(record, lexed, facts, &mut findings);
    report.variant = facts.variant.name().into();
    report.plies = facts.plies.len() as u32;
    report.unreplayed = facts.unreplayed;
    pgn_tags::ply_count(record, lexed, facts, &mut findings);
    let result = pgn_tags::result(record, lexed, &mut findings);
    report.result = result.map(|result| result.to_string());
    let judgement = chess_results::check(settings, record, lexed, facts, result, results, &mut findings);
    report.verdict = judgement.verdict;
    report.ending = judgement.ending;
    report.game_key = settings.selection.has(Check::DuplicateRecord).then(|| duplicates::chess(facts)).flatten();
    report.findings = findings.take();
    report
}

/// Adds what may have been meant to the finding about the move where the main line stopped, if it is kept.
fn propose(record: &RawRecord<'_>, lexed: &Lexed, facts: &ChessReplay, findings: &mut Findings) {
    let Some(stop) = facts.stop else { return };
    let finding = findings.find_mut(|finding| {
        let about_moves =
            matches!(finding.check, Check::IllegalMove | Check::AmbiguousMove | Check::UnreadableMove | Check::MissingPromotion);
        about_moves && finding.span.start == stop.span.start && finding.variation.is_none()
    });
    if let Some(finding) = finding {
        finding.propose(repair::chess::propose(record, lexed, facts));
    }
}
