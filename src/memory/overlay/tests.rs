use proptest::prelude::*;

use super::*;
use crate::bracket::property::{parse_move, parse_property};
use crate::model::{Color, Place};

const SIZE: BoardSize = BoardSize::DEFAULT;

/// A node from SGF text: the first readable B or W is the move.
fn node(texts: &[&str]) -> Meaning<'static> {
    let mut meaning = Meaning::default();
    for text in texts {
        match parse_move(text, SIZE) {
            Some(mv) if meaning.mv.is_none() => meaning.mv = Some(mv),
            _ => {
                let property = parse_property(text, SIZE).expect(text);
                let color = match property.ident.standard() {
                    Some(Id::Black) => Some(Color::Black),
                    Some(Id::White) => Some(Color::White),
                    _ => None,
                };
                if let Some(color) = color.filter(|_| meaning.mv.is_none()) {
                    meaning.mv = Some(Move {
                        color,
                        place: Place::Unreadable,
                    });
                }
                meaning.properties.push(property);
            }
        }
    }
    meaning
}

fn same(a: &Meaning<'_>, b: &Meaning<'_>) -> bool {
    equal::same_move(a.mv, b.mv) && equal::same_properties(&a.properties, &b.properties)
}

#[test]
fn says_only_what_is_missing() {
    for (meant, said, expected) in [
        (&["B[pd]", "C[x]"][..], &["B[pd]", "C[x]"][..], &[][..]),
        (&["KM[6.50]"], &["KM[6.5]"], &[]),
        (&["PB[exact]"], &["PB[exac]"], &["PB[exact]"]),
        (&[], &["BR[6d]"], &["BR"]),
        (&["C[a]", "C[b]"], &["C[a]"], &["C[a]", "+C[b]"]),
        (
            &["LB[pd:long][aa:1]"],
            &["LB[pd:lo][aa:1]"],
            &["LB[pd:long]"],
        ),
        (&["LB[aa:1]"], &["LB[pd:lo][aa:1]"], &["-LB[pd:lo]"]),
        (
            &["SQ[aa]", "MA[bb]"],
            &["MA[aa][bb]"],
            &["SQ[aa]", "-MA[aa]"],
        ),
        (&["TR[]"], &["TR[aa]"], &["TR", "TR[]"]),
        (&["B[zz]"], &["B[]"], &["B[zz]"]),
        (&["B[Q16]"], &["B[]"], &["+B[Q16]"]),
        (&[], &["W[aa]"], &["W"]),
        (&["W[aa]", "B[bb]"], &["W[aa]"], &["+B[bb]"]),
    ] {
        let entries = missing(&node(meant), &node(said));
        let texts: Vec<_> = entries.iter().map(|entry| entry.text.as_ref()).collect();
        assert_eq!(texts, expected, "{meant:?} {said:?}");
    }
}

#[test]
fn believes_what_agrees() {
    let said = node(&["MA[aa][bb]", "PB[x]", "B[]"]);
    let entries = missing(
        &node(&["SQ[aa][bb]", "PB[exact]", "BR[1d]", "B[zz]"]),
        &said,
    );
    let applied = Overlay::read(&entries, SIZE).apply_where(said, |key| match key {
        Key::Move => false,
        Key::Property(ident) => ident.as_str() == "BR",
        Key::Mark(point) | Key::Label(point) => *point == Point::new(0, 0),
    });
    assert!(same(
        &applied,
        &node(&["MA[bb]", "SQ[aa]", "PB[x]", "BR[1d]", "B[]"])
    ));
}

#[test]
fn words_of_a_move_are_believed_with_the_move() {
    let said = node(&["B[]"]);
    let entries = missing(&node(&["B[Q16]"]), &said);
    let applied =
        Overlay::read(&entries, SIZE).apply_where(said.clone(), |key| !matches!(key, Key::Move));
    assert!(same(&applied, &said), "{applied:?}");
}

#[test]
fn only_a_pass_becomes_a_move_that_cannot_be_read() {
    let place = |said: &str, agrees: bool| {
        let entries = [Entry::new(Dialect::Sgf, "-B")];
        let applied = Overlay::read(&entries, SIZE).apply_where(node(&[said]), |_| agrees);
        applied.mv.map(|mv| mv.place)
    };
    assert_eq!(place("B[]", true), Some(Place::Unreadable));
    assert_eq!(place("B[]", false), Some(Place::Pass));
    assert_eq!(place("W[]", true), Some(Place::Pass));
    let aa = Place::Point(Point::new(0, 0));
    assert_eq!(place("B[aa]", true), Some(aa));
}

#[test]
fn takes_away_a_mark_as_often_as_it_says() {
    let said = node(&["TR[aa][aa][bb]"]);
    let entries = [Entry::new(Dialect::Sgf, "-TR[aa]")];
    assert!(same(
        &Overlay::read(&entries, SIZE).apply(said),
        &node(&["TR[aa][bb]"])
    ));
}

#[test]
fn rectangles_beside_words_stay_rectangles() {
    let (meant, said) = (node(&["MA[ab:bb]", "MA[zzzz]"]), node(&["MA[ab][bb]"]));
    let entries = missing(&meant, &said);
    let texts = |entries: &[Entry<'_>]| -> Vec<_> {
        let texts = entries.iter().map(|entry| entry.text.to_string());
        texts.collect()
    };
    assert_eq!(texts(&entries), ["MA", "MA[ab:bb]", "MA[zzzz]"]);
    let applied = Overlay::read(&entries, SIZE).apply(said.clone());
    assert_eq!(texts(&missing(&applied, &said)), texts(&entries));
}

#[test]
fn ignores_what_it_cannot_read() {
    for text in ["", "[", "B[aa", "-C[x]", "-", "+", "a b", "LB[aa:x]C[y]"] {
        let said = node(&["C[x]", "LB[aa:1]", "W[aa]"]);
        let entries = [
            Entry::new(Dialect::Sgf, text),
            Entry::new(Dialect::Fact, "C"),
        ];
        assert!(
            same(&Overlay::read(&entries, SIZE).apply(said.clone()), &said),
            "{text}"
        );
    }
}

fn any_property() -> impl Strategy<Value = String> {
    let value = prop_oneof![
        "[a-e]{2}",
        "[a-e]{2}:[a-e]{2}",
        "[a-e]{2}:[a-b]?",
        "[12BW]?",
        "[+-]?[0-9]{1,2}(\\.[0-9]{0,2})?",
        "[a-c :%|\n]{0,6}",
        Just("\\]\\\\".to_owned()),
    ];
    let ident = prop_oneof![
        3 => prop::sample::select(vec!["TR", "SQ", "CR", "MA", "LB", "B", "W", "C", "AB"]),
        2 => prop::sample::select(Id::ALL).prop_map(Id::ident),
        1 => prop::sample::select(vec!["XI", "KGSDE", "A1"]),
    ];
    (ident, prop::collection::vec(value, 1..4)).prop_map(|(ident, values)| {
        let whole = values
            .iter()
            .fold(ident.to_owned(), |text, value| format!("{text}[{value}]"));
        if parse_property(&whole, SIZE).is_some() {
            return whole;
        }
        format!("{ident}[{}]", values[0])
    })
}

fn any_node() -> impl Strategy<Value = Meaning<'static>> {
    prop::collection::vec(any_property(), 0..8).prop_map(|texts| {
        let texts: Vec<_> = texts
            .iter()
            .map(String::as_str)
            .filter(|text| parse_property(text, SIZE).is_some())
            .collect();
        node(&texts)
    })
}

proptest! {
    #[test]
    fn makes_anything_of_anything(meant in any_node(), said in any_node()) {
        let entries = missing(&meant, &said);
        let applied = Overlay::read(&entries, SIZE).apply(said);
        prop_assert!(same(&applied, &meant), "{entries:?}\n{applied:?}");
        prop_assert_eq!(missing(&meant, &applied), vec![]);
    }
}
