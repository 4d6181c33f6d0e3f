#![allow(clippy::unwrap_used)]

use super::*;
use crate::checks::Selection;
use std::borrow::Cow;

/// A record with the given values of properties, each at a place of its own.
fn record(size: u8, values: &[(&str, &str)]) -> GoRecord {
    let mut record = GoRecord { width: size, height: size, ..GoRecord::default() };
    let mut at = 0;
    for &(name, text) in values {
        let field = Some(Field { text: Cow::Owned(text.to_owned()), span: Span::new(at, at + text.len()) });
        at += 100;
        match name {
            "RE" => record.result = field,
            "KM" => record.komi = field,
            "RU" => record.rules = field,
            "HA" => record.handicap = field,
            "AP" => record.application = field,
            "DT" => record.date = field,
            "TM" => record.time_limit = field,
            "BR" => record.black_rank = field,
            other => unreachable!("{other}"),
        }
    }
    record
}

fn run(size: u8, values: &[(&str, &str)]) -> (GoInfo, Vec<Finding>) {
    let mut findings = Findings::new(Selection::default());
    let info = check(&Settings::default(), &record(size, values), &mut findings);
    (info, findings.take())
}

fn names(size: u8, values: &[(&str, &str)]) -> Vec<&'static str> {
    run(size, values).1.iter().map(|f| f.check.name()).collect()
}

#[test]
fn a_clean_record_has_nothing_to_report() {
    let values =
        [("RE", "B+2.5"), ("KM", "6.5"), ("RU", "Japanese"), ("DT", "2024-01-02"), ("TM", "1800"), ("HA", "0"), ("BR", "7d")];
    assert!(names(19, &values).is_empty());
    assert!(names(19, &[("RE", "W+0.5"), ("KM", "7.5"), ("RU", "Chinese")]).is_empty());
    assert!(names(19, &[("RE", "B+R"), ("KM", "0")]).is_empty());
    assert!(names(19, &[("RE", "B+5"), ("KM", "0")]).is_empty(), "whole points need no komi");
    assert!(names(19, &[("RE", "0"), ("KM", "6")]).is_empty());
    assert!(names(19, &[("RE", "W+3")]).is_empty());
}

#[test]
fn the_fraction_of_the_margin_must_be_that_of_the_komi() {
    for (re, km) in
        [("B+3", "6.5"), ("W+3", "6.5"), ("B+2.5", "7"), ("W+0.5", "6"), ("0", "7.5"), ("B+0.2", "375"), ("W+0.02", "750")]
    {
        let (info, findings) = run(19, &[("RE", re), ("KM", km)]);
        assert_eq!(info.fit, Fit::Impossible, "{re} {km}");
        let impossible: Vec<_> = findings.iter().filter(|f| f.check == Check::ImpossibleMargin).collect();
        assert_eq!(impossible.len(), 1, "{re} {km}: {findings:?}");
        assert_eq!(impossible[0].severity, Severity::Error);
    }
    // 子 and hundredths are turned into points first.
    for (re, km) in [("B+0.75", "3.75"), ("白胜1/4子", "3.75"), ("B+1.5", "375"), ("B+1.5", "750"), ("W+2.5", "-0.5")] {
        assert_eq!(run(19, &[("RE", re), ("KM", km)]).0.fit, Fit::Possible, "{re} {km}");
    }
}

#[test]
fn a_lost_komi_never_makes_the_result_wrong() {
    for values in [&[("RE", "B+2.5"), ("KM", "0")][..], &[("RE", "B+2.5")], &[("RE", "B+2.5"), ("KM", "0.00")]] {
        let (info, findings) = run(19, values);
        assert_eq!(info.fit, Fit::KomiMissing);
        assert_eq!(findings.iter().map(|f| f.check).collect::<Vec<_>>(), [Check::MissingKomi]);
    }
    assert_eq!(names(19, &[("RE", "B+2.5"), ("KM", "")]), ["missing-komi"], "one cause, one finding");
    assert_eq!(names(19, &[("RE", "B+2.5"), ("KM", "some")]), ["unreadable-komi"]);
}

#[test]
fn no_margin_is_larger_than_the_board() {
    assert_eq!(names(9, &[("RE", "B+500"), ("KM", "0")]), ["impossible-margin"]);
    assert_eq!(names(9, &[("RE", "W+100.5"), ("KM", "6.5")]), ["impossible-margin"]);
    assert!(names(9, &[("RE", "B+81"), ("KM", "0")]).is_empty());
    assert!(names(9, &[("RE", "W+87.5"), ("KM", "6.5")]).is_empty());
}

#[test]
fn komi_in_other_units_and_spellings() {
    for (km, name, fix) in [
        ("375", "scaled-komi", "7.5"),
        ("750", "scaled-komi", "7.5"),
        ("650", "scaled-komi", "6.5"),
        ("5,5", "unreadable-komi", "5.5"),
        ("five and a half", "unreadable-komi", "5.5"),
        ("3又3/4子", "unreadable-komi", "7.5"),
    ] {
        let (info, findings) = run(19, &[("KM", km)]);
        assert_eq!(findings.iter().map(|f| f.check.name()).collect::<Vec<_>>(), [name], "{km}");
        assert_eq!(findings[0].fix.as_ref().unwrap().edits[0].text, fix.as_bytes(), "{km}");
        assert_eq!(info.komi.unwrap().points.to_string(), fix);
    }
    assert!(names(19, &[("KM", "3.75"), ("RU", "Chinese")]).is_empty());
    assert!(names(19, &[("KM", "50")]).is_empty(), "fifty points without a word from Fox");
    assert_eq!(names(19, &[("KM", "50"), ("AP", "foxwq")]), ["scaled-komi"]);
    assert_eq!(names(19, &[("KM", "x")]), ["unreadable-komi"]);
}

#[test]
fn results_are_normalized_and_the_fix_says_how_far_it_goes() {
    for (re, fix, grade) in [
        ("B+Resign", "B+R", Grade::Safe),
        ("黑中盘胜", "B+R", Grade::Safe),
        ("白胜1/4子", "W+0.5", Grade::Unsafe),
        ("B+R (after a byo-yomi dispute)", "B+R", Grade::DisplayOnly),
    ] {
        let (info, findings) = run(19, &[("RE", re), ("KM", "7.5")]);
        assert_eq!(info.result.unwrap().to_string(), fix);
        let repair = findings[0].fix.as_ref().unwrap();
        assert_eq!(
            (findings[0].check, repair.grade, repair.edits[0].text.as_slice()),
            (Check::NonstandardResult, grade, fix.as_bytes())
        );
    }
    for re in ["Both lose", "W+J", "B+0.0"] {
        let (info, findings) = run(19, &[("RE", re)]);
        assert_eq!((info.result, findings.len(), findings[0].check), (None, 1, Check::UnreadableResult), "{re}");
        assert!(findings[0].fix.is_none());
    }
}

#[test]
fn the_other_values() {
    assert_eq!(names(9, &[("RU", "Martian")]), ["unknown-ruleset"]);
    assert_eq!(names(9, &[("DT", "2018/05/06")]), ["malformed-date"]);
    assert_eq!(names(9, &[("DT", "05/06/1996")]), ["malformed-date"]);
    assert!(run(9, &[("DT", "05/06/1996")]).1[0].fix.is_none());
    assert_eq!(names(9, &[("DT", "2023-02-29")]), ["impossible-date"]);
    assert_eq!(names(9, &[("TM", "3 hours each")]), ["bad-value"]);
    assert_eq!(names(9, &[("TM", "-")]), ["bad-value"]);
    assert_eq!(names(9, &[("HA", "two")]), ["bad-value"]);
    assert_eq!(names(9, &[("HA", "-3")]), ["bad-value"]);
    assert_eq!(names(9, &[("BR", "99d")]), ["bad-value"]);
    assert!(names(9, &[("BR", "honinbo")]).is_empty());
}

#[test]
fn asked_for_rules_go_before_those_of_the_record() {
    let record = record(9, &[("RU", "Japanese")]);
    let mut findings = Findings::new(Selection::default());
    let settings = Settings { go_rules: GoRules::Aga, ..Settings::default() };
    assert_eq!(check(&settings, &record, &mut findings).rules, GoRules::Aga);
    assert_eq!(check(&Settings::default(), &record, &mut findings).rules, GoRules::Japanese);
}
