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

/// A cell as rows keep it. A text stands behind the one of the cell before in the buffer of its [`Rows`], and says where it ends.
#[derive(Debug, Clone, Copy)]
enum Kept {
    None,
    TextTo(usize),
    Int(i64),
    Float(f64),
    Day(i32),
}

/// A cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Cell<'a> {
    /// Nothing is known.
    None,
    /// A text in UTF-8.
    Text(&'a [u8]),
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
    cells: Vec<Kept>,
    text: Vec<u8>,
}

impl Rows {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// All cells, row by row.
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell<'_>> {
        let mut start = 0;
        self.cells.iter().map(move |cell| match *cell {
            Kept::None => Cell::None,
            Kept::TextTo(end) => Cell::Text(self.text.get(std::mem::replace(&mut start, end)..end).unwrap_or_default()),
            Kept::Int(n) => Cell::Int(n),
            Kept::Float(n) => Cell::Float(n),
            Kept::Day(days) => Cell::Day(days),
        })
    }

    pub(super) fn clear(&mut self) {
        self.cells.clear();
        self.text.clear();
    }

    pub(super) fn none(&mut self) {
        self.cells.push(Kept::None);
    }

    pub(super) fn int(&mut self, n: impl Into<i64>) {
        self.cells.push(Kept::Int(n.into()));
    }

    pub(super) fn maybe_int(&mut self, n: Option<i64>) {
        self.cells.push(n.map_or(Kept::None, Kept::Int));
    }

    pub(super) fn maybe_float(&mut self, n: Option<f64>) {
        self.cells.push(n.map_or(Kept::None, Kept::Float));
    }

    pub(super) fn maybe_day(&mut self, days: Option<i32>) {
        self.cells.push(days.map_or(Kept::None, Kept::Day));
    }

    /// A text.
    pub(super) fn word(&mut self, text: &str) {
        self.with(|out| out.extend_from_slice(text.as_bytes()));
    }

    /// A text, if it says something: an empty one and `?` do not.
    pub(super) fn known(&mut self, text: &str) {
        if text.is_empty() || text == "?" { self.none() } else { self.word(text) }
    }

    /// A text that is written here.
    pub(super) fn with(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.text);
        self.cells.push(Kept::TextTo(self.text.len()));
    }
}
