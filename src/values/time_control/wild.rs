//! Time controls as people write them: `90'+30"`, `G/30;d5`, `15|10`, `40 moves in 2 hours, then 1 hour`.
//!
//! A value is understood only if every word of it is: one unknown word, or a number whose unit must be guessed, and it is not.

use super::{Bonus, Millis, Period, TimeControl};

/// A word of a time control.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Word {
    /// A number, in thousandths.
    Number(u64),
    /// A unit of time, in seconds.
    Unit(u64),
    /// "moves".
    Moves,
    /// "sudden death", "game", "rest": the period is the last.
    Rest,
    /// "+", "plus", "and".
    Plus,
    /// "|", between minutes and seconds.
    Bar,
    /// "/".
    Slash,
    /// ",", ";", ":", "then".
    Next,
    /// "per", "each", "a".
    Per,
    /// "increment", "bonus".
    Increment,
    /// "delay", "d".
    Delay,
    /// "hourglass".
    Hourglass,
    /// Words that change nothing.
    Filler,
}

/// What a number without a unit counts.
const MINUTE: u64 = 60;

/// Reads a time control in words, if all of it is understood and it has one meaning.
pub(super) fn read(text: &str) -> Option<TimeControl> {
    let lower = text.to_lowercase();
    match lower.trim_matches(['.', '"']) {
        "unlimited" | "none" | "no limit" | "no time limit" | "infinite" | "inf" | "∞" | "--" => {
            return Some(TimeControl { periods: vec![Period::Unlimited] });
        }
        "unknown" | "??" | "???" => return Some(TimeControl { periods: vec![Period::Unknown] }),
        _ => {}
    }
    // Longer texts are notes to the reader, not time controls.
    if text.len() > 120 {
        return None;
    }
    let words = words(&lower)?;
    let mut reader =
        Reader { words: &words, at: 0, periods: Vec::new(), now: Draft::default(), mode: Mode::Time, everywhere: false };
    reader.run()?;
    reader.finish()
}

fn words(text: &str) -> Option<Vec<Word>> {
    let mut words = Vec::new();
    let mut rest = text.trim();
    while let Some(first) = rest.chars().next() {
        let len = if first.is_ascii_digit() {
            rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len())
        } else if first.is_alphabetic() {
            rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len())
        } else if rest.starts_with("''") || rest.starts_with("’’") {
            2 * first.len_utf8()
        } else {
            first.len_utf8()
        };
        let (word, tail) = rest.split_at(len);
        rest = tail;
        if first.is_ascii_digit() {
            words.push(Word::Number(super::seconds(word.trim_end_matches('.'))?));
        } else if !first.is_whitespace() && first != '.' {
            words.push(meaning(word)?);
        }
    }
    Some(words)
}

fn meaning(word: &str) -> Option<Word> {
    Some(match word {
        "days" | "day" => Word::Unit(86_400),
        "h" | "hr" | "hrs" | "hour" | "hours" | "std" | "stunde" | "stunden" => Word::Unit(3600),
        "m" | "min" | "mins" | "minute" | "minutes" | "minuten" | "'" | "’" | "′" => Word::Unit(MINUTE),
        "s" | "sec" | "secs" | "second" | "seconds" | "sek" | "sekunden" | "\"" | "''" | "’’" | "″" | "”" => {
            Word::Unit(1)
        }
        "move" | "moves" | "mv" | "mvs" | "zug" | "züge" => Word::Moves,
        "g" | "sd" | "game" | "rest" | "remaining" | "all" | "finish" => Word::Rest,
        "+" | "plus" | "and" | "&" => Word::Plus,
        "|" => Word::Bar,
        "/" => Word::Slash,
        "," | ";" | ":" | "then" => Word::Next,
        "per" | "each" | "every" | "a" | "pro" => Word::Per,
        "increment" | "inc" | "bonus" | "added" => Word::Increment,
        "delay" | "d" | "bronstein" => Word::Delay,
        "hourglass" | "sandclock" | "sandglass" => Word::Hourglass,
        "in" | "for" | "the" | "first" | "from" | "of" | "on" | "with" | "starting" | "to" | "followed" | "by" | "sudden"
        | "death" => Word::Filler,
        _ => return None,
    })
}

/// A period being read.
#[derive(Debug, Clone, Copy, Default)]
struct Draft {
    moves: Option<u32>,
    rest: bool,
    time: Option<Millis>,
    bonus: Bonus,
    hourglass: bool,
}

/// What the next quantity of time is.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Mode {
    /// The time of a period.
    Time,
    /// After a plus: an increment, or the time of a further period.
    Added,
    /// After "d", "delay", "increment": what a move brings.
    Bonus(bool),
}

struct Reader<'a> {
    words: &'a [Word],
    at: usize,
    periods: Vec<Draft>,
    now: Draft,
    mode: Mode,
    /// A bonus was said to hold for every move.
    everywhere: bool,
}

impl Reader<'_> {
    fn peek(&self, ahead: usize) -> Option<Word> {
        self.words.get(self.at + ahead).copied()
    }

    fn run(&mut self) -> Option<()> {
        while let Some(word) = self.peek(0) {
            self.at += 1;
            match word {
                Word::Number(number) => self.number(number)?,
                Word::Rest => {
                    self.close();
                    self.now.rest = true;
                    self.mode = Mode::Time;
                    if self.peek(0) == Some(Word::Slash) {
                        self.at += 1;
                    }
                }
                Word::Plus => self.mode = Mode::Added,
                Word::Bar => {
                    // `15|10` is minutes and seconds; nothing else is written so.
                    self.now.rest = true;
                    self.mode = Mode::Added;
                }
                Word::Next => {
                    self.everywhere |= matches!(self.peek(0), Some(Word::Plus | Word::Delay | Word::Increment));
                    self.mode = Mode::Time;
                }
                Word::Increment | Word::Delay => self.bonus_word(word == Word::Delay)?,
                Word::Hourglass => self.now.hourglass = true,
                Word::Per | Word::Slash => self.per()?,
                Word::Filler => self.everywhere |= self.at_first_move(),
                Word::Moves | Word::Unit(_) => return None,
            }
        }
        Some(())
    }

    /// "from move 1".
    fn at_first_move(&mut self) -> bool {
        let found = self.peek(0) == Some(Word::Moves) && matches!(self.peek(1), Some(Word::Number(1000)));
        self.at += if found { 2 } else { 0 };
        found
    }

    /// "per move", "/ 40 moves", "each move".
    fn per(&mut self) -> Option<()> {
        match (self.peek(0)?, self.peek(1)) {
            (Word::Moves, _) => {
                self.at += 1;
                if self.now.bonus == Bonus::None {
                    return self.set_moves(1);
                }
                self.everywhere = true;
                self.at_first_move_after_filler();
                Some(())
            }
            (Word::Number(number), Some(Word::Moves)) => {
                self.at += 2;
                self.set_moves(whole(number)?)
            }
            (Word::Number(number), _) if self.now.time.is_some() && self.now.moves.is_none() => {
                self.at += 1;
                self.set_moves(whole(number)?)
            }
            _ => None,
        }
    }

    fn at_first_move_after_filler(&mut self) {
        if self.peek(0) == Some(Word::Filler) {
            self.at += 1;
            if !self.at_first_move() {
                self.at -= 1;
            }
        }
    }

    fn set_moves(&mut self, moves: u32) -> Option<()> {
        if moves == 0 || self.now.moves.is_some() || self.now.rest {
            return None;
        }
        self.now.moves = Some(moves);
        Some(())
    }

    fn number(&mut self, number: u64) -> Option<()> {
        match (self.peek(0), self.peek(1)) {
            (Some(Word::Moves), _) => {
                self.at += 1;
                if self.now.time.is_some() && self.now.moves.is_some() {
                    self.close();
                }
                return self.set_moves(whole(number)?);
            }
            (Some(Word::Slash), Some(Word::Number(_))) if self.mode != Mode::Bonus(true) => {
                self.at += 1;
                self.close();
                return self.set_moves(whole(number)?);
            }
            _ => {}
        }
        let mut unit = self.unit();
        let mut time = number.checked_mul(unit.unwrap_or(1))?;
        // `1h30m`, `2 hours 15 minutes`, `1 h 30`.
        while let (Some(larger), Some(Word::Number(more))) = (unit, self.peek(0)) {
            self.at += 1;
            let next = self.unit();
            let smaller = next.unwrap_or(larger / MINUTE);
            if smaller == 0 || smaller >= larger {
                return None;
            }
            time += more.checked_mul(smaller)?;
            unit = Some(smaller);
        }
        self.quantity(time, unit)
    }

    fn unit(&mut self) -> Option<u64> {
        let Some(Word::Unit(unit)) = self.peek(0) else { return None };
        self.at += 1;
        Some(unit)
    }

    fn quantity(&mut self, time: u64, unit: Option<u64>) -> Option<()> {
        let per_move = matches!(
            (self.peek(0), self.peek(1)),
            (Some(Word::Per | Word::Slash), Some(Word::Moves)) | (Some(Word::Increment | Word::Delay), _)
        );
        match self.mode {
            Mode::Bonus(delay) => self.set_bonus(time, delay)?,
            Mode::Added if per_move || unit.is_none() || unit == Some(1) => self.set_bonus(time, false)?,
            Mode::Added | Mode::Time => {
                self.close();
                if self.now.time.is_some() {
                    return None;
                }
                // `G/90`, `40/90, SD/30` and `15|10` count minutes; a bare number elsewhere would be a guess.
                let minutes = self.now.rest || self.now.moves.is_some() || self.peek(0) == Some(Word::Bar);
                self.now.time = Some(match unit {
                    Some(_) => time,
                    None if minutes => time.checked_mul(MINUTE)?,
                    None => return None,
                });
            }
        }
        self.mode = Mode::Time;
        Some(())
    }

    fn set_bonus(&mut self, time: u64, delay: bool) -> Option<()> {
        if self.now.bonus != Bonus::None || self.now.time.is_none() {
            return None;
        }
        self.now.bonus = match (time, delay) {
            (0, _) => Bonus::None,
            (_, true) => Bonus::Delay(time),
            (_, false) => Bonus::Increment(time),
        };
        Some(())
    }

    /// "delay" and "increment", before or after their number.
    fn bonus_word(&mut self, delay: bool) -> Option<()> {
        if matches!(self.peek(0), Some(Word::Number(_))) {
            self.mode = Mode::Bonus(delay);
            return Some(());
        }
        match self.now {
            Draft { bonus: Bonus::Increment(time), .. } if delay => self.now.bonus = Bonus::Delay(time),
            Draft { bonus: Bonus::None, time: Some(time), moves: None, rest: false, .. } => {
                self.now = self.periods.pop()?;
                self.set_bonus(time, delay)?;
                self.everywhere = true;
            }
            Draft { bonus: Bonus::None, .. } => return None,
            _ => {}
        }
        Some(())
    }

    /// Ends the period being read, if it has its time.
    fn close(&mut self) {
        if self.now.time.is_some() {
            self.periods.push(std::mem::take(&mut self.now));
        }
    }

    fn finish(mut self) -> Option<TimeControl> {
        if self.now.time.is_none() && (self.now.moves.is_some() || self.now.rest || self.periods.is_empty()) {
            return None;
        }
        self.close();
        let bonus = self.periods.last()?.bonus;
        let earlier = self.periods.len() - 1;
        if earlier > 0 && bonus != Bonus::None && self.periods[..earlier].iter().all(|draft| draft.bonus == Bonus::None) {
            // Whether `40/90, 30+30` adds from the first move or from the 41st is not said.
            if !self.everywhere {
                return None;
            }
            self.periods.iter_mut().for_each(|draft| draft.bonus = bonus);
        }
        let last = earlier;
        let mut periods = Vec::with_capacity(self.periods.len());
        for (index, draft) in self.periods.iter().enumerate() {
            let time = draft.time.filter(|time| *time > 0)?;
            periods.push(match draft {
                Draft { hourglass: true, bonus: Bonus::None, moves: None, .. } if last == 0 => Period::Hourglass(time),
                Draft { hourglass: true, .. } => return None,
                // A period before the last must say how long it lasts.
                Draft { moves: None, .. } if index < last => return None,
                draft => Period::Timed { moves: draft.moves, time, bonus: draft.bonus },
            });
        }
        Some(TimeControl { periods })
    }
}

/// A number of moves, from thousandths.
fn whole(number: u64) -> Option<u32> {
    number.is_multiple_of(1000).then(|| u32::try_from(number / 1000).ok())?
}
