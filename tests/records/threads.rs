//! Threads: a large record gives the same result for any number of threads.

use std::fmt::Write;

use crate::record::Record;
use ishi::Format;
use ishi::convert::ConvertOptions;

/// Converts with threads and without, and returns the result, if both are the same.
fn both_ways(record: &Record, options: &ConvertOptions) -> Result<Vec<u8>, String> {
    let threads = ConvertOptions {
        threads: 3,
        ..options.clone()
    };
    let (alone, report) = record.convert(options);
    let (together, other) = record.convert(&threads);
    let (alone, together) = (
        alone.map_err(|e| e.to_string()),
        together.map_err(|e| e.to_string()),
    );
    assert_eq!(alone, together);
    assert_eq!(
        (report.games, report.nodes, report.moves),
        (other.games, other.nodes, other.moves)
    );
    assert_eq!(report.refused, other.refused);
    let findings = |report: &ishi::convert::Report| -> Vec<_> {
        report
            .findings
            .counts()
            .map(|(rule, _, count)| (rule.code, count))
            .collect()
    };
    assert_eq!(findings(&report), findings(&other));
    assert_eq!(report.findings.kept(), other.findings.kept());
    alone
}

/// Returns a collection of about a megabyte; `odd` replaces some games.
fn collection(odd: impl Fn(usize) -> Option<String>) -> Record {
    let mut text = String::new();
    for number in 0..6000 {
        if let Some(odd) = odd(number) {
            text.push_str(&odd);
            continue;
        }
        let _ = write!(text, "(;FF[4]GM[1]SZ[19]PB[Player {number}]");
        for at in 0..20_u8 {
            let column = char::from(b'a' + at % 19);
            let row = char::from(b'a' + u8::try_from(number % 19).unwrap_or_default());
            let _ = write!(
                text,
                ";{}[{column}{row}]",
                if at % 2 == 0 { 'B' } else { 'W' }
            );
        }
        text.push_str("C[comment])\n");
    }
    Record::written(text.into_bytes(), Format::Sgf)
}

#[test]
fn large_collections_come_out_the_same() {
    let record = collection(|number| (number % 997 == 0).then(|| "(;PB[\u{e9};B[aa]".to_owned()));
    for &to in Format::ALL {
        let bytes = both_ways(&record, &ConvertOptions::new(to)).expect("all formats hold it");
        assert!(bytes.len() > 500_000, "{to}: {} bytes", bytes.len());
    }
}

/// Runs the test above in a second process, in which no thread gets the stack that it asks for.
#[test]
#[cfg(target_os = "linux")]
fn without_threads_it_is_the_same() {
    let stack = (usize::MAX / 4).to_string();
    let program = std::env::current_exe().expect("the tests are a program");
    let output = std::process::Command::new(program)
        .args(["--exact", "threads::large_collections_come_out_the_same"])
        .args(["--test-threads", "1"])
        .env("RUST_MIN_STACK", stack)
        .output()
        .expect("the program runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("1 passed"), "{said}");
}

#[test]
fn refused_games_are_left_out_or_refuse_all() {
    let record = collection(|number| (number % 1999 == 5).then(|| "(;GM[6];B[31abcd])".to_owned()));
    let mut options = ConvertOptions::new(Format::Ishi);
    let refused = both_ways(&record, &options).expect_err("backgammon is no Go");
    assert!(
        refused.contains("game 6") && refused.contains("game 4004"),
        "{refused}"
    );
    options.skip_refused = true;
    assert!(both_ways(&record, &options).is_ok());
}

#[test]
fn a_charset_that_is_known_late_is_that_of_the_games_behind_it() {
    let mut text = String::new();
    for number in 0..20_000 {
        let _ = write!(text, "EVENT {number}\r\nB 1 Q16\r\nW 2 D4\r\n");
        if number == 15_000 {
            text.push_str("COM\r\n\u{e9}\u{df}\r\nENDCOM\r\n");
        }
    }
    let record = Record::written(text.into_bytes(), Format::Ishi);
    for &to in Format::ALL {
        both_ways(&record, &ConvertOptions::new(to)).expect("all formats hold it");
    }
}
