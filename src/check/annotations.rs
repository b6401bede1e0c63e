//! Annotations of moves and positions, and move numbers.

use super::game::Path;
use super::{Reporter, rules};
use crate::diagnostic::{PropertyPart, remove};
use crate::model::{EXCLUSIVE, Id, NodeId, Value};

/// Checks the annotations of a node.
pub(super) fn check(report: &mut Reporter<'_, '_>, node: NodeId, path: &mut Path) {
    let game = report.game;
    if game.mv(node).is_none() {
        // An unreadable value proves no mistake.
        let readable = |id: &&Id| matches!(game.get(node, **id), Some(Value::Text(_)));
        let mut of_moves = Id::ALL.iter().filter(|id| id.needs_move());
        if let Some(id) = of_moves.find(readable) {
            let message = format!("{} is in a node without a move", id.ident());
            let help = "it describes the move of its node";
            report
                .about(id.ident(), PropertyPart::Ident)
                .at(node, &rules::NO_MOVE, message, help);
        }
    }
    let [of_moves, of_positions] = EXCLUSIVE;
    let found: Vec<_> = of(report, node, of_moves);
    match found.as_slice() {
        [Id::BadMove, Id::Tesuji] => {
            let message = "BM and TE are in one node".to_owned();
            let help = "FF[4] has DO for a doubtful move and IT for an interesting one";
            report.about_any(&["BM", "TE"], PropertyPart::Ident).at(
                node,
                &rules::GOOD_AND_BAD,
                message,
                help,
            );
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
    report
        .about_any(&names, PropertyPart::Ident)
        .at(node, &rules::CONTRADICTION, message, help);
}

/// Checks a number that the node sets. An Ishi reader has looked at its numbers already.
fn number(report: &mut Reporter<'_, '_>, node: NodeId, path: &mut Path) {
    let Some(number) = report.game.move_number(node) else {
        return;
    };
    let moves = i64::try_from(path.moves).unwrap_or(i64::MAX / 2);
    let natural = moves + 1 + path.number_offset;
    if report.game.mv(node).is_none() {
        if path.number.is_none() && path.moves == 0 {
            // A position taken from a game: its number is the number of the move before it.
            path.number = Some(number);
            path.number_offset = i64::from(number);
            return;
        }
        let message = format!("MN gives the move number {number}, but the node has no move");
        report
            .about(Id::MoveNumber.ident(), PropertyPart::Value)
            .at(node, &rules::MOVE_NUMBER, message, "");
    } else if number == 0 {
        let message = "MN gives a move the number 0".to_owned();
        report
            .about(Id::MoveNumber.ident(), PropertyPart::Value)
            .at(
                node,
                &rules::MOVE_NUMBER,
                message,
                "move numbers start at 1",
            );
    } else if let Some(before) = path.number.filter(|before| *before >= number)
        && !path.varies
    {
        let message = format!("MN gives the number {number} to a move after move {before}");
        report
            .about(Id::MoveNumber.ident(), PropertyPart::Value)
            .at(node, &rules::MOVE_NUMBER, message, "");
    } else if !path.varies && i64::from(number) == natural {
        let message = format!("MN gives move {number} the number that it has without MN");
        report
            .about(Id::MoveNumber.ident(), PropertyPart::Value)
            .mend(remove(node, Id::MoveNumber).into_mending(true))
            .at(node, &rules::MOVE_NUMBER_UNNEEDED, message, "kept");
    }
    path.number = Some(number);
    path.number_offset += i64::from(number) - natural;
}
