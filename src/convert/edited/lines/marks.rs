//! Edits of moves and marks.

use super::page::*;
use crate::convert::edited::scene::{Edit, Scene};
use crate::model::{Game, Id, Label, Move, NodeId, Point, Property, Value};

fn change_move(scene: &Scene<'_>, new: impl Fn(NodeId, Move) -> Option<Move>) -> Option<Edit> {
    let mut page = Page::read(scene);
    if page.names_stones() {
        return None;
    }
    let (node, line) = scene.pick(page.moves(scene))?;
    let id = scene.node(node);
    let mv = new(id, scene.game.mv(id)?)?;
    let mut parts: Vec<String> = page.lines[line].split(' ').map(ToOwned::to_owned).collect();
    parts[2] = mv
        .point_on(scene.game.size)
        .map_or("PASS".to_owned(), |point| name(scene, point));
    page.lines[line] = parts.join(" ");
    let mut expected = scene.game.clone();
    expected.set_move(id, Some(mv));
    Some(Edit::tree(page.text(), expected))
}

pub(in crate::convert::edited) fn move_changed(scene: &Scene<'_>) -> Option<Edit> {
    change_move(scene, |id, mv| {
        Some(Move::at(mv.color, scene.empty_point(id)?))
    })
}

pub(in crate::convert::edited) fn move_passed(scene: &Scene<'_>) -> Option<Edit> {
    change_move(scene, |_, mv| Some(Move::pass(mv.color)))
}

// Marks.

/// A mark of a MARK line: its node, its line, its place among the words, its sign or label, and its point.
struct Mark {
    node: usize,
    line: usize,
    place: usize,
    sign: String,
    point: Point,
}

/// Returns the signs and labels on locations (`a@C3`) in the moves without other marks. Leaves out points with several
/// marks.
fn marks(scene: &Scene<'_>, page: &Page) -> Vec<Mark> {
    let mut found = Vec::new();
    for (node, line) in page.moves(scene) {
        let id = scene.node(node);
        let lines: Vec<_> = page
            .chunk(line)
            .filter(|line| page.word(*line).ends_with("MARK"))
            .collect();
        let words: Vec<_> = lines
            .iter()
            .flat_map(|line| {
                let words = page.lines[*line].split(' ').skip(1).enumerate();
                words.map(|(place, word)| (*line, place + 1, word))
            })
            .collect();
        if !words.iter().all(|(_, _, word)| word.contains('@')) {
            continue;
        }
        for (line, place, word) in words {
            let Some((sign, at)) = word.split_once('@') else {
                continue;
            };
            let Ok(point) = Point::from_name(at, scene.game.size) else {
                continue;
            };
            if at.starts_with('#') || signs(scene.game, id, point) != 1 {
                continue;
            }
            found.push(Mark {
                node,
                line,
                place,
                sign: sign.to_owned(),
                point,
            });
        }
    }
    found
}

fn signs(game: &Game<'_>, id: NodeId, point: Point) -> usize {
    let ids = [Id::Triangle, Id::Square, Id::Circle, Id::Cross];
    let signs = ids
        .iter()
        .map(|sign| game.points(id, *sign).filter(|at| *at == point).count());
    signs.sum::<usize>() + game.labels(id).filter(|label| label.point == point).count()
}

/// Removes the mark on a point of a node, and puts a sign or a label on the new point.
fn remark(game: &mut Game<'static>, id: NodeId, old: Point, new: (Point, &str)) {
    for sign in [Id::Triangle, Id::Square, Id::Circle, Id::Cross] {
        let before: Vec<_> = game.points(id, sign).collect();
        let mut after: Vec<_> = before
            .iter()
            .copied()
            .filter(|point| *point != old)
            .collect();
        if SIGNS.contains(&(new.1, sign)) {
            after.push(new.0);
        }
        if after != before {
            game.remove_property(id, sign);
            if !after.is_empty() {
                game.set_property(id, Property::points(sign, after));
            }
        }
    }
    let mut labels = game.labels(id).cloned().collect::<Vec<_>>();
    labels.retain(|label| label.point != old);
    if !new.1.starts_with('\\') {
        labels.push(Label {
            point: new.0,
            text: new.1.to_owned().into(),
        });
    }
    game.remove_property(id, Id::Label);
    if !labels.is_empty() {
        game.set_property(id, Property::new(Id::Label, Value::Labels(labels.into())));
    }
}

const SIGNS: &[(&str, Id)] = &[
    ("\\t", Id::Triangle),
    ("\\s", Id::Square),
    ("\\d", Id::Circle),
    ("\\c", Id::Cross),
];

fn change_mark(scene: &Scene<'_>, new: impl Fn(&Mark) -> Option<(Point, String)>) -> Option<Edit> {
    let mut page = Page::read(scene);
    let found = marks(scene, &page).into_iter().filter_map(|mark| {
        let new = new(&mark)?;
        Some((mark, new))
    });
    let (mark, (point, sign)) = scene.pick(found.collect())?;
    let mut parts: Vec<String> = page.lines[mark.line]
        .split(' ')
        .map(ToOwned::to_owned)
        .collect();
    parts[mark.place] = format!("{sign}@{}", name(scene, point));
    page.lines[mark.line] = parts.join(" ");
    let id = scene.node(mark.node);
    let mut expected = scene.game.clone();
    remark(&mut expected, id, mark.point, (point, &sign));
    Some(Edit::content(page.text(), expected))
}

pub(in crate::convert::edited) fn mark_moved(scene: &Scene<'_>) -> Option<Edit> {
    change_mark(scene, |mark| {
        let id = scene.node(mark.node);
        let free = |point: &Point| signs(scene.game, id, *point) == 0;
        let replay = scene.game.position(id);
        let mut points = scene
            .points()
            .filter(|point| replay.board().stone(*point).is_none());
        let label = scene
            .game
            .labels(id)
            .find(|label| label.point == mark.point);
        let whole = label.is_none_or(|label| *label.text == *mark.sign);
        Some((points.find(free)?, mark.sign.clone())).filter(|_| whole)
    })
}

pub(in crate::convert::edited) fn sign_changed(scene: &Scene<'_>) -> Option<Edit> {
    change_mark(scene, |mark| {
        let other = if mark.sign == "\\s" { "\\t" } else { "\\s" };
        mark.sign
            .starts_with('\\')
            .then(|| (mark.point, other.to_owned()))
    })
}

pub(in crate::convert::edited) fn label_changed(scene: &Scene<'_>) -> Option<Edit> {
    change_mark(scene, |mark| {
        (!mark.sign.starts_with('\\')).then(|| (mark.point, "z".to_owned()))
    })
}

// The tree.
