use super::*;
use crate::checks::{Selection, go_info};
use crate::finding::Finding;
use crate::replay::go::replay;
use crate::replay::go::tests::record;

fn judged(size: u8, text: &str, settings: &Settings) -> (Option<Verdict>, Option<Ending>, Vec<Finding>) {
    let record = record(size, text);
    let mut findings = Findings::new(Selection::default());
    let mut scratch = Scratch::default();
    let info = go_info::check(settings, &record, &mut findings);
    let facts = replay(&record, Ruleset::from_settings(info.rules), &mut findings, &mut scratch);
    let (verdict, ending) = judge(settings, &record, &info, &facts, &scratch, &mut findings);
    (verdict, ending, findings.take())
}

/// The verdict and the names of the findings.
fn verdict(size: u8, text: &str) -> (Option<Verdict>, Vec<&'static str>) {
    let (verdict, _, findings) = judged(size, text, &Settings::default());
    (verdict, findings.iter().map(|f| f.check.name()).collect())
}

const EVEN: &str = ";;B[ca];W[ea];B[cb];W[eb];B[cc];W[ec];B[cd];W[ed];B[ce];W[ee];B[cf];W[ef];B[cg];W[eg];B[ab];W[gb];B[bb];W[fb];B[ad];W[gd];B[bd];W[fd];B[af];W[gf];B[bf];W[ff];B[da];W[db];B[dc];W[dd];B[de];W[df];B[dg];W[];B[]";
const HANDICAP: &str = ";PL[W]HA[2]AB[cb][cf];W[ea];B[ca];W[eb];B[cc];W[ec];B[cd];W[ed];B[ce];W[ee];B[cg];W[ef];B[ab];W[eg];B[bb];W[gb];B[ad];W[fb];B[bd];W[gd];B[af];W[fd];B[bf];W[gf];B[da];W[ff];B[dc];W[db];B[de];W[dd];B[dg];W[df];B[];W[]";
const NEUTRAL: &str = ";;B[ca];W[ea];B[cb];W[eb];B[cc];W[ec];B[cd];W[ed];B[ce];W[ee];B[cf];W[ef];B[cg];W[eg];B[ab];W[gb];B[bb];W[fb];B[ad];W[gd];B[bd];W[fd];B[af];W[gf];B[bf];W[ff];B[da];W[db];B[dc];W[dd];B[de];W[df];B[];W[]";
const DEAD: &str = ";AB[ba][ca][da][ab][bb][cb][db][ac][dc][ad][bd][cd][dd][ae][ce][de][af][bf][cf][df][ag][bg][dg]AW[ea][ga][eb][fb][gb][bc][ec][fc][gc][ed][gd][ee][fe][ge][ef][gf][eg][fg][gg]";

fn with(head: &str, moves: &str) -> String {
    format!(";{head}{}", &moves[1..])
}

#[test]
fn one_board_two_winners() {
    // 25 against 24 by area, 8 against 8 by territory.
    let check = |head| verdict(7, &with(head, EVEN));
    assert_eq!(check("RU[Japanese]KM[0.5]RE[W+0.5]"), (Some(Verdict::Verified), vec![]));
    assert_eq!(check("RU[Chinese]KM[0.5]RE[B+0.5]"), (Some(Verdict::Verified), vec![]));
    assert_eq!(check("RU[Japanese]KM[0.5]RE[B+0.5]"), (Some(Verdict::Contradicted), vec!["result-contradicts-score"]));
    assert_eq!(check("RU[Chinese]KM[0.5]RE[W+0.5]"), (Some(Verdict::Contradicted), vec!["result-contradicts-score"]));
    // Without a ruleset both readings count, and the note says which it is.
    assert_eq!(check("KM[0.5]RE[W+0.5]"), (Some(Verdict::Verified), vec!["score-reading"]));
    assert_eq!(check("KM[0.5]RE[B+0.5]"), (Some(Verdict::Verified), vec!["score-reading"]));
    assert_eq!(check("KM[0.5]RE[B+1.5]"), (Some(Verdict::Contradicted), vec!["result-contradicts-score"]));
}

#[test]
fn compensation_for_handicap_follows_the_ruleset() {
    let check = |head: &str| verdict(7, &with(head, HANDICAP)).0;
    let right = [("Chinese", "W+1.5"), ("AGA", "W+0.5"), ("NZ", "B+0.5"), ("Japanese", "W+0.5")];
    for (ruleset, result) in right {
        assert_eq!(check(&format!("RU[{ruleset}]KM[0.5]RE[{result}]")), Some(Verdict::Verified), "{ruleset}");
    }
    assert_eq!(check("RU[Chinese]KM[0.5]RE[B+0.5]"), Some(Verdict::Contradicted));
    assert_eq!(check("RU[NZ]KM[0.5]RE[W+1.5]"), Some(Verdict::Contradicted));
}

#[test]
fn an_open_point_is_shared() {
    let check = |head: &str| verdict(7, &with(head, NEUTRAL)).0;
    assert_eq!(check("RU[Chinese]KM[0]RE[0]"), Some(Verdict::Verified));
    assert_eq!(check("RU[Chinese]KM[0]RE[B+2]"), Some(Verdict::Contradicted));
    // A komi of nothing may be a komi that was lost: a claim that a usual komi explains is left open.
    assert_eq!(check("RU[Chinese]KM[0]RE[W+7]"), Some(Verdict::Undecided));
    // Before both have passed a stone may still be played there.
    let open = with("RU[Chinese]KM[0]RE[0]", NEUTRAL.trim_end_matches(";B[];W[]"));
    assert_eq!(verdict(7, &open).0, Some(Verdict::Supported));
}

#[test]
fn a_dead_stone_comes_off() {
    let check = |head: &str| verdict(7, &with(head, DEAD)).0;
    assert_eq!(check("RU[Chinese]KM[0]RE[B+7]"), Some(Verdict::Verified));
    assert_eq!(check("RU[Chinese]KM[0]RE[B+4]"), Some(Verdict::Contradicted));
    // Where nothing is taken off by agreement, the board as it stands counts once both have passed.
    let passed = format!("{DEAD};B[];W[]");
    assert_eq!(verdict(7, &with("RU[Tromp-Taylor]KM[0]RE[B+4]", &passed)).0, Some(Verdict::Verified));
    assert_eq!(verdict(7, &with("RU[Tromp-Taylor]KM[0]RE[B+7]", &passed)).0, Some(Verdict::Contradicted));
}

#[test]
fn marks_say_which_stones_are_dead() {
    // Black has the left half with a white stone in it; nothing is provably alive.
    let stones = ";AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de][ab]";
    let marks = "TB[aa][ba][ab][bb][ac][bc][ad][bd][ae][be]TW[ea][eb][ec][ed][ee]";
    let check = |head: &str, marks: &str| verdict(5, &format!("{}{marks}", with(head, stones))).0;
    assert_eq!(check("RU[Chinese]KM[0]RE[B+5]", marks), Some(Verdict::Verified));
    assert_eq!(check("RU[Japanese]KM[0]RE[B+6]", marks), Some(Verdict::Verified));
    assert_eq!(check("RU[Chinese]KM[0]RE[W+13]", marks), Some(Verdict::Contradicted));
    // A point marked for both sides, or ground that is not marked: the marks prove nothing against the claim.
    assert_eq!(check("RU[Chinese]KM[0]RE[W+13]", &format!("{marks}TW[aa]")), Some(Verdict::Undecided));
    assert_eq!(check("RU[Chinese]KM[0]RE[W+13]", "TB[aa][ba][ab]"), Some(Verdict::Undecided));
    // A remark or a pass may follow the marks, a stone may not.
    let after = |tail: &str| verdict(5, &format!("{}{marks}{tail}", with("RU[Chinese]KM[0]RE[B+5]", stones))).0;
    assert_eq!(after(";;W[];B[]"), Some(Verdict::Verified));
    assert_ne!(after(";B[ee]"), Some(Verdict::Verified));
    // Marks on living stones too, as in files that mark areas.
    let area = format!("{marks}TB[ca][cb][cc][cd][ce]TW[da][db][dc][dd][de]");
    assert_eq!(check("RU[Chinese]KM[0]RE[B+5]", &area), Some(Verdict::Verified));
    assert_eq!(check("RU[Japanese]KM[0]RE[B+6]", &area), Some(Verdict::Verified));
}

#[test]
fn an_illegal_move_takes_the_force_of_proof() {
    let broken = with("RU[Chinese]KM[0.5]RE[B+9.5]", EVEN).replace(";B[ca];W[ea]", ";B[ca];W[ca];B[ca];W[ea]");
    assert_eq!(verdict(7, &broken).0, Some(Verdict::Undecided));
}

#[test]
fn nothing_is_claimed_of_an_open_board() {
    let (found, names) = verdict(9, ";RU[Chinese]KM[7.5]RE[B+3.5]");
    assert_eq!((found, names), (Some(Verdict::Undecided), vec![]));
}

#[test]
fn play_outs_support_and_nothing_more() {
    let board = ";AB[da][db][dc][dd][de][df][dg][dh][di][hd]AW[ea][eb][ec][ed][ee][ef][eg][eh][ei][bc]";
    let text = with("RU[Chinese]KM[0]RE[W+9]", board);
    assert_eq!(verdict(9, &text).0, Some(Verdict::Supported));
    let without = Settings { estimate: false, ..Settings::default() };
    assert_eq!(judged(9, &text, &without).0, Some(Verdict::Undecided));
    assert_eq!(verdict(9, &with("RU[Chinese]KM[0]RE[B+20]", board)), (Some(Verdict::Undecided), vec![]));
}

#[test]
fn results_that_need_no_count() {
    assert_eq!(verdict(9, ";RE[B+R];B[ee];W[gc];B[cc]"), (Some(Verdict::Consistent), vec![]));
    assert_eq!(verdict(9, ";RE[B+R];B[ee];W[gc]"), (Some(Verdict::Consistent), vec!["resigner-moved-last"]));
    assert_eq!(verdict(9, ";RE[W+T];B[ee];W[gc]").0, Some(Verdict::Consistent));
    assert_eq!(verdict(9, ";RE[B+];B[ee];W[gc]").0, Some(Verdict::Consistent));
    assert_eq!(verdict(9, ";RE[Void];B[ee];W[gc]").0, Some(Verdict::Consistent));
    assert_eq!(verdict(9, ";RE[?];B[ee];W[gc]").0, None);
    assert_eq!(verdict(9, ";B[ee];W[gc]").0, None);
}

#[test]
fn margins_that_no_board_gives_are_settled_before() {
    let (found, names) = verdict(9, ";RU[Japanese]KM[6.5]RE[B+3];B[ee]");
    assert_eq!((found, names), (Some(Verdict::Contradicted), vec!["impossible-margin"]));
    let (found, names) = verdict(9, ";KM[0]RE[B+3.5];B[ee]");
    assert_eq!((found, names), (Some(Verdict::Undecided), vec!["missing-komi"]));
}

#[test]
fn two_passes_end_the_game() {
    let ending = |text| judged(9, text, &Settings::default()).1;
    assert_eq!(ending(";;B[ee];W[gc];B[];W[]"), Some(Ending::TwoPasses));
    assert_eq!(ending(";;B[ee];W[gc];B[]"), None);
    assert_eq!(ending(";;B[ee];W[];B[];W[gc]"), None);
}
