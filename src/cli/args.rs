//! The arguments as they are given. What they mean together is decided in `settings.rs`.

use std::path::PathBuf;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, Parser, Subcommand, ValueEnum};
use jadoube::convert::SortBy;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// What help and the manual page say of all commands together.
pub(super) const NOTES: &str = "\
Exit status:
  0  nothing at or above --fail-on (default: error); convert: all written whole
  1  findings at or above it, in fix those that remain; convert: not all written whole
  2  the run itself failed: bad arguments, unreadable input, corrupt archive

Settings are read from the nearest jadoube.toml, upward from the working folder. Its keys are named as the options: \
select, ignore, extend-select, fail-on, laws, go-rules, fifty-moves, max-record, baseline; \
estimate = false is --no-estimate.";

/// Check, repair and convert game records: chess in PGN, Go in SGF.
///
/// Every record is replayed under the laws of its game. Illegal moves, results that the board refutes and whatever departs
/// from the standard are reported with their place and the law they rest on.
#[derive(Debug, Parser)]
#[command(name = "jadoube", version, styles = STYLES, max_term_width = 110, propagate_version = true, after_long_help = NOTES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Parse, replay and judge every record; print findings.
    Check(Box<CheckArgs>),
    /// Apply the fixes that are safe, in place.
    Fix(Box<FixArgs>),
    /// Write records in another form, or in the normal form of their own.
    Convert(Box<ConvertArgs>),
    /// Say what a finding means, why it matters, and the law it rests on.
    Explain(ExplainArgs),
    /// List all findings with their codes and default severities.
    Rules(RulesArgs),
    /// Print a completion script for a shell.
    Completions(CompletionsArgs),
    /// Print the manual page.
    Man,
}

/// Options of every command that reads records.
#[derive(Debug, Args)]
pub(crate) struct CommonArgs {
    /// Worker threads; 0 means all cores. The output is the same for every number.
    #[arg(short, long, value_name = "N", default_value_t = 0)]
    pub(crate) jobs: usize,

    /// Say less: no notes in reports for people and no closing line; `convert` does not tell what it leaves out.
    #[arg(short, long, conflicts_with = "verbose")]
    pub(crate) quiet: bool,

    /// Show all findings, and all that `convert` leaves out, not only the first of each kind.
    #[arg(short, long)]
    pub(crate) verbose: bool,

    /// When to use colour.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Color::Auto)]
    pub(crate) color: Color,

    /// No progress bar, even on a terminal.
    #[arg(long)]
    pub(crate) no_progress: bool,

    /// Read this configuration file instead of the nearest jadoube.toml.
    #[arg(long, value_name = "FILE", conflicts_with = "isolated")]
    pub(crate) config: Option<PathBuf>,

    /// Read no configuration file.
    #[arg(long)]
    pub(crate) isolated: bool,
}

/// Options of every command that judges records.
#[derive(Debug, Args)]
pub(crate) struct JudgeArgs {
    /// Only these checks: codes, code prefixes or names, separated by commas.
    #[arg(long, value_name = "CHECKS", value_delimiter = ',')]
    pub(crate) select: Vec<String>,

    /// Not these checks.
    #[arg(long, value_name = "CHECKS", value_delimiter = ',')]
    pub(crate) ignore: Vec<String>,

    /// These checks too: those that are only made when asked for.
    #[arg(long, value_name = "CHECKS", value_delimiter = ',')]
    pub(crate) extend_select: Vec<String>,

    /// The laws of chess [default: auto, by each game's server or date].
    #[arg(long, value_name = "LAWS", value_enum)]
    pub(crate) laws: Option<LawsArg>,

    /// The Go ruleset [default: auto, from each record's RU].
    #[arg(long, value_name = "RULES", value_enum)]
    pub(crate) go_rules: Option<GoRulesArg>,

    /// No play-outs to estimate a Go score.
    #[arg(long)]
    pub(crate) no_estimate: bool,

    /// After how many moves by each side without capture or pawn move a draw can be claimed, where event rules extend it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) fifty_moves: Option<u32>,

    /// The largest record that is read, in MiB [default: 16].
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) max_record: Option<u16>,
}

/// Options of every command whose exit status tells of findings.
#[derive(Debug, Args)]
pub(crate) struct FailArgs {
    /// From which severity on findings make the exit status 1 [default: error].
    #[arg(long, value_name = "SEVERITY", value_enum)]
    pub(crate) fail_on: Option<FailOn>,

    /// As --fail-on never.
    #[arg(long, conflicts_with = "fail_on")]
    pub(crate) exit_zero: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    /// Files, folders, or `-` for standard input (the default when it is not a terminal).
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) common: CommonArgs,

    /// The form to write; without it the normal form of each record's own format. The columns of csv and parquet are told in
    /// docs/columns.md.
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub(crate) to: Option<TargetArg>,

    /// The file to write, or a folder (an existing one, or a name that ends in a slash) for a file for each input.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,

    /// What is done with a record that cannot be replayed [default: copy for pgn and sgf, else truncate].
    #[arg(long, value_name = "ACTION", value_enum)]
    pub(crate) on_error: Option<OnErrorArg>,

    /// Leave out records with findings of this severity or graver, or of these checks, separated by commas.
    #[arg(long, value_name = "SEVERITY-or-NAME", value_delimiter = ',')]
    pub(crate) without: Vec<String>,

    /// A file for each event, year, player (White) or result, or for every N records.
    #[arg(long, value_name = "event|year|player|result|N")]
    pub(crate) split_by: Option<SplitBy>,

    /// A line or row for every ply (csv, parquet, fen, epd).
    #[arg(long)]
    pub(crate) every_ply: bool,

    /// Keep the order of tags (the seven-tag roster still comes first).
    #[arg(long)]
    pub(crate) keep_tag_order: bool,

    /// Write SGF for readers of FF[3].
    #[arg(long)]
    pub(crate) sgf_ff3: bool,

    /// Take out comments; `[%…]` commands stay.
    #[arg(long)]
    pub(crate) no_comments: bool,

    /// Take out variations.
    #[arg(long)]
    pub(crate) no_variations: bool,

    /// Take out Numeric Annotation Glyphs and the like.
    #[arg(long)]
    pub(crate) no_nags: bool,

    /// Take out clock times.
    #[arg(long)]
    pub(crate) no_clocks: bool,

    /// Take out evaluations.
    #[arg(long)]
    pub(crate) no_evaluations: bool,

    /// Take out these tags or properties.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) no_tags: Vec<String>,

    /// Take out all tags but the seven-tag roster and what the moves need.
    #[arg(long)]
    pub(crate) roster_only: bool,

    #[command(flatten)]
    pub(crate) judge: JudgeArgs,

    /// Read further paths from this file, one a line; `-` is standard input.
    #[arg(long, value_name = "FILE")]
    pub(crate) files_from: Option<PathBuf>,

    /// What standard input is called.
    #[arg(long, value_name = "NAME")]
    pub(crate) stdin_filename: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TargetArg {
    /// PGN export format.
    Pgn,
    /// SGF FF[4].
    Sgf,
    /// One JSON document.
    Json,
    /// One JSON object a line.
    Ndjson,
    /// A table in CSV.
    Csv,
    /// A table in Parquet.
    Parquet,
    /// A UCI position command a game.
    Uci,
    /// PGN with long algebraic notation.
    Lan,
    /// FEN of the last position.
    Fen,
    /// EPD of the last position.
    Epd,
    /// Go Text Protocol.
    Gtp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnErrorArg {
    /// Byte for byte.
    Copy,
    /// Up to the fault, marked as incomplete.
    Truncate,
    /// Left out.
    Skip,
}

/// What records are split by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SplitBy {
    Key(SortBy),
    Every(u64),
}

impl std::str::FromStr for SplitBy {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(match text {
            "event" => SplitBy::Key(SortBy::Event),
            "year" => SplitBy::Key(SortBy::Year),
            "player" => SplitBy::Key(SortBy::Player),
            "result" => SplitBy::Key(SortBy::Result),
            _ => match text.parse() {
                Ok(n) if n > 0 => SplitBy::Every(n),
                _ => return Err("expected event, year, player, result or a number above 0".to_owned()),
            },
        })
    }
}

#[derive(Debug, Args)]
pub(crate) struct FixArgs {
    /// Files, folders, or `-` for standard input (the default when it is not a terminal). Compressed files are written again in their own form; archives are not written. Of `-` the fixed text
    /// goes to standard output and the report to standard error.
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) common: CommonArgs,

    /// Also the fixes that are likely right but change what a record says.
    #[arg(long)]
    pub(crate) r#unsafe: bool,

    /// Print a unified diff of what would change, and write nothing. `patch -p0` takes it, except for compressed files and UTF-16,
    /// which are shown as plain text in UTF-8.
    #[arg(long)]
    pub(crate) diff: bool,

    /// Only the fixes of these checks, of whatever grade: codes, code prefixes or names, separated by commas. With `wrong-charset`
    /// or `missing-charset` the text becomes UTF-8, which is done only when it is asked for in this way.
    #[arg(long, value_name = "CHECKS", value_delimiter = ',')]
    pub(crate) only: Vec<String>,

    /// The form of the report on what is left.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Human)]
    pub(crate) output_format: Format,

    #[command(flatten)]
    pub(crate) fail: FailArgs,

    #[command(flatten)]
    pub(crate) judge: JudgeArgs,

    /// Read further paths from this file, one a line; `-` is standard input.
    #[arg(long, value_name = "FILE")]
    pub(crate) files_from: Option<PathBuf>,

    /// What standard input is called in reports; its ending tells the format where the content does not.
    #[arg(long, value_name = "NAME")]
    pub(crate) stdin_filename: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Files, folders, or `-` for standard input (the default when it is not a terminal).
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) common: CommonArgs,

    /// The form of the report; may be given several times, each with its own --output-file.
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub(crate) output_format: Vec<Format>,

    /// Where the report goes; one for each --output-format, in the same order. `-` is standard output.
    #[arg(long, value_name = "FILE")]
    pub(crate) output_file: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) fail: FailArgs,

    #[command(flatten)]
    pub(crate) judge: JudgeArgs,

    /// Only count the findings of each check.
    #[arg(long)]
    pub(crate) statistics: bool,

    /// Leave out the findings that this file knows.
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,

    /// Write the findings of this run to a baseline file.
    #[arg(long, value_name = "FILE")]
    pub(crate) write_baseline: Option<PathBuf>,

    /// Copy records without findings that fail the run to DIR/clean, the others to DIR/rejected, and write DIR/findings.ndjson.
    #[arg(long, value_name = "DIR")]
    pub(crate) split_to: Option<PathBuf>,

    /// Read further paths from this file, one a line; `-` is standard input.
    #[arg(long, value_name = "FILE")]
    pub(crate) files_from: Option<PathBuf>,

    /// What standard input is called in findings; its ending also tells its format where the content does not.
    #[arg(long, value_name = "NAME")]
    pub(crate) stdin_filename: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// A code or a name, such as CHS101 or illegal-move.
    #[arg(value_name = "CODE-or-NAME")]
    pub(crate) check: String,
}

#[derive(Debug, Args)]
pub(crate) struct RulesArgs {
    /// The form of the list.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = ListFormat::Text)]
    pub(crate) output_format: ListFormat,
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people, with the text and a board.
    Human,
    /// One line a finding.
    Concise,
    /// One JSON document.
    Json,
    /// One JSON object a line.
    Ndjson,
    /// SARIF 2.1.0, for code scanning services.
    Sarif,
    /// Workflow commands of GitHub.
    Github,
    /// Code quality report of GitLab.
    Gitlab,
    /// Test report in the form of JUnit.
    Junit,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListFormat {
    Text,
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum FailOn {
    Error,
    Warning,
    Note,
    Never,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum LawsArg {
    Auto,
    #[value(name = "fide-2023")]
    #[serde(rename = "fide-2023")]
    Fide2023,
    #[value(name = "fide-2018")]
    #[serde(rename = "fide-2018")]
    Fide2018,
    #[value(name = "fide-2014")]
    #[serde(rename = "fide-2014")]
    Fide2014,
    #[value(name = "fide-2001")]
    #[serde(rename = "fide-2001")]
    Fide2001,
    #[value(name = "fide-1984")]
    #[serde(rename = "fide-1984")]
    Fide1984,
    Lichess,
    ChessCom,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum GoRulesArg {
    Auto,
    Chinese,
    #[value(name = "chinese-2002")]
    #[serde(rename = "chinese-2002")]
    Chinese2002,
    Japanese,
    Korean,
    Aga,
    NewZealand,
    Ing,
    TrompTaylor,
}
