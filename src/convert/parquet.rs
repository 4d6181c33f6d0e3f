//! Parquet: the rows of a table by columns, compressed, in groups of bounded size.

use std::io::Write;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int32Type, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;

use super::csv::CSV_VERSION;
use super::rows::{Column, Row, Value, columns};

/// How many rows a group holds: enough to compress well, few enough to keep in memory.
const GROUP: usize = 16 << 10;

/// Writes a table.
pub struct Table<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    rows: Vec<Row>,
    columns: &'static [(&'static str, Column)],
}

impl<W: Write + Send> std::fmt::Debug for Table<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("rows", &self.rows.len()).finish_non_exhaustive()
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
                    Column::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
                    Column::Int => (Physical::INT64, None),
                    Column::Float => (Physical::DOUBLE, None),
                    Column::Day => (Physical::INT32, Some(LogicalType::Date)),
                };
                let field = Type::primitive_type_builder(name, physical).with_repetition(Repetition::OPTIONAL);
                field.with_logical_type(logical).build().map(Arc::new)
            })
            .collect::<Result<Vec<_>>>()?;
        let schema = Type::group_type_builder("games").with_fields(fields).build()?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(1)?))
            .set_created_by(format!("jadoube {}", env!("CARGO_PKG_VERSION")))
            .set_key_value_metadata(Some(vec![KeyValue::new("jadoube.columns".to_owned(), CSV_VERSION.to_string())]))
            .build();
        let writer = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties))?;
        Ok(Table { writer, rows: Vec::new(), columns })
    }

    /// Adds rows.
    ///
    /// # Errors
    /// What writing says.
    pub fn push(&mut self, rows: Vec<Row>) -> Result<()> {
        self.rows.extend(rows);
        if self.rows.len() >= GROUP { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<()> {
        if self.rows.is_empty() {
            return Ok(());
        }
        let mut group = self.writer.next_row_group()?;
        for (i, (name, column)) in self.columns.iter().enumerate() {
            let Some(mut out) = group.next_column()? else {
                return Err(ParquetError::General(format!("no column for {name}")));
            };
            let cells = self.rows.iter().map(|row| row.get(i).unwrap_or(&Value::None));
            let levels: Vec<i16> = cells.clone().map(|cell| i16::from(*cell != Value::None)).collect();
            match column {
                Column::Text => {
                    let values: Vec<ByteArray> = cells
                        .filter_map(|c| if let Value::Text(text) = c { Some(ByteArray::from(text.as_str())) } else { None })
                        .collect();
                    out.typed::<ByteArrayType>().write_batch(&values, Some(&levels), None)?;
                }
                Column::Int => {
                    let values: Vec<i64> = cells.filter_map(|c| if let Value::Int(n) = c { Some(*n) } else { None }).collect();
                    out.typed::<Int64Type>().write_batch(&values, Some(&levels), None)?;
                }
                Column::Float => {
                    let values: Vec<f64> = cells.filter_map(|c| if let Value::Float(n) = c { Some(*n) } else { None }).collect();
                    out.typed::<DoubleType>().write_batch(&values, Some(&levels), None)?;
                }
                Column::Day => {
                    let values: Vec<i32> = cells.filter_map(|c| if let Value::Day(n) = c { Some(*n) } else { None }).collect();
                    out.typed::<Int32Type>().write_batch(&values, Some(&levels), None)?;
                }
            }
            out.close()?;
        }
        group.close()?;
        self.rows.clear();
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
