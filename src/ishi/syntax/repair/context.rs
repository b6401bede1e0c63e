//! The state of a record before a line, from the lines above it.

use crate::ishi::item::Item;
use crate::ishi::line::{Keyword, Line};
use crate::model::Color;

use super::fields::player;

/// The state of the record before a line.
#[derive(Debug, Clone, Default)]
pub(in crate::ishi) struct RecordState {
    /// How many of the items were taken.
    taken: usize,
    /// The number of the move before. It is 0 at the start of an event.
    pub number: u32,
    /// The player of the move before.
    pub color: Option<Color>,
    /// The numbers and players of the moves with open variations.
    stack: Vec<(u32, Option<Color>)>,
    /// Whether the event has setup stones.
    pub has_setup: bool,
    /// The colour that the last SETUP line ends with.
    pub stone: Option<Color>,
    /// The keyword of the line before, if that is a list.
    pub list: Option<Keyword>,
    /// Whether that list is empty.
    pub is_bare: bool,
}

impl RecordState {
    /// Takes the items of a text that were read since the last time.
    pub fn catch_up(&mut self, items: &[Item<'_>], text: &str) {
        for item in items.get(self.taken..).unwrap_or_default() {
            self.take(&item.line, item.span.slice(text));
        }
        self.taken = items.len();
    }

    /// Returns how many variations are open.
    pub fn depth(&self) -> usize {
        self.stack.len()
    }

    fn take(&mut self, line: &Line<'_>, words: &str) {
        match line {
            Line::Event(_) => {
                *self = Self {
                    taken: self.taken,
                    ..Self::default()
                };
            }
            Line::Move(color, number, _) => (self.color, self.number) = (Some(*color), *number),
            Line::Setup(stones) => {
                self.has_setup = true;
                let color = stones.last().map(|(color, _)| *color);
                let last = words.split_whitespace().last();
                self.stone = last.and_then(player).or(color);
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
