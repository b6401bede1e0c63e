//! Properties that the file formats before `FF[4]` lack, or have in another form.

use super::{Reporter, rules};
use crate::bracket::typed::point_text;
use crate::diagnostic::About;
use crate::format::Format;
use crate::model::{Area, GO, Id, NodeId, Property, Value};

/// Returns the number of the file format if it is older than `FF[4]`. A record without a number is checked like one of
/// `FF[4]`, because most of them are from programs of today.
pub(super) fn number(report: &Reporter<'_, '_>) -> Option<u32> {
    report.game.file_format.filter(|number| *number < 4)
}

/// Returns the name of the file format.
fn name(report: &Reporter<'_, '_>) -> String {
    match report.game.file_format {
        Some(number) => format!("FF[{number}]"),
        None => "Smart-Go".to_owned(),
    }
}

/// Checks the size of the board: 2 to 19 lines, and square (Smart-Go, "Go-Specific Properties").
pub(super) fn board(report: &mut Reporter<'_, '_>) {
    let game = report.game;
    let size = game.size;
    if number(report).is_none() || game.kind != GO {
        return;
    }
    let too_small = report.format == Format::SmartGo && size.columns < 2;
    if !size.is_square() || size.columns > 19 || too_small {
        let message = format!("{} has no boards of {size}", name(report));
        newer(report, NodeId::ROOT, About::value(Id::Size), message);
    }
}

/// Checks the value of a property.
pub(super) fn value(report: &mut Reporter<'_, '_>, node: NodeId, property: &Property<'_>) {
    let (Some(older), Some(id)) = (number(report), property.ident.standard()) else {
        return;
    };
    let name = name(report);
    match (id, &property.value) {
        (Id::View, _) if is_smart_go(report) && older < 3 && node != NodeId::ROOT => {
            let message =
                format!("VW appears after the first node, but {name} does not allow it there");
            let rule = &crate::bracket::rules::ROOT_ELSEWHERE;
            report.at(node, rule, About::ident(id), message, "FF[4] allows it");
        }
        (Id::NodeValue, Value::Text(text)) if older == 1 && text.contains('.') => {
            let message = format!("{name} has only whole numbers in V");
            newer(report, node, About::text(id, text), message);
        }
        (Id::Figure, Value::Pair(_)) => {
            let message = format!("{name} has no flags and names in FG");
            newer(report, node, About::value(id), message);
        }
        (_, Value::Points(areas)) => rectangle(report, node, id, areas),
        _ => {}
    }
}

/// Reports the first rectangle of a list. Outside Smart-Go a view of two corners is one.
fn rectangle(report: &mut Reporter<'_, '_>, node: NodeId, id: Id, areas: &[Area]) {
    let found = areas.iter().find(|area| !area.is_single());
    if let Some(area) = found.filter(|_| id != Id::View || is_smart_go(report)) {
        let message = format!("{} has no rectangles in {}", name(report), id.ident());
        let text = format!("{}:{}", point_text(area.from), point_text(area.to));
        newer(report, node, About::text(id, &text), message);
    }
}

fn is_smart_go(report: &Reporter<'_, '_>) -> bool {
    report.format == Format::SmartGo
}

fn newer(report: &mut Reporter<'_, '_>, node: NodeId, about: About, message: String) {
    let help = "FF[4] has them";
    report.at(node, &rules::NEWER_FEATURE, about, message, help);
}
