//! The carrier of a node: what its lines do not say, laid over what they say.
//!
//! An entry is believed only if the lines that are written for its meaning say the same about
//! the entry's subject as the lines that stand in the record. So a change that another program made
//! to the record wins, and only there.

use crate::charset::Charset;
use crate::ishi::canonical;
use crate::ishi::headers::header_of;
use crate::ishi::line::{Header, Line, Play, Region};
use crate::ishi::syntax::parse_line;
use crate::memory::overlay::{Key, Overlay};
use crate::model::Fact;
use crate::model::equal::{same_move, same_properties};
use crate::model::{
    Area, BoardSize, Dialect, Entry, Game, Id, Ident, Meaning, Move, NodeId, Place, Point,
    Property, Replay, Value,
};

use super::said::{self, Context};
use super::tree::Kind;
use crate::ishi::write::reread;

/// Returns whether an entry says that the first comment is the game comment.
pub(super) fn is_game_comment(entry: &Entry<'_>) -> bool {
    entry.fact() == Some(Fact::GameComment)
}

/// Returns whether an entry stays in the node's detail.
pub(super) fn is_detail(entry: &Entry<'_>) -> bool {
    entry.dialect != Dialect::Sgf && !is_game_comment(entry)
}

/// Puts an exact line from the carrier in the place of the line that stands for it in the record,
/// in one of the charsets; if none does, it has been changed there, and that counts. Nothing stands
/// for words that are no line, nor for lines that travel because the record has no place for them.
pub(super) fn restore(details: &mut Vec<Entry<'_>>, exact: Entry<'static>, charsets: &[Charset]) {
    let native: Vec<_> = charsets
        .iter()
        .filter_map(|charset| reread(&exact.text, *charset))
        .collect();
    if native.is_empty() {
        return details.push(exact);
    }
    let stands_for = |entry: &&mut Entry<'_>| {
        entry.dialect == Dialect::Ishi
            && entry.text != exact.text
            && native.iter().any(|text| *text == entry.text)
    };
    if let Some(entry) = details.iter_mut().find(stands_for) {
        *entry = exact;
    } else if travels(&exact.text)
        && (native.iter().any(|text| *text == exact.text) || !has_like(details, &exact))
    {
        let section = |entry: &Entry<'_>| matches!(entry.fact(), Some(Fact::Setup | Fact::End));
        let place = details.iter().position(section).unwrap_or(details.len());
        details.insert(place, exact);
    }
}

/// Returns whether there is a line with the keyword of another.
fn has_like(details: &[Entry<'_>], exact: &Entry<'_>) -> bool {
    let word = |entry: &Entry<'_>| -> Option<String> {
        let text = entry.text.split([' ', '\n']).next()?;
        (entry.dialect == Dialect::Ishi).then(|| text.to_owned())
    };
    details.iter().any(|entry| word(entry) == word(exact))
}

fn travels(text: &str) -> bool {
    let line = parse_line(text);
    matches!(line, Some(Line::Var(_) | Line::Hide(_) | Line::Prisoner(_)))
}

/// Returns the meaning with the entries that are believed, and whether others are not.
///
/// `resaid` is what the lines of the candidate say, for each charset that they may be in.
pub(super) fn believed<'a>(
    said: Meaning<'a>,
    resaid: &[Meaning<'static>],
    overlay: &Overlay,
) -> (Meaning<'a>, bool) {
    let mut stale = false;
    let native = said.clone();
    let meaning = overlay.apply_where(said, |key| {
        let agrees = resaid.iter().any(|resaid| agree(&native, resaid, key));
        stale |= !agrees;
        agrees
    });
    (meaning, stale)
}

fn agree(a: &Meaning<'_>, b: &Meaning<'_>, key: &Key) -> bool {
    match key {
        Key::Move => same_move(a.mv, b.mv),
        Key::Property(ident) => {
            let of = |meaning: &Meaning<'_>| -> Vec<Property<'static>> {
                let same = meaning
                    .properties
                    .iter()
                    .filter(|property| property.ident == *ident);
                same.cloned().map(Property::into_owned).collect()
            };
            same_properties(&of(a), &of(b))
        }
        Key::Mark(point) | Key::Label(point) => glyphs(a, *point) == glyphs(b, *point),
    }
}

/// Returns the signs and labels on a point.
fn glyphs(meaning: &Meaning<'_>, point: Point) -> Vec<(Id, String)> {
    let mut found = Vec::new();
    for property in &meaning.properties {
        let Some(id @ (Id::Label | Id::Triangle | Id::Square | Id::Circle | Id::Cross)) =
            property.ident.standard()
        else {
            continue;
        };
        match &property.value {
            Value::Labels(labels) => {
                let here = labels.iter().filter(|label| label.point == point);
                found.extend(here.map(|label| (id, label.text.to_string())));
            }
            Value::Points(areas) => {
                let here = areas.iter().filter(|area| covers(**area, point));
                found.extend(here.map(|_| (id, String::new())));
            }
            _ => {}
        }
    }
    found.sort();
    found
}

fn covers(area: Area, point: Point) -> bool {
    (area.from.column..=area.to.column).contains(&point.column)
        && (area.from.row..=area.to.row).contains(&point.row)
}

/// Returns what lines say, with their marks, which are found out with the node entered.
pub(super) fn said(
    context: Context,
    lines: &[Line<'static>],
    marks: Vec<Property<'static>>,
    before: &Replay,
    size: BoardSize,
) -> Meaning<'static> {
    let refs: Vec<_> = lines.iter().collect();
    let mut properties = said::all_but_marks(context, &refs, before, &mut |_, _, _| {}).properties;
    properties.extend(marks);
    let mv = lines.iter().find_map(|line| match line {
        Line::Move(color, _, play) => {
            let place = match play {
                Play::Pass => Place::Pass,
                Play::At(location) => location.point(size).map_or(Place::Unreadable, Place::Point),
            };
            Some(Move {
                color: *color,
                place,
            })
        }
        _ => None,
    });
    Meaning { mv, properties }
}

/// A node that has been entered, to be said in canonical lines.
pub(super) struct Native<'n, 'a> {
    pub game: &'n Game<'a>,
    pub node: NodeId,
    pub context: Context,
    pub replay: &'n Replay,
    pub charset: Charset,
    /// Only what it changes as a whole is to be compared, so the other headers need no lines.
    pub overlay: &'n Overlay,
}

impl Native<'_, '_> {
    /// Returns the lines of the node, given its HIDE lines.
    pub(super) fn lines(&self, hide: Vec<Line<'static>>) -> Vec<Line<'static>> {
        let (game, node) = (self.game, self.node);
        match self.context.kind {
            Kind::Event if self.context.continues => {
                let mut lines = canonical::position(self.replay.board());
                self.marks_and_comment(&mut lines);
                lines
            }
            Kind::Event => self.event(),
            Kind::Setup => {
                let mut lines = canonical::setup(game, node);
                self.marks_and_comment(&mut lines);
                lines
            }
            Kind::Move => {
                let mut lines = Vec::new();
                self.played(&mut lines);
                self.marks_and_comment(&mut lines);
                lines
            }
            Kind::Diagram => self.diagram(hide),
            Kind::Empty => Vec::new(),
        }
    }

    /// Returns what the MARK lines among lines say.
    pub(super) fn marks(&self, lines: &[Line<'static>]) -> Vec<Property<'static>> {
        let refs: Vec<_> = lines.iter().collect();
        said::marks(self.context, &refs, self.replay, &mut |_, _, _| {}).properties
    }

    fn event(&self) -> Vec<Line<'static>> {
        let (game, node, charset) = (self.game, self.node, self.charset);
        let mut lines = vec![Line::Event(canonical::title(game, charset).into())];
        lines.extend(self.headers());
        let setup = canonical::setup(game, node);
        let comments = canonical::event_comments(game, !setup.is_empty(), charset);
        if game.mv(node).is_some() {
            // Name, comment and marks stand at the move.
            let game_comment = game.has(node, Id::GameComment);
            let event = comments.event.into_iter().take(usize::from(game_comment));
            lines.extend(event.map(Line::Com));
            lines.extend(setup);
            self.played(&mut lines);
            self.marks_and_comment(&mut lines);
            return lines;
        }
        lines.extend(comments.event.into_iter().map(Line::Com));
        lines.extend(setup);
        lines.extend(comments.setup.map(Line::Com));
        lines.extend(canonical::marks(game, node, self.replay));
        lines
    }

    /// Returns the header lines that the overlay is about.
    fn headers(&self) -> impl Iterator<Item = Line<'static>> {
        let ids = self.overlay.whole().filter_map(Ident::standard);
        let changed: Vec<_> = ids.filter_map(header_of).collect();
        let headers = Header::ALL.iter().copied();
        let headers = headers.filter(move |header| changed.contains(header));
        headers.filter_map(|header| {
            let text = canonical::header_line(header, self.game, self.charset)?;
            Some(Line::Header(header, text.into()))
        })
    }

    /// A diagram from which play goes on shows the position as it is, and so does one without
    /// anything to show.
    fn diagram(&self, hide: Vec<Line<'static>>) -> Vec<Line<'static>> {
        let (game, node) = (self.game, self.node);
        let mut lines = Vec::new();
        if game.first_child(node).is_some() {
            lines.push(Line::Diagram(Region::Full));
        } else {
            lines.push(Line::Diagram(canonical::region(game, node)));
            lines.extend(canonical::setup(game, node));
            lines.extend(hide);
        }
        self.marks_and_comment(&mut lines);
        lines
    }

    fn played(&self, lines: &mut Vec<Line<'static>>) {
        let mv = self.game.mv(self.node);
        lines.extend(mv.map(|mv| canonical::move_line(self.game, mv, self.replay)));
    }

    fn marks_and_comment(&self, lines: &mut Vec<Line<'static>>) {
        lines.extend(canonical::marks(self.game, self.node, self.replay));
        let comment = canonical::comment(self.game, self.node, self.charset);
        lines.extend(comment.map(Line::Com));
    }
}
