//! Reads Smart-Go: the meaning of each node in `FF[4]`.

mod report;
mod time;

use crate::bracket::drop_own_name;
use crate::bracket::property::{parse_property, property_text};
use crate::bracket::{self, Escapes, syntax};
use crate::diagnostic::{Diagnostic, Diagnostics, PropertyPart};
use crate::model::{
    Area, BoardSize, Color, GO, Game, Id, Ident, NodeId, Place, Property, Replay, Step, Value,
};
use time::TimeUnit;

use super::native::is_same_in_ff4;
use super::rules;
use super::upgrade::{Setting, upgrade};

const SMART_GO: bracket::Dialect = bracket::Dialect {
    escapes: Escapes::SmartGo,
    header_text: true,
    digit_identifiers: true,
};

/// Reads the text of one game tree with any text before and after it (specification,
/// "Game Collections").
///
/// Returns one game, or an empty list if the text has no start of a game. Games other than Go are kept unchanged. The
/// spans of diagnostics are bytes of `text`.
pub fn read<'a>(text: &'a str, log: &mut Diagnostics) -> Vec<Game<'a>> {
    let Some(mut game) = bracket::read(text, &SMART_GO, log) else {
        return Vec::new();
    };
    drop_own_name(&mut game);
    report_header(text, log);
    if game.kind == GO {
        Reader::new(&game, text, log).run(&mut game);
    }
    vec![game]
}

/// Reports text before the game, such as the header of a mail.
fn report_header(text: &str, log: &mut Diagnostics) {
    let preface = syntax::tokens(text).next();
    let preface = preface.map_or("", |preface| preface.text);
    let header = bracket::trimmed(preface);
    if header.is_empty() {
        return;
    }
    let message = format!(
        "text precedes the game, {} characters",
        header.chars().count()
    );
    let start = preface.find(header).unwrap_or(0);
    let diagnostic = Diagnostic::new(&rules::TEXT_BEFORE_GAME, message);
    log.report(diagnostic.help("kept").at(start, start + header.len()));
}

struct Reader<'l> {
    log: &'l mut Diagnostics,
    /// The unit of a time limit without one.
    unit: TimeUnit,
    /// The position; `None` if no node has M.
    replay: Option<Replay>,
    /// For each node of the path, whether it has a move.
    path: Vec<bool>,
    /// The number of moves on the path.
    moves: usize,
}

impl<'l> Reader<'l> {
    fn new(game: &Game<'_>, text: &str, log: &'l mut Diagnostics) -> Self {
        let marked = game.nodes().any(|node| game.has(node, Id::Mark));
        Self {
            log,
            unit: TimeUnit::of(game, text),
            replay: marked.then(|| Replay::new(game.size)),
            path: Vec::new(),
            moves: 0,
        }
    }

    fn run(mut self, game: &mut Game<'_>) {
        let steps: Vec<Step> = game.walk().collect();
        for step in steps {
            match step {
                Step::Enter(node) => self.enter(game, node),
                Step::Leave(_) => {
                    self.moves -= usize::from(self.path.pop().unwrap_or_default());
                    if let Some(replay) = &mut self.replay {
                        replay.leave();
                    }
                }
            }
        }
    }

    fn enter(&mut self, game: &mut Game<'_>, node: NodeId) {
        if self.moves == 0 {
            self.several_stones(game, node);
        }
        let moved = game.mv(node).is_some();
        self.moves += usize::from(moved);
        self.path.push(moved);
        let plain = game.mv(node).is_none_or(|mv| mv.is_played(game.size))
            && is_same_in_ff4(game.properties(node));
        self.play(game, node);
        if !plain {
            self.node(game, node);
        }
    }

    fn play(&mut self, game: &Game<'_>, node: NodeId) {
        if let Some(replay) = &mut self.replay {
            replay.enter(game, node);
        }
    }

    /// Sets the meaning of a node that was entered.
    fn node(&mut self, game: &mut Game<'_>, node: NodeId) {
        let native = game.meaning(node);
        report::doubts(&native, game, node, self.unit, self.log);
        let position = Setting {
            // The meaning of M depends on the stones after the node.
            board: self.replay.as_ref().map(Replay::board),
            minutes: self.unit.is_minutes(),
        };
        let meaning = upgrade(native, &position);
        report::texts(&meaning, game.file_format, node, self.log);
        game.set_meaning(node, meaning);
    }

    /// Reads a move property with several values as setup before the first move, as MGT does: `B[aa][bb]` ->
    /// `AB[aa][bb]`.
    fn several_stones(&mut self, game: &mut Game<'_>, node: NodeId) {
        let Some(mv) = game.mv(node) else {
            return;
        };
        let (id, add) = match mv.color {
            Color::Black => (Id::Black, Id::AddBlack),
            Color::White => (Id::White, Id::AddWhite),
        };
        let Place::Point(first) = mv.place else {
            return;
        };
        let Some(more) = stones(game.get(node, id), game.size) else {
            return;
        };
        let points = [Area::from(first)].into_iter().chain(more).collect();
        let mut properties = game.properties(node).to_vec();
        properties.retain(|property| !property.is(id));
        properties.push(Property::new(add, Value::Points(points)));
        game.set_move(node, None);
        game.set_properties(node, properties);
        let message = format!("{} places several stones before the first move", id.ident());
        self.log.report(
            Diagnostic::new(&rules::SEVERAL_STONES, message)
                .help(format!("read as setup, {}", add.ident()))
                .about(id.ident(), PropertyPart::Ident)
                .in_node(node.index()),
        );
    }
}

/// Returns the points of the further values of a move property. Returns `None` if one of them is not a point.
fn stones(value: Option<&Value<'_>>, size: BoardSize) -> Option<Vec<Area>> {
    let Some(Value::Raw(_)) = value else {
        return None;
    };
    let list = Property::new(Ident::from(Id::AddBlack), value?.clone());
    match parse_property(&property_text(&list), size)?.value {
        Value::Points(areas) => Some(areas.into_vec()),
        _ => None,
    }
}
