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
