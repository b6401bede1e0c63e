//! The rules of Smart-Go that diagnostics are reported under.

use crate::diagnostic::rules;

rules! {
    /// Every rule, in the order of the codes.
    ALL:
    HALF_POINTS      "B068" Note    Some(59), "the komi in half points, as Smart Game Board wrote it",
        "(;KI[11])" => "(;KM[5.5])";
    TIME_UNIT        "B102" Warning None, "the record does not name the unit of the time limit",
        "(;TM[90])" => "(;FF[1]TM[90])";
    FREE_TIME        "B103" Note    Some(33), "the time limit is text in an unknown form",
        "(;TM[long])" => "(;TM[2 hours])";
    FREE_DATE        "B104" Note    Some(33), "the date is text in an unknown form",
        "(;FF[1]DT[spring])" => "(;FF[1]DT[May 3, 1990])";
    FREE_RESULT      "B105" Note    Some(33), "the result is text in an unknown form",
        "(;FF[1]RE[unclear])" => "(;FF[1]RE[White resigns])";
    MANY_LETTERS     "B106" Note    None, "more points have letters than the alphabet has",
        "(;L[aa][ba][ca][da][ea][fa][ga][ha][ia][ja][ka][la][ma][na][oa][pa][qa][ra][sa][ab][bb][cb][db][eb][fb][gb][hb])"
            => "(;L[aa][ba])";
    TWO_LABELS       "B107" Warning Some(38), "a point with a label has a letter too",
        "(;L[aa]LB[aa:x])" => "(;L[aa]LB[bb:x])";
    VIEW_CORNERS     "B108" Note    Some(52), "the view is not two corners",
        "(;FF[3]VW[aa][bb][cc])" => "(;FF[3]VW[aa][bb])";
    TEXT_BEFORE_GAME "B109" Note    Some(6), "text precedes the game",
        "a letter\n(;B[aa])" => "(;B[aa])";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_in_order() {
        assert!(ALL.is_sorted_by(|a, b| a.code < b.code));
    }
}
