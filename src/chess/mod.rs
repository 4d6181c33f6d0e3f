//! The chess engine: pure values, no input or output.
