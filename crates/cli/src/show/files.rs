//! Names for the files of `--all`.

use std::fmt::Write;
use std::path::Path;

use any_ascii::any_ascii;

use crate::input::is_stdin;

/// How many characters of a caption go into a name.
const LONGEST: usize = 40;

/// Returns the first part of the file names for an input: `games/old.go` -> `old`.
pub fn stem(input: &Path) -> String {
    if is_stdin(input) {
        return "stdin".to_owned();
    }
    let stem = input.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

/// How the files of diagrams are named.
///
/// The names sort in the order of the record: `book-2-03-black-to-play.svg`. The number of the
/// game is not in them where there is only one.
pub struct PictureNames {
    /// The first part of each name.
    pub stem: String,
    pub ending: &'static str,
    /// How many games there are.
    pub games: usize,
    /// How many diagrams a game has at most.
    pub most: usize,
}

impl PictureNames {
    /// Returns the name for a diagram by its two numbers: game 2, diagram 3 -> `old-2-03.svg`.
    pub fn name(&self, game: usize, diagram: usize, caption: Option<&str>) -> String {
        let (games, digits) = (self.games, self.most.to_string().len().max(2));
        let mut name = self.stem.clone();
        if games > 1 {
            let game_digits = games.to_string().len();
            let _ = write!(name, "-{game:0game_digits$}");
        }
        let _ = write!(name, "-{diagram:0digits$}");
        let caption = slug(caption.unwrap_or(""));
        if !caption.is_empty() {
            name.push('-');
            name.push_str(&caption);
        }
        format!("{name}.{}", self.ending)
    }
}

/// Returns a caption in the characters that all file systems take: `Black's move 3` is
/// `black-s-move-3`.
fn slug(caption: &str) -> String {
    let ascii = any_ascii(caption).to_ascii_lowercase();
    let words = ascii.split(|c: char| !c.is_ascii_alphanumeric());
    let mut slug = String::new();
    for word in words.filter(|word| !word.is_empty()) {
        if slug.len() + word.len() >= LONGEST {
            break;
        }
        if !slug.is_empty() {
            slug.push('-');
        }
        slug.push_str(word);
    }
    slug
}

#[cfg(test)]
mod tests {
    use super::{PictureNames, slug};

    #[test]
    fn captions_become_names_that_every_file_system_takes() {
        for (caption, name) in [
            ("Black's move 3", "black-s-move-3"),
            ("  ../..//x\\y: z?", "x-y-z"),
            ("定石 1", "dingshi-1"),
            ("", ""),
        ] {
            assert_eq!(slug(caption), name);
        }
        assert_eq!(slug(&"word ".repeat(50)), ["word"; 8].join("-"));
        // The words have 39 and 40 letters.
        let words = |last: usize| format!("{} {}", "a".repeat(20), "b".repeat(last));
        assert_eq!(slug(&words(19)), words(19).replace(' ', "-"));
        assert_eq!(slug(&words(20)), "a".repeat(20));
    }

    #[test]
    fn numbers_have_as_many_digits_as_the_largest_one() {
        for (games, most, name) in [
            (1, 9, "old-03.svg"),
            (1, 99, "old-03.svg"),
            (1, 100, "old-003.svg"),
            (2, 9, "old-2-03.svg"),
            (10, 9, "old-02-03.svg"),
        ] {
            let names = PictureNames {
                stem: "old".to_owned(),
                ending: "svg",
                games,
                most,
            };
            assert_eq!(names.name(2, 3, None), name);
        }
    }
}
