//! The target of a conversion.

use std::fmt;
use std::path::Path;

use ishi::Format;

use crate::disk::paths::ending;

/// The target of a conversion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum To {
    /// Records in this format.
    Format(Format),
    /// Documents for other programs, with `positions` at each node. They are not read back, so there is no
    /// proof.
    Json { positions: bool },
}

impl To {
    /// Returns the target with a name, in any case.
    pub fn from_name(name: &str) -> Option<Self> {
        let json = [false, true].map(|positions| Self::Json { positions });
        let json = json
            .into_iter()
            .find(|to| name.eq_ignore_ascii_case(to.name()));
        json.or_else(|| Format::from_name(name).map(Self::Format))
    }

    /// Returns the target for the ending of a path, in any case. No target has the endings of formats that are only read.
    pub fn from_path(path: &Path) -> Option<Self> {
        Self::from_name(&ending(path))
    }

    /// Returns the name on the command line, in manifests and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Format(format) => format.name(),
            Self::Json { positions: false } => "json",
            Self::Json { positions: true } => "json-positions",
        }
    }

    /// Returns whether documents are made.
    pub fn is_json(self) -> bool {
        matches!(self, Self::Json { .. })
    }

    /// Returns the ending of new files, without a dot.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Format(format) => format.ending(),
            Self::Json { .. } => "json",
        }
    }
}

impl fmt::Display for To {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format(format) => format.fmt(f),
            Self::Json { .. } => f.write_str("JSON"),
        }
    }
}
