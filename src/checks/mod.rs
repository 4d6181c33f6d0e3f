//! The checks: each reads facts that parsing and replay have made, and pushes findings.

mod annotations;
pub mod chess;
mod chess_draws;
pub(crate) mod chess_moves;
pub mod chess_results;
pub(crate) mod chess_start;
pub mod clocks;
mod duplicates;
pub mod go;
pub mod go_clocks;
pub mod go_formats;
pub mod go_info;
pub(crate) mod go_moves;
pub(crate) mod go_results;
mod pgn_syntax;
mod pgn_tags;
mod registry;
mod sgf_points;
mod sgf_properties;
mod sgf_syntax;
mod sgf_text;
mod sgf_values;
mod text;

pub use registry::{Check, Family};

use crate::finding::{Finding, Severity};

/// Which checks are wanted. By default all but those that must be asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selection {
    wanted: [u64; 4],
}

impl Default for Selection {
    fn default() -> Self {
        let mut all = Selection { wanted: [0; 4] };
        for &check in Check::ALL {
            all.set(check, check != Check::DuplicateRecord);
        }
        all
    }
}

impl Selection {
    /// No check at all.
    pub const fn none() -> Self {
        Selection { wanted: [0; 4] }
    }

    /// Whether findings of this check are wanted.
    pub const fn has(&self, check: Check) -> bool {
        self.wanted[check as usize / 64] >> (check as usize % 64) & 1 == 1
    }

    /// Turns one check on or off.
    pub const fn set(&mut self, check: Check, on: bool) {
        let bit = 1 << (check as usize % 64);
        if on {
            self.wanted[check as usize / 64] |= bit;
        } else {
            self.wanted[check as usize / 64] &= !bit;
        }
    }
}

/// Where checks put what they find.
#[derive(Debug, Default)]
pub struct Findings {
    list: Vec<Finding>,
    selection: Selection,
}

impl Findings {
    /// An empty list that keeps only the selected checks.
    pub fn new(selection: Selection) -> Self {
        Findings { list: Vec::new(), selection }
    }

    /// Whether findings of this check are kept. Ask before making an expensive message.
    pub fn wants(&self, check: Check) -> bool {
        self.selection.has(check)
    }

    /// Adds a finding, if its check is selected.
    pub fn push(&mut self, finding: Finding) {
        if self.wants(finding.check) {
            self.list.push(finding);
        }
    }

    /// What was found so far.
    pub fn as_slice(&self) -> &[Finding] {
        &self.list
    }

    /// The first finding that meets a condition, to add to it.
    pub fn find_mut(&mut self, condition: impl Fn(&Finding) -> bool) -> Option<&mut Finding> {
        self.list.iter_mut().find(|finding| condition(finding))
    }

    /// The gravest severity found so far.
    pub fn worst(&self) -> Option<Severity> {
        self.list.iter().map(|f| f.severity).max()
    }

    /// Takes the findings out, in order of place, and leaves an empty list.
    pub fn take(&mut self) -> Vec<Finding> {
        let mut list = std::mem::take(&mut self.list);
        list.sort_by_key(|f| (f.span.start, f.check));
        list
    }
}
