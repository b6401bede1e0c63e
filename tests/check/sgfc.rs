//! The messages of SGFC: a record for each row of the table in `docs/rules.md`.

use std::collections::BTreeSet;

use ishi::Format::{self, Sgf, SmartGo};

use crate::cases::{Case, codes};

/// The number of SGFC's message, the rule that finds the same, and a record that shows it.
const RECORDS: &[(u8, &str, Format, &str)] = &[
    (6, "B001", Sgf, "[aa] (;FF[4];B[aa])"),
    (6, "B109", SmartGo, "[aa] (;B[aa])"),
    (7, "B002", Sgf, "a letter without a game"),
    (7, "C004", Sgf, "a letter without a game"),
    (8, "B001", Sgf, "(;FF[4]) ~ (;FF[4])"),
    (8, "B003", Sgf, "(;FF[4];B[aa]) ~"),
    (8, "B004", Sgf, "(;FF[4];B[aa] ~ ;W[bb])"),
    (8, "B006", Sgf, "(;FF[4];B[aa]))"),
    (8, "B013", Sgf, "(;FF[4]C[a [1] ~];B[aa])"),
    (8, "B014", Sgf, "(;FF[4];B[aa] x ;W[bb])"),
    (8, "B021", Sgf, "(;FF[4];B1[aa])"),
    (9, "B005", Sgf, "(;FF[4];B[aa]"),
    (10, "B007", Sgf, "(;FF[4];C[the end"),
    (
        11,
        "B062",
        Sgf,
        "(;FF[4]AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA[x])",
    ),
    (12, "B008", Sgf, "(;FF[4](;B[aa])())"),
    (13, "B031", Sgf, "(;FF[4]PW[Anna][Otto])"),
    (14, "B030", Sgf, "(;FF[4];B[q33])"),
    (14, "B066", Sgf, "(;FF[4]PM[9])"),
    (14, "G004", Sgf, "(;FF[4]SZ[9];W[pd])"),
    (14, "G010", Sgf, "(;FF[4]SZ[9]CR[pd])"),
    (14, "G023", Sgf, "(;FF[4]LN[aa:aa])"),
    (14, "G100", Sgf, "(;FF[4]GM[6];CV[3])"),
    (14, "G106", Sgf, "(;FF[4]GM[6]RE[W+R])"),
    (15, "B034", Sgf, "(;FF[4];W[p d])"),
    (15, "B036", Sgf, "(;FF[4]KM[5,5])"),
    (16, "B020", Sgf, "(;FF[4]SiZe[9])"),
    (17, "B060", Sgf, "(;FF[4]EV[])"),
    (18, "B040", Sgf, "(;FF[4]SZ[x])"),
    (20, "B014", Sgf, "(;FF[4];KO B[aa])"),
    (21, "B009", Sgf, "(;FF[4]((;B[aa])(;B[bb])))"),
    (22, "E005", Sgf, "(;FF[4]N[a\0b])"),
    (23, "B030", Sgf, "(;FF[4]LB[aa])"),
    (23, "B047", Sgf, "(;FF[4]AP[Kombilo])"),
    (24, "G007", Sgf, "(;FF[4]W[aa])"),
    (25, "B030", Sgf, "(;FF[4];FG[x:Figure 1])"),
    (25, "B033", Sgf, "(;FF[4]DD[cc:aa])"),
    (25, "B034", Sgf, "(;FF[4]LB[a a:x])"),
    (25, "B035", Sgf, "(;FF[4]TW[cc:cc])"),
    (25, "B036", Sgf, "(;FF[4]LB[C3:x])"),
    (28, "B032", Sgf, "(;FF[4]GN[a]GN[b])"),
    (30, "B044", Sgf, "(;FF[4];B[aa]PL[W])"),
    (30, "B070", Sgf, "(;FF[4]AB[aa]MN[4])"),
    (31, "B062", Sgf, "(;FF[4]KGSSB[x])"),
    (32, "B043", Sgf, "(;FF[4];ST[1])"),
    (33, "B065", Sgf, "(;FF[4]DT[4/5/97])"),
    (33, "B103", SmartGo, "(;TM[a day or two])"),
    (33, "B104", SmartGo, "(;FF[1]DT[last summer])"),
    (33, "B105", SmartGo, "(;FF[1]RE[unfinished?])"),
    (35, "B061", Sgf, "(;FF[4]QQ[x])"),
    (36, "B010", Sgf, "(FF[4];B[aa])"),
    (37, "B045", Sgf, "(;FF[4];W[aa]B[bb])"),
    (38, "B107", SmartGo, "(;L[cc]LB[cc:x])"),
    (38, "G011", Sgf, "(;FF[4]AB[cc][cc])"),
    (38, "G020", Sgf, "(;FF[4]CR[cc]MA[cc])"),
    (38, "G021", Sgf, "(;FF[4]LB[cc:a][cc:b])"),
    (38, "G022", Sgf, "(;FF[4]TB[cc]TW[cc])"),
    (38, "G024", Sgf, "(;FF[4]AR[aa:cc][aa:cc])"),
    (38, "G025", Sgf, "(;FF[4]VW[aa:cc][bb])"),
    (39, "G012", Sgf, "(;FF[4]AB[cc];AE[dd])"),
    (40, "B063", Sgf, "(;FF[3]OT[byo-yomi])"),
    (41, "G031", Sgf, "(;FF[4];B[aa]UC[1]DM[1])"),
    (42, "G032", Sgf, "(;FF[4];B[aa]BM[1]TE[1])"),
    (43, "G030", Sgf, "(;FF[4];IT[])"),
    (44, "G040", Sgf, "(;FF[4]GN[a];EV[b])"),
    (45, "G048", Sgf, "(;FF[3])(;FF[4])"),
    (46, "B041", Sgf, "(;FF[7])"),
    (47, "B042", Sgf, "(;FF[4]SZ[13:13])"),
    (50, "B040", Sgf, "(;FF[4]SZ[53])"),
    (51, "B064", Sgf, "(;FF[3]TR[aa:cc])"),
    (52, "B108", SmartGo, "(;FF[2]VW[aa])"),
    (53, "G047", Sgf, "(;FF[4]GM[1])(;FF[4]GM[2])"),
    (54, "B012", Sgf, "(;FF[4];[pd])"),
    (55, "G046", Sgf, "(;FF[4];;B[aa])"),
    (58, "G001", Sgf, "(;FF[4]AW[aa];B[aa])"),
    (59, "B068", Sgf, "(;FF[4]KI[13])"),
    (61, "G014", Sgf, "(;FF[4]HA[4]AB[dd][pp])"),
    (62, "G013", Sgf, "(;FF[4];B[aa];AW[bb])"),
    (63, "G005", Sgf, "(;FF[4];B[aa];W[bb];W[cc])"),
    (65, "B046", Sgf, "(;FF[3];W[])"),
    (66, "B011", Sgf, "(;FF[4];B[aa](;W[bb]);W[cc])"),
    (67, "B004", Sgf, "(;FF[4](~;B[aa]))"),
    (67, "B010", Sgf, "(;FF[4](C[x];B[aa]))"),
    (67, "B012", Sgf, "(;FF[4]([x];B[aa]))"),
    (72, "E002", Sgf, "(;FF[4]CA[ISO8859_99]C[x])"),
];

/// Bytes that are not text, with the charset given; everything else here is text.
const NO_TEXT: (u8, &str, &[u8]) = (71, "E003", b"(;FF[4]C[J\xFCrgen])");

/// Returns the columns of the row of a message.
fn row(number: u8) -> Vec<&'static str> {
    let page = include_str!("../../docs/rules.md");
    let start = format!("| {number} |");
    let found = page.lines().find(|line| line.starts_with(&start));
    let row = found.unwrap_or_else(|| panic!("docs/rules.md lacks message {number}"));
    row.trim_matches('|').split('|').map(str::trim).collect()
}

fn shown() -> impl Iterator<Item = (u8, &'static str)> {
    let records = RECORDS.iter().map(|(number, code, ..)| (*number, *code));
    records.chain([(NO_TEXT.0, NO_TEXT.1)])
}

#[test]
fn each_record_breaks_the_rule_that_the_table_names() {
    let mut failures = Vec::new();
    let texts = RECORDS.iter();
    let texts =
        texts.map(|(number, code, format, text)| (*number, *code, *format, text.as_bytes()));
    let (number, code, bytes) = NO_TEXT;
    for (number, code, format, record) in texts.chain([(number, code, Sgf, bytes)]) {
        let case = Case {
            code,
            format,
            bad: record.to_vec().into(),
            good: Vec::new().into(),
        };
        let found = codes(&case, record);
        if !found.contains(code) {
            failures.push(format!(
                "message {number}: {code} is silent, found {found:?}"
            ));
        }
        if !row(number).iter().any(|column| column.contains(code)) {
            failures.push(format!("message {number}: its row does not name {code}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn each_rule_of_the_table_has_a_record() {
    for number in 1..=75 {
        let row = row(number);
        // Each code is a link: `[B001](#B001)`.
        let links = row[2].split('[').skip(1);
        let named: BTreeSet<_> = links.filter_map(|link| link.split(']').next()).collect();
        let shown: BTreeSet<_> = shown()
            .filter(|(of, code)| *of == number && row[2].contains(code))
            .map(|(_, code)| code)
            .collect();
        assert_eq!(named, shown, "message {number}");
        assert_eq!(
            named.is_empty(),
            !row[3].is_empty(),
            "message {number} has rules or a reason"
        );
    }
}
