//! The Termination tag against the result, the board and the clocks.

use super::{Results, win};
use crate::checks::Check;
use crate::chess::{Color, MoveList, Role};
use crate::finding::{Finding, Span};
use crate::pgn::TagName;
use crate::record::Ending;
use crate::values::chess_result::ChessResult;
use crate::values::clock::{Clock, Millis};
use crate::values::termination::{Outcome, Reason, Termination, Who};

impl Results<'_> {
    /// Reports a Termination that the rest of the record refutes.
    pub(super) fn termination(&mut self, span: Span, termination: Termination<'_>) {
        if !self.findings.wants(Check::TerminationMismatch) {
            return;
        }
        let message = self.against_result(termination).or_else(|| {
            let reason = termination.reason.filter(|_| self.replay.is_complete())?;
            self.against_board(reason).or_else(|| self.against_clocks(reason))
        });
        if let Some(message) = message {
            self.findings.push(Finding::new(Check::TerminationMismatch, span, message).law("PGN 9.8.1"));
        }
    }

    /// Who is said to have won or lost, and whether the result agrees.
    fn against_result(&self, termination: Termination<'_>) -> Option<String> {
        let claimed = self.claim.result?;
        let by_time = matches!(termination.reason, Some(Reason::TimeForfeit | Reason::Disconnection | Reason::Resignation));
        let (said, wanted) = match termination.outcome {
            Some(Outcome::Won(who)) => {
                let side = self.side(who)?;
                (format!("{} won", side.name()), win(side))
            }
            Some(Outcome::Lost(who)) => {
                let side = self.side(who)?;
                // Against a side that cannot mate, who loses by the clock does not lose.
                if by_time && claimed == ChessResult::Draw {
                    return None;
                }
                (format!("{} lost", side.name()), win(side.other()))
            }
            Some(Outcome::Drawn) => ("the game was drawn".to_owned(), ChessResult::Draw),
            None => return self.reason_against_result(termination.reason?, claimed),
        };
        (claimed != wanted).then(|| format!("Termination says that {said}, the result is {claimed}"))
    }

    /// Reasons that leave no room for some results.
    fn reason_against_result(&self, reason: Reason, claimed: ChessResult) -> Option<String> {
        match (reason, claimed) {
            (Reason::Unterminated, ChessResult::Unknown) => None,
            (Reason::Unterminated, _) => Some(format!("Termination says that the game is not over, the result is {claimed}")),
            (Reason::Checkmate | Reason::Resignation | Reason::TimeForfeit, ChessResult::Unknown) => {
                Some(format!("Termination says {}, the result is left open", words(reason)))
            }
            (Reason::Checkmate, ChessResult::Draw) => Some("Termination says checkmate, the result is a draw".to_owned()),
            // A draw is right where the opponent cannot mate; with a pawn, rook or queen each, both can.
            (Reason::Resignation | Reason::TimeForfeit, ChessResult::Draw) if self.both_can_mate() => Some(format!(
                "Termination says {}, the result is a draw although both sides have the material to mate",
                words(reason)
            )),
            _ => None,
        }
    }

    fn both_can_mate(&self) -> bool {
        let end = &self.replay.end;
        let majors = end.role(Role::Pawn) | end.role(Role::Rook) | end.role(Role::Queen);
        self.replay.is_complete() && Color::ALL.into_iter().all(|side| (majors & end.color(side)).nonempty())
    }

    /// What is said to have happened on the board, and whether it did.
    fn against_board(&self, reason: Reason) -> Option<String> {
        let replay = self.replay;
        let over = match self.judgement.ending {
            Some(Ending::Checkmate) => Some("checkmate"),
            Some(Ending::Stalemate) => Some("stalemate"),
            _ => None,
        };
        let absent = match reason {
            Reason::Checkmate => !replay.checkmate,
            Reason::Stalemate => !replay.stalemate,
            Reason::Repetition => !self.repeats(),
            Reason::MoveLimit => replay.end.halfmove_clock() < 99,
            Reason::InsufficientMaterial => self.both_can_mate() && self.judgement.ending != Some(Ending::DeadPosition),
            Reason::Resignation | Reason::TimeForfeit | Reason::Abandoned | Reason::Agreement | Reason::Forfeit => {
                return over.map(|over| format!("Termination says {}, the final position is {over}", words(reason)));
            }
            _ => false,
        };
        absent.then(|| format!("Termination says {}, the final position is none", words(reason)))
    }

    /// Whether the last position occurred three times, or would after an announced move.
    fn repeats(&self) -> bool {
        let replay = self.replay;
        if self.judgement.draws.repetition.last.total >= 3 {
            return true;
        }
        let mut moves = MoveList::new();
        replay.end.legal_moves(&mut moves);
        moves.iter().any(|mv| {
            let mut next = replay.end;
            next.play(*mv);
            let start = usize::from(replay.start.key() == next.key());
            start + replay.plies.iter().filter(|ply| ply.key == next.key()).count() >= 2
        })
    }

    /// Whose clock ran out, by the clocks. Only the clock of the side to move runs; so a winner who is to move with nothing left
    /// has not won by the other's clock. (Where the loser is to move, any rest may have run out.)
    fn against_clocks(&self, reason: Reason) -> Option<String> {
        let winner = self.claim.winner().filter(|_| reason == Reason::TimeForfeit)?;
        let (own, other) = (self.clocks.last[winner as usize]?, self.clocks.last[winner.other() as usize]?);
        let refuted = winner == self.replay.end.side_to_move() && own == 0 && other > LAST_SECOND;
        refuted.then(|| {
            let (winner, loser) = (winner.name(), winner.other().name());
            format!(
                "Termination says time forfeit, but {winner} is to move with a clock at zero, and {loser} has {}",
                Clock(other)
            )
        })
    }

    /// Which side is meant.
    fn side(&self, who: Who<'_>) -> Option<Color> {
        let name = match who {
            Who::White => return Some(Color::White),
            Who::Black => return Some(Color::Black),
            Who::Named(name) => name,
        };
        let called = |tag| self.lexed.tag(tag).is_some_and(|tag| tag.lossy(self.record.bytes).trim().eq_ignore_ascii_case(name));
        match (called(TagName::White), called(TagName::Black)) {
            (true, false) => Some(Color::White),
            (false, true) => Some(Color::Black),
            _ => None,
        }
    }
}

/// What a clock that shows zero may still have.
const LAST_SECOND: Millis = 1000;

/// A reason in words.
const fn words(reason: Reason) -> &'static str {
    match reason {
        Reason::Normal => "a normal end",
        Reason::Checkmate => "checkmate",
        Reason::Resignation => "resignation",
        Reason::TimeForfeit => "time forfeit",
        Reason::RulesInfraction => "rules infraction",
        Reason::Abandoned => "abandoned",
        Reason::Adjudication => "adjudication",
        Reason::Death => "death",
        Reason::Emergency => "emergency",
        Reason::Unterminated => "unterminated",
        Reason::Forfeit => "forfeit",
        Reason::Disconnection => "disconnection",
        Reason::Stalemate => "stalemate",
        Reason::Agreement => "agreement",
        Reason::Repetition => "repetition",
        Reason::MoveLimit => "a full count of moves without capture and pawn move",
        Reason::InsufficientMaterial => "insufficient material",
        Reason::TimeAgainstInsufficient => "time against insufficient material",
    }
}
