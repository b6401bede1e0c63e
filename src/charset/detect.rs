//! Finds out which charset a record is in.

use std::borrow::Cow;

use super::{Charset, TextDecoder};
use crate::diagnostic::{Diagnostic, Rule, Severity};
use crate::format::{Format, Head};

/// The record names no charset and is not UTF-8, so one was assumed.
pub static ASSUMED: Rule = Rule {
    code: "E001",
    severity: Severity::Note,
    summary: "the charset had to be assumed",
    sgfc: None,
};

/// The record names a charset that its bytes are not in, or that nobody knows.
pub static IGNORED_CHARSET: Rule = Rule {
    code: "E002",
    severity: Severity::Warning,
    summary: "the charset that the record names is not the one it is in",
    sgfc: None,
};

/// Bytes that mean nothing in the charset.
pub static MALFORMED: Rule = Rule {
    code: "E003",
    severity: Severity::Error,
    summary: "bytes that are no text in the charset of the record",
    sgfc: None,
};

/// A charset with the reason for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Detected {
    /// The charset.
    pub charset: Charset,
    /// Why it is this one, as the end of a sentence: `a byte order mark`.
    pub why: Cow<'static, str>,
    /// The length of the byte order mark in bytes; 0 without one.
    pub mark: usize,
    /// What the reader of the record should know about the choice.
    pub note: Option<Diagnostic>,
}

impl Detected {
    fn new(charset: Charset, why: impl Into<Cow<'static, str>>) -> Self {
        Self {
            charset,
            why: why.into(),
            mark: 0,
            note: None,
        }
    }

    /// Makes the result for a charset that the user named.
    pub fn given(charset: Charset, start: &[u8]) -> Self {
        let mark = unicode_sign(start)
            .filter(|(found, _)| *found == charset)
            .map_or(0, |(_, length)| length);
        Self {
            mark,
            ..Self::new(charset, "the command names it")
        }
    }
}

/// Returns the charset of a whole record.
pub fn detect(bytes: &[u8], format: Format) -> Detected {
    let mut detector = Detector::new(format, &Head::new(bytes));
    detector.feed(bytes);
    detector.finish()
}

/// Finds the charset of a record that is read piece by piece: a byte order mark; UTF-8 if all of
/// it is valid; the charset that the record names (SGF property CA) if all of it decodes; else
/// Latin-1 for SGF, `MacRoman` for Smart-Go, code page 437 for Ishi.
pub struct Detector {
    format: Format,
    start: Vec<u8>,
    seen: Seen,
    utf8: Candidate,
    named: Option<(String, Option<Candidate>)>,
}

impl Detector {
    /// Creates a detector for a record with this beginning.
    pub fn new(format: Format, head: &Head<'_>) -> Self {
        let named = head.value("CA").filter(|label| !label.trim().is_empty());
        Self {
            format,
            start: Vec::new(),
            seen: Seen {
                foreign: ["AP", "SY", "CA"]
                    .iter()
                    .any(|ident| head.value(ident).is_some()),
                ..Seen::default()
            },
            utf8: Candidate::new(Charset::Utf8),
            named: named.map(|label| {
                let charset = Charset::from_label(&label).filter(|c| c.is_ascii_compatible());
                (label, charset.map(Candidate::new))
            }),
        }
    }

    /// Takes the next piece of the record.
    pub fn feed(&mut self, bytes: &[u8]) {
        if self.start.len() < 4 {
            self.start.extend(bytes.iter().take(4));
        }
        self.seen.high |= !bytes.is_ascii();
        self.seen.escape |= memchr::memchr(0x1B, bytes).is_some();
        self.seen.foreign |= memchr::memmem::find(bytes, b"\r\n").is_some();
        self.utf8.feed(bytes);
        if let Some((_, Some(candidate))) = &mut self.named {
            candidate.feed(bytes);
        }
    }

    /// Returns the charset of all that was fed.
    pub fn finish(mut self) -> Detected {
        if let Some((charset, mark)) = unicode_sign(&self.start) {
            let why = if mark > 0 {
                "a byte order mark"
            } else {
                "every second byte is zero"
            };
            return Detected {
                mark,
                ..Detected::new(charset, why)
            };
        }
        let named = self.named.take().map(|(label, candidate)| {
            let charset = candidate.and_then(Candidate::finish);
            (label, charset)
        });
        if let Some((label, Some(charset))) = &named
            && *charset == Charset::Whatwg(encoding_rs::ISO_2022_JP)
            && self.seen.escape
        {
            return Detected::new(*charset, format!("the record names it (CA[{label}])"));
        }
        if !self.seen.high {
            return Detected::new(Charset::Ascii, "all of it is ASCII");
        }
        if self.utf8.finish().is_some() {
            return utf8(named);
        }
        match named {
            Some((label, Some(charset))) => {
                Detected::new(charset, format!("the record names it (CA[{label}])"))
            }
            named => assumed(self.format, self.seen.foreign, named),
        }
    }
}

fn utf8(named: Option<(String, Option<Charset>)>) -> Detected {
    let mut found = Detected::new(Charset::Utf8, "all of it is valid UTF-8");
    if let Some((label, charset)) = named
        && charset != Some(Charset::Utf8)
    {
        found.note = Some(
            Diagnostic::new(
                &IGNORED_CHARSET,
                format!("the record names the charset {label}, but its text is UTF-8"),
            )
            .help("read as UTF-8; --encoding names another charset"),
        );
    }
    found
}

/// The charset of last resort. Guessing from the text itself belongs before this.
fn assumed(format: Format, foreign: bool, named: Option<(String, Option<Charset>)>) -> Detected {
    let (charset, name, why) = match format {
        Format::Ishi => (Charset::CP437, "code page 437", "Ishi files come from DOS"),
        Format::SmartGo if !foreign => (
            Charset::MAC_ROMAN,
            "MacRoman",
            "Smart Game Board was a Macintosh program",
        ),
        Format::SmartGo | Format::Sgf => (
            Charset::LATIN_1,
            "Latin-1",
            "it is the default of SGF (FF[4], property CA)",
        ),
    };
    let mut found = Detected::new(charset, format!("assumed: {why}"));
    let (rule, message) = match named {
        Some((label, _)) => (
            &IGNORED_CHARSET,
            format!("the record names the charset {label}, but its text is not in it"),
        ),
        None => (
            &ASSUMED,
            "the text is not UTF-8, and the record names no charset".to_owned(),
        ),
    };
    found.note = Some(Diagnostic::new(rule, message).help(format!(
        "read as {name}, because {why}; --encoding names another charset"
    )));
    found
}

/// Returns the Unicode charset that the first bytes of a record show, and the length of its byte
/// order mark.
///
/// UTF-16 shows without a mark too: records begin with ASCII, half of whose bytes are then zero.
pub(crate) fn unicode_sign(start: &[u8]) -> Option<(Charset, usize)> {
    match start {
        [0xEF, 0xBB, 0xBF, ..] => Some((Charset::Utf8, 3)),
        [0xFF, 0xFE, ..] => Some((Charset::Utf16Le, 2)),
        [0xFE, 0xFF, ..] => Some((Charset::Utf16Be, 2)),
        [1..=127, 0, 1..=127, 0, ..] => Some((Charset::Utf16Le, 0)),
        [0, 1..=127, 0, 1..=127, ..] => Some((Charset::Utf16Be, 0)),
        _ => None,
    }
}

/// What was met in a record.
#[derive(Default)]
struct Seen {
    /// Bytes above 127.
    high: bool,
    /// Escape, which begins the shifts of ISO-2022.
    escape: bool,
    /// A trace of another system than the Macintosh: CR LF, or properties of younger programs.
    foreign: bool,
}

/// A charset that is tried on the whole record.
struct Candidate {
    charset: Charset,
    decoder: TextDecoder,
    scratch: String,
}

impl Candidate {
    fn new(charset: Charset) -> Self {
        Self {
            charset,
            decoder: TextDecoder::new(charset),
            scratch: String::new(),
        }
    }

    fn feed(&mut self, bytes: &[u8]) {
        if self.decoder.malformed() == 0 {
            self.decoder.decode(bytes, false, &mut self.scratch);
            self.scratch.clear();
        }
    }

    fn finish(mut self) -> Option<Charset> {
        self.decoder.decode(&[], true, &mut self.scratch);
        (self.decoder.malformed() == 0).then_some(self.charset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_record_finds_its_charset() {
        for (bytes, format, label, code) in [
            (&b"(;FF[4])"[..], Format::Sgf, "us-ascii", None),
            (b"\xEF\xBB\xBF(;PB[\xC3\xBC])", Format::Sgf, "utf-8", None),
            (b"\xFF\xFE(\0;\0)\0", Format::Sgf, "utf-16le", None),
            (b"\0(\0;\0)", Format::Sgf, "utf-16be", None),
            (b"(;PB[\xC3\xBC])", Format::Sgf, "utf-8", None),
            (b"(;CA[UTF8]PB[\xC3\xBC])", Format::Sgf, "utf-8", None),
            (
                b"(;CA[gbk]PB[\xC3\xBC])",
                Format::Sgf,
                "utf-8",
                Some("E002"),
            ),
            (
                b"(;CA[shift_jis]PB[\x95\x5c])",
                Format::Sgf,
                "shift_jis",
                None,
            ),
            (
                b"(;CA[UTF-8]PB[\xFC])",
                Format::Sgf,
                "windows-1252",
                Some("E002"),
            ),
            (
                b"(;CA[klingon]PB[\xFC])",
                Format::Sgf,
                "windows-1252",
                Some("E002"),
            ),
            (
                b"(;CA[iso-2022-jp]PB[\x1b$B0B\x1b(B])",
                Format::Sgf,
                "iso-2022-jp",
                None,
            ),
            (b"(;PB[\xFC])", Format::Sgf, "windows-1252", Some("E001")),
            (b"(;PB[\x9F])", Format::SmartGo, "macintosh", Some("E001")),
            (
                b"(;SY[cgoban]PB[\xFC])",
                Format::SmartGo,
                "windows-1252",
                Some("E001"),
            ),
            (b"EVENT J\x81rgen\r\n", Format::Ishi, "cp437", Some("E001")),
        ] {
            let found = detect(bytes, format);
            let name = String::from_utf8_lossy(bytes);
            assert_eq!(found.charset.label(), label, "{name}");
            assert_eq!(found.note.map(|note| note.rule.code), code, "{name}");
        }
    }
}
