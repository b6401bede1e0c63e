//! Draws and describes a node of the open record.

use ishi::model::{Address, Color, Game, Id, NodeId, Point};
use ishi_draw::{
    Board, Drawing, Picture, PictureOptions, Places, TextOptions, diagrams, opening, outline,
    problem,
};
use serde_json::{Value, json};

use crate::{Options, Record};

/// How many places of a game's outline are told.
const MOST_PLACES: usize = 1000;

/// How many nodes before and after a node its line tells.
const LONGEST_LINE: usize = 5000;

/// Draws a node and describes it. Without a place it is the node at which readers open the game.
///
/// # Errors
///
/// In words, if the node does not exist.
pub fn show(record: &Record, options: &Options) -> Result<Value, String> {
    let game = record.game(options)?;
    let figures = diagrams(game);
    let node = node_of(game, &figures, options)?;
    let signs = record.signs();
    let drawn = match options.diagram {
        Some(_) => Drawing::diagram(game, node, signs),
        None => match options.board.numbers {
            Some(numbers) => Drawing::numbered(game, node, signs, numbers),
            None => Drawing::position(game, node, signs),
        },
    };
    // A game from a position that was set up has players or a result.
    let facts = [Id::Result, Id::PlayerBlack, Id::PlayerWhite];
    let is_game = facts.iter().any(|id| game.has(NodeId::ROOT, *id));
    let is_problem = problem(game).is_some() && !is_game;
    let hides_next = options.diagram.is_some() || options.board.unanswered && is_problem;
    let place = Place { game, node };
    let mut shown = place.json();
    shown["problem"] = is_problem.into();
    shown["diagrams"] = figures.len().into();
    shown["diagram"] = (1..)
        .zip(&figures)
        .find_map(|(number, figure)| (*figure == node).then_some(number))
        .into();
    shown["drawn_as_diagram"] = options.diagram.is_some().into();
    match drawn {
        Ok(drawing) => place.tell(drawing, options, hides_next, &mut shown),
        Err(error) => shown["why_no_drawing"] = error.to_string().into(),
    }
    if options.node.is_none() {
        let outline = outline(game, Places::Landmarks);
        let lines = outline.lines().take(MOST_PLACES);
        shown["outline"] = lines.collect::<Vec<_>>().into();
    }
    Ok(shown)
}

/// Returns the node that is asked for.
fn node_of(game: &Game<'_>, figures: &[NodeId], options: &Options) -> Result<NodeId, String> {
    if let Some(number) = options.diagram {
        let node = number.checked_sub(1).and_then(|index| figures.get(index));
        return node.copied().ok_or_else(|| {
            format!(
                "there is no diagram {number}: the game has {}",
                figures.len()
            )
        });
    }
    let address = match (options.node, &options.at) {
        (Some(index), _) => format!("node{index}"),
        (None, Some(at)) => at.clone(),
        (None, None) => return Ok(opening(game)),
    };
    let found = address
        .parse::<Address>()
        .and_then(|address| address.find(game));
    found.map_err(|error| error.to_string())
}

/// A node in its game.
struct Place<'p> {
    game: &'p Game<'p>,
    node: NodeId,
}

impl Place<'_> {
    fn json(&self) -> Value {
        let Self { game, node } = self;
        let parent = game.parent(*node);
        let variations: Vec<_> = parent.map_or_else(Vec::new, |parent| {
            game.children(parent)
                .map(|child| self.branch(child))
                .collect()
        });
        let next: Vec<_> = game
            .children(*node)
            .map(|child| self.branch(child))
            .collect();
        let before = std::iter::successors(parent, |&node| game.parent(node));
        let mut line: Vec<_> = before.take(LONGEST_LINE).map(NodeId::index).collect();
        line.reverse();
        let at = line.len();
        let after = std::iter::successors(Some(*node), |&node| game.first_child(node));
        line.extend(after.take(LONGEST_LINE).map(NodeId::index));
        json!({
            "node": node.index(),
            "address": Address::of(game, *node).to_string(),
            "name": game.text(*node, Id::Name),
            "parent": parent.map(NodeId::index),
            "move": self.branch(*node)["move"],
            "turn": color_name(game.to_play(*node)),
            "judged": self.judged(),
            "clocks": [
                self.clock(Id::TimeBlack, Id::MovesLeftBlack),
                self.clock(Id::TimeWhite, Id::MovesLeftWhite),
            ],
            "line": line,
            "at": at,
            "variations": variations,
            "next": next,
        })
    }

    /// Returns whether the record says that the move is `right` or `wrong`: by its marks, or by the first words of its
    /// comment, as collections of problems do.
    fn judged(&self) -> Option<&'static str> {
        let Self { game, node } = *self;
        game.mv(node)?;
        if game.has(node, Id::Tesuji) {
            return Some("right");
        }
        if game.has(node, Id::BadMove) {
            return Some("wrong");
        }
        let comment = game.text(node, Id::Comment)?.to_ascii_lowercase();
        let comment = comment.trim_start().trim_start_matches("also ");
        let starts = |words: &[&str]| words.iter().any(|word| comment.starts_with(word));
        if starts(&["correct", "right"]) {
            Some("right")
        } else if starts(&["failure", "wrong", "incorrect"]) {
            Some("wrong")
        } else {
            None
        }
    }

    /// Returns the seconds and moves that a player has left after the latest move with a time; null without one.
    fn clock(&self, time: Id, moves: Id) -> Value {
        let mut line = std::iter::successors(Some(self.node), |&node| self.game.parent(node));
        let told = line.find_map(|node| Some((self.game.text(node, time)?, node)));
        told.map_or(
            Value::Null,
            |(seconds, node)| json!({"seconds": seconds, "moves": self.game.text(node, moves)}),
        )
    }

    /// Adds the drawing of the node. The page sets its words itself, in letters that can be enlarged
    /// and read aloud.
    fn tell(&self, mut drawing: Drawing, options: &Options, hides_next: bool, shown: &mut Value) {
        shown["caption"] = drawing.caption.take().into();
        shown["comment"] = drawing.comment.take().into();
        let notes = std::mem::take(&mut drawing.notes).into_iter();
        shown["notes"] = notes.chain(drawing.cut_labels()).collect::<Vec<_>>().into();
        if options.board.bare {
            drawing = drawing.without_coordinates();
        }
        shown["text"] = drawing.text(&TextOptions::default()).into();
        if !hides_next {
            drawing = drawing.with_next_moves(self.game, self.node);
        }
        if let Picture::Go(board) = &drawing.picture {
            let has_ghosts = board.cells.iter().any(|cell| cell.next.is_some());
            let has_labels = self.game.labels(self.node).next().is_some();
            shown["lettered"] = (has_ghosts && !has_labels).into();
            shown["grid"] = grid(board);
            shown["number"] = board.last.map(|last| last.number).into();
            shown["captures"] = board.captures.into();
            shown["takes"] = self.game.position(self.node).captured().len().into();
            shown["points"] = self.next_points(board).into();
        }
        shown["svg"] = drawing
            .svg(PictureOptions {
                size: None,
                style: options.board.style,
                board_only: true,
            })
            .into();
    }

    /// Returns where the moves that follow are in the picture, each with its node.
    fn next_points(&self, board: &Board) -> Vec<Value> {
        let children = self.game.children(self.node);
        let points = children.filter_map(|child| {
            let point = self.game.mv(child)?.point_on(self.game.size)?;
            board.cell(point)?;
            let (x, y) = board.center(point);
            Some(json!({"node": child.index(), "x": x, "y": y}))
        });
        points.collect()
    }

    /// Returns the name of a move in a list of branches.
    fn branch(&self, child: NodeId) -> Value {
        let size = self.game.size;
        let name = self.game.mv(child).map(|mv| {
            let color = color_name(mv.color);
            match mv.point_on(size) {
                Some(point) => format!("{color} {}", point.on(size)),
                None => format!("{color} passes"),
            }
        });
        json!({
            "node": child.index(),
            "move": name,
            "name": self.game.text(child, Id::Name),
        })
    }
}

fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// Returns where the lines of a board are in its picture: the place of its first point, the distance between two lines,
/// the column and row of that point, and the size of the board.
fn grid(board: &Board) -> Value {
    let from = board.region.from;
    let (x, y) = board.center(from);
    let next = Point::new(from.column.saturating_add(1), from.row);
    let step = board.center(next).0 - x;
    json!([
        x,
        y,
        step,
        from.column,
        from.row,
        board.size.columns,
        board.size.rows
    ])
}
