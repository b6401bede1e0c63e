//! Makes the carrier of a result: the patch with the content of the source that the result does not show.

use std::borrow::Cow;
use std::cell::LazyCell;
use std::slice::from_ref;

use foldhash::{HashSet, HashSetExt};

use super::carry::{Body, Carried, LineEnd};
use super::events::one_game;
use super::ignored::{with_ignored_of, without_ignored};
use super::patch::{self, Detail, Hunk};
use super::shown::{are_same_texts, charset_of_new, charsets, say_other};
use super::text::{Decoded, Text, with_line_feeds};
use crate::bracket;
use crate::dispatch;
use crate::edit::{is_read_back, pairs};
use crate::format::Format;
use crate::format::charset::Charset;
use crate::ishi::content::Lines;
use crate::ishi::{self, split::is_joint};
use crate::model::{Game, Id, NodeId, Property, Value};

impl Decoded<'_> {
    /// Returns a carrier of this text.
    fn carried(&self, shown: &[String], game: &Game<'_>, body: Body) -> Carried {
        let Text {
            format, charset, ..
        } = *self.of;
        Carried {
            format,
            charset,
            mark: self.of.mark,
            line_end: LineEnd::of(&charset.decode(&self.of.bytes), format),
            shown: checksum(shown),
            signs: patch::signs(game),
            exact: false,
            is_damaged: false,
            body,
        }
    }

    /// Returns whether the text, with the canonical texts `shown`, has letters whose charset a new record would
    /// not have.
    fn has_own_charset(&self, shown: &[String]) -> bool {
        let is_usual = self.of.charset == charset_of_new(self.of.format);
        let has_letters = || shown.iter().any(|text| !text.is_ascii());
        !self.text().is_ascii() && (self.of.mark || !is_usual) && has_letters()
    }
}

/// Returns the checksum of canonical texts, with LF at the ends of their lines.
pub(super) fn checksum(texts: &[String]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    for text in texts {
        hasher.update(with_line_feeds(text).as_bytes());
    }
    hasher.finalize()
}

/// Returns the canonical texts of games, and their charset: the wanted one, or UTF-8 if that lacks a letter.
pub(super) fn canonical(
    games: &[Game<'_>],
    format: Format,
    charset: Charset,
) -> Option<(Vec<String>, Charset)> {
    let said = |charset| said_in(games, format, charset);
    let wide = said(Charset::Utf8)?;
    match charset {
        Charset::Utf8 => Some((wide, charset)),
        Charset::Ascii if wide.iter().all(|text| text.is_ascii()) => Some((wide, charset)),
        Charset::Ascii => Some((wide, Charset::Utf8)),
        _ if charset.encode(&wide.concat()).is_err() => Some((wide, Charset::Utf8)),
        _ => Some((said(charset)?, charset)),
    }
}

/// Returns the canonical text of each game in a charset. Letters that it lacks are replaced.
pub(super) fn said_in(games: &[Game<'_>], format: Format, charset: Charset) -> Option<Vec<String>> {
    let texts = games
        .iter()
        .map(|game| say_other(from_ref(game), format, charset));
    texts.collect::<Result<_, _>>().ok()
}

/// Returns a text as it is compared: of Ishi its lines.
pub(super) fn in_lines(format: Format, text: &str) -> String {
    match format {
        Format::Ishi => ishi::content::in_lines(text),
        Format::SmartGo | Format::Sgf => text.to_owned(),
    }
}

/// Returns the content of a text that games of another format do not show after they were read back, and their events were
/// joined. With `is_exact` the very bytes have to come back. `game` is the meaning of the text.
pub(super) fn needed(
    own: &Decoded<'_>,
    game: &Game<'_>,
    shown: &[Game<'_>],
    is_exact: bool,
) -> Option<Needed> {
    let Text {
        format, charset, ..
    } = *own.of;
    let whole = |texts: &[String], words| Needed {
        carried: Carried {
            exact: is_exact,
            ..own.carried(texts, game, Body::Whole(own.of.bytes.to_vec()))
        },
        words,
    };
    if is_far_longer(own, shown) {
        return Some(whole(&[], Vec::new()));
    }
    let said = |games: &[Game<'_>]| canonical(games, format, charset);
    let lines = LazyCell::new(|| Lines::of(own.text()));
    // Most records need no further look.
    let completed = if is_exact {
        Cow::Borrowed(shown)
    } else {
        with_ignored_of(shown, game)
    };
    let Some((mut texts, _)) = said(&completed) else {
        return Some(whole(&[], Vec::new()));
    };
    let is_shown = if is_exact {
        let is_spelled = |bytes: Vec<u8>| bytes == *own.of.bytes;
        !own.of.mark
            && texts.concat() == without_joints(own.text())
            && charset.encode(own.text()).is_ok_and(is_spelled)
    } else {
        let has_content = |text: &str| match format {
            _ if own.text() == text => true,
            Format::Ishi => lines.have_content_of(text),
            Format::SmartGo | Format::Sgf => bracket::content::has_content_of(own.text(), text),
        };
        match (&*completed, texts.as_slice()) {
            ([shown], [text]) => is_read_back(shown, game) && has_content(text),
            _ => false,
        }
    };
    if !own.has_own_charset(&texts) && is_shown {
        return None;
    }
    if let Cow::Owned(_) = completed {
        let Some((said, _)) = said(shown) else {
            return Some(whole(&[], Vec::new()));
        };
        texts = said;
    }
    let text = [match format {
        Format::Ishi => lines.text(),
        Format::SmartGo | Format::Sgf => own.text().to_owned(),
    }];
    let (numbered, moves) = with_numbers(format, shown, game);
    let numbered = match &numbered {
        Cow::Borrowed(_) => None,
        Cow::Owned(games) => said_in(games, format, charset),
    };
    let shown_groups = patch::Groups::of(format, numbered.as_ref().unwrap_or(&texts));
    let mut own_groups = patch::Groups::of(format, &text);
    own_groups.numbered = moves;
    let patch::Differences { hunks, words } =
        patch::differences(&own_groups, &shown_groups, Detail::Content);
    own_groups.numbered.clear();
    let words = in_game(words, game);
    if is_exact {
        return Some(whole(&texts, words));
    }
    let groups = [&own_groups, &shown_groups];
    let comes_home = |hunks: &[Hunk]| comes_home(groups, &text, game, hunks);
    let is_home = comes_home(&hunks);
    if is_home && hunks.is_empty() && !own.has_own_charset(&texts) {
        return None;
    }
    // Some values have their meaning by other values without content, for example a time limit by the version of the format.
    let details = match format {
        Format::SmartGo | Format::Sgf if !is_home => &[Detail::Tree, Detail::Wording][..],
        _ => &[],
    };
    let mut others = details
        .iter()
        .map(|detail| patch::differences(&own_groups, &shown_groups, *detail).hunks);
    let found = others.find(|hunks| comes_home(hunks));
    let is_home = is_home || found.is_some();
    let hunks = found.unwrap_or(hunks);
    let whole = whole(&texts, words);
    let carried = Carried {
        body: Body::Hunks(hunks, Vec::new()),
        ..whole.carried.clone()
    };
    let length = carried.length();
    // No text becomes shorter in a carrier.
    let is_short = || length <= own.text().len() || length <= whole.carried.length();
    if is_home && is_short() {
        return Some(Needed { carried, ..whole });
    }
    Some(whole)
}

/// Returns whether a text comes home: the canonical text with the hunks has its content. Both are given as groups.
fn comes_home(
    [own, shown]: [&patch::Groups<'_>; 2],
    text: &[String],
    game: &Game<'_>,
    hunks: &[Hunk],
) -> bool {
    let is_home = |games: &[Game<'_>]| {
        let found = one_game(games, from_ref(game));
        found.is_some_and(|found| has_content_of(&found, game))
    };
    if hunks.is_empty() {
        return is_home(&shown.games);
    }
    let back = [patch::applied(shown, hunks)];
    if back == *text {
        return is_home(&own.games);
    }
    let back = patch::Groups::of(own.format, &back);
    let lacks = || patch::differences(own, &back, Detail::Content);
    is_home(&back.games) && lacks().hunks.is_empty()
}

/// Returns words with nodes of a game. A node that the game lacks counts as the first one.
fn in_game(words: Vec<(String, NodeId)>, game: &Game<'_>) -> Vec<(String, NodeId)> {
    let known = |node| Some(node).filter(|node| game.contains(*node));
    let words = words.into_iter();
    let words = words.map(|(what, node)| (what, known(node).unwrap_or(NodeId::ROOT)));
    words.collect()
}

/// Returns games that a result shows with the numbers of moves in the Ishi lines of their source, and the indexes of the
/// nodes of the source with these numbers.
pub(super) fn with_numbers<'g, 'a>(
    format: Format,
    shown: &'g [Game<'a>],
    source: &Game<'_>,
) -> (Cow<'g, [Game<'a>]>, HashSet<usize>) {
    let (mut said, mut numbered) = (Cow::Borrowed(shown), HashSet::new());
    let pairs = match shown {
        [shown] if format == Format::Ishi => pairs(shown, source),
        _ => None,
    };
    for (node, at) in pairs.unwrap_or_default() {
        let number = source
            .get(at, Id::MoveNumber)
            .filter(|_| source.played(at).is_some());
        let Some(number) = number.filter(|number| {
            shown
                .iter()
                .all(|shown| shown.get(node, Id::MoveNumber) != Some(*number))
        }) else {
            continue;
        };
        if let Some(game) = said.to_mut().first_mut() {
            set_number(game, node, number.clone().into_owned());
            numbered.insert(at.index());
        }
    }
    (said, numbered)
}

/// Sets the number of a move.
pub(super) fn set_number(game: &mut Game<'_>, node: NodeId, number: Value<'static>) {
    game.remove_property(node, Id::MoveNumber);
    game.add_property(node, Property::new(Id::MoveNumber, number));
}

/// Returns a text without the blocks of further events, which the writer makes again.
fn without_joints(text: &str) -> Cow<'_, str> {
    if !text.lines().any(|line| is_joint(line.as_bytes())) {
        return Cow::Borrowed(text);
    }
    let mut lines = text.split_inclusive('\n');
    let mut rest = String::with_capacity(text.len());
    while let Some(line) = lines.next() {
        if is_joint(line.as_bytes()) {
            lines.next();
        } else {
            rest.push_str(line);
        }
    }
    Cow::Owned(rest)
}

/// Returns whether two games have the same content.
pub(crate) fn has_content_of(back: &Game<'_>, game: &Game<'_>) -> bool {
    is_read_back(back, game) || is_read_back(&without_ignored(back), &without_ignored(game))
}

/// The content of a text that a result does not show.
pub(super) struct Needed {
    /// The carrier.
    pub carried: Carried,
    /// The words without meaning in it, by the name of their line, each with its node.
    pub words: Vec<(String, NodeId)>,
}

/// Returns the words of a later text that its older game lacks.
pub(super) fn later_words(
    own: &Decoded<'_>,
    game: &Game<'_>,
    older: &[Game<'_>],
) -> Option<Needed> {
    let Text {
        format, charset, ..
    } = *own.of;
    let text = LazyCell::new(|| [in_lines(format, own.text())]);
    let groups = LazyCell::new(|| patch::Groups::of(format, &*text));
    let found = charsets(format, charset).filter_map(|charset| {
        let said = say_other(older, format, charset).ok()?;
        // Most texts have no words of their own.
        if are_same_texts(format, [own.text(), &said]) {
            return Some((Vec::new(), [said]));
        }
        let texts = [said];
        let shown = patch::Groups::of(format, &texts);
        let hunks = patch::differences(&groups, &shown, Detail::Tree).hunks;
        Some((hunks, texts))
    });
    let (hunks, texts) = found.min_by_key(|(hunks, _)| hunks.len())?;
    (!hunks.is_empty()).then(|| Needed {
        carried: own.carried(&texts, game, Body::Hunks(hunks, Vec::new())),
        words: Vec::new(),
    })
}

/// Texts of up to so many bytes of points are compared, however short the source is.
const MOST_BYTES_OF_POINTS: usize = 1 << 16;

/// Returns whether a canonical text is so much longer than a text that to compare them takes too much memory and time: a Smart-Go
/// text of 300 KB with rectangles would become one of 40 MB.
fn is_far_longer(own: &Decoded<'_>, shown: &[Game<'_>]) -> bool {
    let points = shown
        .iter()
        .map(|game| dispatch::bytes_of_points(own.of.format, game));
    points.sum::<usize>() > MOST_BYTES_OF_POINTS.max(4 * own.text().len())
}
