//! The lines of a text in the Ishi Standard Format, and the nodes that they belong to.

use crate::convert::edited::scene::Scene;
use crate::diagnostic::Diagnostics;
use crate::dispatch;
use crate::format::Format;
use crate::model::{Id, Point, PointName};

/// The lines of a text that our writer wrote.
pub(super) struct Page {
    pub(super) lines: Vec<String>,
    /// For each node of the game the line that it starts with, if it has one.
    pub(super) starts: Vec<Option<usize>>,
    /// The lines outside blocks that start or end a node, a variation or an event.
    pub(super) bounds: Vec<usize>,
}

/// A block of lines in a page.
pub(super) type Block = std::ops::Range<usize>;

impl Page {
    pub(super) fn read(scene: &Scene<'_>) -> Self {
        let lines: Vec<String> = scene.text.lines().map(ToOwned::to_owned).collect();
        let mut log = Diagnostics::with_places();
        let games = dispatch::read(Format::Ishi, scene.text, &mut log);
        let [game] = games.as_slice() else {
            panic!("not one game: {}", scene.text);
        };
        let line_at = |offset: usize| {
            let newlines = scene.text.bytes().take(offset);
            newlines.filter(|byte| *byte == b'\n').count()
        };
        let keyword = |line: &usize| {
            let word = lines.get(*line).and_then(|line| line.split(' ').next());
            matches!(word, Some("B" | "W" | "DIAGRAM" | "EVENT"))
        };
        let starts = game.nodes().map(|node| {
            let span = log.place_of(0, node.index())?;
            Some(line_at(span.start)).filter(keyword)
        });
        let starts = starts.collect();
        let bounds = bounds(&lines);
        Self {
            lines,
            starts,
            bounds,
        }
    }

    pub(super) fn text(&self) -> String {
        self.lines.join("\r\n") + "\r\n"
    }

    /// Returns the first of the `bounds` after a line.
    pub(super) fn next(&self, line: usize) -> usize {
        let next = self.bounds.iter().find(|bound| **bound > line);
        next.copied().unwrap_or(self.lines.len())
    }

    pub(super) fn word(&self, line: usize) -> &str {
        self.lines
            .get(line)
            .and_then(|line| line.split(' ').next())
            .unwrap_or("EVENT")
    }

    /// Returns the lines of a node, from its defining line on.
    pub(super) fn chunk(&self, line: usize) -> Block {
        line..self.next(line)
    }

    /// Returns the carrier of the first event.
    pub(super) fn carrier(&self) -> Option<Block> {
        let is_carrier = |line: &String| line.starts_with("USER ishi 3 ");
        self.block(self.lines.iter().position(is_carrier)?)
    }

    /// Returns the block that starts in a line.
    pub(super) fn block(&self, line: usize) -> Option<Block> {
        let end = match self.lines.get(line)?.split(' ').next()? {
            "COM" => "ENDCOM",
            "USER" => "ENDUSER",
            _ => return None,
        };
        let after = self
            .lines
            .get(line..)?
            .iter()
            .position(|line| line == end)?;
        Some(line..line + after + 1)
    }

    /// Returns the only block with text of a node, without its first and last line.
    pub(super) fn comment(&self, line: usize) -> Option<Block> {
        let chunk = self.chunk(line);
        let mut found = chunk
            .filter(|line| self.word(*line) == "COM")
            .filter_map(|line| self.block(line));
        let block = found.next()?;
        let body = block.start + 1..block.end - 1;
        (found.next().is_none() && !body.is_empty()).then_some(body)
    }

    /// Returns the moves below the root, on lines with only one move.
    pub(super) fn moves(&self, scene: &Scene<'_>) -> Vec<(usize, usize)> {
        let starts = self.starts.iter().enumerate().skip(1);
        let moves = starts.filter_map(|(node, line)| Some((node, (*line)?)));
        let is_move = |(node, line): &(usize, usize)| {
            let mv = scene.game.mv(scene.node(*node));
            mv.is_some_and(|mv| mv.point_on(scene.game.size).is_some())
                && matches!(self.word(*line), "B" | "W")
                && self.lines[*line].split(' ').count() == 3
        };
        moves.filter(is_move).collect()
    }

    /// Returns whether any line is about stones wherever they are.
    pub(super) fn names_stones(&self) -> bool {
        let named = |line: &String| line.contains('#') || line.ends_with(" ALL");
        self.lines.iter().any(named)
    }

    /// Returns whether any line names moves by their numbers, or a node sets the number of its move.
    pub(super) fn names_numbers(&self, scene: &Scene<'_>) -> bool {
        let numbered = |node| scene.game.has(node, Id::MoveNumber);
        self.names_stones() || scene.game.nodes().any(numbered)
    }

    /// Adds to the numbers of the moves in the rest of a sequence and its variations.
    pub(super) fn renumber(&mut self, from: usize, change: i64) {
        let mut depth = 0;
        for line in self.bounds.clone().into_iter().filter(|line| *line >= from) {
            match self.word(line) {
                "VAR" => depth += 1,
                "ENDVAR" => depth -= 1,
                "EVENT" => return,
                "B" | "W" => {
                    let mut words: Vec<String> =
                        self.lines[line].split(' ').map(ToOwned::to_owned).collect();
                    if let Some(Ok(number)) = words.get(1).map(|word| word.parse::<i64>()) {
                        words[1] = (number + change).to_string();
                        self.lines[line] = words.join(" ");
                    }
                }
                _ => {}
            }
            if depth < 0 {
                return;
            }
        }
    }

    /// Returns the block of a variation without any variation in it, given its first line.
    pub(super) fn variation(&self, line: usize) -> Option<Block> {
        let mut at = line;
        loop {
            at = self.next(at);
            match self.word(at) {
                "ENDVAR" => return Some(line..at + 1),
                "B" | "W" => {}
                _ => return None,
            }
        }
    }

    /// Returns the variations without any variation in them, with their first nodes.
    pub(super) fn variations(&self) -> Vec<(Block, usize)> {
        let first = |block: &Block| {
            self.starts
                .iter()
                .position(|start| *start == Some(self.next(block.start)))
        };
        let vars = self.bounds.iter().filter(|line| self.word(**line) == "VAR");
        let blocks = vars.filter_map(|line| self.variation(*line));
        blocks
            .filter_map(|block| Some((block.clone(), first(&block)?)))
            .collect()
    }
}

pub(super) fn bounds(lines: &[String]) -> Vec<usize> {
    let mut bounds = Vec::new();
    let mut end = None;
    for (index, line) in lines.iter().enumerate() {
        let word = line.split(' ').next().unwrap_or_default();
        match (end, word) {
            (Some(wanted), word) => end = Some(wanted).filter(|wanted| *wanted != word),
            (None, "COM") => end = Some("ENDCOM"),
            (None, "USER") => end = Some("ENDUSER"),
            (None, "B" | "W" | "DIAGRAM" | "EVENT" | "VAR" | "ENDVAR" | "REMARK") => {
                bounds.push(index);
            }
            _ => {}
        }
    }
    bounds
}

pub(super) fn name(scene: &Scene<'_>, point: Point) -> String {
    let name: PointName = point.on(scene.game.size);
    name.to_string()
}
