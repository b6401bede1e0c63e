//! Setup stones: whether they change anything, and whether they are the handicap.

mod handicap;

use super::path::Path;
use super::{Reporter, facts, rules};
use crate::bracket::rules::STONE_REPEATED;
use crate::diagnostic::{About, PropertyPart, Severity};
use crate::model::{Board, Color, Game, Id, NodeId, PointSet, SETUP, Share};

pub(super) use handicap::first_move;

/// Checks the setup of a node in the position before it.
pub(super) fn check(report: &mut Reporter<'_, '_>, node: NodeId, path: &mut Path, board: &Board) {
    let game = report.game;
    let stones = game.is_setup(node);
    if let Some(player) = game.text(node, Id::PlayerToMove) {
        path.player = match player {
            "B" => Some(Color::Black),
            "W" => Some(Color::White),
            _ => None,
        };
    }
    if !stones {
        return;
    }
    if path.moves > 0 && !path.varies && report.is_bracketed() {
        let message = format!("stones are set up after move {} of the game", path.moves);
        let help = "programs that follow only the moves do not show them";
        let about = About::any(SETUP, PropertyPart::Ident);
        report.at(node, &rules::SETUP_LATE, about, message, help);
    }
    path.last = None;
    let place = report.log.place_of(report.index, node.index());
    // The reader of a bracketed text has reported that.
    if !(report.is_bracketed() && place.is_some())
        && let Some(point) = game.first_repeated(node, &SETUP)
    {
        let message = format!("{} is set up twice in this node", report.name(point));
        let help = "AE, AB and AW are applied in this order";
        let part = PropertyPart::LastPoint(point);
        let about = About::any(SETUP, part);
        report.at(node, &STONE_REPEATED, about, message, help);
    }
    for id in SETUP {
        no_effect(report, node, id, board);
    }
}

/// Reports the first point where setup has no effect.
fn no_effect(report: &mut Reporter<'_, '_>, node: NodeId, id: Id, board: &Board) {
    let game = report.game;
    let off_board = game
        .properties(node)
        .iter()
        .any(|property| property.is(id) && property.value.first_off(game.size).is_some());
    let mut cleared = game.areas(node, Id::AddEmpty);
    // Clearing a whole area is no mistake if a part of it is empty.
    if off_board || cleared.any(|area| !area.is_single()) {
        return;
    }
    let wanted = match id {
        Id::AddBlack => Some(Color::Black),
        Id::AddWhite => Some(Color::White),
        _ => None,
    };
    let mut seen = PointSet::default();
    let areas = game.areas(node, id);
    // A list of a few bytes can name the whole board any number of times.
    let mut new = areas.filter(|area| seen.insert(*area) != Share::All);
    let idle = new.find_map(|area| board.first(area, wanted));
    if let Some(point) = idle {
        let name = report.name(point);
        let message = match wanted {
            Some(color) => {
                format!("a stone of {color} is set up on {name}, where it has one already")
            }
            None => format!("{name} is cleared, but no stone is there"),
        };
        let about = About::new(id, PropertyPart::Point(point));
        report.at(node, &rules::NO_EFFECT, about, message, "");
    }
}

/// Returns the points with black setup stones before White's first move on the main line.
pub(super) fn handicap_stones(game: &Game<'_>) -> PointSet {
    let is_white = |node: &NodeId| game.mv(*node).is_some_and(|mv| mv.color == Color::White);
    let before_white = game.main_line().take_while(|node| !is_white(node));
    let mut stones = PointSet::default();
    for area in before_white.flat_map(|node| game.areas(node, Id::AddBlack)) {
        stones.insert(area);
    }
    stones
}

/// Compares the handicap with the black stones that are set up, or played, before White's first
/// move on the main line.
pub(super) fn handicap(report: &mut Reporter<'_, '_>, handicap: u32) {
    let game = report.game;
    let (mut has_white, mut moves) = (false, 0_usize);
    let mut answered = false;
    for node in game.main_line() {
        match game.mv(node).map(|mv| mv.color) {
            Some(Color::White) => {
                answered = true;
                break;
            }
            Some(Color::Black) => moves += 1,
            None => has_white |= game.areas(node, Id::AddWhite).next().is_some(),
        }
    }
    let stones = handicap_stones(game).len();
    let expected = handicap as usize;
    // With white stones it is a position. In Ishi a handicap needs no stones (specification, HANDICAP).
    let is_enough = moves >= expected || !report.is_bracketed() || has_white;
    if stones == expected || (stones == 0 && is_enough) {
        return;
    }
    if !game.has(NodeId::ROOT, Id::Handicap) && handicap == 0 {
        // A handicap that no record names: Black has several stones, and White begins.
        if answered && !has_white && moves == 0 && stones >= 2 && report.is_bracketed() {
            let message = format!("{stones} black stones are set up, but no handicap is named");
            let help = "HA names the handicap";
            let about = About::ident(Id::AddBlack);
            report.mend(handicap::stones(game));
            let (rule, severity) = (&rules::HANDICAP_STONES, Severity::Note);
            return report.at_with(NodeId::ROOT, rule, severity, about, message, help);
        }
        return;
    }
    // Servers write HA[0] into every even game, and one stone is not a handicap.
    if handicap < 2 {
        return;
    }
    let message = match stones {
        0 => format!("the handicap is {handicap}, but no handicap stones are placed"),
        1 => format!("the handicap is {handicap}, but 1 black stone is set up"),
        _ => format!("the handicap is {handicap}, but {stones} black stones are set up"),
    };
    let rule = &rules::HANDICAP_STONES;
    let (severity, help) = if has_white {
        (
            Severity::Note,
            "with white stones it can be a position of a later move",
        )
    } else {
        (rule.severity, "a handicap places no stones by itself")
    };
    let node = facts::holder(report, Id::Handicap).unwrap_or(NodeId::ROOT);
    // With white stones the record is a position.
    let mending = handicap::stones(game).filter(|_| !has_white);
    let about = About::value(Id::Handicap);
    report
        .mend(mending)
        .at_with(node, rule, severity, about, message, help);
}
