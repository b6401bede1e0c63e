//! The fields of lines: moves, lists, regions (specification, section 5.3).

use std::borrow::Cow;

use pest::iterators::{Pair, Pairs};

use super::{Color, Entries, Item, Keyword, Line, LineReader, Location, Play, Rule};
use crate::diagnostic::{Span, excerpt};
use crate::ishi::line::{Letters, Mark, Region, Sign, Target};
use crate::ishi::rules;
use crate::model::column_of;

/// The meaning of a word of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::ishi) enum Field {
    Color(Color),
    /// A mark, or a target alone.
    Mark(Mark),
}

impl<'a> LineReader<'a, '_> {
    /// Returns the words after the keyword.
    fn words_of_data(&self) -> Vec<Span> {
        let mut words = Vec::new();
        let mut start = self.data_start();
        let is_blank = |byte: &u8| super::is_blank(char::from(*byte));
        for word in self.data().as_bytes().split(is_blank) {
            if !word.is_empty() {
                words.push(Span::new(start, start + word.len()));
            }
            start += word.len() + 1;
        }
        words
    }

    /// Reads the entries of a list.
    pub(super) fn list(&mut self, list: Keyword) {
        let (mut stones, mut marks, mut color) = (Vec::new(), Vec::new(), None);
        for span in self.words_of_data() {
            let word = span.slice(self.text);
            let is_read = match (list, field(word)) {
                (Keyword::Setup, Some(Field::Color(of_stones))) => {
                    color = Some(of_stones);
                    continue;
                }
                (Keyword::Setup, Some(Field::Mark(Mark::Number(Target::At(at))))) => {
                    stones.extend(color.map(|color| (color, at)));
                    if color.is_none() {
                        self.colorless_stone(word, span);
                    }
                    color.is_some()
                }
                (Keyword::Mark, Some(Field::Mark(mark)))
                | (Keyword::Unmark, Some(Field::Mark(mark @ (Mark::All | Mark::Number(_)))))
                | (Keyword::Hide | Keyword::Prisoner, Some(Field::Mark(mark @ Mark::Number(_)))) => {
                    self.falling_range(mark, word, span);
                    marks.push(mark);
                    true
                }
                _ => {
                    // `7W` may have the colour of the stones after it.
                    color = color.filter(|_| !word.contains(['B', 'W', 'b', 'w']));
                    self.unreadable_entry(word, span);
                    false
                }
            };
            let places = if is_read {
                &mut self.entries.read
            } else {
                &mut self.entries.unread
            };
            places.push(span);
        }
        let targets = || marks.iter().filter_map(|mark| mark.target()).collect();
        self.push(match list {
            Keyword::Setup => Line::Setup(stones),
            Keyword::Hide => Line::Hide(targets()),
            Keyword::Prisoner => Line::Prisoner(targets()),
            Keyword::Unmark => Line::Unmark(marks),
            _ => Line::Mark(marks),
        });
    }

    fn colorless_stone(&mut self, word: &str, span: Span) {
        self.report(
            &rules::SETUP_COLOR,
            format!("the setup stone {word} has no B or W before it"),
            "it was kept as it is and has no effect",
            span,
        );
    }

    fn unreadable_entry(&mut self, word: &str, span: Span) {
        if is_in_column_i(word) {
            let help = "it was kept as it is and has no effect; the columns are A to H and J to T";
            return self.column_i(word, span, help);
        }
        let found = shortened(word);
        self.report(
            &rules::UNREADABLE_ENTRY,
            format!("`{found}` is not an entry that this line can have"),
            "it was kept as it is and has no effect; a location is D4, a move #12 or #12-15, a mark a@D4",
            span,
        );
    }

    fn column_i(&mut self, word: &str, span: Span, help: &'static str) {
        let word = shortened(word);
        let message = format!("`{word}` is in the column I, which Go boards do not have");
        self.report(&rules::COLUMN_I, message, help, span);
    }

    /// Reports a range of a mark that ends before it starts.
    fn falling_range(&mut self, mark: Mark, word: &str, span: Span) {
        if !matches!(mark.target(), Some(Target::Range(from, to)) if from > to) {
            return;
        }
        let range = word.rsplit('@').next().unwrap_or(word);
        self.report(
            &rules::FALLING_RANGE,
            format!("the range {range} ends before it starts"),
            "it was kept and has no effect",
            Span::new(span.end - range.len(), span.end),
        );
    }

    pub(super) fn move_line(&mut self, player: Color) {
        let words = self.words_of_data();
        let (mut rest, mut moves) = (words.as_slice(), 0);
        while let [first, after @ ..] = rest {
            let number = Some(first.slice(self.text)).filter(|word| is_number(word));
            let place = after.first().and_then(|place| play(place.slice(self.text)));
            if let (Some(number), Some(place), [at, others @ ..]) = (number, place, after) {
                self.play(player, (number, *first), (place, *at), moves);
                moves += 1;
                rest = others;
            } else if moves == 0 && number.is_some() && !after.is_empty() {
                // The number before the location that cannot be read.
                self.entries.unread.push(*first);
                rest = after;
            } else {
                self.no_play(player, *first, moves);
                break;
            }
        }
        if moves > 0 {
            return;
        }
        // The line is kept as a whole.
        self.entries = Entries::default();
        if words.is_empty() {
            self.report(
                &rules::UNREADABLE_MOVE,
                format!(
                    "a {} line needs a move number and a location",
                    player.letter()
                ),
                "the line was kept as text; a move is B 1 Q4 or B 1 PASS",
                self.whole(),
            );
        }
        self.push(Line::Unknown(Cow::Borrowed(self.text)));
    }

    /// Reports words of a B or W line that are no move. A line with moves keeps them.
    fn no_play(&mut self, player: Color, span: Span, moves: usize) {
        let word = span.slice(self.text);
        let found = shortened(word);
        if moves > 0 {
            let rest = Span::new(span.start, self.text.len());
            self.report(
                &rules::EXTRA_MOVE_DATA,
                format!("`{found}` after the move is neither a move number nor a location"),
                "the rest of the line was kept as it is and has no effect",
                rest,
            );
            return self.keep_with_move(player, rest);
        }
        if is_in_column_i(word) {
            let help = "the line was kept as text; the columns are A to H and J to T";
            return self.column_i(word, span, help);
        }
        self.report(
            &rules::UNREADABLE_MOVE,
            format!("`{found}` is not a move number and a location"),
            "the line was kept as text; a move is B 1 Q4 or B 1 PASS",
            span,
        );
    }

    /// Adds a move of a line that has so many moves already.
    fn play(
        &mut self,
        player: Color,
        (number, first): (&str, Span),
        (play, last): (Play, Span),
        moves: usize,
    ) {
        let mut span = Span::new(first.start, last.end);
        if moves == 1 {
            self.report(
                &rules::SEVERAL_MOVES,
                format!(
                    "a second move, {}, on the same line",
                    shortened(span.slice(self.text))
                ),
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
        let number: u32 = number.parse().unwrap_or(0);
        if number == 0 {
            self.report(
                &rules::MOVE_NUMBER_ZERO,
                "the move number is 0; expected a greater one".to_owned(),
                "it was kept",
                first,
            );
        }
        if moves == 0 {
            span = self.whole();
        }
        let mut entries = std::mem::take(&mut self.entries);
        entries.read.extend([first, last]);
        if !entries.unread.is_empty() {
            entries.words = Some(self.words(Span::new(span.start, last.end)));
        }
        let line = Line::Move(player, number, play);
        self.out.push(Item::new(line, span, entries));
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

    pub(super) fn board_size(&mut self) {
        let word = self.words_of_data().first().copied();
        let number = word.map_or("", |word| word.slice(self.text));
        let at = word.unwrap_or(self.whole());
        let lines = number.parse().ok().filter(|_| !number.starts_with('+'));
        if let Some(lines) = lines.filter(|lines| (2..=19).contains(lines)) {
            let rest = self.text.get(at.end..).unwrap_or("");
            self.extra(rest, at.end, "BOARDSIZE");
            return self.push(Line::BoardSize(lines));
        }
        let found = word.map_or("nothing".into(), |_| shortened(number));
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
            let at = super::span_of(&field);
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
            let at = super::span_of(&field);
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

/// Reads a word of a list. A law compares it with the grammar.
pub(in crate::ishi) fn field(word: &str) -> Option<Field> {
    if let Some(color) = color(word) {
        return Some(Field::Color(color));
    }
    if word.eq_ignore_ascii_case("ALL") {
        return Some(Field::Mark(Mark::All));
    }
    let Some((glyph, at)) = word.rsplit_once('@') else {
        return Some(Field::Mark(Mark::Number(target(word)?)));
    };
    let at = target(at)?;
    if !matches!(glyph.as_bytes(), [b'!'..=b'~'] | [b'!'..=b'~', b'!'..=b'~']) {
        return None;
    }
    let sign = glyph
        .strip_prefix('\\')
        .and_then(|sign| sign.chars().next());
    Some(Field::Mark(match sign.and_then(Sign::from_letter) {
        Some(sign) => Mark::Sign(sign, at),
        None => Mark::Label(Letters::of(glyph)?, at),
    }))
}

/// Reads a location, a move or a range of moves.
fn target(word: &str) -> Option<Target> {
    let number = |word: &str| is_number(word).then(|| word.parse().ok())?;
    let Some(numbers) = word.strip_prefix('#') else {
        return location(word).map(Target::At);
    };
    Some(match numbers.split_once('-') {
        Some((from, to)) => Target::Range(number(from)?, number(to)?),
        None => Target::Number(number(numbers)?),
    })
}

/// Reads a location: the letter of a column without I, and a row.
pub(in crate::ishi) fn location(word: &str) -> Option<Location> {
    let (column, row) = word.split_at_checked(1)?;
    let column = column_of(column.bytes().next()?)?;
    let row = Some(row).filter(|row| is_number(row))?.parse().ok()?;
    Some(Location { column, row })
}

/// Reads the place of a move.
fn play(word: &str) -> Option<Play> {
    if word.eq_ignore_ascii_case("PASS") {
        return Some(Play::Pass);
    }
    location(word).map(Play::At)
}

/// Returns whether a word is a number of up to nine digits.
pub(in crate::ishi) fn is_number(word: &str) -> bool {
    (1..=9).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns whether a word is a location in the column I.
fn is_in_column_i(word: &str) -> bool {
    let row = word.strip_prefix(['I', 'i']);
    row.is_some_and(|row| !row.is_empty() && row.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns the colour that a word means.
pub(super) fn color(word: &str) -> Option<Color> {
    match word.as_bytes() {
        [b'B' | b'b'] => Some(Color::Black),
        [b'W' | b'w'] => Some(Color::White),
        _ => None,
    }
}

/// Returns the beginning of a token, for a message.
pub(super) fn shortened(token: &str) -> Cow<'_, str> {
    excerpt(token, 20)
}
