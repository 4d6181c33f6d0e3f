#![allow(clippy::unwrap_used)]

use crate::check::{Scratch, check};
use crate::checks::{Check, Selection};
use crate::input::charset::Charset;
use crate::record::{Format, RawRecord};
use crate::repair::{Policy, repair};
use crate::settings::Settings;

const GAME: &str = "(;GM[1]FF[4]CA[UTF-8]SZ[9];B[ec];W[gc];B[eg];W[fe];B[gf];W[cd];B[cf];W[gg];B[ge];W[fg];B[hc];W[hb]\
    ;B[hd];W[gb];B[fc];W[eb];B[db];W[fb];B[dc];W[ce];B[bd])\n";

fn mended(text: &str, check: Check) -> String {
    let mut only = Selection::none();
    only.set(check, true);
    let policy = Policy { only: Some(only), ..Policy::default() };
    let record = RawRecord { format: Format::Sgf, bytes: text.as_bytes(), charset: Charset::Utf8 };
    let (_, applied) = repair(&Settings::default(), &record, &policy, &mut Scratch::default());
    applied.map_or_else(|| text.to_owned(), |applied| String::from_utf8(applied.text).unwrap())
}

fn titles(text: &str) -> Vec<String> {
    let record = RawRecord { format: Format::Sgf, bytes: text.as_bytes(), charset: Charset::Utf8 };
    let report = check(&Settings::default(), &record, &mut Scratch::default());
    report.findings.into_iter().flat_map(|f| f.proposals).map(|p| p.title).collect()
}

#[test]
fn the_sound_game_has_no_proposals() {
    assert_eq!(titles(GAME), Vec::<String>::new());
}

#[test]
fn a_doubled_move_is_taken_out() {
    let damaged = GAME.replace(";W[fe]", ";W[fe];W[fe]");
    assert_eq!(mended(&damaged, Check::OccupiedPoint), GAME);
}

#[test]
fn a_stone_on_the_wrong_point_shows_when_a_later_one_falls_on_it() {
    let damaged = GAME.replace(";B[eg]", ";B[fg]");
    let titles = titles(&damaged);
    assert!(titles.iter().any(|title| title.contains("instead of `B[fg]` at ply 3")), "{titles:?}");
    assert!(titles.iter().any(|title| title.ends_with("instead of `W[fg]`")), "{titles:?}");
}

#[test]
fn off_the_board_one_letter_is_wrong() {
    let right = GAME.replace(";W[hb]", ";W[ib]");
    assert_eq!(titles(&right), Vec::<String>::new());
    assert_eq!(mended(&right.replace(";W[ib]", ";W[jb]"), Check::OffBoardMove), right);
}

#[test]
fn lost_handicap_stones_are_put_back() {
    // The stone at cg takes the last liberty of bg, so that Black can play there later.
    let right = "(;GM[1]FF[4]CA[UTF-8]SZ[9]HA[2]AB[gc][cg];W[bg];B[bf];W[ee];B[ag];W[ed];B[bh];W[ec];B[bg];W[eb])\n";
    assert_eq!(titles(right), Vec::<String>::new());
    let damaged = right.replace("AB[gc][cg]", "");
    assert_eq!(titles(&damaged)[0], "the 2 handicap stones are missing");
    assert_eq!(mended(&damaged, Check::OccupiedPoint), right);
}

#[test]
fn handicap_stones_stand_where_every_server_sets_them() {
    let names =
        |count, size| super::start::handicap_stones(count, size, size).iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(names(2, 19), ["pd", "dp"]);
    assert_eq!(names(5, 19), ["pd", "dp", "pp", "dd", "jj"]);
    assert_eq!(names(6, 19), ["pd", "dp", "pp", "dd", "dj", "pj"]);
    assert_eq!(names(9, 13).len(), 9);
    assert_eq!(names(4, 9), ["gc", "cg", "gg", "cc"]);
    assert!(names(4, 8).is_empty());
}

#[test]
fn a_run_of_moves_written_twice_is_taken_out() {
    let damaged = GAME.replace(";W[cd];B[cf];W[gg]", ";W[cd];B[cf];W[gg];W[cd];B[cf];W[gg]");
    assert_eq!(mended(&damaged, Check::OccupiedPoint), GAME);
}

#[test]
fn columns_named_without_i_are_counted_so() {
    let right = "(;GM[1]FF[4]CA[UTF-8]SZ[19];B[pd];W[dp];B[qp];W[dd];B[sc];W[ic];B[sd];W[jj];B[hh];W[ra])\n";
    let damaged = "(;GM[1]FF[4]CA[UTF-8]SZ[19];B[qd];W[dp];B[rp];W[dd];B[tc];W[jc];B[td];W[kj];B[hh];W[sa])\n";
    assert_eq!(titles(right), Vec::<String>::new());
    assert_eq!(mended(damaged, Check::OffBoardMove), right);
}

#[test]
fn a_move_that_the_record_knows_to_be_illegal_is_left_alone() {
    let forced = GAME.replace(";W[fe]", ";W[ec]KO[]");
    assert_eq!(titles(&forced), Vec::<String>::new());
}

#[test]
fn nothing_is_applied_that_was_not_asked_for_by_name() {
    let damaged = GAME.replace(";W[fe]", ";W[fe];W[fe]");
    let record = RawRecord { format: Format::Sgf, bytes: damaged.as_bytes(), charset: Charset::Utf8 };
    let policy = Policy { unsafe_fixes: true, ..Policy::default() };
    let (report, _) = repair(&Settings::default(), &record, &policy, &mut Scratch::default());
    let finding = report.findings.iter().find(|f| f.check == Check::OccupiedPoint).unwrap();
    assert!(finding.help.as_ref().unwrap().contains("`W[fe]` is written twice"), "{:?}", finding.help);
}
