//! The fixes of one unit.

use std::cell::OnceCell;

use super::charset::Naming;
use super::remedy::{Remedy, is_read_as, remedy};
use super::{Choice, Fix};
use crate::charset::Charset;
use crate::check::examine;
use crate::diagnostic::{Diagnostic, Diagnostics, Rule, Span};
use crate::dispatch;
use crate::edit::{self, ByteEdit, Change, Original, Part, Respelled};
use crate::format::Format;
use crate::ishi::rules as ishi;
use crate::model::equal::same_move;
use crate::model::{Game, Id, Ident, NodeId};
use crate::options::{ReadOptions, WriteOptions};
use crate::piece::{Cut, Key};
use crate::source::{Places, Unit};

/// A unit with its games and their findings.
pub(super) struct Examined<'u> {
    format: Format,
    unit: &'u Unit,
    /// The number of games before this unit.
    before: usize,
    options: ReadOptions,
    games: Vec<Game<'u>>,
    log: Diagnostics,
    /// The pieces of the games, if there are fixes.
    cuts: OnceCell<Vec<Cut>>,
}

impl<'u> Examined<'u> {
    /// Reads and checks a unit.
    pub(super) fn of(format: Format, unit: &'u Unit, before: usize) -> Self {
        let mut log = Diagnostics::complete();
        let options = ReadOptions::of(format, unit.charset());
        let games = examine(format, unit.text(), &options, &mut log);
        Self {
            format,
            unit,
            before,
            options,
            games,
            log,
            cuts: OnceCell::new(),
        }
    }

    /// Returns the number of games in the unit.
    pub(super) fn games(&self) -> usize {
        self.games.len()
    }

    /// Returns the fixes of the unit, including the CA of `naming`. Returns `None` if the unit cannot have that CA.
    pub(super) fn fixes(&self, choice: &Choice, naming: Option<&Naming>) -> Option<Vec<Fix>> {
        let is_needed = |naming: &&Naming| naming.is_needed(self.unit, &self.games);
        let naming = match naming.map(|naming| is_needed(&naming)) {
            Some(Some(true)) => naming,
            Some(None) => return None,
            Some(Some(false)) | None => None,
        };
        let wanted = self.log.kept().iter().filter_map(|finding| {
            let game = self.games.get(finding.game)?;
            let remedy = choice.has(finding.rule).then(|| remedy(finding, game))??;
            let is_wanted = remedy.is_safe() || choice.guesses;
            is_wanted.then_some(Wanted { finding, remedy })
        });
        let wanted: Vec<Wanted<'_>> = wanted.collect();
        if wanted.is_empty() && naming.is_none() {
            return Some(Vec::new());
        }
        let mut wanted: Vec<&Wanted<'_>> = wanted.iter().collect();
        loop {
            match self.attempt(naming, &wanted) {
                Ok(fixes) => return Some(fixes),
                Err(Failure::Words(lost)) if !lost.is_empty() => {
                    let mut place = 0..;
                    wanted.retain(|_| place.next().is_some_and(|place| !lost.contains(&place)));
                }
                Err(_) => return self.rule_by_rule(naming, &wanted),
            }
        }
    }

    /// Adds the fixes of one rule after the other. Leaves a rule out if the unit cannot be written with its fixes.
    fn rule_by_rule(&self, naming: Option<&Naming>, wanted: &[&Wanted<'_>]) -> Option<Vec<Fix>> {
        let mut found = self.attempt(naming, &[]).ok()?;
        let mut rules: Vec<_> = wanted.iter().map(|one| one.finding.rule.code).collect();
        rules.sort_unstable();
        rules.dedup();
        let mut accepted: Vec<&str> = Vec::new();
        for rule in rules {
            let is_tried = |code: &str| code == rule || accepted.contains(&code);
            let tried = wanted.iter().filter(|one| is_tried(one.finding.rule.code));
            let tried: Vec<_> = tried.copied().collect();
            if let Ok(fixes) = self.attempt(naming, &tried) {
                found = fixes;
                accepted.push(rule);
            }
        }
        Some(found)
    }

    /// Makes the remedies in copies of the games, and returns them as fixes of the text.
    fn attempt(
        &self,
        naming: Option<&Naming>,
        wanted: &[&Wanted<'_>],
    ) -> Result<Vec<Fix>, Failure> {
        let mut now: Vec<Game<'_>> = self.games.iter().cloned().map(Game::into_read).collect();
        let (mut respelled, mut mended) = (Vec::new(), Vec::new());
        for (place, Wanted { finding, remedy }) in wanted.iter().copied().enumerate() {
            let targets = match remedy {
                Remedy::Changed { change, .. } => {
                    if let Some(game) = now.get_mut(finding.game) {
                        change.make(game);
                    }
                    change.targets().collect()
                }
                Remedy::Respelled(one) => {
                    respelled.push(one.clone());
                    match one {
                        Respelled::Part(_, (node, Key::Property(ident))) => {
                            vec![(*node, ident.clone())]
                        }
                        _ => Vec::new(),
                    }
                }
            };
            mended.push(Mended {
                place: Some(place),
                finding: (*finding).clone(),
                targets,
                is_safe: remedy.is_safe(),
            });
        }
        if let Some(naming) = naming {
            let part = (NodeId::ROOT.index(), Ident::from(Id::Charset));
            for game in 0..now.len() {
                let key = Key::Property(part.1.clone());
                respelled.push(Respelled::Part(game, (part.0, key)));
                mended.push(Mended {
                    place: None,
                    finding: naming.finding(game),
                    targets: vec![part.clone()],
                    is_safe: naming.is_safe,
                });
            }
        }
        if mended.is_empty() {
            return Ok(Vec::new());
        }
        if !self.games.iter().zip(&now).all(are_same_moves) {
            return Err(Failure::Unwritten);
        }
        self.written(&now, &respelled, &mended, naming)
    }

    /// Returns the fixes that turn the text of the unit into the games `now`.
    fn written(
        &self,
        now: &[Game<'_>],
        respelled: &[Respelled],
        mended: &[Mended],
        naming: Option<&Naming>,
    ) -> Result<Vec<Fix>, Failure> {
        let charset = match naming {
            Some(_) => Charset::Utf8,
            None => self.unit.charset(),
        };
        let text = self.unit.text();
        let cuts = || dispatch::cut(self.format, text, &self.log);
        let original = Original {
            format: self.format,
            text,
            games: &self.games,
            cuts: self.cuts.get_or_init(cuts),
            read: &self.options,
            write: &WriteOptions {
                charset: Some(charset),
                follows: self.before > 0,
                ..WriteOptions::default()
            },
            names_charset: false,
            respelled,
        };
        let games: Vec<&Game<'_>> = now.iter().collect();
        let changes = edit::changes(original, &games).map_err(|_| Failure::Unwritten)?;
        // A change without parts would write the whole game again.
        if changes.iter().any(|(_, change)| change.parts.is_empty()) {
            return Err(Failure::Unwritten);
        }
        // In Ishi a fix of one number changes the numbers of later lines. In SGF and Smart-Go each change needs a
        // finding.
        let is_strange = |change: &Change| {
            let mut parts = change.parts.iter();
            parts.any(|part| edit::is_carrier(&part.1))
                || !mended.iter().any(|one| one.explains(change))
        };
        let has_strange = changes.iter().any(|(_, change)| is_strange(change));
        if self.format != Format::Ishi && has_strange {
            return Err(Failure::Unwritten);
        }
        let lost = changes
            .iter()
            .filter(|(_, change)| self.loses_words(change));
        let lost: Vec<_> = lost
            .flat_map(|(game, change)| causes(*game, change, mended))
            .collect();
        if !lost.is_empty() {
            return Err(Failure::Words(lost));
        }
        let recoder = naming.filter(|naming| naming.recodes);
        let mut fixes = Vec::new();
        let places = &mut self.unit.places();
        let mut end = 0;
        for (game, change) in &changes {
            if let Some(naming) = recoder {
                let span = Span::new(end, change.span.start);
                fixes.extend(self.recoded(span, *game, naming, places));
                end = change.span.end;
            }
            if self.text(change.span) != change.text {
                let fix = self.fix(*game, change, mended, charset, places);
                fixes.push(fix.ok_or(Failure::Unwritten)?);
            }
        }
        if let Some(naming) = recoder {
            let span = Span::new(end, self.unit.text().len());
            fixes.extend(self.recoded(span, now.len().saturating_sub(1), naming, places));
        }
        Ok(fixes)
    }

    /// Returns whether a change touches text that no reader understands, because the change would lose this text.
    fn loses_words(&self, change: &Change) -> bool {
        let mut findings = self.log.kept().iter();
        findings.any(|finding| {
            let is_kept =
                KEPT.iter().any(|rule| rule.code == finding.rule.code) && !is_read_as(finding);
            let span = finding.span.unwrap_or_default();
            is_kept && change.span.start < span.end && span.start < change.span.end
        })
    }

    fn text(&self, span: Span) -> &'u str {
        self.unit.text().get(span.start..span.end).unwrap_or("")
    }

    /// Returns the fix that rewrites the letters of an unchanged text as UTF-8, if it has any outside ASCII.
    fn recoded(
        &self,
        gap: Span,
        game: usize,
        naming: &Naming,
        places: &mut Places<'_>,
    ) -> Option<Fix> {
        let text = self.text(gap);
        let start = gap.start + text.find(|c: char| !c.is_ascii())?;
        let end = gap.start + text.trim_end_matches(|c: char| c.is_ascii()).len();
        let span = Span::new(start, end);
        let text = self.text(span).to_owned();
        let finding = naming.finding(game);
        let place = places.place(span);
        Some(Fix {
            rules: vec![finding.rule],
            game: self.before + game + 1,
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

    /// Returns a change of the text as a fix. Returns `None` if `charset` lacks one of its letters.
    fn fix(
        &self,
        game: usize,
        change: &Change,
        mended: &[Mended],
        charset: Charset,
        places: &mut Places<'_>,
    ) -> Option<Fix> {
        let of_game = mended.iter().filter(|one| one.finding.game == game);
        let reasons: Vec<_> = of_game.filter(|one| one.explains(change)).collect();
        let mut rules: Vec<_> = reasons.iter().map(|one| one.finding.rule).collect();
        rules.dedup_by_key(|rule| rule.code);
        let is_explained = !reasons.is_empty() && reasons.iter().all(|one| one.is_safe);
        let name = change.parts.first().map(|part| part.1.name());
        let place = places.place(change.span);
        Some(Fix {
            rules,
            game: self.before + game + 1,
            address: reasons.first().and_then(|one| one.finding.address.clone()),
            line: place.line,
            what: name.unwrap_or_default(),
            before: self.text(change.span).trim().to_owned(),
            after: change.text.trim().to_owned(),
            is_safe: is_explained || mended.iter().all(|one| one.is_safe),
            edit: ByteEdit {
                range: place.bytes,
                bytes: charset.encode(&change.text).ok()?,
            },
        })
    }
}

/// Rules of Ishi about text without a meaning.
const KEPT: [&Rule; 5] = [
    &ishi::UNKNOWN_LINE,
    &ishi::UNREADABLE_ENTRY,
    &ishi::UNREADABLE_MOVE,
    &ishi::EXTRA_MOVE_DATA,
    &ishi::EXTRA_DATA,
];

/// The reason why fixes are not made.
enum Failure {
    /// The text cannot be spliced, or a move would change.
    Unwritten,
    /// A fix would lose text that no reader understands. The indexes name the findings that cause it.
    Words(Vec<usize>),
}

/// Returns the indexes of the findings that cause a change: all findings of the game, if no finding explains the
/// change.
fn causes(game: usize, change: &Change, mended: &[Mended]) -> Vec<usize> {
    let of_game = mended.iter().filter(|one| one.finding.game == game);
    let explaining = of_game.clone().filter(|one| one.explains(change));
    let places: Vec<_> = explaining.filter_map(|one| one.place).collect();
    if places.is_empty() {
        return of_game.filter_map(|one| one.place).collect();
    }
    places
}

/// A finding to mend, with its remedy.
struct Wanted<'f> {
    finding: &'f Diagnostic,
    remedy: Remedy,
}

/// A mended finding.
struct Mended {
    /// Its index in the list of findings. `None` if it is about the charset.
    place: Option<usize>,
    finding: Diagnostic,
    /// The changed properties, each with the index of its node.
    targets: Vec<(usize, Ident)>,
    is_safe: bool,
}

impl Mended {
    /// Returns whether a change of its game is a part of the mending.
    fn explains(&self, change: &Change) -> bool {
        let span = self.finding.span;
        let touches =
            span.is_some_and(|span| change.span.start <= span.end && span.start <= change.span.end);
        let changes = |(node, key): &Part| match key {
            Key::Property(changed) => {
                let mut targets = self.targets.iter();
                targets.any(|(target, ident)| target == node && ident == changed)
            }
            // A line of Ishi is not one property, so the node decides.
            _ => Some(*node) == self.finding.node,
        };
        touches || change.parts.iter().any(changes)
    }
}

/// Returns whether two games have the same tree and the same moves.
fn are_same_moves((before, after): (&Game<'_>, &Game<'_>)) -> bool {
    let nodes = edit::pairs(before, after);
    nodes.is_some_and(|nodes| {
        let mut nodes = nodes.into_iter();
        nodes.all(|(a, b)| same_move(before.mv(a), after.mv(b)))
    })
}
