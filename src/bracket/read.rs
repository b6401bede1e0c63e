//! From the tokens of one game tree to a game.

use memchr::memchr_iter;

use super::node::Draft;
use super::rules;
use super::syntax::{Token, TokenKind, is_point, unescaped};
use super::text::Escapes;
use super::tokenizer;
use super::tokenizer::skip_space;
use super::typed::{self, excerpt};
use super::words;
use crate::diagnostic::{Diagnostic, Diagnostics, Rule, Span, Words};
use crate::model::{BoardSize, Color, GO, Game, Move, NodeId, Place};

/// Reads one game tree with any text before and after it. Returns `None` if the text has no game.
///
/// The properties of Go are typed by [`crate::model::Id::value_type`] in every file format; `tt` is a pass up
/// to 19x19, an empty move is one everywhere. Nodes that mix setup with a move, or moves of both colours, are
/// split (SGF `FF[4]`, section 2.2.1). Properties of other games stay as they are. Each mistake is repaired,
/// reported and kept, except that text outside properties is left out.
pub fn read<'a>(text: &'a str, escapes: Escapes, log: &mut Diagnostics) -> Option<Game<'a>> {
    // The grammar reads each text from outside once. The tokenizer alone finds the same tokens in less time, so it reads the
    // text again, and the texts that this program wrote.
    let mut tokens = tokenizer::tokens_of_reader(text, log.wants_positions());
    let preface = tokens.next().map_or("", |token| token.text);
    if preface.len() == text.len() {
        let finding = (
            &rules::NO_GAME,
            "no game starts in this text; expected \"(;\"",
        );
        report_outside(text, Span::new(0, text.len()), finding, log);
        return None;
    }
    let mut builder = Builder::new(text, escapes, log);
    builder.preface(preface);
    let mut end = text.len();
    while let Some(token) = tokens.next() {
        if token.kind == TokenKind::Preface {
            end = token.start;
            break;
        }
        builder.token(&token, tokens.is_plain);
    }
    builder.finish(end);
    let game = builder.game;
    let finding = (&rules::TEXT_BEHIND, "text follows the last game");
    report_outside(text, Span::new(end, text.len()), finding, log);
    Some(game)
}

/// Returns a text without white space and control characters at its ends.
pub(crate) fn trimmed(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || c.is_control() || c == '\u{feff}')
}

/// Reports a part of a text outside the game, unless it is blank.
fn report_outside(
    text: &str,
    place: Span,
    (rule, message): (&'static Rule, &'static str),
    log: &mut Diagnostics,
) {
    let outside = place.slice(text);
    let words = trimmed(outside);
    if words.is_empty() {
        return;
    }
    let found = if words.chars().all(|c| c == ')' || c.is_whitespace()) {
        // A surplus parenthesis is left out, but no data is lost.
        let message = "a closing parenthesis has no opening parenthesis";
        let found = Diagnostic::new(&rules::EXTRA_CLOSE, message).help("left out");
        let start = place.start + outside.find(words).unwrap_or(0);
        // Between two games the opening parenthesis of a variation can be missing.
        found.read_as(Span::new(start, start + words.len()), "", place.start > 0)
    } else {
        log.leave_out(place);
        Diagnostic::new(rule, message).help("it is not part of a game")
    };
    let start = place.start + outside.find(words).unwrap_or(0);
    log.report(found.at(start, start + words.len()));
}

/// Reads a move of Go: `B[pd]`. Returns `None` if there is something to report: `W[ss]` is a pass on 18x18.
#[inline]
fn move_of([color, _, column, row, _]: [u8; 5], size: BoardSize) -> Option<Move> {
    let color = match color {
        b'B' => Color::Black,
        _ => Color::White,
    };
    let point = typed::letters_to_point(column, row)?;
    let place = typed::place(point, size);
    (place != Place::Pass || point == typed::TT).then_some(Move { color, place })
}

/// Returns a text without the white space at its start.
#[inline]
fn without_blanks(text: &[u8]) -> &[u8] {
    text.get(skip_space(text, 0)..).unwrap_or(&[])
}

/// The state after the previous token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum After {
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// A node that can take properties.
    Node,
    /// A node that is complete.
    Complete,
}

struct Builder<'a, 'l> {
    game: Game<'a>,
    log: &'l mut Diagnostics,
    escapes: Escapes,
    draft: Draft<'a>,
    after: After,
    /// The last node, `None` before the first.
    current: Option<NodeId>,
    /// For each open parenthesis the last node before it, and whether a move was played up to it.
    open: Vec<(Option<NodeId>, bool)>,
    /// Whether a move was played up to the last node.
    moved: bool,
    /// The place of the node that is being read.
    span: Span,
    /// The stray text before, so that a row of characters is reported once.
    stray: Option<Span>,
    text: &'a str,
}

impl<'a, 'l> Builder<'a, 'l> {
    fn new(text: &'a str, escapes: Escapes, log: &'l mut Diagnostics) -> Self {
        let bytes = text.as_bytes();
        let nodes = memchr_iter(b';', bytes).count();
        // Most nodes have a move, and a move is not a property; a list of points has a bracket for each
        // point.
        let brackets = memchr_iter(b'[', bytes).count();
        let properties = brackets.saturating_sub(nodes).min(2 * nodes + 32);
        Self {
            game: Game::with_capacity(nodes, properties),
            log,
            escapes,
            draft: Draft::default(),
            after: After::Open,
            current: None,
            open: Vec::new(),
            moved: false,
            span: Span::default(),
            stray: None,
            text,
        }
    }

    fn preface(&mut self, preface: &str) {
        let place = Span::new(0, preface.len());
        // In Smart-Go this text is reserved for the data of other programs.
        if self.escapes == Escapes::Sgf {
            let finding = (&rules::TEXT_BEFORE, "text precedes the game");
            report_outside(self.text, place, finding, self.log);
        } else if !trimmed(preface).is_empty() {
            self.log.leave_out(place);
        }
    }

    fn token(&mut self, token: &Token<'a>, is_plain: bool) {
        if self.stray.is_some() && token.kind != TokenKind::Stray {
            self.report_stray();
        }
        match token.kind {
            TokenKind::Open => self.open(token),
            TokenKind::Close => self.close(token),
            TokenKind::ExtraClose => self.extra_close(token),
            TokenKind::Node => {
                if self.open.is_empty() && !self.draft.is_started() {
                    let message =
                        "the game has no parenthesis before its first node; expected \"(\"";
                    let place = Span::new(token.start, token.start);
                    // It can be in the words before the game: `(see page 12;SZ[9]`.
                    let is_safe = !self.text.get(..token.start).unwrap_or("").contains('(');
                    self.log.report(
                        Diagnostic::new(&rules::MISSING_OPEN, message)
                            .at(token.start, token.end())
                            .help("read as if it were there")
                            .read_as(place, "(", is_safe),
                    );
                    self.open.push((None, false));
                }
                if self.after == After::Close {
                    self.report(
                        &rules::NODE_AFTER_CLOSE,
                        token,
                        "a node follows a closed variation; expected \"(\"",
                        "read as another variation",
                    );
                }
                self.start_node(token.start);
            }
            TokenKind::Moves => self.moves(token),
            TokenKind::Identifier => {
                self.ensure_node(token);
                self.span.end = token.end();
                self.draft.identifier(*token);
            }
            TokenKind::Value => {
                self.ensure_node(token);
                // The bracket that closes the value belongs to it.
                self.span.end = token.end() + 1;
                self.value(*token, is_plain);
            }
            TokenKind::Unclosed => self.unclosed(*token),
            TokenKind::Stray => self.stray(token),
            TokenKind::Preface => {}
        }
    }

    fn open(&mut self, token: &Token<'a>) {
        self.end_node();
        if self.after == After::Open && !self.open.is_empty() {
            let message = "a second parenthesis opens the same variation; expected \";\"";
            self.log.report(
                Diagnostic::new(&rules::DOUBLE_OPEN, message)
                    .at(token.start, token.end())
                    .help("read as another level of variations")
                    .read_as(token.span(), "", false),
            );
        }
        self.open.push((self.current, self.moved));
        self.after = After::Open;
    }

    fn close(&mut self, token: &Token<'a>) {
        self.end_node();
        if self.after == After::Open {
            self.report(
                &rules::EMPTY_VARIATION,
                token,
                "a variation has no nodes",
                "left out",
            );
        }
        (self.current, self.moved) = self.open.pop().unwrap_or_default();
        self.after = After::Close;
    }

    fn extra_close(&mut self, token: &Token<'a>) {
        let message = "a closing parenthesis ends the game, but more of its nodes follow";
        let place = token.span();
        // Before a variation another parenthesis can be the surplus one, or an opening one is missing.
        let after = self.text.get(place.end..).unwrap_or("").trim_start();
        self.log.report(
            Diagnostic::new(&rules::EXTRA_CLOSE, message)
                .at(place.start, place.end)
                .help("left out")
                .read_as(place, "", !after.starts_with('(')),
        );
    }

    /// Starts a node if a property has no node to belong to.
    fn ensure_node(&mut self, token: &Token<'a>) {
        if self.after != After::Node {
            let is_value = matches!(token.kind, TokenKind::Value | TokenKind::Unclosed);
            let start = token.start - usize::from(is_value);
            let message = "a property is outside any node; expected \";\" before it";
            self.log.report(
                Diagnostic::new(&rules::MISSING_SEMICOLON, message)
                    .at(token.start, token.end())
                    .help("read as the start of a node")
                    .read_as(Span::new(start, start), ";", true),
            );
            self.start_node(token.start);
        }
    }

    fn start_node(&mut self, start: usize) {
        // Most nodes are a move, and complete by now.
        if self.after == After::Node {
            self.end_node();
        }
        self.span = Span::new(start, start + 1);
        self.current = Some(match self.current {
            Some(parent) => self.game.add_child(parent),
            None if self.draft.is_started() => self.game.add_child(NodeId::ROOT),
            None => NodeId::ROOT,
        });
        self.draft.start();
        self.after = After::Node;
    }

    fn end_node(&mut self) {
        if self.after == After::Node
            && let Some(node) = self.current
        {
            let last = self
                .draft
                .finish(node, &mut self.game, self.escapes, self.moved, self.log);
            self.moved |= self.game.mv(last).is_some();
            // A node that is split becomes several, one after the other.
            for part in node.index()..=last.index() {
                self.log.place(0, part, self.span);
            }
            self.current = Some(last);
            self.after = After::Complete;
        }
    }

    /// Adds moves to the open node and to new nodes. A node without a move after the last semicolon stays open.
    fn moves(&mut self, token: &Token<'a>) {
        self.ensure_node(token);
        let mut rest = token.text.as_bytes();
        while let Some((mv, after)) = rest.split_first_chunk::<5>() {
            self.span.end = token.end() - after.len();
            if let Some(node) = self.plain_move(*mv) {
                rest = self.line(node, after, token.end());
            } else {
                self.drafted_move(self.span.end - mv.len());
                rest = without_blanks(after);
            }
            let Some(next) = rest.strip_prefix(b";") else {
                break;
            };
            self.start_node(token.end() - rest.len());
            rest = next;
        }
    }

    /// Completes a node with only a move of Go, but not the first node, which needs more work.
    fn plain_move(&mut self, mv: [u8; 5]) -> Option<NodeId> {
        let node = self.current.filter(|node| *node != NodeId::ROOT)?;
        let game = &mut self.game;
        let mv = move_of(mv, game.size).filter(|_| game.kind == GO && self.draft.is_empty())?;
        game.set_move(node, Some(mv));
        self.moved = true;
        self.log.place(0, node.index(), self.span);
        self.after = After::Complete;
        Some(node)
    }

    /// Adds the moves that follow a plain move, each in a new node; returns the text from the semicolon of the open node,
    /// if there is one.
    fn line<'m>(&mut self, node: NodeId, moves: &'m [u8], end: usize) -> &'m [u8] {
        let game = &mut self.game;
        let (log, size, mut index) = (&mut *self.log, game.size, game.index_limit());
        let mut rest = without_blanks(moves);
        let line = std::iter::from_fn(|| {
            let (_, mv) = rest.split_first()?;
            let (mv, after) = mv.split_first_chunk::<5>()?;
            let mv = move_of(*mv, size)?;
            log.place(0, index, Span::new(end - rest.len(), end - after.len()));
            index += 1;
            rest = without_blanks(after);
            Some(mv)
        });
        self.current = Some(game.add_line(node, line));
        rest
    }

    /// Adds a move as a property among others.
    fn drafted_move(&mut self, start: usize) {
        let part = |from: usize, to: usize, kind| Token {
            kind,
            text: self.text.get(from..to).unwrap_or(""),
            start: from,
        };
        let ident = part(start, start + 1, TokenKind::Identifier);
        let point = part(start + 2, start + 4, TokenKind::Value);
        self.draft.identifier(ident);
        self.draft.value(point);
    }

    fn value(&mut self, token: Token<'a>, is_plain: bool) {
        let brackets = token.start.saturating_sub(2)..token.start;
        if !is_plain && self.text.as_bytes().get(brackets) == Some(b"[[") {
            self.log.report(
                Diagnostic::new(&rules::STRAY_TEXT, "the value has two opening brackets")
                    .at(token.start - 2, token.start - 1)
                    .help("read as one")
                    .read_as(Span::new(token.start - 2, token.start - 1), "", true),
            );
        }
        if !is_plain && let Some(at) = unescaped(token.text, b']') {
            self.unescaped(&token, at);
        }
        if !self.draft.value(token) {
            // Its brackets are left out too; the closing one can be missing.
            let closed = self.text.as_bytes().get(token.end()) == Some(&b']');
            let end = token.end() + usize::from(closed);
            self.log.leave_out(Span::new(token.start - 1, end));
            self.report(
                &rules::VALUE_WITHOUT_IDENT,
                &token,
                "a value comes before the first identifier of the node",
                "left out",
            );
        }
    }

    /// Reports a bracket inside a value. It can be the end of the value: before the name of a property, `PW[b]KM6.5]`, or before
    /// another one, `PB[Anna]]`. In a comment that is a smiley: `C[good :-]]`.
    fn unescaped(&mut self, token: &Token<'_>, at: usize) {
        let (rule, all, text) = (&rules::UNESCAPED_BRACKET, self.text, token.text);
        let is_comment = matches!(self.draft.last_identifier(), Some("C" | "GC"));
        self.log.report_with((rule, rule.severity), || {
            let property = text.split(']').skip(1).find_map(words::glued_property);
            let expected = match property {
                Some(id) => format!("expected \"\\]\", or \"[\" after {}", id.ident()),
                None => "expected \"\\]\"".to_owned(),
            };
            let message = format!("the value continues after \"]\"; {expected}");
            let at = token.start + at;
            let finding = Diagnostic::new(rule, message)
                .at(at, at + 1)
                .help("read as text");
            let is_doubled = !is_comment && text.ends_with(']') && !text.contains('[');
            // `C[see [1] [2] here]` has two values, but is one text.
            let before = all.get(..token.start - 1).unwrap_or("").trim_end();
            let after = all.get(token.end() + 1..).unwrap_or("").trim_start();
            let is_alone = !before.ends_with(']') && !after.starts_with('[');
            if property.is_none() && is_alone && !is_doubled {
                finding.read_as(token.span(), escaped(text), true)
            } else {
                finding
            }
        });
    }

    fn unclosed(&mut self, token: Token<'a>) {
        self.ensure_node(&token);
        self.span.end = token.end();
        let end = token.start + token.text.trim_ascii_end().len();
        let help = if token.end() == self.text.len() {
            "read up to the end of the text"
        } else {
            "read up to the next value, property or node"
        };
        let is_escaped = token.text.ends_with("\\]");
        // An empty move would be a pass.
        let has_words = !token.text.trim().is_empty();
        // The parenthesis of a comment can close its variation: `C[Good)(;W[cc])`.
        let count = |c| token.text.matches(c).count();
        let takes_close = token.text.trim_end().ends_with(')') && count(')') > count('(');
        // Another sign stands in the place of the bracket: `B[cc}`.
        let point = token.text.trim_end().strip_suffix('}');
        let point = point.filter(|text| is_point(text.as_bytes()));
        let text = point.unwrap_or(token.text);
        let place = Span::new(end - usize::from(point.is_some()), end);
        let message = if is_escaped {
            "the value has no closing bracket, because the backslash escapes it"
        } else {
            "the value has no closing bracket"
        };
        let found = Diagnostic::new(&rules::UNTERMINATED, message)
            .at(token.start - 1, token.end())
            .help(help);
        self.log.report(if takes_close {
            found
        } else {
            found.read_as(place, "]", !is_escaped && has_words)
        });
        let kind = TokenKind::Value;
        let value = Token {
            kind,
            text,
            ..token
        };
        self.value(value, false);
    }

    fn stray(&mut self, token: &Token<'a>) {
        let before = self.text.get(..token.start).unwrap_or("");
        if token.text == "]"
            && let Some((start, point)) = unopened(before)
            && self.draft.take_back(start, start == point)
        {
            return self.unopened_value(token, start, point);
        }
        match &mut self.stray {
            Some(row) if token.start.saturating_sub(row.end) <= 1 => row.end = token.end(),
            _ => {
                self.report_stray();
                self.stray = Some(Span::new(token.start, token.end()));
            }
        }
    }

    /// Adds a move or a point of a list without an opening bracket: `Bdd]`, `AB[cc]dd]`.
    fn unopened_value(&mut self, bracket: &Token<'a>, start: usize, point: usize) {
        // A sign in the place of the bracket belongs to the mistake: `B{dd]`.
        self.stray = None;
        let part = |start: usize, end: usize, kind| Token {
            kind,
            text: self.text.get(start..end).unwrap_or(""),
            start,
        };
        let value = part(point, bracket.start, TokenKind::Value);
        let (open, help) = if start == point {
            (start, "read as a point of the list")
        } else {
            let end = start + 1;
            self.draft
                .identifier(part(start, end, TokenKind::Identifier));
            (end, "read as a move")
        };
        self.span.end = bracket.end();
        self.draft.value(value);
        let message = "the value has no opening bracket; expected \"[\" before the point";
        self.log.report(
            Diagnostic::new(&rules::STRAY_TEXT, message)
                .at(bracket.start, bracket.end())
                .help(help)
                .read_as(Span::new(open, point), "[", true),
        );
    }

    fn report_stray(&mut self) {
        let Some(row) = self.stray.take() else {
            return;
        };
        self.log.leave_out(row);
        let (rule, all) = (&rules::STRAY_TEXT, self.text);
        self.log.report_with((rule, rule.severity), || {
            let text = row.slice(all);
            let message = format!("\"{}\" is not part of a property", excerpt(text));
            let found = Diagnostic::new(rule, message)
                .at(row.start, row.end)
                .help("left out");
            // The opening bracket can be missing: `AB[ef]gf][eg]`.
            let before = all.get(..row.start).unwrap_or("");
            if text.starts_with(']') && before.ends_with(char::is_alphanumeric) {
                return found;
            }
            // A bracket that closes a closed value has no words: `B[aa]]`, `B[[aa]]`.
            let is_safe = text == "]" && before.ends_with(']');
            found.read_as(with_its_line(all, row), "", is_safe)
        });
    }

    fn finish(&mut self, end: usize) {
        self.report_stray();
        self.end_node();
        if !self.open.is_empty() {
            let last = self.text.get(..end).unwrap_or("").trim_ascii_end().len();
            let message = match self.open.len() {
                1 => "a closing parenthesis is missing at the end".to_owned(),
                missing => format!("{missing} closing parentheses are missing at the end"),
            };
            // A parenthesis after an open bracket would be read as its value.
            let is_open = self.text.get(..last).unwrap_or("").ends_with('[');
            // The start of a game can be doubled: `(;GM[1]`, `(;GM[1]SZ[9];B[aa])`.
            let is_game = self.game.node_count() > 1 || self.game.is_setup(NodeId::ROOT);
            let is_safe = is_game && !is_open;
            self.log.report(
                Diagnostic::new(&rules::MISSING_CLOSE, message)
                    .at(end, end)
                    .help("closed")
                    .read_as(Span::new(last, last), ")".repeat(self.open.len()), is_safe),
            );
        }
    }

    fn report(
        &mut self,
        rule: &'static Rule,
        token: &Token<'_>,
        message: impl Into<Words>,
        help: &'static str,
    ) {
        self.log.report(
            Diagnostic::new(rule, message)
                .at(token.start, token.end())
                .help(help),
        );
    }
}

/// Returns the start of a move and of its point, if a text ends with a move whose opening bracket is missing
/// or is another character: `Bdd`, `B{dd`. A point of a list has the same start: `AB[cc]dd`.
fn unopened(text: &str) -> Option<(usize, usize)> {
    let (before, letters) = text.split_at_checked(text.len().checked_sub(2)?)?;
    if !letters.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return None;
    }
    if before.trim_end().ends_with(']') {
        return Some((before.len(), before.len()));
    }
    let is_color = |text: &str| text.ends_with(['B', 'W']);
    let structure = |c: char| matches!(c, ';' | '(' | ')') || c.is_alphanumeric();
    let color = match before.chars().next_back()? {
        _ if is_color(before) => before,
        last if structure(last) => return None,
        last => before.strip_suffix(last).filter(|text| is_color(text))?,
    };
    let start = color.len() - 1;
    let above = color.get(..start)?.chars().next_back();
    let is_outside = above.is_none_or(|c| !c.is_alphanumeric());
    is_outside.then_some((start, before.len()))
}

/// Returns a value with a backslash before each closing bracket.
fn escaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len() + 4);
    let mut rest = value;
    while let Some((before, after)) = unescaped(rest, b']').and_then(|at| rest.split_at_checked(at))
    {
        text.push_str(before);
        text.push_str("\\]");
        rest = after.strip_prefix(']').unwrap_or(after);
    }
    text + rest
}

/// Returns the place of words, with the end of their line if they fill it.
fn with_its_line(text: &str, words: Span) -> Span {
    let (before, after) = (text.get(..words.start), text.get(words.end..));
    let (before, after) = (before.unwrap_or(""), after.unwrap_or(""));
    let rest = after.trim_start_matches([' ', '\t']);
    let ended = rest
        .strip_prefix("\r\n")
        .or_else(|| rest.strip_prefix(['\r', '\n']));
    match ended.filter(|_| before.ends_with(['\r', '\n'])) {
        Some(below) => Span::new(words.start, text.len() - below.len()),
        None => words,
    }
}
