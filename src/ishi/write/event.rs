//! The lines of events: a game's own, its setup stones, and the events that continue it.

use super::Writer;
use super::node::{Part, agree, blocks, choose, is_canonical, of_kind};
use super::own::{Kind, OwnLine, Section};
use super::text::{push_line, push_lines, push_own};
use crate::ishi::canonical;
use crate::ishi::headers;
use crate::ishi::interpret;
use crate::ishi::interpret::comment::plain;
use crate::ishi::interpret::marks::Marks;
use crate::ishi::line::{Block, Header, Line};
use crate::model::Fact;
use crate::model::{Id, Meaning, Move, NodeId, Property, Replay};

/// What a root's comments or marks are as lines: about the event, and about its setup stones.
#[derive(Default)]
struct Sections {
    event: String,
    setup: String,
    says: Vec<Property<'static>>,
    /// Whether the event's first block is the game comment against the rule.
    game_comment: bool,
}

impl Writer<'_, '_> {
    /// Appends the event of the game: its root.
    pub(super) fn root(&mut self) {
        let node = NodeId::ROOT;
        let mut own = self.own_lines(node);
        let mv = self.job.game.mv(node);
        let before = Replay::new(self.job.game.size);
        self.replay.enter(self.job.game, node);
        let setup = choose(
            self.job.game.properties(node),
            canonical::setup(self.job.game, node),
            &of_kind(&own, &[Kind::Setup]),
            |lines| interpret::stones::changes(lines, &before),
        );
        if setup.lines.is_empty() || mv.is_some() {
            one_section(&mut own);
        }
        let (title, says_title) = self.title_line(&own);
        let (facts, says_facts) = self.facts(&own);
        let comments = self.event_comments(&own, !setup.lines.is_empty(), mv);
        let marks = self.event_marks(&own, !setup.lines.is_empty(), mv);
        let mut said = Meaning::default();
        for says in [says_title, says_facts, setup.says] {
            said.properties.extend(says);
        }
        said.properties.extend(comments.says);
        said.properties.extend(marks.says);
        let first_move = mv.map(|mv| self.first_move(mv, &own, &mut said));

        self.section(&own, &[Kind::Remark], Section::Node);
        self.text.push_str(&title);
        let fact = comments.game_comment.then_some(Fact::GameComment);
        self.carrier_with(node, &said, fact);
        self.text.push_str(&facts);
        self.text.push_str(&comments.event);
        self.text.push_str(&marks.event);
        // HIDE outside diagrams and PRISONER without a move mean nothing, and stay.
        let others: &[Kind] = match mv {
            Some(_) => &[Kind::User, Kind::Unknown, Kind::Hide],
            None => &[Kind::User, Kind::Unknown, Kind::Hide, Kind::Prisoner],
        };
        self.section(&own, others, Section::Node);
        self.section(&own, &[Kind::Remark], Section::Setup);
        self.text.push_str(&setup.text);
        self.text.push_str(&comments.setup);
        self.text.push_str(&marks.setup);
        self.section(&own, others, Section::Setup);
        self.text.push_str(&first_move.unwrap_or_default());
        self.finish(node, &own);
    }

    /// Appends a node that is the setup stones of the event, behind a bare root.
    pub(super) fn setup_node(&mut self, node: NodeId) {
        let own = self.own_lines(node);
        let setup = choose(
            self.job.game.properties(node),
            canonical::setup(self.job.game, node),
            &of_kind(&own, &[Kind::Setup]),
            |lines| interpret::stones::changes(lines, &self.replay),
        );
        self.replay.enter(self.job.game, node);
        let mut said = Meaning {
            mv: None,
            properties: setup.says,
        };
        let data = self.marks_and_comment(node, &own, &mut said);
        for remark in of_kind(&own, &[Kind::Remark]) {
            push_own(&mut self.text, remark);
        }
        self.text.push_str(&setup.text);
        self.carrier(node, &said);
        self.text.push_str(&data);
        self.finish(node, &own);
    }

    /// Appends an event that goes on from the position of a node.
    pub(super) fn continuation(&mut self, node: NodeId) {
        let own = self.own_lines(node);
        let title = canonical::title(self.job.game, self.job.charset);
        let title = format!("{title} (continued)").trim().to_owned();
        let stones = canonical::position(self.replay.board());
        let before = Replay::new(self.job.game.size);
        let mut said = Meaning {
            mv: None,
            properties: interpret::stones::changes(&stones, &before),
        };
        let data = self.marks_and_comment(node, &own, &mut said);
        // Before the stones they would be about the next move where the board is empty.
        for remark in of_kind(&own, &[Kind::Remark]) {
            push_own(&mut self.text, remark);
        }
        push_line(&mut self.text, &Line::Event(title.into()));
        self.carrier(node, &said);
        push_line(&mut self.text, &canonical::board_size(self.job.game));
        for own in &own {
            if let Kind::Header(_) | Kind::Prisoner = own.kind {
                push_own(&mut self.text, own);
            }
        }
        push_lines(&mut self.text, &stones);
        self.text.push_str(&data);
        self.finish(node, &own);
    }

    /// Returns the EVENT line, unless the event has none, and what it says.
    fn title_line(&self, own: &[OwnLine]) -> (String, Vec<Property<'static>>) {
        let title = canonical::title(self.job.game, self.job.charset);
        if self.job.implicit {
            return (String::new(), Vec::new());
        }
        let part = choose(
            self.job.game.properties(NodeId::ROOT),
            vec![Line::Event(title.into())],
            &of_kind(own, &[Kind::Event]),
            |lines| {
                let title = lines.iter().find_map(|line| match line {
                    Line::Event(title) if !title.is_empty() => Some(title),
                    _ => None,
                });
                let event = title.map(|title| Property::text(Id::Event, plain(title)));
                event.into_iter().collect()
            },
        );
        (part.text, part.says)
    }

    /// Returns the lines of board size and game information, and what they say.
    fn facts(&self, own: &[OwnLine]) -> (String, Vec<Property<'static>>) {
        let mut text = self.board_size(own);
        let mut says = Vec::new();
        for &header in Header::ALL {
            let lines = canonical::header_line(header, self.job.game, self.job.charset)
                .into_iter()
                .map(|text| Line::Header(header, text.into()));
            let part = choose(
                self.job.game.properties(NodeId::ROOT),
                lines.collect(),
                &of_kind(own, &[Kind::Header(header)]),
                |lines| headers::meaning(lines),
            );
            text.push_str(&part.text);
            says.extend(part.says);
        }
        (text, says)
    }

    fn board_size(&self, own: &[OwnLine]) -> String {
        let canonical = canonical::board_size(self.job.game);
        let own = of_kind(own, &[Kind::BoardSize]);
        let default = self.job.game.size.rows == 19;
        if own.last().is_some_and(|own| own.line == canonical) {
            Part::own(own, Vec::new()).text
        } else if default && self.job.game.has_fact(NodeId::ROOT, &Fact::NoBoardSize) {
            String::new()
        } else {
            Part::canonical(vec![canonical], Vec::new()).text
        }
    }

    fn event_comments(&self, own: &[OwnLine], has_setup: bool, mv: Option<Move>) -> Sections {
        let mut canonical = canonical::event_comments(self.job.game, has_setup, self.job.charset);
        let game_comment = self.job.game.text(NodeId::ROOT, Id::GameComment).is_some()
            && (canonical.setup.is_none() || mv.is_some());
        if mv.is_some() {
            // N and C stand at the move.
            canonical.setup = None;
            canonical.event.truncate(usize::from(game_comment));
        }
        let event: Vec<_> = canonical.event.iter().collect();
        let setup: Vec<_> = canonical.setup.iter().collect();
        let says = if game_comment {
            interpret::comment::game_comment_properties(&event, &setup, has_setup).0
        } else {
            interpret::comment::event_properties(&event, &setup, has_setup).0
        };
        if mv.is_none()
            && let Some(own) = own_comments(
                own,
                has_setup,
                &says,
                self.job.game.properties(NodeId::ROOT),
            )
        {
            return own;
        }
        let lines = |blocks: Vec<Block<'static>>| {
            let lines = blocks.into_iter().map(Line::Com).collect();
            Part::canonical(lines, Vec::new()).text
        };
        Sections {
            event: lines(canonical.event),
            setup: lines(canonical.setup.into_iter().collect()),
            says,
            game_comment,
        }
    }

    fn event_marks(&self, own: &[OwnLine], has_setup: bool, mv: Option<Move>) -> Sections {
        if mv.is_some() {
            return Sections::default();
        }
        let canonical = canonical::marks(self.job.game, NodeId::ROOT, &self.replay);
        let own = of_kind(own, &[Kind::Mark]);
        if canonical.is_empty() && own.is_empty() {
            return Sections::default();
        }
        let says = interpret::marks::properties(&canonical, &self.replay);
        let apart = own.iter().any(|own| own.section == Section::Setup);
        if !own.is_empty() && (apart || !is_canonical(&own, &canonical)) {
            let own_says = self.marks_say(&own);
            if agree(&own_says, &says, self.job.game.properties(NodeId::ROOT)) {
                return in_sections(own, own_says);
            }
        }
        let mut sections = Sections {
            says,
            ..Sections::default()
        };
        let at_setup = has_setup && !self.job.game.has_fact(NodeId::ROOT, &Fact::EventMarks);
        let text = if at_setup {
            &mut sections.setup
        } else {
            &mut sections.event
        };
        push_lines(text, &canonical);
        sections
    }

    /// Returns what own marks say: those of the setup stones lie over those of the event.
    fn marks_say(&self, own: &[&OwnLine]) -> Vec<Property<'static>> {
        let of = |section| {
            let mut marks = Marks::new();
            for own in own.iter().filter(|own| own.section == section) {
                marks.apply(&own.line, &self.replay, &mut |_, _| {});
            }
            marks
        };
        let mut marks = of(Section::Node);
        marks.lay_over(of(Section::Setup));
        marks.properties()
    }

    /// Returns the first move of the event, which stands in its root, with all its data.
    fn first_move(&self, mv: Move, own: &[OwnLine], said: &mut Meaning<'static>) -> String {
        let (line, says) = self.move_line(mv, 0, own);
        said.mv = says.mv;
        said.properties.extend(says.properties);
        let mut text = String::new();
        push_line(&mut text, &line);
        // The root's other own lines are about the event.
        let prisoners = of_kind(own, &[Kind::Prisoner]);
        for own in &prisoners {
            own.mark_used();
        }
        let prisoners: Vec<_> = prisoners.into_iter().cloned().collect();
        text.push_str(&self.move_data(NodeId::ROOT, &prisoners, said));
        text
    }

    fn section(&mut self, own: &[OwnLine], kinds: &[Kind], section: Section) {
        for own in of_kind(own, kinds) {
            if own.section == section {
                push_own(&mut self.text, own);
            }
        }
    }
}

/// Returns what header lines say.
/// Returns a root's own comments if they say what the canonical ones say.
fn own_comments(
    own: &[OwnLine],
    has_setup: bool,
    says: &[Property<'static>],
    meant: &[Property<'_>],
) -> Option<Sections> {
    let own = of_kind(own, &[Kind::Com]);
    if own.is_empty() {
        return None;
    }
    let lines = |section| -> Vec<_> {
        let own = own.iter().filter(|own| own.section == section);
        own.map(|own| own.line.clone()).collect()
    };
    let (event, setup) = (lines(Section::Node), lines(Section::Setup));
    let (event, setup) = (blocks(&event), blocks(&setup));
    let (own_says, _) = interpret::comment::event_properties(&event, &setup, has_setup);
    agree(&own_says, says, meant).then(|| in_sections(own, own_says))
}

fn in_sections(own: Vec<&OwnLine>, says: Vec<Property<'static>>) -> Sections {
    let mut sections = Sections {
        says,
        ..Sections::default()
    };
    for own in own {
        let text = match own.section {
            Section::Setup => &mut sections.setup,
            Section::Node | Section::End => &mut sections.event,
        };
        push_own(text, own);
    }
    sections
}

/// Puts all lines at the event, when it has no setup stones of its own to put them at.
fn one_section(own: &mut [OwnLine]) {
    for own in own {
        if own.section == Section::Setup {
            own.section = Section::Node;
        }
    }
}
