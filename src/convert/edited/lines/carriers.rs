//! Edits of carriers, and games that are mixed.

use super::page::*;
use crate::convert::edited::scene::{Changed, Edit, Scene};
use crate::model::NodeId;

fn carriers(page: &Page) -> Vec<(usize, Block)> {
    let starts = page.starts.iter().enumerate();
    let found = starts.filter_map(|(node, line)| Some((node, page.carrier((*line)?)?)));
    found.collect()
}

fn change_carrier(
    scene: &Scene<'_>,
    new: impl Fn(&mut Page, usize, Block) -> Option<usize>,
) -> Option<Edit> {
    let mut page = Page::read(scene);
    let (node, block) = scene.pick(carriers(&page))?;
    let id = scene.node(node);
    let other = new(&mut page, node, block)?;
    // Its place in the tree may be in the carrier.
    let changed = scene
        .around(id)
        .into_iter()
        .chain([scene.node(other)])
        .map(|id| (0, id));
    let changed = Changed::Contents(changed.collect());
    Some(Edit {
        text: page.text(),
        expected: vec![scene.game.clone()],
        changed,
    })
}

pub(in crate::convert::edited) fn carrier_deleted(scene: &Scene<'_>) -> Option<Edit> {
    change_carrier(scene, |page, node, block| {
        page.lines.drain(block);
        Some(node)
    })
}

pub(in crate::convert::edited) fn carrier_damaged(scene: &Scene<'_>) -> Option<Edit> {
    change_carrier(scene, |page, node, block| {
        let line = &mut page.lines[block.start + scene.seed % 2];
        *line = match scene.seed % 2 {
            0 => line.replacen("ishi 1", "ishi 2", 1),
            _ => format!("{line}x"),
        };
        Some(node)
    })
}

/// Moves a carrier to another move. Moves that are the same in two of colour, number and place are not used, because
/// the carrier could belong to them after an edit of the third.
pub(in crate::convert::edited) fn carrier_moved(scene: &Scene<'_>) -> Option<Edit> {
    change_carrier(scene, |page, node, block| {
        let mut others = page.moves(scene);
        let about = page.lines[block.start].clone();
        others.retain(|(other, line)| {
            let elsewhere = *other != node && *line > block.end;
            elsewhere && page.carrier(*line).is_none() && !alike(&about, &page.lines[*line])
        });
        let (_, line) = scene.pick(others)?;
        let lines: Vec<_> = page.lines[block.clone()].to_vec();
        page.lines.splice(line + 1..=line, lines);
        page.lines.drain(block);
        Some(node)
    })
}

pub(in crate::convert::edited) fn carrier_doubled(scene: &Scene<'_>) -> Option<Edit> {
    let mut page = Page::read(scene);
    let (_, block) = scene.pick(carriers(&page))?;
    let lines: Vec<_> = page.lines[block.clone()].to_vec();
    page.lines.splice(block.end..block.end, lines);
    let changed = Changed::Words(Vec::new());
    Some(Edit {
        text: page.text(),
        expected: vec![scene.game.clone()],
        changed,
    })
}

/// Puts the events of two files together in turn, so that continuation events are torn from their games.
pub(in crate::convert::edited) fn games_interleaved(scene: &Scene<'_>) -> Option<Edit> {
    let (other, text) = scene.other;
    let (first, second) = (events(scene.text)?, events(text)?);
    // A remark at the end of a file is about the event after it.
    if [scene.text, text].iter().any(|text| {
        text.lines()
            .last()
            .is_some_and(|line| line.starts_with("REMARK"))
    }) {
        return None;
    }
    let mut all = Vec::new();
    for index in 0..first.len().max(second.len()) {
        all.extend(first.get(index).cloned());
        all.extend(second.get(index).cloned());
    }
    let expected = vec![scene.game.clone(), other.clone()];
    let text = all.concat();
    if first.len() == 1 && second.len() == 1 {
        return Some(Edit {
            text,
            expected,
            changed: Changed::Words(Vec::new()),
        });
    }
    let changed: Vec<_> = expected
        .iter()
        .enumerate()
        .flat_map(|(number, game)| {
            let torn = move |node: &NodeId| game.mv(*node).is_none();
            game.nodes().filter(torn).map(move |node| (number, node))
        })
        .collect();
    Some(Edit {
        text,
        expected,
        changed: Changed::Contents(changed),
    })
}

/// Returns the texts of the events of a file. `None` if the first event has no EVENT line.
fn events(text: &str) -> Option<Vec<String>> {
    let lines: Vec<String> = text.lines().map(|line| format!("{line}\r\n")).collect();
    let bare: Vec<String> = text.lines().map(ToOwned::to_owned).collect();
    let is_event = |line: &&usize| bare[**line].split(' ').next() == Some("EVENT");
    let bounds = bounds(&bare);
    let mut starts: Vec<usize> = bounds.iter().filter(is_event).copied().collect();
    if bounds.first() != starts.first() || starts.first() != Some(&0) {
        return None;
    }
    starts.push(lines.len());
    Some(
        starts
            .windows(2)
            .map(|pair| lines[pair[0]..pair[1]].concat())
            .collect(),
    )
}
