//! The way back: the record of today in the format of the source, with the hunks that do not contradict it.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::iter::once;
use std::slice::from_ref;

use foldhash::{HashMap, HashMapExt, HashSet, HashSetExt};

use super::apply::apply;
use super::differ::different_places;
use super::groups::{Groups, paths};
use super::place::Places;
use super::subject::subject_and_point;
use super::{GroupChange, Hunk, Op, OpKind};
use crate::edit::pairs;
use crate::format::Format;
use crate::model::equal::same_move;
use crate::model::{Game, NodeId, Step};
use crate::record::events::{Joined, one_game};
use crate::record::shown::{are_same_texts, charsets, read_back, say_other};
use crate::record::text::Text;

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
    /// Whether the record shows the game as it is.
    pub is_shown: bool,
    /// The hunks that are not in it, by the name of their pieces.
    pub gone: Vec<(Fate, String)>,
}

/// A record of today, and the games that it shows.
#[derive(Clone, Copy)]
pub(crate) struct Today<'g> {
    pub games: &'g [Game<'g>],
    /// The game that they are together, if they are events of one.
    pub joined: Option<&'g Joined>,
    /// The text, without its carriers.
    pub text: &'g Text<'g>,
}

impl<'g> Today<'g> {
    /// Returns the games as another format has them.
    pub fn whole(&self) -> &[Game<'g>] {
        match self.joined {
            Some(joined) => from_ref(&joined.game),
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

    /// Returns games as the format of the record shows them, in each charset that the record can have.
    pub fn shown(&self, games: &[Game<'_>]) -> impl Iterator<Item = Cow<'g, [Game<'g>]>> {
        let own = self.text;
        let charsets = charsets(own.format, own.charset);
        let said = |charset| say_other(games, own.format, charset).ok();
        let mut texts: Vec<_> = charsets.filter_map(said).collect();
        texts.dedup();
        let today = self.games;
        texts.into_iter().map(move |text| match own.as_str() {
            // The text of the record is read already.
            Some(one) if are_same_texts(own.format, [one, &text]) => Cow::Borrowed(today),
            _ => Cow::Owned(read_back(&text, own.format)),
        })
    }
}

/// The change of a hunk, or one operation of it, at its place.
struct Part {
    at: usize,
    change: GroupChange,
}

impl Part {
    /// Returns whether it gives a value its words, without an addition or a removal.
    fn is_in_place(&self) -> bool {
        let is_in_place = |op: &Op| op.kind == OpKind::Replace;
        matches!(&self.change, GroupChange::Pieces(ops) if ops.iter().all(is_in_place))
    }

    fn is_raw(&self) -> bool {
        matches!(self.change, GroupChange::Groups(..))
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
            Some(at) => parts.extend(singles(&hunk.change).map(|change| Part { at, change })),
            None => gone.extend(names(&hunk.change).map(|name| (Fate::Lost, name))),
        }
    }
    let law = Law {
        shown: &shown,
        today,
        paths: today.paths(),
        base: OnceCell::new(),
        trials: TRIALS,
        right: None,
    };
    law.judge(parts, gone)
}

/// Splits a change into its operations.
fn singles(change: &GroupChange) -> impl Iterator<Item = GroupChange> {
    let all = match change {
        GroupChange::Pieces(ops) => {
            let ops = ops.iter().flat_map(Op::singles);
            ops.map(|op| GroupChange::Pieces(vec![op])).collect()
        }
        GroupChange::Groups(..) => vec![change.clone()],
    };
    all.into_iter()
}

/// Returns the names of the pieces of a change.
pub(crate) fn names(change: &GroupChange) -> impl Iterator<Item = String> {
    let names: Vec<_> = match change {
        GroupChange::Pieces(ops) => ops.iter().map(|op| op.name().to_owned()).collect(),
        GroupChange::Groups(_, text) => {
            let firsts = text.lines().map(|line| line.split_whitespace().next());
            let words = firsts.filter(|word| matches!(word, Some("REMARK" | "USER")));
            let all = once(Some("variation")).chain(words).flatten();
            all.map(ToOwned::to_owned).collect()
        }
    };
    names.into_iter()
}

/// The law that the text with the hunks is the record of today.
struct Law<'g> {
    shown: &'g Groups<'g>,
    today: Today<'g>,
    /// The hashes of the paths of the nodes of each game.
    paths: Vec<Vec<u32>>,
    /// Where the canonical texts differ from the record.
    base: OnceCell<Wrong>,
    /// How many texts may still be read.
    trials: usize,
    /// The last text that was right.
    right: Option<Reading>,
}

/// A text with hunks.
struct Reading {
    text: String,
    /// The numbers of the hunks that found no piece to change.
    stale: Vec<usize>,
    games: Vec<Game<'static>>,
    /// Whether the record shows the games as they are.
    is_shown: bool,
}

/// So many texts with hunks are read at most, so that a forged patch takes no long time.
const TRIALS: usize = 64;

/// The differences of games: the path of each node, and the name of its property. Where trees part, the name is empty.
type Wrong = HashSet<(u32, String)>;

/// Returns the difference of trees that part at the root.
fn other_trees() -> Wrong {
    once((0, String::new())).collect()
}

fn has_other_tree(wrong: &Wrong) -> bool {
    wrong.iter().any(|(_, place)| place.is_empty())
}

impl Law<'_> {
    fn judge(mut self, parts: Vec<Part>, mut gone: Vec<(Fate, String)>) -> Option<Home> {
        let leave = |gone: &mut Vec<_>, part: &Part, fate| {
            gone.extend(names(&part.change).map(|name| (fate, name)));
        };
        let wrong = self.tried(&parts);
        let (mut kept, mut lost) = (Vec::new(), Vec::new());
        if wrong.is_empty() {
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
        let games = || self.shown.games.iter().cloned();
        let right = self.right.take().unwrap_or_else(|| Reading {
            text: Groups::text(self.shown.format, &self.shown.groups),
            stale: Vec::new(),
            games: games().map(Game::into_owned).collect(),
            is_shown: false,
        });
        for part in right.stale.iter().filter_map(|at| kept.get(*at)) {
            leave(&mut gone, part, Fate::Replaced);
        }
        let game = one_game(&right.games, self.today.whole())?.into_owned();
        Some(Home {
            text: right.text,
            game,
            is_shown: right.is_shown,
            gone,
        })
    }

    /// Parts hunks in those about a subject that is wrong, because somebody has edited it, and the others.
    fn edited(&self, parts: Vec<Part>, wrong: &Wrong) -> (Vec<Part>, Vec<Part>) {
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
            matches!(&part.change, GroupChange::Pieces(ops) if ops.iter().any(is_wrong))
        };
        parts.into_iter().partition(is_edited)
    }

    /// Returns the paths of the nodes that a part can change: its nodes, and the nodes before and after them.
    fn paths_of(&self, part: &Part) -> impl Iterator<Item = u32> {
        let count = match part.change {
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
        while let Some((mut parts, rest)) = waiting.pop().filter(|(parts, _)| !parts.is_empty()) {
            let count = kept.len();
            kept.append(&mut parts);
            let wrong = known.take().unwrap_or_else(|| self.tried(kept));
            let (mut parts, wrong) = match (wrong.is_empty(), rest) {
                (true, None) => continue,
                // All of them together were wrong.
                (true, Some(together)) => together,
                (false, rest) => {
                    let parts = kept.split_off(count);
                    // Halves are sooner found than each of many places where trees part.
                    let is_again = rest.is_some() && has_other_tree(&wrong);
                    waiting.extend(rest.map(|(rest, _)| (rest, None)));
                    (parts, if is_again { HashSet::new() } else { wrong })
                }
            };
            // Pieces of nodes mend no tree.
            let is_base = kept.is_empty()
                && has_other_tree(&wrong)
                && !parts.iter().any(Part::is_raw)
                && wrong == *self.base();
            if parts.len() < 2 || self.trials == 0 || is_base {
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
        let paths: HashSet<u32> = wrong.iter().map(|(path, _)| *path).collect();
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

    /// Returns what is wrong in a text with hunks, unless it is wrong in the canonical text too.
    fn tried(&mut self, parts: &[Part]) -> Wrong {
        let Some(trials) = self.trials.checked_sub(1) else {
            return other_trees();
        };
        self.trials = trials;
        let mut reading = self.read_with(parts);
        let mut wrong = self.compared(&reading.games);
        reading.is_shown = wrong.is_empty();
        if !wrong.is_empty() && !has_other_tree(&wrong) {
            let base = self.base();
            wrong.retain(|place| !base.contains(place));
        }
        if wrong.is_empty() {
            self.right = Some(reading);
        }
        wrong
    }

    /// Returns what is wrong in the canonical texts.
    fn base(&self) -> &Wrong {
        self.base.get_or_init(|| self.compared(&self.shown.games))
    }

    /// Reads the text with hunks.
    fn read_with(&self, parts: &[Part]) -> Reading {
        let placed: Vec<_> = parts.iter().map(|part| (part.at, &part.change)).collect();
        let (groups, stale) = apply(self.shown, &placed);
        let text = Groups::text(self.shown.format, groups.iter().map(|group| &**group));
        Reading {
            games: read_back(&text, self.shown.format),
            text,
            stale,
            is_shown: false,
        }
    }

    /// Compares games, or the game that they are together, with the record, as its format shows them.
    fn compared(&self, games: &[Game<'_>]) -> Wrong {
        let one = one_game(games, self.today.whole());
        let games = one.as_deref().map_or(games, from_ref);
        let all = self.today.shown(games).map(|shown| self.against(&shown));
        // A record can have letters of the source, and transliterated ones.
        let nearest = all.reduce(|one, two| match [&one, &two].map(has_other_tree) {
            [true, _] => two,
            [_, true] => one,
            _ => &one & &two,
        });
        nearest.unwrap_or_else(other_trees)
    }

    /// Returns where games differ from the record.
    fn against(&self, found: &[Game<'_>]) -> Wrong {
        let today = self.today.games;
        if found.len() != today.len() {
            return other_trees();
        }
        let mut wrong = HashSet::new();
        for ((found, game), paths) in found.iter().zip(today).zip(&self.paths) {
            let path = |node: NodeId| paths.get(node.index()).copied().unwrap_or(0);
            let is_alike = (found.kind, found.size) == (game.kind, game.size);
            let Some(pairs) = pairs(found, game).filter(|_| is_alike) else {
                let nodes = parting(found, game);
                return nodes.map(|node| (path(node), String::new())).collect();
            };
            for (one, two) in pairs {
                let places = different_places((found, one), (game, two));
                wrong.extend(places.into_iter().map(|place| (path(two), place)));
            }
        }
        wrong
    }
}

/// Returns the nodes of a game beside the first place where the tree of another one parts from it.
fn parting(found: &Game<'_>, game: &Game<'_>) -> impl Iterator<Item = NodeId> {
    let is_same = |steps: &(Step, Step)| match *steps {
        (Step::Enter(one), Step::Enter(two)) => same_move(found.mv(one), game.mv(two)),
        (Step::Leave(_), Step::Leave(_)) => true,
        _ => false,
    };
    let same = found.walk().zip(game.walk()).take_while(is_same).count();
    let beside = game.walk().skip(same.saturating_sub(1)).take(2);
    beside.map(|(Step::Enter(node) | Step::Leave(node))| node)
}
