//! NGF, the format of `CyberOro` and `WBaduk`, in both layouts.

use pest::Parser as _;
use pest::iterators::Pair;

use ishi_grammars::ngf::{Grammar, Rule};

use super::draft::{Draft, day_of, rank_of};
use super::span_of;
use crate::diagnostic::{Diagnostics, Span};
use crate::model::{BoardSize, Color, Game, Id, Move, Place, Point};

/// Reads the game of a record.
pub(super) fn read(text: &str, log: &mut Diagnostics) -> Vec<Game<'static>> {
    let items = Grammar::parse(Rule::file, text).into_iter().flatten();
    let items = items.flat_map(Pair::into_inner);
    let items: Vec<_> = items.filter(|item| item.as_rule() != Rule::EOI).collect();
    let is_move = |item: &Pair<Rule>| matches!(item.as_rule(), Rule::play | Rule::damaged);
    let start = items.iter().position(is_move).unwrap_or(items.len());
    let (header, body) = items.split_at_checked(start).unwrap_or_default();
    let mut reader = Reader {
        draft: Draft::new(log),
        layout: Layout::of(header),
        header,
        moves: 0,
        passes: 0,
    };
    reader.header();
    for item in body {
        reader.take(item);
    }
    reader.completeness(Span::new(text.len(), text.len()));
    vec![reader.draft.finish()]
}

/// The lines of a header, from 0.
struct Layout {
    sign: &'static str,
    lines: usize,
    black: usize,
    white: usize,
    size: usize,
    komi: usize,
    date: usize,
    count: usize,
    /// The lines of the first layout alone: place, handicap, time, result.
    more: Option<[usize; 4]>,
}

impl Layout {
    const FIRST: Self = Self {
        sign: "",
        lines: 12,
        size: 1,
        white: 2,
        black: 3,
        komi: 7,
        date: 8,
        count: 11,
        more: Some([4, 5, 9, 10]),
    };

    /// Each line starts with `GI`, and the result comes after the moves.
    const SECOND: Self = Self {
        sign: "GI",
        lines: 11,
        black: 1,
        white: 2,
        date: 5,
        size: 6,
        komi: 9,
        count: 10,
        more: None,
    };

    fn of(header: &[Pair<'_, Rule>]) -> Self {
        let signed = header.iter().filter(|line| line.as_str().starts_with("GI"));
        if signed.count() > 1 {
            Self::SECOND
        } else {
            Self::FIRST
        }
    }
}

struct Reader<'t, 'l> {
    draft: Draft<'l>,
    layout: Layout,
    header: &'t [Pair<'t, Rule>],
    moves: usize,
    passes: usize,
}

impl<'t> Reader<'t, '_> {
    /// Returns a line of the header, without its sign.
    fn line(&self, index: usize) -> (&'t str, Span) {
        let line = self.header.get(index);
        let text = line.map_or("", |line| line.as_str());
        let text = text.strip_prefix(self.layout.sign).unwrap_or(text);
        (text.trim(), line.map_or(Span::default(), span_of))
    }

    fn header(&mut self) {
        let lines = self.header.len();
        if lines != self.layout.lines {
            let end = self.header.last().map_or(Span::default(), span_of);
            let expected = self.layout.lines;
            let message = format!("the header has {lines} lines; {expected} were expected");
            self.draft.cut(end, message);
        }
        let (size, span) = self.line(self.layout.size);
        match size.parse() {
            Ok(lines @ 2..=25) => self.draft.game.size = BoardSize::square(lines),
            _ => self.draft.unread(span, size),
        }
        self.draft.info(Id::Event, self.line(0).0);
        for (color, line) in [
            (Color::Black, self.layout.black),
            (Color::White, self.layout.white),
        ] {
            let (text, _) = self.line(line);
            let (name, rank) = name_and_rank(text);
            self.draft.player(color, name, &rank);
        }
        let (date, span) = self.line(self.layout.date);
        match day_of(date) {
            Some(day) => self.draft.info(Id::Date, &day),
            None if date.is_empty() => {}
            None => self.draft.unread(span, date),
        }
        let mut handicap = 0;
        if let Some([place, stones, time, result]) = self.layout.more {
            self.draft.info(Id::Place, self.line(place).0);
            let (text, span) = self.line(stones);
            handicap = text.parse().unwrap_or(-1);
            self.draft.handicap(handicap, span, text);
            let (text, span) = self.line(time);
            match text.parse::<u32>() {
                Ok(0) => {}
                Ok(minutes) => {
                    let seconds = u64::from(minutes) * 60;
                    self.draft.info(Id::TimeLimit, &seconds.to_string());
                }
                Err(_) => self.draft.unread(span, text),
            }
            self.result(result);
        }
        let (komi, span) = self.line(self.layout.komi);
        // A whole number means "and a half" in an even game.
        let is_half =
            handicap == 0 && komi.bytes().all(|c| c.is_ascii_digit()) && !matches!(komi, "" | "0");
        let komi = if is_half {
            format!("{komi}.5")
        } else {
            komi.to_owned()
        };
        self.draft.decimal(Id::Komi, &komi, span);
    }

    fn result(&mut self, line: usize) {
        let (words, _) = self.line(line);
        if !words.to_lowercase().starts_with("progressing") {
            self.draft.result(words);
        }
    }

    fn take(&mut self, item: &Pair<'t, Rule>) {
        let (span, text) = (span_of(item), item.as_str());
        match item.as_rule() {
            Rule::play => self.play(item),
            Rule::result => {
                let words = item
                    .clone()
                    .into_inner()
                    .find(|part| part.as_rule() == Rule::words);
                let words = words.map_or("", |words| words.as_str());
                // `黑中盘胜(胜负信息)`: the brackets have the kind of the message.
                let words = words.split(['(', '（']).next().unwrap_or_default();
                self.draft.result(words);
            }
            // The end of the moves in the second layout.
            _ if text.trim() == "GI1" && self.layout.more.is_none() => {}
            _ if text
                .trim_matches(|c: char| c.is_whitespace() || c.is_control())
                .is_empty() => {}
            _ => self.draft.unread(span, text),
        }
    }

    fn play(&mut self, item: &Pair<'t, Rule>) {
        let (span, text) = (span_of(item), item.as_str());
        let digits = text
            .bytes()
            .skip(2)
            .map(|letter| i64::from(letter) - i64::from(b'A'));
        let digits: Vec<_> = digits.collect();
        let &[high, low, color, x, y, ref again @ ..] = digits.as_slice() else {
            return;
        };
        self.draft.count_on(26 * high + low, 1, span);
        self.moves += 1;
        let color = if color == 1 {
            Color::Black
        } else {
            Color::White
        };
        let lines = i64::from(self.draft.game.size.columns);
        // B is the first line.
        let line = |at: i64| u8::try_from(at - 1).ok().filter(|_| at <= lines);
        let place = match (line(x), line(y)) {
            (Some(x), Some(y)) => Place::Point(Point::new(x, y)),
            _ if (x, y) == (0, 0) => Place::Pass,
            _ => {
                self.draft.off_board(span, text);
                return;
            }
        };
        self.passes += usize::from(place == Place::Pass);
        self.draft.play(Move { color, place }, span);
        if !again.starts_with(&[y, x]) {
            let message = format!("`{}` does not repeat its point", text.trim());
            let help = "the move may be damaged; the first point was read";
            self.draft.contradiction(span, message, help);
        }
    }

    /// Compares the moves with their number in the header, which has passes or leaves them out.
    fn completeness(&mut self, end: Span) {
        let (count, span) = self.line(self.layout.count);
        let (moves, passes) = (self.moves, self.passes);
        match count.parse::<usize>() {
            Ok(count) if count == moves || count == moves - passes => {}
            Ok(count) if count > moves => {
                self.draft.cut(
                    end,
                    format!("{count} moves are announced, {moves} are there"),
                );
            }
            Ok(count) => {
                let message = format!("the header says {count} moves, the record has {moves}");
                self.draft
                    .contradiction(span, message, "the moves are read as they are");
            }
            Err(_) => self.draft.unread(span, count),
        }
    }
}

/// Divides `cutter     7D*` into name and rank, at the last blanks. The name can have blanks too.
fn name_and_rank(text: &str) -> (&str, String) {
    let parts = text.rsplit_once(char::is_whitespace);
    let found = parts.and_then(|(name, rank)| Some((name.trim_end(), rank_of(rank)?.sgf())));
    found.unwrap_or((text, String::new()))
}
