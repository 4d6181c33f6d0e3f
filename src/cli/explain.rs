//! `explain` and `rules`.

use std::io::{self, Write};

use anyhow::{Result, bail};
use jadoube::checks::Check;
use serde::Serialize;

use super::args::{ExplainArgs, ListFormat, RulesArgs};
use super::{CLEAN, settings};

pub(crate) fn explain(args: &ExplainArgs) -> Result<u8> {
    let Some(check) = Check::find(args.check.trim()) else { bail!("{}", settings::unknown(&args.check)) };
    let (title, text) = check.page().split_once('\n').unwrap_or((check.page(), ""));
    let mut out = io::stdout().lock();
    writeln!(out, "{title} ({}, {}, {})\n{text}", check.code(), check.family().title(), check.severity().name())?;
    Ok(CLEAN)
}

#[derive(Serialize)]
struct Row {
    code: &'static str,
    name: &'static str,
    severity: &'static str,
    family: &'static str,
    page: &'static str,
}

pub(crate) fn rules(args: &RulesArgs) -> Result<u8> {
    let mut out = io::stdout().lock();
    match args.output_format {
        ListFormat::Json => {
            let rows: Vec<Row> = Check::ALL
                .iter()
                .map(|c| Row {
                    code: c.code(),
                    name: c.name(),
                    severity: c.severity().name(),
                    family: c.family().title(),
                    page: c.page(),
                })
                .collect();
            // Written as text, so that a closed pipe is seen as one.
            writeln!(out, "{}", serde_json::to_string_pretty(&rows)?)?;
        }
        ListFormat::Text => {
            let width = Check::ALL.iter().map(|c| c.name().len()).max().unwrap_or(0);
            let mut family = None;
            for c in Check::ALL {
                if family != Some(c.family()) {
                    if family.is_some() {
                        writeln!(out)?;
                    }
                    writeln!(out, "{}", c.family().title())?;
                    family = Some(c.family());
                }
                writeln!(out, "  {}  {:width$}  {}", c.code(), c.name(), c.severity().name())?;
            }
        }
    }
    Ok(CLEAN)
}
