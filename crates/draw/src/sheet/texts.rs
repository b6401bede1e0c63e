//! The comments, names and variations of a game, each below the diagram that it belongs to.

use std::collections::HashMap;
use std::fmt::Write;

use crate::{go, opening};
use ishi::model::{Game, Id, NodeId, Step, Tracker};

/// A text below a diagram.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetText {
    /// The move or the variation that it is about.
    pub place: Option<String>,
    /// The words.
    pub text: String,
    /// Whether a person wrote some of them, so that they are not only moves.
    pub has_comment: bool,
}

/// Goes through all nodes in the order of the file.
///
/// `owners` tells the section of a node with a diagram, and of the nodes of the main line. Any other node belongs to
/// the section of the node before it. `told` tells if another text has the moves of the main line, as the numbers of a
/// diagram do.
pub fn texts(
    game: &Game<'_>,
    owners: &HashMap<NodeId, usize>,
    told: bool,
    sections: usize,
) -> (Vec<Vec<SheetText>>, usize) {
    let mut texts = vec![Vec::new(); sections.max(1)];
    let mut walk = Words {
        game,
        told,
        judgements: if opening::problem(game).is_some() {
            ["right", "wrong"]
        } else {
            ["good", "bad"]
        },
        tracker: Tracker::new(game),
        stack: Vec::new(),
        open: None,
    };
    let mut unshown = 0;
    for step in game.walk() {
        match step {
            Step::Enter(node) => {
                let is_drawn = owners.contains_key(&node) && game.has(node, Id::Figure);
                let properties = game.properties(node).iter();
                let mut ids = properties.filter_map(|property| property.ident.standard());
                let has_marks = ids.any(Id::is_mark);
                unshown += usize::from(!is_drawn && has_marks);
                walk.enter(node, owners, &mut texts);
            }
            Step::Leave(_) => {
                walk.stack.pop();
                walk.tracker.leave();
            }
        }
    }
    (texts, unshown)
}

/// Where the walk is: the section, the number of the latest move, and whether this is the main line.
#[derive(Debug, Clone, Copy)]
struct Standing {
    node: NodeId,
    owner: usize,
    number: u32,
    is_main: bool,
}

struct Words<'g, 't> {
    game: &'g Game<'t>,
    told: bool,
    /// The words for a good and a bad move (TE, BM).
    judgements: [&'static str; 2],
    tracker: Tracker,
    stack: Vec<Standing>,
    /// The node and the section of the text that the next node can go on with.
    open: Option<(NodeId, usize)>,
}

impl Words<'_, '_> {
    fn enter(
        &mut self,
        node: NodeId,
        owners: &HashMap<NodeId, usize>,
        texts: &mut [Vec<SheetText>],
    ) {
        let branch = self.tracker.enter(self.game, node);
        let above = self.stack.last().copied();
        let before = above.map_or(0, |above| above.number);
        let mv = self.game.mv(node);
        let following = if mv.is_some() {
            before.saturating_add(1)
        } else {
            before
        };
        let here = Standing {
            node,
            owner: owners
                .get(&node)
                .copied()
                .or(above.map(|above| above.owner))
                .unwrap_or(0),
            number: self.game.move_number(node).unwrap_or(following),
            is_main: above.is_none_or(|above| above.is_main) && branch == 0,
        };
        self.stack.push(here);
        let has_figure = self.game.has(node, Id::Figure);
        let name = self.game.text(node, Id::Name).and_then(go::one_line);
        // The caption of a diagram says it already.
        let name =
            name.filter(|name| !has_figure || go::caption(self.game, node).as_ref() != Some(name));
        let comment = go::comment(self.game, node);
        let words: Vec<_> = [name, comment].into_iter().flatten().collect();
        let words = words.join(". ");
        let is_quiet = here.is_main && (self.told || here.number == 0);
        let Some(section) = texts.get_mut(here.owner) else {
            return;
        };
        if is_quiet {
            self.open = None;
            if !words.is_empty() {
                let place = mv
                    .filter(|_| !has_figure)
                    .map(|_| format!("Move {}", here.number));
                section.push(SheetText {
                    place,
                    text: words,
                    has_comment: true,
                });
            }
            return;
        }
        let mut text = String::new();
        if let Some(mv) = mv {
            let point = mv.place.name(self.game.size);
            let _ = write!(text, "{} {} {point}", mv.color.letter(), here.number);
            let judged = [Id::Tesuji, Id::BadMove].into_iter().zip(self.judgements);
            for (_, word) in judged.filter(|(id, _)| self.game.has(node, *id)) {
                let _ = write!(text, " ({word})");
            }
        }
        let goes_on = self.open == above.map(|above| (above.node, here.owner));
        self.open = Some((node, here.owner));
        let has_comment = !words.is_empty();
        let parts = [text, words];
        let text = parts.iter().filter(|part| !part.is_empty());
        let text = text.map(String::as_str).collect::<Vec<_>>().join(": ");
        if goes_on && let Some(last) = section.last_mut() {
            if !text.is_empty() {
                let is_open = last
                    .text
                    .ends_with(|c: char| c.is_alphanumeric() || c == ')');
                last.text.push_str(if is_open { ", " } else { " " });
                last.text.push_str(&text);
            }
            last.has_comment |= has_comment;
            return;
        }
        let place = if here.is_main {
            "Moves".to_owned()
        } else {
            format!("Variation {}", self.tracker.address(node))
        };
        section.push(SheetText {
            place: Some(place),
            text,
            has_comment,
        });
    }
}

/// Returns the position of a problem that is printed with its solution in words. A long game that starts from a
/// position is printed as a game.
pub fn short_problem(game: &Game<'_>, most: usize) -> Option<NodeId> {
    let moves = game
        .main_line()
        .filter(|node| game.mv(*node).is_some())
        .count();
    opening::problem(game).filter(|_| moves <= most)
}
