//! Findings and differences.

use ishi::compare;
use ishi::convert::{self, Findings};
use pyo3::prelude::*;

/// A mistake or doubt in a record.
#[pyclass(frozen, get_all, module = "ishi")]
#[derive(Clone)]
pub struct Finding {
    /// The code of the rule; empty for a record that cannot be read.
    code: String,
    severity: String,
    message: String,
    help: Option<String>,
    path: Option<String>,
    line: Option<usize>,
    column: Option<usize>,
    game: Option<usize>,
    address: Option<String>,
}

impl Finding {
    /// Makes the finding about a record that cannot be read.
    pub fn unread(path: String, message: String) -> Self {
        Self {
            code: String::new(),
            severity: "error".to_owned(),
            message,
            help: None,
            path: Some(path),
            line: None,
            column: None,
            game: None,
            address: None,
        }
    }

    fn new(finding: &convert::Finding, path: Option<&str>) -> Self {
        let diagnostic = &finding.diagnostic;
        let place = finding.place.as_ref();
        Self {
            code: diagnostic.rule.code.to_owned(),
            severity: diagnostic.severity.to_string(),
            message: diagnostic.message.clone(),
            help: diagnostic.help.clone(),
            path: path.map(str::to_owned),
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
            game: finding.game,
            address: diagnostic.address.as_ref().map(ToString::to_string),
        }
    }
}

/// Returns findings as Python has them.
pub fn all(findings: &Findings, path: Option<&str>) -> Vec<Finding> {
    let kept = findings.kept().iter();
    kept.map(|finding| Finding::new(finding, path)).collect()
}

#[pymethods]
impl Finding {
    fn __str__(&self) -> String {
        let path = self.path.iter().map(String::clone);
        let place = [self.line, self.column].into_iter().flatten();
        let place: Vec<_> = path.chain(place.map(|number| number.to_string())).collect();
        let code = if self.code.is_empty() {
            String::new()
        } else {
            format!("[{}]", self.code)
        };
        let colon = if place.is_empty() { "" } else { ": " };
        format!(
            "{}{colon}{}{code}: {}",
            place.join(":"),
            self.severity,
            self.message
        )
    }

    fn __repr__(&self) -> String {
        format!("<ishi.Finding {}>", self.__str__())
    }
}

/// A difference between two records.
#[pyclass(frozen, get_all, module = "ishi")]
pub struct Difference {
    game: Option<usize>,
    address: String,
    what: String,
    first: Option<String>,
    second: Option<String>,
    text: String,
}

impl Difference {
    pub fn new(game: usize, difference: compare::Difference) -> Self {
        Self {
            text: format!("game {game}, {difference}"),
            game: Some(game),
            address: difference.path,
            what: difference.what,
            first: difference.first,
            second: difference.second,
        }
    }

    /// Makes the difference between records with these numbers of games.
    pub fn of_counts(first: usize, second: usize) -> Self {
        Self {
            game: None,
            address: String::new(),
            what: "number of games".to_owned(),
            first: Some(first.to_string()),
            second: Some(second.to_string()),
            text: format!("number of games: {first} against {second}"),
        }
    }
}

#[pymethods]
impl Difference {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<ishi.Difference {}>", self.text)
    }
}
