//! Clock times in comments (`[%clk]`, `[%emt]`) against each other and against the time control.
//!
//! Tolerances: clocks are written in whole seconds, so a second is given on every comparison; an increment may be added before or
//! after the move, so one more is given; a further period may be added from the move before it begins on, since some clocks add
//! it early and some only when the first time is used up. Where the control is not known, only a rise of more than two minutes
//! before move 30 is reported. A clock at zero may have most of a second left, in which players of blitz make several moves: up to
//! twenty plies pass before a time forfeit, and one reply where the result is against that side. An hourglass gives one side what the other uses: there only a zero is looked at.

use memchr::memmem;

use super::{Check, Findings};
use crate::chess::Color;
use crate::finding::Finding;
use crate::judge::chess::Claim;
use crate::pgn::{Lexed, TagName, TokenKind};
use crate::record::RawRecord;
use crate::replay::ChessReplay;
use crate::values::chess_result::ChessResult;
use crate::values::clock::{self, Clock, Millis};
use crate::values::termination::Reason;
use crate::values::time_control::{Bonus, Period, TimeControl};

/// What a comment says of the time of a ply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Time {
    /// The player's clock after the move.
    clock: Option<Millis>,
    /// The time spent on the move.
    spent: Option<Millis>,
}

/// The last clock of each side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LastClocks {
    /// White's and Black's.
    pub last: [Option<Millis>; 2],
}

/// What is given on every comparison.
const SECOND: Millis = 1000;
/// The largest rise that is believed where the control is not known.
const UNKNOWN_RISE: Millis = 120 * SECOND;
/// So many plies can be played in the last second, which whole seconds show as zero, before the flag falls.
const LAST_SECOND: usize = 20;
/// From this move on a further period may begin where the control is not known.
const UNKNOWN_PERIOD: usize = 30;

/// Checks the clocks of a game. `times` is a buffer to use again.
pub fn check(
    record: &RawRecord<'_>,
    lexed: &Lexed,
    replay: &ChessReplay,
    claim: Claim,
    times: &mut Vec<Time>,
    findings: &mut Findings,
) -> LastClocks {
    let mut last = LastClocks::default();
    // Most collections have no such comments: one search of the text answers for the whole game.
    if replay.plies.is_empty() || !lexed.has_commands() || !has_times(record.bytes) {
        return last;
    }
    read(record.bytes, lexed, replay, times);
    let control = lexed
        .tag(TagName::TimeControl)
        .and_then(|tag| TimeControl::read(&tag.lossy(record.bytes)).control().cloned())
        .filter(|control| !control.periods.iter().any(|period| matches!(period, Period::Unknown | Period::Unlimited)));
    let mut clocks = Clocks { lexed, replay, times, control: control.as_ref(), findings };
    for side in Color::ALL {
        last.last[side as usize] = clocks.of(side).filter_map(|(_, time)| time.clock).last();
    }
    let risen = clocks.increases();
    clocks.exceeds(risen);
    clocks.missing();
    clocks.runs_out(claim);
    last
}

fn has_times(bytes: &[u8]) -> bool {
    memmem::find(bytes, b"[%")
        .is_some_and(|at| memmem::find(&bytes[at..], b"[%clk").is_some() || memmem::find(&bytes[at..], b"[%emt").is_some())
}

/// Reads the times of the main line: a comment speaks of the move before it.
fn read(bytes: &[u8], lexed: &Lexed, replay: &ChessReplay, times: &mut Vec<Time>) {
    times.clear();
    times.resize(replay.plies.len(), Time::default());
    let (mut depth, mut ply) = (0u32, 0usize);
    for (index, token) in lexed.tokens.iter().enumerate().skip(lexed.movetext) {
        if replay.plies.get(ply).is_some_and(|next| next.token as usize == index) {
            ply += 1;
            continue;
        }
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth = depth.saturating_sub(1),
            TokenKind::Comment | TokenKind::LineComment if depth == 0 && ply > 0 => {
                let told = times_of(token.inner(bytes));
                let time = &mut times[ply - 1];
                time.clock = time.clock.or(told.clock);
                time.spent = time.spent.or(told.spent);
            }
            // What stands behind the end of the game is not about its last move.
            TokenKind::Result(_) if depth == 0 => break,
            _ => {}
        }
    }
}

/// The times that a comment gives: of each command the first counts.
fn times_of(text: &[u8]) -> Time {
    let mut time = Time::default();
    let (mut clk, mut emt) = (false, false);
    for at in memchr::memchr_iter(b'[', text) {
        let command = &text[at..];
        let (seen, told) = match command {
            [b'[', b'%', b'c', b'l', b'k', ..] => (&mut clk, &mut time.clock),
            [b'[', b'%', b'e', b'm', b't', ..] => (&mut emt, &mut time.spent),
            _ => continue,
        };
        if !std::mem::replace(seen, true) {
            let value = &command[5..];
            *told = memchr::memchr(b']', value).and_then(|end| clock::read(&value[..end]));
        }
    }
    time
}

struct Clocks<'a> {
    lexed: &'a Lexed,
    replay: &'a ChessReplay,
    times: &'a [Time],
    control: Option<&'a TimeControl>,
    findings: &'a mut Findings,
}

impl Clocks<'_> {
    /// The times of a side, with the index of the ply.
    fn of(&self, side: Color) -> impl Iterator<Item = (usize, Time)> + '_ {
        let first = usize::from(self.replay.start.side_to_move() != side);
        self.times.iter().copied().enumerate().skip(first).step_by(2)
    }

    /// What each move adds, and more where it is not known.
    fn bonus(&self) -> Millis {
        let most = |control: &TimeControl| {
            control
                .periods
                .iter()
                .map(|period| match period {
                    Period::Timed { bonus: Bonus::Increment(time) | Bonus::Delay(time), .. } => *time,
                    _ => 0,
                })
                .max()
        };
        self.control.and_then(most).unwrap_or(0)
    }

    fn is_hourglass(&self) -> bool {
        self.control.is_some_and(|control| control.periods.iter().any(|period| matches!(period, Period::Hourglass(_))))
    }

    /// All the time that periods give up to a player's move (1 is the first), and how many of them have begun by then.
    fn given(&self, control: &TimeControl, moves: usize) -> (Millis, usize) {
        if let [Period::Timed { moves: None, time, .. }] = *control.periods {
            return (time, 1);
        }
        let (mut given, mut begun, mut reached) = (0u64, 0, 0usize);
        let mut periods = control.periods.iter();
        let mut period = periods.next();
        // A period may begin one move early; the last one repeats.
        while let Some(Period::Timed { moves: length, time, .. }) = period
            && (begun == 0 || reached <= moves + 1)
        {
            given = given.saturating_add(*time);
            begun += 1;
            match length {
                Some(length) => reached += *length as usize,
                None => break,
            }
            period = periods.next().or(period);
        }
        (given, begun)
    }

    fn push(&mut self, check: Check, ply: usize, message: String, more: usize) {
        if !self.findings.wants(check) {
            return;
        }
        let token = self.replay.plies.get(ply).and_then(|ply| self.lexed.tokens.get(ply.token as usize));
        let message = match more {
            0 => message,
            1 => format!("{message} (and once more in this game)"),
            more => format!("{message} (and {more} times more in this game)"),
        };
        let span = token.map_or_else(Default::default, |token| token.span);
        self.findings.push(Finding::new(check, span, message).ply(ply as u32 + 1));
    }

    /// More time on a clock than the control can have given, unless that came of a rise that is reported already.
    fn exceeds(&mut self, risen: Option<usize>) {
        let Some(control) = self.control.filter(|_| !self.is_hourglass()) else { return };
        let bonus = self.bonus();
        let mut first: Option<(usize, Millis, Millis)> = None;
        let mut count = 0;
        for side in Color::ALL {
            for (index, (ply, time)) in self.of(side).enumerate() {
                let moves = index + 1;
                let limit = self.given(control, moves).0.saturating_add(bonus.saturating_mul(moves as u64 + 1));
                if let Some(clock) = time.clock.filter(|clock| *clock > limit + SECOND && risen.is_none_or(|at| ply < at)) {
                    count += 1;
                    first = first.filter(|(earlier, ..)| *earlier < ply).or(Some((ply, clock, limit)));
                }
            }
        }
        if let Some((ply, clock, limit)) = first {
            let message = format!("the clock shows {}, but {control} gives {} at most by then", Clock(clock), Clock(limit));
            self.push(Check::ClockExceedsControl, ply, message, count - 1);
        }
    }

    /// A clock that goes up by more than a move can add. Returns where it does first.
    fn increases(&mut self) -> Option<usize> {
        if self.is_hourglass() {
            return None;
        }
        let bonus = self.bonus();
        let mut first: Option<(usize, Millis, Millis)> = None;
        let mut count = 0;
        for side in Color::ALL {
            let mut before: Option<(Millis, usize)> = None;
            for (index, (ply, time)) in self.of(side).enumerate() {
                let Some(clock) = time.clock else { continue };
                if let Some((earlier, last)) = before {
                    let moves = (index - last) as u64;
                    let allowed = match self.control {
                        Some(control) => {
                            let periods = self.given(control, index + 1).0 - control.first_time();
                            earlier + bonus.saturating_mul(moves) + periods + SECOND
                        }
                        None if index + 1 < UNKNOWN_PERIOD => earlier + UNKNOWN_RISE * moves,
                        None => Millis::MAX,
                    };
                    if clock > allowed {
                        count += 1;
                        first = first.filter(|(at, ..)| *at < ply).or(Some((ply, earlier, clock)));
                    }
                }
                before = Some((clock, index));
            }
        }
        if let Some((ply, earlier, clock)) = first {
            let message = format!("the clock goes up from {} to {}, more than a move adds", Clock(earlier), Clock(clock));
            self.push(Check::ClockIncreases, ply, message, count - 1);
        }
        first.map(|(ply, ..)| ply)
    }

    /// A move without a clock among moves that have one.
    fn missing(&mut self) {
        let mut first: Option<usize> = None;
        let mut count = 0;
        for side in Color::ALL {
            let has = |time: Time| time.clock.is_some() || time.spent.is_some();
            let clocked = self.of(side).filter(|(_, time)| has(*time)).count();
            let Some(start) = self.of(side).position(|(_, time)| has(time)) else { continue };
            let end = self.of(side).filter(|(_, time)| has(*time)).last().map_or(0, |(ply, _)| ply);
            let (of, plies) = (|| self.of(side), &self.replay.plies);
            let holes = || of().skip(start).filter(|(ply, time)| *ply < end && !has(*time) && plies[*ply].mv.is_some());
            // Clocks noted now and then are a habit, not an omission.
            let missing = holes().count();
            if missing == 0 || missing >= clocked {
                continue;
            }
            count += missing;
            if let Some((ply, _)) = holes().next() {
                first = first.filter(|earlier| *earlier < ply).or(Some(ply));
            }
        }
        if let Some(ply) = first {
            self.push(Check::ClockMissing, ply, "this move has no clock time, the moves around it have".to_owned(), count - 1);
        }
    }

    /// A clock at zero, or more time spent than there was, and the game goes on.
    fn runs_out(&mut self, claim: Claim) {
        let found = Color::ALL.into_iter().filter_map(|side| self.zero(side, claim).or_else(|| self.overspent(side)));
        if let Some((ply, message)) = found.min_by_key(|(ply, _)| *ply) {
            self.push(Check::ClockRunOut, ply, message, 0);
        }
    }

    /// The first zero on a side's clock after which the game goes on.
    fn zero(&self, side: Color, claim: Claim) -> Option<(usize, String)> {
        let (ply, _) = self.of(side).find(|(_, time)| time.clock == Some(0))?;
        let follow = self.times.len() - ply - 1;
        let goes_on = match claim.reason {
            Some(Reason::TimeForfeit) => follow > LAST_SECOND,
            // The other side may have moved before the flag was seen; then this side has not won.
            _ if follow == 1 => {
                claim.winner() == Some(side) || !claim.result.is_some_and(|result| result != ChessResult::Unknown)
            }
            _ => follow > 1,
        };
        goes_on.then(|| (ply, format!("{}'s clock stands at zero, and the game goes on", side.name())))
    }

    /// The first move by which a side has spent more than it was given, and after which it moves again.
    fn overspent(&self, side: Color) -> Option<(usize, String)> {
        let control = self.control.filter(|_| !self.is_hourglass())?;
        let bonus = self.bonus();
        let mut total: Millis = 0;
        for (index, (ply, time)) in self.of(side).enumerate() {
            // With a move left out, or with clocks to look at, sums prove nothing.
            total = total.saturating_add(time.spent.filter(|_| time.clock.is_none())?);
            let moves = index as u64 + 1;
            let limit = self.given(control, index + 1).0.saturating_add(bonus.saturating_mul(moves));
            if total > limit.saturating_add(SECOND.saturating_mul(moves)) && ply + 2 < self.times.len() {
                let message = format!("{} has spent {} of {}, and the game goes on", side.name(), Clock(total), Clock(limit));
                return Some((ply, message));
            }
        }
        None
    }
}
