//! Records that lost their line breaks, as text from mail or a book has.

use super::MendedLine;
use super::fields::looks_like_location;
use crate::diagnostic::Span;
use crate::ishi::item::Item;
use crate::ishi::line::{Header, Keyword, Line};
use crate::ishi::syntax::{is_number, read_line};

/// A text of several lines has not lost its line breaks if it is shorter.
const SHORTEST: usize = 400;

/// So many moves must follow the move before them by one.
const MOVES: usize = 8;

/// A word, with the keyword that it is.
#[derive(Clone, Copy)]
struct Word {
    span: Span,
    keyword: Option<Keyword>,
}

/// The words of a text.
struct TextWords<'t> {
    text: &'t str,
    all: Vec<Word>,
    /// Whether the keywords that a sentence does not use, such as ENDCOM, are in capitals.
    has_capitals: bool,
    /// Where the last ENDCOM, ENDUSER and ENDVAR are.
    last_ends: [(Keyword, Option<usize>); 3],
}

/// Returns whether a text lost its line breaks: eight moves or more follow the move before, or it has a closed pair, and
/// less than a third of the moves and pairs starts a line. A short text is a single line that can hold its event.
pub(in crate::ishi) fn are_lost(text: &str) -> bool {
    if !is_long(text) && !is_single_line(text.trim()) {
        return false;
    }
    let mut words = TextWords::new(text);
    words.leave_out_blocks();
    let (mut all, mut first, mut following, mut before) = (0, 0, 0, None);
    let mut has_pair = false;
    for index in 0..words.all.len() {
        let number = words.move_at(index);
        let is_pair = words.is_pair(index);
        has_pair |= is_pair;
        let Some(number) = number else {
            all += usize::from(is_pair);
            first += usize::from(is_pair && words.starts_line(index));
            continue;
        };
        all += 1;
        first += usize::from(words.starts_line(index));
        following +=
            usize::from(before.is_some_and(|before: u32| before.saturating_add(1) == number));
        before = Some(number);
    }
    first * 3 < all && (following >= MOVES || has_pair)
}

/// Returns whether a text is long enough to have lost its line breaks, whatever its keywords are.
pub(in crate::ishi) fn is_long(text: &str) -> bool {
    text.len() > SHORTEST
}

/// Returns whether a line can hold all lines of its event, if there is no other one: `EVENT Cup BLACK Kato B 1 Q4 W 2 D4`.
pub(in crate::ishi) fn can_hold_event(keyword: Keyword) -> bool {
    matches!(keyword, Keyword::Event | Keyword::Header(_))
}

/// Returns whether a text is a single line that can hold a pair or a move after its keyword.
fn is_single_line(text: &str) -> bool {
    let can_hold_event = super::keyword_of(text).is_some_and(can_hold_event);
    can_hold_event && !text.contains(['\r', '\n']) && text.split_whitespace().nth(2).is_some()
}

/// Returns whether a line has a closed pair after its keyword: a block or variation with its end, or SETUP with a colour and a
/// point.
pub(in crate::ishi) fn has_pair(line: &str) -> bool {
    // Each pair has `SETUP` or an end.
    let has = |word: &[u8]| {
        line.as_bytes()
            .windows(word.len())
            .any(|found| found.eq_ignore_ascii_case(word))
    };
    if !has(b"SETUP") && !has(b"END") {
        return false;
    }
    let words = TextWords::new(line);
    (0..words.all.len()).any(|index| words.is_pair(index))
}

/// Returns the second of the lines that a header line can be: `BOARDSIZE 9` of `EVENT Cup BOARDSIZE 9`. A title in capitals has
/// words of any kind in capitals.
pub(in crate::ishi) fn second_line(line: &str) -> Option<&str> {
    let mut others = line.split_whitespace().skip(1);
    others.find_map(|word| Keyword::of(word.as_bytes()))?;
    let words = TextWords::new(line);
    let in_capitals = is_in_capitals(line);
    let starts = |at: &usize| {
        let is_sized = |keyword| {
            use Header::{Handicap, Komi};
            matches!(
                keyword,
                Keyword::BoardSize | Keyword::Header(Komi | Handicap)
            )
        };
        let may_start = !in_capitals || words.keyword(*at).is_some_and(is_sized);
        may_start && is_in_capitals(words.word(*at)) && words.starts(*at, true, true)
    };
    let count = words.all.len();
    let at = (1..count).find(starts)?;
    Some(words.span(at, count).slice(line))
}

/// Cuts a line into lines that are all well typed, for example `B 1 Q4 MARK a@Q4`, `VAR A B 1 Q4 ENDVAR` or
/// `COM good move ENDCOM`.
pub(in crate::ishi) fn parted(line: &str) -> Option<Vec<MendedLine>> {
    let mut keywords = line
        .split_whitespace()
        .map(|word| Keyword::of(word.as_bytes()));
    // A line without a second keyword is one line, unless it is a block.
    let opens = keywords.next()??.end().is_some();
    if !opens && keywords.flatten().next().is_none() {
        return None;
    }
    let pieces = restored(line);
    let is_block = |piece: &MendedLine| piece.line.contains('\n');
    let is_parted = pieces.len() > 1 || pieces.iter().any(is_block);
    is_parted.then(|| well_typed(pieces)).flatten()
}

/// Cuts the rest of a line after the end of a block into lines that are all well typed: `ENDVAR` of `ENDCOM ENDVAR`.
pub(in crate::ishi) fn lines_behind(rest: &str) -> Option<Vec<MendedLine>> {
    well_typed(restored(rest))
}

/// Returns the lines that a line was cut into, if they are all well typed.
fn well_typed(mut pieces: Vec<MendedLine>) -> Option<Vec<MendedLine>> {
    let has_data = |item: &Item<'_>| match &item.line {
        Line::Unknown(_) | Line::Event(_) | Line::Remark(_) | Line::Header(..) => false,
        Line::Setup(stones) => !stones.is_empty(),
        _ => true,
    };
    let reads = |piece: &MendedLine| {
        let (items, log) = read_line(&piece.line);
        log.kept().is_empty() && items.iter().all(has_data)
    };
    if pieces.is_empty() || !pieces.iter().all(reads) {
        return None;
    }
    let mut end = 0;
    for piece in &mut pieces {
        (piece.span.start, end) = (end, piece.span.end);
        piece.is_typed = true;
    }
    Some(pieces)
}

/// Cuts a text into lines: a keyword starts one if the words after it are data of its kind. Where a title ends
/// cannot be known, so that a block has none.
pub(in crate::ishi) fn restored(text: &str) -> Vec<MendedLine> {
    let words = TextWords::new(text);
    let mut pieces = Vec::new();
    let (mut index, mut in_headers) = (0, true);
    while index < words.all.len() {
        let keyword = words.keyword(index);
        in_headers = match keyword {
            Some(Keyword::Event) => true,
            Some(Keyword::Move(_)) => false,
            _ => in_headers,
        };
        let block_end = keyword.and_then(Keyword::end);
        let is_text = keyword.is_some_and(is_text);
        let ends = |at: &usize| match block_end {
            Some(end) => words.keyword(*at) == Some(end),
            None => words.starts(*at, is_text, in_headers),
        };
        let count = words.all.len();
        let end = (index + 1..count).find(ends).unwrap_or(count);
        let Some(word) = block_end.and(keyword).map(Keyword::word) else {
            pieces.push(words.line(index, end));
            index = end;
            continue;
        };
        let next = (end + 1..count)
            .find(|at| words.starts(*at, false, in_headers))
            .unwrap_or(count);
        let body = words.between(index, end).trim().replace("\r\n", "\n");
        let lines = [word, body.as_str()]
            .into_iter()
            .filter(|line| !line.is_empty());
        let lines: Vec<&str> = lines.collect();
        let line = format!("{}\nEND{word}", lines.join("\n"));
        pieces.push(MendedLine::read_as(line, words.span(index, next)));
        index = next;
    }
    pieces
}

impl<'t> TextWords<'t> {
    fn new(text: &'t str) -> Self {
        let base = text.as_ptr() as usize;
        let all = text.split_whitespace().map(|word| {
            let start = (word.as_ptr() as usize).saturating_sub(base);
            Word {
                span: Span::new(start, start + word.len()),
                keyword: Keyword::of(word.as_bytes()),
            }
        });
        let mut words = Self {
            text,
            all: all.collect(),
            has_capitals: false,
            last_ends: [Keyword::EndCom, Keyword::EndUser, Keyword::EndVar].map(|end| (end, None)),
        };
        words.find_ends();
        let mut sure = (0..words.all.len()).filter(|at| words.keyword(*at).is_some_and(is_no_word));
        words.has_capitals = sure.all(|at| is_in_capitals(words.word(at)));
        words
    }

    fn find_ends(&mut self) {
        for (end, last) in &mut self.last_ends {
            *last = self.all.iter().rposition(|word| word.keyword == Some(*end));
        }
    }

    /// Returns whether a keyword is at a later index.
    fn is_behind(&self, end: Keyword, index: usize) -> bool {
        let mut ends = self.last_ends.iter();
        ends.any(|(keyword, last)| *keyword == end && last.is_some_and(|last| last > index))
    }

    /// Takes COM and USER blocks away.
    fn leave_out_blocks(&mut self) {
        let mut block = None;
        let mut stays = Vec::with_capacity(self.all.len());
        for (index, word) in self.all.iter().enumerate() {
            let keyword = word.keyword;
            let opens = keyword
                .and_then(Keyword::end)
                .filter(|_| self.starts_line(index));
            match block {
                Some(end) if keyword == Some(end) => block = None,
                Some(_) => {}
                None if opens.is_some() => block = opens,
                None => stays.push(*word),
            }
        }
        self.all = stays;
        self.find_ends();
    }

    fn word(&self, index: usize) -> &'t str {
        let word = self.all.get(index);
        word.map_or("", |word| word.span.slice(self.text))
    }

    fn keyword(&self, index: usize) -> Option<Keyword> {
        self.all.get(index)?.keyword
    }

    fn starts_line(&self, index: usize) -> bool {
        let start = self.all.get(index).map_or(0, |word| word.span.start);
        let before = self.text.get(..start).unwrap_or_default();
        let before = before.trim_end_matches([' ', '\t']);
        before.is_empty() || before.ends_with(['\n', '\r'])
    }

    fn span(&self, index: usize, end: usize) -> Span {
        let start = self.all.get(index).map_or(0, |word| word.span.start);
        let end = self
            .all
            .get(end.saturating_sub(1))
            .map_or(start, |word| word.span.end);
        Span::new(start, end)
    }

    /// Returns a line in the words of the text, each at its place.
    fn line(&self, index: usize, end: usize) -> MendedLine {
        let span = self.span(index, end);
        let line = span.slice(self.text);
        MendedLine::read_as(line.replace(['\r', '\n'], " "), span)
    }

    /// Returns the text between the words of a block.
    fn between(&self, index: usize, end: usize) -> &'t str {
        let start = self.all.get(index).map_or(0, |word| word.span.end);
        let end = self
            .all
            .get(end)
            .map_or(self.text.len(), |word| word.span.start);
        self.text.get(start..end).unwrap_or_default()
    }

    /// Returns the number of the move that three words are.
    fn move_at(&self, index: usize) -> Option<u32> {
        let Some(Keyword::Move(_)) = self.keyword(index) else {
            return None;
        };
        let number = self.word(index + 1);
        let place = self.word(index + 2);
        let is_place = looks_like_location(place) || place.eq_ignore_ascii_case("PASS");
        let is_number = is_number(number) && !number.starts_with('0');
        (is_number && is_place)
            .then(|| number.parse().ok())
            .flatten()
    }

    /// Returns whether a block or variation starts there and ends later, or SETUP has a colour and a point.
    fn is_pair(&self, index: usize) -> bool {
        let end = match self.keyword(index) {
            Some(Keyword::Setup) => return self.starts(index, true, true),
            Some(Keyword::Var) => Keyword::EndVar,
            found => match found.and_then(Keyword::end) {
                Some(end) => end,
                None => return false,
            },
        };
        let has_case = !self.has_capitals || is_in_capitals(self.word(index));
        has_case && self.is_behind(end, index)
    }

    /// Returns whether a line starts with a word, in a text or after data.
    fn starts(&self, index: usize, in_text: bool, in_headers: bool) -> bool {
        let Some(keyword) = self.keyword(index) else {
            return false;
        };
        let word = self.word(index);
        let in_capitals = is_in_capitals(word);
        if in_text && self.has_capitals && !in_capitals {
            return false;
        }
        let data = self.word(index + 1);
        let starts_upper = word.starts_with(|c: char| c.is_ascii_uppercase());
        match keyword {
            Keyword::Move(_) => self.starts_move(index, in_text),
            Keyword::Setup => {
                matches!(Keyword::of(data.as_bytes()), Some(Keyword::Move(_)))
                    && looks_like_location(self.word(index + 2))
            }
            Keyword::Mark | Keyword::Unmark | Keyword::Hide | Keyword::Prisoner => {
                super::fields::is_field(keyword, data)
            }
            Keyword::Com => self.is_behind(Keyword::EndCom, index),
            Keyword::User => self.is_behind(Keyword::EndUser, index),
            Keyword::BoardSize => is_number(data),
            Keyword::Var if !in_text && index + 1 == self.all.len() => true,
            Keyword::Var => (1..=2).any(|skip| {
                self.move_at(index + skip).is_some()
                    || self.keyword(index + skip) == Some(Keyword::Diagram)
            }),
            Keyword::Diagram | Keyword::EndVar | Keyword::EndCom | Keyword::EndUser => !in_text,
            Keyword::Event | Keyword::Remark => {
                !in_text || starts_upper || self.starts(index + 1, false, in_headers)
            }
            Keyword::Header(header) => match self.has_data(header, index) {
                Some(has_data) => in_headers && has_data,
                None if !in_text => true,
                None => {
                    in_headers && (self.has_capitals || starts_upper && self.begins_phrase(index))
                }
            },
        }
    }

    /// Returns whether a word starts a move: in a text only if keywords continue after it.
    fn starts_move(&self, index: usize, in_text: bool) -> bool {
        if self.move_at(index).is_none() {
            return false;
        }
        let mut next = index + 3;
        while in_text && next < index + 9 && self.move_at(next).is_some() {
            next += 3;
        }
        let goes_on =
            self.keyword(next).is_some() && (!self.has_capitals || is_in_capitals(self.word(next)));
        !in_text || goes_on || next >= self.all.len()
    }

    /// Returns whether the words after a header keyword are data of its kind. `None` if its data is any text.
    fn has_data(&self, header: Header, index: usize) -> Option<bool> {
        let data = self.word(index + 1).to_ascii_lowercase();
        let has_digit = |at: usize| self.word(at).bytes().any(|byte| byte.is_ascii_digit());
        let is_one_of = |words: &[&str]| words.iter().any(|word| data.starts_with(word));
        Some(match header {
            Header::Komi => data
                .trim_start_matches(['+', '-'])
                .starts_with(|c: char| c.is_ascii_digit()),
            Header::Handicap => is_number(&data),
            Header::Rules => is_one_of(&["japanese", "chinese", "aga", "ing", "nz"]),
            Header::Date => (index + 1..index + 5).any(has_digit),
            Header::TimeLimit => data.starts_with(|c: char| c.is_ascii_digit()),
            Header::Result => is_one_of(&[
                "b+", "w+", "black", "white", "draw", "jigo", "void", "unfin",
            ]),
            _ => return None,
        })
    }

    /// Returns whether a capital letter starts a phrase there, and not a name within a sentence.
    fn begins_phrase(&self, index: usize) -> bool {
        const WITHIN: [&str; 12] = [
            "of", "the", "a", "by", "for", "in", "and", "to", "on", "result", "black", "white",
        ];
        let before = index
            .checked_sub(1)
            .map(|before| self.word(before))
            .unwrap_or_default();
        let continues = self
            .word(index + 1)
            .starts_with(|c: char| c.is_ascii_lowercase());
        !continues && !WITHIN.iter().any(|word| before.eq_ignore_ascii_case(word))
    }
}

fn is_text(keyword: Keyword) -> bool {
    matches!(
        keyword,
        Keyword::Event | Keyword::Remark | Keyword::Header(_)
    )
}

/// Returns whether sentences do not use a keyword.
fn is_no_word(keyword: Keyword) -> bool {
    matches!(
        keyword,
        Keyword::EndCom
            | Keyword::EndVar
            | Keyword::EndUser
            | Keyword::Unmark
            | Keyword::BoardSize
            | Keyword::Prisoner
            | Keyword::Header(Header::TimeLimit)
    )
}

fn is_in_capitals(word: &str) -> bool {
    !word.bytes().any(|byte| byte.is_ascii_lowercase())
}
