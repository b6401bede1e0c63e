//! The laws that reader and writer agree. The last test shows that planted disagreements break them.
//!
//! SGF can express every meaning, so the shown part of a game is the whole game.

use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestRunner};

use crate::compare::{Scope, compare};
use crate::diagnostic::Diagnostics;
use crate::model::Game;
use crate::options::{ReadOptions, WriteOptions};
use crate::outcome::Outcomes;
use crate::testing;

fn write(game: &Game<'_>) -> String {
    let mut text = String::new();
    let mut outcomes = Outcomes::new();
    super::write(game, &WriteOptions::default(), &mut text, &mut outcomes);
    text
}

/// Checks that a game comes back with its meaning and detail, and that the second text is the same as the first.
/// `planted` changes the text, to show that the law can fail.
fn is_said_again(game: &Game<'_>, planted: fn(String) -> String) -> Result<(), TestCaseError> {
    let written = planted(write(game));
    let options = ReadOptions::default();
    let again = super::read(&written, &options, &mut Diagnostics::new());
    prop_assert_eq!(again.len(), 1);
    for again in &again {
        let found = compare(game, again, Scope::Whole).differences;
        prop_assert!(found.is_empty(), "{found:?}\n{written}");
        prop_assert_eq!(planted(write(again)), written.clone());
    }
    Ok(())
}

proptest! {
    #![proptest_config(testing::law())]

    #[test]
    fn what_is_said_is_said_again(game in testing::any_game()) {
        is_said_again(&game, |text| text)?;
    }

    #[test]
    fn what_is_said_of_other_games_is_said_again(game in testing::other_game()) {
        is_said_again(&game, |text| text)?;
    }

    #[test]
    fn kept_words_are_recalled(game in testing::game_with_detail()) {
        is_said_again(&game, |text| text)?;
    }
}

#[test]
fn planted_disagreements_break_the_laws() {
    let mut runner = TestRunner::deterministic();
    let no_labels = |text: String| text.replace("LB[", "XLB[");
    assert!(
        runner
            .run(&testing::any_game(), |game| is_said_again(&game, no_labels))
            .is_err()
    );
    let no_remarks = |text: String| text.replace("REMARK", "COMMENT");
    assert!(
        runner
            .run(&testing::game_with_detail(), |game| {
                is_said_again(&game, no_remarks)
            })
            .is_err()
    );
}
