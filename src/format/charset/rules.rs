//! The rules that finding out the charset of a record, and decoding it, report under.

use crate::diagnostic::rules;

rules! {
    /// Every rule, in the order of the codes.
    ALL:
    ASSUMED         "E001" Note    None, "the charset had to be assumed",
        "(;FF[4]GM[1]SZ[9]PB[王小明]PW[李世石]C[这盘棋下得很好，黑棋中盘胜。])" in "gb18030"
            => "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[王小明]PW[李世石]C[这盘棋下得很好，黑棋中盘胜。])" Guess;
    IGNORED_CHARSET "E002" Warning Some(72), "the record names an unknown charset, or its text is in another one",
        "(;FF[4]GM[1]SZ[9]CA[GB2312]PB[王小明])" => "(;FF[4]GM[1]SZ[9]CA[UTF-8]PB[王小明])" Safe;
    MALFORMED       "E003" Warning Some(71), "bytes that are not text in the charset of the record",
        "(;FF[4]PB[Jürgen])" in "latin1" => "(;FF[4]PB[Jürgen])";
    UNCERTAIN       "E004" Warning None, "the charset is not certain",
        "(;FF[4]PB[山田])" in "euc-jp" => "(;FF[4]CA[UTF-8]PB[山田])";
    NUL             "E005" Warning Some(22), "a text with NUL characters; many programs end it there",
        "(;FF[4]C[a\0b])" => "(;FF[4]C[a b])";
    LOST_BEFORE     "E006" Note    None, "characters that another program has already lost (U+FFFD)",
        "(;FF[4]CA[UTF-8]PB[J\u{fffd}rgen])" => "(;FF[4]CA[UTF-8]PB[Jürgen])";
    UNNAMED         "E007" Note    None, "text in UTF-8, not ASCII, in a record of FF[4] that names no charset",
        "(;FF[4]GM[1]SZ[9]PB[王小明];B[aa])" => "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[王小明];B[aa])" Safe;
}
