//! The round of a tournament in the title of an event.

/// Between the title and the round.
const ROUND: &str = ", round ";

/// Splits a title into event and round: `Cup, round 2` is `Cup` and `2` (SGF `FF[4]`, EV and RO). A round starts with
/// a figure or a capital letter, so `Cup, round robin` is all title, and has no comma.
pub fn split_round(title: &str) -> (&str, Option<&str>) {
    let found = title.to_ascii_lowercase().rfind(ROUND);
    let parts = found.and_then(|at| Some((title.get(..at)?, title.get(at + ROUND.len()..)?)));
    let is_round = |round: &str| {
        round.starts_with(|c: char| c.is_ascii_digit() || c.is_ascii_uppercase())
            && !round.contains([',', ';'])
    };
    match parts {
        Some((event, round)) if !event.is_empty() && is_round(round) => (event, Some(round)),
        _ => (title, None),
    }
}

/// Joins event and round into a title. Returns `None` if [`split_round`] would not split it again.
pub fn join_round(event: &str, round: &str) -> Option<String> {
    let title = [event, ROUND, round].concat();
    (split_round(&title) == (event, Some(round))).then_some(title)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_comes_after_the_title() {
        for (title, event, round) in [
            ("Cup, round 2", "Cup", Some("2")),
            ("Cup, Round 2 (final)", "Cup", Some("2 (final)")),
            ("Cup, round Preliminary", "Cup", Some("Preliminary")),
            ("Cup, round 1, round 2", "Cup, round 1", Some("2")),
            ("Cup, round robin", "Cup, round robin", None),
            ("Cup, round of 16", "Cup, round of 16", None),
            ("Cup, round 4, board 2", "Cup, round 4, board 2", None),
            ("Cup round 2", "Cup round 2", None),
            (", round 2", ", round 2", None),
            ("Cup, round ", "Cup, round ", None),
            ("", "", None),
            ("\u{130}\u{130}, round 2", "\u{130}\u{130}", Some("2")),
        ] {
            assert_eq!(split_round(title), (event, round), "{title}");
        }
    }

    #[test]
    fn a_title_is_read_as_it_is_joined() {
        assert_eq!(join_round("Cup", "2").as_deref(), Some("Cup, round 2"));
        for (event, round) in [
            ("", "2"),
            ("Cup", ""),
            ("Cup", "semifinal"),
            ("Cup", "4, board 2"),
        ] {
            assert_eq!(join_round(event, round), None, "{event} {round}");
        }
    }
}
