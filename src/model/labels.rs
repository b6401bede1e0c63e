//! Texts on points, and the labels of a node.

use std::fmt;
use std::sync::Arc;

use super::point::Point;

/// A text on a point.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label {
    /// The point.
    pub point: Point,
    /// The text, of any length, possibly empty.
    pub text: Box<str>,
}

impl Label {
    /// Returns the number that the text is, without signs and zeros before it.
    pub fn number(&self) -> Option<u32> {
        let is_plain = matches!(self.text.as_bytes(), [b'0'] | [b'1'..=b'9', ..]);
        is_plain.then(|| self.text.parse().ok())?
    }
}

/// Labels of one row, which several lists can share.
pub(crate) type LabelRow = Arc<[Label]>;

/// A list of labels, in the order of the source.
///
/// A line of Ishi can number all stones of a board, node after node. So a list has parts, and lists share equal ones.
#[derive(Clone, Default)]
pub struct Labels(Box<[LabelRow]>);

impl Labels {
    /// Returns the number of labels.
    pub fn len(&self) -> usize {
        self.0.iter().map(|part| part.len()).sum()
    }

    /// Returns whether there are no labels.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the labels.
    pub fn iter(&self) -> impl Iterator<Item = &Label> {
        self.0.iter().flat_map(|part| part.iter())
    }

    /// Returns the labels of some rows, which other lists can share.
    pub(crate) fn of_rows(rows: impl Iterator<Item = LabelRow>) -> Self {
        Self(rows.collect())
    }
}

impl PartialEq for Labels {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Labels {}

impl fmt::Debug for Labels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl From<Vec<Label>> for Labels {
    fn from(labels: Vec<Label>) -> Self {
        Self(Box::new([labels.into()]))
    }
}

impl FromIterator<Label> for Labels {
    fn from_iter<I: IntoIterator<Item = Label>>(labels: I) -> Self {
        Self::from(Vec::from_iter(labels))
    }
}

#[cfg(test)]
mod tests;
