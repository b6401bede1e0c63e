//! Diagnostics: mistakes and doubts in a record, as data. The command line draws them.

pub mod crash;
mod mending;
pub mod printable;

use std::borrow::Cow;
use std::fmt;

use smallvec::{SmallVec, smallvec};

use crate::model::{Address, Game, Ident, Point};

pub(crate) use mending::{GameChange, Mending, Repair, remove, set};

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Doubtful or against the specification.
    Warning,
    /// A definite mistake.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

/// The rule of a diagnostic. Each format declares its rules.
#[derive(Debug)]
pub struct Rule {
    /// The stable code: `I###` Ishi, `B###` bracketed formats, `G###` the game, `E###` encoding,
    /// `C###` conversion, `S###` server formats.
    pub code: &'static str,
    /// The default severity.
    pub severity: Severity,
    /// The subject of the rule, in one line.
    pub summary: &'static str,
    /// The number of SGFC's message about the same thing.
    pub sgfc: Option<u8>,
    /// Records with a finding, each with the same record without it. Only failures of a run have none.
    pub examples: &'static [Example],
}

impl Rule {
    /// Returns whether at least some of its findings have a fix.
    pub fn has_fix(&self) -> bool {
        self.examples.iter().any(|example| example.fix.is_some())
    }
}

/// The code tells rules apart.
impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code
    }
}

impl Eq for Rule {}

/// A record with a finding.
#[derive(Debug)]
pub struct Example {
    /// The record.
    pub before: &'static str,
    /// The label of the charset of the record, if it is not UTF-8.
    pub charset: Option<&'static str>,
    /// The record without the finding, in UTF-8: the record with the fix, if the finding has one.
    pub after: &'static str,
    /// How certain the fix is, if the finding has one.
    pub fix: Option<FixKind>,
}

/// A range of bytes in the text that was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// The offset of the first byte, from 0.
    pub start: usize,
    /// The offset after the last byte.
    pub end: usize,
}

impl Span {
    /// Creates a span.
    pub fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// Returns this part of a text, or an empty text if the text lacks it.
    #[inline]
    pub(crate) fn slice(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or("")
    }
}

/// Returns the first characters of a text, for a message; a cut text ends with `...`.
pub(crate) fn excerpt(text: &str, most: usize) -> Cow<'_, str> {
    let end = text.char_indices().nth(most).map(|(end, _)| end);
    let start = end.and_then(|end| text.get(..end));
    start.map_or(Cow::Borrowed(text), |start| [start, "..."].concat().into())
}

/// A part of a node of a bracketed record, as the subject of a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct About {
    /// The identifiers of the possible properties.
    pub(crate) idents: SmallVec<[Ident; 1]>,
    /// The part of the property.
    pub(crate) part: PropertyPart,
}

/// A part of a property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PropertyPart {
    /// Its identifier.
    Ident,
    /// Its value, of several the first.
    Value,
    /// The first value with this text, as it is written between the brackets.
    Text(String),
    /// The last value with this text.
    LastText(String),
    /// The first value that names a point.
    Point(Point),
    /// The last value that does.
    LastPoint(Point),
}

/// The text for which a reader took a mistake, so that a fix can write it: `]` at the end of a value that nothing closes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReadAs {
    /// The replaced part of the text.
    pub span: Span,
    /// The new text.
    pub text: String,
    /// Whether no other reading makes sense, and the replaced part has no other words of a person.
    pub is_safe: bool,
}

/// How certain a fix is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FixKind {
    /// The record itself proves it.
    Safe,
    /// It is a guess.
    Guess,
}

impl FixKind {
    /// Returns its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Guess => "guess",
        }
    }
}

/// Words for people. Many are the same for each finding of a rule, so they are borrowed.
pub type Words = Cow<'static, str>;

/// The rule and the severity of a finding.
pub(crate) type FindingKind = (&'static Rule, Severity);

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The rule it falls under.
    pub rule: &'static Rule,
    /// How bad it is; the rule's default unless the reader had reason to differ.
    pub severity: Severity,
    /// The mistake, in the user's words: lower case, no full stop.
    pub message: Words,
    /// The repair, or advice.
    pub help: Option<Words>,
    /// The place: bytes of the text given to the reader.
    pub span: Option<Span>,
    /// The number of the node in its game, from 0.
    pub node: Option<usize>,
    /// The number of the game in its text, from 0.
    pub(crate) game: usize,
    /// The address of the node.
    pub address: Option<Address>,
    /// The part of the node.
    pub(crate) about: Option<Box<About>>,
    /// The fix that a check has found for it.
    pub fix: Option<FixKind>,
    /// How it was read.
    pub(crate) read_as: Option<Box<ReadAs>>,
    /// Its fix before it is tried.
    pub(crate) mending: Option<Box<Mending>>,
}

impl Diagnostic {
    /// Creates a diagnostic with the rule's default severity.
    pub fn new(rule: &'static Rule, message: impl Into<Words>) -> Self {
        Self {
            rule,
            severity: rule.severity,
            message: message.into(),
            help: None,
            span: None,
            node: None,
            game: 0,
            address: None,
            about: None,
            fix: None,
            read_as: None,
            mending: None,
        }
    }

    /// Adds the place.
    #[must_use]
    pub fn at(mut self, start: usize, end: usize) -> Self {
        self.span = Some(Span::new(start, end));
        self
    }

    /// Adds the repair, or advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<Words>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Says that a part of the text was read as if it were another text.
    #[must_use]
    pub(crate) fn read_as(mut self, span: Span, text: impl Into<String>, is_safe: bool) -> Self {
        self.read_as = Some(Box::new(ReadAs {
            span,
            text: text.into(),
            is_safe,
        }));
        self
    }

    /// Adds a fix to try.
    #[must_use]
    pub(crate) fn mend(mut self, repair: Repair, is_safe: bool) -> Self {
        self.mending = Some(Box::new(Mending::new(repair, is_safe)));
        self
    }

    /// Sets the part of the property of the node.
    #[must_use]
    pub(crate) fn about(mut self, ident: impl Into<Ident>, part: PropertyPart) -> Self {
        let idents = smallvec![ident.into()];
        self.about = Some(Box::new(About { idents, part }));
        self
    }

    /// Returns whether it is about the property with an identifier.
    pub(crate) fn is_about(&self, ident: &str) -> bool {
        let about = self.about.as_ref();
        about.is_some_and(|about| about.idents.iter().any(|named| named.as_str() == ident))
    }

    /// Adds the number of the node, from 0.
    #[must_use]
    pub fn in_node(mut self, node: usize) -> Self {
        self.node = Some(node);
        self
    }
}

/// Declares rules, and the list of them in the order of the codes. The row of a rule has its name, code, severity, SGFC's number
/// and summary, and then examples: a record with a finding `=>` the record without it, and `Safe` or `Guess` if a fix writes
/// this record. `in "LABEL"` names the charset of the record with the finding.
macro_rules! rules {
    ($(#[$doc:meta])* $list:ident:
     $($name:ident $code:literal $severity:ident $sgfc:expr, $summary:literal
        $(, $before:literal $(in $charset:literal)? => $after:literal $($fix:ident)?)*;)*) => {
        $(
            #[allow(rustdoc::broken_intra_doc_links, reason = "`FF[4]` in words is not a link")]
            #[doc = concat!("`", $code, "`: ", $summary, ".")]
            pub static $name: $crate::diagnostic::Rule = $crate::diagnostic::Rule {
                code: $code,
                severity: $crate::diagnostic::Severity::$severity,
                summary: $summary,
                sgfc: $sgfc,
                examples: &[$($crate::diagnostic::Example {
                    before: $before,
                    charset: $crate::diagnostic::rules!(@optional $($charset)?),
                    after: $after,
                    fix: $crate::diagnostic::rules!(@optional $($crate::diagnostic::FixKind::$fix)?),
                },)*],
            };
        )*

        $(#[$doc])*
        pub static $list: &[&$crate::diagnostic::Rule] = &[$(&$name,)*];
    };
    (@optional) => { None };
    (@optional $value:expr) => { Some($value) };
}

pub(crate) use rules;

/// The kind of lines and words that a reader left out, because no record can hold them.
pub(crate) const UNREAD: &str = "text without a place";

/// A collector of diagnostics.
///
/// It keeps the first [`Diagnostics::LIMIT`] of each rule and counts the rest, so that a hostile
/// file cannot fill the memory with complaints.
#[derive(Debug, Clone, Default)]
pub struct Diagnostics {
    kept: Vec<Diagnostic>,
    /// How many diagnostics of one rule are kept, if not [`Diagnostics::LIMIT`].
    limit: Option<usize>,
    /// Whether all diagnostics of rules with fixes are kept, and those of other rules that a fix asks about.
    with_fixes: Option<&'static [&'static Rule]>,
    counts: Vec<(&'static Rule, Severity, usize)>,
    /// The places of the nodes of each game in the text. `None` if the caller did not ask for them.
    places: Option<Vec<Vec<Option<Span>>>>,
    /// Whether only the first node of each game has a place.
    only_starts: bool,
    /// The number of the current game, from 0 in its text.
    game: usize,
    /// The places of words that were left out.
    left_out: Vec<Span>,
    /// The words that no game has: those that were left out, and those without an effect. Each has the name of its kind.
    lost: Vec<(Span, &'static str)>,
    /// Whether findings about positions are left out.
    without_positions: bool,
}

impl Diagnostics {
    /// How many diagnostics of one rule are kept.
    pub const LIMIT: usize = 20;

    /// Creates an empty collector.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates an empty collector that keeps all diagnostics of a rule.
    pub(crate) fn unlimited() -> Self {
        Self {
            limit: Some(usize::MAX),
            ..Self::default()
        }
    }

    /// Creates an empty collector that keeps all diagnostics of rules with fixes and of some other ones, and remembers where each node
    /// is in the text.
    pub(crate) fn with_fixes(others: &'static [&'static Rule]) -> Self {
        Self {
            with_fixes: Some(others),
            ..Self::with_places()
        }
    }

    /// Creates an empty collector for a text that this program wrote. A reader need not look for findings about
    /// positions, for example prisoners that a move does not capture.
    pub(crate) fn without_positions() -> Self {
        Self {
            without_positions: true,
            ..Self::default()
        }
    }

    /// Creates an empty collector for a caller who needs no finding. A reader need not look for findings that change nothing.
    pub(crate) fn ignored() -> Self {
        Self {
            limit: Some(0),
            ..Self::without_positions()
        }
    }

    /// Returns whether no finding is needed.
    pub(crate) fn are_ignored(&self) -> bool {
        self.limit == Some(0)
    }

    /// Returns whether findings about positions are wanted.
    pub(crate) fn wants_positions(&self) -> bool {
        !self.without_positions
    }

    /// Creates an empty collector that also remembers where each node is in the text.
    pub fn with_places() -> Self {
        Self::default().and_places()
    }

    /// Returns the empty collector as one that also remembers where each node is in the text.
    pub(crate) fn and_places(self) -> Self {
        Self {
            places: Some(Vec::new()),
            ..self
        }
    }

    /// Returns the empty collector as one that also remembers where each game starts.
    pub(crate) fn and_starts(self) -> Self {
        Self {
            only_starts: true,
            ..self.and_places()
        }
    }

    /// Notes where a node is, if that is to be remembered; both numbers count from 0.
    #[inline]
    pub(crate) fn place(&mut self, game: usize, node: usize, span: Span) {
        if let Some(places) = &mut self.places
            && (node == 0 || !self.only_starts)
        {
            *at_or_new(at_or_new(places, game), node) = Some(span);
        }
    }

    /// Returns where a node is; both numbers count from 0.
    pub fn place_of(&self, game: usize, node: usize) -> Option<Span> {
        *self.places.as_ref()?.get(game)?.get(node)?
    }

    /// Sets the game of the next diagnostics, counted from 0 in the text.
    pub(crate) fn enter_game(&mut self, game: usize) {
        self.game = game;
    }

    /// Gives the diagnostics the games that they are in. `starts` are the places where the games start, in order.
    pub(crate) fn enter_games(&mut self, starts: &[usize]) {
        for diagnostic in &mut self.kept {
            if let Some(span) = diagnostic.span {
                let games = starts.partition_point(|start| *start <= span.start);
                diagnostic.game = games.saturating_sub(1);
            }
        }
    }

    /// Gives diagnostics about nodes without a place the places of their nodes.
    pub(crate) fn fill_places(&mut self) {
        let Some(places) = &self.places else {
            return;
        };
        for diagnostic in self.kept.iter_mut().filter(|one| one.span.is_none()) {
            let nodes = places.get(diagnostic.game);
            let place = nodes.and_then(|nodes| *nodes.get(diagnostic.node?)?);
            diagnostic.span = place;
        }
    }

    /// Gives diagnostics about nodes without an address the addresses of their nodes.
    pub(crate) fn fill_addresses(&mut self, games: &[Game<'_>]) {
        let node_of = |one: &Diagnostic| games.get(one.game)?.node_at(one.node?);
        let mut nodes = vec![Vec::new(); games.len()];
        for one in self.kept.iter().filter(|one| one.address.is_none()) {
            if let (Some(nodes), Some(node)) = (nodes.get_mut(one.game), node_of(one)) {
                nodes.push(node);
            }
        }
        let addresses = games.iter().zip(nodes);
        let addresses = addresses.map(|(game, nodes)| game.addresses(nodes));
        let addresses: Vec<_> = addresses.collect();
        for one in self.kept.iter_mut().filter(|one| one.address.is_none()) {
            let address = node_of(one).and_then(|node| addresses.get(one.game)?.get(&node));
            one.address = address.cloned();
        }
    }

    /// Notes words that a reader leaves out because it cannot read them.
    pub(crate) fn leave_out(&mut self, words: Span) {
        self.leave_out_of(words, UNREAD);
    }

    /// Notes words of a kind that a reader leaves out.
    pub(crate) fn leave_out_of(&mut self, words: Span, kind: &'static str) {
        self.left_out.push(words);
        self.lose(words, kind);
    }

    /// Returns the places of the words that were left out because they could not be read: bytes of
    /// the text given to the reader.
    pub fn left_out(&self) -> &[Span] {
        &self.left_out
    }

    /// Notes words of a kind that were read and have no effect, or not all of it.
    pub(crate) fn lose(&mut self, words: Span, kind: &'static str) {
        self.lost.push((words, kind));
    }

    /// Returns the places of the words that no game has, each with the name of its kind.
    pub(crate) fn lost(&self) -> impl Iterator<Item = (Span, &'static str)> {
        self.lost.iter().copied()
    }

    /// Adds a diagnostic.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.report_with((diagnostic.rule, diagnostic.severity), || diagnostic);
    }

    /// Adds a diagnostic of a rule and severity, which is made only if it is kept.
    pub(crate) fn report_with(&mut self, kind: FindingKind, make: impl FnOnce() -> Diagnostic) {
        if self.count(kind, 1) <= self.most(kind.0) {
            let game = self.game;
            self.kept.push(Diagnostic { game, ..make() });
        }
    }

    /// Returns how many diagnostics of a rule and severity are kept.
    fn most(&self, rule: &Rule) -> usize {
        let keeps = |others: &[&Rule]| rule.has_fix() || others.contains(&rule);
        let all = self.with_fixes.filter(|others| keeps(others));
        all.map_or(self.limit.unwrap_or(Self::LIMIT), |_| usize::MAX)
    }

    /// Returns whether more diagnostics of a rule were reported than are kept.
    pub(crate) fn is_cut(&self, rule: &Rule) -> bool {
        let mut counts = self.counts();
        counts.any(|(found, _, count)| found == rule && count > self.most(rule))
    }

    /// Adds the diagnostics of another collector of the same text.
    pub(crate) fn append(&mut self, other: Self) {
        self.left_out.extend(other.left_out);
        self.lost.extend(other.lost);
        let mut kept = other.kept;
        for (rule, severity, count) in other.counts {
            let found = kept.extract_if(.., |one| one.rule == rule && one.severity == severity);
            let reported = found.map(|one| self.report(one)).count();
            self.count((rule, severity), count - reported);
        }
    }

    /// Counts more findings of a kind, and returns how many there are.
    fn count(&mut self, (rule, severity): FindingKind, more: usize) -> usize {
        let mut counts = self.counts.iter();
        let found = counts.position(|(r, s, _)| *r == rule && *s == severity);
        let index = found.unwrap_or_else(|| {
            self.counts.push((rule, severity, 0));
            self.counts.len() - 1
        });
        #[expect(clippy::indexing_slicing, reason = "found or pushed above")]
        let (.., count) = &mut self.counts[index];
        *count += more;
        *count
    }

    /// Returns the diagnostics that were kept, in the order in which they were reported.
    pub fn kept(&self) -> &[Diagnostic] {
        &self.kept
    }

    /// Returns the kept diagnostics to change their spans and nodes.
    pub fn kept_mut(&mut self) -> &mut [Diagnostic] {
        &mut self.kept
    }

    /// Returns how often each rule was reported, kept or not.
    pub fn counts(&self) -> impl Iterator<Item = (&'static Rule, Severity, usize)> {
        self.counts.iter().copied()
    }

    /// Returns whether anything of this severity or worse was reported.
    pub fn any(&self, severity: Severity) -> bool {
        self.counts.iter().any(|(_, found, _)| *found >= severity)
    }

    /// Returns whether no diagnostic was reported.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }
}

/// Returns an item of a list, and adds it if it is missing.
fn at_or_new<T: Default>(list: &mut Vec<T>, index: usize) -> &mut T {
    if list.len() <= index {
        list.resize_with(index + 1, T::default);
    }
    #[expect(clippy::indexing_slicing, reason = "the list has just grown")]
    &mut list[index]
}

#[cfg(test)]
mod tests;
