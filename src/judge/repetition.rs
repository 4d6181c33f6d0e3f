//! How often each position of a main line has occurred, by keys that know legal captures in passing and rights.

use crate::replay::ChessReplay;

/// How often a position has occurred, itself included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Count {
    /// In all.
    pub total: u8,
    /// In a row, each time after two moves of both players.
    pub in_a_row: u8,
}

/// Where repetitions first reach what the laws ask for, as plies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Repetition {
    /// The third occurrence of some position.
    pub third: Option<u32>,
    /// The fifth.
    pub fifth: Option<u32>,
    /// The fifth in a row.
    pub fifth_in_a_row: Option<u32>,
    /// Of the last position.
    pub last: Count,
}

/// The positions of a game by twelve bits of their keys: one that is not in it has not occurred, and nothing need be compared.
/// This takes three quarters off the cost of counting.
struct Seen([u64; 64]);

impl Seen {
    fn new(start: u64) -> Seen {
        let mut seen = Seen([0; 64]);
        seen.add(start);
        seen
    }

    /// Adds a position; whether it may have been there before.
    fn add(&mut self, key: u64) -> bool {
        let (word, bit) = (&mut self.0[(key >> 58) as usize], 1 << (key & 63));
        let known = *word & bit != 0;
        *word |= bit;
        known
    }
}

/// Counts the repetitions of a main line. `counts` is a buffer to use again.
///
/// A position is compared only with those since the last capture or pawn move, every second of them, the latest first: a match
/// already knows how often it had occurred before.
pub fn count(replay: &ChessReplay, counts: &mut Vec<Count>) -> Repetition {
    const ONCE: Count = Count { total: 1, in_a_row: 1 };
    let mut repetition = Repetition { last: ONCE, ..Repetition::default() };
    // No position comes back in fewer than four plies, and most games never go four without a capture or pawn move back and
    // forth; `counts` is kept only from the first match on, since before it every count is one.
    counts.clear();
    let mut barrier = 0;
    let start = replay.start.key();
    let mut seen = Seen::new(start);
    for (index, ply) in replay.plies.iter().enumerate() {
        let at = index + 1;
        if ply.mv.is_none() {
            // A null move is no move of the game: nothing before it can be repeated after it.
            barrier = at;
        }
        let reach = (ply.halfmove_clock as usize).min(at - barrier);
        let key_at = |at: usize| if at == 0 { start } else { replay.plies[at - 1].key };
        let before = match seen.add(ply.key) && reach >= 4 {
            true => (4..=reach).step_by(2).map(|back| at - back).find(|before| key_at(*before) == ply.key),
            false => None,
        };
        let Some(before) = before else {
            if !counts.is_empty() {
                counts.push(ONCE);
            }
            repetition.last = ONCE;
            continue;
        };
        let earlier = counts.get(before).copied().unwrap_or(ONCE);
        let in_a_row = if at - before == 4 { earlier.in_a_row.saturating_add(1) } else { 1 };
        let count = Count { total: earlier.total.saturating_add(1), in_a_row };
        counts.resize(at, ONCE);
        counts.push(count);
        let ply = at as u32;
        if count.total >= 3 {
            repetition.third.get_or_insert(ply);
        }
        if count.total >= 5 {
            repetition.fifth.get_or_insert(ply);
        }
        if count.in_a_row >= 5 {
            repetition.fifth_in_a_row.get_or_insert(ply);
        }
        repetition.last = count;
    }
    repetition
}
