//! Names of inputs, in any bytes.

use core::fmt;
use std::borrow::Cow;
use std::path::{Path, PathBuf};

use ishi::printable;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, percent_encode};

/// The bytes that have another meaning in a URI reference, or none (RFC 3986, section 3.3).
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'/');

/// The name of an input: the path of a file, or the path of an archive and of its member,
/// `old.zip/games/a.go`. It can have any bytes.
///
/// [`Display`](fmt::Display) shows it on one line, without control characters for the terminal.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(Vec<u8>);

impl Name {
    /// Takes the path of a file.
    pub fn of(path: &Path) -> Self {
        Self(path_bytes(path).into_owned())
    }

    /// Returns the name of a member of this archive.
    #[must_use]
    pub fn member(&self, name: &[u8]) -> Self {
        Self([&self.0, &b"/"[..], name].concat())
    }

    /// Returns the bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns the name as text. Bytes outside UTF-8 are replaced.
    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.0)
    }

    /// Returns the bytes of a name that is not UTF-8, percent-encoded.
    pub fn encoded(&self) -> Option<String> {
        std::str::from_utf8(&self.0).is_err().then(|| self.uri())
    }

    /// Returns the name as a URI reference (RFC 3986, section 3.3).
    pub fn uri(&self) -> String {
        percent_encode(&self.0, RESERVED).to_string()
    }
}

impl From<&str> for Name {
    fn from(text: &str) -> Self {
        Self(text.as_bytes().to_vec())
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for chunk in self.0.utf8_chunks() {
            f.write_str(&printable::line(chunk.valid()))?;
            for byte in chunk.invalid() {
                write!(f, "\\x{byte:02x}")?;
            }
        }
        Ok(())
    }
}

/// Returns the bytes that percent signs in a text stand for.
pub fn percent_decoded(text: &str) -> Vec<u8> {
    percent_decode_str(text).collect()
}

/// Returns the bytes of a path. If paths of the system are not bytes, returns the bytes of its text.
#[cfg(unix)]
pub fn path_bytes(path: &Path) -> Cow<'_, [u8]> {
    Cow::Borrowed(std::os::unix::ffi::OsStrExt::as_bytes(path.as_os_str()))
}

/// Returns the bytes of a path. If paths of the system are not bytes, returns the bytes of its text.
#[cfg(not(unix))]
pub fn path_bytes(path: &Path) -> Cow<'_, [u8]> {
    Cow::Owned(path.to_string_lossy().replace('\\', "/").into_bytes())
}

/// Returns the path that has these bytes.
#[cfg(unix)]
pub fn path_of(bytes: &[u8]) -> PathBuf {
    PathBuf::from(<std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(bytes))
}

/// Returns the path with these bytes. Bytes outside UTF-8 are replaced.
#[cfg(not(unix))]
pub fn path_of(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_any_bytes_are_shown_and_found_again() {
        let name = Name(b"a/J\x81rgen \n.go".to_vec());
        assert_eq!(name.to_string(), "a/J\\x81rgen \\n.go");
        assert_eq!(name.encoded().as_deref(), Some("a/J%81rgen%20%0A.go"));
        assert_eq!(percent_decoded(&name.uri()), name.bytes());
        assert_eq!(percent_decoded("100%, %zz"), b"100%, %zz");
        assert_eq!(Name::from("ü").encoded(), None);
        assert_eq!(Name::from("z.zip").member(b"a").text(), "z.zip/a");
    }
}
