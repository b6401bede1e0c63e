//! Marks, labels, lines and territory: points that are named twice or are not on the board.

use std::cmp::Reverse;

use foldhash::{HashSet, HashSetExt};

use super::{Reporter, rules};
use crate::bracket::typed::point_text;
use crate::diagnostic::{About, Mending, PropertyPart, Rule, set};
use crate::model::{
    Area, Game, Id, MARKS, NodeId, Point, PointSet, Property, Share, TERRITORY, Value,
};

/// Groups of lists that may name a point once between them.
const GROUPS: [(&[Id], &Rule); 4] = [
    (&MARKS, &rules::MARK_REPEATED),
    (&TERRITORY, &rules::TERRITORY_TWICE),
    (&[Id::Dimmed], &rules::AREA_REPEATED),
    (&[Id::View], &rules::AREA_REPEATED),
];

/// Checks the points that a node names.
pub(super) fn check(report: &mut Reporter<'_, '_>, node: NodeId) {
    let game = report.game;
    let mut properties = game.properties(node).iter();
    let has_lists = properties.any(|property| matches!(property.value, Value::Points(_)));
    for (ids, rule) in GROUPS.into_iter().filter(|_| has_lists) {
        if let Some(point) = game.first_repeated(node, ids) {
            // A mark has the same meaning twice.
            let one = ids
                .iter()
                .find(|id| game.first_repeated(node, &[**id]) == Some(point));
            let (ids, rule) = one.map_or((ids, rule), |id| {
                (std::slice::from_ref(id), &rules::AREA_REPEATED)
            });
            let name = report.name(point);
            let found = words(game, node, ids, point);
            let message = format!("{name} appears in {found}; expected once");
            let part = PropertyPart::LastPoint(point);
            let help = "other such points in the node are not reported";
            let mending = one.and_then(|id| named_once(game, node, *id));
            let about = About::any(ids.iter().copied(), part);
            report.mend(mending).at(node, rule, about, message, help);
        }
    }
    for property in game.properties(node) {
        let Some(id) = property.ident.standard() else {
            continue;
        };
        if let Some(point) = property.value.first_off(game.size) {
            let name = report.name(point);
            let message = format!("{name} in {} is not on the board", id.ident());
            let help = format!("the board is {}", game.size);
            let about = About::new(id, PropertyPart::Point(point));
            report.at(node, &rules::POINT_OFF_BOARD, about, message, help);
        }
        match &property.value {
            Value::Labels(_) => labels(report, node),
            Value::Lines(found) => lines(report, node, id, found),
            _ => {}
        }
    }
}

/// Removes the repeated points of a list: `AB[aa][aa]` -> `AB[aa]`. Large areas stay whole: `aa`, `aa:bb`, `cc` -> `aa:bb`,
/// `cc`.
fn named_once(game: &Game<'_>, node: NodeId, id: Id) -> Option<Mending> {
    let Value::Points(areas) = game.get(node, id)? else {
        return None;
    };
    let mut largest_first: Vec<(usize, Area)> = areas.iter().copied().enumerate().collect();
    largest_first.sort_by_key(|(_, area)| Reverse(area.count()));
    let mut seen = PointSet::default();
    let mut kept: Vec<(usize, Area)> = Vec::new();
    for (place, area) in largest_first {
        match seen.part_of(area) {
            Share::None => kept.push((place, area)),
            Share::Some => {
                let new = area.points().filter(|point| !seen.contains(*point));
                kept.extend(new.map(|point| (place, Area::from(point))));
            }
            Share::All => {}
        }
        seen.insert(area);
    }
    kept.sort_by_key(|(place, _)| *place);
    let once: Vec<_> = kept.into_iter().map(|(_, area)| area).collect();
    let value = Value::Points(once.into());
    Some(set(node, Property::new(id, value)).into_mending(true))
}

/// Names the lists that have a point.
fn words(game: &Game<'_>, node: NodeId, ids: &[Id], point: Point) -> String {
    let mut found: Vec<_> = ids
        .iter()
        .filter(|id| game.areas(node, **id).any(|area| area.contains(point)))
        .map(|id| id.ident())
        .collect();
    found.sort_unstable();
    match found.as_slice() {
        [only] => format!("{only} twice"),
        _ => found.join(" and in "),
    }
}

fn labels(report: &mut Reporter<'_, '_>, node: NodeId) {
    let mut seen = PointSet::default();
    let again = report
        .game
        .labels(node)
        .find(|label| seen.insert(label.point.into()) != Share::None);
    if let Some(label) = again {
        let message = format!("{} has two labels", report.name(label.point));
        let part = PropertyPart::LastPoint(label.point);
        let about = About::new(Id::Label, part);
        report.at(node, &rules::LABEL_REPEATED, about, message, "");
    }
}

fn lines(report: &mut Reporter<'_, '_>, node: NodeId, id: Id, found: &[(Point, Point)]) {
    let mut seen = HashSet::new();
    let kind = if id == Id::Arrow { "arrow" } else { "line" };
    for (from, to) in found {
        // A line has no direction.
        let ends = if id == Id::Line && to < from {
            (to, from)
        } else {
            (from, to)
        };
        if from == to {
            let message = format!("the {kind} at {} ends where it starts", report.name(*from));
            let about = About::text(id, &line_text(*from, *to));
            return report.at(node, &rules::LINE_TO_ITSELF, about, message, "");
        }
        if !seen.insert(ends) {
            let part = PropertyPart::LastText(line_text(*from, *to));
            let (from, to) = (report.name(*from), report.name(*to));
            let message = format!("the {kind} from {from} to {to} appears twice");
            let about = About::new(id, part);
            return report.at(node, &rules::LINE_REPEATED, about, message, "");
        }
    }
}

fn line_text(from: Point, to: Point) -> String {
    format!("{}:{}", point_text(from), point_text(to))
}
