//! A text cut into items: together they are the text, byte for byte.

/// A piece of a text. It ends where the next one starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TextItem<K> {
    /// The kind of the piece.
    pub kind: K,
    /// The offset of its first byte.
    pub start: u32,
}
