//! Wordings of results. The text must consist of known words entirely; what they say together must have one meaning.

use super::vocabulary::{Manner, Word, next_word};
use super::{By, GoResult, Unreadable};
use crate::go::Color;
use crate::values::number;
use crate::values::points::Points;

/// What the words read so far say.
#[derive(Default)]
struct Said {
    /// The side named last: the subject of the verb to come.
    subject: Option<Color>,
    sides: [bool; 2],
    both: bool,
    winner: Option<Color>,
    /// A verb of winning stood before any side.
    open_win: bool,
    wins: bool,
    /// The verb was the `+` of the grammar.
    plus: bool,
    loses: bool,
    /// "by" or "on": what follows says how.
    by: bool,
    manner: Option<Manner>,
    margin: Option<i32>,
    zi: bool,
    whole: Option<GoResult>,
}

/// Reads folded text: the result with its margin as counted, and whether that is in 子.
pub(super) fn read(text: &str) -> Result<(GoResult, bool), Unreadable> {
    let mut said = Said::default();
    let mut rest = text;
    let mut any = false;
    loop {
        let before = rest;
        rest = rest.trim_start_matches([' ', ',', '.', ':', ';', '(', ')', '!', '-', '_', '/']);
        if rest.is_empty() {
            break;
        }
        // "W+-3" says two things at once.
        let skipped = &before[..before.len() - rest.len()];
        if skipped.ends_with('-') && said.wins && rest.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(Unreadable::Unclear);
        }
        any = true;
        rest = said.take(rest).ok_or(Unreadable::Unclear)?;
    }
    if any { said.meaning() } else { Err(Unreadable::Unclear) }
}

impl Said {
    /// Takes one number or word off the text; `None` if it is unknown or does not fit what was said before.
    fn take<'t>(&mut self, text: &'t str) -> Option<&'t str> {
        let zero = text == "0" && self.sides == [false; 2];
        // 三劫循环 is no three.
        let ko = text.starts_with(['三', '四']) && next_word(text).is_some();
        if !zero
            && !ko
            && let Some((hundredths, rest)) = number::take(text).or_else(|| spelled(text))
        {
            return self.margin(hundredths, rest);
        }
        let (word, rest) = next_word(text)?;
        match word {
            // "B+W" is no result.
            Word::Side(_) if self.plus => return None,
            Word::Side(color) => {
                self.sides[color as usize] = true;
                self.subject = Some(color);
                if std::mem::take(&mut self.open_win) {
                    self.win(color)?;
                }
            }
            Word::Both => self.both = true,
            Word::Wins => {
                if self.wins && self.subject.is_some() && !text.starts_with(['胜', '勝', '승']) {
                    return None;
                }
                self.wins = true;
                self.plus |= text.starts_with('+');
                match self.subject {
                    Some(color) => self.win(color)?,
                    None => self.open_win = true,
                }
            }
            Word::Loses => {
                self.loses = true;
                if !self.both {
                    self.win(other(self.subject?))?;
                }
            }
            Word::By(manner) => self.manner(manner)?,
            Word::Gives(manner) => {
                self.manner(manner)?;
                if !self.decided_behind(rest) {
                    self.loses = true;
                    if !self.both {
                        self.win(other(self.subject?))?;
                    }
                }
            }
            Word::Half => {
                self.zi |= text.starts_with("半子");
                return self.margin(50, rest);
            }
            Word::Unit => {
                self.margin?;
            }
            Word::Zi => {
                self.margin?;
                self.zi = true;
            }
            Word::Draw => self.whole(GoResult::Draw)?,
            Word::Void => self.whole(GoResult::Void)?,
            Word::Unknown => self.whole(GoResult::Unknown)?,
            Word::Filler => self.by |= text.starts_with("by") || text.starts_with("on"),
        }
        Some(rest)
    }

    /// Whether a verb of winning or losing stands before this place, or follows it: then "超时" only says how.
    fn decided_behind(&self, rest: &str) -> bool {
        let mut rest = rest;
        loop {
            rest = rest.trim_start_matches([' ', ',', '.']);
            match next_word(rest) {
                Some((Word::Wins | Word::Loses, _)) => return true,
                Some((Word::Filler, behind)) => rest = behind,
                // "Black wins, White resigned": the giver is named himself and must be the loser, which `win` tests.
                _ => return self.wins && self.subject == self.winner,
            }
        }
    }

    fn win(&mut self, color: Color) -> Option<()> {
        match self.winner.replace(color) {
            Some(before) if before != color => None,
            _ => Some(()),
        }
    }

    fn manner(&mut self, manner: Manner) -> Option<()> {
        match self.manner.replace(manner) {
            Some(before) if before != manner => {
                // "Forfeits on time" is a loss on time.
                let pair = [before, manner];
                if pair.contains(&Manner::Forfeit) && pair.contains(&Manner::Time) {
                    self.manner = Some(Manner::Time);
                    return Some(());
                }
                None
            }
            _ => Some(()),
        }
    }

    /// A number, with the unit and the half that may follow it: 3目半, 2집반, "3 and a half".
    fn margin<'t>(&mut self, hundredths: i32, rest: &'t str) -> Option<&'t str> {
        if self.margin.is_some() {
            return None;
        }
        let mut rest = rest.trim_start();
        let mut total = hundredths;
        let unit = ["目", "집", "子", "点", "點", "points", "point"].iter().find(|u| rest.starts_with(**u));
        if let Some(unit) = unit {
            self.zi |= *unit == "子";
            rest = &rest[unit.len()..];
        }
        if hundredths % 100 == 0 && hundredths > 0 {
            rest = rest.trim_start();
            if let Some(behind) = rest.strip_prefix('半').or_else(|| rest.strip_prefix('반')) {
                total += 50;
                rest = behind;
            } else if let Some((part, behind)) = number::take(rest.strip_prefix('又').unwrap_or(rest))
                .filter(|&(part, _)| part < 100 && part > 0 && unit.is_some())
            {
                // 3子1/4.
                total += part;
                rest = behind;
            }
        }
        self.margin = Some(total);
        Some(rest)
    }

    /// Whether a side without a verb can only be the winner.
    fn linked(&self) -> bool {
        !self.loses && (self.by || (self.margin.is_none() && self.manner.is_none()))
    }

    fn whole(&mut self, result: GoResult) -> Option<()> {
        match self.whole.replace(result) {
            Some(before) if before != result => None,
            _ => Some(()),
        }
    }

    /// What all of it means.
    fn meaning(self) -> Result<(GoResult, bool), Unreadable> {
        let winner = match (self.winner, self.sides) {
            (Some(winner), _) => Some(winner),
            // "Black by 2.5", "W by resignation", and a side alone: nothing but a win is said so.
            (None, [true, false]) if self.linked() => Some(Color::Black),
            (None, [false, true]) if self.linked() => Some(Color::White),
            _ => None,
        };
        if self.both && self.whole.is_none() {
            let lost = (self.loses || self.manner.is_some()) && !self.wins && self.winner.is_none() && self.margin.is_none();
            return Err(if lost { Unreadable::BothLose } else { Unreadable::Unclear });
        }
        if let Some(whole) = self.whole {
            let alone =
                winner.is_none() && self.margin.is_none_or(|m| m == 0) && self.manner.is_none() && !self.wins && !self.loses;
            return if alone { Ok((whole, false)) } else { Err(Unreadable::Unclear) };
        }
        if self.margin == Some(0) && winner.is_none() && self.manner.is_none() && !self.wins && !self.loses {
            return Ok((GoResult::Draw, false));
        }
        let winner = winner.ok_or(Unreadable::Unclear)?;
        let by = match (self.manner, self.margin) {
            (Some(_), Some(_)) => return Err(Unreadable::Unclear),
            (Some(Manner::Resignation), _) => By::Resignation,
            (Some(Manner::Time), _) => By::Time,
            (Some(Manner::Forfeit), _) => By::Forfeit,
            (None, Some(margin)) => By::Points(Points::from_hundredths(margin)),
            (None, None) => By::Unsaid,
        };
        Ok((GoResult::Win { winner, by }, self.zi))
    }
}

const fn other(color: Color) -> Color {
    match color {
        Color::Black => Color::White,
        Color::White => Color::Black,
    }
}

/// Numbers in English words; a bare "half" or "a" is left to the table.
fn spelled(text: &str) -> Option<(i32, &str)> {
    number::take_words(text).map(|(value, rest)| (value, rest.trim_start().strip_prefix("a ").unwrap_or(rest)))
}
