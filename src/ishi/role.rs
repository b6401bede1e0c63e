//! The roles of nodes in a record.

/// The role of a node in a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Role {
    /// The root: an event, with its setup stones and, if it has one, its move.
    #[default]
    Event,
    /// The setup stones of the event in a separate node after a bare root.
    Setup,
    /// A further event of the same game. It starts with the position of its node as SETUP lines.
    Continuation,
    /// A B or W line.
    Move,
    /// A DIAGRAM line. A diagram without successors can have a region, setup stones and hidden stones.
    Diagram,
    /// A variation without a move or diagram. Between VAR and ENDVAR it can have remarks only.
    Empty,
}

impl Role {
    /// Returns whether the node starts with an EVENT line.
    pub(super) fn is_event(self) -> bool {
        matches!(self, Self::Event | Self::Continuation)
    }
}
