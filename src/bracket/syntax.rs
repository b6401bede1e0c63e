//! The tokens of a game tree and the forms of values, as the grammar defines them.

use memchr::memchr2;
use pest::Parser as _;
use pest::iterators::Pair;

use super::tokenizer::{Tokens, is_space};
use crate::diagnostic::Span;
use crate::text::TextItem;
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
    Value(Form),
    /// The text of a value without a closing bracket.
    Unclosed,
    /// Text that has no place in a game tree: a word or a character.
    Stray,
    /// Brackets of values; only [`items`] have them.
    Brackets,
    /// White space between other tokens; only [`items`] have it.
    Space,
}

/// The form of a value; its property decides its meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Two letters.
    Point,
    /// A point, a colon and a text or second point.
    Label,
    /// A number with or without a fraction.
    Decimal,
    /// Any text, with its escapes.
    Text,
    /// A text with a closing bracket that no backslash escapes.
    Unescaped,
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

impl<'a> Token<'a> {
    /// Creates a value.
    pub(super) fn value(text: &'a str, start: usize) -> Self {
        let kind = TokenKind::Value(form(text));
        Self { kind, text, start }
    }

    /// Creates a value that ends with its first closing bracket.
    #[inline]
    pub(super) fn plain_value(text: &'a str, start: usize) -> Self {
        let kind = TokenKind::Value(plain_form(text));
        Self { kind, text, start }
    }

    /// Returns the offset after the last byte.
    pub(crate) fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// Returns the span to point at: the token, or the brackets of an empty value.
    pub(crate) fn span(&self) -> Span {
        let empty = matches!(self.kind, TokenKind::Value(_)) && self.text.is_empty();
        let around = usize::from(empty);
        Span::new(self.start - around, self.end() + around)
    }
}

/// The types of values that [`is`] recognises without the grammar. The values are so short that a parser is not worth
/// starting: it took a third of the time of reading a header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Type {
    /// The empty text (section 3, `None`).
    None,
    /// An integer, possibly with a sign (section 3, `Number`).
    Number,
    /// A number, possibly with a fraction (section 3, `Real`).
    Real,
    /// `1` or `2`: normal or emphasized (section 3.1, `Double`).
    Double,
    /// `B` or `W` (section 3, `Color`).
    Color,
    /// A point of Go (section 3.5): the letters of its column and row, `a` to `z` for 1 to 26, `A` to `Z` for
    /// 27 to 52. A stone has the same form (section 3.4), and so has a move, except the pass.
    Point,
    /// Two points: a rectangle in a compressed list (section 3.5.1), or the ends of an arrow.
    Rectangle,
}

/// Cuts a text into tokens. The first token is a [`TokenKind::Preface`], and each further game has one before it.
pub(crate) fn tokens(text: &str) -> Tokens<'_> {
    Tokens::new(text, false)
}

/// Cuts a text into the same tokens as [`tokens`], for a reader of games. The grammar reads the properties with damaged
/// or unescaped brackets.
pub(super) fn parsed_tokens(text: &str) -> Tokens<'_> {
    Tokens::new(text, true)
}

/// Cuts a text of up to 4 GiB into items: its tokens, and the brackets and white space between them. The items cover
/// the whole text.
pub(crate) fn items(text: &str) -> Vec<TextItem<TokenKind>> {
    let mut items = Vec::new();
    let mut end = 0;
    for token in tokens(text) {
        push_between(&mut items, text, end, token.start);
        push_item(&mut items, token.kind, token.start);
        end = token.end();
    }
    push_between(&mut items, text, end, text.len());
    items
}

fn push_item(items: &mut Vec<TextItem<TokenKind>>, kind: TokenKind, start: usize) {
    let start = u32::try_from(start).unwrap_or(u32::MAX);
    items.push(TextItem { kind, start });
}

/// Adds the items between two tokens: white space, and brackets of values.
fn push_between(items: &mut Vec<TextItem<TokenKind>>, text: &str, start: usize, end: usize) {
    let between = text.as_bytes().get(start..end).unwrap_or(&[]);
    let mut at = start;
    for run in between.chunk_by(|a, b| is_space(*a) == is_space(*b)) {
        let is_blank = run.first().is_some_and(|byte| is_space(*byte));
        let kind = if is_blank {
            TokenKind::Space
        } else {
            TokenKind::Brackets
        };
        push_item(items, kind, at);
        at += run.len();
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
        Rule::typed | Rule::text | Rule::entry_text => TokenKind::Value(form(pair.as_str())),
        Rule::cut_area | Rule::cut_told | Rule::cut_typed | Rule::cut_text | Rule::cut_end => {
            TokenKind::Unclosed
        }
        Rule::replaced | Rule::stray => TokenKind::Stray,
        _ => return None,
    };
    Some(Token {
        kind,
        text: pair.as_str(),
        start: start + pair.as_span().start(),
    })
}

/// Returns whether the whole text is a value of this type.
pub(crate) fn is(kind: Type, text: &str) -> bool {
    let bytes = text.as_bytes();
    match kind {
        Type::None => bytes.is_empty(),
        Type::Number => is_digits(unsigned(text)),
        Type::Real => is_unsigned_real(unsigned(text)),
        Type::Double => matches!(bytes, b"1" | b"2"),
        Type::Color => matches!(bytes, b"B" | b"W"),
        Type::Point => is_point(bytes),
        Type::Rectangle => is_rectangle(bytes),
    }
}

/// Returns the form of a value.
pub(crate) fn form(text: &str) -> Form {
    if unescaped_bracket(text).is_some() {
        Form::Unescaped
    } else {
        plain_form(text)
    }
}

/// Returns the offset of the first closing bracket that no backslash escapes.
pub(super) fn unescaped_bracket(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(found) = bytes.get(at..).and_then(|rest| memchr2(b'\\', b']', rest)) {
        at += found;
        if bytes.get(at) == Some(&b']') {
            return Some(at);
        }
        at += 2;
    }
    None
}

/// Returns the form of a value without unescaped brackets.
fn plain_form(text: &str) -> Form {
    match text.as_bytes() {
        [column, row] if are_letters(&[*column, *row]) => Form::Point,
        [column, row, b':', ..] if are_letters(&[*column, *row]) => Form::Label,
        [b'+' | b'-' | b'0'..=b'9', ..] if is(Type::Real, text) => Form::Decimal,
        _ => Form::Text,
    }
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

/// Returns whether a value is a point: two letters.
pub(super) fn is_point(value: &[u8]) -> bool {
    value.len() == 2 && are_letters(value)
}

/// Returns whether a value is a rectangle: two points with a colon between them.
pub(super) fn is_rectangle(value: &[u8]) -> bool {
    match *value {
        [column, row, b':', to_column, to_row] => are_letters(&[column, row, to_column, to_row]),
        _ => false,
    }
}

fn are_letters(bytes: &[u8]) -> bool {
    bytes.iter().all(u8::is_ascii_alphabetic)
}

fn first(rule: Rule, text: &str) -> Option<Pair<'_, Rule>> {
    Grammar::parse(rule, text).ok()?.next()
}

/// Cuts a composed value at its first colon that is not escaped.
pub(crate) fn compose(text: &str) -> Option<(&str, &str)> {
    let mut parts = first(Rule::compose, text)?.into_inner();
    Some((parts.next()?.as_str(), parts.next()?.as_str()))
}

/// Returns the digits of the columns and rows in a value of SZ: `9` -> `("9", None)`, `9:8` -> `("9", Some("8"))`.
pub(crate) fn size(text: &str) -> Option<(&str, Option<&str>)> {
    // Nearly all values are one number, and starting the parser takes longer than this test.
    if is_digits(text) {
        return Some((text, None));
    }
    let mut lines = first(Rule::size, text)?
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
