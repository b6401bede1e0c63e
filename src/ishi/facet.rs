//! The facets of a node that lines are about.

use super::line::{Header, Line};

/// A facet of a node, for example its marks. All lines about a facet are understood together. Remembered lines are
/// kept in the order of their facets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Facet {
    /// REMARK, and VAR between remarks.
    Before,
    /// The title of the event.
    Event,
    /// The move.
    Move,
    /// The region of a diagram.
    Region,
    /// The size of the board.
    BoardSize,
    /// One kind of game information.
    Header(Header),
    /// The stones that a move takes.
    Prisoners,
    /// Setup stones.
    Setup,
    /// Hidden stones.
    Hide,
    /// MARK and UNMARK. Their order counts.
    Marks,
    /// COM blocks.
    Comments,
    /// USER blocks and unknown lines.
    Other,
}

impl Facet {
    /// Returns the facet of a line.
    pub(super) fn of(line: &Line<'_>) -> Self {
        match line {
            Line::Remark(_) | Line::Var(_) | Line::EndVar => Self::Before,
            Line::Event(_) => Self::Event,
            Line::Move(..) => Self::Move,
            Line::Diagram(_) => Self::Region,
            Line::BoardSize(_) => Self::BoardSize,
            Line::Header(header, _) => Self::Header(*header),
            Line::Prisoner(_) => Self::Prisoners,
            Line::Setup(_) => Self::Setup,
            Line::Hide(_) => Self::Hide,
            Line::Mark(_) | Line::Unmark(_) => Self::Marks,
            Line::Com(_) => Self::Comments,
            Line::User(_) | Line::Unknown(_) => Self::Other,
        }
    }
}
