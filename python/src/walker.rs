//! Walks through folders and archives.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::thread::available_parallelism;

use ishi_archive::Records;
use pyo3::prelude::*;

use crate::finding::Finding;
use crate::game::Game;
use crate::record::Record;

/// The games below paths.
#[pyclass(frozen, module = "ishi")]
pub struct Walk(Mutex<Progress>);

struct Progress {
    records: Records,
    /// The record that is handed out, and the index of its next game.
    current: Option<(Record, usize)>,
    findings: Vec<Finding>,
}

impl Walk {
    /// Starts to read.
    pub fn new(paths: Vec<PathBuf>, threads: Option<usize>) -> PyResult<Self> {
        let threads = threads.or_else(|| Some(available_parallelism().ok()?.get()));
        Ok(Self(Mutex::new(Progress {
            records: Records::below(paths, threads.unwrap_or(1))?,
            current: None,
            findings: Vec::new(),
        })))
    }
}

impl Progress {
    fn next_game(&mut self) -> Option<Game> {
        loop {
            if let Some((record, next)) = &mut self.current {
                let game = record.game(*next);
                *next += 1;
                if game.is_some() {
                    return game;
                }
            }
            let found = self.records.next()?;
            let path = found.name.text().into_owned();
            self.current = match found.record {
                Ok(collection) => Some((Record::new(collection, Some(path)), 0)),
                Err(why) => {
                    self.findings.push(Finding::unread(path, why.to_string()));
                    None
                }
            };
        }
    }
}

#[pymethods]
impl Walk {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> Option<Game> {
        py.detach(|| {
            self.0
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .next_game()
        })
    }

    /// The records that could not be read so far, each with the reason.
    #[getter]
    fn findings(&self, py: Python<'_>) -> Vec<Finding> {
        py.detach(|| {
            self.0
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .findings
                .clone()
        })
    }
}
