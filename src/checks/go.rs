//! One Go record through all its stages: charset, tokens, properties, replay, judgement.

use std::borrow::Cow;

use super::{Findings, sgf_properties, sgf_syntax};
use crate::record::{GoRecord, RawRecord, RecordReport};
use crate::replay;
use crate::settings::Settings;
use crate::sgf::game::{Header, Source, build};
use crate::sgf::properties::game_name;
use crate::sgf::{Stepping, Token, Tree, lex};

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
    let stepping = Stepping::Bytes;
    lex(record.bytes, stepping, &mut scratch.tokens);
    scratch.tree.read(record.bytes, &scratch.tokens);
    let source = Source { bytes: record.bytes, tokens: &scratch.tokens, tree: &scratch.tree, encoding: encoding_rs::UTF_8 };
    let header = Header::read(&source);
    sgf_syntax::check(&source, stepping, &mut findings);
    sgf_properties::check(&source, &header, &mut findings, &mut scratch.properties);
    if header.game == 1 {
        build(&source, &header, &mut scratch.record);
        let facts = replay::go::replay(&scratch.record, None, &mut findings, &mut scratch.replay);
        report.plies = facts.plies;
    } else {
        report.game = game_name(header.game).map_or_else(|| Cow::Owned(format!("game-{}", header.game)), Cow::Borrowed);
    }
    report.findings = findings.take();
    report
}
