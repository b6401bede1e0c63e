//! The structure of a record: the node of each line, and the tree of the nodes.
//!
//! A sequence is the main line of an event, or the lines between VAR and ENDVAR. A `Vec` holds the open
//! sequences, so that deep nesting cannot overflow the native stack.

use crate::diagnostic::{Diagnostic, Diagnostics, Repair, Rule, Span};
use crate::ishi::item::Item;
use crate::ishi::line::{Line, Region};
use crate::ishi::role::Role;
use crate::ishi::rules;
use crate::model::{BoardSize, Move, NodeId};

mod data;
mod sequence;

pub(in crate::ishi) use data::Tree;

/// Builds the trees of the events; there is at least one.
pub(in crate::ishi) fn build<'a>(items: &[Item<'a>], log: &mut Diagnostics) -> Vec<Tree<'a>> {
    let mut builder = Builder {
        items,
        log,
        trees: Vec::new(),
        tree: empty_tree(items),
        event: ReadEvent::new(NodeId::ROOT),
        sequences: Vec::new(),
        pending: Vec::new(),
        setups: None,
    };
    builder.all();
    builder.trees.push(builder.tree);
    builder.trees
}

/// The event that is being read.
struct ReadEvent {
    root: NodeId,
    /// Whether an EVENT line or a line with data was there.
    started: bool,
    /// Whether a move or diagram was there.
    played: bool,
    /// The keywords of the lines whose last one counts, with their indexes.
    once: Vec<(&'static str, usize)>,
}

impl ReadEvent {
    fn new(root: NodeId) -> Self {
        Self {
            root,
            started: false,
            played: false,
            once: Vec::new(),
        }
    }
}

/// An open sequence.
struct Sequence {
    /// The last node with play after it. At first it is the node that the sequence branches off from.
    tail: NodeId,
    /// The node that marks, comments and so on belong to.
    target: NodeId,
    /// The most recent move.
    current: Option<NodeId>,
    /// Whether the sequence has a node with play after it.
    chained: bool,
    /// The first diagram without play after it, if no node with play came before it.
    leaf: Option<NodeId>,
    /// The last child that `tail` had when the sequence came to it. The next node follows it, before diagrams and variations
    /// that came in between.
    before: Option<NodeId>,
    /// The remarks before VAR, and VAR itself, until the sequence's first node is known.
    var: Vec<u32>,
    /// The place of VAR. `None` for a main line.
    opened: Option<Span>,
    /// Whether a variation on the current move has been closed.
    varied: bool,
}

impl Sequence {
    fn new(tail: NodeId, target: NodeId) -> Self {
        Self {
            tail,
            target,
            current: None,
            chained: false,
            leaf: None,
            before: None,
            var: Vec::new(),
            opened: None,
            varied: false,
        }
    }
}

struct Builder<'a, 'l> {
    items: &'l [Item<'a>],
    log: &'l mut Diagnostics,
    trees: Vec<Tree<'a>>,
    tree: Tree<'a>,
    event: ReadEvent,
    /// The open sequences, the main line of the event first.
    sequences: Vec<Sequence>,
    /// Remarks that wait for the line that they are about.
    pending: Vec<u32>,
    /// The node of the last SETUP lines, and the first line after them that must not come between SETUP lines.
    setups: Option<(NodeId, Option<usize>)>,
}

impl<'a> Builder<'a, '_> {
    fn all(&mut self) {
        self.begin_event(0);
        for (index, item) in self.items.iter().enumerate() {
            self.line(index, &item.line);
        }
        self.close_sequences();
    }

    fn line(&mut self, index: usize, line: &Line<'a>) {
        let number = u32::try_from(index).unwrap_or(u32::MAX);
        self.watch_setups(index, line);
        self.event.started |= !matches!(line, Line::Event(_)) && is_sign_of_event(line);
        match line {
            Line::Event(_) => self.event_line(index),
            Line::Remark(_) => self.pending.push(number),
            Line::Unknown(_) if !self.event.started => self.own(self.event.root, number),
            Line::Header(..) | Line::BoardSize(_) => self.header(number, line),
            Line::Move(color, _, play) => {
                let mv = Move {
                    color: *color,
                    place: play.place(self.tree.game.size),
                };
                let node = self.move_node(mv);
                self.define(node, number);
            }
            Line::Diagram(region) => {
                let leaf = *region != Region::Full || self.changes_stones(index);
                let node = self.diagram_node(leaf);
                self.define(node, number);
            }
            Line::Setup(_) => self.setup(index, number),
            Line::Var(_) => self.open_variation(number),
            Line::EndVar => self.end_variation(index),
            Line::Mark(_) | Line::Unmark(_) | Line::Com(_) | Line::User(_) | Line::Unknown(_) => {
                self.data(number, line);
            }
            Line::Hide(_) | Line::Prisoner(_) => self.stone_data(number, line),
        }
    }

    // Events.

    fn event_line(&mut self, index: usize) {
        let remarks = std::mem::take(&mut self.pending);
        if self.event.started {
            self.close_sequences();
            let next = empty_tree(self.items.get(index..).unwrap_or_default());
            self.trees.push(std::mem::replace(&mut self.tree, next));
            self.begin_event(index);
        }
        let root = self.event.root;
        self.event.started = true;
        for remark in remarks {
            self.own(root, remark);
        }
        self.own(root, u32::try_from(index).unwrap_or(u32::MAX));
        self.note_place(root, index);
    }

    /// Starts a game with the event that starts here.
    fn begin_event(&mut self, index: usize) {
        self.event = ReadEvent::new(NodeId::ROOT);
        self.sequences
            .push(Sequence::new(NodeId::ROOT, NodeId::ROOT));
        // An event without an EVENT line starts with its first line.
        if let Some(item) = self.items.get(index) {
            let start = Span::new(item.span.start, item.span.start);
            self.log
                .place(self.trees.len(), NodeId::ROOT.index(), start);
        }
    }

    /// Notes the line that a node is in.
    fn note_place(&mut self, node: NodeId, index: usize) {
        if let Some(item) = self.items.get(index) {
            self.log.place(self.trees.len(), node.index(), item.span);
        }
    }

    /// Closes all open sequences, at an EVENT line or the end of the text.
    fn close_sequences(&mut self) {
        while let Some(sequence) = self.sequences.pop() {
            if let Some(span) = sequence.opened {
                let diagnostic =
                    Diagnostic::new(&rules::OPEN_VARIATION, "this variation has no ENDVAR")
                        .at(span.start, span.end)
                        .help("it was closed at the end of the event");
                self.log.report(diagnostic.mend(Repair::End, true));
            }
            self.close(sequence);
        }
    }

    // Lines about the event.

    fn header(&mut self, number: u32, line: &Line<'a>) {
        let sizes = matches!(line, Line::BoardSize(_));
        let index = number as usize;
        if self.event.played {
            let (rule, help): (&'static Rule, _) = if sizes {
                (
                    &rules::LATE_BOARD_SIZE,
                    "it was taken for the size of the whole event",
                )
            } else {
                (&rules::LATE_HEADER, "it was read as a header of the event")
            };
            let message = "this line comes after the first move or diagram of the event";
            self.report(rule, message.to_owned(), help, index);
        }
        let keyword = match line {
            Line::Header(header, _) if header.is_once_only() => Some(header.keyword()),
            _ => sizes.then_some("BOARDSIZE"),
        };
        let once = self.event.once.iter().rev();
        let first = once.copied().find(|(word, _)| Some(*word) == keyword);
        if let Some((keyword, first)) = first {
            let message = format!("the event has a {keyword} line already");
            self.report(&rules::ONCE_ONLY, message, "the last one counts", index);
            if self.items.get(first).is_some_and(|item| item.line != *line) {
                self.lose(first);
            }
        }
        self.event
            .once
            .extend(keyword.map(|keyword| (keyword, index)));
        self.own(self.event.root, number);
    }

    /// Reports a line between SETUP lines. Only the first SETUP line may have a remark, and only the last one may have
    /// marks, comments and user data (specification, keyword SETUP).
    fn watch_setups(&mut self, index: usize, line: &Line<'a>) {
        match line {
            Line::Setup(_) => {
                let target = self.target();
                if let Some((before, Some(between))) = self.setups
                    && before == target
                {
                    self.report(
                        &rules::BETWEEN_SETUPS,
                        "this line comes between SETUP lines of one position".to_owned(),
                        "expected before the first of them, or after the last",
                        between,
                    );
                }
                self.setups = Some((target, None));
            }
            Line::Remark(_) | Line::Mark(_) | Line::Unmark(_) | Line::Com(_) | Line::User(_) => {
                if let Some((_, between)) = &mut self.setups {
                    between.get_or_insert(index);
                }
            }
            Line::Header(..) | Line::BoardSize(_) | Line::Hide(_) | Line::Unknown(_) => {}
            _ => self.setups = None,
        }
    }

    fn setup(&mut self, index: usize, number: u32) {
        let target = self.target();
        match self.tree.role(target) {
            Role::Event if !self.event.played => self.own_with_remarks(target, number),
            Role::Diagram => self.own_with_remarks(target, number),
            _ => {
                self.report(
                    &rules::LATE_SETUP,
                    "SETUP comes after a move and outside a diagram".to_owned(),
                    "it was read as if a DIAGRAM line came before it",
                    index,
                );
                let node = self.diagram_node(true);
                self.define(node, number);
            }
        }
    }
}

/// Returns the tree of the event that lines start with: its root, with room for a node for each line that can start one.
///
/// The size is needed before the lines are read, because rows count from the bottom and BOARDSIZE can come
/// after locations.
fn empty_tree<'a>(items: &[Item<'a>]) -> Tree<'a> {
    let lines = items.iter().map(|item| &item.line);
    let first = lines.clone().next();
    let first_is_event = matches!(first, Some(Line::Event(_)));
    let mut started = first_is_event;
    let mut size = BoardSize::DEFAULT;
    let mut count = usize::from(first_is_event);
    for line in lines.skip(count) {
        match line {
            Line::BoardSize(lines) => size = BoardSize::square(*lines),
            Line::Event(_) if started => break,
            Line::Move(..) | Line::Diagram(_) | Line::Setup(_) => count += 1,
            _ => {}
        }
        started |= is_sign_of_event(line);
    }
    let mut tree = Tree::with_capacity(count);
    tree.game.size = size;
    tree
}

/// Returns whether a line proves that an event has started. REMARK and unknown lines do not, because they can
/// belong to a later EVENT line. ENDVAR does not, because a stray one is left out.
fn is_sign_of_event(line: &Line<'_>) -> bool {
    !matches!(line, Line::Remark(_) | Line::Unknown(_) | Line::EndVar)
}
