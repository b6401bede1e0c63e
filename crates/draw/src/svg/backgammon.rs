//! A board of Backgammon, as players see it from White's side.

use super::{
    CELL, GREY, INK, Letters, PAPER, Panel, Words, circle, filled, letters, line, marks, n, path,
    rectangle, stroke,
};
use crate::{Backgammon, Cube};
use ishi::model::Color;

const POINT: f32 = CELL;
const CHECKER: f32 = 0.46 * CELL;
const BAR: f32 = 1.2 * CELL;
const TRAY: f32 = 1.5 * CELL;
const NUMBERS: f32 = 0.7 * CELL;
const HEIGHT: f32 = 11.6 * CELL;
const LENGTH: f32 = 4.9 * CELL;
/// Where the board starts after the place of the cube.
const LEFT: f32 = 1.4 * CELL;
const WIDTH: f32 = 12.0 * POINT + BAR;

/// The radius of the corners of dice.
const ROUND: f32 = 6.0;

const DARK: &str = "#b9b2a3";
const LIGHT: &str = "#ece7dc";
const WOOD: &str = "#f9f6ef";

/// How many checkers of a point are drawn; a number counts the others.
const MOST: u32 = 5;

/// Draws a position.
pub fn draw(position: &Backgammon, letters: Letters) -> Panel {
    let mut artist = Artist {
        position,
        letters,
        out: String::new(),
    };
    artist.board();
    artist.checkers();
    artist.trays();
    artist.dice();
    artist.cube();
    let last = position.last.clone();
    let turn = position.turn.map(|turn| format!("{turn} to play"));
    let facts: Vec<_> = position
        .score
        .iter()
        .cloned()
        .chain(last.or(turn))
        .collect();
    let notes = match facts.join("; ") {
        note if note.is_empty() => Vec::new(),
        note => vec![note],
    };
    Panel {
        width: LEFT + WIDTH + TRAY,
        height: HEIGHT + 2.0 * NUMBERS,
        still: String::new(),
        elements: artist.out,
        notes,
    }
}

struct Artist<'p> {
    position: &'p Backgammon,
    letters: Letters,
    out: String,
}

/// Returns the middle of a point, counted from White's 1 point at the lower right.
fn middle(point: usize) -> f32 {
    let place = if point < 12 { 11 - point } else { point - 12 };
    let bar = if place < 6 { 0.0 } else { BAR };
    let place = f32::from(u8::try_from(place).unwrap_or(0));
    LEFT + bar + (place + 0.5) * POINT
}

fn is_upper(point: usize) -> bool {
    point >= 12
}

impl Artist<'_> {
    fn board(&mut self) {
        self.rect(LEFT, NUMBERS, WIDTH, HEIGHT, WOOD);
        for point in 0..24 {
            let x = middle(point);
            let (edge, tip) = if is_upper(point) {
                (NUMBERS, NUMBERS + LENGTH)
            } else {
                (NUMBERS + HEIGHT, NUMBERS + HEIGHT - LENGTH)
            };
            let fill = if point % 2 == 0 { DARK } else { LIGHT };
            let data = format!(
                "M{} {edge}L{} {edge}L{} {}Z",
                n(x - POINT / 2.0),
                n(x + POINT / 2.0),
                n(x),
                n(tip),
                edge = n(edge),
            );
            self.mark(&(filled(fill) + &stroke(GREY, 0.6)), path(&data));
            let y = if is_upper(point) {
                NUMBERS / 2.0
            } else {
                1.5 * NUMBERS + HEIGHT
            };
            self.words(&(point + 1).to_string(), x, y, 0.36 * CELL, GREY);
        }
        self.rect(LEFT + 6.0 * POINT, NUMBERS, BAR, HEIGHT, LIGHT);
        let frame = rectangle(LEFT, NUMBERS, WIDTH + TRAY, HEIGHT);
        self.mark(&line(INK, 2.2), frame);
        let right = LEFT + WIDTH;
        for x in [LEFT + 6.0 * POINT, LEFT + 6.0 * POINT + BAR, right] {
            let data = format!("M{} {}V{}", n(x), n(NUMBERS), n(NUMBERS + HEIGHT));
            self.mark(&line(INK, 1.2), path(&data));
        }
    }

    fn checkers(&mut self) {
        let position = self.position;
        for (point, &[black, white]) in position.points.iter().enumerate() {
            let (edge, step) = if is_upper(point) {
                (NUMBERS + CHECKER + 2.0, 2.0 * CHECKER)
            } else {
                (NUMBERS + HEIGHT - CHECKER - 2.0, -2.0 * CHECKER)
            };
            // Points with both colours are not positions of the game, but records can contain them.
            let top = self.stack(middle(point), edge, step, black, Color::Black);
            self.stack(middle(point), top, step, white, Color::White);
        }
        let x = LEFT + 6.0 * POINT + BAR / 2.0;
        let center = NUMBERS + HEIGHT / 2.0;
        let [black, white] = position.bar;
        self.stack(x, center + 1.2 * CELL, 2.0 * CHECKER, white, Color::White);
        self.stack(x, center - 1.2 * CELL, -2.0 * CHECKER, black, Color::Black);
    }

    /// Draws checkers in a row, and returns the place of the next one.
    fn stack(&mut self, x: f32, y: f32, step: f32, count: u32, color: Color) -> f32 {
        let (fill, ink) = match color {
            Color::Black => (INK, PAPER),
            Color::White => (PAPER, INK),
        };
        let ring = line(ink, 0.8) + " stroke-opacity=\"0.45\"";
        let mut at = y;
        for index in 0..count.min(MOST) {
            self.mark(&(filled(fill) + &stroke(INK, 1.4)), circle(x, at, CHECKER));
            self.mark(&ring, circle(x, at, CHECKER * 0.68));
            if index + 1 == MOST && count > MOST {
                self.words(&count.to_string(), x, at, 0.46 * CELL, ink);
            }
            at += step;
        }
        at
    }

    /// Draws the checkers that are borne off as slabs in the tray.
    fn trays(&mut self) {
        let [black, white] = self.position.off;
        let x = LEFT + WIDTH + 0.25 * CELL;
        let (wide, high) = (TRAY - 0.5 * CELL, 0.26 * CELL);
        for (count, color) in [(black, Color::Black), (white, Color::White)] {
            for index in 0..count.min(15) {
                let offset = f32::from(u8::try_from(index).unwrap_or(0)) * (high + 2.0);
                let y = match color {
                    Color::Black => NUMBERS + 4.0 + offset,
                    Color::White => NUMBERS + HEIGHT - 4.0 - high - offset,
                };
                let fill = if color == Color::Black { INK } else { PAPER };
                self.rect(x, y, wide, high, fill);
            }
        }
    }

    fn dice(&mut self) {
        let Some((first, second)) = self.position.dice else {
            return;
        };
        let turn = self.position.turn;
        let (fill, pip) = match turn {
            Some(Color::Black) => (INK, PAPER),
            _ => (PAPER, INK),
        };
        // Each player rolls on the right-hand side: White as seen from below, Black from above.
        let half = if turn == Some(Color::Black) {
            LEFT + 3.0 * POINT
        } else {
            LEFT + 9.0 * POINT + BAR
        };
        let y = NUMBERS + HEIGHT / 2.0;
        for (value, x) in [(first, half - 0.65 * CELL), (second, half + 0.65 * CELL)] {
            self.rounded(x, y, 0.42 * CELL, fill);
            for (dx, dy) in pips(value) {
                let (x, y) = (x + dx * 0.23 * CELL, y + dy * 0.23 * CELL);
                self.mark(&filled(pip), circle(x, y, 0.075 * CELL));
            }
        }
    }

    fn cube(&mut self) {
        let Some(Cube { value, owner }) = self.position.cube else {
            return;
        };
        let y = NUMBERS
            + match owner {
                Some(Color::Black) => 0.6 * CELL,
                Some(Color::White) => HEIGHT - 0.6 * CELL,
                None => HEIGHT / 2.0,
            };
        let x = LEFT / 2.0 - 0.05 * CELL;
        self.rounded(x, y, 0.48 * CELL, PAPER);
        // The cube of a new game shows 64, for want of a face with 1.
        let face = if value == 1 { 64 } else { value }.to_string();
        let size = (0.8 * CELL / letters::width(&face).max(0.01)).min(0.52 * CELL);
        self.words(&face, x, y, size, INK);
    }

    fn mark(&mut self, style: &str, mark: String) {
        marks(&mut self.out, style, &[mark]);
    }

    fn words(&mut self, text: &str, x: f32, y: f32, size: f32, color: &'static str) {
        Words::at(text, x, y, size, color).write(&mut self.out, self.letters);
    }

    fn rect(&mut self, x: f32, y: f32, width: f32, height: f32, fill: &str) {
        self.mark(
            &(filled(fill) + &stroke(INK, 0.8)),
            rectangle(x, y, width, height),
        );
    }

    /// Draws a square with round corners.
    fn rounded(&mut self, x: f32, y: f32, half: f32, fill: &str) {
        let (left, right, top, bottom) = (x - half, x + half, y - half, y + half);
        let corner = |x: f32, y: f32| format!("A{ROUND} {ROUND} 0 0 1 {} {}", n(x), n(y));
        let data = format!(
            "M{} {}H{}{}V{}{}H{}{}V{}{}Z",
            n(left + ROUND),
            n(top),
            n(right - ROUND),
            corner(right, top + ROUND),
            n(bottom - ROUND),
            corner(right - ROUND, bottom),
            n(left + ROUND),
            corner(left, bottom - ROUND),
            n(top + ROUND),
            corner(left + ROUND, top),
        );
        self.mark(&(filled(fill) + &stroke(INK, 1.4)), path(&data));
    }
}

/// Returns where the pips of a die are, from its middle.
fn pips(value: u8) -> impl Iterator<Item = (f32, f32)> {
    let center = [(0.0, 0.0)];
    let diagonal = [(-1.0, -1.0), (1.0, 1.0)];
    let other = [(-1.0, 1.0), (1.0, -1.0)];
    let sides = [(-1.0, 0.0), (1.0, 0.0)];
    let take = |count: usize, wanted: bool| if wanted { count } else { 0 };
    center
        .into_iter()
        .take(take(1, value % 2 == 1))
        .chain(diagonal.into_iter().take(take(2, value > 1)))
        .chain(other.into_iter().take(take(2, value > 3)))
        .chain(sides.into_iter().take(take(2, value == 6)))
}

#[cfg(test)]
mod tests {
    use super::super::{CAPITAL_PART, value};
    use super::*;

    fn artist(position: &Backgammon) -> Artist<'_> {
        Artist {
            position,
            letters: Letters::Text,
            out: String::new(),
        }
    }

    /// Returns circles with their middles, rectangles with their upper edges, and words with their middles and sizes.
    fn drawn(artist: &Artist<'_>) -> Vec<String> {
        let told = |element: &str| {
            let [x, y] = ["x", "y"].map(|name| value(element, name));
            if let Some(text) = element.strip_suffix("</text>") {
                let (_, text) = text.rsplit_once('>')?;
                // The base line is lower than the middle by half a capital letter.
                let size: f32 = value(element, "font-size").parse().ok()?;
                let y = y.parse::<f32>().ok()? - size * CAPITAL_PART / 2.0;
                return Some(format!("{text} at {x} {}, {}", n(y), n(size)));
            }
            if element.starts_with("<rect") {
                return Some(format!("rectangle {y}"));
            }
            let [x, y, radius] = ["cx", "cy", "r"].map(|name| value(element, name));
            (!radius.is_empty()).then(|| format!("{x} {y} circle {radius}"))
        };
        artist.out.lines().filter_map(told).collect()
    }

    #[test]
    fn the_bar_is_between_the_sixth_and_the_seventh_point() {
        for (point, x) in [
            (0, "564"),
            (5, "364"),
            (6, "276"),
            (11, "76"),
            (12, "76"),
            (17, "276"),
            (18, "364"),
            (23, "564"),
        ] {
            assert_eq!(n(middle(point)), x, "{point}");
        }
        assert_eq!([11, 12].map(is_upper), [false, true]);
    }

    #[test]
    fn a_stack_has_five_checkers_at_most_and_the_number_of_more() {
        let position = Backgammon::empty();
        for (count, circles, words) in [
            (0, 0, None),
            (1, 1, None),
            (5, 5, None),
            (6, 5, Some("6 at 7 40, 18.4")),
            (15, 5, Some("15 at 7 40, 18.4")),
        ] {
            let mut artist = artist(&position);
            let end = artist.stack(7.0, 0.0, 10.0, count, Color::Black);
            let found = drawn(&artist);
            let (checkers, others): (Vec<_>, Vec<_>) =
                found.iter().partition(|one| one.ends_with(" circle 18.4"));
            assert_eq!(checkers.len(), circles, "{count}");
            assert_eq!(n(end), (circles * 10).to_string(), "{count}");
            let told = others.into_iter().find(|one| one.contains(" at "));
            assert_eq!(told.map(String::as_str), words, "{count}");
        }
    }

    #[test]
    fn a_tray_has_fifteen_checkers_at_most() {
        let mut position = Backgammon::empty();
        position.off = [1, 16];
        let mut artist = artist(&position);
        artist.trays();
        let found = drawn(&artist);
        let first = found.iter().take(3).collect::<Vec<_>>();
        assert_eq!(
            first,
            ["rectangle 32", "rectangle 477.6", "rectangle 465.2"]
        );
        assert_eq!(found.len(), 1 + 15);
    }

    #[test]
    fn a_cube_is_with_its_owner_and_shows_64_for_1() {
        for (value, owner, words) in [
            (1, None, "64 at 26 260, 20.8"),
            (2, Some(Color::Black), "2 at 26 52, 20.8"),
            (1024, Some(Color::White), "1024 at 26 468, 13.33"),
        ] {
            let mut position = Backgammon::empty();
            position.cube = Some(Cube { value, owner });
            let mut artist = artist(&position);
            artist.cube();
            assert_eq!(drawn(&artist), [words]);
        }
    }

    #[test]
    fn dice_are_on_the_right_of_the_player_who_rolls() {
        for (turn, dice) in [
            (Some(Color::Black), ["150 260 circle 3", "202 260 circle 3"]),
            (Some(Color::White), ["438 260 circle 3", "490 260 circle 3"]),
            (None, ["438 260 circle 3", "490 260 circle 3"]),
        ] {
            let mut position = Backgammon::empty();
            (position.turn, position.dice) = (turn, Some((1, 1)));
            let mut artist = artist(&position);
            artist.dice();
            assert_eq!(drawn(&artist), dice, "{turn:?}");
        }
    }

    #[test]
    fn a_die_has_its_number_of_pips() {
        for value in 1..=6 {
            let mut pips: Vec<_> = pips(value).map(|(x, y)| (n(x), n(y))).collect();
            let has_center = pips.contains(&("0".to_owned(), "0".to_owned()));
            assert_eq!(has_center, value % 2 == 1, "{value}");
            pips.sort();
            pips.dedup();
            assert_eq!(pips.len(), usize::from(value));
        }
    }

    #[test]
    fn the_note_tells_the_score_and_the_last_move_or_else_the_turn() {
        let told = |score: Option<&str>, last: Option<&str>, turn| {
            let mut position = Backgammon::empty();
            position.score = score.map(str::to_owned);
            position.last = last.map(str::to_owned);
            position.turn = turn;
            draw(&position, Letters::Text).notes
        };
        let (score, last) = (Some("Match to 5"), Some("Black doubles"));
        let turn = Some(Color::Black);
        assert!(told(None, None, None).is_empty());
        assert_eq!(told(None, None, turn), ["Black to play"]);
        assert_eq!(told(score, last, turn), ["Match to 5; Black doubles"]);
        assert_eq!(told(score, None, turn), ["Match to 5; Black to play"]);
    }
}
