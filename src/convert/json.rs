//! JSON: a game as one object, flat, so that no depth of variations is too deep for a reader.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::chess::{ChessGame, Item};
use super::go::GoGame;
use crate::pgn::write::Writer;
use crate::record::Format;
use crate::sgf::document::{Document, Value};
use crate::sgf::write::{Layout, write};

/// The version of the form.
pub const SCHEMA: u32 = 1;

/// The JSON Schema of the form.
pub const fn schema() -> &'static str {
    include_str!("game.schema.json")
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GameObject<'a> {
    r#type: Cow<'a, str>,
    schema: u32,
    format: Cow<'a, str>,
    game: Cow<'a, str>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    variant: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tags: Option<Vec<(Cow<'a, str>, Cow<'a, str>)>>,
    /// The FEN it starts from, unless that is the standard array. Told for readers; the tags say it too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<ItemObject<'a>>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nodes: Option<Vec<NodeObject>>,
    complete: bool,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum ItemObject<'a> {
    Move { san: Cow<'a, str>, uci: Cow<'a, str> },
    Raw { raw: Cow<'a, str> },
    Comment { comment: Cow<'a, str> },
    Nag { nag: u16 },
    Null { null: bool },
    Open { open: bool },
    Close { close: bool },
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct NodeObject {
    parent: Option<u32>,
    properties: Vec<(String, Vec<ValueObject>)>,
}

/// A value: a text, a pair, or the text of a property of unknown type with its escapes.
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum ValueObject {
    Text(String),
    Pair((String, String)),
    Raw { raw: String },
}

/// Writes a game of chess.
pub(super) fn chess(game: &ChessGame<'_>, cut: bool, out: &mut Vec<u8>) {
    let object = GameObject {
        r#type: "game".into(),
        schema: SCHEMA,
        format: "pgn".into(),
        game: "chess".into(),
        variant: Some(game.variant.name().into()),
        tags: Some(game.tags.iter().map(|tag| (Cow::Borrowed(&*tag.name), Cow::Borrowed(&*tag.value))).collect()),
        start: game.start_fen(),
        moves: Some(game.items.iter().map(|item| item_object(item, game.is_chess960())).collect()),
        result: Some(game.result.into()),
        nodes: None,
        complete: !cut,
    };
    line(&object, out);
}

fn item_object<'a>(item: &'a Item<'_>, chess960: bool) -> ItemObject<'a> {
    match item {
        Item::Move(mv, san) => ItemObject::Move { san: Cow::Borrowed(san), uci: mv.uci(chess960).to_string().into() },
        Item::Null => ItemObject::Null { null: true },
        Item::Raw(raw) => ItemObject::Raw { raw: Cow::Borrowed(raw) },
        Item::Comment(comment) => ItemObject::Comment { comment: Cow::Borrowed(comment) },
        Item::Nag(nag) => ItemObject::Nag { nag: *nag },
        Item::Open => ItemObject::Open { open: true },
        Item::Close => ItemObject::Close { close: true },
    }
}

/// Writes a game in the tree form of SGF.
pub(super) fn go(game: &GoGame, out: &mut Vec<u8>) {
    let value = |value: &Value| match value {
        Value::Text(text) => ValueObject::Text(text.clone()),
        Value::Pair(a, b) => ValueObject::Pair((a.clone(), b.clone())),
        Value::Raw(raw) => ValueObject::Raw { raw: raw.clone() },
    };
    let nodes = game.document.nodes.iter().map(|node| NodeObject {
        parent: node.parent,
        properties: node.properties.iter().map(|p| (p.name.clone(), p.values.iter().map(value).collect())).collect(),
    });
    let object = GameObject {
        r#type: "game".into(),
        schema: SCHEMA,
        format: game.format.name().into(),
        game: Cow::Borrowed(&game.game),
        variant: None,
        tags: None,
        start: None,
        moves: None,
        result: None,
        nodes: Some(nodes.collect()),
        complete: true,
    };
    line(&object, out);
}

fn line(object: &GameObject<'_>, out: &mut Vec<u8>) {
    // Writing to memory cannot fail, and the form has no map with keys that are no strings.
    let _ = serde_json::to_writer(&mut *out, object);
    out.push(b'\n');
}

/// Why a JSON object is no game.
#[derive(Debug, thiserror::Error)]
pub enum JsonFault {
    /// It is no JSON, or has not the shape of a game.
    #[error("no game in JSON: {0}")]
    Shape(#[from] serde_json::Error),
    /// It is something else that this program writes.
    #[error("a JSON object of the type `{0}`, not a game")]
    Type(String),
    /// It is of a version that is not read here.
    #[error("a game in JSON of schema {0}; this program reads {SCHEMA}")]
    Version(u32),
    /// A part that its game needs is missing.
    #[error("a game in JSON without `{0}`")]
    Missing(&'static str),
    /// A node stands before its parent.
    #[error("node {0} has no parent before it")]
    Parent(usize),
}

/// Reads a game and gives it as a record in PGN or SGF, which is then read like any other.
///
/// # Errors
/// When the text is no game of this form.
pub fn from_json(text: &[u8]) -> Result<(Format, Vec<u8>), JsonFault> {
    #[derive(Deserialize)]
    struct Head {
        r#type: String,
        #[serde(default)]
        schema: u32,
    }
    let head: Head = serde_json::from_slice(text)?;
    if head.r#type != "game" {
        return Err(JsonFault::Type(head.r#type));
    }
    if head.schema != SCHEMA {
        return Err(JsonFault::Version(head.schema));
    }
    let object: GameObject<'_> = serde_json::from_slice(text)?;
    match (object.moves, object.nodes) {
        (Some(moves), _) => {
            let tags = object.tags.ok_or(JsonFault::Missing("tags"))?;
            Ok((Format::Pgn, pgn(&tags, &moves, object.result.as_deref().unwrap_or("*"))))
        }
        (None, Some(nodes)) => Ok((Format::Sgf, sgf(nodes)?)),
        (None, None) => Err(JsonFault::Missing("moves")),
    }
}

fn pgn(tags: &[(Cow<'_, str>, Cow<'_, str>)], moves: &[ItemObject<'_>], result: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut writer = Writer::new(&mut out);
    for (name, value) in tags {
        writer.tag(name, value);
    }
    writer.end_tags();
    for item in moves {
        match item {
            ItemObject::Move { san, .. } => writer.word(san),
            ItemObject::Raw { raw } => writer.word(raw),
            ItemObject::Comment { comment } => writer.comment(comment),
            ItemObject::Nag { nag } => writer.glyph(*nag),
            ItemObject::Null { .. } => writer.word("--"),
            ItemObject::Open { .. } => writer.open(),
            ItemObject::Close { .. } => writer.close(),
        }
    }
    writer.finish(result);
    out
}

fn sgf(nodes: Vec<NodeObject>) -> Result<Vec<u8>, JsonFault> {
    let mut document = Document::default();
    for (i, node) in nodes.into_iter().enumerate() {
        if node.parent.is_some_and(|p| p as usize >= i) {
            return Err(JsonFault::Parent(i));
        }
        let at = document.push(node.parent);
        for (name, values) in node.properties {
            for value in values {
                let value = match value {
                    ValueObject::Text(text) => Value::Text(text),
                    ValueObject::Pair((a, b)) => Value::Pair(a, b),
                    ValueObject::Raw { raw } => Value::Raw(raw),
                };
                document.add(at, &name, value);
            }
        }
    }
    Ok(write(&document, Layout::default()).into_bytes())
}
