//! Which points a hand that meant another one writes, and how unlikely each such slip is.

use crate::go::Point;

/// The cost of a slip by one line or one letter that any hand makes; what costs more is tried only where something points at the move.
pub(super) const NEAR: i32 = 17;

/// The points that may be meant where this one is written, and what it costs to suppose so.
pub(super) fn slips(point: Point, width: u8, height: u8) -> Vec<(Point, i32)> {
    let Point { column, row } = point;
    let mut points: Vec<(Point, i32)> = Vec::with_capacity(48);
    let mut add = |column: u8, row: u8, cost: i32| {
        let new = Point { column, row };
        if column >= width || row >= height || new == point {
            return;
        }
        match points.iter_mut().find(|(old, _)| *old == new) {
            Some((_, old)) => *old = cost.min(*old),
            None => points.push((new, cost)),
        }
    };
    for (dc, dr, cost) in
        [(1, 0, 10), (255, 0, 10), (0, 1, 10), (0, 255, 10), (1, 1, NEAR), (1, 255, NEAR), (255, 1, NEAR), (255, 255, NEAR)]
    {
        add(column.wrapping_add(dc), row.wrapping_add(dr), cost);
    }
    add(row, column, 11);
    let (far_column, far_row) = (width.wrapping_sub(1).wrapping_sub(column), height.wrapping_sub(1).wrapping_sub(row));
    add(far_column, row, 14);
    add(column, far_row, 14);
    add(far_column, far_row, 16);
    (0..width).for_each(|other| add(other, row, 20));
    (0..height).for_each(|other| add(column, other, 20));
    points
}

/// The column and the row that two letters name, whatever their case.
pub(super) fn named(value: &[u8]) -> Option<Point> {
    let [b'[', column, row, b']'] = *value else { return None };
    let number = |letter: u8| letter.is_ascii_alphabetic().then(|| letter.to_ascii_lowercase() - b'a');
    Some(Point { column: number(column)?, row: number(row)? })
}
