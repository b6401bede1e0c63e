//! A line together with the places in the text where it and its entries are.

use std::borrow::Cow;

use super::line::Line;
use crate::diagnostic::Span;

/// A line that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item<'a> {
    /// The content of the line.
    pub line: Line<'a>,
    /// Its bytes in the text, without white space around them.
    pub span: Span,
    /// The places of its entries. `None` if it has no entries, or is a move that is written as [`Line`] is displayed.
    entries: Option<Box<Entries<'a>>>,
}

/// The places of the entries of a line, and its words if not all of them were read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Entries<'a> {
    /// Of the entries: stones, marks, targets; number and place of a move.
    pub read: Vec<Span>,
    /// Of the ignored words: they cannot be read, or the data of the keyword is complete without them.
    pub unread: Vec<Span>,
    /// The words of the line, if some of them are ignored or the line is not well typed; with LF between the lines of
    /// a block.
    pub words: Option<Cow<'a, str>>,
    /// How the words are typed.
    pub typing: Typing,
}

/// How the words of a line are typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Typing {
    /// As the format has them.
    #[default]
    Well,
    /// In another way, so that they are read as the line only after the lines before it.
    Badly,
    /// On the same line as the words of the item before: `W 2 D4` of `B 1 Q4 W 2 D4`.
    OnSameLine,
}

impl<'a> Item<'a> {
    pub(super) fn new(line: Line<'a>, span: Span, mut entries: Entries<'a>) -> Self {
        entries.read.shrink_to_fit();
        let none = entries.read.is_empty() && entries.words.is_none();
        Self {
            line,
            span,
            entries: (!none).then(|| Box::new(entries)),
        }
    }

    /// Creates the item of a line without entries, or of a move that is written as [`Line`] is displayed.
    pub(super) fn plain(line: Line<'a>, span: Span) -> Self {
        Self {
            line,
            span,
            entries: None,
        }
    }

    /// Copies borrowed text, so that the item outlives its input.
    pub(super) fn into_owned(self) -> Item<'static> {
        let owned = |all: Box<Entries<'_>>| {
            let words = all.words.map(|words| Cow::Owned(words.into_owned()));
            Box::new(Entries {
                read: all.read,
                unread: all.unread,
                words,
                typing: all.typing,
            })
        };
        Item {
            line: self.line.into_owned(),
            span: self.span,
            entries: self.entries.map(owned),
        }
    }

    /// Moves all places, from one text to another one.
    pub(super) fn move_places(&mut self, to: impl Fn(Span) -> Span) {
        let entries = self.entries.iter_mut();
        let entries = entries.flat_map(|all| all.read.iter_mut().chain(&mut all.unread));
        for span in entries.chain([&mut self.span]) {
            *span = to(*span);
        }
    }

    /// Gives the line the words that it was read from, and their place. Each entry has the same place.
    pub(super) fn set_typed(&mut self, words: Cow<'a, str>, span: Span, typing: Typing) {
        self.span = span;
        self.entries = Some(Box::new(Entries {
            words: Some(words),
            typing,
            ..Entries::default()
        }));
    }

    /// Gives the line a place, and forgets the places of its entries: [`entry`](Self::entry) returns the whole line.
    pub(super) fn forget_places(&mut self, span: Span) {
        self.span = span;
        let entries = self.entries.take().map(|all| *all).unwrap_or_default();
        self.entries = Some(Box::new(Entries {
            read: Vec::new(),
            unread: Vec::new(),
            ..entries
        }));
    }

    /// Adds ignored words, given their place and the line with them.
    pub(super) fn keep(&mut self, unread: Span, words: Cow<'a, str>) {
        // A plain line does not store the places of its entries.
        let read = self.places().into_owned();
        let entries = self.entries.get_or_insert_with(|| {
            Box::new(Entries {
                read,
                ..Entries::default()
            })
        });
        entries.unread.push(unread);
        entries.words = Some(words);
    }

    /// Returns the place of an entry, counted from 0: a stone, mark or target, or the number (0) and the place (1) of
    /// a move. If there is no entry with this index, returns the place of the whole line.
    pub fn entry(&self, index: usize) -> Span {
        self.places().get(index).copied().unwrap_or(self.span)
    }

    /// Returns the places of the ignored words.
    pub fn unread(&self) -> &[Span] {
        self.entries.as_ref().map_or(&[], |all| &all.unread)
    }

    /// Returns the line as it is written in a file.
    pub fn written(&self) -> String {
        self.words()
            .map_or_else(|| self.line.to_string(), ToOwned::to_owned)
    }

    /// Returns whether the line is written as [`Line`] is displayed.
    pub(super) fn is_as_displayed(&self) -> bool {
        self.words().is_none()
    }

    /// Returns how the words are typed that the line was read from.
    pub(super) fn typing(&self) -> Typing {
        self.entries.as_ref().map_or(Typing::Well, |all| all.typing)
    }

    fn words(&self) -> Option<&str> {
        self.entries.as_ref()?.words.as_deref()
    }

    /// Returns the places of all entries.
    fn places(&self) -> Cow<'_, [Span]> {
        match (&self.entries, &self.line) {
            (Some(all), _) => Cow::Borrowed(&all.read),
            (None, Line::Move(_, number, _)) => {
                let start = self.span.start + "B ".len();
                let end = start + number.to_string().len();
                let places = [Span::new(start, end), Span::new(end + 1, self.span.end)];
                Cow::Owned(places.into())
            }
            _ => Cow::Borrowed(&[]),
        }
    }
}
