//! What a run tells: events in the order of the input, rendered by workers, written in order.

mod ci;
mod concise;
mod human;
mod json;
mod place;
mod sarif;
mod summary;

use std::io::{self, Write};
use std::sync::Arc;

pub use place::{Place, Placed, Placer, SourceLine, printable};
pub use summary::{Finished, Summary};

use crate::checks::Check;
use crate::record::RecordReport;

/// A record that was checked.
#[derive(Debug, Clone)]
pub struct RecordEvent {
    /// The input it came from, as shown: `archive.zip!dir/game.sgf`.
    pub file: Arc<str>,
    /// Its number within the input, from 1.
    pub number: u64,
    /// The line it starts on, from 1.
    pub line: u64,
    /// The byte of the decompressed input it starts at.
    pub offset: u64,
    /// What was found out about it. Its findings have moved to `findings`.
    pub report: RecordReport,
    /// The findings and their places.
    pub findings: Vec<Placed>,
}

/// The end of an input, with what is said about it as a whole.
#[derive(Debug, Clone)]
pub struct InputEvent {
    /// The input as shown.
    pub file: Arc<str>,
    /// The findings and their places.
    pub findings: Vec<Placed>,
}

/// Something a report shows.
#[derive(Debug, Clone)]
pub enum Event {
    /// A record.
    Record(RecordEvent),
    /// An input whose records are all written.
    Input(InputEvent),
}

impl Event {
    fn file(&self) -> &Arc<str> {
        match self {
            Event::Record(e) => &e.file,
            Event::Input(e) => &e.file,
        }
    }

    /// The number of the record, if it is one.
    fn record(&self) -> Option<u64> {
        match self {
            Event::Record(e) => Some(e.number),
            Event::Input(_) => None,
        }
    }

    fn findings(&self) -> &[Placed] {
        match self {
            Event::Record(e) => &e.findings,
            Event::Input(e) => &e.findings,
        }
    }
}

/// The forms a report can take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ReportFormat {
    /// For people: the place in the text, a board under an illegal move.
    Human,
    /// One line a finding.
    Concise,
    /// One JSON document.
    Json,
    /// One JSON object a line.
    Ndjson,
    /// SARIF 2.1.0.
    Sarif,
    /// Workflow commands of GitHub.
    Github,
    /// Code quality report of GitLab.
    Gitlab,
    /// Test report in the form of JUnit.
    Junit,
}

impl ReportFormat {
    /// What stands before and after all pieces. Pieces of formats with a list begin with a comma that the first one loses.
    fn frame(self, finished: Option<Finished<'_>>) -> String {
        match (self, finished) {
            (ReportFormat::Ndjson, Some(finished)) => json::summary(finished) + "\n",
            (ReportFormat::Json, None) => "{\"records\":[".to_owned(),
            (ReportFormat::Json, Some(finished)) => format!("\n],\"summary\":{}}}\n", json::summary(finished)),
            (ReportFormat::Sarif, None) => sarif::head(),
            (ReportFormat::Sarif, Some(_)) => sarif::TAIL.to_owned(),
            (ReportFormat::Gitlab, None) => "[".to_owned(),
            (ReportFormat::Gitlab, Some(_)) => "\n]\n".to_owned(),
            (ReportFormat::Junit, None) => {
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"jadoube\">\n <testsuite name=\"jadoube\">\n"
                    .to_owned()
            }
            (ReportFormat::Junit, Some(_)) => " </testsuite>\n</testsuites>\n".to_owned(),
            (ReportFormat::Human | ReportFormat::Concise | ReportFormat::Github | ReportFormat::Ndjson, _) => String::new(),
        }
    }

    const fn is_list(self) -> bool {
        matches!(self, ReportFormat::Json | ReportFormat::Sarif | ReportFormat::Gitlab)
    }
}

/// How a report looks.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// Its form.
    pub format: ReportFormat,
    /// Whether it is coloured (human and concise only).
    pub color: bool,
    /// Whether notes are shown too (human and concise only).
    pub notes: bool,
    /// Whether a closing line tells what was read (human only).
    pub closing: bool,
    /// Only counts of each check, in place of the findings (human and concise only).
    pub statistics: bool,
    /// How many findings of one check in one input the human form shows.
    pub cap: u64,
}

/// A part of a report: rendered by a worker, put together by [`Report::write`].
#[derive(Debug, Default)]
pub struct Piece {
    whole: Vec<u8>,
    items: Vec<Item>,
}

#[derive(Debug)]
struct Item {
    file: Arc<str>,
    check: Check,
    text: String,
}

impl Style {
    /// Whether findings need their source line.
    pub fn wants_source(&self) -> bool {
        self.format == ReportFormat::Human && !self.statistics
    }

    /// Renders events in the order of the input. Stateless, so that workers can do it.
    pub fn render(&self, events: &[Event]) -> Piece {
        let mut piece = Piece::default();
        match self.format {
            ReportFormat::Ndjson => {
                for event in events {
                    if json::object(event, &mut piece.whole) {
                        piece.whole.push(b'\n');
                    }
                }
            }
            ReportFormat::Json => {
                for event in events {
                    let before = piece.whole.len();
                    piece.whole.extend_from_slice(b",\n");
                    if !json::object(event, &mut piece.whole) {
                        piece.whole.truncate(before);
                    }
                }
            }
            ReportFormat::Sarif => events.iter().for_each(|e| sarif::results(e, &mut piece.whole)),
            ReportFormat::Github => events.iter().for_each(|e| ci::github(e, &mut piece.whole)),
            ReportFormat::Gitlab => events.iter().for_each(|e| ci::gitlab(e, &mut piece.whole)),
            ReportFormat::Junit => events.iter().for_each(|e| ci::junit(e, &mut piece.whole)),
            _ if self.statistics => {}
            ReportFormat::Human => human::render(self, events, &mut piece.items),
            ReportFormat::Concise => concise::render(self, events, &mut piece.whole),
        }
        piece
    }
}

/// A report being written.
#[derive(Debug)]
pub struct Report<W> {
    style: Style,
    out: W,
    begun: bool,
    caps: human::Caps,
}

impl<W: Write> Report<W> {
    /// A report in this style.
    pub fn new(style: Style, out: W) -> Self {
        Report { style, out, begun: false, caps: human::Caps::default() }
    }

    /// Writes the next piece.
    ///
    /// # Errors
    /// What the writer says.
    pub fn write(&mut self, piece: &Piece) -> io::Result<()> {
        let mut whole = &piece.whole[..];
        if !whole.is_empty() {
            if !self.begun && self.style.format.is_list() {
                whole = &whole[1..];
            }
            self.begin()?;
            self.out.write_all(whole)?;
        }
        for item in &piece.items {
            self.caps.show(&self.style, item, &mut self.out)?;
        }
        Ok(())
    }

    fn begin(&mut self) -> io::Result<()> {
        if self.begun {
            return Ok(());
        }
        self.begun = true;
        self.out.write_all(self.style.format.frame(None).as_bytes())
    }

    /// Writes what stands at the end.
    ///
    /// # Errors
    /// What the writer says.
    pub fn finish(mut self, finished: Finished<'_>) -> io::Result<()> {
        self.begin()?;
        self.out.write_all(self.style.format.frame(Some(finished)).as_bytes())?;
        if matches!(self.style.format, ReportFormat::Human | ReportFormat::Concise) {
            self.caps.finish(&self.style, &mut self.out)?;
            if self.style.statistics {
                human::statistics(&self.style, finished.summary, &mut self.out)?;
            }
        }
        if self.style.format == ReportFormat::Human && self.style.closing {
            human::closing(&self.style, finished, &mut self.out)?;
        }
        self.out.flush()
    }
}
