//! Rules about conversions that fail although the record is correct.

use std::io::{self, Cursor, Read, Seek, SeekFrom};

use ishi::Format;
use ishi::convert::{Conversion, ConvertError, ConvertOptions};
use ishi::source::{Source, SourceOptions};

/// The rules that no record breaks by itself; the tests below fire them.
pub const CODES: [&str; 4] = ["C003", "C007", "C010", "C011"];

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

/// No known record comes back different, so the failure is made here; the tests of the proof itself compare
/// different records.
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
