//! Findings: what a check has to say about one place of a record.
//!
//! A finding is data, never an error: whatever it reports, the record is read on and the next record is read too.

use std::borrow::Cow;

use crate::checks::Check;

/// How grave a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// A fact worth knowing that is nobody's fault.
    Note,
    /// The meaning is clear, but the record departs from the standard or from good data.
    Warning,
    /// The record cannot be right, or cannot be read with one meaning.
    Error,
}

impl Severity {
    /// The name used in reports and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// A range of bytes, counted from the first byte of the record it lies in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span from `start` up to but not including `end`.
    ///
    /// Records are bounded well below 4 GiB (see `max_record`), so `u32` holds every place in one.
    pub const fn new(start: usize, end: usize) -> Self {
        Span { start: start as u32, end: end as u32 }
    }

    /// The bytes of `text` that the span covers, empty if it does not lie inside.
    pub fn of(self, text: &[u8]) -> &[u8] {
        text.get(self.start as usize..self.end as usize).unwrap_or_default()
    }

    /// The span as a range for indexing.
    pub const fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Its length in bytes.
    pub const fn len(self) -> usize {
        self.end.saturating_sub(self.start) as usize
    }

    /// Whether it covers nothing.
    pub const fn is_empty(self) -> bool {
        self.end <= self.start
    }
}

/// How far a repair may be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// The meaning of the record stays the same.
    Safe,
    /// Likely right, but it changes what the record says.
    Unsafe,
    /// Only shown, never applied unless asked for by name.
    DisplayOnly,
}

impl Grade {
    /// The name used in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Grade::Safe => "safe",
            Grade::Unsafe => "unsafe",
            Grade::DisplayOnly => "by-name",
        }
    }
}

/// One replacement of bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced; an empty span inserts.
    pub span: Span,
    /// What is put there.
    pub text: Vec<u8>,
}

/// A repair: edits that belong together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// How far it may be trusted.
    pub grade: Grade,
    /// What it does, for a person: "write `O-O`".
    pub title: String,
    /// The edits, in order of place, not overlapping. None where the input is written anew as a whole.
    pub edits: Vec<Edit>,
}

/// What may have been meant where a move cannot be made: one of several guesses, the likeliest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// What it supposes, for a person: "`Nf3` instead of `Nf4`".
    pub title: String,
    /// The edits, in order of place, not overlapping.
    pub edits: Vec<Edit>,
    /// How many moves behind the repaired place can then be replayed.
    pub replays: u32,
    /// How many moves stand behind the repaired place.
    pub follow: u32,
    /// Whether the game speaks for it clearly enough to be made where asked for: it mends the very place that is wrong, or enough
    /// moves behind that place can then be replayed.
    pub convinces: bool,
}

impl Proposal {
    /// The proposal as advice.
    pub fn advice(&self) -> String {
        let Proposal { title, replays, follow, .. } = self;
        match (follow, replays == follow) {
            (0, _) => format!("perhaps {title}"),
            (1, true) => format!("perhaps {title}: then the move that follows can be replayed"),
            (_, true) => format!("perhaps {title}: then all {follow} moves that follow can be replayed"),
            (_, false) => format!("perhaps {title}: then {replays} of the {follow} moves that follow can be replayed"),
        }
    }
}

/// What a check found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Which check speaks.
    pub check: Check,
    /// How grave it is here (mostly the check's default).
    pub severity: Severity,
    /// Where it stands, in bytes of its record (of its input for a finding on an input).
    pub span: Span,
    /// The ply it is about: 1 is the first recorded move. In a variation, the move's own ply.
    pub ply: Option<u32>,
    /// The path to the variation it stands in, such as `12.1/15.2` (at ply 12 the first variation, in it at ply 15 the second);
    /// `None` in the main line.
    pub variation: Option<String>,
    /// What is wrong, in one sentence without a final stop.
    pub message: String,
    /// What to do about it, or what was understood.
    pub help: Option<String>,
    /// The law or standard it rests on: "FIDE 2023 3.9.2".
    pub law: Option<Cow<'static, str>>,
    /// The position before the move: a FEN for chess, a diagram in rows for Go.
    pub position: Option<String>,
    /// A repair, if there is one right repair.
    pub fix: Option<Fix>,
    /// What may have been meant, if a move cannot be made.
    pub proposals: Vec<Proposal>,
}

impl Finding {
    /// A finding of `check` at `span`, with the default severity of the check.
    pub fn new(check: Check, span: Span, message: impl Into<String>) -> Self {
        Finding {
            check,
            severity: check.severity(),
            span,
            ply: None,
            variation: None,
            message: message.into(),
            help: None,
            law: None,
            position: None,
            fix: None,
            proposals: Vec::new(),
        }
    }

    /// The same finding with another severity.
    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// The same finding at a ply.
    #[must_use]
    pub fn ply(mut self, ply: u32) -> Self {
        self.ply = Some(ply);
        self
    }

    /// The same finding with advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same finding with the law it rests on.
    #[must_use]
    pub fn law(mut self, law: impl Into<Cow<'static, str>>) -> Self {
        self.law = Some(law.into());
        self
    }

    /// The same finding with the position it is about.
    #[must_use]
    pub fn position(mut self, position: impl Into<String>) -> Self {
        self.position = Some(position.into());
        self
    }

    /// Adds what may have been meant: advice on the best guess, and the others by name. The edits of the best become a repair that
    /// is made by name only, if they make the whole rest of the game right and that rest tells enough.
    pub fn propose(&mut self, proposals: Vec<Proposal>) {
        let Some(best) = proposals.first() else { return };
        let mut advice = best.advice();
        for (index, other) in proposals.iter().skip(1).enumerate() {
            advice.push_str(if index == 0 { "; or else " } else { ", or " });
            advice.push_str(&other.title);
        }
        self.help = Some(match self.help.take() {
            Some(help) => format!("{advice}; {help}"),
            None => advice,
        });
        if best.replays == best.follow && best.convinces {
            self.fix = Some(Fix { grade: Grade::DisplayOnly, title: best.title.clone(), edits: best.edits.clone() });
        }
        self.proposals = proposals;
    }

    /// The same finding with a repair.
    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Self {
        self.fix = Some(fix);
        self
    }
}
