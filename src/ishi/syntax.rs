//! The syntax of the Ishi format: text to lines.
//!
//! The grammar is `grammars/ishi.pest`: it reads the fields of lines that are not plain. Nothing here
//! fails: a line or an entry of a list that cannot be read is reported, and everything around it is read.

use std::borrow::Cow;

use pest::Parser;
use pest::iterators::{Pair, Pairs};

use super::clean::Clean;
use super::item::{Entries, Item, Typing};
use super::line::{Block, Keyword, Line, Location, Play, Region};
use super::rules;
use super::tokens::{LineKind, Tokens};
use crate::diagnostic::{Diagnostic, Diagnostics, Rule as Finding, Span};
use crate::model::Color;

mod data;
#[cfg(test)]
mod laws;
mod plain;
mod reader;
pub(super) mod repair;
#[cfg(test)]
mod tests;

pub(super) use data::{Field, field, is_number, location};
use ishi_grammars::ishi::{Grammar, Rule};
use plain::plain_move;
use reader::Reader;
use repair::RecordState;

/// Reads text as lines, each with the bytes of `text` that it and its entries take.
///
/// Blank lines are skipped. Line ends are CR LF, LF or CR. Several moves on one B or W line
/// become a line each. A line that is not well typed is read as meant. Mistakes are reported in `log`.
pub fn parse<'a>(text: &'a str, log: &mut Diagnostics) -> Vec<Item<'a>> {
    let mut reader = Reader::new(text, true, log);
    reader.all();
    reader.out
}

/// Reads the text of one line, or of one block with its lines, unchanged.
///
/// Returns `None` if the text is not exactly one line.
/// Returns the place of a token without the blanks at its end.
fn span_of(token: &Pair<'_, Rule>) -> Span {
    let span = token.as_span();
    let length = trim_end(span.as_str()).len();
    Span::new(span.start(), span.start() + length)
}

#[cfg(test)]
pub(super) fn parse_line(text: &str) -> Option<Item<'_>> {
    let mut items = read_line(text).0.into_iter();
    let item = items.next()?;
    items.next().is_none().then_some(item)
}

/// Reads lines as they are typed. Returns them with the mistakes in them.
pub(super) fn read_line(text: &str) -> (Vec<Item<'_>>, Diagnostics) {
    let mut log = Diagnostics::new();
    let mut reader = Reader::new(text, false, &mut log);
    reader.all();
    (reader.out, log)
}

/// Matches a rule at the start of a text. Returns the length of the match in bytes, and the tokens inside. `None` if
/// the match is empty.
fn match_first(rule: Rule, text: &str) -> Option<(usize, Pairs<'_, Rule>)> {
    if text.is_empty() {
        return None;
    }
    let found = Grammar::parse(rule, text).ok()?.next()?;
    let length = found.as_span().end();
    (length > 0).then(|| (length, found.into_inner()))
}

/// The reader of one line. The places of its tokens and items count from the start of the line.
struct LineReader<'a, 'l> {
    /// The line without ignored characters and without white space around it.
    text: &'a str,
    /// Where the line is in the record.
    clean: &'l Clean<'l>,
    out: &'l mut Vec<Item<'a>>,
    /// The places of the entries of the line.
    entries: Entries<'a>,
    log: &'l mut Diagnostics,
}

impl<'a, 'l> LineReader<'a, 'l> {
    fn new(
        text: &'a str,
        clean: &'l Clean<'l>,
        out: &'l mut Vec<Item<'a>>,
        log: &'l mut Diagnostics,
    ) -> Self {
        Self {
            text,
            clean,
            out,
            entries: Entries::default(),
            log,
        }
    }

    fn line(mut self, keyword: Option<Keyword>) {
        match keyword {
            None => self.unknown(),
            Some(Keyword::Move(color)) => self.move_line(color),
            Some(keyword) if keyword.is_list() => self.list(keyword),
            Some(Keyword::Com) => self.push(Line::Com(self.block())),
            Some(Keyword::User) => self.push(Line::User(self.block())),
            Some(Keyword::Var) => self.fields(Rule::var, Self::var),
            Some(Keyword::EndVar) => {
                self.extra(self.data(), self.data_start(), "ENDVAR");
                self.push(Line::EndVar);
            }
            // Most diagrams show the whole board and have no data.
            Some(Keyword::Diagram) if self.data().is_empty() => {
                self.push(Line::Diagram(Region::Full));
            }
            Some(Keyword::Diagram) => self.fields(Rule::diagram, Self::diagram),
            Some(Keyword::BoardSize) => self.board_size(),
            Some(Keyword::Remark) => self.push(Line::Remark(self.words_after_keyword())),
            Some(Keyword::Event) => self.push(Line::Event(self.words_after_keyword())),
            Some(Keyword::Header(header)) => {
                self.push(Line::Header(header, self.words_after_keyword()));
            }
            Some(_) => self.stray_end(),
        }
    }

    /// Returns the first word.
    fn keyword(&self) -> &'a str {
        Span::new(0, self.data_start()).slice(self.text)
    }

    /// Returns the text after the keyword.
    fn data(&self) -> &'a str {
        self.text.get(self.data_start()..).unwrap_or_default()
    }

    /// Returns where the text after the keyword starts.
    fn data_start(&self) -> usize {
        self.text.find(is_blank).unwrap_or(self.text.len())
    }

    fn words_after_keyword(&self) -> Cow<'a, str> {
        Cow::Borrowed(trim(self.data()))
    }

    /// Returns a block with its title, without its lines.
    fn block(&self) -> Block<'a> {
        Block {
            title: self.words_after_keyword(),
            body: Vec::new(),
        }
    }

    /// Reads the line with a rule of the grammar.
    fn fields(&mut self, rule: Rule, read: fn(&mut Self, Pairs<'a, Rule>)) {
        if let Some((_, fields)) = match_first(rule, self.text) {
            read(self, fields);
        }
    }

    /// Adds the line. A line with ignored words keeps all its words.
    fn push(&mut self, line: Line<'a>) {
        let mut entries = std::mem::take(&mut self.entries);
        let span = self.whole();
        if !entries.unread.is_empty() {
            entries.words = Some(self.words(span));
        }
        self.out.push(Item::new(line, span, entries));
    }

    fn whole(&self) -> Span {
        Span::new(0, self.text.len())
    }

    /// Returns a line as it is written, with its keyword in capitals.
    fn words(&self, span: Span) -> Cow<'a, str> {
        let text = span.slice(self.text);
        let end = text.find(is_blank).unwrap_or(text.len());
        let (word, rest) = text.split_at_checked(end).unwrap_or((text, ""));
        if word.bytes().any(|byte| byte.is_ascii_lowercase()) {
            return Cow::Owned(word.to_ascii_uppercase() + rest);
        }
        Cow::Borrowed(text)
    }

    /// Reports words after the complete data of a keyword; the line keeps them.
    fn extra(&mut self, text: &str, start: usize, keyword: &str) {
        let found = trim(text);
        if found.is_empty() {
            return;
        }
        let start = start + text.len() - trim_start(text).len();
        let span = Span::new(start, start + found.len());
        self.report(
            &rules::EXTRA_DATA,
            format!(
                "`{}` after the data of {keyword} has no effect",
                data::shortened(found)
            ),
            "it was kept as it is",
            span,
        );
        self.entries.unread.push(span);
    }

    fn report(&mut self, rule: &'static Finding, message: String, help: &'static str, span: Span) {
        let span = self.clean.place(span);
        let diagnostic = Diagnostic::new(rule, message).at(span.start, span.end);
        self.log.report(diagnostic.help(help));
    }

    fn stray_end(&mut self) {
        let word = self.keyword();
        let span = Span::new(0, word.len());
        let word = word.to_ascii_uppercase();
        self.report(
            &rules::STRAY_END,
            format!(
                "{word} without a {} before it",
                word.trim_start_matches("END")
            ),
            "the line was kept unchanged",
            span,
        );
        self.push(Line::Unknown(Cow::Borrowed(self.text)));
    }

    fn unknown(&mut self) {
        let word = data::shortened(self.keyword());
        self.report(
            &rules::UNKNOWN_LINE,
            format!("`{word}` is not a keyword of the Ishi format"),
            "the line was kept unchanged",
            self.whole(),
        );
        self.push(Line::Unknown(Cow::Borrowed(self.text)));
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
