//! A part of a board.

use super::{Board, Cell};
use ishi::model::{Area, Point};

/// How many empty points around the used part of a board belong to it.
const MARGIN: u8 = 2;

/// How near an edge may be before the part reaches up to it.
const NEAR: u8 = 3;

/// The part of a board that is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BoardPart {
    /// The whole board, or the view of the record (SGF `FF[4]`, property VW).
    #[default]
    Whole,
    /// The part with stones, labels or signs, and a margin around it.
    Used,
    /// This part.
    Area(Area),
}

/// Returns the part of a board with stones, labels or signs, with a margin. Returns the whole of an empty
/// board.
fn used(board: &Board) -> Area {
    let is_used = |cell: &Cell| {
        cell.stone.is_some()
            || cell.label.is_some()
            || !cell.signs.is_empty()
            || cell.territory.is_some()
            || cell.selected
    };
    let used = board.points().filter(|(_, cell)| is_used(cell));
    let Some(bounds) = Area::around(used.map(|(point, _)| point)) else {
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

/// Crops a board to a part. The board is unchanged if they have no point in common.
pub fn crop(board: &mut Board, part: BoardPart) {
    let area = match part {
        BoardPart::Whole => return,
        BoardPart::Used => used(board),
        BoardPart::Area(area) => area,
    };
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

#[cfg(test)]
mod tests {
    use crate::{BoardPart, Drawing, Picture, Signs};
    use ishi::model::{Area, NodeId};

    /// Returns the area of the board that is left, and its lines.
    fn cropped(text: &str, area_of: Option<&str>) -> (String, usize) {
        let record = ishi::read(text.as_bytes()).unwrap();
        let game = &record.games[0];
        let drawing = Drawing::position(game, NodeId::ROOT, Signs::Sgf).unwrap();
        let area = |name| BoardPart::Area(Area::from_name(name, game.size).unwrap());
        let area = area_of.map_or(BoardPart::Used, area);
        let Picture::Go(board) = drawing.cropped(area).picture else {
            panic!("a board of Go");
        };
        let (from, to) = (board.region.from, board.region.to);
        let columns = usize::from(to.column - from.column) + 1;
        let rows = usize::from(to.row - from.row) + 1;
        assert_eq!(board.cells.len(), columns * rows);
        let name = format!("{}:{}", board.name(from), board.name(to));
        (name, board.lines.len())
    }

    #[test]
    fn the_used_part_has_a_margin_and_reaches_an_edge_that_is_near() {
        for (properties, expected) in [
            ("AB[jj]", "H12:M8"),
            ("AB[ff]", "A19:H12"),
            ("AB[gg]", "E15:J11"),
            ("AB[nn]", "M8:T1"),
            ("AB[mm]", "L9:P5"),
            ("AB[fm]", "A9:H5"),
            ("AB[gg][kk]", "E15:N7"),
            ("LB[jj:a]", "H12:M8"),
            ("TR[jj]", "H12:M8"),
            ("TB[jj]", "H12:M8"),
            ("SL[jj]", "H12:M8"),
            ("DD[jj]", "A19:T1"),
            ("", "A19:T1"),
        ] {
            let text = format!("(;FF[4]{properties})");
            assert_eq!(cropped(&text, None).0, expected, "{properties}");
        }
    }

    #[test]
    fn a_part_keeps_the_lines_inside_it() {
        let text = "(;FF[4]VW[aa:jj]LN[aa:bb][aa:ee][ee:jj])";
        for (area, expected) in [
            ("A19:E15", ("A19:E15", 2)),
            ("B18:F14", ("B18:F14", 0)),
            ("A19:T1", ("A19:K10", 3)),
            ("K10:T1", ("K10:K10", 0)),
            ("L10:T1", ("A19:K10", 3)),
            ("A9:K1", ("A19:K10", 3)),
        ] {
            let (name, lines) = cropped(text, Some(area));
            assert_eq!((name.as_str(), lines), expected, "{area}");
        }
    }
}
