//! Tables: their columns, and rows with all their text in one buffer.
//!
//! Column names and types are a contract: see [`columns`]. They only grow; a change of meaning raises [`COLUMNS_VERSION`].

/// The version of the columns.
pub const COLUMNS_VERSION: u32 = 1;

/// The type of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Column {
    /// Text that returns in many rows.
    Name,
    /// Text that is another in nearly every row.
    Text,
    /// Whole numbers of 64 bits.
    Int,
    /// Numbers of double precision.
    Float,
    /// Days.
    Day,
}

/// One row a game.
const GAME: &[(&str, Column)] = &[
    ("file", Column::Name),
    ("record", Column::Int),
    ("format", Column::Name),
    ("game", Column::Name),
    ("variant", Column::Name),
    ("event", Column::Name),
    ("site", Column::Name),
    ("round", Column::Name),
    ("date", Column::Day),
    ("date_text", Column::Name),
    ("white", Column::Name),
    ("black", Column::Name),
    ("white_rating", Column::Int),
    ("black_rating", Column::Int),
    ("white_rank", Column::Name),
    ("black_rank", Column::Name),
    ("result", Column::Name),
    ("verdict", Column::Name),
    ("ending", Column::Name),
    ("termination", Column::Name),
    ("eco", Column::Name),
    ("time_control", Column::Name),
    ("board_size", Column::Int),
    ("komi", Column::Float),
    ("handicap", Column::Int),
    ("rules", Column::Name),
    ("start_fen", Column::Text),
    ("plies", Column::Int),
    ("unreplayed", Column::Int),
    ("moves", Column::Text),
    ("errors", Column::Int),
    ("warnings", Column::Int),
    ("notes", Column::Int),
    ("tags", Column::Text),
];

/// One row a ply.
const PLY: &[(&str, Column)] = &[
    ("file", Column::Name),
    ("record", Column::Int),
    ("ply", Column::Int),
    ("color", Column::Name),
    ("move", Column::Name),
    ("san", Column::Name),
    ("fen", Column::Text),
    ("clock", Column::Float),
    ("evaluation", Column::Name),
];

/// The names and types of the columns.
pub const fn columns(every_ply: bool) -> &'static [(&'static str, Column)] {
    if every_ply { PLY } else { GAME }
}

/// A cell. Text is a place in the buffer of its [`Rows`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Cell {
    /// Nothing is known.
    None,
    /// A text.
    Text(usize, usize),
    /// A whole number.
    Int(i64),
    /// A number.
    Float(f64),
    /// A day, as days since 1 January 1970.
    Day(i32),
}

/// Rows of a table, each with a cell for every column.
#[derive(Debug, Clone, Default)]
pub struct Rows {
    cells: Vec<Cell>,
    text: Vec<u8>,
}

impl Rows {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    pub(super) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    pub(super) fn text(&self) -> &[u8] {
        &self.text
    }

    /// The cells, and the buffer that texts are places in.
    pub(super) fn into_parts(self) -> (Vec<Cell>, Vec<u8>) {
        (self.cells, self.text)
    }

    pub(super) fn clear(&mut self) {
        self.cells.clear();
        self.text.clear();
    }

    /// Adds the rows of another part of the table.
    pub(super) fn append(&mut self, other: &Rows) {
        let base = self.text.len();
        self.text.extend_from_slice(&other.text);
        self.cells.extend(other.cells.iter().map(|cell| match *cell {
            Cell::Text(start, end) => Cell::Text(start + base, end + base),
            other => other,
        }));
    }

    pub(super) fn none(&mut self) {
        self.cells.push(Cell::None);
    }

    pub(super) fn int(&mut self, n: impl Into<i64>) {
        self.cells.push(Cell::Int(n.into()));
    }

    pub(super) fn maybe(&mut self, cell: Option<Cell>) {
        self.cells.push(cell.unwrap_or(Cell::None));
    }

    /// A text.
    pub(super) fn word(&mut self, text: &str) {
        let cell = self.keep(text);
        self.cells.push(cell);
    }

    /// A text, if it says something: an empty one and `?` do not.
    pub(super) fn known(&mut self, text: &str) {
        if text.is_empty() || text == "?" { self.none() } else { self.word(text) }
    }

    /// A text that is written here.
    pub(super) fn with(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        let start = self.text.len();
        write(&mut self.text);
        self.cells.push(Cell::Text(start, self.text.len()));
    }

    /// Keeps a text for a cell.
    pub(super) fn keep(&mut self, text: &str) -> Cell {
        let start = self.text.len();
        self.text.extend_from_slice(text.as_bytes());
        Cell::Text(start, self.text.len())
    }

    /// Changes a cell of the last row, counted from its end.
    pub(super) fn amend(&mut self, from_end: usize, cell: Cell) {
        let at = self.cells.len().checked_sub(from_end);
        if let Some(slot) = at.and_then(|at| self.cells.get_mut(at)) {
            *slot = cell;
        }
    }
}
