//! Edits of carriers, and games that are mixed.

use super::page::*;
use crate::convert::edited::scene::{Changed, Edit, Scene};

/// Returns the value of the carrier of a node; other programs have properties of that name, too.
fn carrier(node: &Node) -> Option<String> {
    match node.values("XI")?.as_slice() {
        [value] if value.starts_with("ishi 1|") => Some(value.clone()),
        _ => None,
    }
}

fn change_carrier(
    scene: &Scene<'_>,
    new: impl Fn(&mut Page, usize, String) -> Option<usize>,
) -> Option<Edit> {
    let mut page = Page::read(scene);
    let found = page.find(carrier);
    let (node, value) = scene.pick(found)?;
    let other = new(&mut page, node, value)?;
    let changed = Changed::Nodes([node, other].map(|index| scene.node(index)).to_vec());
    Some(Edit {
        text: page.text(),
        expected: vec![scene.game.clone()],
        changed,
    })
}

pub(in crate::convert::edited) fn carrier_deleted(scene: &Scene<'_>) -> Option<Edit> {
    change_carrier(scene, |page, node, _| {
        page.nodes[node].set("XI", Vec::new());
        Some(node)
    })
}

pub(in crate::convert::edited) fn carrier_damaged(scene: &Scene<'_>) -> Option<Edit> {
    change_carrier(scene, |page, node, value| {
        let damaged = match scene.seed % 3 {
            0 => value.replacen('|', "|Q", 1),
            1 => value.replacen("ishi 1", "ishi 2", 1),
            _ => value.chars().take(value.chars().count() - 1).collect(),
        };
        page.nodes[node].set("XI", vec![damaged]);
        Some(node)
    })
}

pub(in crate::convert::edited) fn carrier_moved(scene: &Scene<'_>) -> Option<Edit> {
    change_carrier(scene, |page, node, value| {
        let others: Vec<_> = page.find(|node| node.values("XI").is_none().then_some(()));
        let (other, ()) = scene.pick(others)?;
        page.nodes[node].set("XI", Vec::new());
        page.nodes[other].set("XI", vec![value]);
        Some(other)
    })
}

pub(in crate::convert::edited) fn carrier_doubled(scene: &Scene<'_>) -> Option<Edit> {
    let mut page = Page::read(scene);
    let found = page.find(carrier);
    let (node, value) = scene.pick(found)?;
    page.nodes[node]
        .properties
        .push(("XI".to_owned(), vec![value]));
    let changed = Changed::Words(Vec::new());
    Some(Edit {
        text: page.text(),
        expected: vec![scene.game.clone()],
        changed,
    })
}

pub(in crate::convert::edited) fn games_interleaved(scene: &Scene<'_>) -> Option<Edit> {
    let (other, text) = scene.other;
    let text = format!("{text}\n{}", scene.text);
    let expected = vec![other.clone(), scene.game.clone()];
    // An event without any line is no event if another one follows, and text before a game is not found
    // again after every game.
    let without_line = text.contains("F implicit-event") && other.node_count() == 1;
    let start = scene.text.trim_start().starts_with('(')
        && text.starts_with('(')
        && !without_line
        && !scene.text.contains("G header");
    start.then(|| Edit {
        text,
        expected,
        changed: Changed::Words(Vec::new()),
    })
}
