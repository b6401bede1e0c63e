//! Names of files by a pattern.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use ishi::change::{header, header_id};
use ishi::model::{Game, Id};
use ishi_archive::archive::portable_name;

/// A pattern for the names of files, `{date} {black} - {white}`: texts, with the header after each.
#[derive(Debug, Clone)]
pub struct Pattern(Vec<(String, Option<Id>)>);

impl FromStr for Pattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let (word, behind) = after
                .split_once('}')
                .ok_or("a `{` has no `}`; expected words in braces, such as {black}")?;
            let id = header_id(word).map_err(|error| error.to_string())?;
            parts.push((before.to_owned(), Some(id)));
            rest = behind;
        }
        if parts.is_empty() {
            return Err("it has no word in braces, so all files would have one name; expected for example {black}".to_owned());
        }
        parts.push((rest.to_owned(), None));
        Ok(Self(parts))
    }
}

impl Pattern {
    /// Returns the path of a result: `below` with the name of the pattern and its ending.
    pub fn path(&self, below: &Path, game: Option<&Game<'_>>) -> PathBuf {
        let mut text = String::new();
        for (before, id) in &self.0 {
            text.push_str(before);
            text.push_str(
                game.zip(*id)
                    .and_then(|(game, id)| header(game, id))
                    .unwrap_or(""),
            );
        }
        let words: Vec<_> = text.split_whitespace().collect();
        let mut name = portable_name(words.join(" ").trim_matches([' ', '-', '_', ',']));
        if name.is_empty() {
            return below.to_owned();
        }
        if let Some(ending) = below.extension() {
            name.push('.');
            name.push_str(&ending.to_string_lossy());
        }
        below.with_file_name(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_from_headers_and_are_safe() {
        let text = b"(;FF[4]PB[A/B: C?]PW[Otto]DT[1990-05-12,13]EV[CON]SO[...])";
        let record = ishi::read(text).unwrap();
        for (pattern, expected) in [
            (
                "{date} {black} - {white}",
                "a/1990-05-12,13 A_B_ C_ - Otto.sgf",
            ),
            ("{PB}", "a/A_B_ C_.sgf"),
            ("{event}", "a/CON_.sgf"),
            ("{round} - {white}", "a/Otto.sgf"),
            ("{white} ({round})", "a/Otto ().sgf"),
            ("{round}", "a/x.sgf"),
            ("{SO}", "a/x.sgf"),
        ] {
            let pattern: Pattern = pattern.parse().unwrap();
            let path = pattern.path(Path::new("a/x.sgf"), record.games.first());
            assert_eq!(path, Path::new(expected), "{pattern:?}");
        }
        let long = format!("{{white}}{}", "\u{f6}".repeat(300));
        let path = long
            .parse::<Pattern>()
            .unwrap()
            .path(Path::new("x.sgf"), None);
        assert_eq!(path.as_os_str().len(), 204);
    }

    #[test]
    fn a_pattern_that_names_no_header_is_refused() {
        for (pattern, expected) in [
            (
                "game",
                "it has no word in braces, so all files would have one name; expected for example {black}",
            ),
            (
                "{black",
                "a `{` has no `}`; expected words in braces, such as {black}",
            ),
        ] {
            assert_eq!(pattern.parse::<Pattern>().unwrap_err(), expected);
        }
        let error = "{blak}".parse::<Pattern>().unwrap_err();
        assert!(error.starts_with("no header has the name \"blak\"; expected black, white,"));
    }
}
