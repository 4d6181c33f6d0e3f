//! One record through one engine: the facts of each ply, made once.

pub mod chess;
pub mod dialect;
mod facts;
pub mod go;

pub use facts::{ChessReplay, Made, Ply, Stop, StopReason, Variant};
