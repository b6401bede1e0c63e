//! The members of a node that its properties make.

use super::text::{List, push_area, push_comma, push_number_or_text, push_point, push_text};
use crate::bracket::property::for_each_value;
use crate::model::{
    Area, BoardSize, Game, Id, Label, NodeId, Point, Property, PropertyType, Value,
};
use crate::values::likely;

/// A member of the object of a node. The variants have the order of the names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Member {
    Address,
    Arrows,
    Children,
    Comment,
    Info,
    Labels,
    Lines,
    Marks,
    Move,
    Name,
    Node,
    Parent,
    Points,
    Position,
    Properties,
    Raw,
    Setup,
    Territory,
    View,
    Words,
}

impl Member {
    /// Returns the text before the value of the member. Each object has an address, so a comma is before the others.
    pub const fn start(self) -> &'static str {
        match self {
            Self::Address => "{\"address\":",
            Self::Arrows => ",\"arrows\":",
            Self::Children => ",\"children\":",
            Self::Comment => ",\"comment\":",
            Self::Info => ",\"info\":",
            Self::Labels => ",\"labels\":",
            Self::Lines => ",\"lines\":",
            Self::Marks => ",\"marks\":",
            Self::Move => ",\"move\":",
            Self::Name => ",\"name\":",
            Self::Node => ",\"node\":",
            Self::Parent => ",\"parent\":",
            Self::Points => ",\"points\":",
            Self::Position => ",\"position\":",
            Self::Properties => ",\"properties\":",
            Self::Raw => ",\"raw\":",
            Self::Setup => ",\"setup\":",
            Self::Territory => ",\"territory\":",
            Self::View => ",\"view\":",
            Self::Words => ",\"words\":",
        }
    }
}

/// A property in a member of its node. The member of a mark is a group, in which the property has a name:
/// `TR[aa]` -> `"marks":{"triangle":["A19"]}`.
#[derive(Debug, Clone, Copy)]
pub struct Part<'g> {
    pub member: Member,
    /// The name in the group; empty in a member that is no group.
    name: &'g str,
    property: &'g Property<'g>,
}

/// Returns the parts of a node in the order of their names. The game information of the root is a member of the game.
pub fn parts<'g>(game: &'g Game<'_>, node: NodeId) -> Vec<Part<'g>> {
    let mut parts = Vec::new();
    for property in game.properties(node) {
        let part = Part::of(property);
        if node != NodeId::ROOT || part.member != Member::Info {
            parts.push(part);
        }
        if part.member != Member::Raw && !is_on_board(&property.value, game.size) {
            let (member, name) = (Member::Raw, property.ident.as_str());
            parts.push(Part {
                member,
                name,
                property,
            });
        }
    }
    // Properties of one name stay in the order of the record.
    parts.sort_by_key(|part| (part.member, part.name));
    parts
}

/// Appends the game information of a node as an object.
pub fn push_info(out: &mut Vec<u8>, game: &Game<'_>, node: NodeId) {
    let properties = game.properties(node);
    let likely = [Id::Komi, Id::TimeLimit].into_iter().filter_map(|id| {
        let text = likely(properties, id)?;
        Some(Property::text(id, text))
    });
    let likely: Vec<_> = likely.collect();
    let parts = properties.iter().map(|property| {
        let mut known = likely.iter();
        let known = known.find(|known| known.ident == property.ident);
        Part::of(known.unwrap_or(property))
    });
    let mut info: Vec<_> = parts.filter(|part| part.member == Member::Info).collect();
    info.sort_by_key(|part| part.name);
    push_group(out, &info, game.size);
}

/// Appends the members that parts make. Of several comments, names and other members with one value the first counts.
pub fn push_members(out: &mut Vec<u8>, parts: &[Part<'_>], size: BoardSize) {
    for parts in parts.chunk_by(|one, two| one.member == two.member) {
        let Some(first) = parts.first() else { continue };
        out.extend_from_slice(first.member.start().as_bytes());
        match &first.property.value {
            _ if !first.name.is_empty() => push_group(out, parts, size),
            Value::Text(text) => push_text(out, text),
            _ => {
                let mut list = List::new(out);
                push_values(&mut list, first.property, size);
                list.end();
            }
        }
    }
}

/// Appends a group: an object of lists, or of game information.
fn push_group(out: &mut Vec<u8>, parts: &[Part<'_>], size: BoardSize) {
    out.push(b'{');
    let start = out.len();
    for named in parts.chunk_by(|one, two| one.name == two.name) {
        let Some(first) = named.first() else { continue };
        push_comma(out, start);
        push_text(out, first.name);
        out.push(b':');
        match (
            first.member,
            first.property.ident.standard(),
            &first.property.value,
        ) {
            (Member::Info, Some(Id::Komi | Id::Handicap | Id::TimeLimit), Value::Text(text)) => {
                push_number_or_text(out, text);
            }
            (Member::Info, _, Value::Text(text)) => push_text(out, text),
            _ => {
                let mut list = List::new(out);
                for part in named {
                    part.push_to(&mut list, size);
                }
                list.end();
            }
        }
    }
    out.push(b'}');
}

impl<'g> Part<'g> {
    fn of(property: &'g Property<'_>) -> Self {
        let (member, name) = member_of(property);
        Self {
            member,
            name,
            property,
        }
    }

    /// Adds the values to a list: as `FF[4]` writes them between the brackets, if they are raw.
    fn push_to(&self, list: &mut List<'_>, size: BoardSize) {
        match self.member {
            Member::Raw => for_each_value(self.property, |value| push_text(list.next(), value)),
            _ => push_values(list, self.property, size),
        }
    }
}

/// Adds the values of a property that are on the board to a list.
fn push_values(list: &mut List<'_>, property: &Property<'_>, size: BoardSize) {
    match &property.value {
        Value::Text(text) => push_text(list.next(), text),
        Value::Pair(pair) => {
            push_text(list.next(), &pair.0);
            push_text(list.next(), &pair.1);
        }
        Value::Points(areas) => {
            for area in areas.iter().filter_map(|area| clipped(*area, size)) {
                push_area(list.next(), area, size);
            }
        }
        Value::Labels(labels) => {
            for label in labels.iter().filter(|label| size.contains(label.point)) {
                push_label(list.next(), &label, size);
            }
        }
        Value::Lines(lines) => {
            for (from, to) in lines.iter().filter(|line| has_line(size, **line)) {
                let mut ends = List::new(list.next());
                for end in [from, to] {
                    push_point(ends.next(), *end, size);
                }
                ends.end();
            }
        }
        Value::Raw(_) => {}
    }
}

fn push_label(out: &mut Vec<u8>, label: &Label<'_>, size: BoardSize) {
    out.extend_from_slice(b"{\"at\":");
    push_point(out, label.point, size);
    out.extend_from_slice(b",\"text\":");
    push_text(out, &label.text.to_str());
    out.push(b'}');
}

/// Returns the part of a rectangle that is on the board. Points off the board have no name, and only raw values show
/// them.
fn clipped(area: Area, size: BoardSize) -> Option<Area> {
    let corner = size.area().to;
    let to = Point::new(
        area.to.column.min(corner.column),
        area.to.row.min(corner.row),
    );
    size.contains(area.from).then_some(Area { to, ..area })
}

fn has_line(size: BoardSize, (from, to): (Point, Point)) -> bool {
    size.contains(from) && size.contains(to)
}

/// Returns whether all points of a value are on the board.
fn is_on_board(value: &Value<'_>, size: BoardSize) -> bool {
    match value {
        Value::Text(_) | Value::Pair(_) | Value::Raw(_) => true,
        Value::Points(areas) => areas.iter().all(|area| clipped(*area, size) == Some(*area)),
        Value::Labels(labels) => labels.iter().all(|label| size.contains(label.point)),
        Value::Lines(lines) => lines.iter().all(|line| has_line(size, *line)),
    }
}

/// Returns the member of a property, and its name there if the member is a group.
fn member_of<'g>(property: &'g Property<'_>) -> (Member, &'g str) {
    let ident = property.ident.as_str();
    let id = property.ident.standard();
    match (&property.value, id) {
        (Value::Raw(_), _) | (Value::Lines(_), None) => (Member::Raw, ident),
        (Value::Text(_), Some(Id::Comment)) => (Member::Comment, ""),
        (Value::Text(_), Some(Id::Name)) => (Member::Name, ""),
        (Value::Text(_), Some(id)) if id.property_type() == PropertyType::GameInfo => {
            (Member::Info, name_of_info(id))
        }
        (Value::Text(_) | Value::Pair(_), _) => (Member::Properties, ident),
        (Value::Labels(_), _) => (Member::Labels, ""),
        (Value::Lines(_), Some(Id::Arrow)) => (Member::Arrows, ""),
        (Value::Lines(_), Some(_)) => (Member::Lines, ""),
        (Value::Points(_), Some(id)) => match id {
            Id::AddBlack => (Member::Setup, "black"),
            Id::AddWhite => (Member::Setup, "white"),
            Id::AddEmpty => (Member::Setup, "empty"),
            Id::Triangle => (Member::Marks, "triangle"),
            Id::Square => (Member::Marks, "square"),
            Id::Circle => (Member::Marks, "circle"),
            Id::Cross => (Member::Marks, "cross"),
            Id::Selected => (Member::Marks, "selected"),
            Id::Dimmed => (Member::Marks, "dimmed"),
            Id::TerritoryBlack => (Member::Territory, "black"),
            Id::TerritoryWhite => (Member::Territory, "white"),
            Id::View => (Member::View, ""),
            _ => (Member::Points, ident),
        },
        (Value::Points(_), None) => (Member::Points, ident),
    }
}

/// Returns the name of a game information.
fn name_of_info(id: Id) -> &'static str {
    match id {
        Id::Event => "event",
        Id::Round => "round",
        Id::GameName => "game_name",
        Id::PlayerBlack => "player_black",
        Id::RankBlack => "rank_black",
        Id::TeamBlack => "team_black",
        Id::PlayerWhite => "player_white",
        Id::RankWhite => "rank_white",
        Id::TeamWhite => "team_white",
        Id::Date => "date",
        Id::Place => "place",
        Id::Result => "result",
        Id::Rules => "rules",
        Id::Handicap => "handicap",
        Id::Komi => "komi",
        Id::TimeLimit => "time_limit",
        Id::Overtime => "overtime",
        Id::Opening => "opening",
        Id::Annotator => "annotator",
        Id::Recorder => "recorder",
        Id::Source => "source",
        Id::Copyright => "copyright",
        Id::GameComment => "game_comment",
        Id::MatchInfo => "match_info",
        Id::SpeciesBlack => "species_black",
        Id::SpeciesWhite => "species_white",
        Id::GameId => "game_id",
        other => other.ident(),
    }
}
