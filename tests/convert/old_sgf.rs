//! Records of FF[1] to FF[3] become FF[4] with the same meaning, each property by the rules of the standard.

use crate::common::*;

/// The normal form of a root and one more node of a game on a 9 by 9 board.
fn node(version: &str, properties: &str) -> String {
    let normal = normal_sgf(&format!("(;GM[1]{version}SZ[9];B[ee]{properties})"));
    let (_, node) = normal.split_once("\n;B[ee]").unwrap();
    node.trim_end().trim_end_matches(')').to_owned()
}

#[test]
fn letters_become_labels() {
    assert_eq!(node("FF[3]", "L[aa][bb][cc]"), "LB[aa:A][bb:B][cc:C]");
    // Labels that are there stay, and one that is there already is no place for a second.
    assert_eq!(node("FF[3]", "LB[dd:x]L[aa]"), "LB[dd:x][aa:A]");
    assert_eq!(node("FF[3]", "LB[aa:x]L[aa]"), "LB[aa:x]L[aa]");
    // In a record that says FF[4] the letters mean the same.
    assert_eq!(node("FF[4]", "L[aa]"), "LB[aa:A]");
}

#[test]
fn marks_hang_on_what_stands_there() {
    assert_eq!(node("FF[1]", "M[ee][aa]"), "MA[aa]TR[ee]");
    assert_eq!(node("FF[3]", "MA[bb]M[aa][bb]"), "MA[bb][aa]");
    // A stone that was captured is gone.
    let game = "(;GM[1]SZ[9]AB[ba]AW[aa];B[ab]M[aa][ba])";
    assert!(normal_sgf(game).contains(";B[ab]MA[aa]TR[ba])"), "{}", normal_sgf(game));
}

#[test]
fn judgement_that_is_mixed_becomes_one_word() {
    assert_eq!(node("FF[3]", "TE[1]BM[1]"), "IT[]");
    assert_eq!(node("FF[3]", "BM[1]TE[1]"), "DO[]");
    assert_eq!(node("FF[3]", "TE[2]"), "TE[2]");
    // Emphasis has no place in either; FF[4] gives the pair no meaning.
    assert_eq!(node("FF[3]", "TE[2]BM[1]"), "BM[1]TE[2]");
    assert_eq!(node("FF[4]", "TE[1]BM[1]"), "BM[1]TE[1]");
}

#[test]
fn a_view_by_two_corners_becomes_a_rectangle() {
    assert_eq!(node("FF[3]", "VW[ba][db]"), "VW[ba:db]");
    assert_eq!(node("FF[3]", "VW[db][ba]"), "VW[ba:db]");
    assert_eq!(node("FF[4]", "VW[ba][db]"), "VW[ba][db]");
    assert_eq!(node("FF[3]", "VW[ba][db][ee]"), "VW[ba][db][ee]");
}

#[test]
fn moves_in_a_period_become_an_overtime() {
    let root = |text: &str| normal_sgf(&format!("(;GM[1]FF[3]SZ[9]{text};B[ee])"));
    assert!(root("OM[25]OP[600]").contains("OT[25/600 Canadian]"));
    assert!(!root("OM[25]OP[600]").contains("OM["));
    assert!(root("OM[25]").contains("OM[25]"), "half of it means nothing");
    assert!(root("OM[25]OP[600]OT[5x30 byo-yomi]").contains("OM[25]"), "an overtime is said already");
}

#[test]
fn what_has_no_successor_is_kept() {
    for property in ["EX[dd]", "EL[3]", "SI[1]", "SC[aa]", "RG[aa][bb]", "SE[aa]", "CH[1]", "QZ[any thing\\]]"] {
        assert_eq!(node("FF[3]", property), property);
    }
    let root = normal_sgf("(;GM[1]FF[3]SZ[9]BS[0]WS[1]ID[x]OV[2]KI[11]TC[5]LT[30];B[ee])");
    for property in ["BS[0]", "WS[1]", "ID[x]", "OV[2]", "KI[11]", "TC[5]", "LT[30]"] {
        assert!(root.contains(property), "{property} in {root}");
    }
}

#[test]
fn names_passes_colours_and_lists_take_their_new_form() {
    assert_eq!(
        normal_sgf("(;GaMe[1]SiZe[9]PlayerBlack[x]AddBlack[cc][aa:ba]PL[2];White[tt];Black[dd]Comment[hi])"),
        "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[x]AB[cc][aa:ba]PL[W]\n;W[];B[dd]C[hi])\n"
    );
    // On a larger board tt is a point.
    assert!(normal_sgf("(;GM[1]FF[3]SZ[21];B[tt])").contains(";B[tt]"));
    // A set-up and a move that share a node are parted; the name stays with the first, where a variation may start.
    assert_eq!(
        normal_sgf("(;GM[1]FF[3]SZ[9];N[start]AB[cc]W[dd]C[then]TR[cc])"),
        "(;FF[4]GM[1]CA[UTF-8]SZ[9]\n;AB[cc]N[start];W[dd]C[then]TR[cc])\n"
    );
}

#[test]
fn old_readers_get_what_they_know() {
    let text = whole(&["--sgf-ff3", "--stdin-filename", "x.sgf"], "(;GM[1]FF[4]SZ[9]AB[aa:bb];W[];B[tt])");
    assert_eq!(text, "(;FF[3]GM[1]CA[UTF-8]SZ[9]AB[aa][ba][ab][bb]\n;W[tt];B[tt])\n");
    // And it is read back as what it was.
    assert_eq!(normal_sgf(&text), "(;FF[4]GM[1]CA[UTF-8]SZ[9]AB[aa][ba][ab][bb]\n;W[];B[])\n");
}
