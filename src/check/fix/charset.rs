//! Fixes of a missing or wrong charset label (CA).
//!
//! A fix writes only the label `CA[UTF-8]`. If the record is in another charset, the fix also rewrites its letters as
//! UTF-8. If several charsets are possible, the record stays as it is, because a wrong guess would change the letters.

use std::io::{Cursor, Read, Seek};

use foldhash::HashSet;

use super::{Choice, Fix};
use crate::diagnostic::{Diagnostic, Rule};
use crate::edit::apply_bytes;
use crate::format::Format;
use crate::format::charset::rules::{ASSUMED, UNNAMED};
use crate::format::charset::{Charset, charset_labels};
use crate::model::Game;
use crate::source::{Source, SourceError, SourceOptions, Unit};

/// The plan for a new CA in a record.
pub(super) struct Naming {
    /// The rule of the mended finding.
    rule: &'static Rule,
    /// Whether the charset is certain: the user names it, or all of the text is UTF-8.
    pub is_safe: bool,
    /// Whether the bytes become UTF-8.
    pub recodes: bool,
}

impl Naming {
    /// Returns the plan for a record. Returns `None` if its CA is right, or if `choice` excludes the fix.
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
        (is_wanted && rule.has_fix() && charset.is_ascii_compatible()).then_some(Self {
            rule,
            is_safe,
            recodes: !is_utf8,
        })
    }

    /// Returns whether the text of a unit tells if its games need CA.
    pub(super) fn is_told_by_text(&self) -> bool {
        self.rule == &UNNAMED
    }

    /// Returns whether CA is missing or wrong in the games of a unit. Returns `None` if they cannot have it, because
    /// they are not FF[4] or some bytes are not text.
    pub(super) fn is_needed(&self, unit: &Unit, games: &[Game<'_>]) -> Option<bool> {
        let has_ca = games.iter().all(|game| game.file_format == Some(4));
        if !has_ca || unit.undecodable().next().is_some() {
            return None;
        }
        if self.rule == &UNNAMED {
            return Some(lacks_name(unit.text(), games));
        }
        let mut labels = charset_labels(unit.text().as_bytes());
        let is_named = labels.any(|label| Charset::from_label(&label) == Some(unit.charset()));
        // The user and the record name the same charset.
        let is_right = is_named && self.is_safe && self.recodes;
        (!is_right).then_some(true)
    }

    /// Returns the finding about the game of a unit.
    pub(super) fn finding(&self) -> Diagnostic {
        Diagnostic::new(self.rule, self.rule.summary).in_node(0)
    }
}

/// Returns whether a bracket is always a bracket: no escape sequence can make it a byte of a letter, as in ISO-2022-JP.
pub(super) fn has_plain_brackets(charset: Charset, text: &str) -> bool {
    let is_plain = match charset {
        Charset::Whatwg(encoding) => encoding.is_ascii_compatible(),
        other => other.is_ascii_compatible(),
    };
    is_plain && !text.contains('\u{1b}')
}

/// Returns whether a record can be UTF-8 without a label for it.
pub(in crate::check) fn may_lack_name<R: Read + Seek>(source: &Source<R>) -> bool {
    source.format() == Format::Sgf
        && source.charset() == Charset::Utf8
        && source.note().is_none()
        && !source.has_several_charsets()
}

/// Returns whether the games of a unit have no CA, although they are FF[4] and their text is not ASCII.
pub(in crate::check) fn lacks_name(text: &str, games: &[Game<'_>]) -> bool {
    !text.is_ascii()
        && games.iter().all(|game| game.file_format == Some(4))
        && charset_labels(text.as_bytes()).next().is_none()
}

/// Returns whether `ishi` reads the record in `charset` after `fixes`.
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

fn codes_of(fix: &Fix) -> impl Iterator<Item = &'static str> {
    fix.rules.iter().map(|rule| rule.code)
}

/// Returns the fixes that do not change the charset in which `ishi` reads the record.
///
/// For example, a name in Big5 can be the only sign of Big5. If a fix changes the name, `ishi` cannot detect Big5 any
/// more, so the fix is left out.
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
    let changed = fixes.iter().filter(|fix| !fix.before.is_ascii());
    let mut codes: HashSet<_> = changed.flat_map(codes_of).collect();
    // A fix of one property can be several changes, and one of them can be part of another fix too.
    loop {
        let is_part = |fix: &mut Fix| codes_of(fix).any(|code| codes.contains(code));
        let left_out: Vec<_> = fixes.extract_if(.., is_part).collect();
        if left_out.is_empty() {
            break;
        }
        codes.extend(left_out.iter().flat_map(codes_of));
    }
    if is_read_as(source, &fixes, charset)? {
        return Ok(fixes);
    }
    Ok(Vec::new())
}
