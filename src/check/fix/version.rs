//! Fixes of FF in records that have properties of `FF[4]`: `FF[3]AP[x:1]` -> `FF[4]AP[x:1]`.
//!
//! The number decides how other properties are read, for example `TM[30]`. So a new number is a guess. It is left out
//! unless the record keeps its games and its charset, no rule has more findings, and no other fix is left.

use std::collections::BTreeMap;
use std::io::{Read, Seek};

use super::unit::Examined;
use super::{Choice, Fix, Settled, VERSION_RULES, of_units, reopened};
use crate::edit;
use crate::model::Game;
use crate::source::{Source, SourceError};

/// A record, read and checked.
struct CheckedRecord {
    games: Vec<Game<'static>>,
    /// How many findings each rule has.
    findings: BTreeMap<&'static str, usize>,
    is_ascii: bool,
}

/// Returns the fixes of a record with the fixes `versions` of FF, if the record stays the same with them.
pub(super) fn added<R: Read + Seek>(
    source: &mut Source<R>,
    fixes: &[Fix],
    versions: Vec<Fix>,
    choice: &Choice,
) -> Result<Option<Vec<Fix>>, SourceError> {
    if versions.is_empty() {
        return Ok(None);
    }
    let bytes = source.all_bytes()?;
    let open = |fixes: &[Fix]| reopened(source, (fixes, source.charset()), &bytes);
    let mut all = fixes.to_vec();
    all.extend(versions);
    all.sort_by_key(|fix| fix.edit.range.start);
    let (mut before, mut after) = (open(fixes)?, open(&all)?);
    let is_same_charset = before.charset() == after.charset();
    let (before, after) = (summary(&mut before)?, summary(&mut after)?);
    let is_better = is_same(&before, &after) && (is_same_charset || before.is_ascii);
    let is_done = is_better
        && of_units(&mut open(&all)?, Some(choice), (&Settled::default(), false))?
            .fixes
            .is_empty();
    Ok(is_done.then_some(all))
}

fn summary<R: Read + Seek>(source: &mut Source<R>) -> Result<CheckedRecord, SourceError> {
    let format = source.format();
    let settled = Settled::default();
    let mut summary = CheckedRecord {
        games: Vec::new(),
        findings: BTreeMap::new(),
        is_ascii: true,
    };
    while let Some(unit) = source.next_unit()? {
        let examined = Examined::of(format, &unit, summary.games.len(), &settled);
        for (rule, _, count) in examined.log.counts() {
            *summary.findings.entry(rule.code).or_default() += count;
        }
        summary.is_ascii &= unit.text().is_ascii();
        let games = examined.games.into_iter().map(Game::into_owned);
        summary.games.extend(games);
    }
    Ok(summary)
}

/// Returns whether two records have the same games, and `after` has no finding of [`VERSION_RULES`] and no new finding.
fn is_same(before: &CheckedRecord, after: &CheckedRecord) -> bool {
    let mut games = before.games.iter().zip(&after.games);
    let count = |summary: &CheckedRecord, code| summary.findings.get(code).copied().unwrap_or(0);
    before.games.len() == after.games.len()
        && games.all(|(before, after)| edit::is_read_back(after, before))
        && VERSION_RULES
            .iter()
            .all(|rule| count(after, rule.code) == 0)
        && after
            .findings
            .keys()
            .all(|code| count(after, code) <= count(before, code))
}
