//! NDJSON and JSON: one object a record, one for an input with findings of its own, one summary.

use std::fmt::Write as _;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::place::Placed;
use super::summary::Finished;
use super::{Event, InputEvent, RecordEvent};
use crate::finding::{Edit, Proposal, Severity, Span};

/// The version of the report's shape.
const SCHEMA: u32 = 1;

#[derive(Serialize)]
struct RecordObject<'a> {
    r#type: &'static str,
    schema: u32,
    file: &'a str,
    record: u64,
    line: u64,
    offset: u64,
    format: &'static str,
    game: &'a str,
    variant: &'a str,
    plies: u32,
    unreplayed: u32,
    result: Option<&'a str>,
    verdict: Option<&'static str>,
    ending: Option<&'static str>,
    findings: Findings<'a>,
}

struct Findings<'a>(&'a [Placed]);

impl Serialize for Findings<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(FindingObject::from))
    }
}

#[derive(Serialize)]
struct FindingObject<'a> {
    code: &'static str,
    name: &'static str,
    severity: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    variation: Option<&'a str>,
    line: u64,
    column: u64,
    offset: u64,
    length: u64,
    text: &'a str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    law: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<FixObject<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    proposals: Vec<ProposalObject<'a>>,
}

/// The repair that `fix` knows: how far it may be trusted, and what it does.
#[derive(Serialize)]
struct FixObject<'a> {
    grade: &'static str,
    title: &'a str,
}

/// What may have been meant. The places of its edits count in bytes from the start of the finding.
#[derive(Serialize)]
struct ProposalObject<'a> {
    title: &'a str,
    replays: u32,
    follow: u32,
    edits: Vec<EditObject<'a>>,
}

#[derive(Serialize)]
struct EditObject<'a> {
    from: i64,
    length: usize,
    text: std::borrow::Cow<'a, str>,
}

impl<'a> ProposalObject<'a> {
    fn new(proposal: &'a Proposal, finding: Span) -> Self {
        let edit = |edit: &'a Edit| EditObject {
            from: i64::from(edit.span.start) - i64::from(finding.start),
            length: edit.span.len(),
            text: String::from_utf8_lossy(&edit.text),
        };
        let edits = proposal.edits.iter().map(edit).collect();
        ProposalObject { title: &proposal.title, replays: proposal.replays, follow: proposal.follow, edits }
    }
}

impl<'a> From<&'a Placed> for FindingObject<'a> {
    fn from(placed: &'a Placed) -> Self {
        let Placed { finding, place, .. } = placed;
        FindingObject {
            code: finding.check.code(),
            name: finding.check.name(),
            severity: finding.severity.name(),
            ply: finding.ply,
            variation: finding.variation.as_deref(),
            line: place.line,
            column: place.column,
            offset: place.offset,
            length: place.length,
            text: &place.text,
            message: &finding.message,
            help: finding.help.as_deref(),
            law: finding.law.as_deref(),
            position: finding.position.as_deref(),
            fix: finding.fix.as_ref().map(|fix| FixObject { grade: fix.grade.name(), title: &fix.title }),
            proposals: finding.proposals.iter().map(|proposal| ProposalObject::new(proposal, finding.span)).collect(),
        }
    }
}

#[derive(Serialize)]
struct InputObject<'a> {
    r#type: &'static str,
    file: &'a str,
    findings: Findings<'a>,
}

#[derive(Serialize)]
struct SummaryObject<'a> {
    r#type: &'static str,
    schema: u32,
    inputs: u64,
    records: u64,
    plies: u64,
    errors: u64,
    warnings: u64,
    notes: u64,
    by_name: ByName<'a>,
    elapsed_ms: u128,
}

struct ByName<'a>(&'a super::Summary);

impl Serialize for ByName<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (check, n) in self.0.by_check() {
            map.serialize_entry(check.name(), &n)?;
        }
        map.end()
    }
}

/// Writes one event as one JSON object, without a line end; `false` if the event has no object.
pub(super) fn object(event: &Event, out: &mut Vec<u8>) -> bool {
    // Writing to memory cannot fail, and none of these types has a map key that is not a string.
    match event {
        Event::Record(RecordEvent { file, number, line, offset, report, findings }) => {
            let object = RecordObject {
                r#type: "record",
                schema: SCHEMA,
                file,
                record: *number,
                line: *line,
                offset: *offset,
                format: report.format.name(),
                game: &report.game,
                variant: &report.variant,
                plies: report.plies,
                unreplayed: report.unreplayed,
                result: report.result.as_deref(),
                verdict: report.verdict.map(|v| v.name()),
                ending: report.ending.map(|e| e.name()),
                findings: Findings(findings),
            };
            serde_json::to_writer(out, &object).is_ok()
        }
        Event::Input(InputEvent { findings, .. }) if findings.is_empty() => false,
        Event::Input(InputEvent { file, findings, .. }) => {
            serde_json::to_writer(out, &InputObject { r#type: "input", file, findings: Findings(findings) }).is_ok()
        }
    }
}

/// The summary object, without a line end.
pub(super) fn summary(finished: Finished<'_>) -> String {
    let s = finished.summary;
    let object = SummaryObject {
        r#type: "summary",
        schema: SCHEMA,
        inputs: s.inputs,
        records: s.records,
        plies: s.plies,
        errors: s.of_severity(Severity::Error),
        warnings: s.of_severity(Severity::Warning),
        notes: s.of_severity(Severity::Note),
        by_name: ByName(s),
        elapsed_ms: finished.elapsed.as_millis(),
    };
    let mut out = String::new();
    let _ = write!(out, "{}", serde_json::to_string(&object).unwrap_or_default());
    out
}
