//! Sets of points, as bitmaps: a board has at most 52 columns and rows (SGF `FF[4]`, property SZ).

use super::point::{Area, Point};

/// The number of rows, and of columns, that a set has room for.
const LINES: u8 = 64;

/// A set of points, a bit for each. It ignores points from the 65th column or row on, because no board has
/// them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PointSet {
    rows: [u64; LINES as usize],
}

/// The part of an area in a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Share {
    /// No point.
    None,
    /// Some points.
    Some,
    /// All points.
    All,
}

impl Default for PointSet {
    fn default() -> Self {
        Self {
            rows: [0; LINES as usize],
        }
    }
}

impl PointSet {
    /// Creates the set of the points of areas. Returns `None` if a point is named twice, or has no room.
    pub(crate) fn of_once(areas: impl IntoIterator<Item = Area>) -> Option<Self> {
        let mut set = Self::default();
        let mut areas = areas.into_iter();
        let has_room = |area: Area| area.to.row < LINES && area.to.column < LINES;
        let once = areas.all(|area| has_room(area) && set.insert(area) == Share::None);
        once.then_some(set)
    }

    /// Adds the points of an area. Returns the part of it that was in the set before.
    pub(crate) fn insert(&mut self, area: Area) -> Share {
        if area.is_single() {
            return self.insert_point(area.from);
        }
        let before = self.part_of(area);
        let mask = columns(area);
        for row in self.rows.get_mut(lines(area)).unwrap_or_default() {
            *row |= mask;
        }
        before
    }

    /// Adds the points of areas. Returns the areas of the points that were not in the set before.
    pub(crate) fn insert_new(&mut self, areas: impl IntoIterator<Item = Area>) -> Vec<Area> {
        let mut new = Vec::new();
        for area in areas {
            match self.part_of(area) {
                Share::None => new.push(area),
                Share::All => {}
                Share::Some => {
                    let mut rest: Self = [area].into_iter().collect();
                    rest.remove(self);
                    new.extend(rest.runs().map(|(from, columns)| {
                        let column = from.column + columns - 1;
                        Area::new(from, Point { column, ..from })
                    }));
                }
            }
            self.insert(area);
        }
        new
    }

    /// Adds a point; nearly all areas are one, and a rectangle takes three times as long.
    #[inline]
    fn insert_point(&mut self, point: Point) -> Share {
        let Some(row) = self.rows.get_mut(usize::from(point.row)) else {
            return Share::None;
        };
        let bit = bit(point.column);
        let before = *row & bit;
        *row |= bit;
        if before == 0 { Share::None } else { Share::All }
    }

    /// Returns the part of an area in the set.
    pub(crate) fn part_of(&self, area: Area) -> Share {
        let mask = columns(area);
        let rows = self.rows.get(lines(area)).unwrap_or_default();
        if rows.iter().all(|row| row & mask == 0) {
            Share::None
        } else if rows.iter().all(|row| row & mask == mask) {
            Share::All
        } else {
            Share::Some
        }
    }

    /// Returns whether a point is in the set.
    pub(crate) fn contains(&self, point: Point) -> bool {
        let row = self.rows.get(usize::from(point.row));
        row.is_some_and(|row| row & bit(point.column) != 0)
    }

    /// Returns the number of points.
    pub(crate) fn len(&self) -> usize {
        self.rows.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Returns whether there is no point in the set.
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.iter().all(|row| *row == 0)
    }

    /// Removes the points of another set.
    pub(crate) fn remove(&mut self, other: &Self) {
        for (row, other) in self.rows.iter_mut().zip(&other.rows) {
            *row &= !other;
        }
    }

    /// Adds points side by side in a row if they are not in the set, or removes them.
    #[inline]
    pub(crate) fn toggle(&mut self, first: Point, columns: u8) {
        let mask = u64::MAX >> ((LINES - columns) & 63) << (first.column & 63);
        if let Some(row) = self.rows.get_mut(usize::from(first.row)) {
            *row ^= mask;
        }
    }

    /// Returns the first point of an area in reading order.
    pub(crate) fn first_in(&self, area: Area) -> Option<Point> {
        let mask = columns(area);
        (area.from.row..=area.to.row).find_map(|row| {
            let found = self.row(row.into()) & mask;
            (found != 0).then(|| Point::new(found.trailing_zeros() as u8, row))
        })
    }

    /// Returns the points beside another set, with all points connected to them.
    pub(crate) fn connected_to(&self, other: &Self) -> Self {
        let mut reached = other.clone();
        let lines = (0..usize::from(LINES)).filter(|line| other.row(*line) != 0);
        let lines = lines.fold(0, |lines, line| lines | lines_beside(line));
        reached.spread(self, lines, |_, _| true);
        for (row, own) in reached.rows.iter_mut().zip(&self.rows) {
            *row &= own;
        }
        reached
    }

    /// Returns the points connected to a point of the set. Returns `None` if one of them is beside a point of `free`.
    pub(crate) fn enclosed(&self, point: Point, free: &Self) -> Option<Self> {
        let is_enclosed = |line, row| free.near(line) & row == 0;
        let mut group = Self::default();
        group.insert_point(point);
        let line = usize::from(point.row);
        let found = is_enclosed(line, bit(point.column))
            && group.spread(self, lines_beside(line), is_enclosed);
        found.then_some(group)
    }

    /// Adds the points of `all` that are connected to points of the set, from `lines` on, as long as each longer row is as `is_wanted`
    /// says.
    fn spread(
        &mut self,
        all: &Self,
        mut lines: u64,
        is_wanted: impl Fn(usize, u64) -> bool,
    ) -> bool {
        while lines != 0 {
            let line = lines.trailing_zeros() as usize;
            lines &= lines - 1;
            let own = all.row(line);
            let near = self.near(line) & own;
            let Some(row) = self.rows.get_mut(line).filter(|row| near & !**row != 0) else {
                continue;
            };
            *row |= runs_with(near, own);
            if !is_wanted(line, *row) {
                return false;
            }
            lines |= lines_beside(line);
        }
        true
    }

    /// Returns the points of a row that are in the set or beside a point of it.
    fn near(&self, line: usize) -> u64 {
        let row = self.row(line);
        row | row << 1 | row >> 1 | self.row(line.wrapping_sub(1)) | self.row(line + 1)
    }

    fn row(&self, line: usize) -> u64 {
        self.rows.get(line).copied().unwrap_or(0)
    }

    /// Returns the runs of points in the rows, in reading order: the first point of each, and how many columns
    /// it has.
    pub(crate) fn runs(&self) -> impl Iterator<Item = (Point, u8)> {
        let rows = (0..LINES).zip(&self.rows).filter(|(_, bits)| **bits != 0);
        rows.flat_map(|(row, bits)| {
            let mut rest = *bits;
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let column = rest.trailing_zeros();
                let columns = (rest >> column).trailing_ones();
                rest &= u64::MAX.checked_shl(column + columns).unwrap_or(0);
                Some((Point::new(column as u8, row), columns as u8))
            })
        })
    }

    /// Returns the points in reading order.
    pub(crate) fn points(&self) -> impl Iterator<Item = Point> {
        let rows = (0..LINES).zip(&self.rows).filter(|(_, bits)| **bits != 0);
        rows.flat_map(|(row, bits)| {
            let mut rest = *bits;
            std::iter::from_fn(move || {
                let column = rest.trailing_zeros() as u8;
                rest &= rest.checked_sub(1)?;
                Some(Point { row, column })
            })
        })
    }
}

impl Extend<Point> for PointSet {
    #[inline]
    fn extend<T: IntoIterator<Item = Point>>(&mut self, points: T) {
        for point in points {
            self.insert_point(point);
        }
    }
}

impl FromIterator<Area> for PointSet {
    fn from_iter<T: IntoIterator<Item = Area>>(areas: T) -> Self {
        let mut set = Self::default();
        for area in areas {
            set.insert(area);
        }
        set
    }
}

fn lines(area: Area) -> std::ops::RangeInclusive<usize> {
    usize::from(area.from.row)..=usize::from(area.to.row)
}

/// Returns the bit of a column, 0 if the column has no room.
#[inline]
fn bit(column: u8) -> u64 {
    1_u64.checked_shl(column.into()).unwrap_or(0)
}

/// Returns the runs of a row that have one of some bits, which are bits of the row.
fn runs_with(bits: u64, row: u64) -> u64 {
    let (mut found, mut right, mut left) = (bits, row, row);
    for step in [1, 2, 4, 8, 16, 32] {
        found |= right & found << step | left & found >> step;
        right &= right << step;
        left &= left >> step;
    }
    found
}

/// Returns a bit for a line and each line beside it.
fn lines_beside(line: usize) -> u64 {
    let line = 1_u64 << (line & 63);
    line << 1 | line | line >> 1
}

/// Returns a bit for each column of an area.
fn columns(area: Area) -> u64 {
    let count = u32::from(area.to.column.saturating_sub(area.from.column)) + 1;
    let ones = u64::MAX >> (u64::BITS - count.min(u64::BITS));
    ones.checked_shl(area.from.column.into()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{Area, Point, PointSet, Share};

    #[test]
    fn a_set_has_each_point_once_in_reading_order() {
        let corner = Point::new(51, 51);
        let areas = [
            Area::from(corner),
            Area::new(Point::new(1, 0), Point::new(2, 1)),
            Area::from(Point::new(2, 1)),
        ];
        let set: PointSet = areas.into_iter().collect();
        let points = [(1, 0), (2, 0), (1, 1), (2, 1), (51, 51)].map(|(c, r)| Point::new(c, r));
        assert_eq!(set.points().collect::<Vec<_>>(), points);
        let runs = [((1, 0), 2), ((1, 1), 2), ((51, 51), 1)];
        assert_eq!(
            set.runs().collect::<Vec<_>>(),
            runs.map(|((c, r), count)| (Point::new(c, r), count))
        );
        assert!(points.iter().all(|point| set.contains(*point)));
        assert!(!set.contains(Point::new(0, 0)) && !set.is_empty());
        assert_eq!(set.len(), points.len());
        assert!(PointSet::default().is_empty());
    }

    #[test]
    fn a_set_tells_which_part_of_an_area_it_has() {
        let mut set = PointSet::default();
        let whole = Area::new(Point::new(0, 0), Point::new(51, 51));
        let inside = Area::new(Point::new(3, 3), Point::new(4, 5));
        assert_eq!(set.insert(inside), Share::None);
        assert_eq!(set.part_of(whole), Share::Some);
        assert_eq!(set.insert(inside), Share::All);
        assert_eq!(set.insert(whole), Share::Some);
        assert_eq!(set.insert(whole), Share::All);
        assert_eq!(set.points().count(), 52 * 52);
        set.remove(&[inside].into_iter().collect());
        assert_eq!(set.part_of(inside), Share::None);
        assert_eq!(set.points().count(), 52 * 52 - 6);
        set.insert(Area::new(Point::new(0, 9), Point::new(63, 9)));
        assert_eq!(set.runs().nth(12), Some((Point::new(0, 9), 64)));
    }

    #[test]
    fn areas_without_a_common_point_make_a_set_of_points_named_once() {
        let area = |a: (u8, u8), b: (u8, u8)| Area::new(Point::new(a.0, a.1), Point::new(b.0, b.1));
        let count = |areas: &[Area]| PointSet::of_once(areas.iter().copied()).map(|set| set.len());
        assert_eq!(
            count(&[area((0, 0), (1, 1)), area((2, 0), (2, 1))]),
            Some(6)
        );
        assert_eq!(count(&[area((0, 0), (1, 1)), area((1, 1), (2, 1))]), None);
        assert_eq!(count(&[area((3, 3), (3, 3)), area((3, 3), (3, 3))]), None);
        assert_eq!(count(&[area((0, 0), (63, 63))]), Some(64 * 64));
        assert_eq!(count(&[area((0, 0), (64, 0))]), None);
        assert_eq!(count(&[area((0, 0), (0, 64))]), None);
        assert_eq!(count(&[]), Some(0));
    }

    #[test]
    fn what_no_board_has_is_in_no_set() {
        let mut set = PointSet::default();
        assert_eq!(set.insert(Area::from(Point::new(64, 0))), Share::None);
        set.insert(Area::from(Point::new(0, 64)));
        set.insert(Area::new(Point::new(200, 0), Point::new(255, 255)));
        assert!(set.is_empty());
    }
}
