//! Cuts a game tree into runs of plain moves and what is between them.
//!
//! Most of a record is plain moves, and telling them from the rest needs no parser: with runs taken
//! out beforehand, games of a server are read in half the time.

use super::split::{SplitState, plain_moves};

/// The fewest bytes of a run. To start the parser again after it costs as much as to parse a few
/// moves.
const SHORTEST: usize = 100;

/// A part of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stretch<'a> {
    /// The text.
    pub text: &'a str,
    /// The offset of its first byte.
    pub start: usize,
    /// Whether it is a run: nodes with a single move each, on a board of up to 26 lines, and the
    /// `;` of the node after them.
    pub is_run: bool,
}

/// The stretches of a game tree with any text before and after it. The first one is not a run, even
/// if it is empty.
#[derive(Debug, Clone)]
pub(super) struct Stretches<'a> {
    text: &'a str,
    state: SplitState,
    /// Where the stretch starts that comes next.
    start: usize,
    /// The end of the run that comes next.
    run: Option<usize>,
    done: bool,
}

impl<'a> Stretches<'a> {
    /// Starts before the first stretch.
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text,
            state: SplitState::default(),
            start: 0,
            run: None,
            done: false,
        }
    }

    /// Looks for the next run; returns where it starts.
    fn find_run(&mut self) -> Option<usize> {
        let bytes = self.text.as_bytes();
        while let Some(rest) = bytes.get(self.state.position()..)
            && !rest.is_empty()
        {
            if self.state.is_between_values() {
                let (at, length) = (self.state.position(), plain_moves(rest));
                if length >= SHORTEST {
                    // The node after the run starts with it.
                    self.run = Some(at + length + 1);
                    self.state.skip(length);
                    return Some(at);
                }
            }
            if self.state.step(bytes) {
                break;
            }
        }
        None
    }

    fn cut(&mut self, end: usize, is_run: bool) -> Option<Stretch<'a>> {
        let start = std::mem::replace(&mut self.start, end);
        let text = self.text.get(start..end)?;
        Some(Stretch {
            text,
            start,
            is_run,
        })
    }
}

impl<'a> Iterator for Stretches<'a> {
    type Item = Stretch<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(end) = self.run.take() {
            return self.cut(end, true);
        }
        if self.done {
            return None;
        }
        let found = self.find_run();
        self.done = found.is_none();
        self.cut(found.unwrap_or(self.text.len()), false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes runs in braces.
    fn stretches(text: &str) -> String {
        let mut end = 0;
        let mut line = String::new();
        for stretch in Stretches::new(text) {
            assert_eq!(stretch.start, end);
            end += stretch.text.len();
            let (open, close) = if stretch.is_run { ("{", "}") } else { ("", "") };
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
    fn other_texts_stay_whole() {
        let run = ";B[aa];W[bb]".repeat(10);
        for text in [
            String::new(),
            "no game".to_owned(),
            run.clone(),
            format!("{run}(;C[x])"),
            format!("(;B[aa]){run}"),
            "(;B[aa];W[bb];C[x])".to_owned(),
        ] {
            assert_eq!(stretches(&text), text);
        }
    }
}
