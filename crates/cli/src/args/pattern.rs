//! Names of files by a pattern.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use ishi::change::{header, header_id};
use ishi::model::{Game, Id};
use ishi_archive::archive::portable_name;

/// A pattern for the names of files, `{date} {black} - {white}`: a text, and headers with the text after each.
#[derive(Debug, Clone)]
pub struct Pattern(String, Vec<(Id, String)>);

impl FromStr for Pattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut pieces = text.split('{');
        let start = pieces.next().unwrap_or_default().to_owned();
        let header = |piece: &str| {
            let (word, after) = piece
                .split_once('}')
                .ok_or("a `{` has no `}`; expected words in braces, such as {black}")?;
            let id = header_id(word).map_err(|error| error.to_string())?;
            Ok((id, after.to_owned()))
        };
        let headers: Vec<_> = pieces.map(header).collect::<Result<_, String>>()?;
        if headers.is_empty() {
            return Err("it has no word in braces, so all files would have one name; expected for example {black}".to_owned());
        }
        Ok(Self(start, headers))
    }
}

impl Pattern {
    /// Returns the path of a result: `below` with the name of the pattern and its ending.
    pub fn path(&self, below: &Path, game: Option<&Game<'_>>) -> PathBuf {
        let mut text = self.0.clone();
        for (id, after) in &self.1 {
            text.push_str(game.and_then(|game| header(game, *id)).unwrap_or(""));
            text.push_str(after);
        }
        let words: Vec<_> = text.split_whitespace().collect();
        let mut name = portable_name(words.join(" ").trim_matches([' ', '-', '_', ',']));
        if name.is_empty() {
            return below.to_owned();
        }
        if let Some(ending) = below.extension() {
            name = format!("{name}.{}", ending.to_string_lossy());
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
        let error = "{black".parse::<Pattern>().unwrap_err();
        assert_eq!(
            error,
            "a `{` has no `}`; expected words in braces, such as {black}"
        );
        let error = "{blak}".parse::<Pattern>().unwrap_err();
        assert!(error.starts_with("\"blak\" is no header; expected black, white,"));
    }
}
