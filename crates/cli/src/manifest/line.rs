//! A line of a manifest.

use std::fmt;
use std::ops::Not;
use std::path::Component;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::{ContentDigest, SourceKey, decoded};

/// A content hash, SHA-256. It is hexadecimal text in a manifest.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "&str", into = "String")]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// Returns the hash of some bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }
}

/// A result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Made {
    /// Its path in the folder.
    pub path: SourceKey,
    /// Its content.
    #[serde(rename = "sha256")]
    pub hash: Hash,
    /// Its size in bytes. `None` if no run wrote it down.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
    /// Whether a person edited it, and the user accepted that.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub edited: bool,
    /// Whether `ishi check --fix` mended it.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub fixed: bool,
}

impl Made {
    /// Returns the content, unless a person edited it.
    pub fn content(&self) -> Option<ContentDigest> {
        (!self.edited).then(|| ContentDigest::of(&self.hash))
    }
}

/// A source that was converted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SourceLine {
    /// The source.
    pub source: SourceKey,
    /// Its size in bytes.
    pub size: u64,
    /// When it was last changed, in seconds since 1970 and nanoseconds.
    pub modified: Option<(u64, u32)>,
    /// Its content.
    #[serde(rename = "sha256")]
    pub hash: Hash,
    /// The options that matter for the result.
    pub options: SourceKey,
    /// The version of the program.
    pub version: SourceKey,
    /// The results.
    pub results: Vec<Made>,
    /// How many constructs are lost, and how many were damaged before.
    #[serde(default)]
    pub lost: usize,
    #[serde(default)]
    pub damaged: usize,
    /// A remark, for example why a result has another name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
}

/// A line about results that are about to be put in place.
#[derive(Deserialize)]
struct PlacingLine {
    placing: Vec<(SourceKey, SourceKey, Hash)>,
}

/// A line of a manifest.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum ManifestLine {
    /// Results are about to be put in place: the source, the path and the content of each.
    Placing {
        placing: Vec<(SourceKey, SourceKey, Hash)>,
    },
    /// A source was converted.
    Done(SourceLine),
}

impl fmt::Display for ManifestLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

impl ManifestLine {
    /// Reads a line. Returns `None` for a part of a line, and for a line that names a result outside of
    /// the folder.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let line = if bytes.starts_with(b"{\"placing\"") {
            let PlacingLine { placing } = serde_json::from_slice(bytes).ok()?;
            Self::Placing { placing }
        } else {
            Self::Done(serde_json::from_slice(bytes).ok()?)
        };
        let is_inside = match &line {
            Self::Placing { placing } => placing.iter().all(|(_, path, _)| is_plain(path)),
            Self::Done(done) => done.results.iter().all(|made| is_plain(&made.path)),
        };
        is_inside.then_some(line)
    }
}

/// Returns whether the path of a result stays below the folder: it has no root and no `..`.
fn is_plain(path: &str) -> bool {
    let path = decoded(path);
    let mut parts = path.components();
    parts.all(|part| matches!(part, Component::Normal(_))) && !path.as_os_str().is_empty()
}

/// Returns bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .collect()
}

impl From<Hash> for String {
    fn from(hash: Hash) -> Self {
        hex(&hash.0)
    }
}

impl TryFrom<&str> for Hash {
    type Error = &'static str;

    fn try_from(text: &str) -> Result<Self, Self::Error> {
        let wrong = "a hash has 64 hexadecimal digits";
        let mut hash = Self::default();
        if text.len() != 2 * hash.0.len() {
            return Err(wrong);
        }
        for (byte, pair) in hash.0.iter_mut().zip(text.as_bytes().chunks(2)) {
            for digit in pair {
                let digit = char::from(*digit).to_digit(16).ok_or(wrong)?;
                *byte = 16 * *byte + u8::try_from(digit).map_err(|_| wrong)?;
            }
        }
        Ok(hash)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

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
    fn a_line_of_an_earlier_version_with_a_row_for_reports_is_read() {
        let hash = "0f".repeat(32);
        let line = json!({
            "source": "../a.go", "size": 3, "modified": [1, 2], "sha256": hash, "options": "to=sgf",
            "version": "1", "results": [{"path": "a.sgf", "sha256": hash, "size": 5}],
            "row": {"json": {"games": 1}},
        });
        assert!(matches!(
            ManifestLine::parse(line.to_string().as_bytes()),
            Some(ManifestLine::Done(line)) if line.results.len() == 1 && line.lost == 0
        ));
    }

    #[test]
    fn a_line_comes_back_and_no_part_of_it_is_one() {
        let made = Made {
            path: "a\"b.sgf".into(),
            hash: Hash([7; 32]),
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
        let lines = [
            ManifestLine::Placing {
                placing: vec![("../a".into(), made.path.clone(), made.hash)],
            },
            ManifestLine::Done(SourceLine {
                source: "../a".into(),
                size: 3,
                modified: Some((1, 2)),
                hash: Hash([255; 32]),
                options: "to=sgf".into(),
                version: "1".into(),
                results: vec![made, fixed, edited],
                lost: 1,
                damaged: 0,
                remark: Some("it has the same result as b.go".into()),
            }),
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
