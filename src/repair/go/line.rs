//! The main line of a Go record as steps that can be made from anywhere.

use crate::finding::Span;
use crate::go::{Board, Color, Point};
use crate::record::{GoActionKind, GoRecord};

/// A main line longer than any game is not searched.
const LONGEST: usize = 2_000;

/// What a step does to the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Act {
    Set(Option<Color>, Point),
    Stone(Color, Point),
    /// A move that names no point of the board.
    Nowhere(Color),
    Pass(Color),
}

impl Act {
    /// Who moves, if it is a move.
    pub(super) const fn mover(self) -> Option<Color> {
        match self {
            Act::Set(..) => None,
            Act::Stone(color, _) | Act::Nowhere(color) | Act::Pass(color) => Some(color),
        }
    }

    /// Where a stone is played.
    pub(super) const fn point(self) -> Option<Point> {
        match self {
            Act::Stone(_, point) => Some(point),
            Act::Set(..) | Act::Nowhere(_) | Act::Pass(_) => None,
        }
    }
}

/// One step.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    pub(super) act: Act,
    /// The value, with its brackets.
    pub(super) span: Span,
    /// The node it stands in.
    pub(super) node: Span,
    /// How many moves come before it.
    pub(super) ply: u32,
    /// The record knows that the move is illegal (`KO[]`).
    pub(super) forced: bool,
}

/// The steps of the main line; `None` if it is too long.
pub(super) fn main_line(record: &GoRecord) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    let mut ply = 0;
    for (index, node) in record.nodes.iter().enumerate() {
        if index > 0 && node.parent as usize != index - 1 {
            break;
        }
        let actions = record.actions_of(index);
        let forced = actions.iter().any(|action| action.kind == GoActionKind::Forced);
        for action in actions {
            let on = |point: Point| point.column < record.width && point.row < record.height;
            let act = match action.kind {
                GoActionKind::SetUp(stone, point) => Act::Set(stone, point),
                GoActionKind::Play(color, point) if on(point) => Act::Stone(color, point),
                GoActionKind::Play(color, _) | GoActionKind::PlayOffBoard(color, ..) | GoActionKind::Unreadable(color) => {
                    Act::Nowhere(color)
                }
                GoActionKind::Pass(color) => Act::Pass(color),
                GoActionKind::ToPlay(_) | GoActionKind::Forced | GoActionKind::Territory(..) => continue,
            };
            if steps.len() == LONGEST {
                return None;
            }
            steps.push(Step { act, span: action.span, node: node.span, ply, forced });
            ply += u32::from(act.mover().is_some());
        }
    }
    Some(steps)
}

/// A board, and what of the rules a replay must know.
#[derive(Debug)]
pub(super) struct Replay {
    pub(super) board: Board,
    pub(super) suicide_is_legal: bool,
    /// So many moves may still be made.
    pub(super) budget: u32,
}

/// What the last moves leave behind besides stones.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct After {
    /// Where the side to move may not retake.
    pub(super) ko: Option<Point>,
    /// Who moved last.
    pub(super) last: Option<Color>,
}

/// How far a replay came.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run {
    /// The first step that is illegal; the number of steps if none is.
    pub(super) reached: usize,
    /// How often a colour moves twice in a row before it.
    pub(super) odd: u32,
}

impl Replay {
    /// Does one thing to the board; `false` if it is illegal.
    pub(super) fn act(&mut self, act: Act, forced: bool, after: &mut After, odd: &mut u32) -> bool {
        if self.budget == 0 {
            return false;
        }
        self.budget -= 1;
        let ko = after.ko.take();
        if let Some(mover) = act.mover() {
            *odd += u32::from(after.last == Some(mover));
            after.last = Some(mover);
        }
        match act {
            Act::Set(stone, point) => {
                self.board.set_up(stone, point);
                true
            }
            Act::Pass(_) => true,
            Act::Nowhere(_) => false,
            Act::Stone(color, point) => {
                let free = self.board.holds(point) && self.board.get(point).is_none() && ko != Some(point);
                if !free && !forced {
                    return false;
                }
                let played = self.board.play(color, point);
                after.ko = played.ko.filter(|_| free);
                forced || played.suicide == 0 || self.suicide_is_legal
            }
        }
    }

    /// Makes acts in place of the steps that end before `next`, and then the steps from there on.
    pub(super) fn run(&mut self, steps: &[Step], instead: &[Act], next: usize, mut after: After) -> Option<Run> {
        let mut odd = 0;
        if !instead.iter().all(|&act| self.act(act, false, &mut after, &mut odd)) {
            return None;
        }
        for (at, step) in steps.iter().enumerate().skip(next) {
            if !self.act(step.act, step.forced, &mut after, &mut odd) {
                return Some(Run { reached: at, odd });
            }
        }
        Some(Run { reached: steps.len(), odd })
    }
}
