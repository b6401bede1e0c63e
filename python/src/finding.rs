//! Findings and differences.

use ishi::compare;
use ishi::convert::{self, Findings};
use pyo3::prelude::*;

/// A mistake or a doubt in a record.
#[pyclass(frozen, get_all, module = "ishi")]
#[derive(Clone)]
pub struct Finding {
    /// The code of the rule, such as B007; empty for a record that cannot be read.
    code: String,
    /// One of error, warning and note.
    severity: String,
    /// The mistake or doubt in words.
    message: String,
    /// How the record was repaired, or the expected form.
    help: Option<String>,
    /// `safe` or `guess` if `mend` has a fix for it.
    mendable: Option<String>,
    /// The file or the member of an archive; `None` for a record in memory.
    path: Option<String>,
    /// The line in the file, from 1.
    line: Option<usize>,
    /// The column in characters, from 1.
    column: Option<usize>,
    /// The number of the game, from 1.
    game: Option<usize>,
    /// The address of the node: see `Game.find`.
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
            mendable: None,
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
            message: diagnostic.message.to_string(),
            help: diagnostic.help.as_deref().map(str::to_owned),
            mendable: diagnostic.fix.map(|kind| kind.name().to_owned()),
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
#[pyclass(frozen, module = "ishi")]
pub struct Difference {
    /// The number of the game, from 1; `None` if the numbers of games differ.
    #[pyo3(get)]
    game: Option<usize>,
    /// The address of the node: see `Game.find`. It is empty if the game as a whole differs.
    #[pyo3(get)]
    address: String,
    /// What differs, in words: the move, or a property with its identifier.
    #[pyo3(get)]
    what: String,
    /// The text in the first record; `None` if it has none.
    #[pyo3(get)]
    first: Option<String>,
    /// The text in the second record; `None` if it has none.
    #[pyo3(get)]
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
