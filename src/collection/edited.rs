//! Edits of the lossless editor in the fixtures, the corpus, and some small records with styles of their writers.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use super::{Collection, WriteError, convert, read, write};
use crate::edit::is_shown;
use crate::format::Format;
use crate::model::Game;
use crate::testing::corpus;
use crate::testing::edit::{Edit, KINDS, Kind, Scene};

/// How many of a hundred edits of one field are one change of the bytes in the corpus, at least.
const IN_ONE_PLACE: usize = 99;

/// The same in the fixtures. The others are moves of Ishi that change prisoners below.
const IN_ONE_PLACE_OF_FIXTURES: usize = 98;

/// Records with many typing slips in a row. The reader explains a slip by the lines around it, so an edit between
/// slips can leave a text that reads as something else; then the editor refuses it.
const SLIPS: [&str; 3] = [
    "mistakes/lost-line-breaks.go",
    "mistakes/typing-slips.go",
    "mistakes/move-with-extra-token.go",
];

#[test]
fn fixtures_are_edited_in_one_place() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let folders = ["ishi", "sgf", "smartgo"].map(|format| corpus::files(&fixtures.join(format)));
    are_edited(folders.concat(), IN_ONE_PLACE_OF_FIXTURES);
}

/// `ISHI_LONG=1` edits each record of the corpus instead of one of five.
#[test]
#[ignore = "reads the corpus"]
fn records_of_the_corpus_are_edited_in_one_place() {
    let is_long = std::env::var_os("ISHI_LONG").is_some_and(|value| value == "1");
    let folders = ["backgammon", "ishi", "othergames", "sgf", "smartgo"];
    let files = folders.map(|folder| corpus::files(&corpus::folder().join(folder)));
    let files = files.concat();
    let step = if is_long { 1 } else { 5 };
    are_edited(files.into_iter().step_by(step), IN_ONE_PLACE);
}

/// Makes one edit of each kind in each record, and reads it back. So many of a hundred edits of one field have to be one change.
fn are_edited(files: impl IntoIterator<Item = PathBuf>, in_one_place: usize) {
    // For each kind of edit, how many edits made so many changes of the bytes.
    let mut counts: BTreeMap<&str, BTreeMap<usize, usize>> = BTreeMap::new();
    let mut failures = Vec::new();
    for (file, seed) in files.into_iter().zip(0..) {
        let bytes = fs::read(&file).unwrap();
        let Ok(record) = read(&bytes) else {
            continue;
        };
        let name = file.display();
        if record.write().ok().as_ref() != Some(&bytes) {
            failures.push(format!("{name}: other bytes without an edit"));
        }
        for (kind, edited) in edits(&record, record.games.len() / 2, seed) {
            match in_places(&edited) {
                Ok(places) => {
                    let counts = counts.entry(kind.name).or_default();
                    *counts.entry(places).or_default() += 1;
                }
                // The format has no place for the edit, or its text is another game: a DIAGRAM changes places with a variation.
                Err(error) if error.is_none() || !can_be_said(&edited) => {}
                Err(_) if SLIPS.iter().any(|slips| file.ends_with(slips)) => {}
                Err(error) => failures.push(format!(
                    "{name}: {}: {}",
                    kind.name,
                    error.unwrap_or_default()
                )),
            }
        }
    }
    let mut sums = (0, 0);
    for (kind, places) in &counts {
        println!("{kind}: {places:?}");
        if KINDS.iter().any(|one| one.name == *kind && one.is_field) {
            sums.0 += places.get(&1).copied().unwrap_or(0);
            sums.1 += places.values().sum::<usize>();
        }
    }
    println!("{} of {} edits of fields in one place", sums.0, sums.1);
    assert_eq!(failures, Vec::<String>::new());
    assert!(sums.1 > 0 && 100 * sums.0 >= in_one_place * sums.1);
}

/// Returns the edits that one game of a record can have, each with the edited record.
fn edits(record: &Collection, game: usize, seed: usize) -> Vec<(&'static Kind, Collection)> {
    let Some(game_of_record) = record.games.get(game) else {
        return Vec::new();
    };
    let scene = Scene::new(game_of_record, game_of_record, seed);
    let made = |edit: Edit| {
        let mut edited = record.clone();
        edit.make(&mut edited.games[game]);
        edited
    };
    let all = KINDS
        .iter()
        .filter_map(|kind| Some((kind, made((kind.choose)(&scene)?))));
    all.collect()
}

/// Writes an edited record and reads it back. Returns how many changes of the bytes there are, or the failure; it has no words
/// if the format or its charset refuses the game.
fn in_places(edited: &Collection) -> Result<usize, Option<String>> {
    let written = match edited.write() {
        Ok(written) => written,
        Err(WriteError::Refused(_) | WriteError::Unencodable(_)) => return Err(None),
        Err(error) => return Err(Some(error.to_string())),
    };
    let back = read(&written).map_err(|error| Some(error.to_string()))?;
    let mut pairs = back.games.iter().zip(&edited.games);
    let is_same =
        back.games.len() == edited.games.len() && pairs.all(|(found, game)| is_shown(found, game));
    if !is_same {
        let text = String::from_utf8_lossy(&written);
        return Err(Some(format!(
            "not read back:\n{}",
            text.chars().take(2000).collect::<String>()
        )));
    }
    Ok(edited.edits().map_or(0, |edits| edits.len()))
}

/// Returns whether the format of a record expresses all of its games.
fn can_be_said(record: &Collection) -> bool {
    record.games.iter().all(|game: &Game<'_>| {
        let text = write(std::slice::from_ref(game), record.format).ok();
        let shown = text.and_then(|text| read(&text).ok());
        shown.is_some_and(|shown| matches!(&shown.games[..], [shown] if is_shown(shown, game)))
    })
}

/// A name, and a record with lines that end as the text says.
const RECORDS: &[(&str, &str)] = &[
    (
        "SGF in one line",
        "(;FF[4]GM[1]SZ[9]PW[Bo];B[cc];W[gg]C[old];B[ee](;W[cg])(;W[gc];B[ff]))",
    ),
    (
        "SGF with Windows line ends, blanks, and properties on lines of their own",
        "( ;\r\nGM [1]\r\nFF[4]\r\nSZ[9]\r\nPW[Bo]\r\nAB[aa][bb]\r\n;W[cc]\r\n\t( ;B[gg] ; W[ee] C[old] )\r\n\t( ;B[gc]\r\n\t\t( ;W[cg] )\r\n\t\t( ;W[cb] ) )\r\n)\r\n",
    ),
    (
        "SGF with words, doubled and unknown properties",
        "(;GM[1]FF[4]SZ[9] name PW[Bo]XX[1]XX[2];B[cc]C[one]C[two]MN[one];W[gg]TR[aa]TR[bb];B[ee])",
    ),
    (
        "SGF with setup and a move in one node",
        "(;FF[4]GM[1]SZ[9];AB[aa]B[bb]C[old];W[cc];AW[dd]W[ee])",
    ),
    (
        "SGF without parentheses and with a surplus one",
        ";FF[4]GM[1]SZ[9];B[cc](;W[dd];B[ee])(;W[ff]))",
    ),
    (
        "two games",
        "(;FF[4]GM[1]SZ[9];B[aa])\n(;FF[4]GM[1]SZ[9];B[bb];W[cc])\n",
    ),
    (
        "Smart-Go",
        "Notes before the game\r\n(;\r\nGaMe[1]\r\nVieW[]\r\nSiZe[9]\r\nPlayerWhite[Bo]\r\nAddBlack[C3][G7]\r\n;\r\nWhite[E5]\r\n(;\r\nBlack[C7]\r\nMark[E5]\r\n;\r\nWhite[G3]\r\n)\r\n(;\r\nBlack[D4]\r\nComment[old]\r\n)\r\n)\r\n",
    ),
    (
        "Ishi with a variation",
        "EVENT A game\r\nBOARDSIZE  9\r\nWHITE Bo\r\nREMARK kept\r\nB 1 C3\r\nW 2 G7\r\nCOM\r\nold\r\nENDCOM\r\nMARK @1\r\nB 3 E5\r\nVAR 3\r\n  B 3 D5\r\n  W 4 D6\r\nENDVAR\r\nW 4 E6\r\n",
    ),
    (
        "Ishi with stones in mid-game",
        "event Twice\nboardsize 9\nb 1 c3\nsetup b d4 e5 w f6\nw 2 g7\nmark a@c3\ncom\nold\nendcom\nb 3 f3\n",
    ),
    (
        "Ishi with two events and no line end at the end",
        "EVENT First\r\nBOARDSIZE 9\r\nB 1 C3\r\nW 2 D4\r\nEVENT Second\r\nBOARDSIZE 9\r\nB 1 E5\r\nDIAGRAM\r\nMARK A@C3\r\nW 2 F6",
    ),
    (
        "Backgammon",
        "(;FF[4]GM[6]PW[Bo];B[31faed] C[old];W[52mrxc](;B[42hdfd])(;B[64xrrn]))",
    ),
];

#[test]
fn each_edit_changes_the_bytes_that_were_reviewed() {
    let mut text = String::new();
    for (name, record) in RECORDS {
        let _ = writeln!(text, "{name}");
        let read = read(record.as_bytes()).unwrap();
        for (kind, edited) in edits(&read, read.games.len() - 1, 0) {
            let _ = writeln!(text, "  {}", kind.name);
            told(&edited, record, &mut text);
        }
    }
    reviewed("edits", &text);
}

#[test]
fn each_edit_of_a_result_comes_home_as_it_was_reviewed() {
    let mut text = String::new();
    for (name, record) in RECORDS {
        let format = read(record.as_bytes()).unwrap().format;
        for &other in Format::ALL.iter().filter(|other| **other != format) {
            let Ok(result) = convert(record.as_bytes(), other) else {
                continue;
            };
            let _ = writeln!(text, "{name}, edited as {other}");
            let result = read(&result).unwrap();
            for (kind, edited) in edits(&result, result.games.len() - 1, 0) {
                let home = edited.write().ok().map(|bytes| convert(&bytes, format));
                let told = match home {
                    Some(Ok(home)) => difference(record, &String::from_utf8_lossy(&home)),
                    Some(Err(error)) => error.to_string(),
                    None => "not written".to_owned(),
                };
                let _ = writeln!(text, "  {}\n    {told}", kind.name);
            }
        }
    }
    reviewed("edits-at-home", &text);
}

/// `MARK @1` names no place, so the reader keeps it as a line of the move above it.
#[test]
fn a_line_without_meaning_stays_with_its_move_when_a_variation_becomes_the_main_line() {
    let (_, record) = RECORDS[7];
    let mut edited = read(record.as_bytes()).unwrap();
    let game = &mut edited.games[0];
    let second = game
        .nodes()
        .find_map(|node| game.children(node).nth(1))
        .unwrap();
    game.move_variation(second, 0).unwrap();
    let written = edited.write().unwrap();
    let written = String::from_utf8_lossy(&written);
    assert!(
        written.contains("ENDCOM\r\nMARK @1\r\n  B 3 D5\r\n"),
        "{written}"
    );
}

fn reviewed(name: &str, text: &str) {
    insta::with_settings!({ snapshot_path => "../../snapshots", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(name, text);
    });
}

/// Returns where two texts differ, and the text of each from the first difference to the last.
fn difference(first: &str, second: &str) -> String {
    let same = |(one, two): &(char, char)| one == two;
    let start = first.chars().zip(second.chars()).take_while(same);
    let start: usize = start.map(|(one, _)| one.len_utf8()).sum();
    let [first, second] = [first, second].map(|text| text.get(start..).unwrap());
    let end = first
        .chars()
        .rev()
        .zip(second.chars().rev())
        .take_while(same);
    let end: usize = end.map(|(one, _)| one.len_utf8()).sum();
    let [first, second] = [first, second].map(|text| text.get(..text.len() - end).unwrap());
    format!("{start}: {first:?} -> {second:?}")
}

/// Tells the changes of the bytes that write an edited record.
fn told(edited: &Collection, record: &str, text: &mut String) {
    let edits = match edited.edits() {
        Ok(edits) => edits,
        Err(error) => {
            let _ = writeln!(text, "    not written: {error}");
            return;
        }
    };
    for edit in edits {
        let range = edit.range.start as usize..edit.range.end as usize;
        let _ = writeln!(
            text,
            "    {}: {:?} -> {:?}",
            range.start,
            record.get(range.clone()).unwrap(),
            String::from_utf8_lossy(&edit.bytes)
        );
    }
}
