//! The chess engine: positions and moves as plain values, without I/O and without history.
//!
//! ```
//! use jadoube::chess::{Position, San};
//!
//! let mut position = Position::STANDARD;
//! for word in ["f3", "e5", "g4", "Qh4#"] {
//!     let san = San::parse(word.as_bytes()).expect("a word of SAN");
//!     let mv = position.resolve(&san).expect("a legal move");
//!     assert_eq!(position.san(mv).as_str(), word);
//!     position.play(mv);
//! }
//! assert!(position.is_checkmate());
//! ```

pub mod attacks;
mod bitboard;
pub mod dead;
mod fen;
mod fen_faults;
mod movegen;
mod moves;
mod packed;
mod play;
mod position;
mod san;
mod types;
pub mod uci;
mod why;
mod zobrist;

pub use bitboard::Bitboard;
pub use fen::{Castling, Fen, FenDoubt, FenError};
pub use moves::{Move, MoveKind, MoveList};
pub use packed::Packed;
pub use position::Position;
pub use san::{Body, Mark, San, SanError, SanText};
pub use types::{Color, Man, Role, Square, Wing};
pub use why::{Attempt, Why};
