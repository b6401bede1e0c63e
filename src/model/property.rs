//! Properties of nodes: their names, the types of their values, and their values.

use std::borrow::Cow;
use std::fmt;

use foldhash::HashSet;

use super::labels::Labels;
use super::point::{Area, BoardSize, Color, Point};

/// The number of a kind of game (SGF `FF[4]`, property GM): 1 is Go, 6 is Backgammon.
pub type GameKind = u32;

/// The number of Go among the kinds of game.
pub const GO: GameKind = 1;

/// The number of Backgammon among the kinds of game.
pub const BACKGAMMON: GameKind = 6;

/// The type of a standard property's value (SGF `FF[4]`, section 3 and the property list).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueType {
    /// No value: `KO[]`.
    None,
    /// An integer.
    Number,
    /// A decimal number.
    Real,
    /// `1` or `2` for emphasis.
    Double,
    /// `B` or `W`.
    Color,
    /// One line of text.
    SimpleText,
    /// Text of any number of lines.
    Text,
    /// A move of the game.
    Move,
    /// A list of points, possibly empty.
    Points,
    /// A list of points with a text each.
    Labels,
    /// A list of pairs of points.
    Lines,
    /// Two values with a colon between them, or an empty value.
    Pair,
    /// A list of texts with a colon inside. Their order counts.
    TextList,
}

/// The subject of a property, and so its possible places (SGF `FF[4]`, section 2.2.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PropertyType {
    /// About the file; only in the first node.
    Root,
    /// Facts about the game, once on each path through the tree.
    GameInfo,
    /// About a move; not together with setup.
    Move,
    /// About a position; not together with a move.
    Setup,
    /// Anywhere.
    Free,
}

/// How records of a format have a property of a game of Go, so that the proof of a conversion asks for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expression {
    /// Ordinary values come back as they are: texts in plain letters, points of the board.
    Same,
    /// The property comes back, some values in another form.
    Form,
    /// The proof does not ask for it.
    No,
}

/// All facts about a standard property.
pub(crate) struct Facts {
    pub(crate) ident: &'static str,
    value_type: ValueType,
    property_type: PropertyType,
    /// The digits of the file formats that define the property, as the documents of `FF[4]` list them.
    pub(crate) formats: &'static str,
    /// How records of Ishi, Smart-Go and SGF have it.
    pub(crate) expressed: [Expression; 3],
    /// Its name in JSON documents, among the game information, setup stones, marks or territory.
    #[cfg_attr(
        not(feature = "json"),
        expect(dead_code, reason = "only documents ask for it")
    )]
    pub(crate) json: &'static str,
    meaning: &'static str,
}

/// Declares the standard properties: one row per property, in the order of the writers. The columns are those of [`Facts`].
macro_rules! standard_properties {
    ($($name:ident $ident:literal $value:ident $kind:ident $formats:literal $ishi:ident $smartgo:ident $sgf:ident $json:literal
        $doc:literal;)*) => {
        /// A property that one of the bracketed formats, `FF[1]` to `FF[4]`, defines.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Id {
            $(#[doc = concat!("`", $ident, "`: ", $doc, ".")] $name,)*
        }

        impl Id {
            /// Every standard property, in the order of the writers.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// Returns the standard property with this identifier in capitals.
            pub fn from_ident(ident: &str) -> Option<Self> {
                Self::of_bytes(ident.as_bytes())
            }

            /// Returns the same for the bytes of an identifier.
            pub(crate) fn of_bytes(ident: &[u8]) -> Option<Self> {
                match ident { $(one if one == $ident.as_bytes() => Some(Self::$name),)* _ => None }
            }

            /// Returns the row of the table.
            pub(crate) const fn facts(self) -> &'static Facts {
                match self {
                    $(Self::$name => &Facts {
                        ident: $ident,
                        value_type: ValueType::$value,
                        property_type: PropertyType::$kind,
                        formats: $formats,
                        expressed: [Expression::$ishi, Expression::$smartgo, Expression::$sgf],
                        json: $json,
                        meaning: $doc,
                    },)*
                }
            }
        }
    };
}

standard_properties! {
    FileFormat     "FF" Number     Root     "234"  No   No   No   ""                "file format";
    GameKind       "GM" Number     Root     "1234" No   No   No   ""                "kind of game";
    Charset        "CA" SimpleText Root     "4"    No   No   No   ""                "charset";
    Application    "AP" Pair       Root     "4"    No   No   No   ""                "application";
    Size           "SZ" Pair       Root     "1234" No   No   No   ""                "board size";
    Style          "ST" Number     Root     "4"    No   No   No   ""                "style of variations";
    Event          "EV" SimpleText GameInfo "1234" Form Form Same "event"           "event";
    Round          "RO" SimpleText GameInfo "1234" No   Form Same "round"           "round";
    GameName       "GN" SimpleText GameInfo "1234" No   Form Same "game_name"       "game name";
    PlayerBlack    "PB" SimpleText GameInfo "1234" Form Form Same "player_black"    "black player";
    RankBlack      "BR" SimpleText GameInfo "1234" No   Form Same "rank_black"      "rank of the black player";
    TeamBlack      "BT" SimpleText GameInfo "34"   No   No   Same "team_black"      "team of the black player";
    PlayerWhite    "PW" SimpleText GameInfo "1234" Form Form Same "player_white"    "white player";
    RankWhite      "WR" SimpleText GameInfo "1234" No   Form Same "rank_white"      "rank of the white player";
    TeamWhite      "WT" SimpleText GameInfo "34"   No   No   Same "team_white"      "team of the white player";
    Date           "DT" SimpleText GameInfo "1234" Form Form Same "date"            "date";
    Place          "PC" SimpleText GameInfo "1234" Form Form Same "place"           "place";
    Result         "RE" SimpleText GameInfo "1234" Form Form Same "result"          "result";
    Rules          "RU" SimpleText GameInfo "34"   Form No   Same "rules"           "rules";
    Handicap       "HA" Number     GameInfo "1234" Form Form No   "handicap"        "handicap";
    Komi           "KM" Real       GameInfo "1234" Form Form Form "komi"            "komi";
    TimeLimit      "TM" Real       GameInfo "1234" Form Form Form "time_limit"      "time limit";
    Overtime       "OT" SimpleText GameInfo "4"    No   No   Same "overtime"        "overtime";
    Opening        "ON" SimpleText GameInfo "34"   No   No   Same "opening"         "opening";
    Annotator      "AN" SimpleText GameInfo "34"   Form No   Same "annotator"       "annotator";
    Recorder       "US" SimpleText GameInfo "1234" Form Form Same "recorder"        "recorder";
    Source         "SO" SimpleText GameInfo "1234" Form Form Same "source"          "source";
    Copyright      "CP" SimpleText GameInfo "34"   No   No   Same "copyright"       "copyright";
    GameComment    "GC" Text       GameInfo "1234" No   Form Same "game_comment"    "game comment";
    MatchInfo      "MI" TextList   GameInfo "4"    No   No   No   "match_info"      "match information";
    SpeciesBlack   "BS" Number     GameInfo "123"  No   No   No   "species_black"   "species of the black player";
    SpeciesWhite   "WS" Number     GameInfo "123"  No   No   No   "species_white"   "species of the white player";
    GameId         "ID" SimpleText GameInfo "3"    No   No   No   "game_id"         "game identifier";
    Black          "B"  Move       Move     "1234" No   No   No   ""                "black move";
    White          "W"  Move       Move     "1234" No   No   No   ""                "white move";
    MoveNumber     "MN" Number     Move     "34"   No   No   No   ""                "move number";
    IllegalMove    "KO" None       Move     "34"   No   No   No   ""                "illegal move";
    AddBlack       "AB" Points     Setup    "1234" Same Same Same "black"           "black setup stones";
    AddWhite       "AW" Points     Setup    "1234" Same Same Same "white"           "white setup stones";
    AddEmpty       "AE" Points     Setup    "1234" No   Same Same "empty"           "cleared points";
    PlayerToMove   "PL" Color      Setup    "1234" No   Same Same ""                "player to move";
    CubeOwner      "CO" SimpleText Setup    "4"    No   No   No   ""                "owner of the doubling cube";
    CubeValue      "CV" Number     Setup    "4"    No   No   No   ""                "value of the doubling cube";
    Dice           "DI" Number     Setup    "4"    No   No   No   ""                "dice";
    TimeBlack      "BL" Real       Move     "1234" No   Same Form ""                "time left for Black";
    MovesLeftBlack "OB" Number     Move     "34"   No   No   No   ""                "moves left for Black";
    TimeWhite      "WL" Real       Move     "1234" No   Same Form ""                "time left for White";
    MovesLeftWhite "OW" Number     Move     "34"   No   No   No   ""                "moves left for White";
    BadMove        "BM" Double     Move     "1234" No   No   No   ""                "bad move";
    Doubtful       "DO" None       Move     "34"   No   No   No   ""                "doubtful move";
    Interesting    "IT" None       Move     "34"   No   No   No   ""                "interesting move";
    Tesuji         "TE" Double     Move     "1234" No   No   No   ""                "good move";
    EvenPosition   "DM" Double     Free     "34"   No   No   No   ""                "even position";
    GoodForBlack   "GB" Double     Free     "1234" No   No   No   ""                "good for Black";
    GoodForWhite   "GW" Double     Free     "1234" No   No   No   ""                "good for White";
    Hotspot        "HO" Double     Free     "34"   No   No   No   ""                "hotspot";
    Unclear        "UC" Double     Free     "34"   No   No   No   ""                "unclear position";
    CheckMark      "CH" Double     Free     "123"  No   No   No   ""                "check mark";
    Sigma          "SI" Double     Free     "3"    No   No   No   ""                "sigma mark";
    NodeValue      "V"  Real       Free     "1234" No   No   No   ""                "value of the position";
    Name           "N"  SimpleText Free     "1234" No   Same Same ""                "node name";
    Comment        "C"  Text       Free     "1234" Same Same Same ""                "comment";
    Figure         "FG" Pair       Free     "1234" No   No   Same ""                "figure";
    View           "VW" Points     Free     "1234" No   No   Same ""                "visible part of the board";
    Dimmed         "DD" Points     Free     "4"    No   No   No   "dimmed"          "dimmed points";
    PrintMode      "PM" Number     Free     "4"    No   No   No   ""                "print mode";
    Label          "LB" Labels     Free     "34"   Same No   Same ""                "labels";
    Triangle       "TR" Points     Free     "34"   Same No   Same "triangle"        "triangles";
    Square         "SQ" Points     Free     "4"    Same No   Same "square"          "squares";
    Circle         "CR" Points     Free     "34"   Same No   Same "circle"          "circles";
    Cross          "MA" Points     Free     "34"   Same No   Same "cross"           "crosses";
    Selected       "SL" Points     Free     "1234" No   No   Same "selected"        "selected points";
    TerritoryBlack "TB" Points     Free     "1234" No   Same Same "black"           "territory of Black";
    TerritoryWhite "TW" Points     Free     "1234" No   Same Same "white"           "territory of White";
    Arrow          "AR" Lines      Free     "4"    No   No   Same ""                "arrows";
    Line           "LN" Lines      Free     "4"    No   No   Same ""                "lines";
    Mark           "M"  Points     Free     "12"   No   No   No   ""                "marks";
    Letters        "L"  Points     Free     "12"   No   No   No   ""                "letters on points, in the order of the list";
    Secure         "SC" Points     Free     "123"  No   No   No   ""                "secure stones";
    Region         "RG" Points     Free     "123"  No   No   No   ""                "region of the board";
    Evaluation     "EL" Number     Free     "12"   No   No   No   ""                "evaluation by the computer";
    ExpectedMove   "EX" Move       Free     "12"   No   No   No   ""                "expected next move";
}

/// Annotations that exclude each other in a node: of its move, and of its position (SGF `FF[4]`, move
/// annotation and node annotation).
pub(crate) const EXCLUSIVE: [&[Id]; 2] = [
    &[Id::BadMove, Id::Doubtful, Id::Interesting, Id::Tesuji],
    &[
        Id::EvenPosition,
        Id::GoodForBlack,
        Id::GoodForWhite,
        Id::Unclear,
    ],
];

/// The properties that change points of the position, in the order in which they are applied.
pub(crate) const SETUP: [Id; 3] = [Id::AddEmpty, Id::AddBlack, Id::AddWhite];

/// The marks that exclude each other on a point (SGF `FF[4]`, markup properties).
pub(crate) const MARKS: [Id; 5] = [
    Id::Triangle,
    Id::Square,
    Id::Circle,
    Id::Cross,
    Id::Selected,
];

/// The lists of territory, which exclude each other on a point.
pub(crate) const TERRITORY: [Id; 2] = [Id::TerritoryBlack, Id::TerritoryWhite];

/// The identifier of a property.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ident {
    /// A property that the formats define.
    Standard(Id),
    /// Any other, in capitals (with a digit in second place where Smart-Go allows it).
    Private(Box<str>),
}

impl Id {
    /// Returns the identifier of the bracketed formats.
    pub const fn ident(self) -> &'static str {
        self.facts().ident
    }

    /// Returns the type of the value.
    pub const fn value_type(self) -> ValueType {
        self.facts().value_type
    }

    /// Returns the type of the property.
    pub const fn property_type(self) -> PropertyType {
        self.facts().property_type
    }

    /// Returns the subject of the property in words.
    pub const fn meaning(self) -> &'static str {
        self.facts().meaning
    }

    /// Returns the property of the moves of a player.
    pub const fn of_moves(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }

    /// Returns whether only the first node of a game has the property, or the first one of a merged game.
    pub(crate) fn is_of_root(self) -> bool {
        matches!(
            self.property_type(),
            PropertyType::Root | PropertyType::GameInfo
        )
    }

    /// Returns the type of the property in a kind of game: CP is the cube in Backgammon, as GNU Backgammon writes it.
    pub(crate) fn type_in(self, kind: GameKind) -> PropertyType {
        match (self, kind) {
            (Self::Copyright, BACKGAMMON) => PropertyType::Free,
            _ => self.property_type(),
        }
    }

    /// Returns whether the property marks points: with a sign, a label, a line, or as territory.
    pub fn is_mark(self) -> bool {
        let is_list = matches!(self.value_type(), ValueType::Labels | ValueType::Lines);
        is_list || MARKS.contains(&self) || TERRITORY.contains(&self)
    }

    /// Returns whether the property describes the move of its node, so that the node needs one.
    pub(crate) fn needs_move(self) -> bool {
        let [of_moves, _] = EXCLUSIVE;
        self == Self::IllegalMove || of_moves.contains(&self)
    }

    /// Returns whether a list of points can be empty, because an empty list clears an earlier one (`FF[4]`,
    /// elist).
    pub(crate) fn can_be_empty(self) -> bool {
        matches!(self, Self::Dimmed | Self::View) || TERRITORY.contains(&self)
    }

    /// Returns whether a number is in the range of the property (`FF[4]`, ST, PM, OB, OW, HA).
    pub(crate) fn has_in_range(self, number: i64) -> bool {
        match self {
            Self::Style => (0..=3).contains(&number),
            Self::PrintMode => (0..=2).contains(&number),
            Self::MovesLeftBlack | Self::MovesLeftWhite | Self::Handicap => number >= 0,
            _ => true,
        }
    }

    /// Returns the player of the moves that the property has.
    pub(crate) const fn player(self) -> Option<Color> {
        match self {
            Self::Black => Some(Color::Black),
            Self::White => Some(Color::White),
            _ => None,
        }
    }
}

impl Ident {
    /// Returns the identifier as text.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Standard(id) => id.ident(),
            Self::Private(text) => text,
        }
    }

    /// Returns the standard property, if it is one.
    pub fn standard(&self) -> Option<Id> {
        match self {
            Self::Standard(id) => Some(*id),
            Self::Private(_) => None,
        }
    }

    /// Returns whether it contains a digit. Only Smart-Go allows digits (SGF `FF[4]`, section 2.2).
    pub(crate) fn has_digit(&self) -> bool {
        match self {
            Self::Standard(_) => false,
            Self::Private(text) => text.bytes().any(|c| c.is_ascii_digit()),
        }
    }
}

impl From<&str> for Ident {
    fn from(text: &str) -> Self {
        Id::from_ident(text).map_or_else(|| Self::Private(text.into()), Self::Standard)
    }
}

impl From<Id> for Ident {
    fn from(id: Id) -> Self {
        Self::Standard(id)
    }
}

impl fmt::Display for Ident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The value of a property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value<'a> {
    /// One value of any type but those below: without escapes, line breaks as LF, other white
    /// space as blanks, line breaks as blanks too where the type is [`ValueType::SimpleText`].
    Text(Cow<'a, str>),
    /// Two texts that a colon separates: `AP`, `FG`, a rectangular `SZ`.
    Pair(Box<(Cow<'a, str>, Cow<'a, str>)>),
    /// A list of points and rectangles, in the order of the source.
    Points(Box<[Area]>),
    /// A list of labels, in the order of the source.
    Labels(Labels),
    /// A list of arrows or lines, from and to.
    Lines(Box<[(Point, Point)]>),
    /// Values that the model does not understand, exactly as a bracketed file writes them
    /// between the brackets, with `FF[4]`'s escapes: private properties, properties of other
    /// games, and standard properties whose values are not of their type.
    Raw(Box<[Cow<'a, str>]>),
}

impl Value<'_> {
    /// Returns the first point of the value that a board of this size lacks.
    pub fn first_off(&self, size: BoardSize) -> Option<Point> {
        let is_off = |point: &Point| !size.contains(*point);
        match self {
            Self::Points(areas) => areas.iter().map(|area| area.to).find(is_off),
            Self::Labels(labels) => labels.iter().map(|label| label.point).find(is_off),
            Self::Lines(lines) => lines
                .iter()
                .flat_map(|(from, to)| [*from, *to])
                .find(is_off),
            Self::Text(_) | Self::Pair(_) | Self::Raw(_) => None,
        }
    }

    /// Copies borrowed data, so that the value outlives its input.
    pub fn into_owned(self) -> Value<'static> {
        match self {
            Self::Text(text) => Value::Text(owned(text)),
            Self::Pair(pair) => Value::Pair(Box::new((owned(pair.0), owned(pair.1)))),
            Self::Points(areas) => Value::Points(areas),
            Self::Lines(lines) => Value::Lines(lines),
            Self::Labels(labels) => Value::Labels(labels),
            Self::Raw(values) => Value::Raw(values.into_vec().into_iter().map(owned).collect()),
        }
    }
}

/// A property of a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property<'a> {
    /// Its identifier.
    pub ident: Ident,
    /// Its value.
    pub value: Value<'a>,
}

impl<'a> Property<'a> {
    /// Creates a property.
    pub fn new(ident: impl Into<Ident>, value: Value<'a>) -> Self {
        Self {
            ident: ident.into(),
            value,
        }
    }

    /// Returns the type of the property (SGF `FF[4]`, section 2.2.1); private ones are free.
    pub fn property_type(&self) -> PropertyType {
        let id = self.ident.standard();
        id.map_or(PropertyType::Free, Id::property_type)
    }

    /// Creates a property with one text.
    pub fn text(id: Id, text: impl Into<Cow<'a, str>>) -> Self {
        Self::new(id, Value::Text(text.into()))
    }

    /// Creates a property with a list of points.
    pub fn points(id: Id, points: impl IntoIterator<Item = Point>) -> Self {
        Self::new(
            id,
            Value::Points(points.into_iter().map(Area::from).collect()),
        )
    }

    /// Returns whether this is the standard property `id`.
    pub fn is(&self, id: Id) -> bool {
        self.ident.standard() == Some(id)
    }

    /// Copies borrowed data, so that the property outlives its input.
    pub fn into_owned(self) -> Property<'static> {
        Property {
            ident: self.ident,
            value: self.value.into_owned(),
        }
    }
}

fn owned(text: Cow<'_, str>) -> Cow<'static, str> {
    Cow::Owned(text.into_owned())
}

/// Returns the indexes of identifiers that appear earlier too, in ascending order.
pub(crate) fn repeated<'i>(idents: impl Iterator<Item = &'i Ident>) -> Vec<usize> {
    let mut seen = IdentSet::default();
    let found = idents.enumerate().filter(|(_, ident)| !seen.insert(ident));
    found.map(|(index, _)| index).collect()
}

/// A set of identifiers. Nearly all are standard ones, and bits hold these.
#[derive(Default)]
pub(crate) struct IdentSet<'i> {
    standard: u128,
    private: HashSet<&'i str>,
}

impl<'i> IdentSet<'i> {
    /// Creates the set of some identifiers.
    pub(crate) fn of(idents: impl IntoIterator<Item = &'i Ident>) -> Self {
        let mut all = Self::default();
        idents.into_iter().for_each(|ident| _ = all.insert(ident));
        all
    }

    /// Adds an identifier; returns whether it is new.
    pub(crate) fn insert(&mut self, ident: &'i Ident) -> bool {
        const { assert!(Id::ALL.len() <= 128) };
        match ident {
            Ident::Standard(id) => {
                let before = self.standard;
                self.standard |= 1 << (*id as u32);
                self.standard != before
            }
            Ident::Private(name) => self.private.insert(name),
        }
    }

    /// Returns whether it has an identifier.
    pub(crate) fn has(&self, ident: &Ident) -> bool {
        match ident {
            Ident::Standard(id) => self.standard & 1 << (*id as u32) != 0,
            Ident::Private(name) => self.private.contains(&**name),
        }
    }
}

#[cfg(test)]
mod tests;
