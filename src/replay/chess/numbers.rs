//! Move numbers against the moves they stand before.

use super::walker::Walker;
use crate::checks::{Check, chess_moves as say};
use crate::finding::{Edit, Span};
use crate::pgn::Token;

const NONE: u32 = u32::MAX;

impl Walker<'_> {
    /// A move number.
    #[inline]
    pub(super) fn number(&mut self, token: &Token) {
        self.line.numbered = true;
        if !self.line.alive {
            return;
        }
        let text = token.span.of(self.bytes());
        let mut number = 0u32;
        let mut digits = 0;
        for &byte in text {
            if !byte.is_ascii_digit() {
                break;
            }
            number = number.saturating_mul(10).saturating_add(u32::from(byte - b'0'));
            digits += 1;
        }
        let half_moves = self.played + self.line.ply;
        let due = half_moves / 2 + 1;
        let black = half_moves & 1 == 1;
        // `12...` before a move of White is wrong however right the number.
        let sides = black || text.len() - digits < 2;
        if number != due || !sides {
            self.wrong_number(token, number, due, digits);
        }
    }

    /// One finding for all wrong numbers of a line: they have one cause. Its repair mends them all.
    #[cold]
    fn wrong_number(&mut self, token: &Token, number: u32, due: u32, digits: usize) {
        if !self.wants(Check::WrongMoveNumber) {
            return;
        }
        let black = (self.played + self.line.ply) & 1 == 1;
        let offset = i32::try_from(i64::from(number) - i64::from(due)).unwrap_or(i32::MAX);
        let inherited = self.line.wrong_number != NONE;
        if !inherited || (!self.line.moved && self.line.offset != offset) {
            let right = if black { format!("{due}...") } else { format!("{due}.") };
            let text = String::from_utf8_lossy(token.span.of(self.bytes())).into_owned();
            let place = self.place(token.span, &text, self.line.ply + 1);
            self.pending.push(say::move_number(&place, &right));
            self.line.wrong_number = self.pending.len() as u32 - 1;
            self.line.offset = offset;
        }
        let start = token.span.start;
        let edit = match !black && token.span.len() > digits + 1 {
            // The periods are wrong, perhaps alone.
            true => Edit { span: token.span, text: format!("{due}.").into_bytes() },
            false => Edit { span: Span { start, end: start + digits as u32 }, text: due.to_string().into_bytes() },
        };
        self.add_edit(self.line.wrong_number, edit);
    }

    /// A move without the number that even the import format expects: White's, or the first of a line.
    #[cold]
    pub(super) fn number_is_missing(&mut self, token: &Token) {
        if !self.wants(Check::MissingMoveNumber) {
            return;
        }
        if self.missing_number == NONE {
            let text = self.text(token.span);
            let place = self.place(token.span, &text, self.line.ply + 1);
            self.pending.push(say::missing_number(&place));
            self.missing_number = self.pending.len() as u32 - 1;
        }
        let half_moves = self.played + self.line.ply;
        let periods = if half_moves & 1 == 1 { "..." } else { "." };
        let span = Span { start: token.span.start, end: token.span.start };
        self.add_edit(self.missing_number, Edit { span, text: format!("{}{periods} ", half_moves / 2 + 1).into_bytes() });
    }

    /// A word that is no move lacks no number: what was said of it is taken back.
    #[cold]
    pub(super) fn no_number_is_missing(&mut self, token: &Token) {
        let Some(fix) = self.pending.get_mut(self.missing_number as usize).and_then(|finding| finding.fix.as_mut()) else {
            return;
        };
        if fix.edits.pop_if(|edit| edit.span.start == token.span.start).is_some() && fix.edits.is_empty() {
            self.pending.remove(self.missing_number as usize);
            self.missing_number = NONE;
        }
    }

    fn add_edit(&mut self, finding: u32, edit: Edit) {
        if let Some(fix) = self.pending.get_mut(finding as usize).and_then(|finding| finding.fix.as_mut()) {
            fix.edits.push(edit);
        }
    }
}
