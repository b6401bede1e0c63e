//! A game in the making, and the findings about its source.

use std::collections::BTreeMap;

use super::rules::{CONTRADICTS, CUT, GAP, NO_CONTENT, NO_POINT, UNREAD};
use crate::diagnostic::{Diagnostic, Diagnostics, Rule, Span, Words, excerpt};
use crate::model::{BoardSize, Color, Game, Id, Move, NodeId, Place, Point, Property};
use crate::values::{
    Certainty, Dates, Decimal, GameResult, Margin, Rank, handicap_points, understand,
};

/// A game in the making.
pub(super) struct Draft<'l> {
    pub(super) game: Game<'static>,
    log: &'l mut Diagnostics,
    /// The last node of the main line.
    at: NodeId,
    /// The number of the last move, or of the last event of GIB.
    number: Option<i64>,
    /// How many moves, stones of the setup and events there are, and how many of them are no stones of a player.
    pub(super) events: usize,
    pub(super) no_stones: usize,
    /// The stones before the first move.
    setup: Vec<(Color, Point)>,
    /// How many data of each kind are no content of a game.
    left: BTreeMap<&'static str, usize>,
}

impl<'l> Draft<'l> {
    pub(super) fn new(log: &'l mut Diagnostics) -> Self {
        log.place(0, 0, Span::new(0, 0));
        Self {
            game: Game::new(),
            log,
            at: NodeId::ROOT,
            number: None,
            events: 0,
            no_stones: 0,
            setup: Vec::new(),
            left: BTreeMap::new(),
        }
    }

    /// Sets a property of the game, unless the text is blank. A value in other words than those of `FF[4]` gets its form.
    pub(super) fn info(&mut self, id: Id, text: &str) {
        let text = on_one_line(text);
        if text.is_empty() {
            return;
        }
        let found = understand(id, &text).filter(|found| found.certainty != Certainty::Doubtful);
        let has_more = matches!(&found, Some(found) if found.certainty == Certainty::Part);
        self.leave("further words of a value", usize::from(has_more));
        let form = found.map_or(text, |found| found.form);
        self.game.set_text(NodeId::ROOT, id, form);
    }

    /// Sets the size of the board.
    pub(super) fn size(&mut self, size: &str, span: Span) {
        match size.parse() {
            Ok(lines @ 2..=25) => self.game.size = BoardSize::square(lines),
            _ => self.unread(span, size),
        }
    }

    /// Sets the name of a player, and the rank if there is one.
    pub(super) fn player(&mut self, color: Color, name: &str, rank: &str) {
        let [of_name, of_rank] = match color {
            Color::Black => [Id::PlayerBlack, Id::RankBlack],
            Color::White => [Id::PlayerWhite, Id::RankWhite],
        };
        self.info(of_name, name);
        self.info(of_rank, rank);
    }

    /// Sets a player whose rank is behind the name: `Stone (the) Cutter (3D)`, `the cutter    7D*`. The name can have blanks
    /// and brackets too.
    pub(super) fn ranked_player(&mut self, color: Color, text: &str) {
        let divided = match text.strip_suffix(')') {
            Some(text) => text.rsplit_once('('),
            None => text.rsplit_once(char::is_whitespace),
        };
        let found = divided.and_then(|(name, rank)| Some((name, rank_of(rank)?.sgf())));
        let (name, rank) = found.unwrap_or((text, String::new()));
        self.player(color, name, &rank);
    }

    /// Sets the result, unless the game goes on.
    pub(super) fn result(&mut self, words: &str) {
        let words = on_one_line(words);
        if words.to_lowercase().starts_with("progressing") {
            return;
        }
        let Some((result, certainty)) = result_of(&words) else {
            self.info(Id::Result, &words);
            return;
        };
        self.info(Id::Result, &result.sgf());
        let has_more = certainty != Certainty::Whole;
        self.leave("further words of the result", usize::from(has_more));
    }

    /// Sets a value of the source in its form for SGF. A value without one cannot be read.
    fn value(&mut self, id: Id, text: &str, form: Option<String>, span: Span) {
        match form {
            Some(form) => self.info(id, &form),
            None if text.is_empty() => {}
            None => self.unread(span, text),
        }
    }

    /// Sets a komi that is given in words.
    pub(super) fn komi(&mut self, words: &str, span: Span) {
        let number = Decimal::parse_komi(words);
        let form = number.map(|number| number.to_string());
        self.value(Id::Komi, words, form, span);
    }

    /// Sets the main time.
    pub(super) fn minutes(&mut self, minutes: &str, span: Span) {
        let form = match minutes.parse::<u32>() {
            Ok(0) => return,
            Ok(minutes) => Some((u64::from(minutes) * 60).to_string()),
            Err(_) => None,
        };
        self.value(Id::TimeLimit, minutes, form, span);
    }

    /// Sets the handicap. GIB and NGF imply its stones, UGF has them.
    pub(super) fn handicap(&mut self, count: &str, are_implied: bool, span: Span) {
        let points = match count.parse() {
            Ok(0 | 1) => return,
            Ok(stones) if are_implied => implied_points(stones, self.game.size),
            Ok(_) => Some(Vec::new()),
            Err(_) => None,
        };
        let form = points.is_some().then(|| count.to_owned());
        self.value(Id::Handicap, count, form, span);
        self.stones(Color::Black, &points.unwrap_or_default());
    }

    /// Puts stones on the board before the first move.
    pub(super) fn stones(&mut self, color: Color, points: &[Point]) {
        self.setup
            .extend(points.iter().map(|point| (color, *point)));
    }

    /// Returns the point of a column and row from 0, from the upper left corner.
    pub(super) fn point(&self, column: i64, row: i64) -> Option<Point> {
        let lines = self.game.size.columns;
        let line = |at: i64| u8::try_from(at).ok().filter(|at| *at < lines);
        Some(Point::new(line(column)?, line(row)?))
    }

    /// Returns the last node of the main line.
    pub(super) fn last(&self) -> NodeId {
        self.at
    }

    /// Returns the player whose turn it is in the main line.
    pub(super) fn turn(&self) -> Color {
        match self.game.mv(self.at) {
            Some(mv) => mv.color.opponent(),
            None if self.setup.iter().any(|(color, _)| *color == Color::Black) => Color::White,
            None => Color::Black,
        }
    }

    /// Adds a move to the main line. Without a place a move is off the board, and is left out.
    pub(super) fn play(&mut self, color: Color, place: Option<Place>, span: Span, text: &str) {
        match place {
            Some(place) => {
                self.no_stones += usize::from(place == Place::Pass);
                self.at = self.play_after(self.at, Move { color, place }, span);
            }
            None => self.off_board(span, text),
        }
    }

    /// Adds a move after a node.
    pub(super) fn play_after(&mut self, parent: NodeId, mv: Move, span: Span) -> NodeId {
        let node = self.game.add_child(parent);
        self.game.set_move(node, Some(mv));
        self.log.place(0, node.index(), span);
        node
    }

    /// Counts a move or event, and reports a gap before its number, given the number of the first one.
    pub(super) fn count_on(&mut self, number: i64, first: i64, span: Span) {
        let expected = self.number.map_or(first, |before| before.saturating_add(1));
        if number != expected {
            let message = format!("the number is {number}; {expected} was expected");
            let help = "moves may be missing or twice here; look for another copy of the file";
            self.report(&GAP, span, message, help);
        }
        self.number = Some(number);
        self.events += 1;
    }

    /// Compares the moves with the number that is announced at a span. It can leave out passes and stones of the setup.
    pub(super) fn announced(&mut self, count: usize, span: Span, end: Span) {
        let moves = self.events;
        if count > moves {
            let message = format!("{count} moves are announced, {moves} are there");
            self.cut(end, message);
        } else if count < moves.saturating_sub(self.no_stones) {
            let message = format!("{count} moves are announced, the record has {moves}");
            self.contradiction(span, message, "the moves are read as they are");
        }
    }

    pub(super) fn cut(&mut self, span: Span, message: impl Into<Words>) {
        let help = "the file may have been cut off; look for another copy";
        self.report(&CUT, span, message, help);
    }

    pub(super) fn off_board(&mut self, span: Span, text: &str) {
        self.log.leave_out(span);
        let text = excerpt(text.trim(), 40);
        let lines = self.game.size.columns;
        let message = format!("`{text}` is not on a board of {lines} lines");
        self.report(&NO_POINT, span, message, "left out");
    }

    pub(super) fn contradiction(&mut self, span: Span, message: String, help: &'static str) {
        self.report(&CONTRADICTS, span, message, help);
    }

    pub(super) fn unread(&mut self, span: Span, text: &str) {
        self.log.leave_out(span);
        let message = format!("`{}` cannot be read", excerpt(text.trim(), 40));
        self.report(&UNREAD, span, message, "left out");
    }

    fn report(
        &mut self,
        rule: &'static Rule,
        span: Span,
        message: impl Into<Words>,
        help: &'static str,
    ) {
        let diagnostic = Diagnostic::new(rule, message).at(span.start, span.end);
        self.log.report(diagnostic.help(help));
    }

    /// Counts data of a kind that is no content of a game.
    pub(super) fn leave(&mut self, kind: &'static str, count: usize) {
        if count > 0 {
            *self.left.entry(kind).or_default() += count;
        }
    }

    /// Returns the game, and reports the data that is no content of one.
    pub(super) fn finish(mut self) -> Game<'static> {
        for (id, color) in [(Id::AddBlack, Color::Black), (Id::AddWhite, Color::White)] {
            let stones = self.setup.iter().filter(|(of, _)| *of == color);
            let points: Vec<_> = stones.map(|(_, point)| *point).collect();
            if !points.is_empty() {
                let property = Property::points(id, points);
                self.game.set_property(NodeId::ROOT, property);
            }
        }
        let kinds = self.left.iter();
        let kinds: Vec<_> = kinds
            .map(|(kind, count)| format!("{kind}: {count}"))
            .collect();
        if !kinds.is_empty() {
            let kinds = kinds.join(", ");
            let message = format!("data of the server without a place in a game, {kinds}");
            let found = Diagnostic::new(&NO_CONTENT, message);
            self.log
                .report(found.help("left out; it is not lost content"));
        }
        self.game
    }
}

/// Returns a text without line breaks and control characters, and without blanks around it.
pub(super) fn on_one_line(text: &str) -> String {
    let blank = |c: char| if c.is_control() { ' ' } else { c };
    text.trim().chars().map(blank).collect()
}

/// Returns the points of a handicap. Servers put the third stone into the upper left corner, and the fourth one into the lower right.
fn implied_points(count: u8, size: BoardSize) -> Option<Vec<Point>> {
    let mut points = handicap_points(count.max(4), size)?;
    if let [_, _, third, fourth, ..] = points.as_mut_slice() {
        std::mem::swap(third, fourth);
    }
    points.truncate(count.into());
    Some(points)
}

/// Reads a rank of a server: `2D`, `10K*`, `9DP`, `3段`, `5급`, `初段`. A star is a rank that the server has certified.
fn rank_of(text: &str) -> Option<Rank> {
    const LATIN: [&str; 2] = ["初一二三四五六七八九段단級级급", "1123456789ddkkk"];
    let mut latin = text.trim().trim_end_matches('*').to_ascii_lowercase();
    for (letter, other) in LATIN[0].chars().zip(LATIN[1].chars()) {
        latin = latin.replace(letter, &other.to_string());
    }
    Rank::parse(&latin.replace("dp", "p"))
}

/// Reads a result in the words of a server: `Black wins by 0.5!`, `White 19Win >> White(83):Black(64)`. Returns `None` if
/// it is not understood, and else whether the words say more.
fn result_of(words: &str) -> Option<(GameResult, Certainty)> {
    let (words, counts) = words.split_once(">>").unwrap_or((words, ""));
    let words = words.trim().trim_end_matches(['!', '！']).trim_end();
    let found = GameResult::read(words);
    // A number of stones (子) is one of points if it is the difference of the points.
    let counts = counts.split(|c: char| !c.is_ascii_digit());
    let counts: Vec<u32> = counts.filter_map(|digits| digits.parse().ok()).collect();
    match (found, counts.as_slice()) {
        (Some((GameResult::Win(winner, Margin::Unsaid), _)), [one, other])
            if words.contains(&one.abs_diff(*other).to_string()) =>
        {
            let points = Margin::Points(Decimal::from(one.abs_diff(*other)));
            Some((GameResult::Win(winner, points), Certainty::Whole))
        }
        (found, _) => found,
    }
}

/// Returns the day of a date in numbers, in the form of SGF: `2018- 3- 4- 9- 5- 7`, `20180304 [09:05]`,
/// `2012年11月22日` -> `2012-11-22`.
pub(super) fn day_of(text: &str) -> Option<String> {
    let numbers = text.split(|c: char| !c.is_ascii_digit());
    let numbers: Vec<_> = numbers.filter(|digits| !digits.is_empty()).collect();
    let day = match *numbers.as_slice() {
        [day, ..] if day.len() == 8 => day.to_owned(),
        [year, month, day, ..] if year.len() == 4 => format!("{year}-{month:0>2}-{day:0>2}"),
        _ => return None,
    };
    Dates::read(&day).map(|(day, _)| day.sgf())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handicap_stones_lie_where_servers_put_them() {
        let letters = |point: Point| {
            let letter = |at: u8| char::from(b'a' + at);
            [letter(point.column), letter(point.row)]
        };
        for (count, expected) in [
            (2, "pddp"),
            (3, "pddpdd"),
            (4, "pddpddpp"),
            (5, "pddpddppjj"),
            (6, "pddpddppdjpj"),
            (7, "pddpddppdjpjjj"),
            (8, "pddpddppdjpjjdjp"),
            (9, "pddpddppdjpjjdjpjj"),
        ] {
            let points = implied_points(count, BoardSize::DEFAULT)
                .unwrap()
                .into_iter();
            let found: String = points.flat_map(letters).collect();
            assert_eq!(found, expected);
        }
        let small = implied_points(5, BoardSize::square(9)).unwrap();
        assert_eq!(small.last(), Some(&Point::new(4, 4)));
        assert_eq!(small.first(), Some(&Point::new(6, 2)));
    }

    #[test]
    fn ranks_of_servers_are_read_in_four_languages() {
        for (text, expected) in [
            ("2D", "2d"),
            ("10K*", "10k"),
            ("7D*", "7d"),
            ("9DP", "9p"),
            ("9P", "9p"),
            ("7단P", "7p"),
            ("5단*", "5d"),
            ("3段", "3d"),
            ("5级", "5k"),
            ("5級", "5k"),
            ("1급", "1k"),
            ("初段", "1d"),
            ("五段", "5d"),
        ] {
            assert_eq!(rank_of(text).map(Rank::sgf).as_deref(), Some(expected));
        }
        for text in ["", "D", "the", "3\u{FFFD}", "100D"] {
            assert_eq!(rank_of(text), None, "{text}");
        }
    }

    #[test]
    fn a_day_is_read_from_numbers_in_any_words() {
        for (text, expected) in [
            ("2015- 8-29-22-56-58", Some("2015-08-29")),
            ("2016:03:26:17:29", Some("2016-03-26")),
            ("2012年11月22日 下午 6:3", Some("2012-11-22")),
            ("20170316 [ 9: 7]", Some("2017-03-16")),
            ("2006-9-5", Some("2006-09-05")),
            ("2019/03/08", Some("2019-03-08")),
            ("//", None),
            ("", None),
            ("2018-13-01", None),
            ("2018-12", None),
            ("201803", None),
        ] {
            assert_eq!(day_of(text).as_deref(), expected, "{text}");
        }
    }
}
