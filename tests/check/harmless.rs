//! No fix makes a new error or warning, or changes moves or the tree, and a record is mended at once.

use std::collections::BTreeMap;
use std::fs;
use std::io::Cursor;
use std::path::Path;

use ishi::Format;
use ishi::check::{Checked, Choice, Levels, check, fixes, mended};
use ishi::diagnostic::Severity;
use ishi::model::equal::same_move;
use ishi::model::{Color, GO, Game, Step};
use ishi::source::{Source, SourceOptions};

#[test]
fn fixes_of_fixtures_make_no_error() {
    let fixtures = crate::files::root().join("tests/fixtures");
    assert!(mended_below(&fixtures) > 200);
}

#[test]
#[ignore = "needs the corpus: cargo test --test check -- --ignored"]
fn fixes_of_the_corpus_make_no_error() {
    assert!(mended_below(&crate::corpus::folder()) > 500);
}

/// Mends all records below a folder, and returns how many have fixes.
fn mended_below(folder: &Path) -> usize {
    let mut failures = Vec::new();
    let mut count = 0;
    for path in crate::files::below(folder) {
        let bytes = fs::read(&path).expect("a file");
        for guesses in [false, true] {
            let fixed = fixed(&path, &bytes, guesses);
            let Some((after, again)) = fixed else {
                continue;
            };
            count += usize::from(after != bytes);
            let found = made(&path, &bytes, &after);
            let found = found.into_iter().chain(again);
            let kind = if guesses { "guesses" } else { "safe" };
            failures.extend(found.map(|one| format!("{} ({kind}): {one}", path.display())));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    count
}

fn open(path: &Path, bytes: &[u8]) -> Option<Source<Cursor<Vec<u8>>>> {
    let options = SourceOptions {
        hint: Format::from_path(path),
        ..SourceOptions::default()
    };
    Source::open(Cursor::new(bytes.to_vec()), options).ok()
}

/// Returns a mended record, and what a second run would mend. Returns `None` without a game.
fn fixed(path: &Path, bytes: &[u8], guesses: bool) -> Option<(Vec<u8>, Option<String>)> {
    let choice = Choice {
        guesses,
        ..Choice::default()
    };
    let mut source = open(path, bytes)?;
    if source.read_from().is_read_only() {
        return None;
    }
    let found = fixes(&mut source, &choice).ok()?;
    let after = mended(&mut source, &found).expect("a record in memory");
    let again = fixes(&mut open(path, &after)?, &choice).ok()?;
    let again = again.first();
    let again = again.map(|fix| format!("mended again: {} -> {}", fix.before, fix.after));
    let adds_stones = found
        .iter()
        .any(|fix| fix.rules.iter().any(|rule| rule.code == HANDICAP_STONES));
    // A handicap of one stone becomes the first move, as a guess.
    let is_known = path.ends_with("16-handicap-one.sgf");
    let other = other_game(bytes, &after, adds_stones).filter(|_| !is_known);
    Some((after, again.or(other)))
}

fn checked(path: &Path, bytes: &[u8]) -> Checked {
    let mut source = open(path, bytes).expect("a record");
    check(&mut source, &Levels::default()).expect("a record in memory")
}

/// Returns the errors and warnings that a record has only after its fixes.
fn made(path: &Path, before: &[u8], after: &[u8]) -> Vec<String> {
    let [before, after] = [before, after].map(|bytes| {
        let mut counts = BTreeMap::new();
        let checked = checked(path, bytes);
        for (rule, severity, count) in checked.findings.counts() {
            if severity > Severity::Note {
                *counts.entry(rule.code).or_insert(0) += count;
            }
        }
        counts
    });
    let counts = after.into_iter().filter_map(|(code, count)| {
        let known = before.get(code).copied().unwrap_or(0);
        (count > known).then(|| format!("{code}: {known} before, {count} after"))
    });
    counts.collect()
}

/// Returns the difference between the games of a record before and after its fixes.
fn other_game(before: &[u8], after: &[u8], adds_stones: bool) -> Option<String> {
    let (before, after) = (ishi::read(before).ok()?, ishi::read(after).ok()?);
    let are_all = |same: fn(&Game<'_>, &Game<'_>) -> bool| {
        let mut games = before.games.iter().zip(&after.games);
        games.all(|(before, after)| same(before, after))
    };
    let has_same_stones = |one: &Game<'_>, two: &Game<'_>| last_stones(one) == last_stones(two);
    let problem = match () {
        () if before.games.len() != after.games.len() => "other games",
        () if !are_all(are_same_moves) => "other moves",
        () if !adds_stones && !are_all(has_same_stones) => "other stones",
        () => return None,
    };
    Some(problem.to_owned())
}

/// The rule whose fix sets up stones: a handicap without stones.
const HANDICAP_STONES: &str = "G014";

/// Returns the stones at the end of the main line, point by point.
fn last_stones(game: &Game<'_>) -> Vec<Option<Color>> {
    let Some(last) = game.main_line().last().filter(|_| game.kind == GO) else {
        return Vec::new();
    };
    let position = game.position(last);
    let stones = game
        .size
        .area()
        .points()
        .map(|point| position.board().stone(point));
    stones.map(|stone| stone.map(|stone| stone.color)).collect()
}

fn are_same_moves(before: &Game<'_>, after: &Game<'_>) -> bool {
    let (mut left, mut right) = (before.walk(), after.walk());
    loop {
        match (left.next(), right.next()) {
            (None, None) => return true,
            (Some(Step::Enter(a)), Some(Step::Enter(b)))
                if same_move(before.mv(a), after.mv(b)) => {}
            (Some(Step::Leave(_)), Some(Step::Leave(_))) => {}
            _ => return false,
        }
    }
}
