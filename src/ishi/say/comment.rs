//! `N`, `C` and `GC` as COM blocks.

use std::borrow::Cow;

use super::text::{fit, fit_line};
use crate::charset::Charset;
use crate::ishi::line::Block;
use crate::model::Fact;
use crate::model::{Game, Id, NodeId};

/// The comments of an event: before its setup stones, and after them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EventComments {
    /// The blocks about the event as a whole: none, one, or the game comment `GC` and `C`.
    pub event: Vec<Block<'static>>,
    /// The block about the setup stones.
    pub setup: Option<Block<'static>>,
}

/// Returns the COM block of a node: `N` is the title, `C` the body.
///
/// A body of no lines under a title means that there is only `N`; so an empty `C` with an `N`
/// is one empty line.
pub fn comment(game: &Game<'_>, node: NodeId, charset: Charset) -> Option<Block<'static>> {
    let name = game.text(node, Id::Name);
    let text = game.text(node, Id::Comment);
    if name.is_none() && text.is_none() {
        return None;
    }
    let title = fit_line(name.unwrap_or_default(), charset).into_owned();
    let mut body = body(text.unwrap_or_default(), charset);
    if text.is_some() && body.is_empty() && !title.is_empty() {
        body.push(Cow::Borrowed(""));
    }
    Some(Block {
        title: title.into(),
        body,
    })
}

/// Returns the COM blocks of an event: `GC` is about the event; `N` with `C` is about the setup
/// stones if there are any and no fact contradicts that, else about the event too.
///
/// `has_setup` tells whether the event has SETUP lines.
pub fn event_comments(game: &Game<'_>, has_setup: bool, charset: Charset) -> EventComments {
    let root = NodeId::ROOT;
    let mut comments = EventComments::default();
    if let Some(text) = game.text(root, Id::GameComment) {
        let titled = game.has_fact(root, &Fact::CommentTitle);
        comments.event.push(game_comment(text, titled, charset));
    }
    let block = comment(game, root, charset);
    if has_setup && !game.has_fact(root, &Fact::EventComment) {
        comments.setup = block;
    } else {
        comments.event.extend(block);
    }
    comments
}

fn game_comment(text: &str, titled: bool, charset: Charset) -> Block<'static> {
    if !titled {
        return Block {
            title: Cow::Borrowed(""),
            body: body(text, charset),
        };
    }
    let (title, rest) = match text.split_once('\n') {
        Some((title, rest)) => (title, Some(rest)),
        None => (text, None),
    };
    let mut lines = body(rest.unwrap_or_default(), charset);
    if rest.is_some() && lines.is_empty() {
        lines.push(Cow::Borrowed(""));
    }
    Block {
        title: fit_line(title, charset).into_owned().into(),
        body: lines,
    }
}

/// Returns the body lines of a text; an empty text has none.
fn body(text: &str, charset: Charset) -> Vec<Cow<'static, str>> {
    let text = fit(text, charset);
    if text.is_empty() {
        return Vec::new();
    }
    text.split('\n')
        .map(|line| Cow::Owned(guarded(line, "ENDCOM")))
        .collect()
}

/// Returns a body line that cannot end its block: after `'` if its first word is the end word.
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
        comment(&game, node, Charset::Ascii).map(|block| lines(&block))
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
        game.add_detail(NodeId::ROOT, Fact::CommentTitle.into());
        game.add_detail(NodeId::ROOT, Fact::EventComment.into());
        let found = event_comments(&game, true, Charset::Ascii);
        assert_eq!(lines(&found.event[0]), ["t", "gc"]);
        assert_eq!(found.setup, None);
    }
}
