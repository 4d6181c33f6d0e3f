//! What replay carries from node to node besides the board, and how it names places in a record.

use crate::finding::Span;
use crate::go::{Color, HistoryMark, Mark, Point};

/// What changes from node to node besides the board.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct State {
    pub(super) ply: u32,
    pub(super) to_move: Option<Color>,
    /// Where the side to move may not retake.
    pub(super) ko: Option<Point>,
    pub(super) last: Option<Last>,
    /// The last moves are passes: 0, 1, or 2 if by both sides.
    pub(super) passes: u8,
    /// The faults of the last move, so that a run of them is reported once.
    pub(super) run: Run,
    /// No move has been made yet.
    pub(super) untouched: bool,
    /// White has not placed a stone yet.
    pub(super) opening: bool,
    pub(super) set_up: [u32; 2],
    pub(super) black_first: u32,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Last {
    pub(super) color: Color,
    pub(super) place: Place,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    On(Point),
    Off(u8, u8),
    Unreadable,
    Pass,
}

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Run {
    pub(super) turn: bool,
    pub(super) occupied: bool,
    pub(super) ko: bool,
    pub(super) repeated: bool,
    /// A pass after the end has been reported.
    pub(super) ended: bool,
}

/// A node with several children.
#[derive(Debug, Clone, Copy)]
pub(super) struct Branch {
    pub(super) node: u32,
    pub(super) board: Mark,
    pub(super) history: HistoryMark,
    pub(super) state: State,
    pub(super) path: usize,
    pub(super) children: u32,
}

/// A move that has been executed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Made {
    pub(super) color: Color,
    pub(super) point: Point,
    pub(super) span: Span,
    pub(super) forced: bool,
    pub(super) suicide: u32,
}

/// The name of a move as SGF writes it, without the colour.
pub(super) fn name(place: Place) -> String {
    match place {
        Place::On(point) => format!("[{point}]"),
        Place::Off(column, row) => format!("[{}]", Point { column, row }),
        Place::Unreadable => "[?]".to_string(),
        Place::Pass => "[]".to_string(),
    }
}

/// So many steps of a path are named at each of its ends; a path of any length must not make a message of any length.
const PATH_LIMIT: usize = 16;

/// The path to a variation: at which ply, and which of those there.
pub(super) fn variation(path: &[(u32, u32)]) -> Option<String> {
    if path.is_empty() {
        return None;
    }
    let mut text = String::new();
    for (i, (ply, number)) in path.iter().enumerate() {
        if path.len() > 2 * PATH_LIMIT && i >= PATH_LIMIT && i < path.len() - PATH_LIMIT {
            if i == PATH_LIMIT {
                text.push_str("/…");
            }
            continue;
        }
        if i > 0 {
            text.push('/');
        }
        text.push_str(&format!("{ply}.{number}"));
    }
    Some(text)
}
