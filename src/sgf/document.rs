//! A record as an owned tree of decoded values: what a writer lays out and what conversions read and make.

use super::game::{Play, Source, color, id, play};
use super::properties::{Id, Kind, Place, Spelling};
use super::scan::Stepping;
use super::token::{Token, TokenKind};
use super::tree::{Entry, NO_NODE};
use super::values::{area, compose, letter, point, trim, unescape};
use crate::go::Color;

/// A value, decoded to Unicode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Text without escapes.
    Text(String),
    /// The two halves of a composed value, without escapes.
    Pair(String, String),
    /// The value of a property whose type is not known, with its escapes as they were.
    Raw(String),
}

/// A property and its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property {
    /// Its name, in capitals.
    pub name: String,
    /// Its values; at least one.
    pub values: Vec<Value>,
}

/// A node.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Node {
    /// The node before it, by index; `None` for a root.
    pub parent: Option<u32>,
    /// Its properties.
    pub properties: Vec<Property>,
}

/// A record as an owned tree.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Document {
    /// The nodes: each behind its parent, the main line before its variations.
    pub nodes: Vec<Node>,
    /// What the record says and this tree cannot hold, each in a few words.
    pub lost: Vec<String>,
}

impl Document {
    /// Adds a node and returns its index.
    pub fn push(&mut self, parent: Option<u32>) -> u32 {
        self.nodes.push(Node { parent, properties: Vec::new() });
        (self.nodes.len() - 1) as u32
    }

    /// Sets a property of a node to one text.
    pub fn set(&mut self, node: u32, name: &str, text: impl Into<String>) {
        self.add(node, name, Value::Text(text.into()));
    }

    /// Adds a value to a property of a node.
    pub fn add(&mut self, node: u32, name: &str, value: Value) {
        if let Some(node) = self.nodes.get_mut(node as usize) {
            match node.properties.iter_mut().find(|p| p.name == name) {
                Some(property) => property.values.push(value),
                None => node.properties.push(Property { name: name.to_owned(), values: vec![value] }),
            }
        }
    }

    /// The first text of a property of a node.
    pub fn text(&self, node: u32, name: &str) -> Option<&str> {
        let property = self.nodes.get(node as usize)?.properties.iter().find(|p| p.name == name)?;
        match property.values.first()? {
            Value::Text(text) | Value::Raw(text) | Value::Pair(text, _) => Some(text),
        }
    }

    /// Reads a record, whatever its version, into the types of FF\[4\]: a property once in a node, a node with one move or with
    /// set-up but not both, names in capitals, passes as empty values.
    pub fn read(source: &Source<'_>, width: u8, height: u8, go: bool) -> Document {
        let mut reader = Reader { source, width, height, go, out: Document::default() };
        // The last node that each node of the record has become.
        let mut became: Vec<u32> = Vec::with_capacity(source.tree.nodes.len());
        for (i, node) in source.tree.nodes.iter().enumerate() {
            let parent = if node.parent == NO_NODE { None } else { became.get(node.parent as usize).copied() };
            let last = reader.node(source.tree.entries_of(i), parent);
            became.push(last);
        }
        reader.out
    }
}

struct Reader<'a> {
    source: &'a Source<'a>,
    width: u8,
    height: u8,
    go: bool,
    out: Document,
}

impl Reader<'_> {
    /// Reads one node, which becomes two or more if it mixes what may not be mixed; returns the last of them.
    fn node(&mut self, entries: &[Entry], parent: Option<u32>) -> u32 {
        let is_move = |e: &&Entry| e.id == id::B || e.id == id::W;
        let moves = entries.iter().filter(is_move).count();
        let set_up = entries.iter().any(|e| e.id.property().place == Place::SetUp);
        let mut at = self.out.push(parent);
        if moves > 0 && set_up {
            // The name too: it may be that of a variation, which starts here.
            let stays = |e: &Entry| e.id == id::N || matches!(e.id.property().place, Place::Root | Place::Info | Place::SetUp);
            for entry in entries.iter().filter(|e| stays(e)) {
                self.property(at, entry);
            }
            at = self.out.push(Some(at));
            self.moves(&mut at, entries.iter().filter(|e| !stays(e)));
        } else {
            self.moves(&mut at, entries.iter());
        }
        at
    }

    /// Properties of a node; every second move starts a new one.
    fn moves<'e>(&mut self, at: &mut u32, entries: impl Iterator<Item = &'e Entry>) {
        let mut moved = false;
        for entry in entries {
            if (entry.id == id::B || entry.id == id::W) && std::mem::replace(&mut moved, true) {
                *at = self.out.push(Some(*at));
            }
            self.property(*at, entry);
        }
    }

    fn property(&mut self, node: u32, entry: &Entry) {
        let tokens = self.source.values(entry);
        let Some(name) = self.name(entry) else {
            let lost = self.source.name(entry);
            self.out.lost.push(format!(
                "a value that stands behind no property: {}",
                String::from_utf8_lossy(&lost[..lost.len().min(40)])
            ));
            return;
        };
        let kind = entry.id.property().kind;
        // A property without a value means the empty one.
        let first = tokens.first().map_or_else(|| Value::Text(String::new()), |&t| self.value(entry, kind, t));
        let known = self.out.nodes[node as usize].properties.iter().position(|p| p.name == name);
        if kind.is_list() {
            self.add_list(node, &name, first, entry, kind);
            return;
        }
        let rest: Vec<Value> = tokens.iter().skip(1).map(|&t| self.value(entry, kind, t)).collect();
        let mut values = std::iter::once(first).chain(rest).filter(|v| known.is_none() || !is_empty(v));
        let slot = match known {
            Some(slot) => slot,
            None => {
                let Some(value) = values.next() else { return };
                self.out.add(node, &name, value);
                self.out.nodes[node as usize].properties.len() - 1
            }
        };
        for value in values {
            let kept = &mut self.out.nodes[node as usize].properties[slot].values[0];
            if is_empty(kept) {
                *kept = value;
            } else if is_empty(&value) || *kept == value {
                continue;
            } else if let (Kind::Text, Value::Text(text), Value::Text(more)) = (kind, &mut *kept, &value) {
                text.push('\n');
                text.push_str(more);
            } else {
                self.out.lost.push(format!("a second value of {name}: {}", shown(&value)));
            }
        }
    }

    /// The values of a list, each once.
    fn add_list(&mut self, node: u32, name: &str, first: Value, entry: &Entry, kind: Kind) {
        let tokens = self.source.values(entry);
        self.out.add(node, name, first);
        let Some(property) = self.out.nodes[node as usize].properties.iter().position(|p| p.name == name) else { return };
        for &token in tokens.iter().skip(1) {
            let value = self.value(entry, kind, token);
            self.out.nodes[node as usize].properties[property].values.push(value);
        }
        let values = &mut self.out.nodes[node as usize].properties[property].values;
        if kind != Kind::Any && values.len() > 1 {
            let mut seen = std::collections::HashSet::new();
            values.retain(|v| !is_empty(v) && seen.insert(shown(v)));
            if values.is_empty() {
                values.push(Value::Text(String::new()));
            }
        }
    }

    /// The name in capitals; `None` if there is none.
    fn name(&self, entry: &Entry) -> Option<String> {
        if entry.id != Id::UNKNOWN {
            return Some(entry.id.property().name.to_owned());
        }
        let token = self.source.tokens.get(entry.name as usize)?;
        if token.kind != TokenKind::Name {
            return None;
        }
        let written = self.source.name(entry);
        let capitals = written.iter().filter(|b| b.is_ascii_uppercase());
        let name: String = match entry.spelling {
            Spelling::Plain => capitals.map(|&b| char::from(b)).collect(),
            // What has no capitals at all was meant to have them.
            _ => written.iter().filter(|b| b.is_ascii_alphabetic()).map(|b| char::from(b.to_ascii_uppercase())).collect(),
        };
        (!name.is_empty()).then_some(name)
    }

    fn value(&self, entry: &Entry, kind: Kind, token: Token) -> Value {
        let bytes = token.inner().of(self.source.bytes);
        let plain = |bytes: &[u8]| String::from_utf8_lossy(trim(bytes)).into_owned();
        match kind {
            Kind::Move if self.go => match play(bytes, self.width, self.height) {
                Play::Pass | Play::OddPass => Value::Text(String::new()),
                _ => Value::Text(plain(bytes)),
            },
            Kind::Stones | Kind::Points | Kind::PointsOrNone | Kind::Letters if self.go => match area(trim(bytes)) {
                Some(found) if found.odd && found.from != found.to => {
                    Value::Text(format!("{}:{}", point_name(found.from), point_name(found.to)))
                }
                Some(found) if found.odd => Value::Text(point_name(found.from)),
                _ => Value::Text(plain(bytes)),
            },
            Kind::Color => match color(trim(bytes)) {
                Some(Color::Black) => Value::Text("B".to_owned()),
                Some(Color::White) => Value::Text("W".to_owned()),
                None => Value::Text(plain(bytes)),
            },
            Kind::Number | Kind::Real | Kind::Double | Kind::Size | Kind::None => {
                Value::Text(unescape(&self.decoded(token), false).trim().to_owned())
            }
            Kind::Labels | Kind::Application | Kind::Figure | Kind::PointPairs => {
                let text = self.decoded(token);
                match compose(text.as_bytes()) {
                    Some((a, b)) => {
                        let half = |bytes: &[u8]| unescape(&String::from_utf8_lossy(bytes), false);
                        Value::Pair(half(a), half(b))
                    }
                    None => Value::Text(unescape(&text, false)),
                }
            }
            Kind::Text => Value::Text(unescape(&self.decoded(token), true)),
            Kind::Any if entry.id == Id::UNKNOWN || kind == Kind::Any => Value::Raw(closed(self.decoded(token))),
            _ => Value::Text(unescape(&self.decoded(token), false)),
        }
    }

    /// The text of a value in Unicode, escapes as they are. What was not escaped and should have been, is.
    fn decoded(&self, token: Token) -> String {
        let raw = token.inner().of(self.source.bytes);
        let text = self.source.encoding.decode_without_bom_handling(raw).0;
        if !token.has(Token::BARE_BRACKET) {
            return text.into_owned();
        }
        let mut out = String::with_capacity(text.len() + 4);
        let mut from = 0;
        for at in super::unescaped_brackets(text.as_bytes(), Stepping::Bytes) {
            out.push_str(&text[from..at]);
            out.push('\\');
            from = at;
        }
        out.push_str(&text[from..]);
        out
    }
}

/// A raw value that would eat its closing bracket gets the backslash that makes it whole.
fn closed(mut text: String) -> String {
    let slashes = text.bytes().rev().take_while(|&b| b == b'\\').count();
    if slashes % 2 == 1 {
        text.push('\\');
    }
    text
}

fn point_name((x, y): (u8, u8)) -> String {
    [letter(x), letter(y)].map(char::from).iter().collect()
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Text(text) | Value::Raw(text) => text.is_empty(),
        Value::Pair(..) => false,
    }
}

/// A value as one text.
fn shown(value: &Value) -> String {
    match value {
        Value::Text(text) | Value::Raw(text) => text.clone(),
        Value::Pair(a, b) => format!("{a}:{b}"),
    }
}

/// Whether a text is a point or a rectangle of points.
pub(super) fn is_area(text: &str) -> bool {
    point(text.as_bytes()).is_some() || area(text.as_bytes()).is_some()
}
