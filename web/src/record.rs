//! A record that is open: its games, and what a node of one looks like.

use std::io::Cursor;

use ishi::Collection;
use ishi::Format;
use ishi::draw::{Drawing, Picture, PictureOptions, Places, Signs, TextOptions, diagrams, outline};
use ishi::json::Writer;
use ishi::model::{Address, Game, Id, NodeId};
use ishi::source::Source;
use ishi::summary::Summary;
use serde_json::{Value, json};

use crate::{Options, charsets, findings};

/// How many games of a record are listed.
const MOST_GAMES: usize = 5000;

/// How many places of a game's outline are told.
const MOST_PLACES: usize = 1000;

/// How many nodes before and after a node its line tells.
const LONGEST_LINE: usize = 5000;

/// A record that is open.
#[derive(Debug)]
pub struct Record {
    collection: Collection,
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
        let open = || {
            let mut source = Source::open(Cursor::new(record), options.source())?;
            let why = options.why(source.why()).to_owned();
            let doubtful = source.note().is_some() || options.encoding.is_some();
            Ok((ishi::read_source(&mut source)?, why, doubtful))
        };
        let (collection, why, doubtful) =
            open().map_err(|error: ishi::source::SourceError| error.to_string())?;
        Ok(Self {
            collection,
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
        let source = (self.collection.format, self.collection.charset);
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

    /// Fills in the entry of a report: what was read, and what was found.
    pub fn report(&self, answer: &mut Value) {
        let games = &self.collection.games;
        let summaries: Vec<_> = games.iter().map(Summary::of).collect();
        answer["from"] = self.collection.format.name().into();
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
        answer["summary"] = summaries
            .first()
            .map(ishi::json::summary)
            .unwrap_or_default();
        answer["diagnostics"] = findings::all(&self.collection.findings).into();
    }

    /// Returns the charset, and why it is this one.
    fn encoding(&self) -> Value {
        json!({"label": self.collection.charset.label(), "why": self.why})
    }

    /// Returns what there is in the record, which is given again for the charsets that it may be in.
    pub fn games(&self, options: &Options, record: &[u8]) -> Value {
        let games = &self.collection.games;
        let listed: Vec<_> = games
            .iter()
            .take(MOST_GAMES)
            .map(|game| ishi::json::summary(&Summary::of(game)))
            .collect();
        json!({
            "format": self.collection.format.name(),
            "encoding": self.encoding(),
            "doubtful": self.doubtful,
            "charsets": charsets::candidates(options.source(), record, self.collection.charset),
            "count": games.len(),
            "games": listed,
        })
    }

    /// Draws a node and describes it.
    ///
    /// # Errors
    ///
    /// In words, if there is no such node.
    pub fn show(&self, options: &Options) -> Result<Value, String> {
        let number = options.game.unwrap_or(1);
        let game = number
            .checked_sub(1)
            .and_then(|index| self.collection.games.get(index));
        let game = game.ok_or_else(|| {
            let games = self.collection.games.len();
            format!("there is no game {number}: the record has {games}")
        })?;
        let figures = diagrams(game);
        let node = node_of(game, &figures, options)?;
        let signs = match self.collection.format {
            Format::Ishi => Signs::Ishi,
            Format::Sgf | Format::SmartGo => Signs::Sgf,
        };
        let drawn = match options.diagram {
            Some(_) => Drawing::diagram(game, node, signs),
            None => Drawing::position(game, node, signs),
        };
        let place = Place { game, node };
        let mut shown = place.json();
        shown["diagrams"] = figures.len().into();
        shown["diagram"] = (1..)
            .zip(&figures)
            .find_map(|(number, figure)| (*figure == node).then_some(number))
            .into();
        shown["drawn_as_diagram"] = options.diagram.is_some().into();
        match drawn {
            Ok(mut drawing) => {
                if let Picture::Go(board) = &drawing.picture {
                    shown["number"] = board.last.map(|last| last.number).into();
                    shown["captures"] = board.captures.into();
                }
                // The page sets the words itself, in letters that can be enlarged and read aloud.
                shown["caption"] = drawing.caption.take().into();
                shown["comment"] = drawing.comment.take().into();
                shown["notes"] = std::mem::take(&mut drawing.notes).into();
                shown["svg"] = drawing.svg(PictureOptions::default()).into();
                shown["text"] = drawing.text(&TextOptions::default()).into();
            }
            Err(error) => shown["why_no_drawing"] = error.to_string().into(),
        }
        if options.at.is_some() || options.diagram.is_some() || node == NodeId::ROOT {
            let outline = outline(game, Places::Landmarks);
            let lines = outline.lines().take(MOST_PLACES);
            shown["outline"] = lines.collect::<Vec<_>>().into();
        }
        Ok(shown)
    }
}

/// Returns the node that is asked for.
fn node_of(game: &Game<'_>, figures: &[NodeId], options: &Options) -> Result<NodeId, String> {
    if let Some(number) = options.diagram {
        let node = number.checked_sub(1).and_then(|index| figures.get(index));
        return node.copied().ok_or_else(|| {
            format!(
                "there is no diagram {number}: the game has {}",
                figures.len()
            )
        });
    }
    let address = match options.node {
        Some(index) => format!("node{index}"),
        None => options.at.clone().unwrap_or_else(|| "start".to_owned()),
    };
    let found = address
        .parse::<Address>()
        .and_then(|address| address.find(game));
    found.map_err(|error| error.to_string())
}

/// A node in its game.
struct Place<'p> {
    game: &'p Game<'p>,
    node: NodeId,
}

impl Place<'_> {
    fn json(&self) -> Value {
        let Self { game, node } = self;
        let parent = game.parent(*node);
        let variations: Vec<_> = parent.map_or_else(Vec::new, |parent| {
            game.children(parent)
                .map(|child| self.branch(child))
                .collect()
        });
        let next: Vec<_> = game
            .children(*node)
            .map(|child| self.branch(child))
            .collect();
        let before = std::iter::successors(parent, |&node| game.parent(node));
        let mut line: Vec<_> = before.take(LONGEST_LINE).map(NodeId::index).collect();
        line.reverse();
        let at = line.len();
        let after = std::iter::successors(Some(*node), |&node| game.first_child(node));
        line.extend(after.take(LONGEST_LINE).map(NodeId::index));
        json!({
            "node": node.index(),
            "address": Address::of(game, *node).to_string(),
            "name": game.text(*node, Id::Name),
            "parent": parent.map(NodeId::index),
            "move": self.branch(*node)["move"],
            "line": line,
            "at": at,
            "variations": variations,
            "next": next,
        })
    }

    /// Returns what a move is called where several are to choose from.
    fn branch(&self, child: NodeId) -> Value {
        let size = self.game.size;
        let name = self.game.mv(child).map(|mv| {
            let color = match mv.color {
                ishi::model::Color::Black => "Black",
                ishi::model::Color::White => "White",
            };
            match mv.point_on(size) {
                Some(point) => format!("{color} {}", point.on(size)),
                None => format!("{color} passes"),
            }
        });
        json!({
            "node": child.index(),
            "move": name,
            "name": self.game.text(child, Id::Name),
        })
    }
}
