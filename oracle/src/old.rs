//! The part of a node that Smart-Go can express: one sign for four, letters from A on, or from a on, and
//! fewer properties.

use std::collections::BTreeMap;

use crate::form::{Spot, Step};
use crate::values;
use crate::words;

/// The texts and numbers that Smart-Go has.
const FACTS: &str = "BR C DT EV GC GN HA KM N PB PC PW RE RO SO TM US WR";

/// The other properties that it has; some of them in the first node only.
const REST: &str = "BL BM CH EL EX FG GB GW ID PL SI TE V WL";

/// Properties of `FF[4]` that it lacks; a property in neither list is private.
const NEW: &str = "AR AS CO CV DI DD L M MI DM HO IP IT IY KI KO LN OB OM OP OV OW PM SE SQ ST SU TC UC DO CR BS WS";

fn has(words: &str, word: &str) -> bool {
    words.split(' ').any(|one| one == word)
}

/// Reduces a step to the data that Smart-Go can express.
pub(crate) fn reduce(step: &mut Step, root: bool, size: (u8, u8)) {
    step.facts.retain(|ident, _| has(FACTS, ident));
    step.number = None;
    step.region = None;
    for mark in ["CR", "MA", "SQ", "TR"] {
        let spots = step.marks.remove(mark).unwrap_or_default();
        if !spots.is_empty() {
            step.marks.entry("M").or_default().extend(spots);
        }
    }
    step.marks.remove("DD");
    if let Some(view) = step.marks.remove("VW").filter(|_| root) {
        let view: Vec<Spot> = view.into_iter().collect();
        let view = words::rectangle(&view).into_iter().collect();
        step.marks.insert("VW", view);
    }
    letters(step);
    annotations(step);
    step.rest.retain(|ident, values| {
        let native = has(REST, ident) || root && matches!(ident.as_str(), "BS" | "WS");
        let is_ident = ident.len() <= 2;
        let plain = |value: &String| value.is_ascii() && !value.contains([']', '\\', '\n']);
        let private = !has(NEW, ident) && is_ident && values.iter().all(plain);
        native || private || matches!(ident.as_str(), "IT" | "DO")
    });
    if let Some(figure) = step.rest.get_mut("FG") {
        *figure = vec![String::new()];
    }
    let inside = |text: &String| {
        let column = |letter: u8| (b'a'..b'a' + size.0).contains(&letter);
        text.is_empty() || text.len() == 2 && text.bytes().all(column)
    };
    let off_board = |moves: &Vec<String>| !moves.iter().all(inside);
    if step.rest.get("EX").is_some_and(off_board) {
        step.rest.remove("EX");
    }
    let fraction = |values: &Vec<String>| {
        let numbers = values.iter().filter_map(|value| values::number(value));
        numbers.into_iter().any(|number| !number.ends_with('.'))
    };
    if step.rest.get("V").is_some_and(fraction) {
        step.rest.remove("V");
    }
}

/// Leaves the labels that are the letters of L.
fn letters(step: &mut Step) {
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

/// Leaves the judgement that TE and BM express.
fn annotations(step: &mut Step) {
    let has = |ident: &str| step.rest.contains_key(ident);
    let (single, both) = (has("TE") || has("BM"), has("TE") && has("BM"));
    let (interesting, doubtful) = (has("IT"), has("DO"));
    for ident in ["IT", "DO"] {
        step.rest.remove(ident);
    }
    let shown = match (single, both) {
        (_, true) => Some("IT"),
        (true, false) => None,
        _ if interesting => Some("IT"),
        _ => doubtful.then_some("DO"),
    };
    if both {
        step.rest.remove("TE");
        step.rest.remove("BM");
    }
    if let Some(shown) = shown {
        step.rest.insert(shown.to_owned(), vec![String::new()]);
    }
}
