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
    let policy = Policy { unsafe_fixes: false, only: Some(only) };
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
    let text = "(;GM[1]FF[4]CA[UTF-8]SZ[9]HA[2];W[ee];B[gf];W[ge];B[hf];W[gh];B[fg];W[hg];B[hh];W[ig];B[hi];W[gg])\n";
    let right = text.replace("HA[2]", "HA[2]AB[gc][cg]");
    assert_eq!(titles(&right), Vec::<String>::new());
    assert_eq!(super::handicap_stones(9, 19, 19).len(), 9);
    assert!(super::handicap_stones(4, 8, 8).is_empty());
}
