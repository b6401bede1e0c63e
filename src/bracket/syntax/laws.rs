//! The laws that hold what is read without a parser to the grammar, each with a planted
//! disagreement that breaks it.
//!
//! `PROPTEST_CASES` sets how many texts are tried; `.ci/run` tries 100,000.

use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestRunner};

use super::{Form, Grammar, Kind, Rule, Token, Type, all, form, is, tokens};
use crate::bracket::split::{SplitState, next_unit};
use crate::bracket::start::continues;
use crate::bracket::stretch::{Part, Stretches};
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
    "[x",
    "and [",
    ") ok",
    "]) ok",
    "C[a [b",
    "GaMe[2]",
    "PB[x] y",
    ";GM[1]",
    "KM[6.5]z",
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
fn first_game<'a>(tokens: &[Token<'a>], text: &str) -> (Vec<Token<'a>>, usize) {
    let mut depth = 0_usize;
    for (index, token) in tokens.iter().enumerate() {
        // The first parenthesis is missing.
        if depth == 0 && token.kind == Kind::Node {
            depth = 1;
        }
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close
                if depth == 1
                    && continues(&text.as_bytes()[token.end()..], true) == Some(false) =>
            {
                return (tokens[..=index].to_vec(), token.end());
            }
            Kind::Close if depth > 1 => depth -= 1,
            _ => {}
        }
    }
    (tokens.to_vec(), text.len())
}

/// What tells tokens without the grammar: the scanner, or one with a planted disagreement.
type Scanner = for<'a> fn(&'a str) -> Vec<Token<'a>>;

/// What cuts a text into units: the splitter, or one with a planted disagreement.
type Splitter = for<'a> fn(&'a str) -> Vec<&'a str>;

fn scanned(text: &str) -> Vec<Token<'_>> {
    expanded(tokens(text))
}

fn is_same(found: &[Token<'_>], expected: &[Token<'_>], text: &str) -> Result<(), TestCaseError> {
    let same = found
        .iter()
        .zip(expected)
        .take_while(|(a, b)| a == b)
        .count();
    prop_assert_eq!(
        found.get(same),
        expected.get(same),
        "token {} of {:?}",
        same,
        text
    );
    Ok(())
}

/// The scanner cuts runs of moves out of a text without changing what the grammar sees in it, unless
/// it finds a bracket that the grammar alone misjudges.
fn is_scanned_as_parsed(text: &str, scan: Scanner) -> Result<(), TestCaseError> {
    if is_repaired(text) {
        return Ok(());
    }
    is_same(&scan(text), &grammar_tokens(text), text)
}

/// Returns whether the first game of a text has a value that ends where the grammar alone would not
/// end it.
fn is_repaired(text: &str) -> bool {
    let repaired = [
        Part::Property,
        Part::Unclosed,
        Part::Doubled,
        Part::Unterminated,
    ];
    Stretches::new(text).any(|stretch| repaired.contains(&stretch.part))
}

/// The units of a text end where its tokens close its games, and have these tokens: what comes after
/// a game does not change how it is read. Games with repaired values are left out: the text after
/// such a game may hold the only bracket that could end the value.
fn is_cut_as_parsed(text: &str, cut: Splitter) -> Result<(), TestCaseError> {
    let mut rest = text;
    for unit in cut(text) {
        let whole = scanned(rest);
        let (game, end) = first_game(&whole, rest);
        prop_assert_eq!(unit.len(), end, "{:?}", text);
        if !is_repaired(rest) && !is_repaired(unit) {
            is_same(&scanned(unit), &game, text)?;
        }
        rest = &rest[unit.len()..];
    }
    Ok(())
}

/// Everything in a text is in a token, but white space and the brackets of values: what has no
/// place between properties is a token like all others.
fn is_all_tokens(text: &str, scan: Scanner) -> Result<(), TestCaseError> {
    let mut end = 0;
    for token in scan(text) {
        let between = &text[end..token.start];
        let known = |c: char| matches!(c, ' ' | '\t'..='\r' | '[' | ']');
        prop_assert!(between.chars().all(known), "{:?} in {:?}", between, text);
        let value = matches!(token.kind, Kind::Value(_));
        prop_assert!(!value || text[..token.start].ends_with('['), "{:?}", text);
        prop_assert_eq!(token.text, &text[token.start..token.end()]);
        end = token.end() + usize::from(value);
    }
    prop_assert!(
        text[end..].chars().all(|c| matches!(c, ' ' | '\t'..='\r')),
        "{:?}",
        text
    );
    Ok(())
}

/// Tries all laws of a text.
fn holds(text: &str) -> Result<(), TestCaseError> {
    is_scanned_as_parsed(text, scanned)?;
    is_cut_as_parsed(text, units)?;
    is_all_tokens(text, scanned)
}

proptest! {
    #[test]
    fn the_scanner_and_the_grammar_agree(text in any_text()) {
        is_scanned_as_parsed(&text, scanned)?;
    }

    #[test]
    fn units_end_where_the_grammar_ends_games(text in any_text()) {
        is_cut_as_parsed(&text, units)?;
    }

    #[test]
    fn every_text_is_all_tokens(text in any_text()) {
        is_all_tokens(&text, scanned)?;
    }
}

#[test]
fn planted_disagreements_break_the_laws() {
    fn without_strays(text: &str) -> Vec<Token<'_>> {
        let mut found = scanned(text);
        found.retain(|token| token.text != ",");
        found
    }
    fn without_the_last_after_a_run(text: &str) -> Vec<Token<'_>> {
        let mut found = scanned(text);
        if text.contains(RUN) {
            found.pop();
        }
        found
    }
    fn to_the_first_parenthesis(text: &str) -> Vec<&str> {
        text.split_inclusive(')').collect()
    }
    fn breaks(law: impl Fn(&str) -> Result<(), TestCaseError>) -> bool {
        let mut runner = TestRunner::deterministic();
        runner.run(&any_text(), |text| law(&text)).is_err()
    }
    assert!(breaks(|text| is_scanned_as_parsed(text, without_strays)));
    assert!(breaks(|text| is_scanned_as_parsed(
        text,
        without_the_last_after_a_run
    )));
    assert!(breaks(|text| is_cut_as_parsed(
        text,
        to_the_first_parenthesis
    )));
    assert!(breaks(|text| is_all_tokens(text, without_strays)));
}

#[test]
fn a_game_ends_after_stones_of_which_the_first_cannot_be_read() -> Result<(), TestCaseError> {
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
        holds(text)?;
    }
    Ok(())
}

#[test]
fn a_game_may_lack_its_first_parenthesis() -> Result<(), TestCaseError> {
    assert_eq!(
        units(";GM[1];B[aa])\n; SZ[9] x"),
        [";GM[1];B[aa])", "\n; SZ[9] x"]
    );
    for text in [
        format!(";GM[1]{RUN})(;B[aa])"),
        ";SZ[9]KM;B[aa])(;)".to_owned(),
        "(;);GM[1];B[aa](;W[bb])(;))x".to_owned(),
        ";GM(;)".to_owned(),
    ] {
        holds(&text)?;
    }
    Ok(())
}

#[test]
fn a_game_may_start_with_a_run_of_moves() -> Result<(), TestCaseError> {
    holds(&format!("({RUN})(;B[aa])"))
}

/// Returns whether a rule of the grammar takes the whole of a text.
fn is_whole(rule: Rule, text: &str) -> bool {
    let pairs = Grammar::parse(rule, text);
    pairs.is_ok_and(|mut pairs| pairs.next().is_some_and(|pair| pair.as_str() == text))
}

/// What tells the type and the form of a value without the grammar, or does so with a planted
/// disagreement.
struct Told {
    is: fn(Type, &str) -> bool,
    form: fn(&str) -> Form,
}

/// Returns the first text of up to five letters whose type or form is told otherwise than the
/// grammar does.
fn told_otherwise(told: &Told) -> Option<String> {
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
    texts.into_iter().find(|text| {
        let expected = if is_whole(Rule::point, text) {
            Form::Point
        } else if is_whole(Rule::label, text) {
            Form::Label
        } else if is_whole(Rule::real, text) {
            Form::Decimal
        } else {
            Form::Text
        };
        let types = TYPES
            .iter()
            .any(|(kind, rule)| (told.is)(*kind, text) != is_whole(*rule, text));
        types || (told.form)(text) != expected
    })
}

#[test]
fn types_told_without_a_parser_are_those_of_the_grammar() {
    assert_eq!(told_otherwise(&Told { is, form }), None);
    let any_sign = |kind, text: &str| kind == Type::Number && text == "-" || is(kind, text);
    let found = told_otherwise(&Told { is: any_sign, form });
    assert_eq!(found.as_deref(), Some("-"));
    let no_labels = |text: &str| match form(text) {
        Form::Label => Form::Text,
        form => form,
    };
    let found = told_otherwise(&Told {
        is,
        form: no_labels,
    });
    assert!(found.is_some());
}
