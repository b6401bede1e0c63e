//! The residue: lines that the canonical mapping of a node's meaning would not write again.
//!
//! Lines are compared kind by kind, as what they hold: case of keywords and locations, white space
//! and line breaks between entries of a list do not count. The order of marks counts, that of
//! stones does not.

use crate::carrier::flag;
use crate::charset::Charset;
use crate::ishi::canonical;
use crate::ishi::line::{Block, Header, Line, Location, Mark, Target};
use crate::model::{Color, Dialect, Entry, Game, NodeId, Replay};

use super::said::{self, Context};
use super::tree::Kind;

/// A node that has been entered, with its final meaning and its flags as detail.
pub(super) struct Residue<'n, 'a> {
    pub game: &'n Game<'a>,
    pub node: NodeId,
    pub context: Context,
    pub replay: &'n Replay,
    /// The canonical HIDE lines.
    pub hide: &'n [Line<'static>],
}

/// Which kinds of lines are kept.
struct Kept {
    event: bool,
    board_size: bool,
    headers: Vec<Header>,
    mv: bool,
    setup: bool,
    hide: bool,
    region: bool,
    marks: bool,
    comments: bool,
    prisoners: bool,
}

impl<'a> Residue<'_, 'a> {
    /// Returns the entries to keep, in the order of the writer. Those of an event that belong to its
    /// setup stones stand behind a flag.
    pub(super) fn entries(&self, lines: &[&Line<'a>]) -> Vec<Entry<'a>> {
        let kept = self.kept(lines);
        let scope = said::event_scope(self.context, lines);
        let is_event = self.context.kind == Kind::Event;
        let setup = lines.iter().position(|line| matches!(line, Line::Setup(_)));
        let setup = setup.filter(|_| is_event);
        let has_setup = setup.is_some();
        // Remarks directly before the first SETUP line are about the setup.
        let remarks = setup.map(|setup| {
            let before = lines.get(..setup).unwrap_or_default().iter().rev();
            setup
                - before
                    .take_while(|line| matches!(line, Line::Remark(_)))
                    .count()
        });
        let mut event = Vec::new();
        let mut own = Vec::new();
        let mut ranked: Vec<_> = lines.iter().enumerate().collect();
        ranked.sort_by_key(|(_, line)| rank(line));
        for (index, line) in ranked {
            if !self.keeps(&kept, line, lines, index) {
                continue;
            }
            let entry = Entry::new(Dialect::Ishi, line.to_string());
            let behind = match line {
                Line::Event(_) | Line::Header(..) | Line::BoardSize(_) => false,
                Line::Remark(_) => remarks.is_some_and(|remarks| index >= remarks),
                _ => has_setup && index >= scope,
            };
            if behind { &mut own } else { &mut event }.push(entry);
        }
        if has_setup && !own.is_empty() {
            event.push(Entry::flag(flag::SETUP));
        }
        event.extend(own);
        event
    }

    fn keeps(&self, kept: &Kept, line: &Line<'a>, lines: &[&Line<'a>], index: usize) -> bool {
        match line {
            Line::Event(_) => kept.event,
            Line::BoardSize(_) => kept.board_size,
            Line::Header(header, _) => kept.headers.contains(header),
            Line::Move(..) => kept.mv,
            Line::Setup(_) => kept.setup,
            Line::Hide(_) => kept.hide,
            Line::Diagram(_) => kept.region,
            Line::Mark(_) | Line::Unmark(_) => kept.marks,
            Line::Com(_) => kept.comments,
            Line::Prisoner(_) => kept.prisoners,
            Line::Remark(_) | Line::User(_) | Line::Unknown(_) => true,
            // Without a marker it only says which remarks stand before it.
            Line::Var(marker) => {
                let before = lines.get(..index).unwrap_or_default();
                marker.is_some() || before.iter().any(|line| matches!(line, Line::Remark(_)))
            }
            Line::EndVar => false,
        }
    }

    fn kept(&self, lines: &[&Line<'a>]) -> Kept {
        let (game, node, context) = (self.game, self.node, self.context);
        let is_root = context.kind == Kind::Event && !context.continues;
        let is_diagram = context.kind == Kind::Diagram;
        let mv = game.mv(node);
        Kept {
            event: is_root && self.event_differs(lines),
            board_size: is_root && self.board_size_differs(lines),
            headers: self.differing_headers(lines),
            mv: mv.is_some_and(|mv| {
                let line = canonical::move_line(game, mv, self.replay);
                lines
                    .iter()
                    .any(|found| matches!(found, Line::Move(..)) && **found != line)
            }),
            setup: !context.continues && {
                let found = stones(lines.iter().copied());
                differ(found, stones(&canonical::setup(game, node)))
            },
            hide: !is_diagram || differ(hidden(lines.iter().copied()), hidden(self.hide)),
            region: is_diagram && {
                let region = Line::Diagram(canonical::region(game, node));
                lines
                    .iter()
                    .any(|line| matches!(line, Line::Diagram(_)) && **line != region)
            },
            marks: self.marks_differ(lines),
            comments: self.comments_differ(lines),
            prisoners: mv.is_none() || {
                let canonical = canonical::prisoners(self.replay);
                differ(taken(lines.iter().copied()), taken(&canonical))
            },
        }
    }

    fn event_differs(&self, lines: &[&Line<'a>]) -> bool {
        let title = canonical::title(self.game, Charset::Utf8);
        let mut titles = lines.iter().filter_map(|line| match line {
            Line::Event(title) => Some(title),
            _ => None,
        });
        titles.any(|found| *found != title)
    }

    fn board_size_differs(&self, lines: &[&Line<'a>]) -> bool {
        let is_size = |line: &&&Line<'_>| matches!(line, Line::BoardSize(_));
        lines.iter().filter(is_size).count() > 1
    }

    fn differing_headers(&self, lines: &[&Line<'a>]) -> Vec<Header> {
        if !lines.iter().any(|line| matches!(line, Line::Header(..))) {
            return Vec::new();
        }
        let canonical = canonical::header_lines(self.game, Charset::Utf8);
        let differs = |header: &Header| {
            let found = lines.iter().filter_map(|line| match line {
                Line::Header(found, text) if found == header => Some(&**text),
                _ => None,
            });
            let canonical = canonical.iter().filter(|(found, _)| found == header);
            !found.eq(canonical.map(|(_, text)| text.as_str()))
        };
        let all = Header::ALL.iter().copied();
        if self.context.continues {
            return all.collect();
        }
        all.filter(differs).collect()
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

    fn comments_differ(&self, lines: &[&Line<'a>]) -> bool {
        let (event, own) = said::blocks(self.context, lines);
        if event.is_empty() && own.is_empty() {
            return false;
        }
        let (game, node) = (self.game, self.node);
        let same = |found: &[&Block<'a>], canonical: &[Block<'static>]| {
            found.iter().copied().eq(canonical.iter())
        };
        if self.context.kind == Kind::Event && !self.context.continues && game.mv(node).is_none() {
            let has_setup = said::has_setup(lines);
            let canonical = canonical::event_comments(game, has_setup, Charset::Utf8);
            let setup: Vec<_> = canonical.setup.into_iter().collect();
            return !same(&event, &canonical.event) || !same(&own, &setup);
        }
        let canonical: Vec<_> = canonical::comment(game, node, Charset::Utf8)
            .into_iter()
            .collect();
        !same(&own, &canonical)
    }
}

/// The order of the kinds of lines, which does not count: that in which they are written.
fn rank(line: &Line<'_>) -> (u8, Option<Header>) {
    let rank = match line {
        Line::Remark(_) | Line::Var(_) | Line::EndVar => 0,
        Line::Event(_) | Line::Move(..) | Line::Diagram(_) => 1,
        Line::BoardSize(_) => 2,
        Line::Header(header, _) => return (3, Some(*header)),
        Line::Prisoner(_) => 4,
        Line::Setup(_) => 5,
        Line::Hide(_) => 6,
        Line::Mark(_) | Line::Unmark(_) => 7,
        Line::Com(_) => 8,
        Line::User(_) | Line::Unknown(_) => 9,
    };
    (rank, None)
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

fn differ<T: PartialEq>(found: Option<Vec<T>>, canonical: Option<Vec<T>>) -> bool {
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
