//! Counts over a run, mergeable so that each worker counts for itself.

use std::time::Duration;

use crate::checks::Check;
use crate::finding::Severity;

/// What a run counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// Files and archive members.
    pub inputs: u64,
    /// Game records.
    pub records: u64,
    /// Main-line plies.
    pub plies: u64,
    /// Bytes read, decompressed.
    pub bytes: u64,
    by_check: [u64; Check::ALL.len()],
    by_severity: [u64; 3],
    /// Whether an input could not be read to its end.
    pub failed: bool,
}

impl Default for Summary {
    fn default() -> Self {
        Summary { inputs: 0, records: 0, plies: 0, bytes: 0, by_check: [0; Check::ALL.len()], by_severity: [0; 3], failed: false }
    }
}

impl Summary {
    /// Counts one finding.
    pub fn count(&mut self, check: Check, severity: Severity) {
        self.by_check[check as usize] += 1;
        self.by_severity[severity as usize] += 1;
    }

    /// Adds the counts of another part of the run.
    pub fn merge(&mut self, other: &Summary) {
        self.inputs += other.inputs;
        self.records += other.records;
        self.plies += other.plies;
        self.bytes += other.bytes;
        self.failed |= other.failed;
        for (mine, theirs) in self.by_check.iter_mut().zip(other.by_check) {
            *mine += theirs;
        }
        for (mine, theirs) in self.by_severity.iter_mut().zip(other.by_severity) {
            *mine += theirs;
        }
    }

    /// How many findings have this severity.
    pub fn of_severity(&self, severity: Severity) -> u64 {
        self.by_severity[severity as usize]
    }

    /// How many findings this check made.
    pub fn of_check(&self, check: Check) -> u64 {
        self.by_check[check as usize]
    }

    /// The checks that found something, with their counts, in the order of the table.
    pub fn by_check(&self) -> impl Iterator<Item = (Check, u64)> + '_ {
        Check::ALL.iter().map(|&c| (c, self.of_check(c))).filter(|&(_, n)| n > 0)
    }

    /// Whether there is a finding at or above this severity.
    pub fn reaches(&self, severity: Severity) -> bool {
        [Severity::Note, Severity::Warning, Severity::Error].into_iter().any(|s| s >= severity && self.of_severity(s) > 0)
    }
}

/// A summary with the time the run took: the last object of a machine-readable report.
#[derive(Debug, Clone, Copy)]
pub struct Finished<'a> {
    /// The counts.
    pub summary: &'a Summary,
    /// Wall-clock time of the run.
    pub elapsed: Duration,
}
