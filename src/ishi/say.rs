//! Turns the meaning of a node into its canonical lines. [`mean`](super::mean) is the inverse.
//!
//! A [`Replay`] has entered the node, unless a function states otherwise.

mod comment;
mod headers;
mod marks;
mod stones;
mod text;

pub(crate) use comment::unread_headers;
pub(super) use comment::{game_comment, marker};
pub(super) use stones::{hide, region, setup};

use std::borrow::Cow;

use super::line::{Block, Header, LARGEST_NUMBER, Line, Location, Play, Region};
use super::mean::ANSWER;
use super::role::Role;
use crate::format::charset::Charset;
use crate::model::{Game, Id, NodeId, Replay};
use crate::values::join_round;

use text::fit_line;

/// A node that has been entered, or a continuation that the replay starts with.
#[derive(Clone, Copy)]
pub(super) struct SaidNode<'n, 'a> {
    pub game: &'n Game<'a>,
    pub id: NodeId,
    pub role: Role,
    pub replay: &'n Replay,
    pub charset: Charset,
    /// The marker of the VAR line before the node.
    pub marker: Option<&'n str>,
}

/// Adds the lines of a node in the order of the file, given its HIDE line.
pub(super) fn lines(
    node: SaidNode<'_, '_>,
    hide: Option<Line<'static>>,
    lines: &mut Vec<Line<'static>>,
) {
    match node.role {
        Role::Event => event(node, lines),
        Role::Setup => apart(node, lines),
        Role::Continuation => continuation(node, lines),
        Role::Move => played(node, lines),
        Role::Diagram => diagram(node, hide, lines),
        Role::Empty => {}
    }
    let has_more = !node.game.properties(node.id).is_empty();
    if has_more && matches!(node.role, Role::Diagram | Role::Move) {
        marks_and_comment(node, lines);
    }
}

/// Returns the title of the event: `EV`, or `GN` if there is no `EV`, with the round (`RO`) after it.
pub(super) fn title(game: &Game<'_>, charset: Charset) -> String {
    let name = root_line(game, Id::Event).or_else(|| root_line(game, Id::GameName));
    let name = name.unwrap_or_default();
    let round = root_line(game, Id::Round);
    let title = round.and_then(|round| join_round(name, round));
    fit_line(title.as_deref().unwrap_or(name), charset).into_owned()
}

/// Returns the title of the further events of a game that was read.
pub(crate) fn continued_title(game: &Game<'_>) -> String {
    continued(game, Charset::Utf8)
}

fn continued(game: &Game<'_>, charset: Charset) -> String {
    let title = format!("{} (continued)", title(game, charset));
    title.trim().to_owned()
}

/// Returns the text of a property of the root, if it has letters.
fn root_line<'g>(game: &'g Game<'_>, id: Id) -> Option<&'g str> {
    let text = game.text(NodeId::ROOT, id).map(str::trim);
    text.filter(|text| !text.is_empty())
}

fn event(node: SaidNode<'_, '_>, lines: &mut Vec<Line<'static>>) {
    let SaidNode { game, charset, .. } = node;
    lines.push(Line::Event(title(game, charset).into()));
    lines.push(Line::BoardSize(game.size.rows));
    let unread = comment::header_lines(game);
    for &header in Header::ALL {
        let unread = unread.iter().filter(|(of, _)| *of == header);
        let texts = unread.map(|(_, text)| Cow::Borrowed(*text));
        let text = headers::to_line(header, game.properties(NodeId::ROOT));
        lines.extend(texts.chain(text.map(Cow::Owned)).map(|text| {
            let text = fit_line(&text, charset).into_owned();
            Line::Header(header, text.into())
        }));
    }
    let stones = setup(game, node.id);
    let comments = comment::event_comments(game, stones.is_some(), charset);
    if game.played(node.id).is_some() {
        // Name, comment and marks belong to the move.
        let about_game = usize::from(game_comment(game).is_some());
        let event = comments.event.into_iter().take(about_game);
        lines.extend(event.map(Line::Com));
        lines.extend(stones);
        played(node, lines);
        return marks_and_comment(node, lines);
    }
    let marks = marks::marks(game, node.id, node.replay);
    lines.extend(comments.event.into_iter().map(Line::Com));
    if stones.is_none() {
        return lines.extend(marks);
    }
    lines.extend(stones);
    lines.extend(comments.setup.map(Line::Com));
    lines.extend(marks);
}

/// A [`Role::Setup`] node is read as the setup of the event, so its comment comes before its marks too.
fn apart(node: SaidNode<'_, '_>, lines: &mut Vec<Line<'static>>) {
    lines.extend(setup(node.game, node.id));
    let comment = comment::comment(node);
    lines.extend(comment.map(Line::Com));
    lines.extend(marks::marks(node.game, node.id, node.replay));
}

/// A continuation is read as an event, so its comment comes before its marks too.
fn continuation(node: SaidNode<'_, '_>, lines: &mut Vec<Line<'static>>) {
    lines.push(Line::Event(continued(node.game, node.charset).into()));
    lines.push(Line::BoardSize(node.game.size.rows));
    lines.extend(stones::position(node.replay.board()));
    let comment = comment::comment(node);
    lines.extend(comment.map(Line::Com));
    lines.extend(marks::marks(node.game, node.id, node.replay));
}

/// Ishi's numbers start at 1 (specification, section 5.4,
/// keyword `B`), so number 0 is written as 1. A number above [`LARGEST_NUMBER`] is written as that number.
fn played(node: SaidNode<'_, '_>, lines: &mut Vec<Line<'static>>) {
    let Some(mv) = node.game.played(node.id) else {
        return;
    };
    let location = mv
        .point_on(node.game.size)
        .and_then(|point| Location::of(point, node.game.size));
    let play = location.map_or(Play::Pass, Play::At);
    let number = node.replay.number().clamp(1, LARGEST_NUMBER);
    lines.push(Line::Move(mv.color, number, play));
    lines.extend(stones::prisoners(node.replay));
}

/// Returns whether a node is a right answer to a problem: a first move after stones of both colours, with `TE[2]`.
fn is_answer(game: &Game<'_>, node: NodeId) -> bool {
    let is_very_good = game.text(node, Id::Tesuji).map(str::trim) == Some("2");
    let before = || std::iter::successors(game.parent(node), |at| game.parent(*at));
    let sets_up = |id| before().any(|at| game.has(at, id));
    is_very_good
        && game.played(node).is_some()
        && before().all(|at| game.mv(at).is_none())
        && sets_up(Id::AddBlack)
        && sets_up(Id::AddWhite)
}

/// A diagram from which play continues shows the position as it is.
fn diagram(node: SaidNode<'_, '_>, hide: Option<Line<'static>>, lines: &mut Vec<Line<'static>>) {
    if node.game.first_child(node.id).is_some() {
        return lines.push(Line::Diagram(Region::Full));
    }
    lines.push(Line::Diagram(region(node.game, node.id)));
    lines.extend(setup(node.game, node.id));
    lines.extend(hide);
}

fn marks_and_comment(node: SaidNode<'_, '_>, lines: &mut Vec<Line<'static>>) {
    lines.extend(marks::marks(node.game, node.id, node.replay));
    if is_answer(node.game, node.id) {
        lines.push(Line::User(Block {
            title: "".into(),
            body: vec![ANSWER.into()],
        }));
    }
    let comment = comment::comment(node);
    lines.extend(comment.map(Line::Com));
}
