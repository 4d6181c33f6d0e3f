//! Findings of the formats of Go servers: what their readers could not understand.

use super::{Check, Findings};
use crate::finding::{Finding, Severity};
use crate::goformats::{FaultKind, Game};

/// Reports the faults of a game in a server format.
pub fn check(game: &Game, findings: &mut Findings) {
    for fault in &game.faults {
        let check = match fault.kind {
            FaultKind::Move => Check::BadPoint,
            FaultKind::Value => Check::BadValue,
            FaultKind::Size => Check::BadBoardSize,
            FaultKind::Unknown => Check::UnknownProperty,
            FaultKind::Before => Check::TextBeforeTree,
            FaultKind::Behind => Check::TextAfterTree,
            FaultKind::Open => Check::UnclosedTree,
            FaultKind::Result => Check::UnreadableResult,
            FaultKind::Date => Check::ImpossibleDate,
            FaultKind::Encoding => Check::InvalidEncoding,
            FaultKind::Charset => Check::WrongCharset,
            FaultKind::Handicap => Check::HandicapMismatch,
        };
        let finding = Finding::new(check, fault.span, fault.message.clone());
        findings.push(match fault.kind {
            FaultKind::Unknown => finding.severity(Severity::Note).help("it is kept, and means nothing to the check"),
            FaultKind::Move => finding.help("it takes its turn and counts as a move, nothing else"),
            _ => finding,
        });
    }
}
