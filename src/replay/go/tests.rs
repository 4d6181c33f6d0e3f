#![allow(clippy::panic, clippy::unwrap_used)]

use super::*;
use crate::checks::Selection;
use crate::record::{Field, GoAction, GoNode};

/// Reads the little SGF these tests are written in: no escapes, no rectangles, two-letter points.
pub(crate) fn record(size: u8, text: &str) -> GoRecord {
    let mut record = GoRecord { width: size, height: size, ..GoRecord::default() };
    let bytes = text.as_bytes();
    let (mut i, mut parent, mut stack) = (0, u32::MAX, Vec::new());
    let mut property = String::new();
    while i < bytes.len() {
        match bytes[i] {
            b'(' => stack.push(parent),
            b')' => parent = stack.pop().expect("balanced"),
            b';' => {
                record.nodes.push(GoNode { parent, first_action: record.actions.len() as u32, span: Span::new(i, i + 1) });
                parent = record.nodes.len() as u32 - 1;
            }
            b'[' => {
                let end = i + text[i..].find(']').expect("closed");
                let (value, span) = (&bytes[i + 1..end], Span::new(i, end));
                let point = || Point { column: value[0] - b'a', row: value[1] - b'a' };
                let side = |letter: u8| if letter == b'B' { Color::Black } else { Color::White };
                let kind = match property.as_str() {
                    "HA" | "KM" | "RE" | "RU" => {
                        let field = Field { text: String::from_utf8_lossy(value).into_owned().into(), span };
                        *match property.as_str() {
                            "HA" => &mut record.handicap,
                            "KM" => &mut record.komi,
                            "RE" => &mut record.result,
                            _ => &mut record.rules,
                        } = Some(field);
                        None
                    }
                    "TB" | "TW" => Some(GoActionKind::Territory(side(property.as_bytes()[1]), point())),
                    "B" | "W" if value.is_empty() => Some(GoActionKind::Pass(side(property.as_bytes()[0]))),
                    "B" | "W" => Some(GoActionKind::Play(side(property.as_bytes()[0]), point())),
                    "AB" | "AW" => Some(GoActionKind::SetUp(Some(side(property.as_bytes()[1])), point())),
                    "AE" => Some(GoActionKind::SetUp(None, point())),
                    "PL" => Some(GoActionKind::ToPlay(side(value[0]))),
                    "KO" => Some(GoActionKind::Forced),
                    other => panic!("property {other}"),
                };
                record.actions.extend(kind.map(|kind| GoAction { kind, span }));
                if bytes.get(end + 1) != Some(&b'[') {
                    property.clear();
                }
                i = end;
            }
            letter => property.push(letter as char),
        }
        i += 1;
    }
    record
}

fn run(size: u8, text: &str, ruleset: Option<Ruleset>) -> (GoReplay, Vec<Finding>, Scratch) {
    let mut findings = Findings::new(Selection::default());
    let mut scratch = Scratch::default();
    let replay = replay(&record(size, text), ruleset, &mut findings, &mut scratch);
    (replay, findings.take(), scratch)
}

/// Name, ply, severity and variation of each finding.
fn found(size: u8, text: &str, ruleset: Option<Ruleset>) -> Vec<String> {
    let (_, findings, _) = run(size, text, ruleset);
    findings
        .iter()
        .map(|f| {
            let ply = f.ply.map_or(String::new(), |p| format!("@{p}"));
            let path = f.variation.as_ref().map_or(String::new(), |v| format!(" in {v}"));
            format!("{}{ply} {}{path}", f.check.name(), f.severity.name())
        })
        .collect()
}

const NONE: [&str; 0] = [];

#[test]
fn plain_play_has_no_finding() {
    let (replay, findings, scratch) = run(5, ";;B[cc];W[dd];B[];W[]", None);
    assert!(findings.is_empty(), "{findings:?}");
    assert_eq!((replay.plies, replay.nodes, replay.two_passes), (4, 5, true));
    assert_eq!(replay.last_mover, Some(Color::White));
    assert_eq!(scratch.end.diagram(), ".....\n.....\n..X..\n...O.\n.....");
}

#[test]
fn a_stone_on_a_stone_is_reported_and_executed() {
    let (replay, findings, scratch) = run(3, ";;B[bb];W[bb];B[aa]", None);
    assert_eq!(findings.len(), 1);
    assert_eq!((findings[0].check, findings[0].ply), (Check::OccupiedPoint, Some(2)));
    assert_eq!(findings[0].position.as_deref(), Some("...\n.X.\n..."));
    assert_eq!(scratch.end.diagram(), "X..\n.O.\n...");
    assert_eq!((replay.plies, replay.illegal), (3, 1));
}

#[test]
fn a_record_written_twice_has_one_cause() {
    assert_eq!(found(9, ";;B[aa];W[bb];B[cc];W[dd];B[aa];W[bb];B[cc];W[dd]", None), ["occupied-point@5 error"]);
}

#[test]
fn ko_is_an_error_under_every_ruleset() {
    let text = ";AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb];W[bb]";
    for ruleset in [None].into_iter().chain(Ruleset::ALL.map(Some)) {
        assert_eq!(found(5, text, ruleset), ["ko-violation@2 error"], "{ruleset:?}");
    }
    assert_eq!(found(5, ";AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb];W[ee];B[ea];W[bb];B[de];W[dd];B[cb]", None), NONE);
    // The side that took the ko may fill it; a stone elsewhere lifts the ban.
    assert_eq!(found(5, ";AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb];W[];B[bb]", Some(Ruleset::Aga)), NONE);
}

#[test]
fn retaking_a_ko_for_ever_has_one_finding() {
    let text = ";AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb];W[bb];B[cb];W[bb];B[cb];W[bb]";
    assert_eq!(found(5, text, None), ["ko-violation@2 error"]);
}

#[test]
fn suicide_by_ruleset() {
    let single = ";AW[ba][ab];B[aa]";
    assert_eq!(found(5, single, None), ["suicide@1 warning"]);
    assert_eq!(found(5, single, Some(Ruleset::Chinese)), ["suicide@1 error"]);
    assert_eq!(found(5, single, Some(Ruleset::Ing)), ["suicide@1 error"]);
    assert_eq!(found(5, single, Some(Ruleset::NewZealand)), ["suicide@1 note"]);
    assert_eq!(found(5, single, Some(Ruleset::TrompTaylor)), ["repeated-position@1 error"]);
    let two = ";AB[aa]AW[ca][ab][bb]PL[B];B[ba]";
    assert_eq!(found(5, two, Some(Ruleset::Japanese)), ["suicide@1 error"]);
    for ruleset in [Ruleset::Ing, Ruleset::NewZealand, Ruleset::TrompTaylor] {
        assert_eq!(found(5, two, Some(ruleset)), NONE);
    }
    let (replay, findings, scratch) = run(5, two, None);
    assert_eq!(findings[0].position.as_deref(), Some("X.O..\nOO...\n.....\n.....\n....."));
    assert_eq!(scratch.end.diagram(), "..O..\nOO...\n.....\n.....\n.....");
    assert_eq!(replay.prisoners, [2, 0]);
}

#[test]
fn repetition_by_ruleset() {
    let send_two = ";PL[W]AB[ab][bb][ac][bc][cc][cd][be]AW[ba][da][cb][db][dc][dd][de];W[aa];B[ca];W[ba]";
    assert_eq!(found(5, send_two, None), ["repeated-position@3 note"]);
    assert_eq!(found(5, send_two, Some(Ruleset::Chinese)), ["repeated-position@3 warning"]);
    assert_eq!(found(5, send_two, Some(Ruleset::Chinese2002)), ["repeated-position@3 error"]);
    assert_eq!(found(5, send_two, Some(Ruleset::TrompTaylor)), ["repeated-position@3 error"]);
    assert_eq!(found(5, send_two, Some(Ruleset::Aga)), NONE);
    assert_eq!(found(5, send_two, Some(Ruleset::NewZealand)), NONE);
    let triple = ";AB[ba][ab][bc][bd][ae][ce][bf][bg][ah][bi]AW[ca][bb][db][cc][cd][de][cf][cg][bh][dh][ci]\
                  ;B[cb];W[be];B[ch];W[bb];B[ce];W[bh]";
    assert_eq!(found(9, triple, Some(Ruleset::Aga)), ["repeated-position@6 error"]);
    assert_eq!(found(9, triple, Some(Ruleset::Japanese)), ["repeated-position@6 note"]);
    let (replay, findings, _) = run(9, &format!("{triple};B[cb];W[be];B[ch];W[bb];B[ce];W[bh]"), Some(Ruleset::Chinese));
    assert_eq!(findings.len(), 1, "each move of a second round repeats, but the cause is one");
    assert!(findings[0].message.contains("a cycle of 6 moves"), "{}", findings[0].message);
    assert_eq!(replay.repetition, Some(Repetition { ply: 12, earlier: 6 }));
}

#[test]
fn a_pass_makes_the_same_stones_another_situation() {
    // White retakes after both have passed: the stones come again, with the same side to move.
    let text = ";AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb];W[];B[];W[bb]";
    assert_eq!(found(5, text, Some(Ruleset::Chinese)), ["repeated-position@4 warning", "moves-after-end@4 warning"]);
    assert_eq!(found(5, text, Some(Ruleset::Aga)), ["repeated-position@4 error", "moves-after-end@4 warning"]);
}

#[test]
fn turns() {
    assert_eq!(found(9, ";;B[ee];B[ff];W[cc];B[dd]", None), ["out-of-turn@2 warning"]);
    assert_eq!(found(9, ";;B[ee];B[ff];B[fg];B[fh];W[cc]", None), ["out-of-turn@2 warning"]);
    assert_eq!(found(9, ";;B[ee];B[ff];W[cc];W[dd];B[gg]", None), ["out-of-turn@2 warning", "out-of-turn@4 warning"]);
    assert_eq!(found(9, ";;W[cc];B[gg];W[dd]", None), ["out-of-turn@1 warning"]);
    assert_eq!(found(9, ";PL[W];W[cc];B[gg]", None), NONE);
    assert_eq!(found(9, ";;B[cc];PL[B];B[gg]", None), NONE);
    assert_eq!(found(9, ";AB[cc]AW[dd];W[gg];B[gf]", None), NONE);
    assert_eq!(found(9, ";;B[cc];W[dd];B[];B[ee]", None), ["out-of-turn@4 warning"]);
}

#[test]
fn handicap_in_all_its_forms() {
    assert_eq!(found(9, ";HA[2]AB[gc][cg];W[cc];B[gg]", None), NONE);
    assert_eq!(found(9, ";HA[2]AB[gc][cg];B[cc];W[gg]", None), ["out-of-turn@1 warning"]);
    assert_eq!(found(9, ";HA[3]AB[gc][cg]PL[W];W[cc];B[gg]", None), ["handicap-mismatch warning"]);
    assert_eq!(found(9, ";HA[2]AB[gc][cg][cc];W[ee]", None), ["handicap-mismatch warning"]);
    assert_eq!(found(9, ";HA[3];B[gc];B[cg];B[cc];W[ee]", None), NONE);
    assert_eq!(found(9, ";HA[3];B[gc];W[];B[cg];W[];B[cc];W[ee]", None), NONE);
    assert_eq!(found(9, ";HA[3];B[gc];B[cg];W[ee]", None), ["handicap-mismatch warning"]);
    assert_eq!(found(9, ";HA[3];W[ee];B[gc]", None), ["handicap-mismatch warning"]);
    assert_eq!(found(9, ";HA[0];B[ee];W[gc]", None), NONE);
    assert_eq!(found(9, ";HA[0]AB[gc][cg];W[ee]", None), ["handicap-mismatch warning"]);
    assert_eq!(found(9, ";;AB[gc][cg]HA[2];W[ee]", None), NONE);
    assert_eq!(run(9, ";HA[2]AB[gc][cg];W[cc];B[gg]", None).0.handicap, 2);
    assert_eq!(run(9, ";HA[3];B[gc];B[cg];B[cc];W[ee]", None).0.handicap, 3);
    assert_eq!(run(9, ";;B[gc];W[cg]", None).0.handicap, 0);
}

#[test]
fn set_up() {
    assert_eq!(found(9, ";AB[aa]AW[ab][ba];B[ff]", None), ["impossible-setup error"]);
    assert_eq!(found(9, ";;B[ee];W[cc];AB[ee];B[gg]", None), ["redundant-setup note"]);
    assert_eq!(found(9, ";;B[ee];W[cc];AE[ee][cc];W[ee];B[cc]", None), NONE);
    assert!(run(9, ";;B[ee];W[cc];AE[ee]", None).0.edited);
    assert!(!run(9, ";AB[ee];W[cc]", None).0.edited);
    // A position set up again is no repetition by a move.
    assert_eq!(found(9, ";;B[ee];AE[ee];B[ee]", Some(Ruleset::TrompTaylor)), NONE);
}

#[test]
fn moves_off_the_board() {
    assert_eq!(found(9, ";;B[cc];W[kk];B[dd]", None), ["off-board-move@2 error"]);
    assert_eq!(found(5, ";;B[ff];W[gg];B[hh];W[ii];B[jj]", None), ["off-board-move@1 error"]);
    assert_eq!(run(9, ";;B[cc];W[kk];B[dd]", None).0.plies, 3);
}

#[test]
fn resumption_after_two_passes() {
    assert_eq!(found(9, ";;B[ee];W[];B[];W[ff];B[gg]", None), ["moves-after-end@4 warning"]);
    assert_eq!(found(9, ";;B[ee];W[];B[];W[];B[];W[]", None), ["moves-after-end@4 warning"]);
    // Under AGA rules White makes the last pass.
    assert_eq!(found(9, ";;B[ee];W[];B[];W[]", Some(Ruleset::Aga)), NONE);
    assert!(run(9, ";;B[ee];W[];B[];W[]", None).0.two_passes);
    assert!(!run(9, ";;B[ee];W[];B[];W[ff]", None).0.two_passes);
    assert_eq!(found(9, ";;B[cc];W[];B[gg];W[cg]", None), NONE);
}

#[test]
fn a_forced_move_is_a_warning() {
    assert_eq!(found(9, ";;B[ee];W[ee]KO[]", None), ["occupied-point@2 warning"]);
    assert_eq!(found(5, ";AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb];W[bb]KO[]", None), ["ko-violation@2 warning"]);
}

#[test]
fn variations_leave_the_main_line_alone() {
    let (replay, findings, scratch) = run(3, ";;B[aa](;W[bb];B[cc])(;AE[aa]W[ac])(;W[aa](;B[bc])(;B[bb];W[bb]))", None);
    assert_eq!(scratch.end.diagram(), "X..\n.O.\n..X");
    assert_eq!((replay.plies, replay.nodes), (3, 4));
    let names: Vec<_> = findings.iter().map(|f| (f.check, f.ply, f.variation.as_deref())).collect();
    assert_eq!(names, [(Check::OccupiedPoint, Some(2), Some("2.2")), (Check::OccupiedPoint, Some(4), Some("2.2/3.1")),]);
    assert_eq!(findings[1].position.as_deref(), Some("O..\n.X.\n..."));
}

#[test]
fn a_hundred_thousand_variations_cost_no_stack() {
    let nested = ";".to_string() + &"(;B[aa]".repeat(100_000);
    let (replay, findings, _) = run(19, &nested, None);
    assert_eq!((replay.plies, findings.len()), (100_000, 2)); // one run of occupied points, one of turns
    let deep = ";".to_string() + &"(;B[aa](;B[bb])".repeat(50_000);
    run(19, &deep, None);
    let mut wide = ";;B[cc]".to_string();
    for i in 0..100_000 {
        wide.push_str(if i % 2 == 0 { "(;W[dd];B[ee])" } else { "(;W[cc])" });
    }
    let (_, findings, scratch) = run(9, &wide, None);
    assert_eq!(findings.len(), 50_000);
    assert_eq!(findings[0].variation.as_deref(), Some("2.1"));
    assert_eq!(scratch.end.get(Point { column: 4, row: 4 }), Some(Color::Black));
}

#[test]
fn long_paths_make_short_names() {
    let path: Vec<_> = (1..10_000).map(|i| (i, 1)).collect();
    let text = variation(&path).unwrap_or_default();
    assert!(text.len() < 400 && text.starts_with("1.1/2.1/") && text.ends_with("/9999.1"), "{text}");
}
