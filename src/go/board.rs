//! Stones on a board that takes moves, and takes them back. It knows no ruleset and no history.
//!
//! Chains are circular lists of stones under one head. A head counts pseudo-liberties: pairs of a stone and an empty neighbour.
//! That number is 0 exactly when the chain has no liberty, and unlike a count of distinct liberties it needs no search when
//! chains merge: a move costs a few array accesses, whatever the size of its chain.
//!
//! Cells are indexed under a mask into arrays of fixed size, so that no access needs a bounds check.

use super::Color;
use super::Point;
use super::grid::{BLACK, BORDER, EMPTY, Grid, Shape, WHITE, stone};

const CELLS: usize = 4096;
const MASK: usize = CELLS - 1;

/// How many entries of the undo log are kept at most: 128 MB, far beyond any record but one made to exhaust memory.
const LOG_LIMIT: usize = 32 << 20;

const fn splitmix(state: u64) -> u64 {
    let mut z = state.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

const fn keys() -> [[u64; 2]; CELLS] {
    let mut table = [[0; 2]; CELLS];
    let mut i = 0;
    while i < CELLS {
        table[i] = [splitmix(2 * i as u64 + 1), splitmix(2 * i as u64 + 2)];
        i += 1;
    }
    table
}

static KEYS: [[u64; 2]; CELLS] = keys();

/// What a move did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Played {
    /// Stones of the opponent taken off.
    pub captured: u32,
    /// Own stones taken off, because the move left them without a liberty.
    pub suicide: u32,
    /// The point where the opponent would retake a ko.
    pub ko: Option<Point>,
}

/// A moment the board can return to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    log: usize,
    key: u64,
    stones: [u32; 2],
}

// The arrays that the undo log restores.
const COLOR: u32 = 0;
const HEAD: u32 = 1;
const NEXT: u32 = 2;
const LIBERTIES: u32 = 3;
const SIZE: u32 = 4;

/// A board in play.
#[derive(Debug, Clone)]
pub struct Board {
    shape: Shape,
    stride: usize,
    key: u64,
    stones: [u32; 2],
    color: Box<[u8; CELLS]>,
    head: Box<[u16; CELLS]>,
    next: Box<[u16; CELLS]>,
    liberties: Box<[u16; CELLS]>,
    size: Box<[u16; CELLS]>,
    /// The cells emptied by the last move.
    removed: Vec<u16>,
    /// Array (3 bits), cell (12 bits) and old value (16 bits) of each write since logging began.
    log: Vec<u32>,
    logging: bool,
}

impl Default for Board {
    fn default() -> Self {
        Board::new(19, 19)
    }
}

impl Board {
    /// An empty board; the sides are held between 1 and 52.
    pub fn new(width: u8, height: u8) -> Self {
        let mut board = Board {
            shape: Shape::new(1, 1),
            stride: 2,
            key: 0,
            stones: [0; 2],
            color: Box::new([BORDER; CELLS]),
            head: Box::new([0; CELLS]),
            next: Box::new([0; CELLS]),
            liberties: Box::new([0; CELLS]),
            size: Box::new([0; CELLS]),
            removed: Vec::new(),
            log: Vec::new(),
            logging: false,
        };
        board.reset(width, height);
        board
    }

    /// Empties the board and gives it another size; forgets the undo log and stops logging.
    pub fn reset(&mut self, width: u8, height: u8) {
        self.shape = Shape::new(width, height);
        self.stride = self.shape.stride();
        self.shape.clear(&mut self.color[..]);
        self.key = 0;
        self.stones = [0; 2];
        self.removed.clear();
        self.log.clear();
        self.logging = false;
    }

    /// Columns.
    pub fn width(&self) -> u8 {
        self.shape.width
    }

    /// Rows.
    pub fn height(&self) -> u8 {
        self.shape.height
    }

    /// Whether the point lies on the board.
    pub fn holds(&self, point: Point) -> bool {
        self.shape.holds(point)
    }

    /// The Zobrist key of the stones.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// How many black and white stones there are.
    pub fn stones(&self) -> [u32; 2] {
        self.stones
    }

    /// The stone on a point; `None` if it is empty or off the board.
    pub fn get(&self, point: Point) -> Option<Color> {
        if !self.shape.holds(point) {
            return None;
        }
        match self.color[self.shape.cell(point) & MASK] {
            BLACK => Some(Color::Black),
            WHITE => Some(Color::White),
            _ => None,
        }
    }

    /// Starts to remember what is needed to return to this moment.
    pub fn mark(&mut self) -> Mark {
        self.logging = true;
        Mark { log: self.log.len(), key: self.key, stones: self.stones }
    }

    /// Returns to a moment. Marks made after it are void.
    pub fn undo(&mut self, mark: Mark) {
        while self.log.len() > mark.log {
            let Some(entry) = self.log.pop() else { break };
            let (cell, old) = ((entry >> 16) as usize & MASK, entry as u16);
            match entry >> 28 {
                COLOR => self.color[cell] = old as u8,
                HEAD => self.head[cell] = old,
                NEXT => self.next[cell] = old,
                LIBERTIES => self.liberties[cell] = old,
                _ => self.size[cell] = old,
            }
        }
        self.key = mark.key;
        self.stones = mark.stones;
        self.removed.clear();
    }

    /// Stops remembering: earlier marks can no longer be returned to.
    pub fn forget(&mut self) {
        self.logging = false;
        self.log.clear();
    }

    /// Whether the undo log has outgrown what any honest record needs.
    pub fn exhausted(&self) -> bool {
        self.log.len() > LOG_LIMIT
    }

    /// Plays a stone. A stone that stands on the point already is replaced, as FF\[4\] asks of readers: an illegal move is executed.
    /// The opponent's chains without liberty come off first, then the own chain if it has none. A point off the board changes nothing.
    pub fn play(&mut self, color: Color, point: Point) -> Played {
        if !self.shape.holds(point) {
            self.removed.clear();
            return Played::default();
        }
        let cell = self.shape.cell(point);
        let played = if self.logging { self.play_at::<true>(color, cell) } else { self.play_at::<false>(color, cell) };
        Played { captured: played.0, suicide: played.1, ko: (played.2 != 0).then(|| self.shape.point(played.2)) }
    }

    /// Sets a stone up, or empties a point, without capturing anything. `false` if that changes nothing.
    pub fn set_up(&mut self, stone: Option<Color>, point: Point) -> bool {
        self.removed.clear();
        if !self.shape.holds(point) || self.get(point) == stone {
            return false;
        }
        let cell = self.shape.cell(point);
        if self.logging {
            self.set_up_at::<true>(stone, cell)
        } else {
            self.set_up_at::<false>(stone, cell)
        }
        true
    }

    /// Whether the stone on a point belongs to a chain without a liberty (possible only by set-up).
    pub fn is_strangled(&self, point: Point) -> bool {
        self.get(point).is_some() && self.liberties[self.head[self.shape.cell(point) & MASK] as usize & MASK] == 0
    }

    /// Copies the stones to a board at rest.
    pub fn copy_to(&self, grid: &mut Grid) {
        grid.shape = self.shape;
        grid.cells.clear();
        grid.cells.extend_from_slice(&self.color[..self.shape.cells()]);
    }

    /// The board before the move that was played last at `point` by `color`, from the board after it.
    pub fn before_last(&self, color: Color, point: Point, suicide: bool, grid: &mut Grid) {
        self.copy_to(grid);
        let back = if suicide { color } else { color.other() };
        for &cell in &self.removed {
            if let Some(value) = grid.cells.get_mut(cell as usize) {
                *value = stone(back);
            }
        }
        grid.set(point, None);
    }

    /// What a cell holds.
    pub(crate) fn cell(&self, cell: usize) -> u8 {
        self.color[cell & MASK]
    }

    /// The cells emptied by the last move.
    pub(crate) fn removed(&self) -> &[u16] {
        &self.removed
    }

    /// Plays on an empty cell; returns the cell of a ko, or 0.
    pub(crate) fn play_cell(&mut self, color: Color, cell: usize) -> usize {
        if self.logging { self.play_at::<true>(color, cell).2 } else { self.play_at::<false>(color, cell).2 }
    }

    /// Whether a move on an empty cell without empty neighbours would be suicide.
    pub(crate) fn is_suicide(&self, color: Color, cell: usize) -> bool {
        let own = stone(color);
        let around = self.around(cell);
        for next in around {
            let value = self.color[next];
            if !matches!(value, BLACK | WHITE) {
                continue;
            }
            let head = self.head[next] & MASK as u16;
            // How many of the chain's pseudo-liberties are this cell.
            let contacts = around.iter().filter(|&&n| self.color[n] == value && self.head[n] == head).count() as u16;
            if (self.liberties[head as usize & MASK] == contacts) != (value == own) {
                return false;
            }
        }
        true
    }

    fn around(&self, cell: usize) -> [usize; 4] {
        [(cell.wrapping_sub(self.stride)) & MASK, (cell.wrapping_sub(1)) & MASK, (cell + 1) & MASK, (cell + self.stride) & MASK]
    }

    fn note<const LOG: bool>(&mut self, array: u32, cell: usize, old: u16) {
        if LOG {
            self.log.push(array << 28 | (cell as u32) << 16 | u32::from(old));
        }
    }

    fn write<const LOG: bool>(&mut self, array: u32, cell: usize, value: u16) {
        let cell = cell & MASK;
        let place = match array {
            HEAD => &mut self.head[cell],
            NEXT => &mut self.next[cell],
            LIBERTIES => &mut self.liberties[cell],
            _ => &mut self.size[cell],
        };
        let old = std::mem::replace(place, value);
        self.note::<LOG>(array, cell, old);
    }

    fn write_color<const LOG: bool>(&mut self, cell: usize, value: u8) {
        let cell = cell & MASK;
        let old = std::mem::replace(&mut self.color[cell], value);
        self.note::<LOG>(COLOR, cell, u16::from(old));
    }

    /// Adds `by` to the pseudo-liberties of a chain (wrapping: `-1` is `u16::MAX`).
    fn add_liberties<const LOG: bool>(&mut self, head: usize, by: u16) {
        let value = self.liberties[head & MASK].wrapping_add(by);
        self.write::<LOG>(LIBERTIES, head, value);
    }

    /// Puts a stone on an empty cell and joins it to its neighbours, without capturing anything.
    fn place<const LOG: bool>(&mut self, color: Color, cell: usize) {
        let own = stone(color);
        let around = self.around(cell);
        let mut free = 0;
        for next in around {
            match self.color[next] {
                EMPTY => free += 1,
                BORDER => {}
                _ => self.add_liberties::<LOG>(self.head[next] as usize, u16::MAX),
            }
        }
        self.write_color::<LOG>(cell, own);
        self.key ^= KEYS[cell & MASK][color as usize];
        self.stones[color as usize] += 1;
        self.write::<LOG>(HEAD, cell, cell as u16);
        self.write::<LOG>(NEXT, cell, cell as u16);
        self.write::<LOG>(LIBERTIES, cell, free);
        self.write::<LOG>(SIZE, cell, 1);
        for next in around {
            if self.color[next] == own {
                self.merge::<LOG>(self.head[cell & MASK] as usize, self.head[next] as usize);
            }
        }
    }

    /// Joins two chains under the head of the larger, so that a stone changes its head only a few times in a game.
    fn merge<const LOG: bool>(&mut self, one: usize, two: usize) {
        if one == two {
            return;
        }
        let (large, small) = if self.size[one & MASK] >= self.size[two & MASK] { (one, two) } else { (two, one) };
        let mut cell = small;
        loop {
            self.write::<LOG>(HEAD, cell, large as u16);
            cell = self.next[cell & MASK] as usize;
            if cell == small {
                break;
            }
        }
        // Swapping the successors of one stone of each circle makes one circle of two.
        let (a, b) = (self.next[large & MASK], self.next[small & MASK]);
        self.write::<LOG>(NEXT, large, b);
        self.write::<LOG>(NEXT, small, a);
        self.add_liberties::<LOG>(large, self.liberties[small & MASK]);
        let size = self.size[large & MASK] + self.size[small & MASK];
        self.write::<LOG>(SIZE, large, size);
    }

    /// Takes the chain of a stone off the board and lists its cells in `removed`. Returns how many there were.
    fn lift<const LOG: bool>(&mut self, first: usize) -> u32 {
        let color = (self.color[first & MASK] == WHITE) as usize;
        let mut cell = first & MASK;
        let mut count = 0;
        loop {
            self.write_color::<LOG>(cell, EMPTY);
            self.key ^= KEYS[cell][color];
            self.removed.push(cell as u16);
            count += 1;
            for next in self.around(cell) {
                if matches!(self.color[next], BLACK | WHITE) {
                    self.add_liberties::<LOG>(self.head[next] as usize, 1);
                }
            }
            cell = self.next[cell] as usize & MASK;
            if cell == first & MASK {
                break;
            }
        }
        self.stones[color] -= count;
        count
    }

    fn play_at<const LOG: bool>(&mut self, color: Color, cell: usize) -> (u32, u32, usize) {
        self.removed.clear();
        if matches!(self.color[cell & MASK], BLACK | WHITE) {
            if self.color[cell & MASK] == stone(color) {
                return (0, 0, 0);
            }
            self.set_up_at::<LOG>(None, cell);
            self.removed.clear();
        }
        self.place::<LOG>(color, cell);
        let enemy = stone(color.other());
        let mut captured = 0;
        let mut last = 0;
        for next in self.around(cell) {
            if self.color[next] == enemy && self.liberties[self.head[next] as usize & MASK] == 0 {
                captured += self.lift::<LOG>(next);
                last = next;
            }
        }
        let head = self.head[cell & MASK] as usize & MASK;
        if self.liberties[head] == 0 {
            return (captured, self.lift::<LOG>(cell), 0);
        }
        let ko = captured == 1 && self.size[head] == 1 && self.liberties[head] == 1;
        (captured, 0, if ko { last } else { 0 })
    }

    fn set_up_at<const LOG: bool>(&mut self, stone: Option<Color>, cell: usize) {
        let old = match self.color[cell & MASK] {
            BLACK => Some(Color::Black),
            WHITE => Some(Color::White),
            _ => None,
        };
        if let Some(old) = old {
            // Taking a stone out may split its chain: lift the whole of it and put the other stones back.
            let start = self.removed.len();
            self.lift::<LOG>(cell);
            for i in start..self.removed.len() {
                let other = self.removed[i] as usize;
                if other != cell & MASK {
                    self.place::<LOG>(old, other);
                }
            }
            self.removed.truncate(start);
        }
        if let Some(color) = stone {
            self.place::<LOG>(color, cell);
        }
    }
}

#[cfg(test)]
mod tests;
