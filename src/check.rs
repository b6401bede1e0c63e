//! Checks: all mistakes and doubts in a record, including the game itself.
//!
//! Readers report only the mistakes that they had to repair, and text that they could not understand. A check
//! also tests whether moves follow the rules of the game, whether setup, marks and annotations make sense,
//! and whether the game information agrees with the game.

mod annotations;
mod backgammon;
pub mod catalogue;
mod facts;
mod fix;
mod game;
mod headers;
mod info;
mod levels;
mod marks;
mod moves;
mod older;
mod path;
mod players;
mod positions;
mod properties;
pub(crate) mod rules;
mod setup;
mod types;
mod valid;

use std::cell::OnceCell;
use std::io::{Cursor, Read, Seek};

use crate::bracket::{self, typed::point_text};
use crate::convert::{Finding, Findings, report_refused};
use crate::diagnostic::{
    About, Diagnostic, Diagnostics, Mending, PropertyPart, Rule, Severity, Span, Words,
};
use crate::dispatch;
use crate::format::charset::Charset;
use crate::format::charset::rules::UNNAMED;
use crate::format::piece::Cut;
use crate::format::{Format, SourceFormat};
use crate::ishi::line::Location;
use crate::model::{Color, Game, Id, Ident, NodeId, Point};
use crate::record::{self, Text};
use crate::source::{Source, SourceError, SourceOptions, Unit};

pub use fix::{Choice, Fix, fixes, mended};
pub use levels::Levels;
pub use valid::Fault;
pub(crate) use valid::fault;

/// The result of a check of one record.
#[derive(Debug, Clone)]
pub struct Checked {
    /// The format of the record.
    pub format: SourceFormat,
    /// The charset of the record.
    pub charset: Charset,
    /// Why it is this charset, as the end of a sentence.
    pub why: String,
    /// How many games there are.
    pub games: usize,
    /// How many nodes they have.
    pub nodes: usize,
    /// How many moves of Go they have.
    pub moves: usize,
    /// How many characters the record had lost before it was read.
    pub damaged: usize,
    /// The mistakes and doubts.
    pub findings: Findings,
}

/// Checks a record: all mistakes and doubts in its bytes, with the usual severities.
///
/// # Errors
///
/// [`SourceError::NoRecord`] if the bytes are not a game record.
///
/// # Examples
///
/// ```
/// let checked = ishi::check(b"(;FF[4]GM[1]SZ[9]KM[6,5];B[cc])")?;
/// let codes = checked.findings.counts().map(|(rule, ..)| rule.code);
/// assert_eq!(codes.collect::<Vec<_>>(), ["B036"]);
/// # Ok::<(), ishi::source::SourceError>(())
/// ```
pub fn check_record(bytes: &[u8]) -> Result<Checked, SourceError> {
    let mut source = Source::open(Cursor::new(bytes), SourceOptions::default())?;
    check(&mut source, &Levels::default())
}

/// Checks all games of a record, one after the other, and looks for fixes of the findings.
///
/// # Errors
///
/// [`SourceError::Io`] if the bytes cannot be read.
pub fn check<R: Read + Seek>(
    source: &mut Source<R>,
    levels: &Levels,
) -> Result<Checked, SourceError> {
    let mut checked = fix::checked(source)?;
    checked.findings = levels.apply(checked.findings);
    Ok(checked)
}

/// A check that takes the units of a record, one after the other.
struct Checker {
    checked: Checked,
    /// The kind and the file format of the first game.
    first: Option<(u32, Option<u32>)>,
    may_lack_name: bool,
}

impl Checker {
    fn of<R: Read + Seek>(source: &Source<R>) -> Self {
        let mut findings = Findings::default();
        findings.begin(source);
        let checked = Checked {
            format: source.read_from(),
            charset: source.charset(),
            why: source.why().to_owned(),
            games: 0,
            nodes: 0,
            moves: 0,
            damaged: 0,
            findings,
        };
        Self {
            checked,
            first: None,
            may_lack_name: fix::may_lack_name(source),
        }
    }

    /// Adds the games of a unit and their findings.
    fn add(&mut self, format: Format, unit: &Unit, games: &[Game<'_>], log: &mut Diagnostics) {
        if record::may_carry(unit.text()) {
            let text = Text::new(format, Charset::Utf8, unit.text().as_bytes());
            report_refused(&record::read(&text), log);
        }
        let checked = &mut self.checked;
        for (index, game) in games.iter().enumerate() {
            let header = (game.kind, game.file_format);
            let first = *self.first.get_or_insert(header);
            let number = checked.games + index + 1;
            different(game, first, &mut checked.findings, number);
            checked.nodes += game.node_count();
            let moves = game.nodes().filter(|node| game.mv(*node).is_some());
            checked.moves += moves.count();
        }
        if self.may_lack_name
            && unit.undecodable().next().is_none()
            && fix::lacks_name(unit.text(), games)
        {
            unnamed(checked, unit);
        }
        self.add_findings(unit, games.len(), log);
    }

    fn add_findings(&mut self, unit: &Unit, games: usize, log: &Diagnostics) {
        let checked = &mut self.checked;
        checked.findings.take(unit, log, Some(checked.games + 1));
        checked.games += games;
        checked.damaged += unit.damaged().count();
    }
}

/// Reads the games of a unit, and reports everything that is wrong or doubtful in them, each at its place. Returns the pieces of
/// Ishi too; those of other formats are cut when they are needed.
fn examine<'a>(
    format: Format,
    text: &'a str,
    log: &mut Diagnostics,
) -> (Vec<Game<'a>>, Option<Vec<Cut>>) {
    let (games, cuts) = match format {
        Format::Ishi => dispatch::with_pieces(format, text, log, Some),
        Format::SmartGo | Format::Sgf => {
            // The properties are checked as they are written, because their meaning in `FF[4]` can have other names.
            let look = |game: &Game<'a>, log: &mut Diagnostics| check_properties(game, format, log);
            (dispatch::read_as_written(format, text, log, look), None)
        }
    };
    if let Some(cuts) = &cuts {
        headers::boards(&games, cuts, log);
    }
    for (index, game) in games.iter().enumerate() {
        log.enter_game(index);
        if format == Format::Sgf {
            headers::kind(text, game, index, log);
        }
        check_play(game, index, format, log);
    }
    log.fill_places();
    log.fill_addresses(&games);
    if format != Format::Ishi {
        bracket::place_findings(text, log);
    }
    (games, cuts)
}

/// Reports the first letter of a unit that other programs read in another charset.
fn unnamed(checked: &mut Checked, unit: &Unit) {
    let text = unit.text();
    let letter = text.char_indices().find(|(_, letter)| !letter.is_ascii());
    let span = letter.map(|(at, letter)| Span::new(at, at + letter.len_utf8()));
    let message = "the text is UTF-8, but the record names no charset";
    let diagnostic = Diagnostic::new(&UNNAMED, message);
    checked.findings.report(Finding {
        diagnostic: diagnostic.help("read as UTF-8; FF[4] takes ISO-8859-1 for granted"),
        game: Some(checked.games + 1),
        place: span.map(|span| unit.places().place(span)),
    });
}

/// Reports games of one file that are not of the kind or the file format of the first one.
fn different(
    game: &Game<'_>,
    (kind, file_format): (u32, Option<u32>),
    findings: &mut Findings,
    number: usize,
) {
    let mut report = |rule, message: String| {
        findings.report(Finding {
            diagnostic: Diagnostic::new(rule, message),
            game: Some(number),
            place: None,
        });
    };
    if game.kind != kind {
        let message = format!(
            "the kind of this game is {}; the kind of the first game in the record is {kind}",
            game.kind
        );
        report(&rules::DIFFERENT_GAMES, message);
    }
    if game.file_format != file_format {
        let name = |found: Option<u32>| found.map_or("none".to_owned(), |ff| format!("FF[{ff}]"));
        let message = format!(
            "the file format of this game is {}; the file format of the first game in the record is {}",
            name(game.file_format),
            name(file_format)
        );
        report(&rules::DIFFERENT_FORMATS, message);
    }
}

/// Checks the properties of the game of a bracketed record as it has them.
fn check_properties(game: &Game<'_>, format: Format, log: &mut Diagnostics) {
    properties::check(&mut Reporter::new(game, 0, format, log));
}

/// Checks the moves and setup of a game.
fn check_play(game: &Game<'_>, index: usize, format: Format, log: &mut Diagnostics) {
    let mut report = Reporter::new(game, index, format, log);
    game::check(&mut report);
    if game.kind == crate::model::BACKGAMMON {
        backgammon::check(&mut report);
    }
}

impl About {
    /// Creates the subject of a finding about a part of a property.
    fn new(ident: impl Into<Ident>, part: PropertyPart) -> Self {
        Self::any([ident], part)
    }

    /// Does so for the properties with several identifiers.
    fn any(idents: impl IntoIterator<Item = impl Into<Ident>>, part: PropertyPart) -> Self {
        let idents = idents.into_iter().map(Into::into).collect();
        Self { idents, part }
    }

    /// Returns the identifier of a property as the subject.
    fn ident(ident: impl Into<Ident>) -> Self {
        Self::new(ident, PropertyPart::Ident)
    }

    /// Returns the value of a property as the subject.
    fn value(ident: impl Into<Ident>) -> Self {
        Self::new(ident, PropertyPart::Value)
    }

    /// Returns a value with a text as the subject.
    fn text(ident: impl Into<Ident>, text: &str) -> Self {
        Self::new(ident, PropertyPart::Text(text.to_owned()))
    }

    /// Returns the action of a player as the subject.
    fn play(color: Color) -> Self {
        Self::value(Id::of_moves(color))
    }
}

/// The game that is checked, and the report.
struct Reporter<'c, 'a> {
    game: &'c Game<'a>,
    /// The number of the game in its text, from 0.
    index: usize,
    format: Format,
    log: &'c mut Diagnostics,
    /// The fix of the next report.
    mending: Option<Box<Mending>>,
    /// The nodes of the main line with properties, found when they are needed.
    line: OnceCell<Vec<NodeId>>,
}

impl<'c, 'a> Reporter<'c, 'a> {
    fn new(game: &'c Game<'a>, index: usize, format: Format, log: &'c mut Diagnostics) -> Self {
        Self {
            game,
            index,
            format,
            log,
            mending: None,
            line: OnceCell::new(),
        }
    }

    /// Gives the next report a fix to try, if there is one.
    fn mend(&mut self, mending: impl Into<Option<Mending>>) -> &mut Self {
        self.mending = mending.into().map(Box::new);
        self
    }

    /// Reports something about the move of a node.
    fn at_move(
        &mut self,
        node: NodeId,
        rule: &'static Rule,
        message: String,
        help: impl Into<Words>,
    ) {
        let about = self.game.mv(node).map(|mv| About::play(mv.color));
        self.at(node, rule, about, message, help);
    }

    /// Reports something about a part of a node; `None` is the whole node.
    fn at(
        &mut self,
        node: NodeId,
        rule: &'static Rule,
        about: impl Into<Option<About>>,
        message: impl Into<Words>,
        help: impl Into<Words>,
    ) {
        self.at_with(node, rule, rule.severity, about, message, help);
    }

    /// Does so with another severity than the rule's.
    fn at_with(
        &mut self,
        node: NodeId,
        rule: &'static Rule,
        severity: Severity,
        about: impl Into<Option<About>>,
        message: impl Into<Words>,
        help: impl Into<Words>,
    ) {
        let words = || (about.into(), message.into(), help.into());
        self.with(node, rule, severity, words);
    }

    /// Does so with a subject, a message and help that are made only if the report is kept.
    fn with(
        &mut self,
        node: NodeId,
        rule: &'static Rule,
        severity: Severity,
        words: impl FnOnce() -> (Option<About>, Words, Words),
    ) {
        let mending = self.mending.take();
        let span = self.log.place_of(self.index, node.index());
        self.log.report_with((rule, severity), || {
            let (about, message, help) = words();
            let mut diagnostic = Diagnostic::new(rule, message).in_node(node.index());
            diagnostic.about = about.map(Box::new);
            diagnostic.mending = mending;
            diagnostic.span = span;
            diagnostic.help = Some(help).filter(|help| !help.is_empty());
            diagnostic.severity = severity;
            diagnostic
        });
    }

    /// Returns the name of a point in the words of the record's format.
    fn name(&self, point: Point) -> String {
        match self.format {
            Format::Ishi => Location::of(point, self.game.size)
                .map_or_else(|| point_text(point), |location| location.to_string()),
            Format::SmartGo | Format::Sgf => point_text(point),
        }
    }

    /// Returns whether the reader has split a node into its parent and this one.
    fn is_split(&self, node: NodeId) -> bool {
        let place = |node: NodeId| self.log.place_of(self.index, node.index());
        let parent = self.game.parent(node).and_then(place);
        parent.is_some() && parent == place(node)
    }

    fn is_bracketed(&self) -> bool {
        self.format != Format::Ishi
    }
}

#[cfg(test)]
mod tests;
