//! Laws of records: an edit wins, all else stays, and texts that travelled come back byte for byte.

use proptest::prelude::*;
use proptest::sample::Index;

use super::shown::{are_same, charset_of_new, read_back, say};
use super::{RecordTarget, Text, read, write};
use crate::format::Format;
use crate::format::charset::Charset;
use crate::model::Game;
use crate::testing::{
    carrier,
    edit::{KINDS, Scene},
    law, small_board_game,
};

fn text(format: Format, text: &str) -> Text<'static> {
    Text::new(format, Charset::Utf8, text.as_bytes().to_vec())
}

/// Writes the only record of a text in another format.
fn to(text: &Text<'_>, format: Format, exact: bool) -> Text<'static> {
    let records = read(text);
    let [record] = records.as_slice() else {
        panic!("{} records", records.len());
    };
    let target = RecordTarget {
        format,
        charset: None,
        exact,
        plain: false,
    };
    write(record, target, |written| written.text).expect("a game of Go on a small board")
}

fn lossy(text: &Text<'_>) -> String {
    String::from_utf8_lossy(&text.bytes).into_owned()
}

/// Makes some edits in a game, each of a kind and at a place.
fn edit(game: &mut Game<'static>, edits: &[(Index, usize)]) {
    for (kind, seed) in edits {
        let scene = Scene::new(game, game, *seed);
        if let Some(edit) = (kind.get(KINDS).choose)(&scene) {
            edit.make(game);
        }
    }
}

fn edits() -> impl Strategy<Value = Vec<(Index, usize)>> {
    prop::collection::vec((any::<Index>(), 0..10_000_usize), 1..4)
}

proptest! {
    #![proptest_config(law())]

    #[test]
    fn the_very_bytes_come_back(game in small_board_game(), from in 0..3_usize, way in 0..4_usize) {
        let formats = Format::ALL;
        let (from, other, third) = (formats[from], formats[(from + 1) % 3], formats[(from + 2) % 3]);
        let own = text(from, &say(&[game], from, Charset::Utf8).unwrap());
        let odd = lossy(&own).replace('\n', " \n ");
        let own = text(from, &if way % 2 == 0 { odd } else { lossy(&own) });
        if read(&own).len() != 1 {
            return Ok(());
        }
        let chains = [vec![other], vec![third], vec![other, third], vec![third, other]];
        let chain = &chains[way];
        let there = chain.iter().fold(own.clone(), |text, format| to(&text, *format, true));
        let back = to(&there, from, false);
        prop_assert_eq!(lossy(&back), lossy(&own), "through\n{}", lossy(&there));
    }

    #[test]
    fn the_same_content_comes_back(game in small_board_game(), from in 0..3_usize, to_ in 1..3_usize) {
        let (from, other) = (Format::ALL[from], Format::ALL[(from + to_) % 3]);
        let own = text(from, &say(&[game], from, Charset::Utf8).unwrap());
        if read(&own).len() != 1 {
            return Ok(());
        }
        let there = to(&own, other, false);
        let back = to(&there, from, false);
        let found = super::has_same_content(from, [&lossy(&own), &lossy(&back)]);
        prop_assert!(found, "{}\n{}\n{}", lossy(&own), lossy(&there), lossy(&back));
    }

    #[test]
    fn the_record_of_today_wins(game in small_board_game(), from in 0..3_usize, to_ in 1..3_usize, edits in edits()) {
        let (from, other) = (Format::ALL[from], Format::ALL[(from + to_) % 3]);
        let own = text(from, &say(&[game], from, Charset::Utf8).unwrap());
        if read(&own).len() != 1 {
            return Ok(());
        }
        let there = to(&own, other, false);
        let there_text = lossy(&there);
        let (plain, carrier) = carrier::split(other, &there_text);
        let [shown] = &read_back(&plain, other)[..] else {
            return Ok(());
        };
        let mut today = shown.clone().into_read();
        edit(&mut today, &edits);
        let charset = charset_of_new(other);
        let today = say(&[today], other, charset).unwrap();
        let edited = text(other, &carrier::join(other, &today, carrier));
        let today = read_back(&today, other);
        let [record] = &read(&edited)[..] else {
            return Ok(());
        };
        let told = super::shown(&record.game, other, charset).unwrap();
        let lone = super::shown(&today[0], from, Charset::Utf8).unwrap();
        let lone: Vec<_> = lone.iter().flat_map(|game| super::shown(game, other, charset).unwrap()).collect();
        // What the format of the source cannot say is only in the record.
        let is_sayable = are_same(&lone, &today);
        prop_assert!(!is_sayable || are_same(&told, &today), "{}\n{}", lossy(&edited), lossy(&to(&edited, from, false)));
    }
}
