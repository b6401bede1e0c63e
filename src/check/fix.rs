//! Fixes: small changes of the text that mend findings, for example `KM[375]` -> `KM[7.5]`.
//!
//! A fix changes a property of a game, asks for the canonical form of a piece of the text, or writes a bracket as a reader
//! took it to be. The lossless editor writes the fixes, so every other byte of the record stays. A fix never makes a new
//! error or warning, and never changes a move or the tree that a reader found, with one exception: the stone of a handicap
//! of one can become the first move.

mod charset;
mod examination;
#[cfg(test)]
mod laws;
mod mark;
mod numbers;
mod remedy;
mod rounds;
mod settled;
mod unit;
mod version;
mod wanted;

use std::io::{self, Cursor, Read, Seek};

use super::rules::{NEWER_FEATURE, OTHER_FORMAT};
use super::{Checked, Checker};
use crate::convert::Findings;
use crate::diagnostic::Rule;
use crate::edit::{ByteEdit, apply_bytes};
use crate::format::charset::Charset;
use crate::model::Address;
use crate::source::sniff::NoRecord;
use crate::source::{Source, SourceError};
use charset::Naming;
use settled::Settled;
use unit::Examined;

pub(super) use charset::{lacks_name, may_lack_name};
pub(super) use mark::checked;

/// The rules that a new FF mends.
const VERSION_RULES: [&Rule; 2] = [&OTHER_FORMAT, &NEWER_FEATURE];

/// The fixes that the user wants.
#[derive(Debug, Clone, Default)]
pub struct Choice {
    /// Whether guesses are wanted too. Without them, each fix is proven by the record itself.
    pub guesses: bool,
    /// The codes of the rules to mend; empty for all rules.
    pub rules: Vec<String>,
}

impl Choice {
    fn has(&self, rule: &Rule) -> bool {
        self.rules.is_empty() || self.rules.iter().any(|code| code == rule.code)
    }
}

/// A change that mends a finding in a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// The rules of the mended findings, by their codes.
    pub rules: Vec<&'static Rule>,
    /// The number of the game, from 1.
    pub game: usize,
    /// The address of the node. `None` if the finding is about the whole game.
    pub address: Option<Address>,
    /// The number of the line, from 1.
    pub line: usize,
    /// The part that changes, for example a property or a keyword.
    pub what: String,
    /// The text before the fix, as it is in the record.
    pub before: String,
    /// The text after the fix. It equals `before` if only the bytes change, because the record becomes UTF-8.
    pub after: String,
    /// Whether the record itself proves the fix. Otherwise the fix is a guess.
    pub is_safe: bool,
    /// The change of the bytes.
    pub edit: ByteEdit,
}

/// Returns the fixes of a record, in the order of its bytes.
///
/// # Errors
///
/// [`SourceError::NoRecord`] if the record has no game, [`SourceError::Io`] if the bytes cannot be read.
///
/// # Examples
///
/// ```
/// use std::io::Cursor;
///
/// use ishi::check::{Choice, fixes};
/// use ishi::source::{Source, SourceOptions};
///
/// let record = b"(;FF[4]GM[1]SZ[19]AP[foxwq]RU[Chinese]KM[375];B[pd])";
/// let mut source = Source::open(Cursor::new(record), SourceOptions::default())?;
/// let komi = Choice { rules: vec!["B036".to_owned()], ..Choice::default() };
/// let fixes = fixes(&mut source, &komi)?;
/// assert_eq!((&*fixes[0].before, &*fixes[0].after), ("KM[375]", "KM[7.5]"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fixes<R: Read + Seek>(
    source: &mut Source<R>,
    choice: &Choice,
) -> Result<Vec<Fix>, SourceError> {
    let found = found_in(source, choice, &Settled::default())?;
    if found.checked.games == 0 {
        return Err(NoRecord::Unknown.into());
    }
    Ok(found.fixes)
}

/// Checks a record, and returns its fixes too. `settled` texts have none.
fn found_in<R: Read + Seek>(
    source: &mut Source<R>,
    choice: &Choice,
    settled: &Settled,
) -> Result<FoundFix, SourceError> {
    let mut found = of_units(source, Some(choice), (settled, false))?;
    for _ in 1..ROUNDS {
        if found.fixes.is_empty() || !found.is_partial || source.has_several_charsets() {
            break;
        }
        let bytes = source.all_bytes()?;
        let mut mended = reopened(source, (&found.fixes, found.charset), &bytes)?;
        let next = of_units(&mut mended, Some(choice), (settled, true))?;
        // A fix can remove the last letter outside ASCII, for example `6.5目` -> `6.5`.
        let is_ascii = mended.charset() == Charset::Ascii && source.charset().is_ascii_compatible();
        if !is_ascii && mended.charset() != found.charset || next.fixes.is_empty() {
            found.left = Some(next.checked.findings);
            break;
        }
        let charsets = [source.charset(), found.charset, next.charset];
        found.fixes = rounds::joined(&bytes, charsets, found.fixes, next.fixes);
        (found.charset, found.is_partial) = (next.charset, next.is_partial);
    }
    let versions = std::mem::take(&mut found.versions);
    if let Some(fixes) = version::added(source, &found.fixes, versions, choice)? {
        (found.fixes, found.left) = (fixes, None);
    }
    Ok(found)
}

/// How often the fixes of a record are tried, because one that was left out can be possible after the others.
const ROUNDS: usize = 4;

/// Opens a record, given its bytes, with fixes made that leave it in `charset`.
fn reopened<R: Read + Seek>(
    source: &Source<R>,
    (fixes, charset): (&[Fix], Charset),
    bytes: &[u8],
) -> Result<Source<Cursor<Vec<u8>>>, SourceError> {
    let bytes = apply_bytes(bytes, fixes.iter().map(|fix| &fix.edit));
    let options = source.options_for(charset);
    Source::open(Cursor::new(bytes), options)
}

/// The check of a record, and its fixes.
struct FoundFix {
    checked: Checked,
    fixes: Vec<Fix>,
    /// Whether the record with the fixes may have others.
    is_partial: bool,
    /// The charset of the record with the fixes.
    charset: Charset,
    /// The fixes of their FF, which are for all games or for no game.
    versions: Vec<Fix>,
    /// The findings of the record with the fixes, if they are known.
    left: Option<Findings>,
}

/// Checks all units, and returns their fixes; without a choice there are none. `settled` texts are not read, and with `is_again`
/// others become settled.
fn of_units<R: Read + Seek>(
    source: &mut Source<R>,
    choice: Option<&Choice>,
    (settled, is_again): (&Settled, bool),
) -> Result<FoundFix, SourceError> {
    let format = source.format();
    let mut checker = Checker::of(source);
    let naming = choice.and_then(|choice| Naming::of(source, choice));
    let (mut fixes, mut versions) = (Vec::new(), Some(Vec::new()));
    // A record becomes UTF-8 as a whole or not at all.
    let recodes = naming.as_ref().is_some_and(|naming| naming.recodes);
    let mut in_utf8 = recodes.then(Vec::new);
    let (mut is_damaged, mut is_partial) = (false, false);
    let mut structure = Vec::new();
    while let Some(unit) = source.next_unit()? {
        if naming.as_ref().is_none_or(Naming::is_told_by_text)
            && let Some((games, left)) = settled.of(format, unit.text())
        {
            checker.add_findings(&unit, games, &left);
            versions = versions.filter(|_| games == 0);
            continue;
        }
        let mut examined = Examined::of(format, &unit, checker.checked.games, settled);
        if is_again {
            settled.add(format, unit.text(), &examined.games, &examined.log);
        }
        checker.add(format, &unit, &examined.games, &mut examined.log);
        let Some(choice) = choice else { continue };
        versions = versions.and_then(|mut all| {
            all.extend(examined.versions(choice)?);
            Some(all)
        });
        structure.extend(examined.structure(choice));
        is_partial |= !structure.is_empty();
        is_damaged |= examined.is_damaged();
        if !structure.is_empty() {
            continue;
        }
        // After a game that cannot become UTF-8, no game does.
        let naming = naming.as_ref().filter(|_| !recodes || in_utf8.is_some());
        let named = naming.and_then(|naming| examined.fixes(choice, Some(naming)));
        let plain = || examined.fixes(choice, None).unwrap_or_default();
        if recodes {
            fixes.extend(plain());
            in_utf8 = in_utf8.zip(named).map(|(mut all, named)| {
                all.extend(named);
                all
            });
        } else {
            fixes.extend(named.unwrap_or_else(plain));
        }
        is_partial |= examined.is_partial.get();
    }
    // The other fixes are made after those of the structure.
    if !structure.is_empty() {
        (fixes, in_utf8) = (structure, None);
    }
    let (fixes, charset, versions) = match in_utf8 {
        Some(in_utf8)
            if !in_utf8.is_empty() && charset::is_read_as(source, &in_utf8, Charset::Utf8)? =>
        {
            (in_utf8, Charset::Utf8, Vec::new())
        }
        _ => (
            charset::that_keep_it(source, fixes)?,
            source.charset(),
            versions.unwrap_or_default(),
        ),
    };
    let mut found = FoundFix {
        checked: checker.checked,
        fixes,
        is_partial,
        charset,
        versions,
        left: None,
    };
    if is_damaged && games_with(source, &found, settled)? != found.checked.games {
        found.fixes.clear();
    }
    Ok(found)
}

/// Returns the number of games of a record with its fixes made. Each unit keeps its games, but in a record with damaged
/// brackets the units depend on the text: after an early `)`, `(;EV[]` starts a game, and `(;` continues the last one.
fn games_with<R: Read + Seek>(
    source: &mut Source<R>,
    found: &FoundFix,
    settled: &Settled,
) -> Result<usize, SourceError> {
    let bytes = source.all_bytes()?;
    let mut mended = reopened(source, (&found.fixes, found.charset), &bytes)?;
    let mut games = 0;
    while let Some(unit) = mended.next_unit()? {
        games += settled.games(mended.format(), unit.text());
    }
    Ok(games)
}

/// Returns the bytes of a source with `fixes` made. No game can be read from the source afterwards.
///
/// # Errors
///
/// If the bytes cannot be read.
pub fn mended<R: Read + Seek>(source: &mut Source<R>, fixes: &[Fix]) -> io::Result<Vec<u8>> {
    let edits = fixes.iter().map(|fix| &fix.edit);
    Ok(apply_bytes(&source.all_bytes()?, edits))
}

#[cfg(test)]
mod tests;
