//! A game whose detail does not come back from a result, and is left out of it.
//!
//! Detail is how something was said: the exact words of a line, the place of a line. Lines and carriers
//! that somebody changed by hand can say what no writer says again. What the game means is no detail:
//! a result that does not say it is no result.

use std::borrow::Cow;

use super::ConvertError;
use crate::compare::{Scope, compare};
use crate::model::{Dialect, Entry, Game, NodeId};
use crate::outcome::{Outcome, Outcomes};

/// What the outcomes call words that are left out.
pub const EXACT_WORDS: &str = "exact words";

/// A game to write, with less of its detail at each attempt.
pub(super) struct Bare<'g, 'a> {
    game: Cow<'g, Game<'a>>,
    /// The words that are left out, with their nodes.
    left_out: Vec<(NodeId, Entry<'static>)>,
    /// Why the game as it is does not come back.
    error: Option<ConvertError>,
}

impl<'g, 'a> Bare<'g, 'a> {
    /// Starts with all detail.
    pub(super) fn new(game: &'g Game<'a>) -> Self {
        Self {
            game: Cow::Borrowed(game),
            left_out: Vec::new(),
            error: None,
        }
    }

    /// Returns the game to write.
    pub(super) fn game(&self) -> &Game<'a> {
        &self.game
    }

    /// Leaves out the detail of the nodes that came back different, or all of it if that was not enough.
    ///
    /// # Errors
    ///
    /// The first error, if no detail is left that could be its cause.
    pub(super) fn retry(
        &mut self,
        back: &[Game<'_>],
        error: ConvertError,
    ) -> Result<(), ConvertError> {
        let is_first = self.error.is_none();
        let error = self.error.take().unwrap_or(error);
        let nodes: Vec<_> = self.game.nodes().collect();
        let mut differing = Vec::new();
        if let ([back], true) = (back, is_first) {
            let found = compare(&self.game, back, Scope::Whole).differences;
            let numbers = found.iter().filter_map(|difference| difference.node.0);
            differing.extend(numbers.filter_map(|number| nodes.get(number).copied()));
            differing.dedup();
        }
        let has_detail = |node: &NodeId| !self.game.details(*node).is_empty();
        differing.retain(has_detail);
        if differing.is_empty() {
            differing = nodes.into_iter().filter(has_detail).collect();
        }
        if differing.is_empty() {
            return Err(error);
        }
        let game = self.game.to_mut();
        for node in differing {
            // Facts are no words of a record: they only say where things stand in its file.
            let words = game.details(node).iter();
            let words = words.filter(|entry| entry.dialect != Dialect::Fact);
            let words = words.map(|entry| (node, entry.clone().into_owned()));
            self.left_out.extend(words);
            game.set_details(node, Vec::new());
        }
        self.error = Some(error);
        Ok(())
    }

    /// Notes in the outcomes which words are left out.
    pub(super) fn record(&self, outcomes: &mut Outcomes) {
        for (node, _) in &self.left_out {
            outcomes.record(Outcome::Lost, EXACT_WORDS, *node);
        }
    }

    /// Returns the words that are left out, with their nodes.
    pub(super) fn left_out(self) -> Vec<(NodeId, Entry<'static>)> {
        self.left_out
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use crate::Format;
    use crate::convert::{Conversion, ConvertOptions, rules};
    use crate::diagnostic::Rule;
    use crate::source::{Source, SourceOptions};

    /// Converts a record to Ishi with the proof; returns the result, and how many words were left out.
    fn convert(record: &[u8]) -> (String, usize) {
        let options = ConvertOptions::new(Format::Ishi);
        let mut source = Source::open(Cursor::new(record), SourceOptions::default()).unwrap();
        let mut conversion = Conversion::new(&options);
        let bytes = conversion.collect(&mut source).unwrap();
        let findings = &conversion.report().findings;
        let is_left_out = |rule: &Rule| rule.code == rules::DETAIL.code;
        let left_out = findings.kept().iter();
        let left_out = left_out.filter(|finding| is_left_out(finding.diagnostic.rule));
        (
            String::from_utf8_lossy(&bytes).into_owned(),
            left_out.count(),
        )
    }

    #[test]
    fn only_nodes_that_came_back_different_lose_their_words() {
        let record = b"(;FF[4]GM[1]SZ[9];B[aa]XI[ishi 1|I REMARK first]\
            ;W[bb]LB[ai:a]XI[ishi 1|I MARK a@A1|F end|I HIDE D4])";
        let (text, left_out) = convert(record);
        assert_eq!(left_out, 2);
        let expected = "REMARK first\r\nB 1 A9\r\nW 2 B8\r\nMARK a@A1\r\n";
        assert!(text.ends_with(expected), "{text}");
    }

    #[test]
    fn a_comment_whose_end_is_broken_by_a_control_character_is_kept() {
        let record = b"EVENT \x80\xFE\xFF\xBF\xFF\xFF\xFF\xFF\xFF\n\
            COM\n\xE4\xB8\x83\nEND\x00COM";
        let (text, left_out) = convert(record);
        assert!(left_out > 0);
        assert!(text.contains("'ENDCOM\r\nENDCOM\r\n"), "{text}");
    }
}
