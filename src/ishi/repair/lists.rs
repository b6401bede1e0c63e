//! Lists that are loosely typed: `SETUP BLACK C3,D4`, `MARK a@C3, b@C4`, `HIDE #1-#2`.

use super::fields::{
    is_color, is_column, is_field, is_label, is_location, is_number, looks_like_location, point,
};
use crate::ishi::line::Keyword;
use crate::model::BoardSize;

/// The keyword of a list, and the board of its locations.
#[derive(Clone, Copy)]
pub(super) struct TypedList {
    pub keyword: Keyword,
    pub size: BoardSize,
}

impl TypedList {
    /// Returns the line of a list with the data that is meant. Well-typed fields stay, marks between them drop out,
    /// and unexplained words stay.
    pub fn mended(self, data: &str) -> String {
        let data = self.prepared(data);
        let words: Vec<&str> = data.split_whitespace().collect();
        let mut out = vec![self.keyword.word().to_owned()];
        let mut rest = words.as_slice();
        while let Some(first) = rest.first() {
            let (fields, width) = self.next(rest).unwrap_or((vec![(*first).to_owned()], 1));
            out.extend(fields);
            rest = rest.get(width..).unwrap_or_default();
        }
        out.join(" ")
    }

    pub fn is_field(self, word: &str) -> bool {
        is_field(self.keyword, word, self.size)
    }

    /// Returns the fields that the next words make, up to three of them, and how many words they are.
    fn next(self, words: &[&str]) -> Option<(Vec<String>, usize)> {
        let first = words.first()?;
        let second = words.get(1).copied().unwrap_or_default();
        // The 6 of `Q1 6` belongs to the 1 before it.
        let place = first.rsplit('@').next().unwrap_or_default();
        let ends_in_one = place.len() == 2 && place.ends_with('1') && looks_like_location(place);
        let is_broken = second.len() == 1
            && is_number(second)
            && (is_color(first) || ends_in_one || is_move(first));
        if !is_broken && self.is_field(first) {
            return None;
        }
        let label_is_near = self.keyword == Keyword::Mark && first.len() < 3;
        for width in 1..=3.min(words.len()) {
            let part = words.get(..width)?;
            let mut others = part.iter().filter(|word| word.len() > 1);
            let has_field =
                !(label_is_near && width == 2) && others.any(|word| self.is_field(word));
            if width == 1 && is_broken || !is_broken && has_field {
                continue;
            }
            if let Some(fields) = self.pieces(&part.join(" ")) {
                return Some((fields, width));
            }
        }
        None
    }

    /// Returns data with its colours as letters, its labels at their targets, and its ranges in one word.
    fn prepared(self, data: &str) -> String {
        let mut words: Vec<String> = Vec::new();
        let mut glue = false;
        for word in data.split_whitespace() {
            let previous = words.last().map(String::as_str).unwrap_or_default();
            let joins = match self.keyword {
                Keyword::Mark if word.starts_with('@') => is_label(previous),
                _ => word.starts_with('-') && ends_like_number(previous),
            };
            let word = match word {
                _ if self.keyword == Keyword::Setup => with_color_letter(word),
                word => word.replace("-#", "-"),
            };
            let is_open = self.keyword == Keyword::Mark && word.len() > 1 && word.ends_with('@')
                || self.keyword != Keyword::Setup && word.ends_with('-');
            match words.last_mut() {
                Some(last) if glue || joins => {
                    last.push_str(word.trim_start_matches(|c| glue && c == '#'));
                }
                _ => words.push(word),
            }
            glue = is_open
                || joins && matches!(words.last(), Some(last) if last.ends_with(['-', '@']));
        }
        words.join(" ")
    }

    /// Returns the fields that are in a part, with marks around or between them, glued, doubled or broken.
    fn pieces(self, part: &str) -> Option<Vec<String>> {
        let mut found = Vec::new();
        let mut rest = part.to_owned();
        // Each turn takes one field away.
        for _ in 0..=part.len() {
            if let Some(fields) = self.piece(&rest) {
                found.extend(fields);
                return Some(found);
            }
            let core = core(&rest).to_owned();
            let mut cuts = (1..core.len()).filter_map(|at| core.split_at_checked(at));
            let (left, right) = cuts.find(|(left, right)| {
                !right.starts_with(|c: char| c.is_ascii_digit())
                    && self.is_field(between(left))
                    && !between(right).is_empty()
                    && !is_range_of_points(left, right)
            })?;
            found.push(between(left).to_owned());
            between(right).clone_into(&mut rest);
        }
        None
    }

    /// Returns the fields that a part is, if it is one field with at most one slip, or locations that are glued.
    fn piece(self, part: &str) -> Option<Vec<String>> {
        let core = core(part);
        if core.is_empty() {
            return Some(Vec::new());
        }
        let one = |field: String| self.is_field(&field).then(|| vec![field]);
        if self.is_field(core) {
            return one(core.to_owned());
        }
        let mut typed = vec![core.to_owned()];
        if self.keyword == Keyword::Mark {
            typed.extend(marks(core));
        }
        if self.keyword != Keyword::Setup {
            typed.extend(range(core));
        }
        let mut fields = self.location(core).into_iter().chain(typed);
        fields
            .find_map(one)
            .or_else(|| self.color_and_location(core))
            .or_else(|| self.locations(core))
    }

    /// Mends a location: `C-3`, `CC3`, `3C`, `C33`, `a@C 3`, `C1.6`.
    fn location(self, core: &str) -> Option<String> {
        let (label, place) = match core.rsplit_once('@') {
            Some((label, place)) if self.keyword == Keyword::Mark && is_label(label) => {
                (format!("{label}@"), place)
            }
            Some(_) => return None,
            None => (String::new(), core),
        };
        let is_mark = |c: char| !c.is_alphanumeric() && !matches!(c, '#' | '@');
        let place = place.trim_start_matches(is_mark);
        let before = place.find(|c: char| !c.is_ascii_digit())?;
        let (first, rest) = place.split_at_checked(before)?;
        let mut chars = rest.chars();
        let letter = chars.next().filter(|letter| is_column(*letter))?;
        let rest = chars.as_str();
        let rest = rest.strip_prefix(letter).unwrap_or(rest);
        let marks = rest.chars().filter(|c| is_mark(*c)).count();
        let row: String = rest.chars().filter(|c| !is_mark(*c)).collect();
        if marks > 1 || first.len() + row.len() > 3 || first.starts_with('0') {
            return None;
        }
        let row = format!("{first}{row}");
        let place = is_number(&row)
            .then(|| point(letter, &row, self.size))
            .flatten()?;
        Some(label + &place)
    }

    /// Reads `B:`, `BB`, `B-C3` and `BC3` as a colour and a stone.
    fn color_and_location(self, core: &str) -> Option<Vec<String>> {
        let color = core.get(..1).filter(|color| is_color(color))?;
        let rest = core.get(1..)?;
        let rest = rest.strip_prefix(color).unwrap_or(rest);
        let place = rest.trim_start_matches(|c: char| !c.is_ascii_alphanumeric());
        let reads =
            self.keyword == Keyword::Setup && (place.is_empty() || is_location(place, self.size));
        let fields = [color, place].into_iter().filter(|field| !field.is_empty());
        reads.then(|| fields.map(str::to_owned).collect())
    }

    /// Reads locations without blanks between them.
    fn locations(self, core: &str) -> Option<Vec<String>> {
        let tight: String = core.split_whitespace().collect();
        let mut found: Vec<String> = Vec::new();
        for c in tight.chars() {
            match found.last_mut() {
                Some(last) if c.is_ascii_digit() => last.push(c),
                _ => found.push(c.to_string()),
            }
        }
        (found.len() > 1 && found.iter().all(|word| is_location(word, self.size))).then_some(found)
    }
}

/// Returns a part without the marks around it.
fn core(part: &str) -> &str {
    part.trim_matches(|c: char| {
        c.is_ascii() && !c.is_ascii_alphanumeric() && !matches!(c, '@' | '#' | '\\')
    })
}

fn between(part: &str) -> &str {
    part.trim_matches([' ', ',', '.', ';', ':', '/', '-', '+', '&'])
}

/// Returns whether `A1-A3` may be a row of points.
fn is_range_of_points(left: &str, right: &str) -> bool {
    let (first, last) = (between(left), between(right));
    let (column, row) = first.split_at_checked(1).unwrap_or_default();
    let is_near = last.get(..1) == Some(column) || last.get(1..) == Some(row);
    (left.ends_with('-') || right.starts_with('-')) && is_near
}

/// Returns whether a word is the number of a move, `#12`.
fn is_move(word: &str) -> bool {
    word.strip_prefix('#').is_some_and(is_number)
}

fn ends_like_number(word: &str) -> bool {
    word.starts_with('#') && word.ends_with(|c: char| c.is_ascii_digit())
}

/// Returns a word with `BLACK` and `WHITE` as letters.
fn with_color_letter(word: &str) -> String {
    let end = word
        .find(|c: char| !c.is_ascii_alphabetic())
        .unwrap_or(word.len());
    let (letters, rest) = word.split_at_checked(end).unwrap_or((word, ""));
    let color = match letters {
        _ if letters.eq_ignore_ascii_case("BLACK") => "B",
        _ if letters.eq_ignore_ascii_case("WHITE") => "W",
        _ => letters,
    };
    format!("{color}{rest}")
}

/// Returns a mark without each of the letters that its label has twice in a row. A digit can be meant twice:
/// `100@C3` is a label of three characters.
fn without_double(core: &str) -> impl Iterator<Item = String> {
    let at = core.rfind('@').unwrap_or(0);
    let (label, target) = core.split_at_checked(at).unwrap_or(("", core));
    let letters: Vec<char> = label.chars().collect();
    let doubles: Vec<usize> = (1..letters.len())
        .filter(|at| letters.get(*at) == letters.get(at - 1))
        .filter(|at| {
            letters
                .get(*at)
                .is_some_and(|letter| !letter.is_ascii_digit())
        })
        .collect();
    doubles.into_iter().map(move |double| {
        let rest = letters
            .iter()
            .enumerate()
            .filter(|(index, _)| *index != double);
        rest.map(|(_, c)| *c).collect::<String>() + target
    })
}

/// Returns a mark without a slip in its label: a letter or `@` doubled, a mark put in, `@` left out or swapped with a
/// character next to it.
fn marks(core: &str) -> Vec<String> {
    let mut found: Vec<String> = without_double(core).collect();
    found.push(core.replace("@@", "@"));
    let chars: Vec<char> = core.chars().collect();
    if let Some(at) = chars.iter().rposition(|c| *c == '@') {
        for other in [at.checked_sub(1), Some(at + 1)].into_iter().flatten() {
            let mut swapped = chars.clone();
            if other < chars.len() {
                swapped.swap(at, other);
                found.push(swapped.into_iter().collect());
            }
        }
        let marks =
            (0..at).filter(|index| matches!(chars.get(*index), Some('.' | ',' | ':' | ';')));
        let without = |mark: usize| {
            let rest = chars.iter().enumerate().filter(|(index, _)| *index != mark);
            rest.map(|(_, c)| *c).collect()
        };
        found.extend(marks.map(without));
    }
    found.extend(with_at(core));
    found
}

/// Returns a mark with the `@` that is missing, or is another mark: `a C3`, `a.C3`, `\tC3`.
fn with_at(core: &str) -> impl Iterator<Item = String> {
    let cuts = (1..core.len()).filter_map(move |at| core.split_at_checked(at));
    cuts.filter_map(|(label, place)| {
        let separated = label.strip_suffix([',', '.', ':', ' ']);
        let label = separated.filter(|label| !label.is_empty()).unwrap_or(label);
        let is_plain =
            !label.contains([' ', '@', '#', '\\']) || label.len() == 2 && label.starts_with('\\');
        let reads = is_label(label)
            && is_plain
            && looks_like_location(place)
            && !is_letter_and_digit(label);
        reads.then(|| format!("{label}@{place}"))
    })
}

/// Returns whether two characters are a location, perhaps in the column I.
fn is_letter_and_digit(label: &str) -> bool {
    matches!(label.as_bytes(), [letter, digit] if letter.is_ascii_alphabetic() && digit.is_ascii_digit())
}

/// Reads `1-2`, `$1-2`, `##3`, `#.3`, `4#7`, `#8,6` as moves.
fn range(core: &str) -> Option<String> {
    let is_digit = |c: char| c.is_ascii_digit();
    let numbers: String = core.chars().filter(|c| is_digit(*c) || *c == '-').collect();
    let (first, last) = numbers.split_once('-').unwrap_or((&numbers, &numbers));
    let others = core
        .chars()
        .filter(|c| !is_digit(*c) && !matches!(c, '#' | '-'));
    let has_letter = core.chars().any(char::is_alphabetic);
    let is_move = core.contains('#') || numbers.contains('-');
    let reads =
        is_number(first) && is_number(last) && is_move && !has_letter && others.count() <= 1;
    reads.then(|| format!("#{numbers}"))
}
