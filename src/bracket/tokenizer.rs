//! The tokenizer of the bracketed formats: one pass over the bytes, which cuts texts into games and games into tokens.
//!
//! Damaged brackets are read by a few rules without a second reading: `values` has the rules for the ends of
//! values, `start` the rules for the starts and ends of games. If a place cannot be judged without the bytes
//! after it, the tokenizer waits for them, so that a stream is cut as it arrives.

mod bytes;
mod start;
mod values;

use super::kind;
use super::syntax::{Token, TokenKind, parsed_property};
use super::words::{self, Class};
use crate::model::GO;
use bytes::word_end;
use start::Next;
use values::{Ending, ScannedValue};

pub(super) use bytes::{is_space, skip_space};
pub(crate) use start::game as start_of_game;
pub(super) use values::signs_of_damage;

/// Takes the tokens that are found.
trait TokenSink {
    /// Takes a token.
    fn push(&mut self, kind: TokenKind, start: usize, end: usize);
    /// Takes a value, and finds out its form. A plain one ends with its first closing bracket.
    fn push_value(&mut self, start: usize, end: usize, is_plain: bool);
    /// Takes a property whose values are not plain, in place of the tokens after the first `count`.
    fn replace(&mut self, count: usize, class: Class, start: usize, end: usize);
    /// Returns how many tokens there are.
    fn count(&self) -> usize;
}

/// Takes no tokens: a stream is only cut into games.
impl TokenSink for () {
    fn push(&mut self, _: TokenKind, _: usize, _: usize) {}
    fn push_value(&mut self, _: usize, _: usize, _: bool) {}
    fn replace(&mut self, _: usize, _: Class, _: usize, _: usize) {}
    fn count(&self) -> usize {
        0
    }
}

/// Tokens of a text that were not given out yet.
#[derive(Debug, Clone)]
struct TokenBatch<'a> {
    text: &'a str,
    tokens: Vec<Token<'a>>,
    /// Whether the grammar reads properties whose values are not plain. It finds the same tokens, and takes much longer.
    by_grammar: bool,
}

impl TokenSink for TokenBatch<'_> {
    #[inline]
    fn push(&mut self, kind: TokenKind, start: usize, end: usize) {
        let text = self.text.get(start..end).unwrap_or("");
        self.tokens.push(Token { kind, text, start });
    }

    #[inline]
    fn push_value(&mut self, start: usize, end: usize, is_plain: bool) {
        let text = self.text.get(start..end).unwrap_or("");
        let value = if is_plain {
            Token::plain_value
        } else {
            Token::value
        };
        self.tokens.push(value(text, start));
    }

    fn replace(&mut self, count: usize, class: Class, start: usize, end: usize) {
        let text = self.text.get(start..end).unwrap_or("");
        if self.by_grammar
            && let Some(tokens) = parsed_property(class == Class::Text, text, start)
        {
            self.tokens.truncate(count);
            self.tokens.extend(tokens);
        }
    }

    fn count(&self) -> usize {
        self.tokens.len()
    }
}

/// The outcome of a step of the tokenizer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Advance {
    /// More of the game.
    On,
    /// The end of the game.
    End,
    /// A variation that may be the next game.
    Root,
    /// A closing parenthesis that may end the game.
    Doubt,
    /// A place that cannot be judged without the bytes after it.
    Wait,
}

/// A part of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum UnitPart {
    /// Before the game.
    #[default]
    Outside,
    /// In the game, before its first node.
    Start,
    /// In the nodes of the game.
    Nodes,
}

/// How far a text has been cut.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tokenizer {
    /// The offset of the next token.
    position: usize,
    /// The offset of the first byte of the unit: of the text before its game.
    unit: usize,
    /// Where in the unit the next token is.
    place: UnitPart,
    /// The open parentheses.
    depth: usize,
    /// Whether the game has a property of a root.
    has_root: bool,
    /// Whether the last node has FF, GM or SZ.
    has_header: bool,
    /// How the values of the last property end.
    class: Class,
    /// The kind of the game.
    kind: KnownKind,
    /// Before this offset no bracket is followed by a possible continuation of a node.
    barren: usize,
    /// The offset of a move after the last closing parenthesis. It shows that the game continues.
    goes_on: usize,
}

impl Tokenizer {
    /// Finds the end of the unit at the start of `buffer`, which is text in UTF-8 or ASCII: one game tree
    /// with any text before it. The text after the last game is a separate unit.
    ///
    /// Returns how many bytes the unit has, or `None` if its end is not in the buffer yet. Then call again
    /// with more bytes at the end of the same buffer: at least [`Tokenizer::pending`], so that each byte is
    /// read only a few times. `at_end` means that no more will come. After a unit, call with the bytes after
    /// it.
    pub(crate) fn next_unit(&mut self, buffer: &[u8], at_end: bool) -> Option<usize> {
        while self.position < buffer.len() {
            match self.advance(buffer, at_end, &mut ()) {
                Advance::On => {}
                Advance::End => return Some(std::mem::take(self).position),
                Advance::Wait | Advance::Root | Advance::Doubt => return None,
            }
        }
        (at_end && !buffer.is_empty()).then(|| {
            *self = Self::default();
            buffer.len()
        })
    }

    /// Returns how many of the bytes of a buffer wait for more.
    pub(crate) fn pending(&self, buffer: &[u8]) -> usize {
        buffer.len().saturating_sub(self.position)
    }

    /// Makes a step. If a parenthesis is missing or surplus, the next node tells to which game it belongs.
    fn advance(&mut self, text: &[u8], at_end: bool, sink: &mut impl TokenSink) -> Advance {
        let step = self.step(text, at_end, sink);
        if !matches!(step, Advance::Root | Advance::Doubt) {
            return step;
        }
        let mut ahead = self.clone();
        if step == Advance::Root {
            ahead.open(&mut ());
        } else {
            ahead.close_with(TokenKind::ExtraClose, &mut ());
        }
        let Some(is_of_game) = ahead.ends_before_root(text, at_end) else {
            return Advance::Wait;
        };
        match (step, is_of_game) {
            (Advance::Doubt, true) => self.close_with(TokenKind::ExtraClose, sink),
            (Advance::Doubt, false) => self.close_with(TokenKind::Close, sink),
            (_, true) => {
                self.open(sink);
                Advance::On
            }
            (_, false) => Advance::End,
        }
    }

    /// Returns whether the game ends before another one starts. Returns `None` if that cannot be told yet.
    fn ends_before_root(&mut self, text: &[u8], at_end: bool) -> Option<bool> {
        while self.position < text.len() {
            if start::is_root_after_game(text, self.position, at_end)? {
                return Some(false);
            }
            match self.step(text, at_end, &mut ()) {
                Advance::On => {}
                Advance::Root => return Some(false),
                Advance::End | Advance::Doubt => return Some(true),
                Advance::Wait => return None,
            }
        }
        bytes::unless_more(at_end)
    }

    fn step(&mut self, text: &[u8], at_end: bool, sink: &mut impl TokenSink) -> Advance {
        if self.place == UnitPart::Outside {
            return self.preface(text, at_end, sink);
        }
        let at = self.position;
        let Some(&byte) = text.get(at) else {
            return Advance::On;
        };
        match byte {
            b';' => {
                sink.push(TokenKind::Node, at, at + 1);
                self.position += 1;
                self.start_node();
            }
            b'(' => match self.is_next_game(text, at_end) {
                Some(true) => return Advance::Root,
                Some(false) => self.open(sink),
                None => return Advance::Wait,
            },
            b')' => return self.close(text, at_end, sink),
            _ => return self.item(text, byte, at_end, sink),
        }
        Advance::On
    }

    /// Passes a property, or other text between the signs of a tree.
    fn item(&mut self, text: &[u8], byte: u8, at_end: bool, sink: &mut impl TokenSink) -> Advance {
        let at = self.position;
        if byte == b'[' {
            return self.values(text, (at, at), at, at_end, sink);
        }
        if byte.is_ascii_alphabetic() {
            return self.property(text, at_end, sink);
        }
        if is_space(byte) {
            self.position = skip_space(text, at);
            return Advance::On;
        }
        let digits = text.get(at..).unwrap_or(&[]).iter();
        let digits = at + digits.take_while(|byte| byte.is_ascii_digit()).count();
        let end = match bytes::is_property(text, digits, at_end) {
            _ if digits == at => at + bytes::character(text, at),
            // A number before an identifier: `1B[pd]`.
            Some(true) => digits,
            Some(false) => word_end(text, at),
            None => return Advance::Wait,
        };
        if end >= text.len() && !at_end {
            return Advance::Wait;
        }
        sink.push(TokenKind::Stray, at, end);
        self.position = end;
        Advance::On
    }

    /// Passes the text before the game.
    fn preface(&mut self, text: &[u8], at_end: bool, sink: &mut impl TokenSink) -> Advance {
        match start_of_game(text, self.position, at_end) {
            Ok(Some(start)) => {
                sink.push(TokenKind::Preface, self.unit, start);
                self.position = start;
                self.place = UnitPart::Start;
                // The parenthesis of a bare root is missing.
                self.depth = usize::from(text.get(start) == Some(&b';'));
                Advance::On
            }
            Ok(None) => {
                sink.push(TokenKind::Preface, self.unit, text.len());
                self.position = text.len();
                Advance::End
            }
            Err(searched) => {
                self.position = searched;
                Advance::Wait
            }
        }
    }

    fn start_node(&mut self) {
        self.place = UnitPart::Nodes;
        self.has_header = false;
        self.class = Class::Typed;
    }

    /// Returns whether the parenthesis at the position starts a variation whose root names the file format,
    /// the kind of the game or the size. Returns `None` if that cannot be told yet.
    fn is_next_game(&self, text: &[u8], at_end: bool) -> Option<bool> {
        // Most variations start with a move, and a root does not.
        let is_move = matches!(
            text.get(self.position..),
            Some([_, b';', b'B' | b'W', b'[', ..])
        );
        if is_move
            || self.place != UnitPart::Nodes
            || !start::is_inner_root(text, self.position, at_end)?
        {
            return Some(false);
        }
        let mut node = self.clone();
        node.position = skip_space(text, self.position + 1) + 1;
        node.start_node();
        while let Some(byte) = text.get(node.position) {
            // A run of moves ends with the semicolon of the next node.
            let is_run = moves_end(text, node.position) > node.position;
            if is_run || matches!(byte, b';' | b'(' | b')') {
                return Some(node.has_header);
            }
            if node.item(text, *byte, at_end, &mut ()) == Advance::Wait {
                return None;
            }
            if node.has_header {
                return Some(true);
            }
        }
        bytes::unless_more(at_end)
    }

    fn open(&mut self, sink: &mut impl TokenSink) {
        sink.push(TokenKind::Open, self.position, self.position + 1);
        self.position += 1;
        self.depth += 1;
        self.class = Class::Typed;
    }

    /// Passes a closing parenthesis. The last one ends the game, unless more of its nodes follow. It is in doubt whether
    /// it does if a variation follows that starts with a move, and the game has a root.
    fn close(&mut self, text: &[u8], at_end: bool, sink: &mut impl TokenSink) -> Advance {
        if self.depth <= 1 && self.position >= self.goes_on {
            match start::next(text, self.position + 1, at_end) {
                Some(Next::Move(at)) => self.goes_on = at,
                Some(Next::Variation) if self.has_root => return Advance::Doubt,
                Some(Next::Variation | Next::Other) => {}
                None => return Advance::Wait,
            }
        }
        let is_extra = self.depth <= 1 && self.position < self.goes_on;
        let kind = if is_extra {
            TokenKind::ExtraClose
        } else {
            TokenKind::Close
        };
        self.close_with(kind, sink)
    }

    fn close_with(&mut self, kind: TokenKind, sink: &mut impl TokenSink) -> Advance {
        sink.push(kind, self.position, self.position + 1);
        self.position += 1;
        self.class = Class::Typed;
        if kind == TokenKind::ExtraClose {
            return Advance::On;
        }
        self.depth = self.depth.saturating_sub(1);
        if self.depth == 0 {
            Advance::End
        } else {
            Advance::On
        }
    }

    /// Passes an identifier with its values, or a run of plain moves.
    fn property(&mut self, text: &[u8], at_end: bool, sink: &mut impl TokenSink) -> Advance {
        let at = self.position;
        let mut end = moves_end(text, at);
        if end > at {
            self.start_node();
        }
        if self.kind != KnownKind::Other && is_last_move(text, end, self.depth) {
            (self.place, self.class) = (UnitPart::Nodes, Class::Typed);
            end += 5;
        }
        if end > at {
            sink.push(TokenKind::Moves, at, end);
            self.position = end;
            return Advance::On;
        }
        let end = word_end(text, at);
        let ident = text.get(at..end).unwrap_or(&[]);
        let open = skip_space(text, end);
        match text.get(open) {
            Some(b'[') => {}
            None if !at_end => return Advance::Wait,
            _ => {
                sink.push(TokenKind::Identifier, at, end);
                self.position = end;
                self.class = Class::Typed;
                return Advance::On;
            }
        }
        self.class = words::class(ident);
        let step = self.values(text, (at, end), open, at_end, sink);
        if step == Advance::On {
            self.has_root = self.has_root || bytes::is_of_root(ident);
            self.has_header |= matches!(ident, b"FF" | b"GM" | b"SZ");
            self.place = UnitPart::Nodes;
        }
        step
    }

    /// Passes the values of a property, given where its identifier is and where its first value starts.
    fn values(
        &mut self,
        text: &[u8],
        (at, end): (usize, usize),
        open: usize,
        at_end: bool,
        sink: &mut impl TokenSink,
    ) -> Advance {
        let count = sink.count();
        if end > at {
            sink.push(TokenKind::Identifier, at, end);
        }
        let class = match self.kind {
            KnownKind::Other => Class::Text,
            _ => self.class,
        };
        let mut is_plain = true;
        let (mut barren, mut kind) = (self.barren, self.kind);
        let mut next = open;
        loop {
            let Some(value) = value(text, class, next + 1, at_end, &mut barren) else {
                return Advance::Wait;
            };
            if class == Class::Kind && kind == KnownKind::Unknown {
                kind = KnownKind::of(text.get(value.start..value.end).unwrap_or(&[]));
            }
            is_plain &= value.ending == Ending::Plain;
            if value.ending == Ending::Cut {
                sink.push(TokenKind::Unclosed, value.start, value.end);
                if value.next > value.end {
                    sink.push(TokenKind::Stray, value.end, value.next);
                }
                next = value.next;
                break;
            }
            sink.push_value(value.start, value.end, value.ending == Ending::Plain);
            next = skip_space(text, value.next);
            match text.get(next) {
                Some(b'[') => {}
                None if !at_end => return Advance::Wait,
                _ => {
                    if !is_plain {
                        sink.replace(count, class, at, value.next);
                    }
                    break;
                }
            }
        }
        (self.barren, self.kind) = (barren, kind);
        self.position = next;
        Advance::On
    }
}

/// The known kind of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum KnownKind {
    /// Not known yet: it is read like Go.
    #[default]
    Unknown,
    Go,
    /// Another game: its values are texts.
    Other,
}

impl KnownKind {
    /// Tells the kind from a value of GM.
    fn of(value: &[u8]) -> Self {
        match std::str::from_utf8(value).ok().and_then(kind::named) {
            Some(GO) => Self::Go,
            Some(_) => Self::Other,
            None => Self::Unknown,
        }
    }
}

#[inline]
fn value(
    text: &[u8],
    class: Class,
    start: usize,
    at_end: bool,
    barren: &mut usize,
) -> Option<ScannedValue> {
    match (class, text.get(start..)) {
        (Class::Text, _) => values::text(text, start, at_end, barren),
        // Most typed values are a point.
        (Class::Typed, Some([b'a'..=b'z', b'a'..=b'z', b']', ..])) => {
            Some(ScannedValue::closed(start, start + 2, true))
        }
        (Class::Typed | Class::Kind, _) => values::typed(text, start, at_end),
    }
}

/// Returns the end of moves that start at an offset, each with the `;` of the node after it.
#[inline]
fn moves_end(text: &[u8], start: usize) -> usize {
    let mut end = start;
    while let Some(rest) = after_move(text, end) {
        match rest {
            [b';', ..] => end += 6,
            [b'\n', b';', ..] => end += 7,
            _ => {
                let next = skip_space(text, end + 5);
                if text.get(next) != Some(&b';') {
                    break;
                }
                end = next + 1;
            }
        }
    }
    end
}

/// Returns whether a move at an offset is the last one before a parenthesis. The one that closes the game does not count,
/// because it may be surplus, and then the node continues after it.
#[inline]
fn is_last_move(text: &[u8], at: usize, depth: usize) -> bool {
    after_move(text, at).is_some()
        && match text.get(skip_space(text, at + 5)) {
            Some(b'(') => true,
            Some(b')') => depth > 1,
            _ => false,
        }
}

/// Returns the text after a move at an offset, if it has two small letters.
#[inline]
fn after_move(text: &[u8], at: usize) -> Option<&[u8]> {
    match text.get(at..)? {
        [b'B' | b'W', b'[', b'a'..=b'z', b'a'..=b'z', b']', rest @ ..] => Some(rest),
        _ => None,
    }
}

/// How many tokens are found at a time.
const BATCH: usize = 64;

/// The tokens of a text, game by game. Each game starts with a [`TokenKind::Preface`]: the text before it,
/// possibly empty.
#[derive(Debug, Clone)]
pub(crate) struct Tokens<'a> {
    tokenizer: Tokenizer,
    batch: TokenBatch<'a>,
    next: usize,
    done: bool,
}

impl<'a> Tokens<'a> {
    /// Starts before the first token of a text. `by_grammar` says whether the grammar reads the unusual properties.
    pub(super) fn new(text: &'a str, by_grammar: bool) -> Self {
        let tokens = Vec::with_capacity(BATCH + 16);
        Self {
            tokenizer: Tokenizer::default(),
            batch: TokenBatch {
                text,
                tokens,
                by_grammar,
            },
            next: 0,
            done: false,
        }
    }

    fn fill(&mut self) {
        self.batch.tokens.clear();
        self.next = 0;
        let text = self.batch.text.as_bytes();
        while self.batch.tokens.len() < BATCH && !self.done {
            let step = self.tokenizer.advance(text, true, &mut self.batch);
            let position = self.tokenizer.position;
            if step == Advance::End && position < text.len() {
                self.tokenizer = Tokenizer {
                    position,
                    unit: position,
                    ..Tokenizer::default()
                };
            }
            self.done = position >= text.len();
        }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    #[inline]
    fn next(&mut self) -> Option<Token<'a>> {
        if self.next == self.batch.tokens.len() {
            self.fill();
        }
        let token = self.batch.tokens.get(self.next).copied();
        self.next += 1;
        token
    }
}

#[cfg(test)]
mod tests;
