//! Nodes, lines and variations that are deleted, inserted and moved.

use super::page::*;
use crate::convert::edited::scene::{Edit, Scene, remove};
use crate::model::Move;

/// Returns the moves that can be taken out, so that the moves after them take their place: they
/// have no variations.
fn removable(scene: &Scene<'_>, page: &Page) -> Vec<(usize, usize)> {
    let mut found = page.moves(scene);
    found.retain(|(node, line)| {
        let id = scene.node(*node);
        let before = page.bounds.iter().rfind(|bound| **bound < *line);
        let before = before.map_or("EVENT", |line| page.word(*line));
        let after = page.word(page.next(*line));
        let alone = !scene.game.has_siblings(id) && scene.game.children(id).count() <= 1;
        alone && matches!(before, "B" | "W") && matches!(after, "B" | "W" | "EVENT" | "ENDVAR")
    });
    found
}

pub(in crate::convert::edited) fn node_deleted(scene: &Scene<'_>) -> Option<Edit> {
    let mut page = Page::read(scene);
    let (node, line) = scene.pick(removable(scene, &page))?;
    if page.names_numbers(scene) {
        return None;
    }
    let chunk = page.chunk(line);
    page.renumber(chunk.end, -1);
    page.lines.drain(chunk);
    let id = scene.node(node);
    let mut expected = scene.game.clone();
    remove(&mut expected, id);
    Some(Edit::tree(page.text(), expected))
}

pub(in crate::convert::edited) fn line_deleted(scene: &Scene<'_>) -> Option<Edit> {
    let mut page = Page::read(scene);
    let one_event = page
        .bounds
        .iter()
        .filter(|line| page.word(**line) == "EVENT")
        .count()
        <= 1;
    let mut found = page.moves(scene);
    found.retain(|(_, line)| one_event && matches!(page.word(page.next(*line)), "B" | "W"));
    let (node, line) = scene.pick(found)?;
    let start = page.next(line);
    let mut depth = 0;
    let mut end = start;
    while end < page.lines.len() {
        match page.word(end) {
            "VAR" => depth += 1,
            "ENDVAR" if depth == 0 => break,
            "ENDVAR" => depth -= 1,
            _ => {}
        }
        end = page.next(end);
    }
    page.lines.drain(start..end);
    let id = scene.node(node);
    let mut expected = scene.game.clone();
    for child in scene.game.children(id) {
        expected.remove_node(child).ok()?;
    }
    Some(Edit::tree(page.text(), expected))
}

pub(in crate::convert::edited) fn variation_deleted(scene: &Scene<'_>) -> Option<Edit> {
    let mut page = Page::read(scene);
    let (block, node) = scene.pick(page.variations())?;
    page.lines.drain(block);
    let id = scene.node(node);
    let mut expected = scene.game.clone();
    expected.remove_node(id).ok()?;
    Some(Edit::tree(page.text(), expected))
}

/// Swaps two neighbouring variations.
pub(in crate::convert::edited) fn variation_moved(scene: &Scene<'_>) -> Option<Edit> {
    let mut page = Page::read(scene);
    let all = page.variations();
    let pairs = all.windows(2).filter(|pair| {
        let [(first, one), (second, other)] = *pair else {
            return false;
        };
        let siblings = scene.game.next_sibling(scene.node(*one)) == Some(scene.node(*other));
        first.end == second.start && siblings
    });
    let pairs: Vec<_> = pairs.map(<[_]>::to_vec).collect();
    let pair = scene.pick(pairs)?;
    let [(first, _), (second, node)] = pair.as_slice() else {
        return None;
    };
    page.lines[first.start..second.end].rotate_left(first.len());
    let id = scene.node(*node);
    let mut expected = scene.game.clone();
    let parent = expected.parent(id)?;
    let place = expected.children(parent).position(|child| child == id)?;
    expected.move_variation(id, place - 1).ok()?;
    Some(Edit::tree(page.text(), expected))
}

pub(in crate::convert::edited) fn node_inserted(scene: &Scene<'_>) -> Option<Edit> {
    let mut page = Page::read(scene);
    let mut found = page.moves(scene);
    found.retain(|(node, line)| {
        let alone = !scene.game.has_siblings(scene.node(*node));
        alone && matches!(page.word(page.next(*line)), "B" | "W" | "ENDVAR" | "EVENT")
    });
    let (node, line) = scene.pick(found)?;
    let id = scene.node(node);
    let color = scene.game.mv(id)?.color.opponent();
    let mv = Move::at(color, scene.empty_point(id)?);
    if page.names_numbers(scene) {
        return None;
    }
    let number = scene.game.position(id).number() + 1;
    let end = page.chunk(line).end;
    page.renumber(end, 1);
    page.lines.insert(
        end,
        format!(
            "{} {number} {}",
            color.letter(),
            name(scene, mv.point_on(scene.game.size)?)
        ),
    );
    let mut expected = scene.game.clone();
    let added = expected.insert(id);
    expected.set_move(added, Some(mv));
    Some(Edit::tree(page.text(), expected))
}

pub(in crate::convert::edited) fn variation_inserted(scene: &Scene<'_>) -> Option<Edit> {
    let mut page = Page::read(scene);
    let mut found = page.moves(scene);
    found.retain(|(node, line)| {
        let alone = !scene.game.has_siblings(scene.node(*node));
        alone && matches!(page.word(page.next(*line)), "B" | "W" | "ENDVAR")
    });
    let (node, line) = scene.pick(found)?;
    let id = scene.node(node);
    let mv = Move::at(scene.game.mv(id)?.color, scene.empty_point(id)?);
    if page.names_numbers(scene) {
        return None;
    }
    let number = scene.game.position(id).number();
    let end = page.chunk(line).end;
    let text = format!(
        "{} {number} {}",
        mv.color.letter(),
        name(scene, mv.point_on(scene.game.size)?)
    );
    page.lines
        .splice(end..end, ["VAR".to_owned(), text, "ENDVAR".to_owned()]);
    let mut expected = scene.game.clone();
    let added = expected.insert_variation(expected.parent(id)?, 1);
    expected.set_move(added, Some(mv));
    Some(Edit::tree(page.text(), expected))
}

// Carriers.
