//! The rules that reading an Ishi record reports under.

use crate::diagnostic::{Rule, Severity};

use Severity::{Error, Note, Warning};

macro_rules! rules {
    ($($name:ident $code:literal $severity:ident $summary:literal;)*) => {
        $(#[doc = concat!("`", $code, "`: ", $summary, ".")]
        pub static $name: Rule = Rule {
            code: $code,
            severity: $severity,
            summary: $summary,
            sgfc: None,
        };)*

        /// Every rule, in the order of the codes.
        pub static ALL: &[&Rule] = &[$(&$name,)*];
    };
}

rules! {
    UNKNOWN_LINE     "I001" Warning "a line that starts with no keyword of the format";
    COLUMN_I         "I002" Error   "a location in the column I, which Go boards leave out";
    UNREADABLE_ENTRY "I003" Error   "an entry of a list that cannot be read";
    UNREADABLE_MOVE  "I004" Error   "a B or W line without a move number and a location";
    EXTRA_MOVE_DATA  "I005" Error   "data behind a move that is no further move";
    SEVERAL_MOVES    "I006" Warning "several moves on one line";
    MOVE_NUMBER_ZERO "I007" Error   "a move number that is not greater than 0";
    BAD_BOARD_SIZE   "I008" Error   "a board size that is not a number from 2 to 19";
    BAD_REGION       "I009" Error   "a diagram region that cannot be read";
    SETUP_COLOR      "I010" Error   "a setup stone without a colour before it";
    FALLING_RANGE    "I011" Warning "a range of moves whose end comes before its start";
    LONG_MARKER      "I012" Warning "a variation marker longer than two characters";
    UNCLOSED_BLOCK   "I013" Error   "a COM or USER block without its end";
    STRAY_END        "I014" Error   "an ENDCOM or ENDUSER without its start";
    OPEN_VARIATION   "I020" Warning "a variation without its ENDVAR";
    STRAY_ENDVAR     "I021" Error   "an ENDVAR without its VAR";
    LATE_SETUP       "I022" Error   "setup stones behind a move and outside a diagram";
    STRAY_HIDE       "I023" Error   "a HIDE line outside a diagram";
    STRAY_PRISONER   "I024" Error   "a PRISONER line without a move";
    STRAY_VARIATION  "I025" Error   "a variation without a move that it varies";
    LATE_HEADER      "I026" Warning "a header line behind the first move or diagram";
    BOARD_SIZE_TWICE "I027" Warning "a second board size for the same event";
    LATE_BOARD_SIZE  "I028" Error   "a board size behind the first move or diagram";
    LATE_MOVE_DATA   "I029" Warning "data of a move behind the variations on it";
    DANGLING_REMARK  "I030" Note    "a remark that nothing follows";
    OFF_BOARD        "I040" Error   "a location that is not on the board";
    NO_SUCH_MOVE     "I041" Warning "a move number that no stone on the board has";
    NO_NUMBER        "I042" Warning "a number to show on a point without a numbered stone";
    STONE_TWICE      "I043" Warning "a setup stone on a point that has a stone already";
    NOTHING_TO_HIDE  "I044" Warning "a stone to hide that is not on the board";
    PRISONERS        "I045" Warning "prisoners that are not the stones which the move captures";
    NUMBER_ORDER     "I046" Warning "a move number that is not greater than the one before";
    LOOSE_EVENT      "I047" Warning "a continuation event without the event that it continues";
    STALE_CARRIER    "I048" Note    "carried data that the record no longer agrees with";
}
