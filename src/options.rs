//! Options of reading and writing.

use crate::charset::Charset;

/// How a record is read.
#[derive(Debug, Clone, Default)]
pub struct ReadOptions {
    /// The label of the charset that the record was decoded from, when it is to be remembered
    /// (an Ishi record that is not ASCII).
    pub charset: Option<String>,
    /// Whether the record is in Unicode, so that its writer had all letters.
    pub unicode: bool,
    /// Whether SGF means only what other programs see: points that are named again and properties that `FF[4]` does
    /// not allow stay in the carrier.
    pub native: bool,
}

/// How a record is written.
#[derive(Debug, Clone, Default)]
pub struct WriteOptions {
    /// Whether to leave out carriers, so that only what the format expresses natively is written.
    pub plain: bool,
    /// The charset of the output, none for the format's own default: UTF-8 for SGF; for Ishi
    /// the charset that the record remembers, else ASCII; ASCII for Smart-Go.
    pub charset: Option<Charset>,
    /// Whether other games come before this one in the same file. Only the first event of an Ishi
    /// file can do without its EVENT line.
    pub follows: bool,
    /// Whether SGF says again in its place what the record says against the rules about node types, instead of
    /// carrying it: an edit changes only what it is about.
    pub as_read: bool,
}
