//! Lines of a text one after the other: blocks, and lines that are read as meant.

use std::borrow::Cow;

use super::{
    Clean, Diagnostic, Diagnostics, Item, Keyword, Line, LineKind, LineReader, RecordState, Span,
    Tokens, Typing, plain_move, rules, trim_end, trim_start,
};
use crate::ishi::clean::first_word;
use crate::ishi::line::Block;
use crate::ishi::mean::headers::is_unread;
use crate::ishi::syntax::data;
use crate::ishi::syntax::repair;
use crate::ishi::tokens::line_end;

mod mend;

/// The lines of a text that were read so far.
pub(super) struct Reader<'a, 'l> {
    text: &'a str,
    tokens: Tokens,
    pub out: Vec<Item<'a>>,
    /// The state of the record after the lines. `None` if lines are only read as they are typed.
    context: Option<RecordState>,
    /// Whether the line breaks of the whole text were looked at.
    is_searched: bool,
    log: &'l mut Diagnostics,
}

impl<'a, 'l> Reader<'a, 'l> {
    /// Starts to read a text.
    pub fn new(text: &'a str, mends: bool, log: &'l mut Diagnostics) -> Self {
        Self {
            text,
            tokens: Tokens::default(),
            out: Vec::new(),
            context: mends.then(RecordState::default),
            is_searched: false,
            log,
        }
    }

    /// Reads all lines.
    pub fn all(&mut self) {
        while self.next_line() {}
    }

    /// Reads the next line, if there is one.
    fn next_line(&mut self) -> bool {
        let start = self.tokens.start();
        let rest = self.text.as_bytes().get(start..).unwrap_or_default();
        if self.tokens.is_outside()
            && let Some((line, length)) = plain_move(rest)
        {
            let end = start + length;
            self.out.push(Item::plain(line, Span::new(start, end)));
            let after = rest.get(length..).unwrap_or_default();
            self.tokens.pass(end + line_end(after));
            return true;
        }
        if let Some(token) = self.tokens.next(self.text.as_bytes(), true) {
            self.token(token.kind, Span::new(start, self.tokens.start()));
            return true;
        }
        if !self.tokens.is_outside() {
            self.tokens.set_block(None);
            self.unclosed_block();
        }
        false
    }

    /// Takes a line with its line end.
    fn token(&mut self, kind: LineKind, line: Span) {
        match kind {
            LineKind::Blank => {}
            LineKind::Body(keyword)
                if may_be_end(line.slice(self.text)) && self.is_misspelt_end(keyword, line) =>
            {
                self.tokens.set_block(None);
                self.end_block(keyword, self.trimmed(line));
            }
            LineKind::Body(_) => {
                let body = line.slice(self.text).trim_end_matches(['\r', '\n']);
                if let Some(block) = self.open_block() {
                    block.body.push(Clean::of(body, line.start).text);
                }
            }
            LineKind::End(keyword) => {
                self.lines_in_text();
                self.end_block(keyword, self.trimmed(line));
            }
            LineKind::Keyword(keyword) => self.line(Some(keyword), self.trimmed(line)),
            LineKind::Unknown => self.line(None, self.trimmed(line)),
        }
    }

    /// Reads a line outside of blocks, or the first line of a block.
    fn line(&mut self, keyword: Option<Keyword>, span: Span) {
        let words = span.slice(self.text);
        let (mut clean, mut keyword) = (Clean::of(words, span.start), keyword);
        if keyword.is_none_or(Keyword::has_fields) {
            if words.contains("\0\0") {
                return self.cut_line(words, span);
            }
            let fields = (!words.is_ascii()).then(|| Clean::fields(words, span.start));
            let found =
                fields.map(|clean| (Keyword::of(&first_word(clean.text.as_bytes()).0), clean));
            if let Some((Some(found), fields)) = found
                && found.has_fields()
            {
                (clean, keyword) = (fields, Some(found));
            }
        }
        let first = self.out.len();
        let mut log = Diagnostics::new();
        self.read(keyword, &clean, &mut log);
        let is_mended = self.context.is_some() && self.mend(keyword, &clean, first, &log);
        if !is_mended {
            self.log.append(log);
            self.header_value(&clean.text, first, span);
        }
    }

    /// Reports a header line whose value has no meaning, or can be two lines.
    fn header_value(&mut self, line: &str, first: usize, span: Span) {
        if self.context.is_none() || self.log.are_ignored() {
            return;
        }
        let (title, unread) = match self.out.get(first).map(|item| &item.line) {
            Some(Line::Event(title)) => (title, None),
            Some(Line::Header(header, text)) => (
                text,
                Some(*header).filter(|header| is_unread(*header, text)),
            ),
            _ => return,
        };
        let value = data::shortened(title);
        let (message, help) = if let Some(second) = repair::second_line(line) {
            let second = data::shortened(second);
            let message =
                format!("`{second}` may be a line, and have lost the line break before it");
            (message, "kept as a part of this line")
        } else if let Some(header) = unread {
            let message = format!("`{value}` is not understood as {}", header.keyword());
            (message, "kept as a line of the comment about the game")
        } else {
            return;
        };
        let found = Diagnostic::new(&rules::HEADER_VALUE, message);
        self.log.report(found.at(span.start, span.end).help(help));
    }

    /// Keeps a line with NUL characters, because it is the rest of two lines: the sector of the disk between them is lost.
    fn cut_line(&mut self, words: &'a str, span: Span) {
        let message = "NUL characters (code 0) have taken the place of a part of the line";
        let found = Diagnostic::new(&rules::UNKNOWN_LINE, message.to_owned());
        let found = found.at(span.start, span.end);
        self.log.report(found.help("the line was kept unchanged"));
        let words = Line::Unknown(Cow::Borrowed(words));
        self.out.push(Item::plain(words, span));
    }

    /// Reads a line as it is typed.
    fn read(&mut self, keyword: Option<Keyword>, clean: &Clean<'a>, log: &mut Diagnostics) {
        let first = self.out.len();
        match &clean.text {
            Cow::Borrowed(text) => {
                LineReader::new(text, clean, &mut self.out, log).line(keyword);
            }
            Cow::Owned(text) => {
                let mut out = Vec::new();
                LineReader::new(text, clean, &mut out, log).line(keyword);
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

    /// Closes the open block with its last line. Words after its end stay there, unless they are lines: `ENDCOM ENDVAR`.
    fn end_block(&mut self, keyword: Keyword, span: Span) {
        let words = span.slice(self.text);
        let word = keyword.end().map_or("", Keyword::word);
        if let Some((text, end)) = words.split_at_checked(words.len().saturating_sub(word.len()))
            && !text.is_empty()
            && end.eq_ignore_ascii_case(word)
        {
            return self.glued_end(keyword, text, span);
        }
        if let Some((end, rest)) = words.split_at_checked(word.len())
            && self.context.is_some()
            && end.eq_ignore_ascii_case(word)
            && let Some(lines) = repair::lines_behind(rest)
        {
            return self.lines_behind(keyword, end, lines, span);
        }
        let clean = Clean::of(span.slice(self.text), span.start);
        let mut none = Vec::new();
        let mut lines = LineReader::new(&clean.text, &clean, &mut none, self.log);
        let is_misspelt = !lines.keyword().eq_ignore_ascii_case(word);
        if !is_misspelt {
            lines.extra(lines.data(), lines.data_start(), word);
        }
        let unread = lines.entries.unread.pop();
        if let Some(block) = self.open_block() {
            block.body.shrink_to_fit();
        }
        let Some(item) = self.out.last_mut() else {
            return;
        };
        let span = Span::new(item.span.start, span.end);
        if item.typing() != Typing::Well || is_misspelt {
            item.set_typed(
                Cow::Owned(typed_block(item, word, &clean.text)),
                span,
                Typing::Badly,
            );
        } else if let Some(unread) = unread {
            let words = unread.slice(&clean.text);
            let words = format!("{} {words}", item.line);
            item.keep(clean.place(unread), Cow::Owned(words));
        }
        item.span = span;
        if is_misspelt {
            let message = format!("`{}` is not a keyword of the Ishi format", clean.text);
            let found = Diagnostic::new(&rules::UNKNOWN_LINE, message);
            let place = clean.place(Span::new(0, clean.text.len()));
            self.log.report(
                found
                    .at(place.start, place.end)
                    .help(format!("read as `{word}`"))
                    .read_as(place, word, true),
            );
        }
    }

    /// Returns the line end after some words.
    fn line_end_at(&self, end: usize) -> &'static str {
        let rest = self.text.get(end..).unwrap_or_default();
        let rest = rest.trim_start_matches([' ', '\t']);
        let ends = ["\r\n", "\r"].into_iter();
        ends.clone()
            .find(|end| rest.starts_with(end))
            .unwrap_or("\n")
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

    /// Returns a part of the text without the white space around it.
    fn trimmed(&self, span: Span) -> Span {
        let text = span.slice(self.text);
        let start = span.start + text.len() - trim_start(text).len();
        Span::new(start, (span.start + trim_end(text).len()).max(start))
    }
}

/// Returns a block as it is typed, with its last line.
fn typed_block(item: &Item<'_>, end: &str, last: &str) -> String {
    let line = item.line.to_string();
    let (_, body) = line.split_once('\n').unwrap_or_default();
    let body = body.strip_suffix(end).unwrap_or(body);
    let first = match item.typing() {
        Typing::Well => line.lines().next().unwrap_or_default().to_owned(),
        Typing::Badly | Typing::OnSameLine => item.written(),
    };
    format!("{first}\n{body}{last}")
}

/// Returns whether a line of a block has about as many letters as its end, so that it can be a misspelt one.
fn may_be_end(line: &str) -> bool {
    let letters = || line.split_whitespace().map(str::len).sum::<usize>();
    line.trim().len() < 12 && ("ENDCO".len()..="ENDCOMMENT".len()).contains(&letters())
}
