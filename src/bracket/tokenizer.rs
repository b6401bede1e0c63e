//! The tokenizer of the bracketed formats: one pass over the bytes, which cuts texts into games and games into tokens.
//!
//! Damaged brackets are read by a few rules without a second reading: `values` has the rules for the ends of
//! values, `start` the rules for the starts and ends of games. If a step has looked at the end of the bytes that are
//! known, it is made again with more bytes, so that a stream is cut as it arrives.

mod bytes;
mod start;
mod values;

use super::kind;
use super::syntax::{Token, TokenKind, parsed_property};
use super::words::{self, Class};
use crate::diagnostic::Span;
use crate::model::GO;
use bytes::Bytes;
use start::Next;
use values::{Ending, ScannedValue};

pub(super) use bytes::{is_space, skip_space};
pub(super) use values::signs_of_damage;

/// Finds where the first game of a text starts.
pub(crate) fn start_of_game(text: &[u8]) -> Option<usize> {
    start::game(&Bytes::new(text), 0)
}

/// The tokens that a step has found: their kinds and places.
type Found = Vec<(TokenKind, Span)>;

/// The outcome of a step of the tokenizer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Advance {
    /// More of the game.
    On,
    /// More of the game, after a property from an offset on whose values are not plain. They can be texts.
    Unusual(usize, bool),
    /// More of the game, after a value without a closing bracket.
    Cut,
    /// The end of the game.
    End,
    /// A variation that may be the next game.
    Root,
    /// A closing parenthesis that may end the game.
    Doubt,
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
        let (text, mut found) = (Bytes::new(buffer), Found::new());
        while self.position < buffer.len() {
            found.clear();
            let before = self.clone();
            let step = self.advance(&text, &mut found);
            if text.looked_at_end() && !at_end {
                *self = before;
                return None;
            }
            if step == Advance::End {
                return Some(std::mem::take(self).position);
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
    #[inline]
    fn advance(&mut self, text: &Bytes<'_>, found: &mut Found) -> Advance {
        match self.step(text, found) {
            step @ (Advance::Root | Advance::Doubt) => self.judge(step, text, found),
            step => step,
        }
    }

    #[cold]
    fn judge(&mut self, step: Advance, text: &Bytes<'_>, found: &mut Found) -> Advance {
        let (mut ahead, mut scratch) = (self.clone(), Found::new());
        if step == Advance::Root {
            ahead.open(&mut scratch);
        } else {
            ahead.close_with(TokenKind::ExtraClose, text, &mut scratch);
        }
        match (step, ahead.ends_before_root(text, &mut scratch)) {
            (Advance::Doubt, true) => self.close_with(TokenKind::ExtraClose, text, found),
            (Advance::Doubt, false) => self.close_with(TokenKind::Close, text, found),
            (_, true) => self.open(found),
            (_, false) => Advance::End,
        }
    }

    /// Returns whether the game ends before another one starts.
    fn ends_before_root(&mut self, text: &Bytes<'_>, scratch: &mut Found) -> bool {
        while text.get(self.position).is_some() {
            scratch.clear();
            if start::is_root_after_game(text, self.position) {
                return false;
            }
            match self.step(text, scratch) {
                Advance::On | Advance::Unusual(..) | Advance::Cut => {}
                Advance::Root => return false,
                Advance::End | Advance::Doubt => return true,
            }
        }
        false
    }

    fn step(&mut self, text: &Bytes<'_>, found: &mut Found) -> Advance {
        if self.place == UnitPart::Outside {
            return self.preface(text, found);
        }
        let at = self.position;
        match text.get(at) {
            Some(b';') => {
                found.push((TokenKind::Node, Span::new(at, at + 1)));
                self.position += 1;
                self.start_node();
                Advance::On
            }
            Some(b'(') if self.is_next_game(text) => Advance::Root,
            Some(b'(') => self.open(found),
            Some(b')') => self.close(text, found),
            byte => self.item(text, byte.unwrap_or(b' '), found),
        }
    }

    /// Passes a property, or other text between the signs of a tree.
    fn item(&mut self, text: &Bytes<'_>, byte: u8, found: &mut Found) -> Advance {
        let at = self.position;
        if byte == b'[' {
            return self.values(text, (at, at), at, found);
        }
        if byte.is_ascii_alphabetic() {
            return self.property(text, found);
        }
        if is_space(byte) {
            self.position = text.skip_space(at);
            return Advance::On;
        }
        let digits = text.after(at).iter();
        let digits = at + digits.take_while(|byte| byte.is_ascii_digit()).count();
        self.position = if digits == at {
            text.character_end(at)
        } else if bytes::is_property(text, digits) {
            // A number before an identifier: `1B[pd]`.
            digits
        } else {
            text.word_end(at)
        };
        found.push((TokenKind::Stray, Span::new(at, self.position)));
        // The rest of the word or of the character can be missing.
        text.get(self.position);
        Advance::On
    }

    /// Passes the text before the game.
    fn preface(&mut self, text: &Bytes<'_>, found: &mut Found) -> Advance {
        let start = start::game(text, self.position);
        self.position = start.unwrap_or(text.len());
        found.push((TokenKind::Preface, Span::new(self.unit, self.position)));
        if start.is_none() {
            return Advance::End;
        }
        self.place = UnitPart::Start;
        // The parenthesis of a bare root is missing.
        self.depth = usize::from(text.get(self.position) == Some(b';'));
        Advance::On
    }

    fn start_node(&mut self) {
        self.place = UnitPart::Nodes;
        self.has_header = false;
        self.class = Class::Typed;
    }

    /// Returns whether the parenthesis at the position starts a variation whose root names the file format,
    /// the kind of the game or the size.
    fn is_next_game(&self, text: &Bytes<'_>) -> bool {
        // Most variations start with a move, and a root does not.
        let is_move = matches!(text.after(self.position), [_, b';', b'B' | b'W', b'[', ..]);
        if is_move || self.place != UnitPart::Nodes || !start::is_inner_root(text, self.position) {
            return false;
        }
        let (mut node, mut scratch) = (self.clone(), Found::new());
        node.position = text.skip_space(self.position + 1) + 1;
        node.start_node();
        while let Some(byte) = text.get(node.position) {
            // A run of moves ends with the semicolon of the next node.
            let is_run = moves_end(text, node.position) > node.position;
            if is_run || node.has_header || matches!(byte, b';' | b'(' | b')') {
                break;
            }
            node.item(text, byte, &mut scratch);
        }
        node.has_header
    }

    fn open(&mut self, found: &mut Found) -> Advance {
        let at = self.position;
        found.push((TokenKind::Open, Span::new(at, at + 1)));
        self.position += 1;
        self.depth += 1;
        self.class = Class::Typed;
        Advance::On
    }

    /// Passes a closing parenthesis. The last one ends the game, unless more of its nodes follow. It is in doubt whether
    /// it does if a variation follows that starts with a move, and the game has a root.
    fn close(&mut self, text: &Bytes<'_>, found: &mut Found) -> Advance {
        if self.depth <= 1 && self.position >= self.goes_on {
            match start::next(text, self.position + 1) {
                Next::Move(at) => self.goes_on = at,
                Next::Variation if self.has_root => return Advance::Doubt,
                Next::Variation | Next::Other => {}
            }
        }
        let is_extra = self.depth <= 1 && self.position < self.goes_on;
        let kind = if is_extra {
            TokenKind::ExtraClose
        } else {
            TokenKind::Close
        };
        self.close_with(kind, text, found)
    }

    fn close_with(&mut self, kind: TokenKind, text: &Bytes<'_>, found: &mut Found) -> Advance {
        let at = self.position;
        found.push((kind, Span::new(at, at + 1)));
        self.position += 1;
        self.class = Class::Typed;
        if kind == TokenKind::ExtraClose {
            return Advance::On;
        }
        self.depth = self.depth.saturating_sub(1);
        if self.depth == 0 {
            return Advance::End;
        }
        self.position = text.skip_space(at + 1);
        Advance::On
    }

    /// Passes an identifier with its values, or a run of plain moves.
    fn property(&mut self, text: &Bytes<'_>, found: &mut Found) -> Advance {
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
            found.push((TokenKind::Moves, Span::new(at, end)));
            self.position = text.skip_space(end);
            return Advance::On;
        }
        let end = text.word_end(at);
        let ident = text.part(at, end);
        let open = text.skip_space(end);
        if text.get(open) != Some(b'[') {
            found.push((TokenKind::Identifier, Span::new(at, end)));
            self.position = end;
            self.class = Class::Typed;
            return Advance::On;
        }
        self.class = words::class(ident);
        self.has_root = self.has_root || bytes::is_of_root(ident);
        self.has_header |= matches!(ident, b"FF" | b"GM" | b"SZ");
        self.place = UnitPart::Nodes;
        self.values(text, (at, end), open, found)
    }

    /// Passes the values of a property, given where its identifier is and where its first value starts.
    fn values(
        &mut self,
        text: &Bytes<'_>,
        (at, end): (usize, usize),
        open: usize,
        found: &mut Found,
    ) -> Advance {
        if end > at {
            found.push((TokenKind::Identifier, Span::new(at, end)));
        }
        let class = match self.kind {
            KnownKind::Other => Class::Text,
            _ => self.class,
        };
        let (mut is_plain, mut next) = (true, open);
        while text.get(next) == Some(b'[') {
            let ScannedValue { start, end, ending } =
                value(text, class, next + 1, &mut self.barren);
            if class == Class::Kind && self.kind == KnownKind::Unknown {
                self.kind = KnownKind::of(text.part(start, end));
            }
            let span = Span::new(start, end);
            if ending == Ending::Cut {
                found.push((TokenKind::Unclosed, span));
                self.position = end;
                return Advance::Cut;
            }
            is_plain &= ending == Ending::Plain;
            found.push((TokenKind::Value, span));
            self.position = end + 1;
            next = text.skip_space(self.position);
        }
        if is_plain {
            Advance::On
        } else {
            Advance::Unusual(at, class == Class::Text)
        }
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
fn value(text: &Bytes<'_>, class: Class, start: usize, barren: &mut usize) -> ScannedValue {
    match (class, text.after(start)) {
        (Class::Text, _) => values::text(text, start, barren),
        // Most typed values are a point.
        (Class::Typed, [b'a'..=b'z', b'a'..=b'z', b']', ..]) => {
            ScannedValue::closed(start, start + 2, true)
        }
        (Class::Typed | Class::Kind, _) => values::typed(text, start),
    }
}

/// Returns the end of moves that start at an offset, each with the `;` of the node after it.
#[inline]
fn moves_end(text: &Bytes<'_>, start: usize) -> usize {
    let mut end = start;
    while let Some(rest) = after_move(text.after(end)) {
        match rest {
            [b';', ..] => end += 6,
            [b'\n', b';', ..] => end += 7,
            _ => {
                let next = skip_space(rest, 0);
                if rest.get(next) != Some(&b';') {
                    break;
                }
                end += 5 + next + 1;
            }
        }
    }
    end
}

/// Returns whether a move at an offset is the last one before a parenthesis. The one that closes the game does not count,
/// because it may be surplus, and then the node continues after it.
#[inline]
fn is_last_move(text: &Bytes<'_>, at: usize, depth: usize) -> bool {
    after_move(text.after(at)).is_some_and(|rest| match rest.get(skip_space(rest, 0)) {
        Some(b'(') => true,
        Some(b')') => depth > 1,
        _ => false,
    })
}

/// Returns the text after a move at the start of a text, if it has two small letters.
#[inline]
fn after_move(text: &[u8]) -> Option<&[u8]> {
    match text {
        [b'B' | b'W', b'[', b'a'..=b'z', b'a'..=b'z', b']', rest @ ..] => Some(rest),
        _ => None,
    }
}

/// Adds the identifiers, values and semicolons of moves.
fn push_moves(found: &mut Found, text: &str, moves: Span) {
    let mut at = moves.start;
    while at < moves.end {
        found.push((TokenKind::Identifier, Span::new(at, at + 1)));
        found.push((TokenKind::Value, Span::new(at + 2, at + 4)));
        let semicolon = skip_space(text.as_bytes(), at + 5);
        at = semicolon + 1;
        if semicolon < moves.end {
            found.push((TokenKind::Node, Span::new(semicolon, at)));
        }
    }
}

/// The tokens of a text, game by game. Each game starts with a [`TokenKind::Preface`]: the text before it,
/// possibly empty.
#[derive(Debug)]
pub(crate) struct Tokens<'a> {
    tokenizer: Tokenizer,
    text: &'a str,
    bytes: Bytes<'a>,
    found: Found,
    /// The number of found tokens that were given out.
    given: usize,
    done: bool,
    /// Whether the values of the last property have no damaged or unescaped bracket.
    pub(super) is_plain: bool,
    form: Form,
}

/// The form of tokens.
#[derive(Debug, PartialEq)]
enum Form {
    /// Each identifier, value and sign alone.
    Single,
    /// Moves stay together.
    Moves,
    /// So do they, and the grammar reads properties whose values are not plain. It finds the same tokens, and takes much longer.
    Grammar,
}

impl<'a> Tokens<'a> {
    /// Starts before the first token of a text.
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            tokenizer: Tokenizer::default(),
            text,
            bytes: Bytes::new(text.as_bytes()),
            found: Found::new(),
            given: 0,
            done: false,
            is_plain: true,
            form: Form::Single,
        }
    }

    /// Starts before the first token of a text, for a reader of games. Moves stay together.
    pub(super) fn of_reader(text: &'a str, by_grammar: bool) -> Self {
        let form = if by_grammar {
            Form::Grammar
        } else {
            Form::Moves
        };
        Self {
            form,
            ..Self::new(text)
        }
    }

    /// Starts before the first token of a node of a text.
    pub(super) fn of_node(text: &'a str, node: Span) -> Self {
        let mut tokens = Self::new(text.get(..node.end).unwrap_or(""));
        tokens.tokenizer = Tokenizer {
            position: node.start,
            place: UnitPart::Nodes,
            depth: 1,
            ..Tokenizer::default()
        };
        tokens
    }

    /// Makes a step.
    fn fill(&mut self) {
        self.found.clear();
        self.given = 0;
        let step = self.tokenizer.advance(&self.bytes, &mut self.found);
        let position = self.tokenizer.position;
        self.done = position >= self.text.len();
        self.is_plain = !matches!(step, Advance::Unusual(..) | Advance::Cut);
        match step {
            Advance::End if !self.done => {
                self.tokenizer = Tokenizer {
                    position,
                    unit: position,
                    ..Tokenizer::default()
                };
            }
            Advance::Unusual(start, is_text) if self.form == Form::Grammar => {
                let property = Span::new(start, position).slice(self.text);
                if let Some(tokens) = parsed_property(is_text, property, start) {
                    self.found.clear();
                    let place = |token: Token<'_>| Span::new(token.start, token.end());
                    self.found
                        .extend(tokens.map(|token| (token.kind, place(token))));
                }
            }
            _ => {}
        }
        if let [(TokenKind::Moves, moves)] = *self.found.as_slice()
            && self.form == Form::Single
        {
            self.found.clear();
            push_moves(&mut self.found, self.text, moves);
        }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    #[inline]
    fn next(&mut self) -> Option<Token<'a>> {
        while self.given == self.found.len() && !self.done {
            self.fill();
        }
        let &(kind, span) = self.found.get(self.given)?;
        self.given += 1;
        let (text, start) = (span.slice(self.text), span.start);
        Some(Token { kind, text, start })
    }
}

/// Cuts a text into tokens. The first token is a [`TokenKind::Preface`], and each further game has one before it.
pub(crate) fn tokens(text: &str) -> Tokens<'_> {
    Tokens::new(text)
}

/// Cuts a text into the same tokens as [`tokens`], for a reader of games: moves are together, and if `by_grammar`, the
/// grammar reads the properties with damaged or unescaped brackets.
pub(super) fn tokens_of_reader(text: &str, by_grammar: bool) -> Tokens<'_> {
    Tokens::of_reader(text, by_grammar)
}

/// Returns the tokens of the first node. Its semicolon can be missing.
pub(crate) fn first_node(text: &str) -> impl Iterator<Item = Token<'_>> {
    use TokenKind::{Close, Node, Open, Preface};
    let mut is_open = false;
    let tokens = tokens(text).skip_while(|token| matches!(token.kind, Preface | Open));
    tokens.take_while(move |token| {
        let is_end = is_open && matches!(token.kind, Node | Open | Close | Preface);
        is_open = true;
        !is_end
    })
}

/// Returns the identifiers of the properties of the first node, each with its first value.
pub(crate) fn root_values(text: &str) -> Vec<(&str, &str)> {
    let (mut values, mut ident) = (Vec::new(), None);
    for token in first_node(text) {
        match token.kind {
            TokenKind::Identifier => ident = Some(token.text),
            TokenKind::Value | TokenKind::Unclosed => {
                values.extend(ident.take().map(|ident| (ident, token.text)));
            }
            _ => {}
        }
    }
    values
}

#[cfg(test)]
mod tests;
