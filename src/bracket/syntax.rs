//! The tokens of a game tree and the forms of values, as the grammar defines them.

mod entry;

use pest::Parser as _;
use pest::iterators::Pair;

use super::stretch::{Part, Stretch, Stretches};
use super::unclosed;
use crate::diagnostic::Span;
use crate::values::is_unsigned_real;

/// The parser that pest generates from the grammar; its rules are known in this file only.
mod generated {
    /// The bracketed formats.
    #[derive(pest_derive::Parser)]
    #[grammar = "grammars/sgf.pest"]
    pub(super) struct Grammar;
}

use generated::{Grammar, Rule};

/// What a piece of text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Text before the game, possibly empty.
    Preface,
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `;`.
    Node,
    /// Moves, each with the `;` after it that starts the next node.
    Moves,
    /// The identifier of a property; its values follow, unless they were forgotten.
    Identifier,
    /// What is between the brackets of a value.
    Value(Form),
    /// An opening bracket whose value continues to the end of the text.
    Unterminated,
    /// Text that has no place in a game tree: a word or a character.
    Stray,
}

/// What a value looks like; its property decides what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Two letters.
    Point,
    /// A point, a colon and a text, which may be a point too.
    Label,
    /// A number with or without a fraction.
    Decimal,
    /// Any text, with its escapes.
    Text,
}

/// A piece of text and where it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    /// What it is.
    pub kind: Kind,
    /// The text; of a value what is between the brackets.
    pub text: &'a str,
    /// The offset of its first byte.
    pub start: usize,
}

impl Token<'_> {
    /// Returns the offset after the last byte.
    pub(crate) fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// Returns the span to point at: that of the token, and of its brackets too if it is an empty value.
    pub(crate) fn span(&self) -> Span {
        let empty = matches!(self.kind, Kind::Value(_)) && self.text.is_empty();
        let around = usize::from(empty);
        Span::new(self.start - around, self.end() + around)
    }
}

/// The types of values that [`is`] tells. They are so short that a parser is not worth starting for
/// them: a third of the time of reading a header went into that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Type {
    /// Nothing (section 3, `None`).
    None,
    /// An integer, possibly with a sign (section 3, `Number`).
    Number,
    /// A number, possibly with a fraction (section 3, `Real`).
    Real,
    /// `1` or `2`: normal or emphasized (section 3.1, `Double`).
    Double,
    /// `B` or `W` (section 3, `Color`).
    Color,
    /// A point of Go (section 3.5): the letters of its column and row, `a` to `z` for 1 to 26, `A`
    /// to `Z` for 27 to 52. A stone is the same (section 3.4), and a move too but for the pass.
    Point,
    /// Two points: a rectangle in a compressed list (section 3.5.1), or the ends of an arrow.
    Rectangle,
}

/// Cuts a game tree into tokens. There is always a [`Kind::Preface`] first.
pub(crate) fn tokens(text: &str) -> impl Iterator<Item = Token<'_>> {
    Stretches::new(text).flat_map(|stretch| stretch_tokens(&stretch, 0))
}

/// Cuts a part of a game tree, which starts at an offset of its text, into tokens.
pub(crate) fn items(text: &str, start: usize) -> impl Iterator<Item = Token<'_>> {
    Stretches::in_tree(text).flat_map(move |stretch| stretch_tokens(&stretch, start))
}

/// Returns the tokens of a stretch of a text that starts at an offset.
fn stretch_tokens<'a>(
    stretch: &Stretch<'a>,
    offset: usize,
) -> impl Iterator<Item = Token<'a>> + use<'a> {
    let stretch = Stretch {
        start: stretch.start + offset,
        ..*stretch
    };
    let (known, rule) = match stretch.part {
        Part::Run => (run_tokens(&stretch), None),
        Part::Property | Part::Unclosed | Part::Doubled | Part::Unterminated => {
            (property_tokens(&stretch), None)
        }
        Part::Preface => ([Some(preface(&stretch)), None, None], None),
        Part::Tree => ([None; 3], Some(Rule::tree)),
        // Values that are repaired one after the other have nothing between them.
        Part::Items if stretch.text.is_empty() => ([None; 3], None),
        Part::Items => ([None; 3], Some(Rule::items)),
    };
    let parsed = rule.map(|rule| all(rule, stretch.text, stretch.start));
    let parsed = parsed.into_iter().flatten();
    known.into_iter().flatten().chain(parsed)
}

fn preface<'a>(stretch: &Stretch<'a>) -> Token<'a> {
    Token {
        kind: Kind::Preface,
        text: stretch.text,
        start: stretch.start,
    }
}

/// Returns the tokens of a run of plain moves: its first node, and the moves.
fn run_tokens<'a>(run: &Stretch<'a>) -> [Option<Token<'a>>; 3] {
    let Some((node, moves)) = run.text.split_at_checked(1) else {
        return [None; 3];
    };
    let token = |kind, text, start| Some(Token { kind, text, start });
    [
        token(Kind::Node, node, run.start),
        token(Kind::Moves, moves, run.start + 1),
        None,
    ]
}

/// Returns the tokens of a repaired property: its identifier, if it has one, its value, and what is in
/// place of its closing bracket.
fn property_tokens<'a>(property: &Stretch<'a>) -> [Option<Token<'a>>; 3] {
    let Some((before, value)) = property.text.split_once('[') else {
        return [None; 3];
    };
    let ident = before.trim_end_matches(|c: char| matches!(c, ' ' | '\t'..='\r'));
    let bracket = property.start + before.len();
    let token = |kind, text: &'a str, start| Token { kind, text, start };
    let end = if property.part == Part::Unclosed {
        unclosed::length(ident, value)
    } else {
        value.len()
    };
    let value_token = match (property.part, value.strip_suffix(']')) {
        (Part::Property, Some(value)) => token(Kind::Value(form(value)), value, bracket + 1),
        (Part::Doubled, Some(value)) => {
            let value = value.strip_prefix('[').unwrap_or(value);
            token(Kind::Value(form(value)), value, bracket + 2)
        }
        _ => {
            let text = property.text.get(before.len()..).unwrap_or("");
            let text = text.get(..=end).unwrap_or(text);
            token(Kind::Unterminated, text, bracket)
        }
    };
    let rest = value.get(end..).unwrap_or("");
    [
        (!ident.is_empty()).then(|| token(Kind::Identifier, ident, property.start)),
        Some(value_token),
        (!rest.is_empty()).then(|| token(Kind::Stray, rest, bracket + 1 + end)),
    ]
}

/// Cuts a single property into its identifier and values; none if the text is anything else.
pub(crate) fn property(text: &str) -> Option<Vec<Token<'_>>> {
    entry::plain(text).or_else(|| parsed_property(text))
}

fn parsed_property(text: &str) -> Option<Vec<Token<'_>>> {
    let tokens: Vec<_> = all(Rule::entry, text, 0).collect();
    (tokens.len() > 1).then_some(tokens)
}

/// Returns the tokens of a text that starts at an offset.
fn all(rule: Rule, text: &str, start: usize) -> impl Iterator<Item = Token<'_>> {
    // The tree and its items match every text; an entry may fail, which leaves no tokens.
    let pairs = Grammar::parse(rule, text).ok();
    let tokens = pairs.into_iter().flatten();
    tokens.filter_map(move |pair| token(&pair, start))
}

fn token<'a>(pair: &Pair<'a, Rule>, start: usize) -> Option<Token<'a>> {
    let kind = match pair.as_rule() {
        Rule::preface => Kind::Preface,
        Rule::open => Kind::Open,
        Rule::close => Kind::Close,
        Rule::node => Kind::Node,
        Rule::moves => Kind::Moves,
        Rule::identifier => Kind::Identifier,
        Rule::point => Kind::Value(Form::Point),
        Rule::plain | Rule::text => Kind::Value(form(pair.as_str())),
        Rule::unterminated => Kind::Unterminated,
        Rule::stray => Kind::Stray,
        _ => return None,
    };
    Some(Token {
        kind,
        text: pair.as_str(),
        start: start + pair.as_span().start(),
    })
}

/// Returns whether the whole text is a value of this type.
pub(crate) fn is(kind: Type, text: &str) -> bool {
    let bytes = text.as_bytes();
    match kind {
        Type::None => bytes.is_empty(),
        Type::Number => is_digits(unsigned(text)),
        Type::Real => is_unsigned_real(unsigned(text)),
        Type::Double => matches!(bytes, b"1" | b"2"),
        Type::Color => matches!(bytes, b"B" | b"W"),
        Type::Point => is_point(bytes),
        Type::Rectangle => is_rectangle(bytes),
    }
}

/// Returns what a value looks like.
pub(crate) fn form(text: &str) -> Form {
    match text.as_bytes() {
        [column, row] if are_letters(&[*column, *row]) => Form::Point,
        [column, row, b':', ..] if are_letters(&[*column, *row]) => Form::Label,
        _ if is(Type::Real, text) => Form::Decimal,
        _ => Form::Text,
    }
}

/// Returns a number without its sign.
fn unsigned(text: &str) -> &str {
    text.strip_prefix(['+', '-']).unwrap_or(text)
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns whether a value is a point: two letters.
pub(super) fn is_point(value: &[u8]) -> bool {
    value.len() == 2 && are_letters(value)
}

/// Returns whether a value is a rectangle: two points with a colon between them.
pub(super) fn is_rectangle(value: &[u8]) -> bool {
    match *value {
        [column, row, b':', to_column, to_row] => are_letters(&[column, row, to_column, to_row]),
        _ => false,
    }
}

fn are_letters(bytes: &[u8]) -> bool {
    bytes.iter().all(u8::is_ascii_alphabetic)
}

fn first(rule: Rule, text: &str) -> Option<Pair<'_, Rule>> {
    Grammar::parse(rule, text).ok()?.next()
}

/// Cuts a composed value at its first colon that is not escaped.
pub(crate) fn compose(text: &str) -> Option<(&str, &str)> {
    let mut parts = first(Rule::compose, text)?.into_inner();
    Some((parts.next()?.as_str(), parts.next()?.as_str()))
}

/// Returns the columns and rows that a value of SZ names: digits, the second only if there is one.
pub(crate) fn size(text: &str) -> Option<(&str, Option<&str>)> {
    // Nearly all are one number, which is not worth starting the parser for.
    if is_digits(text) {
        return Some((text, None));
    }
    let mut lines = first(Rule::size, text)?
        .into_inner()
        .filter(|pair| pair.as_rule() == Rule::lines);
    Some((
        lines.next()?.as_str(),
        lines.next().map(|pair| pair.as_str()),
    ))
}

#[cfg(test)]
#[allow(clippy::string_slice, reason = "a test may panic")]
mod laws;

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes the tokens with one character each for their kind.
    fn cut(text: &str) -> String {
        let mut line = String::new();
        for token in tokens(text) {
            assert_eq!(text.get(token.start..token.end()), Some(token.text));
            let sign = match token.kind {
                Kind::Preface if token.text.is_empty() => continue,
                Kind::Preface => '<',
                Kind::Open => '(',
                Kind::Close => ')',
                Kind::Node => ';',
                Kind::Moves => 'm',
                Kind::Identifier => 'i',
                Kind::Value(Form::Point) => 'p',
                Kind::Value(Form::Label) => 'l',
                Kind::Value(Form::Decimal) => 'd',
                Kind::Value(Form::Text) => 't',
                Kind::Unterminated => '!',
                Kind::Stray => '?',
            };
            if !line.is_empty() {
                line.push(' ');
            }
            line.push(sign);
            if !"();".contains(sign) {
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
                format!("<x  ( ; iC ta] ; m{moves} ( ; m{moves} ) )"),
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
            ("((\n;B[aa]))", "( ( ; iB paa ) )"),
            ("(;)) x\u{1a}", "( ; ) ) ix ?\u{1a}"),
            ("(;[aa]LB B[bb];)", "( ; paa iLB iB pbb ; )"),
            ("(;C[x]7)", "( ; iC tx ?7 )"),
            ("(;LB B[bb])", "( ; iLB iB pbb )"),
            ("(;C[a)", "( ; iC ![a)"),
            ("(;C[a\\", "( ; iC ![a\\"),
        ] {
            assert_eq!(cut(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_bracket_ends_a_value_only_where_something_may_follow() {
        for (text, expected) in [
            ("(;C[a [15k]: b])", "( ; iC ta [15k]: b )"),
            ("(;US[Matsuyama[3d]])", "( ; iUS tMatsuyama[3d] )"),
            ("(;C[:-] ok];W[bb])", "( ; iC t:-] ok ; iW pbb )"),
            ("(;C[a] B[aa])", "( ; iC ta iB paa )"),
            ("(;C[a]\r\n [b])", "( ; iC ta tb )"),
            ("(;C[aa]];W[bb])", "( ; iC taa] ; iW pbb )"),
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
            ("(;GM[2]SZ[9] x];B[a])", "( ; iGM d2 iSZ t9] x ; iB ta )"),
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
                "( ; iGC ta (=6 [b]) iPB tx ; mB[aa]; iW pbb )",
            ),
            (
                "(;C[a [15k]) b];B[aa];W[bb])",
                "( ; iC ta [15k]) b ; mB[aa]; iW pbb )",
            ),
            (
                "(;C[see [A1] and [B2] here])",
                "( ; iC tsee [A1] and [B2] here )",
            ),
            (
                "(;C[[aa](bad) and [bb](good)];B[aa])",
                "( ; iC t[aa](bad) and [bb](good) ; iB paa )",
            ),
            (
                "(;XX[a];C[b] XX [c];YY[d] e];B[aa])",
                "( ; iXX ta ; iC tb iXX tc ; iYY td] e ; iB paa )",
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
            ("(;LAB[aa]. ])", "( ; iLAB taa].  )"),
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
}
