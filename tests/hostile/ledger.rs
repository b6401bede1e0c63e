//! The ledger: every byte of a record is in one account, and the accounts are right.

use std::fmt::Write;
use std::fs;
use std::io::Cursor;
use std::path::Path;

use ishi::Format;
use ishi::compare::compare;
use ishi::convert::{Conversion, ConvertError, ConvertOptions};
use ishi::model::Game;
use ishi::outcome::Outcome;
use ishi::source::ledger::{Account, Booking, Ledger};
use ishi::source::{Source, SourceOptions};
use proptest::prelude::*;

use crate::is_long_run;

/// Records with constructs of all kinds, each under 2 KB.
const RECORDS: [&str; 19] = [
    "examples/first-lesson.go",
    "tests/fixtures/ishi/keywords/all.go",
    "tests/fixtures/ishi/headers/canonical-style.go",
    "tests/fixtures/ishi/headers/result.go",
    "tests/fixtures/ishi/marks/signs.go",
    "tests/fixtures/ishi/tree/remarks-everywhere.go",
    "tests/fixtures/ishi/tree/vars-before-the-first-move.go",
    "tests/fixtures/ishi/setup/event-and-setup-data.go",
    "tests/fixtures/ishi/files/data-behind-complete-lines.go",
    "tests/fixtures/sgf/info/dates.sgf",
    "tests/fixtures/sgf/info/all.sgf",
    "tests/fixtures/sgf/damage/quoted-mail.sgf",
    "tests/fixtures/sgf/games/backgammon.sgf",
    "tests/fixtures/sgf/files/text-around-games.sgf",
    "tests/fixtures/sgf/setup/points-with-much-white-space.sgf",
    "tests/fixtures/smartgo/info/results.mgt",
    "tests/fixtures/smartgo/info/all.mgt",
    "tests/fixtures/smartgo/damage/words-after-values.mgt",
    "tests/fixtures/smartgo/marks/lists-and-what-is-none.mgt",
];

/// The bytes that each byte of a record is replaced by.
const OTHERS: &[u8; 16] = b"\0\x1a\n ;()[]\\:aB1\xc3\xff";

/// A record of the list, and its format.
struct Record {
    name: &'static str,
    format: Format,
    bytes: Vec<u8>,
}

fn records() -> Vec<Record> {
    let record = |name: &'static str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        Record {
            name,
            format: Format::from_path(&path).expect("a name of a record"),
            bytes: fs::read(path).expect("a record"),
        }
    };
    RECORDS.into_iter().map(record).collect()
}

/// How many damaged records are tried at random: as many as `ISHI_DAMAGES` says.
fn damages() -> u32 {
    let wanted = std::env::var("ISHI_DAMAGES").ok();
    wanted.and_then(|count| count.parse().ok()).unwrap_or(200)
}

/// How many bytes on in a record the next one is tried: all are on a long run.
fn step() -> usize {
    if is_long_run() { 1 } else { 11 }
}

#[test]
fn every_byte_is_in_one_account() {
    for record in records() {
        books(&record.bytes, record.format, record.name);
        for end in (0..record.bytes.len()).step_by(step()) {
            books(&record.bytes[..end], record.format, record.name);
            books(&record.bytes[end..], record.format, record.name);
        }
        for at in (0..record.bytes.len()).step_by(step()) {
            for other in OTHERS {
                let mut bytes = record.bytes.clone();
                bytes[at] = *other;
                books(&bytes, record.format, record.name);
            }
        }
    }
}

#[test]
fn what_is_booked_as_meaning_means_something() {
    let mut silent = Vec::new();
    for record in records() {
        let before = read(&record.bytes, record.format).expect("a record");
        for at in bytes_in(&record, Account::Meaning) {
            let mut bytes = record.bytes.clone();
            bytes[at] = if bytes[at].eq_ignore_ascii_case(&b'x') {
                b'q'
            } else {
                b'x'
            };
            let same = read(&bytes, record.format).is_some_and(|after| after == before)
                && converted(&bytes, record.format) == converted(&record.bytes, record.format);
            if same {
                silent.push(format!(
                    "{}, byte {at}: {}",
                    record.name,
                    around(&record.bytes, at)
                ));
            }
        }
    }
    assert_eq!(silent, [""; 0]);
}

#[test]
fn each_byte_is_in_the_account_that_was_reviewed() {
    let mut text =
        String::from("m: meaning, k: kept, s: syntax, w: white space, x: left out; ?: a byte\n");
    for record in records() {
        let letters = letters(&record);
        let _ = writeln!(text, "\n{}", record.name);
        let mut start = 0;
        for line in record.bytes.split_inclusive(|byte| *byte == b'\n') {
            let end = start + line.len();
            let shown = |byte: &u8| match *byte {
                b'\r' | b'\n' => ' ',
                byte if byte.is_ascii_graphic() || byte == b' ' => char::from(byte),
                _ => '?',
            };
            let line: String = line.iter().map(shown).collect();
            let _ = writeln!(text, "{}\n{}", line.trim_end(), &letters[start..end]);
            start = end;
        }
    }
    insta::with_settings!({ snapshot_path => "../../snapshots", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("ledger", text);
    });
}

#[test]
fn what_is_booked_as_white_space_means_nothing() {
    for record in records() {
        let before = read(&record.bytes, record.format).expect("a record");
        for at in bytes_in(&record, Account::WhiteSpace) {
            let neighbours = [at.checked_sub(1), Some(at + 1)];
            let is_alone = neighbours.iter().all(|place| {
                let byte = place.and_then(|place| record.bytes.get(place));
                byte.is_some_and(|byte| !byte.is_ascii_whitespace())
            });
            if is_alone && separates(&record, at) {
                continue;
            }
            let mut bytes = record.bytes.clone();
            bytes.remove(at);
            let after = read(&bytes, record.format).expect("a record");
            let same = same_games(&before.games, &after.games);
            assert!(
                same,
                "{}, byte {at}: {}",
                record.name,
                around(&record.bytes, at)
            );
        }
    }
}

/// Converts a record to another format, with the text of the record if it needs to travel.
fn converted(bytes: &[u8], format: Format) -> Option<Vec<u8>> {
    let to = if format == Format::Sgf {
        Format::SmartGo
    } else {
        Format::Sgf
    };
    let mut source = open(bytes, Some(format), None)?;
    let options = ConvertOptions::new(to);
    Conversion::new(&options).collect(&mut source).ok()
}

/// Returns whether two words would become one without the byte between them.
fn separates(record: &Record, at: usize) -> bool {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || !byte.is_ascii();
    record.format == Format::Ishi
        || is_word(&record.bytes[at - 1]) && record.bytes.get(at + 1).is_some_and(is_word)
}

/// Places and kinds of damages, and a byte that goes there.
type Damages = Vec<(prop::sample::Index, u8, u8)>;

fn any_damages() -> impl Strategy<Value = (prop::sample::Index, Damages)> {
    let damage = (any::<prop::sample::Index>(), 0..3_u8, any::<u8>());
    (
        any::<prop::sample::Index>(),
        prop::collection::vec(damage, 1..6),
    )
}

/// Damages a record of a format, and books it.
fn damage(format: Format, which: prop::sample::Index, damages: Damages) {
    let is_of_format = |name: &&str| Format::from_path(Path::new(name)) == Some(format);
    let names: Vec<_> = RECORDS.into_iter().filter(is_of_format).collect();
    let name = names[which.index(names.len())];
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let mut bytes = fs::read(path).expect("a record");
    for (place, kind, byte) in damages {
        let at = place.index(bytes.len());
        match kind {
            0 => bytes[at] = byte,
            1 => bytes.insert(at, byte),
            _ => drop(bytes.remove(at)),
        }
    }
    books(&bytes, format, name);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(damages()))]

    #[test]
    fn every_byte_of_a_damaged_ishi_record_is_in_one_account((which, damages) in any_damages()) {
        damage(Format::Ishi, which, damages);
    }

    #[test]
    fn every_byte_of_a_damaged_smart_go_record_is_in_one_account((which, damages) in any_damages()) {
        damage(Format::SmartGo, which, damages);
    }

    #[test]
    fn every_byte_of_a_damaged_sgf_record_is_in_one_account((which, damages) in any_damages()) {
        damage(Format::Sgf, which, damages);
    }
}

#[test]
#[ignore = "needs the corpus: cargo test --test hostile -- --ignored"]
fn every_byte_of_the_corpus_is_in_one_account() {
    let mut files = 0;
    let mut sums = vec![0; Account::ALL.len()];
    for path in crate::files::below(&crate::records::folder()) {
        let bytes = fs::read(&path).expect("a file");
        let hint = Format::from_path(&path);
        let Some(ledger) = ledger(&bytes, None, hint, &path.display().to_string()) else {
            continue;
        };
        files += 1;
        for (sum, account) in sums.iter_mut().zip(Account::ALL) {
            *sum += ledger.sum(*account);
        }
    }
    println!("{files} files");
    for (sum, account) in sums.iter().zip(Account::ALL) {
        println!("{account:?}: {sum} bytes");
    }
    assert!(files > 1000, "only {files} files");
}

/// Books a record; conversion, check and ledger agree on whether anything is left out.
fn books(bytes: &[u8], format: Format, name: &str) {
    let Some(ledger) = ledger(bytes, Some(format), None, name) else {
        return;
    };
    let is_left_out = ledger.sum(Account::LeftOut) > 0;
    let found = read(bytes, format).expect("a record").findings;
    let shown = String::from_utf8_lossy(bytes);
    assert!(
        !is_left_out || !found.is_empty(),
        "{name}: nothing was found in {shown:?}"
    );
    let options = ConvertOptions {
        verify: false,
        ..ConvertOptions::new(format)
    };
    let mut conversion = Conversion::new(&options);
    match conversion.collect(&mut open(bytes, Some(format), None).expect("a record")) {
        Ok(result) => {
            let outcomes = &conversion.report().outcomes;
            // A character that was lost before is left out too, unless it is U+FFFD itself.
            let damaged = if shown.as_bytes() == bytes {
                0
            } else {
                outcomes.count(Outcome::Damaged)
            };
            let lost = outcomes.count(Outcome::Lost) + damaged;
            // Lines of Ishi and Smart-Go stay, and a text that travels has all words.
            let travels = result.windows(10).any(|part| part == b"XI[ishi 3 ");
            let is_kept = format != Format::Sgf || travels;
            let is_named = (lost > 0) == is_left_out || lost == 0 && is_kept;
            assert!(is_named, "{name}: {lost} lost of {shown:?}");
        }
        Err(ConvertError::Refused(_) | ConvertError::NoGame) => {}
        Err(error) => panic!("{name}: {error} in {shown:?}"),
    }
}

/// Books a record. Returns `None` if the bytes have no record. The sum of the accounts is the number of
/// bytes.
fn ledger(
    bytes: &[u8],
    format: Option<Format>,
    hint: Option<Format>,
    name: &str,
) -> Option<Ledger> {
    let mut source = open(bytes, format, hint)?;
    let ledger = Ledger::of(&mut source).expect("bytes in memory");
    let mut end = 0;
    for Booking { bytes, .. } in &ledger.bookings {
        assert_eq!(bytes.start, end, "{name}");
        end = bytes.end;
    }
    let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]);
    assert_eq!(ledger.total(), bytes.len() as u64, "{name}: {shown:?}");
    Some(ledger)
}

/// Returns the places of the bytes that are in an account.
fn bytes_in(record: &Record, account: Account) -> impl Iterator<Item = usize> {
    let ledger = ledger(&record.bytes, Some(record.format), None, record.name);
    let bookings = ledger.expect("a record").bookings.into_iter();
    let found = bookings.filter(move |booking| booking.account == account);
    found
        .flat_map(|booking| booking.bytes)
        .map(|at| at as usize)
}

/// Returns the account of each byte as a letter.
fn letters(record: &Record) -> String {
    let ledger = ledger(&record.bytes, Some(record.format), None, record.name);
    let letter = |booking: Booking| {
        let letter = match booking.account {
            Account::Meaning => "m",
            Account::Kept => "k",
            Account::Syntax => "s",
            Account::WhiteSpace => "w",
            Account::LeftOut => "x",
        };
        letter.repeat((booking.bytes.end - booking.bytes.start) as usize)
    };
    let bookings = ledger.expect("a record").bookings.into_iter();
    bookings.map(letter).collect()
}

fn open(
    bytes: &[u8],
    format: Option<Format>,
    hint: Option<Format>,
) -> Option<Source<Cursor<&[u8]>>> {
    let options = SourceOptions {
        format,
        hint,
        ..SourceOptions::default()
    };
    Source::open(Cursor::new(bytes), options).ok()
}

/// The content of a record.
struct Read {
    games: Vec<Game<'static>>,
    /// The findings in words, without their places.
    findings: Vec<String>,
}

impl PartialEq for Read {
    fn eq(&self, other: &Self) -> bool {
        self.findings == other.findings && same_games(&self.games, &other.games)
    }
}

fn read(bytes: &[u8], format: Format) -> Option<Read> {
    let mut source = open(bytes, Some(format), None)?;
    let read = ishi::read_source(&mut source).expect("bytes in memory");
    let mut findings = Vec::new();
    for finding in read.findings.kept() {
        let found = &finding.diagnostic;
        findings.push(format!(
            "{} {} {:?}",
            found.rule.code, found.message, found.help
        ));
    }
    Some(Read {
        games: read.games,
        findings,
    })
}

fn same_games(a: &[Game<'_>], b: &[Game<'_>]) -> bool {
    let same =
        |(a, b): (&Game<'_>, &Game<'_>)| a.file_format == b.file_format && compare(a, b).is_same();
    a.len() == b.len() && a.iter().zip(b).all(same)
}

fn around(bytes: &[u8], at: usize) -> String {
    let part = &bytes[at.saturating_sub(12)..bytes.len().min(at + 12)];
    format!("{:?}", String::from_utf8_lossy(part))
}
