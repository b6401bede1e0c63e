//! The names that sources with the same path share. Each name is tried once, so a thousand sources of one
//! name take as long as a thousand sources of different names.

use std::collections::HashMap;

use crate::manifest::{ContentDigest, SourceKey};

/// The names for the results of one path below the folder of results. They have numbers, the best first, for
/// example 0 for `game.sgf`.
#[derive(Debug, Default)]
pub(super) struct NameGroup {
    /// The number of the name of each source.
    owned: HashMap<SourceKey, usize>,
    /// The number of a name whose result has this content.
    made: HashMap<ContentDigest, usize>,
    /// The names with smaller numbers are taken.
    next: usize,
    /// The first name that belongs to a source, with the source.
    first: Option<(usize, SourceKey)>,
    /// A name whose result could not be written. Later sources cannot know whether they share it.
    unwritten: Option<usize>,
}

impl NameGroup {
    /// Returns the numbers of the names that a source may have, the best first.
    pub(super) fn numbers(
        &self,
        source: Option<&SourceKey>,
        content: Option<ContentDigest>,
    ) -> impl Iterator<Item = usize> + use<> {
        let own = source.and_then(|source| self.owned.get(source));
        let same = content.and_then(|content| self.made.get(&content));
        let known = own.into_iter().chain(same).chain(&self.unwritten);
        let mut numbers: Vec<_> = known.copied().collect();
        let next = self.next;
        numbers.retain(|number| *number < next);
        numbers.sort_unstable();
        numbers.dedup();
        numbers.into_iter().chain(next..)
    }

    /// Notes that a name belongs to a source, and the contents that its result has had.
    pub(super) fn take(&mut self, number: usize, source: &SourceKey, contents: &[ContentDigest]) {
        self.owned.entry(source.clone()).or_insert(number);
        let contents = contents.iter();
        self.made.extend(contents.map(|content| (*content, number)));
        self.first.get_or_insert_with(|| (number, source.clone()));
        self.pass(number);
    }

    /// Notes that the result with a name could not be written.
    pub(super) fn reserve(&mut self, number: usize) {
        self.unwritten = Some(number);
    }

    /// Notes that no further source can have a name.
    pub(super) fn pass(&mut self, number: usize) {
        if number == self.next {
            self.next += 1;
        }
    }

    /// Returns the number of the next name that may be free.
    pub(super) fn next(&self) -> usize {
        self.next
    }

    /// Returns the best name that another source has, if it is better than the name with this number.
    pub(super) fn better(&self, number: usize, source: Option<&SourceKey>) -> Option<usize> {
        let (better, owner) = self.first.as_ref()?;
        (*better < number && source != Some(owner)).then_some(*better)
    }

    /// Returns whether the manifest cannot tell all of this: sources share the names, or files of others have
    /// some.
    pub(super) fn is_needed(&self) -> bool {
        self.next > 1 || self.unwritten.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_of_many_sources_of_one_name_tries_two_names() {
        let mut group = NameGroup::default();
        let key = |number: usize| SourceKey::from(number.to_string());
        let content = |number: usize| ContentDigest::of(&[u8::try_from(number % 251).unwrap(); 32]);
        let mut tried = 0;
        // Another program has each tenth name.
        let mut is_free = |number: usize| {
            tried += 1;
            !number.is_multiple_of(10)
        };
        let mut names = Vec::new();
        for source in 0..1000 {
            let numbers = group.numbers(Some(&key(source)), Some(content(source)));
            for number in numbers {
                if number < group.next() {
                    continue;
                }
                if is_free(number) {
                    group.take(number, &key(source), &[content(source)]);
                    names.push(number);
                    break;
                }
                group.pass(number);
            }
        }
        assert_eq!(names.last(), Some(&1111));
        assert!(tried < 2000, "{tried}");
        // A source keeps its name, and one of the same content may share it.
        let numbers = group.numbers(Some(&key(7)), Some(content(900)));
        assert_eq!(numbers.take(3).collect::<Vec<_>>(), [8, 1001, 1112]);
        assert_eq!(group.better(8, Some(&key(7))), Some(1));
        assert_eq!(group.better(1, Some(&key(0))), None);
    }
}
