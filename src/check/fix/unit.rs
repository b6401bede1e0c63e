//! The fixes of one unit.

mod limits;
mod mending;
mod slips;

use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};

use foldhash::{HashSet, HashSetExt};

use super::charset::Naming;
use super::wanted::{self, Wanted};
use super::{Choice, Fix, Settled, VERSION_RULES};
use crate::bracket::{self, rules};
use crate::diagnostic::{Diagnostics, Repair, Rule, Span};
use crate::edit::{self, ByteEdit, Change, NodeKey, Original, Respelled, charset_part};
use crate::format::Format;
use crate::format::charset::Charset;
use crate::format::piece::{Cut, Key, Scope};
use crate::model::equal::same_move;
use crate::model::{Game, Id, Ident};
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
    pub(super) games: Vec<Game<'u>>,
    pub(super) log: Diagnostics,
    /// The texts without a finding that has a fix.
    settled: &'u Settled,
    /// Whether the text with the fixes may have others, because some were left out, or are possible only then.
    pub(super) is_partial: Cell<bool>,
    /// The pieces of the games; those of bracketed formats only if there are fixes.
    cuts: OnceCell<Vec<Cut>>,
}

impl<'u> Examined<'u> {
    /// Reads and checks a unit.
    pub(super) fn of(format: Format, unit: &'u Unit, before: usize, settled: &'u Settled) -> Self {
        let found = settled.examination(format, unit.text());
        Self {
            format,
            unit,
            before,
            games: found.games,
            log: found.log,
            settled,
            is_partial: Cell::new(false),
            cuts: found.cuts.map_or_else(OnceCell::new, OnceCell::from),
        }
    }

    /// Returns whether a parenthesis or a closing bracket is missing or one too many.
    pub(super) fn is_damaged(&self) -> bool {
        let mut findings = self.log.kept().iter();
        findings.any(|finding| DAMAGED.contains(&finding.rule))
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
            let mut rules = VERSION_RULES.iter();
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
        let after = format!("{}4{end}", self.text(Span::new(ident.start, value.start)));
        let places = &mut self.unit.places();
        Some(Fix {
            rules: vec![finding.rule],
            address: finding.address.clone(),
            what: Id::FileFormat.ident().to_owned(),
            ..self.rewritten(game, (span, &after), self.unit.charset(), places)?
        })
    }

    /// Returns a guess that writes a new text for a part of a game. Returns `None` if `charset` lacks one of its letters.
    fn rewritten(
        &self,
        game: usize,
        (span, text): (Span, &str),
        charset: Charset,
        places: &mut Places<'_>,
    ) -> Option<Fix> {
        let (line, bytes) = places.line_and_bytes(span);
        Some(Fix {
            rules: Vec::new(),
            game: self.before + game + 1,
            address: None,
            line,
            what: String::new(),
            before: self.text(span).trim().to_owned(),
            after: text.trim().to_owned(),
            is_safe: false,
            edit: ByteEdit {
                range: bytes,
                bytes: charset.encode(text).ok()?,
            },
        })
    }

    /// Returns the fixes of the unit, including the CA of `naming`. Returns `None` if the unit cannot have that CA.
    pub(super) fn fixes(&self, choice: &Choice, naming: Option<&Naming>) -> Option<Vec<Fix>> {
        let naming = match naming {
            Some(naming) => naming.is_needed(self.unit, &self.games)?.then_some(naming),
            None => None,
        };
        let text = (self.format, self.unit.text());
        let wanted = wanted::of(text, &self.games, &self.log, choice);
        if wanted.is_empty() && naming.is_none() {
            return Some(Vec::new());
        }
        let wanted: Vec<&Wanted<'_>> = wanted.iter().collect();
        let attempt = |part: &[&Wanted<'_>]| self.attempt(naming, part);
        attempt(&wanted).or_else(|| {
            attempt(&[])?;
            let code = |one: &&Wanted<'_>| one.finding.rule.code;
            Some(made_in_halves(wanted, code, attempt))
        })
    }

    /// Makes the remedies in copies of the games, and returns them as fixes of the text.
    fn attempt(&self, naming: Option<&Naming>, wanted: &[&Wanted<'_>]) -> Option<Vec<Fix>> {
        let mut now: Vec<Game<'_>> = self.games.iter().cloned().map(Game::into_read).collect();
        let (mut respelled, mut mended, mut added) = (Vec::new(), Vec::new(), HashSet::new());
        for Wanted { finding, mending } in wanted.iter().copied() {
            let divides = mending.repairs.contains(&Repair::Node);
            let mut targets = Vec::new();
            for repair in &mending.repairs {
                let part = |key| {
                    let node = finding.node.unwrap_or_default();
                    Respelled::Part(finding.game, (node, key))
                };
                let span = finding.span.unwrap_or_default();
                let piece = match repair {
                    Repair::Canonical => Respelled::At(span),
                    Repair::End => Respelled::EndOf(span),
                    Repair::Property(id) => part(Key::Property((*id).into())),
                    Repair::Keyword(keyword) => part(Key::Keyword(keyword, Scope::Event)),
                    Repair::Node => part(Key::Whole),
                    Repair::Change(change) => {
                        let game = now.get_mut(finding.game);
                        if let Some(node) = game.and_then(|game| change.make(game)) {
                            added.insert(finding.game);
                            targets.extend(new_move(node.index()));
                        }
                        let changed = change.targets();
                        let key = |ident: &Ident| Key::Property(ident.clone());
                        targets.extend(changed.map(|(node, ident)| (node, key(ident))));
                        continue;
                    }
                };
                let parts = match &piece {
                    Respelled::Part(_, part) => vec![part.clone()],
                    Respelled::EndOf(span) => self.ends(finding.game, *span),
                    // The node of the finding tells the lines of Ishi.
                    Respelled::At(_) if self.format == Format::Ishi => Vec::new(),
                    Respelled::At(span) => self.parts_at(finding.game, *span),
                };
                // Only the finding of a divided node divides it.
                let parts = parts.into_iter();
                targets.extend(parts.filter(|part| divides || part.1 != Key::Whole));
                respelled.push(piece);
            }
            mended.push(Mended {
                finding: Cow::Borrowed(*finding),
                targets,
                is_safe: mending.is_safe,
            });
        }
        // A unit of SGF has at most one game.
        if let Some(naming) = naming.filter(|_| !now.is_empty()) {
            let part = charset_part();
            respelled.push(Respelled::Part(0, part.clone()));
            mended.push(Mended {
                finding: Cow::Owned(naming.finding()),
                targets: vec![part],
                is_safe: naming.is_safe,
            });
        }
        if mended.is_empty() {
            return Some(Vec::new());
        }
        let mut games = self.games.iter().zip(&now).zip(0..);
        games
            .all(|(games, index)| added.contains(&index) || are_same_moves(games))
            .then(|| self.written(&now, &respelled, &Mending::of(mended), naming))?
    }

    /// Returns the fixes that turn the text of the unit into the games `now`. Returns `None` if the text cannot be spliced, or if
    /// it would lose words that no reader understands.
    fn written(
        &self,
        now: &[Game<'_>],
        respelled: &[Respelled],
        mending: &Mending<'_>,
        naming: Option<&Naming>,
    ) -> Option<Vec<Fix>> {
        let charset = match naming {
            Some(_) => Charset::Utf8,
            None => self.unit.charset(),
        };
        let text = self.unit.text();
        // The editor reads the text of one changed game back, and the judge of the fixes needs the same reading.
        let last = RefCell::new(None);
        let read: &dyn Fn(&str) -> Vec<Game<'_>> = &|text| {
            let (games, judged) = self.judge(text);
            last.replace(Some((text.to_owned(), judged)));
            games
        };
        let original = Original {
            format: self.format,
            text,
            games: &self.games,
            cuts: self.cuts(),
            charset,
            names_charset: false,
            respelled,
            read,
        };
        let games: Vec<&Game<'_>> = now.iter().collect();
        let changes = edit::changes(original, &games).ok()?;
        let is_allowed = |(game, change): &(usize, Change)| {
            // A change without parts would write the whole game again.
            !change.parts.is_empty() && self.is_allowed(*game, change, mending)
        };
        let text = edit::apply(text, changes.iter().map(|(_, change)| change));
        if !changes.iter().all(is_allowed) || self.loses_words(&changes) {
            return None;
        }
        let judged = last.take().filter(|(read, _)| *read == text);
        let judged = judged.map_or_else(|| self.judge(&text).1, |(_, judged)| judged);
        if self.leaves_findings((&text, &judged), &mending.all) {
            return None;
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
                fixes.push(fix?);
            }
        }
        if let Some(naming) = recoder {
            let span = Span::new(end, self.unit.text().len());
            fixes.extend(self.recoded(span, naming, places));
        }
        Some(fixes)
    }

    /// Returns the pieces of the text, cut when they are needed.
    fn cuts(&self) -> &[Cut] {
        let cut = || bracket::pieces::pieces(self.unit.text(), &self.log);
        self.cuts.get_or_init(|| vec![cut()])
    }

    /// Returns the parts of a game in a part of the text.
    fn parts_at(&self, game: usize, span: Span) -> Vec<NodeKey> {
        let cut = self.cuts().get(game).into_iter();
        cut.flat_map(|cut| edit::parts_at(cut, span)).collect()
    }

    /// Returns the ends of the variations that start in a part of the text.
    fn ends(&self, game: usize, span: Span) -> Vec<NodeKey> {
        let cut = self.cuts().get(game).into_iter();
        cut.flat_map(|cut| edit::ends_of(cut, span)).collect()
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
        Some(Fix {
            rules: vec![naming.finding().rule],
            what: Id::Charset.ident().to_owned(),
            is_safe: naming.is_safe,
            ..self.rewritten(0, (span, self.text(span)), Charset::Utf8, places)?
        })
    }

    /// Returns a change of the text as a fix. Returns `None` if no finding explains the change, or if `charset` lacks one
    /// of its letters.
    fn fix(
        &self,
        game: usize,
        change: &Change,
        mending: &Mending<'_>,
        charset: Charset,
        places: &mut Places<'_>,
    ) -> Option<Fix> {
        let mut reasons = mending.reasons(game, change);
        reasons.sort_by_key(|one| one.finding.rule.code);
        let mut rules: Vec<_> = reasons.iter().map(|one| one.finding.rule).collect();
        rules.dedup_by_key(|rule| rule.code);
        let first = reasons.first()?;
        let name = change.parts.first().map(|part| part.1.name());
        // The change can take the end of the line before with it.
        let words = self.text(change.span).trim_start();
        let first_word = match words.len() {
            0 => change.span,
            length => Span::new(change.span.end - length, change.span.end),
        };
        Some(Fix {
            rules,
            address: first.finding.address.clone(),
            line: places.line_and_bytes(first_word).0,
            what: name.unwrap_or_default(),
            is_safe: reasons.iter().all(|one| one.is_safe),
            ..self.rewritten(game, (change.span, &change.text), charset, places)?
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
