//! Planted differences: a change in one of two records is found, also between two formats.

use crate::record::Record;
use ishi::Format;
use ishi::compare::compare;

const RECORD: &str = "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[Anna]BR[5k]PW[Otto]WR[2d]EV[Cup]RO[1]PC[Oslo]DT[1990-05-12]\
    KM[5.5]HA[2]RE[B+3]TM[3600]RU[Japanese]GC[about the game]AB[gc][cg]PL[W]\
    ;W[ee]C[center];B[ce]LB[aa:A][bb:long]TR[ce]SQ[cc]N[name]\
    (;W[dd]CR[dd]MA[ii]BL[30];B[de]VW[aa:ee]FG[0:figure];W[])\
    (;W[df]AR[aa:bb]LN[cc:dd]TB[aa];B[cf]GB[1]UC[2];AE[ee]AW[hh])(;XY[private]))";

/// A text in the record, and its replacement.
const DIFFERENCES: &[(&str, &str)] = &[
    ("SZ[9]", "SZ[13]"),
    ("PB[Anna]", "PB[Anne]"),
    ("BR[5k]", "BR[5d]"),
    ("PW[Otto]", ""),
    ("EV[Cup]", "EV[Cup ]EV[x]"),
    ("DT[1990-05-12]", "DT[1990-05-13]"),
    ("KM[5.5]", "KM[-5.5]"),
    ("HA[2]", "HA[3]"),
    ("RE[B+3]", "RE[W+3]"),
    ("TM[3600]", "TM[60]"),
    ("RU[Japanese]", "RU[Chinese]"),
    ("GC[about the game]", "GC[about the\ngame]"),
    ("AB[gc][cg]", "AB[gc]"),
    ("AB[gc][cg]", "AB[gc][ch]"),
    ("PL[W]", "PL[B]"),
    ("W[ee]C", "W[ed]C"),
    ("W[ee]C", "B[ee]C"),
    ("C[center]", "C[centre]"),
    ("C[center]", ""),
    ("[bb:long]", "[bb:Long]"),
    ("[bb:long]", "[ba:long]"),
    ("TR[ce]", "CR[ce]"),
    ("SQ[cc]", "SQ[cc][cd]"),
    ("N[name]", "N[names]"),
    ("MA[ii]", ""),
    ("BL[30]", "BL[31]"),
    ("VW[aa:ee]", "VW[aa:ef]"),
    ("FG[0:figure]", "FG[1:figure]"),
    (";W[])", ";W[aa])"),
    (";W[])", ";W[];B[])"),
    (";W[])", ")"),
    ("AR[aa:bb]", "AR[bb:aa]"),
    ("TB[aa]", "TW[aa]"),
    ("GB[1]", "GB[2]"),
    ("AE[ee]AW[hh]", "AW[hh]"),
    ("(;XY[private])", ""),
    ("(;XY[private])", "(;XY[public])"),
    ("(;W[dd]", "(;W[dd](;B[aa])"),
];

#[test]
fn planted_differences_are_found() {
    let written = |text: &str| Record::written(text.as_bytes().to_vec(), Format::Sgf);
    let record = written(RECORD);
    for &to in Format::ALL {
        let converted = record.to(to).expect("all formats hold it");
        let converted = converted.to(Format::Sgf).expect("it came from there");
        let whole = compare_records(&record, &converted);
        assert!(whole.is_empty(), "{to}: {whole:?}");
        for (old, new) in DIFFERENCES {
            let changed = RECORD.replacen(old, new, 1);
            assert_ne!(changed, RECORD, "{old} is in the record");
            let found = compare_records(&written(&changed), &converted);
            assert!(!found.is_empty(), "{old} to {new} beside {to}");
        }
    }
    println!(
        "{} differences in {} formats",
        DIFFERENCES.len(),
        Format::ALL.len()
    );
}

#[test]
fn swapped_variations_and_games_are_found() {
    let written = |text: &str| Record::written(text.as_bytes().to_vec(), Format::Sgf);
    for (first, second) in [
        ("(;GM[1](;B[aa])(;B[bb]))", "(;GM[1](;B[bb])(;B[aa]))"),
        (
            "(;GM[1];B[aa])(;GM[1];B[bb])",
            "(;GM[1];B[bb])(;GM[1];B[aa])",
        ),
    ] {
        assert!(!compare_records(&written(first), &written(second)).is_empty());
    }
}

/// Returns the differences of all games.
fn compare_records(first: &Record, second: &Record) -> Vec<String> {
    let (first, second) = (first.games(), second.games());
    let (first, second) = (first.expect("a record"), second.expect("a record"));
    assert_eq!(first.len(), second.len());
    first
        .iter()
        .zip(&second)
        .flat_map(|(first, second)| compare(first, second).differences)
        .map(|difference| difference.to_string())
        .collect()
}
