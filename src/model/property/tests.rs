use super::*;

/// Returns the identifiers of the properties of a class, in the order of the writers.
fn class(is_of: impl Fn(Id) -> bool) -> String {
    let found = Id::ALL.iter().filter(|id| is_of(**id));
    let idents: Vec<_> = found.map(|id| id.ident()).collect();
    idents.join(" ")
}

#[test]
fn classes_of_properties_are_those_of_ff4() {
    assert_eq!(class(Id::is_mark), "LB TR SQ CR MA SL TB TW AR LN");
    assert_eq!(class(Id::needs_move), "KO BM DO IT TE");
    assert_eq!(class(Id::can_be_empty), "VW DD TB TW");
    assert_eq!(class(|id| id.player().is_some()), "B W");
    let of_root = class(|id| id.property_type() == PropertyType::Root);
    assert_eq!(of_root, "FF GM CA AP SZ ST");
    assert!(class(Id::is_of_root).starts_with("FF GM CA AP SZ ST EV RO"));
    assert!(!Id::Black.is_of_root() && Id::GameId.is_of_root());
    for color in [Color::Black, Color::White] {
        assert_eq!(Id::of_moves(color).player(), Some(color));
    }
    for (kind, expected) in [
        (BACKGAMMON, PropertyType::Free),
        (GO, PropertyType::GameInfo),
    ] {
        assert_eq!(Id::Copyright.type_in(kind), expected);
        assert_eq!(Id::Event.type_in(kind), PropertyType::GameInfo);
    }
}

#[test]
fn numbers_are_in_the_range_of_their_property() {
    for (id, range) in [
        (Id::Style, 0..=3),
        (Id::PrintMode, 0..=2),
        (Id::MovesLeftBlack, 0..=i64::MAX),
        (Id::MovesLeftWhite, 0..=i64::MAX),
        (Id::Handicap, 0..=i64::MAX),
        (Id::MoveNumber, i64::MIN..=i64::MAX),
    ] {
        for number in [i64::MIN, -1, 0, 1, 2, 3, 4, i64::MAX] {
            let is_in = range.contains(&number);
            assert_eq!(id.has_in_range(number), is_in, "{id:?} {number}");
        }
    }
}

#[test]
fn identifiers_that_come_again_are_found_in_their_order() {
    let idents = ["C", "X1", "LB", "C", "X1", "XX", "C", "EX"].map(Ident::from);
    assert_eq!(repeated(idents.iter()), [3, 4, 6]);
    let digits: Vec<_> = idents.iter().map(Ident::has_digit).collect();
    let x1 = [false, true, false, false, true, false, false, false];
    assert_eq!(digits, x1);
    // Each standard property has its bit.
    let all: Vec<_> = Id::ALL.iter().map(|id| Ident::from(*id)).collect();
    let twice = all.iter().chain(&all);
    assert_eq!(
        repeated(twice),
        (all.len()..2 * all.len()).collect::<Vec<_>>()
    );
    for ident in &all {
        assert_eq!(Ident::from(ident.as_str()), *ident);
        assert!(!ident.has_digit());
    }
}
