//! The rules that reading an Ishi record reports under.

use crate::diagnostic::rules;

rules! {
    /// Every rule, in the order of the codes.
    ALL:
    UNKNOWN_LINE     "I001" Warning None, "a line that starts with no keyword of the format",
        "EVENT\nB1 Q4\nW 2 D4\n" => "EVENT\nB 1 Q4\nW 2 D4\n" Safe;
    COLUMN_I         "I002" Error   None, "a location in the column I, which Go boards do not have",
        "B 1 I5\n" => "B 1 J5\n";
    UNREADABLE_ENTRY "I003" Error   None, "an entry of a list that cannot be read",
        "EVENT\nSETUP B D4,C3\n" => "EVENT\nSETUP B D4 C3\n" Safe;
    UNREADABLE_MOVE  "I004" Error   None, "a B or W line without a move number and a location",
        "EVENT\nB 1. Q4\nW 2 D4\n" => "EVENT\nB 1 Q4\nW 2 D4\n" Safe;
    EXTRA_MOVE_DATA  "I005" Error   None, "words after a move that are not a further number and location",
        "EVENT\nB 1 Q4 W 2 D4\n" => "EVENT\nB 1 Q4\nW 2 D4\n" Safe;
    SEVERAL_MOVES    "I006" Warning None, "several moves on one line",
        "EVENT\nB 1 Q16 2 D4\n" => "EVENT\nB 1 Q16\nW 2 D4\n" Safe;
    MOVE_NUMBER_ZERO "I007" Error   None, "the move number 0",
        "B 0 Q16\n" => "B 1 Q16\n";
    BAD_BOARD_SIZE   "I008" Error   None, "a board size that is not a number from 2 to 19",
        "EVENT\nBOARDSIZE 9x9\nB 1 C3\n" => "EVENT\nBOARDSIZE 9\nB 1 C3\n" Safe;
    BAD_REGION       "I009" Error   None, "a diagram region that cannot be read",
        "EVENT\nB 1 C3\nDIAGRAM A1 - J9\n" => "EVENT\nB 1 C3\nDIAGRAM A1 J9\n" Safe;
    SETUP_COLOR      "I010" Error   None, "a setup stone with no colour before it",
        "SETUP D4\n" => "SETUP W D4\n";
    FALLING_RANGE    "I011" Warning None, "a range of moves whose end comes before its start",
        "B 1 A1\nW 2 B1\nMARK #2-1\n" => "B 1 A1\nW 2 B1\nMARK #1-2\n";
    LONG_MARKER      "I012" Warning None, "a variation marker that is not one or two ASCII characters",
        "B 1 A1\nVAR abc\nB 1 B1\nENDVAR\n" => "B 1 A1\nVAR ab\nB 1 B1\nENDVAR\n";
    UNCLOSED_BLOCK   "I013" Error   None, "a COM or USER block without its end",
        "COM\ntext\n" => "COM\ntext\nENDCOM\n";
    STRAY_END        "I014" Error   None, "an ENDCOM or ENDUSER without its start",
        "EVENT\nENDCOM\n" => "EVENT\nCOM\nENDCOM\n";
    EXTRA_DATA       "I015" Note    None, "words after the complete data of a keyword",
        "B 1 A1\nDIAGRAM fig 1\n" => "B 1 A1\nDIAGRAM\nCOM fig 1\nENDCOM\n";
    OPEN_VARIATION   "I020" Warning None, "a variation without its ENDVAR",
        "EVENT\nB 1 C3\nVar\nB 1 D4\nW 2 E5\n" => "EVENT\nB 1 C3\nVar\nB 1 D4\nW 2 E5\nENDVAR\n" Safe;
    STRAY_ENDVAR     "I021" Error   None, "an ENDVAR without its VAR",
        "B 1 A1\nENDVAR\n" => "B 1 A1\n";
    LATE_SETUP       "I022" Error   None, "setup stones after a move and outside a diagram",
        "B 1 A1\nSETUP W D4\n" => "SETUP W D4\nB 1 A1\n";
    STRAY_HIDE       "I023" Error   None, "a HIDE line outside a diagram",
        "B 1 A1\nHIDE #1\n" => "B 1 A1\nDIAGRAM\nHIDE #1\n";
    STRAY_PRISONER   "I024" Error   None, "a PRISONER line without a move",
        "EVENT\nPRISONER D4\n" => "EVENT\n";
    STRAY_VARIATION  "I025" Error   None, "a variation without a move before it",
        "VAR\nB 1 A1\nENDVAR\n" => "B 1 B1\nVAR\nB 1 A1\nENDVAR\n";
    LATE_HEADER      "I026" Warning None, "a header line after the first move or diagram",
        "B 1 A1\nRESULT W+3\n" => "RESULT W+3\nB 1 A1\n";
    ONCE_ONLY        "I027" Warning None, "a second line of data that an event has once: its board size, a player, the komi",
        "EVENT\nBLACK Anna\nBLACK Anna Berg\n" => "EVENT\nBLACK Anna Berg\n";
    LATE_BOARD_SIZE  "I028" Error   None, "a board size after the first move or diagram",
        "B 1 A1\nBOARDSIZE 9\n" => "BOARDSIZE 9\nB 1 A1\n";
    LATE_MOVE_DATA   "I029" Warning None, "data of a move after the variations on it",
        "B 1 A1\nVAR\nB 1 B1\nENDVAR\nMARK x@A1\n" => "B 1 A1\nMARK x@A1\nVAR\nB 1 B1\nENDVAR\n";
    DANGLING_REMARK  "I030" Note    None, "a remark that nothing follows",
        "B 1 A1\nVAR\nB 1 B1\nREMARK end\nENDVAR\n" => "B 1 A1\nVAR\nREMARK start\nB 1 B1\nENDVAR\n";
    BETWEEN_SETUPS   "I031" Warning None, "remarks, marks or text between the SETUP lines of one position",
        "SETUP B C3\nCOM\nx\nENDCOM\nSETUP W D4\n" => "COM\nx\nENDCOM\nSETUP B C3\nSETUP W D4\n";
    NO_BOARD_SIZE    "I032" Note    None, "an event that does not name the size of its board",
        "EVENT\nB 1 Q16\nW 2 D4\n" => "EVENT\nBOARDSIZE 19\nB 1 Q16\nW 2 D4\n" Safe;
    OFF_BOARD        "I040" Error   None, "a location that is not on the board",
        "BOARDSIZE 9\nB 1 K10\n" => "BOARDSIZE 9\nB 1 J9\n";
    NO_SUCH_MOVE     "I041" Warning None, "a move number that no stone on the board has",
        "B 1 A1\nMARK #7\n" => "B 1 A1\nMARK #1\n";
    NO_NUMBER        "I042" Warning None, "a number to show on a point without a numbered stone",
        "B 1 A1\nMARK B1\n" => "B 1 A1\nMARK A1\n";
    STONE_TWICE      "I043" Warning None, "a setup stone on a point that has a stone already",
        "SETUP B C3 C3\n" => "SETUP B C3 D4\n";
    NOTHING_TO_HIDE  "I044" Warning None, "a stone to hide that is not on the board",
        "B 1 A1\nDIAGRAM\nHIDE B1\n" => "B 1 A1\nDIAGRAM\nHIDE A1\n";
    PRISONERS        "I045" Warning None, "prisoners that are not the stones that the move captures",
        "EVENT\nSETUP B A2\nSETUP W A1\nB 1 B1\nPRISONER C3\n" => "EVENT\nSETUP B A2\nSETUP W A1\nB 1 B1\nPRISONER A1\n" Guess;
    NUMBER_ORDER     "I046" Warning None, "a move number that is not the next one",
        "EVENT\nB 3 A1\nW 4 B1\nB 2 C1\n" => "EVENT\nB 3 A1\nW 4 B1\nB 5 C1\n" Guess;
    NUMBER_TWICE     "I049" Error   None, "a move number that appears twice in a sequence",
        "EVENT\nB 1 C3\nW 1 D4\n\nB 2 E5\n" => "EVENT\nB 1 C3\nW 2 D4\n\nB 3 E5\n" Guess,
        "EVENT\nB 1 C3\nW 3 D4\nB 3 E5\nW 4 F6\n" => "EVENT\nB 1 C3\nW 2 D4\nB 3 E5\nW 4 F6\n" Guess;
    AFTER_THE_END    "I051" Warning None, "lines after the Control-Z with which DOS ends a file",
        "B 1 A1\n\u{1A}junk of the disk\n" => "B 1 A1\n\u{1A}\n";
    EMPTY            "I052" Warning None, "an empty record",
        "" => "EVENT x\n";
    LOST_BREAKS      "I053" Warning None, "a record that lost the line breaks between its lines",
        "EVENT\nB 1 C3\nCOM\nGood. ENDCOM\nW 2 D4\n" => "EVENT\nB 1 C3\nCOM\nGood.\nENDCOM\nW 2 D4\n" Safe,
        "EVENT\nB 1 C3\nVAR\nB 1 D4\nCOM\nGood.\nENDCOM ENDVAR\nW 2 D4\n"
            => "EVENT\nB 1 C3\nVAR\nB 1 D4\nCOM\nGood.\nENDCOM\nENDVAR\nW 2 D4\n" Safe;
    HEADER_VALUE     "I054" Note    None, "a header line that is not understood, or that has another line in it",
        "KOMI 6.5O\n" => "KOMI 6.5\n";
    LINE_IN_TEXT     "I055" Warning None, "a comment with a line of the record in it",
        "B 1 Q4\nCOM\nx\nW 2 D4\nCOM\ny\nENDCOM\n" => "B 1 Q4\nCOM\nx\nENDCOM\nW 2 D4\nCOM\ny\nENDCOM\n";
    LARGER_DIAGRAM   "I056" Note    None, "a diagram that reaches beyond the board",
        "BOARDSIZE 9\nB 1 A1\nDIAGRAM A1 T19\n" => "BOARDSIZE 9\nB 1 A1\nDIAGRAM A1 J9\n";
}
