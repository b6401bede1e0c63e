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

#[test]
fn an_edit_is_made_in_the_properties_where_they_are() {
    let root = "(;FF[4]GM[1]SZ[9]";
    for (ours, base, theirs, expected) in [
        (
            "C[hé]AR[aa:bb]",
            "C[he]",
            "C[he]TR[cc]",
            "C[hé]AR[aa:bb]TR[cc]",
        ),
        ("C[hé]AR[aa:bb]", "C[he]", "C[ho]", "C[ho]AR[aa:bb]"),
        ("C[hé]AR[aa:bb]", "C[he]", "", "AR[aa:bb]"),
        (
            "C[x]TR[aa]N[y]",
            "C[x]TR[aa]N[y]",
            "N[y]TR[aa][bb]C[x]",
            "C[x]TR[aa][bb]N[y]",
        ),
        ("C[x]TR[aa]N[y]", "C[x]TR[aa]N[y]", "C[x]N[y]", "C[x]N[y]"),
        // Lists are merged item by item.
        (
            "LB[aa:1][bb:2][dd:5]",
            "LB[aa:1][bb:2]",
            "LB[aa:1][bb:3][cc:4]",
            "LB[aa:1][dd:5][bb:3][cc:4]",
        ),
        (
            "LN[aa:bb][cc:dd][ee:ff]",
            "LN[aa:bb][cc:dd]",
            "LN[cc:dd]",
            "LN[cc:dd][ee:ff]",
        ),
    ] {
        let [ours, base, theirs] = [ours, base, theirs].map(|text| game(&format!("{root}{text})")));
        let merged = merge(ours, &[base], &[theirs]);
        let properties = merged.properties(NodeId::ROOT).iter();
        let found: String = properties
            .map(crate::bracket::property::property_text)
            .collect();
        assert_eq!(found, expected);
    }
}

#[test]
fn the_board_of_an_edit_and_the_place_of_a_new_property_are_those_of_its_kind() {
    let [ours, base] = [9, 9].map(|size| game(&format!("(;FF[4]GM[1]SZ[{size}];B[aa])")));
    let group: Vec<_> = ours.nodes().collect();
    for (ident, expected) in [
        ("PB", 0),
        ("CA", 0),
        ("C", 1),
        ("KO", 1),
        ("AB", 1),
        ("ZZ", 1),
    ] {
        let found = place_of(&Ident::from(ident), &group);
        assert_eq!(found, group.get(expected), "{ident}");
    }
    assert_eq!(place_of(&Ident::from("PB"), &[]), None);
    let theirs = game("(;FF[4]GM[1]SZ[13];B[aa])");
    let merged = merge(ours, &[base], &[theirs]);
    assert_eq!(merged.size, BoardSize::square(13));
}

#[test]
fn items_of_a_key_are_replaced_only_if_the_edit_changed_them() {
    let merged = |own: &[(char, u8)], was: &[(char, u8)], now: &[(char, u8)]| {
        let items = by_key(own.to_vec(), was, now.to_vec(), |item| item.0);
        let words = items.iter().map(|(key, value)| format!("{key}{value}"));
        words.collect::<Vec<_>>().concat()
    };
    let (a, b, c) = (('a', 1), ('b', 1), ('c', 1));
    assert_eq!(merged(&[a, b, c], &[a, b], &[a, ('b', 2)]), "a1c1b2");
    assert_eq!(merged(&[a, b], &[a, b], &[b, a]), "a1b1");
    assert_eq!(merged(&[a], &[a], &[a, a]), "a1a1");
    assert_eq!(merged(&[('a', 9)], &[a], &[]), "");
    assert_eq!(merged(&[('a', 9)], &[], &[]), "a9");
    assert_eq!(merged(&[], &[], &[c]), "c1");
}
