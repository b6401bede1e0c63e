//! The meaning of nodes of SGF and of Smart-Go.

use std::collections::BTreeMap;

use crate::Field;
use crate::board::{Moment, replay};
use crate::form::{Cause, Game, OUTSIDE, Place, Spot, Step};
use crate::tree::{self, Node, Tree};
use crate::words;

/// The single texts and numbers that are compared.
const FACTS: &str = "AN BR BT C CP DT EV GC GN HA KM N ON OT PB PC PW RE RO RU SO TM US WR WT";

/// The lists of points that are compared, besides setup.
const MARKS: &str = "CR DD MA RG SC SL SQ TB TR TW VW";

/// The signs: their lists name a point once between them.
const SIGNS: &str = "CR MA SL SQ TR";

/// Groups of lists that name a point once between them.
const GROUPS: &[&str] = &[SIGNS, "TB TW"];

const TWO_SIGNS: Cause = "two signs on a point";

/// Standard properties whose values are not lists of points.
const KNOWN: &str = "AR AS BL BM BS CH DM DO EL EX FG GB GW HO ID IP IT IY KO LN MI OB OM OP OV OW PL PM SE SI SU \
    TC TE UC V WL WS";

/// Properties of the file. They depend on the writer.
const FILE: &str = "AP CA FF GM ST SZ XI";

const NO_POINT: Cause = "a move that is not a point of the board";

/// Returns whether a list of words has a word.
fn has(words: &str, word: &str) -> bool {
    words.split(' ').any(|one| one == word)
}

/// Reads all games of a text; `old` is Smart-Go.
///
/// # Errors
///
/// The mistake in the text, if the grammar does not describe it.
pub(crate) fn read(text: &str, old: bool) -> Result<Vec<Game>, Cause> {
    let trees = tree::read(text, old)?;
    let mut charsets: Vec<&str> = Vec::new();
    for (_, root) in trees.iter().filter_map(|tree| tree.first()) {
        let of = root.iter().filter(|(ident, _)| ident == "CA");
        charsets.extend(of.flat_map(|(_, values)| values.iter().map(|value| value.trim())));
    }
    charsets.dedup_by(|a, b| a.eq_ignore_ascii_case(b));
    if charsets.len() > 1 {
        return Err("games in several charsets");
    }
    trees
        .into_iter()
        .map(|tree| Ok(Meaning::new(&tree, old)?.game(tree)))
        .collect()
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

/// The setup of a node by identifier.
type Lists<'p> = BTreeMap<&'p str, Vec<Spot>>;

impl Meaning {
    /// Reads the facts about the whole game.
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
        for (parent, node) in tree {
            let step = self.step(&node, parent);
            self.game.steps.push(step);
        }
        let mut found = Vec::new();
        if !self.crosses.is_empty() {
            replay(&self.game, |at, position, moment| {
                let spots = self.crosses.get(&at).into_iter().flatten();
                let mark = |spot| position.stone(spot).map_or("MA", |_| "TR");
                if let Moment::After(_) = moment {
                    found.extend(spots.map(|spot| (at, mark(*spot), *spot)));
                }
            });
        }
        for (at, mark, spot) in found {
            let Some(step) = self.game.steps.get_mut(at) else {
                continue;
            };
            let signs = step.marks.iter();
            let others = signs.filter(|(other, _)| **other != mark && has(SIGNS, other));
            let twice = others.into_iter().any(|(_, spots)| spots.contains(&spot));
            step.marks.entry(mark).or_default().insert(spot);
            if twice {
                self.game.doubt(Field::Marks, TWO_SIGNS);
            }
        }
        if self.go {
            leave_out_silent(&mut self.game);
        }
        self.game
    }

    fn step(&mut self, node: &Node<'_>, parent: Option<usize>) -> Step {
        let mut step = Step::after(parent);
        let mut lists = Lists::new();
        for (ident, values) in node {
            if let Err((field, cause)) = self.property(ident, values, &mut step, &mut lists) {
                self.game.doubt(field, cause);
            }
        }
        let letters = lists.remove("L").unwrap_or_default();
        for (n, spot) in letters.into_iter().enumerate() {
            self.label(spot, words::letters(n), &mut step);
        }
        let setup = ["AB", "AE", "AW", "PL"];
        let setup = setup.iter().any(|ident| step.rest.contains_key(*ident));
        if step.play.is_some() && (setup || !lists.is_empty()) {
            self.game.doubt(Field::Moves, "setup beside a move");
        }
        // The specification names no order; this is the agreed one.
        for (ident, stone) in [("AE", ' '), ("AB", 'B'), ("AW", 'W')] {
            let spots: Vec<Spot> = lists.remove(ident).unwrap_or_default();
            let spots = spots.into_iter().map(|spot| (spot, stone));
            step.setup.extend(spots);
        }
        if parent.is_none() {
            self.server(node, &mut step);
        }
        if self.old {
            annotate(node, &mut step);
            self.headers(node, &mut step);
        }
        step
    }

    /// Counts the komi of servers in points, and doubts game information with other names: `RD` is the date, `KO` the komi.
    fn server(&mut self, node: &Node<'_>, step: &mut Step) {
        let value = |name: &str| {
            let mut named = node.iter().filter(|(ident, _)| ident == name);
            named
                .find_map(|(_, values)| values.first())
                .map_or("", |value| value.trim())
        };
        let has_words = value("TE").contains(char::is_alphabetic);
        let has_komi = value("KO").contains(|c| c != '1');
        let names = ["RD", "GK", "LC"]
            .iter()
            .any(|name| !value(name).is_empty());
        if names || has_words || has_komi {
            for field in [
                Field::Texts,
                Field::Dates,
                Field::Terms,
                Field::Results,
                Field::Rest,
            ] {
                self.game.doubt(field, "game information in a dialect");
            }
        }
        let komi: f64 = value("KM").parse().unwrap_or(0.0);
        // In hundredths of a point, or of a Chinese unit of two points.
        let points = match komi.abs() {
            550.0 | 650.0 | 750.0 => Some(komi / 100.0),
            325.0 | 375.0 => Some(komi / 50.0),
            _ => None,
        };
        let is_fox = |(ident, values): &(String, Vec<&str>)| {
            ident == "AP" && values.iter().any(|value| value.starts_with("foxwq"))
        };
        if let Some(points) = points {
            step.facts.insert("KM", points.to_string());
        } else if komi.abs() >= 100.0 || node.iter().any(is_fox) {
            self.game
                .doubt(Field::Terms, "a komi that can be in hundredths");
        }
        self.game.has_overtime |= value("TM").rfind(['(', '+']) > Some(0);
    }

    /// Counts the time limit of Smart-Go in seconds, and the komi of the Smart Game Board in points.
    /// Programs that name themselves wrote seconds.
    fn headers(&mut self, node: &Node<'_>, step: &mut Step) {
        let one = |name: &str| node.iter().find(|(ident, _)| ident == name);
        let format = one("FF").and_then(|(_, values)| values.first());
        let old = format.is_some_and(|format| matches!(format.trim(), "1" | "2"));
        let half = one("KI").and_then(|(_, values)| values.first()?.trim().parse::<f64>().ok());
        if let Some(half) = half {
            step.rest.remove("KI");
            step.facts
                .entry("KM")
                .or_insert_with(|| (half / 2.0).to_string());
        }
        // This program writes no times in minutes.
        let is_other = |name: &&str| !name.starts_with("ishi:");
        let named = one("AP").is_some_and(|(_, names)| names.iter().any(is_other));
        let Some(limit) = step.facts.get_mut("TM") else {
            return;
        };
        match limit.trim().parse::<f64>() {
            Ok(minutes) if old && !named => {
                *limit = format!("{:.0}", minutes * 60.0);
            }
            _ => self.game.timeless = true,
        }
    }

    fn property<'p>(
        &mut self,
        ident: &'p str,
        values: &[&str],
        step: &mut Step,
        lists: &mut Lists<'p>,
    ) -> Result<(), (Field, Cause)> {
        let single = values.first().map_or("", |value| value.trim());
        let points = || has("AB AE AW L LB M", ident) || has(MARKS, ident);
        if !self.go && points() {
            // The points of another game are unknown.
            let values = values.iter().map(|value| words::lines(value));
            let values = values.collect();
            step.rest.entry(ident.to_owned()).or_insert(values);
            return Ok(());
        }
        match ident {
            "B" | "W" => return self.play(ident, values, step),
            "XI" => self.game.carried |= single.starts_with("ishi "),
            "MN" => step.number = single.parse().ok(),
            "AB" | "AW" | "AE" => {
                let spots = self.spots(values, Field::Setup)?;
                lists.entry(ident).or_default().extend(spots);
            }
            "L" if self.old => {
                let spots = self.spots(values, Field::Labels)?;
                lists.entry(ident).or_default().extend(spots);
            }
            "M" if self.old => {
                let spots = self.spots(values, Field::Marks)?;
                let crosses = self.crosses.entry(self.game.steps.len());
                crosses.or_default().extend(spots);
            }
            "LB" => {
                for value in values.iter().filter(|value| !value.trim().is_empty()) {
                    let (point, text) = value.split_once(':').unwrap_or(("", value));
                    let spot = self.spot(point).ok_or((Field::Labels, OUTSIDE))?;
                    self.label(spot, self.text(text, true), step);
                }
            }
            _ => return self.other(ident, values, step),
        }
        Ok(())
    }

    fn label(&mut self, spot: Spot, text: String, step: &mut Step) {
        if step.labels.iter().any(|(other, _)| *other == spot) {
            self.game.doubt(Field::Labels, "two labels on a point");
        }
        step.labels.insert((spot, text));
    }

    /// Reads marks, texts, and all properties without a meaning here.
    fn other(
        &mut self,
        ident: &str,
        values: &[&str],
        step: &mut Step,
    ) -> Result<(), (Field, Cause)> {
        if let Some(mark) = MARKS.split(' ').find(|mark| *mark == ident) {
            let mut spots = self.spots(values, Field::Marks)?;
            if mark == "VW" {
                let corners = self.old && values.len() == 2 && spots.len() == 2;
                if corners {
                    spots = words::rectangle(&spots);
                }
                step.region = words::region(&spots);
            }
            let group = GROUPS.iter().find(|group| has(group, mark));
            let others = step.marks.iter();
            let others = others.filter(|(other, _)| group.is_some_and(|group| has(group, other)));
            let mut others = others.flat_map(|(_, spots)| spots);
            let twice = others.any(|other| spots.contains(other));
            step.marks.entry(mark).or_default().extend(spots);
            return if twice {
                Err((Field::Marks, TWO_SIGNS))
            } else {
                Ok(())
            };
        }
        if let Some(fact) = FACTS.split(' ').find(|fact| *fact == ident) {
            for value in values {
                let text = self.text(value, !matches!(ident, "C" | "GC"));
                // `RO[round 2]` and `RO[2]` mean the same.
                let number = text.strip_prefix("round ").filter(|_| ident == "RO");
                let number = number.filter(|text| text.starts_with(|c: char| c.is_ascii_digit()));
                let text = number.map(str::to_owned).unwrap_or(text);
                match step.facts.get_mut(fact) {
                    // Only one is allowed: the first counts, and texts are one, in paragraphs.
                    Some(before) if self.go && matches!(ident, "C" | "GC") && !text.is_empty() => {
                        let between = if before.is_empty() { "" } else { "\n\n" };
                        *before = [before.as_str(), between, text.as_str()].concat();
                    }
                    Some(_) => {}
                    None => _ = step.facts.insert(fact, text),
                }
            }
            return Ok(());
        }
        if has(FILE, ident) {
            return Ok(());
        }
        let text = |value: &&str| {
            if has(KNOWN, ident) {
                self.text(value, true).trim().to_owned()
            } else {
                words::lines(value)
            }
        };
        let texts = values.iter().map(text).collect();
        let texts = match ident {
            // An expected move can be a pass, as a move can.
            "EX" if self.game.size.0 <= 19 && values == ["tt"] => vec![String::new()],
            _ => texts,
        };
        // Of several properties of one name the first counts.
        step.rest.entry(ident.to_owned()).or_insert(texts);
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
            "" | "--" | "``" => Place::Pass,
            "tt" if small => Place::Pass,
            value if value.eq_ignore_ascii_case("pass") => Place::Pass,
            // The point behind the last line.
            value if words::letters_of(self.game.size) == value => Place::Pass,
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
        let mut spots = Vec::new();
        for value in values.iter().filter(|value| !value.trim().is_empty()) {
            let (from, to) = value.split_once(':').unwrap_or((value, value));
            let ends = self.spot(from).zip(self.spot(to));
            let (from, to) = ends.ok_or((field, OUTSIDE))?;
            if from.0 > to.0 || from.1 > to.1 {
                return Err((field, "a rectangle with its corners changed"));
            }
            spots.extend(words::rectangle(&[from, to]));
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

/// Leaves out data without content: PL of the player who moves next on the main line, and emptied points without a stone.
fn leave_out_silent(game: &mut Game) {
    let children = game.children();
    let mut colors = vec![None; game.steps.len()];
    for (at, step) in game.steps.iter().enumerate().rev() {
        let played = step.play.as_ref().map(|(color, _)| *color);
        let below = children.get(at).and_then(|below| below.first());
        let later = below.and_then(|below| colors.get(*below).copied().flatten());
        if let Some(color) = colors.get_mut(at) {
            *color = played.or(later);
        }
    }
    let mut empty = Vec::new();
    replay(game, |at, position, moment| {
        let setup = game
            .steps
            .get(at)
            .filter(|_| matches!(moment, Moment::Before));
        let spots = setup.into_iter().flat_map(|step| &step.setup);
        let spots =
            spots.filter(|(spot, stone)| **stone == ' ' && position.stone(**spot).is_none());
        empty.extend(spots.map(|(spot, _)| (at, *spot)));
    });
    for (at, spot) in empty {
        game.steps.get_mut(at).map(|step| step.setup.remove(&spot));
    }
    for (step, color) in game.steps.iter_mut().zip(colors) {
        let is_silent =
            |values: &Vec<String>| color.is_some_and(|color| *values == [color.to_string()]);
        if step.rest.get("PL").is_some_and(is_silent) {
            step.rest.remove("PL");
        }
    }
}

/// Gives one TE and one BM of Smart-Go the identifier that they have together in `FF[4]`.
fn annotate(node: &Node<'_>, step: &mut Step) {
    let idents = node.iter().map(|(ident, _)| ident.as_str());
    let found: Vec<&str> = idents
        .filter(|ident| matches!(*ident, "TE" | "BM" | "IT" | "DO"))
        .collect();
    let both = match found.as_slice() {
        ["TE", "BM"] => "IT",
        ["BM", "TE"] => "DO",
        _ => return,
    };
    step.rest.remove("TE");
    step.rest.remove("BM");
    step.rest.insert(both.to_owned(), vec![String::new()]);
}
