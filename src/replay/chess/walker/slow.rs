//! The slow path: a word that is no plain SAN of a legal move.

use super::super::inference;
use super::{Walk, Walker};
use crate::checks::{Check, chess_moves as say, chess_start};
use crate::chess::{Attempt, Bitboard, Body, Mark, Move, Role, San, SanError, attacks};
use crate::finding::Span;
use crate::pgn::{Outcome as End, Token, TokenKind};
use crate::replay::dialect::{self, Outcome, Spec, Traits, Word};
use crate::replay::facts::StopReason;

impl Walker<'_> {
    /// A word that is no plain SAN of a legal move.
    #[cold]
    pub(super) fn slow(&mut self, index: usize, token: &Token, strict: Option<San>) -> Walk {
        let text = self.text(token.span);
        if self.in_main_line()
            && let Some(count) = self.kings_to_centre(index)
        {
            let place = self.place(token.span, &text, self.line.ply + 1);
            self.say(Check::KingToCentre, || say::king_to_centre(&place, count));
            self.finish_line();
            self.ended = true;
            return Walk::Done;
        }
        if !self.position.has_legal_move() {
            let place = self.place(token.span, &text, self.line.ply + 1);
            let position = self.position;
            self.say(Check::MoveAfterEnd, || say::after_end(&place, &position));
            self.fail(index, token, StopReason::AfterEnd);
            return Walk::Done;
        }
        if !self.settled {
            if inference::suspects_language(self) {
                return Walk::NeedsLanguage;
            }
            // Asked once: the answer is about the whole record.
            self.settled = true;
        }
        if let Some((at, languages, moves)) = self.split
            && at == index as u32
        {
            let place = self.place(token.span, &text, self.line.ply + 1);
            let position = self.position;
            self.say(Check::AmbiguousMove, || say::ambiguous_language(&place, &position, languages, moves));
            self.fail(index, token, StopReason::Ambiguous);
            return Walk::Done;
        }
        self.read_dialect(index, token, &text, strict);
        Walk::Done
    }

    fn read_dialect(&mut self, index: usize, token: &Token, text: &str, strict: Option<San>) {
        let (span, apart) = self.with_tail(index, token);
        let position = self.position;
        let place = self.place(token.span, text, self.line.ply + 1);
        let strict_move = strict.map(|san| (san, position.resolve(&san)));
        if let Some((san, Ok(mv))) = strict_move {
            let mut traits = self.style(&san, mv).with(apart);
            if traits.has(Traits::EN_PASSANT) && !mv.is_en_passant() {
                traits.add(Traits::WRONG_EN_PASSANT);
            }
            return self.make_in_style(index, span, mv, san.mark, traits);
        }
        let Some(word) = Word::parse(text, self.language) else {
            self.no_number_is_missing(token);
            if text.contains('@') && !text.starts_with('@') {
                self.say(Check::UnknownVariant, || chess_start::drop(token.span, text));
            } else {
                let descriptive = dialect::looks_descriptive(text);
                let help = descriptive.then(|| "it looks like descriptive notation, which is not read".to_owned());
                let help = help.or_else(|| self.language_help.clone());
                self.say(Check::UnreadableMove, || say::unreadable(&place, &position, help));
            }
            return self.fail(index, token, StopReason::Unreadable);
        };
        let outcome = match strict_move {
            Some((_, Err(SanError::Ambiguous(a, b)))) => Outcome::Ambiguous(a, b),
            _ => dialect::resolve(&position, &word),
        };
        match outcome {
            Outcome::Move(mv, traits) => {
                let mut traits = traits.with(apart);
                if traits.has(Traits::EN_PASSANT) && !mv.is_en_passant() {
                    traits.add(Traits::WRONG_EN_PASSANT);
                }
                self.make_in_style(index, span, mv, word.tail.mark, traits);
                self.respell(|_| position.san(mv));
            }
            Outcome::MissingPromotion => {
                self.say(Check::MissingPromotion, || say::missing_promotion(&place, &position));
                self.fail(index, token, StopReason::Ambiguous);
            }
            Outcome::Ambiguous(a, b) => {
                self.say(Check::AmbiguousMove, || say::ambiguous(&place, &position, a, b));
                self.fail(index, token, StopReason::Ambiguous);
            }
            Outcome::Illegal(attempt) => {
                let attempt = strict.and_then(|san| attempt_of(&san)).unwrap_or(attempt);
                self.say(Check::IllegalMove, || say::illegal(&place, &position, &position.why_illegal(attempt)));
                self.fail(index, token, StopReason::Illegal);
            }
        }
    }

    /// The place of a word with the marks that stand apart behind it, and what is odd about that.
    fn with_tail(&self, index: usize, token: &Token) -> (Span, Traits) {
        let (mut span, mut traits) = (token.span, Traits::NONE);
        for tail in self.tokens.iter().skip(index + 1) {
            match tail.kind {
                TokenKind::CheckMark => traits.add(Traits::MARK_APART),
                TokenKind::EnPassant => traits.add(Traits::EN_PASSANT),
                _ => break,
            }
            span.end = tail.span.end;
        }
        (span, traits)
    }

    /// Makes a move, and says so if its word is not the one of the export format.
    #[inline(never)]
    pub(super) fn make_in_style(&mut self, index: usize, span: Span, mv: Move, mark: Mark, traits: Traits) {
        if traits.is_empty() {
            self.make(index, mv);
            self.judge_mark(span, mark, traits);
        } else {
            self.make_nonstandard(index, span, mv, mark, traits);
        }
    }

    /// Makes a move whose word is not the one of the export format.
    #[cold]
    fn make_nonstandard(&mut self, index: usize, span: Span, mv: Move, mark: Mark, traits: Traits) {
        let position = self.position;
        let word = self.tokens.get(index).map_or(span, |token| token.span).of(self.bytes);
        let marks = word.iter().rev().take_while(|b| matches!(b, b'+' | b'#')).count() as u32;
        // A plain mark is left to its own check; anything odder is written anew with the move.
        let odd_end = Traits::OTHER_MARK.with(Traits::MARK_APART).with(Traits::EN_PASSANT).with(Traits::DRAW_SIGN);
        let whole = traits.intersects(odd_end) || (traits.has(Traits::UCI) && mark == Mark::None);
        let (edit, san) = match whole {
            true => (span, position.san(mv)),
            false => (Span { start: span.start, end: span.end - marks }, position.san_without_mark(mv)),
        };
        if self.wants(Check::NonstandardMove) {
            let text = self.text(span);
            let place = self.place(span, &text, self.line.ply + 1);
            let read = position.san(mv);
            let finding = say::nonstandard(&place, read.as_str(), traits, self.language.name, (edit, san.as_bytes()));
            self.pending.push(finding);
        }
        self.make(index, mv);
        self.respell(|_| position.san(mv));
        if !whole {
            self.judge_mark(span, mark, traits);
        }
    }

    /// Whether the main line ends here with kings put in the centre, and with how many such words.
    fn kings_to_centre(&self, index: usize) -> Option<u32> {
        const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);
        let (mut depth, mut count, mut outcome) = (0u32, 0, None);
        for token in self.tokens.iter().skip(index) {
            match token.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth = depth.saturating_sub(1),
                TokenKind::Result(end) if depth == 0 => {
                    outcome = Some(end);
                    break;
                }
                TokenKind::Move if depth == 0 => {
                    let word = Word::parse(&self.text(token.span), self.language)?;
                    let king = word.readings().any(|reading| {
                        matches!(reading.spec, Spec::Man { role: Some(Role::King), from: Bitboard::ALL, to, .. }
                            if (to & CENTRE) == to)
                    });
                    count += 1;
                    if !king || count > 4 {
                        return None;
                    }
                }
                _ => {}
            }
        }
        // A legal king move is a move, whatever it was meant as; one to the next square is at most an illegal move.
        let first = Word::parse(&self.text(self.tokens.get(index)?.span), self.language)?;
        let beside = first.readings().any(|reading| {
            let king = self.position.king(self.position.side_to_move());
            matches!(reading.spec, Spec::Man { to, .. } if (attacks::king(king) & to).nonempty())
        });
        let legal = matches!(dialect::resolve(&self.position, &first), Outcome::Move(..));
        (!legal && count > 0 && !(beside && count == 1) && self.claims_result(outcome)).then_some(count)
    }

    /// Whether the record says how the game ended.
    fn claims_result(&self, outcome: Option<End>) -> bool {
        let said = |outcome| outcome != End::Open;
        outcome.is_some_and(said) || self.result_tag.is_some_and(|span| span.of(self.bytes).iter().any(u8::is_ascii_digit))
    }
}

/// What a word of SAN tried.
fn attempt_of(san: &San) -> Option<Attempt> {
    match san.body {
        Body::Castle(wing) => Some(Attempt::Castle(wing)),
        Body::Man { role, from, to, capture, promotion, .. } => Some(Attempt::Man { role, from, to, capture, promotion }),
    }
}
