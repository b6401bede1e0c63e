//! Laws of records: an edit wins, all else stays, and texts that travelled come back byte for byte.

use proptest::prelude::*;
use proptest::sample::Index;

use super::shown::{are_same, say};
use super::{RecordTarget, Text, read, write};
use crate::charset::Charset;
use crate::format::Format;
use crate::model::{BoardSize, Game, Id};
use crate::testing::{law, meaning, small_board_game};

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

/// Makes some edits, as a program would make them in a game.
fn edit(game: &mut Game<'static>, edits: &[(u8, Index, crate::model::Meaning<'static>)]) {
    for (kind, at, meaning) in edits {
        let nodes: Vec<_> = game.nodes().collect();
        let node = *at.get(&nodes);
        match kind {
            0 => game.set_text(node, Id::Comment, "edited"),
            1 => game.set_meaning(node, meaning.clone()),
            2 => {
                let new = game.add_child(node);
                game.set_meaning(new, meaning.clone());
            }
            3 => {
                let new = game.insert(node);
                game.set_meaning(new, meaning.clone());
            }
            // The root stays.
            _ => _ = game.remove_node(node),
        }
    }
}

fn edits() -> impl Strategy<Value = Vec<(u8, Index, crate::model::Meaning<'static>)>> {
    let edit = (0..5_u8, any::<Index>(), meaning(BoardSize::square(9)));
    prop::collection::vec(edit, 1..4)
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
        let (shown, carriers) = split(&there);
        let [shown] = shown.as_slice() else {
            return Ok(());
        };
        let mut today = shown.clone().into_read();
        edit(&mut today, &edits);
        let today = say(&[today], other, Charset::Utf8).unwrap();
        let edited = text(other, &with(other, &today, &carriers));
        let (today, _) = split(&text(other, &today));
        let [record] = &read(&edited)[..] else {
            return Ok(());
        };
        let told = super::shown(&record.game, other, Charset::Utf8).unwrap();
        let lone = super::shown(&today[0], from, Charset::Utf8).unwrap();
        let lone: Vec<_> = lone.iter().flat_map(|game| super::shown(game, other, Charset::Utf8).unwrap()).collect();
        // What the format of the source cannot say is only in the record.
        let is_sayable = are_same(&lone, &today);
        let ascii = super::shown(&record.game, other, Charset::Ascii).unwrap();
        let is_told = are_same(&told, &today) || are_same(&ascii, &today);
        prop_assert!(!is_sayable || is_told, "{}\n{}", lossy(&edited), lossy(&to(&edited, from, false)));
    }
}

/// Returns the games of a text without its carriers, and these.
fn split(text: &Text<'_>) -> (Vec<Game<'static>>, String) {
    let decoded = text.decoded();
    let words = decoded.text();
    let carriers = match text.format {
        Format::Ishi => words.find("USER ishi 3").and_then(|start| {
            let end = words.get(start..)?.find("\r\nENDUSER\r\n")? + "\r\nENDUSER\r\n".len();
            words.get(start..start + end)
        }),
        _ => words.find("XI[ishi 3").and_then(|start| {
            let end = words.get(start..)?.find(']')? + 1;
            words.get(start..start + end)
        }),
    };
    let carriers = carriers.unwrap_or("").to_owned();
    let plain = words.replacen(&carriers, "", 1);
    (super::shown::read_back(&plain, text.format), carriers)
}

/// Puts carriers into a canonical text.
fn with(format: Format, text: &str, carriers: &str) -> String {
    let place = match format {
        Format::Ishi => text.find("\r\n").map_or(0, |at| at + 2),
        _ => crate::bracket::content::end_of_first_node(text).unwrap_or(0),
    };
    let (before, after) = text.split_at(place);
    [before, carriers, after].concat()
}
