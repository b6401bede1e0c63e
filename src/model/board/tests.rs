use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::{Board, Stone};
use crate::model::Color::{self, Black, White};
use crate::model::{Area, BoardSize, Point, PointSet};

/// Sets a position up from a picture: `X` black, `O` white, anything else empty.
fn board(picture: &str) -> Board {
    let rows: Vec<&str> = picture.split_whitespace().collect();
    let mut board = Board::new(BoardSize {
        columns: u8::try_from(rows[0].len()).unwrap(),
        rows: u8::try_from(rows.len()).unwrap(),
    });
    for (row, cells) in (0..).zip(rows) {
        for (column, cell) in (0..).zip(cells.chars()) {
            let color = match cell {
                'X' => Some(Black),
                'O' => Some(White),
                _ => None,
            };
            board.set(
                Point::new(column, row),
                color.map(|color| Stone { color, step: 0 }),
            );
        }
    }
    board
}

fn picture(board: &Board) -> String {
    let size = board.size();
    let row = |row| {
        (0..size.columns)
            .map(
                |column| match board.stone(Point::new(column, row)).map(|s| s.color) {
                    Some(Black) => 'X',
                    Some(White) => 'O',
                    None => '.',
                },
            )
            .collect::<String>()
    };
    (0..size.rows).map(row).collect::<Vec<_>>().join(" ")
}

fn play(board: &mut Board, color: Color, column: u8, row: u8) -> usize {
    let mut removed = Vec::new();
    board.play(
        Point::new(column, row),
        Stone { color, step: 1 },
        &mut removed,
    );
    removed.len()
}

/// Name, position, colour, column, row, position after it, stones removed.
type Case = (
    &'static str,
    &'static str,
    Color,
    u8,
    u8,
    &'static str,
    usize,
);

fn check(cases: &[Case]) {
    for &(name, before, color, column, row, after, removed) in cases {
        let mut board = board(before);
        assert_eq!(play(&mut board, color, column, row), removed, "{name}");
        assert_eq!(picture(&board), after, "{name}");
    }
}

#[test]
fn a_move_removes_what_it_leaves_without_liberties() {
    check(&[
        ("one", ".X. XO. .X.", Black, 2, 1, ".X. X.X .X.", 1),
        ("corner", "OX. ... ...", Black, 0, 1, ".X. X.. ...", 1),
        ("edge", "XO. .X. ...", Black, 2, 0, "X.X .X. ...", 1),
        ("many", "OOX OXX .X.", Black, 0, 2, "..X .XX XX.", 3),
        (
            "four groups",
            "..X.. .XOX. XO.OX .XOX. ..X..",
            Black,
            2,
            2,
            "..X.. .X.X. X.X.X .X.X. ..X..",
            4,
        ),
        ("at the edge", "XO.OX .XXX.", Black, 2, 0, "X.X.X .XXX.", 2),
        (
            "one group at two sides",
            "XXX XOX O.O OOO",
            Black,
            1,
            2,
            "XXX X.X .X. ...",
            6,
        ),
        ("liberty left", ".X. XO. .O.", Black, 2, 1, ".X. XOX .O.", 0),
        (
            "capture, not suicide",
            ".XO XXO OOO",
            White,
            0,
            0,
            "O.O ..O OOO",
            3,
        ),
        (
            "dead setup elsewhere stays",
            "XO. O.. ...",
            White,
            2,
            2,
            "XO. O.. ..O",
            0,
        ),
    ]);
}

#[test]
fn suicide_and_play_on_a_stone_are_carried_out() {
    check(&[
        (
            "suicide of one",
            ".X. X.X .X.",
            White,
            1,
            1,
            ".X. X.X .X.",
            1,
        ),
        (
            "suicide of many",
            "O.X OX. X..",
            White,
            1,
            0,
            "..X .X. X..",
            3,
        ),
        (
            "on the opponent's stone",
            "... .O. ...",
            Black,
            1,
            1,
            "... .X. ...",
            0,
        ),
        (
            "on the own stone",
            "... .X. ...",
            Black,
            1,
            1,
            "... .X. ...",
            0,
        ),
        (
            "on a stone, with a capture",
            "OOX XX. ...",
            Black,
            0,
            0,
            "X.X XX. ...",
            1,
        ),
        (
            "suicide on a stone",
            "OX. X.. ...",
            White,
            0,
            0,
            ".X. X.. ...",
            1,
        ),
    ]);
}

#[test]
fn a_ko_is_taken_and_taken_back() {
    let mut board = board(".XO. XO.O .XO.");
    assert_eq!(play(&mut board, Black, 2, 1), 1);
    assert_eq!(picture(&board), ".XO. X.XO .XO.");
    assert_eq!(play(&mut board, White, 1, 1), 1);
    assert_eq!(picture(&board), ".XO. XO.O .XO.");
}

#[test]
fn a_snapback_takes_more_than_was_taken() {
    let mut board = board("XO..X. XOOOX. .XXX..");
    assert_eq!(play(&mut board, Black, 2, 0), 0);
    assert_eq!(play(&mut board, White, 3, 0), 1);
    assert_eq!(play(&mut board, Black, 2, 0), 5);
    assert_eq!(picture(&board), "X.X.X. X...X. .XXX..");
}

#[test]
fn setup_removes_nothing_and_ignores_points_off_the_board() {
    let mut board = board("X. ..");
    let white = Some(Stone {
        color: White,
        step: 0,
    });
    board.set(Point::new(1, 0), white);
    board.set(Point::new(0, 1), white);
    board.set(Point::new(2, 0), white);
    board.set(Point::new(0, 2), white);
    assert_eq!(picture(&board), "XO O.");
    assert_eq!(play(&mut board, White, 2, 2), 0, "off the board");
    assert_eq!(picture(&board), "XO O.");
    assert_eq!(board.stone(Point::new(2, 0)), None);
}

#[test]
fn the_smallest_and_the_largest_board() {
    let mut smallest = Board::new(BoardSize::square(1));
    assert_eq!(play(&mut smallest, Black, 0, 0), 1, "a suicide at once");
    assert_eq!(picture(&smallest), ".");

    let mut largest = Board::new(BoardSize::square(52));
    for point in BoardSize::square(52).area().points().skip(1) {
        largest.set(
            point,
            Some(Stone {
                color: White,
                step: 0,
            }),
        );
    }
    assert_eq!(play(&mut largest, Black, 0, 0), 52 * 52 - 1);
    let stones: Vec<_> = largest.stones().map(|(point, _)| point).collect();
    assert_eq!(stones, [Point::new(0, 0)]);
}

#[test]
fn stones_come_in_reading_order_with_their_moves() {
    let mut board = board(".O. X..");
    let mut removed = Vec::new();
    let stone = Stone {
        color: Black,
        step: 7,
    };
    board.play(Point::new(2, 1), stone, &mut removed);
    let found: Vec<_> = board
        .stones()
        .map(|(p, s)| (p.column, p.row, s.color, s.step))
        .collect();
    assert_eq!(
        found,
        [(1, 0, White, 0), (0, 1, Black, 0), (2, 1, Black, 7)]
    );
    assert_eq!(board.played(), 1);
}

#[test]
fn a_stone_has_the_number_of_its_move_up_to_the_largest() {
    let mut board = board("OX");
    let at = Point::new(1, 0);
    for (step, kept, played) in [
        (0, 0, 0),
        (1, 1, 1),
        (u32::MAX >> 2, u32::MAX >> 2, 1),
        (u32::MAX, u32::MAX >> 2, 1),
    ] {
        for color in [Black, White] {
            board.set(at, Some(Stone { color, step }));
            assert_eq!(board.stone(at), Some(Stone { color, step: kept }));
            assert_eq!(board.played(), played, "{step}");
        }
    }
}

#[test]
fn the_first_point_of_an_area_is_in_reading_order_and_on_the_board() {
    let board = board("OX.. .XX. OOOO");
    let area = |a: (u8, u8), b: (u8, u8)| Area::new(Point::new(a.0, a.1), Point::new(b.0, b.1));
    for (area, color, found) in [
        (area((0, 0), (3, 2)), Some(Black), Some((1, 0))),
        (area((0, 0), (3, 2)), Some(White), Some((0, 0))),
        (area((0, 0), (3, 2)), None, Some((2, 0))),
        (area((1, 1), (2, 2)), Some(White), Some((1, 2))),
        (area((1, 1), (2, 1)), None, None),
        (area((3, 1), (200, 200)), Some(White), Some((3, 2))),
        (area((4, 0), (9, 9)), None, None),
        (area((0, 3), (9, 9)), None, None),
    ] {
        let found = found.map(|(column, row)| Point::new(column, row));
        assert_eq!(board.first(area, color), found, "{area:?} {color:?}");
    }
}

/// The same rules once more, written as plainly as possible: sets of points, nothing shared.
#[derive(Debug, Clone, PartialEq)]
struct Naive {
    columns: u8,
    rows: u8,
    stones: BTreeMap<Point, Stone>,
}

impl Naive {
    fn around(&self, point: Point) -> Vec<Point> {
        let near = |a: u8, b: u8| a.abs_diff(b);
        (0..self.rows)
            .flat_map(|row| (0..self.columns).map(move |column| Point::new(column, row)))
            .filter(|other| near(other.row, point.row) + near(other.column, point.column) == 1)
            .collect()
    }

    fn chain(&self, start: Point) -> BTreeSet<Point> {
        let color = self.stones[&start].color;
        let mut chain = BTreeSet::from([start]);
        loop {
            let grown: BTreeSet<Point> = chain
                .iter()
                .flat_map(|&point| self.around(point))
                .filter(|point| self.stones.get(point).is_some_and(|s| s.color == color))
                .chain(chain.iter().copied())
                .collect();
            if grown == chain {
                return chain;
            }
            chain = grown;
        }
    }

    fn is_dead(&self, start: Point) -> bool {
        self.chain(start)
            .into_iter()
            .flat_map(|point| self.around(point))
            .all(|point| self.stones.contains_key(&point))
    }

    fn play(&mut self, point: Point, stone: Stone) -> BTreeSet<Point> {
        self.stones.insert(point, stone);
        let mut dead: BTreeSet<Point> = self
            .around(point)
            .into_iter()
            .filter(|p| self.stones.get(p).is_some_and(|s| s.color != stone.color))
            .filter(|&p| self.is_dead(p))
            .flat_map(|p| self.chain(p))
            .collect();
        if dead.is_empty() && self.is_dead(point) {
            dead = self.chain(point);
        }
        self.stones.retain(|point, _| !dead.contains(point));
        dead
    }
}

/// One thing that is done to a board.
#[derive(Debug, Clone, Copy)]
enum Deed {
    Play(Point, Color),
    Set(Point, Option<Color>),
    Mark,
    Undo,
}

fn deeds() -> impl Strategy<Value = (BoardSize, Vec<Deed>)> {
    (1u8..6, 1u8..6).prop_flat_map(|(columns, rows)| {
        let point = (0..columns, 0..rows).prop_map(|(column, row)| Point::new(column, row));
        let color = prop::sample::select(vec![Black, White]);
        let deed = prop_oneof![
            12 => (point.clone(), color.clone()).prop_map(|(p, c)| Deed::Play(p, c)),
            2 => (point, prop::option::of(color)).prop_map(|(p, c)| Deed::Set(p, c)),
            2 => Just(Deed::Mark),
            1 => Just(Deed::Undo),
        ];
        let size = BoardSize { columns, rows };
        prop::collection::vec(deed, 0..120).prop_map(move |deeds| (size, deeds))
    })
}

proptest! {
    /// Random play, setup and undoing agree with the plain implementation, move by move.
    #[test]
    fn random_play_agrees_with_plain_rules((size, deeds) in deeds()) {
        let mut board = Board::new(size);
        let mut naive = Naive { columns: size.columns, rows: size.rows, stones: BTreeMap::new() };
        let mut marks = vec![(board.mark(), naive.clone())];
        for (step, deed) in (1..).zip(deeds) {
            match deed {
                Deed::Play(point, color) => {
                    let mut removed = Vec::new();
                    board.play(point, Stone { color, step }, &mut removed);
                    let count = removed.len();
                    let removed: BTreeSet<_> = removed.into_iter().collect();
                    prop_assert_eq!(removed.len(), count, "no stone is removed twice");
                    prop_assert_eq!(removed, naive.play(point, Stone { color, step }));
                }
                Deed::Set(point, color) => {
                    let stone = color.map(|color| Stone { color, step: 0 });
                    board.set(point, stone);
                    match stone {
                        Some(stone) => naive.stones.insert(point, stone),
                        None => naive.stones.remove(&point),
                    };
                }
                Deed::Mark => marks.push((board.mark(), naive.clone())),
                Deed::Undo => {
                    let (mark, before) = if marks.len() > 1 { marks.pop().unwrap() } else { marks[0].clone() };
                    board.undo_to(mark);
                    naive = before;
                }
            }
            prop_assert_eq!(&board.stones().collect::<BTreeMap<_, _>>(), &naive.stones);
            for color in [Black, White] {
                let stones = naive.stones.iter().filter(|(_, stone)| stone.color == color);
                prop_assert!(board.stones_of(color).points().eq(stones.map(|(point, _)| *point)));
            }
            let mut dead = naive.stones.iter().filter(|(point, _)| naive.is_dead(**point));
            let dead = dead.next().map(|(point, stone)| (*point, stone.color));
            prop_assert_eq!(board.without_liberty(), dead);
        }
        for (mark, before) in marks.into_iter().rev() {
            board.undo_to(mark);
            prop_assert_eq!(&board.stones().collect::<BTreeMap<_, _>>(), &before.stones);
        }
    }
}

/// Areas with a stone each, or none.
fn fills() -> impl Strategy<Value = Vec<(Area, Option<Color>)>> {
    let point = || (0_u8..54, 0_u8..54).prop_map(|(column, row)| Point::new(column, row));
    let area = (point(), point()).prop_map(|(a, b)| Area::new(a, b));
    let color = prop_oneof![Just(None), Just(Some(Black)), Just(Some(White))];
    prop::collection::vec((area, color), 0..12)
}

proptest! {
    #[test]
    fn to_fill_a_set_is_to_set_each_point_and_is_undone(fills in fills(), side in 1_u8..53) {
        let size = BoardSize::square(side);
        let (mut filled, mut set) = (Board::new(size), Board::new(size));
        let mut before = Vec::new();
        for (step, (area, color)) in (0..).zip(fills) {
            before.push((filled.mark(), filled.stones().collect::<Vec<_>>(), filled.sets.clone()));
            let stone = color.map(|color| Stone { color, step });
            filled.fill(&PointSet::from_iter([area]), stone);
            area.points().for_each(|point| set.set(point, stone));
            prop_assert!(filled.stones().eq(set.stones()) && filled.sets == set.sets);
        }
        for (mark, stones, sets) in before.into_iter().rev() {
            filled.undo_to(mark);
            prop_assert_eq!(filled.stones().collect::<Vec<_>>(), stones);
            prop_assert_eq!(&filled.sets, &sets);
        }
    }
}

#[test]
fn a_rectangle_that_was_alike_is_one_change() {
    let mut board = Board::new(BoardSize::square(52));
    let whole = PointSet::from_iter([board.size().area()]);
    let middle = PointSet::from_iter([Area::new(Point::new(10, 10), Point::new(20, 40))]);
    let stone = |color| Some(Stone { color, step: 0 });
    for (points, stone, changes) in [
        (&whole, stone(Black), 1),
        (&whole, stone(Black), 1),
        (&middle, stone(White), 2),
        // Above the middle, in three columns of rows beside it, and below it.
        (&whole, None, 7),
    ] {
        board.fill(points, stone);
        assert_eq!(board.mark(), changes);
    }
}
