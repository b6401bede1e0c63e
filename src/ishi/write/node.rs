//! The lines of moves and diagrams.

use super::Writer;
use super::own::{self, Kind, OwnLine, Section};
use super::plan::Form;
use super::text::{push_line, push_lines, push_move, push_own};
use crate::ishi::canonical;
use crate::ishi::interpret;
use crate::ishi::line::{Block, Line, Location, Mark, Play, Region};
use crate::model::Fact;
use crate::model::equal::same_properties;
use crate::model::{BoardSize, Id, Meaning, Move, NodeId, Place, Property};

/// Lines about one kind of data, and what they say.
#[derive(Default)]
pub(super) struct Part {
    pub(super) text: String,
    pub(super) lines: Vec<Line<'static>>,
    pub(super) says: Vec<Property<'static>>,
}

impl Part {
    pub(super) fn canonical(lines: Vec<Line<'static>>, says: Vec<Property<'static>>) -> Self {
        let mut text = String::new();
        push_lines(&mut text, &lines);
        Self { text, lines, says }
    }

    pub(super) fn own<'o>(
        own: impl IntoIterator<Item = &'o OwnLine>,
        says: Vec<Property<'static>>,
    ) -> Self {
        let mut part = Self {
            says,
            ..Self::default()
        };
        for own in own {
            push_own(&mut part.text, own);
            part.lines.push(own.line.clone());
        }
        part
    }
}

/// Returns whether own lines say what the canonical ones say, or what is meant although the
/// canonical ones cannot say it.
pub(super) fn agree(
    own: &[Property<'_>],
    canonical: &[Property<'_>],
    meant: &[Property<'_>],
) -> bool {
    if same_properties(own, canonical) {
        return true;
    }
    let spoken = |property: &&Property<'_>| {
        let mut says = own.iter().chain(canonical);
        says.any(|said| said.ident == property.ident)
    };
    let meant: Vec<_> = meant.iter().filter(spoken).cloned().collect();
    same_properties(own, &meant)
}

/// Chooses between the canonical lines of a kind and a node's own: the own ones stay as long as
/// they [`agree`] with what is meant. `interpret` says what lines mean.
pub(super) fn choose(
    meant: &[Property<'_>],
    canonical: Vec<Line<'static>>,
    own: &[&OwnLine],
    interpret: impl Fn(&[Line<'static>]) -> Vec<Property<'static>>,
) -> Part {
    if canonical.is_empty() && own.is_empty() {
        return Part::default();
    }
    let says = interpret(&canonical);
    if !own.is_empty() && !is_canonical(own, &canonical) {
        let lines: Vec<_> = own.iter().map(|own| own.line.clone()).collect();
        let own_says = interpret(&lines);
        if agree(&own_says, &says, meant) {
            return Part::own(own.iter().copied(), own_says);
        }
    }
    Part::canonical(canonical, says)
}

/// Returns whether own lines are what the canonical ones are, so that no reader would keep them:
/// someone has changed what made them differ, or has made them up.
pub(super) fn is_canonical(own: &[&OwnLine], canonical: &[Line<'static>]) -> bool {
    fn marks<'l>(line: &'l Line<'static>) -> &'l [Mark<'static>] {
        match line {
            Line::Mark(marks) => marks,
            _ => &[],
        }
    }
    let lines = own.iter().map(|own| &own.line);
    let same = lines.clone().eq(canonical)
        || lines.clone().all(|line| !marks(line).is_empty())
            && lines.flat_map(marks).eq(canonical.iter().flat_map(marks));
    same && own.iter().all(|own| own.is_exact())
}

/// Returns the own lines of some kinds.
pub(super) fn of_kind<'o>(own: &'o [OwnLine], kinds: &[Kind]) -> Vec<&'o OwnLine> {
    own.iter()
        .filter(|own| kinds.contains(&own.kind) && own.section != Section::End)
        .collect()
}

impl Writer<'_, '_> {
    /// Appends the text of a node, and enters it.
    pub(super) fn node(&mut self, node: NodeId) {
        let start = self.text.len();
        match self.job.plan.form(node) {
            Form::Event => self.root(),
            Form::SetupNode => self.setup_node(node),
            Form::Continuation => self.continuation(node),
            Form::Move => self.move_node(node),
            Form::Diagram | Form::Figure => self.diagram(node),
            Form::Nothing => self.nothing(node),
        }
        if let Some(place) = self.places.get_mut(node.index()) {
            *place = (start, self.text.len());
        }
    }

    fn move_node(&mut self, node: NodeId) {
        let Some(mv) = self.job.game.mv(node) else {
            return;
        };
        let before = self.replay.number();
        self.replay.enter(self.job.game, node);
        if self.plain_move(node, mv) {
            return;
        }
        let own = self.own_lines(node);
        self.opening(node, &own);
        let (line, mut said) = self.move_line(mv, before, &own);
        push_line(&mut self.text, &line);
        let data = self.move_data(node, &own, &mut said);
        self.carrier(node, &said);
        self.text.push_str(&data);
        self.finish(node, &own);
    }

    /// Appends a node that is nothing but a move on the board; returns whether it is that.
    fn plain_move(&mut self, node: NodeId, mv: Move) -> bool {
        let game = self.job.game;
        let location = mv
            .point_on(game.size)
            .and_then(|point| Location::of(point, game.size));
        let (Some(location), true, 1..) = (
            location,
            game.properties(node).is_empty()
                && game.details(node).is_empty()
                && self.job.plan.facts(node).is_empty(),
            self.replay.number(),
        ) else {
            return false;
        };
        push_move(&mut self.text, mv.color, self.replay.number(), location);
        if !self.no_prisoners {
            push_lines(&mut self.text, &canonical::prisoners(&self.replay));
        }
        self.outcomes.native(1);
        true
    }

    /// Returns the line of a move, and what it says: the move, and MN unless it is the next number.
    pub(super) fn move_line(
        &self,
        mv: Move,
        before: u32,
        own: &[OwnLine],
    ) -> (Line<'static>, Meaning<'static>) {
        let size = self.job.game.size;
        let canonical = canonical::move_line(self.job.game, mv, &self.replay);
        let mut line = canonical.clone();
        // An own line stands for a place off the board or a number that Ishi does not have.
        for own in of_kind(own, &[Kind::Move]) {
            if own.line != canonical
                && let Line::Move(color, number, play) = own.line
                && color == mv.color
                && number == self.replay.number()
                && place_of(play, size) == mv.place
            {
                line = own.line.clone();
                own.mark_used();
            }
        }
        let Line::Move(color, number, play) = line else {
            return (line, Meaning::default());
        };
        let place = place_of(play, size);
        let mut said = Meaning {
            mv: Some(Move { color, place }),
            properties: Vec::new(),
        };
        if number != before.saturating_add(1) {
            let number = Property::text(Id::MoveNumber, number.to_string());
            said.properties.push(number);
        }
        (Line::Move(color, number, play), said)
    }

    /// Returns the lines behind a move, and adds what they say.
    pub(super) fn move_data(
        &self,
        node: NodeId,
        own: &[OwnLine],
        said: &mut Meaning<'static>,
    ) -> String {
        let mut text = self.prisoners(node, own).text;
        text.push_str(&self.marks_and_comment(node, own, said));
        text
    }

    fn prisoners(&self, node: NodeId, own: &[OwnLine]) -> Part {
        let lines = of_kind(own, &[Kind::Prisoner]);
        if !lines.is_empty() {
            return Part::own(lines, Vec::new());
        }
        if self.no_prisoners || self.job.game.has_fact(node, &Fact::NoPrisoner) {
            return Part::default();
        }
        Part::canonical(canonical::prisoners(&self.replay), Vec::new())
    }

    /// Returns the marks, the comment and the other data of a node, and adds what they say.
    pub(super) fn marks_and_comment(
        &self,
        node: NodeId,
        own: &[OwnLine],
        said: &mut Meaning<'static>,
    ) -> String {
        let meant = self.job.game.properties(node);
        let marks = choose(
            meant,
            canonical::marks(self.job.game, node, &self.replay),
            &of_kind(own, &[Kind::Mark]),
            |lines| interpret::marks::properties(lines, &self.replay),
        );
        let comment = canonical::comment(self.job.game, node, self.job.charset).map(Line::Com);
        let comment = choose(
            meant,
            comment.into_iter().collect(),
            &of_kind(own, &[Kind::Com]),
            |lines| interpret::comment::properties(&blocks(lines)),
        );
        let mut text = marks.text;
        text.push_str(&comment.text);
        said.properties.extend(marks.says);
        said.properties.extend(comment.says);
        // HIDE outside diagrams and PRISONER without a move mean nothing, and stay.
        let others: &[Kind] = match self.job.plan.form(node) {
            Form::Diagram | Form::Figure => &[Kind::User, Kind::Unknown, Kind::Prisoner],
            _ => &[Kind::User, Kind::Unknown, Kind::Hide],
        };
        for other in of_kind(own, others) {
            push_own(&mut text, other);
        }
        text
    }

    fn diagram(&mut self, node: NodeId) {
        let own = self.own_lines(node);
        let mut said = Meaning {
            mv: None,
            properties: vec![Property::text(Id::Figure, "")],
        };
        let (region, stones) = if self.job.plan.form(node) == Form::Figure {
            (self.region(node, &own), self.stones(node, &own))
        } else {
            let bare = vec![Line::Diagram(Region::Full)];
            (Part::canonical(bare, Vec::new()), Part::default())
        };
        self.replay.enter(self.job.game, node);
        self.opening(node, &own);
        self.text.push_str(&region.text);
        said.properties.extend(region.says);
        said.properties.extend(stones.says);
        let data = self.marks_and_comment(node, &own, &mut said);
        self.carrier(node, &said);
        self.text.push_str(&stones.text);
        self.text.push_str(&data);
        self.finish(node, &own);
    }

    fn region(&self, node: NodeId, own: &[OwnLine]) -> Part {
        let canonical = Line::Diagram(canonical::region(self.job.game, node));
        let own: Vec<_> = of_kind(own, &[Kind::Diagram]);
        choose(
            self.job.game.properties(node),
            vec![canonical],
            own.get(..1).unwrap_or_default(),
            |lines| {
                let view = |line: &Line<'_>| match line {
                    Line::Diagram(region) => {
                        interpret::stones::view_property(*region, self.job.game.size)
                    }
                    _ => None,
                };
                lines.iter().filter_map(view).collect()
            },
        )
    }

    /// Returns the setup and hidden stones of a diagram that has not been entered.
    ///
    /// They are one kind: a hidden stone with another in its place is only replaced.
    fn stones(&self, node: NodeId, own: &[OwnLine]) -> Part {
        let interpret = |lines: &[Line<'static>]| interpret::stones::changes(lines, &self.replay);
        let meant = self.job.game.properties(node);
        let setup = canonical::setup(self.job.game, node);
        let hide = canonical::hide(self.job.game, node, &self.replay);
        let says = interpret(&[setup.as_slice(), hide.as_slice()].concat());
        let of_kind = |kind, canonical: &[Line<'static>]| {
            let own = of_kind(own, &[kind]);
            if is_canonical(&own, canonical) {
                Vec::new()
            } else {
                own
            }
        };
        let own_setup = of_kind(Kind::Setup, &setup);
        let own_hide = of_kind(Kind::Hide, &hide);
        let lines_of = |own: &[&OwnLine], canonical: &[Line<'static>]| -> Vec<Line<'static>> {
            if own.is_empty() {
                canonical.to_vec()
            } else {
                own.iter().map(|own| own.line.clone()).collect()
            }
        };
        let lines = [lines_of(&own_setup, &setup), lines_of(&own_hide, &hide)].concat();
        let own_says = interpret(&lines);
        if !agree(&own_says, &says, meant) {
            return Part::canonical([setup, hide].concat(), says);
        }
        let mut text = String::new();
        for (own, canonical) in [(own_setup, setup), (own_hide, hide)] {
            if own.is_empty() {
                push_lines(&mut text, &canonical);
            }
            for own in own {
                push_own(&mut text, own);
            }
        }
        Part {
            text,
            lines,
            says: own_says,
        }
    }

    fn nothing(&mut self, node: NodeId) {
        self.replay.enter(self.job.game, node);
        let own = self.own_lines(node);
        self.opening(node, &own);
        self.finish(node, &own);
        self.outcomes.native(1);
    }

    /// Returns the own lines of a node. Remarks for the end of a sequence that goes on by now are
    /// remarks before the node.
    pub(super) fn own_lines(&self, node: NodeId) -> Vec<OwnLine> {
        let mut own = own::lines(self.job.game, node, self.job.charset);
        if !self.job.plan.ends(node) {
            for own in own.iter_mut().filter(|own| own.section == Section::End) {
                own.section = Section::Node;
            }
        }
        own
    }

    /// Appends the remarks before the defining line of a node; those before its VAR stand there.
    fn opening(&mut self, node: NodeId, own: &[OwnLine]) {
        let own = of_kind(own, &[Kind::Remark, Kind::Var]);
        let var = own.iter().rposition(|own| own.kind == Kind::Var);
        let first = match var {
            Some(var) if self.job.plan.opens(node) => var + 1,
            _ => 0,
        };
        for (index, line) in own.into_iter().enumerate() {
            if index < first && (line.kind == Kind::Remark || index + 1 == first) {
                // It stands at the start of the variation.
                line.mark_used();
            } else if line.kind == Kind::Remark {
                push_own(&mut self.text, line);
            }
        }
    }

    /// Appends VAR, with what the first node of the variation keeps for it.
    pub(super) fn start_of_variation(&self, node: NodeId, out: &mut String) {
        let own = self.own_lines(node);
        let own = of_kind(&own, &[Kind::Remark, Kind::Var]);
        let Some(var) = own.iter().rposition(|own| own.kind == Kind::Var) else {
            return out.push_str("VAR\r\n");
        };
        for (index, line) in own.into_iter().enumerate().take(var + 1) {
            if index == var || line.kind == Kind::Remark {
                push_own(out, line);
            }
        }
    }

    /// Appends what stands at the end of a sequence, behind its last node.
    pub(super) fn end_of_sequence(&self, node: NodeId, out: &mut String) {
        for own in self.own_lines(node) {
            if own.section == Section::End && matches!(own.kind, Kind::Remark | Kind::Unknown) {
                push_own(out, &own);
            }
        }
    }
}

/// Returns the COM blocks among lines.
pub(super) fn blocks<'l>(lines: &'l [Line<'static>]) -> Vec<&'l Block<'static>> {
    lines
        .iter()
        .filter_map(|line| match line {
            Line::Com(block) => Some(block),
            _ => None,
        })
        .collect()
}

fn place_of(play: Play, size: BoardSize) -> Place {
    match play {
        Play::Pass => Place::Pass,
        Play::At(location) => location.point(size).map_or(Place::Unreadable, Place::Point),
    }
}
