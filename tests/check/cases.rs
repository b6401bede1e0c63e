//! Checks and conversions of small records, for the examples of the rules.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io::Cursor;

use ishi::Format;
use ishi::charset::Charset;
use ishi::check::{Levels, catalogue, check};
use ishi::convert::{Conversion, ConvertError, ConvertOptions, Findings};
use ishi::source::{Source, SourceOptions};

/// One rule with a record that it reports and one that it accepts.
pub struct Case {
    /// The code of the rule.
    pub code: &'static str,
    /// The format of the record; for rules about conversions the target.
    pub format: Format,
    /// The wrong record.
    pub bad: Cow<'static, [u8]>,
    /// The same as it should be.
    pub good: Cow<'static, [u8]>,
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
            bad: Cow::Borrowed(bad.as_bytes()),
            good: Cow::Borrowed(good.as_bytes()),
        }
    }
}

/// Returns the examples in the rows of the rules.
pub fn of_rules() -> Vec<Case> {
    let mut cases = Vec::new();
    for rule in catalogue::all() {
        cases.extend(rule.examples.iter().map(|example| Case {
            code: rule.code,
            format: format_of(rule.code),
            bad: catalogue::bytes(example).into(),
            good: Cow::Borrowed(example.after.as_bytes()),
        }));
    }
    cases
}

/// Returns the format of the examples of a rule, or for rules about conversions the target.
pub fn format_of(code: &str) -> Format {
    match code {
        "C002" | "C006" => Format::Ishi,
        "C001" | "B068" => Format::SmartGo,
        _ if code.starts_with('I') => Format::Ishi,
        _ if code.starts_with("B1") => Format::SmartGo,
        _ => Format::Sgf,
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
