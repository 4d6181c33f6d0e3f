//! One line a finding: `file:line:column: severity[CODE] name: message`.

use super::place::printable;
use super::{Event, Style};
use crate::finding::Severity;

pub(super) fn render(style: &Style, events: &[Event], out: &mut Vec<u8>) {
    for event in events {
        for placed in event.findings() {
            let f = &placed.finding;
            if f.severity == Severity::Note && !style.notes {
                continue;
            }
            let (on, off) = if style.color { (super::human::color(f.severity), "\x1b[0m") } else { ("", "") };
            out.extend_from_slice(printable(event.file()).as_bytes());
            let place = format!(
                ":{}:{}: {on}{}[{}]{off} {}: ",
                placed.place.line,
                placed.place.column,
                f.severity.name(),
                f.check.code(),
                f.check.name()
            );
            out.extend_from_slice(place.as_bytes());
            out.extend_from_slice(printable(&f.message).as_bytes());
            out.push(b'\n');
        }
    }
}
