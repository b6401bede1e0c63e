//! Values of JSON as text.

use itoa::Integer;

use crate::model::{Area, BoardSize, Point};

/// Appends a text with its escapes.
pub fn push_text(out: &mut Vec<u8>, text: &str) {
    // Writing into memory does not fail.
    let _ = serde_json::to_writer(out, text);
}

/// Appends a whole number.
pub fn push_number(out: &mut Vec<u8>, number: impl Integer) {
    out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}

/// Appends a game information that is a number in most records: `6.5` -> `6.5`, `none` -> `"none"`.
pub fn push_number_or_text(out: &mut Vec<u8>, text: &str) {
    let text = text.trim();
    if let Ok(whole) = text.parse::<i64>() {
        return push_number(out, whole);
    }
    let is_plain = |byte: u8| byte.is_ascii_digit() || b".-".contains(&byte);
    let real = text.parse::<f64>().ok().filter(|real| real.is_finite());
    match real.filter(|_| text.bytes().all(is_plain)) {
        // Writing into memory does not fail.
        Some(real) => _ = serde_json::to_writer(out, &real),
        None => push_text(out, text),
    }
}

/// Appends the name of a point: `"C3"`.
pub fn push_point(out: &mut Vec<u8>, point: Point, size: BoardSize) {
    out.push(b'"');
    push_name(out, point, size);
    out.push(b'"');
}

/// Appends a point, `"C3"`, or a rectangle, `"A1:K10"`.
pub fn push_area(out: &mut Vec<u8>, area: Area, size: BoardSize) {
    out.push(b'"');
    push_name(out, area.from, size);
    if !area.is_single() {
        out.push(b':');
        push_name(out, area.to, size);
    }
    out.push(b'"');
}

fn push_name(out: &mut Vec<u8>, point: Point, size: BoardSize) {
    let name = point.on(size);
    out.extend(name.letters());
    push_number(out, name.row());
}

/// A list that is appended to a text.
pub struct List<'o> {
    out: &'o mut Vec<u8>,
    start: usize,
}

impl<'o> List<'o> {
    pub fn new(out: &'o mut Vec<u8>) -> Self {
        out.push(b'[');
        let start = out.len();
        Self { out, start }
    }

    /// Returns where the next item goes.
    pub fn next(&mut self) -> &mut Vec<u8> {
        push_comma(self.out, self.start);
        self.out
    }

    pub fn end(self) {
        self.out.push(b']');
    }
}

/// Appends a comma, unless the list or object that starts at this offset is empty.
pub fn push_comma(out: &mut Vec<u8>, start: usize) {
    if out.len() > start {
        out.push(b',');
    }
}
