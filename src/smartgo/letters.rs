//! The letters that L puts on the points of its list, in their order.

use crate::model::letters;

/// Returns the letter of the n-th point, counted from 0: A to Z, a to z, AA, AB and so on.
///
/// The specification only states "starting with A". After Z the letters continue as programs wrote them.
pub(super) fn letter(index: usize) -> String {
    match u8::try_from(index) {
        Ok(index @ 0..=25) => char::from(b'A' + index).to_string(),
        Ok(index @ 26..=51) => char::from(b'a' + index - 26).to_string(),
        _ => letters(index - 26).to_ascii_uppercase(),
    }
}

/// Returns the place in the list of the point with this letter; the inverse of [`letter`] up to ZZ.
pub(super) fn index(text: &str) -> Option<usize> {
    let index = match *text.as_bytes() {
        [c @ b'A'..=b'Z'] => usize::from(c - b'A'),
        [c @ b'a'..=b'z'] => usize::from(c - b'a') + 26,
        [first @ b'A'..=b'Z', second @ b'A'..=b'Z'] => {
            usize::from(first - b'A' + 1) * 26 + usize::from(second - b'A') + 26
        }
        _ => return None,
    };
    Some(index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_follow_each_other() {
        for (place, text) in [
            (0, "A"),
            (25, "Z"),
            (26, "a"),
            (51, "z"),
            (52, "AA"),
            (77, "AZ"),
            (78, "BA"),
        ] {
            assert_eq!(letter(place), text);
        }
        for place in 0..52 + 26 * 26 {
            assert_eq!(index(&letter(place)), Some(place));
        }
        for text in ["", "1", "aa", "AAA", "é"] {
            assert_eq!(index(text), None);
        }
    }
}
