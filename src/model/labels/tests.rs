use std::borrow::Cow;

use super::*;
use crate::model::{LabelText, Value};

fn numbers(points: impl Iterator<Item = Point>) -> Labels<'static> {
    let labels = (1..).zip(points).map(|(number, point)| Label {
        point,
        text: LabelText::from(number),
    });
    labels.collect()
}

fn board() -> impl Iterator<Item = Point> {
    (0..19).flat_map(|row| (0..19).map(move |column| Point::new(column, row)))
}

fn is_packed(labels: &Labels<'_>) -> bool {
    matches!(labels.0, List::Packed(_))
}

#[test]
fn packed_labels_are_the_same() {
    let mut packer = Packer::default();
    let mut kinds = numbers(board()).into_vec();
    for (label, text) in kinds
        .iter_mut()
        .zip(["0", "07", "a", "\\x", "囲", "2147483647"])
    {
        label.text = text.into();
    }
    let some = numbers(board().filter(|point| point.column % 5 == point.row % 3));
    for (labels, packs) in [
        (numbers(board()), true),
        (some, true),
        (numbers(board().skip(100)), true),
        (numbers(board().take(11)), false),
        (numbers((0..20).map(|column| Point::new(column, 3))), false),
        (numbers((0..12).rev().map(|row| Point::new(0, row))), false),
        (
            numbers(board().take(20).map(|point| Point { row: 0, ..point })),
            false,
        ),
    ] {
        let list = labels.clone().packed(&mut packer);
        assert_eq!(is_packed(&list), packs, "{labels:?}");
        assert_eq!(list, labels);
        assert_eq!(labels, list);
        assert_eq!(list, list.clone());
        assert_eq!(list.len(), labels.len());
        assert!(list.points().eq(labels.points()));
        assert_eq!(list.clone().into_vec(), labels.into_vec());
    }
    for text in ["long", "囲", "2147483648", "07a", "a\0"] {
        let mut labels = kinds.clone();
        labels.retain(|label| label.text != *"囲");
        labels.push(Label {
            point: Point::new(18, 18),
            text: text.into(),
        });
        labels.dedup_by_key(|label| label.point);
        let labels = Labels::from(labels);
        assert_eq!(labels.clone().packed(&mut packer), labels);
    }
    kinds.retain(|label| label.text != *"囲");
    let labels = Labels::from(kinds);
    let list = labels.clone().packed(&mut packer);
    assert!(is_packed(&list));
    assert_eq!(list, labels);
}

#[test]
fn other_labels_are_others() {
    let mut packer = Packer::default();
    let all = numbers(board()).packed(&mut packer);
    let mut less = all.clone().into_vec();
    less.pop();
    let mut other = less.clone();
    other.push(Label {
        point: Point::new(18, 18),
        text: "x".into(),
    });
    for labels in [less, other].map(Labels::from) {
        assert_ne!(labels, all);
        assert_ne!(labels.packed(&mut packer), all);
    }
}

#[test]
fn a_list_takes_no_more_room_than_a_text() {
    assert_eq!(size_of::<Value<'_>>(), size_of::<Cow<'_, str>>());
}
