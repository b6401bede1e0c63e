//! The second reader of Ishi, line by line, and what Ishi can say of a game.

use std::collections::{BTreeMap, BTreeSet};

use super::board::{self, Board};
use super::form::{Cause, Facts, Game, OUTSIDE, Place, Play, Spot, Step};
use super::{Field, words};

/// The headers that are texts, with the properties that hold them in `FF[4]`.
const HEADERS: &str = "EVENT=EV TIMELIMIT=TM BLACK=PB WHITE=PW DATE=DT RESULT=RE KOMI=KM HANDICAP=HA PLACE=PC \
    RECORDER=US SOURCE=SO ANALYSIS=AN RULES=RU";

/// The special signs with the marks that they are in `FF[4]`.
const SIGNS: &[(&str, &str)] = &[("\\t", "TR"), ("\\s", "SQ"), ("\\d", "CR"), ("\\c", "MA")];

/// A sign, or a label, on points.
type Glyphs = BTreeMap<Spot, Result<&'static str, String>>;

/// Reads all events of a text.
///
/// # Errors
///
/// Where the text is not what the specification describes.
pub(super) fn read(text: &str) -> Result<Vec<Game>, Cause> {
    // Only line ends and TAB are characters of the format; other formats read TAB as a blank.
    let text = words::lines(text).replace(['\t', '\u{B}', '\u{C}'], " ");
    let text = text.replace(|c: char| c.is_ascii_control() && c != '\n', "");
    let mut lines = text.lines();
    let mut events: Vec<Event> = Vec::new();
    while let Some(line) = lines.next().map(str::trim) {
        let (keyword, rest) = line.split_once(' ').unwrap_or((line, ""));
        let (keyword, rest) = (keyword.to_ascii_uppercase(), rest.trim());
        if matches!(keyword.as_str(), "" | "REMARK") {
            continue;
        }
        if keyword == "EVENT" || events.is_empty() {
            events.push(Event::new());
        }
        let Some(event) = events.last_mut() else {
            continue;
        };
        if !matches!(keyword.as_str(), "COM" | "USER") {
            event.line(&keyword, rest)?;
            continue;
        }
        let (mut body, end) = (Vec::new(), format!("END{keyword}"));
        loop {
            let line = lines.next().ok_or("a block without its end")?;
            let word = line.split_whitespace().next().unwrap_or("");
            if word.eq_ignore_ascii_case(&end) {
                break;
            }
            body.push(line);
        }
        match keyword.as_str() {
            "COM" => event.comment(rest, &body.join("\n")),
            _ => event.game.carried |= rest.starts_with("ishi 1 "),
        }
    }
    if events.is_empty() {
        events.push(Event::new());
    }
    events.into_iter().map(Event::game).collect()
}

/// An event while it is read.
struct Event {
    game: Game,
    /// The steps that the next moves follow: one for each sequence that is open.
    current: Vec<usize>,
    /// The step that comments and marks are about.
    about: usize,
    /// The lines about points by step: keyword and words.
    orders: Vec<(usize, String, String)>,
}

impl Event {
    fn new() -> Self {
        let (mut game, orders) = (Game::new((19, 19)), Vec::new());
        game.steps.push(Step::default());
        Self {
            game,
            current: vec![0],
            about: 0,
            orders,
        }
    }

    fn step(&mut self) -> Result<&mut Step, Cause> {
        self.game
            .steps
            .get_mut(self.about)
            .ok_or("a line of no event")
    }

    fn comment(&mut self, title: &str, body: &str) {
        let root = self.about == 0;
        let Ok(step) = self.step() else { return };
        let ident = if root && step.setup.is_empty() {
            "GC"
        } else {
            "C"
        };
        let texts = [("N", title), (ident, body)]
            .into_iter()
            .filter(|(_, text)| !text.is_empty());
        let before = texts.filter_map(|(ident, text)| step.facts.insert(ident, text.to_owned()));
        if before.count() > 0 {
            self.game
                .doubt(Field::Texts, "several texts of one kind in a node");
        }
    }

    fn line(&mut self, keyword: &str, rest: &str) -> Result<(), Cause> {
        let header = |header: &'static str| header.strip_prefix(keyword)?.strip_prefix('=');
        let header = HEADERS.split(' ').find_map(header);
        match keyword {
            _ if header.is_some() => {
                let ident = header.unwrap_or_default();
                let facts = &mut self.game.steps.first_mut().ok_or(OUTSIDE)?.facts;
                // Lines of a text follow each other; of a value the last one counts.
                let many = matches!(ident, "DT" | "PC" | "US" | "SO" | "AN" | "TM");
                let before = facts.remove(ident).filter(|_| many);
                let text = before.map_or(rest.to_owned(), |before| before + "\n" + rest);
                facts.insert(ident, text);
            }
            "B" | "W" => {
                let (number, place) = rest.split_once(' ').ok_or("half a move")?;
                let place = match place.trim().to_ascii_lowercase().as_str() {
                    "pass" => Place::Pass,
                    place => Place::At(spot(place)?),
                };
                let number = number.parse().map_err(|_| "a move without a number")?;
                self.add(
                    Some((if keyword == "B" { 'B' } else { 'W' }, place)),
                    number,
                );
            }
            "BOARDSIZE" => {
                let size = rest.parse().ok().filter(|size| (2..=19).contains(size));
                let size = size.ok_or("a board size that is not a number")?;
                self.game.size = (size, size);
            }
            "SETUP" => {
                let step = self.step()?;
                let mut color = Err("setup without a colour");
                for word in rest.split_whitespace() {
                    match word {
                        _ if step.play.is_some() => return Err("setup after a move"),
                        "B" | "b" => color = Ok('B'),
                        "W" | "w" => color = Ok('W'),
                        word => _ = step.setup.insert(spot(word)?, color?),
                    }
                }
            }
            "VAR" => {
                let host = self.current.last().and_then(|at| self.game.steps.get(*at));
                let host = host.filter(|host| host.play.is_some());
                let parent = host.ok_or("a variation of no move")?.parent;
                self.current.push(parent.unwrap_or(0));
            }
            "ENDVAR" => {
                self.current.pop();
                self.about = *self.current.last().ok_or("the end of no variation")?;
            }
            "DIAGRAM" => self.add(None, 0),
            "MARK" | "UNMARK" | "PRISONER" | "HIDE" => {
                let order = (self.about, keyword.to_owned(), rest.to_owned());
                self.orders.push(order);
            }
            _ => return Err("a line without a keyword"),
        }
        Ok(())
    }

    /// Adds a move or a diagram; a diagram is not what the next move follows.
    fn add(&mut self, play: Option<Play>, number: usize) {
        let parent = self.current.last().copied();
        self.about = self.game.steps.len();
        if let (Some(_), Some(current)) = (&play, self.current.last_mut()) {
            *current = self.about;
        }
        let step = Step::default();
        self.game.steps.push(Step {
            parent,
            play,
            number,
            ..step
        });
    }

    /// Finds out what the lines about points mean, now that the size of the board is known.
    fn game(mut self) -> Result<Game, Cause> {
        let size = self.game.size.0;
        for step in &mut self.game.steps {
            if let Some((_, Place::At(spot))) = &mut step.play {
                *spot = turn(*spot, size)?;
            }
            let setup = std::mem::take(&mut step.setup).into_iter();
            let setup = setup.map(|(spot, stone)| Ok((turn(spot, size)?, stone)));
            step.setup = setup.collect::<Result<_, Cause>>()?;
        }
        let mut marks: BTreeMap<usize, Vec<(bool, &str)>> = BTreeMap::new();
        for (at, keyword, rest) in &self.orders {
            for word in rest.split_whitespace() {
                if keyword.ends_with("MARK") {
                    let words = marks.entry(*at).or_default();
                    words.push((keyword == "MARK", word));
                    continue;
                }
                let spots = self.game.stones(*at, word)?;
                let step = self.game.steps.get_mut(*at).ok_or(OUTSIDE)?;
                if keyword == "PRISONER" {
                    step.captured.extend(spots);
                } else if step.play.is_some() {
                    return Err("HIDE beside a move");
                } else {
                    let hidden = spots.into_iter().map(|spot| (spot, ' '));
                    let setup = std::mem::take(&mut step.setup);
                    step.setup = hidden.chain(setup).collect();
                }
            }
        }
        let (mut shown, mut failed) = (Vec::new(), None);
        board::replay(&self.game, |at, board, _| {
            let mut glyphs = Glyphs::new();
            for word in marks.get(&at).into_iter().flatten() {
                failed = failed.or(self.game.mark(at, board, *word, &mut glyphs).err());
            }
            shown.extend(glyphs.into_iter().map(|(spot, glyph)| (at, spot, glyph)));
        });
        for (at, spot, glyph) in shown {
            let step = self.game.steps.get_mut(at).ok_or(OUTSIDE)?;
            match glyph {
                Ok(sign) => _ = step.marks.entry(sign).or_default().insert(spot),
                Err(label) => _ = step.labels.insert((spot, label)),
            }
        }
        failed.map_or(Ok(self.game), Err)
    }
}

/// Reads a location; rows count from the bottom, from 0.
fn spot(text: &str) -> Result<Spot, Cause> {
    let mut letters = text.chars();
    let column = letters.next().unwrap_or(' ').to_ascii_uppercase();
    let column = "ABCDEFGHJKLMNOPQRST".find(column);
    let row = letters.as_str().parse::<u8>().ok().filter(|row| *row > 0);
    let (column, row) = column.zip(row).ok_or("points in other words")?;
    Ok((column as u8, row - 1))
}

/// Counts the row from the top.
fn turn((column, row): Spot, size: u8) -> Result<Spot, Cause> {
    let inside = column < size && row < size;
    inside.then(|| (column, size - 1 - row)).ok_or(OUTSIDE)
}

impl Game {
    /// Returns the steps that lead to a step, the last one first.
    fn path(&self, at: usize) -> impl Iterator<Item = &Step> {
        let parent = |step: &&Step| step.parent.and_then(|parent| self.steps.get(parent));
        std::iter::successors(self.steps.get(at), parent)
    }

    /// Returns the points that a location, `#n` or `#n-n` means.
    fn stones(&self, at: usize, word: &str) -> Result<Vec<Spot>, Cause> {
        let Some(numbers) = word.strip_prefix('#') else {
            return Ok(vec![turn(spot(word)?, self.size.0)?]);
        };
        let (from, to) = numbers.split_once('-').unwrap_or((numbers, numbers));
        let ends = from.parse::<usize>().ok().zip(to.parse::<usize>().ok());
        let (from, to) = ends.ok_or("move numbers in other words")?;
        let find = |number| {
            let mut path = self.path(at);
            let found = path.find(|step| step.number == number && step.play.is_some());
            match found?.play.as_ref()? {
                (_, Place::At(spot)) => Some(*spot),
                _ => None,
            }
        };
        Ok((from..=to.min(from + 10_000)).filter_map(find).collect())
    }

    /// Returns the number of the stone on a point.
    fn number_at(&self, at: usize, board: &Board, spot: Spot) -> Option<usize> {
        let here = Place::At(spot);
        let on = |step: &&Step| matches!(&step.play, Some((_, place)) if *place == here);
        let step = self
            .path(at)
            .find(|step| on(step) || step.setup.contains_key(&spot))?;
        (board.contains_key(&spot) && on(&step)).then_some(step.number)
    }

    /// Does what one word of MARK or UNMARK says.
    fn mark(
        &self,
        at: usize,
        board: &Board,
        (add, word): (bool, &str),
        glyphs: &mut Glyphs,
    ) -> Result<(), Cause> {
        let (glyph, target) = word.rsplit_once('@').unwrap_or(("", word));
        let spots = match target.to_ascii_lowercase().as_str() {
            "all" if !add => glyphs.keys().copied().collect(),
            "all" => board.keys().copied().collect(),
            _ => self.stones(at, target)?,
        };
        for spot in spots {
            let number = || {
                self.number_at(at, board, spot)
                    .map(|number| Err(number.to_string()))
            };
            let sign = SIGNS
                .iter()
                .find(|(sign, _)| glyph.eq_ignore_ascii_case(sign));
            let glyph = match glyph {
                _ if !add => None,
                "" => number(),
                glyph => Some(sign.map_or_else(|| Err(glyph.to_owned()), |(_, mark)| Ok(*mark))),
            };
            match glyph {
                Some(glyph) => _ = glyphs.insert(spot, glyph),
                None if !add => _ = glyphs.remove(&spot),
                None => {}
            }
        }
        Ok(())
    }
}

/// Leaves of a game what Ishi can say, and orders it as Ishi does: first the moves, then what else
/// there is after each of them. `read` tells whether it was read as Ishi.
pub(super) fn reduce(game: &mut Game, read: bool) {
    if !read {
        complete(game);
    }
    let old = std::mem::take(&mut game.steps);
    let mut children: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let (mut hosts, mut others) = (Vec::with_capacity(old.len()), Vec::new());
    let followed: BTreeSet<_> = old.iter().filter_map(|step| step.parent).collect();
    for (at, step) in old.iter().enumerate() {
        let host = step.parent.and_then(|parent| hosts.get(parent));
        let parent = host.copied().unwrap_or(0);
        hosts.push(if step.play.is_some() { at } else { parent });
        match step.play {
            _ if at == 0 => {}
            Some(_) => children.entry(parent).or_default().push(at),
            None => others.push((parent, at)),
        }
        if at > 0 && !step.setup.is_empty() && followed.contains(&at) {
            game.doubt(Field::Moves, "setup in the middle of a game");
        }
    }
    let (mut open, mut places) = (vec![(None, 0)], BTreeMap::new());
    while let Some((parent, at)) = open.pop() {
        let Some(step) = old.get(at).cloned() else {
            continue;
        };
        let place = game.steps.len();
        places.insert(at, place);
        let next = children.get(&at).into_iter().flatten().rev();
        open.extend(next.map(|child| (Some(place), *child)));
        game.steps.push(Step { parent, ..step });
    }
    let of = |(parent, at): (usize, usize)| {
        let mut step = old.get(at)?.clone();
        step.parent = places.get(&parent).copied();
        Some(step)
    };
    let mut others: Vec<Step> = others.into_iter().filter_map(of).collect();
    others.sort_by_key(|step| (step.parent, step.setup.clone(), step.marks.clone()));
    game.steps.append(&mut others);
    let mut doubled = false;
    for (at, step) in game.steps.iter_mut().enumerate() {
        doubled |= say(step, at == 0);
    }
    if doubled {
        game.doubt(Field::Marks, "two signs on a point");
    }
}

/// Gives a game of another format what Ishi has: captures, numbers, the setup of the event.
fn complete(game: &mut Game) {
    if game.steps.first().is_some_and(|root| root.play.is_some()) {
        game.doubt(Field::Moves, "a move in the first node");
    }
    let mut gone = Vec::new();
    board::replay(game, |_, _, captured| gone.push(captured));
    for (at, captured) in gone.into_iter().enumerate() {
        let before = game.path(at).nth(1).map_or(0, |step| step.number);
        let Some(step) = game.steps.get_mut(at) else {
            continue;
        };
        if step.play.is_some() {
            step.number = if step.number > 0 {
                step.number
            } else {
                before + 1
            };
            step.captured = captured;
        } else {
            step.number = before;
            let there = |spot: &Spot| captured.contains(spot);
            step.setup
                .retain(|spot, stone| *stone != ' ' || there(spot));
        }
    }
    // Setup right after a first node without stones is the setup of the event.
    let first = game.steps.iter().filter(|step| step.parent == Some(0));
    let only = first.count() == 1;
    let [root, next, ..] = game.steps.as_mut_slice() else {
        return;
    };
    let bare = root.setup.is_empty() && root.play.is_none();
    if !only || !bare || next.play.is_some() || next.setup.is_empty() {
        return;
    }
    let parent = next.parent;
    let mut moved = std::mem::take(next);
    (next.parent, next.number) = (parent, moved.number);
    let texts = ["GC", "C"].map(|ident| root.facts.remove(ident).unwrap_or_default());
    let [event, setup] = texts;
    root.facts.insert("GC", join(event, "\n", setup));
    moved.facts.retain(|ident, _| matches!(*ident, "C" | "N"));
    root.facts.append(&mut moved.facts);
    (root.setup, root.labels) = (moved.setup, moved.labels);
    root.marks.extend(moved.marks);
}

/// Leaves of a step what Ishi can say; returns whether it has two signs on a point.
fn say(step: &mut Step, root: bool) -> bool {
    let mut facts = std::mem::take(&mut step.facts);
    let mut take = |ident| facts.remove(ident).unwrap_or_default();
    let mut said = Facts::from([("C", join(take("GC"), "\n", take("C"))), ("N", take("N"))]);
    if root {
        step.setup.retain(|_, stone| *stone != ' ');
        let idents = HEADERS
            .split(' ')
            .filter_map(|header| header.split('=').nth(1));
        said.extend(idents.skip(4).map(|ident| (ident, take(ident))));
        for (name, rank) in [("PB", "BR"), ("PW", "WR")] {
            said.insert(name, words::ranked(&join(take(name), " ", take(rank))));
        }
        // The second is shown where there is no first.
        for (first, second) in [("EV", "GN"), ("TM", "OT")] {
            let texts = [take(first), take(second)];
            let text = texts.into_iter().find(|text| !text.is_empty());
            said.insert(first, text.unwrap_or_default());
        }
    }
    // A handicap of one stone is none.
    said.retain(|ident, text| *ident != "HA" || text.len() > 1 || text.as_str() > "1");
    for (ident, text) in said {
        // Lines of a text come together with a blank or a semicolon.
        let lines = matches!(ident, "SO" | "PC" | "AN" | "TM");
        let words = text.split(|c: char| c.is_whitespace() || lines && c == ';');
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let text = if ident == "C" { text } else { words.join(" ") };
        if !text.is_empty() {
            step.facts.insert(ident, text);
        }
    }
    if step.play.is_none() {
        step.number = 0;
    }
    let labels = std::mem::take(&mut step.labels).into_iter();
    let shown = |text: String| {
        text.chars()
            .filter(char::is_ascii_graphic)
            .take(2)
            .collect()
    };
    let labels = labels.map(|(spot, text)| (spot, shown(text)));
    step.labels = labels
        .filter(|(_, text): &(Spot, String)| !text.is_empty())
        .collect();
    // Where there is a label too, it is what is shown.
    let labelled: BTreeSet<Spot> = step.labels.iter().map(|(spot, _)| *spot).collect();
    step.marks.retain(|mark, spots| {
        spots.retain(|spot| !labelled.contains(spot));
        !spots.is_empty() && SIGNS.iter().any(|(_, sign)| sign == mark)
    });
    let spots = step.marks.values().flatten();
    spots.clone().collect::<BTreeSet<_>>().len() < spots.count()
}

fn join(first: String, between: &str, second: String) -> String {
    let texts = [first, second].into_iter().filter(|text| !text.is_empty());
    texts.collect::<Vec<_>>().join(between)
}
