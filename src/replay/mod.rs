<<<<<<< Updated upstream
//! One record through one engine: the facts of each ply, made once.
pub mod go;
=======
//! One record through one engine: the facts of every ply, computed once.

mod facts;

pub use facts::{ChessReplay, Ply, Stop, StopReason, Variant};
>>>>>>> Stashed changes
