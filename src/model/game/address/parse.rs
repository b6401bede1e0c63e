//! From the text of an address to its parts.

use super::{AddressKind, PathStep};

pub(super) fn address(text: &str) -> Option<AddressKind> {
    let text = text.trim();
    let lower = text.to_ascii_lowercase();
    match lower.as_str() {
        "start" => return Some(AddressKind::Path("0".to_owned())),
        "end" => return Some(AddressKind::End),
        _ => {}
    }
    if let Some(count) = lower.strip_prefix('-') {
        return number(count).map(AddressKind::BeforeEnd);
    }
    if let Some(index) = lower.strip_prefix("node") {
        return number(index.trim_start()).map(AddressKind::Node);
    }
    if is_point(&lower) {
        return Some(AddressKind::LastAt(text.to_ascii_uppercase()));
    }
    let steps = path(&lower)?;
    let written = steps.iter().map(ToString::to_string);
    Some(AddressKind::Path(written.collect()))
}

/// Returns whether a text is one or two letters and a number, as points are named.
fn is_point(text: &str) -> bool {
    let (letters, digits) = split(text, |c| c.is_ascii_alphabetic());
    (1..=2).contains(&letters.len()) && number(digits).is_some()
}

pub(super) fn path(text: &str) -> Option<Vec<PathStep>> {
    let mut steps = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (digits, after) = split(rest, |c| c.is_ascii_digit());
        if !digits.is_empty() {
            steps.push(PathStep::Moves(number(digits)?));
            rest = after;
        } else if let Some(after) = rest.strip_prefix('.') {
            let (digits, after) = split(after, |c| c.is_ascii_digit());
            steps.push(PathStep::Others(number(digits)?));
            rest = after;
        } else {
            let (letters, after) = split(rest, |c| c.is_ascii_alphabetic());
            steps.push(PathStep::Variation(variation(letters)?));
            rest = after;
        }
    }
    (!steps.is_empty()).then_some(steps)
}

fn split(text: &str, is_part: impl Fn(char) -> bool) -> (&str, &str) {
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    text.split_at_checked(end).unwrap_or((text, ""))
}

fn number(digits: &str) -> Option<usize> {
    let all_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| all_digits)
}

/// Returns the number of letters, from 0: `a` -> 0, `z` -> 25, `aa` -> 26.
fn variation(letters: &str) -> Option<usize> {
    let count = letters.bytes().try_fold(0_usize, |sum, letter| {
        let digit = usize::from(letter.checked_sub(b'a')?) + 1;
        sum.checked_mul(26)?.checked_add(digit)
    })?;
    count.checked_sub(1)
}
