//! The properties that determine how the rest is read: FF, GM, SZ and CA of the first node.

use super::kind;
use super::node::{Draft, ReadProperty};
use super::rules;
use super::syntax::{self, Form, Token, TokenKind};
use super::typed::{self, Context, excerpt};
use crate::charset::Charset;
use crate::diagnostic::{Diagnostics, PropertyPart, Repair};
use crate::model::{BoardSize, GO, Game, GameKind, Id, Point, repeated};

/// The most lines that a board of Go has (SGF `FF[4]`, property SZ).
const MAX_LINES: u8 = 52;

/// Returns whether a property is taken out of the first node.
pub(super) fn is_header(id: Id) -> bool {
    matches!(id, Id::FileFormat | Id::GameKind | Id::Size | Id::Charset)
}

/// Reports a root property after the first node, or a second one in it.
pub(super) fn report_elsewhere(
    id: Id,
    token: &Token<'_>,
    context: &Context,
    log: &mut Diagnostics,
) {
    if context.node > 0 {
        let message = format!("{} appears after the first node of the game", id.ident());
        let help = "kept, but without effect";
        let found = context.found(&rules::ROOT_ELSEWHERE, token, message, help);
        log.report(found.about(id.ident(), PropertyPart::Ident));
    }
}

/// Reads the header of a game from the draft of its first node, in any order. Unreadable values stay in the
/// draft.
pub(super) fn read(
    game: &mut Game<'_>,
    draft: &mut Draft<'_>,
    text: &str,
    context: &Context,
    log: &mut Diagnostics,
) {
    let mut format = None;
    take(draft, Id::FileFormat, |value| {
        match format {
            None => format = Some(file_format(value, context, log)?),
            Some(_) => _ = number(value).filter(|number| *number > 0)?,
        }
        Some(())
    });
    game.file_format = format;
    game.kind = game_kind(draft, context, log).unwrap_or(game.kind);
    let size = if game.kind == GO {
        board_size(draft, text, context, log)
    } else {
        // The sizes of other games have their rules and defaults, so they stay in the node.
        other_size(game.kind, draft, context, log)
    };
    game.size = size.unwrap_or(game.size);
    // The text is decoded, so the label of its charset has no meaning any more. Anything else in CA is words.
    let is_label = |value: &str| Charset::from_label(value).is_some();
    draft.finish_if(Id::Charset, is_label);
    report_again(draft, context, log);
}

/// Reports a property that was taken and comes after another one of its name that was.
fn report_again(draft: &mut Draft<'_>, context: &Context, log: &mut Diagnostics) {
    let taken = draft.properties_mut().iter();
    let taken: Vec<_> = taken
        .filter(|property| property.done && property.ident.standard().is_some_and(is_header))
        .collect();
    for index in repeated(taken.iter().map(|property| &property.ident)) {
        if let Some(property) = taken.get(index) {
            let message = format!("{} appears twice in the node", property.ident);
            let help = "without effect; the first one counts";
            context.report(
                log,
                &rules::DUPLICATE_PROPERTY,
                &property.token,
                message,
                help,
            );
        }
    }
}

/// Takes the kind of the game: the first value that names one, or Go, the default, if no value does. Returns
/// `None` without a value.
fn game_kind(draft: &mut Draft<'_>, context: &Context, log: &mut Diagnostics) -> Option<GameKind> {
    let values: Vec<_> = draft.values_with(Id::GameKind).copied().collect();
    let found = values.iter().find_map(|value| kind::named(value.text));
    let is_number = |value: &&Token<'_>| number(value).is_some_and(|kind| kind > 0);
    for value in values.iter().filter(|value| !is_number(value)) {
        report_kind(value, found, context, log);
    }
    take(draft, Id::GameKind, |value| {
        let is_empty = value.text.trim_ascii().is_empty();
        (is_empty || kind::named(value.text).is_some_and(|kind| found == Some(kind)))
            .then_some(())?;
        white_space(value, context, log);
        Some(())
    });
    (!values.is_empty()).then(|| found.unwrap_or(GO))
}

/// Reports a value that is not the number of the game.
fn report_kind(
    value: &Token<'_>,
    found: Option<GameKind>,
    context: &Context,
    log: &mut Diagnostics,
) {
    let message = format!(
        "\"{}\" is not a kind of game; expected a number",
        excerpt(value.text)
    );
    let help = match found {
        Some(kind) if kind::named(value.text) == found => format!("read as GM[{kind}]"),
        Some(_) => "without effect".to_owned(),
        None => "read as Go, GM[1]".to_owned(),
    };
    context.report(log, &rules::BAD_HEADER, value, message, help);
}

/// Takes the size of a board of Go.
fn board_size(
    draft: &mut Draft<'_>,
    text: &str,
    context: &Context,
    log: &mut Diagnostics,
) -> Option<BoardSize> {
    let fitting = fitting_size(draft, text);
    let mut first = None;
    take(draft, Id::Size, |value| match first {
        None => {
            let size = size(GO, value, context, log)?;
            if let Some(fitting) = fitting.filter(|fitting| *fitting != size) {
                let message = format!(
                    "the node has several sizes, and all points are on {fitting}, but not on {size}"
                );
                let help = "kept, but without effect";
                context.report(log, &rules::DUPLICATE_PROPERTY, value, message, help);
                return None;
            }
            first = Some(size);
            Some(())
        }
        Some(size) => (lines(value.text, MAX_LINES)?.0 == size).then_some(()),
    });
    first
}

/// Returns the size that the first property SZ of another game has.
fn other_size(
    kind: GameKind,
    draft: &mut Draft<'_>,
    context: &Context,
    log: &mut Diagnostics,
) -> Option<BoardSize> {
    let is_size = |property: &ReadProperty<'_>| property.ident.standard() == Some(Id::Size);
    let index = draft.properties_mut().iter().position(is_size)?;
    size(kind, &draft.only_value(index)?, context, log)
}

/// Returns the first of several sizes of a board of Go that has room for all moves and stones.
fn fitting_size(draft: &Draft<'_>, text: &str) -> Option<BoardSize> {
    let values = draft.single_values(Id::Size);
    let sizes: Vec<_> = values
        .filter_map(|value| Some(lines(value, MAX_LINES)?.0))
        .collect();
    if sizes.len() < 2 {
        return None;
    }
    let mut furthest = Point::new(0, 0);
    let mut ident = "";
    for token in syntax::tokens(text) {
        match token.kind {
            TokenKind::Identifier => ident = token.text,
            TokenKind::Value(Form::Point) if matches!(ident, "B" | "W" | "AB" | "AW") => {
                widen(&mut furthest, token.text);
            }
            TokenKind::Moves => token
                .text
                .split('[')
                .skip(1)
                .filter_map(|rest| rest.get(..2))
                .for_each(|point| widen(&mut furthest, point)),
            _ => {}
        }
    }
    sizes.into_iter().find(|size| size.contains(furthest))
}

/// Widens the furthest column and row to include a point; `tt` can be a pass.
fn widen(furthest: &mut Point, point: &str) {
    let found = match point.as_bytes() {
        b"tt" => None,
        &[column, row] => typed::letters_to_point(column, row),
        _ => None,
    };
    if let Some(point) = found {
        furthest.column = furthest.column.max(point.column);
        furthest.row = furthest.row.max(point.row);
    }
}

/// Takes the properties with this identifier and a single readable value out of the draft. The first counts;
/// equal ones add no meaning.
fn take(draft: &mut Draft<'_>, id: Id, mut read: impl FnMut(&Token<'_>) -> Option<()>) {
    for index in 0..draft.properties_mut().len() {
        let same = draft
            .properties_mut()
            .get(index)
            .is_some_and(|property| property.ident.standard() == Some(id));
        if let Some(value) = draft.only_value(index).filter(|_| same)
            && read(&value).is_some()
            && let Some(property) = draft.properties_mut().get_mut(index)
        {
            property.done = true;
        }
    }
}

fn number(value: &Token<'_>) -> Option<u32> {
    value.text.trim_ascii().parse().ok()
}

/// Reports white space in a value that was understood.
fn white_space(value: &Token<'_>, context: &Context, log: &mut Diagnostics) {
    if value.text.contains(|c: char| c.is_ascii_whitespace()) {
        let dense: String = value.text.split_ascii_whitespace().collect();
        context.white_space(value, &dense, log);
    }
}

fn file_format(value: &Token<'_>, context: &Context, log: &mut Diagnostics) -> Option<u32> {
    let found = number(value);
    if found.is_some() {
        white_space(value, context, log);
    }
    match found {
        Some(found @ 1..=4) => Some(found),
        Some(newer @ 5..) => {
            let message = format!("the file format FF[{newer}] is newer than FF[4]");
            let help = "read as FF[4]";
            context.report(log, &rules::NEWER_FORMAT, value, message, help);
            Some(4)
        }
        _ => {
            let message = format!(
                "\"{}\" is not a file format; expected a number from 1 to 4",
                excerpt(value.text)
            );
            report_bad(value, message, "kept, but without effect", context, log);
            None
        }
    }
}

fn size(
    kind: GameKind,
    value: &Token<'_>,
    context: &Context,
    log: &mut Diagnostics,
) -> Option<BoardSize> {
    let found = lines(value.text, if kind == GO { MAX_LINES } else { u8::MAX });
    match found {
        Some((size, twice)) => {
            white_space(value, context, log);
            let expected = size_text(size);
            if twice && size.is_square() {
                let message =
                    format!("the size of a square board is one number; expected SZ[{expected}]");
                let help = "read as one number";
                let found = context.found(&rules::SQUARE_SIZE, value, message, help);
                log.report(found.mend(Repair::Canonical, true));
            } else if value.text.contains(SIZE_SIGNS) {
                let message = format!(
                    "the numbers of a size have a colon between them; expected SZ[{expected}]"
                );
                let help = "read as columns and rows";
                let found = context.found(&rules::SQUARE_SIZE, value, message, help);
                log.report(found.mend(Repair::Canonical, true));
            }
            Some(size)
        }
        None if kind == GO => {
            let message = format!(
                "\"{}\" is not a board size; expected a number from 1 to 52, or two with a colon between them",
                excerpt(value.text)
            );
            report_bad(
                value,
                message,
                "kept; the board is read as 19x19",
                context,
                log,
            );
            None
        }
        None => None,
    }
}

/// Returns a size as `FF[4]` has it: without white space, and as one number if the board is square (property SZ).
pub(super) fn canonical_size(value: &Token<'_>) -> Option<String> {
    lines(value.text, u8::MAX).map(|(size, _)| size_text(size))
}

fn size_text(size: BoardSize) -> String {
    let BoardSize { columns, rows } = size;
    if size.is_square() {
        columns.to_string()
    } else {
        format!("{columns}:{rows}")
    }
}

/// The signs between two numbers of a size, besides the colon of `FF[4]`.
const SIZE_SIGNS: [char; 4] = ['x', 'X', '*', '\u{d7}'];

/// Returns the size, and whether it is written with two numbers. People and programs write `19x19` too.
fn lines(text: &str, most: u8) -> Option<(BoardSize, bool)> {
    let with_sign = || {
        let (columns, rows) = text.split_once(SIZE_SIGNS)?;
        Some((columns.trim_ascii(), Some(rows.trim_ascii())))
    };
    let (columns, rows) = syntax::size(text).or_else(with_sign)?;
    let line = |text: &str| text.parse().ok().filter(|line| (1..=most).contains(line));
    let size = BoardSize {
        columns: line(columns)?,
        rows: line(rows.unwrap_or(columns))?,
    };
    Some((size, rows.is_some()))
}

fn report_bad(
    value: &Token<'_>,
    message: String,
    help: &'static str,
    context: &Context,
    log: &mut Diagnostics,
) {
    context.report(log, &rules::BAD_HEADER, value, message, help);
}
