//! The layout of a Smart-Go file.
//!
//! MGT 2.31 looks for a parenthesis at the start of a line, allows no white space between an
//! identifier and its bracket, and lets a list continue only in lines that start with a bracket.

use super::is_game_info;
use crate::bracket::property::{for_each_value, guarded};
use crate::model::{GO, Id, Ident, Meaning, Move, Place, Point, PointSet, Property, Value};

/// A line that is longer than this ends before the next node, property or point.
const FULL: usize = 60;

pub(super) struct Layout<'o> {
    out: &'o mut String,
    /// Where the current line starts.
    line: usize,
}

impl<'o> Layout<'o> {
    /// Continues a text, from the start of a line.
    pub(super) fn new(out: &'o mut String) -> Self {
        let line = out.len();
        Self { out, line }
    }

    /// Opens the game or a variation.
    pub(super) fn open(&mut self) {
        self.fresh_line();
        self.out.push('(');
    }

    /// Closes the game or a variation.
    pub(super) fn close(&mut self) {
        self.out.push(')');
    }

    /// Ends the file.
    pub(super) fn finish(self) {
        self.out.push('\n');
    }

    /// Starts a node.
    pub(super) fn start_node(&mut self) {
        self.break_full_line();
        self.out.push(';');
    }

    /// Writes the properties at the start of every game: FF, GM and SZ.
    pub(super) fn root(&mut self, size: u8) {
        self.out.push_str("FF[1]GM[1]SZ[");
        self.out.push_str(&size.to_string());
        self.out.push(']');
    }

    /// Writes a move, and nothing if its place could not be read.
    pub(super) fn mv(&mut self, mv: Move) {
        let point = match mv.place {
            Place::Point(point) => point,
            Place::Pass => Point::new(19, 19),
            Place::Unreadable => return,
        };
        self.out.push(mv.color.letter());
        self.out.push('[');
        self.point(point);
        self.out.push(']');
    }

    /// Writes the move and the properties of a node.
    pub(super) fn node(&mut self, native: &Meaning<'_>) {
        let mut properties: Vec<_> = native.properties.iter().collect();
        properties.sort_by_key(|property| order(&property.ident));
        let (info, rest): (Vec<_>, Vec<_>) = properties
            .into_iter()
            .partition(|property| is_game_info(property));
        for property in info {
            self.fresh_line();
            self.property(property);
        }
        if let Some(mv) = native.mv {
            self.mv(mv);
        }
        for property in rest {
            self.break_full_line();
            self.property(property);
        }
    }

    fn property(&mut self, property: &Property<'_>) {
        self.out.push_str(property.ident.as_str());
        match &property.value {
            Value::Points(areas) if !areas.is_empty() => {
                // Each point once: a record of rectangles on each other would become thousands of times as long. The two
                // corners of a view can be one point.
                let once = if property.is(Id::View) {
                    areas.to_vec()
                } else {
                    PointSet::default().insert_new(areas.iter().copied())
                };
                for (index, point) in once.iter().flat_map(|area| area.points()).enumerate() {
                    if index > 0 {
                        self.break_full_line();
                    }
                    self.out.push('[');
                    self.point(point);
                    self.out.push(']');
                }
            }
            Value::Text(text) if property.is(Id::ExpectedMove) && text.is_empty() => {
                self.out.push_str("[tt]");
            }
            _ => {
                let start = self.out.len();
                for_each_value(property, |value| {
                    let value = guarded(&property.ident, value, GO);
                    self.out.extend(["[", &value, "]"]);
                });
                self.note_lines(start);
            }
        }
    }

    fn point(&mut self, point: Point) {
        use crate::bracket::typed::line_to_letter;
        self.out
            .extend([point.column, point.row].map(|line| char::from(line_to_letter(line))));
    }

    /// Finds the start of the current line in the text since `start`.
    fn note_lines(&mut self, start: usize) {
        let written = self.out.get(start..).unwrap_or_default();
        if let Some(last) = written.rfind('\n') {
            self.line = start + last + 1;
        }
    }

    fn break_full_line(&mut self) {
        if self.out.len() - self.line > FULL {
            self.fresh_line();
        }
    }

    fn fresh_line(&mut self) {
        if self.out.len() > self.line {
            self.out.push('\n');
            self.line = self.out.len();
        }
    }
}

/// Returns the sort key of a property. TE and BM have the same one, so that they stay in their order.
fn order(ident: &Ident) -> (Option<Id>, Option<&str>) {
    match ident.standard() {
        Some(Id::BadMove) => (Some(Id::Tesuji), None),
        // Properties without a standard come last.
        None => (Some(Id::ExpectedMove), Some(ident.as_str())),
        id => (id, None),
    }
}
