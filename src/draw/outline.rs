//! The tree of a game as a list of the places worth looking at.

use std::fmt::Write;

use super::words::with_signs;
use crate::model::{Game, Id, NodeId, Step, Tracker};

/// How many characters of a comment are listed.
const WORDS: usize = 60;

/// How far variations are indented.
const DEEPEST: usize = 20;

/// The nodes of a game that are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Places {
    /// Its start, variations, diagrams, names, comments, and ends of lines.
    #[default]
    Landmarks,
    /// Every node.
    All,
}

/// Lists the places of a game, one a line, diagrams with their numbers from 1. Each line starts with
/// the [address](crate::model::Address) that leads there.
pub fn outline(game: &Game<'_>, places: Places) -> String {
    let mut lister = Lister {
        out: String::new(),
        places,
        tracker: Tracker::new(game),
        stack: Vec::new(),
        counts: Counts::default(),
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

/// The counts of the walk up to a node.
#[derive(Clone, Copy, Default)]
struct Counts {
    /// The number of the latest move.
    number: u32,
    /// How many variations the walk is in.
    variations: usize,
}

struct Lister {
    out: String,
    places: Places,
    tracker: Tracker,
    /// The counts to return to when a node is left.
    stack: Vec<Counts>,
    counts: Counts,
    diagrams: usize,
}

impl Lister {
    fn enter(&mut self, game: &Game<'_>, node: NodeId) {
        self.stack.push(self.counts);
        let branch = self.tracker.enter(game, node);
        self.counts.variations += usize::from(branch > 0);
        if game.mv(node).is_some() {
            self.counts.number = game
                .move_number(node)
                .unwrap_or_else(|| self.counts.number.saturating_add(1));
        }
        self.list(game, node, branch);
    }

    fn leave(&mut self) {
        self.tracker.leave();
        if let Some(counts) = self.stack.pop() {
            self.counts = counts;
        }
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
        let is_landmark = !about.is_empty() || branch > 0 || ends || parts;
        if !is_landmark && node != NodeId::ROOT && self.places == Places::Landmarks {
            return;
        }
        let what = match game.mv(node) {
            Some(mv) => {
                let (number, color) = (self.counts.number, mv.color.letter());
                format!("{color} {number} {}", mv.place.name(game.size))
            }
            None if node == NodeId::ROOT => "start".to_owned(),
            None => String::new(),
        };
        if ends && about.is_empty() && node != NodeId::ROOT {
            about.push("end".to_owned());
        }
        let place = self.tracker.address(node).to_string();
        let indent = "  ".repeat(self.counts.variations.min(DEEPEST));
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
