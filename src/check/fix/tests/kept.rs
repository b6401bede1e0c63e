//! Records that keep their words, numbers and values, because a fix could be wrong.

use super::{fixed, guesses};
use crate::check::fix::Choice;

#[test]
fn words_between_the_properties_of_two_moves_stay() {
    for moves in [
        "B[aa] good W[bb]",
        "B[aa] good move AW[bb]",
        "B[aa] W[bb] good",
        "B[aa] atari! W[bb]",
    ] {
        let before = format!("(;FF[4]GM[1]SZ[9];{moves})");
        assert_eq!(fixed(&before, &Choice::default()), before);
        let guessed = fixed(&before, &guesses());
        assert_eq!(guessed, before.replace('!', ""));
    }
}
