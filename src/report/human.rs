//! For people: each finding with the place in the text, a small board where there is a position, and what to do.

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::Arc;

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};

use super::place::{Placed, printable};
use super::{Event, Finished, Item, RecordEvent, Style, Summary};
use crate::checks::Check;
use crate::finding::{Grade, Severity};

/// The colour of a severity.
pub(super) const fn color(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "\x1b[1;36m",
        Severity::Warning => "\x1b[1;33m",
        Severity::Error => "\x1b[1;31m",
    }
}

pub(super) fn render(style: &Style, events: &[Event], items: &mut Vec<Item>) {
    // A worker need not render more than could be shown of one check in one input.
    let mut seen: HashMap<(*const u8, Check), u64> = HashMap::new();
    for event in events {
        for placed in event.findings() {
            let check = placed.finding.check;
            if placed.finding.severity == Severity::Note && !style.notes {
                continue;
            }
            let n = seen.entry((event.file().as_ptr(), check)).or_default();
            *n += 1;
            let text = if *n <= style.cap { one(style, event, placed) } else { String::new() };
            items.push(Item { file: Arc::clone(event.file()), check, text });
        }
    }
}

fn one(style: &Style, event: &Event, placed: &Placed) -> String {
    let f = &placed.finding;
    let level = match f.severity {
        Severity::Note => Level::NOTE,
        Severity::Warning => Level::WARNING,
        Severity::Error => Level::ERROR,
    };
    let title = format!("{}: {}", f.check.name(), printable(&f.message));
    let path = format!("{}", printable(event.file()));
    let place = match event {
        Event::Record(RecordEvent { number, .. }) => match f.ply {
            Some(ply) => format!("game {number}, ply {ply}"),
            None => format!("game {number}"),
        },
        Event::Input(_) => String::new(),
    };
    let mut notes = Vec::new();
    if let Some(board) = f.position.as_deref().and_then(board) {
        notes.push(Level::NOTE.no_name().message(board));
    }
    if let Some(help) = &f.help {
        notes.push(Level::HELP.message(printable(help).into_owned()));
    }
    // A proposal has been told as help.
    if let Some(fix) = f.fix.as_ref().filter(|_| f.proposals.is_empty()) {
        let how = match fix.grade {
            Grade::Safe => "safe".to_owned(),
            Grade::Unsafe => "with --unsafe".to_owned(),
            Grade::DisplayOnly => format!("asked for by name: --only {}", f.check.name()),
        };
        notes.push(Level::NOTE.with_name("fix").message(format!("{} ({how})", printable(&fix.title))));
    }
    if let Some(law) = &f.law {
        notes.push(Level::NOTE.with_name("law").message(printable(law).into_owned()));
    }
    let path = format!("{path}:{}:{}", placed.place.line, placed.place.column);
    let group = level.primary_title(title).id(f.check.code());
    let group = match &placed.source {
        Some(source) => {
            let (text, marked) = printable_source(&source.text, source.marked.clone());
            let line = usize::try_from(placed.place.line).unwrap_or(usize::MAX);
            let mark = AnnotationKind::Primary.span(marked).label(place);
            group.element(Snippet::source(text).line_start(line).path(path).annotation(mark))
        }
        // An input that cannot be read has no line to show.
        None => group.element(Origin::path(path)),
    };
    let group = group.elements(notes);
    let renderer = if style.color { Renderer::styled() } else { Renderer::plain() };
    let mut out = renderer.render(&[group]);
    // The renderer adds the place in the shown line behind the path; the path already tells the true one.
    let told = format!(":{}:{}", placed.place.line, placed.place.column);
    if let Some(at) = out.find(&told) {
        let rest = at + told.len();
        let end = out[rest..].find('\n').map_or(out.len(), |i| rest + i);
        let mut keep = String::new();
        if let Some(esc) = out[rest..end].find('\x1b') {
            keep.push_str(&out[rest + esc..end]);
        }
        out.replace_range(rest..end, &keep);
    }
    out.push_str("\n\n");
    out
}

/// The source line with harmful characters escaped, and where the mark is then.
fn printable_source(text: &str, marked: std::ops::Range<usize>) -> (String, std::ops::Range<usize>) {
    let before = printable(&text[..marked.start]).into_owned();
    let within = printable(&text[marked.start..marked.end]);
    let after = printable(&text[marked.end..]);
    let range = before.len()..before.len() + within.len();
    (format!("{before}{within}{after}"), range)
}

/// A small board from a FEN, or the diagram as it is.
fn board(position: &str) -> Option<String> {
    if position.contains('\n') {
        return Some(position.to_owned());
    }
    let ranks = position.split(' ').next()?;
    if ranks.split('/').count() != 8 {
        return None;
    }
    let mut out = String::new();
    for (i, rank) in ranks.split('/').enumerate() {
        out.push(char::from(b'8' - u8::try_from(i).ok()?));
        for c in rank.chars() {
            match c.to_digit(10) {
                Some(n) => (0..n).for_each(|_| out.push_str(" .")),
                None => {
                    out.push(' ');
                    out.push(c);
                }
            }
        }
        out.push('\n');
    }
    out.push_str("  a b c d e f g h");
    Some(out)
}

/// Caps each check in each input, and says how many more there are.
#[derive(Debug, Default)]
pub(super) struct Caps {
    file: Option<Arc<str>>,
    counts: HashMap<Check, u64>,
}

impl Caps {
    pub(super) fn show(&mut self, style: &Style, item: &Item, out: &mut impl Write) -> io::Result<()> {
        if self.file.as_ref() != Some(&item.file) {
            self.finish(style, out)?;
            self.file = Some(Arc::clone(&item.file));
        }
        let n = self.counts.entry(item.check).or_default();
        *n += 1;
        if *n <= style.cap { out.write_all(item.text.as_bytes()) } else { Ok(()) }
    }

    pub(super) fn finish(&mut self, style: &Style, out: &mut impl Write) -> io::Result<()> {
        let Some(file) = self.file.take() else { return Ok(()) };
        let mut more: Vec<_> = self.counts.drain().filter(|&(_, n)| n > style.cap).collect();
        more.sort();
        for (check, n) in more {
            writeln!(
                out,
                "{}: {} more findings of {} are not shown (--verbose shows all)",
                printable(&file),
                n - style.cap,
                check.name()
            )?;
        }
        Ok(())
    }
}

/// A table of how often each check found something.
pub(super) fn statistics(style: &Style, summary: &Summary, out: &mut impl Write) -> io::Result<()> {
    let mut rows: Vec<_> = summary.by_check().collect();
    rows.sort_by_key(|&(check, n)| (std::cmp::Reverse(n), check));
    let width = rows.first().map_or(1, |&(_, n)| n.to_string().len());
    for (check, n) in rows {
        let (on, off) = if style.color { (color(check.severity()), "\x1b[0m") } else { ("", "") };
        writeln!(out, "{n:>width$}  {}  {on}{}{off}", check.code(), check.name())?;
    }
    Ok(())
}

/// The last lines: what was read and what was found.
pub(super) fn closing(style: &Style, finished: Finished<'_>, out: &mut impl Write) -> io::Result<()> {
    let s = finished.summary;
    let count = |n: u64, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    let mut parts = Vec::new();
    for (severity, what) in [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Note, "note")] {
        let n = s.of_severity(severity);
        let (on, off) = if style.color && n > 0 { (color(severity), "\x1b[0m") } else { ("", "") };
        parts.push(format!("{on}{}{off}", count(n, what)));
    }
    writeln!(
        out,
        "{} in {} of {} ({} plies, {:.2} s)",
        parts.join(", "),
        count(s.records, "record"),
        count(s.inputs, "input"),
        s.plies,
        finished.elapsed.as_secs_f64()
    )
}
