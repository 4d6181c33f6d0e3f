//! Commands of the Go Text Protocol that set up the game on an engine.

use std::fmt::Write as _;

use super::go::GoGame;
use crate::sgf::document::Value;
use crate::sgf::values::{area, point};

/// The largest board whose columns the protocol can name.
const LARGEST: u8 = 25;

/// Writes a game: size, komi, set-up stones as moves, the main line.
pub(super) fn write(game: &GoGame, out: &mut Vec<u8>, lost: &mut Vec<String>) {
    if game.game != "go" || game.width != game.height || game.width > LARGEST {
        lost.push(format!("a board of {} by {}: the protocol names square boards up to {LARGEST}", game.width, game.height));
        return;
    }
    let size = game.width;
    let vertex = |text: &str| -> Option<String> {
        let (column, row) = point(text.as_bytes())?;
        (column < size && row < size).then(|| name(column, row, size))
    };
    let mut text = format!("boardsize {size}\nclear_board\n");
    let komi = game.info("KM");
    if let Some(komi) = komi.parse::<f64>().ok().filter(|k| k.is_finite()) {
        let _ = writeln!(text, "komi {komi}");
    } else if !komi.is_empty() {
        lost.push(format!("the komi `{komi}`, which is no number"));
    }
    let nodes = &game.document.nodes;
    for node in game.main_line() {
        for property in &nodes[node].properties {
            let color = match property.name.as_str() {
                "AB" | "B" => "black",
                "AW" | "W" => "white",
                "AE" => {
                    lost.push("points that were emptied".to_owned());
                    continue;
                }
                _ => continue,
            };
            for value in &property.values {
                let Value::Text(value) = value else { continue };
                if property.name.len() == 2 {
                    for (column, row) in points(value, size) {
                        let _ = writeln!(text, "play {color} {}", name(column, row, size));
                    }
                } else if value.is_empty() {
                    let _ = writeln!(text, "play {color} pass");
                } else if let Some(vertex) = vertex(value) {
                    let _ = writeln!(text, "play {color} {vertex}");
                } else {
                    lost.push(format!("the move {value}, which is off the board"));
                }
            }
        }
    }
    text.push('\n');
    out.extend_from_slice(text.as_bytes());
    if nodes.len() > game.main_line().len() {
        lost.push("the variations".to_owned());
    }
    lost.push("all but the moves, the size and the komi".to_owned());
}

fn points(value: &str, size: u8) -> Vec<(u8, u8)> {
    let text = value.as_bytes();
    if let Some(found) = area(text) {
        let (a, b) = (found.from, found.to);
        let columns = a.0.min(b.0)..=a.0.max(b.0).min(size.saturating_sub(1));
        return columns.flat_map(|c| (a.1.min(b.1)..=a.1.max(b.1).min(size.saturating_sub(1))).map(move |r| (c, r))).collect();
    }
    point(text).filter(|&(c, r)| c < size && r < size).into_iter().collect()
}

/// A vertex: columns from A without I, rows from below.
fn name(column: u8, row: u8, size: u8) -> String {
    let letter = b'A' + column + u8::from(column >= 8);
    format!("{}{}", char::from(letter), size - row)
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn vertices_leave_out_i() {
        assert_eq!((name(0, 18, 19), name(8, 0, 19), name(18, 9, 19)), ("A1".into(), "J19".into(), "T10".into()));
    }
}
