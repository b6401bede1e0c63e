//! Cuts a file whose game trees are in different charsets, before it is decoded.

use crate::bracket::tokenizer::Tokenizer;
use crate::format::charset::mask;
use crate::source::sniff::Head;

/// The least number of bytes per search. It is fixed for small trees, so that the bytes after them are not
/// read once for each tree, and grows for a large tree, so that its start is not read once for each step.
const STEP: usize = 4 * 1024;

/// The bytes of a file that were not given out yet.
#[derive(Default)]
pub(super) struct Trees {
    bytes: Vec<u8>,
    /// The same bytes. Letters stand for the bytes of other characters than ASCII, so that they have no
    /// meaning.
    masked: Vec<u8>,
    /// The label of the charset that the first tree names.
    label: Option<String>,
    /// Whether the first tree's beginning has been looked at.
    begun: bool,
    tokenizer: Tokenizer,
}

impl Trees {
    /// Adds bytes that were read.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Returns the bytes of the next tree. Returns `None` if it is not complete yet or there is no other.
    pub(super) fn next(&mut self, at_end: bool) -> Option<Vec<u8>> {
        if !self.begun {
            if !at_end && self.bytes.len() < Head::SIZE {
                return None;
            }
            let head = Head::new(&self.bytes);
            self.label = head.about_charset().label;
            self.begun = true;
        }
        let blank = |byte: &u8| byte.is_ascii_whitespace() || byte.is_ascii_control();
        if at_end && self.bytes.iter().all(blank) {
            return None;
        }
        loop {
            let before = self.masked.len();
            let rest = self.bytes.get(before..).unwrap_or(&[]);
            let label = self.label.as_deref();
            let step = STEP.max(before / 4);
            mask(label, rest, step, at_end, &mut self.masked);
            let all = self.masked.len() == self.bytes.len();
            if let Some(length) = self.tokenizer.next_unit(&self.masked, at_end && all) {
                return Some(self.cut(length));
            }
            if self.masked.len() == before {
                return None;
            }
        }
    }

    fn cut(&mut self, length: usize) -> Vec<u8> {
        let rest = self.bytes.split_off(length.min(self.bytes.len()));
        self.masked.clear();
        self.begun = false;
        std::mem::replace(&mut self.bytes, rest)
    }
}
