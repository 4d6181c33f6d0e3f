//! What each form holds.

use crate::common::*;

/// The cells of a CSV text, read by an independent reader, by column of the header.
fn rows(text: &str) -> Vec<std::collections::HashMap<String, String>> {
    csv::Reader::from_reader(text.as_bytes()).deserialize().map(|row| row.unwrap()).collect()
}

#[test]
fn uci_is_a_position_command() {
    assert_eq!(whole(&["--to", "uci"], CHESS), "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5\n");
    let castling = "[FEN \"r3k2r/8/8/8/8/8/P7/R3K2R w KQkq - 0 1\"]\n[SetUp \"1\"]\n\n1. O-O O-O-O 2. -- *\n";
    assert_eq!(whole(&["--to", "uci"], castling), "position fen r3k2r/8/8/8/8/8/P7/R3K2R w KQkq - 0 1 moves e1g1 e8c8 0000\n");
    let chess960 = "[Variant \"Chess960\"]\n[FEN \"bnrkrqnb/pppppppp/8/8/8/8/PPPPPPPP/BNRKR2B w KQkq - 0 1\"]\n\n1. O-O *\n";
    assert!(whole(&["--to", "uci"], chess960).ends_with(" moves d1e1\n"), "king takes rook");
    let promotion = "[FEN \"8/P6k/8/8/8/8/7K/8 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. a8=N *\n";
    assert!(whole(&["--to", "uci"], promotion).ends_with(" moves a7a8n\n"));
}

#[test]
fn lan_names_both_squares_and_keeps_the_rest() {
    let text = whole(&["--to", "lan"], CHESS);
    assert!(text.contains("1. e2-e4 {[%clk 0:10:00] [%eval 0.2] good} 1... e7-e5 {[%clk 0:09:58]} 2.\nNg1-f3 $1"), "{text}");
    assert!(text.contains("(2. f2-f4 e5xf4) 2... Nb8-c6 3. Bf1-b5 1-0\n"), "{text}");
    let mate = whole(&["--to", "lan"], "1. f3 e5 2. g4 Qh4# 0-1\n");
    assert!(mate.ends_with("2. g2-g4 Qd8-h4# 0-1\n\n"), "{mate}");
}

#[test]
fn fen_and_epd_hold_positions() {
    let last = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq -";
    assert_eq!(whole(&["--to", "fen"], CHESS), format!("{last} 3 3\n"));
    let all = whole(&["--to", "fen", "--every-ply"], CHESS);
    assert_eq!(all.lines().count(), 6);
    assert_eq!(all.lines().next(), Some("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
    let id = "id \"Alder, Ann - Birch 'B', Bo, Spring/Cup 2024.05.17\"; c0 \"1-0\";";
    assert_eq!(whole(&["--to", "epd"], CHESS), format!("{last} hmvc 3; fmvn 3; {id}\n"));
    let all = whole(&["--to", "epd", "--every-ply"], CHESS);
    assert_eq!(all.lines().count(), 6);
    assert!(all.lines().nth(2).unwrap().contains(" hmvc 0; fmvn 2; sm Nf3; id "), "{all}");
}

#[test]
fn gtp_sets_the_game_up() {
    let expected =
        "boardsize 9\nclear_board\nkomi 5.5\nplay black C7\nplay black G3\nplay white E5\nplay black pass\nplay white F4\n\n";
    assert_eq!(whole(&["--to", "gtp", "--stdin-filename", "x.sgf"], GO), expected);
}

#[test]
fn a_row_of_csv_says_what_the_game_says() {
    let text = whole(&["--to", "csv", "--stdin-filename", "in.pgn"], CHESS);
    let rows = rows(&text);
    assert_eq!(rows.len(), 1);
    for (column, value) in [
        ("file", "in.pgn"),
        ("record", "1"),
        ("game", "chess"),
        ("event", "Spring/Cup"),
        ("date", "2024-05-17"),
        ("white", "Alder, Ann"),
        ("black", "Birch \"B\", Bo"),
        ("white_rating", "2400"),
        ("black_rating", ""),
        ("result", "1-0"),
        ("verdict", "consistent"),
        ("ending", ""),
        ("plies", "5"),
        ("unreplayed", "0"),
        ("moves", "e2e4 e7e5 g1f3 b8c6 f1b5"),
        ("errors", "0"),
    ] {
        assert_eq!(rows[0][column], value, "{column}");
    }
    let tags: std::collections::BTreeMap<String, String> = serde_json::from_str(&rows[0]["tags"]).unwrap();
    assert_eq!((tags.len(), tags["Black"].as_str()), (8, "Birch \"B\", Bo"));
}

#[test]
fn a_row_of_go_says_what_the_record_says() {
    let text = whole(&["--to", "csv", "--stdin-filename", "x.sgf"], GO);
    let rows = rows(&text);
    for (column, value) in [
        ("game", "go"),
        ("date", "2020-01-02"),
        ("white", "b"),
        ("black", "a"),
        ("result", "B+R"),
        ("board_size", "9"),
        ("komi", "5.5"),
        ("handicap", "2"),
        ("plies", "3"),
        ("moves", "ee pass ff"),
    ] {
        assert_eq!(rows[0][column], value, "{column}");
    }
}

#[test]
fn every_ply_has_its_row_with_what_is_said_of_it() {
    let text = whole(&["--to", "csv", "--every-ply"], CHESS);
    let plies = rows(&text);
    assert_eq!(plies.len(), 5);
    assert_eq!((&*plies[0]["clock"], &*plies[0]["evaluation"], &*plies[0]["color"]), ("600", "0.2", "white"));
    assert_eq!((&*plies[1]["clock"], &*plies[1]["evaluation"], &*plies[1]["san"]), ("598", "", "e5"));
    assert_eq!((&*plies[4]["ply"], &*plies[4]["move"], &*plies[4]["clock"]), ("5", "f1b5", ""));
    assert!(plies[2]["fen"].ends_with(" w KQkq - 0 2"));
    let go = whole(&["--to", "csv", "--every-ply", "--stdin-filename", "x.sgf"], GO);
    let go = rows(&go);
    assert_eq!(go.iter().map(|row| &*row["move"]).collect::<Vec<_>>(), ["ee", "pass", "ff"]);
    assert_eq!((&*go[0]["clock"], &*go[1]["color"]), ("59.5", "black"));
}

#[test]
fn the_columns_are_those_that_are_documented() {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/columns.md")).unwrap();
    for every_ply in [false, true] {
        let args: &[&str] = if every_ply { &["--to", "csv", "--every-ply"] } else { &["--to", "csv"] };
        let header = whole(args, CHESS).lines().next().unwrap().to_owned();
        let names: Vec<&str> = header.split(',').collect();
        let columns = jadoube::convert::columns(every_ply);
        assert_eq!(names, columns.iter().map(|(name, _)| *name).collect::<Vec<_>>());
        for (name, column) in columns {
            let kind = match column {
                jadoube::convert::Column::Name | jadoube::convert::Column::Text => "text",
                jadoube::convert::Column::Int => "integer",
                jadoube::convert::Column::Float => "number",
                jadoube::convert::Column::Day => "date",
            };
            assert!(readme.contains(&format!("\n| `{name}` | {kind} |")), "{name} is not documented as {kind}");
        }
    }
    assert!(readme.contains(&format!("Version {}", jadoube::convert::COLUMNS_VERSION)));
}

#[test]
fn what_a_form_cannot_hold_is_said_for_each_record() {
    let done = piped(&["--to", "uci", "--stdin-filename", "in.pgn"], format!("{CHESS}{CHESS}").as_bytes());
    assert_eq!(done.status.code(), Some(0));
    let said = String::from_utf8(done.stderr).unwrap();
    for game in ["in.pgn:1: game 1", "in.pgn:12: game 2"] {
        for lost in ["the tags and the result", "2 comments", "1 variation", "1 glyph"] {
            assert!(said.contains(&format!("{game}: not written: {lost}\n")), "{game}: {lost} in {said}");
        }
    }
    let csv = piped(&["--to", "csv"], CHESS.as_bytes());
    assert!(String::from_utf8(csv.stderr).unwrap().contains("not written: 1 variation\n"));
    let go = piped(&["--to", "csv", "--stdin-filename", "x.sgf"], GO.as_bytes());
    assert!(String::from_utf8(go.stderr).unwrap().contains("not written: the variations\n"));
    // A game that the form is not made for is left out.
    let chess = piped(&["--to", "gtp"], CHESS.as_bytes());
    assert_eq!((chess.status.code(), chess.stdout.len()), (Some(1), 0));
    assert!(String::from_utf8(chess.stderr).unwrap().contains("not written: a game of chess cannot be written as gtp"));
}

#[test]
fn a_report_of_check_is_told_from_a_game() {
    let report = "{\"type\":\"record\",\"schema\":1,\"file\":\"a.pgn\",\"record\":1}\n{\"type\":\"summary\",\"schema\":1}\n";
    let done = piped(&["--to", "pgn"], report.as_bytes());
    assert_eq!((done.status.code(), done.stdout.len()), (Some(1), 0));
    assert!(String::from_utf8(done.stderr).unwrap().contains("a JSON object of the type `record`, not a game"));
}
