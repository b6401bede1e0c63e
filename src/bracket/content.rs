//! The statements of a text in brackets, node by node, so that two texts can be compared.

use super::application::is_own;
use super::node::capitals;
use super::property::{property_of, property_text};
use super::syntax::{Token, TokenKind};
use super::tokenizer;
use std::borrow::Cow;

use crate::format::charset::Charset;
use crate::model::equal::differing;
use crate::model::{BoardSize, Id, Ident, Property};
use crate::values::{Certainty, understand};

/// Returns whether a text has the content of a canonical one, and no other. The order of properties and points, forms of
/// numbers, white space between values, FF and CA do not count.
pub(crate) fn has_content_of(text: &str, canonical: &str) -> bool {
    // Most texts differ in the properties of the first node and in white space alone.
    let [own, other] = [text, canonical].map(after_first_node);
    let (text, canonical) = match own.zip(other) {
        Some(((own, after), (other, others))) if are_same_but_for_space(after, others) => {
            (own, other)
        }
        _ => (text, canonical),
    };
    have_same_nodes(text, canonical)
}

fn have_same_nodes(text: &str, canonical: &str) -> bool {
    let [own, other] = [text, canonical].map(TextNodes::new);
    let mut numbers = 0..own.nodes.len();
    own.nodes.len() == other.nodes.len()
        && numbers.all(|number| own.node(number).says(&other.node(number)))
}

/// Returns whether lists of values of one property have the same content.
pub(crate) fn says_same(ident: &str, [own, canonical]: [&str; 2]) -> bool {
    let text = |values| format!("(;{ident}{values})");
    own == canonical || have_same_nodes(&text(own), &text(canonical))
}

/// Returns the identifier of the text of a property, in capitals.
pub(crate) fn ident_of(property: &str) -> Cow<'_, str> {
    let ident = property.split('[').next().unwrap_or("");
    capitals(ident.trim())
}

/// Returns the values of the text of a property, as they are written.
pub(crate) fn values(property: &str) -> impl Iterator<Item = &str> {
    let mut rest = property;
    std::iter::from_fn(move || {
        let (_, value) = rest.split_once('[')?;
        let mut is_escaped = false;
        let end = value.find(|c| {
            let is_end = c == ']' && !is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            is_end
        });
        let (value, after) = value.split_at_checked(end.unwrap_or(value.len()))?;
        rest = after;
        Some(value)
    })
}

/// Returns values in their brackets.
pub(crate) fn in_brackets<'v>(values: impl IntoIterator<Item = &'v str>) -> String {
    let mut text = String::new();
    for value in values {
        text.extend(["[", value, "]"]);
    }
    text
}

/// Returns whether the text of a property has one value that is understood as a whole, so that its words are no content.
pub(crate) fn is_understood(ident: &str, property: &str) -> bool {
    let Some(id) = Ident::from(ident).standard() else {
        return false;
    };
    let value = property
        .split_once('[')
        .and_then(|(_, value)| value.strip_suffix(']'));
    let found = value.and_then(|value| understand(id, value.trim()));
    found.is_some_and(|found| found.certainty == Certainty::Whole)
}

/// Returns where the properties of the first node end.
pub(crate) fn end_of_first_node(text: &str) -> Option<usize> {
    let last = tokenizer::first_node(text).last()?;
    // The bracket that closes a value belongs to it.
    Some(last.end() + usize::from(last.kind == TokenKind::Value))
}

/// Cuts a text after its first node. A parenthesis there has another meaning without the text after it.
fn after_first_node(text: &str) -> Option<(&str, &str)> {
    let (first, rest) = text.split_at_checked(end_of_first_node(text)?)?;
    (!first.contains(')')).then_some((first, rest))
}

/// Returns whether two texts differ only in white space between values: `;B[aa] ;W[bb]` and `;B[aa]\n;W[bb]`. `A B` is not `AB`.
pub(crate) fn are_same_but_for_space(one: &str, other: &str) -> bool {
    let (mut one, mut other) = (one.as_bytes(), other.as_bytes());
    let (mut is_in_value, mut is_escaped, mut last) = (false, false, b' ');
    // Most bytes are no white space, and one comparison tells.
    let is_space = |text: &[u8]| text.first().is_some_and(|byte| *byte <= b' ');
    loop {
        if !is_in_value && !last.is_ascii_alphanumeric() && (is_space(one) || is_space(other)) {
            (one, other) = (one.trim_ascii_start(), other.trim_ascii_start());
        }
        match (one.split_first(), other.split_first()) {
            (None, None) => return true,
            (Some((byte, rest)), Some((same, rests))) if byte == same => {
                (one, other, last) = (rest, rests, *byte);
                match byte {
                    _ if is_escaped => is_escaped = false,
                    b'\\' => is_escaped = is_in_value,
                    b'[' => is_in_value = true,
                    b']' => is_in_value = false,
                    _ => {}
                }
            }
            _ => return false,
        }
    }
}

/// The nodes of a text, in its order. Number 0 is the text before the first node, and text after the game is a node too.
struct TextNodes<'t> {
    tokens: Vec<Token<'t>>,
    /// For each node the number of the node that it follows, and the number of its first token.
    nodes: Vec<(usize, usize)>,
}

/// A node, with the tokens of its properties.
struct TextNode<'n, 't> {
    /// The number of the node that it follows.
    parent: usize,
    tokens: &'n [Token<'t>],
}

impl<'t> TextNodes<'t> {
    fn new(text: &'t str) -> Self {
        let (mut tokens, mut nodes) = (Vec::new(), vec![(0, 0)]);
        let (mut open, mut last) = (Vec::new(), 0);
        for token in tokenizer::tokens(text) {
            let is_after_game = token.kind == TokenKind::Preface && nodes.len() > 1;
            match token.kind {
                TokenKind::Open => open.push(last),
                TokenKind::Close => last = open.pop().unwrap_or(0),
                TokenKind::Preface | TokenKind::Stray | TokenKind::ExtraClose
                    if token.text.trim().is_empty() => {}
                kind => {
                    if kind == TokenKind::Node || is_after_game {
                        nodes.push((last, tokens.len()));
                        last = nodes.len() - 1;
                    }
                    if kind != TokenKind::Node {
                        tokens.push(token);
                    }
                }
            }
        }
        Self { tokens, nodes }
    }

    fn node(&self, number: usize) -> TextNode<'_, 't> {
        let (parent, start) = self.nodes.get(number).copied().unwrap_or_default();
        let next = self.nodes.get(number + 1);
        let end = next.map_or(self.tokens.len(), |(_, start)| *start);
        let tokens = self.tokens.get(start..end).unwrap_or(&[]);
        TextNode { parent, tokens }
    }
}

impl TextNode<'_, '_> {
    /// Returns whether two nodes have the same content. A canonical node may say more that is optional.
    fn says(&self, canonical: &Self) -> bool {
        if self.parent != canonical.parent {
            return false;
        }
        if are_same(self.tokens, canonical.tokens) {
            return true;
        }
        // Most properties are the same, or stand elsewhere.
        let mut others: Vec<_> = canonical.properties().collect();
        let mut own = Vec::new();
        for property in self.properties() {
            match others.iter().position(|other| are_same(other, property)) {
                Some(place) => _ = others.swap_remove(place),
                None => own.push(property),
            }
        }
        let (own, others) = (ComparedProperties::of(own), ComparedProperties::of(others));
        let is_optional = |ident: &&Ident| {
            // A record without them means the same.
            let is_usual = |property: &Property<'_>| {
                let text = property_text(property);
                property.ident == **ident && (text == "SZ[19]" || text == "GM[1]")
            };
            others.properties.iter().any(is_usual)
                && !own.properties.iter().any(|one| one.ident == **ident)
        };
        own.texts == others.texts
            && differing(&own.properties, &others.properties)
                .iter()
                .all(is_optional)
    }

    /// Returns the tokens of each property.
    fn properties(&self) -> impl Iterator<Item = &[Token<'_>]> {
        self.tokens.chunk_by(|_, next| is_value(next))
    }
}

/// Properties in the form in which they are compared.
#[derive(Default)]
struct ComparedProperties {
    properties: Vec<Property<'static>>,
    /// Moves, and texts that are no properties, sorted.
    texts: Vec<String>,
}

impl ComparedProperties {
    fn of<'t>(properties: impl IntoIterator<Item = &'t [Token<'t>]>) -> Self {
        let mut content = Self::default();
        for property in properties {
            content.add(property);
        }
        content.texts.sort_unstable();
        content
    }

    fn add(&mut self, property: &[Token<'_>]) {
        let Some((first, values)) = property.split_first() else {
            return;
        };
        let name = match first.kind {
            TokenKind::Identifier => capitals(first.text),
            _ => Cow::Borrowed(first.text.trim()),
        };
        let words = values.iter().map(|value| value.text);
        let text = || format!("{name}{}", in_brackets(words.clone()));
        let ident = Ident::from(&*name);
        match (ident.standard(), values) {
            (Some(Id::FileFormat), _) => return,
            (Some(Id::Charset), [label]) if Charset::from_label(label.text).is_some() => return,
            (Some(Id::Application), [program, ..]) if is_own(program.text) => return,
            (Some(Id::Black | Id::White), _) => {
                let text: String = text().split_whitespace().collect();
                // Up to 19 lines both are a pass; on larger boards the reader tells.
                return self.texts.push(text.replace("[tt]", "[]"));
            }
            _ => {}
        }
        let is_property = first.kind == TokenKind::Identifier
            && !values.is_empty()
            && values.iter().all(|value| value.kind == TokenKind::Value);
        let property = is_property.then(|| property_of(ident, values, BoardSize::square(52)));
        match property.flatten() {
            Some(property) => self.properties.push(property),
            None => self.texts.push(text()),
        }
    }
}

fn are_same(one: &[Token<'_>], other: &[Token<'_>]) -> bool {
    let is_same = |(a, b): (&Token<'_>, &Token<'_>)| is_value(a) == is_value(b) && a.text == b.text;
    one.len() == other.len() && one.iter().zip(other).all(is_same)
}

fn is_value(token: &Token<'_>) -> bool {
    matches!(token.kind, TokenKind::Value | TokenKind::Unclosed)
}

#[cfg(test)]
mod tests;
