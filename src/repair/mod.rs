//! Repairs: which of the fixes that findings carry are applied, and the text that comes out.

mod apply;
pub mod chess;

pub use apply::{Applied, Policy, apply, repair};
