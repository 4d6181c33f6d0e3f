//! What build services show beside a change: GitHub's workflow commands, GitLab's code quality list, JUnit's test report.

use quick_xml::escape::escape;
use serde::Serialize;
use xxhash_rust::xxh3::Xxh3;

use super::Event;
use super::place::{Placed, printable};
use crate::finding::Severity;

/// GitHub: one workflow command a finding.
pub(super) fn github(event: &Event, out: &mut Vec<u8>) {
    let data = |s: &str| printable(s).replace('%', "%25");
    let property = |s: &str| data(s).replace(':', "%3A").replace(',', "%2C");
    for Placed { finding, place, .. } in event.findings() {
        let command = match finding.severity {
            Severity::Note => "notice",
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        let line = format!(
            "::{command} file={},line={},col={},title={}::{}: {}\n",
            property(event.file()),
            place.line,
            place.column,
            property(&format!("{} {}", finding.check.code(), finding.check.name())),
            finding.check.name(),
            data(&finding.message)
        );
        out.extend_from_slice(line.as_bytes());
    }
}

#[derive(Serialize)]
struct Issue<'a> {
    description: &'a str,
    check_name: &'static str,
    fingerprint: String,
    severity: &'static str,
    location: Location<'a>,
}

#[derive(Serialize)]
struct Location<'a> {
    path: &'a str,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: u64,
}

/// GitLab: an object a finding, each with a comma before it.
pub(super) fn gitlab(event: &Event, out: &mut Vec<u8>) {
    for Placed { finding, place, .. } in event.findings() {
        let mut hash = Xxh3::new();
        for part in [event.file(), finding.check.name(), &place.text, &finding.message] {
            hash.update(part.as_bytes());
            hash.update(&[0]);
        }
        hash.update(&place.offset.to_le_bytes());
        let issue = Issue {
            description: &finding.message,
            check_name: finding.check.name(),
            fingerprint: format!("{:032x}", hash.digest128()),
            severity: match finding.severity {
                Severity::Note => "info",
                Severity::Warning => "minor",
                Severity::Error => "major",
            },
            location: Location { path: event.file(), lines: Lines { begin: place.line } },
        };
        out.extend_from_slice(b",\n");
        // Writing to memory cannot fail.
        let _ = serde_json::to_writer(&mut *out, &issue);
    }
}

/// JUnit: a test case a record, failed if it has errors.
pub(super) fn junit(event: &Event, out: &mut Vec<u8>) {
    let Some(name) = event.record().map(|n| format!("game {n}")).or_else(|| {
        let broken = event.findings().iter().any(|p| p.finding.severity == Severity::Error);
        broken.then(|| "input".to_owned())
    }) else {
        return;
    };
    let case = format!("  <testcase classname=\"{}\" name=\"{}\"", escape(&*printable(event.file())), escape(&*name));
    out.extend_from_slice(case.as_bytes());
    let mut texts = [String::new(), String::new()];
    let mut first = None;
    for Placed { finding, place, .. } in event.findings() {
        let error = finding.severity == Severity::Error;
        if error && first.is_none() {
            first = Some(finding);
        }
        let message = printable(&finding.message);
        let line = format!("{}:{}: {} {}: {message}\n", place.line, place.column, finding.check.code(), finding.check.name());
        texts[usize::from(!error)].push_str(&line);
    }
    let [errors, rest] = texts.map(|t| xml_text(&t));
    if first.is_none() && rest.is_empty() {
        out.extend_from_slice(b"/>\n");
        return;
    }
    out.extend_from_slice(b">\n");
    if let Some(finding) = first {
        let failure = format!(
            "    <failure type=\"{}\" message=\"{}\">{errors}</failure>\n",
            finding.check.name(),
            xml_text(&printable(&finding.message))
        );
        out.extend_from_slice(failure.as_bytes());
    }
    if !rest.is_empty() {
        out.extend_from_slice(format!("    <system-out>{rest}</system-out>\n").as_bytes());
    }
    out.extend_from_slice(b"  </testcase>\n");
}

/// Text as XML 1.0 allows it.
fn xml_text(text: &str) -> String {
    let allowed = |c: char| matches!(c, '\t' | '\n' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    escape(text.chars().map(|c| if allowed(c) { c } else { '\u{fffd}' }).collect::<String>()).into_owned()
}
