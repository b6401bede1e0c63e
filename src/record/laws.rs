//! Laws of records: an edit wins, all else stays, and texts that travelled come back byte for byte.

use proptest::prelude::*;
use proptest::sample::Index;

use super::merge::merge;
use super::shown::{are_same, say, shown};
use super::{RecordTarget, Text, read, write};
use crate::charset::Charset;
use crate::dispatch;
use crate::edit::align;
use crate::format::Format;
use crate::model::{BoardSize, Game, Id, NodeId, Property};
use crate::piece::DifferingNodes;
use crate::testing::{any_game, law, meaning, small_board_game};

fn text(format: Format, text: &str) -> Text {
    Text {
        format,
        charset: Charset::Utf8,
        mark: false,
        bytes: text.as_bytes().to_vec(),
    }
}

/// Writes the only record of a text in another format.
fn to(text: &Text, format: Format, exact: bool) -> Text {
    let records = read(text);
    let [record] = records.as_slice() else {
        panic!("{} records", records.len());
    };
    let target = RecordTarget {
        format,
        charset: None,
        exact,
        plain: false,
        anew: false,
    };
    write(record, target)
        .expect("a game of Go on a small board")
        .text
}

fn lossy(text: &Text) -> String {
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
    fn a_game_is_aligned_with_itself(game in any_game()) {
        let pairs = align(&game, &game);
        for node in game.nodes() {
            prop_assert_eq!(pairs.of_first(node), Some(node));
        }
    }

    #[test]
    fn nodes_have_one_partner(game in any_game(), edits in edits()) {
        let mut other = game.clone();
        edit(&mut other, &edits);
        let pairs = align(&game, &other);
        let mut partners: Vec<_> = game.nodes().filter_map(|node| pairs.of_first(node)).collect();
        for (node, partner) in game.nodes().filter_map(|node| Some((node, pairs.of_first(node)?))) {
            prop_assert_eq!(pairs.of_second(partner), Some(node));
        }
        partners.sort_unstable();
        partners.dedup();
        let paired = game.nodes().filter(|node| pairs.of_first(*node).is_some()).count();
        prop_assert_eq!(partners.len(), paired);
    }

    #[test]
    fn without_an_edit_nothing_changes(game in small_board_game()) {
        for format in Format::ALL {
            let base = shown(&game, *format, Charset::Utf8).unwrap();
            let merged = merge(game.clone().into_read(), &base, &base);
            prop_assert!(!merged.is_changed());
        }
    }

    #[test]
    fn an_edit_of_all_that_there_is_wins(game in small_board_game(), edits in edits()) {
        let base = game.clone().into_read();
        let mut theirs = base.clone();
        edit(&mut theirs, &edits);
        let merged = merge(base.clone(), std::slice::from_ref(&base), std::slice::from_ref(&theirs));
        let is_same = are_same(std::slice::from_ref(&merged), std::slice::from_ref(&theirs));
        let text = |game| say(&[game], Format::Sgf, Charset::Utf8).unwrap();
        prop_assert!(is_same, "{}\n{}\n{}", text(base), text(theirs), text(merged));
    }

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
        let found = dispatch::difference(from, &lossy(&own), &lossy(&back));
        prop_assert_eq!(found, DifferingNodes::None, "{}\n{}\n{}", lossy(&own), lossy(&there), lossy(&back));
    }
}

/// Converts a text, edits the result, and converts it back.
fn edited(from: Format, own: &str, other: Format, edit: impl Fn(&str) -> String) -> String {
    let there = to(&text(from, own), other, false);
    let changed = edit(&lossy(&there));
    assert_ne!(changed, lossy(&there));
    lossy(&to(&text(other, &changed), from, false))
}

#[test]
fn an_edit_changes_one_line() {
    let own =
        "event A Game\nremark from memory\nblack  Anna\nKomi 5 1/2\nB 1 q16\nb 3 D4 zz\nMark #1\n";
    for (before, after, line, expected) in [
        ("PB[Anna]", "PB[Otto]", "black  Anna", "BLACK Otto"),
        ("KM[5.5]", "KM[6.5]", "Komi 5 1/2", "KOMI 6.5"),
        ("B[dp]", "B[dq]", "b 3 D4 zz", "B 3 D3"),
    ] {
        let back = edited(Format::Ishi, own, Format::Sgf, |text| {
            text.replace(before, after)
        });
        assert_eq!(back, own.replace(line, expected));
    }
}

#[test]
fn what_a_format_cannot_say_survives_an_edit() {
    let own = "(;GM[1]SZ[9]PB[x]\n;B[aa]AR[aa:bb]C[h\u{e9}];W[bb]( ;B[cc])(;AB[dd]AW[ee];B[ff]))";
    for (other, before) in [(Format::Ishi, "BLACK x"), (Format::SmartGo, "PB[x]")] {
        let after = before.replace('x', "y");
        let back = edited(Format::Sgf, own, other, |text| text.replace(before, &after));
        assert_eq!(back, own.replace("PB[x]", "PB[y]"));
    }
}

#[test]
fn an_edit_among_nodes_that_look_alike_keeps_their_marks() {
    // Smart-Go shows neither MN nor that the mark is a circle.
    let own = "(;GM[1]SZ[9]B[ba](;MN[14])(;B[ca])(;W[ba])(;)(;CR[ba][ab])(;))";
    let back = edited(Format::Sgf, own, Format::SmartGo, |text| {
        text.replacen("\n(;)", "", 1)
    });
    assert_eq!(
        back,
        "(;GM[1]SZ[9]B[ba](;B[ca])(;W[ba])(;MN[14])(;CR[ba][ab])(;))"
    );
}

#[test]
fn any_line_end_parts_the_lines_of_a_block() {
    let own = "(;GM[1]SZ[9]\nPB[x]\n\n;B[aa]AR[aa:bb])";
    let there = to(&text(Format::Sgf, own), Format::Ishi, false);
    for end in ["\n", "\r", "\r\n"] {
        let changed = lossy(&there).replace("\r\n", end);
        let back = to(&text(Format::Ishi, &changed), Format::Sgf, false);
        assert_eq!(lossy(&back), own, "{end:?}");
    }
}

#[test]
fn a_head_with_gaps_brings_back_the_bytes_that_would_come_back_without_them() {
    // All of the text is the first node.
    let own = "(;GM[1]SZ[9]AB[cc] [bb]  [aa]C[words]PB[x][y])\n";
    let there = to(&text(Format::SmartGo, own), Format::Sgf, false);
    assert!(lossy(&there).contains("C%~C~"), "{}", lossy(&there));
    let back = to(&there, Format::SmartGo, false);
    assert_eq!(lossy(&back), own);
}

#[test]
fn a_long_text_travels_only_if_the_record_shows_other_bytes() {
    let own = "(;GM[1]SZ[9];B[aa] zz C[other \\(bytes\\)];W[bb]C[the same bytes])\n";
    let there = to(&text(Format::SmartGo, own), Format::Sgf, false);
    let carrier = r";B{aa} zz C{other %5C(bytes%5C)};W{bb}C%~C~)";
    assert!(lossy(&there).contains(carrier), "{}", lossy(&there));
    let back = to(&there, Format::SmartGo, false);
    assert_eq!(lossy(&back), own);
}

#[test]
fn a_text_that_is_written_again_does_not_travel() {
    let own = text(Format::Sgf, "(;SZ[9] \n AB[aj] \n ;AB[aa];) \n ");
    let ishi = to(&own, Format::Ishi, true);
    let smart_go = to(&ishi, Format::SmartGo, true);
    assert_eq!(lossy(&smart_go).matches("ishi 2").count(), 1);
    assert_eq!(to(&smart_go, Format::Sgf, false), own);
}

#[test]
fn two_texts_travel() {
    let own = text(
        Format::Ishi,
        "EVENT\r\nBOARDSIZE 9\r\nREMARK here\r\nB 1 A9\r\n",
    );
    let sgf = lossy(&to(&own, Format::Sgf, false));
    let sgf = text(Format::Sgf, &sgf.replace(";B[aa]", ";B[aa]AR[aa:bb]"));
    let smart_go = to(&sgf, Format::SmartGo, false);
    assert_eq!(
        lossy(&smart_go).matches("ishi 2").count(),
        2,
        "{}",
        lossy(&smart_go)
    );
    let home = to(&smart_go, Format::Ishi, false);
    let record = read(&home).remove(0);
    let first = record.game.first_child(NodeId::ROOT).unwrap();
    assert!(record.game.has(first, Id::Arrow), "{}", lossy(&home));
    assert!(lossy(&home).contains("REMARK here"));
}

#[test]
fn a_carrier_of_another_game_is_not_believed() {
    let own = text(
        Format::Ishi,
        "EVENT\r\nBOARDSIZE 9\r\nREMARK here\r\nB 1 A9\r\n",
    );
    let sgf = to(&own, Format::Sgf, false);
    let damaged = lossy(&sgf).replace("REMARK here", "REMARK hers");
    let record = read(&text(Format::Sgf, &damaged)).remove(0);
    assert_eq!(record.refused.len(), 1);
    assert!(record.game.properties(NodeId::ROOT).iter().any(is_carrier));
    let below = lossy(&sgf)
        .replace(";B[aa]", "")
        .replace("SZ[9]", "SZ[9];B[aa]");
    let record = read(&text(Format::Sgf, &below)).remove(0);
    assert_eq!(record.refused.len(), 1);
}

fn is_carrier(property: &Property<'_>) -> bool {
    property.ident.as_str() == "XI"
}
