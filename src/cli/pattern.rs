//! Names of results: by a pattern, and without clash.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use ishi::change::{header, header_id};
use ishi::input::archive::portable_name;
use ishi::model::{Game, Id};

/// A pattern for the names of files: `{date} {black} - {white}`.
#[derive(Debug, Clone)]
pub struct Pattern(Vec<PatternPart>);

#[derive(Debug, Clone)]
enum PatternPart {
    Text(String),
    Header(Id),
    /// The name of the source without its ending.
    Source,
}

impl FromStr for Pattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let (word, behind) = after
                .split_once('}')
                .ok_or("a `{` has no `}`; expected words in braces, such as {black}")?;
            parts.push(PatternPart::Text(before.to_owned()));
            parts.push(match word {
                "name" => PatternPart::Source,
                word => PatternPart::Header(header_id(word).map_err(|error| error.to_string())?),
            });
            rest = behind;
        }
        if parts.is_empty() {
            return Err("it has no word in braces, so all files would have one name; expected for example {black}".to_owned());
        }
        parts.push(PatternPart::Text(rest.to_owned()));
        Ok(Self(parts))
    }
}

impl Pattern {
    /// Returns the path of a result: `below` with the name of the pattern and its ending.
    pub fn path(&self, below: &Path, game: Option<&Game<'_>>) -> PathBuf {
        let stem = below.file_stem().unwrap_or_default().to_string_lossy();
        let words = self.0.iter().map(|part| match part {
            PatternPart::Text(text) => text,
            PatternPart::Header(id) => game.and_then(|game| header(game, *id)).unwrap_or(""),
            PatternPart::Source => &stem,
        });
        let text: String = words.collect();
        let text: Vec<_> = text.split_whitespace().collect();
        let name = portable_name(text.join(" ").trim_matches([' ', '-', '_', ',']));
        if name.is_empty() {
            return below.to_owned();
        }
        let ending = below.extension().map(|ending| ending.to_string_lossy());
        below.with_file_name(match ending {
            Some(ending) => format!("{name}.{ending}"),
            None => name,
        })
    }
}

/// The names of the results so far.
#[derive(Debug, Default)]
pub struct TakenNames(HashSet<String>);

impl TakenNames {
    /// Returns the path, or if another result has it, the first free one with a number: `game-2.sgf`. Names in any letter
    /// case count as the same.
    pub fn free(&mut self, path: &Path) -> PathBuf {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let numbered = |number: usize| {
            let name = format!("{stem}-{number}");
            match path.extension() {
                Some(ending) => format!("{name}.{}", ending.to_string_lossy()),
                None => name,
            }
        };
        let mut candidate = path.to_owned();
        let mut number = 1;
        while !self.0.insert(candidate.to_string_lossy().to_lowercase()) {
            number += 1;
            candidate = path.with_file_name(numbered(number));
        }
        candidate
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
            ("{name}, {white}", "a/x, Otto.sgf"),
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

    #[test]
    fn a_taken_name_gets_a_number() {
        let mut names = TakenNames::default();
        for (path, expected) in [
            ("a/x.sgf", "a/x.sgf"),
            ("a/X.sgf", "a/X-2.sgf"),
            ("a/x.sgf", "a/x-3.sgf"),
            ("b/x.sgf", "b/x.sgf"),
            ("x", "x"),
            ("x", "x-2"),
        ] {
            assert_eq!(names.free(Path::new(path)), Path::new(expected));
        }
    }
}
