//! The tags of a PGN record: which are missing, twice there or misspelled, and what their values say.

use std::borrow::Cow;

use super::pgn_syntax::{quote, replace, shorten};
use super::{Check, Findings};
use crate::finding::{Edit, Finding, Fix, Grade, Severity, Span};
use crate::pgn::{Lexed, Outcome, Tag, TagName, TokenKind, terminator_outcome};
use crate::record::RawRecord;
use crate::replay::ChessReplay;
use crate::values::Reading;
use crate::values::chess_result::ChessResult;
use crate::values::date::{self, DateReading};
use crate::values::time_control::{self, TimeControl};
use crate::values::{eco, rating};

/// Looks at all tags of a record but those that need its moves.
pub(super) fn check(record: &RawRecord<'_>, lexed: &Lexed, findings: &mut Findings) {
    let mut tags = Tags { record, lexed, findings };
    let mut seen = 0u128;
    let mut others = 0;
    for tag in &lexed.tags {
        if tag.known == TagName::Other {
            others += 1;
            continue;
        }
        let bit = 1 << tag.known as u8;
        if seen & bit != 0 {
            tags.duplicate(tag);
        }
        seen |= bit;
        if tag.name.of(record.bytes) != tag.known.name().as_bytes() {
            tags.wrong_case(tag);
        }
        if tag.value.is_empty() {
            tags.empty(tag);
        } else {
            tags.value(tag);
        }
    }
    if others > 1 {
        tags.other_duplicates();
    }
    const ROSTER: u128 = (1 << (TagName::Result as u8 + 1)) - 1;
    if seen & ROSTER != ROSTER {
        tags.missing(seen);
    }
    let has = |name: TagName| seen >> name as u8 & 1 == 1;
    if has(TagName::FEN) || has(TagName::SetUp) {
        tags.set_up();
    }
}

/// Compares `PlyCount` with the moves that were replayed. Where replay stopped short nothing can be said.
pub(super) fn ply_count(record: &RawRecord<'_>, lexed: &Lexed, replay: &ChessReplay, findings: &mut Findings) {
    let Some(tag) = lexed.tag(TagName::PlyCount).filter(|tag| !tag.value.is_empty()) else { return };
    let text = tag.text(record.bytes);
    if matches!(&*text, b"?" | b"-") {
        return;
    }
    let count = std::str::from_utf8(&text).ok().and_then(|t| t.trim().parse::<u32>().ok());
    let plies = replay.plies.len() as u32;
    let right = replay.is_complete() && replay.unreplayed == 0;
    if count.is_some() && (!right || count == Some(plies)) {
        return;
    }
    let shown = shorten(&record.charset.decode(&text));
    let finding = match count {
        Some(_) => {
            Finding::new(Check::WrongPlyCount, tag.value, format!("PlyCount says {shown}, the game has {plies} half-moves"))
        }
        None => Finding::new(Check::WrongPlyCount, tag.value, format!("PlyCount `{shown}` is no number")),
    };
    let finding = finding.law("PGN 9.9.3");
    findings.push(if right { finding.fix(replace(Grade::Unsafe, tag.value, plies.to_string())) } else { finding });
}

/// Compares the result of the tag with the one that ends the movetext; returns the claimed result: the tag's if it can be read,
/// else the other.
pub(super) fn result(record: &RawRecord<'_>, lexed: &Lexed, findings: &mut Findings) -> Option<ChessResult> {
    let tag = lexed.tag(TagName::Result).filter(|tag| !tag.value.is_empty());
    let ending = terminator(lexed);
    let tagged = tag.and_then(|tag| match ChessResult::standard(tag.value.of(record.bytes)) {
        Some(result) => Some(result),
        None => ChessResult::read(&record.charset.decode(&tag.text(record.bytes))).value(),
    });
    let ended = ending.and_then(|(outcome, _)| outcome.standard()).and_then(|text| ChessResult::standard(text.as_bytes()));
    if let (Some(tag), Some(claimed), Some(ended), Some((_, span))) = (tag, tagged, ended, ending)
        && claimed != ended
    {
        mismatch(tag, claimed, ended, span, findings);
    }
    tagged.or(ended)
}

fn mismatch(tag: &Tag, claimed: ChessResult, ended: ChessResult, span: Span, findings: &mut Findings) {
    let mut finding =
        Finding::new(Check::ResultTagMismatch, tag.value, format!("the tag says {claimed}, the movetext ends with {ended}"))
            .help(format!("read as {claimed}; the two must be the same"))
            .law("PGN 8.1.1.7");
    // `*` says nothing, so the other side of the contradiction is likely right.
    if ended == ChessResult::Unknown {
        finding = finding.fix(replace(Grade::Unsafe, span, claimed.to_string()));
    } else if claimed == ChessResult::Unknown {
        finding = finding.fix(replace(Grade::Unsafe, tag.value, ended.to_string()));
    }
    findings.push(finding);
}

/// The first result outside variations, and its place.
fn terminator(lexed: &Lexed) -> Option<(Outcome, Span)> {
    if lexed.is_plain() {
        return lexed.tokens.last().and_then(|token| match token.kind {
            TokenKind::Result(outcome) => Some((outcome, token.span)),
            _ => None,
        });
    }
    let mut depth = 0usize;
    for token in lexed.moves() {
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth = depth.saturating_sub(1),
            TokenKind::Result(outcome) if depth == 0 => return Some((outcome, token.span)),
            _ => {}
        }
    }
    None
}

struct Tags<'a, 'f> {
    record: &'a RawRecord<'a>,
    lexed: &'a Lexed,
    findings: &'f mut Findings,
}

impl<'a> Tags<'a, '_> {
    /// The value as text.
    fn text(&self, tag: &Tag) -> Cow<'a, str> {
        match tag.text(self.record.bytes) {
            Cow::Borrowed(bytes) => self.record.charset.decode(bytes),
            Cow::Owned(bytes) => Cow::Owned(self.record.charset.decode(&bytes).into_owned()),
        }
    }

    fn name(&self, tag: &Tag) -> String {
        shorten(&self.record.charset.decode(tag.name.of(self.record.bytes)))
    }

    fn duplicate(&mut self, tag: &Tag) {
        if !self.findings.wants(Check::DuplicateTag) {
            return;
        }
        let bytes = self.record.bytes;
        let name = tag.name.of(bytes);
        let first = self.lexed.tags.iter().find(|t| t.name.of(bytes).eq_ignore_ascii_case(name)).unwrap_or(tag);
        let same = first.text(bytes) == tag.text(bytes);
        let message = match same {
            true => format!("the tag `{}` stands twice, with the same value", self.name(tag)),
            false => format!(
                "the tag `{}` stands twice: `{}`, then `{}`",
                self.name(tag),
                shorten(&self.text(first)),
                shorten(&self.text(tag))
            ),
        };
        let mut finding = Finding::new(Check::DuplicateTag, tag.whole, message).help("the first is read").law("PGN 8.1.1");
        if same {
            let fix = Fix {
                grade: Grade::Safe,
                title: "remove the second".into(),
                edits: vec![Edit { span: self.line(tag), text: Vec::new() }],
            };
            finding = finding.fix(fix);
        }
        self.findings.push(finding);
    }

    /// A tag with its line end if it has the line to itself.
    fn line(&self, tag: &Tag) -> Span {
        let bytes = self.record.bytes;
        let range = tag.whole.range();
        let alone = range.start == 0 || matches!(bytes.get(range.start - 1), Some(b'\n' | b'\r'));
        let end = match bytes.get(range.end..) {
            Some([b'\r', b'\n', ..]) => range.end + 2,
            Some([b'\n' | b'\r', ..]) => range.end + 1,
            _ => range.end,
        };
        Span::new(range.start, if alone { end } else { range.end })
    }

    /// Tags with names of their own can be repeated too.
    fn other_duplicates(&mut self) {
        let bytes = self.record.bytes;
        let key = |tag: &&Tag| (tag.name.of(bytes).to_ascii_lowercase(), tag.name.start);
        let mut others: Vec<&Tag> =
            self.lexed.tags.iter().filter(|tag| tag.known == TagName::Other && !tag.name.is_empty()).collect();
        others.sort_by_cached_key(key);
        for pair in others.windows(2) {
            if pair[0].name.of(bytes).eq_ignore_ascii_case(pair[1].name.of(bytes)) {
                self.duplicate(pair[1]);
            }
        }
    }

    fn wrong_case(&mut self, tag: &Tag) {
        let right = tag.known.name();
        self.findings.push(
            Finding::new(
                Check::TagNameCase,
                tag.name,
                format!("the tag name `{}` is written `{right}` by the standard", self.name(tag)),
            )
            .help("tag names tell capital letters from small ones; many programs will not find this tag")
            .law("PGN 8.1.1")
            .fix(replace(Grade::Safe, tag.name, right.to_owned())),
        );
    }

    fn empty(&mut self, tag: &Tag) {
        if !self.findings.wants(Check::EmptyTag) {
            return;
        }
        let name = tag.known.name();
        let finding = Finding::new(Check::EmptyTag, tag.whole, format!("the tag `{name}` has no value")).law("PGN 8.1.1");
        let finding = match unknown_value(tag.known, self.lexed) {
            Some(value) => {
                let text = String::from_utf8_lossy(&quote(value.as_bytes())).into_owned();
                let fix = Fix {
                    grade: Grade::Safe,
                    title: format!("write `{value}`"),
                    edits: vec![Edit {
                        span: Span { start: tag.value.start, end: tag.value.end },
                        text: value.as_bytes().to_vec(),
                    }],
                };
                finding.help(format!("the value for what is not known is {text}")).fix(fix)
            }
            None => finding.help("remove the tag or give it a value"),
        };
        self.findings.push(finding);
    }

    fn value(&mut self, tag: &Tag) {
        match tag.known {
            TagName::Date | TagName::EventDate | TagName::UTCDate | TagName::EndDate | TagName::SourceDate => self.date(tag),
            TagName::Result => self.result(tag),
            TagName::WhiteElo
            | TagName::BlackElo
            | TagName::WhiteUSCF
            | TagName::BlackUSCF
            | TagName::WhiteRapid
            | TagName::BlackRapid
            | TagName::WhiteBlitz
            | TagName::BlackBlitz => self.rating(tag),
            TagName::ECO => self.eco(tag),
            TagName::TimeControl => self.time_control(tag),
            _ => {}
        }
    }

    fn date(&mut self, tag: &Tag) {
        let text = self.text(tag);
        let name = tag.known.name();
        let shown = || shorten(&text);
        let finding = match date::pgn(&text) {
            DateReading::Ok(_) => return,
            DateReading::Impossible(fault) => {
                Finding::new(Check::ImpossibleDate, tag.value, format!("{name} `{}` is no day of the calendar: {fault}", shown()))
            }
            DateReading::Malformed(Some(understood)) => {
                let right = understood.date.pgn();
                let grade = if understood.loses { Grade::DisplayOnly } else { Grade::Safe };
                Finding::new(Check::MalformedDate, tag.value, format!("{name} `{}` is not written as `YYYY.MM.DD`", shown()))
                    .help(format!("read as `{right}`"))
                    .fix(replace(grade, tag.value, right))
            }
            DateReading::Malformed(None) => Finding::new(
                Check::MalformedDate,
                tag.value,
                format!("{name} `{}` is no date, or has more than one meaning", shown()),
            )
            .help("write `YYYY.MM.DD`, with `?` for each digit that is not known"),
        };
        self.findings.push(finding.law("PGN 8.1.1.3"));
    }

    fn result(&mut self, tag: &Tag) {
        if ChessResult::standard(tag.value.of(self.record.bytes)).is_some() {
            return;
        }
        let text = self.text(tag);
        let shown = shorten(&text);
        let finding = match ChessResult::read(&text) {
            Reading::Standard(_) => return,
            Reading::Understood(result) => Finding::new(
                Check::MalformedResult,
                tag.value,
                format!("the result `{shown}` is not written as the standard has it"),
            )
            .help(format!("read as `{result}`"))
            .fix(replace(Grade::Safe, tag.value, result.to_string())),
            Reading::Unreadable => match terminator_outcome(text.trim().as_bytes()) {
                Some(outcome) => {
                    Finding::new(Check::MalformedResult, tag.value, format!("the standard has no value for the result `{shown}`"))
                        .help(format!("understood as: {}; write `*` and the reason in the tag `Termination`", outcome.meaning()))
                }
                None => Finding::new(Check::MalformedResult, tag.value, format!("the result `{shown}` has no one meaning"))
                    .severity(Severity::Error)
                    .help("write `1-0`, `0-1`, `1/2-1/2`, or `*` if it is not known"),
            },
        };
        self.findings.push(finding.law("PGN 8.1.1.7"));
    }

    fn rating(&mut self, tag: &Tag) {
        let raw = tag.value.of(self.record.bytes);
        if matches!(raw, [b'1'..=b'3', a, b, c] if a.is_ascii_digit() && b.is_ascii_digit() && c.is_ascii_digit()) {
            return;
        }
        let text = self.text(tag);
        let name = tag.known.name();
        let finding =
            Finding::new(Check::BadRating, tag.value, format!("{name} `{}` is no rating", shorten(&text))).law("PGN 9.1.2");
        self.findings.push(match rating::read(&text) {
            Reading::Standard(_) => return,
            Reading::Understood(value) => {
                let right = value.map_or_else(|| "-".to_owned(), |rating| rating.to_string());
                finding.help(format!("read as `{right}`")).fix(replace(Grade::Safe, tag.value, right))
            }
            Reading::Unreadable => finding.help("write a number, or `-` for a player without a rating"),
        });
    }

    fn eco(&mut self, tag: &Tag) {
        let text = self.text(tag);
        let finding = match eco::read(&text) {
            Reading::Standard(_) => return,
            Reading::Understood(Some(code)) => {
                let right = code.to_string();
                // A letter behind the code is a class of some database, which the standard's form cannot hold.
                let grade = if text.trim().len() == right.len() { Grade::Safe } else { Grade::Unsafe };
                Finding::new(Check::BadEco, tag.value, format!("ECO `{}` is not written as the standard has it", shorten(&text)))
                    .help(format!("read as `{right}`"))
                    .fix(replace(grade, tag.value, right))
            }
            _ => Finding::new(Check::BadEco, tag.value, format!("there is no ECO code `{}`", shorten(&text)))
                .help("the codes go from A00 to E99"),
        };
        self.findings.push(finding.law("PGN 9.4.1"));
    }

    fn time_control(&mut self, tag: &Tag) {
        let text = self.text(tag);
        let shown = shorten(&text);
        let finding = match TimeControl::read(&text) {
            time_control::Reading::Standard(_) => return,
            time_control::Reading::Understood(control) => {
                let finding = Finding::new(
                    Check::MalformedTimeControl,
                    tag.value,
                    format!("the time control `{shown}` is not written as the standard has it"),
                );
                match control.is_standard() {
                    true => {
                        finding.help(format!("read as `{control}`")).fix(replace(Grade::Safe, tag.value, control.to_string()))
                    }
                    false => finding.help(format!("read as `{control}`; the standard has no word for a delay")),
                }
            }
            time_control::Reading::Unreadable => {
                Finding::new(Check::MalformedTimeControl, tag.value, format!("the time control `{shown}` cannot be read"))
                    .help("write `moves/seconds`, `seconds+increment`, `*seconds`, joined by `:`; `?` if it is not known")
            }
        };
        self.findings.push(finding.law("PGN 9.6.1"));
    }

    /// One finding for all roster tags that are missing; its repair puts them in their places.
    fn missing(&mut self, seen: u128) {
        if !self.findings.wants(Check::MissingRosterTag) {
            return;
        }
        let roster = || TagName::KNOWN.iter().copied().filter(|name| name.is_roster());
        let missing: Vec<TagName> = roster().filter(|name| seen >> *name as u8 & 1 == 0).collect();
        let names: Vec<String> = missing.iter().map(|name| format!("`{}`", name.name())).collect();
        let message = match (names.as_slice(), self.lexed.tags.is_empty()) {
            (_, true) => "the game has no tags".to_owned(),
            ([one], _) => format!("the tag {one} is missing"),
            ([before @ .., last], _) => format!("the tags {} and {last} are missing", before.join(", ")),
            ([], _) => return,
        };
        let first = self.lexed.tokens.iter().find(|t| t.kind != TokenKind::Mark).map_or(0, |t| t.span.start as usize);
        let span = match self.lexed.tags.first() {
            Some(tag) => tag.whole,
            None => Span::new(
                first,
                self.lexed.tokens.iter().find(|t| t.kind != TokenKind::Mark).map_or(first, |t| t.span.end as usize),
            ),
        };
        let help = format!("the seven tags of the roster stand in every game; `{}` for what is not known", "?");
        let edits = self.insert(&missing, first);
        let fix = Fix { grade: Grade::Safe, title: "add what is missing".into(), edits };
        self.findings.push(Finding::new(Check::MissingRosterTag, span, message).help(help).law("PGN 8.1.1").fix(fix));
    }

    /// The edits that put roster tags in their places: each before the next one of the roster that is there, the rest behind the
    /// last of the roster, or, in a game without tags, before everything.
    fn insert(&self, missing: &[TagName], first: usize) -> Vec<Edit> {
        let bytes = self.record.bytes;
        let newline = match memchr::memchr2(b'\r', b'\n', bytes) {
            Some(at) if bytes[at] == b'\r' && bytes.get(at + 1) == Some(&b'\n') => "\r\n",
            Some(at) if bytes[at] == b'\r' => "\r",
            _ => "\n",
        };
        let mut edits: Vec<Edit> = Vec::new();
        for &name in missing {
            let value = unknown_value(name, self.lexed).unwrap_or("?");
            let next =
                self.lexed.tags.iter().filter(|t| t.known > name && t.known.is_roster()).map(|t| t.whole.start as usize).min();
            let last = self.lexed.tags.iter().filter(|t| t.known < name).map(|t| t.whole.end as usize).max();
            let (place, text) = match (next, last) {
                (Some(next), _) => (next, format!("[{} \"{value}\"]{newline}", name.name())),
                (None, Some(last)) => (last, format!("{newline}[{} \"{value}\"]", name.name())),
                (None, None) => (
                    self.lexed.tags.first().map_or(first, |t| t.whole.start as usize),
                    format!("[{} \"{value}\"]{newline}", name.name()),
                ),
            };
            match edits.iter_mut().find(|edit| edit.span.start as usize == place) {
                Some(edit) => edit.text.extend_from_slice(text.as_bytes()),
                None => edits.push(Edit { span: Span::new(place, place), text: text.into_bytes() }),
            }
        }
        if self.lexed.tags.is_empty()
            && let Some(edit) = edits.last_mut()
        {
            edit.text.extend_from_slice(newline.as_bytes());
        }
        edits.sort_by_key(|edit| edit.span.start);
        edits
    }

    /// `SetUp` and `FEN` go together.
    fn set_up(&mut self) {
        let (set_up, fen) = (self.lexed.tag(TagName::SetUp), self.lexed.tag(TagName::FEN));
        let says_one = set_up.is_some_and(|tag| self.text(tag).trim() == "1");
        match (set_up, fen.filter(|tag| !tag.value.is_empty())) {
            (None, Some(fen)) => {
                let place = fen.whole.start as usize;
                self.findings.push(
                    Finding::new(Check::FenWithoutSetup, fen.whole, "the tag `FEN` asks for the tag `SetUp` with the value `1`")
                        .help("the position of the FEN was taken all the same")
                        .law("PGN 9.7.2")
                        .fix(Fix {
                            grade: Grade::Safe,
                            title: "add `[SetUp \"1\"]`".into(),
                            edits: vec![Edit { span: Span::new(place, place), text: b"[SetUp \"1\"]\n".to_vec() }],
                        }),
                );
            }
            (Some(set_up), Some(_)) if !says_one => {
                let value = shorten(&self.text(set_up));
                self.findings.push(
                    Finding::new(Check::FenWithoutSetup, set_up.value, format!("`SetUp` is `{value}`, but there is a FEN"))
                        .help("the position of the FEN was taken all the same")
                        .law("PGN 9.7.1")
                        .fix(replace(Grade::Safe, set_up.value, "1".to_owned())),
                );
            }
            (Some(set_up), None) if says_one => self.findings.push(
                Finding::new(
                    Check::SetupWithoutFen,
                    set_up.whole,
                    "`SetUp` says that the game starts from a position of its own, but there is no FEN",
                )
                .help("the position cannot be known; if the game starts from the usual one, remove the tag")
                .law("PGN 9.7.1"),
            ),
            _ => {}
        }
    }
}

/// What the standard writes for a value that is not known. `None`: it has no word for it.
fn unknown_value(name: TagName, lexed: &Lexed) -> Option<&'static str> {
    Some(match name {
        TagName::Date | TagName::EventDate | TagName::UTCDate | TagName::EndDate | TagName::SourceDate => "????.??.??",
        TagName::Time | TagName::UTCTime | TagName::StartTime | TagName::EndTime => "??:??:??",
        TagName::Result => terminator(lexed).and_then(|(outcome, _)| outcome.standard()).unwrap_or("*"),
        TagName::FEN | TagName::SetUp | TagName::Variant | TagName::PlyCount | TagName::CurrentPosition => return None,
        _ => "?",
    })
}

#[cfg(test)]
mod tests;
