//! The fixes of readers' findings that depend on the whole game.

use crate::bracket::rules;
use crate::diagnostic::{Diagnostic, Diagnostics, Mending, Repair, Rule, Severity, remove, set};
use crate::ishi::rules as ishi;
use crate::model::{Game, Id, Ident, NodeId, Property, PropertyType, Value};
use crate::values::understand;

/// A function that finds the fix of a finding.
type FixFinder = fn(&Diagnostic, &Game<'_>) -> Option<Mending>;

/// The rules of readers with a fix that depends on the game. Another finding has its fix from its reader or check.
const OF_GAME: &[(&Rule, FixFinder)] = &[
    (&rules::DUPLICATE_PROPERTY, merged),
    (&rules::VALUE_REPAIRED, understood),
    (&rules::DIALECT, understood),
    (&rules::ROOT_ELSEWHERE, without_effect),
    (&rules::PLAIN_APPLICATION, application),
    (&rules::SETUP_AND_MOVE, divided),
    (&rules::TWO_MOVES, divided),
    (&ishi::SEVERAL_MOVES, |_, _| Some(respelled())),
];

/// Returns the fix of a finding, if it has one.
pub(super) fn remedy(finding: &Diagnostic, game: &Game<'_>) -> Option<Mending> {
    let found = if let Some(mending) = &finding.mending {
        Mending::clone(mending)
    } else {
        let (_, find) = OF_GAME.iter().find(|(rule, _)| *rule == finding.rule)?;
        find(finding, game)?
    };
    // The check of a record of Smart-Go reads it as SGF, and this game can have other nodes and properties.
    let is_there = |(index, ident): (usize, &Ident)| {
        let node = game.node_at(index);
        let mut properties = node.into_iter().flat_map(|node| game.properties(node));
        let is_named = finding.node == Some(index) && finding.is_about(ident.as_str());
        node.is_some() && (!is_named || properties.any(|property| property.ident == *ident))
    };
    let is_possible = match &*found.repairs {
        [Repair::Change(change)] => change.targets().all(is_there) && change.is_of_one_value(game),
        _ => true,
    };
    is_possible.then_some(found)
}

/// Returns whether a finding may have a fix without a remedy: a text that the reader took for it, or words between properties.
pub(super) fn has_slip(log: &Diagnostics) -> bool {
    let mut findings = log.kept().iter();
    findings.any(|one| one.read_as.is_some() || one.rule == &rules::IDENT_WITHOUT_VALUE)
}

/// Returns whether a finding has a remedy.
pub(super) fn has_remedy(games: &[Game<'_>], log: &Diagnostics) -> bool {
    log.kept().iter().any(|finding| {
        let game = games.get(finding.game);
        game.is_some_and(|game| remedy(finding, game).is_some())
    })
}

/// Returns the node of a finding.
pub(super) fn node_of(finding: &Diagnostic, game: &Game<'_>) -> Option<NodeId> {
    game.node_at(finding.node?)
}

/// Returns the property of a finding, and its node.
fn property_of<'g, 'a>(
    finding: &Diagnostic,
    game: &'g Game<'a>,
) -> Option<(NodeId, &'g Property<'a>)> {
    let node = node_of(finding, game)?;
    let mut properties = game.properties(node).iter();
    let property = properties.find(|property| finding.is_about(property.ident.as_str()))?;
    Some((node, property))
}

/// Writes the canonical form of the text.
fn respelled() -> Mending {
    Mending::new(Repair::Canonical, true)
}

/// Writes a value, or a property of a dialect, in the form of FF[4], with the overtime that a time limit has in it. It is a guess
/// if the value says more, and then a comment of the game has all of it: `RE[W+R (186 moves)]` -> `RE[W+R]GC[result: W+R (186 moves)]`.
fn understood(finding: &Diagnostic, game: &Game<'_>) -> Option<Mending> {
    // The kind of game is no property of the model.
    if finding.is_about(Id::GameKind.ident()) {
        return Some(respelled());
    }
    let (node, property) = property_of(finding, game)?;
    let id = property.ident.standard()?;
    let mut repairs = vec![Repair::Canonical];
    if finding.is_about(Id::Overtime.ident()) {
        repairs.push(Repair::Property(Id::Overtime));
    }
    // A second value is the same with more words, or the value of a dialect beside the value of FF[4].
    let mut words = Vec::new();
    for value in game
        .values(node, id)
        .filter(|value| *value != &property.value)
    {
        let Value::Raw(texts) = value else {
            // `KM[0]` yields to the komi of the dialect.
            if id == Id::Komi {
                continue;
            }
            return None;
        };
        let mut found = texts.iter().filter_map(|text| understand(id, text.trim()));
        if !found.any(|found| game.text(node, id) == Some(&found.form)) {
            return None;
        }
        words.extend(
            texts
                .iter()
                .map(|text| format!("{}: {}", id.meaning(), text.trim())),
        );
    }
    let is_safe = game.values(node, id).all(|value| *value == property.value);
    if game.values(node, id).count() > 1 {
        repairs.push(Repair::Change(set(node, property.clone().into_owned())));
    }
    if !words.is_empty() {
        words.splice(0..0, game.text(node, Id::GameComment).map(str::to_owned));
        let comment = Property::text(Id::GameComment, words.join("\n"));
        repairs.push(Repair::Change(set(node, comment)));
        repairs.push(Repair::Property(Id::GameComment));
    }
    Some(Mending { repairs, is_safe })
}

/// Joins two lists of one name, `AB[aa]AB[bb]` -> `AB[aa][bb]`, if all their values are readable.
fn merged(finding: &Diagnostic, game: &Game<'_>) -> Option<Mending> {
    let (node, property) = property_of(finding, game)?;
    let id = property.ident.standard()?;
    let is_list = matches!(
        property.value,
        Value::Points(_) | Value::Labels(_) | Value::Lines(_)
    );
    let is_readable = is_list && game.values(node, id).count() == 1;
    is_readable.then(|| Mending::new(Repair::Property(id), true))
}

/// Removes a root property from another node, because it has no effect there.
///
/// If the root has the same value, the property is removed. If the root lacks the property, it moves to the root, as a
/// guess. SZ and GM never move to the root, because they would change the meaning of the moves. FF stays, because it can be
/// the sign that a new game starts.
fn without_effect(finding: &Diagnostic, game: &Game<'_>) -> Option<Mending> {
    let (node, property) = property_of(finding, game)?;
    if property.property_type() != PropertyType::Root {
        return None;
    }
    let id = property.ident.standard()?;
    let is_like = |word: String| property.value == Value::Raw([word.into()].into());
    let in_root = match id {
        Id::Size => is_like(game.size.columns.to_string()).then_some(true)?,
        Id::GameKind => is_like(game.kind.to_string()).then_some(true)?,
        Id::FileFormat => return None,
        _ => match game.get(NodeId::ROOT, id) {
            Some(value) => (*value == property.value).then_some(true)?,
            None => false,
        },
    };
    let change = remove(node, property.ident.clone());
    let change = if in_root {
        change
    } else {
        change.set(NodeId::ROOT, property.clone().into_owned())
    };
    Some(change.into_mending(in_root))
}

/// Writes the colon of an application without a version. A name with a digit can have its version in it: `Aya 5.56`. Several
/// values can be those of another property: `AP[Jago AB[cc][dd]`.
fn application(finding: &Diagnostic, game: &Game<'_>) -> Option<Mending> {
    let node = node_of(finding, game)?;
    let has_digit = finding.message.contains(|c: char| c.is_ascii_digit());
    let is_single = game.values(node, Id::Application).count() < 2;
    (!has_digit && is_single).then(respelled)
}

/// Writes the nodes into which a reader divided a node: `B[aa]AB[cc]` -> `AB[cc];B[aa]`. The root stays, because its
/// canonical form has properties of `ishi`, for example AP.
fn divided(finding: &Diagnostic, game: &Game<'_>) -> Option<Mending> {
    let is_mistake = finding.severity > Severity::Note && finding.read_as.is_none();
    let is_inner = node_of(finding, game)? != NodeId::ROOT;
    (is_mistake && is_inner).then(|| Mending::new(Repair::Node, true))
}
