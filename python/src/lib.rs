//! The module `ishi._ishi` of Python: the library as classes and functions. `ishi/_ishi.pyi` documents them.
//!
//! All work is done by the crate `ishi`; this module only converts arguments and results. Points are pairs of
//! row and column, both from 0 at the lower left, and players are `b` and `w`, as in sgfmill.

mod board;
mod error;
mod finding;
mod game;
mod node;
mod play;
mod record;
mod value;
mod walker;

use std::io::Cursor;

use ishi::charset::Charset;
use ishi::check::{Choice, Levels};
use ishi::compare::compare;
use ishi::convert::{Conversion, ConvertOptions};
use ishi::source::Source;
use ishi::{Format, read_source};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use board::Board;
use error::{IshiError, contained, refused, unknown};
use finding::{Difference, Finding};
use game::{Game, Move};
use node::Node;
use record::{Input, Record, join};
use walker::Walk;

/// The library ishi.
#[pymodule]
mod _ishi {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::{
        Board, Difference, Finding, Game, IshiError, Move, Node, Record, Walk, check, convert,
        diff, join, mend, read, walk,
    };

    #[pymodule_init]
    fn init(_module: &Bound<'_, PyModule>) {
        ishi::crash::name_places();
    }

    /// The version of the library.
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python calls it so")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}

/// Read all games of a record; its content tells the format and the charset, if they are not named.
///
/// A damaged record is repaired: see `Record.findings`. `IshiError` if it is not a record, `OSError` if the file cannot be
/// read.
#[pyfunction]
#[pyo3(signature = (source, *, format=None, charset=None))]
fn read(
    source: &Bound<'_, PyAny>,
    format: Option<&str>,
    charset: Option<&str>,
) -> PyResult<Record> {
    let input = Input::new(source, format, charset)?;
    let collection = source
        .py()
        .detach(|| contained(|| read_source(&mut input.open()?).map_err(refused)))?;
    Ok(Record::new(collection, input.path))
}

/// Convert a record, and compare the result with it.
///
/// With `plain` the result has no private data for parts that its format cannot express; with `strict` a warning or a loss is an
/// `IshiError`.
#[pyfunction]
#[pyo3(signature = (source, to="sgf", *, plain=false, strict=false, format=None, charset=None, output_charset=None))]
fn convert<'py>(
    source: &Bound<'py, PyAny>,
    to: &str,
    plain: bool,
    strict: bool,
    format: Option<&str>,
    charset: Option<&str>,
    output_charset: Option<&str>,
) -> PyResult<Bound<'py, PyBytes>> {
    let input = Input::new(source, format, charset)?;
    let options = ConvertOptions {
        plain,
        strict,
        charset: output_charset.map(charset_of).transpose()?,
        ..ConvertOptions::new(format_of(to)?)
    };
    let convert = || {
        Conversion::new(&options)
            .collect(&mut input.open()?)
            .map_err(refused)
    };
    let bytes = source.py().detach(|| contained(convert))?;
    Ok(PyBytes::new(source.py(), &bytes))
}

/// Return everything that is wrong or doubtful in a record.
#[pyfunction]
#[pyo3(signature = (source, *, format=None, charset=None))]
fn check(
    source: &Bound<'_, PyAny>,
    format: Option<&str>,
    charset: Option<&str>,
) -> PyResult<Vec<Finding>> {
    let input = Input::new(source, format, charset)?;
    let check = || {
        let checked =
            ishi::check::check(&mut input.open()?, &Levels::default()).map_err(refused)?;
        let path = input.path.as_deref();
        Ok(finding::all(&checked.findings, path))
    };
    source.py().detach(|| contained(check))
}

/// Return the bytes of a record with the findings mended that have a fix: every other byte stays.
///
/// With `guesses` also where the record itself does not prove the fix; with `rules` only findings of these codes.
#[pyfunction]
#[pyo3(signature = (source, *, guesses=false, rules=Vec::new(), format=None, charset=None))]
fn mend<'py>(
    source: &Bound<'py, PyAny>,
    guesses: bool,
    rules: Vec<String>,
    format: Option<&str>,
    charset: Option<&str>,
) -> PyResult<Bound<'py, PyBytes>> {
    let input = Input::new(source, format, charset)?;
    let choice = Choice { guesses, rules };
    let mend = || {
        let mut source = input.open()?;
        let fixes = ishi::check::fixes(&mut source, &choice).map_err(refused)?;
        ishi::check::mended(&mut source, &fixes).map_err(refused)
    };
    let bytes = source.py().detach(|| contained(mend))?;
    Ok(PyBytes::new(source.py(), &bytes))
}

/// Return the differences in meaning between two records, which can have different formats.
#[pyfunction]
fn diff(first: &Bound<'_, PyAny>, second: &Bound<'_, PyAny>) -> PyResult<Vec<Difference>> {
    let (a, b) = (
        Input::new(first, None, None)?,
        Input::new(second, None, None)?,
    );
    let differences = || {
        let read = |input: &Input| -> PyResult<Vec<_>> {
            let mut source = input.open()?;
            let games = ishi::Games::new(&mut source).with_carried();
            games.collect::<Result<_, _>>().map_err(refused)
        };
        let (a, b) = (read(&a)?, read(&b)?);
        let mut found = Vec::new();
        if a.len() != b.len() {
            found.push(Difference::of_counts(a.len(), b.len()));
        }
        for (number, (x, y)) in (1..).zip(a.iter().zip(&b)) {
            let differences = compare(x, y).differences.into_iter();
            found.extend(differences.map(|one| Difference::new(number, one)));
        }
        Ok(found)
    };
    first.py().detach(|| contained(differences))
}

/// Walk through all games below paths: files, folders, archives, in the order of their names.
///
/// Records are read on all cores, or on so many threads. What cannot be read is in `Walk.findings` and not an exception.
#[pyfunction]
#[pyo3(signature = (*paths, threads=None))]
fn walk(paths: Vec<std::path::PathBuf>, threads: Option<usize>) -> PyResult<Walk> {
    Walk::new(paths, threads)
}

/// Returns the format of a name.
fn format_of(name: &str) -> PyResult<Format> {
    let expected = "expected `sgf`, `smartgo` or `ishi`";
    Format::from_name(name).ok_or_else(|| refused(format!("`{name}` is not a format: {expected}")))
}

/// Returns the charset of a label.
fn charset_of(label: &str) -> PyResult<Charset> {
    Charset::from_label(label).ok_or_else(|| unknown("charset", label))
}

/// A record in memory.
type Bytes<'b> = Source<Cursor<&'b [u8]>>;
