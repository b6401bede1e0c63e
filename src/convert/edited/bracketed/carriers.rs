//! Edits of carriers, and games that are mixed.

use super::page::*;
use crate::convert::edited::scene::{Changed, Edit, Scene};
use crate::format::Format;

/// Returns the value of the carrier of a node; other programs have properties of that name, too.
fn carrier(node: &Node) -> Option<String> {
    match node.values("XI")?.as_slice() {
        [value] if value.starts_with("ishi 3 ") => Some(value.clone()),
        _ => None,
    }
}

fn change_carrier(
    scene: &Scene<'_>,
    change: impl Fn(&mut Page, usize, String) -> Option<()>,
) -> Option<Edit> {
    let mut page = Page::read(scene);
    let (node, value) = scene.pick(page.find(carrier))?;
    change(&mut page, node, value)?;
    let is_sgf = scene.text.contains("FF[4]");
    let format = if is_sgf { Format::Sgf } else { Format::SmartGo };
    Some(Edit::shown(format, page.text()))
}

pub(in crate::convert::edited) fn carrier_deleted(scene: &Scene<'_>) -> Option<Edit> {
    change_carrier(scene, |page, node, _| {
        page.nodes[node].set("XI", Vec::new());
        Some(())
    })
}

pub(in crate::convert::edited) fn carrier_damaged(scene: &Scene<'_>) -> Option<Edit> {
    change_carrier(scene, |page, node, value| {
        let damaged = match scene.seed % 2 {
            0 => value.replacen("ishi 3", "ishi 4", 1),
            _ => value.replacen("ishi 3 ", "ishi 3 x ", 1),
        };
        page.nodes[node].set("XI", vec![damaged]);
        Some(())
    })
}

pub(in crate::convert::edited) fn carrier_moved(scene: &Scene<'_>) -> Option<Edit> {
    change_carrier(scene, |page, node, value| {
        let others: Vec<_> = page.find(|node| node.values("XI").is_none().then_some(()));
        let (other, ()) = scene.pick(others)?;
        page.nodes[node].set("XI", Vec::new());
        page.nodes[other].set("XI", vec![value]);
        Some(())
    })
}

pub(in crate::convert::edited) fn carrier_doubled(scene: &Scene<'_>) -> Option<Edit> {
    let mut page = Page::read(scene);
    let (node, value) = scene.pick(page.find(carrier))?;
    let properties = &mut page.nodes[node].properties;
    properties.push(("XI".to_owned(), vec![value]));
    Some(Edit::content(page.text(), scene.game.clone()))
}

pub(in crate::convert::edited) fn games_interleaved(scene: &Scene<'_>) -> Option<Edit> {
    let (other, text) = scene.other;
    let both = format!("{text}\n{}", scene.text);
    // Text before a game is not found again after every game.
    let starts = |text: &str| text.trim_start().starts_with('(');
    let is_apart = starts(scene.text) && starts(text);
    is_apart.then(|| Edit {
        text: both,
        expected: vec![other.clone(), scene.game.clone()],
        changed: Changed::Nothing,
    })
}
