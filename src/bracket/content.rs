//! The statements of a text in brackets, node by node, so that two texts can be compared.

use super::node::capitals;
use super::property::{property_of, property_text};
use super::syntax::{self, Token, TokenKind};
use super::tokenizer::Tokens;
use std::borrow::Cow;

use crate::charset::Charset;
use crate::model::equal::differing;
use crate::model::{BoardSize, Id, Ident, Property};
use crate::values::{Certainty, understand};

/// Returns whether a text has the content of a canonical one, and no other. The order of properties and points, forms of
/// numbers, white space between values, FF and CA do not count.
pub(crate) fn has_content_of(text: &str, canonical: &str) -> bool {
    let (mut left, mut right) = (TextNodes::new(text), TextNodes::new(canonical));
    let (mut own, mut other) = (TextNode::default(), TextNode::default());
    loop {
        match (left.next_into(&mut own), right.next_into(&mut other)) {
            (true, true) if own.says(&other) => left.skip_run(&mut right),
            (false, false) => return true,
            _ => return false,
        }
        if own.number == 1 && left.is_same_but_for_space(&right) {
            return true;
        }
    }
}

/// Returns whether lists of values of one property have the same content.
pub(crate) fn says_same(ident: &str, [own, canonical]: [&str; 2]) -> bool {
    let [own, canonical] = [own, canonical].map(|values| format!("(;{ident}{values})"));
    has_content_of(&own, &canonical)
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
    let starts = |kind| {
        matches!(
            kind,
            TokenKind::Node | TokenKind::Identifier | TokenKind::Moves
        )
    };
    let mut tokens = syntax::tokens(text)
        .skip_while(|token| !starts(token.kind))
        .peekable();
    let start = *tokens.peek()?;
    // Its semicolon can be missing.
    let semicolon = tokens.next_if(|token| token.kind == TokenKind::Node);
    let mut end = semicolon.map_or(start.start, |token| token.end());
    for token in tokens {
        match token.kind {
            TokenKind::Node | TokenKind::Open | TokenKind::Close => break,
            TokenKind::Moves => {
                let (mv, others) = token.text.split_once(';').unzip();
                end = token.start + mv.unwrap_or(token.text).trim_end().len();
                if others.is_some() {
                    break;
                }
            }
            TokenKind::Value(_) => end = (token.end() + 1).min(text.len()),
            _ => end = token.end(),
        }
    }
    Some(end)
}

/// The nodes of a text, in its order. Number 0 is the text before the first node.
struct TextNodes<'t> {
    tokens: Tokens<'t>,
    /// The rest of a run of moves: `W[bb];B[cc]`.
    run: Option<&'t str>,
    /// The number of the node that comes next.
    number: usize,
    /// The number of the node that the next one follows.
    last: usize,
    /// The same at each open parenthesis.
    open: Vec<usize>,
    is_at_end: bool,
    text: &'t str,
    /// The text after the node that was read last, if a node without parentheses follows.
    rest: Option<&'t str>,
    /// The text after the game. It counts as a node.
    after: Option<Token<'t>>,
}

/// A node, with the tokens of its properties.
#[derive(Default)]
struct TextNode<'t> {
    number: usize,
    /// The number of the node that it follows.
    parent: usize,
    tokens: Vec<Token<'t>>,
}

impl<'t> TextNodes<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            tokens: syntax::tokens(text),
            run: None,
            number: 0,
            last: 0,
            open: Vec::new(),
            is_at_end: false,
            text,
            rest: None,
            after: None,
        }
    }

    /// Reads the next node, if there is one.
    fn next_into(&mut self, node: &mut TextNode<'t>) -> bool {
        if self.is_at_end {
            return false;
        }
        node.tokens.clear();
        node.tokens.extend(self.after.take());
        self.rest = None;
        (node.number, node.parent) = (self.number, self.last);
        self.last = self.number;
        self.number += 1;
        while self.run.is_some() || self.read(node) {
            if let Some(run) = self.run.take() {
                let (mv, rest) = match run.split_once(';') {
                    Some((mv, rest)) => (mv, Some(rest)),
                    None => (run, None),
                };
                // Moves before another property end with the `;` of its node.
                if let Some((color, point)) = mv.split_once('[') {
                    node.tokens.push(Token {
                        kind: TokenKind::Identifier,
                        text: color,
                        start: 0,
                    });
                    let point = point.split(']').next().unwrap_or("");
                    node.tokens.push(Token::value(point, 0));
                }
                self.run = rest;
                if rest.is_some() {
                    return true;
                }
            }
        }
        true
    }

    /// Reads a token of the node. Returns whether the node goes on.
    fn read(&mut self, node: &mut TextNode<'t>) -> bool {
        let Some(token) = self.tokens.next() else {
            self.is_at_end = true;
            return false;
        };
        match token.kind {
            TokenKind::Brackets | TokenKind::Space => {}
            TokenKind::Preface | TokenKind::Stray | TokenKind::ExtraClose => {
                if token.text.trim().is_empty() {
                    return true;
                }
                if token.kind == TokenKind::Preface && node.number > 0 {
                    self.after = Some(token);
                    return false;
                }
                node.tokens.push(token);
            }
            TokenKind::Open => self.open.push(self.last),
            TokenKind::Close => self.last = self.open.pop().unwrap_or(0),
            TokenKind::Node => {
                self.rest = self.text.get(token.start..);
                return false;
            }
            TokenKind::Identifier | TokenKind::Value(_) | TokenKind::Unclosed => {
                node.tokens.push(token);
            }
            TokenKind::Moves => self.run = Some(token.text),
        }
        true
    }

    /// Returns whether the rests of both texts, after the node that was read last, differ only in white space.
    fn is_same_but_for_space(&self, other: &Self) -> bool {
        let is_same_place = self.last == other.last && self.open == other.open;
        let rests = self.rest.zip(other.rest).filter(|_| is_same_place);
        rests.is_some_and(|(own, others)| are_same_but_for_space(own, others))
    }

    /// Passes over the moves that come next in both texts.
    fn skip_run(&mut self, other: &mut Self) {
        let (Some(own), Some(others)) = (self.run, other.run) else {
            return;
        };
        let equal = own.bytes().zip(others.bytes()).take_while(|(a, b)| a == b);
        let equal = own.get(..equal.count()).unwrap_or("");
        let Some(end) = equal.rfind(';') else {
            return;
        };
        let moves = memchr::memchr_iter(b';', equal.as_bytes()).count();
        for nodes in [self, other] {
            nodes.run = nodes.run.and_then(|run| run.get(end + 1..));
            nodes.number += moves;
            nodes.last = nodes.number - 1;
        }
    }
}

/// Returns whether two texts differ only in white space between values: `;B[aa] ;W[bb]` and `;B[aa]\n;W[bb]`.
fn are_same_but_for_space(one: &str, other: &str) -> bool {
    let (mut one, mut other) = (one.as_bytes(), other.as_bytes());
    let (mut is_in_value, mut is_escaped) = (false, false);
    loop {
        if !is_in_value {
            (one, other) = (one.trim_ascii_start(), other.trim_ascii_start());
            // Most nodes are moves.
            if let (Some((mv, rest)), Some((same, rests))) =
                (one.split_first_chunk(), other.split_first_chunk())
                && mv == same
                && let [b';', b'B' | b'W', b'[', b'a'..=b'z', b'a'..=b'z', b']'] = mv
            {
                (one, other) = (rest, rests);
                continue;
            }
        }
        match (one.split_first(), other.split_first()) {
            (None, None) => return true,
            (Some((byte, rest)), Some((same, rests))) if byte == same => {
                (one, other) = (rest, rests);
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

impl TextNode<'_> {
    /// Returns whether two nodes have the same content. A canonical node may say more that is optional.
    fn says(&self, canonical: &Self) -> bool {
        if self.parent != canonical.parent {
            return false;
        }
        if are_same(&self.tokens, &canonical.tokens) {
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
        let mut text = match first.kind {
            TokenKind::Identifier => capitals(first.text).into_owned(),
            _ => first.text.trim().to_owned(),
        };
        let ident = Ident::from(text.as_str());
        for value in values {
            text.extend(["[", value.text, "]"]);
        }
        let label = match values {
            [only] => only.text,
            _ => "",
        };
        let is_label = ident == Id::Charset.into() && Charset::from_label(label).is_some();
        let is_silent = ident == Id::FileFormat.into() || is_label;
        if is_silent || text.starts_with(OWN_NAME) {
            return;
        }
        if matches!(ident.standard(), Some(Id::Black | Id::White)) {
            let text: String = text.split_whitespace().collect();
            // Up to 19 lines both are a pass; on larger boards the reader tells.
            self.texts.push(text.replace("[tt]", "[]"));
            return;
        }
        let is_property = first.kind == TokenKind::Identifier
            && !values.is_empty()
            && values
                .iter()
                .all(|value| matches!(value.kind, TokenKind::Value(_)));
        let property = is_property.then(|| property_of(ident, values, BoardSize::square(52)));
        match property.flatten() {
            Some(property) => self.properties.push(property),
            None => self.texts.push(text),
        }
    }
}

fn are_same(one: &[Token<'_>], other: &[Token<'_>]) -> bool {
    let is_same = |(a, b): (&Token<'_>, &Token<'_>)| is_value(a) == is_value(b) && a.text == b.text;
    one.len() == other.len() && one.iter().zip(other).all(is_same)
}

fn is_value(token: &Token<'_>) -> bool {
    matches!(token.kind, TokenKind::Value(_) | TokenKind::Unclosed)
}

/// How the application starts that this program writes.
const OWN_NAME: &str = concat!("AP[", env!("CARGO_PKG_NAME"), ":");

#[cfg(test)]
mod tests;
