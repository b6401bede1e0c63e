//! The plan of a file: the role of each node, and the order of the nodes.
//!
//! Ishi writes variations after the move that they replace, sets up stones only at the start of an
//! event and in diagrams without successors, and has only DIAGRAM for a node without a move.
//! The plan fits a tree into these limits.

use std::collections::VecDeque;

use foldhash::{HashMap, HashMapExt, HashSet};

use crate::ishi::role::Role;
use crate::ishi::say;
use crate::model::{Game, Id, NodeId, PropertyType};

mod layout;
mod setups;

use layout::Shape;

/// One step of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    /// The lines of a node.
    Node(NodeId),
    /// VAR, with the marker of its first node.
    Var(NodeId),
    /// `ENDVAR`.
    EndVar,
}

/// One event of the file.
#[derive(Debug, Clone)]
pub struct Event {
    /// The node that the event starts with.
    pub start: NodeId,
    /// Its steps, in order.
    pub ops: Vec<Op>,
}

/// The plan of a node.
#[derive(Debug, Clone, Copy)]
struct Planned {
    role: Role,
    /// Whether it is the first of a variation.
    opens: bool,
}

impl Planned {
    /// The plan of most nodes.
    const USUAL: Self = Self {
        role: Role::Move,
        opens: false,
    };
}

/// The plan of a game.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The game's event and its continuations, in the order of the file. A continuation comes
    /// after the event that it continues.
    pub events: Vec<Event>,
    nodes: Vec<Planned>,
}

impl Plan {
    /// Makes the plan of a game.
    pub fn new(game: &Game<'_>) -> Self {
        Planner::new(game).run()
    }

    /// Returns the role of a node in the file.
    pub fn role(&self, node: NodeId) -> Role {
        self.planned(node).role
    }

    /// Returns whether the node is the first of a variation.
    pub fn opens(&self, node: NodeId) -> bool {
        self.planned(node).opens
    }

    fn planned(&self, node: NodeId) -> Planned {
        let planned = self.nodes.get(node.index());
        planned.copied().unwrap_or(Planned::USUAL)
    }

    /// Changes the plan of a node.
    fn change(&mut self, node: NodeId, change: impl FnOnce(&mut Planned)) {
        if let Some(planned) = self.nodes.get_mut(node.index()) {
            change(planned);
        }
    }
}

/// Returns the nodes of a game with which its further events start, in the order of the file.
pub(crate) fn further_events(game: &Game<'_>) -> Vec<NodeId> {
    let events = Plan::new(game).events;
    events.iter().skip(1).map(|event| event.start).collect()
}

/// A task of the planner.
#[derive(Debug, Clone, Copy)]
enum WriteTask {
    /// Puts a diagram from which no play continues.
    Leaf(NodeId),
    /// Puts a move or a diagram, the variations on it, and the rest of the sequence.
    Play(NodeId),
    /// Puts a variation that starts with this node.
    Variation(NodeId),
    Step(Op),
    /// Puts the rest of a sequence after this node.
    Follow(NodeId),
}

struct Planner<'g, 'a> {
    game: &'g Game<'a>,
    changing: HashSet<NodeId>,
    plan: Plan,
    ops: Vec<Op>,
    tasks: Vec<WriteTask>,
    /// The variations on each move.
    variations: HashMap<NodeId, Vec<NodeId>>,
    continuations: VecDeque<NodeId>,
}

impl<'g, 'a> Planner<'g, 'a> {
    fn new(game: &'g Game<'a>) -> Self {
        Self {
            game,
            changing: setups::changing(game),
            plan: Plan {
                events: Vec::new(),
                nodes: vec![Planned::USUAL; game.index_limit()],
            },
            ops: Vec::new(),
            tasks: Vec::new(),
            variations: HashMap::new(),
            continuations: VecDeque::new(),
        }
    }

    fn run(mut self) -> Plan {
        self.put(NodeId::ROOT, Role::Event);
        let start = match self.setup_node() {
            Some(node) => {
                self.put(node, Role::Setup);
                node
            }
            None => NodeId::ROOT,
        };
        self.event(NodeId::ROOT, start);
        while let Some(node) = self.continuations.pop_front() {
            self.put(node, Role::Continuation);
            self.event(node, node);
        }
        self.plan
    }

    /// Returns the only child of a bare root if it sets up the stones.
    fn setup_node(&self) -> Option<NodeId> {
        let game = self.game;
        let child = game.first_child(NodeId::ROOT)?;
        let fits = game.next_sibling(child).is_none()
            && self.changing.contains(&child)
            && (game.first_child(child).is_some() || !game.has(child, Id::Figure))
            && is_bare_root(game);
        fits.then_some(child)
    }

    fn event(&mut self, start: NodeId, last: NodeId) {
        self.tasks.push(WriteTask::Follow(last));
        while let Some(task) = self.tasks.pop() {
            self.perform(task);
        }
        let mut ops = std::mem::take(&mut self.ops);
        // Variations made it grow to twice its size.
        ops.shrink_to_fit();
        self.plan.events.push(Event { start, ops });
    }

    fn perform(&mut self, task: WriteTask) {
        match task {
            WriteTask::Step(op) => self.ops.push(op),
            WriteTask::Leaf(node) => self.put(node, Role::Diagram),
            WriteTask::Play(node) => self.play(node),
            WriteTask::Variation(node) => self.variation(node),
            WriteTask::Follow(node) => self.follow(node),
        }
    }

    fn put(&mut self, node: NodeId, role: Role) {
        self.plan.change(node, |planned| planned.role = role);
        self.ops.push(Op::Node(node));
    }

    /// Schedules tasks in their order.
    fn schedule(&mut self, tasks: Vec<WriteTask>) {
        self.tasks.extend(tasks.into_iter().rev());
    }

    fn play(&mut self, node: NodeId) {
        let is_move = self.game.played(node).is_some();
        self.put(node, if is_move { Role::Move } else { Role::Diagram });
        let mut tasks = Vec::new();
        if let Some(variations) = taken(&mut self.variations, node) {
            tasks.extend(variations.into_iter().map(WriteTask::Variation));
        }
        tasks.push(WriteTask::Follow(node));
        self.schedule(tasks);
    }

    fn variation(&mut self, node: NodeId) {
        self.plan.change(node, |planned| planned.opens = true);
        self.ops.push(Op::Var(node));
        let mut tasks = Vec::new();
        match self.shape(node) {
            Shape::Bare if self.is_nothing(node) => self.put(node, Role::Empty),
            Shape::Figure => tasks.push(WriteTask::Leaf(node)),
            _ => tasks.push(WriteTask::Play(node)),
        }
        tasks.push(WriteTask::Step(Op::EndVar));
        self.schedule(tasks);
    }

    fn follow(&mut self, mut node: NodeId) {
        while let Some(child) = self.plain_move(node)
            && !self.variations.contains_key(&child)
        {
            self.put(child, Role::Move);
            node = child;
        }
        let layout = self.layout(node);
        let leaves = layout.leaves.into_iter().map(WriteTask::Leaf);
        let tasks = leaves.chain(layout.host.map(WriteTask::Play)).collect();
        self.schedule(tasks);
    }

    /// Returns the only child of a node if it is a move.
    fn plain_move(&self, node: NodeId) -> Option<NodeId> {
        let child = self.game.first_child(node)?;
        let only = self.game.next_sibling(child).is_none();
        (only && self.game.played(child).is_some()).then_some(child)
    }

    /// Returns whether a leaf needs no line, so that it can be an empty variation: it has no property, or only a name
    /// that is the marker, `N[a]` -> `VAR a`.
    fn is_nothing(&self, node: NodeId) -> bool {
        let game = self.game;
        let is_marker = match game.properties(node) {
            [] => true,
            [property] => property.is(Id::Name) && say::marker(game, node).is_some(),
            _ => false,
        };
        is_marker && game.first_child(node).is_none()
    }
}

/// Returns whether the root has no move, mark, comment or setup stone. It can have root, game-info and unknown
/// properties.
fn is_bare_root(game: &Game<'_>) -> bool {
    let root = NodeId::ROOT;
    let about_game = game.properties(root).iter().all(|property| {
        let Some(id) = property.ident.standard() else {
            return true;
        };
        let kind = id.property_type();
        let comment = id == Id::GameComment && say::game_comment(game).is_some();
        !comment && matches!(kind, PropertyType::Root | PropertyType::GameInfo)
    });
    about_game && game.played(root).is_none()
}

/// Takes the value of a node out of a map. Checks for an empty map first, because most maps are empty in most games.
fn taken<T>(map: &mut HashMap<NodeId, T>, node: NodeId) -> Option<T> {
    if map.is_empty() {
        return None;
    }
    map.remove(&node)
}
