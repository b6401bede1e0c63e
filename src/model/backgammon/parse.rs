//! The values of Backgammon's properties, as the grammar defines them.

use pest::Parser as _;
use pest::iterators::{Pair, Pairs};

use crate::model::Color;

use ishi_grammars::backgammon::{Grammar, Rule};

/// Longer texts are not values of these types.
const LONGEST: usize = 1000;

/// How many points the board has.
pub(super) const POINTS: u8 = 24;

/// A place where a checker can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// A point, from 0 (`a`, White's first and Black's last) to 23 (`x`).
    Point(u8),
    /// The bar, `y`.
    Bar,
    /// The tray, `z`.
    Tray,
}

impl Place {
    /// Returns the place with a letter from `a` to `z`.
    pub fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'a'..='x' => u8::try_from(letter).ok().map(|c| Self::Point(c - b'a')),
            'y' => Some(Self::Bar),
            'z' => Some(Self::Tray),
            _ => None,
        }
    }

    /// Returns the letter.
    pub fn letter(self) -> char {
        match self {
            Self::Point(index) => char::from(b'a' + index.min(POINTS - 1)),
            Self::Bar => 'y',
            Self::Tray => 'z',
        }
    }
}

/// The parts of a value of B or W (SGF, `GM[6]`, "Move type").
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Play {
    /// An action with the cube.
    Cube(Action),
    /// A roll and the moved checkers, at most four. The list is empty if no checker could move, or if the
    /// record stops before the move.
    Checkers(Roll, Vec<CheckerMove>),
}

/// An action with the doubling cube.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Doubles, redoubles, or beavers.
    Double,
    /// Accepts.
    Take,
    /// Gives the game up.
    Drop,
}

/// The two dice in the order of the record, each from 1 to 6.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Roll(pub u8, pub u8);

impl Roll {
    /// Returns the dice to play: four of them if both are the same.
    pub fn dice(self) -> Vec<u8> {
        let Self(first, second) = self;
        if first == second {
            vec![first; 4]
        } else {
            vec![first, second]
        }
    }
}

/// A checker that moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CheckerMove {
    /// Where it was: a point or the bar.
    pub from: Place,
    /// Where it goes: a point or the tray.
    pub to: Place,
}

/// Who may double next (property CO).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// One of the players.
    Player(Color),
    /// Both: the cube is in the middle.
    Both,
    /// No owner: there is no cube in this game.
    Nobody,
}

/// The rules of a game (property RU).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a name in the list, independent of the others"
)]
pub struct Rules {
    /// The Crawford rule is in use in the match.
    pub crawford: bool,
    /// This is the Crawford game.
    pub crawford_game: bool,
    /// The Jacoby rule is in use.
    pub jacoby: bool,
    /// There is no cube: GNU Backgammon's `NoCube`.
    pub no_cube: bool,
    /// How many checkers a Hypergammon has: GNU Backgammon's `Hypergammon1` to `3`.
    pub hypergammon: Option<u8>,
    /// GNU Backgammon's `Nackgammon`.
    pub nackgammon: bool,
    /// Unknown names.
    pub unknown: Vec<String>,
}

/// Reads a move; capitals do not count.
pub fn play(text: &str) -> Option<Play> {
    let mut pairs = parse(Rule::moved, text)?;
    let first = pairs.next()?;
    if first.as_rule() == Rule::action {
        let action = first.into_inner().next()?;
        return Some(Play::Cube(match action.as_rule() {
            Rule::take => Action::Take,
            Rule::drop => Action::Drop,
            _ => Action::Double,
        }));
    }
    let roll = roll(first)?;
    let steps = pairs
        .filter(|pair| pair.as_rule() == Rule::step)
        .map(step)
        .collect::<Option<_>>()?;
    Some(Play::Checkers(roll, steps))
}

fn roll(pair: Pair<'_, Rule>) -> Option<Roll> {
    let mut dice = pair.into_inner().map(|die| die.as_str().parse().ok());
    Some(Roll(dice.next()??, dice.next()??))
}

fn step(pair: Pair<'_, Rule>) -> Option<CheckerMove> {
    let mut ends = pair.into_inner().map(|end| place(end.as_str()));
    Some(CheckerMove {
        from: ends.next()??,
        to: ends.next()??,
    })
}

fn place(text: &str) -> Option<Place> {
    Place::from_letter(text.chars().next()?)
}

/// Reads a value of AB, AW or AE: one place, or all places of a range (`a:y`) in order.
pub fn places(text: &str) -> Option<Vec<Place>> {
    let mut ends = parse(Rule::places, text)?
        .filter(|pair| pair.as_rule() == Rule::place)
        .filter_map(|pair| pair.as_str().chars().next());
    let first = ends.next()?;
    let last = ends.next().unwrap_or(first);
    let (first, last) = (first.min(last), first.max(last));
    (first..=last).map(Place::from_letter).collect()
}

/// Reads the dice of a position (property DI).
pub fn dice(text: &str) -> Option<Roll> {
    roll(parse(Rule::dice, text)?.next()?)
}

/// Reads the owner of the cube (property CO, and CP of GNU Backgammon); capitals do not count.
pub fn owner(text: &str) -> Option<Owner> {
    parse(Rule::owner, text)?;
    Some(match text.to_ascii_lowercase().as_str() {
        "b" => Owner::Player(Color::Black),
        "w" => Owner::Player(Color::White),
        "c" => Owner::Both,
        _ => Owner::Nobody,
    })
}

/// Reads the value of the cube (property CV): 1, 2, 4 and so on.
pub(crate) fn cube_value(text: &str) -> Option<u32> {
    parse(Rule::cube, text)?;
    let value: u32 = text.parse().ok()?;
    value.is_power_of_two().then_some(value)
}

/// Reads one tag of the match (property MI): its name in lower case, and its value.
pub fn match_info(text: &str) -> Option<(String, &str)> {
    let mut pairs = parse(Rule::match_info, text)?;
    let tag = pairs.next()?.as_str().trim().to_ascii_lowercase();
    Some((tag, pairs.next()?.as_str().trim()))
}

/// Returns whether a text is a result: `B+6R`, `W+2Resign`, `W+4`, or one of the general forms.
/// A resignation needs the points before it.
pub fn is_result(text: &str) -> bool {
    parse(Rule::result, text).is_some()
}

/// Reads the rules (property RU) as they are written in the record: also `Crawford\:Jacoby`.
pub fn rules(text: &str) -> Rules {
    let text = text.replace("\\:", ":");
    let mut found = Rules::default();
    let names = parse(Rule::rules, &text).into_iter().flatten();
    for name in names.filter(|pair| pair.as_rule() == Rule::game_rule) {
        match name.as_str() {
            "Crawford" => found.crawford = true,
            "CrawfordGame" => found.crawford_game = true,
            "Jacoby" => found.jacoby = true,
            "NoCube" => found.no_cube = true,
            "Nackgammon" => found.nackgammon = true,
            "Hypergammon1" => found.hypergammon = Some(1),
            "Hypergammon2" => found.hypergammon = Some(2),
            "Hypergammon3" => found.hypergammon = Some(3),
            other => found.unknown.push(other.to_owned()),
        }
    }
    found
}

/// Matches a whole text with an entry rule and returns the pairs inside.
fn parse(rule: Rule, text: &str) -> Option<Pairs<'_, Rule>> {
    if text.len() > LONGEST {
        return None;
    }
    Some(Grammar::parse(rule, text).ok()?.next()?.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(letter: char) -> Place {
        Place::from_letter(letter).unwrap()
    }

    #[test]
    fn moves_are_read_as_the_page_has_them() {
        let step = |from, to| CheckerMove {
            from: at(from),
            to: at(to),
        };
        for (text, expected) in [
            (
                "31hefe",
                Some(Play::Checkers(
                    Roll(3, 1),
                    vec![step('h', 'e'), step('f', 'e')],
                )),
            ),
            (
                "61yg",
                Some(Play::Checkers(Roll(6, 1), vec![step('y', 'g')])),
            ),
            ("66", Some(Play::Checkers(Roll(6, 6), vec![]))),
            ("double", Some(Play::Cube(Action::Double))),
            ("Double", Some(Play::Cube(Action::Double))),
            ("take", Some(Play::Cube(Action::Take))),
            ("TAKE", Some(Play::Cube(Action::Take))),
            ("drop", Some(Play::Cube(Action::Drop))),
            ("", None),
            ("6", None),
            ("71", None),
            ("31hef", None),
            ("31zz", None),
            ("31hy", None),
            ("66fzezdzczbz", None),
            ("resign", None),
        ] {
            assert_eq!(play(text), expected, "{text:?}");
        }
    }

    #[test]
    fn setup_has_ranges() {
        assert_eq!(places("f"), Some(vec![at('f')]));
        assert_eq!(places("a:y").map(|found| found.len()), Some(25));
        assert_eq!(places("c:a"), Some(vec![at('a'), at('b'), at('c')]));
        for text in ["", "A", "ab", "a:", "a:yz"] {
            assert_eq!(places(text), None, "{text:?}");
        }
    }

    #[test]
    fn the_cube_and_the_dice() {
        assert_eq!(dice("52"), Some(Roll(5, 2)));
        assert_eq!(dice("07"), None);
        for (text, expected) in [
            ("b", Some(Owner::Player(Color::Black))),
            ("W", Some(Owner::Player(Color::White))),
            ("c", Some(Owner::Both)),
            ("n", Some(Owner::Nobody)),
            ("x", None),
            ("bw", None),
        ] {
            assert_eq!(owner(text), expected, "{text:?}");
        }
        assert_eq!(Roll(5, 2).dice(), [5, 2]);
        assert_eq!(Roll(3, 3).dice(), [3; 4]);
        for (text, value) in [("1", Some(1)), ("64", Some(64)), ("3", None), ("0", None)] {
            assert_eq!(cube_value(text), value, "{text:?}");
        }
    }

    #[test]
    fn results_have_their_points_before_the_resignation() {
        for text in ["B+6R", "W+2Resign", "W+4", "?", "Void", "B+", "W+T"] {
            assert!(is_result(text), "{text:?}");
        }
        for text in ["B+R", "B+Resign", "W4", "b+4", "B+4T"] {
            assert!(!is_result(text), "{text:?}");
        }
    }

    #[test]
    fn matches_and_rules() {
        assert_eq!(match_info("Length:7"), Some(("length".to_owned(), "7")));
        assert_eq!(match_info("length"), None);
        let found = rules("NoCube:Crawford:CrawfordGame:x");
        assert!(found.no_cube && found.crawford && found.crawford_game && !found.jacoby);
        assert_eq!(found.unknown, ["x"]);
        let only = |set: fn(&mut Rules)| {
            let mut rules = Rules::default();
            set(&mut rules);
            rules
        };
        for (text, expected) in [
            ("", Rules::default()),
            ("Jacoby", only(|rules| rules.jacoby = true)),
            ("Nackgammon", only(|rules| rules.nackgammon = true)),
            ("Hypergammon1", only(|rules| rules.hypergammon = Some(1))),
            ("Hypergammon2", only(|rules| rules.hypergammon = Some(2))),
            ("Hypergammon3", only(|rules| rules.hypergammon = Some(3))),
            (
                "NoCube\\:Jacoby",
                only(|rules| (rules.no_cube, rules.jacoby) = (true, true)),
            ),
        ] {
            assert_eq!(rules(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_value_has_up_to_a_thousand_bytes() {
        for (count, is_read) in [(993, true), (994, false)] {
            let text = format!("Length:{}", "7".repeat(count));
            assert_eq!(match_info(&text).is_some(), is_read, "{count}");
        }
        assert_eq!(match_info(" Game : 3 "), Some(("game".to_owned(), "3")));
    }
}
