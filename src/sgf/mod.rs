//! Everything SGF: splitting, grammar, charsets, properties and layout. Knows no rules of Go.
//!
//! ```text
//! bytes ──split──> records ──charset──> how bytes make characters ──lex──> flat tokens ──tree──> nodes ──> values
//! ```
//!
//! The order matters: in GBK, Big5 and Shift_JIS the bytes of `[`, `\` and `]` are also second halves of characters, so the
//! charset must be known before values are cut.

mod charset;
pub mod document;
pub mod game;
mod lex;
pub mod properties;
mod scan;
mod split;
mod token;
mod tree;
mod value_scan;
pub mod values;
pub mod write;

pub use charset::{Basis, Charset, Declared, encoding_of};
pub use lex::lex;
pub use scan::{Stepping, unescaped_brackets};
pub use split::Splitter;
pub use token::{Token, TokenKind};
pub use tree::{Entry, Fault, FaultKind, NO_NODE, Node, Tree};
