//! The neutral form: the content of a game in any syntax, node by node.

use std::collections::{BTreeMap, BTreeSet};

use crate::Field;

/// Why the oracle does not judge something.
pub(crate) type Cause = &'static str;

pub(crate) const OUTSIDE: Cause = "points outside the board";

/// A point of the board: column and row from the upper left corner, from 0.
pub(crate) type Spot = (u8, u8);

/// A rectangle of the board: its upper left and its lower right corner.
pub(crate) type Region = (Spot, Spot);

/// Where a move goes; `Word` is a move of another game than Go, as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    Pass,
    At(Spot),
    Word(String),
}

/// A move: `B` or `W`, and where.
pub(crate) type Play = (char, Place);

/// Texts and numbers by their identifier in `FF[4]`.
pub(crate) type Facts = BTreeMap<&'static str, String>;

/// One node: its effect on the board, and its texts and facts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Step {
    /// The step before it, `None` for the first.
    pub(crate) parent: Option<usize>,
    pub(crate) play: Option<Play>,
    /// The number that the node gives its move.
    pub(crate) number: Option<usize>,
    /// The stones that the move captures, if the record names them.
    pub(crate) captured: BTreeSet<Spot>,
    /// Stones set up, `B` or `W`, and points emptied, ` `.
    pub(crate) setup: BTreeMap<Spot, char>,
    /// Points by the identifier of their mark in `FF[4]`.
    pub(crate) marks: BTreeMap<&'static str, BTreeSet<Spot>>,
    pub(crate) labels: BTreeSet<(Spot, String)>,
    pub(crate) facts: Facts,
    /// The part of the board that a diagram shows, `None` for the whole.
    pub(crate) region: Option<Region>,
    /// All other properties by identifier, each with its values.
    pub(crate) rest: BTreeMap<String, Vec<String>>,
}

impl Step {
    pub(crate) fn after(parent: Option<usize>) -> Self {
        Self {
            parent,
            ..Self::default()
        }
    }

    /// Takes a text or number out; an absent one is empty.
    pub(crate) fn take(&mut self, ident: &str) -> String {
        self.facts.remove(ident).unwrap_or_default()
    }
}

/// A game.
#[derive(Debug, Clone, Default)]
pub(crate) struct Game {
    /// Columns and rows.
    pub(crate) size: (u8, u8),
    /// The steps, each after its parent.
    pub(crate) steps: Vec<Step>,
    /// Whether it has a carrier. The oracle does not read carriers.
    pub(crate) carried: bool,
    /// Whether the unit of its time limit depends on the program that wrote it.
    pub(crate) timeless: bool,
    /// Whether the time limit has overtime after it: `30:00(5x1:00)`.
    pub(crate) has_overtime: bool,
    /// The fields that the reader did not understand, and why.
    pub(crate) unclear: BTreeMap<Field, Cause>,
    /// Lines that belong to no node: remarks, and blocks of other programs.
    pub(crate) remarks: Vec<String>,
}

impl Game {
    pub(crate) fn new(size: (u8, u8)) -> Self {
        Self {
            size,
            ..Self::default()
        }
    }

    /// Notes that a field is not understood; the first cause counts.
    pub(crate) fn doubt(&mut self, field: Field, cause: Cause) {
        self.unclear.entry(field).or_insert(cause);
        if field == Field::Setup {
            // These depend on the position.
            self.unclear.entry(Field::Captures).or_insert(cause);
            self.unclear.entry(Field::Marks).or_insert(cause);
        }
    }

    /// Returns the children of each step, in order.
    pub(crate) fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.steps.len()];
        for (at, step) in self.steps.iter().enumerate() {
            if let Some(list) = step.parent.and_then(|parent| children.get_mut(parent)) {
                list.push(at);
            }
        }
        children
    }
}

/// Returns the field that a text or number belongs to, by its identifier in `FF[4]`.
pub(crate) fn field_of(ident: &str) -> Field {
    match ident {
        "PB" | "PW" | "BR" | "WR" | "BT" | "WT" | "AN" | "US" => Field::Names,
        "DT" => Field::Dates,
        "RE" => Field::Results,
        "KM" | "HA" | "TM" => Field::Terms,
        _ => Field::Texts,
    }
}
