//! The tokens of whole and damaged texts.

use super::*;

/// Writes the tokens with one character each for their kind.
fn cut(text: &str) -> String {
    let mut line = String::new();
    for token in tokens(text) {
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
            TokenKind::Value(Form::Point) => 'p',
            TokenKind::Value(Form::Label) => 'l',
            TokenKind::Value(Form::Decimal) => 'd',
            TokenKind::Value(Form::Text) => 't',
            TokenKind::Value(Form::Unescaped) => 'u',
            TokenKind::Unclosed => '!',
            TokenKind::Stray => '?',
            TokenKind::Brackets | TokenKind::Space => continue,
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
        ("(;FF[4]SZ[19])", "( ; iFF d4 iSZ d19 )"),
        ("(;B[aa];W[bb]\n;B[tt])", "( ; mB[aa];W[bb]\n; iB ptt )"),
        (
            "(;B[aa];W[bb](;B[cc])(;B[dd]\n))",
            "( ; mB[aa];W[bb] ( ; mB[cc] ) ( ; mB[dd] ) )",
        ),
        ("(;B[aa]C[x])", "( ; iB paa iC tx )"),
        ("(;B[aA];B [aa])", "( ; iB paA ; iB paa )"),
        ("(;B[aa][bb])", "( ; iB paa pbb )"),
        (
            "( ; AB [aa]\n[aa:cc] LB[aa:x] )",
            "( ; iAB paa laa:cc iLB laa:x )",
        ),
        ("(;KM[6.5]V[-3]X[+.5])", "( ; iKM d6.5 iV d-3 iX t+.5 )"),
        ("(;GaMe[1]A1[])", "( ; iGaMe d1 iA1 t )"),
        ("(;C[a\\]b\\\\])", "( ; iC ta\\]b\\\\ )"),
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
            format!("( ; iGM d1 ; m{moves} iC tx )"),
        ),
        (
            format!("x (;C[a]];{moves}(;{moves}))"),
            format!("<x  ( ; iC ua] ; m{moves} ( ; m{moves} ) )"),
        ),
    ] {
        assert_eq!(cut(&text), expected);
    }
}

#[test]
fn every_text_becomes_tokens() {
    for (text, expected) in [
        ("no game (JST) here", "<no game (JST) here"),
        ("From: (JST)\n(;B[aa])", "<From: (JST)\n ( ; iB paa )"),
        ("(see [1]) (GM[1])", "<(see [1])  ( iGM d1 )"),
        ("((\n;B[aa]))", "( ( ; mB[aa] ) )"),
        ("(;)) x\u{1a}", "( ; ) <) x\u{1a}"),
        ("(;[aa]LB B[bb];)", "( ; paa iLB mB[bb]; )"),
        ("(;C[x]7)", "( ; iC tx ?7 )"),
        ("(;LB B[bb])", "( ; iLB iB pbb )"),
        ("(;C[a)", "( ; iC !a )"),
        ("(;C[a\\", "( ; iC !a\\"),
    ] {
        assert_eq!(cut(text), expected, "{text:?}");
    }
}

#[test]
fn a_bracket_ends_a_value_only_where_something_may_follow() {
    for (text, expected) in [
        ("(;C[a [15k]: b])", "( ; iC ua [15k]: b )"),
        ("(;US[Matsuyama[3d]])", "( ; iUS uMatsuyama[3d] )"),
        ("(;C[:-] ok];W[bb])", "( ; iC u:-] ok ; iW pbb )"),
        ("(;C[a] B[aa])", "( ; iC ta iB paa )"),
        ("(;C[a]\r\n [b])", "( ; iC ta tb )"),
        ("(;C[aa]];W[bb])", "( ; iC uaa] ; iW pbb )"),
        ("(;C[a]", "( ; iC ta"),
        ("(;C[a]B", "( ; iC ta iB"),
        ("(;C[a] AB\n", "( ; iC ta iAB"),
        ("(;C[a] Bob", "( ; iC ta iBob"),
    ] {
        assert_eq!(cut(text), expected, "{text:?}");
    }
}

#[test]
fn the_first_bracket_ends_a_value_that_is_no_text() {
    for (text, expected) in [
        ("(;SZ[9]KM;B[aa])", "( ; iSZ d9 iKM ; iB paa )"),
        ("(;RE[B+3 [x]] y;B[aa])", "( ; iRE tB+3 [x ?] iy ; iB paa )"),
        ("(;KM[6.5], DT[1998].", "( ; iKM d6.5 ?, iDT d1998 ?."),
        ("(;AB[aa:bb], [cc]. ;)", "( ; iAB laa:bb ?, pcc ?. ; )"),
        ("(GM[1]: B[aa])", "( iGM d1 ?: iB paa )"),
        ("(;GM[2]SZ[9] x];B[a])", "( ; iGM d2 iSZ u9] x ; iB ta )"),
    ] {
        assert_eq!(cut(text), expected, "{text:?}");
    }
}

#[test]
fn of_two_readings_of_a_bracket_the_one_that_keeps_more_wins() {
    for (text, expected) in [
        (
            "(;PB[x] // y\n;B[aa] {z} ;W[bb])",
            "( ; iPB tx ?/ ?/ iy ; iB paa ?{ iz ?} ; iW pbb )",
        ),
        (
            "(;GC[a (=6 [b])]PB[x];B[aa];W[bb])",
            "( ; iGC ua (=6 [b]) iPB tx ; mB[aa]; iW pbb )",
        ),
        (
            "(;C[a [15k]) b];B[aa];W[bb])",
            "( ; iC ua [15k]) b ; mB[aa]; iW pbb )",
        ),
        (
            "(;C[see [A1] and [B2] here])",
            "( ; iC usee [A1] and [B2] here )",
        ),
        (
            "(;C[[aa](bad) and [bb](good)];B[aa])",
            "( ; iC u[aa](bad) and [bb](good) ; iB paa )",
        ),
        (
            "(;XX[a];C[b] XX [c];YY[d] e];B[aa])",
            "( ; iXX ta ; iC tb iXX tc ; iYY ud] e ; iB paa )",
        ),
        ("(;PB[a]PW;B[aa])", "( ; iPB ta iPW ; iB paa )"),
    ] {
        assert_eq!(cut(text), expected, "{text:?}");
    }
}

#[test]
fn nothing_continues_after_a_stone() {
    for (text, expected) in [
        ("(;B[aa]];W[bb])", "( ; iB paa ?] ; iW pbb )"),
        (
            "(;B[aa], W[bb] x;C[d])",
            "( ; iB paa ?, iW pbb ix ; iC td )",
        ),
        ("(;AB[aa][bb:cc][dd].)", "( ; iAB paa lbb:cc pdd ?. )"),
        ("(;B [aa], W\n[bb] x)", "( ; iB paa ?, iW pbb ix )"),
        ("(;LAB[aa]. ])", "( ; iLAB uaa].  )"),
    ] {
        assert_eq!(cut(text), expected, "{text:?}");
    }
}

#[test]
fn values_without_brackets_have_their_form_too() {
    for (text, expected) in [
        ("aa", Form::Point),
        ("aa:", Form::Label),
        ("aa:bb", Form::Label),
        ("-1.5", Form::Decimal),
        ("1.", Form::Text),
        ("a", Form::Text),
        ("", Form::Text),
        ("[a\\] b", Form::Text),
        ("[a] b", Form::Unescaped),
        ("aa:b]c", Form::Unescaped),
        ("\\\\]", Form::Unescaped),
    ] {
        assert_eq!(form(text), expected, "{text:?}");
    }
}

#[test]
fn types_accept_and_reject() {
    for (kind, accepted, rejected) in [
        (Type::None, &[""][..], &[" ", "a"][..]),
        (
            Type::Number,
            &["0", "+5", "-12", "007"],
            &["", "+", "1.5", "1 ", "a"],
        ),
        (
            Type::Real,
            &["0", "-1.25", "+6.5"],
            &["", "5.", ".5", "1,5", "1.2.3", "1.5 "],
        ),
        (Type::Double, &["1", "2"], &["", "0", "3", "11"]),
        (Type::Color, &["B", "W"], &["", "b", "Black", "BW"]),
        (
            Type::Point,
            &["aa", "zZ", "tt"],
            &["", "a", "aaa", "a1", "é", " a"],
        ),
        (
            Type::Rectangle,
            &["aa:bb", "bb:aa"],
            &["aa", "aa:b", "aa:bbb", "aabb", "aa::bb"],
        ),
    ] {
        for text in accepted {
            assert!(is(kind, text), "{kind:?} {text:?}");
        }
        for text in rejected {
            assert!(!is(kind, text), "{kind:?} {text:?}");
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
