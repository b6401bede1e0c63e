//! Reports doubtful data in the nodes of a Smart-Go file.

use foldhash::HashSet;

use super::time::TimeUnit;
use crate::diagnostic::{Diagnostic, Diagnostics, PropertyPart, excerpt};
use crate::model::{Game, Id, Meaning, NodeId, Point, Value};
use crate::smartgo::native::HALF_POINTS;
use crate::smartgo::rules;
use crate::values::{Dates, GameResult};

/// Reports doubtful properties of a node: KI, a time limit without a unit, letters and views.
pub(super) fn doubts(game: &Game<'_>, node: NodeId, unit: TimeUnit, log: &mut Diagnostics) {
    for property in game.properties(node) {
        match (property.ident.standard(), &property.value) {
            (None, _) if property.ident.as_str() == HALF_POINTS => {
                let message = "KI is the komi in half points, as Smart Game Board wrote it";
                report(
                    Diagnostic::new(&rules::HALF_POINTS, message)
                        .help("KM says it in points")
                        .about(HALF_POINTS, PropertyPart::Ident),
                    node,
                    log,
                );
            }
            (Some(Id::TimeLimit), Value::Text(text)) => time_unit(text, unit, node, log),
            (Some(Id::Letters), Value::Points(areas)) => {
                let points: Vec<_> = areas.iter().flat_map(|area| area.points()).collect();
                letters(&points, game, node, log);
            }
            (Some(Id::View), Value::Points(areas))
                if game.file_format.is_none_or(|ff| ff < 4) && !matches!(**areas, [] | [_, _]) =>
            {
                let message = "the view is not two corners, as FF[1] to FF[3] require";
                let help = "read as a list of points, as in FF[4]";
                let found = Diagnostic::new(&rules::VIEW_CORNERS, message).help(help);
                report(found.about(Id::View, PropertyPart::Ident), node, log);
            }
            _ => {}
        }
    }
}

fn time_unit(text: &str, unit: TimeUnit, node: NodeId, log: &mut Diagnostics) {
    let message = format!("the time limit \"{text}\" may be in minutes or seconds");
    let help = match unit {
        TimeUnit::Minutes | TimeUnit::Seconds => return,
        TimeUnit::LikelyMinutes(reason) => format!("read as minutes, {reason}"),
        TimeUnit::Unknown => "kept unchanged".to_owned(),
    };
    let found = Diagnostic::new(&rules::TIME_UNIT, message).help(help);
    report(found.about(Id::TimeLimit, PropertyPart::Value), node, log);
}

fn letters(points: &[Point], game: &Game<'_>, node: NodeId, log: &mut Diagnostics) {
    if points.len() > 26 {
        let message = format!(
            "{} points have letters, but the alphabet has 26",
            points.len()
        );
        let help = "after Z the letters continue with a to z, then AA";
        let found = Diagnostic::new(&rules::MANY_LETTERS, message).help(help);
        report(found.about(Id::Letters, PropertyPart::Ident), node, log);
    }
    let labels: HashSet<Point> = game.labels(node).map(|label| label.point).collect();
    if let Some(point) = points.iter().find(|point| labels.contains(point)) {
        let message = "a point has both a letter (L) and a label (LB)";
        let part = PropertyPart::Point(*point);
        let found = Diagnostic::new(&rules::TWO_LABELS, message).help("both are kept");
        report(found.about(Id::Label, part), node, log);
    }
}

/// Reports texts that are in no form of `FF[4]`.
///
/// A check reports the date and the result of a record without FF, as it does for `FF[4]`.
pub(super) fn texts(
    meaning: &Meaning<'_>,
    file_format: Option<u32>,
    node: NodeId,
    log: &mut Diagnostics,
) {
    for property in &meaning.properties {
        let (rule, text) = match (property.ident.standard(), &property.value) {
            (Some(Id::Date | Id::Result), _) if file_format.is_none() => continue,
            (Some(Id::Date), Value::Text(text)) if Dates::parse_sgf(text).is_none() => {
                (&rules::FREE_DATE, text)
            }
            (Some(Id::Result), Value::Text(text)) if GameResult::parse_sgf(text).is_none() => {
                (&rules::FREE_RESULT, text)
            }
            (Some(Id::TimeLimit), Value::Raw(values)) => match values.first() {
                Some(text) => (&rules::FREE_TIME, text),
                None => continue,
            },
            _ => continue,
        };
        if !text.is_empty() {
            let text = excerpt(text, 40);
            let message = format!("the form of {} \"{text}\" is not known", property.ident);
            let found = Diagnostic::new(rule, message).help("kept unchanged");
            report(
                found.about(property.ident.clone(), PropertyPart::Value),
                node,
                log,
            );
        }
    }
}

fn report(found: Diagnostic, node: NodeId, log: &mut Diagnostics) {
    log.report(found.in_node(node.index()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Severity;
    use crate::smartgo::read;

    #[test]
    fn doubtful_data_is_reported_in_full() {
        let letters = |count: usize| -> String {
            let points =
                ('a'..='s').flat_map(|row| ('a'..='b').map(move |x| format!("[{x}{row}]")));
            points.take(count).collect()
        };
        let likely = "(;GM[1]TM[30];B[aa]CH[1])";
        for (text, code, severity, message, help) in [
            (
                "(;GM[1]TM[30])",
                "B102",
                Severity::Warning,
                "the time limit \"30\" may be in minutes or seconds",
                "kept unchanged",
            ),
            (
                likely,
                "B102",
                Severity::Warning,
                "the time limit \"30\" may be in minutes or seconds",
                "read as minutes, because the record looks like one of Smart Game Board",
            ),
            (
                "(;FF[3]VW[aa][bb][cc])",
                "B108",
                Severity::Note,
                "the view is not two corners, as FF[1] to FF[3] require",
                "read as a list of points, as in FF[4]",
            ),
            (
                "(;FF[1]DT[in spring, or in the summer, of a late year])",
                "B104",
                Severity::Note,
                "the form of DT \"in spring, or in the summer, of a late y...\" is not known",
                "kept unchanged",
            ),
            (
                &format!("(;FF[1]L{})", letters(27)),
                "B106",
                Severity::Note,
                "27 points have letters, but the alphabet has 26",
                "after Z the letters continue with a to z, then AA",
            ),
            (
                "(;FF[1]L[aa][ba]LB[ba:x])",
                "B107",
                Severity::Warning,
                "a point has both a letter (L) and a label (LB)",
                "both are kept",
            ),
            (
                "(;FF[1]KI[11])",
                "B068",
                Severity::Note,
                "KI is the komi in half points, as Smart Game Board wrote it",
                "KM says it in points",
            ),
        ] {
            let mut log = Diagnostics::new();
            read(text, &mut log, |_, _| {});
            let [found] = log.kept() else {
                panic!("{text}: {:?}", log.kept());
            };
            assert_eq!(
                (found.rule.code, found.severity),
                (code, severity),
                "{text}"
            );
            assert_eq!(found.message, message);
            assert_eq!(found.help.as_deref(), Some(help));
        }
        for text in [
            "(;FF[4]VW[aa][bb][cc])",
            "(;FF[1]VW[])",
            "(;FF[1]DT[]RE[])",
            &format!("(;FF[1]L{})", letters(26)),
        ] {
            let mut log = Diagnostics::new();
            read(text, &mut log, |_, _| {});
            assert!(log.is_empty(), "{text}: {:?}", log.kept());
        }
    }
}
