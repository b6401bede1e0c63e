//! Tests over whole records: fixtures, edits, large records, and the corpus.

mod corpus;
mod dump;
mod edits;
mod exact;
mod planted;
mod record;
mod snapshots;
mod threads;
mod words;
