//! The `jadoube` command: arguments in, exit status out.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
