//! The part of a game that Ishi can express: one event, and one more for each setup in the middle of the
//! game.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::board::{Moment, Position, replay};
use crate::form::{Facts, Game, Spot, Step};
use crate::ishi::{has_lines, headers};
use crate::marks::SIGNS;
use crate::{values, words};

/// The largest number of a move that Ishi can say.
const LARGEST_NUMBER: usize = 999_999_999;

/// The properties of a node that are not about the game as a whole.
const OF_NODE: &str = "AR BL BM DD DM DO FG GB GW HO IT KO LN OB OW PL PM TE UC V VW WL";

/// Returns the events that a game becomes; `read` tells whether it was read as Ishi, `made` whether it
/// was made of an event of Ishi, so that the diagrams in it are not further events.
pub(crate) fn events(game: Game, read: bool, made: bool) -> Vec<Game> {
    let mut events = if read {
        vec![game]
    } else {
        Split::new(game, made).run()
    };
    for event in &mut events {
        for (at, step) in event.steps.iter_mut().enumerate() {
            say(step, at == 0, read);
        }
    }
    events
}

/// A game while it is split into events.
struct Split {
    game: Game,
    children: Vec<Vec<usize>>,
    /// The steps without a move that change the position before them.
    changes: BTreeSet<usize>,
    /// The positions with which further events can start.
    positions: BTreeMap<usize, BTreeMap<Spot, char>>,
    /// The number of the last move at each step.
    numbers: Vec<usize>,
    waiting: VecDeque<usize>,
    /// The variations on moves of the main line that belong before nodes without a move.
    raised: BTreeMap<usize, Vec<usize>>,
    made: bool,
}

/// The next task in an event: a step, with the place in the event of the step before it.
enum Task {
    /// Puts a move, its variations, and the steps after it.
    Host(usize, usize, Vec<usize>),
    /// Puts a step and the steps after it.
    Put(usize, usize),
    /// Puts the steps after a step.
    Follow(usize, usize),
}

impl Split {
    fn new(mut game: Game, made: bool) -> Self {
        move_out_of_root(&mut game);
        let children = game.children();
        let mut split = Self {
            children,
            changes: BTreeSet::new(),
            positions: BTreeMap::new(),
            numbers: vec![0; game.steps.len()],
            waiting: VecDeque::new(),
            raised: BTreeMap::new(),
            game,
            made,
        };
        split.replay();
        split
    }

    fn replay(&mut self) {
        let mut hidden: Vec<(usize, BTreeSet<Spot>)> = Vec::new();
        let mut gone: Vec<(usize, BTreeSet<Spot>)> = Vec::new();
        replay(&self.game, |at, position, moment| {
            let Some(step) = self.game.steps.get(at) else {
                return;
            };
            match moment {
                Moment::Before if step.play.is_none() && !step.setup.is_empty() => {
                    if at > 0 && changes(position, step) {
                        self.changes.insert(at);
                    }
                    let empty = step.setup.iter().filter(|(_, stone)| **stone == ' ');
                    let there = empty.filter(|(spot, _)| position.stone(**spot).is_some());
                    hidden.push((at, there.map(|(spot, _)| *spot).collect()));
                }
                Moment::Before => {}
                Moment::After(captured) => {
                    if let Some(number) = self.numbers.get_mut(at) {
                        *number = position.number();
                    }
                    if step.play.is_some() {
                        gone.push((at, captured));
                    } else if self.children.get(at).is_some_and(|list| !list.is_empty()) {
                        let stones = position.stones();
                        let stones = stones.map(|(spot, stone)| (spot, stone.color));
                        self.positions.insert(at, stones.collect());
                    }
                }
            }
        });
        for (at, spots) in hidden {
            if let Some(step) = self.game.steps.get_mut(at) {
                step.setup
                    .retain(|spot, stone| *stone != ' ' || spots.contains(spot));
            }
        }
        for (at, captured) in gone {
            if let Some(step) = self.game.steps.get_mut(at) {
                step.captured = captured;
            }
        }
    }

    fn run(mut self) -> Vec<Game> {
        let (root, start) = self.beginning();
        let title = title(&root);
        let mut events = vec![self.event(root, start)];
        while let Some(start) = self.waiting.pop_front() {
            let mut root = self.game.steps.get(start).cloned().unwrap_or_default();
            root.setup = self.positions.remove(&start).unwrap_or_default();
            root.facts.retain(|ident, _| matches!(*ident, "C" | "N"));
            let title = format!("{title} (continued)");
            root.facts.insert("EV", title.trim().to_owned());
            (root.parent, root.region) = (None, None);
            root.number = None;
            events.push(self.event(root, start));
        }
        events
    }

    /// Returns the first step of the game's event, and the step at which the game begins: setup right after a
    /// bare root belongs to the event.
    fn beginning(&self) -> (Step, usize) {
        let mut root = self.game.steps.first().cloned().unwrap_or_default();
        root.setup.retain(|_, stone| *stone != ' ');
        let bare = is_bare(&root);
        (root.number, root.region) = (None, None);
        let only = match self.children.first().map(Vec::as_slice) {
            Some([only]) if self.changes.contains(only) && bare => *only,
            _ => return (root, 0),
        };
        let Some(next) = self.game.steps.get(only) else {
            return (root, 0);
        };
        let is_leaf = self.children.get(only).is_some_and(Vec::is_empty);
        if is_leaf && next.rest.contains_key("FG") {
            return (root, 0);
        }
        let mut next = next.clone();
        next.setup.retain(|_, stone| *stone != ' ');
        next.facts.retain(|ident, _| matches!(*ident, "C" | "N"));
        root.facts.append(&mut next.facts);
        (root.setup, root.labels, root.marks) = (next.setup, next.labels, next.marks);
        (root, only)
    }

    fn event(&mut self, root: Step, start: usize) -> Game {
        let mut event = Game::new(self.game.size);
        event.unclear = self.game.unclear.clone();
        event.timeless = self.game.timeless;
        event.has_overtime = self.game.has_overtime;
        event.steps.push(root);
        let mut tasks = vec![Task::Follow(start, 0)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Host(node, place, variations) => {
                    event.steps.push(self.step(node, place));
                    tasks.push(Task::Follow(node, event.steps.len() - 1));
                    let variations = variations.into_iter().rev();
                    tasks.extend(variations.map(|node| Task::Put(node, place)));
                }
                Task::Put(node, place) => {
                    event.steps.push(self.step(node, place));
                    let last = event.steps.len() - 1;
                    let place = if self.is_move(node) { last } else { place };
                    tasks.push(Task::Follow(node, place));
                }
                Task::Follow(node, place) => self.follow(node, place, &mut tasks),
            }
        }
        event
    }

    fn is_move(&self, node: usize) -> bool {
        let step = self.game.steps.get(node);
        step.is_some_and(|step| step.play.is_some())
    }

    fn is_leaf(&self, node: usize) -> bool {
        self.children.get(node).is_none_or(Vec::is_empty)
    }

    /// Returns the move that comes after a node without one, if only others like it come between.
    fn move_after(&self, first: usize) -> Option<usize> {
        let mut node = first;
        while !self.is_move(node) && !self.changes.contains(&node) {
            node = *self.children.get(node)?.first()?;
        }
        (node != first && self.is_move(node)).then_some(node)
    }

    /// Returns a move or a diagram as it is shown.
    fn step(&self, node: usize, place: usize) -> Step {
        let mut step = self.game.steps.get(node).cloned().unwrap_or_default();
        step.parent = Some(place);
        step.number = None;
        if step.play.is_some() {
            step.region = None;
            let number = self.numbers.get(node).copied().unwrap_or(0);
            step.number = Some(number.clamp(1, LARGEST_NUMBER));
        } else if !self.is_leaf(node) {
            // Play goes on from the position as it is.
            step.setup.clear();
            step.region = None;
        }
        step
    }

    /// Plans the steps after a step.
    fn follow(&mut self, node: usize, place: usize, tasks: &mut Vec<Task>) {
        let children = self.children.get(node).cloned().unwrap_or_default();
        let (further, branches): (Vec<usize>, Vec<usize>) = children
            .into_iter()
            .partition(|child| self.changes.contains(child) && !self.is_leaf(*child));
        self.waiting.extend(further);
        let mut next: Vec<Task> = Vec::new();
        if let [first, others @ ..] = branches.as_slice()
            && !others.is_empty()
            && let Some(host) = self.move_after(*first)
        {
            // The main line stays the first one.
            self.raised.entry(host).or_default().extend(others);
            next.push(Task::Put(*first, place));
        } else if let Some(host) = branches.iter().copied().find(|child| self.is_move(*child)) {
            let mut variations = self.raised.remove(&host).unwrap_or_default();
            variations.extend(branches.into_iter().filter(|child| *child != host));
            next.push(Task::Host(host, place, variations));
        } else if let [only] = branches.as_slice() {
            next.push(Task::Put(*only, place));
        } else {
            for child in branches {
                if self.made || self.is_leaf(child) {
                    next.push(Task::Put(child, place));
                } else {
                    self.waiting.push_back(child);
                }
            }
        }
        tasks.extend(next.into_iter().rev());
    }
}

/// Moves a move in the first node to a new node.
fn move_out_of_root(game: &mut Game) {
    let Some(root) = game.steps.first_mut() else {
        return;
    };
    if root.play.is_none() {
        return;
    }
    let mut first = root.clone();
    root.facts.retain(|ident, _| !matches!(*ident, "C" | "N"));
    first.facts.retain(|ident, _| matches!(*ident, "C" | "N"));
    first.setup.clear();
    (root.play, root.number) = (None, None);
    root.labels.clear();
    root.marks.clear();
    for step in &mut game.steps {
        step.parent = step.parent.map(|parent| parent + 1);
    }
    first.parent = Some(0);
    game.steps.insert(1, first);
}

/// Returns whether setup changes the position; a stone of a move that is set up again loses its number.
fn changes(before: &Position, step: &Step) -> bool {
    let mut setup = step.setup.iter();
    setup.any(|(spot, color)| match before.stone(*spot) {
        None => *color != ' ',
        Some(stone) => stone.color != *color || stone.number.is_some(),
    })
}

/// Returns whether a first node has only data about the game.
fn is_bare(root: &Step) -> bool {
    let about_node = |ident: &String| OF_NODE.split(' ').any(|one| one == ident);
    root.setup.is_empty()
        && root.play.is_none()
        && root.number.is_none()
        && root.labels.is_empty()
        && root.marks.is_empty()
        && !["C", "N", "GC"]
            .iter()
            .any(|ident| root.facts.contains_key(ident))
        && !root.rest.keys().any(about_node)
}

fn title(root: &Step) -> String {
    let facts = ["EV", "GN"].map(|ident| root.facts.get(ident));
    let mut titles = facts.into_iter().flatten();
    let title = titles.find(|title| !title.trim().is_empty());
    let title = title.map_or("", String::as_str).trim().to_owned();
    let round = root.facts.get("RO").map_or("", String::as_str).trim();
    let number = round.strip_prefix("round ").unwrap_or(round);
    let numbered = format!("round {number}");
    let has_number = is_round(&numbered);
    let said = if has_number { &numbered } else { round };
    let (event, last) = title.rsplit_once(", ").unwrap_or((&title, ""));
    let ends_in_round = !event.is_empty() && is_round(last);
    match title.as_str() {
        "" if has_number => format!("Round {number}"),
        "" => title,
        _ if ends_in_round || !said.split(", ").all(is_round) => title,
        _ => format!("{title}, {said}"),
    }
}

/// Returns whether words name a part of a tournament: `1st round`, `Game 2`, `round 3 (final)`.
fn is_round(text: &str) -> bool {
    let text = text.to_ascii_lowercase().replace('-', "");
    let end = text.find(" (").filter(|_| text.ends_with(')'));
    let (mut names, mut numbers) = (0, 0);
    for word in text
        .get(..end.unwrap_or(text.len()))
        .unwrap_or("")
        .split(' ')
    {
        let letters = word.trim_start_matches(|c: char| c.is_ascii_digit());
        match letters.trim_end_matches('s') {
            "round" | "game" | "stage" | "league" if letters == word && !word.ends_with('s') => {
                names += 1;
            }
            "final" | "semifinal" | "quarterfinal" | "preliminary" | "playoff"
                if letters == word =>
            {
                names += 1;
            }
            "last" => numbers += 1,
            "" | "st" | "nd" | "rd" | "th" if letters != word && letters != "s" => numbers += 1,
            _ => return false,
        }
    }
    names == 1 && numbers <= 1
}

/// Puts the moves into the order of Ishi, with the others after them by the move that they follow, and by the data that
/// both formats can express; `by_facts` tells whether that includes texts.
pub(crate) fn arrange(event: &mut Game, by_facts: bool) {
    let children = event.children();
    let old = std::mem::take(&mut event.steps);
    let is_move = |at: usize| {
        old.get(at)
            .is_some_and(|step| at == 0 || step.play.is_some())
    };
    let (mut open, mut places) = (vec![(None, 0)], BTreeMap::new());
    let mut others: Vec<Step> = Vec::new();
    while let Some((parent, at)) = open.pop() {
        let Some(step) = old.get(at).cloned() else {
            continue;
        };
        let place = event.steps.len();
        places.insert(at, place);
        let below = children.get(at).into_iter().flatten();
        for child in below.clone().filter(|child| !is_move(**child)) {
            let step = old.get(*child).cloned().unwrap_or_default();
            others.push(Step {
                parent: Some(place),
                ..step
            });
        }
        let moves = below.rev().filter(|child| is_move(**child));
        open.extend(moves.map(|child| (Some(place), *child)));
        event.steps.push(Step { parent, ..step });
    }
    // SGF has diagrams of the same position before diagrams of a changed one.
    others.sort_by_key(|step| {
        let marks = (step.marks.clone(), step.labels.clone());
        (
            step.parent,
            step.setup.clone(),
            step.region,
            marks,
            by_facts.then(|| step.facts.clone()),
        )
    });
    event.steps.append(&mut others);
}

/// Reduces a step to the data that Ishi can express.
fn say(step: &mut Step, root: bool, read: bool) {
    let (mut name, comment) = (step.take("N"), guarded(&step.take("C"), read));
    if name.is_empty() && !read && !root && step.play.is_none() {
        // The name of a figure is the title of its diagram.
        let figure = step.rest.get("FG").and_then(|values| values.first());
        let figure = figure.and_then(|value| value.split_once(':'));
        name = figure.map_or_else(String::new, |(_, name)| name.to_owned());
    }
    let (name, comment) = (words::signs(&name), words::signs(&comment));
    let mut said = Facts::new();
    if root {
        let game_comment = words::signs(&guarded(&step.take("GC"), read));
        let texts = [&game_comment, &name, &comment];
        let lines = texts
            .into_iter()
            .flat_map(|text| text.lines())
            .map(str::trim);
        let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
        said.insert("C", lines.join("\n"));
        for (name, rank) in [("PB", "BR"), ("PW", "WR")] {
            let text = [step.take(name), step.take(rank)].join(" ");
            said.insert(name, values::ranked(&text));
        }
        said.insert("EV", title(step));
        let idents = headers().map(|(ident, _)| ident).chain(["OT"]);
        for ident in idents.filter(|ident| !matches!(*ident, "EV" | "PB" | "PW")) {
            said.insert(ident, step.take(ident));
        }
    } else {
        said.insert("N", name);
        said.insert("C", comment);
    }
    for (ident, text) in &mut said {
        if !matches!(*ident, "C" | "DT") {
            // Lines of a text come together with a blank or a semicolon.
            let lines = has_lines(ident) || *ident == "OT";
            let words = text.split(|c: char| c.is_whitespace() || lines && c == ';');
            let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
            *text = words.join(" ");
        }
    }
    said.retain(|_, text| !text.is_empty());
    step.facts = said;
    step.rest.clear();
    one_glyph(step);
}

/// Returns a text whose lines do not end a block.
fn guarded(text: &str, read: bool) -> String {
    let guard = |line: &str| {
        let word = line.split_whitespace().next().unwrap_or("");
        let ends = !read && word.eq_ignore_ascii_case("ENDCOM");
        format!("{}{line}", if ends { "'" } else { "" })
    };
    text.split('\n').map(guard).collect::<Vec<_>>().join("\n")
}

/// Leaves one glyph on each point: the least label, numbers before others, or the first sign.
fn one_glyph(step: &mut Step) {
    let mut shown: BTreeMap<Spot, String> = BTreeMap::new();
    for (spot, text) in std::mem::take(&mut step.labels) {
        let number = text.parse::<u32>().ok().filter(|_| !text.starts_with('0'));
        let mut text: String = text
            .chars()
            .filter(char::is_ascii_graphic)
            .take(2)
            .collect();
        if SIGNS
            .iter()
            .any(|(sign, _)| text.eq_ignore_ascii_case(sign))
        {
            text.truncate(1);
        }
        // Ishi has no label of a larger number, but numbers of stones.
        let is_large = number.is_some_and(|number| number > 99);
        if text.is_empty() || is_large {
            continue;
        }
        let before = shown.entry(spot).or_insert_with(|| text.clone());
        if text < *before {
            *before = text;
        }
    }
    let mut taken: BTreeSet<Spot> = shown.keys().copied().collect();
    let mut signs = BTreeMap::new();
    for (_, sign) in SIGNS {
        let mut spots = step.marks.remove(sign).unwrap_or_default();
        spots.retain(|spot| taken.insert(*spot));
        if !spots.is_empty() {
            signs.insert(*sign, spots);
        }
    }
    step.marks = signs;
    step.labels = shown.into_iter().collect();
}
