//! The charset that a record names, or should name.
//!
//! `CA[UTF-8]` is the only label that a fix writes. A record in another charset becomes UTF-8 with it: all bytes of its
//! text change that are not ASCII. A charset that is a guess among several stays, because a wrong one would make
//! other letters of the bytes.

use std::io::{Cursor, Read, Seek};

use super::{Choice, Fix};
use crate::charset::rules::{ASSUMED, IGNORED_CHARSET, UNNAMED};
use crate::charset::{Charset, charset_labels};
use crate::diagnostic::{Diagnostic, Rule};
use crate::edit::apply_bytes;
use crate::format::Format;
use crate::model::Game;
use crate::source::{Source, SourceError, SourceOptions, Unit};

/// The rules whose findings CA mends.
pub(super) const RULES: [&Rule; 3] = [&ASSUMED, &IGNORED_CHARSET, &UNNAMED];

/// How a record gets the name of its charset.
pub(super) struct Naming {
    /// The rule whose finding this mends.
    rule: &'static Rule,
    /// Whether the charset is certain: the user names it, or all of the text is UTF-8.
    pub is_safe: bool,
    /// Whether the bytes become UTF-8.
    pub recodes: bool,
}

impl Naming {
    /// Returns how a record gets the name of its charset; none if it has the right one, or if this is not wanted.
    pub(super) fn of<R: Read + Seek>(source: &Source<R>, choice: &Choice) -> Option<Self> {
        let charset = source.charset();
        if source.format() != Format::Sgf || source.has_several_charsets() {
            return None;
        }
        let is_utf8 = charset == Charset::Utf8;
        let rule = match source.note() {
            Some(note) => note.rule,
            None if may_lack_name(source) => &UNNAMED,
            None if source.is_given() && !is_utf8 => &ASSUMED,
            None => return None,
        };
        let is_safe = is_utf8 || source.is_given();
        let is_likely = is_safe || choice.guesses && !source.has_doubtful_charset();
        let is_wanted = choice.has(rule) && is_likely;
        let is_fixable = RULES.iter().any(|known| known.code == rule.code);
        (is_wanted && is_fixable && charset.is_ascii_compatible()).then_some(Self {
            rule,
            is_safe,
            recodes: !is_utf8,
        })
    }

    /// Returns whether CA is missing or wrong in the games of a unit; none if they cannot get it, because their format
    /// has no CA or some bytes are not text.
    pub(super) fn is_needed(&self, unit: &Unit, games: &[Game<'_>]) -> Option<bool> {
        let has_ca = games.iter().all(|game| game.file_format == Some(4));
        if !has_ca || unit.undecodable().next().is_some() {
            return None;
        }
        if self.rule.code == UNNAMED.code {
            return Some(lacks_name(unit, games));
        }
        let mut labels = charset_labels(unit.text().as_bytes());
        let is_named = labels.any(|label| Charset::from_label(&label) == Some(unit.charset()));
        // The user names the charset that the record names too.
        let is_right = is_named && self.is_safe && self.recodes;
        (!is_right).then_some(true)
    }

    /// Returns the finding about a game, by its index.
    pub(super) fn finding(&self, game: usize) -> Diagnostic {
        let mut finding = Diagnostic::new(self.rule, self.rule.summary).in_node(0);
        finding.game = game;
        finding
    }
}

/// Returns whether a record can be UTF-8 without saying so.
pub(in crate::check) fn may_lack_name<R: Read + Seek>(source: &Source<R>) -> bool {
    source.format() == Format::Sgf
        && source.charset() == Charset::Utf8
        && source.note().is_none()
        && !source.has_several_charsets()
}

/// Returns whether the games of a unit name no charset although FF[4] has a property for it and their text is not ASCII.
pub(in crate::check) fn lacks_name(unit: &Unit, games: &[Game<'_>]) -> bool {
    let text = unit.text();
    !text.is_ascii()
        && unit.undecodable().next().is_none()
        && games.iter().all(|game| game.file_format == Some(4))
        && charset_labels(text.as_bytes()).next().is_none()
}

/// Returns whether a record with fixes is read in a charset.
pub(super) fn is_read_as<R: Read + Seek>(
    source: &mut Source<R>,
    fixes: &[Fix],
    charset: Charset,
) -> Result<bool, SourceError> {
    let edits = fixes.iter().map(|fix| &fix.edit);
    let bytes = apply_bytes(&source.all_bytes()?, edits);
    let options = SourceOptions {
        format: Some(source.format()),
        ..SourceOptions::default()
    };
    let mended = Source::open(Cursor::new(bytes), options)?;
    Ok(mended.charset() == charset && !mended.has_several_charsets())
}

/// Returns the fixes after which a record is still read in its charset: a change of its only word that is not ASCII can
/// take away what tells it.
pub(super) fn that_keep_it<R: Read + Seek>(
    source: &mut Source<R>,
    mut fixes: Vec<Fix>,
) -> Result<Vec<Fix>, SourceError> {
    let charset = source.charset();
    let is_told = matches!(charset, Charset::Utf8 | Charset::Ascii)
        || source.is_given()
        || source.has_several_charsets();
    if is_told || fixes.is_empty() || is_read_as(source, &fixes, charset)? {
        return Ok(fixes);
    }
    fixes.retain(|fix| fix.before.is_ascii());
    if is_read_as(source, &fixes, charset)? {
        return Ok(fixes);
    }
    Ok(Vec::new())
}
