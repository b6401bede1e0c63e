//! Weighs how likely bytes are as text in a charset.
//!
//! The cost of a text is the negative natural logarithm of its probability. A character costs the logarithm
//! of the number of characters in its class, divided by the share of the class in texts of the language. So
//! the costs of the same bytes in two charsets compare, and a difference of several units means that one of
//! them is hundreds of times more likely. The shares are rough: common characters make up most of a text, and
//! rare ones cost less than in a newspaper, because the names of players have them.

use super::Charset;
use super::alphabet::ASCII;
use super::escapes::{self, ends_value};
use super::frequent::{JAPANESE, KOREAN, LATIN, PUNCTUATION, SIMPLIFIED, TRADITIONAL};
use super::units::UnitLayout;

/// The cost of bytes that are malformed in the charset.
const MALFORMED: f64 = 16.0;

/// The extra cost of a character that takes in the bracket at the end of a value: by the bytes after it, or
/// because the next value begins before this one has ended.
const BRACKET_TAKEN: f64 = 12.0;
const BRACKET_MISSING: f64 = 40.0;

/// The extra cost of a Chinese, Japanese or Korean character next to a Latin letter.
const SCRIPTS_TOUCH: f64 = 2.5;

/// The extra cost of such a character inside a word of Latin letters, or with the first letter of a word.
const IN_WORD: f64 = 4.0;

/// How many malformed sequences rule a charset out: this number, and one for so many characters.
const PATIENCE: usize = 8;
const PATIENCE_FOR_EACH: usize = 3;

/// How well a sample fits a charset.
#[derive(Debug, Clone, Copy)]
pub(super) struct Score {
    /// The cost.
    pub(super) cost: f64,
    /// How many characters it has that are not ASCII.
    pub(super) count: usize,
    /// Whether it can be decoded, but for a few damaged places in a long one.
    pub(super) decodes: bool,
}

/// Returns the score of a sample of a record in a charset. Returns `None` if the sample is in another
/// charset.
pub(super) fn score(charset: Charset, sample: &[u8], bracketed: bool) -> Option<Score> {
    let layout = UnitLayout::of(charset);
    let plain;
    let mut bytes = sample;
    if bracketed && layout.has_ascii_trails() && escapes::are_in_bytes(layout, sample) {
        plain = escapes::undone(layout, sample);
        bytes = &plain;
    }
    match layout {
        UnitLayout::Single => Some(Score {
            cost: super::alphabet::cost(charset, bytes),
            count: bytes.iter().filter(|byte| !byte.is_ascii()).count(),
            decodes: true,
        }),
        _ => score_units(charset, layout, bytes, bracketed),
    }
}

fn score_units(
    charset: Charset,
    layout: UnitLayout,
    bytes: &[u8],
    bracketed: bool,
) -> Option<Score> {
    let (mut cost, mut count, mut malformed) = (0.0, 0, 0);
    let mut before = Before::default();
    let mut rest = bytes;
    while let Some(&byte) = rest.first() {
        let length = layout.length(rest);
        let (unit, behind) = rest.split_at_checked(length).unwrap_or((rest, &[]));
        if byte.is_ascii() {
            cost += ASCII;
            before.letter = byte.is_ascii_alphabetic();
            rest = behind;
            continue;
        }
        count += 1;
        if let Some(c) = single(&charset.decode(unit)) {
            cost += match layout {
                UnitLayout::Utf8 => unicode(before.character, c),
                _ => of_character(layout, unit, c) + of_place(before.letter, unit, behind),
            };
            if bracketed && unit.ends_with(b"]") && ends_value(behind) {
                cost += of_bracket(behind);
            }
            before.character = c;
            rest = behind;
        } else {
            cost += MALFORMED;
            malformed += 1;
            if malformed > PATIENCE + count / PATIENCE_FOR_EACH {
                return None;
            }
            let damaged = match layout {
                UnitLayout::Utf8 => damaged_utf8(rest),
                // The next byte can start another character.
                _ => 1,
            };
            rest = rest.get(damaged..).unwrap_or(&[]);
        }
        before.letter = false;
    }
    Some(Score {
        cost,
        count,
        decodes: malformed * 4 <= count,
    })
}

/// Returns how many bytes at the start of the rest are one damaged character of UTF-8 with some bytes
/// replaced by question marks. Returns 1 if there is no such character.
fn damaged_utf8(rest: &[u8]) -> usize {
    let length = match UnitLayout::Utf8.length(rest) {
        // The first byte itself is lost.
        1 => 3,
        length => length,
    };
    let window = rest.get(1..length.min(rest.len())).unwrap_or(&[]);
    let of_it = |byte: &&u8| matches!(byte, 0x80..=0xBF | b'?');
    let count = window.iter().take_while(of_it).count();
    let window = window.get(..count).unwrap_or(&[]);
    let last = window.iter().rposition(|byte| *byte != b'?');
    last.filter(|_| window.contains(&b'?'))
        .map_or(1, |at| at + 2)
}

/// The cost of a character with a bracket that seems to end a value, by the bytes after it.
fn of_bracket(behind: &[u8]) -> f64 {
    let stretch = behind.split(|byte| *byte == b'\n').next().unwrap_or(&[]);
    match stretch.iter().find(|byte| matches!(byte, b'[' | b']')) {
        Some(b'[') => BRACKET_MISSING,
        Some(_) => 0.0,
        None => BRACKET_TAKEN,
    }
}

/// The context before a character.
#[derive(Default)]
struct Before {
    /// Whether it is a Latin letter.
    letter: bool,
    /// The last character that is not ASCII.
    character: char,
}

/// The cost of a character next to Latin letters.
fn of_place(letter_before: bool, unit: &[u8], behind: &[u8]) -> f64 {
    let letter_behind = behind.first().is_some_and(u8::is_ascii_alphabetic);
    let takes_letter = unit.last().is_some_and(u8::is_ascii_lowercase);
    let mut cost = 0.0;
    if letter_before {
        cost += SCRIPTS_TOUCH;
    }
    if letter_behind {
        cost += SCRIPTS_TOUCH;
    }
    if letter_behind && (letter_before || takes_letter) {
        cost += IN_WORD;
    }
    cost
}

/// Returns the only character of a text, if it means anything.
fn single(text: &str) -> Option<char> {
    let mut chars = text.chars();
    let c = chars.next()?;
    (chars.next().is_none() && c != char::REPLACEMENT_CHARACTER).then_some(c)
}

fn of_character(layout: UnitLayout, unit: &[u8], c: char) -> f64 {
    if ('\u{E000}'..='\u{F8FF}').contains(&c) {
        return 25.0;
    }
    match layout {
        UnitLayout::Gb18030 => simplified(unit, c),
        UnitLayout::Big5 => traditional(unit, c),
        UnitLayout::ShiftJis | UnitLayout::EucJp => japanese(layout, unit, c),
        UnitLayout::EucKr => korean(unit, c),
        UnitLayout::Utf8 | UnitLayout::Single => unicode(' ', c),
    }
}

/// The cost of a character of Unicode. Accidental characters are letters of many scripts with signs between
/// them, and differ each time.
fn unicode(before: char, c: char) -> f64 {
    let [frequent, known] = LATIN;
    match c {
        _ if frequent.contains(c) => 4.5,
        _ if known.contains(c) => 6.0,
        '\u{C0}'..='\u{17F}' => 7.5,
        'А'..='я' | 'ё' | 'Ё' | 'Α'..='ω' => 6.0,
        '\u{2010}'..='\u{2027}' | '\u{3000}'..='\u{D7FF}' | '\u{FF00}'..='\u{FFEF}' => 6.5,
        _ if c.is_control() => 20.0,
        _ if c.is_alphabetic() && u32::from(c) / 128 == u32::from(before) / 128 => 7.0,
        _ => 12.0,
    }
}

/// GB 2312 has the common characters in rows B0 to D7 and others from D8; GBK added traditional ones
/// and rare ones around them, GB18030 all others.
fn simplified(unit: &[u8], c: char) -> f64 {
    match unit {
        [0xA1 | 0xA3, 0xA1..=0xFF] if PUNCTUATION.contains(c) => 5.5,
        [0xA3, 0xA1..=0xFF] => 9.5,
        [0xA1 | 0xA2 | 0xA6..=0xA9, 0xA1..=0xFF] => 11.5,
        [0xA4..=0xA5, 0xA1..=0xFF] => 12.5,
        [0xB0..=0xD7, 0xA1..=0xFF] if SIMPLIFIED.contains(c) => 6.6,
        [0xB0..=0xD7, 0xA1..=0xFF] => 9.6,
        [0xD8..=0xF7, 0xA1..=0xFF] => 11.0,
        [_, _] if TRADITIONAL.contains(c) => 11.0,
        [_, _] => 14.5,
        _ => 18.0,
    }
}

/// Big5 has the common characters in rows A4 to C6 and others from C9.
fn traditional(unit: &[u8], c: char) -> f64 {
    match unit {
        [0xA1, _] if PUNCTUATION.contains(c) => 5.5,
        [0xA2..=0xA3, _] if c.is_alphanumeric() => 9.5,
        [0xA1..=0xA3, _] => 11.5,
        [0xC6, 0xA1..=0xFF] | [0xC7..=0xC8, _] => 14.0,
        [0xA4..=0xC6, _] if TRADITIONAL.contains(c) => 6.6,
        [0xA4..=0xC6, _] => 9.9,
        [0xC9..=0xF9, _] => 12.6,
        _ => 17.0,
    }
}

/// JIS X 0208 has the common characters in its rows 16 to 47 and others from 48.
fn japanese(layout: UnitLayout, unit: &[u8], c: char) -> f64 {
    match c {
        'ー' | '々' => 5.5,
        '\u{3041}'..='\u{3096}' => 4.9,
        '\u{30A1}'..='\u{30FA}' => 6.2,
        '\u{FF61}'..='\u{FF9F}' => 9.5,
        '０'..='９' | 'Ａ'..='Ｚ' | 'ａ'..='ｚ' => 8.7,
        _ if PUNCTUATION.contains(c) => 5.0,
        _ if JAPANESE.contains(c) => 7.0,
        '\u{4E00}'..='\u{9FFF}' => match (layout, unit) {
            (UnitLayout::EucJp, [0xB0..=0xCF, _])
            | (UnitLayout::ShiftJis, [0x88..=0x97, _] | [0x98, 0..=0x72]) => 10.0,
            (UnitLayout::EucJp, [0xD0..=0xF4, _])
            | (UnitLayout::ShiftJis, [0x98..=0x9F | 0xE0..=0xEA, _]) => 12.2,
            _ => 14.0,
        },
        _ => 12.0,
    }
}

/// KS X 1001 has the common syllables in rows B0 to C8 and Chinese characters from CA; CP949 added
/// the other syllables around them.
fn korean(unit: &[u8], c: char) -> f64 {
    match unit {
        [0xB0..=0xC8, 0xA1..=0xFF] if KOREAN.contains(c) => 6.1,
        [0xB0..=0xC8, 0xA1..=0xFF] => 10.0,
        // Names are written with traditional Chinese characters too.
        [0xCA..=0xFD, 0xA1..=0xFF] if TRADITIONAL.contains(c) => 9.5,
        [0xCA..=0xFD, 0xA1..=0xFF] => 12.2,
        [0xA1, 0xA1..=0xFF] if PUNCTUATION.contains(c) => 8.5,
        [0xA3..=0xA4, 0xA1..=0xFF] => 9.5,
        [0xA1..=0xAC, 0xA1..=0xFF] => 12.5,
        _ => 14.2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_charset_is_ruled_out_by_many_bytes_that_it_lacks() {
        let charset = Charset::Whatwg(encoding_rs::GB18030);
        let score = |bytes: &[u8]| score(charset, bytes, false);
        for (good, bad, expected) in [
            (0, 0, Some((0, true))),
            (1, 1, Some((2, false))),
            // One of four can be damaged.
            (2, 1, Some((3, false))),
            (3, 1, Some((4, true))),
            (0, 12, Some((12, false))),
            (0, 13, None),
            (12, 18, Some((30, false))),
            (12, 19, None),
        ] {
            // The byte FF is a part of no character.
            let bytes = charset.encode(&"棋".repeat(good)).unwrap();
            let bytes = [bytes, vec![0xFF; bad]].concat();
            let found = score(&bytes).map(|score| (score.count, score.decodes));
            assert_eq!(found, expected, "{good} {bad}");
        }
    }

    #[test]
    fn the_cost_of_a_text_is_that_of_its_characters_and_of_their_neighbours() {
        let charset = Charset::Whatwg(encoding_rs::GB18030);
        let cost = |text: &[u8]| score(charset, text, true).unwrap().cost;
        let character = cost(b"\xC6\xE5");
        for (text, expected) in [
            (&b"ab"[..], 2.0 * ASCII),
            (b"\xC6\xE5\xC6\xE5", 2.0 * character),
            (b" \xC6\xE5", ASCII + character),
            (b"a\xC6\xE5", ASCII + character + SCRIPTS_TOUCH),
            // The letter is not next to the second character.
            (
                b"a\xC6\xE5\xC6\xE5",
                ASCII + 2.0 * character + SCRIPTS_TOUCH,
            ),
            (b"a \xC6\xE5", 2.0 * ASCII + character),
            (b"\xFF\xC6\xE5", MALFORMED + character),
            (b"a\xFF\xC6\xE5", ASCII + MALFORMED + character),
        ] {
            assert!((cost(text) - expected).abs() < 1e-9, "{text:?}");
        }
        let utf8 = |text: &str| score(Charset::Utf8, text.as_bytes(), true).unwrap().cost;
        assert!((utf8("\u{5D0}\u{5D1}") - utf8("\u{5D0}\u{5D0}")).abs() < 1e-9);
        assert!(utf8("\u{5D0}é\u{5D1}") - utf8("é") > utf8("\u{5D0}\u{5D1}") + 1.0);
    }

    #[test]
    fn a_character_next_to_latin_letters_costs_more() {
        for (letter_before, unit, behind, expected) in [
            (false, &b"\xC6\xE5"[..], &b""[..], 0.0),
            (false, b"\xC6\xE5", b"1", 0.0),
            (true, b"\xC6\xE5", b" ", SCRIPTS_TOUCH),
            (false, b"\xC6\xE5", b"a", SCRIPTS_TOUCH),
            (true, b"\xC6\xE5", b"a", 2.0 * SCRIPTS_TOUCH + IN_WORD),
            // Its second byte is a small letter.
            (false, b"\xC6a", b"b", SCRIPTS_TOUCH + IN_WORD),
            (false, b"\xC6A", b"b", SCRIPTS_TOUCH),
            (false, b"\xC6a", b"", 0.0),
        ] {
            let found = of_place(letter_before, unit, behind);
            assert!((found - expected).abs() < 1e-9, "{unit:?} {behind:?}");
        }
    }

    #[test]
    fn a_bracket_that_a_character_takes_is_missing_before_the_next_value() {
        for (behind, expected) in [
            (&b""[..], BRACKET_TAKEN),
            (b";B", BRACKET_TAKEN),
            (b"\n[", BRACKET_TAKEN),
            (b"WB[x]", BRACKET_MISSING),
            (b"a]", 0.0),
        ] {
            assert!((of_bracket(behind) - expected).abs() < 1e-9, "{behind:?}");
        }
    }

    #[test]
    fn question_marks_in_a_character_are_a_part_of_it() {
        for (bytes, expected) in [
            (&b"\xE6?\xB0x"[..], 3),
            // A question mark at the end can be one.
            (b"\xE6\xB0?", 2),
            (b"?\xB0", 1),
            (b"\xB0?\x80x", 3),
            (b"\xF0\x9F?\x98x", 4),
            (b"\xE6?", 1),
            (b"\xE6\xB0\xB0", 1),
            (b"\xE6x?\xB0", 1),
            (b"\xE6", 1),
        ] {
            assert_eq!(damaged_utf8(bytes), expected, "{bytes:?}");
        }
    }
}
