//! The labels of a node, in the order of the source.
//!
//! A line of Ishi can number all stones of a board, node after node. Such lists are packed: memory has their
//! common part with the list of the previous node only once.

use std::fmt;

use packed::Packed;
pub(crate) use packed::{Grid, PackedPoints, Packer, Slot};

use super::label::Label;
use super::point::Point;

mod packed;

/// A list of labels.
#[derive(Clone, Default)]
pub struct Labels<'a>(LabelList<'a>);

#[derive(Clone)]
enum LabelList<'a> {
    Listed(Box<[Label<'a>]>),
    Packed(Box<Packed>),
}

impl Default for LabelList<'_> {
    fn default() -> Self {
        Self::Listed(Box::default())
    }
}

impl<'a> Labels<'a> {
    /// Returns the number of labels.
    pub fn len(&self) -> usize {
        match &self.0 {
            LabelList::Listed(labels) => labels.len(),
            LabelList::Packed(labels) => labels.len(),
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
            LabelList::Listed(labels) => IterForm::Listed(labels.iter()),
            LabelList::Packed(labels) => IterForm::Packed(labels.iter()),
        })
    }

    /// Returns the points of the labels.
    pub fn points(&self) -> impl Iterator<Item = Point> {
        let (listed, packed) = match &self.0 {
            LabelList::Listed(labels) => (Some(labels), None),
            LabelList::Packed(labels) => (None, Some(labels.points())),
        };
        let listed = listed.into_iter().flatten().map(|label| label.point);
        listed.chain(packed.into_iter().flatten())
    }

    /// Returns the labels as a list that can be changed.
    pub fn into_vec(self) -> Vec<Label<'a>> {
        match self.0 {
            LabelList::Listed(labels) => labels.into_vec(),
            LabelList::Packed(labels) => labels.iter().collect(),
        }
    }

    /// Copies borrowed data, so that the labels outlive their input.
    pub fn into_owned(self) -> Labels<'static> {
        Labels(match self.0 {
            LabelList::Listed(labels) => {
                LabelList::Listed(labels.into_iter().map(Label::into_owned).collect())
            }
            LabelList::Packed(labels) => LabelList::Packed(labels),
        })
    }

    /// Returns the labels of a grid.
    pub(crate) fn of(grid: &Grid, packer: &mut Packer) -> Self {
        packer.pack(grid).map_or_else(
            || grid.iter().collect(),
            |list| Self(LabelList::Packed(Box::new(list))),
        )
    }

    /// Returns the same labels, packed if they can be and if that takes less memory.
    #[cfg(test)]
    pub(crate) fn packed(self, packer: &mut Packer) -> Self {
        let LabelList::Listed(labels) = &self.0 else {
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
            (LabelList::Listed(a), LabelList::Listed(b)) => a == b,
            (LabelList::Packed(a), LabelList::Packed(b)) => a == b,
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
        Self(LabelList::Listed(labels.into()))
    }
}

impl<'a, const N: usize> From<[Label<'a>; N]> for Labels<'a> {
    fn from(labels: [Label<'a>; N]) -> Self {
        Self(LabelList::Listed(labels.into()))
    }
}

impl<'a> FromIterator<Label<'a>> for Labels<'a> {
    fn from_iter<I: IntoIterator<Item = Label<'a>>>(labels: I) -> Self {
        Self(LabelList::Listed(labels.into_iter().collect()))
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
pub struct Iter<'l, 'a>(IterForm<'l, 'a>);

#[derive(Debug, Clone)]
enum IterForm<'l, 'a> {
    Listed(std::slice::Iter<'l, Label<'a>>),
    Packed(packed::PackedIter<'l>),
}

impl<'l> Iterator for Iter<'l, '_> {
    type Item = Label<'l>;

    #[inline]
    fn next(&mut self) -> Option<Label<'l>> {
        match &mut self.0 {
            IterForm::Listed(labels) => labels.next().map(Label::borrowed),
            IterForm::Packed(labels) => labels.next(),
        }
    }
}

#[cfg(test)]
mod tests;
