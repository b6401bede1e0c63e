//! Where units end, with whole and with damaged parentheses and brackets.

use std::fs;

use super::*;

/// Cuts a text that arrives in pieces of some bytes.
fn split(text: &str, piece: usize) -> Vec<String> {
    let (mut units, mut tokenizer) = (Vec::new(), Tokenizer::default());
    let (mut buffer, mut pieces) = (Vec::new(), text.as_bytes().chunks(piece));
    let mut at_end = false;
    loop {
        if let Some(end) = tokenizer.next_unit(&buffer, at_end) {
            units.push(String::from_utf8(buffer.drain(..end).collect()).unwrap());
        } else if at_end {
            return units;
        } else {
            // As much comes as waits, like in a source.
            let mut more = tokenizer.pending(&buffer) / piece + 1;
            while more > 0 && !at_end {
                match pieces.next() {
                    Some(piece) => buffer.extend_from_slice(piece),
                    None => at_end = true,
                }
                more -= 1;
            }
        }
    }
}

fn are_units(cases: &[(&str, &[&str])]) {
    for (text, units) in cases {
        for piece in [1, 2, 3, 1000] {
            assert_eq!(split(text, piece), *units, "{text:?} by {piece}");
        }
    }
}

#[test]
fn texts_are_cut_after_games() {
    are_units(&[
        ("", &[]),
        ("no game", &["no game"]),
        ("(;B[aa])", &["(;B[aa])"]),
        ("(;B[aa])(;W[bb])", &["(;B[aa])", "(;W[bb])"]),
        (
            "a (b)\n( \n;B[aa](;W[)])(;))\n",
            &["a (b)\n( \n;B[aa](;W[)])(;))", "\n"],
        ),
        ("((;B[aa])(;))(;)", &["((;B[aa])(;))", "(;)"]),
        (
            "(see [1]) (GM [1]) (X) y",
            &["(see [1]) (GM [1])", " (X) y"],
        ),
        ("(;C[(\\](;])(;)", &["(;C[(\\](;])", "(;)"]),
        ("(;C[:-] (;) ok])(;)", &["(;C[:-] (;) ok])", "(;)"]),
        ("(;C[a [15k]: (b])(;)", &["(;C[a [15k]: (b])", "(;)"]),
        ("(;C[a] B [b\\)](;))x", &["(;C[a] B [b\\)](;))", "x"]),
        ("(;C[a]x)(;C[b])(;)", &["(;C[a]x)", "(;C[b])", "(;)"]),
        ("(;B[aa]\n(;W[bb])", &["(;B[aa]\n(;W[bb])"]),
        ("(;C[日本])(;)", &["(;C[日本])", "(;)"]),
        ("(;)))(;)", &["(;)", "))(;)"]),
        (
            "\n;GM[1];B[aa](;W[bb])(;W[cc]))\n(;B[dd]) ; SZ [9](;))x",
            &[
                "\n;GM[1];B[aa](;W[bb])(;W[cc]))",
                "\n(;B[dd])",
                " ; SZ [9](;))",
                "x",
            ],
        ),
        (";B[aa])(;)", &[";B[aa])(;)"]),
        ("(;B[aa], (;W[bb]))(;)", &["(;B[aa], (;W[bb]))", "(;)"]),
        ("(;AB[aa]\n[bb]. (;))(;)", &["(;AB[aa]\n[bb]. (;))", "(;)"]),
        ("(;AB[aa]N[bb]. (;)])(;)", &["(;AB[aa]N[bb]. (;)])", "(;)"]),
        ("(;SZ[9]KM;B[aa])(;)", &["(;SZ[9]KM;B[aa])", "(;)"]),
        ("(;RE[a] b (;))(;C[x])", &["(;RE[a] b (;))", "(;C[x])"]),
        (
            "(;C[hi [15k]) ok];B[aa])(;)",
            &["(;C[hi [15k]) ok];B[aa])", "(;)"],
        ),
        ("(;C[:-]) ok];B[aa])(;)", &["(;C[:-]) ok];B[aa])", "(;)"]),
        ("(;C[x]) ok (;B[a])(;)", &["(;C[x])", " ok (;B[a])", "(;)"]),
        ("(;PB[x] // y;B[aa])(;)", &["(;PB[x] // y;B[aa])", "(;)"]),
        (
            "(;B[aa](;)(;C[x]))\nGame 2\n(;GM[1]SZ[9];B[aa])",
            &["(;B[aa](;)(;C[x]))", "\nGame 2\n(;GM[1]SZ[9];B[aa])"],
        ),
        (
            "(;SZ[9]AB[x][aa] zzz (;B[bb]))(;SZ[9];B[cc])",
            &["(;SZ[9]AB[x][aa] zzz (;B[bb]))", "(;SZ[9];B[cc])"],
        ),
    ]);
}

#[test]
fn a_root_starts_a_game_without_a_parenthesis() {
    are_units(&[
        (
            ";GM[1];B[aa])\n; SZ[9] x",
            &[";GM[1];B[aa])", "\n; SZ[9] x"],
        ),
        (
            "(;);GM[1];B[aa](;W[bb])(;))x",
            &["(;)", ";GM[1];B[aa](;W[bb])(;))", "x"],
        ),
        (
            "(;B[aa])\nx;PB[y];B[bb])(;)",
            &["(;B[aa])", "\nx;PB[y];B[bb])", "(;)"],
        ),
        (
            "mail\n\n;US[y];B[bb])(;)",
            &["mail\n\n;US[y];B[bb])", "(;)"],
        ),
        (";\nUS [y];B[bb])(;)", &[";\nUS [y];B[bb])", "(;)"]),
        (";UX[y];B[bb])(;)", &[";UX[y];B[bb])(;)"]),
        ("(>GM[1];B[bb])(;)", &["(>GM[1];B[bb])", "(;)"]),
    ]);
}

#[test]
fn a_root_starts_a_game_where_a_parenthesis_is_missing() {
    are_units(&[
        (
            "(;FF[4]PB[a];B[aa];W[bb]\n(;FF[4]PB[c];B[cc])(;SZ[9])",
            &[
                "(;FF[4]PB[a];B[aa];W[bb]\n",
                "(;FF[4]PB[c];B[cc])",
                "(;SZ[9])",
            ],
        ),
        // The node has FF, GM or SZ, wherever in it.
        (
            "(;GM[1];B[aa](;CA[x]C[y]SZ[9];B[bb])",
            &["(;GM[1];B[aa]", "(;CA[x]C[y]SZ[9];B[bb])"],
        ),
        // Two parentheses for one.
        (
            "((;GM[1];B[aa])(;GM[1];B[bb])(;GM[1];B[cc])",
            &["((;GM[1];B[aa])", "(;GM[1];B[bb])", "(;GM[1];B[cc])"],
        ),
        // A comment or a point without its bracket.
        (
            "(;GM[1];B[aa]C[cut of\n(;GM[1];B[bb])",
            &["(;GM[1];B[aa]C[cut of\n", "(;GM[1];B[bb])"],
        ),
        (
            "(;GM[1];B[a\n(;GM[1];B[bb])",
            &["(;GM[1];B[a\n", "(;GM[1];B[bb])"],
        ),
        // A game that was put into another one, and ends in it.
        (
            "(;GM[1];B[aa](;FF[4]SZ[9];B[bb])(;W[cc]))(;)",
            &["(;GM[1];B[aa](;FF[4]SZ[9];B[bb])(;W[cc]))", "(;)"],
        ),
        // Merged games have game info in mid-tree.
        (
            "(;GM[1];B[aa](;PB[a]PW[b];W[bb])(;PB[c];W[cc])",
            &["(;GM[1];B[aa](;PB[a]PW[b];W[bb])(;PB[c];W[cc])"],
        ),
    ]);
}

#[test]
fn a_parenthesis_too_much_ends_no_game_that_goes_on() {
    are_units(&[
        (
            "(;B[aa]);W[bb];B[cc])(;)",
            &["(;B[aa]);W[bb];B[cc])", "(;)"],
        ),
        (
            "(;B[aa])W[bf]WL[255];B[cc])(;)",
            &["(;B[aa])W[bf]WL[255];B[cc])", "(;)"],
        ),
        ("(;B[aa])\nkk];B[hm])(;)", &["(;B[aa])\nkk];B[hm])", "(;)"]),
        // The parenthesis of a variation is missing.
        (
            "(;GM[1];B[aa];W[bb])(;W[cc]))(;GM[1])",
            &["(;GM[1];B[aa];W[bb])(;W[cc]))", "(;GM[1])"],
        ),
        (
            "(;GM[1];B[aa];W[bb])(;W[cc])(;GM[1])",
            &["(;GM[1];B[aa];W[bb])", "(;W[cc])", "(;GM[1])"],
        ),
        ("(;B[aa]) x;GM[1];B[bb])", &["(;B[aa])", " x;GM[1];B[bb])"]),
    ]);
}

/// Returns the values of texts and other properties, one in each pair of bars.
fn values(text: &str) -> String {
    let mut line = String::from("|");
    for token in tokens(text) {
        match token.kind {
            TokenKind::Identifier => line.push_str(token.text),
            TokenKind::Value => line.extend(["[", token.text, "]|"]),
            TokenKind::Unclosed => line.extend(["[", token.text, "|"]),
            TokenKind::Stray => line.extend(["?", token.text, "|"]),
            _ => {}
        }
    }
    line
}

#[test]
fn damaged_brackets_cost_as_little_as_can_be() {
    for (text, expected) in [
        // Texts with brackets that are not escaped.
        ("(;C[good]SBKV[50.1])", "|C[good]|SBKV[50.1]|"),
        (
            "(;GC[gave up (=6 [points])]PB[x];B[qd])",
            "|GC[gave up (=6 [points])]|PB[x]|B[qd]|",
        ),
        (
            "(;C[a (=6 [points]) and (=7 [points])]PB[x];B[qd])",
            "|C[a (=6 [points]) and (=7 [points])]|PB[x]|B[qd]|",
        ),
        ("(;C[hi [15k]) ok];B[aa])", "|C[hi [15k]) ok]|B[aa]|"),
        ("(;C[x]) -- signature", "|C[x]|"),
        (
            "(;C[see [A1] and [B2] here])",
            "|C[see [A1] and [B2] here]|",
        ),
        (
            "(;C[moves [aa](bad) and [bb](good)];B[aa])",
            "|C[moves [aa](bad) and [bb](good)]|B[aa]|",
        ),
        (
            "(;US[Matsuyama[3d]]PB[Ján [5d]];B[aa])",
            "|US[Matsuyama[3d]]|PB[Ján [5d]]|B[aa]|",
        ),
        (
            "(;C[quoted ;B[aa] here];B[bb])",
            "|C[quoted ;B[aa] here]|B[bb]|",
        ),
        // Words between properties.
        (
            "(;PB[x], PW[y]. PC[z];B[aa])",
            "|PB[x]|?,|PW[y]|?.|PC[z]|B[aa]|",
        ),
        (
            "(;PB[Ben]\n> DT[1998]\n> RE[0]\n> ;B[aa])",
            "|PB[Ben]|?>|DT[1998]|?>|RE[0]|?>|B[aa]|",
        ),
        (
            "(;PB[x] y ;Black[aa], ;White[bb])",
            "|PB[x]|yBlack[aa]|?,|White[bb]|",
        ),
        // Texts without a bracket.
        ("(;C[open ;W[bb])", "|C[open|W[bb]|"),
        ("(;C[a [15k]: open\n;W[])", "|C[a [15k]: open|W[]|"),
        ("(;C[open", "|C[open|"),
        ("(;C[open)\n", "|C[open|"),
        ("(;C[open :-)\\) (;W[bb]))", "|C[open :-)\\)|W[bb]|"),
        ("(;C[open (;GM[1]))", "|C[open|GM[1]|"),
        // Comments of a programmer.
        (
            "(;PB[x] // comment\n;B[aa] {cm} ;W[bb])",
            "|PB[x]|?/|?/|commentB[aa]|?{|cm?}|W[bb]|",
        ),
        // Other values without a bracket.
        ("(;SZ[9]KM;B[aa])", "|SZ[9]|KMB[aa]|"),
        ("(;SZ[19],;B[aa])", "|SZ[19]|?,|B[aa]|"),
        ("(;B[aa;W[bb];B[cc}(;W[dd]))", "|B[aa|W[bb]|B[cc}|W[dd]|"),
        (
            "(;GM[1FF[4]SZ[9\nKM[6.5PB[x])",
            "|GM[1|FF[4]|SZ[9|KM[6.5|PB[x]|",
        ),
        ("(;GM[1ESZ[9])", "|GM[1E|SZ[9]|"),
        ("(;AB[dd[pd][[dp]AW[pp)", "|AB[dd|[pd]|[dp]|AW[pp|"),
        (
            "(;DT[1998-01-02PB[x]RE[B+RPW[y])",
            "|DT[1998-01-02|PB[x]|RE[B+R|PW[y]|",
        ),
        ("(;CA[UTF-8\nPB[Anna];B[aa])", "|CA[UTF-8|PB[Anna]|B[aa]|"),
        (
            "(;TM[10:00(5x1:00)]RE[B+3 [x]];B[aa])",
            "|TM[10:00(5x1:00)]|RE[B+3 [x]|?]|B[aa]|",
        ),
        ("(;B[aa)", "|B[aa|"),
        ("(;B[aa})", "|B[aa}|"),
        // Values of other games are texts.
        ("(;GM[2]SZ[9] x];B[a])", "|GM[2]|SZ[9] x]|B[a]|"),
    ] {
        assert_eq!(values(text), expected, "{text}");
    }
}

/// A unit ends as soon as the bytes after it tell that no more of its game follows.
#[test]
fn a_unit_is_given_out_when_its_end_is_known() {
    for (unit, told, more) in [
        // The next root is known by the bracket after its first property, any other node by its first two bytes.
        ("(;B[aa])", "(;FF[", "4])"),
        ("(;B[aa])", "(;C[", "x])"),
        ("(;B[aa])", "\nmail (;GM [", "1])"),
        // A node with a plain move is known by the byte after its value. The game of a variation of moves has no root.
        ("(;B[aa])", "(;B[bb];", "W[cc])"),
        ("(;B[aa])", "(;B[];", "W[cc])"),
        ("(;B[aa])", "(;B[bb] )(", ";)"),
        // A bare root.
        ("(;GM[1];B[aa])", ";SZ[", "9])"),
        // More parentheses.
        ("(;B[aa](;W[bb])(;W[cc]))", "(;PB[", "x])"),
    ] {
        let text = format!("{unit}{told}{more}");
        let known = (1..=text.len()).find_map(|length| {
            let bytes = &text.as_bytes()[..length];
            let end = Tokenizer::default().next_unit(bytes, false)?;
            Some((end, length))
        });
        assert_eq!(known, Some((unit.len(), unit.len() + told.len())), "{text}");
    }
}

#[test]
fn hostile_texts_take_linear_time() {
    for piece in [
        "(",
        "[",
        "]",
        "(;C[",
        "( ",
        "(A",
        "\\",
        "];",
        "]A ",
        "(;",
        "(;FF[4]",
        "(;PB[x]",
        ";GM[1])x",
        ")",
        "] x ",
        "C[a] x ",
        "[a] x ",
        "]) x ",
        "(;C[a [b] c ",
        ";B[aa",
        "B[aa;",
        ");",
        "(;GM[1]))x;",
    ] {
        let text = format!("(;{}", piece.repeat(2_000_000 / piece.len()));
        assert_eq!(
            split(&text, 1 << 16).concat().len(),
            text.len(),
            "{piece:?}"
        );
        assert!(tokens(&text).count() > 0, "{piece:?}");
    }
}

#[test]
fn the_grammar_reads_a_few_properties_of_records() {
    let mut read = 0;
    for folder in ["sgf/damage", "sgf/info", "sgf/text", "smartgo/text"] {
        let (mut all, mut parsed) = (0, 0);
        for file in fs::read_dir(format!("tests/fixtures/{folder}")).expect("records") {
            let bytes = fs::read(file.expect("a file").path()).expect("a file");
            all += bytes.len();
            let mut tokenizer = Tokenizer::default();
            while tokenizer.position < bytes.len() {
                let step = tokenizer.advance(&Bytes::new(&bytes), &mut Found::new());
                let position = tokenizer.position;
                match step {
                    Advance::Unusual(start, _) => parsed += position - start,
                    Advance::End => {
                        tokenizer = Tokenizer {
                            position,
                            unit: position,
                            ..Tokenizer::default()
                        };
                    }
                    _ => {}
                }
            }
        }
        println!("{folder}: the grammar reads {parsed} of {all} bytes");
        assert!(parsed * 4 < all, "{folder}: {parsed} of {all}");
        read += parsed;
    }
    assert_ne!(read, 0);
}
