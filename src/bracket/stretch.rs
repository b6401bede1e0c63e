//! Cuts a game tree into runs of plain moves, repaired values, and what is between them.
//!
//! Most of a record is plain moves, and telling them from the rest needs no parser: with runs taken
//! out beforehand, games of a server are read in half the time. A value that does not end where the
//! grammar alone would end it is taken out too.

use super::split::{Repaired, SplitState, Step, plain_moves};
use super::unclosed::Fault;

/// The fewest bytes of a run. To start the parser again after it costs as much as to parse a few
/// moves.
const SHORTEST: usize = 100;

/// How long a part that is parsed is, at least, when it is cut: the parser keeps all tokens of a part in
/// memory, which is many times its size.
const LONGEST: usize = if cfg!(test) { 16 } else { 16 * 1024 };

/// What a part of a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// The start of the text: what is before the game, and the first tokens of the game.
    Tree,
    /// What is before the game, alone.
    Preface,
    /// Tokens of the game.
    Items,
    /// A run: nodes with a single move each, on a board of up to 26 lines, and the `;` of the node
    /// after them.
    Run,
    /// A property with one value, or a further value of one.
    Property,
    /// The same, but its value has no closing bracket.
    Unclosed,
    /// The same, but its value has two opening brackets.
    Doubled,
    /// The same, but its value has no end.
    Unterminated,
}

/// A part of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stretch<'a> {
    /// What it is.
    pub part: Part,
    /// The text.
    pub text: &'a str,
    /// The offset of its first byte.
    pub start: usize,
}

/// The stretches of a game tree with any text before and after it. The first one is [`Part::Tree`] or
/// [`Part::Preface`], even if it is empty.
#[derive(Debug, Clone)]
pub(super) struct Stretches<'a> {
    text: &'a str,
    state: SplitState,
    /// Where the stretch starts that comes next.
    start: usize,
    /// The end of the tokens before the part that was found.
    before: Option<usize>,
    /// The part that was found, and its end.
    found: Option<(Part, usize)>,
    /// What the next stretch is that is parsed.
    parsed: Part,
    done: bool,
}

impl<'a> Stretches<'a> {
    /// Starts before the first stretch.
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text,
            state: SplitState::default(),
            start: 0,
            before: None,
            found: None,
            parsed: Part::Tree,
            done: false,
        }
    }

    /// Starts in a game, between values.
    pub(super) fn in_tree(text: &'a str) -> Self {
        Self {
            state: SplitState::in_tree(),
            parsed: Part::Items,
            ..Self::new(text)
        }
    }

    /// Looks for the next part that is not parsed, or for a node after as much as is parsed at once; returns
    /// where it starts.
    fn find(&mut self) -> Option<usize> {
        let bytes = self.text.as_bytes();
        while let Some(rest) = bytes.get(self.state.position()..)
            && !rest.is_empty()
        {
            if self.state.is_between_values() {
                let (at, length) = (self.state.position(), plain_moves(rest));
                if length >= SHORTEST {
                    // The node after the run starts with it.
                    self.found = Some((Part::Run, at + length + 1));
                    self.state.skip(length);
                    return Some(at);
                }
                if at >= self.start + LONGEST && rest.starts_with(b";") {
                    // What is parsed ends there whether the parser sees the node or not.
                    return Some(at);
                }
            }
            match self.state.step(bytes, true) {
                Step::Value => {
                    if let Some(Repaired { start, end, fault }) = self.state.repaired() {
                        let part = match fault {
                            None => Part::Property,
                            Some(Fault::Unclosed(_)) => Part::Unclosed,
                            Some(Fault::Doubled) => Part::Doubled,
                        };
                        self.found = Some((part, end));
                        return Some(start);
                    }
                }
                Step::End => return None,
                Step::On | Step::Wait => {}
            }
        }
        if self.state.is_between_values() {
            return None;
        }
        let part = if self.state.end_before_end_of_text(bytes) {
            Part::Unclosed
        } else {
            Part::Unterminated
        };
        let Repaired { start, end, .. } = self.state.repaired()?;
        self.found = Some((part, end));
        Some(start)
    }

    fn cut(&mut self, end: usize, part: Part) -> Option<Stretch<'a>> {
        let start = std::mem::replace(&mut self.start, end);
        let text = self.text.get(start..end)?;
        Some(Stretch { part, text, start })
    }
}

impl<'a> Iterator for Stretches<'a> {
    type Item = Stretch<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(end) = self.before.take() {
            return self.cut(end, Part::Items);
        }
        if let Some((part, end)) = self.found.take() {
            return self.cut(end, part);
        }
        if self.done {
            return None;
        }
        let found = self.find();
        self.done = found.is_none();
        let parsed = std::mem::replace(&mut self.parsed, Part::Items);
        if parsed == Part::Tree
            && let Some(start) = self.state.bare_root()
        {
            // Only its first value tells the grammar that a game starts here.
            self.before = Some(found.unwrap_or(self.text.len()));
            return self.cut(start, Part::Preface);
        }
        self.cut(found.unwrap_or(self.text.len()), parsed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes runs in braces, and repaired properties in angle brackets.
    fn stretches(text: &str) -> String {
        let mut end = 0;
        let mut line = String::new();
        for stretch in Stretches::new(text) {
            assert_eq!(stretch.start, end);
            end += stretch.text.len();
            let (open, close) = match stretch.part {
                Part::Run => ("{", "}"),
                Part::Property => ("<", ">"),
                Part::Unclosed | Part::Unterminated => ("<", "|"),
                Part::Doubled => ("<<", ">"),
                Part::Tree | Part::Preface | Part::Items => ("", ""),
            };
            line.extend([open, stretch.text, close]);
        }
        assert_eq!(end, text.len());
        line
    }

    #[test]
    fn runs_of_plain_moves_are_cut_out() {
        let run = ";B[aa]\n;W[bb]".repeat(10);
        for (before, behind) in [
            ("(;GM[1]", ";B[cc])"),
            ("mail\n((;C[:-\\] ;B[aa]]\n", ";W[])(;B[dd])"),
            ("(;B[aa](", ";C[x]))"),
        ] {
            let text = format!("{before}{run}{behind}");
            let node = behind.strip_prefix(';').unwrap();
            assert_eq!(stretches(&text), format!("{before}{{{run};}}{node}"));
        }
    }

    #[test]
    fn a_run_after_stones_that_end_a_line_is_found() {
        let run = ";W[aa]\n;B[bb]\n".repeat(10);
        for stones in ["AB[dd][pp]\n", "AB[dd]\r\n[pp] \t", "C[x]\n"] {
            let text = format!("(;{stones}{run};C[x])");
            assert_eq!(stretches(&text), format!("(;{stones}{{{run};}}C[x])"));
        }
    }

    #[test]
    fn values_that_the_grammar_would_not_end_there_are_cut_out() {
        for (text, expected) in [
            ("(;SZ[9]KM;B[aa])", "(;<SZ[9]>KM;B[aa])"),
            (
                "(;PB[x] // y\n;B[aa];W[bb])",
                "(;<PB[x]> // y\n;B[aa];W[bb])",
            ),
            (
                "(;C[see [A1] and [B2] here];B[aa])",
                "(;<C[see [A1] and [B2] here]>;B[aa])",
            ),
            ("(;C[hi [15k]) ok];B[aa])", "(;<C[hi [15k]) ok]>;B[aa])"),
            (
                "(;AB[aa:bb], [cc]. ;B[dd])",
                "(;<AB[aa:bb]>, <[cc]>. ;B[dd])",
            ),
            ("(;C[a [15k]: b];B[aa])", "(;C[a [15k]: b];B[aa])"),
            ("x (GM[1]: B[aa])", "x (<GM[1]>: B[aa])"),
            ("(;C[x](;AND [y", "(;C[x](;AND [y"),
        ] {
            assert_eq!(stretches(text), expected);
        }
    }

    #[test]
    fn other_texts_stay_whole() {
        let run = ";B[aa];W[bb]".repeat(10);
        for text in [
            String::new(),
            "no game".to_owned(),
            run.clone(),
            format!("{run}(;C[x])"),
            format!("(;B[aa])(x){run}"),
            "(;B[aa];W[bb];C[x])".to_owned(),
        ] {
            assert_eq!(stretches(&text), text);
        }
    }
}
