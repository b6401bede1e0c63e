//! The rules of the formats of Go servers that diagnostics are reported under.

use crate::diagnostic::rules;

rules! {
    /// Every rule, in the order of the codes.
    ALL:
    CUT         "S001" Error   None, "the end of the record is missing",
        "\\HS\n\\[A=b\\]\n\\GS\n3 0 &4\nINI 0 1 0 &4\nSTO 0 2 1 3 3 \n\\GE\n"
            => "\\HS\n\\[A=b\\]\n\\GS\n2 0 &4\nINI 0 1 0 &4\nSTO 0 2 1 3 3 \n\\GE\n";
    GAP         "S002" Error   None, "the numbers of the moves have a gap",
        "\\HS\n\\[A=b\\]\n\\GS\nINI 0 1 0 &4\nSTO 0 3 1 3 3 \n\\GE\n"
            => "\\HS\n\\[A=b\\]\n\\GS\nINI 0 1 0 &4\nSTO 0 2 1 3 3 \n\\GE\n";
    NO_POINT    "S003" Error   None, "a move, stone or label is not on the board",
        "[Header]\nSize=19\n[Data]\nTA,B1,1,0\n" => "[Header]\nSize=19\n[Data]\nSA,B1,1,0\n";
    CONTRADICTS "S004" Warning None, "two parts of the record contradict each other",
        "[Header]\nMoves=1\n[Data]\nAA,B1,1,0\nBB,W1,2,0\n" => "[Header]\nMoves=2\n[Data]\nAA,B1,1,0\nBB,W1,2,0\n";
    UNREAD      "S005" Error   None, "a line or value cannot be read",
        "[Header]\nSize=19\n[Data]\nSA,B1,1\n" => "[Header]\nSize=19\n[Data]\nSA,B1,1,0\n";
    NO_CONTENT  "S006" Note    None, "data of the server that is no content of a game",
        "[Header]\nSize=19\n[Data]\nSA,B1,1,9\n" => "[Header]\nSize=19\n[Data]\nSA,B1,1,0\n";
}
