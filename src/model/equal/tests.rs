use super::super::point::{BoardSize, Color};
use super::*;

fn text(id: Id, a: &str, b: &str) -> bool {
    same_values(
        Some(id),
        &[&Value::Text(a.into())],
        &[&Value::Text(b.into())],
    )
}

#[test]
fn forms_of_numbers_do_not_count() {
    for (a, b) in [
        ("6.50", "6.5"),
        ("+3", "3"),
        ("5.", "5"),
        ("-0.0", "0"),
        ("007", "7"),
    ] {
        assert!(text(Id::Komi, a, b), "{a} {b}");
        assert!(!text(Id::Comment, a, b), "{a} {b}");
    }
    for (a, b) in [
        ("6.5", "6.05"),
        ("-3", "3"),
        ("", "0"),
        ("10", "1"),
        ("x", "y"),
        ("x.0", "x"),
    ] {
        assert!(!text(Id::Komi, a, b), "{a} {b}");
    }
}

#[test]
fn kinds_of_white_space_do_not_count() {
    assert!(text(Id::Comment, "a\r\nb\tc", "a\nb c"));
    assert!(!text(Id::Comment, "a\nb", "a b"));
    assert!(text(Id::Comment, "\t", " "));
    assert!(text(Id::PlayerBlack, "\n", " "));
    assert!(text(Id::PlayerBlack, "a\nb", "a b"));
    assert!(!text(Id::PlayerBlack, "a ", "a"));
    assert!(!text(Id::Comment, "a\n\nb", "a\nb"));
}

#[test]
fn order_and_compression_of_points_do_not_count() {
    let (a, b, c) = (Point::new(0, 0), Point::new(1, 0), Point::new(1, 1));
    let list = |areas: &[Area]| Property::new(Id::AddBlack, Value::Points(areas.into()));
    let single = |point| list(&[Area::from(point)]);
    let row = list(&[Area::new(a, b)]);
    let two = list(&[b.into(), a.into()]);
    assert!(same_properties(
        std::slice::from_ref(&row),
        &[single(a), single(b)]
    ));
    assert!(same_properties(
        std::slice::from_ref(&row),
        std::slice::from_ref(&two)
    ));
    assert!(!same_properties(
        std::slice::from_ref(&row),
        &[single(a), single(c)]
    ));
    assert!(same_properties(&[single(a)], &[single(a), single(a)]));
    assert!(!same_properties(&[list(&[])], &[]));
    let empty = Property::text(Id::AddBlack, "");
    assert!(!same_properties(
        std::slice::from_ref(&empty),
        &[empty.clone(), single(a)]
    ));
    let board = list(&[BoardSize::DEFAULT.area()]);
    let points = BoardSize::DEFAULT.area().points();
    assert!(same_properties(
        &[board],
        &[Property::points(Id::AddBlack, points)]
    ));
    let letters = |points| Property::points(Id::Letters, points);
    assert!(!same_properties(&[letters([a, b])], &[letters([b, a])]));
}

#[test]
fn points_that_are_named_twice_count_once_in_any_compression() {
    let list = |areas: &[(u8, u8, u8, u8)]| {
        let areas = areas.iter().map(|&(left, top, right, bottom)| {
            Area::new(Point::new(left, top), Point::new(right, bottom))
        });
        Value::Points(areas.collect())
    };
    let square = (3, 4, 4, 5);
    let row = |row| (3, row, 4, row);
    let column = |column| (column, 4, column, 5);
    for (a, b, same) in [
        (
            &[square, square][..],
            &[row(4), column(3), row(5), column(4)][..],
            true,
        ),
        (&[square, square], &[column(4), square, column(3)], true),
        (&[square, row(4)], &[row(4), row(5), row(4)], true),
        (&[square, square], &[square, row(4), row(4)], true),
        (&[square, row(4)], &[square, row(5)], true),
        (&[square, column(3)], &[row(4), row(5)], true),
        (&[row(4), column(3)], &[square], false),
        (&[square, square], &[square], true),
    ] {
        assert_eq!(
            same_values(Some(Id::AddBlack), &[&list(a)], &[&list(b)]),
            same,
            "{a:?} {b:?}"
        );
    }
}

#[test]
fn the_order_of_properties_counts_only_within_one_identifier() {
    let text = |id, text: &'static str| Property::text(id, text);
    let a = [
        text(Id::Comment, "x"),
        text(Id::Comment, "y"),
        text(Id::Name, "n"),
    ];
    let b = [
        text(Id::Comment, "y"),
        text(Id::Comment, "x"),
        text(Id::Name, "n"),
    ];
    let c = [
        text(Id::Name, "n"),
        text(Id::Comment, "x"),
        text(Id::Comment, "y"),
    ];
    let names = |a, b| {
        differing(a, b)
            .iter()
            .map(|ident| ident.as_str())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&a, &b), ["C"]);
    assert!(names(&a, &c).is_empty());
    assert_eq!(names(&a, &a[..2]), ["N"]);
    assert_eq!(names(&a[1..], &[a[1].clone(), a[1].clone()]), ["N", "C"]);
}

#[test]
fn values_that_are_not_understood_keep_their_order_and_colons() {
    let private = |values: &[&'static str]| {
        Property::new(
            "XY",
            Value::Raw(values.iter().map(|&text| text.into()).collect()),
        )
    };
    let same =
        |a: &[&'static str], b: &[&'static str]| same_properties(&[private(a)], &[private(b)]);
    assert!(same(&["a\\\nb\\c"], &["abc"]));
    assert!(same(&["a\\\r\nb\\\n\rc\\\rd"], &["abcd"]));
    assert!(!same(&["a", "b"], &["b", "a"]));
    assert!(!same(&["a:b"], &["a\\:b"]));
    assert!(!same(&["\\\\"], &["\\"]));
    assert!(same_properties(
        &[private(&["a"]), private(&["b"])],
        &[private(&["a", "b"])]
    ));
}

#[test]
fn differences_are_named_once() {
    let a = [
        Property::text(Id::Comment, "x"),
        Property::text(Id::Event, "e"),
        Property::text(Id::Comment, "y"),
    ];
    let b = [
        Property::text(Id::Comment, "x"),
        Property::text(Id::Name, "n"),
    ];
    let idents: Vec<_> = differing(&a, &b)
        .iter()
        .map(|ident| ident.as_str())
        .collect();
    assert_eq!(idents, ["EV", "N", "C"]);
}

#[test]
fn a_move_at_an_unreadable_place_is_no_move() {
    let unreadable = Move {
        color: Color::Black,
        place: Place::Unreadable,
    };
    assert!(!same_move(Some(unreadable), Some(Move::pass(Color::Black))));
    assert!(!same_move(
        Some(unreadable),
        Some(Move::at(Color::Black, Point::new(0, 0)))
    ));
    assert!(same_move(Some(unreadable), None));
    assert!(same_move(None, None));
}
