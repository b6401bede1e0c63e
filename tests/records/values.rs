//! Each kind of property with values of all kinds: the property that is written, and the rules that are told.

use std::collections::BTreeMap;
use std::fmt::Write;

use ishi::Format;
use ishi::convert::ConvertOptions;

/// Properties of all types, each in the node of the record where it belongs.
const IN_ROOT: [&str; 11] = [
    "ST", "HA", "KM", "TM", "RE", "GC", "PL", "AB", "BL", "VW", "XX",
];
const IN_NODE: [&str; 17] = [
    "B", "MN", "KO", "C", "N", "DM", "V", "BM", "TR", "LB", "AR", "DD", "TB", "FG", "PM", "OB",
    "AE",
];

/// Values as they are written between brackets; two values are apart by `][`.
const VALUES: [&str; 34] = [
    "",
    " ",
    "0",
    "1",
    "2",
    "3",
    "9",
    "-1",
    "+4",
    "1.5",
    "1,5",
    "6.50",
    "007",
    "99999999999",
    "x",
    "a",
    "aa",
    "AA",
    "aa][bb",
    "aa][aa",
    "aa:bb",
    "bb:aa",
    "aa:",
    ":bb",
    "aa:aa",
    "tt",
    "zz",
    "aa:x",
    "aa:x:y",
    "B+3.5",
    "1990-03-08,09",
    "2d",
    "a\\]b\\\\c\\:d",
    "one\ntwo",
];

#[test]
fn each_value_is_read_and_written_as_it_was_reviewed() {
    let mut text = String::new();
    for (format, number) in [(Format::Sgf, "4"), (Format::SmartGo, "1")] {
        let _ = writeln!(text, "{format}");
        for (idents, record) in [
            (&IN_ROOT[..], "(;FF[#]GM[1]@;B[ee])"),
            (&IN_NODE[..], "(;FF[#]GM[1]SZ[9];@;B[ee])"),
        ] {
            let record = record.replace('#', number);
            for ident in idents {
                let mut groups: BTreeMap<String, String> = BTreeMap::new();
                for value in VALUES {
                    let property = format!("{ident}[{value}]");
                    let (result, codes) = converted(&record.replace('@', &property), format);
                    let shown = value.replace('\n', "/");
                    let (group, words) = match property_in(&result, ident) {
                        Some(written) if written == property => {
                            ("unchanged", format!(" [{shown}]"))
                        }
                        Some(written) => {
                            let written = written.replace('\n', "/");
                            ("changed", format!(" [{shown}] -> {written}"))
                        }
                        None => ("left out", format!(" [{shown}]")),
                    };
                    *groups.entry(format!("{group} {codes}")).or_default() += &words;
                }
                let _ = writeln!(text, "  {ident}");
                for (group, words) in groups {
                    let _ = writeln!(text, "    {}:{words}", group.trim_end());
                }
            }
        }
    }
    insta::with_settings!({ snapshot_path => "../../snapshots", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("values", text);
    });
}

/// Returns the result in the format of the record, without a carrier, and the codes of the findings.
fn converted(record: &str, format: Format) -> (String, String) {
    let options = ConvertOptions {
        plain: true,
        ..ConvertOptions::new(format)
    };
    match ishi::convert_with(record.as_bytes(), &options) {
        Ok(converted) => {
            let codes = converted.report.findings.counts();
            let codes: Vec<_> = codes.map(|(rule, ..)| rule.code).collect();
            (
                String::from_utf8_lossy(&converted.bytes).into_owned(),
                codes.join(" "),
            )
        }
        Err(error) => (error.to_string(), String::new()),
    }
}

/// Returns a property in a text, with all of its values.
fn property_in<'t>(text: &'t str, ident: &str) -> Option<&'t str> {
    let start = text.find(&format!("{ident}["))?;
    let rest = &text[start..];
    let bytes = rest.as_bytes();
    let ends = |at: &usize| {
        bytes[*at] == b']' && bytes[*at - 1] != b'\\' && bytes.get(*at + 1) != Some(&b'[')
    };
    let end = (1..rest.len()).find(ends)?;
    Some(&rest[..=end])
}
