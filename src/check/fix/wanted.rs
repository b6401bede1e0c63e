//! The findings to mend.

use foldhash::{HashMap, HashMapExt, HashSet};

use super::remedy::{node_of, remedy};
use super::{Choice, numbers};
use crate::bracket::{in_first_node, rules as bracket};
use crate::check::rules;
use crate::diagnostic::{Diagnostic, Diagnostics, Mending, Rule, remove};
use crate::format::Format;
use crate::ishi::rules as ishi;
use crate::model::{Game, Id};

/// A finding to mend.
pub(super) struct Wanted<'l> {
    pub finding: &'l Diagnostic,
    pub mending: Mending,
}

/// The rules of wrong move numbers.
pub(super) const NUMBERS: [&Rule; 2] = [&ishi::NUMBER_TWICE, &ishi::NUMBER_ORDER];

/// Returns whether a finding is a wrong move number.
pub(super) fn is_about_number(finding: &Diagnostic) -> bool {
    NUMBERS.contains(&finding.rule)
}

/// Returns the findings to mend.
pub(super) fn of<'l>(
    (format, text): (Format, &str),
    games: &[Game<'_>],
    log: &'l Diagnostics,
    choice: &Choice,
) -> Vec<Wanted<'l>> {
    let mut wanted = mendable(text, games, log, choice);
    let damaged = games_with(log, |finding| BRACKETS.contains(&finding.rule));
    // Whether the first node of a game has a property.
    let mut in_first = HashMap::new();
    // The only GM of a record is not removed. An empty first node can be a semicolon too many: `(;;FF[4]`.
    wanted.retain(|Wanted { finding, .. }| {
        if finding.rule != &bracket::ROOT_ELSEWHERE {
            return true;
        }
        let first = log.place_of(finding.game, 0);
        let is_empty = first.is_some_and(|node| node.end - node.start < 2);
        let ids = [Id::GameKind, Id::Size].into_iter();
        let mut named = ids.filter(|id| finding.is_about(id.ident()));
        !is_empty
            && !damaged.contains(&finding.game)
            && named.all(|id| {
                let known = in_first.entry((finding.game, id));
                *known.or_insert_with(|| in_first_node(text, log, finding.game, id).is_some())
            })
    });
    if format == Format::Ishi {
        keep_order(games, log, &mut wanted);
        keep_numbers(games, &mut wanted);
    }
    wanted
}

/// Returns whether digits of a value may be missing: a digit of a day beside a month of two, `2009-09-1`, or all of a part,
/// `2017-11-`, `.50`.
fn lacks_digits(words: &str) -> bool {
    let words = words.trim();
    let numbers = words.split(|c: char| !c.is_ascii_digit());
    let numbers: Vec<_> = numbers.filter(|number| !number.is_empty()).collect();
    let has_length = |length| numbers.iter().any(|number| number.len() == length);
    let is_padded = numbers
        .iter()
        .any(|number| number.len() == 2 && number.starts_with('0'));
    let is_date = words.is_ascii() && numbers.len() >= 2;
    let lacks_day = is_date && has_length(4) && has_length(1) && is_padded;
    lacks_day || words.starts_with('.') || words.ends_with('-')
}

/// Returns the findings with a fix that the user wants.
fn mendable<'l>(
    text: &str,
    games: &[Game<'_>],
    log: &'l Diagnostics,
    choice: &Choice,
) -> Vec<Wanted<'l>> {
    let wanted = log.kept().iter().filter_map(|finding| {
        let game = games.get(finding.game)?;
        let mut mending = choice.has(finding.rule).then(|| remedy(finding, game))??;
        let words = finding.span.map_or("", |span| span.slice(text));
        mending.is_safe &= finding.rule != &bracket::VALUE_REPAIRED || !lacks_digits(words);
        let is_wanted = mending.is_safe || choice.guesses;
        is_wanted.then_some(Wanted { finding, mending })
    });
    wanted.collect()
}

/// The rules of damage that can make a root a node in mid-game.
const BRACKETS: [&Rule; 5] = [
    &bracket::EXTRA_CLOSE,
    &bracket::EMPTY_VARIATION,
    &bracket::MISSING_SEMICOLON,
    &bracket::NODE_AFTER_CLOSE,
    &bracket::MISSING_OPEN,
];

/// The rules about the order of lines.
const ORDER: [&Rule; 5] = [
    &ishi::NUMBER_TWICE,
    &ishi::NUMBER_ORDER,
    &ishi::OPEN_VARIATION,
    &ishi::NO_BOARD_SIZE,
    &ishi::PRISONERS,
];

/// The rules of lines that can be another line than they are, or that stand in another place than they should.
const DOUBTFUL: [&Rule; 7] = [
    &ishi::UNKNOWN_LINE,
    &ishi::BAD_BOARD_SIZE,
    &ishi::LINE_IN_TEXT,
    &ishi::UNREADABLE_MOVE,
    &ishi::STRAY_ENDVAR,
    &ishi::OFF_BOARD,
    &rules::OCCUPIED,
];

/// Leaves the fixes that depend on the order of lines out of a game with a doubtful line: a line that nobody understands can
/// be the missing VAR, and a move on a stone can be after the missing ENDVAR. Also leaves the ends of variations and the move
/// numbers out if both would change, `VAR`, `B 1`, `W 2`, `W 2`, and the numbers if the game has labels, because a label can
/// repeat the number of a move.
fn keep_order(games: &[Game<'_>], log: &Diagnostics, wanted: &mut Vec<Wanted<'_>>) {
    let is_of = |finding: &Diagnostic, rules: &[&Rule]| rules.contains(&finding.rule);
    let is_mendable = |finding: &Diagnostic| {
        let game = games.get(finding.game);
        game.and_then(|game| remedy(finding, game)).is_some()
    };
    let doubtful = games_with(log, |finding| {
        is_of(finding, &DOUBTFUL) && finding.read_as.is_none()
    });
    // The collector keeps too few of these findings to name each game.
    let are_all = DOUBTFUL.iter().any(|rule| log.is_cut(rule));
    let open = games_with(log, |finding| is_of(finding, &[&ishi::OPEN_VARIATION]));
    let numbered = games_with(log, |finding| {
        is_about_number(finding) && is_mendable(finding)
    });
    let has_labels = |game: &Game<'_>| game.nodes().any(|node| game.has(node, Id::Label));
    let labelled = games
        .iter()
        .enumerate()
        .filter(|(_, game)| has_labels(game));
    let labelled: HashSet<_> = labelled.map(|(index, _)| index).collect();
    wanted.retain(|Wanted { finding, .. }| {
        let game = &finding.game;
        let is_both = open.contains(game) && numbered.contains(game);
        let is_end = is_of(finding, &[&ishi::OPEN_VARIATION]) || is_about_number(finding);
        let is_named = labelled.contains(game) && is_about_number(finding);
        let is_doubtful = are_all || doubtful.contains(game);
        !(is_doubtful && is_of(finding, &ORDER) || is_both && is_end || is_named)
    });
}

/// Mends the number of the move before if only that is wrong, and leaves move numbers out if a later number would fall.
fn keep_numbers(games: &[Game<'_>], wanted: &mut Vec<Wanted<'_>>) {
    for (index, game) in games.iter().enumerate() {
        let node = |one: &Wanted<'_>| {
            let is_number = one.finding.game == index && is_about_number(one.finding);
            is_number.then(|| node_of(one.finding, game)).flatten()
        };
        let mut removed: HashSet<_> = wanted.iter().filter_map(node).collect();
        let wrong = numbers::wrong_before(game, &removed);
        for one in &mut *wanted {
            if let Some((right, wrong)) = node(one).and_then(|node| wrong.get_key_value(&node)) {
                removed.remove(right);
                one.mending = remove(*wrong, Id::MoveNumber).into_mending(false);
            }
        }
        if !removed.is_empty() {
            let kept = numbers::kept(game, &removed);
            wanted.retain(|one| node(one).is_none_or(|node| !kept.contains(&node)));
        }
    }
}

/// Returns the games with a finding of a kind.
fn games_with(log: &Diagnostics, is_kind: impl Fn(&Diagnostic) -> bool) -> HashSet<usize> {
    let found = log.kept().iter().filter(|finding| is_kind(finding));
    found.map(|finding| finding.game).collect()
}
