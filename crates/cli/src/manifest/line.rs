//! A line of a manifest.

use std::fmt::{self, Write};
use std::path::Component;

use serde_json::{Map, Value, json};

use super::{Hash, SourceKey, decoded};
use crate::stored::{Members, StoredRow, member};

/// A result, present or planned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made {
    /// Its path in the folder.
    pub path: SourceKey,
    /// Its content.
    pub hash: Hash,
    /// Its size in bytes. `None` if no run wrote it down.
    pub size: Option<u64>,
    /// Whether a person edited it, and the user accepted that.
    pub edited: bool,
    /// Whether `ishi check --fix` mended it.
    pub fixed: bool,
}

/// A line of a manifest.
#[derive(Debug, Clone, PartialEq)]
pub enum ManifestLine {
    /// These results, each with its source, are about to be put in place.
    Placing(Vec<(SourceKey, Made)>),
    /// A source was converted.
    Done {
        /// The source.
        source: SourceKey,
        /// Its size in bytes.
        size: u64,
        /// When it was last changed, in seconds since 1970 and nanoseconds.
        modified: Option<(u64, u32)>,
        /// Its content.
        hash: Hash,
        /// The options that matter for the result.
        options: String,
        /// The version of the program.
        version: String,
        /// The results.
        results: Vec<Made>,
        /// The data for reports.
        row: StoredRow,
    },
}

impl fmt::Display for ManifestLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Placing(all) => {
                let all: Vec<_> = all
                    .iter()
                    .map(|(source, made)| json!([**source, *made.path, hex(&made.hash)]))
                    .collect();
                write!(f, "{}", json!({ "placing": all }))
            }
            Self::Done {
                source,
                size,
                modified,
                hash,
                options,
                version,
                results,
                row,
            } => {
                let results: Vec<_> = results
                    .iter()
                    .map(|made| {
                        let mut result = Map::new();
                        let mut add =
                            |key: &str, value: Value| result.insert(key.to_owned(), value);
                        add("path", (*made.path).into());
                        add("sha256", hex(&made.hash).into());
                        made.size.map(|size| add("size", size.into()));
                        made.edited.then(|| add("edited", true.into()));
                        made.fixed.then(|| add("fixed", true.into()));
                        result
                    })
                    .collect();
                let line = json!({
                    "source": **source, "size": size, "modified": modified, "sha256": hex(hash),
                    "options": options, "version": version, "results": results,
                });
                let line = line.to_string();
                let line = line.strip_suffix('}').unwrap_or(&line);
                write!(f, "{line},\"row\":{}}}", row.text())
            }
        }
    }
}

impl ManifestLine {
    /// Reads a line. Returns `None` for a part of a line, and for a line that names a result outside of
    /// the folder.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let line: Members<'_> = serde_json::from_slice(bytes).ok()?;
        if line.contains_key("placing") {
            let all: Vec<(String, String, &str)> = member(&line, "placing")?;
            let all = all.into_iter().map(|(source, path, hash)| {
                let made = Made {
                    path: plain(path)?,
                    hash: unhex(hash)?,
                    size: None,
                    edited: false,
                    fixed: false,
                };
                Some((source.into(), made))
            });
            return Some(Self::Placing(all.collect::<Option<_>>()?));
        }
        let results: Vec<Members<'_>> = member(&line, "results")?;
        let results = results.into_iter().map(|made| {
            Some(Made {
                path: plain(member(&made, "path")?)?,
                hash: unhex(member(&made, "sha256")?)?,
                size: member(&made, "size"),
                edited: made.contains_key("edited"),
                fixed: made.contains_key("fixed"),
            })
        });
        Some(Self::Done {
            source: member::<String>(&line, "source")?.into(),
            size: member(&line, "size")?,
            modified: member(&line, "modified"),
            hash: unhex(member(&line, "sha256")?)?,
            options: member(&line, "options")?,
            version: member(&line, "version")?,
            results: results.collect::<Option<_>>()?,
            row: StoredRow::read(line.get("row")?),
        })
    }
}

fn hex(hash: &Hash) -> String {
    let mut text = String::with_capacity(64);
    for byte in hash {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// Returns the path of a result, if it stays below the folder: it has no root and no `..`.
fn plain(path: String) -> Option<SourceKey> {
    let is_plain = decoded(&path)
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    (is_plain && !path.is_empty()).then(|| path.into())
}

fn unhex(text: &str) -> Option<Hash> {
    let mut hash = [0; 32];
    let (pairs, []) = text.as_bytes().as_chunks() else {
        return None;
    };
    if pairs.len() != hash.len() {
        return None;
    }
    let digit = |byte: u8| char::from(byte).to_digit(16);
    for (byte, [high, low]) in hash.iter_mut().zip(pairs) {
        *byte = u8::try_from(16 * digit(*high)? + digit(*low)?).ok()?;
    }
    Some(hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_lie_below_the_folder_and_hashes_are_hexadecimal() {
        let line = |path: &str, hash: &str| json!({"placing": [["a", path, hash]]}).to_string();
        let hash = "0f".repeat(32);
        for path in ["a.sgf", "in/a.sgf", "in/..a.sgf", "%2E.%81"] {
            assert!(
                ManifestLine::parse(line(path, &hash).as_bytes()).is_some(),
                "{path}"
            );
        }
        for path in [
            "",
            "/etc/a",
            "../a",
            "in/../../a",
            "%2E%2E/a",
            "%2Fetc/a",
            "..",
        ] {
            assert_eq!(
                ManifestLine::parse(line(path, &hash).as_bytes()),
                None,
                "{path}"
            );
        }
        for hash in ["+f".repeat(32), "0".repeat(63), "g0".repeat(32)] {
            assert_eq!(
                ManifestLine::parse(line("a", &hash).as_bytes()),
                None,
                "{hash}"
            );
        }
    }

    #[test]
    fn a_line_comes_back_and_no_part_of_it_is_one() {
        let made = Made {
            path: "a\"b.sgf".into(),
            hash: [7; 32],
            size: Some(5),
            edited: false,
            fixed: false,
        };
        let fixed = Made {
            fixed: true,
            ..made.clone()
        };
        let edited = Made {
            edited: true,
            ..made.clone()
        };
        let planned = Made {
            size: None,
            ..made.clone()
        };
        let lines = [
            ManifestLine::Placing(vec![("../a".into(), planned)]),
            ManifestLine::Done {
                source: "../a".into(),
                size: 3,
                modified: Some((1, 2)),
                hash: [255; 32],
                options: "to=sgf".to_owned(),
                version: "1".to_owned(),
                results: vec![made, fixed, edited],
                row: StoredRow::of(&Map::from_iter([("games".to_owned(), json!(1))])),
            },
        ];
        for line in lines {
            let text = line.to_string();
            assert_eq!(ManifestLine::parse(text.as_bytes()), Some(line));
            for end in 0..text.len() {
                assert_eq!(
                    ManifestLine::parse(text.as_bytes().get(..end).unwrap()),
                    None
                );
            }
        }
    }
}
