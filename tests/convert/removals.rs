//! What is taken out is gone, and nothing else.

use crate::common::*;

const GAME: &str = "[Event \"E\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\
    [Annotator \"N\"]\n[ECO \"C20\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n[SetUp \"1\"]\n\n\
    1. e4 $1 {good [%clk 0:05:00] [%eval 0.3]} 1... e5 (1... c5 {Sicilian} 2. Nf3) 2. Nf3 *\n\n";

#[test]
fn each_removal_alone() {
    // Lines break elsewhere where there is less to write.
    let words = |text: &str| text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(words(&whole(&[], GAME)), words(GAME));
    for (option, from, to) in [
        (
            "--no-comments",
            "{good [%clk 0:05:00] [%eval 0.3]} 1... e5 (1... c5 {Sicilian} 2. Nf3)",
            "{[%clk 0:05:00] [%eval 0.3]} 1... e5 (1... c5 2. Nf3)",
        ),
        ("--no-clocks", " [%clk 0:05:00]", ""),
        ("--no-evaluations", " [%eval 0.3]", ""),
        ("--no-variations", " (1... c5 {Sicilian} 2. Nf3)", ""),
        ("--no-nags", " $1", ""),
        ("--no-tags=ECO", "[ECO \"C20\"]\n", ""),
        ("--no-tags=eco,ANNOTATOR", "[Annotator \"N\"]\n[ECO \"C20\"]\n", ""),
        ("--roster-only", "[Annotator \"N\"]\n[ECO \"C20\"]\n", ""),
    ] {
        assert!(GAME.contains(from), "{option}");
        assert_eq!(words(&whole(&[option], GAME)), words(&GAME.replace(from, to)), "{option}");
    }
}

#[test]
fn all_removals_together_leave_the_moves() {
    let all = ["--no-comments", "--no-clocks", "--no-evaluations", "--no-variations", "--no-nags", "--roster-only"];
    assert!(whole(&all, GAME).ends_with("\n\n1. e4 e5 2. Nf3 *\n\n"));
}

#[test]
fn a_comment_with_nothing_but_what_is_taken_out_goes_as_a_whole() {
    let text = whole(&["--no-clocks"], "1. e4 {[%clk 0:05:00]} e5 {[%emt 0:01] x} *\n");
    assert!(text.contains("1. e4 e5 {x} *"), "{text}");
}

#[test]
fn properties_of_go_go_by_kind() {
    let game = "(;GM[1]FF[4]SZ[9]AP[x:1]CP[me]C[root];B[ee]BL[10]OB[3]C[word]TE[1]SBKV[54.0](;W[cc])(;W[dd]))";
    let text = |options: &[&str]| whole(&[&["--stdin-filename", "x.sgf"], options].concat(), game);
    let all = text(&[]);
    assert!(all.contains(";B[ee]BL[10]OB[3]TE[1]C[word]SBKV[54.0]\n(;W[cc])\n(;W[dd]))"), "{all}");
    for (option, gone, kept) in [
        ("--no-comments", &["C[root]", "C[word]"][..], "TE[1]SBKV[54.0]"),
        ("--no-clocks", &["BL[10]", "OB[3]"], "B[ee]TE[1]"),
        ("--no-evaluations", &["SBKV[54.0]"], "TE[1]C[word]"),
        ("--no-nags", &["TE[1]"], "OB[3]C[word]SBKV[54.0]"),
        ("--no-variations", &["W[dd]"], "SBKV[54.0];W[cc]"),
        ("--no-tags=cp", &["CP[me]"], "AP[x:1]"),
        ("--roster-only", &["CP[me]"], "AP[x:1]"),
    ] {
        let text = text(&[option]);
        assert!(gone.iter().all(|gone| all.contains(gone) && !text.contains(gone)) && text.contains(kept), "{option}: {text}");
    }
}
