//! Single properties as `FF[4]` writes them: `LB[pd:a\]b]`.

use std::borrow::Cow;

use memchr::memchr;

use super::syntax::{self, Token, TokenKind};
use super::text::{self, Escapes};
use super::tokenizer::signs_of_damage;
use super::typed::{self, Context, push_area, push_point};
use super::words::{self, Class};
use crate::diagnostic::Diagnostics;
use crate::model::{
    BoardSize, Color, GO, GameKind, Id, Ident, Move, Place, Property, Value, ValueType,
};
use crate::values::is_fox;

/// Returns a property as `FF[4]` writes it: identifier, values in brackets, escapes
/// (SGF `FF[4]`, sections 2.1 and 3).
///
/// [`parse_property`] is the inverse.
pub fn property_text(property: &Property<'_>) -> String {
    let mut text = String::new();
    push_property(&mut text, property);
    text
}

/// Returns a move as `FF[4]` writes it: `B[pd]`, `W[]` for a pass (section 3.5).
///
/// There are no letters for a place that could not be read; it is written like a pass.
pub fn move_text(mv: Move) -> String {
    let mut text = Vec::with_capacity(5);
    push_move(&mut text, mv);
    // A move is in ASCII.
    String::from_utf8(text).unwrap_or_default()
}

/// Reads one property of a game of Go, without other text around it.
///
/// Values of another type are [`Value::Raw`]. Returns `None` if the text is not a property, if only some of
/// its values are of the type, or if a property with one value has several.
pub fn parse_property(text: &str, size: BoardSize) -> Option<Property<'static>> {
    let (ident, values) = parse(text)?;
    property_of(ident, &values, size)
}

/// Returns the property of an identifier in capitals and its values, as [`parse_property`] does.
pub(super) fn property_of(
    ident: Ident,
    values: &[Token<'_>],
    size: BoardSize,
) -> Option<Property<'static>> {
    let context = context(size);
    let log = &mut Diagnostics::new();
    let raw = || Value::Raw(values.iter().map(|value| context.verbatim(value)).collect());
    let Some(id) = ident.standard() else {
        return Some(Property::new(ident, raw()).into_owned());
    };
    // These belong to the game, the file or a move; as properties they have no effect.
    if matches!(
        id,
        Id::FileFormat | Id::GameKind | Id::Size | Id::Charset | Id::Black | Id::White
    ) {
        return Some(Property::new(id, raw()).into_owned());
    }
    let value = match context.list(id, values, log) {
        Some((Some(value), rest)) => rest.is_empty().then_some(value)?,
        Some((None, _)) => raw(),
        None => match values {
            [value] => context.single(id, value, log).unwrap_or_else(raw),
            _ => return None,
        },
    };
    Some(Property::new(id, value).into_owned())
}

/// Reads one property of a game other than Go, without other text around it: all values are [`Value::Raw`].
/// Returns `None` if the text is not a property.
pub fn parse_raw_property(text: &str) -> Option<Property<'static>> {
    let (ident, values) = parse(text)?;
    let context = context(BoardSize::DEFAULT);
    let values = values.iter().map(|value| context.verbatim(value)).collect();
    Some(Property::new(ident, Value::Raw(values)).into_owned())
}

/// Reads a move, without other text around it; `tt` is a pass up to 19x19.
///
/// Returns `None` if the text is not a move or its place cannot be read.
pub fn parse_move(text: &str, size: BoardSize) -> Option<Move> {
    if !text.starts_with(['B', 'W']) {
        return None;
    }
    let (ident, values) = parse(text)?;
    let color = match ident.standard()? {
        Id::Black => Color::Black,
        Id::White => Color::White,
        _ => return None,
    };
    let [value] = values.as_slice() else {
        return None;
    };
    let place = context(size).place(value, &mut Diagnostics::new())?;
    Some(Move { color, place })
}

fn parse(text: &str) -> Option<(Ident, Vec<Token<'_>>)> {
    let mut values = syntax::property(text)?;
    let first = values.remove(0);
    // Where a record has small letters, its reader has left them out.
    let is_small = |byte: u8| byte.is_ascii_lowercase();
    let is_ident = first.kind == TokenKind::Identifier && !first.text.bytes().any(is_small);
    is_ident.then(|| (Ident::from(first.text), values))
}

fn context(size: BoardSize) -> Context {
    Context {
        size,
        escapes: Escapes::Sgf,
        has_free_forms: false,
        node: 0,
    }
}

/// Appends a property.
pub(crate) fn push_property(out: &mut String, property: &Property<'_>) {
    let mut first = true;
    for_each_value(property, |value| {
        if std::mem::take(&mut first) {
            out.push_str(property.ident.as_str());
        }
        out.push('[');
        out.push_str(value);
        out.push(']');
    });
}

/// Appends a move, and nothing if its place could not be read.
#[inline]
pub(crate) fn push_move(out: &mut Vec<u8>, mv: Move) {
    let color = match mv.color {
        Color::Black => b'B',
        Color::White => b'W',
    };
    match mv.place {
        Place::Point(point) => {
            let [column, row] = [point.column, point.row].map(typed::line_to_letter);
            out.extend_from_slice(&[color, b'[', column, row, b']']);
        }
        Place::Pass => out.extend_from_slice(&[color, b'[', b']']),
        Place::Unreadable => {}
    }
}

/// Calls `each` with the text between the brackets of each value.
pub(crate) fn for_each_value(property: &Property<'_>, mut each: impl FnMut(&str)) {
    let mut buffer = String::new();
    let mut with = |write: &mut dyn FnMut(&mut String)| {
        buffer.clear();
        buffer.reserve(16);
        write(&mut buffer);
        each(&buffer);
    };
    match &property.value {
        Value::Text(text) => each(&text::escape(text, is_composed(&property.ident))),
        // Other programs look for this name without a colon.
        Value::Pair(pair) if pair.1.is_empty() && is_fox(property) => {
            each(&text::escape(&pair.0, true));
        }
        Value::Pair(pair) => with(&mut |out| {
            out.push_str(&text::escape(&pair.0, true));
            out.push(':');
            out.push_str(&text::escape(&pair.1, true));
        }),
        Value::Points(areas) if areas.is_empty() => each(""),
        Value::Points(areas) => {
            for area in areas {
                with(&mut |out| push_area(out, *area));
            }
        }
        Value::Labels(labels) => {
            for label in labels.iter() {
                with(&mut |out| {
                    push_point(out, label.point);
                    out.push(':');
                    out.push_str(&text::escape(&label.text, true));
                });
            }
        }
        Value::Lines(lines) => {
            for (from, to) in lines {
                with(&mut |out| {
                    push_point(out, *from);
                    out.push(':');
                    push_point(out, *to);
                });
            }
        }
        Value::Raw(values) => values.iter().for_each(|value| each(value)),
    }
}

/// Returns a value so that a reader takes it for one: where an opening bracket in it would be a sign that a bracket is
/// missing, or there twice, an escape makes it text.
pub(crate) fn guarded<'v>(ident: &Ident, value: &'v str, kind: GameKind) -> Cow<'v, str> {
    if memchr(b'[', value.as_bytes()).is_none() {
        return Cow::Borrowed(value);
    }
    let is_text = kind != GO || words::class(ident.as_str().as_bytes()) == Class::Text;
    // In a text only a bracket after a semicolon is such a sign.
    if is_text && memchr(b';', value.as_bytes()).is_none() {
        return Cow::Borrowed(value);
    }
    let signs = signs_of_damage(value, is_text);
    if signs.is_empty() {
        return Cow::Borrowed(value);
    }
    let mut guarded = String::with_capacity(value.len() + signs.len());
    let mut from = 0;
    for at in signs {
        guarded.push_str(value.get(from..at).unwrap_or(""));
        guarded.push('\\');
        from = at;
    }
    guarded.push_str(value.get(from..).unwrap_or(""));
    Cow::Owned(guarded)
}

/// Returns whether a property that is not understood has a value that a reader would take for two.
pub(crate) fn looks_damaged(property: &Property<'_>, kind: GameKind) -> bool {
    let Value::Raw(values) = &property.value else {
        return false;
    };
    let mut values = values.iter();
    values.any(|value| guarded(&property.ident, value, kind) != *value)
}

/// Returns whether a colon would cut the value of this property in two.
fn is_composed(ident: &Ident) -> bool {
    ident
        .standard()
        .is_some_and(|id| id.value_type() == ValueType::Pair)
}

/// Returns one value as `FF[4]` writes it between brackets, for messages.
pub fn value_text<'v>(property: &'v Property<'_>) -> Cow<'v, str> {
    if let Value::Text(text) = &property.value {
        return text::escape(text, is_composed(&property.ident));
    }
    let mut all = String::new();
    for_each_value(property, |value| {
        if !all.is_empty() {
            all.push_str("][");
        }
        all.push_str(value);
    });
    Cow::Owned(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Point;

    fn round(text: &str) -> Option<String> {
        parse_property(text, BoardSize::DEFAULT).map(|property| property_text(&property))
    }

    #[test]
    fn properties_come_back() {
        for text in [
            "C[]",
            "C[a\\]b\\\\c:d\ne]",
            "PB[]",
            "LB[pd:a\\]b][aa:x\\:y][ZZ:]",
            "TB[]",
            "AB[pd][aa:cc][zZ]",
            "AR[aa:bb][bb:aa]",
            "AP[a\\:b:c\\:d]",
            "AP[a\\:b:]",
            "FG[]",
            "FG[257:name]",
            "FG[name]",
            "KM[6.50]",
            "KM[six]",
            "MN[+3]",
            "KO[]",
            "PL[B]",
            "PL[black]",
            "GB[2]",
            "EX[pd]",
            "KK[a\\]b][ ]",
            "A1[x]",
            "MI[length:7][game:1]",
        ] {
            assert_eq!(round(text).as_deref(), Some(text));
        }
    }

    #[test]
    fn texts_get_their_escapes() {
        for (text, expected) in [
            ("C[a\\:b]", "C[a:b]"),
            ("N[a\nb]", "N[a b]"),
            ("AB [a a]\n[cc:aa]", "AB[aa][aa:cc]"),
            ("LB[a a:x:y]", "LB[aa:x\\:y]"),
            ("KM[ 5. ]", "KM[5]"),
            ("AP[a]", "AP[a:]"),
            ("TR[C3]", "TR[cq]"),
            ("C[a [15k]: b]", "C[a [15k\\]: b]"),
        ] {
            assert_eq!(round(text).as_deref(), Some(expected));
        }
    }

    #[test]
    fn brackets_in_values_that_are_no_texts_are_guarded() {
        for (ident, value, expected) in [
            ("DT", "1990B[", "1990B\\["),
            ("DT", "1990B\\[[", "1990B\\[["),
            ("RE", "B+3 [x\\]", "B+3 [x\\]"),
            ("V", "aa[b[", "aa\\[b["),
            ("C", "1B[", "1B["),
            ("C", "[x]\n;B[aa", "[x]\n;B\\[aa"),
            ("C", "x\\];B[aa", "x\\];B\\[aa"),
            ("C", "x (;FF[4", "x (;FF\\[4"),
        ] {
            assert_eq!(guarded(&Ident::from(ident), value, GO), expected);
        }
    }

    #[test]
    fn other_texts_are_no_properties() {
        for text in [
            "",
            "BR",
            "BR ",
            "[aa]",
            "C[a",
            "C[a]b",
            "C[a]N[b]",
            "PB[a][b]",
            "AB[aa][19]",
            ";C[a]",
        ] {
            assert_eq!(round(text), None, "{text:?}");
        }
    }

    #[test]
    fn moves_come_back() {
        let at = |text| parse_move(text, BoardSize::DEFAULT);
        for text in ["B[pd]", "W[]", "B[zZ]"] {
            assert_eq!(at(text).map(move_text).as_deref(), Some(text));
        }
        assert_eq!(at("B[tt]"), Some(Move::pass(Color::Black)));
        assert_eq!(
            parse_move("B[tt]", BoardSize::square(21)),
            Some(Move::at(Color::Black, Point::new(19, 19)))
        );
        for text in ["B[pd][dp]", "AB[pd]", "B[q33]", "B"] {
            assert_eq!(at(text), None, "{text:?}");
        }
    }

    #[test]
    fn properties_of_the_game_and_its_moves_stay_as_they_are() {
        for text in [
            "FF[4]",
            "GM[1]",
            "SZ[9]",
            "SZ[9:13]",
            "SZ[9][13]",
            "CA[UTF-8]",
            "B[aa]",
            "W[]",
        ] {
            let property = parse_property(text, BoardSize::DEFAULT).unwrap();
            assert!(matches!(property.value, Value::Raw(_)), "{property:?}");
            assert_eq!(property_text(&property), text);
        }
    }

    #[test]
    fn properties_of_other_games_stay_as_they_are() {
        for text in ["C[a\\]b]", "C[a][b]", "AB[aa:bb]", "KM[ 5. ]"] {
            let property = parse_raw_property(text).unwrap();
            assert!(matches!(property.value, Value::Raw(_)), "{property:?}");
            assert_eq!(property_text(&property), text);
        }
        for text in ["Comment[a]", "C[a", "C", "(;C[a])"] {
            assert_eq!(parse_raw_property(text), None, "{text}");
            assert_eq!(round(text), None, "{text}");
        }
    }

    #[test]
    fn the_letters_of_a_pass_are_a_point_if_a_side_has_more_than_19_lines() {
        let point = Some(Move::at(Color::White, Point::new(19, 19)));
        let pass = Some(Move::pass(Color::White));
        for ((columns, rows), expected) in [
            ((19, 19), pass),
            ((9, 19), pass),
            ((20, 19), point),
            ((19, 20), point),
        ] {
            let size = BoardSize { columns, rows };
            assert_eq!(parse_move("W[tt]", size), expected, "{size:?}");
            assert_eq!(
                parse_move("W[ts]", size),
                Some(Move::at(Color::White, Point::new(19, 18)))
            );
        }
        for text in ["Black[aa]", "BM[1]", "C[aa]"] {
            assert_eq!(parse_move(text, BoardSize::DEFAULT), None, "{text}");
        }
    }

    #[test]
    fn values_are_shown_as_they_are_written() {
        for (text, expected) in [
            ("C[a\\]b:c]", "a\\]b:c"),
            ("AB[aa][bb:cc][dd]", "aa][bb:cc][dd"),
            ("LB[aa:x][bb:y\\:]", "aa:x][bb:y\\:"),
            ("AR[aa:bb]", "aa:bb"),
            ("AP[a\\:b:1]", "a\\:b:1"),
            ("TB[]", ""),
            ("KM[six]", "six"),
        ] {
            let property = parse_property(text, BoardSize::DEFAULT).unwrap();
            assert_eq!(value_text(&property), expected, "{text}");
        }
        assert_eq!(value_text(&Property::text(Id::Figure, "a:b")), "a\\:b");
    }

    #[test]
    fn a_value_that_a_reader_takes_for_two_looks_damaged() {
        let raw = |values: &[&'static str]| {
            Value::Raw(values.iter().map(|value| (*value).into()).collect())
        };
        for (ident, value, in_go, in_others) in [
            ("XX", raw(&["a", "x;B[aa"]), true, true),
            ("XX", raw(&["a", "x;b[aa"]), false, false),
            ("XX", raw(&["a[b"]), false, false),
            ("V", raw(&["1", "aa[b"]), true, false),
            ("V", raw(&["aa\\[b"]), false, false),
            ("V", Value::Text("aa[b".into()), false, false),
        ] {
            let property = Property::new(Ident::from(ident), value);
            assert_eq!(looks_damaged(&property, GO), in_go, "{property:?}");
            assert_eq!(looks_damaged(&property, 6), in_others, "{property:?}");
        }
    }
}
