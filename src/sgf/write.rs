//! Writes a record in FF\[4\]: values escaped, properties in one order, lines broken only between values.

use super::document::{Document, Node, Property, Value, is_area};
use super::properties::{Id, Kind, Place};
use super::values::{area, letter};

/// How a record is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// Lines are broken before this column where they can be.
    pub width: usize,
    /// Write for readers of FF\[3\]: passes as `tt`, no rectangles of points.
    pub ff3: bool,
}

impl Default for Layout {
    fn default() -> Self {
        Layout { width: 79, ff3: false }
    }
}

/// The order of the properties that have one: root, information, set-up, move, what is said of it, marks.
const ORDER: [&str; 64] = [
    "FF", "GM", "CA", "AP", "ST", "SZ", "GN", "EV", "RO", "DT", "PC", "PB", "BR", "BT", "PW", "WR", "WT", "KM", "HA", "RU", "TM",
    "OT", "RE", "ON", "AN", "CP", "SO", "US", "GC", "AB", "AW", "AE", "PL", "B", "W", "KO", "MN", "BL", "OB", "WL", "OW", "BM",
    "DO", "IT", "TE", "DM", "GB", "GW", "UC", "HO", "V", "N", "C", "LB", "CR", "MA", "SL", "SQ", "TR", "AR", "LN", "DD", "TB",
    "TW",
];

/// The place of a property in the order; those without one keep theirs, behind the others.
fn rank(name: &str) -> usize {
    ORDER.iter().position(|o| *o == name).unwrap_or(ORDER.len())
}

/// Writes a record. The root gets what FF\[4\] asks for: version, game, charset and, in Go, the size of the board.
pub fn write(document: &Document, layout: Layout) -> String {
    let mut writer = Writer { out: String::new(), column: 0, fresh: false, layout, wide: board_is_wide(document) };
    // Children by node, so that any order of nodes comes out right, without recursion.
    let count = document.nodes.len();
    let (mut first, mut next, mut last) = (vec![None; count], vec![None; count], vec![None; count]);
    let mut roots = Vec::new();
    for (i, node) in document.nodes.iter().enumerate() {
        match node.parent.map(|p| p as usize).filter(|&p| p < i) {
            None => roots.push(i),
            Some(parent) => {
                match last[parent] {
                    None => first[parent] = Some(i),
                    Some(before) => next[before] = Some(i),
                }
                last[parent] = Some(i);
            }
        }
    }
    for root in roots {
        let mut work = vec![Step::Close, Step::Node(root), Step::Open];
        while let Some(step) = work.pop() {
            match step {
                Step::Open => writer.open(),
                Step::Close => writer.close(),
                Step::Node(node) => {
                    writer.node(&document.nodes[node], node == root);
                    let Some(child) = first[node] else { continue };
                    if next[child].is_none() {
                        work.push(Step::Node(child));
                        continue;
                    }
                    let siblings: Vec<usize> = std::iter::successors(Some(child), |&c| next[c]).collect();
                    work.extend(siblings.iter().rev().flat_map(|&s| [Step::Close, Step::Node(s), Step::Open]));
                }
            }
        }
        writer.line();
    }
    writer.out
}

/// What is still to be written.
#[derive(Debug, Clone, Copy)]
enum Step {
    Open,
    Node(usize),
    Close,
}

/// Whether `tt` is a point of the board: then a pass cannot be written so.
fn board_is_wide(document: &Document) -> bool {
    let size = document.text(0, "SZ").unwrap_or("19");
    size.split(':').any(|n| n.trim().parse::<u8>().is_ok_and(|n| n > 19))
}

struct Writer {
    out: String,
    column: usize,
    /// The next node starts a new line.
    fresh: bool,
    layout: Layout,
    wide: bool,
}

impl Writer {
    /// A piece that stays on one line with what it starts, on a new line if this one is full.
    fn piece(&mut self, piece: &str) {
        let head = piece.split('\n').next().unwrap_or(piece).chars().count();
        if self.column > 0 && self.column + head > self.layout.width {
            self.line();
        }
        self.out.push_str(piece);
        match piece.rfind('\n') {
            Some(at) => self.column = piece[at + 1..].chars().count(),
            None => self.column += head,
        }
    }

    fn line(&mut self) {
        if self.column > 0 {
            self.out.push('\n');
            self.column = 0;
        }
    }

    fn open(&mut self) {
        self.fresh = false;
        self.line();
        self.piece("(");
    }

    fn close(&mut self) {
        self.fresh = false;
        self.piece(")");
    }

    fn node(&mut self, node: &Node, root: bool) {
        if std::mem::take(&mut self.fresh) {
            self.line();
        }
        let standard = Property { name: "SZ".to_owned(), values: vec![Value::Text("19".to_owned())] };
        let mut properties: Vec<&Property> = node.properties.iter().collect();
        let mut semicolon = ";".to_owned();
        if root {
            let text = |name: &str| node.properties.iter().find(|p| p.name == name).and_then(|p| p.values.first());
            let game = match text("GM") {
                Some(Value::Text(number)) if !number.is_empty() => number.clone(),
                _ => "1".to_owned(),
            };
            let version = if self.layout.ff3 { 3 } else { 4 };
            semicolon.push_str(&format!("FF[{version}]GM[{game}]CA[UTF-8]"));
            properties.retain(|p| !matches!(p.name.as_str(), "FF" | "GM" | "CA"));
            if game == "1" && text("SZ").is_none() {
                properties.push(&standard);
            }
        }
        properties.sort_by_key(|p| rank(&p.name));
        for property in properties {
            for (i, piece) in self.pieces(property).into_iter().enumerate() {
                if i == 0 {
                    self.piece(&format!("{semicolon}{}{piece}", property.name));
                    semicolon.clear();
                } else {
                    self.piece(&piece);
                }
            }
        }
        if !semicolon.is_empty() {
            self.piece(&semicolon);
        }
        self.fresh = root;
    }

    /// The values of a property, in brackets.
    fn pieces(&self, property: &Property) -> Vec<String> {
        let known = Id::named(&property.name).property();
        let mut pieces = Vec::with_capacity(property.values.len());
        for value in &property.values {
            match value {
                Value::Text(text) if known.kind == Kind::Move && known.place == Place::Move && text.is_empty() => {
                    let odd = self.layout.ff3 && !self.wide;
                    pieces.push(if odd { "[tt]".to_owned() } else { "[]".to_owned() });
                }
                Value::Text(text) if self.layout.ff3 && text.len() == 5 && is_area(text) && known.kind.is_list() => {
                    let Some(found) = area(text.as_bytes()) else { continue };
                    for y in found.from.1..=found.to.1 {
                        for x in found.from.0..=found.to.0 {
                            pieces.push(format!("[{}{}]", char::from(letter(x)), char::from(letter(y))));
                        }
                    }
                }
                // Where a colon divides, one that does not is escaped.
                Value::Text(text) if matches!(known.kind, Kind::Labels | Kind::Application | Kind::Figure) => {
                    pieces.push(format!("[{}]", escape(text, known.kind != Kind::Figure)));
                }
                Value::Text(text) => pieces.push(format!("[{}]", escape(text, false))),
                Value::Pair(a, b) => pieces.push(format!("[{}:{}]", escape(a, true), escape(b, true))),
                Value::Raw(text) => pieces.push(format!("[{text}]")),
            }
        }
        pieces
    }
}

/// A text with what would end it, or divide it, escaped.
pub fn escape(text: &str, colon: bool) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    for c in text.chars() {
        if matches!(c, '\\' | ']') || (colon && c == ':') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests;
