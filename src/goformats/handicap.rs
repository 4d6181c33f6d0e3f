//! Where servers put handicap stones.

use crate::go::Point;

/// The stones of a fixed handicap on a board of 19 lines, in the order in which they come on. The servers of GIB and NGF put the
/// third stone on the upper left, where books put it on the lower right.
pub(super) fn stones(count: u32) -> Vec<Point> {
    let point = |column, row| Point { column, row };
    let corners = [point(15, 3), point(3, 15), point(3, 3), point(15, 15)];
    let sides = [point(3, 9), point(15, 9), point(9, 3), point(9, 15)];
    let centre = point(9, 9);
    let mut stones: Vec<Point> = corners.into_iter().take(count.min(4) as usize).collect();
    match count {
        5 => stones.push(centre),
        6 => stones.extend(&sides[..2]),
        7 => {
            stones.extend(&sides[..2]);
            stones.push(centre);
        }
        8 => stones.extend(sides),
        9 => {
            stones.extend(sides);
            stones.push(centre);
        }
        _ => {}
    }
    if (2..=9).contains(&count) { stones } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_stones_as_asked_for() {
        for count in 0..12 {
            let stones = stones(count);
            assert_eq!(stones.len() as u32, if (2..=9).contains(&count) { count } else { 0 });
            let mut sorted = stones.clone();
            sorted.sort_unstable();
            sorted.dedup();
            assert_eq!(sorted.len(), stones.len(), "no point twice");
        }
        assert_eq!(stones(3)[2], Point { column: 3, row: 3 }, "the third stone is on the upper left");
    }
}
