//! Players: ranks inside their names, and names in other fields.

use super::{Reporter, info, rules};
use crate::diagnostic::{GameChange, Mending, PropertyPart, set};
use crate::model::{Game, Id, NodeId, Property};
use crate::values::{Rank, split_player};

/// The properties about one player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Player {
    name: Id,
    rank: Id,
}

/// Black, and White.
const PLAYERS: [Player; 2] = [
    Player {
        name: Id::PlayerBlack,
        rank: Id::RankBlack,
    },
    Player {
        name: Id::PlayerWhite,
        rank: Id::RankWhite,
    },
];

/// The words between the names of Black and White in a title.
const VERSUS: [&str; 5] = [" vs. ", " vs ", " VS ", " Vs ", " versus "];

/// A rank that is a part of a name.
struct RankInName {
    /// The name without the rank.
    name: String,
    /// The rank, as SGF writes it.
    rank: String,
    /// Whether the property of the rank names it too.
    is_named: bool,
    /// Whether the record proves that it is a rank: it is named, or both names end with one.
    is_certain: bool,
}

/// The names of Black and White in a field about another subject.
struct Elsewhere {
    node: NodeId,
    id: Id,
    /// For each player the name, and the rank after it as SGF writes it.
    players: [(String, Option<String>); 2],
}

/// Reports ranks inside names, and players whom only other fields name.
pub(super) fn check(report: &mut Reporter<'_, '_>) {
    for player in PLAYERS {
        if let Some(found) = rank_in_name(report.game, player) {
            let name = player.name.ident();
            let message = format!("{name} ends with the rank {}", found.rank);
            let help = format!("kept; {} is for ranks", player.rank.ident());
            let rule = &rules::RANK_IN_NAME;
            report.mend(without_rank(report.game, player, found));
            info::about(report, player.name, rule, message, &help);
        }
    }
    if let Some(found) = named_elsewhere(report.game) {
        let id = found.id.ident();
        let message = format!("{id} names the players, but PB and PW are missing");
        let help = "kept; programs look for the names of the players in PB and PW";
        let node = found.node;
        report.about(id, PropertyPart::Value).mend(named(found)).at(
            node,
            &rules::PLAYERS_ELSEWHERE,
            message,
            help,
        );
    }
}

/// Moves the rank in a name to BR or WR: `PB[Anna 3d]` -> `PB[Anna]BR[3d]`. The name may not be those of several players.
fn without_rank(game: &Game<'_>, player: Player, found: RankInName) -> Option<Mending> {
    let node = info::holder(game, player.name)?;
    let mut words = found.name.split(|c: char| !c.is_alphanumeric());
    if found.name.contains(['&', ',', '/']) || words.any(|word| Rank::parse(word).is_some()) {
        return None;
    }
    let change = set(node, Property::text(player.name, found.name));
    let change = if found.is_named {
        change
    } else {
        change.set(node, Property::text(player.rank, found.rank))
    };
    Some(change.into_mending(found.is_certain))
}

/// Sets PB and PW from another property with both names. It is a guess that the first name is Black.
fn named(found: Elsewhere) -> Mending {
    let mut change = GameChange::default();
    for (player, (name, rank)) in PLAYERS.into_iter().zip(found.players) {
        change = change.set(found.node, Property::text(player.name, name));
        if let Some(rank) = rank {
            change = change.set(found.node, Property::text(player.rank, rank));
        }
    }
    change.into_mending(false)
}

/// Returns the rank in the name of a player, unless BR or WR has another one: `Cho Chikun 9p` is `Cho Chikun` and `9p`.
fn rank_in_name(game: &Game<'_>, player: Player) -> Option<RankInName> {
    let (name, rank) = split(info::text(game, player.name)?)?;
    let named = info::text(game, player.rank).map(str::trim);
    if named.is_some_and(|named| Rank::parse(named) != Some(rank)) {
        return None;
    }
    let is_like = |other: &Player| {
        let has_rank = info::text(game, other.name).and_then(split).is_some();
        has_rank && info::text(game, other.rank).is_none()
    };
    Some(RankInName {
        name: name.to_owned(),
        rank: rank.sgf(),
        is_named: named.is_some(),
        is_certain: named.is_some() || PLAYERS.iter().all(is_like),
    })
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

/// Returns the players whom a title names, if PB and PW are missing: `GN[Otake vs Cho]`.
fn named_elsewhere(game: &Game<'_>) -> Option<Elsewhere> {
    let is_missing = |player: &Player| info::holder(game, player.name).is_none();
    if !PLAYERS.iter().all(is_missing) {
        return None;
    }
    [Id::GameName, Id::Event].into_iter().find_map(|id| {
        let node = info::holder(game, id)?;
        let players = versus(game.text(node, id)?)?;
        Some(Elsewhere { node, id, players })
    })
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
