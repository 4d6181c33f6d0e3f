//! Amounts of points: komi and margins.

use std::fmt;

/// An amount of points in hundredths, so that halves, quarters and the odd scaled value are all exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Points(i32);

impl Points {
    /// Nothing.
    pub const ZERO: Points = Points(0);

    /// From hundredths of a point.
    pub const fn from_hundredths(hundredths: i32) -> Self {
        Points(hundredths)
    }

    /// From half points.
    pub const fn from_halves(halves: i32) -> Self {
        Points(halves.saturating_mul(50))
    }

    /// In hundredths of a point.
    pub const fn hundredths(self) -> i32 {
        self.0
    }

    /// In half points, if it is a whole number of them.
    pub const fn halves(self) -> Option<i32> {
        if self.0 % 50 == 0 { Some(self.0 / 50) } else { None }
    }

    /// The part behind the point, in hundredths, without a sign.
    pub const fn fraction(self) -> i32 {
        (self.0 % 100).abs()
    }

    /// Whether it is an odd number of quarters, which only a count in 子 gives.
    pub const fn is_quarter(self) -> bool {
        matches!(self.fraction(), 25 | 75)
    }

    /// Twice as much: 子 to points.
    pub const fn doubled(self) -> Self {
        Points(self.0.saturating_mul(2))
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, size) = (if self.0 < 0 { "-" } else { "" }, self.0.unsigned_abs());
        let (whole, part) = (size / 100, size % 100);
        match part {
            0 => write!(f, "{sign}{whole}"),
            p if p % 10 == 0 => write!(f, "{sign}{whole}.{}", p / 10),
            p => write!(f, "{sign}{whole}.{p:02}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_without_needless_zeros() {
        let shown = |h| Points::from_hundredths(h).to_string();
        assert_eq!(
            [shown(350), shown(700), shown(375), shown(-50), shown(2), shown(0)],
            ["3.5", "7", "3.75", "-0.5", "0.02", "0"]
        );
    }

    #[test]
    fn quarters_are_told_from_halves() {
        assert!(Points::from_hundredths(375).is_quarter());
        assert!(Points::from_hundredths(-25).is_quarter());
        assert!(!Points::from_hundredths(350).is_quarter());
        assert_eq!(Points::from_hundredths(650).halves(), Some(13));
        assert_eq!(Points::from_hundredths(20).halves(), None);
    }
}
