//! The rules that finding out the charset of a record, and decoding it, report under.

use crate::diagnostic::rules;

rules! {
    /// Every rule, in the order of the codes.
    ALL:
    ASSUMED         "E001" Note    None, "the charset had to be assumed";
    IGNORED_CHARSET "E002" Warning None, "the record is in another charset than the one it names";
    MALFORMED       "E003" Warning None, "bytes that are not text in the charset of the record";
    UNCERTAIN       "E004" Warning None, "the charset is not certain";
}
