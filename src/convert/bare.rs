//! Leaves out detail of a game that does not come back from its result.
//!
//! Detail is the wording of a record: the exact words of a line, a fact about its place. Lines and
//! carriers that a person changed by hand can contain words that no writer writes again. The meaning
//! of a game is not detail: if it does not come back, the conversion fails.

use std::borrow::Cow;
use std::collections::HashMap;

use super::ConvertError;
use super::proof::{Declared, without};
use crate::compare::{Scope, compare};
use crate::model::{Entry, Game, NodeId};
use crate::outcome::{Outcome, Outcomes};

/// The name in the outcomes of detail that is left out.
pub const EXACT_WORDS: &str = "exact words";

/// The number of attempts that leave out only entries that did not come back. Several are needed, because the
/// entries that are left can get another meaning. Later attempts leave out all detail.
const ATTEMPTS: usize = 8;

/// A game to write, with less of its detail at each attempt.
pub(super) struct Bare<'g, 'a> {
    game: Cow<'g, Game<'a>>,
    left_out: Entries,
    /// Facts about the layout of lines that the record no longer has.
    stale: Entries,
    attempts: usize,
    /// The error of the game with all its detail.
    error: Option<ConvertError>,
}

impl<'g, 'a> Bare<'g, 'a> {
    /// Starts with all detail.
    pub(super) fn new(game: &'g Game<'a>) -> Self {
        Self {
            game: Cow::Borrowed(game),
            left_out: Vec::new(),
            stale: Vec::new(),
            attempts: 0,
            error: None,
        }
    }

    /// Returns the game to write.
    pub(super) fn game(&self) -> &Game<'a> {
        &self.game
    }

    /// Leaves out the entries that did not come back and that `declared` does not name already. If all came back,
    /// leaves out all detail of the nodes that differ. After too many attempts, or if no node with detail differs, or
    /// if the result is not one game, leaves out all detail of the game.
    ///
    /// # Errors
    ///
    /// The first error, if no detail is left that could be its cause.
    pub(super) fn retry(
        &mut self,
        back: &[Game<'_>],
        declared: &Declared<'_>,
        error: ConvertError,
    ) -> Result<(), ConvertError> {
        self.attempts += 1;
        self.error.get_or_insert(error);
        let wanted = declared.wanted(&self.game);
        let mut words = Vec::new();
        let mut stale = Vec::new();
        if let ([back], true) = (back, self.attempts <= ATTEMPTS) {
            let is_fact = |(_, entry): &(NodeId, Entry<'_>)| entry.fact().is_some();
            (stale, words) = missing(&wanted, back).into_iter().partition(is_fact);
            if stale.is_empty() && words.is_empty() {
                words = entries_of(&self.game, differing(&wanted, back));
            }
        }
        if stale.is_empty() && words.is_empty() {
            words = entries_of(&self.game, self.game.nodes());
        }
        if stale.is_empty() && words.is_empty() {
            return self.error.take().map_or(Ok(()), Err);
        }
        let rest = without(&without(&self.game, &words), &stale).into_owned();
        self.game = Cow::Owned(rest);
        self.left_out.extend(words);
        self.stale.extend(stale);
        Ok(())
    }

    /// Records each left-out entry in the outcomes.
    pub(super) fn record(&self, outcomes: &mut Outcomes) {
        for (node, _) in &self.left_out {
            outcomes.record(Outcome::Lost, EXACT_WORDS, *node);
        }
    }

    /// Returns the words that are left out, and the facts that the record does not have any more, with
    /// their nodes.
    pub(super) fn left_out(self) -> (Entries, Entries) {
        (self.left_out, self.stale)
    }
}

type Entries = Vec<(NodeId, Entry<'static>)>;

/// Returns the nodes of a game that are not the same in another.
fn differing(game: &Game<'_>, back: &Game<'_>) -> Vec<NodeId> {
    let nodes: Vec<_> = game.nodes().collect();
    let found = compare(game, back, Scope::Whole).differences;
    let numbers = found.iter().filter_map(|difference| difference.node.0);
    let mut differing: Vec<_> = numbers.filter_map(|n| nodes.get(n).copied()).collect();
    differing.dedup();
    differing
}

/// Returns the entries that a game has and another of the same nodes has not.
fn missing(game: &Game<'_>, back: &Game<'_>) -> Entries {
    let mut missing = Vec::new();
    if game.node_count() != back.node_count() {
        return missing;
    }
    for (node, other) in game.nodes().zip(back.nodes()) {
        let mut found: HashMap<&Entry<'_>, usize> = HashMap::new();
        for entry in back.details(other) {
            *found.entry(entry).or_default() += 1;
        }
        for entry in game.details(node) {
            match found.get_mut(entry) {
                Some(count) if *count > 0 => *count -= 1,
                _ => missing.push((node, entry.clone().into_owned())),
            }
        }
    }
    missing
}

fn entries_of(game: &Game<'_>, nodes: impl IntoIterator<Item = NodeId>) -> Entries {
    let entries = |node| game.details(node).iter().map(move |entry| (node, entry));
    let entries = nodes.into_iter().flat_map(entries);
    entries
        .map(|(node, entry)| (node, entry.clone().into_owned()))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::{Bare, ConvertError, Declared};
    use crate::Format;
    use crate::charset::Charset;
    use crate::convert::{Conversion, ConvertOptions, rules};
    use crate::diagnostic::{Diagnostics, Rule};
    use crate::dispatch;
    use crate::model::Game;
    use crate::options::ReadOptions;
    use crate::outcome::{Outcome, Outcomes};
    use crate::source::{Source, SourceOptions};

    fn read(text: &str) -> Game<'static> {
        let (options, log) = (ReadOptions::default(), &mut Diagnostics::new());
        let mut games = dispatch::read(Format::Ishi, text, &options, log);
        games.remove(0).into_owned()
    }

    #[test]
    fn the_words_of_each_attempt_are_counted() {
        let source = read("EVENT\nB 1 C3\nREMARK a\nREMARK b\nREMARK b\nW 2 D4\nREMARK c\n");
        let backs = [
            "EVENT\nB 1 C3\nREMARK b\nREMARK b\nW 2 D4\nREMARK c\n",
            "EVENT\nB 1 C3\nREMARK b\nW 2 D4\n",
        ];
        let declared = Declared::new(&[], "", Format::Ishi, Charset::Ascii);
        let mut bare = Bare::new(&source);
        for (back, words) in backs.iter().zip([1, 3]) {
            let error = ConvertError::NoGame;
            bare.retry(&[read(back)], &declared, error).unwrap();
            let mut outcomes = Outcomes::new();
            bare.record(&mut outcomes);
            assert_eq!(outcomes.count(Outcome::Lost), words);
        }
        assert_eq!(bare.left_out().0.len(), 3);
    }

    /// Converts a record to Ishi with the proof; returns the result, and how many entries were named
    /// as left out.
    fn convert(record: &[u8]) -> (String, usize) {
        let options = ConvertOptions::new(Format::Ishi);
        let mut source = Source::open(Cursor::new(record), SourceOptions::default()).unwrap();
        let mut conversion = Conversion::new(&options);
        let bytes = conversion.collect(&mut source).unwrap();
        let findings = &conversion.report().findings;
        let named = [rules::DETAIL.code, rules::STALE.code];
        let is_left_out = |rule: &Rule| named.contains(&rule.code);
        let left_out = findings.kept().iter();
        let left_out = left_out.filter(|finding| is_left_out(finding.diagnostic.rule));
        let (words, facts): (Vec<_>, Vec<_>) =
            left_out.partition(|finding| finding.diagnostic.rule.code == rules::DETAIL.code);
        let lost = conversion.report().outcomes.count(Outcome::Lost);
        assert_eq!(
            lost,
            words.len(),
            "what is named and what is counted differ"
        );
        (
            String::from_utf8_lossy(&bytes).into_owned(),
            words.len() + facts.len(),
        )
    }

    #[test]
    fn only_nodes_that_came_back_different_lose_their_words() {
        let record = b"(;FF[4]GM[1]SZ[9];B[aa]XI[ishi 1|I REMARK first]\
            ;W[bb]LB[ai:a]XI[ishi 1|I MARK a@A1|F end|I HIDE D4])";
        let (text, left_out) = convert(record);
        assert_eq!(left_out, 3);
        let expected = "REMARK first\r\nB 1 A9\r\nW 2 B8\r\nMARK a@A1\r\n";
        assert!(text.ends_with(expected), "{text}");
    }

    #[test]
    fn emptied_moves_and_a_lost_carrier_cost_no_words_of_other_nodes() {
        // Made from Ishi; then two moves were emptied, and a carrier with `F late 1` lost it.
        let record = b"(;FF[4]GM[1]CA[UTF-8]AP[ishi:0.1.0]SZ[9]\
            (;XI[ishi 1|I REMARK one|I MARK ALL|I UNMARK #1];XI[ishi 1|I REMARK six])\
            (;B[df]N[a]XI[ishi 1|I REMARK two]\
            (;W[bh]XI[ishi 1|I REMARK five])(;FG[]AB[ai]XI[ishi 1|F inline]))\
            (;B[ee]N[b]XI[ishi 1|I REMARK three|F attach 2|F late 1];FG[];W[ah])\
            (;B[fd]N[c]XI[ishi 1|I REMARK four|F attach 3]))";
        let (text, left_out) = convert(record);
        for words in [
            "REMARK one",
            "REMARK two",
            "REMARK three",
            "REMARK four",
            "REMARK five",
            "REMARK six",
        ] {
            assert!(text.contains(words), "{words} in\n{text}");
        }
        assert_eq!(left_out, 3, "{text}");
    }

    #[test]
    fn a_comment_whose_end_is_broken_by_a_control_character_is_kept() {
        let record = b"EVENT \x80\xFE\xFF\xBF\xFF\xFF\xFF\xFF\xFF\n\
            COM\n\xE4\xB8\x83\nEND\x00COM";
        // The conversion is proven: the comment and its own words come back.
        let (text, left_out) = convert(record);
        assert_eq!(left_out, 0);
        assert!(
            text.contains('七') && text.ends_with("ENDCOM\r\n"),
            "{text}"
        );
    }
}
