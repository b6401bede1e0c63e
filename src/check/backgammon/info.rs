//! The match that a game of Backgammon belongs to, its rules and its result.

use super::super::{Reporter, rules};
use super::{bad, values};
use crate::diagnostic::{About, Severity};
use crate::model::backgammon::{self, Rules};
use crate::model::{Id, NodeId};

/// Tags with numbers, in the format and in the records of GNU Backgammon.
const TAGS: [&str; 8] = [
    "length",
    "game",
    "bs",
    "ws",
    "wtime",
    "btime",
    "wtimeouts",
    "btimeouts",
];

/// Checks the game information of the first node; returns the rules.
pub(super) fn check(report: &mut Reporter<'_, '_>) -> Rules {
    let numbers = match_info(report);
    let number = |tag: &str| {
        let found = numbers.iter().find(|(name, _)| name == tag);
        found.map(|(_, value)| *value)
    };
    let length = number("length").unwrap_or(0);
    for (tag, player) in [("bs", "Black"), ("ws", "White")] {
        if let Some(score) = number(tag).filter(|score| length > 0 && *score >= length) {
            let message = format!("{player} has {score} points of {length} before the game");
            let about = About::ident(Id::MatchInfo);
            report.at(NodeId::ROOT, &rules::MATCH_INFO, about, message, "");
        }
    }
    let rules = game_rules(report, length);
    let scores = [number("bs"), number("ws")];
    if rules.crawford_game
        && length > 0
        && scores.iter().all(Option::is_some)
        && !scores.contains(&Some(length - 1))
    {
        let message =
            "RU names the Crawford game, but neither player is one point from winning".to_owned();
        let about = About::value(Id::Rules);
        report.at(NodeId::ROOT, &rules::CRAWFORD, about, message, "");
    }
    result(report);
    rules
}

/// Returns the numbers of the match.
fn match_info(report: &mut Reporter<'_, '_>) -> Vec<(String, u32)> {
    let mut numbers: Vec<(String, u32)> = Vec::new();
    let game = report.game;
    let properties = game.properties(NodeId::ROOT).iter();
    for property in properties.filter(|property| property.is(Id::MatchInfo)) {
        for value in values(property) {
            let Some((tag, setting)) = backgammon::match_info(value) else {
                let expected = "a tag, a colon and a value";
                bad(report, NodeId::ROOT, Id::MatchInfo, value, expected);
                continue;
            };
            let doubtful = rules::MATCH_INFO.severity;
            let wrong = if !TAGS.contains(&tag.as_str()) {
                Some((doubtful, format!("MI has no tag \"{tag}\"")))
            } else if numbers.iter().any(|(known, _)| *known == tag) {
                Some((doubtful, format!("the tag \"{tag}\" appears twice in MI")))
            } else if let Ok(number) = setting.parse() {
                numbers.push((tag, number));
                None
            } else {
                let message = format!("the tag {tag} of MI is \"{setting}\"; expected a number");
                Some((Severity::Error, message))
            };
            if let Some((severity, message)) = wrong {
                let about = About::text(Id::MatchInfo, value);
                let rule = &rules::MATCH_INFO;
                report.at_with(NodeId::ROOT, rule, severity, about, message, "kept");
            }
        }
    }
    numbers
}

fn game_rules(report: &mut Reporter<'_, '_>, length: u32) -> Rules {
    let game = report.game;
    let value = game.get(NodeId::ROOT, Id::Rules);
    let text = match value {
        Some(crate::model::Value::Raw(values)) => values.first(),
        _ => None,
    };
    let found = backgammon::rules(text.map_or("", |text| text));
    let of_names = found.unknown.iter().map(|name| {
        let message = format!("\"{name}\" is not a rule of Backgammon");
        let help = "kept; expected Crawford, Crawford:CrawfordGame or Jacoby";
        (message, help)
    });
    let of_jacoby = (found.jacoby && length > 0).then(|| {
        let points = if length == 1 { "point" } else { "points" };
        let message =
            format!("the Jacoby rule is for money games, not for a match to {length} {points}");
        (message, "kept")
    });
    let of_crawford = (found.crawford_game && !found.crawford).then(|| {
        let message = "a Crawford game needs the Crawford rule".to_owned();
        (message, "kept; expected Crawford:CrawfordGame")
    });
    for (message, help) in of_names.chain(of_jacoby).chain(of_crawford) {
        let (rule, about) = (&rules::BACKGAMMON_RULES, About::value(Id::Rules));
        report.at(NodeId::ROOT, rule, about, message, help);
    }
    found
}

fn result(report: &mut Reporter<'_, '_>) {
    let properties = report.game.properties(NodeId::ROOT).iter();
    let results = properties.filter(|property| property.is(Id::Result));
    for value in results
        .flat_map(values)
        .filter(|value| !backgammon::is_result(value))
    {
        let shown = crate::bracket::typed::excerpt(value);
        let message = format!("\"{shown}\" is not a result of a Backgammon game");
        let help = "kept; expected a result such as B+3 or W+2R";
        let (rule, about) = (&rules::BACKGAMMON_RESULT, About::text(Id::Result, value));
        report.at(NodeId::ROOT, rule, about, message, help);
    }
}
