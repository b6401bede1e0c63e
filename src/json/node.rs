//! A node as a JSON object.

use serde_core::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Number, Value, json};

use super::object::Object;
use crate::bracket::property::for_each_value;
use crate::model::{
    self, Area, BoardSize, Color, GO, Game, Id, Label, Labels, Move, NodeId, Point, Property,
    PropertyType, Replay, Tracker,
};

/// Lists of points with a member: the group, the name in it, the property.
const POINTS: &[(&str, &str, Id)] = &[
    ("setup", "black", Id::AddBlack),
    ("setup", "white", Id::AddWhite),
    ("setup", "empty", Id::AddEmpty),
    ("marks", "triangle", Id::Triangle),
    ("marks", "square", Id::Square),
    ("marks", "circle", Id::Circle),
    ("marks", "cross", Id::Cross),
    ("marks", "selected", Id::Selected),
    ("marks", "dimmed", Id::Dimmed),
    ("territory", "black", Id::TerritoryBlack),
    ("territory", "white", Id::TerritoryWhite),
];

/// A walk through the nodes of a game.
pub struct Nodes {
    /// The number of each node in the order of the file, by its index.
    numbers: Vec<usize>,
    tracker: Tracker,
    /// The position, in games of Go.
    replay: Option<Replay>,
    /// Whether each node has its position.
    positions: bool,
}

impl Nodes {
    pub fn new(game: &Game<'_>, positions: bool) -> Self {
        let mut numbers = vec![0; game.index_limit()];
        for (number, node) in game.nodes().enumerate() {
            if let Some(place) = numbers.get_mut(node.index()) {
                *place = number;
            }
        }
        Self {
            numbers,
            tracker: Tracker::new(game),
            replay: (game.kind == GO).then(|| Replay::of(game)),
            positions,
        }
    }

    pub fn leave(&mut self) {
        self.tracker.leave();
        if let Some(replay) = &mut self.replay {
            replay.leave();
        }
    }

    /// Moves on to a node and appends its object, with the members in the order of their names.
    pub fn enter(&mut self, game: &Game<'_>, node: NodeId, out: &mut Vec<u8>) {
        self.tracker.enter(game, node);
        if let Some(replay) = &mut self.replay {
            replay.enter(game, node);
        }
        let mut object = Object::new(out, meaning(game, node));
        let number = |node: NodeId| self.numbers.get(node.index()).copied().unwrap_or(0);
        object.member("address", &self.tracker.address(node).to_string());
        object.list("children", game.children(node).map(number));
        if let Some(labels) = labels(game, node) {
            let on_board = labels
                .iter()
                .filter(|label| game.size.contains(label.point));
            object.list("labels", on_board.map(|label| Labelled(label, game.size)));
        }
        if let (Some(mv), Some(replay)) = (game.mv(node), &self.replay) {
            played(game, mv, replay, object.object("move"));
        }
        object.member("node", &number(node));
        object.member("parent", &game.parent(node).map(number));
        if let Some(replay) = self.replay.as_ref().filter(|_| self.positions) {
            object.list("position", rows(replay));
        }
        object.finish();
    }
}

/// Returns the labels of a node: of several properties the first counts.
fn labels<'g>(game: &'g Game<'_>, node: NodeId) -> Option<&'g Labels<'g>> {
    game.properties(node)
        .iter()
        .find_map(|property| match &property.value {
            model::Value::Labels(labels) => Some(labels),
            _ => None,
        })
}

/// A label on a board; it is written without a tree of values, because a node can have one for each five bytes.
struct Labelled<'l>(Label<'l>, BoardSize);

impl Serialize for Labelled<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Self(label, size) = self;
        let mut members = to.serialize_map(Some(2))?;
        members.serialize_entry("at", &label.point.on(*size).to_string())?;
        members.serialize_entry("text", &label.text.to_str())?;
        members.end()
    }
}

/// Returns the members for the properties of a node, without its labels.
fn meaning(game: &Game<'_>, node: NodeId) -> Map<String, Value> {
    let mut members = Map::new();
    if node != NodeId::ROOT {
        put_group(&mut members, "info", info(game, node));
    }
    for property in game.properties(node) {
        add(&mut members, game, property);
    }
    members
}

/// Returns the game information of a node under readable names.
pub fn info(game: &Game<'_>, node: NodeId) -> Map<String, Value> {
    let mut info = Map::new();
    for property in game.properties(node) {
        if let (Some(id), model::Value::Text(text)) = (info_id(property), &property.value) {
            let value = match id {
                Id::Komi | Id::Handicap | Id::TimeLimit => number(text),
                _ => text.as_ref().into(),
            };
            info.entry(snake(&format!("{id:?}"))).or_insert(value);
        }
    }
    info
}

fn info_id(property: &Property<'_>) -> Option<Id> {
    let id = property.ident.standard()?;
    (id.property_type() == PropertyType::GameInfo).then_some(id)
}

/// Returns a number where the text is one, else the text.
fn number(text: &str) -> Value {
    let text = text.trim();
    let whole = text.parse::<i64>().map(Value::from);
    whole.unwrap_or_else(|_| {
        let is_plain = text
            .bytes()
            .all(|b| b.is_ascii_digit() || b".-".contains(&b));
        let real = text.parse::<f64>().ok().filter(|_| is_plain);
        let real = real.and_then(Number::from_f64).map(Value::Number);
        real.unwrap_or_else(|| text.into())
    })
}

/// Returns `PlayerBlack` as `player_black`.
fn snake(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

fn color(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// Writes a move with its number and its captures.
fn played(game: &Game<'_>, mv: Move, replay: &Replay, mut object: Object<'_>) {
    object.member("at", &mv.place.name(game.size));
    if !replay.captured().is_empty() {
        let names = replay.captured().iter();
        object.list(
            "captures",
            names.map(|point| point.on(game.size).to_string()),
        );
    }
    object.member("color", color(mv.color));
    let point = mv.point_on(game.size);
    if let Some(point) = point {
        object.member("column", &point.column);
    }
    object.member("number", &replay.number());
    if let Some(point) = point {
        object.member("row", &point.row);
    }
    object.finish();
}

/// Returns a position as rows from the top.
fn rows(replay: &Replay) -> impl Iterator<Item = String> {
    let board = replay.board();
    let size = board.size();
    let letter = |point| board.stone(point).map_or('.', |stone| stone.color.letter());
    (0..size.rows).map(move |row| {
        let points = (0..size.columns).map(|column| Point::new(column, row));
        points.map(letter).collect()
    })
}

/// Adds a property to the object of its node.
fn add(object: &mut Map<String, Value>, game: &Game<'_>, property: &Property<'_>) {
    use model::Value::{Labels, Lines, Pair, Points, Raw, Text};
    let id = property.ident.standard();
    match (&property.value, id) {
        (Text(_), _) if info_id(property).is_some() => {}
        (Text(text), Some(Id::Comment)) => once(object, "comment", text.as_ref().into()),
        (Text(text), Some(Id::Name)) => once(object, "name", text.as_ref().into()),
        (Text(text), _) => {
            let values = json!([text.as_ref()]);
            put_in(object, "properties", property.ident.as_str(), values);
        }
        (Pair(pair), _) => {
            let values = json!([pair.0, pair.1]);
            put_in(object, "properties", property.ident.as_str(), values);
        }
        (Points(areas), _) => points(object, game, property, areas),
        (Labels(labels), _) => {
            if labels.iter().any(|label| !game.size.contains(label.point)) {
                raw(object, property);
            }
        }
        (Lines(lines), Some(id)) => {
            let on_board =
                |&&(from, to): &&(Point, Point)| game.size.contains(from) && game.size.contains(to);
            let line = |&(from, to): &(Point, Point)| {
                json!([from.on(game.size).to_string(), to.on(game.size).to_string()])
            };
            let name = if id == Id::Arrow { "arrows" } else { "lines" };
            once(
                object,
                name,
                lines.iter().filter(on_board).map(line).collect(),
            );
            if lines.iter().filter(on_board).count() < lines.len() {
                raw(object, property);
            }
        }
        (Lines(_) | Raw(_), _) => raw(object, property),
    }
}

/// Sets a member that is not there yet: of several properties of one name the first counts.
fn once(object: &mut Map<String, Value>, name: &str, value: Value) {
    object.entry(name).or_insert(value);
}

fn put_group(object: &mut Map<String, Value>, name: &str, group: Map<String, Value>) {
    if !group.is_empty() {
        object.insert(name.to_owned(), group.into());
    }
}

/// Adds a value to a group of the node; of several with one name all values count.
fn put_in(object: &mut Map<String, Value>, group: &str, name: &str, values: Value) {
    let group = object.entry(group).or_insert_with(|| Map::new().into());
    let Value::Object(group) = group else { return };
    match (group.get_mut(name), values) {
        (Some(Value::Array(known)), Value::Array(more)) => known.extend(more),
        (_, values) => {
            group.insert(name.to_owned(), values);
        }
    }
}

/// Adds a list of points: each is a point or a rectangle, `C3` or `A1:K10`. Points off the board have no
/// name; only the raw values show them.
fn points(
    object: &mut Map<String, Value>,
    game: &Game<'_>,
    property: &Property<'_>,
    areas: &[Area],
) {
    let board = game.size.area();
    let clipped = |area: &Area| {
        let to = Point::new(
            area.to.column.min(board.to.column),
            area.to.row.min(board.to.row),
        );
        game.size
            .contains(area.from)
            .then_some(Area { to, ..*area })
    };
    let name = |area: Area| {
        let (from, to) = (area.from.on(game.size), area.to.on(game.size));
        if area.is_single() {
            from.to_string()
        } else {
            format!("{from}:{to}")
        }
    };
    let list: Value = areas.iter().filter_map(clipped).map(name).collect();
    let id = property.ident.standard();
    match POINTS.iter().find(|(_, _, known)| Some(*known) == id) {
        Some((group, member, _)) => put_in(object, group, member, list),
        None if id == Some(Id::View) => once(object, "view", list),
        None => put_in(object, "points", property.ident.as_str(), list),
    }
    if areas.iter().any(|area| clipped(area) != Some(*area)) {
        raw(object, property);
    }
}

/// Adds the values of a property as `FF[4]` writes them between the brackets.
fn raw(object: &mut Map<String, Value>, property: &Property<'_>) {
    let mut values = Vec::new();
    for_each_value(property, |value| values.push(Value::from(value)));
    put_in(object, "raw", property.ident.as_str(), values.into());
}
