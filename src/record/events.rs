//! The events of one game: setup in mid-game starts a further event in Ishi, and is a node of the game in other formats.

use std::borrow::Cow;

use foldhash::{HashMap, HashMapExt};
use smallvec::SmallVec;

use crate::edit::{Partners, partners};
use crate::ishi;
use crate::model::{Board, Color, Game, Id, NodeId, Point, Property, Replay, SETUP, Step, Value};

/// The place of a further event in its game. Written as `b61c6db6 0.12 1`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Anchor {
    /// The hash of the moves up to the node before the event. Without it the number of the node counts.
    path: Option<u32>,
    /// The event with this node, from 0, and the number of the node there.
    host: (usize, usize),
    /// The number of the event among the variations after this node, from 0.
    variation: usize,
}

impl Anchor {
    /// Reads the words of an anchor.
    pub fn parse(words: &str) -> Option<Self> {
        let mut words = words.split_whitespace();
        let (path, host, variation) = (words.next()?, words.next()?, words.next()?);
        let (event, node) = host.split_once('.')?;
        Some(Self {
            path: Some(u32::from_str_radix(path, 16).ok()?),
            host: (event.parse().ok()?, node.parse().ok()?),
            variation: variation.parse().ok()?,
        })
    }

    /// Returns the words of the anchor.
    pub fn text(&self) -> String {
        let (event, node) = self.host;
        let path = self.path.unwrap_or(0);
        format!("{path:08x} {event}.{node} {}", self.variation)
    }
}

/// Returns the only game of a text, or its events as one game if they show `like`.
pub(crate) fn one_game<'g, 'a>(
    games: &'g [Game<'a>],
    like: &[Game<'_>],
) -> Option<Cow<'g, Game<'a>>> {
    match (games, like) {
        ([only], _) => Some(Cow::Borrowed(only)),
        (_, [like]) => Joined::showing(like, games).map(|joined| Cow::Owned(joined.game)),
        _ => None,
    }
}

/// A game that was joined from its events.
#[derive(Debug, Clone)]
pub(crate) struct Joined {
    pub game: Game<'static>,
    /// The places of the further events.
    pub anchors: Vec<Anchor>,
    /// For each event its nodes of the game, by the index of the node in the event.
    nodes: Vec<Vec<NodeId>>,
    /// The event with each node of the game, and the index there, by the index of the node.
    hosts: Vec<(usize, usize)>,
    /// The path of each node, by its index.
    paths: Vec<u32>,
    /// The first node with each path.
    by_path: HashMap<u32, NodeId>,
    /// The last node of the main line, as far as the events have it.
    end: NodeId,
    /// The nodes that further events start with, by the index of the node.
    starts: HashMap<usize, Start>,
    /// The starts after each node, with their numbers among its variations.
    variations: HashMap<NodeId, Vec<(usize, NodeId)>>,
}

/// The start of a further event in its game.
#[derive(Debug, Clone)]
struct Start {
    /// The number of the event, from 0.
    event: usize,
    /// The first moves of the event.
    moves: Vec<NodeId>,
}

impl Joined {
    /// Joins the events that show a game. `None` if they are not those of the game.
    pub fn showing(game: &Game<'_>, events: &[Game<'_>]) -> Option<Self> {
        if events.len() < 2 {
            return None;
        }
        let mut numbers = vec![0; game.index_limit()];
        for node in game.nodes() {
            for (number, child) in game.children(node).enumerate() {
                put(&mut numbers, child, number);
            }
        }
        let partners = partners(game, events);
        let mut hosts = HashMap::new();
        for (event, nodes) in partners.iter().enumerate() {
            let nodes = nodes.iter().enumerate();
            hosts.extend(nodes.filter_map(|(own, node)| Some(((*node)?, (event, own)))));
        }
        let anchor = |nodes: &Partners| {
            let start = nodes.first().copied().flatten()?;
            Some(Anchor {
                path: None,
                host: hosts.get(&game.parent(start)?).copied().unwrap_or_default(),
                variation: numbers.get(start.index()).copied()?,
            })
        };
        let anchors = partners.iter().skip(1).map(anchor);
        Self::new(events, anchors.collect::<Option<_>>()?)
    }

    /// Joins events at their places.
    pub fn new(events: &[Game<'_>], anchors: Vec<Anchor>) -> Option<Self> {
        let (first, further) = events.split_first()?;
        if further.len() != anchors.len() {
            return None;
        }
        let mut joined = Self {
            game: first.clone().into_owned(),
            anchors: Vec::with_capacity(anchors.len()),
            nodes: Vec::with_capacity(events.len()),
            hosts: Vec::new(),
            paths: Vec::new(),
            by_path: HashMap::new(),
            end: first.main_line().last()?,
            starts: HashMap::new(),
            variations: HashMap::new(),
        };
        joined.note(first, first.nodes().map(|node| (node, node)).collect());
        for (event, anchor) in further.iter().zip(anchors) {
            joined.add(event, &anchor);
        }
        joined.order();
        joined.change_positions(events);
        joined.game = joined.game.into_read();
        Some(joined)
    }

    /// Returns for each event its nodes of the game, by the index of the node in the event.
    pub fn nodes(&self) -> &[Vec<NodeId>] {
        &self.nodes
    }

    /// Notes the nodes of an event, each with its node of the game.
    fn note(&mut self, event: &Game<'_>, nodes: Vec<(NodeId, NodeId)>) {
        let number = self.nodes.len();
        self.paths.resize(self.game.index_limit(), 0);
        self.hosts.resize(self.game.index_limit(), (0, 0));
        let mut of = vec![NodeId::ROOT; event.index_limit()];
        for (own, node) in nodes {
            let path = path(&self.game, node, &self.paths);
            self.by_path.entry(path).or_insert(node);
            put(&mut self.paths, node, path);
            put(&mut self.hosts, node, (number, own.index()));
            put(&mut of, own, node);
        }
        self.nodes.push(of);
    }

    /// Returns the node before a further event: the one with its path, else the one with its number, else the last one of
    /// the main line.
    fn host(&self, anchor: &Anchor) -> NodeId {
        let (event, node) = anchor.host;
        let numbered = self.nodes.get(event).and_then(|nodes| nodes.get(node));
        let path = anchor.path;
        let is_path =
            |node: &&NodeId| path.is_none() || self.paths.get(node.index()).copied() == path;
        let found = numbered.filter(is_path);
        let found = found.or_else(|| self.by_path.get(&path?));
        found.or(numbered).copied().unwrap_or(self.end)
    }

    /// Adds a further event.
    fn add(&mut self, event: &Game<'_>, anchor: &Anchor) {
        let host = self.host(anchor);
        let start = self.game.add_child(host);
        let mut nodes = vec![(NodeId::ROOT, start)];
        let mut of = vec![start; event.index_limit()];
        // Whether no move comes before a node of the event.
        let mut is_early = vec![false; event.index_limit()];
        put(&mut is_early, NodeId::ROOT, true);
        let mut moves = Vec::new();
        for own in event.nodes().skip(1) {
            let up = event.parent(own).unwrap_or(NodeId::ROOT);
            let node = self
                .game
                .add_child(of.get(up.index()).copied().unwrap_or(start));
            if is_early.get(up.index()) == Some(&true) {
                match event.mv(own) {
                    None => put(&mut is_early, own, true),
                    Some(_) => moves.push(node),
                }
            }
            self.game.set_move(node, event.mv(own));
            let properties = event.properties(own).iter().cloned();
            let properties = properties.map(Property::into_owned).collect();
            self.game.set_properties(node, properties);
            put(&mut of, own, node);
            nodes.push((own, node));
        }
        if host == self.end {
            self.end = self.game.line_from(start).last().unwrap_or(start);
        }
        let variations = self.variations.entry(host).or_default();
        variations.push((anchor.variation, start));
        let number = self.nodes.len();
        let start_of = Start {
            event: number,
            moves,
        };
        self.starts.insert(start.index(), start_of);
        self.anchors.push(Anchor {
            path: self.paths.get(host.index()).copied(),
            host: self.hosts.get(host.index()).copied().unwrap_or_default(),
            variation: anchor.variation,
        });
        self.note(event, nodes);
    }

    /// Gives the further events their places among the variations.
    fn order(&mut self) {
        for (host, starts) in std::mem::take(&mut self.variations) {
            let is_other = |child: &NodeId| !self.starts.contains_key(&child.index());
            let mut order: Vec<_> = self.game.children(host).filter(is_other).collect();
            // Each event says its number among those before it.
            for (number, start) in starts {
                order.insert(number.min(order.len()), start);
            }
            self.game.order_children(host, &order);
        }
    }

    /// Gives the start of each further event the change of the position before it. The numbers of its moves go on after
    /// those of the host.
    fn change_positions(&mut self, events: &[Game<'_>]) {
        let title = events.first().map(ishi::continued_title);
        let mut before = Replay::new(self.game.size);
        for step in self.game.walk().collect::<Vec<_>>() {
            let Step::Enter(node) = step else {
                before.leave();
                continue;
            };
            if let Some(start) = self.starts.get(&node.index())
                && let Some(event) = events.get(start.event)
            {
                let title = title.as_deref().unwrap_or_default();
                let properties = change_of_position(before.board(), event, title);
                self.game.set_properties(node, properties);
                for mv in &start.moves {
                    let properties = self.game.properties(*mv).to_vec();
                    let properties = numbered(properties, before.number() + 1);
                    self.game.set_properties(*mv, properties);
                }
            }
            before.enter(&self.game, node);
        }
    }
}

/// Puts a value into a list by the indexes of nodes.
fn put<T>(list: &mut [T], node: NodeId, value: T) {
    if let Some(place) = list.get_mut(node.index()) {
        *place = value;
    }
}

/// Returns the hash of the path to a node, from the first move on: Ishi shows a first node and the stones after it as one event.
fn path(game: &Game<'_>, node: NodeId, paths: &[u32]) -> u32 {
    let above = game.parent(node);
    let above = above.and_then(|above| paths.get(above.index()));
    let above = above.copied().unwrap_or(0);
    match sign_of(game, node) {
        sign if *sign == *b";" && above == 0 => 0,
        sign => {
            let mut hasher = crc32fast::Hasher::new();
            hasher.update(format!("{above:08x} ").as_bytes());
            hasher.update(&sign);
            hasher.finalize()
        }
    }
}

/// Returns the properties of the node that an event starts with: the change of the position before it in place of all stones.
fn change_of_position(before: &Board, event: &Game<'_>, title: &str) -> Vec<Property<'static>> {
    let after = event.position(NodeId::ROOT);
    let after = after.board();
    let has_stone = |board: &Board, point, color| {
        let stone = board.stone(point);
        stone.is_some_and(|stone| stone.color == color)
    };
    let new = |color| {
        let points = after.stones().map(|(point, _)| point);
        let is_new =
            |point: &Point| has_stone(after, *point, color) && !has_stone(before, *point, color);
        points.filter(is_new).collect::<Vec<_>>()
    };
    let old = before.stones().map(|(point, _)| point);
    let gone = old.filter(|point| after.stone(*point).is_none()).collect();
    let stones = [
        (Id::AddBlack, new(Color::Black)),
        (Id::AddWhite, new(Color::White)),
        (Id::AddEmpty, gone),
    ];
    let stones = stones.into_iter().filter(|(_, points)| !points.is_empty());
    let stones = stones.map(|(id, points)| Property::points(id, points));
    let is_kept = |property: &&Property<'_>| match &property.value {
        Value::Text(text) if property.is(Id::Event) => text.trim() != title,
        _ => !SETUP.iter().any(|id| property.is(*id)),
    };
    let kept = event.properties(NodeId::ROOT).iter().filter(is_kept);
    let kept = kept.cloned().map(Property::into_owned);
    stones.chain(kept).collect()
}

/// Returns the properties of the first move of a further event, whose number follows from the game if it is `expected`.
fn numbered(properties: Vec<Property<'static>>, expected: u32) -> Vec<Property<'static>> {
    let is_number = |property: &&Property<'_>| property.is(Id::MoveNumber);
    let number = properties
        .iter()
        .find(is_number)
        .map(|one| one.value.clone());
    let number = number.unwrap_or(Value::Text("1".into()));
    let is_expected = matches!(&number, Value::Text(text) if text.trim().parse() == Ok(expected));
    let others = properties.into_iter().filter(|one| !is_number(&one));
    let number = (!is_expected).then(|| Property::new(Id::MoveNumber, number));
    others.chain(number).collect()
}

/// A structural sign in letters of ASCII, such as a move.
pub(crate) type Sign = SmallVec<[u8; 8]>;

/// Returns the sign of a node: its move, or `;`.
pub(crate) fn sign_of(game: &Game<'_>, node: NodeId) -> Sign {
    // A move off the board or an unreadable one is no move.
    let Some(mv) = game.played(node) else {
        return Sign::from_slice(b";");
    };
    let mut sign = Sign::from_slice(match mv.color {
        Color::Black => b"B",
        Color::White => b"W",
    });
    let letter = |at: u8| at + if at < 26 { b'a' } else { b'A' - 26 };
    if let Some(point) = mv.point_on(game.size) {
        sign.extend([b' ', letter(point.column), letter(point.row)]);
    }
    sign
}
