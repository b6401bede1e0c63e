//! Tests of merged contents.

use super::*;
use crate::model::BoardSize;

fn game(text: &str) -> Game<'static> {
    let mut record = crate::read(text.as_bytes()).unwrap();
    record.games.remove(0).into_owned()
}

#[test]
fn lists_of_more_points_than_the_largest_board_are_not_merged_point_by_point() {
    let all = BoardSize::square(52).area();
    let one = Area::from(Point::new(0, 0));
    let list = |areas: &[Area]| Property::new(Id::Triangle, Value::Points(areas.into()));
    let count = |lists: &[Property<'_>]| areas(lists).map(|points| points.len());
    assert_eq!(count(&[]), Some(0));
    assert_eq!(count(&[list(&[all])]), Some(2704));
    assert_eq!(count(&[list(&[all, one])]), None);
    assert_eq!(count(&[list(&[one]), list(&[all])]), None);
    let rest = Area::new(Point::new(1, 0), Point::new(51, 51));
    let column = Area::new(Point::new(0, 0), Point::new(0, 51));
    assert_eq!(count(&[list(&[column]), list(&[rest])]), Some(2704));
    assert_eq!(count(&[Property::text(Id::Triangle, "x")]), None);
}

#[test]
fn stones_of_earlier_nodes_that_an_edit_takes_are_made_empty_in_the_order_of_the_board() {
    let root = "(;FF[4]GM[1]SZ[9]";
    let ours = game(&format!("{root}AE[ii])"));
    let base = game(&format!("{root}AB[ee][dd][cc][bb][aa][hh]AW[ff][gg])"));
    let theirs = game(&format!("{root}AB[hh])"));
    let merged = merge(ours, &[base], &[theirs]);
    let found: Vec<_> = merged.areas(NodeId::ROOT, Id::AddEmpty).collect();
    let points = [8, 0, 1, 2, 3, 4, 5, 6].map(|at| Area::from(Point::new(at, at)));
    assert_eq!(found, points);
}

#[test]
fn a_mark_that_an_edit_takes_is_gone_whatever_mark_the_game_has() {
    let root = "(;FF[4]GM[1]SZ[9]";
    for (ours, base, theirs, expected) in [
        ("CR[aa][bb]", "TR[aa][bb]", "TR[bb]", "CR[bb]"),
        ("CR[aa]SL[aa]", "TR[aa]", "", "SL[aa]"),
        (
            "CR[aa:ab]MA[cc]",
            "TR[aa:ab]MA[cc]",
            "TR[ab]MA[cc]",
            "CR[ab]MA[cc]",
        ),
        ("CR[bb]", "TR[aa]", "", "CR[bb]"),
    ] {
        let [ours, base, theirs] = [ours, base, theirs].map(|text| game(&format!("{root}{text})")));
        let merged = merge(ours, &[base], &[theirs]);
        let properties = merged.properties(NodeId::ROOT).iter();
        let marks = properties.filter(|one| matches!(one.value, Value::Points(_)));
        let marks: String = marks.map(crate::bracket::property::property_text).collect();
        assert_eq!(marks, expected);
    }
}
