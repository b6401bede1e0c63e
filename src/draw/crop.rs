//! A part of a board.

use super::{Board, Cell};
use crate::model::{Area, Point};

/// How many empty points around the used part of a board belong to it.
const MARGIN: u8 = 2;

/// How near an edge may be before the part reaches up to it.
const NEAR: u8 = 3;

/// Returns the part of a board with stones, labels or signs, with a margin. Returns the whole of an empty
/// board.
pub fn used(board: &Board) -> Area {
    let is_used = |cell: &Cell| {
        cell.stone.is_some()
            || cell.label.is_some()
            || !cell.signs.is_empty()
            || cell.territory.is_some()
            || cell.selected
    };
    let used = board.points().filter(|(_, cell)| is_used(cell));
    let bounds = used.map(|(point, _)| Area::from(point)).reduce(union);
    let Some(bounds) = bounds else {
        return board.region;
    };
    let whole = board.region;
    let from = |at: u8, edge: u8| {
        let at = at.saturating_sub(MARGIN).max(edge);
        if at - edge <= NEAR { edge } else { at }
    };
    let to = |at: u8, edge: u8| {
        let at = at.saturating_add(MARGIN).min(edge);
        if edge - at <= NEAR { edge } else { at }
    };
    Area {
        from: Point::new(
            from(bounds.from.column, whole.from.column),
            from(bounds.from.row, whole.from.row),
        ),
        to: Point::new(
            to(bounds.to.column, whole.to.column),
            to(bounds.to.row, whole.to.row),
        ),
    }
}

fn union(a: Area, b: Area) -> Area {
    Area {
        from: Point::new(a.from.column.min(b.from.column), a.from.row.min(b.from.row)),
        to: Point::new(a.to.column.max(b.to.column), a.to.row.max(b.to.row)),
    }
}

/// Crops a board to an area. The board is unchanged if they have no point in common.
pub fn crop(board: &mut Board, area: Area) {
    let whole = board.region;
    let region = Area {
        from: Point::new(
            area.from.column.max(whole.from.column),
            area.from.row.max(whole.from.row),
        ),
        to: Point::new(
            area.to.column.min(whole.to.column),
            area.to.row.min(whole.to.row),
        ),
    };
    if region.from.column > region.to.column || region.from.row > region.to.row {
        return;
    }
    let cells = region
        .points()
        .filter_map(|point| board.cell(point).cloned());
    board.cells = cells.collect();
    board.region = region;
    let lines = std::mem::take(&mut board.lines);
    let is_inside = |point| board.cell(point).is_some();
    board.lines = lines
        .into_iter()
        .filter(|line| is_inside(line.from) && is_inside(line.to))
        .collect();
}
