//! The laws of the fixes, over random records with planted faults.
//!
//! `ISHI_LAWS` sets how many cases are tried for each format and choice; without it there are few, because each case is
//! read, mended and checked several times.

mod records;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Cursor;

use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestRunner};

use super::wanted::NUMBERS;
use super::{Choice, Fix, fixes, mended};
use crate::check::{Levels, check};
use crate::collection::read;
use crate::convert::Findings;
use crate::edit::pairs;
use crate::format::Format;
use crate::model::equal::{differing, same_move};
use crate::model::{Color, GO, Game, Id, NodeId, Point, Value};
use crate::source::{Source, SourceOptions};
use crate::testing;

/// How many of a hundred random records have a fix, at least.
const WITH_A_FIX: usize = 40;

/// How many rules mend the records of a format, at least.
const DIFFERENT: usize = 6;

/// The rule whose fix sets up stones: a handicap without stones.
const HANDICAP_STONES: &str = "G014";

/// How many records had a fix, and how many fixes each rule had.
#[derive(Default)]
struct Counts {
    records: usize,
    with_fix: usize,
    rules: BTreeMap<&'static str, usize>,
}

fn open(bytes: &[u8]) -> Option<Source<Cursor<Vec<u8>>>> {
    Source::open(Cursor::new(bytes.to_vec()), SourceOptions::default()).ok()
}

fn fixes_of(bytes: &[u8], choice: &Choice) -> Vec<Fix> {
    let found = open(bytes).map(|mut source| fixes(&mut source, choice));
    found.and_then(Result::ok).unwrap_or_default()
}

/// Returns the findings of a record.
fn findings(bytes: &[u8]) -> Findings {
    let checked = open(bytes).and_then(|mut source| check(&mut source, &Levels::default()).ok());
    checked.map(|checked| checked.findings).unwrap_or_default()
}

/// Returns how many findings a rule has.
fn count(findings: &Findings, code: &str) -> usize {
    let counts = findings.counts().filter(|(rule, ..)| rule.code == code);
    counts.map(|(_, _, count)| count).sum()
}

/// A record with its fixes, and the same record mended.
struct Case<'c> {
    before: &'c [u8],
    after: &'c [u8],
    fixes: &'c [Fix],
}

/// The law: the record is mended once, its findings are gone, and all else is as before.
fn is_mended(before: &[u8], guesses: bool, counts: &RefCell<Counts>) -> Result<(), TestCaseError> {
    let choice = Choice {
        guesses,
        ..Choice::default()
    };
    let found = fixes_of(before, &choice);
    let counts = &mut *counts.borrow_mut();
    counts.records += 1;
    counts.with_fix += usize::from(!found.is_empty());
    for rule in found.iter().flat_map(|fix| &fix.rules) {
        *counts.rules.entry(rule.code).or_default() += 1;
    }
    if found.is_empty() {
        return Ok(());
    }
    prop_assert!(guesses || found.iter().all(|fix| fix.is_safe), "a guess");
    prop_assert!(
        found.iter().all(|fix| !fix.rules.is_empty()),
        "no rule: {found:?}"
    );
    let mut source = open(before).ok_or_else(|| TestCaseError::fail("it cannot be read"))?;
    let after =
        mended(&mut source, &found).map_err(|error| TestCaseError::fail(error.to_string()))?;
    let case = Case {
        before,
        after: &after,
        fixes: &found,
    };
    case.bytes_are_kept()?;
    let again = fixes_of(&after, &choice);
    prop_assert!(
        again.is_empty(),
        "mended again: {:?}\n{}",
        again,
        case.text()
    );
    case.findings_are_gone()?;
    case.games_are_kept()
}

impl Case<'_> {
    fn text(&self) -> String {
        let changes = self.fixes.iter().map(|fix| {
            let Fix { before, after, .. } = fix;
            let codes: Vec<_> = fix.rules.iter().map(|rule| rule.code).collect();
            format!("{codes:?} {before:?} -> {after:?}\n")
        });
        let [before, after] = [self.before, self.after].map(String::from_utf8_lossy);
        format!("{}{before}\n---\n{after}", changes.collect::<String>())
    }

    /// Every byte outside the named edits is as before, and an edit has the bytes that it names.
    fn bytes_are_kept(&self) -> Result<(), TestCaseError> {
        let source = open(self.before).map(|source| source.charset());
        let mended = open(self.after).map(|source| source.charset());
        let (mut from, mut to) = (0, 0);
        for Fix {
            edit,
            before,
            after,
            ..
        } in self.fixes
        {
            let start = edit.range.start as usize;
            let kept = self.before.get(from..start);
            prop_assert!(kept.is_some(), "edits overlap\n{}", self.text());
            let length = kept.map_or(0, <[u8]>::len);
            prop_assert_eq!(kept, self.after.get(to..to + length));
            from = edit.range.end as usize;
            to += length;
            let words = |bytes: Option<&[u8]>, charset: Option<crate::format::charset::Charset>| {
                let text = charset
                    .zip(bytes)
                    .map(|(charset, bytes)| charset.decode(bytes).into_owned());
                text.map(|text| text.trim().to_owned())
            };
            let old = self.before.get(start..from);
            prop_assert_eq!(words(old, source), Some(before.trim().to_owned()));
            let new = self.after.get(to..to + edit.bytes.len());
            prop_assert_eq!(new, Some(&*edit.bytes));
            prop_assert_eq!(words(new, mended), Some(after.trim().to_owned()));
            to += edit.bytes.len();
        }
        prop_assert_eq!(self.before.get(from..), self.after.get(to..));
        Ok(())
    }

    /// Each fix takes a finding of one of its rules away. A finding can come to light and be mended in one run, for
    /// example the rank in a name next to an empty BR. Then no finding about its property is left.
    fn findings_are_gone(&self) -> Result<(), TestCaseError> {
        let (before, after) = (findings(self.before), findings(self.after));
        // A finding about a line of Ishi names no property.
        let is_ishi = open(self.before).is_some_and(|source| source.format() == Format::Ishi);
        let mut mended: BTreeMap<BTreeSet<_>, (BTreeSet<_>, Vec<&Fix>)> = BTreeMap::new();
        for fix in self.fixes {
            let mut codes: BTreeSet<_> = fix.rules.iter().map(|rule| rule.code).collect();
            // A fix can turn a later finding about falling numbers (I046) into one about repeated numbers (I049).
            let numbers = NUMBERS.map(|rule| rule.code);
            if numbers.iter().any(|code| codes.contains(code)) {
                codes.extend(numbers);
            }
            // A record has one finding about its charset.
            let is_of_node = codes.iter().any(|code| !code.starts_with('E'));
            let node = fix.address.as_ref().map(ToString::to_string);
            let place = is_of_node.then_some((fix.game, node));
            let (places, fixes) = mended.entry(codes).or_default();
            places.insert(place);
            fixes.push(fix);
        }
        for (codes, (places, fixes)) in mended {
            let [had, has] = [&before, &after].map(|findings| {
                let counts = codes.iter().map(|code| count(findings, code));
                counts.sum::<usize>()
            });
            let is_left = |fix: &&Fix| {
                let mut left = after.kept().iter();
                left.any(|one| {
                    let finding = &one.diagnostic;
                    codes.contains(finding.rule.code)
                        && one.game == Some(fix.game)
                        && finding.address == fix.address
                        && finding.is_about(&fix.what)
                })
            };
            prop_assert!(
                had >= has + places.len() || !is_ishi && !fixes.iter().any(is_left),
                "{codes:?} have {had} findings, then {has}\n{}",
                self.text()
            );
        }
        Ok(())
    }

    /// Moves, tree, stones and comments are as before, and only named properties differ.
    fn games_are_kept(&self) -> Result<(), TestCaseError> {
        let games = |bytes: &[u8]| read(bytes).map(|record| record.games);
        let fail = |error: crate::source::SourceError| TestCaseError::fail(error.to_string());
        let (before, after) = (
            games(self.before).map_err(fail)?,
            games(self.after).map_err(fail)?,
        );
        prop_assert_eq!(before.len(), after.len());
        for (game, (before, after)) in before.iter().zip(&after).enumerate() {
            let of_game: Vec<_> = self
                .fixes
                .iter()
                .filter(|fix| fix.game == game + 1)
                .collect();
            let sets_up = of_game
                .iter()
                .flat_map(|fix| &fix.rules)
                .any(|rule| rule.code == HANDICAP_STONES);
            let nodes = pairs(before, after);
            prop_assert!(nodes.is_some(), "another tree\n{}", self.text());
            for (a, b) in nodes.into_iter().flatten() {
                prop_assert!(
                    same_move(before.mv(a), after.mv(b)),
                    "another move\n{}",
                    self.text()
                );
                for ident in differing(before.properties(a), after.properties(b)) {
                    let is_named = of_game.iter().any(|fix| names(fix, ident.as_str()));
                    prop_assert!(is_named, "{ident} is another\n{}", self.text());
                    let id = ident.standard().filter(|_| !sets_up);
                    prop_assert!(
                        id.is_none_or(|id| is_kept(id, (before, a), (after, b))),
                        "{ident} lost points or text\n{}",
                        self.text()
                    );
                }
            }
            let stones = [before, after].map(stones);
            prop_assert!(
                sets_up || stones[0] == stones[1],
                "other stones\n{}",
                self.text()
            );
        }
        Ok(())
    }
}

/// Returns whether a fix names a property. A fix of Ishi names lines.
fn names(fix: &Fix, ident: &str) -> bool {
    // A carrier has the bracket as `{`.
    let has = |text: &str| {
        ["[", "{"]
            .iter()
            .any(|open| text.contains(&format!("{ident}{open}")))
    };
    let is_line = ![&fix.before, &fix.after]
        .iter()
        .any(|text| text.contains('['));
    has(&fix.before) || has(&fix.after) || is_line
}

/// Returns whether a property keeps its points, and a comment or name its text.
fn is_kept(id: Id, before: (&Game<'_>, NodeId), after: (&Game<'_>, NodeId)) -> bool {
    let points = |(game, node): (&Game<'_>, NodeId)| -> BTreeSet<Point> {
        let lists = game.values(node, id).filter_map(|value| match value {
            Value::Points(areas) => Some(areas),
            _ => None,
        });
        lists.flatten().flat_map(|area| area.points()).collect()
    };
    let text = |(game, node): (&Game<'_>, NodeId)| match game.get(node, id) {
        Some(Value::Text(text)) if matches!(id, Id::Comment | Id::Name) => text.to_string(),
        _ => String::new(),
    };
    points(before).is_subset(&points(after)) && text(before) == text(after)
}

/// Returns the stones at each node.
fn stones(game: &Game<'_>) -> Vec<Vec<Option<Color>>> {
    let mut all = Vec::new();
    if game.kind != GO {
        return all;
    }
    let mut positions = game.all_positions();
    while let Some((_, replay)) = positions.next_position() {
        let points = game.size.area().points();
        let stones = points.map(|point| replay.board().stone(point).map(|stone| stone.color));
        all.push(stones.collect());
    }
    all
}

fn law(format: Format, guesses: bool) {
    let few = std::env::var_os("ISHI_LAWS").is_none();
    let law = testing::law();
    let cases = if few { law.cases / 4 } else { law.cases };
    let mut runner = TestRunner::new(ProptestConfig { cases, ..law });
    let counts = RefCell::new(Counts::default());
    let result = runner.run(&records::record(format), |bytes| {
        is_mended(&bytes, guesses, &counts)
    });
    if let Err(error) = result {
        panic!("{error}");
    }
    let Counts {
        records,
        with_fix,
        rules,
    } = counts.into_inner();
    println!("{format:?}: {with_fix} of {records} records are mended: {rules:?}");
    assert!(
        100 * with_fix >= WITH_A_FIX * records,
        "{with_fix} of {records} records"
    );
    assert!(rules.len() >= DIFFERENT, "only {rules:?}");
}

#[test]
fn random_records_are_mended_once_by_safe_fixes() {
    for format in Format::ALL {
        law(*format, false);
    }
}

#[test]
fn random_records_are_mended_once_by_guesses() {
    for format in Format::ALL {
        law(*format, true);
    }
}
