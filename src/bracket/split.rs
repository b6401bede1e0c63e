//! Cuts a stream of text into units: one game tree each, with any text before it.
//!
//! The rules for the start of a game and the end of a value are those of the grammar; they are
//! repeated here because a stream is cut before it is parsed, and no part of it is looked at twice.

use memchr::{memchr, memchr2, memchr3};

/// Where the splitter is in a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Place {
    /// Before the first parenthesis that opens the game.
    #[default]
    Outside,
    /// After parentheses that may open it.
    Parentheses,
    /// In a word after them, which may be the identifier of a root without `;`.
    FirstIdentifier,
    /// In the white space after that word.
    AfterFirstIdentifier,
    /// In the game, between values.
    Tree,
    /// In a value.
    Value,
    /// In a value, after a backslash.
    Escape,
    /// After a closing bracket that may end the value.
    Bracket,
    /// In a word after it, which may be an identifier.
    Identifier,
    /// In the white space after that word.
    AfterIdentifier,
}

/// How far the search for the end of a unit has come.
#[derive(Debug, Clone, Default)]
pub struct SplitState {
    place: Place,
    /// The bytes of the unit that have been looked at.
    position: usize,
    /// The open parentheses.
    depth: usize,
    /// Whether the value is one of a property of moves or stones.
    stones: bool,
    /// Where the value starts.
    start: usize,
    /// Where the last value ended, with its bracket.
    value_end: usize,
}

/// Finds the end of the unit at the start of `buffer`, which is text in UTF-8 or ASCII.
///
/// Returns how many bytes it has, or nothing if its end is not in the buffer yet: then call again
/// with more bytes at the end of the same buffer and the same state. `at_end` means that no more will
/// come; the text after the last game is a unit of its own. After a unit, call with the bytes
/// after it; the state resets itself. Every byte is looked at once.
pub fn next_unit(buffer: &[u8], at_end: bool, state: &mut SplitState) -> Option<usize> {
    while state.position < buffer.len() {
        if state.step(buffer) {
            return Some(std::mem::take(state).position);
        }
    }
    if !at_end || buffer.is_empty() {
        return None;
    }
    *state = SplitState::default();
    Some(buffer.len())
}

impl SplitState {
    /// Returns how many bytes of the unit have been looked at.
    pub(super) fn position(&self) -> usize {
        self.position
    }

    /// Returns whether the game has started and no value is open.
    pub(super) fn is_between_values(&self) -> bool {
        self.place == Place::Tree
    }

    /// Passes bytes that hold white space or complete nodes.
    pub(super) fn skip(&mut self, known: usize) {
        self.position += known;
    }

    /// Looks at the bytes of the unit that come; returns whether it ends.
    pub(super) fn step(&mut self, buffer: &[u8]) -> bool {
        let rest = buffer.get(self.position..).unwrap_or(&[]);
        let Some(&byte) = rest.first() else {
            return false;
        };
        match self.place {
            Place::Outside => self.find(memchr(b'(', rest), rest, Place::Parentheses),
            Place::Parentheses => self.parentheses(byte),
            Place::FirstIdentifier | Place::Identifier if byte.is_ascii_alphanumeric() => {
                self.position += 1;
            }
            Place::FirstIdentifier => self.place = Place::AfterFirstIdentifier,
            Place::Identifier => self.place = Place::AfterIdentifier,
            Place::AfterFirstIdentifier | Place::Bracket | Place::AfterIdentifier
                if is_space(byte) =>
            {
                self.position += 1;
            }
            Place::AfterFirstIdentifier | Place::AfterIdentifier if byte == b'[' => {
                self.place = Place::Tree;
            }
            Place::AfterFirstIdentifier => self.restart(),
            Place::AfterIdentifier => self.place = Place::Value,
            Place::Tree => return self.tree(buffer, rest),
            Place::Value => self.value(buffer, rest),
            Place::Escape => {
                self.position += 1;
                self.place = Place::Value;
            }
            Place::Bracket => {
                self.place = match byte {
                    b';' | b'(' | b')' | b'[' => Place::Tree,
                    _ if byte.is_ascii_alphabetic() => Place::Identifier,
                    _ => Place::Value,
                }
            }
        }
        false
    }

    /// Passes the byte that was found, or everything.
    fn find(&mut self, found: Option<usize>, rest: &[u8], place: Place) {
        match found {
            Some(at) => {
                self.position += at + 1;
                self.place = place;
                self.depth = 1;
            }
            None => self.position += rest.len(),
        }
    }

    fn parentheses(&mut self, byte: u8) {
        match byte {
            b'(' => {
                self.depth += 1;
                self.position += 1;
            }
            b';' => {
                self.place = Place::Tree;
                self.position += 1;
            }
            _ if is_space(byte) => self.position += 1,
            _ if byte.is_ascii_uppercase() => self.place = Place::FirstIdentifier,
            _ => self.restart(),
        }
    }

    /// The parentheses opened no game.
    fn restart(&mut self) {
        self.place = Place::Outside;
        self.depth = 0;
    }

    fn tree(&mut self, buffer: &[u8], rest: &[u8]) -> bool {
        // Moves may follow a stone that ends a line.
        let spaces = rest.iter().take_while(|byte| is_space(**byte)).count();
        let known = spaces.max(plain_moves(rest));
        if known > 0 {
            self.skip(known);
            return false;
        }
        let Some(at) = memchr3(b'(', b')', b'[', rest) else {
            self.position += rest.len();
            return false;
        };
        self.position += at + 1;
        match rest.get(at) {
            Some(b'(') => self.depth += 1,
            Some(b')') => self.depth -= 1,
            _ => {
                let before = buffer.get(..self.position - 1).unwrap_or(&[]);
                let before = without_space_at_end(before);
                let follows = before.len() == self.value_end;
                self.stones = follows && self.stones || names_stones(before);
                self.start = self.position;
                self.place = Place::Value;
            }
        }
        self.depth == 0
    }

    fn value(&mut self, buffer: &[u8], rest: &[u8]) {
        let Some(at) = memchr2(b'\\', b']', rest) else {
            self.position += rest.len();
            return;
        };
        self.position += at + 1;
        self.value_end = self.position;
        let value = buffer.get(self.start..self.position - 1);
        self.place = if rest.get(at) != Some(&b']') {
            Place::Escape
        } else if self.stones && value.is_some_and(is_point) {
            Place::Tree
        } else {
            Place::Bracket
        };
    }
}

fn without_space_at_end(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|byte| !is_space(*byte));
    end.and_then(|end| text.get(..=end)).unwrap_or(&[])
}

/// Whether a text ends in the identifier of a property whose values are moves or stones.
fn names_stones(text: &[u8]) -> bool {
    let ([before @ .., b'A', b'B' | b'W' | b'E'] | [before @ .., b'B' | b'W']) = text else {
        return false;
    };
    !before.last().is_some_and(u8::is_ascii_alphanumeric)
}

fn is_point(value: &[u8]) -> bool {
    value.len() == 2 && value.iter().all(u8::is_ascii_alphabetic)
}

/// Returns how many bytes there are of nodes with a single move each, up to the last one that a node
/// follows: most of a record is nothing else, and to step over it value by value took a tenth of the
/// time of a conversion.
pub(super) fn plain_moves(text: &[u8]) -> usize {
    let mut end = 0;
    while let Some([b';', b'B' | b'W', b'[', column, row, b']', rest @ ..]) = text.get(end..)
        && column.is_ascii_lowercase()
        && row.is_ascii_lowercase()
    {
        match rest {
            [b';', ..] => end += 6,
            [b'\n', b';', ..] => end += 7,
            _ => break,
        }
    }
    end
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | b'\x0b' | b'\x0c')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bracket::{self, Dialect, rules};
    use crate::diagnostic::Diagnostics;

    /// Cuts a text that arrives in pieces of some bytes.
    fn split(text: &str, chunk: usize) -> Vec<String> {
        let (mut units, mut state) = (Vec::new(), SplitState::default());
        let (mut buffer, mut chunks) = (Vec::new(), text.as_bytes().chunks(chunk));
        let mut at_end = false;
        loop {
            if let Some(end) = next_unit(&buffer, at_end, &mut state) {
                let rest = buffer.split_off(end);
                units.push(String::from_utf8(std::mem::replace(&mut buffer, rest)).unwrap());
            } else if at_end {
                return units;
            } else {
                match chunks.next() {
                    Some(more) => buffer.extend_from_slice(more),
                    None => at_end = true,
                }
            }
        }
    }

    #[test]
    fn texts_are_cut_after_games() {
        for (text, units) in [
            ("", &[][..]),
            ("no game", &["no game"]),
            ("(;B[aa])", &["(;B[aa])"]),
            ("(;B[aa])(;W[bb])", &["(;B[aa])", "(;W[bb])"]),
            (
                "a (b)\n( \n;B[aa](;W[)])(;))\n",
                &["a (b)\n( \n;B[aa](;W[)])(;))", "\n"],
            ),
            ("((;B[aa])(;))(;)", &["((;B[aa])(;))", "(;)"]),
            (
                "(see [1]) (GM [1]) (X) y",
                &["(see [1]) (GM [1])", " (X) y"],
            ),
            ("(;C[(\\](;])(;)", &["(;C[(\\](;])", "(;)"]),
            ("(;C[:-] (;) ok])(;)", &["(;C[:-] (;) ok])", "(;)"]),
            ("(;C[a [15k]: (b])(;)", &["(;C[a [15k]: (b])", "(;)"]),
            ("(;C[a] B [b\\)](;))x", &["(;C[a] B [b\\)](;))", "x"]),
            ("(;C[a]x)(;C[b])(;)", &["(;C[a]x)(;C[b])", "(;)"]),
            ("(;B[aa]\n(;W[bb])", &["(;B[aa]\n(;W[bb])"]),
            ("(;C[日本])(;)", &["(;C[日本])", "(;)"]),
            ("(;)))(;)", &["(;)", "))(;)"]),
            ("(;B[aa], (;W[bb]))(;)", &["(;B[aa], (;W[bb]))", "(;)"]),
            ("(;B [aa], (;W[bb]))(;)", &["(;B [aa], (;W[bb]))", "(;)"]),
            ("(;AB[aa]\n[bb]. (;))(;)", &["(;AB[aa]\n[bb]. (;))", "(;)"]),
            ("(;AB[aa][bb]. (;))(;)", &["(;AB[aa][bb]. (;))", "(;)"]),
            ("(;AB[aa]N[bb]. (;)])(;)", &["(;AB[aa]N[bb]. (;)])", "(;)"]),
        ] {
            for chunk in [1, 2, 3, 1000] {
                assert_eq!(split(text, chunk), units, "{text:?} by {chunk}");
            }
        }
    }

    #[test]
    fn units_are_what_the_grammar_reads() {
        for text in [
            "(;C[x] [y]A)(;B[aa]];W[bb])(()(;C[a]b[)])(A[(])",
            "((A)(;B[aa]W[]];)(;)) (;C[\\]) (;])(;)",
            "(;AB[aa][bb:cc]LB[aa:)](;C[]])))(;B[cc])",
            "(;B[aa], W[bb] x (;AE[cc]. (;)))(;C[aa], (;)])",
        ] {
            let units = split(text, 7);
            assert_eq!(units.concat(), text);
            for unit in units {
                let mut log = Diagnostics::new();
                bracket::read(&unit, &Dialect::default(), &mut log);
                let after = |code| code == rules::TEXT_BEHIND.code;
                assert!(
                    !log.kept().iter().any(|found| after(found.rule.code)),
                    "{unit:?}"
                );
            }
        }
    }

    #[test]
    fn hostile_texts_take_linear_time() {
        for piece in ["(", "[", "]", "(;C[", "( ", "(A", "\\", "];", "]A ", "(;"] {
            let text = piece.repeat(500_000);
            assert_eq!(
                split(&text, 1 << 16).concat().len(),
                text.len(),
                "{piece:?}"
            );
        }
    }
}
