//! The carriers in the text of a game, and a game without its carriers.

use crate::diagnostic::Span;
use crate::format::Format;
use crate::format::piece::{CARRIER, Cut, Key};
use crate::ishi::split::is_joint;
use crate::record::carry::{self, Carried};
use crate::record::events::Anchor;

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
        let mut has_others = false;
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
            let all = carry::all(format, words);
            let are_ours = all.iter().all(|one| matches!(one, Some(Ok(_))));
            if Some(piece.node) == root && are_ours {
                taken.spans.push(piece.span);
                for found in all.into_iter().flatten().flatten() {
                    taken.changed.extend(found.is_damaged.then_some(piece.span));
                    // An editor that copied a carrier added no words.
                    if !taken.found.contains(&found) {
                        taken.found.push(found);
                    }
                }
            } else {
                let is_damaged = all.iter().any(Option::is_some);
                taken.refused.extend(is_damaged.then_some(piece.span));
                has_others |= Some(piece.node) == root && format != Format::Ishi;
            }
        }
        if has_others {
            // The values of a property belong together.
            taken.refused.append(&mut taken.spans);
            taken.found.clear();
        }
        taken
    }
}
