//! Positions of Backgammon (SGF `FF[4]`, `GM[6]`), read from the raw properties of a record.

use super::captures::line_to;
use super::{Drawing, Picture, go};
use crate::model::{Color, Game, Id, NodeId, Value};

/// The points from White's 1 point, which SGF calls `a`, to White's 24 point `x`.
const POINTS: usize = 24;

/// A position of Backgammon. Black is first in each pair, White second.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backgammon {
    /// How many checkers stand on each point, from White's 1 point (Black's 24 point) on.
    pub points: [[u32; 2]; POINTS],
    /// How many are on the bar.
    pub bar: [u32; 2],
    /// How many are borne off.
    pub off: [u32; 2],
    /// The two dice, if they were rolled.
    pub dice: Option<(u8, u8)>,
    /// The doubling cube, if the game has one.
    pub cube: Option<Cube>,
    /// Who rolled the dice, or is to play.
    pub turn: Option<Color>,
    /// What was done last, in words.
    pub last: Option<String>,
    /// The match and its score, in words.
    pub score: Option<String>,
}

/// A doubling cube.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cube {
    /// What it shows.
    pub value: u64,
    /// Who owns it; nobody while it lies in the middle.
    pub owner: Option<Color>,
}

/// Draws the position at a node.
pub fn position(game: &Game<'_>, node: NodeId) -> Drawing {
    let mut reader = Reader::new(game);
    for node in line_to(game, node) {
        reader.enter(game, node);
    }
    Drawing {
        picture: Picture::Backgammon(Box::new(reader.finish())),
        caption: raw(game, node, Id::Name)
            .next()
            .and_then(|text| go::one_line(&unescaped(text))),
        comment: raw(game, node, Id::Comment)
            .next()
            .and_then(|text| go::some_text(&unescaped(text))),
        notes: Vec::new(),
    }
}

/// Returns the values of a property as they are written in the record.
fn raw<'g>(game: &'g Game<'_>, node: NodeId, id: Id) -> impl Iterator<Item = &'g str> {
    let values = match game.get(node, id) {
        Some(Value::Raw(values)) => &**values,
        _ => &[],
    };
    values.iter().map(AsRef::as_ref)
}

/// Returns a text without the escapes of SGF `FF[4]` (section 3.2).
fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut escaped = false;
    for c in text.chars() {
        match c {
            '\\' if !escaped => escaped = true,
            '\n' if escaped => escaped = false,
            '\r' => {}
            _ => {
                out.push(c);
                escaped = false;
            }
        }
    }
    out
}

/// What a letter stands for.
enum Spot {
    Point(usize),
    Bar,
    Off,
}

fn spot(letter: u8) -> Option<Spot> {
    match letter {
        b'a'..=b'x' => Some(Spot::Point(usize::from(letter - b'a'))),
        b'y' => Some(Spot::Bar),
        b'z' => Some(Spot::Off),
        _ => None,
    }
}

fn side(color: Color) -> usize {
    usize::from(color == Color::White)
}

/// Plays a record move by move.
struct Reader {
    position: Backgammon,
    /// How many checkers each side has.
    checkers: u32,
    /// Who offered to double, until the answer.
    doubled: Option<Color>,
}

impl Reader {
    fn new(game: &Game<'_>) -> Self {
        let rules = raw(game, NodeId::ROOT, Id::Rules).next().unwrap_or("");
        let few = rules
            .split_once("Hypergammon")
            .and_then(|(_, count)| count.chars().next()?.to_digit(10))
            .filter(|count| (1..=3).contains(count));
        let mut points = [[0, 0]; POINTS];
        // White's checkers by point; Black's stand opposite.
        let start: &[(usize, u32)] = match few {
            None => &[(5, 5), (7, 3), (12, 5), (23, 2)],
            Some(1) => &[(23, 1)],
            Some(2) => &[(23, 1), (22, 1)],
            Some(_) => &[(23, 1), (22, 1), (21, 1)],
        };
        for &(index, count) in start {
            for (side, index) in [(1, index), (0, POINTS - 1 - index)] {
                if let Some(here) = points.get_mut(index).and_then(|point| point.get_mut(side)) {
                    *here = count;
                }
            }
        }
        Self {
            position: Backgammon {
                points,
                bar: [0, 0],
                off: [0, 0],
                dice: None,
                cube: (!rules.contains("CrawfordGame")).then_some(Cube {
                    value: 1,
                    owner: None,
                }),
                turn: None,
                last: None,
                score: score(game),
            },
            checkers: few.unwrap_or(15),
            doubled: None,
        }
    }

    fn enter(&mut self, game: &Game<'_>, node: NodeId) {
        let mut cleared = false;
        for property in game.properties(node) {
            // The order of the properties in a node says nothing: points are cleared first.
            if property.is(Id::AddEmpty) && !cleared {
                cleared = true;
                raw(game, node, Id::AddEmpty).for_each(|value| self.clear(value));
            }
        }
        for (id, color) in [(Id::AddBlack, Color::Black), (Id::AddWhite, Color::White)] {
            for value in raw(game, node, id) {
                range(value).for_each(|letter| self.put(letter, color, 1));
            }
        }
        self.set_up(game, node);
        for (id, color) in [(Id::Black, Color::Black), (Id::White, Color::White)] {
            if let Some(mv) = raw(game, node, id).next() {
                self.play(mv.trim(), color);
            }
        }
    }

    /// Reads cube, dice and player to move. GNU Backgammon writes the cube's owner as CP.
    fn set_up(&mut self, game: &Game<'_>, node: NodeId) {
        let first = |id| raw(game, node, id).next().map(str::trim);
        if let Some(value) = first(Id::CubeValue).and_then(|text| text.parse().ok()) {
            let owner = self.position.cube.and_then(|cube| cube.owner);
            self.position.cube = Some(Cube { value, owner });
        }
        let owner =
            first(Id::CubeOwner).or_else(|| first(Id::Copyright).filter(|text| text.len() == 1));
        if let Some(owner) = owner {
            let value = self.position.cube.map_or(1, |cube| cube.value);
            self.position.cube = match owner {
                "b" | "B" => Some((value, Some(Color::Black))),
                "w" | "W" => Some((value, Some(Color::White))),
                "c" | "C" => Some((value, None)),
                _ => None,
            }
            .map(|(value, owner)| Cube { value, owner });
        }
        if let Some(dice) = first(Id::Dice).and_then(dice) {
            self.position.dice = Some(dice);
            self.position.last = None;
        }
        self.position.turn = match first(Id::PlayerToMove) {
            Some("B" | "b") => Some(Color::Black),
            Some("W" | "w") => Some(Color::White),
            _ => self.position.turn,
        };
    }

    fn play(&mut self, mv: &str, color: Color) {
        self.position.turn = Some(color);
        self.position.dice = dice(mv.get(..2).unwrap_or(""));
        let word = mv.to_ascii_lowercase();
        self.position.last = Some(match word.as_str() {
            "double" => {
                // A beaver doubles at once, and keeps the cube.
                if let (Some(_), Some(cube)) = (self.doubled, &mut self.position.cube) {
                    cube.value = cube.value.saturating_mul(2);
                }
                self.doubled = Some(color);
                format!("{color} doubles")
            }
            "take" => {
                if let Some(cube) = &mut self.position.cube {
                    cube.value = cube.value.saturating_mul(2);
                    cube.owner = self.doubled.map(Color::opponent).or(Some(color));
                }
                self.doubled = None;
                format!("{color} takes the cube")
            }
            "drop" => format!("{color} drops"),
            _ => {
                let steps = mv.as_bytes().get(2..).unwrap_or(&[]);
                let mut words = Vec::new();
                for step in steps.chunks_exact(2) {
                    if let [from, to] = *step {
                        self.step(from, to, color);
                        words.push(step_words(from, to, color));
                    }
                }
                let how = match (self.position.dice, words.is_empty()) {
                    (Some(_), true) => "cannot move".to_owned(),
                    (Some(_), false) => words.join(" "),
                    (None, _) => format!("plays {mv}"),
                };
                format!("{color} {how}")
            }
        });
    }

    fn step(&mut self, from: u8, to: u8, color: Color) {
        self.put(from, color, -1);
        if let Some(Spot::Point(index)) = spot(to)
            && let Some(point) = self.position.points.get_mut(index)
        {
            let enemy = color.opponent();
            if let Some(hit) = point.get_mut(side(enemy)).map(std::mem::take)
                && let Some(bar) = self.position.bar.get_mut(side(enemy))
            {
                *bar = bar.saturating_add(hit);
            }
        }
        self.put(to, color, 1);
    }

    /// Adds checkers to a spot, or takes them away. Those that are borne off are not counted here.
    fn put(&mut self, letter: u8, color: Color, count: i32) {
        let here = match spot(letter) {
            Some(Spot::Point(index)) => self.position.points.get_mut(index),
            Some(Spot::Bar) => Some(&mut self.position.bar),
            Some(Spot::Off) | None => None,
        };
        if let Some(here) = here.and_then(|here| here.get_mut(side(color))) {
            *here = here.saturating_add_signed(count);
        }
    }

    fn clear(&mut self, value: &str) {
        for letter in range(value) {
            match spot(letter) {
                Some(Spot::Point(index)) => {
                    if let Some(point) = self.position.points.get_mut(index) {
                        *point = [0, 0];
                    }
                }
                Some(Spot::Bar) => self.position.bar = [0, 0],
                Some(Spot::Off) | None => {}
            }
        }
    }

    /// Counts the checkers that are no longer on the board.
    fn finish(mut self) -> Backgammon {
        for side in 0..2 {
            let at = |pair: &[u32; 2]| pair.get(side).copied().unwrap_or(0);
            let on: u32 = self.position.points.iter().map(at).sum();
            let on = on.saturating_add(at(&self.position.bar));
            if let Some(off) = self.position.off.get_mut(side) {
                *off = self.checkers.saturating_sub(on);
            }
        }
        self.position
    }
}

/// Returns the letters of a value: one, or a range `a:y`.
fn range(value: &str) -> impl Iterator<Item = u8> + use<> {
    let ends: Vec<_> = value.bytes().filter(u8::is_ascii_lowercase).collect();
    let (from, to) = match *ends.as_slice() {
        [one] => (one, one),
        [from, to] => (from.min(to), from.max(to)),
        _ => (1, 0),
    };
    from..=to
}

fn dice(text: &str) -> Option<(u8, u8)> {
    let mut digits = text.bytes().map(|byte| byte.wrapping_sub(b'0'));
    let dice = (digits.next()?, digits.next()?);
    let is_die = |die| (1..=6).contains(&die);
    (is_die(dice.0) && is_die(dice.1)).then_some(dice)
}

/// Returns one part of a move as players write it: `8/5`, `bar/18`, `6/off`.
fn step_words(from: u8, to: u8, color: Color) -> String {
    let name = |letter| match spot(letter) {
        Some(Spot::Point(index)) if color == Color::White => (index + 1).to_string(),
        Some(Spot::Point(index)) => (POINTS - index).to_string(),
        Some(Spot::Bar) => "bar".to_owned(),
        Some(Spot::Off) => "off".to_owned(),
        None => "?".to_owned(),
    };
    format!("{}/{}", name(from), name(to))
}

/// Returns the score of the match (SGF `FF[4]`, `GM[6]`, property MI).
fn score(game: &Game<'_>) -> Option<String> {
    let mut values = raw(game, NodeId::ROOT, Id::MatchInfo).filter_map(|pair| {
        let (name, value) = pair.split_once(':')?;
        let value: u32 = value.trim().parse().ok()?;
        Some((name.trim().to_ascii_lowercase(), value))
    });
    let pairs: Vec<_> = values.by_ref().collect();
    let get = |name: &str| pairs.iter().find(|pair| pair.0 == name).map(|pair| pair.1);
    let score = format!(
        "Black {}, White {}",
        get("bs").unwrap_or(0),
        get("ws").unwrap_or(0)
    );
    match get("length")? {
        0 => Some(score),
        length => Some(format!("Match to {length}: {score}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::path;

    fn at(text: &str, nodes: usize) -> Backgammon {
        let record = crate::read(text.as_bytes()).unwrap();
        let game = &record.games[0];
        let node = game.preorder().nth(nodes).unwrap();
        assert_eq!(path::path(game, node), "0", "other games have no moves");
        match position(game, node).picture {
            Picture::Backgammon(position) => *position,
            Picture::Go(_) => unreachable!(),
        }
    }

    #[test]
    fn moves_hit_enter_and_bear_off() {
        let start = at("(;FF[4]GM[6])", 0);
        assert_eq!((start.points[0], start.points[23]), ([2, 0], [0, 2]));
        assert_eq!((start.points[18], start.points[5]), ([5, 0], [0, 5]));
        assert_eq!((start.bar, start.off), ([0, 0], [0, 0]));
        let text = "(;FF[4]GM[6];W[21xvfe];B[31adde];W[52y])";
        let hit = at(text, 2);
        assert_eq!(hit.bar, [0, 1]);
        assert_eq!(hit.points[4], [1, 0]);
        assert_eq!(hit.last.as_deref(), Some("Black 24/21 21/20"));
        let off = at("(;FF[4]GM[6]AE[a:y]AB[x][x]AW[a][a];W[61azaz])", 1);
        assert_eq!((off.off, off.points[0]), ([13, 15], [0, 0]));
    }

    #[test]
    fn the_cube_goes_to_who_takes_it() {
        let text = "(;FF[4]GM[6];W[double];B[double];W[take];W[66])";
        let cube = |value, owner| Some(Cube { value, owner });
        assert_eq!(at(text, 1).cube, cube(1, None));
        assert_eq!(at(text, 3).cube, cube(4, Some(Color::White)));
        assert_eq!(at(text, 4).dice, Some((6, 6)));
        assert_eq!(at(text, 4).last.as_deref(), Some("White cannot move"));
        let text = "(;FF[4]GM[6];CV[8];CP[b];PL[B]DI[52];CO[n])";
        assert_eq!(at(text, 3).cube, cube(8, Some(Color::Black)));
        assert_eq!(at(text, 4).cube, None);
    }

    #[test]
    fn variants_start_with_fewer_checkers() {
        let position = at(
            "(;FF[4]GM[6]RU[Crawford:Hypergammon3]MI[length:3][ws:1])",
            0,
        );
        assert_eq!(position.points[23], [0, 1]);
        assert_eq!(position.off, [0, 0]);
        let score = position.score.as_deref();
        assert_eq!(score, Some("Match to 3: Black 0, White 1"));
    }
}
