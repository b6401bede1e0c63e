//! The errors of a conversion.

use std::io;

use thiserror::Error;

use super::{Finding, rules};
use crate::diagnostic::{Diagnostic, Diagnostics, Rule};
use crate::format::Refusal;
use crate::format::charset::Unencodable;
use crate::model::words::{counted, debug_as_display};
use crate::source::{SourceError, reason};

/// A game that cannot exist in the target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The number of the game, from 1.
    pub game: usize,
    /// The reason.
    pub refusal: Refusal,
}

/// The reason why a conversion fails. Its output must not be used.
#[derive(Error)]
pub enum ConvertError {
    /// The source cannot be read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The source has no game.
    #[error("there is no game in it")]
    NoGame,
    /// The source has fewer games than the number asked for.
    #[error("there is no game {wanted}: it has {games}")]
    NoSuchGame {
        /// The number of the game asked for, from 1.
        wanted: usize,
        /// How many games there are.
        games: usize,
    },
    /// Games cannot exist in the target.
    #[error("{}", refused(.0))]
    Refused(Vec<Refused>),
    /// A game does not come back from the output as it was.
    #[error("the result was read back and is not the same: game {game}, {difference}")]
    NotProven {
        /// The number of the game, from 1.
        game: usize,
        /// The number of the node in its game from 0, if it is about a node.
        node: Option<usize>,
        /// The difference: the node and both values.
        difference: String,
    },
    /// The games of the output do not come apart where they were put together.
    #[error("the result was read back and has {} instead of {written}", counted(*.found, "game"))]
    Boundaries {
        /// How many games were written.
        written: usize,
        /// How many games were read back.
        found: usize,
    },
    /// The output has a character that its charset does not have.
    #[error("game {game} cannot be written: {source}")]
    Unencodable {
        /// The number of the game, from 1.
        game: usize,
        /// The character.
        source: Unencodable,
    },
    /// The charset of the games before it lacks a character of a game, and they share a file.
    #[error("game {game} cannot be written in the charset of the games before it: {source}")]
    OtherCharset {
        /// The number of the game, from 1.
        game: usize,
        /// The character.
        source: Unencodable,
    },
    /// There was something that strict conversion does not accept.
    #[error("strict: {}", strict(*.findings, *.lost))]
    Strict {
        /// How many errors and warnings were reported.
        findings: usize,
        /// How many constructs are not in the output.
        lost: usize,
    },
    /// The sink failed.
    #[error("cannot be written: {}", reason(.0))]
    Write(#[source] io::Error),
}

debug_as_display!(ConvertError);

impl ConvertError {
    /// Returns the error with the number of its game, from 1 in the source, in place of the number
    /// in its unit.
    pub(super) fn in_game(mut self, number: usize) -> Self {
        if let Self::NotProven { game, .. }
        | Self::Unencodable { game, .. }
        | Self::OtherCharset { game, .. } = &mut self
        {
            *game = number;
        }
        self
    }

    /// Returns the error of a game that was written in the charset of the games before it.
    pub(super) fn in_earlier_charset(self) -> Self {
        match self {
            Self::Unencodable { game, source } => Self::OtherCharset { game, source },
            other => other,
        }
    }

    /// Returns the rule that the failure falls under.
    pub fn rule(&self) -> &'static Rule {
        match self {
            Self::Source(SourceError::NoRecord(_)) => &rules::NO_RECORD,
            Self::Source(SourceError::Io(_)) => &rules::UNREADABLE,
            Self::NoGame | Self::NoSuchGame { .. } => &rules::NO_GAME,
            Self::Refused(_) => &rules::REFUSED,
            Self::NotProven { .. } | Self::Boundaries { .. } => &rules::NOT_PROVEN,
            Self::Unencodable { .. } | Self::OtherCharset { .. } => &rules::UNENCODABLE,
            Self::Strict { .. } => &rules::NOT_STRICT,
            Self::Write(error) if error.kind() == io::ErrorKind::AlreadyExists => &rules::OCCUPIED,
            Self::Write(_) => &rules::NOT_WRITTEN,
        }
    }

    /// Returns the failure as findings: one for each game that is refused, up to
    /// [`Diagnostics::LIMIT`], one for any other failure.
    pub fn findings(&self) -> Vec<Finding> {
        let finding = |message: String, game, node| Finding {
            diagnostic: Diagnostic {
                node,
                ..Diagnostic::new(self.rule(), message)
            },
            game,
            place: None,
        };
        match self {
            Self::Refused(games) => games
                .iter()
                .take(Diagnostics::LIMIT)
                .map(|refused| finding(refused.refusal.to_string(), Some(refused.game), None))
                .collect(),
            Self::NotProven { game, node, .. } => {
                vec![finding(self.to_string(), Some(*game), *node)]
            }
            Self::Unencodable { game, .. } | Self::OtherCharset { game, .. } => {
                vec![finding(self.to_string(), Some(*game), None)]
            }
            _ => vec![finding(self.to_string(), None, None)],
        }
    }
}

/// Returns the reasons why games are refused, in one line.
pub(crate) fn refused(games: &[Refused]) -> String {
    let lines: Vec<_> = games
        .iter()
        .take(20)
        .map(|refused| format!("game {}: {}", refused.game, refused.refusal))
        .collect();
    let more = games.len().saturating_sub(lines.len());
    let more = if more > 0 {
        format!("; and {more} more")
    } else {
        String::new()
    };
    format!("{}{more}", lines.join("; "))
}

fn strict(findings: usize, lost: usize) -> String {
    let mut parts = Vec::new();
    match findings {
        0 => {}
        1 => parts.push("one error or warning".to_owned()),
        count => parts.push(format!("{count} errors and warnings")),
    }
    if lost > 0 {
        parts.push(format!("{lost} lost"));
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Format;
    use crate::format::Refusal;

    #[test]
    fn a_strict_conversion_tells_findings_and_losses() {
        for (findings, lost, expected) in [
            (1, 0, "strict: one error or warning"),
            (2, 0, "strict: 2 errors and warnings"),
            (0, 1, "strict: 1 lost"),
            (1, 2, "strict: one error or warning, 2 lost"),
        ] {
            let error = ConvertError::Strict { findings, lost };
            assert_eq!(error.to_string(), expected);
        }
    }

    #[test]
    fn twenty_refused_games_are_named_and_the_others_counted() {
        let format = Format::Ishi;
        for (count, more) in [
            (1, ""),
            (20, ""),
            (21, "; and 1 more"),
            (45, "; and 25 more"),
        ] {
            let refusal = Refusal::Kind { format, kind: 6 };
            let games = (1..=count).map(|game| Refused {
                game,
                refusal: refusal.clone(),
            });
            let error = ConvertError::Refused(games.collect());
            let named = (1..=count.min(20)).map(|game| format!("game {game}: {refusal}"));
            let named: Vec<_> = named.collect();
            assert_eq!(error.to_string(), format!("{}{more}", named.join("; ")));
            let findings = error.findings();
            assert_eq!(findings.len(), count.min(Diagnostics::LIMIT));
            for (number, finding) in (1..).zip(findings) {
                assert_eq!(finding.game, Some(number));
                assert_eq!(finding.diagnostic.message, refusal.to_string());
            }
        }
    }

    #[test]
    fn an_error_has_the_number_of_its_game_in_the_source() {
        let difference = "its tree".to_owned();
        let error = ConvertError::NotProven {
            game: 1,
            node: Some(4),
            difference,
        };
        let [finding] = <[_; 1]>::try_from(error.in_game(7).findings()).unwrap();
        assert_eq!((finding.game, finding.diagnostic.node), (Some(7), Some(4)));
        assert_eq!(
            finding.diagnostic.message,
            "the result was read back and is not the same: game 7, its tree"
        );
        assert_eq!(ConvertError::NoGame.in_game(7).findings()[0].game, None);
    }
}
