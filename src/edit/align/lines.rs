//! Matches the nodes of two main lines.

use std::collections::HashMap;

use super::super::splice::longest_rise;
use super::version::Version;
use crate::model::NodeId;

/// The nodes of a main line.
pub(super) struct MainLine {
    signatures: Vec<u64>,
    with_words: Vec<u64>,
}

impl MainLine {
    /// Creates the line of nodes of a version.
    pub fn new(version: &Version<'_, '_>, nodes: &[NodeId]) -> Self {
        let values = |of: &[u64]| {
            let value = |node: &NodeId| of.get(node.index()).copied().unwrap_or(0);
            nodes.iter().map(value).collect()
        };
        Self {
            signatures: values(&version.signatures),
            with_words: values(&version.with_words),
        }
    }
}

/// Returns the places of nodes of two lines that belong together, in rising order: nodes with the same words that each line
/// has once, and between them nodes with matching signatures.
pub(super) fn all_matches(left: &MainLine, right: &MainLine) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let (mut one, mut two) = (0, 0);
    let mut anchors = anchors(&left.with_words, &right.with_words);
    let ends = (left.signatures.len(), right.signatures.len());
    anchors.push(ends);
    for next in anchors {
        let left = left.signatures.get(one..next.0).unwrap_or_default();
        let right = right.signatures.get(two..next.1).unwrap_or_default();
        let between = matches(left, right).into_iter();
        found.extend(between.map(|(left, right)| (one + left, two + right)));
        found.extend((next != ends).then_some(next));
        (one, two) = (next.0 + 1, next.1 + 1);
    }
    found
}

/// Returns the places of signatures of two lines that belong together, in rising order.
///
/// Signatures that each line has once are matched if they keep their order; their equal neighbours follow. A stretch
/// between two matches is matched one to one if it is as long in both lines.
pub(super) fn matches(left: &[u64], right: &[u64]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let (mut one, mut two) = (0, 0);
    let mut anchors = anchors(left, right);
    anchors.push((left.len(), right.len()));
    for (next_one, next_two) in anchors {
        // Neighbours of the match before, then of the next one.
        while one < next_one && two < next_two && left.get(one) == right.get(two) {
            found.push((one, two));
            (one, two) = (one + 1, two + 1);
        }
        let (mut end_one, mut end_two) = (next_one, next_two);
        while end_one > one && end_two > two && left.get(end_one - 1) == right.get(end_two - 1) {
            (end_one, end_two) = (end_one - 1, end_two - 1);
        }
        if end_one - one == end_two - two {
            found.extend((one..end_one).zip(two..end_two));
        }
        found.extend((end_one..next_one).zip(end_two..next_two));
        (one, two) = (next_one, next_two);
    }
    found
}

/// Returns the places of signatures that each line has once and that keep their order.
fn anchors(left: &[u64], right: &[u64]) -> Vec<(usize, usize)> {
    let (lefts, rights) = (single(left), single(right));
    let mut common: Vec<(usize, usize)> = lefts
        .iter()
        .filter_map(|(value, one)| Some((*one, *rights.get(value)?)))
        .collect();
    common.sort_unstable();
    let places: Vec<_> = common.iter().map(|(_, two)| *two).collect();
    let rise = longest_rise(&places).into_iter();
    rise.filter_map(|at| common.get(at).copied()).collect()
}

/// Returns where the values are that come once.
fn single(values: &[u64]) -> HashMap<u64, usize> {
    let mut places: HashMap<u64, Option<usize>> = HashMap::new();
    for (at, value) in values.iter().enumerate() {
        let place = places.entry(*value).or_insert(Some(at));
        if *place != Some(at) {
            *place = None;
        }
    }
    let single = places.into_iter();
    single
        .filter_map(|(value, place)| Some((value, place?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_two_lines_belong_together_by_their_single_values_and_neighbours() {
        for (left, right, expected) in [
            (&[][..], &[][..], &[][..]),
            (&[1, 2], &[3], &[]),
            (&[1, 2], &[3, 4], &[(0, 0), (1, 1)]),
            (&[1, 2, 3], &[1, 9, 3], &[(0, 0), (1, 1), (2, 2)]),
            (&[1, 2, 3], &[1, 8, 9, 3], &[(0, 0), (2, 3)]),
            // A value that comes twice follows a neighbour: the one before it, else the next one.
            (&[1, 5, 5, 2], &[1, 5, 2], &[(0, 0), (1, 1), (3, 2)]),
            (&[5, 5, 1], &[5, 1], &[(0, 0), (2, 1)]),
            (&[4, 7, 7, 1], &[7, 7, 1], &[(1, 0), (2, 1), (3, 2)]),
            (&[5, 5], &[5, 5, 5], &[(0, 0), (1, 1)]),
            // Values in another order are no matches.
            (&[1, 2, 3, 4], &[4, 1, 2, 3], &[(0, 1), (1, 2), (2, 3)]),
        ] {
            assert_eq!(matches(left, right), expected, "{left:?} {right:?}");
        }
        assert_eq!(single(&[7, 8, 7, 9, 7]), [(8, 1), (9, 3)].into());
    }

    #[test]
    fn nodes_with_words_that_come_once_belong_together_first() {
        let line = |nodes: &[(u64, u64)]| MainLine {
            signatures: nodes.iter().map(|(signature, _)| *signature).collect(),
            with_words: nodes.iter().map(|(_, words)| *words).collect(),
        };
        for (left, right, expected) in [
            // Two passes, of which the second has a comment: the first one was deleted, or the second one.
            (&[(1, 10), (1, 11)][..], &[(1, 11)][..], &[(1, 0)][..]),
            (&[(1, 10), (1, 11)], &[(1, 10)], &[(0, 0)]),
            // A changed comment between two nodes that stay.
            (
                &[(1, 10), (2, 20), (3, 30)],
                &[(1, 10), (2, 21), (3, 30)],
                &[(0, 0), (1, 1), (2, 2)],
            ),
            (&[(1, 10)], &[(2, 20), (1, 12)], &[(0, 1)]),
        ] {
            assert_eq!(
                all_matches(&line(left), &line(right)),
                expected,
                "{left:?} {right:?}"
            );
        }
    }
}
