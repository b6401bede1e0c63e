//! The lines that a node's detail keeps in the words of the Ishi format.

use std::borrow::Cow;
use std::mem::discriminant;

use super::facet::Facet;
use super::item::{Item, Typing, split_typed};
use super::line::Line;
use super::{repair, say, syntax};
use crate::charset::Charset;
use crate::diagnostic::Diagnostics;
use crate::model::{Dialect, Entry, Fact, Game, Id, NodeId};

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
    /// The facet that it is about.
    pub facet: Facet,
    /// Where it is.
    pub section: Section,
    /// Its content.
    pub line: Line<'static>,
    /// Whether its words are kept, because some of them are ignored or the line is not well typed.
    pub has_words: bool,
    /// Its words, with LF between the lines of a block.
    pub text: String,
    /// How its words are typed: if not well, they are written as they are.
    pub typing: Typing,
    /// Whether the text of its entry is unchanged in the charset of the file.
    pub is_exact: bool,
    /// Whether a reader makes the same entry again from the written line.
    pub comes_back: bool,
    /// The entry that it comes from.
    pub entry: Entry<'static>,
}

impl Kept {
    fn new(entry: &Entry<'_>, section: Section, charset: Charset) -> Option<Self> {
        let text = written(&entry.text, charset)?;
        let item = syntax::parse_line(&text).filter(|item| is_data(item, section))?;
        let has_words = item.has_words();
        let comes_back = comes_back(entry, Some(&item.text()));
        let (_, typed) = split_typed(&text);
        let (words, typing) = typed.unwrap_or((&text, Typing::Well));
        let words = words.to_owned();
        let line = item.line.into_owned();
        Some(Self {
            facet: Facet::of(&line),
            section,
            line,
            has_words,
            typing,
            is_exact: text == entry.text,
            text: words,
            comes_back,
            entry: entry.clone().into_owned(),
        })
    }

    /// Replaces words that are not well typed by the line.
    pub(super) fn set_well_typed(&mut self) {
        if self.typing != Typing::Well {
            self.typing = Typing::Well;
            self.has_words = false;
            self.text = self.line.to_string();
        }
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

/// The VAR line that is written before the first node of a variation.
pub(super) enum Opening<'k> {
    /// A kept line.
    Kept(&'k Kept),
    /// A new line. The name of the node is its marker, if it can be one.
    Said(Line<'static>),
}

impl<'k> Opening<'k> {
    /// Finds the line, given the kept lines up to VAR. A kept marker is not used if the node has no name, because a
    /// reader would take the marker for the name.
    pub(super) fn of(game: &Game<'_>, node: NodeId, kept: &'k [Kept]) -> Self {
        let is_named = game.text(node, Id::Name).is_some();
        match kept.last() {
            Some(var) if var.line == Line::Var(None) || is_named => Self::Kept(var),
            _ => {
                let marker = say::marker(game, node);
                Self::Said(Line::Var(
                    marker.map(|marker| Cow::Owned(marker.to_owned())),
                ))
            }
        }
    }

    /// Returns the line.
    pub(super) fn line(&self) -> &Line<'static> {
        match self {
            Self::Kept(kept) => &kept.line,
            Self::Said(line) => line,
        }
    }

    /// Returns its marker.
    pub(super) fn marker(&self) -> Option<&str> {
        match self.line() {
            Line::Var(marker) => marker.as_deref(),
            _ => None,
        }
    }
}

/// Returns how many kept lines there are up to the VAR before the node: the remarks among them are
/// before VAR.
pub(super) fn opening(kept: &[Kept]) -> usize {
    let var = |kept: &Kept| kept.is_var() && kept.section != Section::End;
    kept.iter().rposition(var).map_or(0, |var| var + 1)
}

/// Returns kept words as a reader keeps them after they were written in a charset. `None` if they are not a line
/// that a reader keeps.
pub(super) fn reread(text: &str, charset: Charset) -> Option<String> {
    let written = written(text, charset)?;
    // A reader keeps words that are not well typed with their line.
    let mut mended = match split_typed(&written) {
        (_, None) => syntax::parse(&written, &mut Diagnostics::new()),
        _ => Vec::new(),
    };
    let mended = mended
        .pop()
        .filter(|item| mended.is_empty() && item.typing() != Typing::Well);
    let item = mended.or_else(|| syntax::parse_line(&written))?;
    let is_kept = item.line != Line::EndVar || item.has_words();
    is_kept.then(|| item.text())
}

/// Returns kept words as they are written in a charset. `None` if the charset makes another kind of line of them.
///
/// Replaced letters can turn an ignored word into an entry: `é3` -> `e3`. Question marks take the place of these
/// letters instead, if that keeps the meaning of the line: `é3` -> `?3`.
///
/// The words of a line that was not well typed are written if the charset has all their characters; otherwise the
/// line itself is written. Words that are not read as their line, for example from a damaged carrier, give `None`.
fn written(text: &str, charset: Charset) -> Option<Cow<'_, str>> {
    if let (line, Some((words, typing))) = split_typed(text) {
        let item = syntax::parse_line(line)?;
        if !repair::are_read_as(words, &item.line, typing == Typing::OnSameLine) {
            return None;
        }
        let stays = fit(words, charset, false) == words && fit(line, charset, false) == line;
        return if stays {
            Some(Cow::Borrowed(text))
        } else {
            written_line(line, charset)
        };
    }
    written_line(text, charset)
}

fn written_line(text: &str, charset: Charset) -> Option<Cow<'_, str>> {
    let fitted = fit(text, charset, false);
    if fitted == text {
        return Some(fitted);
    }
    let before = syntax::parse_line(text)?;
    let after = syntax::parse_line(&fitted);
    if !after
        .as_ref()
        .is_some_and(|after| says_the_same(&before, after))
    {
        let marked = fit(text, charset, true);
        if syntax::parse_line(&marked).is_some_and(|after| says_the_same(&before, &after)) {
            return Some(marked).filter(|marked| stays_unknown(&before, marked));
        }
    }
    let is_of_same_kind = after.is_some_and(|after| is_of_same_kind(&before, &after));
    let stays = is_of_same_kind && stays_unknown(&before, &fitted);
    stays.then_some(fitted)
}

/// Returns whether an unknown line is still unknown after its letters were replaced by `text`, so that no repair
/// makes another line of it. Returns true for other lines.
fn stays_unknown(before: &Item<'_>, text: &str) -> bool {
    let read = || syntax::parse(text, &mut Diagnostics::new());
    let is_unknown = |item: &Item<'_>| matches!(item.line, Line::Unknown(_));
    !is_unknown(before) || read().iter().all(is_unknown)
}

fn is_of_same_kind(a: &Item<'_>, b: &Item<'_>) -> bool {
    discriminant(&a.line) == discriminant(&b.line)
}

/// Returns whether two lines have the same meaning, apart from texts.
fn says_the_same(a: &Item<'_>, b: &Item<'_>) -> bool {
    let is_text = matches!(
        a.line,
        Line::Event(_)
            | Line::Header(..)
            | Line::Remark(_)
            | Line::Com(_)
            | Line::User(_)
            | Line::Unknown(_)
    );
    is_of_same_kind(a, b) && a.has_words() == b.has_words() && (is_text || a.line == b.line)
}

/// Returns whether an entry comes back from its written line alone. `again` is the text that a reader keeps of the
/// line. A bare `VAR` counts as well, because every variation starts with VAR.
pub(super) fn comes_back(entry: &Entry<'_>, again: Option<&str>) -> bool {
    again.is_some_and(|again| again == entry.text || again == "VAR")
}

/// Returns whether a line can be kept: an ENDVAR only at the end of a sequence, for the words after it.
fn is_data(item: &Item<'_>, section: Section) -> bool {
    item.line != Line::EndVar || section == Section::End && item.has_words()
}

/// Returns kept words in the characters of a charset, without control characters but TAB and LF.
///
/// A word that loses all its letters becomes a question mark: without one its line would lose the word. With
/// `marked` each letter that the charset lacks becomes one.
fn fit(text: &str, charset: Charset, marked: bool) -> Cow<'_, str> {
    let stays = |c: char| match c {
        '\t' | '\n' => true,
        c if c.is_ascii_control() => false,
        c => c.is_ascii() || charset.can_encode(c),
    };
    if text.chars().all(stays) {
        return Cow::Borrowed(text);
    }
    let is_blank = |c: char| matches!(c, ' ' | '\t' | '\n');
    let mut fitted = String::with_capacity(text.len());
    for part in text.split_inclusive(is_blank) {
        let word = part.trim_end_matches(is_blank);
        let start = fitted.len();
        for c in word.chars() {
            if stays(c) {
                fitted.push(c);
            } else if marked && !c.is_control() {
                fitted.push('?');
            } else {
                fitted.push_str(&say::fit(c.encode_utf8(&mut [0; 4]), charset));
            }
        }
        let is_lost = fitted
            .get(start..)
            .is_none_or(|left| left.trim().is_empty());
        if is_lost && word.chars().any(|c| !c.is_control()) {
            fitted.truncate(start);
            fitted.push('?');
        }
        fitted.push_str(part.get(word.len()..).unwrap_or_default());
    }
    Cow::Owned(fitted)
}
