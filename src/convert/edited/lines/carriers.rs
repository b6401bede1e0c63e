//! Edits of carriers, and games that are mixed.

use super::page::*;
use crate::convert::edited::scene::{Changed, Edit, Scene};
use crate::format::Format;
use crate::model::NodeId;

fn change_carrier(
    scene: &Scene<'_>,
    change: impl Fn(&mut Page, Block) -> Option<()>,
) -> Option<Edit> {
    let mut page = Page::read(scene);
    let block = page.carrier()?;
    change(&mut page, block)?;
    Some(Edit::shown(Format::Ishi, page.text()))
}

pub(in crate::convert::edited) fn carrier_deleted(scene: &Scene<'_>) -> Option<Edit> {
    change_carrier(scene, |page, block| {
        page.lines.drain(block);
        Some(())
    })
}

pub(in crate::convert::edited) fn carrier_damaged(scene: &Scene<'_>) -> Option<Edit> {
    change_carrier(scene, |page, block| {
        let line = &mut page.lines[block.start];
        *line = match scene.seed % 2 {
            0 => line.replacen("ishi 3", "ishi 4", 1),
            _ => line
                .replacen(" sgf ", " sgfx ", 1)
                .replacen(" smartgo ", " x ", 1),
        };
        Some(())
    })
}

/// Moves the carrier to a move.
pub(in crate::convert::edited) fn carrier_moved(scene: &Scene<'_>) -> Option<Edit> {
    change_carrier(scene, |page, block| {
        let (_, line) = scene.pick(page.moves(scene))?;
        let lines: Vec<_> = page.lines[block.clone()].to_vec();
        page.lines.splice(line + 1..=line, lines);
        page.lines.drain(block);
        Some(())
    })
}

pub(in crate::convert::edited) fn carrier_doubled(scene: &Scene<'_>) -> Option<Edit> {
    let mut page = Page::read(scene);
    let block = page.carrier()?;
    let lines: Vec<_> = page.lines[block.clone()].to_vec();
    page.lines.splice(block.end..block.end, lines);
    Some(Edit::content(page.text(), scene.game.clone()))
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
            changed: Changed::Nothing,
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
