//! The lossless editor: a record is read, changed and written, and every byte that the change is not about stays.
//!
//! `ISHI_LONG=1` edits each record of the corpus instead of one of five.

#[path = "../corpus/mod.rs"]
mod corpus;
#[path = "../files/mod.rs"]
mod files;

mod edits;
mod fixes;
mod shown;
mod sweep;

use edits::KINDS;
use fixes::Fixes;
use ishi::model::{Id, NodeId};
use sweep::{Sweep, records};

/// How many of a hundred edits of one field are one change of the bytes, at least.
const IN_ONE_PLACE: usize = 99;

#[test]
fn fixtures_are_edited_in_one_place() {
    let records = ["ishi", "sgf", "smartgo"].map(|format| records(&fixtures().join(format)));
    let sweep = Sweep::over(&records.concat());
    println!("{sweep}");
    assert_eq!(sweep.failures, Vec::<String>::new());
}

#[test]
#[ignore = "reads the corpus"]
fn records_of_the_corpus_are_edited_in_one_place() {
    let long = std::env::var_os("ISHI_LONG").is_some_and(|value| value == "1");
    let records = records(&corpus::folder());
    let some: Vec<_> = records
        .into_iter()
        .step_by(if long { 1 } else { 5 })
        .collect();
    let sweep = Sweep::over(&some);
    println!("{sweep}");
    assert_eq!(sweep.failures, Vec::<String>::new());
    let fields = KINDS.iter().filter(|kind| kind.is_field);
    let shares = fields.map(|kind| sweep.share(kind.name));
    let (one, all) = shares.fold((0, 0), |sum, share| (sum.0 + share.0, sum.1 + share.1));
    println!("{one} of {all} edits of fields in one place");
    assert!(all > 0 && 100 * one >= IN_ONE_PLACE * all, "{one} of {all}");
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
        let mut record = ishi::read(bytes.as_bytes()).expect("a record");
        record.games[0].set_text(NodeId::ROOT, Id::PlayerBlack, "Anna");
        let written = record.write().expect("an edited record");
        assert_eq!(String::from_utf8_lossy(&written), edited);
    }
}

#[test]
fn games_are_added_taken_away_and_exchanged() {
    let (one, two) = ("(;FF[4]GM[1]SZ[9];B[aa])", "(;FF[4] GM[1]SZ[9];W[bb])");
    let text = format!("{one}\n{two}\n");
    let read = || ishi::read(text.as_bytes()).expect("a record");
    let new = |moves: &str| {
        let text = format!("(;FF[4]GM[1]SZ[9]{moves})");
        ishi::read(text.as_bytes()).expect("a game").games.remove(0)
    };
    let written = |record: &ishi::Collection| {
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

#[test]
fn fixtures_are_mended_once() {
    let records = ["ishi", "sgf", "smartgo"].map(|format| records(&fixtures().join(format)));
    let fixes = Fixes::over(&records.concat());
    println!("{fixes}");
    assert_eq!(fixes.failures, Vec::<String>::new());
}

#[test]
#[ignore = "reads the corpus"]
fn records_of_the_corpus_are_mended_once() {
    let mut records = records(&corpus::folder());
    // A handicap of one stone becomes the first move, as a guess.
    records.retain(|record| !record.ends_with("16-handicap-one.sgf"));
    let fixes = Fixes::over(&records);
    println!("{fixes}");
    for sample in fixes.samples.iter().step_by(1 + fixes.samples.len() / 100) {
        println!("  {sample}");
    }
    assert_eq!(fixes.failures, Vec::<String>::new());
}

fn fixtures() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}
