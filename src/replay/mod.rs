//! One record through one engine: the facts of each ply, made once.
pub mod go;
