//! Round trips of generated records: to each format and back, and each result written again.

mod judged;
mod regressions;

use std::fmt::Write;
use std::io;

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;

use crate::collection::{self, Games};
use crate::convert::{Conversion, ConvertError, ConvertOptions, rules};
use crate::format::Format;
use crate::format::charset::Charset;
use crate::model::Game;
use crate::record;
use crate::record::compare::compare;
use crate::record::outcome::Outcome;
use crate::source::{Source, SourceError, SourceOptions};
use crate::testing;

/// A record in memory.
struct Record {
    format: Format,
    bytes: Vec<u8>,
    /// Whether no program has edited it, so that all of it must come back.
    untouched: bool,
    /// Whether the boundary of a game can depend on the games before it.
    damaged: bool,
}

impl Record {
    fn new(format: Format, bytes: impl Into<Vec<u8>>) -> Self {
        Self {
            format,
            bytes: bytes.into(),
            untouched: false,
            damaged: false,
        }
    }

    /// A record without carriers.
    fn untouched(format: Format, bytes: impl Into<Vec<u8>>) -> Self {
        Self {
            untouched: true,
            ..Self::new(format, bytes)
        }
    }

    fn open(&self) -> Result<Source<io::Cursor<&[u8]>>, SourceError> {
        let options = SourceOptions {
            format: Some(self.format),
            // The text has too few letters to detect it.
            charset: (self.format == Format::Ishi).then_some(Charset::Utf8),
            ..SourceOptions::default()
        };
        Source::open(io::Cursor::new(self.bytes.as_slice()), options)
    }

    /// Reads the games with their carried texts.
    fn read(&self) -> Vec<Game<'static>> {
        let mut source = self.open().unwrap();
        let games = Games::new(&mut source).with_carried();
        games.collect::<Result<_, _>>().unwrap()
    }

    /// Returns the texts of the units.
    fn texts(&self) -> Vec<String> {
        let mut source = self.open().unwrap();
        let units = std::iter::from_fn(|| source.next_unit().unwrap());
        units.map(|unit| unit.text().to_owned()).collect()
    }

    /// Returns whether another record has the same content. AP and ST of SGF are none.
    fn has_content_of(&self, other: &Self) -> bool {
        let (own, theirs) = (self.texts(), other.texts());
        let is_same = |(own, theirs): (&String, &String)| {
            record::has_same_content(self.format, [theirs, own])
        };
        own.len() == theirs.len() && own.iter().zip(&theirs).all(is_same)
    }

    /// Converts with the proof. `None` if the target cannot hold the record, or if the record has carriers
    /// that do not belong to it.
    fn to(&self, format: Format) -> Result<Option<Self>, TestCaseError> {
        self.convert(&ConvertOptions::new(format))
    }

    /// Converts an Ishi record to Ishi in a charset, with the proof, as [`Self::to`] does.
    fn in_charset(&self, charset: Charset) -> Result<Option<Self>, TestCaseError> {
        self.convert(&ConvertOptions {
            charset: Some(charset),
            ..ConvertOptions::new(Format::Ishi)
        })
    }

    fn convert(&self, options: &ConvertOptions) -> Result<Option<Self>, TestCaseError> {
        let format = options.to;
        let mut conversion = Conversion::new(options);
        let done = conversion.collect(&mut self.open().unwrap());
        let findings = &conversion.report().findings;
        if self.untouched && findings.has(&rules::STALE) {
            return Err(self.problem(&format!("to {format} something is left out")));
        }
        if findings.has(&rules::STALE) {
            return Ok(None);
        }
        match done {
            Ok(bytes) => Ok(Some(Self {
                format,
                bytes,
                untouched: self.untouched && conversion.report().outcomes.count(Outcome::Lost) == 0,
                damaged: self.damaged,
            })),
            Err(ConvertError::Boundaries { .. }) if self.damaged => Ok(None),
            Err(ConvertError::Refused(_) | ConvertError::NoGame) => Ok(None),
            Err(error) => Err(self.problem(&format!("to {format}: {error}"))),
        }
    }

    /// Converts without carriers, with the proof, unless the target cannot hold the record.
    fn plain(&self, to: Format) -> Result<(), TestCaseError> {
        let options = ConvertOptions {
            plain: true,
            ..ConvertOptions::new(to)
        };
        match Conversion::new(&options).collect(&mut self.open().unwrap()) {
            Ok(_) | Err(ConvertError::Refused(_) | ConvertError::NoGame) => Ok(()),
            Err(ConvertError::Boundaries { .. }) if self.damaged => Ok(()),
            Err(error) => Err(self.problem(&format!("without carriers to {to}: {error}"))),
        }
    }

    fn problem(&self, what: &str) -> TestCaseError {
        let text = String::from_utf8_lossy(&self.bytes);
        TestCaseError::fail(format!("{what}\n--- {}:\n{text}", self.format))
    }
}

/// Checks that a record comes back from each format, and that a second conversion of each result gives the same bytes.
fn check(record: &Record) -> Result<(), TestCaseError> {
    let before = record.read();
    for &to in Format::ALL {
        record.plain(to)?;
        let Some(there) = record.to(to)? else {
            continue;
        };
        let Some(again) = there.to(to)? else {
            return Err(there.problem("is not converted again"));
        };
        if again.bytes != there.bytes && !record.damaged {
            let again = String::from_utf8_lossy(&again.bytes);
            return Err(there.problem(&format!(
                "from\n{}\nwritten again it is\n{again}",
                String::from_utf8_lossy(&record.bytes)
            )));
        }
        let Some(back) = there.to(record.format)? else {
            if record.damaged {
                continue;
            }
            return Err(there.problem("does not come back"));
        };
        let problem = difference(&before, &back.read());
        // If the lines of several events alternate, they come back with one event after the other.
        let is_comparable =
            back.untouched && to != record.format && before.len() == record.texts().len();
        let changes_words = is_comparable && !back.has_content_of(record);
        let problem = problem.or_else(|| changes_words.then(|| "other words".to_owned()));
        if let Some(problem) = problem {
            let [middle, back] = [&there, &back].map(|one| String::from_utf8_lossy(&one.bytes));
            return Err(record.problem(&format!("as {to} and back: {problem}\n{middle}\n{back}")));
        }
    }
    Ok(())
}

/// Checks that an unedited Ishi record comes back from a copy in ASCII.
fn check_in_ascii(text: &str) -> Result<(), TestCaseError> {
    // Without the letters of this line the charset would be a guess.
    let text = format!("REMARK Z\u{fc}rich, M\u{fc}nchen\n{text}");
    let record = Record::untouched(Format::Ishi, text);
    let Some(whole) = record.in_charset(Charset::Utf8)? else {
        return Ok(());
    };
    let Some(ascii) = record.in_charset(Charset::Ascii)? else {
        return Err(record.problem("is not converted to ASCII"));
    };
    for (charset, wanted) in [(Charset::Ascii, &ascii), (Charset::Utf8, &whole)] {
        let Some(again) = ascii.in_charset(charset)? else {
            return Err(ascii.problem("is not converted again"));
        };
        // If only the head of a text travels, the order of points does not come back.
        let is_same =
            again.bytes == wanted.bytes || charset == Charset::Utf8 && again.has_content_of(wanted);
        if !is_same {
            let [ascii, again] = [&ascii, &again].map(|one| String::from_utf8_lossy(&one.bytes));
            let what = format!("in ASCII:\n{ascii}\n--- from that:\n{again}");
            return Err(record.problem(&what));
        }
    }
    Ok(())
}

fn difference(before: &[Game<'_>], after: &[Game<'_>]) -> Option<String> {
    if before.len() != after.len() {
        return Some(format!("{} games became {}", before.len(), after.len()));
    }
    before.iter().zip(after).find_map(|(before, after)| {
        compare(before, after)
            .differences
            .first()
            .map(ToString::to_string)
    })
}

/// Returns a strategy for Ishi texts: lines of most keywords in any order.
fn ishi_text() -> impl Strategy<Value = String> {
    ishi_lines().prop_map(|lines| text_of(&lines))
}

/// Returns a strategy for Ishi texts: lines of most keywords, with variations only after moves.
pub(super) fn orderly_ishi_text() -> impl Strategy<Value = String> {
    ishi_lines().prop_map(|mut lines| {
        let (mut opening, mut played, mut depth) = (false, false, 0_usize);
        // These letters are too few to detect the charset of several records in one file.
        lines.retain(|line| !line.contains(['\u{a0}', '\u{2002}', '\u{2003}', '\u{e2e5}']));
        lines.retain(|line| {
            // A variation comes after a move. It starts with a move or a diagram, or is empty.
            let starts = ["B ", "W ", "DIAGRAM", "VAR", "ENDVAR", "EVENT", "REMARK"];
            if opening && !starts.iter().any(|start| line.starts_with(start)) {
                return false;
            }
            match line.split(' ').next() {
                Some("VAR") if !std::mem::take(&mut played) => return false,
                Some("VAR") => depth += 1,
                Some("ENDVAR") => {
                    played |= depth > 0;
                    depth = depth.saturating_sub(1);
                }
                Some("B" | "W") => played = true,
                Some("EVENT") => (played, depth) = (false, 0),
                _ => {}
            }
            opening = line.starts_with("VAR") || opening && line.starts_with("REMARK");
            true
        });
        text_of(&lines)
    })
}

fn ishi_lines() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(ishi_line(), 0..25)
}

/// Returns the text of an event. The moves with `#` get numbers from 1: `B # C3` -> `B 1 C3`.
fn text_of(lines: &[String]) -> String {
    let mut text = String::from("EVENT\n");
    let mut number = 0;
    for line in lines {
        if line.starts_with("B #") || line.starts_with("W #") {
            number += 1;
            let _ = writeln!(text, "{}", line.replace('#', &number.to_string()));
        } else {
            let _ = writeln!(text, "{line}");
        }
    }
    text
}

fn ishi_line() -> impl Strategy<Value = String> {
    let location = "[A-HJKa-c]([1-9]|1[0-9])";
    let header = "(PLACE|DATE|BLACK|WHITE|KOMI|RULES|TIME|RESULT|HANDICAP|ROUND) \
        ([A-Za-z]{1,6} [0-9]-dan|[0-9]{1,2}(\\.5)?|White by [0-9]{1,2}|May 3, 1990|[ -~]{0,12})";
    let target = "(ALL|#[0-9]{1,2}(-[0-9]{0,2})?|[A-Za-z]@[A-E][1-5]|\\\\[tsdc]@[A-E][1-5]|\
        [A-E][1-5]-[A-F][1-6])";
    let lines = [
        (12, format!("(B|W) # {location}")),
        (2, format!("(B|W) [0-9]{{1,3}} ({location}|PASS|pass)")),
        (1, "(B|W) # PASS".to_owned()),
        (3, format!("(MARK|UNMARK)( {target}){{1,3}}")),
        (2, "DIAGRAM( [A-E][1-5] [A-T](1[0-9]|[6-9]))?".to_owned()),
        (2, format!("HIDE( {location}){{1,3}}")),
        (2, format!("SETUP (B|W)( {location}){{1,4}}")),
        (3, "VAR( [a-z ]{0,4})?".to_owned()),
        (2, "ENDVAR".to_owned()),
        (2, "COM\n[ -~]{0,20}\n([ -~]{0,9}\n)?ENDCOM".to_owned()),
        (1, "COM [ -~]{0,20}\nENDCOM".to_owned()),
        (1, "USER [ -~]{0,9}\n[ -~]{0,20}\nENDUSER".to_owned()),
        (2, "REMARK [ -~]{0,9}".to_owned()),
        (1, "PRISONER (B|W) [0-9]{1,2}".to_owned()),
        (2, header.to_owned()),
        (1, "BOARDSIZE (9|13|19|2|[0-9]{1,2})".to_owned()),
        (1, "EVENT( [ -~]{0,9})?".to_owned()),
        (1, "[A-Z]{2,6}( [ -~]{0,9})?".to_owned()),
        (1, "[ -~\u{e9}]{0,12}".to_owned()),
        (
            1,
            "(SETUP|MARK|HIDE|B 1|VAR|X) [ @#A-D1-3\u{e9}\u{2002}\u{e2e5}]{1,9}".to_owned(),
        ),
        (1, "(EVENT|PLACE|DIAGRAM) [a\u{a0}\u{2003}]{1,4}".to_owned()),
        (
            1,
            "(REMARK|COM\nx|USER) [a\u{a0}\u{2003}]{1,4}\nENDCOM".to_owned(),
        ),
    ];
    let strategy = |(weight, pattern): (u32, String)| {
        let lines = prop::string::string_regex(&pattern).unwrap();
        (weight, lines.boxed())
    };
    prop::strategy::Union::new_weighted(lines.into_iter().map(strategy).collect())
}

/// Returns a strategy for records of `FF[1]` to `FF[3]`: properties of `FF[4]`, and a list L or M in one node.
pub(super) fn smart_go_text() -> impl Strategy<Value = String> {
    (
        testing::small_board_game(),
        1..=3_u8,
        "[LM]\\[[a-c]{2}\\](\\[[a-c]{2}\\])?",
    )
        .prop_map(|(game, format, list)| {
            let bytes = collection::write(&[game], Format::Sgf).unwrap();
            let text = String::from_utf8(bytes).unwrap();
            let text = text.replacen("FF[4]", &format!("FF[{format}]"), 1);
            text.replacen(";B", &format!(";{list}B"), 1)
        })
}

/// Returns a strategy for SGF with root properties in the first node, in any number and order. Some of them cannot be
/// read.
pub(super) fn sgf_headers() -> impl Strategy<Value = String> {
    let property = prop::sample::select(vec![
        "FF[4]",
        "FF[x]",
        "FF[4][x]",
        "GM[1]",
        "GM[2]",
        "GM[6]",
        "GM[x]",
        "GM[1][x]",
        "SZ[9]",
        "SZ[x]",
        "SZ[9:8]",
        "SZ[9][8]",
        "SZ[99]",
        "SZ[]",
        "CA[x]",
        "CA[utf-8]",
        "AP[a:1]",
        "AP[a]",
        "AP[b:1]",
        "ST[2]",
        "ST[x]",
        "XI[x]",
        "XI[y][z]",
        "B[aa]",
        "B[ii]",
        "B[x]",
        "AB[bb]",
        "AB[bb][x]",
        "AW[bb]",
        "C[x]",
        "C[]",
        "PB[x][y]",
        "KO[]",
        "A1[x]",
        "LB[aa:b]",
    ]);
    prop::collection::vec(property, 0..9)
        .prop_map(|properties| format!("(;{};W[bb])", properties.concat()))
}

/// Returns a strategy for bracketed texts with a few damaged places.
fn damaged_text() -> impl Strategy<Value = String> {
    let part = prop::sample::select(vec![
        "", "[", "]", "(", ")", ";", "\\", ":", "\n", " ", ";B[aa]", "(;", "];", "x", "AB",
        "\u{e9}",
    ]);
    let place = (any::<prop::sample::Index>(), 0..3_usize, part);
    (smart_go_text(), prop::collection::vec(place, 1..4)).prop_map(|(text, places)| {
        let mut chars: Vec<char> = text.chars().collect();
        for (at, removed, part) in places {
            let at = at.index(chars.len() + 1);
            let end = chars.len().min(at + removed);
            chars.splice(at..end, part.chars());
        }
        chars.into_iter().collect()
    })
}

fn cases() -> usize {
    let wanted = std::env::var("ISHI_CASES").ok();
    wanted.and_then(|count| count.parse().ok()).unwrap_or(200)
}

/// Tries the records of a generator. At most so many of 1,000 may fail: random records have trees that the other format cannot
/// say, and words that are damaged twice.
fn law<S: Strategy>(
    generator: &S,
    per_mille: usize,
    check: impl Fn(S::Value) -> Result<(), TestCaseError>,
) {
    let mut runner = TestRunner::deterministic();
    let (cases, mut failures) = (cases(), Vec::new());
    for _ in 0..cases {
        let record = generator.new_tree(&mut runner).expect("a record").current();
        match check(record) {
            Err(TestCaseError::Fail(problem)) => failures.push(problem.to_string()),
            Err(TestCaseError::Reject(_)) | Ok(()) => {}
        }
    }
    println!("{} of {cases} records fail", failures.len());
    let is_rare = failures.len() * 1000 <= per_mille * cases;
    assert!(
        is_rare,
        "{} of {cases}:\n{}",
        failures.len(),
        failures.join("\n=====\n")
    );
}

#[test]
fn of_games_in_every_format() {
    let games = prop::collection::vec(testing::small_board_game(), 1..3);
    law(&games, 5, |games| {
        for &format in Format::ALL {
            if let Ok(bytes) = collection::write(&games, format) {
                check(&Record::new(format, bytes))?;
            }
        }
        Ok(())
    });
}

#[test]
fn of_games_on_any_board() {
    law(&testing::any_game(), 0, |game| {
        check(&Record::new(
            Format::Sgf,
            collection::write(&[game], Format::Sgf).unwrap(),
        ))
    });
}

#[test]
fn of_other_games() {
    law(&testing::other_game(), 0, |game| {
        check(&Record::new(
            Format::Sgf,
            collection::write(&[game], Format::Sgf).unwrap(),
        ))
    });
}

#[test]
fn of_sgf_headers() {
    law(&sgf_headers(), 5, |text| {
        check(&Record::untouched(Format::Sgf, text))
    });
}

#[test]
fn of_damaged_texts() {
    law(&damaged_text(), 5, |text| {
        for format in [Format::Sgf, Format::SmartGo] {
            let record = Record {
                damaged: true,
                ..Record::new(format, text.clone())
            };
            // The reader of Smart-Go accepts games and boards that its writer refuses.
            if collection::write(&record.read(), format).is_ok() {
                check(&record)?;
            }
        }
        Ok(())
    });
}

#[test]
fn of_ishi_lines_in_ascii() {
    // A text with only blanks of Unicode is empty in ASCII.
    law(&ishi_text(), 5, |text| {
        check_in_ascii(&text.replace(['\u{a0}', '\u{2003}'], "\u{e9}"))
    });
}

#[test]
fn of_ishi_lines() {
    law(&ishi_text(), 5, |text| {
        check(&Record::untouched(Format::Ishi, text))
    });
}

#[test]
fn of_earlier_formats() {
    law(&smart_go_text(), 5, |text| {
        check(&Record::untouched(Format::SmartGo, text))
    });
}
