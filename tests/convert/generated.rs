//! Generated records with everything in them: what was put in comes out, writing twice is writing once, and JSON carries all.

use jadoube::chess::{MoveList, Position};
use serde_json::Value;

use crate::common::*;

/// Numbers that look random and are the same in every run (SplitMix64).
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn pick<'t, T: ?Sized>(&mut self, list: &[&'t T]) -> &'t T {
        list[self.below(list.len())]
    }
}

/// What a game says, in the order of its text.
#[derive(Debug, Default, PartialEq)]
struct Said {
    tags: Vec<(String, String)>,
    moves: Vec<String>,
    comments: Vec<String>,
    glyphs: Vec<u64>,
    /// `(` and `)` with the number of moves before each.
    brackets: Vec<(char, usize)>,
}

// No lone bracket: at the start of a line it may be a tag, and the comment before it one that was left open.
const WORDS: [&str; 20] = [
    "good",
    "1.",
    "e4",
    "(not",
    "here)",
    "[%clk 0:05:01]",
    "[%eval -0.3]",
    "[%csl Ra1,Gb2]",
    "$5",
    ";",
    "{",
    "%",
    "%not",
    "]",
    "\"",
    "\\",
    "1-0",
    "Zürich",
    "棋",
    "*",
];
const BLANKS: [&str; 6] = [" ", "\n", "  ", "\t", "\r\n", " \n\n "];

fn comment(dice: &mut Dice, text: &mut String, said: &mut Said) {
    let words: Vec<&str> = (0..dice.below(12)).map(|_| dice.pick(&WORDS)).collect();
    let to_line_end = dice.one_in(4);
    let mut inner = String::new();
    for word in &words {
        if !inner.is_empty() || dice.one_in(3) {
            inner.push_str(if to_line_end { " " } else { dice.pick(&BLANKS) });
        }
        inner.push_str(word);
    }
    if to_line_end {
        if dice.one_in(3) {
            inner.push_str(" a brace } in it");
        }
        text.push_str(&format!(";{inner}\n"));
    } else {
        text.push_str(&format!("{{{inner}}}"));
    }
    said.comments.push(inner.split_ascii_whitespace().collect::<Vec<_>>().join(" "));
}

/// A line of play. A move is written plainly or in another way that means the same.
fn line(dice: &mut Dice, mut position: Position, mut plies: usize, depth: usize, text: &mut String, said: &mut Said) {
    let mut list = MoveList::new();
    while plies > 0 {
        plies -= 1;
        if dice.one_in(7) {
            comment(dice, text, said);
        }
        list.clear();
        position.legal_moves(&mut list);
        if list.is_empty() {
            return;
        }
        let before = position;
        // No blank line: behind one, a move with the number 1 begins the next game.
        text.push_str(if text.trim_end_matches(' ').ends_with('\n') { " " } else { dice.pick(&BLANKS[..5]) });
        if dice.one_in(2) {
            let dots = if position.side_to_move() as usize == 0 { "." } else { "..." };
            text.push_str(&format!("{}{dots}{}", position.fullmove_number(), if dice.one_in(2) { " " } else { "" }));
        }
        if depth > 0 && dice.one_in(12) && !position.is_check() {
            text.push_str("-- ");
            said.moves.push("--".to_owned());
            position.play_null();
        } else {
            let mv = list[dice.below(list.len())];
            let san = position.san(mv).as_str().to_owned();
            match dice.below(8) {
                // In `b8a6` the first letter may mean a bishop.
                0 if mv.promotion().is_none() && mv.from.file_letter() != b'b' => text.push_str(&mv.uci(false).to_string()),
                1 => text.push_str(san.trim_end_matches(['+', '#'])),
                _ => text.push_str(&san),
            }
            said.moves.push(san);
            position.play(mv);
        }
        if dice.one_in(9) {
            let (sign, glyph) = [("!", 1), ("?", 2), ("!!", 3), (" $36", 36), (" $140", 140), (" $0", 0)][dice.below(6)];
            text.push_str(sign);
            said.glyphs.push(glyph);
        }
        text.push(' ');
        if dice.one_in(6) {
            comment(dice, text, said);
        }
        while depth < 4 && dice.one_in(8 + 4 * depth) {
            text.push_str(dice.pick(&["(", " ( ", "(\n"]));
            said.brackets.push(('(', said.moves.len()));
            let length = 1 + dice.below(6);
            line(dice, before, length, depth + 1, text, said);
            text.push_str(dice.pick(&[")", " ) ", "\n)"]));
            said.brackets.push((')', said.moves.len()));
            if dice.one_in(3) {
                comment(dice, text, said);
            }
        }
    }
}

fn chess_game(dice: &mut Dice) -> (String, Said) {
    let mut said = Said::default();
    let result = dice.pick(&["1-0", "0-1", "1/2-1/2", "*"]);
    for name in ["Event", "Site", "Date", "Round", "White", "Black"] {
        said.tags.push((name.to_owned(), (0..1 + dice.below(3)).map(|_| dice.pick(&WORDS)).collect::<Vec<_>>().join(" ")));
    }
    said.tags.push(("Result".to_owned(), result.to_owned()));
    for name in ["Annotator", "X_1", "zzz", "ECO", "Own"] {
        if dice.one_in(2) {
            said.tags.push((name.to_owned(), dice.pick(&["a \"quoted\" \\ value", "B00", "", "ü", "]", "[x]"]).to_owned()));
        }
    }
    let mut text = String::new();
    let mut order: Vec<usize> = (0..said.tags.len()).collect();
    // Tags come in any order.
    for i in (1..order.len()).rev() {
        order.swap(i, dice.below(i + 1));
    }
    for &i in &order {
        let (name, value) = &said.tags[i];
        text.push_str(&format!("[{name} \"{}\"]\n", value.replace('\\', "\\\\").replace('"', "\\\"")));
    }
    text.push('\n');
    let plies = dice.below(60);
    line(dice, Position::STANDARD, plies, 0, &mut text, &mut said);
    text.push_str(&format!("\n{result}\n\n"));
    said.tags.sort();
    (text, said)
}

/// What the program says a game says.
fn said(game: &Value) -> Said {
    let mut said = Said::default();
    let string = |value: &Value| value.as_str().unwrap().to_owned();
    said.tags = game["tags"].as_array().unwrap().iter().map(|tag| (string(&tag[0]), string(&tag[1]))).collect();
    said.tags.sort();
    for item in game["moves"].as_array().unwrap() {
        let (kind, value) = item.as_object().unwrap().iter().next_back().unwrap();
        match kind.as_str() {
            "uci" | "san" => said.moves.push(string(&item["san"])),
            "null" => said.moves.push("--".to_owned()),
            "comment" => said.comments.push(string(value).split_ascii_whitespace().collect::<Vec<_>>().join(" ")),
            "nag" => said.glyphs.push(value.as_u64().unwrap()),
            "open" => said.brackets.push(('(', said.moves.len())),
            "close" => said.brackets.push((')', said.moves.len())),
            other => panic!("{other}"),
        }
    }
    said
}

#[test]
fn chess_games_keep_everything() {
    let mut dice = Dice(2024);
    let games: Vec<(String, Said)> = (0..400).map(|_| chess_game(&mut dice)).collect();
    let text: String = games.iter().map(|(text, _)| text.as_str()).collect();
    let (moves, comments) = games.iter().fold((0, 0), |n, (_, said)| (n.0 + said.moves.len(), n.1 + said.comments.len()));
    assert!(moves > 10_000 && comments > 2_000, "{moves} moves, {comments} comments");
    let normal = whole(&[], &text);
    for (form, input) in [("the record", &text), ("its normal form", &normal)] {
        let json = whole(&["--to", "ndjson"], input);
        assert_eq!(json.lines().count(), games.len(), "{form}");
        for (line, (text, expected)) in json.lines().zip(&games) {
            assert_eq!(&said(&serde_json::from_str(line).unwrap()), expected, "{form} of\n{text}");
        }
        assert!(whole(&["--to", "pgn"], &json) == normal, "{form} by way of JSON");
    }
    assert!(whole(&[], &normal) == normal, "the normal form of the normal form");
    let too_long = |line: &&str| line.chars().count() > 79 && !line.starts_with('[') && !line.contains(';');
    assert_eq!(normal.lines().find(too_long), None, "only tags and comments to the end of a line may be long");
    assert!(whole(&["--to", "pgn"], &whole(&["--to", "json"], &text)) == normal, "by way of one document");
}

/// A property of SGF: its name and values as their types have them.
type Property = (String, Vec<Value>);

fn sgf_text(dice: &mut Dice, encoded: &mut String) -> String {
    let mut plain = String::new();
    for _ in 0..dice.below(8) {
        match dice.below(9) {
            0 => (plain.push(']'), encoded.push_str("\\]")),
            1 => (plain.push('\\'), encoded.push_str("\\\\")),
            2 => (plain.push(':'), encoded.push_str(dice.pick(&[":", "\\:"]))),
            3 => (plain.push('\n'), encoded.push_str(dice.pick(&["\n", "\r\n"]))),
            // A soft line break is none.
            4 => (plain.push('x'), encoded.push_str("\\\nx")),
            5 => (plain.push('['), encoded.push('[')),
            6 => (plain.push_str("(;B)"), encoded.push_str("(;B)")),
            7 => (plain.push('棋'), encoded.push('棋')),
            _ => (plain.push_str("word "), encoded.push_str("wo\\rd ")),
        };
    }
    plain.push('.');
    encoded.push('.');
    plain
}

fn point(dice: &mut Dice) -> String {
    (0..2).map(|_| char::from(b'a' + dice.below(19) as u8)).collect()
}

fn sgf_node(dice: &mut Dice, color: usize, text: &mut String) -> Vec<Property> {
    text.push_str(dice.pick(&[";", " ;", ";\n"]));
    let mut properties: Vec<Property> = Vec::new();
    let at = point(dice);
    text.push_str(&format!("{}[{at}]", ["B", "W"][color]));
    properties.push((["B", "W"][color].to_owned(), vec![at.into()]));
    let mut names = vec!["C", "N", "LB", "TR", "AR", "TE", "QZ", "BL", "V"];
    while dice.one_in(2) && !names.is_empty() {
        let name = names.remove(dice.below(names.len()));
        text.push_str(dice.pick(&["", " ", "\n"]));
        text.push_str(name);
        let values = match name {
            "C" => {
                text.push('[');
                let plain = sgf_text(dice, text);
                text.push(']');
                vec![plain.into()]
            }
            "N" => {
                text.push_str("[a name\\]]");
                vec!["a name]".into()]
            }
            "LB" | "AR" => {
                let (a, mut b) = (point(dice), point(dice));
                if a == b {
                    b = if a == "aa" { "bb".to_owned() } else { "aa".to_owned() };
                }
                text.push_str(&format!(" [{a}:{b}]"));
                vec![serde_json::json!([a, b])]
            }
            "TR" => {
                text.push_str("[aa]\n[bb:dd]");
                vec!["aa".into(), "bb:dd".into()]
            }
            "QZ" => {
                text.push_str("[any\\: \\] thing][two]");
                vec![serde_json::json!({ "raw": "any\\: \\] thing" }), serde_json::json!({ "raw": "two" })]
            }
            _ => {
                text.push_str("[1]");
                vec!["1".into()]
            }
        };
        properties.push((name.to_owned(), values));
    }
    properties.sort_by(|a, b| a.0.cmp(&b.0));
    properties
}

/// Nodes in the order of their text, each with its parent.
fn sgf_line(
    dice: &mut Dice,
    mut parent: usize,
    length: usize,
    depth: usize,
    text: &mut String,
    nodes: &mut Vec<(usize, Vec<Property>)>,
) {
    for n in 0..length {
        let properties = sgf_node(dice, n % 2, text);
        nodes.push((parent, properties));
        parent = nodes.len();
    }
    if depth < 5 && dice.one_in(2) {
        for _ in 0..2 + dice.below(2) {
            text.push('(');
            let length = 1 + dice.below(5);
            sgf_line(dice, parent, length, depth + 1, text, nodes);
            text.push_str(dice.pick(&[")", "\n)"]));
        }
    }
}

#[test]
fn trees_of_go_keep_everything() {
    let mut dice = Dice(19);
    let mut text = String::new();
    let mut games = Vec::new();
    for _ in 0..300 {
        text.push_str("(;GM[1]FF[4]CA[UTF-8]SZ[19]");
        let mut nodes = Vec::new();
        let length = 1 + dice.below(20);
        sgf_line(&mut dice, 0, length, 0, &mut text, &mut nodes);
        text.push_str(")\n");
        games.push(nodes);
    }
    assert!(games.iter().map(Vec::len).sum::<usize>() > 5_000);
    let name = ["--stdin-filename", "x.sgf"];
    let normal = whole(&name, &text);
    for (form, input) in [("the record", &text), ("its normal form", &normal)] {
        let json = whole(&["--to", "ndjson", "--stdin-filename", "x.sgf"], input);
        assert_eq!(json.lines().count(), games.len(), "{form}");
        for (game, (line, expected)) in json.lines().zip(&games).enumerate() {
            let object: Value = serde_json::from_str(line).unwrap();
            let nodes = object["nodes"].as_array().unwrap();
            assert_eq!(nodes.len(), expected.len() + 1, "{form} {game}");
            for (node, (parent, properties)) in nodes.iter().skip(1).zip(expected) {
                let mut found: Vec<Property> = serde_json::from_value(node["properties"].clone()).unwrap();
                found.sort_by(|a, b| a.0.cmp(&b.0));
                assert_eq!((&node["parent"], &found), (&Value::from(*parent), properties), "{form} {game}");
            }
        }
        assert!(whole(&["--to", "sgf"], &json) == normal, "{form} by way of JSON");
    }
    assert!(whole(&name, &normal) == normal, "the normal form of the normal form");
}
