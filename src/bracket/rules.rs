//! The rules of the bracketed formats that diagnostics are reported under.

use crate::diagnostic::rules;

rules! {
    /// Every rule, in the order of the codes.
    ALL:
    TEXT_BEFORE         "B001" Warning Some(6), "text precedes the game";
    NO_GAME             "B002" Warning Some(7), "no start of a game is found";
    TEXT_BEHIND         "B003" Warning Some(8), "text follows the last game";
    STRAY_TEXT          "B004" Error Some(8), "stray characters between properties";
    MISSING_CLOSE       "B005" Error Some(9), "a closing parenthesis is missing at the end";
    EXTRA_CLOSE         "B006" Error Some(8), "a closing parenthesis has no opening parenthesis";
    UNTERMINATED        "B007" Error Some(10), "a value has no closing bracket";
    EMPTY_VARIATION     "B008" Error Some(12), "a variation has no nodes";
    DOUBLE_OPEN         "B009" Error Some(21), "two parentheses open the same variation";
    MISSING_SEMICOLON   "B010" Error Some(36), "a node does not start with a semicolon";
    NODE_AFTER_CLOSE    "B011" Error Some(66), "a node follows a closed variation";
    VALUE_WITHOUT_IDENT "B012" Error Some(54), "a value has no identifier";
    UNESCAPED_BRACKET   "B013" Warning Some(8), "a closing bracket inside a value is not escaped";
    IDENT_WITHOUT_VALUE "B014" Error Some(20), "an identifier has no value";
    MISSING_OPEN        "B015" Error None, "the first parenthesis of a game is missing";
    LOWER_CASE_IDENT    "B020" Warning Some(16), "identifiers have lower-case letters";
    DIGIT_IDENT         "B021" Warning Some(8), "an identifier has a digit";
    BAD_VALUE           "B030" Error Some(14), "a value is not of the type of its property";
    SEVERAL_VALUES      "B031" Warning Some(13), "a property that takes one value has several";
    DUPLICATE_PROPERTY  "B032" Warning Some(28), "a property appears twice in a node";
    REVERSED_CORNERS    "B033" Warning Some(25), "the corners of a rectangle are swapped";
    WHITE_SPACE_INSIDE  "B034" Warning Some(15), "white space is inside a value that is not text";
    SINGLE_RECTANGLE    "B035" Warning Some(25), "a rectangle is a single point";
    VALUE_REPAIRED      "B036" Warning Some(15), "a value is not in the form that SGF prescribes";
    BAD_HEADER          "B040" Error Some(18), "file format, kind of game or board size cannot be read";
    NEWER_FORMAT        "B041" Error Some(46), "the file format is newer than FF[4]";
    SQUARE_SIZE         "B042" Warning Some(47), "a board size has another form, such as 19:19 or 19x19";
    ROOT_ELSEWHERE      "B043" Warning Some(32), "a root property appears after the first node";
    SETUP_AND_MOVE      "B044" Warning Some(30), "setup and a move are in one node";
    TWO_MOVES           "B045" Warning Some(37), "several moves are in one node";
    EMPTY_PASS          "B046" Note Some(65), "a pass without letters, in a format older than FF[4]";
    PLAIN_APPLICATION   "B047" Note Some(23), "the application has no colon and version";
    DIALECT             "B049" Warning None, "a property has its name in the records of Nihon Kiin, Sina and CyberOro";
    STONE_REPEATED      "G011" Error Some(38), "a point that is set up twice in one node";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_in_order() {
        assert!(ALL.is_sorted_by(|a, b| a.code < b.code));
    }
}
