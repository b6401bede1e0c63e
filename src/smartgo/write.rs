//! Writes Smart-Go: `FF[1]` as its specification defines it and as programs of its time read it.

mod layout;

use std::collections::BTreeSet;

use crate::bracket::syntax;
use crate::charset::Charset;
use crate::format::Format;
use crate::memory::{self, overlay};
use crate::model::equal::{differing, same_move};
use crate::model::{
    Dialect, Entry, GO, Game, Id, Ident, Meaning, NodeId, Place, Property, Replay, Step, Value,
};
use crate::options::WriteOptions;
use crate::outcome::{Outcome, Outcomes, of_detail, of_property};
use crate::refusal::Refusal;

use super::detail;
use super::downgrade::{Target, downgrade, expand};
use super::native::Kind;
use super::text::{fit, fits};
use super::upgrade::{Position, upgrade};

use layout::Layout;

/// Appends a game with LF line ends, and records the outcome of each construct.
///
/// Refuses games other than Go, and boards that are not square or not from 2x2 to 19x19 (specification, "Go-Specific
/// Properties"). Data that the format cannot express goes into private properties XI, unless the options ask for plain
/// files.
pub fn write(
    game: &Game<'_>,
    options: &WriteOptions,
    out: &mut String,
    outcomes: &mut Outcomes,
) -> Result<(), Refusal> {
    refuse(game)?;
    let target = Target {
        size: game.size,
        charset: options.charset.unwrap_or(Charset::Ascii),
    };
    let marked = game
        .nodes()
        .any(|node| detail::depends_on_position(game.properties(node)));
    let writer = Writer {
        game,
        target,
        plain: options.plain,
        follows: options.follows,
        outcomes,
        replay: marked.then(|| Replay::new(game.size)),
    };
    writer.run(out);
    Ok(())
}

pub(super) fn refuse(game: &Game<'_>) -> Result<(), Refusal> {
    if game.kind != GO {
        return Err(Refusal::Kind {
            format: Format::SmartGo,
            kind: game.kind,
        });
    }
    if !game.size.is_square() || !(2..=19).contains(&game.size.columns) {
        return Err(Refusal::Size {
            format: Format::SmartGo,
            size: game.size,
        });
    }
    Ok(())
}

struct Writer<'g, 'a, 'o> {
    game: &'g Game<'a>,
    target: Target,
    plain: bool,
    /// Whether other games come before this one.
    follows: bool,
    outcomes: &'o mut Outcomes,
    /// The position; `None` if the game has no marks.
    replay: Option<Replay>,
}

impl Writer<'_, '_, '_> {
    fn run(mut self, out: &mut String) {
        let header = self.header();
        if let Some(header) = &header {
            out.push_str(&fit(header, self.target.charset));
            out.push('\n');
        }
        let mut layout = Layout::new(out);
        for step in self.game.walk() {
            match step {
                Step::Enter(node) => {
                    if self.starts_tree(node) {
                        layout.open();
                    }
                    layout.start_node();
                    if node == NodeId::ROOT {
                        layout.root(self.target.size.columns);
                    }
                    if let Some(replay) = &mut self.replay {
                        replay.enter(self.game, node);
                    }
                    self.node(node, header.as_deref(), &mut layout);
                }
                Step::Leave(node) => {
                    if self.starts_tree(node) {
                        layout.close();
                    }
                    if let Some(replay) = &mut self.replay {
                        replay.leave();
                    }
                }
            }
        }
        layout.finish();
    }

    /// Returns whether a node is the first of a tree: the root, or one of several children.
    fn starts_tree(&self, node: NodeId) -> bool {
        node == NodeId::ROOT || self.game.has_siblings(node)
    }

    /// Returns the text before the game, if a reader finds the start of the game after all of it.
    fn header(&self) -> Option<String> {
        let mut entries = self.game.details(NodeId::ROOT).iter();
        let header = entries.find_map(detail::header)?;
        let native = fit(header, self.target.charset);
        let start = format!("{native}\n(;)");
        // If the game before has damaged values, a reader can take such a text for a part of that game.
        if self.follows && native.contains(['[', ']', '(', ')', ';']) {
            return None;
        }
        let preface = syntax::tokens(&start).next()?;
        let whole = preface.text.trim() == native && !native.is_empty();
        whole.then(|| header.to_owned())
    }

    fn node(&mut self, node: NodeId, header: Option<&str>, layout: &mut Layout<'_>) {
        let game = self.game;
        let on_board = game.mv(node).is_some_and(|mv| match mv.place {
            Place::Point(point) => game.size.contains(point),
            Place::Pass => true,
            Place::Unreadable => false,
        });
        if game.properties(node).is_empty() && game.details(node).is_empty() {
            match game.mv(node) {
                None => return,
                Some(mv) if on_board => {
                    self.outcomes.native(1);
                    layout.mv(mv);
                    return;
                }
                Some(_) => {}
            }
        }
        let meaning = game.meaning(node);
        let root = node == NodeId::ROOT;
        let board = self.replay.as_ref().map(Replay::board);
        let details = game.details(node);
        let mut native = downgrade(&meaning, root, &self.target);
        expand(&mut native.properties);
        let used = detail::restore(&mut native, details, &meaning, board, &self.target);
        let said = upgrade(
            native.clone(),
            &Position {
                board,
                minutes: true,
            },
        );
        self.outcomes(node, &meaning, &said, &native);
        let travelling = details.iter().zip(used).filter(|(entry, used)| {
            let written = detail::header(entry)
                .is_some_and(|text| Some(text) == header && fits(text, self.target.charset));
            !used && !written && entry.dialect != Dialect::Sgf
        });
        let travelling: Vec<Entry<'_>> = travelling.map(|(entry, _)| entry.clone()).collect();
        // Entries of SGF that agree with the record are in the meaning, so the entries that are left are stale.
        for entry in details.iter().filter(|entry| entry.dialect == Dialect::Sgf) {
            self.outcomes.stale(node, entry.clone().into_owned());
        }
        if self.plain {
            native
                .properties
                .extend(foreign_carriers(&meaning, &self.target));
            self.detail_outcomes(Outcome::Lost, &travelling, node);
            layout.node(&native);
            return;
        }
        self.detail_outcomes(Outcome::Kept, &travelling, node);
        layout.node(&native);
        let mut entries: Vec<Entry<'_>> = Vec::new();
        entries.extend(overlay::replaced_labels(&meaning, &said));
        entries.extend(overlay::missing(&meaning, &said));
        entries.extend(travelling);
        if let Some(carrier) = memory::encode_property(&entries, true) {
            layout.carrier(&carrier);
        }
    }

    /// Records the outcome of the move and of each property.
    fn outcomes(
        &mut self,
        node: NodeId,
        meaning: &Meaning<'_>,
        said: &Meaning<'_>,
        native: &Meaning<'_>,
    ) {
        if let Some(mv) = meaning.mv {
            if same_move(meaning.mv, said.mv) && mv.place != Place::Unreadable {
                self.outcomes.native(1);
            } else {
                let outcome = self.carried(Outcome::Adapted);
                let what = "move that is not on the board (B, W)";
                self.outcomes.record(outcome, what, node);
            }
        }
        let differing = differing(&meaning.properties, &said.properties);
        let near = native.properties.iter().filter(|_| !differing.is_empty());
        let near: BTreeSet<_> = near.map(|near| Kind::subject(&near.ident)).collect();
        for property in &meaning.properties {
            let ident = &property.ident;
            if differing.binary_search(&ident).is_err() {
                self.outcomes.native(1);
                continue;
            }
            let outcome = self.carried(if near.contains(&Kind::subject(ident)) {
                Outcome::Adapted
            } else {
                Outcome::Kept
            });
            self.outcomes.record(outcome, of_property(ident), node);
        }
    }

    fn carried(&self, outcome: Outcome) -> Outcome {
        if self.plain { Outcome::Lost } else { outcome }
    }

    fn detail_outcomes(&mut self, outcome: Outcome, entries: &[Entry<'_>], node: NodeId) {
        for entry in entries {
            self.outcomes.record(outcome, of_detail(entry), node);
        }
    }
}

/// Returns the properties XI of other programs, if they can be written without escapes and are not read as a carrier.
fn foreign_carriers<'a>(meaning: &Meaning<'a>, target: &Target) -> Vec<Property<'a>> {
    let ident = Ident::from(memory::PROPERTY);
    let plain = |value: &str| {
        !value.contains([']', '\\'])
            && fits(value, target.charset)
            && memory::decode_property(value).is_none()
    };
    let foreign = meaning
        .properties
        .iter()
        .filter(|property| property.ident == ident);
    foreign
        .filter(|property| match &property.value {
            Value::Raw(values) => values.iter().all(|value| plain(value)),
            _ => false,
        })
        .cloned()
        .collect()
}

/// Returns whether a property is game information, or about the whole file; these come before the others.
fn is_game_info(property: &Property<'_>) -> bool {
    property.ident.standard().is_some_and(|id| id < Id::Black)
}
