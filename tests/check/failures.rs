//! Rules about conversions that fail for another reason than what is in the record.

use std::io::{self, Cursor, Read, Seek, SeekFrom};

use ishi::Format;
use ishi::convert::{Conversion, ConvertError, ConvertOptions};
use ishi::source::{Source, SourceOptions};
use ishi::witness::Testimony;

/// The rules that no record breaks by itself; the tests below fire them.
pub const CODES: [&str; 5] = ["C003", "C007", "C010", "C011", "C013"];

const RECORD: &[u8] = b"(;FF[4]SZ[9];B[aa])";

/// A file that goes away.
struct Gone;

impl Read for Gone {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("the disk is gone"))
    }
}

impl Seek for Gone {
    fn seek(&mut self, _: SeekFrom) -> io::Result<u64> {
        Ok(0)
    }
}

/// Converts a record to a place that takes it or not, and returns the code of the failure.
fn written(reader: impl Read + Seek, taken: Option<io::ErrorKind>) -> Option<&'static str> {
    let options = ConvertOptions::new(Format::Sgf);
    let result = Source::open(reader, SourceOptions::default())
        .map_err(ConvertError::from)
        .and_then(|mut source| {
            Conversion::new(&options).run(&mut source, &mut |_, _| {
                taken.map_or(Ok(()), |kind| Err(kind.into()))
            })
        });
    result.err().map(|error| error.rule().code)
}

#[test]
fn inputs_and_outputs_that_fail_have_rules() {
    use io::ErrorKind::{AlreadyExists, StorageFull};
    assert_eq!(written(Gone, None), Some("C003"));
    assert_eq!(written(Cursor::new(RECORD), None), None);
    assert_eq!(
        written(Cursor::new(RECORD), Some(StorageFull)),
        Some("C010")
    );
    assert_eq!(
        written(Cursor::new(RECORD), Some(AlreadyExists)),
        Some("C011")
    );
}

/// A file that another program replaces after it was converted.
struct Replaced {
    now: Cursor<&'static [u8]>,
    later: &'static [u8],
    starts: usize,
}

impl Read for Replaced {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        self.now.read(to)
    }
}

impl Seek for Replaced {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.starts += usize::from(to == SeekFrom::Start(0));
        // Sources start twice: for the charset, and for the games.
        if self.starts == 3 {
            self.now = Cursor::new(self.later);
        }
        self.now.seek(to)
    }
}

#[test]
fn a_result_that_the_witness_contradicts_has_a_rule() {
    let asked = |later, witness| {
        let now = Cursor::new(RECORD);
        let reader = Replaced {
            now,
            later,
            starts: 0,
        };
        let options = ConvertOptions {
            witness,
            ..ConvertOptions::new(Format::Sgf)
        };
        let mut conversion = Conversion::new(&options);
        let mut source = Source::open(reader, SourceOptions::default()).expect("a record");
        let result = conversion.collect(&mut source);
        let fields = conversion
            .report()
            .testimony
            .as_ref()
            .map(Testimony::fields_without_a_witness);
        (result.err(), fields)
    };
    let other = b"(;FF[4]SZ[9];B[ab])";
    assert!(matches!(asked(other, false), (None, None)));
    assert!(matches!(asked(RECORD, true), (None, Some(0))));
    assert!(matches!(
        asked(b"(;FF[4]SZ[9];B[aa]", true),
        (None, Some(10))
    ));
    let (Some(error), Some(0)) = asked(other, true) else {
        panic!("another move was taken for the same");
    };
    assert_eq!(error.rule().code, "C013");
    for words in ["game 1", "node 1", "moves", "B[ab]", "B[aa]"] {
        assert!(error.to_string().contains(words), "{words} in {error}");
    }
}

/// Nothing that is written is known to come back different, so the failure is made here; the tests of
/// the proof itself compare records that differ.
#[test]
fn a_result_that_is_not_proven_has_a_rule() {
    let error = ConvertError::NotProven {
        game: 2,
        node: Some(5),
        difference: "C[x] became C[y]".to_owned(),
    };
    let findings = error.findings();
    let found = findings.first().expect("one finding");
    assert_eq!(found.diagnostic.rule.code, "C007");
    assert_eq!((found.game, found.diagnostic.node), (Some(2), Some(5)));
}
