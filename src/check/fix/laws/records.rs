//! Random records with planted faults, so that there is something to mend.

use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::collection::write;
use crate::format::Format;
use crate::format::charset::Charset;
use crate::testing;

/// Faults of the first node of a bracketed record.
const HEADERS: &[&str] = &[
    "KM[375]RU[Chinese]AP[foxwq]",
    "KM[650]RU[Japanese]",
    "KM[0]HA[2]RU[Chinese]AP[foxwq]",
    "KM[6,5]",
    "KM[6.5目]",
    "DT[1974.04.09]",
    "DT[2020/5/7]",
    "DT[2020年5月7日]",
    "PB[Cho Chikun 9p]PW[Otake (9p)]",
    "PW[Anna 3d]",
    "BR[9p]PB[Cho Chikun 9p]",
    "GN[Cho Chikun vs Otake 9p]",
    "TM[5:00:00(5x1:00)]",
    "TM[30:00]",
    "RE[黑中盘胜]",
    "RE[W+12.5点]",
    "RE[Jigo]",
    "RU[JP]",
    "AP[foxwq]",
    "HA[2]",
    "HA[3]",
    "AB[dd][pp]",
    "AB[aa][bb]PL[W]",
    "EV[]GN[]",
    "PB[Jörg]",
];

/// Faults of any node of a bracketed record.
const NODES: &[&str] = &[
    "TR[cc:aa]",
    "SQ[aa:aa]",
    "CR[aa][aa]",
    "MA[ a a ]",
    "DD[aa:bb][ab]",
    "LB[aa:a]LB[bb:b]",
    "AW[aa]AW[bb]",
    "AB[aa,bb]",
    "C[]",
    "N[]",
    "DM[]",
    "C[see [1] ] x]",
    "C[好棋]",
    "ST[1]",
    "FF[4]",
    "MN[1]",
    "MN[2]",
    "MN[4]",
];

/// Other forms of what a writer puts into each bracketed record: before and after.
const FORMS: &[(&str, &str)] = &[
    ("SZ[9]", "SZ[9:9]"),
    ("SZ[19]", "SZ[ 19 ]"),
    ("SZ[5]", ""),
    ("GM[1]", ""),
    ("FF[4]", "FF[3]"),
    ("CA[UTF-8]", ""),
];

/// Faults of one line of Ishi: the keyword of the line, and the line with the fault.
type Slip = (&'static str, fn(&str) -> String);

const SLIPS: &[Slip] = &[
    ("B ", |line| line.replacen(' ', "", 1)),
    ("W ", |line| {
        slip_of_number(line, |number| format!("{number}."))
    }),
    ("B ", |line| {
        slip_of_number(line, |number| format!("{number},"))
    }),
    ("B ", |line| slip_of_number(line, |_| "1".to_owned())),
    ("W ", |line| slip_of_number(line, |_| "2".to_owned())),
    ("W ", |line| {
        slip_of_number(line, |number| format!("1{number}"))
    }),
    ("B ", |line| format!("{line} and so on")),
    ("ENDVAR", |_| String::new()),
    ("BOARDSIZE ", |line| {
        let lines = line.rsplit(' ').next().unwrap_or_default();
        format!("BOARDSIZE {lines}x{lines}")
    }),
    ("BOARDSIZE ", |_| String::new()),
    ("PRISONER ", |_| "PRISONER C3".to_owned()),
    ("PRISONER ", |_| String::new()),
    ("SETUP ", |line| {
        line.replacen(' ', ",", 4).replacen(',', " ", 2)
    }),
    ("SETUP ", |line| line.replace(' ', "  ")),
];

/// Returns a line of a move with another number.
fn slip_of_number(line: &str, change: fn(&str) -> String) -> String {
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    if let Some(number) = words.get_mut(1) {
        *number = change(number);
    }
    words.join(" ")
}

/// A fault, as places in the lists above.
#[derive(Debug, Clone)]
enum Fault {
    Header(Index),
    Node(Index, Index),
    Form(Index),
    Slip(Index, Index),
    Joined(Index),
}

fn fault(format: Format) -> BoxedStrategy<Fault> {
    let index = any::<Index>;
    if format == Format::Ishi {
        return prop_oneof![
            8 => (index(), index()).prop_map(|(slip, line)| Fault::Slip(slip, line)),
            1 => index().prop_map(Fault::Joined),
        ]
        .boxed();
    }
    prop_oneof![
        4 => index().prop_map(Fault::Header),
        4 => (index(), index()).prop_map(|(fault, node)| Fault::Node(fault, node)),
        1 => index().prop_map(Fault::Form),
    ]
    .boxed()
}

impl Fault {
    fn plant(&self, text: &str, format: Format, blank: &str) -> String {
        let into = |text: &str, node: usize, fault: &str| {
            let starts = starts_of_nodes(text);
            let at = starts.get(node % starts.len().max(1)).copied();
            let (before, after) = text.split_at(at.unwrap_or(0));
            format!("{before}{blank}{fault}{blank}{after}")
        };
        match self {
            Self::Header(fault) => into(text, 0, fault.get::<&str>(HEADERS)),
            Self::Node(fault, node) => into(text, node.index(1 << 16), fault.get::<&str>(NODES)),
            Self::Form(form) => {
                let (usual, other) = *form.get(FORMS);
                text.replacen(usual, other, 1)
            }
            Self::Slip(slip, line) => {
                let (keyword, change) = *slip.get(SLIPS);
                let lines = || text.lines().zip(0_usize..);
                let fitting = lines().filter(|(line, _)| line.starts_with(keyword));
                let fitting: Vec<_> = fitting.map(|(_, number)| number).collect();
                let chosen = (!fitting.is_empty()).then(|| *line.get(&fitting));
                let changed = lines().map(|(line, number)| match chosen {
                    Some(chosen) if chosen == number => change(line),
                    _ => line.to_owned(),
                });
                changed.collect::<Vec<_>>().join(line_break(format)) + line_break(format)
            }
            Self::Joined(line) => {
                let ends: Vec<_> = text.match_indices("\r\n").map(|(at, _)| at).collect();
                let at = (!ends.is_empty()).then(|| *line.get(&ends));
                let is_move = |text: &str| text.starts_with("B ") || text.starts_with("W ");
                match at.and_then(|at| Some((text.get(..at)?, text.get(at + 2..)?))) {
                    Some((before, after)) if is_move(after) => format!("{before} {after}"),
                    _ => text.to_owned(),
                }
            }
        }
    }
}

fn line_break(format: Format) -> &'static str {
    match format {
        Format::Ishi => "\r\n",
        _ => "\n",
    }
}

/// Returns the places after the semicolons that start the nodes of a bracketed text.
fn starts_of_nodes(text: &str) -> Vec<usize> {
    let (mut is_value, mut is_escaped) = (false, false);
    let mut starts = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' if is_value => is_escaped = true,
            '[' => is_value = true,
            ']' => is_value = false,
            ';' if !is_value => starts.push(at + 1),
            _ => {}
        }
    }
    starts
}

/// Returns an Ishi text without its USER blocks, because a slip beside a carrier is read in the light of its entries.
/// Other texts stay.
fn without_blocks(text: &str) -> String {
    let mut is_block = false;
    let lines = text.split_inclusive("\r\n").filter(|line| {
        is_block |= line.starts_with("USER ishi ");
        let is_kept = !is_block;
        is_block &= !line.starts_with("ENDUSER");
        is_kept
    });
    lines.collect()
}

/// Returns a strategy for the bytes of records in a format: one or two games, with up to four faults each.
pub(super) fn record(format: Format) -> impl Strategy<Value = Vec<u8>> {
    let games = prop::collection::vec(testing::small_board_game(), 1..3);
    let faults = prop::collection::vec(fault(format), 1..8);
    let blank = select(vec!["", " ", "\n"]);
    let charset = select(vec!["utf-8", "utf-8", "utf-8", "gb18030", "windows-1252"]);
    (games, faults, blank, charset).prop_map(move |(games, faults, blank, charset)| {
        let bytes = write(&games, format).unwrap_or_default();
        let text = without_blocks(&String::from_utf8(bytes).unwrap_or_default());
        let planted = faults
            .iter()
            .fold(text, |text, fault| fault.plant(&text, format, blank));
        let charset = Charset::from_label(charset);
        let encoded = charset.and_then(|charset| charset.encode(&planted).ok());
        encoded.unwrap_or_else(|| planted.into_bytes())
    })
}
