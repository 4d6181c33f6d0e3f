//! CSV (RFC 4180): rows as lines, numbers as they are, days as `2024-01-31`.

use std::io::Write as _;

use super::table::{Cell, Rows, columns};

/// The line with the names of the columns.
pub fn csv_header(every_ply: bool) -> Vec<u8> {
    let names: Vec<&str> = columns(every_ply).iter().map(|(name, _)| *name).collect();
    let mut line = names.join(",").into_bytes();
    line.push(b'\n');
    line
}

/// Writes rows.
pub(super) fn rows(rows: &Rows, every_ply: bool, out: &mut Vec<u8>) {
    let width = columns(every_ply).len();
    for (i, cell) in rows.cells().enumerate() {
        // Writing to memory cannot fail.
        let _ = match cell {
            Cell::None => Ok(()),
            Cell::Text(bytes) => {
                text(bytes, out);
                Ok(())
            }
            Cell::Int(n) => write!(out, "{n}"),
            Cell::Float(n) => write!(out, "{n}"),
            Cell::Day(days) => write!(out, "{}", civil(days)),
        };
        out.push(if (i + 1) % width == 0 { b'\n' } else { b',' });
    }
}

/// A text, in quotes if it needs them.
fn text(text: &[u8], out: &mut Vec<u8>) {
    if memchr::memchr3(b',', b'"', b'\n', text).is_none() && memchr::memchr(b'\r', text).is_none() {
        out.extend_from_slice(text);
        return;
    }
    out.push(b'"');
    let mut from = 0;
    for quote in memchr::memchr_iter(b'"', text) {
        out.extend_from_slice(&text[from..=quote]);
        from = quote;
    }
    out.extend_from_slice(&text[from..]);
    out.push(b'"');
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
    use super::{civil, text};

    #[test]
    fn days_are_dates() {
        assert_eq!((civil(0), civil(19_753), civil(-1)), ("1970-01-01".into(), "2024-01-31".into(), "1969-12-31".into()));
    }

    #[test]
    fn texts_are_quoted_where_they_must_be() {
        let quoted = |word: &str| {
            let mut out = Vec::new();
            text(word.as_bytes(), &mut out);
            String::from_utf8(out)
        };
        for (word, line) in
            [("a b", "a b"), ("a,b", "\"a,b\""), ("a\"\"b", "\"a\"\"\"\"b\""), ("\r", "\"\r\""), ("\"", "\"\"\"\"")]
        {
            assert_eq!(quoted(word).as_deref(), Ok(line));
        }
    }
}
