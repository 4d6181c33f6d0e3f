//! The score of the board at the end of a record: which stones are dead, on what evidence, and what each way of counting gives.

use crate::go::count::{self, Territory};
use crate::go::estimate::estimate;
use crate::go::grid::{BLACK, EMPTY, WHITE};
use crate::go::life::{Life, pass_alive};
use crate::go::rules::{Ruleset, Scoring, Suicide};
use crate::go::{Color, Grid};
use crate::record::{GoActionKind, GoRecord};
use crate::replay::go::GoReplay;

/// What the dead stones rest on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evidence {
    /// `TB` and `TW` in the last node, which cover the board without contradiction.
    Marks,
    /// Such marks, but some points are marked twice, or not at all, or as no count would have them.
    DoubtfulMarks,
    /// Every stone is proved alive or dead, and so is every point, or both sides have passed.
    Proof,
    /// Every stone is proved, but points between both sides are open and play has not ended.
    Open,
}

/// One way of counting, and Black's lead in half points, komi and compensation included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    /// Area or territory.
    pub scoring: Scoring,
    /// Black's lead.
    pub lead: i32,
    /// Whether it is the plain reading of its kind, which messages name.
    pub plain: bool,
}

/// What the ways of counting give.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Score {
    /// The readings that the ruleset allows; both kinds if none is known.
    pub readings: Vec<Reading>,
}

impl Score {
    /// Whether some reading gives this lead.
    pub fn gives(&self, lead: i32) -> bool {
        self.readings.iter().any(|r| r.lead == lead)
    }

    /// Whether the two kinds of counts disagree.
    pub fn differ(&self) -> bool {
        let lead = |kind| self.readings.iter().find(|r| r.plain && r.scoring == kind).map(|r| r.lead);
        matches!((lead(Scoring::Area), lead(Scoring::Territory)), (Some(a), Some(t)) if a != t)
    }

    /// The plain reading of a kind.
    pub fn plain(&self, kind: Scoring) -> Option<i32> {
        self.readings.iter().find(|r| r.plain && r.scoring == kind).map(|r| r.lead)
    }

    fn add(&mut self, scoring: Scoring, lead: i32, plain: bool) {
        if !self.readings.iter().any(|r| r.scoring == scoring && r.lead == lead) {
            self.readings.push(Reading { scoring, lead, plain });
        }
    }
}

/// Counts the end of a record.
pub struct Counter<'a> {
    record: &'a GoRecord,
    ruleset: Option<Ruleset>,
    komi: i32,
    replay: &'a GoReplay,
    grid: &'a Grid,
    life: Life,
}

/// The marks of the last node.
struct Marks {
    /// `BLACK`, `WHITE`, or `EMPTY` where there is no mark; `3` for both.
    by_cell: Vec<u8>,
    count: u32,
}

impl<'a> Counter<'a> {
    /// A counter for the board `grid` at the end of the main line. `komi` is in half points.
    pub fn new(record: &'a GoRecord, ruleset: Option<Ruleset>, komi: i32, replay: &'a GoReplay, grid: &'a Grid) -> Self {
        // What may be given up is decided by the ruleset; without one, nothing is claimed that some ruleset would not grant.
        let suicide = ruleset.is_none_or(|r| r.rules().suicide != Suicide::Forbidden);
        let life = pass_alive(grid, suicide);
        Counter { record, ruleset, komi, replay, grid, life }
    }

    /// The marks of the last node that has any, if no stone was played or set up after it.
    fn marks(&self) -> Option<Marks> {
        for node in (0..self.replay.nodes).rev() {
            let actions = self.record.actions_of(node);
            let mut marks = Marks { by_cell: Vec::new(), count: 0 };
            for action in actions {
                if let GoActionKind::Territory(color, point) = action.kind
                    && self.grid.shape.holds(point)
                {
                    marks.by_cell.resize(self.grid.cells.len(), EMPTY);
                    let mark = if color == Color::Black { BLACK } else { WHITE };
                    marks.by_cell[self.grid.shape.cell(point)] |= mark;
                    marks.count += 1;
                }
            }
            if marks.count > 0 {
                return Some(marks);
            }
            if actions.iter().any(|a| matches!(a.kind, GoActionKind::Play(..) | GoActionKind::SetUp(..))) {
                return None;
            }
        }
        None
    }

    /// The score by the marks of the last node, if there are any.
    pub fn from_marks(&self) -> Option<(Evidence, Score)> {
        let marks = self.marks()?;
        let grid = self.grid;
        let dead: Vec<bool> =
            grid.cells.iter().zip(&marks.by_cell).map(|(&c, &m)| matches!((c, m), (BLACK, WHITE) | (WHITE, BLACK))).collect();
        // What is marked, and nothing else, is territory: that leaves out points in seki and those still to be filled.
        let mut marked = Territory::default();
        let mut literal_area = [0i32; 2];
        for cell in grid.shape.points() {
            let (held, mark) = (grid.cells[cell], marks.by_cell[cell]);
            let side = match mark {
                BLACK => 0,
                WHITE => 1,
                _ => {
                    match held {
                        BLACK => literal_area[0] += 2,
                        WHITE => literal_area[1] += 2,
                        _ => literal_area.iter_mut().for_each(|a| *a += 1),
                    }
                    continue;
                }
            };
            literal_area[side] += 2;
            if dead[cell] {
                marked.dead[1 - side] += 1;
            }
            if held == EMPTY || dead[cell] {
                marked.points[side] += 1;
            }
        }
        let mut score = Score::default();
        self.add(&mut score, literal_area[0] - literal_area[1], marked.lead(self.replay.prisoners));
        // The same dead stones, with the ground found instead of read: if no such count agrees, ground was left unmarked.
        let found = self.score(&dead);
        let agree = score.readings.iter().all(|r| found.readings.iter().any(|f| f.scoring == r.scoring && f.lead == r.lead));
        let sound = agree && self.marks_are_sound(&marks, &dead);
        Some((if sound { Evidence::Marks } else { Evidence::DoubtfulMarks }, score))
    }

    /// Whether the marks cover the board as a count would: once, whole chains, and no region that borders both sides.
    fn marks_are_sound(&self, marks: &Marks, dead: &[bool]) -> bool {
        let grid = self.grid;
        grid.shape.points().all(|cell| {
            let (held, mark) = (grid.cells[cell], marks.by_cell[cell]);
            let living = if dead[cell] { EMPTY } else { held };
            if mark == BLACK | WHITE {
                return false;
            }
            grid.around(cell).into_iter().all(|next| {
                let other = grid.cells[next];
                // One chain has one fate.
                let same_fate = held == EMPTY || other != held || dead[next] == dead[cell];
                // A marked point has no living neighbour of the other side, and its empty neighbours have its mark.
                let other_living = if dead[next] { EMPTY } else { other };
                let bordered = mark == EMPTY
                    || living != EMPTY
                    || match other_living {
                        EMPTY => marks.by_cell[next] == mark,
                        BLACK | WHITE => other_living == mark,
                        _ => true,
                    };
                same_fate && bordered
            })
        })
    }

    /// The score by proof, if the fate of every stone is proved.
    pub fn from_proof(&self) -> Option<(Evidence, Score)> {
        let grid = self.grid;
        let removal = self.ruleset.is_none_or(|r| r.rules().removal);
        if !removal && self.replay.two_passes {
            // Without agreement on dead stones every stone on the board is alive once both have passed.
            return Some((Evidence::Proof, self.score(&[])));
        }
        let (proved, stones) = self.life.proved();
        if stones == 0 || proved < stones {
            return None;
        }
        let dead = self.life.dead(grid);
        if !removal && dead.iter().any(|d| *d) {
            return None;
        }
        let open =
            !self.replay.two_passes && (grid.shape.points().any(|c| grid.cells[c] == EMPTY && self.life.owner(c) == EMPTY));
        Some((if open { Evidence::Open } else { Evidence::Proof }, self.score(&dead)))
    }

    /// The score if no stone were dead.
    pub fn as_it_stands(&self) -> Score {
        self.score(&[])
    }

    /// The score by an estimate.
    pub fn from_estimate(&self) -> Score {
        let to_move = self.replay.last_mover.map_or(Color::Black, Color::other);
        self.score(&estimate(self.grid, &self.life, to_move).dead)
    }

    fn score(&self, dead: &[bool]) -> Score {
        let mut score = Score::default();
        let territory = count::territory(self.grid, dead);
        let prisoners = self.replay.prisoners;
        self.add(&mut score, count::area(self.grid, dead).lead(), territory.lead(prisoners));
        if self.kinds().1 && territory.touching != [0, 0] && !self.life.is_complete() {
            score.add(Scoring::Territory, territory.lead_without_seki(prisoners) - self.komi, false);
        }
        score
    }

    /// Which kinds of counts come into question: area, territory.
    fn kinds(&self) -> (bool, bool) {
        match self.ruleset.map(Ruleset::rules) {
            None => (true, true),
            Some(rules) => (rules.scoring == Scoring::Area, rules.scoring == Scoring::Territory || rules.pass_stones),
        }
    }

    /// Adds the readings of one board: leads in half points before komi.
    fn add(&self, score: &mut Score, area: i32, territory: i32) {
        let (by_area, by_territory) = self.kinds();
        let stones = self.replay.handicap;
        let rules = self.ruleset.map(Ruleset::rules);
        if by_area {
            let bonuses = match rules {
                Some(rules) => rules.bonus.points(stones).to_vec(),
                None => vec![0, stones, stones.saturating_sub(1)],
            };
            for (i, bonus) in bonuses.into_iter().enumerate() {
                score.add(Scoring::Area, area - self.komi - 2 * bonus as i32, i == 0 && score.plain(Scoring::Area).is_none());
            }
        }
        if by_territory {
            let pass_stones = if rules.is_some_and(|r| r.pass_stones) {
                // A pass hands the opponent a prisoner.
                2 * (self.replay.passes[1] as i32 - self.replay.passes[0] as i32)
            } else {
                0
            };
            let plain = rules.is_none_or(|r| !r.pass_stones) && score.plain(Scoring::Territory).is_none();
            score.add(Scoring::Territory, territory + pass_stones - self.komi, plain);
        }
    }
}
