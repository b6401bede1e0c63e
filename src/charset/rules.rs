//! The rules that finding out the charset of a record, and decoding it, report under.

use crate::diagnostic::rules;

rules! {
    /// Every rule, in the order of the codes.
    ALL:
    ASSUMED         "E001" Note    None, "the charset had to be assumed";
    IGNORED_CHARSET "E002" Warning Some(72), "the record is in another charset than the one it names";
    MALFORMED       "E003" Warning Some(71), "bytes that are not text in the charset of the record";
    UNCERTAIN       "E004" Warning None, "the charset is not certain";
    NUL             "E005" Warning Some(22), "a text with NUL characters; many programs end it there";
    LOST_BEFORE     "E006" Note    None, "characters that another program has already lost (U+FFFD)";
    UNNAMED         "E007" Note    None, "text that is not ASCII in a record that names no charset";
}
