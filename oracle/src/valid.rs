//! Data that `FF[4]` forbids in a node. It is in the text of the source, which travels.

use crate::Field;
use crate::form::{Cause, Game, Step};

/// The properties that belong to a move.
const OF_MOVE: &str = "BL BM DO IT KO OB OW TE WL";

/// Groups of judgements that exclude each other in a node.
const JUDGEMENTS: &[&str] = &["BM DO IT TE", "DM GB GW UC"];

/// The properties about the game as a whole; BS and WS came from Smart-Go. A path has them in one node.
const ABOUT_GAME: &str =
    "AN BR BS BT CP DT EV GC GN HA ID KM ON OT PB PC PW RE RO RU SO TM US WR WS WT";

const TWICE: Cause = "information about the game in two nodes of a path";

/// Takes the properties of a move out of a node without one, and empty lists of marks.
pub(crate) fn reduce(step: &mut Step) {
    step.marks
        .retain(|ident, spots| *ident == "DD" || !spots.is_empty());
    if step.play.is_none() {
        step.number = None;
        step.rest
            .retain(|ident, _| !OF_MOVE.split(' ').any(|one| one == ident));
    }
}

/// Notes the fields that `FF[4]` allows once, and a game has several times.
pub(crate) fn doubt(game: &mut Game) {
    let mut informed: Vec<bool> = Vec::with_capacity(game.steps.len());
    let (mut twice, mut judged) = (false, false);
    for step in &game.steps {
        let idents = { step.facts.keys().copied() }.chain(step.rest.keys().map(String::as_str));
        let own = { idents }.any(|ident| ABOUT_GAME.split(' ').any(|one| one == ident));
        let above = step.parent.and_then(|parent| informed.get(parent).copied());
        let above = above.unwrap_or(false);
        twice |= own && above;
        informed.push(own || above);
        judged |= JUDGEMENTS.iter().any(|group| {
            let found = group.split(' ').filter(|one| step.rest.contains_key(*one));
            found.count() > 1
        });
    }
    if judged {
        game.doubt(Field::Rest, "several judgements in a node");
    }
    if twice {
        // GC, ID and US are in the rest.
        game.doubt(Field::Rest, TWICE);
    }
    for field in [
        Field::Names,
        Field::Dates,
        Field::Results,
        Field::Terms,
        Field::Texts,
    ] {
        if twice {
            game.doubt(field, TWICE);
        }
    }
}
