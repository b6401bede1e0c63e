//! The comparison of two neutral forms.

use std::collections::BTreeSet;
use std::fmt::Debug;

use crate::form::{Game, Place, Step, field_of};
use crate::letters::{is_unknown, spelled};
use crate::{Fate, Field, Format, Verdict, old, shown, valid, values, words};

const CARRIER: &str = "a carrier in the source";

/// Compares the games of a source with those of its result.
pub(crate) fn games(
    source: Vec<Game>,
    result: Vec<Game>,
    way: (Format, Format),
    fate: &dyn Fn(usize) -> Fate,
    verdict: &mut Verdict,
) {
    let source = (1..)
        .zip(source)
        .filter(|(number, _)| fate(*number) != Fate::LeftOut);
    let source: Vec<(usize, Game)> = source.collect();
    let doubt = |number: usize, game: &Game| match fate(number) {
        Fate::Damaged => Some("an error in the source"),
        _ => game.carried.then_some(CARRIER),
    };
    let doubts: Vec<_> = source
        .iter()
        .map(|(number, game)| doubt(*number, game))
        .collect();
    // A text that a charset lacks has other letters in the result, so it has no certain place among others. Headers and
    // texts of moves order no diagrams.
    let steps = source
        .iter()
        .flat_map(|(_, game)| game.steps.iter().skip(1));
    let mut others = steps.filter(|step| step.play.is_none());
    let by_facts = others.all(|step| step.facts.values().all(|text| text.is_ascii()));
    let first = source.into_iter().zip(doubts.iter().copied());
    let first = first.flat_map(|((number, game), doubt)| {
        let parts = prepared(game, way.0, way, by_facts).into_iter();
        parts.map(move |game| (number, game, doubt))
    });
    let first: Vec<_> = first.collect();
    let second: Vec<Game> = { result.into_iter() }
        .flat_map(|game| prepared(game, way.1, way, by_facts))
        .collect();
    if first.len() != second.len() {
        let games = first.iter().map(|(_, game, _)| game).chain(&second);
        // Setup after a first node with marks is a further event of Ishi.
        let tree = [Field::Moves, Field::Setup, Field::Marks, Field::Labels];
        let of = |game: &Game| {
            tree.iter()
                .find_map(|field| game.unclear.get(field).copied())
        };
        let mut unclear = games.filter_map(of);
        if let Some(cause) = unclear.next() {
            return verdict.abstain(0, None, cause);
        }
        if let Some(cause) = doubts.into_iter().flatten().next() {
            return verdict.abstain(0, None, cause);
        }
        let (first, second) = (first.len().to_string(), second.len().to_string());
        return verdict.differ((0, 0), Field::Games, first, second);
    }
    for ((number, first, doubt), second) in first.into_iter().zip(second) {
        let mut found = Verdict::default();
        Comparison {
            number,
            way,
            step: 0,
            verdict: &mut found,
            first: &first,
            second: &second,
            done: BTreeSet::new(),
        }
        .game();
        verdict.games += 1;
        verdict.abstentions.append(&mut found.abstentions);
        for differs in found.disagreements {
            match doubt {
                Some(cause) => verdict.abstain(number, Some(differs.field), cause),
                None => verdict.disagreements.push(differs),
            }
        }
    }
}

/// Reduces a game to the data that both formats can express.
fn prepared(
    mut game: Game,
    format: Format,
    (from, to): (Format, Format),
    by_facts: bool,
) -> Vec<Game> {
    if to == Format::Sgf {
        valid::doubt(&mut game);
        game.steps.iter_mut().for_each(valid::reduce);
    }
    if from == to && from != Format::SmartGo {
        return vec![game];
    }
    let as_ishi = from == Format::Ishi || to == Format::Ishi;
    let mut games = if as_ishi {
        shown::events(game, format == Format::Ishi, from == Format::Ishi)
    } else {
        vec![game]
    };
    for game in &mut games {
        for (at, step) in game.steps.iter_mut().enumerate() {
            if to == Format::SmartGo {
                old::reduce(step, at == 0, game.size);
            }
            if from == Format::Sgf || to == Format::Sgf {
                // SGF has identifiers of letters only, and no empty list of letters or marks.
                let digit = |c: char| c.is_ascii_digit();
                step.rest.retain(|ident, _| {
                    !ident.contains(digit) && !matches!(ident.as_str(), "L" | "M")
                });
            }
        }
        if as_ishi {
            shown::arrange(game, by_facts);
        }
    }
    games
}

/// The comparison of a game.
struct Comparison<'v> {
    number: usize,
    way: (Format, Format),
    step: usize,
    verdict: &'v mut Verdict,
    first: &'v Game,
    second: &'v Game,
    /// The fields that need no further comparison.
    done: BTreeSet<Field>,
}

impl Comparison<'_> {
    fn game(&mut self) {
        let mut causes = self.second.unclear.clone();
        causes.extend(self.first.unclear.clone());
        if let Some(cause) = causes.get(&Field::Moves) {
            // Without the moves no other part has a place.
            return self.verdict.abstain(self.number, None, cause);
        }
        if self.way.1 == Format::Ishi
            && let Some(cause) = causes.get(&Field::Labels)
        {
            // A point of Ishi has a label or a sign.
            self.abstain(Field::Marks, cause);
        }
        for (field, cause) in causes {
            self.abstain(field, cause);
        }
        self.compare(Field::Terms, &self.first.size, &self.second.size);
        if self.way.0 == self.way.1 {
            self.compare(Field::Rest, &self.first.remarks, &self.second.remarks);
        }
        for (step, pair) in self.first.steps.iter().zip(&self.second.steps).enumerate() {
            self.step = step;
            self.moves(pair.0, pair.1);
            if self.done.contains(&Field::Moves) {
                return;
            }
            self.compare(Field::Setup, &pair.0.setup, &pair.1.setup);
            self.compare(Field::Marks, &pair.0.marks, &pair.1.marks);
            self.compare(Field::Marks, &pair.0.region, &pair.1.region);
            self.labels(pair.0, pair.1);
            // An Ishi record need not name the stones that a move captures.
            let is_silent = self.way.0 == Format::Ishi && pair.0.captured.is_empty();
            if self.way.1 == Format::Ishi && !is_silent {
                self.compare(Field::Captures, &pair.0.captured, &pair.1.captured);
            }
            self.facts(pair.0, pair.1);
            self.rest(pair.0, pair.1);
        }
        self.step += 1;
        let (first, second) = (self.first.steps.len(), self.second.steps.len());
        self.compare(Field::Moves, &first, &second);
    }

    fn abstain(&mut self, field: Field, cause: &'static str) {
        if self.done.insert(field) {
            self.verdict.abstain(self.number, Some(field), cause);
        }
    }

    fn compare<T: PartialEq + Debug>(&mut self, field: Field, source: &T, result: &T) {
        if source != result {
            self.differ(field, format!("{source:?}"), format!("{result:?}"));
        }
    }

    fn differ(&mut self, field: Field, source: String, result: String) {
        if self.done.insert(field) {
            let at = (self.number, self.step);
            self.verdict.differ(at, field, source, result);
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
        let (mut source, mut result) = (source.facts.clone(), result.facts.clone());
        match self.way {
            (Format::Ishi, Format::Ishi) => {}
            (Format::Ishi, _) => {
                if self.step == 0 {
                    // A header that is not understood is a line of the comment.
                    values::take_headers(&mut source, &mut result);
                }
                values::take_overtime(&mut source, &mut result);
            }
            (_, Format::Ishi) => values::take_overtime(&mut result, &mut source),
            _ => {}
        }
        if self.first.has_overtime || self.second.has_overtime {
            for facts in [&mut source, &mut result] {
                values::leave_out_overtime(facts);
            }
        }
        let idents = source.keys().chain(result.keys()).copied();
        for ident in idents.collect::<BTreeSet<&str>>() {
            let (first, second) = (source.get(ident), result.get(ident));
            let field = field_of(ident);
            if self.done.contains(&field) {
                continue;
            }
            let said = |text: Option<&String>| match text {
                Some(text) => format!("{ident}[{text}]"),
                None => format!("no {ident}"),
            };
            let (Some(first), Some(second)) = (first, second) else {
                let text = first.or(second).map_or("", String::as_str);
                let is_nothing = self.is_loose(text) && spelled(text, "");
                if second.is_some() || !is_nothing && values::is_of_its_type(ident, text) {
                    self.differ(field, said(first), said(second));
                }
                continue;
            };
            match self.judged(ident, first, second) {
                Some(true) => {}
                Some(false) => self.differ(field, said(Some(first)), said(Some(second))),
                None => self.abstain(field, "a value in other words"),
            }
        }
    }

    /// Returns whether two values mean the same, `None` if one of them is not understood.
    fn judged(&self, ident: &str, first: &str, second: &str) -> Option<bool> {
        let loose = self.is_loose(first);
        if same_text(first, second) || loose && spelled(first, second) {
            return Some(true);
        }
        if loose && escapes_others(first) {
            return None;
        }
        if first.trim().is_empty() != second.trim().is_empty() {
            return Some(false);
        }
        match ident {
            "DT" => values::same_dates(first, second),
            "RE" => both(values::result, first, second),
            "KM" | "HA" => both(values::number, first, second),
            "TM" if self.first.timeless || self.second.timeless => Some(true),
            "TM" => both(values::seconds, first, second),
            "RU" => Some(first.eq_ignore_ascii_case(second)),
            _ => Some(false),
        }
    }

    /// Returns whether a text can be written in other letters: Ishi and Smart-Go are ASCII.
    fn is_loose(&self, text: &str) -> bool {
        self.way.1 != Format::Sgf && !text.is_ascii()
    }

    fn rest(&mut self, source: &Step, result: &Step) {
        let same = |a: &Vec<String>, b: &Vec<String>| {
            let mut pairs = a.iter().zip(b);
            a.len() == b.len()
                && pairs.all(|(a, b)| {
                    same_text(a, b)
                        || self.is_loose(a) && spelled(a, b)
                        || both(values::amount, a, b) == Some(true)
                })
        };
        let (mut first, mut second) = (source.rest.iter(), result.rest.iter());
        let all_same = source.rest.len() == result.rest.len()
            && first.all(|(ident, values)| {
                second
                    .next()
                    .is_some_and(|(other, found)| ident == other && same(values, found))
            });
        if !all_same {
            self.compare(Field::Rest, &source.rest, &result.rest);
        }
    }
}

/// Returns whether two texts mean the same; `None` if one of them is not understood.
fn both<T: PartialEq>(read: fn(&str) -> Option<T>, first: &str, second: &str) -> Option<bool> {
    Some(read(first)? == read(second)?)
}

/// Returns a move in the letters of SGF, with its number and the step before it.
fn written(step: &Step) -> String {
    let place = match &step.play {
        None => "no move".to_owned(),
        Some((color, Place::Pass)) => format!("{color}[]"),
        Some((color, Place::Word(word))) => format!("{color}[{word}]"),
        Some((color, Place::At(spot))) => format!("{color}[{}]", words::letters_of(*spot)),
    };
    let number = match step.number {
        None => String::new(),
        Some(number) => format!(" MN[{number}]"),
    };
    match step.parent {
        Some(parent) => format!("{place}{number} after node {parent}"),
        None => place,
    }
}

/// Returns whether a letter outside ASCII comes after a backslash: in ASCII both can be a sign of Ishi, `\ш` -> `\s`.
fn escapes_others(text: &str) -> bool {
    let mut after = text.split('\\').skip(1);
    after.any(|text| text.starts_with(|c: char| !c.is_ascii()))
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
