//! Positions of Backgammon (SGF `FF[4]`, `GM[6]`), read from the raw properties of a record.

use super::{Drawing, Picture, go};
use ishi::model::backgammon::{self, Action, CheckerMove, Owner, Place, Play, Position, Roll};
use ishi::model::{Color, Game, Id, NodeId, Value};

/// The points from White's 1 point (`a` in SGF) to White's 24 point (`x`).
const POINTS: usize = 24;

/// A position of Backgammon. Black is first in each pair, White second.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backgammon {
    /// How many checkers are on each point, from White's 1 point (Black's 24 point) on.
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
    /// The last action in words.
    pub last: Option<String>,
    /// The match and its score, in words.
    pub score: Option<String>,
}

#[cfg(test)]
impl Backgammon {
    /// Creates a position without checkers.
    pub(super) fn empty() -> Self {
        Self {
            points: [[0, 0]; POINTS],
            bar: [0, 0],
            off: [0, 0],
            dice: None,
            cube: None,
            turn: None,
            last: None,
            score: None,
        }
    }
}

/// A doubling cube.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cube {
    /// The number on it.
    pub value: u32,
    /// The owner. `None` while the cube is in the middle.
    pub owner: Option<Color>,
}

/// Draws the position at the end of a way.
pub fn position(course: &Course<'_, '_>) -> Drawing {
    let (game, node) = (course.game, course.node());
    Drawing {
        picture: Picture::Backgammon(Box::new(course.drawn())),
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

/// The state after a node.
#[derive(Clone, Copy)]
struct DrawnState {
    checkers: Position,
    cube: backgammon::Cube,
    dice: Option<(u8, u8)>,
    turn: Option<Color>,
    /// The node and player of the latest move. `None` after later dice.
    last: Option<(NodeId, Color)>,
}

/// A way through a game, played move by move: nodes are added at its end and taken away again.
pub struct Course<'g, 't> {
    pub game: &'g Game<'t>,
    /// The nodes from the root to the end, each with the state before it.
    line: Vec<(NodeId, DrawnState)>,
    state: DrawnState,
    /// How many checkers each side has.
    each: u32,
    score: Option<String>,
    /// How many nodes were entered in all.
    #[cfg(test)]
    pub steps: usize,
}

impl<'g, 't> Course<'g, 't> {
    /// Starts before the root.
    pub fn new(game: &'g Game<'t>) -> Self {
        let rules = raw(game, NodeId::ROOT, Id::Rules).next().unwrap_or("");
        let rules = backgammon::rules(rules);
        Self {
            game,
            line: Vec::new(),
            state: DrawnState {
                checkers: Position::start(&rules),
                cube: backgammon::Cube::start(&rules),
                dice: None,
                turn: None,
                last: None,
            },
            each: rules.hypergammon.map_or(15, u32::from),
            score: score(game),
            #[cfg(test)]
            steps: 0,
        }
    }

    /// Adds a child of the last node, or the root.
    pub fn enter(&mut self, node: NodeId) {
        #[cfg(test)]
        {
            self.steps += 1;
        }
        self.line.push((node, self.state));
        self.state.enter(self.game, node);
    }

    /// Takes the last node away.
    pub fn leave(&mut self) {
        if let Some((_, before)) = self.line.pop() {
            self.state = before;
        }
    }

    /// Returns the node at the end.
    fn node(&self) -> NodeId {
        self.line.last().map_or(NodeId::ROOT, |(node, _)| *node)
    }

    /// Returns the picture of the state at the end. Counts all checkers, including those on the bar and borne
    /// off.
    fn drawn(&self) -> Backgammon {
        let DrawnState {
            checkers,
            cube,
            dice,
            turn,
            last,
        } = self.state;
        let sides = [Color::Black, Color::White];
        let count = |place| sides.map(|color| u32::from(checkers.count(color, place)));
        let mut points = [[0, 0]; POINTS];
        for (index, point) in (0..).zip(&mut points) {
            *point = count(Place::Point(index));
        }
        let bar = count(Place::Bar);
        let on = |side: fn(&[u32; 2]) -> u32| points.iter().chain([&bar]).map(side).sum();
        let on: [u32; 2] = [on(|[black, _]| *black), on(|[_, white]| *white)];
        let owner = match cube.owner {
            Owner::Player(owner) => Some(Some(owner)),
            Owner::Both => Some(None),
            Owner::Nobody => None,
        };
        let value = cube.value;
        Backgammon {
            points,
            bar,
            off: on.map(|on| self.each.saturating_sub(on)),
            dice,
            cube: owner.map(|owner| Cube { value, owner }),
            turn,
            last: last.and_then(|(node, color)| told(self.game, node, color)),
            score: self.score.clone(),
        }
    }
}

impl DrawnState {
    fn enter(&mut self, game: &Game<'_>, node: NodeId) {
        let places = |id| raw(game, node, id).filter_map(backgammon::places).flatten();
        // The order of the properties in a node has no meaning: points are cleared first.
        places(Id::AddEmpty).for_each(|place| self.checkers.clear(place));
        for (id, color) in [(Id::AddBlack, Color::Black), (Id::AddWhite, Color::White)] {
            places(id).for_each(|place| self.checkers.add(color, place));
        }
        self.set_up(game, node);
        for color in [Color::Black, Color::White] {
            if let Some(mv) = move_of(game, node, color) {
                self.play(mv, color);
                self.last = Some((node, color));
            }
        }
    }

    /// Reads cube, dice and player to move. GNU Backgammon writes the cube's owner as CP.
    fn set_up(&mut self, game: &Game<'_>, node: NodeId) {
        let first = |id| raw(game, node, id).next().map(str::trim);
        if let Some(value) = first(Id::CubeValue).and_then(|text| text.parse().ok()) {
            self.cube.value = value;
            self.cube.offer = None;
            if self.cube.owner == Owner::Nobody {
                self.cube.owner = Owner::Both;
            }
        }
        let owner = first(Id::CubeOwner).or_else(|| first(Id::Copyright));
        if let Some(owner) = owner.and_then(backgammon::owner) {
            self.cube.owner = owner;
        }
        if let Some(Roll(first, second)) = first(Id::Dice).and_then(backgammon::dice) {
            self.dice = Some((first, second));
            self.last = None;
        }
        self.turn = match first(Id::PlayerToMove) {
            Some("B" | "b") => Some(Color::Black),
            Some("W" | "w") => Some(Color::White),
            _ => self.turn,
        };
    }

    fn play(&mut self, mv: &str, color: Color) {
        self.turn = Some(color);
        self.dice = None;
        match backgammon::play(mv) {
            Some(Play::Cube(action)) => self.cube.act(color, action),
            Some(Play::Checkers(roll, steps)) => {
                self.dice = Some((roll.0, roll.1));
                // An illegal move is shown as recorded.
                let _ = self.checkers.play(color, roll, &steps);
            }
            None => {}
        }
    }
}

/// Returns the move of a player at a node, as it is written.
fn move_of<'g>(game: &'g Game<'_>, node: NodeId, color: Color) -> Option<&'g str> {
    let id = Id::of_moves(color);
    raw(game, node, id).next().map(str::trim)
}

/// Returns the action of a player at a node in words.
fn told(game: &Game<'_>, node: NodeId, color: Color) -> Option<String> {
    let mv = move_of(game, node, color)?;
    let what = match backgammon::play(mv) {
        Some(Play::Cube(Action::Double)) => "doubles".to_owned(),
        Some(Play::Cube(Action::Take)) => "takes the cube".to_owned(),
        Some(Play::Cube(Action::Drop)) => "drops".to_owned(),
        Some(Play::Checkers(_, steps)) => {
            let words: Vec<_> = steps.iter().map(|step| words(*step, color)).collect();
            match words.as_slice() {
                [] => "cannot move".to_owned(),
                words => words.join(" "),
            }
        }
        None => format!("plays {mv}"),
    };
    Some(format!("{color} {what}"))
}

/// Returns one part of a move as players write it: `8/5`, `bar/18`, `6/off`.
fn words(step: CheckerMove, color: Color) -> String {
    let name = |place| match place {
        Place::Point(index) if color == Color::White => (index + 1).to_string(),
        Place::Point(index) => (POINTS - usize::from(index)).to_string(),
        Place::Bar => "bar".to_owned(),
        Place::Tray => "off".to_owned(),
    };
    format!("{}/{}", name(step.from), name(step.to))
}

/// Returns the score of the match (SGF `FF[4]`, `GM[6]`, property MI).
fn score(game: &Game<'_>) -> Option<String> {
    let mut values = raw(game, NodeId::ROOT, Id::MatchInfo).filter_map(|pair| {
        let (name, value) = backgammon::match_info(pair)?;
        let value: u32 = value.parse().ok()?;
        Some((name, value))
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

    fn at(text: &str, nodes: usize) -> Backgammon {
        let record = ishi::read(text.as_bytes()).unwrap();
        let game = &record.games[0];
        let node = game.nodes().nth(nodes).unwrap();
        match Drawing::position(game, node, crate::Signs::Sgf)
            .unwrap()
            .picture
        {
            Picture::Backgammon(position) => *position,
            Picture::Go(_) => panic!("a picture of Go"),
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
    fn a_set_up_cube_ends_an_offer_and_gives_a_game_without_a_cube_one() {
        let cube = |value, owner| Some(Cube { value, owner });
        let offered = "(;FF[4]GM[6];W[double];CV[4];B[double])";
        assert_eq!(at(offered, 3).cube, cube(4, None));
        let without = "(;FF[4]GM[6]RU[NoCube];CV[2];CV[x])";
        assert_eq!(at(without, 0).cube, None);
        assert_eq!(at(without, 1).cube, cube(2, None));
        assert_eq!(at(without, 2).cube, cube(2, None));
        let owned = at("(;FF[4]GM[6];CO[w];CV[8])", 2);
        assert_eq!(owned.cube, cube(8, Some(Color::White)));
    }

    #[test]
    fn new_dice_end_the_last_move_and_a_move_without_dice_ends_the_dice() {
        let text = "(;FF[4]GM[6];W[31hefe];PL[B]DI[52];B[double];W[what])";
        let told = |nodes| {
            let position = at(text, nodes);
            let last = position.last.unwrap_or_default();
            format!("{:?} {:?} {last}", position.turn, position.dice)
        };
        assert_eq!(told(0), "None None ");
        assert_eq!(told(1), "Some(White) Some((3, 1)) White 8/5 6/5");
        assert_eq!(told(2), "Some(Black) Some((5, 2)) ");
        assert_eq!(told(3), "Some(Black) None Black doubles");
        assert_eq!(told(4), "Some(White) None White plays what");
    }

    #[test]
    fn the_score_is_told_if_the_record_has_the_length_of_the_match() {
        for (info, score) in [
            (
                "MI[length:5][bs:1][ws:2]",
                Some("Match to 5: Black 1, White 2"),
            ),
            ("MI[length:1]", Some("Match to 1: Black 0, White 0")),
            ("MI[length:0][ws:3]", Some("Black 0, White 3")),
            ("MI[bs:1]", None),
            ("", None),
        ] {
            let text = format!("(;FF[4]GM[6]{info})");
            assert_eq!(at(&text, 0).score.as_deref(), score, "{info}");
        }
    }

    #[test]
    fn the_cube_stays_with_who_beavers() {
        let text = "(;FF[4]GM[6];W[double];B[double];W[take];W[66])";
        let cube = |value, owner| Some(Cube { value, owner });
        assert_eq!(at(text, 1).cube, cube(1, None));
        assert_eq!(at(text, 2).cube, cube(2, Some(Color::Black)));
        assert_eq!(at(text, 3).cube, cube(4, Some(Color::Black)));
        assert_eq!(at(text, 4).dice, Some((6, 6)));
        assert_eq!(at(text, 4).last.as_deref(), Some("White cannot move"));
        let text = "(;FF[4]GM[6];CV[8];CP[b];PL[B]DI[52];CO[n])";
        assert_eq!(at(text, 3).cube, cube(8, Some(Color::Black)));
        assert_eq!(at(text, 4).cube, None);
    }

    #[test]
    fn variants_start_with_other_checkers() {
        let position = at(
            "(;FF[4]GM[6]RU[Crawford:Hypergammon3]MI[length:3][ws:1])",
            0,
        );
        assert_eq!(position.points[23], [0, 1]);
        assert_eq!(position.off, [0, 0]);
        let score = position.score.as_deref();
        assert_eq!(score, Some("Match to 3: Black 0, White 1"));
        let escaped = at("(;FF[4]GM[6]RU[Hypergammon3\\:Crawford])", 0);
        assert_eq!(escaped.points, position.points);
        let position = at("(;FF[4]GM[6]RU[NoCube:Nackgammon])", 0);
        assert_eq!((position.points[22], position.points[5]), ([0, 2], [0, 4]));
        assert_eq!((position.off, position.cube), ([0, 0], None));
    }
}
