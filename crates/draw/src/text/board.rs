//! A board of Go made of characters.

use std::fmt::Write;

use super::super::{Board, Cell, Sign};
use super::{TextBlock, TextOptions, board_facts, columns, printable};
use ishi::model::{Color, Point, column_name, row_name};

/// How many columns a label may take; a longer one is told below the board.
const LONGEST: usize = 4;

/// Escape sequences: the board, its lines, and the stones of both colours on it.
const WOOD: &str = "\x1b[48;5;179m\x1b[38;5;94m";
const BLACK: &str = "\x1b[38;5;16m";
const WHITE: &str = "\x1b[38;5;231m";
const LABEL: &str = "\x1b[1m\x1b[38;5;18m";
const LAST: &str = "\x1b[1m\x1b[38;5;160m";
const DIM: &str = "\x1b[2m";
const PLAIN: &str = "\x1b[0m";

/// Draws a board, and returns the facts that belong to it.
pub fn draw(board: &Board, options: TextOptions) -> (TextBlock, Vec<String>) {
    let notes: Vec<_> = board
        .points()
        .map(|(_, cell)| annotation(cell, options))
        .collect();
    let artist = Artist {
        board,
        options,
        // Names of two letters need a blank between them.
        room: notes
            .iter()
            .map(|note| columns(note))
            .max()
            .unwrap_or(0)
            .max(column_name(board.region.to.column).len() - 1),
        edge: (board.region.from.row..=board.region.to.row)
            .map(|row| row_name(board.size, row).len())
            .max()
            .unwrap_or(1),
        notes,
    };
    let mut facts = board_facts(board);
    facts.extend(artist.long_labels());
    facts.extend(artist.legend());
    (artist.block(), facts)
}

/// Returns the text after the character of a point: its label and its signs.
fn annotation(cell: &Cell, options: TextOptions) -> String {
    if cell.outside {
        return String::new();
    }
    let mut note = String::new();
    if let Some(label) = &cell.label {
        let label = printable(label, options.unicode);
        if columns(&label) > LONGEST {
            let mut width = 0;
            note.extend(label.chars().take_while(|c| {
                width += columns(c.encode_utf8(&mut [0; 4]));
                width < LONGEST
            }));
            note.push(if options.unicode { '…' } else { '~' });
        } else {
            note.push_str(&label);
        }
    }
    for sign in &cell.signs {
        note.push(sign_char(*sign, options.unicode));
    }
    if cell.selected {
        note.push('*');
    }
    if cell.dimmed && cell.stone.is_some() {
        note.push('\'');
    }
    if cell.stone.is_some() {
        note.extend(
            cell.territory
                .map(|color| territory(color, options.unicode)),
        );
    }
    note
}

fn sign_char(sign: Sign, unicode: bool) -> char {
    let (plain, shape) = match sign {
        Sign::Triangle => ('^', '△'),
        Sign::Square => ('#', '□'),
        Sign::Circle => ('@', '◦'),
        Sign::Cross => ('%', '×'),
        Sign::Diamond => ('<', '◇'),
        Sign::Check => ('/', '✓'),
    };
    if unicode { shape } else { plain }
}

fn territory(color: Color, unicode: bool) -> char {
    match (color, unicode) {
        (Color::Black, true) => '▪',
        (Color::White, true) => '▫',
        (Color::Black, false) => 'x',
        (Color::White, false) => 'o',
    }
}

struct Artist<'b> {
    board: &'b Board,
    options: TextOptions,
    /// The text after the character of each point.
    notes: Vec<String>,
    /// How many columns the longest of them takes.
    room: usize,
    /// How many columns the numbers of the rows take.
    edge: usize,
}

impl Artist<'_> {
    fn block(&self) -> TextBlock {
        let area = self.board.region;
        let count = usize::from(area.to.column - area.from.column) + 1;
        let rows = (area.from.row..=area.to.row).map(|row| self.row(row));
        let mut lines: Vec<String> = rows.collect();
        let mut width = count * (self.room + 2) + 1;
        if self.board.coordinates {
            width += 2 * (self.edge + 1);
            let letters = self.letters(width);
            lines.insert(0, letters.clone());
            lines.push(letters);
        } else {
            // An empty line stands for the letters, because words start in the first row.
            lines.insert(0, String::new());
        }
        TextBlock { width, lines }
    }

    /// Returns the line with the letters of the columns.
    fn letters(&self, width: usize) -> String {
        let area = self.board.region;
        let mut line = " ".repeat(self.edge + 1);
        for column in area.from.column..=area.to.column {
            // Two letters end below the second one's point.
            let name = format!("{:>2}", column_name(column));
            line.push_str(&name);
            line.push_str(&" ".repeat(self.room));
        }
        format!("{line:width$}")
    }

    fn row(&self, row: u8) -> String {
        let area = self.board.region;
        let mut line = String::new();
        let name = row_name(self.board.size, row);
        if self.board.coordinates {
            let _ = write!(line, "{name:>edge$} ", edge = self.edge);
        }
        self.paint(&mut line, WOOD);
        let mut closing = false;
        for column in area.from.column..=area.to.column {
            self.point(&mut line, Point::new(column, row), &mut closing);
        }
        line.push(if closing { ')' } else { ' ' });
        self.paint(&mut line, PLAIN);
        if self.board.coordinates {
            let _ = write!(line, " {name:edge$}", edge = self.edge);
        }
        line
    }

    /// Draws the character between two points, the point, and its annotation. `closing` tells that the
    /// bracket around the previous point is still open.
    fn point(&self, line: &mut String, point: Point, closing: &mut bool) {
        let Some(index) = self.board.index(point) else {
            return;
        };
        let (Some(cell), Some(note)) = (self.board.cells.get(index), self.notes.get(index)) else {
            return;
        };
        let between = |from: Option<&Cell>| match from {
            Some(from) if self.options.unicode && !from.outside && !cell.outside => '─',
            _ => ' ',
        };
        let left = point.column.checked_sub(1);
        let before = left.and_then(|column| self.board.cell(Point::new(column, point.row)));
        if *closing {
            self.colored(line, LAST, ")");
        } else if cell.last {
            self.colored(line, LAST, "(");
        } else {
            line.push(between(before));
        }
        *closing = false;
        // A label is easier to read without the crossing below it. In ASCII it needs the point
        // before it, or the letters X and O would be taken for stones.
        let replaces = self.options.unicode && cell.stone.is_none() && !note.is_empty();
        if !replaces {
            self.stone(line, point, cell);
        }
        if !note.is_empty() {
            self.colored(line, LABEL, note);
        }
        let taken = columns(note) + usize::from(!replaces);
        let mut free = (self.room + 1).saturating_sub(taken);
        if cell.last && free > 0 {
            self.colored(line, LAST, ")");
            free -= 1;
        } else if cell.last {
            *closing = true;
        }
        let right = point.column.checked_add(1);
        let behind = right.and_then(|column| self.board.cell(Point::new(column, point.row)));
        let filler = between(behind);
        line.extend(std::iter::repeat_n(filler, free));
    }

    fn stone(&self, line: &mut String, point: Point, cell: &Cell) {
        let unicode = self.options.unicode;
        let dim = if cell.dimmed { DIM } else { "" };
        let (color, glyph) = match (cell.stone, cell.territory) {
            _ if cell.outside => ("", ' '),
            (Some(Color::Black), _) => (BLACK, if unicode { '●' } else { 'X' }),
            // With colour, the colour tells the player.
            (Some(Color::White), _) if self.options.color && unicode => (WHITE, '●'),
            (Some(Color::White), _) => (WHITE, if unicode { '○' } else { 'O' }),
            (None, Some(owner)) => {
                let color = if owner == Color::Black { BLACK } else { WHITE };
                (color, territory(owner, unicode))
            }
            (None, None) if cell.dimmed => ("", if unicode { '·' } else { ':' }),
            (None, None) if cell.star => ("", if unicode { '╋' } else { '+' }),
            (None, None) => ("", if unicode { self.crossing(point) } else { '.' }),
        };
        let color = format!("{dim}{color}");
        self.colored(line, &color, glyph.encode_utf8(&mut [0; 4]));
    }

    /// Returns the crossing of lines at a point. Lines end at the edge of the board, not at the edge of the
    /// region.
    fn crossing(&self, point: Point) -> char {
        let size = self.board.size;
        let (up, down) = (point.row > 0, point.row + 1 < size.rows);
        let (left, right) = (point.column > 0, point.column + 1 < size.columns);
        match (up, down, left, right) {
            (true, true, true, true) => '┼',
            (true, true, true, false) => '┤',
            (true, true, false, true) => '├',
            (true, true, false, false) => '│',
            (true, false, true, true) => '┴',
            (true, false, true, false) => '┘',
            (true, false, false, true) => '└',
            (false, true, true, true) => '┬',
            (false, true, true, false) => '┐',
            (false, true, false, true) => '┌',
            (false, false, true, true) => '─',
            (true, false, false, false) => '╵',
            (false, true, false, false) => '╷',
            (false, false, true, false) => '╴',
            (false, false, false, true) => '╶',
            (false, false, false, false) => '·',
        }
    }

    fn paint(&self, line: &mut String, sequence: &str) {
        if self.options.color {
            line.push_str(sequence);
        }
    }

    fn colored(&self, line: &mut String, color: &str, text: &str) {
        if color.is_empty() {
            line.push_str(text);
            return;
        }
        self.paint(line, color);
        line.push_str(text);
        self.paint(line, PLAIN);
        self.paint(line, WOOD);
    }

    /// Returns the labels that are too long for the board.
    fn long_labels(&self) -> Vec<String> {
        let labels = self.board.points().filter_map(|(point, cell)| {
            let label = cell.label.as_deref().filter(|_| !cell.outside)?;
            let is_long = columns(&printable(label, self.options.unicode)) > LONGEST;
            is_long.then(|| format!("{}: {label}", self.board.name(point)))
        });
        labels.collect()
    }

    /// Returns the meaning of the signs that do not explain themselves.
    fn legend(&self) -> Option<String> {
        let unicode = self.options.unicode;
        let uses = |test: &dyn Fn(&Cell) -> bool| {
            let mut cells = self.board.cells.iter();
            cells.any(|cell| !cell.outside && test(cell))
        };
        let mut legend = Vec::new();
        for (sign, name) in [
            (Sign::Triangle, "triangle"),
            (Sign::Square, "square"),
            (Sign::Circle, "circle"),
            (Sign::Cross, "cross"),
            (Sign::Diamond, "diamond"),
            (Sign::Check, "check mark"),
        ] {
            if !unicode && uses(&|cell| cell.signs.contains(&sign)) {
                legend.push(format!("{} {name}", sign_char(sign, unicode)));
            }
        }
        if uses(&|cell| cell.selected) {
            legend.push("* selected".to_owned());
        }
        if uses(&|cell| cell.dimmed && cell.stone.is_some()) {
            legend.push("' dimmed".to_owned());
        }
        for color in [Color::Black, Color::White] {
            if uses(&|cell| cell.territory == Some(color)) {
                let sign = territory(color, unicode);
                legend.push(format!("{sign} territory of {color}"));
            }
        }
        (!legend.is_empty()).then(|| legend.join(", "))
    }
}
