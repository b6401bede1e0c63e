//! The rules that reading an Ishi record reports under.

use crate::diagnostic::rules;

rules! {
    /// Every rule, in the order of the codes.
    ALL:
    UNKNOWN_LINE     "I001" Warning None, "a line that starts with no keyword of the format";
    COLUMN_I         "I002" Error   None, "a location in the column I, which Go boards do not have";
    UNREADABLE_ENTRY "I003" Error   None, "an entry of a list that cannot be read";
    UNREADABLE_MOVE  "I004" Error   None, "a B or W line without a move number and a location";
    EXTRA_MOVE_DATA  "I005" Error   None, "data after a move that is not another move";
    SEVERAL_MOVES    "I006" Warning None, "several moves on one line";
    MOVE_NUMBER_ZERO "I007" Error   None, "a move number that is not greater than 0";
    BAD_BOARD_SIZE   "I008" Error   None, "a board size that is not a number from 2 to 19";
    BAD_REGION       "I009" Error   None, "a diagram region that cannot be read";
    SETUP_COLOR      "I010" Error   None, "a setup stone with no colour before it";
    FALLING_RANGE    "I011" Warning None, "a range of moves whose end comes before its start";
    LONG_MARKER      "I012" Warning None, "a variation marker longer than two characters";
    UNCLOSED_BLOCK   "I013" Error   None, "a COM or USER block without its end";
    STRAY_END        "I014" Error   None, "an ENDCOM or ENDUSER without its start";
    EXTRA_DATA       "I015" Note    None, "words after the complete data of a keyword";
    OPEN_VARIATION   "I020" Warning None, "a variation without its ENDVAR";
    STRAY_ENDVAR     "I021" Error   None, "an ENDVAR without its VAR";
    LATE_SETUP       "I022" Error   None, "setup stones after a move and outside a diagram";
    STRAY_HIDE       "I023" Error   None, "a HIDE line outside a diagram";
    STRAY_PRISONER   "I024" Error   None, "a PRISONER line without a move";
    STRAY_VARIATION  "I025" Error   None, "a variation without a move before it";
    LATE_HEADER      "I026" Warning None, "a header line after the first move or diagram";
    BOARD_SIZE_TWICE "I027" Warning None, "a second board size for the same event";
    LATE_BOARD_SIZE  "I028" Error   None, "a board size after the first move or diagram";
    LATE_MOVE_DATA   "I029" Warning None, "data of a move after the variations on it";
    DANGLING_REMARK  "I030" Note    None, "a remark that nothing follows";
    BETWEEN_SETUPS   "I031" Warning None, "remarks, marks or text between the SETUP lines of one position";
    NO_BOARD_SIZE    "I032" Note    None, "an event that does not name the size of its board";
    OFF_BOARD        "I040" Error   None, "a location that is not on the board";
    NO_SUCH_MOVE     "I041" Warning None, "a move number that no stone on the board has";
    NO_NUMBER        "I042" Warning None, "a number to show on a point without a numbered stone";
    STONE_TWICE      "I043" Warning None, "a setup stone on a point that has a stone already";
    NOTHING_TO_HIDE  "I044" Warning None, "a stone to hide that is not on the board";
    PRISONERS        "I045" Warning None, "prisoners that are not the stones that the move captures";
    NUMBER_ORDER     "I046" Warning None, "a move number that is not the next one";
    NUMBER_TWICE     "I049" Error   None, "a move number that appears twice in a sequence";
    EMPTY            "I052" Warning None, "a record without a line";
    LOST_BREAKS      "I053" Warning None, "a record that lost the line breaks between its lines";
    HEADER_VALUE     "I054" Note    None, "a header line that is not understood, or that has another line in it";
    LINE_IN_TEXT     "I055" Warning None, "a comment with a line of the record in it";
}
