//! `jadoube.toml`: the nearest one upward from the working folder.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use super::args::{FailOn, GoRulesArg, LawsArg};

/// The name of the file.
const NAME: &str = "jadoube.toml";

/// What a configuration file may say. Options on the command line win.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Config {
    pub(crate) select: Option<Vec<String>>,
    #[serde(default)]
    pub(crate) ignore: Vec<String>,
    #[serde(default)]
    pub(crate) extend_select: Vec<String>,
    pub(crate) fail_on: Option<FailOn>,
    pub(crate) laws: Option<LawsArg>,
    pub(crate) go_rules: Option<GoRulesArg>,
    pub(crate) estimate: Option<bool>,
    pub(crate) fifty_moves: Option<u32>,
    pub(crate) max_record: Option<u16>,
    pub(crate) baseline: Option<PathBuf>,
}

const KEYS: &[&str] =
    &["select", "ignore", "extend-select", "fail-on", "laws", "go-rules", "estimate", "fifty-moves", "max-record", "baseline"];

impl Config {
    /// The configuration that holds in `folder`.
    pub(crate) fn find(folder: &Path) -> Result<Config> {
        match folder.ancestors().map(|f| f.join(NAME)).find(|f| f.is_file()) {
            Some(file) => Config::read(&file),
            None => Ok(Config::default()),
        }
    }

    /// The configuration in `file`.
    pub(crate) fn read(file: &Path) -> Result<Config> {
        let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        let table: toml::Table = text.parse().with_context(|| format!("{} is no TOML", file.display()))?;
        if let Some(key) = table.keys().find(|k| !KEYS.contains(&k.as_str())) {
            let hint = nearest(key, KEYS.iter().copied()).map(|k| format!("; did you mean `{k}`?")).unwrap_or_default();
            bail!("{}: unknown key `{key}`{hint}", file.display());
        }
        let mut config: Config = toml::from_str(&text).with_context(|| format!("in {}", file.display()))?;
        // A path in the file is meant from where the file is.
        if let (Some(baseline), Some(folder)) = (&mut config.baseline, file.parent()) {
            *baseline = folder.join(&*baseline);
        }
        Ok(config)
    }
}

/// The word that is most like `word`, if one is like it at all.
pub(crate) fn nearest<'a>(word: &str, words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    words.map(|w| (strsim::damerau_levenshtein(word, w), w)).filter(|(d, w)| *d <= 1 + w.len() / 4).min().map(|(_, w)| w)
}
