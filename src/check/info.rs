//! Game information: where it is, and whether it agrees with the game.

use super::facts::{about, handicap, holder, text};
use super::path::Path;
use super::{Reporter, players, rules, setup};
use crate::diagnostic::{About, set};
use crate::model::{Id, NodeId, Place, Property, PropertyType, Value, ValueType};
use crate::values::{Decimal, GameResult, Margin, MeantKomi, komi_in_points};

/// A komi of this size or more is too large to be one in points. One of Black, below 0, can be a handicap.
const LARGEST_KOMI: f64 = 50.0;
const LARGEST_OF_BLACK: f64 = 100.0;

/// Checks the place of the game information of a node; `path` is the path to the node.
pub(super) fn placed(report: &mut Reporter<'_, '_>, node: NodeId, path: &mut Path) {
    let is_info = |property: &&Property<'_>| {
        let id = property.ident.standard();
        id.is_some_and(|id| id.type_in(report.game.kind) == PropertyType::GameInfo)
    };
    let Some(property) = report.game.properties(node).iter().find(is_info) else {
        return;
    };
    let ident = property.ident.as_str();
    if path.info {
        let message = format!("{ident} is in a second node with game information");
        let help = "kept; programs expect all of it in one node";
        report.at(node, &rules::INFO_TWICE, About::ident(ident), message, help);
    } else if node != NodeId::ROOT && !path.branches {
        let message = format!("{ident} is after the first node");
        let help = "kept; programs look for game information in the first node";
        report.at(node, &rules::INFO_LATE, About::ident(ident), message, help);
    }
    path.info = true;
}

/// Checks the values of the game information.
pub(super) fn check(report: &mut Reporter<'_, '_>) {
    let game = report.game;
    let komi = text(report, Id::Komi).map(ToOwned::to_owned);
    texts(report);
    if report.is_bracketed() {
        players::check(report);
    }
    let named = |id| text(report, id).is_some();
    // HA[0] is not reported: servers write it into every even game, and it means no handicap.
    if named(Id::Handicap) && handicap(report) == 1 {
        let message = "the handicap is 1; the smallest is 2".to_owned();
        let help = "a game without a handicap has no HA";
        report.mend(setup::first_move(game));
        about(report, Id::Handicap, &rules::SMALL_HANDICAP, message, help);
    }
    if let Some(komi) = &komi {
        size_of_komi(report, komi);
    }
    let result = text(report, Id::Result).and_then(GameResult::parse);
    if let Some(result) = result {
        margin(report, result, komi.as_deref());
        ending(report, result);
    }
}

/// Checks the texts of the game information, and the comments.
fn texts(report: &mut Reporter<'_, '_>) {
    let game = report.game;
    for node in game.main_line() {
        for property in game.properties(node) {
            let (Value::Text(text), Some(id)) = (&property.value, property.ident.standard()) else {
                continue;
            };
            let is_info = id.property_type() == PropertyType::GameInfo
                && id.value_type() == ValueType::SimpleText;
            if is_info {
                invisible(report, node, (id.ident(), text));
            }
            let other = is_info.then(|| info_within(text)).flatten();
            if let Some(other) = other.or_else(|| points_at_end(text)) {
                swallowed(report, node, [id, other]);
            }
        }
    }
}

/// Reports characters that cannot be seen: two names that look the same are not.
fn invisible(report: &mut Reporter<'_, '_>, node: NodeId, (ident, text): (&str, &str)) {
    let Some(c) = text.chars().find(|c| is_invisible(*c)) else {
        return;
    };
    let code = u32::from(c);
    let message = format!("{ident} has the character U+{code:04X}, which cannot be seen");
    let help = "kept; the same name without it is another name for programs";
    report.at(node, &rules::INVISIBLE, About::value(ident), message, help);
}

/// Returns a property of the game information in a text: `Anna PW[Otto`.
fn info_within(text: &str) -> Option<Id> {
    let names_info = |at: usize| {
        let name = text.get(at.checked_sub(2)?..at)?;
        let before = text.get(..at - 2)?.chars().next_back();
        let id = Id::from_ident(name).filter(|id| id.property_type() == PropertyType::GameInfo);
        id.filter(|_| !before.is_some_and(char::is_uppercase))
    };
    text.match_indices('[').find_map(|(at, _)| names_info(at))
}

/// Returns a property with a point at the end of a text, whose closing bracket ended the text: `White to play AB[cc`.
fn points_at_end(text: &str) -> Option<Id> {
    let (before, point) = text.rsplit_once('[')?;
    let is_point = point.len() == 2 && point.bytes().all(|byte| byte.is_ascii_lowercase());
    let words = before.trim_end_matches(|c: char| c.is_ascii_uppercase());
    let is_apart = !words.ends_with(char::is_alphanumeric);
    let id = Id::from_ident(before.strip_prefix(words)?)?;
    let has_points = matches!(id.value_type(), ValueType::Move | ValueType::Points);
    (is_point && is_apart && has_points).then_some(id)
}

/// Reports a text with another property in it.
fn swallowed(report: &mut Reporter<'_, '_>, node: NodeId, [id, other]: [Id; 2]) {
    let (ident, name) = (id.ident(), other.ident());
    let message =
        format!("the text of {ident} has the property {name} in it; expected \"]\" before {name}");
    let help = "kept as one text";
    report.at(node, &rules::SWALLOWED, About::value(ident), message, help);
}

/// Returns whether a character has no shape. Joiners and variants of letters have a meaning in some scripts.
pub(super) fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{200B}' | '\u{200E}' | '\u{200F}'
            | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FEFF}' | '\u{FFA0}'
    )
}

/// Reports a komi that is too large, or that a server wrote in another unit than points: `KM[375]` is `KM[7.5]`. The fix is a
/// guess, unless the application or the result proves it.
fn size_of_komi(report: &mut Reporter<'_, '_>, komi: &str) {
    let Some(node) = holder(report, Id::Komi) else {
        return;
    };
    let meant = komi_in_points(report.game.properties(node));
    let (message, help) = match &meant {
        _ if komi_is_large(komi) => (
            format!("a komi of {komi} is larger than any in use"),
            "kept; some servers write hundredths of a point, or of two points",
        ),
        Some(MeantKomi { points, .. }) => {
            let unit = if points == "1" { "point" } else { "points" };
            (
                format!("a komi of {komi} from the Fox server means {points} {unit}"),
                "kept; expected the komi in points",
            )
        }
        None => return,
    };
    report.mend(meant.map(|meant| {
        let komi = Property::text(Id::Komi, meant.points);
        set(node, komi).into_mending(meant.is_certain)
    }));
    about(report, Id::Komi, &rules::KOMI, message, help);
}

fn komi_is_large(komi: &str) -> bool {
    let number = komi.trim().parse::<f64>();
    number.is_ok_and(|number| number >= LARGEST_KOMI || number <= -LARGEST_OF_BLACK)
}

/// Reports a margin with another fraction than the komi: `KM[6.5]RE[B+3]`.
fn margin(report: &mut Reporter<'_, '_>, result: GameResult, komi: Option<&str>) {
    let Some(komi) = komi.and_then(Decimal::parse_sgf) else {
        return;
    };
    let Some(points) = (match result {
        GameResult::Win(_, Margin::Points(points)) => Some(points),
        GameResult::Draw => Some(Decimal::ZERO),
        _ => None,
    }) else {
        return;
    };
    let quarters = |text: &str| text.ends_with(".25") || text.ends_with(".75");
    let (shown, points_text) = (komi.to_string(), points.to_string());
    // Chinese results can count stones, each of them two points: `3.25` stones are 6.5 points.
    // Their tax on groups changes the margin.
    let is_old = text(report, Id::Rules).is_some_and(|rules| rules.starts_with("Old"));
    if is_old || quarters(&shown) || quarters(&points_text) || komi_is_large(&shown) {
        return;
    }
    if komi.whole().is_some() != points.whole().is_some() {
        let message = if result == GameResult::Draw {
            format!("the game is a draw, but a komi of {shown} allows no draw")
        } else {
            format!("the margin is {points_text}, but a komi of {shown} does not allow it")
        };
        about(report, Id::Result, &rules::RESULT_AND_KOMI, message, "");
    }
}

/// Reports a resignation after two passes at the end, because two passes end a game by agreement.
fn ending(report: &mut Reporter<'_, '_>, result: GameResult) {
    let GameResult::Win(_, Margin::Resignation) = result else {
        return;
    };
    let game = report.game;
    let (mut passes, mut end) = (0, NodeId::ROOT);
    let mut next = Some(NodeId::ROOT);
    while let Some(node) = next {
        match game.mv(node).map(|mv| mv.place) {
            Some(Place::Pass) => passes += 1,
            Some(_) => passes = 0,
            None => {}
        }
        end = node;
        next = game.first_child(node);
    }
    if passes >= 2 {
        let message = "the game ends with two passes, but its result is a resignation".to_owned();
        report.at(end, &rules::RESULT_AND_MOVES, None, message, "");
    }
}
