//! The one list of the reader, writer and splitter of each format.

use crate::bracket::tokenizer::start_of_game;
use crate::diagnostic::Diagnostics;
use crate::format::account::Books;
use crate::format::piece::Cut;
use crate::format::{Format, Refusal, WriteOptions};
use crate::model::Game;
use crate::{bracket, ishi, sgf, smartgo};

/// Finds where games end in the text of a record.
pub(crate) enum Splitter {
    Bracketed(bracket::tokenizer::Tokenizer),
    Ishi(ishi::split::SplitState),
}

impl Splitter {
    pub(crate) fn new(format: Format) -> Self {
        match format {
            Format::Ishi => Self::Ishi(ishi::split::SplitState::default()),
            Format::SmartGo | Format::Sgf => {
                Self::Bracketed(bracket::tokenizer::Tokenizer::default())
            }
        }
    }

    /// Returns the length of the first game in `text`. Returns `None` if it is not complete (and more text
    /// can come), or if there is no game.
    ///
    /// Between calls the text may only grow, until a length was returned. The next text starts so many bytes
    /// later.
    pub(crate) fn next_unit(&mut self, text: &str, at_end: bool) -> Option<usize> {
        match self {
            // The line end after the last game is no separate text; neither is a Control-Z.
            Self::Bracketed(_) if at_end && text.chars().all(is_blank) => None,
            Self::Bracketed(state) => state.next_unit(text.as_bytes(), at_end),
            Self::Ishi(state) => ishi::split::next_unit(text.as_bytes(), at_end, state),
        }
    }

    /// Returns how many bytes of the text wait for more, so that to read fewer would be of little use.
    pub(crate) fn pending(&self, text: &str) -> usize {
        match self {
            Self::Bracketed(state) => state.pending(text.as_bytes()),
            Self::Ishi(_) => 0,
        }
    }
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control()
}

/// Returns whether a unit has a game. Text after the last game of a bracketed format has none.
pub(crate) fn has_game(format: Format, unit: &str) -> bool {
    match format {
        Format::Ishi => true,
        Format::SmartGo | Format::Sgf => start_of_game(unit.as_bytes()).is_some(),
    }
}

/// Reads the games of one unit.
pub(crate) fn read<'a>(format: Format, text: &'a str, log: &mut Diagnostics) -> Vec<Game<'a>> {
    let games = read_as_written(format, text, log, |_, _| {});
    log.fill_addresses(&games);
    games
}

/// Reads the games of one unit, and calls `look` with the game of a bracketed format as it is written: in Smart-Go before its
/// properties get their meaning in `FF[4]`. The findings have no addresses yet.
pub(crate) fn read_as_written<'a>(
    format: Format,
    text: &'a str,
    log: &mut Diagnostics,
    look: impl FnOnce(&Game<'a>, &mut Diagnostics),
) -> Vec<Game<'a>> {
    #[cfg(feature = "planted-panic")]
    assert!(!text.contains("a planted panic"), "planted");
    match format {
        Format::Ishi => ishi::read(text, log),
        Format::SmartGo => smartgo::read(text, log, look),
        Format::Sgf => {
            let games = sgf::read(text, log);
            if let [game] = &*games {
                look(game, log);
            }
            games
        }
    }
}

/// Reads the games of one unit, and cuts the text of each into pieces.
pub(crate) fn pieces(format: Format, text: &str) -> (Vec<Game<'_>>, Vec<Cut>) {
    with_pieces(format, text, &mut Diagnostics::ignored(), |cuts| cuts)
}

/// Returns the tree and the moves of each game of one unit, and cuts the text of each into pieces.
pub(crate) fn outlines(format: Format, text: &str) -> (Vec<Game<'_>>, Vec<Cut>) {
    match format {
        Format::Ishi => ishi::pieces::outlines(text),
        Format::SmartGo | Format::Sgf => pieces(format, text),
    }
}

/// Reads the games of one unit, and calls `take` with their pieces. In Ishi `take` runs before the games are made, because
/// pieces and games together need much memory, and findings are reported in `log`, without their addresses.
pub(crate) fn with_pieces<'a, T>(
    format: Format,
    text: &'a str,
    log: &mut Diagnostics,
    take: impl FnOnce(Vec<Cut>) -> T,
) -> (Vec<Game<'a>>, T) {
    if format == Format::Ishi {
        return ishi::pieces::read_with_pieces(text, log, take);
    }
    let mut log = Diagnostics::ignored().and_places();
    let games = read(format, text, &mut log);
    let cuts = vec![bracket::pieces::pieces(text, &log)];
    (games, take(cuts))
}

/// Returns how many bytes the points of a canonical text take at least, if the format writes rectangles point by point.
pub(crate) fn bytes_of_points(format: Format, game: &Game<'_>) -> usize {
    match format {
        Format::SmartGo => smartgo::bytes_of_points(game),
        Format::Ishi | Format::Sgf => 0,
    }
}

/// Books the bytes of one unit, as if all of them were read.
pub(crate) fn book(format: Format, text: &str, books: &mut Books) {
    match format {
        Format::Ishi => ishi::book::book(text, books),
        Format::SmartGo | Format::Sgf => bracket::book::book(text, books),
    }
}

/// Writes one game for the editor, which takes single properties out of the text.
///
/// Smart-Go holds only Go on square boards, and a record without FF is Smart-Go. So other games in such a record are
/// written as in SGF, which has the same brackets: `(;GM[2]SZ[8];B[ff])`. So is FF[3], because its properties are almost those
/// of `FF[4]`.
pub(crate) fn write_for_editor(
    format: Format,
    game: &Game<'_>,
    options: &WriteOptions,
    out: &mut String,
) -> Result<(), Refusal> {
    match format {
        Format::SmartGo if game.file_format == Some(3) => write(Format::Sgf, game, options, out),
        Format::SmartGo => {
            write(format, game, options, out).or_else(|_| write(Format::Sgf, game, options, out))
        }
        Format::Ishi | Format::Sgf => write(format, game, options, out),
    }
}

/// Writes one game.
pub(crate) fn write(
    format: Format,
    game: &Game<'_>,
    options: &WriteOptions,
    out: &mut String,
) -> Result<(), Refusal> {
    match format {
        Format::Ishi => ishi::write(game, options, out),
        Format::SmartGo => smartgo::write(game, options, out),
        Format::Sgf => {
            sgf::write(game, options, out);
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_and_control_characters_after_the_last_game_are_no_text() {
        for (text, games) in [
            ("", 0),
            (" \r\n\x1A\0", 0),
            ("(;B[aa])\n\x1A\0\0", 1),
            ("(;B[aa])\u{3000}\n", 1),
            ("(;B[aa])\n(;W[bb])\n", 2),
            // Words are a unit without a game.
            ("(;B[aa])\nx\x1A", 2),
        ] {
            for format in [Format::SmartGo, Format::Sgf] {
                let mut splitter = Splitter::new(format);
                let (mut rest, mut count) = (text, 0);
                while let Some(length) = splitter.next_unit(rest, true) {
                    rest = rest.get(length..).unwrap();
                    count += 1;
                }
                assert_eq!(count, games, "{text:?}");
            }
        }
    }
}
