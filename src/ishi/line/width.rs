//! The widths of list entries in columns. Entries are not written for that, because a node of a few bytes can have
//! hundreds.

use super::{Letters, Location, Mark, Target};

/// Something that takes columns in a line.
pub trait Width {
    /// Returns the number of characters that are written, all of them ASCII.
    fn width(&self) -> usize;
}

impl Width for Location {
    fn width(&self) -> usize {
        1 + digits(self.row.into())
    }
}

impl Width for Target {
    fn width(&self) -> usize {
        match self {
            Self::At(location) => location.width(),
            Self::Number(number) => 1 + digits(*number),
            Self::Range(from, to) => 2 + digits(*from) + digits(*to),
        }
    }
}

impl Width for Mark {
    fn width(&self) -> usize {
        match self {
            Self::All => "ALL".len(),
            Self::Number(target) => target.width(),
            Self::Sign(_, target) => "\\t@".len() + target.width(),
            Self::Label(letters, target) => letters.width() + "@".len() + target.width(),
        }
    }
}

impl Width for Letters {
    fn width(&self) -> usize {
        self.0.iter().filter(|letter| **letter != 0).count()
    }
}

fn digits(number: u32) -> usize {
    number.checked_ilog10().unwrap_or(0) as usize + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ishi::line::Sign;

    #[test]
    fn widths_are_those_of_what_is_written() {
        let targets = [0, 1, 9, 10, 99, 100, u16::MAX]
            .into_iter()
            .flat_map(|row| {
                let at = Location { column: 24, row };
                let number = u32::from(row) * 100;
                [
                    Target::At(at),
                    Target::Number(number),
                    Target::Range(number, 10),
                ]
            });
        let marks = targets.flat_map(|target| {
            let labels = ["a", "ab", "10", "\\"].map(|text| {
                let letters = Letters::of(text).unwrap();
                Mark::Label(letters, target)
            });
            let sign = Mark::Sign(Sign::Check, target);
            labels.into_iter().chain([sign, Mark::Number(target)])
        });
        for mark in marks.chain([Mark::All]) {
            assert_eq!(mark.width(), mark.to_string().len(), "{mark}");
        }
    }
}
