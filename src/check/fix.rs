//! Fixes: findings that a small change of the text mends.
//!
//! A fix changes a game, or asks for the canonical form of a piece of the text, and the lossless editor writes it:
//! every byte that no fix is about stays. No fix changes a move or the tree.

mod remedy;
mod values;

use std::io::{self, Read, Seek};

use super::examine;
use crate::convert::read_options;
use crate::diagnostic::{Diagnostic, Diagnostics, Rule, Span};
use crate::edit::{self, ByteEdit, Change, Original, Part, apply_bytes};
use crate::format::Format;
use crate::model::equal::same_move;
use crate::model::{Address, Game, Ident};
use crate::options::WriteOptions;
use crate::piece::Key;
use crate::source::{Source, SourceError, Unit};

pub use remedy::has_fix;
use remedy::{Remedy, remedy};

/// Which fixes are wanted.
#[derive(Debug, Clone, Default)]
pub struct Choice {
    /// Whether fixes that are guesses are wanted too. The others are proven by the record itself.
    pub guesses: bool,
    /// The codes of the rules whose findings are mended; empty for all.
    pub rules: Vec<String>,
}

impl Choice {
    fn has(&self, rule: &Rule) -> bool {
        self.rules.is_empty() || self.rules.iter().any(|code| code == rule.code)
    }
}

/// A change that mends something in a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// The rules whose findings it mends; empty if it follows from another fix.
    pub rules: Vec<&'static Rule>,
    /// The number of the game, from 1.
    pub game: usize,
    /// The address of the node; none if the finding is about the game.
    pub address: Option<Address>,
    /// The number of the line, from 1.
    pub line: usize,
    /// The property or the keyword that changes.
    pub what: String,
    /// The text before, in the words of the record.
    pub before: String,
    /// The text after.
    pub after: String,
    /// Whether the record itself proves the fix; otherwise it is a guess.
    pub is_safe: bool,
    /// The bytes that change.
    pub edit: ByteEdit,
}

/// Returns the fixes of a record, in the order of its bytes.
///
/// # Errors
///
/// [`SourceError::Io`] if the bytes cannot be read.
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
/// let komi = Choice { rules: vec!["G042".to_owned()], ..Choice::default() };
/// let fixes = fixes(&mut source, &komi)?;
/// assert_eq!((&*fixes[0].before, &*fixes[0].after), ("KM[375]", "KM[7.5]"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fixes<R: Read + Seek>(
    source: &mut Source<R>,
    choice: &Choice,
) -> Result<Vec<Fix>, SourceError> {
    let format = source.format();
    let mut fixes = Vec::new();
    let mut games = 0;
    while let Some(unit) = source.next_unit()? {
        games += mend(format, &unit, games, choice, &mut fixes);
    }
    Ok(fixes)
}

/// Returns the bytes of a source with fixes made; after that no game can be read from it.
///
/// # Errors
///
/// If the bytes cannot be read.
pub fn mended<R: Read + Seek>(source: &mut Source<R>, fixes: &[Fix]) -> io::Result<Vec<u8>> {
    let edits = fixes.iter().map(|fix| &fix.edit);
    Ok(apply_bytes(&source.all_bytes()?, edits))
}

/// A finding that is mended.
struct Mended<'f> {
    finding: &'f Diagnostic,
    /// The properties that change.
    idents: Vec<Ident>,
    is_safe: bool,
}

impl Mended<'_> {
    /// Returns whether a change of its game is a part of the mending.
    fn explains(&self, change: &Change) -> bool {
        let span = self.finding.span.unwrap_or_default();
        let touches = change.span.start <= span.end && span.start <= change.span.end;
        let changes = |(node, key): &Part| {
            let changes_key = self.idents.iter().any(|ident| match key {
                Key::Property(changed) => changed == ident,
                // The lines of Ishi have no properties.
                _ => true,
            });
            Some(*node) == self.finding.node && changes_key
        };
        touches || change.parts.iter().any(changes)
    }
}

/// Adds the fixes of a unit, before which games come; returns how many games it has.
fn mend(
    format: Format,
    unit: &Unit,
    before: usize,
    choice: &Choice,
    fixes: &mut Vec<Fix>,
) -> usize {
    let mut log = Diagnostics::complete();
    let options = read_options(format, unit.charset());
    let games = examine(format, unit.text(), &options, &mut log);
    let mut now: Vec<Game<'_>> = games.iter().cloned().map(Game::into_read).collect();
    let (mut respelled, mut mended) = (Vec::new(), Vec::new());
    for finding in log.kept().iter().filter(|finding| choice.has(finding.rule)) {
        let Some(game) = now.get_mut(finding.game) else {
            continue;
        };
        let (is_safe, idents) = match remedy(finding, game) {
            Some(Remedy::Changed { is_safe, change }) if is_safe || choice.guesses => {
                let idents = change.idents();
                change.make(game);
                (is_safe, idents)
            }
            Some(Remedy::Respelled(places)) => {
                respelled.extend(places);
                (true, Vec::new())
            }
            Some(Remedy::Changed { .. }) | None => continue,
        };
        mended.push(Mended {
            finding,
            idents,
            is_safe,
        });
    }
    if mended.is_empty() || !are_same_moves(&games, &now) {
        return games.len();
    }
    let original = Original {
        format,
        text: unit.text(),
        read: &options,
        write: &WriteOptions {
            charset: Some(unit.charset()),
            follows: before > 0,
            ..WriteOptions::default()
        },
        names_charset: false,
        respelled: &respelled,
    };
    let games: Vec<&Game<'_>> = now.iter().collect();
    // A game that the editor cannot write stays as it is.
    for (game, change) in edit::changes(original, &games).unwrap_or_default() {
        let number = before + game + 1;
        fixes.extend(fix(unit, number, game, &change, &mended));
    }
    games.len()
}

/// Returns a change of a text as a fix; none if the charset of the record lacks one of its letters.
fn fix(
    unit: &Unit,
    number: usize,
    game: usize,
    change: &Change,
    mended: &[Mended<'_>],
) -> Option<Fix> {
    let of_game = mended.iter().filter(|one| one.finding.game == game);
    let reasons: Vec<_> = of_game.filter(|one| one.explains(change)).collect();
    let mut rules: Vec<_> = reasons.iter().map(|one| one.finding.rule).collect();
    rules.dedup_by_key(|rule| rule.code);
    let text = |span: Span| unit.text().get(span.start..span.end).unwrap_or("");
    let address = reasons.first().and_then(|one| one.finding.address.clone());
    let range = unit.byte_at(change.span.start)..unit.byte_at(change.span.end);
    let lines = unit.text().get(..change.span.start).unwrap_or("");
    Some(Fix {
        rules,
        game: number,
        address,
        line: unit.line() + lines.matches('\n').count(),
        what: change
            .parts
            .first()
            .map_or(String::new(), |part| part.1.name()),
        before: text(change.span).trim().to_owned(),
        after: change.text.trim().to_owned(),
        is_safe: mended.iter().all(|one| one.is_safe) || reasons.iter().all(|one| one.is_safe),
        edit: ByteEdit {
            range,
            bytes: unit.charset().encode(&change.text).ok()?,
        },
    })
}

/// Returns whether games have the same trees and moves.
fn are_same_moves(before: &[Game<'_>], after: &[Game<'_>]) -> bool {
    before.iter().zip(after).all(|(before, after)| {
        let (mut left, mut right) = (before.walk(), after.walk());
        loop {
            use crate::model::Step::Enter;
            match (left.next(), right.next()) {
                (None, None) => return true,
                (Some(Enter(a)), Some(Enter(b))) if !same_move(before.mv(a), after.mv(b)) => {
                    return false;
                }
                (Some(a), Some(b)) if std::mem::discriminant(&a) == std::mem::discriminant(&b) => {}
                _ => return false,
            }
        }
    })
}

#[cfg(test)]
mod tests;
