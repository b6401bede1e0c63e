//! Records: the content of a file, and the list of its games.

use std::fs;
use std::io::{self, Cursor};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ishi::charset::Charset;
use ishi::source::{Source, SourceOptions};
use ishi::{Collection, Format};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{
    PyByteArray, PyByteArrayMethods, PyBytes, PyBytesMethods, PyIterator, PyList, PySlice,
};

use crate::error::{contained, failed, refused};
use crate::finding::{self, Finding};
use crate::game::Game;
use crate::{Bytes, charset_of, format_of};

/// Bytes that a caller hands over, or a file.
pub struct Input {
    bytes: Vec<u8>,
    /// The path, if it is a file.
    pub path: Option<String>,
    options: SourceOptions,
}

impl Input {
    /// Takes bytes or a path.
    pub fn new(
        source: &Bound<'_, PyAny>,
        format: Option<&str>,
        charset: Option<&str>,
    ) -> PyResult<Self> {
        let options = SourceOptions {
            format: format.map(format_of).transpose()?,
            hint: None,
            charset: charset.map(charset_of).transpose()?,
            ..SourceOptions::default()
        };
        let bytes = source
            .cast::<PyBytes>()
            .map(|bytes| bytes.as_bytes().to_vec())
            .or_else(|_| source.cast::<PyByteArray>().map(PyByteArrayMethods::to_vec));
        if let Ok(bytes) = bytes {
            return Ok(Self {
                bytes,
                path: None,
                options,
            });
        }
        let path: PathBuf = source.extract()?;
        Ok(Self {
            bytes: source
                .py()
                .detach(|| fs::read(&path))
                .map_err(|error| unread(&error, &path))?,
            options: SourceOptions {
                hint: Format::from_path(&path),
                ..options
            },
            path: Some(path.to_string_lossy().into_owned()),
        })
    }

    /// Opens the record.
    pub fn open(&self) -> PyResult<Bytes<'_>> {
        Source::open(Cursor::new(self.bytes.as_slice()), self.options).map_err(refused)
    }
}

/// Returns the exception for a file that cannot be read. A text may be a record, as for other libraries.
fn unread(error: &io::Error, path: &Path) -> PyErr {
    let text = path.to_string_lossy();
    if text.contains("(;") || text.contains('\n') {
        return refused(
            "a text is the name of a file; the record itself must be bytes: text.encode()",
        );
    }
    failed(error, path)
}

/// The games of a record. All its objects share them.
#[derive(Clone)]
pub struct Shared(Arc<Mutex<Collection>>);

impl Shared {
    /// Returns the record, when no other thread has it. A panic leaves no game half changed that could be told from a
    /// changed one, so the record of a thread that ended so is taken as it is.
    pub fn lock(&self) -> MutexGuard<'_, Collection> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether two are the same record.
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Returns a number of the record, for hashes.
    pub fn address(&self) -> usize {
        Arc::as_ptr(&self.0).addr()
    }
}

/// The games of a record, as a list that cannot be changed: `record[0]`, `len(record)`, `for game in record`.
#[pyclass(frozen, sequence, module = "ishi")]
pub struct Record {
    shared: Shared,
    /// The file that the record was read from; `None` for a record in memory.
    #[pyo3(get)]
    path: Option<String>,
}

impl Record {
    /// Takes a record that was read.
    pub fn new(collection: Collection, path: Option<String>) -> Self {
        Self {
            shared: Shared(Arc::new(Mutex::new(collection))),
            path,
        }
    }

    /// Returns the record of a game that was made.
    pub fn of_new(game: ishi::model::Game<'static>, format: Format) -> Self {
        let mut collection = Collection::new(format);
        collection.games.push(game);
        Self::new(collection, None)
    }

    /// Returns all games as a list.
    fn games<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let games: Vec<Game> = (0..).map_while(|index| self.game(index)).collect();
        PyList::new(py, games)
    }

    /// Returns a game by its index.
    pub fn game(&self, index: usize) -> Option<Game> {
        (index < self.__len__()).then(|| Game::new(self.shared.clone(), index, self.path.clone()))
    }
}

/// Return one record with the games of all, which have one format and one charset. Each game keeps its bytes.
#[pyfunction]
pub fn join(records: Vec<PyRef<'_, Record>>) -> PyResult<Record> {
    let shared = records.into_iter().map(|record| record.shared.clone());
    let records: Vec<_> = shared.map(|shared| shared.lock().clone()).collect();
    let joined = contained(|| ishi::change::join(&records).map_err(refused))?;
    Ok(Record::new(joined, None))
}

#[pymethods]
impl Record {
    /// The format: sgf, smartgo or ishi.
    #[getter]
    fn format(&self) -> &'static str {
        self.shared.lock().format.name()
    }

    /// The charset, such as utf-8.
    #[getter]
    fn charset(&self) -> String {
        Charset::label(self.shared.lock().charset)
    }

    /// What was wrong or doubtful when the record was read.
    #[getter]
    fn findings(&self) -> Vec<Finding> {
        finding::all(&self.shared.lock().findings, self.path.as_deref())
    }

    /// Sort the games by a header, for example date; those without it come last. Take the games from the record again.
    fn sort(&self, header: &str) -> PyResult<()> {
        let id = ishi::change::header_id(header).map_err(refused)?;
        ishi::change::sort(&mut self.shared.lock().games, id);
        Ok(())
    }

    /// Return the record with all changes of its games; every other byte is as it was read.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| contained(|| self.shared.lock().write().map_err(refused)))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Return the changes that `to_bytes` makes: the offsets of the removed bytes, and the bytes in their place.
    fn edits<'py>(&self, py: Python<'py>) -> PyResult<Vec<(u64, u64, Bound<'py, PyBytes>)>> {
        let edits = py.detach(|| contained(|| self.shared.lock().edits().map_err(refused)))?;
        let edits = edits.into_iter();
        Ok(edits
            .map(|edit| {
                (
                    edit.range.start,
                    edit.range.end,
                    PyBytes::new(py, &edit.bytes),
                )
            })
            .collect())
    }

    fn __len__(&self) -> usize {
        self.shared.lock().games.len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.games(py)?.try_iter()
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = index.py();
        if index.is_instance_of::<PySlice>() {
            return self.games(py)?.as_any().get_item(index);
        }
        let index: isize = index.extract()?;
        let count = self.__len__();
        let from_start = if index < 0 {
            count.checked_sub(index.unsigned_abs())
        } else {
            usize::try_from(index).ok()
        };
        let game = from_start.and_then(|index| self.game(index));
        let missing =
            || PyIndexError::new_err(format!("there is no game {index}; the record has {count}"));
        game.ok_or_else(missing)?.into_bound_py_any(py)
    }

    fn __repr__(&self) -> String {
        let path = self.path.as_deref().unwrap_or("in memory");
        let (format, count) = (self.format(), self.__len__());
        let games = if count == 1 { "game" } else { "games" };
        format!("<ishi.Record {path}: {count} {games}, {format}>")
    }
}
