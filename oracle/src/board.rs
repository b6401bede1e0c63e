//! A board that knows captures.

use std::collections::{BTreeMap, BTreeSet};

use super::form::{Game, Place, Spot, Step};

/// The stones of a position.
pub(super) type Board = BTreeMap<Spot, char>;

/// Returns the neighbours of a point.
fn around((column, row): Spot, size: (u8, u8)) -> impl Iterator<Item = Spot> {
    let sides = [(-1, 0), (1, 0), (0, -1), (0, 1)];
    let all = sides.map(|(x, y)| (column.wrapping_add_signed(x), row.wrapping_add_signed(y)));
    all.into_iter()
        .filter(move |spot| spot.0 < size.0 && spot.1 < size.1)
}

/// Returns the group of a stone if it has no liberty.
fn dead(board: &Board, start: Spot, size: (u8, u8)) -> Option<BTreeSet<Spot>> {
    let color = board.get(&start)?;
    let (mut group, mut open) = (BTreeSet::from([start]), vec![start]);
    while let Some(spot) = open.pop() {
        for next in around(spot, size) {
            // An empty point is a liberty.
            if board.get(&next)? == color && group.insert(next) {
                open.push(next);
            }
        }
    }
    Some(group)
}

/// Does a step; returns the stones that it captures or takes away.
fn play(board: &mut Board, step: &Step, size: (u8, u8)) -> BTreeSet<Spot> {
    let mut gone = BTreeSet::new();
    for (spot, stone) in &step.setup {
        match stone {
            ' ' if board.remove(spot).is_some() => _ = gone.insert(*spot),
            ' ' => {}
            stone => _ = board.insert(*spot, *stone),
        }
    }
    if let Some((color, Place::At(spot))) = step.play {
        board.insert(spot, color);
        for next in around(spot, size).chain([spot]) {
            if next == spot || board.get(&next).is_some_and(|stone| *stone != color) {
                let group = dead(board, next, size).unwrap_or_default();
                board.retain(|spot, _| !group.contains(spot));
                gone.extend(group);
            }
        }
    }
    gone
}

/// Visits each step with the position after it and the stones that it captures or takes away.
pub(super) fn replay(game: &Game, mut visit: impl FnMut(usize, &Board, BTreeSet<Spot>)) {
    let parent = |at: usize| game.steps.get(at).and_then(|step| step.parent);
    let last = (0..game.steps.len()).filter_map(|at| Some((parent(at)?, at)));
    let last: BTreeMap<usize, usize> = last.collect();
    let (mut kept, mut board): (BTreeMap<usize, Board>, Board) = Default::default();
    for (at, step) in game.steps.iter().enumerate() {
        if let Some(before) = step.parent.and_then(|parent| kept.get(&parent)) {
            board = before.clone();
        }
        let gone = play(&mut board, step, game.size);
        // Another step than the next one may follow this one.
        if last.get(&at).is_some_and(|last| *last > at + 1) {
            kept.insert(at, board.clone());
        }
        visit(at, &board, gone);
    }
}
