//! Players: ranks inside their names, and names in other fields.

use super::{Reporter, facts, rules};
use crate::diagnostic::{GameChange, set};
use crate::model::{Id, Property};
use crate::values::{Rank, split_player};

/// The names and the ranks of Black and White.
const PLAYERS: [(Id, Id); 2] = [
    (Id::PlayerBlack, Id::RankBlack),
    (Id::PlayerWhite, Id::RankWhite),
];

/// The words between the names of Black and White in a title.
const VERSUS: [&str; 5] = [" vs. ", " vs ", " VS ", " Vs ", " versus "];

/// Reports ranks inside names, and players whom only other fields name.
pub(super) fn check(report: &mut Reporter<'_, '_>) {
    for player in PLAYERS {
        rank_in_name(report, player);
    }
    named_elsewhere(report);
}

/// Reports the rank in the name of a player, unless BR or WR has another one: `PB[Anna 3d]` -> `PB[Anna]BR[3d]`. The fix is a guess
/// unless the record proves that it is a rank: it is named, or both names end with one.
fn rank_in_name(report: &mut Reporter<'_, '_>, (of_name, of_rank): (Id, Id)) {
    let found = facts::text(report, of_name).and_then(split);
    let named = facts::text(report, of_rank).map(str::trim);
    let is_rank = |rank| named.is_none_or(|named| Rank::parse(named) == Some(rank));
    let Some((name, rank)) = found.filter(|(_, rank)| is_rank(*rank)) else {
        return;
    };
    let is_like = |(name, rank): &(Id, Id)| {
        let has_rank = facts::text(report, *name).and_then(split).is_some();
        has_rank && facts::text(report, *rank).is_none()
    };
    let is_certain = named.is_some() || PLAYERS.iter().all(is_like);
    // The name may not be those of several players.
    let mut words = name.split(|c: char| !c.is_alphanumeric());
    let is_one = !name.contains(['&', ',', '/']) && words.all(|word| Rank::parse(word).is_none());
    let node = facts::holder(report, of_name).filter(|_| is_one);
    report.mend(node.map(|node| {
        let mut change = set(node, Property::text(of_name, name.to_owned()));
        if named.is_none() {
            change = change.set(node, Property::text(of_rank, rank.sgf()));
        }
        change.into_mending(is_certain)
    }));
    let message = format!("{} ends with the rank {}", of_name.ident(), rank.sgf());
    let help = format!("kept; {} is for ranks", of_rank.ident());
    facts::about(report, of_name, &rules::RANK_IN_NAME, message, help);
}

/// Reports the players whom a title names, if PB and PW are missing: `GN[Otake vs Cho]`. It is a guess that the first name is Black.
fn named_elsewhere(report: &mut Reporter<'_, '_>) {
    let game = report.game;
    let is_missing = |(name, _): &(Id, Id)| facts::holder(report, *name).is_none();
    if !PLAYERS.iter().all(is_missing) {
        return;
    }
    let found = [Id::GameName, Id::Event].into_iter().find_map(|id| {
        let node = facts::holder(report, id)?;
        Some((node, id, versus(game.text(node, id)?)?))
    });
    let Some((node, id, players)) = found else {
        return;
    };
    let mut change = GameChange::default();
    for ((of_name, of_rank), (name, rank)) in PLAYERS.into_iter().zip(players) {
        change = change.set(node, Property::text(of_name, name));
        if let Some(rank) = rank {
            change = change.set(node, Property::text(of_rank, rank));
        }
    }
    let message = format!(
        "{} names the players, but PB and PW are missing",
        id.ident()
    );
    let help = "kept; programs look for the names of the players in PB and PW";
    report.mend(change.into_mending(false));
    facts::about(report, id, &rules::PLAYERS_ELSEWHERE, message, help);
}

/// Splits a name and the rank after it: `Otake 9p`, `Otake (9 dan)`.
fn split(text: &str) -> Option<(&str, Rank)> {
    let text = text.trim();
    let in_brackets = text
        .strip_suffix(')')
        .and_then(|text| text.rsplit_once('('))
        .and_then(|(name, rank)| Some((name.trim_end(), Rank::parse(rank.trim_end())?)));
    let (name, rank) = match in_brackets {
        Some(found) => found,
        None => match split_player(text) {
            (Some(name), Some(rank)) => (name, rank),
            _ => return None,
        },
    };
    (!name.is_empty()).then_some((name, rank))
}

/// Splits `Otake 9p vs Cho` into players. Returns `None` if there are more words than names and ranks.
fn versus(title: &str) -> Option<[(String, Option<String>); 2]> {
    let (black, white) = VERSUS.iter().find_map(|word| title.split_once(word))?;
    let other = |c: char| matches!(c, ',' | ':' | ';' | '(' | '[' | '/') || c.is_ascii_digit();
    let player = |text: &str| {
        let text = text.trim();
        let (name, rank) = match split(text) {
            Some((name, rank)) => (name, Some(rank.sgf())),
            None => (text, None),
        };
        let is_short = (1..=4).contains(&name.split_whitespace().count());
        (is_short && !name.contains(other)).then(|| (name.to_owned(), rank))
    };
    Some([player(black)?, player(white)?])
}
