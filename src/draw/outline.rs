//! The tree of a game as a list of the places worth looking at.

use std::fmt::Write;

use super::words::{place_name, with_signs};
use crate::model::path::{push_count, push_letters};
use crate::model::{Game, Id, NodeId, Step};

/// How many characters of a path, and of a comment, are listed.
const LONGEST_PATH: usize = 200;
const WORDS: usize = 60;

/// How far variations are indented.
const DEEPEST: usize = 20;

/// Lists the places of a game, one a line: its start, variations, diagrams with their numbers
/// from 1, names, comments, and ends of lines. Each line starts with the path that leads there.
pub fn outline(game: &Game<'_>) -> String {
    let mut lister = Lister {
        out: String::new(),
        path: String::new(),
        stack: Vec::new(),
        moves: 0,
        number: 0,
        after_letter: false,
        variations: 0,
        diagrams: 0,
    };
    for step in game.walk() {
        match step {
            Step::Enter(node) => lister.enter(game, node),
            Step::Leave(_) => lister.leave(),
        }
    }
    lister.out
}

/// What to go back to when a node is left.
struct Frame {
    length: usize,
    moves: usize,
    number: u32,
    after_letter: bool,
    variations: usize,
    /// How many of the node's children were entered.
    entered: usize,
}

struct Lister {
    out: String,
    /// The path up to the letters of the variation that the walk is in.
    path: String,
    stack: Vec<Frame>,
    /// Moves behind these letters.
    moves: usize,
    /// The number of the latest move.
    number: u32,
    after_letter: bool,
    /// How many variations the walk is in.
    variations: usize,
    diagrams: usize,
}

impl Lister {
    fn enter(&mut self, game: &Game<'_>, node: NodeId) {
        let branch = self.stack.last_mut().map_or(0, |parent| {
            parent.entered += 1;
            parent.entered - 1
        });
        self.stack.push(Frame {
            length: self.path.len(),
            moves: self.moves,
            number: self.number,
            after_letter: self.after_letter,
            variations: self.variations,
            entered: 0,
        });
        let is_move = game.mv(node).is_some();
        if branch > 0 {
            push_count(&mut self.path, self.moves, self.after_letter);
            push_letters(&mut self.path, branch);
            (self.moves, self.after_letter) = (0, true);
            self.variations += 1;
        } else if is_move {
            self.moves += 1;
        }
        if is_move {
            self.number = game
                .move_number(node)
                .unwrap_or_else(|| self.number.saturating_add(1));
        }
        self.list(game, node, branch);
    }

    fn leave(&mut self) {
        if let Some(frame) = self.stack.pop() {
            self.path.truncate(frame.length);
            self.moves = frame.moves;
            self.number = frame.number;
            self.after_letter = frame.after_letter;
            self.variations = frame.variations;
        }
    }

    /// Returns the path to the node; the middle of a very long one is left out.
    fn place(&self) -> String {
        let mut place = String::new();
        let tail = self.path.len().saturating_sub(LONGEST_PATH / 2);
        match (self.path.get(..LONGEST_PATH / 2), self.path.get(tail..)) {
            (Some(head), Some(tail)) if self.path.len() > LONGEST_PATH => {
                let _ = write!(place, "{head}…{tail}");
            }
            _ => place.push_str(&self.path),
        }
        push_count(&mut place, self.moves, self.after_letter);
        place
    }

    fn list(&mut self, game: &Game<'_>, node: NodeId, branch: usize) {
        let mut about = Vec::new();
        if game.has(node, Id::Figure) {
            self.diagrams += 1;
            about.push(format!("diagram {}", self.diagrams));
        }
        about.extend(super::go::caption(game, node));
        if let Some(comment) = game.text(node, Id::Comment) {
            about.extend(first_words(comment).map(|words| format!("\"{words}\"")));
        }
        let ends = game.first_child(node).is_none();
        let parts = game.children(node).nth(1).is_some();
        if about.is_empty() && branch == 0 && !ends && !parts && node != NodeId::ROOT {
            return;
        }
        let what = match game.mv(node) {
            Some(mv) => {
                let (number, color) = (self.number, mv.color.letter());
                format!("{color} {number} {}", place_name(game.size, mv.place))
            }
            None if node == NodeId::ROOT => "start".to_owned(),
            None => String::new(),
        };
        if ends && about.is_empty() && node != NodeId::ROOT {
            about.push("end".to_owned());
        }
        let place = self.place();
        let indent = "  ".repeat(self.variations.min(DEEPEST));
        let line = format!("{indent}{place:<8} {what:<10} {}", about.join("  "));
        let _ = writeln!(self.out, "{}", line.trim_end());
    }
}

/// Returns the first words of a comment.
fn first_words(comment: &str) -> Option<String> {
    let mut words = String::new();
    for word in comment.split_whitespace() {
        if words.len() + word.len() > WORDS {
            if words.is_empty() {
                words.extend(word.chars().take(WORDS));
            }
            words.push('…');
            break;
        }
        if !words.is_empty() {
            words.push(' ');
        }
        words.push_str(word);
    }
    let words: String = with_signs(&words)
        .chars()
        .filter(|c| !c.is_control())
        .collect();
    (!words.is_empty()).then_some(words)
}
