//! The walk through the tokens of a record, along the main line and into every variation.

mod slow;
mod variations;

use std::borrow::Cow;

use super::inference::{Choice, Trial};
use crate::checks::chess_moves::{self as say, Place};
use crate::checks::{Check, Findings};
use crate::chess::{Body, Mark, Move, Packed, Position, San, SanText};
use crate::finding::{Finding, Span};
use crate::input::charset::Charset;
use crate::pgn::{Lexed, TagName, Token, TokenKind};
use crate::record::RawRecord;
use crate::replay::dialect::{self, Language, Traits};
use crate::replay::facts::{ChessReplay, Made, Ply, Stop, StopReason};

/// How a walk ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Walk {
    /// At the end of the record.
    Done,
    /// At a word that may be of another language: see [`super::inference`].
    NeedsLanguage,
}

/// No finding.
const NONE: u32 = u32::MAX;

/// One line of play: the main line or a variation, as far as it has been read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    /// Half-moves from the start of the game to here, unreplayed ones too.
    pub(super) ply: u32,
    /// Variations that stand behind the last move, so far.
    siblings: u32,
    /// The token of the last move.
    last_token: u32,
    /// The finding about wrong numbers in this line, by its place in the pending ones.
    pub(super) wrong_number: u32,
    /// By how much its numbers are wrong.
    pub(super) offset: i32,
    last: Option<Move>,
    /// Whether every move so far could be made.
    pub(super) alive: bool,
    /// Whether the position before the last move is known.
    before_alive: bool,
    /// Whether the line has a move of its own.
    pub(super) moved: bool,
    /// Whether a number stands before the next move.
    pub(super) numbered: bool,
    /// Whether the last move gives check and is marked so; whether it mates is seen at the end of the line.
    marked_check: bool,
}

impl Line {
    const fn new(ply: u32, alive: bool) -> Line {
        Line {
            ply,
            siblings: 0,
            last_token: 0,
            wrong_number: NONE,
            offset: 0,
            last: None,
            alive,
            before_alive: false,
            moved: false,
            numbered: false,
            marked_check: false,
        }
    }
}

/// A line that was left for a variation.
struct Frame {
    /// The position before its last move; if it has no move yet, the position it is in.
    before: Packed,
    line: Line,
}

/// Walks through a record.
pub(super) struct Walker<'a> {
    bytes: &'a [u8],
    charset: Charset,
    pub(super) tokens: &'a [Token],
    /// The place of the first of `tokens` among all tokens of the record.
    first: usize,
    out: &'a mut ChessReplay,
    findings: &'a Findings,
    pub(super) pending: &'a mut Vec<Finding>,
    language: &'static Language,
    /// Whether the language is known, be it by inference.
    settled: bool,
    split: Option<(u32, [&'static str; 2], [Move; 2])>,
    language_help: Option<String>,
    /// A replay to see whether a language fits: moves are collected, nothing is said.
    pub(super) trial: Option<Trial>,
    /// The start is a guess: findings will be dropped if the line does not replay.
    pub(super) guess_start: bool,
    pub(super) position: Position,
    before: Position,
    /// Whether the record has variations at all; without them no position before a move is kept.
    keeps_before: bool,
    pub(super) line: Line,
    frames: Vec<Frame>,
    /// Half-moves played before the start, by its number.
    pub(super) played: u32,
    pub(super) missing_number: u32,
    misplaced: bool,
    /// Whether what follows is no part of the game: kings put in the centre.
    ended: bool,
    result_tag: Option<Span>,
}

impl<'a> Walker<'a> {
    pub(super) fn new(
        record: &RawRecord<'a>,
        lexed: &'a Lexed,
        out: &'a mut ChessReplay,
        findings: &'a Findings,
        pending: &'a mut Vec<Finding>,
        language: &'static Language,
    ) -> Self {
        let position = out.start;
        out.plies.clear();
        out.all_lines.iter_mut().for_each(Vec::clear);
        out.stop = None;
        out.unreplayed = 0;
        let tokens = lexed.moves();
        Walker {
            bytes: record.bytes,
            charset: record.charset,
            tokens,
            first: lexed.movetext,
            out,
            findings,
            pending,
            language,
            settled: false,
            split: None,
            language_help: None,
            trial: None,
            guess_start: false,
            before: position,
            played: 2 * (position.fullmove_number().max(1) - 1) + position.side_to_move() as u32,
            position,
            keeps_before: memchr::memchr(b'(', record.bytes).is_some(),
            line: Line::new(0, true),
            frames: Vec::new(),
            missing_number: NONE,
            misplaced: false,
            ended: false,
            result_tag: lexed.tag(TagName::Result).map(|tag| tag.value),
        }
    }

    /// Takes the language as settled.
    pub(super) fn settle_language(&mut self, choice: &Choice) {
        self.settled = true;
        self.split = choice.split;
        self.language_help.clone_from(&choice.help);
        self.out.language = (!choice.language.is_english()).then_some(choice.language.name);
    }

    /// Walks to the end.
    pub(super) fn run(&mut self) -> Walk {
        let tokens = self.tokens;
        for (index, token) in tokens.iter().enumerate() {
            match token.kind {
                TokenKind::Move => {
                    if self.step(index, token) == Walk::NeedsLanguage {
                        return Walk::NeedsLanguage;
                    }
                    if self.ended {
                        break;
                    }
                }
                TokenKind::MoveNumber => self.number(token),
                TokenKind::Open => self.open(token),
                TokenKind::Close => self.close(),
                TokenKind::NullMove => self.null(index, token),
                TokenKind::Result(_) if self.frames.is_empty() => break,
                _ => {}
            }
        }
        self.finish_line();
        if !self.frames.is_empty() {
            self.frames.truncate(1);
            self.close();
            self.finish_line();
        }
        self.out.end = self.position;
        if self.out.stop.is_none_or(|stop| stop.reason == StopReason::AfterEnd) {
            let stuck = !self.position.has_legal_move();
            self.out.checkmate = stuck && self.position.is_check();
            self.out.stalemate = stuck && !self.position.is_check();
        } else {
            self.out.checkmate = false;
            self.out.stalemate = false;
        }
        Walk::Done
    }

    #[inline]
    fn in_main_line(&self) -> bool {
        self.frames.is_empty()
    }

    /// The bytes of the record.
    pub(super) fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The text of a place, decoded.
    pub(super) fn text(&self, span: Span) -> Cow<'a, str> {
        self.charset.decode(span.of(self.bytes))
    }

    /// One word of a line.
    #[inline]
    fn step(&mut self, index: usize, token: &Token) -> Walk {
        if !self.line.alive {
            self.skip_move();
            return Walk::Done;
        }
        if !self.line.numbered && (!self.line.moved || (self.played + self.line.ply) & 1 == 0) {
            self.number_is_missing(token);
        }
        let word = token.span.of(self.bytes);
        let strict = match self.reads_strictly(word) {
            true => San::plain(self.bytes.get(token.span.start as usize..).unwrap_or_default(), word.len())
                .or_else(|| San::parse(word)),
            false => None,
        };
        let tail_follows = self.tail_follows(index);
        if let Some(san) = strict
            && !tail_follows
            && self.split.is_none()
            && let Ok(mv) = self.position.resolve(&san)
        {
            if self.in_style(&san, mv) {
                self.make(index, mv);
                self.judge_mark(token.span, san.mark, Traits::NONE);
            } else {
                let traits = self.style(&san, mv);
                self.make_in_style(index, token.span, mv, san.mark, traits);
            }
            return Walk::Done;
        }
        self.slow(index, token, strict)
    }

    /// Whether the export format may be tried on a word: not on a piece letter of another language.
    #[inline]
    fn reads_strictly(&self, word: &[u8]) -> bool {
        self.out.language.is_none() || word.first().is_some_and(|b| b.is_ascii_lowercase() || *b == b'O')
    }

    /// Whether a check mark or `e.p.` stands apart behind the word.
    #[inline]
    fn tail_follows(&self, index: usize) -> bool {
        matches!(self.tokens.get(index + 1), Some(Token { kind: TokenKind::CheckMark | TokenKind::EnPassant, .. }))
    }

    /// Whether a word that was resolved is at once seen to be right: its `x` is, and it has no disambiguation to look at.
    #[inline]
    fn in_style(&self, san: &San, mv: Move) -> bool {
        match san.body {
            Body::Castle(_) => true,
            Body::Man { hint, capture, to, .. } => {
                let takes = self.position.role_at(to).is_some() | mv.is_en_passant();
                !hint & (takes == capture)
            }
        }
    }

    /// How a word that was resolved departs from the export format.
    #[inline(never)]
    fn style(&self, san: &San, mv: Move) -> Traits {
        let Body::Man { role, from, hint, capture, .. } = san.body else { return Traits::NONE };
        let takes = self.position.is_capture(mv);
        let mut traits = Traits::NONE;
        if takes != capture {
            traits.add(if takes { Traits::NO_TAKES } else { Traits::NEEDLESS_TAKES });
        }
        // Without a hint the move was the only one; only a hint can be too much, or another than the right one.
        if hint {
            traits.add(dialect::origin_departure(&self.position, role, from, mv));
        }
        traits
    }

    /// Makes a move and records it.
    #[inline]
    fn make(&mut self, index: usize, mv: Move) {
        if self.keeps_before {
            self.before = self.position;
        }
        self.position.play(mv);
        self.record(index, Some(mv));
    }

    #[inline]
    fn record(&mut self, index: usize, mv: Option<Move>) {
        let line = &mut self.line;
        line.ply += 1;
        line.siblings = 0;
        line.last_token = index as u32;
        line.last = mv;
        line.moved = true;
        line.before_alive = true;
        line.numbered = false;
        line.marked_check = false;
        if self.frames.is_empty() {
            self.out.plies.push(Ply {
                key: self.position.key(),
                token: (self.first + index) as u32,
                halfmove_clock: self.position.halfmove_clock(),
                mv,
                check: self.position.is_check(),
            });
        }
        if let Some(all) = &mut self.out.all_lines {
            all.push(Made { token: (self.first + index) as u32, mv, respelled: None });
        }
        if let Some(trial) = &mut self.trial {
            trial.moves.push((index as u32, mv));
        }
    }

    /// Compares the mark of the last move with the board.
    #[inline]
    fn judge_mark(&mut self, span: Span, mark: Mark, traits: Traits) {
        let check = self.position.is_check();
        match (check, mark) {
            (false, Mark::None) => {}
            (true, Mark::Check) => self.line.marked_check = true,
            _ => self.odd_mark(span, mark, traits),
        }
    }

    #[cold]
    fn odd_mark(&mut self, span: Span, mark: Mark, traits: Traits) {
        let right = match (self.position.is_check(), self.position.has_legal_move()) {
            (false, _) => Mark::None,
            (true, true) => Mark::Check,
            (true, false) => Mark::Mate,
        };
        if mark != right {
            self.respell(|word| SanText::marked(word, right));
        }
        // Engines write no marks, and where the word is rewritten as a whole, its mark is too.
        let covered = traits.has(Traits::UCI) && mark == Mark::None;
        if mark == right || covered || !self.wants(Check::WrongCheckMark) {
            return;
        }
        let start = if mark == Mark::None { span.end } else { span.end - 1 };
        let edit = Span { start, end: span.end };
        let text = self.text(span);
        let place = self.place(span, &text, self.line.ply);
        self.pending.push(say::check_mark(&place, sign(mark), sign(right), edit));
    }

    /// Keeps the right word for the last move of the line, unless one is kept already.
    fn respell(&mut self, right: impl FnOnce(&[u8]) -> SanText) {
        let Some(token) = self.tokens.get(self.line.last_token as usize) else { return };
        let index = self.first as u32 + self.line.last_token;
        let made = self.out.all_lines.as_mut().and_then(|all| {
            let at = all.binary_search_by_key(&index, |made| made.token).ok()?;
            all.get_mut(at).filter(|made| made.respelled.is_none())
        });
        if let Some(made) = made {
            made.respelled = Some(right(token.span.of(self.bytes)));
        }
    }

    /// At the end of a line: a last move marked as check may be mate.
    fn finish_line(&mut self) {
        if !self.line.alive || !self.line.marked_check || self.position.has_legal_move() {
            return;
        }
        self.line.marked_check = false;
        if let Some(token) = self.tokens.get(self.line.last_token as usize) {
            self.odd_mark(token.span, Mark::Check, Traits::NONE);
        }
    }

    /// The line cannot go on from here.
    fn fail(&mut self, index: usize, token: &Token, reason: StopReason) {
        self.finish_line();
        self.before = self.position;
        self.line.alive = false;
        self.line.before_alive = true;
        self.line.ply += 1;
        self.line.siblings = 0;
        self.line.moved = true;
        if self.in_main_line() {
            self.out.stop = Some(Stop { reason, token: (self.first + index) as u32, span: token.span });
            self.out.unreplayed += 1;
        } else if let Some(trial) = &mut self.trial {
            trial.failures += 1;
        }
    }

    /// A move behind one that could not be made.
    fn skip_move(&mut self) {
        self.line.ply += 1;
        self.line.siblings = 0;
        self.line.moved = true;
        self.line.before_alive = false;
        if self.in_main_line() {
            self.out.unreplayed += 1;
        }
    }

    fn null(&mut self, index: usize, token: &Token) {
        if !self.line.alive {
            return self.skip_move();
        }
        let text = self.text(token.span);
        let place = self.place(token.span, &text, self.line.ply + 1);
        let position = self.position;
        if position.is_check() {
            let over = !position.has_legal_move();
            match over {
                true => self.say(Check::MoveAfterEnd, || say::after_end(&place, &position)),
                false => self.say(Check::IllegalMove, || say::null_move_in_check(&place, &position)),
            }
            return self.fail(index, token, if over { StopReason::AfterEnd } else { StopReason::Illegal });
        }
        if self.in_main_line() {
            self.say(Check::NullMove, || say::null_move(&place));
        }
        self.before = self.position;
        self.position.play_null();
        self.record(index, None);
    }

    /// Whether a finding of this kind will be kept.
    pub(super) fn wants(&self, check: Check) -> bool {
        self.trial.is_none() && self.findings.wants(check)
    }

    /// Keeps a finding, if it is wanted.
    pub(super) fn say(&mut self, check: Check, finding: impl FnOnce() -> Finding) {
        if self.wants(check) {
            self.pending.push(finding());
        }
    }

    /// The place of a word at a ply.
    pub(super) fn place<'t>(&self, span: Span, word: &'t str, ply: u32) -> Place<'t> {
        let variation = if self.trial.is_none() { self.path() } else { None };
        Place { span, word, ply, variation }
    }

    /// All words of the record that look like moves, decoded, with their tokens.
    pub(super) fn words(&self) -> impl Iterator<Item = Cow<'a, str>> + '_ {
        self.tokens.iter().filter(|token| token.kind == TokenKind::Move).map(|token| self.text(token.span))
    }
}

const fn sign(mark: Mark) -> &'static str {
    match mark {
        Mark::None => "",
        Mark::Check => "+",
        Mark::Mate => "#",
    }
}

/// How many main-line moves a record has.
pub(super) fn count_moves(lexed: &Lexed) -> u32 {
    let (mut depth, mut count) = (0u32, 0);
    for token in lexed.moves() {
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth = depth.saturating_sub(1),
            TokenKind::Result(_) if depth == 0 => break,
            TokenKind::Move | TokenKind::NullMove if depth == 0 => count += 1,
            _ => {}
        }
    }
    count
}
