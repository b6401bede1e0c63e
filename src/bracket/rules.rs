//! The rules of the bracketed formats that diagnostics are reported under.

use crate::diagnostic::rules;

rules! {
    /// Every rule, in the order of the codes.
    ALL:
    TEXT_BEFORE         "B001" Warning Some(6), "text precedes the game",
        "a letter\n(;FF[4];B[aa])" => "\n(;FF[4];B[aa])";
    NO_GAME             "B002" Warning Some(7), "no start of a game is found",
        "no game at all" => "(;FF[4])";
    TEXT_BEHIND         "B003" Warning Some(8), "text follows the last game",
        "(;FF[4])\nbye" => "(;FF[4])\n";
    STRAY_TEXT          "B004" Error Some(8), "stray characters between properties",
        "(;FF[4]GM[1]SZ[9];Bdd];W[[ee])" => "(;FF[4]GM[1]SZ[9];B[dd];W[ee])" Safe,
        "(;FF[4]GM[1]SZ[9];B[dd]\n---\n;W[ee])" => "(;FF[4]GM[1]SZ[9];B[dd]\n;W[ee])" Guess;
    MISSING_CLOSE       "B005" Error Some(9), "a closing parenthesis is missing at the end",
        "(;FF[4]GM[1]SZ[9](;B[dd])(;B[ee]\n" => "(;FF[4]GM[1]SZ[9](;B[dd])(;B[ee]))\n" Safe;
    EXTRA_CLOSE         "B006" Error Some(8), "a closing parenthesis has no opening parenthesis",
        "(;FF[4]GM[1]SZ[9]AB[aa])[bb]AW[cc];B[dd])" => "(;FF[4]GM[1]SZ[9]AB[aa][bb]AW[cc];B[dd])" Safe;
    UNTERMINATED        "B007" Error Some(10), "a value has no closing bracket",
        "(;FF[4]GM[1]SZ[9];B[dd;W[ee])" => "(;FF[4]GM[1]SZ[9];B[dd];W[ee])" Safe,
        "(;FF[4]GM[1]SZ[9]C[\\];B[dd])" => "(;FF[4]GM[1]SZ[9]C[\\]];B[dd])" Guess;
    EMPTY_VARIATION     "B008" Error Some(12), "a variation has no nodes",
        "(;FF[4]()(;B[aa]))" => "(;FF[4](;B[bb])(;B[aa]))";
    DOUBLE_OPEN         "B009" Error Some(21), "two parentheses open the same variation",
        "(;FF[4]((;B[aa])))" => "(;FF[4](;B[aa]))",
        "((;FF[4]GM[1]SZ[9];B[dd])" => "(;FF[4]GM[1]SZ[9];B[dd])" Guess;
    MISSING_SEMICOLON   "B010" Error Some(36), "a node does not start with a semicolon",
        "(FF[4]GM[1]SZ[9];B[dd])" => "(;FF[4]GM[1]SZ[9];B[dd])" Safe;
    NODE_AFTER_CLOSE    "B011" Error Some(66), "a node follows a closed variation",
        "(;FF[4](;B[aa]);B[bb])" => "(;FF[4](;B[aa])(;B[bb]))";
    VALUE_WITHOUT_IDENT "B012" Error Some(54), "a value has no identifier",
        "(;FF[4];[aa])" => "(;FF[4];B[aa])";
    UNESCAPED_BRACKET   "B013" Warning Some(8), "a closing bracket inside a value is not escaped",
        "(;FF[4]GM[1]SZ[9];B[aa]C[see [1] ] x];W[bb])" => "(;FF[4]GM[1]SZ[9];B[aa]C[see [1\\] \\] x];W[bb])" Safe;
    IDENT_WITHOUT_VALUE "B014" Error Some(20), "an identifier has no value",
        "(;FF[4];LB AB[aa])" => "(;FF[4];LB[aa:x]AB[aa])",
        "(;FF[4]GM[1]SZ[9];B[aa] see page 12 ;W[bb])" => "(;FF[4]GM[1]SZ[9];B[aa] ;W[bb])" Guess;
    MISSING_OPEN        "B015" Error None, "the first parenthesis of a game is missing",
        ";FF[4]GM[1]SZ[9];B[dd])" => "(;FF[4]GM[1]SZ[9];B[dd])" Safe;
    LOWER_CASE_IDENT    "B020" Warning Some(16), "identifiers have lower-case letters",
        "(;FileFormat[4])" => "(;FF[4])";
    DIGIT_IDENT         "B021" Warning Some(8), "an identifier has a digit",
        "(;FF[4]A1[x])" => "(;FF[4]AA[x])";
    BAD_VALUE           "B030" Error Some(14), "a value is not of the type of its property",
        "(;FF[4]HA[three])" => "(;FF[4]HA[3])";
    SEVERAL_VALUES      "B031" Warning Some(13), "a property that takes one value has several",
        "(;FF[4]PB[a][b])" => "(;FF[4]PB[a, b])";
    DUPLICATE_PROPERTY  "B032" Warning Some(28), "a property appears twice in a node",
        "(;FF[4]GM[1]SZ[9]AB[aa]PB[x]AB[bb])" => "(;FF[4]GM[1]SZ[9]AB[aa][bb]PB[x])" Safe;
    REVERSED_CORNERS    "B033" Warning Some(25), "the corners of a rectangle are swapped",
        "(;FF[4]GM[1]SZ[9]AB[cc:aa])" => "(;FF[4]GM[1]SZ[9]AB[aa:cc])" Safe;
    WHITE_SPACE_INSIDE  "B034" Warning Some(15), "white space is inside a value that is not text",
        "(;FF[4]GM[1]SZ[ 9 ]\n;B[ a a ])" => "(;FF[4]GM[1]SZ[9]\n;B[aa])" Safe;
    SINGLE_RECTANGLE    "B035" Warning Some(25), "a rectangle is a single point",
        "(;FF[4]GM[1]SZ[9]AB[aa:aa])" => "(;FF[4]GM[1]SZ[9]AB[aa])" Safe;
    VALUE_REPAIRED      "B036" Warning Some(15), "a value is not in the form that SGF prescribes",
        "(;FF[4]GM[1]SZ[9]AB[aa][])" => "(;FF[4]GM[1]SZ[9]AB[aa])" Safe,
        "(;FF[4]GM[1]SZ[9]AB[aa,bb])" => "(;FF[4]GM[1]SZ[9]AB[aa][bb])" Safe,
        "(;FF[4]GM[1]SZ[9];B[C7])" => "(;FF[4]GM[1]SZ[9];B[cc])" Guess,
        "(;FF[4]GM[1]SZ[9]RE[Black wins by 3])" => "(;FF[4]GM[1]SZ[9]RE[B+3])" Safe,
        "(;FF[4]GM[1]SZ[9]DT[1974.04.09])" => "(;FF[4]GM[1]SZ[9]DT[1974-04-09])" Safe,
        "(;FF[4]GM[1]SZ[9] TM[5:00:00(5x1:00)] )" => "(;FF[4]GM[1]SZ[9] TM[18000]OT[5x60 byo-yomi] )" Safe,
        "(;FF[4]GM[1]SZ[9]CA[UTF-8]RE[黑中盘胜])" => "(;FF[4]GM[1]SZ[9]CA[UTF-8]RE[B+R])" Safe,
        "(;FF[4]GM[1]SZ[9]CA[UTF-8]KM[3.75子])" => "(;FF[4]GM[1]SZ[9]CA[UTF-8]KM[7.5])" Safe,
        "(;FF[4]GM[1]AP[foxwq]RU[Chinese]KM[375])" => "(;FF[4]GM[1]AP[foxwq]RU[Chinese]KM[7.5])" Safe,
        "(;FF[4]GM[1]AP[foxwq]HA[2]RU[Chinese]KM[0];AB[pd][dp];W[dd])"
            => "(;FF[4]GM[1]AP[foxwq]HA[2]RU[Chinese]KM[0.5];AB[pd][dp];W[dd])" Safe,
        "(;FF[4]GM[1]AP[foxwq]HA[2]RU[Japanese]KM[50])" => "(;FF[4]GM[1]AP[foxwq]HA[2]RU[Japanese]KM[0.5])" Safe,
        "(;FF[4]GM[1]AP[foxwq]RU[Japanese]KM[650])" => "(;FF[4]GM[1]AP[foxwq]RU[Japanese]KM[6.5])" Safe,
        "(;FF[4]GM[1]RU[Chinese]KM[375]RE[W+12.75])" => "(;FF[4]GM[1]RU[Chinese]KM[7.5]RE[W+12.75])" Safe,
        "(;FF[4]GM[1]SZ[9]DT[2017.06.21 19:43])" => "(;FF[4]GM[1]SZ[9]DT[2017-06-21]GC[date: 2017.06.21 19:43])" Guess,
        "(;FF[4]GM[1]SZ[9]CA[UTF-8]RE[294수 흑0.5집승])" => "(;FF[4]GM[1]SZ[9]CA[UTF-8]RE[B+0.5]GC[result: 294수 흑0.5집승])" Guess;
    BAD_HEADER          "B040" Error Some(18), "file format, kind of game or board size is not a valid number",
        "(;FF[4]SZ[0])" => "(;FF[4]SZ[1])";
    NEWER_FORMAT        "B041" Error Some(46), "the file format is newer than FF[4]",
        "(;FF[5])" => "(;FF[4])";
    SQUARE_SIZE         "B042" Warning Some(47), "a board size has another form, such as 19:19 or 19x19",
        "(;FF[4]GM[1]SZ[9:9])" => "(;FF[4]GM[1]SZ[9])" Safe,
        "(;FF[4]GM[1]SZ[13x9])" => "(;FF[4]GM[1]SZ[13:9])" Safe;
    ROOT_ELSEWHERE      "B043" Warning Some(32), "a root property appears after the first node",
        "(;FF[4]GM[1]SZ[9]ST[1];B[aa]ST[1])" => "(;FF[4]GM[1]SZ[9]ST[1];B[aa])" Safe,
        "(;FF[4]GM[1]SZ[9];B[aa]ST[1])" => "(;FF[4]GM[1]SZ[9]ST[1];B[aa])" Guess;
    SETUP_AND_MOVE      "B044" Warning Some(30), "setup and a move are in one node",
        "(;FF[4]GM[1]SZ[9] ;B[dd]C[a]AB[ee] ;W[ff])" => "(;FF[4]GM[1]SZ[9] ;AB[ee];B[dd]C[a] ;W[ff])" Safe;
    TWO_MOVES           "B045" Warning Some(37), "several moves are in one node",
        "(;FF[4]GM[1]SZ[9];B[dd]W[ee]C[a];B[ff])" => "(;FF[4]GM[1]SZ[9];B[dd];W[ee]C[a];B[ff])" Safe,
        "(;FF[4]GM[1]SZ[9]W[aa][bb][cc];B[ff])" => "(;FF[4]GM[1]SZ[9]AW[aa][bb][cc];B[ff])" Safe;
    EMPTY_PASS          "B046" Note Some(65), "a pass without letters, in a format older than FF[4]",
        "(;FF[3];B[])" => "(;FF[3];B[tt])";
    PLAIN_APPLICATION   "B047" Note Some(23), "the application has no colon and version",
        "(;FF[4]GM[1]SZ[9]AP[Aya] PB[x])" => "(;FF[4]GM[1]SZ[9]AP[Aya:] PB[x])" Safe;
    DIALECT             "B049" Warning None, "a property has its name in the records of Nihon Kiin, Sina and CyberOro",
        "(;GK[1]SZ[19]TE[Cup]RD[2018-04-24]LT[15]LC[3]KO[7.5];B[qc])"
            => "(;GM[1]SZ[19]EV[Cup]DT[2018-04-24]OT[3x15 byo-yomi]KM[7.5];B[qc])" Safe;
    STONE_REPEATED      "G011" Error Some(38), "a point that is set up twice in one node",
        "(;FF[4]AB[aa:cc]AW[cc])" => "(;FF[4]AB[aa:cc]AW[dd])";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_in_order() {
        assert!(ALL.is_sorted_by(|a, b| a.code < b.code));
    }
}
