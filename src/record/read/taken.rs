//! The carriers in the text of a game, and a game without its carriers.

use crate::diagnostic::Span;
use crate::format::Format;
use crate::ishi::split::is_joint;
use crate::model::{Game, NodeId, Property, Value};
use crate::piece::{CARRIER, Cut, Key};
use crate::record::carry::{self, Carried};
use crate::record::events::Anchor;

/// Takes the carriers out of a game. Other values of their property stay.
pub(super) fn take_carriers(game: &mut Game<'_>) {
    let properties = game.properties(NodeId::ROOT).iter();
    let others = properties.filter_map(|property| match &property.value {
        Value::Raw(values) if property.ident.as_str() == CARRIER => {
            let values = values.iter().filter(|value| !carry::is_carried(value));
            let values: Box<[_]> = values.cloned().collect();
            let is_left = !values.is_empty();
            is_left.then(|| Property::new(property.ident.clone(), Value::Raw(values)))
        }
        _ => Some(property.clone()),
    });
    let others = others.collect();
    game.set_properties(NodeId::ROOT, others);
}

/// The carriers of a game.
#[derive(Default)]
pub(super) struct Taken {
    /// The undamaged ones in the first node.
    pub found: Vec<Carried>,
    /// Where they are.
    pub spans: Vec<Span>,
    /// Where those are whose checksum is wrong.
    pub changed: Vec<Span>,
    /// Where the other ones are.
    pub refused: Vec<Span>,
    /// Whether the game continues one before it.
    pub continues: bool,
    /// The place of the game in that one.
    pub anchor: Option<Anchor>,
    /// Where the block is that says that an event continues another one.
    pub joint: Option<Span>,
    /// Whether words come after a carrier in its node. The writer puts no words there. A value, as in `XI[...][aa]` or
    /// `XI[...]?[aa]`, can become a value of another property without the carrier.
    pub is_followed: bool,
}

impl Taken {
    /// Returns where the carriers are, also carriers that are not believed.
    pub fn all(&self) -> impl Iterator<Item = Span> {
        self.refused.iter().copied().chain(self.carriers())
    }

    /// Returns where the believed carriers are. The block of a further event is a part of its text.
    pub fn carriers(&self) -> impl Iterator<Item = Span> {
        let spans = self.spans.iter().copied();
        spans.filter(|span| Some(*span) != self.joint)
    }

    /// Finds the carriers in the pieces of a game.
    pub fn of(format: Format, text: &str, cut: &Cut) -> Self {
        let mut taken = Self::default();
        let root = cut.pieces.first().map(|piece| piece.node);
        let may_carry = |key: &Key| match key {
            Key::Property(ident) => ident.as_str() == CARRIER,
            key => matches!(key, Key::Keyword("USER", _)),
        };
        for piece in cut.pieces.iter().filter(|piece| may_carry(&piece.key)) {
            let words = piece.span.slice(text);
            if format == Format::Ishi && is_joint(words.as_bytes()) {
                taken.continues = true;
                taken.anchor = words
                    .split_once("continues")
                    .and_then(|(_, words)| Anchor::parse(words));
                taken.joint = Some(piece.span);
                taken.spans.push(piece.span);
                continue;
            }
            for result in carry::all(format, words) {
                match result {
                    Ok(found) if Some(piece.node) == root => {
                        taken.spans.push(piece.span);
                        taken.changed.extend(found.is_damaged.then_some(piece.span));
                        taken.is_followed |=
                            format != Format::Ishi && is_followed(text, piece.span);
                        // An editor that copied a carrier added no words.
                        if !taken.found.contains(&found) {
                            taken.found.push(found);
                        }
                    }
                    _ => taken.refused.push(piece.span),
                }
            }
        }
        taken.spans.dedup();
        taken
    }
}

/// Returns whether words come after the first value of a property in its node. The value has no brackets.
fn is_followed(text: &str, property: Span) -> bool {
    let after = text
        .get(property.start..)
        .and_then(|text| text.split_once(']'));
    after.is_some_and(|(_, after)| !after.trim_start().starts_with([';', '(', ')']))
}
