//! The tokens of whole and damaged texts.

use super::*;
use crate::bracket::tokenizer::{tokens, tokens_of_reader};

/// Writes the tokens with one character each for their kind.
fn cut(text: &str) -> String {
    let mut line = String::new();
    for token in tokens_of_reader(text, true) {
        assert_eq!(text.get(token.start..token.end()), Some(token.text));
        let sign = match token.kind {
            TokenKind::Preface if token.text.is_empty() => continue,
            TokenKind::Preface => '<',
            TokenKind::Open => '(',
            TokenKind::Close => ')',
            TokenKind::ExtraClose => '}',
            TokenKind::Node => ';',
            TokenKind::Moves => 'm',
            TokenKind::Identifier => 'i',
            TokenKind::Value => 'v',
            TokenKind::Unclosed => '!',
            TokenKind::Stray => '?',
        };
        if !line.is_empty() {
            line.push(' ');
        }
        line.push(sign);
        if !"();}".contains(sign) {
            line.push_str(token.text);
        }
    }
    line
}

#[test]
fn trees_become_tokens() {
    for (text, expected) in [
        ("", ""),
        ("(;)", "( ; )"),
        ("(;FF[4]SZ[19])", "( ; iFF v4 iSZ v19 )"),
        ("(;B[aa];W[bb]\n;B[tt])", "( ; mB[aa];W[bb]\n; iB vtt )"),
        (
            "(;B[aa];W[bb](;B[cc])(;B[dd]\n))",
            "( ; mB[aa];W[bb] ( ; mB[cc] ) ( ; mB[dd] ) )",
        ),
        ("(;B[aa]C[x])", "( ; iB vaa iC vx )"),
        ("(;B[aA];B [aa])", "( ; iB vaA ; iB vaa )"),
        ("(;B[aa][bb])", "( ; iB vaa vbb )"),
        (
            "( ; AB [aa]\n[aa:cc] LB[aa:x] )",
            "( ; iAB vaa vaa:cc iLB vaa:x )",
        ),
        ("(;KM[6.5]V[-3]X[+.5])", "( ; iKM v6.5 iV v-3 iX v+.5 )"),
        ("(;GaMe[1]A1[])", "( ; iGaMe v1 iA1 v )"),
        ("(;C[a\\]b\\\\])", "( ; iC va\\]b\\\\ )"),
    ] {
        assert_eq!(cut(text), expected, "{text:?}");
    }
}

#[test]
fn long_runs_of_moves_are_one_token() {
    let moves = "B[aa];W[bb]\n;".repeat(10);
    for (text, expected) in [
        (
            format!("(;GM[1];{moves}C[x])"),
            format!("( ; iGM v1 ; m{moves} iC vx )"),
        ),
        (
            format!("x (;C[a]];{moves}(;{moves}))"),
            format!("<x  ( ; iC va] ; m{moves} ( ; m{moves} ) )"),
        ),
    ] {
        assert_eq!(cut(&text), expected);
    }
}

#[test]
fn every_text_becomes_tokens() {
    for (text, expected) in [
        ("no game (JST) here", "<no game (JST) here"),
        ("From: (JST)\n(;B[aa])", "<From: (JST)\n ( ; iB vaa )"),
        ("(see [1]) (GM[1])", "<(see [1])  ( iGM v1 )"),
        ("((\n;B[aa]))", "( ( ; mB[aa] ) )"),
        ("(;)) x\u{1a}", "( ; ) <) x\u{1a}"),
        ("(;[aa]LB B[bb];)", "( ; vaa iLB mB[bb]; )"),
        ("(;C[x]7)", "( ; iC vx ?7 )"),
        ("(;LB B[bb])", "( ; iLB iB vbb )"),
        ("(;C[a)", "( ; iC !a )"),
        ("(;C[a\\", "( ; iC !a\\"),
    ] {
        assert_eq!(cut(text), expected, "{text:?}");
    }
}

#[test]
fn a_bracket_ends_a_value_only_where_something_may_follow() {
    for (text, expected) in [
        ("(;C[a [15k]: b])", "( ; iC va [15k]: b )"),
        ("(;US[Matsuyama[3d]])", "( ; iUS vMatsuyama[3d] )"),
        ("(;C[:-] ok];W[bb])", "( ; iC v:-] ok ; iW vbb )"),
        ("(;C[a] B[aa])", "( ; iC va iB vaa )"),
        ("(;C[a]\r\n [b])", "( ; iC va vb )"),
        ("(;C[aa]];W[bb])", "( ; iC vaa] ; iW vbb )"),
        ("(;C[a]", "( ; iC va"),
        ("(;C[a]B", "( ; iC va iB"),
        ("(;C[a] AB\n", "( ; iC va iAB"),
        ("(;C[a] Bob", "( ; iC va iBob"),
    ] {
        assert_eq!(cut(text), expected, "{text:?}");
    }
}

#[test]
fn the_first_bracket_ends_a_value_that_is_no_text() {
    for (text, expected) in [
        ("(;SZ[9]KM;B[aa])", "( ; iSZ v9 iKM ; iB vaa )"),
        ("(;RE[B+3 [x]] y;B[aa])", "( ; iRE vB+3 [x ?] iy ; iB vaa )"),
        ("(;KM[6.5], DT[1998].", "( ; iKM v6.5 ?, iDT v1998 ?."),
        ("(;AB[aa:bb], [cc]. ;)", "( ; iAB vaa:bb ?, vcc ?. ; )"),
        ("(GM[1]: B[aa])", "( iGM v1 ?: iB vaa )"),
        ("(;GM[2]SZ[9] x];B[a])", "( ; iGM v2 iSZ v9] x ; iB va )"),
    ] {
        assert_eq!(cut(text), expected, "{text:?}");
    }
}

#[test]
fn of_two_readings_of_a_bracket_the_one_that_keeps_more_wins() {
    for (text, expected) in [
        (
            "(;PB[x] // y\n;B[aa] {z} ;W[bb])",
            "( ; iPB vx ?/ ?/ iy ; iB vaa ?{ iz ?} ; iW vbb )",
        ),
        (
            "(;GC[a (=6 [b])]PB[x];B[aa];W[bb])",
            "( ; iGC va (=6 [b]) iPB vx ; mB[aa]; iW vbb )",
        ),
        (
            "(;C[a [15k]) b];B[aa];W[bb])",
            "( ; iC va [15k]) b ; mB[aa]; iW vbb )",
        ),
        (
            "(;C[see [A1] and [B2] here])",
            "( ; iC vsee [A1] and [B2] here )",
        ),
        (
            "(;C[[aa](bad) and [bb](good)];B[aa])",
            "( ; iC v[aa](bad) and [bb](good) ; iB vaa )",
        ),
        (
            "(;XX[a];C[b] XX [c];YY[d] e];B[aa])",
            "( ; iXX va ; iC vb iXX vc ; iYY vd] e ; iB vaa )",
        ),
        ("(;PB[a]PW;B[aa])", "( ; iPB va iPW ; iB vaa )"),
    ] {
        assert_eq!(cut(text), expected, "{text:?}");
    }
}

#[test]
fn nothing_continues_after_a_stone() {
    for (text, expected) in [
        ("(;B[aa]];W[bb])", "( ; iB vaa ?] ; iW vbb )"),
        (
            "(;B[aa], W[bb] x;C[d])",
            "( ; iB vaa ?, iW vbb ix ; iC vd )",
        ),
        ("(;AB[aa][bb:cc][dd].)", "( ; iAB vaa vbb:cc vdd ?. )"),
        ("(;B [aa], W\n[bb] x)", "( ; iB vaa ?, iW vbb ix )"),
        ("(;LAB[aa]. ])", "( ; iLAB vaa].  )"),
    ] {
        assert_eq!(cut(text), expected, "{text:?}");
    }
}

#[test]
fn numbers_and_points_accept_and_reject() {
    type Told = (
        fn(&str) -> bool,
        &'static [&'static str],
        &'static [&'static str],
    );
    let all: [Told; 4] = [
        (
            is_number,
            &["0", "+5", "-12", "007"],
            &["", "+", "1.5", "1 ", "a"],
        ),
        (
            is_real,
            &["0", "-1.25", "+6.5"],
            &["", "5.", ".5", "1,5", "1.2.3", "1.5 "],
        ),
        (
            |text| is_point(text.as_bytes()),
            &["aa", "zZ", "tt"],
            &["", "a", "aaa", "a1", "é", " a"],
        ),
        (
            |text| is_rectangle(text.as_bytes()),
            &["aa:bb", "bb:aa"],
            &["aa", "aa:b", "aa:bbb", "aabb", "aa::bb"],
        ),
    ];
    for (is, accepted, rejected) in all {
        for text in accepted {
            assert!(is(text), "{text:?}");
        }
        for text in rejected {
            assert!(!is(text), "{text:?}");
        }
    }
}

#[test]
fn composed_values_are_cut_at_the_first_plain_colon() {
    for (text, parts) in [
        ("a:b", Some(("a", "b"))),
        (":", Some(("", ""))),
        ("a:b:c", Some(("a", "b:c"))),
        (r"a\:b:c", Some((r"a\:b", "c"))),
        (r"a\\:b", Some((r"a\\", "b"))),
        ("ab", None),
        (r"a\:b", None),
    ] {
        assert_eq!(compose(text), parts, "{text:?}");
    }
}

#[test]
fn sizes_are_one_number_or_two() {
    for (text, lines) in [
        ("19", Some(("19", None))),
        ("019", Some(("019", None))),
        (" 19 ", Some(("19", None))),
        ("13:9", Some(("13", Some("9")))),
        ("19 : 19", Some(("19", Some("19")))),
        ("", None),
        ("19x19", None),
        ("13:", None),
        ("-3", None),
        ("13:9:2", None),
    ] {
        assert_eq!(size(text), lines, "{text:?}");
    }
}

#[test]
fn hostile_texts_take_linear_time() {
    for piece in [
        "(", "[", "]", "(;C[", "( ", ";B[aa]]", "\\", "[]", "A", "] ",
    ] {
        let text = format!("(;{}", piece.repeat(50_000));
        assert!(tokens(&text).count() > 0, "{piece:?}");
    }
}
