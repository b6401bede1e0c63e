//! The comparison of two neutral forms.

use std::collections::{BTreeMap, BTreeSet};

use super::form::{Game, Place, Spot, Step, field_of};
use super::letters::is_unknown;
use super::{Field, Format, Testimony, ishi, words};

/// The texts and numbers that Smart-Go has.
const OLD_FACTS: &[&str] = &[
    "BR", "C", "DT", "EV", "GC", "GN", "HA", "KM", "N", "PB", "PC", "PW", "RE", "RO", "SO", "US",
    "WR",
];

/// Compares the games of a source with those of its result.
pub(super) fn games(
    source: Vec<Game>,
    mut result: Vec<Game>,
    way: (Format, Format),
    testimony: &mut Testimony,
) {
    if way.1 == Format::Ishi && way.0 != way.1 {
        join(&mut result);
    }
    if source.len() != result.len() {
        let (source, result) = (source.len().to_string(), result.len().to_string());
        return testimony.differ((0, 0), Field::Games, source, result);
    }
    for (number, (mut first, mut second)) in (1..).zip(source.into_iter().zip(result)) {
        if first.carried {
            testimony.abstain(number, None, "a carrier in the source");
            continue;
        }
        for (game, format) in [(&mut first, way.0), (&mut second, way.1)] {
            if [way.0, way.1].contains(&Format::Ishi) {
                ishi::reduce(game, format == Format::Ishi);
            }
            if way.1 == Format::SmartGo {
                game.steps.iter_mut().for_each(reduce);
            }
            game.condense();
        }
        let (first, second, done) = (&first, &second, BTreeSet::new());
        Verdict {
            number,
            way,
            step: 0,
            testimony,
            first,
            second,
            done,
        }
        .game();
        testimony.games += 1;
    }
}

/// Setup in the middle of a game makes events that continue it.
fn join(events: &mut Vec<Game>) {
    let mut games: Vec<Game> = Vec::new();
    for event in std::mem::take(events) {
        let title = event.steps.first().and_then(|root| root.facts.get("EV"));
        match games.last_mut() {
            Some(game) if title.is_some_and(|title| title.ends_with("(continued)")) => {
                game.doubt(Field::Moves, "setup in the middle of a game");
            }
            _ => games.push(event),
        }
    }
    *events = games;
}

/// Leaves of a step what Smart-Go can say: one sign for four, letters from A on, or from a on, and
/// fewer texts.
fn reduce(step: &mut Step) {
    step.facts.retain(|ident, _| OLD_FACTS.contains(ident));
    step.number = 0;
    for mark in ["CR", "MA", "SQ", "TR"] {
        let spots = step.marks.remove(mark).unwrap_or_default();
        if !spots.is_empty() {
            step.marks.entry("M").or_default().extend(spots);
        }
    }
    let points = step.labels.iter().map(|(spot, text)| (text.clone(), *spot));
    let points: BTreeMap<String, Spot> = points.collect();
    let count = step.labels.len();
    let run = |first: usize| -> Vec<Spot> {
        let named = (first..first + count).map(words::letters);
        named.map_while(|name| points.get(&name).copied()).collect()
    };
    let mut lists = [run(0), run(26)].into_iter();
    let list = lists.find(|list| list.len() == count).unwrap_or_default();
    let named = (0..).map(words::letters);
    step.labels = list.into_iter().zip(named).collect();
}

/// The comparison of a game.
struct Verdict<'v> {
    number: usize,
    way: (Format, Format),
    step: usize,
    testimony: &'v mut Testimony,
    first: &'v Game,
    second: &'v Game,
    /// The fields that need no further comparison.
    done: BTreeSet<Field>,
}

impl Verdict<'_> {
    fn game(&mut self) {
        let mut causes = self.second.unclear.clone();
        causes.extend(self.first.unclear.clone());
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
            if self.way.1 == Format::Ishi {
                self.compare(Field::Captures, &pair.0.captured, &pair.1.captured);
            }
            self.facts(pair.0, pair.1);
        }
        self.step += 1;
        let (first, second) = (self.first.steps.len(), self.second.steps.len());
        self.compare(Field::Moves, &first, &second);
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
            let at = (self.number, self.step);
            self.testimony.differ(at, field, source, result);
        }
    }

    fn moves(&mut self, source: &Step, result: &Step) {
        let place = |step: &Step| (step.parent, step.number, step.play.clone());
        if place(source) != place(result) {
            self.differ(Field::Moves, written(source), written(result));
        }
    }

    fn labels(&mut self, source: &Step, result: &Step) {
        let mut pairs = source.labels.iter().zip(&result.labels);
        let same = source.labels.len() == result.labels.len()
            && pairs.all(|(a, b)| a.0 == b.0 && same_text(&a.1, &b.1));
        if !same {
            self.compare(Field::Labels, &source.labels, &result.labels);
        }
    }

    fn facts(&mut self, source: &Step, result: &Step) {
        let loose = self.way.1 != Format::Sgf;
        // The first node has more words in other formats than those of an event in Ishi.
        let event = self.way.0 == Format::Ishi && self.way.1 != Format::Ishi && self.step == 0;
        let comment = result.facts.get("C").cloned().unwrap_or_default();
        let idents = source.facts.keys().chain(result.facts.keys()).copied();
        let idents: BTreeSet<&str> = idents.collect();
        for ident in idents {
            let of = |step: &Step| step.facts.get(ident).cloned().unwrap_or_default();
            let (first, second) = (of(source), of(result));
            let field = field_of(ident);
            let same = loose && !first.is_ascii() && spelled(&first, &second)
                || same_text(&first, &second)
                || event && matches!(ident, "C" | "N") && comment.contains(&first);
            if same || self.done.contains(&field) {
                continue;
            }
            let judged = match ident {
                "DT" => both(words::day, &first, &second),
                "RE" => both(words::result, &first, &second),
                "KM" | "HA" => both(words::number, &first, &second),
                // In Smart-Go its unit depends on the program.
                "TM" if self.way.0 == Format::SmartGo => continue,
                "TM" => both(words::seconds, &first, &second),
                "RU" => Some(first.eq_ignore_ascii_case(&second)),
                _ => Some(false),
            };
            let said = |text| format!("{ident}[{text}]");
            match judged {
                Some(true) => {}
                Some(false) => self.differ(field, said(first), said(second)),
                None => self.abstain(field, "a value in other words"),
            }
        }
    }
}

/// Returns whether two texts mean the same; none where one of them is not understood.
fn both<T: PartialEq>(read: fn(&str) -> Option<T>, first: &str, second: &str) -> Option<bool> {
    Some(read(first)? == read(second)?)
}

/// Returns a move in the letters of SGF, with the step before it.
fn written(step: &Step) -> String {
    let place = match &step.play {
        None => "no move".to_owned(),
        Some((color, Place::Pass)) => format!("{color}[]"),
        Some((color, Place::Word(word))) => format!("{color}[{word}]"),
        Some((color, Place::At(spot))) => {
            let letter = |n: u8| char::from(n + if n < 26 { b'a' } else { b'A' - 26 });
            format!("{color}[{}{}]", letter(spot.0), letter(spot.1))
        }
    };
    match step.parent {
        Some(parent) => format!("{place} after node {parent}"),
        None => place,
    }
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
