//! The facts about records, in the form that every document has: summaries and findings.

use serde_json::{Map, Value, json};

use crate::convert::Finding;
use crate::diagnostic::FixKind;
use crate::values::summary::Summary;

/// Returns the summary of a game; the members of `properties` are identifiers of SGF `FF[4]`.
pub fn summary(game: &Summary) -> Value {
    let facts = game.facts.iter();
    let facts: Map<_, _> = facts
        .map(|(id, text)| (id.ident().to_owned(), text.as_str().into()))
        .collect();
    json!({
        "kind": game.kind,
        "size": [game.size.columns, game.size.rows],
        "properties": facts,
        "moves": game.moves,
        "main_line": game.main_line,
        "nodes": game.nodes,
        "variations": game.variations,
        "comments": game.comments,
        "diagrams": game.diagrams,
        "position": game.position.as_ref().map(ToString::to_string),
    })
}

/// Returns a finding: `line` and `column` count from 1 and columns are characters, `bytes` are
/// offsets in the file.
pub fn finding(finding: &Finding) -> Value {
    let diagnostic = &finding.diagnostic;
    let place = finding.place.as_ref();
    json!({
        "code": diagnostic.rule.code,
        "severity": diagnostic.severity.to_string(),
        "message": diagnostic.message,
        "help": diagnostic.help,
        "line": place.map(|place| place.line),
        "column": place.map(|place| place.column),
        "bytes": place.map(|place| [place.bytes.start, place.bytes.end]),
        "game": finding.game,
        "node": diagnostic.node,
        "address": diagnostic.address.as_ref().map(ToString::to_string),
        "sgfc": diagnostic.rule.sgfc,
        "mendable": diagnostic.fix.map(FixKind::name),
    })
}
