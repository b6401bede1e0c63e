//! All diagrams of a game, drawn one after the other.

use super::course::Course;
use super::{DrawError, Drawing, Signs, backgammon, figure};
use crate::model::{BACKGAMMON, GO, Game, Id, NodeId, Step, Walk};

/// All diagrams and figures of a game, those that [`diagrams`](super::diagrams) returns, drawn as
/// [`Drawing::diagram`] does.
///
/// Each node is visited about twice, however many diagrams there are.
pub struct Gallery<'g, 't> {
    course: Course<'g, 't>,
    steps: Walk<'g, 't>,
    signs: Signs,
}

impl<'g, 't> Gallery<'g, 't> {
    /// Starts before the first diagram.
    ///
    /// # Errors
    ///
    /// [`DrawError::Kind`] if the game is neither Go nor Backgammon.
    pub fn new(game: &'g Game<'t>, signs: Signs) -> Result<Self, DrawError> {
        match game.kind {
            GO | BACKGAMMON => Ok(Self {
                course: Course::new(game),
                steps: game.walk(),
                signs,
            }),
            kind => Err(DrawError::Kind(kind)),
        }
    }

    fn draw(&mut self, node: NodeId) -> Drawing {
        match self.course.game.kind {
            BACKGAMMON => backgammon::position(self.course.game, node),
            _ => figure::diagram(&mut self.course, self.signs),
        }
    }
}

impl Iterator for Gallery<'_, '_> {
    type Item = Drawing;

    fn next(&mut self) -> Option<Drawing> {
        loop {
            match self.steps.next()? {
                Step::Enter(node) => {
                    self.course.enter(node);
                    if self.course.game.has(node, Id::Figure) {
                        return Some(self.draw(node));
                    }
                }
                Step::Leave(_) => self.course.leave(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::diagrams;

    fn game(text: &str) -> Game<'static> {
        crate::read(text.as_bytes()).unwrap().games.remove(0)
    }

    #[test]
    fn the_drawings_are_those_of_the_diagrams_one_by_one() {
        let game = game(
            "(;SZ[9]PM[2];B[aa]FG[1:x];W[ba]VW[aa:dd];B[ca](;W[ab]FG[256:y];B[cb];W[aa])(;FG[]DD[aa];\
             W[cb](;B[ab]FG[])(;B[cc]PM[1]FG[:z];W[ee])))",
        );
        let gallery = Gallery::new(&game, Signs::Sgf).unwrap();
        let nodes = diagrams(&game);
        let single = nodes
            .iter()
            .map(|&node| Drawing::diagram(&game, node, Signs::Sgf));
        assert_eq!(nodes.len(), 5);
        assert_eq!(
            gallery.map(Ok).collect::<Vec<_>>(),
            single.collect::<Vec<_>>()
        );
    }

    #[test]
    fn a_figure_at_each_move_takes_a_few_steps_a_move() {
        for figure in ["FG[1:x]", "FG[1:x];FG[]"] {
            let moves = format!(";B[aa]{figure};W[bb]{figure}").repeat(500);
            let game = game(&format!("(;SZ[9]{moves})"));
            let mut gallery = Gallery::new(&game, Signs::Sgf).unwrap();
            assert_eq!(gallery.by_ref().count(), diagrams(&game).len());
            let steps = gallery.course.reached.steps;
            assert!(steps <= 2 * game.node_count(), "{steps}");
        }
    }
}
