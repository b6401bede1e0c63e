//! A position that knows captures and the numbers of moves, and a walk through all positions of a game.

use std::collections::{BTreeMap, BTreeSet};

use crate::form::{Game, Place, Spot, Step};

/// A stone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stone {
    pub(crate) color: char,
    /// The number of the move that played it, `None` for a stone that was set up.
    pub(crate) number: Option<usize>,
    /// The step that put it on the board.
    step: usize,
}

/// The state before one step.
struct Frame {
    stones: Vec<(Spot, Option<Stone>)>,
    number: usize,
    moved: Option<usize>,
}

/// The position after some step.
pub(crate) struct Position {
    size: (u8, u8),
    stones: Vec<Option<Stone>>,
    /// For each number the moves that have it: the step and its point.
    moves: BTreeMap<usize, Vec<(usize, Option<Spot>)>>,
    number: usize,
    frames: Vec<Frame>,
}

impl Position {
    fn new(size: (u8, u8)) -> Self {
        Self {
            size,
            stones: vec![None; usize::from(size.0) * usize::from(size.1)],
            moves: BTreeMap::new(),
            number: 0,
            frames: Vec::new(),
        }
    }

    fn index(&self, (column, row): Spot) -> usize {
        usize::from(row) * usize::from(self.size.0) + usize::from(column)
    }

    /// Returns how many columns and rows there are.
    pub(crate) fn size(&self) -> (u8, u8) {
        self.size
    }

    /// Returns the stone on a point.
    pub(crate) fn stone(&self, spot: Spot) -> Option<Stone> {
        self.stones.get(self.index(spot)).copied().flatten()
    }

    /// Returns all stones in reading order.
    pub(crate) fn stones(&self) -> impl Iterator<Item = (Spot, Stone)> {
        let columns = usize::from(self.size.0).max(1);
        let spot = move |index: usize| ((index % columns) as u8, (index / columns) as u8);
        let stones = self.stones.iter().enumerate();
        stones.filter_map(move |(index, stone)| Some((spot(index), (*stone)?)))
    }

    /// Returns the number of the last move.
    pub(crate) fn number(&self) -> usize {
        self.number
    }

    /// Returns the points of the latest moves with these numbers, each with whether its stone is
    /// still there.
    pub(crate) fn numbered(&self, from: usize, to: usize) -> Vec<(Spot, bool)> {
        let numbers = (from <= to).then(|| self.moves.range(from..=to));
        let latest = numbers.into_iter().flatten().filter_map(|(_, moves)| {
            let (step, spot) = *moves.last()?;
            let spot = spot?;
            let stone = self.stone(spot);
            Some((spot, stone.is_some_and(|stone| stone.step == step)))
        });
        latest.collect()
    }

    fn put(&mut self, spot: Spot, stone: Option<Stone>) {
        let index = self.index(spot);
        let Some(place) = self.stones.get_mut(index) else {
            return;
        };
        let before = std::mem::replace(place, stone);
        if let Some(frame) = self.frames.last_mut() {
            frame.stones.push((spot, before));
        }
    }

    /// Returns the neighbours of a point.
    fn around(&self, (column, row): Spot) -> impl Iterator<Item = Spot> {
        let size = self.size;
        let sides = [(-1, 0), (1, 0), (0, -1), (0, 1)];
        let all = sides.map(|(x, y)| (column.wrapping_add_signed(x), row.wrapping_add_signed(y)));
        all.into_iter()
            .filter(move |spot| spot.0 < size.0 && spot.1 < size.1)
    }

    /// Returns the group of a stone if it has no liberty.
    fn dead(&self, start: Spot) -> Option<BTreeSet<Spot>> {
        let color = self.stone(start)?.color;
        let (mut group, mut open) = (BTreeSet::from([start]), vec![start]);
        while let Some(spot) = open.pop() {
            for next in self.around(spot) {
                // An empty point is a liberty.
                if self.stone(next)?.color == color && group.insert(next) {
                    open.push(next);
                }
            }
        }
        Some(group)
    }

    /// Does a step; returns the stones that it captures.
    fn enter(&mut self, at: usize, step: &Step) -> BTreeSet<Spot> {
        self.frames.push(Frame {
            stones: Vec::new(),
            number: self.number,
            moved: None,
        });
        for (spot, color) in &step.setup {
            let stone = (*color != ' ').then_some(Stone {
                color: *color,
                number: None,
                step: at,
            });
            self.put(*spot, stone);
        }
        let mut gone = BTreeSet::new();
        let Some((color, place)) = &step.play else {
            return gone;
        };
        self.number = step.number.unwrap_or(self.number + 1);
        let spot = match place {
            Place::At(spot) => Some(*spot),
            _ => None,
        };
        self.moves.entry(self.number).or_default().push((at, spot));
        if let Some(frame) = self.frames.last_mut() {
            frame.moved = Some(self.number);
        }
        let Some(spot) = spot else {
            return gone;
        };
        let stone = Stone {
            color: *color,
            number: Some(self.number),
            step: at,
        };
        self.put(spot, Some(stone));
        let sides: Vec<Spot> = self.around(spot).chain([spot]).collect();
        for next in sides {
            let other = self.stone(next).is_some_and(|stone| stone.color != *color);
            if next == spot || other {
                for dead in self.dead(next).unwrap_or_default() {
                    self.put(dead, None);
                    gone.insert(dead);
                }
            }
        }
        gone
    }

    /// Undoes the last step.
    fn leave(&mut self) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        for (spot, stone) in frame.stones.into_iter().rev() {
            let index = self.index(spot);
            if let Some(place) = self.stones.get_mut(index) {
                *place = stone;
            }
        }
        self.number = frame.number;
        if let Some(number) = frame.moved
            && let Some(moves) = self.moves.get_mut(&number)
        {
            moves.pop();
            if moves.is_empty() {
                self.moves.remove(&number);
            }
        }
    }
}

/// A moment of a walk.
pub(crate) enum Moment {
    /// The position before a step.
    Before,
    /// The position after it, with the stones that it captured.
    After(BTreeSet<Spot>),
}

/// Visits each step twice: with the position before it, and with the position after it.
pub(crate) fn replay(game: &Game, mut visit: impl FnMut(usize, &Position, Moment)) {
    let children = game.children();
    let mut position = Position::new(game.size);
    let roots = game.steps.iter().enumerate();
    let roots = roots.filter(|(_, step)| step.parent.is_none());
    let mut open: Vec<Option<usize>> = roots.map(|(at, _)| Some(at)).collect();
    open.reverse();
    while let Some(next) = open.pop() {
        let Some((at, step)) = next.and_then(|at| Some((at, game.steps.get(at)?))) else {
            position.leave();
            continue;
        };
        visit(at, &position, Moment::Before);
        let gone = position.enter(at, step);
        visit(at, &position, Moment::After(gone));
        open.push(None);
        let below = children.get(at).into_iter().flatten().rev();
        open.extend(below.map(|child| Some(*child)));
    }
}
