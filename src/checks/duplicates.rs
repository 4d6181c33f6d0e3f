//! What a game is recognised by: its start and the moves of its main line, whatever is said around them.

use xxhash_rust::xxh3::Xxh3;

use crate::record::{GoActionKind, GoRecord};
use crate::replay::ChessReplay;

/// The key of a chess game; none for one without moves or with moves that could not be replayed.
pub(super) fn chess(replay: &ChessReplay) -> Option<u128> {
    if replay.plies.is_empty() || !replay.is_complete() {
        return None;
    }
    let mut hash = Xxh3::new();
    hash.update(b"chess");
    // A position's key tells the move that led to it from all others.
    hash.update(&replay.start.key().to_le_bytes());
    for ply in &replay.plies {
        hash.update(&ply.key.to_le_bytes());
    }
    Some(hash.digest128())
}

/// The key of a Go game whose main line is the first `nodes` nodes; none for one without moves.
pub(super) fn go(record: &GoRecord, nodes: usize) -> Option<u128> {
    let mut hash = Xxh3::new();
    hash.update(&[b'g', record.width, record.height]);
    let mut moves = false;
    for node in 0..nodes.min(record.nodes.len()) {
        for action in record.actions_of(node) {
            let code = match action.kind {
                GoActionKind::Play(color, point) => [0, color as u8, point.column, point.row],
                GoActionKind::PlayOffBoard(color, column, row) => [1, color as u8, column, row],
                GoActionKind::Pass(color) => [2, color as u8, 0, 0],
                GoActionKind::SetUp(stone, point) => [3, stone.map_or(2, |color| color as u8), point.column, point.row],
                _ => continue,
            };
            moves |= code[0] < 3;
            hash.update(&code);
        }
    }
    moves.then(|| hash.digest128())
}
