//! An estimate of who owns what: many games played out at random, with a fixed seed.
//!
//! It proves nothing. The same board gives the same estimate on every machine and for every number of jobs, because the numbers
//! come from a generator that starts from the stones themselves.

use super::grid::{BLACK, BORDER, EMPTY, Grid, WHITE, stone};
use super::life::Life;
use super::{Board, Color};

/// How many games are played out at most. More change nothing: on 247 boards with marks the dead stones are found whole on 215
/// with 64 games as with 128 or 256, and on 208 with 32.
const GAMES: u32 = 64;

/// After so many games it is asked whether every chain is clear by now.
const ROUND: u32 = 16;

/// What play-outs say about a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Estimate {
    /// For each cell how often Black owned it in the end, minus how often White did.
    pub lead: Vec<i32>,
    /// How many games were played out.
    pub games: u32,
    /// The stones that are dead if play-outs are right.
    pub dead: Vec<bool>,
}

/// A generator of pseudo-random numbers (xorshift, 64 bits): small, fast and the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, n: usize) -> usize {
        // The upper half of a product spreads 32 random bits over the range without a division.
        (((self.next() >> 32) * n as u64) >> 32) as usize
    }
}

/// Plays the board out and says which stones seem dead. What `life` proves is taken as it is.
pub fn estimate(grid: &Grid, life: &Life, to_move: Color) -> Estimate {
    let mut start = Board::new(grid.width(), grid.height());
    for cell in grid.shape.points() {
        let point = grid.shape.point(cell);
        if let Some(color) = grid.get(point) {
            start.set_up(Some(color), point);
        }
    }
    let mut random = Random(start.key() | 1);
    let mut lead = vec![0i32; grid.cells.len()];
    let mut game = Playout::new(grid, life);
    let mut games = 0;
    loop {
        let first = if games % 2 == 0 { to_move } else { to_move.other() };
        game.run(&mut start, first, &mut random, &mut lead);
        games += 1;
        if games % ROUND == 0 {
            let (dead, clear) = dead_stones(grid, life, &lead, games);
            if clear || games >= GAMES {
                return Estimate { lead, games, dead };
            }
        }
    }
}

/// Chains that mostly end up in the hands of the opponent, and whether that is clear of every chain.
fn dead_stones(grid: &Grid, life: &Life, lead: &[i32], games: u32) -> (Vec<bool>, bool) {
    let mut clear = true;
    let mut dead = vec![false; grid.cells.len()];
    let mut seen = vec![false; grid.cells.len()];
    for cell in grid.shape.points() {
        let own = grid.cells[cell];
        if own == EMPTY || seen[cell] {
            continue;
        }
        let mut chain = vec![cell];
        seen[cell] = true;
        let (mut i, mut sum) = (0, 0i64);
        while let Some(&here) = chain.get(i) {
            i += 1;
            sum += i64::from(lead[here]);
            for next in grid.around(here) {
                if !seen[next] && grid.cells[next] == own {
                    seen[next] = true;
                    chain.push(next);
                }
            }
        }
        let owner = life.owner(cell);
        // Clear: three games of five and more go one way.
        clear &= owner != EMPTY || 5 * sum.unsigned_abs() >= chain.len() as u64 * u64::from(games);
        let is_dead = if owner == EMPTY { if own == BLACK { sum < 0 } else { sum > 0 } } else { owner != own };
        if is_dead {
            for here in chain {
                dead[here] = true;
            }
        }
    }
    (dead, clear)
}

/// One game at random: both sides play wherever they may, but fill no eye of their own.
struct Playout<'a> {
    grid: &'a Grid,
    /// Points nobody needs to play on: proved territory.
    closed: Vec<bool>,
    empty: Vec<u16>,
}

impl<'a> Playout<'a> {
    fn new(grid: &'a Grid, life: &Life) -> Self {
        let closed = (0..grid.cells.len()).map(|c| life.owner(c) != EMPTY && grid.cells[c] == EMPTY).collect();
        Playout { grid, closed, empty: Vec::new() }
    }

    fn run(&mut self, board: &mut Board, first: Color, random: &mut Random, lead: &mut [i32]) {
        let mark = board.mark();
        let shape = self.grid.shape;
        self.empty.clear();
        for cell in shape.points() {
            if board.cell(cell) == EMPTY && !self.closed[cell] {
                self.empty.push(cell as u16);
            }
        }
        let (mut color, mut passes, mut ko) = (first, 0, 0);
        // Random games end by themselves but for long cycles.
        for _ in 0..3 * self.grid.cells.len() {
            let played = self.choose(board, color, ko, random);
            ko = 0;
            match played {
                Some(cell) => {
                    passes = 0;
                    ko = board.play_cell(color, cell);
                    for &removed in board.removed() {
                        if !self.closed[removed as usize] {
                            self.empty.push(removed);
                        }
                    }
                }
                None => {
                    passes += 1;
                    if passes == 2 {
                        break;
                    }
                }
            }
            color = color.other();
        }
        for cell in shape.points() {
            lead[cell] += match board.cell(cell) {
                BLACK => 1,
                WHITE => -1,
                _ => owner_of_eye(self.grid, board, cell),
            };
        }
        board.undo(mark);
    }

    /// A random point where a stone may be played with some sense; it leaves the list of empty points.
    fn choose(&mut self, board: &Board, color: Color, ko: usize, random: &mut Random) -> Option<usize> {
        let mut left = self.empty.len();
        while left > 0 {
            let i = random.below(left);
            let cell = self.empty[i] as usize;
            if cell != ko && sensible(self.grid, board, color, cell) {
                self.empty.swap_remove(i);
                return Some(cell);
            }
            left -= 1;
            self.empty.swap(i, left);
        }
        None
    }
}

/// Whether a move is neither suicide nor the filling of an own eye.
fn sensible(grid: &Grid, board: &Board, color: Color, cell: usize) -> bool {
    let own = stone(color);
    let around = grid.around(cell);
    if around.iter().any(|&n| board.cell(n) == EMPTY) {
        return true;
    }
    if around.iter().all(|&n| matches!(board.cell(n), c if c == own || c == BORDER)) && is_eye(grid, board, own, cell) {
        return false;
    }
    !board.is_suicide(color, cell)
}

/// Whether enough corners around an enclosed point are in the same hands: all at the edge, three of four inside.
fn is_eye(grid: &Grid, board: &Board, own: u8, cell: usize) -> bool {
    let stride = grid.shape.stride();
    let corners = [cell.wrapping_sub(stride + 1), cell.wrapping_sub(stride - 1), cell + stride - 1, cell + stride + 1];
    let (mut edge, mut enemy) = (0, 0);
    for corner in corners {
        match if corner < grid.cells.len() { board.cell(corner) } else { BORDER } {
            BORDER => edge = 1,
            EMPTY => {}
            c if c != own => enemy += 1,
            _ => {}
        }
    }
    enemy + edge < 2
}

/// Who owns an empty point at the end of a play-out: the side whose stones alone surround it.
fn owner_of_eye(grid: &Grid, board: &Board, cell: usize) -> i32 {
    let mut sides = 0;
    for next in grid.around(cell) {
        match board.cell(next) {
            BLACK => sides |= 1,
            WHITE => sides |= 2,
            _ => {}
        }
    }
    match sides {
        1 => 1,
        2 => -1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::life::pass_alive;

    fn dead(rows: &[&str]) -> String {
        let grid = Grid::from_rows(rows);
        let found = estimate(&grid, &pass_alive(&grid, false), Color::Black);
        let mut shown = Grid::new(grid.width(), grid.height());
        for cell in grid.shape.points() {
            if found.dead[cell] {
                shown.cells[cell] = grid.cells[cell];
            }
        }
        shown.diagram()
    }

    #[test]
    fn a_lone_stone_in_wide_ground_is_dead() {
        let rows =
            ["...XO....", "...XO....", ".O.XO....", "...XO..X.", "...XO....", "...XO....", "...XO....", "...XO....", "...XO...."];
        assert_eq!(
            dead(&rows),
            ".........\n.........\n.O.......\n.......X.\n.........\n.........\n.........\n.........\n........."
        );
    }

    #[test]
    fn the_same_board_gives_the_same_estimate() {
        let rows =
            ["..X.O....", ".XX.O....", "...XO....", "OO.XO..X.", "...XO....", "...XO....", "...XO....", "...XO....", "...XO...."];
        let grid = Grid::from_rows(&rows);
        let life = pass_alive(&grid, false);
        assert_eq!(estimate(&grid, &life, Color::White), estimate(&grid, &life, Color::White));
    }

    #[test]
    fn any_size_of_board_can_be_played_out() {
        for (width, height) in [(1, 1), (1, 2), (2, 2), (1, 52), (13, 3)] {
            let grid = Grid::new(width, height);
            let found = estimate(&grid, &pass_alive(&grid, false), Color::Black);
            assert!(found.dead.iter().all(|d| !d));
        }
    }
}
