//! A Go game as an owned tree: what the readers of server formats make, and what conversions write out.

use std::borrow::Cow;

use crate::finding::Span;
use crate::go::{Color, Point};
use crate::record::{Field, Format, GoAction, GoActionKind, GoNode, GoRecord};

/// A piece of game information.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Info {
    /// The SGF property that says the same: `PB`, `KM`, `RE`.
    pub property: &'static str,
    /// Its value, in the form SGF asks for.
    pub text: String,
    /// The place it was read from.
    pub span: Span,
}

/// A node of the game tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// The node before it, by index; `None` for the root.
    pub parent: Option<u32>,
    /// What it does.
    pub actions: Vec<GoAction>,
    /// The comment on it.
    pub comment: String,
    /// Its heading.
    pub name: String,
    /// Labels on points.
    pub labels: Vec<(Point, String)>,
    /// Seconds the move took, if the format counts them.
    pub seconds: Option<u32>,
    /// Its place.
    pub span: Span,
}

/// What a reader could not understand, or found to be wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// What kind of fault it is.
    pub kind: FaultKind,
    /// Its place.
    pub span: Span,
    /// What is wrong, in one sentence without a final stop.
    pub message: String,
}

/// The kinds of faults of these formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// A move that cannot be read.
    Move,
    /// A value of the header that cannot be read.
    Value,
    /// The size of the board.
    Size,
    /// An entry this program does not know; it is kept.
    Unknown,
    /// Something in front of the record.
    Before,
    /// Something behind the record.
    Behind,
    /// A part that is not ended.
    Open,
    /// The result.
    Result,
    /// The date is in no calendar.
    Date,
    /// Bytes that the charset does not explain.
    Encoding,
    /// The declared charset is not the real one.
    Charset,
    /// Two counts of handicap stones differ.
    Handicap,
}

/// A Go game with its information, moves, comments and variations.
#[derive(Debug, Clone)]
pub struct Game {
    /// The format it was read from.
    pub format: Format,
    /// The charset its text was read in.
    pub charset: &'static encoding_rs::Encoding,
    /// Columns of the board.
    pub width: u8,
    /// Rows of the board.
    pub height: u8,
    /// Game information, in the order of the source.
    pub info: Vec<Info>,
    /// Entries of the header that SGF has no property for, by their names in the source.
    pub other: Vec<(String, String)>,
    /// The nodes, the root first; a node stands behind its parent, and the main line before its variations.
    pub nodes: Vec<Node>,
    /// What could not be understood.
    pub faults: Vec<Fault>,
}

impl Game {
    /// A game with an empty root.
    pub(super) fn new(format: Format, size: u8) -> Self {
        let root = Node {
            parent: None,
            actions: Vec::new(),
            comment: String::new(),
            name: String::new(),
            labels: Vec::new(),
            seconds: None,
            span: Span::default(),
        };
        Game {
            format,
            charset: encoding_rs::UTF_8,
            width: size,
            height: size,
            info: Vec::new(),
            other: Vec::new(),
            nodes: vec![root],
            faults: Vec::new(),
        }
    }

    /// The value of a property of the game information.
    pub fn info(&self, property: &str) -> Option<&Info> {
        self.info.iter().find(|i| i.property == property)
    }

    /// How many moves the main line has, passes included.
    pub fn plies(&self) -> usize {
        let is_move = |a: &GoAction| {
            matches!(
                a.kind,
                GoActionKind::Play(..) | GoActionKind::PlayOffBoard(..) | GoActionKind::Unreadable(_) | GoActionKind::Pass(_)
            )
        };
        let line = self.nodes.iter().enumerate().take_while(|(i, n)| *i == 0 || n.parent == Some(*i as u32 - 1));
        line.map(|(_, n)| n.actions.iter().filter(|a| is_move(a)).count()).sum()
    }

    /// Sets a property that is not there yet; empty values say nothing.
    pub(super) fn set(&mut self, property: &'static str, text: impl Into<String>, span: Span) {
        let text = text.into();
        if !text.is_empty() && self.info(property).is_none() {
            self.info.push(Info { property, text, span });
        }
    }

    /// Keeps an entry that has no property in SGF.
    pub(super) fn keep(&mut self, name: &str, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.other.push((name.to_owned(), text));
        }
    }

    /// Notes a fault. What has one cause is one fault: lines in a row that belong to nothing, and bytes of a wrong charset.
    pub(super) fn fault(&mut self, kind: FaultKind, span: Span, message: impl Into<String>) {
        let runs_on = matches!(kind, FaultKind::Before | FaultKind::Behind | FaultKind::Encoding);
        if runs_on && let Some(fault) = self.faults.iter_mut().rev().take(4).find(|f| f.kind == kind) {
            fault.span.end = span.end;
            return;
        }
        self.faults.push(Fault { kind, span, message: message.into() });
    }

    /// Adds a node with one action behind another, and gives its index.
    pub(super) fn add(&mut self, parent: u32, action: Option<GoActionKind>, span: Span) -> u32 {
        self.nodes.push(Node {
            parent: Some(parent),
            actions: action.map(|kind| GoAction { kind, span }).into_iter().collect(),
            comment: String::new(),
            name: String::new(),
            labels: Vec::new(),
            seconds: None,
            span,
        });
        self.nodes.len() as u32 - 1
    }

    /// Adds a comment to a node, behind what is there.
    pub(super) fn comment(&mut self, node: u32, text: &str) {
        if let Some(node) = self.nodes.get_mut(node as usize).filter(|_| !text.is_empty()) {
            if !node.comment.is_empty() {
                node.comment.push('\n');
            }
            node.comment.push_str(text);
        }
    }

    /// Where a point given by column and row lands: on the board, or nowhere.
    pub(super) fn move_to(&self, color: Color, column: u8, row: u8) -> GoActionKind {
        if column < self.width && row < self.height {
            GoActionKind::Play(color, Point { column, row })
        } else {
            GoActionKind::PlayOffBoard(color, column, row)
        }
    }

    /// Writes the game into the neutral record that replay reads.
    pub fn fill(&self, record: &mut GoRecord) {
        record.clear();
        (record.width, record.height) = (self.width, self.height);
        for node in &self.nodes {
            record.nodes.push(GoNode {
                parent: node.parent.unwrap_or(u32::MAX),
                first_action: record.actions.len() as u32,
                span: node.span,
            });
            record.actions.extend_from_slice(&node.actions);
        }
        let field =
            |property| self.info(property).map(|info: &Info| Field { text: Cow::Owned(info.text.clone()), span: info.span });
        record.rules = field("RU");
        record.komi = field("KM");
        record.result = field("RE");
        record.handicap = field("HA");
        record.application = field("AP");
        record.place = field("PC");
        record.date = field("DT");
        record.time_limit = field("TM");
        record.overtime = field("OT");
        record.black_rank = field("BR");
        record.white_rank = field("WR");
    }
}
