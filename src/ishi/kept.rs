//! The lines that a node's detail keeps in the words of the Ishi format.

use std::borrow::Cow;
use std::mem::discriminant;

use super::facet::Facet;
use super::item::Item;
use super::line::Line;
use super::{say, syntax};
use crate::charset::Charset;
use crate::model::{Dialect, Entry, Fact, Game, NodeId};

/// Where a line of a root or of the last node of a sequence is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Section {
    /// At the node's defining line.
    Node,
    /// After [`Fact::Setup`]: at the setup stones of an event.
    Setup,
    /// After [`Fact::End`]: at the end of the sequence.
    End,
}

/// One line, or one block, that is kept.
#[derive(Debug, Clone)]
pub(super) struct Kept {
    /// What it is about.
    pub facet: Facet,
    /// Where it is.
    pub section: Section,
    /// Its content.
    pub line: Line<'static>,
    /// Whether it has words that mean nothing, which its content does not have.
    pub odd: bool,
    /// Its words, with LF between the lines of a block.
    pub text: String,
    /// Whether a reader keeps the words of its entry.
    pub comes_back: bool,
    /// The entry that it comes from.
    pub entry: Entry<'static>,
}

impl Kept {
    fn new(entry: &Entry<'_>, section: Section, charset: Charset) -> Option<Self> {
        let text = fit(&entry.text, charset);
        let item = syntax::parse_line(&text).filter(|item| is_data(item, section))?;
        if !is_of_same_kind(&item, &entry.text, &text) {
            return None;
        }
        let odd = item.is_odd();
        let comes_back = comes_back(entry, Some(&item.text()));
        let line = item.line.into_owned();
        Some(Self {
            facet: Facet::of(&line),
            section,
            line,
            odd,
            text: text.into_owned(),
            comes_back,
            entry: entry.clone().into_owned(),
        })
    }

    /// Returns whether the line has the words of its entry in the charset of the file.
    pub(super) fn is_exact(&self) -> bool {
        self.text == self.entry.text
    }

    /// Returns whether the line is an ENDVAR with words after it.
    pub(super) fn is_end_var(&self) -> bool {
        self.line == Line::EndVar
    }

    /// Returns whether the line is a remark.
    pub(super) fn is_remark(&self) -> bool {
        matches!(self.line, Line::Remark(_))
    }

    /// Returns whether the line starts a variation.
    pub(super) fn is_var(&self) -> bool {
        matches!(self.line, Line::Var(_))
    }
}

/// Returns the lines that the node's detail keeps, in order.
///
/// An entry that is not exactly one line or block, or that would end a sequence, is left out: it did
/// not come from an Ishi file.
pub(super) fn lines(game: &Game<'_>, node: NodeId, charset: Charset) -> Vec<Kept> {
    let mut section = Section::Node;
    let details = game.details(node);
    let ours = details
        .iter()
        .filter(|entry| entry.dialect == Dialect::Ishi);
    let mut lines = Vec::with_capacity(ours.count());
    for entry in details {
        match entry.dialect {
            Dialect::Fact => match entry.fact() {
                Some(Fact::Setup) => section = Section::Setup,
                Some(Fact::End) => section = Section::End,
                _ => {}
            },
            Dialect::Ishi => lines.extend(Kept::new(entry, section, charset)),
            Dialect::Sgf | Dialect::SmartGo => {}
        }
    }
    lines
}

/// Returns the lines that the node's detail keeps, wherever they are.
pub(super) fn unplaced(game: &Game<'_>, node: NodeId) -> impl Iterator<Item = Kept> {
    game.details(node)
        .iter()
        .filter(|entry| entry.dialect == Dialect::Ishi)
        .filter_map(|entry| Kept::new(entry, Section::Node, Charset::Utf8))
}

/// Returns kept words as a reader keeps them after they were written in a charset; none for words
/// that are not a line.
pub(super) fn reread(text: &str, charset: Charset) -> Option<String> {
    let fitted = fit(text, charset);
    let item = syntax::parse_line(&fitted)?;
    let is_kept = item.line != Line::EndVar || item.is_odd();
    (is_kept && is_of_same_kind(&item, text, &fitted)).then(|| item.text())
}

/// Returns whether a line is what its words were in full: what no keyword explains may look like one once it
/// has lost a letter.
fn is_of_same_kind(item: &Item<'_>, text: &str, fitted: &str) -> bool {
    text == fitted
        || syntax::parse_line(text)
            .is_some_and(|before| discriminant(&before.line) == discriminant(&item.line))
}

/// Returns whether an entry needs nothing beside its line, given what a reader keeps of that: every
/// variation starts with VAR, so a VAR without a marker comes back in any case.
pub(super) fn comes_back(entry: &Entry<'_>, again: Option<&str>) -> bool {
    again.is_some_and(|again| again == entry.text || again == "VAR")
}

/// Returns whether a line can be kept: an ENDVAR only at the end of a sequence, for the words after it.
fn is_data(item: &Item<'_>, section: Section) -> bool {
    item.line != Line::EndVar || section == Section::End && item.is_odd()
}

/// Returns kept words in the characters of a charset, without control characters but TAB and LF.
fn fit(text: &str, charset: Charset) -> Cow<'_, str> {
    let stays = |c: char| match c {
        '\t' | '\n' => true,
        c if c.is_ascii_control() => false,
        c => c.is_ascii() || charset.can_encode(c),
    };
    if text.chars().all(stays) {
        return Cow::Borrowed(text);
    }
    let mut fitted = String::with_capacity(text.len());
    for c in text.chars() {
        if stays(c) {
            fitted.push(c);
        } else {
            fitted.push_str(&say::fit(c.encode_utf8(&mut [0; 4]), charset));
        }
    }
    Cow::Owned(fitted)
}
