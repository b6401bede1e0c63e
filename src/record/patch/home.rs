//! The way back: the record of today in the format of the source, with the hunks that do not contradict it.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use super::apply::apply;
use super::differ::different_places;
use super::groups::{Groups, paths};
use super::place::Places;
use super::subject::subject_and_point;
use super::{GroupChange, Hunk, Op, OpKind};
use crate::edit::pairs;
use crate::format::Format;
use crate::format::charset::Charset;
use crate::model::{Game, NodeId};
use crate::record::events::{Joined, one_game};
use crate::record::shown::{are_same, charset_of_new, read_back, say_other};

/// Why a hunk is not in the text that came back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    /// Somebody has edited its subject.
    Replaced,
    /// It has no place any more.
    Lost,
}

/// A text that came back.
#[derive(Debug)]
pub(crate) struct Home {
    /// The text.
    pub text: String,
    /// Its game.
    pub game: Game<'static>,
    /// The hunks that are not in it, by the name of their pieces.
    pub gone: Vec<(Fate, String)>,
}

/// A record of today: the games that it shows, its format and its charset.
#[derive(Clone, Copy)]
pub(crate) struct Today<'g> {
    pub games: &'g [Game<'g>],
    /// The game that they are together, if they are events of one.
    pub joined: Option<&'g Joined>,
    pub format: Format,
    pub charset: Charset,
}

impl Today<'_> {
    /// Returns the games as another format has them.
    pub fn whole(&self) -> &[Game<'_>] {
        match self.joined {
            Some(joined) => std::slice::from_ref(&joined.game),
            None => self.games,
        }
    }

    /// Returns the hashes of the paths of the nodes of each game, as in [`Today::whole`].
    fn paths(&self) -> Vec<Vec<u32>> {
        let Some(joined) = self.joined else {
            return self.games.iter().map(paths).collect();
        };
        let all = paths(&joined.game);
        let path = |node: &NodeId| all.get(node.index()).copied().unwrap_or(0);
        let events = joined.nodes().iter();
        events
            .map(|nodes| nodes.iter().map(path).collect())
            .collect()
    }

    /// Returns whether the record shows a game as its format does.
    pub fn is_shown(&self, game: &Game<'_>) -> bool {
        let mut charsets = self.charsets().into_iter();
        charsets.any(|charset| are_same(&self.shown_in(game, charset), self.games))
    }

    /// Returns a game as the format of the record shows it in each charset that the record can have, if it is one game there.
    pub fn shown(&self, game: &Game<'_>) -> Vec<Game<'static>> {
        let shown = self.charsets().into_iter().filter_map(|charset| {
            let mut shown = self.shown_in(game, charset);
            shown.pop().filter(|_| shown.is_empty())
        });
        shown.collect()
    }

    fn charsets(&self) -> Vec<Charset> {
        let mut charsets = vec![charset_of_new(self.format), self.charset];
        charsets.dedup();
        charsets
    }

    fn shown_in(&self, game: &Game<'_>, charset: Charset) -> Vec<Game<'static>> {
        let said = say_other(std::slice::from_ref(game), self.format, charset);
        said.map_or_else(|_| Vec::new(), |text| read_back(&text, self.format))
    }
}

/// A hunk, or one operation of it.
#[derive(Clone)]
struct Part {
    at: usize,
    hunk: Hunk,
}

impl Part {
    /// Returns whether the hunk gives a value its words, and adds or removes nothing.
    fn is_in_place(&self) -> bool {
        let is_in_place = |op: &Op| op.kind == OpKind::Replace;
        matches!(&self.hunk.change, GroupChange::Pieces(ops) if ops.iter().all(is_in_place))
    }

    fn is_raw(&self) -> bool {
        matches!(self.hunk.change, GroupChange::Groups(..))
    }
}

/// Says the record of today in a format with hunks. `canonical` are the texts without them. `is_same` says whether these
/// are the texts that the hunks were made for. Returns `None` if the text would have another number of games.
pub(crate) fn home(
    format: Format,
    canonical: &[String],
    hunks: &[Hunk],
    is_same: bool,
    today: Today<'_>,
) -> Option<Home> {
    let shown = Groups::of(format, canonical);
    let mut gone = Vec::new();
    let mut parts = Vec::new();
    let places = Places::new(&shown);
    for hunk in hunks {
        match places.of(hunk, is_same) {
            Some(at) => parts.extend(singles(hunk).map(|hunk| Part { at, hunk })),
            None => gone.extend(names(hunk).map(|name| (Fate::Lost, name))),
        }
    }
    let law = Law {
        shown: &shown,
        canonical,
        today,
        paths: today.paths(),
        base: OnceCell::new(),
        trials: TRIALS,
    };
    law.judge(parts, gone)
}

/// Splits a hunk into its operations.
fn singles(hunk: &Hunk) -> impl Iterator<Item = Hunk> {
    let ops = match &hunk.change {
        GroupChange::Pieces(ops) => ops
            .iter()
            .flat_map(Op::singles)
            .map(|op| GroupChange::Pieces(vec![op]))
            .collect(),
        GroupChange::Groups(..) => vec![hunk.change.clone()],
    };
    ops.into_iter().map(|change| Hunk {
        at: hunk.at,
        anchor: hunk.anchor.clone(),
        change,
    })
}

/// Returns the names of the pieces of a hunk.
pub(crate) fn names(hunk: &Hunk) -> impl Iterator<Item = String> {
    let names: Vec<_> = match &hunk.change {
        GroupChange::Pieces(ops) => ops.iter().map(|op| op.name().to_owned()).collect(),
        GroupChange::Groups(_, text) => {
            let words = text
                .lines()
                .filter_map(|line| line.split_whitespace().next());
            let words = words.filter(|word| matches!(*word, "REMARK" | "USER"));
            let words = words.map(ToOwned::to_owned);
            std::iter::once("variation".to_owned())
                .chain(words)
                .collect()
        }
    };
    names.into_iter()
}

/// The law that the text with the hunks is the record of today.
struct Law<'g> {
    shown: &'g Groups<'g>,
    canonical: &'g [String],
    today: Today<'g>,
    /// The hashes of the paths of the nodes of each game.
    paths: Vec<Vec<u32>>,
    /// Where the canonical texts differ from the record.
    base: OnceCell<Wrong>,
    /// How many texts may still be read.
    trials: usize,
}

/// So many texts with hunks are read at most, so that a forged patch takes no long time.
const TRIALS: usize = 64;

/// Where games differ.
#[derive(Debug, PartialEq, Eq)]
enum Wrong {
    /// In their trees.
    Trees,
    /// In these properties of nodes with these paths; nowhere if the set is empty.
    At(HashSet<(u32, String)>),
}

impl Wrong {
    fn is_none(&self) -> bool {
        matches!(self, Self::At(places) if places.is_empty())
    }
}

impl Law<'_> {
    fn judge(mut self, parts: Vec<Part>, mut gone: Vec<(Fate, String)>) -> Option<Home> {
        let leave = |gone: &mut Vec<_>, part: &Part, fate| {
            gone.extend(names(&part.hunk).map(|name| (fate, name)));
        };
        let wrong = self.wrong(&self.text(&parts).0);
        let (mut kept, mut lost) = (Vec::new(), Vec::new());
        if wrong.is_none() {
            kept = parts;
        } else {
            let (edited, others) = self.edited(parts, &wrong);
            let wrong = edited.is_empty().then_some(wrong);
            self.keep(others, wrong, [&mut kept, &mut lost]);
            for part in &lost {
                leave(&mut gone, part, Fate::Lost);
            }
            // The words of a value that stands as it was: the rank of a player who has another name.
            let (words, mut replaced) = edited.into_iter().partition(Part::is_in_place);
            self.keep(words, None, [&mut kept, &mut replaced]);
            for part in &replaced {
                leave(&mut gone, part, Fate::Replaced);
            }
        }
        let (text, stale) = self.text(&kept);
        for part in stale.iter().filter_map(|at| kept.get(*at)) {
            leave(&mut gone, part, Fate::Replaced);
        }
        let games = read_back(&text, self.shown.format);
        let game = one_game(&games, self.today.whole())?.into_owned();
        Some(Home { text, game, gone })
    }

    /// Parts hunks in those about a subject that is wrong, because somebody has edited it, and the others.
    fn edited(&self, parts: Vec<Part>, wrong: &Wrong) -> (Vec<Part>, Vec<Part>) {
        let Wrong::At(wrong) = wrong else {
            return (Vec::new(), parts);
        };
        let mut places: HashMap<(u32, &str), HashSet<Option<&str>>> = HashMap::new();
        for (path, place) in wrong {
            let (subject, point) = subject_and_point(place);
            places.entry((*path, subject)).or_default().insert(point);
        }
        let is_edited = |part: &Part| {
            let path = self.shown.groups.get(part.at).map_or(0, |group| group.path);
            let is_wrong = |op: &Op| {
                let points = places.get(&(path, op.subject()));
                points.is_some_and(|points| op.is_about(points))
            };
            matches!(&part.hunk.change, GroupChange::Pieces(ops) if ops.iter().any(is_wrong))
        };
        parts.into_iter().partition(is_edited)
    }

    /// Returns the paths of the nodes that a part can change: its nodes, and the nodes before and after them.
    fn paths_of(&self, part: &Part) -> impl Iterator<Item = u32> {
        let count = match part.hunk.change {
            GroupChange::Pieces(_) => 1,
            GroupChange::Groups(count, _) => count,
        };
        let groups = self.shown.groups.iter();
        let groups = groups.skip(part.at.saturating_sub(1));
        groups.take(count.saturating_add(2)).map(|group| group.path)
    }

    /// Adds the parts that do not contradict the record to those that are kept, and the others to those that are lost.
    /// `known` is wrong in the text with all of them, if it was read.
    fn keep(&mut self, parts: Vec<Part>, known: Option<Wrong>, [kept, lost]: [&mut Vec<Part>; 2]) {
        let (mut known, mut waiting) = (known, vec![(parts, None)]);
        while let Some((parts, rest)) = waiting.pop().filter(|(parts, _)| !parts.is_empty()) {
            let count = kept.len();
            kept.extend(parts.iter().cloned());
            let wrong = known.take().unwrap_or_else(|| self.tried(kept));
            let (mut parts, wrong) = match (wrong.is_none(), rest) {
                (true, None) => continue,
                // All of them together were wrong.
                (true, Some(together)) => together,
                (false, rest) => {
                    kept.truncate(count);
                    waiting.extend(rest.map(|(rest, _)| (rest, None)));
                    (parts, wrong)
                }
            };
            if parts.len() < 2 || self.trials == 0 {
                lost.append(&mut parts);
                continue;
            }
            let (first, second) = self.split(parts, &wrong);
            waiting.push((first, Some((second, wrong))));
        }
    }

    /// Splits parts that are wrong together. A part at a node that is wrong is a suspect, and the start and the end of a variation
    /// belong together.
    fn split(&self, mut parts: Vec<Part>, wrong: &Wrong) -> (Vec<Part>, Vec<Part>) {
        let paths: HashSet<u32> = match wrong {
            Wrong::At(places) => places.iter().map(|(path, _)| *path).collect(),
            Wrong::Trees => HashSet::new(),
        };
        let is_right = |part: &Part| !self.paths_of(part).any(|path| paths.contains(&path));
        for is_first in [&is_right as &dyn Fn(&Part) -> bool, &Part::is_raw] {
            let (mut first, mut second): (Vec<_>, Vec<_>) = parts.into_iter().partition(is_first);
            if !first.is_empty() && !second.is_empty() {
                return (first, second);
            }
            first.append(&mut second);
            parts = first;
        }
        let second = parts.split_off(parts.len() / 2);
        (parts, second)
    }

    /// Returns what is wrong in a text with hunks.
    fn tried(&mut self, parts: &[Part]) -> Wrong {
        let Some(trials) = self.trials.checked_sub(1) else {
            return Wrong::Trees;
        };
        self.trials = trials;
        self.wrong(&self.text(parts).0)
    }

    /// Returns the text with hunks, and the numbers of those that found no piece to change.
    fn text(&self, parts: &[Part]) -> (String, Vec<usize>) {
        let placed: Vec<_> = parts.iter().map(|part| (part.at, &part.hunk)).collect();
        let (groups, stale) = apply(self.shown, &placed);
        let groups = groups.iter().map(|group| &**group);
        (Groups::text(self.shown.format, groups), stale)
    }

    /// Returns where a text shows something else than the record, unless the canonical text does so too.
    fn wrong(&self, text: &str) -> Wrong {
        let games = self.read(text);
        if games.is_empty() {
            return Wrong::Trees;
        }
        let found = self.compared(&games);
        if found.is_none() {
            return found;
        }
        let base = self.base.get_or_init(|| {
            let texts = self.canonical.iter();
            let games: Vec<_> = texts.flat_map(|text| self.read(text)).collect();
            self.compared(&games)
        });
        match (found, base) {
            (Wrong::At(found), Wrong::At(base)) => {
                Wrong::At(found.difference(base).cloned().collect())
            }
            (Wrong::At(_), Wrong::Trees) => Wrong::At(HashSet::new()),
            (Wrong::Trees, _) => Wrong::Trees,
        }
    }

    /// Reads games, or one game if they are its events.
    fn read(&self, text: &str) -> Vec<Game<'static>> {
        let games = read_back(text, self.shown.format);
        match self.today.whole() {
            [like] if games.len() > 1 => {
                Joined::showing(like, &games).map_or(games, |joined| vec![joined.game])
            }
            _ => games,
        }
    }

    /// Compares games, as the format of the record shows them, with the record.
    fn compared(&self, games: &[Game<'_>]) -> Wrong {
        let mut nearest = Wrong::Trees;
        for charset in self.today.charsets() {
            let Ok(text) = say_other(games, self.today.format, charset) else {
                continue;
            };
            let found = self.against(&read_back(&text, self.today.format));
            // A record can have letters of the source, and transliterated ones.
            nearest = match (found, nearest) {
                (Wrong::At(found), Wrong::At(nearest)) => {
                    Wrong::At(found.intersection(&nearest).cloned().collect())
                }
                (Wrong::Trees, other) | (other, Wrong::Trees) => other,
            };
            if nearest.is_none() {
                break;
            }
        }
        nearest
    }

    /// Returns where games differ from the record.
    fn against(&self, found: &[Game<'_>]) -> Wrong {
        let today = self.today.games;
        if found.len() != today.len() {
            return Wrong::Trees;
        }
        let mut wrong = HashSet::new();
        for ((found, game), paths) in found.iter().zip(today).zip(&self.paths) {
            if (found.kind, found.size) != (game.kind, game.size) {
                return Wrong::Trees;
            }
            let Some(pairs) = pairs(found, game) else {
                return Wrong::Trees;
            };
            for (one, two) in pairs {
                if found.properties(one) == game.properties(two) && found.mv(one) == game.mv(two) {
                    continue;
                }
                let path = paths.get(two.index()).copied().unwrap_or(0);
                let places = different_places((found, one), (game, two));
                wrong.extend(places.into_iter().map(|place| (path, place)));
            }
        }
        Wrong::At(wrong)
    }
}
