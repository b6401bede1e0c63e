//! The syntax of the Ishi format: lines to what they say.
//!
//! The grammar is `grammars/ishi.pest`: it reads the fields of lines that are not plain. Nothing here
//! fails: a line or an entry of a list that cannot be read is reported, and everything around it is read.

use std::borrow::Cow;

use pest::Parser;
use pest::iterators::{Pair, Pairs};

use super::clean::Clean;
use super::item::{Entries, Item};
use super::line::{Block, Keyword, Line, Location, Play};
use super::rules;
use super::tokens::{Kind, Tokens};
use crate::diagnostic::{Diagnostic, Diagnostics, Span};
use crate::model::Color;

mod data;
#[cfg(test)]
mod laws;
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
    let mut reader = Reader {
        text,
        end,
        out: Vec::with_capacity(MANY_LINES.min(text.len() / SHORT_LINE)),
        log,
    };
    let mut tokens = Tokens::default();
    loop {
        let start = tokens.start();
        reader.make_room(start);
        if tokens.is_outside()
            && let Some(found) = text.as_bytes().get(start..).and_then(plain_line)
        {
            let span = Span::new(start, start + found.length);
            reader.out.push(Item::plain(found.line, span));
            tokens.pass(start + found.whole);
            continue;
        }
        let Some(token) = tokens.next(text.as_bytes(), true) else {
            break;
        };
        reader.token(token.kind, Span::new(start, tokens.start()));
    }
    if !tokens.is_outside() {
        reader.unclosed_block();
    }
    reader.out
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

/// The lines of a text that were read so far.
struct Reader<'a, 'l> {
    text: &'a str,
    /// Where the record ends, and lines without a keyword are nothing to report.
    end: usize,
    out: Vec<Item<'a>>,
    log: &'l mut Diagnostics,
}

impl<'a> Reader<'a, '_> {
    /// Makes as much room as the rest of the text needs if its lines are as long as those before, when there
    /// is no more: twice the room of the lines so far can be too much by half.
    fn make_room(&mut self, start: usize) {
        if self.out.len() == self.out.capacity() {
            let rest = self.text.len().saturating_sub(start);
            let length = (start / self.out.len().max(1)).max(SHORT_LINE);
            self.out
                .reserve_exact(rest / length + self.out.len() / 8 + 1);
        }
    }

    /// Takes a line with its line end.
    fn token(&mut self, kind: Kind, line: Span) {
        match kind {
            Kind::Blank => {}
            Kind::Body(_) => {
                let body = self.at(line).trim_end_matches(['\r', '\n']);
                if let Some(block) = self.open_block() {
                    block.body.push(Clean::of(body, line.start).text);
                }
            }
            Kind::End(keyword) => self.end_block(keyword, self.trimmed(line)),
            Kind::Keyword(keyword) => self.line(Some(keyword), self.trimmed(line)),
            Kind::Unknown => self.line(None, self.trimmed(line)),
        }
    }

    /// Reads a line outside of blocks, or the first line of a block.
    fn line(&mut self, keyword: Option<Keyword>, span: Span) {
        let clean = Clean::of(self.at(span), span.start);
        let is_after_end = span.start >= self.end;
        let first = self.out.len();
        match &clean.text {
            Cow::Borrowed(text) => {
                Lines::new(text, &clean, &mut self.out, self.log).line(keyword, is_after_end);
            }
            Cow::Owned(text) => {
                let mut out = Vec::new();
                Lines::new(text, &clean, &mut out, self.log).line(keyword, is_after_end);
                for item in out {
                    self.out.push(item.into_owned());
                }
            }
        }
        for item in self.out.iter_mut().skip(first) {
            item.move_places(|span| clean.place(span));
        }
    }

    /// Returns the block that is open, if one is.
    fn open_block(&mut self) -> Option<&mut Block<'a>> {
        match &mut self.out.last_mut()?.line {
            Line::Com(block) | Line::User(block) => Some(block),
            _ => None,
        }
    }

    /// Closes the open block with its last line. Words after its end stay there.
    fn end_block(&mut self, keyword: Keyword, span: Span) {
        let clean = Clean::of(self.at(span), span.start);
        let mut none = Vec::new();
        let mut lines = Lines::new(&clean.text, &clean, &mut none, self.log);
        lines.extra(
            lines.data(),
            lines.data_start(),
            &format!("END{}", keyword.word()),
        );
        let unread = lines.entries.unread.pop();
        if let Some(block) = self.open_block() {
            block.body.shrink_to_fit();
        }
        let Some(item) = self.out.last_mut() else {
            return;
        };
        item.span.end = span.end;
        if let Some(unread) = unread {
            let words = clean.text.get(unread.start..unread.end).unwrap_or_default();
            let words = format!("{} {words}", item.line);
            item.keep(clean.place(unread), Cow::Owned(words));
        }
    }

    /// Ends the block that is open at the end of the text.
    fn unclosed_block(&mut self) {
        let Some(item) = self.out.last_mut() else {
            return;
        };
        let keyword = if matches!(item.line, Line::Com(_)) {
            Keyword::Com
        } else {
            Keyword::User
        };
        let word = keyword.word();
        item.span.end = trim_end(self.text).len();
        let start = item.span.start;
        let message = format!("this {word} block has no END{word} up to the end of the text");
        let diagnostic = Diagnostic::new(&rules::UNCLOSED_BLOCK, message);
        self.log.report(
            diagnostic
                .at(start, start + word.len())
                .help("everything to the end was taken as its text"),
        );
    }

    fn at(&self, span: Span) -> &'a str {
        self.text.get(span.start..span.end).unwrap_or_default()
    }

    /// Returns a part of the text without the white space around it.
    fn trimmed(&self, span: Span) -> Span {
        let text = self.at(span);
        let start = span.start + text.len() - trim_start(text).len();
        Span::new(start, (span.start + trim_end(text).len()).max(start))
    }
}

/// The reader of one line. The places of its tokens and items are those in the line.
struct Lines<'a, 'l> {
    /// The line without ignored characters and without white space around it.
    text: &'a str,
    /// Where the line is in the record.
    clean: &'l Clean<'l>,
    out: &'l mut Vec<Item<'a>>,
    /// The places of the entries of the line.
    entries: Entries<'a>,
    log: &'l mut Diagnostics,
    /// The offset in the line of the text that the tokens come from.
    base: usize,
}

impl<'a, 'l> Lines<'a, 'l> {
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
            base: 0,
        }
    }

    fn line(mut self, keyword: Option<Keyword>, is_after_end: bool) {
        match keyword {
            None => self.unknown(is_after_end),
            Some(Keyword::Move(color)) => self.move_line(color),
            Some(Keyword::Prisoner) => self.list(Self::prisoner),
            Some(Keyword::Hide) => self.list(Self::hide),
            Some(Keyword::Mark) => self.list(Self::mark),
            Some(Keyword::Unmark) => self.list(Self::unmark),
            Some(Keyword::Setup) => self.list(Self::setup),
            Some(Keyword::Com) => self.push(Line::Com(self.block())),
            Some(Keyword::User) => self.push(Line::User(self.block())),
            Some(Keyword::Var) => self.fields(Rule::var, Self::var),
            Some(Keyword::EndVar) => {
                self.extra(self.data(), self.data_start(), "ENDVAR");
                self.push(Line::EndVar);
            }
            Some(Keyword::Diagram) => self.fields(Rule::diagram, Self::diagram),
            Some(Keyword::BoardSize) => self.fields(Rule::board_size, Self::board_size),
            Some(Keyword::Remark) => self.push(Line::Remark(self.words_after_keyword())),
            Some(Keyword::Event) => self.push(Line::Event(self.words_after_keyword())),
            Some(Keyword::Header(header)) => {
                self.push(Line::Header(header, self.words_after_keyword()));
            }
            Some(Keyword::EndCom | Keyword::EndUser) => self.stray_end(),
        }
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

    /// Adds the line. With words in it that mean nothing, it keeps all its words.
    fn push(&mut self, line: Line<'a>) {
        let mut entries = std::mem::take(&mut self.entries);
        let span = self.whole();
        if !entries.unread.is_empty() {
            entries.words = Some(self.words(span));
        } else if Item::can_be_plain(&line)
            && matches!(self.clean.text, Cow::Borrowed(_))
            && line.to_string() == self.text
        {
            return self.out.push(Item::plain(line, span));
        }
        self.out.push(Item::new(line, span, entries));
    }

    fn whole(&self) -> Span {
        Span::new(0, self.text.len())
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
        let span = self.clean.place(span);
        let diagnostic = Diagnostic::new(rule, message).at(span.start, span.end);
        self.log.report(diagnostic.help(help));
    }

    fn stray_end(&mut self) {
        let word = self.at(Span::new(0, self.data_start()));
        self.log.leave_out(self.clean.place(self.whole()));
        let span = Span::new(0, word.len());
        let word = word.to_ascii_uppercase();
        self.report(
            &rules::STRAY_END,
            format!(
                "{word} without a {} before it",
                word.trim_start_matches("END")
            ),
            "the line was left out",
            span,
        );
    }

    fn unknown(&mut self, is_after_end: bool) {
        let word = self.at(Span::new(0, self.data_start()));
        let word: String = word.chars().take(20).collect();
        if !is_after_end {
            self.report(
                &rules::UNKNOWN_LINE,
                format!("`{word}` is not a keyword of the Ishi format"),
                "the line was kept unchanged",
                self.whole(),
            );
        }
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
