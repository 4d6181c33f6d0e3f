//! What a line is, told by how it begins. The splitter and the lexer ask the same questions, so that they agree.

use super::chars::{char_at, is_digit, is_letter, is_word, trim_end};

/// Whether a line begins a game without tags: move number one and a move, or a first move without a number, or only a result.
pub(super) fn opens_moves(line: &[u8]) -> bool {
    match number_one(line) {
        Some(rest) => is_move(word(rest)),
        None => {
            let first = word(line);
            (is_move(first) && follows_a_move(&line[first.len()..])) || super::terminator::read(trim_end(line)).is_some()
        }
    }
}

/// What stands behind the move number 1 (not `1...`) at the start of a line.
pub(super) fn number_one(line: &[u8]) -> Option<&[u8]> {
    let rest = line.strip_prefix(b"1")?;
    let rest = match rest.first() {
        Some(b'.') => &rest[1..],
        Some(b' ' | b'\t') => rest,
        _ => return None,
    };
    let rest = rest.trim_ascii_start();
    (!rest.is_empty() && rest[0] != b'.' && !rest.starts_with("…".as_bytes())).then_some(rest)
}

/// Behind a first move without a number stands another move, a number, or the end of the line.
fn follows_a_move(rest: &[u8]) -> bool {
    let rest = rest.trim_ascii_start();
    match rest.first() {
        None => true,
        Some(b) if is_digit(*b) => true,
        Some(b'{' | b'(' | b'$' | b'*' | b'!' | b'?' | b';') => true,
        _ => is_move(word(rest)),
    }
}

/// The word at the start.
fn word(text: &[u8]) -> &[u8] {
    &text[..text.iter().take_while(|b| is_word(**b) || **b >= 0x80).count()]
}

/// Whether a word has the shape of a move in one of the usual dialects: it names a square, or it is castling.
pub(super) fn is_move(word: &[u8]) -> bool {
    if word.len() < 2 || word.len() > 12 {
        return false;
    }
    if matches!(word, b"--" | b"Z0") || word.starts_with(b"O-O") || word.starts_with(b"0-0") || word.starts_with(b"o-o") {
        return true;
    }
    let square = word.windows(2).any(|pair| matches!(pair[0], b'a'..=b'h') && matches!(pair[1], b'1'..=b'8'));
    let letters = word.iter().filter(|b| is_letter(**b)).count();
    square && letters <= 5
}

/// Whether a line in or before the tag section is prose rather than movetext: it begins with a word that no dialect takes for a
/// move, a number or a result.
pub(super) fn is_prose(line: &[u8]) -> bool {
    let Some((first, _)) = char_at(line) else { return false };
    if !first.is_alphabetic()
        && !matches!(first, '"' | '\'' | '=' | '_' | '#' | '~' | '&' | '|' | '>' | ',' | '.' | ':' | '/' | '\\')
    {
        return first == '-' && line.iter().take_while(|b| **b == b'-').count() > 2;
    }
    if line.starts_with(b"..") {
        return false;
    }
    let word = word(line);
    !(word.iter().any(|b| is_digit(*b)) || is_castling(word) || matches!(word, b"null" | b"pass" | b"@@@@"))
}

fn is_castling(word: &[u8]) -> bool {
    word.len() >= 2 && word.iter().all(|b| matches!(b, b'O' | b'o' | b'-' | b'+' | b'#' | b'!' | b'?'))
}

/// Whether a line is one of a mail header: `From somebody …` or `Name: text`.
pub(super) fn is_mail_header(line: &[u8]) -> bool {
    if line.starts_with(b"From ") {
        return true;
    }
    let name = line.iter().take_while(|b| is_letter(**b) || **b == b'-').count();
    name >= 2
        && line[0].is_ascii_uppercase()
        && line.get(name) == Some(&b':')
        && matches!(line.get(name + 1), Some(b' ' | b'\t') | None)
        && !line[..name].iter().all(|b| *b == b'-')
}

/// The length of an HTML line end at the start: `<br>`, `<br/>`, `<p>`, `</p>`, `<BR />`; 0 if there is none.
pub(super) fn markup_at(text: &[u8]) -> usize {
    let Some(inside) = text.strip_prefix(b"<") else { return 0 };
    let inside = inside.get(..16).unwrap_or(inside);
    let Some(end) = memchr::memchr(b'>', inside) else { return 0 };
    let name = inside[..end].trim_ascii();
    let name = name.strip_prefix(b"/").unwrap_or(name);
    let name = name.strip_suffix(b"/").unwrap_or(name).trim_ascii();
    let known = [&b"br"[..], b"p", b"pre", b"div", b"html", b"body", b"hr", b"tt"];
    if known.iter().any(|k| k.eq_ignore_ascii_case(name)) { end + 2 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_begin_a_game() {
        for line in ["1. e4 e5", "1.e4", "1 e4 e5", "e4 e5 1-0", "Nf3 d5", "1-0", "*", "1. Pe2-e4", "1.\tO-O"] {
            assert!(opens_moves(line.as_bytes()), "{line}");
        }
        for line in
            ["1... e5", "1. ... e5", "2. Nf3", "1. The rules", "Here e4 won", "Round 1", "12. e4", "", "1.", "e4 was best"]
        {
            assert!(!opens_moves(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn prose_is_told_from_moves() {
        for line in ["Here comes round two.", "From: me", "foo", "--- cut ---", "\"quote\"", "привет"] {
            assert!(is_prose(line.as_bytes()), "{line}");
        }
        for line in ["1. e4", "e4", "O-O", "Zf3", "(1. e4)", "$1", "-- e5", "*", "... e5", "е4", "♘f3"] {
            assert!(!is_prose(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn mail_headers() {
        for line in ["From: a@b", "Message-ID: <x>", "From someone Mon Jan", "Subject:"] {
            assert!(is_mail_header(line.as_bytes()), "{line}");
        }
        for line in ["1. e4", "Nf3", "Here: x y".trim_start_matches("Here"), "---: x", "note: lower"] {
            assert!(!is_mail_header(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn html_line_ends() {
        assert_eq!(markup_at(b"<br>x"), 4);
        assert_eq!(markup_at(b"<BR />"), 6);
        assert_eq!(markup_at(b"</p>"), 4);
        assert_eq!(markup_at(b"<foo>"), 0);
        assert_eq!(markup_at(b"<>"), 0);
    }
}
