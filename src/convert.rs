//! Conversion: game by game from a source to a sink, each game proven before the next one is read.

pub mod error;
mod finding;
mod proof;
mod report;
#[cfg(test)]
mod round_trips;

use std::io::{self, Read, Seek};

use crate::carrier::flag;
use crate::charset::Charset;
use crate::diagnostic::{Diagnostic, Diagnostics, Rule, Severity};
use crate::format::{Format, dispatch};
use crate::model::{Game, NodeId};
use crate::options::{ReadOptions, WriteOptions};
use crate::outcome::{Item, Outcome, Outcomes};
use crate::source::{Source, Unit};

pub use error::ConvertError;
pub use finding::{Finding, Findings};
use proof::Boundaries;
pub use report::{Refused, Report, Tally};

/// A game that the target cannot hold was left out of the output.
pub static LEFT_OUT: Rule = Rule {
    code: "C001",
    severity: Severity::Warning,
    summary: "a game that the target cannot hold was left out",
    sgfc: None,
};

/// Detail from a carrier is not in the output.
pub static STALE: Rule = Rule {
    code: "C002",
    severity: Severity::Note,
    summary: "carried detail was left out, because the record was changed since it was written",
    sgfc: None,
};

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
    /// Whether a warning, or anything that is not kept, makes the conversion fail.
    pub strict: bool,
    /// Whether each game is read back and compared before it is handed on.
    pub verify: bool,
    /// The charset of the output, none for the target's own default.
    pub charset: Option<Charset>,
    /// The only game to convert, from 1; none for all.
    pub game: Option<usize>,
    /// Whether to convert the other games when some cannot exist in the target.
    pub skip_refused: bool,
    /// Whether the report lists each construct that is not native, not only how many there are.
    pub items: bool,
}

impl ConvertOptions {
    /// Creates the options of a plain `ishi convert -t FORMAT`.
    pub fn new(to: Format) -> Self {
        Self {
            to,
            plain: false,
            strict: false,
            verify: true,
            charset: None,
            game: None,
            skip_refused: false,
            items: false,
        }
    }
}

/// What takes the bytes of one game after the other; the number counts from 1 in the source.
pub type Sink<'s> = dyn FnMut(usize, &[u8]) -> io::Result<()> + 's;

/// One game of a run, with what became of it.
#[derive(Clone, Copy)]
pub struct Converted<'c> {
    /// The number of the game, from 1.
    pub number: usize,
    /// The text that it was read from.
    pub unit: &'c Unit,
    /// The game.
    pub game: &'c Game<'c>,
    /// What was read back from the result, before it was compared: one game, or the proof fails.
    pub back: &'c [Game<'c>],
    /// Its constructs that the target does not say natively; none if the target refused the game.
    pub items: &'c [Item],
}

/// What looks at each game as soon as it is written and read back, before it is proven.
pub type Watch<'w> = dyn FnMut(&Converted<'_>) + 'w;

/// One run over one source.
///
/// The sink gets each game as soon as it is proven. When [`Conversion::run`] fails, what the sink
/// got so far is to be thrown away.
pub struct Conversion<'o> {
    options: &'o ConvertOptions,
    report: Report,
    charset: Option<Charset>,
    boundaries: Boundaries,
    text: String,
    watch: Option<&'o mut Watch<'o>>,
}

impl<'o> Conversion<'o> {
    /// Creates a conversion.
    pub fn new(options: &'o ConvertOptions) -> Self {
        Self {
            options,
            report: Report::new(options.to),
            charset: None,
            boundaries: Boundaries::new(options.to),
            text: String::new(),
            watch: None,
        }
    }

    /// Has each game looked at.
    #[must_use]
    pub fn watched(mut self, watch: &'o mut Watch<'o>) -> Self {
        self.watch = Some(watch);
        self
    }

    /// Returns what was found, converted and left out so far.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// Returns the same when nothing more is converted.
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
        let read = read_options(source.format(), source.charset());
        let mut number = 0;
        while let Some(unit) = source.next_unit()? {
            let mut log = Diagnostics::new();
            let games = dispatch::read(source.format(), unit.text(), &read, &mut log);
            let first = number + 1;
            number += games.len();
            match self.options.game {
                Some(wanted) if wanted > number => continue,
                wanted => {
                    let game = wanted.unwrap_or(first);
                    self.report.findings.take(&unit, &log, Some(game));
                }
            }
            for (game, number) in games.iter().zip(first..) {
                if self.options.game.is_none_or(|wanted| wanted == number) {
                    self.game(&unit, game, number, sink)?;
                }
            }
            if self.options.game.is_some() {
                break;
            }
        }
        self.finish(number)
    }

    fn game(
        &mut self,
        unit: &Unit,
        game: &Game<'_>,
        number: usize,
        sink: &mut Sink<'_>,
    ) -> Result<(), ConvertError> {
        let to = self.options.to;
        let charset = self.target_charset(game);
        let options = WriteOptions {
            plain: self.options.plain,
            charset: Some(charset),
            follows: self.report.games > 0,
        };
        let mut outcomes = Outcomes::new();
        self.text.clear();
        if let Err(refusal) = dispatch::write(to, game, &options, &mut self.text, &mut outcomes) {
            self.refuse(number, refusal);
            self.show(unit, game, number, &[], &[]);
            return Ok(());
        }
        self.report
            .count(game, number, &outcomes, self.options.items);
        self.report.stale(number, &outcomes);
        let bytes = charset
            .encode(&self.text)
            .map_err(|source| ConvertError::Unencodable {
                game: number,
                source,
            })?;
        let text = charset.decode(&bytes);
        let back = if self.options.verify {
            proof::read_back(game, &text, to, charset)
        } else {
            Vec::new()
        };
        self.show(unit, game, number, &back, outcomes.items());
        if self.options.verify {
            let stale = outcomes.stale_entries();
            proof::prove(game, number, (&text, &back), to, &options, stale)?;
            self.boundaries.push(&self.text);
        }
        if self.report.refused.is_empty() || self.options.skip_refused {
            sink(number, &bytes).map_err(ConvertError::Write)?;
        }
        Ok(())
    }

    fn show(
        &mut self,
        unit: &Unit,
        game: &Game<'_>,
        number: usize,
        back: &[Game<'_>],
        items: &[Item],
    ) {
        if let Some(watch) = &mut self.watch {
            watch(&Converted {
                number,
                unit,
                game,
                back,
                items,
            });
        }
    }

    /// Returns the charset to write a game in. All games that are not ASCII get the same one, so
    /// that the file has one charset.
    fn target_charset(&mut self, game: &Game<'_>) -> Charset {
        if let Some(charset) = self.options.charset {
            return charset;
        }
        match own_charset(self.options.to, game) {
            Charset::Ascii => Charset::Ascii,
            own => *self.charset.get_or_insert(own),
        }
    }

    fn refuse(&mut self, game: usize, refusal: crate::refusal::Refusal) {
        if self.options.skip_refused {
            self.report.findings.report(Finding {
                diagnostic: Diagnostic::new(&LEFT_OUT, format!("left out: {refusal}")),
                game: Some(game),
                place: None,
            });
        }
        self.report.refused.push(Refused { game, refusal });
    }

    fn finish(&mut self, games: usize) -> Result<(), ConvertError> {
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
            self.boundaries.finish(self.report.games)?;
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

/// Returns how a record in a charset is read: an Ishi record remembers its charset.
pub(crate) fn read_options(format: Format, charset: Charset) -> ReadOptions {
    let remembered = match charset {
        Charset::Ascii => None,
        // Ishi has nothing to say where a byte is not a character, or the start of one.
        Charset::Utf16Le | Charset::Utf16Be => Some(Charset::Utf8),
        other => Some(other),
    };
    ReadOptions {
        charset: remembered
            .filter(|_| format == Format::Ishi)
            .map(Charset::label),
    }
}

/// Returns the charset that a format is written in when nobody names one.
fn own_charset(to: Format, game: &Game<'_>) -> Charset {
    match to {
        Format::Sgf => Charset::Utf8,
        Format::SmartGo => Charset::Ascii,
        Format::Ishi => game
            .flag(NodeId::ROOT, flag::CHARSET)
            .and_then(Charset::from_label)
            .filter(|charset| charset.is_ascii_compatible())
            .unwrap_or(Charset::Ascii),
    }
}
