//! The messages of SGFC 2.0 and the rules about the same things, from one list.

use ishi::check::catalogue;

/// The messages: the number, the subject, rules with another number that report this too, and why there is no rule.
const MESSAGES: &[(u8, &str, &[&str], &str)] = &[
    (
        1,
        "more than two file names",
        &[],
        "`ishi check` takes any number of inputs",
    ),
    (
        2,
        "an unknown short option",
        &[],
        "a mistake in the command line ends the program with status 2",
    ),
    (
        3,
        "the source cannot be opened",
        &[],
        "an input that cannot be opened fails with the reason of the system",
    ),
    (4, "the source cannot be read", &[], "as message 3"),
    (
        5,
        "no more memory",
        &[],
        "the games of a record are read one by one; the system ends a program that needs more memory than there is",
    ),
    (6, "something like a point precedes the game", &[], ""),
    (7, "no start of a game is found", &[], ""),
    (
        8,
        "illegal characters outside values",
        &["B001", "B014"],
        "",
    ),
    (9, "a parenthesis is missing at the end", &[], ""),
    (10, "the file ends in a value", &[], ""),
    (
        11,
        "an identifier of more than 100 capitals",
        &[],
        "identifiers may be of any length; [B062](#B062) reports those of more than two capitals",
    ),
    (12, "an empty variation", &[], ""),
    (13, "several values where one is expected", &[], ""),
    (14, "an illegal value", &[], ""),
    (15, "an illegal value that can be repaired", &[], ""),
    (16, "lower-case letters in an identifier", &[], ""),
    (17, "an empty value", &[], ""),
    (18, "an unreadable file format, game or board size", &[], ""),
    (
        19,
        "a game other than Go",
        &[],
        "other games are read and kept; for Backgammon there are the rules [G100](#G100) to [G109](#G109)",
    ),
    (20, "an identifier without a value", &[], ""),
    (21, "two parentheses for one variation", &[], ""),
    (22, "NUL in a value", &[], ""),
    (23, "a composed value is expected", &["B030"], ""),
    (24, "a move in the first node", &[], ""),
    (
        25,
        "a composed value that can be repaired",
        &["B030", "B034", "B036"],
        "",
    ),
    (
        26,
        "the destination cannot be opened",
        &[],
        "a check writes a file with `--fix` only; `ishi check --fix` and `ishi convert` say why they cannot",
    ),
    (
        27,
        "the destination cannot be written",
        &[],
        "as message 26",
    ),
    (28, "a property twice in a node", &[], ""),
    (
        29,
        "a property was left out as asked",
        &[],
        "`ishi edit --strip` and `--set` leave properties out, as asked",
    ),
    (30, "setup and a move in one node", &[], ""),
    (31, "an identifier of more than two capitals", &[], ""),
    (32, "a root property after the first node", &[], ""),
    (
        33,
        "a result, date, komi or time that is not in its form",
        &[],
        "",
    ),
    (
        34,
        "the file was not saved",
        &[],
        "a file is written as a whole or not at all, with the reason; there are no critical errors to override",
    ),
    (35, "an unknown property", &[], ""),
    (36, "a semicolon is missing at the start of a tree", &[], ""),
    (37, "moves of both colours in one node", &[], ""),
    (38, "a point is used twice", &[], ""),
    (39, "setup without effect", &[], ""),
    (
        40,
        "a property that the file format does not define",
        &[],
        "",
    ),
    (41, "annotations that contradict each other", &[], ""),
    (42, "a good and bad move", &[], ""),
    (43, "a move annotation without a move", &[], ""),
    (44, "game information twice on a path", &[], ""),
    (45, "trees of different file formats", &[], ""),
    (46, "a file format newer than FF[4]", &[], ""),
    (47, "a square board with two sizes", &[], ""),
    (
        48,
        "no source file",
        &[],
        "without an input the status is 2 (standard input can be one)",
    ),
    (49, "a bad parameter of an option", &[], "as message 2"),
    (
        50,
        "a board of more than 52 lines",
        &[],
        "[B040](#B040): the size cannot be read, and the value is kept instead of cut",
    ),
    (51, "a feature of FF[4] in an older file", &[], ""),
    (52, "problems with a view", &[], ""),
    (53, "trees of different games", &[], ""),
    (54, "values without an identifier", &[], ""),
    (55, "an empty node was deleted", &[], ""),
    (
        56,
        "the level of a variation cannot be corrected",
        &[],
        "the place of a variation is a style, and `ishi` moves no variations",
    ),
    (
        57,
        "the level of a variation was corrected",
        &[],
        "as message 56",
    ),
    (58, "a move on an occupied point", &[], ""),
    (59, "a komi in half points (KI)", &[], ""),
    (
        60,
        "more than one tree",
        &[],
        "a record of several games is not wrong; `ishi convert --split` separates them",
    ),
    (61, "a handicap other than the number of stones", &[], ""),
    (62, "setup after the first node", &[], ""),
    (63, "two moves of one colour", &[], ""),
    (
        64,
        "variations are too many to be reversed",
        &[],
        "variations are never reversed",
    ),
    (65, "an empty pass before FF[4]", &[], ""),
    (66, "a node after a closed variation", &[], ""),
    (
        67,
        "text between a parenthesis and its semicolon",
        &[],
        "the text has other rules, for example [B001](#B001), [B004](#B004), [B010](#B010), [B012](#B012) and [B015](#B015)",
    ),
    (68, "an unknown long option", &[], "as message 2"),
    (69, "an unknown encoding option", &[], "as message 2"),
    (
        70,
        "decoding failed",
        &[],
        "decoding cannot fail: bytes without a meaning are [E003](#E003)",
    ),
    (71, "bytes that are illegal in the encoding", &[], ""),
    (72, "an unknown CA", &[], ""),
    (
        73,
        "the encoding found differs from the first tree's",
        &[],
        "no reason to give up: each game is read in the charset that it names",
    ),
    (74, "trees with different encodings", &[], "as message 73"),
    (
        75,
        "trees with different encodings, where one is needed",
        &[],
        "as message 73",
    ),
];

/// Returns the table of messages. The rules have the number in the code; a few numbers have several rules.
pub fn table() -> Vec<String> {
    let head = [
        "| number | message | rules | reason, if there is no rule |",
        "|---|---|---|---|",
    ];
    let rows = MESSAGES.iter().map(|(number, about, also, why)| {
        let rules = rules(*number, also);
        let links: Vec<_> = rules
            .iter()
            .map(|code| format!("[{code}](#{code})"))
            .collect();
        let links = if links.is_empty() {
            "-".to_owned()
        } else {
            links.join(", ")
        };
        format!("| {number} | {about} | {links} | {why} |")
    });
    head.map(str::to_owned).into_iter().chain(rows).collect()
}

fn rules(number: u8, also: &[&'static str]) -> Vec<&'static str> {
    let all = catalogue::all();
    let named = all.iter().filter(|rule| rule.sgfc == Some(number));
    let mut rules: Vec<_> = named.map(|rule| rule.code).collect();
    rules.extend(also);
    rules.sort_unstable();
    rules
}

#[test]
fn a_message_has_rules_or_a_reason_and_a_rule_is_in_the_row_of_its_number_once() {
    for (row, (number, about, also, why)) in MESSAGES.iter().enumerate() {
        assert_eq!(usize::from(*number), row + 1);
        let rules = rules(*number, also);
        assert_ne!(rules.is_empty(), why.is_empty(), "{number}: {about}");
        assert!(rules.windows(2).all(|pair| pair[0] != pair[1]), "{number}");
        for code in *also {
            let all = catalogue::all();
            let rule = all.iter().find(|rule| rule.code == *code);
            let rule = rule.unwrap_or_else(|| panic!("{number}: no rule {code}"));
            assert!(rule.sgfc.is_some(), "{code} has no number of its own");
        }
    }
    let with_number = catalogue::all();
    let most = with_number.iter().filter_map(|rule| rule.sgfc).max();
    assert_eq!(MESSAGES.len(), 75);
    assert!(most.is_some_and(|number| usize::from(number) <= MESSAGES.len()));
}
