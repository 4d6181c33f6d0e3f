//! CSV (RFC 4180): rows as lines, numbers as they are, days as `2024-01-31`.

use super::rows::{Row, Value, columns};

/// The version of the columns.
pub const CSV_VERSION: u32 = 1;

/// The line with the names of the columns.
pub fn csv_header(every_ply: bool) -> Vec<u8> {
    let names = columns(every_ply).iter().map(|(name, _)| *name);
    record(names)
}

/// Writes rows.
pub(super) fn rows(rows: &[Row], every_ply: bool, out: &mut Vec<u8>) {
    for row in rows {
        debug_assert_eq!(row.len(), columns(every_ply).len());
        let cells: Vec<String> = row.iter().map(cell).collect();
        out.extend_from_slice(&record(cells.iter().map(String::as_str)));
    }
}

fn record<'a>(cells: impl Iterator<Item = &'a str>) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing to memory cannot fail.
    let _ = writer.write_record(cells);
    writer.into_inner().unwrap_or_default()
}

fn cell(value: &Value) -> String {
    match value {
        Value::None => String::new(),
        Value::Text(text) => text.clone(),
        Value::Int(n) => n.to_string(),
        Value::Float(n) => n.to_string(),
        Value::Day(days) => civil(*days),
    }
}

/// A day as `2024-01-31`.
fn civil(days: i32) -> String {
    let z = i64::from(days) + 719_468;
    let era = z.div_euclid(146_097);
    let of_era = z.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::civil;

    #[test]
    fn days_are_dates() {
        assert_eq!((civil(0), civil(19_753), civil(-1)), ("1970-01-01".into(), "2024-01-31".into(), "1969-12-31".into()));
    }
}
