//! An open record: its games, and pictures of their nodes.

use std::io::Cursor;

use ishi::charset::Charset;
use ishi::json::Writer;
use ishi::model::{Game, Id};
use ishi::source::{Source, SourceOptions};
use ishi::summary::Summary;
use ishi::{ByteEdit, Collection, Format, WriteError};
use ishi_draw::{SheetOptions, Signs, sheet_body};
use serde_json::{Value, json};

use crate::{Options, charsets, findings};

/// How many games of a record are listed.
pub const MOST_GAMES: usize = 5000;

/// How many characters of the comments of a game can be searched.
const MOST_SEARCHED: usize = 100_000;

/// A record that is open.
#[derive(Debug)]
pub struct Record {
    collection: Collection,
    /// The charset of the bytes; that of the collection is the one of its texts.
    charset: Charset,
    why: String,
    doubtful: bool,
}

impl Record {
    /// Opens a record.
    ///
    /// # Errors
    ///
    /// In words, if the bytes are not a game record.
    pub fn open(options: &Options, record: &[u8]) -> Result<Self, String> {
        Self::read(options.source(), options, record)
    }

    /// Opens a record that is read in this way.
    ///
    /// # Errors
    ///
    /// As of [`Record::open`].
    pub fn read(how: SourceOptions, options: &Options, record: &[u8]) -> Result<Self, String> {
        let open = || {
            let mut source = Source::open(Cursor::new(record), how)?;
            let why = options.why(source.why()).to_owned();
            let doubtful = source.note().is_some() || options.encoding.is_some();
            let charset = source.charset();
            Ok((ishi::read_source(&mut source)?, charset, why, doubtful))
        };
        let (collection, charset, why, doubtful) =
            open().map_err(|error: ishi::source::SourceError| error.to_string())?;
        Ok(Self {
            collection,
            charset,
            why,
            doubtful,
        })
    }

    /// Returns the games as a document of `docs/game-record.schema.json`.
    ///
    /// # Errors
    ///
    /// In words, if there is not enough memory for it.
    pub fn document(&self) -> Result<Vec<u8>, String> {
        let source = (self.collection.read_from, self.charset);
        let mut document = Vec::new();
        let mut write = || {
            let mut writer = Writer::new(&mut document, Some(source))?;
            self.collection
                .games
                .iter()
                .try_for_each(|game| writer.game(game))?;
            writer.finish().map(|_| ())
        };
        write()
            .map(|()| document)
            .map_err(|error: std::io::Error| error.to_string())
    }

    /// Returns whether there is no game in the record.
    pub fn is_empty(&self) -> bool {
        self.collection.games.is_empty()
    }

    /// Fills in the entry of a report: the counts and the findings.
    pub fn report(&self, options: &Options, answer: &mut Value) {
        let games = &self.collection.games;
        let summaries: Vec<_> = games.iter().map(Summary::of).collect();
        answer["from"] = self.collection.read_from.name().into();
        answer["encoding"] = self.encoding();
        answer["games"] = games.len().into();
        answer["nodes"] = summaries
            .iter()
            .map(|game| game.nodes)
            .sum::<usize>()
            .into();
        answer["moves"] = summaries
            .iter()
            .map(|game| game.moves)
            .sum::<usize>()
            .into();
        answer["summary"] = games.first().map(glance).unwrap_or_default();
        if options.rows {
            answer["rows"] = games.iter().take(MOST_GAMES).map(row).collect();
        }
        answer["diagnostics"] = findings::all(&self.collection.findings).into();
    }

    /// Returns the charset, and why it is this one.
    fn encoding(&self) -> Value {
        json!({"label": self.charset.label(), "why": self.why})
    }

    /// Returns a summary of the record. The charset choice needs its bytes again.
    pub fn games(&self, options: &Options, record: &[u8]) -> Value {
        let games = &self.collection.games;
        let listed: Vec<_> = games.iter().take(MOST_GAMES).map(glance).collect();
        json!({
            "format": self.collection.format.name(),
            "encoding": self.encoding(),
            "doubtful": self.doubtful,
            "charsets": charsets::candidates(options.source(), record, self.charset),
            "count": games.len(),
            "games": listed,
        })
    }

    /// Returns the chosen game, by default the first.
    ///
    /// # Errors
    ///
    /// In words, if the game does not exist.
    pub fn game(&self, options: &Options) -> Result<&Game<'static>, String> {
        let number = options.game.unwrap_or(1);
        let index = number.checked_sub(1);
        let game = index.and_then(|index| self.collection.games.get(index));
        game.ok_or_else(|| {
            let games = self.collection.games.len();
            format!("there is no game {number}: the record has {games}")
        })
    }

    /// Returns the game that is asked for, to change it.
    ///
    /// # Errors
    ///
    /// As of [`Record::game`].
    pub fn game_mut(&mut self, options: &Options) -> Result<&mut Game<'static>, String> {
        self.game(options)?;
        let index = options.game.unwrap_or(1).saturating_sub(1);
        let game = self.collection.games.get_mut(index);
        game.ok_or_else(|| "the record does not have this game".to_owned())
    }

    /// Returns the edits that write the changed games into the record.
    ///
    /// # Errors
    ///
    /// If the record cannot have one of the changes.
    pub fn edits(&self) -> Result<Vec<ByteEdit>, WriteError> {
        self.collection.edits()
    }

    /// Returns the charset of the record.
    pub fn charset(&self) -> Charset {
        self.collection.charset
    }

    /// Returns the shapes of marks in the format of the record.
    pub fn signs(&self) -> Signs {
        match self.collection.format {
            Format::Ishi => Signs::Ishi,
            Format::Sgf | Format::SmartGo => Signs::Sgf,
        }
    }

    /// Writes a game as a page to print: the content of its `main` element.
    ///
    /// # Errors
    ///
    /// In words, if the game does not exist or cannot be drawn.
    pub fn sheet(&self, options: &Options) -> Result<String, String> {
        let games = match options.game {
            Some(_) => vec![self.game(options)?],
            None => self.collection.games.iter().collect(),
        };
        let default = SheetOptions::default();
        let options = SheetOptions {
            moves: options.moves.unwrap_or(default.moves),
            signs: self.signs(),
            ..default
        };
        sheet_body(&games, options).map_err(|error| error.to_string())
    }
}

/// Returns a game as the list of the page shows it and searches it: its title, date, result, event, place and comments.
pub fn row(game: &Game<'_>) -> Value {
    let summary = Summary::of(game);
    let mut text = String::new();
    let comments = game.nodes().filter_map(|node| game.text(node, Id::Comment));
    for comment in comments {
        text.push_str(comment);
        text.push('\n');
        if text.len() > MOST_SEARCHED {
            break;
        }
    }
    let cut = text.char_indices().nth(MOST_SEARCHED);
    text.truncate(cut.map_or(text.len(), |(at, _)| at));
    let facts = [Id::Date, Id::Result, Id::Event, Id::Place];
    json!([summary.title(), facts.map(|id| summary.fact(id)), text])
}

/// Returns the summary of a game, with its title and its facts in words for people.
pub fn glance(game: &Game<'_>) -> Value {
    let summary = Summary::of(game);
    let mut told = ishi::json::summary(&summary);
    told["title"] = summary.title().into();
    told["words"] = json!(summary.in_words());
    told
}
