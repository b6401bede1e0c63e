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
    matches!(labels.0, LabelList::Packed(_))
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
        (numbers(board().take(12)), true),
        (numbers(board().take(11)), false),
        (numbers((0..20).map(|column| Point::new(column, 3))), false),
        (numbers((0..20).map(|row| Point::new(0, row))), false),
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
        labels.last_mut().unwrap().text = text.into();
        let labels = Labels::from(labels);
        let list = labels.clone().packed(&mut packer);
        assert!(!is_packed(&list), "{text}");
        assert_eq!(list, labels);
    }
    kinds.retain(|label| label.text != *"囲");
    let labels = Labels::from(kinds);
    let list = labels.clone().packed(&mut packer);
    assert!(is_packed(&list));
    assert_eq!(list, labels);
}

#[test]
fn lists_of_a_record_share_their_equal_blocks() {
    let mut codes = Packer::default();
    let mut packed = |labels: &Labels<'static>| match labels.clone().packed(&mut codes).0 {
        LabelList::Packed(codes) => codes,
        LabelList::Listed(labels) => panic!("{labels:?} is not packed"),
    };
    let all = numbers(board());
    let mut other = all.clone().into_vec();
    // Point 40 is in the second block of 32 points.
    other[40].text = "x".into();
    let other = Labels::from(other);
    let [first, changed, last] = [&all, &other, &other].map(&mut packed);
    let blocks = |shares: bool| (0..12).map(move |block| shares || block != 1);
    assert!(first.shares(&changed).eq(blocks(false)));
    assert!(changed.shares(&last).eq(blocks(true)));
    // A list with other points has the codes of the points that it lacks too.
    let part =
        |from: usize| -> Labels<'static> { all.clone().into_iter().skip(from).take(16).collect() };
    let (start, end) = (part(0), part(16));
    let mut codes = Packer::default();
    let mut packed = |labels: &Labels<'static>| match labels.clone().packed(&mut codes).0 {
        LabelList::Packed(codes) => codes,
        LabelList::Listed(labels) => panic!("{labels:?} is not packed"),
    };
    let [one, two, again] = [&start, &end, &start].map(&mut packed);
    assert!(!one.shares(&two).next().unwrap());
    assert!(two.shares(&again).next().unwrap());
    assert_eq!(one, again);
    assert_ne!(one, two);
}

#[test]
fn a_grid_has_the_last_text_of_each_point_in_reading_order() {
    let slot = |column, row| Slot::of(Point::new(column, row)).unwrap();
    let mut grid = Grid::default();
    assert!(grid.is_empty());
    for (column, row, text) in [(18, 18, "a"), (0, 0, "1"), (5, 3, "b"), (0, 0, "22")] {
        assert!(grid.set(slot(column, row), &text.into()));
    }
    assert!(!grid.set(slot(7, 7), &"long".into()));
    grid.clear(slot(5, 3));
    let found: Vec<_> = grid.iter().map(|label| label.text.to_string()).collect();
    assert_eq!(found, ["22", "a"]);
    assert!(!grid.is_empty());
    for (column, row) in [(0, 0), (18, 18)] {
        grid.clear(slot(column, row));
    }
    assert!(grid.is_empty() && grid.iter().next().is_none());
    let mut places = PackedPoints::default();
    let (near, far) = (Point::new(12, 1), Point::new(13, 1));
    for point in [far, near, far] {
        places.add(Slot::of(point).unwrap());
    }
    assert!(places.iter().eq([near, far]) && !places.is_empty());
    places.remove(Slot::of(far).unwrap());
    assert!(places.iter().eq([near]));
    for point in [Point::new(19, 0), Point::new(0, 19)] {
        assert!(Slot::of(point).is_none());
    }
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
