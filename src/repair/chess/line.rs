//! The main line of a record as words that are read once and can be replayed from anywhere.

use crate::chess::{Bitboard, Body, Color, Mark, Move, Position, Role, San, attacks};
use crate::finding::Span;
use crate::pgn::{Lexed, Token, TokenKind};
use crate::record::RawRecord;
use crate::replay::dialect::{self, Language, Outcome, Word};

/// A main line longer than any game is not searched for slips.
const LONGEST: usize = 2_000;

/// How a word reads, without a position.
#[derive(Debug, Clone, Copy)]
pub(super) enum Reading {
    /// In the spelling of the export format.
    San(San),
    /// In another spelling.
    Word(Word),
    /// A null move.
    Null,
    /// Not at all.
    Nothing,
}

impl Reading {
    /// Reads a word.
    pub(super) fn of(text: &str, language: &'static Language) -> Reading {
        let bytes = text.as_bytes();
        let strictly = language.is_english() || bytes.first().is_some_and(|b| b.is_ascii_lowercase() || *b == b'O');
        if let Some(san) = Some(bytes).filter(|_| strictly).and_then(San::parse) {
            return Reading::San(san);
        }
        Word::parse(text, language).map_or(Reading::Nothing, Reading::Word)
    }

    /// The mark behind it.
    pub(super) fn mark(&self) -> Mark {
        match self {
            Reading::San(san) => san.mark,
            Reading::Word(word) => word.tail.mark,
            Reading::Null | Reading::Nothing => Mark::None,
        }
    }

    /// Whether a side has a man that the word may be about, whatever stands between; `true` if that is not easy to tell.
    pub(super) fn has_man(&self, position: &Position, side: Color) -> bool {
        let Reading::San(San { body: Body::Man { role, from, to, .. }, .. }) = *self else { return true };
        let near = match role {
            Role::Pawn => attacks::pawn(side.other(), to) | Bitboard::file(to.file()),
            _ => attacks::reach(role, to),
        };
        (near & from & position.men(side, role)).nonempty()
    }

    /// The one legal move it means here; `Some(None)` is a null move.
    pub(super) fn resolve(&self, position: &Position) -> Option<Option<Move>> {
        match self {
            Reading::San(san) => position.resolve(san).ok().map(Some),
            Reading::Word(word) => match dialect::resolve(position, word) {
                Outcome::Move(mv, _) => Some(Some(mv)),
                _ => None,
            },
            Reading::Null => (!position.is_check()).then_some(None),
            Reading::Nothing => None,
        }
    }
}

/// One move of the main line as it is written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    /// Its token, as an index into the tokens of the record.
    pub(super) token: usize,
    /// The word.
    pub(super) span: Span,
    /// The move number before it.
    pub(super) number: Option<Span>,
    /// Whose move it is, by the number before it.
    pub(super) side: Option<Color>,
    /// How it reads.
    pub(super) reading: Reading,
}

/// What a record does as a rule, so that breaking the rule tells something.
#[derive(Debug, Clone, Copy)]
pub(super) struct Habits {
    pub(super) marks: bool,
    pub(super) takes: bool,
    pub(super) numbers: bool,
}

/// How much in a stretch of moves does not fit the board, although the moves can be made.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Odd {
    marks: u32,
    takes: u32,
    hints: u32,
    numbers: u32,
}

impl Odd {
    /// Both together.
    pub(super) fn with(self, other: Odd) -> Odd {
        Odd {
            marks: self.marks + other.marks,
            takes: self.takes + other.takes,
            hints: self.hints + other.hints,
            numbers: self.numbers + other.numbers,
        }
    }

    /// The same with one wrong number less.
    pub(super) const fn without_number(self) -> Odd {
        Odd { numbers: self.numbers.saturating_sub(1), ..self }
    }

    /// As a number to add to the cost of a slip. A shift makes all numbers behind it wrong, so they count a few times only.
    pub(super) fn cost(self, habits: Habits) -> u32 {
        let mut cost = 8 * self.hints;
        if habits.marks {
            cost += 12 * self.marks;
        }
        if habits.takes {
            cost += 10 * self.takes;
        }
        if habits.numbers {
            cost += 7 * self.numbers.min(4);
        }
        cost
    }
}

/// How far a replay came.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run {
    /// The first step that could not be made; the number of steps if all could.
    pub(super) reached: usize,
    pub(super) odd: Odd,
}

/// How many moves may still be made in search of repairs.
#[derive(Debug)]
pub(super) struct Budget(u32);

impl Budget {
    pub(super) const fn new(moves: u32) -> Budget {
        Budget(moves)
    }

    /// Takes some; `false` if they are not left.
    pub(super) const fn take(&mut self, moves: u32) -> bool {
        let left = self.0 >= moves;
        self.0 = self.0.saturating_sub(moves);
        left
    }

    /// Whether nothing is left.
    pub(super) const fn is_spent(&self) -> bool {
        self.0 == 0
    }
}

/// The main line.
#[derive(Debug, Clone)]
pub(super) struct MainLine {
    pub(super) steps: Vec<Step>,
}

impl MainLine {
    /// Reads the main line of a record; `None` if it is too long.
    pub(super) fn read(record: &RawRecord<'_>, lexed: &Lexed, language: &'static Language) -> Option<MainLine> {
        let mut steps = Vec::new();
        let (mut depth, mut number, mut side): (u32, Option<Span>, _) = (0, None, None);
        let mut earlier = (None, None);
        for (index, token) in lexed.tokens.iter().enumerate().skip(lexed.movetext) {
            match token.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth = depth.saturating_sub(1),
                _ if depth > 0 => {}
                TokenKind::Result(_) => break,
                TokenKind::MoveNumber => {
                    earlier = (number, side);
                    let black = token.span.of(record.bytes).ends_with(b"..");
                    side = Some(if black { Color::Black } else { Color::White });
                    number = Some(token.span);
                }
                TokenKind::Dots if token.span.len() > 1 => side = Some(Color::Black),
                TokenKind::Move | TokenKind::NullMove => {
                    if steps.len() == LONGEST {
                        return None;
                    }
                    let reading = read_token(record, token, language);
                    let mut span = token.span;
                    // `4d` for `d4`: what looks like a number belongs to the word.
                    if let Some(digit) = number.filter(|n| n.len() == 1 && n.end == span.start)
                        && matches!(reading, Reading::Nothing)
                    {
                        span.start = digit.start;
                        (number, side) = earlier;
                    }
                    steps.push(Step { token: index, span, number: number.take(), side: side.take(), reading });
                    earlier = (None, None);
                }
                _ => {}
            }
        }
        Some(MainLine { steps })
    }

    /// How many moves it has.
    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    /// Makes one move, if it can be made, and notes what about it does not fit.
    pub(super) fn make(&self, index: usize, position: &mut Position, odd: &mut Odd) -> bool {
        let Some(step) = self.steps.get(index) else { return false };
        let Some(mv) = step.reading.resolve(position) else { return false };
        odd.numbers += u32::from(step.side.is_some_and(|side| side != position.side_to_move()));
        let Some(mv) = mv else {
            position.play_null();
            return true;
        };
        if let Reading::San(San { body: Body::Man { role, from, hint, capture, .. }, .. }) = step.reading {
            odd.takes += u32::from(position.is_capture(mv) != capture);
            odd.hints += u32::from(hint && !dialect::origin_departure(position, role, from, mv).is_empty());
        }
        position.play(mv);
        odd.marks += u32::from(!mark_fits(position, step.reading.mark(), index + 1 == self.len()));
        true
    }

    /// Makes moves from step `from` on; `order` tells which step stands at a place.
    pub(super) fn replay(&self, mut position: Position, from: usize, order: impl Fn(usize) -> usize, budget: &mut Budget) -> Run {
        let mut odd = Odd::default();
        for place in from..self.len() {
            let index = order(place);
            let price = if matches!(self.steps.get(index), Some(Step { reading: Reading::San(_), .. })) { 1 } else { 12 };
            if !budget.take(price) || !self.make(index, &mut position, &mut odd) {
                return Run { reached: place, odd };
            }
        }
        Run { reached: self.len(), odd }
    }
}

fn read_token(record: &RawRecord<'_>, token: &Token, language: &'static Language) -> Reading {
    match token.kind {
        TokenKind::NullMove => Reading::Null,
        _ => Reading::of(&record.charset.decode(token.span.of(record.bytes)), language),
    }
}

/// Whether a mark is the one the board bears out. Whether a check mates is looked at only where it says so or nothing follows.
pub(super) fn mark_fits(position: &Position, mark: Mark, last: bool) -> bool {
    match (position.is_check(), mark) {
        (false, mark) => mark == Mark::None,
        (true, Mark::None) => false,
        (true, Mark::Check) => !last || position.has_legal_move(),
        (true, Mark::Mate) => !position.has_legal_move(),
    }
}
