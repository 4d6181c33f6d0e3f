//! Random games with variations against a board that is as plain as can be: flood fill for liberties, whole boards for ko.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::HashMap;

use jadoube::checks::{Check, Findings, Selection};
use jadoube::finding::{Severity, Span};
use jadoube::go::{Color, Point, Ruleset};
use jadoube::record::{GoAction, GoActionKind, GoNode, GoRecord};
use jadoube::replay::go::{Scratch, replay};

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

type Stones = Vec<Vec<Option<Color>>>;

/// The plain board of one line of play.
#[derive(Clone)]
struct Plain {
    stones: Stones,
    /// Every position so far with the side to move after it.
    seen: Vec<(Stones, Option<Color>)>,
    captured: [u32; 2],
}

impl Plain {
    fn group(&self, column: usize, row: usize) -> (Vec<(usize, usize)>, bool) {
        let color = self.stones[row][column];
        let mut group = vec![(column, row)];
        let mut free = false;
        let mut i = 0;
        while i < group.len() {
            let (c, r) = group[i];
            i += 1;
            let near = [(c.wrapping_sub(1), r), (c + 1, r), (c, r.wrapping_sub(1)), (c, r + 1)];
            for (c, r) in near {
                match self.stones.get(r).and_then(|row| row.get(c)) {
                    Some(None) => free = true,
                    Some(other) if *other == color && !group.contains(&(c, r)) => group.push((c, r)),
                    _ => {}
                }
            }
        }
        (group, free)
    }

    fn lift(&mut self, group: &[(usize, usize)]) {
        for &(c, r) in group {
            let color = self.stones[r][c].take().unwrap();
            self.captured[color as usize] += 1;
        }
    }

    /// Plays and says what was wrong with it: the names of findings, before runs of one cause are joined.
    fn play(&mut self, color: Color, point: Point, ruleset: Option<Ruleset>) -> Vec<(Check, Severity)> {
        let (c, r) = (point.column as usize, point.row as usize);
        let mut wrong = Vec::new();
        let occupied = self.stones[r][c].is_some();
        if occupied {
            wrong.push((Check::OccupiedPoint, Severity::Error));
        }
        let before = self.stones.clone();
        self.stones[r][c] = Some(color);
        let mut taken = 0;
        if before[r][c] != Some(color) {
            for (c, r) in [(c.wrapping_sub(1), r), (c + 1, r), (c, r.wrapping_sub(1)), (c, r + 1)] {
                if self.stones.get(r).and_then(|row| row.get(c)) == Some(&Some(color.other())) {
                    let (group, free) = self.group(c, r);
                    if !free {
                        taken += group.len();
                        self.lift(&group);
                    }
                }
            }
        }
        let (own, free) = self.group(c, r);
        let suicide = if free || before[r][c] == Some(color) { 0 } else { own.len() };
        if suicide > 0 {
            self.lift(&own);
        }
        // A ko: one stone taken by one stone, and the board is as it was two moves ago.
        let two_ago = self.seen.len().checked_sub(2).map(|i| &self.seen[i].0);
        let ko = !occupied && taken == 1 && own.len() == 1 && two_ago == Some(&self.stones) && self.last_was_capture();
        let again = self.seen.iter().any(|(stones, _)| *stones == self.stones);
        let same_side = self.seen.iter().any(|(stones, to_move)| *stones == self.stones && *to_move == Some(color.other()));
        self.seen.push((self.stones.clone(), Some(color.other())));
        if ko {
            wrong.push((Check::KoViolation, Severity::Error));
        } else if !occupied {
            wrong.extend(judged(suicide, again, same_side, ruleset));
        }
        wrong
    }

    /// Whether the last move made the number of stones shrink or stay: it took at least one.
    fn last_was_capture(&self) -> bool {
        let count = |s: &Stones| s.iter().flatten().flatten().count();
        let n = self.seen.len();
        n >= 2 && count(&self.seen[n - 1].0) <= count(&self.seen[n - 2].0)
    }
}

/// Suicide and repetition as the rulesets have them.
fn judged(suicide: usize, again: bool, same_side: bool, ruleset: Option<Ruleset>) -> Option<(Check, Severity)> {
    use Severity::{Error, Note, Warning};
    let repeated = |severity| (again).then_some((Check::RepeatedPosition, severity));
    match ruleset {
        None if suicide > 0 => Some((Check::Suicide, Warning)),
        None => repeated(Note),
        Some(Ruleset::Chinese | Ruleset::Japanese | Ruleset::Korean | Ruleset::Chinese2002 | Ruleset::Aga) if suicide > 0 => {
            Some((Check::Suicide, Error))
        }
        Some(Ruleset::Ing) if suicide == 1 => Some((Check::Suicide, Error)),
        Some(Ruleset::NewZealand) if suicide == 1 && !same_side => Some((Check::Suicide, Note)),
        Some(Ruleset::Chinese) => repeated(Warning),
        Some(Ruleset::Japanese | Ruleset::Korean) => repeated(Note),
        Some(Ruleset::Aga | Ruleset::NewZealand) => same_side.then_some((Check::RepeatedPosition, Error)),
        Some(Ruleset::Chinese2002 | Ruleset::Ing | Ruleset::TrompTaylor) => repeated(Error),
    }
}

/// A random record: alternating moves, branches at random places, the main line first at each.
fn random_record(random: &mut Random, width: u8, height: u8) -> GoRecord {
    let mut record = GoRecord { width, height, ..GoRecord::default() };
    record.nodes.push(GoNode { parent: u32::MAX, first_action: 0, span: Span::new(0, 1) });
    // Nodes that may still get children, with the side to move there.
    let mut open: Vec<(u32, Color)> = vec![(0, Color::Black)];
    let lines = 1 + random.below(6);
    for _ in 0..lines {
        let at = random.below(open.len());
        // Only nodes up to here stay open: what stands after them in the record is closed.
        open.truncate(at + 1);
        let (mut parent, mut color) = open[at];
        for _ in 0..random.below(60) + 1 {
            let node = record.nodes.len() as u32;
            let span = Span::new(node as usize, node as usize + 1);
            record.nodes.push(GoNode { parent, first_action: record.actions.len() as u32, span });
            let kind = if random.below(30) == 0 {
                GoActionKind::Pass(color)
            } else {
                let point = Point { column: random.below(width as usize) as u8, row: random.below(height as usize) as u8 };
                GoActionKind::Play(color, point)
            };
            record.actions.push(GoAction { kind, span });
            color = color.other();
            parent = node;
            open.push((node, color));
        }
    }
    record
}

#[test]
fn random_games_agree_with_a_plain_board() {
    let mut random = Random(20_261_130);
    let mut scratch = Scratch::default();
    let mut met: HashMap<Check, u32> = HashMap::new();
    for game in 0..1500 {
        let (width, height) = [(2, 2), (3, 2), (3, 3), (4, 4), (1, 5), (5, 4), (7, 7)][game % 7];
        let rulesets = [None].into_iter().chain(Ruleset::ALL.map(Some));
        let ruleset = rulesets.into_iter().nth(random.below(9)).unwrap();
        let record = random_record(&mut random, width, height);
        let mut findings = Findings::new(Selection::default());
        let facts = replay(&record, ruleset, &mut findings, &mut scratch);
        let watched = [Check::OccupiedPoint, Check::Suicide, Check::KoViolation, Check::RepeatedPosition];
        let mut reported: HashMap<(u32, Check), (Severity, String)> = HashMap::new();
        for f in findings.take() {
            if watched.contains(&f.check) {
                reported.insert((f.span.start, f.check), (f.severity, f.position.unwrap()));
            }
        }

        let mut boards: Vec<(Plain, Vec<(Check, Severity)>)> = Vec::new();
        for (i, node) in record.nodes.iter().enumerate() {
            let (mut board, last) = match node.parent {
                u32::MAX => {
                    let stones = vec![vec![None; width as usize]; height as usize];
                    (Plain { seen: vec![(stones.clone(), Some(Color::Black))], stones, captured: [0; 2] }, Vec::new())
                }
                parent => boards[parent as usize].clone(),
            };
            let mut wrong = Vec::new();
            match record.actions_of(i).first().map(|a| a.kind) {
                Some(GoActionKind::Play(color, point)) => {
                    let shown = diagram(&board.stones);
                    wrong = board.play(color, point, ruleset);
                    for &(check, severity) in &wrong {
                        *met.entry(check).or_default() += 1;
                        match reported.remove(&(i as u32, check)) {
                            Some((said, position)) => {
                                assert_eq!(said, severity, "game {game}, node {i}");
                                assert_eq!(position, shown, "game {game}, node {i}");
                            }
                            None => {
                                assert!(last.iter().any(|l| l.0 == check), "game {game}, node {i}: {check:?} is not reported")
                            }
                        }
                    }
                }
                Some(GoActionKind::Pass(color)) => {
                    board.seen.push((board.stones.clone(), Some(color.other())));
                    // A pass does not end a run of repetitions.
                    wrong = last.into_iter().filter(|l| l.0 == Check::RepeatedPosition).collect();
                }
                _ => {}
            }
            boards.push((board, wrong));
        }
        assert!(reported.is_empty(), "game {game}: {reported:?}");
        let (end, _) = &boards[facts.nodes - 1];
        assert_eq!(scratch.end.diagram(), diagram(&end.stones), "game {game}");
        assert_eq!(facts.prisoners, end.captured, "game {game}");
    }
    // The games must have met what they are to test.
    for check in [Check::OccupiedPoint, Check::Suicide, Check::KoViolation, Check::RepeatedPosition] {
        assert!(met.get(&check).is_some_and(|n| *n > 50), "{check:?}: {met:?}");
    }
}

fn diagram(stones: &Stones) -> String {
    let letter = |s: &Option<Color>| match s {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => '.',
    };
    stones.iter().map(|row| row.iter().map(letter).collect::<String>()).collect::<Vec<_>>().join("\n")
}
