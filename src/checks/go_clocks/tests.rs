use super::*;
use crate::checks::Selection;
use crate::go::Point;
use crate::record::{Field, GoAction, GoNode};

/// A game in which the sides move in turn and the mover's clocks are given as `(ply, left in seconds, moves or periods)`.
fn run(limit: &str, overtime: &str, plies: u32, clocks: &[(u32, f64, Option<u32>)]) -> Vec<(&'static str, u32)> {
    let clock = |&(ply, left, moves): &(u32, f64, Option<u32>)| {
        let color = if ply % 2 == 1 { Color::Black } else { Color::White };
        GoClock { node: ply, color, left: Some((left * 100.0) as i64), moves, span: Span::default() }
    };
    checked(limit, overtime, plies, clocks.iter().map(clock).collect())
}

/// The same with clocks of either side at any ply: `(ply, whose, left in seconds)`.
fn run_clocks(limit: &str, overtime: &str, plies: u32, clocks: &[(u32, Color, i64)]) -> Vec<(&'static str, u32)> {
    let clock = |&(node, color, left): &(u32, Color, i64)| GoClock {
        node,
        color,
        left: Some(left * 100),
        moves: None,
        span: Span::default(),
    };
    checked(limit, overtime, plies, clocks.iter().map(clock).collect())
}

fn checked(limit: &str, overtime: &str, plies: u32, clocks: Vec<GoClock>) -> Vec<(&'static str, u32)> {
    let mut record = GoRecord { width: 19, height: 19, clocks, ..GoRecord::default() };
    let field =
        |text: &str| Some(Field { text: text.to_owned().into(), span: Span::new(0, text.len()) }).filter(|_| !text.is_empty());
    (record.time_limit, record.overtime) = (field(limit), field(overtime));
    for ply in 0..=plies {
        record.nodes.push(GoNode {
            parent: ply.checked_sub(1).unwrap_or(u32::MAX),
            first_action: record.actions.len() as u32,
            span: Span::default(),
        });
        if ply > 0 {
            let color = if ply % 2 == 1 { Color::Black } else { Color::White };
            let kind = GoActionKind::Play(color, Point { column: (ply % 19) as u8, row: (ply / 19) as u8 });
            record.actions.push(GoAction { kind, span: Span::default() });
        }
    }
    let mut findings = Findings::new(Selection::default());
    check(&record, &mut findings);
    findings.take().iter().map(|f| (f.check.name(), f.ply.unwrap_or(0))).collect()
}

#[test]
fn clocks_that_run_down_are_fine() {
    assert_eq!(run("600", "", 4, &[(1, 590.0, None), (2, 595.0, None), (3, 580.5, None), (4, 595.4, None)]), []);
    // Main time, then periods, which start anew with every move.
    let byo =
        [(1, 600.0, None), (3, 10.0, None), (5, 30.0, Some(5)), (7, 30.0, Some(5)), (9, 12.0, Some(4)), (11, 30.0, Some(4))];
    assert_eq!(run("600", "5x30 byo-yomi", 11, &byo), []);
    let canadian = [
        (1, 5.0, None),
        (3, 300.0, Some(25)),
        (5, 290.0, Some(24)),
        (7, 20.0, Some(1)),
        (9, 300.0, Some(25)),
        (11, 280.0, Some(24)),
    ];
    assert_eq!(run("60", "25/300 Canadian", 11, &canadian), []);
    assert_eq!(run("60", "fischer 10", 5, &[(1, 65.0, None), (3, 74.0, None), (5, 80.0, None)]), [], "added time piles up");
    assert_eq!(run("", "some system", 5, &[(1, 65.0, None), (3, 740.0, None), (5, 0.0, None)]), [], "an unknown system");
}

#[test]
fn a_clock_that_rises() {
    assert_eq!(run("600", "", 4, &[(1, 500.0, None), (2, 595.0, None), (3, 590.0, None)]), [("clock-increases", 3)]);
    assert_eq!(run("600", "", 4, &[(1, 500.0, None), (3, 500.9, None)]), [], "a second is allowed");
    assert_eq!(run("600", "5x30 byo-yomi", 5, &[(1, 10.0, Some(3)), (3, 30.0, Some(4))]), [("clock-increases", 3)]);
    assert_eq!(run("600", "25/300 Canadian", 5, &[(1, 200.0, Some(20)), (3, 250.0, Some(19))]), [("clock-increases", 3)]);
    assert_eq!(run("60", "fischer 10", 5, &[(1, 50.0, None), (3, 70.0, None)]), [("clock-increases", 3)]);
}

#[test]
fn a_clock_above_its_limit_is_said_once() {
    assert_eq!(run("600", "", 5, &[(1, 700.0, None), (3, 690.0, None), (5, 705.0, None)]), [("clock-exceeds-control", 1)]);
    assert_eq!(run("600", "25/300 Canadian", 3, &[(1, 310.0, Some(25))]), [("clock-exceeds-control", 1)]);
    assert_eq!(run("0", "10x60 byo-yomi", 3, &[(1, 600.0, None)]), [], "all periods together");
}

#[test]
fn a_clock_missing_for_one_move() {
    assert_eq!(run("600", "", 5, &[(1, 590.0, None), (5, 580.0, None)]), [("clock-missing", 3)]);
    assert_eq!(run("600", "", 9, &[(1, 590.0, None), (9, 580.0, None)]), [], "clocks that are recorded now and then");
    assert_eq!(run("600", "", 5, &[(5, 580.0, None)]), [], "no clock at first");
    // Both clocks stand with White's moves: Black's are not missing.
    let both =
        [(2, Color::Black, 590), (2, Color::White, 595), (4, Color::Black, 580), (4, Color::White, 590), (5, Color::Black, 570)];
    assert_eq!(run_clocks("600", "", 5, &both), []);
}

#[test]
fn time_that_is_used_up() {
    assert_eq!(run("600", "", 5, &[(1, 0.0, None), (3, 0.0, None)]), [("clock-run-out", 1)]);
    assert_eq!(run("600", "", 1, &[(1, 0.0, None)]), [], "the last move");
    assert_eq!(run("600", "5x30 byo-yomi", 5, &[(1, 0.0, None), (3, 30.0, Some(5))]), [], "the periods begin");
    assert_eq!(run("600", "25/300 Canadian", 5, &[(1, 0.0, Some(3))]), [("clock-run-out", 1)]);
}

#[test]
fn times_for_people() {
    assert_eq!([time(179_900), time(360_000), time(1250), time(-500)], ["29:59", "1:00:00", "12.50 s", "-5 s"]);
}
