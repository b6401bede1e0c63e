//! The fields of lines: moves, lists, regions (specification, section 5.3).

use std::borrow::Cow;

use pest::iterators::{Pair, Pairs};

use super::{Color, Entries, Item, Line, LineReader, Location, Play, Rule, for_each_token};
use crate::diagnostic::{Span, excerpt};
use crate::ishi::line::{Letters, Mark, Region, Sign, Target, Unmark};
use crate::ishi::rules;
use crate::model::column_of;

/// The result of reading a word of a list.
#[derive(Clone, Copy)]
enum TakenWords {
    /// It is an entry.
    Read,
    /// It changes the entries after it.
    ForOthers,
    /// It is ignored, and was reported.
    Unread,
}

impl<'a> LineReader<'a, '_> {
    /// Reads a line that is a list, with the function that reads its text.
    pub(super) fn list(&mut self, read: fn(&mut Self, &'a str, usize) -> Line<'a>) {
        let line = read(self, self.data(), self.data_start());
        self.push(line);
    }

    pub(super) fn prisoner(&mut self, text: &'a str, base: usize) -> Line<'a> {
        Line::Prisoner(self.targets(text, base))
    }

    pub(super) fn hide(&mut self, text: &'a str, base: usize) -> Line<'a> {
        Line::Hide(self.targets(text, base))
    }

    fn targets(&mut self, text: &'a str, base: usize) -> Vec<Target> {
        let mut out = Vec::new();
        self.entries(Rule::targets, text, base, |lines, entry| {
            out.push(lines.target(entry)?);
            Some(TakenWords::Read)
        });
        out
    }

    pub(super) fn unmark(&mut self, text: &'a str, base: usize) -> Line<'a> {
        let mut out = Vec::new();
        self.entries(Rule::unmarks, text, base, |lines, entry| {
            out.push(match entry.as_rule() {
                Rule::all => Unmark::All,
                _ => Unmark::Target(lines.target(entry)?),
            });
            Some(TakenWords::Read)
        });
        Line::Unmark(out)
    }

    pub(super) fn mark(&mut self, text: &'a str, base: usize) -> Line<'a> {
        let mut out = Vec::new();
        self.entries(Rule::marks, text, base, |lines, entry| {
            out.push(lines.mark_entry(entry)?);
            Some(TakenWords::Read)
        });
        Line::Mark(out)
    }

    fn mark_entry(&mut self, entry: &Pair<'a, Rule>) -> Option<Mark> {
        if entry.as_rule() == Rule::all {
            return Some(Mark::All);
        }
        if !matches!(entry.as_rule(), Rule::sign | Rule::label) {
            return self.target(entry).map(Mark::Number);
        }
        let mut parts = entry.clone().into_inner();
        let (glyph, target) = (parts.next()?, parts.next()?);
        let target = self.target(&target)?;
        Some(match glyph.as_rule() {
            Rule::sign_letter => {
                let letter = glyph.as_str().chars().next()?;
                Mark::Sign(Sign::from_letter(letter)?, target)
            }
            _ => Mark::Label(Letters::of(glyph.as_str())?, target),
        })
    }

    pub(super) fn setup(&mut self, text: &'a str, base: usize) -> Line<'a> {
        let mut out = Vec::new();
        let mut current = None;
        self.entries(Rule::stones, text, base, |lines, entry| {
            match entry.as_rule() {
                Rule::color => {
                    current = color(super::trim_end(entry.as_str()));
                    Some(TakenWords::ForOthers)
                }
                Rule::location => {
                    let location = location(entry.as_str())?;
                    let Some(color) = current else {
                        lines.colorless_stone(entry);
                        return Some(TakenWords::Unread);
                    };
                    out.push((color, location));
                    Some(TakenWords::Read)
                }
                // `7W` may have the colour of the stones after it.
                _ => {
                    let letters = ['B', 'W', 'b', 'w'];
                    current = current.filter(|_| !entry.as_str().contains(letters));
                    None
                }
            }
        });
        out.shrink_to_fit();
        Line::Setup(out)
    }

    fn colorless_stone(&mut self, entry: &Pair<'a, Rule>) {
        let span = self.span(entry);
        self.report(
            &rules::SETUP_COLOR,
            format!("the setup stone {} has no B or W before it", entry.as_str()),
            "it was kept as it is and has no effect",
            span,
        );
    }

    /// Reads the entries of a list. `take` returns `None` for an entry that it cannot read.
    fn entries(
        &mut self,
        rule: Rule,
        text: &'a str,
        base: usize,
        mut take: impl FnMut(&mut Self, &Pair<'a, Rule>) -> Option<TakenWords>,
    ) {
        for_each_token(rule, super::trim_end(text), base, |base, entry| {
            self.base = base;
            let taken = take(self, &entry).unwrap_or_else(|| {
                self.unreadable_entry(&entry);
                TakenWords::Unread
            });
            let span = self.span(&entry);
            match taken {
                TakenWords::Read => self.entries.read.push(span),
                TakenWords::Unread => self.entries.unread.push(span),
                TakenWords::ForOthers => {}
            }
            true
        });
    }

    fn unreadable_entry(&mut self, entry: &Pair<'a, Rule>) {
        let span = self.span(entry);
        if entry.as_rule() == Rule::no_column {
            return self.column_i(entry, "it was kept as it is and has no effect");
        }
        let found = shortened(entry.as_str());
        self.report(
            &rules::UNREADABLE_ENTRY,
            format!("`{found}` is not an entry that this line can have"),
            "it was kept as it is and has no effect; a location is D4, a move #12 or #12-15, a mark a@D4",
            span,
        );
    }

    fn column_i(&mut self, entry: &Pair<'a, Rule>, done: &str) {
        let span = self.span(entry);
        self.report(
            &rules::COLUMN_I,
            format!(
                "`{}` is in the column I, which Go boards do not have",
                shortened(entry.as_str())
            ),
            &format!("{done}; the columns are A to H and J to T"),
            span,
        );
    }

    /// Reads a target. `None` if the token is not a target.
    fn target(&mut self, token: &Pair<'a, Rule>) -> Option<Target> {
        match token.as_rule() {
            Rule::location => location(token.as_str()).map(Target::At),
            Rule::move_number => {
                let number = token.clone().into_inner().next()?;
                number.as_str().parse().ok().map(Target::Number)
            }
            Rule::range => {
                let mut ends = token
                    .clone()
                    .into_inner()
                    .map(|end| end.as_str().parse().ok());
                let (from, to): (u32, u32) = (ends.next()??, ends.next()??);
                if from > to {
                    self.falling_range(token);
                }
                Some(Target::Range(from, to))
            }
            _ => None,
        }
    }

    fn falling_range(&mut self, token: &Pair<'a, Rule>) {
        let span = self.span(token);
        self.report(
            &rules::FALLING_RANGE,
            format!("the range {} ends before it starts", token.as_str()),
            "it was kept and has no effect",
            span,
        );
    }

    pub(super) fn move_line(&mut self, player: Color) {
        let (data, base) = (self.data(), self.data_start());
        let span = self.whole();
        let before = self.out.len();
        for_each_token(Rule::plays, data, base, |base, entry| {
            self.base = base;
            let moves = self.out.len() - before;
            self.play(player, &entry, moves, span)
        });
        if self.out.len() > before {
            return;
        }
        // The line is kept as a whole.
        self.entries = Entries::default();
        if data.is_empty() {
            self.report(
                &rules::UNREADABLE_MOVE,
                format!(
                    "a {} line needs a move number and a location",
                    player.letter()
                ),
                "the line was kept as text; a move is B 1 Q4 or B 1 PASS",
                span,
            );
        }
        self.push(Line::Unknown(Cow::Borrowed(self.text)));
    }

    /// Takes an entry of a B or W line that has so many moves already; returns whether to continue.
    fn play(&mut self, player: Color, entry: &Pair<'a, Rule>, moves: usize, line: Span) -> bool {
        let span = self.span(entry);
        let found = shortened(entry.as_str());
        match (entry.as_rule(), moves) {
            (Rule::play, _) => {
                if moves == 1 {
                    self.report(
                        &rules::SEVERAL_MOVES,
                        format!("a second move, {found}, on the same line"),
                        "it was read as a move of the same player on a separate line",
                        span,
                    );
                }
                if let (0, Some(skipped)) = (moves, self.entries.unread.first().copied()) {
                    self.report(
                        &rules::EXTRA_MOVE_DATA,
                        format!(
                            "`{}` before the move number has no effect",
                            skipped.slice(self.text)
                        ),
                        "it was kept as it is; a move is B 1 Q4 or B 1 PASS",
                        skipped,
                    );
                }
                self.one_play(player, entry, if moves == 0 { line } else { span });
                true
            }
            (Rule::no_column, 0) => {
                self.column_i(entry, "the line was kept as text");
                false
            }
            // The number before the location that cannot be read.
            (_, 0)
                if entry.as_str().bytes().all(|byte| byte.is_ascii_digit())
                    && span.end < line.end =>
            {
                self.entries.unread.push(span);
                true
            }
            (_, 0) => {
                self.report(
                    &rules::UNREADABLE_MOVE,
                    format!("`{found}` is not a move number and a location"),
                    "the line was kept as text; a move is B 1 Q4 or B 1 PASS",
                    span,
                );
                false
            }
            _ => {
                let rest = Span::new(span.start, line.end.max(span.end));
                self.report(
                    &rules::EXTRA_MOVE_DATA,
                    format!("`{found}` after the move is neither a move number nor a location"),
                    "the rest of the line was kept as it is and has no effect",
                    rest,
                );
                self.keep_with_move(player, rest);
                false
            }
        }
    }

    fn one_play(&mut self, player: Color, entry: &Pair<'a, Rule>, span: Span) {
        let mut parts = entry.clone().into_inner();
        let (Some(number), Some(place)) = (parts.next(), parts.next()) else {
            return;
        };
        let n: u32 = number.as_str().parse().unwrap_or(0);
        if n == 0 {
            let at = self.span(&number);
            self.report(
                &rules::MOVE_NUMBER_ZERO,
                "the move number is 0; expected a greater one".to_owned(),
                "it was kept",
                at,
            );
        }
        let play = match place.as_rule() {
            Rule::pass => Some(Play::Pass),
            _ => location(place.as_str()).map(Play::At),
        };
        if let Some(play) = play {
            let at = [self.span(&number), self.span(&place)];
            self.entries.read.extend(at);
            let mut entries = std::mem::take(&mut self.entries);
            if !entries.unread.is_empty() {
                entries.words = Some(self.words(Span::new(span.start, at[1].end)));
            }
            self.out
                .push(Item::new(Line::Move(player, n, play), span, entries));
        }
    }

    /// Gives the last move of a line the words after it.
    fn keep_with_move(&mut self, player: Color, rest: Span) {
        let Some(item) = self.out.last() else {
            return;
        };
        let words = self.words(Span::new(item.span.start, rest.end));
        // A further move of a line has no colour letter.
        let words = if color(words.get(..1).unwrap_or_default()).is_some() {
            words
        } else {
            Cow::Owned(format!("{} {words}", player.letter()))
        };
        if let Some(item) = self.out.last_mut() {
            item.keep(rest, words);
        }
    }

    pub(super) fn board_size(&mut self, mut fields: Pairs<'a, Rule>) {
        let field = fields.next();
        let number = field
            .as_ref()
            .filter(|field| field.as_rule() == Rule::number);
        let lines: Option<u8> = number.and_then(|number| number.as_str().parse().ok());
        if let Some(lines) = lines.filter(|lines| (2..=19).contains(lines)) {
            fields.for_each(|text| self.extra_field(&text, "BOARDSIZE"));
            return self.push(Line::BoardSize(lines));
        }
        let found = field.filter(|field| field.as_rule() != Rule::text);
        let at = found
            .as_ref()
            .map_or(self.whole(), |field| self.span(field));
        let found = found.map_or("nothing".to_owned(), |field| shortened(field.as_str()));
        self.report(
            &rules::BAD_BOARD_SIZE,
            format!("the board size is {found}; expected a number from 2 to 19"),
            "the line was kept as text",
            at,
        );
        self.push(Line::Unknown(Cow::Borrowed(self.text)));
    }

    pub(super) fn var(&mut self, fields: Pairs<'a, Rule>) {
        let mut marker = None;
        for field in fields {
            let at = self.span(&field);
            match field.as_rule() {
                Rule::marker => marker = Some(Cow::Borrowed(field.as_str())),
                Rule::word => {
                    let is_number = field.as_str().bytes().all(|byte| byte.is_ascii_digit());
                    self.report(
                        &rules::LONG_MARKER,
                        format!(
                            "the marker `{}` is not one or two ASCII characters",
                            shortened(field.as_str())
                        ),
                        if is_number {
                            "read as the marker"
                        } else {
                            "it was kept as it is and has no effect"
                        },
                        at,
                    );
                    if is_number {
                        marker = Some(Cow::Borrowed(field.as_str()));
                    } else {
                        self.entries.unread.push(at);
                    }
                }
                _ => self.extra_field(&field, "VAR"),
            }
        }
        self.push(Line::Var(marker));
    }

    pub(super) fn diagram(&mut self, mut fields: Pairs<'a, Rule>) {
        let field = fields.next();
        let region = match field.as_ref().map(Pair::as_rule) {
            Some(Rule::text) | None => {
                if let Some(text) = &field {
                    self.extra_field(text, "DIAGRAM");
                }
                Some(Region::Full)
            }
            Some(_) => field.as_ref().and_then(region),
        };
        if region.is_none()
            && let Some(field) = field
        {
            let at = self.span(&field);
            self.report(
                &rules::BAD_REGION,
                format!("`{}` is not a region of a board", shortened(field.as_str())),
                "the diagram shows the whole board; a region is 9x9 (2x2 to 19x19) or two corners, A1 J9",
                at,
            );
            self.entries
                .unread
                .push(Span::new(at.start, self.text.len()));
        } else {
            fields.for_each(|text| self.extra_field(&text, "DIAGRAM"));
        }
        self.push(Line::Diagram(region.unwrap_or(Region::Full)));
    }

    fn extra_field(&mut self, text: &Pair<'a, Rule>, keyword: &str) {
        self.extra(text.as_str(), text.as_span().start(), keyword);
    }
}

fn region(field: &Pair<'_, Rule>) -> Option<Region> {
    let mut parts = field.clone().into_inner();
    let (first, second) = (parts.next()?, parts.next()?);
    if field.as_rule() == Rule::corners {
        return Some(Region::Corners(
            location(first.as_str())?,
            location(second.as_str())?,
        ));
    }
    let (columns, rows): (u8, u8) = (first.as_str().parse().ok()?, second.as_str().parse().ok()?);
    (columns == rows && (2..=19).contains(&columns)).then_some(Region::Board(columns))
}

/// Returns the location of a token that the grammar found to be one.
pub(super) fn location(token: &str) -> Option<Location> {
    let column = column_of(token.bytes().next()?)?;
    let row = token.get(1..)?.parse().ok()?;
    Some(Location { column, row })
}

/// Returns the colour that a token means.
pub(super) fn color(token: &str) -> Option<Color> {
    match token.as_bytes() {
        [b'B' | b'b'] => Some(Color::Black),
        [b'W' | b'w'] => Some(Color::White),
        _ => None,
    }
}

/// Returns the beginning of a token, for a message.
pub(super) fn shortened(token: &str) -> String {
    excerpt(token, 20)
}
