//! Charsets of Go game records: bytes to text and back.
//!
//! Old records seldom name their charset, and some name a wrong one. A [`Detector`] takes a record piece by piece, and
//! tells the charset with the reason and the doubts; a [`Charset`] decodes and encodes.
//!
//! ```
//! use ishi_charset::{Beginning, Charset, Detector, Family};
//!
//! let record = b"(;FF[4]PB[\xC4\xF4\xCE\xC0\xC6\xBD]PW[\xB2\xDC\xDE\xB9\xE6\xE7];B[pd])";
//! let mut detector = Detector::new(Family::Sgf, Beginning::default());
//! detector.feed(record);
//! let found = detector.finish();
//! assert_eq!(found.charset, Charset::from_label("gb18030").unwrap());
//! assert!(found.charset.decode(record).contains("PB[聂卫平]"));
//! ```

// No input ends the program: functions that can fail return the reason.
#![deny(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::todo,
    clippy::unimplemented,
    clippy::unwrap_used
)]
#![cfg_attr(not(test), deny(clippy::unreachable))]

mod alphabet;
mod detect;
mod escapes;
mod frequent;
mod guess;
mod sample;
mod score;
mod units;

use std::borrow::Cow;
use std::fmt;

use encoding_rs::{Decoder, DecoderResult, EncoderResult, Encoding};
use oem_cp::code_table::{DECODING_TABLE_CP_MAP, ENCODING_TABLE_CP_MAP};
use thiserror::Error;

use units::UnitLayout;

pub use detect::{Beginning, Detected, Detector, Doubt, Note, charset_labels, unicode_sign};
pub use escapes::{Unescaper, mask};
pub use guess::Family;

/// A charset that text is decoded from or encoded in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Charset {
    /// The 128 characters of ASCII.
    Ascii,
    /// UTF-8.
    Utf8,
    /// UTF-16, least significant byte first.
    Utf16Le,
    /// UTF-16, most significant byte first.
    Utf16Be,
    /// A charset of the WHATWG Encoding Standard.
    Whatwg(&'static Encoding),
    /// A DOS code page.
    Dos(u16),
}

/// A character that a charset does not have.
#[derive(Clone, PartialEq, Eq, Error)]
#[error("{charset} does not have the character {character:?}")]
pub struct Unencodable {
    /// The label of the charset.
    pub charset: String,
    /// The character.
    pub character: char,
    /// Its place: the offset in bytes in the text.
    pub offset: usize,
}

impl fmt::Debug for Unencodable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Windows code pages that the Encoding Standard has under other names.
const CODE_PAGES: &[(u16, &str)] = &[
    (932, "shift_jis"),
    (936, "gb18030"),
    (950, "big5"),
    (10000, "macintosh"),
    (20127, "us-ascii"),
    (65001, "utf-8"),
];

impl Charset {
    /// Latin-1, as the Encoding Standard and everybody's files mean it: windows-1252.
    pub const LATIN_1: Self = Self::Whatwg(encoding_rs::WINDOWS_1252);

    /// `MacRoman`, the charset of Smart Game Board.
    pub const MAC_ROMAN: Self = Self::Whatwg(encoding_rs::MACINTOSH);

    /// Code page 437, the charset of the first DOS computers.
    pub const CP437: Self = Self::Dos(437);

    /// Returns the charset with a label, in any case. A label is one of the WHATWG Encoding Standard, or the
    /// number of a code page with or without `cp`, `ibm` or `windows-` before it.
    pub fn from_label(label: &str) -> Option<Self> {
        let label = label.trim().to_ascii_lowercase();
        match label.as_str() {
            // Most records name UTF-8, and a lookup of the other labels takes longer than to read some
            // headers.
            "utf-8" => return Some(Self::Utf8),
            "ascii" | "us-ascii" | "iso646-us" => return Some(Self::Ascii),
            "macroman" | "mac-roman" | "mac_roman" => return Some(Self::MAC_ROMAN),
            "latin-1" => return Some(Self::LATIN_1),
            "euc-cn" | "euc_cn" => return Some(Self::Whatwg(encoding_rs::GBK)),
            _ => {}
        }
        whatwg(&label)
            .or_else(|| whatwg(&label.replace('_', "-")))
            .or_else(|| code_page(&label))
    }

    /// Returns a label of the charset that [`Charset::from_label`] understands.
    pub fn label(self) -> String {
        match self {
            Self::Ascii => "us-ascii".to_owned(),
            Self::Utf8 => "utf-8".to_owned(),
            Self::Utf16Le => "utf-16le".to_owned(),
            Self::Utf16Be => "utf-16be".to_owned(),
            Self::Whatwg(encoding) => encoding.name().to_ascii_lowercase(),
            Self::Dos(page) => format!("cp{page}"),
        }
    }

    /// Returns whether the charset has this character.
    pub fn can_encode(self, c: char) -> bool {
        c.is_ascii() || self.encode(c.encode_utf8(&mut [0; 4])).is_ok()
    }

    /// Returns whether bytes below 128 mean ASCII anywhere between characters.
    pub fn is_ascii_compatible(self) -> bool {
        !matches!(self, Self::Utf16Le | Self::Utf16Be)
    }

    /// Decodes a whole text. Malformed bytes become U+FFFD. A byte order mark stays.
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        if let (Self::Ascii | Self::Utf8, Ok(text)) = (self, std::str::from_utf8(bytes)) {
            return Cow::Borrowed(text);
        }
        let mut text = String::new();
        TextDecoder::new(self).decode(bytes, true, &mut text);
        Cow::Owned(text)
    }

    /// Encodes a text.
    ///
    /// # Errors
    ///
    /// The first character that the charset does not have.
    pub fn encode(self, text: &str) -> Result<Vec<u8>, Unencodable> {
        let mut bytes = Vec::with_capacity(text.len());
        let failed = match self {
            Self::Ascii if !text.is_ascii() => text.char_indices().find(|(_, c)| !c.is_ascii()),
            Self::Utf8 | Self::Ascii => {
                bytes.extend_from_slice(text.as_bytes());
                None
            }
            Self::Utf16Le => {
                bytes.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
                None
            }
            Self::Utf16Be => {
                bytes.extend(text.encode_utf16().flat_map(u16::to_be_bytes));
                None
            }
            Self::Whatwg(encoding) => encode_whatwg(encoding, text, &mut bytes),
            Self::Dos(page) => encode_dos(page, text, &mut bytes),
        };
        match failed {
            None => Ok(bytes),
            Some((offset, character)) => Err(Unencodable {
                charset: self.label(),
                character,
                offset,
            }),
        }
    }

    /// Returns how many bytes a piece of decoded text takes in this charset.
    ///
    /// A character that the charset lacks counts as one byte, as does U+FFFD, which stands for a malformed
    /// byte. Sequences that return to ASCII at the end of a text are not counted.
    pub fn encoded_len(self, text: &str) -> usize {
        match self {
            Self::Ascii | Self::Utf8 => text.len(),
            Self::Utf16Le | Self::Utf16Be => text.chars().map(|c| c.len_utf16() * 2).sum(),
            Self::Dos(_) => text.chars().count(),
            Self::Whatwg(encoding) if encoding.is_single_byte() => text.chars().count(),
            Self::Whatwg(encoding) => encoded_len_whatwg(encoding, text),
        }
    }

    /// Returns where the first character ends whose length [`Charset::encoded_len`] does not tell.
    pub fn end_of_irregular(self, bytes: &[u8]) -> Option<usize> {
        UnitLayout::of(self).end_of_irregular(bytes)
    }

    /// Returns how many bytes of a piece of a text are whole characters.
    pub fn whole(self, piece: &[u8]) -> usize {
        UnitLayout::of(self).whole(piece)
    }
}

fn whatwg(label: &str) -> Option<Charset> {
    let encoding = Encoding::for_label_no_replacement(label.as_bytes())?;
    Some(if encoding == encoding_rs::UTF_8 {
        Charset::Utf8
    } else if encoding == encoding_rs::UTF_16LE {
        Charset::Utf16Le
    } else if encoding == encoding_rs::UTF_16BE {
        Charset::Utf16Be
    } else if encoding == encoding_rs::X_USER_DEFINED {
        return None;
    } else {
        Charset::Whatwg(encoding)
    })
}

fn code_page(label: &str) -> Option<Charset> {
    let digits = ["cp", "ibm", "dos", "ms", "windows"]
        .iter()
        .find_map(|prefix| label.strip_prefix(prefix))
        .unwrap_or(label)
        .trim_start_matches(['-', '_']);
    let page: u16 = digits.parse().ok()?;
    if DECODING_TABLE_CP_MAP.contains_key(&page) {
        return Some(Charset::Dos(page));
    }
    let other = CODE_PAGES.iter().find(|(number, _)| *number == page);
    match other {
        Some((_, label)) => whatwg(label).or_else(|| Charset::from_label(label)),
        None => whatwg(&format!("windows-{page}")),
    }
}

fn encode_whatwg(
    encoding: &'static Encoding,
    text: &str,
    bytes: &mut Vec<u8>,
) -> Option<(usize, char)> {
    let lacks = |text: &str| encoding.encode(text).2;
    let (encoded, _, has_lacking) = encoding.encode(text);
    bytes.extend_from_slice(&encoded);
    let mut characters = text.char_indices();
    characters.find(|(_, c)| has_lacking && lacks(c.encode_utf8(&mut [0; 4])))
}

fn encoded_len_whatwg(encoding: &'static Encoding, text: &str) -> usize {
    let mut encoder = encoding.new_encoder();
    let (mut rest, mut len) = (text, 0);
    let mut room = [0; 1024];
    loop {
        let (result, read, written) =
            encoder.encode_from_utf8_without_replacement(rest, &mut room, false);
        rest = rest.get(read..).unwrap_or("");
        len += written;
        match result {
            EncoderResult::InputEmpty => return len,
            EncoderResult::OutputFull => {}
            EncoderResult::Unmappable(_) => len += 1,
        }
    }
}

fn encode_dos(page: u16, text: &str, bytes: &mut Vec<u8>) -> Option<(usize, char)> {
    let table = ENCODING_TABLE_CP_MAP.get(&page);
    for (offset, c) in text.char_indices() {
        match dos_byte(page, c).or_else(|| table.and_then(|table| table.get(&c).copied())) {
            Some(byte) if dos_figure(page, byte).is_none_or(|figure| figure == c) => {
                bytes.push(byte);
            }
            _ => return Some((offset, c)),
        }
    }
    None
}

/// Returns the byte of a character of ASCII, or of a figure.
fn dos_byte(page: u16, c: char) -> Option<u8> {
    let byte = match c {
        '♦' => 4,
        '▲' => 30,
        '✓' if page == 437 => 251,
        c => return u8::try_from(c).ok().filter(u8::is_ascii),
    };
    Some(byte)
}

/// Returns the figure that DOS shows for a control code that texts have, and the check mark that the Ishi format sees in
/// the square root of code page 437 (Ishi specification, section 1.2: "special marker character").
fn dos_figure(page: u16, byte: u8) -> Option<char> {
    match byte {
        4 => Some('♦'),
        30 => Some('▲'),
        251 if page == 437 => Some('✓'),
        _ => None,
    }
}

/// A decoder that takes a text piece by piece.
pub struct TextDecoder {
    charset: Charset,
    decoder: Option<Decoder>,
    malformed: usize,
}

impl TextDecoder {
    /// Creates a decoder. A byte order mark is text to it.
    pub fn new(charset: Charset) -> Self {
        let encoding = match charset {
            // ASCII is decoded as UTF-8, so that other bytes are malformed, or visible as letters.
            Charset::Ascii | Charset::Utf8 => Some(encoding_rs::UTF_8),
            Charset::Utf16Le => Some(encoding_rs::UTF_16LE),
            Charset::Utf16Be => Some(encoding_rs::UTF_16BE),
            Charset::Whatwg(encoding) => Some(encoding),
            Charset::Dos(_) => None,
        };
        Self {
            charset,
            decoder: encoding.map(Encoding::new_decoder_without_bom_handling),
            malformed: 0,
        }
    }

    /// Decodes a piece and adds it to `text`; `last` means that no more follow.
    pub fn decode(&mut self, bytes: &[u8], last: bool, text: &mut String) {
        self.decode_with(bytes, last, text, &mut |_, _| ());
    }

    /// Decodes a piece, and calls `damaged` after each sequence that could not be decoded, with the
    /// length of the text so far and the number of bytes of the piece that it was decoded from.
    pub fn decode_with(
        &mut self,
        bytes: &[u8],
        last: bool,
        text: &mut String,
        damaged: &mut dyn FnMut(usize, usize),
    ) {
        let Some(decoder) = &mut self.decoder else {
            self.malformed += decode_dos(self.charset, bytes, text);
            return;
        };
        let mut rest = bytes;
        loop {
            let room = decoder.max_utf8_buffer_length_without_replacement(rest.len());
            text.reserve(room.unwrap_or(rest.len()));
            let (result, read) = decoder.decode_to_string_without_replacement(rest, text, last);
            rest = rest.get(read..).unwrap_or(&[]);
            match result {
                DecoderResult::InputEmpty => return,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(_, read_after) => {
                    self.malformed += 1;
                    text.push(char::REPLACEMENT_CHARACTER);
                    let read = bytes.len() - rest.len();
                    damaged(text.len(), read.saturating_sub(read_after.into()));
                }
            }
        }
    }

    /// Returns how many sequences could not be decoded so far.
    pub fn malformed(&self) -> usize {
        self.malformed
    }
}

fn decode_dos(charset: Charset, bytes: &[u8], text: &mut String) -> usize {
    let Charset::Dos(page) = charset else {
        return 0;
    };
    let table = DECODING_TABLE_CP_MAP.get(&page);
    let mut malformed = 0;
    text.reserve(bytes.len());
    for &byte in bytes {
        let figure = dos_figure(page, byte);
        let known = figure.or_else(|| Some(char::from(byte)).filter(char::is_ascii));
        let c = known.or_else(|| table?.decode_char_checked(byte));
        malformed += usize::from(c.is_none());
        text.push(c.unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    malformed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_dos_are_the_signs_of_ishi() {
        let bytes = b"\x04\x1e\xfb";
        for (page, text) in [(437, "♦▲✓"), (850, "♦▲¹")] {
            let charset = Charset::Dos(page);
            assert_eq!(charset.decode(bytes), text);
            assert_eq!(charset.encode(text).as_deref(), Ok(&bytes[..]));
            for c in ["\u{4}", "\u{1e}", "√"] {
                assert!(charset.encode(c).is_err(), "{c:?}");
            }
        }
    }

    #[test]
    fn labels_name_charsets_and_come_back() {
        for (label, name) in [
            ("ASCII", "us-ascii"),
            ("UTF8", "utf-8"),
            ("utf-16", "utf-16le"),
            ("latin1", "windows-1252"),
            ("ISO8859_1", "windows-1252"),
            ("cp437", "cp437"),
            ("IBM850", "cp850"),
            ("437", "cp437"),
            ("cp866", "ibm866"),
            ("cp932", "shift_jis"),
            ("cp1252", "windows-1252"),
            ("GB2312", "gbk"),
            ("MacRoman", "macintosh"),
            ("EUC_KR", "euc-kr"),
        ] {
            let charset = Charset::from_label(label).unwrap_or_else(|| panic!("{label}"));
            assert_eq!(charset.label(), name, "{label}");
            assert_eq!(Charset::from_label(name), Some(charset), "{label}");
        }
        for label in ["", "klingon", "cp1", "x-user-defined", "iso-2022-kr"] {
            assert_eq!(Charset::from_label(label), None, "{label}");
        }
    }

    #[test]
    fn bytes_of_each_code_page_come_back() {
        for &page in DECODING_TABLE_CP_MAP.keys() {
            for byte in 0..=u8::MAX {
                let charset = Charset::Dos(page);
                let text = charset.decode(&[byte]).into_owned();
                if text != "\u{FFFD}" {
                    assert_eq!(charset.encode(&text), Ok(vec![byte]), "{page} {byte}");
                }
            }
        }
    }

    #[test]
    fn text_survives_each_charset_that_has_it() {
        for (label, text, bytes) in [
            ("cp437", "Jürgen", &b"J\x81rgen"[..]),
            ("macintosh", "Jürgen", b"J\x9frgen"),
            ("latin1", "Jürgen", b"J\xfcrgen"),
            ("utf-16be", "aü", b"\0a\0\xfc"),
            ("shift_jis", "表]", b"\x95\x5c]"),
        ] {
            let charset = Charset::from_label(label).unwrap();
            assert_eq!(charset.encode(text).unwrap(), bytes, "{label}");
            assert_eq!(charset.decode(bytes), text, "{label}");
            assert_eq!(charset.encoded_len(text), bytes.len(), "{label}");
        }
    }

    #[test]
    fn a_missing_character_is_named_with_its_place() {
        for (label, offset) in [
            ("us-ascii", 3),
            ("cp437", 3),
            ("latin1", 3),
            ("shift_jis", 3),
        ] {
            let error = Charset::from_label(label)
                .unwrap()
                .encode("abc☃")
                .unwrap_err();
            assert_eq!((error.character, error.offset), ('☃', offset), "{label}");
        }
        // Long texts are encoded in pieces, and each missing character counts as one byte.
        for label in ["shift_jis", "gbk", "latin1", "cp437"] {
            let charset = Charset::from_label(label).unwrap();
            for length in [1023, 1024, 5000] {
                let text = "a".repeat(length) + "☃\u{FFFD}a";
                let error = charset.encode(&text).map_err(|error| error.offset);
                assert_eq!(error, Err(length), "{label}");
                assert_eq!(charset.encoded_len(&text), length + 3, "{label}");
            }
        }
        assert!(!Charset::Ascii.can_encode('ü'));
        assert!(Charset::CP437.can_encode('ü'));
        assert!(!Charset::CP437.can_encode('表'));
    }

    #[test]
    fn pieces_may_cut_characters() {
        let bytes = "表示"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect::<Vec<_>>();
        let mut decoder = TextDecoder::new(Charset::Utf16Le);
        let mut text = String::new();
        for byte in &bytes {
            decoder.decode(std::slice::from_ref(byte), false, &mut text);
        }
        decoder.decode(&[], true, &mut text);
        assert_eq!((text.as_str(), decoder.malformed()), ("表示", 0));
    }
}
