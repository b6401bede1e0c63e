//! Checks and conversions of small records, for the examples of the rules.

use std::collections::BTreeSet;
use std::io::Cursor;

use ishi::Format;
use ishi::charset::Charset;
use ishi::check::{Levels, check};
use ishi::convert::{Conversion, ConvertError, ConvertOptions, Findings};
use ishi::source::{Source, SourceOptions};

/// One rule with a record that it reports and one that it accepts.
pub struct Case {
    /// The code of the rule.
    pub code: &'static str,
    /// The format of the record; for rules about conversions the target.
    pub format: Format,
    /// The wrong record.
    pub bad: &'static [u8],
    /// The same as it should be.
    pub good: &'static [u8],
}

impl Case {
    /// Creates a case from texts.
    pub const fn new(
        code: &'static str,
        format: Format,
        bad: &'static str,
        good: &'static str,
    ) -> Self {
        Self {
            code,
            format,
            bad: bad.as_bytes(),
            good: good.as_bytes(),
        }
    }
}

/// Returns the codes of all rules that a record breaks.
pub fn codes(case: &Case, record: &[u8]) -> BTreeSet<&'static str> {
    let findings = findings(case, record);
    findings.counts().map(|(rule, _, _)| rule.code).collect()
}

/// Returns the findings in a record.
pub fn findings(case: &Case, record: &[u8]) -> Findings {
    if case.code.starts_with('C') {
        converted(case.code, case.format, record)
    } else {
        // Bytes that are not text are possible only where the user names a charset.
        let charset = (case.code == "E003").then_some(Charset::Utf8);
        checked(case.format, charset, record)
    }
}

fn checked(format: Format, charset: Option<Charset>, record: &[u8]) -> Findings {
    let options = SourceOptions {
        format: Some(format),
        charset,
        ..SourceOptions::default()
    };
    let mut source = Source::open(Cursor::new(record), options).expect("the format is given");
    check(&mut source, &Levels::default())
        .expect("a record in memory")
        .findings
}

/// Converts a record, with the option that the rule is about.
fn converted(code: &str, to: Format, record: &[u8]) -> Findings {
    let options = ConvertOptions {
        skip_refused: code == "C001",
        game: (code == "C005").then_some(2),
        charset: (code == "C008").then_some(Charset::LATIN_1),
        strict: code == "C009",
        ..ConvertOptions::new(to)
    };
    let mut conversion = Conversion::new(&options);
    let result = Source::open(Cursor::new(record), SourceOptions::default())
        .map_err(ConvertError::from)
        .and_then(|mut source| conversion.run(&mut source, &mut |_, _| Ok(())));
    let mut findings = conversion.into_report().findings;
    if let Err(error) = result {
        error
            .findings()
            .into_iter()
            .for_each(|finding| findings.report(finding));
    }
    findings
}
