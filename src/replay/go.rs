//! One Go record through the board: the main line and every variation, in the order of the record.
//!
//! An illegal move is reported and executed, as FF\[4\] asks of readers, so one fault does not bring others after it. Branches are
//! left by taking moves back, never by recursion: a hundred thousand of them cost a stack of marks.

mod facts;
mod placement;
mod state;

pub use self::facts::{GoReplay, Repetition};
use self::state::{Branch, Last, Made, Place, Run, State, name, variation};
use crate::checks::{Check, Findings, go_moves};
use crate::finding::{Finding, Severity, Span};
use crate::go::{Board, Color, Earlier, Grid, History, Point, Ruleset};
use crate::record::{GoActionKind, GoRecord};
use crate::values::handicap;

/// Buffers that replay uses from record to record.
#[derive(Debug, Default)]
pub struct Scratch {
    board: Board,
    history: History,
    branching: Vec<bool>,
    branches: Vec<Branch>,
    path: Vec<(u32, u32)>,
    setup: Vec<(Point, Span)>,
    diagram: Grid,
    /// The board at the end of the main line of the last record.
    pub end: Grid,
}

/// Replays a record under a ruleset (`None`: none is known), pushes the findings of the family "Go moves" and returns the facts
/// of the main line.
pub fn replay(record: &GoRecord, ruleset: Option<Ruleset>, findings: &mut Findings, scratch: &mut Scratch) -> GoReplay {
    let handicap = record.handicap.as_ref().and_then(|h| handicap::read(&h.text).value()).map(u32::from);
    let mut run = Replay {
        record,
        ruleset,
        handicap,
        findings,
        scratch,
        state: State { untouched: true, opening: true, ..State::default() },
        facts: GoReplay::default(),
        main: true,
        off_board: Vec::new(),
        off_board_count: 0,
        handicap_judged: false,
    };
    run.all();
    run.facts
}

struct Replay<'a> {
    record: &'a GoRecord,
    ruleset: Option<Ruleset>,
    handicap: Option<u32>,
    findings: &'a mut Findings,
    scratch: &'a mut Scratch,
    state: State,
    facts: GoReplay,
    main: bool,
    off_board: Vec<Finding>,
    off_board_count: u32,
    handicap_judged: bool,
}

/// So many moves off the board are reported one by one; more of them have one cause, a wrong board size.
const OFF_BOARD_LIMIT: usize = 3;

impl Replay<'_> {
    fn all(&mut self) {
        self.start();
        for node in 0..self.record.nodes.len() {
            let parent = self.record.nodes[node].parent;
            if node > 0 && parent as usize != node - 1 {
                if self.main {
                    self.end_of_main(node);
                }
                if !self.return_to(parent) {
                    continue;
                }
            }
            self.node(node);
            if self.scratch.branching[node] {
                let branch = Branch {
                    node: node as u32,
                    board: self.scratch.board.mark(),
                    history: self.scratch.history.mark(),
                    state: self.state,
                    path: self.scratch.path.len(),
                    children: 0,
                };
                self.scratch.branches.push(branch);
            }
            if self.scratch.board.exhausted() {
                let span = self.record.nodes[node].span;
                self.findings.push(Finding::new(
                    Check::OversizedRecord,
                    span,
                    "the variations of this record need more memory than replay may use: what follows is not replayed",
                ));
                break;
            }
        }
        if self.main {
            self.end_of_main(self.record.nodes.len());
        }
        self.push_off_board();
    }

    fn start(&mut self) {
        let record = self.record;
        let scratch = &mut *self.scratch;
        scratch.board.reset(record.width, record.height);
        scratch.history.clear();
        scratch.branches.clear();
        scratch.path.clear();
        scratch.branching.clear();
        scratch.branching.resize(record.nodes.len(), false);
        for (i, node) in record.nodes.iter().enumerate().skip(1) {
            if node.parent as usize != i - 1
                && let Some(branching) = scratch.branching.get_mut(node.parent as usize)
            {
                *branching = true;
            }
        }
    }

    /// Returns to the state after a node with several children. `false` if there is no such node on the way back.
    fn return_to(&mut self, parent: u32) -> bool {
        while let Some(branch) = self.scratch.branches.last_mut() {
            if branch.node > parent {
                self.scratch.branches.pop();
                continue;
            }
            if branch.node < parent {
                return false;
            }
            branch.children += 1;
            let Branch { board, history, state, path, children, .. } = *branch;
            self.scratch.board.undo(board);
            self.scratch.history.undo(history);
            self.scratch.path.truncate(path);
            self.scratch.path.push((state.ply + 1, children));
            self.state = state;
            return true;
        }
        false
    }

    fn node(&mut self, node: usize) {
        let record = self.record;
        let actions = record.actions_of(node);
        // The first position has to be entered, whether or not stones are set up in the root.
        let mut settled = node != 0;
        let forced = actions.iter().any(|a| a.kind == GoActionKind::Forced);
        let mut to_play = None;
        self.scratch.setup.clear();
        let mut redundant: Option<(Span, u32)> = None;
        for action in actions {
            match action.kind {
                GoActionKind::SetUp(color, point) => {
                    if !self.scratch.board.holds(point) {
                        continue;
                    }
                    settled = false;
                    if !self.scratch.board.set_up(color, point) {
                        redundant = Some((redundant.map_or(action.span, |r| r.0), redundant.map_or(1, |r| r.1 + 1)));
                        continue;
                    }
                    self.scratch.setup.push((point, action.span));
                    if let Some(color) = color {
                        self.state.set_up[color as usize] += 1;
                    }
                    self.facts.edited |= self.main && !self.state.untouched;
                }
                GoActionKind::ToPlay(color) => {
                    to_play = Some(color);
                    if settled {
                        self.state.to_move = Some(color);
                    }
                }
                GoActionKind::Play(color, point) if self.scratch.board.holds(point) => {
                    self.settle(&mut settled, to_play, node);
                    self.play(color, point, action.span, forced);
                }
                GoActionKind::Play(color, point) => {
                    self.settle(&mut settled, to_play, node);
                    self.off_board(color, point.column, point.row, action.span);
                }
                GoActionKind::PlayOffBoard(color, column, row) => {
                    self.settle(&mut settled, to_play, node);
                    self.off_board(color, column, row, action.span);
                }
                GoActionKind::Unreadable(color) => {
                    self.settle(&mut settled, to_play, node);
                    self.turn(color, Place::Unreadable, action.span);
                    self.state.ko = None;
                    self.illegal();
                }
                GoActionKind::Pass(color) => {
                    self.settle(&mut settled, to_play, node);
                    self.pass(color, action.span);
                }
                GoActionKind::Forced | GoActionKind::Territory(..) => {}
            }
        }
        self.settle(&mut settled, to_play, node);
        if let Some((span, count)) = redundant {
            self.report(go_moves::redundant_setup(span, count));
        }
    }

    /// After set-up: the position begins a new epoch, and whose turn it is may have become open.
    fn settle(&mut self, settled: &mut bool, to_play: Option<Color>, node: usize) {
        if std::mem::replace(settled, true) {
            return;
        }
        let black = self.state.set_up[0];
        let only_black = black > 0 && self.state.set_up[1] == 0;
        let handicap = self.handicap.unwrap_or(0);
        self.state.to_move = to_play.or(match (self.state.untouched, self.state.set_up) {
            (false, _) => None,
            (true, _) if handicap >= 2 && only_black && black >= handicap => Some(Color::White),
            (true, [0, 0]) if handicap < 2 => Some(Color::Black),
            (true, _) => None,
        });
        self.state.ko = None;
        if node > 0 {
            self.state.run = Run::default();
        }
        self.scratch.history.cut();
        self.scratch.history.enter(self.scratch.board.key(), self.state.to_move, self.state.ply);
        self.strangled();
    }

    /// Reports the first stone without a liberty that set-up left.
    fn strangled(&mut self) {
        let mut found = None;
        for &(point, span) in &self.scratch.setup {
            let (c, r) = (point.column, point.row);
            let near = [(c, r), (c.wrapping_sub(1), r), (c + 1, r), (c, r.wrapping_sub(1)), (c, r + 1)];
            let strangled =
                near.into_iter().map(|(column, row)| Point { column, row }).find(|p| self.scratch.board.is_strangled(*p));
            if let Some(stone) = strangled {
                found = Some((stone, span));
                break;
            }
        }
        if let Some((stone, span)) = found {
            let color = self.scratch.board.get(stone).unwrap_or(Color::Black);
            self.report(go_moves::impossible_setup(span, color, stone));
        }
    }

    /// What every move does before it is made: whose turn it is, and whether the game was over.
    fn turn(&mut self, color: Color, place: Place, span: Span) {
        self.state.ply += 1;
        if self.state.untouched {
            self.scratch.history.learn(color);
        }
        if self.state.passes >= 2 {
            self.after_end(color, place, span);
        }
        // Handicap stones may come as moves, one after the other.
        let handicap = self.handicap.unwrap_or(0);
        let placing = self.state.opening && color == Color::Black && self.state.set_up[0] < handicap.max(1) && handicap >= 2;
        match self.state.to_move {
            Some(expected) if expected != color && !placing => {
                self.facts.out_of_turn += u32::from(self.main);
                if !self.state.run.turn {
                    let last = self.state.last.map(|l| (l.color, name(l.place)));
                    let ply = self.state.ply;
                    self.report(go_moves::out_of_turn(span, color, &name(place), last.as_ref(), ply));
                }
                self.state.run.turn = true;
            }
            _ => self.state.run.turn = false,
        }
        self.state.untouched = false;
        if self.state.opening {
            match color {
                Color::White if place != Place::Pass => {
                    self.judge_handicap();
                    self.state.opening = false;
                }
                Color::Black if matches!(place, Place::On(_)) => self.state.black_first += 1,
                _ => {}
            }
        }
        self.state.passes = match (place, self.state.last) {
            (Place::Pass, Some(last)) if last.place == Place::Pass && (last.color != color || self.state.passes >= 2) => 2,
            (Place::Pass, _) => 1,
            _ => 0,
        };
        self.state.last = Some(Last { color, place });
        self.state.to_move = Some(color.other());
        if self.main {
            self.facts.plies += 1;
            self.facts.last_mover = Some(color);
            self.facts.two_passes = self.state.passes >= 2;
        }
    }

    /// A move after both sides have passed. Under AGA rules one more pass is due if Black passed last.
    fn after_end(&mut self, color: Color, place: Place, span: Span) {
        let pass = place == Place::Pass;
        let due = pass && color == Color::White && self.ruleset.is_some_and(|r| r.rules().pass_stones);
        if !due && !self.state.run.ended {
            self.report(go_moves::moves_after_end(span, color, self.state.ply, pass));
        }
        self.state.run.ended = pass;
        self.state.to_move = None;
        self.facts.resumed |= self.main && !pass;
    }

    fn pass(&mut self, color: Color, span: Span) {
        self.turn(color, Place::Pass, span);
        self.state.ko = None;
        self.state.run.occupied = false;
        // Under situational superko the same stones with the other side to move are another position.
        self.scratch.history.enter(self.scratch.board.key(), self.state.to_move, self.state.ply);
        if self.main {
            self.facts.passes[color as usize] += 1;
        }
    }

    fn off_board(&mut self, color: Color, column: u8, row: u8, span: Span) {
        self.turn(color, Place::Off(column, row), span);
        self.state.ko = None;
        self.illegal();
        self.off_board_count += 1;
        if self.off_board.len() < OFF_BOARD_LIMIT && self.findings.wants(Check::OffBoardMove) {
            let size = (self.record.width, self.record.height);
            let finding = go_moves::off_board(span, color, &name(Place::Off(column, row)), size);
            let finding = self.placed(finding);
            self.off_board.push(finding);
        }
    }

    fn push_off_board(&mut self) {
        let count = self.off_board_count;
        let many = count as usize > OFF_BOARD_LIMIT;
        for mut finding in std::mem::take(&mut self.off_board) {
            if many {
                finding.help =
                    Some(format!("{} more moves of this record are off the board: its size (SZ) may be wrong", count - 1));
            }
            self.findings.push(finding);
            if many {
                break;
            }
        }
    }

    fn play(&mut self, color: Color, point: Point, span: Span, forced: bool) {
        let ko = self.state.ko.take() == Some(point);
        let plays_ko = ko && self.state.last.is_some_and(|l| l.color != color);
        self.turn(color, Place::On(point), span);
        let occupied = self.scratch.board.get(point);
        if let Some(stone) = occupied {
            if !self.state.run.occupied {
                self.report(go_moves::occupied(span, color, point, stone, forced));
            }
            self.illegal();
        }
        self.state.run.occupied = occupied.is_some();
        if plays_ko {
            self.illegal();
            if !self.state.run.ko {
                self.report(go_moves::ko_violation(span, color, point, self.ruleset, forced));
            }
        }
        self.state.run.ko = plays_ko;
        let played = self.scratch.board.play(color, point);
        // After a stone that replaced another, the recapture would not bring the position back.
        self.state.ko = played.ko.filter(|_| occupied.is_none());
        if self.main {
            self.facts.prisoners[color.other() as usize] += played.captured;
            self.facts.prisoners[color as usize] += played.suicide;
        }
        let before = self.scratch.history.enter(self.scratch.board.key(), self.state.to_move, self.state.ply);
        let repeating = std::mem::take(&mut self.state.run.repeated);
        if occupied.is_none() && !plays_ko && (before.is_some() || played.suicide > 0) {
            let made = Made { color, point, span, forced, suicide: played.suicide };
            self.rare(made, before, repeating);
        }
    }

    /// Suicide and repetition: what a ruleset may forbid, and what hardly ever happens.
    fn rare(&mut self, made: Made, before: Option<Earlier>, repeating: bool) {
        let Made { color, point, span, forced, suicide } = made;
        let suicidal = go_moves::suicide_severity(self.ruleset, suicide);
        if suicide > 0 {
            let forbidden_repetition = self.repetition_severity(before) == Some(Severity::Error);
            if let Some(severity) = suicidal
                && !(forbidden_repetition && severity < Severity::Warning)
            {
                if severity == Severity::Error {
                    self.illegal();
                }
                let finding = go_moves::suicide(span, color, point, suicide, self.ruleset, severity, forced);
                self.report_after(finding, color, point, true);
                return;
            }
            if suicide == 1 && !forbidden_repetition {
                return;
            }
        }
        let Some(earlier) = before else { return };
        if self.main {
            self.facts.repetition = Some(Repetition { ply: self.state.ply, earlier: earlier.ply });
        }
        let Some(severity) = self.repetition_severity(before) else { return };
        if severity == Severity::Error {
            self.illegal();
        }
        self.state.run.repeated = true;
        if !repeating {
            let situational = self.situational(before);
            let shown = situational.filter(|_| severity == Severity::Error).unwrap_or(earlier);
            let repeat = go_moves::Repeat { ply: self.state.ply, earlier: shown.ply, situational: situational.is_some() };
            let finding = go_moves::repeated(span, color, point, repeat, self.ruleset, severity, forced);
            self.report_after(finding, color, point, suicide > 0);
        }
    }

    /// The latest time the same stones stood with the same side to move.
    fn situational(&self, mut before: Option<Earlier>) -> Option<Earlier> {
        while let Some(earlier) = before {
            if earlier.to_move.is_none() || earlier.to_move == self.state.to_move {
                return Some(earlier);
            }
            before = self.scratch.history.before(earlier);
        }
        None
    }

    fn repetition_severity(&self, before: Option<Earlier>) -> Option<Severity> {
        before?;
        go_moves::repetition_severity(self.ruleset, self.situational(before).is_some())
    }

    fn end_of_main(&mut self, nodes: usize) {
        if self.state.opening && (self.state.set_up[0] > 0 || self.state.ply > 0) {
            self.judge_handicap();
        }
        self.facts.nodes = nodes;
        self.scratch.board.copy_to(&mut self.scratch.end);
        self.main = false;
    }

    fn illegal(&mut self) {
        if self.main {
            self.facts.illegal += 1;
        }
    }

    /// Pushes a finding about the board as it is now, before the move.
    fn report(&mut self, finding: Finding) {
        if self.findings.wants(finding.check) {
            let set_up = matches!(finding.check, Check::ImpossibleSetup | Check::RedundantSetup);
            let mut finding = self.placed(finding);
            if set_up {
                finding.ply = None;
            }
            self.findings.push(finding);
        }
    }

    /// Pushes a finding about a move that has been executed.
    fn report_after(&mut self, finding: Finding, color: Color, point: Point, suicide: bool) {
        if self.findings.wants(finding.check) {
            let mut finding = self.placed(finding);
            self.scratch.board.before_last(color, point, suicide, &mut self.scratch.diagram);
            finding.position = Some(self.scratch.diagram.diagram());
            self.findings.push(finding);
        }
    }

    fn placed(&mut self, mut finding: Finding) -> Finding {
        finding.ply = Some(self.state.ply);
        finding.variation = variation(&self.scratch.path);
        self.scratch.board.copy_to(&mut self.scratch.diagram);
        finding.position = Some(self.scratch.diagram.diagram());
        finding
    }
}

#[cfg(test)]
pub(crate) mod tests;
