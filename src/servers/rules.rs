//! The rules of the formats of Go servers that diagnostics are reported under.

use crate::diagnostic::rules;

rules! {
    /// Every rule, in the order of the codes.
    ALL:
    CUT         "S001" Error   None, "the end of the record is missing";
    GAP         "S002" Error   None, "the numbers of the moves have a gap";
    NO_POINT    "S003" Error   None, "a move, stone or label is not on the board";
    CONTRADICTS "S004" Warning None, "two parts of the record contradict each other";
    UNREAD      "S005" Error   None, "a line or value cannot be read";
    NO_CONTENT  "S006" Note    None, "data of the server that is no content of a game";
}
