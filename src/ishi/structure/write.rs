//! The plan of a file: the role of each node, and the order of the nodes.
//!
//! Ishi writes variations after the move that they replace, sets up stones only at the start of an
//! event and in diagrams without successors, and has only DIAGRAM for a node without a move.
//! The plan fits a tree into these limits. Facts record the changes, so that a reader can undo them.

use std::collections::{HashMap, HashSet, VecDeque};

use super::Role;
use crate::charset::Charset;
use crate::ishi::facet::Facet;
use crate::ishi::kept::{self, Section};
use crate::ishi::say;
use crate::model::{Dialect, Fact, Game, Id, NodeId, PropertyType};

mod layout;
mod setups;

use layout::Shape;

/// One step of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    /// The lines of a node.
    Node(NodeId),
    /// VAR, with the marker and the remarks that its first node keeps.
    Var(NodeId),
    /// The remarks at the end of a sequence, given its last node.
    End(NodeId),
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
    /// Whether it has facts: few nodes have.
    has_facts: bool,
}

impl Planned {
    const NOT_YET: Self = Self {
        role: Role::Event,
        opens: false,
        has_facts: false,
    };
}

/// The plan of a game.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The game's event and its continuations, in the order of the file. A continuation comes
    /// after the event that it continues.
    pub events: Vec<Event>,
    nodes: Vec<Planned>,
    facts: HashMap<NodeId, Vec<Fact>>,
    /// The last nodes of sequences that have remarks for the end.
    ends: HashSet<NodeId>,
}

impl Plan {
    /// Makes the plan of a game.
    pub fn new(game: &Game<'_>, charset: Charset) -> Self {
        Planner::new(game, charset).run()
    }

    /// Returns the role of a node in the file.
    pub fn role(&self, node: NodeId) -> Role {
        self.planned(node).role
    }

    /// Returns whether the node is the first of a variation.
    pub fn opens(&self, node: NodeId) -> bool {
        self.planned(node).opens
    }

    /// Returns whether a node is still the last of its sequence, so that its remarks for the end of the sequence are
    /// written there.
    pub fn ends(&self, node: NodeId) -> bool {
        self.ends.contains(&node)
    }

    /// Returns the facts that describe how the file represents the tree at this node.
    pub fn facts(&self, node: NodeId) -> &[Fact] {
        if !self.planned(node).has_facts {
            return &[];
        }
        self.facts.get(&node).map_or(&[], Vec::as_slice)
    }

    fn planned(&self, node: NodeId) -> Planned {
        let planned = self.nodes.get(node.index());
        planned.copied().unwrap_or(Planned::NOT_YET)
    }

    /// Changes the plan of a node.
    fn change(&mut self, node: NodeId, change: impl FnOnce(&mut Planned)) {
        if let Some(planned) = self.nodes.get_mut(node.index()) {
            change(planned);
        }
    }
}

/// A task of the planner.
#[derive(Debug)]
enum Task {
    /// Puts a diagram from which no play continues.
    Leaf(NodeId),
    /// Puts a move or a diagram, the variations on it, and the rest of the sequence.
    Play(NodeId, Late),
    /// Puts a variation that starts with this node.
    Variation(NodeId),
    Step(Op),
    /// Puts the rest of a sequence after this node.
    Follow(NodeId, Late),
}

/// Variations on the last move that come after diagrams which follow it.
#[derive(Debug, Default)]
struct Late {
    /// The diagrams since the move.
    diagrams: u32,
    /// After how many diagrams each variation comes, in ascending order.
    waiting: VecDeque<(u32, NodeId)>,
}

impl Late {
    /// Counts a diagram and puts the variations after it.
    fn pass(&mut self, tasks: &mut Vec<Task>) {
        self.diagrams = self.diagrams.saturating_add(1);
        while let Some(&(place, node)) = self.waiting.front()
            && place <= self.diagrams
        {
            self.waiting.pop_front();
            tasks.push(Task::Variation(node));
        }
    }

    /// Puts all variations that are left: no further diagram comes.
    fn finish(self, tasks: &mut Vec<Task>) {
        let rest = self.waiting.into_iter();
        tasks.extend(rest.map(|(_, node)| Task::Variation(node)));
    }
}

struct Planner<'g, 'a> {
    game: &'g Game<'a>,
    charset: Charset,
    changing: HashSet<NodeId>,
    plan: Plan,
    ops: Vec<Op>,
    tasks: Vec<Task>,
    /// The variations on each move, with the number of diagrams that they come after.
    variations: HashMap<NodeId, Vec<(u32, NodeId)>>,
    /// The figures that come before each node.
    inline: HashMap<NodeId, Vec<NodeId>>,
    /// The variations before the first move after each node, with the number of figures that they
    /// come after.
    early: HashMap<NodeId, Vec<(u32, NodeId)>>,
    /// The nodes of each sequence before its first move; a move in the root does not count. A VAR after one of these
    /// nodes varies no move.
    unmoved: HashSet<NodeId>,
    continuations: VecDeque<NodeId>,
    /// The number of the last continuation event.
    continued: Option<u32>,
}

impl<'g, 'a> Planner<'g, 'a> {
    fn new(game: &'g Game<'a>, charset: Charset) -> Self {
        Self {
            game,
            charset,
            changing: setups::changing(game),
            plan: Plan {
                events: Vec::new(),
                nodes: vec![Planned::NOT_YET; game.index_limit()],
                facts: HashMap::new(),
                ends: HashSet::new(),
            },
            ops: Vec::with_capacity(game.node_count()),
            tasks: Vec::new(),
            variations: HashMap::new(),
            inline: HashMap::new(),
            early: HashMap::new(),
            unmoved: HashSet::new(),
            continuations: VecDeque::new(),
            continued: None,
        }
    }

    fn run(mut self) -> Plan {
        self.put(NodeId::ROOT, Role::Event);
        if self.game.mv(NodeId::ROOT).is_some() {
            self.fact(NodeId::ROOT, Fact::RootMove);
        }
        let start = match self.setup_node() {
            Some(node) => {
                self.fact(NodeId::ROOT, Fact::SetupNode);
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
        self.tasks.push(Task::Follow(last, Late::default()));
        while let Some(task) = self.tasks.pop() {
            self.perform(task);
        }
        let mut ops = std::mem::take(&mut self.ops);
        // Variations made it grow to twice its size.
        ops.shrink_to_fit();
        self.plan.events.push(Event { start, ops });
    }

    fn perform(&mut self, task: Task) {
        match task {
            Task::Step(op) => self.ops.push(op),
            Task::Leaf(node) => self.put(node, Role::Diagram),
            Task::Play(node, late) => self.play(node, late),
            Task::Variation(node) => self.variation(node),
            Task::Follow(node, late) => self.follow(node, late),
        }
    }

    fn put(&mut self, node: NodeId, role: Role) {
        self.plan.change(node, |planned| planned.role = role);
        if role != Role::Move {
            let opens = role.is_event() || self.plan.opens(node);
            let parent = self.game.parent(node);
            if opens || parent.is_some_and(|parent| self.unmoved.contains(&parent)) {
                self.unmoved.insert(node);
            }
        }
        self.ops.push(Op::Node(node));
    }

    fn fact(&mut self, node: NodeId, fact: Fact) {
        self.plan.change(node, |planned| planned.has_facts = true);
        self.plan.facts.entry(node).or_default().push(fact);
    }

    /// Schedules tasks in their order.
    fn schedule(&mut self, tasks: Vec<Task>) {
        self.tasks.extend(tasks.into_iter().rev());
    }

    fn play(&mut self, node: NodeId, mut late: Late) {
        let is_move = self.game.mv(node).is_some();
        self.put(node, if is_move { Role::Move } else { Role::Diagram });
        let mut tasks = Vec::new();
        if !is_move {
            late.pass(&mut tasks);
        } else if !self.variations.is_empty()
            && let Some(variations) = self.variations.remove(&node)
        {
            late = in_order(variations, &mut tasks);
        }
        tasks.push(Task::Follow(node, late));
        self.schedule(tasks);
    }

    fn variation(&mut self, node: NodeId) {
        self.plan.change(node, |planned| planned.opens = true);
        self.ops.push(Op::Var(node));
        let inline = taken(&mut self.inline, node).unwrap_or_default();
        let alone = inline.is_empty();
        let mut tasks: Vec<_> = inline.into_iter().map(Task::Leaf).collect();
        match self.shape(node) {
            Shape::Bare if alone && !self.plan.planned(node).has_facts && self.is_nothing(node) => {
                self.put(node, Role::Empty);
                tasks.extend(self.end_of_sequence(node).map(Task::Step));
            }
            Shape::Figure => {
                tasks.push(Task::Leaf(node));
                tasks.extend(self.end_of_sequence(node).map(Task::Step));
            }
            _ => tasks.push(Task::Play(node, Late::default())),
        }
        tasks.push(Task::Step(Op::EndVar));
        self.schedule(tasks);
    }

    fn end_of_sequence(&mut self, last: NodeId) -> Option<Op> {
        let remarks = self.game.has_fact(last, &Fact::End);
        if remarks {
            self.plan.ends.insert(last);
        }
        remarks.then_some(Op::End(last))
    }

    fn follow(&mut self, mut node: NodeId, mut late: Late) {
        while late.waiting.is_empty()
            && let Some(child) = self.plain_move(node)
            && !self.variations.contains_key(&child)
        {
            self.put(child, Role::Move);
            node = child;
            late = Late::default();
        }
        let layout = self.layout(node);
        let mut tasks = Vec::new();
        let mut last = node;
        let early = taken(&mut self.early, node).unwrap_or_default();
        let mut early = in_order(early, &mut tasks);
        let inline = layout.host.and_then(|host| taken(&mut self.inline, host));
        for figure in inline.into_iter().flatten() {
            tasks.push(Task::Leaf(figure));
            late.pass(&mut tasks);
            early.pass(&mut tasks);
        }
        for leaf in layout.leaves {
            tasks.push(Task::Leaf(leaf));
            late.pass(&mut tasks);
            early.pass(&mut tasks);
            last = leaf;
        }
        early.finish(&mut tasks);
        match layout.host {
            Some(host) if self.game.mv(host).is_none() => tasks.push(Task::Play(host, late)),
            Some(host) => {
                late.finish(&mut tasks);
                tasks.push(Task::Play(host, Late::default()));
            }
            None => {
                late.finish(&mut tasks);
                tasks.extend(self.end_of_sequence(last).map(Task::Step));
            }
        }
        self.schedule(tasks);
    }

    /// Returns the only child of a node if it is a move.
    fn plain_move(&self, node: NodeId) -> Option<NodeId> {
        let child = self.game.first_child(node)?;
        let only = self.game.next_sibling(child).is_none();
        let is_early = || self.game.has_fact(child, &Fact::Early);
        let plain =
            self.game.only_move(child).is_some() || self.game.mv(child).is_some() && !is_early();
        (only && plain).then_some(child)
    }

    /// Returns whether the kept lines of a node need no defining line: VAR, remarks before it, and remarks and ENDVAR
    /// at the end.
    fn is_silent(&self, node: NodeId) -> bool {
        let lines = kept::lines(self.game, node, self.charset);
        let var = lines.iter().rposition(kept::Kept::is_var);
        lines.iter().enumerate().all(|(index, kept)| {
            let before = kept.section == Section::End || var.is_some_and(|var| index < var);
            kept.is_var() || (kept.is_remark() || kept.is_end_var()) && before
        })
    }

    /// Returns whether VAR expresses all properties of the first node of a variation: no property, or only a name
    /// that is the marker, `N[a]` -> `VAR a`.
    fn says_all(&self, node: NodeId) -> bool {
        let [property] = self.game.properties(node) else {
            return self.game.properties(node).is_empty();
        };
        let kept = kept::lines(self.game, node, self.charset);
        let before = kept.get(..kept::opening(&kept)).unwrap_or_default();
        let opening = kept::Opening::of(self.game, node, before);
        let name = self.game.text(node, Id::Name);
        property.is(Id::Name) && name.is_some() && name == opening.marker()
    }

    /// Returns whether a leaf needs no line, so that it can be an empty variation.
    fn is_nothing(&self, node: NodeId) -> bool {
        let game = self.game;
        game.first_child(node).is_none()
            && self.says_all(node)
            && self.is_silent(node)
            && game.details(node).iter().all(|entry| match entry.dialect {
                Dialect::Ishi => {
                    kept::reread(&entry.text, self.charset).as_deref() == Some(&entry.text)
                }
                Dialect::Fact => entry.fact().is_some_and(|fact| fact.is_detail()),
                Dialect::Sgf | Dialect::SmartGo => false,
            })
    }
}

/// Schedules the variations at place 0, before any diagram, and returns the rest. The place of a variation is the
/// number of diagrams before it.
///
/// An edit can make the places fall. A place is then lowered to the next one, so that the variations keep their
/// order: `3, 1, 2` -> `1, 1, 2`.
fn in_order(mut variations: Vec<(u32, NodeId)>, tasks: &mut Vec<Task>) -> Late {
    let mut late = Late::default();
    let mut most = u32::MAX;
    for (place, _) in variations.iter_mut().rev() {
        *place = (*place).min(most);
        most = *place;
    }
    for (place, node) in variations {
        if place == 0 {
            tasks.push(Task::Variation(node));
        } else {
            late.waiting.push_back((place, node));
        }
    }
    late
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
    about_game
        && game.mv(root).is_none()
        && kept::unplaced(game, root)
            .all(|kept| !matches!(kept.facet, Facet::Marks | Facet::Comments | Facet::Setup))
}

/// Takes the value of a node out of a map. Checks for an empty map first, because most maps are empty in most games.
fn taken<T>(map: &mut HashMap<NodeId, T>, node: NodeId) -> Option<T> {
    if map.is_empty() {
        return None;
    }
    map.remove(&node)
}
