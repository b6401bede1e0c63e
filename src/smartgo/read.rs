//! Reads Smart-Go: the meaning of each node in `FF[4]` with the data of its carrier, and its detail.

mod report;
mod time;

use std::collections::BTreeMap;

use crate::bracket::drop_own_name;
use crate::bracket::property::{parse_property, property_text};
use crate::bracket::{self, Escapes};
use crate::charset::Charset;
use crate::diagnostic::{Diagnostic, Diagnostics, Part};
use crate::memory;
use crate::memory::overlay::{self, Key, Overlay};
use crate::model::{
    Area, Board, BoardSize, Color, Dialect, Entry, GO, Game, Id, Ident, Meaning, NodeId, Place,
    Property, Replay, Step, Value,
};
use crate::options::ReadOptions;
use time::TimeUnit;

use super::belief::Belief;
use super::detail;
use super::downgrade::Target;
use super::native::is_same_in_ff4;
use super::rules;
use super::text::is_form_of;
use super::upgrade::{Position, upgrade};

const SMART_GO: bracket::Dialect = bracket::Dialect {
    escapes: Escapes::SmartGo,
    header_text: true,
    digit_identifiers: true,
    carrier: Some(memory::FORM),
};

/// Reads the text of one game tree with any text before and after it (specification,
/// "Game Collections").
///
/// Returns one game, or an empty list if the text has no start of a game. Games other than Go are kept unchanged. The
/// spans of diagnostics are bytes of `text`.
pub fn read<'a>(text: &'a str, options: &ReadOptions, log: &mut Diagnostics) -> Vec<Game<'a>> {
    let Some(record) = bracket::read(text, &SMART_GO, log) else {
        return Vec::new();
    };
    let mut game = record.game;
    drop_own_name(&mut game);
    header(&mut game, text, options.unicode, log);
    if game.kind == GO {
        Reader::new(&game, text, options.unicode, log).run(&mut game);
    }
    vec![game]
}

/// Restores the text before the game. If the file lacks some letters, the carrier has the exact text: `Name` in the
/// file and `Näme` in the carrier -> `Näme`.
fn header(game: &mut Game<'_>, text: &str, unicode: bool, log: &mut Diagnostics) {
    let entries = game.details(NodeId::ROOT);
    if !entries.iter().any(|entry| detail::header(entry).is_some()) {
        return;
    }
    let lines = |text: &str| text.replace("\r\n", "\n").replace('\r', "\n");
    // The text of the file comes first. If the file has no text, the first text is the one in the carrier.
    let mut headers = entries.iter().filter_map(|entry| detail::header(entry));
    let stands = headers.next().unwrap_or_default();
    let blank = text.len() - text.trim_start().len();
    let end = blank + stands.len();
    // The text in a carrier has no span, because it is encoded there.
    let span = (text.get(blank..end) == Some(stands)).then_some((blank, end));
    let native = lines(stands);
    let exact = headers
        .find(|exact| is_form_of(&native, exact, unicode))
        .map_or_else(|| native.clone(), lines);
    let others = entries
        .iter()
        .filter(|entry| detail::header(entry).is_none());
    let settled = [detail::header_entry(&exact)]
        .into_iter()
        .chain(others.cloned());
    let settled = settled.collect();
    game.set_details(NodeId::ROOT, settled);
    let message = format!(
        "text precedes the game, {} characters",
        native.chars().count()
    );
    let mut diagnostic = Diagnostic::new(&rules::TEXT_BEFORE_GAME, message).help("kept");
    if let Some((start, end)) = span {
        diagnostic = diagnostic.at(start, end);
    }
    log.report(diagnostic);
}

struct Reader<'l> {
    log: &'l mut Diagnostics,
    target: Target,
    /// Whether the record is in Unicode.
    unicode: bool,
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
    fn new(game: &Game<'_>, text: &str, unicode: bool, log: &'l mut Diagnostics) -> Self {
        let marked = game.nodes().any(|node| game.has(node, Id::Mark));
        Self {
            log,
            target: Target {
                size: game.size,
                charset: Charset::Ascii,
            },
            unicode,
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
        let readable = |place| match place {
            Place::Point(point) => game.size.contains(point),
            Place::Pass => true,
            Place::Unreadable => false,
        };
        let plain = game.mv(node).is_none_or(|mv| readable(mv.place))
            && is_same_in_ff4(game.properties(node))
            && game.details(node).is_empty();
        if plain {
            self.play(game, node);
        } else {
            self.node(game, node);
        }
    }

    fn play(&mut self, game: &Game<'_>, node: NodeId) {
        if let Some(replay) = &mut self.replay {
            replay.enter(game, node);
        }
    }

    /// Sets the meaning and the detail of a node.
    fn node(&mut self, game: &mut Game<'_>, node: NodeId) {
        let said = Said {
            native: game.meaning(node),
            root: node == NodeId::ROOT,
            unicode: self.unicode,
            minutes: self.unit.is_minutes(),
            target: self.target,
        };
        report::doubts(&said.native, game, node, self.unit, self.log);
        let (overlay, others): (Vec<_>, Vec<_>) = game
            .details(node)
            .iter()
            .cloned()
            .partition(|entry| entry.dialect == Dialect::Sgf);
        let (meaning, edited) = said.meaning(&overlay, None);
        game.set_meaning(node, meaning);
        self.play(game, node);
        let board = self.replay.as_ref().map(Replay::board);
        // The meaning of M depends on the stones after the node, and the carrier can change them.
        if said
            .native
            .properties
            .iter()
            .any(|property| property.is(Id::Mark))
        {
            game.set_meaning(node, said.meaning(&overlay, board).0);
        }
        if edited {
            report::edited(node, self.log);
        }
        let meaning = game.meaning(node);
        report::texts(&meaning, node, self.log);
        let originals = detail::originals(&said.native, &meaning, said.root, board, game.size);
        let details = with_originals(others, originals, game.size);
        game.set_details(node, details);
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
                .about(id.ident(), Part::Ident)
                .in_node(node.index()),
        );
    }
}

/// The native part of a node, and the settings that decide its meaning.
struct Said<'a> {
    native: Meaning<'a>,
    root: bool,
    unicode: bool,
    minutes: bool,
    target: Target,
}

impl<'a> Said<'a> {
    /// Returns the meaning of the node with the entries of its carrier that agree with the record, and whether other
    /// entries were left out.
    fn meaning(&self, entries: &[Entry<'_>], board: Option<&Board>) -> (Meaning<'a>, bool) {
        let position = Position {
            board,
            minutes: self.minutes,
        };
        let said = upgrade(self.native.clone(), &position);
        if entries.is_empty() {
            return (said, false);
        }
        let size = self.target.size;
        let mut overlay = Overlay::read(entries, size);
        let mut edited = overlay.take_strays(&said);
        let candidate = overlay.apply(said.clone());
        let replaced = overlay.replaced_labels();
        let shown: BTreeMap<_, _> = overlay::labelled(&said)
            .map(|label| (label.point, label.text.into_owned()))
            .collect();
        let belief = Belief::new(
            &self.native,
            &candidate,
            self.root,
            &self.target,
            self.unicode,
        );
        // The candidate of a node with many properties takes much memory.
        drop(candidate);
        let meaning = overlay.apply_where(said, |key| {
            let agrees = match key {
                Key::Label(point) if replaced.contains_key(point) => {
                    shown.get(point) == replaced.get(point)
                }
                key => belief.agrees(key),
            };
            edited |= !agrees;
            agrees
        });
        (meaning, edited)
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

/// Joins the entries of a carrier and the originals of the file. An original replaces the entries of its kind in the
/// carrier.
fn with_originals<'a>(
    carried: Vec<Entry<'a>>,
    originals: Vec<Entry<'static>>,
    size: BoardSize,
) -> Vec<Entry<'a>> {
    let mut details = carried;
    if !originals.is_empty() {
        let kinds = detail::Kinds::of(&originals, size);
        details.retain(|entry| entry.dialect != Dialect::SmartGo || !kinds.has(entry));
    }
    details.extend(originals);
    details
}
