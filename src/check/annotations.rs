//! Annotations of moves and positions, and move numbers.

use super::path::Path;
use super::{Reporter, rules};
use crate::diagnostic::{About, PropertyPart, remove};
use crate::model::{EXCLUSIVE, Id, NodeId, Value};

/// Checks the annotations of a node.
pub(super) fn check(report: &mut Reporter<'_, '_>, node: NodeId, path: &mut Path) {
    let game = report.game;
    if game.mv(node).is_none() {
        // An unreadable value proves no mistake.
        let readable = |id: &Id| matches!(game.get(node, *id), Some(Value::Text(_)));
        let ids = game.properties(node).iter();
        let ids = ids.filter_map(|property| property.ident.standard());
        if let Some(id) = ids.filter(|id| id.needs_move() && readable(id)).min() {
            let message = format!("{} is in a node without a move", id.ident());
            let help = "it describes the move of its node";
            report.at(node, &rules::NO_MOVE, About::ident(id), message, help);
        }
    }
    let [of_moves, of_positions] = EXCLUSIVE;
    let found: Vec<_> = of(report, node, of_moves);
    match found.as_slice() {
        [Id::BadMove, Id::Tesuji] => {
            let message = "BM and TE are in one node".to_owned();
            let help = "FF[4] has DO for a doubtful move and IT for an interesting one";
            let about = About::any([Id::BadMove, Id::Tesuji], PropertyPart::Ident);
            report.at(node, &rules::GOOD_AND_BAD, about, message, help);
        }
        [_, _, ..] => contradiction(report, node, &found),
        _ => {}
    }
    let found = of(report, node, of_positions);
    if found.len() > 1 {
        contradiction(report, node, &found);
    }
    if report.is_bracketed() {
        number(report, node, path);
    }
}

fn of(report: &Reporter<'_, '_>, node: NodeId, ids: &[Id]) -> Vec<Id> {
    let has = |id: &Id| report.game.has(node, *id);
    ids.iter().copied().filter(has).collect()
}

fn contradiction(report: &mut Reporter<'_, '_>, node: NodeId, found: &[Id]) {
    let names: Vec<_> = found.iter().map(|id| id.ident()).collect();
    let message = format!("{} are in one node", names.join(" and "));
    let help = "only one of them can be right";
    let about = About::any(found.iter().copied(), PropertyPart::Ident);
    report.at(node, &rules::CONTRADICTION, about, message, help);
}

/// Checks a number that the node sets. An Ishi reader has looked at its numbers already.
fn number(report: &mut Reporter<'_, '_>, node: NodeId, path: &mut Path) {
    let Some(number) = report.game.move_number(node) else {
        return;
    };
    let moves = i64::try_from(path.moves).unwrap_or(i64::MAX / 2);
    let natural = moves + 1 + path.number_offset;
    let is_move = report.game.mv(node).is_some();
    if !is_move && path.number.is_none() && path.moves == 0 {
        // A position taken from a game: its number is the number of the move before it.
        path.number = Some(number);
        path.number_offset = i64::from(number);
        return;
    }
    let before = path.number.filter(|before| *before >= number);
    let wrong = match before {
        _ if !is_move => {
            let message = format!("MN gives the move number {number}, but the node has no move");
            Some((message, ""))
        }
        _ if number == 0 => Some((
            "MN gives a move the number 0".to_owned(),
            "move numbers start at 1",
        )),
        Some(before) if !path.varies => {
            let message = format!("MN gives the number {number} to a move after move {before}");
            Some((message, ""))
        }
        _ => None,
    };
    let about = About::value(Id::MoveNumber);
    if let Some((message, help)) = wrong {
        report.at(node, &rules::MOVE_NUMBER, about, message, help);
    } else if !path.varies && i64::from(number) == natural {
        let message = format!("MN gives move {number} the number that it has without MN");
        report
            .mend(remove(node, Id::MoveNumber).into_mending(true))
            .at(node, &rules::MOVE_NUMBER_UNNEEDED, about, message, "kept");
    }
    path.number = Some(number);
    path.number_offset += i64::from(number) - natural;
}
