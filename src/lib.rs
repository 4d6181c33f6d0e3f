//! Checks, repairs and converts game records: chess in PGN, Go in SGF.
//!
//! ```text
//! bytes ──> records ──> tokens ──> replay ──> judgement ──> findings ──> report
//! input/    pgn/ sgf/   pgn/ sgf/  chess/ go/  judge/        checks/      report/
//! ```

pub mod baseline;
pub mod check;
pub mod checks;
pub mod chess;
pub mod convert;
pub mod finding;
pub mod go;
pub mod goformats;
pub mod input;
pub mod judge;
pub mod pgn;
pub mod pipeline;
pub mod record;
pub mod repair;
pub mod replay;
pub mod report;
pub mod rewrite;
pub mod settings;
pub mod sgf;
pub mod values;
