//! Nodes and variations that are deleted, inserted and moved.

use super::page::*;
use crate::convert::edited::scene::{Edit, Scene, remove};
use crate::model::{Color, Move, NodeId};

/// Returns the nodes below the root that have a move.
fn moves(scene: &Scene<'_>, page: &Page) -> Vec<usize> {
    let below = (1..page.nodes.len()).filter(|index| scene.game.mv(scene.node(*index)).is_some());
    below.collect()
}

pub(in crate::convert::edited) fn node_deleted(scene: &Scene<'_>) -> Option<Edit> {
    let mut page = Page::read(scene);
    let node = scene.pick(moves(scene, &page))?;
    let id = scene.node(node);
    let children = page.nodes[node].children.clone();
    let above = page.nodes[node].parent?;
    let siblings = &mut page.nodes[above].children;
    let place = siblings.iter().position(|child| *child == node)?;
    siblings.splice(place..=place, children);
    let mut expected = scene.game.clone();
    remove(&mut expected, id);
    Some(Edit::tree(page.text(), expected))
}

/// Removes the move of a node.
pub(in crate::convert::edited) fn node_emptied(scene: &Scene<'_>) -> Option<Edit> {
    let mut page = Page::read(scene);
    let simple = |index: &usize| scene.game.properties(scene.node(*index)).is_empty();
    let found = moves(scene, &page).into_iter().filter(simple).collect();
    let node = scene.pick(found)?;
    let id = scene.node(node);
    page.nodes[node].properties.clear();
    let mut expected = scene.game.clone();
    expected.set_move(id, None);
    Some(Edit::tree(page.text(), expected))
}

pub(in crate::convert::edited) fn line_deleted(scene: &Scene<'_>) -> Option<Edit> {
    let mut page = Page::read(scene);
    let found = page.find(|node| (!node.children.is_empty()).then_some(()));
    let (node, ()) = scene.pick(found)?;
    let id = scene.node(node);
    page.nodes[node].children.clear();
    let mut expected = scene.game.clone();
    for child in scene.game.children(id) {
        expected.remove_node(child).ok()?;
    }
    Some(Edit::tree(page.text(), expected))
}

pub(in crate::convert::edited) fn variation_deleted(scene: &Scene<'_>) -> Option<Edit> {
    let mut page = Page::read(scene);
    let found = page.find(|node| node.children.get(1..)?.last().copied());
    let (above, _) = scene.pick(found)?;
    let place = scene.seed % page.nodes[above].children.len();
    let node = page.nodes[above].children.remove(place);
    let id = scene.node(node);
    let mut expected = scene.game.clone();
    expected.remove_node(id).ok()?;
    Some(Edit::tree(page.text(), expected))
}

pub(in crate::convert::edited) fn variation_moved(scene: &Scene<'_>) -> Option<Edit> {
    let mut page = Page::read(scene);
    let found = page.find(|node| node.children.get(1..)?.last().copied());
    let (above, last) = scene.pick(found)?;
    page.nodes[above].children.rotate_right(1);
    let id = scene.node(last);
    let mut expected = scene.game.clone();
    expected.move_variation(id, 0).ok()?;
    Some(Edit::tree(page.text(), expected))
}

fn new_move(scene: &Scene<'_>, after: NodeId) -> Option<(String, Move)> {
    let point = scene.empty_point(after)?;
    let color = scene
        .game
        .mv(after)
        .map_or(Color::Black, |mv| mv.color.opponent());
    Some((point.to_sgf()?, Move::at(color, point)))
}

pub(in crate::convert::edited) fn node_inserted(scene: &Scene<'_>) -> Option<Edit> {
    let mut page = Page::read(scene);
    let node = scene.pick((0..page.nodes.len()).collect())?;
    let id = scene.node(node);
    let (value, mv) = new_move(scene, id)?;
    let new = page.add(&mv.color.letter().to_string(), &value);
    let children = std::mem::replace(&mut page.nodes[node].children, vec![new]);
    page.nodes[new].children = children;
    let mut expected = scene.game.clone();
    let added = expected.insert(id);
    expected.set_move(added, Some(mv));
    Some(Edit::tree(page.text(), expected))
}

pub(in crate::convert::edited) fn variation_inserted(scene: &Scene<'_>) -> Option<Edit> {
    let mut page = Page::read(scene);
    let found = page.find(|node| (!node.children.is_empty()).then_some(node.children.len()));
    let (node, count) = scene.pick(found)?;
    let id = scene.node(node);
    let (value, mv) = new_move(scene, id)?;
    let new = page.add(&mv.color.letter().to_string(), &value);
    let place = 1 + scene.seed % count;
    page.nodes[node].children.insert(place, new);
    let mut expected = scene.game.clone();
    let added = expected.insert_variation(id, place);
    expected.set_move(added, Some(mv));
    Some(Edit::tree(page.text(), expected))
}

// Carriers.
