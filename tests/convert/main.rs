//! `convert` through the binary: what each form holds, where records go, and that nothing is lost on the way.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;
mod forms;
mod generated;
mod old_sgf;
mod outputs;
mod removals;
mod schema;
