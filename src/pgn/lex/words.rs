//! The words of movetext: moves, numbers, results and signs, glued together or misspelled.

use super::super::chars::{
    char_at, is_assessment, is_blank, is_dash, is_digit, is_glyph, is_letter, is_odd_blank, is_word, mark_at,
};
use super::super::terminator;
use super::super::token::TokenKind;
use super::{Lexer, leaf};
use nom::bytes::complete::take_while;

/// No termination marker is longer, however it is spelt; so far a run of bytes is looked through for one.
const RUN: usize = 32;

impl Lexer<'_, '_> {
    /// A word that begins with a letter: nearly always a move.
    pub(super) fn word(&mut self) {
        let rest = self.rest();
        let mut length = leaf(take_while(is_word), rest);
        match rest.get(length) {
            Some(b' ' | b'\n' | b'\r') | None => {}
            Some(0x80..) => length = self.word_length(length),
            _ => {}
        }
        // Almost every word ends in a rank, a check mark or a promoted piece and holds nothing that asks for a second look.
        let last = rest[length - 1];
        let plain = matches!(last, b'1'..=b'8') && length <= 5 && rest[length - 2] != b'-' && rest[length - 2] != b'/';
        if plain && !matches!(rest.get(length), Some(b'(' | b'.')) {
            return self.push_plain(TokenKind::Move, length);
        }
        self.odd_word(length);
    }

    /// The length of the word at this place, characters beyond ASCII included, `known` bytes of it being known already.
    fn word_length(&self, known: usize) -> usize {
        let rest = self.rest();
        let mut length = known;
        while let Some(&byte) = rest.get(length) {
            if is_word(byte) {
                length += 1;
                continue;
            }
            match char_at(&rest[length..]) {
                Some((c, more))
                    if byte >= 0x80 && !(is_odd_blank(c) || is_glyph(c) || is_assessment(c) || matches!(c, '\u{feff}' | '…')) =>
                {
                    length += more;
                }
                _ => break,
            }
        }
        length
    }

    /// A word that may hold more than a move.
    fn odd_word(&mut self, length: usize) {
        let rest = self.rest();
        let word = &rest[..length];
        match word {
            b"Z0" | b"@@@@" | b"null" | b"NULL" | b"Null" | b"pass" | b"PASS" => return self.push(TokenKind::NullMove, length),
            b"N" | b"TN" | b"D" | b"NN" | b"RR" => return self.push_odd(TokenKind::Glyph, length),
            b"ep" => return self.push_odd(TokenKind::EnPassant, length),
            b"mate" | b"ch" | b"dblch" => return self.push_odd(TokenKind::CheckMark, length),
            _ => {}
        }
        if let Some(end) = self.en_passant(length) {
            let kind = if word == b"e" { TokenKind::EnPassant } else { TokenKind::Move };
            return if kind == TokenKind::Move { self.push_plain(kind, end) } else { self.push_odd(kind, end) };
        }
        if matches!(word[0], b'O' | b'o' | b'l' | b'I' | b'd' | b'D' | b'r' | b'R') && terminator::read(word).is_some() {
            return self.result(length);
        }
        // e8(Q)
        if let [b'(', piece, b')', ..] = &rest[length..]
            && is_letter(*piece)
            && matches!(word.last(), Some(b'1' | b'8' | b'='))
        {
            return self.push_plain(TokenKind::Move, length + 3);
        }
        // Nc61-0
        for marker in [&b"1/2-1/2"[..], b"1-0", b"0-1"] {
            if word.len() > marker.len() + 1 && word.ends_with(marker) && !word.starts_with(b"O-O-") {
                self.push_plain(TokenKind::Move, length - marker.len());
                return self.result(marker.len());
            }
        }
        // Qxf7+- is a move and an evaluation, e2-e4 and O-O are moves.
        let core =
            word.iter().rposition(|b| !matches!(b, b'+' | b'-' | b'=' | b'/' | b'#' | b':' | b'\'')).map_or(length, |at| at + 1);
        let tail = &word[core..];
        if !tail.is_empty() && core > 0 && !matches!(tail, b"+" | b"#" | b"++" | b"##" | b"=") {
            let check = usize::from(
                tail.len() > 1 && matches!(tail[0], b'+' | b'#') && is_evaluation(&tail[1..]) && !is_evaluation(tail),
            );
            if is_evaluation(&tail[check..]) {
                self.push_plain(TokenKind::Move, core + check);
                return self.push(TokenKind::Glyph, tail.len() - check);
            }
        }
        self.push_plain(TokenKind::Move, length);
    }

    /// The end of a word that goes on with `.p.`, as `exd6e.p.` and `e.p.` do.
    fn en_passant(&self, length: usize) -> Option<usize> {
        let rest = self.rest();
        if rest[length - 1] != b'e' {
            return None;
        }
        let more = rest[length..].strip_prefix(b".p")?;
        let full = more.first() == Some(&b'.');
        // A check mark may follow.
        let mut end = length + 2 + usize::from(full);
        end += leaf_marks(&rest[end..]);
        Some(end)
    }

    /// Digits that no period follows: a result, castling with zeros, a number without its period, a number glued to a move.
    pub(super) fn odd_number(&mut self, digits: usize) {
        let rest = self.rest();
        match rest.get(digits) {
            None | Some(b' ' | b'\n' | b'\r' | b'\t' | b'/') => {
                if let Some(length) = self.spaced_result() {
                    return self.result(length);
                }
                if rest.get(digits) != Some(&b'/') {
                    return self.bare_number(digits);
                }
            }
            Some(b'{' | b'}' | b'$' | b';' | b'!' | b'?' | b'*' | b'(' | b'"') => return self.bare_number(digits),
            _ => {}
        }
        let run = self.run();
        let word = &rest[..run];
        if terminator::read(word).is_some() {
            return self.result(run);
        }
        let bare = self.word_length(digits);
        if bare < run && terminator::read(&rest[..bare]).is_some() {
            return self.result(bare);
        }
        if word.starts_with(b"0000") && bare == 4 {
            return self.push(TokenKind::NullMove, 4);
        }
        if word.starts_with(b"0-0") || word.starts_with(b"00") || word.starts_with("0–0".as_bytes()) {
            return self.odd_word(bare);
        }
        match rest[digits] {
            b'.' => {
                let dots = leaf(take_while(|b| b == b'.'), &rest[digits..]);
                self.push_plain(TokenKind::MoveNumber, digits + dots);
            }
            b',' | b')' | b':' if is_number_sign(rest, digits) => self.push_odd(TokenKind::MoveNumber, digits + 1),
            // 1...e5 with the one character for three periods.
            0x80.. if rest[digits..].starts_with("…".as_bytes()) => self.push_odd(TokenKind::MoveNumber, digits + 3),
            b if is_letter(b) || b >= 0x80 => self.push_odd(TokenKind::MoveNumber, digits),
            b if is_word(b) => self.push(TokenKind::Stray, bare),
            _ => self.bare_number(digits),
        }
    }

    fn bare_number(&mut self, digits: usize) {
        if digits == 4 && self.rest().starts_with(b"0000") {
            return self.push(TokenKind::NullMove, 4);
        }
        self.push_plain(TokenKind::MoveNumber, digits);
    }

    /// A result whose parts are set apart: `1 - 0`, `1/2 - 1/2`.
    fn spaced_result(&self) -> Option<usize> {
        let rest = self.rest();
        let dash = rest.iter().take(8).position(|b| *b == b'-' || *b >= 0x80)?;
        let behind = rest[dash..].iter().take(4).position(|b| is_digit(*b))? + dash;
        let last = rest[behind..].iter().take(4).take_while(|b| is_digit(**b) || **b == b'/').count();
        let end = behind + last;
        let next = rest.get(end).copied();
        // In `1 -0.5` or `2. 1 - 0-0` there is no result.
        (next.is_none_or(is_blank) || matches!(next, Some(b'{' | b'['))).then_some(())?;
        terminator::read(&rest[..end]).map(|_| end)
    }

    /// The length of everything up to the next blank or bracket, as far as a termination marker can reach.
    pub(super) fn run(&self) -> usize {
        let rest = self.rest();
        let near = rest.get(..RUN).unwrap_or(rest);
        near.iter()
            .position(|b| is_blank(*b) || matches!(b, 0 | b'{' | b'}' | b'(' | b')' | b'[' | b'<' | b';' | b'$' | b'*'))
            .unwrap_or(near.len())
    }

    /// The next `length` bytes, known to be a termination marker.
    pub(super) fn result(&mut self, length: usize) {
        self.results += 1;
        match terminator::read(&self.rest()[..length]) {
            Some((outcome, true)) => self.push_plain(TokenKind::Result(outcome), length),
            Some((outcome, false)) => self.push_odd(TokenKind::Result(outcome), length),
            None => self.push(TokenKind::Stray, length),
        }
    }

    /// Signs apart from a move.
    pub(super) fn signs(&mut self) {
        let rest = self.rest();
        let length =
            leaf(take_while(|b| matches!(b, b'+' | b'#' | b'=' | b'-' | b'/' | b':' | b'~' | b'^' | b'\\' | b'|')), rest).max(1);
        let signs = &rest[..length];
        // A line in brackets of dashes is not a move.
        if signs.iter().all(|b| matches!(b, b'+' | b'#')) {
            return self.push_odd(TokenKind::CheckMark, length);
        }
        if matches!(signs, b"--" | b"---") {
            return if length == 2 { self.push(TokenKind::NullMove, 2) } else { self.push_odd(TokenKind::NullMove, 3) };
        }
        if is_evaluation(signs) {
            return self.push(TokenKind::Glyph, length);
        }
        if terminator::read(signs).is_some() {
            return self.result(length);
        }
        self.push(TokenKind::Stray, length);
    }

    /// A character beyond ASCII at the start of a word.
    pub(super) fn non_ascii(&mut self) {
        let rest = self.rest();
        let Some((c, length)) = char_at(rest) else { return };
        if length == 3 && mark_at(rest) == 3 {
            return self.push(TokenKind::Mark, 3);
        }
        if is_odd_blank(c) {
            return self.odd_blank(length);
        }
        match c {
            '½' => {
                let run = self.run();
                let end = if terminator::read(&rest[..run]).is_some() { run } else { length };
                self.result(end);
            }
            '…' => self.push_odd(TokenKind::Dots, length),
            _ if is_assessment(c) => self.push(TokenKind::Suffix, length),
            _ if is_glyph(c) => self.push(TokenKind::Glyph, length),
            _ if is_dash(c) => {
                let word = self.word_length(0);
                let dashes = rest[..word].chunks(length).all(|chunk| chunk == &rest[..length]);
                match word / length {
                    1 | 2 if dashes && (word == 2 * length || c == '\u{2014}') => self.push_odd(TokenKind::NullMove, word),
                    _ if dashes => self.push(TokenKind::Stray, word),
                    _ => self.push(TokenKind::Stray, length),
                }
            }
            _ if c.is_alphabetic() || matches!(c, '♔'..='♟' | '\u{fe00}'..='\u{fe0f}') => {
                let word = self.word_length(length);
                self.odd_word(word);
            }
            _ => self.push(TokenKind::Stray, length),
        }
    }
}

/// How many check marks stand at the start.
fn leaf_marks(rest: &[u8]) -> usize {
    rest.iter().take_while(|b| matches!(b, b'+' | b'#')).count()
}

/// Whether the sign behind the digits stands for the period of a move number: a blank or a move follows.
fn is_number_sign(rest: &[u8], digits: usize) -> bool {
    rest.get(digits + 1).is_some_and(|b| is_blank(*b) || is_letter(*b))
        && (rest[digits] != b')' || rest[digits + 1..].trim_ascii_start().first().is_some_and(|b| is_letter(*b)))
}

/// Evaluations written in ASCII signs.
fn is_evaluation(signs: &[u8]) -> bool {
    matches!(
        signs,
        b"=" | b"=="
            | b"+-"
            | b"-+"
            | b"+/-"
            | b"-/+"
            | b"+/="
            | b"=/+"
            | b"+="
            | b"=+"
            | b"=/="
            | b"+--"
            | b"--+"
            | b"++-"
            | b"-++"
            | b"~"
            | b"~="
            | b"=~"
            | b"~~"
            | b"/\\"
            | b"\\/"
            | b"^"
            | b"/^"
            | b"||"
            | b"|^"
            | b"^="
            | b"=^"
    )
}
