//! Cuts a record into tokens.
//!
//! One pass, no recursion, no memory but the list of tokens. Whatever the grammar does not know becomes a [`TokenKind::Text`],
//! so nothing is lost and a check can tell where it stands.

use memchr::memchr2_iter;

use super::scan::{Stepping, is_root_property, is_space, name_end, skip_space, starts_bare, starts_tree};
use super::token::{Token, TokenKind};
use super::value_scan::{ValueEnd, ValueScan};

/// Reads the tokens of a record into `tokens`, which is emptied first.
///
/// ```
/// use jadoube::sgf::{Stepping, TokenKind, lex};
///
/// let mut tokens = Vec::new();
/// lex(b"(;B[ee])", Stepping::Bytes, &mut tokens);
/// let kinds: Vec<_> = tokens.iter().map(|t| t.kind).collect();
/// use TokenKind::{Close, Name, Open, Semicolon, Value};
/// assert_eq!(kinds, [Open, Semicolon, Name, Value, Close]);
/// ```
pub fn lex(bytes: &[u8], stepping: Stepping, tokens: &mut Vec<Token>) {
    tokens.clear();
    let mut at = start_of_tree(bytes);
    push_text(bytes, 0, at, tokens);
    // A tree without its opening bracket closes all the same.
    let mut depth = u32::from(bytes.get(at) != Some(&b'('));
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b';' => {
                tokens.push(Token::plain(TokenKind::Semicolon, at, at + 1));
                // By far the commonest text of all: `B[pd]` and the like.
                if let Some(&[b'B' | b'W', b'[', x, y, b']', next, ..]) = bytes.get(at + 1..)
                    && x.is_ascii_alphabetic()
                    && y.is_ascii_alphabetic()
                    && matches!(next, b';' | b')' | b'(')
                {
                    tokens.push(Token::plain(TokenKind::Name, at + 1, at + 2));
                    tokens.push(Token::plain(TokenKind::Value, at + 2, at + 6));
                    at += 6;
                } else {
                    at += 1;
                }
            }
            b'[' => at = push_value(bytes, at, stepping, tokens),
            b'(' => {
                depth += 1;
                tokens.push(Token::plain(TokenKind::Open, at, at + 1));
                at += 1;
            }
            b')' => {
                tokens.push(Token::plain(TokenKind::Close, at, at + 1));
                at += 1;
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return push_tail(bytes, at, tokens);
                }
            }
            b if is_space(b) => at += 1,
            _ => {
                let end = name_end(bytes, at);
                if end > at && is_property(bytes, at, end) {
                    tokens.push(Token::plain(TokenKind::Name, at, end));
                    at = end;
                } else {
                    let end = text_end(bytes, at);
                    push_text(bytes, at, end, tokens);
                    at = end;
                }
            }
        }
    }
}

/// Where the tree starts: everything before is text of mail headers and the like.
fn start_of_tree(bytes: &[u8]) -> usize {
    let first = skip_space(bytes, 0);
    if is_root_property(bytes, first, true) == Some(true) {
        return first;
    }
    memchr2_iter(b'(', b';', bytes)
        .find(|&at| starts_tree(bytes, at, true) == Some(true) || starts_bare(bytes, at, true) == Some(true))
        .unwrap_or(first)
}

/// A value from the bracket at `at` on; returns where reading goes on.
fn push_value(bytes: &[u8], at: usize, stepping: Stepping, tokens: &mut Vec<Token>) -> usize {
    let mut scan = ValueScan::new(at + 1);
    let (end, flag) = match scan.run(bytes, Some(stepping), true) {
        ValueEnd::Closed(bracket) => (bracket + 1, 0),
        ValueEnd::Cut(end) => (end, Token::UNTERMINATED),
        ValueEnd::More => (bytes.len(), Token::UNTERMINATED),
    };
    let mut token = Token::plain(TokenKind::Value, at, end);
    token.flags = scan.flags | flag;
    tokens.push(token);
    end
}

/// Whether the word at `at..end` is the name of a property: a value follows, or it is written as names are and the node ends.
fn is_property(bytes: &[u8], at: usize, end: usize) -> bool {
    match bytes.get(skip_space(bytes, end)) {
        Some(b'[') => true,
        Some(b';' | b'(' | b')') | None => end - at <= 2 && bytes[at..end].iter().all(u8::is_ascii_uppercase),
        Some(b) => {
            let short = end - at <= 2 && bytes[at..end].iter().all(u8::is_ascii_uppercase);
            // `N C[x]`: the first of two names has no value.
            let next = skip_space(bytes, end);
            let after = name_end(bytes, next);
            short && b.is_ascii_alphabetic() && after > next && bytes.get(skip_space(bytes, after)) == Some(&b'[')
        }
    }
}

/// Where text that is no syntax ends: before a bracket, a semicolon or a property.
fn text_end(bytes: &[u8], at: usize) -> usize {
    let mut at = at;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'(' | b')' | b';' | b'[' => break,
            b if b.is_ascii_alphabetic() => {
                let end = name_end(bytes, at);
                if end > at && is_property(bytes, at, end) {
                    break;
                }
                at = end.max(at + 1);
                while bytes.get(at).is_some_and(|b| b.is_ascii_alphanumeric()) {
                    at += 1;
                }
            }
            _ => at += 1,
        }
    }
    at
}

/// Text without the white space around it, if anything is left.
fn push_text(bytes: &[u8], from: usize, to: usize, tokens: &mut Vec<Token>) {
    let start = skip_space(bytes, from).min(to);
    let end = bytes[start..to].iter().rposition(|&b| !is_space(b)).map_or(start, |last| start + last + 1);
    if end > start {
        tokens.push(Token::plain(TokenKind::Text, start, end));
    }
}

/// What stands behind the end of the tree: surplus brackets, then text.
fn push_tail(bytes: &[u8], from: usize, tokens: &mut Vec<Token>) {
    let mut at = skip_space(bytes, from);
    while bytes.get(at) == Some(&b')') {
        tokens.push(Token::plain(TokenKind::Close, at, at + 1));
        at = skip_space(bytes, at + 1);
    }
    push_text(bytes, at, bytes.len(), tokens);
}

#[cfg(test)]
mod tests;
