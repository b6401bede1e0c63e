//! The lines of the Ishi format as data, and how each is written.
//!
//! This is the one vocabulary that the reader's syntax, the mapping and the writer share.
//! Columns are letters from A on the left without I, rows count from 1 at the bottom
//! (specification, section 5.3).

use std::borrow::Cow;
use std::fmt::{self, Write};

pub use keyword::{Header, Keyword};

use crate::model::{BoardSize, Color, Place, Point, column_letter};

mod keyword;

/// The name of lines without a keyword in a report.
pub(crate) const UNKNOWN: &str = "words that nobody read";

/// A COM or USER block.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Block<'a> {
    /// The rest of the first line, trimmed: the title of a comment.
    pub title: Cow<'a, str>,
    /// The lines between, without line ends.
    pub body: Vec<Cow<'a, str>>,
}

/// A location as Ishi writes it: column from the left from 0, row from the bottom from 1.
///
/// The row may be off any board; the column is below 25 (A to Z without I).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// The column from the left, from 0.
    pub column: u8,
    /// The row from the bottom, from 1.
    pub row: u16,
}

impl Location {
    /// Returns the location of a point on a board of this size. `None` if the point is off the board.
    pub fn of(point: Point, size: BoardSize) -> Option<Self> {
        size.contains(point).then(|| Self {
            column: point.column,
            row: u16::from(size.rows - point.row),
        })
    }

    /// Returns the point on a board of this size. `None` if the location is off the board.
    pub fn point(self, size: BoardSize) -> Option<Point> {
        let row = u8::try_from(self.row).ok()?;
        let on_board = self.column < size.columns && (1..=size.rows).contains(&row);
        on_board.then(|| Point::new(self.column, size.rows - row))
    }

    fn write(self, out: &mut impl Write) -> fmt::Result {
        out.write_char(char::from(column_letter(self.column)))?;
        out.write_str(itoa::Buffer::new().format(self.row))
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

/// The largest number of a move that is read: it has nine figures.
pub const LARGEST_NUMBER: u32 = 999_999_999;

/// Where a B or W line plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Play {
    /// On a location.
    At(Location),
    /// `PASS`.
    Pass,
}

impl Play {
    /// Returns the place on a board of this size; rows count from the bottom.
    #[inline]
    pub fn place(self, size: BoardSize) -> Place {
        match self {
            Self::Pass => Place::Pass,
            Self::At(location) => location.point(size).map_or(Place::Unreadable, Place::Point),
        }
    }
}

/// The target of a mark, or an entry of PRISONER or HIDE.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// A location.
    At(Location),
    /// `#n`: the most recent move with this number.
    Number(u32),
    /// `#n-n`: a range of moves, both ends included.
    Range(u32, u32),
}

/// A special sign: `\d`, `\t`, `\c`, `\s`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sign {
    /// `\t`.
    Triangle,
    /// `\s`.
    Square,
    /// `\d`.
    Diamond,
    /// `\c`.
    Check,
}

impl Sign {
    /// Returns the letter after the backslash, in lower case.
    pub fn letter(self) -> char {
        match self {
            Self::Triangle => 't',
            Self::Square => 's',
            Self::Diamond => 'd',
            Self::Check => 'c',
        }
    }

    /// Returns the character that the sign is in a text (specification, section 5.4, COM: the figures of DOS).
    pub fn character(self) -> char {
        match self {
            Self::Triangle => '▲',
            Self::Square => '■',
            Self::Diamond => '♦',
            Self::Check => '✓',
        }
    }

    /// Returns whether a sign can come before this text. It cannot come before a letter or digit: `C:\temp` has no
    /// sign.
    pub fn can_precede(words: &str) -> bool {
        !words.starts_with(char::is_alphanumeric)
    }

    /// Returns the sign for a character of a text: `▲` -> `\t`.
    pub fn from_character(character: char) -> Option<Self> {
        let mut signs = [Self::Triangle, Self::Square, Self::Diamond, Self::Check].into_iter();
        signs.find(|sign| sign.character() == character)
    }

    /// Returns the sign with this letter, in either case.
    pub fn from_letter(letter: char) -> Option<Self> {
        match letter.to_ascii_lowercase() {
            't' => Some(Self::Triangle),
            's' => Some(Self::Square),
            'd' => Some(Self::Diamond),
            'c' => Some(Self::Check),
            _ => None,
        }
    }
}

/// One or two characters of code 33 to 126; of one character the second byte is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Letters([u8; 2]);

impl Letters {
    /// Returns the first one or two of the characters of a label that Ishi can write, if there are
    /// any; one if both would be a sign.
    pub fn of(text: &str) -> Option<Self> {
        let mut letters = text.bytes().filter(u8::is_ascii_graphic);
        let [first, second] = [letters.next()?, letters.next().unwrap_or(0)];
        let is_sign = first == b'\\' && Sign::from_letter(second.into()).is_some();
        Some(Self([first, if is_sign { 0 } else { second }]))
    }

    /// Returns the value of the characters, if all are digits.
    pub fn value(self) -> Option<u32> {
        let mut letters = self.0.into_iter().filter(|letter| *letter != 0);
        letters.try_fold(0, |value, letter| {
            Some(value * 10 + char::from(letter).to_digit(10)?)
        })
    }
}

/// One entry of a MARK line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mark {
    /// `ALL`: the numbers of all visible numbered stones.
    All,
    /// A location or move number alone: the number of the stone.
    Number(Target),
    /// `\C@target`: a special sign.
    Sign(Sign, Target),
    /// `cc@target`: a label.
    Label(Letters, Target),
}

impl Mark {
    /// Returns its target. `ALL` has no target.
    pub fn target(self) -> Option<Target> {
        match self {
            Self::All => None,
            Self::Number(target) | Self::Sign(_, target) | Self::Label(_, target) => Some(target),
        }
    }
}

/// The region of a DIAGRAM line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Region {
    /// No region: the full board of the event.
    Full,
    /// `nXn`: a full board of this size, from 2 to 19.
    Board(u8),
    /// Two opposite corners, in any order.
    Corners(Location, Location),
}

/// One line of the format, or one block of lines.
///
/// Text is without the white space around it; body lines of blocks are unchanged, without
/// their line ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line<'a> {
    /// `EVENT [title]`.
    Event(Cow<'a, str>),
    /// A header keyword with its text.
    Header(Header, Cow<'a, str>),
    /// `BOARDSIZE n`, from 2 to 19.
    BoardSize(u8),
    /// `B n loc` or `W n loc`.
    Move(Color, u32, Play),
    /// `SETUP`: stones in the order of the line.
    Setup(Vec<(Color, Location)>),
    /// `MARK`.
    Mark(Vec<Mark>),
    /// `UNMARK`: `ALL`, or targets alone.
    Unmark(Vec<Mark>),
    /// `HIDE`.
    Hide(Vec<Target>),
    /// `PRISONER`.
    Prisoner(Vec<Target>),
    /// `DIAGRAM`.
    Diagram(Region),
    /// `VAR [cc]`.
    Var(Option<Cow<'a, str>>),
    /// `ENDVAR`.
    EndVar,
    /// `REMARK`.
    Remark(Cow<'a, str>),
    /// `COM [title]`, the body lines, `ENDCOM`.
    Com(Block<'a>),
    /// `USER [data]`, the body lines, `ENDUSER`.
    User(Block<'a>),
    /// A line without a keyword, or with data that cannot be read (`BOARDSIZE 99`), kept unchanged.
    Unknown(Cow<'a, str>),
}

impl Line<'_> {
    /// Returns the name of the line in a report: its keyword, if it has one.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Event(_) => "EVENT",
            Self::Header(header, _) => header.keyword(),
            Self::BoardSize(_) => "BOARDSIZE",
            Self::Setup(_) => "SETUP",
            Self::Mark(_) | Self::Unmark(_) => "MARK",
            Self::Hide(_) => "HIDE",
            Self::Prisoner(_) => "PRISONER",
            Self::Diagram(_) => "DIAGRAM",
            Self::Var(_) => "VAR",
            Self::EndVar => "ENDVAR",
            Self::Remark(_) => "REMARK",
            Self::Com(_) => "COM",
            Self::User(_) => "USER",
            Self::Move(..) => "move",
            Self::Unknown(_) => UNKNOWN,
        }
    }

    /// Copies borrowed text, so that the line outlives its input.
    pub fn into_owned(self) -> Line<'static> {
        match self {
            Self::Event(text) => Line::Event(owned(text)),
            Self::Header(header, text) => Line::Header(header, owned(text)),
            Self::BoardSize(lines) => Line::BoardSize(lines),
            Self::Move(color, number, play) => Line::Move(color, number, play),
            Self::Setup(stones) => Line::Setup(stones),
            Self::Mark(marks) => Line::Mark(marks),
            Self::Unmark(unmarks) => Line::Unmark(unmarks),
            Self::Hide(targets) => Line::Hide(targets),
            Self::Prisoner(targets) => Line::Prisoner(targets),
            Self::Diagram(region) => Line::Diagram(region),
            Self::Var(marker) => Line::Var(marker.map(owned)),
            Self::EndVar => Line::EndVar,
            Self::Remark(text) => Line::Remark(owned(text)),
            Self::Com(block) => Line::Com(block.into_owned()),
            Self::User(block) => Line::User(block.into_owned()),
            Self::Unknown(text) => Line::Unknown(owned(text)),
        }
    }
}

impl Block<'_> {
    /// Copies borrowed text, so that the block outlives its input.
    pub fn into_owned(self) -> Block<'static> {
        Block {
            title: owned(self.title),
            body: self.body.into_iter().map(owned).collect(),
        }
    }
}

fn owned(text: Cow<'_, str>) -> Cow<'static, str> {
    Cow::Owned(text.into_owned())
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::At(location) => location.fmt(f),
            Self::Number(n) => write!(f, "#{n}"),
            Self::Range(from, to) => write!(f, "#{from}-{to}"),
        }
    }
}

impl fmt::Display for Letters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut letters = self.0.into_iter().filter(|letter| *letter != 0);
        letters.try_for_each(|letter| f.write_char(letter.into()))
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("ALL"),
            Self::Number(target) => target.fmt(f),
            Self::Sign(sign, target) => {
                f.write_char('\\')?;
                f.write_char(sign.letter())?;
                f.write_char('@')?;
                target.fmt(f)
            }
            Self::Label(letters, target) => {
                letters.fmt(f)?;
                f.write_char('@')?;
                target.fmt(f)
            }
        }
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full => Ok(()),
            Self::Board(n) => write!(f, " {n}x{n}"),
            Self::Corners(a, b) => write!(f, " {a} {b}"),
        }
    }
}

/// Writes the line with upper-case keywords and LF between the lines of a block, without a
/// line end after the last.
impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Event(title) => keyword(f, "EVENT", title),
            Self::Header(header, text) => keyword(f, header.keyword(), text),
            Self::BoardSize(n) => write!(f, "BOARDSIZE {n}"),
            Self::Move(color, n, play) => write_move(f, *color, *n, *play),
            Self::Setup(stones) => setup(f, stones),
            Self::Mark(marks) => list(f, "MARK", marks),
            Self::Unmark(marks) => list(f, "UNMARK", marks),
            Self::Hide(targets) => list(f, "HIDE", targets),
            Self::Prisoner(targets) => list(f, "PRISONER", targets),
            Self::Diagram(region) => write!(f, "DIAGRAM{region}"),
            Self::Var(None) => f.write_str("VAR"),
            Self::Var(Some(marker)) => write!(f, "VAR {marker}"),
            Self::EndVar => f.write_str("ENDVAR"),
            Self::Remark(text) => keyword(f, "REMARK", text),
            Self::Com(block) => block_lines(f, "COM", block),
            Self::User(block) => block_lines(f, "USER", block),
            Self::Unknown(text) => f.write_str(text),
        }
    }
}

/// Writes the line of a move. Most lines are moves, and `write!` is slower.
pub(super) fn write_move(
    out: &mut impl Write,
    color: Color,
    number: u32,
    play: Play,
) -> fmt::Result {
    out.write_char(color.letter())?;
    out.write_char(' ')?;
    out.write_str(itoa::Buffer::new().format(number))?;
    out.write_char(' ')?;
    match play {
        Play::At(location) => location.write(out),
        Play::Pass => out.write_str("PASS"),
    }
}

fn keyword(f: &mut fmt::Formatter<'_>, keyword: &str, text: &str) -> fmt::Result {
    f.write_str(keyword)?;
    if text.is_empty() {
        return Ok(());
    }
    write!(f, " {text}")
}

fn list<T: fmt::Display>(f: &mut fmt::Formatter<'_>, keyword: &str, items: &[T]) -> fmt::Result {
    f.write_str(keyword)?;
    items.iter().try_for_each(|item| {
        f.write_char(' ')?;
        item.fmt(f)
    })
}

fn setup(f: &mut fmt::Formatter<'_>, stones: &[(Color, Location)]) -> fmt::Result {
    f.write_str("SETUP")?;
    let mut last = None;
    for (color, location) in stones {
        if last.replace(*color) != Some(*color) {
            write!(f, " {}", color.letter())?;
        }
        write!(f, " {location}")?;
    }
    Ok(())
}

fn block_lines(f: &mut fmt::Formatter<'_>, word: &str, block: &Block<'_>) -> fmt::Result {
    keyword(f, word, &block.title)?;
    for line in &block.body {
        write!(f, "\n{line}")?;
    }
    write!(f, "\nEND{word}")
}
