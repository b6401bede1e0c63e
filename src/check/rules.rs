//! The rules that only a check reports under: the game, and the properties of bracketed records.

use crate::diagnostic::rules;

rules! {
    /// The rules about the game itself, in any format.
    GAME:
    OCCUPIED          "G001" Error   Some(58), "a move on a point that has a stone",
        "(;FF[4];B[aa];W[aa])" => "(;FF[4];B[aa];W[bb])";
    SUICIDE           "G002" Warning None,     "a move that captures stones of its colour (suicide)",
        "(;FF[4]AW[ba][ab];B[aa])" => "(;FF[4]AW[ba];B[aa])";
    KO                "G003" Error   None,     "a move that takes back a ko at once",
        "(;FF[4]AB[ba][ab][bc]AW[bb][ca][db][cc];B[cb];W[bb])"
            => "(;FF[4]AB[ba][ab][bc]AW[bb][ca][db][cc];B[cb];W[qq];B[rr];W[bb])";
    MOVE_OFF_BOARD    "G004" Error   Some(14), "a move on a point that is not on the board",
        "(;FF[4]SZ[9];B[zz])" => "(;FF[4]SZ[9];B[ii])";
    SAME_COLOR        "G005" Warning Some(63), "two moves of one colour in a row",
        "(;FF[4];B[aa];B[bb])" => "(;FF[4]HA[2];B[aa];B[bb])";
    WRONG_PLAYER      "G006" Warning None,     "a move by the wrong player",
        "(;FF[4]AB[cc]PL[W];B[aa])" => "(;FF[4]AB[cc]PL[B];B[aa])";
    MOVE_IN_ROOT      "G007" Note    Some(24), "a move in the first node",
        "(;FF[4]B[aa])" => "(;FF[4];B[aa])";
    POINT_OFF_BOARD   "G010" Error   Some(14), "setup, a mark or territory on a point that is not on the board",
        "(;FF[4]SZ[9]AB[jj])" => "(;FF[4]SZ[9]AB[ii])";
    NO_EFFECT         "G012" Warning Some(39), "setup without an effect",
        "(;FF[4]AB[aa];AB[aa])" => "(;FF[4]AB[aa];AW[aa])";
    SETUP_LATE        "G013" Note    Some(62), "stones that are set up after a move on the main line",
        "(;FF[4];B[aa];AB[bb])" => "(;FF[4];AB[bb];B[aa])";
    HANDICAP_STONES   "G014" Warning Some(61), "a handicap that is not the number of black stones set up",
        "(;FF[4]GM[1]SZ[19]HA[2];W[dd])" => "(;FF[4]GM[1]SZ[19]HA[2]AB[pd][dp];W[dd])" Safe,
        "(;FF[4]GM[1]SZ[19]AB[pd][dp];W[dd])" => "(;FF[4]GM[1]SZ[19]HA[2]AB[pd][dp];W[dd])" Safe,
        "(;FF[4]GM[1]SZ[19];AB[pd][dp];W[dd])" => "(;FF[4]GM[1]SZ[19]HA[2];AB[pd][dp];W[dd])" Safe,
        "(;FF[4]GM[1]SZ[9]AB[aa][bb];W[cc])" => "(;FF[4]GM[1]SZ[9]HA[2]AB[aa][bb];W[cc])" Guess,
        "(;FF[4]GM[1]SZ[9]HA[3]AB[aa][bb];W[cc])" => "(;FF[4]GM[1]SZ[9]HA[2]AB[aa][bb];W[cc])" Guess,
        "(;FF[4]GM[1]SZ[19]HA[3];B[dd])" => "(;FF[4]GM[1]SZ[19]HA[3]AB[pd][dp][pp];B[dd])" Guess;
    SMALL_HANDICAP    "G015" Note    None,     "a handicap of one stone",
        "(;FF[4]GM[1]SZ[19]HA[1]AB[pd]KM[0.5](;W[dp];B[pp])(;W[dd]))"
            => "(;FF[4]GM[1]SZ[19]KM[0.5];B[pd](;W[dp];B[pp])(;W[dd]))" Guess;
    NO_LIBERTY        "G016" Note    None,     "stones that are set up without a liberty",
        "(;FF[4]AB[aa]AW[ab][ba])" => "(;FF[4]AB[aa]AW[ab])";
    REPEATED          "G017" Note    None,     "a position that comes again (superko)",
        "(;FF[4]AB[ba][ab][bc]AW[bb][ca][db][cc];B[cb];W[];B[];W[bb])"
            => "(;FF[4]AB[ba][ab][bc]AW[bb][ca][db][cc];B[cb];W[qq];B[rr];W[bb])";
    SETUP_IN_TURN     "G018" Note    None,     "single stones set up in turn, as if they were moves",
        "(;FF[4];B[ee](;W[cc])(;AW[gc];AB[cg];AW[gg]))" => "(;FF[4];B[ee](;W[cc])(;AW[gc];AB[cg];W[gg]))";
    MARK_REPEATED     "G020" Error   Some(38), "a point with two marks that exclude each other",
        "(;FF[4]TR[aa]SQ[aa])" => "(;FF[4]TR[aa]SQ[bb]LB[aa:x])";
    LABEL_REPEATED    "G021" Error   Some(38), "a point with two labels",
        "(;FF[4]LB[aa:x][aa:y])" => "(;FF[4]LB[aa:x][bb:y])";
    TERRITORY_TWICE   "G022" Error   Some(38), "a point that is territory twice",
        "(;FF[4]TB[aa]TW[aa])" => "(;FF[4]TB[aa]TW[bb])";
    LINE_TO_ITSELF    "G023" Error   Some(14), "an arrow or a line that ends where it starts",
        "(;FF[4]AR[aa:aa])" => "(;FF[4]AR[aa:ab])";
    LINE_REPEATED     "G024" Warning Some(38), "the same arrow or line twice",
        "(;FF[4]LN[aa:bb][bb:aa])" => "(;FF[4]AR[aa:bb][bb:aa])";
    AREA_REPEATED     "G025" Warning Some(38), "a point that a list names twice",
        "(;FF[4]GM[1]SZ[9]DD[aa:bb][ab])" => "(;FF[4]GM[1]SZ[9]DD[aa:bb])" Safe;
    NO_MOVE           "G030" Error   Some(43), "an annotation of a move in a node without a move",
        "(;FF[4]BM[1])" => "(;FF[4];B[aa]BM[1])";
    CONTRADICTION     "G031" Error   Some(41), "annotations that exclude each other",
        "(;FF[4]GB[1]GW[1])" => "(;FF[4]GB[1])";
    GOOD_AND_BAD      "G032" Warning Some(42), "a move that is good and bad at once",
        "(;FF[4];B[aa]TE[1]BM[1])" => "(;FF[4];B[aa]IT[])";
    MOVE_NUMBER       "G033" Warning None,     "a move number that does not fit",
        "(;FF[4];B[aa];AB[bb]MN[5])" => "(;FF[4];AB[bb]MN[5];B[aa])";
    MOVE_NUMBER_UNNEEDED "G034" Note None,    "a move number that the move has without it",
        "(;FF[4]GM[1]SZ[9];B[aa];W[bb]MN[2]C[x];B[cc]MN[5];W[dd]MN[6])"
            => "(;FF[4]GM[1]SZ[9];B[aa];W[bb]C[x];B[cc]MN[5];W[dd])" Safe;
    INFO_TWICE        "G040" Warning Some(44), "game information on two nodes of one path",
        "(;FF[4]PB[a];PW[b])" => "(;FF[4]PB[a]PW[b];)";
    INFO_LATE         "G041" Note    None,     "game information after the first node, with no variation before it",
        "(;FF[4];PB[a])" => "(;FF[4](;PB[a];B[aa])(;PB[b];B[bb]))";
    KOMI              "G042" Warning None,     "a komi that is too large to be one, or that a server writes for another number",
        "(;FF[4]GM[1]KM[650])" => "(;FF[4]GM[1]KM[6.5])" Guess;
    RESULT_AND_KOMI   "G043" Note    None,     "a margin that the komi does not allow",
        "(;FF[4]KM[6.5]RE[B+3]RU[Chinese])" => "(;FF[4]KM[6.5]RE[B+3]RU[Old Chinese])";
    RESULT_AND_MOVES  "G044" Note    None,     "a result that does not fit the last moves",
        "(;FF[4]RE[B+R];B[];W[])" => "(;FF[4]RE[B+3];B[];W[])";
    SAME_VARIATION    "G045" Note    None,     "two variations that begin with the same move",
        "(;FF[4](;B[aa])(;B[aa]))" => "(;FF[4](;B[aa])(;B[bb]))";
    EMPTY_NODE        "G046" Note    Some(55), "an empty node",
        "(;FF[4];B[aa];)" => "(;FF[4];B[aa];C[x])";
    DIFFERENT_GAMES   "G047" Note    Some(53), "games of different kinds in one record",
        "(;FF[4])(;FF[4]GM[3])" => "(;FF[4])(;FF[4]GM[1])";
    DIFFERENT_FORMATS "G048" Note    Some(45), "games of different file formats in one record",
        "(;FF[4])(;FF[3])" => "(;FF[4])(;FF[4])";
    RANK_IN_NAME      "G049" Note    None,     "a name of a player that ends with a rank",
        "(;FF[4]GM[1]SZ[9]PB[Cho Chikun 9p] PW[Otake (9p)])" => "(;FF[4]GM[1]SZ[9]PB[Cho Chikun]BR[9p] PW[Otake]WR[9p])" Safe,
        "(;FF[4]GM[1]SZ[9]PB[Cho Chikun 9p]BR[9p]PW[Otake]WR[9p])" => "(;FF[4]GM[1]SZ[9]PB[Cho Chikun]BR[9p]PW[Otake]WR[9p])" Safe,
        "(;FF[4]GM[1]SZ[9]PB[Cho Chikun 9p]PW[Otake])" => "(;FF[4]GM[1]SZ[9]PB[Cho Chikun]BR[9p]PW[Otake])" Guess;
    PLAYERS_ELSEWHERE "G050" Note    None,     "players whom only another field names",
        "(;FF[4]GM[1]SZ[9]GN[Cho Chikun vs Otake 9p])"
            => "(;FF[4]GM[1]SZ[9]GN[Cho Chikun vs Otake 9p]PB[Cho Chikun]PW[Otake]WR[9p])" Guess;
    INVISIBLE         "G051" Note    None,     "game information with characters that cannot be seen",
        "(;FF[4]CA[UTF-8]PB[Anna\u{200B}])" => "(;FF[4]CA[UTF-8]PB[Anna]C[\u{200B}])";
    BACKGAMMON_VALUE  "G100" Error   Some(14), "a value that Backgammon does not have",
        "(;FF[4]GM[6];PL[Olga])" => "(;FF[4]GM[6];PL[W]AE[a:y]AW[f][f]CV[2]CO[n])";
    BACKGAMMON_STEPS  "G101" Error   None,     "checkers that the dice do not move",
        "(;FF[4]GM[6];W[31hc])" => "(;FF[4]GM[6];W[31hefe])";
    BACKGAMMON_POINT  "G102" Error   None,     "a checker moved from or to a point where it cannot be",
        "(;FF[4]GM[6];W[31gd])" => "(;FF[4]GM[6];W[31hd])";
    CUBE_ACTION       "G103" Error   None,     "an action with the doubling cube at the wrong time",
        "(;FF[4]GM[6];W[take])" => "(;FF[4]GM[6];B[double](;W[take])(;W[take]))";
    CUBE_OWNER        "G104" Note    None,     "the owner of the cube written as CP, as GNU Backgammon does",
        "(;FF[4]GM[6];CP[b])" => "(;FF[4]GM[6];CO[b])";
    MATCH_INFO        "G105" Warning None,     "match information that is unknown or wrong",
        "(;FF[4]GM[6]MI[stake:x])" => "(;FF[4]GM[6]MI[length:7][game:0])";
    BACKGAMMON_RESULT "G106" Error   Some(14), "a result that Backgammon does not have",
        "(;FF[4]GM[6]RE[B+R])" => "(;FF[4]GM[6]RE[B+2R])";
    BACKGAMMON_RULES  "G107" Note    None,     "rules of Backgammon that are unknown or do not fit the match",
        "(;FF[4]GM[6]RU[Murphy])" => "(;FF[4]GM[6]RU[Jacoby])";
    CRAWFORD          "G108" Warning None,     "a cube in the Crawford game, or a Crawford game at the wrong score",
        "(;FF[4]GM[6]RU[Crawford:CrawfordGame]MI[length:7][ws:2][bs:1])"
            => "(;FF[4]GM[6]RU[Crawford:CrawfordGame]MI[length:7][ws:6][bs:1])";
    CUBE_CAPITALS     "G109" Warning None,     "a word of the doubling cube written with capitals",
        "(;FF[4]GM[6];W[Double])" => "(;FF[4]GM[6];W[double])";
}

rules! {
    /// The rules about properties of Smart-Go and SGF.
    PROPERTIES:
    EMPTY_VALUE       "B060" Warning Some(17), "a property that needs a value has an empty one",
        "(;FF[4]GM[1]SZ[9]KM[] ;B[aa])" => "(;FF[4]GM[1]SZ[9] ;B[aa])" Safe,
        "(;FF[4]GM[1]SZ[9]C[];B[aa]C[])" => "(;FF[4]GM[1]SZ[9];B[aa])" Safe;
    PRIVATE_PROPERTY  "B061" Note    Some(35), "a private property",
        "(;FF[4]ZZ[x])" => "(;FF[4]C[x])";
    LONG_IDENTIFIER   "B062" Note    Some(31), "an identifier of more than two capitals",
        "(;FF[4]KGSDE[aa])" => "(;FF[4]DD[aa])";
    OTHER_FORMAT      "B063" Note    Some(40), "a property that the named file format does not define",
        "(;FF[3]GM[1]SZ[9]AP[Jago:Version 4.60];B[aa])" => "(;FF[4]GM[1]SZ[9]AP[Jago:Version 4.60];B[aa])" Guess;
    NEWER_FEATURE     "B064" Warning Some(51), "a board or a value that only newer file formats have",
        "(;FF[3]GM[1]SZ[9]AB[aa:bb];W[cc])" => "(;FF[4]GM[1]SZ[9]AB[aa:bb];W[cc])" Guess;
    FREE_FORM         "B065" Warning Some(33), "a date, result, komi or time limit that is not in the form that SGF prescribes",
        "(;FF[4]GM[1]TM[30:00])" => "(;FF[4]GM[1]TM[1800])" Guess;
    OUT_OF_RANGE      "B066" Warning Some(14), "a number outside the range of its property",
        "(;FF[4]ST[7])" => "(;FF[4]ST[2])";
    RULES_NAME        "B067" Note    None,     "rules of the game that have another usual name",
        "(;FF[4]GM[1]SZ[9]RU[JP])" => "(;FF[4]GM[1]SZ[9]RU[Japanese])" Safe;
    LONG_LABEL        "B069" Note    None,     "a label longer than the four characters of FF[3]",
        "(;FF[3]LB[aa:black])" => "(;FF[3]LB[aa:blac])";
    SETUP_AND_ANNOTATION "B070" Warning Some(30), "setup and a property of a move in one node",
        "(;FF[4]AB[aa]MN[4])" => "(;FF[4]AB[aa];B[bb]MN[4])";
    NO_GAME_KIND      "B071" Note    None,     "a game of FF[4] with a komi that does not name its kind (GM)",
        "(;FF[4]AP[GoGui:1.4.0]SZ[9]KM[7.5];B[aa])" => "(;FF[4]GM[1]AP[GoGui:1.4.0]SZ[9]KM[7.5];B[aa])" Safe;
    SWALLOWED         "B072" Warning None,     "a text with another property in it",
        "(;FF[4]PB[Anna PW[Otto])" => "(;FF[4]PB[Anna]PW[Otto])";
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
