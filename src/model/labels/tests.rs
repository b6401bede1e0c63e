use super::*;

#[test]
fn the_number_of_a_label_has_no_sign_and_no_zero_before_it() {
    let point = Point::new(0, 0);
    for (text, number) in [
        ("0", Some(0)),
        ("361", Some(361)),
        ("4294967295", Some(u32::MAX)),
        ("4294967296", None),
        ("07", None),
        ("+5", None),
        ("a", None),
        ("", None),
    ] {
        let text = text.into();
        assert_eq!(Label { point, text }.number(), number);
    }
}

#[test]
fn lists_share_the_rows_that_are_equal() {
    let numbered = |changed: Option<u8>| {
        let points = (0..19).flat_map(|row| (0..19).map(move |column| Point::new(column, row)));
        let labels = points.map(|point| Label {
            point,
            text: if Some(point.row) == changed { "1" } else { "2" }.into(),
        });
        labels.collect::<Vec<_>>()
    };
    let mut known = HashSet::new();
    let first = Labels::sharing(&numbered(None), &mut known);
    let second = Labels::sharing(&numbered(Some(7)), &mut known);
    let rows = first.0.iter().zip(&second.0);
    assert_eq!(rows.filter(|(one, two)| Arc::ptr_eq(one, two)).count(), 18);
    assert_eq!(second, Labels::from(numbered(Some(7))));
    assert_ne!(first, second);
    assert_eq!(first.len(), 361);
}
