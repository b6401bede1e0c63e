//! A game as a format shows it: its canonical text, read again.

use std::borrow::Cow;

use crate::bracket;
use crate::diagnostic::Diagnostics;
use crate::dispatch;
use crate::edit::is_read_back;
use crate::format::charset::Charset;
use crate::format::piece::CARRIER;
use crate::format::{Format, Refusal, WriteOptions};
use crate::model::{Game, NodeId, Property};

/// Returns the canonical text of games, without carriers.
///
/// # Errors
///
/// The reason why the format cannot hold one of them.
pub(crate) fn say<'g, 'a: 'g>(
    games: impl IntoIterator<Item = &'g Game<'a>>,
    format: Format,
    charset: Charset,
) -> Result<String, Refusal> {
    let options = WriteOptions::canonical(charset);
    let mut text = String::new();
    for game in games {
        dispatch::write(format, game, &options, &mut text)?;
    }
    text.shrink_to_fit();
    Ok(text)
}

/// Returns the canonical text of games of another format: without properties that have the name of a carrier.
///
/// # Errors
///
/// As of [`say`].
pub(crate) fn say_other(
    games: &[Game<'_>],
    format: Format,
    charset: Charset,
) -> Result<String, Refusal> {
    let games: Vec<_> = games.iter().map(without_carriers).collect();
    say(games.iter().map(Cow::as_ref), format, charset)
}

/// Returns a game without properties that have the name of a carrier in its root.
pub(crate) fn without_carriers<'g, 'a>(game: &'g Game<'a>) -> Cow<'g, Game<'a>> {
    let is_other = |property: &&Property<'_>| property.ident.as_str() != CARRIER;
    let properties = game.properties(NodeId::ROOT);
    if properties.iter().all(|property| is_other(&property)) {
        return Cow::Borrowed(game);
    }
    let others: Vec<_> = properties.iter().filter(is_other).cloned().collect();
    let mut game = game.clone();
    game.set_properties(NodeId::ROOT, others);
    Cow::Owned(game)
}

/// Returns a game as a format shows it: one game, or several if the format starts another one from a position in the
/// middle.
///
/// # Errors
///
/// The reason why the format cannot hold the game.
#[cfg(test)]
pub(crate) fn shown(
    game: &Game<'_>,
    format: Format,
    charset: Charset,
) -> Result<Vec<Game<'static>>, Refusal> {
    let text = say_other(std::slice::from_ref(game), format, charset)?;
    Ok(read_back(&text, format))
}

/// Returns the games of a canonical text.
pub(super) fn read_back(text: &str, format: Format) -> Vec<Game<'static>> {
    let games = dispatch::read(format, text, &mut Diagnostics::ignored());
    games.into_iter().map(Game::into_owned).collect()
}

/// Returns whether games mean the same, one by one.
pub(crate) fn are_same(one: &[Game<'_>], two: &[Game<'_>]) -> bool {
    one.len() == two.len() && one.iter().zip(two).all(|(one, two)| is_read_back(one, two))
}

/// Returns whether two texts are the same but for white space between values.
pub(super) fn are_same_texts(format: Format, [one, two]: [&str; 2]) -> bool {
    one == two || format != Format::Ishi && bracket::content::are_same_but_for_space(one, two)
}

/// Returns the charset of a new record of a format.
pub(crate) fn charset_of_new(format: Format) -> Charset {
    match format {
        Format::Sgf => Charset::Utf8,
        Format::Ishi | Format::SmartGo => Charset::Ascii,
    }
}

/// Returns the charsets that a record of a format can have its letters in. SGF has every letter in each.
pub(super) fn charsets(format: Format, own: Charset) -> impl Iterator<Item = Charset> {
    let new = charset_of_new(format);
    let other = (format != Format::Sgf && own != new).then_some(own);
    [new].into_iter().chain(other)
}
