//! A node's own lines: what its detail keeps in the words of the Ishi format.

use std::borrow::Cow;
use std::cell::Cell;

use crate::charset::Charset;
use crate::ishi::canonical;
use crate::ishi::line::{Header, Line};
use crate::ishi::syntax;
use crate::model::Fact;
use crate::model::{Dialect, Entry, Game, NodeId};

/// The kinds of data that a node's lines are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Event,
    Header(Header),
    BoardSize,
    Move,
    Setup,
    /// MARK and UNMARK, whose sequence counts.
    Mark,
    Hide,
    Prisoner,
    Diagram,
    Var,
    EndVar,
    Remark,
    Com,
    User,
    Unknown,
}

impl Kind {
    fn of(line: &Line<'_>) -> Self {
        match line {
            Line::Event(_) => Self::Event,
            Line::Header(header, _) => Self::Header(*header),
            Line::BoardSize(_) => Self::BoardSize,
            Line::Move(..) => Self::Move,
            Line::Setup(_) => Self::Setup,
            Line::Mark(_) | Line::Unmark(_) => Self::Mark,
            Line::Hide(_) => Self::Hide,
            Line::Prisoner(_) => Self::Prisoner,
            Line::Diagram(_) => Self::Diagram,
            Line::Var(_) => Self::Var,
            Line::EndVar => Self::EndVar,
            Line::Remark(_) => Self::Remark,
            Line::Com(_) => Self::Com,
            Line::User(_) => Self::User,
            Line::Unknown(_) => Self::Unknown,
        }
    }
}

/// Where a line of a root or of the last node of a sequence stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    /// At the node's defining line.
    Node,
    /// After [`Fact::Setup`]: at the setup stones of an event.
    Setup,
    /// After [`Fact::End`]: at the end of the sequence.
    End,
}

/// One line, or one block, of a node's own.
#[derive(Debug, Clone)]
pub struct OwnLine {
    /// What it is about.
    pub kind: Kind,
    /// Where it stands.
    pub section: Section,
    /// What it says.
    pub line: Line<'static>,
    /// How it says it, with LF between the lines of a block.
    pub text: String,
    /// The entry that it comes from.
    entry: Entry<'static>,
    used: Cell<bool>,
}

impl OwnLine {
    /// Notes that the line is written.
    pub fn mark_used(&self) {
        self.used.set(true);
    }

    /// Returns whether the line has the words of its entry in the charset of the file.
    pub fn is_exact(&self) -> bool {
        self.text == self.entry.text
    }

    /// Returns the entry that the line comes from.
    pub fn entry(&self) -> &Entry<'static> {
        &self.entry
    }

    /// Returns the entry that the line comes from, unless it is written.
    pub fn unused(&self) -> Option<&Entry<'static>> {
        (!self.used.get()).then_some(&self.entry)
    }
}

/// Returns the lines that the node's detail keeps, in order.
///
/// An entry that is not exactly one line or block, or that would end or start a sequence, is left
/// out: it did not come from an Ishi file.
pub fn lines(game: &Game<'_>, node: NodeId, charset: Charset) -> Vec<OwnLine> {
    let mut section = Section::Node;
    let mut lines = Vec::new();
    for entry in game.details(node) {
        match entry.dialect {
            Dialect::Fact => match entry.fact() {
                Some(Fact::Setup) => section = Section::Setup,
                Some(Fact::End) => section = Section::End,
                _ => {}
            },
            Dialect::Ishi => lines.extend(own_line(entry, section, charset)),
            Dialect::Sgf | Dialect::SmartGo => {}
        }
    }
    lines
}

/// Returns the kinds of lines that the node's detail keeps.
pub fn kinds(game: &Game<'_>, node: NodeId) -> impl Iterator<Item = Kind> {
    game.details(node)
        .iter()
        .filter(|entry| entry.dialect == Dialect::Ishi)
        .filter_map(|entry| own_line(entry, Section::Node, Charset::Utf8))
        .map(|own| own.kind)
}

fn own_line(entry: &Entry<'_>, section: Section, charset: Charset) -> Option<OwnLine> {
    let text = fit_own(&entry.text, charset);
    let line = syntax::parse_line(&text)?;
    let kind = Kind::of(&line);
    if kind == Kind::EndVar {
        return None;
    }
    Some(OwnLine {
        kind,
        section,
        line,
        text: text.into_owned(),
        entry: entry.clone().into_owned(),
        used: Cell::new(false),
    })
}

/// Returns how a reader says own words again after they were written in a charset; none for words
/// that are no line.
pub(crate) fn reread(text: &str, charset: Charset) -> Option<String> {
    let line = syntax::parse_line(&fit_own(text, charset))?;
    (line != Line::EndVar).then(|| line.to_string())
}

/// Returns own words in the characters of a charset: control characters stay, because the record
/// had them, but not those that would end a line or the file.
fn fit_own(text: &str, charset: Charset) -> Cow<'_, str> {
    let stays = |c: char| match c {
        '\r' | '\u{1A}' => false,
        '\0'..='\u{7F}' => true,
        c => charset.can_encode(c),
    };
    if text.chars().all(stays) {
        return Cow::Borrowed(text);
    }
    let mut fitted = String::with_capacity(text.len());
    for c in text.chars() {
        if stays(c) {
            fitted.push(c);
        } else {
            fitted.push_str(&canonical::fit(c.encode_utf8(&mut [0; 4]), charset));
        }
    }
    Cow::Owned(fitted)
}
