//! The rules of Smart-Go that diagnostics are reported under.

use crate::diagnostic::rules;

rules! {
    /// Every rule, in the order of the codes.
    ALL:
    HALF_POINTS      "B068" Note    Some(59), "the komi in half points, as Smart Game Board wrote it";
    TIME_UNIT        "B102" Warning None, "the unit of the time limit is unknown";
    FREE_TIME        "B103" Note    Some(33), "the time limit is text in an unknown form";
    FREE_DATE        "B104" Note    Some(33), "the date is text in an unknown form";
    FREE_RESULT      "B105" Note    Some(33), "the result is text in an unknown form";
    MANY_LETTERS     "B106" Note    None, "more points have letters than the alphabet has";
    TWO_LABELS       "B107" Warning Some(38), "a point with a label has a letter too";
    VIEW_CORNERS     "B108" Note    Some(52), "the view is not two corners";
    TEXT_BEFORE_GAME "B109" Note    Some(6), "text precedes the game";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_in_order() {
        assert!(ALL.is_sorted_by(|a, b| a.code < b.code));
    }
}
