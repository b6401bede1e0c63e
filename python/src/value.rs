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

/// Returns the size of a board that Python asks for.
pub fn board_size(columns: i64, rows: Option<i64>) -> PyResult<BoardSize> {
    let rows = rows.unwrap_or(columns);
    let lines = |count: i64| {
        u8::try_from(count)
            .ok()
            .filter(|count| (1..=52).contains(count))
    };
    let size = lines(columns).zip(lines(rows));
    let size = size.map(|(columns, rows)| BoardSize { columns, rows });
    size.ok_or_else(|| {
        refused(format!(
            "a board of {columns}x{rows} is not possible: expected 1 to 52 lines"
        ))
    })
}

/// Returns the point of a pair or of a name such as `C3`.
pub fn point(value: &Bound<'_, PyAny>, size: BoardSize) -> PyResult<Point> {
    if let Ok(name) = value.cast::<PyString>() {
        return Point::from_name(&name.to_cow()?, size).map_err(refused);
    }
    let Ok([row, column]) = value.extract::<[i64; 2]>() else {
        return Err(expected("a point, such as (2, 3) or \"D3\"", value));
    };
    at(row, column, size)
}

/// Returns the point in a row and a column from the lower left.
pub fn at(row: i64, column: i64, size: BoardSize) -> PyResult<Point> {
    let line = |line: i64, count: u8| u8::try_from(line).ok().filter(|line| *line < count);
    let point = line(row, size.rows).zip(line(column, size.columns));
    let point = point.map(|(row, column)| Point::new(column, size.rows - 1 - row));
    point.ok_or_else(|| refused(format!("({row}, {column}) is not on the board of {size}")))
}

/// Returns the exception for a value of another kind.
fn expected(what: &str, found: &Bound<'_, PyAny>) -> PyErr {
    let found = found.repr().map(|found| found.to_string());
    let found = found.unwrap_or_else(|_| "this".to_owned());
    PyTypeError::new_err(format!("expected {what}, not {found}"))
}

/// Returns the items of a list.
fn items<'py>(what: &str, list: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    // A text is a list of letters in Python, and no property has one.
    if list.is_instance_of::<PyString>() {
        return Err(expected(what, list));
    }
    list.try_iter().map_err(|_| expected(what, list))?.collect()
}

/// Returns the two parts of a pair.
fn parts<'py>(what: &str, pair: &Bound<'py, PyAny>) -> PyResult<[Bound<'py, PyAny>; 2]> {
    let parts = items(what, pair)?;
    <[_; 2]>::try_from(parts).map_err(|_| expected(what, pair))
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
    if let Id::Size | Id::GameKind | Id::FileFormat | Id::Charset = id {
        return Err(refused(format!(
            "`{}` cannot be set: the board, the kind of game, the file format and the charset stay as they are",
            id.ident()
        )));
    }
    let value = match id.value_type() {
        ValueType::Points => {
            let items = items("a list of points, such as [\"C3\"]", value)?;
            let areas = items.iter().map(|item| point(item, size).map(Area::from));
            Value::Points(areas.collect::<PyResult<_>>()?)
        }
        ValueType::Labels => {
            let what = "a list of points with labels, such as [(\"C3\", \"a\")]";
            let items = items(what, value)?;
            let labels = items.iter().map(|item| {
                let [at, label] = parts(what, item)?;
                PyResult::Ok(Label {
                    point: point(&at, size)?,
                    text: text(&label)?.into(),
                })
            });
            Value::Labels(labels.collect::<PyResult<_>>()?)
        }
        ValueType::Lines => {
            let what = "a list of pairs of points, such as [(\"C3\", \"D4\")]";
            let items = items(what, value)?;
            let lines = items.iter().map(|item| {
                let [from, to] = parts(what, item)?;
                PyResult::Ok((point(&from, size)?, point(&to, size)?))
            });
            Value::Lines(lines.collect::<PyResult<_>>()?)
        }
        ValueType::Pair if value.cast::<PyString>().is_err() => {
            let [first, second] = parts("a pair of texts, such as (\"257\", \"Dia 1\")", value)?;
            Value::Pair(Box::new((text(&first)?.into(), text(&second)?.into())))
        }
        ValueType::None if !value.is_truthy()? => {
            let what = "True, because the property has no value; `unset` removes it";
            return Err(expected(what, value));
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
    Err(expected("a text or a number", value))
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
