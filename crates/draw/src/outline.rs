//! The tree of a game as a list of the places worth looking at.

use std::fmt::Write;

use super::words::with_sign;
use ishi::model::{Game, Id, NodeId, Step, Tracker};

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
/// the [address](ishi::model::Address) that leads there.
pub fn outline(game: &Game<'_>, places: Places) -> String {
    let mut lister = Lister {
        out: String::new(),
        places,
        tracker: Tracker::new(game),
        stack: Vec::new(),
        diagrams: 0,
    };
    for step in game.walk() {
        match step {
            Step::Enter(node) => lister.enter(game, node),
            Step::Leave(_) => {
                lister.tracker.leave();
                lister.stack.pop();
            }
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
    /// The counts after each node from the root on.
    stack: Vec<Counts>,
    diagrams: usize,
}

impl Lister {
    fn enter(&mut self, game: &Game<'_>, node: NodeId) {
        let branch = self.tracker.enter(game, node);
        let mut counts = self.counts();
        counts.variations += usize::from(branch > 0);
        if game.mv(node).is_some() {
            counts.number = game
                .move_number(node)
                .unwrap_or_else(|| counts.number.saturating_add(1));
        }
        self.stack.push(counts);
        self.list(game, node, branch);
    }

    fn counts(&self) -> Counts {
        self.stack.last().copied().unwrap_or_default()
    }

    fn list(&mut self, game: &Game<'_>, node: NodeId, branch: usize) {
        let about = self.about(game, node);
        let ends = game.first_child(node).is_none();
        let parts = game.children(node).nth(1).is_some();
        let is_landmark = !about.is_empty() || branch > 0 || ends || parts;
        if !is_landmark && node != NodeId::ROOT && self.places == Places::Landmarks {
            return;
        }
        let indent = self.counts().variations.min(DEEPEST);
        self.out.extend(std::iter::repeat_n("  ", indent));
        let place = self.out.len();
        self.out += &self.tracker.address(node).to_string();
        self.fill(place + 9);
        let mv = self.out.len();
        self.push_move(game, node);
        self.fill(mv + 11);
        self.out.push_str(match about.as_str() {
            "" if ends && node != NodeId::ROOT => "end",
            about => about,
        });
        self.out.truncate(self.out.trim_end().len());
        self.out.push('\n');
    }

    /// Returns the diagram of a node, its name and the first words of its comment.
    fn about(&mut self, game: &Game<'_>, node: NodeId) -> String {
        let mut about = String::new();
        if game.has(node, Id::Figure) {
            self.diagrams += 1;
            about = format!("diagram {}", self.diagrams);
        }
        if let Some(caption) = super::go::caption(game, node) {
            push_space(&mut about);
            about.push_str(&caption);
        }
        if let Some(comment) = game.text(node, Id::Comment) {
            push_quoted(&mut about, comment);
        }
        about
    }

    fn push_move(&mut self, game: &Game<'_>, node: NodeId) {
        if let Some(mv) = game.mv(node) {
            let number = self.counts().number;
            self.out.push(mv.color.letter());
            // Writing into a string does not fail.
            let _ = write!(self.out, " {number} {}", mv.place.name(game.size));
        } else if node == NodeId::ROOT {
            self.out.push_str("start");
        }
    }

    /// Appends blanks up to a column, and at least one.
    fn fill(&mut self, column: usize) {
        let count = column.saturating_sub(self.out.len()).max(1);
        self.out.extend(std::iter::repeat_n(' ', count));
    }
}

/// Parts the next words from those before.
fn push_space(about: &mut String) {
    if !about.is_empty() {
        about.push_str("  ");
    }
}

/// Appends the first words of a comment in quotes.
fn push_quoted(about: &mut String, comment: &str) {
    let before = about.len();
    push_space(about);
    about.push('"');
    let start = about.len();
    let mut count = 0;
    for word in comment.split_whitespace() {
        let length = word.chars().count() + usize::from(count > 0);
        if count + length > WORDS {
            let cut = if count == 0 { WORDS } else { 0 };
            push_shown(about, word.chars().take(cut));
            about.push('…');
            break;
        }
        if count > 0 {
            about.push(' ');
        }
        push_shown(about, word.chars());
        count += length;
    }
    if about.len() > start {
        about.push('"');
    } else {
        about.truncate(before);
    }
}

/// Appends characters as the board shows them, without controls.
fn push_shown(about: &mut String, word: impl Iterator<Item = char>) {
    let shown = word.filter(|c| !c.is_control());
    about.extend(shown.map(with_sign));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(text: &str, places: Places) -> String {
        let record = ishi::read(text.as_bytes()).unwrap();
        outline(&record.games[0], places)
    }

    #[test]
    fn a_comment_of_more_than_sixty_characters_is_cut_before_a_word() {
        let quoted = |comment: &str| {
            let mut about = String::new();
            push_quoted(&mut about, comment);
            about
        };
        let word = "x".repeat(60);
        assert_eq!(quoted(&word), format!("\"{word}\""));
        assert_eq!(quoted(&format!("{word}x")), format!("\"{word}…\""));
        assert_eq!(quoted(&format!("{word} y")), format!("\"{word}…\""));
        assert_eq!(quoted(&format!("y {word}")), "\"y…\"");
        // The blank between two words counts, and letters beyond ASCII are one character.
        let (half, most) = ("x".repeat(30), "ä".repeat(29));
        assert_eq!(
            quoted(&format!("{half} {most}")),
            format!("\"{half} {most}\"")
        );
        assert_eq!(quoted(&format!("{half} {half}")), format!("\"{half}…\""));
        assert_eq!(quoted(" a \n b\u{7} ▲ "), "\"a b △\"");
        assert_eq!(quoted(" \n "), "");
        let mut about = "diagram 1".to_owned();
        push_quoted(&mut about, " ");
        assert_eq!(about, "diagram 1");
        push_quoted(&mut about, "a");
        assert_eq!(about, "diagram 1  \"a\"");
    }

    #[test]
    fn places_are_the_start_variations_diagrams_words_and_ends() {
        let text = "(;FF[4]SZ[9];B[aa];W[bb];B[cc](;W[dd]MN[10];B[ee])(;W[];B[ff];W[gg]C[here]FG[1:Figure];B[hh]))";
        let landmarks = "\
0        start
3        B 3 C7
5        B 11 E5    end
  3b       W 4 pass
  3b2      W 6 G3     diagram 1  Figure  \"here\"
  3b3      B 7 H2     end
";
        assert_eq!(listed(text, Places::Landmarks), landmarks);
        let all = "\
0        start
1        B 1 A9
2        W 2 B8
3        B 3 C7
4        W 10 D6
5        B 11 E5    end
  3b       W 4 pass
  3b1      B 5 F4
  3b2      W 6 G3     diagram 1  Figure  \"here\"
  3b3      B 7 H2     end
";
        assert_eq!(listed(text, Places::All), all);
        assert_eq!(listed("(;FF[4])", Places::All), "0        start\n");
    }

    #[test]
    fn variations_in_variations_are_indented_twenty_times_at_most() {
        let depth = 22;
        let text = format!(
            "(;FF[4]SZ[9]{}{}",
            "(;B[aa])(;B[bb]".repeat(depth),
            ")".repeat(depth + 1)
        );
        let listed = listed(&text, Places::Landmarks);
        let indents = listed
            .lines()
            .map(|line| line.len() - line.trim_start().len());
        let mut deepest: Vec<_> = indents.collect();
        deepest.sort_unstable();
        assert_eq!(deepest[deepest.len() - 7..], [38, 38, 40, 40, 40, 40, 40]);
    }
}
