use super::*;

fn at(text: &str) -> Point {
    let b = text.as_bytes();
    Point { column: b[0] - b'a', row: b[1] - b'a' }
}

fn board(rows: &[&str]) -> Board {
    let grid = Grid::from_rows(rows);
    let mut board = Board::new(grid.width(), grid.height());
    for cell in grid.shape.points() {
        let point = grid.shape.point(cell);
        board.set_up(grid.get(point), point);
    }
    board
}

fn rows(board: &Board) -> String {
    let mut grid = Grid::default();
    board.copy_to(&mut grid);
    grid.diagram()
}

#[test]
fn a_chain_without_liberty_comes_off() {
    let mut b = board(&["XO.", "O..", "..."]);
    b.set_up(None, at("ba"));
    assert_eq!(b.play(Color::White, at("ba")), Played { captured: 1, suicide: 0, ko: None });
    assert_eq!(rows(&b), ".O.\nO..\n...");
    assert_eq!(b.stones(), [0, 2]);
}

#[test]
fn the_opponent_comes_off_first() {
    let mut b = board(&[".OX", "OOX", "XXX"]);
    assert_eq!(b.play(Color::Black, at("aa")), Played { captured: 3, suicide: 0, ko: None });
    assert_eq!(rows(&b), "X.X\n..X\nXXX");
}

#[test]
fn suicide_takes_the_own_chain_off() {
    let mut b = board(&["X.O", "OO.", "..."]);
    assert_eq!(b.play(Color::Black, at("ba")), Played { captured: 0, suicide: 2, ko: None });
    assert_eq!(rows(&b), "..O\nOO.\n...");
    let mut single = board(&[".O", "O."]);
    assert_eq!(single.play(Color::Black, at("aa")).suicide, 1);
}

#[test]
fn a_ko_names_the_point_of_the_recapture() {
    let mut b = board(&[".XO.", "X.XO", ".XO.", "...."]);
    assert_eq!(b.play(Color::White, at("bb")), Played { captured: 1, suicide: 0, ko: Some(at("cb")) });
    let mut b = board(&[".XO.", "XO.O", ".XO.", "...."]);
    assert_eq!(b.play(Color::Black, at("cb")), Played { captured: 1, suicide: 0, ko: Some(at("bb")) });
    // Two stones taken, or a chain that takes: no ko.
    let mut b = board(&["O.X", "OXX", "X.."]);
    assert_eq!(b.play(Color::Black, at("ba")).ko, None);
}

#[test]
fn a_stone_on_a_stone_is_executed() {
    let mut b = board(&["XX.", "...", "..."]);
    b.play(Color::White, at("ba"));
    assert_eq!(rows(&b), "XO.\n...\n...");
    b.play(Color::White, at("ab"));
    assert_eq!(rows(&b), ".O.\nO..\n...");
}

#[test]
fn setting_up_splits_and_joins_chains() {
    let mut b = board(&["XXX", "...", "..."]);
    assert!(b.set_up(None, at("ba")));
    assert!(!b.set_up(None, at("ba")));
    b.set_up(Some(Color::White), at("ab"));
    assert_eq!(b.play(Color::White, at("ba")).captured, 1);
    assert_eq!(rows(&b), ".OX\nO..\n...");
}

#[test]
fn strangled_stones_are_seen() {
    let b = board(&["XO.", "O..", "..."]);
    assert!(b.is_strangled(at("aa")));
    assert!(!b.is_strangled(at("ba")) && !b.is_strangled(at("cc")));
}

#[test]
fn the_key_depends_on_the_stones_alone() {
    let mut one = Board::new(9, 9);
    let mut two = Board::new(9, 9);
    one.play(Color::Black, at("cc"));
    one.play(Color::White, at("dd"));
    two.play(Color::White, at("dd"));
    two.play(Color::Black, at("cc"));
    assert_eq!(one.key(), two.key());
    two.play(Color::Black, at("ee"));
    assert_ne!(one.key(), two.key());
    two.set_up(None, at("ee"));
    assert_eq!(one.key(), two.key());
}

#[test]
fn points_off_the_board_change_nothing() {
    let mut b = Board::new(9, 13);
    assert_eq!(b.play(Color::Black, Point { column: 9, row: 0 }), Played::default());
    assert_eq!(b.play(Color::Black, Point { column: 255, row: 255 }), Played::default());
    assert!(!b.set_up(Some(Color::White), Point { column: 0, row: 13 }));
    assert_eq!(b.key(), 0);
}

/// A small generator, so that the tests need nothing from outside.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

#[test]
fn undo_returns_to_every_mark() {
    let mut random = Random(7);
    for (width, height) in [(1, 1), (2, 3), (5, 5), (9, 4), (19, 19)] {
        let mut b = Board::new(width, height);
        let mut marks = Vec::new();
        for _ in 0..2000 {
            let point = Point { column: random.below(width as usize) as u8, row: random.below(height as usize) as u8 };
            match random.below(10) {
                0 => marks.push((b.mark(), rows(&b), b.key(), b.stones())),
                1 => {
                    b.set_up([None, Some(Color::Black), Some(Color::White)][random.below(3)], point);
                }
                2 if !marks.is_empty() => {
                    marks.truncate(1 + random.below(marks.len()));
                    if let Some((mark, text, key, stones)) = marks.pop() {
                        b.undo(mark);
                        assert_eq!((rows(&b), b.key(), b.stones()), (text, key, stones));
                    }
                }
                _ => {
                    b.play([Color::Black, Color::White][random.below(2)], point);
                }
            }
            let free: Vec<Point> = b.shape.points().map(|c| b.shape.point(c)).collect();
            for p in free {
                assert_eq!(b.is_strangled(p), b.get(p).is_some() && !has_liberty(&b, p), "at {p}");
            }
        }
    }
}

fn has_liberty(b: &Board, p: Point) -> bool {
    let mut seen = vec![p];
    let mut i = 0;
    while i < seen.len() {
        let q = seen[i];
        i += 1;
        for (dc, dr) in [(0i16, 1i16), (1, 0), (0, -1), (-1, 0)] {
            let n = Point { column: (q.column as i16 + dc) as u8, row: (q.row as i16 + dr) as u8 };
            if !b.holds(n) || seen.contains(&n) {
                continue;
            }
            match b.get(n) {
                None => return true,
                c if c == b.get(p) => seen.push(n),
                _ => {}
            }
        }
    }
    false
}
