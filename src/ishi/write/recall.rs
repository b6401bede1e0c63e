//! Chooses the lines to write for a node: the canonical lines of its meaning, or the kept lines of its
//! detail, if they have the same meaning.

use crate::ishi::facet::Facet;
use crate::ishi::kept::{Kept, Section};
use crate::ishi::line::{Header, Line, Mark, Region};
use crate::ishi::mean::marks::SIGNS;
use crate::ishi::mean::{self, Scene};
use crate::ishi::say;
use crate::ishi::structure::Role;
use crate::model::equal::{differing, same_properties};
use crate::model::{Fact, Game, Id, Ident, Meaning, NodeId, Replay};

/// The part of a node's lines that a line belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Node,
    /// The setup stones of an event.
    Setup,
    /// The first move of an event, in the root.
    Move,
}

/// A line that is written.
#[derive(Debug, Clone)]
pub(super) struct Written {
    part: Part,
    pub(super) facet: Facet,
    pub(super) line: Line<'static>,
    /// Its index among the kept lines. `None` for a canonical line.
    pub(super) kept: Option<usize>,
}

/// The lines that are written for a node, in the order of the file.
pub(super) struct Recalled {
    pub(super) lines: Vec<Written>,
    /// The meaning of the lines.
    pub(super) meaning: Meaning<'static>,
    /// How to read the lines.
    pub(super) scene: Scene,
}

/// When a kept line is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Use {
    /// Always, in addition to the canonical lines.
    Beside,
    /// Always, in the place of the canonical lines.
    Instead,
    /// In the place of the canonical lines, if it has the meaning of the node.
    IfMeant,
    Never,
}

/// A node that has been entered, or a continuation that the replay starts with.
pub(super) struct Recall<'n, 'a> {
    pub(super) game: &'n Game<'a>,
    pub(super) node: NodeId,
    pub(super) role: Role,
    /// Whether the event has no EVENT line.
    pub(super) implicit: bool,
    /// Whether the PRISONER lines of the move are left out.
    pub(super) no_prisoners: bool,
    pub(super) kept: &'n [Kept],
    /// The number of kept lines up to the VAR line of the node. Remarks among them are written before VAR.
    pub(super) opening: usize,
    /// The VAR line before the node.
    pub(super) var: Option<&'n Line<'static>>,
}

impl Recall<'_, '_> {
    /// Returns the lines that are written, given the canonical ones: `say` makes them for an event
    /// with SETUP lines, or without, and with MARK lines, or without.
    pub(super) fn lines(
        &self,
        replay: &mut Replay,
        say: impl Fn(bool, bool, &Replay) -> Vec<Line<'static>>,
    ) -> Recalled {
        // Kept marks that have no canonical form are written if the marks of the node have not changed. Then no
        // canonical marks are needed, and a node of a few bytes can have hundreds of them.
        let mut marks = self.kept_of(Facet::Marks);
        if !marks.all(|(_, kept)| say::can_be_said(&kept.line)) {
            let recalled = self.recalled(replay, |setup, replay| say(setup, false, replay));
            let meant = self.game.meaning(self.node);
            let mut differing =
                differing(&recalled.meaning.properties, &meant.properties).into_iter();
            if !differing.any(is_mark) {
                return recalled;
            }
        }
        self.recalled(replay, |setup, replay| say(setup, true, replay))
    }

    fn recalled(
        &self,
        replay: &mut Replay,
        say: impl Fn(bool, &Replay) -> Vec<Line<'static>>,
    ) -> Recalled {
        let kept_setup = || self.kept_of(Facet::Setup).next().is_some();
        let sets_up = || !say::setup(self.game, self.node).is_empty();
        let has_setup = self.role == Role::Event && (kept_setup() || sets_up());
        let mut recalled = self.said(has_setup, say(has_setup, replay), replay);
        if self.kept.is_empty() {
            return recalled;
        }
        self.recall(&[Facet::Setup, Facet::Hide], &mut recalled, replay);
        let sets_up = |written: &Written| written.facet == Facet::Setup;
        if has_setup && !recalled.lines.iter().any(sets_up) {
            recalled = self.said(false, say(false, replay), replay);
        }
        self.place_others(&mut recalled);
        let mut facets: Vec<_> = self.kept.iter().map(|kept| kept.facet).collect();
        facets.sort_unstable();
        facets.dedup();
        facets.retain(|facet| !matches!(facet, Facet::Setup | Facet::Hide));
        for facet in facets {
            self.recall(&[facet], &mut recalled, replay);
        }
        recalled
    }

    /// Returns the canonical lines of an event with SETUP lines, or without, with their meaning.
    fn said(&self, has_setup: bool, lines: Vec<Line<'static>>, replay: &mut Replay) -> Recalled {
        let refs: Vec<_> = lines.iter().collect();
        let (_, own_comments) = mean::blocks(self.role, &refs);
        let about_game = say::game_comment(self.game).is_some();
        let is_event = self.role == Role::Event;
        let scene = Scene {
            role: self.role,
            game_comment: is_event
                && about_game
                && (own_comments.is_empty() || self.game.mv(self.node).is_some()),
            game_name: is_event && say::is_named(self.game),
        };
        // A SETUP line without a stone is kept, but is not canonical.
        let only_kept = has_setup && !lines.iter().any(|line| matches!(line, Line::Setup(_)));
        let mut comments = usize::from(about_game);
        let mut part = Part::Node;
        let mut written: Vec<_> = lines
            .into_iter()
            .map(|line| {
                let facet = Facet::of(&line);
                match line {
                    Line::Setup(_) if self.role == Role::Event => part = Part::Setup,
                    Line::Move(..) if self.role == Role::Event => part = Part::Move,
                    _ if !only_kept || part == Part::Move => {}
                    Line::Com(_) if comments > 0 => comments -= 1,
                    _ if self.is_at_setup(facet) => part = Part::Setup,
                    _ => {}
                }
                Written {
                    part,
                    facet,
                    line,
                    kept: None,
                }
            })
            .collect();
        written.retain(|written| match written.facet {
            Facet::Event => !self.implicit,
            Facet::Prisoners => !self.no_prisoners,
            Facet::BoardSize => !self.leaves_out_board_size(),
            _ => true,
        });
        Recalled {
            meaning: self.meaning(&written, scene, replay),
            lines: written,
            scene,
        }
    }

    fn leaves_out_board_size(&self) -> bool {
        self.role == Role::Event
            && self.game.size.rows == 19
            && self.game.has_fact(NodeId::ROOT, &Fact::NoBoardSize)
    }

    fn meaning(&self, lines: &[Written], scene: Scene, replay: &mut Replay) -> Meaning<'static> {
        let lines = lines.iter().map(|written| &written.line);
        let lines: Vec<_> = self.var.into_iter().chain(lines).collect();
        mean::whole(scene, &lines, self.game, self.node, replay)
    }

    /// Adds the kept lines that are written in any case, because they do not depend on the meaning of the node.
    fn place_others(&self, recalled: &mut Recalled) {
        let sets_up = recalled
            .lines
            .iter()
            .any(|written| written.part == Part::Setup);
        let mut replaced = Vec::new();
        for (index, kept) in self.kept.iter().enumerate() {
            let usage = match kept.is_remark() && kept.section != Section::End {
                true if index >= self.opening => Use::Beside,
                true => Use::Never,
                false => self.usage(kept),
            };
            if usage == Use::Instead && !replaced.contains(&kept.facet) {
                let facet = kept.facet;
                replaced.push(facet);
                recalled
                    .lines
                    .retain(|written| written.facet != facet || written.kept.is_some());
            }
            if matches!(usage, Use::Beside | Use::Instead) {
                recalled.lines.push(self.written(index, kept, sets_up));
            }
        }
        self.sort(&mut recalled.lines);
    }

    /// Replaces the canonical lines about some facets by the kept lines about them, if these mean the same.
    fn recall(&self, facets: &[Facet], recalled: &mut Recalled, replay: &mut Replay) {
        let kept = facets
            .iter()
            .map(|facet| (*facet, self.kept_of(*facet).collect()));
        let differs = |(facet, kept): &(Facet, Vec<_>)| {
            !kept.is_empty() && !self.is_said(*facet, kept, &recalled.lines)
        };
        let replacing: Vec<_> = kept.filter(differs).collect();
        if replacing.is_empty() {
            return;
        }
        let stays =
            |written: &&Written| !replacing.iter().any(|(facet, _)| *facet == written.facet);
        let mut lines: Vec<_> = recalled.lines.iter().filter(stays).cloned().collect();
        for (facet, kept) in replacing {
            let sets_up =
                facet == Facet::Setup || lines.iter().any(|written| written.part == Part::Setup);
            lines.extend(
                kept.iter()
                    .map(|(index, kept)| self.written(*index, kept, sets_up)),
            );
        }
        self.sort(&mut lines);
        let meaning = self.meaning(&lines, recalled.scene, replay);
        let fits = match facets {
            [Facet::BoardSize] => self.is_board_size(&lines),
            _ => agree(&meaning, &recalled.meaning, &self.game.meaning(self.node)),
        };
        if fits {
            recalled.lines = lines;
            recalled.meaning = meaning;
        }
    }

    fn is_board_size(&self, lines: &[Written]) -> bool {
        let mut sizes = lines.iter().filter_map(|written| match written.line {
            Line::BoardSize(size) => Some(size),
            _ => None,
        });
        sizes.next_back() == Some(self.game.size.rows)
    }

    /// Returns whether canonical lines about a facet are about the setup stones of an event that has
    /// SETUP lines.
    fn is_at_setup(&self, facet: Facet) -> bool {
        match facet {
            Facet::Marks => !self.game.has_fact(self.node, &Fact::EventMarks),
            Facet::Comments => !self.game.has_fact(self.node, &Fact::EventComment),
            _ => false,
        }
    }

    /// Returns the kept lines about a facet that are written if they have the meaning of the node.
    fn kept_of(&self, facet: Facet) -> impl Iterator<Item = (usize, &Kept)> {
        let kept = self.kept.iter().enumerate();
        kept.filter(move |(_, kept)| kept.facet == facet && self.usage(kept) == Use::IfMeant)
    }

    /// Returns whether kept lines are the canonical lines, so that no reader would keep them. For example, an edit
    /// made them canonical, or a program invented them.
    fn is_said(&self, facet: Facet, kept: &[(usize, &Kept)], lines: &[Written]) -> bool {
        fn marks<'l>(line: &'l Line<'static>) -> &'l [Mark] {
            match line {
                Line::Mark(marks) => marks,
                _ => &[],
            }
        }
        let sets_up = lines.iter().any(|written| written.part == Part::Setup);
        let at_setup = |(_, kept): &(usize, &Kept)| sets_up && kept.section == Section::Setup;
        match facet {
            Facet::Comments if self.role == Role::Event => return false,
            Facet::Marks if self.role == Role::Event && kept.iter().any(at_setup) => return false,
            _ => {}
        }
        let said = lines.iter().filter(|written| written.facet == facet);
        let said = said.map(|written| &written.line);
        let own = kept.iter().map(|(_, kept)| &kept.line);
        let same = own.clone().eq(said.clone())
            || own.clone().all(|line| !marks(line).is_empty())
                && own.flat_map(marks).eq(said.flat_map(marks));
        same && kept
            .iter()
            .all(|(_, kept)| kept.is_exact && !kept.has_words)
    }

    /// Returns when a kept line is written in a node of this role.
    fn usage(&self, kept: &Kept) -> Use {
        let moved = self.game.mv(self.node).is_some();
        let shows = self.game.first_child(self.node).is_none();
        match (self.role, kept.facet) {
            _ if kept.section == Section::End => Use::Never,
            (_, Facet::Before) | (Role::Empty, _) => Use::Never,
            (_, Facet::Other) => Use::Beside,
            (Role::Event, Facet::Event) if self.implicit => Use::Never,
            // Marks and comments of a root with a move are about the move, not about the event.
            (Role::Event, Facet::Marks | Facet::Comments) if moved => Use::Never,
            (_, Facet::Marks | Facet::Comments)
            | (Role::Event, Facet::Event | Facet::BoardSize | Facet::Setup)
            | (Role::Event | Role::Continuation, Facet::Header(_))
            | (Role::Setup, Facet::Setup) => Use::IfMeant,
            (Role::Event | Role::Move, Facet::Move) if moved => Use::IfMeant,
            (Role::Event | Role::Move, Facet::Prisoners) if moved => Use::Instead,
            (Role::Diagram, Facet::Region | Facet::Setup | Facet::Hide) if shows => Use::IfMeant,
            (Role::Diagram, Facet::Region) if kept.line == Line::Diagram(Region::Full) => {
                Use::IfMeant
            }
            // HIDE outside diagrams and PRISONER without a move have no effect, and stay.
            (Role::Diagram | Role::Continuation | Role::Event, Facet::Prisoners)
            | (Role::Event | Role::Setup | Role::Continuation | Role::Move, Facet::Hide) => {
                Use::Beside
            }
            _ => Use::Never,
        }
    }

    fn written(&self, index: usize, kept: &Kept, sets_up: bool) -> Written {
        let moved = self.game.mv(self.node).is_some();
        let part = match (self.role, kept.facet) {
            (Role::Event, Facet::Move | Facet::Prisoners) if moved => Part::Move,
            (Role::Event, Facet::Setup) => Part::Setup,
            (Role::Event, _) if kept.section == Section::Setup && sets_up && !moved => Part::Setup,
            _ => Part::Node,
        };
        Written {
            part,
            facet: kept.facet,
            line: kept.line.clone(),
            kept: Some(index),
        }
    }

    /// Puts lines into the order of the file.
    fn sort(&self, lines: &mut [Written]) {
        lines.sort_by_key(|written| (written.part, self.place(written)));
    }

    /// Returns the place of a line in its part.
    fn place(&self, written: &Written) -> (u8, Option<Header>) {
        let event = self.role == Role::Event && written.part != Part::Move;
        let place = match written.facet {
            Facet::Before => 0,
            Facet::Event | Facet::Move | Facet::Region => 1,
            Facet::BoardSize => 2,
            Facet::Header(header) => return (3, event.then_some(header)),
            Facet::Prisoners if self.role == Role::Continuation => 3,
            Facet::Prisoners if self.game.mv(self.node).is_some() => 3,
            Facet::Setup => 4,
            Facet::Hide if self.role == Role::Diagram => 5,
            Facet::Marks if event => 7,
            Facet::Marks => 6,
            Facet::Comments if event => 6,
            Facet::Comments => 7,
            Facet::Prisoners | Facet::Hide | Facet::Other => 8,
        };
        (place, None)
    }
}

impl Written {
    /// Returns whether the line comes before the carrier of its node.
    pub(super) fn defines(&self, role: Role) -> bool {
        let defining = match self.facet {
            Facet::Setup => role == Role::Setup,
            Facet::Before | Facet::Event | Facet::Move | Facet::Region => true,
            _ => false,
        };
        self.part == Part::Node && defining
    }
}

/// Returns whether MARK lines are about a property.
fn is_mark(ident: &Ident) -> bool {
    let id = ident.standard();
    id == Some(Id::Label) || SIGNS.iter().any(|(_, sign)| id == Some(*sign))
}

/// Returns whether kept lines can replace the canonical lines (`said`).
///
/// Canonical lines cannot express every meaning. So `kept` must equal `said` in the move and in each property, or, if
/// it differs from `said` there, it must equal `meant`.
fn agree(kept: &Meaning<'_>, said: &Meaning<'_>, meant: &Meaning<'_>) -> bool {
    let changed = differing(&kept.properties, &said.properties);
    let of = |meaning: &Meaning<'_>| {
        let properties = meaning.properties.iter();
        let is_changed = |ident: &Ident| changed.binary_search(&ident).is_ok();
        let properties = properties.filter(|property| is_changed(&property.ident));
        properties
            .cloned()
            .map(crate::model::Property::into_owned)
            .collect::<Vec<_>>()
    };
    (kept.mv == said.mv || kept.mv == meant.mv)
        && (changed.is_empty() || same_properties(&of(kept), &of(meant)))
}
