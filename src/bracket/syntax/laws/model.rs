//! A naive model of the tokenizer. It adds to the rules of the grammar only the count of parentheses and the
//! classes of identifiers. It has no matching code, no memory and no limit of lookahead.

use pest::Parser as _;

use super::super::{Grammar, Rule, Token, TokenKind, token};
use crate::bracket::kind;
use crate::bracket::words::{self, Class};
use crate::model::GO;

/// Cuts a text into tokens.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let (mut at, mut tokens) = (0, Vec::new());
    loop {
        let mut game = Model {
            text,
            at,
            tokens,
            ..Model::default()
        };
        game.take(Rule::preface);
        game.end(usize::from(game.rest().starts_with(';')), false);
        (at, tokens) = (game.at, game.tokens);
        if at == text.len() {
            return tokens;
        }
    }
}

#[derive(Clone, Default)]
struct Model<'a> {
    text: &'a str,
    at: usize,
    tokens: Vec<Token<'a>>,
    has_node: bool,
    has_root: bool,
    class: Class,
    go: Option<bool>,
}

/// The end of a game.
#[derive(PartialEq)]
enum End {
    Parenthesis,
    Root,
    Text,
}

impl<'a> Model<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn next(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn is(&self, rule: Rule) -> bool {
        Grammar::parse(rule, self.rest()).is_ok()
    }

    /// Takes the tokens of a rule, and returns them.
    fn take(&mut self, rule: Rule) -> &[Token<'a>] {
        let pairs = Grammar::parse(rule, self.rest()).expect("a rule that matches");
        let (start, count) = (self.at, self.tokens.len());
        self.at += pairs.clone().next().expect("a pair").as_span().end();
        self.tokens
            .extend(pairs.flatten().filter_map(|pair| token(&pair, start)));
        &self.tokens[count..]
    }

    /// Takes the rest of the game; `ahead` tells that it may not be of the game.
    fn end(&mut self, mut depth: usize, ahead: bool) -> End {
        while let Some(c) = self.next() {
            let is_after_game = self.text[..self.at].trim_end().ends_with(')');
            if ahead && is_after_game && self.is(Rule::root) {
                return End::Root;
            }
            if self.has_node && self.is(Rule::inner_root) && self.clone().has_header() {
                let mut variation = self.clone();
                variation.take(Rule::open);
                if ahead || variation.end(depth + 1, true) != End::Parenthesis {
                    return End::Root;
                }
            }
            let is_extra = c == ')' && depth <= 1 && self.goes_on(ahead);
            self.item();
            match c {
                '(' => depth += 1,
                ')' if is_extra => self.tokens.last_mut().expect("it").kind = TokenKind::ExtraClose,
                ')' if depth <= 1 => return End::Parenthesis,
                ')' => depth -= 1,
                _ => {}
            }
        }
        End::Text
    }

    fn item(&mut self) {
        let (start, c) = (self.at, self.next().expect("a character"));
        if matches!(c, ' ' | '\t'..='\r') {
            self.at += 1;
        } else if c.is_ascii_alphabetic() {
            self.take(Rule::identifier);
            let ident = &self.text[start..self.at];
            self.class = words::class(ident.as_bytes());
            if self.values() {
                self.has_node = true;
                self.has_root |= ident.len() == 2 && Grammar::parse(Rule::of_root, ident).is_ok();
            } else {
                self.class = Class::Typed;
            }
        } else if !self.values() {
            let sign = "();".find(c);
            self.take([Rule::open, Rule::close, Rule::node, Rule::stray][sign.unwrap_or(3)]);
            self.has_node |= c == ';';
            self.class = sign.map_or(self.class, |_| Class::Typed);
        }
    }

    /// Takes values; returns whether there are any.
    fn values(&mut self) -> bool {
        let is_text = self.class == Class::Text || self.go == Some(false);
        let rule = [Rule::typed_value, Rule::text_value][usize::from(is_text)];
        let (start, mut is_closed) = (self.at, true);
        while is_closed {
            let after = self
                .rest()
                .trim_start_matches([' ', '\t', '\n', '\x0b', '\x0c', '\r']);
            if !after.starts_with('[') {
                break;
            }
            self.at = self.text.len() - after.len();
            let value = self.take(rule)[0];
            is_closed = value.kind != TokenKind::Unclosed;
            if self.class == Class::Kind && !is_text && self.go.is_none() {
                self.go = kind::named(value.text).map(|kind| kind == GO);
            }
        }
        self.at > start
    }

    /// Returns whether FF, GM or SZ is in the first node of the variation that starts here.
    fn has_header(mut self) -> bool {
        while self.next() != Some(';') {
            self.item();
        }
        self.item();
        let start = self.tokens.len();
        while !matches!(self.next(), None | Some(';' | '(' | ')')) {
            self.item();
        }
        self.tokens[start..].windows(2).any(|pair| {
            let is_value = matches!(pair[1].kind, TokenKind::Value | TokenKind::Unclosed);
            is_value
                && pair[0].kind == TokenKind::Identifier
                && ["FF", "GM", "SZ"].contains(&pair[0].text)
        })
    }

    /// Returns whether more nodes of the game follow the parenthesis that starts here.
    fn goes_on(&self, ahead: bool) -> bool {
        let mut after = Model {
            at: self.at + 1,
            class: Class::Typed,
            ..self.clone()
        };
        let is_space = |c: char| matches!(c, ' ' | '\t'..='\r');
        let before = self.text[..self.at].trim_end_matches(is_space);
        let list = self.text[self.at + 1..]
            .trim_start_matches(is_space)
            .as_bytes();
        if let [b'[', column, row, b']' | b':', ..] = list
            && column.is_ascii_alphabetic()
            && row.is_ascii_alphabetic()
            && before.ends_with(']')
        {
            return true;
        }
        let mut game = after.clone();
        while let Some(c) = after.next() {
            if after.is(Rule::root) {
                return false;
            } else if after.is(Rule::variation) {
                let is_move = !ahead && self.has_root && after.is(Rule::inner_move);
                return is_move && game.end(1, true) == End::Parenthesis;
            } else if after.is(Rule::plain_move) {
                return true;
            }
            after.at += c.len_utf8();
        }
        false
    }
}
