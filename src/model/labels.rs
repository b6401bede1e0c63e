//! The labels of a node, in the order of the source.
//!
//! A line of Ishi can number all stones of a board, node after node. Such lists are packed: memory has their
//! common part with the list of the previous node only once.

use std::fmt;

use packed::Packed;
pub(crate) use packed::{Grid, Packer, Places, Slot};

use super::label::Label;
use super::point::Point;

mod packed;

/// A list of labels.
#[derive(Clone, Default)]
pub struct Labels<'a>(List<'a>);

#[derive(Clone)]
enum List<'a> {
    Listed(Box<[Label<'a>]>),
    Packed(Box<Packed>),
}

impl Default for List<'_> {
    fn default() -> Self {
        Self::Listed(Box::default())
    }
}

impl<'a> Labels<'a> {
    /// Returns the number of labels.
    pub fn len(&self) -> usize {
        match &self.0 {
            List::Listed(labels) => labels.len(),
            List::Packed(labels) => labels.len(),
        }
    }

    /// Returns whether there are no labels.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the labels.
    #[inline]
    pub fn iter(&self) -> Iter<'_, 'a> {
        Iter(match &self.0 {
            List::Listed(labels) => Form::Listed(labels.iter()),
            List::Packed(labels) => Form::Packed(labels.iter()),
        })
    }

    /// Returns the points of the labels.
    pub fn points(&self) -> impl Iterator<Item = Point> {
        let (listed, packed) = match &self.0 {
            List::Listed(labels) => (Some(labels), None),
            List::Packed(labels) => (None, Some(labels.points())),
        };
        let listed = listed.into_iter().flatten().map(|label| label.point);
        listed.chain(packed.into_iter().flatten())
    }

    /// Returns the labels as a list that can be changed.
    pub fn into_vec(self) -> Vec<Label<'a>> {
        match self.0 {
            List::Listed(labels) => labels.into_vec(),
            List::Packed(labels) => labels.iter().collect(),
        }
    }

    /// Copies borrowed data, so that the labels outlive their input.
    pub fn into_owned(self) -> Labels<'static> {
        Labels(match self.0 {
            List::Listed(labels) => {
                List::Listed(labels.into_iter().map(Label::into_owned).collect())
            }
            List::Packed(labels) => List::Packed(labels),
        })
    }

    /// Returns the labels of a grid.
    pub(crate) fn of(grid: &Grid, packer: &mut Packer) -> Self {
        packer.pack(grid).map_or_else(
            || grid.iter().collect(),
            |list| Self(List::Packed(Box::new(list))),
        )
    }

    /// Returns the same labels, packed if they can be and if that takes less memory.
    #[cfg(test)]
    pub(crate) fn packed(self, packer: &mut Packer) -> Self {
        let List::Listed(labels) = &self.0 else {
            return self;
        };
        let mut grid = Grid::default();
        let fits = labels.is_sorted_by(|a, b| a.point < b.point)
            && labels
                .iter()
                .all(|label| Slot::of(label.point).is_some_and(|slot| grid.set(slot, &label.text)));
        if fits { Self::of(&grid, packer) } else { self }
    }
}

impl PartialEq for Labels<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (List::Listed(a), List::Listed(b)) => a == b,
            (List::Packed(a), List::Packed(b)) => a == b,
            _ => self.len() == other.len() && self.iter().eq(other.iter()),
        }
    }
}

impl Eq for Labels<'_> {}

impl fmt::Debug for Labels<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl<'a> From<Vec<Label<'a>>> for Labels<'a> {
    fn from(labels: Vec<Label<'a>>) -> Self {
        Self(List::Listed(labels.into()))
    }
}

impl<'a, const N: usize> From<[Label<'a>; N]> for Labels<'a> {
    fn from(labels: [Label<'a>; N]) -> Self {
        Self(List::Listed(labels.into()))
    }
}

impl<'a> FromIterator<Label<'a>> for Labels<'a> {
    fn from_iter<I: IntoIterator<Item = Label<'a>>>(labels: I) -> Self {
        Self(List::Listed(labels.into_iter().collect()))
    }
}

impl<'a> IntoIterator for Labels<'a> {
    type Item = Label<'a>;
    type IntoIter = std::vec::IntoIter<Label<'a>>;

    fn into_iter(self) -> Self::IntoIter {
        self.into_vec().into_iter()
    }
}

impl<'l, 'a> IntoIterator for &'l Labels<'a> {
    type Item = Label<'l>;
    type IntoIter = Iter<'l, 'a>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The labels of a list.
#[derive(Debug, Clone)]
pub struct Iter<'l, 'a>(Form<'l, 'a>);

#[derive(Debug, Clone)]
enum Form<'l, 'a> {
    Listed(std::slice::Iter<'l, Label<'a>>),
    Packed(packed::Iter<'l>),
}

impl<'l> Iterator for Iter<'l, '_> {
    type Item = Label<'l>;

    #[inline]
    fn next(&mut self) -> Option<Label<'l>> {
        match &mut self.0 {
            Form::Listed(labels) => labels.next().map(Label::borrowed),
            Form::Packed(labels) => labels.next(),
        }
    }
}

#[cfg(test)]
mod tests;
