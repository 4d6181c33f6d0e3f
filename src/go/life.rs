//! Which stones live whatever the opponent does: Benson's theorem, and what follows for the ground they enclose.
//!
//! A chain lives unconditionally if it has two vital regions: regions enclosed by its side, all of whose empty points are
//! liberties of the chain, so that the opponent can never take the last liberty in both. Sound, and static: no move is read out.
//! Nothing is said of ko, of seki, or of wide territory.

use super::grid::{BLACK, BORDER, EMPTY, Grid, WHITE};

/// What is proved about each cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Life {
    /// Whose pass-alive stone or territory a cell is; [`EMPTY`] if nothing is proved.
    owner: Vec<u8>,
    /// Stones on the board, and how many of them are proved alive or dead.
    stones: u32,
    proved: u32,
}

impl Life {
    /// The owner of a cell: a stone of the owner there is alive, a stone of the opponent dead, an empty point territory.
    pub(crate) fn owner(&self, cell: usize) -> u8 {
        self.owner.get(cell).copied().unwrap_or(EMPTY)
    }

    /// Whether the fate of every stone is proved.
    pub fn is_complete(&self) -> bool {
        self.proved == self.stones
    }

    /// How many stones there are, and how many of them have a proved fate.
    pub fn proved(&self) -> (u32, u32) {
        (self.proved, self.stones)
    }

    /// The stones that are proved dead.
    pub fn dead(&self, grid: &Grid) -> Vec<bool> {
        let stone = |c: u8| matches!(c, BLACK | WHITE);
        grid.cells.iter().zip(&self.owner).map(|(&c, &o)| stone(c) && stone(o) && c != o).collect()
    }
}

struct Area {
    cells: Vec<usize>,
    /// Chains it touches.
    around: Vec<u32>,
    /// Chains for which it is vital.
    vital: Vec<u32>,
    /// Points that touch no stone of the enclosing side.
    inner: u32,
}

/// What can be proved about the stones on a board. `suicide`: several stones at once may be given up, as under New Zealand rules.
pub fn pass_alive(grid: &Grid, suicide: bool) -> Life {
    let mut life = Life { owner: vec![EMPTY; grid.cells.len()], stones: 0, proved: 0 };
    for own in [BLACK, WHITE] {
        prove(grid, own, suicide, &mut life.owner);
    }
    for cell in grid.shape.points() {
        if grid.cells[cell] != EMPTY {
            life.stones += 1;
            life.proved += u32::from(life.owner[cell] != EMPTY);
        }
    }
    life
}

/// Gathers the connected cells that `belongs` accepts, from `first` on.
fn gather(grid: &Grid, first: usize, number: u32, of: &mut [u32], belongs: impl Fn(u8) -> bool) -> Vec<usize> {
    let mut cells = vec![first];
    of[first] = number;
    let mut i = 0;
    while let Some(&here) = cells.get(i) {
        i += 1;
        for next in grid.around(here) {
            if of[next] == 0 && belongs(grid.cells[next]) {
                of[next] = number;
                cells.push(next);
            }
        }
    }
    cells
}

fn prove(grid: &Grid, own: u8, suicide: bool, owner: &mut [u8]) {
    // Chains of `own` and the regions between them share one table: numbers from 1, chains first.
    let mut of = vec![0u32; grid.cells.len()];
    let mut chains = 0;
    for cell in grid.shape.points() {
        if grid.cells[cell] == own && of[cell] == 0 {
            chains += 1;
            gather(grid, cell, chains, &mut of, |c| c == own);
        }
    }
    let mut areas = Vec::new();
    for cell in grid.shape.points() {
        if grid.cells[cell] != own && of[cell] == 0 {
            let cells = gather(grid, cell, u32::MAX, &mut of, |c| c != own && c != BORDER);
            areas.push(describe(grid, own, suicide, cells, &of));
        }
    }

    let mut alive = vec![true; chains as usize + 1];
    let mut enclosed: Vec<bool> = areas.iter().map(|a| !a.around.is_empty()).collect();
    loop {
        let mut vital = vec![0u32; chains as usize + 1];
        for (area, _) in areas.iter().zip(&enclosed).filter(|(_, e)| **e) {
            for &chain in &area.vital {
                vital[chain as usize] += 1;
            }
        }
        let mut changed = false;
        for chain in 1..=chains as usize {
            if alive[chain] && vital[chain] < 2 {
                alive[chain] = false;
                changed = true;
            }
        }
        for (area, enclosed) in areas.iter().zip(&mut enclosed) {
            if *enclosed && area.around.iter().any(|c| !alive[*c as usize]) {
                *enclosed = false;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }

    for cell in grid.shape.points() {
        if grid.cells[cell] == own && alive[of[cell] as usize] {
            owner[cell] = own;
        }
    }
    for (area, _) in areas.iter().zip(&enclosed).filter(|(_, e)| **e) {
        // Two eyes need two points that the enclosing side does not touch.
        if area.inner <= 1 {
            for &cell in &area.cells {
                owner[cell] = own;
            }
        }
    }
}

fn describe(grid: &Grid, own: u8, suicide: bool, cells: Vec<usize>, of: &[u32]) -> Area {
    let mut around: Vec<u32> = Vec::new();
    let mut vital: Option<Vec<u32>> = None;
    let mut inner = 0;
    for &cell in &cells {
        let mut here: Vec<u32> = grid.around(cell).into_iter().filter(|n| grid.cells[*n] == own).map(|n| of[n]).collect();
        here.sort_unstable();
        here.dedup();
        inner += u32::from(here.is_empty());
        around.extend_from_slice(&here);
        // Where suicide is legal the opponent can empty his own points again, so they must be liberties too.
        if grid.cells[cell] == EMPTY || suicide {
            vital = Some(match vital {
                None => here,
                Some(before) => before.into_iter().filter(|c| here.contains(c)).collect(),
            });
        }
    }
    around.sort_unstable();
    around.dedup();
    Area { cells, around, vital: vital.unwrap_or_default(), inner }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owners(rows: &[&str], suicide: bool) -> String {
        let grid = Grid::from_rows(rows);
        let life = pass_alive(&grid, suicide);
        let mut shown = grid.clone();
        for cell in grid.shape.points() {
            shown.cells[cell] = life.owner(cell);
        }
        shown.diagram()
    }

    #[test]
    fn two_eyes_live_and_one_does_not() {
        assert_eq!(owners(&[".X.X..", "XXXXOO", "OOOOO."], false), "XXXX..\nXXXX..\n......");
        assert_eq!(owners(&[".XO", "XXO", "OOO"], false), "...\n...\n...");
        assert_eq!(owners(&["...", "...", "..."], false), "...\n...\n...");
    }

    #[test]
    fn chains_live_together() {
        // Two chains that share both eyes live though neither has two of its own.
        assert_eq!(owners(&[".XX.O", "XOOXO", "XXX.O"], false).lines().next(), Some("....."));
        let rows = ["X.XX.XO", ".XO.XXO", "XX.XXOO", "OOOOOO."];
        let text = owners(&rows, false);
        assert!(text.lines().all(|l| !l.contains('O')), "{text}");
    }

    #[test]
    fn stones_inside_are_dead_if_there_is_no_room() {
        let rows = [".XXX", "XXXX", "XO.X", "XXXX"];
        assert_eq!(owners(&rows, false), "XXXX\nXXXX\nXXXX\nXXXX");
        let grid = Grid::from_rows(&rows);
        let life = pass_alive(&grid, false);
        assert!(life.is_complete());
        assert_eq!(life.dead(&grid).iter().filter(|d| **d).count(), 1);
        // Where stones may be given up, the white point must be a liberty too: here it is.
        assert_eq!(owners(&rows, true), "XXXX\nXXXX\nXXXX\nXXXX");
    }

    #[test]
    fn wide_ground_is_not_proved() {
        let rows = [".X.XXXXX", "XXXX....", "XXXX....", "XXXX....", "XXXXXXXX"];
        let text = owners(&rows, false);
        assert!(text.lines().nth(2).is_some_and(|l| l.ends_with("....")), "{text}");
        assert!(text.starts_with("XXXXXXXX"), "{text}");
    }

    #[test]
    fn a_false_eye_is_no_eye() {
        // The eye at the upper left holds only as long as the stones around it are joined.
        let rows = [".XO.", "XOO.", "X.XO", "OOXO", "..XX"];
        let text = owners(&rows, false);
        assert!(!text.contains('X') && !text.contains('O'), "{text}");
    }

    #[test]
    fn seki_is_not_proved() {
        let rows = [".XO.XO.", "XXOOXOO", ".XOOXO.", "XXOOXOO", ".XOXXO.", "XXOXXOO", ".XO.XO."];
        let text = owners(&rows, false);
        // The outer groups live; the two chains between them do not live by themselves.
        assert!(text.lines().all(|l| l.starts_with("XX") && l.ends_with("OO")), "{text}");
        assert_eq!(text.lines().nth(1), Some("XX...OO"));
    }
}
