//! UGF and UGI, the formats of `PandaNet`: a game, diagrams with texts, and reviews with variations.

mod header;

use foldhash::{HashMap, HashMapExt};
use pest::Parser as _;
use pest::iterators::Pair;

use ishi_grammars::ugf::{Grammar, Rule};

use super::draft::{Draft, on_one_line};
use super::headers::Headers;
use super::{color_of, numbers, part, parts, span_of, visible};
use crate::diagnostic::{Diagnostics, Span};
use crate::model::{Color, Game, Id, Label, Move, NodeId, Place, Property, Replay, Value};

/// The sections with content, each after those that it is about.
const ORDER: [Rule; 5] = [
    Rule::header,
    Rule::data,
    Rule::nodes,
    Rule::comments,
    Rule::figures,
];

/// Reads the game of a record.
pub(super) fn read(text: &str, log: &mut Diagnostics) -> Game<'static> {
    let items = Grammar::parse(Rule::file, text).into_iter().flatten();
    let items: Vec<_> = items.flat_map(Pair::into_inner).collect();
    let sections = |rule| items.iter().filter(move |item| item.as_rule() == rule);
    let entries = sections(Rule::header).flat_map(|header| parts(header, Rule::entry));
    let entries = entries.map(|line| {
        let (key, value) = (part(&line, Rule::key), part(&line, Rule::value));
        (key, value, span_of(&line))
    });
    let headers = Headers(entries.collect());
    let mut reader = Reader {
        draft: Draft::new(log),
        from_bottom: false,
        main: vec![NodeId::ROOT],
        nodes: HashMap::new(),
        at: NodeId::ROOT,
        repeated: 0,
        open: Vec::new(),
    };
    reader.header(&headers);
    let lines = |rule| sections(rule).flat_map(|section| section.clone().into_inner());
    for line in ORDER.into_iter().flat_map(lines) {
        reader.take(&line);
    }
    let skipped = lines(Rule::skipped).filter(|line| !is_blank(line));
    reader
        .draft
        .leave("lines with pictures or messages", skipped.count());
    let before = sections(Rule::unknown).filter(|line| !is_blank(line));
    reader
        .draft
        .leave("lines before the record", before.count());
    for (_, span) in core::mem::take(&mut reader.open) {
        reader.draft.cut(span, "a VARIATION has no VARIATIONEND");
    }
    let end = Span::new(text.len(), text.len());
    let has = |rule| sections(rule).next().is_some();
    if !has(Rule::data) && !has(Rule::figures) {
        reader.draft.cut(end, "the record has no section [Data]");
    }
    if headers.text("Ver").starts_with("REVIEW") && !has(Rule::nodes) {
        let message = "the review has no section [ReviewNode]";
        reader.draft.cut(end, message);
    }
    // PandaEgg writes 0.
    if let Ok(count @ 1..) = headers.text("Moves").parse() {
        let span = headers.place("Moves");
        reader.draft.announced(count, span, end);
    }
    reader.draft.finish()
}

struct Reader<'l> {
    draft: Draft<'l>,
    /// Whether rows count from the lower edge.
    from_bottom: bool,
    /// The nodes of the game, by their numbers: the root is 0.
    main: Vec<NodeId>,
    /// The nodes of a review, by their names.
    nodes: HashMap<i64, NodeId>,
    /// The last node of a review, and how many of its nodes repeat moves of the game.
    at: NodeId,
    repeated: usize,
    /// The nodes before the variations that are open.
    open: Vec<(NodeId, Span)>,
}

impl Reader<'_> {
    fn take(&mut self, line: &Pair<'_, Rule>) {
        let (span, text) = (span_of(line), line.as_str());
        let fields = numbers(line, Rule::number);
        match (line.as_rule(), fields.as_slice()) {
            (Rule::entry, _) => {}
            (Rule::unknown, _) if is_blank(line) => {}
            (Rule::stone, _) => self.stone(line),
            // A variation starts after the node before it.
            (Rule::open, _) => self.open.push((self.at, span)),
            (Rule::close, _) if !self.open.is_empty() => {
                self.at = self.open.pop().map_or(self.at, |(before, _)| before);
            }
            // The root, and the end of a line.
            (Rule::node, [name, 0, ..]) => _ = self.nodes.insert(*name, self.at),
            (Rule::node, [name, color, column, row]) => {
                self.node(color_of(*color), [*column, *row], span, text);
                self.nodes.insert(*name, self.at);
            }
            (Rule::comment, [name, ..]) => {
                let node = self.nodes.get(name).copied().unwrap_or_else(|| {
                    let message = format!("no node has the name {name} of this comment");
                    let help = "the comment stands at the start of the game";
                    self.draft.contradiction(span, message, help);
                    NodeId::ROOT
                });
                self.comment(line, node);
            }
            (Rule::text, [number, ..]) => {
                let index = usize::try_from(*number).unwrap_or(usize::MAX);
                let node = self.main.get(index).copied().unwrap_or_else(|| {
                    let message = format!("there is no move {number} for this text");
                    let help = "the text stands at the last move";
                    self.draft.contradiction(span, message, help);
                    self.draft.last()
                });
                self.text(line, node);
            }
            (Rule::diagram, [number, ..]) => self.diagram(line, *number),
            _ => self.draft.unread(span, text),
        }
    }

    /// Takes a line of the data: a stone of the setup, or a move.
    fn stone(&mut self, line: &Pair<'_, Rule>) {
        let (span, text) = (span_of(line), line.as_str());
        let Some(stone) = self.stone_of(line) else {
            self.draft.unread(span, text);
            return;
        };
        let has_seconds = part(line, Rule::seconds).bytes().any(|digit| digit != b'0');
        self.draft
            .leave("seconds for a move", usize::from(has_seconds));
        let color = stone.color.unwrap_or(self.draft.turn());
        match stone.place {
            Some(Place::Point(point)) if stone.number == 0 && self.main.len() == 1 => {
                self.draft.events += 1;
                self.draft.no_stones += 1;
                self.draft.stones(color, &[point]);
            }
            place => {
                self.draft.count_on(stone.number, 1, span);
                self.draft.play(color, place, span, text);
                self.main.extend(place.map(|_| self.draft.last()));
            }
        }
    }

    /// Takes a node of a review. Those outside of variations repeat the moves of the game.
    fn node(&mut self, color: Color, [column, row]: [i64; 2], span: Span, text: &str) {
        let place = self.place(column, row);
        let mv = place.map(|place| Move { color, place });
        let is_main = self.open.is_empty();
        self.repeated += usize::from(is_main);
        match (self.main.get(self.repeated).filter(|_| is_main), mv) {
            (Some(node), mv) => {
                self.at = *node;
                if mv != self.draft.game.mv(self.at) {
                    let message = format!("`{}` is not the move of the game", text.trim());
                    let help = "the game is read as [Data] has it";
                    self.draft.contradiction(span, message, help);
                }
            }
            // Moves after the end of the game, for example to show dead stones.
            (None, Some(_)) if is_main => self.draft.leave("nodes after the last move", 1),
            (None, Some(mv)) => self.at = self.draft.play_after(self.at, mv, span),
            (None, None) => self.draft.off_board(span, text),
        }
    }

    /// Reads a line of the data. Returns `None` if its number has too many digits.
    fn stone_of(&self, line: &Pair<'_, Rule>) -> Option<Stone> {
        let mut letters =
            parts(line, Rule::letter).filter_map(|letter| letter.as_str().bytes().next());
        let mut count = || Some(i64::from(letters.next()? - b'A') + 1);
        Some(Stone {
            place: self.place(count()?, count()?),
            color: match part(line, Rule::player).bytes().next()? {
                b'B' => Some(Color::Black),
                b'W' => Some(Color::White),
                _ => None,
            },
            number: part(line, Rule::number).parse().ok()?,
        })
    }

    /// Returns the place of a column and row from 1. A pass is a column of Y or Z, or 20 in a review.
    fn place(&self, column: i64, row: i64) -> Option<Place> {
        let lines = i64::from(self.draft.game.size.columns);
        if column > lines && (column >= 25 || (column, row) == (20, 20)) {
            return Some(Place::Pass);
        }
        let row = if self.from_bottom {
            lines + 1 - row
        } else {
            row
        };
        self.draft.point(column - 1, row - 1).map(Place::Point)
    }

    /// Adds the words of a text to the comment of a node.
    fn comment(&mut self, text: &Pair<'_, Rule>, node: NodeId) {
        let lines = parts(text, Rule::words).map(|line| on_one_line(line.as_str()));
        let words = lines.collect::<Vec<_>>().join("\n");
        let words = words.trim();
        if !words.is_empty() {
            let before = self.draft.game.comment(node);
            let all = before.map_or(words.to_owned(), |before| format!("{before}\n{words}"));
            self.draft.game.set_text(node, Id::Comment, all);
        }
    }

    /// Gives a node the words and labels of a text.
    fn text(&mut self, text: &Pair<'_, Rule>, node: NodeId) {
        self.comment(text, node);
        let mut labels: Vec<_> = self.draft.game.labels(node).cloned().collect();
        for label in parts(text, Rule::label) {
            let place = match *numbers(&label, Rule::number) {
                [column, row] => self.place(column, row),
                _ => None,
            };
            match place {
                Some(Place::Point(point)) => labels.push(Label {
                    point,
                    text: part(&label, Rule::sign).to_owned().into(),
                }),
                _ => self.draft.off_board(span_of(&label), label.as_str()),
            }
        }
        if !labels.is_empty() {
            let labels = Property::new(Id::Label, Value::Labels(labels.into()));
            self.draft.game.set_property(node, labels);
        }
        if parts(text, Rule::closed_text).next().is_none() {
            self.draft.cut(span_of(text), "a .Text has no .EndText");
        }
    }

    /// Takes a diagram. If its position is that after a move, its moves are a variation there.
    fn diagram(&mut self, diagram: &Pair<'_, Rule>, number: i64) {
        let stones = parts(diagram, Rule::stone);
        let stones = stones.filter_map(|line| Some((self.stone_of(&line)?, span_of(&line))));
        let stones: Vec<_> = stones.collect();
        if parts(diagram, Rule::closed_diagram).next().is_none() {
            self.draft.cut(span_of(diagram), "a .Fig has no .EndFig");
        }
        let setup = stones.iter().filter(|(stone, _)| stone.number == 0);
        let position = setup.map(|(stone, _)| stone.place.zip(stone.color));
        let position: Option<HashMap<_, _>> = position.collect();
        let last = usize::try_from(number).unwrap_or(0);
        let Some(start) = position.and_then(|position| self.node_with(&position, last)) else {
            self.draft.leave("diagrams of other positions", 1);
            return;
        };
        let mut at = start;
        for (stone, span) in stones.iter().filter(|(stone, _)| stone.number > 0) {
            match stone.place.zip(stone.color) {
                Some((place, color)) => {
                    at = self.draft.play_after(at, Move { color, place }, *span);
                }
                None => self.draft.off_board(*span, diagram.as_str()),
            }
        }
        let name = part(diagram, Rule::name);
        if at != start && !name.is_empty() {
            let first = self.draft.game.children(start).last().unwrap_or(at);
            self.draft.game.set_text(first, Id::Name, name.to_owned());
        }
        for text in parts(diagram, Rule::text) {
            self.text(&text, at);
        }
    }

    /// Returns the last node of the game up to a move that has a position.
    fn node_with(&self, position: &HashMap<Place, Color>, last: usize) -> Option<NodeId> {
        let game = &self.draft.game;
        let mut replay = Replay::new(game.size);
        let mut found = None;
        for node in self.main.iter().take(last.saturating_add(1)) {
            replay.enter(game, *node);
            let stones = replay.board().stones();
            let stones = stones.map(|(point, stone)| (Place::Point(point), stone.color));
            if stones.collect::<HashMap<_, _>>() == *position {
                found = Some(*node);
            }
        }
        found
    }
}

/// A line of the data.
struct Stone {
    /// The place, `None` off the board.
    place: Option<Place>,
    /// The player, `None` if the line names nobody.
    color: Option<Color>,
    number: i64,
}

fn is_blank(line: &Pair<'_, Rule>) -> bool {
    visible(line.as_str()).is_empty()
}
