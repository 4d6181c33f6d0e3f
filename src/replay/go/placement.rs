//! `HA` against the black stones that are set up, or placed before White's first.

use super::Replay;
use crate::checks::go_moves;

impl Replay<'_> {
    /// Judges the handicap once, when White places the first stone of the main line or the line ends.
    pub(super) fn judge_handicap(&mut self) {
        if !self.main || std::mem::replace(&mut self.handicap_judged, true) {
            return;
        }
        let [black, white] = self.state.set_up;
        let first = self.state.black_first;
        let declared = self.handicap.unwrap_or(0);
        if white > 0 {
            return; // a position, not a handicap
        }
        let placed = if black < declared { black + first } else { black };
        self.facts.handicap = match placed {
            0 | 1 => 0,
            _ if self.handicap.is_some_and(|h| h < 2) && black == 0 => 0,
            _ if declared >= 2 || black > 0 => placed,
            _ => 0,
        };
        let fits = match self.handicap {
            None => true,
            // White first on a board with black stones is a handicap game whatever HA says.
            Some(0 | 1) => black < 2 || self.state.ply == 0 || self.state.last.is_some(),
            Some(_) => placed == declared,
        };
        if !fits && let Some(field) = &self.record.handicap {
            let span = field.span;
            let finding = go_moves::handicap_mismatch(span, declared, black, first);
            self.findings.push(finding);
        }
    }
}
