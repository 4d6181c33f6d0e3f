//! The claimed result against everything the game proves.

mod termination;

use super::clocks::{self, LastClocks, Time};
use super::{Check, Findings};
use crate::chess::Color;
use crate::finding::{Edit, Finding, Fix, Grade, Severity, Span};
use crate::judge::chess::{self, Claim, Hollow, Judgement, judge};
use crate::judge::laws::{CannotWin, Edition};
use crate::pgn::{Lexed, TagName, TokenKind};
use crate::record::{Ending, RawRecord};
use crate::replay::ChessReplay;
use crate::settings::Settings;
use crate::values::chess_result::ChessResult;
use crate::values::termination::Termination;

/// Buffers that are used again from game to game.
#[derive(Debug, Default)]
pub struct Scratch {
    judge: chess::Scratch,
    times: Vec<Time>,
}

/// Judges a game and reports what its result, its Termination and its draws leave to say.
///
/// `claimed` is the result of the record in normal form; `None` if it has none that can be read.
pub fn check(
    settings: &Settings,
    record: &RawRecord<'_>,
    lexed: &Lexed,
    replay: &ChessReplay,
    claimed: Option<ChessResult>,
    scratch: &mut Scratch,
    findings: &mut Findings,
) -> Judgement {
    let edition = Edition::of(settings.laws, lexed, record.bytes);
    let tag = lexed.tag(TagName::Termination);
    let text = tag.map(|tag| tag.lossy(record.bytes));
    let termination = text.as_deref().and_then(Termination::read);
    let claim = Claim { result: claimed, reason: termination.and_then(|termination| termination.reason) };
    let judgement = judge(edition, settings.fifty_moves, replay, claim, &mut scratch.judge);
    super::chess_draws::check(settings.fifty_moves, lexed, replay, &judgement, findings);
    let clocks = clocks::check(record, lexed, replay, claim, &mut scratch.times, findings);
    let mut results = Results { record, lexed, replay, judgement: &judgement, claim, clocks, findings };
    let told = results.result();
    if let (Some(tag), Some(termination)) = (tag, termination)
        && !told
    {
        results.termination(tag.value, termination);
    }
    judgement
}

struct Results<'a> {
    record: &'a RawRecord<'a>,
    lexed: &'a Lexed,
    replay: &'a ChessReplay,
    judgement: &'a Judgement,
    claim: Claim,
    clocks: LastClocks,
    findings: &'a mut Findings,
}

impl Results<'_> {
    /// Reports a result that is missing, refuted or hollow; whether there was anything to report.
    fn result(&mut self) -> bool {
        if !self.replay.is_complete() {
            return false;
        }
        let proven = self.judgement.ending.map(|ending| match ending {
            Ending::Checkmate => win(self.replay.end.side_to_move().other()),
            _ => ChessResult::Draw,
        });
        match (proven, self.claim.result) {
            (Some(proven), Some(ChessResult::Unknown)) => self.missing(proven),
            (Some(proven), None) if !self.claims_unreadably() => self.missing(proven),
            (Some(proven), Some(claimed)) if claimed != proven => self.contradicted(claimed, proven),
            (None, Some(_)) => return self.hollow(),
            _ => return false,
        }
        true
    }

    /// What the board says of the end, and where the laws say it.
    fn board(&self) -> (String, &'static str) {
        let articles = &self.judgement.edition.articles;
        let mated = self.replay.end.side_to_move();
        match self.judgement.ending {
            Some(Ending::Checkmate) => (format!("{} is mated", mated.name()), articles.checkmate),
            Some(Ending::Stalemate) => (format!("{} is stalemated", mated.name()), articles.stalemate),
            Some(Ending::DeadPosition) => ("the position is dead".to_owned(), articles.dead),
            Some(Ending::FivefoldRepetition) => ("the position occurred five times".to_owned(), articles.fivefold),
            Some(Ending::SeventyFiveMoves) => ("the seventy-five moves are full".to_owned(), articles.seventy_five),
            Some(Ending::ThreefoldRepetition) => ("the position occurred three times".to_owned(), articles.threefold),
            _ => ("the fifty moves are full".to_owned(), articles.fifty),
        }
    }

    fn missing(&mut self, proven: ChessResult) {
        if !self.findings.wants(Check::MissingResult) || self.mates_too_late() {
            return;
        }
        let (board, article) = self.board();
        let message = format!("the result is left open although {board}");
        let mut finding = Finding::new(Check::MissingResult, self.place(), message)
            .help(format!("the board says {proven}"))
            .law(self.judgement.edition.cite(article));
        finding.fix = self.rewrite(proven, Grade::Unsafe);
        self.push_at_end(finding);
    }

    fn contradicted(&mut self, claimed: ChessResult, proven: ChessResult) {
        if !self.findings.wants(Check::ResultContradictsBoard) || self.mates_too_late() {
            return;
        }
        let (board, article) = self.board();
        let message = format!("the result is {claimed} although {board}");
        let mut finding = Finding::new(Check::ResultContradictsBoard, self.place(), message)
            .help(format!(
                "the board says {proven}; a result that was signed stands all the same, unless the arbiter decides otherwise"
            ))
            .law(self.judgement.edition.cite(article))
            .position(self.replay.end.fen());
        let grade = if self.judgement.ending == Some(Ending::Checkmate) { Grade::Unsafe } else { Grade::DisplayOnly };
        finding.fix = self.rewrite(proven, grade);
        self.push_at_end(finding);
    }

    /// Reports a win by somebody who cannot win.
    fn hollow(&mut self) -> bool {
        let (Some(hollow), Some(winner)) = (self.judgement.hollow, self.claim.winner()) else { return false };
        let edition = self.judgement.edition;
        let (severity, article, help) = match hollow {
            Hollow::Draw(article) => (Severity::Error, article, "by these laws the game is a draw".to_owned()),
            Hollow::Doubtful(article) => {
                let help = format!("if {} resigned it is a win, if the time ran out a draw", winner.other().name());
                (Severity::Warning, article, help)
            }
        };
        let how = match edition.cannot_win {
            CannotWin::AnyMoves => "cannot mate by any series of legal moves",
            CannotWin::BareKing => "has only the king left",
            _ => "has not the material to mate",
        };
        let message = format!("{} is said to have won but {how}", winner.name());
        let finding = Finding::new(Check::WinnerCannotMate, self.place(), message)
            .severity(severity)
            .help(help)
            .law(edition.cite(article))
            .position(self.replay.end.fen());
        self.push_at_end(finding);
        true
    }

    /// Whether a mate came after the laws had ended the game: then the result is not the board's to decide.
    fn mates_too_late(&self) -> bool {
        self.judgement.goes_on(self.replay) && self.judgement.ending == Some(Ending::Checkmate)
    }

    /// Whether there is a result that cannot be read; then the finding about that is enough.
    fn claims_unreadably(&self) -> bool {
        self.lexed.tag(TagName::Result).is_some_and(|tag| !tag.value.is_empty())
    }

    /// The terminator, else the Result tag, else the last token.
    fn place(&self) -> Span {
        let terminator = self.terminator();
        let tag = || self.lexed.tag(TagName::Result).map(|tag| tag.value);
        let last = || self.lexed.tokens.last().map(|token| token.span);
        terminator.or_else(tag).or_else(last).unwrap_or_default()
    }

    fn terminator(&self) -> Option<Span> {
        self.lexed.moves().iter().find(|token| matches!(token.kind, TokenKind::Result(_))).map(|token| token.span)
    }

    fn push_at_end(&mut self, finding: Finding) {
        let ply = self.replay.plies.len() as u32;
        self.findings.push(if ply == 0 { finding } else { finding.ply(ply) });
    }

    /// The edits that put another result into tag and terminator.
    fn rewrite(&self, result: ChessResult, grade: Grade) -> Option<Fix> {
        let text = result.text().as_bytes();
        let tag = self.lexed.tag(TagName::Result).map(|tag| tag.value);
        let edits: Vec<Edit> = [tag, self.terminator()]
            .into_iter()
            .flatten()
            .filter(|span| span.of(self.record.bytes) != text)
            .map(|span| Edit { span, text: text.to_vec() })
            .collect();
        (!edits.is_empty()).then(|| Fix { grade, title: format!("write {result}"), edits })
    }
}

/// The result in which a side wins.
fn win(side: Color) -> ChessResult {
    match side {
        Color::White => ChessResult::WhiteWins,
        Color::Black => ChessResult::BlackWins,
    }
}
