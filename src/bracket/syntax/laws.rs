//! The laws that hold the tokenizer to the grammar, each with a planted disagreement that breaks it.
//!
//! `PROPTEST_CASES` sets how many texts are tried; `.ci/long` tries 100,000.

mod model;

use std::fs;

use pest::Parser as _;
use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestRunner};

use super::{Form, Grammar, Rule, Token, TokenKind, Type, form, is, items, tokens};
use crate::bracket::tokenizer::Tokenizer;
use crate::model::Id;
use crate::testing::corpus;
use crate::text::TextItem;

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

/// Splits moves into the tokens of the model.
fn expanded(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let mut all = Vec::new();
    for token in tokens {
        if token.kind != TokenKind::Moves {
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
            all.push(part(at, at + 1, TokenKind::Identifier));
            all.push(part(at + 2, at + 4, TokenKind::Value(Form::Point)));
            let Some(node) = token.text[at..].find(';').map(|node| at + node) else {
                assert_eq!(
                    at + 5,
                    token.text.len(),
                    "a node after each move but the last"
                );
                break;
            };
            all.push(part(node, node + 1, TokenKind::Node));
            at = node + 1;
        }
    }
    all
}

/// Cuts a text into tokens: the tokenizer, or one with a planted disagreement.
type Cut = for<'a> fn(&'a str) -> Vec<Token<'a>>;

fn cut(text: &str) -> Vec<Token<'_>> {
    tokens(text).collect()
}

/// The tokens of a text are equal to the tokens of the model.
fn is_cut_as_by_the_grammar(text: &str, cut: Cut) -> Result<(), TestCaseError> {
    let (found, expected) = (expanded(cut(text)), model::tokens(text));
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

/// The items of a text are the text, byte for byte, and each has the text of its kind.
fn is_all_items(
    text: &str,
    items: fn(&str) -> Vec<TextItem<TokenKind>>,
) -> Result<(), TestCaseError> {
    let items = items(text);
    let mut end = text.len();
    for item in items.iter().rev() {
        let start = item.start as usize;
        prop_assert!(start <= end, "{:?} at {} in {:?}", item.kind, start, text);
        let part = &text[start..end];
        let right = match item.kind {
            TokenKind::Open => part == "(",
            TokenKind::Close | TokenKind::ExtraClose => part == ")",
            TokenKind::Node => part == ";",
            TokenKind::Identifier => part.bytes().all(|byte| byte.is_ascii_alphanumeric()),
            TokenKind::Brackets => part.bytes().all(|byte| matches!(byte, b'[' | b']')),
            TokenKind::Space => part.bytes().all(super::is_space),
            TokenKind::Value(found) => {
                text[..start].ends_with('[') && text[end..].starts_with(']') && form(part) == found
            }
            TokenKind::Unclosed => text[..start].ends_with('['),
            TokenKind::Moves => part.ends_with([';', ']']),
            TokenKind::Preface | TokenKind::Stray => true,
        };
        prop_assert!(right, "{:?} {:?} in {:?}", item.kind, part, text);
        end = start;
    }
    prop_assert_eq!(end, 0, "{:?}", text);
    Ok(())
}

/// Tries all laws of a text.
fn holds(text: &str) -> Result<(), TestCaseError> {
    is_cut_as_by_the_grammar(text, cut)?;
    is_cut_into_games(text, units)?;
    is_all_items(text, items)
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

    #[test]
    fn every_text_is_all_items(text in any_text()) {
        is_all_items(&text, items)?;
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
#[ignore = "reads a corpus of public records"]
fn every_beginning_of_a_public_record_is_all_items() -> Result<(), TestCaseError> {
    for text in ["sgf", "smartgo"].into_iter().flat_map(corpus::short_texts) {
        for (end, _) in text.char_indices() {
            is_all_items(text.split_at(end).0, items)?;
        }
    }
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
    fn commas_in_spaces(text: &str) -> Vec<TextItem<TokenKind>> {
        let mut found = items(text);
        found.retain(|item| !text[item.start as usize..].starts_with(','));
        found
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
    assert!(breaks(|text| is_all_items(text, commas_in_spaces)));
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

/// Functions that find the type and the form of a value without the grammar, or with a planted disagreement.
struct Told {
    is: fn(Type, &str) -> bool,
    form: fn(&str) -> Form,
}

/// Returns the first text of up to five letters whose type or form differs from the grammar.
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
