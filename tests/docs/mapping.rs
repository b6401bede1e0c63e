//! The cells of the index of properties about Ishi and Smart-Go, against conversions without
//! carriers: "carried" is lost there, and a keyword or an identifier is in the result.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::page::{Page, expect};

/// Records with one property each, by identifier. The point is on the move of the node where the
/// other formats need a stone.
const SAMPLES: &[(&str, &str)] = &[
    ("AP", "AP[x:1]"),
    ("ST", "ST[2]"),
    ("PB", "PB[a]"),
    ("PW", "PW[a]"),
    ("BR", "BR[5k]"),
    ("WR", "WR[5k]"),
    ("BT", "BT[t]"),
    ("WT", "WT[t]"),
    ("EV", "EV[e]"),
    ("RO", "EV[e]RO[1]"),
    ("GN", "GN[g]"),
    ("DT", "DT[1990-05-12]"),
    ("PC", "PC[p]"),
    ("SO", "SO[s]"),
    ("US", "US[u]"),
    ("AN", "AN[a]"),
    ("RE", "RE[B+3]"),
    ("RU", "RU[Japanese]"),
    ("HA", "HA[2]"),
    ("KM", "KM[5.5]"),
    ("TM", "TM[600]"),
    ("OT", "OT[5x30]"),
    ("ON", "ON[o]"),
    ("CP", "CP[c]"),
    ("GC", "AB[aa]C[c]GC[g]"),
    ("BS", "BS[0]"),
    ("WS", "WS[0]"),
    ("ID", "ID[i]"),
    ("B", ";B[cc]"),
    ("W", ";W[cc]"),
    ("MN", ";B[cc]MN[7]"),
    ("KO", ";B[cc]KO[]"),
    ("BL", ";B[cc]BL[10]"),
    ("WL", ";W[cc]WL[10]"),
    ("OB", ";B[cc]OB[3]"),
    ("OW", ";W[cc]OW[3]"),
    ("BM", ";B[cc]BM[1]"),
    ("TE", ";B[cc]TE[1]"),
    ("DO", ";B[cc]DO[]"),
    ("IT", ";B[cc]IT[]"),
    ("AB", "AB[cc]"),
    ("AW", "AW[cc]"),
    ("AE", "AB[cc];B[dd];AE[cc]FG[]"),
    ("PL", "AB[cc]PL[B]"),
    ("C", ";B[cc]C[c]"),
    ("N", ";B[cc]N[n]"),
    ("DM", ";B[cc]DM[1]"),
    ("UC", ";B[cc]UC[1]"),
    ("GB", ";B[cc]GB[1]"),
    ("GW", ";B[cc]GW[1]"),
    ("HO", ";B[cc]HO[1]"),
    ("V", ";B[cc]V[3]"),
    ("CH", ";B[cc]CH[1]"),
    ("SI", ";B[cc]SI[1]"),
    ("LB", ";B[cc]LB[cc:A]"),
    ("TR", ";B[cc]TR[cc]"),
    ("MA", ";B[cc]MA[dd]"),
    ("SL", ";B[cc]SL[cc]"),
    ("DD", ";B[cc]DD[cc]"),
    ("AR", ";B[cc]AR[aa:bb]"),
    ("LN", ";B[cc]LN[aa:bb]"),
    ("TB", ";B[cc]TB[aa]"),
    ("TW", ";B[cc]TW[aa]"),
    ("FG", ";B[cc];FG[]"),
    ("PM", ";B[cc]PM[1]"),
    ("SC", ";B[cc]SC[cc]"),
    ("RG", ";B[cc]RG[cc]"),
    ("EL", ";B[cc]EL[1]"),
    ("EX", ";B[cc]EX[dd]"),
];

/// Properties that make up the file, are for another game, or depend on others.
const WITHOUT_SAMPLE: &[&str] = &[
    "FF", "GM", "SZ", "CA", "MI", "CO", "CV", "DI", "SQ", "CR", "VW", "M", "L",
];

#[test]
fn carried_properties_are_those_that_plain_output_loses() {
    let mut tried = 0;
    expect(|page| {
        if page.name == "docs/formats/sgf-properties.md" {
            compare(page, &mut tried)
        } else {
            Vec::new()
        }
    });
    assert_eq!(tried, 2 * SAMPLES.len());
}

/// Compares the cells of the index of properties with conversions, counts those that were tried, and mends the others.
fn compare(page: &mut Page, tried: &mut usize) -> Vec<String> {
    let scratch = TempDir::new().expect("a folder");
    let mut failures = Vec::new();
    for line in 0..page.lines.len() {
        let row = &page.lines[line];
        if row.starts_with("<!-- table") {
            break;
        }
        let mut cells: Vec<_> = row.split(" | ").map(str::to_owned).collect();
        if !row.starts_with("| `") || cells.len() < 4 {
            continue;
        }
        let ids = cells[0].clone();
        let ids: Vec<_> = ids.split('`').skip(1).step_by(2).collect();
        for (format, cell) in ["ishi", "smartgo"].into_iter().zip(&mut cells[2..]) {
            let (mut is_wrong, mut shown) = (false, Vec::new());
            for id in &ids {
                let Some((_, body)) = SAMPLES.iter().find(|(name, _)| name == id) else {
                    assert!(WITHOUT_SAMPLE.contains(id), "{}: no sample", page.at(line));
                    continue;
                };
                *tried += 1;
                let (is_lost, text) = convert(body, format, scratch.path());
                let named: Vec<_> = cell.split('`').skip(1).step_by(2).collect();
                let is_there = match cell.as_str() {
                    "the same" if format == "smartgo" => text.contains(&format!("{id}[")),
                    _ => named.is_empty() || named.iter().any(|name| text.contains(name)),
                };
                is_wrong |= is_lost != cell.starts_with("carried") || !is_lost && !is_there;
                if !is_lost {
                    shown.push(format!("`{}`", word_before(body, &text)));
                }
            }
            if is_wrong {
                let expected = if shown.is_empty() {
                    "carried".to_owned()
                } else {
                    shown.join(", ")
                };
                let place = page.at(line);
                failures.push(format!(
                    "{place}: {ids:?} to {format}: {cell}, expected {expected}, which ISHI_DOCS=update writes"
                ));
                *cell = expected;
            }
        }
        page.lines[line] = cells.join(" | ");
    }
    failures
}

/// Returns the first word of the line that ends with the value of a sample: `SOURCE` of `SOURCE s`, `SO` of `SO[s]`.
fn word_before<'t>(body: &str, text: &'t str) -> &'t str {
    let value = body.rsplit('[').next().unwrap_or("").trim_end_matches(']');
    let ends_with = |line: &&str| line.trim_end_matches([']', ')']).ends_with(value);
    let line = text.lines().find(ends_with);
    let word = line.and_then(|line| line.split([' ', '[']).next());
    word.unwrap_or("")
}

/// Converts a record without carriers; returns whether something is lost, and the result.
fn convert(body: &str, format: &str, folder: &Path) -> (bool, String) {
    let record = format!("(;FF[4]GM[1]SZ[9]{body})");
    fs::write(folder.join("x.sgf"), record).expect("a record");
    let status = Command::new(env!("CARGO_BIN_EXE_ishi"))
        .args(["convert", "--quiet", "--force", "--plain", "--to", format])
        .args(["--report", "report.json", "-o", "x.out", "x.sgf"])
        .current_dir(folder)
        .status()
        .expect("the program");
    assert!(status.success(), "{body} to {format}");
    let report = fs::read(folder.join("report.json")).expect("a report");
    let report: serde_json::Value = serde_json::from_slice(&report).expect("JSON");
    let text = fs::read_to_string(folder.join("x.out")).expect("a result");
    (report["inputs"][0]["outcomes"]["lost"] != 0, text)
}
