//! Weighs texts in charsets of one byte per character: letters with accents, and other alphabets.

use super::Charset;
use super::frequent::LATIN;

/// The cost of a byte of ASCII, so that bytes that a charset makes part of its characters count too.
pub(super) const ASCII: f64 = 3.5;

/// The cost of a character above 127, before its letter counts: after ASCII, and after another character
/// above 127, which is rarer in languages with Latin letters.
const AFTER_ASCII: f64 = 3.0;
const AFTER_OTHER: f64 = 5.5;

/// How many characters above 127 it takes to tell text in Latin letters by them.
const ENOUGH: usize = 8;

/// Returns a decoder of single bytes, for a charset of one byte per character.
fn characters(charset: Charset) -> impl Fn(u8) -> char {
    let above: Vec<u8> = (128..=255).collect();
    let table: Vec<char> = charset.decode(&above).chars().collect();
    move |byte| {
        let above = byte.checked_sub(128).map(usize::from);
        above.map_or(char::from(byte), |at| {
            table
                .get(at)
                .copied()
                .unwrap_or(char::REPLACEMENT_CHARACTER)
        })
    }
}

/// Returns whether a sample is text in Latin letters in a charset of one byte per character: of the
/// many characters above 127 nearly all are letters, and no more than two are side by side. Bytes
/// of other alphabets, and of Chinese, Japanese or Korean, are not like that.
pub(super) fn is_latin_text(charset: Charset, bytes: &[u8]) -> bool {
    let (mut count, mut letters, mut run) = (0, 0, 0_u32);
    for c in bytes.iter().copied().map(characters(charset)) {
        if c.is_ascii() {
            run = 0;
            continue;
        }
        run += 1;
        if run > 2 {
            return false;
        }
        count += 1;
        // The florin sign is a letter only by name, and the byte that begins katakana in Shift_JIS.
        letters += usize::from(is_latin_letter(c) && c != 'ƒ');
    }
    count >= ENOUGH && letters * 5 >= count * 4
}

/// Returns the cost of a sample in a charset of one byte per character.
pub(super) fn cost(charset: Charset, bytes: &[u8]) -> f64 {
    let character = characters(charset);
    let western = is_western(charset);
    let mut cost = 0.0;
    let (mut before, mut run) = (' ', 0_u32);
    let mut rest = bytes.iter().copied().map(character).peekable();
    while let Some(c) = rest.next() {
        if c.is_ascii() {
            cost += ASCII;
            run = 0;
        } else {
            let after = rest.peek().copied().unwrap_or(' ');
            cost += if western || !is_other_letter(c) {
                latin(before, c, after, run)
            } else {
                other(before, c, after)
            };
            run += 1;
        }
        before = c;
    }
    cost
}

/// Whether a charset was made for the languages of Western Europe. Its Greek letters are signs of
/// mathematics.
pub(super) fn is_western(charset: Charset) -> bool {
    matches!(charset, Charset::Dos(_))
        || charset == Charset::LATIN_1
        || charset == Charset::MAC_ROMAN
        || charset == Charset::Whatwg(encoding_rs::ISO_8859_15)
}

fn is_other_letter(c: char) -> bool {
    c.is_alphabetic() && c > '\u{24F}'
}

fn is_latin_letter(c: char) -> bool {
    c.is_alphabetic() && c <= '\u{24F}' && !matches!(c, 'ª' | 'º')
}

fn latin(before: char, c: char, after: char, run: u32) -> f64 {
    let mut cost = if run == 0 { AFTER_ASCII } else { AFTER_OTHER };
    if run > 1 {
        cost += 2.0;
    }
    let [frequent, known] = LATIN;
    cost += if frequent.contains(c) {
        2.4
    } else if known.contains(c) {
        4.0
    } else if is_latin_letter(c) {
        6.5
    } else if c.is_control() || c == char::REPLACEMENT_CHARACTER {
        20.0
    } else {
        9.0
    };
    let beside = (is_latin_letter(before), is_latin_letter(after));
    cost += match c {
        _ if is_latin_letter(c) => {
            if c.is_uppercase() && before.is_lowercase() {
                6.0
            } else if c.is_lowercase() && before.is_uppercase() && after.is_uppercase() {
                4.0
            } else if c.is_lowercase() && !beside.0 {
                1.0
            } else {
                0.0
            }
        }
        '’' if beside != (false, false) => 0.0,
        _ if beside == (true, true) => 4.0,
        _ => 0.0,
    };
    cost
}

/// Words in Cyrillic, Greek and their like have no Latin letters in them, and capitals in front.
fn other(before: char, c: char, after: char) -> f64 {
    let mut cost = if is_other_letter(before) { 3.4 } else { 4.6 };
    if c.is_uppercase() && before.is_lowercase() {
        cost += 6.0;
    }
    if c.is_uppercase() {
        cost += 1.0;
    }
    if before.is_ascii_alphabetic() || after.is_ascii_alphabetic() {
        cost += 5.0;
    }
    if ('\u{400}'..='\u{4FF}').contains(&c) && !matches!(c, 'А'..='я' | 'ё' | 'Ё') {
        cost += 4.0;
    }
    cost
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_in_latin_letters_has_many_of_them_and_few_side_by_side() {
        let is_latin = |bytes: &[u8]| is_latin_text(Charset::LATIN_1, bytes);
        let words = |letters: usize, signs: usize| {
            let letters = [&b"\xE4 "[..]].repeat(letters).concat();
            [letters, [&b"\xA7 "[..]].repeat(signs).concat()].concat()
        };
        assert!(is_latin(&words(8, 0)));
        assert!(!is_latin(&words(7, 0)));
        // Four of five are letters.
        assert!(is_latin(&words(8, 2)));
        assert!(!is_latin(&words(7, 2)));
        let pairs = [&b"\xE4\xF6 "[..]].repeat(4).concat();
        assert!(is_latin(&pairs));
        assert!(!is_latin(&[&pairs[..], b"\xE4\xF6\xFC"].concat()));
        // The florin sign, and the ordinals of Spanish.
        for sign in [b"\x83 ", b"\xAA ", b"\xBA "] {
            assert!(!is_latin(&[&sign[..]].repeat(20).concat()), "{sign:?}");
        }
    }

    #[test]
    fn letters_in_their_usual_places_cost_less() {
        for (likely, unlikely) in [
            // A frequent letter, another one of the languages of records, any other, a sign, a control code.
            ((' ', 'é', ' ', 0), (' ', 'ï', ' ', 0)),
            ((' ', 'ï', ' ', 0), (' ', 'ł', ' ', 0)),
            ((' ', 'ł', ' ', 0), (' ', '§', ' ', 0)),
            ((' ', '§', ' ', 0), (' ', '\u{90}', ' ', 0)),
            ((' ', '§', ' ', 0), (' ', '\u{FFFD}', ' ', 0)),
            // After ASCII, after one other character, after several.
            ((' ', 'é', ' ', 0), ('a', 'é', ' ', 1)),
            (('a', 'é', ' ', 1), ('a', 'é', ' ', 2)),
            (('A', 'É', 'B', 0), ('a', 'É', 'B', 0)),
            (('a', 'é', 'B', 0), ('A', 'é', 'B', 0)),
            (('A', 'é', 'b', 0), ('A', 'é', 'B', 0)),
            (('a', 'é', ' ', 0), (' ', 'é', ' ', 0)),
            ((' ', '§', 'a', 0), ('a', '§', 'a', 0)),
            (('a', '§', ' ', 0), ('a', '§', 'a', 0)),
            (('a', '’', 'a', 0), ('a', '§', 'a', 0)),
        ] {
            let cost = |(before, c, after, run)| latin(before, c, after, run);
            assert!(cost(likely) < cost(unlikely), "{likely:?} {unlikely:?}");
        }
        let same = |one, other| latin('a', one, 'b', 0).total_cmp(&latin('a', other, 'b', 0));
        assert!(same('é', 'ü').is_eq());
    }

    #[test]
    fn capitals_of_other_alphabets_are_in_front() {
        for (likely, unlikely) in [
            (('а', 'б', 'в'), (' ', 'б', 'в')),
            ((' ', 'б', ' '), (' ', 'Б', ' ')),
            ((' ', 'Б', 'в'), ('а', 'Б', 'в')),
            (('А', 'Б', 'В'), ('а', 'Б', 'В')),
            ((' ', 'б', ' '), ('a', 'б', ' ')),
            ((' ', 'б', ' '), (' ', 'б', 'a')),
            // A letter that Russian lacks.
            ((' ', 'ё', ' '), (' ', 'ђ', ' ')),
            ((' ', 'я', ' '), (' ', 'ђ', ' ')),
        ] {
            let cost = |(before, c, after)| other(before, c, after);
            assert!(cost(likely) < cost(unlikely), "{likely:?} {unlikely:?}");
        }
    }

    #[test]
    fn a_text_costs_as_much_as_its_characters_in_their_places() {
        let sum = |parts: &[f64]| parts.iter().sum::<f64>();
        let russian = Charset::from_label("windows-1251").unwrap();
        for (charset, text, expected) in [
            (Charset::LATIN_1, "ab", sum(&[ASCII, ASCII])),
            (
                Charset::LATIN_1,
                "aé éÉb",
                sum(&[
                    ASCII,
                    latin('a', 'é', ' ', 0),
                    ASCII,
                    latin(' ', 'é', 'É', 0),
                    latin('é', 'É', 'b', 1),
                    ASCII,
                ]),
            ),
            (
                Charset::LATIN_1,
                "éééé",
                sum(&[
                    latin(' ', 'é', 'é', 0),
                    latin('é', 'é', 'é', 1),
                    latin('é', 'é', 'é', 2),
                    latin('é', 'é', ' ', 3),
                ]),
            ),
            (
                russian,
                "бВ§",
                sum(&[
                    other(' ', 'б', 'В'),
                    other('б', 'В', '§'),
                    latin('В', '§', ' ', 2),
                ]),
            ),
            // A Greek letter of a code page of Western Europe is a sign.
            (Charset::CP437, "α", sum(&[latin(' ', 'α', ' ', 0)])),
        ] {
            let bytes = charset.encode(text).unwrap();
            let found = cost(charset, &bytes);
            assert!(
                (found - expected).abs() < 1e-9,
                "{text}: {found} {expected}"
            );
        }
    }
}
