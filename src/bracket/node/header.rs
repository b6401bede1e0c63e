//! The properties that determine how the rest is read: FF, GM, SZ and CA of the first node.

use super::Draft;
use crate::bracket::syntax::{self, Token};
use crate::bracket::typed::{Context, excerpt};
use crate::bracket::{kind, rules};
use crate::diagnostic::{Diagnostics, PropertyPart, Repair};
use crate::format::charset::Charset;
use crate::model::{BoardSize, GO, Game, GameKind, Id};

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
        let rule = &rules::ROOT_ELSEWHERE;
        log.report_with((rule, rule.severity), || {
            let message = format!("{} appears after the first node of the game", id.ident());
            let found = context.found(rule, token, message, "kept, but without effect");
            found.about(id, PropertyPart::Ident)
        });
    }
}

/// Reads the header of a game from the draft of its first node, in any order. Unreadable values, and the values after the
/// first one, stay in the draft.
pub(super) fn read(
    game: &mut Game<'_>,
    draft: &mut Draft<'_>,
    context: &Context,
    log: &mut Diagnostics,
) {
    game.file_format = draft.take(Id::FileFormat, |value| file_format(value, context, log));
    let kind = draft.take(Id::GameKind, |value| game_kind(value, context, log));
    game.kind = kind.unwrap_or(GO);
    let size = if game.kind == GO {
        draft.take(Id::Size, |value| size(GO, value, context, log))
    } else {
        // The sizes of other games have their rules and defaults, so they stay in the node.
        let value = draft.values_with(Id::Size).next();
        value.and_then(|value| size(game.kind, value, context, log))
    };
    game.size = size.unwrap_or(game.size);
    // The text is decoded, so the label of its charset has no meaning any more. Anything else in CA is words.
    draft.finish_if(Id::Charset, |value| Charset::from_label(value).is_some());
}

/// Reads the kind of a game. Without a value it is Go, the default.
fn game_kind(value: &Token<'_>, context: &Context, log: &mut Diagnostics) -> Option<GameKind> {
    let found = kind::named(value.text);
    if found.is_some() && found == number(value) {
        white_space(value, context, log);
        return found;
    }
    let message = format!(
        "\"{}\" is not a kind of game; expected a number",
        excerpt(value.text)
    );
    let is_blank = value.text.trim_ascii().is_empty();
    let kind = found.or(is_blank.then_some(GO));
    let help = match kind {
        Some(kind) => format!("read as GM[{kind}]"),
        None => "without effect".to_owned(),
    };
    context.report(log, &rules::BAD_HEADER, value, message, help);
    kind
}

fn number(value: &Token<'_>) -> Option<u32> {
    value.text.trim_ascii().parse().ok()
}

/// Reports white space in a value that was understood. Returns the value without it.
fn white_space(value: &Token<'_>, context: &Context, log: &mut Diagnostics) -> String {
    let dense: String = value.text.split_ascii_whitespace().collect();
    if dense.len() < value.text.len() {
        context.white_space(value, &dense, log);
    }
    dense
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
            let help = "kept, but without effect";
            context.report(log, &rules::BAD_HEADER, value, message, help);
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
    if let Some(size) = found {
        let dense = white_space(value, context, log);
        let expected = size_text(size);
        if dense != expected {
            let message = format!("the size is in another form; expected SZ[{expected}]");
            let help = "read as that size";
            let found = context.found(&rules::SQUARE_SIZE, value, message, help);
            log.report(found.mend(Repair::Canonical, true));
        }
    } else if kind == GO {
        let message = format!(
            "\"{}\" is not a board size; expected a number from 1 to 52, or two with a colon between them",
            excerpt(value.text)
        );
        let help = "kept; the board is read as 19x19";
        context.report(log, &rules::BAD_HEADER, value, message, help);
    }
    found
}

/// Returns a size as `FF[4]` has it: without white space, and as one number if the board is square (property SZ).
pub(super) fn canonical_size(value: &Token<'_>) -> Option<String> {
    lines(value.text, u8::MAX).map(size_text)
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

/// Returns the size. People and programs write `19x19` too.
fn lines(text: &str, most: u8) -> Option<BoardSize> {
    let with_sign = || {
        let (columns, rows) = text.split_once(SIZE_SIGNS)?;
        Some((columns.trim_ascii(), Some(rows.trim_ascii())))
    };
    let (columns, rows) = syntax::size(text).or_else(with_sign)?;
    let line = |text: &str| text.parse().ok().filter(|line| (1..=most).contains(line));
    Some(BoardSize {
        columns: line(columns)?,
        rows: line(rows.unwrap_or(columns))?,
    })
}
