//! Lines that are not well typed, replaced by their readings.

use std::borrow::Cow;

use super::{
    Clean, Diagnostic, Diagnostics, Item, Keyword, Line, Reader, Span, Typing, rules, trim_start,
    typed_block,
};
use crate::ishi::clean::first_word;
use crate::ishi::line::Header;
use crate::ishi::syntax::repair::{self, LineReading, MendedLine};
use crate::ishi::syntax::{data, read_line, trim};

/// A line that belongs to the line before it: ` C4` of `W 2` and ` C4`.
struct Joined {
    /// The words of both lines.
    words: String,
    /// Where it ends in the text.
    end: usize,
}

impl<'a> Reader<'a, '_> {
    /// Reads a line that is not well typed as it is meant; returns whether it does.
    pub(super) fn mend(
        &mut self,
        keyword: Option<Keyword>,
        clean: &Clean<'a>,
        first: usize,
        log: &Diagnostics,
    ) -> bool {
        let text = &*clean.text;
        let below = self.tokens.start();
        let is_alone = |keyword| self.is_alone(keyword, first, below);
        let can_hold_all = repair::is_long(text) || keyword.is_some_and(is_alone);
        // A problem can have lost its line breaks within an event whose other lines have theirs.
        let has_pair = || keyword == Some(Keyword::Event) && repair::has_pair(text);
        let may_be_lines = can_hold_all || has_pair();
        let reads = keyword.is_some() && repair::is_well_typed(log);
        let names_player = matches!(
            keyword,
            Some(Keyword::Header(Header::Black | Header::White))
        );
        // A block that ends on its first line.
        let is_closed =
            keyword.is_some_and(|keyword| keyword.end().is_some()) && self.tokens.is_outside();
        let has_more = is_closed || !log.kept().is_empty();
        if reads && !may_be_lines && !names_player && !has_more {
            return false;
        }
        let may_be_wrapped = || !can_hold_all && repair::are_lost(self.text);
        if may_be_lines && repair::are_lost(text) && !may_be_wrapped() {
            self.break_lines(text, clean, first);
            return true;
        }
        if reads && has_more {
            let pieces = repair::parted(text);
            return pieces.is_some_and(|pieces| {
                let reading = LineReading { pieces, joined: 0 };
                self.replace(&reading, clean, first, &Diagnostics::new());
                true
            });
        }
        if reads && !names_player {
            return false;
        }
        if !reads && !std::mem::replace(&mut self.is_searched, true) && repair::are_lost(self.text)
        {
            let whole = Clean::of(self.text, 0);
            self.break_lines(&whole.text, &whole, 0);
            self.tokens.pass(self.text.len());
            return true;
        }
        let below = self.text.get(below..).unwrap_or_default();
        let Some(context) = &mut self.context else {
            return false;
        };
        context.catch_up(self.out.get(..first).unwrap_or_default(), self.text);
        if names_player && !repair::is_named_move(text, context) {
            return false;
        }
        let Some(reading) = repair::read(text, below, context) else {
            return false;
        };
        self.replace(&reading, clean, first, log);
        true
    }

    /// Returns whether a line is the only one of its event, so that it can hold the others. So many lines come before it,
    /// and the text from `below` on comes after it.
    fn is_alone(&self, keyword: Keyword, before: usize, below: usize) -> bool {
        let is_first = keyword == Keyword::Event || before == 0;
        let is_last = || {
            let below = self.text.get(below..).unwrap_or_default();
            let (word, _) = first_word(below.as_bytes());
            word.is_empty() || Keyword::Event.is(&word)
        };
        is_first && repair::can_hold_event(keyword) && is_last()
    }

    /// Replaces the items of a line as it is typed by those of its reading.
    fn replace(
        &mut self,
        reading: &LineReading,
        clean: &Clean<'_>,
        first: usize,
        log: &Diagnostics,
    ) {
        let text = &*clean.text;
        let mut joined = None;
        if reading.joined > 0 {
            let start = self.tokens.start();
            let line = Span::new(start, start + reading.joined).slice(self.text);
            joined = Some(Joined {
                words: format!("{text}\n{}", line.trim()),
                end: start + line.trim_end().len(),
            });
            self.tokens.next(self.text.as_bytes(), true);
        }
        let lines = reading.pieces.iter().map(|piece| {
            let doubt = if repair::is_doubtful(piece, text) {
                " (if no digit of its row is missing)"
            } else {
                ""
            };
            format!("`{}`{doubt}", piece.line.replace('\n', "`, `"))
        });
        let lines: Vec<_> = lines.collect();
        let read = reading.pieces.iter().map(|piece| read_line(&piece.line));
        let read: Vec<_> = read.collect();
        let number = |item: &Item<'_>| match item.line {
            Line::Move(_, number, _) => Some(number),
            _ => None,
        };
        let number = read.iter().flat_map(|(items, _)| items).find_map(number);
        let remains = |found: &Diagnostic| {
            let mut all = read.iter().flat_map(|(_, log)| log.kept());
            all.any(|other| other.message == found.message)
        };
        let is_name = self
            .out
            .get(first)
            .is_some_and(|item| matches!(item.line, Line::Header(..)));
        self.out.truncate(first);
        let found = log.kept().iter().find(|found| !remains(found));
        let found = found.cloned().unwrap_or_else(|| {
            let whole = clean.place(Span::new(0, text.len()));
            let text = data::shortened(text);
            let (rule, message) = if is_name {
                (
                    &rules::UNKNOWN_LINE,
                    format!("`{text}` is a move and not a name"),
                )
            } else {
                (
                    &rules::LOST_BREAKS,
                    format!("`{text}` has lost the line breaks in it"),
                )
            };
            Diagnostic::new(rule, message).at(whole.start, whole.end)
        });
        // A line without a keyword can be a list of points if its number neither repeats nor is the next one: `b5 j12`.
        let last = self.context.as_ref().map_or(0, |context| context.number);
        let is_next = |number| number == last || Some(number) == last.checked_add(1);
        let is_move = found.rule != &rules::UNKNOWN_LINE || number.is_none_or(is_next);
        let is_doubtful = |piece| repair::is_doubtful(piece, text);
        let is_safe = is_move && !reading.pieces.iter().any(is_doubtful);
        let end = joined.as_ref().map(|joined| joined.end);
        let place = clean.place(Span::new(0, text.len()));
        let place = Span::new(place.start, end.unwrap_or(place.end));
        let found = found.help(format!("read as {}", lines.join(", ")));
        self.log
            .report(found.read_as(place, self.typed(reading, place.end), is_safe));
        for (index, piece) in reading.pieces.iter().enumerate() {
            self.piece(piece, clean, joined.as_ref(), piece.is_typed && index > 0);
        }
    }

    /// Returns the lines of a reading as they are typed well, with the line ends of the text, given where its words end.
    fn typed(&self, reading: &LineReading, end: usize) -> String {
        let lines = reading.pieces.iter().flat_map(|piece| piece.line.lines());
        lines.collect::<Vec<_>>().join(self.line_end_at(end))
    }

    /// Reads the lines of a text that lost its line breaks.
    fn break_lines(&mut self, text: &str, clean: &Clean<'_>, first: usize) {
        self.out.truncate(first);
        let pieces = repair::restored(text);
        let message = format!(
            "{} lines have lost the line breaks between them",
            pieces.len()
        );
        let start = clean.place(Span::new(0, 1));
        let found = Diagnostic::new(&rules::LOST_BREAKS, message).at(start.start, start.end);
        self.log.report(
            found.help("each keyword with data of its kind was read as the start of a line"),
        );
        for piece in &pieces {
            self.piece(piece, clean, None, false);
        }
    }

    /// Adds the items of a piece of a line, and reports the mistakes in them.
    fn piece(
        &mut self,
        piece: &MendedLine,
        clean: &Clean<'_>,
        joined: Option<&Joined>,
        follows: bool,
    ) {
        let raw = piece.span.slice(&clean.text);
        let indent = raw.len() - trim_start(raw).len();
        let start = piece.span.start + indent;
        let typed = trim(raw);
        let place = clean.place(Span::new(start, start + typed.len()));
        let whole = Span::new(place.start, joined.map_or(place.end, |joined| joined.end));
        let (items, log) = read_line(&piece.line);
        let is_block = |item: &Item<'_>| matches!(item.line, Line::Com(_) | Line::User(_));
        let has_places = typed.len() == piece.line.len();
        for (index, item) in items.into_iter().enumerate() {
            let mut item = item.into_owned();
            if follows && index == 0 {
                let words = raw.trim_end_matches([' ', '\t']).to_owned();
                item.set_typed(Cow::Owned(words), whole, Typing::OnSameLine);
            } else if piece.is_typed && index == 0 && (typed != piece.line || joined.is_some()) {
                let words = joined.map_or(typed, |joined| &joined.words).to_owned();
                item.set_typed(Cow::Owned(words), whole, Typing::Badly);
            } else if has_places && joined.is_none() && !is_block(&item) {
                item.move_places(|span| {
                    clean.place(Span::new(start + span.start, start + span.end))
                });
            } else {
                item.forget_places(whole);
            }
            self.out.push(item);
        }
        let is_open = |found: &&Diagnostic| found.rule == &rules::UNCLOSED_BLOCK;
        for found in log.kept().iter().filter(|found| !is_open(found)) {
            self.log.report(found.clone().at(place.start, place.end));
        }
        let keyword = match self.out.last().map(|item| &item.line) {
            Some(Line::Com(_)) if !piece.line.contains('\n') => Some(Keyword::Com),
            Some(Line::User(_)) if !piece.line.contains('\n') => Some(Keyword::User),
            _ => None,
        };
        self.tokens.set_block(keyword);
    }

    /// Closes the open block with a line that has words of its text before the end.
    pub(super) fn glued_end(&mut self, keyword: Keyword, text: &'a str, span: Span) {
        let words = text.trim_end();
        let end = format!("END{}", keyword.word());
        let body = Clean::of(words, span.start).text;
        let line = Clean::of(span.slice(self.text), span.start);
        if let Some(item) = self.out.last_mut() {
            let place = Span::new(item.span.start, span.end);
            item.set_typed(
                Cow::Owned(typed_block(item, &end, &line.text)),
                place,
                Typing::Badly,
            );
        }
        if let Some(block) = self.open_block() {
            block.body.push(body);
            block.body.shrink_to_fit();
        }
        self.lost_break(&format!("{words}\n{end}"), span);
    }

    /// Closes the open block, and reads the lines after its end.
    pub(super) fn lines_behind(
        &mut self,
        keyword: Keyword,
        end: &str,
        lines: Vec<MendedLine>,
        span: Span,
    ) {
        let clean = Clean::of(span.slice(self.text), span.start);
        let all = lines.iter().map(|piece| piece.line.as_str());
        let all: Vec<_> = std::iter::once(end).chain(all).collect();
        self.lost_break(&all.join("\n"), span);
        self.end_block(keyword, Span::new(span.start, span.start + end.len()));
        for mut piece in lines {
            piece.span = Span::new(piece.span.start + end.len(), piece.span.end + end.len());
            self.piece(&piece, &clean, None, true);
        }
    }

    /// Reports a comment with a line of the record in it.
    pub(super) fn lines_in_text(&mut self) {
        let Some(context) = self.context.as_mut().filter(|_| !self.log.are_ignored()) else {
            return;
        };
        let Some(Line::Com(block)) = self.out.last().map(|item| &item.line) else {
            return;
        };
        let mut lines = block
            .body
            .iter()
            .filter(|line| line.len() < 80 && line.starts_with(['B', 'W', 'C', 'E']));
        let found = lines.find(|line| {
            context.catch_up(&self.out, self.text);
            repair::is_of_record(line, context)
        });
        if let (Some(line), Some(start)) = (found, self.out.last().map(|item| item.span.start)) {
            let line = data::shortened(line);
            let message = format!(
                "this COM block has a line of the record in it, `{line}`; its ENDCOM may be missing"
            );
            let found = Diagnostic::new(&rules::LINE_IN_TEXT, message);
            let help = "kept as a line of its text";
            self.log.report(
                found
                    .at(start, start + Keyword::Com.word().len())
                    .help(help),
            );
        }
    }

    /// Reports a line that lost the line breaks in it.
    fn lost_break(&mut self, lines: &str, span: Span) {
        let text = data::shortened(span.slice(self.text));
        let message = format!("`{text}` has lost the line breaks in it");
        let found = Diagnostic::new(&rules::LOST_BREAKS, message).at(span.start, span.end);
        let read = lines.replace('\n', "`, `");
        let typed = lines.replace('\n', self.line_end_at(span.end));
        self.log.report(
            found
                .help(format!("read as `{read}`"))
                .read_as(span, typed, true),
        );
    }

    /// Returns whether a line of a block is its misspelt end.
    pub(super) fn is_misspelt_end(&mut self, keyword: Keyword, line: Span) -> bool {
        let text = line.slice(self.text);
        let below = self.text.get(line.end..).unwrap_or_default();
        let Some(context) = &mut self.context else {
            return false;
        };
        context.catch_up(&self.out, self.text);
        repair::is_end(keyword, text, below, context)
    }
}
