//! The syntax of SGF and of Smart-Go, by the grammar of the specifications only.

use crate::form::Cause;

/// The properties of a node in their order, with their values as they are written.
pub(crate) type Node<'t> = Vec<(String, Vec<&'t str>)>;

/// A game as it is written: its nodes, each with the place of its parent.
pub(crate) type Tree<'t> = Vec<(Option<usize>, Node<'t>)>;

/// Reads the trees of all games of a text; `old` is Smart-Go.
///
/// # Errors
///
/// The mistake in the text, if the grammar does not describe it.
pub(crate) fn read(text: &str, old: bool) -> Result<Vec<Tree<'_>>, Cause> {
    let mut rest = Rest { text, old };
    let mut trees = Vec::new();
    while rest.find_game()? {
        trees.push(rest.game()?);
    }
    let cut = trees.is_empty() && text.contains(';');
    (!cut).then_some(trees).ok_or("a game without its start")
}

/// The text that is not read yet.
struct Rest<'t> {
    text: &'t str,
    old: bool,
}

impl<'t> Rest<'t> {
    /// Skips to the next parenthesis that opens a game.
    fn find_game(&mut self) -> Result<bool, Cause> {
        if self.text.trim_start().starts_with(';') {
            return Err("a game without its start");
        }
        while let Some(place) = self.text.find('(') {
            self.skip(place + 1);
            if self.text.trim_start().starts_with(';') {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn skip(&mut self, length: usize) {
        self.text = self.text.get(length..).unwrap_or("");
    }

    fn next(&mut self) -> Option<char> {
        self.text = self.text.trim_start();
        self.text.chars().next()
    }

    fn game(&mut self) -> Result<Tree<'t>, Cause> {
        let mut tree = Tree::new();
        let (mut open, mut last, mut closed) = (vec![None], None, false);
        while let Some(c) = self.next() {
            let node = matches!(c, ';' | '(') && !(c == ';' && closed);
            match c {
                ';' if node => {
                    self.skip(1);
                    tree.push((last, self.node()?));
                    last = Some(tree.len() - 1);
                }
                '(' => {
                    self.skip(1);
                    if self.next() != Some(';') {
                        return Err("a variation without a node");
                    }
                    open.push(last);
                    closed = false;
                }
                ')' => {
                    self.skip(1);
                    (last, closed) = (open.pop().flatten(), true);
                    if open.is_empty() {
                        return Ok(tree);
                    }
                }
                ';' => return Err("a node after a variation"),
                _ => return Err("characters between properties"),
            }
        }
        Err("a game without its end")
    }

    fn node(&mut self) -> Result<Node<'t>, Cause> {
        let mut node = Node::new();
        while self.next().is_some_and(|c| c.is_ascii_alphabetic()) {
            let end = self.text.find(|c: char| !c.is_ascii_alphanumeric());
            let word = self.text.get(..end.unwrap_or(self.text.len()));
            let word = word.unwrap_or("");
            self.skip(word.len());
            let ident = word.replace(|c: char| c.is_ascii_lowercase(), "");
            if self.next() != Some('[') {
                return Err("a word without a value");
            }
            if ident.is_empty() || !self.old && ident.contains(|c: char| c.is_ascii_digit()) {
                return Err("a word that is not an identifier");
            }
            let mut values = Vec::new();
            while self.next() == Some('[') {
                self.skip(1);
                values.push(self.value()?);
            }
            let fits = |c: char| c.is_ascii_alphabetic() || matches!(c, ';' | '(' | ')');
            if !self.next().is_none_or(fits) {
                return Err("a bracket that may be part of a text");
            }
            node.push((ident, values));
        }
        Ok(node)
    }

    fn value(&mut self) -> Result<&'t str, Cause> {
        let mut escaped = false;
        for (place, c) in self.text.char_indices() {
            if c == ']' && !escaped {
                let value = self.text.get(..place).unwrap_or("");
                self.skip(place + 1);
                return Ok(value);
            }
            escaped = c == '\\' && !escaped;
        }
        Err("a value without its end")
    }
}
