//! Short trees in which every line ends without a mate by the side asked about.

use super::material;
use crate::chess::{Color, MoveList, Position};

/// How deep the tree may be.
const DEPTH: u32 = 7;
/// How many positions it may have.
const NODES: u32 = 150;
/// How many moves a position in it may have: more of them do not all lead to a dead end.
const WIDTH: usize = 10;

/// Whether `side` cannot mate because all lines from here are forced.
pub(super) fn proves(position: &Position, side: Color) -> bool {
    // A tree so short cannot take more men than this away from a side that has still to be stripped.
    if (position.color(side)).count() > DEPTH.div_ceil(2) + 2 {
        return position.is_stalemate();
    }
    let mut nodes = 0;
    line(position, side, DEPTH, &mut nodes)
}

/// Depth is bounded by [`DEPTH`], so the recursion is.
fn line(position: &Position, side: Color, depth: u32, nodes: &mut u32) -> bool {
    *nodes += 1;
    if *nodes > NODES {
        return false;
    }
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    if moves.is_empty() {
        return !position.is_check() || position.side_to_move() == side;
    }
    if depth == 0 || moves.len() > WIDTH {
        return false;
    }
    moves.iter().all(|mv| {
        let mut next = *position;
        next.play(*mv);
        material(&next, side) || line(&next, side, depth - 1, nodes)
    })
}
