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

mod member;
mod node;
mod tell;

use std::io::{self, Write};

use serde_json::{Value, json};

pub use tell::{finding, summary};

use crate::format::SourceFormat;
use crate::format::charset::Charset;
use crate::model::{BACKGAMMON, BoardSize, GO, Game, NodeId, Step};

/// The version of the documents: it grows when a member changes its meaning or goes away.
pub const VERSION: u32 = 1;

/// After so many bytes the text goes to the output.
const CHUNK: usize = 1 << 15;

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
    /// The text that is not in the output yet.
    text: Vec<u8>,
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
    pub fn new(out: W, source: Option<(SourceFormat, Charset)>) -> io::Result<Self> {
        let generator = concat!("ishi ", env!("CARGO_PKG_VERSION"));
        let mut text = Vec::new();
        write!(
            text,
            "{{\"version\":{VERSION},\"generator\":\"{generator}\""
        )?;
        if let Some((format, charset)) = source {
            let source = json!({"format": format.name(), "charset": charset.label()});
            write!(text, ",\"source\":{source}")?;
        }
        text.extend_from_slice(b",\"games\":[");
        Ok(Self {
            out,
            text,
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
        self.game_with_words(game, &[])
    }

    /// Writes a game with words that have no meaning, such as REMARK, each with its node, as
    /// [`Games::words`](crate::Games::words) finds them.
    ///
    /// # Errors
    ///
    /// As of the output.
    pub fn game_with_words(
        &mut self,
        game: &Game<'_>,
        words: &[(NodeId, String)],
    ) -> io::Result<()> {
        if self.games > 0 {
            self.text.push(b',');
        }
        self.games += 1;
        push_facts(&mut self.text, game, self.games)?;
        self.text.extend_from_slice(b",\"nodes\":[");
        let mut nodes = node::Nodes::new(game, self.positions, words);
        for step in game.walk() {
            match step {
                Step::Leave(_) => nodes.leave(),
                Step::Enter(id) => {
                    let start: &[u8] = if id == NodeId::ROOT { b"\n" } else { b",\n" };
                    self.text.extend_from_slice(start);
                    nodes.enter(id, &mut self.text)?;
                    if self.text.len() >= CHUNK {
                        self.out.write_all(&self.text)?;
                        self.text.clear();
                    }
                }
            }
        }
        self.text.extend_from_slice(b"]}");
        Ok(())
    }

    /// Ends the document, and returns the output.
    ///
    /// # Errors
    ///
    /// As of the output.
    pub fn finish(mut self) -> io::Result<W> {
        self.text.extend_from_slice(b"\n]}\n");
        self.out.write_all(&self.text)?;
        Ok(self.out)
    }
}

/// Appends the start of the object of a game: the facts outside its tree.
fn push_facts(out: &mut Vec<u8>, game: &Game<'_>, number: usize) -> io::Result<()> {
    let kind = game.kind;
    let name = match kind {
        GO => "Go",
        BACKGAMMON => "Backgammon",
        _ => "other",
    };
    let info = Value::Object(member::info(game, NodeId::ROOT));
    write!(
        out,
        "\n{{\"game\":{number},\"info\":{info},\"kind\":{kind},\"kind_name\":\"{name}\""
    )?;
    let BoardSize { columns, rows } = game.size;
    write!(out, ",\"size\":{{\"columns\":{columns},\"rows\":{rows}}}")
}

#[cfg(test)]
mod tests;
