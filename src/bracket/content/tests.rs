use super::*;

#[test]
fn white_space_after_identifiers_does_not_count() {
    let (one, other) = ("(;;B[aa];W[bb];C[x])", "(; ; B [aa] ; W\n[bb]\n ; C [x])");
    assert!(has_content_of(one, other));
}

#[test]
fn the_order_of_a_move_and_its_comment_does_not_count() {
    let (one, other) = ("(;;B[aa];C[x]W[bb];B[cc])", "(;;B[aa];W[bb]C[x];B[cc])");
    assert!(has_content_of(one, other));
}

#[test]
fn a_canonical_text_may_name_the_usual_board() {
    let (own, canonical) = ("(;PB[x];B[aa])", "(;FF[4]GM[1]SZ[19]PB[x];B[aa])");
    assert!(has_content_of(own, canonical));
    assert!(!has_content_of(canonical, own));
    assert!(!has_content_of("(;SZ[9];B[aa])", "(;SZ[19];B[aa])"));
}

#[test]
fn white_space_between_values_does_not_count_and_parentheses_do() {
    for (own, canonical, expected) in [
        ("(;PB[x] ;B[aa]\n;W[bb])", "(;PB[x];B[aa];W[bb])", true),
        ("(;PB[x];B[aa]C[a b])", "(;PB[x];B[aa]C[a  b])", false),
        ("(;PB[x];B[aa]C[\\] ;])", "(;PB[x];B[aa]C[\\];])", false),
        ("(;PB[x](;B[aa];W[bb]))", "(;PB[x];B[aa];W[bb])", true),
        ("(;PB[x](;B[aa])(;W[bb]))", "(;PB[x](;B[aa];W[bb]))", false),
    ] {
        assert_eq!(has_content_of(own, canonical), expected, "{own}");
    }
}

#[test]
fn words_and_further_values_count() {
    for (own, canonical) in [
        ("(;PB[x];B[aa]zz)", "(;PB[x];B[aa])"),
        ("(;PB[x];A B[aa])", "(;PB[x];AB[aa])"),
        ("(;PB[x];C[a]C[b])", "(;PB[x];C[a])"),
        ("(;PB[x];B[aa])", "(;PB[x];B[aa];)"),
        ("(;PB[x](;B[aa])(;B[bb]))", "(;PB[x];B[aa];B[bb])"),
    ] {
        assert!(!has_content_of(own, canonical), "{own}");
    }
}

#[test]
fn text_after_the_game_is_in_no_node() {
    for (own, expected) in [
        ("(;PB[x])\n\n", true),
        ("(;PB[x])\nthanks\n", false),
        ("(;PB[x]))", false),
        ("to you\n(;PB[x])", false),
    ] {
        assert_eq!(has_content_of(own, "(;PB[x])\n"), expected, "{own}");
    }
}

#[test]
fn what_is_the_same_in_other_words_does_not_count() {
    for (own, canonical) in [
        // The file format, the charset and the name of this program.
        (
            "(;FF[3]CA[GBK]PB[x];B[aa])",
            "(;FF[4]CA[UTF-8]AP[ishi:1]PB[x];B[aa])",
        ),
        ("(;PB[x]AP[ishi:0.9];B[aa])", "(;FF[4]PB[x];B[aa])"),
        // The order of properties and points, small letters, rectangles, escapes and numbers.
        (
            "(;PlayerBlack[x]AB[bb][aa];TR[aa:ab])",
            "(;AB[aa][bb]PB[x];TR[aa][ab])",
        ),
        ("(;KM[6.50]C[a\\:b])", "(;KM[6.5]C[a:b])"),
        // A pass, and a point with white space.
        ("(;PB[x];B[tt];W[a a])", "(;PB[x];B[];W[aa])"),
        // A parenthesis around a line that has no other.
        (
            "(;PB[x];B[aa](;W[bb]C[y](;B[cc])))",
            "(;PB[x];B[aa];W[bb]C[y];B[cc])",
        ),
        // A whole record.
        (
            "(;GM[1]SZ[19]PB[x];B[aa];W[bb];B[cc]C[x];W[dd])\n",
            "(;PB[x]GM[1]SZ[19];B[aa]\n;W[bb];B[cc]C[x];W[dd])",
        ),
    ] {
        assert!(has_content_of(own, canonical), "{own}");
    }
}

#[test]
fn each_other_word_counts_in_the_first_node_and_after_it() {
    for (own, canonical) in [
        ("CA[a charset]", ""),
        ("AP[other:1]", ""),
        ("AP[ishi]", "AP[ishi]N[x]"),
        ("SZ[9]", ""),
        ("GM[2]", ""),
        ("", "SZ[9]"),
        ("C[a]", "C[b]"),
        ("C[a]N[x]", "C[a]"),
        ("C[a", "C[a]N[b]"),
        ("zz", ""),
        ("XX[a][b]", "XX[b][a]"),
        ("MN[two]", "MN[2]"),
        ("B[aa]", "B[ab]"),
        ("B[aa]", "W[aa]"),
        ("B[aa]B[aa]", "B[aa]"),
    ] {
        let [first, other] = [own, canonical].map(|text| format!("(;PW[y]{text};W[ss])"));
        assert!(!has_content_of(&first, &other), "{own}");
        let [later, other] = [own, canonical].map(|text| format!("(;PW[y];{text};W[ss])"));
        assert!(!has_content_of(&later, &other), "{own}");
    }
    // A node with another one before it.
    for (own, canonical) in [
        (
            "(;PB[x](;B[aa];W[bb])(;B[cc]))",
            "(;PB[x](;B[aa])(;W[bb];B[cc]))",
        ),
        (
            "(;PB[x];B[aa];W[bb](;B[cc])(;B[dd]))",
            "(;PB[x];B[aa](;W[bb];B[cc])(;B[dd]))",
        ),
        ("(;PB[x])(;B[aa])", "(;PB[x];B[aa])"),
        ("(;PB[x];B[aa];W[bb])", "(;PB[x];B[aa])"),
        ("(;PB[x];B[aa])", "(;PB[x];B[aa];W[bb])"),
        ("(;PB[x];B[aa];W[bb];B[cc])", "(;PB[x];B[aa];W[bb];B[cd])"),
        ("(;PB[y];B[aa];W[bb])", "(;PB[x];B[aa];W[bc])"),
    ] {
        assert!(!has_content_of(own, canonical), "{own}");
    }
}

#[test]
fn the_first_node_ends_after_its_last_property() {
    for (text, first) in [
        ("(;PB[x] C[y] ;B[aa])", "(;PB[x] C[y]"),
        ("(; (;B[aa]))", "(;"),
        ("mail\n(;PB[x])", "mail\n(;PB[x]"),
        ("(;PB[x] zz\n;B[aa])", "(;PB[x] zz"),
        ("(;C[cut off", "(;C[cut off"),
        ("(;PB[x];B[aa];W[bb])", "(;PB[x]"),
        ("(;PB[x]B[aa]C[y];W[bb])", "(;PB[x]B[aa]C[y]"),
        ("(;B[aa] ;W[bb])", "(;B[aa]"),
        ("(;B[aa] (;W[bb]))", "(;B[aa]"),
        ("(;PB[x]White[aa])", "(;PB[x]White[aa]"),
        ("(PB[x];B[aa])", "(PB[x]"),
    ] {
        let end = Some(first.len());
        assert_eq!(end_of_first_node(text), end, "{text}");
    }
    assert_eq!(end_of_first_node("no game"), None);
    assert_eq!(end_of_first_node(""), None);
}
