//! SARIF 2.1.0, the format of code scanning services.

use serde::Serialize;
use serde_json::{Value, json};

use super::Event;
use super::place::Placed;
use crate::checks::Check;
use crate::finding::Severity;

const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

/// Everything up to the first result.
pub(super) fn head() -> String {
    let rules: Vec<Value> = Check::ALL
        .iter()
        .map(|c| {
            json!({
                "id": c.code(),
                "name": c.name(),
                "shortDescription": {"text": c.name().replace('-', " ")},
                "help": {"text": c.page(), "markdown": c.page()},
                "defaultConfiguration": {"level": level(c.severity())},
                "properties": {"family": c.family().title()}
            })
        })
        .collect();
    let driver = json!({"name": "jadoube", "version": env!("CARGO_PKG_VERSION"), "rules": rules});
    format!(
        "{{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{{\"tool\":{{\"driver\":{driver}}},\
         \"columnKind\":\"unicodeCodePoints\",\"results\":["
    )
}

/// Everything after the last result.
pub(super) const TAIL: &str = "\n]}]}\n";

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ResultObject<'a> {
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    message: Message<'a>,
    locations: [Location<'a>; 1],
}

#[derive(Serialize)]
struct Message<'a> {
    text: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location<'a> {
    physical_location: Physical<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    logical_locations: Option<[Logical; 1]>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Logical {
    fully_qualified_name: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Physical<'a> {
    artifact_location: Artifact,
    region: Region<'a>,
}

#[derive(Serialize)]
struct Artifact {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region<'a> {
    start_line: u64,
    start_column: u64,
    byte_offset: u64,
    byte_length: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    snippet: Option<Message<'a>>,
}

/// The results of an event, each with a comma before it.
pub(super) fn results(event: &Event, out: &mut Vec<u8>) {
    for Placed { finding, place, .. } in event.findings() {
        let logical = event.record().map(|n| {
            let ply = finding.ply.map(|p| format!(", ply {p}")).unwrap_or_default();
            [Logical { fully_qualified_name: format!("game {n}{ply}") }]
        });
        let object = ResultObject {
            rule_id: finding.check.code(),
            rule_index: finding.check as usize,
            level: level(finding.severity),
            message: Message { text: &finding.message },
            locations: [Location {
                physical_location: Physical {
                    artifact_location: Artifact { uri: uri(event.file()) },
                    region: Region {
                        start_line: place.line,
                        start_column: place.column,
                        byte_offset: place.offset,
                        byte_length: place.length,
                        snippet: (!place.text.is_empty()).then_some(Message { text: &place.text }),
                    },
                },
                logical_locations: logical,
            }],
        };
        out.extend_from_slice(b",\n");
        // Writing to memory cannot fail.
        let _ = serde_json::to_writer(&mut *out, &object);
    }
}

/// A path as a relative URI reference: what URIs do not allow is percent-encoded.
fn uri(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for &b in path.as_bytes() {
        match b {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' | b'!' => out.push(char::from(b)),
            b'\\' if cfg!(windows) => out.push('/'),
            _ => out.push_str(&format!("%{b:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uri_references() {
        assert_eq!(uri("a b/é.pgn"), "a%20b/%C3%A9.pgn");
        assert_eq!(uri("x.zip!d/g.sgf"), "x.zip!d/g.sgf");
    }

    #[test]
    fn the_frame_is_json() {
        let whole = format!("{}{TAIL}", head());
        let parsed: Value = serde_json::from_str(&whole).unwrap_or_default();
        assert_eq!(parsed["runs"][0]["tool"]["driver"]["rules"].as_array().map(Vec::len), Some(Check::ALL.len()));
    }
}
