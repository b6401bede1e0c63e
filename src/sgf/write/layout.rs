//! Lines below 80 columns.

use memchr::{memchr, memrchr};

/// The most bytes in a line that can be broken.
const LINE_LENGTH: usize = 79;

/// The bytes of a node with a move.
pub(super) const SHORT: usize = ";B[aa]".len();

/// Text with line breaks between pieces, never inside a piece.
pub(super) struct Page<'p> {
    out: &'p mut String,
    /// Where the last line starts.
    line: usize,
}

impl<'p> Page<'p> {
    /// Starts a line at the end of the text.
    pub(super) fn new(out: &'p mut String) -> Self {
        let line = out.len();
        Self { out, line }
    }

    /// Ends the line, unless it is empty.
    pub(super) fn new_line(&mut self) {
        if self.out.len() > self.line {
            self.out.push('\n');
            self.line = self.out.len();
        }
    }

    /// Appends a character, on a new line if this one is full.
    pub(super) fn push(&mut self, c: char) {
        if self.out.len() - self.line >= LINE_LENGTH {
            self.new_line();
        }
        self.out.push(c);
    }

    /// Returns the text to append up to [`SHORT`] bytes without a line break to it, on a new line
    /// if this one has no room for them.
    pub(super) fn short(&mut self) -> &mut String {
        if self.out.len() + SHORT - self.line > LINE_LENGTH {
            self.new_line();
        }
        self.out
    }

    /// Appends a piece, on a new line if this one has no room for its first line.
    pub(super) fn piece(&mut self, write: impl FnOnce(&mut String)) {
        let mut at = self.out.len();
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
