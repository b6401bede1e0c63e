//! The second reader of Ishi, line by line.

use crate::Field;
use crate::form::{Cause, Game, OUTSIDE, Place, Play, Region, Spot, Step};
use crate::marks;

/// The headers that are texts, with the properties that hold them in `FF[4]`. After `+` all lines count, else the last
/// one.
const HEADERS: &str = "EVENT=EV TIMELIMIT=+TM BLACK=PB WHITE=PW DATE=+DT RESULT=RE KOMI=KM HANDICAP=HA PLACE=+PC \
    RECORDER=+US SOURCE=+SO ANALYSIS=+AN RULES=RU";

/// Returns the properties of the headers in `FF[4]`, with their keywords.
pub(crate) fn headers() -> impl Iterator<Item = (&'static str, &'static str)> {
    let pairs = HEADERS.split_whitespace();
    pairs
        .filter_map(|pair| pair.split_once('='))
        .map(|(keyword, ident)| (ident.trim_start_matches('+'), keyword))
}

/// Returns whether all lines of a header count.
pub(crate) fn has_lines(ident: &str) -> bool {
    let mut idents = HEADERS
        .split_whitespace()
        .filter_map(|pair| pair.split_once("=+"));
    idents.any(|(_, one)| one == ident)
}

/// Reads all events of a text.
///
/// # Errors
///
/// Where a block has no end.
pub(crate) fn read(text: &str) -> Result<Vec<Game>, Cause> {
    // Only line ends and TAB are characters of the format; other formats read TAB as a blank. The blanks of Unicode are
    // letters.
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let text = text.replace(['\t', '\u{B}', '\u{C}'], " ");
    let mut lines = text.lines();
    let (mut events, mut before): (Vec<Event>, Vec<String>) = Default::default();
    while let Some(line) = lines.next().map(trimmed) {
        let (keyword, rest) = line.split_once(' ').unwrap_or((line, ""));
        let (keyword, rest) = (keyword.to_ascii_uppercase(), trimmed(rest));
        if keyword.is_empty() {
            continue;
        }
        if keyword == "EVENT" || events.is_empty() && is_keyword(&keyword) {
            events.push(Event::new());
        }
        let Some(event) = events.last_mut() else {
            before.push(format!("{keyword} {rest}"));
            continue;
        };
        before.drain(..).for_each(|line| event.keep(line));
        if !matches!(keyword.as_str(), "COM" | "USER") {
            if let Err((field, cause)) = event.line(&keyword, rest) {
                event.game.doubt(field, cause);
            }
            continue;
        }
        let (mut body, end) = (Vec::new(), format!("END{keyword}"));
        loop {
            let line = lines.next().ok_or("a block without its end")?;
            let word = words(line).next().unwrap_or("");
            if word.eq_ignore_ascii_case(&end) {
                break;
            }
            body.push(line.to_owned());
        }
        match keyword.as_str() {
            "COM" => event.comment(rest, body),
            _ if rest.starts_with("ishi ") => event.game.carried = true,
            _ => event.keep(format!("USER {rest} {}", body.join("\n"))),
        }
    }
    if events.is_empty() {
        let mut event = Event::new();
        before.drain(..).for_each(|line| event.keep(line));
        events.push(event);
    }
    Ok(events.into_iter().map(Event::game).collect())
}

/// Returns a line without the blanks at its ends.
fn trimmed(line: &str) -> &str {
    line.trim_matches(' ')
}

/// Returns the fields of a line.
fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(' ').filter(|word| !word.is_empty())
}

/// Returns whether a line with this keyword is part of an event; remarks can come before it.
fn is_keyword(keyword: &str) -> bool {
    let others = "B W BOARDSIZE SETUP VAR DIAGRAM MARK UNMARK PRISONER HIDE COM USER";
    others.split(' ').any(|other| other == keyword) || headers().any(|(_, of)| of == keyword)
}

/// A COM block.
struct Comment {
    step: usize,
    /// Whether it is about the setup of the event.
    setup: bool,
    title: String,
    body: Vec<String>,
}

/// A sequence of moves: the event or a variation.
struct Sequence {
    /// The step that its first move follows.
    base: usize,
    /// Its last move.
    last: Option<usize>,
    /// How many steps there were when it began.
    began: usize,
    marker: String,
}

/// An event while it is read.
struct Event {
    game: Game,
    sequences: Vec<Sequence>,
    /// The step that comments and marks are about.
    about: usize,
    /// The lines about points by step: keyword and words.
    orders: Vec<marks::Order>,
    comments: Vec<Comment>,
    /// The lines and blocks without a meaning, with the steps that they are about.
    kept: Vec<(usize, String)>,
    has_setup: bool,
}

impl Event {
    fn new() -> Self {
        let mut game = Game::new((19, 19));
        game.steps.push(Step::default());
        Self {
            game,
            sequences: vec![Sequence {
                base: 0,
                last: None,
                began: 0,
                marker: String::new(),
            }],
            about: 0,
            orders: Vec::new(),
            comments: Vec::new(),
            kept: Vec::new(),
            has_setup: false,
        }
    }

    fn comment(&mut self, title: &str, body: Vec<String>) {
        self.comments.push(Comment {
            step: self.about,
            setup: self.about == 0 && self.has_setup,
            title: title.to_owned(),
            body,
        });
    }

    fn line(&mut self, keyword: &str, rest: &str) -> Result<(), (Field, Cause)> {
        if let Some((ident, _)) = headers().find(|(_, header)| *header == keyword) {
            // The line EVENT only starts an event.
            if (keyword, rest) != ("EVENT", "") {
                self.header(ident, rest);
            }
            return Ok(());
        }
        let moves = |cause| (Field::Moves, cause);
        let mut words = words(rest);
        match keyword {
            "B" | "W" => {
                let number = words.next().and_then(|number| number.parse().ok());
                let number = number.ok_or(moves("a move without a number"))?;
                let place = words.next().unwrap_or("").to_ascii_lowercase();
                let place = match place.as_str() {
                    "pass" => Place::Pass,
                    place => Place::At(spot(place).map_err(moves)?),
                };
                let color = if keyword == "B" { 'B' } else { 'W' };
                self.add(Some((color, place)), Some(number));
            }
            "BOARDSIZE" => {
                let size = words.next().and_then(|size| size.parse().ok());
                let size = size.filter(|size| (2..=19).contains(size));
                let size = size.ok_or(moves("a board size that is not a number"))?;
                self.game.size = (size, size);
            }
            "SETUP" => return self.setup(rest),
            "VAR" => {
                let began = self.game.steps.len();
                // A marker has one or two characters, or is a number.
                let short = |word: &str| word.len() <= 2 && word.is_ascii();
                let marker = words
                    .take(1)
                    .filter(|word| short(word) || word.parse::<u32>().is_ok());
                let host = self.sequences.last().and_then(|open| open.last);
                let host = host.and_then(|host| self.game.steps.get(host));
                let base = host.and_then(|host| host.parent);
                self.sequences.push(Sequence {
                    base: base.ok_or(moves("a variation of no move"))?,
                    last: None,
                    began,
                    marker: marker.collect(),
                });
            }
            "ENDVAR" => self.end_of_variation(),
            "DIAGRAM" => {
                self.add(None, None);
                let words: Vec<&str> = words.collect();
                if words.is_empty() {
                    return Ok(());
                }
                let region = region(&words);
                let region = region.ok_or((Field::Marks, "a region in other words"))?;
                if let Some(step) = self.game.steps.get_mut(self.about) {
                    step.region = Some(region);
                }
            }
            "MARK" | "UNMARK" | "PRISONER" | "HIDE" => {
                let words = words.map(str::to_owned).collect();
                let keyword = keyword.to_owned();
                self.orders.push(marks::Order {
                    step: self.about,
                    keyword,
                    words,
                });
            }
            _ => self.keep(format!("{keyword} {rest}")),
        }
        Ok(())
    }

    /// Keeps a line or a block without a meaning. A remark is about its place in the text, all else about a step.
    fn keep(&mut self, text: String) {
        let is_remark = text.starts_with("REMARK ");
        self.kept
            .push((if is_remark { 0 } else { self.about }, text));
    }

    fn header(&mut self, ident: &'static str, text: &str) {
        if let Some(root) = self.game.steps.first_mut() {
            let before = root.facts.remove(ident).filter(|_| has_lines(ident));
            let text = before.map_or(text.to_owned(), |before| before + "\n" + text);
            root.facts.insert(ident, text);
        }
    }

    fn setup(&mut self, rest: &str) -> Result<(), (Field, Cause)> {
        let doubt = |cause| (Field::Setup, cause);
        self.has_setup |= self.about == 0;
        let step = self.game.steps.get_mut(self.about);
        let step = step.filter(|step| step.play.is_none());
        let step = step.ok_or((Field::Moves, "setup after a move"))?;
        let mut color = Err(doubt("setup without a colour"));
        for word in words(rest) {
            match word {
                "B" | "b" => color = Ok('B'),
                "W" | "w" => color = Ok('W'),
                word => _ = step.setup.insert(spot(word).map_err(doubt)?, color?),
            }
        }
        Ok(())
    }

    fn end_of_variation(&mut self) {
        let Some(ended) = self.sequences.pop_if(|open| open.began > 0) else {
            return self.game.doubt(Field::Moves, "the end of no variation");
        };
        if self.game.steps.len() == ended.began {
            // A variation without a line is an empty node.
            self.game.steps.push(Step::after(Some(ended.base)));
        }
        let first = self.first_step(&ended);
        if !ended.marker.is_empty()
            && let Some(first) = self.game.steps.get_mut(first)
        {
            // A title names the step, if there is one.
            first.facts.insert("N", ended.marker.clone());
            first.rest.insert("VAR".to_owned(), vec![ended.marker]);
        }
        let last = self.sequences.last().and_then(|open| open.last);
        self.about = last.unwrap_or(0);
    }

    /// Returns the step that starts a variation. Nothing follows the diagram of a part of the board, or of other
    /// stones, so it starts only a variation of such diagrams.
    fn first_step(&self, ended: &Sequence) -> usize {
        let has_stones = |at| {
            let mut orders = self.orders.iter();
            orders.any(|order| order.step == at && order.keyword == "HIDE")
        };
        let steps = self.game.steps.iter().enumerate().skip(ended.began);
        let mut own = steps.filter(|(_, step)| step.parent == Some(ended.base));
        let starts = own.find(|(at, step)| {
            step.play.is_some()
                || step.region.is_none() && step.setup.is_empty() && !has_stones(*at)
        });
        starts.map_or(ended.began, |(at, _)| at)
    }

    /// Adds a move or a diagram. The next move follows the last move, not a diagram.
    fn add(&mut self, play: Option<Play>, number: Option<usize>) {
        self.about = self.game.steps.len();
        let Some(open) = self.sequences.last_mut() else {
            return;
        };
        let parent = Some(open.last.unwrap_or(open.base));
        if play.is_some() {
            open.last = Some(self.about);
        }
        let step = Step::after(parent);
        self.game.steps.push(Step {
            play,
            number,
            ..step
        });
    }

    /// Interprets the lines about points, now that the size of the board is known.
    fn game(mut self) -> Game {
        while self.sequences.len() > 1 {
            self.end_of_variation();
        }
        let size = self.game.size.0;
        let mut outside = Vec::new();
        for step in &mut self.game.steps {
            if let Some((_, place)) = &mut step.play
                && let Place::At(spot) = place
            {
                *place = turn(*spot, size).map_or_else(
                    || {
                        outside.push(Field::Moves);
                        Place::Pass
                    },
                    Place::At,
                );
            }
            for (spot, stone) in std::mem::take(&mut step.setup) {
                match turn(spot, size) {
                    Some(spot) => _ = step.setup.insert(spot, stone),
                    None => outside.push(Field::Setup),
                }
            }
            step.region = step.region.map(|ends| on_board(ends, size));
        }
        for field in outside {
            self.game.doubt(field, OUTSIDE);
        }
        // Remarks, blocks and other lines of a step have no order among each other.
        let kind = |line: &str| (line.starts_with("REMARK "), line.starts_with("USER "));
        self.kept.sort_by_key(|(about, line)| (kind(line), *about));
        let kept = self.kept.drain(..).map(|(_, line)| line);
        self.game.remarks.extend(kept);
        self.words();
        marks::apply(&mut self.game, &self.orders);
        self.game
    }

    /// Makes names and comments of the COM blocks.
    fn words(&mut self) {
        let about_setup = self.comments.iter().any(|comment| comment.setup);
        for (at, step) in self.game.steps.iter_mut().enumerate() {
            let of = |comment: &&Comment| comment.step == at;
            let start = self.comments.iter().position(|comment| comment.step == at);
            let Some(start) = start else { continue };
            let own = self.comments.iter().skip(start).filter(of);
            let (event, own): (Vec<_>, Vec<_>) =
                own.partition(|comment| at == 0 && about_setup && !comment.setup);
            if !event.is_empty() {
                let texts: Vec<String> = event.iter().map(|comment| comment.titled()).collect();
                step.facts.insert("GC", texts.join("\n\n"));
            }
            let Some((first, further)) = own.split_first() else {
                continue;
            };
            if !first.title.is_empty() {
                step.facts.insert("N", first.title.clone());
            }
            let texts = further.iter().map(|comment| comment.titled());
            let texts = [first.body.join("\n")].into_iter().chain(texts);
            let texts: Vec<String> = texts.filter(|text| !text.is_empty()).collect();
            step.facts.insert("C", texts.join("\n\n"));
        }
    }
}

impl Comment {
    fn titled(&self) -> String {
        let title = (!self.title.is_empty()).then_some(&self.title);
        let lines: Vec<&str> = title
            .into_iter()
            .chain(&self.body)
            .map(String::as_str)
            .collect();
        lines.join("\n")
    }
}

/// Reads a location; rows count from the bottom, from 0.
pub(crate) fn spot(text: &str) -> Result<Spot, Cause> {
    let mut letters = text.chars();
    let column = letters.next().unwrap_or(' ').to_ascii_uppercase();
    let column = "ABCDEFGHJKLMNOPQRST".find(column);
    let row = letters.as_str();
    let row = row.bytes().all(|byte| byte.is_ascii_digit()).then_some(row);
    let row = row
        .and_then(|row| row.parse::<u8>().ok())
        .filter(|row| *row > 0);
    let (column, row) = column.zip(row).ok_or("points in other words")?;
    Ok((column as u8, row - 1))
}

/// Counts the row from the top.
pub(crate) fn turn((column, row): Spot, size: u8) -> Option<Spot> {
    let inside = column < size && row < size;
    inside.then(|| (column, size - 1 - row))
}

/// Reads the region of a diagram; rows count from the bottom.
fn region(words: &[&str]) -> Option<Region> {
    match words {
        [size] => {
            let (columns, rows) = size.split_once(['x', 'X'])?;
            let size = columns
                .parse::<u8>()
                .ok()
                .filter(|size| (2..=19).contains(size))?;
            (columns == rows).then_some(((0, 0), (size - 1, size - 1)))
        }
        [from, to] => Some((spot(from).ok()?, spot(to).ok()?)),
        _ => None,
    }
}

/// Returns a region with rows from the top, cut off at the edges of the board.
fn on_board((a, b): Region, size: u8) -> Region {
    let spot = |(column, row): Spot| (column.min(size - 1), size - 1 - row.min(size - 1));
    let (a, b) = (spot(a), spot(b));
    ((a.0.min(b.0), a.1.min(b.1)), (a.0.max(b.0), a.1.max(b.1)))
}
