//! Laws and rulesets in force, the ending, the verdict on the claimed result.

pub mod chess;
pub mod go;
pub mod go_score;
pub mod laws;
pub mod repetition;
