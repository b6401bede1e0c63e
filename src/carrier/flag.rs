//! The flags of carriers: single facts, each a word with at most a few arguments.
//!
//! The first group is detail of the Ishi format: it lives in the model. The second group says
//! how an Ishi file stands for a tree that Ishi has no native form for: only the Ishi writer makes
//! these, and the Ishi reader takes them out again.

// Detail of the Ishi format.

/// Root: the event has no EVENT line.
pub const IMPLICIT_EVENT: &str = "implicit-event";
/// Root: the event has no BOARDSIZE line.
pub const NO_BOARDSIZE: &str = "no-boardsize";
/// Root: the event has no PRISONER line at all, although stones are captured.
pub const NO_PRISONERS: &str = "no-prisoners";
/// A move that captures stones but has no PRISONER line, while other moves have theirs.
pub const NO_PRISONER: &str = "no-prisoner";
/// Root: the charset of the record, `charset cp437`; absent for ASCII.
pub const CHARSET: &str = "charset";
/// Root: the comment C belongs to the event although there are setup stones.
pub const EVENT_COMMENT: &str = "event-comment";
/// Root: the first line of the game comment GC is the title of the event's COM block.
pub const COMMENT_TITLE: &str = "comment-title";
/// Root: the marks belong to the event although there are setup stones.
pub const EVENT_MARKS: &str = "event-marks";
/// Root: entries before this one stand before the first SETUP line, entries behind it after.
pub const SETUP: &str = "setup";
/// The entries behind this one (remarks without a target) stand at the end of the sequence
/// whose last node this is.
pub const END: &str = "end";
/// A leaf diagram that stands before the move which its previous sibling is.
pub const INLINE: &str = "inline";
/// First node of a variation: its VAR hangs on the k-th of the siblings (`attach 2`, from 1)
/// instead of the first one; the sibling is the first node of an open VAR.
pub const ATTACH: &str = "attach";
/// First node of a variation: its VAR stands behind k further nodes (diagrams) of the line
/// that it is a variation of (`late 1`).
pub const LATE: &str = "late";

// How an Ishi file stands for other trees.

/// Event: its first move, with its prisoners, marks and comment, is in the root node.
pub const ROOT_MOVE: &str = "root-move";
/// Event: its SETUP, with comment and marks behind it, is a node of its own after a bare root.
pub const SETUP_NODE: &str = "setup-node";
/// Event: its first COM block is the game comment GC, although the rule for a single comment or
/// for comments without setup stones would take it for C.
pub const GAME_COMMENT: &str = "game-comment";
/// A move that carries VARs: it is the k-th of its siblings (`order 2`, from 1), not the first.
/// Siblings that became continuation events do not count.
pub const ORDER: &str = "order";
/// A bare DIAGRAM after which nothing is played: what follows is its sibling.
pub const LEAF: &str = "leaf";
/// The child number k of this node is the root of the continuation event n: `continued n k`.
pub const CONTINUED: &str = "continued";
/// Event: it is the continuation event n of the game before it: `continuation n`.
pub const CONTINUATION: &str = "continuation";
