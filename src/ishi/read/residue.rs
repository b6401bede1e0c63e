//! The residue: lines that the canonical mapping of a node's meaning would not write again.
//!
//! Lines are compared kind by kind, as what they hold: case of keywords and locations, white space
//! and line breaks between entries of a list do not count. The order of marks counts, that of
//! stones does not.

use crate::charset::Charset;
use crate::ishi::canonical;
use crate::ishi::line::{Block, Header, Line, Location, Mark, Region, Target};
use crate::model::Fact;
use crate::model::{Color, Dialect, Entry, Game, Id, NodeId, Replay};

use super::said::{self, Context};
use super::tree::Kind;

/// A node that has been entered, with its final meaning and its facts as detail.
pub(super) struct Residue<'n, 'a> {
    pub game: &'n Game<'a>,
    pub node: NodeId,
    pub context: Context,
    pub replay: &'n Replay,
    /// The canonical HIDE lines.
    pub hide: &'n [Line<'static>],
    /// The repertoires that the writer of the lines can have had.
    pub charsets: &'n [Charset],
}

/// What a line is about, in the order in which the writer puts the lines of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Subject {
    /// REMARK, and VAR between remarks.
    Before,
    Event,
    Move,
    Region,
    BoardSize,
    Header(Header),
    Prisoners,
    Setup,
    Hide,
    Marks,
    Comments,
    /// USER blocks and lines that no keyword explains.
    Other,
}

impl Subject {
    fn of(line: &Line<'_>) -> Self {
        match line {
            Line::Remark(_) | Line::Var(_) | Line::EndVar => Self::Before,
            Line::Event(_) => Self::Event,
            Line::Move(..) => Self::Move,
            Line::Diagram(_) => Self::Region,
            Line::BoardSize(_) => Self::BoardSize,
            Line::Header(header, _) => Self::Header(*header),
            Line::Prisoner(_) => Self::Prisoners,
            Line::Setup(_) => Self::Setup,
            Line::Hide(_) => Self::Hide,
            Line::Mark(_) | Line::Unmark(_) => Self::Marks,
            Line::Com(_) => Self::Comments,
            Line::User(_) | Line::Unknown(_) => Self::Other,
        }
    }
}

impl<'a> Residue<'_, 'a> {
    /// Returns the entries to keep, in the order of the writer. Those of an event that belong to its
    /// setup stones stand after a fact.
    pub(super) fn entries(&self, lines: &[&Line<'a>]) -> Vec<Entry<'a>> {
        let scope = said::event_scope(self.context, lines);
        // A continuation is all about its setup stones.
        let is_event = self.context.kind == Kind::Event && !self.context.continues;
        let setup = lines.iter().position(|line| matches!(line, Line::Setup(_)));
        let setup = setup.filter(|_| is_event);
        let remarks = setup.map_or(0, |setup| introduction(lines, setup));
        let mut sorted: Vec<_> = lines.iter().copied().enumerate().collect();
        sorted.sort_by_key(|(_, line)| Subject::of(line));
        let mut event = Vec::new();
        let mut own = Vec::new();
        for group in sorted.chunk_by(|(_, a), (_, b)| Subject::of(a) == Subject::of(b)) {
            let Some((_, first)) = group.first() else {
                continue;
            };
            if !self.differs(Subject::of(first), lines) {
                continue;
            }
            for &(index, line) in group {
                if !is_silent(line, lines.get(..index).unwrap_or_default()) {
                    let about_setup = setup.is_some()
                        && match line {
                            Line::Event(_) | Line::Header(..) | Line::BoardSize(_) => false,
                            Line::Remark(_) => index >= remarks,
                            _ => index >= scope,
                        };
                    let section = if about_setup { &mut own } else { &mut event };
                    section.push(Entry::new(Dialect::Ishi, line.to_string()));
                }
            }
        }
        if !own.is_empty() {
            event.push(Fact::Setup.into());
        }
        event.extend(own);
        event
    }

    /// Returns whether lines about a subject are not what the canonical mapping writes.
    fn differs(&self, subject: Subject, lines: &[&Line<'a>]) -> bool {
        let (game, node, context) = (self.game, self.node, self.context);
        let given = lines.iter().copied();
        match subject {
            Subject::Before | Subject::Other => true,
            Subject::Event => {
                !context.continues
                    && self.in_all_charsets(|charset| self.event_differs(lines, charset))
            }
            Subject::BoardSize => {
                let size = |line: &&Line<'_>| matches!(line, Line::BoardSize(_));
                given.filter(size).count() > 1
            }
            Subject::Header(header) => {
                context.continues
                    || self.in_all_charsets(|charset| self.header_differs(header, lines, charset))
            }
            Subject::Move => game.mv(node).is_some_and(|mv| {
                let canonical = canonical::move_line(game, mv, self.replay);
                lines
                    .iter()
                    .any(|line| matches!(line, Line::Move(..)) && **line != canonical)
            }),
            Subject::Region => {
                let plays_on = game.first_child(node).is_some();
                let region = (!plays_on).then(|| canonical::region(game, node));
                let canonical = Line::Diagram(region.unwrap_or(Region::Full));
                lines
                    .iter()
                    .any(|line| matches!(line, Line::Diagram(_)) && **line != canonical)
            }
            Subject::Setup => {
                let canonical = canonical::setup(game, node);
                !context.continues
                    && differ(stones(given).as_deref(), stones(&canonical).as_deref())
            }
            Subject::Hide => {
                let is_diagram = context.kind == Kind::Diagram;
                !is_diagram || differ(hidden(given).as_deref(), hidden(self.hide).as_deref())
            }
            Subject::Prisoners => game.mv(node).is_none() || prisoners_differ(given, self.replay),
            Subject::Marks => self.marks_differ(lines),
            Subject::Comments => {
                self.in_all_charsets(|charset| self.comments_differ(lines, charset))
            }
        }
    }

    /// Returns whether something differs whatever repertoire the writer had.
    fn in_all_charsets(&self, differs: impl Fn(Charset) -> bool) -> bool {
        self.charsets.iter().all(|charset| differs(*charset))
    }

    fn event_differs(&self, lines: &[&Line<'a>], charset: Charset) -> bool {
        let title = canonical::title(self.game, charset);
        let mut titles = lines.iter().filter_map(|line| match line {
            Line::Event(title) => Some(title),
            _ => None,
        });
        titles.any(|found| *found != title)
    }

    fn header_differs(&self, header: Header, lines: &[&Line<'a>], charset: Charset) -> bool {
        let found = lines.iter().filter_map(|line| match line {
            Line::Header(found, text) if *found == header => Some(&**text),
            _ => None,
        });
        let canonical = canonical::header_line(header, self.game, charset);
        !found.eq(canonical.as_deref())
    }

    fn marks_differ(&self, lines: &[&Line<'a>]) -> bool {
        let is_mark = |line: &&&Line<'_>| matches!(line, Line::Mark(_) | Line::Unmark(_));
        if !lines.iter().any(|line| is_mark(&line)) {
            return false;
        }
        let scope = said::event_scope(self.context, lines);
        let (event, own) = lines.split_at_checked(scope).unwrap_or_default();
        let both = event.iter().any(|line| is_mark(&line)) && own.iter().any(|line| is_mark(&line));
        let canonical = canonical::marks(self.game, self.node, self.replay);
        let empty = |line: &&Line<'_>| match line {
            Line::Mark(marks) => marks.is_empty(),
            Line::Unmark(_) => true,
            _ => false,
        };
        both || lines.iter().any(empty) || {
            let found = lines.iter().flat_map(|line| marks(line));
            !found.eq(canonical.iter().flat_map(|line| marks(line)))
        }
    }

    fn comments_differ(&self, lines: &[&Line<'a>], charset: Charset) -> bool {
        let (event, own) = said::blocks(self.context, lines);
        if event.is_empty() && own.is_empty() {
            return false;
        }
        let (game, node) = (self.game, self.node);
        let same = |found: &[&Block<'a>], canonical: &[Block<'static>]| {
            found.iter().copied().eq(canonical.iter())
        };
        let canonical: Vec<_> = canonical::comment(game, node, charset)
            .into_iter()
            .collect();
        if self.context.kind != Kind::Event || self.context.continues {
            let all: Vec<_> = event.into_iter().chain(own).collect();
            return !same(&all, &canonical);
        }
        let mut comments = canonical::event_comments(game, said::has_setup(lines), charset);
        if game.mv(node).is_some() {
            // Name and comment stand at the move.
            let game_comment = game.has(node, Id::GameComment);
            comments.event.truncate(usize::from(game_comment));
            return !same(&event, &comments.event) || !same(&own, &canonical);
        }
        let setup: Vec<_> = comments.setup.into_iter().collect();
        !same(&event, &comments.event) || !same(&own, &setup)
    }
}

/// Returns whether PRISONER lines are not those that are written for the move entered last.
pub(super) fn prisoners_differ<'l, 'a: 'l>(
    lines: impl IntoIterator<Item = &'l Line<'a>>,
    replay: &Replay,
) -> bool {
    let canonical = canonical::prisoners(replay);
    differ(taken(lines).as_deref(), taken(&canonical).as_deref())
}

/// Returns whether a line says nothing: VAR without a marker, unless remarks stand before it.
fn is_silent(line: &Line<'_>, before: &[&Line<'_>]) -> bool {
    let is_remark = |line: &&Line<'_>| matches!(line, Line::Remark(_));
    matches!(line, Line::Var(None)) && !before.iter().any(is_remark)
}

/// Returns where the remarks directly before the line at `setup` start: they are about it.
fn introduction(lines: &[&Line<'_>], setup: usize) -> usize {
    let before = lines.get(..setup).unwrap_or_default().iter().rev();
    let remarks = before.take_while(|line| matches!(line, Line::Remark(_)));
    setup - remarks.count()
}

/// The entries of all lines of a kind; none if one of them has no entries, which no canonical line
/// has.
fn entries<'l, 'a: 'l, T: Ord>(
    lines: impl IntoIterator<Item = &'l Line<'a>>,
    of: impl Fn(&'l Line<'a>) -> Option<Vec<T>>,
) -> Option<Vec<T>> {
    let mut all = Vec::new();
    for found in lines.into_iter().filter_map(of) {
        if found.is_empty() {
            return None;
        }
        all.extend(found);
    }
    all.sort_unstable();
    Some(all)
}

fn differ<T: PartialEq>(found: Option<&[T]>, canonical: Option<&[T]>) -> bool {
    found.is_none() || found != canonical
}

fn stones<'l, 'a: 'l>(
    lines: impl IntoIterator<Item = &'l Line<'a>>,
) -> Option<Vec<(Color, Location)>> {
    entries(lines, |line| match line {
        Line::Setup(stones) => Some(stones.clone()),
        _ => None,
    })
}

fn hidden<'l, 'a: 'l>(lines: impl IntoIterator<Item = &'l Line<'a>>) -> Option<Vec<Target>> {
    entries(lines, |line| match line {
        Line::Hide(targets) => Some(targets.clone()),
        _ => None,
    })
}

fn taken<'l, 'a: 'l>(lines: impl IntoIterator<Item = &'l Line<'a>>) -> Option<Vec<Target>> {
    entries(lines, |line| match line {
        Line::Prisoner(targets) => Some(targets.clone()),
        _ => None,
    })
}

fn marks<'l, 'a>(line: &'l Line<'a>) -> &'l [Mark<'a>] {
    match line {
        Line::Mark(marks) => marks,
        _ => &[],
    }
}
