//! How likely a move is that is missing from a record: what it does on the board, and whether the moves around it fit it.
//!
//! Often several moves would let the rest of a game be replayed. Players take what stands loose, retake, castle, leave no man to be
//! taken for nothing, and answer threats. The weights were fitted to 3,300 games of masters from which `scripts/slips.py` left out a
//! move (conditional logit over all repairs that make as many moves legal), rounded, in the unit of the cost of a slip.

use super::value;
use crate::chess::{Color, Move, Position, Role, Square, attacks};

const TAKES: i32 = 5;
const RETAKES: i32 = 5;
const CASTLES: i32 = 4;
/// A man that could be taken with gain goes away.
const ESCAPES: i32 = 4;
const CHECKS: i32 = 5;
/// The other side's next move takes the man that moved.
const IS_TAKEN: i32 = -2;
/// The other side's next move is by a man that the move attacks.
const IS_FLED: i32 = 4;
/// The man can be taken with gain, and is not.
const LOOSE: i32 = -12;
/// So it is with another man; for each pawn's worth.
const LEFT_LOOSE: i32 = -2;
/// A knight, a bishop or the queen goes to its own first rank.
const RETIRES: i32 = -3;

/// How likely a move is between the move before it and the answer to it.
pub(super) fn likelihood(position: &Position, mv: Move, before: Option<Move>, answer: Option<Move>) -> i32 {
    let us = position.side_to_move();
    let Some(role) = position.role_at(mv.from) else { return 0 };
    let mut after = *position;
    after.play(mv);
    let to = mv.target();
    let takes = position.is_capture(mv);
    let answered_on = |square: Square| answer.is_some_and(|answer| answer.to == square);
    let when = |yes: bool, weight: i32| if yes { weight } else { 0 };

    let mut sum = when(takes, TAKES) + when(takes && before.is_some_and(|before| before.to == mv.to), RETAKES);
    sum += when(mv.is_castling(), CASTLES) + when(after.is_check(), CHECKS);
    sum += when(!takes && is_loose(position, mv.from, us), ESCAPES);
    sum += when(answered_on(to), IS_TAKEN);
    sum += when(us.rank(mv.to.rank()) == 0 && matches!(role, Role::Knight | Role::Bishop | Role::Queen), RETIRES);

    let moved = after.role_at(to).unwrap_or(role);
    let attacked = attacks::of(moved, us, to, after.occupied()) & !attacks::of(role, us, mv.from, position.occupied());
    sum += when(answer.is_some_and(|answer| attacked.has(answer.from)), IS_FLED);

    let loose = |square: &Square| is_loose(&after, *square, us) && !answered_on(*square);
    sum += when(loose(&to), LOOSE);
    let left = after.color(us).into_iter().filter(|&square| square != to).filter(loose);
    let worth = left.filter_map(|square| after.role_at(square)).map(value).max().unwrap_or(0);
    sum + LEFT_LOOSE * worth as i32
}

/// Whether a man of ours can be taken with gain: by a lesser one, or because nobody guards it.
fn is_loose(position: &Position, square: Square, us: Color) -> bool {
    let Some(role) = position.role_at(square).filter(|role| *role != Role::King) else { return false };
    let all = position.attackers(square, position.occupied());
    let enemies = all & position.color(us.other());
    let lesser = enemies.into_iter().filter_map(|enemy| position.role_at(enemy)).any(|enemy| value(enemy) < value(role));
    lesser || (enemies.nonempty() && (all & position.color(us)).is_empty())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::chess::{Castling, Fen};

    #[test]
    fn a_retaking_move_is_likelier_than_a_quiet_one_and_that_than_a_blunder() {
        let fen = "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2";
        let position = Fen::read(fen, Castling::Either).unwrap().position;
        let mv = |uci: &str| position.read_uci(uci.as_bytes()).unwrap();
        let before = Some(Move::normal(Square::at(4, 3), Square::at(3, 4)));
        let likely = |uci: &str| likelihood(&position, mv(uci), before, None);
        assert!(likely("d8d5") > likely("g8f6"));
        assert!(likely("g8f6") > likely("c8h3"));
    }

    #[test]
    fn an_answer_by_the_man_that_is_attacked_speaks_for_the_move() {
        let fen = "4k3/8/8/8/6b1/8/7P/4K3 w - - 0 1";
        let position = Fen::read(fen, Castling::Either).unwrap().position;
        let mv = position.read_uci(b"h2h3").unwrap();
        let away = Move::normal(Square::at(6, 3), Square::at(5, 4));
        assert!(likelihood(&position, mv, None, Some(away)) > likelihood(&position, mv, None, None));
    }
}
