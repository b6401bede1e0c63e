//! Every record of the corpus, and every fixture, without carriers to every format, with the proof.

use std::path::Path;

use crate::corpus;
use crate::everything::{NO_GAMES, NO_RECORDS, may_refuse};
use crate::files;
use crate::record::Record;
use ishi::Format;
use ishi::convert::{ConvertError, ConvertOptions};
use ishi::outcome::Outcome;

/// How many results of a folder there are.
#[derive(Debug, Default)]
struct Count {
    files: usize,
    written: usize,
    refused: usize,
    failures: Vec<String>,
}

#[test]
#[ignore = "reads the corpus, a folder outside the project"]
fn every_record_converts_without_carriers() {
    check_all(&corpus::folder());
}

#[test]
fn every_fixture_converts_without_carriers() {
    check_all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures"));
}

/// The text of the source travels in the record, and a plain result lacks its words.
#[test]
fn words_of_a_text_that_travelled_are_lost_by_name() {
    let lost = |source: &str, format: Format, carrier: Format, to: Format, verify: bool| {
        let source = Record::written(source.as_bytes().to_vec(), format);
        let record = source.to(carrier).expect("a result with a carrier");
        let options = ConvertOptions {
            plain: true,
            verify,
            ..ConvertOptions::new(to)
        };
        let (result, report) = record.convert(&options);
        result.expect("a plain result");
        let kinds = report.outcomes.kinds(Outcome::Lost);
        let kinds: Vec<String> = kinds.map(|(kind, _)| kind.to_owned()).collect();
        kinds
    };
    let remark = "EVENT\nBOARDSIZE 9\nB 1 A9\nREMARK words\nW 2 B8\n";
    for to in Format::ALL {
        for verify in [true, false] {
            let found = lost(remark, Format::Ishi, Format::Sgf, *to, verify);
            assert_eq!(found, ["REMARK"], "{to} {verify}");
        }
    }
    let arrow = "(;FF[4]SZ[9];B[aa]AR[aa:bb];W[bb])";
    let found = |to| lost(arrow, Format::Sgf, Format::Ishi, to, true);
    assert_eq!(found(Format::Sgf), [""; 0]);
    assert_eq!(found(Format::Ishi), ["arrows (AR)"]);
}

#[test]
fn words_without_an_effect_are_lost_with_their_place() {
    let source = "EVENT\nBOARDSIZE 9\nDATE 8 March 1990 at noon\nKOMI 5\nKOMI 6\nREMARK r\nSETUP B C3 W C3\nB 1 D4\n\
                  MARK a@Z9 #7 b@D4\nPRISONER A1\nUSER u\nENDUSER\nno line\nHIDE #1\nW2 E5\nENDVAR\n";
    let options = ConvertOptions {
        plain: true,
        ..ConvertOptions::new(Format::Sgf)
    };
    let record = Record::written(source.as_bytes().to_vec(), Format::Ishi);
    let (_, report) = record.convert(&options);
    let mut lost: Vec<_> = report.losses.iter().map(ToString::to_string).collect();
    lost.sort();
    let expected = [
        ("DATE", "DATE 8 March 1990 at noon", 3),
        ("ENDVAR", "ENDVAR", 16),
        ("HIDE", "HIDE #1", 14),
        ("KOMI", "KOMI 5", 4),
        ("MARK", "#7", 9),
        ("MARK", "a@Z9", 9),
        ("PRISONER", "PRISONER A1", 10),
        ("REMARK", "REMARK r", 6),
        ("SETUP", "C3", 7),
        ("USER", "USER u\\nENDUSER", 11),
        ("words that nobody read", "no line", 13),
    ];
    let expected = expected.map(|(kind, words, line)| format!("{kind}, `{words}`, line {line}"));
    assert_eq!(lost, expected);
}

fn check_all(folder: &Path) {
    let mut count = Count::default();
    for path in files::below(folder) {
        count.check(folder, &path);
    }
    println!(
        "{} files, {} results, {} refused",
        count.files, count.written, count.refused
    );
    assert!(count.written > 2 * count.files, "{count:?}");
    assert!(count.failures.is_empty(), "{}", count.failures.join("\n"));
}

impl Count {
    fn check(&mut self, folder: &Path, path: &Path) {
        let name = path.strip_prefix(folder).unwrap_or(path);
        let name = name.display().to_string();
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        let no_record = NO_RECORDS.contains(&ending.as_ref()) || NO_GAMES.contains(&name.as_str());
        let record = Record::from_file(path);
        self.files += 1;
        for &to in Format::ALL {
            let options = ConvertOptions {
                plain: true,
                ..ConvertOptions::new(to)
            };
            match record.convert(&options).0 {
                Ok(_) => self.written += 1,
                Err(ConvertError::Refused(games))
                    if games.iter().all(|game| may_refuse(&game.refusal)) =>
                {
                    self.refused += 1;
                }
                Err(ConvertError::NoGame | ConvertError::Source(_)) if no_record => {}
                Err(error) => self.failures.push(format!("{name} to {to}: {error}")),
            }
        }
    }
}
