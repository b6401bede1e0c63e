//! The tokens of a game tree and the forms of values, as the grammar defines them.

use memchr::memchr2;
use pest::Parser as _;
use pest::iterators::Pair;

use crate::diagnostic::Span;
use crate::values::is_unsigned_real;

use ishi_grammars::sgf::{Grammar, Rule};

/// The kind of a piece of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// Text before the game, possibly empty.
    Preface,
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `)` that would end the game, but more of its nodes follow.
    ExtraClose,
    /// `;`.
    Node,
    /// Moves, each with the `;` after it that starts the next node. Before a parenthesis the last one has no `;`.
    Moves,
    /// The identifier of a property; its values follow, unless they are missing.
    Identifier,
    /// The text between the brackets of a value.
    Value,
    /// The text of a value without a closing bracket.
    Unclosed,
    /// Text that has no place in a game tree: a word or a character.
    Stray,
}

/// A piece of text and where it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    /// The kind.
    pub kind: TokenKind,
    /// The text; for a value the text between the brackets.
    pub text: &'a str,
    /// The offset of its first byte.
    pub start: usize,
}

impl Token<'_> {
    /// Returns the offset after the last byte.
    pub(crate) fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// Returns the span to point at: the token, or the brackets of an empty value.
    pub(crate) fn span(&self) -> Span {
        let empty = self.kind == TokenKind::Value && self.text.is_empty();
        let around = usize::from(empty);
        Span::new(self.start - around, self.end() + around)
    }
}

/// Cuts a single property into its identifier and values. Returns `None` if the text is anything else.
pub(crate) fn property(text: &str) -> Option<Vec<Token<'_>>> {
    parsed(Rule::entry, text, 0).map(Iterator::collect)
}

/// Returns the tokens of `text`: a property with all its brackets, or further values of one. `start` is the offset of
/// the text. Returns `None` for other text.
pub(super) fn parsed_property(
    is_text: bool,
    text: &str,
    start: usize,
) -> Option<impl Iterator<Item = Token<'_>>> {
    let rule = if is_text {
        Rule::text_property
    } else {
        Rule::typed_property
    };
    parsed(rule, text, start)
}

fn parsed(rule: Rule, text: &str, start: usize) -> Option<impl Iterator<Item = Token<'_>>> {
    let pairs = Grammar::parse(rule, text).ok()?.flatten();
    Some(pairs.filter_map(move |pair| token(&pair, start)))
}

fn token<'a>(pair: &Pair<'a, Rule>, start: usize) -> Option<Token<'a>> {
    let kind = match pair.as_rule() {
        Rule::preface => TokenKind::Preface,
        Rule::open => TokenKind::Open,
        Rule::close => TokenKind::Close,
        Rule::node => TokenKind::Node,
        Rule::identifier => TokenKind::Identifier,
        Rule::typed | Rule::text | Rule::entry_text => TokenKind::Value,
        Rule::cut_area | Rule::cut_typed | Rule::cut_text | Rule::cut_end => TokenKind::Unclosed,
        Rule::stray => TokenKind::Stray,
        _ => return None,
    };
    Some(Token {
        kind,
        text: pair.as_str(),
        start: start + pair.as_span().start(),
    })
}

/// Returns the offset of the first byte of a kind that no backslash escapes.
pub(super) fn unescaped(text: &str, byte: u8) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(found) = bytes.get(at..).and_then(|rest| memchr2(b'\\', byte, rest)) {
        at += found;
        if bytes.get(at) == Some(&byte) {
            return Some(at);
        }
        at += 2;
    }
    None
}

// The forms of these values are so short that a parser is not worth starting: it took a third of the time of reading a header.

/// Returns whether a text is an integer, possibly with a sign (section 3, `Number`).
pub(super) fn is_number(text: &str) -> bool {
    is_digits(unsigned(text))
}

/// Returns whether a text is a number, possibly with a fraction (section 3, `Real`).
pub(super) fn is_real(text: &str) -> bool {
    is_unsigned_real(unsigned(text))
}

/// Returns a number without its sign.
fn unsigned(text: &str) -> &str {
    match text.as_bytes() {
        [b'+' | b'-', ..] => text.get(1..).unwrap_or(text),
        _ => text,
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns whether a value is a point of Go (section 3.5): the letters of its column and row, `a` to `z` for 1 to 26, `A` to
/// `Z` for 27 to 52.
pub(super) fn is_point(value: &[u8]) -> bool {
    value.len() == 2 && are_letters(value)
}

/// Returns whether a value is two points: a rectangle in a compressed list (section 3.5.1), or the ends of an arrow.
pub(super) fn is_rectangle(value: &[u8]) -> bool {
    match *value {
        [column, row, b':', to_column, to_row] => are_letters(&[column, row, to_column, to_row]),
        _ => false,
    }
}

fn are_letters(bytes: &[u8]) -> bool {
    bytes.iter().all(u8::is_ascii_alphabetic)
}

/// Cuts a composed value at its first colon that is not escaped (section 3, `Compose`).
pub(crate) fn compose(text: &str) -> Option<(&str, &str)> {
    let (left, right) = text.split_at_checked(unescaped(text, b':')?)?;
    Some((left, right.strip_prefix(':')?))
}

/// Returns the digits of the columns and rows in a value of SZ: `9` -> `("9", None)`, `9:8` -> `("9", Some("8"))`.
pub(crate) fn size(text: &str) -> Option<(&str, Option<&str>)> {
    // Nearly all values are one number, and starting the parser takes longer than this test.
    if is_digits(text) {
        return Some((text, None));
    }
    let size = Grammar::parse(Rule::size, text).ok()?.next()?;
    let mut lines = size
        .into_inner()
        .filter(|pair| pair.as_rule() == Rule::lines);
    Some((
        lines.next()?.as_str(),
        lines.next().map(|pair| pair.as_str()),
    ))
}

#[cfg(test)]
#[allow(clippy::string_slice, reason = "a test may panic")]
mod laws;

#[cfg(test)]
mod tests;
