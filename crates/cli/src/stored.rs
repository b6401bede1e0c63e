//! The data that a run stores for the reports of later runs.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};

/// The members of a JSON object, not read yet.
pub type Members<'l> = BTreeMap<&'l str, &'l RawValue>;

/// Reads a member of an object.
pub fn member<'l, T: Deserialize<'l>>(members: &Members<'l>, key: &str) -> Option<T> {
    serde_json::from_str(members.get(key)?.get()).ok()
}

/// The data of a source for reports, as JSON. It is long, and most runs need no part of it.
#[derive(Debug, Clone)]
pub struct StoredRow(Box<RawValue>);

impl StoredRow {
    /// Creates the data of an object.
    pub fn of(members: &Map<String, Value>) -> Self {
        Self(to_raw_value(members).unwrap_or_default())
    }

    /// Creates the data of a line of a manifest.
    pub fn read(row: &RawValue) -> Self {
        Self(row.to_owned())
    }

    /// Returns the JSON.
    pub fn text(&self) -> &str {
        self.0.get()
    }

    /// Returns whether it has a part.
    pub fn has(&self, key: &str) -> bool {
        self.members().contains_key(key)
    }

    /// Returns a part.
    pub fn part(&self, key: &str) -> Option<Value> {
        member(&self.members(), key)
    }

    fn members(&self) -> Members<'_> {
        serde_json::from_str(self.0.get()).unwrap_or_default()
    }
}

impl PartialEq for StoredRow {
    fn eq(&self, other: &Self) -> bool {
        self.0.get() == other.0.get()
    }
}
