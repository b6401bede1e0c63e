//! Outcomes: the fate of each construct in a conversion.

use std::borrow::Cow;
use std::fmt;

use crate::model::{Ident, NodeId};

/// The name of setup for which a writer begins a further game.
pub(crate) const CONTINUED: &str = "setup stones in mid-game";

/// The name of words of a text that are in no game: a text cannot take an edit, or a plain result has no place for them.
pub(crate) const WORDING: &str = "wording of the text";

/// The fate of a construct.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The target expresses it itself.
    Native,
    /// The target cannot express it; it travels in the text of the source and comes back exactly.
    Kept,
    /// It is shown in the nearest native form, and travels exactly in the text of the source.
    Adapted,
    /// It is not in the output: it could not be read, or the target cannot express it and carriers are off.
    Lost,
    /// The source had lost it before: bytes that are not text, or U+FFFD in their place.
    Damaged,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Native => "native",
            Self::Kept => "kept",
            Self::Adapted => "adapted",
            Self::Lost => "lost",
            Self::Damaged => "damaged",
        })
    }
}

/// One construct that the target does not express natively.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Its fate.
    pub outcome: Outcome,
    /// Its name in words, with its identifier: `labels (LB)`.
    pub what: Cow<'static, str>,
    /// Its node.
    pub node: NodeId,
}

/// The outcomes of one game: counts of all constructs, and the items that are not native.
#[derive(Debug, Clone, Default)]
pub struct Outcomes {
    native: usize,
    items: Vec<Item>,
}

impl Outcomes {
    /// Creates an empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Counts constructs that the target expresses itself.
    pub fn native(&mut self, count: usize) {
        self.native += count;
    }

    /// Records a construct that the target does not express itself.
    pub fn record(&mut self, outcome: Outcome, what: impl Into<Cow<'static, str>>, node: NodeId) {
        if outcome == Outcome::Native {
            return self.native(1);
        }
        self.items.push(Item {
            outcome,
            what: what.into(),
            node,
        });
    }

    /// Returns how many constructs had this outcome.
    pub fn count(&self, outcome: Outcome) -> usize {
        if outcome == Outcome::Native {
            return self.native;
        }
        let items = self.items.iter();
        items.filter(|item| item.outcome == outcome).count()
    }

    /// Returns the constructs that are not native, in the order of the file.
    pub fn items(&self) -> &[Item] {
        &self.items
    }
}

/// Returns the name of a property in words, with its identifier: `labels (LB)`.
pub(crate) fn of_property(ident: &Ident) -> String {
    match ident.standard() {
        Some(id) => format!("{} ({ident})", id.meaning()),
        None => format!("private property ({ident})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_outcome_is_counted_and_only_native_constructs_have_no_item() {
        let all = [
            Outcome::Native,
            Outcome::Kept,
            Outcome::Adapted,
            Outcome::Lost,
            Outcome::Damaged,
        ];
        let mut outcomes = Outcomes::new();
        outcomes.native(10);
        for (times, outcome) in (1..).zip(all) {
            for _ in 0..times {
                outcomes.record(outcome, outcome.to_string(), NodeId::ROOT);
            }
        }
        assert_eq!(all.map(|outcome| outcomes.count(outcome)), [11, 2, 3, 4, 5]);
        let names: Vec<_> = outcomes.items().iter().map(|item| &*item.what).collect();
        assert_eq!(
            names.join(" "),
            "kept kept adapted adapted adapted lost lost lost lost damaged damaged damaged damaged damaged"
        );
    }

    #[test]
    fn properties_have_their_meaning_and_private_ones_their_identifier() {
        for (ident, name) in [("LB", "labels (LB)"), ("XY", "private property (XY)")] {
            assert_eq!(of_property(&Ident::from(ident)), name);
        }
    }
}
