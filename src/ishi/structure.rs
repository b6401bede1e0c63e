//! How a record represents the nodes of a game: lines to a tree, and a tree to lines.

pub(super) mod read;
pub(super) mod write;

/// What a node is in a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Role {
    /// The root: an event, with its setup stones and, if it has one, its move.
    #[default]
    Event,
    /// The setup stones of the event as a node of its own, after a bare root.
    Setup,
    /// A further event that continues from a position which the game sets up.
    Continuation,
    /// A B or W line.
    Move,
    /// A DIAGRAM. One after which nothing is played can have a region, setup and hidden stones.
    Diagram,
    /// Nothing at all between VAR and ENDVAR.
    Empty,
}

impl Role {
    /// Returns whether the node starts with an EVENT line.
    pub(super) fn is_event(self) -> bool {
        matches!(self, Self::Event | Self::Continuation)
    }
}
