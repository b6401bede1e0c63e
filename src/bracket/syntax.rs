//! The tokens of a game tree and the forms of values, as the grammar defines them.

use pest::Parser as _;
use pest::iterators::Pair;

/// The parser that pest makes of the grammar; its rules are known in this file only.
mod generated {
    /// The bracketed formats.
    #[derive(pest_derive::Parser)]
    #[grammar = "grammars/sgf.pest"]
    pub(super) struct Grammar;
}

use generated::{Grammar, Rule};

/// What a piece of text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Text before the game, possibly empty.
    Preface,
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `;`.
    Node,
    /// Nodes that hold a move and nothing else; more properties of the last one may follow.
    Moves,
    /// The identifier of a property; its values follow.
    Identifier,
    /// What stands between the brackets of a value.
    Value(Form),
    /// An opening bracket whose value goes on to the end of the text.
    Unterminated,
    /// Text that has no place in a game tree: a word or a character.
    Stray,
}

/// What a value looks like; its property decides what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Two letters.
    Point,
    /// Two points with a colon between them.
    Rectangle,
    /// A point, a colon and a text.
    Label,
    /// An integer.
    Number,
    /// A decimal number with digits on both sides of its point.
    Real,
    /// Any text, with its escapes.
    Text,
}

/// A piece of text and where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    /// What it is.
    pub kind: Kind,
    /// The text; of a value what is between the brackets.
    pub text: &'a str,
    /// The offset of its first byte.
    pub start: usize,
}

impl Token<'_> {
    /// Returns the offset behind the last byte.
    pub(crate) fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// The types of values that [`is`] tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Type {
    /// Nothing.
    None,
    /// An integer.
    Number,
    /// A decimal number.
    Real,
    /// `1` or `2`.
    Double,
    /// `B` or `W`.
    Color,
    /// A point of Go.
    Point,
    /// Two points.
    Rectangle,
    /// A move of Backgammon.
    BackgammonMove,
}

/// Cuts a game tree into tokens. There is always a [`Kind::Preface`] first.
pub(crate) fn tokens(text: &str) -> impl Iterator<Item = Token<'_>> {
    all(Rule::tree, text)
}

/// Cuts a single property into its identifier and values; none if the text is anything else.
pub(crate) fn property(text: &str) -> Option<Vec<Token<'_>>> {
    let tokens: Vec<_> = all(Rule::entry, text).collect();
    (tokens.len() > 1).then_some(tokens)
}

fn all(rule: Rule, text: &str) -> impl Iterator<Item = Token<'_>> {
    // The tree rule matches every text; the entry rule may fail, which leaves no tokens.
    let pairs = Grammar::parse(rule, text).ok();
    pairs.into_iter().flatten().filter_map(|pair| token(&pair))
}

fn token<'a>(pair: &Pair<'a, Rule>) -> Option<Token<'a>> {
    let kind = match pair.as_rule() {
        Rule::preface => Kind::Preface,
        Rule::open => Kind::Open,
        Rule::close => Kind::Close,
        Rule::node => Kind::Node,
        Rule::moves => Kind::Moves,
        Rule::identifier => Kind::Identifier,
        Rule::point => Kind::Value(Form::Point),
        Rule::rectangle => Kind::Value(Form::Rectangle),
        Rule::label => Kind::Value(Form::Label),
        Rule::number => Kind::Value(Form::Number),
        Rule::real => Kind::Value(Form::Real),
        Rule::text => Kind::Value(Form::Text),
        Rule::unterminated => Kind::Unterminated,
        Rule::stray => Kind::Stray,
        _ => return None,
    };
    Some(Token {
        kind,
        text: pair.as_str(),
        start: pair.as_span().start(),
    })
}

/// Returns whether the whole text is a value of this type.
pub(crate) fn is(kind: Type, text: &str) -> bool {
    let rule = match kind {
        Type::None => Rule::none,
        Type::Number => Rule::number,
        Type::Real if matches(Rule::number, text) => return true,
        Type::Real => Rule::real,
        Type::Double => Rule::double,
        Type::Color => Rule::color,
        Type::Point => Rule::point,
        Type::Rectangle => Rule::rectangle,
        Type::BackgammonMove => Rule::backgammon_move,
    };
    matches(rule, text)
}

fn matches(rule: Rule, text: &str) -> bool {
    first(rule, text).is_some_and(|pair| pair.as_str().len() == text.len())
}

fn first(rule: Rule, text: &str) -> Option<Pair<'_, Rule>> {
    Grammar::parse(rule, text).ok()?.next()
}

/// Cuts a composed value at its first colon that is not escaped.
pub(crate) fn compose(text: &str) -> Option<(&str, &str)> {
    let mut parts = first(Rule::compose, text)?.into_inner();
    Some((parts.next()?.as_str(), parts.next()?.as_str()))
}

/// Returns the columns and rows that a value of SZ names: digits, the second only if there is one.
pub(crate) fn size(text: &str) -> Option<(&str, Option<&str>)> {
    let mut lines = first(Rule::size, text)?
        .into_inner()
        .filter(|pair| pair.as_rule() == Rule::lines);
    Some((
        lines.next()?.as_str(),
        lines.next().map(|pair| pair.as_str()),
    ))
}
