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
const MOST_TEXT: usize = 6 << 20;

/// Writes a table.
pub struct Table<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    rows: Rows,
    columns: &'static [(&'static str, Column)],
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
        Ok(Table { writer, rows: Rows::default(), columns })
    }

    /// Adds rows.
    ///
    /// # Errors
    /// What writing says.
    pub fn push(&mut self, rows: &Rows) -> Result<()> {
        self.rows.append(rows);
        if self.rows.cells().len() >= MOST_CELLS || self.rows.text().len() >= MOST_TEXT { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<()> {
        if self.rows.is_empty() {
            return Ok(());
        }
        let (cells, text) = std::mem::take(&mut self.rows).into_parts();
        let text = ByteArray::from(text);
        let mut group = self.writer.next_row_group()?;
        for (i, (name, column)) in self.columns.iter().enumerate() {
            let Some(mut out) = group.next_column()? else {
                return Err(ParquetError::General(format!("no column for {name}")));
            };
            let cells = cells.iter().skip(i).step_by(self.columns.len());
            let levels: Vec<i16> = cells.clone().map(|cell| i16::from(*cell != Cell::None)).collect();
            let levels = Some(levels.as_slice());
            match column {
                Column::Name | Column::Text => {
                    let place = |cell: &Cell| if let Cell::Text(start, end) = *cell { Some((start, end)) } else { None };
                    let values: Vec<ByteArray> =
                        cells.filter_map(place).map(|(start, end)| text.slice(start, end - start)).collect();
                    out.typed::<ByteArrayType>().write_batch(&values, levels, None)?;
                }
                Column::Int => {
                    let values: Vec<i64> = cells.filter_map(|c| if let Cell::Int(n) = c { Some(*n) } else { None }).collect();
                    out.typed::<Int64Type>().write_batch(&values, levels, None)?;
                }
                Column::Float => {
                    let values: Vec<f64> = cells.filter_map(|c| if let Cell::Float(n) = c { Some(*n) } else { None }).collect();
                    out.typed::<DoubleType>().write_batch(&values, levels, None)?;
                }
                Column::Day => {
                    let values: Vec<i32> = cells.filter_map(|c| if let Cell::Day(n) = c { Some(*n) } else { None }).collect();
                    out.typed::<Int32Type>().write_batch(&values, levels, None)?;
                }
            }
            out.close()?;
        }
        group.close()?;
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
