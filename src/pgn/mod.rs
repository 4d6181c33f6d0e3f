//! Everything PGN: splitting, grammar, tags and layout. Knows no rules of chess.

mod chars;
mod comment;
mod lex;
mod line;
pub mod nag;
mod split;
mod tag;
mod terminator;
mod token;
pub mod write;

pub use lex::lex;
pub use split::Splitter;
pub(crate) use terminator::outcome as terminator_outcome;
pub use token::{Flaws, Lexed, Outcome, Tag, TagName, Token, TokenKind};
