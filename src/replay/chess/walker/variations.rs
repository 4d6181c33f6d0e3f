//! Into variations and out of them, and the path to where the walk is.

use super::{Frame, Line, Walker};
use crate::checks::{Check, chess_moves as say};
use crate::chess::Position;
use crate::pgn::Token;

impl Walker<'_> {
    /// A variation begins: an alternative to the last move.
    pub(super) fn open(&mut self, token: &Token) {
        let line = &mut self.line;
        if !line.moved {
            if !self.misplaced && line.alive {
                self.misplaced = true;
                let place = self.place(token.span, "(", self.line.ply + 1);
                self.say(Check::MisplacedVariation, || say::misplaced_variation(&place));
            }
            self.frames.push(Frame { before: self.position.pack(), line: self.line });
            self.line = Line::new(self.line.ply, self.line.alive);
            return;
        }
        line.siblings += 1;
        let next = Line { wrong_number: line.wrong_number, offset: line.offset, ..Line::new(line.ply - 1, line.before_alive) };
        self.frames.push(Frame { before: self.before.pack(), line: self.line });
        self.position = self.before;
        self.line = next;
    }

    /// A variation ends: the line it was left for goes on.
    pub(super) fn close(&mut self) {
        if self.frames.is_empty() {
            return;
        }
        self.finish_line();
        let Some(frame) = self.frames.pop() else { return };
        self.line = frame.line;
        self.line.numbered = false;
        self.position = Position::unpack(&frame.before);
        self.before = self.position;
        if self.line.moved && self.line.alive {
            match self.line.last {
                Some(mv) => self.position.play(mv),
                None => self.position.play_null(),
            }
        }
    }

    /// The path to the variation: at which ply, the how-manyth; of a deep one the outermost and the innermost steps.
    pub(super) fn path(&self) -> Option<String> {
        use std::fmt::Write as _;
        const SHOWN: usize = 8;
        let count = self.frames.len();
        if count == 0 {
            return None;
        }
        let mut path = String::new();
        let deep = count > 2 * SHOWN;
        let outer = self.frames.iter().take(if deep { SHOWN } else { count });
        let inner = self.frames.iter().skip(if deep { count - SHOWN } else { count });
        let step = |path: &mut String, frame: &Frame| {
            if !path.is_empty() {
                path.push('/');
            }
            let ply = if frame.line.moved { frame.line.ply } else { frame.line.ply + 1 };
            // Writing to a string cannot fail.
            let _ = write!(path, "{ply}.{}", frame.line.siblings.max(1));
        };
        outer.for_each(|frame| step(&mut path, frame));
        if deep {
            path.push_str("/…");
        }
        inner.for_each(|frame| step(&mut path, frame));
        Some(path)
    }
}
