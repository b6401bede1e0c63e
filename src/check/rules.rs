//! The rules that only a check reports under: the game, and the properties of bracketed records.

use crate::diagnostic::rules;

rules! {
    /// The rules about the game itself, in any format.
    GAME:
    OCCUPIED          "G001" Error   Some(58), "a move on a point that has a stone";
    SUICIDE           "G002" Warning None,     "a move that captures stones of its colour (suicide)";
    KO                "G003" Error   None,     "a move that takes back a ko at once";
    MOVE_OFF_BOARD    "G004" Error   Some(14), "a move on a point that is not on the board";
    SAME_COLOR        "G005" Warning Some(63), "two moves of one colour in a row";
    WRONG_PLAYER      "G006" Warning None,     "a move by the wrong player";
    MOVE_IN_ROOT      "G007" Note    Some(24), "a move in the first node";
    POINT_OFF_BOARD   "G010" Error   Some(14), "setup, a mark or territory on a point that is not on the board";
    NO_EFFECT         "G012" Warning Some(39), "setup without an effect";
    SETUP_LATE        "G013" Note    Some(62), "setup after a move on the main line";
    HANDICAP_STONES   "G014" Warning Some(61), "a handicap that is not the number of black stones set up";
    SMALL_HANDICAP    "G015" Note    None,     "a handicap of one stone";
    NO_LIBERTY        "G016" Note    None,     "stones that are set up without a liberty";
    REPEATED          "G017" Note    None,     "a position that comes again (superko)";
    SETUP_IN_TURN     "G018" Note    None,     "single stones set up in turn, as if they were moves";
    MARK_REPEATED     "G020" Error   Some(38), "a point with two marks that exclude each other";
    LABEL_REPEATED    "G021" Error   Some(38), "a point with two labels";
    TERRITORY_TWICE   "G022" Error   Some(38), "a point that is territory twice";
    LINE_TO_ITSELF    "G023" Error   Some(14), "an arrow or a line that ends where it starts";
    LINE_REPEATED     "G024" Warning Some(38), "the same arrow or line twice";
    AREA_REPEATED     "G025" Warning Some(38), "a point that a list names twice";
    NO_MOVE           "G030" Error   Some(43), "an annotation of a move in a node without a move";
    CONTRADICTION     "G031" Error   Some(41), "annotations that exclude each other";
    GOOD_AND_BAD      "G032" Warning Some(42), "a move that is good and bad at once";
    MOVE_NUMBER       "G033" Warning None,     "a move number that does not fit";
    MOVE_NUMBER_UNNEEDED "G034" Note None,    "a move number that the move has without it";
    INFO_TWICE        "G040" Warning Some(44), "game information on two nodes of one path";
    INFO_LATE         "G041" Note    None,     "game information after the first node, with no variation before it";
    KOMI              "G042" Warning None,     "a komi that is too large to be one, or that a server writes for another number";
    RESULT_AND_KOMI   "G043" Note    None,     "a margin that the komi does not allow";
    RESULT_AND_MOVES  "G044" Note    None,     "a result that does not fit the last moves";
    SAME_VARIATION    "G045" Note    None,     "two variations that begin with the same move";
    EMPTY_NODE        "G046" Note    Some(55), "an empty node";
    DIFFERENT_GAMES   "G047" Note    Some(53), "games of different kinds in one record";
    DIFFERENT_FORMATS "G048" Note    Some(45), "games of different file formats in one record";
    RANK_IN_NAME      "G049" Note    None,     "a name of a player that ends with a rank";
    PLAYERS_ELSEWHERE "G050" Note    None,     "players whom only another field names";
    INVISIBLE         "G051" Note    None,     "game information with characters that cannot be seen";
    BACKGAMMON_VALUE  "G100" Error   Some(14), "a value that Backgammon does not have";
    BACKGAMMON_STEPS  "G101" Error   None,     "checkers that the dice do not move";
    BACKGAMMON_POINT  "G102" Error   None,     "a checker moved from or to a point where it cannot be";
    CUBE_ACTION       "G103" Error   None,     "an action with the doubling cube at the wrong time";
    CUBE_OWNER        "G104" Note    None,     "the owner of the cube written as CP, as GNU Backgammon does";
    MATCH_INFO        "G105" Warning None,     "match information that cannot be understood";
    BACKGAMMON_RESULT "G106" Error   Some(14), "a result that Backgammon does not have";
    BACKGAMMON_RULES  "G107" Note    None,     "rules of Backgammon that the format does not know";
    CRAWFORD          "G108" Warning None,     "a cube in the Crawford game, or a Crawford game at the wrong score";
    CUBE_CAPITALS     "G109" Warning None,     "a word of the doubling cube written with capitals";
}

rules! {
    /// The rules about properties of Smart-Go and SGF.
    PROPERTIES:
    EMPTY_VALUE       "B060" Warning Some(17), "a property that needs a value has an empty one";
    PRIVATE_PROPERTY  "B061" Note    Some(35), "a property that no format defines";
    LONG_IDENTIFIER   "B062" Note    Some(31), "an identifier of more than two letters";
    OTHER_FORMAT      "B063" Note    Some(40), "a property that the named file format does not define";
    NEWER_FEATURE     "B064" Warning Some(51), "a board or a value that only newer file formats have";
    FREE_FORM         "B065" Warning Some(33), "a date, result, komi or time limit that is not in the form that SGF prescribes";
    OUT_OF_RANGE      "B066" Warning Some(14), "a number outside the range of its property";
    RULES_NAME        "B067" Note    None,     "rules of the game that have another usual name";
    LONG_LABEL        "B069" Note    None,     "a label longer than the four characters of FF[3]";
    SETUP_AND_ANNOTATION "B070" Warning Some(30), "setup and a property of a move in one node";
    NO_GAME_KIND      "B071" Note    None,     "a game of Go in FF[4] that does not name its kind (GM)";
    SWALLOWED         "B072" Warning None,     "a text with another property in it";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_in_order() {
        for list in [GAME, PROPERTIES] {
            assert!(list.is_sorted_by(|a, b| a.code < b.code));
        }
    }
}
