//! A board of Backgammon made of characters, as players see it from White's side.

use std::fmt::Write;

use super::{TextBlock, TextOptions};
use crate::Backgammon;
use ishi::model::Color;

/// How many checkers of a point are drawn; a number counts the others.
const ROWS: u32 = 5;

/// How many points are on each side of the bar.
const HALF: usize = 6;

/// The columns inside of each half: three for a point, and one blank.
const HALF_COLUMNS: usize = 3 * HALF + 1;

/// Draws a position, and returns the facts that belong to it.
pub fn draw(position: &Backgammon, options: TextOptions) -> (TextBlock, Vec<String>) {
    let upper: Vec<usize> = (12..24).collect();
    let lower: Vec<usize> = (0..12).rev().collect();
    let artist = Artist { position, options };
    let mut lines = vec![numbers(&upper), edge(options)];
    let [black, white] = position.bar;
    lines.extend((0..ROWS).map(|row| artist.row(&upper, row, [black, 0])));
    lines.push(artist.middle());
    let below = (0..ROWS).rev();
    lines.extend(below.map(|row| artist.row(&lower, row, [0, white])));
    lines.extend([edge(options), numbers(&lower)]);
    let width = 2 * HALF_COLUMNS + " ||BAR||".len();
    (TextBlock { width, lines }, facts(position))
}

/// Returns the numbers of the points, one in the three columns of each.
fn numbers(points: &[usize]) -> String {
    let numbers = points.iter().map(|point| format!("{:>3}", point + 1));
    let numbers: Vec<_> = numbers.collect();
    let (left, right) = numbers.split_at(HALF);
    format!("  {}     {}   ", left.concat(), right.concat())
}

fn edge(options: TextOptions) -> String {
    let half = if options.unicode { "─" } else { "-" }.repeat(HALF_COLUMNS);
    let corner = if options.unicode { "┼" } else { "+" };
    let bar = if options.unicode { "───" } else { "---" };
    format!(" {corner}{half}{corner}{bar}{corner}{half}{corner}")
}

struct Artist<'p> {
    position: &'p Backgammon,
    options: TextOptions,
}

impl Artist<'_> {
    /// Draws one row of checkers, counted from the edge. White's bar is below, Black's above.
    fn row(&self, points: &[usize], row: u32, bar: [u32; 2]) -> String {
        let wall = self.wall();
        let mut line = format!(" {wall}");
        for (place, &point) in points.iter().enumerate() {
            if place == HALF {
                let _ = write!(line, " {wall}{}{wall}", self.checker(bar, row));
            }
            let both = self.position.points.get(point).copied();
            line.push_str(&self.checker(both.unwrap_or_default(), row));
        }
        let _ = write!(line, " {wall}");
        line
    }

    /// Draws one checker of a point in three columns: the last row of a high stack tells how many there are.
    fn checker(&self, [black, white]: [u32; 2], row: u32) -> String {
        let count = if black > 0 { black } else { white };
        if count > ROWS && row + 1 == ROWS {
            return format!("{count:>3}").chars().take(3).collect();
        }
        let glyph = match (row < count, black > 0, self.options.unicode) {
            (false, _, true) => '·',
            (false, _, false) => '.',
            (true, true, true) => '●',
            (true, true, false) => 'X',
            (true, false, true) => '○',
            (true, false, false) => 'O',
        };
        let is_empty_bar = count == 0 && row > 0;
        let glyph = if is_empty_bar { ' ' } else { glyph };
        format!("{glyph:>2} ")
    }

    fn middle(&self) -> String {
        let wall = self.wall();
        let blank = " ".repeat(HALF_COLUMNS);
        format!(" {wall}{blank}{wall}BAR{wall}{blank}{wall}")
    }

    fn wall(&self) -> char {
        if self.options.unicode { '│' } else { '|' }
    }
}

fn facts(position: &Backgammon) -> Vec<String> {
    let mut facts = Vec::new();
    facts.extend(position.score.clone());
    if let (Some((a, b)), Some(turn)) = (position.dice, position.turn) {
        facts.push(format!("{turn} rolls {a} and {b}"));
    } else if let Some(turn) = position.turn.filter(|_| position.last.is_none()) {
        facts.push(format!("{turn} to play"));
    }
    facts.extend(position.last.clone());
    facts.extend(position.cube.map(|cube| match cube.owner {
        Some(owner) => format!("Cube: {} ({owner})", cube.value),
        None => format!("Cube: {} (in the middle)", cube.value),
    }));
    for (color, off) in [Color::Black, Color::White].into_iter().zip(position.off) {
        if off > 0 {
            facts.push(format!("{color} has borne off {off}"));
        }
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cube;

    #[test]
    fn the_last_row_of_more_than_five_checkers_has_their_number() {
        let position = Backgammon::empty();
        let options = TextOptions::default();
        let artist = Artist {
            position: &position,
            options,
        };
        let column = |both| {
            let rows = (0..ROWS).map(|row| artist.checker(both, row));
            rows.collect::<Vec<_>>().join("|")
        };
        assert_eq!(column([0, 0]), " . |   |   |   |   ");
        assert_eq!(column([1, 0]), " X | . | . | . | . ");
        assert_eq!(column([0, 4]), " O | O | O | O | . ");
        assert_eq!(column([0, 5]), " O | O | O | O | O ");
        assert_eq!(column([6, 0]), " X | X | X | X |  6");
        assert_eq!(column([0, 15]), " O | O | O | O | 15");
    }

    #[test]
    fn facts_name_the_score_the_turn_the_cube_and_the_checkers_off() {
        let told = |change: fn(&mut Backgammon)| {
            let mut position = Backgammon::empty();
            change(&mut position);
            facts(&position).join("; ")
        };
        assert_eq!(told(|_| {}), "");
        assert_eq!(told(|it| it.turn = Some(Color::White)), "White to play");
        let rolled = told(|it| (it.turn, it.dice) = (Some(Color::Black), Some((3, 1))));
        assert_eq!(rolled, "Black rolls 3 and 1");
        let played = told(|it| {
            (it.turn, it.last) = (Some(Color::Black), Some("Black doubles".to_owned()));
        });
        assert_eq!(played, "Black doubles");
        let all = told(|it| {
            it.score = Some("Match to 5".to_owned());
            it.cube = Some(Cube {
                value: 2,
                owner: Some(Color::White),
            });
            it.off = [1, 2];
        });
        let expected = "Match to 5; Cube: 2 (White); Black has borne off 1; White has borne off 2";
        assert_eq!(all, expected);
        let middle = told(|it| {
            let (value, owner) = (1, None);
            it.cube = Some(Cube { value, owner });
            it.off = [0, 1];
        });
        assert_eq!(middle, "Cube: 1 (in the middle); White has borne off 1");
    }
}
