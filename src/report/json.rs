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

/// Writes a member: its key with what stands around it (`,"line":`), and its value. Records are written so, and not by deriving:
/// keys known to need no escapes halve the cost.
#[inline]
fn put(out: &mut Vec<u8>, key: &'static str, value: &(impl Serialize + ?Sized)) {
    out.extend_from_slice(key.as_bytes());
    // Writing to memory cannot fail, and none of the values has a map key that is not a string.
    let _ = serde_json::to_writer(out, value);
}

/// The same for a member that is left out where it has no value.
#[inline]
fn put_some(out: &mut Vec<u8>, key: &'static str, value: Option<&(impl Serialize + ?Sized)>) {
    if let Some(value) = value {
        put(out, key, value);
    }
}

fn record(event: &RecordEvent, out: &mut Vec<u8>) {
    let RecordEvent { file, number, line, offset, report, findings: found } = event;
    put(out, r#"{"type":"record","schema":"#, &SCHEMA);
    put(out, r#","file":"#, &**file);
    put(out, r#","record":"#, number);
    put(out, r#","line":"#, line);
    put(out, r#","offset":"#, offset);
    put(out, r#","format":"#, report.format.name());
    put(out, r#","game":"#, &report.game);
    put(out, r#","variant":"#, &report.variant);
    put(out, r#","plies":"#, &report.plies);
    put(out, r#","unreplayed":"#, &report.unreplayed);
    put(out, r#","result":"#, &report.result);
    put(out, r#","verdict":"#, &report.verdict.map(|verdict| verdict.name()));
    put(out, r#","ending":"#, &report.ending.map(|ending| ending.name()));
    findings(found, out);
}

/// The last member of an object, and the end of the object.
fn findings(findings: &[Placed], out: &mut Vec<u8>) {
    out.extend_from_slice(br#","findings":["#);
    for (index, placed) in findings.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        finding(placed, out);
    }
    out.extend_from_slice(b"]}");
}

fn finding(placed: &Placed, out: &mut Vec<u8>) {
    let Placed { finding, place, .. } = placed;
    put(out, r#"{"code":"#, finding.check.code());
    put(out, r#","name":"#, finding.check.name());
    put(out, r#","severity":"#, finding.severity.name());
    put_some(out, r#","ply":"#, finding.ply.as_ref());
    put_some(out, r#","variation":"#, finding.variation.as_ref());
    put(out, r#","line":"#, &place.line);
    put(out, r#","column":"#, &place.column);
    put(out, r#","offset":"#, &place.offset);
    put(out, r#","length":"#, &place.length);
    put(out, r#","text":"#, &place.text);
    put(out, r#","message":"#, &finding.message);
    put_some(out, r#","help":"#, finding.help.as_ref());
    put_some(out, r#","law":"#, finding.law.as_ref());
    put_some(out, r#","position":"#, finding.position.as_ref());
    if let Some(fix) = &finding.fix {
        put(out, r#","fix":{"grade":"#, fix.grade.name());
        put(out, r#","title":"#, &fix.title);
        out.push(b'}');
    }
    if !finding.proposals.is_empty() {
        let proposals = finding.proposals.iter().map(|proposal| ProposalObject::new(proposal, finding.span));
        put(out, r#","proposals":"#, &proposals.collect::<Vec<_>>());
    }
    out.push(b'}');
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
    match event {
        Event::Record(event) => record(event, out),
        Event::Input(InputEvent { findings, .. }) if findings.is_empty() => return false,
        Event::Input(InputEvent { file, findings: found }) => {
            put(out, r#"{"type":"input","file":"#, &**file);
            findings(found, out);
        }
    }
    true
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
