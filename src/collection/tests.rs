//! Tests of records in memory.

use super::*;
use crate::model::{BoardSize, Id, NodeId};

fn nodes(text: &str, game: usize) -> Vec<String> {
    let written = read(text.as_bytes()).unwrap().written(game).unwrap();
    let line = |node: &WrittenNode| {
        let parent = node.parent.map_or("-".to_owned(), |at| at.to_string());
        let properties = node.properties.iter();
        let words = properties.map(|(ident, values)| format!(" {ident}{values:?}"));
        parent + &words.collect::<String>()
    };
    written.iter().map(line).collect()
}

#[test]
fn nodes_are_told_as_their_record_writes_them() {
    let text = "mail\n(;FF[4]PlayerBlack[a\\]b]; AB [aa] [bb:cc]B[dd]AB[ee];W[ff](;B[gg]\n;W[])(;B[hh]))\n\
        (;PW[y];B[aa])\n(;C[cut off";
    for (game, expected) in [
        (
            0,
            &[
                r#"- FF["4"] PB["a\\]b"]"#,
                r#"0 AB["aa", "bb:cc", "ee"] B["dd"]"#,
                r#"1 W["ff"]"#,
                r#"2 B["gg"]"#,
                r#"3 W[""]"#,
                r#"2 B["hh"]"#,
            ][..],
        ),
        (1, &[r#"- PW["y"]"#, r#"0 B["aa"]"#]),
        (2, &[r#"- C["cut off"]"#]),
        (3, &[]),
    ] {
        assert_eq!(nodes(text, game), expected);
    }
    assert!(nodes("EVENT x\nBLACK Anna\nB 1 C3\n", 0).is_empty());
}

#[test]
fn games_that_cannot_exist_in_a_format_are_named_by_their_numbers() {
    let record = read(b"(;SZ[9];B[aa])(;GM[6];B[31])(;SZ[9];B[aa])(;SZ[21];B[aa])").unwrap();
    let kind = "Ishi holds only Go, and this is another game (GM[6])";
    let size = "Ishi holds only square boards from 2x2 to 19x19, and this one is 21x21";
    let error = write(&record.games, Format::Ishi).unwrap_err().to_string();
    assert_eq!(error, format!("game 2: {kind}; game 4: {size}"));
    // The numbers count the games that the record has now.
    let mut book = read(b"EVENT a\nB 1 C3\nEVENT b\nB 1 D4\n").unwrap();
    book.games[1].size = BoardSize::square(21);
    book.games.push(record.games[1].clone());
    let error = book.write().unwrap_err().to_string();
    assert_eq!(error, format!("game 2: {size}; game 3: {kind}"));
}

#[test]
fn a_record_that_would_not_be_read_back_is_named() {
    for (game, expected) in [
        (Some(2), "game 2 would not be read back as it is"),
        (None, "the record would not be read back as it is"),
    ] {
        assert_eq!(WriteError::NotReadBack { game }.to_string(), expected);
    }
}

#[test]
fn new_lines_end_as_those_of_the_record() {
    for (text, expected) in [
        ("(;SZ[9];B[aa])", "(;SZ[9]C[a\nb];B[aa])"),
        ("(;SZ[9]\n;B[aa])", "(;SZ[9]C[a\nb]\n;B[aa])"),
        ("(;SZ[9]\r;B[aa])", "(;SZ[9]C[a\rb]\r;B[aa])"),
        ("(;SZ[9]\r\n;B[aa])", "(;SZ[9]C[a\r\nb]\r\n;B[aa])"),
        // Only the game counts, not the text around it.
        (
            "mail\r\n(;SZ[9]\n;B[aa])\r\n",
            "mail\r\n(;SZ[9]C[a\nb]\n;B[aa])\r\n",
        ),
        ("EVENT x\nB 1 C3", "EVENT x\nCOM\na\nb\nENDCOM\nB 1 C3"),
        ("EVENT x\rB 1 C3\r", "EVENT x\rCOM\ra\rb\rENDCOM\rB 1 C3\r"),
    ] {
        let mut record = read(text.as_bytes()).unwrap();
        record.games[0].set_text(NodeId::ROOT, Id::Comment, "a\nb");
        let written = String::from_utf8(record.write().unwrap());
        assert_eq!(written.as_deref(), Ok(expected));
    }
}

#[test]
fn a_property_is_written_after_the_last_line_also_if_this_has_no_end() {
    for (text, expected) in [
        ("EVENT x\nB 1 C3", "EVENT x\nB 1 C3\nCOM\ny\nENDCOM\n"),
        ("EVENT x\nB 1 C3\n", "EVENT x\nB 1 C3\nCOM\ny\nENDCOM\n"),
    ] {
        let mut record = read(text.as_bytes()).unwrap();
        let game = &mut record.games[0];
        let last = game.nodes().last().unwrap();
        game.set_text(last, Id::Comment, "y");
        let written = String::from_utf8(record.write().unwrap());
        assert_eq!(written.as_deref(), Ok(expected));
    }
}

#[test]
fn an_event_has_a_line_end_before_the_next_one() {
    let text = "EVENT a\nB 1 C3\nEVENT b\nB 1 D4";
    let written = |record: Collection| String::from_utf8(record.write().unwrap());
    let mut swapped = read(text.as_bytes()).unwrap();
    swapped.games.swap(0, 1);
    let expected = "EVENT b\nB 1 D4\r\nEVENT a\nB 1 C3\n";
    assert_eq!(written(swapped).as_deref(), Ok(expected));
    let mut removed = read(text.as_bytes()).unwrap();
    removed.games.remove(0);
    assert_eq!(written(removed).as_deref(), Ok("EVENT b\nB 1 D4"));
    let mut added = read(text.as_bytes()).unwrap();
    let more = read(b"(;SZ[9]EV[c];B[aa])").unwrap().games;
    let canonical = String::from_utf8(write(&more, Format::Ishi).unwrap()).unwrap();
    added.games.extend(more);
    assert_eq!(written(added), Ok(format!("{text}\r\n{canonical}")));
}

#[test]
fn findings_name_the_game_of_the_record() {
    let record = read(b"(;SZ[9];B[aa])(;SZ[9]MN[x])\n(;SZ[9];B[aa])(;SZ[9];C[a]C[b])").unwrap();
    let games = record.findings.kept().iter().map(|found| found.game);
    assert_eq!(games.collect::<Vec<_>>(), [Some(2), Some(4)]);
}

#[test]
fn changes_next_to_each_other_are_one_edit() {
    for (text, ranges) in [
        ("(;SZ[9]PB[a]PW[b];B[aa])", vec![(7, 17)]),
        ("(;SZ[9]PB[a] PW[b];B[aa])", vec![(7, 12), (13, 18)]),
    ] {
        let mut record = read(text.as_bytes()).unwrap();
        for id in [Id::PlayerBlack, Id::PlayerWhite] {
            record.games[0].set_text(NodeId::ROOT, id, "Anna");
        }
        let edits = record.edits().unwrap();
        let places = edits
            .into_iter()
            .map(|edit| (edit.range.start, edit.range.end));
        let found: Vec<_> = places.collect();
        assert_eq!(found, ranges, "{text}");
    }
}

#[test]
fn a_removed_property_takes_the_white_space_before_it_along() {
    for (text, expected) in [
        ("(;SZ[9]  PB[a] C[x];B[aa])", "(;SZ[9] C[x];B[aa])"),
        ("(;SZ[9]\n\nPB[a]\nC[x];B[aa])", "(;SZ[9]\nC[x];B[aa])"),
        ("(;SZ[9] PB[a]zz C[x];B[aa])", "(;SZ[9]zz C[x];B[aa])"),
        ("(;SZ[9]zz PB[a] C[x];B[aa])", "(;SZ[9]zz C[x];B[aa])"),
    ] {
        let mut record = read(text.as_bytes()).unwrap();
        record.games[0].remove_property(NodeId::ROOT, Id::PlayerBlack);
        let written = String::from_utf8(record.write().unwrap());
        assert_eq!(written.as_deref(), Ok(expected));
    }
}

#[test]
fn another_game_without_a_file_format_is_edited() {
    for (bytes, edited) in [
        (
            "(;GM[2] SZ[8] ;B[ff];W[])",
            "(;GM[2] SZ[8]PB[Anna] ;B[ff];W[])",
        ),
        ("(;SZ[13:9] ;B[aa])", "(;SZ[13:9]PB[Anna] ;B[aa])"),
    ] {
        let mut record = read(bytes.as_bytes()).expect("a record");
        record.games[0].set_text(NodeId::ROOT, Id::PlayerBlack, "Anna");
        let written = record.write().expect("an edited record");
        assert_eq!(String::from_utf8_lossy(&written), edited);
    }
}

#[test]
fn games_are_added_taken_away_and_exchanged() {
    let (one, two) = ("(;FF[4]GM[1]SZ[9];B[aa])", "(;FF[4] GM[1]SZ[9];W[bb])");
    let text = format!("{one}\n{two}\n");
    let read = || read(text.as_bytes()).expect("a record");
    let new = |moves: &str| {
        let text = format!("(;FF[4]GM[1]SZ[9]{moves})");
        super::read(text.as_bytes())
            .expect("a game")
            .games
            .remove(0)
    };
    let written = |record: &Collection| {
        let bytes = record.write().map_err(|error| error.to_string());
        bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    };
    let canonical =
        |moves: &str| format!("(;FF[4]GM[1]CA[US-ASCII]AP[ishi:0.1.0]SZ[9]\n{moves})\n");
    let mut added = read();
    let moves = [";B[cc]", ";B[dd]", ";B[ee]"];
    added.games.extend(moves.map(new));
    let expected = format!("{one}\n{two}\n{}", moves.map(canonical).concat());
    assert_eq!(written(&added), Ok(expected));
    added.games[4].set_text(NodeId::ROOT, Id::Event, "two\nlines");
    let refused = "game 5, node 0 (move 0), EV: \"two\\nlines\" is read back as \"two lines\"";
    assert_eq!(written(&added), Err(refused.to_owned()));
    let mut first = read();
    first.games.insert(0, new(";B[cc]"));
    assert_eq!(
        written(&first),
        Ok(format!("{}{text}", canonical(";B[cc]")))
    );
    let mut taken = read();
    taken.games.remove(0);
    assert_eq!(written(&taken), Ok(format!("{two}\n")));
    let mut exchanged = read();
    exchanged.games.swap(0, 1);
    assert_eq!(
        written(&exchanged),
        Ok("(;FF[4] GM[1]SZ[9];W[bb])\n(;FF[4]GM[1]SZ[9];B[aa])\n".to_owned())
    );
    exchanged.games[1].set_text(NodeId::ROOT, Id::Event, "Cup");
    assert_eq!(
        written(&exchanged),
        Ok("(;FF[4] GM[1]SZ[9];W[bb])\n(;FF[4]GM[1]SZ[9]EV[Cup];B[aa])\n".to_owned())
    );
}
