//! Everything PGN: splitting, grammar, tags and layout. Knows no rules of chess.

mod token;

pub use token::{Flaws, Lexed, Outcome, Tag, TagName, Token, TokenKind};
