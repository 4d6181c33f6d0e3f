//! How likely a point is for a move, by the moves around it in time and its line.
//!
//! A slip moves a stone away from where the play is. Of two repairs that leave a legal game, the better one makes it look more like a
//! game: so the point that a repair supposes is held against the one that is written. The weights were fitted to 6,400 games damaged by
//! `scripts/go-slips.py` (conditional logit over all repairs that make as many moves legal), in tenths of the cost of a slip.

use super::line::Act;
use crate::go::Point;

/// For the moves just before and behind, and for the ones next to those: how much it counts that a move is as near as the table of
/// distances says.
const NEAR: [[i32; 5]; 2] = [[87, 68, 44, 28, 15], [51, 39, 21, 13, 8]];

/// The distances: the sum of columns, rows and the greater of both, which is 2 for a neighbour and 3 for a diagonal one.
const DISTANCES: [u32; 5] = [2, 4, 7, 11, 17];

/// The first to the fourth line.
const LINES: [i32; 4] = [-21, 5, 16, 8];

/// How likely a point is. `around`: the move before and the move behind, then those next to them.
pub(super) fn likelihood(point: Point, around: [[Option<Act>; 2]; 2], width: u8, height: u8) -> i32 {
    let mut sum = 0;
    for (acts, weights) in around.into_iter().zip(NEAR) {
        for other in acts.into_iter().flatten().filter_map(Act::point) {
            let (dx, dy) = (u32::from(other.column.abs_diff(point.column)), u32::from(other.row.abs_diff(point.row)));
            let distance = dx + dy + dx.max(dy);
            sum += DISTANCES.into_iter().zip(weights).find(|(far, _)| distance <= *far).map_or(0, |(_, weight)| weight);
        }
    }
    let line = point.column.min(point.row).min(width.saturating_sub(1 + point.column)).min(height.saturating_sub(1 + point.row));
    sum + LINES.get(usize::from(line)).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Color;

    #[test]
    fn near_the_last_moves_is_likelier_than_far_and_the_edge_is_not() {
        let at = |column, row| Point { column, row };
        let around = [[Some(Act::Stone(Color::Black, at(9, 9))), Some(Act::Pass(Color::Black))], [None, None]];
        let likely = |column, row| likelihood(at(column, row), around, 19, 19);
        assert!(likely(9, 10) > likely(9, 11) && likely(9, 11) > likely(9, 16));
        assert!(likely(2, 2) > likely(0, 2));
    }
}
