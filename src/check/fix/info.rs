//! Remedies for findings about game information.

use super::remedy::{GameChange, Remedy, node_of, property_of, set};
use crate::check::{info, players as names};
use crate::diagnostic::Diagnostic;
use crate::model::{Game, Id, Property, Value};
use crate::values::{Certainty, Rank, understand, usual_rules};

/// Writes a date, result, komi or time limit in the form of FF[4]: `DT[1974.04.09]` -> `DT[1974-04-09]`.
pub(super) fn free_form(finding: &Diagnostic, game: &Game<'_>) -> Option<Remedy> {
    let (node, property) = property_of(finding, game)?;
    let id = property.ident.standard()?;
    let text = match &property.value {
        Value::Text(text) => text.to_string(),
        Value::Raw(values) => match &**values {
            [value] => value.to_string(),
            _ => return None,
        },
        _ => return None,
    };
    let found = understand(id, text.trim())?;
    let change = set(node, Property::text(id, found.form));
    let change = match found.overtime {
        Some(_) if game.has(node, Id::Overtime) => return None,
        Some(overtime) => change.set(node, Property::text(Id::Overtime, overtime)),
        None => change,
    };
    Some(change.into_remedy(found.certainty == Certainty::Whole))
}

/// Gives the rules their name in FF[4] or in common use.
pub(super) fn rules_name(finding: &Diagnostic, game: &Game<'_>) -> Option<Remedy> {
    let node = node_of(finding, game)?;
    let name = usual_rules(game.text(node, Id::Rules)?)?;
    Some(set(node, Property::text(Id::Rules, name)).into_remedy(true))
}

/// Writes the komi of a server in points: `KM[375]` -> `KM[7.5]`. It is a guess, unless the application or the result
/// proves it.
pub(super) fn komi(finding: &Diagnostic, game: &Game<'_>) -> Option<Remedy> {
    let node = node_of(finding, game)?;
    let meant = info::meant_komi(game)?;
    Some(set(node, Property::text(Id::Komi, meant.points)).into_remedy(meant.is_certain))
}

/// Returns whether a name may be those of several players: `one, 2k & two`.
fn is_of_several(name: &str) -> bool {
    let mut words = name.split(|c: char| !c.is_alphanumeric());
    name.contains(['&', ',', '/']) || words.any(|word| Rank::parse(word).is_some())
}

/// Moves the rank in a name to BR or WR: `PB[Anna 3d]` -> `PB[Anna]BR[3d]`.
pub(super) fn rank(finding: &Diagnostic, game: &Game<'_>) -> Option<Remedy> {
    let (node, player) = names::PLAYERS.into_iter().find_map(|player| {
        let node = info::holder(game, player.name)?;
        finding
            .is_about(player.name.ident())
            .then_some((node, player))
    })?;
    let found = names::rank_in_name(game, player).filter(|found| !is_of_several(&found.name))?;
    let change = set(node, Property::text(player.name, found.name));
    let change = if found.is_named {
        change
    } else {
        change.set(node, Property::text(player.rank, found.rank))
    };
    Some(change.into_remedy(found.is_certain))
}

/// Sets PB and PW from another property with both names. It is a guess that the first name is Black.
pub(super) fn players(finding: &Diagnostic, game: &Game<'_>) -> Option<Remedy> {
    let node = node_of(finding, game)?;
    let found = names::named_elsewhere(game)?;
    let pairs = names::PLAYERS.into_iter().zip(found.players);
    let properties = pairs.flat_map(|(player, (name, rank))| {
        let name = Property::text(player.name, name);
        let rank = rank.map(|rank| Property::text(player.rank, rank));
        std::iter::once(name).chain(rank)
    });
    let change = properties.fold(GameChange::default(), |change, property| {
        change.set(node, property)
    });
    Some(change.into_remedy(false))
}
