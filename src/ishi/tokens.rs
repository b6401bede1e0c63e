//! The lines of an Ishi text. No other module decides where a line or a block ends and whether a word is a keyword.
//!
//! The splitter, the reader and the books use these tokens. The grammar (`grammars/ishi.pest`) defines the same
//! lines and blocks, and a test compares the two (`syntax/laws.rs`).

use memchr::memchr2;

use super::clean::first_word;
use super::line::Keyword;
use crate::diagnostic::Span;
use crate::model::Color;

/// A piece of a text. It ends where the next one starts, so that all pieces together are the text, byte for byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TextItem<K> {
    /// The kind of the piece.
    pub kind: K,
    /// The offset of its first byte.
    pub start: u32,
}

/// The kind of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LineKind {
    /// White space and ignored characters only.
    Blank,
    /// A line with a keyword. COM and USER open a block. ENDCOM and ENDUSER are stray ends here.
    Keyword(Keyword),
    /// A line of text in the block of this keyword, COM or USER.
    Body(Keyword),
    /// The last line of the block of this keyword.
    End(Keyword),
    /// A line without a keyword.
    Unknown,
}

impl LineKind {
    /// Returns whether the line starts with a keyword.
    pub fn has_keyword(self) -> bool {
        matches!(self, Self::Keyword(_) | Self::End(_))
    }
}

/// Cuts a text into lines, each with its line end: CR LF, LF or CR.
///
/// The text may grow between two lines. The offsets count from its start.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tokens {
    /// Where the next line starts.
    start: usize,
    /// The next line has no end before this offset.
    searched: usize,
    /// No line that a block needs to know comes before this offset.
    looked_below: usize,
    /// The keyword of the open block.
    block: Option<Keyword>,
}

/// Returns the length of the line end at the start of a text: CR LF, LF, CR or no line end.
#[inline]
pub(super) fn line_end(text: &[u8]) -> usize {
    match text {
        [b'\r', b'\n', ..] => 2,
        [b'\r' | b'\n', ..] => 1,
        _ => 0,
    }
}

/// Returns the lines of a whole text, each with its kind and its bytes.
pub(super) fn lines(text: &[u8]) -> impl Iterator<Item = (LineKind, Span)> {
    let mut tokens = Tokens::default();
    std::iter::from_fn(move || {
        let start = tokens.start();
        let token = tokens.next(text, true)?;
        Some((token.kind, Span::new(start, tokens.start())))
    })
}

impl Tokens {
    /// Returns the next line. `None` at the end of the text, or if the line can continue in text that is
    /// yet to come.
    pub(crate) fn next(&mut self, text: &[u8], at_end: bool) -> Option<TextItem<LineKind>> {
        let start = self.start;
        let end = self.find_end(text, at_end)?;
        let before = self.block;
        let line = text.get(start..end)?;
        let mut kind = self.kind(line);
        if let Some(block) = self.block
            && block
                .end()
                .is_some_and(|end| ends_with(line, end, before.is_some()))
        {
            let Some(is_closed) = self.is_closed(text, end, at_end) else {
                self.block = before;
                return None;
            };
            if is_closed {
                self.block = None;
                // The last line of the text has its end on it: `Black to play. ENDCOM`.
                kind = before.map_or(kind, LineKind::End);
            }
        }
        self.pass(end);
        Some(TextItem {
            kind,
            start: u32::try_from(start).unwrap_or(u32::MAX),
        })
    }

    /// Returns where the next line starts.
    pub(crate) fn start(&self) -> usize {
        self.start
    }

    /// Continues at an offset where a line starts.
    pub(super) fn pass(&mut self, start: usize) {
        self.start = start;
        self.searched = start;
        self.looked_below = self.looked_below.max(start);
    }

    /// Continues in the block of a keyword, COM or USER, or outside of any block.
    pub(super) fn set_block(&mut self, block: Option<Keyword>) {
        self.block = block;
    }

    /// Returns whether the next line is outside of any block.
    pub(super) fn is_outside(&self) -> bool {
        self.block.is_none()
    }

    /// Returns the end of the next line, after its line end.
    fn find_end(&mut self, text: &[u8], at_end: bool) -> Option<usize> {
        if self.start >= text.len() {
            return None;
        }
        let Some(found) = memchr2(b'\r', b'\n', text.get(self.searched..)?) else {
            self.searched = text.len();
            return at_end.then_some(text.len());
        };
        self.searched += found;
        match text.get(self.searched..)? {
            // The LF of a CR LF may be on its way.
            [b'\r'] if !at_end => None,
            rest => Some(self.searched + line_end(rest)),
        }
    }

    /// Returns whether a block that has its end after other words of a line is closed: the next such block comes before the next
    /// such end, as after `COM good move ENDCOM`. `None` if this is in text that is yet to come.
    fn is_closed(&mut self, text: &[u8], below: usize, at_end: bool) -> Option<bool> {
        let block = self.block?;
        let mut lines = Self {
            start: below.max(self.looked_below),
            ..Self::default()
        };
        lines.searched = lines.start;
        loop {
            let start = lines.start;
            let Some(end) = lines.find_end(text, at_end) else {
                self.looked_below = start;
                return at_end.then_some(true);
            };
            let (word, _) = first_word(text.get(start..end)?);
            if block.is(&word) || block.end()?.is(&word) {
                self.looked_below = start;
                return Some(block.is(&word));
            }
            lines.pass(end);
        }
    }

    fn kind(&mut self, line: &[u8]) -> LineKind {
        // Most lines are moves.
        match line {
            [b'B', b' ', ..] if self.is_outside() => {
                return LineKind::Keyword(Keyword::Move(Color::Black));
            }
            [b'W', b' ', ..] if self.is_outside() => {
                return LineKind::Keyword(Keyword::Move(Color::White));
            }
            _ => {}
        }
        let (word, _) = first_word(line);
        if let Some(block) = self.block {
            if block.end().is_some_and(|end| end.is(&word)) {
                self.block = None;
                return LineKind::End(block);
            }
            return LineKind::Body(block);
        }
        if word.is_empty() {
            return LineKind::Blank;
        }
        let Some(keyword) = Keyword::of(&word) else {
            return LineKind::Unknown;
        };
        self.block = keyword.end().map(|_| keyword);
        if self.block.is_some() {
            self.looked_below = self.start;
        }
        LineKind::Keyword(keyword)
    }
}

/// Returns whether the last word of a line is a keyword. In a text anything but a capital can be before it: `Good.ENDCOM`.
fn ends_with(line: &[u8], keyword: Keyword, in_text: bool) -> bool {
    let line = line.trim_ascii_end();
    if !matches!(line.last(), Some(b'M' | b'm' | b'R' | b'r')) {
        return false;
    }
    let start = line.len().saturating_sub(keyword.word().len());
    line.split_at_checked(start).is_some_and(|(words, word)| {
        let in_capitals = word.iter().all(u8::is_ascii_uppercase);
        let is_edge = |last: &u8| {
            last.is_ascii_whitespace() || in_text && in_capitals && !last.is_ascii_uppercase()
        };
        words.last().is_some_and(is_edge) && keyword.is(word)
    })
}
