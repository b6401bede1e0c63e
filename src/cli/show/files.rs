//! Names for the files of `--all`.

use std::fmt::Write;

use any_ascii::any_ascii;
use ishi::draw::Drawing;

/// How many characters of a caption go into a name.
const LONGEST: usize = 40;

/// Returns a name for each diagram, given with the numbers of its game and its own in that game.
///
/// The names sort in the order of the record: `book-2-03-black-to-play.svg`. The number of the
/// game is left out where there is only one.
pub fn names(
    stem: &str,
    ending: &str,
    games: usize,
    drawings: &[(usize, usize, Drawing)],
) -> Vec<String> {
    let most = drawings.iter().map(|drawing| drawing.1).max().unwrap_or(1);
    let (game_digits, digits) = (games.to_string().len(), most.to_string().len().max(2));
    let name = |(game, diagram, drawing): &(usize, usize, Drawing)| {
        let mut name = stem.to_owned();
        if games > 1 {
            let _ = write!(name, "-{game:0game_digits$}");
        }
        let _ = write!(name, "-{diagram:0digits$}");
        let caption = slug(drawing.caption.as_deref().unwrap_or(""));
        if !caption.is_empty() {
            name.push('-');
            name.push_str(&caption);
        }
        format!("{name}.{ending}")
    };
    drawings.iter().map(name).collect()
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
    use super::slug;

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
        assert!(slug(&"word ".repeat(50)).len() <= super::LONGEST);
    }
}
