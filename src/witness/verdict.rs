//! The comparison of two neutral forms.

use std::collections::{BTreeMap, BTreeSet};

use super::form::{Game, Place, Spot, Step, field_of};
use super::letters::is_unknown;
use super::{Disagreement, Field, Testimony, words};
use crate::format::Format;

/// The texts and numbers that Smart-Go has.
const OLD_FACTS: &[&str] = &[
    "BR", "C", "DT", "EV", "GC", "GN", "HA", "KM", "N", "PB", "PC", "PW", "RE", "RO", "SO", "US",
    "WR",
];

/// Compares the games of a source with those of its result.
pub(super) fn games(source: Vec<Game>, result: Vec<Game>, to: Format, testimony: &mut Testimony) {
    if source.len() != result.len() {
        testimony.disagreements.push(Disagreement {
            game: 0,
            step: 0,
            field: Field::Games,
            source: source.len().to_string(),
            result: result.len().to_string(),
        });
        return;
    }
    for (number, (mut first, mut second)) in (1..).zip(source.into_iter().zip(result)) {
        if first.carried {
            testimony.abstain(number, None, "a carrier in the source");
            continue;
        }
        for game in [&mut first, &mut second] {
            if to == Format::SmartGo {
                game.steps.iter_mut().for_each(reduce);
            }
            game.condense();
        }
        Verdict {
            number,
            to,
            step: 0,
            testimony,
            first: &first,
            second: &second,
            done: BTreeSet::new(),
        }
        .game();
        testimony.games += 1;
    }
}

/// Leaves of a step what Smart-Go can say: one sign for four, letters from A on, or from a on, and
/// fewer texts.
fn reduce(step: &mut Step) {
    step.facts.retain(|ident, _| OLD_FACTS.contains(ident));
    for mark in ["CR", "MA", "SQ", "TR"] {
        let spots = step.marks.remove(mark).unwrap_or_default();
        if !spots.is_empty() {
            step.marks.entry("M").or_default().extend(spots);
        }
    }
    let points: BTreeMap<&str, Spot> = step
        .labels
        .iter()
        .map(|(spot, text)| (text.as_str(), *spot))
        .collect();
    let run = |first: usize| -> Vec<Spot> {
        let named = (first..first + step.labels.len()).map(words::letters);
        named
            .map_while(|name| points.get(name.as_str()).copied())
            .collect()
    };
    let list = [run(0), run(26)]
        .into_iter()
        .find(|list| list.len() == step.labels.len());
    let list = list.unwrap_or_default().into_iter().enumerate();
    step.labels = list
        .map(|(place, spot)| (spot, words::letters(place)))
        .collect();
}

/// The comparison of a game.
struct Verdict<'v> {
    number: usize,
    to: Format,
    step: usize,
    testimony: &'v mut Testimony,
    first: &'v Game,
    second: &'v Game,
    /// The fields that need no further comparison.
    done: BTreeSet<Field>,
}

impl Verdict<'_> {
    fn game(&mut self) {
        let causes: BTreeMap<Field, &'static str> = self
            .second
            .unclear
            .iter()
            .chain(&self.first.unclear)
            .map(|(field, cause)| (*field, *cause))
            .collect();
        if let Some(cause) = causes.get(&Field::Moves) {
            // Without the moves nothing has its place.
            self.testimony.abstain(self.number, None, cause);
            return;
        }
        for (field, cause) in causes {
            self.abstain(field, cause);
        }
        self.compare(Field::Terms, &self.first.size, &self.second.size);
        for (step, pair) in self.first.steps.iter().zip(&self.second.steps).enumerate() {
            self.step = step;
            self.moves(pair.0, pair.1);
            if self.done.contains(&Field::Moves) {
                return;
            }
            self.compare(Field::Setup, &pair.0.setup, &pair.1.setup);
            self.compare(Field::Marks, &pair.0.marks, &pair.1.marks);
            self.labels(pair.0, pair.1);
            self.facts(pair.0, pair.1);
        }
        self.step += 1;
        self.compare(
            Field::Moves,
            &self.first.steps.len(),
            &self.second.steps.len(),
        );
    }

    fn abstain(&mut self, field: Field, cause: &'static str) {
        if self.done.insert(field) {
            self.testimony.abstain(self.number, Some(field), cause);
        }
    }

    fn compare<T: PartialEq + std::fmt::Debug>(&mut self, field: Field, source: &T, result: &T) {
        if source != result {
            self.differ(field, format!("{source:?}"), format!("{result:?}"));
        }
    }

    fn differ(&mut self, field: Field, source: String, result: String) {
        if self.done.insert(field) {
            let (game, step) = (self.number, self.step);
            self.testimony.disagreements.push(Disagreement {
                game,
                step,
                field,
                source,
                result,
            });
        }
    }

    fn moves(&mut self, source: &Step, result: &Step) {
        if source.parent != result.parent || source.play != result.play {
            self.differ(Field::Moves, written(source), written(result));
        }
    }

    fn labels(&mut self, source: &Step, result: &Step) {
        let same = source.labels.len() == result.labels.len()
            && source
                .labels
                .iter()
                .zip(&result.labels)
                .all(|(a, b)| a.0 == b.0 && same_text(&a.1, &b.1));
        if !same {
            self.compare(Field::Labels, &source.labels, &result.labels);
        }
    }

    fn facts(&mut self, source: &Step, result: &Step) {
        let old = self.to == Format::SmartGo;
        let idents: BTreeSet<&str> = source
            .facts
            .keys()
            .chain(result.facts.keys())
            .copied()
            .collect();
        for ident in idents {
            let of = |step: &Step| step.facts.get(ident).cloned().unwrap_or_default();
            let (first, second) = (of(source), of(result));
            let field = field_of(ident);
            let same = if old && !first.is_ascii() {
                spelled(&first, &second)
            } else {
                same_text(&first, &second)
            };
            if same || self.done.contains(&field) {
                continue;
            }
            let judged = match ident {
                "DT" => words::day(&first)
                    .zip(words::day(&second))
                    .map(|(a, b)| a == b),
                "RE" => words::result(&first)
                    .zip(words::result(&second))
                    .map(|(a, b)| a == b),
                "KM" | "HA" => words::number(&first)
                    .zip(words::number(&second))
                    .map(|(a, b)| a == b),
                _ => Some(false),
            };
            match judged {
                Some(true) => {}
                Some(false) => self.differ(
                    field,
                    format!("{ident}[{first}]"),
                    format!("{ident}[{second}]"),
                ),
                None => self.abstain(field, "a value in other words"),
            }
        }
    }
}

/// Returns a move in the letters of SGF, with the step before it.
fn written(step: &Step) -> String {
    let place = match &step.play {
        None => "no move".to_owned(),
        Some((color, Place::Pass)) => format!("{color}[]"),
        Some((color, Place::Word(word))) => format!("{color}[{word}]"),
        Some((color, Place::At(spot))) => {
            let letter = |number: u8| {
                char::from(if number < 26 {
                    b'a' + number
                } else {
                    b'A' + number - 26
                })
            };
            format!("{color}[{}{}]", letter(spot.0), letter(spot.1))
        }
    };
    step.parent.map_or(place.clone(), |parent| {
        format!("{place} after node {parent}")
    })
}

/// Returns whether two texts are the same, where a letter that is not known can be any that is not
/// in ASCII.
fn same_text(first: &str, second: &str) -> bool {
    first == second
        || first.chars().count() == second.chars().count()
            && first.chars().zip(second.chars()).all(|(a, b)| {
                a == b || is_unknown(a) && !b.is_ascii() || is_unknown(b) && !a.is_ascii()
            })
}

/// Returns whether the second text can be the first one in ASCII: all of its ASCII is there, and
/// between it whatever other letters became.
fn spelled(first: &str, second: &str) -> bool {
    let mut pieces = first.split(|c: char| !c.is_ascii());
    let Some(mut rest) = second.strip_prefix(pieces.next().unwrap_or("")) else {
        return false;
    };
    let mut pieces = pieces.filter(|piece| !piece.is_empty()).peekable();
    while let Some(piece) = pieces.next() {
        if pieces.peek().is_none() && first.ends_with(piece) {
            return rest.ends_with(piece);
        }
        match rest.find(piece) {
            Some(place) => rest = rest.get(place + piece.len()..).unwrap_or(""),
            None => return false,
        }
    }
    true
}
