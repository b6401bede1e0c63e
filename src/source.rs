//! Sources: bytes of a record, given out as the text of one game at a time.
//!
//! A source is passed over twice: once for its charset, once for its games. Only one game at a
//! time is in memory.

pub mod ledger;
pub mod sniff;
mod trees;
mod unit;

use std::io::{self, Read, Seek, SeekFrom};

use thiserror::Error;

use crate::diagnostic::Diagnostic;
use crate::dispatch::{Splitter, has_game};
use crate::format::charset::{Charset, Detected, Detector, TextDecoder, Unescaper, rules};
use crate::format::{Format, SourceFormat};
use crate::model::words::debug_as_display;
use crate::servers::translate;
use crate::source::sniff::{Head, NoRecord, Sniffed};

use trees::Trees;
pub(crate) use unit::line_ends;
use unit::{Anchor, Cursor};
pub use unit::{Excerpt, Place, Places, Unit};

/// How a source is to be understood, where the bytes alone are not to decide.
#[derive(Debug, Clone, Copy, Default)]
pub struct SourceOptions {
    /// The format, `None` to detect it from the content. A record in the format of a server is one in SGF here.
    pub format: Option<Format>,
    /// The format of a server that the record has, `None` to detect it from the content.
    pub server: Option<SourceFormat>,
    /// The format that the name of the file suggests. It is used if the content leaves it open.
    pub hint: Option<Format>,
    /// The charset, `None` to detect it from the content.
    pub charset: Option<Charset>,
}

impl SourceOptions {
    /// Returns the options for a format, `None` to detect it from the content.
    pub fn of(format: Option<SourceFormat>) -> Self {
        Self {
            format: format.map(SourceFormat::of_games),
            server: format.filter(|format| format.is_read_only()),
            ..Self::default()
        }
    }
}

/// Why a source cannot be read.
#[derive(Error)]
pub enum SourceError {
    /// The bytes are not a game record.
    #[error("not a game record: {0}")]
    NoRecord(#[from] NoRecord),
    /// The bytes cannot be read.
    #[error("cannot be read: {}", reason(.0))]
    Io(#[from] io::Error),
}

debug_as_display!(SourceError);
/// Returns why something failed, in the words of the system and without its number:
/// `permission denied`.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let words = text.split(" (os error ").next().unwrap_or_default();
    let mut letters = words.chars();
    let first = letters.next().map(|first| first.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}

/// How many bytes are read at a time.
const PIECE: usize = 64 * 1024;

/// The length up to which a record is read without a larger buffer. Allocators tidy up when a buffer of 64 KiB is freed.
const USUAL: usize = 16 * 1024;

/// A record that is read game by game.
pub struct Source<R> {
    reader: R,
    read_from: SourceFormat,
    /// The format of the text of units.
    format: Format,
    detected: Detected,
    /// The finding about the choice of the charset.
    note: Option<Diagnostic>,
    /// The bytes of the next games, if each game has its charset.
    trees: Option<Trees>,
    /// The bytes of a character that is cut off at the end of a piece, with the memory of a piece.
    piece: Vec<u8>,
    /// What the user says about it.
    options: SourceOptions,
    /// The charset of the next game.
    charset: Charset,
    decoder: TextDecoder,
    unescaper: Option<Unescaper>,
    splitter: Splitter,
    /// Decoded text; the text before `start` was already returned.
    text: String,
    start: usize,
    cursor: Cursor,
    marks: Vec<Anchor>,
    /// How many bytes were read, and how much text they gave, in bytes of UTF-8.
    bytes_read: u64,
    text_read: u64,
    at_end: bool,
    units: usize,
    /// The next unit, if it was read because the one before it was asked for with its bytes.
    ahead: Option<Unit>,
    /// How many bytes of zero there are.
    nuls: usize,
}

impl<R: Read + Seek> Source<R> {
    /// Opens a source: tells its format and its charset. The reader is read from its start.
    ///
    /// # Errors
    ///
    /// [`SourceError`] if the bytes cannot be read or are not a game record.
    pub fn open(reader: R, options: SourceOptions) -> Result<Self, SourceError> {
        Self::open_sniffed(reader, options, None)
    }

    /// Opens a source, given the facts that its beginning tells, if they are known.
    ///
    /// # Errors
    ///
    /// As of [`Source::open`].
    pub fn open_sniffed(
        mut reader: R,
        options: SourceOptions,
        sniffed: Option<Sniffed>,
    ) -> Result<Self, SourceError> {
        reader.seek(SeekFrom::Start(0))?;
        let mut bytes = Vec::new();
        let Sniffed {
            format,
            read_from,
            beginning,
        } = if let Some(sniffed) = sniffed {
            sniffed
        } else {
            bytes.reserve(USUAL);
            let mut head = reader.by_ref().take(Head::SIZE as u64);
            head.read_to_end(&mut bytes)?;
            Head::new(&bytes).sniff(options.format, options.server, options.hint)?
        };
        let detector = match options.charset {
            Some(charset) => Detector::given(format, charset),
            None => Detector::new(format, beginning),
        };
        let mut piece = Vec::with_capacity(USUAL);
        let (mut detected, nuls) = detect(&mut reader, detector, &bytes, &mut piece)?;
        reader.seek(SeekFrom::Start(detected.mark as u64))?;
        Ok(Self {
            note: detected.note.take().map(Diagnostic::from),
            reader,
            read_from,
            format,
            trees: detected.differs.then(Trees::default),
            piece,
            options,
            charset: detected.charset,
            decoder: TextDecoder::new(detected.charset),
            unescaper: detected.unescaper(),
            splitter: Splitter::new(format),
            text: String::new(),
            start: 0,
            cursor: Cursor::new(detected.mark as u64),
            marks: Vec::new(),
            bytes_read: detected.mark as u64,
            text_read: 0,
            at_end: false,
            units: 0,
            ahead: None,
            nuls,
            detected,
        })
    }

    /// Returns the format of the text of the units. The games of a server stand in SGF there.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Returns the options to read the record again after changes that leave it in `charset`.
    pub(crate) fn options_for(&self, charset: Charset) -> SourceOptions {
        SourceOptions {
            charset: self.options.charset.and(Some(charset)),
            hint: Some(self.format),
            ..self.options
        }
    }

    /// Returns the format of the bytes.
    pub fn read_from(&self) -> SourceFormat {
        self.read_from
    }

    /// Returns the charset. If games have different charsets, returns the charset of the first game.
    pub fn charset(&self) -> Charset {
        self.detected.charset
    }

    /// Returns why the charset is the one it is, as the end of a sentence.
    pub fn why(&self) -> &str {
        &self.detected.why
    }

    /// Returns whether the options name the charset.
    pub(crate) fn is_given(&self) -> bool {
        self.options.charset.is_some()
    }

    /// Returns whether the text could be in another charset too.
    pub(crate) fn has_doubtful_charset(&self) -> bool {
        self.detected.is_doubtful
    }

    /// Returns whether games have different charsets.
    pub(crate) fn has_several_charsets(&self) -> bool {
        self.trees.is_some()
    }

    /// Returns the text after the last unit, and where it ends in the file.
    pub(crate) fn rest(&mut self) -> io::Result<(&str, u64)> {
        let end = self.reader.seek(SeekFrom::End(0))?;
        Ok((self.text.get(self.start..).unwrap_or(""), end))
    }

    /// Returns all bytes of the source, as they are; after that no game can be read. Of a source in the format of a server
    /// it returns the bytes of its games in SGF.
    pub(crate) fn all_bytes(&mut self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.reader.seek(SeekFrom::Start(0))?;
        self.reader.read_to_end(&mut bytes)?;
        if self.read_from.is_read_only() {
            let text = self.charset.decode(&bytes);
            bytes = translate(self.read_from, &text).text.into_bytes();
        }
        Ok(bytes)
    }

    /// Returns the finding about the choice of the charset.
    pub fn note(&self) -> Option<&Diagnostic> {
        self.note.as_ref()
    }

    /// Returns the finding about NUL characters.
    pub(crate) fn nuls(&self) -> Option<Diagnostic> {
        // In UTF-16 every second byte of ASCII is zero.
        let is_wide = matches!(self.detected.charset, Charset::Utf16Le | Charset::Utf16Be);
        let message = match self.nuls {
            0 => return None,
            _ if is_wide => return None,
            1 => "1 NUL character (code 0)".to_owned(),
            count => format!("{count} NUL characters (code 0)"),
        };
        let help = "many programs take it for the end of the text; the file may be damaged";
        Some(Diagnostic::new(&rules::NUL, message).help(help))
    }

    /// Returns the text of the next game (Ishi: event), `None` after the last. Text after the last game belongs to it.
    ///
    /// An empty Ishi record is one empty event; an empty bracketed one has no game.
    ///
    /// # Errors
    ///
    /// [`SourceError::Io`] if the bytes cannot be read.
    pub fn next_unit(&mut self) -> Result<Option<Unit>, SourceError> {
        let ahead = self.ahead.take();
        let Some(mut unit) = ahead.map_or_else(|| self.following(), |unit| Ok(Some(unit)))? else {
            return Ok(None);
        };
        self.ahead = self.following()?;
        let ahead = &mut self.ahead;
        if let Some(rest) = ahead.take_if(|next| !has_game(self.format, &next.text)) {
            unit.append(rest);
        }
        Ok(Some(unit))
    }

    /// Returns the text up to the end of the next game, or all that is left.
    fn following(&mut self) -> Result<Option<Unit>, SourceError> {
        if self.read_from.is_read_only() {
            return self.whole();
        }
        if self.trees.is_some() {
            return self.next_tree();
        }
        loop {
            let pending = self.text.get(self.start..).unwrap_or("");
            if let Some(length) = self.splitter.next_unit(pending, self.at_end) {
                let length = length + self.line_end_after(length)?;
                return Ok(Some(self.cut(length)));
            }
            if self.at_end {
                let empty_event = self.units == 0 && self.format == Format::Ishi;
                return Ok(empty_event.then(|| self.cut(self.text.len())));
            }
            let pending = self.splitter.pending(pending);
            self.read_more(pending)?;
        }
    }

    /// Returns the length of the line end after a game: a writer ends each game with one.
    fn line_end_after(&mut self, length: usize) -> Result<usize, SourceError> {
        let rest = |source: &Self| {
            let text = source.text.get(source.start + length..).unwrap_or("");
            (text.len(), text.starts_with("\r\n"), text.starts_with('\n'))
        };
        while rest(self).0 < 2 && !self.at_end {
            self.read_more(0)?;
        }
        Ok(match rest(self) {
            _ if self.format == Format::Ishi => 0,
            (_, true, _) => 2,
            (_, _, true) => 1,
            _ => 0,
        })
    }

    /// Returns the games of a source in the format of a server, in SGF.
    fn whole(&mut self) -> Result<Option<Unit>, SourceError> {
        if self.units > 0 {
            return Ok(None);
        }
        while !self.at_end {
            self.read_more(0)?;
        }
        let source = self.cut(self.text.len());
        let games = translate(self.read_from, source.text());
        Ok(Some(source.translated(games)))
    }

    /// Returns the text of the next game with its bytes; those of the last one include all that comes after it.
    ///
    /// # Errors
    ///
    /// [`SourceError::Io`] if the bytes cannot be read.
    pub(crate) fn next_unit_with_bytes(&mut self) -> Result<Option<Unit>, SourceError> {
        let Some(mut unit) = self.next_unit()? else {
            return Ok(None);
        };
        if unit.origin().is_some() {
            unit.bytes = unit.text.clone().into_bytes();
            return Ok(Some(unit));
        }
        let start = unit.byte_at(0);
        let length = match &self.ahead {
            Some(next) => next.byte_at(0) - start,
            None => u64::MAX,
        };
        let is_usual = matches!(unit.charset(), Charset::Ascii | Charset::Utf8);
        let is_same =
            is_usual && unit.undecodable().next().is_none() && unit.text.len() as u64 == length;
        if is_same {
            unit.bytes = unit.text.clone().into_bytes();
        } else {
            // With room for one more byte, the end is found without a larger buffer.
            unit.bytes.reserve_exact(unit.text.len() + 1);
            let place = self.reader.stream_position()?;
            self.reader.seek(SeekFrom::Start(start))?;
            let mut reader = self.reader.by_ref().take(length);
            reader.read_to_end(&mut unit.bytes)?;
            self.reader.seek(SeekFrom::Start(place))?;
        }
        unit.marked = self.detected.mark > 0;
        Ok(Some(unit))
    }

    /// Returns the next game, decoded in its charset.
    fn next_tree(&mut self) -> Result<Option<Unit>, SourceError> {
        while let Some(trees) = &mut self.trees {
            if let Some(bytes) = trees.next(self.at_end) {
                return Ok(Some(self.decode_tree(&bytes)));
            }
            if self.at_end {
                break;
            }
            self.at_end = read_piece(&mut self.reader, &mut self.piece)? == 0;
            trees.push(&self.piece);
            self.piece.clear();
        }
        Ok(None)
    }

    fn decode_tree(&mut self, bytes: &[u8]) -> Unit {
        let mut detector = Detector::new(self.format, Head::new(bytes).about_charset());
        detector.feed(bytes);
        let detected = detector.finish_tree();
        self.charset = detected.charset;
        self.decoder = TextDecoder::new(detected.charset);
        self.unescaper = detected.unescaper();
        (self.text_read, self.bytes_read) = self.cursor.position();
        let end = self.bytes_read + bytes.len() as u64;
        self.decode(bytes, true);
        let mut unit = self.cut(self.text.len());
        self.cursor.move_to(end);
        unit.note = detected.note.map(Diagnostic::from);
        unit
    }

    fn cut(&mut self, length: usize) -> Unit {
        let pending = self.text.get(self.start..).unwrap_or("");
        let length = (length..=pending.len())
            .find(|end| pending.is_char_boundary(*end))
            .unwrap_or(pending.len());
        let text = if length == self.text.len() {
            // The only game of a record: its text is not needed here any more.
            let mut text = std::mem::take(&mut self.text);
            text.shrink_to_fit();
            text
        } else {
            let text = pending.get(..length).unwrap_or("").to_owned();
            self.start += length;
            text
        };
        self.units += 1;
        let malformed = self.decoder.malformed() > 0;
        let mut unit = Unit::new(
            text,
            self.charset,
            malformed,
            &mut self.cursor,
            &mut self.marks,
        );
        let rest = self.text.get(self.start..).unwrap_or("");
        unit.last = self.at_end && rest.trim().is_empty();
        unit
    }

    /// Reads a piece, and as many as `pending` bytes take that wait for more.
    fn read_more(&mut self, pending: usize) -> Result<(), SourceError> {
        self.text.drain(..self.start);
        self.start = 0;
        let mut piece = std::mem::take(&mut self.piece);
        for _ in 0..=pending / PIECE {
            self.at_end = read_piece(&mut self.reader, &mut piece)? == 0;
            let whole = match (self.at_end, &self.unescaper) {
                (false, None) => self.charset.whole(&piece),
                _ => piece.len(),
            };
            self.decode(piece.get(..whole).unwrap_or(&piece), self.at_end);
            piece.drain(..whole);
            if self.at_end {
                break;
            }
        }
        self.piece = piece;
        Ok(())
    }

    fn decode(&mut self, bytes: &[u8], last: bool) {
        if let Some(mut unescaper) = self.unescaper.take() {
            unescaper.feed(bytes, last, &mut |stretch, count| {
                self.decode_lines(stretch, count - stretch.len());
            });
            self.unescaper = Some(unescaper);
        } else if needs_marks(self.charset) {
            self.decode_lines(bytes, 0);
        } else {
            self.decode_stretch(bytes);
        }
        if last {
            // A character that is cut off at the end: its bytes have been passed.
            let before = self.text.len();
            self.decoder.decode(&[], true, &mut self.text);
            self.text_read += (self.text.len() - before) as u64;
            self.mark();
        }
    }

    /// Decodes bytes, and matches them up with the text after each that could not be decoded.
    fn decode_stretch(&mut self, bytes: &[u8]) {
        let (before, marks) = (self.text.len(), &mut self.marks);
        let (text_read, bytes_read) = (self.text_read, self.bytes_read);
        let mut damaged = |text: usize, read: usize| {
            marks.push(Anchor {
                text: text_read + (text - before) as u64,
                byte: bytes_read + read as u64,
            });
        };
        self.decoder
            .decode_with(bytes, false, &mut self.text, &mut damaged);
        self.text_read += (self.text.len() - before) as u64;
        self.bytes_read += bytes.len() as u64;
    }

    /// Decodes bytes. `left_out` bytes after them were left out.
    fn decode_lines(&mut self, bytes: &[u8], left_out: usize) {
        // Bytes and characters are matched again after each line break, because the bytes of line breaks have
        // no other meaning in any charset, and after each character whose length the text does not tell.
        for mut line in bytes.split_inclusive(|byte| matches!(byte, b'\n' | b'\r')) {
            while let Some(end) = self.charset.end_of_irregular(line)
                && let Some((known, rest)) = line.split_at_checked(end)
            {
                self.decode_stretch(known);
                self.mark();
                line = rest;
            }
            self.decode_stretch(line);
            // A piece can end within a line.
            if line.ends_with(b"\n") || line.ends_with(b"\r") {
                self.mark();
            }
        }
        if left_out > 0 {
            self.bytes_read += left_out as u64;
            self.mark();
        }
    }

    /// Notes that the text and the bytes read so far match up.
    fn mark(&mut self) {
        self.marks.push(Anchor {
            text: self.text_read,
            byte: self.bytes_read,
        });
    }
}

/// Detects the charset of a record, given its head, and counts its zero bytes.
fn detect(
    reader: &mut impl Read,
    mut detector: Detector,
    head: &[u8],
    piece: &mut Vec<u8>,
) -> io::Result<(Detected, usize)> {
    let mut nuls = 0;
    let mut feed = |bytes: &[u8]| {
        detector.feed(bytes);
        // Nearly no record has one, and to find one takes less time than to count them.
        if memchr::memchr(0, bytes).is_some() {
            nuls += memchr::memchr_iter(0, bytes).count();
        }
    };
    feed(head);
    while read_piece(reader, piece)? > 0 {
        feed(piece);
        piece.clear();
    }
    Ok((detector.finish(), nuls))
}

/// Whether the length of the text alone does not give offsets in the file.
fn needs_marks(charset: Charset) -> bool {
    matches!(charset, Charset::Whatwg(encoding) if !encoding.is_single_byte())
}

/// Adds the next piece to some bytes, and returns its length: 0 at the end.
fn read_piece(reader: &mut impl Read, bytes: &mut Vec<u8>) -> io::Result<usize> {
    reader.take(PIECE as u64).read_to_end(bytes)
}

#[cfg(test)]
mod tests;
