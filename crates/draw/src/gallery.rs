//! All diagrams or all positions of a game, drawn one after the other.

#[cfg(feature = "backgammon")]
use super::backgammon;
use super::course::Course;
use super::{DrawError, Drawing, Signs, figure, go};
#[cfg(feature = "backgammon")]
use ishi::model::BACKGAMMON;
use ishi::model::{GO, Game, Id, NodeId, Step, Walk};

/// All diagrams, or the positions at all nodes, of a game, each with its node, in the order of the
/// file.
///
/// The walk keeps the position that it has reached: each node is visited about twice, however many
/// drawings there are.
///
/// ```
/// use ishi_draw::{Gallery, Signs, TextOptions};
///
/// let record = ishi::read(b"(;FF[4]SZ[5];B[cc];W[dc])")?;
/// let game = &record.games[0];
/// for (node, drawing) in Gallery::positions(game, Signs::Sgf)? {
///     let text = drawing.text(&TextOptions::default());
///     println!("{}\n{text}", game.address(node));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Gallery<'g, 't> {
    game: &'g Game<'t>,
    way: Route<'g, 't>,
    steps: Walk<'g, 't>,
    signs: Signs,
    what: What,
}

/// The nodes that are drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Diagrams,
    Positions,
}

/// The way from the root to a node of a game that can be drawn.
pub enum Route<'g, 't> {
    Go(Box<Course<'g, 't>>),
    #[cfg(feature = "backgammon")]
    Backgammon(backgammon::Course<'g, 't>),
}

impl<'g, 't> Route<'g, 't> {
    fn new(game: &'g Game<'t>) -> Result<Self, DrawError> {
        match game.kind {
            GO => Ok(Self::Go(Box::new(Course::new(game)))),
            #[cfg(feature = "backgammon")]
            BACKGAMMON => Ok(Self::Backgammon(backgammon::Course::new(game))),
            kind => Err(DrawError::Kind(kind)),
        }
    }

    /// Returns the way to a node.
    pub fn to(game: &'g Game<'t>, node: NodeId) -> Result<Self, DrawError> {
        let mut route = Self::new(game)?;
        for node in game.line_to(node) {
            route.enter(node);
        }
        Ok(route)
    }

    fn enter(&mut self, node: NodeId) {
        match self {
            Self::Go(course) => course.enter(node),
            #[cfg(feature = "backgammon")]
            Self::Backgammon(course) => course.enter(node),
        }
    }

    fn leave(&mut self) {
        match self {
            Self::Go(course) => course.leave(),
            #[cfg(feature = "backgammon")]
            Self::Backgammon(course) => course.leave(),
        }
    }

    /// Draws the position at its end.
    pub fn position(&self, signs: Signs) -> Drawing {
        match self {
            Self::Go(course) => go::position(course, signs),
            #[cfg(feature = "backgammon")]
            Self::Backgammon(course) => backgammon::position(course),
        }
    }

    /// Draws the diagram or figure at its end.
    pub fn diagram(&mut self, signs: Signs) -> Drawing {
        match self {
            Self::Go(course) => figure::diagram(course, signs),
            #[cfg(feature = "backgammon")]
            Self::Backgammon(course) => backgammon::position(course),
        }
    }
}

impl<'g, 't> Gallery<'g, 't> {
    /// Starts before the first of the diagrams and figures that [`diagrams`](super::diagrams)
    /// returns, each drawn as [`Drawing::diagram`] does.
    ///
    /// # Errors
    ///
    /// [`DrawError::Kind`] if the game is neither Go nor Backgammon.
    pub fn diagrams(game: &'g Game<'t>, signs: Signs) -> Result<Self, DrawError> {
        Self::new(game, signs, What::Diagrams)
    }

    /// Starts before the root, to draw the position at each node as [`Drawing::position`] does.
    ///
    /// # Errors
    ///
    /// As of [`Gallery::diagrams`].
    pub fn positions(game: &'g Game<'t>, signs: Signs) -> Result<Self, DrawError> {
        Self::new(game, signs, What::Positions)
    }

    fn new(game: &'g Game<'t>, signs: Signs, what: What) -> Result<Self, DrawError> {
        Ok(Self {
            game,
            way: Route::new(game)?,
            steps: game.walk(),
            signs,
            what,
        })
    }
}

impl Iterator for Gallery<'_, '_> {
    type Item = (NodeId, Drawing);

    fn next(&mut self) -> Option<(NodeId, Drawing)> {
        loop {
            match self.steps.next()? {
                Step::Enter(node) => {
                    self.way.enter(node);
                    match self.what {
                        What::Positions => return Some((node, self.way.position(self.signs))),
                        What::Diagrams if self.game.has(node, Id::Figure) => {
                            return Some((node, self.way.diagram(self.signs)));
                        }
                        What::Diagrams => {}
                    }
                }
                Step::Leave(_) => self.way.leave(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagrams;

    fn game(text: &str) -> Game<'static> {
        ishi::read(text.as_bytes()).unwrap().games.remove(0)
    }

    /// Compares the drawings of both galleries with those made one by one.
    fn check(game: &Game<'_>, count: usize) {
        let nodes = diagrams(game);
        assert_eq!(nodes.len(), count);
        let single = nodes.iter().map(|&node| {
            let drawing = Drawing::diagram(game, node, Signs::Sgf);
            (node, drawing.unwrap())
        });
        let gallery = Gallery::diagrams(game, Signs::Sgf).unwrap();
        assert_eq!(gallery.collect::<Vec<_>>(), single.collect::<Vec<_>>());
        let single = game.nodes().map(|node| {
            let drawing = Drawing::position(game, node, Signs::Sgf);
            (node, drawing.unwrap())
        });
        let gallery = Gallery::positions(game, Signs::Sgf).unwrap();
        assert_eq!(gallery.collect::<Vec<_>>(), single.collect::<Vec<_>>());
    }

    #[test]
    fn the_drawings_are_those_made_one_by_one() {
        let go = game(
            "(;SZ[9]PM[2];B[aa]FG[1:x];W[ba]VW[aa:dd];B[ca](;W[ab]FG[256:y];B[cb];W[aa])(;FG[]DD[aa];\
             W[cb](;B[ab]FG[])(;B[cc]PM[1]FG[:z];W[ee])))",
        );
        check(&go, 5);
        let backgammon = game(
            "(;FF[4]GM[6]RU[Crawford]MI[length:5][bs:1];W[21xvfe]FG[];B[31adde](;W[double]FG[1:x];B[take]\
             ;W[52y])(;AE[a]AB[b][b]CV[4]CO[w]PL[B]DI[21]FG[];B[21];W[what]FG[:y]))",
        );
        check(&backgammon, 4);
    }

    #[test]
    fn a_figure_at_each_move_takes_a_few_steps_a_move() {
        for figure in ["FG[1:x]", "FG[1:x];FG[]"] {
            let moves = format!(";B[aa]{figure};W[bb]{figure}").repeat(500);
            for root in ["SZ[9]", "FF[4]GM[6]"] {
                let game = game(&format!("(;{root}{moves})"));
                let mut gallery = Gallery::diagrams(&game, Signs::Sgf).unwrap();
                assert_eq!(gallery.by_ref().count(), diagrams(&game).len());
                let steps = match gallery.way {
                    Route::Go(course) => course.steps,
                    Route::Backgammon(course) => course.steps,
                };
                assert!(steps <= 2 * game.node_count(), "{steps}");
            }
        }
    }
}
