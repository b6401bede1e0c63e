//! The neutral form: what a game says in any syntax, step by step.

use std::collections::{BTreeMap, BTreeSet};

use super::Field;

/// Why the witness does not judge something.
pub(super) type Cause = &'static str;

pub(super) const OUTSIDE: Cause = "points outside the board";

/// A point of the board: column and row from the upper left corner, from 0.
pub(super) type Spot = (u8, u8);

/// Where a move goes; `Word` is a move of another game than Go, as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Place {
    Pass,
    At(Spot),
    Word(String),
}

/// A move: `B` or `W`, and where.
pub(super) type Play = (char, Place);

/// Texts and numbers by their identifier in `FF[4]`.
pub(super) type Facts = BTreeMap<&'static str, String>;

/// One node: what it does to the board and what it says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Step {
    /// The step before it, none for the first.
    pub(super) parent: Option<usize>,
    pub(super) play: Option<Play>,
    /// The number of the move, 0 where it has none of its own.
    pub(super) number: usize,
    /// The stones that the move captures, where the record names them.
    pub(super) captured: BTreeSet<Spot>,
    /// Stones set up, `B` or `W`, and points emptied, ` `.
    pub(super) setup: BTreeMap<Spot, char>,
    /// Points by the identifier of their mark in `FF[4]`.
    pub(super) marks: BTreeMap<&'static str, BTreeSet<Spot>>,
    pub(super) labels: BTreeSet<(Spot, String)>,
    pub(super) facts: Facts,
}

/// A game.
#[derive(Debug, Clone, Default)]
pub(super) struct Game {
    /// Columns and rows.
    pub(super) size: (u8, u8),
    /// The steps, each after its parent.
    pub(super) steps: Vec<Step>,
    /// Whether it has a carrier, which may say more than the rest.
    pub(super) carried: bool,
    /// What the reader did not understand of it, and why.
    pub(super) unclear: BTreeMap<Field, Cause>,
}

impl Game {
    pub(super) fn new(size: (u8, u8)) -> Self {
        Self {
            size,
            ..Self::default()
        }
    }

    /// Notes that a field is not understood; the first cause counts.
    pub(super) fn doubt(&mut self, field: Field, cause: Cause) {
        self.unclear.entry(field).or_insert(cause);
        // These depend on the position.
        for other in [Field::Captures, Field::Marks]
            .into_iter()
            .filter(|_| field == Field::Setup)
        {
            self.unclear.entry(other).or_insert(cause);
        }
    }

    /// Takes out the steps that do and say nothing, but not the first.
    pub(super) fn condense(&mut self) {
        let mut places = Vec::with_capacity(self.steps.len());
        let mut steps: Vec<Step> = Vec::with_capacity(self.steps.len());
        for mut step in std::mem::take(&mut self.steps) {
            step.parent = step.parent.and_then(|parent| places.get(parent).copied());
            let (parent, number) = (step.parent, step.number);
            let empty = Step {
                parent,
                number,
                ..Step::default()
            };
            match parent {
                Some(parent) if step == empty => places.push(parent),
                _ => {
                    places.push(steps.len());
                    steps.push(step);
                }
            }
        }
        self.steps = steps;
    }
}

/// Returns the field that a text or number belongs to, by its identifier in `FF[4]`.
pub(super) fn field_of(ident: &str) -> Field {
    match ident {
        "PB" | "PW" | "BR" | "WR" | "BT" | "WT" | "AN" | "US" => Field::Names,
        "DT" => Field::Dates,
        "RE" => Field::Results,
        "KM" | "HA" | "TM" => Field::Terms,
        _ => Field::Texts,
    }
}
