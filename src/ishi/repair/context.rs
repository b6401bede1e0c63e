//! The state of a record before a line, from the lines above it.

use crate::ishi::item::Item;
use crate::ishi::line::{Keyword, Line, Location, Mark, Play, Target, Unmark};
use crate::model::{BoardSize, Color};

/// The state of the record before a line.
#[derive(Debug, Clone)]
pub(in crate::ishi) struct RecordState {
    /// How many of the items were taken.
    taken: usize,
    /// The number of the move before. It is 0 at the start of an event.
    pub number: u32,
    /// The player of the move before.
    pub color: Option<Color>,
    /// The size of the event's board.
    pub size: BoardSize,
    /// The numbers and players of the moves with open variations.
    stack: Vec<(u32, Option<Color>)>,
    /// Whether the event has setup stones.
    pub has_setup: bool,
    /// The colour of the last setup stone.
    pub stone: Option<Color>,
    /// The keyword of the line before, if that is a list.
    pub list: Option<Keyword>,
    /// Whether that list is empty.
    pub is_bare: bool,
}

impl Default for RecordState {
    fn default() -> Self {
        Self {
            taken: 0,
            number: 0,
            color: None,
            size: BoardSize::DEFAULT,
            stack: Vec::new(),
            has_setup: false,
            stone: None,
            list: None,
            is_bare: false,
        }
    }
}

impl RecordState {
    /// Takes the items that were read since the last time, with the size of the event's board.
    pub fn catch_up(&mut self, items: &[Item<'_>], size: BoardSize) {
        self.size = size;
        for item in items.get(self.taken..).unwrap_or_default() {
            self.take(&item.line);
        }
        self.taken = items.len();
    }

    /// Returns how many variations are open.
    pub fn depth(&self) -> usize {
        self.stack.len()
    }

    fn take(&mut self, line: &Line<'_>) {
        match line {
            Line::Event(_) => {
                *self = Self {
                    taken: self.taken,
                    size: self.size,
                    ..Self::default()
                };
            }
            Line::Move(color, number, _) => (self.color, self.number) = (Some(*color), *number),
            Line::Setup(stones) => {
                self.has_setup = true;
                self.stone = stones.last().map(|(color, _)| *color).or(self.stone);
            }
            Line::Var(_) => {
                self.stack.push((self.number, self.color));
                self.number = self.number.saturating_sub(1);
                self.color = self.color.map(Color::opponent);
            }
            Line::EndVar => {
                if let Some(outer) = self.stack.pop() {
                    (self.number, self.color) = outer;
                }
            }
            _ => {}
        }
        (self.list, self.is_bare) = match line {
            Line::Setup(stones) => (Some(Keyword::Setup), stones.is_empty()),
            Line::Mark(marks) => (Some(Keyword::Mark), marks.is_empty()),
            Line::Unmark(marks) => (Some(Keyword::Unmark), marks.is_empty()),
            Line::Hide(targets) => (Some(Keyword::Hide), targets.is_empty()),
            Line::Prisoner(targets) => (Some(Keyword::Prisoner), targets.is_empty()),
            _ => (None, false),
        };
    }
}

/// Returns whether all locations of a line are on a board.
pub(in crate::ishi) fn is_on_board(line: &Line<'_>, size: BoardSize) -> bool {
    let at = |location: &Location| location.point(size).is_some();
    let target = |target: &Target| match target {
        Target::At(location) => at(location),
        Target::Number(_) | Target::Range(..) => true,
    };
    match line {
        Line::Move(_, _, Play::At(location)) => at(location),
        Line::Setup(stones) => stones.iter().all(|(_, location)| at(location)),
        Line::Mark(marks) => marks.iter().all(|mark| match mark {
            Mark::All => true,
            Mark::Number(on) | Mark::Sign(_, on) | Mark::Label(_, on) => target(on),
        }),
        Line::Unmark(marks) => marks.iter().all(|mark| match mark {
            Unmark::All => true,
            Unmark::Target(on) => target(on),
        }),
        Line::Hide(targets) | Line::Prisoner(targets) => targets.iter().all(target),
        _ => true,
    }
}
