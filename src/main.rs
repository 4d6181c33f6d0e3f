//! The `jadoube` command.

fn main() {}
