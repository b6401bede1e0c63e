//! Conversion: game by game from a source to a sink, each game proven before the next one is read.

mod boundaries;
mod charsets;
#[cfg(test)]
mod edited;
mod error;
mod finding;
mod game;
mod ordinary;
mod pipeline;
mod report;
#[cfg(test)]
mod round_trips;
pub mod rules;
mod shown;
mod step;

use std::io::{self, Read, Seek};

use crate::diagnostic::{Diagnostic, Diagnostics, Severity, Span};
use crate::format::Format;
use crate::format::charset::Charset;
use crate::format::charset::rules::UNNAMED;
use crate::ishi;
use crate::model::{Address, Game, NodeId};
use crate::record::outcome::{Item, Outcome};
use crate::source::{Source, Unit};

use boundaries::Boundaries;
use charsets::Charsets;
pub(crate) use error::refused;
pub use error::{ConvertError, Refused};
pub use finding::{Finding, Findings};
pub use report::{At, DAMAGED, Loss, Report, Tally, UNREAD};
pub(crate) use step::report_refused;
use step::{ConvertedUnit, StepResult, Worker, WrittenGame};

/// How a record is converted.
#[derive(Debug, Clone)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one option of the command line, independent of the others"
)]
pub struct ConvertOptions {
    /// The target.
    pub to: Format,
    /// Whether to leave out carriers.
    pub plain: bool,
    /// Whether a game that carries a text keeps it, although [`Self::plain`] leaves out new carriers.
    pub keep_carriers: bool,
    /// Whether the very bytes of the source have to come back.
    pub exact: bool,
    /// Whether a warning, or anything that is not kept, makes the conversion fail.
    pub strict: bool,
    /// Whether each game is read back and compared before it is handed on.
    pub verify: bool,
    /// The charset of the output. `None` for the default of the target.
    pub charset: Option<Charset>,
    /// The only game to convert, from 1. `None` for all games.
    pub game: Option<usize>,
    /// Whether to convert the other games when some cannot exist in the target.
    pub skip_refused: bool,
    /// Whether the caller writes each game to a file. Then each can be in another charset.
    pub split: bool,
    /// Whether the report lists each construct that is not native, not only how many there are.
    pub items: bool,
    /// How many threads convert the games of a large record. With 1, or if no thread can be started (for example in a
    /// browser), the caller's thread converts them.
    pub threads: usize,
}

impl ConvertOptions {
    /// Creates the options of a plain `ishi convert -t FORMAT`.
    pub fn new(to: Format) -> Self {
        Self {
            to,
            plain: false,
            keep_carriers: false,
            exact: false,
            strict: false,
            verify: true,
            charset: None,
            game: None,
            skip_refused: false,
            split: false,
            items: false,
            threads: 1,
        }
    }
}

/// Takes the bytes of one game after the other. The number counts from 1 in the source.
pub type Sink<'s> = dyn FnMut(usize, &[u8]) -> io::Result<()> + 's;

/// One game of a run, with its results.
#[derive(Clone, Copy)]
pub struct ConvertedGame<'c> {
    /// The number of the game, from 1.
    pub number: usize,
    /// The text that it was read from.
    pub unit: &'c Unit,
    /// The game.
    pub game: &'c Game<'c>,
    /// The games that were read back from the result, as they were compared with the source. Empty without
    /// [`ConvertOptions::verify`].
    pub back: &'c [Game<'c>],
    /// Its constructs that the target does not write natively. Empty if the target refused the game.
    pub items: &'c [Item],
    /// The findings about the unit, with the places of its nodes.
    log: &'c Diagnostics,
    /// The number of the game in the unit, from 0.
    place: usize,
}

impl ConvertedGame<'_> {
    /// Returns the address of the node of each item.
    pub fn addresses(&self) -> Vec<Address> {
        let nodes = self.items.iter().map(|item| item.node);
        let addresses = self.game.addresses(nodes);
        let found = |node| addresses.get(&node).cloned();
        let of = |item: &Item| found(item.node).unwrap_or_else(|| self.game.address(item.node));
        self.items.iter().map(of).collect()
    }

    /// Returns the place of a node of the game in the text of the unit, in bytes. `None` for a node
    /// without a place in the text, for example the root of a game without one.
    pub fn span_of(&self, node: NodeId) -> Option<Span> {
        self.log.place_of(self.place, node.index())
    }
}

/// A callback for each game as soon as it is written, and read back if the options ask for that. It gets refused games
/// too.
pub type Watch<'w> = dyn FnMut(&ConvertedGame<'_>) + 'w;

/// How much text is converted before threads are started, in bytes.
const THREADS_FROM: usize = 256 * 1024;

/// One run over one source.
///
/// The sink gets each game as soon as it is proven. When [`Conversion::run`] fails, what the sink
/// got so far is to be thrown away.
pub struct Conversion<'o> {
    options: &'o ConvertOptions,
    report: Report,
    /// How many games were read.
    read: usize,
    charsets: Charsets,
    boundaries: Boundaries,
    /// How many games the output is read as, game by game.
    games: usize,
    /// The last game of an output in Ishi, if its last line has no end.
    open: Option<String>,
    watch: Option<&'o mut Watch<'o>>,
}

impl<'o> Conversion<'o> {
    /// Creates a conversion.
    pub fn new(options: &'o ConvertOptions) -> Self {
        Self {
            options,
            report: Report::default(),
            read: 0,
            charsets: Charsets::new(options.to),
            boundaries: Boundaries::new(options.to),
            games: 0,
            open: None,
            watch: None,
        }
    }

    /// Calls `watch` with each game.
    #[must_use]
    pub fn watched(mut self, watch: &'o mut Watch<'o>) -> Self {
        self.watch = Some(watch);
        self
    }

    /// Returns the report on the conversion so far.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// Returns the charset that the output is in so far. An Ishi record goes back in the charset
    /// that it came in, and does not name it.
    pub fn charset(&self) -> Charset {
        let charset = self.options.charset.or(self.charsets.last());
        charset.unwrap_or(Charset::Ascii)
    }

    /// Returns the report at the end of the conversion.
    pub fn into_report(self) -> Report {
        self.report
    }

    /// Converts all games of a source.
    ///
    /// # Errors
    ///
    /// [`ConvertError`] if the source cannot be read, has no game, has a game that the target
    /// cannot hold, if a game does not come back from the output as it was, or if the sink fails.
    pub fn run<R: Read + Seek>(
        &mut self,
        source: &mut Source<R>,
        sink: &mut Sink<'_>,
    ) -> Result<(), ConvertError> {
        self.report.begin(source);
        let worker = Worker::new(self.options, source.format(), self.watch.is_some());
        let alone = self.options.threads < 2 || self.options.game.is_some() || self.watch.is_some();
        let mut converted = 0;
        while alone || converted < THREADS_FROM {
            let Some(unit) = source.next_unit_with_bytes()? else {
                return self.finish();
            };
            converted += unit.text().len();
            let (read, wanted) = (self.read, self.options.game);
            let wanted = |place| wanted.is_none_or(|wanted| wanted == read + place + 1);
            let mut watch = self.watch.take();
            let step = worker.step(unit, wanted, &mut |seen| {
                if let Some(watch) = &mut watch {
                    watch(&ConvertedGame {
                        number: read + seen.number,
                        ..*seen
                    });
                }
            });
            self.watch = watch;
            self.take(step, sink)?;
            if self.options.game.is_some_and(|wanted| self.read >= wanted) {
                return self.finish();
            }
        }
        pipeline::run(
            &worker,
            self.options.threads,
            || Ok(source.next_unit_with_bytes()?),
            |step| self.take(step, sink),
        )?;
        self.finish()
    }

    /// Converts all games of a source and returns the bytes of all of them.
    ///
    /// # Errors
    ///
    /// [`ConvertError`], as [`Conversion::run`] does.
    pub fn collect<R: Read + Seek>(
        &mut self,
        source: &mut Source<R>,
    ) -> Result<Vec<u8>, ConvertError> {
        let mut output = Vec::new();
        self.run(source, &mut |_, game| {
            output.extend_from_slice(game);
            Ok(())
        })?;
        Ok(output)
    }

    /// Takes a unit that was converted.
    fn take(&mut self, step: ConvertedUnit, sink: &mut Sink<'_>) -> Result<(), ConvertError> {
        let step = self.in_one_charset(step);
        let first = self.read + 1;
        self.read += step.games.len();
        match self.options.game {
            Some(wanted) if wanted > self.read => return Ok(()),
            wanted => self.report_unit(&step, wanted.unwrap_or(first)),
        }
        for (number, game) in (first..).zip(step.games) {
            match game {
                None => {}
                Some(Ok(Ok(written))) => self.written(number, &written, sink)?,
                Some(Ok(Err(refusal))) => self.refuse(number, refusal),
                Some(Err(error)) => return Err(error.in_game(number)),
            }
        }
        Ok(())
    }

    /// Converts a unit again if a reader of the output would decode one of its games in the charset of the games before.
    fn in_one_charset(&self, step: ConvertedUnit) -> ConvertedUnit {
        if self.options.split {
            return step;
        }
        let mut charsets = self.charsets;
        let mut before = None;
        let mut written = step.games.iter().flatten().flatten().flatten();
        let other = written.find_map(|written| {
            if let Some(before) = before.replace(written) {
                charsets.add(before);
            }
            charsets.other(written)
        });
        let (Some(other), Some(from)) = (other, self.report.from) else {
            return step;
        };
        let options = ConvertOptions {
            charset: Some(other),
            ..self.options.clone()
        };
        let worker = Worker::new(&options, from.of_games(), false);
        let step = worker.step(step.unit, |_| true, &mut |_| {});
        let with_reason = |done: StepResult| done.map_err(ConvertError::in_earlier_charset);
        let games = step.games.into_iter().map(|game| game.map(with_reason));
        ConvertedUnit {
            games: games.collect(),
            ..step
        }
    }

    /// Reports the findings about a unit, and its parts that are not in the result.
    fn report_unit(&mut self, step: &ConvertedUnit, game: usize) {
        let items = self.options.items;
        self.report.findings.take(&step.unit, &step.log, Some(game));
        let damaged = step.unit.damaged().map(|span| (span, DAMAGED));
        self.report
            .unread(game, Outcome::Damaged, &step.unit, damaged, items);
        let is_whole =
            |done: &Option<StepResult>| matches!(done, Some(Ok(Ok(written))) if written.is_whole);
        if !step.games.iter().any(is_whole) {
            let lost = step.log.lost();
            self.report
                .unread(game, Outcome::Lost, &step.unit, lost, items);
        }
        if let Some(origin) = step.unit.origin() {
            let lost = origin.log.lost();
            self.report
                .unread(game, Outcome::Lost, &origin.unit, lost, items);
        }
    }

    fn written(
        &mut self,
        number: usize,
        written: &WrittenGame,
        sink: &mut Sink<'_>,
    ) -> Result<(), ConvertError> {
        self.report.count(number, written, self.options.items);
        if !self.charsets.is_guessed(written) {
            let message = format!(
                "the result is in {}, but its readers guess another charset",
                written.charset.label()
            );
            let mut found = Diagnostic::new(&UNNAMED, message);
            found.severity = Severity::Warning;
            self.report.findings.report(Finding {
                diagnostic: found
                    .help("--output-encoding utf-8 writes a charset that readers find"),
                game: Some(number),
                place: None,
            });
        }
        self.charsets.add(written);
        let line_end = self.line_end_before(&written.text);
        if self.options.verify && !self.options.split {
            let WrittenGame {
                text,
                games,
                is_clean,
                ..
            } = written;
            self.boundaries.push(line_end, text, *games, *is_clean);
            self.games += games;
        }
        if self.report.refused.is_empty() || self.options.skip_refused {
            if written.mark && (self.options.split || self.report.games == 1) {
                let mark = written.charset.encode("\u{FEFF}").unwrap_or_default();
                sink(number, &mark).map_err(ConvertError::Write)?;
            }
            if !line_end.is_empty() {
                let line_end = written.charset.encode(line_end).unwrap_or_default();
                sink(number, &line_end).map_err(ConvertError::Write)?;
            }
            sink(number, &written.bytes).map_err(ConvertError::Write)?;
        }
        Ok(())
    }

    /// Returns the line end before a game in Ishi, if the game before it has none.
    fn line_end_before(&mut self, text: &str) -> &'static str {
        if self.options.split || self.options.to != Format::Ishi {
            return "";
        }
        let between = |open: String| ishi::content::line_end_between(&open, text);
        let line_end = self.open.take().map_or("", between);
        self.open = (!text.ends_with(['\r', '\n'])).then(|| text.to_owned());
        line_end
    }

    fn refuse(&mut self, game: usize, refusal: crate::format::Refusal) {
        if self.options.skip_refused {
            self.report.findings.report(Finding {
                diagnostic: Diagnostic::new(&rules::LEFT_OUT, format!("left out: {refusal}")),
                game: Some(game),
                place: None,
            });
        }
        self.report.refused.push(Refused { game, refusal });
    }

    fn finish(&mut self) -> Result<(), ConvertError> {
        let games = self.read;
        if games == 0 {
            return Err(ConvertError::NoGame);
        }
        if let Some(wanted) = self.options.game
            && wanted > games
        {
            return Err(ConvertError::NoSuchGame { wanted, games });
        }
        let all_refused = self.report.games == 0;
        if !self.report.refused.is_empty() && (all_refused || !self.options.skip_refused) {
            return Err(ConvertError::Refused(self.report.refused.clone()));
        }
        if self.options.verify {
            self.boundaries.finish(self.games)?;
            self.report.verified = true;
        }
        let lost = self.report.outcomes.count(Outcome::Lost);
        let findings = self.report.findings.count(Severity::Warning);
        if self.options.strict && lost + findings > 0 {
            return Err(ConvertError::Strict { findings, lost });
        }
        Ok(())
    }
}
