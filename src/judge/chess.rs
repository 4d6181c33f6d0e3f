//! What a chess game proves: where it could or must have ended, and what that says of the result it claims.

use super::laws::{CannotWin, DeadRule, Edition, Effect, Fivefold, Resignation};
use super::repetition::{self, Count, Repetition};
use crate::chess::dead::{self, Effort, Proof, Search};
use crate::chess::{Bitboard, Color, Position, Role};
use crate::record::{Ending, Verdict};
use crate::replay::ChessReplay;
use crate::values::chess_result::ChessResult;
use crate::values::termination::Reason;

/// Buffers that are used again from game to game.
#[derive(Debug, Default)]
pub struct Scratch {
    counts: Vec<Count>,
    search: Search,
}

/// Since when a position is dead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dead {
    /// The ply after which it is; 0 if the game starts from such a position.
    pub ply: u32,
    /// How that is known.
    pub proof: Proof,
}

/// Where a game could be drawn, or was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Draws {
    /// Repetitions.
    pub repetition: Repetition,
    /// The first ply at which the fifty moves are full.
    pub fifty: Option<u32>,
    /// The first ply at which the seventy-five moves are full.
    pub seventy_five: Option<u32>,
    /// Dead at the end.
    pub dead: Option<Dead>,
}

/// An end of the game by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Automatic {
    /// The ply that brought it.
    pub ply: u32,
    /// What it was.
    pub ending: Ending,
}

/// Why a win is none, or a doubtful one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hollow {
    /// The laws make it a draw; where that is written.
    Draw(&'static str),
    /// It is a point if the loser resigned, a draw if the loser's time ran out; the record does not say.
    Doubtful(&'static str),
}

/// What a game proves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Judgement {
    /// The laws it was judged by.
    pub edition: &'static Edition,
    /// What the final position says.
    pub ending: Option<Ending>,
    /// What the record proves about the claimed result.
    pub verdict: Option<Verdict>,
    /// Where it could be drawn.
    pub draws: Draws,
    /// The first end by itself, mate and stalemate apart.
    pub automatic: Option<Automatic>,
    /// Why the claimed win is none.
    pub hollow: Option<Hollow>,
}

impl Judgement {
    /// The ply of the fifth repetition that the edition counts.
    pub fn fivefold(&self) -> Option<u32> {
        fivefold(self.edition, &self.draws)
    }

    /// Whether the laws had ended the game before its last ply.
    pub fn goes_on(&self, replay: &ChessReplay) -> bool {
        self.automatic.is_some_and(|automatic| (automatic.ply as usize) < replay.plies.len())
    }
}

/// What a record claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// The result, if there is a readable one.
    pub result: Option<ChessResult>,
    /// Why the game ended, if the record says so.
    pub reason: Option<Reason>,
}

impl Claim {
    /// The side that is said to have won.
    pub fn winner(&self) -> Option<Color> {
        match self.result {
            Some(ChessResult::WhiteWins) => Some(Color::White),
            Some(ChessResult::BlackWins) => Some(Color::Black),
            _ => None,
        }
    }
}

/// Judges a replayed game.
///
/// `fifty` is the number of moves after which a draw can be claimed under FIDE's laws (event rules may extend it).
pub fn judge(edition: &'static Edition, fifty: u32, replay: &ChessReplay, claim: Claim, scratch: &mut Scratch) -> Judgement {
    let mut judgement =
        Judgement { edition, ending: None, verdict: None, draws: Draws::default(), automatic: None, hollow: None };
    if replay.playable {
        judgement.draws = draws(edition, fifty, replay, claim, scratch);
        judgement.automatic = automatic(edition, &judgement.draws);
        judgement.ending = ending(edition, replay, &judgement.draws);
        if replay.stop.is_none() && judgement.ending.is_none() && judgement.automatic.is_none() {
            judgement.hollow = claim.winner().and_then(|winner| hollow(edition, replay, claim, winner, scratch));
        }
    }
    judgement.verdict = verdict(replay, claim, &judgement);
    judgement
}

fn draws(edition: &Edition, fifty: u32, replay: &ChessReplay, claim: Claim, scratch: &mut Scratch) -> Draws {
    let count = replay.plies.len() as u32;
    let over = replay.checkmate || replay.stalemate;
    let fifty = if edition.fifty == Effect::Automatic { 50 } else { fifty };
    // Mate on the last move comes first.
    let full = |moves: u32| {
        let limit = moves.saturating_mul(2);
        let ply = match replay.plies.iter().position(|ply| ply.halfmove_clock >= limit) {
            Some(index) => index as u32 + 1,
            None if count == 0 && replay.start.halfmove_clock() >= limit => 0,
            None => return None,
        };
        (ply < count || !over).then_some(ply)
    };
    let fifty = full(fifty);
    Draws {
        repetition: repetition::count(replay, &mut scratch.counts),
        fifty,
        // Whoever has not reached fifty has not reached seventy-five, whatever the event's own number.
        seventy_five: if edition.seventy_five == Effect::Automatic { full(75) } else { None },
        dead: if over || replay.stop.is_some() { None } else { dead(edition, replay, claim, scratch) },
    }
}

/// How hard to look: for a claim that hangs on it, and for a composed position with few moves, as hard as can be. Where the
/// winner has a man at large a longer search finds what everybody sees, and server games end on time by the thousand.
fn effort(replay: &ChessReplay, claim: Claim) -> Effort {
    let on_time = matches!(claim.reason, Some(Reason::TimeForfeit | Reason::RulesInfraction));
    let hangs = on_time && claim.winner().is_some_and(|winner| !dead::is_hopeless(&replay.end, winner));
    let composed = replay.plies.len() < 16 && replay.start.key() != Position::STANDARD.key();
    if hangs || composed { Effort::Full } else { Effort::Quick }
}

/// Whether the game is dead at its end, and since when. What is dead stays dead, so the first ply is found by halving.
fn dead(edition: &Edition, replay: &ChessReplay, claim: Claim, scratch: &mut Scratch) -> Option<Dead> {
    // Both sides must be unable to mate; ask first about the one where "can" is the likelier answer.
    let first = claim.winner().unwrap_or(replay.end.side_to_move().other());
    let effort = effort(replay, claim);
    let proof = dead_by(edition, &replay.end, first, effort, scratch)?;
    let mut positions = Vec::with_capacity(replay.plies.len() + 1);
    let mut position = replay.start;
    positions.push(position);
    for ply in &replay.plies {
        match ply.mv {
            Some(mv) => position.play(mv),
            None => position.play_null(),
        }
        positions.push(position);
    }
    // A null move is no legal move: what is dead after it need not have been dead before.
    let after_null = replay.plies.iter().rposition(|ply| ply.mv.is_none()).map_or(0, |index| index + 1);
    let alive = positions[after_null..].partition_point(|position| dead_by(edition, position, first, effort, scratch).is_none());
    Some(Dead { ply: (after_null + alive) as u32, proof })
}

/// Whether a position is dead under an edition.
fn dead_by(edition: &Edition, position: &Position, first: Color, effort: Effort, scratch: &mut Scratch) -> Option<Proof> {
    let by_list = match edition.dead {
        DeadRule::AnyMoves => return scratch.search.dead(position, first, effort),
        DeadRule::ClosedList => closed_list(position),
        DeadRule::LichessMaterial => lichess_list(position),
        DeadRule::ChessComMaterial => Color::ALL.into_iter().all(|side| one_minor_at_most(position, side)),
    };
    by_list.then_some(Proof::Material)
}

/// The list of the old Laws.
fn closed_list(position: &Position) -> bool {
    let men = |role| position.role(role);
    if [Role::Pawn, Role::Rook, Role::Queen].into_iter().any(|role| men(role).nonempty()) {
        return false;
    }
    let minors = men(Role::Knight) | men(Role::Bishop);
    let one_each = Color::ALL.into_iter().all(|side| (minors & position.color(side)).count() == 1);
    !minors.many() || one_each && men(Role::Knight).is_empty() && dead::one_color(minors)
}

/// The list of Lichess.
fn lichess_list(position: &Position) -> bool {
    let men = |role| position.role(role);
    if [Role::Pawn, Role::Rook, Role::Queen].into_iter().any(|role| men(role).nonempty()) {
        return false;
    }
    let minors = men(Role::Knight) | men(Role::Bishop);
    !minors.many() || men(Role::Knight).is_empty() && dead::one_color(minors)
}

/// Whether a side has its king and one minor piece at most.
fn one_minor_at_most(position: &Position, side: Color) -> bool {
    let men: Bitboard = position.color(side) & !position.role(Role::King);
    !men.many() && (men & !(position.role(Role::Knight) | position.role(Role::Bishop))).is_empty()
}

/// Whether a side cannot win by the other's clock.
fn cannot_win(edition: &Edition, position: &Position, side: Color, effort: Effort, scratch: &mut Scratch) -> bool {
    match edition.cannot_win {
        CannotWin::AnyMoves => matches!(scratch.search.verdict(position, side, effort), dead::Verdict::Unwinnable(_)),
        CannotWin::BareKing => !position.color(side).many(),
        CannotWin::LichessMaterial => dead::material(position, side),
        CannotWin::ChessComMaterial => one_minor_at_most(position, side),
    }
}

/// Whether a win that is no mate falls to a side that cannot win, and what follows.
fn hollow(edition: &Edition, replay: &ChessReplay, claim: Claim, winner: Color, scratch: &mut Scratch) -> Option<Hollow> {
    let articles = &edition.articles;
    let verdict = match claim.reason {
        Some(Reason::TimeForfeit) => Hollow::Draw(articles.time),
        Some(Reason::RulesInfraction) if edition.infraction_draws => Hollow::Draw(articles.infraction),
        // Without mate and with nothing else said, the loser resigned, or overstepped the time.
        None | Some(Reason::Normal | Reason::Resignation | Reason::Checkmate) if edition.resignation == Resignation::Draws => {
            Hollow::Draw(articles.resignation)
        }
        None => Hollow::Doubtful(articles.time),
        _ => return None,
    };
    cannot_win(edition, &replay.end, winner, effort(replay, claim), scratch).then_some(verdict)
}

fn fivefold(edition: &Edition, draws: &Draws) -> Option<u32> {
    match edition.fivefold {
        Fivefold::None => None,
        Fivefold::Consecutive => draws.repetition.fifth_in_a_row,
        Fivefold::AnyOrder => draws.repetition.fifth,
    }
}

/// The first end by itself that the laws know.
fn automatic(edition: &Edition, draws: &Draws) -> Option<Automatic> {
    let threefold = draws.repetition.third.filter(|_| edition.threefold == Effect::Automatic);
    let fifty = draws.fifty.filter(|_| edition.fifty == Effect::Automatic);
    [
        // A game that starts from a dead position can end no earlier than with its first move.
        (draws.dead.map(|dead| dead.ply.max(1)), Ending::DeadPosition),
        (fivefold(edition, draws), Ending::FivefoldRepetition),
        (draws.seventy_five, Ending::SeventyFiveMoves),
        (threefold, Ending::ThreefoldRepetition),
        (fifty, Ending::FiftyMoves),
    ]
    .into_iter()
    .filter_map(|(ply, ending)| ply.map(|ply| Automatic { ply, ending }))
    .min_by_key(|automatic| automatic.ply)
}

/// What the final position says, first that holds.
fn ending(edition: &Edition, replay: &ChessReplay, draws: &Draws) -> Option<Ending> {
    if replay.checkmate {
        return Some(Ending::Checkmate);
    }
    if replay.stalemate {
        return Some(Ending::Stalemate);
    }
    if replay.stop.is_some() {
        return None;
    }
    let last = draws.repetition.last;
    let clock = replay.end.halfmove_clock();
    let fivefold = match edition.fivefold {
        Fivefold::None => false,
        Fivefold::Consecutive => last.in_a_row >= 5,
        Fivefold::AnyOrder => last.total >= 5,
    };
    [
        (draws.dead.is_some(), Ending::DeadPosition),
        (fivefold, Ending::FivefoldRepetition),
        (edition.seventy_five == Effect::Automatic && clock >= 150, Ending::SeventyFiveMoves),
        (edition.threefold == Effect::Automatic && last.total >= 3, Ending::ThreefoldRepetition),
        (edition.fifty == Effect::Automatic && clock >= 100, Ending::FiftyMoves),
    ]
    .into_iter()
    .find_map(|(holds, ending)| holds.then_some(ending))
}

fn verdict(replay: &ChessReplay, claim: Claim, judgement: &Judgement) -> Option<Verdict> {
    let result = claim.result.filter(|result| *result != ChessResult::Unknown)?;
    if !replay.is_complete() {
        return Some(Verdict::Undecided);
    }
    let skipped = judgement.goes_on(replay);
    let winner = claim.winner();
    Some(match judgement.ending {
        // The mate came after the laws had already ended the game.
        Some(Ending::Checkmate) if skipped => Verdict::Undecided,
        Some(Ending::Checkmate) if winner == Some(replay.end.side_to_move().other()) => Verdict::Verified,
        Some(Ending::Checkmate) => Verdict::Contradicted,
        Some(_) if result == ChessResult::Draw => Verdict::Verified,
        Some(_) => Verdict::Contradicted,
        None if skipped && result == ChessResult::Draw => Verdict::Verified,
        None if skipped => Verdict::Undecided,
        None if matches!(judgement.hollow, Some(Hollow::Draw(_))) => Verdict::Contradicted,
        None => Verdict::Consistent,
    })
}
