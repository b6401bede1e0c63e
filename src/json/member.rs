//! The members of a node that its properties make.

use serde_json::{Map, Value as Json, json};

use crate::bracket::property::for_each_value;
use crate::model::{
    Area, BoardSize, Game, Id, NodeId, Point, Property, PropertyType, SETUP, TERRITORY, Value,
};
use crate::values::likely;

/// Returns the members of a node in the order of their names. The game information of the root is a member of the game.
pub fn members(game: &Game<'_>, node: NodeId) -> Map<String, Json> {
    let mut members = Map::new();
    for property in game.properties(node) {
        let (member, name) = place(property);
        if member != "info" {
            put(&mut members, member, name, json(property, game.size));
        }
        if member == "raw" || property.value.first_off(game.size).is_some() {
            let mut texts = Vec::new();
            for_each_value(property, |value| texts.push(value.into()));
            put(
                &mut members,
                "raw",
                property.ident.as_str(),
                Json::Array(texts),
            );
        }
    }
    let info = info(game, node);
    if node != NodeId::ROOT && !info.is_empty() {
        members.insert("info".to_owned(), info.into());
    }
    members
}

/// Returns the game information of a node, with the likely meaning of a value that has two.
pub fn info(game: &Game<'_>, node: NodeId) -> Map<String, Json> {
    let mut info = Map::new();
    let properties = game.properties(node);
    for property in properties {
        let Some(id) = property.ident.standard() else {
            continue;
        };
        let text = match (&property.value, likely(properties, id)) {
            (_, Some(likely)) => likely,
            (Value::Text(text), None) if id.property_type() == PropertyType::GameInfo => {
                text.to_string()
            }
            _ => continue,
        };
        let value = match id {
            Id::Komi | Id::Handicap | Id::TimeLimit => number_or_text(&text),
            _ => text.into(),
        };
        info.entry(id.facts().json).or_insert(value);
    }
    info
}

/// Returns the member of a property, and its name there if the member is a group: `TR[aa]` ->
/// `"marks":{"triangle":["A19"]}`.
fn place<'p>(property: &'p Property<'_>) -> (&'static str, &'p str) {
    let ident = property.ident.as_str();
    let id = property.ident.standard();
    let name = id.map_or("", |id| id.facts().json);
    match (&property.value, id) {
        (Value::Raw(_), _) | (Value::Lines(_), None) => ("raw", ident),
        (Value::Text(_), Some(Id::Comment)) => ("comment", ""),
        (Value::Text(_), Some(Id::Name)) => ("name", ""),
        (Value::Text(_), Some(id)) if id.property_type() == PropertyType::GameInfo => ("info", ""),
        (Value::Text(_) | Value::Pair(_), _) => ("properties", ident),
        (Value::Labels(_), _) => ("labels", ""),
        (Value::Lines(_), Some(Id::Arrow)) => ("arrows", ""),
        (Value::Lines(_), Some(_)) => ("lines", ""),
        (Value::Points(_), Some(Id::View)) => ("view", ""),
        (Value::Points(_), Some(id)) if SETUP.contains(&id) => ("setup", name),
        (Value::Points(_), Some(id)) if TERRITORY.contains(&id) => ("territory", name),
        (Value::Points(_), _) if !name.is_empty() => ("marks", name),
        (Value::Points(_), _) => ("points", ident),
    }
}

/// Adds a value to a member, or to a group. Lists of one name are joined, and of several comments or names the first counts.
fn put(members: &mut Map<String, Json>, member: &str, name: &str, value: Json) {
    let (members, name) = match name {
        "" => (Some(members), member),
        name => (
            members
                .entry(member)
                .or_insert_with(|| json!({}))
                .as_object_mut(),
            name,
        ),
    };
    let Some(members) = members else { return };
    match (members.get_mut(name), value) {
        (Some(Json::Array(list)), Json::Array(more)) => list.extend(more),
        (Some(_), _) => {}
        (None, value) => _ = members.insert(name.to_owned(), value),
    }
}

/// Returns a value: comments and names as texts, others as lists of texts, points, labels or lines on the board.
fn json(property: &Property<'_>, size: BoardSize) -> Json {
    let at = |point: &Point| point.on(size).to_string();
    match &property.value {
        Value::Text(text) if property.is(Id::Comment) || property.is(Id::Name) => {
            text.as_ref().into()
        }
        Value::Text(text) => json!([text]),
        Value::Pair(pair) => json!([pair.0, pair.1]),
        Value::Points(areas) => {
            let areas = areas.iter().filter_map(|area| clipped(*area, size));
            let names = areas.map(|area| {
                if area.is_single() {
                    at(&area.from)
                } else {
                    format!("{}:{}", at(&area.from), at(&area.to))
                }
            });
            names.collect()
        }
        Value::Labels(labels) => {
            let labels = labels.iter().filter(|label| size.contains(label.point));
            let labels = labels.map(|label| json!({"at": at(&label.point), "text": label.text}));
            labels.collect()
        }
        Value::Lines(lines) => {
            let lines = lines.iter().filter(|line| has_line(size, **line));
            lines.map(|(from, to)| json!([at(from), at(to)])).collect()
        }
        Value::Raw(_) => json!([]),
    }
}

/// Returns a game information that is a number in most records: `6.5` -> `6.5`, `none` -> `"none"`.
pub(super) fn number_or_text(text: &str) -> Json {
    let text = text.trim();
    if let Ok(whole) = text.parse::<i64>() {
        return whole.into();
    }
    let is_plain = |byte: u8| byte.is_ascii_digit() || b".-".contains(&byte);
    let real = text.parse::<f64>().ok().filter(|real| real.is_finite());
    match real.filter(|_| text.bytes().all(is_plain)) {
        Some(real) => real.into(),
        None => text.into(),
    }
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
