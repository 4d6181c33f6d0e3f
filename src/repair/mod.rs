//! Repairs: which of the fixes that findings carry are applied, and the text that comes out.

mod apply;
pub mod chess;
pub mod go;

pub use apply::{Applied, Policy, apply, repair};
