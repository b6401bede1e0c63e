//! Points, moves and values of properties, between Rust and Python.

use std::borrow::Cow;

use ishi::model::{
    Area, BoardSize, Color, Id, Ident, Label, Move, Place, Point, Property, Value, ValueType,
};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::error::refused;

/// A point as Python has it: row and column from the lower left, from 0.
pub type Pair = (u8, u8);

/// Returns a point as Python has it; `None` off the board.
pub fn pair(point: Point, size: BoardSize) -> Option<Pair> {
    let row = size.rows.checked_sub(point.row)?.checked_sub(1)?;
    size.contains(point).then_some((row, point.column))
}

/// Returns the point of a pair or of a name such as `C3`.
pub fn point(value: &Bound<'_, PyAny>, size: BoardSize) -> PyResult<Point> {
    if let Ok(name) = value.cast::<PyString>() {
        return Point::from_name(&name.to_cow()?, size).map_err(refused);
    }
    let (row, column): (u8, u8) = value.extract()?;
    let off_board = || refused(format!("({row}, {column}) is not on the board of {size}"));
    let from_top = size
        .rows
        .checked_sub(row)
        .and_then(|row| row.checked_sub(1));
    let point = Point::new(column, from_top.ok_or_else(off_board)?);
    size.contains(point).then_some(point).ok_or_else(off_board)
}

/// Returns the player of a letter.
pub fn color(letter: &str) -> PyResult<Color> {
    match letter {
        "b" | "B" => Ok(Color::Black),
        "w" | "W" => Ok(Color::White),
        _ => Err(PyValueError::new_err(format!(
            "`{letter}` is not a player: expected `b` or `w`"
        ))),
    }
}

/// Returns the letter of a player.
pub fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "b",
        Color::White => "w",
    }
}

/// Returns a move at a point, or the pass for `None`.
pub fn move_of(color: Color, place: Option<&Bound<'_, PyAny>>, size: BoardSize) -> PyResult<Move> {
    let Some(place) = place else {
        return Ok(Move::pass(color));
    };
    if let Ok(name) = place.cast::<PyString>() {
        return Move::from_name(color, &name.to_cow()?, size).map_err(refused);
    }
    Ok(Move::at(color, point(place, size)?))
}

/// Returns the point of a move; `None` for a pass and off the board.
pub fn place(place: Place, size: BoardSize) -> Option<Pair> {
    match place {
        Place::Point(point) => pair(point, size),
        Place::Pass | Place::Unreadable => None,
    }
}

/// Returns the value of a property as its type says: a number, a text, a list.
pub fn to_python<'py>(
    py: Python<'py>,
    id: Option<Id>,
    value: &Value<'_>,
    size: BoardSize,
) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Text(text) => text_to_python(py, id, text),
        Value::Pair(two) => (two.0.as_ref(), two.1.as_ref()).into_bound_py_any(py),
        Value::Points(areas) => {
            let points = areas.iter().flat_map(|area| Area::points(*area));
            let points: Vec<_> = points.filter_map(|point| pair(point, size)).collect();
            points.into_bound_py_any(py)
        }
        Value::Labels(labels) => {
            let labels = labels
                .iter()
                .filter_map(|label| Some((pair(label.point, size)?, label.text.to_string())));
            labels.collect::<Vec<_>>().into_bound_py_any(py)
        }
        Value::Lines(lines) => {
            let lines = lines
                .iter()
                .filter_map(|(from, to)| Some((pair(*from, size)?, pair(*to, size)?)));
            lines.collect::<Vec<_>>().into_bound_py_any(py)
        }
        Value::Raw(values) => {
            let values: Vec<&str> = values.iter().map(AsRef::as_ref).collect();
            values.into_bound_py_any(py)
        }
    }
}

/// Returns a text as a value of its type. A text of another type stays a text.
fn text_to_python<'py>(py: Python<'py>, id: Option<Id>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    let trimmed = text.trim();
    match id.map(Id::value_type) {
        Some(ValueType::None) => return true.into_bound_py_any(py),
        Some(ValueType::Number | ValueType::Double) => {
            if let Ok(number) = trimmed.parse::<i64>() {
                return number.into_bound_py_any(py);
            }
        }
        Some(ValueType::Real) => {
            if let Ok(number) = trimmed.parse::<f64>() {
                return number.into_bound_py_any(py);
            }
        }
        Some(ValueType::Color) => {
            if let Ok(color) = color(trimmed) {
                return letter(color).into_bound_py_any(py);
            }
        }
        _ => {}
    }
    text.into_bound_py_any(py)
}

/// Returns the property that has a value of Python.
pub fn property(
    ident: &str,
    value: &Bound<'_, PyAny>,
    size: BoardSize,
) -> PyResult<Property<'static>> {
    let ident = Ident::from(ident);
    let Some(id) = ident.standard() else {
        return Ok(Property::new(ident, Value::Raw(raw(value)?)));
    };
    let value = match id.value_type() {
        ValueType::Points => {
            let mut points = Vec::new();
            for item in value.try_iter()? {
                points.push(Area::from(point(&item?, size)?));
            }
            Value::Points(points.into())
        }
        ValueType::Labels => {
            let mut labels = Vec::new();
            for item in value.try_iter()? {
                let (at, text): (Bound<'_, PyAny>, String) = item?.extract()?;
                labels.push(Label {
                    point: point(&at, size)?,
                    text: text.into(),
                });
            }
            Value::Labels(labels.into())
        }
        ValueType::Lines => {
            let mut lines = Vec::new();
            for item in value.try_iter()? {
                let (from, to): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item?.extract()?;
                lines.push((point(&from, size)?, point(&to, size)?));
            }
            Value::Lines(lines.into())
        }
        ValueType::Pair if value.cast::<PyString>().is_err() => {
            let (first, second): (Bound<'_, PyAny>, Bound<'_, PyAny>) = value.extract()?;
            Value::Pair(Box::new((text(&first)?.into(), text(&second)?.into())))
        }
        ValueType::Color => Value::Text(color(&text(value)?)?.letter().to_string().into()),
        ValueType::None => Value::Text(Cow::Borrowed("")),
        _ => Value::Text(text(value)?.into()),
    };
    Ok(Property::new(ident, value))
}

/// Returns a text or a number as text.
fn text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = value.extract::<String>() {
        return Ok(text);
    }
    if value.extract::<f64>().is_ok() {
        return Ok(value.str()?.to_string());
    }
    let kind = value.get_type();
    Err(PyTypeError::new_err(format!(
        "expected a text or a number, not {kind}"
    )))
}

/// Returns the values of a property that the library does not know, with the escapes of SGF `FF[4]`, section 3.2.
fn raw(value: &Bound<'_, PyAny>) -> PyResult<Box<[Cow<'static, str>]>> {
    let escaped = |text: String| Cow::Owned(text.replace('\\', "\\\\").replace(']', "\\]"));
    if let Ok(text) = text(value) {
        return Ok(Box::new([escaped(text)]));
    }
    let values: Vec<Bound<'_, PyAny>> = value.extract()?;
    values
        .iter()
        .map(|value| text(value).map(escaped))
        .collect()
}
