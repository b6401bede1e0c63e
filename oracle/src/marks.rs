//! The lines of Ishi about points: MARK, UNMARK, PRISONER and HIDE.

use std::collections::{BTreeMap, BTreeSet};

use crate::Field;
use crate::board::{Moment, Position, replay};
use crate::form::{Cause, Game, OUTSIDE, Spot};
use crate::ishi::{spot, turn};

/// The special signs with their marks in `FF[4]`. The first one wins.
pub(crate) const SIGNS: &[(&str, &str)] =
    &[("\\t", "TR"), ("\\s", "SQ"), ("\\d", "CR"), ("\\c", "MA")];

/// A line about points.
pub(crate) struct Order {
    pub(crate) step: usize,
    pub(crate) keyword: String,
    pub(crate) words: Vec<String>,
}

/// A sign, or a label, on points.
type Glyphs = BTreeMap<Spot, Result<&'static str, String>>;

/// Executes the lines about points.
pub(crate) fn apply(game: &mut Game, orders: &[Order]) {
    if orders.is_empty() {
        return;
    }
    let mut by_step: BTreeMap<usize, Vec<&Order>> = BTreeMap::new();
    for order in orders {
        by_step.entry(order.step).or_default().push(order);
    }
    hide(game, &by_step);
    let (mut shown, mut taken, mut doubts) = (Vec::new(), Vec::new(), Vec::new());
    replay(game, |at, position, moment| {
        let (Moment::After(_), Some(orders)) = (moment, by_step.get(&at)) else {
            return;
        };
        let mut glyphs = Glyphs::new();
        for order in orders {
            let mut each = order.words.iter();
            let done = match order.keyword.as_str() {
                "MARK" => each.try_for_each(|word| mark(position, word, &mut glyphs)),
                "UNMARK" => each.try_for_each(|word| unmark(position, word, &mut glyphs)),
                "PRISONER" => each.try_for_each(|word| {
                    let spots = stones(position, word, false)?;
                    taken.push((at, spots));
                    Ok(())
                }),
                _ => Ok(()),
            };
            doubts.extend(done.err().map(|cause| (order.keyword.clone(), cause)));
        }
        shown.push((at, glyphs));
    });
    for (at, glyphs) in shown {
        let Some(step) = game.steps.get_mut(at) else {
            continue;
        };
        for (spot, glyph) in glyphs {
            match glyph {
                Ok(sign) => _ = step.marks.entry(sign).or_default().insert(spot),
                Err(label) => _ = step.labels.insert((spot, label)),
            }
        }
    }
    for (at, spots) in taken {
        if let Some(step) = game.steps.get_mut(at) {
            step.captured.extend(spots);
        }
    }
    for (keyword, cause) in doubts {
        if keyword == "PRISONER" {
            game.doubt(Field::Captures, cause);
        } else {
            game.doubt(Field::Marks, cause);
            game.doubt(Field::Labels, cause);
        }
    }
}

/// Removes the stones of HIDE, if they are there.
fn hide(game: &mut Game, orders: &BTreeMap<usize, Vec<&Order>>) {
    let (mut hidden, mut doubt) = (Vec::new(), None);
    replay(game, |at, position, moment| {
        let (Moment::Before, Some(orders)) = (moment, orders.get(&at)) else {
            return;
        };
        for order in orders.iter().filter(|order| order.keyword == "HIDE") {
            for word in &order.words {
                match stones(position, word, true) {
                    Ok(mut spots) => {
                        spots.retain(|spot| position.stone(*spot).is_some());
                        hidden.extend(spots.into_iter().map(|spot| (at, spot)));
                    }
                    Err(cause) => doubt = Some(cause),
                }
            }
        }
    });
    for (at, spot) in hidden {
        match game.steps.get_mut(at) {
            Some(step) if step.play.is_none() => _ = step.setup.entry(spot).or_insert(' '),
            _ => doubt = Some("HIDE beside a move"),
        }
    }
    if let Some(cause) = doubt {
        game.doubt(Field::Setup, cause);
    }
}

/// Returns the points that a location, `#n` or `#n-n` means; `there` leaves out the numbers of
/// stones that are not on the board any more.
fn stones(position: &Position, word: &str, there: bool) -> Result<Vec<Spot>, Cause> {
    let Some(numbers) = word.strip_prefix('#') else {
        let size = position.size();
        return Ok(vec![turn(spot(word)?, size.0).ok_or(OUTSIDE)?]);
    };
    let (from, to) = numbers.split_once('-').unwrap_or((numbers, numbers));
    let ends = from.parse::<usize>().ok().zip(to.parse::<usize>().ok());
    let (from, to) = ends.ok_or("move numbers in other words")?;
    let found = position.numbered(from, to).into_iter();
    let found = found.filter(|(_, is_there)| *is_there || !there);
    Ok(found.map(|(spot, _)| spot).collect())
}

/// Executes one word of MARK.
fn mark(position: &Position, word: &str, glyphs: &mut Glyphs) -> Result<(), Cause> {
    let (glyph, target) = word.rsplit_once('@').unwrap_or(("", word));
    let number = |spot: Spot| position.stone(spot).and_then(|stone| stone.number);
    let spots = match target.to_ascii_lowercase().as_str() {
        "all" if glyph.is_empty() => position.stones().map(|(spot, _)| spot).collect(),
        // A label is at the point of its move, though the stone is gone.
        _ => stones(position, target, glyph.is_empty())?,
    };
    let sign = SIGNS
        .iter()
        .find(|(sign, _)| glyph.eq_ignore_ascii_case(sign));
    if glyph.chars().count() > 2 || !glyph.chars().all(|c| c.is_ascii_graphic()) {
        return Err("a label that is too long");
    }
    for spot in spots {
        match (glyph, sign) {
            ("", _) => {
                if let Some(number) = number(spot) {
                    glyphs.insert(spot, Err(number.to_string()));
                }
            }
            (_, Some((_, sign))) => _ = glyphs.insert(spot, Ok(sign)),
            (label, None) => _ = glyphs.insert(spot, Err(label.to_owned())),
        }
    }
    Ok(())
}

/// Executes one word of UNMARK.
fn unmark(position: &Position, word: &str, glyphs: &mut Glyphs) -> Result<(), Cause> {
    if word.eq_ignore_ascii_case("all") {
        glyphs.clear();
        return Ok(());
    }
    let target = word.rsplit_once('@').map_or(word, |(_, target)| target);
    let mut spots: BTreeSet<Spot> = stones(position, target, false)?.into_iter().collect();
    let there: BTreeSet<Spot> = stones(position, target, true)?.into_iter().collect();
    spots.retain(|spot| there.contains(spot) || position.stone(*spot).is_none());
    glyphs.retain(|spot, _| !spots.contains(spot));
    Ok(())
}
