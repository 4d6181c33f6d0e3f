//! Counting a board at rest: by area, with shared points halved, and by territory.
//!
//! Both take the board with the dead stones still on it and a mask of them. Numbers are half points, so that nothing is rounded.

use super::grid::{BLACK, EMPTY, Grid, WHITE};

/// An area count in half points. Without exception `black + white` is twice the number of points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Area {
    /// Black's half points.
    pub black: i32,
    /// White's half points.
    pub white: i32,
    /// Empty points that border both sides, or none.
    pub shared: u32,
}

impl Area {
    /// Black's lead on the board, in half points, before komi.
    pub const fn lead(self) -> i32 {
        self.black - self.white
    }
}

/// A territory count in points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Territory {
    /// Points surrounded by each side.
    pub points: [i32; 2],
    /// Dead stones of each colour that come off the board at the end.
    pub dead: [i32; 2],
    /// Points among `points` whose surrounding stones also touch shared points: in seki, unless those are only unfilled.
    pub touching: [i32; 2],
}

impl Territory {
    /// Black's lead in half points before komi, given the stones taken off in play by colour.
    pub const fn lead(self, prisoners: [u32; 2]) -> i32 {
        let black = self.points[0] + self.dead[1] + prisoners[1] as i32;
        let white = self.points[1] + self.dead[0] + prisoners[0] as i32;
        2 * (black - white)
    }

    /// The same if what touches shared points is in seki and does not count.
    pub const fn lead_without_seki(self, prisoners: [u32; 2]) -> i32 {
        self.lead(prisoners) - 2 * (self.touching[0] - self.touching[1])
    }
}

/// One empty region: its size and which colours it borders (bit 0 black, bit 1 white), after the dead stones are gone.
#[derive(Debug, Clone, Copy)]
struct Region {
    points: u32,
    borders: u8,
    first: usize,
}

/// What each cell holds once the dead stones are gone.
fn living(grid: &Grid, dead: &[bool]) -> Vec<u8> {
    let is_dead = |cell: usize| dead.get(cell).copied().unwrap_or(false);
    grid.cells.iter().enumerate().map(|(i, &c)| if matches!(c, BLACK | WHITE) && is_dead(i) { EMPTY } else { c }).collect()
}

/// The empty regions, and for each cell the number of its region plus 1.
fn regions(grid: &Grid, cells: &[u8]) -> (Vec<Region>, Vec<u32>) {
    let mut of = vec![0u32; cells.len()];
    let mut list = Vec::new();
    let mut stack = Vec::new();
    for cell in grid.shape.points() {
        if cells[cell] != EMPTY || of[cell] != 0 {
            continue;
        }
        let number = list.len() as u32 + 1;
        let mut region = Region { points: 0, borders: 0, first: cell };
        of[cell] = number;
        stack.push(cell);
        while let Some(here) = stack.pop() {
            region.points += 1;
            for next in grid.around(here) {
                match cells[next] {
                    EMPTY if of[next] == 0 => {
                        of[next] = number;
                        stack.push(next);
                    }
                    BLACK => region.borders |= 1,
                    WHITE => region.borders |= 2,
                    _ => {}
                }
            }
        }
        list.push(region);
    }
    (list, of)
}

/// Counts by area: living stones, the points they surround, and half of the points between both sides.
pub fn area(grid: &Grid, dead: &[bool]) -> Area {
    let cells = living(grid, dead);
    let mut count = Area::default();
    for cell in grid.shape.points() {
        match cells[cell] {
            BLACK => count.black += 2,
            WHITE => count.white += 2,
            _ => {}
        }
    }
    for region in regions(grid, &cells).0 {
        let points = region.points as i32;
        match region.borders {
            1 => count.black += 2 * points,
            2 => count.white += 2 * points,
            _ => {
                count.black += points;
                count.white += points;
                count.shared += region.points;
            }
        }
    }
    count
}

/// The largest region of shared points, in points.
pub fn largest_shared(grid: &Grid, dead: &[bool]) -> u32 {
    let cells = living(grid, dead);
    regions(grid, &cells).0.iter().filter(|r| !matches!(r.borders, 1 | 2)).map(|r| r.points).max().unwrap_or(0)
}

/// Counts by territory: surrounded points, and dead stones as prisoners.
pub fn territory(grid: &Grid, dead: &[bool]) -> Territory {
    let cells = living(grid, dead);
    let mut count = Territory::default();
    for cell in grid.shape.points() {
        if grid.cells[cell] != cells[cell] {
            count.dead[usize::from(grid.cells[cell] == WHITE)] += 1;
        }
    }
    let (list, of) = regions(grid, &cells);
    let shared = |cell: usize| of[cell].checked_sub(1).is_some_and(|r| list[r as usize].borders == 3);
    for region in &list {
        let side = match region.borders {
            1 => 0,
            2 => 1,
            _ => continue,
        };
        count.points[side] += region.points as i32;
        if touches_shared(grid, &cells, region.first, side as u8 + 1, &shared) {
            count.touching[side] += region.points as i32;
        }
    }
    count
}

/// Whether the stones around a region, and those they are joined to through stones and own regions, touch a shared point.
fn touches_shared(grid: &Grid, cells: &[u8], first: usize, own: u8, shared: &impl Fn(usize) -> bool) -> bool {
    let mut seen = vec![false; cells.len()];
    let mut stack = vec![first];
    seen[first] = true;
    while let Some(here) = stack.pop() {
        for next in grid.around(here) {
            if seen[next] || (cells[next] != own && cells[next] != EMPTY) {
                continue;
            }
            if shared(next) {
                return true;
            }
            seen[next] = true;
            stack.push(next);
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Color, Point};

    fn board(rows: &[&str]) -> Grid {
        Grid::from_rows(rows)
    }

    /// A 19×19 board on which Black holds the first `black` points of the rows, with `shared` empty points at the seam.
    fn filled(black: u32, shared: u32) -> Grid {
        let mut grid = Grid::new(19, 19);
        for n in 0..361 {
            let point = Point { column: (n / 19) as u8, row: (n % 19) as u8 };
            let color = if n < black { Some(Color::Black) } else { Some(Color::White) };
            grid.set(point, color.filter(|_| n < black || n >= black + shared));
        }
        grid
    }

    #[test]
    fn the_published_examples() {
        let komi = 15; // 3 3/4 子 = 7.5 points, in half points
        // A margin in 子 is half of the margin in points: a quarter of the half points.
        let quarters = |black, shared| area(&filled(black, shared), &[]).lead() - komi;
        assert_eq!(quarters(185, 0), 3, "185 子: Black wins by 3/4 子, 1.5 points");
        assert_eq!(quarters(184, 0), -1, "184 子: Black loses by 1/4 子, half a point");
        assert_eq!(quarters(184, 1), 1, "184.5 子: Black wins by 1/4 子");
        assert_eq!(area(&filled(184, 1), &[]), Area { black: 369, white: 353, shared: 1 });
    }

    #[test]
    fn area_halves_what_is_between() {
        let grid = board(&["X.O", "X.O", "X.O"]);
        assert_eq!(area(&grid, &[]), Area { black: 9, white: 9, shared: 3 });
        assert_eq!(area(&Grid::new(5, 5), &[]), Area { black: 25, white: 25, shared: 25 });
        assert_eq!(largest_shared(&grid, &[]), 3);
    }

    #[test]
    fn dead_stones_turn_the_count() {
        // The example of a 7×7 board: 28 against 21 after removal, as it stands 26.5 against 22.5.
        let grid = board(&[".XXXO.O", "XXXXOOO", "XO.XOOO", "XXXXO.O", "X.XXOOO", "XXXXO.O", "XX.XOOO"]);
        let mut dead = vec![false; grid.cells.len()];
        assert_eq!(area(&grid, &dead).lead(), 2 * 4);
        dead[grid.shape.cell(Point { column: 1, row: 2 })] = true;
        let count = area(&grid, &dead);
        assert_eq!((count.black, count.white, count.lead()), (56, 42, 2 * 7));
        let by_territory = territory(&grid, &dead);
        assert_eq!((by_territory.points, by_territory.dead), ([5, 3], [0, 1]));
        assert_eq!(by_territory.lead([0, 0]), 2 * 3);
    }

    #[test]
    fn the_same_board_by_area_and_territory() {
        // Black 25, White 24 by area; 8 against 8 by territory: komi 0.5 gives the game to either side.
        let rows = [".XXXO.O", "XXXOOOO", ".XXXO.O", "XXXOOOO", ".XXXO.O", "XXXOOOO", "..XXO.."];
        let grid = board(&rows);
        let stones = |c: u8| grid.cells.iter().filter(|&&x| x == c).count() as i32;
        let (by_area, by_territory) = (area(&grid, &[]), territory(&grid, &[]));
        // The identity: the difference of the counts is the difference of the stones placed.
        assert_eq!(by_area.lead() - by_territory.lead([0, 0]), 2 * (stones(BLACK) - stones(WHITE)));
        // Prisoners count against the side that lost them.
        assert_eq!(by_territory.lead([1, 3]) - by_territory.lead([0, 0]), 2 * 2);
    }

    #[test]
    fn points_in_seki_are_told_apart() {
        let grid = board(&["X.XOO.O", "XX.O.OO", "XXXOOOO"]);
        let count = territory(&grid, &[]);
        assert_eq!(count.points, [1, 2]);
        assert_eq!(count.touching, [1, 2]);
        assert_eq!(count.lead_without_seki([0, 0]), 0);
        let apart = board(&["X.XOO.O", "XXXO.OO", "XXXOOOO"]);
        assert_eq!(territory(&apart, &[]).touching, [0, 0]);
    }
}
