//! A text on a point. Nearly all are numbers or letters and need no allocation.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt::{self, Write};

use super::point::Point;

/// A text on a point.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Label<'a> {
    /// The point.
    pub point: Point,
    /// The text, of any length, possibly empty.
    pub text: LabelText<'a>,
}

impl Label<'_> {
    /// Returns a label that borrows its text from this one.
    pub fn borrowed(&self) -> Label<'_> {
        Label {
            point: self.point,
            text: self.text.borrowed(),
        }
    }

    /// Copies borrowed data, so that the label outlives its input.
    pub fn into_owned(self) -> Label<'static> {
        Label {
            point: self.point,
            text: self.text.into_owned(),
        }
    }
}

/// The text of a label.
#[derive(Clone, PartialEq, Eq)]
pub struct LabelText<'a>(TextForm<'a>);

/// A text is the first of these that it can be, so that equal texts are equal here.
#[derive(Clone, PartialEq, Eq)]
enum TextForm<'a> {
    /// Digits without a zero before them.
    Number(u32),
    /// One or two characters of code 33 to 126; of one character the second byte is 0.
    Letters([u8; 2]),
    Other(Cow<'a, str>),
}

impl LabelText<'_> {
    /// Returns the text.
    pub fn to_str(&self) -> Cow<'_, str> {
        match &self.0 {
            TextForm::Number(_) | TextForm::Letters(_) => Cow::Owned(self.to_string()),
            TextForm::Other(text) => Cow::Borrowed(text),
        }
    }

    /// Returns the number that the text is, without signs and zeros before it.
    #[inline]
    pub fn number(&self) -> Option<u32> {
        match self.0 {
            TextForm::Number(number) => Some(number),
            _ => None,
        }
    }

    /// Returns the one or two characters of code 33 to 126 that the text is, unless it is a number.
    #[inline]
    pub(crate) fn letters(&self) -> Option<[u8; 2]> {
        match self.0 {
            TextForm::Letters(letters) => Some(letters),
            _ => None,
        }
    }

    /// Returns a text that borrows from this one.
    pub fn borrowed(&self) -> LabelText<'_> {
        LabelText(match &self.0 {
            TextForm::Number(number) => TextForm::Number(*number),
            TextForm::Letters(letters) => TextForm::Letters(*letters),
            TextForm::Other(text) => TextForm::Other(Cow::Borrowed(text)),
        })
    }

    /// Copies borrowed data, so that the text outlives its input.
    pub fn into_owned(self) -> LabelText<'static> {
        LabelText(match self.0 {
            TextForm::Number(number) => TextForm::Number(number),
            TextForm::Letters(letters) => TextForm::Letters(letters),
            TextForm::Other(text) => TextForm::Other(Cow::Owned(text.into_owned())),
        })
    }
}

impl<'a> From<Cow<'a, str>> for LabelText<'a> {
    fn from(text: Cow<'a, str>) -> Self {
        Self(short(text.as_bytes()).unwrap_or(TextForm::Other(text)))
    }
}

impl<'a> From<&'a str> for LabelText<'a> {
    fn from(text: &'a str) -> Self {
        Self::from(Cow::Borrowed(text))
    }
}

impl From<String> for LabelText<'_> {
    fn from(text: String) -> Self {
        Self::from(Cow::Owned(text))
    }
}

impl From<u32> for LabelText<'_> {
    /// Returns a number in decimal digits.
    #[inline]
    fn from(number: u32) -> Self {
        Self(TextForm::Number(number))
    }
}

impl From<[u8; 2]> for LabelText<'_> {
    /// Returns characters of code 33 to 126; of one character the second byte is 0.
    fn from(letters: [u8; 2]) -> Self {
        let [first, second] = letters;
        let of = if second == 0 {
            short(&[first])
        } else {
            short(&letters)
        };
        Self(of.unwrap_or(TextForm::Other(Cow::Borrowed(""))))
    }
}

/// Returns a text that is a number, or one or two characters.
fn short<'a>(text: &[u8]) -> Option<TextForm<'a>> {
    match *text {
        [digit @ b'0'..=b'9'] => Some(TextForm::Number((digit - b'0').into())),
        [b'1'..=b'9', ..] if text.iter().all(u8::is_ascii_digit) => number(text),
        [first] => graphic([first, first]).map(|_| TextForm::Letters([first, 0])),
        [first, second] => graphic([first, second]).map(TextForm::Letters),
        _ => None,
    }
}

fn graphic(letters: [u8; 2]) -> Option<[u8; 2]> {
    letters.iter().all(u8::is_ascii_graphic).then_some(letters)
}

fn number<'a>(digits: &[u8]) -> Option<TextForm<'a>> {
    let number = digits.iter().try_fold(0_u32, |number, digit| {
        number.checked_mul(10)?.checked_add((digit - b'0').into())
    });
    number.map(TextForm::Number)
}

impl PartialEq<str> for LabelText<'_> {
    fn eq(&self, other: &str) -> bool {
        self.to_str() == other
    }
}

impl PartialOrd for LabelText<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for LabelText<'_> {
    /// Compares the texts.
    fn cmp(&self, other: &Self) -> Ordering {
        let (mut own, mut others) = ([0; LONGEST], [0; LONGEST]);
        self.bytes(&mut own).cmp(other.bytes(&mut others))
    }
}

/// The digits of the largest number.
const LONGEST: usize = 10;

impl LabelText<'_> {
    /// Returns the bytes of the text. Numbers and letters are written to `room`.
    fn bytes<'t>(&'t self, room: &'t mut [u8; LONGEST]) -> &'t [u8] {
        match &self.0 {
            TextForm::Number(number) => {
                let count = number.checked_ilog10().unwrap_or(0) as usize + 1;
                let digits = room.get_mut(..count).unwrap_or_default();
                let mut rest = *number;
                for digit in digits.iter_mut().rev() {
                    *digit = b'0' + (rest % 10) as u8;
                    rest /= 10;
                }
                digits
            }
            TextForm::Letters([first, 0]) => std::slice::from_ref(first),
            TextForm::Letters(letters) => letters,
            TextForm::Other(text) => text.as_bytes(),
        }
    }
}

impl fmt::Display for LabelText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            TextForm::Number(number) => write!(f, "{number}"),
            TextForm::Letters([first, 0]) => f.write_char(char::from(*first)),
            TextForm::Letters(letters) => letters
                .iter()
                .try_for_each(|letter| f.write_char(char::from(*letter))),
            TextForm::Other(text) => f.write_str(text),
        }
    }
}

impl fmt::Debug for LabelText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.to_str(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back() {
        for text in [
            "",
            "0",
            "7",
            "00",
            "07",
            "10",
            "361",
            "4294967295",
            "4294967296",
            "+5",
            "-",
            "a",
            "9a",
            "a9",
            "ab",
            "abc",
            "é",
            "囲碁",
            "a\0",
            "\0",
            "\0\0",
            "\u{7f}",
        ] {
            let label = LabelText::from(text);
            assert_eq!(label.to_str(), text);
            assert_eq!(label.to_string(), text);
            assert_eq!(label, *text);
            let number = text.parse::<u32>().ok();
            let number = number.filter(|number| number.to_string() == text);
            assert_eq!(label.number(), number, "{text}");
            let owned = LabelText::from(text.to_owned()).into_owned();
            assert_eq!(owned, label.borrowed());
        }
        assert_eq!(size_of::<LabelText<'_>>(), size_of::<Cow<'_, str>>());
    }

    #[test]
    fn numbers_and_letters_are_texts() {
        for number in [0, 10, u32::MAX] {
            assert_eq!(LabelText::from(number), *number.to_string());
        }
        for (letters, text) in [
            (*b"a\0", "a"),
            (*b"ab", "ab"),
            (*b"12", "12"),
            (*b"7\0", "7"),
        ] {
            assert_eq!(LabelText::from(letters), *text);
        }
    }

    #[test]
    fn texts_sort_as_texts() {
        let texts = [
            "",
            "0",
            "1",
            "10",
            "100",
            "2",
            "361",
            "36a",
            "4294967295",
            "4294967296",
            "9",
            "9a",
            "a",
            "a longer text",
            "ab",
            "b",
            "\u{e9}",
        ];
        assert!(texts.is_sorted());
        assert!(texts.map(LabelText::from).is_sorted());
    }
}
