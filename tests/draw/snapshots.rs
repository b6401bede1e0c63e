//! Snapshots of the fixtures as characters and as SVG.
//!
//! They are in `snapshots/draw/`. Look at a change with `cargo insta review`.

use std::fmt::Write;
use std::path::Path;

use ishi::model::Id;
use ishi_draw::{
    BoardStyle, Drawing, Picture, PictureOptions, Places, SheetOptions, Signs, TextOptions,
    outline, sheet, sheet_body,
};

use crate::files;
use crate::sources::{Record, drawings, fixtures, positions};

/// Fixtures in which the positions within the game are worth a look too.
const WITH_POSITIONS: &[&str] = &["marks", "signs", "words", "backgammon", "hide"];

#[test]
fn of_fixtures() {
    for file in files::below(&fixtures()) {
        let name = file
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let record = Record::from_file(&file).expect("a record");
        let (mut list, mut text, mut svg) = (String::new(), String::new(), String::new());
        for (number, game) in (1..).zip(&record.games) {
            let _ = writeln!(list, "game {number}\n{}", outline(game, Places::Landmarks));
            let mut all = drawings(game, record.signs);
            if WITH_POSITIONS.contains(&name.as_str()) {
                all.extend(positions(game, record.signs));
            }
            for (what, drawing) in &all {
                let _ = writeln!(text, "== game {number}, {what}\n{}", characters(drawing));
                let picture = drawing.svg(PictureOptions::default());
                let _ = writeln!(svg, "== game {number}, {what}\n{picture}");
            }
        }
        check(&name, &format!("{list}\n{text}"));
        check(&format!("{name}.svg"), &svg);
    }
}

/// Draws in ASCII and in Unicode, with words below and next to the board.
fn characters(drawing: &Drawing) -> String {
    let plain = TextOptions {
        width: 60,
        ..TextOptions::default()
    };
    let rich = TextOptions {
        width: 100,
        unicode: true,
        color: false,
    };
    format!("{}\n{}", drawing.text(&plain), drawing.text(&rich))
}

#[test]
fn of_colours() {
    let record = Record::from_file(&fixtures().join("marks.sgf")).expect("a record");
    let game = record.games.first().expect("a game");
    let options = TextOptions {
        unicode: true,
        color: true,
        ..TextOptions::default()
    };
    let mut text = String::new();
    for (what, drawing) in positions(game, record.signs) {
        let drawn = drawing.text(&options).replace('\u{1b}', "\\e");
        let _ = writeln!(text, "== {what}\n{drawn}");
    }
    check("colours", &text);
}

#[test]
fn of_wood_with_the_next_moves() {
    let text = "(;FF[4]SZ[5]LB[cd:x];B[cc](;W[bb])(;W[dd]TR[cc])(;B[cb])(;W[bb])(;W[]))";
    let record = ishi::read(text.as_bytes()).expect("a record");
    let game = &record.games[0];
    let node = game.find("1").expect("a node");
    let drawing = Drawing::position(game, node, Signs::Sgf).expect("a game of Go");
    let options = PictureOptions {
        style: BoardStyle::Wood,
        ..PictureOptions::default()
    };
    check(
        "next-moves.svg",
        &drawing.with_next_moves(game, node).svg(options),
    );
}

#[test]
fn next_moves_are_marked_as_the_record_wants() {
    for (style, node, shown) in [
        ("", "1", "A B"),
        ("ST[0]", "1", "A B"),
        ("ST[1]", "1", ""),
        ("ST[1]", "2", "B"),
        ("ST[2]", "1", ""),
        ("ST[3]", "2", ""),
    ] {
        let text = format!("(;FF[4]SZ[5]{style};B[cc](;W[bb])(;W[dd]))");
        let record = ishi::read(text.as_bytes()).expect("a record");
        let game = &record.games[0];
        let node = game.find(node).expect("a node");
        let drawing = Drawing::position(game, node, Signs::Sgf).expect("a game of Go");
        let Picture::Go(board) = drawing.with_next_moves(game, node).picture else {
            panic!("a board of Go");
        };
        let labels = board.points().filter(|(_, cell)| cell.next.is_some());
        let labels: Vec<_> = labels.filter_map(|(_, cell)| cell.label.clone()).collect();
        assert_eq!(labels.join(" "), shown, "{style}");
    }
}

#[test]
fn of_sheets() {
    for name in ["poster.go", "figures.sgf", "ko.sgf", "backgammon.sgf"] {
        let record = Record::from_file(&fixtures().join(name)).expect("a record");
        let games: Vec<_> = record.games.iter().collect();
        let options = SheetOptions {
            moves: 50,
            signs: record.signs,
            ..SheetOptions::default()
        };
        let (stem, _) = name.split_once('.').expect("an ending");
        let body = sheet_body(&games, options).expect("a sheet");
        check(&format!("{stem}.html"), &body);
        let whole = sheet(&games, options).expect("a sheet");
        assert!(whole.contains(&body) && whole.starts_with("<!doctype html>"));
    }
}

/// Each word that a person wrote at a node is on the sheet.
#[test]
fn of_problems_say_which_move_is_right() {
    let record = b"(;FF[4]GM[1]SZ[9]AB[dd]AW[ee](;B[ff]BM[1];W[gg])(;B[cc]TE[2];W[bb]))";
    let record = ishi::read(record).expect("a record");
    let games: Vec<_> = record.games.iter().collect();
    let body = sheet_body(&games, SheetOptions::default()).expect("a sheet");
    assert!(body.contains("B 1 F4 (wrong), W 2 G3"), "{body}");
    assert!(body.contains("B 1 C7 (right), W 2 B8"), "{body}");
}

#[test]
fn of_sheets_have_each_word_of_each_comment() {
    let texts = [
        "(;SZ[9]GC[about all]AB[aa]AW[bb]C[The question]LB[cc:x];B[cd]C[right one](;W[dd]C[deep end])(;W[ee]C[other end];B[ff]N[a name]FG[1:Fig]C[at it];W[gg]C[after it]))",
        "(;SZ[9]PB[Anna]C[start];B[cd]C[one];W[dd]N[named](;B[ee]C[main])(;B[ff]C[variation];W[ca]C[deeper](;B[cb]C[left])(;B[da]C[right])))",
        "(;GM[6]C[backgammon];B[31mehe]C[opening])",
    ];
    let fixtures = ["poster.go", "figures.sgf", "ko.sgf"]
        .map(|name| std::fs::read(fixtures().join(name)).expect("a file"));
    let all = texts
        .map(|text| text.as_bytes().to_vec())
        .into_iter()
        .chain(fixtures);
    for bytes in all {
        let record = ishi::read(&bytes).expect("a record");
        let games: Vec<_> = record.games.iter().collect();
        let body = sheet_body(&games, SheetOptions::default()).expect("a sheet");
        for game in &games {
            for node in game.nodes() {
                for id in [Id::Comment, Id::Name, Id::GameComment] {
                    for word in game.text(node, id).unwrap_or("").split_whitespace() {
                        let word = word
                            .replace('&', "&amp;")
                            .replace('<', "&lt;")
                            .replace('"', "&quot;");
                        let plain = word.chars().all(char::is_alphanumeric);
                        assert!(!plain || body.contains(&word), "{word} in {body}");
                    }
                }
            }
        }
    }
}

fn check(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(Path::new("../../snapshots/draw"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}
