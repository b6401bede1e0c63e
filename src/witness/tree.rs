//! The second reader of SGF and of Smart-Go, by the grammar of the specifications and nothing else.

use std::collections::BTreeMap;

use super::Field;
use super::board;
use super::form::{Game, Place, Spot, Step};
use super::words;

/// The single texts and numbers that are compared.
const FACTS: &[&str] = &[
    "AN", "BR", "BT", "C", "CP", "DT", "EV", "GC", "GN", "HA", "KM", "N", "ON", "OT", "PB", "PC",
    "PW", "RE", "RO", "RU", "SO", "US", "WR", "WT",
];

/// The lists of points that are compared.
const MARKS: &[&str] = &["CR", "MA", "SL", "SQ", "TB", "TR", "TW"];

type Cause = &'static str;

/// The properties of a node in their order, with their values as they are written.
type Node<'t> = Vec<(String, Vec<&'t str>)>;

/// A game as it is written: its nodes, each with the place of its parent.
type Tree<'t> = Vec<(Option<usize>, Node<'t>)>;

/// Reads all games of a text; `old` is Smart-Go.
///
/// # Errors
///
/// Where the text is not what the grammar describes.
pub(super) fn read(text: &str, old: bool) -> Result<Vec<Game>, Cause> {
    let mut rest = Rest { text, old };
    let mut games = Vec::new();
    while rest.find_game() {
        games.push(Meaning::new(rest.game()?, old).game()?);
    }
    if games.is_empty() && text.contains(';') {
        return Err("a game without its start");
    }
    Ok(games)
}

/// The text that is not read yet.
struct Rest<'t> {
    text: &'t str,
    old: bool,
}

impl<'t> Rest<'t> {
    /// Skips to the next parenthesis that opens a game.
    fn find_game(&mut self) -> bool {
        while let Some(place) = self.text.find('(') {
            self.skip(place + 1);
            if self.text.trim_start().starts_with(';') {
                return true;
            }
        }
        false
    }

    fn skip(&mut self, length: usize) {
        self.text = self.text.get(length..).unwrap_or("");
    }

    fn next(&mut self) -> Option<char> {
        self.text = self.text.trim_start();
        self.text.chars().next()
    }

    fn game(&mut self) -> Result<Tree<'t>, Cause> {
        let mut tree = Tree::new();
        let (mut open, mut last, mut closed) = (vec![None], None, false);
        while let Some(c) = self.next() {
            match c {
                '(' => {
                    self.skip(1);
                    if self.next() != Some(';') {
                        return Err("a variation without a node");
                    }
                    open.push(last);
                    closed = false;
                }
                ')' => {
                    self.skip(1);
                    last = open.pop().flatten();
                    if open.is_empty() {
                        return Ok(tree);
                    }
                    closed = true;
                }
                ';' if closed => return Err("a node after a variation"),
                ';' => {
                    self.skip(1);
                    tree.push((last, self.node()?));
                    last = Some(tree.len() - 1);
                }
                _ => return Err("characters between properties"),
            }
        }
        Err("a game without its end")
    }

    fn node(&mut self) -> Result<Node<'t>, Cause> {
        let mut node = Node::new();
        while self.next().is_some_and(|c| c.is_ascii_alphabetic()) {
            let length = self
                .text
                .find(|c: char| !c.is_ascii_alphanumeric())
                .unwrap_or(self.text.len());
            let word = self.text.get(..length).unwrap_or("");
            let ident: String = word.chars().filter(|c| !c.is_ascii_lowercase()).collect();
            self.skip(length);
            if self.next() != Some('[') {
                return Err("a word without a value");
            }
            if ident.is_empty() || !self.old && ident.contains(|c: char| c.is_ascii_digit()) {
                return Err("a word that is not an identifier");
            }
            let mut values = Vec::new();
            while self.next() == Some('[') {
                self.skip(1);
                values.push(self.value()?);
            }
            if self
                .next()
                .is_some_and(|c| !c.is_ascii_alphabetic() && !matches!(c, ';' | '(' | ')'))
            {
                return Err("a bracket that may be part of a text");
            }
            node.push((ident, values));
        }
        Ok(node)
    }

    fn value(&mut self) -> Result<&'t str, Cause> {
        let mut escaped = false;
        for (place, c) in self.text.char_indices() {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                ']' => {
                    let value = self.text.get(..place).unwrap_or("");
                    self.skip(place + 1);
                    return Ok(value);
                }
                _ => {}
            }
        }
        Err("a value without its end")
    }
}

/// A game while its meaning is found.
struct Meaning<'t> {
    tree: Tree<'t>,
    old: bool,
    /// Whether it is a game of Go.
    go: bool,
    game: Game,
    /// The points of L and M by step.
    letters: Vec<(usize, Vec<Spot>)>,
    crosses: Vec<(usize, Vec<Spot>)>,
}

impl<'t> Meaning<'t> {
    fn new(tree: Tree<'t>, old: bool) -> Self {
        let (letters, crosses) = (Vec::new(), Vec::new());
        Self {
            tree,
            old,
            go: true,
            game: Game::default(),
            letters,
            crosses,
        }
    }

    fn game(mut self) -> Result<Game, Cause> {
        self.root()?;
        let mut steps: Vec<Option<usize>> = Vec::with_capacity(self.tree.len());
        for (parent, node) in std::mem::take(&mut self.tree) {
            let parent = parent.and_then(|parent| steps.get(parent).copied().flatten());
            let place = self.game.steps.len();
            steps.push(Some(place));
            let mut step = Step {
                parent,
                ..self.step(node, place)
            };
            // Setup and a move in one node are two steps in other programs.
            if step.play.is_some() && !step.setup.is_empty() {
                let setup = std::mem::take(&mut step.setup);
                let comment = step.facts.remove("C");
                let facts = std::mem::take(&mut step.facts);
                step.facts.extend(comment.map(|comment| ("C", comment)));
                self.game.steps.push(Step {
                    parent,
                    setup,
                    facts,
                    ..Step::default()
                });
                step.parent = Some(place);
                steps.pop();
                steps.push(Some(place + 1));
            }
            self.game.steps.push(step);
        }
        self.old_marks();
        Ok(self.game)
    }

    /// Reads what holds for the whole game.
    fn root(&mut self) -> Result<(), Cause> {
        let root = self
            .tree
            .first()
            .map(|(_, node)| node.clone())
            .unwrap_or_default();
        let of = |ident| {
            root.iter()
                .find(|(found, _)| found == ident)
                .and_then(|(_, values)| values.first().copied())
        };
        if root
            .iter()
            .any(|(ident, values)| ident == "SZ" && values.len() > 1)
            || root
                .iter()
                .filter(|(ident, _)| matches!(ident.as_str(), "SZ" | "GM"))
                .count()
                > 2
        {
            return Err("several board sizes");
        }
        self.go = match of("GM").map(str::trim) {
            None | Some("" | "1") => true,
            Some(number) if number.bytes().all(|byte| byte.is_ascii_digit()) => false,
            Some(_) => return Err("a kind of game that is not a number"),
        };
        let size = of("SZ").map_or("19", str::trim);
        let (columns, rows) = size.split_once(':').unwrap_or((size, size));
        let number = |text: &str| {
            text.trim()
                .parse()
                .ok()
                .filter(|size| (1..=52).contains(size))
        };
        self.game.size = match (number(columns), number(rows)) {
            (Some(columns), Some(rows)) => (columns, rows),
            _ if !self.go => (19, 19),
            _ => return Err("a board size that is not a number"),
        };
        if !self.go {
            for field in [Field::Setup, Field::Captures, Field::Marks, Field::Labels] {
                self.game.doubt(field, "another game than Go");
            }
        }
        Ok(())
    }

    fn step(&mut self, node: Node<'t>, place: usize) -> Step {
        let mut step = Step::default();
        let mut lists: BTreeMap<&str, Vec<Spot>> = BTreeMap::new();
        for (ident, values) in node {
            let known = FACTS
                .iter()
                .chain(MARKS)
                .find(|known| **known == ident)
                .copied();
            match ident.as_str() {
                "B" | "W" => self.play(&ident, &values, &mut step),
                "XI" if values.iter().any(|value| value.starts_with("ishi 1|")) => {
                    self.game.carried = true;
                }
                "AB" => lists
                    .entry("AB")
                    .or_default()
                    .extend(self.spots(&values, Field::Setup)),
                "AW" => lists
                    .entry("AW")
                    .or_default()
                    .extend(self.spots(&values, Field::Setup)),
                "AE" => lists
                    .entry("AE")
                    .or_default()
                    .extend(self.spots(&values, Field::Setup)),
                "L" if self.old => {
                    let spots = self.spots(&values, Field::Labels);
                    self.letters.push((place, spots));
                }
                "M" if self.old => {
                    let spots = self.spots(&values, Field::Marks);
                    self.crosses.push((place, spots));
                }
                "LB" => self.labels(&values, &mut step),
                _ => match known {
                    Some(mark) if MARKS.contains(&mark) => {
                        let spots = self.spots(&values, Field::Marks);
                        if !spots.is_empty() {
                            step.marks.entry(mark).or_default().extend(spots);
                        }
                    }
                    Some(fact) => self.fact(fact, &values, &mut step),
                    None => {}
                },
            }
        }
        // The specification does not say in which order they count; this is the agreed one.
        for (ident, stone) in [("AE", ' '), ("AB", 'B'), ("AW", 'W')] {
            step.setup.extend(
                lists
                    .remove(ident)
                    .unwrap_or_default()
                    .into_iter()
                    .map(|spot| (spot, stone)),
            );
        }
        step
    }

    fn play(&mut self, color: &str, values: &[&str], step: &mut Step) {
        let color = if color == "B" { 'B' } else { 'W' };
        let [value] = values else {
            self.game.doubt(Field::Moves, "a move with several points");
            return;
        };
        let place = match value.trim() {
            value if !self.go => Place::Word(value.to_owned()),
            "" => Place::Pass,
            "tt" if self.game.size.0 <= 19 && self.game.size.1 <= 19 => Place::Pass,
            value => match self.spot(value) {
                Some(spot) => Place::At(spot),
                None => {
                    return self
                        .game
                        .doubt(Field::Moves, "a move that is not a point of the board");
                }
            },
        };
        if step.play.replace((color, place)).is_some() {
            self.game.doubt(Field::Moves, "two moves in a node");
        }
    }

    /// Reads two letters as a point of the board.
    fn spot(&self, text: &str) -> Option<Spot> {
        let text: String = text.split_whitespace().collect();
        let number = |c: char| match c {
            'a'..='z' => Some(c as u8 - b'a'),
            'A'..='Z' => Some(c as u8 - b'A' + 26),
            _ => None,
        };
        let mut letters = text.chars();
        let (column, row) = (number(letters.next()?)?, number(letters.next()?)?);
        let inside = column < self.game.size.0 && row < self.game.size.1;
        (inside && letters.next().is_none()).then_some((column, row))
    }

    /// Reads a list of points and rectangles.
    fn spots(&mut self, values: &[&str], field: Field) -> Vec<Spot> {
        let mut spots = Vec::new();
        for value in values
            .iter()
            .filter(|value| !value.trim().is_empty() && self.go)
        {
            let (from, to) = value.split_once(':').unwrap_or((value, value));
            match (self.spot(from), self.spot(to)) {
                (Some(from), Some(to)) if from.0 <= to.0 && from.1 <= to.1 => {
                    for row in from.1..=to.1 {
                        spots.extend((from.0..=to.0).map(|column| (column, row)));
                    }
                }
                _ => self.game.doubt(field, "points outside the board"),
            }
        }
        spots
    }

    fn labels(&mut self, values: &[&str], step: &mut Step) {
        for value in values
            .iter()
            .filter(|value| !value.trim().is_empty() && self.go)
        {
            let Some((point, text)) = value.split_once(':') else {
                self.game.doubt(Field::Labels, "a label without a point");
                continue;
            };
            match self.spot(point) {
                Some(spot) => _ = step.labels.insert((spot, self.text(text, true))),
                None => self.game.doubt(Field::Labels, "points outside the board"),
            }
        }
    }

    fn fact(&mut self, ident: &'static str, values: &[&str], step: &mut Step) {
        let simple = !matches!(ident, "C" | "GC");
        for value in values {
            let text = self.text(value, simple);
            match step.facts.get_mut(ident) {
                _ if text.is_empty() => {}
                Some(_) if matches!(ident, "C" | "GC" | "N") => {
                    self.game
                        .doubt(Field::Texts, "several texts of one kind in a node");
                }
                Some(before) => *before = format!("{before}][{text}"),
                None => _ = step.facts.insert(ident, text),
            }
        }
    }

    /// Takes the escapes out of a text; `simple` has no line breaks.
    fn text(&self, value: &str, simple: bool) -> String {
        let mut text = String::with_capacity(value.len());
        let lines = words::lines(value);
        let mut chars = lines.chars();
        while let Some(c) = chars.next() {
            let c = match c {
                '\\' => match chars.next() {
                    Some('\n') | None => continue,
                    // Smart-Go escapes only these; programs wrote them too.
                    Some(next) if self.old && !"]\\()[:".contains(next) => {
                        text.push('\\');
                        next
                    }
                    Some(next) => next,
                },
                c => c,
            };
            text.push(match c {
                '\n' if !simple => '\n',
                c if c.is_control() => ' ',
                c => c,
            });
        }
        text
    }

    /// Gives L and M of Smart-Go the meaning that they have in `FF[4]`.
    fn old_marks(&mut self) {
        for (place, spots) in &self.letters {
            if let Some(step) = self.game.steps.get_mut(*place) {
                let named = spots
                    .iter()
                    .enumerate()
                    .map(|(number, spot)| (*spot, words::letters(number)));
                step.labels.extend(named);
            }
        }
        if self.crosses.is_empty() {
            return;
        }
        let crosses: BTreeMap<usize, Vec<Spot>> =
            std::mem::take(&mut self.crosses).into_iter().collect();
        let mut found = Vec::new();
        board::replay(&self.game, |place, board, _| {
            for spot in crosses.get(&place).into_iter().flatten() {
                found.push((
                    place,
                    if board.at(*spot) == ' ' { "MA" } else { "TR" },
                    *spot,
                ));
            }
        });
        for (place, mark, spot) in found {
            if let Some(step) = self.game.steps.get_mut(place) {
                step.marks.entry(mark).or_default().insert(spot);
            }
        }
    }
}
