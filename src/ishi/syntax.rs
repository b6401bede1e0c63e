//! The syntax of the Ishi format: text to lines.
//!
//! The grammar is `grammars/ishi.pest`. Nothing here fails: a line or an entry of a list
//! that cannot be read is reported, and everything around it is read.

use std::borrow::Cow;

use pest::Parser;
use pest::iterators::{Pair, Pairs};

use super::item::{Entries, Item};
use super::line::{Block, Header, Line, Location, Play};
use super::rules;
use crate::diagnostic::{Diagnostic, Diagnostics, Span};
use crate::model::Color;

mod data;
mod plain;
#[cfg(test)]
mod tests;

use grammar::{Grammar, Rule};
use plain::plain_line;

mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "../grammars/ishi.pest"]
    pub(super) struct Grammar;
}

/// The bytes of a short line, `B 10 Q4`.
const SHORT_LINE: usize = 10;

/// For how many lines room is made beforehand; few events have more.
const MANY_LINES: usize = 1000;

/// Reads text as lines, each with the bytes of `text` that it and its entries take.
///
/// Blank lines are skipped. Line ends are CR LF, LF or CR. Several moves on one B or W line
/// become a line each. What is wrong is reported in `log`.
pub fn parse<'a>(text: &'a str, log: &mut Diagnostics) -> Vec<Item<'a>> {
    parse_before(text, text.len(), log)
}

/// Reads text as [`parse`] does, and says nothing about lines without a keyword from `end` on.
pub fn parse_before<'a>(text: &'a str, end: usize, log: &mut Diagnostics) -> Vec<Item<'a>> {
    let mut lines = Lines {
        text,
        end,
        out: Vec::with_capacity(MANY_LINES.min(text.len() / SHORT_LINE)),
        entries: Entries::default(),
        log,
        base: 0,
    };
    let mut done = 0;
    while let Some(rest) = text.get(done..) {
        let plain = lines.plain_lines(rest, done);
        if plain > 0 {
            done += plain;
            continue;
        }
        let Some((length, page)) = match_first(Rule::page, rest) else {
            break;
        };
        lines.base = done;
        page.for_each(|token| lines.entry(token));
        done += length;
    }
    lines.out
}

/// Reads the text of one line, or of one block with its lines.
///
/// Returns none if the text is not exactly one line.
pub fn parse_line(text: &str) -> Option<Item<'_>> {
    let mut lines = parse(text, &mut Diagnostics::new()).into_iter();
    let item = lines.next()?;
    lines.next().is_none().then_some(item)
}

/// Matches a rule on the text again and again, each time on what the match before left, and hands
/// on the tokens with the offset that their spans count from, until `take` returns false.
fn for_each_token<'a>(
    rule: Rule,
    text: &'a str,
    base: usize,
    mut take: impl FnMut(usize, Pair<'a, Rule>) -> bool,
) {
    let mut done = 0;
    while let Some(rest) = text.get(done..)
        && let Some((length, tokens)) = match_first(rule, rest)
    {
        for token in tokens {
            if !take(base + done, token) {
                return;
            }
        }
        done += length;
    }
}

/// Matches a rule at the start of a text; returns how many bytes it takes, and the tokens inside. None
/// if it takes nothing.
fn match_first(rule: Rule, text: &str) -> Option<(usize, Pairs<'_, Rule>)> {
    if text.is_empty() {
        return None;
    }
    let found = Grammar::parse(rule, text).ok()?.next()?;
    let length = found.as_span().end();
    (length > 0).then(|| (length, found.into_inner()))
}

/// The lines read so far.
struct Lines<'a, 'l> {
    text: &'a str,
    /// Where the record ends, and lines without a keyword are nothing to report.
    end: usize,
    out: Vec<Item<'a>>,
    /// The places of the entries of the line that is being read.
    entries: Entries<'a>,
    log: &'l mut Diagnostics,
    /// The offset in the whole text of the page that the tokens come from.
    base: usize,
}

impl<'a> Lines<'a, '_> {
    fn entry(&mut self, token: Pair<'a, Rule>) {
        let span = self.span(&token);
        match token.as_rule() {
            Rule::move_line => self.move_line(token, span),
            Rule::prisoner => self.list(token, span, Self::prisoner),
            Rule::hide => self.list(token, span, Self::hide),
            Rule::mark => self.list(token, span, Self::mark),
            Rule::unmark => self.list(token, span, Self::unmark),
            Rule::setup => self.list(token, span, Self::setup),
            Rule::com => {
                let block = self.block(token, Rule::end_com, "COM", span);
                self.push_block(Line::Com(block), span);
            }
            Rule::user => {
                let block = self.block(token, Rule::end_user, "USER", span);
                self.push_block(Line::User(block), span);
            }
            Rule::var => self.var(token, span),
            Rule::end_var => {
                for text in token.into_inner() {
                    self.extra(&text, "ENDVAR");
                }
                self.push(Line::EndVar, span);
            }
            Rule::diagram => self.diagram(token, span),
            Rule::remark => self.push(Line::Remark(rest(token)), span),
            Rule::event => self.push(Line::Event(rest(token)), span),
            Rule::board_size => self.board_size(token, span),
            Rule::header => self.header(token, span),
            Rule::stray_end => self.stray_end(&token, span),
            _ => self.unknown(&token, span),
        }
    }

    /// Adds a line. With words in it that mean nothing, it keeps all its words.
    fn push(&mut self, line: Line<'a>, span: Span) {
        let mut entries = std::mem::take(&mut self.entries);
        if !entries.unread.is_empty() {
            entries.words = Some(self.words(span));
        } else if Item::can_be_plain(&line) && line.to_string() == self.at(span) {
            return self.add(Item::plain(line, span));
        }
        self.add(Item::new(line, span, entries));
    }

    /// Adds a block. Words after its end stay there.
    fn push_block(&mut self, line: Line<'a>, span: Span) {
        let mut entries = std::mem::take(&mut self.entries);
        if let Some(extra) = entries.unread.first() {
            entries.words = Some(Cow::Owned(format!("{line} {}", self.at(*extra))));
        }
        self.add(Item::new(line, span, entries));
    }

    /// Adds an item. When there is no more room, it makes as much as the rest of the text needs if its
    /// lines are as long as those before: twice the room of the lines so far may be too much by half.
    fn add(&mut self, item: Item<'a>) {
        if self.out.len() == self.out.capacity() {
            let rest = self.text.len().saturating_sub(item.span.start);
            let length = (item.span.start / self.out.len().max(1)).max(SHORT_LINE);
            self.out
                .reserve_exact(rest / length + self.out.len() / 8 + 1);
        }
        self.out.push(item);
    }

    fn at(&self, span: Span) -> &'a str {
        self.text.get(span.start..span.end).unwrap_or_default()
    }

    /// Returns a line as it is written, but for its keyword, which is in capitals.
    fn words(&self, span: Span) -> Cow<'a, str> {
        let text = self.at(span);
        let end = text.find(is_blank).unwrap_or(text.len());
        let (word, rest) = text.split_at_checked(end).unwrap_or((text, ""));
        if word.bytes().any(|byte| byte.is_ascii_lowercase()) {
            return Cow::Owned(word.to_ascii_uppercase() + rest);
        }
        Cow::Borrowed(text)
    }

    /// Reports words after the complete data of a keyword; the line keeps them.
    fn extra(&mut self, text: &Pair<'a, Rule>, keyword: &str) {
        let found = trim(text.as_str());
        if found.is_empty() {
            return;
        }
        let before = text.as_str().len() - trim_start(text.as_str()).len();
        let start = self.base + text.as_span().start() + before;
        let span = Span::new(start, start + found.len());
        self.report(
            &rules::EXTRA_DATA,
            format!(
                "`{}` after the data of {keyword} means nothing",
                data::shortened(found)
            ),
            "it was kept as it is",
            span,
        );
        self.entries.unread.push(span);
    }

    fn span(&self, token: &Pair<'a, Rule>) -> Span {
        let span = token.as_span();
        let length = trim_end(span.as_str()).len();
        Span::new(self.base + span.start(), self.base + span.start() + length)
    }

    fn report(
        &mut self,
        rule: &'static crate::diagnostic::Rule,
        message: String,
        help: &str,
        span: Span,
    ) {
        let diagnostic = Diagnostic::new(rule, message).at(span.start, span.end);
        self.log.report(diagnostic.help(help));
    }

    /// Takes the run of plain lines that a text begins with; returns how many bytes it has. The
    /// text starts at an offset.
    fn plain_lines(&mut self, text: &str, offset: usize) -> usize {
        let mut done = 0;
        while let Some(rest) = text.as_bytes().get(done..)
            && let Some(found) = plain_line(rest)
        {
            let start = offset + done;
            let span = Span::new(start, start + found.length);
            self.add(Item::plain(found.line, span));
            done += found.whole;
        }
        done
    }

    fn block(&mut self, token: Pair<'a, Rule>, end: Rule, word: &str, span: Span) -> Block<'a> {
        let mut block = Block::default();
        let mut closed = false;
        for part in token.into_inner() {
            match part.as_rule() {
                Rule::text => block.title = Cow::Borrowed(trim(part.as_str())),
                Rule::com_body | Rule::user_body => {
                    block.body = body_lines(part.as_str()).map(Cow::Borrowed).collect();
                    block.body.shrink_to_fit();
                }
                rule if rule == end => {
                    closed = true;
                    part.into_inner()
                        .for_each(|text| self.extra(&text, &format!("END{word}")));
                }
                _ => {}
            }
        }
        if !closed {
            self.report(
                &rules::UNCLOSED_BLOCK,
                format!("this {word} block has no END{word} up to the end of the text"),
                "everything to the end was taken as its text",
                Span::new(span.start, span.start + word.len()),
            );
        }
        block
    }

    fn header(&mut self, token: Pair<'a, Rule>, span: Span) {
        let mut parts = token.into_inner();
        let keyword = parts.next().and_then(|part| header(part.as_str()));
        let text = parts.next().map_or("", |part| trim(part.as_str()));
        if let Some(keyword) = keyword {
            self.push(Line::Header(keyword, Cow::Borrowed(text)), span);
        }
    }

    fn stray_end(&mut self, token: &Pair<'a, Rule>, span: Span) {
        let word: &str = token.as_str().split_whitespace().next().unwrap_or_default();
        let end = span.start + word.len();
        self.log.leave_out(span);
        let word = word.to_ascii_uppercase();
        self.report(
            &rules::STRAY_END,
            format!(
                "{word} without a {} before it",
                word.trim_start_matches("END")
            ),
            "the line was left out",
            Span::new(span.start, end),
        );
    }

    fn unknown(&mut self, token: &Pair<'a, Rule>, span: Span) {
        let text = trim(token.as_str());
        let word = text.split_whitespace().next().unwrap_or_default();
        let word: String = word.chars().take(20).collect();
        if span.start < self.end {
            self.report(
                &rules::UNKNOWN_LINE,
                format!("`{word}` is not a keyword of the Ishi format"),
                "the line was kept unchanged",
                span,
            );
        }
        self.push(Line::Unknown(Cow::Borrowed(text)), span);
    }
}

/// Returns text without the white space around it, in the grammar's sense of white space.
fn trim(text: &str) -> &str {
    text.trim_matches(is_blank)
}

fn trim_start(text: &str) -> &str {
    text.trim_start_matches(is_blank)
}

/// Returns text without the white space after it.
fn trim_end(text: &str) -> &str {
    text.trim_end_matches(is_blank)
}

fn is_blank(c: char) -> bool {
    c <= ' ' || c == '\u{7F}'
}

/// Returns the trimmed text after a keyword.
fn rest(token: Pair<'_, Rule>) -> Cow<'_, str> {
    let text = token.into_inner().next();
    Cow::Borrowed(text.map_or("", |text| trim(text.as_str())))
}

/// Cuts the lines of a block, each of which has a line end, the last of the file perhaps not.
fn body_lines(body: &str) -> impl Iterator<Item = &str> {
    let mut rest = body;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = memchr::memchr2(b'\r', b'\n', rest.as_bytes()).unwrap_or(rest.len());
        let (line, tail) = rest.split_at_checked(end)?;
        rest = tail
            .strip_prefix("\r\n")
            .or_else(|| tail.strip_prefix(['\r', '\n']))
            .unwrap_or(tail);
        Some(line)
    })
}

/// Returns the header with a keyword, whatever its case.
fn header(word: &str) -> Option<Header> {
    let mut headers = Header::ALL.iter().copied();
    headers.find(|header| header.keyword().eq_ignore_ascii_case(word))
}
