//! The laws that hold what is read without a parser to the grammar.
//!
//! `PROPTEST_CASES` sets how many texts are tried; `.ci/run` tries 100,000.

use proptest::prelude::*;

use super::{Form, Grammar, Kind, Rule, Token, Type, all, form, is, tokens};
use crate::bracket::split::{SplitState, next_unit};
use pest::Parser as _;

/// Pieces of which texts are made: what the syntax is about, whole, in part and misplaced.
const PIECES: &[&str] = &[
    "(",
    ")",
    ";",
    "[",
    "]",
    "\\",
    " ",
    "\n",
    "\r\n",
    "\u{b}",
    ":",
    ",",
    "7",
    "x",
    "é",
    "AB",
    "AE",
    "B",
    "W",
    "C",
    "LB",
    "zzz",
    "aa",
    "(;",
    "(;SZ[9]",
    "B[aa]",
    ";B[aa];W[bb]",
    ";C[x]",
    "AB[x]",
    "AB[aa]",
    "[aa]",
    "[bb:cc]",
    "[1]",
    "[",
    "];",
    "])",
    "[]",
    "] zzz (",
    "A1[x]",
    "(GM[1]",
    "(see ",
];

/// A run of moves that is long enough to be cut out.
const RUN: &str = ";B[aa];W[bb];B[cc]\n;W[dd];B[ee];W[ff];B[gg];W[hh];B[ii];W[jj];B[kk];W[ll];B[mm]\n\
                   ;W[nn];B[oo];W[pp];B[qq];W[rr];B[ss];W[aa]";

fn any_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        20 => prop::sample::select(PIECES),
        1 => Just(RUN),
    ];
    prop::collection::vec(piece, 0..30).prop_map(|pieces| pieces.concat())
}

/// Returns the tokens that the grammar alone makes of a text.
fn grammar_tokens(text: &str) -> Vec<Token<'_>> {
    expanded(all(Rule::tree, text, 0))
}

/// Takes moves apart: the grammar and the scanner may join them in different ways.
fn expanded<'a>(tokens: impl Iterator<Item = Token<'a>>) -> Vec<Token<'a>> {
    let mut all = Vec::new();
    for token in tokens {
        if token.kind != Kind::Moves {
            all.push(token);
            continue;
        }
        let mut at = 0;
        let part = |from: usize, to: usize, kind| Token {
            kind,
            text: &token.text[from..to],
            start: token.start + from,
        };
        while at < token.text.len() {
            all.push(part(at, at + 1, Kind::Identifier));
            all.push(part(at + 2, at + 4, Kind::Value(Form::Point)));
            let node = at + token.text[at..].find(';').expect("a node after each move");
            all.push(part(node, node + 1, Kind::Node));
            at = node + 1;
        }
    }
    all
}

/// Cuts a text into units.
fn units(text: &str) -> Vec<&str> {
    let (mut units, mut rest) = (Vec::new(), text);
    while let Some(length) = next_unit(rest.as_bytes(), true, &mut SplitState::default()) {
        let (unit, after) = rest.split_at(length);
        units.push(unit);
        rest = after;
    }
    assert!(rest.is_empty());
    units
}

/// Returns the tokens up to the parenthesis that closes the game, and where they end.
fn first_game<'a>(tokens: &[Token<'a>], length: usize) -> (Vec<Token<'a>>, usize) {
    let mut depth = 0_usize;
    for (index, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close if depth == 1 => return (tokens[..=index].to_vec(), token.end()),
            Kind::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    (tokens.to_vec(), length)
}

fn assert_same(found: &[Token<'_>], expected: &[Token<'_>], text: &str) {
    let same = found
        .iter()
        .zip(expected)
        .take_while(|(a, b)| a == b)
        .count();
    assert_eq!(
        found.get(same),
        expected.get(same),
        "token {same} of {text:?}"
    );
}

/// The scanner cuts runs of moves out of a text without changing what the grammar sees in it.
fn scanned_as_parsed(text: &str) {
    assert_same(&expanded(tokens(text)), &grammar_tokens(text), text);
}

/// The units of a text end where the grammar closes its games, and have their tokens.
fn cut_as_parsed(text: &str) {
    let mut rest = text;
    for unit in units(text) {
        let whole = grammar_tokens(rest);
        let (game, end) = first_game(&whole, rest.len());
        assert_eq!(unit.len(), end, "{text:?}");
        assert_same(&expanded(tokens(unit)), &game, text);
        rest = &rest[unit.len()..];
    }
}

/// Everything in a text is in a token, but white space and the brackets of values: what has no
/// place between properties is a token like all others.
fn nothing_is_dropped(text: &str) {
    let mut end = 0;
    for token in expanded(tokens(text)) {
        let between = &text[end..token.start];
        let known = |c: char| matches!(c, ' ' | '\t'..='\r' | '[' | ']');
        assert!(between.chars().all(known), "{between:?} in {text:?}");
        let value = matches!(token.kind, Kind::Value(_));
        assert!(!value || text[..token.start].ends_with('['), "{text:?}");
        assert_eq!(token.text, &text[token.start..token.end()]);
        end = token.end() + usize::from(value);
    }
    assert!(
        text[end..].chars().all(|c| matches!(c, ' ' | '\t'..='\r')),
        "{text:?}"
    );
}

proptest! {
    #[test]
    fn the_scanner_and_the_grammar_agree(text in any_text()) {
        scanned_as_parsed(&text);
    }

    #[test]
    fn units_end_where_the_grammar_ends_games(text in any_text()) {
        cut_as_parsed(&text);
    }

    #[test]
    fn every_text_is_all_tokens(text in any_text()) {
        nothing_is_dropped(&text);
    }
}

#[test]
fn a_game_ends_after_stones_of_which_the_first_cannot_be_read() {
    let text = "(;SZ[9]AB[x][aa] zzz (;B[bb]))(;SZ[9];B[cc])";
    assert_eq!(
        units(text),
        ["(;SZ[9]AB[x][aa] zzz (;B[bb]))", "(;SZ[9];B[cc])"]
    );
    for text in [
        text,
        "(;AB[aa]] [bb] zzz (;))(;)",
        "(;AB[aa] [x] [bb] zzz (;))(;)",
    ] {
        scanned_as_parsed(text);
        cut_as_parsed(text);
        nothing_is_dropped(text);
    }
}

#[test]
fn a_game_may_start_with_a_run_of_moves() {
    let text = format!("({RUN})(;B[aa])");
    scanned_as_parsed(&text);
    cut_as_parsed(&text);
}

/// Returns whether a rule of the grammar takes the whole of a text.
fn is_whole(rule: Rule, text: &str) -> bool {
    let pairs = Grammar::parse(rule, text);
    pairs.is_ok_and(|mut pairs| pairs.next().is_some_and(|pair| pair.as_str() == text))
}

#[test]
fn types_told_without_a_parser_are_those_of_the_grammar() {
    const TYPES: &[(Type, Rule)] = &[
        (Type::None, Rule::none),
        (Type::Number, Rule::number),
        (Type::Real, Rule::real),
        (Type::Double, Rule::double),
        (Type::Color, Rule::color),
        (Type::Point, Rule::point),
        (Type::Rectangle, Rule::rectangle),
    ];
    let mut texts = vec![String::new()];
    let mut start = 0;
    for _ in 0..5 {
        let end = texts.len();
        for index in start..end {
            for letter in "aZBW12+-.:".chars() {
                texts.push(format!("{}{letter}", texts[index]));
            }
        }
        start = end;
    }
    assert_eq!(texts.len(), 111_111);
    for text in &texts {
        for (kind, rule) in TYPES {
            assert_eq!(is(*kind, text), is_whole(*rule, text), "{kind:?} {text:?}");
        }
        let expected = if is_whole(Rule::point, text) {
            Form::Point
        } else if is_whole(Rule::label, text) {
            Form::Label
        } else if is_whole(Rule::real, text) {
            Form::Decimal
        } else {
            Form::Text
        };
        assert_eq!(form(text), expected, "{text:?}");
    }
}
