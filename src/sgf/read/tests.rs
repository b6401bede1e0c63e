mod findings;

use super::*;
use crate::bracket::property::{move_text, property_text};
use crate::bracket::rules;
use crate::diagnostic::Rule;
use crate::model::{BoardSize, Place, Step, Value};

fn read_one(text: &str) -> (Game<'_>, Vec<&'static str>) {
    let mut log = Diagnostics::new();
    let mut games = read(text, &mut log);
    assert_eq!(games.len(), 1, "{text:?}");
    let codes = log.kept().iter().map(|found| found.rule.code).collect();
    for found in log.kept() {
        let span = found.span.unwrap();
        assert!(text.get(span.start..span.end).is_some(), "{found:?}");
    }
    (games.remove(0), codes)
}

/// Writes the move and the properties of each node, and its children in braces. An exclamation mark stands before raw
/// values of a standard property: `(;KM[six];B[aa])` -> `{!KM[six]{B[aa]}}`.
fn outline(game: &Game<'_>) -> String {
    let mut line = String::new();
    for step in game.walk() {
        let Step::Enter(node) = step else {
            line.push('}');
            continue;
        };
        line.push('{');
        if let Some(mv) = game.mv(node) {
            line.push_str(&match mv.place {
                Place::Unreadable => [mv.color.letter(), '?'].iter().collect(),
                _ => move_text(mv),
            });
        }
        for property in game.properties(node) {
            if matches!(property.value, Value::Raw(_)) && property.ident.standard().is_some() {
                line.push('!');
            }
            line.push_str(&property_text(property));
        }
    }
    line
}

fn check(cases: &[(&str, &str, &[&Rule])]) {
    for (text, expected, rules) in cases {
        let (game, codes) = read_one(text);
        assert_eq!(outline(&game), *expected, "{text:?}");
        let rules: Vec<_> = rules.iter().map(|rule| rule.code).collect();
        assert_eq!(codes, rules, "{text:?}");
    }
}

#[test]
fn white_space_in_a_file_format_is_told_if_there_is_a_number() {
    let spaced = |text| read_one(text).1.contains(&rules::WHITE_SPACE_INSIDE.code);
    assert!(spaced("(;FF[ 4 ];B[aa])"));
    assert!(!spaced("(;FF[four or so];B[aa])"));
}

#[test]
fn trees_are_read() {
    check(&[
        ("(;)", "{}", &[]),
        ("(;B[aa];W[bb];B[])", "{B[aa]{W[bb]{B[]}}}", &[]),
        (
            "(;C[x];B[aa](;W[bb];B[cc])\n(;W[dd]C[y]))",
            "{C[x]{B[aa]{W[bb]{B[cc]}}{W[dd]C[y]}}}",
            &[],
        ),
        ("(;;;)", "{{{}}}", &[]),
        ("(;B[aa](;)(;))", "{B[aa]{}{}}", &[]),
    ]);
}

#[test]
fn broken_trees_are_repaired() {
    check(&[
        ("(;B[aa]", "{B[aa]}", &[&rules::MISSING_CLOSE]),
        ("(;B[aa](;W[bb]", "{B[aa]{W[bb]}}", &[&rules::MISSING_CLOSE]),
        ("(;B[aa]))", "{B[aa]}", &[&rules::EXTRA_CLOSE]),
        (")(;B[aa])", "{B[aa]}", &[&rules::EXTRA_CLOSE]),
        (
            "(;B[aa]()(;W[bb]))",
            "{B[aa]{W[bb]}}",
            &[&rules::EMPTY_VARIATION],
        ),
        ("((;B[aa]))", "{B[aa]}", &[&rules::DOUBLE_OPEN]),
        (
            "((;B[aa])(;W[bb]))",
            "{B[aa]{W[bb]}}",
            &[&rules::DOUBLE_OPEN],
        ),
        (
            "(GM[1]C[x];B[aa])",
            "{C[x]{B[aa]}}",
            &[&rules::MISSING_SEMICOLON],
        ),
        (
            "(;B[aa](;W[bb]);W[cc];B[dd];B[ee]C[x])",
            "{B[aa]{W[bb]}{W[cc]{B[dd]{B[ee]C[x]}}}}",
            &[&rules::NODE_AFTER_CLOSE],
        ),
        (
            "(;B[aa](;W[bb])C[x])",
            "{B[aa]{W[bb]}{C[x]}}",
            &[&rules::MISSING_SEMICOLON],
        ),
        ("(;C[a)\n", "{C[a]}", &[&rules::UNTERMINATED]),
        (
            "(;C[a\\",
            "{C[a\\\\]}",
            &[&rules::UNTERMINATED, &rules::MISSING_CLOSE],
        ),
        ("(;[aa]C[x])", "{C[x]}", &[&rules::VALUE_WITHOUT_IDENT]),
        (
            "(;what 7 7?;C[x])",
            "{{C[x]}}",
            &[&rules::STRAY_TEXT, &rules::IDENT_WITHOUT_VALUE],
        ),
        (
            "mail (JST) header (;C[x])",
            "{C[x]}",
            &[&rules::TEXT_BEFORE],
        ),
        ("(;C[x]) signature", "{C[x]}", &[&rules::TEXT_BEHIND]),
        (
            "(;C[a [15k]: b])",
            "{C[a [15k\\]: b]}",
            &[&rules::UNESCAPED_BRACKET],
        ),
    ]);
}

#[test]
fn without_a_start_there_is_no_game() {
    for (text, reported) in [
        ("", false),
        (" \n", false),
        ("\u{feff}\r\n\u{1a}", false),
        ("no game", true),
        (")\n", true),
        ("()", true),
    ] {
        let mut log = Diagnostics::new();
        assert!(read(text, &mut log).is_empty());
        assert_eq!(!log.is_empty(), reported, "{text:?}");
    }
}

#[test]
fn values_get_their_types() {
    check(&[
        (
            "(;AB[aa][bb:cc]AW[zZ]LB[aa:x]AR[aa:bb]KM[6.50])",
            "{AB[aa][bb:cc]AW[zZ]LB[aa:x]AR[aa:bb]KM[6.50]}",
            &[],
        ),
        ("(;TB[]C[]PB[]KO[])", "{TB[]C[]PB[]KO[]}", &[]),
        ("(;KM[six]PL[1])", "{!KM[six]!PL[1]}", &[&rules::BAD_VALUE]),
        (
            "(;AB[aa][19][bb])",
            "{AB[aa][bb]!AB[19]}",
            &[&rules::BAD_VALUE],
        ),
        (
            "(;AB[aa]C[x]AB[bb])",
            "{AB[aa][bb]C[x]}",
            &[&rules::DUPLICATE_PROPERTY],
        ),
        ("(;C[a]C[b])", "{C[a\n\nb]}", &[&rules::DUPLICATE_PROPERTY]),
        ("(;PW[a][b])", "{PW[a]PW[b]}", &[&rules::SEVERAL_VALUES]),
        (
            "(;AB[a a]\r\n[c\nc])",
            "{AB[aa][cc]}",
            &[&rules::WHITE_SPACE_INSIDE; 2],
        ),
        ("(;AB[cc:aa])", "{AB[aa:cc]}", &[&rules::REVERSED_CORNERS]),
        ("(;AB[aa:aa])", "{AB[aa]}", &[&rules::SINGLE_RECTANGLE]),
        (
            "(;AP[YuanYu])",
            "{AP[YuanYu:]}",
            &[&rules::PLAIN_APPLICATION],
        ),
        (
            "(;AddBlack[aa]CoPyright[me])",
            "{AB[aa]CP[me]}",
            &[&rules::LOWER_CASE_IDENT],
        ),
        ("(;;b[dd])", "{{B[dd]}}", &[&rules::LOWER_CASE_IDENT]),
        ("(;A1[x\\]y])", "{A1[x\\]y]}", &[&rules::DIGIT_IDENT]),
        ("(;FG[257:a:b])", "{FG[257:a\\:b]}", &[]),
        ("(;FG[name])", "{!FG[name]}", &[&rules::BAD_VALUE]),
    ]);
}

#[test]
fn values_are_read_as_meant() {
    check(&[
        ("(;;B[aa]TE[])", "{{B[aa]TE[1]}}", &[&rules::VALUE_REPAIRED]),
        ("(;DM[])", "{DM[1]}", &[&rules::VALUE_REPAIRED]),
        (
            "(;;B[aa]KO[xxxx])",
            "{{B[aa]KO[]!KO[xxxx]}}",
            &[&rules::BAD_VALUE],
        ),
        ("(;OB[1 kk])", "{OB[1]!OB[1 kk]}", &[&rules::BAD_VALUE]),
        ("(;PL[w 123])", "{PL[W]!PL[w 123]}", &[&rules::BAD_VALUE]),
        ("(;PL[white])", "{PL[W]}", &[&rules::VALUE_REPAIRED]),
        (
            "(;;W[ce][too much])",
            "{{W[ce]!W[too much]}}",
            &[&rules::BAD_VALUE, &rules::SEVERAL_VALUES],
        ),
        (
            "(;;W[too much][ce][])",
            "{{W[ce]!W[too much][]}}",
            &[&rules::BAD_VALUE, &rules::SEVERAL_VALUES],
        ),
        (
            "(;;W[too much][more])",
            "{{W?!W[too much][more]}}",
            &[&rules::BAD_VALUE, &rules::BAD_VALUE, &rules::SEVERAL_VALUES],
        ),
        (
            "(;;W[ce][x][dd][y])",
            "{{W[ce]!W[x]{W[dd]!W[y]}}}",
            &[
                &rules::BAD_VALUE,
                &rules::SEVERAL_VALUES,
                &rules::TWO_MOVES,
                &rules::BAD_VALUE,
                &rules::SEVERAL_VALUES,
            ],
        ),
        ("(;;B[C7])", "{{B[cm]}}", &[&rules::VALUE_REPAIRED]),
        (
            "(;;B[j1];W[T19])",
            "{{B[is]{W[sa]}}}",
            &[&rules::VALUE_REPAIRED; 2],
        ),
        (
            "(;;B[i1];W[T20])",
            "{{B?!B[i1]{W?!W[T20]}}}",
            &[&rules::BAD_VALUE; 2],
        ),
        (
            "(;AB[C3][D4]LB[E5:a]TR[F6,G7])",
            "{AB[cq][dp]LB[eo:a]TR[fn][gm]}",
            &[&rules::VALUE_REPAIRED; 4],
        ),
    ]);
}

#[test]
fn moves_are_moves() {
    check(&[
        ("(;B[tt];W[])", "{B[]{W[]}}", &[]),
        ("(;SZ[21];B[tt];W[])", "{{B[tt]{W[]}}}", &[]),
        ("(;B[tt]SZ[21])", "{B[tt]}", &[]),
        (
            "(;FF[3];B[];W[aa])",
            "{{B[]{W[aa]}}}",
            &[&rules::EMPTY_PASS],
        ),
        ("(;B[zz])", "{B[zz]}", &[]),
        ("(;B[d c\r\n])", "{B[dc]}", &[&rules::WHITE_SPACE_INSIDE]),
        ("(;B[q33])", "{B?!B[q33]}", &[&rules::BAD_VALUE]),
        ("(;B[aa][bb])", "{B[aa]{B[bb]}}", &[&rules::TWO_MOVES]),
        ("(;B[aa]B[bb])", "{B[aa]{B[bb]}}", &[&rules::TWO_MOVES]),
        ("(;B[aa]KO[];)", "{B[aa]KO[]{}}", &[]),
    ]);
}

#[test]
fn mixed_nodes_are_split() {
    check(&[
        (
            "(;C[x]B[aa]AW[bb]PB[me]N[n]MN[3];W[cc])",
            "{AW[bb]PB[me]N[n]{B[aa]C[x]MN[3]{W[cc]}}}",
            &[&rules::SETUP_AND_MOVE],
        ),
        (
            "(;;B[aa]PL[W])",
            "{{PL[W]{B[aa]}}}",
            &[&rules::SETUP_AND_MOVE],
        ),
        (
            "(;W[aa]C[x]B[bb];)",
            "{W[aa]C[x]{B[bb]{}}}",
            &[&rules::TWO_MOVES],
        ),
        (
            "(;W[aa]AE[cc]B[bb])",
            "{AE[cc]{W[aa]{B[bb]}}}",
            &[&rules::SETUP_AND_MOVE, &rules::TWO_MOVES],
        ),
    ]);
}

/// A header: its text, the kind of the game, the size of the board, the file format, the outline, and what is reported.
type Header<'a> = (&'a str, u32, (u8, u8), Option<u32>, &'a str, &'a [&'a Rule]);

fn check_headers(headers: &[Header<'_>]) {
    for &(text, kind, size, format, rest, rules) in headers {
        let (game, codes) = read_one(text);
        assert_eq!(game.kind, kind, "{text:?}");
        let (columns, rows) = size;
        assert_eq!(game.size, BoardSize { columns, rows }, "{text:?}");
        assert_eq!(game.file_format, format, "{text:?}");
        assert_eq!(outline(&game), rest, "{text:?}");
        let rules: Vec<_> = rules.iter().map(|rule| rule.code).collect();
        assert_eq!(codes, rules, "{text:?}");
    }
}

#[test]
fn the_header_is_read() {
    check_headers(&[
        ("(;C[x])", 1, (19, 19), None, "{C[x]}", &[][..]),
        ("(;FF[4]GM[1]SZ[9]CA[UTF-8])", 1, (9, 9), Some(4), "{}", &[]),
        ("(;AB[tt]SZ[21])", 1, (21, 21), None, "{AB[tt]}", &[]),
        (
            "(;SZ[ 19 ]FF[ 3 ])",
            1,
            (19, 19),
            Some(3),
            "{}",
            &[&rules::WHITE_SPACE_INSIDE, &rules::WHITE_SPACE_INSIDE],
        ),
        ("(;SZ[13:9])", 1, (13, 9), None, "{}", &[]),
        (
            "(;SZ[19:19])",
            1,
            (19, 19),
            None,
            "{}",
            &[&rules::SQUARE_SIZE],
        ),
        (
            "(;SZ[53])",
            1,
            (19, 19),
            None,
            "{!SZ[53]}",
            &[&rules::BAD_HEADER],
        ),
        (
            "(;FF[5])",
            1,
            (19, 19),
            Some(4),
            "{}",
            &[&rules::NEWER_FORMAT],
        ),
        (
            "(;SZ[13];SZ[9])",
            1,
            (13, 13),
            None,
            "{{!SZ[9]}}",
            &[&rules::ROOT_ELSEWHERE],
        ),
        (
            "(;SZ[13]SZ[9])",
            1,
            (13, 13),
            None,
            "{!SZ[9]}",
            &[&rules::DUPLICATE_PROPERTY],
        ),
        (
            "(;GM[2]SZ[abc]SZ[9])",
            2,
            (19, 19),
            None,
            "{!SZ[abc]!SZ[9]}",
            &[&rules::DUPLICATE_PROPERTY],
        ),
    ]);
}

#[test]
fn kinds_without_a_number_and_doubled_headers_are_read() {
    check_headers(&[
        (
            "(;GM[Othello];B[aa])",
            2,
            (19, 19),
            None,
            "{{!B[aa]}}",
            &[&rules::BAD_HEADER],
        ),
        ("(;GM[])", 1, (19, 19), None, "{}", &[&rules::BAD_HEADER]),
        (
            "(;GM[no game])",
            1,
            (19, 19),
            None,
            "{!GM[no game]}",
            &[&rules::BAD_HEADER],
        ),
        (
            "(;FF[4]FF[4]GM[1]GM[1]SZ[9]SZ[9:9]CA[UTF-8]CA[GB18030])",
            1,
            (9, 9),
            Some(4),
            "{!SZ[9:9]}",
            &[&rules::DUPLICATE_PROPERTY],
        ),
    ]);
}

#[test]
fn other_games_stay_as_they_are() {
    let text = "(;FF[4]GM[6]CP[c]AW[f][f][f]AE[a:y];B[61yg];W[double]C[a\\:b]CR[];W[66];B[12])";
    let (game, codes) = read_one(text);
    assert_eq!(
        outline(&game),
        "{!CP[c]!AW[f][f][f]!AE[a:y]{!B[61yg]{!W[double]!C[a\\:b]!CR[]{!W[66]{!B[12]}}}}}"
    );
    assert!(codes.is_empty(), "{codes:?}");
    let (_, codes) = read_one("(;GM[6];B[aa];B[12azay];B[Take])");
    assert_eq!(codes, [rules::BAD_VALUE.code; 2]);
    let (hex, _) = read_one("(;GM[11]SZ[11];B[a1])");
    assert_eq!(outline(&hex), "{!SZ[11]{!B[a1]}}");
    assert_eq!(hex.size, BoardSize::square(11));
}

#[test]
fn the_size_of_another_game_has_the_form_of_ff4() {
    for (value, size) in [
        ("9:9", "9"),
        ("\n9", "9"),
        ("3\n:32 ", "3:32"),
        ("9 x", "9 x"),
    ] {
        let text = format!("(;GM[2]SZ[{value}])");
        let (game, _) = read_one(&text);
        assert_eq!(outline(&game), format!("{{!SZ[{size}]}}"));
    }
}

#[test]
fn private_properties_stay_as_they_are() {
    check(&[
        ("(;XI[mine]YY[a][b\\]c])", "{XI[mine]YY[a][b\\]c]}", &[]),
        // Older versions of this program wrote such values. They have no effect on the node.
        (
            "(;;B[]XI[ishi 1|S -B|S +C%5Bx%5D])",
            "{{B[]XI[ishi 1|S -B|S +C%5Bx%5D]}}",
            &[],
        ),
        (
            "(;GM[2];B[x]XI[ishi 1|S +B%5By%5D])",
            "{{!B[x]XI[ishi 1|S +B%5By%5D]}}",
            &[],
        ),
    ]);
}

#[test]
fn the_name_of_this_program_is_left_out() {
    check(&[
        ("(;AP[ishi:0.1]C[x])", "{C[x]}", &[]),
        ("(;GM[2]AP[ishi:0.1]C[x])", "{!C[x]}", &[]),
        ("(;AP[a:b]C[x])", "{AP[a:b]C[x]}", &[]),
    ]);
}

#[test]
fn deep_trees_need_no_stack() {
    let text = format!("(;{}", "(;B[aa]".repeat(100_000));
    let (game, _) = read_one(&text);
    assert_eq!(game.node_count(), 100_001);
}

#[test]
fn an_identifier_without_a_value_costs_only_itself() {
    check(&[
        (
            "(;FF[4]GM[1]SZ[9]KM;B[aa];W[ss];B[bb])",
            "{{B[aa]{W[ss]{B[bb]}}}}",
            &[&rules::IDENT_WITHOUT_VALUE],
        ),
        (
            "(;SZ[9]KM[5.5]PW;B[aa])",
            "{KM[5.5]{B[aa]}}",
            &[&rules::IDENT_WITHOUT_VALUE],
        ),
        (
            "(;PB[x] PW ;B[aa])",
            "{PB[x]{B[aa]}}",
            &[&rules::IDENT_WITHOUT_VALUE],
        ),
    ]);
    let (game, _) = read_one("(;FF[4]GM[1]SZ[9]KM;B[aa];W[ss];B[bb])");
    assert_eq!(game.size, BoardSize::square(9));
}

#[test]
fn moves_without_semicolons_get_a_node_each() {
    check(&[
        (
            "(;SZ[9]B[aa]W[bb]C[x]B[cc]TR[cc]W[dd])",
            "{B[aa]{W[bb]C[x]{B[cc]TR[cc]{W[dd]}}}}",
            &[&rules::TWO_MOVES],
        ),
        (
            "(;SZ[9];C[x]B[aa]B[bb]C[y]MN[3];W[cc])",
            "{{B[aa]C[x]{B[bb]C[y]MN[3]{W[cc]}}}}",
            &[&rules::TWO_MOVES],
        ),
        (
            "(;SZ[9];C[x]B[aa][bb]C[y])",
            "{{B[aa]C[x]{B[bb]C[y]}}}",
            &[&rules::TWO_MOVES],
        ),
        (
            "(;SZ[9];B[a33]W[bb])",
            "{{B?!B[a33]{W[bb]}}}",
            &[&rules::BAD_VALUE, &rules::TWO_MOVES],
        ),
    ]);
}

#[test]
fn two_comments_in_a_node_are_one() {
    check(&[(
        "(;C[x]C[y];GC[]GC[a]GC[b])",
        "{C[x\n\ny]{GC[a\n\nb]}}",
        &[
            &rules::DUPLICATE_PROPERTY,
            &rules::DUPLICATE_PROPERTY,
            &rules::DUPLICATE_PROPERTY,
        ],
    )]);
}

#[test]
fn what_is_between_properties_is_left_out_as_it_stands() {
    let text = "(;SZ[9]PB[x] // y\n;B[aa] {z} ;W[bb]);";
    let mut log = Diagnostics::new();
    let games = read(text, &mut log);
    assert_eq!(outline(&games[0]), "{PB[x]{B[aa]{W[bb]}}}");
    let mut spans: Vec<_> = log.kept().iter().filter_map(|found| found.span).collect();
    spans.sort();
    let left_out = spans
        .iter()
        .filter_map(|span| text.get(span.start..span.end));
    assert_eq!(
        left_out.collect::<Vec<_>>(),
        ["//", "y", "{", "z", "}", ";"]
    );
}

#[test]
fn a_bracket_in_a_text_ends_no_game() {
    check(&[
        (
            "(;GC[a gave up 3 (=6 [points])]PB[x];B[aa];W[bb])",
            "{GC[a gave up 3 (=6 [points\\])]PB[x]{B[aa]{W[bb]}}}",
            &[&rules::UNESCAPED_BRACKET],
        ),
        (
            "(;C[hi [15k]) ok];B[aa];W[bb])",
            "{C[hi [15k\\]) ok]{B[aa]{W[bb]}}}",
            &[&rules::UNESCAPED_BRACKET],
        ),
        (
            "(;C[moves [aa](bad) and [bb](good)];B[aa])",
            "{C[moves [aa\\](bad) and [bb\\](good)]{B[aa]}}",
            &[&rules::UNESCAPED_BRACKET],
        ),
    ]);
}

#[test]
fn signs_apart_are_findings_of_their_own() {
    for (signs, count) in [("??", 1), ("? ?", 1), ("?  ?", 2), ("??   !!  ;;", 2)] {
        let text = format!("(;FF[4]GM[1]SZ[9]{signs} ;B[aa])");
        let (_, codes) = read_one(&text);
        let found = codes.iter().filter(|code| **code == rules::STRAY_TEXT.code);
        assert_eq!(found.count(), count, "{text}");
    }
}

#[test]
fn each_point_of_a_move_is_a_move() {
    for (node, expected) in [
        (
            "B[aa][bb]W[cc][dd]",
            "{{B[aa]{B[bb]{W[cc]{W[dd]{B[ee]}}}}}}",
        ),
        (
            "B[aa][bb][x]W[cc][dd]",
            "{{B[aa]{B[bb]!B[x]{W[cc]{W[dd]{B[ee]}}}}}}",
        ),
        ("B[aa]W[cc][dd]", "{{B[aa]{W[cc]{W[dd]{B[ee]}}}}}"),
        ("B[aa][]W[cc][dd]", "{{B[aa]!B[]{W[cc]{W[dd]{B[ee]}}}}}"),
    ] {
        let text = format!("(;FF[4]GM[1]SZ[9];{node};B[ee])");
        assert_eq!(outline(&read_one(&text).0), expected, "{text}");
    }
}
