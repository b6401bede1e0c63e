//! A board of Go.

use std::fmt::Write;

use super::look::{Look, SELECTED};
use super::{
    CELL, INK, Letters, PAPER, Panel, ROUND_ENDS, SQUARE_ENDS, Words, circle, filled, letters,
    line, marks, n, path, rectangle, stroke,
};
use crate::{Board, BoardStyle, Cell, Line, Sign};
use ishi::model::{Color, Point, column_name, row_name};

/// Sizes as parts of the distance between two lines.
const STAR: f32 = 0.12 * CELL;
/// The radius of the dot on the last move.
const LAST: f32 = 0.125 * CELL;
const THIN: f32 = 0.025 * CELL;
const THICK: f32 = 0.055 * CELL;
/// How far the outermost points are from the edge of the drawing.
const EDGE: f32 = 0.54 * CELL;
/// How much room coordinates take.
const COORDINATES: f32 = 0.36 * CELL;

/// How far a line goes beyond the last point that is shown, if the board goes on: up to the coordinates.
const OPEN: f32 = 0.4 * CELL;

/// Letters on points: how large at most and at least, and how wide.
const LARGEST: f32 = 0.62 * CELL;
const SMALLEST: f32 = 0.25 * CELL;
const WIDEST: f32 = 0.8 * CELL;
/// The size of numbers with one or two digits, and of all numbers on a board that has one with three digits,
/// so that they look alike in one diagram. Three digits are pressed together.
const NUMBER: f32 = 0.54 * CELL;
const LONG_NUMBER: f32 = 0.5 * CELL;
const WIDEST_NUMBER: f32 = 0.74 * CELL;

/// Where the shadow of a stone falls, to the right and down.
const SHADOW: (f32, f32) = (0.05 * CELL, 0.09 * CELL);

/// The radius of the stone of a next move, smaller than that of a played one. The board is seen through it.
const NEXT_RADIUS: f32 = 0.42 * CELL;
const NEXT: &str = " fill-opacity=\"0.65\"";

const ARROW: &str = "#c8321f";

/// Draws a board.
pub fn draw(board: &Board, style: BoardStyle, letters: Letters) -> Panel {
    let area = board.region;
    let origin = origin(board);
    let side = |from: u8, to: u8| f32::from(to - from) * CELL + 2.0 * origin;
    let mut artist = Artist {
        board,
        look: Look::of(style),
        letters,
        out: String::new(),
        notes: Vec::new(),
    };
    let (width, height) = (
        side(area.from.column, area.to.column),
        side(area.from.row, area.to.row),
    );
    artist.grid(OPEN, |cell| !cell.outside);
    artist.stars();
    if board.coordinates {
        artist.coordinates(width, height);
    }
    let still = std::mem::take(&mut artist.out);
    artist.selected();
    artist.shadows();
    artist.stones();
    artist.next_moves();
    artist.territory();
    artist.signs();
    artist.labels();
    artist.last();
    artist.dimmed();
    artist.lines();
    Panel {
        width,
        height,
        still,
        elements: artist.out,
        notes: artist.notes,
    }
}

/// Returns how far the first point is from the left and from the top.
fn origin(board: &Board) -> f32 {
    EDGE + if board.coordinates { COORDINATES } else { 0.0 }
}

/// Returns where a point is.
pub fn center(board: &Board, point: Point) -> (f32, f32) {
    let from = board.region.from;
    let at = |at: u8, from: u8| origin(board) + (f32::from(at) - f32::from(from)) * CELL;
    (at(point.column, from.column), at(point.row, from.row))
}

struct Artist<'b> {
    board: &'b Board,
    look: Look,
    letters: Letters,
    out: String,
    notes: Vec<String>,
}

impl<'b> Artist<'b> {
    fn x(&self, column: u8) -> f32 {
        center(self.board, Point::new(column, self.board.region.from.row)).0
    }

    fn y(&self, row: u8) -> f32 {
        center(self.board, Point::new(self.board.region.from.column, row)).1
    }

    /// Returns the visible points that pass a test.
    fn points(&self, test: impl Fn(&Cell) -> bool) -> Vec<(Point, &'b Cell)> {
        let board: &'b Board = self.board;
        board
            .points()
            .filter(|(_, cell)| !cell.outside && test(cell))
            .collect()
    }

    /// Draws a mark on each of some points, all in one style.
    fn mark(&mut self, style: &str, points: &[(Point, &Cell)], mark: impl Fn(f32, f32) -> String) {
        let at = |(point, _): &(Point, &Cell)| mark(self.x(point.column), self.y(point.row));
        let all: Vec<_> = points.iter().map(at).collect();
        marks(&mut self.out, style, &all);
    }

    fn path(&mut self, style: &str, data: &str) {
        marks(&mut self.out, style, &[path(data)]);
    }

    fn selected(&mut self) {
        let points = self.points(|cell| cell.selected);
        if points.is_empty() {
            return;
        }
        self.mark(&filled(SELECTED), &points, |x, y| square(x, y, 0.5 * CELL));
        self.grid(0.5 * CELL, |cell| cell.selected && !cell.outside);
        let stars = |(_, cell): &(Point, &Cell)| cell.star;
        let stars: Vec<_> = points.into_iter().filter(stars).collect();
        self.mark(&filled(self.look.line), &stars, |x, y| circle(x, y, STAR));
    }

    /// Draws the lines through some points. They end at the edge of the board, and go `open` beyond the last point
    /// elsewhere.
    fn grid(&mut self, open: f32, test: impl Fn(&Cell) -> bool) {
        let beyond = |goes_on: bool| if goes_on { open } else { 0.0 };
        let size = self.board.size;
        let mut thin = String::new();
        let mut thick = String::new();
        let area = self.board.region;
        for row in area.from.row..=area.to.row {
            let at = |column| Point::new(column, row);
            let is_edge = row == 0 || row + 1 == size.rows;
            let path = if is_edge { &mut thick } else { &mut thin };
            for (from, to) in self.runs(area.from.column, area.to.column, at, &test) {
                let left = self.x(from) - beyond(from > 0);
                let right = self.x(to) + beyond(to + 1 < size.columns);
                let _ = write!(path, "M{} {}H{}", n(left), n(self.y(row)), n(right));
            }
        }
        for column in area.from.column..=area.to.column {
            let at = |row| Point::new(column, row);
            let is_edge = column == 0 || column + 1 == size.columns;
            let path = if is_edge { &mut thick } else { &mut thin };
            for (from, to) in self.runs(area.from.row, area.to.row, at, &test) {
                let top = self.y(from) - beyond(from > 0);
                let bottom = self.y(to) + beyond(to + 1 < size.rows);
                let _ = write!(path, "M{} {}V{}", n(self.x(column)), n(top), n(bottom));
            }
        }
        for (path, width) in [(thin, THIN), (thick, THICK)] {
            if !path.is_empty() {
                self.path(&(line(self.look.line, width) + SQUARE_ENDS), &path);
            }
        }
    }

    /// Returns the first and last of the neighbours in a row that pass a test.
    fn runs(
        &self,
        from: u8,
        to: u8,
        at: impl Fn(u8) -> Point,
        test: impl Fn(&Cell) -> bool,
    ) -> Vec<(u8, u8)> {
        let mut runs: Vec<(u8, u8)> = Vec::new();
        for index in from..=to {
            if !self.board.cell(at(index)).is_some_and(&test) {
                continue;
            }
            match runs.last_mut() {
                Some(run) if run.1 + 1 == index => run.1 = index,
                _ => runs.push((index, index)),
            }
        }
        runs
    }

    fn stars(&mut self) {
        let points = self.points(|cell| cell.star);
        self.mark(&filled(self.look.line), &points, |x, y| circle(x, y, STAR));
    }

    fn shadows(&mut self) {
        let Some(shade) = self.look.shadow else {
            return;
        };
        let points = self.points(|cell| cell.stone.is_some());
        let (right, down) = SHADOW;
        self.mark(&filled(shade), &points, |x, y| {
            circle(x + right, y + down, 0.52 * CELL)
        });
    }

    fn stones(&mut self) {
        for color in [Color::Black, Color::White] {
            let points = self.points(|cell| cell.stone == Some(color));
            let (style, radius) = (self.look.stone(color).to_owned(), self.look.radius);
            self.mark(&style, &points, |x, y| circle(x, y, radius));
        }
    }

    /// Draws the stones that variations play next, half of them to be seen. Their letters can be read on a
    /// star point too, because a patch hides the star and the lines.
    fn next_moves(&mut self) {
        let empty = self.points(|cell| cell.next.is_some() && cell.stone.is_none());
        self.mark(&filled(self.look.ground), &empty, |x, y| {
            circle(x, y, NEXT_RADIUS)
        });
        for (player, color) in [(Color::Black, INK), (Color::White, PAPER)] {
            let points = self.points(|cell| cell.next == Some(player));
            let rim = stroke(INK, 0.035 * CELL);
            let dash = n(0.11 * CELL);
            let style = filled(color) + NEXT + &rim + &format!(" stroke-dasharray=\"{dash}\"");
            self.mark(&style, &points, |x, y| circle(x, y, NEXT_RADIUS));
        }
    }

    fn territory(&mut self) {
        // A light rim keeps a black square visible on a black stone.
        for (color, fill, rim) in [(Color::Black, INK, PAPER), (Color::White, PAPER, INK)] {
            let points = self.points(|cell| cell.territory == Some(color));
            let style = filled(fill) + &stroke(rim, 1.6 * THIN);
            self.mark(&style, &points, |x, y| square(x, y, 0.17 * CELL));
        }
    }

    fn signs(&mut self) {
        for (point, cell) in self.points(|cell| !cell.signs.is_empty()) {
            let (x, y) = (self.x(point.column), self.y(point.row));
            let (ink, ground) = self.look.colors(cell);
            // With a label inside, the sign goes around it.
            let scale = if cell.label.is_some() { 1.25 } else { 1.0 };
            for sign in &cell.signs {
                let is_open = matches!(sign, Sign::Cross | Sign::Check);
                if is_open && cell.stone.is_none() {
                    let patch = circle(x, y, 0.3 * CELL);
                    marks(&mut self.out, &filled(ground), &[patch]);
                }
                let is_clear = is_open || cell.stone.is_some();
                let style = filled(if is_clear { "none" } else { ground })
                    + &stroke(ink, 0.065 * CELL)
                    + ROUND_ENDS;
                self.path(&style, &outline(*sign, x, y, scale * CELL));
            }
        }
    }

    fn labels(&mut self) {
        for (point, cell) in self.points(|cell| cell.label.is_some()) {
            let Some(label) = cell.label.as_deref() else {
                continue;
            };
            let (x, y) = (self.x(point.column), self.y(point.row));
            let (ink, ground) = self.look.colors(cell);
            let (text, size) = self.fitted(label, point, !cell.signs.is_empty());
            let width = letters::width(&text) * size;
            if cell.stone.or(cell.next).is_none() && cell.signs.is_empty() {
                let half = (width / 2.0).max(0.3 * CELL);
                let patch = format!(
                    "ellipse cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\"",
                    n(x),
                    n(y),
                    n(half),
                    n(0.36 * CELL)
                );
                marks(&mut self.out, &filled(ground), &[patch]);
            }
            let words = Words {
                bold: true,
                pressed: (width > WIDEST + 0.01).then_some(WIDEST_NUMBER),
                ..Words::at(&text, x, y, size, ink)
            };
            words.write(&mut self.out, self.letters);
        }
    }

    /// Returns the size of numbers with one or two digits.
    fn number_size(&self) -> f32 {
        let is_long = |label: &String| label.len() == 3 && is_number(label);
        let mut labels = self
            .board
            .cells
            .iter()
            .filter_map(|cell| cell.label.as_ref());
        if labels.any(is_long) {
            LONG_NUMBER
        } else {
            NUMBER
        }
    }

    /// Returns the part of a label that fits on a point, and its size. A label that is cut is
    /// noted in full.
    fn fitted(&mut self, label: &str, point: Point, in_sign: bool) -> (String, f32) {
        if is_number(label) && !in_sign {
            match label.len() {
                1 | 2 => return (label.to_owned(), self.number_size()),
                3 => return (label.to_owned(), LONG_NUMBER),
                _ => {}
            }
        }
        let part = if in_sign { 0.55 } else { 1.0 };
        let fit = |text: &str| part * (WIDEST / letters::width(text).max(0.01)).min(LARGEST);
        let size = fit(label);
        if size >= SMALLEST * part {
            return (label.to_owned(), size);
        }
        self.notes
            .push(format!("{}: {label}", self.board.name(point)));
        let mut short = String::new();
        for c in label.chars() {
            short.push(c);
            if fit(&format!("{short}…")) < SMALLEST * part {
                short.pop();
                break;
            }
        }
        short.push('…');
        let size = fit(&short).max(SMALLEST * part);
        (short, size)
    }

    fn last(&mut self) {
        let is_free = |cell: &Cell| cell.label.is_none() && cell.signs.is_empty();
        let points = self.points(|cell| cell.last && is_free(cell));
        self.mark(&filled(ARROW), &points, |x, y| circle(x, y, LAST));
    }

    fn dimmed(&mut self) {
        let points = self.points(|cell| cell.dimmed);
        let veil = filled(self.look.ground) + " fill-opacity=\"0.62\"";
        self.mark(&veil, &points, |x, y| square(x, y, 0.5 * CELL));
    }

    fn lines(&mut self) {
        let board: &'b Board = self.board;
        for line in &board.lines {
            self.line(*line);
        }
    }

    fn line(&mut self, line: Line) {
        let (x1, y1) = (self.x(line.from.column), self.y(line.from.row));
        let (x2, y2) = (self.x(line.to.column), self.y(line.to.row));
        let length = (x2 - x1).hypot(y2 - y1).max(1.0);
        let (dx, dy) = ((x2 - x1) / length, (y2 - y1) / length);
        // The line of an arrow ends inside its head.
        let head = if line.arrow { 0.36 * CELL } else { 0.0 };
        let (x3, y3) = (x2 - dx * head, y2 - dy * head);
        let shaft = format!("M{} {}L{} {}", n(x1), n(y1), n(x3), n(y3));
        self.path(&(super::line(ARROW, 0.09 * CELL) + ROUND_ENDS), &shaft);
        if line.arrow {
            let half = 0.17 * CELL;
            let head = format!(
                "M{} {}L{} {}L{} {}Z",
                n(x2),
                n(y2),
                n(x3 - dy * half),
                n(y3 + dx * half),
                n(x3 + dy * half),
                n(y3 - dx * half),
            );
            self.path(&filled(ARROW), &head);
        }
    }

    fn coordinates(&mut self, width: f32, height: f32) {
        let area = self.board.region;
        let middle = COORDINATES * 0.5;
        for column in area.from.column..=area.to.column {
            let name = column_name(column);
            for y in [middle, height - middle] {
                self.coordinate(&name, self.x(column), y);
            }
        }
        for row in area.from.row..=area.to.row {
            let name = row_name(self.board.size, row);
            for x in [middle, width - middle] {
                self.coordinate(&name, x, self.y(row));
            }
        }
    }

    fn coordinate(&mut self, text: &str, x: f32, y: f32) {
        let words = Words::at(text, x, y, 0.38 * CELL, self.look.coordinates);
        words.write(&mut self.out, self.letters);
    }
}

fn is_number(label: &str) -> bool {
    label.bytes().all(|byte| byte.is_ascii_digit())
}

fn outline(sign: Sign, x: f32, y: f32, unit: f32) -> String {
    let at = |dx: f32, dy: f32| format!("{} {}", n(x + dx * unit), n(y + dy * unit));
    match sign {
        Sign::Triangle => format!("M{}L{}L{}Z", at(0.0, -0.3), at(0.26, 0.16), at(-0.26, 0.16)),
        Sign::Square => format!(
            "M{}L{}L{}L{}Z",
            at(-0.21, -0.21),
            at(0.21, -0.21),
            at(0.21, 0.21),
            at(-0.21, 0.21)
        ),
        Sign::Circle => {
            let radius = n(0.24 * unit);
            format!(
                "M{}A{radius} {radius} 0 1 0 {}A{radius} {radius} 0 1 0 {}Z",
                at(-0.24, 0.0),
                at(0.24, 0.0),
                at(-0.24, 0.0)
            )
        }
        Sign::Diamond => format!(
            "M{}L{}L{}L{}Z",
            at(0.0, -0.29),
            at(0.27, 0.0),
            at(0.0, 0.29),
            at(-0.27, 0.0)
        ),
        Sign::Cross => format!(
            "M{}L{}M{}L{}",
            at(-0.2, -0.2),
            at(0.2, 0.2),
            at(0.2, -0.2),
            at(-0.2, 0.2)
        ),
        Sign::Check => format!("M{}L{}L{}", at(-0.23, 0.0), at(-0.07, 0.2), at(0.24, -0.22)),
    }
}

fn square(x: f32, y: f32, half: f32) -> String {
    rectangle(x - half, y - half, 2.0 * half, 2.0 * half)
}

#[cfg(test)]
mod tests {
    use super::super::value;
    use super::*;
    use crate::{Drawing, Picture, Signs};
    use ishi::model::NodeId;

    #[test]
    fn a_label_has_the_size_that_fits_and_a_patch_on_an_empty_point_without_a_sign() {
        let text = b"(;FF[4]SZ[5]AB[ab]TR[ea]LB[aa:9][ba:12][ca:123][da:1234][ea:12][ab:7][bb:8])";
        let game = ishi::read(text).unwrap().games.remove(0);
        let drawing = Drawing::position(&game, NodeId::ROOT, Signs::Sgf).unwrap();
        let Picture::Go(board) = drawing.picture else {
            panic!("a board of Go");
        };
        let mut artist = Artist {
            board: &board,
            look: Look::of(BoardStyle::default()),
            letters: Letters::Text,
            out: String::new(),
            notes: Vec::new(),
        };
        artist.labels();
        let found = artist
            .out
            .lines()
            .map(|element| match element.strip_suffix("</text>") {
                None => format!("patch {} {}", value(element, "rx"), value(element, "ry")),
                Some(text) => {
                    let (_, label) = text.rsplit_once('>').unwrap();
                    format!(
                        "{label} {} {}",
                        value(text, "font-size"),
                        value(text, "textLength")
                    )
                }
            });
        let found: Vec<_> = found.collect();
        let expected = [
            "patch 12 14.4",
            "9 20 ",
            "patch 12 14.4",
            "12 20 ",
            "patch 18 14.4",
            "123 20 29.6",
            "patch 16 14.4",
            "1234 13.33 ",
            "12 13.64 ",
            "7 20 ",
            "patch 12 14.4",
            "8 20 ",
        ];
        assert_eq!(found, expected);
        assert!(artist.notes.is_empty());
    }
}
