//! Records that are well typed are read as they are typed, with all their texts.

use std::path::{Path, PathBuf};

use proptest::prelude::*;

use super::breaks::are_lost;
use crate::diagnostic::Diagnostics;
use crate::format::Format;
use crate::ishi::syntax::{parse, read_line};
use crate::testing;

/// Returns the first line of a well-typed record that is read otherwise than it is typed.
fn changed(text: &str) -> Option<String> {
    let (as_typed, log) = read_line(text);
    if !super::is_well_typed(&log) {
        return None;
    }
    let read = parse(text, &mut Diagnostics::new());
    let mut pairs = as_typed.iter().zip(&read);
    let differing = pairs.find(|(a, b)| a != b);
    let differing = differing.map(|(a, b)| format!("{} is read as {}", a.written(), b.written()));
    differing.or_else(|| (read.len() != as_typed.len()).then(|| "the number of lines".to_owned()))
}

/// Checks the records of a folder as text of Ishi; returns how many were looked at. A title with the lines of its event is
/// well typed too, and is read as these lines.
fn check(folder: &Path) -> usize {
    let mut count = 0;
    let is_title = |path: &PathBuf| {
        let name = path.to_string_lossy();
        ["lost-line-breaks-of", "one-line-"]
            .iter()
            .any(|part| name.contains(part))
    };
    let files = testing::corpus::files(folder).into_iter();
    for path in files.filter(|path| !is_title(path)) {
        let bytes = std::fs::read(&path).unwrap();
        let text = match path.extension().and_then(|extension| extension.to_str()) {
            Some("go") => String::from_utf8_lossy(&bytes).into_owned(),
            Some("sgf" | "mgt") => {
                let written = crate::read(&bytes)
                    .ok()
                    .and_then(|record| crate::write(&record.games, Format::Ishi).ok());
                let Some(written) = written else {
                    continue;
                };
                String::from_utf8_lossy(&written).into_owned()
            }
            _ => continue,
        };
        assert_eq!(changed(&text), None, "{}", path.display());
        count += 1;
    }
    count
}

#[test]
fn fixtures_are_read_as_typed() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    assert!(check(&fixtures) > 300);
}

#[test]
#[ignore = "reads a corpus of public records"]
fn public_records_are_read_as_typed() {
    assert!(check(&testing::corpus::folder()) > 300);
}

proptest! {
    #![proptest_config(testing::law())]

    #[test]
    fn generated_records_are_read_as_typed(game in testing::small_board_game()) {
        let mut text = String::new();
        let options = crate::format::WriteOptions::default();
        prop_assume!(crate::ishi::write(&game, &options, &mut text).is_ok());
        prop_assert_eq!(changed(&text), None);
    }
}

/// Moves in a comment or a title are text, however many.
#[test]
fn texts_with_moves_are_no_lines() {
    let moves: Vec<String> = (1..80)
        .map(|number| format!("B {number} C3 W {} D4", number + 1))
        .collect();
    let moves = moves.join(" ");
    for text in [
        format!("EVENT\nCOM\n{moves}\nENDCOM\nB 1 Q4\n"),
        format!("EVENT\nUSER x\n{moves}\nENDUSER\nB 1 Q4\n"),
        "EVENT\nREMARK B 1 Q4 MARK a@Q4 W 2 D4\nPLACE B 1 Q4\nCOM B 1 Q4\nEND of it\nENDCOM\n"
            .to_owned(),
    ] {
        assert_eq!(changed(&text), None);
        assert!(read_line(&text).0.len() > 1);
    }
    assert!(are_lost(&moves));
}
