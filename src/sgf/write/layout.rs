//! Lines below 80 columns.

use memchr::{memchr, memrchr};

use crate::bracket::property::push_move;
use crate::model::Move;

/// The most bytes in a line that can be broken.
const LINE_LENGTH: usize = 79;

/// The bytes of a node with a move.
pub(super) const SHORT: usize = ";B[aa]".len();

/// Text with line breaks between pieces, never inside a piece.
pub(super) struct Page<'p> {
    out: &'p mut String,
    /// The moves at the end of the text that are not there yet, because bytes are faster than characters.
    moves: Vec<u8>,
    /// Where the last line starts.
    line: usize,
}

impl<'p> Page<'p> {
    /// Starts a line at the end of the text.
    pub(super) fn new(out: &'p mut String) -> Self {
        let line = out.len();
        let moves = Vec::with_capacity(LINE_LENGTH);
        Self { out, moves, line }
    }

    /// Ends the line, unless it is empty.
    pub(super) fn new_line(&mut self) {
        let line = self.line;
        let out = self.out();
        if out.len() > line {
            out.push('\n');
            self.line = out.len();
        }
    }

    /// Appends a character, on a new line if this one is full.
    pub(super) fn push(&mut self, c: char) {
        if self.out().len() - self.line >= LINE_LENGTH {
            self.new_line();
        }
        self.out.push(c);
    }

    /// Starts a node with its move, on a new line if this one has no room for a move.
    #[inline]
    pub(super) fn start_node(&mut self, mv: Option<Move>) {
        if self.out.len() + self.moves.len() + SHORT - self.line > LINE_LENGTH {
            self.new_line();
        }
        self.moves.push(b';');
        if let Some(mv) = mv {
            push_move(&mut self.moves, mv);
        }
    }

    /// Returns the text with all moves.
    fn out(&mut self) -> &mut String {
        if !self.moves.is_empty() {
            // Moves are in ASCII.
            self.out.push_str(str::from_utf8(&self.moves).unwrap_or(""));
            self.moves.clear();
        }
        self.out
    }

    /// Appends a piece, on a new line if this one has no room for its first line.
    pub(super) fn piece(&mut self, write: impl FnOnce(&mut String)) {
        let mut at = self.out().len();
        write(self.out);
        let piece = self.out.as_bytes().get(at..).unwrap_or(&[]);
        let found = memchr(b'\n', piece);
        let last = found.and_then(|_| memrchr(b'\n', piece));
        let first = found.unwrap_or(piece.len());
        if at > self.line && at + first - self.line > LINE_LENGTH {
            self.out.insert(at, '\n');
            at += 1;
            self.line = at;
        }
        if let Some(last) = last {
            self.line = at + last + 1;
        }
    }
}
