//! One Go record through all its stages: charset, tokens, properties, replay, judgement.

use std::borrow::Cow;

use super::{Check, Findings, duplicates, go_clocks, go_formats, go_info, sgf_properties, sgf_syntax, sgf_text};
use crate::finding::{Finding, Severity};
use crate::go::Ruleset;
use crate::go::rules::Suicide;
use crate::record::{GoRecord, RawRecord, RecordReport};
use crate::settings::Settings;
use crate::sgf::game::{Header, Source, build};
use crate::sgf::properties::game_name;
use crate::sgf::{Charset, Token, Tree, lex};
use crate::{goformats, judge, repair, replay};

/// Buffers that are used again from record to record.
#[derive(Debug, Default)]
pub struct Scratch {
    tokens: Vec<Token>,
    tree: Tree,
    properties: sgf_properties::Scratch,
    record: GoRecord,
    replay: replay::go::Scratch,
}

/// Checks a Go record: SGF, or one of the formats of the servers.
pub fn check(settings: &Settings, record: &RawRecord<'_>, scratch: &mut Scratch) -> RecordReport {
    let mut report = RecordReport::new(record.format, "go");
    let mut findings = Findings::new(settings.selection.clone());
    if let Some(game) = goformats::read(record) {
        go_formats::check(&game, &mut findings);
        game.fill(&mut scratch.record);
        play(settings, scratch, &mut findings, &mut report);
        report.findings = findings.take();
        return report;
    }
    let charset = Charset::of(record.bytes);
    let stepping = charset.stepping;
    lex(record.bytes, stepping, &mut scratch.tokens);
    scratch.tree.read(record.bytes, &scratch.tokens);
    let source = Source { bytes: record.bytes, tokens: &scratch.tokens, tree: &scratch.tree, encoding: charset.encoding };
    let header = Header::read(&source);
    sgf_text::check(&source, &charset, &mut findings);
    sgf_syntax::check(&source, stepping, &mut findings);
    sgf_properties::check(&source, &header, &mut findings, &mut scratch.properties);
    if header.game == 1 {
        build(&source, &header, &mut scratch.record);
        let ruleset = play(settings, scratch, &mut findings, &mut report);
        propose(record.bytes, &scratch.record, ruleset, &mut findings);
    } else {
        report.game = game_name(header.game).map_or_else(|| Cow::Owned(format!("game-{}", header.game)), Cow::Borrowed);
    }
    report.findings = findings.take();
    report
}

/// Adds what may have been meant to the finding about the first illegal move of the main line. The others may follow from it.
fn propose(bytes: &[u8], record: &GoRecord, ruleset: Option<Ruleset>, findings: &mut Findings) {
    let illegal = [Check::OccupiedPoint, Check::Suicide, Check::KoViolation, Check::OffBoardMove];
    let about = |f: &&Finding| illegal.contains(&f.check) && f.severity >= Severity::Warning && f.variation.is_none();
    let Some(first) = findings.as_slice().iter().filter(about).min_by_key(|f| f.ply) else { return };
    let (check, span) = (first.check, first.span);
    let suicide_is_legal = check != Check::Suicide && ruleset.is_none_or(|r| r.rules().suicide != Suicide::Forbidden);
    let proposals = repair::go::propose(bytes, record, span, suicide_is_legal);
    if let Some(finding) = findings.find_mut(|f| f.check == check && f.span == span && f.variation.is_none()) {
        finding.propose(proposals);
    }
}

/// What follows once the game is in neutral form: its information, its moves, its result. Gives the ruleset.
fn play(settings: &Settings, scratch: &mut Scratch, findings: &mut Findings, report: &mut RecordReport) -> Option<Ruleset> {
    go_clocks::check(&scratch.record, findings);
    let info = go_info::check(settings, &scratch.record, findings);
    let ruleset = Ruleset::from_settings(info.rules);
    let facts = replay::go::replay(&scratch.record, ruleset, findings, &mut scratch.replay);
    let (verdict, ending) = judge::go::judge(settings, &scratch.record, &info, &facts, &scratch.replay, findings);
    if let Some(ruleset) = ruleset {
        report.variant = Cow::Borrowed(ruleset.name());
    }
    report.plies = facts.plies;
    report.result = info.result.map(|r| r.to_string());
    (report.verdict, report.ending) = (verdict, ending);
    report.game_key =
        settings.selection.has(Check::DuplicateRecord).then(|| duplicates::go(&scratch.record, facts.nodes)).flatten();
    ruleset
}

#[cfg(test)]
mod tests;
