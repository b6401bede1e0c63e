//! Facts: the values of the game information on the main line.

use super::Reporter;
use crate::diagnostic::{About, Rule, Words};
use crate::model::{Game, Id, NodeId};

/// Returns the handicap (HA) on the main line, 0 without one.
pub(super) fn handicap(report: &Reporter<'_, '_>) -> u32 {
    text(report, Id::Handicap)
        .and_then(|text| text.trim().parse().ok())
        .unwrap_or(0)
}

/// Returns the first text of a property on the main line.
pub(super) fn text<'c>(report: &Reporter<'c, '_>, id: Id) -> Option<&'c str> {
    report.game.text(holder(report, id)?, id)
}

/// Returns the first node of the main line in which a property has a text.
pub(super) fn holder(report: &Reporter<'_, '_>, id: Id) -> Option<NodeId> {
    let game = report.game;
    let has_properties = |node: &NodeId| !game.properties(*node).is_empty();
    let with_properties = || game.main_line().filter(has_properties).collect();
    let mut line = report.line.get_or_init(with_properties).iter().copied();
    line.find(|node| game.text(*node, id).is_some())
}

/// Returns whether the name of the rules (RU) starts with one of these names.
pub(super) fn has_rules(game: &Game<'_>, names: &[&str]) -> bool {
    let rules = game.text(NodeId::ROOT, Id::Rules).unwrap_or_default();
    let rules = rules.trim().to_lowercase();
    names.iter().any(|name| rules.starts_with(name))
}

/// Reports a finding about a value of the game information on the main line.
pub(super) fn about(
    report: &mut Reporter<'_, '_>,
    id: Id,
    rule: &'static Rule,
    message: String,
    help: impl Into<Words>,
) {
    let node = holder(report, id).unwrap_or(NodeId::ROOT);
    report.at(node, rule, About::value(id), message, help);
}
