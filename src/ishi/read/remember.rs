//! Finds the lines of a node to keep, because [`say`](crate::ishi::say) would not write them again.
//!
//! Lines are compared facet by facet, by their content. The case of keywords and locations, white space
//! and line breaks between entries of a list do not count. The order of marks counts, but not the order
//! of stones. Lines with ignored words are kept with these words.

use crate::ishi::facet::Facet;
use crate::ishi::item::Item;
use crate::ishi::line::{Line, Location, Mark, Target};
use crate::ishi::mean;
use crate::ishi::structure::Role;
use crate::model::{Color, Dialect, Entry, Fact};

/// Returns the entries to keep, in the order of the facets. Lines about the setup stones of an event come last, after
/// [`Fact::Setup`].
///
/// `said` are the canonical lines of the meaning, for each charset that the writer can have had, and `marker` is
/// the canonical marker of the variation, if the node is the first of one.
pub(super) fn entries<'a>(
    role: Role,
    items: &[&Item<'a>],
    said: &[Vec<Line<'_>>],
    marker: Option<&str>,
) -> Vec<Entry<'a>> {
    let lines: Vec<_> = items.iter().map(|item| &item.line).collect();
    let lines = lines.as_slice();
    let canonical = said.iter().any(|said| same(lines, said));
    let scope = mean::event_scope(role, lines);
    // A continuation is all about its setup stones.
    let setup = lines.iter().position(|line| matches!(line, Line::Setup(_)));
    let setup = setup.filter(|_| role == Role::Event);
    let remarks = setup.map_or(0, |setup| introduction(lines, setup));
    let first_remark = lines.iter().position(|line| is_remark(line));
    let mut sorted: Vec<_> = items.iter().copied().enumerate().collect();
    sorted.sort_by_key(|(_, item)| Facet::of(&item.line));
    let mut event = Vec::new();
    let mut own = Vec::new();
    for group in sorted.chunk_by(|(_, a), (_, b)| Facet::of(&a.line) == Facet::of(&b.line)) {
        let Some((_, first)) = group.first() else {
            continue;
        };
        let facet = Facet::of(&first.line);
        let has_words = group.iter().any(|(_, item)| item.has_words());
        if !has_words
            && (canonical && has_canonical_form(facet) || !is_kept(role, facet, lines, said))
        {
            continue;
        }
        for &(index, item) in group {
            let line = &item.line;
            let remarked = first_remark.is_some_and(|first| first < index);
            if let Line::Var(own) = line
                && !item.has_words()
                && !remarked
                && own.as_deref() == marker
            {
                // The canonical VAR line needs no entry, unless remarks come before it.
                continue;
            }
            let about_setup = setup.is_some()
                && match line {
                    Line::Event(_) | Line::Header(..) | Line::BoardSize(_) => false,
                    Line::Remark(_) => index >= remarks,
                    _ => index >= scope,
                };
            let section = if about_setup { &mut own } else { &mut event };
            section.push(Entry::new(Dialect::Ishi, item.text()));
        }
    }
    if !own.is_empty() {
        event.push(Fact::Setup.into());
    }
    event.extend(own);
    event
}

/// Returns whether lines are the canonical ones. Lines without a canonical form, for example remarks, do not count.
pub(super) fn same(lines: &[&Line<'_>], said: &[Line<'_>]) -> bool {
    let lines = lines.iter().copied();
    lines
        .filter(|line| has_canonical_form(Facet::of(line)))
        .eq(said)
}

fn has_canonical_form(facet: Facet) -> bool {
    !matches!(facet, Facet::Before | Facet::Other)
}

/// Returns whether the lines of a facet are kept, because they differ from the canonical lines in each charset that
/// the writer can have had.
fn is_kept(role: Role, facet: Facet, lines: &[&Line<'_>], said: &[Vec<Line<'_>>]) -> bool {
    match facet {
        facet if !has_canonical_form(facet) => true,
        // The title and the position of a continuation are made from the game.
        Facet::Event | Facet::Setup if role == Role::Continuation => false,
        _ => said.iter().all(|said| {
            let said: Vec<_> = said.iter().collect();
            differ(role, facet, lines, &said)
        }),
    }
}

fn differ(role: Role, facet: Facet, lines: &[&Line<'_>], said: &[&Line<'_>]) -> bool {
    match facet {
        Facet::Setup | Facet::Hide | Facet::Prisoners => {
            let found = entries_of(facet, lines);
            found.is_none() || found != entries_of(facet, said)
        }
        Facet::Marks => marks_differ(role, lines, said),
        Facet::Comments => mean::blocks(role, lines) != mean::blocks(role, said),
        _ => {
            let of = |lines: &[&Line<'_>]| {
                let lines = lines.iter().filter(|line| Facet::of(line) == facet);
                lines.map(ToString::to_string).collect::<Vec<_>>()
            };
            of(lines) != of(said)
        }
    }
}

/// Returns whether PRISONER lines are not the canonical ones.
pub(super) fn prisoners_differ(line: &Line<'_>, said: &[Line<'_>]) -> bool {
    let said: Vec<_> = said.iter().collect();
    differ(Role::Move, Facet::Prisoners, &[line], &said)
}

fn marks_differ(role: Role, lines: &[&Line<'_>], said: &[&Line<'_>]) -> bool {
    let is_mark = |line: &&&Line<'_>| Facet::of(line) == Facet::Marks;
    let scope = mean::event_scope(role, lines);
    let (event, own) = lines.split_at_checked(scope).unwrap_or_default();
    let both = event.iter().any(|line| is_mark(&line)) && own.iter().any(|line| is_mark(&line));
    let empty = |line: &&Line<'_>| match line {
        Line::Mark(marks) => marks.is_empty(),
        Line::Unmark(_) => true,
        _ => false,
    };
    both || lines.iter().any(empty) || {
        let found = lines.iter().flat_map(|line| marks(line));
        !found.eq(said.iter().flat_map(|line| marks(line)))
    }
}

/// Returns where the remarks directly before the line at `setup` start: they are about it.
fn introduction(lines: &[&Line<'_>], setup: usize) -> usize {
    let before = lines.get(..setup).unwrap_or_default().iter().rev();
    setup - before.take_while(|line| is_remark(line)).count()
}

fn is_remark(line: &Line<'_>) -> bool {
    matches!(line, Line::Remark(_))
}

/// An entry of SETUP, HIDE or PRISONER. The order of these entries does not count.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Unordered {
    Stone(Color, Location),
    Target(Target),
}

/// Returns the entries of all lines of a facet. `None` if a line has no entries, because each canonical line has
/// an entry.
fn entries_of(facet: Facet, lines: &[&Line<'_>]) -> Option<Vec<Unordered>> {
    let mut all = Vec::new();
    for line in lines.iter().filter(|line| Facet::of(line) == facet) {
        let before = all.len();
        match line {
            Line::Setup(stones) => {
                all.extend(
                    stones
                        .iter()
                        .map(|&(color, at)| Unordered::Stone(color, at)),
                );
            }
            Line::Hide(targets) | Line::Prisoner(targets) => {
                all.extend(targets.iter().copied().map(Unordered::Target));
            }
            _ => {}
        }
        if all.len() == before {
            return None;
        }
    }
    all.sort_unstable();
    Some(all)
}

fn marks<'l>(line: &'l Line<'_>) -> &'l [Mark] {
    match line {
        Line::Mark(marks) => marks,
        _ => &[],
    }
}
