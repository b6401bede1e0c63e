//! The kinds of edits that are tried.

use ishi::model::{
    BoardSize, Color, GO, Game, Id, Move, NodeId, Place, Point, Property, PropertyType, Value,
};

/// A kind of edit.
pub struct Kind {
    /// The name of the edit.
    pub name: &'static str,
    /// Whether it changes one field of one node.
    pub is_field: bool,
    /// Changes a game; returns whether the game has something to change.
    pub edit: fn(&mut Game<'static>) -> bool,
}

/// All kinds of edits.
pub const KINDS: &[Kind] = &[
    Kind {
        name: "name of a player",
        is_field: true,
        edit: |game| set(game, NodeId::ROOT, Property::text(Id::PlayerWhite, "Edit")),
    },
    Kind {
        name: "comment",
        is_field: true,
        edit: |game| {
            let node = middle(game);
            set(game, node, Property::text(Id::Comment, "an edited comment"))
        },
    },
    Kind {
        name: "place of a move",
        is_field: true,
        edit: move_elsewhere,
    },
    Kind {
        name: "mark",
        is_field: true,
        edit: |game| {
            let node = middle(game);
            let point = Point::new(game.size.columns / 2, game.size.rows / 2);
            game.kind == GO
                && !names(game, node, point)
                && set(
                    game,
                    node,
                    Property::new(Id::Square, Value::Points([point.into()].into())),
                )
        },
    },
    Kind {
        name: "setup stone",
        is_field: true,
        edit: add_stone,
    },
    Kind {
        name: "node inserted",
        is_field: false,
        edit: |game| {
            let node = middle(game);
            let new = game.insert(node);
            set(game, new, Property::text(Id::Comment, "a new node"))
        },
    },
    Kind {
        name: "variation added",
        is_field: false,
        edit: |game| {
            let node = middle(game);
            game.kind == GO && game.play_as(node, Color::Black, "pass").is_ok()
        },
    },
    Kind {
        name: "variation removed",
        is_field: false,
        edit: |game| {
            let branch = second_variation(game);
            branch.is_some_and(|node| game.remove_node(node).is_ok())
        },
    },
    Kind {
        name: "variation moved",
        is_field: false,
        edit: |game| {
            let branch = second_variation(game);
            branch.is_some_and(|node| game.move_variation(node, 0).is_ok())
        },
    },
    Kind {
        name: "end of the main line removed",
        is_field: false,
        edit: |game| {
            let last = game.main_line().last();
            last.is_some_and(|node| game.remove_node(node).is_ok())
        },
    },
];

/// Returns the first node that is the second child of another.
pub fn second_variation(game: &Game<'_>) -> Option<NodeId> {
    game.nodes().find_map(|node| game.children(node).nth(1))
}

/// Returns a node in the middle of the main line.
fn middle(game: &Game<'_>) -> NodeId {
    let line: Vec<_> = game.main_line().collect();
    line[line.len() / 2]
}

/// Sets a property; every game can have it.
pub fn set(game: &mut Game<'static>, node: NodeId, property: Property<'static>) -> bool {
    game.set_property(node, property);
    true
}

/// Moves the last readable move of the main line to a free point.
fn move_elsewhere(game: &mut Game<'static>) -> bool {
    let readable = |node: &NodeId| {
        game.mv(*node)
            .is_some_and(|mv| matches!(mv.place, Place::Point(_)))
    };
    let Some(node) = game.main_line().filter(readable).last() else {
        return false;
    };
    let (Some(before), Some(mv)) = (game.parent(node), game.mv(node)) else {
        return false;
    };
    let board = game.position(before).board().clone();
    let named = |point: &Point| {
        board.stone(*point).is_some()
            || mv.place == Place::Point(*point)
            || names(game, node, *point)
    };
    let Some(point) = points(game.size).find(|point| !named(point)) else {
        return false;
    };
    game.set_move(node, Some(Move::at(mv.color, point)));
    true
}

/// Adds a black stone to the setup of the first node that has some.
fn add_stone(game: &mut Game<'static>) -> bool {
    let sets_up = |node: &NodeId| game.mv(*node).is_none() && game.has(*node, Id::AddBlack);
    let found = game.nodes().find(sets_up);
    let Some(node) = found.filter(|_| game.kind == GO) else {
        return false;
    };
    let stones: Vec<Point> = game.points(node, Id::AddBlack).collect();
    let board = game.position(node).board().clone();
    let free = |point: &Point| board.stone(*point).is_none() && !names(game, node, *point);
    let Some(point) = points(game.size).find(free) else {
        return false;
    };
    let areas: Vec<_> = stones.into_iter().chain([point]).map(Into::into).collect();
    set(
        game,
        node,
        Property::new(Id::AddBlack, Value::Points(areas.into())),
    )
}

/// Returns whether a property of a node names a point.
fn names(game: &Game<'_>, node: NodeId, point: Point) -> bool {
    let properties = game.properties(node).iter();
    let mut setup = properties.filter_map(|property| property.ident.standard());
    let in_list = setup.any(|id| {
        id.property_type() != PropertyType::GameInfo
            && game.points(node, id).any(|other| other == point)
    });
    in_list || game.labels(node).any(|label| label.point == point)
}

fn points(size: BoardSize) -> impl Iterator<Item = Point> {
    (0..size.rows).flat_map(move |row| (0..size.columns).map(move |column| Point::new(column, row)))
}
