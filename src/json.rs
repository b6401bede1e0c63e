//! Games as JSON, for programs that do not read game records (feature `json`).
//!
//! `docs/game-record.schema.json` describes the document; its `version` grows when a member changes its
//! meaning. Moves with their captures, setup, marks and labels have members. All other properties are in
//! `properties`, under their identifiers of SGF `FF[4]`. A tree is a flat list of nodes in the order of a
//! file, each with the numbers of its parent and its children, so that readers need no recursion. `ishi`
//! writes JSON, but does not read it.
//!
//! ```
//! let record = ishi::read(b"(;FF[4]SZ[9]PB[Anna];B[cg]C[the first move])")?;
//! let json = ishi::json::document(&record.games);
//! assert!(json.contains(r#""at":"C3""#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod node;
mod object;
mod tell;

use std::io::{self, Write};

use serde_json::{Map, Value, json};

pub use tell::{finding, summary};

use crate::charset::Charset;
use crate::format::Format;
use crate::model::{BACKGAMMON, GO, Game, NodeId, Step};

/// The version of the documents: it grows when a member changes its meaning or goes away.
pub const VERSION: u32 = 1;

/// Returns games as one document.
pub fn document(games: &[Game<'_>]) -> String {
    let mut bytes = Vec::new();
    // Writing into memory does not fail.
    let _ = write_all(games, &mut bytes);
    String::from_utf8(bytes).unwrap_or_default()
}

fn write_all(games: &[Game<'_>], out: &mut Vec<u8>) -> io::Result<()> {
    let mut writer = Writer::new(out, None)?;
    games.iter().try_for_each(|game| writer.game(game))?;
    writer.finish().map(|_| ())
}

/// Writes a document game by game, so that a record of any size can be written.
pub struct Writer<W> {
    out: W,
    games: usize,
    positions: bool,
}

impl<W: Write> Writer<W> {
    /// Starts a document; `source` is the format and the charset of the record that the games come
    /// from.
    ///
    /// # Errors
    ///
    /// As of the output.
    pub fn new(mut out: W, source: Option<(Format, Charset)>) -> io::Result<Self> {
        let generator = concat!("ishi ", env!("CARGO_PKG_VERSION"));
        write!(out, "{{\"version\":{VERSION},\"generator\":\"{generator}\"")?;
        if let Some((format, charset)) = source {
            let source = json!({"format": format.name(), "charset": charset.label()});
            write!(out, ",\"source\":{source}")?;
        }
        out.write_all(b",\"games\":[")?;
        Ok(Self {
            out,
            games: 0,
            positions: false,
        })
    }

    /// Sets whether each node of a game of Go has the position after it, as rows of the letters `B`, `W` and `.`.
    #[must_use]
    pub fn with_positions(mut self, positions: bool) -> Self {
        self.positions = positions;
        self
    }

    /// Writes a game.
    ///
    /// # Errors
    ///
    /// As of the output.
    pub fn game(&mut self, game: &Game<'_>) -> io::Result<()> {
        if self.games > 0 {
            self.out.write_all(b",")?;
        }
        self.games += 1;
        let mut facts = facts(game, self.games);
        facts.insert("info".to_owned(), node::info(game, NodeId::ROOT).into());
        let facts = Value::Object(facts).to_string();
        let open = facts.strip_suffix('}').unwrap_or_default();
        write!(self.out, "\n{open},\"nodes\":[")?;
        let mut nodes = node::Nodes::new(game, self.positions);
        let mut text = Vec::new();
        for step in game.walk() {
            match step {
                Step::Leave(_) => nodes.leave(),
                Step::Enter(id) => {
                    text.extend_from_slice(if id == NodeId::ROOT { b"\n" } else { b",\n" });
                    nodes.enter(game, id, &mut text);
                    self.out.write_all(&text)?;
                    text.clear();
                }
            }
        }
        self.out.write_all(b"]}")
    }

    /// Ends the document, and returns the output.
    ///
    /// # Errors
    ///
    /// As of the output.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.write_all(b"\n]}\n")?;
        Ok(self.out)
    }
}

/// Returns the facts about a game outside its tree.
fn facts(game: &Game<'_>, number: usize) -> Map<String, Value> {
    let mut facts = Map::new();
    facts.insert("game".to_owned(), number.into());
    facts.insert("kind".to_owned(), game.kind.into());
    let name = match game.kind {
        GO => "Go",
        BACKGAMMON => "Backgammon",
        _ => "other",
    };
    facts.insert("kind_name".to_owned(), name.into());
    let size = json!({"columns": game.size.columns, "rows": game.size.rows});
    facts.insert("size".to_owned(), size);
    facts
}

#[cfg(test)]
mod tests;
