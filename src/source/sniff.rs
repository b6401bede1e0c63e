//! Tells the format of a record from its first bytes.

use std::borrow::Cow;

use thiserror::Error;

use crate::bracket::text::{Escapes, Lines, unescape};
use crate::bracket::tokenizer;
use crate::bracket::tokenizer::start_of_game;
use crate::format::charset::{Beginning, Charset, charset_labels, unicode_sign};
use crate::format::{Format, SourceFormat};
use crate::ishi::line::Keyword;
use crate::ishi::{LineKind, Tokens};
use crate::model::Id;
use crate::model::words::debug_as_display;
use crate::servers;

/// Why bytes are not a game record.
#[derive(Clone, Copy, PartialEq, Eq, Error)]
pub enum NoRecord {
    /// Only white space, and no hint of Ishi.
    #[error("it is empty")]
    Empty,
    /// Only zero bytes, as a disk returns for a file whose content is gone.
    #[error("it has NUL bytes only, so its content is gone")]
    Nul,
    /// Bytes of zero where text was expected.
    #[error("it is a binary file")]
    Binary,
    /// A source file of the programming language.
    #[error("it is source code of the programming language Go")]
    GoSource,
    /// The format of the Generic Game Server.
    #[error("it is in the Generic Game Format (GGF); it looks like SGF, but is another format")]
    Ggf,
    /// A record of a Go server that is encrypted.
    #[error("it is an encrypted UGF file of PandaNet, and nobody has published how to read it")]
    Encrypted,
    /// A page of the web, which some servers send in the place of a file.
    #[error("it is a web page, or other markup")]
    Markup,
    /// Text without a trace of the format that the user named.
    #[error("it is no record in {0}")]
    Other(SourceFormat),
    /// Text without a trace of any format.
    #[error(
        "it has neither a game of SGF or Smart-Go, `(;` with a property such as `B[pd]`, nor a keyword line of Ishi"
    )]
    Unknown,
}

debug_as_display!(NoRecord);

/// Properties that only `FF[4]` knows; in a record without FF they mean that it is `FF[4]`.
const FF4_ONLY: &[&str] = &["CA", "AP", "ST"];

/// The facts that the beginning of a record tells: [`Source::open_sniffed`](crate::source::Source::open_sniffed) takes them.
#[derive(Debug, Clone)]
pub struct Sniffed {
    /// The format.
    pub(crate) format: Format,
    /// The format of the bytes.
    pub(crate) read_from: SourceFormat,
    /// The signs of the charset.
    pub(crate) beginning: Beginning,
}

/// The beginning of a record: enough to tell its format and the properties of its first node.
pub struct Head<'a> {
    text: Cow<'a, [u8]>,
    /// The properties of the first node, each with its first value.
    root: Vec<(String, String)>,
    tree: Option<usize>,
}

impl<'a> Head<'a> {
    /// How many bytes of a record are looked at.
    pub const SIZE: usize = 64 * 1024;

    /// Takes the first bytes of a record, at most [`Head::SIZE`].
    pub fn new(bytes: &'a [u8]) -> Self {
        let bytes = bytes.get(..Self::SIZE).unwrap_or(bytes);
        let text: Cow<'a, [u8]> = match unicode_sign(bytes) {
            Some((charset, mark)) => {
                let text = charset.decode(bytes.get(mark..).unwrap_or(&[]));
                Cow::Owned(text.into_owned().into_bytes())
            }
            None => Cow::Borrowed(bytes),
        };
        let tree = find_tree(&text).filter(|start| !is_bare_words(&text, *start));
        // The semicolon of the first node can be missing.
        let root = tree.or_else(|| starts_tree(&text).then_some(0));
        let root = root.map_or_else(Vec::new, |start| root_values(&text, start));
        Self { text, root, tree }
    }

    /// Returns the format, or the given one, and the signs of the charset.
    ///
    /// # Errors
    ///
    /// The kind of the bytes, if they are not a game record.
    pub fn sniff(
        &self,
        given: Option<Format>,
        of_server: Option<SourceFormat>,
        hint: Option<Format>,
    ) -> Result<Sniffed, NoRecord> {
        let server = match of_server {
            Some(server) if !servers::has_sign(server, &self.text) => {
                return Err(NoRecord::Other(server));
            }
            server => server.or_else(|| servers::sniff(&self.text)),
        };
        let format = match (given.filter(|_| of_server.is_none()), server) {
            (Some(format), _) => format,
            (None, Some(SourceFormat::Ugf)) if servers::is_encrypted(&self.text) => {
                return Err(NoRecord::Encrypted);
            }
            (None, Some(server)) => server.of_games(),
            (None, None) => self.written(hint)?,
        };
        let server = server.filter(|server| server.of_games() == format);
        let mut beginning = self.about_charset();
        if server.is_some() {
            beginning.label = servers::charset_label(&self.text);
        }
        Ok(Sniffed {
            format,
            read_from: server.unwrap_or(format.into()),
            beginning,
        })
    }

    /// Returns the first value of a property in the first node of a bracketed record.
    pub fn value(&self, ident: &str) -> Option<String> {
        let (_, value) = self.root.iter().find(|(name, _)| name == ident)?;
        Some(value.clone())
    }

    /// Returns the signs of the charset in the beginning.
    ///
    /// In some charsets the second byte of a character looks like a bracket, so that [`Head::value`] misses
    /// the text after it. Then the first label anywhere in the text counts.
    pub fn about_charset(&self) -> Beginning {
        Beginning {
            label: self
                .value("CA")
                .or_else(|| charset_labels(&self.text).next()),
            foreign: ["AP", "SY", "CA"]
                .iter()
                .any(|ident| self.value(ident).is_some()),
        }
    }

    /// Returns the format from the content, or from `hint`, the format of the file's ending, if the content
    /// leaves it open. The games of a server are in SGF.
    ///
    /// A bracketed record is Smart-Go if its FF is 1 to 3 or empty, or if FF is missing and its first node has no AP, CA
    /// or ST; otherwise SGF.
    ///
    /// # Errors
    ///
    /// The kind of the bytes, if they are not a game record.
    pub fn format(&self, hint: Option<Format>) -> Result<Format, NoRecord> {
        Ok(self.sniff(None, None, hint)?.format)
    }

    /// Returns the format, if it is none of a server.
    fn written(&self, hint: Option<Format>) -> Result<Format, NoRecord> {
        if self.text.iter().all(|byte| is_blank(*byte)) {
            if memchr::memchr(0, &self.text).is_some() {
                return Err(NoRecord::Nul);
            }
            // A file without a line is a record of Ishi (specification, section 4.1).
            return hint
                .filter(|format| *format == Format::Ishi)
                .ok_or(NoRecord::Empty);
        }
        if is_go_source(&self.text) {
            return Err(NoRecord::GoSource);
        }
        if self.tree.is_some() && starts_tree(&self.text) {
            return self.bracketed();
        }
        let lines = self.keyword_lines();
        // Old systems fill the last block of a file with bytes of zero.
        let end = self.text.iter().rposition(|byte| !is_blank(*byte));
        let start = self.text.iter().take(end.unwrap_or(0).min(512));
        let nuls = start.filter(|byte| **byte == 0);
        // A record may have lost a byte somewhere; other files do not begin like one.
        // One sector of a disk may be lost.
        let is_ishi = lines.data > lines.others;
        if !is_ishi && nuls.count() > if lines.first { FEW_NULS } else { 0 } {
            return Err(NoRecord::Binary);
        }
        let page = is_page(&self.text);
        // Of two formats the one that explains more of the text is meant.
        let has_lines = lines.data > 0 && lines.keywords > lines.others;
        let explains_more = |tree| has_lines && 2 * games(&self.text, tree) < self.text.len();
        if self.tree.is_some_and(|tree| !explains_more(tree))
            && !lines.first
            && (self.has_known_property() || !page)
        {
            return self.bracketed();
        }
        if lines.first || lines.keywords > lines.others {
            return Ok(Format::Ishi);
        }
        match hint {
            Some(Format::Ishi) if lines.keywords > 0 && !page => Ok(Format::Ishi),
            Some(Format::Sgf | Format::SmartGo)
                if starts_tree(&self.text) && !is_bare_words(&self.text, 0) =>
            {
                self.bracketed()
            }
            _ if is_markup(&self.text) => Err(NoRecord::Markup),
            _ => Err(NoRecord::Unknown),
        }
    }

    /// Returns whether the bytes are plainly a record, also without a name that shows it.
    ///
    /// An Ishi record has a move or a board size. A bracketed record may have text around it, like a
    /// mail, but its game starts a line, has a known property in its first node and is a quarter of
    /// the text at least; an example in source code or in a manual is not.
    pub fn is_plain(&self) -> bool {
        if servers::sniff(&self.text).is_some() {
            return true;
        }
        if is_page(&self.text) {
            return false;
        }
        let lines = self.keyword_lines();
        if self.tree.is_none() || lines.first {
            return lines.data > 0;
        }
        let tree = self.tree.unwrap_or_default();
        let before = self.text.get(..tree).unwrap_or_default();
        let line = before.rsplit(|byte| matches!(byte, b'\n' | b'\r')).next();
        let starts_line = line.is_none_or(|line| line.iter().all(|byte| is_blank(*byte)));
        starts_line && self.has_known_property() && 4 * games(&self.text, tree) >= self.text.len()
    }

    fn has_known_property(&self) -> bool {
        let mut names = self.root.iter().map(|(name, _)| name);
        names.any(|name| Id::from_ident(name).is_some())
    }

    fn bracketed(&self) -> Result<Format, NoRecord> {
        let named = |ident| self.root.iter().any(|(name, _)| name == ident);
        let words = self.value("GM").is_some_and(|kind| {
            let kind = kind.trim();
            !kind.is_empty() && kind.bytes().all(|byte| byte.is_ascii_alphabetic())
        });
        if words && named("TY") && named("TI") {
            return Err(NoRecord::Ggf);
        }
        let modern = FF4_ONLY.iter().any(|ident| named(ident));
        Ok(match self.value("FF").as_deref().map(str::trim) {
            Some("" | "1" | "2" | "3") => Format::SmartGo,
            None if !modern => Format::SmartGo,
            _ => Format::Sgf,
        })
    }

    fn keyword_lines(&self) -> KeywordLines {
        let mut ended = false;
        let mut found = KeywordLines::default();
        let mut tokens = Tokens::default();
        loop {
            let start = tokens.start();
            let Some(token) = tokens.next(&self.text, true) else {
                break;
            };
            let line = self.text.get(start..tokens.start()).unwrap_or_default();
            if line.iter().all(|byte| is_blank(*byte)) {
                continue;
            }
            // After Control-Z there is older data of the disk, unless it has keywords.
            ended |= line.contains(&CONTROL_Z);
            let has_keyword = token.kind.has_keyword();
            let is_other = matches!(token.kind, LineKind::Unknown | LineKind::Blank);
            found.first |= found.keywords + found.others == 0 && has_keyword;
            found.keywords += usize::from(has_keyword);
            found.data += usize::from(is_data(token.kind, line));
            found.others += usize::from(is_other && !ended);
        }
        // A first line alone may be a sentence that begins with "Black".
        found.first &= found.keywords >= found.others;
        found
    }
}

/// How many lines outside of blocks begin with a keyword of Ishi.
#[derive(Default)]
struct KeywordLines {
    first: bool,
    keywords: usize,
    others: usize,
    /// How many of them are moves or board sizes.
    data: usize,
}

/// Returns whether a line has data that prose lacks: a move (`B 12 Q16`) or the size of a board.
fn is_data(kind: LineKind, line: &[u8]) -> bool {
    let words = line.split(u8::is_ascii_whitespace);
    let mut words = words.filter(|word| !word.is_empty()).skip(1);
    let is_number = |word: &[u8]| !word.is_empty() && word.iter().all(u8::is_ascii_digit);
    let number = words.next().is_some_and(is_number);
    let is_point = |word: &[u8]| match word {
        [letter, row @ ..] => letter.is_ascii_alphabetic() && is_number(row),
        [] => false,
    };
    let is_location = |word: &[u8]| is_point(word) || word.eq_ignore_ascii_case(b"pass");
    match kind {
        LineKind::Keyword(Keyword::BoardSize) => number,
        LineKind::Keyword(Keyword::Move(_)) => number && words.next().is_some_and(is_location),
        _ => false,
    }
}

/// How many bytes of zero the beginning of a record may have.
const FEW_NULS: usize = 8;

/// Returns whether a text starts like a page of markup, a script or data of other programs.
fn is_page(text: &[u8]) -> bool {
    is_markup(text) || matches!(first_visible(text), Some(b'#' | b'{'))
}

fn is_markup(text: &[u8]) -> bool {
    first_visible(text) == Some(b'<')
}

fn first_visible(text: &[u8]) -> Option<u8> {
    text.iter().copied().find(|byte| !is_blank(*byte))
}

/// Returns how many bytes of a text belong to games. The first starts at `tree`.
fn games(text: &[u8], tree: usize) -> usize {
    let (mut depth, mut count) = (0_usize, 0);
    let (mut in_value, mut escaped) = (false, false);
    for byte in text.iter().skip(tree) {
        let inside = depth > 0;
        if in_value {
            in_value = escaped || *byte != b']';
            escaped = !escaped && *byte == b'\\';
        } else {
            match byte {
                b'[' => in_value = inside,
                b'(' => depth += 1,
                b')' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        count += usize::from(inside || depth > 0);
    }
    count
}

/// The end of a file in DOS.
const CONTROL_Z: u8 = 0x1A;

/// White space, and the Control-Z and zero bytes that old systems fill the last block with.
fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, 0x0B | CONTROL_Z | 0)
}

fn is_go_source(text: &[u8]) -> bool {
    let mut in_comment = false;
    for line in text.split(|byte| *byte == b'\n') {
        let line = line.trim_ascii();
        if in_comment || line.starts_with(b"/*") {
            in_comment = memchr::memmem::find(line, b"*/").is_none();
        } else if !line.is_empty() && !line.starts_with(b"//") {
            return line.starts_with(b"package ");
        }
    }
    false
}

/// Finds `(` with `;` and the beginning of a node after it.
fn find_tree(text: &[u8]) -> Option<usize> {
    if let Some(start) = bare_root(text) {
        return Some(start);
    }
    memchr::memchr_iter(b'(', text).find(|&start| {
        let mut rest = text.iter().skip(start + 1).filter(|byte| !is_blank(**byte));
        rest.next() == Some(&b';')
            && rest
                .next()
                .is_none_or(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'(' | b')' | b';'))
    })
}

/// Returns whether a text has words from an offset on, and no bracket that opens a value: `(;FF(4)GM(1);B(cc))`.
fn is_bare_words(text: &[u8], start: usize) -> bool {
    let rest = text.get(start..).unwrap_or_default();
    memchr::memchr(b'[', rest).is_none() && rest.iter().any(u8::is_ascii_alphanumeric)
}

/// Finds the root of a game that lacks its `(`, or has another character in its place.
fn bare_root(text: &[u8]) -> Option<usize> {
    let start = start_of_game(text)?;
    let before = Charset::Utf8.decode(text.get(..start)?);
    let is_first = before.trim().chars().nth(1).is_none();
    (is_first && text.get(start) == Some(&b';')).then_some(start)
}

/// Whether the first thing in the text is a game tree that lacks its `(` or its `;`.
fn starts_tree(text: &[u8]) -> bool {
    let mut rest = text.iter().skip_while(|byte| is_blank(**byte));
    matches!(rest.next(), Some(b'(' | b';'))
}

/// Returns the identifiers of the properties of the first node, each with its first value.
fn root_values(text: &[u8], start: usize) -> Vec<(String, String)> {
    let text = Charset::Utf8.decode(text.get(start..).unwrap_or(&[]));
    let values = tokenizer::root_values(&text).into_iter();
    let values = values.map(|(ident, value)| {
        // Smart-Go ignores lower-case letters of identifiers: `GaMe` is GM.
        let mut ident = ident.to_owned();
        ident.retain(|c| !c.is_ascii_lowercase());
        let value = unescape(value, Lines::Many, Escapes::Sgf);
        (ident, value.into_owned())
    });
    values.collect()
}

#[cfg(test)]
mod tests;
