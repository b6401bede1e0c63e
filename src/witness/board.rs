//! A board that knows captures.

use std::collections::BTreeSet;

use super::form::{Game, Place, Spot, Step};

/// The stones of a position.
#[derive(Clone)]
pub(super) struct Board {
    size: (u8, u8),
    stones: Vec<char>,
}

impl Board {
    fn new(size: (u8, u8)) -> Self {
        let stones = vec![' '; usize::from(size.0) * usize::from(size.1)];
        Self { size, stones }
    }

    /// Returns `B`, `W` or ` `; a point off the board is empty.
    pub(super) fn at(&self, spot: Spot) -> char {
        let place = self.index(spot);
        place
            .and_then(|index| self.stones.get(index))
            .copied()
            .unwrap_or(' ')
    }

    fn index(&self, (column, row): Spot) -> Option<usize> {
        let inside = column < self.size.0 && row < self.size.1;
        inside.then(|| usize::from(row) * usize::from(self.size.0) + usize::from(column))
    }

    fn put(&mut self, spot: Spot, stone: char) {
        let place = self.index(spot);
        if let Some(found) = place.and_then(|index| self.stones.get_mut(index)) {
            *found = stone;
        }
    }

    fn around(&self, (column, row): Spot) -> impl Iterator<Item = Spot> + use<> {
        let size = self.size;
        let all = [
            (column.wrapping_sub(1), row),
            (column + 1, row),
            (column, row.wrapping_sub(1)),
            (column, row + 1),
        ];
        all.into_iter()
            .filter(move |spot| spot.0 < size.0 && spot.1 < size.1)
    }

    /// Returns the group of a stone, if it has no liberty.
    fn dead(&self, start: Spot) -> Option<BTreeSet<Spot>> {
        let color = self.at(start);
        let mut group = BTreeSet::from([start]);
        let mut open = vec![start];
        while let Some(spot) = open.pop() {
            for next in self.around(spot) {
                let found = self.at(next);
                if found == ' ' {
                    return None;
                }
                if found == color && group.insert(next) {
                    open.push(next);
                }
            }
        }
        Some(group)
    }

    /// Does a step; returns the stones that its move captures.
    fn step(&mut self, step: &Step) -> BTreeSet<Spot> {
        for (spot, stone) in &step.setup {
            self.put(*spot, *stone);
        }
        let mut captured = BTreeSet::new();
        let Some((color, Place::At(spot))) = step.play else {
            return captured;
        };
        self.put(spot, color);
        let enemies = self
            .around(spot)
            .filter(|next| !matches!(self.at(*next), ' '))
            .collect::<Vec<_>>();
        for next in enemies.into_iter().chain([spot]) {
            let stone = self.at(next);
            if stone == ' ' || stone == color && next != spot {
                continue;
            }
            for dead in self.dead(next).unwrap_or_default() {
                self.put(dead, ' ');
                captured.insert(dead);
            }
        }
        captured
    }
}

/// Visits each step with the position after it and the stones that it captures.
pub(super) fn replay(game: &Game, mut visit: impl FnMut(usize, &Board, BTreeSet<Spot>)) {
    let mut children = vec![0_usize; game.steps.len()];
    for parent in game.steps.iter().filter_map(|step| step.parent) {
        if let Some(count) = children.get_mut(parent) {
            *count += 1;
        }
    }
    let mut kept = std::collections::BTreeMap::new();
    let mut board = Board::new(game.size);
    for (index, step) in game.steps.iter().enumerate() {
        if let Some(parent) = step.parent
            && let Some(before) = kept.get(&parent)
        {
            board = Board::clone(before);
        }
        let captured = board.step(step);
        if children.get(index).is_some_and(|count| *count > 1) {
            kept.insert(index, board.clone());
        }
        visit(index, &board, captured);
    }
}
