//! Tokens of an SGF record.

use crate::finding::Span;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum TokenKind {
    /// `(`
    Open,
    /// `)`
    Close,
    /// `;`
    Semicolon,
    /// The name of a property, as written.
    Name,
    /// A value with its brackets.
    Value,
    /// Anything the grammar does not know: text before, between or after.
    Text,
}

/// A token: what it is and where it stands. Tokens cover every byte but white space and NUL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// What is special about it: `Token::UNTERMINATED` and the others, for values.
    pub flags: u8,
    /// Where it stands.
    pub span: Span,
}

impl Token {
    /// The closing bracket of a value is missing.
    pub const UNTERMINATED: u8 = 1;
    /// A closing bracket inside a value is not escaped.
    pub const BARE_BRACKET: u8 = 2;
    /// A value has a backslash in it.
    pub const ESCAPES: u8 = 4;
    /// A value has bytes beyond ASCII (or an escape sequence of ISO 2022).
    pub const FOREIGN: u8 = 8;

    /// A token without flags.
    pub(super) const fn plain(kind: TokenKind, start: usize, end: usize) -> Self {
        Token { kind, flags: 0, span: Span::new(start, end) }
    }

    /// Whether a flag is set.
    pub const fn has(self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// The place of a value's text, without the brackets.
    pub const fn inner(self) -> Span {
        let close = if self.has(Self::UNTERMINATED) { 0 } else { 1 };
        Span { start: self.span.start + 1, end: self.span.end - close }
    }
}
