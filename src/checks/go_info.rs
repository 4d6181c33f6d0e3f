//! The game information of a Go record, as far as it can be judged without a board: result, komi, ruleset, dates, times, ranks.
//!
//! This check speaks for the values of `RE KM RU DT TM HA BR WR`; the values of all other properties are those of the SGF checks.

use super::{Check, Findings};
use crate::finding::{Edit, Finding, Fix, Grade, Severity, Span};
use crate::go::Color;
use crate::record::{Field, GoActionKind, GoRecord};
use crate::settings::{GoRules, Settings};
use crate::values::date::{self, DateReading};
use crate::values::go_result::{self, By, GoResult, Unreadable};
use crate::values::komi::{self, Komi, Surroundings, Unit};
use crate::values::points::Points;
use crate::values::{Reading, handicap, main_time, rank, ruleset};

/// How margin and komi of a record fit together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Fit {
    /// Nothing speaks against it, or there is nothing to compare.
    #[default]
    Possible,
    /// No count can give this margin with this komi on this board.
    Impossible,
    /// The margin needs a komi that the record does not give.
    KomiMissing,
}

/// What the game information says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GoInfo {
    /// The result claimed, if it is readable.
    pub result: Option<GoResult>,
    /// The komi, if it is given and readable.
    pub komi: Option<Komi>,
    /// The number of handicap stones, if it is given and readable.
    pub handicap: Option<u16>,
    /// The ruleset in force: the one asked for, else that of the record; `Auto` if neither is known.
    pub rules: GoRules,
    /// Whether the claimed margin fits the komi and the board.
    pub fit: Fit,
}

/// Reads the game information of a record and reports what is wrong with it.
pub fn check(settings: &Settings, record: &GoRecord, findings: &mut Findings) -> GoInfo {
    let handicap = handicap_stones(record, findings);
    let mut info = GoInfo {
        result: record.result.as_ref().and_then(|field| result(field, findings)),
        komi: komi_of(record, handicap, findings),
        handicap,
        rules: rules(settings, record, findings),
        fit: Fit::Possible,
    };
    info.fit = fit(record, &info, findings);
    dates(record, findings);
    times(record, findings);
    for field in [&record.black_rank, &record.white_rank].into_iter().flatten() {
        player_rank(field, findings);
    }
    info
}

/// A repair that puts a text in the place of a value.
fn rewrite(span: Span, text: impl Into<String>, grade: Grade) -> Fix {
    let text = text.into();
    Fix { grade, title: format!("write `{text}`"), edits: vec![Edit { span, text: text.into_bytes() }] }
}

/// A value as it is shown in a message: its beginning, if it is long.
fn shown(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

fn result(field: &Field<'_>, findings: &mut Findings) -> Option<GoResult> {
    let text = field.text.as_ref();
    match go_result::read(text) {
        go_result::Reading::Standard(result) => Some(result),
        go_result::Reading::Understood { result, zi, remark } => {
            if findings.wants(Check::NonstandardResult) {
                let message = match text.trim() {
                    "" => "the result is empty; an unknown result is written `?`".to_owned(),
                    _ => format!("the result \"{}\" is not written as SGF asks", shown(text)),
                };
                let help = match (zi, result.margin()) {
                    (true, Some((_, points))) => {
                        format!("it means {result}: a count in 子, two points each, gives {points} points")
                    }
                    _ => format!("it means {result}"),
                };
                // A remark would be lost, and a change of unit is a change of the number: neither is done unasked.
                let grade = if remark {
                    Grade::DisplayOnly
                } else if zi {
                    Grade::Unsafe
                } else {
                    Grade::Safe
                };
                findings.push(
                    Finding::new(Check::NonstandardResult, field.span, message).help(help).law("SGF FF[4] RE").fix(rewrite(
                        field.span,
                        result.to_string(),
                        grade,
                    )),
                );
            }
            Some(result)
        }
        go_result::Reading::Unreadable(reason) => {
            if findings.wants(Check::UnreadableResult) {
                let text = shown(text);
                let (message, help) = match reason {
                    Unreadable::BothLose => (
                        format!("the result \"{text}\" says that both players lost, for which SGF has no value"),
                        "it is left as it is: any other value would make a winner, or take the result away",
                    ),
                    Unreadable::ZeroMargin => (
                        format!("the result \"{text}\" names a winner and a margin of nothing"),
                        "it may be a draw (`0`), or a win whose margin was lost (`B+`, `W+`): the record does not say which",
                    ),
                    Unreadable::Unclear => (
                        format!("the result \"{text}\" has no meaning, or more than one"),
                        "a result is `B+` or `W+` with the margin in points, R, T or F, or it is `0`, `Void` or `?`",
                    ),
                };
                findings.push(Finding::new(Check::UnreadableResult, field.span, message).help(help).law("SGF FF[4] RE"));
            }
            None
        }
    }
}

fn handicap_stones(record: &GoRecord, findings: &mut Findings) -> Option<u16> {
    let field = record.handicap.as_ref()?;
    let (value, finding) = match handicap::read(&field.text) {
        Reading::Standard(stones) => return Some(stones),
        Reading::Understood(stones) => (
            Some(stones),
            Finding::new(Check::BadValue, field.span, format!("the handicap \"{}\" is not a number", shown(&field.text)))
                .help(format!("it means {stones}"))
                .fix(rewrite(field.span, stones.to_string(), Grade::Safe)),
        ),
        Reading::Unreadable => (
            None,
            Finding::new(Check::BadValue, field.span, format!("the handicap \"{}\" is no number of stones", shown(&field.text))),
        ),
    };
    findings.push(finding.law("SGF FF[4] HA"));
    value
}

fn komi_of(record: &GoRecord, handicap: Option<u16>, findings: &mut Findings) -> Option<Komi> {
    let field = record.komi.as_ref()?;
    let wrote = |field: &Option<Field<'_>>| field.as_ref().is_some_and(|f| komi::scales(&f.text));
    let around =
        Surroundings { scales: wrote(&record.application) || wrote(&record.place), handicap: handicap.is_some_and(|h| h >= 2) };
    let text = field.text.as_ref();
    let komi = match komi::read(text, around) {
        komi::Reading::Komi(komi) => komi,
        komi::Reading::Empty => {
            findings.push(
                Finding::new(Check::MissingKomi, field.span, "KM is there and holds no komi")
                    .help("write the points that White gets, or leave KM out")
                    .law("SGF FF[4] KM"),
            );
            return None;
        }
        komi::Reading::Unreadable => {
            findings.push(
                Finding::new(Check::UnreadableKomi, field.span, format!("the komi \"{}\" is no number", shown(text)))
                    .help("KM is a real number of points such as 6.5")
                    .law("SGF FF[4] KM"),
            );
            return None;
        }
    };
    match komi.unit {
        Unit::Hundredths | Unit::HundredthsOfZi if findings.wants(Check::ScaledKomi) => {
            let counted =
                if komi.unit == Unit::Hundredths { "hundredths of a point" } else { "hundredths of a 子, which is two points" };
            let sure = if komi.sure { "" } else { ", probably" };
            findings.push(
                Finding::new(Check::ScaledKomi, field.span, format!("the komi {} is scaled", shown(text)))
                    .help(format!("it is read as {} points: it counts {counted}{sure}", komi.points))
                    .law("SGF FF[4] KM")
                    .fix(rewrite(
                        field.span,
                        komi.points.to_string(),
                        if komi.sure { Grade::Unsafe } else { Grade::DisplayOnly },
                    )),
            );
        }
        Unit::Points | Unit::Zi if !komi.standard => {
            // The number stays as it was counted where its unit is 子.
            findings.push(
                Finding::new(
                    Check::UnreadableKomi,
                    field.span,
                    format!("the komi \"{}\" is not written as a number", shown(text)),
                )
                .help(format!("it is read as {} points", komi.points))
                .law("SGF FF[4] KM")
                .fix(rewrite(
                    field.span,
                    komi.points.to_string(),
                    if komi.unit == Unit::Zi { Grade::Unsafe } else { Grade::Safe },
                )),
            );
        }
        _ => {}
    }
    Some(komi)
}

fn rules(settings: &Settings, record: &GoRecord, findings: &mut Findings) -> GoRules {
    let mut rules = GoRules::Auto;
    if let Some(field) = &record.rules {
        match ruleset::read(&field.text).value() {
            Some(known) => rules = known,
            None if findings.wants(Check::UnknownRuleset) => {
                let message = match field.text.trim() {
                    "" => "RU is there and names no ruleset".to_owned(),
                    _ => format!("\"{}\" is no ruleset this program knows", shown(&field.text)),
                };
                findings.push(
                    Finding::new(Check::UnknownRuleset, field.span, message)
                        .help("only what all rulesets share is checked; FF[4] names AGA, GOE, Japanese and NZ, others in use are Chinese, Korean and Tromp-Taylor")
                        .law("SGF FF[4] RU"),
                );
            }
            None => {}
        }
    }
    if settings.go_rules == GoRules::Auto { rules } else { settings.go_rules }
}

/// Whether some count gives the claimed margin.
fn fit(record: &GoRecord, info: &GoInfo, findings: &mut Findings) -> Fit {
    let (Some(result), Some(field)) = (info.result, &record.result) else { return Fit::Possible };
    let komi = info.komi.map(|k| k.points);
    let impossible = |findings: &mut Findings, message: String, help: &str| {
        findings.push(
            Finding::new(Check::ImpossibleMargin, field.span, message)
                .help(help)
                .law("SGF FF[4] RE, KM; a margin is a whole number of points and the komi"),
        );
        Fit::Impossible
    };
    let (winner, margin) = match result {
        GoResult::Win { winner, by: By::Points(margin) } => (winner, margin),
        // The two sides share whole points, so half a point of komi cannot end level.
        GoResult::Draw => match komi {
            Some(komi) if komi.fraction() != 0 => {
                let message = format!("the game is drawn, which a komi of {komi} points rules out");
                return impossible(findings, message, "result and komi do not fit: one of them is wrong");
            }
            _ => return Fit::Possible,
        },
        _ => return Fit::Possible,
    };
    let bound = largest_margin(record, komi.unwrap_or(Points::ZERO), info.handicap);
    if margin.hundredths() > bound {
        let size = format!("{}×{}", record.width, record.height);
        let message = format!(
            "a margin of {margin} points is more than a {size} board can give ({} with this komi)",
            Points::from_hundredths(bound)
        );
        let help = match Points::from_hundredths(margin.hundredths() / 100).halves() {
            Some(_) if margin.hundredths() >= 5000 && margin.fraction() == 0 => {
                "it may be counted in hundredths of a point, as some servers write it"
            }
            _ => "the number is wrong, or the size of the board",
        };
        return impossible(findings, message, help);
    }
    if margin.halves().is_none() {
        let message = format!("a margin of {margin} points is no whole number of half points, which no count gives");
        return impossible(findings, message, "digits may have been lost, or it may be counted in hundredths");
    }
    let Some(komi) = komi.filter(|k| k.hundredths() != 0) else {
        if margin.fraction() == 0 {
            return Fit::Possible;
        }
        return missing_komi(record, field.span, margin, findings);
    };
    let rest = match winner {
        Color::Black => margin.hundredths() + komi.hundredths(),
        Color::White => margin.hundredths() - komi.hundredths(),
    };
    if rest % 100 == 0 {
        return Fit::Possible;
    }
    let message = format!(
        "a margin of {margin} points cannot come of a komi of {komi}: without the komi it would be no whole number of points"
    );
    impossible(findings, message, "komi and result do not fit: most often the komi was lost or is wrong, not the result")
}

/// Half a point in the margin, and no komi it could come from.
fn missing_komi(record: &GoRecord, result: Span, margin: Points, findings: &mut Findings) -> Fit {
    // An empty or unreadable KM has its own finding.
    let (span, message) = match &record.komi {
        None => (result, format!("a margin of {margin} points needs a komi, and the record gives none")),
        Some(field) if komi::read(&field.text, Surroundings::default()).value().is_some() => {
            (field.span, format!("the komi is 0, which a margin of {margin} points rules out"))
        }
        Some(_) => return Fit::KomiMissing,
    };
    findings.push(
        Finding::new(Check::MissingKomi, span, message)
            .help("the komi was most likely lost when the record was written; the result is not doubted for it")
            .law("SGF FF[4] KM"),
    );
    Fit::KomiMissing
}

/// The largest margin that can be, in hundredths: all points of the board, komi, compensation for handicap stones, and in a
/// count of territory what one side placed more than the other (area margin − territory margin = stones of Black − of White).
fn largest_margin(record: &GoRecord, komi: Points, handicap: Option<u16>) -> i32 {
    let mut placed = [0i32; 2];
    for (index, node) in record.nodes.iter().enumerate() {
        // The main line stands first: it ends where a node does not follow the one before.
        if index > 0 && node.parent as usize != index - 1 {
            break;
        }
        for action in record.actions_of(index) {
            match action.kind {
                GoActionKind::Play(color, _) | GoActionKind::SetUp(Some(color), _) => placed[color as usize] += 1,
                _ => {}
            }
        }
    }
    let points = i32::from(record.width) * i32::from(record.height);
    let stones = (placed[0] - placed[1]).abs() + i32::from(handicap.unwrap_or(0)) + 1;
    (points + stones).saturating_mul(100).saturating_add(komi.hundredths().saturating_abs())
}

fn dates(record: &GoRecord, findings: &mut Findings) {
    let Some(field) = &record.date else { return };
    let text = field.text.as_ref();
    match date::sgf(text) {
        DateReading::Ok(_) => {}
        DateReading::Impossible(fault) => findings.push(
            Finding::new(Check::ImpossibleDate, field.span, format!("\"{}\" is in no calendar: {fault}", shown(text)))
                .help("if a part of the date is not known, leave it out: `1996-05`, `1996`")
                .law("SGF FF[4] DT"),
        ),
        DateReading::Malformed(understood) if findings.wants(Check::MalformedDate) => {
            let message = match text.trim() {
                "" => "DT is there and holds no date".to_owned(),
                _ => format!("the date \"{}\" is not written as SGF asks: YYYY-MM-DD", shown(text)),
            };
            let finding = Finding::new(Check::MalformedDate, field.span, message).law("SGF FF[4] DT");
            findings.push(match understood {
                Some(u) => {
                    let normal = u.date.to_string();
                    let lost = if u.loses { "; the time of day has no place in it" } else { "" };
                    let grade = if u.loses { Grade::Unsafe } else { Grade::Safe };
                    finding.help(format!("it means {normal}{lost}")).fix(rewrite(field.span, normal, grade))
                }
                None if text.trim().is_empty() => finding.help("leave DT out if the date is not known"),
                None => finding.help("it has no meaning as a date, or more than one: day and month may stand in either order"),
            });
        }
        DateReading::Malformed(_) => {}
    }
}

fn times(record: &GoRecord, findings: &mut Findings) {
    let Some(field) = &record.time_limit else { return };
    let text = field.text.as_ref();
    let finding = |message: String| Finding::new(Check::BadValue, field.span, message).law("SGF FF[4] TM");
    match main_time::read(text) {
        Reading::Standard(_) => {}
        Reading::Understood(time) => {
            let seconds = time.seconds();
            let finding = finding(format!("the time limit \"{}\" is not a number of seconds", shown(text)));
            findings.push(match time.overtime {
                // The overtime belongs into OT: a change of more than this value.
                Some(overtime) => finding
                    .help(format!("it means {seconds} seconds and the overtime `{overtime}`, which belongs into OT"))
                    .fix(rewrite(field.span, seconds, Grade::DisplayOnly)),
                None => finding.help(format!("it means {seconds} seconds")).fix(rewrite(field.span, seconds, Grade::Safe)),
            });
        }
        Reading::Unreadable if text.trim().is_empty() => {
            findings
                .push(finding("TM is there and holds no time".to_owned()).help("leave TM out if the time limit is not known"));
        }
        Reading::Unreadable => {
            findings.push(
                finding(format!("the time limit \"{}\" is no number of seconds", shown(text)))
                    .help("TM is the main time of each player in seconds"),
            );
        }
    }
}

fn player_rank(field: &Field<'_>, findings: &mut Findings) {
    // BR and WR are free text. Only a rank that is understood and exists nowhere is worth a word.
    if let Some(rank) = rank::read(&field.text).filter(|rank| !rank.is_possible()) {
        findings.push(
            Finding::new(Check::BadValue, field.span, format!("there is no rank {rank}"))
                .severity(Severity::Warning)
                .help("ranks are 30k to 1k, 1d to 9d and 1p to 9p")
                .law("SGF FF[4] BR, WR"),
        );
    }
}

#[cfg(test)]
mod tests;
