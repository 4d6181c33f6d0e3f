//! Draws: what could be claimed, what ended the game, and moves played after that.

use super::{Check, Findings};
use crate::chess::dead::Proof;
use crate::finding::{Finding, Span};
use crate::judge::chess::Judgement;
use crate::judge::laws::{DeadRule, Effect};
use crate::pgn::Lexed;
use crate::record::Ending;
use crate::replay::ChessReplay;

/// Reports the draws of a judged game.
pub(super) fn check(fifty: u32, lexed: &Lexed, replay: &ChessReplay, judgement: &Judgement, findings: &mut Findings) {
    let notes = Notes { lexed, replay, judgement };
    let edition = judgement.edition;
    let (draws, articles) = (&judgement.draws, &edition.articles);
    if let Some(ply) = draws.repetition.third {
        let message = match edition.threefold {
            Effect::Automatic => "the position occurs for the third time: the game is drawn",
            _ => "the position occurs for the third time: a draw can be claimed",
        };
        notes.push(findings, Check::ThreefoldRepetition, ply, message, articles.threefold);
    }
    if let Some(ply) = draws.fifty {
        let message = match edition.fifty {
            Effect::Automatic => "fifty moves by each side without a capture or a pawn move: the game is drawn".to_owned(),
            _ if fifty == 50 => "fifty moves by each side without a capture or a pawn move: a draw can be claimed".to_owned(),
            _ => format!("{fifty} moves by each side without a capture or a pawn move: a draw can be claimed"),
        };
        notes.push(findings, Check::FiftyMoves, ply, message, articles.fifty);
    }
    if let Some(ply) = judgement.fivefold() {
        let message = "the position occurs for the fifth time: the game is drawn";
        notes.push(findings, Check::FivefoldRepetition, ply, message, articles.fivefold);
    }
    if let Some(ply) = draws.seventy_five {
        let message = "seventy-five moves by each side without a capture or a pawn move: the game is drawn";
        notes.push(findings, Check::SeventyFiveMoves, ply, message, articles.seventy_five);
    }
    if let Some(dead) = draws.dead {
        let message = match (edition.dead, dead.proof) {
            (DeadRule::AnyMoves, Proof::Material) => "neither side has the material to mate: the game is drawn".to_owned(),
            (DeadRule::AnyMoves, Proof::ForcedLine) => {
                "every line from here is forced, and none mates: the game is drawn".to_owned()
            }
            (DeadRule::AnyMoves, Proof::Locked) => {
                "no man that could mate can ever get where it would: the game is drawn".to_owned()
            }
            (DeadRule::AnyMoves, Proof::Exhausted { positions }) => {
                format!("none of the {positions} positions that can be reached is a mate: the game is drawn")
            }
            _ => "too little material is left: the game is drawn".to_owned(),
        };
        notes.push(findings, Check::DeadPosition, dead.ply.max(1), message, articles.dead);
    }
    if replay.stalemate {
        let side = replay.end.side_to_move().name();
        let message = format!("{side} has no legal move and is not in check: the game is drawn");
        notes.push(findings, Check::Stalemate, replay.plies.len() as u32, message, articles.stalemate);
    }
    if let Some(automatic) = judgement.automatic.filter(|_| judgement.goes_on(replay)) {
        let (why, article) = match automatic.ending {
            Ending::DeadPosition => ("neither side could mate", articles.dead),
            Ending::FivefoldRepetition => ("a position occurred for the fifth time", articles.fivefold),
            Ending::SeventyFiveMoves => ("seventy-five moves brought no capture and no pawn move", articles.seventy_five),
            Ending::ThreefoldRepetition => ("a position occurred for the third time", articles.threefold),
            _ => ("fifty moves brought no capture and no pawn move", articles.fifty),
        };
        let (ply, count) = (automatic.ply + 1, replay.plies.len() as u32 - automatic.ply);
        let moves = if count == 1 { "a move follows".to_owned() } else { format!("{count} moves follow") };
        let message = format!("{moves} although the game was drawn at ply {}: {why}", automatic.ply);
        notes.push(findings, Check::MoveAfterAutomaticDraw, ply, message, article);
    }
}

struct Notes<'a> {
    lexed: &'a Lexed,
    replay: &'a ChessReplay,
    judgement: &'a Judgement,
}

impl Notes<'_> {
    fn push(&self, findings: &mut Findings, check: Check, ply: u32, message: impl Into<String>, article: &'static str) {
        if !findings.wants(check) {
            return;
        }
        let finding = Finding::new(check, self.span(ply), message).law(self.judgement.edition.cite(article));
        // A game without moves has no ply to hang on.
        findings.push(if ply as usize > self.replay.plies.len() || ply == 0 { finding } else { finding.ply(ply) });
    }

    /// The place of a ply; of none, the place where the moves would be.
    fn span(&self, ply: u32) -> Span {
        let token = match self.replay.plies.get((ply as usize).wrapping_sub(1)) {
            Some(ply) => self.lexed.tokens.get(ply.token as usize),
            None => self.lexed.moves().first().or(self.lexed.tokens.last()),
        };
        token.map_or(Span::default(), |token| token.span)
    }
}
