//! Decimal numbers: komi, points, seconds.

use std::fmt;

use pest::iterators::{Pair, Pairs};

use super::{Rule, parse, plain};

/// A decimal number, exact, of up to 18 digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Decimal {
    /// The digits without the point; they do not end in 0 after a point.
    digits: i64,
    /// How many of the digits come after the point.
    scale: u32,
}

impl Decimal {
    /// Zero.
    pub const ZERO: Self = Self {
        digits: 0,
        scale: 0,
    };

    /// Creates `digits` divided by ten to the power of `scale`.
    fn new(mut digits: i64, mut scale: u32) -> Self {
        while scale > 0 && digits % 10 == 0 {
            digits /= 10;
            scale -= 1;
        }
        Self { digits, scale }
    }

    /// Reads a komi as people and servers write it: `5`, `4.5`, `-2`, `3 1/2`, `5 1/2 points`, `5.`, `none`, `6目半`
    /// (Ishi specification, section 5.2, KOMI; Smart-Go, KM).
    pub fn parse_komi(text: &str) -> Option<Self> {
        let text = plain(text)?;
        let parts = parse(Rule::komi, &text)?;
        let is_negative = parts.as_str().starts_with('-');
        let number = Self::sum(parts)?;
        Some(if is_negative {
            number.negated()
        } else {
            number
        })
    }

    /// Returns the sum of the parts of a number, such as 3 and 1/2.
    pub(super) fn sum(mut parts: Pairs<'_, Rule>) -> Option<Self> {
        parts.try_fold(Self::ZERO, |sum, part| sum.plus(Self::from_amount(&part)))
    }

    /// Returns whether a text is a Real of SGF, of any length.
    pub fn is_sgf(text: &str) -> bool {
        let text = text.trim();
        is_unsigned_real(text.strip_prefix(['+', '-']).unwrap_or(text))
    }

    /// Reads a Real as SGF prescribes it (`FF[4]`, section 3): sign, digits, point, digits.
    pub fn parse_sgf(text: &str) -> Option<Self> {
        let text = text.trim();
        let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
        let number = is_unsigned_real(unsigned).then(|| Self::from_digits(unsigned))??;
        Some(if text.starts_with('-') {
            number.negated()
        } else {
            number
        })
    }

    /// Returns the value of a part of the rule `amount`, 0 for the words around it.
    pub(super) fn from_amount(pair: &Pair<'_, Rule>) -> Option<Self> {
        match pair.as_rule() {
            Rule::digits | Rule::decimal => Self::from_digits(pair.as_str()),
            Rule::fraction => {
                let quarters = match pair.as_str() {
                    "1/4" | "¼" => 1,
                    "3/4" | "¾" => 3,
                    _ => 2,
                };
                Some(Self::new(25 * quarters, 2))
            }
            Rule::stones_of_two => Self::sum(pair.clone().into_inner())?.times(2),
            _ => Some(Self::ZERO),
        }
    }

    /// Reads digits with a point or comma somewhere.
    fn from_digits(text: &str) -> Option<Self> {
        let (whole, rest) = text.split_once(['.', ',']).unwrap_or((text, ""));
        let (whole, rest) = (whole.trim_start_matches('0'), rest.trim_end_matches('0'));
        if whole.len() + rest.len() > 18 {
            return None;
        }
        let mut digits = whole.chars().chain(rest.chars());
        let digits = digits.try_fold(0_i64, |number, digit| {
            Some(number * 10 + i64::from(digit.to_digit(10)?))
        })?;
        Some(Self::new(digits, u32::try_from(rest.len()).ok()?))
    }

    /// Returns the sum with a number that may be missing.
    pub(super) fn plus(self, other: Option<Self>) -> Option<Self> {
        let other = other?;
        let scale = self.scale.max(other.scale);
        let sum = self.at(scale)?.checked_add(other.at(scale)?)?;
        Some(Self::new(sum, scale))
    }

    /// Returns the product with a whole number.
    pub(super) fn times(self, factor: i64) -> Option<Self> {
        Some(Self::new(self.digits.checked_mul(factor)?, self.scale))
    }

    fn negated(self) -> Self {
        Self {
            digits: -self.digits,
            ..self
        }
    }

    /// Returns the digits with as many after the point.
    fn at(self, scale: u32) -> Option<i64> {
        let power = 10_i64.checked_pow(scale.checked_sub(self.scale)?)?;
        self.digits.checked_mul(power)
    }

    /// Returns the value if it is a whole number.
    pub fn whole(self) -> Option<i64> {
        (self.scale == 0).then_some(self.digits)
    }

    /// Returns whether the number is below zero.
    pub fn is_negative(self) -> bool {
        self.digits < 0
    }
}

/// Returns whether a text is a Real of SGF without a sign (`FF[4]`, section 3).
pub(crate) fn is_unsigned_real(text: &str) -> bool {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.split_once('.') {
        Some((whole, fraction)) => is_digits(whole) && is_digits(fraction),
        None => is_digits(text),
    }
}

impl From<u32> for Decimal {
    fn from(number: u32) -> Self {
        Self::new(i64::from(number), 0)
    }
}

/// Writes the number as SGF's Real: no sign but minus, no zeros without effect.
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.scale == 0 {
            return write!(f, "{}", self.digits);
        }
        let sign = if self.digits < 0 { "-" } else { "" };
        let scale = self.scale as usize;
        let digits = format!("{:0width$}", self.digits.unsigned_abs(), width = scale + 1);
        let (whole, rest) = digits
            .split_at_checked(digits.len() - scale)
            .unwrap_or((&digits, ""));
        write!(f, "{sign}{whole}.{rest}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn komi_is_read_as_people_write_it() {
        for (text, value) in [
            ("5", "5"),
            ("4.5", "4.5"),
            ("-2", "-2"),
            ("- 2", "-2"),
            ("+6.50", "6.5"),
            ("3 1/2", "3.5"),
            ("-3 1/2", "-3.5"),
            ("3-1/2", "3.5"),
            ("1/2", "0.5"),
            ("3½", "3.5"),
            ("3 3/4 points", "3.75"),
            ("5 1/2 points", "5.5"),
            ("5 1/4", "5.25"),
            ("3/4", "0.75"),
            ("5 and a half", "5.5"),
            ("half a point", "0.5"),
            ("5.", "5"),
            (".5", "0.5"),
            ("5,5", "5.5"),
            ("005", "5"),
            ("0", "0"),
            ("-0.0", "0"),
            ("None", "0"),
            ("750", "750"),
            ("5 points.", "5"),
            ("123456789012345678", "123456789012345678"),
        ] {
            let found = Decimal::parse_komi(text).map(|number| number.to_string());
            assert_eq!(found.as_deref(), Some(value), "{text}");
        }
    }

    #[test]
    fn komi_that_is_not_certain_is_not_read() {
        for text in [
            "",
            "five",
            "5 or 6",
            "5 1/3",
            "5 7",
            "31/2",
            "5-",
            "--5",
            "5.5.5",
            "reverse 5",
            "1234567890123456789",
            "5 points for White",
            "1/2/3",
            "5e3",
            "٣",
        ] {
            assert_eq!(Decimal::parse_komi(text), None, "{text}");
        }
    }

    #[test]
    fn sgf_reals_are_strict() {
        assert_eq!(Decimal::parse_sgf("6.50"), Decimal::parse_sgf("+6.5"));
        assert_ne!(Decimal::parse_sgf("6.50"), Decimal::parse_sgf("-6.5"));
        for text in ["", "5.", ".5", "5,5", "3 1/2", "- 5", "5 5"] {
            assert_eq!(Decimal::parse_sgf(text), None, "{text}");
        }
    }
}
