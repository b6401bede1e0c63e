//! Types of properties that do not go together in a node.

use super::{Reporter, older, rules};
use crate::bracket;
use crate::diagnostic::About;
use crate::model::{BACKGAMMON, NodeId, PropertyType};

/// Checks that a node with setup has no properties of moves (SGF `FF[4]`, section 2.2.1). The formats before
/// `FF[4]` allow them.
pub(super) fn check(report: &mut Reporter<'_, '_>, node: NodeId) {
    let game = report.game;
    let properties = game.properties(node);
    let is_of = |wanted: PropertyType| {
        let mut found = properties.iter();
        found.find(|property| property.property_type() == wanted)
    };
    let Some(setup) = is_of(PropertyType::Setup).filter(|_| game.mv(node).is_none()) else {
        return;
    };
    if older::number(report).is_some() {
        return;
    }
    // In games other than Go a move is a property, and its node is not split.
    let mut ids = properties
        .iter()
        .filter_map(|property| property.ident.standard());
    let mv = ids.find(|id| id.player().is_some());
    if let Some(mv) = mv {
        if game.kind == BACKGAMMON {
            // Its check has reported that.
            return;
        }
        let rule = &bracket::rules::SETUP_AND_MOVE;
        let message = format!(
            "{} and the move {} are in one node",
            setup.ident,
            mv.ident()
        );
        let about = About::ident(setup.ident.clone());
        let help = "kept; FF[4] has a node for each";
        return report.at(node, rule, about, message, help);
    }
    if let Some(of_move) = is_of(PropertyType::Move) {
        let (ident, setup) = (of_move.ident.as_str(), &setup.ident);
        let message = format!("{ident} is about a move, but {setup} in the same node is setup");
        let about = About::ident(ident);
        let help = "kept; FF[4] does not mix them";
        report.at(node, &rules::SETUP_AND_ANNOTATION, about, message, help);
    }
}
