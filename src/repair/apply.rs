//! Applies the fixes of one record, again and again until none is left. Only the spans of the edits change.

use std::collections::BTreeMap;

use crate::check::{Scratch, check};
use crate::checks::{Check, Selection};
use crate::finding::{Edit, Finding, Fix, Grade, Severity, Span};
use crate::record::{RawRecord, RecordReport};
use crate::settings::Settings;

/// How often a record is checked and fixed again: a fix may make way for another, never for long.
const ROUNDS: usize = 12;

/// Which fixes are wanted.
#[derive(Debug, Clone, Default)]
pub struct Policy {
    /// Also those that are likely right but change what the record says.
    pub unsafe_fixes: bool,
    /// Only those of these checks, whatever their grade: they were asked for by name.
    pub only: Option<Selection>,
    /// What a record says of its charset stays: the input is UTF-16, whatever the text shown here is.
    pub keep_label: bool,
}

impl Policy {
    /// Whether a fix of this grade is wanted for this check.
    pub fn allows(&self, check: Check, grade: Grade) -> bool {
        match &self.only {
            Some(only) => only.has(check),
            None => grade == Grade::Safe || (grade == Grade::Unsafe && self.unsafe_fixes),
        }
    }

    fn wanted<'a>(&self, finding: &'a Finding) -> Option<&'a Fix> {
        if self.keep_label && matches!(finding.check, Check::WrongCharset | Check::MissingCharset) {
            return None;
        }
        finding.fix.as_ref().filter(|fix| !fix.edits.is_empty() && self.allows(finding.check, fix.grade))
    }
}

/// A record that was changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Applied {
    /// Its bytes now.
    pub text: Vec<u8>,
    /// The checks whose findings were fixed, one entry for each.
    pub fixed: Vec<Check>,
}

/// Checks a record and applies the fixes that are wanted, until none is left. Gives the last report, and the new text if it changed.
pub fn repair(
    settings: &Settings,
    record: &RawRecord<'_>,
    policy: &Policy,
    scratch: &mut Scratch,
) -> (RecordReport, Option<Applied>) {
    let mut report = check(settings, record, scratch);
    let mut changed: Option<Applied> = None;
    if let Some((text, fixed)) = super::charset::to_utf8(record, &report.findings, policy) {
        let again = check(settings, &RawRecord { bytes: &text, ..*record }, scratch);
        if errors(&again) <= errors(&report) && again.plies >= report.plies {
            report = again;
            changed = Some(Applied { text, fixed: vec![fixed] });
        }
    }
    for _ in 0..ROUNDS {
        let before = changed.as_ref().map_or(record.bytes, |c| &c.text);
        let Some(mut next) = apply(before, &report.findings, policy) else { break };
        if next.text == before {
            break;
        }
        let again = check(settings, &RawRecord { bytes: &next.text, ..*record }, scratch);
        // A repair must not make the record worse: then the text before it stands.
        // (A repair asked for by name may take out a move that is there twice, if that makes the rest right.)
        let shorter = again.plies < report.plies && !(policy.only.is_some() && errors(&again) < errors(&report));
        if errors(&again) > errors(&report) || shorter {
            break;
        }
        if let Some(earlier) = changed.take() {
            next.fixed.splice(0..0, earlier.fixed);
        }
        report = again;
        changed = Some(next);
    }
    (report, changed)
}

fn errors(report: &RecordReport) -> usize {
    report.findings.iter().filter(|f| f.severity == Severity::Error).count()
}

/// Applies the fixes that are wanted and do not overlap, the first in the text first; `None` if there is none.
pub fn apply(bytes: &[u8], findings: &[Finding], policy: &Policy) -> Option<Applied> {
    let mut fixes: Vec<(&Fix, Check)> = findings.iter().filter_map(|f| Some((policy.wanted(f)?, f.check))).collect();
    fixes.sort_by_key(|(fix, _)| fix.edits[0].span.start);
    let mut edits: BTreeMap<u32, &Edit> = BTreeMap::new();
    let mut fixed = Vec::new();
    for (fix, check) in fixes {
        if fix.edits.iter().all(|e| e.span.start <= e.span.end && e.span.end as usize <= bytes.len() && fits(e, &edits)) {
            edits.extend(fix.edits.iter().map(|e| (e.span.start, e)));
            fixed.push(check);
        }
    }
    if edits.is_empty() {
        return None;
    }
    let mut text = Vec::with_capacity(bytes.len() + 64);
    let mut at = 0;
    for edit in edits.into_values() {
        let (start, end) = (edit.span.start as usize, edit.span.end as usize);
        text.extend_from_slice(&bytes[at..start]);
        text.extend_from_slice(&edit.text);
        at = end;
    }
    text.extend_from_slice(&bytes[at..]);
    Some(Applied { text, fixed })
}

/// Whether an edit touches none of the others. Two insertions at one place do: which comes first would be a guess.
fn fits(edit: &Edit, taken: &BTreeMap<u32, &Edit>) -> bool {
    let Span { start, end } = edit.span;
    if taken.get(&start).is_some_and(|other| **other == *edit) {
        return true;
    }
    let before = taken.range(..start).next_back().is_none_or(|(_, other)| other.span.end <= start);
    let from = if edit.span.is_empty() { start..start + 1 } else { start..end };
    before && taken.range(from).next().is_none()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn finding(check: Check, grade: Grade, edits: &[(usize, usize, &str)]) -> Finding {
        let edits = edits.iter().map(|&(s, e, t)| Edit { span: Span::new(s, e), text: t.into() }).collect();
        Finding::new(check, Span::new(0, 1), "x").fix(Fix { grade, title: "x".into(), edits })
    }

    fn applied(findings: &[Finding], policy: &Policy) -> Option<(String, usize)> {
        let done = apply(b"0123456789", findings, policy)?;
        Some((String::from_utf8(done.text).unwrap(), done.fixed.len()))
    }

    #[test]
    fn only_the_spans_change() {
        let a = finding(Check::NonstandardMove, Grade::Safe, &[(2, 3, "AB"), (5, 5, "+")]);
        let b = finding(Check::BadNag, Grade::Safe, &[(9, 10, "")]);
        assert_eq!(applied(&[b, a], &Policy::default()), Some(("01AB34+5678".into(), 2)));
    }

    #[test]
    fn overlapping_fixes_wait_for_the_next_round() {
        let a = finding(Check::NonstandardMove, Grade::Safe, &[(2, 5, "x")]);
        let b = finding(Check::BadNag, Grade::Safe, &[(4, 6, "y")]);
        let c = finding(Check::BadNag, Grade::Safe, &[(5, 5, "z")]);
        assert_eq!(applied(&[a.clone(), b], &Policy::default()), Some(("01x56789".into(), 1)));
        assert_eq!(applied(&[a, c], &Policy::default()), Some(("01xz56789".into(), 2)));
    }

    #[test]
    fn two_insertions_at_one_place_are_not_guessed_but_the_same_one_serves_both() {
        let a = finding(Check::NonstandardMove, Grade::Safe, &[(3, 3, "a")]);
        let b = finding(Check::BadNag, Grade::Safe, &[(3, 3, "b")]);
        assert_eq!(applied(&[a.clone(), b], &Policy::default()), Some(("012a3456789".into(), 1)));
        assert_eq!(applied(&[a.clone(), a], &Policy::default()), Some(("012a3456789".into(), 2)));
    }

    #[test]
    fn grades_are_obeyed() {
        let risky = [finding(Check::MissingResult, Grade::Unsafe, &[(0, 1, "x")])];
        let shown = [finding(Check::IllegalMove, Grade::DisplayOnly, &[(0, 1, "x")])];
        assert_eq!(applied(&risky, &Policy::default()), None);
        assert!(applied(&risky, &Policy { unsafe_fixes: true, ..Policy::default() }).is_some());
        assert_eq!(applied(&shown, &Policy { unsafe_fixes: true, ..Policy::default() }), None);
        let mut only = Selection::none();
        only.set(Check::IllegalMove, true);
        let named = Policy { only: Some(only), ..Policy::default() };
        assert!(applied(&shown, &named).is_some());
        assert_eq!(applied(&risky, &named), None);
    }

    #[test]
    fn an_edit_outside_the_record_is_not_applied() {
        assert_eq!(applied(&[finding(Check::BadNag, Grade::Safe, &[(9, 11, "")])], &Policy::default()), None);
    }
}
