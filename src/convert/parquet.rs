//! Parquet: the rows of a table by columns, compressed, in groups of bounded size.

use std::io::Write;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int32Type, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{ColumnPath, Type};

use super::table::{COLUMNS_VERSION, Cell, Column, Rows, columns};

/// How many cells and how many bytes of text a group holds: enough to compress well, few enough to keep in memory.
const MOST_CELLS: usize = 256 << 10;
const MOST_TEXT: usize = 4 << 20;

/// Writes a table.
pub struct Table<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    columns: &'static [(&'static str, Column)],
    group: Group,
}

/// The rows that are written together, by columns: what is written column by column is gathered so, or every row would be
/// fetched anew for each of its cells.
struct Group {
    columns: Vec<Values>,
    /// For each column and row, whether there is a value.
    known: Vec<Vec<i16>>,
    text: Vec<u8>,
    cells: usize,
}

/// The values of a column.
enum Values {
    /// Texts, by their places in the text of the group.
    Text(Vec<(usize, usize)>),
    Int(Vec<i64>),
    Float(Vec<f64>),
    Day(Vec<i32>),
}

impl Group {
    fn new(columns: &[(&str, Column)]) -> Group {
        let values = |column| match column {
            Column::Name | Column::Text => Values::Text(Vec::new()),
            Column::Int => Values::Int(Vec::new()),
            Column::Float => Values::Float(Vec::new()),
            Column::Day => Values::Day(Vec::new()),
        };
        let columns: Vec<Values> = columns.iter().map(|&(_, column)| values(column)).collect();
        Group { known: vec![Vec::new(); columns.len()], columns, text: Vec::with_capacity(MOST_TEXT), cells: 0 }
    }

    fn push(&mut self, rows: &Rows) {
        let width = self.columns.len();
        let mut at = 0;
        for cell in rows.cells() {
            let (Some(values), Some(known)) = (self.columns.get_mut(at), self.known.get_mut(at)) else { return };
            at = (at + 1) % width;
            self.cells += 1;
            known.push(1);
            match (values, cell) {
                (Values::Text(places), Cell::Text(text)) => {
                    places.push((self.text.len(), text.len()));
                    self.text.extend_from_slice(text);
                }
                (Values::Int(values), Cell::Int(n)) => values.push(n),
                (Values::Float(values), Cell::Float(n)) => values.push(n),
                (Values::Day(values), Cell::Day(days)) => values.push(days),
                // No value, or one of another type, which no column has.
                _ => {
                    if let Some(last) = known.last_mut() {
                        *last = 0;
                    }
                }
            }
        }
    }
}

impl<W: Write + Send> std::fmt::Debug for Table<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("columns", &self.columns.len()).finish_non_exhaustive()
    }
}

impl<W: Write + Send> Table<W> {
    /// An empty table.
    ///
    /// # Errors
    /// What writing says.
    pub fn new(out: W, every_ply: bool) -> Result<Self> {
        let columns = columns(every_ply);
        let fields = columns
            .iter()
            .map(|&(name, column)| {
                let (physical, logical) = match column {
                    Column::Name | Column::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
                    Column::Int => (Physical::INT64, None),
                    Column::Float => (Physical::DOUBLE, None),
                    Column::Day => (Physical::INT32, Some(LogicalType::Date)),
                };
                let field = Type::primitive_type_builder(name, physical).with_repetition(Repetition::OPTIONAL);
                field.with_logical_type(logical).build().map(Arc::new)
            })
            .collect::<Result<Vec<_>>>()?;
        let schema = Type::group_type_builder("games").with_fields(fields).build()?;
        let mut properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(1)?))
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_created_by(format!("jadoube {}", env!("CARGO_PKG_VERSION")))
            .set_key_value_metadata(Some(vec![KeyValue::new("jadoube.columns".to_owned(), COLUMNS_VERSION.to_string())]));
        // Of texts that do not return, a dictionary would be as long as the column, and the least of them tells nothing.
        for (name, _) in columns.iter().filter(|(_, column)| *column == Column::Text) {
            let path = || ColumnPath::new(vec![(*name).to_owned()]);
            properties = properties
                .set_column_dictionary_enabled(path(), false)
                .set_column_statistics_enabled(path(), EnabledStatistics::None);
        }
        let writer = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties.build()))?;
        Ok(Table { writer, columns, group: Group::new(columns) })
    }

    /// Adds rows.
    ///
    /// # Errors
    /// What writing says.
    pub fn push(&mut self, rows: &Rows) -> Result<()> {
        self.group.push(rows);
        if self.group.cells >= MOST_CELLS || self.group.text.len() >= MOST_TEXT { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<()> {
        if self.group.cells == 0 {
            return Ok(());
        }
        let mut group = self.writer.next_row_group()?;
        let text = ByteArray::from(std::mem::take(&mut self.group.text));
        for ((name, _), (values, known)) in self.columns.iter().zip(self.group.columns.iter_mut().zip(&mut self.group.known)) {
            let Some(mut out) = group.next_column()? else {
                return Err(ParquetError::General(format!("no column for {name}")));
            };
            let levels = Some(known.as_slice());
            match values {
                Values::Text(places) => {
                    let values: Vec<ByteArray> = places.drain(..).map(|(start, len)| text.slice(start, len)).collect();
                    out.typed::<ByteArrayType>().write_batch(&values, levels, None)?;
                }
                Values::Int(values) => {
                    out.typed::<Int64Type>().write_batch(values, levels, None)?;
                    values.clear();
                }
                Values::Float(values) => {
                    out.typed::<DoubleType>().write_batch(values, levels, None)?;
                    values.clear();
                }
                Values::Day(values) => {
                    out.typed::<Int32Type>().write_batch(values, levels, None)?;
                    values.clear();
                }
            }
            known.clear();
            out.close()?;
        }
        group.close()?;
        self.group.cells = 0;
        self.group.text.reserve(MOST_TEXT);
        Ok(())
    }

    /// Writes what is left and the end of the file; gives the writer back.
    ///
    /// # Errors
    /// What writing says.
    pub fn finish(mut self) -> Result<W> {
        self.flush()?;
        self.writer.into_inner()
    }
}
