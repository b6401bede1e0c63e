//! The round of a tournament in the title of an event.

/// The words for parts of a tournament.
const WORDS: &str = " round game stage league final finals semifinal semifinals quarterfinal quarterfinals preliminary playoff ";

/// Splits a title into event and round (SGF `FF[4]`, EV and RO). The event ends at the first comma after which all parts are
/// rounds: `Cup, semi-final, game 2` is `Cup` and `semi-final, game 2`. A number needs its word, so `US Go Congress, 1989` has no
/// round. `, round 2` is the number `2`, as is the whole title `Round 2`; other words are the round as they stand.
pub fn split_round(title: &str) -> (&str, Option<&str>) {
    let mut commas = title.match_indices(", ");
    let parted = commas.find_map(|(at, comma)| {
        let (event, round) = (title.get(..at)?, title.get(at + comma.len()..)?);
        round.split(", ").all(is_round).then_some((event, round))
    });
    match parted {
        Some((event, round)) if !event.is_empty() => {
            (event, Some(round.strip_prefix("round ").unwrap_or(round)))
        }
        _ => match title.strip_prefix("Round ").filter(|_| is_round(title)) {
            Some(number) => ("", Some(number)),
            None => (title, None),
        },
    }
}

/// Joins event and round into a title. Returns `None` if [`split_round`] would not split it again.
pub fn join_round(event: &str, round: &str) -> Option<String> {
    let number = round.strip_prefix("round ").unwrap_or(round);
    let title = match (event, is_round(&format!("round {number}"))) {
        ("", true) => format!("Round {number}"),
        (_, true) => format!("{event}, round {number}"),
        _ => format!("{event}, {round}"),
    };
    (split_round(&title) == (event, Some(number))).then_some(title)
}

/// Returns whether words are a part of a tournament, with or without a number, and with its kind in parentheses: `1st round`,
/// `Last preliminary`, `Round 2 (final)`.
fn is_round(words: &str) -> bool {
    let words = match words.split_once(" (") {
        Some((before, kind)) if kind.ends_with(')') => before,
        _ => words,
    };
    let (mut parts, mut numbers) = (0, 0);
    let are_known = words.split(' ').all(|word| {
        let word = word.to_ascii_lowercase().replace('-', "");
        let letters = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_part = letters == word && WORDS.contains(&format!(" {word} "));
        let is_number = letters != word && matches!(letters, "" | "st" | "nd" | "rd" | "th");
        parts += usize::from(is_part);
        numbers += usize::from(!is_part);
        is_part || is_number || word == "last"
    });
    are_known && parts == 1 && numbers <= 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_comes_after_the_title() {
        for (title, event, round) in [
            ("Cup, round 2", "Cup", Some("2")),
            ("Cup, Round 2 (final)", "Cup", Some("Round 2 (final)")),
            ("Cup, round 2 (final)", "Cup", Some("2 (final)")),
            ("Cup, final", "Cup", Some("final")),
            ("League, semi-final", "League", Some("semi-final")),
            ("Cup, 1st round", "Cup", Some("1st round")),
            (
                "Cup, B, semi-final, game 2",
                "Cup, B",
                Some("semi-final, game 2"),
            ),
            ("Cup, round 1, round 2", "Cup", Some("1, round 2")),
            ("Round 2", "", Some("2")),
            ("Final", "Final", None),
            ("Game 1", "Game 1", None),
            ("US Go Congress, 1989", "US Go Congress, 1989", None),
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
        for (event, round, title) in [
            ("Cup", "2", Some("Cup, round 2")),
            ("Cup", "round 2", Some("Cup, round 2")),
            ("Cup", "3 (final)", Some("Cup, round 3 (final)")),
            ("Cup", "final", Some("Cup, final")),
            ("League", "Round 12", Some("League, Round 12")),
            ("League", "1st round", Some("League, 1st round")),
            ("", "2", Some("Round 2")),
            ("", "final", None),
            ("Cup", "", None),
            ("Cup", "Last preliminary", Some("Cup, Last preliminary")),
            ("Cup", "A class", None),
            ("Cup", "4, board 2", None),
            ("Cup, round 1", "2", None),
        ] {
            assert_eq!(
                join_round(event, round).as_deref(),
                title,
                "{event} {round}"
            );
        }
    }
}
