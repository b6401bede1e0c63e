//! The second reader of SGF and of Smart-Go, by the grammar of the specifications and nothing else.

use std::collections::BTreeMap;

use super::Field;
use super::form::{Cause, Game, OUTSIDE, Place, Spot, Step};
use super::{board, words};

/// The single texts and numbers that are compared.
const FACTS: &str = "AN BR BT C CP DT EV GC GN HA KM N ON OT PB PC PW RE RO RU SO TM US WR WT";

const OTHER: Cause = "another game than Go";

const NO_POINT: Cause = "a move that is not a point of the board";

/// The lists of points that are compared.
const MARKS: &str = "CR MA SL SQ TB TR TW";

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
    while rest.find_game()? {
        let tree = rest.game()?;
        games.push(Meaning::new(&tree, old)?.game(tree));
    }
    let cut = games.is_empty() && text.contains(';');
    (!cut).then_some(games).ok_or("a game without its start")
}

/// The text that is not read yet.
struct Rest<'t> {
    text: &'t str,
    old: bool,
}

impl<'t> Rest<'t> {
    /// Skips to the next parenthesis that opens a game.
    fn find_game(&mut self) -> Result<bool, Cause> {
        if self.text.trim_start().starts_with(';') {
            return Err("a game without its start");
        }
        while let Some(place) = self.text.find('(') {
            self.skip(place + 1);
            if self.text.trim_start().starts_with(';') {
                return Ok(true);
            }
        }
        Ok(false)
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
            let node = matches!(c, ';' | '(') && !(c == ';' && closed);
            match c {
                ';' if node => {
                    self.skip(1);
                    tree.push((last, self.node()?));
                    last = Some(tree.len() - 1);
                }
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
                    (last, closed) = (open.pop().flatten(), true);
                    if open.is_empty() {
                        return Ok(tree);
                    }
                }
                ';' => return Err("a node after a variation"),
                _ => return Err("characters between properties"),
            }
        }
        Err("a game without its end")
    }

    fn node(&mut self) -> Result<Node<'t>, Cause> {
        let mut node = Node::new();
        while self.next().is_some_and(|c| c.is_ascii_alphabetic()) {
            let end = self.text.find(|c: char| !c.is_ascii_alphanumeric());
            let word = self.text.get(..end.unwrap_or(self.text.len()));
            let word = word.unwrap_or("");
            self.skip(word.len());
            let ident = word.replace(|c: char| c.is_ascii_lowercase(), "");
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
            let fits = |c: char| c.is_ascii_alphabetic() || matches!(c, ';' | '(' | ')');
            if !self.next().is_none_or(fits) {
                return Err("a bracket that may be part of a text");
            }
            node.push((ident, values));
        }
        Ok(node)
    }

    fn value(&mut self) -> Result<&'t str, Cause> {
        let mut escaped = false;
        for (place, c) in self.text.char_indices() {
            if c == ']' && !escaped {
                let value = self.text.get(..place).unwrap_or("");
                self.skip(place + 1);
                return Ok(value);
            }
            escaped = c == '\\' && !escaped;
        }
        Err("a value without its end")
    }
}

/// A game while its meaning is found.
struct Meaning {
    old: bool,
    /// Whether it is a game of Go.
    go: bool,
    game: Game,
    /// The points of M by step.
    crosses: BTreeMap<usize, Vec<Spot>>,
}

impl Meaning {
    /// Reads what holds for the whole game.
    fn new(tree: &Tree<'_>, old: bool) -> Result<Self, Cause> {
        let root = tree.first().map_or(&[][..], |(_, root)| root.as_slice());
        let one = |name: &str| {
            let of = root.iter().filter(|(ident, _)| ident == name);
            let values = of.flat_map(|(_, values)| values).map(|value| value.trim());
            let values: Vec<&str> = values.collect();
            match values.as_slice() {
                [] => Ok(""),
                [value] => Ok(*value),
                _ => Err("several board sizes"),
            }
        };
        let go = matches!(one("GM")?, "" | "1");
        if one("GM")?.contains(|c: char| !c.is_ascii_digit()) {
            return Err("a kind of game that is not a number");
        }
        let size = Some(one("SZ")?).filter(|size| !size.is_empty());
        let size = size.unwrap_or("19");
        let (columns, rows) = size.split_once(':').unwrap_or((size, size));
        let number = |text: &str| text.trim().parse().ok().filter(|n| (1..=52).contains(n));
        let size = number(columns).zip(number(rows));
        let size = size.or((!go).then_some((19, 19)));
        let game = Game::new(size.ok_or("a board size that is not a number")?);
        let crosses = BTreeMap::new();
        Ok(Self {
            old,
            go,
            game,
            crosses,
        })
    }

    fn game(mut self, tree: Tree<'_>) -> Game {
        let mut places: Vec<usize> = Vec::with_capacity(tree.len());
        for (parent, node) in tree {
            let parent = parent.and_then(|parent| places.get(parent).copied());
            let (mut step, at) = (self.step(&node, parent), self.game.steps.len());
            // Setup and a move in one node are two steps in other programs.
            if step.play.is_some() && !step.setup.is_empty() {
                let setup = std::mem::take(&mut step.setup);
                let mut facts = std::mem::take(&mut step.facts);
                step.facts.extend(facts.remove("C").map(|text| ("C", text)));
                step.parent = Some(at);
                let crosses = self.crosses.remove(&at).unwrap_or_default();
                self.crosses.insert(at + 1, crosses);
                let before = Step::default();
                self.game.steps.push(Step {
                    parent,
                    setup,
                    facts,
                    ..before
                });
            }
            places.push(self.game.steps.len());
            self.game.steps.push(step);
        }
        let mut found = Vec::new();
        if !self.crosses.is_empty() {
            board::replay(&self.game, |at, board, _| {
                let spots = self.crosses.get(&at).into_iter().flatten();
                let mark = |spot| if board.contains_key(spot) { "TR" } else { "MA" };
                found.extend(spots.map(|spot| (at, mark(spot), *spot)));
            });
        }
        for (at, mark, spot) in found {
            let step = self.game.steps.get_mut(at);
            step.map(|step| step.marks.entry(mark).or_default().insert(spot));
        }
        self.game
    }

    fn step(&mut self, node: &Node<'_>, parent: Option<usize>) -> Step {
        let mut step = Step {
            parent,
            ..Step::default()
        };
        let mut lists = BTreeMap::new();
        for (ident, values) in node {
            if let Err((field, cause)) = self.property(ident, values, &mut step, &mut lists) {
                self.game.doubt(field, cause);
            }
        }
        // The specification does not say in which order they count; this is the agreed one.
        for (ident, stone) in [("AE", ' '), ("AB", 'B'), ("AW", 'W')] {
            let spots: Vec<Spot> = lists.remove(ident).unwrap_or_default();
            step.setup
                .extend(spots.into_iter().map(|spot| (spot, stone)));
        }
        step
    }

    fn property<'p>(
        &mut self,
        ident: &'p str,
        values: &[&str],
        step: &mut Step,
        lists: &mut BTreeMap<&'p str, Vec<Spot>>,
    ) -> Result<(), (Field, Cause)> {
        let single = values.first().map_or("", |value| value.trim());
        match ident {
            "B" | "W" => return self.play(ident, values, step),
            "XI" if single.starts_with("ishi 1|") => self.game.carried = true,
            "MN" => step.number = single.parse().unwrap_or(0),
            "AB" | "AW" | "AE" => {
                let spots = self.spots(values, Field::Setup)?;
                lists.entry(ident).or_default().extend(spots);
            }
            "L" if self.old => {
                let spots = self.spots(values, Field::Labels)?.into_iter().enumerate();
                step.labels
                    .extend(spots.map(|(n, spot)| (spot, words::letters(n))));
            }
            "M" if self.old => {
                let spots = self.spots(values, Field::Marks)?;
                self.crosses.insert(self.game.steps.len(), spots);
            }
            "LB" if !self.go => return Err((Field::Labels, OTHER)),
            "LB" => {
                for value in values.iter().filter(|value| !value.trim().is_empty()) {
                    let (point, text) = value.split_once(':').unwrap_or(("", value));
                    let spot = self.spot(point).ok_or((Field::Labels, OUTSIDE))?;
                    step.labels.insert((spot, self.text(text, true)));
                }
            }
            _ => {}
        }
        if let Some(mark) = MARKS.split(' ').find(|mark| *mark == ident) {
            let spots = self.spots(values, Field::Marks)?;
            if !spots.is_empty() {
                step.marks.entry(mark).or_default().extend(spots);
            }
        }
        for fact in FACTS.split(' ').filter(|fact| *fact == ident) {
            for value in values {
                let text = self.text(value, !matches!(ident, "C" | "GC"));
                match step.facts.get_mut(fact) {
                    _ if text.is_empty() => {}
                    // Only one is allowed: the first counts, and texts are one, in paragraphs.
                    Some(before) if matches!(ident, "C" | "GC") => {
                        *before = [before.as_str(), "\n\n", text.as_str()].concat();
                    }
                    Some(_) => {}
                    None => _ = step.facts.insert(fact, text),
                }
            }
        }
        Ok(())
    }

    fn play(&self, color: &str, values: &[&str], step: &mut Step) -> Result<(), (Field, Cause)> {
        let doubt = |cause| (Field::Moves, cause);
        let [value] = values else {
            return Err(doubt("a move with several points"));
        };
        let small = self.game.size.0 <= 19 && self.game.size.1 <= 19;
        let place = match value.trim() {
            value if !self.go => Place::Word(value.to_owned()),
            "" => Place::Pass,
            "tt" if small => Place::Pass,
            value => Place::At(self.spot(value).ok_or(doubt(NO_POINT))?),
        };
        let before = step
            .play
            .replace((if color == "B" { 'B' } else { 'W' }, place));
        before.map_or(Ok(()), |_| Err(doubt("two moves in a node")))
    }

    /// Reads two letters as a point of the board.
    fn spot(&self, text: &str) -> Option<Spot> {
        let mut letters = text
            .chars()
            .filter(|c| !c.is_whitespace())
            .map(|c| match c {
                'a'..='z' => c as u8 - b'a',
                'A'..='Z' => c as u8 - b'A' + 26,
                _ => u8::MAX,
            });
        let spot = (letters.next()?, letters.next()?);
        let inside = spot.0 < self.game.size.0 && spot.1 < self.game.size.1;
        (inside && letters.next().is_none()).then_some(spot)
    }

    /// Reads a list of points and rectangles.
    fn spots(&self, values: &[&str], field: Field) -> Result<Vec<Spot>, (Field, Cause)> {
        if !self.go {
            return Err((field, OTHER));
        }
        let mut spots = Vec::new();
        for value in values.iter().filter(|value| !value.trim().is_empty()) {
            let (from, to) = value.split_once(':').unwrap_or((value, value));
            let ends = self.spot(from).zip(self.spot(to));
            let (from, to) = ends.ok_or((field, OUTSIDE))?;
            if from.0 > to.0 || from.1 > to.1 {
                return Err((field, "a rectangle with its corners changed"));
            }
            for row in from.1..=to.1 {
                spots.extend((from.0..=to.0).map(|column| (column, row)));
            }
        }
        Ok(spots)
    }

    /// Takes the escapes out of a text; `simple` has no line breaks.
    fn text(&self, value: &str, simple: bool) -> String {
        let mut text = String::with_capacity(value.len());
        let lines = words::lines(value);
        let mut chars = lines.chars();
        while let Some(mut c) = chars.next() {
            if c == '\\' {
                let Some(next) = chars.next().filter(|next| *next != '\n') else {
                    continue;
                };
                // Smart-Go escapes only these; programs wrote them too.
                if self.old && !"]\\()[:".contains(next) {
                    text.push('\\');
                }
                c = next;
            }
            let blank = c.is_control() && (simple || c != '\n');
            text.push(if blank { ' ' } else { c });
        }
        text
    }
}
