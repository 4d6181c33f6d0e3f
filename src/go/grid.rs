//! A board at rest: which point holds what, with a border all around.

use std::fmt::Write as _;

use super::{Color, Point};

/// What a cell holds.
pub(crate) const EMPTY: u8 = 0;
/// A black stone.
pub(crate) const BLACK: u8 = 1;
/// A white stone.
pub(crate) const WHITE: u8 = 2;
/// No point of the board.
pub(crate) const BORDER: u8 = 3;

/// The widest and the highest board.
const MAX_SIDE: u8 = 52;

/// The stone of a colour as a cell.
pub(crate) const fn stone(color: Color) -> u8 {
    match color {
        Color::Black => BLACK,
        Color::White => WHITE,
    }
}

/// The geometry that all boards share: rows are one cell longer than the board is wide, and that cell is the border to the left
/// of one row and to the right of the row before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) width: u8,
    pub(crate) height: u8,
}

impl Shape {
    pub(crate) fn new(width: u8, height: u8) -> Self {
        Shape { width: width.clamp(1, MAX_SIDE), height: height.clamp(1, MAX_SIDE) }
    }

    pub(crate) const fn stride(self) -> usize {
        self.width as usize + 1
    }

    /// How many cells there are, the border included.
    pub(crate) const fn cells(self) -> usize {
        (self.height as usize + 2) * self.stride() + 1
    }

    pub(crate) const fn holds(self, point: Point) -> bool {
        point.column < self.width && point.row < self.height
    }

    pub(crate) const fn cell(self, point: Point) -> usize {
        (point.row as usize + 1) * self.stride() + point.column as usize + 1
    }

    pub(crate) const fn point(self, cell: usize) -> Point {
        let cell = cell.saturating_sub(1);
        let (row, column) = (cell / self.stride(), cell % self.stride());
        Point { column: column as u8, row: row.saturating_sub(1) as u8 }
    }

    /// The cells that are points, row by row.
    pub(crate) fn points(self) -> impl Iterator<Item = usize> {
        let stride = self.stride();
        let width = self.width as usize;
        (1..=self.height as usize).flat_map(move |row| (row * stride + 1)..=(row * stride + width))
    }

    /// Fills `cells` with an empty board.
    pub(crate) fn clear(self, cells: &mut [u8]) {
        cells[..self.cells()].fill(BORDER);
        let stride = self.stride();
        for row in 1..=self.height as usize {
            cells[row * stride + 1..=row * stride + self.width as usize].fill(EMPTY);
        }
    }
}

/// The stones on a board, without history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    pub(crate) shape: Shape,
    pub(crate) cells: Vec<u8>,
}

impl Default for Grid {
    fn default() -> Self {
        Grid::new(1, 1)
    }
}

impl Grid {
    /// An empty board; the sides are held between 1 and 52.
    pub fn new(width: u8, height: u8) -> Self {
        let shape = Shape::new(width, height);
        let mut cells = vec![BORDER; shape.cells()];
        shape.clear(&mut cells);
        Grid { shape, cells }
    }

    /// A board from rows of `X` (black), `O` (white) and anything else (empty), as a diagram shows it.
    pub fn from_rows(rows: &[&str]) -> Self {
        let width = rows.first().map_or(1, |r| r.len());
        let mut grid = Grid::new(width.min(255) as u8, rows.len().min(255) as u8);
        for (row, text) in rows.iter().enumerate() {
            for (column, letter) in text.bytes().enumerate() {
                let point = Point { column: column as u8, row: row as u8 };
                match letter {
                    b'X' => grid.set(point, Some(Color::Black)),
                    b'O' => grid.set(point, Some(Color::White)),
                    _ => {}
                }
            }
        }
        grid
    }

    /// Columns.
    pub fn width(&self) -> u8 {
        self.shape.width
    }

    /// Rows.
    pub fn height(&self) -> u8 {
        self.shape.height
    }

    /// How many points there are.
    pub fn area(&self) -> u32 {
        self.shape.width as u32 * self.shape.height as u32
    }

    /// The stone on a point; `None` if it is empty or off the board.
    pub fn get(&self, point: Point) -> Option<Color> {
        if !self.shape.holds(point) {
            return None;
        }
        match self.cells[self.shape.cell(point)] {
            BLACK => Some(Color::Black),
            WHITE => Some(Color::White),
            _ => None,
        }
    }

    /// Puts a stone on a point, or empties it. A point off the board is left alone.
    pub fn set(&mut self, point: Point, color: Option<Color>) {
        if self.shape.holds(point) {
            let cell = self.shape.cell(point);
            self.cells[cell] = color.map_or(EMPTY, stone);
        }
    }

    /// The four cells around a cell that is a point.
    pub(crate) fn around(&self, cell: usize) -> [usize; 4] {
        let stride = self.shape.stride();
        [cell - stride, cell - 1, cell + 1, cell + stride]
    }

    /// The board as rows of `X`, `O` and `.`, the upper edge first.
    pub fn diagram(&self) -> String {
        let (width, height) = (self.shape.width as usize, self.shape.height as usize);
        let mut text = String::with_capacity((width + 1) * height);
        for row in 1..=height {
            if row > 1 {
                text.push('\n');
            }
            let start = row * self.shape.stride() + 1;
            for &cell in &self.cells[start..start + width] {
                text.push(match cell {
                    BLACK => 'X',
                    WHITE => 'O',
                    _ => '.',
                });
            }
        }
        text
    }
}

/// The rows of the board, the upper edge first.
impl std::fmt::Display for Grid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.diagram())?;
        f.write_char('\n')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_and_points_answer_to_each_other() {
        for (width, height) in [(1, 1), (1, 52), (52, 1), (19, 19), (7, 5), (52, 52)] {
            let shape = Shape::new(width, height);
            let mut count = 0;
            for cell in shape.points() {
                let point = shape.point(cell);
                assert!(shape.holds(point));
                assert_eq!(shape.cell(point), cell);
                count += 1;
            }
            assert_eq!(count, width as usize * height as usize);
            assert!(shape.cells() <= 4096);
        }
    }

    #[test]
    fn the_border_is_all_around() {
        let grid = Grid::new(3, 2);
        let inside: Vec<_> = grid.shape.points().collect();
        for (cell, &value) in grid.cells.iter().enumerate() {
            assert_eq!(value == EMPTY, inside.contains(&cell), "cell {cell}");
        }
        for &cell in &inside {
            for next in grid.around(cell) {
                assert!(next < grid.cells.len());
            }
        }
    }

    #[test]
    fn a_diagram_is_read_and_written() {
        let rows = ["X.O", ".XO"];
        let grid = Grid::from_rows(&rows);
        assert_eq!(grid.diagram(), rows.join("\n"));
        assert_eq!(grid.get(Point { column: 2, row: 1 }), Some(Color::White));
        assert_eq!(grid.get(Point { column: 3, row: 1 }), None);
    }
}
