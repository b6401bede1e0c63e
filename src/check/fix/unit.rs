//! The fixes of one unit.

mod limits;
mod mending;
pub(super) mod structure;

use std::cell::{Cell, OnceCell};
use std::collections::HashSet;

use super::charset::Naming;
use super::remedy::Remedy;
use super::wanted::{self, Wanted};
use super::{Choice, Fix, version};
use crate::bracket::{self, rules};
use crate::charset::Charset;
use crate::check::examine;
use crate::diagnostic::{Diagnostics, Rule, Span};
use crate::dispatch;
use crate::edit::{self, ByteEdit, Change, NodeKey, Original, Respelled, charset_part};
use crate::format::Format;
use crate::model::equal::same_move;
use crate::model::{Game, Id};
use crate::piece::{Cut, Key};
use crate::source::{Places, Unit};
use mending::{Mended, Mending};

/// The rules of brackets that do not fit.
const DAMAGED: [&Rule; 4] = [
    &rules::MISSING_OPEN,
    &rules::MISSING_CLOSE,
    &rules::EXTRA_CLOSE,
    &rules::UNTERMINATED,
];

/// How many sets of fixes of one rule are tried, so that the time does not grow with their number.
const ATTEMPTS: usize = 24;

/// A unit with its games and their findings.
pub(super) struct Examined<'u> {
    format: Format,
    unit: &'u Unit,
    /// The number of games before this unit.
    before: usize,
    games: Vec<Game<'u>>,
    log: Diagnostics,
    /// The pieces of the games, if there are fixes.
    cuts: OnceCell<Vec<Cut>>,
    /// The REMARK lines and USER blocks of a unit of Ishi, if there are fixes.
    blocks: OnceCell<Vec<String>>,
    /// Whether some fixes are left out.
    leaves_out: Cell<bool>,
}

impl<'u> Examined<'u> {
    /// Reads and checks a unit.
    pub(super) fn of(format: Format, unit: &'u Unit, before: usize) -> Self {
        let mut log = Diagnostics::complete();
        let games = examine(format, unit.text(), &mut log);
        Self {
            format,
            unit,
            before,
            games,
            log,
            cuts: OnceCell::new(),
            blocks: OnceCell::new(),
            leaves_out: Cell::new(false),
        }
    }

    /// Returns whether some fixes are left out, because they cannot be made together with the others.
    pub(super) fn leaves_out(&self) -> bool {
        self.leaves_out.get()
    }

    /// Returns whether a parenthesis or a closing bracket is missing or one too many.
    pub(super) fn is_damaged(&self) -> bool {
        let mut rules = self.rules();
        rules.any(|rule| DAMAGED.iter().any(|damaged| damaged.code == rule.code))
    }

    /// Returns the number of games in the unit.
    pub(super) fn games(&self) -> usize {
        self.games.len()
    }

    /// Returns the rule of each finding.
    pub(super) fn rules(&self) -> impl Iterator<Item = &'static Rule> {
        self.log.kept().iter().map(|finding| finding.rule)
    }

    /// Returns the games of the unit.
    pub(super) fn into_games(self) -> Vec<Game<'u>> {
        self.games
    }

    /// Returns fixes that make the games `FF[4]`. Returns `None` if a game has another reason for its number than a
    /// mistake: it has no property of a newer format.
    pub(super) fn versions(&self, choice: &Choice) -> Option<Vec<Fix>> {
        if !choice.guesses {
            return None;
        }
        let games = self.games.iter().enumerate();
        games.map(|(game, _)| self.version(game, choice)).collect()
    }

    fn version(&self, game: usize, choice: &Choice) -> Option<Fix> {
        let is_older = self.games.get(game)?.file_format? < 4;
        let mut findings = self.log.kept().iter();
        let finding = findings.find(|finding| {
            let mut rules = version::RULES.iter();
            finding.game == game && rules.any(|rule| *rule == finding.rule)
        })?;
        if !is_older || !choice.has(finding.rule) {
            return None;
        }
        let text = self.unit.text();
        let (ident, values) = bracket::in_first_node(text, &self.log, game, Id::FileFormat)?;
        let value = *values.first()?;
        let end = self.text(Span::new(value.end, value.end + 1));
        let span = Span::new(ident.start, value.end + end.len());
        let place = self.unit.places().place(span);
        let after = format!("{}4{end}", self.text(Span::new(ident.start, value.start)));
        Some(Fix {
            rules: vec![finding.rule],
            game: self.before + game + 1,
            address: finding.address.clone(),
            line: place.line,
            what: Id::FileFormat.ident().to_owned(),
            before: self.text(span).to_owned(),
            is_safe: false,
            edit: ByteEdit {
                range: place.bytes,
                bytes: self.unit.charset().encode(&after).ok()?,
            },
            after,
        })
    }

    /// Returns the fixes of the unit, including the CA of `naming`. Returns `None` if the unit cannot have that CA.
    pub(super) fn fixes(&self, choice: &Choice, naming: Option<&Naming>) -> Option<Vec<Fix>> {
        let is_needed = |naming: &&Naming| naming.is_needed(self.unit, &self.games);
        let naming = match naming.map(|naming| is_needed(&naming)) {
            Some(Some(true)) => naming,
            Some(None) => return None,
            Some(Some(false)) | None => None,
        };
        let (wanted, leaves_out) = wanted::of(
            (self.format, self.unit.text()),
            &self.games,
            &self.log,
            choice,
        );
        self.leaves_out.set(leaves_out);
        if wanted.is_empty() && naming.is_none() {
            return Some(Vec::new());
        }
        let mut wanted: Vec<&Wanted> = wanted.iter().collect();
        loop {
            match self.attempt(naming, &wanted) {
                Ok(fixes) => return Some(fixes),
                Err(FixFailure::Words(lost)) => {
                    let mut place = 0..;
                    wanted.retain(|_| place.next().is_some_and(|place| !lost.contains(&place)));
                }
                Err(FixFailure::Unwritten) => {
                    self.leaves_out.set(true);
                    let code = |one: &&Wanted| one.finding.rule.code;
                    let attempt = |part: &[&Wanted]| self.attempt(naming, part).ok();
                    attempt(&[])?;
                    return Some(made_in_halves(wanted, code, attempt));
                }
            }
        }
    }

    /// Makes the remedies in copies of the games, and returns them as fixes of the text.
    fn attempt(&self, naming: Option<&Naming>, wanted: &[&Wanted]) -> Result<Vec<Fix>, FixFailure> {
        let mut now: Vec<Game<'_>> = self.games.iter().cloned().map(Game::into_read).collect();
        let (mut respelled, mut mended, mut added) = (Vec::new(), Vec::new(), HashSet::new());
        for (place, Wanted { finding, remedy }) in wanted.iter().copied().enumerate() {
            let targets = match remedy {
                Remedy::Changed { change, .. } => {
                    let game = now.get_mut(finding.game);
                    let node = game.and_then(|game| Some((change.make(game)?, finding.game)));
                    added.extend(node.map(|(_, game)| game));
                    let parts = node
                        .into_iter()
                        .flat_map(|(node, _)| new_move(node.index()));
                    change.targets().chain(parts).collect()
                }
                Remedy::Respelled { pieces, change, .. } => {
                    if let Some(game) = now.get_mut(finding.game) {
                        change.make(game);
                    }
                    respelled.extend(pieces.iter().cloned());
                    let targets = pieces.iter().flat_map(|piece| match piece {
                        Respelled::Part(_, part) => vec![part.clone()],
                        Respelled::EndOf(span) => self.ends(finding.game, *span),
                        // The node of the finding tells the lines of Ishi.
                        Respelled::At(_) if self.format == Format::Ishi => Vec::new(),
                        Respelled::At(span) => self.parts_at(finding.game, *span),
                    });
                    // Only the finding of a divided node divides it.
                    let is_divided = |part: &NodeKey| part.1 == Key::Whole;
                    let divides = pieces
                        .iter()
                        .any(|piece| matches!(piece, Respelled::Part(_, part) if is_divided(part)));
                    targets
                        .filter(|part| divides || !is_divided(part))
                        .collect()
                }
            };
            mended.push(Mended {
                place: Some(place),
                finding: finding.clone(),
                targets,
                is_safe: remedy.is_safe(),
            });
        }
        // A unit of SGF has at most one game.
        if let Some(naming) = naming.filter(|_| !now.is_empty()) {
            let part = charset_part();
            respelled.push(Respelled::Part(0, part.clone()));
            mended.push(Mended {
                place: None,
                finding: naming.finding(),
                targets: vec![part],
                is_safe: naming.is_safe,
            });
        }
        if mended.is_empty() {
            return Ok(Vec::new());
        }
        let mut games = self.games.iter().zip(&now).zip(0..);
        if !games.all(|(games, index)| added.contains(&index) || are_same_moves(games)) {
            return Err(FixFailure::Unwritten);
        }
        self.written(&now, &respelled, &Mending::of(mended), naming)
    }

    /// Returns the fixes that turn the text of the unit into the games `now`.
    fn written(
        &self,
        now: &[Game<'_>],
        respelled: &[Respelled],
        mending: &Mending,
        naming: Option<&Naming>,
    ) -> Result<Vec<Fix>, FixFailure> {
        let charset = match naming {
            Some(_) => Charset::Utf8,
            None => self.unit.charset(),
        };
        let text = self.unit.text();
        let original = Original {
            format: self.format,
            text,
            games: &self.games,
            cuts: self.cuts(),
            charset,
            names_charset: false,
            respelled,
        };
        let games: Vec<&Game<'_>> = now.iter().collect();
        let changes = edit::changes(original, &games).map_err(|_| FixFailure::Unwritten)?;
        // A change without parts would write the whole game again.
        if changes.iter().any(|(_, change)| change.parts.is_empty()) {
            return Err(FixFailure::Unwritten);
        }
        let is_allowed = |(_, change): &(usize, Change)| self.is_allowed(change, mending);
        if !changes.iter().all(is_allowed) {
            return Err(FixFailure::Unwritten);
        }
        let [words, of_nodes] = [false, true].map(|divides| self.words(divides));
        let lost = changes.iter().filter(|(_, change)| {
            let divides = change.parts.iter().any(|part| part.1 == Key::Whole);
            let words = if divides { &of_nodes } else { &words };
            let mut words = words.touching(change.span);
            words.any(|(word, _)| word.start < change.span.end && change.span.start < word.end)
        });
        let lost: HashSet<_> = lost
            .flat_map(|(game, change)| causes(*game, change, mending))
            .collect();
        if !lost.is_empty() {
            return Err(FixFailure::Words(lost));
        }
        let text = edit::apply(text, changes.iter().map(|(_, change)| change));
        if self.leaves_findings(&text, &mending.all) {
            return Err(FixFailure::Unwritten);
        }
        let recoder = naming.filter(|naming| naming.recodes);
        let mut fixes = Vec::new();
        let places = &mut self.unit.places();
        let mut end = 0;
        for (game, change) in &changes {
            if let Some(naming) = recoder {
                let span = Span::new(end, change.span.start);
                fixes.extend(self.recoded(span, naming, places));
                end = change.span.end;
            }
            if self.text(change.span) != change.text {
                let fix = self.fix(*game, change, mending, charset, places);
                fixes.push(fix.ok_or(FixFailure::Unwritten)?);
            }
        }
        if let Some(naming) = recoder {
            let span = Span::new(end, self.unit.text().len());
            fixes.extend(self.recoded(span, naming, places));
        }
        Ok(fixes)
    }

    /// Returns the pieces of the text, cut when they are needed.
    fn cuts(&self) -> &[Cut] {
        let cut = || dispatch::cut(self.format, self.unit.text(), &self.log);
        self.cuts.get_or_init(cut)
    }

    /// Returns the parts of a game in a part of the text.
    fn parts_at(&self, game: usize, span: Span) -> Vec<NodeKey> {
        let cut = self.cuts().get(game);
        cut.map(|cut| edit::parts_at(cut, span).collect())
            .unwrap_or_default()
    }

    /// Returns the ends of the variations that start in a part of the text.
    fn ends(&self, game: usize, span: Span) -> Vec<NodeKey> {
        let cut = self.cuts().get(game);
        cut.map(|cut| edit::ends_of(cut, span).collect())
            .unwrap_or_default()
    }

    fn text(&self, span: Span) -> &'u str {
        span.slice(self.unit.text())
    }

    /// Returns the fix that rewrites the letters of an unchanged text as UTF-8, if it has any outside ASCII.
    fn recoded(&self, gap: Span, naming: &Naming, places: &mut Places<'_>) -> Option<Fix> {
        let text = self.text(gap);
        let start = gap.start + text.find(|c: char| !c.is_ascii())?;
        let end = gap.start + text.trim_end_matches(|c: char| c.is_ascii()).len();
        let span = Span::new(start, end);
        let text = self.text(span).to_owned();
        let finding = naming.finding();
        let place = places.place(span);
        Some(Fix {
            rules: vec![finding.rule],
            game: self.before + 1,
            address: None,
            line: place.line,
            what: Id::Charset.ident().to_owned(),
            edit: ByteEdit {
                range: place.bytes,
                bytes: text.clone().into_bytes(),
            },
            before: text.clone(),
            after: text,
            is_safe: naming.is_safe,
        })
    }

    /// Returns a change of the text as a fix. Returns `None` if no finding explains the change, or if `charset` lacks one
    /// of its letters.
    fn fix(
        &self,
        game: usize,
        change: &Change,
        mending: &Mending,
        charset: Charset,
        places: &mut Places<'_>,
    ) -> Option<Fix> {
        let reasons = mending.reasons(game, change).into_iter();
        let mut reasons: Vec<_> = reasons.filter_map(|index| mending.all.get(index)).collect();
        if reasons.is_empty() {
            // A fix of one number changes the numbers of later lines.
            let is_number =
                |one: &&Mended| one.finding.game == game && wanted::is_about_number(&one.finding);
            reasons.extend(mending.all.iter().filter(is_number));
        }
        reasons.sort_by_key(|one| one.finding.rule.code);
        let mut rules: Vec<_> = reasons.iter().map(|one| one.finding.rule).collect();
        rules.dedup_by_key(|rule| rule.code);
        let first = reasons.first()?;
        let name = change.parts.first().map(|part| part.1.name());
        let place = places.place(change.span);
        // The change can take the end of the line before with it.
        let words = self.text(change.span).trim_start();
        let first_word = match words.len() {
            0 => change.span,
            length => Span::new(change.span.end - length, change.span.end),
        };
        let line = places.place(first_word).line;
        Some(Fix {
            rules,
            game: self.before + game + 1,
            address: first.finding.address.clone(),
            line,
            what: name.unwrap_or_default(),
            before: self.text(change.span).trim().to_owned(),
            after: change.text.trim().to_owned(),
            is_safe: reasons.iter().all(|one| one.is_safe),
            edit: ByteEdit {
                range: place.bytes,
                bytes: charset.encode(&change.text).ok()?,
            },
        })
    }
}

/// Makes as many fixes as possible, if they cannot be made together: a set of fixes of one rule that fails is halved.
fn made_in_halves<T: Copy>(
    mut wanted: Vec<T>,
    code: impl Fn(&T) -> &'static str,
    attempt: impl Fn(&[T]) -> Option<Vec<Fix>>,
) -> Vec<Fix> {
    let (mut made, mut accepted) = (attempt(&[]).unwrap_or_default(), Vec::new());
    wanted.sort_by_key(&code);
    for set in wanted.chunk_by(|one, two| code(one) == code(two)) {
        let mut open = vec![set];
        for _ in 0..ATTEMPTS {
            let Some(part) = open.pop() else { break };
            let tried = [&accepted, part].concat();
            match attempt(&tried) {
                Some(fixes) => (made, accepted) = (fixes, tried),
                None if part.len() > 1 => {
                    let (first, second) = part.split_at(part.len() / 2);
                    open.extend([second, first]);
                }
                None => {}
            }
        }
    }
    made
}

/// The reason why fixes are not made.
enum FixFailure {
    /// The text cannot be spliced, or a move would change.
    Unwritten,
    /// A fix would lose text that no reader understands. The indexes name the findings that cause it, at least one.
    Words(HashSet<usize>),
}

/// Returns the indexes of the findings that cause a change: all findings of the game, if no finding explains the
/// change.
fn causes(game: usize, change: &Change, mending: &Mending) -> Vec<usize> {
    let place = |index: usize| mending.all.get(index).and_then(|one| one.place);
    let places: Vec<_> = mending
        .reasons(game, change)
        .into_iter()
        .filter_map(place)
        .collect();
    if places.is_empty() {
        let of_game = mending.all.iter().filter(|one| one.finding.game == game);
        return of_game.filter_map(|one| one.place).collect();
    }
    places
}

/// Returns the parts of a node with a move that a fix adds.
fn new_move(node: usize) -> [NodeKey; 3] {
    let of = |id: Id| (node, Key::Property(id.into()));
    [(node, Key::Start), of(Id::Black), of(Id::White)]
}

/// Returns whether two games have the same tree and the same moves.
fn are_same_moves((before, after): (&Game<'_>, &Game<'_>)) -> bool {
    let nodes = edit::pairs(before, after);
    nodes.is_some_and(|nodes| {
        let mut nodes = nodes.into_iter();
        nodes.all(|(a, b)| same_move(before.mv(a), after.mv(b)))
    })
}
