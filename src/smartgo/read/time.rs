//! Finds the unit of a time limit: minutes in Smart-Go, seconds in SGF. Many records do not name their format.

use crate::bracket::is_dialect;
use crate::bracket::syntax::TokenKind;
use crate::bracket::tokenizer;
use crate::model::{Color, Game, Id, NodeId, Value};
use crate::values::{Decimal, TimeLimit};

/// A clock among so many first moves of a player can show the unit.
const FIRST_MOVES: usize = 10;

/// The identifier of servers that spell it out.
const COPYRIGHT: &str = "CoPyright";

/// How the values of servers start that name the server.
const OF_SERVERS: [(&str, &str); 3] = [("US", "Brought to you by"), ("PC", "IGS"), ("PC", "NNGS")];

/// The unit of a time limit that is only a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TimeUnit {
    /// Minutes, because the record is in `FF[1]` or `FF[2]`.
    Minutes,
    /// Minutes. The text is the end of a sentence, and gives the reason.
    LikelyMinutes(&'static str),
    /// Seconds, as servers and `FF[4]` have them.
    Seconds,
    Unknown,
}

impl TimeUnit {
    /// Returns the unit in a game with its native properties. `text` is the text of the game.
    pub(super) fn of(game: &Game<'_>, text: &str) -> Self {
        match game.file_format {
            // Programs that name themselves wrote seconds into files of every number.
            Some(1 | 2) if !game.has(NodeId::ROOT, Id::Application) => Self::Minutes,
            None => limit(game).map_or(Self::Unknown, |limit| Self::likely(limit, game, text)),
            _ => Self::Unknown,
        }
    }

    /// Returns the unit in a record without FF. The clocks decide, then the header of Sina and `CyberOro`, then signs of servers
    /// and of programs of today, then signs of Smart Game Board.
    fn likely(limit: f64, game: &Game<'_>, text: &str) -> Self {
        let has = |is_sign: fn(&str) -> bool| {
            let properties = game.nodes().flat_map(|node| game.properties(node));
            let mut ids = properties.filter_map(|property| property.ident.standard());
            ids.any(|id| is_sign(id.facts().formats))
        };
        let has_later = || has(|formats| formats.contains('4') && !formats.contains('2'));
        let has_older = || has(|formats| !formats.contains('4'));
        if let Some(unit) = Self::of_clocks(limit, game) {
            unit
        } else if is_dialect(text) {
            Self::LikelyMinutes("because the record has the names of Sina and CyberOro")
        } else if has_later() || is_of_server(text) {
            Self::Seconds
        } else if has_older() || has_corners(game) || has_long_identifiers(text) {
            Self::LikelyMinutes("because the record looks like one of Smart Game Board")
        } else {
            Self::Unknown
        }
    }

    /// Returns the unit that the first clock of a player shows: after a few moves it has more than half of the time limit, and
    /// at most all of it.
    fn of_clocks(limit: f64, game: &Game<'_>) -> Option<Self> {
        let clocks = [(Color::Black, Id::TimeBlack), (Color::White, Id::TimeWhite)];
        clocks.into_iter().find_map(|(color, clock)| {
            let is_move = |node: &NodeId| game.mv(*node).is_some_and(|mv| mv.color == color);
            let mut moves = game.main_line().filter(is_move).take(FIRST_MOVES);
            let shown = moves.find_map(|node| game.text(node, clock))?;
            let shown = shown.trim().parse::<f64>().ok()? / limit;
            if shown > 0.5 && shown <= 1.0 {
                Some(Self::Seconds)
            } else if shown > 30.0 && shown <= 60.0 {
                Some(Self::LikelyMinutes("because the clocks show seconds"))
            } else {
                None
            }
        })
    }

    /// Returns whether the unit is taken to be minutes.
    pub(super) fn is_minutes(self) -> bool {
        matches!(self, Self::Minutes | Self::LikelyMinutes(_))
    }
}

/// Returns the time limit, if it is a number above zero.
fn limit(game: &Game<'_>) -> Option<f64> {
    let limit = game
        .nodes()
        .find_map(|node| game.text(node, Id::TimeLimit))?;
    let seconds = TimeLimit::parse_sgf(limit)?.seconds();
    let is_positive = seconds != Decimal::ZERO;
    is_positive.then(|| seconds.to_string().parse().ok())?
}

/// Returns whether a text is the record of a server: it has `CoPyright`, or a value that starts with the name of the server.
fn is_of_server(text: &str) -> bool {
    let mut ident = "";
    tokenizer::tokens(text).any(|token| match token.kind {
        TokenKind::Identifier => {
            ident = token.text;
            ident == COPYRIGHT
        }
        TokenKind::Value => {
            let is_of = |(name, start): &(&str, &str)| {
                *name == ident && token.text.trim_start().starts_with(start)
            };
            OF_SERVERS.iter().any(is_of)
        }
        _ => false,
    })
}

/// Returns whether a view is two corners.
fn has_corners(game: &Game<'_>) -> bool {
    let is_corners = |value: &Value<'_>| {
        let areas = match value {
            Value::Points(areas) => &**areas,
            _ => &[],
        };
        matches!(areas, [from, to] if from.is_single() && to.is_single())
    };
    let mut views = game.nodes().filter_map(|node| game.get(node, Id::View));
    views.any(is_corners)
}

/// Returns whether identifiers are spelled out: `GaMe`, `Black`.
fn has_long_identifiers(text: &str) -> bool {
    tokenizer::tokens(text).any(|token| {
        let has = |is: fn(&u8) -> bool| token.text.as_bytes().iter().any(is);
        token.kind == TokenKind::Identifier
            && token.text != COPYRIGHT
            && has(u8::is_ascii_uppercase)
            && has(u8::is_ascii_lowercase)
    })
}
