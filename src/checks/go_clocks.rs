//! The clocks of a Go record (`BL WL OB OW`) against its time limit (`TM`) and its overtime (`OT`).
//!
//! What the record does not say is not guessed: without a readable time limit nothing exceeds it, and under an overtime this
//! program does not know a clock may do anything.

use super::{Check, Findings};
use crate::finding::{Finding, Span};
use crate::go::Color;
use crate::record::{GoActionKind, GoClock, GoRecord};
use crate::values::main_time;
use crate::values::overtime::{self, Overtime};

/// Clocks are rounded and servers give back the time a move travelled: a second is allowed everywhere.
const TOLERANCE: i64 = 100;

const LAW: &str = "SGF FF[4] BL, WL, OB, OW, TM, OT";

/// How the players' time is limited.
struct Control {
    /// The main time, in hundredths of a second.
    main: Option<i64>,
    /// The overtime; `None` if the record names one that is not known here.
    overtime: Option<Overtime>,
}

impl Control {
    fn read(record: &GoRecord) -> Control {
        let limit = record.time_limit.as_ref().and_then(|f| main_time::read(&f.text).value());
        let overtime = match &record.overtime {
            Some(field) if !field.text.trim().is_empty() => overtime::read(&field.text),
            _ => Some(limit.and_then(|l| l.overtime).unwrap_or(Overtime::Absolute)),
        };
        Control { main: limit.and_then(|l| i64::try_from(l.hundredths).ok()), overtime }
    }

    /// The most a clock can show.
    fn most(&self) -> Option<i64> {
        Some(match self.overtime? {
            Overtime::Absolute => self.main?,
            // Some servers show the time of all periods together.
            Overtime::ByoYomi { periods, seconds } => self.main?.max(i64::from(periods) * i64::from(seconds) * 100),
            Overtime::Canadian { seconds, .. } => self.main?.max(i64::from(seconds) * 100),
            // Added time may pile up.
            Overtime::Fischer { .. } => return None,
        })
    }

    /// Hundredths of a second that a move may add.
    fn increment(&self) -> i64 {
        match self.overtime {
            Some(Overtime::Fischer { seconds }) => i64::from(seconds) * 100,
            _ => 0,
        }
    }
}

/// What is known of one player's clock.
#[derive(Default, Clone, Copy)]
struct Side {
    last: Option<GoClock>,
    /// A move without a clock, if the one before it had one.
    gap: Option<(u32, Span)>,
    /// Moves in a row without a clock.
    missing: u32,
    /// A move had its clock before.
    timed: bool,
    /// The clock stood at zero after this move.
    out: Option<(u32, Span)>,
    exceeded: bool,
    ran_out: bool,
}

/// Checks the clocks along the main line.
pub fn check(record: &GoRecord, findings: &mut Findings) {
    if record.clocks.is_empty() {
        return;
    }
    let control = Control::read(record);
    let mut sides = [Side::default(); 2];
    let mut clocks = record.clocks.iter().peekable();
    let mut ply = 0;
    for (index, node) in record.nodes.iter().enumerate() {
        if index > 0 && node.parent as usize != index - 1 {
            break;
        }
        let moved = record.actions_of(index).iter().find_map(|a| match a.kind {
            GoActionKind::Play(color, _)
            | GoActionKind::PlayOffBoard(color, ..)
            | GoActionKind::Pass(color)
            | GoActionKind::Unreadable(color) => Some((color, a.span)),
            _ => None,
        });
        if let Some((color, span)) = moved {
            ply += 1;
            moves_on(&mut sides[color as usize], color, ply, findings);
            sides[color as usize].missing += 1;
            if sides[color as usize].missing == 1 {
                sides[color as usize].gap = Some((ply, span));
            }
        }
        while let Some(clock) = clocks.next_if(|c| c.node as usize <= index) {
            let side = &mut sides[clock.color as usize];
            let own = moved.is_some_and(|(color, _)| color == clock.color);
            shows(side, clock, own, ply, &control, findings);
        }
    }
}

/// A side makes a move: its clock must not have run out before.
fn moves_on(side: &mut Side, color: Color, ply: u32, findings: &mut Findings) {
    if let Some((at, span)) = side.out.take().filter(|_| !std::mem::replace(&mut side.ran_out, true)) {
        findings.push(
            Finding::new(
                Check::ClockRunOut,
                span,
                format!("{}'s time is used up after move {at}, and {} plays on at move {ply}", name(color), name(color)),
            )
            .ply(at)
            .help("a clock is wrong, or the loss on time was not claimed")
            .law(LAW),
        );
    }
}

/// A clock shows a time.
fn shows(side: &mut Side, clock: &GoClock, own_move: bool, ply: u32, control: &Control, findings: &mut Findings) {
    if own_move {
        // One clock is missing between two: more than one are not missing but not recorded.
        if let Some((at, span)) = side.gap.take().filter(|_| side.missing == 2 && side.timed) {
            findings.push(
                Finding::new(Check::ClockMissing, span, format!("the moves before and after have a clock, move {at} has none"))
                    .ply(at)
                    .law(LAW),
            );
        }
        side.missing = 0;
        side.gap = None;
        side.timed = true;
    } else {
        // The clock is given with the other side's move: then it is not missing.
        side.gap = None;
    }
    let Some(left) = clock.left else {
        side.last = Some(GoClock { left: side.last.and_then(|c| c.left), ..*clock });
        return;
    };
    let finding = |check, message: String| Finding::new(check, clock.span, message).ply(ply).law(LAW);
    let who = name(clock.color);
    if let Some((most, what)) = limit(clock, control)
        && left > most + TOLERANCE
    {
        if !std::mem::replace(&mut side.exceeded, true) {
            findings.push(finding(
                Check::ClockExceedsControl,
                format!("{who} has {} left, and {what} is {}", time(left), time(most)),
            ));
        }
    } else if let Some(why) = side.last.and_then(|before| rise(&before, clock, left, control)) {
        // A limit that does not hold says nothing about what follows.
        if !side.exceeded {
            findings.push(finding(Check::ClockIncreases, format!("{who}'s clock {why}")));
        }
    }
    if left <= 0 && own_move && is_out(clock, control) {
        side.out = Some((ply, clock.span));
    }
    side.last = Some(*clock);
}

/// The most this clock can show, and what sets the limit.
fn limit(clock: &GoClock, control: &Control) -> Option<(i64, &'static str)> {
    match (clock.moves, control.overtime) {
        (Some(1..), Some(Overtime::Canadian { seconds, .. })) => Some((i64::from(seconds) * 100, "a period of overtime")),
        (_, Some(_)) => control.most().map(|most| (most, "the time limit")),
        (_, None) => None,
    }
}

/// Why a clock shows more than it can after what it showed before.
fn rise(before: &GoClock, clock: &GoClock, left: i64, control: &Control) -> Option<String> {
    let earlier = before.left?;
    let overtime = control.overtime?;
    let more = left > earlier + TOLERANCE + control.increment();
    let shown = || format!("rises from {} to {}", time(earlier), time(left));
    match (before.moves, clock.moves, overtime) {
        (None | Some(0), None, _) => more.then(|| match control.increment() {
            0 => shown(),
            increment => format!("{}, and a move adds {}", shown(), time(increment)),
        }),
        (Some(had), Some(has), Overtime::ByoYomi { .. }) if has > had => {
            Some(format!("gains a period: {had} were left, now {has} are"))
        }
        // The stones of a period are played one by one; then a new period begins.
        (Some(had), Some(has), Overtime::Canadian { moves, .. }) if has < had && has < moves && had > 1 => more.then(shown),
        // Back in the main time.
        (Some(1..), None, Overtime::ByoYomi { seconds, .. }) if left > i64::from(seconds) * 100 + TOLERANCE => more.then(shown),
        _ => None,
    }
}

/// Whether zero on this clock is the end of the player's time.
fn is_out(clock: &GoClock, control: &Control) -> bool {
    match control.overtime {
        Some(Overtime::Absolute) => clock.moves.is_none(),
        Some(Overtime::ByoYomi { .. }) => clock.moves == Some(0),
        Some(Overtime::Canadian { .. }) => clock.moves.is_some_and(|moves| moves > 0),
        Some(Overtime::Fischer { .. }) => true,
        None => false,
    }
}

const fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// A time for people: `29:59`, `1:00:00`, `12.5 s`.
fn time(hundredths: i64) -> String {
    let (sign, size) = (if hundredths < 0 { "-" } else { "" }, hundredths.unsigned_abs());
    let seconds = size / 100;
    match (seconds / 3600, seconds / 60 % 60, seconds % 60, size % 100) {
        (0, 0, seconds, 0) => format!("{sign}{seconds} s"),
        (0, 0, seconds, part) => format!("{sign}{seconds}.{part:02} s"),
        (0, minutes, seconds, _) => format!("{sign}{minutes}:{seconds:02}"),
        (hours, minutes, seconds, _) => format!("{sign}{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests;
