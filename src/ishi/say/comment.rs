//! `N`, `C` and `GC` as COM blocks.

use std::borrow::Cow;

use super::SaidNode;
use super::text::{fit, fit_line, with_escapes};
use crate::format::charset::Charset;
use crate::ishi::line::{Block, Header};
use crate::ishi::mean::comment::with_signs;
use crate::ishi::mean::headers::is_unread;
use crate::ishi::role::Role;
use crate::model::{Game, Id, NodeId, Value};

/// The comments of an event: before its setup stones, and after them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EventComments {
    /// The blocks about the event as a whole: at most one for `GC`, and at most one for `N` and `C`.
    pub event: Vec<Block<'static>>,
    /// The block about the setup stones.
    pub setup: Option<Block<'static>>,
}

/// Returns the marker of the variation that starts with a node: an `N` of one or two characters, as VAR can have it
/// (specification, section 5.4, VAR).
pub fn marker<'g>(game: &'g Game<'_>, node: NodeId) -> Option<&'g str> {
    let is_marker =
        |name: &&str| matches!(name.len(), 1 | 2) && name.bytes().all(|c| c.is_ascii_graphic());
    game.text(node, Id::Name).filter(is_marker)
}

/// Returns the COM block of a node: `N` is the title, unless it is the marker of VAR, `C` the body. In a diagram
/// without `N` the name of the figure is the title (`FG`).
///
/// A title without a body means that there is only `N`. So an empty `C` with an `N` becomes a body of one
/// empty line.
pub fn comment(node: SaidNode<'_, '_>) -> Option<Block<'static>> {
    if node.role == Role::Diagram
        && !node.game.has(node.id, Id::Name)
        && let Some(name) = figure_name(node.game, node.id)
    {
        return titled_comment(node.game, node.id, Some(name), node.charset);
    }
    let name = node.game.text(node.id, Id::Name);
    titled_comment(
        node.game,
        node.id,
        name.filter(|name| node.marker != Some(name)),
        node.charset,
    )
}

/// Returns the name of a figure, if it is not blank: `Dia 3` of `FG[1:Dia 3]`.
fn figure_name<'g>(game: &'g Game<'_>, node: NodeId) -> Option<&'g str> {
    match game.get(node, Id::Figure)? {
        Value::Pair(pair) if !pair.1.trim().is_empty() => Some(&pair.1),
        _ => None,
    }
}

fn titled_comment(
    game: &Game<'_>,
    node: NodeId,
    name: Option<&str>,
    charset: Charset,
) -> Option<Block<'static>> {
    let text = game.text(node, Id::Comment);
    if name.is_none() && text.is_none() {
        return None;
    }
    let title = title(name.unwrap_or_default(), charset);
    let mut body = body(text.unwrap_or_default(), charset);
    if text.is_some() && body.is_empty() && !title.is_empty() {
        body.push(Cow::Borrowed(""));
    }
    Some(Block {
        title: title.into(),
        body,
    })
}

/// Returns the COM blocks of an event. `GC` is about the event. `N` with `C` is about the setup stones if there are
/// any, otherwise about the event too.
pub fn event_comments(game: &Game<'_>, has_setup: bool, charset: Charset) -> EventComments {
    let root = NodeId::ROOT;
    let mut comments = EventComments::default();
    if let Some(text) = game_comment(game) {
        comments.event.push(Block {
            title: Cow::Borrowed(""),
            body: body(text, charset),
        });
    }
    let name = game.text(root, Id::Name);
    let block = titled_comment(game, root, name, charset);
    if has_setup {
        comments.setup = block;
    } else {
        comments.event.extend(block);
    }
    comments
}

/// Returns the game comment without the header lines at its end.
pub fn game_comment<'g>(game: &'g Game<'_>) -> Option<&'g str> {
    parts(game).0
}

/// Returns the header lines at the end of the game comment, with their texts. They are there because the reader puts
/// header lines that it does not understand into the game comment.
pub fn header_lines<'g>(game: &'g Game<'_>) -> Vec<(Header, &'g str)> {
    parts(game).1
}

/// Returns the header lines at the end of the game comment as one text, empty if there are no such lines.
pub(crate) fn unread_headers(game: &Game<'_>) -> String {
    let lines = header_lines(game).into_iter();
    let lines: Vec<_> = lines
        .map(|(header, text)| format!("{} {text}", header.keyword()))
        .collect();
    lines.join("\n")
}

fn parts<'g>(game: &'g Game<'_>) -> (Option<&'g str>, Vec<(Header, &'g str)>) {
    let text = game.text(NodeId::ROOT, Id::GameComment);
    let (mut rest, mut lines) = (text, Vec::new());
    while let Some(text) = rest {
        let (before, line) = match text.rsplit_once('\n') {
            Some((before, line)) => (Some(before), line),
            None => (None, text),
        };
        let Some(line) = header_line(line) else {
            break;
        };
        lines.push(line);
        rest = before;
    }
    lines.reverse();
    (rest, lines)
}

/// Reads a line as a header line that the reader did not understand. Returns `None` for other lines.
fn header_line(line: &str) -> Option<(Header, &str)> {
    let (keyword, text) = line.split_once(' ')?;
    let mut headers = Header::ALL.iter().copied();
    let header = headers.find(|header| header.keyword() == keyword)?;
    (text.trim() == text && is_unread(header, text)).then_some((header, text))
}

/// Returns the title of a COM block.
fn title(text: &str, charset: Charset) -> String {
    with_one_spelling(fit_line(&with_escapes(text), charset)).into_owned()
}

/// Returns the body lines of a text, no line for an empty text.
fn body(text: &str, charset: Charset) -> Vec<Cow<'static, str>> {
    let text = with_escapes(text);
    let text = with_one_spelling(fit(&text, charset));
    if text.is_empty() {
        return Vec::new();
    }
    text.split('\n')
        .map(|line| Cow::Owned(guarded(line, "ENDCOM")))
        .collect()
}

/// Returns a text with its signs in lower case, `\S` -> `\s`: a reader turns both into `■`, and `■` is written as `\s`.
fn with_one_spelling(text: Cow<'_, str>) -> Cow<'_, str> {
    if !text.contains('\\') {
        return text;
    }
    Cow::Owned(with_escapes(&with_signs(text)).into_owned())
}

/// Returns a body line that cannot end its block: `ENDCOM x` -> `'ENDCOM x` if `end` is `ENDCOM`.
fn guarded(line: &str, end: &str) -> String {
    let first = line.split_whitespace().next().unwrap_or_default();
    if first.eq_ignore_ascii_case(end) {
        return format!("'{line}");
    }
    line.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Property;

    fn block(properties: &[(Id, &str)]) -> Option<Vec<String>> {
        let mut game = Game::new();
        let node = game.add_child(NodeId::ROOT);
        for (id, text) in properties {
            game.add_property(node, Property::text(*id, (*text).to_owned()));
        }
        let name = game.text(node, Id::Name);
        titled_comment(&game, node, name, Charset::Ascii).map(|block| lines(&block))
    }

    fn lines(block: &Block<'_>) -> Vec<String> {
        std::iter::once(&block.title)
            .chain(&block.body)
            .map(ToString::to_string)
            .collect()
    }

    #[test]
    fn says_name_and_comment() {
        let some = |lines: &[&str]| Some(lines.iter().map(ToString::to_string).collect());
        assert_eq!(block(&[]), None);
        assert_eq!(block(&[(Id::Comment, "")]), some(&[""]));
        assert_eq!(
            block(&[(Id::Comment, "a\n\nb\n")]),
            some(&["", "a", "", "b", ""])
        );
        assert_eq!(block(&[(Id::Name, "n")]), some(&["n"]));
        assert_eq!(
            block(&[(Id::Name, "n"), (Id::Comment, "")]),
            some(&["n", ""])
        );
        assert_eq!(
            block(&[(Id::Comment, "ENDCOM x\n  endcom\nENDCOMS")]),
            some(&["", "'ENDCOM x", "'  endcom", "ENDCOMS"])
        );
    }

    #[test]
    fn a_sign_has_one_spelling() {
        for (text, said) in [
            ("\\S \\T.", "\\s \\t."),
            ("■ ▲.", "\\s \\t."),
            ("C:\\Temp \\S1", "C:\\Temp \\S1"),
            // In ASCII the character for private use between them is left out.
            ("\\\u{f8ff}S", "\\s"),
        ] {
            let lines = block(&[(Id::Name, text), (Id::Comment, text)]);
            assert_eq!(lines, Some(vec![said.to_owned(), said.to_owned()]));
        }
    }

    #[test]
    fn places_the_comments_of_an_event() {
        let mut game = Game::new();
        game.add_property(NodeId::ROOT, Property::text(Id::GameComment, "t\ngc"));
        game.add_property(NodeId::ROOT, Property::text(Id::Comment, "c"));
        let found = event_comments(&game, true, Charset::Ascii);
        assert_eq!(lines(&found.event[0]), ["", "t", "gc"]);
        assert_eq!(
            found.setup.as_ref().map(lines),
            Some(vec![String::new(), "c".into()])
        );
        assert_eq!(event_comments(&game, false, Charset::Ascii).event.len(), 2);
    }
}
