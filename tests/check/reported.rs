//! The smallest records of what people reported: what a check finds in them, and what its fixes write.

use std::collections::BTreeSet;
use std::fs;
use std::io::Cursor;

use ishi::Format;
use ishi::check::{Choice, Levels, check, fixes, mended};
use ishi::source::{Source, SourceOptions};

/// Texts before and after a fix.
type Changes = &'static [(&'static str, &'static str)];

/// For each record: codes that a check finds, and what the safe fixes and then all fixes change.
const CASES: &[(&str, &[&str], [Changes; 2])] = &[
    ("01-server-seconds", &[], [&[], &[]]),
    (
        "02-fox-two-ap",
        &["B036", "B032"],
        [&[("KM[375]", "KM[7.5]")], &[]],
    ),
    ("02b-fox-two-ap-fix", &["B032"], [&[], &[]]),
    (
        "03-no-ff-result",
        &["B036"],
        [
            &[("RE[白胜43.5目]", "RE[W+43.5]")],
            &[(
                "DT[2018-05-02 20:46:58]",
                "GC[date: 2018-05-02 20:46:58]DT[2018-05-02]",
            )],
        ],
    ),
    (
        "05-first-semicolon-time",
        &["B010", "B102"],
        [&[("(TM", "(;TM")], &[]],
    ),
    ("06-no-ff-empty-komi", &["B060"], [&[("KM[]", "")], &[]]),
    ("07-pass-18x18", &["B036"], [&[], &[("[ss]", "[]")]]),
    (
        "08-labels-backwards",
        &["B036"],
        [&[("A:dd", "dd:A"), ("B:pp", "pp:B")], &[]],
    ),
    ("09-escaped-bracket", &["B007"], [&[], &[("\\]", "\\]]")]]),
    (
        "11-korean-move-count",
        &["B036"],
        [
            &[],
            &[("294수 흑0.5집승]", "B+0.5]GC[result: 294수 흑0.5집승]")],
        ],
    ),
    (
        "12-date-with-time",
        &["B036"],
        [
            &[("RE[B]", "RE[B+]")],
            &[(
                "DT[2017.06.21 19:43]RE[B+]",
                "DT[2017-06-21]RE[B+]GC[date: 2017.06.21 19:43]",
            )],
        ],
    ),
    ("13-handicap-stones", &["G014"], [&[], &[]]),
    ("14-setup-no-liberty", &["G016"], [&[], &[]]),
    ("15-review-by-setup", &["G018"], [&[], &[]]),
    (
        "16-handicap-one",
        &["G015"],
        [&[], &[("HA[1]AB[pd]", ""), (";W[dp]", ";B[pd];W[dp]")]],
    ),
    ("17-round-twice", &[], [&[], &[]]),
    ("19-stray-line", &["B004"], [&[], &[("---\n", "")]]),
    ("20-invisible-name", &["G051"], [&[], &[]]),
    ("21-no-fix-shown", &["G042"], [&[], &[("550", "5.5")]]),
];

fn open(bytes: &[u8]) -> Source<Cursor<Vec<u8>>> {
    let options = SourceOptions {
        hint: Some(Format::Sgf),
        ..SourceOptions::default()
    };
    Source::open(Cursor::new(bytes.to_vec()), options).expect("a record")
}

fn fixed(bytes: &[u8], guesses: bool) -> String {
    let choice = Choice {
        guesses,
        ..Choice::default()
    };
    let mut source = open(bytes);
    let found = fixes(&mut source, &choice).expect("a record in memory");
    let after = mended(&mut source, &found).expect("a record in memory");
    String::from_utf8(after).expect("UTF-8")
}

#[test]
#[ignore = "needs the corpus: cargo test --test check -- --ignored"]
fn reported_records_are_found_and_mended() {
    let folder = crate::corpus::folder().join("sgf/reported");
    for (name, codes, [safe, guesses]) in CASES {
        let bytes = fs::read(folder.join(format!("{name}.sgf"))).expect("a file");
        let checked = check(&mut open(&bytes), &Levels::default()).expect("a record in memory");
        let found: BTreeSet<_> = checked
            .findings
            .counts()
            .map(|(rule, ..)| rule.code)
            .collect();
        assert!(
            codes.iter().all(|code| found.contains(code)),
            "{name}: {found:?}"
        );
        let change = |text: String, changes: &[(&str, &str)]| {
            changes.iter().fold(text, |text, (before, after)| {
                assert!(text.contains(before), "{name}: {before}");
                text.replace(before, after)
            })
        };
        let expected = change(String::from_utf8(bytes.clone()).expect("UTF-8"), safe);
        assert_eq!(fixed(&bytes, false), expected, "{name}");
        assert_eq!(fixed(&bytes, true), change(expected, guesses), "{name}");
    }
}
