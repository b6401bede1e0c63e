//! The rules that conversions report under, and inputs that cannot be read at all.

use crate::diagnostic::rules;

rules! {
    /// Every rule, in the order of the codes.
    ALL:
    LEFT_OUT    "C001" Warning None, "a game that the target cannot hold was left out",
        "(;FF[4]GM[1])(;FF[4]GM[3])" => "(;FF[4]GM[1])";
    STALE       "C002" Note    None, "a text that travels in a record does not fit it, or somebody has changed it",
        "(;FF[4]GM[1]SZ[9]XI[ishi 3 0 0 ishi us-ascii lf 111222333444|@0|+REMARK r];B[aa];W[bb];B[cc];W[dd])"
            => "(;FF[4]GM[1]SZ[9];B[aa];W[bb];B[cc];W[dd])";
    UNREADABLE  "C003" Error   None, "an input that cannot be read";
    NO_RECORD   "C004" Error   Some(7), "an input that is not a game record",
        "Dear Anna,\n" => "(;FF[4])";
    NO_GAME     "C005" Error   None, "a record without a game, or without the one asked for",
        "(;FF[4])" => "(;FF[4])(;FF[4])";
    REFUSED     "C006" Error   None, "a game that cannot exist in the target format",
        "(;FF[4]SZ[21])" => "(;FF[4]SZ[19])";
    NOT_PROVEN  "C007" Error   None, "a result that is not read back as it was";
    UNENCODABLE "C008" Error   None, "a character that the charset of the output does not have",
        "(;FF[4]C[囲碁])" => "(;FF[4]C[Müller])";
    NOT_STRICT  "C009" Error   None, "a warning, or something lost, under --strict",
        "(;FF[4]KM[6,5])" => "(;FF[4]KM[6.5])";
    NOT_WRITTEN "C010" Error   None, "a result that cannot be written";
    OCCUPIED    "C011" Error   None, "a result whose file exists already";
}
