//! The exception of the module.

use std::fmt::Display;
use std::io;
use std::path::Path;

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;

pyo3::create_exception!(
    ishi,
    IshiError,
    PyValueError,
    "A record that cannot be read, written or converted, or a node that is missing."
);

/// Returns the exception for an error of the library.
pub fn refused(error: impl Display) -> PyErr {
    IshiError::new_err(error.to_string())
}

/// Does the work on a record. If it panics, the record has an error that Python programs catch like any other.
pub fn contained<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    ishi::crash::contained(work).unwrap_or_else(|crash| Err(refused(crash)))
}

/// Returns the exception for a name that is not known.
pub fn unknown(what: &str, name: &str) -> PyErr {
    refused(format!("`{name}` is not a {what}"))
}

/// Returns the exception for a file that cannot be read; Python makes a `FileNotFoundError` and so on of it.
pub fn failed(error: &io::Error, path: &Path) -> PyErr {
    let path = path.to_string_lossy().into_owned();
    match error.raw_os_error() {
        // Python writes the number of the error before the words.
        Some(code) => {
            let text = error.to_string();
            let words = text.split(" (os error ").next().map(str::to_owned);
            PyOSError::new_err((code, words, path))
        }
        None => PyOSError::new_err(format!("{error}: {path}")),
    }
}
