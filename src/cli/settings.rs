//! From arguments and configuration to what a run needs.

use std::path::PathBuf;

use anyhow::{Result, bail};
use jadoube::checks::{Check, Selection};
use jadoube::convert::{OnError, Options, Removal, Target, Without};
use jadoube::finding::Severity;
use jadoube::report::{ReportFormat, Style};
use jadoube::settings::{GoRules, Laws, Settings};

use super::args::{
    CheckArgs, Color, CommonArgs, ConvertArgs, FailArgs, FailOn, FixArgs, Format, GoRulesArg, JudgeArgs, LawsArg, OnErrorArg,
    SplitBy, TargetArg,
};
use super::config::{Config, nearest};

/// How many findings of one check in one input the human form shows.
const CAP: u64 = 20;

/// What `check` does.
pub(crate) struct CheckSettings {
    pub(crate) settings: Settings,
    pub(crate) fail_on: Option<Severity>,
    pub(crate) reports: Vec<(Style, Option<PathBuf>)>,
    pub(crate) baseline: Option<PathBuf>,
}

pub(crate) fn config(common: &CommonArgs) -> Result<Config> {
    if common.isolated {
        return Ok(Config::default());
    }
    match &common.config {
        Some(file) => Config::read(file),
        None => Config::find(&std::env::current_dir()?),
    }
}

/// What `fix` does.
pub(crate) struct FixSettings {
    pub(crate) settings: Settings,
    pub(crate) fail_on: Option<Severity>,
    pub(crate) style: Style,
    pub(crate) only: Option<Selection>,
}

pub(crate) fn check(args: &CheckArgs) -> Result<CheckSettings> {
    let config = config(&args.common)?;
    let settings = judge(&args.judge, &config)?;
    let fail_on = fail_on(&args.fail, &config);
    Ok(CheckSettings { settings, fail_on, reports: reports(args)?, baseline: args.baseline.clone().or(config.baseline) })
}

pub(crate) fn fix(args: &FixArgs) -> Result<FixSettings> {
    let config = config(&args.common)?;
    let settings = judge(&args.judge, &config)?;
    let fail_on = fail_on(&args.fail, &config);
    let mut only = None;
    for word in &args.only {
        let only = only.get_or_insert_with(Selection::none);
        named(word)?.into_iter().for_each(|check| only.set(check, true));
    }
    let to_terminal = std::io::IsTerminal::is_terminal(&std::io::stdout());
    Ok(FixSettings { settings, fail_on, style: style(args.output_format, &args.common, to_terminal), only })
}

pub(crate) fn convert(args: &ConvertArgs) -> Result<(Settings, Options)> {
    let config = config(&args.common)?;
    let settings = judge(&args.judge, &config)?;
    let mut without = Vec::new();
    for word in &args.without {
        match word.as_str() {
            "error" => without.push(Without::Severity(Severity::Error)),
            "warning" => without.push(Without::Severity(Severity::Warning)),
            "note" => without.push(Without::Severity(Severity::Note)),
            _ => without.extend(named(word)?.into_iter().map(Without::Check)),
        }
    }
    let options = Options {
        target: args.to.map(|to| match to {
            TargetArg::Pgn => Target::Pgn,
            TargetArg::Sgf => Target::Sgf,
            TargetArg::Json => Target::Json,
            TargetArg::Ndjson => Target::Ndjson,
            TargetArg::Csv => Target::Csv,
            TargetArg::Parquet => Target::Parquet,
            TargetArg::Uci => Target::Uci,
            TargetArg::Lan => Target::Lan,
            TargetArg::Fen => Target::Fen,
            TargetArg::Epd => Target::Epd,
            TargetArg::Gtp => Target::Gtp,
        }),
        on_error: args.on_error.map(|on_error| match on_error {
            OnErrorArg::Copy => OnError::Copy,
            OnErrorArg::Truncate => OnError::Truncate,
            OnErrorArg::Skip => OnError::Skip,
        }),
        without,
        keep_tag_order: args.keep_tag_order,
        removal: Removal {
            comments: args.no_comments,
            variations: args.no_variations,
            nags: args.no_nags,
            clocks: args.no_clocks,
            evaluations: args.no_evaluations,
            tags: args.no_tags.clone(),
            roster_only: args.roster_only,
        },
        sgf_ff3: args.sgf_ff3,
        every_ply: args.every_ply,
        sort_by: match args.split_by {
            Some(SplitBy::Key(key)) => Some(key),
            Some(SplitBy::Every(_)) | None => None,
        },
    };
    Ok((settings, options))
}

/// How records are judged.
fn judge(args: &JudgeArgs, config: &Config) -> Result<Settings> {
    let defaults = Settings::default();
    let max_record = args.max_record.or(config.max_record).map_or(defaults.max_record, |mib| usize::from(mib) << 20);
    Ok(Settings {
        selection: selection(args, config)?,
        laws: args.laws.or(config.laws).map_or(defaults.laws, laws),
        go_rules: args.go_rules.or(config.go_rules).map_or(defaults.go_rules, go_rules),
        estimate: !args.no_estimate && config.estimate.unwrap_or(defaults.estimate),
        fifty_moves: args.fifty_moves.or(config.fifty_moves).unwrap_or(defaults.fifty_moves),
        max_record,
    })
}

/// From which severity on findings fail the run.
fn fail_on(args: &FailArgs, config: &Config) -> Option<Severity> {
    let fail_on = if args.exit_zero { FailOn::Never } else { args.fail_on.or(config.fail_on).unwrap_or(FailOn::Error) };
    match fail_on {
        FailOn::Error => Some(Severity::Error),
        FailOn::Warning => Some(Severity::Warning),
        FailOn::Note => Some(Severity::Note),
        FailOn::Never => None,
    }
}

/// How a report looks.
fn style(format: Format, common: &CommonArgs, to_terminal: bool) -> Style {
    Style {
        format: match format {
            Format::Human => ReportFormat::Human,
            Format::Concise => ReportFormat::Concise,
            Format::Json => ReportFormat::Json,
            Format::Ndjson => ReportFormat::Ndjson,
            Format::Sarif => ReportFormat::Sarif,
            Format::Github => ReportFormat::Github,
            Format::Gitlab => ReportFormat::Gitlab,
            Format::Junit => ReportFormat::Junit,
        },
        color: colored(common.color, to_terminal),
        notes: !common.quiet,
        closing: !common.quiet,
        statistics: false,
        cap: if common.verbose { u64::MAX } else { CAP },
    }
}

fn reports(args: &CheckArgs) -> Result<Vec<(Style, Option<PathBuf>)>> {
    let formats = if args.output_format.is_empty() { &[Format::Human][..] } else { &args.output_format };
    if args.output_file.len() > formats.len() {
        bail!("--output-file is given {} times, --output-format {} times", args.output_file.len(), formats.len());
    }
    if formats.len() > args.output_file.len() + 1 {
        bail!("only one report can go to standard output: give an --output-file for each --output-format");
    }
    let mut reports = Vec::new();
    let mut files = args.output_file.iter();
    for &format in formats {
        let file = files.next().filter(|f| f.as_os_str() != "-").cloned();
        let to_terminal = file.is_none() && std::io::IsTerminal::is_terminal(&std::io::stdout());
        let style = Style { statistics: args.statistics, ..style(format, &args.common, to_terminal) };
        reports.push((style, file));
    }
    if reports.iter().filter(|(_, file)| file.is_none()).count() > 1 {
        bail!("only one report can go to standard output");
    }
    if let Some(folder) = &args.split_to {
        std::fs::create_dir_all(folder)?;
        let style = style(Format::Ndjson, &args.common, false);
        reports.push((style, Some(folder.join("findings.ndjson"))));
    }
    Ok(reports)
}

pub(crate) fn colored(when: Color, to_terminal: bool) -> bool {
    match when {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => to_terminal && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()),
    }
}

fn selection(args: &JudgeArgs, config: &Config) -> Result<Selection> {
    let select = if args.select.is_empty() { config.select.as_deref().unwrap_or_default() } else { &args.select };
    let mut selection = if select.is_empty() { Selection::default() } else { Selection::none() };
    let turn = |selection: &mut Selection, words: &[String], on: bool| -> Result<()> {
        for word in words {
            for check in named(word)? {
                selection.set(check, on);
            }
        }
        Ok(())
    };
    turn(&mut selection, select, true)?;
    turn(&mut selection, &config.extend_select, true)?;
    turn(&mut selection, &args.extend_select, true)?;
    turn(&mut selection, &config.ignore, false)?;
    turn(&mut selection, &args.ignore, false)?;
    Ok(selection)
}

/// The checks that a code, a prefix of codes, a name or `all` stands for.
fn named(word: &str) -> Result<Vec<Check>> {
    let word = word.trim();
    if word.eq_ignore_ascii_case("all") {
        return Ok(Check::ALL.to_vec());
    }
    if let Some(check) = Check::find(word) {
        return Ok(vec![check]);
    }
    let upper = word.to_ascii_uppercase();
    let by_prefix: Vec<Check> =
        Check::ALL.iter().copied().filter(|c| !upper.is_empty() && c.code().starts_with(&upper)).collect();
    if by_prefix.is_empty() {
        bail!("{}", unknown(word));
    }
    Ok(by_prefix)
}

/// What is said of a word that names no check.
pub(crate) fn unknown(word: &str) -> String {
    let names = Check::ALL.iter().flat_map(|c| [c.name(), c.code()]);
    let hint = nearest(word, names).map(|n| format!("; did you mean `{n}`?")).unwrap_or_default();
    format!("no check is called `{word}`{hint} (`jadoube rules` lists them)")
}

fn laws(arg: LawsArg) -> Laws {
    match arg {
        LawsArg::Auto => Laws::Auto,
        LawsArg::Fide2023 => Laws::Fide2023,
        LawsArg::Fide2018 => Laws::Fide2018,
        LawsArg::Fide2014 => Laws::Fide2014,
        LawsArg::Fide2001 => Laws::Fide2001,
        LawsArg::Fide1984 => Laws::Fide1984,
        LawsArg::Lichess => Laws::Lichess,
        LawsArg::ChessCom => Laws::ChessCom,
    }
}

fn go_rules(arg: GoRulesArg) -> GoRules {
    match arg {
        GoRulesArg::Auto => GoRules::Auto,
        GoRulesArg::Chinese => GoRules::Chinese,
        GoRulesArg::Chinese2002 => GoRules::Chinese2002,
        GoRulesArg::Japanese => GoRules::Japanese,
        GoRulesArg::Korean => GoRules::Korean,
        GoRulesArg::Aga => GoRules::Aga,
        GoRulesArg::NewZealand => GoRules::NewZealand,
        GoRulesArg::Ing => GoRules::Ing,
        GoRulesArg::TrompTaylor => GoRules::TrompTaylor,
    }
}
