//! The laws that hold tokens, plain moves and the grammar together, each with a planted disagreement that
//! breaks it.
//!
//! `PROPTEST_CASES` sets how many texts are tried.

use std::path::Path;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use super::plain::plain_move;
use super::*;
use crate::ishi::line::{Header, Letters, Mark, Sign, Target};
use crate::ishi::tokens::TextItem;
use crate::testing::corpus;

/// The pieces of generated texts: lines, blocks and fields, whole, in part and misplaced.
const PIECES: &[&str] = &[
    "B 1 Q4",
    "W 2 D16",
    "b",
    "B ",
    "EVENT",
    "Event x",
    "EVENTS",
    "REMARK r",
    "COM",
    "com t",
    "ENDCOM",
    "endcom x",
    "ENDCOMS",
    "USER",
    "EndUser",
    "VAR a",
    "ENDVAR",
    "MARK ALL a@Q4",
    "PRISONER D4 #3",
    "SETUP B C3 W",
    "BOARDSIZE 9",
    "DIAGRAM A1 J9",
    "KOMI 5.5",
    "black",
    "UNMARK",
    "HIDE",
    "words",
    "1",
    "é",
    "\u{fffd}",
    "\u{2028}",
    "\u{85}",
    "\u{a0}",
    " ",
    "\t",
    "\u{b}",
    "\0",
    "\u{7f}",
    "\u{1a}",
    "\n",
    "\n",
    "\n",
    "\r\n",
    "\r\n",
    "\r",
];

fn any_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        30 => prop::sample::select(PIECES).prop_map(str::to_owned),
        1 => any::<String>(),
    ];
    prop::collection::vec(piece, 0..30).prop_map(|pieces| pieces.concat())
}

/// Returns the lines of a text that arrives in pieces of so many bytes.
fn tokens(text: &str, piece: usize) -> Vec<TextItem<LineKind>> {
    let mut tokens = Tokens::default();
    let mut found = Vec::new();
    let mut arrived = 0;
    while arrived < text.len() {
        arrived = (arrived + piece).min(text.len());
        while let Some(item) = tokens.next(&text.as_bytes()[..arrived], arrived == text.len()) {
            found.push(item);
        }
    }
    found
}

/// Returns the text of each item.
fn parts<'t>(text: &'t str, items: &[TextItem<LineKind>]) -> Vec<&'t str> {
    let starts = items.iter().map(|item| item.start as usize);
    let ends = starts.clone().skip(1).chain([text.len()]);
    let spans = starts.zip(ends);
    spans
        .map(|(start, end)| text.get(start..end).unwrap_or("no characters"))
        .collect()
}

/// Law 1: the items of a text are the text, each is one line, and pieces make no difference.
fn not_the_text(text: &str, planted: fn(&mut Vec<TextItem<LineKind>>)) -> Option<String> {
    let mut items = tokens(text, text.len().max(1));
    planted(&mut items);
    let parts = parts(text, &items);
    let lines: Vec<&str> = lines_of(text).collect();
    let same = parts.concat() == text
        && parts == lines
        && [1, 3].iter().all(|piece| tokens(text, *piece) == items);
    (!same).then(|| format!("{parts:?} in place of {lines:?}"))
}

/// Returns the lines of a text with their line ends.
fn lines_of(text: &str) -> impl Iterator<Item = &str> {
    let ends_line = |(at, c): &(usize, char)| {
        *c == '\n' || *c == '\r' && !text.split_at(at + 1).1.starts_with('\n')
    };
    let ends = text.char_indices().filter(ends_line).map(|(at, _)| at + 1);
    let ends = ends.chain([text.len()]);
    let mut start = 0;
    let lines = ends.map(move |end| text.get(std::mem::replace(&mut start, end)..end).unwrap());
    lines.filter(|line| !line.is_empty())
}

/// A line or a block: its first line, where it ends, and whether it is a block with its end.
type Piece = (Option<Keyword>, usize, bool);

/// Returns the lines and blocks that the tokens of a text make.
fn pieces_of_tokens(text: &str) -> Vec<Piece> {
    let items = tokens(text, text.len().max(1));
    let mut end = 0;
    let mut pieces: Vec<Piece> = Vec::new();
    for (item, part) in items.iter().zip(parts(text, &items)) {
        end += part.len();
        let first = match item.kind {
            LineKind::Blank => continue,
            LineKind::Unknown => None,
            LineKind::Keyword(keyword) => Some(keyword),
            LineKind::Body(_) | LineKind::End(_) => {
                let last = pieces.last_mut().unwrap();
                (last.1, last.2) = (end, matches!(item.kind, LineKind::End(_)));
                continue;
            }
        };
        pieces.push((first, end, false));
    }
    pieces
}

/// Returns the lines and blocks of the grammar.
fn pieces_of_grammar(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut end = 0;
    while let Some((length, tokens)) = match_first(Rule::line, text.split_at(end).1) {
        end += length;
        for token in tokens {
            let inner = token.clone().into_inner();
            let closed = inner
                .clone()
                .any(|part| matches!(part.as_rule(), Rule::end_com | Rule::end_user));
            pieces.push((keyword_of_rule(&token), end, closed));
        }
    }
    assert_eq!(end, text.len(), "the grammar is total");
    pieces
}

fn keyword_of_rule(token: &Pair<'_, Rule>) -> Option<Keyword> {
    let first = token.clone().into_inner().next();
    let first = first.map_or("", |part| part.as_str());
    Some(match token.as_rule() {
        Rule::move_line => Keyword::Move(data::color(first)?),
        Rule::com => Keyword::Com,
        Rule::user => Keyword::User,
        Rule::mark => Keyword::Mark,
        Rule::unmark => Keyword::Unmark,
        Rule::prisoner => Keyword::Prisoner,
        Rule::hide => Keyword::Hide,
        Rule::setup => Keyword::Setup,
        Rule::var => Keyword::Var,
        Rule::end_var => Keyword::EndVar,
        Rule::event => Keyword::Event,
        Rule::remark => Keyword::Remark,
        Rule::board_size => Keyword::BoardSize,
        Rule::diagram => Keyword::Diagram,
        Rule::header => Keyword::Header(
            *Header::ALL
                .iter()
                .find(|header| header.keyword().eq_ignore_ascii_case(first))?,
        ),
        Rule::stray_end if token.as_str().split_at(4).0.eq_ignore_ascii_case("ENDC") => {
            Keyword::EndCom
        }
        Rule::stray_end => Keyword::EndUser,
        _ => return None,
    })
}

/// Returns a text without its ignored characters. A line of ignored characters alone becomes a blank, so that the line
/// ends around it stay two.
fn cleaned(text: &str) -> String {
    let lines = lines_of(text).map(|line| {
        let content = line.trim_end_matches(['\r', '\n']);
        let mut clean = Clean::of(content, 0).text.into_owned();
        if clean.is_empty() && !content.is_empty() {
            clean.push(' ');
        }
        clean + line.split_at(content.len()).1
    });
    lines.collect()
}

/// Returns whether a line has the end of a block after other words.
fn ends_block(line: &str) -> bool {
    let line = line.trim_ascii().to_ascii_uppercase();
    let ends = ["ENDCOM", "ENDUSER"];
    ends.iter()
        .any(|end| line.len() > end.len() && line.ends_with(end))
}

/// The law of tokens and grammar: both see the same lines and blocks. In the format an end has its line, so the grammar has no end in
/// `COM good move ENDCOM`.
fn not_of_the_grammar(text: &str, planted: fn(&mut Vec<Piece>)) -> Option<String> {
    let clean = cleaned(text);
    if lines_of(&clean).any(ends_block) {
        return None;
    }
    let mut found = pieces_of_tokens(&clean);
    planted(&mut found);
    let expected = pieces_of_grammar(&clean);
    let kinds = |text: &str| -> Vec<_> {
        let items = tokens(text, text.len().max(1));
        items.into_iter().map(|item| item.kind).collect()
    };
    let same = found == expected && kinds(text) == kinds(&clean);
    (!same).then(|| format!("{found:?} in place of {expected:?}"))
}

/// The law of plain moves: a move that is read without the tokenizer is read with it in the same way. A blank before a
/// line makes it a usual line.
fn not_plain(text: &str, plain: fn(&[u8]) -> Option<(Line<'static>, usize)>) -> Option<String> {
    let (found, length) = plain(text.as_bytes())?;
    let line = text.split_at(length).0;
    let usual = format!(" {line}");
    let (read, log) = read_line(&usual);
    let read: Vec<_> = read.iter().map(|item| &item.line).collect();
    let same = read == [&found] && log.is_empty() && found.to_string() == line;
    (!same).then(|| format!("{found} in place of {read:?}"))
}

/// Plain moves, and texts that are nearly plain moves.
fn nearly_plain() -> impl Strategy<Value = String> {
    let words = "(B|W|b) [0-9]{1,3} ([A-T][0-9]{1,3}|PASS|Pass)";
    (words, "[ A0\t\r]?(\r\n|\n)?").prop_map(|(words, end)| words + &end)
}

proptest! {
    #[test]
    fn items_are_the_text(text in any_text()) {
        prop_assert_eq!(not_the_text(&text, |_| ()), None);
    }

    #[test]
    fn tokens_are_the_lines_of_the_grammar(text in any_text()) {
        prop_assert_eq!(not_of_the_grammar(&text, |_| ()), None);
    }

    #[test]
    fn plain_moves_are_read_as_all_lines_are(text in nearly_plain()) {
        prop_assert_eq!(not_plain(&text, plain_move), None);
    }

    #[test]
    fn damaged_records_keep_the_laws(
        (file, at) in (any::<prop::sample::Index>(), any::<prop::sample::Index>()),
        piece in prop::sample::select(PIECES),
        cut in 0_usize..4,
    ) {
        let texts = fixtures();
        let mut text = texts[file.index(texts.len())].clone();
        let at = (0..=at.index(text.len() + 1)).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        let end = (at + cut..=text.len()).find(|end| text.is_char_boundary(*end)).unwrap_or(text.len());
        text.replace_range(at..end, piece);
        prop_assert_eq!(not_the_text(&text, |_| ()), None);
        prop_assert_eq!(not_of_the_grammar(&text, |_| ()), None);
    }
}

/// Returns the text of each fixture; bytes that are not UTF-8 are replaced.
fn fixtures() -> &'static [String] {
    static TEXTS: std::sync::LazyLock<Vec<String>> = std::sync::LazyLock::new(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/ishi");
        let mut texts = Vec::new();
        for kind in std::fs::read_dir(folder).unwrap() {
            for file in std::fs::read_dir(kind.unwrap().path()).unwrap() {
                let bytes = std::fs::read(file.unwrap().path()).unwrap();
                texts.push(String::from_utf8_lossy(&bytes).into_owned());
            }
        }
        texts.sort_unstable_by_key(String::len);
        texts
    });
    &TEXTS
}

#[test]
fn truncated_records_keep_the_laws() {
    let short = fixtures().iter().filter(|text| text.len() < 2000);
    let last: Vec<_> = short.rev().take(20).collect();
    assert_eq!(last.len(), 20);
    for text in last {
        for (end, _) in text.char_indices() {
            let text = text.split_at(end).0;
            assert_eq!(not_the_text(text, |_| ()), None);
            assert_eq!(not_of_the_grammar(text, |_| ()), None);
        }
    }
}

#[test]
#[ignore = "reads a corpus of public records"]
fn every_beginning_of_a_public_record_is_all_items() {
    for text in corpus::short_texts("ishi") {
        for (end, _) in text.char_indices() {
            assert_eq!(not_the_text(text.split_at(end).0, |_| ()), None);
        }
    }
}

#[test]
fn planted_disagreements_break_the_laws() {
    fn number_after(text: &[u8]) -> Option<(Line<'static>, usize)> {
        let (mut line, length) = plain_move(text)?;
        if let Line::Move(_, number, _) = &mut line {
            *number += u32::from(*number > 9);
        }
        Some((line, length))
    }
    fn breaks<S: Strategy>(texts: &S, law: impl Fn(&S::Value) -> Option<String>) -> bool {
        let run = TestRunner::deterministic().run(texts, |text| {
            prop_assert_eq!(law(&text), None);
            Ok(())
        });
        run.is_err()
    }
    assert!(breaks(&any_text(), |text| not_the_text(text, |items| {
        items.pop();
    })));
    let never_closed = |pieces: &mut Vec<Piece>| {
        for piece in pieces {
            piece.2 = false;
        }
    };
    assert!(breaks(&any_text(), |text| not_of_the_grammar(
        text,
        never_closed
    )));
    assert!(breaks(&nearly_plain(), |text| not_plain(
        text,
        number_after
    )));
}

/// Reads a word of a list with the grammar.
fn parsed_field(word: &str) -> Option<Field> {
    let entry = Grammar::parse(Rule::entry, word).ok()?.next()?;
    let entry = entry.into_inner().next()?;
    let mut parts = entry.clone().into_inner();
    let mut marked = || {
        let glyph = parts.next()?;
        Some((glyph.as_str(), parsed_target(&parts.next()?)?))
    };
    Some(match entry.as_rule() {
        Rule::color => Field::Color(data::color(word)?),
        Rule::all => Field::Mark(Mark::All),
        Rule::sign => {
            let (letter, target) = marked()?;
            let sign = Sign::from_letter(letter.chars().next()?)?;
            Field::Mark(Mark::Sign(sign, target))
        }
        Rule::label => {
            let (letters, target) = marked()?;
            Field::Mark(Mark::Label(Letters::of(letters)?, target))
        }
        _ => Field::Mark(Mark::Number(parsed_target(&entry)?)),
    })
}

/// Returns the target that a token is.
fn parsed_target(token: &Pair<'_, Rule>) -> Option<Target> {
    let numbers = || {
        token
            .clone()
            .into_inner()
            .map(|end| end.as_str().parse().ok())
    };
    Some(match token.as_rule() {
        Rule::move_number => Target::Number(numbers().next()??),
        Rule::range => Target::Range(numbers().next()??, numbers().nth(1)??),
        _ => Target::At(location(token.as_str())?),
    })
}

/// Returns the first word of up to two letters before a target that differs from the grammar.
fn read_otherwise(field: impl Fn(&str) -> Option<Field>) -> Option<String> {
    let letters = ["", "\\", "t", "D", "@", "#", "1", "x", "~", "é", " "];
    let glyphs = letters.map(|one| letters.map(|two| format!("{one}{two}")));
    let targets = [
        "Q4",
        "q04",
        "I3",
        "Q70000",
        "#7",
        "#1-9",
        "#9-#1",
        "#1-",
        "-7",
        "#1234567890",
        "Q",
        "ALL",
        "b",
        "",
    ];
    let words = glyphs.iter().flatten().flat_map(|glyph| {
        targets
            .iter()
            .flat_map(move |at| ["@", ""].map(|mark| format!("{glyph}{mark}{at}")))
    });
    let mut words = words.chain(["w", "all", "Ball", "W4"].map(str::to_owned));
    words.find(|word| field(word) != parsed_field(word))
}

#[test]
fn words_of_lists_are_those_of_the_grammar() {
    assert_eq!(read_otherwise(field), None);
    let planted = |word: &str| field(&word.replace("\\t", "x"));
    assert_eq!(read_otherwise(planted).as_deref(), Some("\\t@Q4"));
}
