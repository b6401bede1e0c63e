//! UGF and UGI, the formats of `PandaNet`: a game, diagrams with texts, and reviews with variations.

mod header;

use std::collections::HashMap;

use pest::Parser as _;
use pest::iterators::Pair;

use ishi_grammars::ugf::{Grammar, Rule};

use super::draft::Draft;
use super::{numbers, span_of};
use crate::diagnostic::{Diagnostics, Span};
use crate::model::{Color, Game, Id, Label, Move, NodeId, Place, Point, Property, Replay, Value};

/// Reads the game of a record.
pub(super) fn read(text: &str, log: &mut Diagnostics) -> Vec<Game<'static>> {
    let items = Grammar::parse(Rule::file, text).into_iter().flatten();
    let items: Vec<_> = items.flat_map(Pair::into_inner).collect();
    let mut reader = Reader {
        draft: Draft::new(log),
        from_bottom: false,
        main: vec![NodeId::ROOT],
        nodes: HashMap::new(),
        placed: 0,
        end: Span::new(text.len(), text.len()),
    };
    // A comment can come before the node that it is about.
    let order = [
        Rule::header,
        Rule::data,
        Rule::nodes,
        Rule::comments,
        Rule::figures,
        Rule::skipped,
    ];
    for section in order
        .iter()
        .flat_map(|rule| items.iter().filter(move |item| item.as_rule() == *rule))
    {
        reader.section(section);
    }
    for line in items.iter().filter(|item| item.as_rule() == Rule::unknown) {
        reader
            .draft
            .leave("lines before the record", usize::from(!is_blank(line)));
    }
    reader.completeness(&items);
    vec![reader.draft.finish()]
}

struct Reader<'l> {
    draft: Draft<'l>,
    /// Whether rows count from the lower edge.
    from_bottom: bool,
    /// The nodes of the game, by their numbers: the root is 0.
    main: Vec<NodeId>,
    /// The nodes of a review, by their names.
    nodes: HashMap<i64, NodeId>,
    /// How many lines of the data are stones and passes.
    placed: usize,
    end: Span,
}

impl Reader<'_> {
    fn section(&mut self, section: &Pair<'_, Rule>) {
        let lines = section.clone().into_inner();
        match section.as_rule() {
            Rule::header => self.header(lines),
            Rule::data => {
                let mut setup = [Vec::new(), Vec::new()];
                for line in lines {
                    self.stone(&line, &mut setup);
                }
                let [black, white] = setup;
                self.draft.stones(Color::Black, black);
                self.draft.stones(Color::White, white);
            }
            Rule::nodes => self.review(lines),
            Rule::comments => lines.for_each(|line| self.comment(&line)),
            Rule::figures => lines.for_each(|line| self.figure(&line)),
            _ => {
                let lines = lines.filter(|line| !is_blank(line)).count();
                self.draft.leave("lines with pictures or messages", lines);
            }
        }
    }

    /// Takes a line of the data: a stone of the setup, or a move.
    fn stone(&mut self, line: &Pair<'_, Rule>, setup: &mut [Vec<Point>; 2]) {
        let Some(stone) = Stone::of(line) else {
            self.others(line);
            return;
        };
        let (span, text) = (span_of(line), line.as_str());
        self.placed += 1;
        self.draft
            .leave("seconds for a move", usize::from(stone.has_seconds));
        let is_setup = stone.number == 0 && self.main.len() == 1;
        if !is_setup {
            self.draft.count_on(stone.number, 1, span);
        }
        let before = self.main.last().and_then(|node| self.draft.game.mv(*node));
        let turn = before.map_or(Color::Black, |mv| mv.color.opponent());
        let color = stone.color.unwrap_or(turn);
        match (self.place(stone.column, stone.row), is_setup) {
            (Some(Place::Point(point)), true) => match color {
                Color::Black => setup[0].push(point),
                Color::White => setup[1].push(point),
            },
            (Some(place), false) => {
                let node = self.draft.play(Move { color, place }, span);
                self.main.push(node);
            }
            _ => self.draft.off_board(span, text),
        }
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
        let at = |line: i64| u8::try_from(line - 1).ok().filter(|_| line <= lines);
        Some(Place::Point(Point::new(at(column)?, at(row)?)))
    }

    /// Takes a line that the section does not know.
    fn others(&mut self, line: &Pair<'_, Rule>) {
        if line.as_rule() == Rule::unknown && !is_blank(line) {
            self.draft.unread(span_of(line), line.as_str());
        }
    }

    /// Takes the nodes of a review. Those outside of variations repeat the moves of the game.
    fn review<'t>(&mut self, lines: impl Iterator<Item = Pair<'t, Rule>>) {
        let mut at = NodeId::ROOT;
        let mut open = Vec::new();
        let mut moves = 0;
        for line in lines {
            let span = span_of(&line);
            let fields = numbers(&line, Rule::number);
            match (line.as_rule(), fields.as_slice()) {
                (Rule::open, _) => open.push((at, span)),
                (Rule::close, _) => match open.pop() {
                    Some((before, _)) => at = before,
                    None => self.draft.unread(span, line.as_str()),
                },
                // The root, and the end of a line.
                (Rule::node, [name, 0, ..]) => _ = self.nodes.insert(*name, at),
                (Rule::node, [name, color, column, row]) => {
                    let color = if *color == 1 {
                        Color::Black
                    } else {
                        Color::White
                    };
                    let place = self.place(*column, *row);
                    let mv = place.map(|place| Move { color, place });
                    let is_main = open.is_empty();
                    moves += usize::from(is_main);
                    match (self.main.get(moves).filter(|_| is_main), mv) {
                        (Some(node), mv) => {
                            at = *node;
                            if mv != self.draft.game.mv(at) {
                                let message = format!(
                                    "`{}` is not the move of the game",
                                    line.as_str().trim()
                                );
                                self.draft.contradiction(
                                    span,
                                    message,
                                    "the game is read as [Data] has it",
                                );
                            }
                        }
                        // Moves after the end of the game, for example to show dead stones.
                        (None, Some(_)) if is_main => {
                            self.draft.leave("nodes after the last move", 1);
                        }
                        (None, Some(mv)) => at = self.draft.play_after(at, mv, span),
                        (None, None) => self.draft.off_board(span, line.as_str()),
                    }
                    self.nodes.insert(*name, at);
                }
                _ => self.others(&line),
            }
        }
        for (_, span) in open {
            self.draft.cut(span, "a VARIATION has no VARIATIONEND");
        }
    }

    fn comment(&mut self, comment: &Pair<'_, Rule>) {
        let fields = numbers(comment, Rule::number);
        let ([name, ..], Rule::comment) = (fields.as_slice(), comment.as_rule()) else {
            self.others(comment);
            return;
        };
        let words = words(comment);
        let known = self.nodes.get(name).copied();
        if known.is_none() {
            let message = format!("no node has the name {name} of this comment");
            let help = "the comment stands at the start of the game";
            self.draft.contradiction(span_of(comment), message, help);
        }
        self.draft.comment(known.unwrap_or(NodeId::ROOT), &words);
    }

    fn figure(&mut self, figure: &Pair<'_, Rule>) {
        let fields = numbers(figure, Rule::number);
        match (figure.as_rule(), fields.as_slice()) {
            (Rule::text, [number, ..]) => {
                let node = usize::try_from(*number).ok();
                let node = node.and_then(|number| self.main.get(number).copied());
                if node.is_none() {
                    let message = format!("there is no move {number} for this text");
                    let help = "the text stands at the last move";
                    self.draft.contradiction(span_of(figure), message, help);
                }
                let node = node.or(self.main.last().copied());
                self.text(figure, node.unwrap_or(NodeId::ROOT));
            }
            (Rule::diagram, [number, ..]) => self.diagram(figure, *number),
            _ => self.others(figure),
        }
    }

    /// Gives a node the words and labels of a text.
    fn text(&mut self, text: &Pair<'_, Rule>, node: NodeId) {
        self.draft.comment(node, &words(text));
        let mut labels: Vec<_> = self.draft.game.labels(node).cloned().collect();
        let before = labels.len();
        for label in text
            .clone()
            .into_inner()
            .filter(|part| part.as_rule() == Rule::label)
        {
            let at = numbers(&label, Rule::number);
            let sign = label
                .clone()
                .into_inner()
                .find(|part| part.as_rule() == Rule::sign);
            let place = match at.as_slice() {
                [column, row] => self.place(*column, *row),
                _ => None,
            };
            match (place, sign) {
                (Some(Place::Point(point)), Some(sign)) => labels.push(Label {
                    point,
                    text: sign.as_str().trim().to_owned().into(),
                }),
                _ => self.draft.off_board(span_of(&label), label.as_str()),
            }
        }
        if labels.len() > before {
            let labels = Property::new(Id::Label, Value::Labels(labels.into()));
            self.draft.game.set_property(node, labels);
        }
        if !text
            .clone()
            .into_inner()
            .any(|part| part.as_rule() == Rule::closed_text)
        {
            self.draft.cut(span_of(text), "a .Text has no .EndText");
        }
    }

    /// Takes a diagram. If its position is that after a move, its moves are a variation there.
    fn diagram(&mut self, diagram: &Pair<'_, Rule>, number: i64) {
        let parts = diagram.clone().into_inner();
        let stones: Vec<_> = parts
            .clone()
            .filter_map(|part| Stone::of(&part).map(|stone| (stone, span_of(&part))))
            .collect();
        if !parts
            .clone()
            .any(|part| part.as_rule() == Rule::closed_diagram)
        {
            self.draft.cut(span_of(diagram), "a .Fig has no .EndFig");
        }
        let placed = |stone: &Stone| match self.place(stone.column, stone.row)? {
            Place::Point(point) => Some((point, stone.color?)),
            _ => None,
        };
        let setup = stones.iter().filter(|(stone, _)| stone.number == 0);
        let position: Option<HashMap<_, _>> = setup.map(|(stone, _)| placed(stone)).collect();
        let last = usize::try_from(number).unwrap_or(0);
        let Some(start) = position.and_then(|position| self.node_with(&position, last)) else {
            self.draft.leave("diagrams of other positions", 1);
            return;
        };
        let mut at = start;
        for (stone, span) in stones.iter().filter(|(stone, _)| stone.number > 0) {
            match self.place(stone.column, stone.row).zip(stone.color) {
                Some((place, color)) => {
                    at = self.draft.play_after(at, Move { color, place }, *span);
                }
                None => self.draft.off_board(*span, diagram.as_str()),
            }
        }
        let name = parts.clone().find(|part| part.as_rule() == Rule::name);
        if let Some(name) = name.filter(|name| at != start && !name.as_str().trim().is_empty()) {
            let first = self.draft.game.children(start).last().unwrap_or(at);
            self.draft
                .game
                .set_text(first, Id::Name, name.as_str().trim().to_owned());
        }
        for text in parts.filter(|part| part.as_rule() == Rule::text) {
            self.text(&text, at);
        }
    }

    /// Returns the last node of the game up to a move that has a position.
    fn node_with(&self, position: &HashMap<Point, Color>, last: usize) -> Option<NodeId> {
        let game = &self.draft.game;
        let mut replay = Replay::new(game.size);
        let mut found = None;
        for node in self.main.iter().take(last.saturating_add(1)) {
            replay.enter(game, *node);
            let mut stones = replay.board().stones();
            let same = stones
                .by_ref()
                .filter(|(point, stone)| position.get(point) == Some(&stone.color));
            if same.count() == position.len() && replay.board().stones().count() == position.len() {
                found = Some(*node);
            }
        }
        found
    }

    /// Reports sections that a whole record has.
    fn completeness(&mut self, items: &[Pair<'_, Rule>]) {
        let has = |rule| items.iter().any(|item| item.as_rule() == rule);
        if !has(Rule::data) && !has(Rule::figures) {
            self.draft.cut(self.end, "the record has no section [Data]");
        }
        let header = items.iter().find(|item| item.as_rule() == Rule::header);
        let Some(header) = header.map(|header| header::Entries::of(header.clone().into_inner()))
        else {
            return;
        };
        if header
            .get("Ver")
            .is_some_and(|version| version.starts_with("REVIEW"))
            && !has(Rule::nodes)
        {
            self.draft
                .cut(self.end, "the review has no section [ReviewNode]");
        }
        // PandaEgg writes 0.
        let moves = self.main.len() - 1;
        let count = header
            .get("Moves")
            .and_then(|count| count.trim().parse::<usize>().ok());
        match count.filter(|count| *count > 0) {
            Some(count) if count > self.placed => {
                let message = format!("{count} moves are announced, {} are there", self.placed);
                self.draft.cut(self.end, message);
            }
            Some(count) if count != self.placed && count != moves => {
                let message = format!("Moves is {count}, the record has {moves} moves");
                let span = header.place("Moves");
                self.draft
                    .contradiction(span, message, "the moves are read as they are");
            }
            _ => {}
        }
    }
}

/// A line of the data.
struct Stone {
    /// From 1, as the letters count.
    column: i64,
    row: i64,
    /// The player, `None` if the line names nobody.
    color: Option<Color>,
    number: i64,
    has_seconds: bool,
}

impl Stone {
    fn of(line: &Pair<'_, Rule>) -> Option<Self> {
        if line.as_rule() != Rule::stone {
            return None;
        }
        let parts = || line.clone().into_inner();
        let of = |rule| parts().find(|part| part.as_rule() == rule);
        let letters = parts().filter(|part| part.as_rule() == Rule::letter);
        let letters = letters.filter_map(|letter| letter.as_str().bytes().next());
        let letters: Vec<_> = letters
            .map(|letter| i64::from(letter) - i64::from(b'A') + 1)
            .collect();
        let &[column, row] = letters.as_slice() else {
            return None;
        };
        let player = of(Rule::player)?.as_str();
        Some(Self {
            column,
            row,
            color: match player.bytes().next() {
                Some(b'B') => Some(Color::Black),
                Some(b'W') => Some(Color::White),
                _ => None,
            },
            number: of(Rule::number)?.as_str().parse().ok()?,
            has_seconds: of(Rule::seconds)
                .is_some_and(|seconds| seconds.as_str().bytes().any(|digit| digit != b'0')),
        })
    }
}

/// Returns the lines of a text.
fn words<'t>(text: &Pair<'t, Rule>) -> Vec<&'t str> {
    let parts = text.clone().into_inner();
    let parts = parts.filter(|part| part.as_rule() == Rule::words);
    parts.map(|part| part.as_str().trim()).collect()
}

fn is_blank(line: &Pair<'_, Rule>) -> bool {
    line.as_str()
        .chars()
        .all(|c| c.is_whitespace() || c.is_control())
}
