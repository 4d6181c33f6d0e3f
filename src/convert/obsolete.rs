//! What FF\[1\] to FF\[3\] say with properties that FF\[4\] has others for, said as FF\[4\] does.
//!
//! After the page "Converting old SGF files to FF\[4\]" of the standard. What has no successor with the same meaning is kept as it is.

use crate::go::{Board, Color, Point};
use crate::sgf::document::{Document, Node, Property, Value};
use crate::sgf::values::{area, is_real, letter, number, point};

/// Up to how many nodes are replayed for the marks of one record: which kind of mark an `M` means hangs on the stones.
const MOST_REPLAYED: usize = 1 << 20;

/// Rewrites the properties of a game of Go. `version` is the one the record says, if it says one.
pub(super) fn renew(document: &mut Document, version: Option<i64>, width: u8, height: u8) {
    let mut replayed = 0;
    for at in 0..document.nodes.len() {
        let wants_board = document.nodes[at].properties.iter().any(|p| p.name == "M");
        let board = wants_board.then(|| board_after(document, at, (width, height), &mut replayed));
        let Some(node) = document.nodes.get_mut(at) else { return };
        letters(node);
        if let Some(board) = board {
            marks(node, board.as_ref());
        }
        overtime(node);
        // In FF[4] these have another meaning. A record that says no version is of the first.
        if version.unwrap_or(1) < 4 {
            mixed_judgement(node);
            view(node);
        }
    }
}

fn find<'n>(node: &'n Node, name: &str) -> Option<(usize, &'n [Value])> {
    let at = node.properties.iter().position(|p| p.name == name)?;
    Some((at, &node.properties[at].values))
}

/// The points of a list; `None` if it holds anything else.
fn points(values: &[Value]) -> Option<Vec<String>> {
    let name = |value: &Value| match value {
        Value::Text(text) if point(text.as_bytes()).is_some() => Some(text.clone()),
        _ => None,
    };
    values.iter().map(name).collect()
}

/// Adds a value to a list of a node, unless it is there.
fn add(node: &mut Node, name: &str, value: Value) {
    match node.properties.iter_mut().find(|p| p.name == name) {
        Some(property) if property.values.contains(&value) => {}
        Some(property) => property.values.push(value),
        None => node.properties.push(Property { name: name.to_owned(), values: vec![value] }),
    }
}

/// `L[aa][bb]` is `LB[aa:A][bb:B]`.
fn letters(node: &mut Node) {
    let Some((at, values)) = find(node, "L") else { return };
    let Some(points) = points(values).filter(|points| points.len() <= 52) else { return };
    let labelled = |wanted: &String| {
        let labels = find(node, "LB").map(|(_, labels)| labels).unwrap_or_default();
        labels.iter().any(|label| matches!(label, Value::Pair(point, _) if point == wanted))
    };
    if points.iter().any(labelled) {
        return;
    }
    node.properties.remove(at);
    for (i, point) in points.into_iter().enumerate() {
        // A to Z, then a to z.
        let label = char::from(letter((i as u8 + 26) % 52));
        add(node, "LB", Value::Pair(point, label.to_string()));
    }
}

/// `M` is `MA` on an empty point and `TR` on a stone.
fn marks(node: &mut Node, board: Option<&Board>) {
    let Some((at, values)) = find(node, "M") else { return };
    let Some(points) = points(values) else { return };
    node.properties.remove(at);
    for name in points {
        let stone = point(name.as_bytes()).and_then(|(column, row)| {
            let point = Point { column, row };
            board.filter(|board| board.holds(point))?.get(point)
        });
        add(node, if stone.is_some() { "TR" } else { "MA" }, Value::Text(name));
    }
}

/// The board after a node; `None` if the record asks for too many.
fn board_after(document: &Document, node: usize, (width, height): (u8, u8), replayed: &mut usize) -> Option<Board> {
    let parent = |&at: &usize| document.nodes.get(at)?.parent.map(|parent| parent as usize);
    let mut path: Vec<usize> = std::iter::successors(Some(node), parent).take(MOST_REPLAYED).collect();
    *replayed += path.len();
    if *replayed > MOST_REPLAYED {
        return None;
    }
    path.reverse();
    let mut board = Board::new(width, height);
    for at in path {
        for property in &document.nodes[at].properties {
            let stone = match property.name.as_str() {
                "B" | "AB" => Some(Color::Black),
                "W" | "AW" => Some(Color::White),
                "AE" => None,
                _ => continue,
            };
            for value in &property.values {
                let Value::Text(text) = value else { continue };
                let Some(found) = area(text.as_bytes()) else { continue };
                for row in found.from.1..=found.to.1.min(height.saturating_sub(1)) {
                    for column in found.from.0..=found.to.0.min(width.saturating_sub(1)) {
                        match stone {
                            Some(color) if property.name.len() == 1 => {
                                board.play(color, Point { column, row });
                            }
                            _ => {
                                board.set_up(stone, Point { column, row });
                            }
                        }
                    }
                }
            }
        }
    }
    Some(board)
}

/// So many moves in so long a time.
fn overtime(node: &mut Node) {
    let text = |name| match find(node, name) {
        Some((_, [Value::Text(text)])) => Some(text.trim().to_owned()),
        _ => None,
    };
    let (Some(moves), Some(time)) = (text("OM"), text("OP")) else { return };
    if find(node, "OT").is_none() && number(moves.as_bytes()).is_some_and(|n| n > 0) && is_real(time.as_bytes()) {
        node.properties.retain(|p| p.name != "OM" && p.name != "OP");
        add(node, "OT", Value::Text(format!("{moves}/{time} Canadian")));
    }
}

/// Good and bad at once: an interesting move if good comes first, else a doubtful one.
fn mixed_judgement(node: &mut Node) {
    let plain = |values: &[Value]| matches!(values, [Value::Text(text)] if text.is_empty() || text == "1");
    let (Some((good, te)), Some((bad, bm))) = (find(node, "TE"), find(node, "BM")) else { return };
    if plain(te) && plain(bm) && find(node, "IT").is_none() && find(node, "DO").is_none() {
        let name = if good < bad { "IT" } else { "DO" };
        node.properties.retain(|p| p.name != "TE" && p.name != "BM");
        add(node, name, Value::Text(String::new()));
    }
}

/// A part of the board, by two corners.
fn view(node: &mut Node) {
    let Some((at, [Value::Text(first), Value::Text(last)])) = find(node, "VW") else { return };
    let (Some(a), Some(b)) = (point(first.as_bytes()), point(last.as_bytes())) else { return };
    let corner = |x: u8, y: u8| format!("{}{}", char::from(letter(x)), char::from(letter(y)));
    let view = format!("{}:{}", corner(a.0.min(b.0), a.1.min(b.1)), corner(a.0.max(b.0), a.1.max(b.1)));
    node.properties[at].values = vec![Value::Text(view)];
}
