#![allow(clippy::unwrap_used)]

use super::*;

/// Cuts a text shown all at once.
fn cut(text: &[u8]) -> Vec<&[u8]> {
    cut_by(text, text.len())
}

/// Cuts a text shown in steps of so many bytes.
fn cut_by(text: &[u8], step: usize) -> Vec<&[u8]> {
    let mut splitter = Splitter::new();
    let (mut from, mut to, mut records) = (0, step.min(text.len()), Vec::new());
    loop {
        let last = to == text.len();
        match splitter.cut(&text[from..to], last) {
            Cut::More if last => return records,
            Cut::More => to = (to + step).min(text.len()),
            Cut::Record(len) => {
                assert!(len > 0);
                records.push(&text[from..from + len]);
                from += len;
                if from == text.len() {
                    return records;
                }
            }
            Cut::Junk(len) => {
                assert_eq!((from, len), (0, text.len()), "junk only where there is no record at all");
                return records;
            }
        }
    }
}

fn starts(text: &str) -> Vec<String> {
    let whole = cut(text.as_bytes());
    for step in [1, 2, 3, 7, 64] {
        assert_eq!(cut_by(text.as_bytes(), step), whole, "in steps of {step}");
    }
    assert!(whole.is_empty() || whole.concat() == text.as_bytes(), "every byte belongs to a record");
    whole.iter().map(|r| String::from_utf8_lossy(r).into_owned()).collect()
}

#[test]
fn collections() {
    assert_eq!(starts("(;B[aa](;W[bb])(;W[cc]))\n(;B[dd])"), ["(;B[aa](;W[bb])(;W[cc]))\n", "(;B[dd])"]);
    assert_eq!(starts("mail\n(;B[aa]) tail (of text)\n( ;B[bb])\nend"), ["mail\n(;B[aa]) tail (of text)\n", "( ;B[bb])\nend"]);
    assert_eq!(starts("(;B[aa]))(GM[1];B[bb])").len(), 2);
    assert_eq!(starts(";GM[1];B[aa])\n;GM[1];B[bb])").len(), 2);
    assert_eq!(starts("GM[1]FF[4];B[aa])\n(;B[bb])").len(), 2);
    assert_eq!(starts("((;GM[1]FF[4];B[ee]))").len(), 1);
    assert_eq!(starts("(\n;GM[1]FF[4];B[ee]\n;W[ff]\n;GM[1]FF[4];B[bb])").len(), 2);
}

#[test]
fn nothing_to_read() {
    for text in ["", " \n", "no game (here); really", "(", "()", "{[]}"] {
        assert_eq!(starts(text).len(), 0, "{text}");
    }
}

#[test]
fn what_is_not_closed_does_not_swallow_the_next() {
    for first in [
        "(;GM[1];B[ee];W[ff]\n",
        "(;GM[1];B[ee]C[unfinished)\n",
        "(;GM[1];B[ee]C[no end \n\n",
        "(;GM[1];B[ee]C[a\\",
        "(;GM[1](;B[ee](;W[",
    ] {
        let second = "(;GM[1]FF[4];B[aa])\n";
        assert_eq!(starts(&format!("{first}{second}")), [first, second], "{first}");
    }
}

#[test]
fn quoted_records_and_variations_are_no_records() {
    assert_eq!(starts("(;GM[1]C[see (;GM[1\\]FF[4\\] there];B[aa])").len(), 1);
    assert_eq!(starts("(;GM[1];B[aa](;W[bb]C[:)])(;W[cc]))").len(), 1);
}

#[test]
fn half_characters_are_no_brackets() {
    let gbk = b"(;PB[\x81\x5C\x82\x5D(\x81\x5C]PW[\x82\x5D\x82\x5D];B[aa])(;B[bb])";
    let records = cut(gbk);
    assert_eq!(records.len(), 2);
    assert_eq!(records[1], b"(;B[bb])");
}

#[test]
fn nesting_and_length_are_linear() {
    let deep = "(;C[x]".repeat(100_000);
    assert_eq!(cut(deep.as_bytes()).len(), 1);
    let open = format!("(;C[{}", "[ ]( ".repeat(200_000));
    assert_eq!(cut(open.as_bytes()).len(), 1);
}
