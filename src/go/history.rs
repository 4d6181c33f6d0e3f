//! Which positions have been on the board: ko by the whole board, repetitions and their cycles.
//!
//! The path from the root is a list; a table of its keys answers "has this been?" with one look. Both shrink when a variation is
//! left, in the order they grew, so the table needs no marks for what was taken out.

use super::Color;

/// A position of the path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Entry {
    key: u64,
    ply: u32,
    /// The entry before it with the same stones, plus 1; 0 if there is none.
    before: u32,
    to_move: Option<Color>,
}

/// An earlier moment with the same stones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Earlier {
    /// After which ply.
    pub ply: u32,
    /// Whose turn it was then.
    pub to_move: Option<Color>,
    index: u32,
}

/// The positions on the way from the root to here.
#[derive(Debug, Clone, Default)]
pub struct History {
    path: Vec<Entry>,
    /// Slots hold the index of the last entry with that key, plus 1. The length is a power of two.
    table: Vec<u32>,
    /// Entries before this index are of another epoch: stones have been set up since.
    floor: u32,
}

/// A moment the history can return to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HistoryMark {
    length: u32,
    floor: u32,
}

impl History {
    /// Forgets everything; room for a game of usual length is kept.
    pub fn clear(&mut self) {
        if self.path.len() * 2 < self.table.len() / 4 {
            // A short game before: taking its entries out costs less than wiping the table.
            self.shrink(0);
        } else {
            self.path.clear();
            self.table.clear();
            self.table.resize(1024, 0);
        }
        self.floor = 0;
    }

    /// Adds the position that stands after `ply`; says when the same stones were there before, the latest time first.
    pub fn enter(&mut self, key: u64, to_move: Option<Color>, ply: u32) -> Option<Earlier> {
        if (self.path.len() + 1) * 2 > self.table.len() {
            self.grow();
        }
        let slot = self.slot(key);
        let before = self.table[slot];
        self.path.push(Entry { key, ply, before, to_move });
        self.table[slot] = self.path.len() as u32;
        self.earlier(before)
    }

    /// Tells whose turn it was in the last position, if that was not known.
    pub fn learn(&mut self, to_move: Color) {
        if let Some(last) = self.path.last_mut() {
            last.to_move.get_or_insert(to_move);
        }
    }

    /// The time before `one` with the same stones.
    pub fn before(&self, one: Earlier) -> Option<Earlier> {
        self.path.get(one.index as usize).and_then(|e| self.earlier(e.before))
    }

    /// Begins a new epoch: what was before no longer counts as an earlier position.
    pub fn cut(&mut self) {
        self.floor = self.path.len() as u32;
    }

    /// This moment.
    pub fn mark(&self) -> HistoryMark {
        HistoryMark { length: self.path.len() as u32, floor: self.floor }
    }

    /// Returns to a moment.
    pub fn undo(&mut self, mark: HistoryMark) {
        self.shrink(mark.length as usize);
        self.floor = mark.floor;
    }

    fn earlier(&self, before: u32) -> Option<Earlier> {
        let index = before.checked_sub(1).filter(|i| *i >= self.floor)?;
        let entry = self.path.get(index as usize)?;
        Some(Earlier { ply: entry.ply, to_move: entry.to_move, index })
    }

    /// The slot of a key, or the free one where it belongs.
    fn slot(&self, key: u64) -> usize {
        let mask = self.table.len() - 1;
        let mut slot = key as usize & mask;
        loop {
            match self.table[slot].checked_sub(1) {
                None => return slot,
                Some(index) if self.path[index as usize].key == key => return slot,
                Some(_) => slot = (slot + 1) & mask,
            }
        }
    }

    fn shrink(&mut self, length: usize) {
        while self.path.len() > length {
            let Some(&Entry { key, before, .. }) = self.path.last() else { break };
            let slot = self.slot(key);
            self.table[slot] = before;
            self.path.pop();
        }
    }

    fn grow(&mut self) {
        let length = (self.table.len() * 2).max(1024);
        self.table.clear();
        self.table.resize(length, 0);
        for i in 0..self.path.len() {
            let slot = self.slot(self.path[i].key);
            self.table[slot] = i as u32 + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fresh() -> History {
        let mut history = History::default();
        history.clear();
        history
    }

    #[test]
    fn the_latest_time_comes_first() {
        let mut h = fresh();
        assert_eq!(h.enter(5, None, 0), None);
        assert_eq!(h.enter(6, None, 1), None);
        assert_eq!(h.enter(5, Some(Color::White), 2).map(|e| e.ply), Some(0));
        let last = h.enter(5, None, 3);
        assert_eq!(last.map(|e| (e.ply, e.to_move)), Some((2, Some(Color::White))));
        assert_eq!(last.and_then(|e| h.before(e)).map(|e| e.ply), Some(0));
    }

    #[test]
    fn a_new_epoch_knows_nothing_of_the_old() {
        let mut h = fresh();
        h.enter(5, None, 0);
        let mark = h.mark();
        h.cut();
        assert_eq!(h.enter(5, None, 1), None);
        h.undo(mark);
        assert_eq!(h.enter(5, None, 1).map(|e| e.ply), Some(0));
    }

    #[test]
    fn growing_and_shrinking_lose_nothing() {
        let mut h = fresh();
        // Keys that fall into few slots, so that probing is put to the test.
        let key = |i: u64| (i % 7) << 60 | (i << 32) | (i % 3);
        let mut marks = Vec::new();
        for i in 0..5000 {
            marks.push(h.mark());
            assert_eq!(h.enter(key(i), None, i as u32), None);
        }
        for i in (2500..5000).rev() {
            h.undo(marks[i]);
        }
        for i in 0..2500 {
            let mark = h.mark();
            assert_eq!(h.enter(key(i), None, 9999).map(|e| e.ply), Some(i as u32));
            h.undo(mark);
        }
        assert_eq!(h.enter(key(3000), None, 9999), None);
        h.clear();
        assert_eq!(h.enter(key(1), None, 0), None);
    }
}
