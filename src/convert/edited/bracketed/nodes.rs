//! Edits of texts, moves, stones and marks.

use super::page::*;
use crate::bracket::property::parse_property;
use crate::convert::edited::scene::{Changed, Edit, Scene, is_plain};
use crate::model::{Area, Id, Label, Move, NodeId, Point, Property, Value};

fn change_text(
    scene: &Scene<'_>,
    idents: &[&str],
    new: impl Fn(&str) -> Option<String>,
) -> Option<Edit> {
    let page = Page::read(scene);
    let found = page.find(|node| {
        let (ident, value) = single(node, idents)?;
        Some((ident, new(&value)?))
    });
    let (node, (ident, new)) = scene.pick(found)?;
    page.change(scene, node, &ident, vec![new])
}

pub(in crate::convert::edited) fn comment_changed(scene: &Scene<'_>) -> Option<Edit> {
    change_text(scene, &["C"], |_| Some("quite other words".to_owned()))
}

pub(in crate::convert::edited) fn name_changed(scene: &Scene<'_>) -> Option<Edit> {
    change_text(scene, &["PB", "PW", "EV"], |_| {
        Some("Quite Another".to_owned())
    })
}

pub(in crate::convert::edited) fn same_in_ascii(scene: &Scene<'_>) -> Option<Edit> {
    change_text(scene, TEXTS, |value| {
        let pairs = [
            ("e", "\u{e9}"),
            ("a", "\u{e0}"),
            ("o", "\u{f4}"),
            ("n", "\u{f1}"),
        ];
        let (old, new) = pairs.iter().find(|(old, _)| value.contains(old))?;
        is_plain(value).then(|| value.replacen(old, new, 1))
    })
}

pub(in crate::convert::edited) fn text_deleted(scene: &Scene<'_>) -> Option<Edit> {
    let page = Page::read(scene);
    let (node, (ident, _)) = scene.pick(page.find(|node| single(node, TEXTS)))?;
    page.change(scene, node, &ident, Vec::new())
}

pub(in crate::convert::edited) fn comment_added(scene: &Scene<'_>) -> Option<Edit> {
    let page = Page::read(scene);
    let mut found = page.find(|_| Some(()));
    found.retain(|(index, ())| {
        let id = scene.node(*index);
        !scene.game.has(id, Id::Comment)
    });
    let (node, ()) = scene.pick(found)?;
    page.change(scene, node, "C", vec!["added words".to_owned()])
}

// Moves.

fn change_move(scene: &Scene<'_>, new: impl Fn(NodeId) -> Option<(String, Move)>) -> Option<Edit> {
    let mut page = Page::read(scene);
    let on_board = |(index, (_, _)): &(usize, (String, String))| {
        let mv = scene.game.mv(scene.node(*index));
        mv.is_some_and(|mv| mv.point_on(scene.game.size).is_some())
    };
    let mut found = page.find(|node| single(node, &["B", "W"]));
    found.retain(on_board);
    let (node, (ident, _)) = scene.pick(found)?;
    let id = scene.node(node);
    let (value, mv) = new(id)?;
    let mut expected = scene.game.clone();
    expected.set_move(id, Some(mv));
    page.nodes[node].set(&ident, vec![value]);
    Some(Edit::tree(page.text(), expected))
}

pub(in crate::convert::edited) fn move_changed(scene: &Scene<'_>) -> Option<Edit> {
    change_move(scene, |id| {
        let point = scene.empty_point(id)?;
        let mv = scene.game.mv(id)?;
        Some((point.to_sgf()?, Move::at(mv.color, point)))
    })
}

pub(in crate::convert::edited) fn move_passed(scene: &Scene<'_>) -> Option<Edit> {
    change_move(scene, |id| {
        Some(("tt".to_owned(), Move::pass(scene.game.mv(id)?.color)))
    })
}

// Marks and stones.

/// Replaces one of the points of a list by another one. The points after it stay the same.
fn point_moved(scene: &Scene<'_>, idents: &[&str]) -> Option<Edit> {
    let page = Page::read(scene);
    let lists = page.find(|node| {
        let mut found = idents
            .iter()
            .filter_map(|ident| Some((*ident, node.values(ident)?.clone())));
        found.next()
    });
    let (node, (ident, mut values)) = scene.pick(lists)?;
    let id = scene.node(node);
    let place = values.iter().position(|value| value.len() == 2)?;
    let point = free_point(scene, &page.nodes[node], id)?;
    values[place] = point.to_sgf()?;
    page.change(scene, node, ident, values)
}

/// Returns an empty point that no property of a node names.
fn free_point(scene: &Scene<'_>, node: &Node, id: NodeId) -> Option<Point> {
    let named: Vec<Area> = scene
        .game
        .properties(id)
        .iter()
        .flat_map(|property| match &property.value {
            Value::Points(areas) => areas.to_vec(),
            Value::Labels(labels) => labels.iter().map(|label| label.point.into()).collect(),
            _ => Vec::new(),
        })
        .collect();
    let replay = scene.game.position(id);
    let values: Vec<&String> = node
        .properties
        .iter()
        .flat_map(|(_, values)| values)
        .collect();
    scene.points().find(|point| {
        let text = point.to_sgf().unwrap_or_default();
        replay.board().stone(*point).is_none()
            && !named.iter().any(|area| area.contains(*point))
            && !values.iter().any(|value| value.starts_with(&text))
    })
}

pub(in crate::convert::edited) fn stones_changed(scene: &Scene<'_>) -> Option<Edit> {
    let mut edit = point_moved(scene, &["AB", "AW"])?;
    edit.changed = Changed::Position;
    Some(edit)
}

pub(in crate::convert::edited) fn mark_moved(scene: &Scene<'_>) -> Option<Edit> {
    point_moved(scene, &["TR", "SQ", "CR", "MA"])
}

pub(in crate::convert::edited) fn sign_changed(scene: &Scene<'_>) -> Option<Edit> {
    let mut page = Page::read(scene);
    let lists = page.find(|node| {
        let values = node.values("TR")?;
        let fits = node.values("CR").is_none() && values.iter().all(|value| value.len() == 2);
        fits.then(|| values.clone())
    });
    let (node, values) = scene.pick(lists)?;
    let mut expected = scene.game.clone();
    let id = scene.node(node);
    let text = format!("[{}]", values.join("]["));
    expected.remove_property(id, Id::Triangle);
    expected.set_property(id, parse_property(&format!("CR{text}"), expected.size)?);
    page.nodes[node].set("TR", Vec::new());
    page.nodes[node].set("CR", values);
    Some(Edit::content(page.text(), expected))
}

pub(in crate::convert::edited) fn label_changed(scene: &Scene<'_>) -> Option<Edit> {
    let page = Page::read(scene);
    let lists = page.find(|node| {
        let values = node.values("LB")?;
        values
            .first()?
            .get(2..)?
            .starts_with(':')
            .then(|| values.clone())
    });
    let (node, mut values) = scene.pick(lists)?;
    let point = values.first()?.get(..2)?.to_owned();
    let same = |value: &&String| value.starts_with(&point);
    if values.iter().filter(same).count() > 1 {
        return None;
    }
    values[0] = format!("{point}:z");
    page.change(scene, node, "LB", values)
}

/// A mark of Smart-Go is a triangle on a stone, and a cross on an empty point.
pub(in crate::convert::edited) fn plain_mark_moved(scene: &Scene<'_>) -> Option<Edit> {
    let mut page = Page::read(scene);
    let (node, mut values) = scene.pick(page.find(|node| node.values("M").cloned()))?;
    let id = scene.node(node);
    let old = Point::from_sgf(values.first()?).ok()?;
    let new = free_point(scene, &page.nodes[node], id)?;
    let signs = scene.game.properties(id).iter();
    let mut signs =
        signs.filter(|property| ["TR", "SQ", "CR", "MA", "M"].contains(&property.ident.as_str()));
    let unknown = |property: &Property<'_>| {
        property.ident.as_str() == "M" || matches!(property.value, Value::Raw(_))
    };
    if signs.any(unknown) {
        return None;
    }
    let mut expected = scene.game.clone();
    for sign in [Id::Triangle, Id::Square, Id::Circle, Id::Cross] {
        let points: Vec<_> = expected.points(id, sign).collect();
        if points.contains(&old) {
            let rest: Vec<_> = points.into_iter().filter(|point| *point != old).collect();
            expected.remove_property(id, sign);
            if !rest.is_empty() {
                expected.set_property(id, Property::points(sign, rest));
            }
        }
    }
    let crosses: Vec<_> = expected.points(id, Id::Cross).chain([new]).collect();
    expected.set_property(id, Property::points(Id::Cross, crosses));
    values[0] = new.to_sgf()?;
    page.nodes[node].set("M", values);
    Some(Edit::content(page.text(), expected))
}

/// In Smart-Go the place of a point in the list decides its letter.
pub(in crate::convert::edited) fn letter_moved(scene: &Scene<'_>) -> Option<Edit> {
    let mut page = Page::read(scene);
    let lists = page.find(|node| {
        let values = node.values("L").filter(|values| values.len() <= 26)?;
        Some(values.clone())
    });
    let (node, mut values) = scene.pick(lists)?;
    let id = scene.node(node);
    let place = values.len() - 1;
    let old = Point::from_sgf(&values[place]).ok()?;
    let new = free_point(scene, &page.nodes[node], id)?;
    let mut labels = scene.game.labels(id).cloned().collect::<Vec<_>>();
    if labels.iter().filter(|label| label.point == old).count() != 1 {
        return None;
    }
    labels.retain(|label| label.point != old);
    let letter = char::from(b'A' + u8::try_from(place).ok()?);
    labels.push(Label {
        point: new,
        text: letter.to_string().into(),
    });
    let mut expected = scene.game.clone();
    expected.set_property(id, Property::new(Id::Label, Value::Labels(labels.into())));
    values[place] = new.to_sgf()?;
    page.nodes[node].set("L", values);
    Some(Edit::content(page.text(), expected))
}

// The tree.
