//! Short trees in which every line ends without a mate by the side asked about.

use super::material;
use crate::chess::{Color, Position};

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
    // No more moves are made than matter: a list of all of them would cost more than the rest.
    let mut moves = [None; WIDTH];
    let mut count = 0;
    let too_many = position.each_legal_move(|mv| {
        let Some(slot) = moves.get_mut(count) else { return true };
        *slot = Some(mv);
        count += 1;
        depth == 0
    });
    if too_many {
        return false;
    }
    if count == 0 {
        return !position.is_check() || position.side_to_move() == side;
    }
    moves.iter().flatten().all(|mv| {
        let mut next = *position;
        next.play(*mv);
        material(&next, side) || line(&next, side, depth - 1, nodes)
    })
}
