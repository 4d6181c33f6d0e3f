//! The command line: arguments in, exit status out.

mod args;
mod check;
mod config;
mod convert;
mod diff;
mod explain;
mod fix;
mod outputs;
mod quarantine;
mod settings;
mod sources;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use clap::{CommandFactory, Parser};

use args::{Cli, Command};

/// Nothing at or above the severity that fails a run.
const CLEAN: u8 = 0;
/// Findings.
const FINDINGS: u8 = 1;
/// The run itself failed.
const FAILED: u8 = 2;

/// Does what the arguments say. The only exit is the one `main` takes with what this returns.
pub(crate) fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are asked for and go to standard output; a reader that has gone away is no error.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { FAILED } else { CLEAN });
        }
    };
    let done = match cli.command {
        Command::Check(args) => check::run(&args),
        Command::Fix(args) => fix::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Explain(args) => explain::explain(&args),
        Command::Rules(args) => explain::rules(&args),
        Command::Completions(args) => completions(args.shell),
        Command::Man => man(),
    };
    match done {
        Ok(status) => ExitCode::from(status),
        Err(error) if broken_pipe(&error) => ExitCode::from(CLEAN),
        Err(error) => {
            let _ = writeln!(io::stderr(), "jadoube: {error:#}");
            ExitCode::from(FAILED)
        }
    }
}

/// A closed output pipe is no error: whoever read it has seen enough.
fn broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|e| e.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe))
}

fn completions(shell: clap_complete::Shell) -> Result<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "jadoube", &mut script);
    io::stdout().write_all(&script)?;
    Ok(CLEAN)
}

fn man() -> Result<u8> {
    let mut page = Vec::new();
    let mut command = Cli::command();
    command.build();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    // One page for all: a section for each command follows.
    for sub in command.get_subcommands().filter(|s| s.get_name() != "help") {
        let man = clap_mangen::Man::new(sub.clone());
        let mut section = Vec::new();
        man.render_synopsis_section(&mut section)?;
        man.render_description_section(&mut section)?;
        man.render_options_section(&mut section)?;
        let section = String::from_utf8_lossy(&section)
            .replace(".SH SYNOPSIS", &format!(".SH JADOUBE {}", sub.get_name().to_uppercase()))
            .replace(".SH DESCRIPTION", ".PP")
            .replace(".SH OPTIONS", ".SS Options");
        page.extend_from_slice(section.as_bytes());
    }
    // The list of commands names pages of their own, which these are not.
    let page =
        String::from_utf8_lossy(&page).replace("jadoube\\-", "jadoube ").replace("(1)\n", "\n").replace(".SH EXTRA", ".SH NOTES");
    io::stdout().write_all(page.as_bytes())?;
    Ok(CLEAN)
}
