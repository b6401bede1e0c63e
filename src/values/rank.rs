//! Ranks, and players' names with a rank after them.

use super::{Rule, parse};

/// A rank: a number and its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rank {
    /// A dan, of an amateur or of an unknown kind.
    Dan(u8),
    /// A kyu.
    Kyu(u8),
    /// A dan of a professional.
    Professional(u8),
}

impl Rank {
    /// Reads a rank alone: `6-dan`, `6 dan`, `6d`, `3-kyu`, `9p`; numbers from 1 to 99.
    pub fn parse(text: &str) -> Option<Self> {
        let mut pairs = parse(Rule::rank, text)?;
        let number = pairs.next()?.as_str().parse().ok()?;
        Some(match pairs.next()?.as_rule() {
            Rule::dan => Self::Dan(number),
            Rule::kyu => Self::Kyu(number),
            _ => Self::Professional(number),
        })
    }

    /// Reads a rank exactly as SGF writes it: `6d`, `3k`, `9p` (`FF[4]`, BR).
    pub fn parse_sgf(text: &str) -> Option<Self> {
        Self::parse(text).filter(|rank| rank.sgf() == text)
    }

    /// Reads a rank as the Go servers of East Asia write it: `9段`, `5级`, and `P8段` for a professional.
    fn parse_east_asian(text: &str) -> Option<Self> {
        let (number, kind) = match text.strip_suffix(['段', '단']) {
            Some(number) => match number.strip_prefix('P') {
                Some(number) => (number, 'p'),
                None => (number, 'd'),
            },
            None => (text.strip_suffix(['级', '級', '급'])?, 'k'),
        };
        Self::parse_sgf(&format!("{number}{kind}"))
    }

    /// Returns the rank as SGF writes it: `6d`, `3k`, `9p` (`FF[4]`, BR).
    pub fn sgf(self) -> String {
        match self {
            Self::Dan(n) => format!("{n}d"),
            Self::Kyu(n) => format!("{n}k"),
            Self::Professional(n) => format!("{n}p"),
        }
    }

    /// Returns the rank as Ishi records have it: `6-dan`, `3-kyu`, and `9p` unchanged.
    pub fn ishi(self) -> String {
        match self {
            Self::Dan(n) => format!("{n}-dan"),
            Self::Kyu(n) => format!("{n}-kyu"),
            Self::Professional(n) => format!("{n}p"),
        }
    }
}

/// Splits the text of BLACK or WHITE into a name and the rank at its end (Ishi specification, section 5.2:
/// "Black player's name, rank etc."): `Otake 9 dan` -> `Otake`, 9 dan.
///
/// The name is `None` if the whole text is a rank. Without a rank the whole text is the name.
pub fn split_player(text: &str) -> (Option<&str>, Option<Rank>) {
    let text = text.trim();
    if let Some(rank) = Rank::parse(text) {
        return (None, Some(rank));
    }
    let mut ends = text.rmatch_indices(char::is_whitespace).map(|(at, _)| at);
    let last = ends.next();
    // `6 dan` takes two words, `6-dan` one; the longer reading is the right one.
    let before = last.and_then(|last| {
        let head = text.get(..last)?.trim_end();
        head.rfind(char::is_whitespace)
    });
    for at in [before, last].into_iter().flatten() {
        let (Some(name), Some(words)) = (text.get(..at), text.get(at..)) else {
            continue;
        };
        let name = name.trim_end().trim_end_matches(',').trim_end();
        if let Some(rank) = Rank::parse(words)
            && !is_kind_of_rank(name)
        {
            return (Some(name), Some(rank));
        }
    }
    (Some(text), None)
}

/// Returns whether the word before a rank belongs to the rank: `professional 1-dan` does not mean
/// `1d`.
fn is_kind_of_rank(name: &str) -> bool {
    let word = name.rsplit(char::is_whitespace).next().unwrap_or(name);
    ["professional", "pro", "amateur", "former", "about"]
        .iter()
        .any(|kind| word.trim_end_matches('.').eq_ignore_ascii_case(kind))
}

/// Joins a name and a rank into the text of BLACK or WHITE; a rank in no known form is put
/// after the name unchanged.
pub fn join_player(name: &str, rank: &str) -> String {
    let known = Rank::parse_sgf(rank).or_else(|| Rank::parse_east_asian(rank));
    let known = known.map(Rank::ishi);
    let rank = known.unwrap_or_else(|| rank.to_owned());
    if name.is_empty() || rank.is_empty() {
        return [name, &rank].concat();
    }
    format!("{name} {rank}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rank_at_the_end_is_split_from_the_name() {
        for (text, name, rank) in [
            ("Haruyama 6-dan", Some("Haruyama"), "6d"),
            ("Nagahara Yoshiaki 4 dan", Some("Nagahara Yoshiaki"), "4d"),
            ("Nagahara Yoshiaki 4  DAN", Some("Nagahara Yoshiaki"), "4d"),
            ("Kim 12k", Some("Kim"), "12k"),
            ("Kim, 3 kyu", Some("Kim"), "3k"),
            ("Cho Chikun 9p", Some("Cho Chikun"), "9p"),
            ("6-dan", None, "6d"),
            ("6 dan", None, "6d"),
            ("R2 D2 1d", Some("R2 D2"), "1d"),
            ("Kim 99k", Some("Kim"), "99k"),
            (" Kim ,  1 kyu ", Some("Kim"), "1k"),
        ] {
            let (found, found_rank) = split_player(text);
            assert_eq!(found, name, "{text}");
            assert_eq!(found_rank.map(Rank::sgf).as_deref(), Some(rank), "{text}");
        }
    }

    #[test]
    fn ranks_of_sgf_are_read_as_they_are_written() {
        for text in ["1d", "6k", "9p", "10k", "99d"] {
            assert_eq!(Rank::parse_sgf(text).map(Rank::sgf).as_deref(), Some(text));
            assert_eq!(Rank::parse_sgf(text), Rank::parse(text));
        }
        for text in [
            "", "d", "0d", "06d", "100d", "6D", "6 d", "6dan", "+6d", "6x",
        ] {
            assert_eq!(Rank::parse_sgf(text), None, "{text}");
        }
    }

    #[test]
    fn other_texts_are_names() {
        for text in [
            "",
            "Honinbo Shusaku",
            "Alan Chen (9 years old)",
            "James Redmond 5-dan (made 6-dan after this game)",
            "Jim Kerwin, professional 1-dan",
            "Jim Kerwin, PRO. 1-dan",
            "Jim Kerwin former 1 dan",
            "Foo6d",
            "Agent 0d",
            "Player 100d",
            "Somebody dan",
            "Player 6 days",
        ] {
            assert_eq!(split_player(text), (Some(text), None));
        }
    }

    #[test]
    fn names_and_ranks_are_joined() {
        for (name, rank, text) in [
            ("Haruyama", "6d", "Haruyama 6-dan"),
            ("Kim", "3k", "Kim 3-kyu"),
            ("Cho", "9p", "Cho 9p"),
            ("Cho", "9 dan", "Cho 9 dan"),
            ("Anna", "9段", "Anna 9-dan"),
            ("Anna", "5级", "Anna 5-kyu"),
            ("Anna", "P8段", "Anna 8p"),
            ("Anna", "段", "Anna 段"),
            ("guest", "NR", "guest NR"),
            ("", "6d", "6-dan"),
            ("Kim", "", "Kim"),
        ] {
            assert_eq!(join_player(name, rank), text);
        }
    }
}
