use std::io::Cursor;

use serde_json::{Value, json};

use super::document;

fn parsed(text: &str) -> Value {
    let record = crate::read(text.as_bytes()).unwrap();
    serde_json::from_str(&document(&record.games)).unwrap()
}

#[test]
fn moves_have_coordinates_and_captures() {
    let document = parsed("(;FF[4]SZ[9];B[aa];W[ab];B[];W[ba])");
    let nodes = document["games"][0]["nodes"].as_array().unwrap();
    let moves: Vec<_> = nodes.iter().filter_map(|node| node.get("move")).collect();
    assert_eq!(
        json!(moves),
        json!([
            {"color": "black", "number": 1, "at": "A9", "column": 0, "row": 0},
            {"color": "white", "number": 2, "at": "A8", "column": 0, "row": 1},
            {"color": "black", "number": 3, "at": "pass"},
            {"color": "white", "number": 4, "at": "B9", "column": 1, "row": 0, "captures": ["A9"]},
        ])
    );
}

#[test]
fn game_information_is_what_was_understood() {
    let document = parsed("(;FF[4]SZ[9]RE[W+12.5点]TM[30:00+30:00/25]KM[6.5目];B[aa])");
    let info = &document["games"][0]["info"];
    assert_eq!(info["result"], json!("W+12.5"));
    assert_eq!(info["time_limit"], json!(1800));
    assert_eq!(info["komi"], json!(6.5));
}

#[test]
fn positions_are_rows_of_letters_on_request() {
    let record = crate::read(b"(;FF[4]SZ[3];B[aa];W[ab];B[];W[ba])(;FF[4]GM[6])").unwrap();
    let mut writer = super::Writer::new(Vec::new(), None)
        .unwrap()
        .with_positions(true);
    for game in &record.games {
        writer.game(game).unwrap();
    }
    let document: Value = serde_json::from_slice(&writer.finish().unwrap()).unwrap();
    let nodes = &document["games"][0]["nodes"];
    assert_eq!(nodes[0]["position"], json!(["...", "...", "..."]));
    assert_eq!(nodes[4]["position"], json!([".W.", "W..", "..."]));
    assert_eq!(document["games"][1]["nodes"][0].get("position"), None);
}

#[test]
fn trees_are_lists_with_parents_and_children() {
    let document = parsed("(;FF[4](;B[aa];W[bb])(;B[cc]))");
    let nodes = document["games"][0]["nodes"].as_array().unwrap();
    let shape = |node: &Value| json!([node["parent"], node["children"], node["address"]]);
    let shapes: Vec<_> = nodes.iter().map(shape).collect();
    assert_eq!(
        json!(shapes),
        json!([
            [null, [1, 3], "0"],
            [0, [2], "1"],
            [1, [], "2"],
            [0, [], "0b"]
        ])
    );
}

#[test]
fn everything_else_has_its_place() {
    let document = parsed(
        "(;FF[4]SZ[9]PB[Anna]KM[6.5]HA[x]AB[aa:bb][dd]TR[cc]LB[ee:a \\[1\\]]AR[aa:bb]C[two\nlines]N[name]\
         BM[1]XX[a\\]][b]AP[x:1]TB[aa]VW[aa:ee]SL[zz])",
    );
    let game = &document["games"][0];
    assert_eq!(game["info"]["player_black"], "Anna");
    assert_eq!(game["info"]["komi"], 6.5);
    let mut root = game["nodes"][0].clone();
    for known in ["node", "parent", "children", "address"] {
        root.as_object_mut().unwrap().remove(known);
    }
    let expected = json!({
        "setup": {"black": ["A9:B8", "D6"]},
        "marks": {"triangle": ["C7"], "selected": []},
        "labels": [{"at": "E5", "text": "a [1]"}],
        "arrows": [["A9", "B8"]],
        "comment": "two\nlines",
        "name": "name",
        "territory": {"black": ["A9"]},
        "view": ["A9:E5"],
        "properties": {"BM": ["1"], "AP": ["x", "1"]},
        "raw": {"HA": ["x"], "XX": ["a\\]", "b"], "SL": ["zz"]},
    });
    assert_eq!(root, expected);
}

#[test]
fn other_games_keep_their_moves_as_they_are() {
    let document = parsed("(;FF[4]GM[6];DI[31];W[31bbbe])");
    let nodes = &document["games"][0]["nodes"];
    assert_eq!(nodes[2]["raw"]["W"], json!(["31bbbe"]));
    assert_eq!(nodes[2]["address"], "1");
    assert_eq!(nodes[2].get("move"), None);
}

#[test]
fn numbers_of_a_record_are_numbers_and_other_values_texts() {
    for (text, expected) in [
        ("6.5", "6.5"),
        (" 7 ", "7"),
        ("-7", "-7"),
        ("-0.5", "-0.5"),
        ("none", "\"none\""),
        ("", "\"\""),
        ("1e3", "\"1e3\""),
        ("inf", "\"inf\""),
        ("1.2.3", "\"1.2.3\""),
        ("3-4", "\"3-4\""),
        ("-", "\"-\""),
    ] {
        let found = super::member::number_or_text(text).to_string();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn a_long_game_is_written_once() {
    let moves = ";B[aa];W[bb]".repeat(1000);
    let document = parsed(&format!("(;FF[4]SZ[9]{moves})(;FF[4]SZ[9:7]{moves})"));
    for (number, size) in [(1, [9, 9]), (2, [9, 7])] {
        let game = &document["games"][number - 1];
        assert_eq!(game["game"], number);
        assert_eq!(game["size"], json!({"columns": size[0], "rows": size[1]}));
        let nodes = game["nodes"].as_array().unwrap();
        let numbers: Vec<_> = nodes.iter().map(|node| &node["node"]).collect();
        assert_eq!(json!(numbers), json!((0..=2000).collect::<Vec<_>>()));
    }
}

#[test]
fn nodes_are_numbered_in_the_order_of_a_file() {
    use crate::model::{BoardSize, Builder};
    let game = Builder::new(BoardSize::square(9))
        .black("A1")
        .variation(|line| line.black("B1"))
        .white("C1")
        .finish()
        .unwrap();
    let document: Value = serde_json::from_str(&document(&[game])).unwrap();
    let nodes = document["games"][0]["nodes"].as_array().unwrap();
    let shape = |node: &Value| {
        json!([
            node["node"],
            node["parent"],
            node["children"],
            node["move"]["at"]
        ])
    };
    assert_eq!(
        json!(nodes.iter().map(shape).collect::<Vec<_>>()),
        json!([
            [0, null, [1, 3], null],
            [1, 0, [2], "A1"],
            [2, 1, [], "C1"],
            [3, 0, [], "B1"]
        ])
    );
}

#[test]
fn values_off_the_board_are_shown_only_as_they_are_written() {
    let document = parsed(
        "(;FF[4]SZ[9:5]AB[aa:bb][ia:je]AW[jj]TR[if][ie]LB[ie:a][if:b][ja:c]LN[aa:ie][aa:if][ja:aa]AR[aa:bb];B[ie];W[if])",
    );
    let nodes = &document["games"][0]["nodes"];
    let mut root = nodes[0].clone();
    for known in ["node", "parent", "children", "address"] {
        root.as_object_mut().unwrap().remove(known);
    }
    let expected = json!({
        "setup": {"black": ["A5:B4", "J5:J1"], "white": []},
        "marks": {"triangle": ["J1"]},
        "labels": [{"at": "J1", "text": "a"}],
        "lines": [["A5", "J1"]],
        "arrows": [["A5", "B4"]],
        "raw": {
            "AB": ["aa:bb", "ia:je"],
            "AW": ["jj"],
            "TR": ["if", "ie"],
            "LB": ["ie:a", "if:b", "ja:c"],
            "LN": ["aa:ie", "aa:if", "ja:aa"],
        },
    });
    assert_eq!(root, expected);
    let on = json!({"at": "J1", "color": "black", "column": 8, "number": 1, "row": 4});
    assert_eq!(nodes[1]["move"], on);
    let off = json!({"at": "off the board", "color": "white", "number": 2});
    assert_eq!(nodes[2]["move"], off);
}

#[test]
fn words_without_a_meaning_are_at_their_nodes() {
    let ishi = b"REMARK above\nEVENT x\nBOARDSIZE 9\nB 1 C3\nUSER print\npage 4\nENDUSER\nREMARK one\nW 2 D4\n";
    let sgf = crate::convert(ishi, crate::Format::Sgf).unwrap();
    for record in [&ishi[..], &sgf] {
        let options = crate::source::SourceOptions::default();
        let mut source = crate::source::Source::open(Cursor::new(record), options).unwrap();
        let mut games = crate::Games::new(&mut source).with_carried();
        let game = games.next().unwrap().unwrap();
        let mut writer = super::Writer::new(Vec::new(), None).unwrap();
        writer.game_with_words(&game, &games.words(&game)).unwrap();
        let document: Value = serde_json::from_slice(&writer.finish().unwrap()).unwrap();
        let words = |node: usize| document["games"][0]["nodes"][node]["words"].clone();
        assert_eq!(words(0), json!(["REMARK above"]));
        assert_eq!(words(1), json!(["USER print\r\npage 4\r\nENDUSER"]));
        assert_eq!(words(2), json!(["REMARK one"]));
    }
}
