//! `ishi info`.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use ishi::charset::Charset;
use ishi::crash::contained;
use ishi::model::{BoardSize, GO, Id};
use ishi::printable;
use ishi::summary::Summary;
use ishi::{Format, Games, SourceFormat};
use ishi_archive::Name;
use serde_json::{Value, json};

use super::args::{InfoArgs, Printed};
use super::input::{self, AnySource, InputError};
use super::render::{Messages, counted};
use super::{Status, ended};

/// How many games of a record are told about in the text for people.
const GAMES: usize = 20;

/// Prints a summary of each record in the inputs.
pub fn run(arguments: &InfoArgs) -> Status {
    let hidden = input::hidden_without_effect(arguments.hidden, &arguments.inputs);
    arguments.talk.without_effect(&[hidden]);
    Info {
        arguments,
        messages: arguments.talk,
        stdout: io::stdout().lock(),
        told: 0,
        others: 0,
        status: Status::Done,
    }
    .run()
}

struct Info<'a> {
    arguments: &'a InfoArgs,
    messages: Messages,
    stdout: io::StdoutLock<'static>,
    told: usize,
    /// How many files were found that are not records.
    others: usize,
    status: Status,
}

/// The summary of a record.
struct RecordSummary {
    input: Name,
    format: SourceFormat,
    charset: Charset,
    why: String,
    games: usize,
    moves: usize,
    nodes: usize,
    /// The first games.
    first: Vec<Summary>,
}

impl Info<'_> {
    fn run(mut self) -> Status {
        let written = self.all().and_then(|()| self.stdout.flush());
        if written.is_ok() && self.others > 0 {
            let line = format!("{} left out", counted(self.others, "other file"));
            self.messages.say(&line);
        } else if written.is_ok() && self.told == 0 && self.status == Status::Done {
            self.messages.say("0 files: no record was found");
        }
        ended(written.map(|()| self.status))
    }

    fn all(&mut self) -> io::Result<()> {
        if self.arguments.format == Printed::Json {
            write!(self.stdout, "[")?;
        } else if self.is_table() {
            let head = row("FILE", "FORMAT", "GAMES", "MOVES", "BOARD", "FIRST GAME");
            self.stdout.write_all(head.as_bytes())?;
        }
        let arguments = self.arguments;
        let (hidden, reading) = (arguments.hidden, &arguments.reading);
        input::each_record(&arguments.inputs, hidden, reading, |record| {
            self.input(record)
        })?;
        if self.arguments.format == Printed::Json {
            writeln!(self.stdout, "\n]")?;
        }
        Ok(())
    }

    /// Returns whether there is a line for each record, not a page about one.
    fn is_table(&self) -> bool {
        input::are_many(&self.arguments.inputs)
    }

    /// Prints an input. A file that was found and is not a record is left out.
    fn input(&mut self, record: input::InputRecord) -> io::Result<()> {
        let (name, named, hint) = (record.name, record.named, record.hint);
        let source = input::open(record.content, hint, &self.arguments.reading);
        let read = |source| self.read(name.clone(), source, hint);
        match source.and_then(|source| contained(|| read(source))?) {
            Ok(record) => self.tell(&record),
            Err(error) if error.is_no_record() && !named => {
                self.others += 1;
                Ok(())
            }
            Err(error) => {
                self.messages
                    .error(&format!("{name}: {error}"), error.help());
                self.status = Status::Failed;
                Ok(())
            }
        }
    }

    fn read(
        &self,
        input: Name,
        mut source: AnySource,
        hint: Option<Format>,
    ) -> Result<RecordSummary, InputError> {
        let mut record = RecordSummary {
            input,
            format: source.read_from(),
            charset: source.charset(),
            why: source.why().to_owned(),
            games: 0,
            moves: 0,
            nodes: 0,
            first: Vec::new(),
        };
        let kept = match (self.arguments.format, self.is_table()) {
            (Printed::Json, _) => usize::MAX,
            (Printed::Text, true) => 1,
            (Printed::Text, false) => GAMES,
        };
        for game in Games::new(&mut source) {
            let summary = Summary::of(&game?);
            record.games += 1;
            record.moves += summary.moves;
            record.nodes += summary.nodes;
            if record.first.len() < kept {
                record.first.push(summary);
            }
        }
        if record.games == 0 {
            return Err(InputError::no_game(hint));
        }
        Ok(record)
    }

    fn tell(&mut self, record: &RecordSummary) -> io::Result<()> {
        self.told += 1;
        let text = match self.arguments.format {
            Printed::Json => {
                let comma = if self.told > 1 { "," } else { "" };
                let text = record.json().to_string();
                format!("{comma}\n{}", printable::json(&text))
            }
            Printed::Text if self.is_table() => record.line(),
            Printed::Text => record.page(),
        };
        self.stdout.write_all(printable::lines(&text).as_bytes())
    }
}

/// Returns a line of the table.
fn row(file: &str, format: &str, games: &str, moves: &str, board: &str, first: &str) -> String {
    let line = format!("{file:<32} {format:<8} {games:>6} {moves:>7}  {board:<6} {first}");
    format!("{}\n", printable::line(line.trim_end()))
}

impl RecordSummary {
    fn line(&self) -> String {
        let first = self.first.first();
        row(
            &self.input.to_string(),
            &self.format.to_string(),
            &self.games.to_string(),
            &self.moves.to_string(),
            &first.and_then(board).unwrap_or_default(),
            &first.map_or_else(String::new, title),
        )
    }

    fn page(&self) -> String {
        let mut page = format!("{}\n", self.input);
        let (label, why) = (self.charset.label(), &self.why);
        let _ = writeln!(page, "  format        {}", self.format);
        let _ = writeln!(page, "  charset       {label}: {why}");
        let _ = writeln!(page, "  games         {}", self.games);
        let _ = writeln!(page, "  moves, nodes  {}, {}", self.moves, self.nodes);
        for (number, game) in (1..).zip(&self.first) {
            let _ = writeln!(page, "\ngame {number}");
            describe(game, &mut page);
        }
        let more = self.games - self.first.len();
        if more > 0 {
            let more = counted(more, "more game");
            let _ = writeln!(page, "\nand {more}; --format json lists all");
        }
        page
    }

    fn json(&self) -> Value {
        let games: Vec<_> = self.first.iter().map(ishi::json::summary).collect();
        json!({
            "input": self.input.text(),
            "path_bytes": self.input.encoded(),
            "format": self.format.name(),
            "encoding": {"label": self.charset.label(), "why": self.why},
            "games": games,
            "moves": self.moves,
            "nodes": self.nodes,
        })
    }
}

fn describe(game: &Summary, page: &mut String) {
    for (id, text) in &game.facts {
        let text = printable::line(text);
        let _ = writeln!(page, "  {:<28}  {text}", id.meaning());
    }
    if game.kind != GO {
        let _ = writeln!(page, "  {:<28}  {}", "kind of game (GM)", game.kind);
    }
    if let Some(board) = board(game) {
        let _ = writeln!(page, "  {:<28}  {board}", "board");
    }
    for (what, count) in [
        ("moves on the main line", game.main_line),
        ("moves", game.moves),
        ("nodes", game.nodes),
        ("variations", game.variations),
        ("comments", game.comments),
        ("diagrams", game.diagrams),
    ] {
        let _ = writeln!(page, "  {what:<28}  {count}");
    }
}

/// Returns the size of the board. Other games than Go have boards of their kinds, unless the record says a size.
fn board(game: &Summary) -> Option<String> {
    let BoardSize { columns, rows } = game.size;
    let is_said = game.kind == GO || game.size != BoardSize::DEFAULT;
    is_said.then(|| format!("{columns}x{rows}"))
}

/// Returns the players and the result, or else the name of the game.
fn title(game: &Summary) -> String {
    let players = [Id::PlayerBlack, Id::PlayerWhite].map(|id| game.fact(id));
    let [black, white] = players.map(|name| name.unwrap_or("?"));
    let mut parts = Vec::new();
    if players == [None, None] {
        parts.extend(game.fact(Id::Event).or_else(|| game.fact(Id::GameName)));
    } else {
        parts.extend([black, "-", white]);
    }
    parts.extend(game.fact(Id::Result));
    parts.join(" ")
}
