use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestRunner};

use super::*;
use crate::bracket::property::{parse_move, parse_property};
use crate::model::{Color, Place};
use crate::values::in_form;

const SIZE: BoardSize = BoardSize::DEFAULT;

/// A node from SGF text: the first readable B or W is the move.
fn node(texts: &[&str]) -> Meaning<'static> {
    let mut meaning = Meaning::default();
    for text in texts {
        match parse_move(text, SIZE) {
            Some(mv) if meaning.mv.is_none() => meaning.mv = Some(mv),
            _ => {
                // No reader leaves a value in another form.
                let property = in_form(parse_property(text, SIZE).expect(text));
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
        (&["B[Q33]"], &["B[]"], &["+B[Q33]"]),
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
    let entries = missing(&node(&["B[Q33]"]), &said);
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
fn words_of_a_move_beside_another_move_need_no_entry_of_their_own() {
    let meant = node(&["B[Q33]"]);
    let mut said = meant.clone();
    said.mv = node(&["B[aa]"]).mv;
    makes(&meant, &said).unwrap();
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

/// A patch makes the meaning of what is shown.
fn makes(meant: &Meaning<'static>, said: &Meaning<'static>) -> Result<(), TestCaseError> {
    let entries = missing(meant, said);
    let applied = Overlay::read(&entries, SIZE).apply(said.clone());
    prop_assert!(same(&applied, meant), "{entries:?}\n{applied:?}");
    prop_assert_eq!(missing(meant, &applied), vec![]);
    Ok(())
}

/// A patch that is laid over something else changes only what agrees.
fn spares(
    (meant, said, other): &(Meaning<'static>, Meaning<'static>, Meaning<'static>),
    agrees: impl Fn(&Key) -> bool,
    spared: impl Fn(&Ident) -> bool,
) -> Result<(), TestCaseError> {
    let patch = Overlay::read(&missing(meant, said), SIZE);
    let patched = patch.apply_where(other.clone(), |key| agrees(key));
    for ident in equal::differing(&patched.properties, &other.properties) {
        prop_assert!(!spared(ident), "{ident} of {other:?} in {patched:?}");
    }
    Ok(())
}

fn is_half(ident: &Ident) -> bool {
    ident.as_str().bytes().map(u32::from).sum::<u32>() % 2 == 0
}

fn is_list(ident: &Ident) -> bool {
    use Id::{Black, Circle, Cross, Label, Square, Triangle, White};
    let id = ident.standard();
    id.is_some_and(|id| [Black, White, Triangle, Square, Circle, Cross, Label].contains(&id))
}

proptest! {
    #![proptest_config(crate::testing::law())]

    #[test]
    fn makes_anything_of_anything(meant in any_node(), said in any_node()) {
        makes(&meant, &said)?;
    }

    #[test]
    fn changes_only_what_agrees(meanings in (any_node(), any_node(), any_node())) {
        let agrees = |key: &Key| match key {
            Key::Property(ident) => is_half(ident),
            Key::Move | Key::Mark(_) | Key::Label(_) => false,
        };
        spares(&meanings, agrees, |ident| !is_half(ident) || is_list(ident) && !matches!(
            ident.standard(), Some(Id::Label | Id::Triangle | Id::Square | Id::Circle | Id::Cross)
        ))?;
        spares(&meanings, |_| false, |_| true)?;
    }
}

#[test]
fn marks_that_are_gone_take_no_empty_list_with_them() {
    let patch = Overlay::read(&missing(&node(&[]), &node(&["SQ[aa]"])), SIZE);
    let patched = patch.apply_where(node(&["SQ[]"]), |_| false);
    assert!(same(&patched, &node(&["SQ[]"])), "{patched:?}");
}

#[test]
fn a_patch_that_spares_nothing_breaks_the_law() {
    let mut runner = TestRunner::deterministic();
    let meanings = (any_node(), any_node(), any_node());
    let broken = runner.run(&meanings, |meanings| spares(&meanings, |_| true, |_| true));
    assert!(broken.is_err());
}
