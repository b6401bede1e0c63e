//! Records: the content of a file, and the list of its games.

use std::fs;
use std::io::Cursor;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ishi::charset::Charset;
use ishi::source::{Source, SourceOptions};
use ishi::{Collection, Format};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyByteArrayMethods, PyBytes, PyBytesMethods};

use crate::error::{failed, refused};
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
                .map_err(|error| failed(&error, &path))?,
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

/// All games of a record.
#[pyclass(frozen, sequence, module = "ishi")]
pub struct Record {
    shared: Shared,
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

    /// Returns a game by its index.
    pub fn game(&self, index: usize) -> Option<Game> {
        (index < self.__len__()).then(|| Game::new(self.shared.clone(), index, self.path.clone()))
    }
}

#[pymethods]
impl Record {
    #[getter]
    fn format(&self) -> &'static str {
        self.shared.lock().format.name()
    }

    #[getter]
    fn charset(&self) -> String {
        Charset::label(self.shared.lock().charset)
    }

    #[getter]
    fn findings(&self) -> Vec<Finding> {
        finding::all(&self.shared.lock().findings, self.path.as_deref())
    }

    /// Returns the record with all changes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| self.shared.lock().write().map_err(refused))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Returns the changes of the bytes: from where to where, and the new bytes.
    fn edits<'py>(&self, py: Python<'py>) -> PyResult<Vec<(u64, u64, Bound<'py, PyBytes>)>> {
        let edits = py.detach(|| self.shared.lock().edits().map_err(refused))?;
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

    fn __getitem__(&self, index: isize) -> PyResult<Game> {
        let count = self.__len__();
        let from_start = if index < 0 {
            count.checked_sub(index.unsigned_abs())
        } else {
            usize::try_from(index).ok()
        };
        let game = from_start.and_then(|index| self.game(index));
        game.ok_or_else(|| {
            PyIndexError::new_err(format!("there is no game {index}; the record has {count}"))
        })
    }

    fn __repr__(&self) -> String {
        let path = self.path.as_deref().unwrap_or("in memory");
        format!(
            "<ishi.Record {path}: {} games, {}>",
            self.__len__(),
            self.format()
        )
    }
}
