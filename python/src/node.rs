//! Nodes: their moves, properties and places in the tree.

use std::hash::{DefaultHasher, Hash, Hasher};

use ishi::model::{Color, Game, Id, Ident, NodeId, Property, Value, ValueType};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyKeyError};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PySlice};

use crate::board::Board;
use crate::error::refused;
use crate::record::Shared;
use crate::value::{self, Pair, letter, pair};

/// A node of a game, and a list of its children: `node[0]`, `len(node)`, `for child in node`. It is true even without
/// children.
#[pyclass(frozen, module = "ishi")]
#[derive(Clone)]
pub struct Node {
    shared: Shared,
    game: usize,
    id: NodeId,
}

/// Black's, White's and cleared points.
type Setup = (Vec<Pair>, Vec<Pair>, Vec<Pair>);

impl Node {
    /// Takes a node of a game of a record.
    pub fn new(shared: Shared, game: usize, id: NodeId) -> Self {
        Self { shared, game, id }
    }

    fn of_same_game(&self, id: NodeId) -> Self {
        Self { id, ..self.clone() }
    }

    /// Uses the game of the node.
    fn with<T>(&self, use_game: impl FnOnce(&Game<'static>) -> T) -> PyResult<T> {
        let record = self.shared.lock();
        let game = &record.games[self.game];
        if !game.contains(self.id) {
            return Err(removed());
        }
        Ok(use_game(game))
    }

    /// Changes the game of the node.
    fn change<T>(&self, change: impl FnOnce(&mut Game<'static>) -> PyResult<T>) -> PyResult<T> {
        let mut record = self.shared.lock();
        let game = &mut record.games[self.game];
        if !game.contains(self.id) {
            return Err(removed());
        }
        change(game)
    }
}

#[pymethods]
impl Node {
    /// The node before it; `None` for the root.
    #[getter]
    fn parent(&self) -> PyResult<Option<Self>> {
        let parent = self.with(|game| game.parent(self.id))?;
        Ok(parent.map(|id| self.of_same_game(id)))
    }

    /// The nodes after it: the first continues the line, the others are variations.
    #[getter]
    fn children(&self) -> PyResult<Vec<Self>> {
        let children = self.with(|game| game.children(self.id).collect::<Vec<_>>())?;
        Ok(children
            .into_iter()
            .map(|id| self.of_same_game(id))
            .collect())
    }

    /// The address of the node: see `Game.find`.
    #[getter]
    fn address(&self) -> PyResult<String> {
        self.with(|game| game.address(self.id).to_string())
    }

    /// The comment; `None` without one.
    #[getter]
    fn comment(&self) -> PyResult<Option<String>> {
        self.with(|game| game.comment(self.id).map(str::to_owned))
    }

    /// Return the player and the point of the move; `None` and `None` without a move.
    fn get_move(&self) -> PyResult<(Option<&'static str>, Option<Pair>)> {
        self.with(|game| match game.mv(self.id) {
            Some(mv) => (Some(letter(mv.color)), value::place(mv.place, game.size)),
            None => (None, None),
        })
    }

    /// Set the move: a point, the name of one such as C3, or `None` for a pass.
    fn set_move(&self, colour: &str, point: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let color = value::color(colour)?;
        let size = self.with(|game| game.size)?;
        let mv = value::move_of(color, point, size)?;
        self.change(|game| {
            game.set_move(self.id, Some(mv));
            Ok(())
        })
    }

    /// Add a move as the last child, of the player to move if no colour is named.
    ///
    /// With `legal` a taken point, a suicide and a ko that is taken back at once are an `IshiError`.
    #[pyo3(signature = (place, colour=None, *, legal=false))]
    fn play(
        &self,
        place: Option<&Bound<'_, PyAny>>,
        colour: Option<&str>,
        legal: bool,
    ) -> PyResult<Self> {
        let (turn, size) = self.with(|game| (game.to_play(self.id), game.size))?;
        let color = colour.map(value::color).transpose()?.unwrap_or(turn);
        let mv = value::move_of(color, place, size)?;
        self.change(|game| {
            if legal {
                game.check_move(self.id, mv).map_err(refused)?;
            }
            let id = game.add_child(self.id);
            game.set_move(id, Some(mv));
            Ok(self.of_same_game(id))
        })
    }

    /// Add an empty child with this index, or as the last one.
    #[pyo3(signature = (index=None))]
    fn new_child(&self, index: Option<usize>) -> PyResult<Self> {
        let index = index.unwrap_or(usize::MAX);
        self.change(|game| Ok(self.of_same_game(game.insert_variation(self.id, index))))
    }

    /// Give the node another index among its siblings: 0 continues the line.
    fn move_to(&self, index: usize) -> PyResult<()> {
        self.change(|game| game.move_variation(self.id, index).map_err(refused))
    }

    /// Remove the node with all below it.
    fn delete(&self) -> PyResult<()> {
        self.change(|game| game.remove_node(self.id).map_err(refused))
    }

    /// Whose turn it is after the node.
    #[getter]
    fn to_play(&self) -> PyResult<&'static str> {
        self.with(|game| letter(game.to_play(self.id)))
    }

    /// Return the position after the node.
    fn board(&self) -> PyResult<Board> {
        self.with(|game| Board(game.position(self.id).board().clone()))
    }

    /// Return the points that the move of the node captures.
    fn captures(&self) -> PyResult<Vec<Pair>> {
        self.with(|game| {
            let position = game.position(self.id);
            let captured = position.captured().iter();
            captured
                .filter_map(|point| pair(*point, game.size))
                .collect()
        })
    }

    /// Return whether the node has a property; its move is one too.
    fn has_property(&self, identifier: &str) -> PyResult<bool> {
        Ok(self.properties()?.iter().any(|known| known == identifier))
    }

    /// Return the identifiers of the properties, that of the move first.
    fn properties(&self) -> PyResult<Vec<String>> {
        self.with(|game| {
            let moves = game.mv(self.id).map(|mv| mv.color.letter().to_string());
            let properties = game.properties(self.id).iter();
            let mut all: Vec<String> = moves.into_iter().collect();
            for property in properties {
                let ident = property.ident.to_string();
                if !all.contains(&ident) {
                    all.push(ident);
                }
            }
            all
        })
    }

    /// Return the value of a property, as its type says: a text, a number, `b` or `w`, True, a list of points.
    ///
    /// A private property is the list of its values as they are written. `KeyError` without the property.
    pub fn get<'py>(&self, py: Python<'py>, identifier: &str) -> PyResult<Bound<'py, PyAny>> {
        let found = self.with(|game| match (Ident::from(identifier).standard(), self.id) {
            (Some(Id::Size), NodeId::ROOT) => game.size.columns.into_bound_py_any(py).map(Some),
            (Some(Id::GameKind), NodeId::ROOT) => game.kind.into_bound_py_any(py).map(Some),
            (id, _) => {
                if let Some(mv) = game.mv(self.id)
                    && id == Some(of_moves(mv.color))
                {
                    let place = value::place(mv.place, game.size);
                    return place.into_bound_py_any(py).map(Some);
                }
                let mut properties = game.properties(self.id).iter();
                let found = properties.find(|property| property.ident.as_str() == identifier);
                found
                    .map(|property| value::to_python(py, id, &property.value, game.size))
                    .transpose()
            }
        })??;
        found.ok_or_else(|| PyKeyError::new_err(identifier.to_owned()))
    }

    /// Set a property: a text, a number, a list of points, of pairs of a point and a label, of pairs of points.
    pub fn set(&self, identifier: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        if let "B" | "W" = identifier {
            let point = Some(value).filter(|value| !value.is_none());
            return self.set_move(identifier, point);
        }
        let size = self.with(|game| game.size)?;
        let property = value::property(identifier, value, size)?;
        self.change(|game| {
            game.set_property(self.id, property);
            Ok(())
        })
    }

    /// Remove a property; `KeyError` without it.
    pub fn unset(&self, identifier: &str) -> PyResult<()> {
        self.change(|game| {
            let is_move = game
                .mv(self.id)
                .is_some_and(|mv| mv.color.letter().to_string() == identifier);
            if is_move {
                game.set_move(self.id, None);
            } else if !game.remove_property(self.id, identifier) {
                return Err(PyKeyError::new_err(identifier.to_owned()));
            }
            Ok(())
        })
    }

    /// Add points to a property, such as TR, SQ, CR, MA, AB.
    fn mark(&self, identifier: &str, points: &Bound<'_, PyAny>) -> PyResult<()> {
        let ident = Ident::from(identifier);
        let id = ident.standard();
        let Some(id) = id.filter(|id| id.value_type() == ValueType::Points) else {
            return Err(refused(format!(
                "`{identifier}` is not a property with points"
            )));
        };
        let size = self.with(|game| game.size)?;
        let added = value::property(identifier, points, size)?;
        self.change(|game| {
            let areas = match added.value {
                Value::Points(areas) => areas.into_vec(),
                _ => Vec::new(),
            };
            let before = match game.get(self.id, id) {
                Some(Value::Points(areas)) => areas.to_vec(),
                _ => Vec::new(),
            };
            let all: Vec<_> = before.into_iter().chain(areas).collect();
            game.set_property(self.id, Property::new(id, Value::Points(all.into())));
            Ok(())
        })
    }

    /// Return whether the node adds or clears stones.
    fn has_setup_stones(&self) -> PyResult<bool> {
        self.with(|game| game.is_setup(self.id))
    }

    /// Return Black's, White's and cleared points.
    fn get_setup_stones(&self) -> PyResult<Setup> {
        self.with(|game| {
            let points = |id| {
                let points = game.points(self.id, id);
                points.filter_map(|point| pair(point, game.size)).collect()
            };
            (
                points(Id::AddBlack),
                points(Id::AddWhite),
                points(Id::AddEmpty),
            )
        })
    }

    fn __len__(&self) -> PyResult<usize> {
        self.with(|game| game.children(self.id).count())
    }

    #[expect(clippy::unused_self, reason = "Python passes the node")]
    fn __bool__(&self) -> bool {
        true
    }

    /// Return the index of a child; `ValueError` for any other node.
    fn index(&self, child: &Self) -> PyResult<usize> {
        let mut children = self.children()?.into_iter();
        let index = children.position(|known| known.__eq__(child));
        index.ok_or_else(|| refused("the node is not a child of this one"))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.children()?)?.try_iter()
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let children = self.children()?;
        if index.is_instance_of::<PySlice>() {
            let all = PyList::new(index.py(), children)?;
            return all.as_any().get_item(index);
        }
        let py = index.py();
        let index: isize = index.extract()?;
        let from_start = if index < 0 {
            children.len().checked_sub(index.unsigned_abs())
        } else {
            usize::try_from(index).ok()
        };
        let child = from_start.and_then(|index| children.into_iter().nth(index));
        let missing = || PyIndexError::new_err(format!("the node has no child {index}"));
        child.ok_or_else(missing)?.into_bound_py_any(py)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.id == other.id && self.game == other.game && self.shared.is(&other.shared)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.shared.address(), self.game, self.id).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<ishi.Node {}>", self.address()?))
    }
}

/// Returns the exception for a node that is not in its game any more.
fn removed() -> PyErr {
    refused("the node was removed from its game")
}

/// Returns the property of the moves of a player.
fn of_moves(color: Color) -> Id {
    match color {
        Color::Black => Id::Black,
        Color::White => Id::White,
    }
}
