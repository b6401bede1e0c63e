//! Games and their moves.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use ishi::Format;
use ishi::change::{
    self, Header, Strip, Symmetry, header_id, keep_main_line, keep_part, strip, swap_colors,
};
use ishi::model::{self, BoardSize, GO, Id, NodeId, Value};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyMemoryView};

use crate::board::push_planes;
use crate::error::{refused, unknown};
use crate::format_of;
use crate::node::Node;
use crate::play::play;
use crate::record::{Record, Shared};
use crate::value::{Pair, board_size, letter};

/// A game of a record, or a new one: `Game(19)`.
#[pyclass(frozen, module = "ishi")]
pub struct Game {
    shared: Shared,
    index: usize,
    /// The file or the member of an archive that the game was read from.
    #[pyo3(get)]
    path: Option<String>,
}

impl Game {
    /// Takes a game of a record by its index.
    pub fn new(shared: Shared, index: usize, path: Option<String>) -> Self {
        Self {
            shared,
            index,
            path,
        }
    }

    fn with<T>(&self, use_game: impl FnOnce(&model::Game<'static>) -> T) -> T {
        use_game(&self.shared.lock().games[self.index])
    }

    fn change<T>(&self, change: impl FnOnce(&mut model::Game<'static>) -> T) -> T {
        change(&mut self.shared.lock().games[self.index])
    }

    fn node(&self, id: NodeId) -> Node {
        Node::new(self.shared.clone(), self.index, id)
    }

    fn nodes_of(&self, nodes: impl FnOnce(&model::Game<'static>) -> Vec<NodeId>) -> Vec<Node> {
        let nodes = self.with(nodes);
        nodes.into_iter().map(|id| self.node(id)).collect()
    }
}

#[pymethods]
impl Game {
    /// Makes a game.
    #[new]
    #[pyo3(signature = (size=19, *, rows=None, format="sgf"))]
    fn made(size: i64, rows: Option<i64>, format: &str) -> PyResult<Self> {
        let format = format_of(format)?;
        let mut game = model::Game::new();
        game.size = board_size(size, rows)?;
        game.file_format = (format == Format::Sgf).then_some(4);
        let record = Record::of_new(game, format);
        record.game(0).ok_or_else(|| unknown("game", "0"))
    }

    /// The number of the game in its record, from 1.
    #[getter]
    fn number(&self) -> usize {
        self.index + 1
    }

    /// The kind of game: 1 is Go.
    #[getter]
    fn kind(&self) -> u32 {
        self.with(|game| game.kind)
    }

    /// The columns and the rows of the board.
    #[getter(size)]
    fn board_size(&self) -> (u8, u8) {
        self.with(|game| (game.size.columns, game.size.rows))
    }

    /// Return the columns of the board.
    fn get_size(&self) -> u8 {
        self.with(|game| game.size.columns)
    }

    /// The first node, with the names of the players and so on.
    #[getter(root)]
    fn root_node(&self) -> Node {
        self.node(NodeId::ROOT)
    }

    /// Return the same as `root`.
    fn get_root(&self) -> Node {
        self.root_node()
    }

    /// Return the last node of the main line.
    fn get_last_node(&self) -> Node {
        let last = self.with(|game| game.main_line().last());
        self.node(last.unwrap_or(NodeId::ROOT))
    }

    /// Return the nodes of the main line: the root, its first child, and so on.
    fn main_line(&self) -> Vec<Node> {
        self.nodes_of(|game| game.main_line().collect())
    }

    /// Return the same as `main_line`.
    fn get_main_sequence(&self) -> Vec<Node> {
        self.main_line()
    }

    /// Return all nodes in the order of the record.
    fn nodes(&self) -> Vec<Node> {
        self.nodes_of(|game| game.nodes().collect())
    }

    /// Return the last node of each line, the main line first.
    fn leaves(&self) -> Vec<Node> {
        self.nodes_of(|game| game.leaves().collect())
    }

    /// Return the node at an address: `42` is move 42, `12b3` the third move of the second variation after move 12,
    /// `D4` the latest move there, `end` the end of the main line.
    fn find(&self, address: &str) -> PyResult<Node> {
        let id = self.with(|game| game.find(address)).map_err(refused)?;
        Ok(self.node(id))
    }

    /// Return the moves of the main line.
    fn moves(&self) -> Vec<Move> {
        self.with(|game| {
            let moves = game.moves();
            let of = |one: model::PlayedMove| Move {
                color: letter(one.color),
                place: one.place,
                number: one.number,
                size: game.size,
                shared: self.shared.clone(),
                index: self.index,
                node: one.node,
            };
            moves.map(of).collect()
        })
    }

    /// Return the players and points of the moves of the main line, `None` for a pass: the quickest way to all moves.
    fn plays<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.with(|game| {
            let moves = game.main_line().filter_map(|node| game.mv(node));
            let plays = moves.map(|mv| play(py, mv, game.size));
            PyList::new(py, plays.collect::<PyResult<Vec<_>>>()?)
        })
    }

    /// Return the position before each move of the main line, and the last one: one more than `moves`.
    ///
    /// The shape is (positions, 2, rows, columns), the type int8: a plane of Black's stones and one of White's. Rows count
    /// from the bottom, as those of points do: `positions[i, 0, row, column]`. `numpy.asarray` takes it without a copy.
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (planes, size) = py.detach(|| self.with(planes))?;
        let (rows, columns) = (usize::from(size.rows), usize::from(size.columns));
        let count = planes.len() / (2 * rows * columns).max(1);
        let bytes = PyBytes::new(py, &planes);
        let view = PyMemoryView::from(&bytes)?;
        view.call_method1("cast", ("b", (count, 2, rows, columns)))
    }

    /// Return a property of the root: see `Node.get`.
    fn get<'py>(&self, py: Python<'py>, identifier: &str) -> PyResult<Bound<'py, PyAny>> {
        self.root_node().get(py, identifier)
    }

    /// Set a property of the root: see `Node.set`.
    fn set(&self, identifier: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        self.root_node().set(identifier, value)
    }

    /// Remove a property of the root; `KeyError` without it.
    fn unset(&self, identifier: &str) -> PyResult<()> {
        self.root_node().unset(identifier)
    }

    /// Set a header by a word such as black or date, or by its identifier; return whether the game changed.
    ///
    /// The value gets the form of SGF: `8 March 1990` becomes `1990-03-08`. An empty value removes the header. With `fill` a
    /// game that has a value keeps it. `IshiError` names the form of a wrong value.
    #[pyo3(signature = (name, value, *, fill=false))]
    fn set_header(&self, name: &str, value: &str, fill: bool) -> PyResult<bool> {
        let header = header_id(name).and_then(|id| Header::new(id, value));
        let header = header.map_err(refused)?;
        Ok(self.change(|game| header.set(game, fill)))
    }

    /// Turn the board clockwise by 90, 180 or 270 degrees.
    fn turn(&self, degrees: u32) -> PyResult<()> {
        let symmetry = match degrees {
            90 => Symmetry::Rotate90,
            180 => Symmetry::Rotate180,
            270 => Symmetry::Rotate270,
            _ => {
                return Err(refused(format!(
                    "{degrees} is no turn; expected 90, 180 or 270"
                )));
            }
        };
        self.change(|game| change::turn(game, symmetry))
            .map_err(refused)
    }

    /// Exchange left and right.
    fn mirror(&self) -> PyResult<()> {
        self.change(|game| change::turn(game, Symmetry::Mirror))
            .map_err(refused)
    }

    /// Exchange the colours of stones, players, ranks, clocks, territory and the result.
    fn swap_colors(&self) -> PyResult<()> {
        self.change(swap_colors).map_err(refused)
    }

    /// Remove all variations; return how many nodes they had.
    fn keep_main_line(&self) -> usize {
        self.change(keep_main_line)
    }

    /// Keep the node at an address and all after it, with its position as setup.
    fn keep_part(&self, address: &str) -> PyResult<()> {
        self.change(|game| {
            let node = game.find(address).map_err(refused)?;
            keep_part(game, node).map_err(refused)
        })
    }

    /// Remove comments, markup, analysis, clocks or private properties; return how many there were of each identifier.
    fn strip(&self, kind: &str) -> PyResult<BTreeMap<String, usize>> {
        let known = Strip::ALL.into_iter().find(|known| known.name() == kind);
        let known = known.ok_or_else(|| unknown("kind of data", kind))?;
        let removed = self.change(|game| strip(game, known)).into_iter();
        Ok(removed
            .map(|(ident, count)| (ident.to_string(), count))
            .collect())
    }

    /// Return the name of a player; `None` without one.
    fn get_player_name(&self, colour: &str) -> PyResult<Option<String>> {
        let id = match crate::value::color(colour)? {
            model::Color::Black => Id::PlayerBlack,
            model::Color::White => Id::PlayerWhite,
        };
        Ok(self.with(|game| game.text(NodeId::ROOT, id).map(str::to_owned)))
    }

    /// Return the komi, 0.0 without one; `IshiError` if it is not a number.
    fn get_komi(&self) -> PyResult<f64> {
        let komi = self.with(|game| match game.get(NodeId::ROOT, Id::Komi) {
            None => Some("0".to_owned()),
            Some(Value::Text(komi)) => Some(komi.trim().to_owned()),
            Some(_) => None,
        });
        let number = komi.and_then(|komi| komi.parse().ok());
        number.ok_or_else(|| refused("the komi (KM) is not a number"))
    }

    /// Return the record with this game alone; bytes that no change is about are as they were read.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| {
            let record = self.shared.lock();
            if record.games.len() == 1 {
                return record.write().map_err(refused);
            }
            let mut alone = record.clone();
            drop(record);
            alone.games = vec![alone.games.swap_remove(self.index)];
            alone.write().map_err(refused)
        })?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Return the nodes as the record wrote them when it was read: the index of the parent, and for each property the
    /// text between its brackets. A record of the Ishi Standard Format has none.
    fn written<'py>(&self, py: Python<'py>) -> PyResult<Vec<(Option<usize>, Bound<'py, PyDict>)>> {
        let nodes = py.detach(|| self.shared.lock().written(self.index).map_err(refused))?;
        let mut written = Vec::with_capacity(nodes.len());
        for node in nodes {
            let properties = PyDict::new(py);
            for (ident, values) in node.properties {
                properties.set_item(ident, values)?;
            }
            written.push((node.parent, properties));
        }
        Ok(written)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.index == other.index && self.shared.is(&other.shared)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.shared.address(), self.index).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let path = self.path.as_deref().unwrap_or("a record in memory");
        let (number, moves) = (self.number(), self.with(model::Game::move_count));
        format!("<ishi.Game {number} of {path}: {moves} moves>")
    }
}

/// Returns the position before each move of the main line, and the last one, as planes.
fn planes(game: &model::Game<'_>) -> PyResult<(Vec<u8>, BoardSize)> {
    if game.kind != GO {
        return Err(refused(format!(
            "a game of kind {} has no positions of Go",
            game.kind
        )));
    }
    let mut planes = Vec::new();
    if game.mv(NodeId::ROOT).is_some() {
        push_planes(&model::Board::new(game.size), &mut planes);
    }
    let mut positions = game.positions();
    while let Some((node, position)) = positions.next_position() {
        let next = game.first_child(node);
        if next.is_none_or(|next| game.mv(next).is_some()) {
            push_planes(position.board(), &mut planes);
        }
    }
    Ok((planes, game.size))
}

/// A move of the main line.
#[pyclass(frozen, module = "ishi")]
pub struct Move {
    /// The player, b or w.
    #[pyo3(get)]
    color: &'static str,
    place: model::Place,
    /// The number of the move: the property MN of its node, else one more than the move before.
    #[pyo3(get)]
    number: u32,
    size: BoardSize,
    shared: Shared,
    index: usize,
    node: NodeId,
}

#[pymethods]
impl Move {
    /// The point; `None` for a pass.
    #[getter]
    fn point(&self) -> Option<Pair> {
        crate::value::place(self.place, self.size)
    }

    /// The name of the point, such as C3, or pass.
    #[getter]
    fn name(&self) -> String {
        self.place.name(self.size)
    }

    /// The node of the move.
    #[getter]
    fn node(&self) -> Node {
        Node::new(self.shared.clone(), self.index, self.node)
    }

    fn __repr__(&self) -> String {
        format!(
            "<ishi.Move {}: {} {}>",
            self.number,
            self.color,
            self.name()
        )
    }
}
