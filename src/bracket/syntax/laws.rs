//! The laws that hold the tokenizer to the grammar, each with a planted disagreement that breaks it.
//!
//! `PROPTEST_CASES` sets how many texts are tried; `.ci/long` tries 100,000.

mod model;

use std::fs;

use pest::Parser as _;
use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestRunner};

use super::{Grammar, Rule, Token, TokenKind, compose, is_number, is_point, is_real, is_rectangle};
use crate::bracket::tokenizer::{Tokenizer, tokens};
use crate::model::Id;

/// Pieces of random texts: the signs of the syntax, whole, in part and misplaced.
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
    "SZ[9",
    "W[bb;",
    "AB[aa",
    "(;FF[4]",
    "(;PB[x]",
    ";W[]",
    "//",
    "RE[B+3 [x]]",
    "\\]",
    "\\;",
];

/// A run of moves.
const RUN: &str = ";B[aa];W[bb];B[cc]\n;W[dd];B[ee];W[ff];B[gg];W[hh];B[ii];W[jj];B[kk];W[ll];B[mm]\n\
                   ;W[nn];B[oo];W[pp];B[qq];W[rr];B[ss];W[aa]";

fn any_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        20 => prop::sample::select(PIECES),
        1 => Just(RUN),
    ];
    prop::collection::vec(piece, 0..30).prop_map(|pieces| pieces.concat())
}

/// Cuts a text into tokens: the tokenizer, or one with a planted disagreement.
type Cut = for<'a> fn(&'a str) -> Vec<Token<'a>>;

fn cut(text: &str) -> Vec<Token<'_>> {
    tokens(text).collect()
}

/// The tokens of a text are equal to the tokens of the model.
fn is_cut_as_by_the_grammar(text: &str, cut: Cut) -> Result<(), TestCaseError> {
    let (found, expected) = (cut(text), model::tokens(text));
    let same = found.iter().zip(&expected).take_while(|(a, b)| a == b);
    let same = same.count();
    prop_assert_eq!(
        found.get(same),
        expected.get(same),
        "token {} of {:?}",
        same,
        text
    );
    Ok(())
}

/// Cuts a text that arrives in pieces into units; returns where they end.
fn units(text: &str, piece: usize) -> Vec<usize> {
    let (mut ends, mut tokenizer) = (Vec::new(), Tokenizer::default());
    let (mut start, mut known) = (0, 0);
    loop {
        let buffer = &text.as_bytes()[start..known];
        if let Some(length) = tokenizer.next_unit(buffer, known == text.len()) {
            start += length;
            ends.push(start);
        } else if known == text.len() {
            return ends;
        } else {
            known = text.len().min(known + piece);
        }
    }
}

/// Units end where the games of the model end, for every way to cut the text into pieces.
fn is_cut_into_games(
    text: &str,
    units: fn(&str, usize) -> Vec<usize>,
) -> Result<(), TestCaseError> {
    let starts = model::tokens(text).into_iter();
    let starts = starts
        .filter(|token| token.kind == TokenKind::Preface)
        .skip(1);
    let mut expected: Vec<_> = starts.map(|token| token.start).collect();
    expected.extend((!text.is_empty()).then_some(text.len()));
    for piece in [1, 2, 7, 1000] {
        prop_assert_eq!(&units(text, piece), &expected, "{:?} by {}", text, piece);
    }
    Ok(())
}

/// Tries all laws of a text.
fn holds(text: &str) -> Result<(), TestCaseError> {
    is_cut_as_by_the_grammar(text, cut)?;
    is_cut_into_games(text, units)
}

proptest! {
    #[test]
    fn the_tokenizer_and_the_grammar_agree(text in any_text()) {
        is_cut_as_by_the_grammar(&text, cut)?;
    }

    #[test]
    fn units_end_where_the_grammar_ends_games(text in any_text()) {
        is_cut_into_games(&text, units)?;
    }
}

#[test]
fn the_laws_hold_for_records_that_are_cut_off() -> Result<(), TestCaseError> {
    let folder = fs::read_dir("tests/fixtures/sgf/damage").expect("records");
    let mut count = 0;
    for file in folder {
        let bytes = fs::read(file.expect("a file").path()).expect("a file");
        let Some(text) = String::from_utf8(bytes)
            .ok()
            .filter(|text| text.len() < 400)
        else {
            continue;
        };
        count += 1;
        for (end, _) in text.char_indices() {
            holds(&text[..end])?;
        }
    }
    assert!(count > 20, "{count} records");
    Ok(())
}

#[test]
fn the_laws_hold_for_texts_that_once_broke_them() -> Result<(), TestCaseError> {
    for text in [
        // The bytes after a doubtful parenthesis are no text, also after a text.
        "(;PB[x]])[)(;B[aa];W[bb]",
        "(;GM[Go]GM[2]PB[x]] y]RE[a[b];B[aa])",
    ] {
        holds(text)?;
    }
    Ok(())
}

#[test]
fn planted_disagreements_break_the_laws() {
    fn without_commas(text: &str) -> Vec<Token<'_>> {
        let mut found = cut(text);
        found.retain(|token| token.text != ",");
        found
    }
    fn without_the_last_after_a_run(text: &str) -> Vec<Token<'_>> {
        let mut found = cut(text);
        if text.contains(RUN) {
            found.pop();
        }
        found
    }
    fn to_the_first_parenthesis(text: &str, _: usize) -> Vec<usize> {
        let parts = text.split_inclusive(')');
        parts
            .scan(0, |end, part| {
                *end += part.len();
                Some(*end)
            })
            .collect()
    }
    fn breaks(law: impl Fn(&str) -> Result<(), TestCaseError>) -> bool {
        let mut runner = TestRunner::deterministic();
        runner.run(&any_text(), |text| law(&text)).is_err()
    }
    assert!(breaks(|text| is_cut_as_by_the_grammar(
        text,
        without_commas
    )));
    assert!(breaks(|text| is_cut_as_by_the_grammar(
        text,
        without_the_last_after_a_run
    )));
    assert!(breaks(|text| is_cut_into_games(
        text,
        to_the_first_parenthesis
    )));
}

#[test]
fn the_grammar_knows_the_properties_of_the_model() {
    let of_root = |ident: &str| Grammar::parse(Rule::root, &format!(";{ident}[")).is_ok();
    let is_standard = |ident: &str| Grammar::parse(Rule::standard_word, ident).is_ok();
    let letters = || ('A'..='Z').map(String::from);
    let pairs = letters().flat_map(|first| letters().map(move |second| first.clone() + &second));
    for ident in letters().chain(pairs) {
        let known = Id::from_ident(&ident);
        assert_eq!(
            of_root(&ident),
            known.is_some_and(Id::is_of_root),
            "{ident}"
        );
        assert_eq!(is_standard(&ident), known.is_some(), "{ident}");
    }
}

/// Returns whether a rule of the grammar takes the whole of a text.
fn is_whole(rule: Rule, text: &str) -> bool {
    let pairs = Grammar::parse(rule, text);
    pairs.is_ok_and(|mut pairs| pairs.next().is_some_and(|pair| pair.as_str() == text))
}

/// The forms of values that are told without the grammar, with their rules.
type Told = [(fn(&str) -> bool, Rule); 5];

const TOLD: Told = [
    (is_number, Rule::number),
    (is_real, Rule::real),
    (|text| is_point(text.as_bytes()), Rule::point),
    (|text| is_rectangle(text.as_bytes()), Rule::rectangle),
    (|text| compose(text).is_some(), Rule::compose),
];

/// Returns the first text of up to five letters whose form differs from the grammar.
fn told_otherwise(told: Told) -> Option<String> {
    let mut texts = vec![String::new()];
    let mut start = 0;
    for _ in 0..5 {
        let end = texts.len();
        for index in start..end {
            for letter in r"aZBW1\+-.:".chars() {
                texts.push(format!("{}{letter}", texts[index]));
            }
        }
        start = end;
    }
    assert_eq!(texts.len(), 111_111);
    texts.into_iter().find(|text| {
        let mut told = told.iter();
        told.any(|(is, rule)| is(text) != is_whole(*rule, text))
    })
}

#[test]
fn forms_told_without_a_parser_are_those_of_the_grammar() {
    assert_eq!(told_otherwise(TOLD), None);
    let mut planted = TOLD;
    planted[0].0 = |text| text == "-" || is_number(text);
    assert_eq!(told_otherwise(planted).as_deref(), Some("-"));
}
