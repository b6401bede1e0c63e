//! The text under the span of each finding.

use std::fmt::Write as _;

use ishi::Format;

use crate::cases::{findings, of_rules};
use crate::examples::CASES;

/// For each rule with an example, the place of its finding: a property at its identifier, a value between its
/// brackets, an empty value with its brackets; other findings at their subject.
#[test]
fn every_finding_points_at_what_it_is_about() {
    let mut lines = String::new();
    let of_rules = of_rules();
    let cases = of_rules.iter().chain(CASES);
    for case in cases.filter(|case| !case.code.starts_with('C')) {
        let found = findings(case, &case.bad);
        let of_rule = found
            .kept()
            .iter()
            .filter(|found| found.diagnostic.rule.code == case.code);
        let record = String::from_utf8_lossy(&case.bad);
        for finding in of_rule {
            let under = match &finding.place {
                Some(place) => {
                    let bytes = place.bytes.start as usize..place.bytes.end as usize;
                    let text = case.bad.get(bytes).expect("a place in the record");
                    format!(
                        "{:?} at {}:{}",
                        String::from_utf8_lossy(text),
                        place.line,
                        place.column
                    )
                }
                None => "the record".to_owned(),
            };
            let _ = writeln!(lines, "{} in {record:?}: {under}", case.code);
        }
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(crate::files::root().join("snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("places", lines));
}

/// Findings about a property or a value point there and not at their node.
#[test]
fn findings_stand_at_their_properties() {
    for (code, record, under, line, column) in [
        (
            "G010",
            "(;FF[4]GM[1]SZ[19]KM[6.5]RE[B+3]XX[foo]\nAB[aa:]TR[zz]KM[7];B[dd])",
            "zz",
            2,
            11,
        ),
        ("G010", "(;FF[4]SZ[9]AB[aa][bb:kk][zz])", "bb:kk", 1, 20),
        ("G042", "(;FF[4]KM[375];B[aa])", "375", 1, 11),
        ("G043", "(;FF[4]KM[6.5]PB[x]RE[B+3];B[dd])", "B+3", 1, 23),
        ("B043", "(;FF[4];B[aa]SZ[9])", "SZ", 1, 14),
        ("B060", "(;FF[4]PB[a];B[aa]C[])", "[]", 1, 20),
        ("B061", "(;FF[4]PB[a]XX[foo])", "XX", 1, 13),
        ("B062", "(;FF[4]PB[a]KGSDE[aa])", "KGSDE", 1, 13),
        ("G020", "(;FF[4]TR[aa][bb]SQ[cc][bb])", "bb", 1, 25),
    ] {
        assert_under(Format::Sgf, code, record, under, line, column);
    }
    for (code, record, under, line, column) in [
        ("B104", "(;FF[1]PB[x]\nDT[spring];B[aa])", "spring", 2, 4),
        (
            "B105",
            "(;FF[1]PB[x]\nRE[nobody knows];B[aa])",
            "nobody knows",
            2,
            4,
        ),
    ] {
        assert_under(Format::SmartGo, code, record, under, line, column);
    }
}

fn assert_under(
    format: Format,
    code: &'static str,
    record: &'static str,
    under: &str,
    line: usize,
    column: usize,
) {
    let case = crate::cases::Case::new(code, format, record, "");
    let found = findings(&case, &case.bad);
    let finding = found
        .kept()
        .iter()
        .find(|found| found.diagnostic.rule.code == code);
    let place = finding.and_then(|found| found.place.clone()).expect(record);
    let bytes = place.bytes.start as usize..place.bytes.end as usize;
    assert_eq!(&record[bytes], under, "{code} in {record}");
    assert_eq!(
        (place.line, place.column),
        (line, column),
        "{code} in {record}"
    );
}
