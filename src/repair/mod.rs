//! Repairs: which of the fixes that findings carry are applied, and the text that comes out.

mod apply;
mod charset;
pub mod chess;
pub mod go;

pub use apply::{Applied, Policy, apply, repair};
